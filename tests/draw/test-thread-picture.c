/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of a kernel's threads: its phases, and what a lane accesses. */
#include "core/draw/data/thread-picture.h"

#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define WIDTH  640
#define HEIGHT 520

/* Tiles of A and W in shared memory, 32 × 8 threads. */
static const char matmul[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((256, 256), \"float32\"), W: T.Buffer((256, 256), \"float32\"), C: T.Buffer((256, 256), \"float32\")):\n"
  "    A_shared = T.alloc_buffer((256, 256), scope=\"shared\")\n"
  "    W_shared = T.alloc_buffer((256, 256), scope=\"shared\")\n"
  "    C_local = T.alloc_buffer((256, 256), scope=\"local\")\n"
  "    for by in T.thread_binding(8, thread=\"blockIdx.y\"):\n"
  "        for bx in T.thread_binding(8, thread=\"blockIdx.x\"):\n"
  "            for ty in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
  "                for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
  "                    for i in range(4):\n"
  "                        with T.block(\"init\"):\n"
  "                            vi = T.axis.spatial(256, by * 32 + ty * 4 + i)\n"
  "                            vj = T.axis.spatial(256, bx * 32 + tx)\n"
  "                            T.reads()\n"
  "                            T.writes(C_local[vi, vj])\n"
  "                            C_local[vi, vj] = T.float32(0)\n"
  "                    for k_0 in range(16):\n"
  "                        for a in range(2):\n"
  "                            with T.block(\"A_shared\"):\n"
  "                                v = T.axis.spatial(256, by * 32 + (a * 256 + ty * 32 + tx) // 16)\n"
  "                                w = T.axis.spatial(256, k_0 * 16 + (a * 256 + ty * 32 + tx) % 16)\n"
  "                                T.reads(A[v, w])\n"
  "                                T.writes(A_shared[v, w])\n"
  "                                A_shared[v, w] = A[v, w]\n"
  "                        for b in range(2):\n"
  "                            with T.block(\"W_shared\"):\n"
  "                                v = T.axis.spatial(256, k_0 * 16 + (b * 256 + ty * 32 + tx) // 32)\n"
  "                                w = T.axis.spatial(256, bx * 32 + (b * 256 + ty * 32 + tx) % 32)\n"
  "                                T.reads(W[v, w])\n"
  "                                T.writes(W_shared[v, w])\n"
  "                                W_shared[v, w] = W[v, w]\n"
  "                        for k_1, i in T.grid(16, 4):\n"
  "                            with T.block(\"C\"):\n"
  "                                vi = T.axis.spatial(256, by * 32 + ty * 4 + i)\n"
  "                                vj = T.axis.spatial(256, bx * 32 + tx)\n"
  "                                vk = T.axis.reduce(256, k_0 * 16 + k_1)\n"
  "                                T.reads(C_local[vi, vj], A_shared[vi, vk], W_shared[vk, vj])\n"
  "                                T.writes(C_local[vi, vj])\n"
  "                                C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * W_shared[vk, vj]\n"
  "                    for i in range(4):\n"
  "                        with T.block(\"store\"):\n"
  "                            vi = T.axis.spatial(256, by * 32 + ty * 4 + i)\n"
  "                            vj = T.axis.spatial(256, bx * 32 + tx)\n"
  "                            T.reads(C_local[vi, vj])\n"
  "                            T.writes(C[vi, vj])\n"
  "                            C[vi, vj] = C_local[vi, vj]\n";

typedef struct
{
  TlModule        *module;
  TlNest          *nest;
  TlDataLayout    *layout;
  TlThreadPicture *picture;
} Kernel;

/* Of the block of that name, every loop at its first iteration. */
static Kernel
kernel_of (const char *name, double width)
{
  Kernel             kernel = { .module = read_module (matmul) };
  g_autoptr (GArray) blocks = NULL;
  const gint64       position[16] = { 0 };
  TlTarget           target = tl_target_host ();

  kernel.nest = tl_nest_new (kernel.module, "main");
  blocks = tl_data_blocks (kernel.nest, 0);
  for (guint i = 0; i < blocks->len && kernel.layout == NULL; i++)
    {
      TlNodeId id = g_array_index (blocks, TlNodeId, i);

      if (g_str_equal (kernel.nest->items[tl_nest_find (kernel.nest, id)].label, name))
        kernel.layout = tl_data_layout_new (kernel.nest, id);
    }
  kernel.picture = tl_thread_picture_new (kernel.layout, position, width, HEIGHT);
  tl_thread_picture_set_target (kernel.picture, &target);
  return kernel;
}

static void
kernel_clear (Kernel *kernel)
{
  tl_thread_picture_free (kernel->picture);
  tl_data_layout_free (kernel->layout);
  tl_nest_free (kernel->nest);
  tl_module_unref (kernel->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Kernel, kernel_clear)

static void
test_phases (void)
{
  g_auto (Kernel)      kernel = kernel_of ("C", WIDTH), narrow = kernel_of ("C", 320);
  const GPtrArray     *phases = kernel.picture->phases;
  const TlThreadPhase *load, *compute;
  g_autofree char     *title = NULL, *text = NULL, *threads = NULL, *of_load = NULL, *summary = tl_thread_picture_summary (kernel.picture);

  g_assert_cmpuint (phases->len, ==, 4);
  load = phases->pdata[1];
  compute = phases->pdata[2];
  title = tl_thread_phase_title (load);
  text = tl_thread_phase_text (load);
  threads = tl_thread_phase_threads (kernel.picture, load);
  g_assert_cmpstr (title, ==, "A_shared, W_shared");
  g_assert_cmpstr (text, ==, "k_0 × 16, writes A_shared, W_shared");
  g_assert_cmpstr (threads, ==, "256 of 256 threads");
  g_assert_true (load->waits && compute->waits);
  g_assert_true (tl_thread_picture_is_in (kernel.picture, compute) && !tl_thread_picture_is_in (kernel.picture, load));
  g_assert_nonnull (strstr (summary, ". Phases: init, 256 of 256 threads; barrier, A_shared, W_shared, 256 of 256 threads, k_0 × 16, "
                                     "writes A_shared, W_shared; barrier, C, 256 of 256 threads, k_0 × 16, reads A_shared, W_shared; "
                                     "store, 256 of 256 threads"));
  of_load = tl_thread_picture_phase_text (kernel.picture, load);
  g_assert_cmpstr (of_load, ==, "A_shared, W_shared, after a barrier\nk_0 × 16, writes A_shared, W_shared\n256 of 256 threads");
  g_assert_true (tl_thread_picture_phase_at (kernel.picture, kernel.picture->phases_x + 20,
                                             kernel.picture->phases_y + TL_PHASES_FIRST + 1.5 * TL_PHASE_HEIGHT) == load);
  g_assert_null (tl_thread_picture_phase_at (kernel.picture, kernel.picture->phases_x + 20, kernel.picture->phases_y + 4));
  g_assert_null (tl_thread_picture_phase_at (kernel.picture, kernel.picture->requests_x, kernel.picture->phases_y + 60));
  g_assert_cmpfloat (kernel.picture->phases_y, ==, kernel.picture->requests_y);   /* beside each other, or one above the other */
  g_assert_cmpfloat (kernel.picture->requests_x, >, kernel.picture->phases_width);
  g_assert_cmpfloat (narrow.picture->phases_y, <, narrow.picture->requests_y);
  g_assert_cmpfloat (tl_thread_picture_needed_height (narrow.picture), >, tl_thread_picture_needed_height (kernel.picture));
}

/* Its elements, and who shares their sectors and banks; another warp than the one whose requests are listed, too. */
static void
test_lane (void)
{
  g_auto (Kernel)  compute = kernel_of ("C", WIDTH), load = kernel_of ("A_shared", WIDTH);
  g_autofree char *first = tl_thread_picture_lane_text (compute.picture, 7), *other = tl_thread_picture_lane_text (compute.picture, 39);
  g_autofree char *loading = tl_thread_picture_lane_text (load.picture, 16);

  g_assert_cmpstr (first, ==, "Thread 7: warp 0, lane 7\nreads C_local[0, 7]: registers\nwrites C_local[0, 7]: registers\n"
                              "reads A_shared[0, 0]: bank 0, one word for 32 lanes\nreads W_shared[0, 7]: bank 7, no conflict");
  g_assert_nonnull (strstr (other, "Thread 39: warp 1, lane 7\nreads C_local[4, 7]: registers\n"));
  g_assert_nonnull (strstr (other, "\nreads A_shared[4, 0]: bank 0, one word for 32 lanes\n"));
  g_assert_cmpstr (loading, ==, "Thread 16: warp 0, lane 16\nwrites A_shared[1, 0]: bank 16, no conflict\n"
                                "reads A[1, 0]: its sector serves 8 lanes");
}

/* Its cell is framed, and what it accesses in the requests, where these are its warp's. */
static void
test_lane_marks (void)
{
  g_auto (Kernel) kernel = kernel_of ("C", WIDTH);

  for (guint warp = 0; warp < 2; warp++)
    {
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      g_autoptr (cairo_t)         cr = cairo_create (surface);
      const TlThreadCells        *cells = &kernel.picture->warps;
      guint                       n_marked = 0;

      tl_draw_thread_lane (cr, kernel.picture, warp * TL_WARP_LANES + 5, tl_palette (FALSE));
      cairo_surface_flush (surface);
      g_assert_cmpuint (alpha_at (surface, cells->x + 5 * cells->cell + 3, cells->y + warp * cells->cell - 1), >, 0);
      for (int y = (int) kernel.picture->requests_y; y < HEIGHT; y++)
        for (int x = (int) kernel.picture->requests_x - 2; x < WIDTH; x++)
          n_marked += alpha_at (surface, x, y) > 0;
      g_assert_cmpint (n_marked > 40, ==, warp == 0);
      g_assert_cmpint (n_marked == 0, ==, warp == 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/thread-picture/phases", test_phases);
  g_test_add_func ("/draw/thread-picture/lane", test_lane);
  g_test_add_func ("/draw/thread-picture/lane-marks", test_lane_marks);
  return g_test_run ();
}
