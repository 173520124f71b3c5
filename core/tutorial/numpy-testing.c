/* SPDX-License-Identifier: Apache-2.0 */
/* numpy.testing beside its comparisons: measure, suppress_warnings; threadpool_limits. There are neither warnings nor threads to limit. */
#include <string.h>

#include "core/tutorial/tutorial-private.h"

#define MAX_TIMES 1000000

/* The statements of a text. They live as long as the run: functions that they define point to them. NULL with an error. */
static const TlAst *
parse_code (TlPyInterp *interp, const TlAst *at, const char *text, TlSource **source)
{
  GError      *error = NULL;
  const TlAst *code;

  *source = tl_source_new ("code of measure", text, -1);
  g_ptr_array_add (tl_tutorial (interp)->sources, *source);
  code = tl_ast_parse (interp->arena, *source, &error);
  if (code == NULL)
    tl_py_fail (interp, at, "measure: %s", error->message);
  g_clear_error (&error);
  return code;
}

/* np.testing.measure ("f(a, b)", times=1): seconds that the code takes so often, with the names known where it is called */
static gboolean
measure (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *text = tl_py_arg (args, 0, "code_str"), *times = tl_py_arg (args, 1, "times");
  TlPyScope       *scope = args->scope != NULL ? args->scope : interp->globals;
  TlSource        *outer = interp->source, *source;
  gint64           n = 1, begin;
  TlPyFlow         flow = TL_PY_FLOW_NEXT;
  const TlAst     *code;
  TlPyValue        unused;

  if (!tl_py_check_args (interp, args, "measure", 2, "code_str times label"))
    return FALSE;
  if (text == NULL || text->kind != TL_PY_STRING || (times != NULL && !tl_py_get_int (times, &n)) || n < 1 || n > MAX_TIMES)
    return tl_py_fail (interp, args->call, "measure takes code as a text, and how often it runs: 1 to %d times", MAX_TIMES);
  if ((code = parse_code (interp, args->call, text->string, &source)) == NULL)
    return FALSE;
  interp->source = source;
  begin = g_get_monotonic_time ();
  for (gint64 i = 0; i < n && flow == TL_PY_FLOW_NEXT; i++)
    flow = tl_py_run (interp, scope, code->body, code->n_body, &unused);
  *value = tl_py_float ((double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
  interp->source = outer;
  if (flow == TL_PY_FLOW_ERROR)
    return FALSE;
  tl_tutorial_note (interp, args->call, "the time is that of arrays here, not that of numpy");
  return TRUE;
}

/* --- contexts that change nothing --- */

gboolean
tl_tutorial_enter_same (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  *value = *self;
  return TRUE;
}

static gboolean
warnings_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  if (strcmp (name, "filter") != 0 && strcmp (name, "record") != 0)
    return tl_py_fail (interp, args->call, "suppress_warnings has no method '%s' here; it has filter, record", name);
  return TRUE;
}

static const TlPyClass warnings_class = {
  .name = "suppress_warnings", .python_name = "suppress_warnings", .method = warnings_method, .enter = tl_tutorial_enter_same,
};
static const TlPyClass limits_class = { .name = "threadpool_limits", .python_name = "threadpool_limits", .enter = tl_tutorial_enter_same };

static gboolean
make_suppress_warnings (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&warnings_class, NULL);
  return tl_py_check_args (interp, args, "suppress_warnings", 1, "forwarding_rule");
}

static gboolean
make_threadpool_limits (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&limits_class, NULL);
  return tl_py_check_args (interp, args, "threadpool_limits", 2, "limits user_api");
}

const TlPyNative tl_testing_natives[] = {
  { "testing", "measure", measure }, { "testing", "suppress_warnings", make_suppress_warnings },
  { "threadpoolctl", "threadpool_limits", make_threadpool_limits },
  { NULL },
};
