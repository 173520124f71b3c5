/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/analysis/gpu/kernel-cost.h"
#include "core/base/format.h"

static const char *const term_names[TL_N_COST_TERMS] = {
  [TL_COST_ISSUE] = "issue",          [TL_COST_ARITHMETIC] = "arithmetic", [TL_COST_TENSOR] = "tensor cores",
  [TL_COST_SHARED] = "shared memory", [TL_COST_L1] = "L1",                 [TL_COST_L2] = "L2",
  [TL_COST_MEMORY] = "memory",        [TL_COST_LATENCY] = "latency",
};

static const char *const access_names[TL_N_ACCESSES] = {
  [TL_ACCESS_GLOBAL_LOAD] = "global loads",   [TL_ACCESS_GLOBAL_STORE] = "global stores",
  [TL_ACCESS_SHARED_LOAD] = "shared loads",   [TL_ACCESS_SHARED_STORE] = "shared stores",
};

const char *
tl_cost_term_name (TlCostTerm term)
{
  return term_names[term];
}

/* --- the sentence --- */

static double
times_least (const TlKernelCost *cost, TlAccessKind load)
{
  double least = cost->accesses[load].least_units + cost->accesses[load + 1].least_units;

  return least > 0 ? (cost->accesses[load].n_units + cost->accesses[load + 1].n_units) / least : 1;
}

/* "a thread issues 1.4 instructions for a multiply-add" */
static char *
issue_text (const TlKernelCost *cost)
{
  const TlCostMix *mix = cost->hot_loop != NULL ? &cost->hot_mix : &cost->mix;
  double           sums = mix->n_of[TL_OPERATION_FMA], all = 0;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    all += i == TL_OPERATION_MATRIX ? 0 : mix->n_of[i];
  return sums >= 1 ? g_strdup_printf ("a thread issues %.2f instructions for each multiply-add", all / sums)
                   : g_strdup_printf ("a thread issues %.0f instructions", all);
}

/* Of requests that are too many, or move too much. */
static char *
requests_text (const TlKernelCost *cost, TlAccessKind load)
{
  const TlCostMix *mix = cost->hot_loop != NULL ? &cost->hot_mix : &cost->mix;
  double           times = times_least (cost, load), sums = mix->n_of[TL_OPERATION_FMA];

  if (times >= 1.1)
    return load == TL_ACCESS_SHARED_LOAD ? g_strdup_printf ("bank conflicts make %.2f passes of each that is needed", times)
                                         : g_strdup_printf ("requests move %.2f times the sectors that their bytes fill", times);
  return sums >= 1 ? g_strdup_printf ("a thread makes %.2f accesses for each multiply-add", mix->n_of[TL_OPERATION_MEMORY] / sums)
                   : g_strdup_printf ("a thread makes %.0f accesses", cost->mix.n_of[TL_OPERATION_MEMORY]);
}

static char *
reason_of (const TlKernelCost *cost)
{
  g_autofree char *l2 = tl_format_bytes ((gint64) cost->l2_bytes);
  g_autofree char *memory = tl_format_bytes ((gint64) ((cost->read_bytes + cost->written_bytes) * (1 - cost->warm_share)));

  switch (cost->limit)
    {
    case TL_COST_ISSUE:
      return issue_text (cost);
    case TL_COST_ARITHMETIC:
      return g_strdup_printf ("%.0f multiply-adds a thread", cost->mix.n_of[TL_OPERATION_FMA]);
    case TL_COST_TENSOR:
      return g_strdup_printf ("%.0f multiply-adds of matrices a warp", cost->mix.n_of[TL_OPERATION_MATRIX]);
    case TL_COST_SHARED:
      return requests_text (cost, TL_ACCESS_SHARED_LOAD);
    case TL_COST_L1:
      return requests_text (cost, TL_ACCESS_GLOBAL_LOAD);
    case TL_COST_L2:
      return g_strdup_printf ("%s cross between L1 and L2", l2);
    case TL_COST_MEMORY:
      return g_strdup_printf ("%s come from memory or go there", memory);
    default:
      return g_strdup_printf ("a block waits through %.0f clocks, and %.0f %% of the warps that fit run at once", cost->chain_clk,
                              100 * tl_occupancy_share (&cost->occupancy));
    }
}

char *
tl_kernel_cost_limit_text (const TlKernelCost *cost)
{
  g_autofree char *reason = reason_of (cost);
  double           busy = cost->seconds - cost->launch_s;

  if (busy < cost->launch_s)
    return g_strdup_printf ("Limited by its launch: the work itself takes %.0f %% of the time.", 100 * busy / cost->seconds);
  return g_strdup_printf ("Limited by %s (%.0f %% of the time): %s.", term_names[cost->limit],
                          MIN (100 * cost->terms[cost->limit] / busy, 100), reason);
}

/* --- the table --- */

static void
append_mix (GString *text, const TlCostMix *mix)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    if (mix->n_of[i] >= .05)
      {
        g_string_append_printf (text, "%s%.*f %s", is_first ? "" : ", ", mix->n_of[i] < 10 && mix->n_of[i] != floor (mix->n_of[i]) ? 1 : 0,
                                mix->n_of[i], tl_operation_name (i));
        is_first = FALSE;
      }
  g_string_append (text, is_first ? "nothing counted\n" : "\n");
}

static void
append_resources (GString *text, const TlKernelCost *cost)
{
  const TlOccupancy *occupancy = &cost->occupancy;
  g_autofree char   *shared = tl_format_bytes (occupancy->shared_bytes);

  g_string_append_printf (text, "  registers      %" G_GINT64_FORMAT " a thread (%s)", occupancy->n_registers,
                          cost->has_registers ? "by ptxas" : "estimated");
  if (cost->spill_bytes > 0)
    g_string_append_printf (text, ", %u bytes spilled", cost->spill_bytes);
  g_string_append_printf (text, "\n  shared memory  %s a block\n", shared);
  g_string_append_printf (text, "  occupancy      %.0f %%: %" G_GINT64_FORMAT " blocks of %" G_GINT64_FORMAT
                          " warps on a multiprocessor, limited by %s\n", 100 * tl_occupancy_share (occupancy), occupancy->n_blocks,
                          occupancy->n_warps, tl_occupancy_limit_name (occupancy->limit));
  g_string_append_printf (text, "  waves          %.2f, the places in them %.0f %% used\n", cost->n_waves, 100 * cost->tail);
}

static void
append_requests (GString *text, const TlKernelCost *cost)
{
  for (TlAccessKind kind = 0; kind < TL_N_ACCESSES; kind++)
    {
      const TlCostRequests *requests = &cost->accesses[kind];
      gboolean              is_global = kind == TL_ACCESS_GLOBAL_LOAD || kind == TL_ACCESS_GLOBAL_STORE;

      if (requests->n_requests > 0)
        g_string_append_printf (text, "  %-14s %.0f requests of warps, %.2f %s each (%.2f × the least)\n", access_names[kind],
                                requests->n_requests, requests->n_units / requests->n_requests, is_global ? "sectors" : "passes",
                                requests->n_units / MAX (requests->least_units, 1));
    }
}

static void
append_traffic (GString *text, const TlKernelCost *cost)
{
  g_autofree char *l2 = tl_format_bytes ((gint64) cost->l2_bytes), *read = tl_format_bytes ((gint64) cost->read_bytes);
  g_autofree char *written = tl_format_bytes ((gint64) cost->written_bytes);
  double           n_bytes = cost->read_bytes + cost->written_bytes;

  g_string_append_printf (text, "  bytes          %s past L1; memory: %s read, %s written", l2, read, written);
  if (cost->warm_share > 0)
    g_string_append_printf (text, ", %.0f %% of it in L2 since the run before", 100 * cost->warm_share);
  if (n_bytes > 0)
    g_string_append_printf (text, "; %.3g FLOP a byte of memory", cost->flops / n_bytes);
  g_string_append_c (text, '\n');
}

static void
append_terms (GString *text, const TlKernelCost *cost)
{
  g_string_append (text, "  time by term   ");
  for (TlCostTerm term = 0; term < TL_N_COST_TERMS; term++)
    if (cost->terms[term] > 0)
      {
        g_autofree char *seconds = tl_format_seconds (cost->terms[term]);

        g_string_append_printf (text, "%s%s %s", term > 0 ? ", " : "", term_names[term], seconds);
      }
  g_string_append_c (text, '\n');
}

static void
append_kernel (GString *text, const TlKernelCost *cost)
{
  g_autofree char *seconds = tl_format_seconds (cost->seconds), *launch = tl_format_seconds (cost->launch_s);
  g_autofree char *limit = tl_kernel_cost_limit_text (cost);

  g_string_append_printf (text, "%s: %" G_GINT64_FORMAT " blocks of %" G_GINT64_FORMAT " threads, predicted %s with launch (%s)%s\n",
                          cost->name,
                          cost->n_blocks, cost->n_threads, seconds, launch,
                          cost->is_exact ? "" : "; addresses or loops depend on data and are assumed");
  append_resources (text, cost);
  if (cost->hot_loop != NULL)
    {
      g_string_append_printf (text, "  hot loop       %s, %.0f iterations; in one, a thread: ", cost->hot_loop, cost->hot_trips);
      append_mix (text, &cost->hot_mix);
    }
  g_string_append (text, "  instructions   of a thread: ");
  append_mix (text, &cost->mix);
  append_requests (text, cost);
  append_traffic (text, cost);
  append_terms (text, cost);
  g_string_append_printf (text, "  %s\n", limit);
}

char *
tl_gpu_cost_text (const TlGpuCost *cost)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *seconds = tl_format_seconds (cost->seconds);

  for (guint i = 0; i < cost->kernels->len; i++)
    append_kernel (text, g_ptr_array_index (cost->kernels, i));
  g_string_append_printf (text, "predicted on %s: %s\n", cost->model->name, seconds);
  return g_string_free (text, FALSE);
}
