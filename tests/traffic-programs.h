/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of data/benchmarks/traffic.py, on machines as small as they are: predicted and simulated traffic. */
#pragma once

#include "core/analysis/traffic.h"

/* Registers, L1, L2, L3: so that small programs exceed each of them, or none. */
static const TlCapacities small_machines[] = {
  { { 512, 2048, 8192, 32768 } },
  { { 1024, 4096, 16384, 65536 } },
  { { 2048, 3008, 12032, 40000 } },
};

#define MOST_SIMULATED 100000000u

typedef struct
{
  TlTraffic *traffic;
  TlMoved  (*simulated)[TL_N_LEVELS];   /* of each buffer, and of all */
} SimulatedTraffic;

static inline void
simulated_traffic_clear (SimulatedTraffic *simulated)
{
  g_clear_pointer (&simulated->traffic, tl_traffic_free);
  g_clear_pointer (&simulated->simulated, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SimulatedTraffic, simulated_traffic_clear)

static inline SimulatedTraffic
simulate_program (const TlModule *module, const TlPrimFunc *func, const TlCapacities *capacities)
{
  SimulatedTraffic simulated = { tl_traffic_new (module, func, capacities), NULL };

  simulated.simulated = g_malloc0_n (simulated.traffic->n_buffers + 1, sizeof *simulated.simulated);
  if (!tl_traffic_simulate (simulated.traffic, MOST_SIMULATED, simulated.simulated))
    g_error ("%s cannot be simulated", func->name);
  return simulated;
}

static inline double
simulated_bytes (const SimulatedTraffic *simulated, TlLevel level)
{
  return tl_moved_bytes (&simulated->simulated[simulated->traffic->n_buffers][level]);
}

/* 0.1: 10 % too much is predicted. */
static inline double
prediction_error (const SimulatedTraffic *simulated, TlLevel level)
{
  return tl_moved_bytes (&simulated->traffic->moved[level]) / simulated_bytes (simulated, level) - 1;
}
