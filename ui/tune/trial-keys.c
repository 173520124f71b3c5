/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-keys.h"

gboolean
tl_trial_keys_handle (TlTrialSelection *selection, guint key, GdkModifierType modifiers)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_bracketright:
      tl_trial_selection_step (selection, TL_TRIAL_IMPROVEMENT, 1);
      return TRUE;
    case GDK_KEY_bracketleft:
      tl_trial_selection_step (selection, TL_TRIAL_IMPROVEMENT, -1);
      return TRUE;
    case GDK_KEY_e:
      if ((modifiers & GDK_SHIFT_MASK) != 0)
        return tl_trial_selection_next_kind (selection);
      tl_trial_selection_step (selection, TL_TRIAL_FAILURE, 1);
      return TRUE;
    default:
      return FALSE;
    }
}
