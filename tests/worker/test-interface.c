/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules that change the layout of arguments: random maps of inputs and of the output (permutations, tilings, tilings that need
 * padding), one after the other, run, are compared with the program and with one another. The conversions are compared with the maps.
 */
#include <string.h>

#include "core/base/random.h"
#include "core/codegen/export.h"
#include "core/interp/interp.h"
#include "core/measure/worker-pool.h"
#include "core/schedule/interface.h"
#include "core/schedule/schedule-script.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define PROGRAM \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((12, 10), \"float32\"), B: T.Buffer((12, 10), \"float32\"), C: T.Buffer((12, 10), \"float32\")):\n" \
  BLOCK_SS ("C", "12, 10", "C[vi, vj] = A[vi, vj] * T.float32(3) + B[vi, vj]")

static TlWorkerPool *pool;

static TlState *
schedule (const char *steps)
{
  g_autofree char *text = g_strconcat ("def schedule(sch):\n    b = sch.get_block(\"C\")\n", steps, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = must (tl_script_read_text (PROGRAM, &failure));
  g_autoptr (TlSource) source = tl_source_new ("test.py", text, strlen (text));
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState) start = tl_state_new (module, 0);
  TlState *end = tl_schedule_script_run (script, start, NULL, NULL, &error);

  if (end == NULL)
    g_error ("%s\n%s", text, error->message);
  return end;
}

static void
assert_agrees (TlState *state, const char *steps)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlTarget  target = tl_target_host ();
  TlOutcome outcome = { 0 };

  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = options.run_timeout_s = 300;
  tl_worker_pool_measure (pool, state, tl_state_module (state)->prims[0]->name, &target, &options, NULL, &outcome);
  if (outcome.kind != TL_OUTCOME_OK || !outcome.is_checked)
    g_test_fail_printf ("%s\n%s", steps, outcome.message != NULL ? outcome.message : "not checked");
  tl_outcome_clear (&outcome);
}

static const char *
random_map (TlRandom *random, gboolean *is_padded)
{
  static const struct { const char *map; gboolean is_padded; } maps[] = {
    { "lambda i, j: (j, i)", FALSE },
    { "lambda i, j: (i // 4, j, i % 4)", FALSE },
    { "lambda i, j: (j // 5, i // 3, i % 3, j % 5)", FALSE },
    { "lambda i, j: (i * 10 + j,)", FALSE },
    { "lambda i, j: (11 - i, j)", FALSE },
    { "lambda i, j: (i // 8, j, i % 8)", TRUE },
    { "lambda i, j: (i, j // 4, j % 4)", TRUE },
    { "lambda i, j: (i // 5, j // 7, j % 7, i % 5)", TRUE },
  };
  guint n = (guint) tl_random_below (random, G_N_ELEMENTS (maps));

  *is_padded = maps[n].is_padded;
  return maps[n].map;
}

/* Steps that lay out some of the arguments, at least one. */
static char *
random_steps (TlRandom *random)
{
  static const char *const buffers[] = { "(\"read\", 0)", "(\"read\", 1)", "(\"write\", 0)" };
  GString *text = g_string_new (NULL);

  while (text->len == 0)
    for (guint b = 0; b < G_N_ELEMENTS (buffers); b++)
      if (tl_random_below (random, 2) == 0)
        {
          gboolean    is_padded;
          const char *map = random_map (random, &is_padded);

          g_string_append_printf (text, "    sch.transform_layout(b, %s, %s%s)\n", buffers[b], map, is_padded ? ", pad_value=0.0" : "");
          if (!is_padded && g_str_has_prefix (map, "lambda i, j: (j, i)"))
            g_string_append_printf (text, "    sch.transform_layout(b, %s, lambda i, j: (i // 2, j // 3, i %% 2, j %% 3))\n", buffers[b]);
        }
  return g_string_free (text, FALSE);
}

/* pack, then unpack gives what was there. */
static void
assert_round_trip (const TlState *state)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *script = must (tl_interface_script (state, tl_state_module (state)->prims[0]->name, &failure));
  g_autoptr (TlModule) module = NULL;

  g_assert_nonnull (script);
  module = must (tl_script_read_text (script, &failure));
  g_assert_cmpuint (module->n_prims % 2, ==, 0);
  for (guint f = 0; f < module->n_prims; f += 2)
    {
      g_autoptr (GPtrArray) args = tl_interp_make_args (module->prims[f], 1, FALSE, &error);
      TlTensor *old = args->pdata[0], *packed = args->pdata[1];
      g_autoptr (TlTensor) back = tl_tensor_new (old->dtype, old->shape, old->n_dims, FALSE, &error);
      TlTensor *back_args[2] = { packed, back };

      g_assert_true (tl_interp_run (module->prims[f], (TlTensor *const *) args->pdata, 2, 0, NULL, &error));
      g_assert_true (tl_interp_run (module->prims[f + 1], back_args, 2, 0, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (old->data, old->n_bytes, back->data, back->n_bytes);
    }
}

static void
test_random (void)
{
  TlRandom random = tl_random_seeded (3);
  guint    n = g_getenv ("TL_FEWER") != NULL ? 8 : 40;

  for (guint i = 0; i < n && !g_test_failed (); i++)
    {
      g_autofree char *steps = random_steps (&random), *description = NULL;
      g_autoptr (TlState) state = schedule (steps);

      description = tl_interface_describe (state, tl_state_module (state)->prims[0]->name);
      g_assert_nonnull (description);
      assert_round_trip (state);
      assert_agrees (state, steps);
    }
}

/* A buffer of the program's own is nobody else's business. */
static void
test_unchanged (void)
{
  g_autoptr (TlState) state = schedule ("    c = sch.cache_read(b, 0, \"local\")\n"
                                        "    sch.transform_layout(c, (\"write\", 0), lambda i, j: (j, i))\n"
                                        "    i, j = sch.get_loops(b)\n    sch.split(i, [3, None])\n");

  g_assert_null (tl_interface_describe (state, tl_state_module (state)->prims[0]->name));
  g_assert_null (must (tl_interface_script (state, tl_state_module (state)->prims[0]->name, &failure)));
  assert_agrees (state, "cache");
}

/* A wrong result is wrong in any layout. */
static void
test_wrong (void)
{
  g_autoptr (TlState) state = schedule ("    sch.transform_layout(b, (\"write\", 0), lambda i, j: (j, i))\n"
                                        "    sch.transform_layout(b, (\"read\", 0), lambda i, j: (i % 4, j), "
                                        "assume_injective_transform=True)\n");
  TlMeasureOptions options = tl_measure_options_quick ();
  TlTarget  target = tl_target_host ();
  TlOutcome outcome = { 0 };

  options.repeat = 0;
  tl_worker_pool_measure (pool, state, tl_state_module (state)->prims[0]->name, &target, &options, NULL, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_WRONG_RESULT);
  g_assert_nonnull (strstr (outcome.message, "C["));
  tl_outcome_clear (&outcome);
}

/* Variants of different interfaces race on arguments of their own, each checked. */
static void
test_race (void)
{
  static const char *const steps[] = {
    "    sch.vectorize(sch.get_loops(b)[1])\n", "    sch.transform_layout(b, (\"read\", 0), lambda i, j: (j, i))\n",
    "    sch.transform_layout(b, (\"write\", 0), lambda i, j: (i // 8, j, i % 8), pad_value=0.0)\n",
    "    sch.transform_layout(b, (\"read\", 1), lambda i, j: (j // 5, i, j % 5))\n",
    "    sch.transform_layout(b, (\"read\", 1), lambda i, j: (j, i))\n",
    "    sch.transform_layout(b, (\"read\", 0), lambda i, j: (j // 5, i, j % 5))\n",
  };
  TlState     *states[G_N_ELEMENTS (steps)];
  TlComparisonEntry entries[G_N_ELEMENTS (steps)] = { { NULL } };
  TlOutcome    outcomes[G_N_ELEMENTS (steps)];
  TlTarget     target = tl_target_host ();
  TlComparison    comparison = { .entries = entries, .func_name = "main", .n_entries = G_N_ELEMENTS (steps), .target = &target,
                                 .n_rounds = 3, .max_s = 5,
                               .min_repeat_ms = 0.01 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    entries[i].state = states[i] = schedule (steps[i]);
  tl_worker_pool_compare (pool, &comparison, NULL, NULL, NULL, outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("%s", outcomes[i].message != NULL ? outcomes[i].message : "fine");
      g_assert_cmpint (outcomes[i].kind, ==, TL_OUTCOME_OK);
      g_assert_cmpuint (outcomes[i].n_samples, ==, 3);
      tl_outcome_clear (&outcomes[i]);
      tl_state_unref (states[i]);
    }
}

/* The exported header says which arrays callers pass. */
static void
test_header (void)
{
  g_autoptr (TlState) state = schedule ("    sch.transform_layout(b, (\"read\", 1), lambda i, j: (j // 4, i, j % 4), pad_value=0.0)\n");
  g_autofree char *interface = tl_interface_describe (state, tl_state_module (state)->prims[0]->name), *header = NULL;
  TlExportOptions options = { .symbol = "scaled", .interface = interface };

  header = must (tl_export_header (tl_state_module (state)->prims[0], &options, &failure));
  g_assert_nonnull (strstr (header, "changes the interface"));
  g_assert_nonnull (strstr (header, " *   B: (12, 10) → (3, 12, 4) by lambda"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  pool = must (tl_worker_pool_new (1, &failure));
  g_test_add_func ("/interface/unchanged", test_unchanged);
  g_test_add_func ("/interface/random", test_random);
  g_test_add_func ("/interface/wrong", test_wrong);
  g_test_add_func ("/interface/race", test_race);
  g_test_add_func ("/interface/header", test_header);
  status = g_test_run ();
  tl_worker_pool_unref (pool);
  return status;
}
