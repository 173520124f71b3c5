/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What steps say as a number, without replaying them: searches meet the same steps again and again. Index maps go by their variables'
 * addresses, which steps that share states have in common.
 */
#include <string.h>

#include "core/schedule/trace.h"

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
  feed (hash, map->n_initial);
  for (guint i = 0; i < map->n_final; i++)
    feed (hash, tl_expr_hash (map->final[i]));
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
feed_inst (guint64 *hash, const TlInst *inst)
{
  feed_text (hash, inst->primitive != NULL ? inst->primitive->name : inst->opaque_kind);
  feed (hash, inst->n_args);
  for (guint i = 0; i < inst->n_args; i++)
    feed_arg (hash, &inst->args[i]);
  feed_arg (hash, &inst->decision);
}

guint64
tl_trace_hash (const TlState *state, const TlState *step, const TlInst *inst)
{
  guint64 hash = 0;

  for (; tl_state_inst (state) != NULL; state = tl_state_parent (state))
    feed_inst (&hash, state == step ? inst : tl_state_inst (state));
  return hash;
}
