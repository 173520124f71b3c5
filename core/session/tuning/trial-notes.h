/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlTrialNotes: stars, tags and notes of the trials that the session's selection shows; kept in the project file. Main thread. "changed"
 * follows each change.
 */
#define TL_TYPE_TRIAL_NOTES (tl_trial_notes_get_type ())
G_DECLARE_FINAL_TYPE (TlTrialNotes, tl_trial_notes, TL, TRIAL_NOTES, GObject)

TlTrialNotes *tl_trial_notes_new (TlSession *session);   /* borrows @session, which must live longer */

/* Of the store's trial @index; "" for none. Borrowed until the next change. */
gboolean      tl_trial_notes_is_starred (TlTrialNotes *notes, guint index);
const char   *tl_trial_notes_tags (TlTrialNotes *notes, guint index);   /* one a line */
const char   *tl_trial_notes_text (TlTrialNotes *notes, guint index);

/* Each is in the file when it returns; FALSE with an error. */
gboolean      tl_trial_notes_set_starred (TlTrialNotes *notes, guint index, gboolean is_starred, GError **error);
/* @tags: words separated by commas. */
gboolean      tl_trial_notes_set_tags (TlTrialNotes *notes, guint index, const char *tags, GError **error);
gboolean      tl_trial_notes_set_text (TlTrialNotes *notes, guint index, const char *text, GError **error);

G_END_DECLS
