/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"
#include "core/session/steps/suggestions.h"

G_BEGIN_DECLS

/**
 * TlSuggestionList: the steps worth trying on what is selected, and their gains as they are timed: one after the other, each in turns with
 * the current state. Main thread; steps are tried and timed in threads. The list follows neither selection nor program: it is listed again
 * when somebody asks.
 *
 * Signals: "listed": all are others, or in another order; "measured" (TlSuggestion *): what is known of one's gain.
 */
#define TL_TYPE_SUGGESTION_LIST (tl_suggestion_list_get_type ())
G_DECLARE_FINAL_TYPE (TlSuggestionList, tl_suggestion_list, TL, SUGGESTION_LIST, GObject)

/* @gains: nullable, borrowed; must outlive the list. */
TlSuggestionList *tl_suggestion_list_new (TlSession *session, const TlStepGains *gains);
/* Finds them for the present selection and state; forgets what was measured. "listed" follows. */
void              tl_suggestion_list_update (TlSuggestionList *list);
/* TlSuggestion, in order; NULL before they are listed. Borrowed until the next "listed". */
GPtrArray        *tl_suggestion_list_items (TlSuggestionList *list);
/* The state that they begin at; NULL before the first update. Borrowed. */
TlState          *tl_suggestion_list_start (TlSuggestionList *list);
/* Puts them in order by what is known now. "listed" follows. */
void              tl_suggestion_list_sort (TlSuggestionList *list);

/* Times one, after those that wait already; nothing if it has no state, or is timed or waits already. */
void              tl_suggestion_list_measure (TlSuggestionList *list, TlSuggestion *suggestion);
/* The same of the first @n by what is predicted, over all groups, that have not been measured. */
void              tl_suggestion_list_measure_top (TlSuggestionList *list, guint n);
/* Those that wait or are being timed are unknown again. */
void              tl_suggestion_list_stop (TlSuggestionList *list);
gboolean          tl_suggestion_list_is_measuring (TlSuggestionList *list);

G_END_DECLS
