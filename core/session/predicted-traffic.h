/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/traffic.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * The traffic of a state's function in the caches of the session's target, and its times on this machine; of a GPU the loops alone count,
 * without times. Owns its members.
 */
typedef struct
{
  TlTraffic      *traffic;
  TlTrafficTimes  times;
  gboolean        has_times;    /* the rates of this machine, and all sizes, are known; with them: */
  double         *block_s;      /* estimated for each of the traffic's blocks; nullable */
} TlPredictedTraffic;

/* The times, or NULL where they are unknown. */
const TlTrafficTimes *tl_predicted_traffic_times (const TlPredictedTraffic *predicted);
void                  tl_predicted_traffic_free (TlPredictedTraffic *predicted);

/* Whether there are caches to speak of: on GPUs threads share them otherwise. */
gboolean              tl_session_has_traffic (TlSession *session);
/* In a thread, of the function that the session shows. */
void                  tl_session_predict_traffic_async (TlSession *session, TlState *state, GCancellable *cancellable,
                                                        GAsyncReadyCallback callback, gpointer user_data);
TlPredictedTraffic   *tl_session_predict_traffic_finish (TlSession *session, GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPredictedTraffic, tl_predicted_traffic_free)

G_END_DECLS
