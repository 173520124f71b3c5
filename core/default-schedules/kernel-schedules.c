/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels are independent of each other, so each is scheduled by whichever thread is free. */
#include "core/default-schedules/kernel-schedules.h"

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/default-schedules/channel-blocks.h"
#include "core/schedule/split-kernel.h"
#include "core/ir/compare.h"
#include "core/schedule/interface.h"

typedef struct
{
  const TlExecutable *executable;
  const TlTarget     *target;
  GPtrArray          *schedules;   /* TlKernelSchedule: each is one thread's */
  gint                next;        /* atomic: the kernel that a thread takes next */
} Scheduling;

static void
kernel_schedule_free (gpointer data)
{
  TlKernelSchedule *schedule = data;

  tl_state_unref (schedule->state);
  tl_module_unref (schedule->module);
  g_free (schedule->how);
  g_free (schedule);
}

/* --- by rules --- */

static TlParamSet
constants_of (const TlExecutable *executable, guint kernel)
{
  guint      n = ((const TlKernelTask *) executable->kernels->pdata[kernel])->module->prims[0]->n_params;
  TlParamSet constants = 0;

  for (guint i = 0; i < MIN (n, TL_PARAM_SET_MAX); i++)
    constants |= tl_executable_is_constant (executable, kernel, i) ? (TlParamSet) 1 << i : 0;
  return constants;
}

/* Whether a part of the function has a block that is left in @module. */
static gboolean
is_part_of (const TlDefaultNote *note, const TlModule *module)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);
  g_auto (GStrv)        names = g_strsplit (note->blocks, ", ", -1);

  for (guint i = 0; i < blocks->len; i++)
    if (g_strv_contains ((const char *const *) names, ((const TlStmt *) blocks->pdata[i])->block.name))
      return TRUE;
  return FALSE;
}

/* "conv2d, elementwise in blocks of 16 channels": of what is done in each call, @module. */
static char *
name_rules (const GPtrArray *notes, const TlModule *module, gint64 block)
{
  g_autofree char      *rules = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      if (note->taken != NULL && is_part_of (note, module)
          && !g_ptr_array_find_with_equal_func (names, note->taken->name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) note->taken->name);
    }
  g_ptr_array_add (names, NULL);
  rules = g_strjoinv (", ", (char **) names->pdata);
  return block == 0 ? g_steal_pointer (&rules) : g_strdup_printf ("%s in blocks of %" G_GINT64_FORMAT " channels", rules, block);
}

static void
schedule_by_rules (TlKernelSchedule *schedule, TlParamSet constants, const TlTarget *target)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  TlState              *scheduled = tl_default_schedule_with (schedule->state, "main", target, TL_DEFAULT_ALL, notes, &error);
  g_autoptr (TlModule)  module = scheduled != NULL ? tl_kernel_main (tl_state_module (scheduled), constants) : NULL;

  schedule->origin = scheduled != NULL ? TL_KERNEL_BY_RULES : TL_KERNEL_UNSCHEDULED;
  if (schedule->how == NULL)
    schedule->how = scheduled != NULL ? name_rules (notes, module, schedule->block) : g_strdup (error->message);
  if (scheduled == NULL)
    return;
  tl_state_unref (schedule->state);
  schedule->state = scheduled;
}

static gpointer
schedule_kernels (gpointer data)
{
  Scheduling *scheduling = data;
  guint       i;

  while ((i = (guint) g_atomic_int_add (&scheduling->next, 1)) < scheduling->schedules->len)
    {
      TlKernelSchedule *schedule = scheduling->schedules->pdata[i];

      if (schedule->origin != TL_KERNEL_BY_RECORD)
        schedule_by_rules (schedule, constants_of (scheduling->executable, i), scheduling->target);
    }
  return NULL;
}

/* Whether @record (of tl_module_hash) is what was timed, and lost. */
static gboolean
is_slower (const TlKernelTimes *times, guint64 record)
{
  return times != NULL && times->record == record && times->rules_s > 0 && !times->uses_record;
}

static const TlKernelTimes *
times_of (const GArray *times, guint kernel)
{
  return times != NULL && kernel < times->len ? &g_array_index (times, TlKernelTimes, kernel) : NULL;
}

/* @times: nullable. */
static void
use_record (TlKernelSchedule *schedule, TlState *scheduled, const TlKernelTimes *times)
{
  schedule->times.record = tl_module_hash (tl_state_module (scheduled));
  if (times != NULL && times->record == schedule->times.record)
    schedule->times = *times;
  g_clear_pointer (&schedule->how, g_free);
  if (is_slower (times, schedule->times.record))
    {
      schedule->how = g_strdup ("rules, faster in the model than the record");
      return;
    }
  tl_state_unref (schedule->state);
  schedule->state = tl_state_ref (scheduled);
  schedule->origin = TL_KERNEL_BY_RECORD;
}

/*
 * The best record, if the kernel still takes the arguments that the graph passes; one that takes them in other layouts waits in *@laid_out.
 * FALSE if @records cannot be read.
 */
static gboolean
apply_record (TlKernelSchedule *schedule, TlRecords *records, const TlKernelTimes *times, TlState **laid_out, GError **error)
{
  g_autoptr (GError)  failure = NULL;
  g_autoptr (TlState) scheduled = tl_records_best_schedule (records, schedule->state, NULL, &failure);
  g_autofree char    *layouts = scheduled != NULL ? tl_interface_describe (scheduled, "main") : NULL;

  if (failure != NULL)
    return tl_propagate (error, g_steal_pointer (&failure));
  if (layouts != NULL)
    {
      schedule->how = g_strdup ("its record changes the layout of arguments");
      *laid_out = g_steal_pointer (&scheduled);
    }
  else if (scheduled != NULL)
    use_record (schedule, scheduled, times);
  return TRUE;
}

/* A record for arguments as they lie now. */
static void
apply_laid_out (TlKernelSchedule *schedule, TlState *laid_out, const TlKernelTimes *times)
{
  g_autofree char *layouts = tl_interface_describe (schedule->state, "main"), *wanted = tl_interface_describe (laid_out, "main");

  if (g_strcmp0 (layouts, wanted) == 0)
    use_record (schedule, laid_out, times);
}

/* --- constants --- */

static TlKernelSchedule *
add_schedule (GPtrArray *schedules, TlModule *module)
{
  TlKernelSchedule *schedule = g_new0 (TlKernelSchedule, 1);

  schedule->state = tl_state_new (module, 0);
  schedule->module = tl_module_ref (module);
  schedule->origin = TL_KERNEL_UNSCHEDULED;
  g_ptr_array_add (schedules, schedule);
  return schedule;
}

/* Those that use no record: it is for arguments as they lay when it was found. */
static void
block_channels (TlExecutable *executable, const TlTarget *target, GPtrArray *schedules)
{
  g_autofree TlState **states = g_new0 (TlState *, schedules->len + 1);
  gint64               block;

  for (guint i = 0; i < schedules->len; i++)
    {
      const TlKernelSchedule *schedule = schedules->pdata[i];

      states[i] = schedule->origin != TL_KERNEL_BY_RECORD ? tl_state_ref (schedule->state) : NULL;
    }
  block = tl_block_channels (executable, states, target);
  for (guint i = 0; i < schedules->len; i++)
    if (states[i] != NULL)
      {
        TlKernelSchedule *schedule = schedules->pdata[i];

        schedule->block = states[i] != schedule->state ? block : 0;
        tl_state_unref (schedule->state);
        schedule->state = states[i];
      }
}

/* The kernel, and where it does something to constants alone another one for that. */
static void
split_kernel (TlExecutable *executable, guint kernel, GPtrArray *schedules)
{
  TlKernelSchedule     *schedule = schedules->pdata[kernel], *of_setup;
  const TlModule       *scheduled = tl_state_module (schedule->state);
  g_auto (TlSplitKernel) split = { NULL };

  tl_module_unref (schedule->module);
  schedule->module = tl_module_ref (scheduled);
  if (!tl_kernel_split (scheduled, constants_of (executable, kernel), &split))
    return;
  tl_executable_add_setup (executable, kernel, split.setup, split.constants, split.n_constants);
  of_setup = add_schedule (schedules, split.setup);
  of_setup->origin = schedule->origin;
  tl_module_unref (schedule->module);
  schedule->module = g_steal_pointer (&split.main);
}

GPtrArray *
tl_kernel_schedules_new (TlExecutable *executable, const TlTarget *target, TlRecords *records, GError **error)
{
  g_autoptr (GArray) times = records != NULL ? tl_kernel_times_load (records, executable, target) : NULL;

  return tl_kernel_schedules_new_by_times (executable, target, records, times, error);
}

GPtrArray *
tl_kernel_schedules_new_by_times (TlExecutable *executable, const TlTarget *target, TlRecords *records, const GArray *times, GError **error)
{
  g_autoptr (GPtrArray) schedules = g_ptr_array_new_with_free_func (kernel_schedule_free);
  guint                 n_kernels = executable->kernels->len, n_threads = tl_min (g_get_num_processors (), n_kernels);
  Scheduling            scheduling = { .executable = executable, .target = target, .schedules = schedules };
  g_autofree GThread  **threads = g_new0 (GThread *, n_threads + 1);
  g_autoptr (GPtrArray) laid_out = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);

  for (guint i = 0; i < n_kernels; i++)
    {
      TlKernelSchedule *schedule = add_schedule (schedules, ((const TlKernelTask *) executable->kernels->pdata[i])->module);
      TlState          *waits = NULL;

      if (records != NULL && !apply_record (schedule, records, times_of (times, i), &waits, error))
        return NULL;
      g_ptr_array_add (laid_out, waits);
    }
  block_channels (executable, target, schedules);
  for (guint i = 0; i < n_kernels; i++)
    if (laid_out->pdata[i] != NULL)
      apply_laid_out (schedules->pdata[i], laid_out->pdata[i], times_of (times, i));
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("schedule", schedule_kernels, &scheduling);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < n_kernels; i++)
    split_kernel (executable, i, schedules);
  return g_steal_pointer (&schedules);
}

guint
tl_kernel_schedules_n_untimed (const GPtrArray *schedules)
{
  guint n = 0;

  for (guint i = 0; i < schedules->len; i++)
    {
      const TlKernelSchedule *schedule = schedules->pdata[i];

      n += schedule->times.record != 0 && schedule->times.rules_s == 0;
    }
  return n;
}

GPtrArray *
tl_kernel_schedules_modules (const GPtrArray *schedules)
{
  GPtrArray *modules = g_ptr_array_new ();

  for (guint i = 0; i < schedules->len; i++)
    g_ptr_array_add (modules, ((const TlKernelSchedule *) schedules->pdata[i])->module);
  return modules;
}
