/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds dispatches that keep a main loop from answering: the time from the return of its poll until it prepares the next one. Waiting in
 * the poll does not count; a loop inside a dispatch is measured for itself.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64      held_us;      /* the thread did not return to its loop for so long … */
  gint64      cpu_us;       /* … ran for so long of it … */
  gint64      queued_us;    /* … and was ready while others had the core; 0 where the system does not say. In the rest it waited. */
  const char *cause;        /* the last one noted before; NULL: none so far */
  gint64      after_us;     /* from that note to the end of the dispatch */
} TlHold;

typedef struct _TlWatchdog TlWatchdog;
typedef void (*TlWatchdogFunc) (const TlHold *hold, gpointer user_data);

/* Calls @on_hold in the thread of @context (NULL: the default one) after each dispatch longer than @limit_us. */
TlWatchdog *tl_watchdog_new (GMainContext *context, gint64 limit_us, TlWatchdogFunc on_hold, gpointer user_data);
void        tl_watchdog_free (TlWatchdog *watchdog);
/* The last action of a person, "key F7": the following holds name it. */
void        tl_watchdog_note (TlWatchdog *watchdog, const char *cause);

G_END_DECLS
