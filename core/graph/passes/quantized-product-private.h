/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products as quantized models have them: quantize ([bounds] ([+ bias] (conv2d or matmul (dequantize (x), dequantize (weights))))), where
 * weights, scales and zero points are constants.
 */
#pragma once

#include "core/graph/passes/graph-edit-private.h"

G_BEGIN_DECLS

/* quantize or dequantize with constants; borrowed. */
typedef struct
{
  const TlRelaxExpr *data;             /* what it is applied to */
  const TlTensor    *scales, *zeros;   /* one element, or one for each place along @axis */
  gint64             axis;             /* at least 0 */
  TlDType            dtype;            /* of the integers: int8, uint8, int32 */
} TlQuantization;

typedef struct
{
  GHashTable *values;   /* TlRelaxVar → the TlRelaxExpr that it is bound to */
  GHashTable *uses;     /* TlRelaxVar → how often it is an argument or a result */
} TlBoundValues;

typedef struct
{
  const TlRelaxExpr *call;             /* nn.conv2d or matmul */
  TlQuantization     x, y;
  TlQuantization     weights;          /* its data is a constant: OIHW; of a matmul [k, j] */
  gboolean           is_conv;
  gboolean           is_transposed;    /* weights of a matmul are [j, k] */
  gint64             groups;           /* 1, or as many as channels */
  gint64             n_in, n_out;      /* channels; k and j of a matmul */
  gint64             kernel[2];        /* 1, 1 of a matmul */
  double             low, high;        /* bounds of the result before it is quantized */
  gint64            *addends;          /* owned; for each output: the bias in units of the sums, less the zero point of x times weights */
} TlQuantizedProduct;

/* @expr, or the value of the variable that it is. */
const TlRelaxExpr *tl_bound_value (const TlBoundValues *bound, const TlRelaxExpr *expr);

/* @op_name: "quantize", "dequantize". FALSE if @expr is none, or its scales and zero points are no constants. */
gboolean           tl_quantization_read (const TlBoundValues *bound, const TlRelaxExpr *expr, const char *op_name, TlQuantization *q);
/* One scale and zero point, of float32 and bytes. */
gboolean           tl_quantization_is_simple (const TlQuantization *q);
float              tl_quantization_scale (const TlQuantization *q, gint64 place);
gint64             tl_quantization_zero (const TlQuantization *q, gint64 place);
/* Whether both map integers to the same numbers. */
gboolean           tl_quantization_equal (const TlQuantization *a, const TlQuantization *b);

/*
 * Whether @quantize ends a product whose sums fit int32, and whose weights less their zero points fit int8. What lies between is used
 * nowhere else. Clear @product if so.
 */
gboolean           tl_quantized_product_match (const TlBoundValues *bound, const TlRelaxExpr *quantize, TlQuantizedProduct *product);
/* Less the zero point; of a depthwise convolution @in is 0. */
gint64             tl_quantized_product_weight (const TlQuantizedProduct *product, gint64 out, gint64 in, gint64 row, gint64 column);
void               tl_quantized_product_clear (TlQuantizedProduct *product);

/* The sizes of a tensor of known shape; @shape: room for TL_TENSOR_MAX_DIMS. */
gboolean           tl_relax_get_sizes (const TlRelaxExpr *expr, gint64 *shape);
/* The number that a constant of one element has. */
gboolean           tl_relax_get_number (const TlRelaxExpr *expr, double *number);
/* Attributes: a text; a list of @n integers. */
gboolean           tl_relax_has_text (const TlRelaxExpr *call, const char *key, const char *text);
gboolean           tl_relax_get_ints (const TlRelaxExpr *call, const char *key, gint64 *numbers, guint n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlQuantizedProduct, tl_quantized_product_clear)

G_END_DECLS
