/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/interp/check.h"
#include "core/ir/compare.h"
#include "core/ir/specialize.h"
#include "core/ir/verify.h"
#include "core/te/te.h"
#include "core/text/notebook.h"

/* The functions to run. NULL after printing why there are none. */
static GPtrArray *
runnable (const TlModule *module, const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;

  if (tl_module_verify (module, &error))
    return tl_command_choose_functions (module, path, name);
  tl_command_error (error);
  return NULL;
}

static GPtrArray *
copy_tensors (const GPtrArray *tensors)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < tensors->len; i++)
    g_ptr_array_add (copies, tl_tensor_dup (g_ptr_array_index (tensors, i)));
  return copies;
}

/* The first parameter that @func does not write and whose elements differ between @before and @after; NULL if there is none. */
static const char *
find_overwritten (const TlPrimFunc *func, const GPtrArray *before, const GPtrArray *after)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);

  for (guint i = 0; i < func->n_params; i++)
    {
      const TlTensor *a = g_ptr_array_index (before, i), *b = g_ptr_array_index (after, i);

      if (!g_array_index (written, gboolean, i) && memcmp (a->data, b->data, a->n_bytes) != 0)
        return func->params[i].name;
    }
  return NULL;
}

/* Interprets both functions on the same seeded inputs. */
static TlExit
compare_results (const TlPrimFunc *a, const TlPrimFunc *b, guint64 seed)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (GPtrArray)   inputs = tl_interp_make_args (a, seed, FALSE, &error);
  g_autoptr (GPtrArray)   args = inputs != NULL ? copy_tensors (inputs) : NULL;
  g_autoptr (TlReference) reference = NULL;
  g_autoptr (TlWatch)     watch = NULL;
  TlCheckResult           result;
  const char             *overwritten;
  gboolean                is_run;
  TlExit                  exit = TL_EXIT_NO;

  watch = tl_watch_new ("interpreting both programs");
  if (args != NULL)
    reference = tl_reference_new (a, (TlTensor *const *) args->pdata, args->len, 0, NULL, &error);
  if (reference == NULL)
    {
      g_clear_pointer (&watch, tl_watch_free);
      return tl_command_fail (TL_EXIT_FAILED, error);
    }
  is_run = tl_interp_run (b, (TlTensor *const *) args->pdata, args->len, 0, NULL, &error);
  g_clear_pointer (&watch, tl_watch_free);
  if (!is_run && g_error_matches (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED))
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (!is_run)
    {
      printf ("not equal: the second program fails: %s\n", error->message);
      return TL_EXIT_NO;
    }
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  overwritten = find_overwritten (a, inputs, args);
  if (result.unwritten != NULL)
    {
      g_autofree char *why = tl_check_result_explain_unwritten (&result);

      printf ("not equal: in the first program, %s\n", why);
    }
  else if (!result.ok)
    printf ("not equal: %s\n", result.where);
  else if (overwritten != NULL)
    printf ("not equal: the second program writes %s\n", overwritten);
  else
    {
      printf ("equal\n");
      exit = TL_EXIT_DONE;
    }
  tl_check_result_clear (&result);
  return exit;
}

/* The names of the functions do not matter if each module has only one. */
static TlExit
compare_functions (const TlModule *a, const TlModule *b, const GPtrArray *of_a, const GPtrArray *of_b, guint64 seed)
{
  TlExit exit = TL_EXIT_DONE;

  if (of_a->len == 1 && of_b->len == 1)
    return compare_results (of_a->pdata[0], of_b->pdata[0], seed);
  for (guint i = 0; i < MAX (of_a->len, of_b->len) && exit == TL_EXIT_DONE; i++)
    {
      const TlModule *module = i < of_a->len ? a : b, *other = i < of_a->len ? b : a;
      const char     *name = ((const TlPrimFunc *) (i < of_a->len ? of_a : of_b)->pdata[i])->name;

      if (tl_module_prim (other, name) == NULL)
        {
          printf ("not equal: only the %s program has a function %s\n", module == a ? "first" : "second", name);
          return TL_EXIT_NO;
        }
      printf ("%s: ", name);
      fflush (stdout);
      exit = compare_results (tl_module_prim (a, name), tl_module_prim (b, name), seed);
    }
  return exit;
}

static TlExit
compare_structure (const TlModule *a, const TlModule *b)
{
  g_autofree char *difference = NULL;

  if (tl_module_equal (a, b, &difference))
    {
      printf ("equal\n");
      return TL_EXIT_DONE;
    }
  printf ("not equal: %s\n", difference);
  return TL_EXIT_NO;
}

static gboolean
has_size (const char *path, const char *shape)
{
  g_autoptr (TlSource) source = tl_script_load (path, NULL);
  g_autoptr (TlModule) module = source != NULL ? tl_program_read (source, NULL) : NULL;
  g_auto (GStrv)       parts = g_strsplit (shape, "=", 2);

  return module != NULL && tl_module_has_size (module, parts[0]);
}

/* Applies the values of this program's symbolic extents; ignores values for extents that only the other program has. */
static TlModule *
load_one (const char *path, const char *other, char **shapes, TlExit *exit)
{
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();
  g_auto (GStrv)           list = NULL;

  for (guint i = 0; shapes != NULL && shapes[i] != NULL; i++)
    if (has_size (path, shapes[i]) || !has_size (other, shapes[i]))
      g_strv_builder_add (own, shapes[i]);
  list = g_strv_builder_end (own);
  return tl_command_load_scheduled (path, list, exit);
}

static TlExit
run_equal (int argc, char **argv)
{
  gboolean results = FALSE;
  gint64   seed = 7;
  g_autofree char *func = NULL;
  g_auto (GStrv)   shapes = NULL;
  const GOptionEntry options[] = {
    TL_FUNCS_OPTION (func),
    TL_SHAPE_OPTION (shapes),
    { "results", 0, 0, G_OPTION_ARG_NONE, &results, "Compare the results of the interpreter instead of the structure", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_SEED_OPTION (seed, "Seed of the inputs"),
    { NULL },
  };
  g_autoptr (TlModule) a = NULL;
  g_autoptr (TlModule) b = NULL;
  g_autoptr (GPtrArray) f = NULL, g = NULL;
  TlExit exit;

  if (!tl_command_parse (&tl_command_equal_row, &argc, &argv, options, numbers, 2, 2))
    return TL_EXIT_USAGE;
  a = load_one (argv[0], argv[1], shapes, &exit);
  b = a != NULL ? load_one (argv[1], argv[0], shapes, &exit) : NULL;
  if (b == NULL)
    return exit;
  if (!results && func != NULL)
    return tl_command_usage ("--func requires --results");
  if (!results)
    return compare_structure (a, b);
  f = runnable (a, argv[0], func);
  g = f != NULL ? runnable (b, argv[1], func) : NULL;
  return g != NULL && tl_command_have_sizes (f, argv[0]) && tl_command_have_sizes (g, argv[1])
         ? compare_functions (a, b, f, g, (guint64) seed) : TL_EXIT_USAGE;
}

const TlCommand tl_command_equal_row = {
  "equal", "A.py B.py [--results [--func NAME]]",
  "Compare two programs by structure (names are ignored) or by results, and report the first difference", run_equal,
};
