/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures of other sizes. Relax has sizes and no scales, so a scale must give whole ones. */
#include <math.h>
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_SIZE_OF_PICTURE (1 << 24)

typedef struct
{
  const char *method;
  const char *coordinates;
  const char *rounding;
  double      cubic_alpha;
  gint64      cubic_exclude;
  double      extrapolation;
} ResizeMode;

static gboolean
is_one_of (const char *text, const char *const *texts)
{
  return g_strv_contains (texts, text);
}

static ResizeMode
read_mode (OnnxNode *node)
{
  gboolean    is_old = node->opset < 11;
  const char *mode = onnx_attr_text (node, "mode", "nearest");
  ResizeMode  resize = { .coordinates = onnx_attr_text (node, "coordinate_transformation_mode", is_old ? "asymmetric" : "half_pixel"),
                         .rounding = onnx_attr_text (node, "nearest_mode", is_old ? "floor" : "round_prefer_floor"),
                         .cubic_alpha = onnx_attr_float (node, "cubic_coeff_a", -0.75),
                         .cubic_exclude = onnx_attr_int (node, "exclude_outside", 0),
                         .extrapolation = onnx_attr_float (node, "extrapolation_value", 0) };

  resize.method = strcmp (mode, "nearest") == 0 ? "nearest_neighbor" : mode;
  if (!is_one_of (mode, (const char *const[]) { "nearest", "linear", "cubic", NULL }))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "mode %s is not supported", mode);
  if (!is_one_of (resize.coordinates, (const char *const[]) { "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel",
                                                              "tf_half_pixel_for_nn", NULL }))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "coordinate_transformation_mode %s is not supported", resize.coordinates);
  if (onnx_attr_int (node, "antialias", 0) != 0 ||
      strcmp (onnx_attr_text (node, "keep_aspect_ratio_policy", "stretch"), "stretch") != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "antialias and keep_aspect_ratio_policy are not supported");
  return resize;
}

/* The dimension that entry @i of scales or sizes is of. */
static guint
dimension_of (OnnxNode *node, guint i, guint rank)
{
  OnnxInts axes = onnx_attr_ints (node, "axes");

  return i < axes.n ? onnx_axis (node, axes.items[i], (int) rank) : i;
}

static const TlExpr *
scaled_size (OnnxNode *node, const TlExpr *size, double scale, gboolean is_exact)
{
  gint64 n;
  double scaled;

  if (scale == floor (scale) && scale >= 1 && scale <= MAX_SIZE_OF_PICTURE)
    return onnx_simplify (node, tl_mul (node->arena, size, onnx_size (node, (gint64) scale)));
  if (!tl_expr_get_int (size, &n) || n > MAX_SIZE_OF_PICTURE || !(scale > 0) || (double) n * scale > MAX_SIZE_OF_PICTURE)
    {
      onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "scale %g of a size that is not known", scale);
      return size;
    }
  /* Scales are float32: 5 * 0.6f is meant to be 3. */
  scaled = (double) n * scale;
  if (fabs (scaled - round (scaled)) < 1e-5 * (double) n)
    scaled = round (scaled);
  else if (is_exact)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "scale %g of size %" G_GINT64_FORMAT " gives no whole size", scale, n);
  return onnx_size (node, (gint64) floor (scaled));
}

/* New sizes of all dimensions: by the scales, or the sizes, of one input. FALSE with an error. */
static gboolean
new_sizes (OnnxNode *node, const TlExpr *const *sizes, guint rank, int scales_input, int sizes_input, gboolean is_exact, const TlExpr **out)
{
  const OnnxKnown *given = sizes_input >= 0 ? onnx_known (node, (guint) sizes_input) : NULL;
  gboolean         is_scales = given == NULL || given->n_items == 0;

  if (is_scales)
    given = onnx_known (node, (guint) scales_input);
  if (given == NULL || given->n_items == 0 || given->n_items > rank)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its scales or sizes are computed from data, or do not fit its input");
  memcpy (out, sizes, rank * sizeof *out);
  for (guint i = 0; node->error == NULL && i < given->n_items; i++)
    {
      guint axis = dimension_of (node, i, rank);

      if (!is_scales)
        out[axis] = given->items[i];
      else if (given->items[i]->kind == TL_EXPR_FLOAT)
        out[axis] = scaled_size (node, sizes[axis], given->items[i]->float_value, is_exact);
    }
  return node->error == NULL;
}

static const TlRelaxExpr *
resized (OnnxNode *node, const TlRelaxExpr *data, const TlExpr *const *sizes, const ResizeMode *mode)
{
  TlAttrs attrs = onnx_attrs (node, { "layout", tl_value_string (node->arena, "NCHW") },
                              { "method", tl_value_string (node->arena, mode->method) },
                              { "coordinate_transformation_mode", tl_value_string (node->arena, mode->coordinates) },
                              { "rounding_method", tl_value_string (node->arena, mode->rounding) },
                              { "cubic_alpha", onnx_float (mode->cubic_alpha) }, { "cubic_exclude", tl_value_int (mode->cubic_exclude) },
                              { "extrapolation_value", onnx_float (mode->extrapolation) });

  return onnx_call_with (node, "image.resize2d", &attrs, data, tl_relax_shape (node->arena, sizes, 2));
}

/* Of 4 dimensions, or 3, which get another one for it. */
static void
convert_resize (OnnxNode *node, ResizeMode mode, int scales_input, int sizes_input)
{
  const TlRelaxExpr   *data = onnx_input (node, 0), *value;
  const TlExpr *const *sizes = onnx_dims (node, data);
  const TlExpr        *out[4];
  guint                rank;

  if (sizes && data->type->n_dims != 4 && data->type->n_dims != 3)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its input has %d dimensions; 3 and 4 are supported", data->type->n_dims);
  if (node->error)
    return;
  rank = (guint) data->type->n_dims;
  if (!new_sizes (node, sizes, rank, scales_input, sizes_input, strcmp (mode.coordinates, "align_corners") != 0, out))
    return;
  if (!tl_expr_equal (out[0], sizes[0]) || !tl_expr_equal (out[1], sizes[1]))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "other sizes of the first two dimensions are not supported");
  if (rank == 4)
    {
      onnx_give (node, 0, resized (node, data, out + 2, &mode));
      return;
    }
  value = onnx_reshape (node, data, (const TlExpr *const[]) { sizes[0], sizes[1], onnx_size (node, 1), sizes[2] }, 4);
  value = resized (node, value, (const TlExpr *const[]) { onnx_size (node, 1), out[2] }, &mode);
  onnx_give (node, 0, onnx_reshape (node, value, out, 3));
}

/* GridSample of opset 20 has other names. */
static const char *
sample_method (OnnxNode *node)
{
  const char *mode = onnx_attr_text (node, "mode", node->opset < 20 ? "bilinear" : "linear");

  if (strcmp (mode, "linear") == 0)
    return "bilinear";
  return strcmp (mode, "cubic") == 0 ? "bicubic" : mode;
}

/* The grid of ONNX has its pairs last. */
void
onnx_convert_grid_sample (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *grid = onnx_input (node, 1);
  const char        *padding = onnx_attr_text (node, "padding_mode", "zeros");
  TlAttrs            order = onnx_attrs (node, { "axes", onnx_list (node, (const gint64[]) { 0, 3, 1, 2 }, 4) });
  TlAttrs            attrs = onnx_attrs (node, { "method", tl_value_string (node->arena, sample_method (node)) },
                                         { "padding_mode", tl_value_string (node->arena, padding) },
                                         { "align_corners", onnx_bool (onnx_attr_int (node, "align_corners", 0) != 0) });

  if (onnx_rank (node, data) != 4 || onnx_rank (node, grid) != 4)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its input or grid has not 4 dimensions");
  onnx_give (node, 0, onnx_call_with (node, "image.grid_sample", &attrs, data, onnx_call_with (node, "permute_dims", &order, grid)));
}

/* --- grids --- */

/* Of pixel @i of @n, from -1 to 1: between the centers of the outermost pixels, or between their borders. */
static double
grid_place (gint64 i, gint64 n, gboolean align_corners)
{
  if (align_corners)
    return n > 1 ? 2.0 * (double) i / (double) (n - 1) - 1 : 0;
  return (2.0 * (double) i + 1) / (double) n - 1;
}

/* A row for each pixel: its place in each dimension, the last one first, and 1. */
static const TlRelaxExpr *
places_of_pixels (OnnxNode *node, TlDType dtype, const gint64 *sizes, guint n_dims, gint64 n_pixels, gboolean align_corners)
{
  gint64    shape[] = { n_pixels, n_dims + 1 };
  TlTensor *places = tl_tensor_new (dtype, shape, 2, FALSE, &node->error);

  for (gint64 pixel = 0; places && pixel < n_pixels; pixel++)
    {
      gint64 rest = pixel;

      for (guint d = 0; d < n_dims; d++)
        {
          gint64 size = sizes[n_dims - 1 - d];

          tl_tensor_set (places, pixel * (n_dims + 1) + d, grid_place (rest % size, size, align_corners));
          rest /= size;
        }
      tl_tensor_set (places, pixel * (n_dims + 1) + n_dims, 1);
    }
  return places ? tl_relax_const (node->arena, places) : NULL;
}

/* The places of all pixels, moved by a matrix for each picture of the batch. */
void
onnx_convert_affine_grid (OnnxNode *node)
{
  const TlRelaxExpr *theta = onnx_input (node, 0), *places;
  OnnxInts           size = onnx_input_ints (node, 1);
  guint              n_dims = size.n < 4 ? 2 : size.n - 2;
  gint64             n_pixels = 1;
  const TlExpr      *dims[5];
  TlAttrs            order = onnx_attrs (node, { "axes", onnx_list (node, (const gint64[]) { 0, 2, 1 }, 3) });

  if (node->error == NULL && size.n != 4 && size.n != 5)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its size has %u numbers, not 4 or 5", size.n);
  for (guint i = 0; node->error == NULL && i < n_dims; i++)
    if (size.items[2 + i] < 1 || __builtin_mul_overflow (n_pixels, size.items[2 + i], &n_pixels) || n_pixels > MAX_SIZE_OF_PICTURE)
      onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its size is 0 or too large");
  if (node->error)
    return;
  places = places_of_pixels (node, theta->type->dtype, size.items + 2, n_dims, n_pixels, onnx_attr_int (node, "align_corners", 0) != 0);
  dims[0] = onnx_size (node, size.items[0]);
  for (guint i = 0; i < n_dims; i++)
    dims[1 + i] = onnx_size (node, size.items[2 + i]);
  dims[1 + n_dims] = onnx_size (node, n_dims);
  onnx_give (node, 0, onnx_reshape (node, onnx_call (node, "matmul", places, onnx_call_with (node, "permute_dims", &order, theta)), dims,
                                    n_dims + 2));
}

void
onnx_convert_resize (OnnxNode *node)
{
  convert_resize (node, read_mode (node), node->opset < 11 ? 1 : 2, node->opset < 11 ? -1 : 3);
}

/* Up to opset 9. */
void
onnx_convert_upsample (OnnxNode *node)
{
  if (node->opset < 9)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "before opset 9 it is not supported");
  convert_resize (node, read_mode (node), 1, -1);
}
