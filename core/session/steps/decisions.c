/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/decisions.h"

#include "core/base/i18n.h"
#include "core/schedule/compute-location.h"

gboolean
tl_decision_is_sampled (const TlState *state)
{
  const TlInst *inst = tl_state_inst (state);

  return inst != NULL && inst->primitive != NULL && inst->primitive->family == TL_FAMILY_SAMPLE;
}

/* --- in words --- */

static char *
factors_text (const TlArg *decision)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < decision->n_items; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " × " : "", decision->items[i].integer);
  return g_string_free (text, FALSE);
}

static char *
place_text (const TlState *state, const TlRvValue *place)
{
  const TlArg arg = tl_arg_node (place->node);

  if (place->node == TL_PLACE_INLINE)
    return g_strdup (_("inlined"));
  if (place->node == TL_PLACE_ROOT)
    return g_strdup (_("in its place"));
  return g_strdup_printf (_("under %s"), tl_arg_node_name (tl_state_module (state), &arg));
}

char *
tl_decision_text (TlState *state)
{
  const TlInst    *inst = tl_state_inst (state);
  const TlRvValue *value;
  guint            first;

  if (!tl_decision_is_sampled (state))
    return NULL;
  if (inst->decision.kind == TL_ARG_LIST)
    return factors_text (&inst->decision);
  if (tl_state_outputs (state, &first) == 0)
    return g_strdup ("—");
  value = tl_state_rv (state, first);
  if (value->is_unknown)
    return g_strdup ("—");
  return value->kind == TL_RV_INT ? g_strdup_printf ("%" G_GINT64_FORMAT, value->integer) : place_text (state, value);
}

/* --- the list --- */

typedef struct
{
  TlState        *step;
  TlDecisionList *list;
  GArray         *divisors;   /* of the extent, ascending */
} Listing;

/* Adds @decision if the step takes it as it is: some are bent to what is legal. */
static void
add_decision (Listing *listing, const TlArg *decision)
{
  TlInst              inst = *tl_state_inst (listing->step);
  g_autoptr (TlState) next = NULL;
  TlDecision         *entry;

  inst.status = TL_INST_APPLIED;
  inst.words = NULL;
  inst.decision = *decision;
  next = tl_state_apply (tl_state_parent (listing->step), &inst, NULL);
  if (next == NULL || !tl_arg_equal (&tl_state_inst (next)->decision, decision))
    return;
  listing->list->has_more = listing->list->decisions->len == TL_MAX_DECISIONS;
  if (listing->list->has_more)
    return;
  entry = g_new0 (TlDecision, 1);
  entry->label = tl_decision_text (next);
  entry->decision = tl_arg_dup (listing->list->arena, decision);
  entry->is_current = tl_arg_equal (decision, &tl_state_inst (listing->step)->decision);
  g_ptr_array_add (listing->list->decisions, entry);
}

/* All ways to write @rest as a product of the factors from @at on. */
static void
add_factors (Listing *listing, TlArg *factors, guint at, guint n, gint64 rest)
{
  const TlArg decision = { .kind = TL_ARG_LIST, .items = factors, .n_items = n };

  if (at == n - 1)
    {
      factors[at] = tl_arg_int (rest);
      add_decision (listing, &decision);
      return;
    }
  for (guint i = 0; i < listing->divisors->len && !listing->list->has_more; i++)
    {
      gint64 factor = g_array_index (listing->divisors, gint64, i);

      if (rest % factor != 0)
        continue;
      factors[at] = tl_arg_int (factor);
      add_factors (listing, factors, at + 1, n, rest / factor);
    }
}

static GArray *
divisors_of (gint64 extent)
{
  GArray *divisors = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint   n;

  for (gint64 small = 1; small <= extent / small; small++)
    if (extent % small == 0)
      g_array_append_val (divisors, small);
  n = divisors->len;
  for (guint i = n; i > 0; i--)
    {
      gint64 large = extent / g_array_index (divisors, gint64, i - 1);

      if (i < n || large != g_array_index (divisors, gint64, i - 1))
        g_array_append_val (divisors, large);
    }
  return divisors;
}

static void
add_numbers (Listing *listing, gint64 first, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const TlArg decision = tl_arg_int (first + i);

      add_decision (listing, &decision);
    }
}

/* The loop or block of the step's first argument; 0: it is not known. */
static TlNodeId
subject_of (TlState *step)
{
  const TlInst    *inst = tl_state_inst (step);
  TlState         *before = tl_state_parent (step);
  const TlRvValue *value;

  if (inst->n_args == 0 || inst->args[0].kind != TL_ARG_RV || inst->args[0].rv >= tl_state_n_rvs (before))
    return 0;
  value = tl_state_rv (before, inst->args[0].rv);
  return value->is_unknown || value->kind == TL_RV_INT ? 0 : value->node;
}

static void
add_places (Listing *listing)
{
  g_autoptr (GArray) places = tl_compute_locations (tl_state_module (tl_state_parent (listing->step)), subject_of (listing->step), NULL);

  for (guint i = 0; places != NULL && i < places->len; i++)
    add_numbers (listing, g_array_index (places, gint64, i), 1);
}

static void
add_tiles (Listing *listing)
{
  const TlInst *inst = tl_state_inst (listing->step);
  const TlStmt *loop = tl_module_find (tl_state_module (tl_state_parent (listing->step)), subject_of (listing->step));
  gint64        extent;

  if (loop == NULL || loop->kind != TL_STMT_FOR || !tl_expr_get_int (loop->loop.extent, &extent) || inst->decision.n_items == 0)
    return;
  listing->divisors = divisors_of (extent);
  add_factors (listing, tl_arena_new_array (listing->list->arena, TlArg, inst->decision.n_items), 0, inst->decision.n_items, extent);
  g_array_unref (listing->divisors);
}

static void
free_decision (gpointer data)
{
  g_free (((TlDecision *) data)->label);
  g_free (data);
}

TlDecisionList *
tl_decision_list_new (TlState *step, GError **error)
{
  g_autoptr (TlDecisionList) list = g_new0 (TlDecisionList, 1);
  Listing                    listing = { .step = step, .list = list };
  const TlInst              *inst = tl_state_inst (step);

  list->arena = tl_arena_new (NULL);
  list->decisions = g_ptr_array_new_with_free_func (free_decision);
  if (inst->decision.kind == TL_ARG_LIST)
    add_tiles (&listing);
  else if (inst->n_args > 0 && inst->args[0].kind == TL_ARG_LIST)
    add_numbers (&listing, 0, inst->args[0].n_items);
  else
    add_places (&listing);
  if (list->decisions->len > 0)
    return g_steal_pointer (&list);
  tl_refuse (error, NULL, 0, NULL, "%s", inst->reason != NULL ? inst->reason : _("The step has no other value here"));
  return NULL;
}

void
tl_decision_list_free (TlDecisionList *list)
{
  g_ptr_array_unref (list->decisions);
  tl_arena_unref (list->arena);
  g_free (list);
}
