/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "app/commands/analyze.h"
#include "app/commands/command.h"
#include "core/analysis/asm-report.h"
#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"
#include "core/measure/worker-pool.h"
#include "core/session/steps/advice.h"

/* Unknown, with a message, where it cannot be compiled. */
static TlHotLoop
find_hot_loop (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, const TlMachine *machine)
{
  g_autoptr (GError)    error = NULL;
  g_autofree char      *assembly = tl_worker_pool_compile_to_text (pool, tl_state_module (state), func->name, target, "asm", NULL,
                                                                         NULL, NULL, &error);
  g_autoptr (GPtrArray) report = assembly != NULL ? tl_asm_report (assembly) : NULL;

  if (report == NULL)
    {
      tl_command_message ("advice without the machine code of %s: %s", func->name, error->message);
      return (TlHotLoop) { 0 };
    }
  return tl_hot_loop_of (report, tl_func_flops (func), tl_roof_of (func, machine, 1).dtype.bits);
}

/* Seconds; 0 where it cannot be run here. */
static double
measure (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlOutcome        outcome = { 0 };
  TlLatency        latency = { 0 };

  options.check = FALSE;
  tl_worker_pool_measure (pool, state, func->name, target, &options, NULL, &outcome);
  if (outcome.kind != TL_OUTCOME_OK)
    tl_command_message ("advice without the time of %s: %s", func->name, outcome.message != NULL ? outcome.message : "no reason given");
  else
    tl_outcome_latency (&outcome, &latency);
  tl_outcome_clear (&outcome);
  return latency.median_s;
}

static void
add_json (JsonBuilder *json, const GPtrArray *found)
{
  json_builder_set_member_name (json, "advice");
  json_builder_begin_array (json);
  for (guint i = 0; i < found->len; i++)
    {
      const TlAdvice *advice = g_ptr_array_index (found, i);

      json_builder_begin_object (json);
      tl_json_add_text (json, "kind", tl_advice_kind_name (advice->kind));
      tl_json_add_double (json, "gain", advice->gain);
      tl_json_add_text (json, "limit", advice->limit);
      tl_json_add_text (json, "action", advice->action);
      if (advice->suggestion != NULL)
        tl_json_add_text (json, "steps", advice->suggestion->steps);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
print (const GPtrArray *found, double measured_s)
{
  g_autofree char *time = tl_format_seconds (measured_s);

  printf ("advice, by %s%s%s\n", measured_s > 0 ? "the measured time, " : "prediction alone", measured_s > 0 ? time : "",
          found->len == 0 ? ": none; no step that was tried is predicted to make it 1.1× as fast" : "");
  for (guint i = 0; i < found->len; i++)
    {
      const TlAdvice  *advice = g_ptr_array_index (found, i);
      g_autofree char *text = tl_advice_text (advice);

      printf ("  %u. %s\n", i + 1, text);
      if (advice->suggestion != NULL)
        printf ("     %s\n", advice->suggestion->steps);
    }
  printf ("\n");
}

void
tl_analyze_report_advice (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, JsonBuilder *json)
{
  TlMachine             machine;
  gboolean              is_measured = tl_machine_load (&machine);
  TlAdviceFacts         facts = { .state = state, .func_name = func->name, .target = target, .machine = &machine };
  g_autoptr (GPtrArray) found = NULL;

  if (is_measured)
    {
      facts.hot = find_hot_loop (pool, state, func, target, &machine);
      facts.measured_s = measure (pool, state, func, target);
    }
  else
    tl_command_message ("no advice: run `tileloom-cli machine` to measure this machine");
  found = tl_advice_find (&facts, NULL);
  if (json != NULL)
    add_json (json, found);
  else if (is_measured)
    print (found, facts.measured_s);
}
