/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counting as TVM's estimator does, so that figures can be compared: an arithmetic operation in a stored value counts one whatever its
 * type and lanes; loads, casts, comparisons, calls, conditions and a reduction's init count nothing, a call's arguments do; of two
 * branches the dearer one counts; an "estimated_flops" attribute of the function is believed.
 */
#include <math.h>

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"
#include "core/text/script.h"

/*
 * A count: the sum of products of a number and loop extents that are none. Loops whose extents depend on outer ones are counted at their
 * largest. In the arena of the counting; NULL is 0.
 */
typedef struct _FlopTerm FlopTerm;
struct _FlopTerm
{
  const FlopTerm      *next;
  double               number;
  const TlExpr *const *factors;
  guint                n_factors;
};

/* A loop around the statement that is counted. */
typedef struct _Outer Outer;
struct _Outer
{
  const Outer  *next;
  const TlLoop *loop;
};

typedef struct
{
  TlArena     *arena;
  TlAnalyzer  *analyzer;
  const Outer *loops;      /* innermost first */
} Counting;

static double
count_expr (const TlExpr *expr)
{
  double sum = 0;

  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MUL:
    case TL_EXPR_DIV:
    case TL_EXPR_MOD:
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return 1 + count_expr (expr->a) + count_expr (expr->b);
    case TL_EXPR_CAST:
      return count_expr (expr->a);
    case TL_EXPR_SELECT:
      return tl_max (count_expr (expr->if_true), count_expr (expr->if_false));
    case TL_EXPR_CALL:
      for (guint i = 0; i < expr->n_args; i++)
        sum += count_expr (expr->args[i]);
      return sum;
    case TL_EXPR_BROADCAST:
      return count_expr (expr->base);
    case TL_EXPR_LET:
      return count_expr (expr->let_value) + count_expr (expr->let_body);
    default:
      return 0;
    }
}

/* --- sums of products --- */

static const FlopTerm *
new_term (Counting *counting, const FlopTerm *next, double number, const TlExpr *const *factors, guint n_factors)
{
  FlopTerm *term = tl_arena_new0 (counting->arena, FlopTerm);

  *term = (FlopTerm) { next, number, factors, n_factors };
  return number != 0 ? term : next;
}

static guint
count_factor (const FlopTerm *term, const TlExpr *factor)
{
  guint n = 0;

  for (guint i = 0; i < term->n_factors; i++)
    n += tl_expr_equal (term->factors[i], factor);
  return n;
}

static gboolean
has_same_factors (const FlopTerm *a, const FlopTerm *b)
{
  for (guint i = 0; i < a->n_factors; i++)
    if (count_factor (a, a->factors[i]) != count_factor (b, a->factors[i]))
      return FALSE;
  return a->n_factors == b->n_factors;
}

static const FlopTerm *
find_term (const FlopTerm *sum, const FlopTerm *like)
{
  while (sum != NULL && !has_same_factors (sum, like))
    sum = sum->next;
  return sum;
}

/* Terms of @a in their order, then those that only @b has. */
static const FlopTerm *
add (Counting *counting, const FlopTerm *a, const FlopTerm *b)
{
  const FlopTerm *rest = NULL, *term;

  if (a != NULL)
    {
      const FlopTerm *same = find_term (b, a), *others = NULL;

      for (term = b; term != NULL; term = term->next)
        if (term != same)
          others = new_term (counting, others, term->number, term->factors, term->n_factors);
      for (term = others; term != NULL; term = term->next)   /* back in order */
        rest = new_term (counting, rest, term->number, term->factors, term->n_factors);
      return new_term (counting, add (counting, a->next, rest), a->number + (same != NULL ? same->number : 0), a->factors, a->n_factors);
    }
  return b;
}

static const FlopTerm *
multiply (Counting *counting, const FlopTerm *sum, double number)
{
  return sum != NULL ? new_term (counting, multiply (counting, sum->next, number), sum->number * number, sum->factors, sum->n_factors)
         : NULL;
}

static const FlopTerm *
multiply_by_extent (Counting *counting, const FlopTerm *sum, const TlExpr *extent)
{
  const TlExpr **factors;

  if (sum == NULL)
    return NULL;
  factors = tl_arena_new_array (counting->arena, const TlExpr *, sum->n_factors + 1);
  factors[0] = extent;
  for (guint i = 0; i < sum->n_factors; i++)
    factors[i + 1] = sum->factors[i];
  return new_term (counting, multiply_by_extent (counting, sum->next, extent), sum->number, factors, sum->n_factors + 1);
}

/* With large values for all extents that are no numbers. */
static double
estimate (const FlopTerm *sum)
{
  double value = 0;

  for (; sum != NULL; sum = sum->next)
    value += sum->number * pow (1000, sum->n_factors);
  return value;
}

/* --- statements --- */

static const FlopTerm *count_stmt (Counting *counting, const TlStmt *stmt);

static const FlopTerm *
count_value (Counting *counting, double n)
{
  return new_term (counting, NULL, n, NULL, 0);
}

/* The larger of what @extent is in the first and in the last iteration of each loop around that it depends on. */
static const TlExpr *
largest_extent (Counting *counting, const TlExpr *extent)
{
  for (const Outer *outer = counting->loops; outer != NULL; outer = outer->next)
    {
      const TlLoop *loop = outer->loop;
      const TlExpr *end, *first, *last;

      if (!tl_expr_uses_var (extent, loop->var))
        continue;
      end = tl_sub (counting->arena, tl_add (counting->arena, loop->min, loop->extent),
                    tl_expr_int (counting->arena, loop->extent->dtype, 1));
      first = tl_expr_substitute_var (counting->arena, extent, loop->var, loop->min);
      last = tl_expr_substitute_var (counting->arena, extent, loop->var, end);
      extent = tl_analyzer_can_prove (counting->analyzer, tl_binary (counting->arena, TL_EXPR_GE, first, last)) ? first : last;
    }
  return tl_analyzer_simplify (counting->analyzer, extent);
}

static const FlopTerm *
count_loop (Counting *counting, const TlLoop *loop)
{
  const Outer  outer = { counting->loops, loop };
  const FlopTerm *body;
  gint64       min, max;
  gboolean     is_number = tl_expr_get_int (loop->extent, &max);

  if (!is_number)
    tl_analyzer_const_bounds (counting->analyzer, loop->extent, &min, &max);
  tl_analyzer_bind (counting->analyzer, loop->var, loop->min, loop->extent);
  counting->loops = &outer;
  body = count_stmt (counting, loop->body);
  counting->loops = outer.next;
  if (is_number || max != G_MAXINT64)
    return multiply (counting, body, (double) MAX (max, 0));
  return multiply_by_extent (counting, body, largest_extent (counting, loop->extent));
}

static const FlopTerm *
count_block (Counting *counting, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (counting->analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
  return count_stmt (counting, block->body);
}

static const FlopTerm *
count_stmt (Counting *counting, const TlStmt *stmt)
{
  const FlopTerm *sum = NULL, *other;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return count_loop (counting, &stmt->loop);
    case TL_STMT_BLOCK:
      return count_block (counting, &stmt->block);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        sum = add (counting, sum, count_stmt (counting, stmt->stmts[i]));
      return sum;
    case TL_STMT_STORE:
      return count_value (counting, count_expr (stmt->value));
    case TL_STMT_IF:
      sum = count_stmt (counting, stmt->then_body);
      other = stmt->else_body != NULL ? count_stmt (counting, stmt->else_body) : NULL;
      return estimate (other) > estimate (sum) ? other : sum;
    case TL_STMT_WHILE:
      return count_stmt (counting, stmt->then_body);
    case TL_STMT_LET:
      return add (counting, count_value (counting, count_expr (stmt->let_value)), count_stmt (counting, stmt->let_body));
    case TL_STMT_ATTR:
      return count_stmt (counting, stmt->attr_body);
    case TL_STMT_ALLOC:
      return count_stmt (counting, stmt->alloc_body);
    default:
      return NULL;
    }
}

/* FALSE: no attribute says how many there are. */
static gboolean
estimated_flops (const TlPrimFunc *func, double *flops)
{
  const TlValue *estimate = tl_attrs_find (&func->attrs, "estimated_flops");

  if (estimate == NULL || (estimate->kind != TL_VALUE_INT && estimate->kind != TL_VALUE_FLOAT))
    return FALSE;
  *flops = estimate->kind == TL_VALUE_INT ? (double) estimate->integer : estimate->number;
  return TRUE;
}

double
tl_stmt_flops (const TlStmt *stmt)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  Counting               counting = { arena, analyzer, NULL };
  const FlopTerm        *sum = count_stmt (&counting, stmt);

  return sum == NULL ? 0 : sum->next != NULL || sum->n_factors > 0 ? -1 : sum->number;
}

double
tl_func_flops (const TlPrimFunc *func)
{
  double flops;

  return estimated_flops (func, &flops) ? flops : tl_stmt_flops (func->body);
}

static void
append_factor (GString *text, const TlExpr *factor)
{
  g_autofree char *factor_text = tl_expr_to_text (factor);

  g_string_append_printf (text, factor->kind == TL_EXPR_VAR ? "*%s" : "*(%s)", factor_text);
}

char *
tl_func_flops_text (const TlPrimFunc *func)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  Counting               counting = { arena, analyzer, NULL };
  GString               *text = g_string_new (NULL);
  double                 flops;
  const FlopTerm        *sum = estimated_flops (func, &flops) ? count_value (&counting, flops) : count_stmt (&counting, func->body);

  if (sum == NULL)
    g_string_append_c (text, '0');
  for (const FlopTerm *term = sum; term != NULL; term = term->next)
    {
      g_string_append_printf (text, "%s%.0f", term != sum ? " + " : "", term->number);
      for (guint i = 0; i < term->n_factors; i++)
        append_factor (text, term->factors[i]);
    }
  return g_string_free (text, FALSE);
}
