/* SPDX-License-Identifier: Apache-2.0 */
/*
 * IntegerProducts: layers of quantized models, computed on integers, against the same in floats, by the interpreter and compiled; and what
 * is left as it is.
 */
#include <math.h>
#include <string.h>

#include "core/default-schedules/kernel-schedules.h"
#include "core/graph/executable.h"
#include "core/graph/graph-builder.h"
#include "core/graph/passes/graph-passes.h"
#include "core/measure/model-run.h"
#include "core/text/script.h"
#include "tests/must.h"

#define INT8   TL_DTYPE (TL_TYPE_INT, 8)
#define UINT8  TL_DTYPE (TL_TYPE_UINT, 8)
#define INT32  TL_DTYPE (TL_TYPE_INT, 32)
#define X_STEP 0.05
#define Y_STEP 0.13

typedef enum
{
  BIAS_NONE,
  BIAS_FLOATS,
  BIAS_INTEGERS,   /* dequantized */
} Bias;

typedef enum
{
  THEN_NOTHING,
  THEN_RESIDUAL,   /* add to the input */
  THEN_MAX_POOL,
  THEN_MEAN,
  THEN_FLATTEN,
} Then;

typedef struct
{
  const char *name;
  gint64      n, c, h, w;        /* the input; h 0: [n, c] */
  gint64      k, kernel, stride, pad, groups;
  TlDType     x, weights;
  int         x_zero, w_zero;
  gboolean    per_channel, relu, transposed;
  Bias        bias;
  Then        then;
  gboolean    stays;             /* it is not rewritten */
} Layer;

static const Layer layers[] = {
  { "plain", 1, 16, 6, 6, 16, 3, 1, 1, 1, UINT8, INT8, 128, 0, .relu = TRUE },
  { "channels", 2, 7, 9, 5, 21, 3, 2, 1, 1, UINT8, INT8, 3, 0, .per_channel = TRUE, .bias = BIAS_INTEGERS },
  { "signed", 1, 5, 7, 11, 19, 3, 1, 2, 1, INT8, INT8, -7, 0, .per_channel = TRUE, .bias = BIAS_FLOATS, .relu = TRUE },
  { "one", 1, 1, 7, 8, 1, 3, 1, 1, 1, UINT8, INT8, 31, 0, .bias = BIAS_INTEGERS },
  { "few-of-many", 1, 33, 6, 7, 10, 3, 1, 1, 1, INT8, INT8, 6, 0, .per_channel = TRUE, .bias = BIAS_INTEGERS },
  { "many-of-few", 1, 3, 6, 7, 33, 1, 1, 0, 1, UINT8, INT8, 6, 0, .relu = TRUE },
  { "two-of-few", 1, 10, 6, 7, 3, 2, 1, 0, 1, UINT8, INT8, 60, 0 },
  { "pixel", 1, 24, 8, 28, 40, 1, 1, 0, 1, UINT8, INT8, 0, 0, .bias = BIAS_INTEGERS },
  { "wide", 1, 3, 10, 37, 6, 5, 1, 0, 1, INT8, INT8, 11, 0 },
  { "depthwise", 1, 24, 9, 9, 24, 3, 2, 1, 24, UINT8, INT8, 100, 0, .per_channel = TRUE, .bias = BIAS_INTEGERS, .relu = TRUE },
  { "depthwise-few", 2, 5, 6, 7, 5, 3, 1, 1, 5, INT8, INT8, 4, 0, .bias = BIAS_FLOATS },
  { "zero-of-weights", 1, 8, 5, 5, 8, 3, 1, 1, 1, UINT8, UINT8, 17, 128, .bias = BIAS_INTEGERS },
  { "residual", 1, 16, 7, 7, 16, 3, 1, 1, 1, INT8, INT8, 9, 0, .bias = BIAS_INTEGERS, .then = THEN_RESIDUAL },
  { "residual-odd", 1, 17, 5, 6, 17, 3, 1, 1, 1, UINT8, INT8, 90, 0, .per_channel = TRUE, .bias = BIAS_INTEGERS, .then = THEN_RESIDUAL },
  { "max-pool", 1, 8, 9, 9, 24, 3, 1, 1, 1, INT8, INT8, -20, 0, .relu = TRUE, .then = THEN_MAX_POOL },
  { "mean", 1, 8, 5, 7, 24, 3, 1, 1, 1, UINT8, INT8, 77, 0, .then = THEN_MEAN },
  { "flatten", 1, 8, 4, 5, 6, 1, 1, 0, 1, UINT8, INT8, 77, 0, .then = THEN_FLATTEN },
  { "matmul", 5, 24, 0, 0, 32, 1, 1, 0, 1, UINT8, INT8, 12, 0, .per_channel = TRUE, .bias = BIAS_FLOATS },
  { "matmul-odd", 13, 9, 0, 0, 37, 1, 1, 0, 1, INT8, INT8, 12, 0, .transposed = TRUE, .per_channel = TRUE, .bias = BIAS_INTEGERS },
  { "vector", 1, 50, 0, 0, 100, 1, 1, 0, 1, UINT8, INT8, 0, 0, .transposed = TRUE, .bias = BIAS_INTEGERS, .relu = TRUE },
  { "weights-beyond-int8", 1, 8, 5, 5, 8, 3, 1, 1, 1, UINT8, UINT8, 17, 3, .stays = TRUE },
  { "groups", 1, 8, 5, 5, 8, 3, 1, 1, 2, UINT8, INT8, 17, 0, .stays = TRUE },
};

/* --- graphs --- */

typedef struct
{
  const Layer    *layer;
  TlArena        *arena;      /* owned by the builder's caller */
  TlGraphBuilder *builder;
  TlRandom        random;
} Maker;

static const TlRelaxExpr *
constant_of (Maker *m, TlDType dtype, const gint64 *shape, guint n_dims, double low, double high)
{
  TlTensor *tensor = must (tl_tensor_new (dtype, shape, n_dims, FALSE, &failure));

  for (gint64 i = 0; i < tensor->n_elements; i++)
    {
      double value = low + (high - low) * tl_random_unit (&m->random);

      tl_tensor_set (tensor, i, dtype.code == TL_TYPE_FLOAT ? value : floor (value));
    }
  return tl_relax_const (m->arena, tensor);
}

static const TlRelaxExpr *
number (Maker *m, TlDType dtype, double value)
{
  TlTensor *tensor = must (tl_tensor_new (dtype, NULL, 0, FALSE, &failure));

  tl_tensor_set (tensor, 0, value);
  return tl_relax_const (m->arena, tensor);
}

#define CALL(m, op, attrs, ...)                                                                                                           \
  must (tl_graph_builder_call ((m)->builder, op, (const TlRelaxExpr *const[]) { __VA_ARGS__ },                                            \
                               G_N_ELEMENTS (((const TlRelaxExpr *const[]) { __VA_ARGS__ })), attrs, &failure))

static TlAttrs
ints (Maker *m, TlAttrs attrs, const char *key, gint64 a, gint64 b, guint n)
{
  TlValue *items = tl_arena_new_array (m->arena, TlValue, n), list = { .kind = TL_VALUE_LIST, .n_items = n };

  for (guint i = 0; i < n; i++)
    items[i] = tl_value_int (i % 2 == 0 ? a : b);
  list.items = items;
  return tl_attrs_with (m->arena, &attrs, key, list);
}

static TlAttrs
typed (Maker *m, TlDType dtype, gint64 axis)
{
  TlAttrs attrs = tl_attrs_with (m->arena, &tl_attrs_empty, "out_dtype", tl_value_string (m->arena, tl_dtype_name (dtype)));

  return tl_attrs_with (m->arena, &attrs, "axis", tl_value_int (axis));
}

static const TlRelaxVar *
quantize (Maker *m, const TlRelaxExpr *x, TlDType dtype, double step, int zero)
{
  TlAttrs attrs = typed (m, dtype, 0);

  return CALL (m, "quantize", &attrs, x, number (m, TL_FLOAT32, step), number (m, dtype, zero));
}

static const TlRelaxVar *
dequantize (Maker *m, const TlRelaxExpr *x, const TlRelaxExpr *steps, const TlRelaxExpr *zeros, gint64 axis)
{
  TlAttrs attrs = typed (m, TL_FLOAT32, axis);

  return CALL (m, "dequantize", &attrs, x, steps, zeros);
}

static const TlRelaxVar *
dequantize_one (Maker *m, const TlRelaxExpr *x, double step, int zero)
{
  return dequantize (m, x, number (m, TL_FLOAT32, step), number (m, x->type->dtype, zero), 0);
}

static const TlRelaxVar *
make_weights (Maker *m, const TlRelaxExpr **steps)
{
  const Layer       *l = m->layer;
  gint64             conv[] = { l->k, l->c / l->groups, l->kernel, l->kernel }, plain[] = { l->transposed ? l->k : l->c,
                                                                                         l->transposed ? l->c : l->k };
  gboolean           is_signed = l->weights.code == TL_TYPE_INT;
  double             low = is_signed ? -128 : 0;
  const TlRelaxExpr *w = constant_of (m, l->weights, l->h > 0 ? conv : plain, l->h > 0 ? 4 : 2, low, low + 256);
  const TlRelaxExpr *zeros = number (m, l->weights, l->w_zero);
  gint64             zero_shape = l->k;
  const TlRelaxVar  *floats;

  *steps = l->per_channel ? constant_of (m, TL_FLOAT32, &zero_shape, 1, 0.002, 0.005) : number (m, TL_FLOAT32, 0.003);
  if (l->per_channel)
    zeros = constant_of (m, l->weights, &zero_shape, 1, l->w_zero, l->w_zero + 0.5);
  floats = dequantize (m, w, *steps, zeros, l->h > 0 || l->transposed ? 0 : 1);
  if (l->transposed)
    {
      TlAttrs attrs = ints (m, tl_attrs_empty, "axes", 1, 0, 2);

      floats = CALL (m, "permute_dims", &attrs, floats);
    }
  return floats;
}

/* Units of the integers: the steps of x and of the weights. */
static const TlRelaxExpr *
make_bias (Maker *m, const TlRelaxExpr *steps)
{
  const Layer       *l = m->layer;
  const TlExpr      *one = tl_expr_int (m->arena, TL_INT64, 1), *dims[] = { one, tl_expr_int (m->arena, TL_INT64, l->k), one, one };
  TlTensor          *units = tl_tensor_dup (steps->tensor);
  const TlRelaxExpr *bias = constant_of (m, l->bias == BIAS_FLOATS ? TL_FLOAT32 : INT32, &l->k, 1, l->bias == BIAS_FLOATS ? -1 : -3000,
                                         l->bias == BIAS_FLOATS ? 1 : 3000);

  for (gint64 i = 0; i < units->n_elements; i++)
    tl_tensor_set (units, i, tl_tensor_get (units, i) * X_STEP);
  if (l->bias == BIAS_INTEGERS)
    bias = dequantize (m, bias, tl_relax_const (m->arena, tl_tensor_ref (units)), number (m, INT32, 0), 0);
  tl_tensor_unref (units);
  return l->h > 0 ? CALL (m, "reshape", &tl_attrs_empty, bias, tl_relax_shape (m->arena, dims, 4)) : bias;
}

static const TlRelaxVar *
make_product (Maker *m, const TlRelaxExpr *x)
{
  const Layer       *l = m->layer;
  const TlRelaxExpr *steps;
  const TlRelaxVar  *w = make_weights (m, &steps), *y;
  TlAttrs            attrs = tl_attrs_with (m->arena, &tl_attrs_empty, "groups", tl_value_int (l->groups));

  attrs = ints (m, attrs, "padding", l->pad, l->pad, 4);
  attrs = ints (m, attrs, "strides", l->stride, l->stride, 2);
  y = l->h > 0 ? CALL (m, "nn.conv2d", &attrs, x, w) : CALL (m, "matmul", &tl_attrs_empty, x, w);
  if (l->bias != BIAS_NONE)
    y = CALL (m, "add", &tl_attrs_empty, y, make_bias (m, steps));
  return l->relu ? CALL (m, "nn.relu", &tl_attrs_empty, y) : y;
}

/* Dequantized, so that results are floats with a known step. */
static const TlRelaxVar *
make_then (Maker *m, const TlRelaxExpr *x, const TlRelaxExpr *y)
{
  TlDType dtype = m->layer->x;
  int     zero = dtype.code == TL_TYPE_INT ? -5 : 120;
  TlAttrs attrs = tl_attrs_empty;

  switch (m->layer->then)
    {
    case THEN_RESIDUAL:
      y = CALL (m, "add", &attrs, x, y);
      break;
    case THEN_MAX_POOL:
      attrs = ints (m, attrs, "pool_size", 3, 3, 2);
      attrs = ints (m, attrs, "strides", 2, 2, 2);
      attrs = ints (m, attrs, "padding", 1, 1, 4);
      y = CALL (m, "nn.max_pool2d", &attrs, y);
      break;
    case THEN_MEAN:
      attrs = ints (m, attrs, "axis", 2, 3, 2);
      attrs = tl_attrs_with (m->arena, &attrs, "keepdims", (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
      y = CALL (m, "mean", &attrs, y);
      break;
    case THEN_FLATTEN:
      y = CALL (m, "nn.batch_flatten", &attrs, y);
      break;
    case THEN_NOTHING:
    default:
      return y;
    }
  return dequantize_one (m, quantize (m, y, dtype, Y_STEP, zero), Y_STEP, zero);
}

/* A new reference. */
static TlModule *
make_model (const Layer *layer)
{
  g_autoptr (TlArena)        arena = tl_arena_new (NULL);
  g_autoptr (TlGraphBuilder) builder = tl_graph_builder_new (arena);
  Maker                      m = { .layer = layer, .arena = arena, .builder = builder };
  gint64                     shape[] = { layer->n, layer->c, layer->h, layer->w };
  const TlRelaxVar          *input, *x, *y;
  const TlRelaxExpr         *result;
  TlFunc                    *func = tl_arena_new0 (arena, TlFunc);
  int                        zero = layer->x.code == TL_TYPE_INT ? -5 : 120;

  m.random = tl_random_seeded (11);
  input = tl_graph_builder_param (builder, "input", tl_relax_static_tensor_type (arena, TL_FLOAT32, shape, layer->h > 0 ? 4 : 2));
  x = CALL (&m, "multiply", &tl_attrs_empty, input, number (&m, TL_FLOAT32, 6));
  x = dequantize_one (&m, quantize (&m, x, layer->x, X_STEP, layer->x_zero), X_STEP, layer->x_zero);
  y = dequantize_one (&m, quantize (&m, make_product (&m, x), layer->x, Y_STEP, zero), Y_STEP, zero);
  result = make_then (&m, x, y);
  *func = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = "main", .graph = tl_graph_builder_finish (builder, &result, 1, &tl_attrs_empty) };
  return tl_module_new (arena, "Module", func, 1, 1);
}

/* --- results --- */

/* The passes of models, without those on integers if @floats. */
static TlExecutable *
plan (TlModule *module, gboolean floats)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autoptr (TlModule)  made = NULL;

  for (guint i = 0; tl_graph_default_passes[i] != NULL; i++)
    if (!floats || strcmp (tl_graph_default_passes[i]->name, "IntegerProducts") != 0)
      g_ptr_array_add (list, (gpointer) tl_graph_default_passes[i]);
  g_ptr_array_add (list, NULL);
  made = must (tl_graph_run_passes (module, (const TlGraphPass *const *) list->pdata, &failure));
  return must (tl_executable_new (made, "main", &failure));
}

static TlModule *
on_integers (TlModule *module)
{
  return must (tl_graph_pass_find ("IntegerProducts")->run (module, &failure));
}

static gboolean
has_integers (TlModule *module)
{
  g_autofree char *text = tl_script_print (module, TL_DIALECT_SBLOCK, NULL);

  return strstr (text, "out_dtype=\"int32\"") != NULL;
}

/* Results are numbers of steps; few of them may round to a neighbour. */
static void
assert_near (const TlTensor *got, const TlTensor *expected)
{
  gint64 n_others = 0;

  g_assert_cmpint (got->n_elements, ==, expected->n_elements);
  for (gint64 i = 0; i < got->n_elements; i++)
    {
      double steps = fabs (tl_tensor_get (got, i) - tl_tensor_get (expected, i)) / Y_STEP;

      if (steps > 1.01)
        g_error ("element %" G_GINT64_FORMAT " is %g, expected %g", i, tl_tensor_get (got, i), tl_tensor_get (expected, i));
      n_others += steps > 0.01;
    }
  g_assert_cmpint (n_others, <=, got->n_elements / 50);
}

/* That results differ: not all of them are at the same bound. */
static void
assert_varied (const TlTensor *tensor)
{
  gint64 n_others = 0;

  for (gint64 i = 1; i < tensor->n_elements; i++)
    n_others += tl_tensor_get (tensor, i) != tl_tensor_get (tensor, i - 1);
  g_assert_cmpint (n_others, >, tensor->n_elements / 4);
}

static TlModelOutcome
run_compiled (TlExecutable *executable, const TlTarget *schedules_for, GPtrArray *inputs)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlTarget                 host = tl_target_host ();
  g_autoptr (GPtrArray)    schedules = must (tl_kernel_schedules_new (executable, schedules_for, NULL, &failure));
  g_autoptr (GPtrArray)    modules = tl_kernel_schedules_modules (schedules);
  TlModelRunOptions        options = tl_model_run_options_default ();
  TlModelOutcome           outcome;

  options.check = TRUE;
  options.budget_s = 0;
  tl_worker_pool_run_model (pool, executable, modules, &host, &options, inputs, NULL, &outcome);
  return outcome;
}

static void
test_layer (gconstpointer data)
{
  const Layer             *layer = data;
  g_autoptr (TlModule)     model = make_model (layer), integers = on_integers (model);
  g_autoptr (TlExecutable) plain = plan (model, TRUE);
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (plain, 3, &failure));
  g_autoptr (GPtrArray)    expected = must (tl_executable_interpret (plain, inputs, 0, NULL, &failure));
  TlTarget                 targets[] = { tl_target_host (), tl_target_host () };

  g_assert_cmpint (has_integers (integers), ==, !layer->stays);
  assert_varied (expected->pdata[0]);
  g_assert_true (must (tl_target_parse ("llvm -mcpu=haswell", &targets[1], &failure)));
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autoptr (TlExecutable) executable = plan (model, FALSE);
      g_autoptr (GPtrArray)    outputs = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));
      TlModelOutcome           outcome = run_compiled (executable, &targets[i], inputs);

      assert_near (outputs->pdata[0], expected->pdata[0]);
      g_assert_cmpstr (outcome.whole.message, ==, NULL);
      g_assert_true (outcome.whole.is_checked);
      assert_near (outcome.outputs->pdata[0], expected->pdata[0]);
      tl_model_outcome_clear (&outcome);
    }
}

/* --- texts --- */

/* Channels of inputs up to whole words, the value of padding, the bound of relu, the shape of the model at the end. */
static void
test_text (void)
{
  static const char *const calls[] = {
    "lv1: R.Tensor((1, 3, 4, 4), dtype=\"uint8\") = R.quantize(",
    "R.permute_dims(lv1, axes=[0, 2, 3, 1])",
    "R.Tensor((1, 6, 6, 4), dtype=\"uint8\") = R.nn.pad(",
    "pad_width=[0, 0, 1, 1, 1, 1, 0, 1], pad_value=7.0",
    "R.Tensor((1, 4, 4, 2), dtype=\"int32\") = R.nn.conv2d(",
    "padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout=\"NHWC\", kernel_layout=\"HWIO\"",
    "R.astype(", "R.multiply(", "R.round(", "R.const(120.0, \"float32\")", "T.float32(120.0), T.float32(255.0))", "dtype=\"uint8\")",
    "R.Tensor((1, 2, 4, 4), dtype=\"uint8\") = R.permute_dims(",
    "R.dequantize(",
  };
  static const Layer   layer = { "text", 1, 3, 4, 4, 2, 3, 1, 1, 1, UINT8, INT8, 7, 0, .relu = TRUE };
  g_autoptr (TlModule) model = make_model (&layer), integers = on_integers (model);
  g_autofree char     *text = tl_script_print (integers, TL_DIALECT_SBLOCK, NULL);
  const char          *at = text;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      const char *next = strstr (at, calls[i]);

      if (next == NULL)
        g_error ("\"%s\" is missing, or not in its place:\n%s", calls[i], text);
      at = next;
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/integer-products/text", test_text);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/integer-products/%s", layers[i].name);

      g_test_add_data_func (path, &layers[i], test_layer);
    }
  return g_test_run ();
}
