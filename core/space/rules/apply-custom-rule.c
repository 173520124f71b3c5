/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ApplyCustomRule: blocks annotated with "schedule_rule" say themselves what is to be done with them: the function of that name in a
 * schedule script, called as in TVM with the schedule and the block, giving a schedule or a list of them. No other rule touches such
 * blocks. Names of functions that are not there, as those of topi's pooling, go away, as in TVM: then the block is for all rules.
 */
#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/space/rules/rule-rows-private.h"

enum { SCRIPT };

/* Wants nothing but to be left alone. */
static gboolean
is_no_rule (const char *name)
{
  return strcmp (name, "None") == 0;
}

static gboolean
forget (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  TlScheduleBuilder steps;
  TlState          *state;

  tl_schedule_builder_init (&steps, call->state);
  tl_step_unannotate (&steps, call->block_rv, TL_CUSTOM_RULE);
  state = tl_schedule_builder_finish (&steps, error);
  if (!state)
    return FALSE;
  g_ptr_array_add (results, state);
  return TRUE;
}

static gboolean
run_function (const TlRuleCall *call, const char *name, GPtrArray *results, GError **error)
{
  g_autoptr (TlSource) source = tl_source_new ("ApplyCustomRule", call->args[SCRIPT].string, -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, error);

  if (!script)
    return FALSE;
  if (!g_strv_contains (tl_schedule_script_functions (script), name))
    return forget (call, results, error);
  return tl_schedule_script_run_all (script, call->state, name, (gint) call->block_rv, NULL, results, error);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  const TlValue *name;

  if (!tl_rule_site_init (&site, call->state, call->block_rv))
    return tl_rule_leave (call, results);
  name = tl_rule_site_annotation (&site, TL_CUSTOM_RULE);
  if (!name || name->kind != TL_VALUE_STRING || is_no_rule (name->string))
    return tl_rule_leave (call, results);
  if (call->args[SCRIPT].kind != TL_ARG_STRING)
    return forget (call, results, error);
  return run_function (call, name->string, results, error);
}

const TlScheduleRule tl_rule_apply_custom_rule = {
  .info = {
    .name = "ApplyCustomRule",
    .summary = "Calls the schedule function that a block names in its annotation.",
    TL_PRIMITIVE_PARAMS (
        [SCRIPT] = { .name = "script", .kind = TL_PARAM_STRING, .default_text = "None",
                     .help = "Text of the schedule script with the functions." }),
  },
  .is_custom = TRUE,
  .apply = apply,
};
