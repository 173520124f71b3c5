/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/gpu-section.h"

struct _TlGpuSection
{
  GtkWidget  parent_instance;
  /* Children */
  GtkWidget *head;
  GtkWidget *figure;     /* in it */
  GtkWidget *detail;
  GtkWidget *content;
};

G_DEFINE_FINAL_TYPE (TlGpuSection, tl_gpu_section, GTK_TYPE_WIDGET)

void
tl_gpu_section_set (TlGpuSection *self, const char *figure, gboolean is_bad, const char *detail)
{
  gtk_label_set_text (GTK_LABEL (self->figure), figure != NULL ? figure : "");
  gtk_label_set_text (GTK_LABEL (self->detail), detail != NULL ? detail : "");
  gtk_widget_set_visible (self->detail, detail != NULL);
  if (is_bad)
    gtk_widget_add_css_class (self->figure, "warning");
  else
    gtk_widget_remove_css_class (self->figure, "warning");
}

void
tl_gpu_section_append (TlGpuSection *self, GtkWidget *child)
{
  gtk_box_append (GTK_BOX (self->content), child);
}

void
tl_gpu_section_clear (TlGpuSection *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->content)) != NULL)
    gtk_box_remove (GTK_BOX (self->content), child);
}

static void
tl_gpu_section_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_gpu_section_parent_class)->dispose (object);
}

static void
tl_gpu_section_class_init (TlGpuSectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_gpu_section_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gpusection");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tl_gpu_section_init (TlGpuSection *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->figure = gtk_label_new ("");
  gtk_widget_set_hexpand (self->figure, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->figure), 1);
  gtk_widget_add_css_class (self->figure, "heading");
  gtk_widget_add_css_class (self->figure, "numeric");
  self->detail = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->detail), 0);
  gtk_label_set_wrap (GTK_LABEL (self->detail), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->detail), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (self->detail), 48);   /* two sections stand side by side from some width on */
  gtk_widget_add_css_class (self->detail, "dim-label");
  gtk_widget_add_css_class (self->detail, "caption");
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_margin_top (self->content, 6);
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
  gtk_widget_set_parent (self->detail, GTK_WIDGET (self));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}

GtkWidget *
tl_gpu_section_new (const char *title)
{
  TlGpuSection *self = g_object_new (TL_TYPE_GPU_SECTION, NULL);
  GtkWidget    *label = gtk_label_new (title);

  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (self->head), label);
  gtk_box_append (GTK_BOX (self->head), self->figure);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return GTK_WIDGET (self);
}
