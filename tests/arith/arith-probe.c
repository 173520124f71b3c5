/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Answers questions about expressions, one per line, for tests/oracle/compare-arith.py. Fields are separated by tabs; iterators are
 * "i:8 j:3@16" (extent, or minimum@extent), lists are separated by ";".
 *
 *   simplify   ITERS  CONDITION  EXPR
 *   map        ITERS  PREDICATE  BINDINGS    → verdicts, form with and without unit iterators
 *   invert     ITERS  BINDINGS
 *   divide     ITERS  INNER  PREDICATE  BINDINGS
 *   shape      ITERS  FINAL                  → the shape behind an index map
 *   padded     ITERS  FINAL                  → the inverse of a map onto a larger box, and where that box is padding
 *   bounds     ITERS  CONDITION  EXPR        → constant bounds, modular set
 */
#include "core/arith/index-map.h"
#include "tests/arith/expr-text.h"

#include <stdio.h>
#include <string.h>

#define MAX_ITEMS 12

typedef struct
{
  ExprText      names;
  TlIter        iters[MAX_ITEMS];
  guint         n_iters;
  const TlExpr *exprs[MAX_ITEMS];
  guint         n_exprs;
  const TlExpr *predicate;
} Question;

static void
print_list (const TlExpr *const *exprs, guint n)
{
  g_autofree char *text = expr_text_print_list (exprs, n);

  printf ("%s", text);
}

static TlAnalyzer *
bound_analyzer (Question *q)
{
  TlAnalyzer *analyzer = tl_analyzer_new (q->names.arena);

  for (guint i = 0; i < q->n_iters; i++)
    tl_analyzer_bind (analyzer, q->iters[i].var, q->iters[i].min, q->iters[i].extent);
  if (q->predicate != NULL)
    tl_analyzer_push (analyzer, q->predicate);
  return analyzer;
}

static void
answer_simplify (Question *q)
{
  g_autoptr (TlAnalyzer) analyzer = bound_analyzer (q);
  const TlExpr          *simple = tl_analyzer_simplify (analyzer, q->exprs[0]);

  print_list (&simple, 1);
}

static void
answer_bounds (Question *q)
{
  g_autoptr (TlAnalyzer) analyzer = bound_analyzer (q);
  gint64                 min, max, coefficient, base;

  tl_analyzer_const_bounds (analyzer, q->exprs[0], &min, &max);
  tl_analyzer_modular (analyzer, q->exprs[0], &coefficient, &base);
  printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, min, max, coefficient, base);
}

static void
answer_map (Question *q)
{
  const TlExpr *forms[MAX_ITEMS];

  for (guint check = 0; check < 3; check++)
    if (tl_iter_map_detect (q->names.arena, q->exprs, q->n_exprs, q->iters, q->n_iters, q->predicate, (TlIterMapCheck) check, NULL))
      putchar ("BSN"[check]);
  for (guint keep = 0; keep < 2; keep++)
    {
      printf ("\t");
      tl_iter_map_simplify (q->names.arena, q->exprs, q->n_exprs, q->iters, q->n_iters, q->predicate, keep == 0, forms);
      print_list (forms, q->n_exprs);
    }
}

static void
answer_invert (Question *q)
{
  const TlExpr *outputs[MAX_ITEMS], *values[MAX_ITEMS];
  char          name[8];

  for (guint i = 0; i < q->n_exprs; i++)
    {
      g_snprintf (name, sizeof name, "o%u", i);
      outputs[i] = expr_text_var (&q->names, name);
    }
  if (tl_iter_map_invert (q->names.arena, q->exprs, q->n_exprs, q->iters, q->n_iters, FALSE, outputs, values))
    print_list (values, q->n_iters);
  else
    printf ("none");
}

static void
answer_divide (Question *q, const char *inner_text)
{
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  g_auto (GStrv)         words = g_strsplit (inner_text, " ", -1);
  const TlExpr          *outer[MAX_ITEMS], *inner[MAX_ITEMS];
  g_autofree char       *text = NULL;
  TlRange                outer_range[MAX_ITEMS], inner_range[MAX_ITEMS];

  for (guint w = 0; words[w] != NULL; w++)
    if (words[w][0] != '\0')
      g_hash_table_add (inner_vars, (gpointer) expr_text_var (&q->names, words[w]));
  if (tl_iter_map_subspace_divide (q->names.arena, q->exprs, q->n_exprs, q->iters, q->n_iters, inner_vars, q->predicate, TRUE, outer,
                                   outer_range, inner, inner_range))
    text = expr_text_print_division (outer, outer_range, inner, inner_range, q->n_exprs);
  printf ("%s", text != NULL ? text : "none");
}

static const TlIndexMap *
map_of (Question *q, TlRange *ranges, const TlExpr **shape)
{
  const TlVar *vars[MAX_ITEMS];

  for (guint i = 0; i < q->n_iters; i++)
    {
      vars[i] = q->iters[i].var;
      ranges[i] = (TlRange) { q->iters[i].min, q->iters[i].extent };
      shape[i] = q->iters[i].extent;
    }
  return tl_index_map_new (q->names.arena, vars, q->n_iters, q->exprs, q->n_exprs);
}

static void
answer_shape (Question *q)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (q->names.arena);
  TlRange                ranges[MAX_ITEMS];
  const TlExpr          *shape[MAX_ITEMS], *result[MAX_ITEMS];
  const TlIndexMap      *map = map_of (q, ranges, shape);

  if (tl_index_map_shape (analyzer, map, shape, result, NULL))
    print_list (result, q->n_exprs);
  else
    printf ("none");
}

static void
answer_padded (Question *q)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (q->names.arena);
  TlRange                ranges[MAX_ITEMS];
  const TlExpr          *shape[MAX_ITEMS], *outputs[MAX_ITEMS], *values[MAX_ITEMS], *padding;
  char                   name[8];

  map_of (q, ranges, shape);
  for (guint i = 0; i < q->n_exprs; i++)
    {
      g_snprintf (name, sizeof name, "o%u", i);
      outputs[i] = expr_text_var (&q->names, name);
    }
  if (!tl_iter_map_invert_padded (q->names.arena, q->exprs, q->n_exprs, q->iters, q->n_iters, TRUE, FALSE, outputs, values, &padding, NULL))
    {
      printf ("none");
      return;
    }
  print_list (values, q->n_iters);
  printf ("\t");
  if (padding != NULL)
    print_list (&padding, 1);
  else
    printf ("False");
}

static void
answer (char **fields)
{
  Question    q = { .names = expr_text_new () };
  guint       n = g_strv_length (fields);
  const char *what = n > 2 ? fields[0] : "";

  if (n > 2)
    {
      q.n_iters = expr_text_read_iters (&q.names, fields[1], q.iters, MAX_ITEMS);
      q.n_exprs = expr_text_read_list (&q.names, fields[n - 1], q.exprs, MAX_ITEMS);
    }
  if (n > 3 && fields[n - 2][0] != '\0')
    q.predicate = expr_text_read (&q.names, fields[n - 2]);
  if (strcmp (what, "simplify") == 0)
    answer_simplify (&q);
  else if (strcmp (what, "bounds") == 0)
    answer_bounds (&q);
  else if (strcmp (what, "map") == 0)
    answer_map (&q);
  else if (strcmp (what, "invert") == 0)
    answer_invert (&q);
  else if (strcmp (what, "divide") == 0 && n == 5)
    answer_divide (&q, fields[2]);
  else if (strcmp (what, "shape") == 0)
    answer_shape (&q);
  else if (strcmp (what, "padded") == 0)
    answer_padded (&q);
  else
    printf ("unknown question");
  printf ("\n");
  expr_text_clear (&q.names);
}

int
main (void)
{
  char line[16384];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) fields = g_strsplit (g_strchomp (line), "\t", -1);

      answer (fields);
    }
  return 0;
}
