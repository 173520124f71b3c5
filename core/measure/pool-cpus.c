/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runner has a core of its own; builders and searching threads are pinned to the others. Where there are two cores, a second builder
 * works on the runner's while nothing else wants to (SCHED_IDLE): 64 trials of a linear layer take 0.41 s with it, 0.52 s without. Nothing
 * is built while a program for several cores is timed.
 */
#include "core/measure/pool-cpus-private.h"

#include <sched.h>
#include <sys/resource.h>

void
tl_pool_cpus_init (TlPoolCpus *cpus)
{
  cpu_set_t set;

  *cpus = (TlPoolCpus) { .allowed = g_array_new (FALSE, FALSE, sizeof (int)) };
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    for (int i = 0; i < CPU_SETSIZE; i++)
      if (CPU_ISSET ((gsize) i, &set))
        g_array_append_val (cpus->allowed, i);
}

void
tl_pool_cpus_clear (TlPoolCpus *cpus)
{
  g_array_unref (cpus->allowed);
}

static gboolean
is_single (const TlPoolCpus *cpus)
{
  return cpus->allowed->len < 2;
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
  return is_single (cpus) ? 1 : MAX (cpus->allowed->len - 1, 2);
}

/* With the runner, on its core. */
static gboolean
is_with_runner (const TlPoolCpus *cpus, guint builder)
{
  return cpus->allowed->len == 2 && builder == 1;
}

char *
tl_pool_cpus_of_builder (const TlPoolCpus *cpus, guint builder)
{
  guint n = cpus->allowed->len;

  if (is_single (cpus))
    return g_strdup ("");
  return is_with_runner (cpus, builder) ? list (cpus, n - 1, n) : list (cpus, 0, n - 1);
}

TlPoolPriority
tl_pool_cpus_priority_of_builder (const TlPoolCpus *cpus, guint builder)
{
  return is_with_runner (cpus, builder) ? TL_POOL_PRIORITY_IDLE : TL_POOL_PRIORITY_BACKGROUND;
}

char *
tl_pool_cpus_of_runner (const TlPoolCpus *cpus, const TlTarget *target)
{
  guint n = cpus->allowed->len;

  return is_single (cpus) ? g_strdup ("") : list (cpus, n - n_timed_for (cpus, target->num_cores), n);
}

gboolean
tl_pool_cpus_are_shared (const TlPoolCpus *cpus, gint num_cores)
{
  return !is_single (cpus) && n_timed_for (cpus, num_cores) > 1;
}

void
tl_pool_cpus_pin_background (const TlPoolCpus *cpus)
{
  cpu_set_t set;

  setpriority (PRIO_PROCESS, 0, TL_POOL_NICENESS);   /* of this thread alone, on Linux */
  if (is_single (cpus))
    return;
  CPU_ZERO (&set);
  for (guint i = 0; i + 1 < cpus->allowed->len; i++)
    CPU_SET ((gsize) g_array_index (cpus->allowed, int, i), &set);
  sched_setaffinity (0, sizeof set, &set);   /* refused where the cores have changed meanwhile; then anywhere */
}
