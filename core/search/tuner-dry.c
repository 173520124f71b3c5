/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dry runs: candidates have predicted times, and nothing has run. At the end the emulator runs the fastest ones, until one has no faults
 * and the right result. Of large programs it runs some blocks, and compares what these compute.
 */
#include <math.h>

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/schedule/interface.h"
#include "core/search/tuner-private.h"
#include "core/worker/message.h"

#define N_CHECKED  4u         /* candidates that are tried at most */
#define INPUT_SEED 1
#define FEW_FLOPS  33554432.0 /* of emulated blocks: a second or two */
#define MAX_STEPS  200000000  /* a quarter of a minute */

void
tl_dry_run_note (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome)
{
  TlTrialId id = { tuner->run ? tuner->run->id : 0, tl_tuner_number (tuner, trial->candidate) };
  TlOutcome timed = *outcome;

  if (outcome->kind != TL_OUTCOME_PREDICTED || trial->candidate == TL_START)
    return;
  timed.kind = TL_OUTCOME_OK;
  tl_top_k_add (&tuner->top_k, id, trial->hash, trial->state, &timed);
}

/* --- one candidate --- */

typedef struct
{
  TlModule         *lowered;
  GPtrArray        *args;
  TlReference      *reference;
  TlEmulatorOptions options;
  TlEmulation      *emulation;
  guint             n_compared, n_wrong;
} EmulatedCheck;

static void
check_clear (EmulatedCheck *check)
{
  g_clear_pointer (&check->emulation, tl_emulation_free);
  g_clear_pointer (&check->reference, tl_reference_free);
  g_clear_pointer (&check->args, g_ptr_array_unref);
  g_clear_pointer (&check->lowered, tl_module_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EmulatedCheck, check_clear)

/* A kernel that reads what another one has computed needs all of it. */
static guint
choose_step (const TlPrimFunc *kernels, const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) found = tl_kernels_find (kernels, NULL);
  double n_shares = tl_func_flops (func) / FEW_FLOPS;

  return found && found->len == 1 && n_shares > 1 ? (guint) tl_min (ceil (n_shares), G_MAXINT) : 1;
}

/* Elements that no block computes stay what they are here. */
static void
mark_expected (EmulatedCheck *check)
{
  TlExpected expected;

  for (guint output = 0; output < tl_reference_n_outputs (check->reference); output++)
    for (gint64 k = 0; tl_reference_nth (check->reference, output, k, &expected); k++)
      tl_tensor_set (check->args->pdata[expected.param], expected.index, NAN);
}

static void
compare_expected (EmulatedCheck *check)
{
  TlExpected expected;

  for (guint output = 0; output < tl_reference_n_outputs (check->reference); output++)
    for (gint64 k = 0; tl_reference_nth (check->reference, output, k, &expected); k++)
      {
        double got = tl_tensor_get (check->args->pdata[expected.param], expected.index);

        check->n_compared += !isnan (got);
        check->n_wrong += !isnan (got) && !(fabs (got - expected.value) <= expected.tolerance);
      }
}

static gboolean
emulate (TlTuner *tuner, const TlState *state, EmulatedCheck *check, GError **error)
{
  const TlPrimFunc *func = tl_module_prim (tl_state_module (tuner->options.start), tuner->options.func_name);
  GCancellable     *cancellable = tuner->cancellable;

  check->lowered = tl_lower (tl_state_module (state), tuner->options.func_name, &tuner->options.target, NULL, error);
  check->args = check->lowered ? tl_interp_make_args (func, INPUT_SEED, FALSE, error) : NULL;
  if (!check->args)
    return FALSE;
  check->reference = tl_reference_new (func, (TlTensor *const *) check->args->pdata, check->args->len, 0, cancellable, error);
  if (!check->reference)
    return FALSE;
  check->options = (TlEmulatorOptions) { .checks = TRUE, .max_steps = MAX_STEPS,
                                         .block_step = choose_step (check->lowered->prims[0], func),
                                         .scheduled = tl_module_prim (tl_state_module (state), tuner->options.func_name) };
  if (check->options.block_step > 1)
    mark_expected (check);
  check->emulation = tl_emulate (check->lowered->prims[0], (TlTensor *const *) check->args->pdata, check->args->len, &check->options,
                                 cancellable, error);
  return check->emulation != NULL;
}

/* @outcome: of the prediction; it gets a sentence, or becomes that of a failure. */
static void
judge (EmulatedCheck *check, TlOutcome *outcome)
{
  TlCheckResult result = { .ok = TRUE };
  g_autofree char *said = outcome->message;

  outcome->message = NULL;
  if (check->options.block_step > 1)
    compare_expected (check);
  else
    tl_reference_check (check->reference, (TlTensor *const *) check->args->pdata, &result);
  if (check->emulation->findings->len > 0)
    {
      const TlFinding *finding = check->emulation->findings->pdata[0];

      tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s in the emulator: %s", tl_fault_kind_name (finding->kind), finding->text);
    }
  else if (!result.ok || check->n_wrong > 0)
    tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "Wrong result in the emulator%s%s", result.where ? ": " : "",
                    result.where ? result.where : "");
  else if (check->options.block_step > 1)
    tl_outcome_set (outcome, TL_OUTCOME_PREDICTED,
                    "%s\nThe emulator ran one of %u blocks: no races or other faults; %u compared elements agree with the interpreter",
                    said, check->options.block_step, check->n_compared);
  else
    tl_outcome_set (outcome, TL_OUTCOME_PREDICTED,
                    "%s\nThe emulator found no races or other faults; the result agrees with the interpreter", said);
  outcome->is_checked = TRUE;
  tl_check_result_clear (&result);
}

/* A layout of arguments that is not the program's own is left unchecked, and so is what takes the emulator too long. */
static void
check_candidate (TlTuner *tuner, const TlState *state, TlOutcome *outcome)
{
  g_auto (EmulatedCheck)     check = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char   *interface = tl_interface_describe (state, tuner->options.func_name), *said = NULL;

  if (!interface && emulate (tuner, state, &check, &error))
    {
      judge (&check, outcome);
      return;
    }
  said = g_steal_pointer (&outcome->message);
  tl_outcome_set (outcome, TL_OUTCOME_PREDICTED, "%s\nNot checked: %s", said,
                  interface ? "the schedule changes the layout of arguments" : error->message);
}

/* --- the fastest --- */

static gboolean
report_checked (TlTuner *tuner, const TlTopKEntry *entry, TlTrialId id, const TlOutcome *outcome)
{
  TlTrial trial = { .number = id.number, .run_id = id.run_id, .candidate = id.number - tuner->first_number - 1, .state = entry->state,
                    .outcome = outcome, .elapsed_s = tl_tuner_elapsed_s (tuner), .score = NAN, .program_hash = entry->hash,
                    .is_checked = TRUE, .after_comparison = tuner->n_comparisons };
  GError *error = NULL;

  if (tuner->run && !tl_database_save_check (tuner->options.database, id.run_id, id.number, outcome, &error))
    {
      tl_tuner_give_up (tuner, error);
      return FALSE;
    }
  if (tuner->on_trial)
    tuner->on_trial (&trial, tuner->user_data);
  return TRUE;
}

void
tl_dry_run_check (TlTuner *tuner)
{
  gboolean is_right = FALSE;

  for (guint i = 0; i < MIN (tuner->top_k.n, N_CHECKED) && !is_right && !tl_tuner_is_stopping (tuner); i++)
    {
      const TlTopKEntry *entry = &tuner->top_k.fastest[i];
      TlOutcome outcome;

      tl_outcome_copy (&entry->outcome, &outcome);
      outcome.kind = TL_OUTCOME_PREDICTED;
      check_candidate (tuner, entry->state, &outcome);
      is_right = outcome.kind == TL_OUTCOME_PREDICTED;
      for (guint k = 0; k < entry->ids->len && !tl_tuner_is_stopping (tuner); k++)
        if (!report_checked (tuner, entry, g_array_index (entry->ids, TlTrialId, k), &outcome))
          break;
      tl_outcome_clear (&outcome);
    }
}
