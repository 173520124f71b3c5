/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Images in blocks of channels: which kernels of a model take them, and that its results are those of the model as it was, of the programs
 * in blocks by the interpreter and of their schedules compiled; models by hand and drawn ones.
 */
#include <string.h>

#include "core/base/random.h"
#include "core/default-schedules/kernel-schedules.h"
#include "core/graph/graph-builder.h"
#include "core/graph/passes/graph-passes.h"
#include "core/measure/model-run.h"
#include "core/schedule/trace.h"
#include "tests/add-test.h"
#include "tests/must.h"

#define N_DRAWN    120u
#define N_COMPILED 20u     /* of these */
#define MAX_VALUES 16u

/* --- graphs --- */

typedef struct
{
  TlArena           *arena;
  TlGraphBuilder    *builder;
  TlRandom           random;
  const TlRelaxExpr *values[MAX_VALUES];   /* images, the input first */
  guint              n_values;
} Net;

#define CALL(net, op, attrs, ...)                                                                                                         \
  must (tl_graph_builder_call ((net)->builder, op, (const TlRelaxExpr *const[]) { __VA_ARGS__ },                                          \
                               G_N_ELEMENTS (((const TlRelaxExpr *const[]) { __VA_ARGS__ })), attrs, &failure))

static gint64
size_of (const TlRelaxExpr *value, guint dim)
{
  gint64 size = 0;

  tl_expr_get_int (value->type->dims[dim], &size);
  return size;
}

static const TlRelaxExpr *
weights (Net *net, gint64 a, gint64 b, gint64 c, gint64 d, guint n)
{
  TlTensor *tensor = must (tl_tensor_new (TL_FLOAT32, (const gint64[]) { a, b, c, d }, n, FALSE, &failure));

  for (gint64 i = 0; i < tensor->n_elements; i++)
    tl_tensor_set (tensor, i, tl_random_unit (&net->random) - 0.5);
  return tl_relax_const (net->arena, tensor);
}

static TlAttrs
ints (Net *net, TlAttrs attrs, const char *key, gint64 value, guint n)
{
  TlValue *items = tl_arena_new_array (net->arena, TlValue, n), list = { .kind = TL_VALUE_LIST, .n_items = n };

  for (guint i = 0; i < n; i++)
    items[i] = tl_value_int (value);
  list.items = items;
  return tl_attrs_with (net->arena, &attrs, key, list);
}

/* With a shift of each channel. @groups: 0: depthwise. */
static const TlRelaxExpr *
conv (Net *net, const TlRelaxExpr *x, gint64 k, gint64 kernel, gint64 stride, gint64 groups)
{
  gint64  c = size_of (x, 1), n_groups = groups > 0 ? groups : c;
  TlAttrs attrs = tl_attrs_with (net->arena, &tl_attrs_empty, "groups", tl_value_int (n_groups));

  attrs = ints (net, attrs, "padding", kernel / 2, 4);
  attrs = ints (net, attrs, "strides", stride, 2);
  x = CALL (net, "nn.conv2d", &attrs, x, weights (net, k, c / n_groups, kernel, kernel, 4));
  return CALL (net, "add", &tl_attrs_empty, x, weights (net, 1, k, 1, 1, 4));
}

static const TlRelaxExpr *
relu (Net *net, const TlRelaxExpr *x)
{
  return CALL (net, "nn.relu", &tl_attrs_empty, x);
}

static const TlRelaxExpr *
pool (Net *net, const char *op, const TlRelaxExpr *x, gint64 kernel, gint64 stride)
{
  TlAttrs attrs = ints (net, tl_attrs_empty, "pool_size", kernel, 2);

  attrs = ints (net, attrs, "strides", stride, 2);
  attrs = ints (net, attrs, "padding", kernel / 2, 4);
  return CALL (net, op, &attrs, x);
}

/* Of each channel's pixels. */
static const TlRelaxExpr *
mean (Net *net, const TlRelaxExpr *x)
{
  TlValue *items = tl_arena_new_array (net->arena, TlValue, 2), list = { .kind = TL_VALUE_LIST, .n_items = 2 };
  TlAttrs  attrs;

  items[0] = tl_value_int (2);
  items[1] = tl_value_int (3);
  list.items = items;
  attrs = tl_attrs_with (net->arena, &tl_attrs_empty, "axis", list);
  attrs = tl_attrs_with (net->arena, &attrs, "keepdims", (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
  return CALL (net, "mean", &attrs, x);
}

static const TlRelaxExpr *
add (Net *net, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  return CALL (net, "add", &tl_attrs_empty, a, b);
}

/* Each channel times a number of its own. */
static const TlRelaxExpr *
gate (Net *net, const TlRelaxExpr *x)
{
  const TlRelaxExpr *means = mean (net, x), *gates = CALL (net, "sigmoid", &tl_attrs_empty, means);

  return CALL (net, "multiply", &tl_attrs_empty, x, gates);
}

static const TlRelaxExpr *
flatten (Net *net, const TlRelaxExpr *x)
{
  return CALL (net, "nn.batch_flatten", &tl_attrs_empty, x);
}

static const TlRelaxExpr *
concat (Net *net, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  const TlRelaxExpr *fields[] = { a, b }, *tuple = tl_relax_tuple (net->arena, fields, 2);
  TlAttrs            attrs = tl_attrs_with (net->arena, &tl_attrs_empty, "axis", tl_value_int (1));

  return CALL (net, "concat", &attrs, tuple);
}

/* A classifier of the image: so the model's result is no image. */
static const TlRelaxExpr *
classify (Net *net, const TlRelaxExpr *x)
{
  x = flatten (net, mean (net, x));
  return CALL (net, "matmul", &tl_attrs_empty, x, weights (net, size_of (x, 1), 5, 0, 0, 2));
}

/* --- models by hand --- */

/* Two blocks of a residual network, the second of which halves the image. */
static const TlRelaxExpr *
make_residual (Net *net, const TlRelaxExpr *x)
{
  const TlRelaxExpr *y, *z;

  x = pool (net, "nn.max_pool2d", relu (net, conv (net, x, 16, 3, 1, 1)), 3, 2);
  y = relu (net, conv (net, x, 16, 3, 1, 1));
  y = relu (net, add (net, conv (net, y, 16, 3, 1, 1), x));
  z = relu (net, conv (net, y, 32, 3, 2, 1));
  z = relu (net, add (net, conv (net, z, 32, 3, 1, 1), conv (net, y, 32, 1, 2, 1)));
  return classify (net, z);
}

/* 12 channels are no blocks of 8: the last convolution copies what it reads, and two before need not. */
static const TlRelaxExpr *
make_odd (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 3, 1, 1));
  x = relu (net, conv (net, x, 24, 3, 1, 1));
  x = relu (net, conv (net, x, 12, 3, 1, 1));
  return classify (net, x);
}

/* A result of the model is an image as the graph has it. */
static const TlRelaxExpr *
make_result (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 3, 1, 1));
  return relu (net, conv (net, x, 16, 3, 1, 1));
}

/* Nobody has anything to repack. */
static const TlRelaxExpr *
make_pointwise (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 1, 1, 1));
  x = relu (net, conv (net, x, 16, 3, 1, 0));
  return classify (net, relu (net, conv (net, x, 32, 1, 1, 1)));
}

/* Between convolutions with a window, those go along. */
static const TlRelaxExpr *
make_separable (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 3, 1, 1));
  x = relu (net, conv (net, x, 16, 3, 1, 0));
  x = relu (net, conv (net, x, 32, 1, 1, 1));
  x = pool (net, "nn.avg_pool2d", relu (net, conv (net, x, 32, 3, 2, 1)), 3, 1);
  return classify (net, x);
}

/* One image behind the other. */
static const TlRelaxExpr *
make_concat (Net *net, const TlRelaxExpr *x)
{
  const TlRelaxExpr *y = relu (net, conv (net, x, 16, 3, 1, 1));

  x = concat (net, y, relu (net, conv (net, y, 16, 3, 1, 1)));
  x = relu (net, conv (net, x, 32, 3, 1, 1));
  return classify (net, x);
}

/* Another shape of an image in the same memory. */
static const TlRelaxExpr *
make_view (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 3, 1, 1));
  x = flatten (net, relu (net, conv (net, x, 16, 3, 1, 1)));
  return CALL (net, "matmul", &tl_attrs_empty, x, weights (net, size_of (x, 1), 5, 0, 0, 2));
}

/* Groups of channels that are no vectors. */
static const TlRelaxExpr *
make_groups (Net *net, const TlRelaxExpr *x)
{
  x = relu (net, conv (net, x, 16, 3, 1, 1));
  x = relu (net, conv (net, x, 16, 3, 1, 4));
  return classify (net, relu (net, conv (net, x, 16, 3, 1, 1)));
}

typedef struct
{
  const char *name;
  const TlRelaxExpr *(*make) (Net *net, const TlRelaxExpr *x);
  const char *kernels;    /* in their order: b in blocks, - not */
} Case;

static const Case cases[] = {
  { "residual", make_residual, "bbbbbbbb-" },
  { "odd", make_odd, "bbb--" },
  { "result", make_result, "--" },
  { "pointwise", make_pointwise, "-----" },
  { "separable", make_separable, "bbbbbb-" },
  { "concat", make_concat, "bbbbb-" },
  { "view", make_view, "---" },
  { "groups", make_groups, "--bb-" },
};

/* --- drawn models --- */

static const TlRelaxExpr *
draw_value (Net *net)
{
  return net->values[tl_random_below (&net->random, net->n_values)];
}

/* The last image that has the shape of @x; @x itself if there is none. */
static const TlRelaxExpr *
same_shape (const Net *net, const TlRelaxExpr *x)
{
  for (guint i = net->n_values; i-- > 0;)
    if (net->values[i] != x && size_of (net->values[i], 1) == size_of (x, 1) && size_of (net->values[i], 2) == size_of (x, 2)
        && size_of (net->values[i], 3) == size_of (x, 3))
      return net->values[i];
  return x;
}

static const TlRelaxExpr *
draw_layer (Net *net, const TlRelaxExpr *x, gint64 lanes)
{
  const gint64 channels[] = { lanes, 2 * lanes, 3 * lanes, lanes, lanes * 3 / 2, 5 };
  gint64       k = channels[tl_random_below (&net->random, G_N_ELEMENTS (channels))];

  switch (tl_random_below (&net->random, 12))
    {
    case 0:
      return pool (net, "nn.max_pool2d", x, 3, 1 + (size_of (x, 2) > 4));
    case 1:
      return pool (net, "nn.avg_pool2d", x, 2, 1);
    case 2:
      return relu (net, conv (net, x, size_of (x, 1), 3, 1, 0));
    case 3:
      return add (net, x, same_shape (net, x));
    case 4:
      return gate (net, x);
    case 5:
      return size_of (same_shape (net, x), 1) < 3 * lanes ? concat (net, x, same_shape (net, x)) : x;
    case 6:
      return relu (net, conv (net, x, k, 1, 1 + (gint64) tl_random_below (&net->random, 2), 1));
    case 7:
      return size_of (x, 1) % 4 == 0 ? conv (net, x, size_of (x, 1), 3, 1, 2) : x;
    default:
      return relu (net, conv (net, x, k, tl_random_below (&net->random, 4) == 0 ? 5 : 3, 1 + (size_of (x, 2) > 5), 1));
    }
}

static const TlRelaxExpr *
draw_net (Net *net, const TlRelaxExpr *x, gint64 lanes)
{
  guint n = 3 + tl_random_below (&net->random, 6);

  net->values[net->n_values++] = x;
  for (guint i = 0; i < n; i++)
    {
      x = draw_layer (net, i % 3 == 2 ? draw_value (net) : x, lanes);
      net->values[net->n_values++] = x;
    }
  return tl_random_below (&net->random, 4) == 0 ? x : classify (net, x);
}

/* --- runs --- */

/* A new reference, behind all passes. @lanes: of drawn ones. */
static TlModule *
make_model (const Case *of, guint64 seed, gint64 lanes)
{
  g_autoptr (TlArena)        arena = tl_arena_new (NULL);
  g_autoptr (TlGraphBuilder) builder = tl_graph_builder_new (arena);
  Net                        net = { .arena = arena, .builder = builder, .random = tl_random_seeded (seed) };
  gint64                     shape[] = { 1 + (gint64) (seed % 5 == 4), 3, 9, 7 };
  TlFunc                    *func = tl_arena_new0 (arena, TlFunc);
  const TlRelaxExpr         *x, *result;
  g_autoptr (TlModule)       made = NULL;

  x = tl_graph_builder_param (builder, "x", tl_relax_static_tensor_type (arena, TL_FLOAT32, shape, 4));
  result = of != NULL ? of->make (&net, x) : draw_net (&net, x, lanes);
  *func = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = "main", .graph = tl_graph_builder_finish (builder, &result, 1, &tl_attrs_empty) };
  made = tl_module_new (arena, "Module", func, 1, 1);
  return must (tl_graph_run_passes (made, tl_graph_default_passes, &failure));
}

static char *
describe (const GPtrArray *schedules, guint n_kernels)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_kernels; i++)
    g_string_append_c (text, ((const TlKernelSchedule *) schedules->pdata[i])->block > 0 ? 'b' : '-');
  return g_string_free (text, FALSE);
}

static void
assert_same (const TlExecutable *plain, GPtrArray *outputs, GPtrArray *expected)
{
  g_autofree char *where = NULL;

  if (tl_outputs_compare (plain, outputs, expected, &where) > 1)
    g_error ("%s", where);
}

/* Gives how many kernels are in blocks. @kernels: which, NULL: whichever. */
static guint
run_model (TlModule *model, const TlTarget *target, const char *kernels, gboolean is_compiled)
{
  g_autoptr (TlExecutable) plain = must (tl_executable_new (model, "main", &failure));
  g_autoptr (TlExecutable) blocked = must (tl_executable_new (model, "main", &failure));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (plain, 3, &failure));
  g_autoptr (GPtrArray)    expected = must (tl_executable_interpret (plain, inputs, 0, NULL, &failure));
  guint                    n_kernels = plain->kernels->len, n_blocked = 0;
  g_autoptr (GPtrArray)    schedules = must (tl_kernel_schedules_new (blocked, target, NULL, &failure));
  g_autoptr (GPtrArray)    modules = tl_kernel_schedules_modules (schedules);
  g_autofree char         *text = describe (schedules, n_kernels);
  g_autoptr (GPtrArray)    outputs = must (tl_executable_interpret (blocked, inputs, 0, NULL, &failure));

  assert_same (plain, outputs, expected);
  if (kernels != NULL)
    g_assert_cmpstr (text, ==, kernels);
  for (const char *at = text; *at != '\0'; at++)
    n_blocked += *at == 'b';
  if (is_compiled)
    {
      g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
      TlTarget                 host = tl_target_host ();
      TlModelRunOptions        options = tl_model_run_options_default ();
      TlModelOutcome           outcome;

      options.check = TRUE;
      options.budget_s = 0;
      tl_worker_pool_run_model (pool, blocked, modules, &host, &options, inputs, NULL, &outcome);
      g_assert_cmpstr (outcome.whole.message, ==, NULL);
      g_assert_true (outcome.whole.is_checked);
      assert_same (plain, outcome.outputs, expected);
      tl_model_outcome_clear (&outcome);
    }
  return n_blocked;
}

static void
test_case (gconstpointer data)
{
  const Case          *of = data;
  g_autoptr (TlModule) model = make_model (of, 1, 0);
  TlTarget             target;

  g_assert_true (must (tl_target_parse ("llvm -mcpu=haswell", &target, &failure)));
  run_model (model, &target, of->kernels, TRUE);
}

/* Vectors of 4, 8 and 16. */
static void
test_drawn (void)
{
  static const char *const names[] = { "llvm -mcpu=haswell", "llvm -mcpu=skylake-avx512",
                                       "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -num-cores=4" };
  guint n_blocked = 0;

  for (guint seed = 0; seed < N_DRAWN; seed++)
    {
      TlTarget target;

      g_assert_true (must (tl_target_parse (names[seed % G_N_ELEMENTS (names)], &target, &failure)));
      {
        g_autoptr (TlModule) model = make_model (NULL, seed, tl_target_lanes (&target, TL_FLOAT32));

        n_blocked += run_model (model, &target, NULL, seed < N_COMPILED);
      }
    }
  g_assert_cmpuint (n_blocked, >, N_DRAWN / 2);
}

#define SPLIT_POOL \
  "[[[\"GetBlock\", [], [\"pool_max\", \"main\"], [\"b0\"]], " \
  "[\"GetLoops\", [\"b0\"], [], [\"l1\", \"l2\", \"l3\", \"l4\", \"l5\", \"l6\"]], " \
  "[\"Split\", [\"l2\", \"None\", 4], [1, 0], [\"l7\", \"l8\"]]], []]"

/* A kernel by record keeps its layouts, and so do those that it shares images with. */
static void
test_record (void)
{
  g_autoptr (TlModule)     model = make_model (&cases[0], 1, 0);
  g_autoptr (TlExecutable) executable = must (tl_executable_new (model, "main", &failure));
  g_autoptr (TlDatabase)   database = must (tl_database_open (":memory:", &failure));
  g_autoptr (TlRecords)    records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (GPtrArray)    schedules = NULL;
  g_autofree char         *text = NULL;
  double                   run_s = 1e-6;
  TlTarget                 target;
  TlRecord                 record = { .module = ((TlKernelTask *) executable->kernels->pdata[1])->module, .run_s = &run_s, .n_run_s = 1,
                                      .trace_json = (char *) SPLIT_POOL, .target = (char *) "llvm" };
  guint                    n = executable->kernels->len;

  must (tl_records_commit (records, &record, &failure));
  g_assert_true (must (tl_target_parse ("llvm -mcpu=haswell", &target, &failure)));
  schedules = must (tl_kernel_schedules_new_by_times (executable, &target, records, NULL, &failure));
  text = describe (schedules, n);
  g_assert_cmpint (((const TlKernelSchedule *) schedules->pdata[1])->origin, ==, TL_KERNEL_BY_RECORD);
  g_assert_cmpstr (text, ==, "----bbbb-");
}

/* A schedule that was found for a kernel in blocks is used where the kernel is in blocks. */
static void
test_record_in_blocks (void)
{
  g_autoptr (TlModule)     model = make_model (&cases[0], 1, 0);
  g_autoptr (TlExecutable) by_rules = must (tl_executable_new (model, "main", &failure));
  g_autoptr (TlExecutable) by_record = must (tl_executable_new (model, "main", &failure));
  g_autoptr (TlDatabase)   database = must (tl_database_open (":memory:", &failure));
  g_autoptr (TlRecords)    records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (GPtrArray)    first = NULL, second = NULL;
  g_autofree char         *trace = NULL, *text = NULL;
  double                   run_s = 1e-6;
  TlTarget                 target;
  TlRecord                 record = { .module = ((TlKernelTask *) by_rules->kernels->pdata[2])->module, .run_s = &run_s, .n_run_s = 1,
                                      .target = (char *) "llvm" };

  g_assert_true (must (tl_target_parse ("llvm -mcpu=haswell", &target, &failure)));
  first = must (tl_kernel_schedules_new_by_times (by_rules, &target, NULL, NULL, &failure));
  record.trace_json = trace = tl_trace_to_json (((const TlKernelSchedule *) first->pdata[2])->state, TL_DIALECT_CLASSIC);
  must (tl_records_commit (records, &record, &failure));
  second = must (tl_kernel_schedules_new_by_times (by_record, &target, records, NULL, &failure));
  text = describe (second, by_rules->calls->len);
  g_assert_cmpstr (text, ==, cases[0].kernels);
  for (guint i = 0; i < by_record->calls->len; i++)
    g_assert_cmpint (((const TlKernelSchedule *) second->pdata[i])->origin == TL_KERNEL_BY_RECORD, ==, i == 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    add_test (test_case, &cases[i], "/channel-blocks/%s", cases[i].name);
  g_test_add_func ("/channel-blocks/drawn", test_drawn);
  g_test_add_func ("/channel-blocks/record", test_record);
  g_test_add_func ("/channel-blocks/record-in-blocks", test_record_in_blocks);
  return g_test_run ();
}
