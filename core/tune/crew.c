/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/crew-private.h"

#include <sched.h>

struct _TlCrew
{
  GPtrArray *threads;     /* GThread: all but the calling one */
  GMutex     lock;
  GCond      changed;
  /* Under lock */
  guint      n_jobs;      /* begun so far: tells threads that there is a new one */
  guint      n_at_work;   /* threads that have not left the current job */
  gboolean   is_ending;
  /* The job; written while nobody works */
  TlCrewFunc func;
  gpointer   user_data;
  guint      n;
  gint       next;        /* atomic */
};

static void
do_part (TlCrew *crew)
{
  guint index;

  while ((index = (guint) g_atomic_int_add (&crew->next, 1)) < crew->n)
    crew->func (index, crew->user_data);
}

static gpointer
work (gpointer data)
{
  TlCrew *crew = data;
  guint n_seen = 0;

  g_mutex_lock (&crew->lock);
  for (;;)
    {
      while (crew->n_jobs == n_seen && !crew->is_ending)
        g_cond_wait (&crew->changed, &crew->lock);
      if (crew->is_ending)
        break;
      n_seen = crew->n_jobs;
      g_mutex_unlock (&crew->lock);
      do_part (crew);
      g_mutex_lock (&crew->lock);
      crew->n_at_work--;
      g_cond_broadcast (&crew->changed);
    }
  g_mutex_unlock (&crew->lock);
  return NULL;
}

static guint
n_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint) CPU_COUNT (&set) : 1;
}

TlCrew *
tl_crew_new (void)
{
  TlCrew *crew = g_new0 (TlCrew, 1);

  g_mutex_init (&crew->lock);
  g_cond_init (&crew->changed);
  crew->threads = g_ptr_array_new ();
  for (guint i = 1; i < n_processors (); i++)
    g_ptr_array_add (crew->threads, g_thread_new ("crew", work, crew));
  return crew;
}

void
tl_crew_free (TlCrew *crew)
{
  g_mutex_lock (&crew->lock);
  crew->is_ending = TRUE;
  g_cond_broadcast (&crew->changed);
  g_mutex_unlock (&crew->lock);
  for (guint i = 0; i < crew->threads->len; i++)
    g_thread_join (crew->threads->pdata[i]);
  g_ptr_array_unref (crew->threads);
  g_mutex_clear (&crew->lock);
  g_cond_clear (&crew->changed);
  g_free (crew);
}

guint
tl_crew_n_threads (const TlCrew *crew)
{
  return crew->threads->len + 1;
}

void
tl_crew_run (TlCrew *crew, guint n, TlCrewFunc func, gpointer user_data)
{
  g_mutex_lock (&crew->lock);
  crew->func = func;
  crew->user_data = user_data;
  crew->n = n;
  crew->next = 0;
  crew->n_at_work = crew->threads->len;
  crew->n_jobs++;
  g_cond_broadcast (&crew->changed);
  g_mutex_unlock (&crew->lock);
  do_part (crew);
  g_mutex_lock (&crew->lock);
  while (crew->n_at_work > 0)
    g_cond_wait (&crew->changed, &crew->lock);
  g_mutex_unlock (&crew->lock);
}
