/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tileloom-bench-window: opens the product's window, drives it through the calls and signals that a person's input causes, and prints one
 * line per figure:
 *
 *   start      from the start of the process, as reported by the kernel (to 10 ms), to the end of the first painted frame: loading
 *              libraries, connecting to the display, building the window and painting it
 *   primitive  from the call that applies a primitive to the end of the frame that shows the result, with a pause before each
 *   drag       from the beginning of a drag of a loop's header until it is known where it may be dropped: all places tried, in a thread
 *   nest       the lines of 60 loops that fit; a program of 1000 blocks that is scrolled: frames as lines, as boxes, and zoomed out
 *   graph      a model of 500 nodes on the page Model: from the call that opens it until all of it is painted, and a step of a drag or of
 *              the wheel, at zoom 1 and with all of it in view
 *   data       the picture of the buffers of a scheduled 1024 matmul: from the program to the first one, at the next iteration, and the
 *              tiles of the loop under the pointer
 *   plot       repaint: one frame, from before-paint to after-paint, after a batch of trials was added; batch: adding it, before that
 *              frame;
 *              hover: the trial under the pointer is found and shown; pan and zoom: a step of the drag or of the wheel with nearly all
 *              trials in view, until it is shown: all frames of it, and what the main thread does between them
 *   parallel   parallel coordinates: a brush that is dragged over 50 000 trials, a trial hovered, more trials; each with its frame
 *   memory     resident memory of the process with 10 000 and 100 000 trials shown, and before
 *   tuning     the frames while a run measures real candidates as fast as possible, with its plot shown
 *
 * With --rounds N the figures have N frames instead of 30, and programs, trials and pauses become smaller in proportion: to see that
 * all of it works.
 *
 * Only frames of the frame clock in which something was painted count. On a shared machine, elapsed times also include the work of others:
 * CPU time of the main thread follows in brackets.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/format.h"
#include "core/base/watchdog.h"
#include "core/draw/data/draw-data.h"
#include "core/session/steps/applicable-primitives.h"
#include "tests/bench/window-frames.h"
#include "tests/bench/window-graph.h"
#include "tests/bench/window-nest.h"
#include "tests/chain-program.h"
#include "tests/bench/window-parallel.h"
#include "tests/temporary.h"
#include "ui/application.h"
#include "ui/canvas/nest-drops.h"
#include "ui/tune/trial-plot.h"

#define OPEN_TIMEOUT_MS  20000
#define PAUSE_MS         200      /* several frames, so that deferred work of an edit ends before the next one */
#define N_STEPS          20
#define N_MATMULS        16       /* three loops each; two more in the block that follows */
#define N_DRAG_LOOPS     60
#define N_BLOCKS         1000
#define N_DEEP           12       /* of them around one block */
#define N_TRIALS         100000
#define N_BATCH          8
#define N_REMEMBERED     10000    /* trials at which memory is reported */
#define FRAME_MS         16       /* a frame of a 60 Hz display */
#define TUNING_MS        10000
#define STOP_TIMEOUT_MS  60000

typedef struct
{
  TlWindow      *window;         /* borrowed from the application */
  TlSession     *session;        /* borrowed from the window */
  TlBenchFrames  frames;
  gboolean       has_opened;     /* the last program requested */
  int            width;          /* the last width requested */
} WindowBench;

static void
pause_briefly (void)
{
  tl_bench_run_until (NULL, NULL, PAUSE_MS);
}

/* --- start --- */

/* The time since boot at which the kernel started this process; 0 where it is not reported. */
static double
process_start_s (void)
{
  g_autofree char *stat = NULL;
  g_auto (GStrv)   fields = NULL;
  const char      *after_name;

  if (!g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL) || (after_name = strrchr (stat, ')')) == NULL)
    return 0;
  fields = g_strsplit (after_name + 2, " ", -1);
  return g_strv_length (fields) > 19 ? g_ascii_strtod (fields[19], NULL) / (double) sysconf (_SC_CLK_TCK) : 0;
}

static gboolean
bench_start (WindowBench *bench, TlApplication *application, GError **error)
{
  TlBenchInstant  began = tl_bench_now (), presented;
  struct timespec since_boot;

  bench->window = tl_window_new (ADW_APPLICATION (application), tl_application_settings (application));
  bench->session = tl_window_session (bench->window);
  gtk_window_present (GTK_WINDOW (bench->window));
  presented = tl_bench_now ();
  tl_bench_frames_follow (&bench->frames, bench->window);
  if (!tl_bench_frames_wait (&bench->frames, error))
    return FALSE;
  clock_gettime (CLOCK_BOOTTIME, &since_boot);
  printf ("start      first frame after %.0f ms (%.0f ms of them creating the window, %.0f ms painting it)\n",
          ((double) since_boot.tv_sec + (double) since_boot.tv_nsec * 1e-9 - process_start_s ()) * 1e3,
          tl_bench_span (began, presented).elapsed_ms, tl_bench_span (presented, bench->frames.ended).elapsed_ms);
  fflush (stdout);
  return TRUE;
}

/* --- a primitive --- */

/* T0 = A @ B, T1 = T0 @ B, …, then a ReLU. */
static char *
chain_text (void)
{
  g_autoptr (GString) text = g_string_new ("@T.prim_func\n"
                                           "def chain(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), "
                                           "C: T.Buffer((64, 64), \"float32\")):\n"
                                           "    T.func_attr({\"global_symbol\": \"chain\", \"tir.noalias\": True})\n");
  g_autofree char *from = g_strdup ("A");

  for (guint i = 0; i < N_MATMULS; i++)
    g_string_append_printf (text, "    T%u = T.alloc_buffer((64, 64), dtype=\"float32\")\n", i);
  for (guint i = 0; i < N_MATMULS; i++)
    {
      g_string_append_printf (text,
                              "    for i%u, j%u, k%u in T.grid(64, 64, 64):\n"
                              "        with T.block(\"T%u\"):\n"
                              "            vi, vj, vk = T.axis.remap(\"SSR\", [i%u, j%u, k%u])\n"
                              "            with T.init():\n"
                              "                T%u[vi, vj] = T.float32(0)\n"
                              "            T%u[vi, vj] = T%u[vi, vj] + %s[vi, vk] * B[vk, vj]\n",
                              i, i, i, i, i, i, i, i, i, i, from);
      g_free (from);
      from = g_strdup_printf ("T%u", i);
    }
  g_string_append_printf (text,
                          "    for i, j in T.grid(64, 64):\n"
                          "        with T.block(\"C\"):\n"
                          "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                          "            C[vi, vj] = T.max(%s[vi, vj], T.float32(0))\n",
                          from);
  return g_strdup (text->str);
}

static void
on_opened (TlSession *session, WindowBench *bench)
{
  bench->has_opened = TRUE;
  g_signal_handlers_disconnect_by_func (session, on_opened, bench);
}

static gboolean
has_opened (gpointer user_data)
{
  const WindowBench *bench = user_data;

  return bench->has_opened;
}

static gboolean
open_text (WindowBench *bench, const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (!g_file_set_contents (path, text, -1, error))
    return FALSE;
  g_signal_connect (bench->session, "opened", G_CALLBACK (on_opened), bench);
  bench->has_opened = FALSE;
  tl_window_open (bench->window, path);
  if (!tl_bench_run_until (has_opened, bench, OPEN_TIMEOUT_MS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the program was not opened within %d s", OPEN_TIMEOUT_MS / 1000);
      return FALSE;
    }
  tl_bench_run_until (NULL, NULL, 1000);
  return TRUE;
}

static const char matmul_text[] = "@T.prim_func\n"
                                  "def matmul(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), "
                                  "C: T.Buffer((128, 128), \"float32\")):\n"
                                  "    for i, j, k in T.grid(128, 128, 128):\n"
                                  "        with T.block(\"C\"):\n"
                                  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                  "            with T.init():\n"
                                  "                C[vi, vj] = T.float32(0)\n"
                                  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

/* The page Tune is shown of a program. */
static gboolean
show_tune (WindowBench *bench, const char *folder, GError **error)
{
  if (!tl_session_is_open (bench->session) && !open_text (bench, folder, "matmul.py", matmul_text, error))
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (bench->window), "win.page", "s", "tune");
  return TRUE;
}

static TlWalk
collect_loop (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_array_append_val (user_data, stmt->loop.id);
  return TL_WALK_INTO;
}

/* Splits the selected loop, as the key of the canvas does. */
static gboolean
split (TlSession *session, TlNodeId loop, GError **error)
{
  const TlPrimitive  *primitive = tl_primitive_find ("split");
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlArg              *args;

  return tl_applicable_primitive_guess_args (primitive, tl_state_module (tl_variant_state (tl_session_current (session))), &loop, 1, arena,
                                             &args, error)
         && tl_session_apply (session, primitive, args, tl_primitive_n_args (primitive), error);
}

static gboolean
bench_primitive (WindowBench *bench, const char *folder, GError **error)
{
  TlSession         *session = bench->session;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (TlNodeId)), spans = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));
  g_autofree char   *chain = chain_text ();
  TlBenchSpan        median, worst;

  if (!open_text (bench, folder, "chain.py", chain, error))
    return FALSE;
  tl_stmt_walk (tl_session_func (session)->body->block.body, collect_loop, NULL, loops);
  for (guint step = 0; step < tl_bench_part (&bench->frames, N_STEPS); step++)
    {
      TlNodeId       loop = g_array_index (loops, TlNodeId, step * 7 % loops->len);
      TlBenchInstant began;
      TlBenchSpan    taken;

      tl_selection_pick (tl_session_selection (session), loop);
      pause_briefly ();
      began = tl_bench_now ();
      if (!split (session, loop, error) || !tl_bench_frames_wait (&bench->frames, error))
        return FALSE;
      taken = tl_bench_span (began, bench->frames.ended);
      g_array_append_val (spans, taken);
      tl_history_undo (tl_session_history (session));
      pause_briefly ();
    }
  median = tl_bench_median (spans, &worst);
  printf ("primitive  %u loops: median %.1f ms, worst %.1f ms (%.1f, %.1f ms; %u steps)\n", loops->len, median.elapsed_ms, worst.elapsed_ms,
          median.cpu_ms, worst.cpu_ms, spans->len);
  fflush (stdout);
  return TRUE;
}

/* --- a drag --- */

/* @n loops around one block, and as many nests of two loops after it as make @n_all loops. */
static char *
deep_text (guint n, guint n_all)
{
  g_autoptr (GString) text = g_string_new ("@T.prim_func\n"
                                           "def deep(A: T.Buffer((1048576,), \"float32\"), B: T.Buffer((64, 64), \"float32\"), "
                                           "C: T.Buffer((1048576,), \"float32\")):\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%*sfor i%u in range(2):\n", (int) (4 + 4 * i), "", i);
  g_string_append_printf (text, "%*swith T.block(\"C\"):\n%*sv = T.axis.spatial(1048576, ", (int) (4 + 4 * n), "", (int) (8 + 4 * n), "");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%si%u * %u", i > 0 ? " + " : "", i, 1u << (n - 1 - i));
  g_string_append_printf (text, ")\n%*sC[v] = A[v] * T.float32(2)\n", (int) (8 + 4 * n), "");
  for (guint i = n; i + 1 < n_all; i += 2)
    g_string_append_printf (text,
                            "    for j%u, k%u in T.grid(64, 64):\n"
                            "        with T.block(\"B%u\"):\n"
                            "            vi, vj = T.axis.remap(\"SS\", [j%u, k%u])\n"
                            "            B[vi, vj] = B[vi, vj] + T.float32(1)\n",
                            i, i, i, i, i);
  return g_strdup (text->str);
}

static void
on_tried (GObject *source, GAsyncResult *result, gpointer user_data)
{
  gboolean *is_done = user_data;

  *is_done = tl_dry_runs_finish (result, NULL);
}

static gboolean
is_true (gpointer user_data)
{
  return *(gboolean *) user_data;
}

static gboolean
bench_drag (WindowBench *bench, const char *folder, GError **error)
{
  g_autofree char     *deep = deep_text (N_DEEP, N_DRAG_LOOPS);
  g_autoptr (GArray)   spans = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));
  g_autoptr (TlNest)   nest = NULL;
  g_autofree gboolean *hidden = NULL;
  TlState             *state;
  TlBenchSpan          median, worst;
  guint                n_slots = 0;

  if (!open_text (bench, folder, "deep.py", deep, error))
    return FALSE;
  state = tl_variant_state (tl_session_current (bench->session));
  nest = tl_nest_new (tl_state_module (state), tl_session_func_name (bench->session));
  hidden = g_new0 (gboolean, nest->n_items);
  for (guint i = 0; i < tl_bench_part (&bench->frames, N_DEEP); i++)
    {
      TlBenchInstant began = tl_bench_now ();
      TlNestDrops   *drops = tl_nest_drops_new (nest, hidden, state, i);
      gboolean       is_done = FALSE;
      TlBenchSpan    taken;

      tl_dry_runs_async (drops->runs, NULL, on_tried, &is_done);
      tl_bench_run_until (is_true, &is_done, OPEN_TIMEOUT_MS);
      taken = tl_bench_span (began, tl_bench_now ());
      g_array_append_val (spans, taken);
      n_slots = drops->slots->len;
      tl_nest_drops_free (drops);
    }
  median = tl_bench_median (spans, &worst);
  printf ("drag       %u loops, %u places: median %.1f ms, worst %.1f ms (main thread %.1f, %.1f ms)\n", N_DRAG_LOOPS, n_slots,
          median.elapsed_ms, worst.elapsed_ms, median.cpu_ms, worst.cpu_ms);
  fflush (stdout);
  return TRUE;
}

/* --- large programs --- */

static GtkWidget *
find_descendant (GtkWidget *widget, GType type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_descendant (child, type);
  return found;
}

/* The longest of the dispatches, in CPU time. */
static void
on_hold (const TlHold *hold, gpointer longest_us)
{
  *(gint64 *) longest_us = MAX (*(gint64 *) longest_us, hold->cpu_us);
}

static gboolean
open_large (WindowBench *bench, const char *folder, GError **error)
{
  guint            n_blocks = tl_bench_part (&bench->frames, N_BLOCKS);
  g_autofree char *large = chain_program (n_blocks, 64);
  gint64           longest_us = 0;
  TlWatchdog      *watchdog = tl_watchdog_new (NULL, 1000, on_hold, &longest_us);
  TlBenchInstant   began = tl_bench_now ();
  gboolean         is_open = open_text (bench, folder, "large.py", large, error);
  TlBenchSpan      taken = tl_bench_span (began, tl_bench_now ());

  tl_watchdog_free (watchdog);
  if (is_open)
    printf ("nest       %d blocks opened in %.0f ms, of which the main thread worked %.0f ms, at most %.1f ms at once\n", n_blocks,
            taken.elapsed_ms, taken.cpu_ms, (double) longest_us * 1e-3);
  return is_open;
}

static gboolean
bench_nest (WindowBench *bench, const char *folder, GError **error)
{
  g_autofree char *small = chain_program (N_DRAG_LOOPS / 2, 64), *large = NULL;
  TlNestCanvas    *canvas = TL_NEST_CANVAS (find_descendant (GTK_WIDGET (bench->window), TL_TYPE_NEST_CANVAS));

  gtk_window_set_default_size (GTK_WINDOW (bench->window), 1280, 800);
  if (!open_text (bench, folder, "small.py", small, error))
    return FALSE;
  tl_bench_nest_fit (canvas, "60 loops", &bench->frames);
  large = g_strdup_printf ("%u blocks", tl_bench_part (&bench->frames, N_BLOCKS));
  return open_large (bench, folder, error) && tl_bench_nest_pan (canvas, large, &bench->frames, error);
}

static gboolean
bench_graph (WindowBench *bench, const char *folder, GError **error)
{
  gtk_window_set_default_size (GTK_WINDOW (bench->window), 1280, 800);
  pause_briefly ();
  return tl_bench_graph (TL_ZOOM_VIEW (find_descendant (GTK_WIDGET (bench->window), TL_TYPE_ZOOM_VIEW)), folder, &bench->frames, error);
}

/* --- the data --- */

/* A 1024 matmul as it is scheduled for vectors of 16: nine loops, the last tile of rows cut. */
static const char scheduled_matmul[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((1024, 1024), \"float32\"), B: T.Buffer((16, 1024, 64), \"float32\"), C: T.Buffer((1024, 1024), \"float32\")):\n"
  "    for j_0, k_0, i_0, j_1, k_1, k_2, i_1, j_2, j_3 in T.grid(8, 1, 171, 2, 256, 4, 6, 4, 16):\n"
  "        with T.block(\"C\"):\n"
  "            vi = T.axis.spatial(1024, i_0 * 6 + i_1)\n"
  "            vj = T.axis.spatial(1024, j_0 * 128 + j_1 * 64 + j_2 * 16 + j_3)\n"
  "            vk = T.axis.reduce(1024, k_0 * 1024 + k_1 * 4 + k_2)\n"
  "            T.where(i_0 * 6 + i_1 < 1024)\n"
  "            with T.init():\n"
  "                C[vi, vj] = T.float32(0)\n"
  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj // 64, vk, vj % 64]\n";

typedef enum { DATA_FIRST, DATA_STEP, DATA_HOVER, N_DATA } DataFigure;

/* Each figure's span; the surface is as large as the pane of a window of 1440×900. */
static void
time_data (const TlModule *module, gint64 row, TlBenchSpan spans[N_DATA])
{
  const TlCaches             caches = { 32 << 10, 1 << 20, 32 << 20 };
  const gint64               position[] = { 3, 0, row, 1, 100, 2, 0, 0, 0 };
  TlBenchInstant             began = tl_bench_now ();
  g_autoptr (TlNest)         nest = tl_nest_new (module, "main");
  g_autoptr (TlDataLayout)   layout = tl_data_layout_new (nest, tl_data_main_block (nest, 0));
  cairo_surface_t           *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 620, 480);
  cairo_t                   *cr = cairo_create (surface);

  for (DataFigure figure = DATA_FIRST; figure < N_DATA; figure++)
    {
      g_autoptr (TlDataPicture) picture = NULL;

      if (figure != DATA_FIRST)
        began = tl_bench_now ();
      picture = tl_data_picture_new (layout, position, 3, &caches, 620, 480);
      if (figure == DATA_HOVER)
        began = tl_bench_now ();
      if (figure == DATA_HOVER)
        tl_draw_data_loop (cr, picture, tl_palette (FALSE), 2);
      else
        tl_draw_data (cr, picture, tl_palette (FALSE));
      cairo_surface_flush (surface);
      spans[figure] = tl_bench_span (began, tl_bench_now ());
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gboolean
bench_data (WindowBench *bench, const char *folder, GError **error)
{
  static const char *const names[N_DATA] = { "first picture", "next iteration", "hover" };
  GArray                  *spans[N_DATA];

  if (!open_text (bench, folder, "scheduled.py", scheduled_matmul, error))
    return FALSE;
  for (guint f = 0; f < N_DATA; f++)
    spans[f] = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));
  for (guint i = 0; i < bench->frames.n_rounds; i++)
    {
      TlBenchSpan taken[N_DATA];

      time_data (tl_state_module (tl_variant_state (tl_session_current (bench->session))), i, taken);
      for (guint f = 0; f < N_DATA; f++)
        g_array_append_val (spans[f], taken[f]);
    }
  printf ("data      ");
  for (guint f = 0; f < N_DATA; f++)
    {
      TlBenchSpan worst, median = tl_bench_median (spans[f], &worst);

      printf (" %s median %.1f ms, worst %.1f ms%s", names[f], median.elapsed_ms, worst.elapsed_ms, f + 1 < N_DATA ? ";" : "\n");
      g_array_unref (spans[f]);
    }
  fflush (stdout);
  return TRUE;
}

/* --- the plot --- */

static double
normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

/* Latencies like those of a search: log-normal, improving slowly; 3 % of the trials fail. */
static void
add_trials (TlTrialStore *store, GRand *random, guint n)
{
  g_autofree TlTrialRecord *records = g_new0 (TlTrialRecord, n);
  guint                     first = tl_trial_store_n (store);

  for (guint i = 0; i < n; i++)
    {
      TlTrialRecord *record = &records[i];
      double         progress = (double) (first + i) / N_TRIALS;

      record->number = first + i;
      record->elapsed_s = (first + i) * 0.01;
      record->build_s = 0.04;
      if (g_rand_double (random) < 0.03)
        {
          record->outcome = g_rand_double (random) < 0.5 ? TL_OUTCOME_PRUNED : TL_OUTCOME_SCHEDULE_ERROR;
          record->message = g_strdup ("synthetic failure of the benchmark");
          continue;
        }
      record->latency_s = 5e-5 * exp (0.9 * normal (random) + 2 - 2 * progress);
      record->latency = (TlLatency) { .median_s = record->latency_s, .lower_s = record->latency_s * 0.98, .upper_s = record->latency_s
                                      * 1.02,
                                      .n_samples = 9 };
      record->rank.latency_s = record->latency_s;
      record->calibration_s = 1e-4 * (1 + 0.5 * progress);
      record->run_s = 0.02;
    }
  tl_trial_store_append (store, records, n);
}

static GtkEventController *
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  return NULL;
}

static gboolean
measure_batches (WindowBench *bench, TlTuning *tuning, GRand *random, TlBenchSpan *batch, TlBenchSpan *repaint, GError **error)
{
  g_autoptr (GArray) batches = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan)), frames = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));

  for (guint i = 0; i < bench->frames.n_rounds; i++)
    {
      TlBenchInstant began = tl_bench_now ();
      TlBenchSpan    taken;

      add_trials (tl_tuning_trials (tuning), random, N_BATCH);
      g_signal_emit_by_name (tuning, "changed");
      taken = tl_bench_span (began, tl_bench_now ());
      g_array_append_val (batches, taken);
      if (!tl_bench_frames_wait (&bench->frames, error))
        return FALSE;
      taken = tl_bench_span (bench->frames.began, bench->frames.ended);
      g_array_append_val (frames, taken);
      pause_briefly ();
    }
  *batch = tl_bench_median (batches, NULL);
  *repaint = tl_bench_median (frames, NULL);
  return TRUE;
}

static void
hover (GtkWidget *plot, guint round)
{
  g_signal_emit_by_name (find_controller (plot, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion",
                         gtk_widget_get_width (plot) * (0.25 + 0.5 * round / TL_BENCH_ROUNDS),
                         gtk_widget_get_height (plot) * (0.35 + 0.01 * (round % 7)));
}

static void
pan (GtkWidget *plot, guint round)
{
  GtkEventController *drag = find_controller (plot, GTK_TYPE_GESTURE_DRAG);

  if (round == 0)
    g_signal_emit_by_name (drag, "drag-begin", 300.0, 200.0);
  g_signal_emit_by_name (drag, "drag-update", 10.0 + round, 0.0);
}

static void
zoom (GtkWidget *plot, guint round)
{
  gboolean is_handled;

  g_signal_emit_by_name (find_controller (plot, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 0.0, round % 2 == 0 ? -0.5 : 0.5, &is_handled);
}

/* The time from an @act to the end of the last frame after it, and all that the main thread does until it rests. */
static gboolean
measure_view (WindowBench *bench, GtkWidget *plot, const char *name, void (*act) (GtkWidget *plot, guint round), TlBenchSpan *median,
              GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));

  for (guint i = 0; i < bench->frames.n_rounds; i++)
    {
      TlBenchInstant began = tl_bench_now ();
      TlBenchSpan    taken;

      act (plot, i);
      if (!tl_bench_frames_wait (&bench->frames, error))
        {
          g_prefix_error (error, "%s %u: ", name, i);
          return FALSE;
        }
      pause_briefly ();
      taken.elapsed_ms = tl_bench_span (began, bench->frames.ended).elapsed_ms;
      taken.cpu_ms = tl_bench_span (began, tl_bench_now ()).cpu_ms;
      g_array_append_val (frames, taken);
    }
  g_signal_emit_by_name (find_controller (plot, GTK_TYPE_EVENT_CONTROLLER_MOTION), "leave");
  *median = tl_bench_median (frames, NULL);
  return TRUE;
}

static gboolean
has_width (gpointer user_data)
{
  const WindowBench *bench = user_data;

  return gtk_widget_get_width (GTK_WIDGET (bench->window)) == bench->width;
}

/* 0 where it is not reported. */
static double
resident_mib (void)
{
  g_autofree char *statm = NULL;
  g_auto (GStrv)   fields = NULL;

  if (!g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL))
    return 0;
  fields = g_strsplit (statm, " ", -1);
  return g_strv_length (fields) > 1 ? g_ascii_strtod (fields[1], NULL) * (double) sysconf (_SC_PAGESIZE) / (1024 * 1024) : 0;
}

/* Until @n trials are there. */
static gboolean
bench_memory (WindowBench *bench, TlTuning *tuning, guint n, GRand *random, GError **error)
{
  g_autofree char *count = tl_format_count (n);
  double           before_mib = resident_mib ();

  add_trials (tl_tuning_trials (tuning), random, n - tl_trial_store_n (tl_tuning_trials (tuning)));
  g_signal_emit_by_name (tuning, "changed");
  if (!tl_bench_frames_wait (&bench->frames, error))
    return FALSE;
  tl_bench_run_until (NULL, NULL, 500);
  printf ("memory     %s trials shown: %.0f MiB (%.0f before)\n", count, resident_mib (), before_mib);
  fflush (stdout);
  return TRUE;
}

static const struct { int width, height; } sizes[] = { { 1280, 800 }, { 1920, 1080 } };

static void
resize_window (WindowBench *bench, guint size)
{
  gtk_window_set_default_size (GTK_WINDOW (bench->window), sizes[size].width, sizes[size].height);
  bench->width = sizes[size].width;
  tl_bench_run_until (has_width, bench, 2000);
  tl_bench_run_until (NULL, NULL, 500);
}

static gboolean
bench_plot (WindowBench *bench, const char *folder, GError **error)
{
  TlTuning         *tuning = tl_session_tuning (bench->session);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint             n_trials = tl_bench_part (&bench->frames, N_TRIALS);
  g_autofree char  *count = tl_format_count (n_trials);

  if (!show_tune (bench, folder, error)
      || !bench_memory (bench, tuning, tl_bench_part (&bench->frames, N_REMEMBERED), random, error)
      || !bench_memory (bench, tuning, n_trials, random, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      GtkWidget  *plot;
      TlBenchSpan batch, repaint, hovered, panned, zoomed;

      resize_window (bench, i);
      plot = find_descendant (GTK_WIDGET (bench->window), TL_TYPE_TRIAL_PLOT);
      if (plot == NULL || !gtk_widget_get_mapped (plot))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the Tune page shows no plot");
          return FALSE;
        }
      if (!measure_batches (bench, tuning, random, &batch, &repaint, error) || !measure_view (bench, plot, "hover", hover, &hovered, error)
          || !measure_view (bench, plot, "pan", pan, &panned, error) || !measure_view (bench, plot, "zoom", zoom, &zoomed, error))
        return FALSE;
      printf ("plot       %s trials at %dx%d: repaint %.1f ms, batch %.1f ms, hover %.1f ms, pan %.1f ms, zoom %.1f ms (%.1f, %.1f, %.1f, "
              "%.1f, %.1f ms)\n",
              count, gtk_widget_get_width (GTK_WIDGET (bench->window)), gtk_widget_get_height (GTK_WIDGET (bench->window)),
              repaint.elapsed_ms, batch.elapsed_ms, hovered.elapsed_ms, panned.elapsed_ms, zoomed.elapsed_ms, repaint.cpu_ms, batch.cpu_ms,
              hovered.cpu_ms, panned.cpu_ms, zoomed.cpu_ms);
      fflush (stdout);
    }
  return TRUE;
}

static gboolean
bench_parallel (WindowBench *bench, const char *folder, GError **error)
{
  if (!show_tune (bench, folder, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      resize_window (bench, i);
      if (!tl_bench_parallel (TL_PARALLEL_VIEW (find_descendant (GTK_WIDGET (bench->window), TL_TYPE_PARALLEL_VIEW)),
                              tl_session_tuning (bench->session), &bench->frames, error))
        return FALSE;
    }
  return TRUE;
}

/* --- a run under way --- */

static gboolean
is_over (gpointer user_data)
{
  const WindowBench *bench = user_data;

  return tl_tuning_state (tl_session_tuning (bench->session)) == TL_TUNING_DONE;
}

static gboolean
start_tuning (TlSession *session, GError **error)
{
  TlTuneConfig config = tl_tune_config_default ();

  config.budget.max_trials_global = N_TRIALS;
  config.seed = 1;
  return tl_session_tune (session, &config, NULL, error);
}

static gboolean
bench_tuning (WindowBench *bench, const char *folder, GError **error)
{
  TlSession         *session = bench->session;
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));
  TlBenchSpan        median, worst;
  guint              n_slow = 0, tuning_ms = tl_bench_part (&bench->frames, TUNING_MS);

  if (!open_text (bench, folder, "matmul.py", matmul_text, error))
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (bench->window), "win.page", "s", "tune");
  if (!start_tuning (session, error) || !tl_bench_frames_wait (&bench->frames, error))
    return FALSE;
  bench->frames.spans = frames;
  tl_bench_run_until (is_over, bench, tuning_ms);
  bench->frames.spans = NULL;
  if (frames->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the window painted no frame while it tuned");
      return FALSE;
    }
  for (guint i = 0; i < frames->len; i++)
    n_slow += g_array_index (frames, TlBenchSpan, i).elapsed_ms > FRAME_MS;
  median = tl_bench_median (frames, &worst);
  printf ("tuning     %u trials, %u frames in %.1f s: median %.1f ms, worst %.1f ms (%.1f, %.1f ms), %u above %d ms; %.0f MiB\n",
          tl_tuning_n_done (tl_session_tuning (session)), frames->len, tuning_ms * 1e-3, median.elapsed_ms, worst.elapsed_ms,
          median.cpu_ms, worst.cpu_ms, n_slow, FRAME_MS, resident_mib ());
  fflush (stdout);
  tl_tuning_stop (tl_session_tuning (session));
  tl_bench_run_until (is_over, bench, STOP_TIMEOUT_MS);
  return TRUE;
}

/* --- all together --- */

static gboolean
run_parts (TlApplication *application, guint n_rounds, const char *const *parts, const char *folder, GError **error)
{
  WindowBench bench = { .frames.n_rounds = n_rounds };
  gboolean    is_done = bench_start (&bench, application, error)
                     && (!g_strv_contains (parts, "primitive") || bench_primitive (&bench, folder, error))
                     && (!g_strv_contains (parts, "drag") || bench_drag (&bench, folder, error))
                     && (!g_strv_contains (parts, "nest") || bench_nest (&bench, folder, error))
                     && (!g_strv_contains (parts, "graph") || bench_graph (&bench, folder, error))
                     && (!g_strv_contains (parts, "data") || bench_data (&bench, folder, error))
                     && (!g_strv_contains (parts, "plot") || bench_plot (&bench, folder, error))
                     && (!g_strv_contains (parts, "parallel") || bench_parallel (&bench, folder, error))
                     && (!g_strv_contains (parts, "tuning") || bench_tuning (&bench, folder, error));

  tl_bench_frames_unfollow (&bench.frames);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  return is_done;
}

/* The window's files go to a temporary folder, not among the person's; GLib reads the variable once, so it is set first. */
int
main (int argc, char **argv)
{
  g_autoptr (TlApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("tileloom-benchmark-XXXXXX", &error);
  gboolean         is_done = FALSE, has_rounds = argc > 2 && strcmp (argv[1], "--rounds") == 0;
  guint            n_rounds = has_rounds ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : TL_BENCH_ROUNDS;

  if (folder != NULL)
    {
      g_setenv ("XDG_DATA_HOME", folder, TRUE);
      g_setenv ("TILELOOM_NON_UNIQUE", "1", TRUE);
      application = tl_application_new ();
      is_done = g_application_register (G_APPLICATION (application), NULL, &error)
                && run_parts (application, n_rounds, (const char *const *) argv + (has_rounds ? 3 : 1), folder, &error);
      remove_folder (folder);
    }
  if (!is_done)
    g_printerr ("tileloom-bench-window: %s\n", error->message);
  return is_done ? 0 : 1;
}
