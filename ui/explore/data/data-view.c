/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/data-view.h"

#include "core/draw/data/data-notes.h"
#include "core/draw/data/data-region.h"
#include "core/draw/data/draw-data.h"
#include "core/draw/data/thread-picture.h"
#include "core/session/steps/split-factors.h"
#include "ui/widgets/picture.h"

#include <string.h>

#define MIN_WIDTH  300
#define MIN_HEIGHT 140
#define SNAP_OCTAVES 0.6   /* to a divisor, at most so far away */

struct _TlDataView
{
  GtkWidget           parent_instance;
  const TlDataLayout *layout;      /* borrowed */
  gint64             *position;
  gint                selected;
  TlCaches            caches;
  guint               n_cores;
  TlTarget            target;
  TlTileSpan         *trail[TL_DATA_TRAIL];   /* spans of the positions before, the last one first */
  guint               n_trail;
  TlElementCounts    *counts;      /* nullable */
  gboolean            shows_threads;
  TlCountsLook        look;        /* of the counts */
  const TlCacheContents *contents; /* borrowed, nullable: of … */
  guint               cache;       /* … this one outlined */
  TlDataPicture      *picture;     /* of the present size; NULL: to be made */
  TlThreadPicture    *threads;     /* that of GPU threads, of the present size; NULL: to be made, or not shown */
  GskRenderNode      *node;        /* the picture as drawn */
  gint                hovered;
  int                 needed_height;   /* of the picture of threads; 0: none is shown */
  gint64              thread;      /* of the picture of threads, under the pointer; -1: none */
  TlDataSpot          spot;        /* under the pointer; its buffer NULL: none */
  TlDataRegion        region;      /* that is pinned; its buffer NULL: none */
  TlDataRegion        dragged;     /* a part that the pointer is choosing */
  const TlDataRect   *dragged_in;  /* borrowed from the picture; NULL: no part is being chosen */
  TlDataEdge          edge;        /* that is dragged; its rect NULL: none */
  gint64              factor;      /* that it was dragged to */
  gboolean            has_moved;   /* far enough for a drag */
};

enum
{
  SIGNAL_LOOP_PICKED,
  SIGNAL_LOOP_HOVERED,
  SIGNAL_THREAD_PICKED,
  SIGNAL_BLOCK_PICKED,
  SIGNAL_SPLIT,
  SIGNAL_REGION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlDataView, tl_data_view, GTK_TYPE_WIDGET)

static void
forget_picture (TlDataView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->picture, tl_data_picture_free);
  g_clear_pointer (&self->threads, tl_thread_picture_free);
  self->edge.rect = self->dragged_in = NULL;   /* they lie in the picture */
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_drawing (TlDataView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static TlDataPicture *
make_picture (TlDataView *self, double width, double height)
{
  if (self->counts != NULL)
    return tl_data_picture_new_tiles (self->layout, self->position, self->selected, self->counts->n_fixed, &self->caches, width, height);
  return tl_data_picture_new (self->layout, self->position, self->selected, &self->caches, width, height);
}

static const TlDataPicture *
picture_of (TlDataView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->layout == NULL || width < 1 || height < 1)
    return NULL;
  if (self->picture != NULL && (self->picture->width != width || self->picture->height != height))
    forget_picture (self);
  if (self->picture == NULL)
    {
      self->picture = make_picture (self, width, height);
      tl_data_picture_set_cores (self->picture, self->n_cores);
      self->picture->n_trail = self->n_trail;
      for (guint i = 0; i < self->n_trail; i++)
        self->picture->trail[i] = self->trail[i];
    }
  return self->picture;
}

/* NULL: no threads of a GPU are shown. */
static const TlThreadPicture *
threads_of (TlDataView *self)
{
  const TlDataPicture *picture = picture_of (self);

  if (picture == NULL || !self->shows_threads || picture->threads.kind != TL_THREADS_GPU)
    return NULL;
  if (self->threads == NULL)
    {
      self->threads = tl_thread_picture_new (self->layout, self->position, picture->width, picture->height);
      tl_thread_picture_set_target (self->threads, &self->target);
    }
  return self->threads;
}

static void
forget_trail (TlDataView *self)
{
  for (guint i = 0; i < self->n_trail; i++)
    g_free (self->trail[i]);
  self->n_trail = 0;
}

/* The present position becomes the last one of the trail. */
static void
extend_trail (TlDataView *self)
{
  if (self->n_trail == TL_DATA_TRAIL)
    g_free (self->trail[--self->n_trail]);
  memmove (self->trail + 1, self->trail, sizeof *self->trail * self->n_trail);
  self->trail[0] = g_new0 (TlTileSpan, tl_block_tiles_n_spans (self->layout->tiles) + 1);
  tl_block_tiles_at (self->layout->tiles, self->position, self->trail[0]);
  self->n_trail++;
}

static void
draw_content (TlDataView *self, cairo_t *cr, const TlDataPicture *picture)
{
  const TlThreadPicture *threads = threads_of (self);

  if (threads != NULL)
    tl_draw_threads (cr, threads, tl_style_palette ());
  else if (self->shows_threads && picture->threads.kind == TL_THREADS_CPU)
    tl_draw_data_threads (cr, picture, tl_style_palette ());
  else if (self->counts != NULL)
    tl_draw_counts (cr, picture, self->counts, &self->look, tl_style_palette ());
  else
    {
      tl_draw_data (cr, picture, tl_style_palette ());
      if (self->contents != NULL)
        tl_draw_cache_contents (cr, picture, self->contents, self->cache, tl_style_palette ());
    }
}

/* Marks at the pointer, and the pinned element. */
static void
draw_above (TlDataView *self, cairo_t *cr, const TlDataPicture *picture)
{
  if (self->counts == NULL && !self->shows_threads && self->hovered >= 0 && (guint) self->hovered < self->layout->tiles->n_loops)
    tl_draw_data_loop (cr, picture, tl_style_palette (), self->hovered);
  if (self->spot.buffer != NULL && self->dragged_in == NULL)
    tl_draw_data_cache_line (cr, picture, tl_style_palette (), &self->spot);
  if (self->dragged_in != NULL && self->dragged.buffer != NULL)
    tl_draw_data_region (cr, picture, tl_style_palette (), &self->dragged);
  else if (self->region.buffer != NULL)
    tl_draw_data_region (cr, picture, tl_style_palette (), &self->region);
  if (self->edge.rect != NULL && self->factor > 0)
    tl_draw_data_split (cr, picture, tl_style_palette (), &self->edge, self->factor);
}

static void
tl_data_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlDataView            *self = TL_DATA_VIEW (widget);
  const TlDataPicture   *picture = picture_of (self);
  const graphene_rect_t  bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));
  cairo_t               *cr;

  if (picture == NULL)
    return;
  if (self->node == NULL)
    {
      self->node = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (self->node);
      draw_content (self, cr, picture);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->node);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (threads_of (self) != NULL && self->thread >= 0)
    tl_draw_thread_lane (cr, threads_of (self), self->thread, tl_style_palette ());
  else if (threads_of (self) == NULL)
    draw_above (self, cr, picture);
  cairo_destroy (cr);
}

static void
tl_data_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TlDataView *self = TL_DATA_VIEW (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MAX (MIN_HEIGHT, self->needed_height);
}

/* --- the pointer --- */

void
tl_data_view_set_hovered (TlDataView *self, gint loop)
{
  if (self->hovered == loop)
    return;
  self->hovered = loop;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
hover (TlDataView *self, gint loop)
{
  if (self->hovered == loop)
    return;
  tl_data_view_set_hovered (self, loop);
  g_signal_emit (self, signals[SIGNAL_LOOP_HOVERED], 0, loop);
}

/* Edges are dragged where tiles are shown. */
static gboolean
find_edge (TlDataView *self, double x, double y, TlDataEdge *edge)
{
  const TlDataPicture *picture = picture_of (self);

  return picture != NULL && self->counts == NULL && !self->shows_threads && tl_data_picture_find_edge (picture, x, y, edge);
}

static void
set_spot (TlDataView *self, const TlDataSpot *spot)
{
  if (spot == NULL && self->spot.buffer == NULL)
    return;
  self->spot = spot != NULL ? *spot : (TlDataSpot) { .buffer = NULL };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* -1: none is there. */
static gint64
thread_at (TlDataView *self, double x, double y)
{
  const TlThreadPicture *threads = threads_of (self);
  gint64                 block, thread;

  if (threads == NULL || x < threads->warps.x || !tl_thread_picture_find (threads, x, y, &block, &thread))
    return -1;
  return thread;
}

static void
set_thread (TlDataView *self, gint64 thread)
{
  if (self->thread == thread)
    return;
  self->thread = thread;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlDataView          *self = user_data;
  const TlDataPicture *picture = picture_of (self);
  TlDataSpot           spot;
  TlDataEdge           edge;
  gboolean             found = picture != NULL && threads_of (self) == NULL && tl_data_picture_find (picture, x, y, &spot);
  gboolean             on_edge = find_edge (self, x, y, &edge);

  if (self->edge.rect != NULL || self->dragged_in != NULL)
    return;
  set_thread (self, thread_at (self, x, y));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), !on_edge ? NULL : edge.side == TL_DATA_COLUMNS ? "col-resize" : "row-resize");
  set_spot (self, found && !on_edge ? &spot : NULL);
  hover (self, on_edge ? (gint) edge.loop : found ? spot.loop : -1);
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  TlDataView *self = user_data;

  if (self->edge.rect != NULL)
    return;
  set_thread (self, -1);
  set_spot (self, NULL);
  hover (self, -1);
}

/* Of the list below the grid; NULL: none is there. */
static const TlThreadPhase *
phase_at (TlDataView *self, double x, double y)
{
  const TlThreadPicture *threads = threads_of (self);

  return threads != NULL ? tl_thread_picture_phase_at (threads, x, y) : NULL;
}

/* A thread or block of the GPU picture, or the first statement of a phase. */
static gboolean
pick_thread (TlDataView *self, double x, double y)
{
  const TlThreadPicture *threads = threads_of (self);
  const TlThreadPhase   *phase = phase_at (self, x, y);
  gint64                 block, thread;

  if (threads == NULL)
    return FALSE;
  if (phase != NULL)
    g_signal_emit (self, signals[SIGNAL_BLOCK_PICKED], 0, g_array_index (phase->blocks, TlPhaseBlock, 0).block->id);
  if (phase != NULL)
    return TRUE;
  if (tl_thread_picture_find (threads, x, y, &block, &thread))
    g_signal_emit (self, signals[SIGNAL_THREAD_PICKED], 0, block, thread);
  return TRUE;
}

/* --- the pinned element or part --- */

static void
pin (TlDataView *self, const TlDataRegion *region)
{
  if (region == NULL && self->region.buffer == NULL)
    return;
  self->region = region != NULL ? *region : (TlDataRegion) { .buffer = NULL };
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_REGION_CHANGED], 0);
}

void
tl_data_view_unpin (TlDataView *self)
{
  pin (self, NULL);
}

const TlDataRegion *
tl_data_view_pinned (TlDataView *self)
{
  return self->region.buffer != NULL ? &self->region : NULL;
}

/* The first element of what is shown of a buffer. */
static void
begin_at (TlDataView *self, TlDataRegion *region, const TlDataBuffer *buffer)
{
  const TlDataPicture *picture = picture_of (self);
  TlDataSpot           spot;

  for (guint i = 0; i < picture->n_rects; i++)
    if (picture->rects[i].buffer == buffer)
      {
        tl_data_rect_spot (picture, &picture->rects[i], picture->rects[i].x, picture->rects[i].y, &spot);
        tl_data_region_begin (region, &spot);
      }
}

/* Along a side of its buffer; pins the first element where nothing is. */
static gboolean
move_pin (TlDataView *self, TlDataSideKind side, gint64 by, gboolean extends)
{
  TlDataRegion region = self->region;

  if (picture_of (self) == NULL || self->shows_threads)
    return FALSE;
  if (region.buffer == NULL)
    begin_at (self, &region, &self->layout->buffers[0]);
  else
    tl_data_region_move (&region, side, by, extends);
  pin (self, &region);
  return TRUE;
}

/* The first element of the next buffer, or of the one before. */
static gboolean
pin_next (TlDataView *self, gint by)
{
  gint         n, at;
  TlDataRegion region = { .buffer = NULL };

  if (picture_of (self) == NULL || self->shows_threads)
    return FALSE;
  n = (gint) self->layout->n_buffers;
  at = self->region.buffer != NULL ? (gint) (self->region.buffer - self->layout->buffers) + by : 0;
  begin_at (self, &region, &self->layout->buffers[(at + n) % n]);
  pin (self, &region);
  return TRUE;
}

gboolean
tl_data_view_handle_key (TlDataView *self, guint keyval, GdkModifierType modifiers)
{
  gboolean       is_back = keyval == GDK_KEY_Left || keyval == GDK_KEY_Up;
  TlDataSideKind side = keyval == GDK_KEY_Left || keyval == GDK_KEY_Right ? TL_DATA_COLUMNS : TL_DATA_ROWS;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      return (modifiers & GDK_CONTROL_MASK) != 0 ? pin_next (self, is_back ? -1 : 1)
                                                 : move_pin (self, side, is_back ? -1 : 1, (modifiers & GDK_SHIFT_MASK) != 0);
    case GDK_KEY_Escape:
      if (self->region.buffer == NULL)
        return FALSE;
      tl_data_view_unpin (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
begin_part (TlDataView *self, double x, double y)
{
  const TlDataPicture *picture = picture_of (self);
  TlDataSpot           spot;

  self->dragged_in = picture != NULL && !self->shows_threads ? tl_data_picture_rect_at (picture, x, y) : NULL;
  self->dragged.buffer = NULL;
  if (self->dragged_in == NULL)
    return;
  tl_data_rect_spot (picture, self->dragged_in, x, y, &spot);
  tl_data_region_begin (&self->dragged, &spot);
}

static void
extend_part (TlDataView *self, double x, double y)
{
  TlDataSpot spot;

  tl_data_rect_spot (picture_of (self), self->dragged_in, x, y, &spot);
  tl_data_region_extend (&self->dragged, &spot);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- the edge of a tile: a split --- */

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TlDataView *self = user_data;

  self->factor = 0;
  self->has_moved = FALSE;
  self->dragged_in = NULL;
  if (find_edge (self, x, y, &self->edge))
    return;
  self->edge.rect = NULL;
  begin_part (self, x, y);
}

/* An edge takes divisors; with Ctrl any number. */
static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlDataView *self = user_data;
  double      x, y;
  gboolean    is_free = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag)) & GDK_CONTROL_MASK) != 0;

  if ((self->edge.rect == NULL && self->dragged_in == NULL) || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (!self->has_moved && !gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx), (int) (y + dy)))
    return;
  self->has_moved = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->dragged_in != NULL)
    {
      extend_part (self, x + dx, y + dy);
      return;
    }
  self->factor = tl_split_snap (self->edge.extent, tl_data_edge_iterations (&self->edge, x + dx, y + dy), is_free ? 0 : SNAP_OCTAVES);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TlDataView *self = user_data;
  TlDataEdge  edge = self->edge;
  gint64      factor = self->factor;
  gboolean    is_part = self->dragged_in != NULL && self->has_moved;

  self->edge.rect = self->dragged_in = NULL;
  self->factor = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (edge.rect != NULL && factor > 1 && factor < edge.extent)
    g_signal_emit (self, signals[SIGNAL_SPLIT], 0, edge.loop, factor);
  if (is_part)
    pin (self, &self->dragged);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlDataView          *self = user_data;
  const TlDataPicture *picture = picture_of (self);
  TlDataRegion         region;
  TlDataSpot           spot;
  TlDataEdge           edge;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (pick_thread (self, x, y))
    return;
  if (find_edge (self, x, y, &edge))
    {
      g_signal_emit (self, signals[SIGNAL_LOOP_PICKED], 0, edge.loop);
      return;
    }
  if (picture == NULL || self->shows_threads || !tl_data_picture_find (picture, x, y, &spot))
    {
      tl_data_view_unpin (self);
      return;
    }
  tl_data_region_begin (&region, &spot);
  pin (self, &region);
  if (spot.loop >= 0)
    g_signal_emit (self, signals[SIGNAL_LOOP_PICKED], 0, (guint) spot.loop);
}

static gboolean
tl_data_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  TlDataView          *self = TL_DATA_VIEW (widget);
  const TlDataPicture *picture = picture_of (self);
  g_autofree char     *text = NULL;
  gint64               thread = by_keyboard ? -1 : thread_at (self, x, y);
  TlDataSpot           spot;

  if (picture == NULL || by_keyboard)
    return FALSE;
  if (thread >= 0)
    text = tl_thread_picture_lane_text (threads_of (self), thread);
  else if (phase_at (self, x, y) != NULL)
    text = tl_thread_picture_phase_text (threads_of (self), phase_at (self, x, y));
  else if (threads_of (self) == NULL && tl_data_picture_find (picture, x, y, &spot))
    text = self->counts != NULL ? tl_counts_spot_text (picture, self->counts, &spot) : tl_data_spot_text (picture, &spot);
  else if (self->counts == NULL && !self->shows_threads)
    text = tl_data_picture_text_at (picture, x, y);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* --- object --- */

static void
tl_data_view_dispose (GObject *object)
{
  TlDataView *self = TL_DATA_VIEW (object);

  forget_picture (self);
  forget_trail (self);
  g_clear_pointer (&self->counts, tl_element_counts_free);
  g_clear_pointer (&self->position, g_free);
  self->layout = NULL;
  G_OBJECT_CLASS (tl_data_view_parent_class)->dispose (object);
}

static void
tl_data_view_class_init (TlDataViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_data_view_dispose;
  widget_class->snapshot = tl_data_view_snapshot;
  widget_class->measure = tl_data_view_measure;
  widget_class->query_tooltip = tl_data_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "dataview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_LOOP_PICKED] = g_signal_new ("loop-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              1, G_TYPE_UINT);
  signals[SIGNAL_LOOP_HOVERED] = g_signal_new ("loop-hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_THREAD_PICKED] = g_signal_new ("thread-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
  signals[SIGNAL_BLOCK_PICKED] = g_signal_new ("block-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_SPLIT] = g_signal_new ("split", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                        G_TYPE_UINT, G_TYPE_INT64);
  signals[SIGNAL_REGION_CHANGED] = g_signal_new ("region-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                 G_TYPE_NONE, 0);
}

static void
tl_data_view_init (TlDataView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture         *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();

  self->hovered = -1;
  self->thread = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  tl_style_follow (self, G_CALLBACK (forget_drawing));
}

GtkWidget *
tl_data_view_new (void)
{
  return g_object_new (TL_TYPE_DATA_VIEW, NULL);
}

/* Threads of a GPU have lists, which scroll where they have no room. */
static void
need_height (TlDataView *self, const TlThreadPicture *threads)
{
  int height = threads != NULL ? (int) tl_thread_picture_needed_height (threads) : 0;

  if (self->needed_height == height)
    return;
  self->needed_height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* As the tooltips of the numbers, for all buffers. */
static char *
numbers_text (const TlDataPicture *picture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < picture->layout->n_buffers; i++)
    {
      g_autofree char *of_buffer = tl_data_buffer_text (picture, &picture->layout->buffers[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", of_buffer);
    }
  return g_string_free (text, FALSE);
}

/* The numbers are there for those who cannot see the picture, whatever its size. */
static void
describe (TlDataView *self)
{
  g_autoptr (TlDataPicture) picture = NULL;
  g_autoptr (TlThreadPicture) threads = NULL;
  g_autofree char          *summary = NULL, *detail = NULL;

  if (self->layout == NULL)
    return;
  picture = make_picture (self, 640, 480);
  tl_data_picture_set_cores (picture, self->n_cores);
  if (self->shows_threads && picture->threads.kind == TL_THREADS_GPU)
    {
      threads = tl_thread_picture_new (self->layout, self->position, 640, 480);
      tl_thread_picture_set_target (threads, &self->target);
      summary = tl_thread_picture_summary (threads);
      detail = tl_thread_picture_lane_text (threads, threads->thread);
    }
  else if (self->shows_threads && picture->threads.kind == TL_THREADS_CPU)
    summary = tl_data_threads_summary (picture);
  else
    summary = self->counts != NULL ? tl_counts_summary (self->layout, self->counts, &self->look) : tl_data_picture_summary (picture);
  if (detail == NULL && self->counts == NULL && !self->shows_threads)
    detail = numbers_text (picture);
  need_height (self, threads);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail != NULL ? detail : "", -1);
}

void
tl_data_view_show (TlDataView *self, const TlDataLayout *layout, const gint64 *position, gint selected, const TlTarget *target,
                   gboolean goes_on)
{
  if (self->layout != layout)
    {
      self->hovered = -1;
      self->thread = -1;
      self->spot.buffer = NULL;
      tl_data_view_unpin (self);
    }
  if (goes_on && layout != NULL && self->layout == layout && self->selected == selected)
    extend_trail (self);
  else
    forget_trail (self);
  forget_picture (self);
  g_clear_pointer (&self->counts, tl_element_counts_free);
  g_free (self->position);
  self->layout = layout;
  self->position = layout != NULL ? g_memdup2 (position, sizeof (gint64) * layout->tiles->n_loops) : NULL;
  self->selected = selected;
  if (target != NULL)
    {
      self->caches = tl_target_caches (target);
      self->n_cores = MAX (target->num_cores, 1);
      self->target = *target;
    }
  describe (self);
}

void
tl_data_view_set_counts (TlDataView *self, TlElementCounts *counts, const TlCountsLook *look)
{
  if (counts != self->counts)
    {
      forget_picture (self);
      g_clear_pointer (&self->counts, tl_element_counts_free);
      self->counts = counts;
    }
  forget_drawing (self);
  if (look != NULL)
    self->look = *look;
  describe (self);
}

void
tl_data_view_set_contents (TlDataView *self, const TlCacheContents *contents, guint cache)
{
  self->contents = contents;
  self->cache = cache;
  forget_drawing (self);
}

void
tl_data_view_set_shows_threads (TlDataView *self, gboolean shows)
{
  if (self->shows_threads == shows)
    return;
  self->shows_threads = shows;
  forget_picture (self);
  describe (self);
}
