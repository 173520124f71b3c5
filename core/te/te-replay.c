/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A te schedule becomes a program with a tir.Schedule's steps: caches first, which need plain blocks, then inlined stages, then the others
 * from the results back to the inputs. So a stage whose place is a loop of another finds that loop, and its own steps work on the loops
 * over the part that is needed there. Errors are those of the primitives, at the line of the te step.
 */
#include <string.h>

#include "core/te/te-schedule-private.h"

typedef struct
{
  TlPyInterp         *interp;
  const TlTeSchedule *schedule;
  TlTeProgram         program;
  TlPyValue           sch;       /* the tir.Schedule */
  GHashTable         *blocks;    /* TlTeStage → TlPyValue* */
  GHashTable         *loops;     /* object of an axis → TlPyValue* */
} TeReplay;

static void
remember (TeReplay *replay, GHashTable *table, gconstpointer key, TlPyValue value)
{
  g_hash_table_insert (table, (gpointer) key, tl_arena_dup_array (replay->interp->arena, TlPyValue, &value, 1));
}

static gboolean
call (TeReplay *replay, const TlAst *at, const char *primitive, TlPyValue *values, guint n, TlPyValue *result)
{
  const TlPyArgs args = { .positional = values, .n_positional = n, .call = at };

  return replay->sch.class->method (replay->interp, &replay->sch, primitive, &args, result);
}

static TlPyValue
block_of (const TeReplay *replay, const TlTeStage *stage)
{
  return *(const TlPyValue *) g_hash_table_lookup (replay->blocks, stage);
}

/* --- blocks and caches --- */

/* Of the stages that compute; the copies come with their caches. */
static gboolean
find_blocks (TeReplay *replay, const TlAst *at, const char *func_name)
{
  for (guint i = 0; i < replay->schedule->stages.n; i++)
    {
      const TlTeStage *stage = replay->schedule->stages.items[i].object;
      const TlStmt    *block = g_hash_table_lookup (replay->program.blocks, stage->tensor_of);
      TlPyValue        names[2], rv;

      if (stage->is_copy)
        continue;
      names[0] = tl_py_string (replay->interp, block->block.name);
      names[1] = tl_py_string (replay->interp, func_name);
      if (!call (replay, at, "get_block", names, 2, &rv))
        return FALSE;
      remember (replay, replay->blocks, stage, rv);
    }
  return TRUE;
}

/* Which of the reader's reads is of the tensor; a copy reads nothing else. */
static gboolean
find_read (TeReplay *replay, const TlAst *at, const TlTeStage *reader, const TlTeStage *cache, gint64 *index)
{
  const TlStmt   *stmt = g_hash_table_lookup (replay->program.blocks, reader->tensor_of);
  const TlBuffer *buffer = g_hash_table_lookup (replay->program.buffers, cache->tensor_of->outputs[cache->index]);

  *index = 0;
  if (reader->is_copy && reader->tensor_of == cache->tensor_of)
    return TRUE;
  for (guint i = 0; !reader->is_copy && i < stmt->block.n_reads; i++)
    if (stmt->block.reads[i].buffer == buffer)
      {
        *index = i;
        return TRUE;
      }
  return tl_py_fail (replay->interp, at, "stage %s does not read %s", reader->name, cache->tensor_of->name);
}

static gboolean
read_cache (TeReplay *replay, const TlTeCache *cache)
{
  const TlTeStage *reader = cache->readers.items[0].object;
  TlPyValue        values[4] = { block_of (replay, reader) }, rv;
  gint64           index, others;

  if (!find_read (replay, cache->at, reader, cache->stage, &index)
      || !tl_py_new_list (replay->interp, cache->at, TL_PY_LIST, cache->readers.n, &values[3]))
    return FALSE;
  for (guint i = 0; i < cache->readers.n; i++)
    if (!find_read (replay, cache->at, cache->readers.items[i].object, cache->stage, &others)
        || !tl_py_list_append (replay->interp, cache->at, values[3].list, block_of (replay, cache->readers.items[i].object)))
      return FALSE;
  values[1] = tl_py_int (index);
  values[2] = tl_py_string (replay->interp, cache->scope);
  if (!call (replay, cache->at, "cache_read", values, 4, &rv))
    return FALSE;
  remember (replay, replay->blocks, cache->stage, rv);
  return TRUE;
}

static gboolean
write_cache (TeReplay *replay, const TlTeCache *cache)
{
  TlPyValue values[3] = { block_of (replay, cache->stage), tl_py_int (0), tl_py_string (replay->interp, cache->scope) }, rv;

  if (!call (replay, cache->at, "cache_write", values, 3, &rv))
    return FALSE;
  remember (replay, replay->blocks, cache->writer, rv);
  return TRUE;
}

/* Those of cache_write first: what reads a cache of theirs is a copy that they make. */
static gboolean
make_caches (TeReplay *replay)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < replay->schedule->caches.n; i++)
      {
        const TlTeCache *cache = replay->schedule->caches.items[i].object;

        if (cache->is_write == (pass == 0) && !(cache->is_write ? write_cache (replay, cache) : read_cache (replay, cache)))
          return FALSE;
      }
  return TRUE;
}

/* --- stages --- */

static gboolean
inline_stages (TeReplay *replay)
{
  for (guint i = 0; i < replay->schedule->stages.n; i++)
    {
      const TlTeStage *stage = replay->schedule->stages.items[i].object;
      TlPyValue        block, nothing;

      if (stage->place != TL_TE_INLINED)
        continue;
      block = block_of (replay, stage);
      if (!call (replay, stage->placed_at, "compute_inline", &block, 1, &nothing))
        return FALSE;
    }
  return TRUE;
}

/* All its loops over the part that the parent's loop needs, those of one iteration too. */
static gboolean
place_stage (TeReplay *replay, const TlTeStage *stage)
{
  const TlPyValue *loop = g_hash_table_lookup (replay->loops, stage->parent_axis.object);
  TlPyValue        values[3] = { block_of (replay, stage) }, nothing;

  if (loop == NULL)
    return tl_py_fail (replay->interp, stage->placed_at, "axis %s is no loop of stage %s any more, or %s does not need %s",
                       tl_te_axis_name (&stage->parent_axis), stage->parent->name, stage->parent->name, stage->name);
  values[1] = *loop;
  values[2] = tl_py_bool (TRUE);
  return call (replay, stage->placed_at, "compute_at", values, 3, &nothing);
}

static gboolean
find_loops (TeReplay *replay, const TlAst *at, const TlTeStage *stage)
{
  TlPyValue block = block_of (replay, stage), loops;
  guint     n = stage->axes.n + stage->reduce_axes.n;

  if (!call (replay, at, "get_loops", &block, 1, &loops))
    return FALSE;
  g_assert (tl_py_is_sequence (&loops) && loops.list->n >= n);
  for (guint i = 0; i < n; i++)
    {
      const TlPyValue *axis = i < stage->axes.n ? &stage->axes.items[i] : &stage->reduce_axes.items[i - stage->axes.n];

      remember (replay, replay->loops, axis->object, loops.list->items[loops.list->n - n + i]);
    }
  return TRUE;
}

static gboolean
take_step (TeReplay *replay, const TlTeStep *step)
{
  TlPyValue *values = tl_arena_new_array (replay->interp->arena, TlPyValue, MAX (step->args.n, 1)), result;

  for (guint i = 0; i < step->args.n; i++)
    values[i] = tl_te_is_axis (&step->args.items[i]) ? *(TlPyValue *) g_hash_table_lookup (replay->loops, step->args.items[i].object)
                                                     : step->args.items[i];
  if (!call (replay, step->at, step->primitive, values, step->args.n, &result))
    return FALSE;
  for (guint i = 0; step->results.n > 0 && i < step->args.n; i++)
    if (tl_te_is_axis (&step->args.items[i]))
      g_hash_table_remove (replay->loops, step->args.items[i].object);
  for (guint i = 0; i < step->results.n; i++)
    remember (replay, replay->loops, step->results.items[i].object, tl_py_is_sequence (&result) ? result.list->items[i] : result);
  return TRUE;
}

static gboolean
take_all_steps (TeReplay *replay, const TlAst *at)
{
  for (guint i = replay->schedule->stages.n; i-- > 0;)
    {
      const TlTeStage *stage = replay->schedule->stages.items[i].object;

      if (stage->place == TL_TE_INLINED)
        continue;
      if ((stage->place == TL_TE_AT_LOOP && !place_stage (replay, stage)) || !find_loops (replay, at, stage))
        return FALSE;
      for (const TlTeStep *step = stage->first_step; step != NULL; step = step->next)
        if (!take_step (replay, step))
          return FALSE;
    }
  return TRUE;
}

/* --- the program --- */

static gboolean
run (TeReplay *replay, const TlAst *at, const char *name, TlPyValue *module)
{
  TlPyArgs args = { .positional = &replay->program.module, .n_positional = 1, .call = at };

  return tl_py_call_package (replay->interp, "tvm.tir.Schedule", &args, &replay->sch) && find_blocks (replay, at, name)
         && make_caches (replay) && inline_stages (replay) && take_all_steps (replay, at)
         && tl_py_attribute (replay->interp, at, &replay->sch, "mod", module);
}

static gboolean
is_read (const TlTeSchedule *schedule, const TlTeOp *op)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < schedule->stages.n && !is_found; i++)
    {
      g_autoptr (GPtrArray) sources = tl_te_sources (((const TlTeStage *) schedule->stages.items[i].object)->tensor_of);

      is_found = g_ptr_array_find (sources, op, NULL);
    }
  return is_found;
}

static gboolean
is_among (const TlPyList *args, const TlTeOp *op)
{
  for (guint i = 0; i < args->n; i++)
    if (tl_py_is (&args->items[i], &tl_te_tensor_class) && ((const TlTeTensor *) args->items[i].object)->op == op)
      return TRUE;
  return FALSE;
}

/* The arguments, and behind them the results that are not among them. */
static gboolean
complete_args (TlPyInterp *interp, const TlAst *at, const TlTeSchedule *schedule, const TlPyList *args, TlPyList *all)
{
  for (guint i = 0; i < args->n; i++)
    if (!tl_py_list_append (interp, at, all, args->items[i]))
      return FALSE;
  for (guint i = 0; i < schedule->roots.n; i++)
    {
      const TlTeOp *op = schedule->roots.items[i].object;

      if (!is_among (all, op) && !is_read (schedule, op) && !tl_py_list_append (interp, at, all, tl_te_tensor (interp, op, 0)))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_te_apply_schedule (TlPyInterp *interp, const TlAst *at, const TlPyValue *schedule, const TlPyValue *args, const char *name,
                      TlPyValue *module, guint *n_added)
{
  TeReplay replay = { .interp = interp, .schedule = schedule->object };
  TlPyList all = { 0 };
  gboolean is_done;

  if (args == NULL || !tl_py_is_sequence (args) || args->list->n == 0)
    return tl_py_fail (interp, at, "a te schedule becomes a function of tensors: name them in a list, as in (s, [A, B, C])");
  if (!complete_args (interp, at, replay.schedule, args->list, &all) || !tl_te_make_program (interp, at, name, &all, &replay.program))
    return FALSE;
  *n_added = all.n - args->list->n;
  replay.blocks = g_hash_table_new (NULL, NULL);
  replay.loops = g_hash_table_new (NULL, NULL);
  is_done = run (&replay, at, name, module);
  g_hash_table_unref (replay.blocks);
  g_hash_table_unref (replay.loops);
  tl_te_program_clear (&replay.program);
  return is_done;
}
