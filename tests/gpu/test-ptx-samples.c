/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules of MetaSchedule's space for GPUs as PTX: all are translated, and compute what the program does; ptxas, where it is installed,
 * takes them. PTX_SAMPLES_FIRST and PTX_SAMPLES_N choose the seeds: FIRST … FIRST + N - 1 of each program.
 */
#include <string.h>

#include "core/device/cuda-tools.h"
#include "core/interp/check.h"
#include "core/lower/lower.h"
#include "core/space/space.h"
#include "core/text/notebook.h"
#include "core/text/script.h"
#include "tests/gpu/run-ptx.h"
#include "tests/named-texts.h"

static guint64
number_of (const char *variable, guint64 usual)
{
  const char *text = g_getenv (variable);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : usual;
}

static void
assemble (const char *ptx, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) code = tl_cuda_assemble (ptx, target->arch, NULL, &error);

  if (code == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_error ("%s\n%s", error->message, ptx);
}

/* FALSE: the schedule needs more shared memory than there is. */
static gboolean
check_schedule (const TlReference *reference, GPtrArray *inputs, TlState *state, const TlTarget *target)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) lowered = tl_lower (module, tl_module_entry (module)->name, target, NULL, &error);
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autofree char *ptx = NULL;
  TlCheckResult result = { 0 };

  if (lowered == NULL && strstr (error->message, "bytes of shared memory") != NULL)
    return FALSE;
  g_assert_no_error (error);
  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (args, tl_tensor_dup (inputs->pdata[i]));
  ptx = run_ptx (lowered, target, args);
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  if (!result.ok)
    g_error ("%s\n%s", result.where != NULL ? result.where : result.unwritten, ptx);
  tl_check_result_clear (&result);
  assemble (ptx, target);
  return TRUE;
}

static void
check_samples (const char *name, const TlModule *module)
{
  g_autoptr (TlState) start = tl_state_new (module, 0);
  guint64 first = number_of ("PTX_SAMPLES_FIRST", 0), n = number_of ("PTX_SAMPLES_N", 4);
  const TlPrimFunc *func = tl_module_entry (module);
  g_autoptr (GPtrArray) inputs = must (tl_interp_make_args (func, 1, FALSE, &failure));
  g_autoptr (TlReference) reference = must (tl_reference_new (func, (TlTensor *const *) inputs->pdata, inputs->len, 0, NULL, &failure));
  g_autoptr (TlSpace) space = NULL;
  guint n_schedules = 0;
  TlTarget target;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  space = must (tl_space_from_rules (&target, NULL, &failure));
  for (guint64 seed = first; seed < first + n; seed++)
    {
      g_autoptr (TlState) state = tl_space_sample (space, start, seed, NULL);

      if (state != NULL)
        n_schedules += check_schedule (reference, inputs, state, &target);
    }
  g_test_message ("%s: %u schedules of %u seeds", name, n_schedules, (guint) n);
}

static void
check_workload (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = g_strdup_printf (DATA_DIR "/workloads/%s.py", name);
  g_autoptr (TlSource) source = must (tl_script_load (path, &failure));
  g_autoptr (TlModule) module = must (tl_script_read (source, &failure));

  check_samples (name, module);
}

static void
check_matmul (gconstpointer data)
{
  const NamedText *program = data;
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));

  check_samples (program->name, module);
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { "matmul-128", "mm-relu-128", "softmax", "layer-norm", "window-sum", "vector-add-1024",
                                          "linear-1x784x128" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx-samples/%s", programs[i]);

      g_test_add_data_func (path, programs[i], check_workload);
    }
  for (const NamedText *matmul = named_texts_read (TEST_DIR "/matmuls.py"); matmul->name != NULL; matmul++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx-samples/matrices/%s", matmul->name);

      g_test_add_data_func (path, matmul, check_matmul);
    }
  return g_test_run ();
}
