/* SPDX-License-Identifier: Apache-2.0 */
/* AutoInline: elementwise blocks disappear in their consumers, or in their producer. */
#include <string.h>

#include "core/space/rules/rule-rows-private.h"

enum { INTO_PRODUCER, INTO_CONSUMER, CONST_TENSOR, NO_IF_THEN_ELSE, INJECTIVE, ORDERED, DISALLOW_OP };

static gboolean
check (const TlArg *args, char **why)
{
  const TlArg *names = &args[DISALLOW_OP];

  for (guint i = 0; names->kind == TL_ARG_LIST && i < names->n_items; i++)
    if (names->items[i].kind != TL_ARG_STRING)
      {
        *why = g_strdup ("disallow_op takes a list of function names");
        return FALSE;
      }
  if (names->kind == TL_ARG_LIST || names->kind == TL_ARG_NONE)
    return TRUE;
  *why = g_strdup ("disallow_op takes a list of function names");
  return FALSE;
}

/* "tir.exp" and "tirx.exp" name the same function in the two dialects. */
static const char *
plain_name (const char *name)
{
  const char *dot = strchr (name, '.');

  return dot && g_str_has_prefix (name, "tir") ? dot + 1 : name;
}

static TlWalk
stop_at_disallowed (const TlExpr *expr, gpointer user_data)
{
  const TlArg *args = user_data;

  if (expr->kind == TL_EXPR_SELECT)
    return args[NO_IF_THEN_ELSE].boolean ? TL_WALK_STOP : TL_WALK_INTO;
  if (expr->kind != TL_EXPR_CALL)
    return TL_WALK_INTO;
  if (args[NO_IF_THEN_ELSE].boolean && strcmp (expr->callee->name, "if_then_else") == 0)
    return TL_WALK_STOP;
  for (guint i = 0; i < args[DISALLOW_OP].n_items; i++)
    if (strcmp (plain_name (args[DISALLOW_OP].items[i].string), expr->callee->name) == 0)
      return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static TlWalk
stop_at_condition (const TlStmt *stmt, gpointer user_data)
{
  const TlArg *args = user_data;

  return stmt->kind == TL_STMT_IF && args[NO_IF_THEN_ELSE].boolean ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
patterns_fit (const TlBlock *block, const TlArg *args)
{
  for (guint i = 0; i < block->n_reads; i++)
    {
      TlAccessPattern pattern = tl_rule_access_pattern (&block->reads[i], &block->writes[0]);

      if ((args[INJECTIVE].boolean && !(pattern.exists && pattern.injective))
          || (args[ORDERED].boolean && !(pattern.exists && pattern.ordered)))
        return FALSE;
    }
  return TRUE;
}

/* Where all blocks are data-parallel nothing is computed twice, so cost and order do not matter. */
static gboolean
is_cheap (const TlRuleSite *site, const TlArg *args)
{
  const TlValue *rule = tl_rule_site_annotation (site, TL_HINT_INLINE_RULE);

  if (!tl_rule_is_spatial_func (site)
      && (!tl_stmt_walk (site->block->body, stop_at_condition, stop_at_disallowed, (gpointer) args) || !patterns_fit (site->block, args)))
    return FALSE;
  return !(rule && rule->kind == TL_VALUE_STRING && strcmp (rule->string, "disable") == 0);
}

static gboolean
try_step (const TlRuleCall *call, const char *primitive, GPtrArray *results)
{
  TlScheduleBuilder steps;

  tl_schedule_builder_init (&steps, call->state);
  tl_step (&steps, primitive, call->block_rv);
  return tl_rule_propose (&steps, results, NULL);
}

static gboolean
try_consumers (const TlRuleCall *call, const TlRuleSite *site, GPtrArray *results)
{
  g_autoptr (GPtrArray) consumers = tl_scope_info_consumers (site->info, tl_path_target (site->path));

  return consumers->len > 0 && try_step (call, "compute_inline", results);
}

/* A block that is to be tensorized has to stay what its intrinsic computes. */
static gboolean
try_producer (const TlRuleCall *call, const TlRuleSite *site, GPtrArray *results)
{
  g_autoptr (GPtrArray) producers = tl_scope_info_producers (site->info, tl_path_target (site->path));
  const TlStmt *producer = producers->len == 1 ? producers->pdata[0] : NULL;

  return producer && tl_block_is_complete (site->info, producer, NULL) && !tl_attrs_find (&producer->block.annotations, TL_HINT_TENSORIZE)
         && try_step (call, "reverse_compute_inline", results);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || tl_rule_site_is_root (&site) || site.block->n_writes != 1)
    return tl_rule_leave (call, results);
  if (call->args[CONST_TENSOR].boolean && site.block->n_reads == 0 && try_consumers (call, &site, results))
    return TRUE;
  if (!is_cheap (&site, call->args))
    return tl_rule_leave (call, results);
  if (call->args[INTO_CONSUMER].boolean && try_consumers (call, &site, results))
    return TRUE;
  if (call->args[INTO_PRODUCER].boolean && try_producer (call, &site, results))
    return TRUE;
  return tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_auto_inline = {
  .info = {
    .name = "AutoInline",
    .summary = "Inlines elementwise blocks into their consumers or their producer.",
    TL_PRIMITIVE_PARAMS (
        [INTO_PRODUCER] = { .name = "into_producer", .kind = TL_PARAM_BOOL, .default_text = "False",
                            .help = "Inline into the only producer." },
        [INTO_CONSUMER] = { .name = "into_consumer", .kind = TL_PARAM_BOOL, .default_text = "True", .help = "Inline into all consumers." },
        [CONST_TENSOR] = { .name = "inline_const_tensor", .kind = TL_PARAM_BOOL, .default_text = "True",
                           .help = "Always inline blocks that read nothing." },
        [NO_IF_THEN_ELSE] = { .name = "disallow_if_then_else", .kind = TL_PARAM_BOOL, .default_text = "True",
                              .help = "Do not inline blocks with conditions." },
        [INJECTIVE] = { .name = "require_injective", .kind = TL_PARAM_BOOL, .default_text = "True",
                        .help = "Only inline injective accesses." },
        [ORDERED] = { .name = "require_ordered", .kind = TL_PARAM_BOOL, .default_text = "True",
                      .help = "Only inline accesses with axes in order." },
        [DISALLOW_OP] = { .name = "disallow_op", .kind = TL_PARAM_VALUE, .default_text = "[\"tir.exp\"]",
                          .help = "Functions that are too expensive to compute more than once." }),
    .check = check,
  },
  .apply = apply,
};
