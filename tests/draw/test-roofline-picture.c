/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about rooflines on a machine whose rates are made up, and about their pictures. */
#include <math.h>

#include "core/base/format.h"
#include "core/base/clock.h"
#include "core/draw/draw-roofline.h"
#include "core/schedule/schedule-script.h"
#include "tests/draw/surface.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define WIDTH  560
#define HEIGHT 420

static const char script[] = "def tiles(sch):\n"
                             "    i, j, k = sch.get_loops(sch.get_block(\"C\"))\n"
                             "    i_0, i_1 = sch.split(i, [None, 8])\n"
                             "    sch.reorder(i_0, k, i_1, j)\n"
                             "    sch.vectorize(j)\n";

static TlMachine
made_up_machine (double operations_per_s)
{
  TlMachine machine = { .measured_s = 1 };

  for (guint i = 0; i < TL_N_PEAKS; i++)
    machine.operations_per_s[i] = operations_per_s / (1 + i % 3);
  if (tl_peak_of_type (TL_FLOAT32) != TL_PEAK_NONE)
    machine.operations_per_s[tl_peak_of_type (TL_FLOAT32)] = operations_per_s;
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    for (guint k = 0; k < TL_N_STREAMS; k++)
      machine.levels[i].bytes_per_s[k] = 200e9 / (1 << (2 * i));
  return machine;
}

/* A program and the states of its schedule, of which each second one was measured. */
typedef struct
{
  TlModule        *module;
  TlState         *state;
  TlMeasuredState *states;
  guint            n_states;
} Program;

static void
program_clear (Program *program)
{
  g_free (program->states);
  tl_state_unref (program->state);
  tl_module_unref (program->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_clear)

static TlLatency
latency_of (double seconds)
{
  return (TlLatency) { .median_s = seconds, .min_s = 0.9 * seconds, .lower_s = 0.95 * seconds, .upper_s = 1.1 * seconds,
                       .low_s = 0.95 * seconds, .high_s = 1.1 * seconds, .n_samples = 20 };
}

/* Variant 0 is the program as it stands, variant 1 its schedule with the way to it. */
static Program
read_program (const char *text, const char *schedule, double seconds)
{
  Program               program = { .module = must (tl_script_read_text (text, &failure)) };
  g_autoptr (TlState)   start = tl_state_new (program.module, 0);
  g_autoptr (TlSource)  source = tl_source_new ("tiles.py", schedule, -1);
  g_autoptr (TlScheduleScript) parsed = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (GPtrArray) steps = NULL;

  program.state = must (tl_schedule_script_run (parsed, start, NULL, NULL, &failure));
  steps = tl_state_steps (program.state);
  program.states = g_new0 (TlMeasuredState, steps->len + 2);
  program.states[program.n_states++] = (TlMeasuredState) { .name = "start", .state = tl_state_root (program.state),
                                                           .latency = latency_of (8 * seconds), .is_end = TRUE };
  for (guint i = 1; i < steps->len; i += 2)
    program.states[program.n_states++] = (TlMeasuredState){ .name = "tiled <1>",
                                                            .state = steps->pdata[i],
                                                            .variant = 1,
                                                            .is_current = TRUE,
                                                            .latency = latency_of (seconds * (double)(steps->len - i)),
                                                            .is_end = i + 2 >= steps->len };
  return program;
}

static TlRoofline *
roofline_of (const Program *program, const TlMachine *machine)
{
  const TlTarget host = tl_target_host ();

  return tl_roofline_new (program->module, program->module->prims[0]->name, &host, machine, program->states, program->n_states);
}

#define MATMUL_TEXT "@T.prim_func\n" MATMUL ("128", "128", "128")

/* The figures are those that analyze and the status bar have. */
static void
test_figures (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  const TlPrimFunc      *func = program.module->prims[0];
  TlRoof                 roof = tl_roof_of (func, &machine, 1);
  TlTarget               host = tl_target_host ();
  TlCapacities           capacities = tl_capacities_of (&host);
  gint                   current = tl_roofline_current (roofline);

  g_assert_cmpint (roofline->status, ==, TL_ROOFLINE_READY);
  g_assert_cmpint (current, ==, (gint) program.n_states - 1);
  for (guint i = 0; i < roofline->n_points; i++)
    {
      const TlRooflinePoint *point = &roofline->points[i];
      g_autofree char       *share = tl_roof_share_text (&roof, program.states[i].latency.median_s);
      g_autoptr (TlTraffic)  traffic = tl_traffic_new (tl_state_module (program.states[i].state),
                                                       tl_module_prim (tl_state_module (program.states[i].state), "main"), &capacities);

      g_assert_cmpfloat_with_epsilon (point->rate, 2.0 * 128 * 128 * 128 / program.states[i].latency.median_s, 1);
      g_assert_cmpstr (point->share, ==, share);
      for (TlLevel level = 0; level < TL_N_LEVELS; level++)
        g_assert_cmpfloat (point->intensities[level], ==, tl_traffic_operations_per_byte (traffic, level));
      g_assert_cmpfloat (point->intensity, >, 0);
    }
  g_assert_true (roofline->levels[roofline->home].is_binding);
  g_assert_cmpstr (roofline->levels[roofline->home].title, ==, roof.level);
}

/* The way is named in primitives, without those that only fetch handles. */
static void
test_path (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  const char            *last = roofline->points[roofline->n_points - 1].steps;
  g_autoptr (GString)    all = g_string_new (NULL);

  g_assert_null (roofline->points[0].steps);
  g_assert_null (roofline->points[1].steps);
  g_assert_nonnull (last);
  for (guint i = 2; i < roofline->n_points; i++)
    g_string_append_printf (all, "%s;", roofline->points[i].steps);
  g_assert_nonnull (strstr (all->str, "split"));
  g_assert_nonnull (strstr (all->str, "reorder"));
  g_assert_null (strstr (all->str, "get_"));
  for (guint i = 0; i < roofline->n_points; i++)
    {
      g_assert_true (tl_roofline_shows (roofline, i, TRUE) == (i > 0 || roofline->points[i].is_end));
      g_assert_true (tl_roofline_shows (roofline, i, FALSE) == roofline->points[i].is_end);
    }
}

/* Everything stands inside the field, also what lies above all roofs; each point is found where it stands. */
static void
check_area (const TlRoofline *roofline, double width, double height)
{
  TlRooflineArea area;

  tl_roofline_area (roofline, width, height, &area);
  for (guint i = 0; i < roofline->n_points; i++)
    {
      double x = tl_roofline_x (&area, roofline->points[i].intensity), y = tl_roofline_y (&area, roofline->points[i].rate);
      gint   found = tl_roofline_pick (roofline, &area, TRUE, x, y, 1);

      g_assert_cmpfloat (x, >=, area.left);
      g_assert_cmpfloat (x, <=, area.right);
      g_assert_cmpfloat (y, >=, area.top);
      g_assert_cmpfloat (y, <=, area.bottom);
      g_assert_cmpint (found, >=, 0);
      g_assert_cmpfloat (roofline->points[found].rate, ==, roofline->points[i].rate);
    }
  g_assert_cmpint (tl_roofline_pick (roofline, &area, TRUE, -500, -500, 20), ==, -1);
}

/* A rectangle has the points in it that are shown, from whichever corner it begins. */
static void
check_rectangles (const TlRoofline *roofline, gboolean with_path)
{
  TlRooflineArea area;

  tl_roofline_area (roofline, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < roofline->n_points; i++)
    {
      double             x = tl_roofline_x (&area, roofline->points[i].intensity), y = tl_roofline_y (&area, roofline->points[i].rate);
      g_autoptr (GArray) all = tl_roofline_within (roofline, &area, with_path, area.right, area.top, area.left, area.bottom);
      g_autoptr (GArray) own = tl_roofline_within (roofline, &area, with_path, x + 0.5, y + 0.5, x - 0.5, y - 0.5);
      g_autoptr (GArray) above = tl_roofline_within (roofline, &area, with_path, area.left, area.top, area.right, y - 0.5);
      guint              n_shown = 0, n_own = 0, n_above = 0;

      for (guint k = 0; k < roofline->n_points; k++)
        n_shown += tl_roofline_shows (roofline, k, with_path);
      for (guint k = 0; k < own->len; k++)
        n_own += g_array_index (own, guint, k) == i;
      for (guint k = 0; k < above->len; k++)
        n_above += g_array_index (above, guint, k) == i;
      g_assert_cmpuint (all->len, ==, n_shown);
      g_assert_cmpuint (n_own, ==, tl_roofline_shows (roofline, i, with_path));
      g_assert_cmpuint (n_above, ==, 0);
    }
}

static void
test_above_roof (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-6);
  const TlMachine        machine = made_up_machine (1e10);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  const TlRooflinePoint *point = &roofline->points[roofline->n_points - 1];
  g_autofree char       *text = tl_roofline_point_text (roofline, point);

  if (roofline->n_peaks > 0)
    g_assert_nonnull (strstr (point->share, "?"));
  g_assert_nonnull (point->doubt);
  g_assert_nonnull (strstr (text, "? Faster than"));
  g_assert_cmpfloat (point->rate, >, tl_roofline_limit (roofline, point->intensity));
  check_area (roofline, WIDTH, HEIGHT);
  check_rectangles (roofline, TRUE);
  check_rectangles (roofline, FALSE);
}

static void
test_place (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  TlRooflineArea         area;

  check_area (roofline, WIDTH, HEIGHT);
  tl_roofline_area (roofline, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < roofline->n_peaks; i++)
    {
      g_assert_cmpfloat (tl_roofline_y (&area, roofline->peaks[i].rate), >, area.top);
      g_assert_cmpfloat (tl_roofline_y (&area, roofline->peaks[i].rate), <, area.bottom);
    }
}

static void
test_texts (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  g_autofree char       *summary = tl_roofline_summary (roofline);
  g_autofree char       *times = tl_latency_to_text (&program.states[program.n_states - 1].latency);

  g_assert_nonnull (strstr (summary, "L1 200 GB/s, L2 50.0 GB/s, L3 12.5 GB/s, memory 3.12 GB/s"));
  g_assert_nonnull (strstr (summary, " tiled <1>: "));
  g_assert_nonnull (strstr (summary, times));
  g_assert_nonnull (strstr (summary, "GFLOP/s"));
  g_assert_nonnull (strstr (summary, roofline->points[roofline->n_points - 1].share));
}

/* Counters stand beside the predicted traffic of their level; without them there is a reason, and nothing where nobody counted. */
static void
test_counters (void)
{
  g_auto (Program)       program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine        machine = made_up_machine (1e11);
  TlCounters             counts = { .n_runs = 5, .paranoid = 4 };
  g_autoptr (TlRoofline) roofline = NULL;
  g_autofree char       *counted = NULL, *other = NULL, *predicted = NULL;

  for (guint i = 0; i < TL_N_COUNTERS; i++)
    counts.of[i] = (TlCount) { TL_COUNT_EXACT, 1024 };
  counts.of[TL_COUNTER_STALLS] = (TlCount) { .status = TL_COUNT_DENIED };
  program.states[0].counts = counts;
  roofline = roofline_of (&program, &machine);
  counted = tl_roofline_point_text (roofline, &roofline->points[0]);
  other = tl_roofline_point_text (roofline, &roofline->points[1]);
  predicted = tl_format_bytes (llround (roofline->points[0].read_bytes[TL_LEVEL_L1]));
  g_assert_nonnull (strstr (counted, "\nCounted per run: IPC 1.00 · Cycles 1.02 k · "));
  g_assert_nonnull (strstr (counted, " · L1 read misses 1.02 k, 64 KiB (predicted "));
  g_assert_nonnull (strstr (counted, predicted));
  g_assert_nonnull (strstr (counted, "\nStalled cycles: not permitted, kernel.perf_event_paranoid is 4"));
  g_assert_null (strstr (other, "Counted"));
  g_assert_null (strstr (other, "Hardware counters"));
}

/* Each has a status with a sentence of its own, and no point. */
static void
test_without (void)
{
  static const char copy_text[] = "@T.prim_func\n"
                                  "def main(A: T.Buffer((256,), \"float32\"), B: T.Buffer((256,), \"float32\")):\n"
                                  BLOCK_S ("B", "256", "B[vi] = A[vi]");
  static const char symbolic_text[] = "@T.prim_func\n"
                                      "def main(a: T.handle, n: T.int32):\n"
                                      "    A = T.match_buffer(a, (n,), \"float32\")\n"
                                      BLOCK_S ("A", "n", "A[vi] = A[vi] + T.float32(1)");
  const struct { const char *text; gboolean is_measured, is_timed; TlRooflineStatus status; } rows[] = {
    { MATMUL_TEXT, FALSE, TRUE, TL_ROOFLINE_UNMEASURED },  { MATMUL_TEXT, TRUE, FALSE, TL_ROOFLINE_UNTIMED },
    { copy_text, TRUE, TRUE, TL_ROOFLINE_NO_OPERATIONS },  { symbolic_text, TRUE, TRUE, TL_ROOFLINE_SYMBOLIC },
    { symbolic_text, FALSE, FALSE, TL_ROOFLINE_SYMBOLIC },
  };
  const TlMachine machine = made_up_machine (1e11);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Program)       program = read_program (rows[i].text, "def nothing(sch):\n    return sch\n", 1e-3);
      g_autofree char       *status = NULL, *summary = NULL;
      g_autoptr (TlRoofline) roofline = NULL;

      program.n_states = rows[i].is_timed ? program.n_states : 0;
      roofline = roofline_of (&program, rows[i].is_measured ? &machine : NULL);
      status = tl_roofline_status_text (roofline);
      summary = tl_roofline_summary (roofline);
      g_assert_cmpint (roofline->status, ==, rows[i].status);
      g_assert_cmpuint (roofline->n_points, ==, 0);
      g_assert_cmpint (tl_roofline_current (roofline), ==, -1);
      g_assert_nonnull (status);
      g_assert_nonnull (strstr (summary, status));
    }
}

/* Operations of integers are called so; a type without a measured instruction has roofs of memory alone. */
static void
test_integers (void)
{
  static const char text[] = "@T.prim_func\n"
                             "def main(A: T.Buffer((256,), \"int32\"), B: T.Buffer((256,), \"int32\")):\n"
                             BLOCK_S ("B", "256", "B[vi] = A[vi] * 3");
  g_auto (Program)       program = read_program (text, "def nothing(sch):\n    return sch\n", 1e-6);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);
  g_autofree char       *summary = tl_roofline_summary (roofline);

  g_assert_cmpint (roofline->status, ==, TL_ROOFLINE_READY);
  g_assert_cmpuint (roofline->n_peaks, ==, 0);
  g_assert_nonnull (strstr (summary, "Gop/s"));
  g_assert_null (strstr (summary, "FLOP"));
  check_area (roofline, WIDTH, HEIGHT);
}

/* Where the bytes that a schedule moves are not known, the point stands by its arguments and says so. */
static void
test_unknown_traffic (void)
{
  static const char text[] = "@T.prim_func\n"
                             "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                             "    for i in range(64):\n"
                             "        for j in range(i + 1):\n"
                             "            with T.block(\"B\"):\n"
                             "                vi, vj = T.axis.remap(\"SR\", [i, j])\n"
                             "                with T.init():\n"
                             "                    B[vi] = T.float32(0)\n"
                             "                B[vi] = B[vi] + A[vj]\n";
  g_auto (Program)       program = read_program (text, "def nothing(sch):\n    return sch\n", 1e-6);
  const TlMachine        machine = made_up_machine (1e11);
  g_autoptr (TlRoofline) roofline = roofline_of (&program, &machine);

  g_assert_cmpuint (roofline->n_points, >, 0);
  for (guint i = 0; i < roofline->n_points; i++)
    {
      g_assert_cmpfloat (roofline->points[i].intensities[TL_LEVEL_L1], ==, -1);
      g_assert_cmpfloat_with_epsilon (roofline->points[i].intensity, roofline->roof.operations / (2 * 256), 1e-9);
      g_assert_nonnull (strstr (roofline->points[i].bound, "not known"));
    }
  check_area (roofline, WIDTH, HEIGHT);
}

/* Of all bytes of the picture in both styles. */
static guint
paint (const TlRoofline *roofline, gboolean with_path, gint hovered, int width, int height)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  GBytes                     *bytes;
  guint                       hash;

  for (guint dark = 0; dark < 2; dark++)
    {
      tl_draw_roofline (cr, roofline, with_path, tl_palette (dark), width, height);
      if (hovered >= 0)
        tl_draw_roofline_point (cr, roofline, (guint) hovered, tl_palette (dark), width, height);
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  bytes = g_bytes_new_static (cairo_image_surface_get_data (surface), (gsize) (height * cairo_image_surface_get_stride (surface)));
  hash = g_bytes_hash (bytes);
  g_bytes_unref (bytes);
  return hash;
}

/* The points are painted where the area says; the path and the hovered point add to it; no size is too small. */
static void
test_drawing (void)
{
  g_auto (Program)            program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine             machine = made_up_machine (1e11);
  g_autoptr (TlRoofline)      roofline = roofline_of (&program, &machine);
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  TlRooflineArea              area;

  tl_draw_roofline (cr, roofline, FALSE, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  tl_roofline_area (roofline, WIDTH, HEIGHT, &area);
  for (guint i = 0; i < roofline->n_points; i++)
    if (roofline->points[i].is_end)
      g_assert_cmpuint (alpha_at (surface, tl_roofline_x (&area, roofline->points[i].intensity),
                                  tl_roofline_y (&area, roofline->points[i].rate)), ==, 255);
  g_assert_cmpuint (paint (roofline, FALSE, -1, WIDTH, HEIGHT), ==, paint (roofline, FALSE, -1, WIDTH, HEIGHT));
  g_assert_cmpuint (paint (roofline, FALSE, -1, WIDTH, HEIGHT), !=, paint (roofline, TRUE, -1, WIDTH, HEIGHT));
  g_assert_cmpuint (paint (roofline, FALSE, -1, WIDTH, HEIGHT), !=, paint (roofline, FALSE, 0, WIDTH, HEIGHT));
  for (int size = 1; size <= 1000; size *= 10)
    paint (roofline, TRUE, 0, size, size);
}

/* The time is shown, not judged. */
static void
test_time (void)
{
  g_auto (Program)            program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine             machine = made_up_machine (1e11);
  g_autoptr (TlRoofline)      roofline = roofline_of (&program, &machine);
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  gint64                      began = tl_time_ns ();

  for (guint i = 0; i < 20; i++)
    tl_draw_roofline (cr, roofline, TRUE, tl_palette (FALSE), WIDTH, HEIGHT);
  g_test_message ("a picture: %.2f ms", (double) (tl_time_ns () - began) * 1e-6 / 20);
  began = tl_time_ns ();
  for (guint i = 0; i < 20; i++)
    tl_draw_roofline_point (cr, roofline, 0, tl_palette (FALSE), WIDTH, HEIGHT);
  g_test_message ("a point under the pointer: %.2f ms", (double) (tl_time_ns () - began) * 1e-6 / 20);
}

/* A step that is not taken: where its bytes put it, as fast as it is predicted to be but for the roofs, with the path alone. */
static void
test_suggestion (void)
{
  g_auto (Program)            program = read_program (MATMUL_TEXT, script, 1e-3);
  const TlMachine             machine = made_up_machine (1e11);
  g_autoptr (TlRoofline)      roofline = roofline_of (&program, &machine), bold = roofline_of (&program, &machine);
  gint                        current = tl_roofline_current (roofline);
  const TlRooflinePoint      *point = &roofline->points[current];
  g_autofree char            *summary = NULL, *text = NULL, *of_start = NULL;
  TlRooflineArea              area;
  double                      x, y;

  g_assert_null (roofline->suggestion);
  tl_roofline_suggest (roofline, tl_state_root (program.state), "main", "Undo all", 1.25);
  g_assert_cmpfloat_with_epsilon (roofline->suggestion->intensity, roofline->points[0].intensity, 1e-9);
  g_assert_cmpfloat_with_epsilon (roofline->suggestion->rate, 1.25 * point->rate, 1);
  summary = tl_roofline_summary (roofline);
  text = tl_roofline_point_text (roofline, point);
  of_start = tl_roofline_point_text (roofline, &roofline->points[0]);
  g_assert_nonnull (strstr (summary, " Suggested: ≈ Undo all: up to 1.2× faster, "));
  g_assert_nonnull (strstr (text, "\n≈ Undo all: up to 1.2× faster, "));
  g_assert_null (strstr (of_start, "≈"));
  tl_roofline_area (roofline, WIDTH, HEIGHT, &area);
  x = tl_roofline_x (&area, roofline->suggestion->intensity);
  y = tl_roofline_y (&area, roofline->suggestion->rate);
  for (guint with_path = 0; with_path < 2; with_path++)
    {
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      g_autoptr (cairo_t)         cr = cairo_create (surface);

      tl_draw_roofline (cr, roofline, with_path == 1, tl_palette (FALSE), WIDTH, HEIGHT);
      cairo_surface_flush (surface);
      g_assert_cmpint (alpha_at (surface, x, y) == 255, ==, with_path);
    }
  tl_roofline_suggest (bold, program.state, "main", "Fly", 1e9);
  g_assert_cmpfloat_with_epsilon (bold->suggestion->rate, tl_roofline_limit (bold, bold->suggestion->intensity), 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/roofline/figures", test_figures);
  g_test_add_func ("/draw/roofline/path", test_path);
  g_test_add_func ("/draw/roofline/above-roof", test_above_roof);
  g_test_add_func ("/draw/roofline/place", test_place);
  g_test_add_func ("/draw/roofline/texts", test_texts);
  g_test_add_func ("/draw/roofline/counters", test_counters);
  g_test_add_func ("/draw/roofline/without", test_without);
  g_test_add_func ("/draw/roofline/integers", test_integers);
  g_test_add_func ("/draw/roofline/unknown-traffic", test_unknown_traffic);
  g_test_add_func ("/draw/roofline/drawing", test_drawing);
  g_test_add_func ("/draw/roofline/time", test_time);
  g_test_add_func ("/draw/roofline/suggestion", test_suggestion);
  return g_test_run ();
}
