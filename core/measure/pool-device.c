/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the runner finds the device of a target. Drivers are loaded in workers alone: some bring a compiler of their own. */
#include "core/base/error.h"
#include "core/measure/pool-private.h"

#define PROBE_LIMIT_S 60.0   /* a driver that starts for the first time compiles its own library */

gboolean
tl_worker_pool_check_device (TlWorkerPool *pool, const TlTarget *target, GCancellable *cancellable, GError **error)
{
  TlPoolWorkloads none = { 0 };
  g_autoptr (JsonObject) header = tl_pool_runner_request (pool, "describe", &none, target, PROBE_LIMIT_S);
  g_auto (TlMessage) reply = { 0 };
  TlOutcome outcome = { 0 };
  TlWorkerSlot *slot = tl_pool_take_runner (pool, target->num_cores, cancellable);
  gboolean is_there;

  if (slot == NULL)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  if (tl_pool_ask_runner (pool, slot, &none, header, NULL, PROBE_LIMIT_S, NULL, NULL, cancellable, &reply, &outcome))
    tl_header_get_outcome (reply.header, &outcome);
  tl_pool_release_runner (pool, slot);
  is_there = outcome.kind == TL_OUTCOME_OK || tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s", outcome.message);
  tl_outcome_clear (&outcome);
  return is_there;
}
