/* SPDX-License-Identifier: Apache-2.0 */
/* Consequences of a split, before it is taken: what the program would touch in each loop, how it vectorizes and how parallel it is. */
#pragma once

#include "core/analysis/traffic.h"
#include "core/session/steps/split-plan.h"

G_BEGIN_DECLS

/* Distinct bytes that one iteration of a loop touches, before and after. */
typedef struct
{
  char    *loop;
  gboolean is_part;               /* the split made it */
  gint64   old_bytes, new_bytes;  /* -1: there was no such loop, or unknown */
  TlLevel  old_level, new_level;  /* the innermost that holds them; memory if unknown */
} TlSplitFootprint;

typedef enum
{
  TL_SPLIT_VECTORS_NONE,       /* iterations write no neighbouring elements */
  TL_SPLIT_VECTORS_PARTIAL,    /* the extent is no multiple of the lanes */
  TL_SPLIT_VECTORS_FULL,
} TlSplitVectors;

/* The loop that is vectorized, or could be: the innermost one. */
typedef struct
{
  char          *loop;         /* NULL: there is none */
  gboolean       is_done;      /* it is vectorized */
  gint64         extent;
  guint          lanes;        /* of the machine, for the type that the block writes */
  guint          bits;
  TlSplitVectors fit;
} TlSplitVector;

/* Iterations that run on several cores: of the parallel loops, or, where there are none, of the outermost loop, if it may be parallel. */
typedef struct
{
  char    *loop;               /* NULL: there is none */
  gboolean is_done;            /* it is parallel */
  gint64   n;
} TlSplitChunks;

/* Of one plan. Owns its members; immutable, any thread. */
typedef struct
{
  TlSplitPlan       plan;
  TlState          *state;            /* after it; NULL: refused */
  GError           *refusal;          /* nullable */
  TlSplitFootprint *footprints;       /* of the loops around the block, innermost first */
  guint             n_footprints;
  TlSplitVector     old_vector, new_vector;
  TlSplitChunks     old_chunks, new_chunks;
  guint             n_cores;
} TlSplitEffects;

/* Blocks; any thread. @state and @step: as of tl_split_plan_apply. */
TlSplitEffects *tl_split_effects_new (const TlSplitPlan *plan, TlState *state, TlState *step, const TlTarget *target);
void            tl_split_effects_free (TlSplitEffects *effects);
/* The same in a thread. */
void            tl_split_effects_async (const TlSplitPlan *plan, TlState *state, TlState *step, const TlTarget *target,
                                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
TlSplitEffects *tl_split_effects_finish (GAsyncResult *result, GError **error);

/* Whether the change is for the worse: to an outer level of memory; from whole vectors to parts or none; to fewer chunks than cores. */
gboolean        tl_split_footprint_is_worse (const TlSplitFootprint *footprint);
gboolean        tl_split_vectors_are_worse (const TlSplitEffects *effects);
gboolean        tl_split_chunks_are_worse (const TlSplitEffects *effects);

/* "yes: 2 × 16 lanes", "6 of 16 lanes", "no: not contiguous"; "8 of i_0, not parallel". Free with g_free. */
char           *tl_split_vector_text (const TlSplitVector *vector);
char           *tl_split_chunks_text (const TlSplitChunks *chunks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSplitEffects, tl_split_effects_free)

G_END_DECLS
