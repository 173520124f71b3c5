/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First the lives of all tensors, then their places: one after another in some order, each in the smallest gap that is wide enough between
 * those placed already whose lives meet its own. Larger ones first is good nearly always (Pisarchyk, Lee: Efficient Memory Management for
 * Deep Neural Net Inference, 2020); two other orders are tried where that needs more than lives at once.
 */
#include "core/graph/memory-plan.h"

#include <string.h>

#include "core/base/error.h"
#include "core/graph/operators/operators.h"
#include "core/ir/relax-rewrite.h"

#define NO_TENSOR (-1)      /* a leaf without memory of its own: a parameter, a constant, a scalar */

typedef struct
{
  GArray     *tensors;      /* TlPlannedTensor */
  GHashTable *leaves_of;    /* TlRelaxVar → GArray of gint: its tensor, or of a tuple those of its fields, inner ones too, in order */
  guint       binding;      /* that is being read */
} Lives;

/* --- lives --- */

static guint
count_leaves (const TlRelaxType *type)
{
  guint n = 0;

  for (guint i = 0; type->kind == TL_RELAX_TYPE_TUPLE && i < type->n_fields; i++)
    n += count_leaves (type->fields[i]);
  return type->kind == TL_RELAX_TYPE_TUPLE ? n : 1;
}

static void
append_none (GArray *leaves, guint n)
{
  gint none = NO_TENSOR;

  for (guint i = 0; i < n; i++)
    g_array_append_val (leaves, none);
}

static void
append_leaves (Lives *lives, const TlRelaxExpr *value, GArray *leaves)
{
  const GArray      *known = value->kind == TL_RELAX_VAR ? g_hash_table_lookup (lives->leaves_of, value) : NULL;
  g_autoptr (GArray) whole = NULL;
  guint              first = 0;

  if (known != NULL)
    g_array_append_vals (leaves, known->data, known->len);
  else if (value->kind == TL_RELAX_TUPLE)
    for (guint i = 0; i < value->n_items; i++)
      append_leaves (lives, value->items[i], leaves);
  else if (value->kind == TL_RELAX_ITEM && value->tuple->type->kind == TL_RELAX_TYPE_TUPLE)
    {
      whole = g_array_new (FALSE, FALSE, sizeof (gint));
      append_leaves (lives, value->tuple, whole);
      for (guint i = 0; i < value->index; i++)
        first += count_leaves (value->tuple->type->fields[i]);
      g_array_append_vals (leaves, &g_array_index (whole, gint, first), count_leaves (value->type));
    }
  else
    append_none (leaves, count_leaves (value->type));
}

typedef void (*LeafFunc) (Lives *lives, TlPlannedTensor *tensor);

static void
use (Lives *lives, TlPlannedTensor *tensor)
{
  tensor->last = lives->binding;
}

static void
put_outside (Lives *lives, TlPlannedTensor *tensor)
{
  tensor->last = lives->binding;
  tensor->offset = -1;
}

static void
for_each_tensor (Lives *lives, const TlRelaxExpr *value, LeafFunc func)
{
  g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (gint));

  append_leaves (lives, value, leaves);
  for (guint i = 0; i < leaves->len; i++)
    if (g_array_index (leaves, gint, i) != NO_TENSOR)
      func (lives, &g_array_index (lives->tensors, TlPlannedTensor, g_array_index (leaves, gint, i)));
}

static gboolean
get_bytes (const TlRelaxVar *var, const TlRelaxType *type, gint64 *n_bytes, GError **error)
{
  gint64 *shape = g_newa (gint64, MAX (type->n_dims, 1));

  *n_bytes = tl_dtype_bytes (type->dtype);
  if (type->kind != TL_RELAX_TYPE_TENSOR || !tl_relax_type_get_shape (type, shape))
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED,
                    "the sizes of %s are not all numbers: bind them before its memory is planned", var->name);
  for (int i = 0; i < type->n_dims; i++)
    if (shape[i] < 0 || !tl_int_combine (TL_EXPR_MUL, *n_bytes, shape[i], n_bytes) || *n_bytes > G_MAXINT64 / 4)
      return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the tensor %s is too large", var->name);
  return TRUE;
}

static gboolean
add_outputs (Lives *lives, const TlRelaxBinding *binding, GArray *leaves, GError **error)
{
  const TlRelaxExpr *call = binding->value;

  for (guint i = 0; i < call->n_type_args; i++)
    {
      gint64          in_place = tl_relax_inplace_index (call, i);
      TlPlannedTensor tensor = { .var = binding->var, .field = i, .first = lives->binding, .last = lives->binding };
      gint            index = (gint) lives->tensors->len;

      if (in_place >= 0 && call->args[1]->kind == TL_RELAX_TUPLE && in_place < call->args[1]->n_items)
        {
          append_leaves (lives, call->args[1]->items[in_place], leaves);
          continue;
        }
      if (!get_bytes (binding->var, call->type_args[i], &tensor.n_bytes, error))
        return FALSE;
      g_array_append_val (lives->tensors, tensor);
      g_array_append_val (leaves, index);
    }
  return TRUE;
}

/* A function that is no PrimFunc may keep its arguments, or give them back. */
static void
read_other_call (Lives *lives, const TlRelaxExpr *call, GArray *leaves)
{
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i] != NULL)
      for_each_tensor (lives, call->args[i], put_outside);
  append_none (leaves, count_leaves (call->type));
}

static gboolean
read_value (Lives *lives, const TlRelaxBinding *binding, GArray *leaves, GError **error)
{
  const TlRelaxExpr *value = binding->value;

  if (value->kind == TL_RELAX_IF || value->kind == TL_RELAX_FUNCTION)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "%s is a branch or a function: its memory cannot be planned",
                    binding->var->name);
  if (value->kind != TL_RELAX_CALL)
    append_leaves (lives, value, leaves);
  else if (tl_relax_op_is (value, "reshape"))
    append_leaves (lives, value->args[0], leaves);
  else if (tl_relax_tir_callee (value) != NULL || tl_relax_op_is (value, "call_dps_packed"))
    {
      for_each_tensor (lives, value->args[1], use);
      return add_outputs (lives, binding, leaves, error);
    }
  else
    read_other_call (lives, value, leaves);
  return TRUE;
}

static gboolean
read_lives (Lives *lives, const TlGraphFunc *func, GError **error)
{
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++, lives->binding++)
      {
        const TlRelaxBinding *binding = &func->body.blocks[k].bindings[i];
        GArray               *leaves = g_array_new (FALSE, FALSE, sizeof (gint));

        g_hash_table_insert (lives->leaves_of, (gpointer) binding->var, leaves);
        if (!read_value (lives, binding, leaves, error))
          return FALSE;
      }
  for_each_tensor (lives, func->body.result, put_outside);
  return TRUE;
}

/* --- places --- */

static gint64
padded_bytes (const TlPlannedTensor *tensor)
{
  return (tensor->n_bytes + TL_PLAN_ALIGNMENT - 1) / TL_PLAN_ALIGNMENT * TL_PLAN_ALIGNMENT;
}

static gboolean
lives_meet (const TlPlannedTensor *a, const TlPlannedTensor *b)
{
  return a->first <= b->last && b->first <= a->last;
}

typedef gint64 (*Priority) (const TlPlannedTensor *tensor);

static gint64
by_size (const TlPlannedTensor *tensor)
{
  return padded_bytes (tensor);
}

static gint64
by_size_and_life (const TlPlannedTensor *tensor)
{
  gint64 product;

  return tl_int_combine (TL_EXPR_MUL, padded_bytes (tensor), tensor->last - tensor->first + 1, &product) ? product : G_MAXINT64;
}

static gint64
by_birth (const TlPlannedTensor *tensor)
{
  return -(gint64) tensor->first;
}

static gint
compare_priority (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlPlannedTensor *x = *(const TlPlannedTensor *const *) a, *y = *(const TlPlannedTensor *const *) b;
  Priority               priority = *(Priority *) user_data;
  gint64                 p = priority (x), q = priority (y);

  return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

static gint
compare_offset (gconstpointer a, gconstpointer b)
{
  const TlPlannedTensor *x = *(const TlPlannedTensor *const *) a, *y = *(const TlPlannedTensor *const *) b;

  return (x->offset > y->offset) - (x->offset < y->offset);
}

/* @placed: by offset. */
static gint64
find_place (const TlPlannedTensor *tensor, const GPtrArray *placed)
{
  gint64 end = 0, place = -1, narrowest = G_MAXINT64;

  for (guint i = 0; i < placed->len; i++)
    {
      const TlPlannedTensor *other = placed->pdata[i];
      gint64                 gap = other->offset - end, other_end = other->offset + padded_bytes (other);

      if (!lives_meet (tensor, other))
        continue;
      if (gap >= padded_bytes (tensor) && gap < narrowest)
        {
          place = end;
          narrowest = gap;
        }
      end = MAX (end, other_end);
    }
  return place >= 0 ? place : end;
}

static void
insert_by_offset (GPtrArray *placed, TlPlannedTensor *tensor)
{
  guint i = 0;

  while (i < placed->len && compare_offset (&placed->pdata[i], &tensor) <= 0)
    i++;
  g_ptr_array_insert (placed, (gint) i, tensor);
}

/* Sets offsets of all tensors that are in the arena; its size. */
static gint64
place_in_order (GArray *tensors, Priority priority)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new (), placed = g_ptr_array_new ();
  gint64                n_bytes = 0;

  for (guint i = 0; i < tensors->len; i++)
    if (g_array_index (tensors, TlPlannedTensor, i).offset >= 0)
      g_ptr_array_add (order, &g_array_index (tensors, TlPlannedTensor, i));
  g_ptr_array_sort_with_data (order, compare_priority, &priority);
  for (guint i = 0; i < order->len; i++)
    {
      TlPlannedTensor *tensor = order->pdata[i];
      gint64           end;

      tensor->offset = find_place (tensor, placed);
      end = tensor->offset + padded_bytes (tensor);
      insert_by_offset (placed, tensor);
      n_bytes = MAX (n_bytes, end);
    }
  return n_bytes;
}

static void
set_totals (TlMemoryPlan *plan)
{
  for (guint i = 0; i < plan->n_tensors; i++)
    {
      gint64 live = 0;

      if (plan->tensors[i].offset < 0)
        continue;
      plan->unshared_bytes += padded_bytes (&plan->tensors[i]);
      for (guint k = 0; k < plan->n_tensors; k++)
        if (plan->tensors[k].offset >= 0 && plan->tensors[k].first <= plan->tensors[i].first &&
            plan->tensors[i].first <= plan->tensors[k].last)
          live += padded_bytes (&plan->tensors[k]);
      plan->live_bytes = MAX (plan->live_bytes, live);
    }
}

static void
place (TlMemoryPlan *plan, GArray *tensors)
{
  static const Priority     priorities[] = { by_size, by_size_and_life, by_birth };
  g_autofree TlPlannedTensor *best = NULL;

  plan->arena_bytes = G_MAXINT64;
  for (guint i = 0; i < G_N_ELEMENTS (priorities) && plan->arena_bytes > plan->live_bytes; i++)
    {
      gint64 n_bytes = place_in_order (tensors, priorities[i]);

      if (n_bytes >= plan->arena_bytes)
        continue;
      plan->arena_bytes = n_bytes;
      g_free (best);
      best = g_memdup2 (tensors->data, tensors->len * sizeof *best);
    }
  plan->tensors = g_steal_pointer (&best);
}

/* --- plans --- */

TlMemoryPlan *
tl_memory_plan_new (const TlGraphFunc *func, GError **error)
{
  g_autoptr (GArray)     tensors = g_array_new (FALSE, FALSE, sizeof (TlPlannedTensor));
  g_autoptr (GHashTable) leaves_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  Lives                  lives = { tensors, leaves_of, 0 };
  TlMemoryPlan          *plan;

  if (!read_lives (&lives, func, error))
    return NULL;
  plan = g_new0 (TlMemoryPlan, 1);
  plan->tensors = (const TlPlannedTensor *) (gpointer) tensors->data;
  plan->n_tensors = tensors->len;
  set_totals (plan);
  place (plan, tensors);
  return plan;
}

void
tl_memory_plan_free (TlMemoryPlan *plan)
{
  g_free ((gpointer) plan->tensors);
  g_free (plan);
}

const TlPlannedTensor *
tl_memory_plan_find (const TlMemoryPlan *plan, const TlRelaxVar *var, guint field)
{
  for (guint i = 0; i < plan->n_tensors; i++)
    if (plan->tensors[i].var == var && plan->tensors[i].field == field)
      return &plan->tensors[i];
  return NULL;
}
