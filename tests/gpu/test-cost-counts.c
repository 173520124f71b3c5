/* SPDX-License-Identifier: Apache-2.0 */
/* The counts that predictions of GPU kernels rest on are those of the emulator, which runs all threads: lowered.py, kernel by kernel. */
#include "core/analysis/gpu/kernel-cost.h"
#include "core/analysis/gpu/lane-values.h"
#include "core/interp/interp.h"
#include "core/lower/lower.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/read-module.h"

#define N_SAMPLES 4096   /* warps: all that these kernels have */

static const TlOperation counted[] = { TL_OPERATION_FMA, TL_OPERATION_MATRIX, TL_OPERATION_BARRIER, TL_OPERATION_SHUFFLE,
                                       TL_OPERATION_MEMORY };

/* Iterations of a loop are counted like one of them: edges that it has differ. */
static void
assert_near (double predicted, double counted_there, const char *name, const char *what)
{
  if (predicted < .8 * counted_there - 2 || predicted > 1.25 * counted_there + 2)
    g_test_fail_printf ("%s: %s: predicted %.1f, counted %.1f", name, what, predicted, counted_there);
}

static void
compare (const TlKernelCost *cost, const TlKernelCounts *counts)
{
  static const char *const names[TL_N_ACCESSES] = { "global loads", "global stores", "shared loads", "shared stores" };
  double n_launches = (double) cost->n_launches;
  double n_threads = n_launches * cost->n_blocks * ((cost->n_threads + TL_WARP_LANES - 1) / TL_WARP_LANES) * TL_WARP_LANES;

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    {
      double n = cost->mix.n_of[counted[i]] * (counted[i] == TL_OPERATION_MATRIX ? n_threads / TL_WARP_LANES : n_threads);

      assert_near (n, (double) counts->n_of[counted[i]], cost->name, tl_operation_name (counted[i]));
    }
  for (TlAccessKind kind = 0; kind < TL_N_ACCESSES; kind++)
    {
      assert_near (n_launches * cost->accesses[kind].n_requests, (double) counts->accesses[kind].n_requests, cost->name, names[kind]);
      assert_near (n_launches * cost->accesses[kind].n_units, (double) counts->accesses[kind].n_units, cost->name, names[kind]);
      assert_near (n_launches * cost->accesses[kind].least_units, (double) counts->accesses[kind].least_units, cost->name, names[kind]);
    }
}

static void
test_program (gconstpointer data)
{
  const NamedText       *program = data;
  g_autofree char       *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule)   module = must (tl_script_read_text (script, &failure)), lowered = NULL;
  g_autoptr (GPtrArray)  args = NULL;
  g_autoptr (GError)     error = NULL;
  g_autoptr (TlGpuCost)  cost = NULL;
  g_autoptr (TlEmulation) emulation = NULL;
  TlEmulatorOptions      options = { .counts = TRUE, .n_workers = 1 };
  TlTarget               target;

  must (tl_target_parse ("nvidia/nvidia-a100", &target, &failure));
  lowered = tl_lower (module, "main", &target, NULL, &error);
  if (lowered == NULL)
    {
      g_test_skip (error->message);
      return;
    }
  args = must (tl_interp_make_args (module->prims[0], 7, FALSE, &failure));
  emulation = tl_emulate (lowered->prims[0], (TlTensor *const *) args->pdata, args->len, &options, NULL, &error);
  cost = emulation != NULL ? tl_gpu_cost_new (lowered->prims[0], &target, &(TlCostOptions) { .as_written = TRUE, .n_samples = N_SAMPLES },
                                              &error) : NULL;
  if (cost == NULL)
    {
      g_test_skip (error->message);
      return;
    }
  for (guint i = 0; i < emulation->counts->len; i++)
    {
      const TlKernelCounts *counts = g_ptr_array_index (emulation->counts, i);

      const TlKernelCost   *own = g_ptr_array_index (cost->kernels, counts->kernel);

      if (counts->stmt == NULL && own->is_exact)   /* else conditions depend on data */
        compare (own, counts);
    }
}

int
main (int argc, char **argv)
{
  const NamedText *programs = named_texts_read (TEST_DIR "/lowered.py");

  g_test_init (&argc, &argv, NULL);
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/cost-counts/%s", program->name);

      g_test_add_data_func (path, program, test_program);
    }
  return g_test_run ();
}
