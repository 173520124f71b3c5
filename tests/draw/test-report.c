/* SPDX-License-Identifier: Apache-2.0 */
/* Reports as files: what is in them, whatever the names are. */
#include <math.h>

#include "core/base/format.h"
#include "core/draw/document.h"
#include "core/draw/report.h"
#include "core/schedule/schedule-script.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/temporary.h"

#define ODD_NAME "<script>alert(1)</script> & \"co\" 'x'"

static const char schedule[] = "def tiles(sch):\n"
                               "    i, j, k = sch.get_loops(sch.get_block(\"C\"))\n"
                               "    i_0, i_1 = sch.split(i, [None, 8])\n"
                               "    sch.reorder(i_0, k, i_1, j)\n"
                               "    sch.vectorize(j)\n";

typedef struct
{
  char    *folder;
  TlReport report;
} ReportFixture;

static void
clear_measured (gpointer data)
{
  TlMeasuredState *measured = data;

  g_free (measured->name);
  tl_state_unref (measured->state);
}

static void
add_time (TlReport *report, TlState *state, double seconds, guint variant)
{
  TlMeasuredState measured = { .name = g_strdup (variant == 0 ? "start" : ODD_NAME), .state = tl_state_ref (state), .variant = variant,
                               .is_end = TRUE, .is_current = variant == 1, .is_checked = TRUE };

  measured.latency = (TlLatency) { .median_s = seconds, .min_s = seconds, .lower_s = 0.99 * seconds, .upper_s = 1.01 * seconds,
                                   .low_s = 0.99 * seconds, .high_s = 1.01 * seconds, .n_samples = 21 };
  g_array_append_val (report->states, measured);
}

static TlMachine
made_up_machine (void)
{
  TlMachine machine = { .measured_s = 1 };

  for (guint i = 0; i < TL_N_PEAKS; i++)
    machine.operations_per_s[i] = 1e11;
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    for (guint k = 0; k < TL_N_STREAMS; k++)
      machine.levels[i].bytes_per_s[k] = 123e9 / (1 << i);
  return machine;
}

static void
set_up (ReportFixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule)         module = must (tl_script_read_text ("@T.prim_func\n" MATMUL ("64", "64", "64"), &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0);
  g_autoptr (TlSource)         source = tl_source_new ("tiles.py", schedule, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  fixture->folder = g_dir_make_tmp ("tl-report-XXXXXX", NULL);
  fixture->report = (TlReport) { .title = g_strdup (ODD_NAME), .func_name = g_strdup ("main"), .variant = g_strdup (ODD_NAME),
                                 .version = g_strdup ("0"), .target = tl_target_host (), .machine = made_up_machine (),
                                 .is_measured = TRUE, .written_s = 1, .states = g_array_new (FALSE, FALSE, sizeof (TlMeasuredState)) };
  fixture->report.state = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
  g_array_set_clear_func (fixture->report.states, clear_measured);
  add_time (&fixture->report, tl_state_root (fixture->report.state), 1e-3, 0);
  add_time (&fixture->report, fixture->report.state, 1.25e-4, 1);
}

static void
tear_down (ReportFixture *fixture, gconstpointer data)
{
  tl_report_clear (&fixture->report);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static char *
write_report (ReportFixture *fixture, const char *name, gsize *length)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  char            *text = NULL;

  must (tl_report_write (&fixture->report, path, &failure));
  must (g_file_get_contents (path, &text, length, &failure));
  return text;
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("the report lacks \"%s\"", part);
}

/* Its figures are those of the analyses, its names are text, and it stands alone. */
static void
test_html (ReportFixture *fixture, gconstpointer data)
{
  const TlPrimFunc *func = tl_module_prim (tl_state_module (tl_state_root (fixture->report.state)), "main");
  TlRoof            roof = tl_roof_of (func, &fixture->report.machine, 1);
  g_autofree char  *share = tl_roof_share_text (&roof, 1.25e-4), *rate = tl_format_gflops (roof.operations, 1.25e-4);
  g_autofree char  *text = write_report (fixture, "a.html", NULL);
  const char *const parts[] = { "125 µs", share, rate, "8× as fast as the start (1.00 ms)", "&lt;script&gt;alert(1)&lt;/script&gt; &amp;",
                                "Split i", "Vectorize j", "123 GB/s", "L1 to registers", "sch.split(", "@T.prim_func",
                                "tileloom-cli run program.py --schedule schedule.py", "yes, against the reference interpreter",
                                "prefers-color-scheme: dark" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    assert_has (text, parts[i]);
  g_assert_null (strstr (text, "<script"));
  g_assert_null (strstr (text, "http:"));
  g_assert_null (strstr (text, "https:"));
  g_assert_null (strstr (text, "xlink"));
  g_assert_null (strstr (text, "<?xml"));
}

/* Names inside of pictures differ: each is defined once, and what refers to one finds it. */
static void
test_names_of_pictures (ReportFixture *fixture, gconstpointer data)
{
  g_autofree char       *text = write_report (fixture, "a.html", NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv)         defined = g_strsplit (text, " id=\"", -1), used = g_strsplit (text, "href=\"#", -1);

  for (guint i = 1; defined[i] != NULL; i++)
    g_assert_true (g_hash_table_add (names, g_strndup (defined[i], strcspn (defined[i], "\""))));
  g_assert_cmpuint (g_hash_table_size (names), >, 10);
  for (guint i = 1; used[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (used[i], strcspn (used[i], "\""));

      g_assert_true (g_hash_table_contains (names, name));
    }
}

static void
test_pdf (ReportFixture *fixture, gconstpointer data)
{
  gsize            length;
  g_autofree char *text = write_report (fixture, "a.PDF", &length);

  g_assert_true (g_str_has_prefix (text, "%PDF-"));
  g_assert_cmpuint (length, >, 10000);
}

/* A schedule that was not timed, on a machine that was not measured. */
static void
test_unknown (ReportFixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  g_array_set_size (fixture->report.states, 0);
  fixture->report.is_measured = FALSE;
  text = write_report (fixture, "a.html", NULL);
  assert_has (text, "This schedule has not been timed.");
  assert_has (text, "The roofs of this machine have not been measured.");
  assert_has (text, "Bound unknown.");
}

static void
test_ending (ReportFixture *fixture, gconstpointer data)
{
  must_fail (tl_report_write (&fixture->report, "report.txt", &failure), G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_false (tl_report_can_write ("report.txt"));
  g_assert_true (tl_report_can_write ("r.html"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/draw/report/" name, ReportFixture, NULL, set_up, test, tear_down)
  ADD ("html", test_html);
  ADD ("names-of-pictures", test_names_of_pictures);
  ADD ("pdf", test_pdf);
  ADD ("unknown", test_unknown);
  ADD ("ending", test_ending);
  return g_test_run ();
}
