/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/run-emulator.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "core/schedule/interface.h"

typedef struct
{
  const TlPrimFunc *scheduled;
  TlModule         *lowered;      /* Owned; NULL: written as kernels */
  const TlPrimFunc *kernels;
  TlReference      *reference;    /* Owned; NULL: written as kernels or with matrix instructions, nothing to compare with */
  GPtrArray        *names;        /* Owned: TlKernel of @kernels */
  TlEmulation      *emulation;    /* Owned */
  TlCheckResult     result;       /* Owned inside */
} EmulatedRun;

static void
clear_run (EmulatedRun *run)
{
  g_clear_pointer (&run->lowered, tl_module_unref);
  g_clear_pointer (&run->reference, tl_reference_free);
  g_clear_pointer (&run->names, g_ptr_array_unref);
  g_clear_pointer (&run->emulation, tl_emulation_free);
  tl_check_result_clear (&run->result);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EmulatedRun, clear_run)

static TlWalk
stop_at_block (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_BLOCK && strcmp (stmt->block.name, "root") != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

/* There are kernels, and no block but the root is left to lower. */
static gboolean
is_written_as_kernels (const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, NULL);

  return kernels != NULL && kernels->len > 0 && tl_stmt_walk (func->body, stop_at_block, NULL, NULL);
}

static TlWalk
stop_at_matrix_call (const TlExpr *expr, gpointer user_data)
{
  TlMatrixCall call;

  return tl_matrix_call_read (expr, &call) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_matrix_calls (const TlPrimFunc *func)
{
  return !tl_stmt_walk (func->body, NULL, stop_at_matrix_call, NULL);
}

/* Other than TL_EXIT_DONE after printing why there are no kernels. */
static TlExit
find_kernels (EmulatedRun *run, const TlState *state, const TlPrimFunc *func, const TlTarget *target)
{
  g_autoptr (GError) error = NULL;

  run->scheduled = tl_module_prim (tl_state_module (state), func->name);
  run->kernels = run->scheduled;
  if (is_written_as_kernels (run->scheduled))
    return TL_EXIT_DONE;
  if (!tl_target_has_kernels (target))
    return tl_command_usage ("--device emulator requires a target whose threads run as kernels: add --target cuda");
  run->lowered = tl_lower (tl_state_module (state), func->name, target, NULL, &error);
  if (run->lowered == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  run->kernels = run->lowered->prims[0];
  return TL_EXIT_DONE;
}

/* The interpreter runs threads one after the other, and knows no matrix instructions: it is no reference for what is written with them. */
static gboolean
make_reference (EmulatedRun *run, const TlState *state, const TlPrimFunc *func, GPtrArray *args, GCancellable *cancellable, GError **error)
{
  g_autofree char *interface = tl_interface_describe (state, func->name);

  if (run->lowered == NULL || has_matrix_calls (func))
    return TRUE;
  run->reference = tl_reference_new (interface == NULL ? func : run->scheduled, (TlTensor *const *) args->pdata, args->len, 0, cancellable,
                                     error);
  return run->reference != NULL;
}

static const char *
outcome_of (const EmulatedRun *run)
{
  return run->emulation->findings->len > 0 ? "fault" : run->reference != NULL && !run->result.ok ? "wrong-result" : "ok";
}

static const char *
kernel_name (const EmulatedRun *run, const TlFinding *finding)
{
  return ((const TlKernel *) g_ptr_array_index (run->names, finding->kernel))->name;
}

static void
print_text (const EmulatedRun *run, const TlEmulatedFlags *flags)
{
  const TlEmulation *emulation = run->emulation;

  for (guint i = 0; i < emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (emulation->findings, i);

      printf ("%s", tl_fault_kind_name (finding->kind));
      if (run->names->len > 1)
        printf (" in %s", kernel_name (run, finding));
      printf (": %s", finding->text);
      printf (finding->count == 1 ? "\n" : " (%" G_GUINT64_FORMAT " times)\n", finding->count);
    }
  if (emulation->n_more > 0)
    printf ("and %u more\n", emulation->n_more);
  if (run->reference != NULL && !run->result.ok)
    printf ("wrong result: %s\n", run->result.where != NULL ? run->result.where : "the program reads memory before it is written");
  else if (flags->check && emulation->findings->len == 0)
    printf ("checked: no races or other faults%s\n",
            run->reference != NULL ? ", agrees with the interpreter"
            : run->lowered == NULL ? "; written as kernels, so the result is not compared"
            : "; written with matrix instructions, so the result is not compared");
  if (flags->report)
    {
      g_autofree char *counts = tl_emulation_counts_text (emulation);

      printf ("%s", counts);
    }
}

static void
add_number (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

/* As member "counts": of each kernel, then of its statements, which have "statement". */
static void
add_counts (JsonBuilder *builder, const TlEmulation *emulation)
{
  static const char *const operations[TL_N_OPERATIONS] = {
    "fma", "matrix_fma", "float", "integer", "special", "branch", "barrier", "shuffle", "local", "memory",
  };
  static const struct { const char *requests, *units, *least; } accesses[TL_N_ACCESSES] = {
    { "global_load_requests", "global_load_sectors", "global_load_least_sectors" },
    { "global_store_requests", "global_store_sectors", "global_store_least_sectors" },
    { "shared_load_requests", "shared_load_passes", "shared_load_least_passes" },
    { "shared_store_requests", "shared_store_passes", "shared_store_least_passes" },
  };

  json_builder_set_member_name (builder, "counts");
  json_builder_begin_array (builder);
  for (guint i = 0; i < emulation->counts->len; i++)
    {
      const TlKernelCounts *counts = g_ptr_array_index (emulation->counts, i);

      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, counts->stmt == NULL ? "kernel" : "statement");
      json_builder_add_string_value (builder, counts->name);
      for (guint k = 0; k < TL_N_OPERATIONS; k++)
        add_number (builder, operations[k], counts->n_of[k]);
      for (guint k = 0; k < TL_N_ACCESSES; k++)
        {
          add_number (builder, accesses[k].requests, counts->accesses[k].n_requests);
          add_number (builder, accesses[k].units, counts->accesses[k].n_units);
          add_number (builder, accesses[k].least, counts->accesses[k].least_units);
        }
      add_number (builder, "warp_branches", counts->n_branches);
      add_number (builder, "divergent_warp_branches", counts->n_divergent);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_json (const char *path, const char *func_name, const EmulatedRun *run, const TlEmulatedFlags *flags)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  const struct { const char *name, *value; } strings[] = {
    { "file", path }, { "function", func_name }, { "device", "emulator" }, { "outcome", outcome_of (run) },
    { "message", run->result.where },
  };

  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    if (strings[i].value != NULL)
      {
        json_builder_set_member_name (builder, strings[i].name);
        json_builder_add_string_value (builder, strings[i].value);
      }
  json_builder_set_member_name (builder, "checked");
  json_builder_add_boolean_value (builder, flags->check);
  json_builder_set_member_name (builder, "findings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < run->emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (run->emulation->findings, i);

      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "kind");
      json_builder_add_string_value (builder, tl_fault_kind_name (finding->kind));
      json_builder_set_member_name (builder, "kernel");
      json_builder_add_string_value (builder, kernel_name (run, finding));
      json_builder_set_member_name (builder, "count");
      json_builder_add_int_value (builder, (gint64) finding->count);
      json_builder_set_member_name (builder, "text");
      json_builder_add_string_value (builder, finding->text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  if (flags->report)
    add_counts (builder, run->emulation);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  printf ("%s\n", text);
}

TlExit
tl_run_emulated (const char *path, const TlState *state, const TlPrimFunc *func, const TlTarget *target, GPtrArray *args,
                 const TlEmulatedFlags *flags, GCancellable *cancellable)
{
  g_auto (EmulatedRun) run = { 0 };
  g_autoptr (GError)   error = NULL;
  TlEmulatorOptions    options = { .checks = flags->check, .counts = flags->report };
  TlExit               exit = find_kernels (&run, state, func, target);

  if (exit != TL_EXIT_DONE)
    return exit;
  options.scheduled = run.scheduled;
  if (flags->check && !make_reference (&run, state, func, args, cancellable, &error))
    return tl_command_fail (TL_EXIT_FAILED, error);
  run.emulation = tl_emulate (run.kernels, (TlTensor *const *) args->pdata, args->len, &options, cancellable, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      tl_command_message ("%s: no result within the time limit", path);
      return TL_EXIT_FAILED;
    }
  if (run.emulation == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  run.names = tl_kernels_find (run.kernels, NULL);
  if (run.reference != NULL)
    tl_reference_check (run.reference, (TlTensor *const *) args->pdata, &run.result);
  if (flags->json)
    print_json (path, func->name, &run, flags);
  else
    print_text (&run, flags);
  if (run.emulation->findings->len > 0)
    return TL_EXIT_FAILED;
  return run.reference != NULL && !run.result.ok ? TL_EXIT_NO : TL_EXIT_DONE;
}
