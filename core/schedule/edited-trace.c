/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/edited-trace.h"

#include <string.h>

#include "core/schedule/trace.h"

TlEditedTrace *
tl_edited_trace_new (TlState *base)
{
  TlArena *arena = tl_arena_new (NULL);
  TlEditedTrace *edited = tl_arena_new0 (arena, TlEditedTrace);
  g_autoptr (GPtrArray) steps = tl_state_steps (base);

  *edited = (TlEditedTrace) { .base = tl_state_ref (base), .n_steps = steps->len, .n_shared = steps->len, .arena = arena,
                       .steps = tl_arena_dup_array (arena, TlState *, steps->pdata, steps->len),
                       .insts = tl_arena_new_array (arena, const TlInst *, steps->len) };
  for (guint i = 0; i < steps->len; i++)
    edited->insts[i] = tl_state_inst (steps->pdata[i]);
  return edited;
}

TlEditedTrace *
tl_edited_trace_copy (const TlEditedTrace *edited)
{
  TlArena *arena = tl_arena_new (edited->arena);
  TlEditedTrace *copy = tl_arena_dup_array (arena, TlEditedTrace, edited, 1);

  tl_state_ref (copy->base);
  copy->arena = arena;
  copy->insts = tl_arena_dup_array (arena, const TlInst *, edited->insts, edited->n_steps);
  return copy;
}

TlInst *
tl_edited_trace_change (TlEditedTrace *edited, guint at)
{
  TlInst *inst = tl_arena_dup_array (edited->arena, TlInst, edited->insts[at], 1);

  edited->insts[at] = inst;
  edited->n_shared = MIN (edited->n_shared, at);
  return inst;
}

void
tl_edited_trace_free (TlEditedTrace *edited)
{
  tl_state_unref (edited->base);
  tl_arena_unref (edited->arena);   /* the edited trace with it */
}

TlState *
tl_edited_trace_replay (const TlEditedTrace *edited, guint n, GError **error)
{
  guint    at = MIN (n, edited->n_shared);
  TlState *current = tl_state_ref (at == edited->n_steps ? edited->base : tl_state_parent (edited->steps[at]));

  for (; at < n && current != NULL; at++)
    {
      TlState *next = tl_trace_apply_like (current, edited->steps[at], edited->insts[at], error);

      tl_state_unref (current);
      current = next;
    }
  return current;
}

/* --- the hash: index maps go by their variables' addresses, which steps that share states have in common --- */

static void
feed (guint64 *hash, guint64 value)
{
  TlRandom mixed = tl_random_seeded (*hash ^ value);

  *hash = tl_random_next (&mixed);
}

static void
feed_text (guint64 *hash, const char *text)
{
  guint64 word = 0;
  gsize   n = strlen (text);

  for (gsize i = 0; i <= n; i++)
    {
      word = word << 8 | (guchar) text[i];
      if (i % 8 == 7 || i == n)
        feed (hash, word);
    }
}

static void
feed_map (guint64 *hash, const TlIndexMap *map)
{
  feed (hash, (guint64) map->n_initial << 32 | map->n_separators);
  for (guint i = 0; i < map->n_initial; i++)
    feed (hash, (guint64) (gsize) map->initial[i]);
  for (guint i = 0; i < map->n_final; i++)
    feed (hash, tl_expr_hash (map->final[i]));
  for (guint i = 0; i < map->n_separators; i++)
    feed (hash, (guint64) map->separators[i]);
}

static void
feed_arg (guint64 *hash, const TlArg *arg)
{
  guint64 bits = 0;

  feed (hash, (guint64) arg->kind << 32 | arg->n_items);
  switch (arg->kind)
    {
    case TL_ARG_NONE:
    case TL_ARG_LIST:
    case TL_ARG_DICT:
      break;
    case TL_ARG_RV:
      bits = arg->rv;
      break;
    case TL_ARG_NODE:
      bits = (guint64) arg->node;
      break;
    case TL_ARG_BOOL:
      bits = (guint64) arg->boolean;
      break;
    case TL_ARG_INT:
      bits = (guint64) arg->integer;
      break;
    case TL_ARG_FLOAT:
      memcpy (&bits, &arg->number, sizeof bits);
      break;
    case TL_ARG_STRING:
      feed_text (hash, arg->string);
      break;
    case TL_ARG_INDEX_MAP:
      feed_map (hash, arg->map);
      break;
    }
  feed (hash, bits);
  for (guint i = 0; i < arg->n_items; i++)
    {
      if (arg->kind == TL_ARG_DICT)
        feed_text (hash, arg->keys[i]);
      feed_arg (hash, &arg->items[i]);
    }
}

static void
feed_inst (guint64 *hash, const TlInst *inst, gboolean has_decision)
{
  feed_text (hash, inst->primitive != NULL ? inst->primitive->name : inst->opaque_kind);
  feed (hash, inst->n_args | (guint64) inst->status << 32);
  for (guint i = 0; i < inst->n_args; i++)
    feed_arg (hash, &inst->args[i]);
  if (has_decision)
    feed_arg (hash, &inst->decision);
}

static guint64
hash_steps (const TlEditedTrace *edited, gboolean has_decisions)
{
  guint64 hash = 0;

  for (guint i = 0; i < edited->n_steps; i++)
    feed_inst (&hash, edited->insts[i], has_decisions);
  return hash;
}

guint64
tl_edited_trace_hash (const TlEditedTrace *edited)
{
  return hash_steps (edited, TRUE);
}

guint64
tl_edited_trace_sketch_hash (const TlEditedTrace *edited)
{
  return hash_steps (edited, FALSE);
}
