/* SPDX-License-Identifier: Apache-2.0 */
/*
 * IntegerProducts: products of quantized tensors are computed on their integers:
 *
 *     quantize (conv2d (dequantize (x), dequantize (w)) + bias)   →   clip (round ((conv2d (x, w) + addend) * scale) + zero point)
 *
 * where the addend, int32, has the bias and what the zero point of x adds to each sum. That is done on uint8 by int8, for which machines
 * have instructions: int8 becomes uint8 by 128 more. Images have their channels last, four of which are a word of such an instruction, and
 * keep them last from one quantized tensor to the next, through what is computed element by element. Channels of inputs are added up to
 * whole words, in the copy that pads the image; their weights are 0.
 */
#include <math.h>
#include <string.h>

#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/graph/passes/quantized-product-private.h"

#define WORD    4      /* channels of the inputs of a product */
#define SHIFT   128    /* from int8 to uint8 */

typedef struct
{
  TlArena      *arena;
  TlBodyWriter *writer;
  GError      **error;
  gboolean      has_failed;
  TlBoundValues bound;
  GHashTable   *images;    /* quantized or float variable of [n, c, h, w] → TlRelaxVar of [n, h, w, c], integers as uint8 */
  GHashTable   *rows;      /* quantized variable of any rank → TlRelaxVar of that shape, as uint8 */
} IntegerEmitter;

/* --- calls --- */

/* NULL after a failure, also of an earlier call whose result is an argument. */
static const TlRelaxVar *
emit (IntegerEmitter *e, const char *op_name, const TlAttrs *attrs, const TlRelaxExpr *const *args, guint n_args)
{
  const TlRelaxVar *var;

  for (guint i = 0; i < n_args && !e->has_failed; i++)
    e->has_failed = args[i] == NULL;
  if (e->has_failed)
    return NULL;
  var = tl_body_writer_call (e->writer, op_name, args, n_args, attrs, e->error);
  e->has_failed = var == NULL;
  return var;
}

static const TlRelaxVar *
emit_unary (IntegerEmitter *e, const char *op_name, const TlAttrs *attrs, const TlRelaxExpr *x)
{
  return emit (e, op_name, attrs, &x, 1);
}

static const TlRelaxVar *
emit_binary (IntegerEmitter *e, const char *op_name, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  const TlRelaxExpr *args[] = { a, b };

  return emit (e, op_name, &tl_attrs_empty, args, G_N_ELEMENTS (args));
}

static TlValue
list_of (IntegerEmitter *e, const gint64 *numbers, guint n)
{
  TlValue *items = tl_arena_new_array (e->arena, TlValue, n), list = { .kind = TL_VALUE_LIST };

  for (guint i = 0; i < n; i++)
    items[i] = tl_value_int (numbers[i]);
  list.items = items;
  list.n_items = n;
  return list;
}

static TlAttrs
with_text (IntegerEmitter *e, TlAttrs attrs, const char *key, const char *text)
{
  return tl_attrs_with (e->arena, &attrs, key, tl_value_string (e->arena, text));
}

static const TlRelaxVar *
emit_cast (IntegerEmitter *e, const TlRelaxExpr *x, TlDType dtype)
{
  TlAttrs attrs = with_text (e, tl_attrs_empty, "dtype", tl_dtype_name (dtype));

  return emit_unary (e, "astype", &attrs, x);
}

static const TlRelaxVar *
emit_transpose (IntegerEmitter *e, const TlRelaxExpr *x, const gint64 *order)
{
  TlAttrs attrs = tl_attrs_with (e->arena, &tl_attrs_empty, "axes", list_of (e, order, 4));

  return emit_unary (e, "permute_dims", &attrs, x);
}

/* NULL after a failure, too. */
static TlTensor *
new_tensor (IntegerEmitter *e, TlDType dtype, const gint64 *shape, guint n_dims)
{
  TlTensor *tensor = e->has_failed ? NULL : tl_tensor_new (dtype, shape, n_dims, FALSE, e->error);

  e->has_failed = tensor == NULL;
  return tensor;
}

static const TlRelaxExpr *
constant (IntegerEmitter *e, TlTensor *tensor)
{
  return tensor != NULL ? tl_relax_const (e->arena, tensor) : NULL;
}

static const TlRelaxExpr *
number (IntegerEmitter *e, TlDType dtype, double value)
{
  TlTensor *tensor = new_tensor (e, dtype, NULL, 0);

  if (tensor != NULL)
    tl_tensor_set (tensor, 0, value);
  return constant (e, tensor);
}

/* --- quantized tensors as uint8 --- */

static gint64
shift_of (const TlQuantization *q)
{
  return q->dtype.code == TL_TYPE_INT ? SHIFT : 0;
}

/* @shift: 128 from int8 to uint8, -128 back, 0: they are the same. */
static const TlRelaxVar *
emit_shift (IntegerEmitter *e, const TlRelaxVar *x, gint64 shift)
{
  const TlDType wide = TL_DTYPE (TL_TYPE_INT, 16);

  if (shift == 0 || x == NULL)
    return x;
  return emit_cast (e, emit_binary (e, "add", emit_cast (e, x, wide), number (e, wide, (double) shift)),
                    TL_DTYPE (shift > 0 ? TL_TYPE_UINT : TL_TYPE_INT, 8));
}

static const TlRelaxVar *
as_bytes (IntegerEmitter *e, const TlQuantization *q, gboolean is_image)
{
  GHashTable       *table = is_image ? e->images : e->rows;
  const TlRelaxVar *bytes = g_hash_table_lookup (table, q->data);

  if (bytes != NULL)
    return bytes;
  bytes = emit_shift (e, q->data, shift_of (q));
  if (is_image)
    bytes = emit_transpose (e, bytes, (const gint64[]) { 0, 2, 3, 1 });
  g_hash_table_insert (table, (gpointer) q->data, (gpointer) bytes);
  return bytes;
}

/* --- products --- */

/* Of x, with those that fill words. */
static gint64
count_inputs (const TlQuantizedProduct *product)
{
  return product->groups == 1 ? tl_ceildiv (product->n_in, WORD) * WORD : product->n_in;
}

/* Padding around an image, which means 0 and so has the value of the zero point, and channels up to whole words. */
static const TlRelaxVar *
emit_padding (IntegerEmitter *e, const TlQuantizedProduct *product, const TlRelaxVar *x)
{
  gint64        widths[2 * TL_TENSOR_MAX_DIMS] = { 0 }, pads[4] = { 0 }, zero = tl_quantization_zero (&product->x, 0);
  guint         n_dims = x != NULL ? (guint) x->type->n_dims : 0;
  const TlValue value = { .kind = TL_VALUE_FLOAT, .number = (double) (zero + shift_of (&product->x)) };
  gint64        added = count_inputs (product) - product->n_in;
  TlAttrs       attrs;

  if (n_dims == 0 || (product->is_conv && !tl_relax_get_ints (product->call, "padding", pads, 4)))
    return x;
  if (added == 0 && pads[0] == 0 && pads[1] == 0 && pads[2] == 0 && pads[3] == 0)
    return x;
  if (product->is_conv)
    {
      widths[2] = pads[0];
      widths[3] = pads[2];
      widths[4] = pads[1];
      widths[5] = pads[3];
    }
  widths[2 * n_dims - 1] = added;
  attrs = tl_attrs_with (e->arena, &tl_attrs_empty, "pad_width", list_of (e, widths, 2 * n_dims));
  attrs = tl_attrs_with (e->arena, &attrs, "pad_value", value);
  return emit_unary (e, "nn.pad", &attrs, x);
}

/* int8 less the zero points: HWIO, or [k, j]. */
static const TlRelaxExpr *
weights_of (IntegerEmitter *e, const TlQuantizedProduct *product)
{
  gint64    rows = product->kernel[0], columns = product->kernel[1], stored_in = product->groups > 1 ? 1 : count_inputs (product);
  gint64    used_in = product->groups > 1 ? 1 : product->n_in, n_out = product->n_out, shape[4] = { rows, columns, stored_in, n_out };
  guint     first = product->is_conv ? 0 : 2;
  TlTensor *tensor = new_tensor (e, TL_DTYPE (TL_TYPE_INT, 8), shape + first, 4 - first);

  for (gint64 r = 0; tensor != NULL && r < rows; r++)
    for (gint64 c = 0; c < columns; c++)
      for (gint64 in = 0; in < used_in; in++)
        for (gint64 out = 0; out < n_out; out++)
          tl_tensor_set (tensor, ((r * columns + c) * stored_in + in) * n_out + out,
                         (double) tl_quantized_product_weight (product, out, in, r, c));
  return constant (e, tensor);
}

static const TlRelaxVar *
emit_sums (IntegerEmitter *e, const TlQuantizedProduct *product, const TlRelaxVar *x)
{
  const TlRelaxExpr *args[] = { x, weights_of (e, product) };
  TlAttrs            attrs = with_text (e, tl_attrs_empty, "out_dtype", "int32");

  if (product->is_conv)
    {
      const gint64 none[4] = { 0 };

      attrs = with_text (e, product->call->attrs, "out_dtype", "int32");
      attrs = with_text (e, attrs, "data_layout", "NHWC");
      attrs = with_text (e, attrs, "kernel_layout", "HWIO");
      attrs = with_text (e, attrs, "out_layout", "NHWC");
      attrs = tl_attrs_with (e->arena, &attrs, "padding", list_of (e, none, 4));
    }
  return emit (e, product->is_conv ? "nn.conv2d" : "matmul", &attrs, args, G_N_ELEMENTS (args));
}

/* The number of the result's uint8 for a number of floats. */
static double
quantized_bound (const TlQuantization *y, double bound)
{
  double zero = (double) (tl_quantization_zero (y, 0) + shift_of (y));

  return tl_clamp (nearbyint (bound / (double) tl_quantization_scale (y, 0)) + zero, 0.0, 255.0);
}

/* From sums to the uint8 of the result. */
static const TlRelaxVar *
emit_requantize (IntegerEmitter *e, const TlQuantizedProduct *product, const TlRelaxVar *sums)
{
  const TlDType       bytes = TL_DTYPE (TL_TYPE_UINT, 8);
  TlTensor           *addends = new_tensor (e, TL_DTYPE (TL_TYPE_INT, 32), &product->n_out, 1);
  TlTensor           *factors = new_tensor (e, TL_FLOAT32, &product->n_out, 1);
  double              zero = (double) (tl_quantization_zero (&product->y, 0) + shift_of (&product->y));
  const TlRelaxExpr  *clip[3];
  const TlRelaxVar   *value;

  for (gint64 out = 0; addends != NULL && factors != NULL && out < product->n_out; out++)
    {
      float unit = tl_quantization_scale (&product->x, 0) * tl_quantization_scale (&product->weights, out);

      tl_tensor_set (addends, out, (double) product->addends[out]);
      tl_tensor_set (factors, out, (double) (unit / tl_quantization_scale (&product->y, 0)));
    }
  value = emit_cast (e, emit_binary (e, "add", sums, constant (e, addends)), TL_FLOAT32);
  value = emit_unary (e, "round", &tl_attrs_empty, emit_binary (e, "multiply", value, constant (e, factors)));
  clip[0] = zero != 0 ? emit_binary (e, "add", value, number (e, TL_FLOAT32, zero)) : value;
  clip[1] = tl_relax_prim (e->arena, tl_expr_float (e->arena, TL_FLOAT32, quantized_bound (&product->y, product->low)));
  clip[2] = tl_relax_prim (e->arena, tl_expr_float (e->arena, TL_FLOAT32, quantized_bound (&product->y, product->high)));
  return emit_cast (e, emit (e, "clip", &tl_attrs_empty, clip, G_N_ELEMENTS (clip)), bytes);
}

/* --- back to the shape and type of the model --- */

/* The quantized tensor @var of the model, which is @bytes in another form. */
static const TlRelaxExpr *
emit_as_it_was (IntegerEmitter *e, const TlRelaxVar *var, const TlQuantization *y, gboolean is_image, const TlRelaxVar *bytes)
{
  g_hash_table_insert (is_image ? e->images : e->rows, (gpointer) var, (gpointer) bytes);
  return emit_shift (e, is_image ? emit_transpose (e, bytes, (const gint64[]) { 0, 3, 1, 2 }) : bytes, -shift_of (y));
}

static const TlRelaxExpr *
rewrite_product (IntegerEmitter *e, const TlRelaxVar *var, const TlQuantizedProduct *product)
{
  const TlRelaxVar *x = emit_padding (e, product, as_bytes (e, &product->x, product->is_conv));

  return emit_as_it_was (e, var, &product->y, product->is_conv, emit_requantize (e, product, emit_sums (e, product, x)));
}

/* --- what lies between products --- */

static gboolean
is_one_of (const TlRelaxExpr *call, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (tl_relax_op_is (call, names[i]))
      return TRUE;
  return FALSE;
}

static const TlRelaxVar *image_of_floats (IntegerEmitter *e, const TlRelaxExpr *expr);

/* Of operands that are images or numbers; NULL if there is another. */
static const TlRelaxVar *
image_of_elements (IntegerEmitter *e, const TlRelaxExpr *call)
{
  const TlRelaxExpr *args[2];
  guint              n_images = 0;
  double             any;

  for (guint i = 0; i < call->n_args; i++)
    {
      args[i] = call->args[i];
      if (tl_relax_get_number (args[i], &any) && args[i]->type->n_dims == 0)
        continue;
      args[i] = image_of_floats (e, args[i]);
      if (args[i] == NULL)
        return NULL;
      n_images++;
    }
  return n_images > 0 ? emit (e, call->op->name, &call->attrs, args, call->n_args) : NULL;
}

/* Means of all pixels, as global pooling is written. */
static const TlRelaxVar *
image_of_means (IntegerEmitter *e, const TlRelaxExpr *call)
{
  const gint64      pixels[] = { 1, 2 };
  const TlValue    *keepdims = tl_attrs_find (&call->attrs, "keepdims");
  const TlRelaxVar *image;
  gint64            axes[2];
  TlAttrs           attrs;

  if (!tl_relax_get_ints (call, "axis", axes, 2) || axes[0] != 2 || axes[1] != 3 || keepdims == NULL || !keepdims->boolean)
    return NULL;
  image = image_of_floats (e, call->args[0]);
  attrs = tl_attrs_with (e->arena, &call->attrs, "axis", list_of (e, pixels, 2));
  return image != NULL ? emit_unary (e, "mean", &attrs, image) : NULL;
}

/* Floats that are computed of quantized tensors whose channels are last already; NULL: something else, or after a failure. */
static const TlRelaxVar *
image_of_floats (IntegerEmitter *e, const TlRelaxExpr *expr)
{
  static const char *const elementwise[] = {
    "nn.relu", "nn.leakyrelu", "sigmoid", "tanh", "abs", "maximum", "minimum", "add", "subtract", "multiply", "divide", NULL,
  };
  const TlRelaxExpr *value = tl_bound_value (&e->bound, expr);
  const TlRelaxVar  *image = g_hash_table_lookup (e->images, expr);
  TlQuantization     q;

  if (image != NULL)
    return image;
  if (tl_quantization_read (&e->bound, expr, "dequantize", &q) && tl_quantization_is_simple (&q)
      && (image = g_hash_table_lookup (e->images, q.data)) != NULL)
    {
      const TlRelaxExpr *args[] = {
        image, value->args[1], number (e, TL_DTYPE (TL_TYPE_UINT, 8), (double) (tl_quantization_zero (&q, 0) + shift_of (&q))),
      };

      image = emit (e, "dequantize", &value->attrs, args, G_N_ELEMENTS (args));
    }
  else if (value->kind != TL_RELAX_CALL || value->op == NULL || value->type->kind != TL_RELAX_TYPE_TENSOR || value->type->n_dims != 4)
    return NULL;
  else if (tl_relax_op_is (value, "mean"))
    image = image_of_means (e, value);
  else if (is_one_of (value, elementwise))
    image = image_of_elements (e, value);
  if (image != NULL)
    g_hash_table_insert (e->images, (gpointer) expr, (gpointer) image);
  return image;
}

static const TlRelaxExpr *
rewrite_floats (IntegerEmitter *e, const TlRelaxVar *var, const TlRelaxExpr *quantize, const TlQuantization *y, const TlRelaxVar *image)
{
  const TlRelaxExpr *args[] = {
    image, quantize->args[1], number (e, TL_DTYPE (TL_TYPE_UINT, 8), (double) (tl_quantization_zero (y, 0) + shift_of (y))),
  };
  TlAttrs attrs = with_text (e, quantize->attrs, "out_dtype", "uint8");

  return emit_as_it_was (e, var, y, TRUE, emit (e, "quantize", &attrs, args, G_N_ELEMENTS (args)));
}

/* The largest integer belongs to the largest number. */
static const TlRelaxExpr *
rewrite_max_pool (IntegerEmitter *e, const TlRelaxVar *var, const TlRelaxExpr *pool, const TlQuantization *x)
{
  TlAttrs attrs = with_text (e, with_text (e, pool->attrs, "layout", "NHWC"), "out_layout", "NHWC");

  return emit_as_it_was (e, var, x, TRUE, emit_unary (e, "nn.max_pool2d", &attrs, as_bytes (e, x, TRUE)));
}

/* NULL: the operator between dequantize and quantize, which map to the same integers, changes numbers. */
static const TlRelaxExpr *
rewrite_moved (IntegerEmitter *e, const TlRelaxVar *var, const TlQuantization *y)
{
  static const char *const moving[] = {
    "reshape", "flatten", "nn.batch_flatten", "permute_dims", "squeeze", "expand_dims", "strided_slice", NULL,
  };
  const TlRelaxExpr *value = tl_bound_value (&e->bound, y->data), *args[5];
  gint64             sizes[TL_TENSOR_MAX_DIMS];
  TlQuantization     x;

  if (value->kind != TL_RELAX_CALL || value->n_args == 0 || value->n_args > G_N_ELEMENTS (args)
      || !tl_quantization_read (&e->bound, value->args[0], "dequantize", &x) || !tl_quantization_equal (&x, y))
    return NULL;
  if (tl_relax_op_is (value, "nn.max_pool2d") && tl_relax_has_text (value, "layout", "NCHW") && tl_relax_get_sizes (x.data, sizes))
    return rewrite_max_pool (e, var, value, &x);
  if (!is_one_of (value, moving))
    return NULL;
  memcpy (args, value->args, value->n_args * sizeof *args);
  args[0] = x.data;
  if (e->has_failed)
    return NULL;
  value = tl_body_writer_call (e->writer, value->op->name, args, value->n_args, &value->attrs, e->error);
  e->has_failed = value == NULL;
  return value;
}

/* --- the pass --- */

/* @value itself where there is nothing to rewrite; NULL after a failure. */
static const TlRelaxExpr *
rewrite (IntegerEmitter *e, const TlRelaxVar *var, const TlRelaxExpr *value)
{
  g_auto (TlQuantizedProduct) product = { 0 };
  const TlRelaxExpr          *moved;
  const TlRelaxVar           *image;
  gint64                      sizes[TL_TENSOR_MAX_DIMS];
  TlQuantization              y;

  if (!tl_relax_get_sizes (var, sizes) || !tl_quantization_read (&e->bound, value, "quantize", &y) || !tl_quantization_is_simple (&y))
    return value;
  if (tl_quantized_product_match (&e->bound, value, &product))
    return rewrite_product (e, var, &product);
  moved = rewrite_moved (e, var, &y);
  if (moved != NULL || e->has_failed)
    return moved;
  image = image_of_floats (e, y.data);
  if (image != NULL)
    return rewrite_floats (e, var, value, &y, image);
  return e->has_failed ? NULL : value;
}

static void
count_use (const TlRelaxExpr *expr, gpointer user_data)
{
  GHashTable *uses = user_data;

  if (expr->kind == TL_RELAX_VAR)
    g_hash_table_insert (uses, (gpointer) expr, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (uses, expr)) + 1));
}

static void
find_bindings (const TlGraphFunc *func, const TlBoundValues *bound)
{
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
      {
        const TlRelaxBinding *binding = &func->body.blocks[k].bindings[i];

        if (binding->kind == TL_RELAX_BIND_VALUE)
          g_hash_table_insert (bound->values, (gpointer) binding->var, (gpointer) binding->value);
        tl_relax_expr_walk (binding->value, count_use, bound->uses);
      }
  tl_relax_expr_walk (func->body.result, count_use, bound->uses);
}

static const TlGraphFunc *
rewrite_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), uses = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) images = g_hash_table_new (NULL, NULL), rows = g_hash_table_new (NULL, NULL);
  g_auto (TlBodyWriter)  writer = { 0 };
  IntegerEmitter                e = { edit->arena, &writer, error, FALSE, { values, uses }, images, rows };
  TlRelaxBody            body;

  tl_body_writer_init (&writer, edit->arena);
  find_bindings (func, &e.bound);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        {
          TlRelaxBinding binding = func->body.blocks[k].bindings[i];

          if (func->body.blocks[k].is_dataflow && binding.kind == TL_RELAX_BIND_VALUE)
            binding.value = rewrite (&e, binding.var, binding.value);
          if (binding.value == NULL)
            return NULL;
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return tl_drop_unused_bindings (edit, tl_graph_func_with_body (edit->arena, func, &body));
}

TlModule *
tl_integer_products (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, rewrite_function, NULL, error);
}
