/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/status-text.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/target-choice.h"

/* Of a program without a time; @predicted: nullable. */
static char *
unmeasured_text (TlSession *session, const char *predicted)
{
  if (predicted != NULL)
    return g_strdup_printf ("%s · %s", predicted, _("not measured"));
  return g_strdup (tl_session_can_measure (session, NULL) ? _("Not measured yet: press F5") : _("Not measured: no device here runs it"));
}

char *
tl_status_text (TlSession *session, const char *predicted)
{
  TlVariant       *variant = tl_session_current (session);
  const char      *func_name = tl_session_func_name (session);
  gboolean         is_stale;
  const TlOutcome *outcome = tl_variant_last_outcome (variant, func_name, &is_stale);
  TlLatency        latency;
  g_autofree char *times = NULL, *rate = NULL, *share = NULL, *gain = tl_session_gain_text (session);
  TlRoof           roof;

  if (tl_state_is_draft (tl_variant_state (variant)))
    return g_strdup (_("Draft: not measured"));
  if (outcome == NULL)
    return unmeasured_text (session, predicted);
  if (outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency))
    return g_strdup_printf ("%s %s: %s", tl_outcome_glyph (outcome->kind), tl_outcome_title (outcome->kind),
                            outcome->message != NULL ? outcome->message : "");
  times = is_stale ? NULL : tl_variant_times_text (variant, tl_variant_state (variant), func_name);
  if (times == NULL)
    times = tl_latency_to_text (&latency);
  rate = tl_format_gflops (tl_session_flops (session), latency.median_s);
  roof = tl_session_roof (session);
  share = gain == NULL ? tl_roof_share_text (&roof, latency.median_s) : NULL;
  return g_strdup_printf ("%s%s%s · %s%s%s%s%s", gain != NULL ? gain : "", gain != NULL ? " · " : "", times,
                          rate, share != NULL ? " · " : "",
                          share != NULL ? share : "", outcome->is_checked ? _(" · checked ✓") : "",
                          is_stale ? _(" · measured before the last change") : "");
}

char *
tl_status_tip (TlSession *session)
{
  TlTarget         target = tl_session_target (session);
  TlRoof           roof = tl_session_roof (session);
  g_autofree char *compute = tl_format_seconds (roof.compute_s), *memory = tl_format_seconds (roof.memory_s), *obstacle = NULL;

  if (tl_target_has_kernels (&target))
    obstacle = tl_target_obstacle (&target, tl_session_devices (session));
  if (obstacle != NULL || (tl_target_has_kernels (&target) && roof.gpu == NULL))
    return g_steal_pointer (&obstacle);
  if (tl_roof_bound (&roof) == NULL)
    return g_strdup (_("The peak of this machine has not been measured: choose “This Machine” in the menu"));
  if (roof.gpu != NULL)
    return g_strdup_printf (_("Lower bounds from published figures of %s: %s to compute, %s to transfer the arguments to and from memory"),
                            roof.gpu->name, compute, memory);
  return g_strdup_printf (_("Lower bounds from the measured peaks of this machine: %s to compute, %s to transfer the arguments to and "
                            "from %s"), compute,
                          memory, roof.level != NULL ? roof.level : "memory");
}
