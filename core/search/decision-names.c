/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of decisions. Variables of traces have numbers only; a decision is named by its first use: the loop whose extent it is, the
 * annotation or the parameter that it sets. Loops and blocks go by their names in the program at that step.
 */
#include "core/search/decision-names-private.h"

#include <math.h>
#include <string.h>

#include "core/analysis/block-info.h"
#include "core/base/i18n.h"

/* One walk over the steps of a schedule. */
typedef struct
{
  const TlState *state;      /* that the present step led to */
  GHashTable    *blocks;     /* number of a loop's variable → char *: the block that it was got for */
  GHashTable    *slot_of;    /* number of a sampled variable → its place in slots, plus 1 */
  GArray        *slots;      /* TlDecisionSlot */
} Naming;

static gboolean
is_step (const TlInst *inst, const char *name)
{
  return inst->primitive != NULL && strcmp (inst->primitive->name, name) == 0;
}

static char *
name_of (const Naming *naming, const TlArg *arg)
{
  TlArg node = *arg;

  if (arg->kind == TL_ARG_RV)
    node = tl_arg_node (tl_state_rv (naming->state, arg->rv)->node);
  return g_strdup (tl_arg_node_name (tl_state_module (tl_state_parent (naming->state)), &node));
}

/* --- which loops belong to which block --- */

static void
note_block (Naming *naming, guint rv, const char *block)
{
  if (block != NULL)
    g_hash_table_insert (naming->blocks, GUINT_TO_POINTER (rv), g_strdup (block));
}

static const char *
block_of (const Naming *naming, const TlArg *loop)
{
  return loop->kind == TL_ARG_RV ? g_hash_table_lookup (naming->blocks, GUINT_TO_POINTER (loop->rv)) : NULL;
}

/* Loops got for a block are its own, and so are those that a step makes of them. */
static void
note_loops (Naming *naming, const TlInst *inst)
{
  guint            first, n = tl_state_outputs (naming->state, &first);
  g_autofree char *block = NULL;

  if (inst->n_args == 0)
    return;
  if (is_step (inst, "get_loops"))
    block = name_of (naming, &inst->args[0]);
  else if (inst->args[0].kind == TL_ARG_LIST && inst->args[0].n_items > 0)
    block = g_strdup (block_of (naming, &inst->args[0].items[0]));
  else
    block = g_strdup (block_of (naming, &inst->args[0]));
  for (guint i = 0; i < n; i++)
    if (tl_state_rv (naming->state, first + i)->kind == TL_RV_LOOP)
      note_block (naming, first + i, block);
}

/* --- what is sampled --- */

static void
add_slot (Naming *naming, TlDecisionSlot slot, guint rv)
{
  g_array_append_val (naming->slots, slot);
  g_hash_table_insert (naming->slot_of, GUINT_TO_POINTER (rv), GUINT_TO_POINTER (naming->slots->len));
}

static void
add_tile (Naming *naming, const TlInst *inst, guint step)
{
  guint first, n = tl_state_outputs (naming->state, &first);

  for (guint i = 0; i < n; i++)
    add_slot (naming, (TlDecisionSlot) { .kind = TL_DECISION_FACTOR, .step = step, .item = i }, first + i);
}

static void
add_categorical (Naming *naming, const TlInst *inst, guint step)
{
  TlDecisionSlot slot = { .kind = TL_DECISION_NUMBER, .step = step, .numbers = g_array_new (FALSE, FALSE, sizeof (double)) };
  const TlArg   *candidates = &inst->args[0];
  guint          first;

  for (guint i = 0; i < candidates->n_items; i++)
    {
      double number = candidates->items[i].kind == TL_ARG_INT ? (double) candidates->items[i].integer : NAN;

      g_array_append_val (slot.numbers, number);
    }
  tl_state_outputs (naming->state, &first);
  add_slot (naming, slot, first);
}

/* The loops of the block's first consumer, by name: what the indices of compute locations stand for. */
static void
add_locations (const Naming *naming, const TlArg *block, GPtrArray *texts)
{
  const TlModule         *module = tl_state_module (tl_state_parent (naming->state));
  TlNodeId                id = block->kind == TL_ARG_RV ? tl_state_rv (naming->state, block->rv)->node : block->node;
  g_autoptr (TlPath)      path = tl_path_find (module, id), consumer = NULL;
  g_autoptr (TlArena)     arena = tl_arena_new (module->arena);
  TlScopeInfo            *scope;
  g_autoptr (GPtrArray)   consumers = NULL, loops = NULL;

  if (path == NULL || tl_path_scope (path) == NULL)
    return;
  scope = tl_scope_info_new (arena, module, tl_path_scope (path));
  consumers = tl_scope_info_consumers (scope, tl_path_target (path));
  if (consumers->len > 0)
    consumer = tl_path_find (module, ((const TlStmt *) consumers->pdata[0])->block.id);
  loops = consumer != NULL ? tl_path_loops (consumer) : NULL;
  for (guint i = 0; loops != NULL && i < loops->len; i++)
    {
      TlArg loop = tl_arg_node (((const TlStmt *) loops->pdata[i])->loop.id);

      g_ptr_array_add (texts, g_strdup_printf (_("under %s"), tl_arg_node_name (module, &loop)));
    }
  tl_scope_info_free (scope);
}

static void
add_location (Naming *naming, const TlInst *inst, guint step)
{
  TlDecisionSlot   slot = { .kind = TL_DECISION_CHOICE, .step = step, .first = -2, .texts = g_ptr_array_new_with_free_func (g_free) };
  g_autofree char *block = name_of (naming, &inst->args[0]);
  guint            first;

  g_ptr_array_add (slot.texts, g_strdup (_("inlined")));
  g_ptr_array_add (slot.texts, g_strdup (_("in place")));
  add_locations (naming, &inst->args[0], slot.texts);
  slot.key = g_strdup_printf ("%s/location", block);
  slot.name = g_strdup_printf (_("place of %s"), block);
  slot.title = g_strdup_printf (_("Compute location of block %s"), block);
  tl_state_outputs (naming->state, &first);
  add_slot (naming, slot, first);
}

/* --- how it is used --- */

/* The decision that @arg is, if it has no name yet. */
static TlDecisionSlot *
unnamed (const Naming *naming, const TlArg *arg)
{
  guint           place = arg->kind == TL_ARG_RV ? GPOINTER_TO_UINT (g_hash_table_lookup (naming->slot_of, GUINT_TO_POINTER (arg->rv))) : 0;
  TlDecisionSlot *slot = place > 0 ? &g_array_index (naming->slots, TlDecisionSlot, place - 1) : NULL;

  return slot != NULL && slot->key == NULL ? slot : NULL;
}

static gboolean
are_extents (const TlDecisionSlot *slot)
{
  for (guint i = 0; slot->numbers != NULL && i < slot->numbers->len; i++)
    if (!(g_array_index (slot->numbers, double, i) >= 1))
      return FALSE;
  return TRUE;
}

static void
name_factors (const Naming *naming, const TlInst *inst)
{
  const TlArg     *factors = &inst->args[1];
  const char      *block = block_of (naming, &inst->args[0]);
  g_autofree char *loop = name_of (naming, &inst->args[0]);

  for (guint i = 0; i < factors->n_items; i++)
    {
      TlDecisionSlot *slot = unnamed (naming, &factors->items[i]);

      if (slot == NULL)
        continue;
      if (are_extents (slot))
        slot->kind = TL_DECISION_FACTOR;
      slot->block = g_strdup (block);
      slot->key = g_strdup_printf ("%s/%s/%u/%u", block != NULL ? block : "", loop, factors->n_items, i);
      slot->name = g_strdup_printf ("%s_%u", loop, i);
      slot->title = block != NULL
        ? g_strdup_printf (_("Extent of %s_%u of block %s: factor %u of %u of loop %s"), loop, i, block, i + 1, factors->n_items, loop)
        : g_strdup_printf (_("Extent of %s_%u: factor %u of %u of loop %s"), loop, i, i + 1, factors->n_items, loop);
    }
}

/* "meta_schedule.unroll_explicit" → "unroll explicit" */
static void
name_annotation (const Naming *naming, const TlInst *inst)
{
  TlDecisionSlot *slot = unnamed (naming, &inst->args[2]);
  const char     *key = inst->args[1].kind == TL_ARG_STRING ? inst->args[1].string : "", *dot = strrchr (key, '.');
  g_autofree char *target = NULL;

  if (slot == NULL)
    return;
  target = name_of (naming, &inst->args[0]);
  slot->key = g_strdup_printf ("%s/@%s", target, key);
  slot->block = g_strdup (target);
  slot->name = g_strdelimit (g_strdup (dot != NULL ? dot + 1 : key), "_", ' ');
  slot->title = g_strdup_printf (_("Annotation %s of %s"), key, target);
}

static void
name_parameter (const Naming *naming, const TlInst *inst, guint index, const TlArg *arg)
{
  TlDecisionSlot *slot = unnamed (naming, arg);
  const char     *param = inst->primitive != NULL && index < inst->primitive->n_params ? inst->primitive->params[index].name : "value";
  const char     *step = inst->primitive != NULL ? inst->primitive->title : inst->opaque_kind;

  if (slot == NULL)
    return;
  slot->key = g_strdup_printf ("%s/%s", step, param);
  slot->name = g_strdelimit (g_strdup (param), "_", ' ');
  slot->title = g_strdup_printf ("%s: %s", step, slot->name);
}

static void
name_parameters (const Naming *naming, const TlInst *inst)
{
  for (guint i = 0; i < inst->n_args; i++)
    {
      name_parameter (naming, inst, i, &inst->args[i]);
      for (guint k = 0; inst->args[i].kind == TL_ARG_LIST && k < inst->args[i].n_items; k++)
        name_parameter (naming, inst, i, &inst->args[i].items[k]);
    }
}

static void
read_step (Naming *naming, guint step)
{
  const TlInst *inst = tl_state_inst (naming->state);

  if (is_step (inst, "sample_perfect_tile") || is_step (inst, "sample_partitioned_tile"))
    add_tile (naming, inst, step);
  else if (is_step (inst, "sample_categorical"))
    add_categorical (naming, inst, step);
  else if (is_step (inst, "sample_compute_location"))
    add_location (naming, inst, step);
  else if (is_step (inst, "split"))
    name_factors (naming, inst);
  else if (is_step (inst, "annotate"))
    name_annotation (naming, inst);
  name_parameters (naming, inst);
  note_loops (naming, inst);
}

/* Those that no step uses, and a second one of a name. */
static void
name_others (GArray *slots)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < slots->len; i++)
    {
      TlDecisionSlot *slot = &g_array_index (slots, TlDecisionSlot, i);

      if (slot->key == NULL)
        {
          slot->key = g_strdup_printf ("step %u/%u", slot->step, slot->item);
          slot->name = g_strdup_printf (_("sample %u"), slot->step);
          slot->title = g_strdup_printf (_("Sampled in step %u and not used"), slot->step + 1);
        }
      for (guint number = 2; g_hash_table_contains (keys, slot->key); number++)
        {
          g_autofree char *first = g_steal_pointer (&slot->key);

          slot->key = g_strdup_printf ("%.*s#%u", (int) strcspn (first, "#"), first, number);
        }
      g_hash_table_add (keys, slot->key);
    }
}

void
tl_decision_slot_clear (gpointer data)
{
  TlDecisionSlot *slot = data;

  g_free (slot->key);
  g_free (slot->block);
  g_free (slot->name);
  g_free (slot->title);
  g_clear_pointer (&slot->texts, g_ptr_array_unref);
  g_clear_pointer (&slot->numbers, g_array_unref);
}

GArray *
tl_decision_slots (const TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  Naming                naming = { .blocks = g_hash_table_new_full (NULL, NULL, NULL, g_free), .slot_of = g_hash_table_new (NULL, NULL),
                                   .slots = g_array_new (FALSE, TRUE, sizeof (TlDecisionSlot)) };

  for (guint i = 0; i < steps->len; i++)
    {
      naming.state = steps->pdata[i];
      if (is_step (tl_state_inst (naming.state), "enter_postproc"))
        break;
      read_step (&naming, i);
    }
  name_others (naming.slots);
  g_hash_table_unref (naming.blocks);
  g_hash_table_unref (naming.slot_of);
  return naming.slots;
}
