/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers at the ends of their types, wherever a user can write one: arguments of all primitives, forms of the reader, tensor expressions,
 * schedule scripts, and extents of programs that are scheduled at random, by rules and by design spaces. Each is refused, or the result
 * verifies, reads back as it prints, lowers, and runs as before where it is small. In the sanitizer build no arithmetic may overflow on the
 * way; a case that takes long is a fault too.
 */
#include <math.h>
#include <unistd.h>

#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"
#include "core/analysis/scratch-memory.h"
#include "core/codegen/export.h"
#include "core/interp/interp.h"
#include "core/ir/compare.h"
#include "core/ir/path.h"
#include "core/ir/verify.h"
#include "core/lower/lower.h"
#include "core/schedule/schedule-script.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "core/space/component-sets.h"
#include "core/cost-model/features.h"
#include "core/default-schedules/default-schedule.h"
#include "core/space/space.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/schedule/random-aims.h"
#include "tests/schedule/random-arguments.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

#define HANG_S        120u      /* one case; most take a millisecond */
#define MAX_ELEMENTS 100000
#define MAX_STEPS    50000
#define N_SCHEDULES   6u        /* of each program with huge extents; TL_FEWER: a third */
#define N_CALLS       8u        /* per primitive and value: other blocks, loops, and other arguments; TL_FEWER: a quarter */

/* Literals of Python. */
static const char *const extremes[] = {
  "0", "1", "-1", "2", "2147483647", "-2147483648", "2147483648", "4611686018427387904", "9223372036854775807", "-9223372036854775808",
};

/* --- an accepted program --- */

static TlWalk
count_elements (const TlStmt *stmt, gpointer user_data)
{
  double *n = user_data;
  gint64  extent;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    {
      double whole = 1;

      for (guint d = 0; d < stmt->block.allocs[i]->n_dims; d++)
        whole *= tl_buffer_get_extent (stmt->block.allocs[i], d, &extent) ? (double) extent : G_MAXDOUBLE;
      *n += whole;
    }
  return TL_WALK_INTO;
}

static gboolean
is_small (const TlPrimFunc *func)
{
  double n = 0;
  gint64 extent;

  for (guint i = 0; i < func->n_params; i++)
    {
      double whole = 1;

      for (guint d = 0; func->params[i].buffer != NULL && d < func->params[i].buffer->n_dims; d++)
        whole *= tl_buffer_get_extent (func->params[i].buffer, d, &extent) ? (double) extent : G_MAXDOUBLE;
      n += whole;
    }
  tl_stmt_walk (func->body, count_elements, NULL, &n);
  return n >= 0 && n <= MAX_ELEMENTS;
}

/* The function's results in its arguments; NULL: it is too large, or the interpreter refuses it. */
static GPtrArray *
results_of (const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) args = is_small (func) ? tl_interp_make_args (func, 7, FALSE, NULL) : NULL;

  if (args == NULL || !tl_interp_run (func, (TlTensor *const *) args->pdata, args->len, MAX_STEPS, NULL, NULL))
    return NULL;
  return g_steal_pointer (&args);
}

static void
lower_all (const TlModule *module)
{
  TlTarget target = tl_target_host ();

  for (guint i = 0; i < module->n_prims; i++)
    {
      g_autoptr (GError)   error = NULL;
      g_autoptr (TlModule) lowered = tl_lower (module, module->prims[i]->name, &target, NULL, &error);

      g_assert_true ((lowered == NULL) == (error != NULL));
    }
}

static void
check_module (const TlModule *module, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *problem = NULL;

  if (!tl_module_verify (module, &error))
    g_error ("%s: %s", what, error->message);
  problem = check_program_round_trip (module);
  if (problem != NULL)
    g_error ("%s: %s", what, problem);
  lower_all (module);
}

/* Names the case, and ends the process if it hangs. */
static void
watch (const char *what)
{
  g_test_message ("%s", what);
  alarm (HANG_S);
}

#define PROGRAM_HEAD "from tvm.script import tir as T\n\n@T.prim_func\n"

/* The form with @value for its @at-th "@" and 1 for the others. */
static char *
fill (const char *form, guint at, const char *value)
{
  GString *text = g_string_new (NULL);

  for (const char *c = form; *c != '\0'; c++)
    if (*c == '@')
      g_string_append (text, at-- == 0 ? value : "1");
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

/* The form with @value for each "@". */
static char *
fill_all (const char *form, const char *value)
{
  g_auto (GStrv) parts = g_strsplit (form, "@", -1);

  return g_strjoinv (value, parts);
}

/* --- primitives --- */

static const char program_text[] =
  PROGRAM_HEAD
  "def main(A: T.Buffer((12, 8), \"float32\"), B: T.Buffer((8, 6), \"float32\"), C: T.Buffer((12, 6), \"float32\")):\n"
  "    P = T.alloc_buffer((12, 8), \"float32\")\n"
  BLOCK_SS ("P", "12, 8", "P[vi, vj] = A[vi, vj] * T.float32(2)")
  BLOCK_SSR ("C", "12, 6, 8", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]");

static TlWalk
collect (const TlStmt *stmt, gpointer data)
{
  RandomSource *source = data;

  if (stmt->kind == TL_STMT_FOR)
    g_ptr_array_add (source->loops, (gpointer) stmt);
  if (stmt->kind == TL_STMT_BLOCK && g_strcmp0 (stmt->block.name, "root") != 0)
    g_ptr_array_add (source->blocks, (gpointer) stmt);
  return TL_WALK_INTO;
}

/* Puts @value in place of the *@at-th integer of @arg; FALSE: it has fewer, which are taken off *@at. */
static gboolean
replace_integer (TlArena *arena, TlArg *arg, guint *at, gint64 value)
{
  if (arg->kind == TL_ARG_INT && (*at)-- == 0)
    {
      *arg = tl_arg_int (value);
      return TRUE;
    }
  if ((arg->kind != TL_ARG_LIST && arg->kind != TL_ARG_DICT) || arg->n_items == 0)
    return FALSE;

  TlArg *items = tl_arena_dup_array (arena, TlArg, arg->items, arg->n_items);

  arg->items = items;
  for (guint i = 0; i < arg->n_items; i++)
    if (replace_integer (arena, &items[i], at, value))
      return TRUE;
  return FALSE;
}

/* An index map's numbers are in its expressions: the first index becomes quotient and remainder by @value, or a multiple of it. */
static void
replace_map (TlArena *arena, TlArg *arg, gint64 value)
{
  const TlVar  **initial = tl_arena_new_array (arena, const TlVar *, arg->map->n_initial + 1);
  const TlExpr **final = tl_arena_new_array (arena, const TlExpr *, arg->map->n_initial + 2);
  const TlExpr  *number = tl_expr_int (arena, TL_INT64, value), *first;
  guint          n = 0;

  if (arg->map->n_initial == 0)
    return;
  for (guint i = 0; i < arg->map->n_initial; i++)
    initial[i] = arg->map->initial[i];
  first = tl_cast (arena, TL_INT64, initial[0]);
  if (value > 2)
    {
      final[n++] = tl_expr_binary (arena, TL_EXPR_FLOORDIV, first, number);
      final[n++] = tl_expr_binary (arena, TL_EXPR_FLOORMOD, first, number);
    }
  else
    final[n++] = tl_expr_binary (arena, TL_EXPR_ADD, tl_expr_binary (arena, TL_EXPR_MUL, first, number), number);
  for (guint i = 1; i < arg->map->n_initial; i++)
    final[n++] = initial[i];
  *arg = tl_arg_index_map (tl_index_map_new (arena, initial, arg->map->n_initial, final, n));
}

/* The @at-th integer of all arguments becomes @value; FALSE: there are fewer. */
static gboolean
replace_number (TlArena *arena, const TlPrimitive *primitive, TlArg *args, guint at, gint64 value)
{
  for (guint i = 0; i < tl_primitive_n_args (primitive); i++)
    {
      if (replace_integer (arena, &args[i], &at, value))
        return TRUE;
      if (args[i].kind == TL_ARG_INDEX_MAP && at-- == 0)
        {
          replace_map (arena, &args[i], value);
          return TRUE;
        }
    }
  return FALSE;
}

static void
assert_same_results (GPtrArray *got, GPtrArray *want, const char *what)
{
  for (guint i = 0; i < want->len; i++)
    {
      const TlTensor *a = got->pdata[i], *b = want->pdata[i];

      if (a->n_elements != b->n_elements)
        return;   /* a new layout of an argument */
      for (gint64 e = 0; e < b->n_elements; e++)
        if (!(fabs (tl_tensor_get (a, e) - tl_tensor_get (b, e)) <= 1e-3))
          g_error ("%s: another result", what);
    }
}

/* Primitives that trust a promise of the caller: the result may be another one where the promise does not hold. */
static const char *const on_trust[] = {
  "split", "fuse_reduction_epilogue", "annotate_buffer_access", "unsafe_set_dtype", "unsafe_hide_buffer_access", "set_axis_separator",
  "transform_layout", NULL,
};

/* Calls the primitive with @value in each of its numbers, one after another. */
static void
try_primitive (const TlPrimitive *primitive, const TlModule *module, guint64 seed, gint64 value, GPtrArray *want)
{
  guint at = 0;

  for (gboolean is_there = TRUE; is_there; at++)
    {
      g_autoptr (TlArena)   arena = tl_arena_new (NULL);
      g_autoptr (TlState)   start = tl_state_new (module, seed), next = NULL;
      g_autoptr (GPtrArray) loops = g_ptr_array_new (), blocks = g_ptr_array_new (), got = NULL;
      g_autoptr (GError)    error = NULL;
      g_autofree char      *what = g_strdup_printf ("%s, call %" G_GUINT64_FORMAT ", number %u is %" G_GINT64_FORMAT, primitive->name, seed,
                                                    at, value);
      TlRandom              random = tl_random_seeded (seed);
      RandomSource          source = { .random = &random, .state = start, .arena = arena, .loops = loops, .blocks = blocks };
      TlArg                 args[16] = { { 0 } };

      tl_stmt_walk (module->prims[0]->body, collect, NULL, &source);
      random_arguments (&source, primitive, args);
      if (seed % 2 == 0)
        random_aim (&source, primitive, args);
      is_there = replace_number (arena, primitive, args, at, value);
      if (!is_there)
        break;
      watch (what);
      next = tl_state_apply_to_nodes (start, primitive, args, tl_primitive_n_args (primitive), &error);
      if (next == NULL && (error->domain != TL_SCHEDULE_ERROR || error->code == TL_SCHEDULE_ERROR_BROKEN))
        g_error ("%s: %s", what, error->message);
      if (next == NULL)
        continue;
      check_module (tl_state_module (next), what);
      got = results_of (tl_state_module (next)->prims[0]);
      if (got != NULL && !g_strv_contains (on_trust, primitive->name))
        assert_same_results (got, want, what);
    }
}

static void
test_primitive (gconstpointer data)
{
  const TlPrimitive    *primitive = data;
  g_autoptr (TlModule)  module = tl_script_read_text (program_text, NULL);
  g_autoptr (GPtrArray) want = results_of (module->prims[0]);
  guint                 n_calls = g_getenv ("TL_FEWER") != NULL ? N_CALLS / 4 : N_CALLS;

  g_assert_nonnull (want);
  for (guint i = 0; i < G_N_ELEMENTS (extremes); i++)
    for (guint64 seed = 1; seed <= n_calls; seed++)
      try_primitive (primitive, module, seed, g_ascii_strtoll (extremes[i], NULL, 10), want);
  alarm (0);
}

/* --- huge extents --- */

static const char *const huge_extents[] = { "2147483647", "2147483648", "4611686018427387904", "9223372036854775807" };

/* Files of huge/ with extents M, N and K. Tiles, panels, windows and fused loops each multiply them by something else. */
static const char *const huge_programs[] = {
  "column-sums", "transpose", "matmul", "batch-matmul-int8", "matmul-float16", "gemv", "exp-below-row-maximum", "conv2d", "padded-max-pool",
};

static TlWalk
measure_node (const TlStmt *stmt, gpointer user_data)
{
  const TlModule    *module = user_data;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  if (stmt->kind == TL_STMT_FOR || stmt->kind == TL_STMT_BLOCK)
    g_assert_nonnull (tl_footprint_of (arena, module, stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id));
  return TL_WALK_INTO;
}

/* Figures of the program, and C source. */
static void
measure_module (const TlModule *module, const TlTarget *target)
{
  const TlPrimFunc     *func = module->prims[0];
  TlMachine             machine = { 0 };
  TlRoof                roof = tl_roof_of (func, &machine, 4);
  g_autoptr (GArray)    scratch = tl_func_scratch (module, module->prims[0], "shared");
  const TlBuffer       *last;
  TlTarget              host = tl_target_host ();
  g_autoptr (TlModule)  lowered = tl_lower (module, module->prims[0]->name, &host, NULL, NULL);
  TlExportOptions       options = { .symbol = "f" };
  TlFeatures           *features = tl_features_extract_all (module, module->prims[0]->name, target, NULL);

  g_assert_cmpfloat (tl_func_flops (func), >=, 0);
  g_assert_cmpfloat (roof.read_bytes, >=, 0);
  g_assert_cmpint (tl_scratch_peak_bytes (module, scratch, &last), >=, -1);
  tl_stmt_walk (func->body, measure_node, NULL, (gpointer) module);
  g_clear_pointer (&features, tl_features_unref);
  if (lowered != NULL)
    g_free (tl_export_c_source (func, lowered, &host, &options, NULL));
}

static void
schedule_by_default (const TlModule *module, const TlTarget *target, const char *what)
{
  g_autoptr (TlState) start = tl_state_new (module, 1);
  g_autoptr (TlState) default_schedule = tl_default_schedule (start, tl_state_module (start)->prims[0]->name, target, NULL);

  if (default_schedule == NULL)
    return;
  check_module (tl_state_module (default_schedule), what);
  measure_module (tl_state_module (default_schedule), target);
}

/* All sketches of a set of schedule rules. */
static void
schedule_by_rules (const TlModule *module, const TlTarget *target, const char *set, const char *what)
{
  g_autoptr (TlState)   start = tl_state_new (module, 1);
  g_autoptr (TlSpace)   space = must (tl_space_from_rules (target, &(TlSpaceOptions) { .lists = { set } }, &failure));
  g_autoptr (GPtrArray) sketches = tl_space_sketches (space, start, NULL);

  for (guint i = 0; sketches != NULL && i < sketches->len; i++)
    {
      g_autoptr (TlState) end = tl_space_postprocess (space, sketches->pdata[i], NULL);

      if (end == NULL)
        continue;
      check_module (tl_state_module (end), what);
      measure_module (tl_state_module (end), target);
    }
}

static void
schedule_at_random (const TlModule *module, const char *what)
{
  guint n_schedules = g_getenv ("TL_FEWER") != NULL ? N_SCHEDULES / 3 : N_SCHEDULES;

  for (guint64 seed = 1; seed <= n_schedules; seed++)
    {
      RandomTally         tally = { 0 };
      g_autofree char    *problem = NULL, *case_name = g_strdup_printf ("%s, schedule %" G_GUINT64_FORMAT, what, seed);
      g_autoptr (TlState) end = NULL;

      watch (case_name);
      end = random_schedule (module, seed, 1, 5, NULL, &tally, &problem);
      if (problem != NULL)
        g_error ("%s: %s", case_name, problem);
      check_module (tl_state_module (end), case_name);
    }
}

/* One of the extents is huge, or all are; the others are 24. */
static TlModule *
read_huge (guint index, guint which, const char *extent)
{
  g_autofree char    *path = g_strdup_printf (TEST_DIR "/huge/%s.py", huge_programs[index]), *text = NULL;
  g_autofree char    *extents = g_strdup_printf ("M, N, K = %s, %s, %s", which % 3 == 0 ? extent : "24",
                                                 which == 1 || which == 3 ? extent : "24", which >= 2 ? extent : "24");
  g_autoptr (GString) program = NULL;

  g_assert_true (must (g_file_get_contents (path, &text, NULL, &failure)));
  program = g_string_new (text);
  g_assert_cmpuint (g_string_replace (program, "M, N, K = 24, 24, 24", extents, 0), ==, 1);
  return read_module (program->str);
}

static void
test_huge (gconstpointer data)
{
  for (guint i = 0; i < 4 * G_N_ELEMENTS (huge_programs); i++)
    {
      g_autofree char      *what = g_strdup_printf ("%s, extent %u is %s", huge_programs[i / 4], i % 4, (const char *) data);
      g_autoptr (TlModule)  module = read_huge (i / 4, i % 4, data);
      const TlComponentSet *set;
      TlTarget              cpu, gpu;

      g_assert_true (tl_target_parse ("llvm -num-cores=4", &cpu, NULL));
      g_assert_true (tl_target_parse ("nvidia/nvidia-a100", &gpu, NULL));
      watch (what);
      check_module (module, what);
      measure_module (module, &cpu);
      schedule_by_default (module, &cpu, what);
      schedule_by_default (module, &gpu, what);
      for (guint k = 0; (set = tl_component_set_nth (k)) != NULL; k++)
        schedule_by_rules (module, g_str_has_prefix (set->name, "cuda") ? &gpu : &cpu, set->name, what);
      schedule_at_random (module, what);
    }
  alarm (0);
}

/* --- texts --- */

/* Each "@" in turn is one of the extremes while the others are 1; then all are. */
static const char *const reader_forms[] = {
  "def main(A: T.Buffer((@,), \"float32\")):\n    T.evaluate(0)\n",
  "def main(A: T.Buffer((4, @, @), \"float32\")):\n    for i in range(2):\n        A[i, 0, 0] = T.float32(1)\n",
  "def main(A: T.Buffer((4, 4), \"float32\", strides=(@, @))):\n    A[1, 1] = T.float32(1)\n",
  "def main(a: T.handle):\n    A = T.match_buffer(a, (4,), \"float32\", elem_offset=@)\n    A[1] = T.float32(1)\n",
  "def main(a: T.handle):\n    A = T.match_buffer(a, (4,), \"float32\", offset_factor=@)\n    A[1] = T.float32(1)\n",
  "def main(a: T.handle):\n    A = T.match_buffer(a, (4,), \"float32\", align=@)\n    A[1] = T.float32(1)\n",
  "def main(a: T.handle):\n    A = T.match_buffer(a, (4, 4), \"float32\", strides=[@, @])\n    A[1, 1] = T.float32(1)\n",
  "def main(a: T.handle):\n    A = T.match_buffer(a, (4, 4), \"float32\", axis_separators=[@])\n    A[1, 1] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    B = T.alloc_buffer((@, 2), \"float32\")\n    B[0, 1] = A[0]\n    A[1] = B[0, 1]\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(@):\n        A[0] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(@, @):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.serial(@, 4, step=@):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.unroll(@):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.unroll(@, @):\n        A[i - T.int64(1)] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.vectorized(@):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.parallel(@):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.thread_binding(@, thread=\"threadIdx.x\"):\n        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i, j in T.grid(@, @):\n        A[i + j] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.serial(4, annotations={\"pragma_auto_unroll_max_step\": @}):\n"
  "        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.serial(4, annotations={\"software_prefetch\": @}):\n"
  "        A[i] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in T.serial(4, annotations={\"software_pipeline_stage\": [@, @], "
  "\"software_pipeline_order\": [0, @]}):\n"
  "        A[i] = T.float32(1)\n        A[i] = T.float32(2)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.spatial(@, i)\n            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.spatial((@, @), i)\n            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.reduce(4, i * @ + @)\n            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.spatial(4, i)\n            T.where(i * @ < @)\n"
  "            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.spatial(4, i)\n            T.reads(A[@:@])\n"
  "            T.writes(A[v])\n            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n            v = T.axis.spatial(4, i)\n"
  "            T.block_attr({\"buffer_dim_align\": [[@, @, @, @]]})\n            A[v] = T.float32(1)\n",
  "def main(A: T.Buffer((16, 16), \"float32\")):\n    for i in range(4):\n        with T.block(\"b\"):\n"
  "            v = T.axis.spatial(4, i)\n"
  "            B = T.match_buffer(A[v * @:v * 4 + @, 0:4], (4, 4), strides=[@, 1], offset_factor=@)\n            B[0, 0] = T.float32(1)\n",
  "def main(A: T.Buffer((4,), \"int32\")):\n    for i in range(4):\n        A[i] = i * @ + @\n",
  "def main(A: T.Buffer((4,), \"int64\")):\n    for i in range(4):\n        A[i] = T.int64(@) * T.Cast(\"int64\", i) - T.int64(@)\n",
  "def main(A: T.Buffer((4,), \"int64\")):\n    for i in range(4):\n"
  "        A[i] = T.Cast(\"int64\", i) // T.int64(@) + T.Cast(\"int64\", i) % T.int64(@)\n",
  "def main(A: T.Buffer((4,), \"int64\")):\n    for i in range(4):\n"
  "        A[i] = T.truncdiv(T.int64(@), T.int64(@)) + T.truncmod(T.int64(@), T.int64(@))\n",
  "def main(A: T.Buffer((4,), \"int64\")):\n    for i in range(4):\n"
  "        A[i] = T.shift_left(T.int64(@), T.int64(@)) + T.shift_right(T.int64(@), T.int64(@))\n",
  "def main(A: T.Buffer((4,), \"int64\")):\n    for i in range(4):\n"
  "        A[i] = T.abs(T.int64(@)) + T.min(T.int64(@), T.max(T.int64(@), T.int64(@)))\n",
  "def main(A: T.Buffer((4,), \"int32\")):\n    for i in range(4):\n"
  "        A[i] = T.int32(@) + T.Cast(\"int32\", T.int8(@)) + T.Cast(\"int32\", T.uint32(@))\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    A[T.Ramp(@, @, 4)] = T.Broadcast(T.float32(1), 4)\n",
  "def main(A: T.Buffer((4, 4), \"float32\")):\n    A[@, T.Ramp(@, @, 4)] = T.Broadcast(T.float32(1), 4)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    A[T.Ramp(0, 1, @)] = T.Broadcast(T.float32(1), @)\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    A[@] = A[-(@)]\n",
  "def main(A: T.Buffer((4,), \"float32\")):\n    for i in range(4):\n        if i * @ + @ < @:\n"
  "            A[(i + @) // @ % 4] = T.float32(1)\n",
  "def main(A: T.Buffer((4, @), \"float32\"), n: T.int64):\n    for i in range(n):\n"
  "        A[i % 4, i * T.int64(@) // T.int64(@)] = T.float32(1)\n",
};

static const char *const te_forms[] = {
  "A = te.placeholder((@, 4), name=\"A\")\nB = te.compute((4,), lambda i: A[i, 0], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((@, @), lambda i, j: A[i + j], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nk = te.reduce_axis((@, @), name=\"k\")\n"
  "B = te.compute((4,), lambda i: te.sum(A[k], axis=k), name=\"B\")\n"
  "f = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((4,), lambda i: A[i * @ + @], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((4,), lambda i: A[i // @ % @], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nn = @ * @ + @\nB = te.compute((4,), lambda i: A[i] * n, name=\"B\")\n"
  "f = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((@ // @, @ % @), lambda i, j: A[i], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((4,), lambda i: A[range(4)[@]], name=\"B\")\nf = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((4 << @, 1 >> @), lambda i, j: A[0], name=\"B\")\n"
  "f = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((4,), lambda i: A[sum([x for x in range(@, @ + 2, @)])], name=\"B\")\n"
  "f = te.create_prim_func([A, B])\n",
  "A = te.placeholder((8,), name=\"A\")\nB = te.compute((2 ** @,), lambda i: A[0], name=\"B\")\nf = te.create_prim_func([A, B])\n",
};

static const char *const script_forms[] = {
  "sch.split(i, factors=[@, None])",
  "sch.split(i, factors=[None, @, @])",
  "sch.loop_partition(i, factors=[@, None])",
  "sch.loop_partition(i, [@, @, None])",
  "sch.split(i, sch.sample_perfect_tile(i, n=@, max_innermost_factor=@))",
  "sch.sample_perfect_tile(i, n=2, max_innermost_factor=@, decision=[@, @])",
  "sch.sample_partitioned_tile(i, n=@, partition_pos=@, innerpart_factor=@)",
  "sch.sample_categorical([@, @], [0.5, 0.5], decision=@)",
  "sch.split(i, [None, sch.sample_categorical([@, @], [0.5, 0.5], decision=1)])",
  "sch.storage_align(p, 0, axis=@, factor=@, offset=@)",
  "sch.storage_align(p, @, axis=0, factor=2, offset=1)",
  "sch.set_axis_separator(p, (\"write\", 0), [@])",
  "sch.set_scope(p, @, \"shared\")",
  "sch.transform_layout(p, (\"write\", 0), lambda a, b: (a // @, b, a % @))",
  "sch.transform_layout(p, (\"write\", 0), lambda a, b: a * @ + b * @)",
  "sch.transform_layout(p, (\"write\", @), lambda a, b: (b, a), pad_value=@)",
  "sch.transform_block_layout(p, lambda a, b: (a * @ + b,))",
  "sch.annotate(i, \"pragma_auto_unroll_max_step\", @)",
  "sch.annotate(i, \"software_prefetch\", @)",
  "sch.annotate(c, \"meta_schedule.unroll_explicit\", @)",
  "sch.rolling_buffer(p, @)",
  "sch.cache_read(c, @, \"local\")",
  "sch.cache_write(c, @, \"local\")",
  "sch.reindex(c, (\"read\", @))",
  "sch.rfactor(k, @)",
  "sch.compute_at(p, i, index=@)",
  "sch.reverse_compute_at(c, i, index=@)",
  "sch.pad_einsum(c, [@, @, @])",
  "sch.reorder_block_iter_var(c, [@, @, @])",
  "sch.vectorize(sch.split(j, [None, @])[1])",
  "sch.unroll(sch.split(j, [None, @])[1])",
  "sch.bind(sch.split(j, [None, @])[1], \"threadIdx.x\")",
  "sch.parallel(sch.split(j, [@, None])[0])",
  "sch.get_loops(c)[@]",
  "sch.tensorize(sch.split(j, [None, @])[1], \"dot_4x4_i8i8s32_sdot\")",
  "sch.cache_index(c, \"global\", @)",
  "sch.sample_compute_location(p, decision=@)",
  "sch.read_at(i, c, @, \"shared\")",
  "sch.write_at(i, c, @, \"local\")",
  "sch.decompose_padding(c, i)",
  "sch.seed(@)",
};

static guint
count_places (const char *form)
{
  guint n = 0;

  for (const char *c = form; *c != '\0'; c++)
    n += *c == '@';
  return n;
}

typedef void (*TryText) (const char *text, const TlModule *module);

/* Each value in each place, and each value in all places. */
static void
try_forms (const char *const *forms, guint n_forms, const TlModule *module, TryText try_text)
{
  for (guint f = 0; f < n_forms; f++)
    for (guint i = 0; i < G_N_ELEMENTS (extremes); i++)
      for (guint at = 0, n = count_places (forms[f]); at <= n; at++)
        {
          g_autofree char *text = at < n ? fill (forms[f], at, extremes[i]) : fill_all (forms[f], extremes[i]);

          watch (text);
          try_text (text, module);
        }
  alarm (0);
}

static void
read_program (const char *body, const TlModule *module)
{
  g_autofree char     *text = g_strconcat (PROGRAM_HEAD, body, NULL);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) read = tl_script_read_text (text, &error);

  g_assert_true ((read == NULL) == (error != NULL));
  if (read == NULL)
    return;
  check_module (read, text);

  g_autoptr (GPtrArray) results = results_of (read->prims[0]);
}

static void
read_te (const char *body, const TlModule *module)
{
  g_autofree char     *text = g_strconcat ("from tvm import te\n", body, NULL);
  g_autoptr (TlSource) source = tl_source_new ("te.py", text, -1);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) read = tl_program_read_within (source, 20000, &error);

  g_assert_true ((read == NULL) == (error != NULL));
  if (read != NULL)
    check_module (read, text);
}

static void
run_script (const char *step, const TlModule *module)
{
  static const char head[] = "def schedule(sch):\n"
                             "    p = sch.get_block(\"P\")\n"
                             "    c = sch.get_block(\"C\")\n"
                             "    i, j, k = sch.get_loops(c)\n";
  g_autofree char             *text = g_strconcat (head, "    ", step, "\n", NULL);
  g_autoptr (TlSource)         source = tl_source_new ("schedule.py", text, -1);
  g_autoptr (GError)           error = NULL;
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, &error);
  g_autoptr (TlState)          start = tl_state_new (module, 1), end = NULL;

  if (script != NULL)
    end = tl_schedule_script_run_within (script, start, NULL, NULL, 20000, 100, &error);
  g_assert_true ((end == NULL) == (error != NULL));
  if (end != NULL)
    check_module (tl_state_module (end), text);
}

static void
test_reader (void)
{
  try_forms (reader_forms, G_N_ELEMENTS (reader_forms), NULL, read_program);
}

static void
test_te (void)
{
  try_forms (te_forms, G_N_ELEMENTS (te_forms), NULL, read_te);
}

static void
test_scripts (void)
{
  g_autoptr (TlModule) module = tl_script_read_text (program_text, NULL);

  try_forms (script_forms, G_N_ELEMENTS (script_forms), module, run_script);
}

int
main (int argc, char **argv)
{
  const TlPrimitive *primitive;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    add_test (test_primitive, primitive, "/extremes/primitive/%s", primitive->name);
  for (guint i = 0; i < G_N_ELEMENTS (huge_extents); i++)
    add_test (test_huge, huge_extents[i], "/extremes/extent/%s", huge_extents[i]);
  g_test_add_func ("/extremes/reader", test_reader);
  g_test_add_func ("/extremes/te", test_te);
  g_test_add_func ("/extremes/scripts", test_scripts);
  return g_test_run ();
}
