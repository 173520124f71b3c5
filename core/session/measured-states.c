/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/measured-states.h"

#include "core/session/target-choice.h"

static void
clear_measured (gpointer data)
{
  TlMeasuredState *measured = data;

  g_free (measured->name);
  tl_state_unref (measured->state);
}

/* The start is the same for all variants: any of them may have measured it. */
static gboolean
find_time (TlSession *session, TlVariant *variant, TlState *state, TlMeasuredState *measured)
{
  const char      *func_name = tl_session_func_name (session);
  const TlOutcome *outcome = tl_variant_outcome_of (variant, state, func_name);
  GListModel      *variants = tl_session_variants (session);

  for (guint i = 0; outcome == NULL && tl_state_parent (state) == NULL && i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) other = g_list_model_get_item (variants, i);

      outcome = tl_variant_outcome_of (other, state, func_name);
    }
  if (outcome == NULL || outcome->kind != TL_OUTCOME_OK)
    return FALSE;
  measured->is_checked = outcome->is_checked;
  measured->counts = outcome->counts;
  return tl_outcome_latency (outcome, &measured->latency);
}

/* Steps on handles or on other functions leave the function as it is: the state that made it counts. */
static gboolean
is_same_func (TlSession *session, TlState *a, TlState *b)
{
  const char *func_name = tl_session_func_name (session);

  return a != NULL && b != NULL
         && tl_module_prim (tl_state_module (a), func_name) == tl_module_prim (tl_state_module (b), func_name);
}

static gboolean
has_own_time (TlSession *session, TlVariant *variant, TlState *state)
{
  const TlOutcome *outcome = tl_variant_outcome_of (variant, state, tl_session_func_name (session));

  return outcome != NULL && outcome->kind == TL_OUTCOME_OK && outcome->n_samples > 0;
}

/* States up to the present one; those beyond count where none before was measured by the variant itself. */
static GPtrArray *
path_of (TlSession *session, TlVariant *variant, gboolean *is_stale)
{
  TlState  *present = tl_variant_state (variant), *end = NULL;
  GPtrArray *path = g_ptr_array_new ();

  for (TlState *state = present; state != NULL && end == NULL; state = tl_state_parent (state))
    end = has_own_time (session, variant, state) ? state : NULL;
  for (TlState *state = tl_variant_tip (variant); end == NULL && state != present; state = tl_state_parent (state))
    end = has_own_time (session, variant, state) ? state : NULL;
  *is_stale = !is_same_func (session, end, present);
  for (TlState *state = end; state != NULL; state = tl_state_parent (state))
    if (!is_same_func (session, state, tl_state_parent (state)))
      g_ptr_array_insert (path, 0, state);
  return path;
}

static void
add_variant (TlSession *session, TlVariant *variant, guint number, GArray *states)
{
  gboolean             is_stale;
  g_autoptr (GPtrArray) path = path_of (session, variant, &is_stale);

  for (guint i = 0; i < path->len; i++)
    {
      TlMeasuredState measured = { .variant = number, .is_current = variant == tl_session_current (session), .is_stale = is_stale,
                                   .is_end = i == path->len - 1 };

      if (!find_time (session, variant, path->pdata[i], &measured))
        continue;
      measured.name = g_strdup (tl_variant_name (variant));
      measured.state = tl_state_ref (path->pdata[i]);
      g_array_append_val (states, measured);
    }
}

GArray *
tl_session_measured_states (TlSession *session)
{
  GArray     *states = g_array_new (FALSE, FALSE, sizeof (TlMeasuredState));
  GListModel *variants = tl_session_variants (session);

  g_array_set_clear_func (states, clear_measured);
  for (guint i = 0; tl_session_func_name (session) != NULL && i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      add_variant (session, variant, i, states);
    }
  return states;
}

/* The steps shown are those of @variant, whichever is current in the window. */
void
tl_session_fill_report (TlSession *session, TlVariant *variant, TlReport *report)
{
  report->title = g_strdup (tl_session_title (session));
  report->func_name = g_strdup (tl_session_func_name (session));
  report->variant = g_strdup (tl_variant_name (variant));
  report->state = tl_state_ref (tl_variant_state (variant));
  report->target = tl_session_target (session);
  report->is_measured = tl_target_is_here (&report->target) && tl_machine_load (&report->machine);
  report->states = tl_session_measured_states (session);
  report->written_s = g_get_real_time () / G_USEC_PER_SEC;
  for (guint i = 0; i < report->states->len; i++)
    {
      TlMeasuredState      *measured = &g_array_index (report->states, TlMeasuredState, i);
      g_autoptr (TlVariant) owner = g_list_model_get_item (tl_session_variants (session), measured->variant);

      measured->is_current = owner == variant;
    }
}
