/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run/pool-cpus-private.h"

#include <sched.h>
#include <sys/resource.h>

void
tl_pool_cpus_init (TlPoolCpus *cpus)
{
  cpu_set_t set;

  *cpus = (TlPoolCpus) { .allowed = g_array_new (FALSE, FALSE, sizeof (int)) };
  g_mutex_init (&cpus->lock);
  g_cond_init (&cpus->changed);
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    for (int i = 0; i < CPU_SETSIZE; i++)
      if (CPU_ISSET ((gsize) i, &set))
        g_array_append_val (cpus->allowed, i);
}

void
tl_pool_cpus_clear (TlPoolCpus *cpus)
{
  g_array_unref (cpus->allowed);
  g_mutex_clear (&cpus->lock);
  g_cond_clear (&cpus->changed);
}

/* Whose is what. */

static gboolean
is_single (const TlPoolCpus *cpus)
{
  return cpus->allowed->len < 2;
}

static gboolean
is_guest_builder (const TlPoolCpus *cpus, guint index)
{
  return !is_single (cpus) && index >= cpus->allowed->len - 1;
}

static guint
n_timed_for (const TlPoolCpus *cpus, gint num_cores)
{
  return (guint) CLAMP (num_cores, 1, MAX ((gint) cpus->allowed->len, 1));
}

static char *
list (const TlPoolCpus *cpus, guint first, guint end)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < end; i++)
    g_string_append_printf (text, "%s%d", i > first ? "," : "", g_array_index (cpus->allowed, int, i));
  return g_string_free (text, FALSE);
}

guint
tl_pool_cpus_n_builders (const TlPoolCpus *cpus)
{
  return MAX (cpus->allowed->len, 1);
}

char *
tl_pool_cpus_of_builder (const TlPoolCpus *cpus, guint index)
{
  guint n = cpus->allowed->len;

  if (is_single (cpus))
    return g_strdup ("");
  return is_guest_builder (cpus, index) ? list (cpus, n - 1, n) : list (cpus, 0, n - 1);
}

char *
tl_pool_cpus_of_runner (const TlPoolCpus *cpus, const TlTarget *target)
{
  guint n = cpus->allowed->len;

  return is_single (cpus) ? g_strdup ("") : list (cpus, n - n_timed_for (cpus, target->num_cores), n);
}

gboolean
tl_pool_cpus_are_shared (const TlPoolCpus *cpus, guint index, gint num_cores)
{
  return !is_single (cpus) && (is_guest_builder (cpus, index) || n_timed_for (cpus, num_cores) > 1);
}

gboolean
tl_pool_cpus_settle (const TlPoolCpus *cpus, gboolean is_guest)
{
  guint n = cpus->allowed->len;
  cpu_set_t set;

  setpriority (PRIO_PROCESS, 0, TL_POOL_NICENESS);   /* of this thread alone, on Linux */
  if (is_single (cpus))
    return FALSE;
  CPU_ZERO (&set);
  for (guint i = is_guest ? n - 1 : 0; i < (is_guest ? n : n - 1); i++)
    CPU_SET ((gsize) g_array_index (cpus->allowed, int, i), &set);
  sched_setaffinity (0, sizeof set, &set);   /* refused where the processors have changed meanwhile; then anywhere */
  return TRUE;
}

/* Taking turns. */

void
tl_pool_cpus_begin_timing (TlPoolCpus *cpus, gint num_cores)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cpus->lock);

  if (is_single (cpus))
    return;
  cpus->n_timed = n_timed_for (cpus, num_cores);
  while (cpus->n_guests > 0 || (cpus->n_timed > 1 && cpus->n_others > 0))
    g_cond_wait (&cpus->changed, &cpus->lock);
}

void
tl_pool_cpus_end_timing (TlPoolCpus *cpus)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cpus->lock);

  cpus->n_timed = 0;
  g_cond_broadcast (&cpus->changed);
}

void
tl_pool_cpus_enter (TlPoolCpus *cpus, gboolean is_guest)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cpus->lock);

  while (cpus->n_timed > (is_guest ? 0 : 1))
    g_cond_wait (&cpus->changed, &cpus->lock);
  *(is_guest ? &cpus->n_guests : &cpus->n_others) += 1;
}

void
tl_pool_cpus_leave (TlPoolCpus *cpus, gboolean is_guest)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cpus->lock);

  *(is_guest ? &cpus->n_guests : &cpus->n_others) -= 1;
  if (cpus->n_timed > 0)
    g_cond_broadcast (&cpus->changed);
}
