/* SPDX-License-Identifier: Apache-2.0 */
/* Every program means the same after every pass: the interpreter runs each stage. Then what single passes promise. */
#include "core/base/extremum.h"
#include "core/base/random.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "tests/lower/run-func.h"
#include "tests/named-texts.h"

#include <string.h>

static const char *compaction_folder;
static const NamedText *test_programs;   /* of programs.py */

static TlModule *
lower_for (const TlModule *module, guint num_cores, const char *after)
{
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  target.num_cores = num_cores;
  TlModule *lowered = tl_lower (module, module->prims[0]->name, &target, after, &error);
  g_assert_no_error (error);
  return lowered;
}

static TlModule *
lower_to (const TlModule *module, const char *after)
{
  return lower_for (module, 1, after);
}

static void
test_program (gconstpointer data)
{
  const NamedText *program = data;
  g_autoptr (TlModule) module = test_read (program->text);
  const TlPrimFunc *func = module->prims[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (func, 7, FALSE, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) want = test_args_for (func, inputs);
  test_interpret (func, want, program->name);
  TlTarget target = tl_target_host ();
  for (const TlLowerPass *pass = tl_pass_list_find (&target, NULL)->passes; pass->name != NULL; pass++)
    {
      g_autoptr (TlModule) lowered = lower_for (module, 2, pass->name);
      g_autoptr (GPtrArray) got = test_args_for (lowered->prims[0], inputs);
      g_autofree char *what = g_strdup_printf ("%s after %s", program->name, pass->name);
      test_interpret (lowered->prims[0], got, what);
      test_assert_same (got, want, 0, what);
    }
}

/* --- promises of single passes --- */

typedef struct
{
  guint n_blocks, n_parallel, n_vectorized, n_unrolled, n_conditions, n_choices, n_selects, n_allocs, n_vector_stores, n_scalar_stores,
    n_lane_comparisons, n_memory_stores, n_lets;
  gint64 alloc_elements;
} Census;

static TlWalk
count_stmt (const TlStmt *stmt, gpointer user_data)
{
  Census *census = user_data;
  census->n_blocks += stmt->kind == TL_STMT_BLOCK;
  census->n_conditions += stmt->kind == TL_STMT_IF;
  census->n_parallel += stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL;
  census->n_vectorized += stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_VECTORIZED;
  census->n_unrolled += stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_UNROLLED;
  census->n_scalar_stores += stmt->kind == TL_STMT_STORE && stmt->indices[0]->dtype.lanes == 1;
  census->n_vector_stores += stmt->kind == TL_STMT_STORE && stmt->indices[0]->dtype.lanes > 1;
  census->n_memory_stores += stmt->kind == TL_STMT_STORE && !g_str_equal (stmt->buffer->scope, "local");
  census->n_lets += stmt->kind == TL_STMT_LET;
  if (stmt->kind == TL_STMT_ALLOC)
    {
      census->n_allocs++;
      census->alloc_elements += tl_buffer_n_elements (stmt->buffer);
    }
  return TL_WALK_INTO;
}

static TlWalk
count_expr (const TlExpr *expr, gpointer user_data)
{
  Census *census = user_data;
  census->n_selects += expr->kind == TL_EXPR_SELECT;
  census->n_lane_comparisons += expr->kind >= TL_EXPR_EQ && expr->kind <= TL_EXPR_GE && expr->dtype.lanes > 1;
  census->n_choices += expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else");
  return TL_WALK_INTO;
}

static Census
census_after (const char *program, const char *pass)
{
  Census census = { 0 };
  g_autoptr (TlModule) module = test_read (named_text (test_programs, program));
  g_autoptr (TlModule) lowered = lower_to (module, pass);
  tl_stmt_walk (lowered->prims[0]->body, count_stmt, count_expr, &census);
  return census;
}

static void
test_no_blocks_left (void)
{
  for (const NamedText *program = test_programs; program->name != NULL; program++)
    {
      Census census = census_after (program->name, NULL);
      g_assert_cmpuint (census.n_blocks, ==, 0);
      g_assert_cmpuint (census.n_vectorized, ==, 0);
      g_assert_cmpuint (census.n_unrolled, ==, 0);
    }
}

static void
test_init_is_hoisted (void)
{
  g_assert_cmpuint (census_after ("matmul", "simplify").n_conditions, ==, 0);
  g_assert_cmpuint (census_after ("matmul, reduction outside, vectorized", "simplify").n_conditions, ==, 0);
  /* Late: one condition around the tile, which is gone when the first block of the reduction has been cut off. */
  g_assert_cmpuint (census_after ("matmul, blocks of the reduction around a large result", "simplify").n_conditions, ==, 1);
  g_assert_cmpuint (census_after ("matmul, blocks of the reduction around a large result", NULL).n_conditions, ==, 0);
}

/*
 * The tile of 8 × 8 moves into the parallel loop and shrinks, the panels of 2 × 8 × 8 under k_0; the window of the stencil to its 6
 * elements; B of odd tiles to 8.
 */
static void
test_buffers_shrink (void)
{
  g_assert_cmpint (census_after ("matmul, cached tile", "compact-buffers").alloc_elements, ==, 64);
  g_assert_cmpint (census_after ("matmul, panels packed under a loop", "compact-buffers").alloc_elements, ==, 128);
  g_assert_cmpint (census_after ("stencil through a window", "compact-buffers").alloc_elements, ==, 6);
  g_assert_cmpint (census_after ("producer under its consumer, odd tiles", "compact-buffers").alloc_elements, ==, 8);
  g_assert_cmpint (census_after ("value carried between iterations", "compact-buffers").alloc_elements, ==, 1);
}

/* --- sizes of GPU programs' buffers: files of compaction/, recorded from TVM by tests/oracle/compare-compaction.py --- */

static TlWalk
append_size (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_ALLOC)
    {
      GString *size = g_string_new (stmt->buffer->name);
      for (guint d = 0; d < stmt->buffer->n_dims; d++)
        {
          gint64 extent = -1;
          tl_buffer_get_extent (stmt->buffer, d, &extent);
          g_string_append_printf (size, " %" G_GINT64_FORMAT, extent);
        }
      g_ptr_array_add (user_data, g_string_free (size, FALSE));
    }
  return TL_WALK_INTO;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The text after "# sizes: " in the file. */
static char *
wanted_sizes (const char *text)
{
  const char *at = strstr (text, "# sizes: ");
  g_assert_nonnull (at);
  at += strlen ("# sizes: ");
  return g_strndup (at, strcspn (at, "\n"));
}

static void
test_sizes (gconstpointer data)
{
  g_autofree char *path = g_build_filename (compaction_folder, data, NULL), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *wanted = wanted_sizes (text);
  g_autoptr (TlModule) module = tl_script_read_text (text, &error);
  g_assert_no_error (error);
  g_autoptr (TlModule) lowered = lower_to (module, "compact-buffers");
  g_autoptr (GPtrArray) sizes = g_ptr_array_new_with_free_func (g_free);
  tl_stmt_walk (lowered->prims[0]->body, append_size, NULL, sizes);
  g_ptr_array_sort (sizes, compare_texts);
  g_ptr_array_add (sizes, NULL);
  g_autofree char *got = g_strjoinv ("; ", (char **) sizes->pdata);
  g_assert_cmpstr (got, ==, wanted);

  g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 7, FALSE, &error);
  g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs), results = test_args_for (lowered->prims[0], inputs);
  test_interpret (module->prims[0], want, data);
  test_interpret (lowered->prims[0], results, data);
  test_assert_same (results, want, 0, data);
}

/* --- what flows from one iteration to the next --- */

#define N_COPIES 300u

/*
 * Each iteration of i copies into T, by a loop in two parts under a guard, and reads some of it. The first iteration filled all of T, so
 * that what a guard keeps away can still be read: then T must stay outside of the loop.
 */
static char *
program_of_copies (guint64 seed, gboolean *is_local)
{
  TlRandom random = tl_random_seeded (seed);
  guint b = 2 + (guint) tl_random_below (&random, 6), a = 1 + (guint) tl_random_below (&random, 4), n = a * b;
  guint limit = 1 + (guint) tl_random_below (&random, n), columns = 1 + (guint) tl_random_below (&random, 6), rows = 30 / columns + 1;
  guint first = (guint) tl_random_below (&random, 3), n_read = 1 + (guint) tl_random_below (&random, n);
  gboolean fills = tl_random_below (&random, 2) == 0;
  GString *text = g_string_new (HEAD "(A: T.Buffer((4, 40), \"float32\"), C: T.Buffer((4, 40), \"float32\")):\n");
  if (!fills || tl_random_below (&random, 4) > 0)
    first = 0;
  if (!fills)
    n_read = tl_min (n_read, limit);
  *is_local = !fills;
  g_string_append_printf (text, "    X = T.alloc_buffer((%u, %u), \"float32\")\n    for i in range(4):\n", rows, columns);
  if (fills)
    g_string_append_printf (text, "        if i == 0:\n            for p, q in T.grid(%u, %u):\n                X[p, q] = A[0, p + q]\n",
                            rows, columns);
  g_string_append_printf (text, "        for a, b in T.grid(%u, %u):\n            if a * %u + b < %u:\n"
                          "                X[(a * %u + b) // %u, (a * %u + b) %% %u] = A[i, a * %u + b] + T.float32(1)\n",
                          a, b, b, limit, b, columns, b, columns, b);
  g_string_append_printf (text, "        for r in range(%u):\n            C[i, r] = X[(r + %u) // %u, (r + %u) %% %u]\n", n_read, first,
                          columns, first, columns);
  return g_string_free (text, FALSE);
}

static void
test_guarded_copies_are_whole (void)
{
  guint n_shrunk = 0, n_local = 0;
  for (guint64 seed = 1; seed <= N_COPIES; seed++)
    {
      gboolean is_local;
      g_autofree char *text = program_of_copies (seed, &is_local);
      g_autoptr (TlModule) module = test_read (text), lowered = lower_to (module, "compact-buffers");
      g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], seed, FALSE, NULL);
      g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs), got = test_args_for (lowered->prims[0], inputs);
      test_interpret (module->prims[0], want, text);
      test_interpret (lowered->prims[0], got, text);
      test_assert_same (got, want, 0, text);
      n_local += is_local;
      n_shrunk += is_local && lowered->prims[0]->body->kind == TL_STMT_FOR;
    }
  g_test_message ("%u of %u copies that need nothing from before moved into their loop", n_shrunk, n_local);
  g_assert_cmpuint (n_shrunk, >, n_local / 3);
}

/* --- programs of many blocks --- */

/* Each block reads what the one before wrote: buffers overlap like the links of a chain. */
static char *
chain_of (guint n_blocks)
{
  GString *text = g_string_new (HEAD "(A: T.Buffer((16, 64), \"float32\"), C: T.Buffer((16, 64), \"float32\")):\n");
  for (guint i = 0; i < n_blocks; i++)
    g_string_append_printf (text, "    B%u = T.alloc_buffer((16, 64), \"float32\")\n", i);
  for (guint i = 0; i < n_blocks; i++)
    {
      g_autofree char *from = i > 0 ? g_strdup_printf ("B%u", i - 1) : g_strdup ("A");
      g_string_append_printf (text, "    for i, j in T.grid(16, 64):\n        B%u[i, j] = %s[i, j] + %s[i, 63 - j]\n", i, from, from);
    }
  g_string_append_printf (text, "    for i, j in T.grid(16, 64):\n        C[i, j] = B%u[i, j]\n", n_blocks - 1);
  return g_string_free (text, FALSE);
}

static gsize
bytes_to_lower (guint n_blocks)
{
  g_autofree char *text = chain_of (n_blocks);
  g_autoptr (TlModule) module = test_read (text), lowered = lower_to (module, NULL);
  Census census = { 0 };
  tl_stmt_walk (lowered->prims[0]->body, count_stmt, NULL, &census);
  g_assert_cmpint (census.alloc_elements, ==, 2 * 16 * 64);   /* two are in use at a time */
  return tl_arena_used_bytes (lowered->arena);
}

/*
 * The memory of lowering grows as the program does: a pass that copies the rest of the program for each of its buffers would take 16 times
 * as much.
 */
static void
test_memory_grows_linearly (void)
{
  gsize small = bytes_to_lower (250), large = bytes_to_lower (1000);
  g_test_message ("%" G_GSIZE_FORMAT " bytes for 250 blocks, %" G_GSIZE_FORMAT " for 1000", small, large);
  g_assert_cmpuint (large, <, 5 * small);
}

/* Of four vectors two are in use at a time; what each iteration reads is not overwritten by the first. */
static void
test_buffers_share_memory (void)
{
  Census before = census_after ("chain of vectors", "flatten-buffers"), after = census_after ("chain of vectors", "reuse-buffers");
  g_assert_cmpuint (before.n_allocs, ==, 4);
  g_assert_cmpint (before.alloc_elements, ==, 3 * 900 + 901);
  g_assert_cmpuint (after.n_allocs, ==, 2);
  g_assert_cmpint (after.alloc_elements, ==, 901 + 900);
  g_assert_cmpuint (census_after ("a vector that all rows need", "reuse-buffers").n_allocs, ==, 2);
}

#define N_LIVES    8u     /* buffers of a program at random */
#define N_PROGRAMS 150u

/* One statement: some buffer becomes a mixture of two that have been written. */
static void
append_mixture (GString *text, TlRandom *random, guint depth, guint *n_written, guint *written)
{
  guint recent = tl_min (*n_written, tl_random_below (random, 4) == 0 ? N_LIVES : 2);
  guint to = *n_written < N_LIVES ? *n_written : (guint) tl_random_below (random, N_LIVES);
  guint a = *n_written - recent + (guint) tl_random_below (random, recent + 1), b = *n_written - recent
                                                                                    + (guint) tl_random_below (random, recent + 1);
  g_autofree char *left = a < *n_written ? g_strdup_printf ("B%u[j]", written[a]) : g_strdup ("A[j]");
  g_autofree char *right = b < *n_written ? g_strdup_printf ("B%u[599 - j]", written[b]) : g_strdup ("A[599 - j]");
  g_string_append_printf (text, "%*sfor j in range(600):\n%*sB%u[j] = %s * T.float32(0.5) + %s\n", (int) depth * 4, "", (int) depth * 4 + 4,
                          "", to,
                          a < *n_written && written[a] == to ? "A[j]" : left, b < *n_written && written[b] == to ? "A[j]" : right);
  for (guint i = 0; i < *n_written; i++)
    if (written[i] == to)
      return;
  written[(*n_written)++] = to;
}

/* Loops come back to what they read first, also to what only a later statement of theirs writes. */
static char *
program_of_lives (guint64 seed)
{
  TlRandom random = tl_random_seeded (seed);
  GString *text = g_string_new (HEAD "(A: T.Buffer((600,), \"float32\"), C: T.Buffer((600,), \"float32\")):\n");
  guint written[N_LIVES], n_written = 0, n = 3 + (guint) tl_random_below (&random, 10);
  for (guint i = 0; i < N_LIVES; i++)
    g_string_append_printf (text, "    B%u = T.alloc_buffer((600,), \"float32\")\n", i);
  for (guint i = 0; i < n; i++)
    {
      guint depth = 1 + (guint) tl_random_below (&random, 3);
      for (guint d = 1; d < depth; d++)
        g_string_append_printf (text, "%*sfor r%u_%u in range(2):\n", (int) d * 4, "", i, d);
      for (guint k = 0, n_here = 1 + (guint) tl_random_below (&random, 3); k < n_here; k++)
        append_mixture (text, &random, depth, &n_written, written);
    }
  g_string_append_printf (text, "    for j in range(600):\n        C[j] = B%u[j]\n", written[n_written - 1]);
  return g_string_free (text, FALSE);
}

/* Buffers that share memory hold what they held alone, whatever loops are around their uses. */
static void
test_shared_memory_is_free (void)
{
  guint n_before = 0, n_after = 0;
  for (guint64 seed = 1; seed <= N_PROGRAMS; seed++)
    {
      g_autofree char *text = program_of_lives (seed);
      g_autoptr (TlModule) module = test_read (text), before = lower_to (module,
                                                                         "flatten-buffers"), after = lower_to (module, "reuse-buffers");
      g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], seed, FALSE, NULL);
      g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs), got = test_args_for (after->prims[0], inputs);
      Census census_before = { 0 }, census_after = { 0 };
      test_interpret (module->prims[0], want, text);
      test_interpret (after->prims[0], got, text);
      test_assert_same (got, want, 0, text);
      tl_stmt_walk (before->prims[0]->body, count_stmt, NULL, &census_before);
      tl_stmt_walk (after->prims[0]->body, count_stmt, NULL, &census_after);
      n_before += census_before.n_allocs;
      n_after += census_after.n_allocs;
    }
  g_test_message ("%u allocations became %u", n_before, n_after);
  g_assert_cmpuint (n_after, <, n_before);
}

static TlWalk
take_alloc (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_ALLOC)
    *(const TlBuffer **) user_data = stmt->buffer;
  return TL_WALK_INTO;
}

/* As TVM's CompactBufferAllocation chooses them. */
static void
test_strides_are_aligned (void)
{
  static const struct { const char *program; guint n; gint64 strides[3]; } rows[] = {
    { "matmul, cached tile with aligned rows", 2, { 11, 1 } },
    { "tile with gaps in all dimensions", 3, { 216, 18, 3 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = test_read (named_text (test_programs, rows[i].program));
      g_autoptr (TlModule) lowered = lower_to (module, "compact-buffers");
      const TlBuffer *buffer = NULL;
      tl_stmt_walk (lowered->prims[0]->body, take_alloc, NULL, &buffer);
      g_assert_cmpuint (buffer->n_dims, ==, rows[i].n);
      for (guint d = 0; d < rows[i].n; d++)
        g_assert_true (tl_expr_is_int (buffer->strides[d], rows[i].strides[d]));
    }
}

static void
test_conditions_are_cut_away (void)
{
  g_assert_cmpuint (census_after ("matmul, predicates on all axes", "partition-loops").n_conditions, ==, 0);
  g_assert_cmpuint (census_after ("producer under its consumer, odd tiles", "partition-loops").n_conditions, ==, 0);
  g_assert_cmpuint (census_after ("window over tiles of a row with a frame", "simplify").n_choices, ==, 1);
  g_assert_cmpuint (census_after ("window over tiles of a row with a frame", "partition-loops").n_choices, ==, 0);
}

/* A Select needs a branch only where the side that is not chosen could fail. */
static void
test_selects_that_fail_become_lazy (void)
{
  static const struct
  {
    const char *program;
    guint       n_choices, n_selects;
  } rows[] = {
    { "conditions and bools", 0, 1 },
    { "argmax", 0, 2 },
    { "rotary embedding by Select", 1, 0 },
    { "rotary embedding by Select, vectorized across the middle", 1, 0 },
    { "Select of vectors, sides of which lie outside", 1, 0 },
    { "Select by values, one side of which lies outside or divides by zero", 3, 0 },
    { "Select of sides that stay inside, in tiles that overhang", 1, 3 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Census census = census_after (rows[i].program, "lazy-choices");
      g_assert_cmpuint (census.n_choices, ==, rows[i].n_choices);
      g_assert_cmpuint (census.n_selects, ==, rows[i].n_selects);
    }
}

/* The last tiles are a branch of the parallel loop: a loop of their own would run after it, on one core. */
static void
test_parallel_loops_stay_whole (void)
{
  Census census = census_after ("parallel tiles of odd size", "partition-loops");
  g_assert_cmpuint (census.n_parallel, ==, 1);
  g_assert_cmpuint (census.n_conditions, ==, 1);
}

/* 3 × 5 × 7 iterations for two cores; one core runs the loops as they are. */
static void
test_parallel_loops_fuse (void)
{
  static const guint want[] = { 3, 1 };
  for (guint n_cores = 1; n_cores <= 2; n_cores++)
    {
      Census census = { 0 };
      g_autoptr (TlModule) module = test_read (named_text (test_programs, "parallel loops in each other"));
      g_autoptr (TlModule) lowered = lower_for (module, n_cores, NULL);
      tl_stmt_walk (lowered->prims[0]->body, count_stmt, NULL, &census);
      g_assert_cmpuint (census.n_parallel, ==, want[n_cores - 1]);
    }
}

/* Copies in one iteration of the loop that carries the pragma, as TVM's UnrollLoop makes them, up to 128. */
static void
test_pragma_counts_steps (void)
{
  static const struct { guint max_step, n_copies; } rows[] = { { 1, 1 }, { 4, 1 }, { 5, 5 }, { 6, 5 }, { 16, 5 }, { 29, 5 }, { 30, 30 },
                                                               { 40, 30 } };
  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      Census census = { 0 };
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((64, 6, 5), \"float32\"), B: T.Buffer((64, 6, 5), \"float32\")):\n"
                                               "    for i in T.serial(64, annotations={\"pragma_auto_unroll_max_step\": %u, "
                                               "\"pragma_unroll_explicit\": %u}):\n"
                                               "        for j, k in T.grid(6, 5):\n"
                                               "            with T.block(\"B\"):\n"
                                               "                vi, vj, vk = T.axis.remap(\"SSS\", [i, j, k])\n"
                                               "                B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)\n",
                                               rows[i / 2].max_step, i % 2);
      g_autoptr (TlModule) module = test_read (text);
      g_autoptr (TlModule) lowered = lower_to (module, NULL);
      tl_stmt_walk (lowered->prims[0]->body, count_stmt, NULL, &census);
      g_assert_cmpuint (census.n_scalar_stores, ==, rows[i / 2].n_copies);
    }
}

/* A store of four registers' lanes is four steps, of half a register's one; 128 steps are the most that the pragma makes. */
static void
test_steps_are_registers (void)
{
  static const struct { guint extent, lanes, n_copies; } rows[] = { { 128, 16, 128 }, { 129, 16, 1 }, { 32, 64, 32 }, { 33, 64, 1 },
                                                                    { 128, 8, 128 } };
  TlTarget target;
  g_assert_true (tl_target_parse ("llvm -mcpu=x86-64-v4", &target, NULL));
  g_assert_cmpuint (target.vector_bits, ==, 512);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Census census = { 0 };
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((%u, %u), \"float32\"), B: T.Buffer((%u, %u), \"float32\")):\n"
                                               "    for u in T.serial(1, annotations={\"pragma_auto_unroll_max_step\": 512, "
                                               "\"pragma_unroll_explicit\": 1}):\n"
                                               "        for i in range(%u):\n"
                                               "            for j in T.vectorized(%u):\n"
                                               "                with T.block(\"B\"):\n"
                                               "                    vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                               "                    B[vi, vj] = A[vi, vj] * T.float32(2)\n",
                                               rows[i].extent, rows[i].lanes, rows[i].extent, rows[i].lanes, rows[i].extent, rows[i].lanes);
      g_autoptr (TlModule) module = test_read (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (TlModule) lowered = tl_lower (module, module->prims[0]->name, &target, "unroll", &error);
      g_assert_no_error (error);
      tl_stmt_walk (lowered->prims[0]->body, count_stmt, NULL, &census);
      g_assert_cmpuint (census.n_vector_stores, ==, rows[i].n_copies);
      g_assert_cmpuint (census.n_scalar_stores, ==, 0);
    }
}

static TlWalk
count_bypassing (const TlStmt *stmt, gpointer user_data)
{
  *(guint *) user_data += stmt->kind == TL_STMT_FOR && tl_attrs_find (&stmt->loop.annotations, "nontemporal_store") != NULL;
  return TL_WALK_INTO;
}

/* A loop of one iteration goes, but for what it says of all that it holds. */
static void
test_single_loops_keep_their_word (void)
{
  static const struct { const char *annotations; guint n_bypassing; } rows[] = { { "\"nontemporal_store\": 1", 1 }, { "\"other\": 1", 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n = 0;
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                                               "    for u in T.serial(1, annotations={%s}):\n"
                                               "        for i in range(64):\n"
                                               "            with T.block(\"B\"):\n"
                                               "                vi = T.axis.spatial(64, u * 64 + i)\n"
                                               "                B[vi] = A[vi] * T.float32(2)\n", rows[i].annotations);
      g_autoptr (TlModule) module = test_read (text), lowered = lower_to (module, NULL);
      tl_stmt_walk (lowered->prims[0]->body, count_bypassing, NULL, &n);
      g_assert_cmpuint (n, ==, rows[i].n_bypassing);
    }
}

/* No loop over the vectorized variable is left, only vectors. */
static void
test_conditions_take_lanes (void)
{
  static const char *const programs[] = { "a condition in each lane", "two sides of a condition in each lane",
                                          "a value read only in some lanes", "a value that all lanes share, if any needs it",
                                          "a loop as long as its lane says",
                                          "a vector loop of unknown length", "types of all sizes in some lanes" };
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      Census census = census_after (programs[i], "vectorize");
      g_assert_cmpuint (census.n_vector_stores, >, 0);
      g_assert_cmpuint (census.n_scalar_stores, <=, 4);   /* iterations cut off where a condition is decided */
    }
}

/* Of blocks of channels it is, where images stand one behind the other. */
static void
test_uniform_conditions (void)
{
  g_assert_cmpuint (census_after ("a condition that is the same in all lanes", "vectorize").n_lane_comparisons, ==, 0);
  g_assert_cmpuint (census_after ("a condition that is the same in all lanes", "vectorize").n_scalar_stores, ==, 0);
}

static void
test_vectors_appear (void)
{
  static const char *const programs[] = { "matmul, reduction outside, vectorized", "matmul, predicates on all axes", "padding, vectorized",
                                          "transpose, gather and scatter", "long and odd vectors", "vector loop around a serial one",
                                          "vector loop with a private buffer", "unrolled and offset loops",
                                          "matmul, fused tiles of odd size" };
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    g_assert_cmpuint (census_after (programs[i], "vectorize").n_vector_stores, >, 0);
}

/* The whole tiles' accumulators: 4 vectors of 8 in one local buffer, beside what the tiles at the edges need. */
static void
test_accumulators_are_local (void)
{
  Census before = census_after ("matmul, fused tiles of odd size", "unroll"),
         after = census_after ("matmul, fused tiles of odd size", "promote");
  g_assert_cmpuint (before.n_allocs, ==, 0);
  g_assert_cmpint (after.alloc_elements, >=, 32);
}

/*
 * The first row, the loop of those that see no frame, two at a time, the last row: what the frame adds is left out, and each row is stored
 * when it is whole.
 */
static void
test_runs_beside_loops_are_local (void)
{
  g_assert_cmpuint (census_after ("window with a frame of zeros", "unroll-short").n_memory_stores, ==, 3 + 2 * 4 + 3);
  g_assert_cmpuint (census_after ("window with a frame of zeros", "promote").n_memory_stores, ==, 1 + 2 + 1);
}

/* Values that are named between the stores of a run, or of a tile, do not keep these from registers. */
static void
test_names_are_no_obstacles (void)
{
  g_assert_cmpuint (census_after ("rows that share named weights", "unroll-short").n_lets, >, 0);
  g_assert_cmpuint (census_after ("rows that share named weights", "unroll-short").n_memory_stores, ==, 2 * 3);
  g_assert_cmpuint (census_after ("rows that share named weights", "promote").n_memory_stores, ==, 2);
  g_assert_cmpuint (census_after ("tile of rows behind their weights", "unroll-short").n_lets, >, 0);
  g_assert_cmpuint (census_after ("tile of rows behind their weights", "promote").n_memory_stores, ==, 4 * 2);
}

/* Rows of which registers do not hold all stay there one after another, each stored when it is whole; not if one reads what another is. */
static void
test_rows_of_a_run_are_local (void)
{
  g_assert_cmpuint (census_after ("more rows than registers", "unroll-short").n_memory_stores, ==, 40 * 3);
  g_assert_cmpuint (census_after ("more rows than registers", "promote").n_memory_stores, ==, 40);
  g_assert_cmpuint (census_after ("more rows than registers, that read the row before", "promote").n_memory_stores, ==, 40 * 3);
  g_assert_cmpuint (census_after ("more rows than registers, that overlap", "promote").n_memory_stores, ==, 40);
}

typedef struct
{
  const TlBuffer *tile;   /* that the last store read */
  guint           n_changes;
} TileOrder;

static TlWalk
find_local (const TlExpr *expr, gpointer user_data)
{
  const TlBuffer **local = user_data;
  if (expr->kind == TL_EXPR_LOAD && g_str_equal (expr->buffer->scope, "local"))
    *local = expr->buffer;
  return TL_WALK_INTO;
}

static TlWalk
follow_tiles (const TlStmt *stmt, gpointer user_data)
{
  TileOrder *order = user_data;
  const TlBuffer *tile = NULL;
  if (stmt->kind != TL_STMT_STORE || g_str_equal (stmt->buffer->scope, "local"))
    return TL_WALK_INTO;
  tl_expr_walk (stmt->value, find_local, &tile);
  order->n_changes += tile != order->tile;
  order->tile = tile;
  return TL_WALK_INTO;
}

/* Of two columns times two parts, four tiles of rows are read one after another; stores that may meet stay in their order. */
static void
test_tiles_are_read_at_once (void)
{
  static const struct { const char *program; guint n_changes; } rows[] = {
    { "columns that are written out", 4 }, { "columns that are written over each other", 16 },
    { "columns that are added to what others wrote", 16 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TileOrder order = { NULL, 0 };
      g_autoptr (TlModule) module = test_read (named_text (test_programs, rows[i].program));
      g_autoptr (TlModule) lowered = lower_to (module, "transpose-loads");
      tl_stmt_walk (lowered->prims[0]->body, follow_tiles, NULL, &order);
      g_assert_cmpuint (order.n_changes, ==, rows[i].n_changes);
    }
}

/* The root stands outside of j_0, the division of another expression by a number stays; what is only evaluated on a condition does too. */
static void
test_invariants_are_hoisted (void)
{
  g_assert_cmpuint (census_after ("what rows have in common", "vectorize").n_lets, ==, 0);
  g_assert_cmpuint (census_after ("what rows have in common", "hoist-invariants").n_lets, ==, 1);
  g_assert_cmpuint (census_after ("a divisor asked about first", "hoist-invariants").n_lets, ==, 1);
  g_assert_cmpuint (census_after ("a value that the loop replaces", "hoist-invariants").n_lets, ==, 0);
  g_assert_cmpuint (census_after ("columns that all rows use", "hoist-strided").n_lets, ==,
                    census_after ("columns that all rows use", "unroll").n_lets + 2);
  g_assert_cmpuint (census_after ("columns that only some rows use", "hoist-strided").n_lets, ==,
                    census_after ("columns that only some rows use", "unroll").n_lets);
}

/* A loop over a few vectors costs more than they do. */
static void
test_short_loops_are_unrolled (void)
{
  g_assert_cmpuint (census_after ("a few vectors of a window", "hoist-strided").n_vector_stores, ==, 1 + 3);
  g_assert_cmpuint (census_after ("a few vectors of a window", "promote").n_memory_stores, ==, 1);
}

static TlWalk
count_prefetch (const TlExpr *expr, gpointer user_data)
{
  guint *counts = user_data;   /* for loads, for stores */
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "prefetch"))
    counts[tl_expr_is_int (expr->args[1], 1)]++;
  return TL_WALK_INTO;
}

/* A row of 48 floats is three lines, however often it is read; the other operand stays where it is. */
static void
test_prefetches_are_one_per_line (void)
{
  static const struct { const char *program; guint loads, stores; } rows[] = {
    { "rows asked for ahead", 3, 3 },
    { "rows of a table asked for ahead", 4, 0 },   /* 40 floats, and the row's number */
    { "a place read from memory, ahead of the loop", 1, 0 },   /* what leads to A would be read past its end */
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = test_read (named_text (test_programs, rows[i].program));
      g_autoptr (TlModule) lowered = lower_to (module, NULL);
      guint counts[2] = { 0 };
      tl_stmt_walk (lowered->prims[0]->body, NULL, count_prefetch, counts);
      g_assert_cmpuint (counts[0], ==, rows[i].loads);
      g_assert_cmpuint (counts[1], ==, rows[i].stores);
    }
}

static void
assert_refused (const char *program, const char *part_of_message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (program);
  TlTarget target = tl_target_host ();
  g_assert_null (tl_lower (module, module->prims[0]->name, &target, NULL, &error));
  g_assert_error (error, TL_LOWER_ERROR, TL_LOWER_ERROR_UNSUPPORTED);
  if (strstr (error->message, part_of_message) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part_of_message);
}

/* Versions as TVM's InjectSoftwarePipeline counts them: one less where the reader comes first in its iteration. */
static void
test_buffers_have_versions (void)
{
  g_assert_cmpint (census_after ("pipeline of two stages around a reduction", "pipeline-loops").alloc_elements, ==, 2 * 5 * 12);
  g_assert_cmpint (census_after ("pipeline of two stages, the later one first", "pipeline-loops").alloc_elements, ==, 5 * 12);
  g_assert_cmpint (census_after ("pipeline over a block, rows with gaps", "pipeline-loops").alloc_elements, ==, 3 * 6 * 5);
  g_assert_cmpint (census_after ("double buffer", "pipeline-loops").alloc_elements, ==, 2 * 16 + 16);
}

static void
test_bad_pipelines (void)
{
  static const char program[] = HEAD "(A: T.Buffer((40, 4), \"float32\"), B: T.Buffer((40, 4), \"float32\"), S: T.Buffer((4,), "
                                     "\"float32\")):\n"
                                     "    C = T.alloc_buffer((40, 4))\n"
                                     "    for i in T.%s(40, annotations={%s}):\n"
                                     "        for j in range(4):\n"
                                     "            with T.block(\"C\"):\n"
                                     "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                     "                %s\n"
                                     "                C[vi, vj] = A[vi, vj]%s\n"
                                     "        for j in range(4):\n"
                                     "            with T.block(\"B\"):\n"
                                     "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                     "                T.reads(C[vi, vj])\n"
                                     "                T.writes(B[vi, vj], S[vj])\n"
                                     "                B[vi, vj] = C[vi, vj]\n"
                                     "                S[vj] = C[vi, vj]\n";
  static const struct { const char *kind, *annotations, *attribute, *term, *message; } rows[] = {
    { "serial", "\"software_pipeline_stage\": [0], \"software_pipeline_order\": [0, 1]", "", "",
      "software_pipeline_stage of loop i must list a number for each of its 2" },
    { "serial", "\"software_pipeline_stage\": [0, 1]", "", "", "software_pipeline_order of loop i must list" },
    { "serial", "\"software_pipeline_stage\": [0, -1], \"software_pipeline_order\": [0, 1]", "", "",
      "statement 1 needs a number from 0 to" },
    { "serial", "\"software_pipeline_stage\": 3, \"software_pipeline_order\": [0, 1]", "", "",
      "software_pipeline_stage of loop i must list" },
    { "serial", "\"software_pipeline_stage\": [0, 1], \"software_pipeline_order\": [1, 1]", "", "",
      "puts statements 0 and 1 both at place 1" },
    { "serial", "\"software_pipeline_stage\": [1, 0], \"software_pipeline_order\": [0, 1]", "", "", "after statement 1" },
    { "serial", "\"software_pipeline_stage\": [0, 0], \"software_pipeline_order\": [1, 0]", "", "", "though both use C" },
    { "parallel", "\"software_pipeline_stage\": [0, 1], \"software_pipeline_order\": [0, 1]", "", "", "Loop i is parallel" },
    { "serial", "\"software_pipeline_stage\": [0, 1], \"software_pipeline_order\": [0, 1]", "T.reads(A[vi, vj], S[vj])", " + S[vj]",
      "share S, into different stages" },
    { "serial", "", "T.block_attr({\"double_buffer_scope\": 2})", "", "double_buffer_scope of block C is the number of a buffer" },
    { "parallel", "", "T.block_attr({\"double_buffer_scope\": 0})", "",
      "no serial loop directly encloses the writer and the readers of C" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *attribute = *rows[i].attribute != '\0' ? rows[i].attribute : "T.reads(A[vi, vj])";
      g_autofree char *text = g_strdup_printf (program, rows[i].kind, rows[i].annotations, attribute, rows[i].term);
      assert_refused (text, rows[i].message);
    }
}

/* A consumer that sums up what a parallel loop makes, moved under it. */
static void
test_parallel_sums_are_serial (void)
{
  static const char text[] = HEAD "(A: T.Buffer((8, 40), \"float32\"), F: T.Buffer((8,), \"float32\")):\n"
                                  "    D = T.alloc_buffer((8, 40))\n"
                                  "    for i in T.parallel(8):\n"
                                  "        for j_0, j_1 in T.grid(5, 8):\n"
                                  "            with T.block(\"D\"):\n"
                                  "                vi = T.axis.spatial(8, i)\n"
                                  "                vj = T.axis.spatial(40, j_0 * 8 + j_1)\n"
                                  "                D[vi, vj] = A[vi, vj] + T.float32(1)\n"
                                  "        for j_0 in T.parallel(5):\n"
                                  "            with T.block(\"F_o\"):\n"
                                  "                vi = T.axis.spatial(8, i)\n"
                                  "                vj_o = T.axis.reduce(5, j_0)\n"
                                  "                for j_1 in range(8):\n"
                                  "                    with T.block(\"F\"):\n"
                                  "                        vii = T.axis.spatial(8, vi)\n"
                                  "                        vj = T.axis.reduce(40, vj_o * 8 + j_1)\n"
                                  "                        F[vii] = F[vii] + D[vii, vj]\n";
  Census before = { 0 }, after = { 0 };
  g_autoptr (TlModule) module = test_read (text);
  g_autoptr (TlModule) lowered = lower_to (module, "convert-blocks");
  tl_stmt_walk (module->prims[0]->body, count_stmt, count_expr, &before);
  tl_stmt_walk (lowered->prims[0]->body, count_stmt, count_expr, &after);
  g_assert_cmpuint (before.n_parallel, ==, 2);
  g_assert_cmpuint (after.n_parallel, ==, 1);
}

static void
test_bad_annotations (void)
{
  static const char program[] = HEAD "(A: T.Buffer((40,), \"float32\"), B: T.Buffer((40,), \"float32\")):\n"
                                     "    for i in %s:\n"
                                     "        with T.block(\"B\"):\n"
                                     "            vi = T.axis.spatial(40, i)\n"
                                     "            B[vi] = A[vi]\n";
  static const struct { const char *loop, *message; } rows[] = {
    { "T.serial(40, annotations={\"software_prefetch\": -1})", "software_prefetch of loop i is a number of iterations" },
    { "T.serial(40, annotations={\"software_prefetch_write\": \"far\"})", "software_prefetch_write of loop i is a number of iterations" },
    { "T.unroll(40, annotations={\"software_prefetch\": 2})", "loop i, which is unrolled" },
    { "T.vectorized(40, annotations={\"software_prefetch_write\": 1})", "loop i, which is vectorized" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (program, rows[i].loop);
      assert_refused (text, rows[i].message);
    }
}

static void
test_refusals (void)
{
  g_autoptr (TlModule) module = test_read (named_text (test_programs, "copy"));
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  g_assert_null (tl_lower (module, module->prims[0]->name, &target, "no-such-pass", &error));
  g_assert_error (error, TL_LOWER_ERROR, TL_LOWER_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  assert_refused (HEAD "(a: T.handle, b: T.handle):\n"
                       "    n = T.int32()\n"
                       "    A = T.match_buffer(a, (n,), \"float32\")\n"
                       "    B = T.match_buffer(b, (n,), \"float32\")\n"
                       "    for i in range(n):\n"
                       "        with T.block(\"B\"):\n"
                       "            vi = T.axis.spatial(n, i)\n"
                       "            B[vi] = A[vi]\n",
                  "extent n");
  assert_refused (HEAD "(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\")):\n"
                       "    for i in range(4):\n"
                       "        with T.block(\"B\"):\n"
                       "            vi = T.axis.spatial(4, i)\n"
                       "            T.block_attr({\"buffer_dim_align\": [[0, 1, 4, 1]]})\n"
                       "            B[vi] = A[vi]\n",
                  "buffer_dim_align of block B");
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) cases = NULL;
  const char *name;
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  compaction_folder = argv[1];
  cases = g_dir_open (compaction_folder, 0, NULL);
  g_assert_nonnull (cases);
  while ((name = g_dir_read_name (cases)) != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/lower/compaction/%s", name);
      g_test_add_data_func_full (path, g_strdup (name), test_sizes, g_free);
    }
  test_programs = named_texts_read (TEST_DIR "/programs.py");
  for (const NamedText *program = test_programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/lower/program/%s", program->name);
      g_test_add_data_func (path, program, test_program);
    }
  g_test_add_func ("/lower/no-blocks-left", test_no_blocks_left);
  g_test_add_func ("/lower/init-is-hoisted", test_init_is_hoisted);
  g_test_add_func ("/lower/selects-that-fail-become-lazy", test_selects_that_fail_become_lazy);
  g_test_add_func ("/lower/buffers-shrink", test_buffers_shrink);
  g_test_add_func ("/lower/buffers-share-memory", test_buffers_share_memory);
  g_test_add_func ("/lower/shared-memory-is-free", test_shared_memory_is_free);
  g_test_add_func ("/lower/memory-grows-linearly", test_memory_grows_linearly);
  g_test_add_func ("/lower/guarded-copies-are-whole", test_guarded_copies_are_whole);
  g_test_add_func ("/lower/strides-are-aligned", test_strides_are_aligned);
  g_test_add_func ("/lower/conditions-are-cut-away", test_conditions_are_cut_away);
  g_test_add_func ("/lower/parallel-loops-stay-whole", test_parallel_loops_stay_whole);
  g_test_add_func ("/lower/parallel-sums-are-serial", test_parallel_sums_are_serial);
  g_test_add_func ("/lower/parallel-loops-fuse", test_parallel_loops_fuse);
  g_test_add_func ("/lower/pragma-counts-steps", test_pragma_counts_steps);
  g_test_add_func ("/lower/names-are-no-obstacles", test_names_are_no_obstacles);
  g_test_add_func ("/lower/steps-are-registers", test_steps_are_registers);
  g_test_add_func ("/lower/single-loops-keep-their-word", test_single_loops_keep_their_word);
  g_test_add_func ("/lower/conditions-take-lanes", test_conditions_take_lanes);
  g_test_add_func ("/lower/uniform-conditions", test_uniform_conditions);
  g_test_add_func ("/lower/vectors-appear", test_vectors_appear);
  g_test_add_func ("/lower/accumulators-are-local", test_accumulators_are_local);
  g_test_add_func ("/lower/runs-beside-loops-are-local", test_runs_beside_loops_are_local);
  g_test_add_func ("/lower/rows-of-a-run-are-local", test_rows_of_a_run_are_local);
  g_test_add_func ("/lower/tiles-are-read-at-once", test_tiles_are_read_at_once);
  g_test_add_func ("/lower/invariants-are-hoisted", test_invariants_are_hoisted);
  g_test_add_func ("/lower/short-loops-are-unrolled", test_short_loops_are_unrolled);
  g_test_add_func ("/lower/prefetches-are-one-per-line", test_prefetches_are_one_per_line);
  g_test_add_func ("/lower/buffers-have-versions", test_buffers_have_versions);
  g_test_add_func ("/lower/bad-pipelines", test_bad_pipelines);
  g_test_add_func ("/lower/bad-annotations", test_bad_annotations);
  g_test_add_func ("/lower/refusals", test_refusals);
  return g_test_run ();
}
