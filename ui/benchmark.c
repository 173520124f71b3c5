/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The window measures itself, driven through the same calls and signals as by a person:
 *
 *   start      from the start of the process, as the kernel has it (to 10 ms), to the end of the first painted frame: loading of libraries,
 *              connecting to the display, building the window and painting it
 *   primitive  from the call that applies a step to the end of the frame that shows it, a pause before each
 *   plot       repaint: one frame, from before-paint to after-paint, after a batch of trials came; batch: time to take it in before that
 *              frame;
 *              hover: finding the trial under the pointer and the frame that shows it
 *   memory     what of the process is in memory (resident) once 10 000 trials are shown, and before
 *   tuning     the frames while a run measures real candidates as fast as it can, its plot in view
 *
 * Frames are those of the frame clock in which something was painted. Where the machine is shared, elapsed times say more about its other
 * users: the processor time of the main thread stands in brackets.
 */
#include "ui/benchmark.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/format.h"
#include "core/device/cpu.h"
#include "core/session/applicable-primitives.h"
#include "ui/tune/trial-plot.h"
#include "ui/window-private.h"

#define FRAME_TIMEOUT_MS 5000
#define OPEN_TIMEOUT_MS  20000
#define PAUSE_MS         200      /* some frames: deferred work of an edit ends before the next begins */
#define N_STEPS          20
#define N_MATMULS        16       /* three loops each; two more in the block that follows */
#define N_TRIALS         100000
#define N_BATCH          8
#define N_FRAMES         30
#define N_REMEMBERED     10000    /* trials at which memory is reported */
#define FRAME_MS         16       /* what a display of 60 Hz leaves */
#define TUNING_MS        10000
#define STOP_TIMEOUT_MS  60000

/* One measurement on two clocks. */
typedef struct
{
  double elapsed_ms, processor_ms;
} Span;

typedef struct
{
  gint64 elapsed_ns, processor_ns;
} Instant;

typedef struct
{
  TlWindow *window;              /* borrowed */
  guint     n_frames;
  gboolean  has_painted;         /* in the frame under way */
  gboolean  has_opened;          /* the program that was asked for last */
  Instant   began, ended;        /* of the last frame */
  GArray   *frames;              /* Span of each frame, while not NULL */
} Bench;

static Instant
now (void)
{
  struct timespec processor;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &processor);
  return (Instant) { tl_time_ns (), processor.tv_sec * G_GINT64_CONSTANT (1000000000) + processor.tv_nsec };
}

static Span
span (Instant from, Instant to)
{
  return (Span) { (double) (to.elapsed_ns - from.elapsed_ns) * 1e-6, (double) (to.processor_ns - from.processor_ns) * 1e-6 };
}

static gint
compare_elapsed (gconstpointer a, gconstpointer b)
{
  double x = ((const Span *) a)->elapsed_ms, y = ((const Span *) b)->elapsed_ms;

  return (x > y) - (x < y);
}

static gint
compare_processor (gconstpointer a, gconstpointer b)
{
  double x = ((const Span *) a)->processor_ms, y = ((const Span *) b)->processor_ms;

  return (x > y) - (x < y);
}

/* The median on each clock; @worst nullable. */
static Span
median_of (GArray *spans, Span *worst)
{
  Span median = { 0 };

  g_array_sort (spans, compare_elapsed);
  median.elapsed_ms = g_array_index (spans, Span, spans->len / 2).elapsed_ms;
  if (worst != NULL)
    worst->elapsed_ms = g_array_index (spans, Span, spans->len - 1).elapsed_ms;
  g_array_sort (spans, compare_processor);
  median.processor_ms = g_array_index (spans, Span, spans->len / 2).processor_ms;
  if (worst != NULL)
    worst->processor_ms = g_array_index (spans, Span, spans->len - 1).processor_ms;
  return median;
}

/* --- waiting --- */

static void
on_before_paint (Bench *bench)
{
  bench->began = now ();
  bench->has_painted = FALSE;
}

static void
on_paint (Bench *bench)
{
  bench->has_painted = TRUE;
}

static void
on_after_paint (Bench *bench)
{
  if (!bench->has_painted || !gtk_widget_get_mapped (GTK_WIDGET (bench->window)))
    return;
  bench->ended = now ();
  bench->n_frames++;
  if (bench->frames != NULL)
    {
      Span frame = span (bench->began, bench->ended);

      g_array_append_val (bench->frames, frame);
    }
}

static void
follow_frames (Bench *bench)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench->window));

  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_before_paint), bench);
  g_signal_connect_swapped (clock, "paint", G_CALLBACK (on_paint), bench);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_after_paint), bench);
}

static gboolean
set_flag (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop until @is_done, or for @ms. @is_done nullable. */
static gboolean
run_until (Bench *bench, gboolean (*is_done) (Bench *bench, guint n), guint n, guint ms)
{
  gboolean late = FALSE;
  guint    timer = g_timeout_add (ms, set_flag, &late);

  while (!late && (is_done == NULL || !is_done (bench, n)))
    g_main_context_iteration (NULL, TRUE);
  if (!late)
    g_source_remove (timer);
  return !late;
}

static void
pause_briefly (Bench *bench)
{
  run_until (bench, NULL, 0, PAUSE_MS);
}

static gboolean
has_frames (Bench *bench, guint n)
{
  return bench->n_frames >= n;
}

static gboolean
wait_for_frame (Bench *bench, GError **error)
{
  if (run_until (bench, has_frames, bench->n_frames + 1, FRAME_TIMEOUT_MS))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the window painted no frame within %d s", FRAME_TIMEOUT_MS / 1000);
  return FALSE;
}

/* --- start --- */

/* When the kernel started this process, on the clock since boot; 0 where that is not reported. */
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
bench_start (Bench *bench, TlApplication *application, GError **error)
{
  Instant         began = now (), presented;
  struct timespec since_boot;

  bench->window = tl_window_new (ADW_APPLICATION (application));
  gtk_window_present (GTK_WINDOW (bench->window));
  presented = now ();
  follow_frames (bench);
  if (!wait_for_frame (bench, error))
    return FALSE;
  clock_gettime (CLOCK_BOOTTIME, &since_boot);
  printf ("start      first frame after %.0f ms (%.0f ms of them creating the window, %.0f ms painting it)\n",
          ((double) since_boot.tv_sec + (double) since_boot.tv_nsec * 1e-9 - process_start_s ()) * 1e3, span (began, presented).elapsed_ms,
          span (presented, bench->ended).elapsed_ms);
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
on_opened (TlSession *session, Bench *bench)
{
  bench->has_opened = TRUE;
  g_signal_handlers_disconnect_by_func (session, on_opened, bench);
}

static gboolean
has_opened (Bench *bench, guint n)
{
  return bench->has_opened;
}

static gboolean
open_text (Bench *bench, const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (!g_file_set_contents (path, text, -1, error))
    return FALSE;
  g_signal_connect (bench->window->session, "opened", G_CALLBACK (on_opened), bench);
  bench->has_opened = FALSE;
  tl_window_open (bench->window, path);
  if (!run_until (bench, has_opened, 0, OPEN_TIMEOUT_MS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the program was not opened within %d s", OPEN_TIMEOUT_MS / 1000);
      return FALSE;
    }
  run_until (bench, NULL, 0, 1000);
  return TRUE;
}

static TlWalk
collect_loop (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_array_append_val (user_data, stmt->loop.id);
  return TL_WALK_INTO;
}

/* Splits the loop that is selected, as its key does on the canvas. */
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
bench_primitive (Bench *bench, const char *folder, GError **error)
{
  TlSession         *session = bench->window->session;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (TlNodeId)), spans = g_array_new (FALSE, FALSE, sizeof (Span));
  g_autofree char   *chain = chain_text ();
  Span               median, worst;

  if (!open_text (bench, folder, "chain.py", chain, error))
    return FALSE;
  tl_stmt_walk (tl_session_func (session)->body->block.body, collect_loop, NULL, loops);
  for (guint step = 0; step < N_STEPS; step++)
    {
      TlNodeId loop = g_array_index (loops, TlNodeId, step * 7 % loops->len);
      Instant  began;
      Span     taken;

      tl_selection_pick (tl_session_selection (session), loop);
      pause_briefly (bench);
      began = now ();
      if (!split (session, loop, error) || !wait_for_frame (bench, error))
        return FALSE;
      taken = span (began, bench->ended);
      g_array_append_val (spans, taken);
      tl_session_undo (session);
      pause_briefly (bench);
    }
  median = median_of (spans, &worst);
  printf ("primitive  %u loops: median %.1f ms, worst %.1f ms (%.1f, %.1f ms; %u steps)\n", loops->len, median.elapsed_ms, worst.elapsed_ms,
          median.processor_ms, worst.processor_ms, N_STEPS);
  fflush (stdout);
  return TRUE;
}

/* --- the plot --- */

static double
normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

/* Latencies as a tuner sees them: log-normal, slowly getting better; three in a hundred fail. */
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

static GtkEventController *
find_motion (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        return controller;
    }
  return NULL;
}

static gboolean
measure_batches (Bench *bench, TlTuning *tuning, GRand *random, Span *batch, Span *repaint, GError **error)
{
  g_autoptr (GArray) batches = g_array_new (FALSE, FALSE, sizeof (Span)), frames = g_array_new (FALSE, FALSE, sizeof (Span));

  for (guint i = 0; i < N_FRAMES; i++)
    {
      Instant began = now ();
      Span    taken;

      add_trials (tl_tuning_trials (tuning), random, N_BATCH);
      g_signal_emit_by_name (tuning, "changed");
      taken = span (began, now ());
      g_array_append_val (batches, taken);
      if (!wait_for_frame (bench, error))
        return FALSE;
      taken = span (bench->began, bench->ended);
      g_array_append_val (frames, taken);
      pause_briefly (bench);
    }
  *batch = median_of (batches, NULL);
  *repaint = median_of (frames, NULL);
  return TRUE;
}

static gboolean
measure_hover (Bench *bench, GtkWidget *plot, Span *hover, GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Span));
  int                width = gtk_widget_get_width (plot), height = gtk_widget_get_height (plot);

  for (guint i = 0; i < N_FRAMES; i++)
    {
      Instant began = now ();
      Span    taken, frame;

      g_signal_emit_by_name (find_motion (plot), "motion", width * (0.25 + 0.5 * i / N_FRAMES), height * (0.35 + 0.01 * (i % 7)));
      taken = span (began, now ());
      if (!wait_for_frame (bench, error))
        return FALSE;
      frame = span (bench->began, bench->ended);
      taken.elapsed_ms += frame.elapsed_ms;
      taken.processor_ms += frame.processor_ms;
      g_array_append_val (frames, taken);
      pause_briefly (bench);
    }
  g_signal_emit_by_name (find_motion (plot), "leave");
  *hover = median_of (frames, NULL);
  return TRUE;
}

static gboolean
has_width (Bench *bench, guint width)
{
  return gtk_widget_get_width (GTK_WIDGET (bench->window)) == (int) width;
}

/* MiB; 0 where that is not reported. */
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

static gboolean
bench_memory (Bench *bench, TlTuning *tuning, GRand *random, GError **error)
{
  g_autofree char *count = tl_format_count (N_REMEMBERED);
  double           before_mib = resident_mib ();

  add_trials (tl_tuning_trials (tuning), random, N_REMEMBERED);
  g_signal_emit_by_name (tuning, "changed");
  if (!wait_for_frame (bench, error))
    return FALSE;
  run_until (bench, NULL, 0, 500);
  printf ("memory     %s trials shown: %.0f MiB (%.0f before)\n", count, resident_mib (), before_mib);
  fflush (stdout);
  return TRUE;
}

static gboolean
bench_plot (Bench *bench, GError **error)
{
  static const struct { int width, height; } sizes[] = { { 1280, 800 }, { 1920, 1080 } };
  TlTuning         *tuning = tl_session_tuning (bench->window->session);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree char  *count = tl_format_count (N_TRIALS);

  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (bench->window->pages), "tune");
  if (!bench_memory (bench, tuning, random, error))
    return FALSE;
  add_trials (tl_tuning_trials (tuning), random, N_TRIALS - N_REMEMBERED);
  g_signal_emit_by_name (tuning, "changed");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      GtkWidget *plot;
      Span       batch, repaint, hover;

      gtk_window_set_default_size (GTK_WINDOW (bench->window), sizes[i].width, sizes[i].height);
      run_until (bench, has_width, (guint) sizes[i].width, 2000);
      run_until (bench, NULL, 0, 500);
      plot = find_descendant (bench->window->tune_page, TL_TYPE_TRIAL_PLOT);
      if (plot == NULL || !gtk_widget_get_mapped (plot))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the Tune page shows no plot");
          return FALSE;
        }
      if (!measure_batches (bench, tuning, random, &batch, &repaint, error) || !measure_hover (bench, plot, &hover, error))
        return FALSE;
      printf ("plot       %s trials at %dx%d: repaint %.1f ms, batch %.1f ms, hover %.1f ms (%.1f, %.1f, %.1f ms)\n", count,
              gtk_widget_get_width (GTK_WIDGET (bench->window)), gtk_widget_get_height (GTK_WIDGET (bench->window)), repaint.elapsed_ms,
              batch.elapsed_ms, hover.elapsed_ms, repaint.processor_ms, batch.processor_ms, hover.processor_ms);
      fflush (stdout);
    }
  return TRUE;
}

/* --- a run under way --- */

static const char matmul_text[] = "@T.prim_func\n"
                                  "def matmul(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), "
                                  "C: T.Buffer((128, 128), \"float32\")):\n"
                                  "    for i, j, k in T.grid(128, 128, 128):\n"
                                  "        with T.block(\"C\"):\n"
                                  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                  "            with T.init():\n"
                                  "                C[vi, vj] = T.float32(0)\n"
                                  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

static gboolean
is_over (Bench *bench, guint n)
{
  return tl_tuning_state (tl_session_tuning (bench->window->session)) == TL_TUNING_DONE;
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
bench_tuning (Bench *bench, const char *folder, GError **error)
{
  TlSession         *session = bench->window->session;
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Span));
  Span               median, worst;
  guint              n_slow = 0;

  if (!open_text (bench, folder, "matmul.py", matmul_text, error))
    return FALSE;
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (bench->window->pages), "tune");
  if (!start_tuning (session, error) || !wait_for_frame (bench, error))
    return FALSE;
  bench->frames = frames;
  run_until (bench, is_over, 0, TUNING_MS);
  bench->frames = NULL;
  if (frames->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the window painted no frame while it tuned");
      return FALSE;
    }
  for (guint i = 0; i < frames->len; i++)
    n_slow += g_array_index (frames, Span, i).elapsed_ms > FRAME_MS;
  median = median_of (frames, &worst);
  printf ("tuning     %u trials, %u frames in %d s: median %.1f ms, worst %.1f ms (%.1f, %.1f ms), %u above %d ms; %.0f MiB\n",
          tl_tuning_n_done (tl_session_tuning (session)), frames->len, TUNING_MS / 1000, median.elapsed_ms, worst.elapsed_ms,
          median.processor_ms,
          worst.processor_ms, n_slow, FRAME_MS, resident_mib ());
  fflush (stdout);
  tl_tuning_stop (tl_session_tuning (session));
  run_until (bench, is_over, 0, STOP_TIMEOUT_MS);
  return TRUE;
}

/* --- all together --- */

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char      *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

char *
tl_benchmark_prepare (GError **error)
{
  char *folder = g_dir_make_tmp ("tileloom-benchmark-XXXXXX", error);

  if (folder != NULL)
    g_setenv ("XDG_DATA_HOME", folder, TRUE);
  return folder;
}

gboolean
tl_benchmark_run (TlApplication *application, const char *folder, GError **error)
{
  Bench    bench = { 0 };
  gboolean is_done = bench_start (&bench, application, error) && bench_primitive (&bench, folder, error) && bench_plot (&bench, error)
                     && bench_tuning (&bench, folder, error);

  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (bench.window)), &bench);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  remove_folder (folder);
  return is_done;
}
