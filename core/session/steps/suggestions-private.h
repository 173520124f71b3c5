/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/suggestions.h"

G_BEGIN_DECLS

/* Suggestions that are being found. */
typedef struct
{
  TlState        *state;      /* where all begin */
  const TlModule *module;
  TlPath         *path;       /* to … */
  const TlStmt   *node;       /* … the loop or block */
  const TlTarget *target;
  TlArena        *arena;      /* for arguments */
  GPtrArray      *found;      /* TlSuggestion */
  GHashTable     *programs;   /* hashes of those found, and of the one it begins at */
} TlSuggesting;

/* Finds concrete steps for the kind of node it is named after. */
void     tl_suggest_for_loop (TlSuggesting *s);
void     tl_suggest_for_block (TlSuggesting *s);

/* A step to try: @state, which is taken, after @start. @sentence is taken, too. */
TlSuggestion *tl_suggestion_new_step (TlState *start, TlState *state, TlSuggestionGroup group, char *sentence);

/* The state after one more step with @given as its first arguments; takes @from. NULL if @from is, or refuses it. */
TlState *tl_suggest_step (TlSuggesting *s, TlState *from, const char *primitive, const TlArg *given, guint n_given);
/* The loop or block that result @index of the last step is. */
TlNodeId tl_suggest_result (TlState *state, guint index);
/*
 * Takes @state, unless it is NULL, changes nothing or is there already, and @sentence. @gain_of: the primitive, of the last step, whose
 * usual gain is that of all; nullable.
 */
void     tl_suggest_take (TlSuggesting *s, TlSuggestionGroup group, const char *gain_of, TlState *state, char *sentence);

G_END_DECLS
