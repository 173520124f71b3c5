/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/advice.h"

#include <math.h>

#include "core/analysis/roofline.h"
#include "core/analysis/traffic.h"
#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/default-schedules/default-schedule.h"
#include "core/ir/path.h"
#include "core/session/steps/suggestions-private.h"

#define LEAST_GAIN     1.1     /* less is within the error of the prediction */
#define LEAST_SAVING   0.1     /* share of the bytes: less is not worth a step */
#define SAME_GAIN      1.03    /* of two steps that gain so nearly the same, the shorter sequence */
#define MORE_OPERATIONS 1.01   /* times those before: rounding of tails */
#define LEAST_SPILLS   0.1     /* share of the instructions of the hot loop */
#define THREADS_S      20e-6   /* shorter programs end before other cores have begun */
#define MAX_NODES      12      /* loops around the block that steps are tried on, the innermost */

/* Of a state: the longer of computing and moving. */
typedef struct
{
  TlTraffic     *traffic;
  TlTrafficTimes times;
  double        *block_s;     /* of each block */
  guint          longest;     /* index of the block that takes longest */
  double         compute_s;   /* by the vectors that the code has */
  double         bound_s;
} Estimate;

typedef struct
{
  const TlAdviceFacts *facts;
  TlCapacities         capacities;
  Estimate             now;
  double               now_s;     /* measured, or predicted */
  TlAdvice            *best[TL_ADVICE_N_KINDS];
} Advising;

/* --- objects --- */

void
tl_advice_free (TlAdvice *advice)
{
  g_free (advice->limit);
  g_free (advice->action);
  g_clear_pointer (&advice->suggestion, tl_suggestion_unref);
  g_free (advice);
}

char *
tl_advice_text (const TlAdvice *advice)
{
  return g_strdup_printf ("%s %s", advice->limit, advice->action);
}

const char *
tl_advice_kind_name (TlAdviceKind kind)
{
  static const char *const names[TL_ADVICE_N_KINDS] = { "cores", "vectors", "traffic", "loads", "spills" };

  g_return_val_if_fail ((guint) kind < TL_ADVICE_N_KINDS, NULL);
  return names[kind];
}

/* --- estimates --- */

static void
estimate_clear (Estimate *estimate)
{
  g_clear_pointer (&estimate->traffic, tl_traffic_free);
  g_clear_pointer (&estimate->block_s, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Estimate, estimate_clear)

/* @slowness: the time of computing by that at the peak. FALSE if something is unknown. */
static gboolean
estimate_state (const Advising *a, TlState *state, double slowness, Estimate *estimate)
{
  const TlModule *module = tl_state_module (state);
  guint           n_cores = a->facts->target->num_cores;

  *estimate = (Estimate) { .traffic = tl_traffic_new (module, tl_module_prim (module, a->facts->func_name), &a->capacities) };
  estimate->block_s = g_new0 (double, estimate->traffic->n_blocks + 1);
  if (!tl_traffic_times (estimate->traffic, a->facts->machine, n_cores, &estimate->times)
      || !tl_traffic_block_times (estimate->traffic, a->facts->machine, n_cores, estimate->block_s))
    return FALSE;
  for (guint i = 1; i < estimate->traffic->n_blocks; i++)
    if (estimate->block_s[i] > estimate->block_s[estimate->longest])
      estimate->longest = i;
  estimate->compute_s = estimate->times.compute_s * slowness;
  estimate->bound_s = tl_max (estimate->compute_s, estimate->times.edge_s[estimate->times.slowest]);
  return estimate->bound_s > 0;
}

/* The part of the time that the prediction does not explain stays. */
static double
gain_to (const Advising *a, double bound_s)
{
  if (a->now_s <= a->now.bound_s)
    return a->now.bound_s / bound_s;
  return a->now_s / (a->now_s - a->now.bound_s + bound_s);
}

/* Operations per second with vectors of @bits, as a share of the rate that the roof is computed with. */
static double
share_of_rate (const Advising *a, TlDType dtype, guint bits)
{
  static const struct { guint bits; TlPeak peak; } measured[]
    = { { 128, TL_PEAK_F32_128 }, { 256, TL_PEAK_F32_256 }, { 512, TL_PEAK_F32_512 } };
  const double *rates = a->facts->machine->operations_per_s;
  double        widest = tl_peak_of_type (dtype) != TL_PEAK_NONE ? rates[tl_peak_of_type (dtype)] : 0;
  double        whole = (double) tl_target_lanes (a->facts->target, dtype) * dtype.bits;

  for (guint i = 0; i < G_N_ELEMENTS (measured) && tl_dtype_equal (dtype, TL_FLOAT32); i++)
    if (measured[i].bits >= bits && rates[measured[i].peak] > 0 && widest > 0)
      return tl_min (1, rates[measured[i].peak] / widest * bits / measured[i].bits);
  return whole > 0 ? tl_min (1, bits / whole) : 1;
}

static TlDType
type_of (const Advising *a)
{
  return tl_roof_of (a->now.traffic->func, a->facts->machine, 1).dtype;
}

/* Of the loop of this kind around the block that takes longest; 0: there is none with a known extent. */
static gint64
extent_of_kind (const Advising *a, TlState *state, TlLoopKind kind)
{
  g_autoptr (TlPath)    path = tl_path_find (tl_state_module (state), a->now.traffic->blocks[a->now.longest].block);
  g_autoptr (GPtrArray) loops = path != NULL ? tl_path_loops (path) : g_ptr_array_new ();
  gint64                extent = 0;

  for (guint i = 0; i < loops->len && extent == 0; i++)
    {
      const TlLoop *loop = &((const TlStmt *) g_ptr_array_index (loops, i))->loop;

      if (loop->kind == kind && !tl_expr_get_int (loop->extent, &extent))
        extent = 0;
    }
  return extent;
}

/* --- taking --- */

static gboolean
is_better (const Advising *a, TlAdviceKind kind, double gain, TlState *state)
{
  const TlAdvice *best = a->best[kind];

  if (best == NULL)
    return TRUE;
  if (gain > best->gain / SAME_GAIN && gain < best->gain * SAME_GAIN)
    return tl_state_n_steps (state) < tl_state_n_steps (best->suggestion->state);
  return gain > best->gain;
}

/* @effect: nullable, beside the gain. Takes @limit. */
static void
take (Advising *a, TlAdviceKind kind, double gain, TlSuggestion *suggestion, char *limit, const char *effect)
{
  TlAdvice        *advice = g_new0 (TlAdvice, 1);
  g_autofree char *faster = g_strdup_printf (gain < 9.95 ? _("up to %.1f× faster") : _("up to %.0f× faster"), gain);

  *advice = (TlAdvice) { .kind = kind, .gain = gain, .limit = limit, .suggestion = tl_suggestion_ref (suggestion) };
  advice->action = effect != NULL ? g_strdup_printf ("%s: %s, %s.", suggestion->sentence, effect, faster)
                                  : g_strdup_printf ("%s: %s.", suggestion->sentence, faster);
  g_clear_pointer (&a->best[kind], tl_advice_free);
  a->best[kind] = advice;
}

/* "takes 1.1 ms of 1.6 ms"; of a part that is predicted to take longer than all was measured to: "takes 214 µs as predicted". */
static char *
part_text (const Advising *a, double part_s)
{
  g_autofree char *part = tl_format_seconds (part_s), *whole = tl_format_seconds (a->now_s);

  return part_s < a->now_s && a->facts->measured_s > 0 ? g_strdup_printf (_("takes %s of %s"), part, whole)
                                                       : g_strdup_printf (_("takes %s as predicted"), part);
}

/* --- cores --- */

/* The whole extent goes to cores in turns: of 10 iterations on 8 cores, two rounds. */
static double
busy_cores (gint64 extent, guint n_cores)
{
  return (double) extent / (double) ((extent + n_cores - 1) / n_cores);
}

static double
all_blocks_s (const Estimate *estimate, double parallel_factor)
{
  double seconds = 0;

  for (guint i = 0; i < estimate->traffic->n_blocks; i++)
    seconds += estimate->block_s[i] * (estimate->traffic->blocks[i].is_parallel ? parallel_factor : 1);
  return seconds;
}

static void
advise_cores (Advising *a, TlSuggestion *suggestion)
{
  guint            n_cores = a->facts->target->num_cores;
  gint64           extent = extent_of_kind (a, suggestion->state, TL_LOOP_PARALLEL);
  g_auto (Estimate) after = { 0 };
  double           gain;

  if (n_cores < 2 || a->now_s < THREADS_S || extent < 2 || a->now.traffic->blocks[a->now.longest].is_parallel
      || !estimate_state (a, suggestion->state, 1, &after))
    return;
  gain = all_blocks_s (&a->now, 1) / all_blocks_s (&after, n_cores / busy_cores (extent, n_cores));
  if (gain >= LEAST_GAIN && is_better (a, TL_ADVICE_CORES, gain, suggestion->state))
    take (a, TL_ADVICE_CORES, gain, suggestion, g_strdup_printf (_("One of %u cores works."), n_cores), NULL);
}

/* --- vectors --- */

static void
advise_vectors (Advising *a, TlSuggestion *suggestion)
{
  TlDType           dtype = type_of (a);
  gint64            lanes = extent_of_kind (a, suggestion->state, TL_LOOP_VECTORIZED);
  guint             bits = (guint) CLAMP (lanes * dtype.bits, 0, 4096);
  g_auto (Estimate) after = { 0 };
  double            gain;

  if (!a->facts->hot.is_known || suggestion->which != TL_STEP_CONTIGUOUS || bits <= a->facts->hot.computed_bits
      || !estimate_state (a, suggestion->state, 1 / share_of_rate (a, dtype, bits), &after))
    return;
  gain = gain_to (a, after.bound_s);
  if (gain >= LEAST_GAIN && is_better (a, TL_ADVICE_VECTORS, gain, suggestion->state))
    {
      g_autofree char *part = part_text (a, a->now.compute_s);

      take (a, TL_ADVICE_VECTORS, gain, suggestion,
            a->facts->hot.computed_bits <= dtype.bits
              ? g_strdup_printf (_("Scalar arithmetic in the hot loop %s."), part)
              : g_strdup_printf (_("Arithmetic of %u bits in the hot loop %s."), a->facts->hot.computed_bits, part),
            NULL);
    }
}

/* --- traffic --- */

static void
advise_traffic (Advising *a, TlSuggestion *suggestion, double slowness)
{
  TlLevel           edge = a->now.times.slowest;
  double            before = tl_moved_bytes (&a->now.traffic->moved[edge]), bytes, gain;
  g_auto (Estimate) after = { 0 };

  /* Faster than the bytes could be moved: there are fewer, the compiler has found another order. Not measured: nobody knows. */
  if (a->facts->measured_s <= 0 || tl_roof_is_doubtful (a->now.times.edge_s[edge], a->facts->measured_s))
    return;
  if (a->now.compute_s >= a->now.times.edge_s[edge] || !estimate_state (a, suggestion->state, slowness, &after))
    return;
  /* Whatever computes more for fewer bytes may call functions, which the rate of multiply-adds says nothing of. */
  if (after.traffic->operations > MORE_OPERATIONS * a->now.traffic->operations)
    return;
  bytes = tl_moved_bytes (&after.traffic->moved[edge]);
  gain = gain_to (a, after.bound_s);
  if (bytes < 0 || bytes > (1 - LEAST_SAVING) * before || gain < LEAST_GAIN || !is_better (a, TL_ADVICE_TRAFFIC, gain, suggestion->state))
    return;
  {
    g_autofree char *moved = tl_format_bytes ((gint64) before), *less = tl_format_bytes ((gint64) bytes);
    g_autofree char *name = tl_traffic_edge_text (a->now.traffic, edge), *part = part_text (a, a->now.times.edge_s[edge]);
    g_autofree char *busiest = tl_traffic_busiest_text (a->now.traffic, &a->now.times), *effect = g_strdup_printf (_("about %s"), less);

    take (a, TL_ADVICE_TRAFFIC, gain, suggestion, g_strdup_printf (_("Moving %s, %s, %s%s."), moved, name, part, busiest), effect);
  }
}

/* --- loads --- */

/* Of the hot loop, from L1: each takes as long as a whole vector. 0: unknown. */
static double
loads_s (const Advising *a)
{
  const TlHotLoop *hot = &a->facts->hot;
  double           rate = a->facts->machine->levels[0].bytes_per_s[TL_STREAM_READ];
  guint            cores = a->now.traffic->is_parallel ? MAX (a->facts->target->num_cores, 1) : 1;

  if (!hot->is_known || hot->operations <= 0 || hot->n_fmas == 0 || rate <= 0)
    return 0;
  return a->now.traffic->operations / hot->operations * hot->n_loads * (hot->computed_bits / 8.0) / rate / cores;
}

/* On as many cores as now: those have advice of their own. */
static double
comparable_s (const Advising *a, const Estimate *after)
{
  return after->bound_s * (after->traffic->is_parallel && !a->now.traffic->is_parallel ? a->facts->target->num_cores : 1);
}

static void
advise_loads (Advising *a)
{
  const TlHotLoop         *hot = &a->facts->hot;
  double                   seconds = loads_s (a), gain;
  g_autoptr (TlState)      scheduled = NULL;
  g_autoptr (TlSuggestion) suggestion = NULL;
  g_auto (Estimate)        after = { 0 };
  g_autofree char         *part = NULL;

  if (tl_state_n_steps (a->facts->state) > 0 || hot->n_loads <= hot->n_fmas || seconds <= a->now.compute_s)
    return;
  scheduled = tl_default_schedule (a->facts->state, a->facts->func_name, a->facts->target, NULL);
  if (scheduled == NULL || !estimate_state (a, scheduled, 1, &after))
    return;
  gain = (a->facts->measured_s > 0 ? a->facts->measured_s : seconds) / comparable_s (a, &after);
  if (gain < LEAST_GAIN)
    return;
  part = part_text (a, seconds);
  suggestion = tl_suggestion_new_step (a->facts->state, tl_state_ref (scheduled), TL_SUGGEST_STRUCTURE, g_strdup (_("Schedule by rules")));
  take (a, TL_ADVICE_LOADS, gain, suggestion,
        g_strdup_printf (_("The hot loop has %u loads for %u multiply-adds: that %s."), hot->n_loads, hot->n_fmas, part), NULL);
}

/* --- spills --- */

static void
advise_spills (Advising *a)
{
  const TlHotLoop *hot = &a->facts->hot;
  TlAdvice        *advice;
  double           gain;

  if (!hot->is_known || hot->n_spills >= hot->n_code || hot->n_spills < LEAST_SPILLS * hot->n_code)
    return;
  gain = (double) hot->n_code / (hot->n_code - hot->n_spills);
  advice = g_new0 (TlAdvice, 1);
  *advice = (TlAdvice) { .kind = TL_ADVICE_SPILLS, .gain = gain };
  advice->limit = g_strdup_printf (_("%u of %u instructions of the hot loop spill registers."), hot->n_spills, hot->n_code);
  advice->action = g_strdup_printf (_("Unroll less, or make the innermost tile smaller: up to %.1f× faster."), gain);
  a->best[TL_ADVICE_SPILLS] = advice;
}

/* --- the whole --- */

static void
advise_by (Advising *a, TlSuggestion *suggestion, double slowness)
{
  if (suggestion->kind != TL_SUGGESTION_STEP)
    return;
  if (suggestion->group == TL_SUGGEST_PARALLELISM)
    advise_cores (a, suggestion);
  else if (suggestion->group == TL_SUGGEST_VECTOR)
    advise_vectors (a, suggestion);
  else if (suggestion->group != TL_SUGGEST_GPU)
    advise_traffic (a, suggestion, slowness);
}

/* The loops around the block that takes longest, outermost first, and that block. */
static GArray *
nodes_to_try (const Advising *a)
{
  GArray               *nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  TlNodeId              block = a->now.traffic->blocks[a->now.longest].block;
  g_autoptr (TlPath)    path = tl_path_find (a->now.traffic->module, block);
  g_autoptr (GPtrArray) loops = path != NULL ? tl_path_loops (path) : g_ptr_array_new ();

  for (guint i = loops->len > MAX_NODES ? loops->len - MAX_NODES : 0; i < loops->len; i++)
    g_array_append_val (nodes, ((TlStmt *) g_ptr_array_index (loops, i))->loop.id);
  g_array_append_val (nodes, block);
  return nodes;
}

static gint
compare_advice (gconstpointer a, gconstpointer b)
{
  double left = (*(const TlAdvice *const *) a)->gain, right = (*(const TlAdvice *const *) b)->gain;

  return left > right ? -1 : left < right;
}

static GPtrArray *
collect (Advising *a)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_advice_free);

  for (guint kind = 0; kind < TL_ADVICE_N_KINDS; kind++)
    if (a->best[kind] != NULL)
      g_ptr_array_add (found, g_steal_pointer (&a->best[kind]));
  g_ptr_array_sort (found, compare_advice);
  g_ptr_array_set_size (found, (gint) MIN (found->len, TL_ADVICE_MAX));
  return found;
}

static void
try_steps (Advising *a, double slowness, GCancellable *cancellable)
{
  g_autoptr (GArray) nodes = nodes_to_try (a);

  for (guint i = 0; i < nodes->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr (GPtrArray) suggestions = tl_suggestions_find (a->facts->state, &g_array_index (nodes, TlNodeId, i), 1, a->facts->target,
                                                               cancellable);

      for (guint k = 0; suggestions != NULL && k < suggestions->len && !g_cancellable_is_cancelled (cancellable); k++)
        advise_by (a, g_ptr_array_index (suggestions, k), slowness);
    }
}

GPtrArray *
tl_advice_find (const TlAdviceFacts *facts, GCancellable *cancellable)
{
  Advising  a = { .facts = facts, .capacities = tl_capacities_of (facts->target) };
  GPtrArray *found;
  double     slowness = 1;

  if (!facts->target->kind->has_threads && estimate_state (&a, facts->state, 1, &a.now) && a.now.traffic->n_blocks > 0)
    {
      if (facts->hot.is_known)
        slowness = 1 / share_of_rate (&a, type_of (&a), facts->hot.computed_bits);
      a.now.compute_s = a.now.times.compute_s * slowness;
      a.now.bound_s = tl_max (a.now.compute_s, a.now.times.edge_s[a.now.times.slowest]);
      a.now_s = facts->measured_s > 0 ? facts->measured_s : a.now.bound_s;
      try_steps (&a, slowness, cancellable);
      advise_loads (&a);
      advise_spills (&a);
    }
  estimate_clear (&a.now);
  found = collect (&a);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&found, g_ptr_array_unref);
  return found;
}
