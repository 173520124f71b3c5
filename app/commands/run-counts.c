/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/run-counts.h"

#include <math.h>
#include <stdio.h>

#include "core/analysis/traffic.h"

/* Bytes that are read into the caches whose misses are counted; -1 for other counters, and unknown. */
static void
predict (const TlState *state, const char *func_name, const TlTarget *target, double bytes[TL_N_COUNTERS])
{
  const TlModule       *module = tl_state_module (state);
  TlCapacities          capacities = tl_capacities_of (target);
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, func_name), &capacities);

  for (guint i = 0; i < TL_N_COUNTERS; i++)
    bytes[i] = -1;
  if (capacities.bytes[TL_LEVEL_L1] > 0)
    bytes[TL_COUNTER_L1_MISSES] = traffic->moved[TL_LEVEL_L1].in_bytes;
  bytes[TL_COUNTER_LLC_MISSES] = traffic->moved[tl_capacities_last (&capacities)].in_bytes;
}

static gboolean
is_of_misses (TlCounter counter)
{
  return counter == TL_COUNTER_L1_MISSES || counter == TL_COUNTER_LLC_MISSES;
}

void
tl_run_counts_print (const TlCounters *counts, const TlState *state, const char *func_name, const TlTarget *target)
{
  double           predicted[TL_N_COUNTERS], ipc = tl_counters_ipc (counts);
  g_autofree char *missing = counts->n_runs > 0 ? tl_counters_missing_text (counts) : NULL;

  if (counts->n_runs == 0)
    {
      printf ("not counted: a run takes too long, or the device is not the CPU\n");
      return;
    }
  predict (state, func_name, target, predicted);
  printf ("counted per run, mean of %" G_GUINT64_FORMAT ":\n", counts->n_runs);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    {
      g_autofree char *text = is_of_misses (i) ? tl_counters_miss_text (counts, i, predicted[i]) : tl_counters_text (counts, i);

      printf ("  %-30s%s\n", tl_counter_title (i), text);
      if (i == TL_COUNTER_INSTRUCTIONS && ipc > 0)
        printf ("  %-30s%.2f\n", "IPC", ipc);
    }
  if (missing != NULL)
    printf ("%s\n", missing);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_count (JsonBuilder *builder, const TlCounters *counts, TlCounter counter, double predicted_bytes)
{
  g_autofree char *why = tl_counters_reason (counts, counter);

  json_builder_set_member_name (builder, tl_counter_name (counter));
  json_builder_begin_object (builder);
  if (why != NULL)
    {
      json_builder_set_member_name (builder, "count");
      json_builder_add_null_value (builder);
      json_builder_set_member_name (builder, "why");
      json_builder_add_string_value (builder, why);
    }
  else
    {
      add_double (builder, "count", counts->of[counter].n);
      json_builder_set_member_name (builder, "scaled");
      json_builder_add_boolean_value (builder, counts->of[counter].status == TL_COUNT_SCALED);
    }
  if (why == NULL && is_of_misses (counter))
    add_double (builder, "bytes", tl_counters_miss_bytes (counts, counter));
  if (predicted_bytes >= 0)
    add_double (builder, "predicted_bytes", predicted_bytes);
  json_builder_end_object (builder);
}

void
tl_run_counts_add (JsonBuilder *builder, const TlCounters *counts, const TlState *state, const char *func_name, const TlTarget *target)
{
  double predicted[TL_N_COUNTERS];

  predict (state, func_name, target, predicted);
  json_builder_set_member_name (builder, "counters");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "runs");
  json_builder_add_int_value (builder, (gint64) counts->n_runs);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    add_count (builder, counts, i, predicted[i]);
  json_builder_end_object (builder);
}
