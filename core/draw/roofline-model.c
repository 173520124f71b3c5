/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/roofline-model.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"

#define MOST_NAMES 3   /* of primitives in a label */

/* --- roofs --- */

static guint
level_number (const char *name)
{
  guint number = 0;

  while (number < TL_MACHINE_LEVELS - 1 && strcmp (tl_machine_level_name (number), name) != 0)
    number++;
  return number;
}

static int
compare_roofs (const void *a, const void *b)
{
  double rate_a = ((const TlRooflineRoof *) a)->rate, rate_b = ((const TlRooflineRoof *) b)->rate;

  return rate_a < rate_b ? 1 : rate_a > rate_b ? -1 : 0;
}

static void
add_roofs (TlRoofline *roofline, const TlMachine *machine)
{
  const TlRoof *roof = &roofline->roof;
  TlPeak        widest = tl_peak_of_type (roof->dtype);

  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    roofline->levels[i] = (TlRooflineRoof) { g_strdup (tl_machine_level_name (i)), tl_roof_bytes_per_s (roof, machine, i),
                                             i == roofline->home };
  for (TlPeak peak = 0; peak < TL_N_PEAKS; peak++)
    if (machine->operations_per_s[peak] > 0 && tl_peak_is_of_type (peak, roof->dtype))
      roofline->peaks[roofline->n_peaks++] = (TlRooflineRoof) { g_strdup (tl_peak_name (peak)),
                                                                machine->operations_per_s[peak] * roof->n_cores, peak == widest };
  qsort (roofline->peaks, roofline->n_peaks, sizeof *roofline->peaks, compare_roofs);
}

double
tl_roofline_limit (const TlRoofline *roofline, double intensity)
{
  double limit = intensity * roofline->levels[roofline->home].rate;

  for (guint i = 0; i < roofline->n_peaks; i++)
    if (roofline->peaks[i].is_binding)
      limit = tl_min (limit, roofline->peaks[i].rate);
  return limit;
}

/* --- points --- */

static gboolean
is_shown_step (const TlState *state)
{
  const TlInst *inst = tl_state_inst (state);

  return inst->primitive == NULL || (inst->primitive->family != TL_FAMILY_GET && inst->primitive->family != TL_FAMILY_SAMPLE);
}

/* "split ×2, reorder, vectorize", each once in the order of their first use; of many the last. */
static char *
steps_between (const TlState *before, TlState *after)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString)   text = g_string_new (NULL);
  guint                 counts[64] = { 0 }, at;

  for (const TlState *state = after; state != NULL && state != before && tl_state_inst (state) != NULL; state = tl_state_parent (state))
    {
      const TlInst *inst = tl_state_inst (state);
      const char   *name = inst->primitive != NULL ? inst->primitive->name : inst->opaque_kind;

      if (!is_shown_step (state))
        continue;
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, &at) && names->len < G_N_ELEMENTS (counts))
        {
          at = names->len;
          g_ptr_array_add (names, (gpointer) name);
        }
      counts[MIN (at, G_N_ELEMENTS (counts) - 1)]++;
    }
  if (names->len > MOST_NAMES)
    g_string_append (text, "…, ");
  for (guint i = MIN (names->len, MOST_NAMES); i-- > 0;)
    {
      g_string_append (text, names->pdata[i]);
      if (counts[i] > 1)
        g_string_append_printf (text, " ×%u", counts[i]);
      if (i > 0)
        g_string_append (text, ", ");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The edge across which a level of the machine is left. */
static TlLevel
edge_from (const TlCapacities *capacities, guint number)
{
  TlLevel edge = TL_LEVEL_REGISTERS;

  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (capacities->bytes[level] > 0 && tl_capacities_source (capacities, level) <= TL_LEVEL_L1 + number)
      edge = level;
  return edge;
}

/* Faster than the arguments or the predicted bytes could be moved, or the operations be done. */
static char *
doubt_text (const TlRoofline *roofline, const TlTraffic *traffic, const TlTrafficTimes *times, double seconds)
{
  if (tl_roof_is_doubtful (tl_roof_s (&roofline->roof), seconds))
    return g_strdup (_("Faster than the roof: the units, the count of operations or the measured roof are wrong."));
  if (times != NULL && !times->is_compute_bound && tl_roof_is_doubtful (times->edge_s[times->slowest], seconds))
    {
      g_autofree char *edge = tl_traffic_edge_text (traffic, times->slowest);

      return g_strdup_printf (_("Faster than the predicted bytes, %s, could be moved: fewer are moved, or that roof was measured too low."),
                              edge);
    }
  return NULL;
}

/* Where the traffic is not known. */
static void
place_by_arguments (const TlRoofline *roofline, TlRooflinePoint *point)
{
  g_free (point->bound);
  point->bound = g_strdup (_("The bytes that this schedule moves are not known: the point stands where each argument is moved once."));
  point->intensity = roofline->roof.operations / (roofline->roof.read_bytes + roofline->roof.written_bytes);
}

static void
add_traffic (TlRoofline *roofline, TlRooflinePoint *point, const TlMeasuredState *measured, const char *func_name,
             const TlMachine *machine)
{
  const TlCapacities   *capacities = &roofline->capacities;
  const TlModule       *module = tl_state_module (measured->state);
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, func_name), capacities);
  TlTrafficTimes        times, *known = tl_traffic_times (traffic, machine, roofline->roof.n_cores, &times) ? &times : NULL;
  g_autofree char      *bound = tl_traffic_bound_text (traffic, known), *reason = tl_traffic_reason_text (traffic, known);

  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    {
      double per_byte = capacities->bytes[level] > 0 ? tl_traffic_operations_per_byte (traffic, level) : -1;

      point->intensities[level] = per_byte;
      point->read_bytes[level] = capacities->bytes[level] > 0 ? traffic->moved[level].in_bytes : -1;
      point->places[level] = per_byte > 0 ? per_byte * roofline->roof.operations / traffic->operations : -1;
    }
  point->intensity = point->places[edge_from (capacities, roofline->home)];
  point->bound = known != NULL && !times.is_compute_bound
                     && tl_capacities_source (capacities, times.slowest) > TL_LEVEL_L1 + roofline->home
                   ? g_strdup_printf (_("%s. %s That is a first run; in later ones the arguments are in %s already."), bound, reason,
                                      roofline->roof.level)
                   : g_strdup_printf ("%s. %s", bound, reason);
  point->doubt = doubt_text (roofline, traffic, known, measured->latency.median_s);
  if (point->intensity <= 0)
    place_by_arguments (roofline, point);
}

static void
add_points (TlRoofline *roofline, const char *func_name, const TlMachine *machine, const TlMeasuredState *states, guint n_states)
{
  roofline->points = g_new0 (TlRooflinePoint, n_states);
  for (guint i = 0; i < n_states; i++)
    {
      const TlMeasuredState *measured = &states[i];
      TlRooflinePoint       *point = &roofline->points[roofline->n_points++];

      *point = (TlRooflinePoint) { .name = g_strdup (measured->name), .variant = measured->variant, .is_end = measured->is_end,
                                   .is_current = measured->is_current, .is_stale = measured->is_stale, .latency = measured->latency,
                                   .counts = measured->counts,
                                   .rate = roofline->roof.operations / measured->latency.median_s,
                                   .share = tl_roof_share_text (&roofline->roof, measured->latency.median_s) };
      if (i > 0 && states[i - 1].variant == measured->variant)
        point->steps = steps_between (states[i - 1].state, measured->state);
      add_traffic (roofline, point, measured, func_name, machine);
    }
}

/* --- the whole --- */

TlRoofline *
tl_roofline_new (const TlModule *module, const char *func_name, const TlTarget *target, const TlMachine *machine,
                 const TlMeasuredState *states, guint n_states)
{
  const TlPrimFunc *func = tl_module_prim (module, func_name);
  const TlMachine   unmeasured = { 0 };
  TlRoofline       *roofline = g_new0 (TlRoofline, 1);

  roofline->roof = tl_roof_of (func, machine != NULL ? machine : &unmeasured, target->num_cores);
  roofline->capacities = tl_capacities_of (target);
  roofline->is_integer = tl_dtype_is_integer (roofline->roof.dtype);
  if (roofline->roof.level == NULL || tl_func_flops (func) < 0)
    roofline->status = TL_ROOFLINE_SYMBOLIC;
  else if (machine == NULL)
    roofline->status = TL_ROOFLINE_UNMEASURED;
  else if (roofline->roof.operations <= 0 || roofline->roof.read_bytes + roofline->roof.written_bytes <= 0)
    roofline->status = TL_ROOFLINE_NO_OPERATIONS;
  else if (n_states == 0)
    roofline->status = TL_ROOFLINE_UNTIMED;
  if (roofline->roof.level != NULL)
    roofline->home = level_number (roofline->roof.level);
  if (machine != NULL && roofline->status != TL_ROOFLINE_SYMBOLIC)
    add_roofs (roofline, machine);
  for (guint i = 0; roofline->status == TL_ROOFLINE_NO_OPERATIONS && i < n_states; i++)
    if (states[i].is_current && states[i].is_end)
      roofline->share = tl_roof_share_text (&roofline->roof, states[i].latency.median_s);
  if (roofline->status == TL_ROOFLINE_READY)
    add_points (roofline, func_name, machine, states, n_states);
  return roofline;
}

void
tl_roofline_suggest (TlRoofline *roofline, TlState *state, const char *func_name, const char *title, double gain)
{
  gint                   current = tl_roofline_current (roofline);
  const TlModule        *module = tl_state_module (state);
  g_autoptr (TlTraffic)  traffic = NULL;
  TlRooflineSuggestion  *suggestion;
  double                 per_byte;

  if (current < 0 || roofline->points[current].is_stale)
    return;
  traffic = tl_traffic_new (module, tl_module_prim (module, func_name), &roofline->capacities);
  per_byte = tl_traffic_operations_per_byte (traffic, edge_from (&roofline->capacities, roofline->home));
  if (per_byte <= 0)
    return;
  suggestion = roofline->suggestion = g_new0 (TlRooflineSuggestion, 1);
  suggestion->title = g_strdup (title);
  suggestion->gain = gain;
  suggestion->intensity = per_byte * roofline->roof.operations / traffic->operations;
  suggestion->rate = tl_min (gain * roofline->points[current].rate, tl_roofline_limit (roofline, suggestion->intensity));
}

void
tl_roofline_free (TlRoofline *roofline)
{
  for (guint i = 0; i < roofline->n_points; i++)
    {
      TlRooflinePoint *point = &roofline->points[i];

      g_free (point->name);
      g_free (point->steps);
      g_free (point->share);
      g_free (point->bound);
      g_free (point->doubt);
    }
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    g_free (roofline->levels[i].title);
  for (guint i = 0; i < roofline->n_peaks; i++)
    g_free (roofline->peaks[i].title);
  if (roofline->suggestion != NULL)
    g_free (roofline->suggestion->title);
  g_free (roofline->suggestion);
  g_free (roofline->share);
  g_free (roofline->points);
  g_free (roofline);
}

gint
tl_roofline_current (const TlRoofline *roofline)
{
  for (guint i = 0; i < roofline->n_points; i++)
    if (roofline->points[i].is_current && roofline->points[i].is_end)
      return (gint) i;
  return -1;
}

/* --- texts --- */

char *
tl_roofline_rate_text (const TlRoofline *roofline, double rate)
{
  return tl_format_giga (rate, roofline->is_integer ? "op/s" : "FLOP/s");
}

char *
tl_roofline_status_text (const TlRoofline *roofline)
{
  switch (roofline->status)
    {
    case TL_ROOFLINE_UNMEASURED:
      return g_strdup (_("The roofs of this machine have not been measured."));
    case TL_ROOFLINE_UNTIMED:
      return g_strdup (_("No variant has been timed yet: press F5."));
    case TL_ROOFLINE_NO_OPERATIONS:
      return g_strdup_printf (
          _ ("This function computes nothing: it only moves data, so it has no place on a roofline. The bandwidth of %s "
             "bounds it.%s%s%s"),
          roofline->roof.level, roofline->share != NULL ? _ (" The current variant reaches ") : "",
          roofline->share != NULL ? roofline->share : "", roofline->share != NULL ? "." : "");
    case TL_ROOFLINE_SYMBOLIC:
      return g_strdup (_("Sizes of the function are no numbers: its operations are not known."));
    case TL_ROOFLINE_READY:
    default:
      return NULL;
    }
}

/* "≈ Parallelize i: up to 1.9× faster, 24 GFLOP/s". */
static char *
suggestion_text (const TlRoofline *roofline)
{
  const TlRooflineSuggestion *suggestion = roofline->suggestion;
  g_autofree char            *rate = tl_roofline_rate_text (roofline, suggestion->rate);

  return g_strdup_printf (suggestion->gain < 9.95 ? _("≈ %s: up to %.1f× faster, %s") : _("≈ %s: up to %.0f× faster, %s"),
                          suggestion->title, suggestion->gain, rate);
}

/* "L1 0.5 · L2 6.1 · memory 171". */
static char *
intensities_text (const TlRoofline *roofline, const TlRooflinePoint *point)
{
  GString *text = g_string_new (NULL);

  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (point->intensities[level] > 0)
      g_string_append_printf (text, "%s%s %.3g", text->len > 0 ? " · " : "",
                              tl_level_name (tl_capacities_source (&roofline->capacities, level)), point->intensities[level]);
  return g_string_free (text, FALSE);
}

static char *
first_line (const TlRoofline *roofline, const TlRooflinePoint *point)
{
  g_autofree char *times = tl_latency_to_text (&point->latency), *rate = tl_roofline_rate_text (roofline, point->rate);

  return g_strdup_printf ("%s%s%s%s: %s · %s", point->name, point->is_end || point->steps == NULL ? "" : _(" after "),
                          point->is_end || point->steps == NULL ? "" : point->steps, point->is_stale ? _(" before the last change") : "",
                          times, rate);
}

/* "88 % of L3 bandwidth at the bytes that it moves (1.14×)"; NULL where that is no lower than the roof of the function. */
static char *
own_roof_text (const TlRoofline *roofline, const TlRooflinePoint *point)
{
  double limit = tl_roofline_limit (roofline, point->intensity), bandwidth = roofline->levels[roofline->home].rate;

  gboolean is_bandwidth = limit > 0 && limit > 0.999 * bandwidth * point->intensity;

  if (!is_bandwidth || limit > 0.99 * roofline->roof.operations / tl_roof_s (&roofline->roof))
    return NULL;
  return g_strdup_printf (_("%.*f %% of %s bandwidth at the bytes that it moves (%.3g×)"), point->rate < 0.1 * limit ? 1 : 0,
                          100 * point->rate / limit, roofline->levels[roofline->home].title, limit / point->rate);
}

/* Counters beside the predicted traffic of their level; NULL: nobody has counted. */
static char *
counted_text (const TlRoofline *roofline, const TlRooflinePoint *point)
{
  double predicted[TL_N_COUNTERS];

  if (point->counts.n_runs == 0)
    return NULL;
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    predicted[i] = -1;
  predicted[TL_COUNTER_L1_MISSES] = point->read_bytes[TL_LEVEL_L1];
  predicted[TL_COUNTER_LLC_MISSES] = point->read_bytes[tl_capacities_last (&roofline->capacities)];
  return tl_counters_summary (&point->counts, predicted);
}

char *
tl_roofline_point_text (const TlRoofline *roofline, const TlRooflinePoint *point)
{
  g_autofree char    *first = first_line (roofline, point), *intensities = intensities_text (roofline, point);
  g_autofree char    *own = own_roof_text (roofline, point), *counted = counted_text (roofline, point);
  g_autofree char    *missing = point->counts.n_runs > 0 ? tl_counters_missing_text (&point->counts) : NULL;
  g_autoptr (GString) text = g_string_new (first);
  double              ratio = point->latency.median_s / tl_roof_s (&roofline->roof);

  if (point->share != NULL && ratio >= 1)
    g_string_append_printf (text, _("\n%s: at most %.3g× faster"), point->share, ratio);
  else if (point->share != NULL)
    g_string_append_printf (text, "\n%s", point->share);
  if (own != NULL)
    g_string_append_printf (text, "\n%s", own);
  if (counted != NULL)
    g_string_append_printf (text, "\n%s", counted);
  if (point->doubt != NULL)
    g_string_append_printf (text, "\n? %s", point->doubt);
  if (roofline->suggestion != NULL && point->is_current && point->is_end)
    {
      g_autofree char *suggested = suggestion_text (roofline);

      g_string_append_printf (text, "\n%s", suggested);
    }
  g_string_append_printf (text, "\n%s", point->bound);
  if (*intensities != '\0')
    g_string_append_printf (text, roofline->is_integer ? _("\nOperations per byte from %s") : _("\nFLOP per byte from %s"), intensities);
  if (missing != NULL)
    g_string_append_printf (text, "\n%s", missing);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
tl_roofline_summary (const TlRoofline *roofline)
{
  g_autofree char    *status = tl_roofline_status_text (roofline);
  g_autoptr (GString) text = g_string_new (_("Roofline: "));

  if (roofline->status != TL_ROOFLINE_READY)
    return g_strconcat (text->str, status, NULL);
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      g_autofree char *rate = tl_format_giga (roofline->levels[i].rate, "B/s");

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", roofline->levels[i].title, rate);
    }
  for (guint i = 0; i < roofline->n_peaks; i++)
    {
      g_autofree char *rate = tl_roofline_rate_text (roofline, roofline->peaks[i].rate);

      g_string_append_printf (text, ", %s %s", roofline->peaks[i].title, rate);
    }
  g_string_append (text, ".");
  for (guint i = 0; i < roofline->n_points; i++)
    if (roofline->points[i].is_end)
      {
        const TlRooflinePoint *point = &roofline->points[i];
        g_autofree char       *first = first_line (roofline, point);

        g_string_append_printf (text, " %s%s%s.", first, point->share != NULL ? " · " : "", point->share != NULL ? point->share : "");
      }
  if (roofline->suggestion != NULL)
    {
      g_autofree char *suggested = suggestion_text (roofline);

      g_string_append_printf (text, _(" Suggested: %s."), suggested);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
