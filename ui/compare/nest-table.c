/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Only the rows in view and SPARE_ROWS before and after them have cells, for each frame lays out all there are; a cell elsewhere is made
 * where it is asked for. They are made a few per frame; those of the alignment before stay in place until then where it had as many.
 */
#include "ui/compare/nest-table.h"

#include <math.h>

#include "core/base/i18n.h"
#include "ui/compare/compare-row.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define ROW_HEIGHT    18.6   /* at least */
#define ROW_GAP       2.0
#define TOP           8.0
#define INDENT        11.0
#define MAX_INDENTED  0.45   /* of a column's width, for the deepest */
#define DOT_RADIUS    2.2
#define RIBBON_WIDTH  1.4
#define FAMILIES_SHOWN 4u
#define SPARE_ROWS    12

struct _TlNestTable
{
  GtkWidget        parent_instance;
  TlNestAlignment *alignment;   /* owned; nullable */
  GtkWidget       *legend;      /* owned child; nullable */
  GtkWidget      **cells;       /* owned children, row by row; NULL where there is nothing, or nothing yet */
  GtkWidget      **old_cells;   /* nullable; those that cells replace */
  guint            n_cells;
  TlAfterFrame    *fill;
  GtkWidget       *scroller;    /* borrowed; NULL: not in a window */
  double           row_height;
  double           text_scale;  /* that row_height is of */
  guint            deepest;
  gint             selected;    /* row; -1: none */
  gint             at_row, at_column;
};

G_DEFINE_FINAL_TYPE (TlNestTable, tl_nest_table, GTK_TYPE_WIDGET)

static guint selected_signal;

/* --- cells --- */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
let_be_cut (GtkWidget *label)
{
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
}

static void
fill_loop (GtkWidget *cell, const TlNestItem *item)
{
  g_autofree char *extent = g_strdup_printf ("×%s", item->extent_text), *glyph = tl_loop_glyph (&item->stmt->loop);
  GtkWidget       *label;

  let_be_cut (add_label (cell, item->label, "loop-name"));
  let_be_cut (label = add_label (cell, extent, "loop-extent"));
  gtk_widget_set_hexpand (label, TRUE);
  if (item->family != TL_FAMILY_COPIES)
    {
      g_autofree char *family = g_strdup_printf ("family-%u", item->family % TL_N_FAMILY_HUES);

      gtk_widget_add_css_class (cell, family);
    }
  gtk_widget_add_css_class (cell, tl_loop_look_css_class (tl_loop_look (&item->stmt->loop)));
  if (*glyph != '\0')
    add_label (cell, glyph, "loop-glyph");
}

static void
fill_block (GtkWidget *cell, const TlNestItem *item)
{
  g_autofree char *reads = tl_block_reads_text (&item->stmt->block), *writes = tl_block_writes_text (&item->stmt->block);
  g_autofree char *accesses = g_strdup_printf ("%s → %s", reads, writes);
  GtkWidget       *label;

  let_be_cut (add_label (cell, item->label, "loop-name"));
  let_be_cut (label = add_label (cell, accesses, "loop-extent"));
  gtk_widget_set_hexpand (label, TRUE);
  if (tl_block_is_guarded (&item->stmt->block))
    add_label (cell, "where", "block-guard");
  gtk_widget_add_css_class (cell, "block");
}

static GtkWidget *
new_cell (const TlNestAlignment *alignment, guint row, guint column)
{
  static const char *const classes[] = { NULL, "same", "changed", "added", "missing" };
  static const char *const signs[] = { NULL, NULL, "≠", "+", "−" };
  const TlAlignedCell *cell = &alignment->rows[row].cells[column];
  const TlNestItem    *item = cell->item >= 0 ? &alignment->nests[column]->items[cell->item] : NULL;
  GtkWidget           *widget = g_object_new (GTK_TYPE_BOX, "css-name", "nestcell", "accessible-role", GTK_ACCESSIBLE_ROLE_GRID_CELL,
                                              "focusable", TRUE, "spacing", 6, NULL);
  g_autofree char     *text = tl_nest_alignment_describe (alignment, row, column);

  gtk_widget_add_css_class (widget, classes[cell->change]);
  if (item != NULL && item->kind == TL_NEST_LOOP)
    fill_loop (widget, item);
  else if (item != NULL && item->kind == TL_NEST_BLOCK)
    fill_block (widget, item);
  else
    {
      GtkWidget *label = add_label (widget, item != NULL ? item->label : "", "loop-extent");

      let_be_cut (label);
      gtk_widget_set_hexpand (label, TRUE);
    }
  if (signs[cell->change] != NULL)
    add_label (widget, signs[cell->change], "difference-sign");
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  tl_widget_set_tip (widget, text);
  return widget;
}

/* --- the legend --- */

static void
add_legend_row (GtkWidget *legend, const char *sign, const char *css_class, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (add_label (box, sign, "legend-sign"), css_class);
  let_be_cut (add_label (box, text, "caption"));
  gtk_box_append (GTK_BOX (legend), box);
}

static void
add_families (GtkWidget *legend, const TlNestAlignment *alignment)
{
  const TlNest *nest = alignment->nests[alignment->baseline];
  guint         shown = 0;

  for (guint i = 0; i < nest->n_items && shown < FAMILIES_SHOWN; i++)
    {
      const TlNestItem *item = &nest->items[i];
      g_autofree char  *name = NULL, *text = NULL, *family = NULL;
      gboolean          is_first = item->kind == TL_NEST_LOOP && item->family != TL_FAMILY_COPIES;

      for (guint j = 0; j < i && is_first; j++)
        is_first = nest->items[j].kind != TL_NEST_LOOP || nest->items[j].family != item->family;
      if (!is_first)
        continue;
      name = tl_loop_family_name (item->label);
      text = g_strdup_printf (_("from %s"), name);
      family = g_strdup_printf ("family-%u", item->family % TL_N_FAMILY_HUES);
      add_legend_row (legend, "", family, text);
      gtk_widget_add_css_class (gtk_widget_get_first_child (gtk_widget_get_last_child (legend)), "legend-line");
      shown++;
    }
}

static GtkWidget *
new_legend (const TlNestAlignment *alignment)
{
  GtkWidget *legend = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  gtk_widget_add_css_class (legend, "compare-legend");
  gtk_label_set_xalign (GTK_LABEL (add_label (legend, _("Nest"), "heading")), 0);
  add_legend_row (legend, "+", "added", _("added"));
  add_legend_row (legend, "≠", "changed", _("changed"));
  add_legend_row (legend, "−", "missing", _("missing"));
  add_families (legend, alignment);
  return legend;
}

/* --- layout --- */

static GtkWidget *
shown_cell (TlNestTable *self, guint i)
{
  return self->cells[i] != NULL || self->old_cells == NULL ? self->cells[i] : self->old_cells[i];
}

static void
tl_nest_table_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TlNestTable *self = TL_NEST_TABLE (widget);
  int          legend = 0, cell = 0;

  *minimum = *natural = 0;
  if (self->alignment == NULL || orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  if (self->text_scale != tl_text_scale (widget))
    self->row_height = ROW_HEIGHT;
  self->text_scale = tl_text_scale (widget);
  for (guint i = 0; i < self->n_cells; i++)
    if (shown_cell (self, i) != NULL)
      {
        gtk_widget_measure (shown_cell (self, i), orientation, -1, &cell, NULL, NULL, NULL);
        self->row_height = MAX (self->row_height, cell + ROW_GAP);
      }
  gtk_widget_measure (self->legend, orientation, -1, &legend, NULL, NULL, NULL);
  *minimum = *natural = MAX (legend, (int) (self->row_height * self->alignment->n_rows + 2 * TOP));
}

static double
indent_of (TlNestTable *self, const TlCompareColumns *columns)
{
  return MIN (INDENT, columns->width * MAX_INDENTED / MAX (self->deepest, 1));
}

static double
cell_x (TlNestTable *self, const TlCompareColumns *columns, guint row, guint column)
{
  const TlAlignedRow *aligned = &self->alignment->rows[row];
  gint                item = aligned->cells[column].item;
  guint               depth = item >= 0 ? self->alignment->nests[column]->items[item].depth : aligned->depth;

  return tl_compare_columns_x (columns, column) + depth * indent_of (self, columns);
}

static TlCompareColumns
columns_of (TlNestTable *self)
{
  return tl_compare_columns_new (GTK_WIDGET (self), self->alignment->n_columns, self->alignment->baseline);
}

static void
place_cell (TlNestTable *self, const TlCompareColumns *columns, guint i)
{
  guint  row = i / self->alignment->n_columns, column = i % self->alignment->n_columns;
  double x = cell_x (self, columns, row, column), right = tl_compare_columns_x (columns, column) + columns->width;
  int    minimum;

  gtk_widget_measure (shown_cell (self, i), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate (shown_cell (self, i), MAX ((int) (right - x), minimum), (int) (self->row_height - ROW_GAP), -1,
                       gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, (float) (TOP + row * self->row_height))));
}

static void
tl_nest_table_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlNestTable     *self = TL_NEST_TABLE (widget);
  TlCompareColumns columns;
  int              minimum;

  if (self->alignment == NULL)
    return;
  columns = columns_of (self);
  gtk_widget_measure (self->legend, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate (self->legend, MAX (minimum, (int) columns.label - 8), height, -1, NULL);
  for (guint i = 0; i < self->n_cells; i++)
    if (shown_cell (self, i) != NULL)
      place_cell (self, &columns, i);
}

/* --- drawing --- */

static void
draw_ribbon (TlNestTable *self, cairo_t *cr, const TlCompareColumns *columns, const TlRibbon *ribbon, const TlPalette *palette)
{
  double from_x = tl_compare_columns_x (columns, ribbon->column) + columns->width + 3;
  double to_x = cell_x (self, columns, ribbon->to_row, ribbon->column + 1) - 3;
  double from_y = TOP + (ribbon->from_row + 0.5) * self->row_height - ROW_GAP / 2;
  double to_y = TOP + (ribbon->to_row + 0.5) * self->row_height - ROW_GAP / 2;
  double bend = columns->gap * 0.55, left = tl_compare_columns_x (columns, ribbon->column + 1) - 4;

  tl_set_color (cr, tl_family_color (palette, ribbon->family), 0.85);
  cairo_set_line_width (cr, RIBBON_WIDTH);
  cairo_move_to (cr, from_x, from_y);
  cairo_curve_to (cr, from_x + bend, from_y, left - bend, to_y, left, to_y);
  cairo_line_to (cr, to_x, to_y);
  cairo_stroke (cr);
  cairo_arc (cr, from_x, from_y, DOT_RADIUS, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_arc (cr, to_x, to_y, DOT_RADIUS, 0, 2 * G_PI);
  cairo_fill (cr);
}

/* Loops that all correspond one to one need no ribbons. */
static gboolean
has_changes (const TlNestAlignment *alignment, guint column)
{
  for (guint i = 0; i < alignment->n_ribbons; i++)
    if (alignment->ribbons[i].column == column && !alignment->ribbons[i].is_plain)
      return TRUE;
  return FALSE;
}

static void
tl_nest_table_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlNestTable     *self = TL_NEST_TABLE (widget);
  int              width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TlCompareColumns columns;
  cairo_t         *cr;

  if (self->alignment == NULL)
    return;
  columns = columns_of (self);
  if (self->alignment->n_columns > 1)
    tl_compare_columns_snapshot_baseline (&columns, snapshot, height);
  GTK_WIDGET_CLASS (tl_nest_table_parent_class)->snapshot (widget, snapshot);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  for (guint i = 0; i < self->alignment->n_ribbons; i++)
    if (has_changes (self->alignment, self->alignment->ribbons[i].column))
      draw_ribbon (self, cr, &columns, &self->alignment->ribbons[i], tl_style_palette ());
  cairo_destroy (cr);
}

/* --- input --- */

static void
set_selected (GtkWidget *cell, gboolean is_selected)
{
  if (is_selected)
    gtk_widget_add_css_class (cell, "selected");
  else
    gtk_widget_remove_css_class (cell, "selected");
  gtk_accessible_update_state (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

static gboolean
is_missing (TlNestTable *self, guint i)
{
  return self->cells[i] == NULL && self->alignment->rows[i / self->alignment->n_columns].cells[i % self->alignment->n_columns].change
                                   != TL_CELL_EMPTY;
}

static void
make_cell (TlNestTable *self, guint i)
{
  guint row = i / self->alignment->n_columns, column = i % self->alignment->n_columns;

  if (self->old_cells != NULL)
    g_clear_pointer (&self->old_cells[i], gtk_widget_unparent);
  self->cells[i] = new_cell (self->alignment, row, column);
  if ((gint) row == self->selected)
    set_selected (self->cells[i], TRUE);
  gtk_widget_set_parent (self->cells[i], GTK_WIDGET (self));
}

/* In its place at once: what gets the focus is scrolled to. */
static GtkWidget *
cell_at (TlNestTable *self, gint row, gint column)
{
  guint i;

  if (self->alignment == NULL || row < 0 || column < 0 || row >= (gint) self->alignment->n_rows
      || column >= (gint) self->alignment->n_columns)
    return NULL;
  i = (guint) row * self->alignment->n_columns + (guint) column;
  if (is_missing (self, i))
    {
      TlCompareColumns columns = columns_of (self);

      make_cell (self, i);
      place_cell (self, &columns, i);
    }
  return self->cells[i];
}

static gboolean
find_cell (TlNestTable *self, GtkWidget *widget, gint *row, gint *column)
{
  for (guint i = 0; i < self->n_cells; i++)
    if (self->cells[i] != NULL && (self->cells[i] == widget || gtk_widget_is_ancestor (widget, self->cells[i])))
      {
        *row = (gint) (i / self->alignment->n_columns);
        *column = (gint) (i % self->alignment->n_columns);
        return TRUE;
      }
  return FALSE;
}

void
tl_nest_table_select (TlNestTable *self, gint row)
{
  for (guint i = 0; i < self->n_cells; i++)
    if (self->cells[i] != NULL)
      set_selected (self->cells[i], row >= 0 && (gint) (i / self->alignment->n_columns) == row);
  self->selected = row;
}

static void
pick (TlNestTable *self, gint row, gint column)
{
  self->at_row = row;
  self->at_column = column;
  tl_nest_table_select (self, row);
  g_signal_emit (self, selected_signal, 0, (guint) row, (guint) column);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TlNestTable *self)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  gint       row, column;

  if (widget == NULL || !find_cell (self, widget, &row, &column))
    return;
  gtk_widget_grab_focus (cell_at (self, row, column));
  pick (self, row, column);
}

static gboolean
has_focus_within (TlNestTable *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* The next cell of the column that there is. */
static void
move_down (TlNestTable *self, gint row, gint column, gint by)
{
  for (row += by; row >= 0 && row < (gint) self->alignment->n_rows; row += by)
    if (cell_at (self, row, column) != NULL)
      {
        gtk_widget_grab_focus (cell_at (self, row, column));
        return;
      }
}

/* The nearest cell of the next column: a loop may be missing there. */
static void
move_across (TlNestTable *self, gint row, gint column, gint by)
{
  gint n_rows = (gint) self->alignment->n_rows;

  column += by;
  if (column < 0 || column >= (gint) self->alignment->n_columns)
    return;
  for (gint away = 0; away < n_rows; away++)
    for (gint side = -1; side <= 1; side += 2)
      {
        gint at = row + side * away;

        if (at >= 0 && at < n_rows && cell_at (self, at, column) != NULL)
          {
            gtk_widget_grab_focus (cell_at (self, at, column));
            return;
          }
      }
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlNestTable *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  gint       row, column;

  if (focus == NULL || !find_cell (self, focus, &row, &column) || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up:
      move_down (self, row, column, -1);
      return TRUE;
    case GDK_KEY_Down:
      move_down (self, row, column, 1);
      return TRUE;
    case GDK_KEY_Left:
      move_across (self, row, column, -1);
      return TRUE;
    case GDK_KEY_Right:
      move_across (self, row, column, 1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      pick (self, row, column);
      return TRUE;
    default:
      return FALSE;
    }
}

void
tl_nest_table_step (TlNestTable *self, gint direction)
{
  GtkWidget *cell;

  if (self->alignment == NULL || !tl_nest_alignment_step (self->alignment, direction, &self->at_row, &self->at_column))
    return;
  cell = cell_at (self, self->at_row, self->at_column);
  if (cell != NULL)
    gtk_widget_grab_focus (cell);
}

/* --- contents --- */

static void
clear_old_cells (TlNestTable *self)
{
  for (guint i = 0; self->old_cells != NULL && i < self->n_cells; i++)
    g_clear_pointer (&self->old_cells[i], gtk_widget_unparent);
  g_clear_pointer (&self->old_cells, g_free);
}

static void
clear (TlNestTable *self)
{
  clear_old_cells (self);
  self->old_cells = g_steal_pointer (&self->cells);
  clear_old_cells (self);
  g_clear_pointer (&self->legend, gtk_widget_unparent);
  g_clear_pointer (&self->alignment, tl_nest_alignment_free);
  self->n_cells = self->deepest = 0;
  self->selected = self->at_row = self->at_column = -1;
}

/* Forgets what is shown; its cells stay until there are others. */
static void
begin_to_replace (TlNestTable *self)
{
  guint       n_cells = self->n_cells;
  GtkWidget **cells = g_steal_pointer (&self->cells);

  clear (self);
  self->old_cells = cells;
  self->n_cells = n_cells;
}

const TlNestAlignment *
tl_nest_table_alignment (TlNestTable *self)
{
  return self->alignment;
}

static guint
deepest_of (const TlNestAlignment *alignment)
{
  guint deepest = 0;

  for (guint row = 0; row < alignment->n_rows; row++)
    for (guint column = 0; column < alignment->n_columns; column++)
      {
        gint item = alignment->rows[row].cells[column].item;

        if (item >= 0)
          deepest = MAX (deepest, alignment->nests[column]->items[item].depth);
      }
  return deepest;
}

typedef struct
{
  guint first, end;
} RowRange;

/* Those in view, and @spare before and after; none outside of a window. */
static RowRange
rows_in_view (TlNestTable *self, guint spare)
{
  graphene_point_t top = GRAPHENE_POINT_INIT (0, (float) TOP);
  gint             n_rows = (gint) self->alignment->n_rows, first, end;

  if (self->scroller == NULL || !gtk_widget_compute_point (GTK_WIDGET (self), self->scroller, &top, &top))
    return (RowRange) { 0, 0 };
  first = (gint) floor (-top.y / self->row_height) - (gint) spare;
  end = (gint) ceil ((gtk_widget_get_height (self->scroller) - top.y) / self->row_height) + (gint) spare;
  return (RowRange) { (guint) CLAMP (first, 0, n_rows), (guint) CLAMP (end, 0, n_rows) };
}

/* TRUE: none is missing. */
static gboolean
make_rows (TlNestTable *self, RowRange rows, gint64 end_us)
{
  for (guint i = rows.first * self->alignment->n_columns; i < rows.end * self->alignment->n_columns; i++)
    if (is_missing (self, i))
      {
        if (g_get_monotonic_time () >= end_us)
          return FALSE;
        make_cell (self, i);
      }
  return TRUE;
}

/* TRUE: there are no more. */
static gboolean
drop_rows_outside (TlNestTable *self, RowRange rows, gint64 end_us)
{
  GtkWidget *focused = gtk_widget_get_focus_child (GTK_WIDGET (self));

  for (guint i = 0; i < self->n_cells; i++)
    {
      guint row = i / self->alignment->n_columns;

      if (self->cells[i] == NULL || self->cells[i] == focused || (row >= rows.first && row < rows.end))
        continue;
      if (g_get_monotonic_time () >= end_us)
        return FALSE;
      g_clear_pointer (&self->cells[i], gtk_widget_unparent);
    }
  return TRUE;
}

static void
fill (GtkWidget *widget)
{
  TlNestTable *self = TL_NEST_TABLE (widget);
  gint64       end_us = g_get_monotonic_time () + TL_SLICE_US;

  if (self->alignment == NULL)
    return;
  if (!make_rows (self, rows_in_view (self, 0), end_us) || !make_rows (self, rows_in_view (self, SPARE_ROWS), end_us)
      || !drop_rows_outside (self, rows_in_view (self, 2 * SPARE_ROWS), end_us))
    tl_after_frame_ask (self->fill);
  else
    clear_old_cells (self);
}

void
tl_nest_table_set (TlNestTable *self, TlNestAlignment *alignment)
{
  gboolean has_same_size = alignment != NULL && self->alignment != NULL && alignment->n_rows == self->alignment->n_rows
                           && alignment->n_columns == self->alignment->n_columns;

  if (has_same_size)
    begin_to_replace (self);
  else
    clear (self);
  self->alignment = alignment;
  if (alignment == NULL)
    return;
  self->legend = new_legend (alignment);
  gtk_widget_set_parent (self->legend, GTK_WIDGET (self));
  self->n_cells = alignment->n_rows * alignment->n_columns;
  self->cells = g_new0 (GtkWidget *, self->n_cells + 1);
  self->deepest = deepest_of (alignment);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  fill (GTK_WIDGET (self));
}

/* --- the view --- */

static void
on_scrolled (TlNestTable *self)
{
  tl_after_frame_ask (self->fill);
}

static void
tl_nest_table_root (GtkWidget *widget)
{
  TlNestTable   *self = TL_NEST_TABLE (widget);
  GtkAdjustment *position;

  GTK_WIDGET_CLASS (tl_nest_table_parent_class)->root (widget);
  self->scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  position = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  g_signal_connect_swapped (position, "value-changed", G_CALLBACK (on_scrolled), self);
  g_signal_connect_swapped (position, "changed", G_CALLBACK (on_scrolled), self);
}

static void
tl_nest_table_unroot (GtkWidget *widget)
{
  TlNestTable *self = TL_NEST_TABLE (widget);

  g_signal_handlers_disconnect_by_data (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), self);
  self->scroller = NULL;
  GTK_WIDGET_CLASS (tl_nest_table_parent_class)->unroot (widget);
}

/* --- object --- */

static void
tl_nest_table_dispose (GObject *object)
{
  clear (TL_NEST_TABLE (object));
  g_clear_pointer (&TL_NEST_TABLE (object)->fill, tl_after_frame_free);
  G_OBJECT_CLASS (tl_nest_table_parent_class)->dispose (object);
}

/* One stop of the Tab key: arrows go on from there. */
static gboolean
tl_nest_table_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TlNestTable *self = TL_NEST_TABLE (widget);
  GtkWidget   *cell = NULL;
  RowRange     rows;

  if ((direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD) || self->alignment == NULL || has_focus_within (self))
    return FALSE;
  if (self->at_row >= 0 && self->at_row < (gint) self->alignment->n_rows && self->at_column < (gint) self->alignment->n_columns)
    cell = cell_at (self, self->at_row, self->at_column);
  rows = rows_in_view (self, 0);
  for (guint row = rows.first; cell == NULL && row < rows.end; row++)
    for (guint column = 0; cell == NULL && column < self->alignment->n_columns; column++)
      cell = cell_at (self, (gint) row, (gint) column);
  return cell != NULL && gtk_widget_grab_focus (cell);
}

static void
tl_nest_table_class_init (TlNestTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_nest_table_dispose;
  widget_class->measure = tl_nest_table_measure;
  widget_class->size_allocate = tl_nest_table_size_allocate;
  widget_class->snapshot = tl_nest_table_snapshot;
  widget_class->focus = tl_nest_table_focus;
  widget_class->root = tl_nest_table_root;
  widget_class->unroot = tl_nest_table_unroot;
  gtk_widget_class_set_css_name (widget_class, "nesttable");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
  selected_signal = g_signal_new ("selected", TL_TYPE_NEST_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                  G_TYPE_UINT);
}

static void
tl_nest_table_init (TlNestTable *self)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->fill = tl_after_frame_new (GTK_WIDGET (self), fill);
  self->row_height = ROW_HEIGHT;
  self->selected = self->at_row = self->at_column = -1;
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loop nests, aligned"), -1);
}

GtkWidget *
tl_nest_table_new (void)
{
  return g_object_new (TL_TYPE_NEST_TABLE, NULL);
}
