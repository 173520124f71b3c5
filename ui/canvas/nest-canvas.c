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

enum { VIEW_CHANGED, LAID_OUT, LOOP_STEPPED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- layout --- */

/* Lines fill the width; the numbers stand right of the tree. */
static void
lay_out_lines (TlNestCanvas *self, const double *widths, const double *heights, double width)
{
  double scale = tl_text_scale (GTK_WIDGET (self)), lead = TL_NEST_LINE_LEAD * scale;

  tl_nest_layout (self->nest, self->hidden, widths, heights, &tl_nest_line_spacing, tl_max (MIN_LINE_WIDTH, width), self->boxes,
                  &self->layout_width, &self->layout_height);
  tl_nest_columns (self->layout_width / scale, (self->sizes.width + lead) / scale, (self->sizes.noted_width + lead) / scale,
                   &self->columns);
}

/* Nests beside each other, unless something needs a row for each loop. */
static void
lay_out_boxes (TlNestCanvas *self, const double *widths, const double *heights)
{
  double width, height;

  tl_nest_layout (self->nest, self->hidden, widths, heights, &tl_nest_box_spacing, tl_max (MIN_BOX_WIDTH, self->sizes.width), self->boxes,
                  &self->layout_width, &self->layout_height);
  tl_nest_canvas_room (self, &width, &height);
  self->n_columns = 0;
  if (!self->is_one_column && width > 0 && height > 0)
    self->n_columns = tl_nest_put_in_columns (self->nest, self->hidden, width - 2 * MARGIN, height - 2 * MARGIN, self->boxes,
                                              &self->layout_width, &self->layout_height);
}

/* @width: of the widget. */
static void
update_layout (TlNestCanvas *self, int width)
{
  guint                 n = self->nest != NULL ? self->nest->n_items : 0;
  g_autofree double    *widths = g_new0 (double, n + 1);   /* that of all is known */
  g_autofree double    *heights = g_new0 (double, n + 1);
  g_autofree TlNestBox *old_boxes = g_steal_pointer (&self->boxes);   /* NULL: of another nest */
  TlNestColumns         old_columns = self->columns;

  self->boxes = g_new0 (TlNestBox, n + 1);
  self->layout_width = self->layout_height = 0;
  tl_nest_canvas_measure_rows (self);
  for (guint i = 0; i < n; i++)
    heights[i] = self->sizes.heights[self->shapes[i]];
  if (n > 0 && self->in_lines)
    lay_out_lines (self, widths, heights, width / self->zoom - 2 * MARGIN);
  else if (n > 0)
    lay_out_boxes (self, widths, heights);
  self->has_moved |= old_boxes == NULL || memcmp (old_boxes, self->boxes, n * sizeof *self->boxes) != 0
                     || memcmp (&old_columns, &self->columns, sizeof old_columns) != 0;
}

static void
tl_nest_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  double        size;

  update_layout (self, gtk_widget_get_width (widget));
  if (orientation == GTK_ORIENTATION_VERTICAL)
    size = self->layout_height + MARGIN + tl_nest_canvas_top_margin (self);
  else
    size = (self->in_lines ? MIN_LINE_WIDTH : self->layout_width) + 2 * MARGIN;
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

void
tl_nest_canvas_place_row (TlNestCanvas *self, guint index)
{
  GtkWidget       *row = g_ptr_array_index (self->rows, index);
  const TlNestBox *box = &self->boxes[index];
  gboolean         is_lifted = tl_nest_canvas_is_lifted (self, index), has_detail = tl_nest_canvas_has_detail (self);
  double           y = box->y + (is_lifted ? self->drag.offset_y : 0);

  gtk_widget_set_child_visible (row, has_detail);
  if (!has_detail)
    return;
  if (self->in_lines)
    tl_nest_row_set_text_width (TL_NEST_ROW (row), (int) (self->columns.tree * tl_text_scale (GTK_WIDGET (self)) - box->x));
  gtk_widget_allocate (row, (int) (is_lifted ? tl_min (LIFTED_WIDTH, box->width) : box->width), (int) box->row_height, -1,
                       gsk_transform_translate (tl_nest_canvas_transform (self), &GRAPHENE_POINT_INIT ((float) box->x, (float) y)));
}

static void
place_rows (TlNestCanvas *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_ptr_array_index (self->rows, i) != NULL)
      tl_nest_canvas_place_row (self, i);
}

/* The drawing stays while only rows come and go. */
static gboolean
is_placed_anew (TlNestCanvas *self, int width, int height)
{
  gboolean is_new = self->has_moved || width != self->placed_width || height != self->placed_height || self->zoom != self->placed_zoom;

  self->has_moved = FALSE;
  self->placed_width = width;
  self->placed_height = height;
  self->placed_zoom = self->zoom;
  return is_new;
}

static void
tl_nest_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);

  update_layout (self, width);
  place_rows (self);
  allocate_held (self);
  if (self->to_show >= 0)
    gtk_widget_add_tick_callback (widget, on_frame_after_layout, NULL, NULL);
  if (!is_placed_anew (self, width, height))
    return;
  tl_nest_canvas_ask_rows (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  g_signal_emit (self, signals[LAID_OUT], 0);
}

static void
tl_nest_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tl_nest_canvas_parent_class)->css_changed (widget, change);
  tl_nest_canvas_forget_sizes (TL_NEST_CANVAS (widget));
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

/* Rows and boxes, after another nest or other folds. */
static void
renew (TlNestCanvas *self, const TlNest *old)
{
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  update_hidden (self);
  tl_nest_canvas_renew_rows (self, old);
  g_clear_pointer (&self->boxes, g_free);
  update_layout (self, gtk_widget_get_width (GTK_WIDGET (self)));
  place_rows (self);   /* forms point at them */
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Shows @nest, or nothing. */
static void
set_nest (TlNestCanvas *self, TlNest *nest)
{
  g_autoptr (TlNest) old = NULL;

  tl_nest_canvas_clear_drag (self);
  old = g_steal_pointer (&self->nest);
  self->nest = nest;
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->culprits, g_array_unref);
  self->edges = nest != NULL ? tl_nest_edges (nest) : NULL;
  tl_nest_canvas_forget_figures (self);
  tl_nest_canvas_find_before (self);
  renew (self, old);
}

TlSelection *
tl_nest_canvas_selection (TlNestCanvas *self)
{
  return tl_session_selection (tl_editor_session (self->editor));
}

void
tl_nest_canvas_show_selected (TlNestCanvas *self, TlNestRow *row)
{
  TlNodeId id = tl_nest_row_id (row);

  tl_nest_row_set_selected (row, id != 0 && tl_selection_contains (tl_nest_canvas_selection (self), id));
}

void
tl_nest_canvas_show_note (TlNestCanvas *self, TlNestRow *row)
{
  tl_nest_row_set_mark (row, tl_selection_note (tl_nest_canvas_selection (self), tl_nest_row_id (row)));
}

static void
on_notes_changed (TlNestCanvas *self)
{
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_note);
  tl_nest_canvas_forget_sizes (self);
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

/* It is larger than its view, which stays where it is. */
static gboolean
tl_nest_canvas_grab_focus (GtkWidget *widget)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  GtkWidget    *viewport = gtk_widget_get_parent (widget);
  gboolean      scrolls = GTK_IS_VIEWPORT (viewport) && gtk_viewport_get_scroll_to_focus (GTK_VIEWPORT (viewport)), has_focus;

  tl_nest_canvas_set_scroll_to_focus (self, FALSE);
  has_focus = GTK_WIDGET_CLASS (tl_nest_canvas_parent_class)->grab_focus (widget);
  tl_nest_canvas_set_scroll_to_focus (self, scrolls);
  return has_focus;
}

/* Before rows go: whether one has the focus. The view stays where it is, as the canvas is larger. */
static gboolean
save_focus (TlNestCanvas *self)
{
  gboolean had_focus = has_focus_within (self);

  if (had_focus)
    {
      tl_nest_canvas_set_scroll_to_focus (self, FALSE);
      gtk_widget_grab_focus (GTK_WIDGET (self));
    }
  return had_focus;
}

static void
restore_focus (TlNestCanvas *self, gboolean had_focus)
{
  GtkWidget *anchor = had_focus ? tl_nest_canvas_anchor (self) : NULL;

  if (anchor == NULL)
    return;
  gtk_widget_grab_focus (anchor);
  tl_nest_canvas_set_scroll_to_focus (self, TRUE);
  if (TL_IS_NEST_ROW (anchor))
    tl_nest_canvas_scroll_to (self, tl_nest_row_index (TL_NEST_ROW (anchor)));
}

static void
show_changes (TlNestCanvas *self)
{
  tl_nest_canvas_follow_hover (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
tl_nest_canvas_refold (TlNestCanvas *self)
{
  gboolean had_focus;

  if (self->nest == NULL)
    return;
  had_focus = save_focus (self);
  tl_nest_canvas_clear_drag (self);
  renew (self, self->nest);
  restore_focus (self, had_focus);
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

static gint
selected_index (TlNestCanvas *self)
{
  return self->nest != NULL ? tl_nest_find (self->nest, tl_selection_primary (tl_nest_canvas_selection (self))) : -1;
}

/* Once what is selected is no longer folded, it has its place. */
static void
follow_selection (GtkWidget *widget)
{
  TlNestCanvas *self = TL_NEST_CANVAS (widget);
  gint          index = selected_index (self);

  if (index >= 0 && !self->hidden[index] && self->boxes != NULL)
    tl_nest_canvas_scroll_to (self, (guint) index);
}

/* A selection made in another pane is shown here; one that is made here is in view. */
static void
on_selection_changed (TlNestCanvas *self)
{
  gint index = selected_index (self);

  if (index >= 0 && !has_focus_within (self))
    tl_after_frame_ask (self->follow);
  if (index >= 0 && self->hidden[index] && tl_nest_folds_reveal (self->folds, self->nest, (guint) index, self->in_lines))
    tl_nest_canvas_refold (self);
  else
    tl_nest_canvas_each_row (self, tl_nest_canvas_show_selected);
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
  gboolean   had_focus;
  TlNest    *nest;

  if (state != NULL && self->nest != NULL && self->nest->module == tl_state_module (state)
      && strcmp (self->nest->func_name, tl_session_func_name (session)) == 0)
    return;
  had_focus = save_focus (self);
  nest = state == NULL ? NULL : tl_nest_new_from (tl_state_module (tl_session_root (session)), tl_state_module (state),
                                                  tl_session_func_name (session));
  self->in_lines |= must_become_lines (self, nest);
  set_nest (self, nest);
  tl_nest_canvas_find_figures (self);
  restore_focus (self, had_focus);
  show_changes (self);
}

GtkWidget *
tl_nest_canvas_find_row (TlNestCanvas *self, TlNodeId id)
{
  gint index = self->nest != NULL && id != 0 ? tl_nest_find (self->nest, id) : -1;

  return index >= 0 ? tl_nest_canvas_row (self, (guint) index) : NULL;
}

GtkWidget *
tl_nest_canvas_anchor (TlNestCanvas *self)
{
  GtkWidget *row = tl_nest_canvas_find_row (self, tl_selection_primary (tl_nest_canvas_selection (self)));

  return row != NULL ? row : GTK_WIDGET (self);
}

void
tl_nest_canvas_show_culprit (TlNestCanvas *self, TlNestRow *row)
{
  gboolean found = FALSE;

  for (guint i = 0; self->culprits != NULL && i < self->culprits->len; i++)
    found |= g_array_index (self->culprits, TlNodeId, i) != 0 && g_array_index (self->culprits, TlNodeId, i) == tl_nest_row_id (row);
  tl_nest_row_set_culprit (row, found);
}

void
tl_nest_canvas_mark_culprits (TlNestCanvas *self, const TlNodeId *nodes, guint n_nodes)
{
  g_clear_pointer (&self->culprits, g_array_unref);
  if (n_nodes > 0)
    {
      self->culprits = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
      g_array_append_vals (self->culprits, nodes, n_nodes);
    }
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_culprit);
}

/* --- object --- */

static void
tl_nest_canvas_dispose (GObject *object)
{
  TlNestCanvas *self = TL_NEST_CANVAS (object);

  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_object (&self->dimming);
  g_clear_pointer (&self->follow, tl_after_frame_free);
  tl_nest_canvas_let_go (self);
  if (self->rows != NULL)
    tl_nest_canvas_clear_drag (self);
  tl_nest_canvas_clear_rows (self);
  g_clear_pointer (&self->frames, gsk_render_node_unref);
  g_clear_pointer (&self->nest, tl_nest_free);
  g_clear_pointer (&self->before, tl_nest_free);
  g_clear_pointer (&self->culprits, g_array_unref);
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->boxes, g_free);
  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->hidden, g_free);
  g_clear_pointer (&self->figures, g_free);
  g_clear_pointer (&self->arcs, g_array_unref);
  g_clear_pointer (&self->folds, tl_nest_folds_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_nest_canvas_parent_class)->dispose (object);
}

static void
tl_nest_canvas_class_init (TlNestCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_canvas_dispose;
  widget_class->grab_focus = tl_nest_canvas_grab_focus;
  widget_class->root = tl_nest_canvas_root;
  widget_class->measure = tl_nest_canvas_measure;
  widget_class->size_allocate = tl_nest_canvas_size_allocate;
  widget_class->css_changed = tl_nest_canvas_css_changed;
  widget_class->snapshot = tl_nest_canvas_snapshot_view;
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TL_TYPE_NEST_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LAID_OUT] = g_signal_new ("laid-out", TL_TYPE_NEST_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LOOP_STEPPED] = g_signal_new ("loop-stepped", TL_TYPE_NEST_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                        G_TYPE_UINT, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "nestcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
}

static void
tl_nest_canvas_init (TlNestCanvas *self)
{
  self->rows = g_ptr_array_new ();
  self->gone = g_ptr_array_new ();
  self->zoom = 1;
  self->folds = tl_nest_folds_new ();
  self->follow = tl_after_frame_new (GTK_WIDGET (self), follow_selection);
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
  g_signal_connect_object (tl_nest_canvas_selection (self), "notes-changed", G_CALLBACK (on_notes_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_nest_canvas_selection (self), "changed", G_CALLBACK (on_selection_changed), self,
                           G_CONNECT_SWAPPED);
  on_session_changed (self);
  return GTK_WIDGET (self);
}
