/* SPDX-License-Identifier: Apache-2.0 */
/* Scheduled programs, written and random, compiled and compared with what the unscheduled program means. */
#include "core/codegen/llvm-codegen.h"
#include "core/lower/lower.h"
#include "core/schedule/schedule-script.h"
#include "tests/lower/run-func.h"
#include "tests/named-texts.h"
#include "tests/soundness/apart.h"

static const NamedText *texts;   /* of scheduled.py: programs and schedules */

static TlState *
schedule (const TlModule *module, const char *text, GError **error)
{
  g_autoptr (TlSource) source = tl_source_new ("schedule.py", text, -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, error);
  if (script == NULL)
    return NULL;
  g_autoptr (TlState) start = tl_state_new (module, 1);
  return tl_schedule_script_run (script, start, NULL, NULL, error);
}

static void
run_compiled (const TlModule *module, const TlTarget *target, GPtrArray *args, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) lowered = tl_lower (module, module->prims[0]->name, target, NULL, &error);
  g_autoptr (GBytes) object = lowered != NULL ? tl_codegen_compile (lowered, target, TL_CODEGEN_OBJECT, &error) : NULL;
  TlLoadedKernel *kernel = object != NULL ? tl_codegen_load (object, &error) : NULL;
  if (kernel == NULL)
    g_error ("%s: %s", what, error->message);
  gpointer pointers[8];
  for (guint i = 0; i < args->len; i++)
    pointers[i] = ((TlTensor *) args->pdata[i])->data;
  tl_loaded_kernel_run (kernel, pointers);
  tl_codegen_unload (kernel);
}

/* Iterations of parallel loops as they may meet at worst, which seldom happens when they run. */
static void
check_apart (TlState *state, GPtrArray *inputs, GPtrArray *want, const char *script)
{
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  target.num_cores = 2;
  g_autoptr (TlModule) lowered = tl_lower (tl_state_module (state), tl_state_module (state)->prims[0]->name, &target, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (TlModule) apart = module_apart (lowered);
  if (apart == NULL)
    return;
  g_autoptr (GPtrArray) got = test_args_for (apart->prims[0], inputs);
  test_interpret (apart->prims[0], got, script);
  test_assert_same (got, want, 1e-5, script);
}

/* FALSE if the schedule was refused; any other failure ends the test. */
static gboolean
check_schedule (const char *program, const char *script, GError **error)
{
  g_autoptr (TlModule) module = test_read (program);
  g_autoptr (TlState) state = schedule (module, script, error);
  if (state == NULL)
    return FALSE;
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 5, FALSE, NULL);
  g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs);
  test_interpret (module->prims[0], want, "the program");
  check_apart (state, inputs, want, script);
  TlTarget target = tl_target_host ();
  guint most_cores = strstr (script, "parallel") != NULL ? 2 : 1;
  for (target.num_cores = 1; target.num_cores <= most_cores; target.num_cores++)
    {
      g_autoptr (GPtrArray) got = test_args_for (module->prims[0], inputs);
      run_compiled (tl_state_module (state), &target, got, script);
      test_assert_same (got, want, 1e-5, script);
    }
  return TRUE;
}

typedef struct
{
  const char *name;
  const char *program;
} ScheduledCase;

static const ScheduledCase cases[] = {
  { "tiles of odd size", "matmul" },
  { "cached write", "matmul" },
  { "cached read", "matmul" },
  { "panels loaded a block ahead", "matmul" },
  { "double buffer, next tile asked for ahead", "mm-relu" },
  { "consumer moved under its producer", "mm-relu" },
  { "producer moved under its consumer", "mm-relu" },
  { "consumer computed too early and again in another iteration", "mm-relu" },
  { "padding moved into the convolution", "conv" },
  { "padding inlined", "conv" },
  { "padding inlined, vectors along it", "conv" },
  { "rows that change places", "swap" },
};

static void
test_case (gconstpointer data)
{
  const ScheduledCase *c = data;
  g_autoptr (GError) error = NULL;
  check_schedule (named_text (texts, c->program), named_text (texts, c->name), &error);
  g_assert_no_error (error);
}

/* --- random --- */

#define N_RANDOM 24

static void
shuffle (TlRandom *random, guint *order, guint n)
{
  for (guint i = n; i > 1; i--)
    {
      guint j = (guint) tl_random_below (random, i), swap = order[i - 1];
      order[i - 1] = order[j];
      order[j] = swap;
    }
}

/* Loops 0…5 are i0 i1 j0 j1 k0 k1; a schedule that asks for too much is refused, which is fine too. */
static char *
random_script (TlRandom *random, gboolean with_consumer)
{
  static const char *const loops[] = { "i0", "i1", "j0", "j1", "k0", "k1" };
  static const char *const annotations[] = { "nontemporal_store", "software_prefetch", "software_prefetch_write" };
  guint order[] = { 0, 1, 2, 3, 4, 5 };
  GString *text = g_string_new ("def f(sch):\n");
  g_string_append_printf (text, "    b = sch.get_block(\"%s\")\n", with_consumer ? "Y" : "C");
  g_string_append (text, "    i, j, k = sch.get_loops(b)\n");
  for (guint i = 0; i < 3; i++)
    g_string_append_printf (text, "    %c0, %c1 = sch.split(%c, factors=[None, %u])\n", "ijk"[i], "ijk"[i], "ijk"[i],
                            1 + (guint) tl_random_below (random, 17));
  shuffle (random, order, G_N_ELEMENTS (order));
  g_string_append (text, "    sch.reorder(");
  for (guint i = 0; i < 6; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", loops[order[i]]);
  g_string_append (text, ")\n");
  if (tl_random_below (random, 3) == 0)
    g_string_append_printf (text, "    r = sch.cache_read(b, %u, \"global\")\n    sch.compute_at(r, %s)\n",
                            (guint) tl_random_below (random, 2), loops[order[tl_random_below (random, 3)]]);
  if (!with_consumer && tl_random_below (random, 2) == 0)
    g_string_append_printf (text, "    w = sch.cache_write(b, 0, \"local\")\n    sch.reverse_compute_at(w, %s)\n",
                            loops[order[tl_random_below (random, 2)]]);
  else if (with_consumer && tl_random_below (random, 2) == 0)
    g_string_append_printf (text, "    sch.reverse_compute_at(sch.get_block(\"C\"), %s)\n", loops[order[tl_random_below (random, 2)]]);
  if (order[0] < 4 && tl_random_below (random, 2) == 0)
    g_string_append_printf (text, "    sch.parallel(%s)\n", loops[order[0]]);
  if (tl_random_below (random, 2) == 0)
    g_string_append_printf (text, "    sch.annotate(%s, \"%s\", %u)\n", loops[order[tl_random_below (random, 3)]],
                            annotations[tl_random_below (random, G_N_ELEMENTS (annotations))], 1 + (guint) tl_random_below (random, 3));
  for (guint i = 3; i < 6; i++)
    switch (tl_random_below (random, 3))
      {
      case 0:
        if (order[i] < 4)
          g_string_append_printf (text, "    sch.vectorize(%s)\n", loops[order[i]]);
        break;
      case 1:
        g_string_append_printf (text, "    sch.unroll(%s)\n", loops[order[i]]);
        break;
      default:
        break;
      }
  if (tl_random_below (random, 2) == 0)
    g_string_append_printf (text, "    sch.decompose_reduction(b, %s)\n", loops[order[tl_random_below (random, 4)]]);
  return g_string_free (text, FALSE);
}

static void
test_random (gconstpointer data)
{
  gboolean with_consumer = GPOINTER_TO_INT (data);
  guint n_accepted = 0;
  const char *seed = g_getenv ("TL_TEST_SEED"), *count = g_getenv ("TL_TEST_COUNT");
  guint n = count != NULL ? (guint) atoi (count) : N_RANDOM;
  TlRandom random = tl_random_seeded (seed != NULL ? (guint64) atoll (seed) : 2026);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *script = random_script (&random, with_consumer);
      n_accepted += check_schedule (named_text (texts, with_consumer ? "mm-relu" : "matmul"), script, &error);
    }
  g_test_message ("%u of %u schedules were legal", n_accepted, n);
  g_assert_cmpuint (n_accepted, >=, n / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  texts = named_texts_read (TEST_DIR "/scheduled.py");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/codegen/scheduled/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_data_func ("/codegen/random/matmul", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/codegen/random/matmul-relu", GINT_TO_POINTER (TRUE), test_random);
  return g_test_run ();
}
