/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/line-diff.h"
#include "core/session/session.h"
#include "ui/explore/code-links.h"

G_BEGIN_DECLS

/*
 * A text of the program that scrolls. Its lines come from loops and blocks: those of the selection and of what is hovered are marked, and
 * pointing at a line hovers, clicking it selects. "places-changed" follows each change of the places of the selection.
 */
#define TL_TYPE_CODE_TEXT (tl_code_text_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeText, tl_code_text, TL, CODE_TEXT, GtkWidget)

/* @language: of GtkSourceView, NULL: none. @label: for screen readers. */
GtkWidget *tl_code_text_new (TlSession *session, const char *label, const char *language);
/* Of the texts that are set from now on. */
void       tl_code_text_set_language (TlCodeText *self, const char *language);

/* Replaces the lines that differ, which is no longer outdated; then gives it the nodes or marks of its lines. */
void       tl_code_text_set (TlCodeText *self, const char *text);
/* TlLineChange for each line: those that came or are gone are marked, until there is a new text. */
void       tl_code_text_set_changes (TlCodeText *self, const GArray *changes);
/* guint, from 0: the instructions of the loop that runs most, until there is a new text; NULL: none. */
void       tl_code_text_set_hot_lines (TlCodeText *self, const GArray *lines);
/* The old text stays, dimmed, until there is a new one. */
void       tl_code_text_set_outdated (TlCodeText *self);
/* See code-links.h. Colours the stripes as the canvas, and marks the selection. */
void       tl_code_text_set_marks (TlCodeText *self, const GArray *marks);
void       tl_code_text_set_nodes (TlCodeText *self, const GArray *nodes);
/* The part of the time of loops and blocks: TlNodeId → double *; nullable: unknown. Shared, and kept for further texts. */
void       tl_code_text_set_shares (TlCodeText *self, GHashTable *shares);
/* The selection that it marks and makes: the session's at first, and where the text is linked to others. */
void       tl_code_text_set_selection (TlCodeText *self, TlSelection *selection);
/* A double click marks the identifier under it, and Ctrl+M that at the caret, in all texts that share @names. */
void       tl_code_text_set_names (TlCodeText *self, TlMarkedNames *names);
/* Marks the selection. @scroll: to its first place, unless it was selected in this text. */
void       tl_code_text_mark_selection (TlCodeText *self, gboolean scroll);
/* Gives it the keyboard. */
void       tl_code_text_focus (TlCodeText *self);
/* Scrolls to a line, from 0, and puts the caret there. */
void       tl_code_text_show_line (TlCodeText *self, guint line);

/* Underlines characters as wrong, until tl_code_text_clear_underlines or a new text. */
void       tl_code_text_underline (TlCodeText *self, guint line, guint column, guint length);
void       tl_code_text_clear_underlines (TlCodeText *self);

/* Scrolls to a line, from 0, no further than to have it in view. */
void       tl_code_text_reveal_line (TlCodeText *self, guint line);
/* Scrolls to a line and marks it for a moment; the way back leads to what is in view now. */
void       tl_code_text_jump (TlCodeText *self, guint line);
/* Scrolls to the line with the first @text. */
void       tl_code_text_show_text (TlCodeText *self, const char *text);

/*
 * "2 of 8 places" where the selection has several, with "≈" where they are of what stands inside it, and ", copy 3/4" in the code of an
 * unrolled loop; "No line info" where none is known, else "". Free with g_free.
 */
char      *tl_code_text_places (TlCodeText *self);
guint      tl_code_text_n_places (TlCodeText *self);
void       tl_code_text_show_next_place (TlCodeText *self);

G_END_DECLS
