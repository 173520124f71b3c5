/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/suggestions.h"

G_BEGIN_DECLS

/**
 * TlSuggestionRow: a suggestion in a list box: its sentence, the usual gain as a bar with how far that can be trusted, the gain that was
 * measured, and a button that measures it; or why it is not possible.
 *
 * Signals: "measure".
 */
#define TL_TYPE_SUGGESTION_ROW (tl_suggestion_row_get_type ())
G_DECLARE_FINAL_TYPE (TlSuggestionRow, tl_suggestion_row, TL, SUGGESTION_ROW, GtkListBoxRow)

GtkWidget    *tl_suggestion_row_new (TlSuggestion *suggestion);
/* Borrowed. */
TlSuggestion *tl_suggestion_row_suggestion (TlSuggestionRow *row);
/* Shows what is known of the measured gain now. */
void          tl_suggestion_row_update (TlSuggestionRow *row);

G_END_DECLS
