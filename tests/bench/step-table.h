/* SPDX-License-Identifier: Apache-2.0 */
/* Gains of steps, summed up by primitive. A gain is the time before the step divided by the time after it. */
#pragma once

#include "core/session/steps/step-gains.h"

G_BEGIN_DECLS

typedef struct
{
  const TlPrimitive *primitive;
  TlStepCase         which;
  double             ours, tvm;   /* gains; 0: not measured */
} StepSample;

/* Gains with n 0 where none was measured. */
typedef struct
{
  TlStepGain ours, tvm;
} StepTableRow;

/* Of these gains, in any order; those that are 0 do not count. Names no primitive. */
TlStepGain step_gain_of (const double *gains, guint n);

/* Primitives in the order of their table, each as a whole and then by case; last all steps, "all". GArray of StepTableRow. */
GArray    *step_table_new (const StepSample *samples, guint n);
/* For people; free with g_free. */
char      *step_table_to_text (const GArray *table);
/* As core/session/steps/step-gains.h reads it, with TVM's gains as "tvm"; free with g_free. */
char      *step_table_to_json (const GArray *table);

G_END_DECLS
