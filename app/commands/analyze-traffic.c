/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/analyze.h"

#include <stdio.h>

#include "app/commands/command.h"
#include "core/base/extremum.h"

#define MOST_SIMULATED 100000000u   /* accesses: about a quarter of a minute */

#define MOST_BUFFERS   6           /* in a line */

typedef struct
{
  const TlTraffic *traffic;
  TlTrafficTimes  *times;                   /* NULL: unknown */
  TlMoved        (*simulated)[TL_N_LEVELS]; /* NULL: not asked for, or not known */
} TrafficReport;

static gboolean
has_level (const TlTraffic *traffic, TlLevel level)
{
  return traffic->capacities.bytes[level] > 0;
}

/* --- text --- */

static char *
bytes_text (double bytes)
{
  return tl_format_bytes (bytes < 0 ? -1 : (gint64) (bytes + 0.5));
}

/* printf counts bytes: "—" and "µ" have more of them than columns. */
static void
print_right (const char *text, int width)
{
  printf ("%*s%s", (int) tl_max (width - g_utf8_strlen (text, -1), 1), "", text);
}

/* The buffers with the most bytes first: "B 684 MiB, A 36 MiB"; JSON has all. */
static void
print_buffers (const TlTraffic *traffic, TlLevel level)
{
  g_autofree gboolean *is_printed = g_new0 (gboolean, MAX (traffic->n_buffers, 1));

  for (guint n = 0; n < MIN (traffic->n_buffers, MOST_BUFFERS); n++)
    {
      g_autofree char *bytes = NULL;
      guint            most = G_MAXUINT;

      for (guint b = 0; b < traffic->n_buffers; b++)
        if (!is_printed[b] && (most == G_MAXUINT || tl_moved_bytes (&traffic->buffers[b].moved[level])
                                                      > tl_moved_bytes (&traffic->buffers[most].moved[level])))
          most = b;
      is_printed[most] = TRUE;
      bytes = bytes_text (tl_moved_bytes (&traffic->buffers[most].moved[level]));
      if (tl_moved_bytes (&traffic->buffers[most].moved[level]) > 0)
        printf ("%s%s %s", n > 0 ? ", " : "  ", traffic->buffers[most].buffer->name, bytes);
    }
  printf (traffic->n_buffers > MOST_BUFFERS ? ", …\n" : "\n");
}

static void
print_edge (const TrafficReport *report, TlLevel level)
{
  const TlTraffic *traffic = report->traffic;
  double           bytes = tl_moved_bytes (&traffic->moved[level]), per_byte = tl_traffic_operations_per_byte (traffic, level);
  g_autofree char *edge = tl_traffic_edge_text (traffic, level), *moved = bytes_text (bytes);
  g_autofree char *time = tl_traffic_time_text (report->times, level);
  g_autofree char *flop = per_byte < 0 ? g_strdup ("—") : g_strdup_printf ("%.3g", per_byte);
  g_autofree char *least = bytes < 0 || traffic->least_bytes <= 0 ? g_strdup ("—")
                                                                  : g_strdup_printf ("%.1f×", bytes / traffic->least_bytes);

  printf ("%-16s", edge);
  print_right (moved, 10);
  if (report->simulated != NULL)
    {
      g_autofree char *simulated = bytes_text (tl_moved_bytes (&report->simulated[traffic->n_buffers][level]));

      print_right (simulated, 11);
    }
  print_right (least, 10);
  print_right (flop, 10);
  print_right (time, 10);
  print_buffers (traffic, level);
}

static void
print_traffic (const TrafficReport *report)
{
  g_autofree char *bound = tl_traffic_bound_text (report->traffic, report->times);
  g_autofree char *reason = tl_traffic_reason_text (report->traffic, report->times);

  printf ("%-16s%10s%s%10s%10s%10s  by buffer\n", "bytes moved", "predicted", report->simulated != NULL ? "  simulated" : "", "of least",
          "FLOP/byte", "time");
  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (has_level (report->traffic, level))
      print_edge (report, level);
  printf ("%s. %s\n", bound, reason);
  if (report->times != NULL && report->times->kept < TL_LEVEL_MEMORY)
    printf ("Times in parentheses are of the first run: %s keeps the arguments from one run to the next.\n",
            tl_level_name (report->times->kept));
  printf ("\n");
}

/* --- JSON --- */

static void
add_moved (JsonBuilder *json, const TlMoved *moved)
{
  tl_json_add_double (json, "in_bytes", moved->in_bytes);
  tl_json_add_double (json, "out_bytes", moved->out_bytes);
}

static void
add_edge (const TrafficReport *report, TlLevel level, JsonBuilder *json)
{
  const TlTraffic *traffic = report->traffic;

  json_builder_begin_object (json);
  tl_json_add_text (json, "from", tl_level_name (tl_capacities_source (&traffic->capacities, level)));
  tl_json_add_text (json, "to", tl_level_name (level));
  tl_json_add_int (json, "capacity_bytes", traffic->capacities.bytes[level]);
  add_moved (json, &traffic->moved[level]);
  if (report->simulated != NULL)
    tl_json_add_double (json, "simulated_bytes", tl_moved_bytes (&report->simulated[traffic->n_buffers][level]));
  if (tl_traffic_operations_per_byte (traffic, level) > 0)
    tl_json_add_double (json, "flop_per_byte", tl_traffic_operations_per_byte (traffic, level));
  if (report->times != NULL)
    {
      tl_json_add_double (json, "time_s", report->times->edge_s[level]);
      json_builder_set_member_name (json, "first_run_only");
      json_builder_add_boolean_value (json, level >= report->times->kept);
    }
  json_builder_set_member_name (json, "buffers");
  json_builder_begin_array (json);
  for (guint b = 0; b < traffic->n_buffers; b++)
    {
      json_builder_begin_object (json);
      tl_json_add_text (json, "buffer", traffic->buffers[b].buffer->name);
      add_moved (json, &traffic->buffers[b].moved[level]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
add_traffic (const TrafficReport *report, JsonBuilder *json)
{
  g_autofree char *bound = tl_traffic_bound_text (report->traffic, report->times);
  g_autofree char *reason = tl_traffic_reason_text (report->traffic, report->times);

  json_builder_set_member_name (json, "traffic");
  json_builder_begin_object (json);
  tl_json_add_double (json, "least_bytes", report->traffic->least_bytes);
  json_builder_set_member_name (json, "edges");
  json_builder_begin_array (json);
  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (has_level (report->traffic, level))
      add_edge (report, level, json);
  json_builder_end_array (json);
  tl_json_add_text (json, "bound", bound);
  tl_json_add_text (json, "reason", reason);
  json_builder_end_object (json);
}

void
tl_analyze_report_traffic (const TlTraffic *traffic, gboolean simulated, JsonBuilder *json)
{
  g_autofree TlMoved (*moved)[TL_N_LEVELS] = g_malloc0_n (traffic->n_buffers + 1, sizeof *moved);
  TrafficReport  report = { traffic, NULL, NULL };
  TlTrafficTimes times;
  TlMachine      machine;

  if (tl_machine_load (&machine) && tl_traffic_times (traffic, &machine, 1, &times))
    report.times = &times;
  if (simulated && tl_traffic_simulate (traffic, MOST_SIMULATED, moved))
    report.simulated = moved;
  else if (simulated)
    tl_command_message ("%s: not simulated: too many accesses, or their order depends on data or unknown extents", traffic->func->name);
  if (json != NULL)
    add_traffic (&report, json);
  else
    print_traffic (&report);
}
