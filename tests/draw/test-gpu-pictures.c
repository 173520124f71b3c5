/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a GPU kernel that need no GPU, and their pictures. */
#include "core/draw/data/thread-cells.h"
#include "core/draw/gpu/gpu-pictures.h"
#include "core/draw/palette.h"
#include "core/session/gpu/kernel-levels.h"
#include "core/session/program-view.h"
#include "tests/draw/surface.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

/* 128 threads of a block copy a tile of 32 × 128 transposed: rows are read together, the tile column by column without padding. */
static const char transposed[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((1024, 1024), \"float32\"), B: T.Buffer((1024, 1024), \"float32\")):\n"
    "    A_shared = T.alloc_buffer((1024, 1024), scope=\"shared\")\n"
    "    for b in T.thread_binding(1024, thread=\"blockIdx.x\"):\n"
    "        for y in range(8):\n"
    "            for t in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "                with T.block(\"A_shared\"):\n"
    "                    v0 = T.axis.spatial(1024, b // 32 * 32 + y * 4 + t // 32)\n"
    "                    v1 = T.axis.spatial(1024, b % 32 * 32 + t % 32)\n"
    "                    A_shared[v0, v1] = A[v0, v1]\n"
    "        for y in range(8):\n"
    "            for t in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "                with T.block(\"B\"):\n"
    "                    v0 = T.axis.spatial(1024, b % 32 * 32 + y * 4 + t // 32)\n"
    "                    v1 = T.axis.spatial(1024, b // 32 * 32 + t % 32)\n"
    "                    B[v0, v1] = A_shared[v1, v0]\n";

typedef struct
{
  char          *folder;
  TlSession     *session;
  TlKernelFacts *facts;
} GpuFixture;

static TlKernelFacts *
facts_of (TlSession *session, const char *block)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  TlNodeId                 node = block != NULL ? tl_program_view_find_block (tl_session_func (session), block, strlen (block)) : 0;
  TlKernelFacts           *facts;

  tl_session_kernel_facts_async (session, tl_session_state (session), node, NULL, FALSE, NULL, take_result, &result);
  facts = tl_session_kernel_facts_finish (session, wait_for (&result), &error);
  g_assert_no_error (error);
  return facts;
}

static void
set_up (GpuFixture *fixture, gconstpointer target)
{
  fixture->session = open_script (transposed, target, &fixture->folder);
  fixture->facts = facts_of (fixture->session, "B");
}

static void
tear_down (GpuFixture *fixture, gconstpointer target)
{
  g_clear_pointer (&fixture->facts, tl_kernel_facts_free);
  g_object_unref (fixture->session);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static const TlWarpAccess *
access_of (const TlKernelFacts *facts, const char *buffer)
{
  for (guint i = 0; i < facts->accesses->len; i++)
    if (g_str_equal (g_array_index (facts->accesses, TlWarpAccess, i).buffer->name, buffer))
      return &g_array_index (facts->accesses, TlWarpAccess, i);
  return NULL;
}

/* 128 threads, 4 KiB: 16 blocks by their threads; 1024 blocks on 108 multiprocessors. */
static void
test_occupancy (GpuFixture *fixture, gconstpointer target)
{
  const TlKernelFacts *facts = fixture->facts;
  g_autofree char     *limit = tl_kernel_facts_limit_text (facts), *waves = tl_kernel_facts_waves_text (facts), *text = NULL;

  g_assert_cmpint (facts->n_blocks_of[TL_OCCUPANCY_WARPS], ==, 16);
  g_assert_cmpint (facts->n_blocks_of[TL_OCCUPANCY_BLOCKS], ==, 32);
  g_assert_cmpint (facts->n_blocks_of[TL_OCCUPANCY_SHARED], ==, 32);   /* (4 + 1) KiB of 164 */
  g_assert_cmpint (facts->n_blocks_of[TL_OCCUPANCY_REGISTERS], >=, 16);
  g_assert_cmpstr (limit, ==, "64 of 64 warps on a multiprocessor of sm_80, bound by threads; registers estimated");
  g_assert_cmpstr (waves, ==, "1024 blocks for 108 multiprocessors: 1 wave, 59 % of its places used");
  text = tl_occupancy_text (&facts->occupancy, facts->n_blocks_of);
  g_assert_nonnull (strstr (text, "threads: 16 blocks, 128 of 2048 (bound)"));
  g_assert_nonnull (strstr (text, "shared memory: 32 blocks, 4 KiB of 164 KiB"));
}

/* A column of the tile lies in one bank; rows of the result are whole lines. */
static void
test_requests (GpuFixture *fixture, gconstpointer target)
{
  g_autoptr (TlKernelFacts) copy = facts_of (fixture->session, "A_shared");
  const TlWarpAccess       *column = access_of (fixture->facts, "A_shared"), *row = access_of (copy, "A_shared");
  g_autofree char          *conflict = tl_banks_text (column), *none = tl_banks_text (row);
  g_autofree char          *sectors = tl_sectors_text (access_of (fixture->facts, "B"));

  g_assert_cmpstr (conflict, ==, "32 passes: 32 different words of one bank; 1 at best");
  g_assert_cmpstr (none, ==, "1 pass: no conflict, 32 banks");
  g_assert_cmpstr (sectors, ==, "4 sectors in 1 line: no more than the bytes fill");
  g_assert_cmpint (tl_kernel_facts_bytes (fixture->facts, column->buffer), ==, 4096);
  g_assert_cmpint (tl_kernel_facts_bytes (fixture->facts, access_of (fixture->facts, "B")->buffer), ==, 0);
  g_assert_true (&g_array_index (fixture->facts->accesses, TlWarpAccess, 0) == column);   /* the dearest first */
}

/* Without a selection the block of the first kernel that runs most is shown; phases are the same for both, with a barrier between. */
static void
test_phases (GpuFixture *fixture, gconstpointer target)
{
  g_autoptr (TlKernelFacts) first = facts_of (fixture->session, NULL);
  const TlThreadPhase      *last = fixture->facts->phases->pdata[fixture->facts->phases->len - 1];

  g_assert_cmpstr (first->tiles->block->name, ==, "B");
  g_assert_cmpuint (fixture->facts->phases->len, ==, 2);
  g_assert_true (last->waits);
}

/* Of a GPU that nothing is known of the limits are those of a usual one, and its multiprocessors are not counted. */
static void
test_assumed (GpuFixture *fixture, gconstpointer target)
{
  g_autofree char *limit = tl_kernel_facts_limit_text (fixture->facts);

  g_assert_true (fixture->facts->is_assumed);
  g_assert_null (tl_kernel_facts_waves_text (fixture->facts));
  g_assert_nonnull (strstr (limit, "of a usual GPU"));
}

static void
test_no_kernel (void)
{
  g_autofree char      *folder = NULL;
  g_autoptr (TlSession) session = open_script ("from tvm.script import tir as T\n@T.prim_func\n"
                                               "def main(A: T.Buffer((8,), \"float32\")):\n    for i in range(8):\n"
                                               "        with T.block(\"A\"):\n            v = T.axis.spatial(8, i)\n"
                                               "            A[v] = T.float32(1)\n", "cuda -arch=sm_80", &folder);

  g_assert_null (facts_of (session, NULL));
  remove_folder (folder);
}

/* The time comes with its terms: reading columns of a bank is what limits; all bytes of both matrices cross L2. */
static void
test_cost (GpuFixture *fixture, gconstpointer target)
{
  const TlKernelCost *cost = fixture->facts->kernel;
  g_autofree char    *terms = NULL, *memory = NULL;

  g_assert_cmpuint (fixture->facts->cost->kernels->len, ==, 1);
  terms = tl_cost_terms_text (cost);
  memory = tl_gpu_memory_text (cost);
  g_assert_true (g_str_has_prefix (terms, tl_cost_term_name (cost->limit)));
  g_assert_nonnull (strstr (memory, "memory: 8 MiB"));
  g_assert_cmpfloat (tl_cost_terms_height (cost), >=, TL_COST_ROW);
  g_assert_cmpfloat (tl_cost_terms_height (cost), <=, TL_N_COST_TERMS * TL_COST_ROW);
}

static void
assert_level (const TlKernelFacts *facts, TlKernelLevel level, const char *title, const char *text, const char *loops)
{
  g_autofree char   *own_title = tl_kernel_level_title (facts, level), *own_text = tl_kernel_level_text (facts, level);
  g_autoptr (GArray) own_loops = tl_kernel_level_loops (facts, level);
  GString           *names = g_string_new (NULL);
  g_autofree char   *said = NULL;

  for (guint i = 0; i < own_loops->len; i++)
    g_string_append_printf (names, "%s ", facts->tiles->loops[g_array_index (own_loops, guint, i)]->loop.var->name);
  said = g_string_free (names, FALSE);
  g_assert_cmpstr (own_title, ==, title);
  g_assert_cmpstr (own_text, ==, text);
  g_assert_cmpstr (said, ==, loops);
}

/* From the grid to one thread: what it runs, and the requests of its warp. Beyond the kernel it is at the first one. */
static void
test_levels (GpuFixture *fixture, gconstpointer target)
{
  TlKernelFacts *facts = fixture->facts;

  tl_kernel_facts_go_to (facts, 5, 37);
  assert_level (facts, TL_LEVEL_GRID, "Grid of 1024", "One wave: 1024 of 1728 places", "b ");
  assert_level (facts, TL_LEVEL_BLOCK, "Block 5: 128 threads in 4 warps", "Warp 1: threads 32 to 63", "t ");
  assert_level (facts, TL_LEVEL_THREAD, "Thread 37",
                "Lane 5 of warp 1: 8 iterations of B\nwrites B[161, 5]\nreads A_shared[5, 161]\nin one iteration of y", "y ");
  g_assert_cmpint (access_of (facts, "B")->addresses[5], ==, (161 * 1024 + 5) * 4);
  tl_kernel_facts_go_to (facts, 1024, 128);
  g_assert_cmpint (facts->block, ==, 0);
  g_assert_cmpint (facts->thread, ==, 0);
  facts->occupancy.n_blocks = 4;
  tl_kernel_facts_go_to (facts, 432, 0);
  assert_level (facts, TL_LEVEL_GRID, "Grid of 1024", "Wave 2 of 3: 432 run at once, 160 in the last one", "b ");
}

/* Copies that take fewer threads than the kernel has leave the others without work. */
static void
test_idle_threads (void)
{
  g_autofree char      *folder = NULL;
  g_autoptr (TlSession) session
    = open_script ("from tvm.script import tir as T\n@T.prim_func\n"
                   "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                   "    S = T.alloc_buffer((64,), scope=\"shared\")\n"
                   "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n"
                   "        for t in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
                   "            for e in T.vectorized(4):\n"
                   "                with T.block(\"S\"):\n                    v = T.axis.spatial(64, t * 4 + e)\n"
                   "                    S[v] = A[v]\n"
                   "        for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n"
                   "            with T.block(\"B\"):\n                v = T.axis.spatial(64, t)\n"
                   "                B[v] = S[63 - v]\n", "nvidia/nvidia-a100", &folder);
  g_autoptr (TlKernelFacts) copy = facts_of (session, "S");
  g_autofree char *text = NULL;

  tl_kernel_facts_go_to (copy, 0, 15);
  g_assert_true (copy->runs);
  tl_kernel_facts_go_to (copy, 0, 16);
  g_assert_false (copy->runs);
  g_assert_false (tl_kernel_facts_thread_runs (copy, 63));
  text = tl_kernel_level_text (copy, TL_LEVEL_THREAD);
  g_assert_cmpstr (text, ==, "Lane 16 of warp 0\ndoes not run S");
  remove_folder (folder);
}

/* All cells where they fit; else a part around the chosen one, which a point finds again. */
static void
test_cells (void)
{
  TlThreadCells all = tl_thread_cells_place (2, 2, 352, 88, 256, 32, 100);
  TlThreadCells part = tl_thread_cells_place (0, 0, 132, 132, 100000, 1000, 70000);

  g_assert_cmpuint (all.columns, ==, 32);
  g_assert_cmpuint (all.rows, ==, 8);
  g_assert_cmpint (tl_thread_cells_at (&all, 2 + 4.5 * all.cell, 2 + 3.5 * all.cell), ==, 3 * 32 + 4);
  g_assert_cmpint (tl_thread_cells_at (&all, 0, 2), ==, -1);
  g_assert_true (tl_thread_cells_shows (&part, 70000));
  g_assert_false (tl_thread_cells_shows (&part, 0));
  g_assert_cmpfloat (part.rows * part.cell, <=, 132);
}

/* All pictures have something in them, in each style and also where there is little room. */
static void
test_drawn (GpuFixture *fixture, gconstpointer target)
{
  const TlKernelFacts *facts = fixture->facts;
  const TlWarpAccess  *shared = access_of (facts, "A_shared"), *global = access_of (facts, "B");

  for (guint i = 0; i < 8; i++)
    {
      const TlPalette *palette = i % 2 == 0 ? tl_palette (i / 4 % 2 == 0) : tl_palette_high_contrast (i / 4 % 2 == 0);
      double           width = i / 2 % 2 == 0 ? 352 : 140;
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 300);
      g_autoptr (cairo_t) cr = cairo_create (surface);

      tl_draw_occupancy (cr, &facts->occupancy, facts->n_blocks_of, palette, width, TL_OCCUPANCY_HEIGHT);
      tl_draw_multiprocessors (cr, 108, 1024, facts->occupancy.n_blocks, palette, width, tl_multiprocessors_height (108, width));
      tl_draw_cost_terms (cr, facts->kernel, palette, width, tl_cost_terms_height (facts->kernel));
      tl_draw_gpu_memory (cr, facts->kernel, palette, width, TL_N_GPU_LEVELS * TL_COST_ROW);
      tl_draw_banks (cr, shared, 4096, palette, width, tl_banks_height (shared, 4096, width));
      tl_draw_sectors (cr, global, palette, width, tl_sectors_height (global, width));
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_flush (surface);
      g_assert_cmpuint (alpha_at (surface, 2, 2), >, 0);
    }
  g_assert_cmpfloat (tl_multiprocessors_height (108, 352), ==, 44);       /* 32 in a row of 11 px */
  g_assert_cmpfloat (tl_banks_height (shared, 256, 352), <, tl_banks_height (shared, 4096, 352) + 1);
}

/* Loops over virtual threads are marked as such. */
static void
test_glyphs (void)
{
  static const struct { const char *thread, *glyph; } rows[] = {
    { "blockIdx.x", "B.x" }, { "threadIdx.y", "T.y" }, { "vthread.x", "V.x" }, { "vthread", "V" },
  };
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const TlLoop     loop = { .kind = TL_LOOP_THREAD_BINDING, .thread = rows[i].thread, .extent = tl_int (arena, 4) };
      g_autofree char *glyph = tl_loop_glyph (&loop);

      g_assert_cmpstr (glyph, ==, rows[i].glyph);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/gpu-pictures/occupancy", GpuFixture, "nvidia/nvidia-a100", set_up, test_occupancy, tear_down);
  g_test_add ("/gpu-pictures/requests", GpuFixture, "nvidia/nvidia-a100", set_up, test_requests, tear_down);
  g_test_add ("/gpu-pictures/phases", GpuFixture, "nvidia/nvidia-a100", set_up, test_phases, tear_down);
  g_test_add ("/gpu-pictures/cost", GpuFixture, "nvidia/nvidia-a100", set_up, test_cost, tear_down);
  g_test_add ("/gpu-pictures/assumed", GpuFixture, "opencl", set_up, test_assumed, tear_down);
  g_test_add ("/gpu-pictures/drawn", GpuFixture, "nvidia/nvidia-a100", set_up, test_drawn, tear_down);
  g_test_add ("/gpu-pictures/levels", GpuFixture, "nvidia/nvidia-a100", set_up, test_levels, tear_down);
  g_test_add_func ("/gpu-pictures/glyphs", test_glyphs);
  g_test_add_func ("/gpu-pictures/idle-threads", test_idle_threads);
  g_test_add_func ("/gpu-pictures/cells", test_cells);
  g_test_add_func ("/gpu-pictures/no-kernel", test_no_kernel);
  return g_test_run ();
}
