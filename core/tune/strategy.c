/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where candidates come from without learning:
 *
 *     replay-func    a fresh run of the space for each
 *     replay-trace   a few runs of the space give traces; each candidate is one of them with its decisions drawn anew, which is faster
 *                    where running the space is slow
 */
#include "core/tune/space-private.h"
#include "core/tune/tuner.h"

#include "core/schedule/trace.h"

#define N_DESIGNS 16u   /* enough to meet every design space of a few blocks */

typedef struct
{
  TlSpace   *space;
  TlState   *start;
  TlRandom   random;
  GPtrArray *designs;   /* TlState, replay-trace only */
} Replay;

static gpointer
replay_create (TlSpace *space, TlState *start, guint64 seed)
{
  Replay *replay = g_new0 (Replay, 1);

  replay->space = tl_space_ref (space);
  replay->start = tl_state_ref (start);
  replay->random = tl_random_seeded (seed);
  replay->designs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  return replay;
}

static void
replay_destroy (gpointer self)
{
  Replay *replay = self;

  tl_space_unref (replay->space);
  tl_state_unref (replay->start);
  g_ptr_array_unref (replay->designs);
  g_free (replay);
}

static TlState *
replay_func_next (gpointer self, GError **error)
{
  Replay *replay = self;

  return tl_space_sample (replay->space, replay->start, tl_random_next (&replay->random), error);
}

/* Draws that the space refuses are left out; all refused is the space's failure. */
static gboolean
draw_designs (Replay *replay, GError **error)
{
  g_autoptr (GError) refusal = NULL;

  for (guint i = 0; i < N_DESIGNS; i++)
    {
      TlState *design;

      g_clear_error (&refusal);
      design = tl_space_sample (replay->space, replay->start, tl_random_next (&replay->random), &refusal);
      if (design)
        g_ptr_array_add (replay->designs, design);
    }
  if (replay->designs->len == 0)
    g_propagate_error (error, g_steal_pointer (&refusal));
  return replay->designs->len > 0;
}

static TlState *
replay_trace_next (gpointer self, GError **error)
{
  Replay *replay = self;
  g_autoptr (TlState) seeded = NULL, replayed = NULL;
  const TlState *design;

  if (replay->designs->len == 0 && !draw_designs (replay, error))
    return NULL;
  design = replay->designs->pdata[tl_random_below (&replay->random, replay->designs->len)];
  seeded = tl_state_reseed (replay->start, tl_random_next (&replay->random));
  replayed = tl_trace_replay (seeded, design, FALSE, TRUE, error);
  return replayed ? tl_space_postprocess (replayed, error) : NULL;
}

static void
replay_report (gpointer self, const TlState *state, const TlOutcome *outcome)
{
}

static const TlStrategy strategies[] = {
  {
    .name = "replay-func",
    .summary = "Draws each candidate afresh from the design space.",
    .next = replay_func_next,
    .report = replay_report,
    .create = replay_create,
    .destroy = replay_destroy,
  },
  {
    .name = "replay-trace",
    .summary = "Draws a few schedules from the design space, then only their decisions anew.",
    .next = replay_trace_next,
    .report = replay_report,
    .create = replay_create,
    .destroy = replay_destroy,
  },
};

const TlStrategy *
tl_strategy_nth (guint index)
{
  return index < G_N_ELEMENTS (strategies) ? &strategies[index] : NULL;
}

const TlStrategy *
tl_strategy_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    if (g_strcmp0 (strategies[i].name, name) == 0)
      return &strategies[i];
  return NULL;
}
