/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pass of simplification, bottom up: integers through sums, everything else node by node. An operation that a sum cannot take
 * (overflow, a symbolic divisor) stays as a node over simplified operands.
 */
#include "core/arith/analyzer-private.h"

/* Below this the expression is kept as written. */
#define DEEPEST_SIMPLIFY 300

gboolean
tl_dtype_is_index (TlDType dtype)
{
  return dtype.code == TL_TYPE_INT && dtype.bits >= 32 && dtype.lanes == 1;
}

static TlSum
node_as_atom (TlAnalyzer *analyzer, const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_INT && tl_sum_fits (expr->dtype, expr->int_value))
    return tl_sum_const (expr->dtype, expr->int_value);
  return tl_sum_atom (analyzer, expr);
}

TlSum
tl_sum_of_node (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  return node_as_atom (analyzer, tl_expr_binary (analyzer->out, kind, tl_sum_to_expr (analyzer, a), tl_sum_to_expr (analyzer, b)));
}

/* An expression that an assumption leaves a single value becomes that value in proofs alone, as in TVM. */
static TlSum
sum_of_var (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlVarFact *fact = tl_analyzer_fact (analyzer, expr);
  TlTerm           term = { expr, 1, TL_NO_UPPER, 1 };
  TlBounds         bounds;

  if (fact != NULL && fact->exact != NULL)
    return tl_sum_of (analyzer, fact->exact);
  if (analyzer->n_constraints > 0 && analyzer->proving)
    {
      bounds = tl_analyzer_term_bounds (analyzer, &term);
      if (bounds.min == bounds.max && tl_sum_fits (expr->dtype, bounds.min))
        return tl_sum_const (expr->dtype, bounds.min);
    }
  return tl_sum_atom (analyzer, expr);
}

#define MAX_FACTORS 8

static guint
flatten_product (const TlExpr *expr, const TlExpr **factors, guint n)
{
  if (expr->kind != TL_EXPR_MUL || n + 2 > MAX_FACTORS)
    {
      factors[n] = expr;
      return n + 1;
    }
  n = flatten_product (expr->a, factors, n);
  return n + 1 > MAX_FACTORS ? n : flatten_product (expr->b, factors, n);
}

/* One spelling for all orders and groupings of a product. */
static const TlExpr *
sorted_product (TlAnalyzer *analyzer, const TlExpr *x, const TlExpr *y)
{
  const TlExpr *factors[2 * MAX_FACTORS];
  const TlExpr *product;
  guint         n = flatten_product (x, factors, 0);

  n += flatten_product (y, factors + n, 0);
  for (guint i = 1; i < n; i++)
    {
      const TlExpr *factor = factors[i];
      guint         j = i;

      for (; j > 0 && tl_expr_hash (factor) < tl_expr_hash (factors[j - 1]); j--)
        factors[j] = factors[j - 1];
      factors[j] = factor;
    }
  product = factors[0];
  for (guint i = 1; i < n; i++)
    product = tl_expr_binary (analyzer->out, TL_EXPR_MUL, product, factors[i]);
  return product;
}

static const TlExpr *
piece_to_expr (TlAnalyzer *analyzer, TlDType dtype, TlTerm term)
{
  TlSum single = { .dtype = dtype, .terms = &term, .n = 1, .capacity = 1 };

  term.scale = 1;
  return tl_sum_to_expr (analyzer, &single);
}

/* Products of sums are distributed only to compare: TVM prints (i + j) * n. */
static gboolean
expand_product (TlAnalyzer *analyzer, const TlSum *a, const TlSum *b, TlSum *product)
{
  gint64 base;

  *product = tl_sum_zero (a->dtype);
  if (__builtin_mul_overflow (a->base, b->base, &base) || !tl_sum_add (analyzer, product, b, a->base))
    return FALSE;
  product->base = 0;
  if (!tl_sum_add (analyzer, product, a, b->base))
    return FALSE;
  product->base = base;
  for (guint i = 0; i < a->n; i++)
    for (guint j = 0; j < b->n; j++)
      {
        TlTerm term = { NULL, 1, TL_NO_UPPER, 1 };

        if (__builtin_mul_overflow (a->terms[i].scale, b->terms[j].scale, &term.scale) || !tl_sum_fits (a->dtype, term.scale))
          return FALSE;
        term.atom = sorted_product (analyzer, piece_to_expr (analyzer, a->dtype, a->terms[i]),
                                    piece_to_expr (analyzer, b->dtype, b->terms[j]));
        if (!tl_sum_add_term (analyzer, product, term))
          return FALSE;
      }
  return TRUE;
}

/* x * (y * z) is x * y * z. */
static const TlExpr *
product_of (TlAnalyzer *analyzer, const TlExpr *x, const TlExpr *y, guint depth)
{
  if (y->kind == TL_EXPR_MUL && depth < MAX_FACTORS)
    return product_of (analyzer, product_of (analyzer, x, y->a, depth + 1), y->b, depth + 1);
  return tl_expr_binary (analyzer->out, TL_EXPR_MUL, x, y);
}

static TlSum
sum_of_product (TlAnalyzer *analyzer, const TlSum *a, const TlSum *b)
{
  TlSum  product, left = *a, right = *b;
  gint64 factor = 1;

  if (a->n == 0 || b->n == 0)
    {
      product = tl_sum_copy (analyzer, a->n == 0 ? b : a);
      return tl_sum_scale (&product, a->n == 0 ? a->base : b->base) ? product : tl_sum_of_node (analyzer, TL_EXPR_MUL, a, b);
    }
  if (analyzer->proving && a->n <= 4 && b->n <= 4 && expand_product (analyzer, a, b, &product))
    return product;
  /* n * 4 * m meets n * m */
  if (a->n == 1 && a->base == 0 && a->terms[0].scale != 1)
    {
      left = tl_sum_copy (analyzer, a);
      factor = left.terms[0].scale;
      left.terms[0].scale = 1;
    }
  if (b->n == 1 && b->base == 0 && b->terms[0].scale != 1 && !__builtin_mul_overflow (factor, b->terms[0].scale, &factor))
    {
      right = tl_sum_copy (analyzer, b);
      right.terms[0].scale = 1;
    }
  product = node_as_atom (analyzer, product_of (analyzer, tl_sum_to_expr (analyzer, &left), tl_sum_to_expr (analyzer, &right), 0));
  return tl_sum_scale (&product, factor) ? product : tl_sum_of_node (analyzer, TL_EXPR_MUL, a, b);
}

/* sum == high * divisor + low, with every term in high that shows @divisor as a factor. */
static gboolean
split_by_factor (TlAnalyzer *analyzer, const TlSum *sum, const TlSum *divisor, TlSum *high, TlSum *low)
{
  gint64        scale = divisor->n == 1 && divisor->base == 0 ? divisor->terms[0].scale : 1;
  const TlExpr *factor = scale != 1 ? piece_to_expr (analyzer, divisor->dtype, divisor->terms[0]) : tl_sum_to_expr (analyzer, divisor);

  *high = tl_sum_zero (sum->dtype);
  *low = tl_sum_const (sum->dtype, sum->base);
  for (guint i = 0; i < sum->n; i++)
    {
      const TlTerm *term = &sum->terms[i];
      const TlExpr *atom = term->atom;
      TlSum         cofactor = tl_sum_zero (sum->dtype);
      gboolean      is_whole = term->lower == 1 && term->upper == TL_NO_UPPER && term->scale % scale == 0;

      if (is_whole && tl_atom_equal (atom, factor))
        cofactor.base = 1;
      else if (is_whole && atom->kind == TL_EXPR_MUL && tl_atom_equal (atom->b, factor))
        cofactor = tl_sum_collect (analyzer, atom->a);
      else if (is_whole && atom->kind == TL_EXPR_MUL && tl_atom_equal (atom->a, factor))
        cofactor = tl_sum_collect (analyzer, atom->b);
      if (cofactor.n == 0 && cofactor.base == 0)
        {
          if (!tl_sum_add_term (analyzer, low, *term))
            return FALSE;
        }
      else if (!tl_sum_add (analyzer, high, &cofactor, term->scale / scale))
        return FALSE;
    }
  return TRUE;
}

/* Division by a positive expression that is no constant: (i * n + j) // n == i where 0 <= j < n. */
static gboolean
divide_symbolic (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b, TlSum *result)
{
  TlSum         high, low, above;
  TlSum         positive = tl_sum_copy (analyzer, b);

  if (!tl_sum_fits (b->dtype, positive.base - 1))
    return FALSE;
  positive.base--;
  if (!tl_prove_non_negative (analyzer, &positive) || !split_by_factor (analyzer, a, b, &high, &low))
    return FALSE;
  above = positive;
  if (!tl_sum_add (analyzer, &above, &low, -1) || !tl_prove_non_negative (analyzer, &low)
      || !tl_prove_non_negative (analyzer, &above))
    return FALSE;
  *result = kind == TL_EXPR_FLOORDIV ? high : low;
  return TRUE;
}

static TlSum
sum_of_division (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  TlSum result;

  if (b->n == 0 && b->base > 0)
    {
      if (kind == TL_EXPR_FLOORDIV ? tl_sum_floordiv (analyzer, a, b->base, &result) : tl_sum_floormod (analyzer, a, b->base, &result))
        return result;
    }
  else if (b->n == 0 && b->base < 0 && a->n == 0)
    return tl_sum_const (a->dtype, kind == TL_EXPR_FLOORDIV ? tl_floordiv_int64 (a->base, b->base)
                                                            : tl_floormod_int64 (a->base, b->base));
  else if (b->n > 0 && divide_symbolic (analyzer, kind, a, b, &result))
    return result;
  return tl_sum_of_node (analyzer, kind, a, b);
}

static TlSum
sum_of_truncated (TlAnalyzer *analyzer, TlExprKind kind, const TlSum *a, const TlSum *b)
{
  if (a->n == 0 && b->n == 0 && b->base != 0)
    return tl_sum_const (a->dtype, kind == TL_EXPR_DIV ? a->base / b->base : a->base % b->base);
  if (kind == TL_EXPR_DIV && b->n == 0 && b->base == 1)
    return *a;
  if (a->n == 0 && a->base == 0 && b->n == 0 && b->base != 0)
    return tl_sum_zero (a->dtype);
  return tl_sum_of_node (analyzer, kind, a, b);
}

static TlSum
sum_of_binary (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlSum a = tl_sum_of (analyzer, expr->a);
  TlSum b = tl_sum_of (analyzer, expr->b);
  TlSum result;

  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      result = tl_sum_copy (analyzer, &a);
      if (!tl_sum_add (analyzer, &result, &b, expr->kind == TL_EXPR_ADD ? 1 : -1))
        return tl_sum_of_node (analyzer, expr->kind, &a, &b);
      tl_sum_join_pairs (analyzer, &result);
      tl_sum_move_offset_inside (analyzer, &result);
      return result;
    case TL_EXPR_MUL:
      return sum_of_product (analyzer, &a, &b);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return sum_of_division (analyzer, expr->kind, &a, &b);
    case TL_EXPR_DIV:
    case TL_EXPR_MOD:
      return sum_of_truncated (analyzer, expr->kind, &a, &b);
    default:
      return tl_sum_of_extremum (analyzer, expr->kind, &a, &b);
    }
}

static gboolean
is_arithmetic (TlExprKind kind)
{
  return tl_expr_kind_is_binary (kind) && !tl_expr_kind_is_compare (kind) && kind != TL_EXPR_AND && kind != TL_EXPR_OR;
}

TlSum
tl_sum_of (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlSum         result;
  const TlExpr *simple;

  if (analyzer->depth > DEEPEST_SIMPLIFY)
    return node_as_atom (analyzer, expr);
  if (expr->kind == TL_EXPR_INT)
    return node_as_atom (analyzer, expr);
  if (expr->kind == TL_EXPR_VAR)
    {
      analyzer->depth++;
      result = sum_of_var (analyzer, expr);
      analyzer->depth--;
      return result;
    }
  if (is_arithmetic (expr->kind))
    {
      analyzer->depth++;
      result = sum_of_binary (analyzer, expr);
      analyzer->depth--;
      return result;
    }
  simple = tl_simplify_once (analyzer, expr);
  return simple == expr ? node_as_atom (analyzer, expr) : tl_sum_collect (analyzer, simple);
}

static const TlExpr *
simplify_cast (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *a = tl_simplify_once (analyzer, expr->a);
  gint64        value;

  if (tl_dtype_equal (a->dtype, expr->dtype))
    return a;
  if (tl_dtype_is_index (expr->dtype) && tl_expr_get_int (a, &value) && tl_sum_fits (expr->dtype, value))
    return tl_expr_int (analyzer->out, expr->dtype, value);
  if (a->kind == TL_EXPR_INT || a->kind == TL_EXPR_FLOAT)
    return tl_cast (analyzer->out, expr->dtype, a);
  return a == expr->a ? expr : tl_expr_cast (analyzer->out, expr->dtype, a);
}

/* @copy is made on the first change. */
static const TlExpr *const *
simplify_list (TlAnalyzer *analyzer, const TlExpr *const *items, guint n)
{
  const TlExpr **copy = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TlExpr *simple = tl_simplify_once (analyzer, items[i]);

      if (simple == items[i])
        continue;
      if (copy == NULL)
        copy = tl_arena_dup_array (analyzer->out, const TlExpr *, items, n);
      copy[i] = simple;
    }
  return copy != NULL ? copy : items;
}

static const TlExpr *
simplify_branch (TlAnalyzer *analyzer, const TlExpr *condition, gboolean holds, const TlExpr *branch)
{
  const TlExpr *simple;

  tl_analyzer_push (analyzer, holds ? condition : tl_expr_not (analyzer->out, condition));
  simple = tl_simplify_once (analyzer, branch);
  tl_analyzer_pop (analyzer);
  return simple;
}

static gboolean
is_if_then_else (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else");
}

/* if_then_else(a, if_then_else(b, x, y), y) is if_then_else(a and b, x, y). */
static void
join_inner_choice (TlAnalyzer *analyzer, const TlExpr *expr, const TlExpr **args)
{
  const TlExpr *inner = args[1];

  if (!is_if_then_else (expr) || !is_if_then_else (inner) || !tl_expr_equal (inner->args[2], args[2]))
    return;
  args[0] = tl_simplify_once (analyzer, tl_expr_binary (analyzer->out, TL_EXPR_AND, args[0], inner->args[0]));
  args[1] = inner->args[1];
}

/* T.Select and T.if_then_else: each branch is simplified under its condition. */
static const TlExpr *
simplify_choice (TlAnalyzer *analyzer, const TlExpr *expr, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  const TlExpr *condition = tl_simplify_once (analyzer, cond);
  const TlExpr *args[3];

  if (tl_condition_truth (condition) > 0)
    return tl_simplify_once (analyzer, if_true);
  if (tl_condition_truth (condition) < 0)
    return tl_simplify_once (analyzer, if_false);
  if (condition->dtype.lanes != 1)
    return expr;
  args[0] = condition;
  args[1] = simplify_branch (analyzer, condition, TRUE, if_true);
  args[2] = simplify_branch (analyzer, condition, FALSE, if_false);
  if (tl_expr_equal (args[1], args[2]))
    return args[1];
  join_inner_choice (analyzer, expr, args);
  if (args[0] == cond && args[1] == if_true && args[2] == if_false)
    return expr;
  if (expr->kind == TL_EXPR_SELECT)
    return tl_expr_select (analyzer->out, args[0], args[1], args[2]);
  return tl_expr_call (analyzer->out, expr->dtype, expr->callee, tl_arena_dup_array (analyzer->out, const TlExpr *, args, 3), 3);
}

static const TlExpr *
simplify_call (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *const *args;

  if (is_if_then_else (expr))
    return simplify_choice (analyzer, expr, expr->args[0], expr->args[1], expr->args[2]);
  args = simplify_list (analyzer, expr->args, expr->n_args);
  if (expr->n_args == 1 && g_str_equal (expr->callee->name, "likely") && args[0]->kind == TL_EXPR_INT)
    return args[0];
  return args == expr->args ? expr : tl_expr_call (analyzer->out, expr->dtype, expr->callee, args, expr->n_args);
}

static const TlExpr *
simplify_vector (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *base = tl_simplify_once (analyzer, expr->base);
  const TlExpr *stride;

  if (expr->kind == TL_EXPR_BROADCAST)
    return base == expr->base ? expr : tl_expr_broadcast (analyzer->out, base, expr->dtype.lanes / MAX (base->dtype.lanes, 1));
  stride = tl_simplify_once (analyzer, expr->stride);
  return base == expr->base && stride == expr->stride ? expr : tl_expr_ramp (analyzer->out, base, stride, expr->dtype.lanes);
}

/*
 * Floats, small and unsigned integers, vectors: operands simplified, constants and neutral elements folded; x - x is 0, as in TVM also of
 * floats.
 */
static const TlExpr *
simplify_operands (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *a = tl_simplify_once (analyzer, expr->a);
  const TlExpr *b = tl_simplify_once (analyzer, expr->b);

  if (expr->dtype.lanes != 1 || !tl_dtype_equal (a->dtype, b->dtype))
    return a == expr->a && b == expr->b ? expr : tl_expr_binary (analyzer->out, expr->kind, a, b);
  if (expr->kind == TL_EXPR_SUB && tl_expr_equal (a, b))
    return tl_cast (analyzer->out, expr->dtype, tl_int (analyzer->out, 0));
  return tl_binary (analyzer->out, expr->kind, a, b);
}

static const TlExpr *
simplify_let (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *value = tl_simplify_once (analyzer, expr->let_value);
  const TlExpr *body = tl_simplify_once (analyzer, expr->let_body);

  return value == expr->let_value && body == expr->let_body ? expr : tl_expr_let (analyzer->out, expr->let_var, value, body);
}

static const TlExpr *
simplify_node (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *const *indices;
  TlSum                sum;

  if (tl_dtype_is_index (expr->dtype) && (is_arithmetic (expr->kind) || expr->kind == TL_EXPR_VAR))
    {
      sum = tl_sum_of (analyzer, expr);
      return tl_sum_to_expr (analyzer, &sum);
    }
  switch (expr->kind)
    {
    case TL_EXPR_CAST:
      return simplify_cast (analyzer, expr);
    case TL_EXPR_SELECT:
      return simplify_choice (analyzer, expr, expr->cond, expr->if_true, expr->if_false);
    case TL_EXPR_CALL:
      return simplify_call (analyzer, expr);
    case TL_EXPR_LOAD:
      indices = simplify_list (analyzer, expr->indices, expr->n_indices);
      return indices == expr->indices ? expr : tl_expr_load (analyzer->out, expr->buffer, indices, expr->n_indices);
    case TL_EXPR_RAMP:
    case TL_EXPR_BROADCAST:
      return simplify_vector (analyzer, expr);
    case TL_EXPR_LET:
      return simplify_let (analyzer, expr);
    default:
      if (expr->dtype.code == TL_TYPE_BOOL && expr->dtype.lanes == 1)
        return tl_simplify_condition (analyzer, expr);
      return tl_expr_kind_is_binary (expr->kind) ? simplify_operands (analyzer, expr) : expr;
    }
}

const TlExpr *
tl_simplify_once (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *result;

  if (analyzer->depth > DEEPEST_SIMPLIFY)
    return expr;
  analyzer->depth++;
  result = simplify_node (analyzer, expr);
  analyzer->depth--;
  return result != expr && tl_expr_equal (result, expr) ? expr : result;
}
