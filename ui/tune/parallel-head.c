/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/parallel-head.h"

#include "core/base/i18n.h"
#include "ui/widgets/tip.h"

#define MAX_CHARS 14

struct _TlParallelHead
{
  GtkWidget parent_instance;

  /* Owned children */
  GtkWidget *name;
  GtkWidget *bar;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE (TlParallelHead, tl_parallel_head, GTK_TYPE_WIDGET)

static void
tl_parallel_head_dispose (GObject *object)
{
  TlParallelHead *head = TL_PARALLEL_HEAD (object);

  g_clear_pointer (&head->name, gtk_widget_unparent);
  g_clear_pointer (&head->bar, gtk_widget_unparent);
  g_clear_pointer (&head->note, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_parallel_head_parent_class)->dispose (object);
}

static void
tl_parallel_head_class_init (TlParallelHeadClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_parallel_head_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "parallelhead");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_label (TlParallelHead *head, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_parent (label, GTK_WIDGET (head));
  return label;
}

static void
tl_parallel_head_init (TlParallelHead *head)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (head))), GTK_ORIENTATION_VERTICAL);
  head->name = add_label (head, "heading");
  head->bar = gtk_progress_bar_new ();
  gtk_widget_set_halign (head->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (head->bar, GTK_WIDGET (head));
  head->note = add_label (head, "caption");
  gtk_widget_add_css_class (head->note, "dim-label");
  gtk_widget_set_focusable (GTK_WIDGET (head), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (head), "grab");
}

GtkWidget *
tl_parallel_head_new (void)
{
  return g_object_new (TL_TYPE_PARALLEL_HEAD, NULL);
}

void
tl_parallel_head_show (TlParallelHead *head, const char *name, const char *title, double share, const char *note)
{
  g_autofree char *label = g_strdup_printf (_("Axis %s"), name);

  gtk_label_set_label (GTK_LABEL (head->name), name);
  gtk_label_set_label (GTK_LABEL (head->note), note);
  gtk_widget_set_opacity (head->bar, share >= 0 ? 1 : 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (head->bar), CLAMP (share, 0, 1));
  tl_widget_set_tooltip (GTK_WIDGET (head), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (head), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
tl_parallel_head_describe (TlParallelHead *head, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (head), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
