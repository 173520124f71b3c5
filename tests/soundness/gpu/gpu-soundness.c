/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/gpu/gpu-soundness.h"

#include "core/default-schedules/default-schedule.h"
#include "core/schedule/trace.h"
#include "core/space/space.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/soundness/gpu/gpu-steps.h"
#include "tests/soundness/shrink.h"

#define MAX_PROBLEMS 20
#define OPENCL_SHARE 5    /* one schedule of so many is for OpenCL */
#define LISTED_SHARE 10   /* one of so many is compiled as CUDA C, too */

static const char *const cuda_targets[] = { "cuda -arch=sm_70", "cuda -arch=sm_75", "cuda -arch=sm_80", "cuda -arch=sm_86",
                                            "cuda -arch=sm_89", "cuda -arch=sm_90" };
/* Limits of a device that runs on a CPU. */
#define OPENCL_TARGET "opencl -max_threads_per_block=1024 -max_shared_memory_per_block=32768"

typedef struct
{
  GpuSoundness        *sum;        /* under lock */
  GMutex               lock;
  GpuCheckKind         kind;
  TlWorkerPool        *pool;
  guint64              first;
  gint                 next;       /* atomic */
  guint                n;
  GpuSoundnessProgress progress;
  gpointer             user_data;
} Campaign;

/* --- schedules --- */

static const struct { GpuScheduleSource source; double weight; } sources[] = {
  { GPU_SOURCE_SPACE, 30 }, { GPU_SOURCE_RULES, 4 }, { GPU_SOURCE_STEPS, 66 },
};

static TlState *
sample (const GpuSchedule *schedule, guint64 seed)
{
  g_autoptr (TlState) start = tl_state_new (schedule->subject->module, seed);
  g_autoptr (TlSpace) space = must (tl_space_from_rules (&schedule->target, NULL, &failure));

  return tl_space_sample (space, start, seed, NULL);
}

static TlState *
by_rules (const GpuSchedule *schedule, guint64 seed)
{
  g_autoptr (TlState) start = tl_state_new (schedule->subject->module, seed);

  return tl_default_schedule (start, tl_module_entry (schedule->subject->module)->name, &schedule->target, NULL);
}

/* The random numbers of @seed, of which the first ones choose between OpenCL and CUDA. */
static TlRandom
start_random (guint64 seed, gboolean *is_opencl)
{
  TlRandom random = tl_random_seeded (seed ^ 0x9bd);

  *is_opencl = tl_random_below (&random, OPENCL_SHARE) == 0;
  return random;
}

void
gpu_schedule_init (GpuSchedule *schedule, guint64 seed, RandomTally *tally)
{
  gboolean          is_opencl;
  TlRandom          random = start_random (seed, &is_opencl);
  guint             n_subjects;
  const GpuSubject *subjects = gpu_subjects (&n_subjects);
  double            weights[G_N_ELEMENTS (sources)];
  const char       *target = is_opencl ? OPENCL_TARGET : cuda_targets[tl_random_below (&random, G_N_ELEMENTS (cuda_targets))];

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    weights[i] = sources[i].weight;
  *schedule = (GpuSchedule) { .subject = &subjects[seed % n_subjects],
                              .source = sources[tl_random_weighted (&random, weights, G_N_ELEMENTS (sources))].source };
  must (tl_target_parse (target, &schedule->target, &failure));
  switch (schedule->source)
    {
    case GPU_SOURCE_SPACE:
      schedule->state = sample (schedule, seed);
      break;
    case GPU_SOURCE_RULES:
      schedule->state = by_rules (schedule, seed);
      break;
    default:
      schedule->state = gpu_steps_schedule (schedule->subject->module, seed, tally, &schedule->problem);
      break;
    }
}

void
gpu_schedule_clear (GpuSchedule *schedule)
{
  g_clear_pointer (&schedule->state, tl_state_unref);
  g_clear_pointer (&schedule->problem, g_free);
}

/* --- sums --- */

void
gpu_soundness_init (GpuSoundness *sum)
{
  *sum = (GpuSoundness) { .programs = g_hash_table_new (g_str_hash, g_str_equal),
                          .reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), .problems = g_string_new (NULL) };
}

void
gpu_soundness_clear (GpuSoundness *sum)
{
  g_hash_table_unref (sum->programs);
  g_hash_table_unref (sum->reasons);
  g_string_free (sum->problems, TRUE);
}

/* Takes @key where the table frees its keys. */
static void
count (GHashTable *table, gpointer key)
{
  g_hash_table_insert (table, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (table, key)) + 1));
}

/* Names and numbers of the program in a message would make each reason another one. */
static char *
reason_of (const char *message)
{
  g_autoptr (GRegex) names = g_regex_new ("\\([^)]*\\)|\"[^\"]*\"|\\b[A-Za-z]?[A-Za-z0-9]*_[A-Za-z0-9_]*\\b|\\b[0-9]+\\b|"
                                          "(?<=[Ll]oop )\\w+|(?<=stores to )\\w+|(?<=those of )\\w+ and \\w+|(?<=Buffer )\\w+", 0, 0, NULL);

  return g_regex_replace_literal (names, message, -1, 0, "…", 0, NULL);
}

static char *
describe (GpuCheck *check, const GpuSchedule *schedule, guint64 seed, char *problem)
{
  g_autofree char *trace = schedule->problem == NULL ? shrink_schedule (schedule->state, gpu_check_find_problem, check, &problem)
                                                     : tl_trace_to_text (schedule->state, TL_DIALECT_CLASSIC, FALSE);
  g_autofree char *before = tl_script_print (schedule->subject->module, TL_DIALECT_CLASSIC, NULL);
  g_autofree char *target = tl_target_to_text (&schedule->target);
  char            *text = g_strdup_printf ("seed %" G_GUINT64_FORMAT ", %s, %s: %s\n%s\n%s\n", seed, schedule->subject->name, target,
                                           problem, trace, before);

  g_free (problem);
  return text;
}

static void
add_result (Campaign *campaign, const GpuSchedule *schedule, const RandomTally *tally, const GpuCheck *check, char *problem)
{
  GpuSoundness *sum = campaign->sum;

  g_mutex_lock (&campaign->lock);
  random_tally_add (&sum->tally, tally);
  sum->n_seeds++;
  sum->n_none += schedule->state == NULL;
  sum->n_refused += check->refusal != NULL;
  if (check->refusal != NULL)
    count (sum->reasons, reason_of (check->refusal));
  if (check->no_code != NULL)
    count (sum->reasons, reason_of (check->no_code));
  if (schedule->state != NULL && check->refusal == NULL)
    {
      sum->n_checked++;
      sum->n_of[schedule->source]++;
      count (sum->programs, (gpointer) schedule->subject->name);
    }
  sum->n_assembled += check->n_assembled;
  sum->n_listed += check->n_listed;
  sum->n_ran += check->n_ran;
  sum->n_no_code += check->no_code != NULL;
  sum->n_thread_instructions += check->n_thread_instructions;
  sum->emulation_s += (double) check->emulation_ns * 1e-9;
  if (problem != NULL)
    {
      sum->n_wrong++;
      g_string_append (sum->problems, problem);
    }
  if (campaign->progress != NULL)
    campaign->progress (sum, campaign->user_data);
  g_mutex_unlock (&campaign->lock);
  g_free (problem);
}

/* Whether the check is for a schedule of the target that @seed chooses. */
static gboolean
is_checked (GpuCheckKind kind, guint64 seed)
{
  gboolean is_opencl;

  start_random (seed, &is_opencl);
  return kind == GPU_CHECK_KERNELS || is_opencl == (kind == GPU_CHECK_OPENCL);
}

static void
try_one (Campaign *campaign, guint64 seed)
{
  RandomTally tally = { 0 };
  GpuSchedule schedule;
  GpuCheck    check = { .kind = campaign->kind, .pool = campaign->pool, .lists_source = seed % LISTED_SHARE == 0 }, first;
  char       *problem = NULL;

  if (!is_checked (campaign->kind, seed))
    return;
  gpu_schedule_init (&schedule, seed, &tally);
  check.subject = schedule.subject;
  check.target = schedule.target;
  if (schedule.problem != NULL)
    problem = g_strdup (schedule.problem);
  else if (schedule.state != NULL)
    problem = gpu_check_find_problem (schedule.state, &check);
  first = check;
  check.refusal = check.no_code = NULL;
  if (problem != NULL)
    problem = describe (&check, &schedule, seed, problem);
  add_result (campaign, &schedule, &tally, &first, problem);
  gpu_check_clear (&first);
  gpu_check_clear (&check);
  gpu_schedule_clear (&schedule);
}

static gboolean
is_over (Campaign *campaign)
{
  gboolean is_over;

  g_mutex_lock (&campaign->lock);
  is_over = campaign->sum->n_checked >= campaign->n || campaign->sum->n_wrong >= MAX_PROBLEMS;
  g_mutex_unlock (&campaign->lock);
  return is_over;
}

static gpointer
try_in_thread (gpointer user_data)
{
  Campaign *campaign = user_data;

  while (!is_over (campaign))
    try_one (campaign, campaign->first + (guint64) g_atomic_int_add (&campaign->next, 1));
  return NULL;
}

void
gpu_soundness_run (GpuSoundness *sum, GpuCheckKind kind, TlWorkerPool *pool, guint64 first, guint n, guint n_threads,
                   GpuSoundnessProgress progress, gpointer user_data)
{
  Campaign              campaign = { .sum = sum, .kind = kind, .pool = pool, .first = first, .n = n, .progress = progress,
                                     .user_data = user_data };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  g_mutex_init (&campaign.lock);
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("soundness", try_in_thread, &campaign));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
  g_mutex_clear (&campaign.lock);
}
