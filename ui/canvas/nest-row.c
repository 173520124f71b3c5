/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/nest-row.h"

#include "core/base/i18n.h"
#include "core/draw/palette.h"
#include "core/session/program-view.h"
#include "ui/widgets/tip.h"

struct _TlNestRow
{
  GtkWidget parent_instance;
  TlNodeId  id;
  guint     index;
  gboolean  is_loop;
  gboolean  is_selected;
};

G_DEFINE_FINAL_TYPE (TlNestRow, tl_nest_row, GTK_TYPE_WIDGET)

static void
tl_nest_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_nest_row_parent_class)->dispose (object);
}

static void
tl_nest_row_class_init (TlNestRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_row_dispose;
  gtk_widget_class_set_css_name (widget_class, "nestrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tl_nest_row_init (TlNestRow *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

static GtkWidget *
label (const char *text, const char *css_class)
{
  GtkWidget *widget = gtk_label_new (text);

  gtk_widget_add_css_class (widget, css_class);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  return widget;
}

static void
fill_loop (TlNestRow *self, const TlNestItem *item)
{
  const TlLoop    *loop = &item->stmt->loop;
  TlLoopLook       look = tl_loop_look (loop);
  g_autofree char *extent = g_strdup_printf ("×%s", item->extent_text);
  g_autofree char *glyph = tl_loop_glyph (loop);
  g_autofree char *name = NULL;
  GtkWidget       *gap = gtk_label_new (NULL);

  gtk_widget_add_css_class (GTK_WIDGET (self), "nest-loop");
  gtk_widget_add_css_class (GTK_WIDGET (self), tl_loop_look_css_class (look));
  gtk_widget_set_parent (label (item->label, "loop-name"), GTK_WIDGET (self));
  gtk_widget_set_parent (label (extent, "loop-extent"), GTK_WIDGET (self));
  if (item->is_reduction)
    {
      GtkWidget *sigma = label ("Σ", "loop-sigma");

      tl_widget_set_tip (sigma, _("Bound to a reduction axis"));
      gtk_widget_set_parent (sigma, GTK_WIDGET (self));
    }
  gtk_widget_set_hexpand (gap, TRUE);
  gtk_widget_set_parent (gap, GTK_WIDGET (self));
  gtk_widget_set_parent (label (look == TL_LOOK_SERIAL ? "" : tl_loop_look_title (look), "loop-kind"), GTK_WIDGET (self));
  gtk_widget_set_parent (label (glyph, "loop-glyph"), GTK_WIDGET (self));
  name = g_strdup_printf (_("loop %s, extent %s, %s%s"), item->label, item->extent_text, tl_loop_look_title (look),
                          item->is_reduction ? _(", reduction") : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
chip (const char *text, const char *css_class)
{
  GtkWidget *widget = label (text, "chip-label");

  gtk_widget_add_css_class (widget, css_class);
  return widget;
}

static void
add_buffer_chips (GtkWidget *box, const TlRegion *regions, guint n_regions, const char *css_class)
{
  for (guint i = 0; i < n_regions; i++)
    {
      g_autofree char *text = tl_region_to_text (&regions[i]);
      gboolean         repeated = FALSE;
      GtkWidget       *widget;

      for (guint j = 0; j < i; j++)
        repeated |= regions[j].buffer == regions[i].buffer;
      if (repeated)
        continue;
      widget = chip (regions[i].buffer->name, css_class);
      tl_widget_set_tip (widget, text);
      gtk_box_append (GTK_BOX (box), widget);
    }
}

static void
fill_block (TlNestRow *self, const TlNestItem *item)
{
  const TlBlock   *block = &item->stmt->block;
  GtkWidget       *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget       *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *axes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *name_label = label (block->name, "block-name");
  g_autofree char *name = g_strdup_printf (_("block %s"), block->name);

  gtk_widget_add_css_class (GTK_WIDGET (self), "nest-block");
  gtk_widget_set_hexpand (name_label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (name_label), 0);
  gtk_box_append (GTK_BOX (top), name_label);
  add_buffer_chips (top, block->reads, block->n_reads, "chip-read");
  if (block->n_writes > 0)
    gtk_box_append (GTK_BOX (top), label ("→", "dim-label"));
  add_buffer_chips (top, block->writes, block->n_writes, "chip-write");
  gtk_box_append (GTK_BOX (column), top);
  for (guint i = 0; i < block->n_axes; i++)
    {
      g_autofree char *text = tl_axis_chip_text (&block->axes[i]);
      g_autofree char *binding = tl_expr_to_text (block->bindings[i]);
      g_autofree char *tip = g_strdup_printf (_("%s axis, bound to %s"), block->axes[i].kind == TL_AXIS_REDUCE ? _("Reduction")
                                              : _("Spatial"), binding);
      GtkWidget       *widget = chip (text, block->axes[i].kind == TL_AXIS_REDUCE ? "chip-reduce" : "chip-spatial");

      tl_widget_set_tip (widget, tip);
      gtk_box_append (GTK_BOX (axes), widget);
    }
  if (block->predicate != NULL && !tl_expr_is_true (block->predicate))
    {
      g_autofree char *predicate = tl_expr_to_text (block->predicate);
      GtkWidget       *widget = chip ("where …", "chip-predicate");

      tl_widget_set_tip (widget, predicate);
      gtk_box_append (GTK_BOX (axes), widget);
    }
  gtk_box_append (GTK_BOX (column), axes);
  gtk_widget_set_hexpand (column, TRUE);
  gtk_widget_set_parent (column, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

GtkWidget *
tl_nest_row_new (const TlNestItem *item, guint index)
{
  TlNestRow *self = g_object_new (TL_TYPE_NEST_ROW, NULL);

  self->id = item->id;
  self->index = index;
  self->is_loop = item->kind == TL_NEST_LOOP;
  switch (item->kind)
    {
    case TL_NEST_LOOP:
      fill_loop (self, item);
      break;
    case TL_NEST_BLOCK:
      fill_block (self, item);
      break;
    case TL_NEST_OTHER:
    default:
      gtk_widget_add_css_class (GTK_WIDGET (self), "nest-other");
      gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
      gtk_widget_set_parent (label (item->label, "loop-extent"), GTK_WIDGET (self));
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, item->label, -1);
    }
  return GTK_WIDGET (self);
}

void
tl_nest_row_set_index (TlNestRow *self, guint index)
{
  self->index = index;
}

TlNodeId
tl_nest_row_id (TlNestRow *self)
{
  return self->id;
}

guint
tl_nest_row_index (TlNestRow *self)
{
  return self->index;
}

gboolean
tl_nest_row_is_loop (TlNestRow *self)
{
  return self->is_loop;
}

static void
set_class (TlNestRow *self, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), css_class);
}

void
tl_nest_row_set_selected (TlNestRow *self, gboolean selected)
{
  if (self->is_selected == selected)
    return;
  self->is_selected = selected;
  set_class (self, "selected", selected);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

void
tl_nest_row_set_culprit (TlNestRow *self, gboolean culprit)
{
  set_class (self, "culprit", culprit);
}
