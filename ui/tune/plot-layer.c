/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-layer.h"

#include <math.h>
#include <string.h>

#include "ui/widgets/pixels.h"

#define STRIP_PX  96
#define MARK_PX   5.0      /* distance from a trial that its dot, line or failure mark can reach */
#define N_AT_ONCE 20000    /* so many trials are painted within a frame */

/* Where a picture is for. */
typedef struct
{
  TlPlotArea       area;
  const TlPalette *palette;
  int              width, height;
  double           scale;   /* tl_pixel_scale … */
  int              factor;  /* … without that of the text */
} TlPlotView;

/* Trials for a thread, kept from one picture to the next. */
typedef struct
{
  TlPlotModel   *model;
  TlPlotSummary *summary;
} TlPlotCopy;

/* A picture that a thread paints. */
typedef struct
{
  TlPlotLayer     *layer;     /* NULL: nobody needs it any more */
  TlPlotCopy      *trials;
  TlPlotView       view;
  cairo_surface_t *picture;
} TlPlotJob;

struct _TlPlotLayer
{
  GtkWidget       *widget;       /* borrowed */
  GPtrArray       *strips;       /* GskRenderNode, left to right; empty: nothing is painted */
  cairo_surface_t *pictures[2];  /* that all strips were cut from, the newest first; NULL: not yet */
  TlPlotView       view;
  TlPlotModel      model;        /* as painted; its columns are not used */
  TlPlotJob       *job;          /* NULL: none */
  TlPlotCopy      *trials;       /* nullable */
};

static void
copy_free (TlPlotCopy *trials)
{
  tl_plot_model_free (trials->model);
  tl_plot_summary_free (trials->summary);
  g_free (trials);
}

TlPlotLayer *
tl_plot_layer_new (GtkWidget *widget)
{
  TlPlotLayer *layer = g_new0 (TlPlotLayer, 1);

  layer->widget = widget;
  layer->strips = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  return layer;
}

static void
forget_pictures (TlPlotLayer *layer)
{
  g_clear_pointer (&layer->pictures[0], cairo_surface_destroy);
  g_clear_pointer (&layer->pictures[1], cairo_surface_destroy);
}

/* A picture that is being painted will not be shown. */
static void
forget_job (TlPlotLayer *layer)
{
  if (layer->job != NULL)
    layer->job->layer = NULL;
  layer->job = NULL;
}

void
tl_plot_layer_free (TlPlotLayer *layer)
{
  tl_plot_layer_clear (layer);
  g_ptr_array_unref (layer->strips);
  forget_pictures (layer);
  g_free (layer);
}

void
tl_plot_layer_clear (TlPlotLayer *layer)
{
  g_ptr_array_set_size (layer->strips, 0);
  forget_job (layer);
  g_clear_pointer (&layer->trials, copy_free);
}

const TlPlotArea *
tl_plot_layer_area (TlPlotLayer *layer)
{
  return layer->strips->len > 0 ? &layer->view.area : NULL;
}

/* Of a strip, in pixels of the picture. */
static int
strip_px (TlPlotLayer *layer)
{
  return (int) lround (STRIP_PX * layer->view.scale);
}

/*
 * Paints what @view shows of @model into @picture, from its pixel column @x on. A strip is a Cairo node that copies from such a picture,
 * not a texture: the Cairo renderer of GTK 4.8 converts the pixels of a texture to floats and back each time it draws it.
 */
static void
paint (const TlPlotView *view, const TlPlotModel *model, cairo_surface_t *picture, int x)
{
  double   from = x / view->scale, width = cairo_image_surface_get_width (picture) / view->scale;
  cairo_t *cr = cairo_create (picture);

  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_translate (cr, -from, 0);
  tl_draw_plot_part (cr, model, &view->area, view->palette, from, from + width);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
}

/* The strip from pixel column @x to @end, cut from a @picture that begins at column @from. */
static GskRenderNode *
strip_new (TlPlotLayer *layer, cairo_surface_t *picture, int from, int x, int end)
{
  double         factor = layer->view.factor, left = x / factor, width = (end - x) / factor;
  double         height = cairo_image_surface_get_height (picture) / factor;
  GskRenderNode *strip = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float) left, 0, (float) width, (float) height));
  cairo_t       *cr = gsk_cairo_node_get_draw_context (strip);

  tl_pixels_set_source (cr, picture, layer->view.factor, from);
  cairo_rectangle (cr, left, 0, width, height);
  cairo_fill (cr);
  cairo_destroy (cr);
  return strip;
}

static cairo_surface_t *
view_pixels (const TlPlotView *view, int width)
{
  return tl_pixels_new (width, tl_pixels_in (view->height, view->scale), view->scale);
}

/* The picture of the last paint but one, which the window shows no more, is painted again: new pages of memory cost more than clearing. */
static cairo_surface_t *
take_picture (TlPlotLayer *layer, const TlPlotView *view)
{
  cairo_surface_t *next = g_steal_pointer (&layer->pictures[1]);

  if (next != NULL && cairo_surface_get_reference_count (next) > 1)
    g_clear_pointer (&next, cairo_surface_destroy);
  return next != NULL ? next : view_pixels (view, tl_pixels_in (view->width, view->scale));
}

/* Shows @picture (consumed). */
static void
cut (TlPlotLayer *layer, cairo_surface_t *picture)
{
  int end = cairo_image_surface_get_width (picture), width = strip_px (layer);

  g_clear_pointer (&layer->pictures[1], cairo_surface_destroy);
  layer->pictures[1] = layer->pictures[0];
  layer->pictures[0] = picture;
  g_ptr_array_set_size (layer->strips, 0);
  for (int x = 0; x < end; x += width)
    g_ptr_array_add (layer->strips, strip_new (layer, picture, 0, x, MIN (x + width, end)));
}

static void
paint_all (TlPlotLayer *layer, const TlPlotModel *model)
{
  cairo_surface_t *picture = take_picture (layer, &layer->view);

  paint (&layer->view, model, picture, 0);
  cut (layer, picture);
}

/* Paints the strips that overlap the columns from @x0 to @x1. */
static void
paint_between (TlPlotLayer *layer, const TlPlotModel *model, double x0, double x1)
{
  const TlPlotView *view = &layer->view;
  int               all = tl_pixels_in (view->width, view->scale), width = strip_px (layer);

  for (int i = (int) (MAX (0, x0) * view->scale) / width; i < (int) layer->strips->len && i * width <= x1 * view->scale; i++)
    {
      int              x = i * width, end = MIN (x + width, all);
      cairo_surface_t *picture = view_pixels (view, end - x);

      paint (view, model, picture, x);
      gsk_render_node_unref (layer->strips->pdata[i]);
      layer->strips->pdata[i] = strip_new (layer, picture, x, x, end);
      cairo_surface_destroy (picture);
    }
}

/* The number of trials from @first on that are shown in the failure row below the plot area. */
static guint
count_in_rows (const TlPlotModel *model, guint first)
{
  guint n = 0;

  for (guint i = first; i < model->n; i++)
    n += model->outcome[i] != TL_OUTCOME_OK;
  return n;
}

/* Whether @model, drawn in @area, differs from the painted picture only by additional trials. */
static gboolean
is_continued (TlPlotLayer *layer, const TlPlotModel *model, const TlPlotArea *area)
{
  return layer->strips->len > 0 && layer->model.n > 0 && model->n >= layer->model.n && memcmp (area, &layer->view.area, sizeof *area) == 0
         && model->by_time == layer->model.by_time && model->throughput == layer->model.throughput && model->flops == layer->model.flops
         && model->peak_s == layer->model.peak_s && model->peak_gpu == layer->model.peak_gpu
         && model->baseline_s == layer->model.baseline_s
         && model->baseline_is_bound == layer->model.baseline_is_bound
         && model->best == layer->model.best;   /* a new best trial also changes the mark of the old one, at any column */
}

/* --- in a thread --- */

static TlPlotCopy *
copy_new (const TlPlotModel *model)
{
  TlPlotCopy *trials = g_new (TlPlotCopy, 1);

  *trials = (TlPlotCopy) { tl_plot_model_copy (model), tl_plot_summary_new () };
  return trials;
}

static gboolean
on_painted (gpointer user_data)
{
  TlPlotJob   *job = user_data;
  TlPlotLayer *layer = job->layer;

  if (layer != NULL)
    {
      layer->job = NULL;
      layer->view = job->view;
      layer->model = *job->trials->model;
      layer->trials = g_steal_pointer (&job->trials);
      cut (layer, g_steal_pointer (&job->picture));
      gtk_widget_queue_draw (layer->widget);
    }
  g_clear_pointer (&job->picture, cairo_surface_destroy);
  g_clear_pointer (&job->trials, copy_free);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static void
paint_in_thread (gpointer data, gpointer user_data)
{
  TlPlotJob *job = data;

  tl_plot_summary_extend (job->trials->summary, job->trials->model);
  job->trials->model->summary = job->trials->summary;
  paint (&job->view, job->trials->model, job->picture, 0);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_painted, job, NULL);
}

/* One thread, which keeps its fonts. */
static void
start_job (TlPlotLayer *layer, const TlPlotView *view, const TlPlotModel *model)
{
  static GThreadPool *thread;
  TlPlotJob          *job = g_new0 (TlPlotJob, 1);

  if (thread == NULL)
    thread = g_thread_pool_new (paint_in_thread, NULL, 1, TRUE, NULL);
  if (layer->trials != NULL && !tl_plot_model_follow (layer->trials->model, model))
    g_clear_pointer (&layer->trials, copy_free);
  job->layer = layer;
  job->trials = layer->trials != NULL ? g_steal_pointer (&layer->trials) : copy_new (model);
  job->view = *view;
  job->picture = take_picture (layer, view);
  layer->job = job;
  g_thread_pool_push (thread, job, NULL);
}

/* --- updates --- */

static gboolean
is_same_canvas (const TlPlotView *a, const TlPlotView *b)
{
  return a->palette == b->palette && a->width == b->width && a->height == b->height && a->scale == b->scale && a->factor == b->factor;
}

void
tl_plot_layer_update (TlPlotLayer *layer, const TlPlotModel *model, const TlPalette *palette, int width, int height, double scale,
                      int factor)
{
  TlPlotView view = { .palette = palette, .width = width, .height = height, .scale = scale, .factor = factor };
  gboolean   is_same, continues;
  guint      n_painted;

  tl_plot_area (model, width, height, &view.area);
  is_same = is_same_canvas (&view, &layer->view);
  continues = is_same && is_continued (layer, model, &view.area);
  n_painted = continues ? layer->model.n : 0;
  if (continues && model->n == n_painted)
    {
      forget_job (layer);
      return;
    }
  if (!continues && is_same && layer->strips->len > 0 && model->n > N_AT_ONCE)
    {
      if (layer->job == NULL)
        start_job (layer, &view, model);
      return;
    }
  forget_job (layer);
  if (!is_same)
    forget_pictures (layer);
  layer->view = view;
  layer->model = *model;
  if (!continues)
    {
      paint_all (layer, model);
      return;
    }
  paint_between (layer, model, tl_plot_x (&view.area, tl_plot_trial_x (model, n_painted - 1)) - MARK_PX,
                 tl_plot_x (&view.area, tl_plot_trial_x (model, model->n - 1)) + MARK_PX);
  paint_between (layer, model, view.area.right + 1, width);   /* the density of the newest */
  if (count_in_rows (model, n_painted) > 0)
    paint_between (layer, model, 0, view.area.left - 1);
}

void
tl_plot_layer_snapshot (TlPlotLayer *layer, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < layer->strips->len; i++)
    gtk_snapshot_append_node (snapshot, layer->strips->pdata[i]);
}
