/* SPDX-License-Identifier: Apache-2.0 */
/*
 *     shared states ─▶ the changed step ─▶ later steps, one by one ─▶ end
 *                                            │ variables by a map from old to new indices
 *                                            └ refused: kept aside, its results unknown
 */
#include "core/schedule/trace-edit.h"

#include <string.h>

#include "core/base/error.h"

typedef struct
{
  const TlTraceEdit *edit;
  GPtrArray         *steps;     /* of the trace as it was */
  guint              at;        /* the edited one */
  TlArena           *arena;     /* of renumbered arguments */
  GArray            *rvs;       /* old variable → new one, or TL_RV_GONE */
  TlState           *current;   /* owned */
  TlEditedSteps     *edited;
} EditReplay;

/* --- the result --- */

static TlEditedSteps *
edited_steps_new (TlState *base, guint n_steps)
{
  TlEditedSteps *edited = g_new0 (TlEditedSteps, 1);

  edited->ref_count = 1;
  edited->base = tl_state_ref (base);
  edited->states = g_ptr_array_new ();
  g_ptr_array_set_size (edited->states, (gint) n_steps);
  edited->refused = g_ptr_array_new ();
  return edited;
}

TlEditedSteps *
tl_edited_steps_ref (TlEditedSteps *edited)
{
  g_atomic_int_inc (&edited->ref_count);
  return edited;
}

void
tl_edited_steps_unref (TlEditedSteps *edited)
{
  if (!g_atomic_int_dec_and_test (&edited->ref_count))
    return;
  tl_state_unref (edited->base);
  g_clear_pointer (&edited->end, tl_state_unref);   /* the others are of its past */
  g_ptr_array_unref (edited->states);
  g_ptr_array_unref (edited->refused);
  g_free (edited);
}

TlState *
tl_edited_steps_find (const TlEditedSteps *edited, TlState *state)
{
  guint n = tl_state_n_steps (state);

  g_return_val_if_fail (n <= edited->states->len, NULL);
  for (; n > 0; n--)
    if (edited->states->pdata[n - 1] != NULL)
      return edited->states->pdata[n - 1];
  return tl_state_root (edited->end);
}

/* --- variables --- */

static void
map_first (EditReplay *replay, guint n)
{
  g_array_set_size (replay->rvs, 0);
  for (guint i = 0; i < n; i++)
    g_array_append_val (replay->rvs, i);
}

static void
map_rv (EditReplay *replay, guint old, guint new)
{
  const guint gone = TL_RV_GONE;

  while (replay->rvs->len <= old)
    g_array_append_val (replay->rvs, gone);
  g_array_index (replay->rvs, guint, old) = new;
}

static guint
new_rv (const EditReplay *replay, guint old)
{
  return old < replay->rvs->len ? g_array_index (replay->rvs, guint, old) : TL_RV_GONE;
}

static const char *
loop_name (const TlState *state, const TlRvValue *value)
{
  const TlStmt *stmt = value->kind == TL_RV_LOOP && !value->is_unknown ? tl_module_find (tl_state_module (state), value->node) : NULL;

  return stmt != NULL && stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : NULL;
}

/* Among the loops that a look-up found now, the one that it found as variable @old: the same, or one of its name. */
static guint
find_same_loop (const TlState *was, guint old, const TlState *now)
{
  const TlRvValue *value = tl_state_rv (was, old);
  const char      *name = loop_name (was, value);
  guint            first, n = tl_state_outputs (now, &first);

  for (guint i = 0; i < n; i++)
    if (tl_state_rv (now, first + i)->node == value->node)
      return first + i;
  for (guint i = 0; i < n && name != NULL; i++)
    if (g_strcmp0 (loop_name (now, tl_state_rv (now, first + i)), name) == 0)
      return first + i;
  return TL_RV_GONE;
}

/*
 * The results of step @was are those of @now. Where there are more or fewer, the last of a step stays the last and the others count from
 * the first: the innermost loop of a split stays innermost.
 */
static void
map_outputs (EditReplay *replay, const TlState *was, const TlState *now)
{
  const TlInst *inst = tl_state_inst (was);
  gboolean      looks_up = inst->primitive != NULL && inst->primitive->family == TL_FAMILY_GET;
  guint         first, old_first, n = tl_state_outputs (now, &first), n_old = tl_state_outputs (was, &old_first);

  for (guint i = 0; i < n_old; i++)
    {
      guint new = i < n ? first + i : TL_RV_GONE;

      if (n != n_old && looks_up)
        new = find_same_loop (was, old_first + i, now);
      else if (n != n_old && i == n_old - 1 && n > 0)
        new = first + n - 1;
      else if (n < n_old && i + 1 >= n)
        new = TL_RV_GONE;
      map_rv (replay, old_first + i, new);
    }
}

static void
lose_outputs (EditReplay *replay, const TlState *was)
{
  guint first, n = tl_state_outputs (was, &first);

  for (guint i = 0; i < n; i++)
    map_rv (replay, first + i, TL_RV_GONE);
}

static TlArg
renumber (const EditReplay *replay, const TlArg *arg)
{
  TlArg  copy = *arg;
  TlArg *items;

  if (arg->kind == TL_ARG_RV)
    return tl_arg_rv (new_rv (replay, arg->rv));
  if (arg->n_items == 0)
    return copy;
  items = tl_arena_new_array (replay->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = renumber (replay, &arg->items[i]);
  copy.items = items;
  return copy;
}

static const TlArg *
renumber_all (const EditReplay *replay, const TlInst *inst)
{
  TlArg *args = tl_arena_new_array (replay->arena, TlArg, MAX (inst->n_args, 1));

  for (guint i = 0; i < inst->n_args; i++)
    args[i] = renumber (replay, &inst->args[i]);
  return args;
}

/* Whether @arg names a variable from @first on, of @n. */
static gboolean
names_rv (const TlArg *arg, guint first, guint n)
{
  if (arg->kind == TL_ARG_RV)
    return arg->rv >= first && arg->rv < first + n;
  for (guint i = 0; i < arg->n_items; i++)
    if (names_rv (&arg->items[i], first, n))
      return TRUE;
  return FALSE;
}

static gboolean
uses_results (const TlState *step, const TlState *of)
{
  const TlInst *inst = tl_state_inst (step);
  guint         first, n = tl_state_outputs (of, &first);

  for (guint i = 0; i < inst->n_args; i++)
    if (names_rv (&inst->args[i], first, n))
      return TRUE;
  return FALSE;
}

/* --- why a step cannot be tried --- */

/* The first variable of @arg whose value is not known, as an old index. -1: none. */
static gint64
find_missing (const EditReplay *replay, const TlArg *arg)
{
  guint rv;

  for (guint i = 0; arg->kind != TL_ARG_RV && i < arg->n_items; i++)
    {
      gint64 missing = find_missing (replay, &arg->items[i]);

      if (missing >= 0)
        return missing;
    }
  if (arg->kind != TL_ARG_RV)
    return -1;
  rv = new_rv (replay, arg->rv);
  return rv == TL_RV_GONE || tl_state_rv (replay->current, rv)->is_unknown ? (gint64) arg->rv : -1;
}

/* In words, why variable @old of the trace as it was has no value; free with g_free. NULL: the step knew no more itself. */
static char *
missing_reason (const EditReplay *replay, TlState *step, guint old)
{
  static const char *const nouns[] = { [TL_RV_BLOCK] = "block", [TL_RV_LOOP] = "loop", [TL_RV_INT] = "number" };
  TlState         *maker;
  const TlState   *now;
  g_autofree char *words = NULL;
  const char      *noun;

  if (old == TL_RV_GONE)
    return NULL;
  maker = tl_state_rv_step (step, old);
  words = tl_state_describe (maker);
  noun = nouns[tl_state_rv (step, old)->kind];
  now = replay->edited->states->pdata[tl_state_n_steps (maker) - 1];
  if (now == NULL)
    return g_strdup_printf ("It needs a %s of “%s”, which was removed", noun, words);
  if (tl_state_inst (now)->primitive == NULL)
    return g_strdup_printf ("It needs a %s of a step that is not known here", noun);
  if (tl_state_inst (now)->status == TL_INST_OFF)
    return g_strdup_printf ("It needs a %s of “%s”, which is switched off", noun, words);
  if (tl_state_inst (now)->status == TL_INST_APPLIED && loop_name (maker, tl_state_rv (step, old)) != NULL)
    return g_strdup_printf ("Loop %s is no longer in the program", loop_name (maker, tl_state_rv (step, old)));
  if (tl_state_inst (now)->status == TL_INST_APPLIED)
    return g_strdup_printf ("“%s” no longer yields the %s that it needs", words, noun);
  /* The cause of a look-up that failed is the cause here. */
  if (tl_state_inst (now)->primitive->family == TL_FAMILY_GET)
    return g_strdup (tl_state_inst (now)->reason);
  return g_strdup_printf ("It needs a %s of “%s”, which is not applied", noun, words);
}

static char *
find_missing_reason (const EditReplay *replay, TlState *step)
{
  const TlInst *inst = tl_state_inst (step);

  for (guint i = 0; i < inst->n_args; i++)
    {
      gint64 missing = find_missing (replay, &inst->args[i]);
      char  *reason = missing >= 0 ? missing_reason (replay, step, (guint) missing) : NULL;

      if (missing >= 0)
        return reason != NULL ? reason : g_strdup (inst->reason != NULL ? inst->reason : "It needs the result of a step that was removed");
    }
  return NULL;
}

/* --- steps --- */

static void
advance (EditReplay *replay, TlState *next)
{
  tl_state_unref (replay->current);
  replay->current = next;
}

/* The same step, not applied. @inst: of the step, as it is now. */
static TlState *
keep_aside (EditReplay *replay, const TlState *step, const TlInst *inst, TlInstStatus status, const char *reason)
{
  TlInst           kept = *inst;
  g_autofree char *words = tl_state_describe (step);
  guint            first, n = tl_state_outputs (step, &first);
  TlRvKind        *kinds = tl_arena_new_array (replay->arena, TlRvKind, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    kinds[i] = tl_state_rv (step, first + i)->kind;
  kept.status = status;
  kept.words = words;
  kept.reason = reason;
  kept.opaque_outputs = kinds;
  kept.n_opaque_outputs = n;
  return tl_state_apply (replay->current, &kept, NULL);
}

/* The instruction of @step as one that is applied, with the variables of now. */
static TlInst
inst_of_now (const EditReplay *replay, const TlState *step)
{
  TlInst inst = *tl_state_inst (step);

  inst.args = renumber_all (replay, &inst);
  if (inst.primitive == NULL)
    return inst;
  inst.status = TL_INST_APPLIED;
  inst.words = NULL;
  inst.reason = NULL;
  return inst;
}

/* Applies @step, or keeps it aside. */
static void
replay_step (EditReplay *replay, TlState *step)
{
  const TlInst      *was = tl_state_inst (step);
  TlInst             inst = inst_of_now (replay, step);
  g_autofree char   *reason = was->primitive != NULL ? find_missing_reason (replay, step) : NULL;
  g_autoptr (GError) refusal = NULL;
  TlState           *next = NULL;

  if (was->primitive != NULL && was->status == TL_INST_OFF)
    next = keep_aside (replay, step, &inst, TL_INST_OFF, NULL);
  else if (reason == NULL)
    next = tl_state_apply (replay->current, &inst, &refusal);
  if (next == NULL)
    next = keep_aside (replay, step, &inst, TL_INST_REFUSED, reason != NULL ? reason : tl_refusal_reason (refusal));
  if (was->status == TL_INST_APPLIED && !tl_state_is_applied (next))
    g_ptr_array_add (replay->edited->refused, next);
  replay->edited->n_regained += was->status == TL_INST_REFUSED && tl_state_is_applied (next);
  map_outputs (replay, step, next);
  replay->edited->states->pdata[tl_state_n_steps (step) - 1] = next;
  advance (replay, next);
}

/* Steps from @from on, up to @end (excluded), without the edited one. */
static gboolean
replay_range (EditReplay *replay, guint from, guint end, GCancellable *cancellable, GError **error)
{
  for (guint i = from; i < end; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (i != replay->at)
        replay_step (replay, replay->steps->pdata[i]);
    }
  return TRUE;
}

/* Starts after the first @n steps, which stay as they are. */
static void
share (EditReplay *replay, guint n)
{
  TlState *start = n > 0 ? replay->steps->pdata[n - 1] : tl_state_root (replay->edited->base);

  for (guint i = 0; i < n; i++)
    replay->edited->states->pdata[i] = replay->steps->pdata[i];
  map_first (replay, tl_state_n_rvs (start));
  /* Later steps may mean tensor intrinsics that became known after @start. */
  replay->current = tl_state_intrins (start) == tl_state_intrins (replay->edited->base)
                    ? tl_state_ref (start) : tl_state_with_intrins (start, tl_state_intrins (replay->edited->base));
}

/* --- the edited step --- */

/* It stands at @next now (taken; NULL: refused). */
static gboolean
place (EditReplay *replay, TlState *next)
{
  TlState *step = replay->edit->step;

  if (next == NULL)
    return FALSE;
  map_outputs (replay, step, next);
  replay->edited->states->pdata[replay->at] = next;
  replay->edited->edited = next;
  advance (replay, next);
  return TRUE;
}

static gboolean
has_node (const TlArg *arg)
{
  for (guint i = 0; i < arg->n_items; i++)
    if (has_node (&arg->items[i]))
      return TRUE;
  return arg->kind == TL_ARG_NODE;
}

/* @inst, by nodes where it has some. */
static TlState *
apply_either (TlState *state, const TlInst *inst, GError **error)
{
  for (guint i = 0; i < inst->n_args; i++)
    if (has_node (&inst->args[i]))
      return tl_state_apply_by_node (state, inst, error);
  return tl_state_apply (state, inst, error);
}

/* A variable of the step as it can be named at an earlier place: by its node, if the program there has it. */
static gboolean
name_earlier (EditReplay *replay, const TlArg *arg, TlArg *named, GError **error)
{
  TlState         *step = replay->edit->step, *maker;
  const TlRvValue *value;
  g_autofree char *words = NULL;
  TlArg           *items;

  *named = *arg;
  if (arg->kind == TL_ARG_RV && arg->rv >= tl_state_n_rvs (replay->current))
    {
      if (arg->rv == TL_RV_GONE)
        return tl_refuse (error, NULL, 0, NULL, "It needs the result of a step that was removed");
      value = tl_state_rv (step, arg->rv);
      *named = tl_arg_node (value->node);
      if (!value->is_unknown && value->kind != TL_RV_INT && tl_module_find (tl_state_module (replay->current), value->node) != NULL)
        return TRUE;
      maker = tl_state_rv_step (step, arg->rv);
      words = tl_state_describe (maker);
      if (tl_state_inst (maker)->primitive != NULL && tl_state_inst (maker)->primitive->family == TL_FAMILY_GET)
        return tl_refuse (error, NULL, 0, NULL, "A loop or block that it needs is not in the program there yet");
      return tl_refuse (error, NULL, 0, NULL, "It needs a result of “%s” (step %u), so it cannot come before it", words,
                        tl_state_n_steps (maker));
    }
  if (arg->n_items == 0)
    return TRUE;
  items = tl_arena_new_array (replay->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (!name_earlier (replay, &arg->items[i], &items[i], error))
      return FALSE;
  named->items = items;
  return TRUE;
}

static gboolean
move_up (EditReplay *replay, GCancellable *cancellable, GError **error)
{
  TlInst inst = *tl_state_inst (replay->edit->step);
  TlArg *args = tl_arena_new_array (replay->arena, TlArg, MAX (inst.n_args, 1));
  guint  to = tl_state_n_steps (replay->edit->before) - 1;

  share (replay, to);
  for (guint i = 0; i < inst.n_args; i++)
    if (!name_earlier (replay, &inst.args[i], &args[i], error))
      return FALSE;
  inst.args = args;
  inst.status = TL_INST_APPLIED;
  return place (replay, apply_either (replay->current, &inst, error))
         && replay_range (replay, to, replay->steps->len, cancellable, error);
}

static gboolean
move_down (EditReplay *replay, GCancellable *cancellable, GError **error)
{
  TlState *step = replay->edit->step;
  guint    to = replay->edit->before != NULL ? tl_state_n_steps (replay->edit->before) - 1 : replay->steps->len;
  TlInst   inst;

  for (guint i = replay->at + 1; i < to; i++)
    if (uses_results (replay->steps->pdata[i], step))
      {
        g_autofree char *words = tl_state_describe (replay->steps->pdata[i]);

        return tl_refuse (error, NULL, 0, NULL, "“%s” (step %u) needs its result, so it cannot come after it", words, i + 1);
      }
  share (replay, replay->at);
  if (!replay_range (replay, replay->at, to, cancellable, error))
    return FALSE;
  inst = inst_of_now (replay, step);
  return place (replay, tl_state_apply (replay->current, &inst, error))
         && replay_range (replay, to, replay->steps->len, cancellable, error);
}

static gboolean
is_applied_now (const EditReplay *replay, GError **error)
{
  g_autofree char *reason = find_missing_reason (replay, replay->edit->step);

  return reason == NULL || tl_refuse (error, NULL, 0, NULL, "%s", reason);
}

/* The edit at the step's own place. */
static gboolean
edit_in_place (EditReplay *replay, GError **error)
{
  TlState *step = replay->edit->step;
  TlInst   inst = inst_of_now (replay, step);

  switch (replay->edit->kind)
    {
    case TL_TRACE_CHANGE:
      return place (replay, apply_either (replay->current, replay->edit->inst, error));
    case TL_TRACE_SWITCH_OFF:
      return place (replay, keep_aside (replay, step, &inst, TL_INST_OFF, NULL));
    case TL_TRACE_SWITCH_ON:
      return is_applied_now (replay, error) && place (replay, tl_state_apply (replay->current, &inst, error));
    case TL_TRACE_REPAIR:
      return place (replay, tl_state_ref (replay->edit->taken));
    case TL_TRACE_REMOVE:
    case TL_TRACE_MOVE:
      break;
    }
  replay->edited->edited = replay->current;
  lose_outputs (replay, step);
  return TRUE;
}

static gboolean
run (EditReplay *replay, GCancellable *cancellable, GError **error)
{
  const TlTraceEdit *edit = replay->edit;

  if (edit->kind == TL_TRACE_MOVE)
    return edit->before != NULL && tl_state_n_steps (edit->before) <= tl_state_n_steps (edit->step)
           ? move_up (replay, cancellable, error) : move_down (replay, cancellable, error);
  share (replay, replay->at);
  return edit_in_place (replay, error) && replay_range (replay, replay->at + 1, replay->steps->len, cancellable, error);
}

TlEditedSteps *
tl_trace_replay_edit (TlState *base, const TlTraceEdit *edit, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray)     steps = tl_state_steps (base);
  g_autoptr (TlArena)       arena = tl_arena_new (NULL);
  g_autoptr (GArray)        rvs = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (TlEditedSteps) edited = edited_steps_new (base, steps->len);
  EditReplay                replay = { .edit = edit, .steps = steps, .at = tl_state_n_steps (edit->step) - 1, .arena = arena,
                                       .rvs = rvs, .edited = edited };
  gboolean                  is_done;

  g_return_val_if_fail (tl_state_n_steps (edit->step) > 0 && replay.at < steps->len && steps->pdata[replay.at] == edit->step, NULL);
  is_done = run (&replay, cancellable, error);
  edited->end = replay.current;
  return is_done ? g_steal_pointer (&edited) : NULL;
}

gboolean
tl_trace_can_change (const TlState *state)
{
  const TlInst *inst = tl_state_inst (state);

  for (guint i = 0; inst != NULL && inst->primitive != NULL && i < inst->primitive->n_params; i++)
    switch (inst->primitive->params[i].kind)
      {
      case TL_PARAM_BLOCK:
      case TL_PARAM_LOOP:
      case TL_PARAM_BLOCK_OR_LOOP:
      case TL_PARAM_LOOP_OR_BLOCKS:
      case TL_PARAM_LOOPS:
      case TL_PARAM_BLOCKS:
        break;
      default:
        return TRUE;
      }
  return FALSE;
}
