/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of primitives whose gain depends on the loop: a vectorized loop is contiguous or not, an unrolled one has few copies or many. */
#pragma once

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

#define TL_MANY_COPIES 64

typedef enum
{
  TL_STEP_ANY,          /* of all other primitives, and of each primitive as a whole */
  TL_STEP_CONTIGUOUS,   /* vectorize: each store below the loop moves by one element when the loop advances */
  TL_STEP_SCATTERED,    /* vectorize: any other loop */
  TL_STEP_FEW_COPIES,   /* unroll: below TL_MANY_COPIES of each block, unrolled loops around and inside included */
  TL_STEP_MANY_COPIES,
  TL_STEP_N_CASES,
} TlStepCase;

/* "contiguous loop"; "" for TL_STEP_ANY. Data files have these names. */
const char *tl_step_case_name (TlStepCase which);
/* FALSE for a name that no case has. */
gboolean    tl_step_case_find (const char *name, TlStepCase *which);

/* The case of applying @primitive to @module with @args, of which the first is a NODE where it names a loop. */
TlStepCase  tl_step_case_of (const TlPrimitive *primitive, const TlModule *module, const TlArg *args, guint n_args);

G_END_DECLS
