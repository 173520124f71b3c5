/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices, convolutions and pools. */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_SPATIAL 3u
#define MAX_STEP    (1 << 20)     /* of sizes, steps and pads of windows */

void
onnx_convert_matmul (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, "matmul", onnx_input (node, 0), onnx_input (node, 1)));
}

static const TlRelaxExpr *
scaled (OnnxNode *node, const TlRelaxExpr *matrix, double factor)
{
  return factor == 1 || matrix == NULL ? matrix : onnx_call (node, "multiply", matrix, onnx_number (node, matrix->type->dtype, factor));
}

static const TlRelaxExpr *
transposed (OnnxNode *node, const TlRelaxExpr *matrix, const char *name)
{
  TlAttrs attrs = onnx_attrs (node, { "axes", onnx_list (node, (const gint64[]) { 1, 0 }, 2) });

  return onnx_attr_int (node, name, 0) ? onnx_call_with (node, "permute_dims", &attrs, matrix) : matrix;
}

void
onnx_convert_gemm (OnnxNode *node)
{
  const TlRelaxExpr *a = scaled (node, onnx_input (node, 0), onnx_attr_float (node, "alpha", 1)), *product;
  double beta = onnx_attr_float (node, "beta", 1);

  a = transposed (node, a, "transA");
  product = onnx_call (node, "matmul", a, transposed (node, onnx_input (node, 1), "transB"));
  if (onnx_has_input (node, 2) && beta != 0)
    product = onnx_call (node, "add", product, scaled (node, onnx_input (node, 2), beta));
  onnx_give (node, 0, product);
}

/* --- windows --- */

typedef struct
{
  guint  n;                          /* spatial dimensions */
  gint64 kernel[MAX_SPATIAL];
  gint64 strides[MAX_SPATIAL];
  gint64 dilations[MAX_SPATIAL];
  gint64 pads[2 * MAX_SPATIAL];      /* in front, then behind */
} Windows;

static void
read_list (OnnxNode *node, const char *name, guint n, gint64 least, gint64 otherwise, gint64 *list)
{
  OnnxInts given = onnx_attr_ints (node, name);

  if (given.items && given.n != n)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "%s has %u numbers, not %u", name, given.n, n);
  for (guint i = 0; i < n; i++)
    {
      list[i] = given.items && given.n == n ? given.items[i] : otherwise;
      if (list[i] < least || list[i] > MAX_STEP)
        onnx_fail (node, TL_GRAPH_ERROR_INVALID, "%s cannot be %" G_GINT64_FORMAT, name, list[i]);
    }
}

/* Pads with which dimension @i of size @size gives size / stride elements, rounded up. */
static void
pad_same (Windows *windows, guint i, gint64 size, gboolean is_upper)
{
  gint64 stride = windows->strides[i], n = (size + stride - 1) / stride;
  gint64 total = MAX ((n - 1) * stride + windows->dilations[i] * (windows->kernel[i] - 1) + 1 - size, 0);

  windows->pads[i] = is_upper ? total / 2 : total - total / 2;
  windows->pads[windows->n + i] = total - windows->pads[i];
}

static gboolean
is_same (OnnxNode *node, gboolean *is_upper)
{
  const char *mode = onnx_attr_text (node, "auto_pad", "NOTSET");

  *is_upper = strcmp (mode, "SAME_UPPER") == 0;
  return *is_upper || strcmp (mode, "SAME_LOWER") == 0;
}

/* Steps of windows over @data; the kernel's sizes are set. */
static gboolean
read_windows (OnnxNode *node, const TlRelaxExpr *data, Windows *windows)
{
  gint64   sizes[TL_TENSOR_MAX_DIMS];
  gboolean is_upper;

  read_list (node, "strides", windows->n, 1, 1, windows->strides);
  read_list (node, "dilations", windows->n, 1, 1, windows->dilations);
  read_list (node, "pads", 2 * windows->n, 0, 0, windows->pads);
  if (strcmp (onnx_attr_text (node, "auto_pad", "NOTSET"), "VALID") == 0)
    memset (windows->pads, 0, sizeof windows->pads);
  else if (is_same (node, &is_upper) && node->operator->convert != onnx_convert_conv_transpose && node->error == NULL &&
           onnx_static_dims (node, data, 2, sizes))
    for (guint i = 0; i < windows->n; i++)
      pad_same (windows, i, sizes[i], is_upper);
  return node->error == NULL;
}

/* How many spatial dimensions @data has; 0 with an error if these are not 1 to 3. */
static guint
count_spatial (OnnxNode *node, const TlRelaxExpr *data)
{
  int rank = onnx_rank (node, data);

  if (rank >= 0 && (rank < 3 || rank > 2 + (int) MAX_SPATIAL))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its input has %d dimensions; 3 to 5 are supported", rank);
  return node->error ? 0 : (guint) rank - 2;
}

static const char *const layouts[MAX_SPATIAL + 1][3] = {
  [1] = { "NCW", "OIW", "IOW" },
  [2] = { "NCHW", "OIHW", "IOHW" },
  [3] = { "NCDHW", "OIDHW", "IODHW" },
};

/* "nn.conv2d": @format has the number of dimensions. */
static const char *
op_name (OnnxNode *node, const char *stem, guint n, const char *ending)
{
  return tl_arena_printf (node->arena, "nn.%s%ud%s", stem, n, ending);
}

static const TlRelaxExpr *
with_bias (OnnxNode *node, const TlRelaxExpr *value, const TlRelaxExpr *bias, guint n_spatial)
{
  const TlExpr        *dims[2 + MAX_SPATIAL];
  const TlExpr *const *sizes;

  if (bias == NULL)
    return value;
  sizes = onnx_dims (node, bias);
  if (sizes == NULL)
    return NULL;
  for (guint i = 0; i < 2 + n_spatial; i++)
    dims[i] = i == 1 && bias->type->n_dims == 1 ? sizes[0] : onnx_size (node, 1);
  return onnx_call (node, "add", value, onnx_reshape (node, bias, dims, 2 + n_spatial));
}

static gboolean
read_kernel (OnnxNode *node, const TlRelaxExpr *data, const TlRelaxExpr *weight, Windows *windows)
{
  gint64 sizes[TL_TENSOR_MAX_DIMS];

  windows->n = count_spatial (node, data);
  if (windows->n == 0 || !onnx_static_dims (node, weight, 2, sizes))
    return FALSE;
  if (weight->type->n_dims != 2 + (int) windows->n)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its weight has %d dimensions, its input %u", weight->type->n_dims, 2 + windows->n);
  else
    memcpy (windows->kernel, sizes, windows->n * sizeof *sizes);
  return node->error == NULL && read_windows (node, data, windows);
}

/* The third input, where there is one. */
static const TlRelaxExpr *
bias_of (OnnxNode *node)
{
  return onnx_has_input (node, 2) ? onnx_input (node, 2) : NULL;
}

const TlRelaxExpr *
onnx_conv (OnnxNode *node, const TlRelaxExpr *data, const TlRelaxExpr *weight, const TlRelaxExpr *bias)
{
  const TlRelaxExpr *value;
  Windows windows;
  TlAttrs attrs;

  if (node->error || !read_kernel (node, data, weight, &windows))
    return NULL;
  attrs = onnx_attrs (node, { "strides", onnx_list (node, windows.strides, windows.n) },
                      { "padding", onnx_list (node, windows.pads, 2 * windows.n) },
                      { "dilation", onnx_list (node, windows.dilations, windows.n) },
                      { "groups", tl_value_int (onnx_attr_int (node, "group", 1)) },
                      { "data_layout", tl_value_string (node->arena, layouts[windows.n][0]) },
                      { "kernel_layout", tl_value_string (node->arena, layouts[windows.n][1]) });
  value = onnx_call_with (node, op_name (node, "conv", windows.n, ""), &attrs, data, weight);
  return with_bias (node, value, bias, windows.n);
}

void
onnx_convert_conv (OnnxNode *node)
{
  onnx_give (node, 0, onnx_conv (node, onnx_input (node, 0), onnx_input (node, 1), bias_of (node)));
}

/* Pads that follow from the size of the output, output_shape or the input's times the stride; @extra grows where output_shape is larger. */
static void
pad_for_output (OnnxNode *node, const TlRelaxExpr *data, gint64 *extra, Windows *windows)
{
  OnnxInts wanted = onnx_attr_ints (node, "output_shape");
  gint64   sizes[TL_TENSOR_MAX_DIMS];
  gboolean is_upper, same = is_same (node, &is_upper);

  if ((!same && wanted.n == 0) || !onnx_static_dims (node, data, 2, sizes))
    return;
  if (wanted.n > 0 && wanted.n < windows->n)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "output_shape has %u numbers, not %u", wanted.n, windows->n);
  for (guint i = 0; node->error == NULL && i < windows->n; i++)
    {
      gint64 stride = windows->strides[i], size = wanted.n ? wanted.items[wanted.n - windows->n + i] : sizes[i] * stride;
      gint64 total = stride * (sizes[i] - 1) + extra[i] + (windows->kernel[i] - 1) * windows->dilations[i] + 1 - size;

      extra[i] += wanted.n > 0 ? MAX (-total, 0) : 0;
      total = MAX (total, 0);
      windows->pads[i] = is_upper ? total / 2 : total - total / 2;
      windows->pads[windows->n + i] = total - windows->pads[i];
    }
}

void
onnx_convert_conv_transpose (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *weight = onnx_input (node, 1), *value;
  gint64  extra[MAX_SPATIAL];
  Windows windows;
  TlAttrs attrs;

  if (!read_kernel (node, data, weight, &windows))
    return;
  read_list (node, "output_padding", windows.n, 0, 0, extra);
  pad_for_output (node, data, extra, &windows);
  attrs = onnx_attrs (node, { "strides", onnx_list (node, windows.strides, windows.n) },
                      { "padding", onnx_list (node, windows.pads, 2 * windows.n) },
                      { "output_padding", onnx_list (node, extra, windows.n) },
                      { "dilation", onnx_list (node, windows.dilations, windows.n) },
                      { "groups", tl_value_int (onnx_attr_int (node, "group", 1)) },
                      { "data_layout", tl_value_string (node->arena, layouts[windows.n][0]) },
                      { "kernel_layout", tl_value_string (node->arena, layouts[windows.n][2]) });
  value = onnx_call_with (node, op_name (node, "conv", windows.n, "_transpose"), &attrs, data, weight);
  onnx_give (node, 0, with_bias (node, value, bias_of (node), windows.n));
}

void
onnx_convert_pool (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  Windows windows = { .n = count_spatial (node, data) };
  TlAttrs attrs;

  if (windows.n == 0)
    return;
  if (onnx_attr (node, "kernel_shape") == NULL || onnx_attr_int (node, "storage_order", 0) != 0)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no kernel_shape, or another storage_order than 0");
  read_list (node, "kernel_shape", windows.n, 1, 1, windows.kernel);
  if (!read_windows (node, data, &windows))
    return;
  attrs = onnx_attrs (node, { "pool_size", onnx_list (node, windows.kernel, windows.n) },
                      { "strides", onnx_list (node, windows.strides, windows.n) },
                      { "dilation", onnx_list (node, windows.dilations, windows.n) },
                      { "padding", onnx_list (node, windows.pads, 2 * windows.n) },
                      { "ceil_mode", onnx_bool (onnx_attr_int (node, "ceil_mode", 0) != 0) },
                      { "count_include_pad", onnx_bool (onnx_attr_int (node, "count_include_pad", 0) != 0) },
                      { "layout", tl_value_string (node->arena, layouts[windows.n][0]) });
  onnx_give (node, 0, onnx_call_with (node, op_name (node, node->operator->relax, windows.n, ""), &attrs, data));
}

void
onnx_convert_global_pool (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  gint64  axes[MAX_SPATIAL];
  guint   n = count_spatial (node, data);
  TlAttrs attrs;

  for (guint i = 0; i < n; i++)
    axes[i] = 2 + i;
  attrs = onnx_attrs (node, { "axis", onnx_list (node, axes, n) }, { "keepdims", onnx_bool (TRUE) });
  onnx_give (node, 0, onnx_call_with (node, node->operator->relax, &attrs, data));
}
