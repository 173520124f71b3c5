/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/crew-private.h"

#include <sched.h>

struct _TlCrew
{
  GPtrArray    *threads;  /* GThread: all but the calling one */
  TlWorkerPool *pool;     /* nullable: whose runner is not to be disturbed */
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

/* Waits before it takes a part: one that it had would keep all others waiting. */
static void
do_parts (TlCrew *crew, gboolean is_guest)
{
  gboolean is_some = TRUE;

  while (is_some)
    {
      guint index;

      if (crew->pool)
        tl_worker_pool_enter (crew->pool, is_guest);
      index = (guint) g_atomic_int_add (&crew->next, 1);
      is_some = index < crew->n;
      if (is_some)
        crew->func (index, crew->user_data);
      if (crew->pool)
        tl_worker_pool_leave (crew->pool, is_guest);
    }
}

static void
work (TlCrew *crew, gboolean is_guest)
{
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
      do_parts (crew, is_guest);
      g_mutex_lock (&crew->lock);
      crew->n_at_work--;
      g_cond_broadcast (&crew->changed);
    }
  g_mutex_unlock (&crew->lock);
}

static gpointer
work_here (gpointer crew)
{
  work (crew, FALSE);
  return NULL;
}

static gpointer
work_as_guest (gpointer data)
{
  TlCrew *crew = data;

  tl_worker_pool_settle (crew->pool, TRUE);
  work (crew, TRUE);
  return NULL;
}

static guint
n_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint) CPU_COUNT (&set) : 1;
}

TlCrew *
tl_crew_new (TlWorkerPool *pool)
{
  TlCrew *crew = g_new0 (TlCrew, 1);
  gboolean is_settled = pool && tl_worker_pool_settle (pool, FALSE);

  crew->pool = pool ? tl_worker_pool_ref (pool) : NULL;
  g_mutex_init (&crew->lock);
  g_cond_init (&crew->changed);
  crew->threads = g_ptr_array_new ();
  for (guint i = 1; i < n_processors (); i++)
    g_ptr_array_add (crew->threads, g_thread_new ("crew", work_here, crew));
  if (is_settled)
    g_ptr_array_add (crew->threads, g_thread_new ("crew-guest", work_as_guest, crew));
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
  g_clear_pointer (&crew->pool, tl_worker_pool_unref);
  g_free (crew);
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
  do_parts (crew, FALSE);
  g_mutex_lock (&crew->lock);
  while (crew->n_at_work > 0)
    g_cond_wait (&crew->changed, &crew->lock);
  g_mutex_unlock (&crew->lock);
}
