/* SPDX-License-Identifier: Apache-2.0 */
#include "core/device/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/device.h"

#define USER_PARANOID 2   /* up to it, a program may count its own user code */

#define CACHE_EVENT(cache, op, result)                                                                                                   \
  (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const TlCounterEvent hardware_events[TL_N_HARDWARE_COUNTERS] = {
  [TL_COUNTER_CYCLES] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
  [TL_COUNTER_INSTRUCTIONS] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
  [TL_COUNTER_L1_MISSES] = { PERF_TYPE_HW_CACHE, CACHE_EVENT (L1D, READ, MISS) },
  [TL_COUNTER_LLC_MISSES] = { PERF_TYPE_HW_CACHE, CACHE_EVENT (LL, READ, MISS) },
  [TL_COUNTER_BRANCH_MISSES] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
  [TL_COUNTER_STALLS] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
};

static const struct { const char *name, *title; } counter_rows[] = {
#define X(id, name, title) [TL_COUNTER_##id] = { name, title },
  TL_COUNTERS (X)
#undef X
};

static const char *const status_names[] = {
  [TL_COUNT_NONE] = "none",     [TL_COUNT_EXACT] = "exact",         [TL_COUNT_SCALED] = "scaled", [TL_COUNT_DENIED] = "denied",
  [TL_COUNT_ABSENT] = "absent", [TL_COUNT_NO_KERNEL] = "no-kernel", [TL_COUNT_BUSY] = "busy",     [TL_COUNT_FAILED] = "failed",
};

const char *
tl_counter_name (TlCounter counter)
{
  g_return_val_if_fail ((guint) counter < TL_N_COUNTERS, NULL);
  return counter_rows[counter].name;
}

const char *
tl_counter_title (TlCounter counter)
{
  g_return_val_if_fail ((guint) counter < TL_N_COUNTERS, NULL);
  return _(counter_rows[counter].title);
}

const char *
tl_count_status_name (TlCountStatus status)
{
  g_return_val_if_fail ((guint) status < TL_N_COUNT_STATUSES, NULL);
  return status_names[status];
}

gboolean
tl_count_status_parse (const char *name, TlCountStatus *status)
{
  for (guint i = 0; i < TL_N_COUNT_STATUSES; i++)
    if (g_strcmp0 (status_names[i], name) == 0)
      {
        *status = (TlCountStatus) i;
        return TRUE;
      }
  return FALSE;
}

TlCountStatus
tl_count_status_of_errno (int code)
{
  switch (code)
    {
    case EACCES:
    case EPERM:
      return TL_COUNT_DENIED;
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
    case EINVAL:   /* of a cache that the kernel's table for this CPU has no event for */
      return TL_COUNT_ABSENT;
    case ENOSYS:
      return TL_COUNT_NO_KERNEL;
    case EBUSY:
      return TL_COUNT_BUSY;
    default:
      return TL_COUNT_FAILED;
    }
}

/* --- figures and texts --- */

gboolean
tl_counters_has (const TlCounters *counts, TlCounter counter)
{
  return counts->of[counter].status == TL_COUNT_EXACT || counts->of[counter].status == TL_COUNT_SCALED;
}

double
tl_counters_ipc (const TlCounters *counts)
{
  gboolean is_known = tl_counters_has (counts, TL_COUNTER_CYCLES) && tl_counters_has (counts, TL_COUNTER_INSTRUCTIONS);

  return is_known && counts->of[TL_COUNTER_CYCLES].n > 0 ? counts->of[TL_COUNTER_INSTRUCTIONS].n / counts->of[TL_COUNTER_CYCLES].n : NAN;
}

double
tl_counters_miss_bytes (const TlCounters *counts, TlCounter counter)
{
  return tl_counters_has (counts, counter) ? counts->of[counter].n * tl_device_host ()->cache_line_bytes : NAN;
}

/* Three digits; fewer than one per run as they are. */
static char *
count_text (double n)
{
  static const char *const units[] = { "", " k", " M", " G", " T" };
  guint                    i = 0;

  for (; n >= 999.5 && i + 1 < G_N_ELEMENTS (units); i++)
    n /= 1000;
  return i == 0 && (n >= 99.95 || n == floor (n)) ? g_strdup_printf ("%.0f", n) : g_strdup_printf ("%.3g%s", n, units[i]);
}

char *
tl_counters_text (const TlCounters *counts, TlCounter counter)
{
  g_autofree char *text = tl_counters_has (counts, counter) ? count_text (counts->of[counter].n) : NULL;

  if (text == NULL)
    return g_strdup ("—");
  return counts->of[counter].status == TL_COUNT_SCALED ? g_strconcat ("≈ ", text, NULL) : g_steal_pointer (&text);
}

char *
tl_counters_miss_text (const TlCounters *counts, TlCounter counter, double predicted_bytes)
{
  g_autofree char *n = tl_counters_text (counts, counter), *bytes = NULL, *predicted = NULL;

  predicted = predicted_bytes >= 0 ? tl_format_bytes (llround (predicted_bytes)) : NULL;
  if (!tl_counters_has (counts, counter))
    return predicted != NULL ? g_strdup_printf (_("%s (predicted %s)"), n, predicted) : g_steal_pointer (&n);
  bytes = tl_format_bytes (llround (tl_counters_miss_bytes (counts, counter)));
  return predicted != NULL ? g_strdup_printf (_("%s, %s (predicted %s)"), n, bytes, predicted) : g_strdup_printf ("%s, %s", n, bytes);
}

static gboolean
is_of_misses (TlCounter counter)
{
  return counter == TL_COUNTER_L1_MISSES || counter == TL_COUNTER_LLC_MISSES;
}

char *
tl_counters_summary (const TlCounters *counts, const double predicted_bytes[TL_N_COUNTERS])
{
  g_autoptr (GString) text = g_string_new (NULL);
  double              ipc = tl_counters_ipc (counts);

  if (ipc > 0)
    g_string_append_printf (text, _("IPC %.2f"), ipc);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    if (tl_counters_has (counts, i))
      {
        double           predicted = predicted_bytes != NULL ? predicted_bytes[i] : -1;
        g_autofree char *value = is_of_misses (i) ? tl_counters_miss_text (counts, i, predicted) : tl_counters_text (counts, i);

        g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", tl_counter_title (i), value);
      }
  return text->len > 0 ? g_strdup_printf (_("Counted per run: %s"), text->str) : NULL;
}

/* A sentence that begins with what is missing, @names. */
static char *
reason_text (const TlCounters *counts, TlCountStatus status, const char *names)
{
  switch ((int) status)
    {
    case TL_COUNT_NONE:
      return g_strdup_printf (_("%s: not counted yet. Measure again to count them."), names);
    case TL_COUNT_DENIED:
      return counts->paranoid > USER_PARANOID
               ? g_strdup_printf (_("%s: not permitted, kernel.perf_event_paranoid is %d. Set it to 2 or lower: "
                                    "sudo sysctl kernel.perf_event_paranoid=2"), names, counts->paranoid)
               : g_strdup_printf (_("%s: not permitted, although kernel.perf_event_paranoid is %d. A container needs the capability "
                                    "CAP_PERFMON, or a seccomp profile that allows perf_event_open."), names, counts->paranoid);
    case TL_COUNT_ABSENT:
      return g_strdup_printf (_("%s: this (virtual) machine offers no such counter."), names);
    case TL_COUNT_NO_KERNEL:
      return g_strdup_printf (_("%s: this kernel has no performance events. Use one that is built with CONFIG_PERF_EVENTS."), names);
    case TL_COUNT_BUSY:
      return g_strdup_printf (_("%s: all counters of the CPU are in use. Close other profilers, and set kernel.nmi_watchdog to 0: "
                                "sudo sysctl kernel.nmi_watchdog=0"), names);
    default:
      return g_strdup_printf (_("%s: the system failed to count. Raise the limit of open files (ulimit -n) if it is low."), names);
    }
}

char *
tl_counters_reason (const TlCounters *counts, TlCounter counter)
{
  return tl_counters_has (counts, counter) ? NULL : reason_text (counts, counts->of[counter].status, tl_counter_title (counter));
}

static guint
count_with (const TlCounters *counts, TlCountStatus status)
{
  guint n = 0;

  for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
    n += counts->of[i].status == status;
  return n;
}

/* "L1 read misses, Stalled cycles"; of all of them "Hardware counters". */
static char *
names_with (const TlCounters *counts, TlCountStatus status)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (count_with (counts, status) == TL_N_HARDWARE_COUNTERS)
    return g_strdup (_("Hardware counters"));
  for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
    if (counts->of[i].status == status)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", tl_counter_title (i));
  return g_string_free (g_steal_pointer (&names), FALSE);
}

char *
tl_counters_missing_text (const TlCounters *counts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint status = 0; status < TL_N_COUNT_STATUSES; status++)
    if (status != TL_COUNT_EXACT && status != TL_COUNT_SCALED && count_with (counts, status) > 0)
      {
        g_autofree char *names = names_with (counts, status), *reason = reason_text (counts, status, names);

        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", reason);
      }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* --- counting --- */

struct _TlCounterGroup
{
  const TlCounterSource *source;
  guint                  n_events;
  guint                  n_threads;
  int                   *handles;   /* of each event by thread: negative errno where there is none */
};

TlCounterGroup *
tl_counter_group_new (const TlCounterSource *source, const TlCounterEvent *events, guint n_events)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (pid_t));
  TlCounterGroup    *group = g_new0 (TlCounterGroup, 1);

  source->threads (source->data, threads);
  *group = (TlCounterGroup) { .source = source, .n_events = n_events, .n_threads = threads->len,
                              .handles = g_new (int, n_events * threads->len) };
  for (guint event = 0; event < n_events; event++)
    for (guint i = 0; i < threads->len; i++)
      group->handles[event * threads->len + i] = source->open (source->data, &events[event], g_array_index (threads, pid_t, i));
  return group;
}

void
tl_counter_group_free (TlCounterGroup *group)
{
  for (guint i = 0; i < group->n_events * group->n_threads; i++)
    if (group->handles[i] >= 0)
      group->source->close (group->source->data, group->handles[i]);
  g_free (group->handles);
  g_free (group);
}

/* The calling thread's own last, and first when it ends: what the other calls take is not counted there. */
void
tl_counter_group_enable (TlCounterGroup *group, gboolean counts)
{
  for (guint i = 0; i < group->n_threads; i++)
    for (guint event = 0; event < group->n_events; event++)
      {
        guint thread = counts ? group->n_threads - 1 - i : i;
        int   handle = group->handles[event * group->n_threads + thread];

        if (handle >= 0)
          group->source->enable (group->source->data, handle, counts);
      }
}

/* FALSE: it ran while it had no counter. Adds to @count. */
static gboolean
add_reading (TlCount *count, const TlCounterReading *reading)
{
  if (reading->enabled_ns > 0 && reading->running_ns == 0)
    return FALSE;
  if (reading->running_ns < reading->enabled_ns)
    {
      count->status = TL_COUNT_SCALED;
      count->n += (double) reading->value * ((double) reading->enabled_ns / (double) reading->running_ns);
    }
  else
    count->n += (double) reading->value;
  return TRUE;
}

TlCount
tl_counter_group_read (TlCounterGroup *group, guint event)
{
  const int *handles = &group->handles[event * group->n_threads];
  TlCount    count = { .status = TL_COUNT_EXACT };

  for (guint i = 0; i < group->n_threads; i++)
    {
      TlCounterReading reading;

      if (handles[i] == -ESRCH && i > 0)   /* the thread has ended */
        continue;
      if (handles[i] < 0)
        return (TlCount) { .status = tl_count_status_of_errno (-handles[i]) };
      if (!group->source->read (group->source->data, handles[i], &reading))
        return (TlCount) { .status = TL_COUNT_FAILED };
      if (!add_reading (&count, &reading))
        return (TlCount) { .status = TL_COUNT_BUSY };
    }
  return count;
}

static TlCount
per_run (TlCount count, guint64 n_runs)
{
  count.n /= (double) n_runs;
  return count;
}

void
tl_count_runs (const TlCounterSource *source, void (*run) (gpointer data, guint64 n_runs), gpointer data, guint64 n_runs,
               TlCounters *counts)
{
  g_autoptr (TlCounterGroup) group = tl_counter_group_new (source, hardware_events, TL_N_HARDWARE_COUNTERS);
  guint64                    faults[2], switches[2];

  *counts = (TlCounters) { .n_runs = n_runs, .paranoid = source->paranoid (source->data) };
  source->usage (source->data, &faults[0], &switches[0]);
  tl_counter_group_enable (group, TRUE);
  run (data, n_runs);
  tl_counter_group_enable (group, FALSE);
  source->usage (source->data, &faults[1], &switches[1]);
  for (guint i = 0; i < TL_N_HARDWARE_COUNTERS; i++)
    counts->of[i] = per_run (tl_counter_group_read (group, i), n_runs);
  counts->of[TL_COUNTER_PAGE_FAULTS] = per_run ((TlCount) { TL_COUNT_EXACT, (double) (faults[1] - faults[0]) }, n_runs);
  counts->of[TL_COUNTER_CONTEXT_SWITCHES] = per_run ((TlCount) { TL_COUNT_EXACT, (double) (switches[1] - switches[0]) }, n_runs);
}
