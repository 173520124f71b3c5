/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedule rules: each looks at one block and proposes what to do with it. A post-order space (core/space/space.h) applies them one after
 * the other to every block. A rule is a file in core/space/rules/ and a row in rules/rule-rows-private.h.
 */
#pragma once

#include "core/schedule/state.h"
#include "core/target/target.h"
#include "core/space/component.h"

G_BEGIN_DECLS

typedef struct
{
  TlState        *state;      /* where the rule begins */
  guint           block_rv;   /* the block, a variable of the trace */
  const TlArg    *args;       /* of the rule's parameters */
  const TlTarget *target;
} TlRuleCall;

typedef struct
{
  TlComponentInfo info;
  gboolean        is_custom;   /* for blocks that name a rule of their own ("schedule_rule"), which no other rule touches */
  /*
   * Appends the schedules that the rule proposes for the block to @results, as new references: call->state itself where the rule does not
   * fit, several where there is a choice. Sampling is written down as steps, whose decisions are drawn from the state's seed. The rule
   * leaves out steps that a primitive refuses; FALSE with @error is for programs and parameters that allow no schedule.
   */
  gboolean      (*apply) (const TlRuleCall *call, GPtrArray *results, GError **error);
} TlScheduleRule;


#define TL_CUSTOM_RULE "schedule_rule"   /* a block's annotation with the name of its own rule */

extern const TlComponentTable tl_schedule_rule_table;

G_END_DECLS
