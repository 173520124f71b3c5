/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strategies that do not learn:
 *
 *     replay-func    a fresh run of the space for each candidate
 *     replay-trace   a few runs of the space give traces; each candidate is one of them with with new decisions, which is faster
 *                    where running the space is slow
 *
 * Invariant: candidate n depends on seed and space alone.
 */
#include "core/base/error.h"
#include "core/schedule/trace.h"
#include "core/space/space.h"
#include "core/search/strategies-private.h"

#define N_SKETCHES            16u     /* enough to meet every design space of a few blocks */
#define MAX_REFUSED_AT_FIRST 64u     /* nothing legal among so many draws: the space has nothing to offer */
#define MAX_REFUSED          4096u   /* … in a row, where there was something */
#define NUMBER_STRIDE         G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)   /* keeps the streams of neighbours apart */

typedef struct _Replay Replay;
struct _Replay
{
  TlSearchTask task;
  TlState   *(*draw) (Replay *replay, guint64 seed, GError **error);
  GPtrArray   *sketches;     /* TlState; replay-trace only, drawn when first needed */
  gboolean     had_legal;
  /* Under constraints; NULL until first needed */
  GPtrArray     *pinned;        /* TlState: sketches that have all pinned decisions … */
  GArray        *weights;       /* … and their weights, double … */
  TlConstraints *constraints;   /* … of these */
};

static TlState *
draw_afresh (Replay *replay, guint64 seed, GError **error)
{
  return tl_space_sample (replay->task.space, replay->task.start, seed, error);
}

/* Draws that the space refuses are left out; all refused is the space's failure. */
static gboolean
draw_designs (Replay *replay, GError **error)
{
  TlRandom random = tl_random_seeded (replay->task.seed);
  g_autoptr (GError) refusal = NULL;

  for (guint i = 0; i < N_SKETCHES; i++)
    {
      TlState *sketch;

      g_clear_error (&refusal);
      sketch = draw_afresh (replay, tl_random_next (&random), &refusal);
      if (sketch)
        g_ptr_array_add (replay->sketches, sketch);
    }
  if (replay->sketches->len == 0)
    g_propagate_error (error, g_steal_pointer (&refusal));
  return replay->sketches->len > 0;
}

static TlState *
draw_decisions (Replay *replay, guint64 seed, GError **error)
{
  TlRandom random = tl_random_seeded (seed);
  g_autoptr (TlState) seeded = NULL, replayed = NULL;
  const TlState *sketch;

  if (replay->sketches->len == 0 && !draw_designs (replay, error))
    return NULL;
  sketch = replay->sketches->pdata[tl_random_below (&random, replay->sketches->len)];
  seeded = tl_state_reseed (replay->task.start, tl_random_next (&random));
  replayed = tl_trace_replay (seeded, sketch, FALSE, TRUE, error);
  return replayed ? tl_space_postprocess (replay->task.space, replayed, error) : NULL;
}

/* --- under constraints --- */

/* The sketches that have all pinned decisions, with the weights of the space. FALSE with a refusal. */
static gboolean
find_pinned (Replay *replay, TlConstraints *constraints, GError **error)
{
  g_autoptr (TlState) seeded = tl_state_reseed (replay->task.start, replay->task.seed);

  if (replay->pinned && replay->constraints == constraints)
    return TRUE;
  g_clear_pointer (&replay->pinned, g_ptr_array_unref);
  g_clear_pointer (&replay->weights, g_array_unref);
  g_clear_pointer (&replay->constraints, tl_constraints_unref);
  replay->pinned = tl_space_sketches_with_weights (replay->task.space, seeded, &replay->weights, error);
  if (!replay->pinned)
    return FALSE;
  replay->constraints = tl_constraints_ref (constraints);
  for (guint i = replay->pinned->len; i > 0; i--)
    {
      g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (replay->pinned->pdata[i - 1]);

      if (tl_constraints_has_pins (constraints, edited))
        continue;
      g_ptr_array_remove_index (replay->pinned, i - 1);
      g_array_remove_index (replay->weights, i - 1);
    }
  return TRUE;
}

/* Rejection would find little where few schedules obey: decisions are drawn among those that do. */
static TlState *
draw_obeying (Replay *replay, TlConstraints *constraints, guint64 seed, GError **error)
{
  TlRandom random = tl_random_seeded (seed);
  g_autoptr (TlState) drawn = NULL, fitting = NULL;
  guint index;

  if (!find_pinned (replay, constraints, error))
    return NULL;
  if (replay->pinned->len == 0)
    return tl_fail_null (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_EMPTY, "no sketch has all decisions that are pinned");
  index = tl_random_weighted (&random, (const double *) (gpointer) replay->weights->data, replay->weights->len);
  drawn = tl_trace_redraw (replay->pinned->pdata[index], tl_random_next (&random), error);
  fitting = drawn ? tl_constraints_apply (constraints, drawn, &random, error) : NULL;
  return fitting ? tl_space_postprocess (replay->task.space, fitting, error) : NULL;
}

/* Candidate @number: the first legal draw of its own stream. NULL with the last refusal, or without error where cancelled. */
static TlState *
draw_legal (Replay *replay, guint number, TlConstraints *constraints, GCancellable *cancellable, GError **error)
{
  TlRandom numbers = tl_random_seeded (replay->task.seed + number * NUMBER_STRIDE);
  TlRandom seeds = tl_random_seeded (tl_random_next (&numbers));
  guint most = replay->had_legal ? MAX_REFUSED : MAX_REFUSED_AT_FIRST;
  g_autoptr (GError) refusal = NULL;

  for (guint i = 0; i < most && !g_cancellable_is_cancelled (cancellable); i++)
    {
      guint64 seed = tl_random_next (&seeds);
      TlState *state;

      g_clear_error (&refusal);
      state = constraints ? draw_obeying (replay, constraints, seed, &refusal) : replay->draw (replay, seed, &refusal);
      tl_search_progress_note (replay->task.progress, refusal);
      if (state)
        return state;
    }
  if (!g_cancellable_is_cancelled (cancellable))
    g_propagate_prefixed_error (error, g_steal_pointer (&refusal), "no valid schedule in %u samples; the last one failed: ",
                                most);
  return NULL;
}

static GPtrArray *
replay_generate (gpointer self, const TlBatchRequest *request, GCancellable *cancellable, GError **error)
{
  Replay *replay = self;
  g_autoptr (GPtrArray) batch = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);

  for (guint i = 0; i < request->n; i++)
    {
      g_autoptr (GError) refusal = NULL;
      TlState *state = draw_legal (replay, request->first_number + i, request->constraints, cancellable, &refusal);

      if (!state && refusal && !replay->had_legal)
        return tl_propagate_null (error, g_steal_pointer (&refusal));
      if (!state)
        break;
      replay->had_legal = TRUE;
      g_ptr_array_add (batch, state);
    }
  return g_steal_pointer (&batch);
}

static void
replay_report (gpointer self, guint number, TlState *state, const TlOutcome *outcome)
{
}

static Replay *
replay_new (const TlSearchTask *task, TlState *(*draw) (Replay *replay, guint64 seed, GError **error))
{
  Replay *replay = g_new0 (Replay, 1);

  replay->task = *task;
  replay->draw = draw;
  replay->sketches = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  return replay;
}

static gpointer
replay_func_create (const TlSearchTask *task)
{
  return replay_new (task, draw_afresh);
}

static gpointer
replay_trace_create (const TlSearchTask *task)
{
  return replay_new (task, draw_decisions);
}

static void
replay_destroy (gpointer self)
{
  Replay *replay = self;

  g_ptr_array_unref (replay->sketches);
  g_clear_pointer (&replay->pinned, g_ptr_array_unref);
  g_clear_pointer (&replay->weights, g_array_unref);
  g_clear_pointer (&replay->constraints, tl_constraints_unref);
  g_free (replay);
}

const TlStrategy tl_strategy_replay_func = {
  .info = { .name = "replay-func", .summary = "Samples a new candidate from the design space each time." },
  .create = replay_func_create,
  .destroy = replay_destroy,
  .generate = replay_generate,
  .report = replay_report,
};

const TlStrategy tl_strategy_replay_trace = {
  .info = { .name = "replay-trace", .summary = "Samples a few traces from the design space, then only new decisions for them." },
  .create = replay_trace_create,
  .destroy = replay_destroy,
  .generate = replay_generate,
  .report = replay_report,
};
