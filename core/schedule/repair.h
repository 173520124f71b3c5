/* SPDX-License-Identifier: Apache-2.0 */
/* From a refused step to the steps that make it possible. */
#pragma once

#include <gio/gio.h>

#include "core/schedule/trace.h"

G_BEGIN_DECLS

#define TL_REPAIR_MAX_STEPS 3

/**
 * TlRepair: the shortest sequence of primitives after which a refused step applies, or a place earlier in the trace where it applies.
 * Immutable; free with tl_repair_free.
 */
typedef struct
{
  TlState   *state;       /* after the repair and the step that was refused, verified */
  TlState   *shared;      /* the state from which on this trace is another than that of the refused step */
  GPtrArray *steps;       /* char *: the steps before the refused one, in order; may be none where it was moved */
  char      *asked;       /* the refused step, as it is now: "Parallelize k" */
  char      *script;      /* the same as lines for a schedule script, which fetch their handles: in place of the refused step */
  char      *moved;       /* nullable: the step of the trace before which these apply, "Parallelize i" */
  guint      n_tries;     /* dry runs that it took */
} TlRepair;

/* The same limits find the same repair, unless the time runs out: then the best so far is taken. */
typedef struct
{
  guint    max_steps;     /* at most TL_REPAIR_MAX_STEPS */
  guint    max_tries;     /* dry runs */
  gint64   max_ns;
  gboolean keeps_past;    /* no other place in the trace: what was yielded before stays valid */
} TlRepairLimits;

extern const TlRepairLimits tl_repair_default_limits;

/*
 * Searches for a repair of @refused on @state, breadth first over the primitive table, with arguments from the loops and blocks at fault
 * and those beside them; each candidate is applied, on a state of its own. Loops and blocks of @refused are meant, in the new program, by
 * their ids, or by their parts where they are gone. NULL: none was found, or it was cancelled. Any thread. @by_node as of
 * tl_trace_find_order.
 */
TlRepair *tl_repair_find (TlState *state, const TlInst *refused, gboolean by_node, const TlRepairLimits *limits,
                          GCancellable *cancellable);
void      tl_repair_free (TlRepair *repair);

/* "Reorder k, j_1, then Vectorize j_1"; "Decompose reduction C at k before Parallelize i". Free with g_free. */
char     *tl_repair_sentence (const TlRepair *repair);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRepair, tl_repair_free)

G_END_DECLS
