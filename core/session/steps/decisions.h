/* SPDX-License-Identifier: Apache-2.0 */
/* The decisions of sampling steps as values that a person reads and chooses: factors, candidates and loops by name, not their numbers. */
#pragma once

#include <gio/gio.h>

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* Of one list; more are not listed. */
#define TL_MAX_DECISIONS 512

typedef struct
{
  char    *label;        /* "16 × 8", "64", "under j_1", "inlined" */
  TlArg    decision;     /* of the list */
  gboolean is_current;
} TlDecision;

/* Owned; any thread. */
typedef struct
{
  GPtrArray *decisions;  /* TlDecision */
  gboolean   has_more;   /* than TL_MAX_DECISIONS */
  TlArena   *arena;
} TlDecisionList;

/* Whether the step that led to @state has a decision. */
gboolean        tl_decision_is_sampled (const TlState *state);
/* The decision that was taken: "16 × 8"; NULL for other steps. Free with g_free. */
char           *tl_decision_text (TlState *state);
/*
 * The decisions that @step allows where it stands, in ascending order. Each was applied: up to some milliseconds. NULL with a refusal where
 * there is none.
 */
TlDecisionList *tl_decision_list_new (TlState *step, GError **error);
void            tl_decision_list_free (TlDecisionList *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDecisionList, tl_decision_list_free)

G_END_DECLS
