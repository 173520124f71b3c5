/* SPDX-License-Identifier: Apache-2.0 */
/* Times that a model says: nothing is compiled or run. */
#include "core/measure/pool-private.h"

void
tl_worker_pool_predict (TlWorkerPool *pool, const TlState *state, const char *func_name, const TlTarget *target,
                        const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) script = NULL;
  g_autoptr (JsonObject) header = NULL;
  g_auto (TlMessage) reply = { 0 };

  *outcome = (TlOutcome) { 0 };
  if (!tl_state_check_order (state, &error))
    {
      tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
      return;
    }
  script = tl_pool_print_module (module);
  header = tl_pool_build_request (module, func_name, target, "prediction", options->build_timeout_s, options->memory_limit_bytes);
  tl_pool_ask_builder (pool, header, script, options->build_timeout_s, cancellable, &reply, outcome);
}
