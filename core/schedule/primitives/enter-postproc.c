/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: a mark in the trace; search cuts it off here and runs its postprocessors anew. */
#include "core/schedule/primitive.h"

static gboolean
enter_postproc_apply (TlPrimitiveCall *call, GError **error)
{
  return TRUE;
}

const TlPrimitive tl_primitive_enter_postproc = {
  .name = "enter_postproc",
  .kind = "EnterPostproc",
  .title = "Enter Postprocessing",
  .family = TL_FAMILY_OTHER,
  .summary = "Mark the start of postprocessing in the trace.",
  .sketch = "sch.enter_postproc()   (the program stays as it is)",
  .apply = enter_postproc_apply,
};
