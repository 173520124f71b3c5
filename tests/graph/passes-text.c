/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: passes-text PASS… FILE [EXPECTED | --plan]
 * Prints the module of FILE after the passes, in their order. With EXPECTED, a script, it prints the first difference of the result from
 * that one instead, and leaves with 1; with nothing if they are equal. With --plan: the
 * bytes of the arena of each graph function, and how many of them live at once at most.
 */
#include <stdio.h>
#include <string.h>

#include "core/graph/memory-plan.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "core/text/script.h"

static TlModule *
read_file (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_source_load (path, error);

  return source != NULL ? tl_script_read (source, error) : NULL;
}

static TlModule *
run (char **names, int n, TlModule *module, GError **error)
{
  g_autofree const TlGraphPass **passes = g_new0 (const TlGraphPass *, n + 1);

  for (int i = 0; i < n; i++)
    if ((passes[i] = tl_graph_pass_find (names[i])) == NULL)
      g_error ("no pass %s", names[i]);
  return tl_graph_run_passes (module, passes, error);
}

static int
print_plans (const TlModule *module)
{
  for (guint i = 0; i < module->n_funcs; i++)
    {
      g_autoptr (GError)       error = NULL;
      g_autoptr (TlMemoryPlan) plan = NULL;

      if (module->funcs[i].kind != TL_FUNC_GRAPH)
        continue;
      plan = tl_memory_plan_new (module->funcs[i].graph, &error);
      if (plan == NULL)
        {
          fprintf (stderr, "%s\n", error->message);
          return 2;
        }
      printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", module->funcs[i].name, plan->arena_bytes, plan->live_bytes);
    }
  return 0;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) module = NULL, result = NULL, expected = NULL;
  g_autofree char     *text = NULL, *difference = NULL;
  int                  n = 1;

  while (n < argc && !g_str_has_suffix (argv[n], ".py"))
    n++;
  module = n < argc ? read_file (argv[n], &error) : NULL;
  result = module != NULL ? run (argv + 1, n - 1, module, &error) : NULL;
  if (result != NULL && n + 1 < argc && strcmp (argv[n + 1], "--plan") == 0)
    return print_plans (result);
  expected = result != NULL && n + 1 < argc ? read_file (argv[n + 1], &error) : NULL;
  if (result == NULL || (expected == NULL && n + 1 < argc))
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "usage: passes-text PASS... FILE.py [EXPECTED.py]");
      return 2;
    }
  if (expected == NULL)
    {
      text = tl_script_print (result, TL_DIALECT_SBLOCK, NULL);
      fputs (text, stdout);
      return 0;
    }
  if (tl_module_equal (result, expected, &difference))
    return 0;
  printf ("%s\n", difference);
  return 1;
}
