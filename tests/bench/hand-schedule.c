/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/hand-schedule.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/ir/walk.h"
#include "core/space/schedule-steps.h"

#define MAX_LOOPS  16
#define MAX_BLOCKS 8
#define MAX_LANES  64
#define MAX_UNROLL 16

static const char *const kind_names[TL_HAND_N_KINDS] = {
  "split", "imperfect split", "reorder", "vectorize", "unroll", "parallel", "decompose_reduction", "cache_read", "cache_write",
  "compute_at", "compute_inline", "rfactor",
};

/* A loop around the main block. */
typedef struct
{
  guint    rv;
  gint64   extent;
  gboolean reduces;
} HandLoop;

typedef struct
{
  TlScheduleBuilder builder;
  TlRandom          random;
  const TlPrimFunc *func;
  const TlStmt     *blocks[MAX_BLOCKS];   /* of the program, root excluded */
  guint             n_blocks;
  const TlStmt     *main;                 /* the block whose loops are tiled */
  guint             main_rv;
  HandLoop          loops[MAX_LOOPS];     /* around it, outermost first */
  guint             n_loops;
  gint              cache_read, cache_write;   /* blocks; -1: none */
  guint             kinds;
} Hand;

const char *
hand_kind_name (TlHandKind kind)
{
  return kind_names[kind];
}

static guint
below (Hand *hand, guint bound)
{
  return (guint) tl_random_below (&hand->random, bound);
}

static gboolean
chance_of (Hand *hand, double share)
{
  return tl_random_unit (&hand->random) < share;
}

static TlWalk
collect_block (const TlStmt *stmt, gpointer user_data)
{
  Hand *hand = user_data;

  if (stmt->kind == TL_STMT_BLOCK && strcmp (stmt->block.name, "root") != 0 && hand->n_blocks < MAX_BLOCKS)
    hand->blocks[hand->n_blocks++] = stmt;
  return TL_WALK_INTO;
}

static gboolean
block_reduces (const TlStmt *block)
{
  for (guint i = 0; i < block->block.n_axes; i++)
    if (block->block.axes[i].kind == TL_AXIS_REDUCE)
      return TRUE;
  return FALSE;
}

/* Whether all went well since @mark, which is taken; if not, the steps since then are undone. */
static gboolean
keep (Hand *hand, TlState *mark, TlHandKind kind)
{
  gboolean done = tl_schedule_builder_accept (&hand->builder, mark);

  if (done)
    hand->kinds |= 1u << kind;
  return done;
}

static TlState *
mark (Hand *hand)
{
  return tl_schedule_builder_mark (&hand->builder);
}

static guint
block_rv (Hand *hand, const char *name)
{
  return tl_step_get_block (&hand->builder, name, hand->func->name);
}

/* --- the blocks --- */

/* A reduction if there is one. */
static void
choose_main (Hand *hand)
{
  guint n = 0;

  for (guint i = 0; i < hand->n_blocks; i++)
    if (block_reduces (hand->blocks[i]) && below (hand, ++n) == 0)
      hand->main = hand->blocks[i];
  if (hand->main == NULL)
    hand->main = hand->blocks[below (hand, hand->n_blocks)];
}

static void
inline_others (Hand *hand)
{
  for (guint i = 0; i < hand->n_blocks; i++)
    if (hand->blocks[i] != hand->main && !block_reduces (hand->blocks[i]) && chance_of (hand, 0.3))
      {
        TlState *before = mark (hand);

        tl_step (&hand->builder, "compute_inline", block_rv (hand, hand->blocks[i]->block.name));
        keep (hand, before, TL_HAND_INLINE);
      }
}

static void
factor_reduction (Hand *hand)
{
  static const gint64 factors[] = { 2, 4, 8, 16 };
  TlState *before = mark (hand);
  guint    n, rv = block_rv (hand, hand->main->block.name), first = tl_step_get_loops (&hand->builder, rv, &n);
  guint    halves = tl_step_split (&hand->builder, first + n - 1, 0, factors[below (hand, G_N_ELEMENTS (factors))]);

  tl_schedule_builder_do (&hand->builder, "rfactor", tl_arg_rv (halves + below (hand, 2)), tl_arg_int (0));
  keep (hand, before, TL_HAND_RFACTOR);
}

static void
add_caches (Hand *hand)
{
  static const char *const scopes[] = { "global", "local" };
  TlState *before;

  if (chance_of (hand, 0.3))
    {
      before = mark (hand);
      hand->cache_write = (gint) tl_step_cache_write (&hand->builder, hand->main_rv, scopes[below (hand, 2)]);
      if (!keep (hand, before, TL_HAND_CACHE_WRITE))
        hand->cache_write = -1;
    }
  if (hand->main->block.n_reads > 0 && chance_of (hand, 0.15))
    {
      before = mark (hand);
      hand->cache_read = (gint) tl_step_cache_read (&hand->builder, hand->main_rv, below (hand, hand->main->block.n_reads),
                                                    scopes[below (hand, 2)]);
      if (!keep (hand, before, TL_HAND_CACHE_READ))
        hand->cache_read = -1;
    }
}

/* --- the loops of the main block --- */

static gboolean
loop_reduces (const TlStmt *block, const TlStmt *loop)
{
  for (guint i = 0; i < block->block.n_axes; i++)
    if (block->block.axes[i].kind == TL_AXIS_REDUCE && tl_expr_uses_var (block->block.bindings[i], loop->loop.var))
      return TRUE;
  return FALSE;
}

static gboolean
read_loops (Hand *hand)
{
  guint n, first = tl_step_get_loops (&hand->builder, hand->main_rv, &n);

  if (n == 0 || n > MAX_LOOPS - 4)
    return FALSE;
  for (guint i = 0; i < n; i++)
    hand->loops[i] = (HandLoop) { first + i, tl_schedule_builder_extent (&hand->builder, first + i),
                                  loop_reduces (tl_schedule_builder_stmt (&hand->builder, hand->main_rv),
                                                tl_schedule_builder_stmt (&hand->builder, first + i)) };
  hand->n_loops = n;
  return TRUE;
}

static void
split_one (Hand *hand)
{
  static const gint64 even[] = { 2, 4, 8, 8, 16, 16, 16, 32, 64 }, odd[] = { 3, 5, 6, 7, 10, 12 };
  guint     at = below (hand, hand->n_loops);
  HandLoop *loop = &hand->loops[at], inner;
  gint64    factor = chance_of (hand, 0.2) ? odd[below (hand, G_N_ELEMENTS (odd))] : even[below (hand, G_N_ELEMENTS (even))];
  TlState  *before;
  guint     first;

  if (hand->n_loops + 1 > MAX_LOOPS || factor >= loop->extent)
    return;
  before = mark (hand);
  first = tl_step_split (&hand->builder, loop->rv, 0, factor);
  if (!keep (hand, before, loop->extent % factor == 0 ? TL_HAND_SPLIT : TL_HAND_IMPERFECT_SPLIT))
    return;
  inner = (HandLoop) { first + 1, factor, loop->reduces };
  *loop = (HandLoop) { first, (loop->extent + factor - 1) / factor, loop->reduces };
  memmove (loop + 2, loop + 1, (hand->n_loops - at - 1) * sizeof *loop);
  loop[1] = inner;
  hand->n_loops++;
}

/* Any order, or a tile's: outer loops first, reductions between the spatial loops. */
static void
reorder_loops (Hand *hand)
{
  HandLoop loops[MAX_LOOPS];
  guint    order[MAX_LOOPS];
  TlState *before;

  memcpy (loops, hand->loops, sizeof loops);
  for (guint i = hand->n_loops; i > 1; i--)
    {
      guint    other = below (hand, i);
      HandLoop moved = loops[i - 1];

      loops[i - 1] = loops[other];
      loops[other] = moved;
    }
  for (guint i = 0; i < hand->n_loops; i++)
    order[i] = loops[i].rv;
  before = mark (hand);
  tl_step_reorder_loops (&hand->builder, order, hand->n_loops);
  if (keep (hand, before, TL_HAND_REORDER))
    memcpy (hand->loops, loops, sizeof loops);
}

/* The block @name, or @rv. */
static void
place_at (Hand *hand, const char *primitive, const char *name, guint rv)
{
  TlState *before = mark (hand);

  if (name != NULL)
    rv = block_rv (hand, name);
  tl_step_at (&hand->builder, primitive, rv, hand->loops[below (hand, hand->n_loops)].rv);
  keep (hand, before, TL_HAND_COMPUTE_AT);
}

/* Blocks of the program move to the main block's loops, those before it and those after it. */
static void
place_others (Hand *hand)
{
  gboolean is_after = FALSE;

  if (hand->cache_write >= 0 && chance_of (hand, 0.8))
    place_at (hand, "reverse_compute_at", NULL, (guint) hand->cache_write);
  if (hand->cache_read >= 0 && chance_of (hand, 0.8))
    place_at (hand, "compute_at", NULL, (guint) hand->cache_read);
  for (guint i = 0; i < hand->n_blocks; i++)
    {
      is_after = is_after || hand->blocks[i] == hand->main;
      if (hand->blocks[i] != hand->main && chance_of (hand, 0.3))
        place_at (hand, is_after ? "reverse_compute_at" : "compute_at", hand->blocks[i]->block.name, 0);
    }
}

/* --- the kinds of loops --- */

static void
vectorize_innermost (Hand *hand)
{
  for (guint i = hand->n_loops; i-- > 0;)
    if (!hand->loops[i].reduces)
      {
        TlState *before = mark (hand);

        if (hand->loops[i].extent > MAX_LANES)
          {
            guint halves = tl_step_split (&hand->builder, hand->loops[i].rv, 0, 16);

            hand->loops[i] = (HandLoop) { halves + 1, 16, FALSE };
          }
        tl_step (&hand->builder, "vectorize", hand->loops[i].rv);
        if (keep (hand, before, TL_HAND_VECTORIZE))
          hand->loops[i].extent = 0;   /* taken */
        return;
      }
}

static void
unroll_inner (Hand *hand)
{
  guint n_wanted = 1 + below (hand, 2);

  for (guint i = hand->n_loops; i-- > 0 && n_wanted > 0;)
    if (hand->loops[i].extent > 1 && hand->loops[i].extent <= MAX_UNROLL && chance_of (hand, 0.7))
      {
        TlState *before = mark (hand);

        tl_step (&hand->builder, "unroll", hand->loops[i].rv);
        n_wanted -= keep (hand, before, TL_HAND_UNROLL);
        hand->loops[i].extent = 0;
      }
}

static void
vectorize_copy (Hand *hand, guint rv)
{
  TlState *before = mark (hand);
  guint    inner = tl_step_get_inner_loop (&hand->builder, rv, 0);

  if (hand->builder.error == NULL && tl_schedule_builder_extent (&hand->builder, inner) > MAX_LANES)
    inner = tl_step_split (&hand->builder, inner, 0, 16) + 1;
  tl_step (&hand->builder, "vectorize", inner);
  keep (hand, before, TL_HAND_VECTORIZE);
}

static void
decompose (Hand *hand)
{
  guint    n_outside = 0;
  TlState *before = mark (hand);

  while (n_outside < hand->n_loops && !hand->loops[n_outside].reduces)
    n_outside++;
  tl_step_at (&hand->builder, "decompose_reduction", hand->main_rv, hand->loops[below (hand, MIN (n_outside + 1, hand->n_loops))].rv);
  keep (hand, before, TL_HAND_DECOMPOSE);
}

static void
set_kinds (Hand *hand)
{
  if (chance_of (hand, 0.65))
    vectorize_innermost (hand);
  if (chance_of (hand, 0.45))
    unroll_inner (hand);
  if (hand->cache_write >= 0 && chance_of (hand, 0.4))
    vectorize_copy (hand, (guint) hand->cache_write);
  if (hand->cache_read >= 0 && chance_of (hand, 0.4))
    vectorize_copy (hand, (guint) hand->cache_read);
  if (chance_of (hand, 0.15) && !hand->loops[0].reduces && hand->loops[0].extent > 0)
    {
      TlState *before = mark (hand);

      tl_step (&hand->builder, "parallel", hand->loops[0].rv);
      keep (hand, before, TL_HAND_PARALLEL);
    }
}

static void
schedule_main (Hand *hand)
{
  hand->main_rv = block_rv (hand, hand->main->block.name);
  add_caches (hand);
  if (!read_loops (hand))
    return;
  for (guint n = 1 + below (hand, 3); n > 0; n--)
    split_one (hand);
  if (chance_of (hand, 0.7))
    reorder_loops (hand);
  place_others (hand);
  set_kinds (hand);
  if (block_reduces (hand->main) && chance_of (hand, 0.5))
    decompose (hand);
}

TlState *
hand_schedule (const TlModule *module, guint64 seed, guint *kinds)
{
  Hand hand = { .func = module->prims[0], .random = tl_random_seeded (seed), .cache_read = -1, .cache_write = -1 };
  g_autoptr (TlState) start = tl_state_new (module, seed);
  g_autoptr (GError)  error = NULL;
  TlState            *end;

  tl_schedule_builder_init (&hand.builder, start);
  tl_stmt_walk (hand.func->body, collect_block, NULL, &hand);
  choose_main (&hand);
  inline_others (&hand);
  if (block_reduces (hand.main) && chance_of (&hand, 0.08))
    factor_reduction (&hand);
  schedule_main (&hand);
  end = tl_schedule_builder_finish (&hand.builder, &error);
  *kinds = hand.kinds;
  return end != NULL ? end : tl_state_ref (start);
}
