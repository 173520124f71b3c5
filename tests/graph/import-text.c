/* SPDX-License-Identifier: Apache-2.0 */
/* import-text MODEL [NAME=SIZE …]: what is read of an ONNX model. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/onnx.h"
#include "tests/graph/graph-summary.h"

static void
print_model (const TlModule *module, const GPtrArray *problems)
{
  const TlGraphFunc *func = tl_module_find_func (module, "main")->graph;
  g_autofree char   *types = result_types (func), *called = called_operators (func);

  for (guint i = 0; i < problems->len; i++)
    {
      const TlImportProblem *problem = g_ptr_array_index (problems, i);

      printf ("# node \"%s\" (%s): %s\n", problem->node, problem->op_type, problem->reason);
    }
  printf ("%s\n-> %s\n", called, types);
}

int
main (int argc, char **argv)
{
  g_autofree TlDimBinding *dims = g_new0 (TlDimBinding, argc);
  g_autoptr (GPtrArray)    problems = NULL;
  g_autoptr (TlModule)     module = NULL;
  g_autoptr (GError)       error = NULL;

  for (int i = 2; i < argc; i++)
    {
      char *equals = strchr (argv[i], '=');

      g_return_val_if_fail (equals != NULL, 2);
      *equals = '\0';
      dims[i - 2] = (TlDimBinding) { argv[i], strtoll (equals + 1, NULL, 10) };
    }
  if (argc < 2)
    return 2;
  module = tl_onnx_read (argv[1], dims, (guint) argc - 2, &problems, &error);
  if (module == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  print_model (module, problems);
  return problems->len > 0 ? 3 : 0;
}
