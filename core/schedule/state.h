/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/base/source.h"
#include "core/schedule/primitive.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/* A step that is not applied stays in the trace: it changes nothing, and its results are unknown. */
typedef enum
{
  TL_INST_APPLIED,
  TL_INST_OFF,       /* switched off */
  TL_INST_REFUSED,   /* refused after a change of an earlier step; tried again when the trace is replayed after another (trace-edit.h) */
} TlInstStatus;

/* One instruction of a trace. In an arena. */
typedef struct
{
  const TlPrimitive *primitive;      /* NULL: a step of a kind that the table does not know, kept as it was read */
  const TlArg       *args;           /* one per parameter of the row, decisions excluded; absent ones at the end take their defaults */
  guint              n_args;
  const char        *opaque_kind;    /* of an unknown step: its kind ("RFactor"); args is one DICT of keywords ("" if positional) from
                                        text, or two LISTs, inputs and attrs, from JSON … */
  const TlRvKind    *opaque_outputs; /* … and what it yielded, as would one that is not applied: variables that no known step may use */
  guint              n_opaque_outputs;
  TlArg              decision;       /* NONE if it has none (yet) */
  TlInstStatus       status;
  gboolean           is_draft;       /* applied in spite of an order that it breaks (tl_state_broken_orders); not set if it breaks none */
  const char        *words;          /* not applied: its line for the history, from when it was, … */
  const char        *reason;         /* … and, where it is refused, why */
} TlInst;

/**
 * TlState:
 *
 * One immutable point of a schedule: a module version, the step that led here, and the state before it. The chain of parents is the trace;
 * two children of one state are branches. Reference-counted, readable from any thread.
 */
typedef struct _TlState TlState;

/* Where a step is refused: the state to go on from, in which the step was taken after all (owned), or NULL. */
typedef TlState *(*TlRefusedFunc) (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data);

/* The start: no steps. @seed feeds the sampling steps that follow. */
TlState          *tl_state_new (const TlModule *module, guint64 seed);
TlState          *tl_state_ref (TlState *state);
void              tl_state_unref (TlState *state);

/*
 * The state after @inst, or NULL with a refusal; @state is untouched either way. @inst is copied, with absent arguments filled in
 * and names replaced by what they stand for. The new program is verified unless tl_state_unchecked disabled that.
 */
TlState          *tl_state_apply (TlState *state, const TlInst *inst, GError **error);
/* The same point; programs are not verified from here on. For search, where thousands of traces are replayed. */
TlState          *tl_state_unchecked (TlState *state);

/* The same point; steps from here on know @intrins (nullable), which the state keeps alive. */
TlState          *tl_state_with_intrins (TlState *state, const TlTensorIntrins *intrins);
const TlTensorIntrins *tl_state_intrins (const TlState *state);

const TlModule   *tl_state_module (const TlState *state);
TlState          *tl_state_parent (const TlState *state);         /* borrowed; NULL at the start */
TlState          *tl_state_root (TlState *state);                 /* borrowed */
const TlInst     *tl_state_inst (const TlState *state);           /* the step that led here, decision filled in; NULL at the start */
guint             tl_state_n_steps (const TlState *state);
/* Whether the step that led to @state is applied; TRUE at the start. */
gboolean          tl_state_is_applied (const TlState *state);
/*
 * A draft has steps that break an order: the program is well-formed and does not compute what it did before, or not always. It is for
 * exploring; nothing runs or exports it.
 */
gboolean          tl_state_is_draft (const TlState *state);
/* The newest state at or before @state whose own step breaks an order. Borrowed; NULL: @state is no draft. */
const TlState    *tl_state_last_draft (const TlState *state);
/* The orders that the step that led to @state breaks: refusals (GError) about the program before it. Borrowed; NULL: none. */
const GPtrArray  *tl_state_broken_orders (const TlState *state);
/* FALSE with TL_SCHEDULE_ERROR_DRAFT, which names the step, for a draft. */
gboolean          tl_state_check_order (const TlState *state, GError **error);
/* The results of the step: variables first … first + n - 1. */
guint             tl_state_outputs (const TlState *state, guint *first);
/* The steps from the start to @state, oldest first. Container of TlState*, borrowed from @state. */
GPtrArray        *tl_state_steps (const TlState *state);
guint64           tl_state_seed (const TlState *state);
/* Whether steps of its past were drawn from the seed: sampling steps that had no decision. */
gboolean          tl_state_has_drawn (const TlState *state);
/* A state with the same past whose next samples are drawn from @seed. */
TlState          *tl_state_reseed (TlState *state, guint64 seed);

/* Random variables made so far, in order. The name is "b0", "l1", "v2". */
guint             tl_state_n_rvs (const TlState *state);
const TlRvValue  *tl_state_rv (const TlState *state, guint index);
char             *tl_state_rv_name (const TlState *state, guint index);
/* The state whose step yields this variable. Borrowed from @state. */
TlState          *tl_state_rv_step (TlState *state, guint index);
/* The newest variable for this block or loop, or -1. */
gint              tl_state_find_rv (const TlState *state, TlNodeId node);

/*
 * Applying by node, as the window does: fetches handles that the trace lacks first (get_block, get_loops as TVM would record them),
 * then the step. @args as in an instruction but with NODE in place of RV. Several steps may be added; one undo removes the result
 * up to @state. NULL with a refusal.
 */
TlState          *tl_state_apply_to_nodes (TlState *state, const TlPrimitive *primitive, const TlArg *args, guint n_args,
                                           GError **error);

/* The same of @inst, whose arguments are such, as a draft if it is one. */
TlState          *tl_state_apply_by_node (TlState *state, const TlInst *inst, GError **error);

/* One line of history for the step that led to @state: "Split j → j_0 × 16, j_1 × 8". */
char             *tl_state_describe (const TlState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlState, tl_state_unref)

G_END_DECLS
