/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constraints on a trace. Traces of one sketch differ in decisions alone, so the steps that a constraint is about are found once for each
 * sketch.
 *
 * Invariant: whatever tl_constraints_fit leaves unchanged is as it was, and the values that it draws depend on the trace and the random
 * stream alone.
 */
#include "core/search/constraints-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/schedule/refusal.h"
#include "core/search/decision-names-private.h"

#define MAX_ATTEMPTS 3u   /* at a schedule whose later decisions are adjusted when earlier ones change */

/* A constraint on a decision of a sketch. */
typedef struct
{
  const TlConstraintRow   *row;
  const TlDecisionSlot *slot;
} BoundRow;

/* The constraints of a sketch. */
typedef struct
{
  GArray             *slots;     /* TlDecisionSlot */
  GArray             *rows;      /* BoundRow, by step */
  const TlConstraintRow *missing;   /* a pin whose decision the sketch does not have; NULL: none */
} Bound;

void
tl_constraints_free_bound (gpointer data)
{
  Bound *bound = data;

  g_array_unref (bound->slots);
  g_array_unref (bound->rows);
  g_free (bound);
}

static Bound *
bound_new (const TlConstraints *constraints, const TlState *state)
{
  Bound *bound = g_new0 (Bound, 1);

  bound->slots = tl_decision_slots (state);
  g_array_set_clear_func (bound->slots, tl_decision_slot_clear);
  bound->rows = g_array_new (FALSE, FALSE, sizeof (BoundRow));
  for (guint i = 0; i < bound->slots->len; i++)
    for (guint k = 0; k < constraints->rows->len; k++)
      {
        BoundRow row = { constraints->rows->pdata[k], &g_array_index (bound->slots, TlDecisionSlot, i) };

        if (g_str_equal (row.row->key, row.slot->key))
          g_array_append_val (bound->rows, row);
      }
  for (guint k = 0; k < constraints->rows->len && bound->missing == NULL; k++)
    {
      const TlConstraintRow *row = constraints->rows->pdata[k];
      gboolean            is_there = row->is_forbidden;

      for (guint i = 0; i < bound->rows->len && !is_there; i++)
        is_there = g_array_index (bound->rows, BoundRow, i).row == row;
      bound->missing = is_there ? NULL : row;
    }
  return bound;
}

/* Borrowed. */
static const Bound *
bound_to (TlConstraints *constraints, const TlEditedTrace *edited)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&constraints->lock);
  guint64 sketch = tl_edited_trace_sketch_hash (edited);
  Bound  *bound = g_hash_table_lookup (constraints->bound, &sketch);

  if (bound != NULL)
    return bound;
  bound = bound_new (constraints, edited->base);
  g_hash_table_insert (constraints->bound, g_memdup2 (&sketch, sizeof sketch), bound);
  return bound;
}

/* --- a decision --- */

/* FALSE: it has none. */
static gboolean
decision_of (const TlEditedTrace *edited, const TlDecisionSlot *slot, gint64 *decision)
{
  const TlArg *arg = &edited->insts[slot->step]->decision;

  if (arg->kind == TL_ARG_LIST && slot->item < arg->n_items)
    arg = &arg->items[slot->item];
  *decision = arg->integer;
  return arg->kind == TL_ARG_INT;
}

static gboolean
is_allowed (const TlEditedTrace *edited, const BoundRow *row)
{
  gint64 decision;

  return decision_of (edited, row->slot, &decision) && tl_constraint_row_allows (row->row, row->slot, decision);
}

/* Whether item @item of step @step may be @decision. */
static gboolean
may_be (const Bound *bound, guint step, guint item, gint64 decision)
{
  for (guint i = 0; i < bound->rows->len; i++)
    {
      const BoundRow *row = &g_array_index (bound->rows, BoundRow, i);

      if (row->slot->step == step && row->slot->item == item && !tl_constraint_row_allows (row->row, row->slot, decision))
        return FALSE;
    }
  return TRUE;
}

/* --- drawing another one --- */

/* A division of an extent, chosen among all that may be while they are counted. */
typedef struct
{
  const Bound *bound;
  guint        step;
  guint        n;
  gint64       max_innermost;   /* not positive: none */
  TlRandom    *random;
  gint64      *tiles;           /* @n: those that are looked at … */
  gint64      *chosen;          /* … and chosen */
  guint64      n_found;
} TileChoice;

static void
choose_tiles (TileChoice *choice, guint at, gint64 rest)
{
  gboolean is_last = at + 1 == choice->n;

  for (gint64 tile = is_last ? rest : 1; tile <= rest; tile++)
    {
      if (rest % tile != 0 || !may_be (choice->bound, choice->step, at, tile)
          || (is_last && choice->max_innermost > 0 && tile > choice->max_innermost))
        continue;
      choice->tiles[at] = tile;
      if (!is_last)
        choose_tiles (choice, at + 1, rest / tile);
      else if (tl_random_below (choice->random, ++choice->n_found) == 0)
        memcpy (choice->chosen, choice->tiles, sizeof (gint64) * choice->n);
    }
}

static gboolean
redraw_tiles (const Bound *bound, TlEditedTrace *edited, guint step, TlRandom *random)
{
  const TlInst       *inst = edited->insts[step];
  guint               n = inst->decision.n_items;
  g_autofree gint64  *tiles = g_new (gint64, n), *chosen = g_new (gint64, n);
  TileChoice          choice = { .bound = bound, .step = step, .n = n, .max_innermost = inst->n_args > 2 ? inst->args[2].integer : 0,
                                 .random = random, .tiles = tiles, .chosen = chosen };
  gint64              extent = 1;
  TlArg              *items;

  for (guint i = 0; i < n; i++)
    extent *= inst->decision.items[i].integer;
  if (n > 0 && extent > 0)
    choose_tiles (&choice, 0, extent);
  if (choice.n_found == 0)
    return FALSE;
  items = tl_arena_new_array (edited->arena, TlArg, n);
  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (chosen[i]);
  tl_edited_trace_change (edited, step)->decision.items = items;
  return TRUE;
}

/* One of @n from @first on, with @probs (nullable) among those that may be. */
static gboolean
redraw_index (const Bound *bound, TlEditedTrace *edited, guint step, gint64 first, guint n, const TlArg *probs, TlRandom *random)
{
  g_autofree double *weights = g_new0 (double, n + 1);
  double             sum = 0;

  for (guint i = 0; i < n; i++)
    if (may_be (bound, step, 0, first + i))
      sum += weights[i] = probs != NULL ? MAX (probs->items[i].number, 1e-9) : 1;
  if (sum <= 0)
    return FALSE;
  tl_edited_trace_change (edited, step)->decision = tl_arg_int (first + tl_random_weighted (random, weights, n));
  return TRUE;
}

static gboolean
redraw (const Bound *bound, TlEditedTrace *edited, const TlDecisionSlot *slot, TlRandom *random)
{
  const TlInst *inst = edited->insts[slot->step];
  const char   *name = inst->primitive != NULL ? inst->primitive->name : "";

  if (g_str_equal (name, "sample_perfect_tile") && inst->decision.kind == TL_ARG_LIST)
    return redraw_tiles (bound, edited, slot->step, random);
  if (g_str_equal (name, "sample_categorical"))
    return redraw_index (bound, edited, slot->step, 0, inst->args[0].n_items, &inst->args[1], random);
  if (g_str_equal (name, "sample_compute_location"))
    return redraw_index (bound, edited, slot->step, slot->first, slot->texts->len, NULL, random);
  return FALSE;
}

/* --- whole traces --- */

gboolean
tl_constraints_has_pins (TlConstraints *constraints, const TlEditedTrace *edited)
{
  return bound_to (constraints, edited)->missing == NULL;
}

gboolean
tl_constraints_allow (TlConstraints *constraints, const TlEditedTrace *edited)
{
  const Bound *bound = bound_to (constraints, edited);

  for (guint i = 0; i < bound->rows->len; i++)
    if (!is_allowed (edited, &g_array_index (bound->rows, BoundRow, i)))
      return FALSE;
  return bound->missing == NULL;
}

gboolean
tl_constraints_fit (TlConstraints *constraints, TlEditedTrace **edited, TlRandom *random, gboolean *is_changed, GError **error)
{
  const Bound *bound = bound_to (constraints, *edited);

  *is_changed = FALSE;
  if (bound->missing != NULL)
    return tl_refuse (error, NULL, 0, NULL, _("%s: the schedule has no such decision"), bound->missing->line);
  for (guint i = 0; i < bound->rows->len; i++)
    {
      const BoundRow *row = &g_array_index (bound->rows, BoundRow, i);

      if (is_allowed (*edited, row))
        continue;
      if (!*is_changed)
        {
          TlEditedTrace *copy = tl_edited_trace_copy (*edited);

          tl_edited_trace_free (*edited);
          *edited = copy;
          *is_changed = TRUE;
        }
      if (!redraw (bound, *edited, row->slot, random))
        return tl_refuse (error, NULL, 0, NULL, _("%s: no value that is possible is allowed (%s)"), row->row->line, row->slot->title);
    }
  return TRUE;
}

TlState *
tl_constraints_apply (TlConstraints *constraints, TlState *before, TlRandom *random, GError **error)
{
  g_autoptr (TlState) state = tl_state_ref (before);

  for (guint i = 0; i < MAX_ATTEMPTS; i++)
    {
      g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (state);
      gboolean                  is_changed;

      if (!tl_constraints_fit (constraints, &edited, random, &is_changed, error))
        return NULL;
      if (!is_changed)
        return g_steal_pointer (&state);
      tl_state_unref (state);
      state = tl_edited_trace_replay (edited, edited->n_steps, error);
      if (state == NULL)
        return NULL;
    }
  tl_refuse (error, NULL, 0, NULL, _("the steps of the schedule do not go with the values that are allowed"));
  return NULL;
}

TlConstraints *
tl_constraints_for_sketches (TlConstraints *constraints, GPtrArray *sketches)
{
  GPtrArray          *rows = g_ptr_array_new ();   /* of @constraints, which is kept … */
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  TlConstraints      *fewer;

  for (guint i = 0; i < sketches->len; i++)
    {
      g_autoptr (GArray) slots = tl_decision_slots (sketches->pdata[i]);

      g_array_set_clear_func (slots, tl_decision_slot_clear);
      for (guint k = 0; k < slots->len; k++)
        g_hash_table_add (keys, g_strdup (g_array_index (slots, TlDecisionSlot, k).key));
    }
  for (guint k = 0; k < constraints->rows->len; k++)
    if (g_hash_table_contains (keys, ((const TlConstraintRow *) constraints->rows->pdata[k])->key))
      g_ptr_array_add (rows, constraints->rows->pdata[k]);
  fewer = tl_constraints_new_of (rows, tl_constraints_free_bound);
  fewer->whole = tl_constraints_ref (constraints);   /* … here */
  return fewer;
}
