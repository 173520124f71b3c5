/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* TlShortcut: keys and their meaning, in words. Immutable. */
#define TL_TYPE_SHORTCUT (tl_shortcut_get_type ())
G_DECLARE_FINAL_TYPE (TlShortcut, tl_shortcut, TL, SHORTCUT, GObject)

const char *tl_shortcut_page (TlShortcut *shortcut);       /* "Explore": where it has this meaning */
const char *tl_shortcut_group (TlShortcut *shortcut);      /* "Loop Nest"; one group's shortcuts have the same pointer */
const char *tl_shortcut_title (TlShortcut *shortcut);      /* "Undo" */
/* As GtkShortcutLabel has them: "<Control>z", "Up Down", "1...7"; NULL: only a gesture. */
const char *tl_shortcut_keys (TlShortcut *shortcut);
const char *tl_shortcut_key_names (TlShortcut *shortcut);  /* "Ctrl+Z", "1 to 7"; of a gesture: what is done */

/* Name of one accelerator, "<Control>z": "Ctrl+Z". Free with g_free. */
typedef char *(*TlKeyNameFunc) (const char *accelerator);

/**
 * TlShortcutList: a list model of the program's keys that answer a query, those of a group together. Keys of steps come from the primitive
 * table. Main thread.
 */
#define TL_TYPE_SHORTCUT_LIST (tl_shortcut_list_get_type ())
G_DECLARE_FINAL_TYPE (TlShortcutList, tl_shortcut_list, TL, SHORTCUT_LIST, GObject)

/* @page: "explore", "data", "code", "tune", "compare" or "window"; its groups come first, then those of all pages. */
TlShortcutList *tl_shortcut_list_new (const char *page, TlKeyNameFunc name);
/* Words, and keys that a plus joins, must all stand in the title or in the names of the keys, in any order; case does not count. */
void            tl_shortcut_list_set_query (TlShortcutList *list, const char *query);

G_END_DECLS
