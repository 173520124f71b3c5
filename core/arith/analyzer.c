/* SPDX-License-Identifier: Apache-2.0 */
/* The analyzer's knowledge and its public questions. */
#include "core/arith/analyzer-private.h"

/* Scratch memory is dropped between questions once it has grown past this. */
#define SCRATCH_LIMIT_BYTES (128u * 1024u)
/* Facts of more variables than these are found by a table. */
#define MAX_LOOKED_THROUGH 32u
/* Rounds until the result stays the same; expressions of programs take one or two. */
#define MAX_ROUNDS 8

TlAnalyzer *
tl_analyzer_new (TlArena *arena)
{
  TlArena    *facts_arena = tl_arena_new (NULL);
  TlAnalyzer *analyzer = tl_arena_new0 (facts_arena, TlAnalyzer);

  analyzer->arena = arena;
  analyzer->facts_arena = facts_arena;
  analyzer->scratch = tl_arena_new (NULL);
  analyzer->out = arena;
  return analyzer;
}

TlArena *
tl_analyzer_arena (TlAnalyzer *analyzer)
{
  return analyzer->arena;
}

void
tl_analyzer_free (TlAnalyzer *analyzer)
{
  if (analyzer == NULL)
    return;
  g_clear_pointer (&analyzer->fact_places, g_hash_table_unref);
  tl_arena_unref (analyzer->scratch);
  tl_arena_unref (analyzer->facts_arena);   /* and the analyzer in it */
}

/* The place of @var's fact; n_facts if it has none. */
static guint
find_fact (const TlAnalyzer *analyzer, const TlVar *var)
{
  guint place = analyzer->n_facts;

  if (analyzer->fact_places != NULL)
    {
      gpointer found;

      return g_hash_table_lookup_extended (analyzer->fact_places, var, NULL, &found) ? GPOINTER_TO_UINT (found) : place;
    }
  for (guint i = analyzer->n_facts; i-- > 0 && place == analyzer->n_facts;)
    if (analyzer->facts[i].var == var)
      place = i;
  return place;
}

const TlVarFact *
tl_analyzer_fact (const TlAnalyzer *analyzer, const TlVar *var)
{
  guint place = find_fact (analyzer, var);

  return place < analyzer->n_facts ? &analyzer->facts[place] : NULL;
}

static void
note_place (TlAnalyzer *analyzer, guint place)
{
  g_hash_table_insert (analyzer->fact_places, (gpointer) analyzer->facts[place].var, GUINT_TO_POINTER (place));
}

static void
add_fact (TlAnalyzer *analyzer, const TlVarFact *fact)
{
  analyzer->facts = tl_arena_grow (analyzer->facts_arena, analyzer->facts, analyzer->n_facts, &analyzer->facts_capacity, sizeof *fact);
  analyzer->facts[analyzer->n_facts++] = *fact;
  if (analyzer->fact_places != NULL)
    note_place (analyzer, analyzer->n_facts - 1);
  else if (analyzer->n_facts > MAX_LOOKED_THROUGH)
    {
      analyzer->fact_places = g_hash_table_new (NULL, NULL);
      for (guint i = 0; i < analyzer->n_facts; i++)
        note_place (analyzer, i);
    }
}

static void
remove_fact (TlAnalyzer *analyzer, guint place)
{
  if (analyzer->fact_places != NULL)
    g_hash_table_remove (analyzer->fact_places, analyzer->facts[place].var);
  analyzer->facts[place] = analyzer->facts[--analyzer->n_facts];
  if (analyzer->fact_places != NULL && place < analyzer->n_facts)
    note_place (analyzer, place);
}

/* A question from outside: where its new expressions go, and how hard it looks. */
typedef struct
{
  TlArena  *out;
  gboolean  proving;
} Query;

static Query
enter (TlAnalyzer *analyzer, TlArena *out, gboolean proving)
{
  Query frame = { analyzer->out, analyzer->proving };

  if (analyzer->depth == 0 && tl_arena_used_bytes (analyzer->scratch) > SCRATCH_LIMIT_BYTES)
    {
      gboolean out_is_scratch = out == analyzer->scratch;

      tl_arena_unref (analyzer->scratch);
      analyzer->scratch = tl_arena_new (NULL);
      out = out_is_scratch ? analyzer->scratch : out;
    }
  analyzer->out = out;
  analyzer->proving = proving;
  analyzer->depth++;
  return frame;
}

static void
leave (TlAnalyzer *analyzer, Query frame)
{
  analyzer->depth--;
  analyzer->out = analyzer->depth == 0 ? analyzer->arena : frame.out;
  analyzer->proving = frame.proving;
}

/* Stands at index @at; those from there on move up. */
static void
insert_constraint (TlAnalyzer *analyzer, guint at, const TlSum *sum, const TlVar *owner)
{
  TlConstraint constraint = { *sum, owner };

  constraint.sum.capacity = sum->n;
  constraint.sum.terms = tl_arena_dup_array (analyzer->facts_arena, TlTerm, sum->terms, sum->n);
  analyzer->constraints = tl_arena_grow (analyzer->facts_arena, analyzer->constraints, analyzer->n_constraints,
                                         &analyzer->constraints_capacity, sizeof constraint);
  for (guint i = analyzer->n_constraints++; i > at; i--)
    analyzer->constraints[i] = analyzer->constraints[i - 1];
  analyzer->constraints[at] = constraint;
}

/* Facts of bound variables stand below those of pushes, so that a pop can cut the array. */
static void
insert_bind_fact (TlAnalyzer *analyzer, const TlSum *sum, const TlVar *owner)
{
  guint at = 0;

  while (at < analyzer->n_constraints && analyzer->constraints[at].owner != NULL)
    at++;
  insert_constraint (analyzer, at, sum, owner);
  for (guint i = 0; i < analyzer->n_marks; i++)
    analyzer->marks[i].n_constraints++;
}

static void
forget_var (TlAnalyzer *analyzer, const TlVar *var)
{
  guint n_kept = 0, place = find_fact (analyzer, var);

  for (guint i = 0; i < analyzer->n_constraints; i++)
    if (analyzer->constraints[i].owner != var)
      analyzer->constraints[n_kept++] = analyzer->constraints[i];
  for (guint i = 0; i < analyzer->n_marks; i++)
    analyzer->marks[i].n_constraints -= analyzer->n_constraints - n_kept;
  analyzer->n_constraints = n_kept;
  if (place < analyzer->n_facts)
    remove_fact (analyzer, place);
}

/* last - var >= 0, extent - 1 >= 0: a variable of an empty range has no values, so its range may be taken as not empty. */
static void
learn_symbolic_range (TlAnalyzer *analyzer, const TlVar *var, const TlSum *min, const TlSum *extent)
{
  TlSum value = tl_sum_atom (analyzer, var);
  TlSum fact = tl_sum_copy (analyzer, min);

  if (extent->n > 0)
    {
      TlSum not_empty = tl_sum_copy (analyzer, extent);

      if (tl_sum_fits (extent->dtype, extent->base - 1))
        {
          not_empty.base--;
          insert_bind_fact (analyzer, &not_empty, var);
        }
    }
  if (tl_sum_add (analyzer, &fact, extent, 1) && tl_sum_add (analyzer, &fact, &value, -1) && tl_sum_fits (fact.dtype, fact.base - 1))
    {
      fact.base--;
      insert_bind_fact (analyzer, &fact, var);
    }
  if (min->n > 0 && tl_sum_add (analyzer, &value, min, -1))
    insert_bind_fact (analyzer, &value, var);
}

/* The usual range needs no sums. */
static gboolean
bind_numbers (TlAnalyzer *analyzer, const TlVar *var, const TlExpr *min, const TlExpr *extent)
{
  TlVarFact fact = { .var = var };
  gint64    first, n, last;

  if (!tl_expr_get_int (min, &first) || !tl_expr_get_int (extent, &n) || n < 1 || __builtin_add_overflow (first, n - 1, &last)
      || !tl_dtype_is_index (var->dtype) || !tl_sum_fits (var->dtype, first) || !tl_sum_fits (var->dtype, last))
    return FALSE;
  fact.bounds = (TlBounds) { first, last };
  if (n == 1)
    fact.exact = tl_cast (analyzer->facts_arena, var->dtype, min);
  add_fact (analyzer, &fact);
  return TRUE;
}

void
tl_analyzer_bind (TlAnalyzer *analyzer, const TlVar *var, const TlExpr *min, const TlExpr *extent)
{
  TlVarFact fact = { .var = var };
  TlBounds  low, last;
  TlSum     min_sum, extent_sum;
  Query     frame;

  forget_var (analyzer, var);
  if (bind_numbers (analyzer, var, min, extent))
    return;
  frame = enter (analyzer, analyzer->facts_arena, TRUE);
  min_sum = tl_sum_of (analyzer, tl_cast (analyzer->out, var->dtype, min));
  extent_sum = tl_sum_of (analyzer, tl_cast (analyzer->out, var->dtype, extent));
  if (extent_sum.n == 0 && extent_sum.base == 1)
    fact.exact = tl_simplify_once (analyzer, tl_cast (analyzer->out, var->dtype, min));
  low = tl_analyzer_sum_bounds (analyzer, &min_sum);
  last = tl_bounds_add (low, tl_analyzer_sum_bounds (analyzer, &extent_sum));
  fact.bounds = (TlBounds) { low.min, last.max == G_MAXINT64 ? G_MAXINT64 : last.max - 1 };
  if (fact.bounds.max < fact.bounds.min)
    fact.bounds.max = fact.bounds.min;
  if ((min_sum.n > 0 || extent_sum.n > 0) && fact.exact == NULL)
    learn_symbolic_range (analyzer, var, &min_sum, &extent_sum);
  add_fact (analyzer, &fact);
  leave (analyzer, frame);
}

void
tl_analyzer_unbind (TlAnalyzer *analyzer, const TlVar *var)
{
  forget_var (analyzer, var);
}

/* left < right, or left <= right when @slack is 0 */
static void
assume_order (TlAnalyzer *analyzer, const TlExpr *left, const TlExpr *right, gint64 slack)
{
  TlSum sum = tl_sum_of (analyzer, right);
  TlSum other = tl_sum_of (analyzer, left);

  sum = tl_sum_copy (analyzer, &sum);
  if (tl_sum_add (analyzer, &sum, &other, -1) && tl_sum_fits (sum.dtype, sum.base - slack))
    {
      sum.base -= slack;
      if (sum.n > 0)
        insert_constraint (analyzer, analyzer->n_constraints, &sum, NULL);
    }
}

/* A value that differs from its maximum is below it, and one that differs from its minimum above. */
static void
assume_different (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b)
{
  TlBounds bounds = tl_analyzer_expr_bounds (analyzer, a);
  gint64   value;

  if (!tl_expr_get_int (b, &value))
    return;
  if (value == bounds.max)
    assume_order (analyzer, a, b, 1);
  if (value == bounds.min)
    assume_order (analyzer, b, a, 1);
}

static void
assume (TlAnalyzer *analyzer, const TlExpr *cond)
{
  if (cond->kind == TL_EXPR_AND)
    {
      assume (analyzer, cond->a);
      assume (analyzer, cond->b);
      return;
    }
  if (cond->kind == TL_EXPR_CALL && cond->n_args == 1 && g_str_equal (cond->callee->name, "likely"))
    {
      assume (analyzer, cond->args[0]);
      return;
    }
  analyzer->truths = tl_arena_grow (analyzer->facts_arena, analyzer->truths, analyzer->n_truths, &analyzer->truths_capacity, sizeof cond);
  analyzer->truths[analyzer->n_truths++] = cond;
  if (!tl_expr_kind_is_compare (cond->kind) || !tl_dtype_is_index (cond->a->dtype))
    return;
  if (cond->kind == TL_EXPR_LT || cond->kind == TL_EXPR_LE || cond->kind == TL_EXPR_EQ)
    assume_order (analyzer, cond->a, cond->b, cond->kind == TL_EXPR_LT);
  if (cond->kind == TL_EXPR_GT || cond->kind == TL_EXPR_GE || cond->kind == TL_EXPR_EQ)
    assume_order (analyzer, cond->b, cond->a, cond->kind == TL_EXPR_GT);
  if (cond->kind == TL_EXPR_NE)
    assume_different (analyzer, cond->a, cond->b);
}

void
tl_analyzer_push (TlAnalyzer *analyzer, const TlExpr *cond)
{
  TlMark        mark = { analyzer->n_constraints, analyzer->n_truths };
  Query         frame = enter (analyzer, analyzer->depth == 0 ? analyzer->facts_arena : analyzer->out, analyzer->proving);
  const TlExpr *simple = tl_simplify_once (analyzer, cond);

  analyzer->marks = tl_arena_grow (analyzer->facts_arena, analyzer->marks, analyzer->n_marks, &analyzer->marks_capacity, sizeof mark);
  analyzer->marks[analyzer->n_marks++] = mark;
  assume (analyzer, simple);
  leave (analyzer, frame);
}

void
tl_analyzer_pop (TlAnalyzer *analyzer)
{
  TlMark mark;

  g_return_if_fail (analyzer->n_marks > 0);

  mark = analyzer->marks[--analyzer->n_marks];
  analyzer->n_constraints = mark.n_constraints;
  analyzer->n_truths = mark.n_truths;
}

/* Sums that no assumption could say more about: variables of one value, a number, are that number. */
static gboolean
read_settled (TlAnalyzer *analyzer, const TlExpr *expr, TlPlainSum *plain)
{
  guint n = 0;

  if (!tl_plain_sum_read (expr, plain))
    return FALSE;
  for (guint i = 0; i < plain->n; i++)
    {
      const TlTerm     term = plain->terms[i];
      const TlVarFact *fact = tl_analyzer_fact (analyzer, term.atom);
      gint64           value;

      if (fact == NULL || fact->exact == NULL)
        {
          plain->terms[n++] = term;
          continue;
        }
      if (!tl_expr_get_int (fact->exact, &value) || ABS (value) >= TL_PLAIN_LIMIT
          || ABS (plain->base + term.scale * value) >= TL_PLAIN_LIMIT)
        return FALSE;
      plain->base += term.scale * value;
    }
  plain->n = n;
  return TRUE;
}

static const TlExpr *
plain_to_expr (TlAnalyzer *analyzer, TlPlainSum *plain, const TlExpr *expr)
{
  TlSum         sum = { .dtype = expr->dtype, .terms = plain->terms, .n = plain->n, .capacity = plain->n, .base = plain->base };
  const TlExpr *result = tl_sum_to_expr (analyzer, &sum);

  return tl_expr_equal (result, expr) ? expr : result;
}

/* @end of all that @plain may be: its least value, or its largest for @is_max; FALSE if there is none, or far away. */
static gboolean
plain_end (TlAnalyzer *analyzer, const TlPlainSum *plain, gboolean is_max, gint64 *end)
{
  *end = plain->base;
  for (guint i = 0; i < plain->n; i++)
    {
      const TlTerm    *term = &plain->terms[i];
      const TlVarFact *fact = tl_analyzer_fact (analyzer, term->atom);
      gint64           at = fact == NULL ? G_MAXINT64 : (term->scale > 0) != is_max ? fact->bounds.min : fact->bounds.max;

      if (at <= -TL_PLAIN_LIMIT || at >= TL_PLAIN_LIMIT || ABS (*end) > TL_PLAIN_LIMIT * TL_PLAIN_LIMIT / 2)
        return FALSE;
      *end += term->scale * at;
    }
  return TRUE;
}

static gboolean
have_same_terms (const TlPlainSum *a, const TlPlainSum *b)
{
  for (guint i = 0; i < a->n; i++)
    {
      guint k = 0;

      while (k < b->n && (b->terms[k].atom != a->terms[i].atom || b->terms[k].scale != a->terms[i].scale))
        k++;
      if (k == b->n)
        return FALSE;
    }
  return a->n == b->n;
}

/* a >= b because their ranges are apart, or they differ by a constant: what decides an extremum. */
static gboolean
is_at_least (TlAnalyzer *analyzer, const TlPlainSum *a, const TlPlainSum *b)
{
  gint64 least, largest;

  if (have_same_terms (a, b))
    return a->base >= b->base;
  return plain_end (analyzer, a, FALSE, &least) && plain_end (analyzer, b, TRUE, &largest) && least >= largest;
}

/* Of plain sums, and of the smaller or larger of two of which one always is; the normal form is at hand. NULL for anything else. */
static const TlExpr *
simplify_plain (TlAnalyzer *analyzer, const TlExpr *expr)
{
  TlPlainSum a, b;

  if (analyzer->n_constraints > 0 || analyzer->n_truths > 0 || !tl_dtype_is_index (expr->dtype))
    return NULL;
  if (expr->kind != TL_EXPR_MIN && expr->kind != TL_EXPR_MAX)
    return read_settled (analyzer, expr, &a) ? plain_to_expr (analyzer, &a, expr) : NULL;
  if (!read_settled (analyzer, expr->a, &a) || !read_settled (analyzer, expr->b, &b))
    return NULL;
  if (is_at_least (analyzer, &b, &a))
    return expr->kind == TL_EXPR_MIN ? plain_to_expr (analyzer, &a, expr->a) : plain_to_expr (analyzer, &b, expr->b);
  if (is_at_least (analyzer, &a, &b))
    return expr->kind == TL_EXPR_MIN ? plain_to_expr (analyzer, &b, expr->b) : plain_to_expr (analyzer, &a, expr->a);
  return NULL;
}

const TlExpr *
tl_analyzer_simplify (TlAnalyzer *analyzer, const TlExpr *expr)
{
  const TlExpr *result;
  Query         frame;

  if (expr->kind == TL_EXPR_INT || (expr->kind == TL_EXPR_VAR && analyzer->n_facts == 0 && analyzer->n_truths == 0))
    return expr;
  frame = enter (analyzer, analyzer->arena, FALSE);
  result = simplify_plain (analyzer, expr);
  if (result != NULL)
    {
      leave (analyzer, frame);
      return result;
    }
  result = expr;
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      const TlExpr *next = tl_simplify_once (analyzer, result);

      if (next == result)
        break;
      result = next;
    }
  leave (analyzer, frame);
  return result;
}

/* Comparisons that the ranges of both sides decide. */
static gboolean
ranges_prove (TlAnalyzer *analyzer, const TlExpr *cond)
{
  TlBounds a, b;

  if (!tl_expr_kind_is_compare (cond->kind) || cond->kind == TL_EXPR_EQ || cond->kind == TL_EXPR_NE || !tl_dtype_is_index (cond->a->dtype))
    return FALSE;
  a = tl_analyzer_expr_bounds (analyzer, cond->a);
  b = tl_analyzer_expr_bounds (analyzer, cond->b);
  switch (cond->kind)
    {
    case TL_EXPR_LT: return a.max < b.min;
    case TL_EXPR_LE: return a.max <= b.min && a.max != G_MAXINT64;
    case TL_EXPR_GT: return a.min > b.max;
    default:         return a.min >= b.max && a.min != G_MININT64;
    }
}

gboolean
tl_analyzer_can_prove (TlAnalyzer *analyzer, const TlExpr *cond)
{
  Query    frame;
  gboolean proven = FALSE;

  if (cond == NULL || tl_expr_is_true (cond))
    return TRUE;
  frame = enter (analyzer, analyzer->scratch, TRUE);
  proven = ranges_prove (analyzer, cond);
  leave (analyzer, frame);
  for (int proving = 1; proving >= 0 && !proven; proving--)
    {
      frame = enter (analyzer, analyzer->scratch, proving);
      proven = tl_condition_truth (tl_simplify_once (analyzer, cond)) > 0;
      leave (analyzer, frame);
    }
  return proven;
}

static gboolean
sums_equal (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b)
{
  TlSum    difference = tl_sum_of (analyzer, a);
  TlSum    other = tl_sum_of (analyzer, b);
  TlBounds bounds;

  difference = tl_sum_copy (analyzer, &difference);
  if (!tl_sum_add (analyzer, &difference, &other, -1))
    return FALSE;
  bounds = tl_analyzer_sum_bounds (analyzer, &difference);
  return bounds.min == 0 && bounds.max == 0;
}

gboolean
tl_analyzer_can_prove_equal (TlAnalyzer *analyzer, const TlExpr *a, const TlExpr *b)
{
  gboolean equal = a == b || tl_expr_equal (a, b);
  Query    frame;

  for (int proving = 1; proving >= 0 && !equal; proving--)
    {
      frame = enter (analyzer, analyzer->scratch, proving);
      if (!tl_dtype_is_index (a->dtype) || !tl_dtype_is_index (b->dtype))
        equal = tl_expr_equal (tl_simplify_once (analyzer, a), tl_simplify_once (analyzer, b));
      else if (tl_match_types (analyzer->out, &a, &b))
        equal = sums_equal (analyzer, a, b);
      leave (analyzer, frame);
    }
  return equal;
}

void
tl_analyzer_const_bounds (TlAnalyzer *analyzer, const TlExpr *expr, gint64 *min, gint64 *max)
{
  TlBounds bounds;
  Query    frame = enter (analyzer, analyzer->scratch, FALSE);

  if (tl_dtype_is_index (expr->dtype))
    {
      TlSum sum = tl_sum_of (analyzer, expr);

      bounds = tl_bounds_intersect (tl_analyzer_sum_bounds (analyzer, &sum), tl_analyzer_expr_bounds (analyzer, expr));
    }
  else
    bounds = tl_analyzer_expr_bounds (analyzer, expr);
  leave (analyzer, frame);
  *min = bounds.min;
  *max = bounds.max;
}

void
tl_analyzer_modular (TlAnalyzer *analyzer, const TlExpr *expr, gint64 *coefficient, gint64 *base)
{
  Query frame = enter (analyzer, analyzer->scratch, FALSE);

  *coefficient = 1;
  *base = 0;
  if (tl_dtype_is_index (expr->dtype))
    {
      TlSum sum = tl_sum_of (analyzer, expr);

      tl_analyzer_sum_modular (analyzer, &sum, coefficient, base);
    }
  leave (analyzer, frame);
}
