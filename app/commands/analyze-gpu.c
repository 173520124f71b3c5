/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "app/commands/analyze.h"
#include "core/analysis/gpu/kernel-cost.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"

static const char *
member_name (TlCostTerm term)
{
  static const char *const names[TL_N_COST_TERMS] = {
    [TL_COST_ISSUE] = "issue_s", [TL_COST_ARITHMETIC] = "arithmetic_s", [TL_COST_TENSOR] = "tensor_s", [TL_COST_SHARED] = "shared_s",
    [TL_COST_L1] = "l1_s",       [TL_COST_L2] = "l2_s",                 [TL_COST_MEMORY] = "memory_s", [TL_COST_LATENCY] = "latency_s",
  };

  return names[term];
}

static void
add_mix (JsonBuilder *json, const char *name, const TlCostMix *mix)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    if (mix->n_of[i] > 0)
      tl_json_add_double (json, tl_operation_name (i), mix->n_of[i]);
  json_builder_end_object (json);
}

static void
add_requests (JsonBuilder *json, const TlKernelCost *cost)
{
  static const char *const names[TL_N_ACCESSES] = { "global_loads", "global_stores", "shared_loads", "shared_stores" };

  for (guint i = 0; i < TL_N_ACCESSES; i++)
    {
      json_builder_set_member_name (json, names[i]);
      json_builder_begin_object (json);
      tl_json_add_double (json, "requests", cost->accesses[i].n_requests);
      tl_json_add_double (json, i < TL_ACCESS_SHARED_LOAD ? "sectors" : "passes", cost->accesses[i].n_units);
      tl_json_add_double (json, i < TL_ACCESS_SHARED_LOAD ? "least_sectors" : "least_passes", cost->accesses[i].least_units);
      json_builder_end_object (json);
    }
}

static void
add_kernel (JsonBuilder *json, const TlKernelCost *cost)
{
  g_autofree char *limit = tl_kernel_cost_limit_text (cost);

  json_builder_begin_object (json);
  tl_json_add_text (json, "kernel", cost->name);
  tl_json_add_int (json, "launches", cost->n_launches);
  tl_json_add_int (json, "blocks", cost->n_blocks);
  tl_json_add_int (json, "threads", cost->n_threads);
  tl_json_add_int (json, "registers", cost->occupancy.n_registers);
  tl_json_add_text (json, "registers_by", cost->has_registers ? "ptxas" : "estimate");
  tl_json_add_int (json, "spill_bytes", cost->spill_bytes);
  tl_json_add_int (json, "shared_bytes", cost->occupancy.shared_bytes);
  tl_json_add_double (json, "occupancy", tl_occupancy_share (&cost->occupancy));
  tl_json_add_int (json, "blocks_at_once", cost->occupancy.n_blocks);
  tl_json_add_text (json, "occupancy_limit", tl_occupancy_limit_name (cost->occupancy.limit));
  tl_json_add_double (json, "waves", cost->n_waves);
  tl_json_add_double (json, "places_used", cost->tail);
  add_mix (json, "instructions", &cost->mix);
  if (cost->hot_loop != NULL)
    {
      tl_json_add_text (json, "hot_loop", cost->hot_loop);
      tl_json_add_double (json, "hot_loop_iterations", cost->hot_trips);
      add_mix (json, "hot_loop_instructions", &cost->hot_mix);
    }
  add_requests (json, cost);
  tl_json_add_double (json, "flops", cost->flops);
  tl_json_add_double (json, "l2_bytes", cost->l2_bytes);
  tl_json_add_double (json, "read_bytes", cost->read_bytes);
  tl_json_add_double (json, "written_bytes", cost->written_bytes);
  tl_json_add_double (json, "found_in_l2", cost->warm_share);
  tl_json_add_double (json, "load_clocks", cost->latency_clk);
  tl_json_add_double (json, "chain_clocks", cost->chain_clk);
  json_builder_set_member_name (json, "terms");
  json_builder_begin_object (json);
  for (TlCostTerm term = 0; term < TL_N_COST_TERMS; term++)
    tl_json_add_double (json, member_name (term), cost->terms[term]);
  tl_json_add_double (json, "launch_s", cost->launch_s);
  json_builder_end_object (json);
  tl_json_add_text (json, "limit", tl_cost_term_name (cost->limit));
  tl_json_add_text (json, "sentence", limit);
  json_builder_set_member_name (json, "assumes_data");
  json_builder_add_boolean_value (json, !cost->is_exact);
  tl_json_add_double (json, "seconds", cost->seconds);
  json_builder_end_object (json);
}

/* TlCudaKernel, by a worker's PTX and ptxas. */
static GPtrArray *
assemble (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, GError **error)
{
  g_autofree char   *ptx = tl_worker_pool_compile_to_text (pool, tl_state_module (state), func->name, target, "ptx", NULL, NULL, NULL,
                                                           error);
  GPtrArray         *kernels = NULL;
  g_autoptr (GBytes) code = ptx != NULL ? tl_cuda_assemble (ptx, target->arch, &kernels, error) : NULL;

  return kernels;
}

TlExit
tl_analyze_report_gpu (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, JsonBuilder *json)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlModule)  lowered = tl_lower (tl_state_module (state), func->name, target, NULL, &error);
  g_autoptr (GPtrArray) assembled = NULL;
  g_autoptr (TlGpuCost) cost = NULL;
  g_autofree TlKernelRegisters *registers = NULL;
  TlCostOptions         options = { 0 };

  if (lowered == NULL || (pool != NULL && (assembled = assemble (pool, state, func, target, &error)) == NULL))
    return tl_command_fail (TL_EXIT_FAILED, error);
  registers = g_new0 (TlKernelRegisters, assembled != NULL ? assembled->len : 1);
  for (guint i = 0; assembled != NULL && i < assembled->len; i++)
    {
      const TlCudaKernel *kernel = g_ptr_array_index (assembled, i);

      registers[i] = (TlKernelRegisters) { kernel->name, kernel->n_registers, kernel->spill_store_bytes + kernel->spill_load_bytes };
    }
  options.registers = registers;
  options.n_registers = assembled != NULL ? assembled->len : 0;
  cost = tl_gpu_cost_new (lowered->prims[0], target, &options, &error);
  if (cost == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (json == NULL)
    {
      g_autofree char *text = tl_gpu_cost_text (cost);

      printf ("%s", text);
      return TL_EXIT_DONE;
    }
  json_builder_begin_object (json);
  tl_json_add_text (json, "function", func->name);
  tl_json_add_text (json, "gpu", cost->model->name);
  tl_json_add_double (json, "seconds", cost->seconds);
  json_builder_set_member_name (json, "kernels");
  json_builder_begin_array (json);
  for (guint i = 0; i < cost->kernels->len; i++)
    add_kernel (json, g_ptr_array_index (cost->kernels, i));
  json_builder_end_array (json);
  json_builder_end_object (json);
  return TL_EXIT_DONE;
}
