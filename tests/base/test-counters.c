/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/device/counters.h"
#include "core/device/device.h"

#define MAX_THREADS 4

/* --- a machine with made-up counters --- */

typedef struct
{
  guint            n_threads;
  int              failures[TL_N_HARDWARE_COUNTERS][MAX_THREADS];   /* errno of opening; 0: it opens */
  TlCounterReading readings[TL_N_HARDWARE_COUNTERS][MAX_THREADS];
  gint             paranoid;
  guint            n_opened[MAX_THREADS];                           /* events so far */
  guint            n_open, n_enabled;
  guint            n_runs;
  guint64          usage;
} FakeMachine;

static void
fake_threads (gpointer data, GArray *threads)
{
  FakeMachine *machine = data;

  for (pid_t i = 0; i < (pid_t) machine->n_threads; i++)
    g_array_append_val (threads, i);
}

/* Events are opened in their order. */
static int
fake_open (gpointer data, const TlCounterEvent *event, pid_t thread)
{
  FakeMachine *machine = data;
  guint        number = machine->n_opened[thread]++;

  if (machine->failures[number][thread] != 0)
    return -machine->failures[number][thread];
  machine->n_open++;
  return (int) (number * MAX_THREADS) + thread;
}

static void
fake_enable (gpointer data, int handle, gboolean counts)
{
  FakeMachine *machine = data;

  if (counts)
    machine->n_enabled++;
  else
    machine->n_enabled--;
}

static gboolean
fake_read (gpointer data, int handle, TlCounterReading *reading)
{
  *reading = ((FakeMachine *) data)->readings[handle / MAX_THREADS][handle % MAX_THREADS];
  return TRUE;
}

static void
fake_close (gpointer data, int handle)
{
  ((FakeMachine *) data)->n_open--;
}

static void
fake_usage (gpointer data, guint64 *n_page_faults, guint64 *n_context_switches)
{
  FakeMachine *machine = data;

  *n_page_faults = 100 * machine->usage;
  *n_context_switches = 10 * machine->usage++;
}

static gint
fake_paranoid (gpointer data)
{
  return ((FakeMachine *) data)->paranoid;
}

/* While it runs all events that are open count. */
static void
fake_run (gpointer data, guint64 n_runs)
{
  FakeMachine *machine = data;

  g_assert_cmpuint (machine->n_enabled, ==, machine->n_open);
  machine->n_runs += (guint) n_runs;
}

static TlCounters
count_on (FakeMachine *machine, guint64 n_runs)
{
  TlCounterSource source = { fake_threads, fake_open, fake_enable, fake_read, fake_close, fake_usage, fake_paranoid, machine };
  TlCounters        counts;

  tl_count_runs (&source, fake_run, machine, n_runs, &counts);
  g_assert_cmpuint (machine->n_open, ==, 0);
  g_assert_cmpuint (machine->n_runs, ==, n_runs);
  g_assert_cmpuint (counts.n_runs, ==, n_runs);
  return counts;
}

/* The same of every event on each of two threads. */
static FakeMachine
machine_with (TlCounterReading reading)
{
  FakeMachine machine = { .n_threads = 2, .paranoid = 2 };

  for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
    machine.readings[i][0] = machine.readings[i][1] = reading;
  return machine;
}

static void
assert_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_threads (void)
{
  FakeMachine machine = machine_with ((TlCounterReading) { 1000, 50, 50 });
  TlCounters    counts;

  machine.readings[TL_COUNTER_INSTRUCTIONS][1].value = 4000;
  machine.readings[TL_COUNTER_STALLS][1] = (TlCounterReading) { 0, 0, 0 };   /* a thread that slept */
  machine.failures[TL_COUNTER_LLC_MISSES][1] = ESRCH;                        /* one that ended */
  counts = count_on (&machine, 10);
  g_assert_cmpint (counts.of[TL_COUNTER_CYCLES].status, ==, TL_COUNT_EXACT);
  g_assert_cmpfloat (counts.of[TL_COUNTER_CYCLES].n, ==, 200);
  g_assert_cmpfloat (counts.of[TL_COUNTER_INSTRUCTIONS].n, ==, 500);
  g_assert_cmpfloat (tl_counters_ipc (&counts), ==, 2.5);
  g_assert_cmpfloat (counts.of[TL_COUNTER_STALLS].n, ==, 100);
  g_assert_cmpfloat (counts.of[TL_COUNTER_LLC_MISSES].n, ==, 100);
  g_assert_cmpfloat (tl_counters_miss_bytes (&counts, TL_COUNTER_LLC_MISSES), ==, 100.0 * tl_device_host ()->cache_line_bytes);
  g_assert_cmpfloat (counts.of[TL_COUNTER_PAGE_FAULTS].n, ==, 10);
  g_assert_cmpfloat (counts.of[TL_COUNTER_CONTEXT_SWITCHES].n, ==, 1);
  g_assert_null (tl_counters_missing_text (&counts));
  g_assert_null (tl_counters_reason (&counts, TL_COUNTER_CYCLES));
}

static void
test_scaling (void)
{
  FakeMachine machine = machine_with ((TlCounterReading) { 1000, 50, 50 });
  TlCounters    counts;

  machine.readings[TL_COUNTER_CYCLES][1] = (TlCounterReading) { 1000, 80, 20 };
  machine.readings[TL_COUNTER_L1_MISSES][1] = (TlCounterReading) { 0, 80, 0 };
  counts = count_on (&machine, 1);
  g_assert_cmpint (counts.of[TL_COUNTER_CYCLES].status, ==, TL_COUNT_SCALED);
  g_assert_cmpfloat (counts.of[TL_COUNTER_CYCLES].n, ==, 5000);
  g_assert_cmpfloat (tl_counters_ipc (&counts), ==, 0.4);
  assert_text (tl_counters_text (&counts, TL_COUNTER_CYCLES), "≈ 5 k");
  assert_text (tl_counters_text (&counts, TL_COUNTER_INSTRUCTIONS), "2 k");
  g_assert_cmpint (counts.of[TL_COUNTER_L1_MISSES].status, ==, TL_COUNT_BUSY);
  assert_text (tl_counters_text (&counts, TL_COUNTER_L1_MISSES), "—");
  g_assert_true (isnan (tl_counters_miss_bytes (&counts, TL_COUNTER_L1_MISSES)));
}

static void
test_missing (void)
{
  FakeMachine machine = machine_with ((TlCounterReading) { 1000, 50, 50 });
  TlCounters    counts, none = { 0 };

  machine.failures[TL_COUNTER_CYCLES][0] = ENOENT;
  machine.failures[TL_COUNTER_STALLS][0] = EACCES;
  machine.failures[TL_COUNTER_STALLS][1] = EACCES;
  machine.failures[TL_COUNTER_BRANCH_MISSES][0] = ENOENT;
  machine.paranoid = 4;
  counts = count_on (&machine, 1);
  g_assert_false (tl_counters_has (&counts, TL_COUNTER_CYCLES));
  g_assert_true (tl_counters_has (&counts, TL_COUNTER_INSTRUCTIONS));
  g_assert_true (isnan (tl_counters_ipc (&counts)));
  g_assert_true (tl_counters_has (&counts, TL_COUNTER_PAGE_FAULTS));
  assert_text (tl_counters_missing_text (&counts),
               "Stalled cycles: not permitted, kernel.perf_event_paranoid is 4. Set it to 2 or lower: "
               "sudo sysctl kernel.perf_event_paranoid=2 "
               "Cycles, Branch misses: this (virtual) machine offers no such counter.");
  assert_text (tl_counters_missing_text (&none), "Hardware counters: not counted yet. Measure again to count them.");
  g_assert_true (isnan (tl_counters_ipc (&none)));
}

static void
test_reasons (void)
{
  static const struct { int code; TlCountStatus status; gint paranoid; const char *part; } rows[] = {
    { EACCES, TL_COUNT_DENIED, 3, "sudo sysctl kernel.perf_event_paranoid=2" },
    { EPERM, TL_COUNT_DENIED, 3, "kernel.perf_event_paranoid is 3" },
    { EPERM, TL_COUNT_DENIED, 2, "CAP_PERFMON" },
    { ENOENT, TL_COUNT_ABSENT, 2, "(virtual) machine" },
    { EOPNOTSUPP, TL_COUNT_ABSENT, 2, "(virtual) machine" },
    { ENODEV, TL_COUNT_ABSENT, 2, "(virtual) machine" },
    { ENOSYS, TL_COUNT_NO_KERNEL, -1, "CONFIG_PERF_EVENTS" },
    { EBUSY, TL_COUNT_BUSY, 2, "nmi_watchdog" },
    { EMFILE, TL_COUNT_FAILED, 2, "ulimit -n" },
  };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      FakeMachine      machine = { .n_threads = 1, .paranoid = rows[row].paranoid };
      TlCounters         counts;
      TlCountStatus    parsed;
      g_autofree char *text = NULL;

      for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
        machine.failures[i][0] = rows[row].code;
      counts = count_on (&machine, 1);
      g_assert_cmpint (tl_count_status_of_errno (rows[row].code), ==, rows[row].status);
      g_assert_cmpint (counts.of[TL_COUNTER_CYCLES].status, ==, rows[row].status);
      g_assert_true (tl_count_status_parse (tl_count_status_name (rows[row].status), &parsed) && parsed == rows[row].status);
      text = tl_counters_missing_text (&counts);
      g_assert_true (g_str_has_prefix (text, "Hardware counters: "));
      g_assert_nonnull (strstr (text, rows[row].part));
    }
}

/* --- this machine --- */

#define N_PAGES 300

static const TlCounterEvent page_faults = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS };

static void
touch_pages (void)
{
  gsize    page = (gsize) sysconf (_SC_PAGESIZE);
  guint8  *memory = mmap (NULL, N_PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (memory != MAP_FAILED);
  madvise (memory, N_PAGES * page, MADV_NOHUGEPAGE);
  for (guint i = 0; i < N_PAGES; i++)
    ((volatile guint8 *) memory)[i * page] = 1;
  munmap (memory, N_PAGES * page);
}

typedef struct
{
  GMutex   lock;
  GCond    changed;
  gboolean may_work, has_worked, may_end;
} Helper;

static gpointer
help (gpointer data)
{
  Helper *helper = data;

  g_mutex_lock (&helper->lock);
  while (!helper->may_work)
    g_cond_wait (&helper->changed, &helper->lock);
  touch_pages ();
  helper->has_worked = TRUE;
  g_cond_broadcast (&helper->changed);
  while (!helper->may_end)
    g_cond_wait (&helper->changed, &helper->lock);
  g_mutex_unlock (&helper->lock);
  return NULL;
}

static void
let_help (Helper *helper)
{
  g_mutex_lock (&helper->lock);
  helper->may_work = TRUE;
  g_cond_broadcast (&helper->changed);
  while (!helper->has_worked)
    g_cond_wait (&helper->changed, &helper->lock);
  g_mutex_unlock (&helper->lock);
}

static void
end_help (Helper *helper, GThread *thread)
{
  g_mutex_lock (&helper->lock);
  helper->may_end = TRUE;
  g_cond_broadcast (&helper->changed);
  g_mutex_unlock (&helper->lock);
  g_thread_join (thread);
}

/* Page faults, which need no counter of the CPU: of this thread, of one that was there before, and of one that is made meanwhile. */
static void
test_system (void)
{
  g_autoptr (TlCounterGroup) group = NULL;
  Helper   before = { .may_work = FALSE }, after = { .may_work = FALSE };
  GThread *thread = g_thread_new ("before", help, &before), *later;
  TlCount  count;

  group = tl_counter_group_new (tl_counter_source_system (), &page_faults, 1);
  count = tl_counter_group_read (group, 0);
  if (count.status != TL_COUNT_EXACT && count.status != TL_COUNT_SCALED)
    {
      end_help (&before, (let_help (&before), thread));
      g_test_skip (tl_count_status_name (count.status));
      return;
    }
  touch_pages ();
  g_assert_cmpfloat (tl_counter_group_read (group, 0).n, ==, 0);
  tl_counter_group_enable (group, TRUE);
  touch_pages ();
  let_help (&before);
  later = g_thread_new ("after", help, &after);
  let_help (&after);
  tl_counter_group_enable (group, FALSE);
  touch_pages ();
  count = tl_counter_group_read (group, 0);
  g_assert_cmpfloat (count.n, >=, 3 * N_PAGES);
  g_assert_cmpfloat (count.n, <, 3.9 * N_PAGES);
  end_help (&before, thread);
  end_help (&after, later);
}

static void
run_touching (gpointer data, guint64 n_runs)
{
  for (guint64 i = 0; i < n_runs; i++)
    touch_pages ();
}

/* Hardware counters are there or not: each has a number or a reason. */
static void
test_system_runs (void)
{
  TlCounters counts;

  tl_count_runs (tl_counter_source_system (), run_touching, NULL, 20, &counts);
  g_assert_cmpfloat (counts.of[TL_COUNTER_PAGE_FAULTS].n, >=, N_PAGES);
  g_assert_cmpfloat (counts.of[TL_COUNTER_PAGE_FAULTS].n, <, 1.5 * N_PAGES);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    {
      g_autofree char *reason = tl_counters_reason (&counts, i);

      g_assert_cmpint (tl_counters_has (&counts, i), ==, reason == NULL);
      g_assert_cmpint (counts.of[i].status, !=, TL_COUNT_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counters/threads", test_threads);
  g_test_add_func ("/counters/scaling", test_scaling);
  g_test_add_func ("/counters/missing", test_missing);
  g_test_add_func ("/counters/reasons", test_reasons);
  g_test_add_func ("/counters/system", test_system);
  g_test_add_func ("/counters/system-runs", test_system_runs);
  return g_test_run ();
}
