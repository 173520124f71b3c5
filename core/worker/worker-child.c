/* SPDX-License-Identifier: Apache-2.0 */
/* The child process: its birth, its end and the explanation of its end. */
#include "core/base/error.h"
#include "core/worker/worker-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STDERR_TAIL_BYTES 2048
#define PROBE_BYTES       ((size_t) 32 << 20)

static const char *const phase_texts[] = {
#define X(phase, text) [TL_CHILD_##phase] = text,
  TL_CHILD_PHASES (X)
#undef X
};

void
tl_pin_to_cpus (const char *cpus)
{
  g_auto (GStrv) numbers = g_strsplit (cpus, ",", -1);
  cpu_set_t set;

  CPU_ZERO (&set);
  for (guint i = 0; numbers[i]; i++)
    CPU_SET ((gsize) g_ascii_strtoull (numbers[i], NULL, 10), &set);
  /* Refused where the set of CPUs has changed meanwhile; running anywhere is the next best. */
  if (CPU_COUNT (&set) > 0)
    sched_setaffinity (0, sizeof set, &set);
}

void
tl_child_init (TlChild *child, const TlBaseline *baselines)
{
  gpointer page = mmap (NULL, sizeof (TlChildStatus), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  g_assert (page != MAP_FAILED);
  *child = (TlChild) { .fd = -1, .status = page, .baselines = baselines, .stderr_fd = memfd_create ("stderr", MFD_CLOEXEC) };
  tl_message_reader_init (&child->reader);
}

void
tl_child_clear (TlChild *child)
{
  tl_child_end (child, TRUE);
  tl_message_reader_clear (&child->reader);
  munmap (child->status, sizeof (TlChildStatus));
  if (child->stderr_fd >= 0)
    close (child->stderr_fd);
  g_clear_pointer (&child->cpus, g_free);
}

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options (void);

/* Candidates crash; the sanitizer's handlers would turn that into an exit. Errors that the sanitizer finds itself are still reported. */
const char *
__asan_default_options (void)
{
  return "handle_segv=0:handle_sigbus=0:handle_abort=0:allow_user_segv_handler=1";
}
#endif

static TlChildStatus *fault_status;   /* a signal handler has no other way to find it; set once in the child, before any handler runs */

/*
 * Only system calls here. An allocator that finds nothing often just gives up; whether memory had run out is seen by asking for some.
 */
static void
on_fault (int signal_number, siginfo_t *info, void *context)
{
  void *probe = mmap (NULL, PROBE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  fault_status->is_memory_spent = probe == MAP_FAILED;
  if (probe != MAP_FAILED)
    munmap (probe, PROBE_BYTES);
  if (signal_number == SIGSEGV || signal_number == SIGBUS)
    {
      fault_status->fault_address = (guintptr) info->si_addr;
      fault_status->has_fault = TRUE;
    }
  /* SA_RESETHAND is set: coming back repeats the fault, and that ends the process with the right signal. */
  raise (signal_number);
}

static void
record_faults (TlChildStatus *status)
{
  static guint8 stack[64 * 1024];
  stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int) SA_RESETHAND };

  fault_status = status;
  sigaltstack (&alternative, NULL);
  sigaction (SIGSEGV, &action, NULL);
  sigaction (SIGBUS, &action, NULL);
  sigaction (SIGABRT, &action, NULL);
}

static void
enter_child (TlChild *child, const char *cpus, pid_t supervisor)
{
  struct rlimit no_core = { 0, 0 };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != supervisor)
    _exit (0);
  if (child->stderr_fd >= 0)
    {
      dup2 (child->stderr_fd, STDERR_FILENO);
      dup2 (child->stderr_fd, STDOUT_FILENO);
    }
  /* Writing a core file would hold up the notice of a crash. */
  setrlimit (RLIMIT_CORE, &no_core);
  tl_pin_to_cpus (cpus);
  record_faults (child->status);
}

gboolean
tl_child_fork (TlChild *child, TlWorkloads *workloads, const char *cpus, int pool_fd, GError **error)
{
  pid_t supervisor = getpid ();
  int fds[2];

  g_assert (child->pid == 0);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    return tl_fail (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno), "cannot create a socket for a child process: %s",
                    g_strerror (errno));
  *child->status = (TlChildStatus) { 0 };
  child->pid = fork ();
  if (child->pid < 0)
    {
      g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno), "cannot start a child process: %s", g_strerror (errno));
      child->pid = 0;
      close (fds[0]);
      close (fds[1]);
      return FALSE;
    }
  if (child->pid == 0)
    {
      close (pool_fd);
      close (fds[0]);
      enter_child (child, cpus, supervisor);
      tl_child_main (fds[1], workloads, child->baselines, child->status);
    }
  close (fds[1]);
  child->fd = fds[0];
  child->n_served = 0;
  child->was_killed = FALSE;
  child->generation = workloads->generation;
  g_free (child->cpus);
  child->cpus = g_strdup (cpus);
  return TRUE;
}

int
tl_child_end (TlChild *child, gboolean kill_first)
{
  int status = 0;

  if (child->pid == 0)
    return 0;
  if (kill_first)
    kill (child->pid, SIGKILL);
  while (waitpid (child->pid, &status, 0) < 0 && errno == EINTR)
    ;
  close (child->fd);
  child->fd = -1;
  child->pid = 0;
  g_byte_array_set_size (child->reader.bytes, 0);
  return status;
}

gint64
tl_child_resident_bytes (const TlChild *child)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", (int) child->pid);
  g_autofree char *text = NULL;
  long long n_pages = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL) || sscanf (text, "%*s %lld", &n_pages) != 1)
    return 0;
  return n_pages * sysconf (_SC_PAGESIZE);
}

double
tl_child_first_run_s (const TlChild *child)
{
  gint64 start_ns = child->status->run_start_ns;
  struct timespec now;
  clockid_t clock;

  if (start_ns == 0 || clock_getcpuclockid (child->pid, &clock) != 0 || clock_gettime (clock, &now) != 0)
    return 0;
  return (double) (now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec - start_ns) / 1e9;
}

/* The last lines of what the child wrote; the file is emptied for the next one. */
static char *
take_complaints (TlChild *child)
{
  off_t size = child->stderr_fd >= 0 ? lseek (child->stderr_fd, 0, SEEK_END) : 0;
  char tail[STDERR_TAIL_BYTES + 1];
  ssize_t n_read;
  char *text;

  if (size <= 0)
    return NULL;
  n_read = pread (child->stderr_fd, tail, STDERR_TAIL_BYTES, MAX (size - STDERR_TAIL_BYTES, 0));
  tail[MAX (n_read, 0)] = '\0';
  if (ftruncate (child->stderr_fd, 0) == 0)
    lseek (child->stderr_fd, 0, SEEK_SET);
  text = g_utf8_make_valid (tail, -1);
  return g_strstrip (text);
}

/* Every allocator that gives up says so before it aborts. */
static gboolean
speaks_of_memory (const char *complaints)
{
  static const char *const phrases[] = { "failed to allocate", "out of memory", "Out of memory", "bad_alloc", "no memory for" };

  for (guint i = 0; complaints && i < G_N_ELEMENTS (phrases); i++)
    if (strstr (complaints, phrases[i]))
      return TRUE;
  return FALSE;
}

void
tl_child_explain (TlChild *child, int wait_status, TlOutcome *outcome)
{
  g_autofree char *complaints = take_complaints (child);
  const char *phase = phase_texts[CLAMP (child->status->phase, 0, (gint) G_N_ELEMENTS (phase_texts) - 1)];
  int number = WIFSIGNALED (wait_status) ? WTERMSIG (wait_status) : 0;
  g_autoptr (GString) text = g_string_new (NULL);

  child->was_killed = number == SIGKILL;
  outcome->kind = TL_OUTCOME_CRASH;
  if (child->status->is_memory_spent || speaks_of_memory (complaints))
    {
      outcome->kind = TL_OUTCOME_RESOURCE_LIMIT;
      g_string_append_printf (text, "Ran out of memory while %s", phase);
    }
  else if (number == SIGKILL)
    {
      outcome->kind = TL_OUTCOME_RESOURCE_LIMIT;
      g_string_append_printf (text, "Killed by the system while %s, probably because it ran out of memory", phase);
    }
  else if (number != 0)
    g_string_append_printf (text, "Crashed while %s: %s (SIG%s)", phase, strsignal (number), sigabbrev_np (number));
  else
    g_string_append_printf (text, "Exited with status %d while %s", WEXITSTATUS (wait_status), phase);
  if (child->status->has_fault)
    g_string_append_printf (text, " at address 0x%" G_GINTPTR_MODIFIER "x", child->status->fault_address);
  if (complaints)
    g_string_append_printf (text, "\n%s", complaints);
  g_free (outcome->message);
  outcome->message = g_string_free (g_steal_pointer (&text), FALSE);
}
