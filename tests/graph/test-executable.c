/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graph functions as lists of calls: places, kernels that are built once, views, results; and the same run by workers, which compute what
 * the interpreter does and name the kernel that does not.
 */
#include <string.h>

#include "core/default-schedules/kernel-schedules.h"
#include "core/schedule/split-kernel.h"
#include "core/graph/executable.h"
#include "core/graph/operators/operators.h"
#include "core/graph/task.h"
#include "core/measure/model-run.h"
#include "core/worker/model-message.h"
#include "tests/read-module.h"

#define ROWS 4
#define COLUMNS 16

#define KERNEL(signature, statements) "    @T.prim_func(private=True)\n    def " signature ":\n" statements
#define EACH(name, statement) \
  "        for i, j in T.grid(4, 16):\n" \
  "            with T.block(\"" name "\"):\n" \
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "                " statement "\n"
#define X(name) name ": T.Buffer((4, 16), \"float32\")"

static const char kernels[] =
    "@I.ir_module\n"
    "class Module:\n"
    KERNEL ("product(x: T.Buffer((4, 8), \"float32\"), w: T.Buffer((8, 16), \"float32\"), " X ("y") ")",
            "        for i, j, k in T.grid(4, 16, 8):\n"
            "            with T.block(\"product\"):\n"
            "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
            "                with T.init():\n"
            "                    y[vi, vj] = T.float32(0)\n"
            "                y[vi, vj] = y[vi, vj] + x[vi, vk] * w[vk, vj]\n")
    KERNEL ("shift(" X ("x") ", b: T.Buffer((16,), \"float32\"), " X ("y") ")", EACH ("shift", "y[vi, vj] = x[vi, vj] + b[vj]"))
    KERNEL ("shift1(" X ("x") ", b: T.Buffer((16,), \"float32\"), " X ("y") ")", EACH ("shift", "y[vi, vj] = x[vi, vj] + b[vj]"))
    KERNEL ("double(" X ("x") ", " X ("y") ")", EACH ("double", "y[vi, vj] = x[vi, vj] * T.float32(2)"))
    KERNEL ("both(" X ("x") ", " X ("y") ", " X ("z") ")",
            EACH ("minus", "y[vi, vj] = T.float32(0) - x[vi, vj]") EACH ("plus", "z[vi, vj] = x[vi, vj] + T.float32(1)"))
    KERNEL ("scale(" X ("x") ", n: T.int64, " X ("y") ")", EACH ("scale", "y[vi, vj] = x[vi, vj] * T.Cast(\"float32\", n)"))
    KERNEL ("bump(" X ("x") ")", EACH ("bump", "x[vi, vj] = x[vi, vj] + T.float32(1)"))
    KERNEL ("packing(x: T.Buffer((4, 8), \"float32\"), w: T.Buffer((8, 16), \"float32\"), " X ("y") ")",
            "        t = T.alloc_buffer((16, 8))\n"
            "        p = T.alloc_buffer((16, 8))\n"
            "        for i, j in T.grid(16, 8):\n"
            "            with T.block(\"t\"):\n"
            "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
            "                t[vi, vj] = w[vj, vi]\n"
            "        for i, j in T.grid(16, 8):\n"
            "            with T.block(\"p\"):\n"
            "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
            "                p[vi, vj] = t[vi, vj] * T.float32(2)\n"
            "        for i, j, k in T.grid(4, 16, 8):\n"
            "            with T.block(\"product\"):\n"
            "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
            "                with T.init():\n"
            "                    y[vi, vj] = T.float32(0)\n"
            "                y[vi, vj] = y[vi, vj] + x[vi, vk] * p[vj, vk]\n")
    KERNEL ("matching(w: T.Buffer((16,), \"float32\"), " X ("y") ")",
            "        p = T.alloc_buffer((16,))\n"
            "        for i in range(16):\n"
            "            with T.block(\"p\"):\n"
            "                vi = T.axis.spatial(16, i)\n"
            "                p[vi] = w[vi] * T.float32(2)\n"
            "        for i in range(4):\n"
            "            with T.block(\"copy\"):\n"
            "                vi = T.axis.spatial(4, i)\n"
            "                T.reads(p[0:16])\n"
            "                T.writes(y[vi, 0:16])\n"
            "                A = T.match_buffer(p[0:16], (16,))\n"
            "                B = T.match_buffer(y[vi, 0:16], (16,), offset_factor=1)\n"
            "                for j in range(16):\n"
            "                    B[j] = A[j]\n")
    KERNEL ("fail(" X ("x") ", " X ("y") ")", "        T.evaluate(T.call_extern(\"int32\", \"tl_test_abort\"))\n");

/* --- graphs of constructors --- */

typedef struct
{
  TlModule *prims;       /* owned */
  TlArena  *arena;       /* owned */
  GArray   *bindings;    /* TlRelaxBinding */
  GPtrArray *params;
} Graph;

static Graph *
graph_new (void)
{
  Graph *graph = g_new0 (Graph, 1);

  graph->prims = read_module (kernels);
  graph->arena = tl_arena_new (graph->prims->arena);
  graph->bindings = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding));
  graph->params = g_ptr_array_new ();
  return graph;
}

static void
graph_free (Graph *graph)
{
  g_array_unref (graph->bindings);
  g_ptr_array_unref (graph->params);
  tl_arena_unref (graph->arena);
  tl_module_unref (graph->prims);
  g_free (graph);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Graph, graph_free)

static const TlRelaxType *
type_of (const Graph *graph, gint64 rows, gint64 columns)
{
  return tl_relax_static_tensor_type (graph->arena, TL_FLOAT32, (const gint64[]) { rows, columns }, 2);
}

static const TlRelaxVar *
param (Graph *graph, const char *name, gint64 rows, gint64 columns)
{
  const TlRelaxVar *var = tl_relax_var (graph->arena, name, type_of (graph, rows, columns), FALSE);

  g_ptr_array_add (graph->params, (gpointer) var);
  return var;
}

/* Seeded values. */
static const TlRelaxExpr *
constant (const Graph *graph, const gint64 *shape, guint n_dims)
{
  TlTensor *tensor = must (tl_tensor_new (TL_FLOAT32, shape, n_dims, FALSE, &failure));

  tl_tensor_fill_random (tensor, 7);
  return tl_relax_const (graph->arena, tensor);
}

static const TlRelaxVar *
bind (Graph *graph, const char *name, const TlRelaxExpr *value)
{
  TlRelaxBinding binding = { .kind = TL_RELAX_BIND_VALUE, .var = tl_relax_var (graph->arena, name, value->type, TRUE), .value = value };

  g_array_append_val (graph->bindings, binding);
  return binding.var;
}

/* @args: NULL-terminated. */
static const TlRelaxVar *
call (Graph *graph, const char *name, const char *func, const TlRelaxExpr *const *args)
{
  const TlRelaxType *output = type_of (graph, ROWS, COLUMNS);
  guint              n = 0;

  while (args[n] != NULL)
    n++;
  return bind (graph, name, tl_relax_call_tir (graph->arena, func, args, n, &output, 1));
}

#define CALL(graph, name, func, ...) call (graph, name, func, (const TlRelaxExpr *const[]) { __VA_ARGS__, NULL })

/* New reference. */
static TlModule *
finish (Graph *graph, const TlRelaxExpr *result)
{
  g_autofree TlFunc *funcs = g_new (TlFunc, graph->prims->n_funcs + 1);
  TlGraphFunc       *func = tl_arena_new0 (graph->arena, TlGraphFunc);
  TlRelaxBlock      *block = tl_arena_new0 (graph->arena, TlRelaxBlock);

  block->is_dataflow = TRUE;
  block->n_bindings = graph->bindings->len;
  block->bindings = tl_arena_dup_array (graph->arena, TlRelaxBinding, graph->bindings->data, graph->bindings->len);
  func->params = tl_arena_dup_array (graph->arena, const TlRelaxVar *, graph->params->pdata, graph->params->len);
  func->n_params = graph->params->len;
  func->result_type = result->type;
  func->attrs = tl_attrs_empty;
  func->body = (TlRelaxBody) { block, 1, result };
  memcpy (funcs, graph->prims->funcs, graph->prims->n_funcs * sizeof *funcs);
  funcs[graph->prims->n_funcs] = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = "main", .graph = func };
  return tl_module_new (graph->arena, "Module", funcs, graph->prims->n_funcs + 1, graph->prims->next_id);
}

static TlExecutable *
plan (Graph *graph, const TlRelaxExpr *result)
{
  g_autoptr (TlModule) module = finish (graph, result);

  return must (tl_executable_new (module, "main", &failure));
}

/* product, shift by constants, twice, in a row: two layers that share what they call. */
static const TlRelaxVar *
add_layers (Graph *graph)
{
  const TlRelaxVar  *x = param (graph, "x", ROWS, 8);
  const TlRelaxExpr *w = constant (graph, (const gint64[]) { 8, COLUMNS }, 2), *b = constant (graph, (const gint64[]) { COLUMNS }, 1);
  const TlRelaxVar  *lv = CALL (graph, "lv", "product", x, w), *lv1 = CALL (graph, "lv1", "shift", lv, b);
  const TlRelaxVar  *lv2 = CALL (graph, "lv2", "double", lv1);

  return CALL (graph, "lv3", "shift1", lv2, b);
}

static const TlKernelCall *
nth_call (const TlExecutable *executable, guint index)
{
  return executable->calls->pdata[index];
}

/* --- plans --- */

static void
test_layers (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  g_autoptr (TlExecutable) executable = plan (graph, add_layers (graph));
  const TlModelTensor     *input = executable->inputs->pdata[0], *output = executable->outputs->pdata[0];

  g_assert_cmpuint (executable->calls->len, ==, 4);
  g_assert_cmpuint (executable->kernels->len, ==, 3);   /* shift1 is shift */
  g_assert_cmpuint (nth_call (executable, 1)->kernel, ==, nth_call (executable, 3)->kernel);
  g_assert_cmpuint (((const TlKernelTask *) executable->kernels->pdata[1])->n_calls, ==, 2);
  g_assert_cmpint (((const TlKernelTask *) executable->kernels->pdata[0])->n_bytes, ==, 4 * (4 * 8 + 8 * 16 + 4 * 16));
  g_assert_cmpuint (executable->constants->len, ==, 2);
  g_assert_cmpint (executable->n_bytes[TL_REGION_CONSTANTS], ==, 4 * (8 * COLUMNS + COLUMNS));
  g_assert_cmpstr (input->name, ==, "x");
  g_assert_cmpint (input->place.n_bytes, ==, 4 * ROWS * 8);
  g_assert_cmpstr (output->name, ==, "lv3");
  g_assert_cmpint (output->place.region, ==, TL_REGION_OUTPUTS);
  g_assert_cmpuint (executable->copies->len, ==, 0);
  /* The first and the third intermediate tensor do not live at once. */
  g_assert_cmpint (executable->n_bytes[TL_REGION_ARENA], ==, 2 * 4 * ROWS * COLUMNS);
  g_assert_cmpint (executable->unshared_bytes, ==, 3 * 4 * ROWS * COLUMNS);
}

/* Results that no kernel writes in their place: an input, a constant, a tensor that is a result twice. */
static void
test_results (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", ROWS, COLUMNS), *lv = CALL (graph, "lv", "double", x);
  const TlRelaxExpr       *c = constant (graph, (const gint64[]) { COLUMNS }, 1);
  const TlRelaxExpr *const results[] = { lv, x, c, lv };
  const TlRelaxVar        *gv = bind (graph, "gv", tl_relax_tuple (graph->arena, results, G_N_ELEMENTS (results)));
  g_autoptr (TlExecutable) executable = plan (graph, gv);
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (GPtrArray)    outputs = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));
  const TlTensor          *given = inputs->pdata[0];

  g_assert_cmpuint (executable->outputs->len, ==, 4);
  g_assert_cmpuint (executable->copies->len, ==, 3);
  g_assert_cmpint (executable->n_bytes[TL_REGION_ARENA], ==, 0);
  for (gint64 i = 0; i < given->n_elements; i++)
    {
      g_assert_cmpfloat (tl_tensor_get (outputs->pdata[0], i), ==, 2 * tl_tensor_get (given, i));
      g_assert_cmpfloat (tl_tensor_get (outputs->pdata[1], i), ==, tl_tensor_get (given, i));
      g_assert_cmpfloat (tl_tensor_get (outputs->pdata[3], i), ==, 2 * tl_tensor_get (given, i));
    }
  g_assert_cmpfloat (tl_tensor_get (outputs->pdata[2], 5), ==, tl_tensor_get (c->tensor, 5));
}

static const TlRelaxExpr *
reshape (const Graph *graph, const TlRelaxExpr *x, gint64 rows, gint64 columns)
{
  const TlExpr      *dims[] = { tl_expr_int (graph->arena, TL_INT64, rows), tl_expr_int (graph->arena, TL_INT64, columns) };
  const TlRelaxExpr *args[] = { x, tl_relax_shape (graph->arena, dims, G_N_ELEMENTS (dims)) };

  return tl_relax_call (graph->arena, type_of (graph, rows, columns), tl_relax_op_find ("reshape"), args, G_N_ELEMENTS (args),
                        &tl_attrs_empty);
}

/* Views, other names, items and scalars take no memory and no call. */
static void
test_values (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", 8, 8), *lv = bind (graph, "lv", reshape (graph, x, ROWS, COLUMNS));
  const TlRelaxType *const types[] = { type_of (graph, ROWS, COLUMNS), type_of (graph, ROWS, COLUMNS) };
  const TlRelaxExpr       *one = lv;
  const TlRelaxVar        *both = bind (graph, "both", tl_relax_call_tir (graph->arena, "both", &one, 1, types, G_N_ELEMENTS (types)));
  const TlRelaxVar        *plus = bind (graph, "plus", tl_relax_item (graph->arena, both, 1)), *same = bind (graph, "same", plus);
  const TlRelaxVar        *lv1 = CALL (graph, "lv1", "scale", same, tl_relax_int (graph->arena, 3));
  g_autoptr (TlExecutable) executable = plan (graph, bind (graph, "gv", reshape (graph, lv1, 2, 32)));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (GPtrArray)    outputs = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));
  const TlTensor          *given = inputs->pdata[0], *got = outputs->pdata[0];

  g_assert_cmpuint (executable->calls->len, ==, 2);
  g_assert_cmpuint (executable->copies->len, ==, 0);
  g_assert_cmpint (got->shape[0], ==, 2);
  g_assert_cmpint (got->shape[1], ==, 32);
  for (gint64 i = 0; i < given->n_elements; i++)
    g_assert_cmpfloat ((float) tl_tensor_get (got, i), ==, 3 * ((float) tl_tensor_get (given, i) + 1));
}

/* bump in place of its argument. */
static const TlRelaxVar *
bump (Graph *graph, const char *name, const TlRelaxExpr *x)
{
  TlValue           *zero = tl_arena_new0 (graph->arena, TlValue);
  const TlRelaxExpr *plain = tl_relax_call_tir (graph->arena, "bump", &x, 1, &x->type, 1);
  TlRelaxExpr       *call = tl_arena_dup_array (graph->arena, TlRelaxExpr, plain, 1);

  *zero = tl_value_int (0);
  call->op = tl_relax_op_find ("call_tir_inplace");
  call->attrs = tl_attrs_with (graph->arena, &call->attrs, "inplace_indices",
                               (TlValue) { .kind = TL_VALUE_LIST, .items = zero, .n_items = 1 });
  return bind (graph, name, call);
}

static void
test_in_place (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", ROWS, COLUMNS), *lv = CALL (graph, "lv", "double", x);
  g_autoptr (TlExecutable) executable = plan (graph, CALL (graph, "lv2", "double", bump (graph, "lv1", lv)));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (GPtrArray)    outputs = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));

  g_assert_cmpuint (nth_call (executable, 1)->n_args, ==, 1);
  g_assert_cmpint (executable->n_bytes[TL_REGION_ARENA], ==, 4 * ROWS * COLUMNS);
  for (gint64 i = 0; i < ROWS * COLUMNS; i++)
    g_assert_cmpfloat ((float) tl_tensor_get (outputs->pdata[0], i), ==, 2 * (2 * (float) tl_tensor_get (inputs->pdata[0], i) + 1));
}

static void
assert_refused (Graph *graph, const TlRelaxExpr *result, const char *why)
{
  g_autoptr (TlModule) module = finish (graph, result);

  must_fail_saying (tl_executable_new (module, "main", &failure), why);
}

static void
test_refusals (void)
{
  const struct { const char *func; gint64 rows, columns; const char *why; } rows[] = {
    { "nothing", ROWS, COLUMNS, "lv calls \"nothing\", which is no PrimFunc of the module" },
    { "double", ROWS, 8, "argument 1 of double does not fit its parameter x" },
    { "shift", ROWS, COLUMNS, "argument 2 of shift does not fit its parameter b" },
    { "scale", ROWS, COLUMNS, "argument 2 of scale does not fit its parameter n" },
    { "both", ROWS, COLUMNS, "both has 3 parameters, and is called with 2 arguments" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (Graph) graph = graph_new ();
      const TlRelaxVar *x = param (graph, "x", rows[i].rows, rows[i].columns);

      assert_refused (graph, CALL (graph, "lv", rows[i].func, x), rows[i].why);
    }
}

static void
test_other_calls (void)
{
  g_autoptr (Graph)    graph = graph_new (), other = graph_new (), third = graph_new ();
  const TlRelaxVar    *x = param (graph, "x", ROWS, COLUMNS), *y = param (other, "y", ROWS, COLUMNS);
  const TlRelaxVar    *z = param (third, "z", ROWS, COLUMNS);
  const TlRelaxExpr   *relu = tl_relax_call (graph->arena, x->type, tl_relax_op_find ("nn.relu"), (const TlRelaxExpr *const[]) { x }, 1,
                                             &tl_attrs_empty);
  const TlRelaxExpr   *args[] = { tl_relax_extern (other->arena, "env.f"), y };
  const TlRelaxExpr   *packed = tl_relax_call (other->arena, y->type, tl_relax_op_find ("call_pure_packed"), args, G_N_ELEMENTS (args),
                                               &tl_attrs_empty);
  g_autoptr (TlModule) module = NULL;

  assert_refused (third, bump (third, "lv", z), "lv is written in place of argument 1, which is no intermediate tensor");
  assert_refused (graph, bind (graph, "lv", relu), "lv is R.nn.relu, which is not computed by a PrimFunc");
  assert_refused (other, bind (other, "lv", packed), "env.f");
  module = read_module (kernels);
  must_fail (tl_executable_new (module, "main", &failure), TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID);
}

/* --- messages --- */

/* A worker reads what was sent; places that do not exist are refused. */
static void
test_message (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  g_autoptr (TlExecutable) executable = plan (graph, add_layers (graph));
  g_autoptr (JsonObject)   header = json_object_new ();
  g_auto (TlModelCalls)    calls = { 0 }, wrong = { 0 };
  JsonArray               *first;

  tl_header_set_model (header, executable);
  g_assert_true (tl_header_get_model (header, &calls));
  g_assert_cmpuint (calls.calls->len, ==, executable->calls->len);
  g_assert_cmpuint (calls.n_kernels, ==, executable->kernels->len);
  for (guint i = 0; i < calls.calls->len; i++)
    {
      const TlKernelCall *read = calls.calls->pdata[i];

      g_assert_cmpuint (read->kernel, ==, nth_call (executable, i)->kernel);
      g_assert_cmpuint (read->n_args, ==, nth_call (executable, i)->n_args);
      g_assert_cmpmem (read->args, read->n_args * sizeof *read->args, nth_call (executable, i)->args, read->n_args * sizeof *read->args);
    }
  first = json_array_get_array_element (json_object_get_array_member (header, "calls"), 0);
  json_array_remove_element (first, 2);   /* the first offset */
  g_assert_false (tl_header_get_model (header, &wrong));
  tl_model_calls_clear (&wrong);
  json_array_add_int_element (first, 1 << 20);
  g_assert_false (tl_header_get_model (header, &wrong));
}

/* --- workers --- */

static void
run_model (TlWorkerPool *pool, TlExecutable *executable, GPtrArray *inputs, TlModelOutcome *outcome)
{
  TlTarget              target = tl_target_host ();
  TlModelRunOptions     options = tl_model_run_options_default ();
  g_autoptr (GPtrArray) schedules = must (tl_kernel_schedules_new (executable, &target, NULL, &failure));
  g_autoptr (GPtrArray) modules = tl_kernel_schedules_modules (schedules);

  options.check = options.profile = TRUE;
  options.budget_s = 60;
  tl_worker_pool_run_model (pool, executable, modules, &target, &options, inputs, NULL, outcome);
}

static void
test_run (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  g_autoptr (TlExecutable) executable = plan (graph, add_layers (graph));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (GPtrArray)    expected = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (0, &failure));
  TlModelOutcome           outcome;

  run_model (pool, executable, inputs, &outcome);
  g_assert_cmpstr (outcome.whole.message, ==, NULL);
  g_assert_cmpint (outcome.whole.kind, ==, TL_OUTCOME_OK);
  g_assert_true (outcome.whole.is_checked);
  g_assert_cmpuint (outcome.n_unchecked, ==, 0);
  g_assert_cmpuint (outcome.n_checked, ==, 4 * ROWS * COLUMNS);
  g_assert_cmpuint (outcome.whole.n_samples, >=, 30);
  g_assert_cmpfloat (tl_outputs_compare (executable, outcome.outputs, expected, NULL), <=, 1);
  for (guint i = 0; i < outcome.n_calls; i++)
    g_assert_cmpfloat (outcome.call_s[i], >, 0);
  tl_model_outcome_clear (&outcome);
}

/* The second of three calls crashes: it is named, and the worker serves the next. */
static void
test_crash (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", ROWS, COLUMNS), *lv = CALL (graph, "lv", "double", x);
  const TlRelaxVar        *lv1 = CALL (graph, "lv1", "fail", lv);
  g_autoptr (TlExecutable) executable = plan (graph, CALL (graph, "lv2", "double", lv1));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlModelOutcome           outcome;

  run_model (pool, executable, inputs, &outcome);
  g_assert_cmpint (outcome.whole.kind, ==, TL_OUTCOME_CRASH);
  g_assert_cmpint (outcome.failed_call, ==, 1);
  g_assert_nonnull (strstr (outcome.whole.message, "lv1 (fail): Crashed while running"));
  g_assert_null (outcome.outputs);
  tl_model_outcome_clear (&outcome);
}

/* A schedule that computes something else is found in the call that does, not in those that go on from it. */
static void
test_wrong_kernel (void)
{
  g_autoptr (Graph)        graph = graph_new (), other = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", ROWS, COLUMNS), *y = param (other, "y", ROWS, COLUMNS);
  const TlRelaxVar        *lv = CALL (graph, "lv", "double", x), *lv1 = CALL (graph, "lv1", "scale", lv, tl_relax_int (graph->arena, 2));
  g_autoptr (TlExecutable) executable = plan (graph, CALL (graph, "lv2", "double", lv1));
  g_autoptr (TlExecutable) wrong = plan (other, CALL (other, "lv", "scale", y, tl_relax_int (other->arena, 2)));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure));
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlTarget                 target = tl_target_host ();
  TlModelRunOptions        options = tl_model_run_options_default ();
  g_autoptr (GPtrArray)    modules = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_module_unref);
  g_autofree char         *text = tl_script_print (((const TlKernelTask *) wrong->kernels->pdata[0])->module, TL_DIALECT_CLASSIC, NULL);
  g_auto (GStrv)           parts = g_strsplit (text, "x[vi, vj] * ", 2);
  g_autofree char         *changed = g_strjoinv ("x[vi, vj] + ", parts);
  g_autoptr (TlModule)     adds = read_module (changed);
  TlModelOutcome           outcome;

  options.check = TRUE;
  g_ptr_array_add (modules, tl_module_ref (((const TlKernelTask *) executable->kernels->pdata[0])->module));
  g_ptr_array_add (modules, tl_module_ref (adds));
  tl_worker_pool_run_model (pool, executable, modules, &target, &options, inputs, NULL, &outcome);
  g_assert_cmpint (outcome.whole.kind, ==, TL_OUTCOME_WRONG_RESULT);
  g_assert_cmpint (outcome.failed_call, ==, 1);
  g_assert_nonnull (strstr (outcome.whole.message, "lv1 (scale): y["));
  tl_model_outcome_clear (&outcome);
}

/* --- constants that are prepared --- */

/* Statements that read the weights alone go into a kernel of their own, with the buffer that they alone use; not if these are an input. */
static void
test_split (void)
{
  g_autoptr (TlModule)   module = read_module (kernels), packing = tl_task_module (module, "packing");
  const TlParamSet       constant_w = 1 << 1, constant_x = 1 << 0;
  g_auto (TlSplitKernel) split = { NULL }, none = { NULL };
  const TlPrimFunc      *main_half, *setup;

  g_assert_true (tl_kernel_split (packing, constant_w, &split));
  main_half = split.main->prims[0];
  setup = split.setup->prims[0];
  g_assert_cmpuint (main_half->n_params, ==, 4);
  g_assert_cmpstr (main_half->params[3].name, ==, "p");
  g_assert_cmpuint (main_half->body->block.n_allocs, ==, 0);
  g_assert_cmpuint (setup->n_params, ==, 2);
  g_assert_cmpstr (setup->params[0].name, ==, "w");
  g_assert_true (setup->params[1].buffer == main_half->params[3].buffer);
  g_assert_cmpuint (setup->body->block.n_allocs, ==, 1);
  g_assert_cmpuint (split.n_constants, ==, 1);
  g_assert_cmpuint (split.constants[0], ==, 1);
  g_assert_false (tl_kernel_split (packing, constant_x, &none));
}

/* Also where the rest reads the packed buffer through match_buffer. */
static void
test_split_matches (void)
{
  g_autoptr (TlModule)   module = read_module (kernels), matching = tl_task_module (module, "matching");
  g_auto (TlSplitKernel) split = { NULL };

  g_assert_true (tl_kernel_split (matching, 1 << 0, &split));
  g_assert_cmpuint (split.main->prims[0]->n_params, ==, 3);
  g_assert_cmpstr (split.main->prims[0]->params[2].name, ==, "p");
  g_assert_cmpuint (split.main->prims[0]->body->block.n_allocs, ==, 0);
}

/* Two calls with the same weights share what is prepared, a third has its own; the results are those of the whole kernel. */
static void
test_prepared (void)
{
  g_autoptr (Graph)        graph = graph_new ();
  const TlRelaxVar        *x = param (graph, "x", ROWS, 8);
  const TlRelaxExpr       *w = constant (graph, (const gint64[]) { 8, COLUMNS }, 2);
  const TlRelaxExpr       *w1 = constant (graph, (const gint64[]) { 8, COLUMNS }, 2);
  const TlRelaxExpr *const results[] = { CALL (graph, "lv", "packing", x, w), CALL (graph, "lv1", "packing", x, w),
                                         CALL (graph, "lv2", "packing", x, w1) };
  g_autoptr (TlExecutable) executable = plan (graph, bind (graph, "gv", tl_relax_tuple (graph->arena, results, G_N_ELEMENTS (results))));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 3, &failure)), modules = g_ptr_array_new ();
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  TlTarget                 target = tl_target_host ();
  TlModelRunOptions        options = tl_model_run_options_default ();
  g_auto (TlSplitKernel)   split = { NULL };
  TlModelOutcome           outcome;

  options.check = TRUE;
  g_assert_true (tl_kernel_split (((const TlKernelTask *) executable->kernels->pdata[0])->module, 1 << 1, &split));
  tl_executable_add_setup (executable, 0, split.setup, split.constants, split.n_constants);
  g_assert_cmpuint (executable->kernels->len, ==, 2);
  g_assert_cmpuint (executable->setup->len, ==, 2);
  g_assert_cmpuint (nth_call (executable, 0)->n_args, ==, 4);
  g_assert_cmpint (nth_call (executable, 0)->args[3].offset, ==, nth_call (executable, 1)->args[3].offset);
  g_assert_cmpint (nth_call (executable, 0)->args[3].offset, !=, nth_call (executable, 2)->args[3].offset);
  g_ptr_array_add (modules, split.main);
  g_ptr_array_add (modules, split.setup);
  tl_worker_pool_run_model (pool, executable, modules, &target, &options, inputs, NULL, &outcome);
  g_assert_cmpstr (outcome.whole.message, ==, NULL);
  g_assert_cmpuint (outcome.n_checked, ==, 3 * ROWS * COLUMNS);
  tl_model_outcome_clear (&outcome);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/executable/layers", test_layers);
  g_test_add_func ("/graph/executable/results", test_results);
  g_test_add_func ("/graph/executable/values", test_values);
  g_test_add_func ("/graph/executable/in-place", test_in_place);
  g_test_add_func ("/graph/executable/refusals", test_refusals);
  g_test_add_func ("/graph/executable/other-calls", test_other_calls);
  g_test_add_func ("/graph/executable/message", test_message);
  g_test_add_func ("/graph/executable/run", test_run);
  g_test_add_func ("/graph/executable/crash", test_crash);
  g_test_add_func ("/graph/executable/wrong-kernel", test_wrong_kernel);
  g_test_add_func ("/graph/executable/split", test_split);
  g_test_add_func ("/graph/executable/split-matches", test_split_matches);
  g_test_add_func ("/graph/executable/prepared", test_prepared);
  return g_test_run ();
}
