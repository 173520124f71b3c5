/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the intermediate tensors of a graph function lie: one arena of bytes, in which tensors whose lives do not meet share memory.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

#define TL_PLAN_ALIGNMENT 64

/*
 * A tensor that a binding computes into memory of its own: an output of call_tir or call_dps_packed. Views of another tensor (a reshape,
 * a field of a tuple, another name, a match_cast, an output in place) have none.
 */
typedef struct
{
  const TlRelaxVar *var;        /* of the binding */
  guint             field;      /* which of its outputs; 0 if it has one */
  gint64            n_bytes;    /* of its elements, not rounded up */
  gint64            offset;     /* in the arena, a multiple of TL_PLAN_ALIGNMENT; -1: outside, since it is part of the result, or since a
                                   function keeps it that is no PrimFunc */
  guint             first;      /* the binding that computes it, counted over the blocks of the function */
  guint             last;       /* the last one that uses it or a view of it; a tensor that is computed there may not share its memory */
} TlPlannedTensor;

/**
 * TlMemoryPlan: immutable; it borrows the variables of the function, which has to outlive it.
 */
typedef struct
{
  const TlPlannedTensor *tensors;          /* in the order of the bindings */
  guint                  n_tensors;
  gint64                 arena_bytes;
  gint64                 unshared_bytes;   /* of the tensors in the arena, each rounded up to the alignment */
  gint64                 live_bytes;       /* the most that live at once: no plan needs less */
} TlMemoryPlan;

/* NULL with TL_GRAPH_ERROR if a size is no number (bind it first), or a binding is no plain one (a branch). */
TlMemoryPlan          *tl_memory_plan_new (const TlGraphFunc *func, GError **error);
void                   tl_memory_plan_free (TlMemoryPlan *plan);

/* NULL if that is no tensor with memory of its own. */
const TlPlannedTensor *tl_memory_plan_find (const TlMemoryPlan *plan, const TlRelaxVar *var, guint field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlMemoryPlan, tl_memory_plan_free)

G_END_DECLS
