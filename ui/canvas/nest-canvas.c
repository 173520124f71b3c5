/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The canvas widget: rows and their layout. nest-canvas-view.c has what of it is drawn, and zoom; nest-canvas-input.c handles input,
 * nest-canvas-drag.c dragging, nest-canvas-hover.c what is under the pointer, nest-canvas-figures.c the numbers.
 */
#include "ui/canvas/nest-canvas-private.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"

#define MARGIN         TL_NEST_CANVAS_MARGIN
#define MIN_BOX_WIDTH  280.0
#define LIFTED_WIDTH   180.0   /* of a dragged header: where it may go is seen beside it */
#define MIN_LINE_WIDTH 200.0

G_DEFINE_FINAL_TYPE (TlNestCanvas, tl_nest_canvas, GTK_TYPE_WIDGET)

enum { VIEW_CHANGED, LAID_OUT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- layout --- */

static void
measure_rows (TlNestCanvas *self, double *widths, double *heights)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      int width, height;

      gtk_widget_measure (g_ptr_array_index (self->rows, i), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
      gtk_widget_measure (g_ptr_array_index (self->rows, i), GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
      widths[i] = width;
      heights[i] = self->in_lines ? tl_max (height, TL_NEST_LINE_HEIGHT) : height;
    }
}

/* Lines fill the width; the numbers stand right of the tree. */
static void
lay_out_lines (TlNestCanvas *self, double *widths, const double *heights, double width)
{
  double tree = 0, noted = 0, scale = tl_text_scale (GTK_WIDGET (self));

  for (guint i = 0; i < self->rows->len; i++)
    {
      double line = widths[i] + self->nest->items[i].depth * tl_nest_line_spacing.indent + TL_NEST_LINE_LEAD * scale;

      if (!self->hidden[i])
        {
          tree = tl_max (tree, line);
          noted = tl_max (noted, line + tl_nest_row_note_width (g_ptr_array_index (self->rows, i)));
        }
      widths[i] = 0;
    }
  tl_nest_layout (self->nest, self->hidden, widths, heights, &tl_nest_line_spacing, tl_max (MIN_LINE_WIDTH, width), self->boxes,
                  &self->layout_width, &self->layout_height);
  tl_nest_columns (self->layout_width / scale, tree / scale, tl_max (tree, noted) / scale, &self->columns);
  for (guint i = 0; i < self->rows->len; i++)
    tl_nest_row_set_text_width (g_ptr_array_index (self->rows, i), (int) (self->columns.tree * scale - self->boxes[i].x));
}

/* Nests beside each other, unless something needs a row for each loop. */
static void
lay_out_boxes (TlNestCanvas *self, const double *widths, const double *heights)
{
  double width, height;

  tl_nest_layout (self->nest, self->hidden, widths, heights, &tl_nest_box_spacing, MIN_BOX_WIDTH, self->boxes, &self->layout_width,
                  &self->layout_height);
  tl_nest_canvas_room (self, &width, &height);
  self->n_columns = 0;
  if (!self->is_one_column && width > 0 && height > 0)
    self->n_columns = tl_nest_put_in_columns (self->nest, self->hidden, width - 2 * MARGIN, height - 2 * MARGIN, self->boxes,
                                              &self->layout_width, &self->layout_height);
}

/* @width: of the widget, 0: the least. */
static void
update_layout (TlNestCanvas *self, int width)
{
  guint              n = self->nest != NULL ? self->nest->n_items : 0;
  g_autofree double *widths = g_new0 (double, n + 1);
  g_autofree double *heights = g_new0 (double, n + 1);

  g_free (self->boxes);
  self->boxes = g_new0 (TlNestBox, n + 1);
  self->layout_width = self->layout_height = 0;
  if (n == 0)
    return;
  measure_rows (self, widths, heights);
  if (self->in_lines)
    lay_out_lines (self, widths, heights, width / self->zoom - 2 * MARGIN);
  else
    lay_out_boxes (self, widths, heights);
}

static void
tl_nest_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  double        size;

  update_layout (self, 0);
  size = orientation == GTK_ORIENTATION_HORIZONTAL ? self->layout_width + 2 * MARGIN
         : self->layout_height + MARGIN + tl_nest_canvas_top_margin (self);
  *minimum = *natural = (int) ceil (size * self->zoom);
}

static gboolean
on_frame_after_layout (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  tl_nest_canvas_scroll_to_shown (TL_NEST_CANVAS (widget));
  return G_SOURCE_REMOVE;
}

/* It is not drawn, but GTK wants all that is visible to have a place. */
static void
allocate_held (TlNestCanvas *self)
{
  int width, height;

  if (self->drag.held == NULL)
    return;
  gtk_widget_measure (self->drag.held, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (self->drag.held, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  gtk_widget_allocate (self->drag.held, width, height, -1, NULL);
}

static void
tl_nest_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);

  update_layout (self, width);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TlNestBox *box = &self->boxes[i];
      gboolean         is_lifted = tl_nest_canvas_is_lifted (self, i);
      double           y = box->y + (is_lifted ? self->drag.offset_y : 0);

      if (self->hidden[i])
        continue;
      gtk_widget_set_child_visible (g_ptr_array_index (self->rows, i), tl_nest_canvas_has_detail (self));
      if (!tl_nest_canvas_has_detail (self))
        continue;
      gtk_widget_allocate (g_ptr_array_index (self->rows, i), (int) (is_lifted ? tl_min (LIFTED_WIDTH, box->width) : box->width),
                           (int) box->row_height, -1,
                           gsk_transform_translate (tl_nest_canvas_transform (self), &GRAPHENE_POINT_INIT ((float) box->x, (float) y)));
    }
  allocate_held (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  if (self->to_show >= 0)
    gtk_widget_add_tick_callback (widget, on_frame_after_layout, NULL, NULL);
  g_signal_emit (self, signals[LAID_OUT], 0);
}

/* --- contents --- */

/* Statements are immutable: equal pointers look equal. */
gboolean
tl_nest_items_look_same (const TlNestItem *a, const TlNestItem *b)
{
  g_autofree char *glyph_a = NULL, *glyph_b = NULL;

  if (a->id == 0 || a->id != b->id || a->kind != b->kind || a->is_reduction != b->is_reduction || strcmp (a->label, b->label) != 0)
    return FALSE;
  if (a->stmt == b->stmt || a->kind != TL_NEST_LOOP)
    return a->stmt == b->stmt;
  glyph_a = tl_loop_glyph (&a->stmt->loop);
  glyph_b = tl_loop_glyph (&b->stmt->loop);
  return strcmp (a->extent_text, b->extent_text) == 0 && tl_loop_look (&a->stmt->loop) == tl_loop_look (&b->stmt->loop)
         && g_strcmp0 (glyph_a, glyph_b) == 0;
}

/* Removes from @rows, made for @old, the row that shows item @index as it is now, and returns it; NULL if there is none. */
static GtkWidget *
take_row (TlNestCanvas *self, GPtrArray *rows, const TlNest *old, guint index)
{
  const TlNestItem *item = &self->nest->items[index];
  gint              at = old != NULL && item->id != 0 ? tl_nest_find (old, item->id) : -1;
  TlNestRow        *row = at >= 0 ? g_ptr_array_index (rows, at) : NULL;
  gboolean          is_folded = self->folded[index];

  if (row == NULL || !tl_nest_items_look_same (&old->items[at], item) || tl_nest_row_is_line (row) != self->in_lines
      || tl_nest_row_is_folded (row) != is_folded || tl_nest_can_fold (old, (guint) at) != tl_nest_can_fold (self->nest, index)
      || (is_folded && old->items[at].stmt != item->stmt))
    return NULL;
  return g_steal_pointer (&g_ptr_array_index (rows, at));
}

static void
update_hidden (TlNestCanvas *self)
{
  guint n = self->nest != NULL ? self->nest->n_items : 0;

  g_free (self->folded);
  g_free (self->hidden);
  self->folded = g_new0 (gboolean, n + 1);
  self->hidden = g_new0 (gboolean, n + 1);
  if (n == 0)
    return;
  tl_nest_folds_hide (self->folds, self->nest, self->in_lines, self->hidden);
  for (guint i = 0; i < n; i++)
    self->folded[i] = tl_nest_folds_is_folded (self->folds, self->nest, i, self->in_lines);
}

/* Rows are expensive: those of @old_rows, made for @old, that need no change stay, with their styles, sizes and focus. */
static void
make_rows (TlNestCanvas *self, const TlNest *old, GPtrArray *old_rows)
{
  GtkWidget *previous = NULL;

  self->rows = g_ptr_array_new ();
  for (guint i = 0; self->nest != NULL && i < self->nest->n_items; i++)
    {
      GtkWidget *row = take_row (self, old_rows, old, i);
      gboolean   is_new = row == NULL;

      if (is_new)
        row = tl_nest_row_new (self->nest, i, self->in_lines, self->folded[i]);
      tl_nest_row_set_index (TL_NEST_ROW (row), i);
      if (is_new || gtk_widget_get_prev_sibling (row) != previous)
        gtk_widget_insert_after (row, GTK_WIDGET (self), previous);
      if (is_new)
        tl_nest_canvas_add_row_input (self, TL_NEST_ROW (row));
      else
        tl_nest_row_set_culprit (TL_NEST_ROW (row), FALSE);
      gtk_widget_set_visible (row, !self->hidden[i]);
      g_ptr_array_add (self->rows, row);
      previous = row;
    }
  for (guint i = 0; i < old_rows->len; i++)
    if (g_ptr_array_index (old_rows, i) != NULL && !tl_nest_canvas_hold (self, g_ptr_array_index (old_rows, i)))
      gtk_widget_unparent (g_ptr_array_index (old_rows, i));
}

/* Shows @nest, or nothing. */
static void
set_nest (TlNestCanvas *self, TlNest *nest)
{
  g_autoptr (TlNest)    old_nest = NULL;
  g_autoptr (GPtrArray) old_rows = NULL;

  tl_nest_canvas_clear_drag (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  old_nest = g_steal_pointer (&self->nest);
  old_rows = g_steal_pointer (&self->rows);
  self->nest = nest;
  g_clear_pointer (&self->edges, g_array_unref);
  self->edges = nest != NULL ? tl_nest_edges (nest) : NULL;
  update_hidden (self);
  make_rows (self, old_nest, old_rows);
}

TlSelection *
tl_nest_canvas_selection (TlNestCanvas *self)
{
  return tl_session_selection (tl_editor_session (self->editor));
}

static void
mark_selection (TlNestCanvas *self)
{
  TlSelection *selection = tl_nest_canvas_selection (self);

  for (guint i = 0; i < self->rows->len; i++)
    {
      TlNestRow *row = g_ptr_array_index (self->rows, i);

      tl_nest_row_set_selected (row, tl_nest_row_id (row) != 0 && tl_selection_contains (selection, tl_nest_row_id (row)));
    }
}

static void
show_notes (TlNestCanvas *self)
{
  TlSelection *selection = tl_nest_canvas_selection (self);

  for (guint i = 0; i < self->rows->len; i++)
    {
      TlNestRow *row = g_ptr_array_index (self->rows, i);

      tl_nest_row_set_mark (row, tl_selection_note (selection, tl_nest_row_id (row)));
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Rebuilding the canvas must not lose the keyboard focus. */
static gboolean
has_focus_within (TlNestCanvas *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)));
}

static void
keep_focus (TlNestCanvas *self, gboolean had_focus)
{
  if (had_focus)
    gtk_widget_grab_focus (tl_nest_canvas_anchor (self));
}

static void
show_changes (TlNestCanvas *self)
{
  mark_selection (self);
  show_notes (self);
  tl_nest_canvas_follow_hover (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
tl_nest_canvas_refold (TlNestCanvas *self)
{
  g_autoptr (GPtrArray) old_rows = NULL;
  gboolean              had_focus = has_focus_within (self);

  if (self->nest == NULL)
    return;
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  tl_nest_canvas_clear_drag (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  old_rows = g_steal_pointer (&self->rows);
  update_hidden (self);
  make_rows (self, self->nest, old_rows);
  tl_nest_canvas_show_code (self);
  tl_nest_canvas_show_shares (self);
  keep_focus (self, had_focus);
  show_changes (self);
}

/* --- boxes or lines --- */

/* Whether the boxes of @nest would be higher or wider than the room. */
static gboolean
is_too_large (TlNestCanvas *self, const TlNest *nest, double room_width, double room_height)
{
  static const double   usual[] = { [TL_NEST_LOOP] = TL_NEST_HEADER_HEIGHT, [TL_NEST_BLOCK] = TL_NEST_CARD_HEIGHT,
                                    [TL_NEST_OTHER] = TL_NEST_OTHER_HEIGHT };
  g_autofree double    *widths = g_new0 (double, nest->n_items + 1), *heights = g_new0 (double, nest->n_items + 1);
  g_autofree TlNestBox *boxes = g_new0 (TlNestBox, nest->n_items + 1);
  g_autofree gboolean  *hidden = g_new0 (gboolean, nest->n_items + 1);
  double                width, height;

  for (guint i = 0; i < nest->n_items; i++)
    heights[i] = usual[nest->items[i].kind] * tl_text_scale (GTK_WIDGET (self));
  tl_nest_folds_hide (self->folds, nest, FALSE, hidden);
  tl_nest_layout (nest, hidden, widths, heights, &tl_nest_box_spacing, 0, boxes, &width, &height);
  width = tl_max (width, MIN_BOX_WIDTH);
  if (!self->is_one_column)
    tl_nest_put_in_columns (nest, hidden, room_width - 2 * MARGIN, room_height - 2 * MARGIN, boxes, &width, &height);
  if (!self->is_one_column && width > tl_max (room_width - 2 * MARGIN, MIN_BOX_WIDTH))
    return TRUE;
  return height + 2 * MARGIN > room_height;
}

/* Boxes that do not fit become lines; the way back is by hand. */
static gboolean
must_become_lines (TlNestCanvas *self, const TlNest *nest)
{
  double width, height;

  tl_nest_canvas_room (self, &width, &height);
  return !self->in_lines && !self->is_chosen && nest != NULL && height > 0 && is_too_large (self, nest, width, height);
}

static gboolean
check_room (gpointer user_data)
{
  TlNestCanvas *self = user_data;

  if (must_become_lines (self, self->nest))
    {
      self->in_lines = TRUE;
      tl_nest_canvas_refold (self);
    }
  else if (self->nest != NULL && !self->in_lines && !self->is_one_column)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* Rows cannot be replaced, nor columns change, in the middle of a layout. */
static void
on_room_changed (TlNestCanvas *self)
{
  if ((!self->in_lines && !self->is_one_column) || must_become_lines (self, self->nest))
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, check_room, g_object_ref (self), g_object_unref);
}

static void
tl_nest_canvas_root (GtkWidget *widget)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  GTK_WIDGET_CLASS (tl_nest_canvas_parent_class)->root (widget);
  if (scroller != NULL)
    g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), "notify::page-size",
                             G_CALLBACK (on_room_changed), widget, G_CONNECT_SWAPPED);
  if (scroller != NULL)
    tl_nest_canvas_follow_scroller (TL_NEST_CANVAS (widget), GTK_SCROLLED_WINDOW (scroller));
}

void
tl_nest_canvas_set_one_column (TlNestCanvas *self, gboolean is_one_column)
{
  if (self->is_one_column == is_one_column)
    return;
  self->is_one_column = is_one_column;
  on_room_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tl_nest_canvas_choose_lines (TlNestCanvas *self, gboolean in_lines)
{
  self->is_chosen = TRUE;
  if (self->in_lines == in_lines)
    return;
  self->in_lines = in_lines;
  tl_nest_canvas_set_zoom (self, 1);
  tl_nest_canvas_refold (self);
}

gboolean
tl_nest_canvas_is_in_lines (TlNestCanvas *self)
{
  return self->in_lines;
}

char *
tl_nest_canvas_summary (TlNestCanvas *self)
{
  guint            n_loops = 0, n_blocks = 0, n_hidden = 0;
  g_autofree char *loops = NULL, *blocks = NULL;
  TlSession       *session = tl_editor_session (self->editor);

  if (tl_session_preview (session) != NULL)
    return g_strdup_printf (_("Preview: %s"), tl_session_preview_title (session));
  for (guint i = 0; self->nest != NULL && i < self->nest->n_items; i++)
    {
      n_loops += self->nest->items[i].kind == TL_NEST_LOOP;
      n_blocks += self->nest->items[i].kind == TL_NEST_BLOCK;
      n_hidden += self->hidden[i] && self->nest->items[i].id != 0;
    }
  loops = g_strdup_printf (g_dngettext (NULL, "%u loop", "%u loops", n_loops), n_loops);
  blocks = g_strdup_printf (g_dngettext (NULL, "%u block", "%u blocks", n_blocks), n_blocks);
  if (n_hidden == 0)
    return g_strdup_printf (_("%s, %s"), loops, blocks);
  if (self->folds->path_to != 0)
    return g_strdup_printf (_("%s, %s; one path, Space shows all"), loops, blocks);
  return g_strdup_printf (_("%s, %s; %u folded"), loops, blocks, n_hidden);
}

/* --- the session --- */

/* A selection made in another pane is shown here. */
static void
on_selection_changed (TlNestCanvas *self)
{
  gint index = self->nest != NULL ? tl_nest_find (self->nest, tl_selection_primary (tl_nest_canvas_selection (self))) : -1;

  if (index >= 0 && self->hidden[index] && tl_nest_folds_reveal (self->folds, self->nest, (guint) index, self->in_lines))
    tl_nest_canvas_refold (self);
  else
    mark_selection (self);
}

static void
on_opened (TlNestCanvas *self)
{
  tl_nest_folds_clear (self->folds);
  self->in_lines = self->is_chosen = FALSE;
}

static void
on_session_changed (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlState   *state = tl_nest_canvas_shown_state (self);
  gboolean   had_focus = has_focus_within (self);
  TlNest    *nest;

  if (state != NULL && self->nest != NULL && self->nest->module == tl_state_module (state)
      && strcmp (self->nest->func_name, tl_session_func_name (session)) == 0)
    return;
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  nest = state == NULL ? NULL : tl_nest_new_from (tl_state_module (tl_session_root (session)), tl_state_module (state),
                                                  tl_session_func_name (session));
  self->in_lines |= must_become_lines (self, nest);
  set_nest (self, nest);
  tl_nest_canvas_mark_preview (self);
  tl_nest_canvas_find_figures (self);
  keep_focus (self, had_focus);
  show_changes (self);
}

GtkWidget *
tl_nest_canvas_find_row (TlNestCanvas *self, TlNodeId id)
{
  gint index = self->nest != NULL && id != 0 ? tl_nest_find (self->nest, id) : -1;

  return index >= 0 && !self->hidden[index] ? g_ptr_array_index (self->rows, index) : NULL;
}

GtkWidget *
tl_nest_canvas_anchor (TlNestCanvas *self)
{
  GtkWidget *row = tl_nest_canvas_find_row (self, tl_selection_primary (tl_nest_canvas_selection (self)));

  return row != NULL ? row : GTK_WIDGET (self);
}

void
tl_nest_canvas_mark_culprits (TlNestCanvas *self, const TlNodeId *nodes, guint n_nodes)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      TlNestRow *row = g_ptr_array_index (self->rows, i);
      gboolean   found = FALSE;

      for (guint j = 0; j < n_nodes; j++)
        found |= nodes[j] != 0 && nodes[j] == tl_nest_row_id (row);
      tl_nest_row_set_culprit (row, found);
    }
}

/* --- object --- */

static void
tl_nest_canvas_dispose (GObject *object)
{
  TlNestCanvas *self = TL_NEST_CANVAS (object);

  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_object (&self->dimming);
  tl_nest_canvas_let_go (self);
  if (self->rows != NULL)
    set_nest (self, NULL);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->boxes, g_free);
  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->hidden, g_free);
  g_clear_pointer (&self->figures, g_free);
  g_clear_pointer (&self->violation_label, g_free);
  g_clear_pointer (&self->folds, tl_nest_folds_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_nest_canvas_parent_class)->dispose (object);
}

static void
tl_nest_canvas_class_init (TlNestCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_canvas_dispose;
  widget_class->root = tl_nest_canvas_root;
  widget_class->measure = tl_nest_canvas_measure;
  widget_class->size_allocate = tl_nest_canvas_size_allocate;
  widget_class->snapshot = tl_nest_canvas_snapshot_view;
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TL_TYPE_NEST_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LAID_OUT] = g_signal_new ("laid-out", TL_TYPE_NEST_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "nestcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
}

static void
tl_nest_canvas_init (TlNestCanvas *self)
{
  self->rows = g_ptr_array_new ();
  self->zoom = 1;
  self->folds = tl_nest_folds_new ();
  self->drag.target = self->hovered = self->to_show = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loop nest"), -1);
  tl_style_follow (self, G_CALLBACK (tl_nest_canvas_redraw_frames));
}

GtkWidget *
tl_nest_canvas_new (TlEditor *editor)
{
  TlNestCanvas *self = g_object_new (TL_TYPE_NEST_CANVAS, NULL);
  TlSession    *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  tl_nest_canvas_init_input (self);
  tl_nest_canvas_init_drag (self);
  tl_nest_canvas_init_hover (self);
  tl_nest_canvas_init_figures (self);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "preview-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_nest_canvas_selection (self), "notes-changed", G_CALLBACK (show_notes), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_nest_canvas_selection (self), "changed", G_CALLBACK (on_selection_changed), self,
                           G_CONNECT_SWAPPED);
  on_session_changed (self);
  return GTK_WIDGET (self);
}
