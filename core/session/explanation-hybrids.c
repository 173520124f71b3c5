/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each step of the way from A to B alone. Both have come by one program; a hybrid is that program after one of the steps that followed in A
 * or B, and after those whose results it uses, which its gain does not count:
 *
 *   A ── undo a2 ── undo a1 ── shared ── b1 ── b2 ── B      b2 alone: shared ── (what b2 needs) ── b2
 *
 * The gains along the way less those alone are the interaction.
 */
#include "core/session/explanation-private.h"

#include "core/ir/compare.h"
#include "core/schedule/trace.h"

typedef struct
{
  guint    step;        /* index on the way */
  gboolean is_undo;     /* the way takes it back */
  TlState *before;      /* owned: the shared program after what the step needs */
  TlState *after;       /* owned */
} Hybrid;

static void
hybrid_free (gpointer data)
{
  Hybrid *hybrid = data;

  g_clear_pointer (&hybrid->before, tl_state_unref);
  g_clear_pointer (&hybrid->after, tl_state_unref);
  g_free (hybrid);
}

static gboolean
is_same_program (TlState *a, TlState *b)
{
  return tl_state_module (a) == tl_state_module (b) || tl_module_equal (tl_state_module (a), tl_state_module (b), NULL);
}

/* The last state before @state with this program; NULL: it has not come by it. */
static TlState *
find_before (TlState *state, TlState *program)
{
  while (state != NULL && !is_same_program (state, program))
    state = tl_state_parent (state);
  return state;
}

/* Of the steps from @begin to @state with those that they need, on the first @n_shared; without themselves where not @with_steps. */
static TlState *
replay_alone (TlState *state, guint n_shared, guint begin, gboolean with_steps)
{
  guint                n = tl_state_n_steps (state);
  g_autofree gboolean *keep = g_new0 (gboolean, n + 1);

  for (guint i = begin; i < n; i++)
    keep[i] = TRUE;
  tl_trace_add_needed (state, keep);
  for (guint i = 0; i < n; i++)
    keep[i] = i < n_shared || (i < begin ? keep[i] : with_steps);
  return tl_trace_replay_some (state, keep, NULL);
}

/* NULL: the step does not apply alone. */
static Hybrid *
new_hybrid (TlExplaining *self, guint step, TlState *shared, gboolean is_undo)
{
  TlState *from = self->path->pdata[step - 1], *to = self->path->pdata[step];
  TlState *end = is_undo ? from : to, *begin = find_before (end, is_undo ? to : from), *fork = find_before (end, shared);
  Hybrid  *hybrid;

  if (begin == NULL || fork == NULL)
    return NULL;
  hybrid = g_new0 (Hybrid, 1);
  *hybrid = (Hybrid) { .step = step, .is_undo = is_undo };
  hybrid->before = replay_alone (end, tl_state_n_steps (fork), tl_state_n_steps (begin), FALSE);
  hybrid->after = replay_alone (end, tl_state_n_steps (fork), tl_state_n_steps (begin), TRUE);
  if (hybrid->before != NULL && hybrid->after != NULL)
    return hybrid;
  hybrid_free (hybrid);
  return NULL;
}

/* A step that stands beside the shared program is alone on the way already. */
static gboolean
is_on_way (TlExplaining *self, const Hybrid *hybrid)
{
  TlState *from = self->path->pdata[hybrid->step - 1], *to = self->path->pdata[hybrid->step];

  return is_same_program (hybrid->is_undo ? to : from, hybrid->before) && is_same_program (hybrid->is_undo ? from : to, hybrid->after);
}

/* The program that both have come by: the end of the steps that are taken back. */
static guint
find_shared (TlExplaining *self)
{
  TlState *end = self->path->pdata[self->path->len - 1];
  guint    index = 0;

  while (index + 1 < self->path->len && find_before (end, self->path->pdata[index]) == NULL)
    index++;
  return index;
}

static GPtrArray *
new_hybrids (TlExplaining *self)
{
  GPtrArray *hybrids = g_ptr_array_new_with_free_func (hybrid_free);
  guint      shared = find_shared (self);

  for (guint i = 1; i < self->path->len; i++)
    {
      Hybrid          *hybrid = new_hybrid (self, i, self->path->pdata[shared], i <= shared);
      TlExplainedStep *step = &self->steps[i];

      if (hybrid != NULL && !is_on_way (self, hybrid))
        {
          g_ptr_array_add (hybrids, hybrid);
          continue;
        }
      if (hybrid != NULL)
        {
          step->own_gain = step->gain;
          step->own_low = step->low;
          step->own_high = step->high;
        }
      g_clear_pointer (&hybrid, hybrid_free);
    }
  return hybrids;
}

/* --- timing --- */

/* Hybrids that are timed in turns: those from @first on, as many as there is room for. */
typedef struct
{
  TlExplaining *explaining;
  GPtrArray    *hybrids;
  guint         first, n;
  TlState      *states[TL_COMPARISON_MAX];    /* borrowed */
  guint         n_states;
  guint         before[TL_COMPARISON_MAX];    /* of each hybrid, the index of its program */
  guint         after[TL_COMPARISON_MAX];
} HybridPart;

static guint
find_or_add (HybridPart *part, TlState *state)
{
  for (guint i = 0; i < part->n_states; i++)
    if (is_same_program (part->states[i], state))
      return i;
  part->states[part->n_states] = state;
  return part->n_states++;
}

static void
fill_part (HybridPart *part)
{
  part->n = part->n_states = 0;
  for (guint i = part->first; i < part->hybrids->len && part->n_states + 2 <= TL_COMPARISON_MAX; i++)
    {
      const Hybrid *hybrid = part->hybrids->pdata[i];

      part->before[part->n] = find_or_add (part, hybrid->before);
      part->after[part->n++] = find_or_add (part, hybrid->after);
    }
}

static void
on_hybrids_round (const TlExplainingRounds *rounds, gpointer user_data)
{
  HybridPart *part = user_data;

  for (guint i = 0; i < part->n; i++)
    {
      const Hybrid    *hybrid = part->hybrids->pdata[part->first + i];
      TlExplainedStep *step = &part->explaining->steps[hybrid->step];
      guint            from = hybrid->is_undo ? part->after[i] : part->before[i], to = hybrid->is_undo ? part->before[i] : part->after[i];

      tl_explaining_find_gain (rounds, from, to, &step->own_gain, &step->own_low, &step->own_high);
    }
  tl_explaining_report (part->explaining);
}

/* Those that have the program which failed. */
static void
leave_out_failed (HybridPart *part, guint failed)
{
  for (guint i = part->n; i-- > 0;)
    if (part->before[i] == failed || part->after[i] == failed)
      g_ptr_array_remove_index (part->hybrids, part->first + i);
}

void
tl_explaining_time_hybrids (TlExplaining *self)
{
  g_autoptr (GPtrArray) hybrids = new_hybrids (self);
  HybridPart            part = { .explaining = self, .hybrids = hybrids };
  gint                  failed;

  self->has_hybrids = TRUE;
  while (part.first < hybrids->len && !g_cancellable_is_cancelled (self->cancellable))
    {
      fill_part (&part);
      if (tl_explaining_compare (self, part.states, part.n_states, on_hybrids_round, &part, &failed, NULL))
        part.first += part.n;
      else if (failed >= 0)
        leave_out_failed (&part, (guint) failed);
      else
        return;
    }
}
