/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times by program size: `tileloom-bench scale`. Functions of 10 to 3000 blocks: chains of elementwise blocks, windows, row sums and
 * differences on buffers that are large enough to share memory.
 *
 *     parse     from the text of the script to a module
 *     step      applying a primitive in a session to a block in the middle: mean of several
 *     undo      undoing it
 *     lower     all lowering passes
 *     code      LLVM, in a worker
 *     layout    positions of the rows of the canvas
 *
 * The last line of the table is the growth from 300 blocks on: the exponent e of n^e; n log n is about 1.15 there.
 */
#include <json-glib/json-glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#include "core/draw/nest.h"
#include "core/lower/lower.h"
#include "core/measure/worker-pool.h"
#include "core/session/session.h"
#include "tests/bench/bench.h"

#define ROWS            16u
#define COLUMNS         64u
#define N_ROUNDS        3u        /* the fastest round counts */
#define GROWTH_FROM     300u
#define BUILD_TIMEOUT_S 300

static const guint sizes[] = { 10, 30, 100, 300, 1000, 3000 };

enum { PARSE, STEP, UNDO, LOWER, CODE, LAYOUT, N_STAGES };

static const char *const stage_names[N_STAGES] = { "parse", "step", "undo", "lower", "code", "layout" };

typedef struct
{
  guint  n_blocks;
  double took_s[N_STAGES];   /* negative: failed */
} ScaleRow;

/* --- programs --- */

static void
append_block (GString *text, guint i)
{
  g_autofree char *from = i > 0 ? g_strdup_printf ("B%u", i - 1) : g_strdup ("A");

  switch (i % 4)
    {
    case 0:
      g_string_append_printf (text,
                              "    for i, j in T.grid(%u, %u):\n        with T.block(\"B%u\"):\n"
                              "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                              "            B%u[vi, vj] = %s[vi, vj] * T.float32(2)\n", ROWS, COLUMNS, i, i, from);
      break;
    case 1:
      g_string_append_printf (text,
                              "    for i, j in T.grid(%u, %u):\n        with T.block(\"B%u\"):\n"
                              "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                              "            B%u[vi, vj] = %s[vi, vj] + %s[vi, %u - vj]\n", ROWS, COLUMNS, i, i, from, from, COLUMNS - 1);
      break;
    case 2:
      g_string_append_printf (text, "    for i, j, k in T.grid(%u, %u, 4):\n        with T.block(\"B%u\"):\n"
                              "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
                              "                B%u[vi, vj] = T.float32(0)\n"
                              "            B%u[vi, vj] = B%u[vi, vj] + %s[vi, vj // 4 * 4 + vk]\n",
                              ROWS, COLUMNS, i, i, i, i, from);
      break;
    default:
      g_string_append_printf (text,
                              "    for i, j in T.grid(%u, %u):\n        with T.block(\"B%u\"):\n"
                              "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                              "            B%u[vi, vj] = T.max(%s[vi, vj], T.float32(0)) - A[vi, vj]\n", ROWS, COLUMNS, i, i, from);
      break;
    }
}

static char *
program_of (guint n_blocks)
{
  GString *text = g_string_new ("from tvm.script import tir as T\n\n@T.prim_func\n");

  g_string_append_printf (text, "def main(A: T.Buffer((%u, %u), \"float32\"), B%u: T.Buffer((%u, %u), \"float32\")):\n", ROWS, COLUMNS,
                          n_blocks - 1,
                          ROWS, COLUMNS);
  for (guint i = 0; i + 1 < n_blocks; i++)
    g_string_append_printf (text, "    B%u = T.alloc_buffer((%u, %u), \"float32\")\n", i, ROWS, COLUMNS);
  for (guint i = 0; i < n_blocks; i++)
    append_block (text, i);
  return g_string_free (text, FALSE);
}

/* --- stages --- */

static double
seconds_since (gint64 start_ns)
{
  return (double) (tl_bench_thread_ns () - start_ns) * 1e-9;
}

static TlModule *
time_parse (const char *text, double *took_s)
{
  TlModule *module = NULL;

  *took_s = INFINITY;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (GError) error = NULL;
      gint64             start_ns = tl_bench_thread_ns ();

      g_clear_pointer (&module, tl_module_unref);
      module = tl_script_read_text (text, &error);
      *took_s = fmin (*took_s, seconds_since (start_ns));
      if (error != NULL)
        {
          tl_command_error (error);
          return NULL;
        }
    }
  return module;
}

static void
take_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static TlSession *
open_session (const char *path)
{
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  tl_session_open_async (session, path, NULL, take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (tl_session_open_finish (session, result, &error))
    return g_steal_pointer (&session);
  tl_command_error (error);
  return NULL;
}

static const TlStmt *
block_of_body (const TlStmt *stmt)
{
  while (stmt->kind == TL_STMT_FOR)
    stmt = stmt->loop.body;
  return stmt;
}

/* The arguments of step number @k: on the block in the middle, or the loop right around it. */
static const TlPrimitive *
choose_step (TlSession *session, guint k, guint n_blocks, TlArena *arena, TlArg *args)
{
  const TlModule *module = tl_state_module (tl_session_root (session));
  const TlStmt   *outer = module->prims[0]->body->block.body->stmts[n_blocks / 2 / 4 * 4], *block = block_of_body (outer);
  TlNodeId        loop = outer->loop.id;
  TlArg           factors[2] = { { .kind = TL_ARG_NONE }, tl_arg_int (8) };

  args[0] = tl_arg_node (k == 2 || k == 3 ? block->block.id : loop);
  switch (k)
    {
    case 0:
      args[1] = tl_arg_list (arena, factors, 2);
      args[2] = args[3] = tl_arg_bool (FALSE);
      return tl_primitive_find ("split");
    case 1:
      return tl_primitive_find ("parallel");
    case 2:
      args[1] = tl_arg_int (0);
      args[2] = tl_arg_string (arena, "global");
      args[3] = tl_arg_list (arena, NULL, 0);
      return tl_primitive_find ("cache_read");
    case 3:
      return tl_primitive_find ("compute_inline");
    default:
      return NULL;
    }
}

static void
time_steps (const char *text, guint n_blocks, double *step_s, double *undo_s)
{
  g_autoptr (GError)    error = NULL;
  g_autofree char      *path = NULL;
  gint                  file = g_file_open_tmp ("tileloom-scale-XXXXXX.py", &path, &error);
  g_autoptr (TlSession) session = NULL;
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  guint                 n = 0;

  *step_s = *undo_s = 0;
  if (file >= 0 && g_close (file, &error) && g_file_set_contents (path, text, -1, &error))
    session = open_session (path);
  for (guint k = 0; session != NULL && error == NULL; k++)
    {
      TlArg              args[4];
      const TlPrimitive *primitive = choose_step (session, k, n_blocks, arena, args);
      gint64             start_ns = tl_bench_thread_ns ();

      if (primitive == NULL)
        break;
      if (!tl_session_apply (session, primitive, args, tl_primitive_n_args (primitive), &error))
        break;
      *step_s += seconds_since (start_ns);
      start_ns = tl_bench_thread_ns ();
      tl_history_undo (tl_session_history (session));
      *undo_s += seconds_since (start_ns);
      n++;
    }
  if (error != NULL)
    tl_command_error (error);
  *step_s = n > 0 ? *step_s / n : -1;
  *undo_s = n > 0 ? *undo_s / n : -1;
  if (path != NULL)
    g_unlink (path);
}

static void
time_lower (const TlModule *module, const TlTarget *target, double *took_s)
{
  *took_s = INFINITY;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (GError)   error = NULL;
      gint64               start_ns = tl_bench_thread_ns ();
      g_autoptr (TlModule) lowered = tl_lower (module, module->prims[0]->name, target, NULL, &error);

      *took_s = fmin (*took_s, seconds_since (start_ns));
      if (lowered != NULL)
        continue;
      tl_command_error (error);
      *took_s = -1;
      return;
    }
}

static void
time_code (TlWorkerPool *pool, const TlModule *module, const TlTarget *target, double *took_s)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlOutcome        outcome = { 0 };

  options.repeat = 0;
  options.check = FALSE;
  options.build_timeout_s = BUILD_TIMEOUT_S;
  tl_worker_pool_measure_module (pool, module, module, module->prims[0]->name, target, &options, NULL, &outcome);
  *took_s = outcome.kind == TL_OUTCOME_OK ? outcome.parts.compile_s : -1;
  if (outcome.kind != TL_OUTCOME_OK)
    tl_command_message ("%s: %s", tl_outcome_name (outcome.kind), outcome.message);
  tl_outcome_clear (&outcome);
}

static void
time_layout (const TlModule *module, double *took_s)
{
  const TlNestSpacing spacing = { 12, 6, 4, 4 };

  *took_s = INFINITY;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64              start_ns = tl_bench_thread_ns ();
      g_autoptr (TlNest)  nest = tl_nest_new (module, module->prims[0]->name);
      g_autofree double  *widths = g_new (double, nest->n_items + 1), *heights = g_new (double, nest->n_items + 1);
      g_autofree TlNestBox *boxes = g_new (TlNestBox, nest->n_items + 1);
      double              width, height;

      for (guint k = 0; k < nest->n_items; k++)
        {
          widths[k] = 100 + k % 7;
          heights[k] = 24;
        }
      tl_nest_layout (nest, NULL, widths, heights, &spacing, 300, boxes, &width, &height);
      *took_s = fmin (*took_s, seconds_since (start_ns));
    }
}

static gboolean
fill_row (ScaleRow *row, TlWorkerPool *pool)
{
  g_autofree char     *text = program_of (row->n_blocks);
  g_autoptr (TlModule) module = time_parse (text, &row->took_s[PARSE]);
  TlTarget             target = tl_target_host ();

  target.num_cores = 1;
  if (module == NULL)
    return FALSE;
  time_steps (text, row->n_blocks, &row->took_s[STEP], &row->took_s[UNDO]);
  time_lower (module, &target, &row->took_s[LOWER]);
  time_code (pool, module, &target, &row->took_s[CODE]);
  time_layout (module, &row->took_s[LAYOUT]);
  return TRUE;
}

/* --- the command --- */

static double
growth (const ScaleRow *from, const ScaleRow *to, guint stage)
{
  return log (to->took_s[stage] / from->took_s[stage]) / log ((double) to->n_blocks / from->n_blocks);
}

static void
print_row (const ScaleRow *row)
{
  printf ("  %7u", row->n_blocks);
  for (guint s = 0; s < N_STAGES; s++)
    printf ("  %10.3f", row->took_s[s] * 1e3);
  printf ("\n");
  fflush (stdout);
}

static void
print_json (const ScaleRow *rows, guint n)
{
  g_autoptr (JsonArray) array = json_array_new ();
  g_autoptr (JsonNode)  root = json_node_init_array (json_node_alloc (), array);
  g_autofree char      *text = NULL;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "blocks", rows[i].n_blocks);
      for (guint s = 0; s < N_STAGES; s++)
        {
          g_autofree char *name = g_strdup_printf ("%s_ms", stage_names[s]);

          json_object_set_double_member (object, name, rows[i].took_s[s] * 1e3);
        }
      json_array_add_object_element (array, object);
    }
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

TlExit
tl_bench_scale (const TlBenchOptions *options)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  ScaleRow                 rows[G_N_ELEMENTS (sizes)];
  guint                    n = 0, from = 0;

  if (pool == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  if (!options->as_json)
    {
      printf ("scale     milliseconds\n  %7s", "blocks");
      for (guint s = 0; s < N_STAGES; s++)
        printf ("  %10s", stage_names[s]);
      printf ("\n");
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", sizes[i]);

      if (!tl_bench_is_chosen (options, name))
        continue;
      rows[n].n_blocks = sizes[i];
      if (!fill_row (&rows[n], pool))
        return TL_EXIT_FAILED;
      from = sizes[i] <= GROWTH_FROM ? n : from;
      if (!options->as_json)
        print_row (&rows[n]);
      n++;
    }
  if (options->as_json)
    print_json (rows, n);
  else if (n > 0 && from + 1 < n)
    {
      printf ("  %7s", "n^");
      for (guint s = 0; s < N_STAGES; s++)
        printf ("  %10.2f", growth (&rows[from], &rows[n - 1], s));
      printf ("\n");
    }
  return TL_EXIT_DONE;
}
