/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of a kernel → seconds: the terms of core/analysis/gpu/kernel-cost.h. */
#include <math.h>

#include "core/analysis/gpu/cost-private.h"
#include "core/base/extremum.h"

#define N_SCHEDULERS      4     /* of a multiprocessor, one instruction a clock each */
#define INTEGER_LANES     64.
#define SPECIAL_LANES     16.
#define LINE_SECTORS      4.    /* that L1 gives in a clock */
#define MEMORY_SHARE      .92   /* of the data sheet's bandwidth */
#define L1_CLK            35    /* waits for a load, by where the bytes are: L1, … */
#define L2_CLK            220   /* … farther, in L2, … */
#define MEMORY_CLK        450   /* … and farther, in memory */
#define BLOCK_CLK         500   /* from the end of a block until the one that takes its place loads */
#define NORM              4

/* Figures of multiprocessors that data sheets leave out. */
typedef struct
{
  guint  capability;
  double l2_bytes;         /* of all L2 a clock, for each multiprocessor: measured bandwidths */
  double f64_lanes;
  double request_lanes;    /* load and store units: addresses of a request in a clock */
  double n_lines;          /* of one request that L1 looks up in a clock */
  double matrix_share;     /* of the data sheet's tensor rate that mma.sync reaches */
  gboolean shares_lanes;   /* integers take half of the lanes of floats */
} ProcessorRates;

static const ProcessorRates rates_by_capability[] = {
  { 70, 20, 32, 32, 1, .9, FALSE }, { 75, 22, 2, 16, 1, .9, FALSE }, { 80, 30, 32, 32, 1, .95, FALSE },
  { 86, 18, 2, 16, 1, .95, TRUE },  { 87, 18, 2, 16, 1, .95, TRUE }, { 89, 18, 2, 16, 1, .95, TRUE },
  { 90, 26, 64, 32, 2, .62, FALSE },
};

static const ProcessorRates *
rates_of (guint capability)
{
  const ProcessorRates *found = &rates_by_capability[0];

  for (guint i = 0; i < G_N_ELEMENTS (rates_by_capability); i++)
    if (rates_by_capability[i].capability <= capability)
      found = &rates_by_capability[i];
  return found;
}

/* Clocks of a multiprocessor for one block; of @L2 and @MEMORY, seconds of the whole GPU. */
typedef struct
{
  double of[TL_N_COST_TERMS];
} BlockCosts;

static double
arithmetic_clk (const TlCostMix *mix, const TlGpuLimits *limits, const ProcessorRates *rates, double n_doubles)
{
  double floats = (mix->n_of[TL_OPERATION_FMA] + mix->n_of[TL_OPERATION_FLOAT] - n_doubles) * TL_WARP_LANES / limits->fp32_lanes
                  + n_doubles * TL_WARP_LANES / rates->f64_lanes;
  double integers = mix->n_of[TL_OPERATION_INTEGER] * TL_WARP_LANES / INTEGER_LANES;
  double special = mix->n_of[TL_OPERATION_SPECIAL] * TL_WARP_LANES / SPECIAL_LANES;

  if (rates->shares_lanes)
    floats += mix->n_of[TL_OPERATION_INTEGER] * TL_WARP_LANES / limits->fp32_lanes;
  return MAX (floats, MAX (integers, special));
}

/* Multiply-adds of float16 in a clock, by the data sheet of the GPU. */
static double
tensor_rate (const TlGpuModel *model, const ProcessorRates *rates)
{
  return model->f16_tensor_tflops * 1e12 / 2 / (model->n_multiprocessors * model->boost_mhz * 1e6) * rates->matrix_share;
}

/* Of requests to global or shared memory: their addresses, and the lines and passes that they take. */
static double
request_clk (const CostWalk *walk, const ProcessorRates *rates, gboolean is_shared)
{
  double clk = 0;

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);
      double            data = is_shared ? access->n_units : MAX (access->n_lines / rates->n_lines, access->n_units / LINE_SECTORS);

      if (is_shared == (access->kind >= TL_ACCESS_SHARED_LOAD))
        clk += MAX (data, access->n_requests * TL_WARP_LANES / rates->request_lanes);
    }
  return clk;
}

static BlockCosts
costs_of_block (const CostWalk *walk, const TlGpuModel *model, CostChain chain, const TlKernelCost *cost)
{
  const ProcessorRates *rates = rates_of (walk->limits->capability);
  double                hz = model->boost_mhz * 1e6, n = (double) walk->n_blocks;
  TlCostMix             mix = walk->mix;
  BlockCosts            costs;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    mix.n_of[i] /= n;
  mix.n_of[TL_OPERATION_LOCAL] += cost->spill_bytes / 4. * MAX (cost->hot_trips, 1) * walk->n_warps;
  costs.of[TL_COST_ISSUE] = cost_mix_instructions (&mix) / N_SCHEDULERS;
  costs.of[TL_COST_ARITHMETIC] = arithmetic_clk (&mix, walk->limits, rates, walk->n_doubles / n);
  costs.of[TL_COST_TENSOR] = walk->tensor_products > 0 ? walk->tensor_products / n / tl_max (tensor_rate (model, rates), 1) : 0;
  costs.of[TL_COST_SHARED] = request_clk (walk, rates, TRUE) / n
                             + mix.n_of[TL_OPERATION_SHUFFLE] * TL_WARP_LANES / rates->request_lanes;
  costs.of[TL_COST_L1] = request_clk (walk, rates, FALSE) / n + mix.n_of[TL_OPERATION_LOCAL];
  costs.of[TL_COST_L2] = cost->l2_bytes / n / (rates->l2_bytes * model->n_multiprocessors * hz);
  costs.of[TL_COST_MEMORY] = (cost->read_bytes + cost->written_bytes) * (1 - cost->warm_share) / n
                             / (model->memory_gb_s * 1e9 * MEMORY_SHARE);
  costs.of[TL_COST_LATENCY] = BLOCK_CLK + chain.clk + chain.loads * cost->latency_clk;
  return costs;
}

/* --- waves --- */

/* Seconds of @n_blocks blocks at once, spread over all multiprocessors; adds each part to @terms. */
static double
wave_seconds (const BlockCosts *costs, const TlGpuModel *model, double n_blocks, double n_waves, double *terms)
{
  double per_processor = ceil (n_blocks / model->n_multiprocessors), hz = model->boost_mhz * 1e6, sum = 0, data_path = 0;

  for (TlCostTerm term = 0; term < TL_N_COST_TERMS; term++)
    {
      double seconds = term == TL_COST_LATENCY ? costs->of[term] / hz
                       : term == TL_COST_L2 || term == TL_COST_MEMORY ? costs->of[term] * n_blocks
                       : costs->of[term] * per_processor / hz;

      terms[term] += seconds * n_waves;
      if (term == TL_COST_SHARED || term == TL_COST_L1)
        data_path += seconds;   /* both go through the same memory */
      else
        sum += pow (seconds, NORM);
    }
  return pow (sum + pow (data_path, NORM), 1. / NORM) * n_waves;
}

static double
mean_latency (const TlKernelCost *cost)
{
  double asked = cost->accesses[TL_ACCESS_GLOBAL_LOAD].n_units * TL_SECTOR_BYTES;
  double past_l1 = asked > 0 ? MIN (cost->l2_load_bytes / asked, 1) : 0;
  double past_l2 = cost->l2_load_bytes > 0 ? MIN (cost->read_bytes * (1 - cost->warm_share) / cost->l2_load_bytes, 1) : 0;

  return L1_CLK + past_l1 * (L2_CLK + past_l2 * MEMORY_CLK);
}

void
cost_set_time (const CostWalk *walk, const TlGpuModel *model, CostChain chain, TlKernelCost *cost)
{
  double     at_once = (double) (cost->occupancy.n_blocks * model->n_multiprocessors), full, rest;
  BlockCosts costs;

  cost->latency_clk = mean_latency (cost);
  costs = costs_of_block (walk, model, chain, cost);
  cost->chain_clk = costs.of[TL_COST_LATENCY];
  cost->n_waves = walk->n_blocks / at_once;
  cost->tail = cost->n_waves / ceil (cost->n_waves);
  full = floor (cost->n_waves);
  rest = walk->n_blocks - full * at_once;
  if (full > 0)
    cost->seconds += wave_seconds (&costs, model, at_once, full, cost->terms);
  if (rest > 0)
    cost->seconds += wave_seconds (&costs, model, rest, 1, cost->terms);
  for (TlCostTerm term = 0; term < TL_N_COST_TERMS; term++)
    if (cost->terms[term] > cost->terms[cost->limit])
      cost->limit = term;
}
