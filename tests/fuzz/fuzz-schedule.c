/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedule scripts from anywhere: parsing and running one on a small matmul must end soon, with a schedule or an error, and never leave
 * an ill-formed program behind.
 */
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "tests/program-text.h"

#define MAX_EVALUATED 20000
#define MAX_STEPS 40

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char program[] = "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("128", "128", "128");

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TlSource)         source = tl_source_new ("fuzz.py", (const char *) data, (gssize) size);
  g_autoptr (TlModule)         module = tl_script_read_text (program, NULL);
  g_autoptr (TlState)          start = tl_state_new (module, 1);
  g_autoptr (TlState)          end = NULL;
  g_autoptr (GError)           error = NULL;
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, &error);
  g_autofree char             *json = NULL;

  if (script != NULL)
    end = tl_schedule_script_run_within (script, start, NULL, NULL, MAX_EVALUATED, MAX_STEPS, &error);
  g_assert_true ((end == NULL) == (error != NULL));
  g_assert_false (g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN));
  if (end != NULL)
    {
      g_autoptr (TlState) again = NULL;

      json = tl_trace_to_json (end, TL_DIALECT_CLASSIC);
      again = tl_trace_replay_json (start, json, TRUE, FALSE, &error);
      g_assert_no_error (error);
    }
  return 0;
}
