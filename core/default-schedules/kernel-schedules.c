/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels are independent of each other, so each is scheduled by whichever thread is free. */
#include "core/default-schedules/kernel-schedules.h"

#include "core/base/error.h"
#include "core/base/extremum.h"
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
  g_free (schedule->how);
  g_free (schedule);
}

/* "matmul, elementwise" */
static char *
name_rules (const GPtrArray *notes)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      if (note->taken != NULL && !g_ptr_array_find_with_equal_func (names, note->taken->name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) note->taken->name);
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static void
schedule_by_rules (TlKernelSchedule *schedule, const TlTarget *target)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  TlState              *scheduled = tl_default_schedule_with (schedule->state, "main", target, TL_DEFAULT_ALL, notes, &error);

  schedule->origin = scheduled != NULL ? TL_KERNEL_BY_RULES : TL_KERNEL_UNSCHEDULED;
  if (schedule->how == NULL)
    schedule->how = scheduled != NULL ? name_rules (notes) : g_strdup (error->message);
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
        schedule_by_rules (schedule, scheduling->target);
    }
  return NULL;
}

/*
 * The best record, if the kernel still takes the arguments that the graph passes: a schedule may not change their layout here. FALSE if
 * @records cannot be read.
 */
static gboolean
apply_record (TlKernelSchedule *schedule, TlRecords *records, GError **error)
{
  g_autoptr (GError)  failure = NULL;
  g_autoptr (TlState) scheduled = tl_records_best_schedule (records, schedule->state, NULL, &failure);
  g_autofree char    *layouts = scheduled != NULL ? tl_interface_describe (scheduled, "main") : NULL;

  if (failure != NULL)
    return tl_propagate (error, g_steal_pointer (&failure));
  if (scheduled == NULL)
    return TRUE;
  if (layouts != NULL)
    {
      schedule->how = g_strdup ("its record changes the layout of arguments");
      return TRUE;
    }
  tl_state_unref (schedule->state);
  schedule->state = g_steal_pointer (&scheduled);
  schedule->origin = TL_KERNEL_BY_RECORD;
  return TRUE;
}

GPtrArray *
tl_kernel_schedules_new (const TlExecutable *executable, const TlTarget *target, TlRecords *records, GError **error)
{
  g_autoptr (GPtrArray) schedules = g_ptr_array_new_with_free_func (kernel_schedule_free);
  Scheduling            scheduling = { .executable = executable, .target = target, .schedules = schedules };
  guint                 n_threads = tl_min (g_get_num_processors (), executable->kernels->len);
  g_autofree GThread  **threads = g_new0 (GThread *, n_threads + 1);

  for (guint i = 0; i < executable->kernels->len; i++)
    {
      TlKernelSchedule *schedule = g_new0 (TlKernelSchedule, 1);

      schedule->state = tl_state_new (((const TlKernelTask *) executable->kernels->pdata[i])->module, 0);
      schedule->origin = TL_KERNEL_UNSCHEDULED;
      g_ptr_array_add (schedules, schedule);
      if (records != NULL && !apply_record (schedule, records, error))
        return NULL;
    }
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("schedule", schedule_kernels, &scheduling);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  return g_steal_pointer (&schedules);
}

GPtrArray *
tl_kernel_schedules_states (const GPtrArray *schedules)
{
  GPtrArray *states = g_ptr_array_new ();

  for (guint i = 0; i < schedules->len; i++)
    g_ptr_array_add (states, ((const TlKernelSchedule *) schedules->pdata[i])->state);
  return states;
}
