/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/phase-list.h"

#include "core/base/i18n.h"
#include "core/draw/data/thread-picture.h"

struct _TlPhaseList
{
  GtkWidget  parent_instance;
  GArray    *blocks;     /* TlNodeId of each row; 0: a barrier */
  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (TlPhaseList, tl_phase_list, GTK_TYPE_WIDGET)

enum { BLOCK_PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static GtkWidget *
caption (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
append (TlPhaseList *self, GtkWidget *row, TlNodeId block, const char *name)
{
  g_array_append_val (self->blocks, block);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
append_barrier (TlPhaseList *self)
{
  GtkWidget *row = gtk_list_box_row_new (), *label = gtk_label_new (_("barrier"));

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (row, "barrier");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  append (self, row, 0, _("barrier"));
}

static void
append_phase (TlPhaseList *self, const TlThreadPhase *phase, gint64 n_threads)
{
  GtkWidget       *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget       *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *title, *right;
  g_autofree char *name = tl_thread_phase_title (phase), *text = tl_thread_phase_text (phase), *spoken = NULL;
  g_autofree char *threads = g_strdup_printf (_("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " threads"), phase->n_threads, n_threads);

  title = caption (name, "monospace");
  right = caption (threads, "dim-label");
  gtk_widget_add_css_class (right, "caption");
  gtk_label_set_xalign (GTK_LABEL (right), 1);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (first), title);
  gtk_box_append (GTK_BOX (first), right);
  gtk_box_append (GTK_BOX (box), first);
  if (*text != '\0')
    {
      GtkWidget *detail = caption (text, "dim-label");

      gtk_widget_add_css_class (detail, "caption");
      gtk_box_append (GTK_BOX (box), detail);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  spoken = g_strdup_printf ("%s, %s%s%s", name, threads, *text != '\0' ? ", " : "", text);
  append (self, row, phase->blocks->len > 0 ? g_array_index (phase->blocks, TlPhaseBlock, 0).block->id : 0, spoken);
}

void
tl_phase_list_set (TlPhaseList *self, const TlKernelFacts *facts)
{
  gint64     n_threads = tl_thread_mapping_n_threads (&facts->mapping);
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  g_array_set_size (self->blocks, 0);
  for (guint i = 0; facts->phases != NULL && i < facts->phases->len; i++)
    {
      const TlThreadPhase *phase = facts->phases->pdata[i];

      if (phase->waits)
        append_barrier (self);
      append_phase (self, phase, n_threads);
    }
}

static void
on_activated (TlPhaseList *self, GtkListBoxRow *row)
{
  TlNodeId block = g_array_index (self->blocks, TlNodeId, gtk_list_box_row_get_index (row));

  if (block != 0)
    g_signal_emit (self, signals[BLOCK_PICKED], 0, block);
}

static void
tl_phase_list_dispose (GObject *object)
{
  TlPhaseList *self = TL_PHASE_LIST (object);

  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_pointer (&self->blocks, g_array_unref);
  G_OBJECT_CLASS (tl_phase_list_parent_class)->dispose (object);
}

static void
tl_phase_list_class_init (TlPhaseListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_phase_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[BLOCK_PICKED] = g_signal_new ("block-picked", TL_TYPE_PHASE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                        G_TYPE_UINT);
}

static void
tl_phase_list_init (TlPhaseList *self)
{
  self->blocks = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "phase-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Phases"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_activated), self);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

GtkWidget *
tl_phase_list_new (void)
{
  return g_object_new (TL_TYPE_PHASE_LIST, NULL);
}
