/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/plot-layer.h"

#include <string.h>

#define STRIP_PX  96
#define MARK_PX   5.0      /* distance from a trial that its dot, line or failure mark can reach */

struct _TlPlotLayer
{
  GPtrArray       *strips;       /* GskRenderNode, left to right; empty: nothing is painted */
  TlPlotArea       area;
  TlPlotModel      model;        /* as painted; its columns are not used */
  const TlPalette *palette;
  int              width, height, scale;
};

TlPlotLayer *
tl_plot_layer_new (void)
{
  TlPlotLayer *layer = g_new0 (TlPlotLayer, 1);

  layer->strips = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  return layer;
}

void
tl_plot_layer_free (TlPlotLayer *layer)
{
  g_ptr_array_unref (layer->strips);
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

/*
 * Paints the layer between two columns. A strip is a Cairo node that copies from such a picture, not a texture: the Cairo renderer of GTK
 * 4.8 converts the pixels of a texture to floats and back each time it draws it.
 */
static cairo_surface_t *
paint (TlPlotLayer *layer, const TlPlotModel *model, int x, int width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * layer->scale, layer->height * layer->scale);
  cairo_t         *cr;

  cairo_surface_set_device_scale (surface, layer->scale, layer->scale);
  cr = cairo_create (surface);
  cairo_translate (cr, -x, 0);
  tl_draw_plot_part (cr, model, &layer->area, layer->palette, x, x + width);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* The strip at column @x, cut from a @picture that begins at column @from. */
static GskRenderNode *
strip_new (TlPlotLayer *layer, cairo_surface_t *picture, int from, int x, int width)
{
  GskRenderNode *strip = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float) x, 0, (float) width, (float) layer->height));
  cairo_t       *cr = gsk_cairo_node_get_draw_context (strip);

  cairo_set_source_surface (cr, picture, from, 0);
  cairo_rectangle (cr, x, 0, width, layer->height);
  cairo_fill (cr);
  cairo_destroy (cr);
  return strip;
}

static void
paint_all (TlPlotLayer *layer, const TlPlotModel *model)
{
  cairo_surface_t *picture = paint (layer, model, 0, layer->width);

  g_ptr_array_set_size (layer->strips, 0);
  for (int x = 0; x < layer->width; x += STRIP_PX)
    g_ptr_array_add (layer->strips, strip_new (layer, picture, 0, x, MIN (STRIP_PX, layer->width - x)));
  cairo_surface_destroy (picture);
}

/* Paints the strips that overlap the columns from @x0 to @x1. */
static void
paint_between (TlPlotLayer *layer, const TlPlotModel *model, double x0, double x1)
{
  guint first = (guint) MAX (0, x0) / STRIP_PX;

  for (guint i = first; i < layer->strips->len && i * STRIP_PX <= x1; i++)
    {
      int              x = (int) i * STRIP_PX, width = MIN (STRIP_PX, layer->width - x);
      cairo_surface_t *picture = paint (layer, model, x, width);

      gsk_render_node_unref (layer->strips->pdata[i]);
      layer->strips->pdata[i] = strip_new (layer, picture, x, x, width);
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
         && model->peak_s == layer->model.peak_s && model->baseline_s == layer->model.baseline_s
         && model->baseline_is_bound == layer->model.baseline_is_bound
         && model->best == layer->model.best;   /* a new best trial also changes the mark of the old one, at any column */
}

void
tl_plot_layer_update (TlPlotLayer *layer, const TlPlotModel *model, const TlPalette *palette, int width, int height, int scale)
{
  TlPlotArea area;
  gboolean   is_same_canvas = palette == layer->palette && width == layer->width && height == layer->height && scale == layer->scale;
  gboolean   continues;
  guint      n_painted;

  tl_plot_area (model, width, height, &area);
  continues = is_same_canvas && is_continued (layer, model, &area);
  n_painted = continues ? layer->model.n : 0;
  if (continues && model->n == n_painted)
    return;
  layer->area = area;
  layer->model = *model;
  layer->palette = palette;
  layer->width = width;
  layer->height = height;
  layer->scale = scale;
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
