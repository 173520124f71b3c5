/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules such as people write who try things: a few splits, an order, kinds of loops, a cache or two, each step of the usual kind. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

typedef enum
{
  TL_HAND_SPLIT,
  TL_HAND_IMPERFECT_SPLIT,   /* the factor does not divide the extent */
  TL_HAND_REORDER,
  TL_HAND_VECTORIZE,
  TL_HAND_UNROLL,
  TL_HAND_PARALLEL,
  TL_HAND_DECOMPOSE,
  TL_HAND_CACHE_READ,
  TL_HAND_CACHE_WRITE,
  TL_HAND_COMPUTE_AT,        /* or reverse_compute_at, of a block of the program or of a cache */
  TL_HAND_INLINE,
  TL_HAND_RFACTOR,
  TL_HAND_N_KINDS,
} TlHandKind;

/* "reorder" */
const char *hand_kind_name (TlHandKind kind);

/* A schedule of the module's first function, the same for the same seed; *kinds: bits of the kinds of steps that it has. New reference. */
TlState *hand_schedule (const TlModule *module, guint64 seed, guint *kinds);

G_END_DECLS
