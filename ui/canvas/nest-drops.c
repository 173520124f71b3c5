/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/nest-drops.h"

#define FUSE_FROM 0.25    /* share of a neighbour's header, from its top, that means fuse … */
#define FUSE_TO   0.75

static TlArg
loop_arg (const TlNest *nest, guint item)
{
  return tl_arg_node (nest->items[item].id);
}

static TlArg
pair_arg (const TlNestDrops *drops, guint outer, guint inner)
{
  TlArg items[] = { loop_arg (drops->nest, outer), loop_arg (drops->nest, inner) };

  return tl_arg_list (tl_dry_runs_arena (drops->runs), items, G_N_ELEMENTS (items));
}

TlArg
tl_reorder_arg (const TlNest *nest, TlArena *arena, const guint *chain, guint position, guint slot)
{
  guint  to = slot > position ? slot - 1 : slot;
  guint  first = MIN (position, to), last = MAX (position, to), n = 0;
  TlArg *items = tl_arena_new_array (arena, TlArg, last - first + 1);

  if (to == first)
    items[n++] = loop_arg (nest, chain[position]);
  for (guint i = first; i <= last; i++)
    if (i != position)
      items[n++] = loop_arg (nest, chain[i]);
  if (to != first)
    items[n++] = loop_arg (nest, chain[position]);
  return tl_arg_list (arena, items, n);
}

static void
add_slot (TlNestDrops *drops, TlDropPlace place, guint item, gboolean is_own, const char *primitive, TlArg arg)
{
  TlDropSlot slot = { place, item, is_own, 0, -1 };

  slot.run = tl_dry_runs_add (drops->runs, tl_primitive_find (primitive), &arg, 1);
  g_array_append_val (drops->slots, slot);
}

static void
add_own_slots (TlNestDrops *drops, const gboolean *hidden)
{
  TlArena *arena = tl_dry_runs_arena (drops->runs);
  guint    position = drops->position;

  for (guint slot = 0; slot <= drops->n_chain; slot++)
    {
      guint item = drops->chain[MIN (slot, drops->n_chain - 1)];

      if (slot != position && slot != position + 1 && !hidden[item])
        add_slot (drops, slot < drops->n_chain ? TL_DROP_ABOVE : TL_DROP_INSIDE, item, TRUE, "reorder",
                  tl_reorder_arg (drops->nest, arena, drops->chain, position, slot));
    }
  if (position > 0)
    add_slot (drops, TL_DROP_ONTO, drops->chain[position - 1], TRUE, "fuse", pair_arg (drops, drops->chain[position - 1], drops->from));
  if (position + 1 < drops->n_chain && !hidden[drops->chain[position + 1]])
    add_slot (drops, TL_DROP_ONTO, drops->chain[position + 1], TRUE, "fuse", pair_arg (drops, drops->from, drops->chain[position + 1]));
}

/* Position of @item in the perfect nest of the dragged loop, or -1. */
static gint
position_of (const TlNestDrops *drops, guint item)
{
  for (guint i = 0; i < drops->n_chain; i++)
    if (drops->chain[i] == item)
      return (gint) i;
  return -1;
}

/* Around the loops elsewhere: the engine knows why not. */
static void
add_other_slots (TlNestDrops *drops, const gboolean *hidden)
{
  for (guint i = 0; i < drops->nest->n_items; i++)
    if (drops->nest->items[i].kind == TL_NEST_LOOP && !hidden[i] && position_of (drops, i) < 0)
      {
        add_slot (drops, TL_DROP_ABOVE, i, FALSE, "reorder", pair_arg (drops, drops->from, i));
        add_slot (drops, TL_DROP_INSIDE, i, FALSE, "reorder", pair_arg (drops, i, drops->from));
      }
}

/* A block goes before what reads it, or after what it reads: the engine knows which. */
static void
add_loops_for_block (TlNestDrops *drops, const gboolean *hidden)
{
  for (guint i = 0; i < drops->nest->n_items; i++)
    {
      const TlNestItem *item = &drops->nest->items[i];
      const TlArg       args[] = { loop_arg (drops->nest, drops->from), loop_arg (drops->nest, i) };
      TlDropSlot        slot = { TL_DROP_ONTO, i, TRUE, 0, -1 };
      gboolean          is_around = drops->from > i && drops->from < item->end, is_later = i > drops->from;

      if (item->kind != TL_NEST_LOOP || hidden[i] || is_around)
        continue;
      slot.run = tl_dry_runs_add (drops->runs, tl_primitive_find (is_later ? "compute_at" : "reverse_compute_at"), args, 2);
      slot.other_run = (gint) tl_dry_runs_add (drops->runs, tl_primitive_find (is_later ? "reverse_compute_at" : "compute_at"), args, 2);
      g_array_append_val (drops->slots, slot);
    }
}

TlNestDrops *
tl_nest_drops_new (const TlNest *nest, const gboolean *hidden, TlState *state, guint from)
{
  TlNestDrops *drops = g_new0 (TlNestDrops, 1);

  drops->nest = nest;
  drops->from = from;
  drops->slots = g_array_new (FALSE, FALSE, sizeof (TlDropSlot));
  drops->runs = tl_dry_runs_new (state);
  if (nest->items[from].kind == TL_NEST_BLOCK)
    {
      add_loops_for_block (drops, hidden);
      return drops;
    }
  drops->n_chain = tl_nest_chain (nest, from, drops->chain, &drops->position);
  add_own_slots (drops, hidden);
  add_other_slots (drops, hidden);
  return drops;
}

TlNestDrops *
tl_nest_drops_new_for_buffer (const TlNest *nest, const gboolean *hidden, TlState *state, guint from, guint buffer, gboolean is_write)
{
  TlNestDrops   *drops = g_new0 (TlNestDrops, 1);
  const TlBlock *block = &nest->items[from].stmt->block;

  drops->nest = nest;
  drops->from = from;
  drops->buffer = (is_write ? block->writes : block->reads)[buffer].buffer;
  drops->slots = g_array_new (FALSE, FALSE, sizeof (TlDropSlot));
  drops->runs = tl_dry_runs_new (state);
  for (guint i = 0; i < from; i++)
    if (nest->items[i].kind == TL_NEST_LOOP && nest->items[i].end > from && !hidden[i])
      {
        const TlCacheAt cache = { block->id, buffer, is_write, nest->items[i].id };
        TlDropSlot      slot = { TL_DROP_ONTO, i, TRUE, tl_dry_runs_add_cache (drops->runs, &cache), -1 };

        g_array_append_val (drops->slots, slot);
      }
  return drops;
}

void
tl_nest_drops_free (TlNestDrops *drops)
{
  g_array_unref (drops->slots);
  tl_dry_runs_unref (drops->runs);
  g_free (drops);
}

const TlDropSlot *
tl_nest_drops_slot (const TlNestDrops *drops, guint index)
{
  return &g_array_index (drops->slots, TlDropSlot, index);
}

static gint
find_slot (const TlNestDrops *drops, TlDropPlace place, guint item)
{
  for (guint i = 0; i < drops->slots->len; i++)
    if (tl_nest_drops_slot (drops, i)->place == place && tl_nest_drops_slot (drops, i)->item == item)
      return (gint) i;
  return -1;
}

/* The line before loop @slot of the perfect nest, or below its last one. */
static gint
find_own_slot (const TlNestDrops *drops, guint slot)
{
  if (slot == drops->position || slot == drops->position + 1)
    return -1;
  return slot < drops->n_chain ? find_slot (drops, TL_DROP_ABOVE, drops->chain[slot])
                               : find_slot (drops, TL_DROP_INSIDE, drops->chain[drops->n_chain - 1]);
}

gint
tl_nest_drops_find (const TlNestDrops *drops, guint row, double share)
{
  gint position = position_of (drops, row);

  if (row == drops->from)
    return -1;
  if (drops->n_chain == 0)
    return find_slot (drops, TL_DROP_ONTO, row);
  if (position >= 0 && ABS (position - (gint) drops->position) == 1 && share > FUSE_FROM && share < FUSE_TO)
    return find_slot (drops, TL_DROP_ONTO, row);
  if (position >= 0)
    return find_own_slot (drops, (guint) position + (share >= 0.5));
  if (drops->nest->items[row].kind == TL_NEST_LOOP)
    return find_slot (drops, share < 0.5 ? TL_DROP_ABOVE : TL_DROP_INSIDE, row);
  return row == drops->chain[drops->n_chain - 1] + 1 && share < 0.5 ? find_own_slot (drops, drops->n_chain) : -1;
}

/* Whether the step is known to be legal. */
static gboolean
is_legal (const TlNestDrops *drops, gint run)
{
  return run >= 0 && tl_dry_runs_is_known (drops->runs, (guint) run) && tl_dry_runs_refusal (drops->runs, (guint) run) == NULL;
}

gboolean
tl_nest_drops_is_known (const TlNestDrops *drops, guint slot)
{
  return tl_dry_runs_is_known (drops->runs, tl_nest_drops_slot (drops, slot)->run);
}

guint
tl_nest_drops_run (const TlNestDrops *drops, guint slot)
{
  const TlDropSlot *found = tl_nest_drops_slot (drops, slot);

  return is_legal (drops, found->other_run) && !is_legal (drops, (gint) found->run) ? (guint) found->other_run : found->run;
}

const char *
tl_nest_drops_refusal (const TlNestDrops *drops, guint slot)
{
  return tl_dry_runs_refusal (drops->runs, tl_nest_drops_run (drops, slot));
}
