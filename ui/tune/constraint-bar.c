/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/constraint-bar.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

struct _TlConstraintBar
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession    *session;
  char         *lines;         /* that the chips show */
  char         *proposed;      /* that are being checked; NULL: none */
  char         *share;         /* of the candidates; NULL: not known */
  GCancellable *cancellable;   /* of the check */

  /* Template widgets */
  GtkWidget *content;
  GtkWidget *chips;
  GtkLabel  *facts;
};

G_DEFINE_FINAL_TYPE (TlConstraintBar, tl_constraint_bar, GTK_TYPE_WIDGET)

enum { MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- display --- */

/* "31 of 128 sampled candidates satisfy the constraints · from trial 57 on" */
static void
update_facts (TlConstraintBar *bar)
{
  TlTuning        *tuning = tl_session_tuning (bar->session);
  guint            from = tl_tuning_constrained_from (tuning);
  g_autofree char *when = NULL, *text = NULL;

  if (tl_tuning_is_active (tuning))
    when = from != G_MAXUINT ? g_strdup_printf (_("from trial %u on"), from) : g_strdup (_("from the next batch on"));
  text = g_strdup_printf ("%s%s%s", bar->share != NULL ? bar->share : "", bar->share != NULL && when != NULL ? " · " : "",
                          when != NULL ? when : "");
  gtk_label_set_label (bar->facts, text);
}

static void
on_remove (GtkButton *button, TlConstraintBar *bar)
{
  guint              index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index"));
  g_autofree char   *fewer = tl_constraint_lines_remove (bar->lines, index);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&bar->share, g_free);
  g_cancellable_cancel (bar->cancellable);
  if (!tl_session_set_constraints (bar->session, fewer, &error))
    g_signal_emit (bar, signals[MESSAGE], 0, error->message);
}

/* "pin C/i/4/2=8" as "C/i/4/2 = 8", or struck through where it is forbidden. */
static GtkWidget *
make_chip (TlConstraintBar *bar, const char *line, guint index)
{
  gboolean         is_forbidden = g_str_has_prefix (line, "forbid ");
  const char      *text = strchr (line, ' ') + 1;
  GtkWidget       *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *label = gtk_label_new (NULL), *remove;
  g_autofree char *shown = g_strdup_printf (is_forbidden ? _("not %s") : "%s", text);
  g_autofree char *name = g_strdup_printf (_("Remove Constraint %s"), line);

  gtk_label_set_label (GTK_LABEL (label), shown);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_box_append (GTK_BOX (chip), gtk_image_new_from_icon_name (is_forbidden ? "action-unavailable-symbolic" : "view-pin-symbolic"));
  gtk_box_append (GTK_BOX (chip), label);
  remove = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "small");
  tl_widget_set_tooltip (remove, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (remove), "index", GUINT_TO_POINTER (index));
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), bar);
  gtk_box_append (GTK_BOX (chip), remove);
  gtk_widget_add_css_class (chip, "constraint");
  return chip;
}

static void
fill (TlConstraintBar *bar)
{
  g_auto (GStrv) lines = g_strsplit (bar->lines, "\n", -1);
  GtkWidget     *child;

  while ((child = gtk_widget_get_first_child (bar->chips)) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strchr (lines[i], ' ') != NULL)
      gtk_widget_set_parent (make_chip (bar, lines[i], i), bar->chips);
}

void
tl_constraint_bar_update (TlConstraintBar *bar, TlSession *session)
{
  g_autofree char *lines = tl_session_constraints (session);

  g_return_if_fail (TL_IS_CONSTRAINT_BAR (bar));

  g_set_object (&bar->session, session);
  if (g_strcmp0 (lines, bar->lines) != 0)
    {
      g_free (bar->lines);
      bar->lines = g_steal_pointer (&lines);
      fill (bar);
    }
  gtk_widget_set_visible (GTK_WIDGET (bar), bar->lines[0] != '\0');
  update_facts (bar);
}

/* --- proposals --- */

static void
on_checked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlConstraintBar   *bar = user_data;
  g_autoptr (GError) error = NULL;
  char              *share = tl_session_check_constraints_finish (TL_SESSION (source), result, &error);
  g_autofree char   *proposed = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != bar->cancellable)   /* there is a newer proposal, or none any more */
    g_free (share);
  else if (share == NULL)
    g_signal_emit (bar, signals[MESSAGE], 0, error->message);
  else
    {
      g_free (bar->share);
      bar->share = share;
      proposed = g_steal_pointer (&bar->proposed);
      tl_session_set_constraints (bar->session, proposed, NULL);
    }
  g_object_unref (bar);
}

void
tl_constraint_bar_propose (TlConstraintBar *bar, TlSession *session, const TlTuneConfig *config, const char *lines)
{
  g_return_if_fail (TL_IS_CONSTRAINT_BAR (bar));

  g_set_object (&bar->session, session);
  if (bar->cancellable != NULL)
    g_cancellable_cancel (bar->cancellable);
  g_clear_object (&bar->cancellable);
  bar->cancellable = g_cancellable_new ();
  g_free (bar->proposed);
  bar->proposed = g_strdup (lines);
  tl_session_check_constraints_async (session, config, lines, bar->cancellable, on_checked, g_object_ref (bar));
}

/* --- class --- */

static void
tl_constraint_bar_dispose (GObject *object)
{
  TlConstraintBar *bar = TL_CONSTRAINT_BAR (object);

  if (bar->cancellable != NULL)
    g_cancellable_cancel (bar->cancellable);
  g_clear_object (&bar->cancellable);
  g_clear_object (&bar->session);
  g_clear_pointer (&bar->lines, g_free);
  g_clear_pointer (&bar->proposed, g_free);
  g_clear_pointer (&bar->share, g_free);
  g_clear_pointer (&bar->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_constraint_bar_parent_class)->dispose (object);
}

static void
tl_constraint_bar_class_init (TlConstraintBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_constraint_bar_dispose;
  g_type_ensure (TL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/constraint-bar.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintBar, content);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintBar, chips);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintBar, facts);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_CONSTRAINT_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_STRING);
}

static void
tl_constraint_bar_init (TlConstraintBar *bar)
{
  gtk_widget_init_template (GTK_WIDGET (bar));
}
