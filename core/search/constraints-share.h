/* SPDX-License-Identifier: Apache-2.0 */
/* A design space under constraints: which decisions it has, how many of its schedules obey, whether any does. Slow: draws schedules. */
#pragma once

#include "core/search/constraints.h"
#include "core/space/space.h"

G_BEGIN_DECLS

#define TL_SHARE_SAMPLES 128u

/* Of candidates that were sampled without constraints. */
typedef struct
{
  guint n_sampled;     /* those that were not refused */
  guint n_remaining;   /* of these: those that obey as they are */
} TlConstraintsShare;

/*
 * Samples @n candidates of @start's program, with @seed. FALSE with TL_CONSTRAINTS_ERROR_EMPTY where none obeys, not even under the
 * constraints. Constraints on decisions that no sketch has do not count (tl_constraints_check_keys).
 */
gboolean   tl_constraints_check (TlConstraints *constraints, TlSpace *space, TlState *start, guint64 seed, guint n,
                                 TlConstraintsShare *share, GCancellable *cancellable, GError **error);

/* A decision of a design space, with the values that were drawn. */
typedef struct
{
  char      *key, *title;
  GPtrArray *values;   /* char *: as constraints name them, in order */
} TlSpaceDecision;

/* TlSpaceDecision, owned by the array, in order of the sketches; NULL with a refusal. */
GPtrArray *tl_space_decisions (TlSpace *space, TlState *start, guint64 seed, guint n, GError **error);

/*
 * Whether each constraint is about a decision of @decisions (arrays of TlSpaceDecision, one for each task). FALSE with
 * TL_CONSTRAINTS_ERROR_UNKNOWN, which names those that there are.
 */
gboolean   tl_constraints_check_keys (const TlConstraints *constraints, GPtrArray *decisions, GError **error);

G_END_DECLS
