/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/crew-private.h"

#include <sched.h>

struct _TlCrew
{
  GPtrArray    *threads;  /* GThread: all but the calling one */
  TlWorkerPool *pool;     /* nullable: whose runner is not to be disturbed */
  GMutex        lock;
  GCond         changed;
  /* Under lock */
  TlCrewFunc    func;
  gpointer      user_data;
  guint         n;        /* parts of the job */
  guint         n_taken;
  guint         n_done;
  gboolean      is_ending;
};

/*
 * Does a part of the job, if there is one left. Waits for its turn before it takes one: a part that it had would keep all others waiting. Who is
 * still waiting when the last part is done keeps nobody, and may come to take part in the next job.
 */
static gboolean
do_part (TlCrew *crew, gboolean is_guest)
{
  TlCrewFunc func;
  gpointer user_data;
  gboolean is_some;
  guint index;

  if (crew->pool)
    tl_worker_pool_enter (crew->pool, is_guest);
  g_mutex_lock (&crew->lock);
  is_some = crew->n_taken < crew->n;
  index = is_some ? crew->n_taken++ : 0;
  func = crew->func;
  user_data = crew->user_data;
  g_mutex_unlock (&crew->lock);
  if (is_some)
    {
      func (index, user_data);
      g_mutex_lock (&crew->lock);
      if (++crew->n_done == crew->n)
        g_cond_broadcast (&crew->changed);
      g_mutex_unlock (&crew->lock);
    }
  if (crew->pool)
    tl_worker_pool_leave (crew->pool, is_guest);
  return is_some;
}

/* FALSE when there will be none. */
static gboolean
wait_for_job (TlCrew *crew)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&crew->lock);

  while (crew->n_taken == crew->n && !crew->is_ending)
    g_cond_wait (&crew->changed, &crew->lock);
  return !crew->is_ending;
}

static void
work (TlCrew *crew, gboolean is_guest)
{
  while (wait_for_job (crew))
    while (do_part (crew, is_guest))
      ;
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
  crew->n_taken = crew->n_done = 0;
  g_cond_broadcast (&crew->changed);
  g_mutex_unlock (&crew->lock);
  while (do_part (crew, FALSE))
    ;
  g_mutex_lock (&crew->lock);
  while (crew->n_done < crew->n)
    g_cond_wait (&crew->changed, &crew->lock);
  g_mutex_unlock (&crew->lock);
}
