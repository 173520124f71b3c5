/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dragging a loop header, a block's card or a buffer on it. A header dropped between two others reorders, onto a neighbour of the perfect
 * nest fuses; a card dropped onto a loop is computed there, a buffer is copied there. A drop elsewhere does nothing: it springs back. When
 * a drag begins, every drop is tried in a thread: legal places are shown in the accent colour, the others hatched, with the reason under
 * the pointer; until it is known, as a thin line. With Alt the step is made in a new variant, and this one stays as it is.
 */
#include "ui/canvas/nest-canvas-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-text.h"
#include "ui/explore/split-ruler.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define DRAG_THRESHOLD 6.0
#define SPRING_MS      150
#define HATCH_HEIGHT   5.0
#define LABEL_HEIGHT   20.0
#define LABEL_PADDING  9.0
#define LABEL_PX       12.0
#define EDGE_PX        10.0  /* of a header, where a split begins; its padding comes on top */

void
tl_nest_canvas_clear_drag (TlNestCanvas *self)
{
  TlNestDrag *drag = &self->drag;

  if (drag->spring != NULL)
    adw_animation_pause (drag->spring);
  g_clear_object (&drag->spring);
  g_cancellable_cancel (drag->running);
  g_clear_object (&drag->running);
  g_clear_pointer (&drag->drops, tl_nest_drops_free);
  if (drag->from < self->rows->len && g_ptr_array_index (self->rows, drag->from) != NULL)
    gtk_widget_remove_css_class (g_ptr_array_index (self->rows, drag->from), "dragged");
  drag->is_active = drag->by_keys = drag->in_branch = FALSE;
  drag->target = -1;
  drag->offset_y = 0;
}

gboolean
tl_nest_canvas_is_lifted (TlNestCanvas *self, guint index)
{
  const TlNestDrag *drag = &self->drag;

  return drag->from == index
         && ((drag->is_active && !drag->by_keys && drag->drops->buffer == NULL) || drag->spring != NULL);
}

gboolean
tl_nest_canvas_is_dragged (TlNestCanvas *self, guint index)
{
  const TlNestDrag *drag = &self->drag;

  return (drag->from == index && (drag->is_active || drag->spring != NULL)) || drag->split_row == g_ptr_array_index (self->rows, index);
}

static void
on_tried (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlNestCanvas *self = user_data;

  if (tl_dry_runs_finish (result, NULL))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_unref (self);
}

static TlState *
state_of (TlNestCanvas *self)
{
  return tl_session_state (tl_editor_session (self->editor));
}

/* Takes @drops. */
static void
begin (TlNestCanvas *self, TlNestDrops *drops)
{
  TlNestDrag *drag = &self->drag;

  tl_nest_canvas_clear_drag (self);
  tl_selection_hover (tl_nest_canvas_selection (self), 0);
  drag->from = drops->from;
  drag->drops = drops;
  drag->running = g_cancellable_new ();
  tl_dry_runs_async (drops->runs, drag->running, on_tried, g_object_ref (self));
  drag->is_active = TRUE;
}

/* --- targets --- */

static double
gap_of (TlNestCanvas *self)
{
  return self->in_lines ? tl_nest_line_spacing.gap : tl_nest_box_spacing.gap;
}

/* The row at a point, with half of the gaps around it and what is left of it; -1: none. */
static gint
row_at (TlNestCanvas *self, double x, double y)
{
  double margin = gap_of (self) / 2 + 0.5;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const TlNestBox *box = &self->boxes[i];

      double           left = self->in_lines ? 0 : box->x - self->nest->items[i].depth * tl_nest_box_spacing.indent;

      if (!self->hidden[i] && y >= box->y - margin && y < box->y + box->row_height + margin && x >= left && x < box->x + box->width)
        return (gint) i;
    }
  return -1;
}

/* The slot at a point in layout units; -1: none. */
static gint
find_target (TlNestCanvas *self, double x, double y)
{
  gint row = row_at (self, x, y);

  if (row < 0)
    return -1;
  return tl_nest_drops_find (self->drag.drops, (guint) row, (y - self->boxes[row].y) / self->boxes[row].row_height);
}

/* --- drawing --- */

static double
slot_y (TlNestCanvas *self, const TlDropSlot *slot)
{
  const TlNestBox *box = &self->boxes[slot->item];

  switch (slot->place)
    {
    case TL_DROP_ABOVE:
      return box->y - gap_of (self) / 2;
    case TL_DROP_INSIDE:
      return box->y + box->row_height + gap_of (self) / 2;
    case TL_DROP_ONTO:
    default:
      return box->y + box->row_height / 2;
    }
}

static void
draw_hatch (cairo_t *cr, TlColor color, double alpha, double x, double y, double width)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, y - HATCH_HEIGHT / 2, width, HATCH_HEIGHT);
  cairo_clip (cr);
  tl_set_color (cr, color, alpha);
  cairo_set_line_width (cr, 2);
  for (double at = x - HATCH_HEIGHT; at < x + width; at += 5)
    {
      cairo_move_to (cr, at, y + HATCH_HEIGHT / 2);
      cairo_line_to (cr, at + HATCH_HEIGHT, y - HATCH_HEIGHT / 2);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Around the row: of a card all loops where it can go, of a header the neighbour under the pointer. */
static void
draw_ring (cairo_t *cr, const TlNestBox *box, TlColor color, double alpha, double width)
{
  tl_path_rounded (cr, box->x, box->y, box->width, box->row_height, 5);
  tl_set_color (cr, color, alpha);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

/* Unknown: a thin line; legal: solid; refused: hatched. */
static void
draw_slot (cairo_t *cr, TlNestCanvas *self, guint index, const TlPalette *palette)
{
  const TlNestDrops *drops = self->drag.drops;
  const TlDropSlot  *slot = tl_nest_drops_slot (drops, index);
  const TlNestBox   *box = &self->boxes[slot->item];
  gboolean           is_target = (gint) index == self->drag.target, is_known = tl_nest_drops_is_known (drops, index);
  gboolean           is_legal = is_known && tl_nest_drops_refusal (drops, index) == NULL;
  double             height = !is_known ? 1 : is_target ? 3 : 2, alpha = is_target ? 1 : 0.5, y = slot_y (self, slot);

  if (slot->place == TL_DROP_ONTO)
    {
      if (is_target || (is_legal && drops->n_chain == 0))
        draw_ring (cr, box, !is_known ? palette->dim_text : is_legal ? palette->accent : palette->error, alpha, height);
    }
  else if (is_known && !is_legal)
    draw_hatch (cr, palette->error, alpha, box->x, y, box->width);
  else
    {
      tl_set_color (cr, is_legal ? palette->accent : palette->dim_text, alpha);
      cairo_rectangle (cr, box->x, y - height / 2, box->width, height);
      cairo_fill (cr);
    }
}

/* Where a header or card would go. */
static char *
place_text (const TlNestDrops *drops, const TlDropSlot *slot, const char *label)
{
  if (slot->place == TL_DROP_ONTO)
    return g_strdup_printf (drops->n_chain == 0 ? _("compute at %s") : _("fuse with %s"), label);
  return g_strdup_printf (slot->place == TL_DROP_ABOVE ? _("above %s") : _("below %s"), label);
}

/* A buffer without a target has its name alone. */
static char *
target_text (TlNestCanvas *self)
{
  g_autofree char   *place = NULL;
  const TlNestDrops *drops = self->drag.drops;
  const TlDropSlot  *slot;
  const char        *refusal, *label;

  if (self->drag.target < 0)
    return g_strdup (drops->buffer->name);
  slot = tl_nest_drops_slot (drops, (guint) self->drag.target);
  refusal = tl_nest_drops_refusal (drops, (guint) self->drag.target);
  label = self->nest->items[slot->item].label;
  if (refusal != NULL)
    return g_strdup_printf ("⊘ %s", refusal);
  if (drops->buffer != NULL)
    return g_strdup_printf (_("copy %s at %s"), drops->buffer->name, label);
  place = place_text (drops, slot, label);
  return self->drag.in_branch ? g_strdup_printf (_("%s, in a new variant"), place) : g_steal_pointer (&place);
}

/* Left and middle of the label: below the dragged row, so that both can be read, or the pointer; chosen by keys, below the loop. */
static graphene_point_t
label_place (TlNestCanvas *self)
{
  const TlNestDrag *drag = &self->drag;
  const TlNestBox  *box = &self->boxes[drag->from];
  double            x = box->x, below = box->y + drag->offset_y + box->row_height + 5;

  if (drag->by_keys)
    {
      const TlNestBox *target = &self->boxes[tl_nest_drops_slot (drag->drops, (guint) drag->target)->item];

      below = target->y + target->row_height + 5;
    }
  else if (drag->drops->buffer != NULL)
    {
      x = drag->x + LABEL_PADDING;
      below = drag->y;
    }
  return GRAPHENE_POINT_INIT ((float) x, (float) (below + LABEL_HEIGHT * tl_text_scale (GTK_WIDGET (self)) / 2));
}

static void
draw_label (cairo_t *cr, TlNestCanvas *self, const TlPalette *palette)
{
  const TlNestDrag *drag = &self->drag;
  g_autofree char  *text = target_text (self);
  gboolean          is_refused = drag->target >= 0 && tl_nest_drops_refusal (drag->drops, (guint) drag->target) != NULL;
  graphene_point_t  at = label_place (self);
  double            scale = tl_text_scale (GTK_WIDGET (self)), padding = LABEL_PADDING * scale, height = LABEL_HEIGHT * scale;
  double            width = tl_text_width (cr, LABEL_PX * scale, TL_TEXT_BOLD, text) + 2 * padding;
  double            room = gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom;

  width = tl_min (width, tl_max (self->boxes[drag->from].width, room - at.x - 2 * height));
  tl_path_rounded (cr, at.x, at.y - height / 2, width, height, height / 2);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, is_refused ? palette->error : palette->accent, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  tl_draw_text (cr, at.x + padding, at.y, LABEL_PX * scale, TL_TEXT_BOLD, palette->text, width - 2 * padding, text);
}

/* Where the header came from. */
static void
draw_origin (cairo_t *cr, TlNestCanvas *self, const TlPalette *palette)
{
  const TlNestBox *box = &self->boxes[self->drag.from];
  const double     dashes[] = { 4, 3 };

  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->row_height - 1, 5);
  tl_set_color (cr, palette->accent, 1);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static cairo_t *
append_cairo (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom;

  return gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-20, -20, (float) width, (float) self->layout_height + 60));
}

void
tl_nest_canvas_snapshot_drag (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  const TlNestDrag *drag = &self->drag;
  const TlPalette  *palette = tl_style_palette ();
  cairo_t          *cr;

  if (!drag->is_active)
    return;
  cr = append_cairo (self, snapshot);
  if (drag->drops->buffer == NULL)
    draw_origin (cr, self, palette);
  for (guint i = 0; i < drag->drops->slots->len; i++)
    if (tl_nest_drops_slot (drag->drops, i)->is_own && (gint) i != drag->target)
      draw_slot (cr, self, i, palette);
  if (drag->target >= 0)
    draw_slot (cr, self, (guint) drag->target, palette);
  cairo_destroy (cr);
}

void
tl_nest_canvas_snapshot_target (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  const TlNestDrag *drag = &self->drag;
  cairo_t          *cr;

  if (!drag->is_active || (drag->target < 0 && drag->drops->buffer == NULL))
    return;
  cr = append_cairo (self, snapshot);
  draw_label (cr, self, tl_style_palette ());
  cairo_destroy (cr);
}

/* --- the way back --- */

static void
set_offset (double value, gpointer user_data)
{
  TlNestCanvas *self = user_data;

  self->drag.offset_y = value;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
spring_back (TlNestCanvas *self)
{
  TlNestDrag *drag = &self->drag;

  if (drag->drops->buffer != NULL)
    {
      tl_nest_canvas_clear_drag (self);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  drag->is_active = FALSE;
  drag->target = -1;
  drag->spring = g_object_ref_sink (adw_timed_animation_new (GTK_WIDGET (self), drag->offset_y, 0, SPRING_MS,
                                                             adw_callback_animation_target_new (set_offset, self, NULL)));
  g_signal_connect_swapped (drag->spring, "done", G_CALLBACK (tl_nest_canvas_clear_drag), self);
  adw_animation_play (drag->spring);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* The header goes back to its place, if the step has not ended the drag. */
static void
perform_in_branch (TlNestCanvas *self, const TlPrimitive *primitive, const TlArg *args, guint n_args)
{
  tl_editor_perform_in_branch (self->editor, primitive, args, n_args);
  if (self->drag.is_active)
    spring_back (self);
}

/* The step of the target, or the question how to copy; FALSE if it is refused: the editor says why. */
static gboolean
perform_target (TlNestCanvas *self)
{
  g_autoptr (TlDryRuns) runs = tl_dry_runs_ref (self->drag.drops->runs);   /* an edit ends the drag */
  guint                 run = tl_nest_drops_run (self->drag.drops, (guint) self->drag.target), n_args;
  const TlArg          *args = tl_dry_runs_args (runs, run, &n_args);

  if (self->drag.drops->buffer != NULL)
    {
      guint item = tl_nest_drops_slot (self->drag.drops, (guint) self->drag.target)->item;

      tl_cache_popover_open (self->editor, tl_dry_runs_cache (runs, run), tl_nest_canvas_row (self, item));
      tl_nest_canvas_clear_drag (self);
      return TRUE;
    }
  if (self->drag.in_branch)
    {
      perform_in_branch (self, tl_dry_runs_primitive (runs, run), args, n_args);
      return TRUE;
    }
  return tl_editor_perform (self->editor, tl_dry_runs_primitive (runs, run), args, n_args);
}

/* --- the edge of a header: a split --- */

gboolean
tl_nest_row_is_edge (TlNestRow *row, double x)
{
  return tl_nest_row_is_loop (row) && x >= gtk_widget_get_width (GTK_WIDGET (row)) - EDGE_PX;
}

/* FALSE: the point is on no edge. */
static gboolean
begin_split (TlNestCanvas *self, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT), *ruler = tl_editor_split_ruler (self->editor);
  GtkWidget *row = hit != NULL ? (TL_IS_NEST_ROW (hit) ? hit : gtk_widget_get_ancestor (hit, TL_TYPE_NEST_ROW)) : NULL;
  double     row_x;
  gboolean   tile = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (self->drag.gesture)) & GDK_SHIFT_MASK) != 0;

  if (row == NULL || ruler == NULL || !gtk_widget_translate_coordinates (GTK_WIDGET (self), row, x, y, &row_x, NULL)
      || !tl_nest_row_is_edge (TL_NEST_ROW (row), row_x))
    return FALSE;
  if (!tile)
    tl_selection_pick (tl_nest_canvas_selection (self), tl_nest_row_id (TL_NEST_ROW (row)));
  self->drag.is_split = tl_split_ruler_open (TL_SPLIT_RULER (ruler), tile, row);
  self->drag.split_row = row;
  return self->drag.is_split;
}

/* GTK gives up a drag whose widget goes. */
gboolean
tl_nest_canvas_hold (TlNestCanvas *self, GtkWidget *row)
{
  if (!self->drag.is_split || row != self->drag.split_row)
    return FALSE;
  self->drag.held = row;
  return TRUE;
}

void
tl_nest_canvas_let_go (TlNestCanvas *self)
{
  self->drag.is_split = FALSE;
  self->drag.split_row = NULL;
  g_clear_pointer (&self->drag.held, gtk_widget_unparent);
}

static void
follow_split (TlNestCanvas *self, double dx, double dy)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (self->drag.gesture));

  tl_split_ruler_drag (TL_SPLIT_RULER (tl_editor_split_ruler (self->editor)), dx, dy, (state & GDK_CONTROL_MASK) != 0);
}

static void
end_split (TlNestCanvas *self)
{
  tl_nest_canvas_let_go (self);
  tl_split_ruler_drop (TL_SPLIT_RULER (tl_editor_split_ruler (self->editor)));
}

/* --- gesture --- */

/* Drops of what is at a point: a buffer, a loop or a block; NULL: nothing. */
static TlNestDrops *
drops_at (TlNestCanvas *self, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = hit != NULL ? (TL_IS_NEST_ROW (hit) ? hit : gtk_widget_get_ancestor (hit, TL_TYPE_NEST_ROW)) : NULL;
  guint      index, buffer;
  gboolean   is_write;

  if (row == NULL || tl_nest_row_id (TL_NEST_ROW (row)) == 0)
    return NULL;
  index = tl_nest_row_index (TL_NEST_ROW (row));
  if (tl_nest_row_find_buffer (hit, &buffer, &is_write))
    return tl_nest_drops_new_for_buffer (self->nest, self->hidden, state_of (self), index, buffer, is_write);
  return tl_nest_drops_new (self->nest, self->hidden, state_of (self), index);
}

/* FALSE: there is nothing to drag. */
static gboolean
begin_at (TlNestCanvas *self, double x, double y)
{
  TlNestDrops *drops = drops_at (self, x, y);

  if (drops == NULL)
    return FALSE;
  begin (self, drops);
  if (drops->buffer == NULL)
    gtk_widget_add_css_class (g_ptr_array_index (self->rows, drops->from), "dragged");
  return TRUE;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  TlNestCanvas *self = user_data;
  TlNestDrag   *drag = &self->drag;
  double        x, y;

  if (!gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (drag->is_split || (!drag->is_active && fabs (dx) >= DRAG_THRESHOLD && begin_split (self, x, y)))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      follow_split (self, dx, dy);
      return;
    }
  if (!drag->is_active || drag->by_keys)
    {
      if (fabs (dy) < DRAG_THRESHOLD)
        return;
      if (!begin_at (self, x, y))
        {
          gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
          return;
        }
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
  drag->x = x + dx;
  drag->y = y + dy;
  tl_nest_canvas_to_layout (self, &drag->x, &drag->y);
  drag->offset_y = dy / self->zoom;
  drag->in_branch = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_ALT_MASK) != 0;
  drag->target = find_target (self, drag->x, drag->y);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  TlNestCanvas *self = user_data;

  if (self->drag.is_split)
    end_split (self);
  if (!self->drag.is_active || self->drag.by_keys)
    return;
  if (self->drag.target < 0 || !perform_target (self))
    spring_back (self);
}

static void
on_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer user_data)
{
  TlNestCanvas *self = user_data;

  tl_nest_canvas_let_go (self);
  if (self->drag.is_active && !self->drag.by_keys)
    spring_back (self);
}

/* --- by keys --- */

/* For those who do not see the ring. */
static void
describe_target (TlNestCanvas *self)
{
  g_autofree char *text = self->drag.target >= 0 ? target_text (self) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_choice (TlNestCanvas *self)
{
  tl_nest_canvas_clear_drag (self);
  describe_target (self);
}

/* To the next slot in this direction, in the order of lines; refused ones are skipped once they are known. */
static void
step_target (TlNestCanvas *self, gint by)
{
  const TlNestDrops *drops = self->drag.drops;
  gint               n = (gint) drops->slots->len, at = self->drag.target;

  for (at += by; at >= 0 && at < n; at += by)
    if (!tl_nest_drops_is_known (drops, (guint) at) || tl_nest_drops_refusal (drops, (guint) at) == NULL)
      {
        self->drag.target = at;
        describe_target (self);
        return;
      }
}

gboolean
tl_nest_canvas_choose_loop (TlNestCanvas *self, guint index)
{
  if (self->nest->items[index].kind != TL_NEST_BLOCK)
    return FALSE;
  begin (self, tl_nest_drops_new (self->nest, self->hidden, state_of (self), index));
  self->drag.by_keys = TRUE;
  for (guint i = 0; i < self->drag.drops->slots->len && self->drag.target < 0; i++)
    if (tl_nest_drops_slot (self->drag.drops, i)->item > index)
      self->drag.target = (gint) i;
  if (self->drag.target < 0 && self->drag.drops->slots->len > 0)
    self->drag.target = 0;
  describe_target (self);
  return TRUE;
}

gboolean
tl_nest_canvas_drag_key (TlNestCanvas *self, guint keyval)
{
  if (!self->drag.is_active)
    return FALSE;
  if (!self->drag.by_keys)
    {
      if (keyval == GDK_KEY_Escape)
        gtk_event_controller_reset (GTK_EVENT_CONTROLLER (self->drag.gesture));
      return keyval == GDK_KEY_Escape;
    }
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      step_target (self, keyval == GDK_KEY_Up ? -1 : 1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->drag.target >= 0)
        perform_target (self);
      end_choice (self);
      return TRUE;
    case GDK_KEY_Escape:
      end_choice (self);
      return TRUE;
    default:
      return TRUE;
    }
}

void
tl_nest_canvas_move_loop (TlNestCanvas *self, guint index, gint by)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               chain[TL_MAX_CHAIN], n, position;
  TlArg               arg;

  if (self->nest->items[index].kind != TL_NEST_LOOP)
    return;
  n = tl_nest_chain (self->nest, index, chain, &position);
  if ((by < 0 && position == 0) || (by > 0 && position + 1 >= n))
    return;
  arg = tl_reorder_arg (self->nest, arena, chain, position, by < 0 ? position - 1 : position + 2);
  tl_editor_perform (self->editor, tl_primitive_find ("reorder"), &arg, 1);
}

void
tl_nest_canvas_init_drag (TlNestCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), GDK_BUTTON_PRIMARY);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  self->drag.gesture = drag;
}
