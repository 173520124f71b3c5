/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-layer.h"

#include <math.h>
#include <string.h>

#include "ui/widgets/pixels.h"

#define STRIP_PX  96
#define MARK_PX   5.0      /* distance from a trial that its dot, line or failure mark can reach */

struct _TlPlotLayer
{
  GPtrArray       *strips;       /* GskRenderNode, left to right; empty: nothing is painted */
  cairo_surface_t *pictures[2];  /* that all strips were cut from, the newest first; NULL: not yet */
  TlPlotArea       area;
  TlPlotModel      model;        /* as painted; its columns are not used */
  const TlPalette *palette;
  int              width, height;
  double           scale;        /* tl_pixel_scale … */
  int              factor;       /* … without that of the text */
};

TlPlotLayer *
tl_plot_layer_new (void)
{
  TlPlotLayer *layer = g_new0 (TlPlotLayer, 1);

  layer->strips = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  return layer;
}

static void
forget_pictures (TlPlotLayer *layer)
{
  g_clear_pointer (&layer->pictures[0], cairo_surface_destroy);
  g_clear_pointer (&layer->pictures[1], cairo_surface_destroy);
}

void
tl_plot_layer_free (TlPlotLayer *layer)
{
  g_ptr_array_unref (layer->strips);
  forget_pictures (layer);
  g_free (layer);
}

void
tl_plot_layer_clear (TlPlotLayer *layer)
{
  g_ptr_array_set_size (layer->strips, 0);
}

const TlPlotArea *
tl_plot_layer_area (TlPlotLayer *layer)
{
  return layer->strips->len > 0 ? &layer->area : NULL;
}

/* Of a strip, in pixels of the picture. */
static int
strip_px (TlPlotLayer *layer)
{
  return (int) lround (STRIP_PX * layer->scale);
}

/*
 * Paints the layer into @picture, from its pixel column @x on. A strip is a Cairo node that copies from such a picture, not a texture: the
 * Cairo renderer of GTK 4.8 converts the pixels of a texture to floats and back each time it draws it.
 */
static void
paint (TlPlotLayer *layer, const TlPlotModel *model, cairo_surface_t *picture, int x)
{
  double   from = x / layer->scale, width = cairo_image_surface_get_width (picture) / layer->scale;
  cairo_t *cr = cairo_create (picture);

  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_translate (cr, -from, 0);
  tl_draw_plot_part (cr, model, &layer->area, layer->palette, from, from + width);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
}

/* The strip from pixel column @x to @end, cut from a @picture that begins at column @from. */
static GskRenderNode *
strip_new (TlPlotLayer *layer, cairo_surface_t *picture, int from, int x, int end)
{
  double         factor = layer->factor, left = x / factor, width = (end - x) / factor;
  double         height = cairo_image_surface_get_height (picture) / factor;
  GskRenderNode *strip = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float) left, 0, (float) width, (float) height));
  cairo_t       *cr = gsk_cairo_node_get_draw_context (strip);

  tl_pixels_set_source (cr, picture, layer->factor, from);
  cairo_rectangle (cr, left, 0, width, height);
  cairo_fill (cr);
  cairo_destroy (cr);
  return strip;
}

/* The picture of the last paint but one, which the window shows no more, is painted again: new pages of memory cost more than clearing. */
static cairo_surface_t *
next_picture (TlPlotLayer *layer)
{
  cairo_surface_t *next = layer->pictures[1];

  if (next != NULL && cairo_surface_get_reference_count (next) > 1)
    g_clear_pointer (&next, cairo_surface_destroy);
  if (next == NULL)
    next = tl_pixels_new (tl_pixels_in (layer->width, layer->scale), tl_pixels_in (layer->height, layer->scale), layer->scale);
  layer->pictures[1] = layer->pictures[0];
  layer->pictures[0] = next;
  return layer->pictures[0];
}

static void
paint_all (TlPlotLayer *layer, const TlPlotModel *model)
{
  cairo_surface_t *picture = next_picture (layer);
  int              end = cairo_image_surface_get_width (picture), width = strip_px (layer);

  paint (layer, model, picture, 0);
  g_ptr_array_set_size (layer->strips, 0);
  for (int x = 0; x < end; x += width)
    g_ptr_array_add (layer->strips, strip_new (layer, picture, 0, x, MIN (x + width, end)));
}

/* Paints the strips that overlap the columns from @x0 to @x1. */
static void
paint_between (TlPlotLayer *layer, const TlPlotModel *model, double x0, double x1)
{
  int all = tl_pixels_in (layer->width, layer->scale), height = tl_pixels_in (layer->height, layer->scale), width = strip_px (layer);

  for (int i = (int) (MAX (0, x0) * layer->scale) / width; i < (int) layer->strips->len && i * width <= x1 * layer->scale; i++)
    {
      int              x = i * width, end = MIN (x + width, all);
      cairo_surface_t *picture = tl_pixels_new (end - x, height, layer->scale);

      paint (layer, model, picture, x);
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
  return layer->strips->len > 0 && layer->model.n > 0 && model->n >= layer->model.n && memcmp (area, &layer->area, sizeof *area) == 0
         && model->by_time == layer->model.by_time && model->throughput == layer->model.throughput && model->flops == layer->model.flops
         && model->peak_s == layer->model.peak_s && model->peak_gpu == layer->model.peak_gpu
         && model->baseline_s == layer->model.baseline_s
         && model->baseline_is_bound == layer->model.baseline_is_bound
         && model->best == layer->model.best;   /* a new best trial also changes the mark of the old one, at any column */
}

void
tl_plot_layer_update (TlPlotLayer *layer, const TlPlotModel *model, const TlPalette *palette, int width, int height, double scale,
                      int factor)
{
  TlPlotArea area;
  gboolean   is_same_canvas = palette == layer->palette && width == layer->width && height == layer->height && scale == layer->scale
                              && factor == layer->factor;
  gboolean   continues;
  guint      n_painted;

  tl_plot_area (model, width, height, &area);
  continues = is_same_canvas && is_continued (layer, model, &area);
  n_painted = continues ? layer->model.n : 0;
  if (continues && model->n == n_painted)
    return;
  if (!is_same_canvas)
    forget_pictures (layer);
  layer->area = area;
  layer->model = *model;
  layer->palette = palette;
  layer->width = width;
  layer->height = height;
  layer->scale = scale;
  layer->factor = factor;
  if (!continues)
    {
      paint_all (layer, model);
      return;
    }
  paint_between (layer, model, tl_plot_x (&area, tl_plot_trial_x (model, n_painted - 1)) - MARK_PX,
                 tl_plot_x (&area, tl_plot_trial_x (model, model->n - 1)) + MARK_PX);
  paint_between (layer, model, area.right + 1, layer->width);   /* the density of the newest */
  if (count_in_rows (model, n_painted) > 0)
    paint_between (layer, model, 0, area.left - 1);
}

void
tl_plot_layer_snapshot (TlPlotLayer *layer, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < layer->strips->len; i++)
    gtk_snapshot_append_node (snapshot, layer->strips->pdata[i]);
}
