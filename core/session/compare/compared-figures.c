/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/compare/compared-figures.h"

#include <math.h>

#include "core/analysis/asm-report.h"
#include "core/analysis/footprint.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/predicted-traffic.h"

#define COLORED_FROM 0.03   /* a change of so much is more than one wants to hear of in color */

/* Of one state's function. */
typedef struct
{
  TlState    *state;
  const char *func_name;
  gboolean    has_traffic;
  double      moved[TL_N_LEVELS];
  TlHotLoop   hot;
  gboolean    has_failed;      /* it is not compiled: nothing to ask for again */
} KnownFigures;

struct _TlComparedFigures
{
  TlSession    *session;
  TlCompared   *compared;
  GPtrArray    *known;         /* KnownFigures */
  GCancellable *cancellable;
  gboolean      is_busy;
};

/* A running request; outlives the figures. */
typedef struct
{
  TlComparedFigures *figures;
  GCancellable      *cancellable;
  KnownFigures             *known;
} FiguresRequest;

static void ask_next (TlComparedFigures *self);

static void
known_free (gpointer data)
{
  KnownFigures *known = data;

  tl_state_unref (known->state);
  g_free (known);
}

/* --- asking --- */

/* NULL: the figures are gone. */
static TlComparedFigures *
finish_request (FiguresRequest *request, KnownFigures **known)
{
  TlComparedFigures *figures = g_cancellable_is_cancelled (request->cancellable) ? NULL : request->figures;

  *known = request->known;
  g_object_unref (request->cancellable);
  g_free (request);
  if (figures != NULL)
    figures->is_busy = FALSE;
  return figures;
}

static void
go_on (TlComparedFigures *self)
{
  g_signal_emit_by_name (self->compared, "figures-changed");
  ask_next (self);
}

static void
on_traffic (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlPredictedTraffic) predicted = tl_session_predict_traffic_finish (TL_SESSION (source), result, NULL);
  KnownFigures                         *known;
  TlComparedFigures             *self = finish_request (user_data, &known);

  if (self == NULL)
    return;
  known->has_traffic = TRUE;
  for (guint level = 0; level < TL_N_LEVELS; level++)
    known->moved[level] = predicted != NULL && predicted->traffic->capacities.bytes[level] > 0
                          ? tl_moved_bytes (&predicted->traffic->moved[level]) : -1;
  go_on (self);
}

static void
on_assembly (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree char   *text = tl_session_show_finish (TL_SESSION (source), result, NULL, NULL);
  KnownFigures             *known;
  TlComparedFigures *self = finish_request (user_data, &known);

  if (self == NULL)
    return;
  known->has_failed = text == NULL;
  if (text != NULL)
    {
      const TlPrimFunc     *func = tl_module_prim (tl_state_module (known->state), known->func_name);
      g_autoptr (GPtrArray) report = tl_asm_report (text);
      const TlMachine       unknown = { 0 };
      TlRoof                roof = tl_roof_of (func, &unknown, 1);

      known->hot = tl_hot_loop_of (report, tl_func_flops (func), roof.dtype.bits);
      known->has_failed = !known->hot.is_known;
    }
  go_on (self);
}

static void
ask (TlComparedFigures *self, KnownFigures *known)
{
  FiguresRequest *request = g_new0 (FiguresRequest, 1);

  *request = (FiguresRequest) { self, g_object_ref (self->cancellable), known };
  self->is_busy = TRUE;
  if (!known->has_traffic)
    tl_session_predict_traffic_async (self->session, known->state, self->cancellable, on_traffic, request);
  else
    tl_session_show_async (self->session, known->state, "asm", self->cancellable, on_assembly, request);
}

static KnownFigures *
find_known (TlComparedFigures *self, TlState *state)
{
  for (guint i = 0; i < self->known->len; i++)
    {
      KnownFigures *known = self->known->pdata[i];

      if (known->state == state && known->func_name == tl_session_func_name (self->session))
        return known;
    }
  return NULL;
}

static KnownFigures *
known_of (TlComparedFigures *self, TlState *state)
{
  KnownFigures *known = find_known (self, state);

  if (known != NULL)
    return known;
  known = g_new0 (KnownFigures, 1);
  *known = (KnownFigures) { .state = tl_state_ref (state), .func_name = tl_session_func_name (self->session) };
  known->has_traffic = !tl_session_has_traffic (self->session);
  for (guint level = 0; level < TL_N_LEVELS; level++)
    known->moved[level] = -1;
  g_ptr_array_add (self->known, known);
  return known;
}

static void
ask_next (TlComparedFigures *self)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; !self->is_busy && i < tl_compared_n (self->compared); i++)
      {
        KnownFigures *known = known_of (self, tl_compared_state (self->compared, i));

        if (pass == 0 ? !known->has_traffic : !known->hot.is_known && !known->has_failed)
          ask (self, known);
      }
}

void
tl_compared_figures_update (TlComparedFigures *self)
{
  if (tl_session_root (self->session) != NULL)
    ask_next (self);
}

/* --- values --- */

const char *
tl_figure_title (TlFigure figure)
{
  static const char *const titles[] = {
    N_("Throughput"), N_("Of peak compute"), N_("L1 → registers"), N_("L2 → L1"), N_("L3 → L2"), N_("Memory traffic"), N_("Instructions"),
    N_("FMA per load"), N_("Spills"), N_("IPC"), N_("Cycles"), N_("L1 misses"), N_("LLC misses"),
  };

  return _(titles[figure]);
}

const char *
tl_figure_source (TlFigure figure)
{
  return figure <= TL_FIGURE_PEAK ? NULL : figure <= TL_FIGURE_MEMORY ? _("predicted") : figure == TL_FIGURE_INSTRUCTIONS
         ? _("from the assembly") : figure <= TL_FIGURE_SPILLS ? _("hot loop") : _("counted");
}

static double
hot_value (const TlHotLoop *hot, TlFigure figure)
{
  if (!hot->is_known)
    return NAN;
  return figure == TL_FIGURE_INSTRUCTIONS ? hot->n_instructions : figure == TL_FIGURE_FMA_PER_LOAD ? hot->fmas_per_load : hot->n_spills;
}

static TlCounter
counter_of (TlFigure figure)
{
  return figure == TL_FIGURE_CYCLES ? TL_COUNTER_CYCLES : figure == TL_FIGURE_L1_MISSES ? TL_COUNTER_L1_MISSES : TL_COUNTER_LLC_MISSES;
}

/* Those of the measurement by itself: a race counts nothing. NULL: there is none. */
static const TlCounters *
counts_of (TlComparedFigures *self, guint column)
{
  const TlOutcome *outcome = tl_compared_own_outcome (self->compared, column);

  return outcome != NULL && outcome->kind == TL_OUTCOME_OK ? &outcome->counts : NULL;
}

static double
counted_value (const TlCounters *counts, TlFigure figure)
{
  if (counts == NULL)
    return NAN;
  if (figure == TL_FIGURE_IPC)
    return tl_counters_ipc (counts);
  return tl_counters_has (counts, counter_of (figure)) ? counts->of[counter_of (figure)].n : NAN;
}

char *
tl_compared_missing_counters_text (TlComparedFigures *self)
{
  for (guint i = 0; i < tl_compared_n (self->compared); i++)
    {
      const TlCounters *counts = counts_of (self, i);
      char           *text = counts != NULL ? tl_counters_missing_text (counts) : NULL;

      if (text != NULL)
        return text;
    }
  return NULL;
}

double
tl_compared_figure (TlComparedFigures *self, guint column, TlFigure figure)
{
  const KnownFigures *known = find_known (self, tl_compared_state (self->compared, column));
  TlLatency    latency;

  if (figure <= TL_FIGURE_PEAK)
    {
      double flops = tl_session_flops (self->session);
      TlRoof roof = tl_session_roof (self->session);

      if (flops <= 0 || !tl_compared_latency (self->compared, column, &latency) || (figure == TL_FIGURE_PEAK && roof.compute_s <= 0))
        return NAN;
      return figure == TL_FIGURE_PEAK ? 100 * roof.compute_s / latency.median_s : flops / latency.median_s;
    }
  if (figure >= TL_FIGURE_IPC)
    return counted_value (counts_of (self, column), figure);
  if (known == NULL)
    return NAN;
  if (figure >= TL_FIGURE_INSTRUCTIONS)
    return hot_value (&known->hot, figure);
  return known->moved[figure - TL_FIGURE_REGISTERS] >= 0 ? known->moved[figure - TL_FIGURE_REGISTERS] : NAN;
}

static char *
large_count_text (double n)
{
  static const char *const units[] = { "", " k", " M", " G", " T" };
  guint                    i = 0;

  for (; n >= 999.5 && i + 1 < G_N_ELEMENTS (units); i++)
    n /= 1000;
  return g_strdup_printf ("%.*f%s", i == 0 || n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2, n, units[i]);
}

char *
tl_compared_figure_text (TlComparedFigures *self, guint column, TlFigure figure)
{
  double value = tl_compared_figure (self, column, figure);

  if (isnan (value))
    return g_strdup ("—");
  switch ((int) figure)
    {
    case TL_FIGURE_THROUGHPUT:
      return tl_format_giga (value, "FLOP/s");
    case TL_FIGURE_PEAK:
      return g_strdup_printf ("%.*f %%", value < 99.95 ? 1 : 0, value);
    case TL_FIGURE_INSTRUCTIONS:
      return large_count_text (value);
    case TL_FIGURE_CYCLES:
      return tl_counters_text (counts_of (self, column), TL_COUNTER_CYCLES);
    case TL_FIGURE_L1_MISSES:
    case TL_FIGURE_LLC_MISSES:
      return tl_counters_miss_text (counts_of (self, column), counter_of (figure), -1);
    case TL_FIGURE_IPC:
    case TL_FIGURE_FMA_PER_LOAD:
      return g_strdup_printf ("%.2f", value);
    case TL_FIGURE_SPILLS:
      return g_strdup_printf ("%.0f", value);
    default:
      return tl_format_bytes ((gint64) value);
    }
}

/* --- changes --- */

static gboolean
is_more_better (TlFigure figure)
{
  return figure <= TL_FIGURE_PEAK || figure == TL_FIGURE_FMA_PER_LOAD || figure == TL_FIGURE_IPC;
}

static char *
number_change (double before, double after)
{
  if (before == after)
    return g_strdup ("=");
  if (before == 0 || after == 0)
    return g_strdup_printf ("%s%.0f", after > before ? "+" : "−", fabs (after - before));
  return tl_format_gain (after, before);
}

char *
tl_compared_change_text (TlComparedFigures *self, guint column, TlFigure figure, TlChangeTone *tone)
{
  guint            baseline = tl_compared_baseline (self->compared);
  double           before = tl_compared_figure (self, baseline, figure), after = tl_compared_figure (self, column, figure);
  g_autofree char *speed = NULL;

  *tone = TL_CHANGE_NEUTRAL;
  if (column == baseline)
    return g_strdup (tl_figure_source (figure) != NULL ? tl_figure_source (figure) : _("measured"));
  if (isnan (before) || isnan (after))
    return g_strdup ("—");
  if (figure <= TL_FIGURE_PEAK && tl_compared_speed (self->compared, column, &speed) == TL_SPEED_SAME)
    return g_strdup (_("not distinguishable"));
  if (fabs (after - before) > COLORED_FROM * before)
    *tone = (after > before) == is_more_better (figure) ? TL_CHANGE_BETTER : TL_CHANGE_WORSE;
  return number_change (before, after);
}

double
tl_compared_bar (TlComparedFigures *self, guint column, TlFigure figure)
{
  double least = INFINITY, most = 0, value = tl_compared_figure (self, column, figure);

  for (guint i = 0; i < tl_compared_n (self->compared); i++)
    {
      double other = tl_compared_figure (self, i, figure);

      if (!isnan (other) && other > 0)
        {
          least = MIN (least, other);
          most = MAX (most, other);
        }
    }
  if (isnan (value) || value <= 0 || most <= 0)
    return 0;
  /* The least has a sixteenth of the room, or what it is to the most where they are close. */
  return most / least < 16 ? value / most : 1.0 / 16 + (15.0 / 16) * log (value / least) / log (most / least);
}

gboolean
tl_compared_has_figure (TlComparedFigures *self, TlFigure figure)
{
  TlTarget     target = tl_session_target (self->session);
  TlCapacities capacities = tl_capacities_of (&target);

  if (figure < TL_FIGURE_REGISTERS || figure > TL_FIGURE_MEMORY)
    return TRUE;
  return tl_session_has_traffic (self->session) && capacities.bytes[figure - TL_FIGURE_REGISTERS] > 0;
}

/* --- the whole --- */

TlComparedFigures *
tl_compared_figures_new (TlSession *session, TlCompared *compared)
{
  TlComparedFigures *self = g_new0 (TlComparedFigures, 1);

  self->session = g_object_ref (session);
  self->compared = g_object_ref (compared);
  self->known = g_ptr_array_new_with_free_func (known_free);
  self->cancellable = g_cancellable_new ();
  return self;
}

void
tl_compared_figures_free (TlComparedFigures *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->known);
  g_object_unref (self->session);
  g_object_unref (self->compared);
  g_free (self);
}
