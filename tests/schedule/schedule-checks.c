/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/schedule-checks.h"

#include <math.h>
#include <string.h>

#include "core/interp/interp.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/schedule-script.h"

/* Sums may be taken in another order, so floats are compared with room for rounding. */
static char *
compare_tensors (const TlTensor *a, const TlTensor *b, const char *name)
{
  for (gint64 i = 0; i < a->n_elements; i++)
    {
      double x = tl_tensor_get (a, i), y = tl_tensor_get (b, i);
      double allowed = tl_dtype_is_float (a->dtype) ? (a->dtype.bits < 32 ? 5e-2 : 1e-4) * (1 + fabs (x)) : 0;

      if (!(fabs (x - y) <= allowed) && !(isnan (x) && isnan (y)) && x != y)
        return g_strdup_printf ("element %" G_GINT64_FORMAT " of %s is %.9g after, %.9g before", i, name, y, x);
    }
  return NULL;
}

static const TlPrimFunc *
check_function (const TlModule *module)
{
  const TlPrimFunc *entry = tl_module_entry (module);

  return entry != NULL ? entry : module->prims[0];
}

GPtrArray *
check_inputs (const TlModule *module, guint64 seed, char **problem)
{
  const TlPrimFunc  *func = check_function (module);
  g_autoptr (GError) error = NULL;
  GPtrArray         *inputs = tl_interp_make_args (func, seed, FALSE, &error);

  if (inputs == NULL)
    *problem = g_strdup (error->message);
  return inputs;
}

GPtrArray *
check_run (const TlModule *module, GPtrArray *inputs, char **problem)
{
  const TlPrimFunc     *func = check_function (module);
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (args, tl_tensor_dup (inputs->pdata[i]));
  if (tl_interp_run (func, (TlTensor **) args->pdata, args->len, 0, NULL, &error))
    return g_steal_pointer (&args);
  *problem = g_strdup (error->message);
  return NULL;
}

static char *
compare_runs (GPtrArray *expected, const TlModule *after, GPtrArray *inputs)
{
  const TlPrimFunc     *func = check_function (after);
  char                 *problem = NULL;
  g_autoptr (GPtrArray) args = inputs != NULL ? check_run (after, inputs, &problem) : NULL;

  for (guint i = 0; args != NULL && i < args->len && problem == NULL; i++)
    problem = compare_tensors (expected->pdata[i], args->pdata[i], func->params[i].name);
  return problem;
}

char *
check_result (GPtrArray *expected, const TlModule *after, GPtrArray *inputs)
{
  g_autofree char *problem = compare_runs (expected, after, inputs);

  return problem != NULL ? g_strdup_printf ("after: %s", problem) : NULL;
}

/* Those of @inputs stand for the parameters of @own whose shape is the same: how they are filled depends on the program, too. */
static void
take_inputs (GPtrArray *own, GPtrArray *inputs)
{
  for (guint i = 0; i < own->len && i < inputs->len; i++)
    {
      const TlTensor *to = own->pdata[i], *from = inputs->pdata[i];

      if (tl_dtype_equal (to->dtype, from->dtype) && to->n_dims == from->n_dims
          && memcmp (to->shape, from->shape, to->n_dims * sizeof *to->shape) == 0)
        {
          tl_tensor_unref (own->pdata[i]);
          own->pdata[i] = tl_tensor_dup (inputs->pdata[i]);
        }
    }
}

/* A parameter's layout may change: then each program has inputs of its own, which hold the same values. */
char *
check_same_result (const TlModule *before, const TlModule *after, guint64 seed)
{
  g_autofree char      *problem = NULL;
  g_autoptr (GPtrArray) inputs = check_inputs (before, seed, &problem);
  g_autoptr (GPtrArray) expected = inputs != NULL ? check_run (before, inputs, &problem) : NULL;
  g_autoptr (GPtrArray) again = NULL;

  if (expected == NULL)
    return g_strdup_printf ("before: %s", problem);
  again = check_inputs (after, seed, &problem);
  if (again != NULL)
    take_inputs (again, inputs);
  return again != NULL ? check_result (expected, after, again) : g_strdup_printf ("after: %s", problem);
}

static char *
check_program (const TlModule *module, TlDialect dialect)
{
  g_autofree char     *text = tl_script_print (module, dialect, NULL);
  g_autofree char     *difference = NULL;
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) again = tl_script_read_text (text, &error);

  if (again == NULL)
    return g_strdup_printf ("the printed program does not read back: %s\n%s", error->message, text);
  if (!tl_module_equal (module, again, &difference))
    return g_strdup_printf ("the printed program reads back differently: %s\n%s", difference, text);
  return NULL;
}

char *
check_program_round_trip (const TlModule *module)
{
  char *problem = check_program (module, TL_DIALECT_CLASSIC);

  return problem != NULL ? problem : check_program (module, TL_DIALECT_SBLOCK);
}

/* @again must be the same schedule as @state. Takes @again. */
static char *
compare_states (const TlState *state, TlState *again, GError *error, const char *what)
{
  g_autoptr (TlState) owned = again;
  g_autofree char    *difference = NULL;
  g_autofree char    *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  g_autofree char    *text_again = NULL;

  if (again == NULL)
    {
      difference = g_strdup_printf ("%s fails: %s\n%s", what, error->message, text);
      g_error_free (error);
      return g_steal_pointer (&difference);
    }
  if (!tl_module_equal (tl_state_module (state), tl_state_module (again), &difference))
    return g_strdup_printf ("%s gives another program: %s\n%s", what, difference, text);
  text_again = tl_trace_to_text (again, TL_DIALECT_CLASSIC, FALSE);
  if (strcmp (text, text_again) != 0)
    return g_strdup_printf ("%s gives another trace:\n%s---\n%s", what, text, text_again);
  return NULL;
}

/* The same program and tensor intrinsics, nothing done yet. */
static TlState *
fresh_start (TlState *state)
{
  g_autoptr (TlState) start = tl_state_new (tl_state_module (tl_state_root (state)), 12345);

  return tl_state_with_intrins (start, tl_state_intrins (state));
}

static char *
check_text (TlState *state, TlDialect dialect, gboolean as_function)
{
  g_autofree char              *text = tl_trace_to_text (state, dialect, as_function);
  g_autoptr (TlSource)          source = tl_source_new ("trace.py", text, -1);
  GError                       *error = NULL;
  g_autoptr (TlScheduleScript)  script = NULL;
  g_autoptr (TlState)           start = fresh_start (state);
  TlState                      *again;

  if (tl_state_n_steps (state) == 0 && !as_function)
    return NULL;
  script = tl_schedule_script_parse (source, &error);
  again = script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, &error) : NULL;
  return compare_states (state, again, error, "trace text");
}

static char *
check_json (TlState *state, TlDialect dialect)
{
  g_autofree char    *json = tl_trace_to_json (state, dialect);
  g_autofree char    *json_again = NULL;
  GError             *error = NULL;
  g_autoptr (TlState) start = fresh_start (state);
  TlState            *again = tl_trace_replay_json (start, json, TRUE, FALSE, &error);

  if (again != NULL)
    {
      json_again = tl_trace_to_json (again, dialect);
      if (strcmp (json, json_again) != 0)
        {
          tl_state_unref (again);
          return g_strdup_printf ("trace JSON differs after a replay:\n%s\n%s", json, json_again);
        }
    }
  return compare_states (state, again, error, "trace JSON");
}

static char *
check_simplified (TlState *state)
{
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) simple = tl_trace_simplify (state, FALSE, &error);
  g_autofree char    *difference = NULL;

  if (simple == NULL)
    return g_strdup_printf ("simplification fails: %s", error->message);
  if (!tl_module_equal (tl_state_module (state), tl_state_module (simple), &difference))
    return g_strdup_printf ("simplification gives another program: %s", difference);
  return NULL;
}

static char *
check_replay (TlState *state)
{
  GError             *error = NULL;
  g_autoptr (TlState) start = fresh_start (state);
  TlState            *again = tl_trace_replay (start, state, TRUE, FALSE, &error);

  return compare_states (state, again, error, "replay");
}

char *
check_trace_round_trip (TlState *state)
{
  char *problem = check_replay (state);

  for (guint dialect = TL_DIALECT_CLASSIC; dialect <= TL_DIALECT_SBLOCK && problem == NULL; dialect++)
    {
      problem = check_text (state, (TlDialect) dialect, FALSE);
      if (problem == NULL)
        problem = check_text (state, (TlDialect) dialect, TRUE);
      if (problem == NULL)
        problem = check_json (state, (TlDialect) dialect);
    }
  return problem != NULL ? problem : check_simplified (state);
}
