/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tile sizes: a factor of one tile goes to another tile of the same loop, so that the product stays. Sampled lengths of vectorized
 * fetches count as tile sizes too.
 */
#include "core/base/saturate.h"
#include "core/space/mutators-private.h"

#define MAX_TRIES 1024u

static gint64
product_of (const TlArg *tiles)
{
  gint64 product = 1;

  for (guint i = 0; i < tiles->n_items; i++)
    product = tl_mul_saturated (product, tiles->items[i].integer);
  return product;
}

/* Of loops whose extent is no number the sizes stay -1, 1, … */
static gboolean
has_tiles (const TlInst *inst)
{
  const TlArg *decision = &inst->decision;

  return tl_inst_is (inst, "sample_perfect_tile") && decision->kind == TL_ARG_LIST && decision->n_items >= 2 && product_of (decision) > 1;
}

static GArray *
find_samples (const TlEditedTrace *edited)
{
  GArray *found = tl_mutator_found_new ();

  for (guint i = 0; i < edited->n_steps; i++)
    {
      const TlArg *lanes = tl_inst_annotation (edited->insts[i], "meta_schedule.cooperative_fetch");
      gint sample = lanes ? tl_edited_trace_categorical (edited, lanes) : -1;

      if (sample >= 0 || has_tiles (edited->insts[i]))
        tl_mutator_found_add (found, sample >= 0 ? (guint) sample : i);
    }
  return found;
}

/* Divisors of @number greater than 1, ascending; container of gint64. */
static GArray *
divisors_of (gint64 number)
{
  GArray *divisors = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) large = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 i = 1; i <= number / i; i++)
    {
      gint64 other = number / i;

      if (number % i != 0)
        continue;
      if (i > 1)
        g_array_append_val (divisors, i);
      if (other != i && other > 1)
        g_array_append_val (large, other);
    }
  for (guint i = large->len; i > 0; i--)
    g_array_append_val (divisors, g_array_index (large, gint64, i - 1));
  return divisors;
}

/* Moves a factor of a tile to another one. FALSE if the innermost tile, at its limit, was to have it. */
static gboolean
move_factor (gint64 *tiles, guint n, gint64 max_innermost, TlRandom *random)
{
  guint from = (guint) tl_random_below (random, n), to = (guint) tl_random_below (random, n - 1);
  g_autoptr (GArray) divisors = tiles[from] > 1 ? divisors_of (tiles[from]) : NULL;
  guint n_allowed = divisors ? divisors->len : 0;
  gint64 factor;

  to += to >= from;
  while (to == n - 1 && max_innermost > 0 && n_allowed > 0 && g_array_index (divisors, gint64, n_allowed - 1) * tiles[to] > max_innermost)
    n_allowed--;
  if (n_allowed == 0)
    return FALSE;
  factor = g_array_index (divisors, gint64, tl_random_below (random, n_allowed));
  tiles[from] /= factor;
  tiles[to] *= factor;
  return TRUE;
}

static TlEditedTrace *
move_tiles (const TlMutatorCall *call, guint at)
{
  const TlInst *inst = call->edited->insts[at];
  guint n = inst->decision.n_items;
  g_autofree gint64 *tiles = g_new (gint64, n);
  gboolean is_moved = FALSE;
  TlEditedTrace *neighbour;
  TlArg *items;

  for (guint i = 0; i < n; i++)
    tiles[i] = inst->decision.items[i].integer;
  for (guint i = 0; i < MAX_TRIES && !is_moved; i++)
    is_moved = move_factor (tiles, n, inst->args[2].integer, call->random);
  if (!is_moved)
    return NULL;
  neighbour = tl_edited_trace_copy (call->edited);
  items = tl_arena_new_array (neighbour->arena, TlArg, n);
  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (tiles[i]);
  tl_edited_trace_change (neighbour, at)->decision.items = items;
  return neighbour;
}

static TlEditedTrace *
propose_tile_size (const TlMutatorCall *call)
{
  g_autoptr (GArray) found = find_samples (call->edited);
  guint at;

  if (found->len == 0)
    return NULL;
  at = g_array_index (found, guint, tl_random_below (call->random, found->len));
  return tl_inst_is (call->edited->insts[at], "sample_perfect_tile") ? move_tiles (call, at) : tl_mutate_categorical (call, at);
}

static const TlPrimitiveParam params[] = { TL_MUTATOR_PROBABILITY ("0.9") };

const TlMutator tl_mutator_tile_size = {
  .info = { .name = "MutateTileSize", .summary = "Moves a factor from one tile size of a loop to another.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = tl_mutator_check_probability },
  .propose = propose_tile_size,
};
