/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/record-replay.h"

#include <string.h>

#include "core/ir/path.h"
#include "core/schedule/trace.h"
#include "core/records/module-equality.h"
#include "core/graph/task.h"

#define GONE -1

typedef struct
{
  TlArena    *arena;       /* of arguments */
  GHashTable *names;       /* of blocks that stand for one another: where the steps were recorded → here */
  gboolean    is_whole;    /* they all do */
  const char *function;
  GArray     *variables;   /* gint: for each one of the recorded trace that of this one, or GONE */
} RecordReplay;

/* @name is @base, or that of a block made from it: the rest after it, else NULL. */
static const char *
rest_after (const char *name, const char *base)
{
  gsize length = strlen (base);

  return g_str_has_prefix (name, base) && (name[length] == '\0' || name[length] == '_') ? name + length : NULL;
}

/* The name here of the block that is called @name there: "C_update" may come from a block C or from one of that name. */
static const char *
name_here (RecordReplay *replay, const char *name)
{
  const char    *longest = NULL, *here;
  GHashTableIter iter;
  gpointer       base;

  g_hash_table_iter_init (&iter, replay->names);
  while (g_hash_table_iter_next (&iter, &base, NULL))
    if (rest_after (name, base) != NULL && (longest == NULL || strlen (base) > strlen (longest)))
      longest = base;
  here = longest != NULL ? g_hash_table_lookup (replay->names, longest) : NULL;
  return here != NULL ? tl_arena_printf (replay->arena, "%s%s", here, rest_after (name, longest)) : name;
}

static const char *
block_name (const TlState *state, guint variable)
{
  const TlRvValue *value = tl_state_rv (state, variable);
  const TlStmt    *block = value->kind == TL_RV_BLOCK ? tl_module_find (tl_state_module (state), value->node) : NULL;

  return block != NULL ? block->block.name : NULL;
}

static gboolean
has_block (const TlModule *module, const char *name)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  for (guint i = 0; i < blocks->len; i++)
    if (strcmp (((const TlStmt *) blocks->pdata[i])->block.name, name) == 0)
      return TRUE;
  return FALSE;
}

/* FALSE if it needs a variable that is gone. */
static gboolean
take_arg (RecordReplay *replay, const TlArg *arg, TlArg *copy)
{
  TlArg *items;

  *copy = *arg;
  if (arg->kind == TL_ARG_RV)
    {
      gint variable = g_array_index (replay->variables, gint, arg->rv);

      if (variable != GONE)
        *copy = tl_arg_rv ((guint) variable);
      return variable != GONE;
    }
  if (arg->n_items == 0)
    return TRUE;
  items = tl_arena_new_array (replay->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (!take_arg (replay, &arg->items[i], &items[i]))
      return FALSE;
  copy->items = items;
  return TRUE;
}

/* The step as it is here; FALSE if it is about something that is not. */
static gboolean
take_step (RecordReplay *replay, const TlState *current, const TlInst *recorded, TlInst *inst)
{
  TlArg *args = tl_arena_new_array (replay->arena, TlArg, MAX (recorded->n_args, 1));

  *inst = *recorded;
  inst->args = args;
  for (guint i = 0; i < recorded->n_args; i++)
    {
      if (!take_arg (replay, &recorded->args[i], &args[i]))
        return FALSE;
      if (recorded->primitive != NULL && recorded->primitive->params[i].kind == TL_PARAM_FUNCTION && args[i].kind == TL_ARG_STRING)
        args[i].string = replay->function;
    }
  if (recorded->primitive == NULL || strcmp (recorded->primitive->name, "get_block") != 0)
    return TRUE;
  args[0].string = name_here (replay, args[0].string);
  return strcmp (args[0].string, "root") == 0 || has_block (tl_state_module (current), args[0].string);
}

/* @stmt is a block that one of the recorded program stands for, or has one inside. */
static gboolean
has_counterpart (RecordReplay *replay, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (stmt);

  for (guint i = 0; i < blocks->len; i++)
    {
      GHashTableIter iter;
      gpointer       name;

      g_hash_table_iter_init (&iter, replay->names);
      while (g_hash_table_iter_next (&iter, NULL, &name))
        if (rest_after (((const TlStmt *) blocks->pdata[i])->block.name, name) != NULL)
          return TRUE;
    }
  return FALSE;
}

/*
 * Whether a step must succeed: one on blocks that stand for one another, their loops, or what was made from them, by what it takes first.
 */
static gboolean
is_needed (RecordReplay *replay, const TlState *current, const TlInst *inst)
{
  const TlStmt *stmt;

  for (guint i = 0; i < inst->n_args; i++)
    if (inst->args[i].kind == TL_ARG_RV)
      {
        const TlRvValue *value = tl_state_rv (current, inst->args[i].rv);

        if (value->kind == TL_RV_INT)
          continue;
        stmt = tl_module_find (tl_state_module (current), value->node);
        return replay->is_whole || (stmt != NULL && has_counterpart (replay, stmt));
      }
  return TRUE;
}

/*
 * The variable of @next that stands for the @i-th that @step yielded: blocks by their names, for there may be more or fewer of them here.
 */
static gint
find_output (RecordReplay *replay, const TlState *step, guint i, const TlState *next)
{
  guint       first_there, first, n_there = tl_state_outputs (step, &first_there), n = tl_state_outputs (next, &first);
  const char *name = block_name (step, first_there + i);

  if (name == NULL || (n == 1 && n_there == 1))
    return i < n ? (gint) (first + i) : GONE;
  for (guint k = 0; k < n; k++)
    if (g_strcmp0 (block_name (next, first + k), name_here (replay, name)) == 0)
      return (gint) (first + k);
  return GONE;
}

static gboolean
is_block_list (const TlState *step)
{
  guint first, n = tl_state_outputs (step, &first);

  for (guint i = 0; i < n; i++)
    if (block_name (step, first + i) == NULL)
      return FALSE;
  return TRUE;
}

/* The results of the step do not exist. */
static TlState *
leave_out (RecordReplay *replay, TlState *current, guint n_outputs)
{
  for (guint i = 0, gone = GONE; i < n_outputs; i++)
    g_array_append_val (replay->variables, gone);
  return tl_state_ref (current);
}

/* NULL with a refusal; where the step is left out @current itself. New reference. */
static TlState *
replay_step (RecordReplay *replay, TlState *current, const TlState *step, GError **error)
{
  const TlInst      *recorded = tl_state_inst (step);
  guint              n_there = tl_state_outputs (step, NULL);
  g_autoptr (GError) refusal = NULL;
  TlInst             inst;
  TlState           *next;

  if (!take_step (replay, current, recorded, &inst))
    return leave_out (replay, current, n_there);
  next = tl_state_apply (current, &inst, &refusal);
  if (next != NULL && tl_state_outputs (next, NULL) != n_there && !is_block_list (step))
    {
      g_set_error (&refusal, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED, "step %u (%s) yields %u results here, %u where it was recorded",
                   tl_state_n_steps (step), recorded->primitive != NULL ? recorded->primitive->name : recorded->opaque_kind,
                   tl_state_outputs (next, NULL), n_there);
      g_clear_pointer (&next, tl_state_unref);
    }
  if (next == NULL && !is_needed (replay, current, &inst))
    return leave_out (replay, current, n_there);
  if (next == NULL)
    g_propagate_error (error, g_steal_pointer (&refusal));
  for (guint i = 0; next != NULL && i < n_there; i++)
    {
      gint variable = find_output (replay, step, i, next);

      g_array_append_val (replay->variables, variable);
    }
  return next;
}

static TlState *
replay_steps (RecordReplay *replay, TlState *start, TlState *steps_of, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);
  g_autoptr (TlState)   current = tl_state_ref (start);

  for (guint i = 0; i < steps->len; i++)
    {
      TlState *next = replay_step (replay, current, steps->pdata[i], error);

      if (next == NULL)
        return NULL;
      tl_state_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

/* --- which blocks stand for one another --- */

static const char *
nth_name (const GPtrArray *blocks, guint i)
{
  return ((const TlStmt *) blocks->pdata[i])->block.name;
}

static gboolean
have_same_names (const GPtrArray *a, const GPtrArray *b)
{
  gboolean is_same = a->len == b->len;

  for (guint i = 0; is_same && i < a->len; i++)
    is_same = strcmp (nth_name (a, i), nth_name (b, i)) == 0;
  return is_same;
}

static GHashTable *
match_names (const TlModule *there, const TlModule *here, const GPtrArray *blocks_there, const GPtrArray *blocks_here, gboolean is_whole)
{
  GHashTable   *names = g_hash_table_new (g_str_hash, g_str_equal);
  const TlStmt *anchor_there = tl_module_anchor_block (there), *anchor_here = tl_module_anchor_block (here);

  for (guint i = 0; is_whole && i < blocks_there->len; i++)
    g_hash_table_insert (names, (gpointer) nth_name (blocks_there, i), (gpointer) nth_name (blocks_here, i));
  if (!is_whole && anchor_there != NULL && anchor_here != NULL)
    g_hash_table_insert (names, (gpointer) anchor_there->block.name, (gpointer) anchor_here->block.name);
  return names;
}

/* @there: the program of the record, as a task. */
static TlState *
replay_by_names (const TlRecord *record, TlModule *there, TlState *start, gboolean is_whole, GError **error)
{
  const TlModule        *here = tl_state_module (start);
  g_autoptr (GPtrArray)  blocks_there = tl_stmt_blocks (there->prims[0]->body), blocks_here = tl_stmt_blocks (here->prims[0]->body);
  g_autoptr (GHashTable) names = match_names (there, here, blocks_there, blocks_here, is_whole);
  g_autoptr (TlState)    fresh = tl_state_new (there, 0), begin = tl_state_with_intrins (fresh, tl_state_intrins (start));
  g_autoptr (TlState)    scheduled = tl_trace_replay_json (begin, record->trace_json, TRUE, FALSE, error);
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (GArray)     variables = g_array_new (FALSE, FALSE, sizeof (gint));
  RecordReplay           replay = { arena, names, is_whole, here->prims[0]->name, variables };

  return scheduled != NULL ? replay_steps (&replay, start, scheduled, error) : NULL;
}

TlState *
tl_record_replay (const TlRecord *record, TlState *start, GError **error)
{
  const TlModule       *here = tl_state_module (start);
  const TlModule       *whole = record->module;
  g_autoptr (TlModule)  there = whole != NULL && whole->n_prims == 1 ? tl_task_module (whole, whole->prims[0]->name) : NULL;
  g_autoptr (GPtrArray) blocks_there = there != NULL ? tl_stmt_blocks (there->prims[0]->body) : NULL;
  g_autoptr (GPtrArray) blocks_here = tl_stmt_blocks (here->prims[0]->body);
  gboolean              is_whole = there == NULL || tl_module_equality_holds (TL_MODULE_EQUALITY_IGNORE_TENSOR, there, here);

  g_return_val_if_fail (here->n_prims == 1, NULL);

  if (there == NULL || (is_whole && have_same_names (blocks_there, blocks_here)))
    return tl_trace_replay_json (start, record->trace_json, TRUE, FALSE, error);
  return replay_by_names (record, there, start, is_whole, error);
}
