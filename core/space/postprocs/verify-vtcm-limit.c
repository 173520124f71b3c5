/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/scratch-memory.h"
#include "core/space/postprocs-private.h"

static gboolean
verify_vtcm_limit (const TlPostprocCall *call, GError **error)
{
  const TlModule *module = tl_state_module (call->builder->state);
  guint limit = call->target->vtcm_bytes;

  for (guint f = 0; limit > 0 && f < module->n_prims; f++)
    {
      g_autoptr (GArray) scratch = tl_func_scratch (module, module->prims[f], "global.vtcm");
      const TlBuffer *last;
      gint64 peak = tl_scratch_peak_bytes (module, scratch, &last);

      if (peak < 0)
        return tl_refuse (error, NULL, 0, NULL, "function %s has buffers of symbolic extent in VTCM", module->prims[f]->name);
      if (peak > limit)
        return tl_refuse (error, NULL, 0, "copy smaller tiles",
                          "function %s needs %" G_GINT64_FORMAT " bytes of VTCM where buffer %s is in use; the target has %u",
                          module->prims[f]->name,
                          peak, last->name, limit);
    }
  return TRUE;
}

const TlPostproc tl_postproc_verify_vtcm_limit = {
  .info = { .name = "VerifyVTCMLimit", .summary = "Refuses programs that need more VTCM than the target has (-vtcm-capacity)." },
  .apply = verify_vtcm_limit,
};
