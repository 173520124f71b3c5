/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/traffic.h"

#include "core/base/format.h"
#include "core/base/i18n.h"

#define REFUTED 1.5   /* times the measured time, a transfer does not bound it */

char *
tl_traffic_time_text (const TlTrafficTimes *times, TlLevel level)
{
  g_autofree char *time = tl_format_seconds (times != NULL ? times->edge_s[level] : 0);

  return times != NULL && level >= times->kept ? g_strdup_printf ("(%s)", time) : g_steal_pointer (&time);
}

char *
tl_traffic_edge_text (const TlTraffic *traffic, TlLevel level)
{
  const char *source = tl_level_name (tl_capacities_source (&traffic->capacities, level));

  return g_strdup_printf (_("%s to %s"), source, tl_level_name (level));
}

/* Compiled code may keep in registers what the nest loads again; the rates and the time differ by less. */
static gboolean
is_refuted (const TlTrafficTimes *times)
{
  return !times->is_compute_bound && times->measured_s > 0 && times->edge_s[times->slowest] > REFUTED * times->measured_s;
}

char *
tl_traffic_bound_text (const TlTraffic *traffic, const TlTrafficTimes *times)
{
  if (times == NULL)
    return g_strdup (_("Bound unknown"));
  if (times->is_compute_bound)
    return g_strdup (_("Compute-bound"));
  if (is_refuted (times))
    return g_strdup (_("Not bound as predicted"));
  return g_strdup_printf (_("Bound by %s bandwidth"), tl_level_name (tl_capacities_source (&traffic->capacities, times->slowest)));
}

char *
tl_traffic_busiest_text (const TlTraffic *traffic, const TlTrafficTimes *times)
{
  const TlTrafficBuffer *buffer = &traffic->buffers[times->busiest];
  const TlMoved         *moved = &buffer->moved[times->slowest];
  gboolean               is_read = moved->in_bytes >= moved->out_bytes;
  double                 moved_bytes = is_read ? moved->in_bytes : moved->out_bytes;
  double                 count = buffer->n_bytes > 0 ? moved_bytes / (double) buffer->n_bytes : 0;
  g_autofree char       *times_text = tl_format_count ((gint64) (count + 0.5));

  if (count < 1.5)
    return g_strdup ("");
  return g_strdup_printf (is_read ? _(" (%s is read %s times)") : _(" (%s is written %s times)"), buffer->buffer->name, times_text);
}

char *
tl_traffic_reason_text (const TlTraffic *traffic, const TlTrafficTimes *times)
{
  g_autofree char *edge = NULL, *busiest = NULL, *compute = NULL, *slowest = NULL, *moved = NULL;

  if (traffic->least_bytes < 0)
    return g_strdup (_("Not all regions of the program have known sizes."));
  if (times == NULL)
    return g_strdup (_("The rates of the target have not been measured."));
  edge = tl_traffic_edge_text (traffic, times->slowest);
  busiest = tl_traffic_busiest_text (traffic, times);
  compute = tl_format_seconds (times->compute_s);
  slowest = tl_format_seconds (times->edge_s[times->slowest]);
  if (times->is_compute_bound)
    return g_strdup_printf (_("Compute takes %s; the slowest transfer, %s, %s%s."), compute, edge, slowest, busiest);
  moved = tl_format_bytes ((gint64) tl_moved_bytes (&traffic->moved[times->slowest]));
  if (is_refuted (times))
    {
      g_autofree char *measured = tl_format_seconds (times->measured_s);

      return g_strdup_printf (_("Moving %s, %s, would take %s; measured: %s. Compiled code moves less."), moved, edge, slowest, measured);
    }
  if (times->compute_s <= 0)
    return g_strdup_printf (_("Moving %s, %s, takes %s%s."), moved, edge, slowest, busiest);
  return g_strdup_printf (_("Moving %s, %s, takes %s%s; compute takes %s."), moved, edge, slowest, busiest, compute);
}
