/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/graph-pattern.h"

#include <string.h>

#include "core/base/error.h"
#include "core/ir/relax-op.h"

/* Arguments in any order, and alternatives, are tried one after the other: without a limit as often as 2 to the depth. */
#define MAX_STEPS 100000u

/* A pattern with the value that it stands for; @var: nullable, is bound to it. */
typedef struct
{
  const TlGraphPattern *pattern;
  const TlRelaxExpr    *value;
  const TlRelaxVar     *var;
} MatchedPart;

typedef struct
{
  GHashTable *values;
  GArray     *pairs;      /* MatchedPart; a pattern that fails takes back its own */
  guint       n_steps;
} Matcher;

static gboolean match (Matcher *matcher, const TlGraphPattern *pattern, const TlRelaxExpr *expr);

/* The value of a variable, as far as one binding tells. */
static const TlRelaxExpr *
value_of (const Matcher *matcher, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = expr->kind == TL_RELAX_VAR ? g_hash_table_lookup (matcher->values, expr) : NULL;

  return value != NULL ? value : expr;
}

static gboolean
is_same (const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  return a == b || (a->kind == TL_RELAX_CONST && b->kind == TL_RELAX_CONST && a->tensor == b->tensor);
}

static gboolean
match_list (Matcher *matcher, const TlGraphPattern *pattern, const TlRelaxExpr *const *list, guint n, gboolean is_reversed)
{
  guint n_pairs = matcher->pairs->len;

  while (n > 0 && list[n - 1] == NULL)
    n--;
  if (n != pattern->n_parts)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const TlRelaxExpr *expr = list[is_reversed ? n - 1 - i : i];

      if (expr == NULL || !match (matcher, pattern->parts[i], expr))
        {
          g_array_set_size (matcher->pairs, n_pairs);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
match_call (Matcher *matcher, const TlGraphPattern *pattern, const TlRelaxExpr *call)
{
  gboolean commutes = strcmp (pattern->op->name, "add") == 0 || strcmp (pattern->op->name, "multiply") == 0;

  if (call->kind != TL_RELAX_CALL || call->op != pattern->op)
    return FALSE;
  return pattern->has_any_args || match_list (matcher, pattern, call->args, call->n_args, FALSE)
         || (commutes && match_list (matcher, pattern, call->args, call->n_args, TRUE));
}

static gboolean
has_attrs (const TlRelaxExpr *call, const TlAttrs *attrs)
{
  if (call->kind != TL_RELAX_CALL)
    return FALSE;
  for (guint i = 0; i < attrs->n; i++)
    {
      const TlValue *value = tl_attrs_find (&call->attrs, attrs->keys[i]);

      if (value == NULL || !tl_value_equal (value, &attrs->values[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_shape (const TlRelaxType *type, const gint64 *shape, guint n_dims)
{
  gboolean is_known = type->kind == TL_RELAX_TYPE_TENSOR && type->dims != NULL && type->n_dims == (int) n_dims;

  for (guint i = 0; is_known && i < n_dims; i++)
    is_known = tl_expr_is_int (type->dims[i], shape[i]);
  return is_known;
}

static gboolean
match_kind (Matcher *matcher, const TlGraphPattern *pattern, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = value_of (matcher, expr);

  switch (pattern->kind)
    {
    case TL_PATTERN_ANY:
      return TRUE;
    case TL_PATTERN_CONST:
      return value->kind == TL_RELAX_CONST;
    case TL_PATTERN_PARAM:
      return value->kind == TL_RELAX_VAR && (pattern->name == NULL || strcmp (pattern->name, value->name) == 0);
    case TL_PATTERN_CALL:
      return match_call (matcher, pattern, value);
    case TL_PATTERN_TUPLE:
      return value->kind == TL_RELAX_TUPLE && match_list (matcher, pattern, value->items, value->n_items, FALSE);
    case TL_PATTERN_ITEM:
      return value->kind == TL_RELAX_ITEM && (pattern->index < 0 || (guint) pattern->index == value->index)
             && match (matcher, pattern->parts[0], value->tuple);
    case TL_PATTERN_OR:
      return match (matcher, pattern->parts[0], expr) || match (matcher, pattern->parts[1], expr);
    case TL_PATTERN_AND:
      return match (matcher, pattern->parts[0], expr) && match (matcher, pattern->parts[1], expr);
    case TL_PATTERN_NOT:
      return !match (matcher, pattern->parts[0], expr);
    case TL_PATTERN_ATTRS:
      return match (matcher, pattern->parts[0], expr) && has_attrs (value, &pattern->attrs);
    case TL_PATTERN_DTYPE:
      return match (matcher, pattern->parts[0], expr) && expr->type->kind == TL_RELAX_TYPE_TENSOR
             && tl_dtype_equal (expr->type->dtype, pattern->dtype);
    case TL_PATTERN_SHAPE:
      return match (matcher, pattern->parts[0], expr) && has_shape (expr->type, pattern->shape, pattern->n_dims);
    default:
      return FALSE;
    }
}

static const MatchedPart *
find_pair (const Matcher *matcher, const TlGraphPattern *pattern)
{
  for (guint i = 0; i < matcher->pairs->len; i++)
    if (g_array_index (matcher->pairs, MatchedPart, i).pattern == pattern)
      return &g_array_index (matcher->pairs, MatchedPart, i);
  return NULL;
}

static gboolean
match (Matcher *matcher, const TlGraphPattern *pattern, const TlRelaxExpr *expr)
{
  const MatchedPart *known = find_pair (matcher, pattern);
  guint              n_pairs = matcher->pairs->len;
  MatchedPart        pair = { pattern, expr, expr->kind == TL_RELAX_VAR ? expr : NULL };

  if (known != NULL)
    return is_same (known->value, expr);
  if (matcher->n_steps++ >= MAX_STEPS || !match_kind (matcher, pattern, expr))
    {
      g_array_set_size (matcher->pairs, n_pairs);
      return FALSE;
    }
  if (pattern->kind == TL_PATTERN_NOT)
    g_array_set_size (matcher->pairs, n_pairs);
  g_array_append_val (matcher->pairs, pair);
  return TRUE;
}

gboolean
tl_graph_pattern_match (const TlGraphPattern *pattern, GHashTable *values, const TlRelaxVar *var, GHashTable *matched, GError **error)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (MatchedPart));
  Matcher            matcher = { values, pairs, 0 };
  gboolean           is_match = match (&matcher, pattern, var);

  if (matcher.n_steps > MAX_STEPS)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "matching the value of %s takes more than %u steps", var->name,
                    MAX_STEPS);
  for (guint i = 0; is_match && i < pairs->len; i++)
    {
      const MatchedPart *pair = &g_array_index (pairs, MatchedPart, i);

      if (pair->var != NULL && (pair->pattern->kind == TL_PATTERN_CALL || pair->pattern->kind == TL_PATTERN_ITEM))
        g_hash_table_add (matched, (gpointer) pair->var);
    }
  return is_match;
}
