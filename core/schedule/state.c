/* SPDX-License-Identifier: Apache-2.0 */
/*
 * States are links of a chain: each owns the arena of its own step, in which the nodes it added, the instruction and its outputs lie.
 * A state that changed nothing shares its parent's module.
 */
#include "core/schedule/state.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/ir/verify.h"
#include "core/schedule/resolve-private.h"

struct _TlState
{
  gint             ref_count;   /* atomic */
  /* Owned */
  TlState         *parent;      /* nullable */
  TlState         *jump;        /* borrowed: an ancestor, farther away, so that any is found in O(log n); NULL at the start */
  TlModule        *module;
  TlArena         *arena;       /* the state itself lies in it too */
  GPtrArray       *broken;      /* GError: orders that the step breaks; nullable */
  /* In arena */
  const TlInst    *inst;
  const TlArg     *resolved;    /* the arguments as the primitive saw them */
  const TlRvValue *outputs;
  guint            n_outputs;
  /* Kept alive by the arena, or that of the state before */
  const TlTensorIntrins *intrins;   /* nullable */
  /* Values */
  guint            first_rv;
  guint            n_steps;
  guint            n_drafts;    /* of these, steps that break an order */
  guint64          seed;
  TlRandom         random;      /* the stream for the next sampling step */
  gboolean         is_checked;
};

TlState *
tl_state_new (const TlModule *module, guint64 seed)
{
  TlArena *arena;
  TlState *state;

  g_return_val_if_fail (module != NULL, NULL);

  arena = tl_arena_new (module->arena);
  state = tl_arena_new0 (arena, TlState);
  state->ref_count = 1;
  state->arena = arena;
  state->module = tl_module_ref (module);
  state->seed = seed;
  state->random = tl_random_seeded (seed);
  state->is_checked = TRUE;
  return state;
}

TlState *
tl_state_ref (TlState *state)
{
  g_return_val_if_fail (state != NULL, NULL);

  g_atomic_int_inc (&state->ref_count);
  return state;
}

/* A loop, not a recursion: chains get long. */
void
tl_state_unref (TlState *state)
{
  while (state != NULL && g_atomic_int_dec_and_test (&state->ref_count))
    {
      TlState *parent = state->parent;

      tl_module_unref (state->module);
      g_clear_pointer (&state->broken, g_ptr_array_unref);
      tl_arena_unref (state->arena);   /* and the state in it */
      state = parent;
    }
}

/* The same point as its own object. */
static TlState *
copy_of (TlState *state)
{
  TlArena *arena = tl_arena_new (state->arena);
  TlState *copy = tl_arena_memdup (arena, state, sizeof *state);

  copy->ref_count = 1;
  copy->arena = arena;
  if (copy->parent != NULL)
    tl_state_ref (copy->parent);
  tl_module_ref (copy->module);
  if (copy->broken != NULL)
    g_ptr_array_ref (copy->broken);
  return copy;
}

TlState *
tl_state_reseed (TlState *state, guint64 seed)
{
  TlState *copy = copy_of (state);

  copy->seed = seed;
  copy->random = tl_random_seeded (seed);
  return copy;
}

TlState *
tl_state_unchecked (TlState *state)
{
  TlState *copy = copy_of (state);

  copy->is_checked = FALSE;
  return copy;
}

TlState *
tl_state_with_intrins (TlState *state, const TlTensorIntrins *intrins)
{
  TlState *copy = copy_of (state);

  if (intrins != NULL)
    tl_arena_add_parent (copy->arena, intrins->arena);
  copy->intrins = intrins;
  return copy;
}

const TlTensorIntrins *
tl_state_intrins (const TlState *state)
{
  return state->intrins;
}

const TlModule *
tl_state_module (const TlState *state)
{
  return state->module;
}

TlState *
tl_state_parent (const TlState *state)
{
  return state->parent;
}

TlState *
tl_state_root (TlState *state)
{
  while (state->parent != NULL)
    state = state->parent;
  return state;
}

const TlInst *
tl_state_inst (const TlState *state)
{
  return state->inst;
}

guint
tl_state_n_steps (const TlState *state)
{
  return state->n_steps;
}

guint64
tl_state_seed (const TlState *state)
{
  return state->seed;
}

gboolean
tl_state_has_drawn (const TlState *state)
{
  TlRandom fresh = tl_random_seeded (state->seed);

  return memcmp (&state->random, &fresh, sizeof fresh) != 0;
}

gboolean
tl_state_is_applied (const TlState *state)
{
  return state->inst == NULL || state->inst->status == TL_INST_APPLIED;
}

gboolean
tl_state_is_draft (const TlState *state)
{
  return state->n_drafts > 0;
}

const TlState *
tl_state_last_draft (const TlState *state)
{
  while (state != NULL && state->broken == NULL)
    state = state->parent;
  return state;
}

const GPtrArray *
tl_state_broken_orders (const TlState *state)
{
  return state->broken;
}

gboolean
tl_state_check_order (const TlState *state, GError **error)
{
  const TlState   *draft = tl_state_last_draft (state);
  g_autofree char *words = draft != NULL ? tl_state_describe (draft) : NULL;

  return draft == NULL
         || tl_fail (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_DRAFT,
                     _("The schedule is a draft: “%s” may break an order that the program needs. Undo, fix or remove that step first."),
                     words);
}

guint
tl_state_outputs (const TlState *state, guint *first)
{
  if (first != NULL)
    *first = state->first_rv;
  return state->n_outputs;
}

GPtrArray *
tl_state_steps (const TlState *state)
{
  GPtrArray *steps = g_ptr_array_sized_new (state->n_steps);

  g_ptr_array_set_size (steps, (gint) state->n_steps);
  for (; state->parent != NULL; state = state->parent)
    g_ptr_array_index (steps, state->n_steps - 1) = (gpointer) state;
  return steps;
}

guint
tl_state_n_rvs (const TlState *state)
{
  return state->first_rv + state->n_outputs;
}

TlState *
tl_state_rv_step (TlState *state, guint index)
{
  g_return_val_if_fail (index < tl_state_n_rvs (state), NULL);

  while (index < state->first_rv)
    state = index < state->jump->first_rv ? state->jump : state->parent;
  return state;
}

const TlRvValue *
tl_state_rv (const TlState *state, guint index)
{
  g_return_val_if_fail (index < tl_state_n_rvs (state), NULL);

  state = tl_state_rv_step ((TlState *) state, index);
  return &state->outputs[index - state->first_rv];
}

char *
tl_state_rv_name (const TlState *state, guint index)
{
  static const char letters[] = { [TL_RV_BLOCK] = 'b', [TL_RV_LOOP] = 'l', [TL_RV_INT] = 'v' };

  if (index == TL_RV_GONE)
    return g_strdup ("removed");
  return g_strdup_printf ("%c%u", letters[tl_state_rv (state, index)->kind], index);
}

gint
tl_state_find_rv (const TlState *state, TlNodeId node)
{
  for (; state != NULL; state = state->parent)
    for (guint i = state->n_outputs; i > 0; i--)
      if (state->outputs[i - 1].kind != TL_RV_INT && state->outputs[i - 1].node == node)
        return (gint) (state->first_rv + i - 1);
  return -1;
}

/* Myers, "An applicative random-access stack" (1983). */
static TlState *
jump_from (TlState *parent)
{
  const TlState *jump = parent->jump;

  return jump != NULL && jump->jump != NULL && parent->n_steps - jump->n_steps == jump->n_steps - jump->jump->n_steps ? jump->jump
                                                                                                                      : parent;
}

/* A child of @parent; takes @arena. The module is the parent's until the step says otherwise. */
static TlState *
child_of (TlState *parent, TlArena *arena)
{
  TlState *child = tl_arena_new0 (arena, TlState);

  child->ref_count = 1;
  child->parent = tl_state_ref (parent);
  child->jump = jump_from (parent);
  child->module = tl_module_ref (parent->module);
  child->arena = arena;
  child->first_rv = tl_state_n_rvs (parent);
  child->n_steps = parent->n_steps + 1;
  child->n_drafts = parent->n_drafts;
  child->seed = parent->seed;
  child->random = parent->random;
  child->is_checked = parent->is_checked;
  child->intrins = parent->intrins;
  return child;
}

/* A step that changes nothing: unknown, or not applied. */
static TlState *
keep (TlState *state, const TlInst *inst)
{
  TlArena   *arena = tl_arena_new (state->module->arena);
  TlState   *next = child_of (state, arena);
  TlInst    *kept = tl_arena_dup_array (arena, TlInst, inst, 1);
  TlRvValue *outputs = tl_arena_new_array (arena, TlRvValue, inst->n_opaque_outputs);
  TlArg     *args = tl_arena_new_array (arena, TlArg, inst->n_args);

  kept->opaque_kind = inst->opaque_kind != NULL ? tl_arena_strdup (arena, inst->opaque_kind) : NULL;
  kept->words = inst->words != NULL ? tl_arena_strdup (arena, inst->words) : NULL;
  kept->reason = inst->reason != NULL ? tl_arena_strdup (arena, inst->reason) : NULL;
  for (guint i = 0; i < inst->n_args; i++)
    args[i] = tl_arg_dup (arena, &inst->args[i]);
  kept->args = args;
  kept->opaque_outputs = tl_arena_dup_array (arena, TlRvKind, inst->opaque_outputs, inst->n_opaque_outputs);
  kept->decision = tl_arg_dup (arena, &inst->decision);
  for (guint i = 0; i < inst->n_opaque_outputs; i++)
    outputs[i] = (TlRvValue) { .kind = inst->opaque_outputs[i], .is_unknown = TRUE };
  next->inst = kept;
  next->outputs = outputs;
  next->n_outputs = inst->n_opaque_outputs;
  return next;
}

/* --- buffers of a function --- */

/* Buffers that statements at the top declare, which no loop repeats, without these statements. */
static const TlStmt *
lift_buffers (TlArena *arena, const TlStmt *stmt, GPtrArray *buffers)
{
  const TlStmt **stmts;
  gboolean       any = FALSE;

  if (stmt->kind == TL_STMT_ALLOC && !stmt->is_scalar && stmt->alloc_annotations.n == 0 && tl_buffer_n_elements (stmt->buffer) >= 0)
    {
      g_ptr_array_add (buffers, (gpointer) stmt->buffer);
      return lift_buffers (arena, stmt->alloc_body, buffers);
    }
  if (stmt->kind != TL_STMT_SEQ)
    return stmt;
  stmts = tl_arena_new_array (arena, const TlStmt *, stmt->n_stmts);
  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      stmts[i] = lift_buffers (arena, stmt->stmts[i], buffers);
      any |= stmts[i] != stmt->stmts[i];
    }
  return any ? tl_stmt_seq (arena, stmts, stmt->n_stmts) : stmt;
}

/*
 * Schedules move blocks between the loops of a function, so the buffers that its statements declare (T.alloc_buffer in functions of TVM
 * 0.27) become those of its root block. NULL: there are none.
 */
static TlModule *
with_root_buffers (const TlModule *module)
{
  TlModule *changed = NULL;

  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autoptr (GPtrArray) buffers = g_ptr_array_new ();
      const TlPrimFunc     *func = module->prims[f];
      const TlModule       *last = changed != NULL ? changed : module;
      g_autoptr (TlArena)   arena = tl_arena_new (last->arena);
      TlBuilder             builder = { .arena = arena, .next_id = last->next_id };
      TlModule             *next;
      TlBlock               root;

      if (func->body->kind != TL_STMT_BLOCK)
        continue;
      root = func->body->block;
      root.body = lift_buffers (arena, root.body, buffers);
      if (buffers->len == 0)
        continue;
      for (guint i = 0; i < root.n_allocs; i++)
        g_ptr_array_insert (buffers, (gint) i, (gpointer) root.allocs[i]);
      root.allocs = tl_arena_memdup (arena, buffers->pdata, buffers->len * sizeof *root.allocs);
      root.n_allocs = buffers->len;
      next = tl_module_with_func (last, &builder, tl_prim_func_with_body (arena, func, tl_stmt_block (arena, &root)));
      g_clear_pointer (&changed, tl_module_unref);
      changed = next;
    }
  return changed;
}

static gboolean
verified (const TlState *state, TlPrimitiveCall *call, const TlPrimitive *primitive, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (!state->is_checked || call->result == NULL || tl_module_verify (call->result, &problem))
    return TRUE;
  return tl_fail (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN, "%s left an ill-formed program: %s", primitive->name,
                  problem->message);
}

TlState *
tl_state_apply (TlState *state, const TlInst *inst, GError **error)
{
  g_autoptr (TlArena)  arena = NULL;
  g_autoptr (TlModule) lifted = NULL;
  GError             *problem = NULL;
  TlPrimitiveCall     call = { .primitive = inst->primitive, .module = state->module, .intrins = state->intrins };
  TlRandom            random = state->random;
  TlInst             *kept;
  TlArg              *recorded, *resolved;
  TlState            *next;

  g_return_val_if_fail (state != NULL && inst != NULL, NULL);
  if (inst->primitive == NULL || inst->status != TL_INST_APPLIED)
    return keep (state, inst);
  if (state->parent == NULL && (lifted = with_root_buffers (state->module)) != NULL)
    call.module = lifted;
  arena = tl_arena_new (call.module->arena);
  kept = tl_arena_new0 (arena, TlInst);
  kept->primitive = inst->primitive;
  call.builder = (TlBuilder) { .arena = arena, .next_id = call.module->next_id };
  call.random = &random;
  call.is_draft = inst->is_draft;
  call.decision = tl_arg_dup (arena, &inst->decision);
  if (tl_inst_resolve (state, inst, arena, &recorded, &resolved, &kept->n_args, &problem))
    {
      call.args = resolved;
      if (inst->primitive->apply (&call, &problem) && !verified (state, &call, inst->primitive, &problem))
        g_clear_pointer (&call.result, tl_module_unref);
    }
  if (problem != NULL)
    {
      g_assert (call.result == NULL);
      g_clear_pointer (&call.broken, g_ptr_array_unref);
      tl_refusal_set_primitive (problem, inst->primitive->name);
      return tl_propagate_null (error, problem);
    }
  kept->args = recorded;
  kept->decision = tl_arg_dup (arena, &call.decision);
  next = child_of (state, g_steal_pointer (&arena));
  next->inst = kept;
  next->resolved = resolved;
  next->outputs = call.outputs;
  next->n_outputs = call.n_outputs;
  next->random = random;
  kept->is_draft = call.broken != NULL;
  next->broken = call.broken;
  next->n_drafts += kept->is_draft;
  if (call.result != NULL || lifted != NULL)
    {
      tl_module_unref (next->module);
      next->module = call.result != NULL ? call.result : g_steal_pointer (&lifted);
    }
  return next;
}

char *
tl_state_describe (const TlState *state)
{
  const TlInst *inst = state->inst;

  if (inst == NULL)
    return g_strdup ("Start");
  if (inst->words != NULL)
    return g_strdup (inst->words);
  if (inst->primitive == NULL)
    return g_strdup_printf ("%s (unknown step, kept)", inst->opaque_kind);
  if (inst->status != TL_INST_APPLIED)
    return g_strdup (inst->primitive->title);
  return tl_primitive_sentence (inst->primitive, state->parent->module, state->resolved, inst->n_args);
}
