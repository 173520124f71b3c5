/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-problems.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "ui/widgets/tip.h"

struct _TlCodeProblems
{
  GtkWidget  parent_instance;
  TlSession *session;
  GtkWidget *scroller;
  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (TlCodeProblems, tl_code_problems, GTK_TYPE_WIDGET)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_row (GtkListBox *list, GtkListBoxRow *row, TlCodeProblems *self)
{
  static const char  before[] = "block ";
  const char *const *warnings = tl_session_warnings (self->session);
  const char        *text = warnings[gtk_list_box_row_get_index (row)], *found = strstr (text, before);
  const char        *name = found != NULL ? found + strlen (before) : "";
  const TlPrimFunc  *func = tl_session_func (self->session);
  TlNodeId           block = found != NULL ? tl_program_view_find_block (func, name, strcspn (name, " :,\n")) : 0;

  g_signal_emit (self, signals[CHOSEN], 0, (guint) block);
}

static void
add (TlCodeProblems *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 6);
  gtk_widget_add_css_class (label, "monospace");
  tl_widget_set_tooltip (label, _("Show the block in the script"));
  gtk_list_box_append (GTK_LIST_BOX (self->list), label);
}

guint
tl_code_problems_update (TlCodeProblems *self)
{
  const char *const *warnings = tl_session_warnings (self->session);
  guint              n = warnings != NULL ? g_strv_length ((char **) warnings) : 0;
  GtkWidget         *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < n; i++)
    add (self, warnings[i]);
  return n;
}

static void
tl_code_problems_dispose (GObject *object)
{
  TlCodeProblems *self = TL_CODE_PROBLEMS (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_code_problems_parent_class)->dispose (object);
}

static void
tl_code_problems_class_init (TlCodeProblemsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_code_problems_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[CHOSEN] = g_signal_new ("chosen", TL_TYPE_CODE_PROBLEMS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_code_problems_init (TlCodeProblems *self)
{
  self->scroller = gtk_scrolled_window_new ();
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Problems"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row), self);
}

GtkWidget *
tl_code_problems_new (TlSession *session)
{
  TlCodeProblems *self = g_object_new (TL_TYPE_CODE_PROBLEMS, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
