/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A step breaks an order of the program that it was applied to. Whether a later program is right is not decided by looking at it: it is
 * right if steps that are all legal lead there.
 */
#include "core/schedule/legal-order.h"

#include "core/ir/compare.h"

static guint
count_broken (const TlState *state)
{
  guint n = 0;

  for (; state != NULL; state = tl_state_parent (state))
    n += tl_state_broken_orders (state) != NULL;
  return n;
}

static gboolean
is_better (const TlEditedSteps *edited, TlState *draft)
{
  return edited->refused->len == 0 && count_broken (edited->end) < count_broken (draft)
         && tl_module_equal (tl_state_module (edited->end), tl_state_module (draft), NULL);
}

static TlEditedSteps *
try_edit (TlState *draft, const TlTraceEdit *edit, GCancellable *cancellable)
{
  TlEditedSteps *edited = tl_trace_replay_edit (draft, edit, cancellable, NULL);

  if (edited != NULL && !is_better (edited, draft))
    g_clear_pointer (&edited, tl_edited_steps_unref);
  return edited;
}

TlEditedSteps *
tl_trace_find_legal_order (TlState *draft, TlState *step, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (draft);
  TlTraceEdit           edit = { .kind = TL_TRACE_REMOVE, .step = step };
  TlEditedSteps        *edited = try_edit (draft, &edit, cancellable);
  guint                 at = tl_state_n_steps (step);   /* of the step after it */

  edit.kind = TL_TRACE_MOVE;
  for (guint i = 0; edited == NULL && i < TL_TRACE_MAX_BACK && at + i < steps->len; i++)
    {
      edit.before = at + i + 1 < steps->len ? steps->pdata[at + i + 1] : NULL;
      if (tl_trace_can_precede (steps->pdata[at + i]))
        edited = try_edit (draft, &edit, cancellable);
    }
  return edited;
}
