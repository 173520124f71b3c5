/* SPDX-License-Identifier: Apache-2.0 */
/* Schedule scripts: what a script records, and how a wrong one is explained. */
#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char program[] = "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("128", "128", "128");

/* A case of scripts/NAME.txt: "=== name | function or arguments", the script, and what it gives: a trace, or a part of the error. */
typedef struct
{
  char  *script;
  char  *function;      /* NULL: chosen by the script */
  GStrv  arguments;     /* or NULL */
  char  *expected;
} ScriptCase;

static void
script_case_free (ScriptCase *row)
{
  g_free (row->script);
  g_free (row->function);
  g_strfreev (row->arguments);
  g_free (row->expected);
  g_free (row);
}

static void
add_cases (const char *kind, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf (TEST_DIR "/scripts/%s.txt", kind), *text = NULL;
  g_auto (GStrv)   cases = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  cases = g_strsplit (text, "=== ", -1);
  for (guint i = 1; cases[i] != NULL; i++)
    {
      ScriptCase      *row = g_new0 (ScriptCase, 1);
      g_auto (GStrv)   sections = g_strsplit (cases[i], "--- gives\n", 2);
      char            *script = strchr (sections[0], '\n'), *call;
      g_autofree char *name = NULL;

      *script++ = '\0';
      call = strstr (sections[0], " | ");
      if (call != NULL)
        {
          *call = '\0';
          call += strlen (" | ");
        }
      if (call != NULL && strchr (call, '=') != NULL)
        row->arguments = g_strsplit (call, " ", -1);
      else
        row->function = g_strdup (call);
      row->script = g_strdup (script);
      row->expected = g_strdup (sections[1]);
      name = g_strdup_printf ("/script/%s/%s", kind, sections[0]);
      g_test_add_data_func_full (name, row, test, (GDestroyNotify) script_case_free);
    }
}

static TlState *
run_row (const ScriptCase *row, GError **error)
{
  g_autoptr (TlSource)          source = tl_source_new ("script.py", row->script, -1);
  g_autoptr (TlModule)          module = tl_script_read_text (program, error);
  g_autoptr (TlState)           start = NULL;
  g_autoptr (TlScheduleScript)  script = NULL;

  g_assert_nonnull (module);
  start = tl_state_new (module, 1);
  script = tl_schedule_script_parse (source, error);
  return script != NULL ? tl_schedule_script_run (script, start, row->function, (const char *const *) row->arguments, error) : NULL;
}

static void
test_accepted (gconstpointer data)
{
  const ScriptCase   *row = data;
  g_autoptr (TlState) state = must (run_row (row, &failure));
  g_autofree char    *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

  g_assert_cmpstr (trace, ==, row->expected);
}

static void
test_refused (gconstpointer data)
{
  const ScriptCase   *row = data;
  g_autoptr (GError)  error = NULL;
  g_autofree char    *expected = g_strchomp (g_strdup (row->expected));
  g_autoptr (TlState) state = run_row (row, &error);

  g_assert_null (state);
  g_assert_nonnull (error);
  if (strstr (error->message, expected) == NULL)
    g_test_fail_printf ("expected \"%s\" in:\n%s", expected, error->message);
}

static void
test_functions (void)
{
  g_autoptr (TlSource)         source = tl_source_new ("x.py", "def f(sch):\n  pass\ndef g(mod, a=1):\n  pass\n", -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, NULL);

  g_assert_cmpstr (tl_schedule_script_functions (script)[0], ==, "f");
  g_assert_cmpstr (tl_schedule_script_functions (script)[1], ==, "g");
  g_assert_null (tl_schedule_script_functions (script)[2]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("accepted", test_accepted);
  add_cases ("refused", test_refused);
  g_test_add_func ("/script/functions", test_functions);
  return g_test_run ();
}
