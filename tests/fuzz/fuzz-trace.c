/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces in JSON from anywhere: replaying one on a small program, as it is, without decisions and without postprocessing, must end soon
 * with a schedule or an error, never leave an ill-formed program behind, and what was replayed must be written back so that it replays
 * again.
 */
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "tests/program-text.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char program[] =
  "from tvm.script import tir as T\n"
  "@T.prim_func\n"
  "def main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), D: T.Buffer((32, 32), \"float32\")):\n"
  "    C = T.alloc_buffer((32, 32))\n"
  BLOCK_SSR ("C", "32, 32, 32", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]")
  BLOCK_SS ("D", "32, 32", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

static void
replay (TlState *start, const char *json, gboolean with_decisions, gboolean without_postproc)
{
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) end = tl_trace_replay_json (start, json, with_decisions, without_postproc, &error), again = NULL;
  g_autofree char    *written = NULL;

  g_assert_true ((end == NULL) == (error != NULL));
  g_assert_false (g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN));
  if (end == NULL)
    return;
  written = tl_trace_to_json (end, TL_DIALECT_CLASSIC);
  again = tl_trace_replay_json (start, written, TRUE, FALSE, &error);
  g_assert_no_error (error);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TlModule) module = tl_script_read_text (program, NULL);
  g_autoptr (TlState)  start = tl_state_new (module, 1);
  g_autofree char     *json = g_strndup ((const char *) data, size);

  replay (start, json, TRUE, FALSE);
  replay (start, json, FALSE, TRUE);
  return 0;
}
