/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of this system: perf_event_open(2), and getrusage(2) for what needs no permission. */
#include "core/device/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PARANOID_PATH "/proc/sys/kernel/perf_event_paranoid"

static void
list_threads (gpointer data, GArray *threads)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  pid_t            own = (pid_t) syscall (SYS_gettid);
  const char      *name;

  g_array_append_val (threads, own);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      pid_t thread = atoi (name);

      if (thread != own)
        g_array_append_val (threads, thread);
    }
}

/* PERF_FORMAT_GROUP and inherit exclude each other: each event is read and scaled alone. */
static int
open_event (gpointer data, const TlCounterEvent *event, pid_t thread)
{
  struct perf_event_attr attr = {
    .size = sizeof attr,
    .type = event->type,
    .config = event->config,
    .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    .disabled = 1,
    .inherit = 1,
    .exclude_kernel = 1,
    .exclude_hv = 1,
  };
  long handle = syscall (SYS_perf_event_open, &attr, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);

  return handle >= 0 ? (int) handle : -errno;
}

static void
enable_event (gpointer data, int handle, gboolean counts)
{
  ioctl (handle, counts ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static gboolean
read_event (gpointer data, int handle, TlCounterReading *reading)
{
  guint64 words[3];

  if (read (handle, words, sizeof words) != (ssize_t) sizeof words)
    return FALSE;
  *reading = (TlCounterReading) { .value = words[0], .enabled_ns = words[1], .running_ns = words[2] };
  return TRUE;
}

static void
close_event (gpointer data, int handle)
{
  close (handle);
}

static void
read_usage (gpointer data, guint64 *n_page_faults, guint64 *n_context_switches)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  *n_page_faults = (guint64) (usage.ru_minflt + usage.ru_majflt);
  *n_context_switches = (guint64) (usage.ru_nvcsw + usage.ru_nivcsw);
}

static gint
read_paranoid (gpointer data)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (PARANOID_PATH, &text, NULL, NULL) ? atoi (text) : -1;
}

const TlCounterSource *
tl_counter_source_system (void)
{
  static const TlCounterSource source = {
    .threads = list_threads, .open = open_event, .enable = enable_event, .read = read_event, .close = close_event, .usage = read_usage,
    .paranoid = read_paranoid,
  };

  return &source;
}
