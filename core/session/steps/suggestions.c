/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/suggestions-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/ir/compare.h"

#define MANY_STEPS 100.0   /* measured ones, from which a gain is known as well as it can be */

TlSuggestion *
tl_suggestion_ref (TlSuggestion *suggestion)
{
  g_atomic_int_inc (&suggestion->ref_count);
  return suggestion;
}

void
tl_suggestion_unref (TlSuggestion *suggestion)
{
  if (!g_atomic_int_dec_and_test (&suggestion->ref_count))
    return;
  g_clear_pointer (&suggestion->state, tl_state_unref);
  g_clear_pointer (&suggestion->applicable, tl_applicable_primitive_unref);
  g_free (suggestion->sentence);
  g_free (suggestion->steps);
  g_free (suggestion->reason);
  g_free (suggestion->hint);
  g_free (suggestion->measured.problem);
  g_free (suggestion);
}

const char *
tl_suggestion_group_title (TlSuggestionGroup group)
{
  static const char *const titles[TL_SUGGEST_N_GROUPS]
    = { N_("Memory"), N_("Parallelism"), N_("Vector"), N_("Structure"), N_("GPU") };

  return _(titles[group]);
}

static TlSuggestion *
suggestion_new (TlSuggestionKind kind, TlSuggestionGroup group, char *sentence)
{
  TlSuggestion *suggestion = g_new0 (TlSuggestion, 1);

  *suggestion = (TlSuggestion) { .ref_count = 1, .kind = kind, .group = group, .sentence = sentence };
  return suggestion;
}

/* --- steps --- */

TlState *
tl_suggest_step (TlSuggesting *s, TlState *from, const char *name, const TlArg *given, guint n_given)
{
  const TlPrimitive  *primitive = tl_primitive_find (name);
  g_autoptr (TlState) start = from;
  guint               n_args = tl_primitive_n_args (primitive);
  TlArg              *args = tl_arena_new_array (s->arena, TlArg, n_args);

  if (start == NULL)
    return NULL;
  for (guint i = 0; i < n_args; i++)
    if (i < n_given)
      args[i] = given[i];
    else
      tl_primitive_param_default (&primitive->params[i], &args[i]);
  return tl_state_apply_to_nodes (start, primitive, args, n_args, NULL);
}

TlNodeId
tl_suggest_result (TlState *state, guint index)
{
  guint first;

  tl_state_outputs (state, &first);
  return tl_state_rv (state, first + index)->node;
}

/* The steps from @start to @state in words, without those that look up handles. */
static char *
steps_text (TlState *start, TlState *state)
{
  GString *text = g_string_new (NULL);

  for (; state != NULL && state != start; state = tl_state_parent (state))
    if (tl_primitive_is_edit (tl_state_inst (state)->primitive))
      {
        g_autofree char *step = tl_state_describe (state);

        g_string_prepend (text, text->len > 0 ? "; " : "");
        g_string_prepend (text, step);
      }
  return g_string_free (text, FALSE);
}

/* The first step after @start that is an edit. */
static TlState *
first_edit (TlState *start, TlState *state)
{
  TlState *first = NULL;

  for (; state != NULL && state != start; state = tl_state_parent (state))
    if (tl_primitive_is_edit (tl_state_inst (state)->primitive))
      first = state;
  return first;
}

static TlArg
arg_by_node (TlArena *arena, TlState *state, const TlArg *arg)
{
  TlArg *items;

  if (arg->kind == TL_ARG_RV && tl_state_rv (state, arg->rv)->kind != TL_RV_INT)
    return tl_arg_node (tl_state_rv (state, arg->rv)->node);
  if (arg->kind == TL_ARG_RV)
    return tl_arg_int (tl_state_rv (state, arg->rv)->integer);
  if (arg->kind != TL_ARG_LIST)
    return tl_arg_dup (arena, arg);
  items = tl_arena_new_array (arena, TlArg, MAX (arg->n_items, 1));
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = arg_by_node (arena, state, &arg->items[i]);
  return tl_arg_list (arena, items, arg->n_items);
}

/* The step that led to @state, as one that may be taken at the state before it. */
static TlApplicablePrimitive *
applicable_of (TlState *state)
{
  TlApplicablePrimitive *applicable = g_new0 (TlApplicablePrimitive, 1);
  const TlInst          *inst = tl_state_inst (state);
  TlArg                 *args;

  applicable->ref_count = 1;
  applicable->primitive = inst->primitive;
  applicable->arena = tl_arena_new (NULL);
  applicable->n_args = inst->n_args;
  args = tl_arena_new_array (applicable->arena, TlArg, MAX (inst->n_args, 1));
  for (guint i = 0; i < inst->n_args; i++)
    args[i] = arg_by_node (applicable->arena, state, &inst->args[i]);
  applicable->args = args;
  applicable->fits = applicable->is_legal = TRUE;
  applicable->after = tl_state_ref (state);
  applicable->which = tl_step_case_of (inst->primitive, tl_state_module (tl_state_parent (state)), args, inst->n_args);
  applicable->sentence = tl_state_describe (state);
  return applicable;
}

/* --- collecting --- */

static gboolean
is_new_program (TlSuggesting *s, TlState *state)
{
  gint64 hash = (gint64) tl_module_hash (tl_state_module (state));

  return g_hash_table_add (s->programs, g_memdup2 (&hash, sizeof hash));
}

TlSuggestion *
tl_suggestion_new_step (TlState *start, TlState *state, TlSuggestionGroup group, char *sentence)
{
  TlSuggestion *suggestion = suggestion_new (TL_SUGGESTION_STEP, group, sentence);

  suggestion->state = state;
  suggestion->steps = steps_text (start, state);
  return suggestion;
}

static void
add_step (TlSuggesting *s, TlSuggestionGroup group, const char *gain_of, TlState *state, char *sentence,
          TlApplicablePrimitive *applicable)
{
  TlSuggestion *suggestion = tl_suggestion_new_step (s->state, state, group, sentence);

  suggestion->gain_of = gain_of;
  suggestion->applicable = applicable;
  if (gain_of != NULL)
    {
      g_autoptr (TlApplicablePrimitive) last = applicable_of (state);

      suggestion->which = last->which;
    }
  g_ptr_array_add (s->found, suggestion);
}

void
tl_suggest_take (TlSuggesting *s, TlSuggestionGroup group, const char *gain_of, TlState *state, char *sentence)
{
  g_autofree char    *own_sentence = sentence;
  g_autoptr (TlState) own_state = state;
  TlState            *first;

  if (state == NULL || !is_new_program (s, state))
    return;
  first = first_edit (s->state, state);
  add_step (s, group, gain_of, g_steal_pointer (&own_state), g_steal_pointer (&own_sentence),
            tl_primitive_n_args (tl_state_inst (first)->primitive) > 1 ? applicable_of (first) : NULL);
}

static TlSuggestionGroup
group_of (const TlPrimitive *primitive)
{
  switch (primitive->family)
    {
    case TL_FAMILY_CACHE:
    case TL_FAMILY_COMPUTE:
    case TL_FAMILY_LAYOUT:
      return TL_SUGGEST_MEMORY;
    case TL_FAMILY_KIND:
      return strcmp (primitive->name, "parallel") == 0    ? TL_SUGGEST_PARALLELISM
             : strcmp (primitive->name, "vectorize") == 0 ? TL_SUGGEST_VECTOR
             : strcmp (primitive->name, "bind") == 0      ? TL_SUGGEST_GPU
                                                          : TL_SUGGEST_STRUCTURE;
    default:
      return strcmp (primitive->name, "tensorize") == 0 ? TL_SUGGEST_VECTOR : TL_SUGGEST_STRUCTURE;
    }
}

static void
add_impossible (TlSuggesting *s, const TlApplicablePrimitive *applicable, const char *reason, const char *hint)
{
  TlSuggestion *suggestion = suggestion_new (TL_SUGGESTION_IMPOSSIBLE, group_of (applicable->primitive),
                                             g_strdup (applicable->primitive->title));

  suggestion->reason = g_strdup (reason);
  suggestion->hint = g_strdup (hint);
  suggestion->applicable = tl_applicable_primitive_ref ((TlApplicablePrimitive *) applicable);
  g_ptr_array_add (s->found, suggestion);
}

/* Whether an argument is a text that nobody could guess: a refusal of it says nothing. */
static gboolean
has_blank (const TlApplicablePrimitive *applicable)
{
  for (guint i = 0; i < applicable->n_args; i++)
    if (applicable->args[i].kind == TL_ARG_STRING && *applicable->args[i].string == '\0')
      return TRUE;
  return FALSE;
}

/* A row of the table: the step itself where no argument is left to choose, else the form. */
static void
add_primitive (TlSuggesting *s, TlApplicablePrimitive *applicable)
{
  TlSuggestionGroup group = group_of (applicable->primitive);

  if (!applicable->fits || !tl_primitive_is_edit (applicable->primitive))
    return;
  if (group == TL_SUGGEST_GPU && !s->target->kind->has_threads)
    {
      g_autofree char *reason = g_strdup_printf (_("the target %s has no GPU threads"), s->target->kind->name);

      add_impossible (s, applicable, reason, NULL);
    }
  else if (!applicable->is_legal && !has_blank (applicable))
    add_impossible (s, applicable, applicable->reason, applicable->hint);
  else if (applicable->asks_node || tl_primitive_has_choice (applicable->primitive))
    {
      TlSuggestion *suggestion = suggestion_new (TL_SUGGESTION_ASKS, group, g_strdup_printf ("%s…", applicable->primitive->title));

      suggestion->applicable = tl_applicable_primitive_ref (applicable);
      g_ptr_array_add (s->found, suggestion);
    }
  else if (is_new_program (s, applicable->after))
    add_step (s, group, applicable->primitive->name, tl_state_ref (applicable->after), g_strdup (applicable->sentence), NULL);
}

static gboolean
set_node (TlSuggesting *s, TlNodeId node)
{
  s->path = tl_path_find (s->module, node);
  s->node = s->path != NULL ? tl_path_target (s->path) : NULL;
  return s->node != NULL;
}

GPtrArray *
tl_suggestions_find (TlState *state, const TlNodeId *nodes, guint n_nodes, const TlTarget *target, GCancellable *cancellable)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (GHashTable) programs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray)  applicables = NULL;
  TlSuggesting           s = { .state = state, .module = tl_state_module (state), .target = target, .arena = arena, .programs = programs };

  s.found = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_suggestion_unref);
  is_new_program (&s, state);
  if (n_nodes == 1 && set_node (&s, nodes[0]))
    {
      if (s.node->kind == TL_STMT_FOR)
        tl_suggest_for_loop (&s);
      else if (s.node->kind == TL_STMT_BLOCK)
        tl_suggest_for_block (&s);
    }
  applicables = tl_applicable_primitives_find (state, nodes, n_nodes, cancellable);
  for (guint i = 0; i < applicables->len; i++)
    add_primitive (&s, g_ptr_array_index (applicables, i));
  g_clear_pointer (&s.path, tl_path_free);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&s.found, g_ptr_array_unref);
  return s.found;
}

/* --- ranking --- */

/* Steps that agree within a factor of 1.2 tell all they can; those that spread over a factor of 10, little. */
double
tl_step_gain_confidence (const TlStepGain *gain)
{
  double agreement = 1.2 * gain->low / gain->high;

  return tl_min (1, gain->n / MANY_STEPS) * tl_min (1, agreement);
}

static double
known_gain (const TlSuggestion *suggestion)
{
  if (suggestion->measured.status == TL_GAIN_MEASURED)
    return suggestion->measured.gain;
  return suggestion->predicted != NULL ? suggestion->predicted->median : 1;
}

static gint
compare_suggestions (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlSuggestion *left = *(const TlSuggestion *const *) a, *right = *(const TlSuggestion *const *) b;
  gboolean            is_possible = left->kind != TL_SUGGESTION_IMPOSSIBLE;
  double              of_left = known_gain (left), of_right = known_gain (right);

  if (is_possible != (right->kind != TL_SUGGESTION_IMPOSSIBLE))
    return is_possible ? -1 : 1;
  if (left->group != right->group)
    return (gint) left->group - (gint) right->group;
  if (left->kind != right->kind)
    return (gint) left->kind - (gint) right->kind;
  return of_left > of_right ? -1 : of_left < of_right;
}

void
tl_suggestions_rank (GPtrArray *suggestions, const TlStepGains *gains, const TlTarget *target)
{
  for (guint i = 0; i < suggestions->len; i++)
    {
      TlSuggestion *suggestion = g_ptr_array_index (suggestions, i);

      suggestion->predicted = suggestion->gain_of != NULL ? tl_step_gains_find (gains, target, suggestion->gain_of, suggestion->which)
                                                          : NULL;
    }
  /* g_ptr_array_sort_with_data is a stable merge sort: what is equal keeps the order of the table. */
  g_ptr_array_sort_with_data (suggestions, compare_suggestions, NULL);
}
