/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels of a model are scheduled by their records: times in the model decide, for the record that was timed alone. */
#include "core/default-schedules/kernel-schedules.h"
#include "tests/read-module.h"

#define KERNEL(name, value) \
  "    @T.prim_func(private=True)\n" \
  "    def " name "(A: T.Buffer((32,), \"float32\"), B: T.Buffer((32,), \"float32\")):\n" \
  "        for i in range(32):\n" \
  "            with T.block(\"B\"):\n" \
  "                vi = T.axis.spatial(32, i)\n" \
  "                B[vi] = " value "\n"
#define CALL(var, kernel, arg) \
  "            " var " = R.call_tir(cls." kernel ", (" arg ",), out_sinfo=R.Tensor((32,), dtype=\"float32\"))\n"
#define MODEL(calls) \
  "@I.ir_module\n" \
  "class Module:\n" \
  KERNEL ("add", "A[vi] + T.float32(1)") KERNEL ("twice", "A[vi] * T.float32(2)") \
  "    @R.function\n" \
  "    def main(x: R.Tensor((32,), dtype=\"float32\")) -> R.Tensor((32,), dtype=\"float32\"):\n" \
  "        cls = Module\n" \
  "        with R.dataflow():\n" \
  calls \
  "            R.output(gv)\n" \
  "        return gv\n"

/* Splits the loop, so that the program is another one. */
#define SPLIT_BY(n) \
  "[[[\"GetBlock\", [], [\"B\", \"main\"], [\"b0\"]], [\"GetLoops\", [\"b0\"], [], [\"l1\"]], [\"Split\", [\"l1\", \"None\", " \
  n "], [1, 0], [\"l2\", \"l3\"]]], []]"

static const char model[] = MODEL (CALL ("lv", "add", "x") CALL ("gv", "twice", "lv"));
static const char other_model[] = MODEL (CALL ("lv", "add", "x") CALL ("lv1", "add", "lv") CALL ("gv", "twice", "lv1"));

static TlExecutable *
plan (const char *text)
{
  g_autoptr (TlModule) module = read_module (text);

  return must (tl_executable_new (module, "main", &failure));
}

static void
commit (TlRecords *records, const TlExecutable *executable, guint kernel, const char *trace, double run_s)
{
  TlRecord record = { .module = ((TlKernelTask *) executable->kernels->pdata[kernel])->module, .trace_json = (char *) trace,
                      .run_s = &run_s, .n_run_s = 1, .target = (char *) "llvm" };

  must (tl_records_commit (records, &record, &failure));
}

/* As if the record of the first kernel had been timed. */
static void
save (TlRecords *records, const TlExecutable *executable, const TlTarget *target, const TlKernelSchedule *schedule, gboolean uses_record)
{
  g_autoptr (GArray)  times = g_array_new (FALSE, TRUE, sizeof (TlKernelTimes));
  const TlKernelTimes first = { schedule->times.record, 3e-6, uses_record ? 2e-6 : 4e-6, uses_record }, second = { 0 };

  g_array_append_val (times, first);
  g_array_append_val (times, second);
  must (tl_kernel_times_save (records, executable, target, times, &failure));
}

/* "record? rules": of both kernels, "?" where the record was not timed. */
static char *
describe (GPtrArray *schedules)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < schedules->len; i++)
    {
      const TlKernelSchedule *schedule = schedules->pdata[i];

      g_string_append_printf (text, "%s%s%s", i > 0 ? " " : "", schedule->origin == TL_KERNEL_BY_RECORD ? "record" : "rules",
                              schedule->times.record != 0 && schedule->times.rules_s == 0 ? "?" : "");
    }
  return g_string_free (text, FALSE);
}

static GPtrArray *
check_schedules (const char *text, const TlTarget *target, TlRecords *records, guint n_untimed, const char *expected)
{
  g_autoptr (TlExecutable) executable = plan (text);
  GPtrArray               *schedules = must (tl_kernel_schedules_new (executable, target, records, &failure));
  g_autofree char         *found = describe (schedules);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (tl_kernel_schedules_n_untimed (schedules), ==, n_untimed);
  return schedules;
}

static void
expect (const char *text, const TlTarget *target, TlRecords *records, guint n_untimed, const char *expected)
{
  g_ptr_array_unref (check_schedules (text, target, records, n_untimed, expected));
}

static void
test_choice (void)
{
  g_autoptr (TlDatabase)   database = must (tl_database_open (":memory:", &failure));
  g_autoptr (TlRecords)    records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (TlExecutable) executable = plan (model);
  g_autoptr (GPtrArray)    untimed = NULL, faster = NULL;
  TlTarget                 target = tl_target_host (), another = target;

  another.num_cores += 1;
  expect (model, &target, records, 0, "rules rules");
  commit (records, executable, 0, SPLIT_BY ("4"), 4e-6);
  untimed = check_schedules (model, &target, records, 1, "record? rules");

  save (records, executable, &target, untimed->pdata[0], FALSE);
  expect (model, &target, records, 0, "rules rules");
  expect (model, &another, records, 1, "record? rules");
  expect (other_model, &target, records, 1, "record? rules");

  save (records, executable, &target, untimed->pdata[0], TRUE);
  expect (model, &target, records, 0, "record rules");

  /* A record that is better alone was not in the comparison, whatever that said. */
  save (records, executable, &target, untimed->pdata[0], FALSE);
  commit (records, executable, 0, SPLIT_BY ("8"), 1e-6);
  faster = check_schedules (model, &target, records, 1, "record? rules");
  save (records, executable, &target, faster->pdata[0], FALSE);
  expect (model, &target, records, 0, "rules rules");
  commit (records, executable, 1, SPLIT_BY ("2"), 1e-6);
  expect (model, &target, records, 1, "rules record?");
}

/* Times that are given, and none at all: the sides of a comparison. */
static void
test_given_times (void)
{
  g_autoptr (TlDatabase)   database = must (tl_database_open (":memory:", &failure));
  g_autoptr (TlRecords)    records = tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL);
  g_autoptr (TlExecutable) executable = plan (model), by_kept = plan (model);
  g_autoptr (GPtrArray)    all = NULL, chosen = NULL;
  g_autoptr (GArray)       times = NULL;
  g_autofree char         *of_all = NULL, *of_chosen = NULL;
  TlTarget                 target = tl_target_host ();

  commit (records, executable, 0, SPLIT_BY ("4"), 4e-6);
  g_assert_null (tl_kernel_times_load (records, executable, &target));
  all = must (tl_kernel_schedules_new_by_times (executable, &target, records, NULL, &failure));
  save (records, executable, &target, all->pdata[0], FALSE);
  times = tl_kernel_times_load (records, executable, &target);
  g_assert_cmpuint (times->len, ==, 2);
  g_assert_cmpfloat (g_array_index (times, TlKernelTimes, 0).rules_s, ==, 3e-6);
  g_assert_cmpfloat (g_array_index (times, TlKernelTimes, 0).record_s, ==, 4e-6);
  chosen = must (tl_kernel_schedules_new_by_times (by_kept, &target, records, times, &failure));
  of_all = describe (all);
  of_chosen = describe (chosen);
  g_assert_cmpstr (of_all, ==, "record? rules");
  g_assert_cmpstr (of_chosen, ==, "rules rules");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/default-schedules/kernel-times/choice", test_choice);
  g_test_add_func ("/default-schedules/kernel-times/given", test_given_times);
  return g_test_run ();
}
