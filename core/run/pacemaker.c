/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run/pacemaker-private.h"

#include "core/run/pool-private.h"

#define SELDOM_FACTOR 20   /* of its latency: a long one is timed again after that */

struct _TlPacemaker
{
  char    *id;          /* in this process */
  TlState *state;       /* owned */
  double   latency_s;
  GMutex   lock;
  gboolean is_tried;    /* under lock, as the next: building it */
  GBytes  *object;      /* nullable */
  double   slowdown;    /* that it found last; 0: none */
  gint64   found_us;    /* when that was */
  gboolean is_doubted;  /* it is not to be relied on */
};

TlPacemaker *
tl_pacemaker_new (TlState *state, double latency_s)
{
  static gint n_made;
  TlPacemaker *pacemaker = g_new0 (TlPacemaker, 1);

  pacemaker->id = g_strdup_printf ("%d", g_atomic_int_add (&n_made, 1));
  pacemaker->state = tl_state_ref (state);
  pacemaker->latency_s = latency_s;
  g_mutex_init (&pacemaker->lock);
  return pacemaker;
}

double
tl_pacemaker_latency (const TlPacemaker *pacemaker)
{
  return pacemaker->latency_s;
}

TlState *
tl_pacemaker_state (const TlPacemaker *pacemaker)
{
  return pacemaker->state;
}

void
tl_pacemaker_free (TlPacemaker *pacemaker)
{
  tl_state_unref (pacemaker->state);
  g_clear_pointer (&pacemaker->object, g_bytes_unref);
  g_mutex_clear (&pacemaker->lock);
  g_free (pacemaker->id);
  g_free (pacemaker);
}

/* Borrowed; NULL if it cannot be built. */
static GBytes *
object_of (TlPacemaker *pacemaker, TlWorkerPool *pool, guint func_index, const TlTarget *target, const TlMeasureOptions *options,
           GCancellable *cancellable)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pacemaker->lock);

  if (!pacemaker->is_tried)
    {
      TlOutcome outcome = { 0 };

      pacemaker->object = tl_pool_build (pool, tl_state_module (pacemaker->state), func_index, target, options, cancellable, &outcome);
      pacemaker->is_tried = outcome.kind != TL_OUTCOME_CANCELLED;
      tl_outcome_clear (&outcome);
    }
  return pacemaker->object;
}

/* What it found last, 0 if nothing; and whether it is to be timed again. */
static double
last_slowdown (TlPacemaker *pacemaker, gboolean *is_due)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pacemaker->lock);
  double age_s = (double) (g_get_monotonic_time () - pacemaker->found_us) / G_USEC_PER_SEC;

  *is_due = pacemaker->slowdown == 0 || pacemaker->is_doubted || pacemaker->latency_s <= TL_PACE_SELDOM_S || age_s >= SELDOM_FACTOR * pacemaker->latency_s;
  return pacemaker->slowdown;
}

void
tl_pacemaker_note (TlPacemaker *pacemaker, double slowdown)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pacemaker->lock);

  if (slowdown <= 0)
    return;
  pacemaker->slowdown = slowdown;
  pacemaker->is_doubted = FALSE;
  pacemaker->found_us = g_get_monotonic_time ();
}

void
tl_pacemaker_doubt (TlPacemaker *pacemaker)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pacemaker->lock);

  pacemaker->is_doubted = TRUE;
}

GBytes *
tl_pacemaker_join (TlWorkerPool *pool, guint func_index, const TlTarget *target, const TlMeasureOptions *options, JsonObject *header, GBytes *object,
                   GCancellable *cancellable)
{
  TlPacemaker *pacemaker = options->pacemaker;
  gboolean     is_due = FALSE;
  double       slowdown = pacemaker ? last_slowdown (pacemaker, &is_due) : 0;
  GBytes      *own = is_due ? object_of (pacemaker, pool, func_index, target, options, cancellable) : NULL;
  GByteArray  *both;

  json_object_set_double_member (header, "slowdown", slowdown);
  if (!own)
    return g_bytes_ref (object);
  json_object_set_string_member (header, "pacemaker", pacemaker->id);
  json_object_set_double_member (header, "pacemaker_s", pacemaker->latency_s);
  json_object_set_int_member (header, "object_bytes", (gint64) g_bytes_get_size (object));
  both = g_byte_array_new ();
  g_byte_array_append (both, g_bytes_get_data (object, NULL), (guint) g_bytes_get_size (object));
  g_byte_array_append (both, g_bytes_get_data (own, NULL), (guint) g_bytes_get_size (own));
  return g_byte_array_free_to_bytes (both);
}
