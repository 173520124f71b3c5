/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hardware counters around runs of a kernel, through perf_event_open(2). Code that is counted is not timed: a kernel runs once more for it.
 *
 * Each thread that the process has gets its own events, so that the threads of a parallel loop, which live on between runs, count too;
 * threads that one of them starts are inherited. Waiting for work counts where the thread spins for it. Only user code is counted, which
 * kernel.perf_event_paranoid allows up to 2.
 */
#pragma once

#include <sys/types.h>

#include <glib.h>

G_BEGIN_DECLS

/* Names as stored, titles, and the unit of hardware counters. */
#define TL_COUNTERS(X) \
  X (CYCLES, "cycles", N_("Cycles")) \
  X (INSTRUCTIONS, "instructions", N_("Instructions")) \
  X (L1_MISSES, "l1d_read_misses", N_("L1 read misses")) \
  X (LLC_MISSES, "llc_read_misses", N_("Last-level cache read misses")) \
  X (BRANCH_MISSES, "branch_misses", N_("Branch misses")) \
  X (STALLS, "stalled_cycles", N_("Stalled cycles")) \
  X (PAGE_FAULTS, "page_faults", N_("Page faults")) \
  X (CONTEXT_SWITCHES, "context_switches", N_("Context switches"))

typedef enum
{
#define X(id, name, title) TL_COUNTER_##id,
  TL_COUNTERS (X)
#undef X
  TL_N_COUNTERS,
  TL_N_HARDWARE_COUNTERS = TL_COUNTER_PAGE_FAULTS,   /* those before need a counter of the CPU */
} TlCounter;

typedef enum
{
  TL_COUNT_NONE,         /* nobody has counted */
  TL_COUNT_EXACT,
  TL_COUNT_SCALED,       /* counters took turns: extrapolated from a part of the time */
  TL_COUNT_DENIED,       /* kernel.perf_event_paranoid, or a container, forbids it */
  TL_COUNT_ABSENT,       /* the machine has no such counter */
  TL_COUNT_NO_KERNEL,    /* the kernel has no perf_event_open */
  TL_COUNT_BUSY,         /* it got no counter of the CPU: others use them all */
  TL_COUNT_FAILED,
  TL_N_COUNT_STATUSES,
} TlCountStatus;

typedef struct
{
  TlCountStatus status;
  double        n;        /* EXACT, SCALED: per run, of all threads together */
} TlCount;

/* A plain value; all 0: nobody has counted. */
typedef struct
{
  guint64 n_runs;
  gint    paranoid;                /* kernel.perf_event_paranoid then; -1 unknown */
  TlCount of[TL_N_COUNTERS];
} TlCounters;

const char *tl_counter_name (TlCounter counter);
const char *tl_counter_title (TlCounter counter);
const char *tl_count_status_name (TlCountStatus status);
gboolean    tl_count_status_parse (const char *name, TlCountStatus *status);
/* The meaning of an errno of perf_event_open. */
TlCountStatus tl_count_status_of_errno (int code);

gboolean    tl_counters_has (const TlCounters *counts, TlCounter counter);
/* Instructions per cycle; NAN unknown. */
double      tl_counters_ipc (const TlCounters *counts);
/* Bytes of the lines that a counter of cache misses stands for; NAN unknown. */
double      tl_counters_miss_bytes (const TlCounters *counts, TlCounter counter);
/* "212 k", with "≈" before what is scaled; "—" not known. Free with g_free. */
char       *tl_counters_text (const TlCounters *counts, TlCounter counter);
/* Beside the @predicted bytes that miss: "18.2 k, 1.14 MiB (predicted 1.05 MiB)"; @predicted negative or NAN: unknown. Free with g_free. */
char       *tl_counters_miss_text (const TlCounters *counts, TlCounter counter, double predicted_bytes);
/*
 * "Counted per run: IPC 2.4, Cycles 212 k, …" of those that have a number; NULL: none has. @predicted_bytes: of each counter of misses,
 * nullable. Free with g_free.
 */
char       *tl_counters_summary (const TlCounters *counts, const double predicted_bytes[TL_N_COUNTERS]);
/* Why one has no number and how to get it, a sentence; NULL: it has. Free with g_free. */
char       *tl_counters_reason (const TlCounters *counts, TlCounter counter);
/* The same of all hardware counters, one sentence for each reason that there is; NULL: none is missing. Free with g_free. */
char       *tl_counters_missing_text (const TlCounters *counts);

/* --- counting --- */

/* As in perf_event_attr. */
typedef struct
{
  guint32 type;
  guint64 config;
} TlCounterEvent;

/* Since it was opened; times in ns, both 0 while the thread has not run. */
typedef struct
{
  guint64 value;
  guint64 enabled_ns;
  guint64 running_ns;
} TlCounterReading;

/* Where counts come from. */
typedef struct
{
  /* Thread ids of this process, the calling one first. */
  void     (*threads) (gpointer data, GArray *threads);
  /* A handle, or the negative errno. Counts nothing yet. */
  int      (*open) (gpointer data, const TlCounterEvent *event, pid_t thread);
  void     (*enable) (gpointer data, int handle, gboolean counts);
  gboolean (*read) (gpointer data, int handle, TlCounterReading *reading);
  void     (*close) (gpointer data, int handle);
  /* Of the whole process so far. */
  void     (*usage) (gpointer data, guint64 *n_page_faults, guint64 *n_context_switches);
  gint     (*paranoid) (gpointer data);
  gpointer data;
} TlCounterSource;

/* This system's. */
const TlCounterSource *tl_counter_source_system (void);

/* Several events on several threads. Use on one thread. */
typedef struct _TlCounterGroup TlCounterGroup;

TlCounterGroup *tl_counter_group_new (const TlCounterSource *source, const TlCounterEvent *events, guint n_events);
void            tl_counter_group_free (TlCounterGroup *group);
void            tl_counter_group_enable (TlCounterGroup *group, gboolean counts);
/* Of all threads, @n 0 without a number. */
TlCount         tl_counter_group_read (TlCounterGroup *group, guint event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlCounterGroup, tl_counter_group_free)

/* Counts what @run does, which is to do its work @n_runs times. */
void            tl_count_runs (const TlCounterSource *source, void (*run) (gpointer data, guint64 n_runs), gpointer data, guint64 n_runs,
                               TlCounters *counts);

G_END_DECLS
