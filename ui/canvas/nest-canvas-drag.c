/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dragging a loop header within its perfect nest. At the beginning of a drag, reorder and fuse are applied to the program for every
 * position: legal positions are shown in the accent colour, the others hatched with the reason. A drop between two headers reorders, a
 * drop onto a neighbour fuses.
 */
#include "ui/canvas/nest-canvas-private.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "ui/widgets/picture.h"

#define DRAG_THRESHOLD 6.0
#define FUSE_ZONE      0.5     /* share of a neighbour's header, around its middle, that means fuse */

void
tl_nest_canvas_clear_drag (TlNestCanvas *self)
{
  TlLoopDrag *drag = &self->drag;

  for (guint i = 0; i < G_N_ELEMENTS (drag->refusal); i++)
    g_clear_pointer (&drag->refusal[i], g_free);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&drag->fuse_refusal[i], g_free);
  if (drag->is_active && drag->chain[drag->from] < self->rows->len)
    gtk_widget_remove_css_class (g_ptr_array_index (self->rows, drag->chain[drag->from]), "dragged");
  drag->is_active = FALSE;
  drag->slot = drag->fuse = -1;
  drag->offset_y = 0;
}

/* The argument of reorder: the loops of the chain in their new order, only the part that changes. */
static TlArg
reorder_arg (TlNestCanvas *self, TlArena *arena, const guint *chain, guint from, guint slot)
{
  guint  to = slot > from ? slot - 1 : slot;
  guint  first = MIN (from, to), last = MAX (from, to), n = 0;
  TlArg *items = tl_arena_new_array (arena, TlArg, last - first + 1);

  if (to == first)
    items[n++] = tl_arg_node (self->nest->items[chain[from]].id);
  for (guint i = first; i <= last; i++)
    if (i != from)
      items[n++] = tl_arg_node (self->nest->items[chain[i]].id);
  if (to != first)
    items[n++] = tl_arg_node (self->nest->items[chain[from]].id);
  return tl_arg_list (arena, items, n);
}

static TlArg
fuse_arg (TlNestCanvas *self, TlArena *arena, const guint *chain, guint outer)
{
  TlArg *items = tl_arena_new_array (arena, TlArg, 2);

  items[0] = tl_arg_node (self->nest->items[chain[outer]].id);
  items[1] = tl_arg_node (self->nest->items[chain[outer + 1]].id);
  return tl_arg_list (arena, items, 2);
}

/* @first with the row's other arguments at their defaults. */
static TlArg *
complete_args (TlArena *arena, const TlPrimitive *primitive, TlArg first, guint *n_args)
{
  TlArg *args;

  *n_args = tl_primitive_n_args (primitive);
  args = tl_arena_new_array (arena, TlArg, *n_args);
  args[0] = first;
  for (guint i = 1; i < *n_args; i++)
    tl_primitive_param_default (&primitive->params[i], &args[i]);
  return args;
}

/* Why the primitive refuses, or NULL if it applies. */
static char *
try_step (TlNestCanvas *self, TlArena *arena, const char *name, TlArg first)
{
  const TlPrimitive  *primitive = tl_primitive_find (name);
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) after = NULL;
  guint               n_args;
  TlArg              *args;

  if (primitive == NULL)
    return g_strdup_printf (_("There is no primitive %s"), name);
  args = complete_args (arena, primitive, first, &n_args);
  after = tl_session_try (tl_editor_session (self->editor), primitive, args, n_args, &error);
  return after != NULL ? NULL : g_strdup (tl_refusal_reason (error));
}

static void
perform_step (TlNestCanvas *self, const char *name, TlArena *arena, TlArg first)
{
  const TlPrimitive *primitive = tl_primitive_find (name);
  guint              n_args;
  TlArg             *args;

  if (primitive == NULL)
    return;
  args = complete_args (arena, primitive, first, &n_args);
  tl_editor_perform (self->editor, primitive, args, n_args);
}

static void
begin (TlNestCanvas *self, guint index)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlLoopDrag         *drag = &self->drag;

  tl_nest_canvas_clear_drag (self);
  drag->n_chain = tl_nest_canvas_chain (self, index, drag->chain, &drag->from);
  for (guint slot = 0; slot <= drag->n_chain; slot++)
    if (slot != drag->from && slot != drag->from + 1)
      drag->refusal[slot] = try_step (self, arena, "reorder", reorder_arg (self, arena, drag->chain, drag->from, slot));
  if (drag->from > 0)
    drag->fuse_refusal[0] = try_step (self, arena, "fuse", fuse_arg (self, arena, drag->chain, drag->from - 1));
  if (drag->from + 1 < drag->n_chain)
    drag->fuse_refusal[1] = try_step (self, arena, "fuse", fuse_arg (self, arena, drag->chain, drag->from));
  drag->is_active = TRUE;
  gtk_widget_add_css_class (g_ptr_array_index (self->rows, index), "dragged");
}

static double
slot_y (TlNestCanvas *self, guint slot)
{
  const TlLoopDrag *drag = &self->drag;
  const TlNestBox  *box;

  if (slot < drag->n_chain)
    return self->boxes[drag->chain[slot]].y - 4;
  box = &self->boxes[drag->chain[drag->n_chain - 1]];
  return box->y + box->row_height + 4;
}

/* Drop target of the dragged header: the middle of a neighbour, else the nearest gap. */
static void
find_target (TlNestCanvas *self)
{
  TlLoopDrag      *drag = &self->drag;
  const TlNestBox *own = &self->boxes[drag->chain[drag->from]];
  double           middle = own->y + own->row_height / 2 + drag->offset_y, best = G_MAXDOUBLE;

  drag->slot = drag->fuse = -1;
  for (guint i = 0; i < 2; i++)
    {
      gint             at = (gint) drag->from + (i == 0 ? -1 : 1);
      const TlNestBox *box = at >= 0 && at < (gint) drag->n_chain ? &self->boxes[drag->chain[at]] : NULL;

      if (box != NULL && fabs (middle - (box->y + box->row_height / 2)) < box->row_height * FUSE_ZONE / 2)
        {
          drag->fuse = (gint) i;
          return;
        }
    }
  for (guint slot = 0; slot <= drag->n_chain; slot++)
    {
      double distance = fabs (middle - slot_y (self, slot));

      if (distance < best)
        {
          best = distance;
          drag->slot = (gint) slot;
        }
    }
  if (drag->slot == (gint) drag->from || drag->slot == (gint) drag->from + 1)
    drag->slot = -1;
}

/* --- drawing --- */

static void
draw_target (cairo_t *cr, const TlPalette *palette, double x, double y, double width, gboolean legal, const char *text)
{
  const double dashes[] = { 6, 4 };

  tl_set_color (cr, legal ? palette->accent : palette->error, 1);
  cairo_set_line_width (cr, 3);
  cairo_set_dash (cr, dashes, legal ? 0 : 2, 0);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + width, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (text != NULL)
    {
      double text_width = tl_min (width, tl_text_width (cr, 12, TL_TEXT_BOLD, text) + 16);

      tl_path_rounded (cr, x + width - text_width, y - 11, text_width, 22, 6);
      tl_set_color (cr, palette->card, 1);
      cairo_fill_preserve (cr);
      tl_set_color (cr, legal ? palette->accent : palette->error, 1);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
      tl_draw_text (cr, x + width - text_width + 8, y, 12, TL_TEXT_BOLD, palette->text, text_width - 12, text);
    }
}

void
tl_nest_canvas_snapshot_drag (TlNestCanvas *self, GtkSnapshot *snapshot)
{
  const TlLoopDrag *drag = &self->drag;
  const TlPalette  *palette = tl_style_palette ();
  const TlNestBox  *top = &self->boxes[drag->chain[0]];
  cairo_t          *cr;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (-20, -20, (float) self->layout_width + 40, (float) self->layout_height + 40));
  for (guint slot = 0; slot <= drag->n_chain; slot++)
    if (slot != drag->from && slot != drag->from + 1)
      {
        tl_set_color (cr, drag->refusal[slot] == NULL ? palette->accent : palette->error, 0.35);
        cairo_rectangle (cr, top->x + 6, slot_y (self, slot) - 1, 26, 2);
        cairo_fill (cr);
      }
  if (drag->fuse >= 0)
    {
      guint            other = drag->chain[drag->from + (guint) (drag->fuse == 0 ? -1 : 1)];
      const TlNestBox *box = &self->boxes[other];
      const char      *refusal = drag->fuse_refusal[drag->fuse];
      g_autofree char *text = refusal == NULL ? g_strdup_printf (_("fuse with %s"), self->nest->items[other].label)
                                              : g_strdup_printf ("⊘ %s", refusal);

      draw_target (cr, palette, box->x, box->y + box->row_height / 2, box->width, refusal == NULL, text);
    }
  else if (drag->slot >= 0)
    {
      const char      *refusal = drag->refusal[drag->slot];
      g_autofree char *text = refusal == NULL ? g_strdup (_("move here")) : g_strdup_printf ("⊘ %s", refusal);

      draw_target (cr, palette, top->x, slot_y (self, (guint) drag->slot), top->width, refusal == NULL, text);
    }
  cairo_destroy (cr);
}

/* --- gesture --- */

static gint
loop_at (TlNestCanvas *self, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = hit != NULL ? (TL_IS_NEST_ROW (hit) ? hit : gtk_widget_get_ancestor (hit, TL_TYPE_NEST_ROW)) : NULL;

  return row != NULL && tl_nest_row_is_loop (TL_NEST_ROW (row)) ? (gint) tl_nest_row_index (TL_NEST_ROW (row)) : -1;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  TlNestCanvas *self = user_data;
  double        x, y;
  gint          index;

  if (!self->drag.is_active)
    {
      if (fabs (dy) < DRAG_THRESHOLD || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
        return;
      index = loop_at (self, x, y);
      if (index < 0)
        {
          gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
          return;
        }
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      begin (self, (guint) index);
    }
  self->drag.offset_y = dy / self->zoom;
  find_target (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  TlNestCanvas       *self = user_data;
  TlLoopDrag          drag = self->drag;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  if (!drag.is_active)
    return;
  tl_nest_canvas_clear_drag (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  if (drag.fuse >= 0)
    perform_step (self, "fuse", arena, fuse_arg (self, arena, drag.chain, drag.fuse == 0 ? drag.from - 1 : drag.from));
  else if (drag.slot >= 0)
    perform_step (self, "reorder", arena, reorder_arg (self, arena, drag.chain, drag.from, (guint) drag.slot));
}

static void
on_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer user_data)
{
  tl_nest_canvas_clear_drag (user_data);
  gtk_widget_queue_allocate (user_data);
}

void
tl_nest_canvas_move_loop (TlNestCanvas *self, guint index, gint by)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               chain[TL_MAX_CHAIN], n, position = 0;

  if (self->nest->items[index].kind != TL_NEST_LOOP)
    return;
  n = tl_nest_canvas_chain (self, index, chain, &position);
  if ((by < 0 && position == 0) || (by > 0 && position + 1 >= n))
    return;
  perform_step (self, "reorder", arena, reorder_arg (self, arena, chain, position, by < 0 ? position - 1 : position + 2));
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
}
