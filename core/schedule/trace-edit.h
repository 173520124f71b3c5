/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace with one change of an earlier step, and the later steps replayed on it. States are immutable: the trace as it was stays as it is,
 * and the states before the change are shared.
 *
 * A later step finds its loops, blocks and numbers as the trace does, by random variables. One that no longer applies stays in the new
 * trace as TL_INST_REFUSED, with the reason, and the steps after it are replayed without it: nothing is lost, and another change may make
 * it apply again. TL_INST_OFF steps stay switched off.
 */
#pragma once

#include <gio/gio.h>

#include "core/schedule/trace.h"

G_BEGIN_DECLS

typedef enum
{
  TL_TRACE_CHANGE,       /* another instruction in its place: other arguments, or another decision */
  TL_TRACE_REMOVE,
  TL_TRACE_MOVE,
  TL_TRACE_SWITCH_OFF,   /* keeps it, not applied */
  TL_TRACE_SWITCH_ON,
  TL_TRACE_REPAIR,       /* goes on from a repair of the step, which is refused */
} TlTraceEditKind;

/* A value; members are borrowed. */
typedef struct
{
  TlTraceEditKind kind;
  TlState        *step;     /* of the trace: the state that the step led to */
  /*
   * CHANGE: variables are those of the trace before the step. NODE arguments are loops and blocks of the program before it, which are
   * fetched first; then there is no decision.
   */
  const TlInst   *inst;
  TlState        *before;   /* MOVE: the state of the step that it is to come before; NULL: to the end */
  TlState        *taken;    /* REPAIR: after the step, made from the state before it (TlRepairLimits.keeps_past) */
} TlTraceEdit;

/**
 * TlEditedSteps: the trace after the change. Immutable, reference-counted, any thread.
 */
typedef struct
{
  gint       ref_count;
  TlState   *base;         /* the trace as it was */
  TlState   *end;          /* after all steps */
  TlState   *edited;       /* after the step that was changed, or after the one before it where it was removed */
  GPtrArray *states;       /* TlState *, one for each step of @base: after it in the new trace; NULL: removed */
  GPtrArray *refused;      /* TlState *, of the new trace: steps that were applied and are not any more */
  guint      n_regained;   /* steps that were refused and apply now */
} TlEditedSteps;

/*
 * Replays @base with one change, from the nearest state that the change leaves as it is. NULL with an error if the changed step itself is
 * refused, if a step between the places of a moved one needs its results, or if it was cancelled.
 */
TlEditedSteps *tl_trace_replay_edit (TlState *base, const TlTraceEdit *edit, GCancellable *cancellable, GError **error);
TlEditedSteps *tl_edited_steps_ref (TlEditedSteps *edited);
void           tl_edited_steps_unref (TlEditedSteps *edited);
/* The state of the new trace that stands for @state, of the old one or its start; where it was removed, that before. Borrowed. */
TlState       *tl_edited_steps_find (const TlEditedSteps *edited, TlState *state);

/* Whether the step that led to @state has a parameter besides its loops and blocks, or a decision. */
gboolean       tl_trace_can_change (const TlState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlEditedSteps, tl_edited_steps_unref)

G_END_DECLS
