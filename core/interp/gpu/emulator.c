/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/gpu/emulator-private.h"

#include "core/interp/compile-private.h"

static gboolean
run_host (const TlProgram *program, const TlPrimFunc *func, TlTensor *const *args, TlEmulatorRun *run, GError **error)
{
  TlInterpMachine *host = tl_machine_new (program, func, args, run->options->max_steps, run->cancellable);
  gboolean         ok;

  host->hook_data = run;
  run->n_slots = program->slots->len;
  if (run->options->counts)
    run->counts = g_new0 (TlInstrCounts, program->n_code);
  run->written = g_new0 (TlWritten, run->n_slots + 1);
  ok = tl_machine_run (host, 0);
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&host->error));
  tl_machine_free (host);
  for (guint i = 0; i < run->n_slots; i++)
    g_free (run->written[i].flags);
  g_free (run->written);
  return ok;
}

TlEmulation *
tl_emulate (const TlPrimFunc *func, TlTensor *const *args, guint n_args, const TlEmulatorOptions *options, GCancellable *cancellable,
            GError **error)
{
  static const TlEmulatorOptions none;
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);
  g_autoptr (GHashTable) findings = tl_findings_new ();
  TlEmulatorRun run = { .options = options != NULL ? options : &none, .cancellable = cancellable, .findings = findings };
  TlEmulation  *emulation = NULL;
  TlCompiler   *compiler;
  TlProgram    *program;

  if (kernels == NULL || (compiler = tl_compiler_new (func, args, n_args, error)) == NULL)
    return NULL;
  tl_compiler_set_launch (compiler, tl_launch_hook);
  tl_compiler_stmt (compiler, func->body);
  program = tl_compiler_finish (compiler);
  if (run_host (program, func, args, &run, error))
    {
      emulation = g_new0 (TlEmulation, 1);
      emulation->findings = tl_findings_finish (findings, &emulation->n_more);
      emulation->n_thread_instructions = run.n_executed;
      if (run.counts != NULL)
        emulation->counts = tl_counts_by_statement (program, run.counts, run.options->scheduled, kernels);
    }
  g_free (run.counts);
  tl_program_free (program);
  return emulation;
}

void
tl_emulation_free (TlEmulation *emulation)
{
  if (emulation == NULL)
    return;
  g_ptr_array_unref (emulation->findings);
  g_clear_pointer (&emulation->counts, g_ptr_array_unref);
  g_free (emulation);
}
