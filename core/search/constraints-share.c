/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/constraints-share.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/schedule/trace.h"
#include "core/search/decision-names-private.h"

#define MAX_CONSTRAINED 64u   /* draws under the constraints, until one is legal */
#define MAX_LISTED      24u   /* decisions in an error */

/* Random schedules of a space. */
typedef struct
{
  TlSpace   *space;
  GPtrArray *sketches;   /* TlState */
  GArray    *weights;    /* double */
  TlRandom   random;
} Draws;

static gboolean
draws_init (Draws *draws, TlSpace *space, TlState *start, guint64 seed, GError **error)
{
  g_autoptr (TlState) unchecked = tl_state_unchecked (start), seeded = tl_state_reseed (unchecked, seed);

  *draws = (Draws) { .space = space, .random = tl_random_seeded (seed) };
  draws->sketches = tl_space_sketches_with_weights (space, seeded, &draws->weights, error);
  return draws->sketches != NULL;
}

static void
draws_clear (Draws *draws)
{
  g_clear_pointer (&draws->sketches, g_ptr_array_unref);
  g_clear_pointer (&draws->weights, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Draws, draws_clear)

/* Before postprocessing; NULL with a refusal. */
static TlState *
draw (Draws *draws, GError **error)
{
  const double *weights = (const double *) (gpointer) draws->weights->data;
  TlState      *sketch = draws->sketches->pdata[tl_random_weighted (&draws->random, weights, draws->weights->len)];

  return tl_trace_redraw (sketch, tl_random_next (&draws->random), error);
}

/* --- how many obey --- */

static gboolean
is_legal (Draws *draws, TlState *before, GError **error)
{
  g_autoptr (TlState) state = tl_space_postprocess (draws->space, before, error);

  return state != NULL;
}

static void
count (Draws *draws, TlConstraints *constraints, guint n, TlConstraintsShare *share, GCancellable *cancellable)
{
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr (TlState)       before = draw (draws, NULL);
      g_autoptr (TlEditedTrace) edited = before != NULL ? tl_edited_trace_new (before) : NULL;

      if (edited == NULL)
        continue;
      share->n_sampled++;
      share->n_remaining += tl_constraints_allow (constraints, edited);
    }
}

/* Sketches that lack a pinned decision are not drawn. FALSE: all do. */
static gboolean
drop_sketches (Draws *draws, TlConstraints *constraints)
{
  gboolean is_some = FALSE;

  for (guint i = 0; i < draws->sketches->len; i++)
    {
      g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (draws->sketches->pdata[i]);

      if (!tl_constraints_has_pins (constraints, edited))
        g_array_index (draws->weights, double, i) = 0;
      is_some |= g_array_index (draws->weights, double, i) > 0;
    }
  return is_some;
}

static gboolean
has_some (Draws *draws, TlConstraints *constraints, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) refusal = NULL;

  for (guint i = 0; i < MAX_CONSTRAINED && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr (TlState) before = NULL, fitting = NULL;

      g_clear_error (&refusal);
      before = draw (draws, &refusal);
      fitting = before != NULL ? tl_constraints_apply (constraints, before, &draws->random, &refusal) : NULL;
      if (fitting != NULL && is_legal (draws, fitting, &refusal))
        return TRUE;
    }
  return tl_fail (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_EMPTY, _("no schedule of the design space is left: %s"),
                  refusal != NULL ? refusal->message : _("cancelled"));
}

gboolean
tl_constraints_check (TlConstraints *constraints, TlSpace *space, TlState *start, guint64 seed, guint n, TlConstraintsShare *share,
                      GCancellable *cancellable, GError **error)
{
  g_auto (Draws)            draws = { 0 };
  g_autoptr (TlConstraints) own = NULL;

  *share = (TlConstraintsShare) { 0 };
  if (!draws_init (&draws, space, start, seed, error))
    return FALSE;
  own = tl_constraints_for_sketches (constraints, draws.sketches);
  count (&draws, own, n, share, cancellable);
  if (!drop_sketches (&draws, own))
    return tl_fail (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_EMPTY,
                    _("no schedule of the design space is left: no sketch has all decisions that are pinned"));
  return has_some (&draws, own, cancellable, error);
}

/* --- which decisions there are --- */

static void
decision_free (gpointer data)
{
  TlSpaceDecision *decision = data;

  g_free (decision->key);
  g_free (decision->title);
  g_ptr_array_unref (decision->values);
  g_free (decision);
}

static TlSpaceDecision *
find_decision (GPtrArray *decisions, const TlDecisionSlot *slot)
{
  TlSpaceDecision *decision;

  for (guint i = 0; i < decisions->len; i++)
    if (g_str_equal (((TlSpaceDecision *) decisions->pdata[i])->key, slot->key))
      return decisions->pdata[i];
  decision = g_new0 (TlSpaceDecision, 1);
  decision->key = g_strdup (slot->key);
  decision->title = g_strdup (slot->title);
  decision->values = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (decisions, decision);
  return decision;
}

static char *
value_text (const TlDecisionSlot *slot, gint64 decision)
{
  gint64 index = decision - slot->first;

  if (slot->texts != NULL && index >= 0 && index < slot->texts->len)
    return g_strdup (slot->texts->pdata[index]);
  if (slot->numbers != NULL && index >= 0 && index < slot->numbers->len)
    return g_strdup_printf ("%.10g", g_array_index (slot->numbers, double, index));
  return g_strdup_printf ("%" G_GINT64_FORMAT, decision);
}

static void
note_decisions (GPtrArray *decisions, const TlState *state)
{
  g_autoptr (GArray)    slots = tl_decision_slots (state);
  g_autoptr (GPtrArray) steps = tl_state_steps (state);

  g_array_set_clear_func (slots, tl_decision_slot_clear);
  for (guint i = 0; i < slots->len; i++)
    {
      const TlDecisionSlot *slot = &g_array_index (slots, TlDecisionSlot, i);
      const TlArg          *arg = &tl_state_inst (steps->pdata[slot->step])->decision;
      TlSpaceDecision      *decision = find_decision (decisions, slot);
      char                 *text;

      if (arg->kind == TL_ARG_LIST && slot->item < arg->n_items)
        arg = &arg->items[slot->item];
      text = value_text (slot, arg->integer);
      if (g_ptr_array_find_with_equal_func (decision->values, text, g_str_equal, NULL))
        g_free (text);
      else
        g_ptr_array_add (decision->values, text);
    }
}

static gint
compare_values (gconstpointer a, gconstpointer b)
{
  const char *left = *(const char *const *) a, *right = *(const char *const *) b;
  double      x = g_ascii_strtod (left, NULL), y = g_ascii_strtod (right, NULL);

  return x != y ? (x > y) - (x < y) : strcmp (left, right);
}

GPtrArray *
tl_space_decisions (TlSpace *space, TlState *start, guint64 seed, guint n, GError **error)
{
  g_autoptr (GPtrArray) decisions = g_ptr_array_new_with_free_func (decision_free);
  g_auto (Draws)        draws = { 0 };

  if (!draws_init (&draws, space, start, seed, error))
    return NULL;
  for (guint i = 0; i < draws.sketches->len; i++)
    note_decisions (decisions, draws.sketches->pdata[i]);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TlState) state = draw (&draws, NULL);

      if (state != NULL)
        note_decisions (decisions, state);
    }
  for (guint i = 0; i < decisions->len; i++)
    g_ptr_array_sort (((TlSpaceDecision *) decisions->pdata[i])->values, compare_values);
  return g_steal_pointer (&decisions);
}

/* "C/i/2/1, C/k/2/1, …" */
static char *
list_keys (GPtrArray *decisions)
{
  GString *text = g_string_new (NULL);
  guint    n = 0;

  for (guint i = 0; i < decisions->len; i++)
    for (guint k = 0; k < ((GPtrArray *) decisions->pdata[i])->len; k++)
      if (++n <= MAX_LISTED)
        g_string_append_printf (text, "%s%s", n > 1 ? ", " : "",
                                ((TlSpaceDecision *) ((GPtrArray *) decisions->pdata[i])->pdata[k])->key);
  if (n > MAX_LISTED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static gboolean
has_key (GPtrArray *decisions, const char *key)
{
  for (guint i = 0; i < decisions->len; i++)
    for (guint k = 0; k < ((GPtrArray *) decisions->pdata[i])->len; k++)
      if (g_str_equal (((TlSpaceDecision *) ((GPtrArray *) decisions->pdata[i])->pdata[k])->key, key))
        return TRUE;
  return FALSE;
}

gboolean
tl_constraints_check_keys (const TlConstraints *constraints, GPtrArray *decisions, GError **error)
{
  for (guint i = 0; i < tl_constraints_n (constraints); i++)
    {
      const char      *key = tl_constraints_key (constraints, i);
      g_autofree char *keys = NULL;

      if (has_key (decisions, key))
        continue;
      keys = list_keys (decisions);
      return tl_fail (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_UNKNOWN,
                      keys[0] != '\0' ? _("%s: the design space has no decision %s; it has %s")
                                      : _("%s: the design space has no decision %s; nothing is sampled in it%s"),
                      tl_constraints_line (constraints, i), key, keys);
    }
  return TRUE;
}
