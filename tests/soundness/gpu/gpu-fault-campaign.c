/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lower/lower.h"
#include "core/text/script.h"
#include "tests/soundness/gpu/gpu-faults.h"
#include "tests/soundness/gpu/gpu-soundness.h"

#define N_TRIES  4   /* places of a kind of fault */

typedef struct
{
  GpuFaults *sum;        /* under lock */
  GMutex     lock;
  guint64    first;
  gint       next;       /* atomic */
  gint       n;          /* seeds */
} FaultCampaign;

/* A fault of a sound schedule's kernels. */
typedef struct
{
  const GpuSchedule *schedule;
  const TlPrimFunc  *kernels, *scheduled;
  GpuFault           fault;
  guint              site;
} SeededFault;

void
gpu_faults_init (GpuFaults *sum)
{
  *sum = (GpuFaults) { .missed = g_string_new (NULL) };
}

void
gpu_faults_clear (GpuFaults *sum)
{
  g_string_free (sum->missed, TRUE);
}

guint
gpu_faults_n_seeded (const GpuFaults *sum)
{
  guint n = 0;

  for (guint i = 0; i < GPU_N_FAULTS; i++)
    n += sum->n_seeded[i];
  return n;
}

guint
gpu_faults_n_found (const GpuFaults *sum)
{
  guint n = 0;

  for (guint i = 0; i < GPU_N_FAULTS; i++)
    n += sum->n_by_check[i] + sum->n_by_result[i];
  return n;
}

/* Whether a thread comes to the place with a difference. Barriers are all needed, if lowering is right. */
static gboolean
is_live (const SeededFault *seeded)
{
  g_autoptr (TlArena)     arena = tl_arena_new (NULL);
  g_autoptr (TlEmulation) emulation = NULL;
  g_autofree char        *problem = NULL;

  problem = gpu_check_kernels (seeded->schedule->subject, &seeded->schedule->target,
                               gpu_fault_probe (arena, seeded->kernels, seeded->fault, seeded->site), seeded->scheduled, &emulation);
  for (guint i = 0; emulation != NULL && i < emulation->findings->len; i++)
    if (((const TlFinding *) emulation->findings->pdata[i])->kind == TL_FAULT_OUT_OF_BOUNDS)
      return TRUE;
  return FALSE;
}

static void
add_fault (FaultCampaign *campaign, const SeededFault *seeded, guint64 seed, const TlPrimFunc *faulty, const TlEmulation *emulation,
           const char *problem)
{
  GpuFaults *sum = campaign->sum;

  g_mutex_lock (&campaign->lock);
  sum->n_seeded[seeded->fault]++;
  if (emulation != NULL && emulation->findings->len > 0)
    {
      sum->n_by_check[seeded->fault]++;
      sum->n_kinds[seeded->fault][((const TlFinding *) emulation->findings->pdata[0])->kind]++;
    }
  else if (problem != NULL)
    sum->n_by_result[seeded->fault]++;
  else
    {
      g_autoptr (TlArena)  arena = tl_arena_new (NULL);
      g_autoptr (TlModule) module = tl_module_new_prims (arena, "module", &faulty, 1, 1);
      g_autofree char     *text = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

      g_string_append_printf (sum->missed, "seed %" G_GUINT64_FORMAT ", %s, %s, place %u:\n%s\n", seed, seeded->schedule->subject->name,
                              gpu_fault_name (seeded->fault), seeded->site, text);
    }
  g_mutex_unlock (&campaign->lock);
}

/* FALSE: the kernels have no place for the fault, or no thread comes to the drawn one. */
static gboolean
try_fault (FaultCampaign *campaign, SeededFault *seeded, guint64 seed, TlRandom *random)
{
  g_autoptr (TlArena)     arena = tl_arena_new (NULL);
  g_autoptr (TlEmulation) emulation = NULL;
  g_autofree char        *problem = NULL;
  guint                   n = gpu_fault_n_sites (seeded->kernels, seeded->fault);
  const TlPrimFunc       *faulty;

  if (n == 0)
    return FALSE;
  seeded->site = (guint) tl_random_below (random, n);
  if (!is_live (seeded))
    return FALSE;
  faulty = gpu_fault_seed (arena, seeded->kernels, seeded->fault, seeded->site);
  problem = gpu_check_kernels (seeded->schedule->subject, &seeded->schedule->target, faulty, seeded->scheduled, &emulation);
  add_fault (campaign, seeded, seed, faulty, emulation, problem);
  return TRUE;
}

/* One of each kind. */
static void
try_faults (FaultCampaign *campaign, const GpuSchedule *schedule, guint64 seed)
{
  const TlModule      *module = tl_state_module (schedule->state);
  g_autoptr (TlModule) lowered = tl_lower (module, tl_module_entry (module)->name, &schedule->target, NULL, NULL);
  TlRandom             random = tl_random_seeded (seed);
  SeededFault          seeded = { .schedule = schedule, .scheduled = tl_module_entry (module) };
  g_autoptr (TlEmulation) emulation = NULL;
  g_autofree char     *problem = NULL;

  if (lowered == NULL)
    return;
  seeded.kernels = tl_module_entry (lowered);
  problem = gpu_check_kernels (schedule->subject, &schedule->target, seeded.kernels, seeded.scheduled, &emulation);
  if (problem != NULL || emulation->findings->len > 0)
    return;
  for (seeded.fault = 0; seeded.fault < GPU_N_FAULTS; seeded.fault++)
    for (guint i = 0; i < N_TRIES && !try_fault (campaign, &seeded, seed, &random); i++);
}

static gpointer
try_in_thread (gpointer user_data)
{
  FaultCampaign *campaign = user_data;

  gint           i;

  while ((i = g_atomic_int_add (&campaign->next, 1)) < campaign->n)
    {
      guint64     seed = campaign->first + (guint64) i;
      RandomTally tally = { 0 };
      GpuSchedule schedule;

      gpu_schedule_init (&schedule, seed, &tally);
      if (schedule.state != NULL && schedule.problem == NULL)
        try_faults (campaign, &schedule, seed);
      gpu_schedule_clear (&schedule);
    }
  return NULL;
}

void
gpu_faults_run (GpuFaults *sum, guint64 first, guint n_seeds, guint n_threads)
{
  FaultCampaign         campaign = { .sum = sum, .first = first, .n = (gint) n_seeds };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  g_mutex_init (&campaign.lock);
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("faults", try_in_thread, &campaign));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
  g_mutex_clear (&campaign.lock);
}
