/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/measure/worker-pool.h"
#include "core/session/session-program-private.h"
#include "core/session/session.h"

G_BEGIN_DECLS

typedef struct
{
  void   (*timing_changed) (gpointer user_data);                       /* a measurement has begun or ended */
  void   (*measured) (TlVariant *variant, gpointer user_data);         /* it has a new outcome */
  gpointer user_data;
} TlMeasuringListener;

/**
 * TlMeasuring: the pool of workers, and the jobs on it: timing, races, compiled forms, files for other programs. A job keeps references to
 * immutable states and runs in a thread; its outcome reaches its variants when it is finished, on the main thread.
 */
typedef struct _TlMeasuring TlMeasuring;

/* Borrows @program for as long as it lives; copies @listener. */
TlMeasuring  *tl_measuring_new (const TlSessionProgram *program, const TlMeasuringListener *listener);
void          tl_measuring_free (TlMeasuring *measuring);

/* With so many builders, 0: one per core, except the core that measures. A pool of another number is replaced. Borrowed. */
TlWorkerPool *tl_measuring_pool (TlMeasuring *measuring, guint n_builders, GError **error);
/* The pool that there is, or one with the default number of builders. Borrowed. */
TlWorkerPool *tl_measuring_any_pool (TlMeasuring *measuring, GError **error);
gboolean      tl_measuring_is_timing (TlMeasuring *measuring);

/* Jobs: as the session's functions of the same names; @source is the object of their results. */
void          tl_measuring_time_async (TlMeasuring *measuring, GObject *source, TlVariant *variant, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_measuring_time_finish (TlMeasuring *measuring, GAsyncResult *result, TlOutcome *outcome, GError **error);
void          tl_measuring_race_async (TlMeasuring *measuring, GObject *source, TlVariant *a, TlVariant *b, double max_s,
                                       TlRaceFunc progress, gpointer progress_data, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_measuring_race_finish (TlMeasuring *measuring, GAsyncResult *result, TlOutcome outcomes[2], GError **error);
void          tl_measuring_show_async (TlMeasuring *measuring, GObject *source, TlState *state, const char *form,
                                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
void          tl_measuring_export_async (TlMeasuring *measuring, GObject *source, TlState *state, const char *path,
                                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
