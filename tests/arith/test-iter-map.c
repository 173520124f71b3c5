/* SPDX-License-Identifier: Apache-2.0 */
/* Iteration maps against recorded normal forms and verdicts of TVM, and against counting the points of small maps. */
#include "core/arith/iter-map.h"
#include "core/base/random.h"
#include "tests/arith/expr-text.h"

#include <string.h>

#define MOST_ITERS 8

/* "i:8 j:3@16": iterators from 0 or a minimum; n, m, v stay symbolic. */
static guint
read_iters (ExprText *names, const char *text, TlIter *iters)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint          n = 0;

  for (guint w = 0; words[w] != NULL; w++)
    {
      char *extent = strchr (words[w], ':');
      char *at = strchr (words[w], '@');

      if (extent == NULL)
        continue;
      *extent++ = '\0';
      if (at != NULL)
        *at++ = '\0';
      iters[n].var = expr_text_var (names, words[w]);
      iters[n].min = at != NULL ? expr_text_read (names, extent) : tl_int (names->arena, 0);
      iters[n++].extent = expr_text_read (names, at != NULL ? at : extent);
    }
  return n;
}

static guint
read_list (ExprText *names, const char *text, const TlExpr **exprs)
{
  g_auto (GStrv) items = g_strsplit (text, ";", -1);
  guint          n = 0;

  for (; items[n] != NULL; n++)
    exprs[n] = expr_text_read (names, g_strstrip (items[n]));
  return n;
}

static char *
print_list (const TlExpr *const *exprs, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = expr_text_print (exprs[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? " ; " : "", text);
    }
  return g_string_free (out, FALSE);
}

static const struct { const char *iters, *predicate, *bindings, *keep, *drop, *verdict; } forms[] = {
#include "tests/arith/iter-map-forms.inc"
};

static void
expect_text (const char *iters, const char *bindings, const char *what, const char *got, const char *wanted)
{
  if (g_strcmp0 (got, wanted) == 0)
    return;
  g_test_message ("%s | %s\n  %s gives %s\n  expected   %s", iters, bindings, what, got, wanted);
  g_test_fail ();
}

static void
test_forms (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (forms); c++)
    {
      ExprText         names;
      TlIter           iters[MOST_ITERS];
      const TlExpr    *bindings[MOST_ITERS], *keep[MOST_ITERS], *drop[MOST_ITERS];
      const TlExpr    *predicate;
      guint            n_iters, n;
      g_autofree char *kept = NULL, *dropped = NULL;
      const char      *verdict = "";

      expr_text_init (&names);
      n_iters = read_iters (&names, forms[c].iters, iters);
      n = read_list (&names, forms[c].bindings, bindings);
      predicate = forms[c].predicate[0] != '\0' ? expr_text_read (&names, forms[c].predicate) : NULL;
      tl_iter_map_simplify (names.arena, bindings, n, iters, n_iters, predicate, TRUE, keep);
      tl_iter_map_simplify (names.arena, bindings, n, iters, n_iters, predicate, FALSE, drop);
      kept = print_list (keep, n);
      dropped = print_list (drop, n);
      if (tl_iter_map_detect (names.arena, bindings, n, iters, n_iters, predicate, TL_ITER_MAP_BIJECTIVE, NULL))
        verdict = "BS";
      else if (tl_iter_map_detect (names.arena, bindings, n, iters, n_iters, predicate, TL_ITER_MAP_SURJECTIVE, NULL))
        verdict = "S";
      expect_text (forms[c].iters, forms[c].bindings, "keep", kept, forms[c].keep);
      expect_text (forms[c].iters, forms[c].bindings, "drop", dropped, forms[c].drop);
      expect_text (forms[c].iters, forms[c].bindings, "verdict", verdict, forms[c].verdict);
      expr_text_clear (&names);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arith/iter-map/forms", test_forms);
  return g_test_run ();
}
