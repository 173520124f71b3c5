/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"
#include "core/session/steps/suggestions.h"

G_BEGIN_DECLS

/* In the order in which they are listed while nothing is typed. */
typedef enum
{
  TL_COMMAND_STEP,       /* of the selection; has a suggestion */
  TL_COMMAND_ACTION,     /* of the window */
  TL_COMMAND_NODE,       /* selects a loop or block */
  TL_COMMAND_FUNCTION,   /* shows another function of the module, by name */
  TL_COMMAND_VARIANT,    /* shows another variant */
  TL_COMMAND_RECENT,     /* opens a file, by path */
  TL_COMMAND_N_KINDS,
} TlCommandKind;

/* TlPaletteCommand: one thing that can be done, in words. Immutable. */
#define TL_TYPE_PALETTE_COMMAND (tl_palette_command_get_type ())
G_DECLARE_FINAL_TYPE (TlPaletteCommand, tl_palette_command, TL, PALETTE_COMMAND, GObject)

TlCommandKind tl_palette_command_kind (TlPaletteCommand *command);
const char   *tl_palette_command_kind_title (TlCommandKind kind);             /* "Steps for the Selection" */
const char   *tl_palette_command_title (TlPaletteCommand *command);           /* "Go to loop j_1 of C" */
const char   *tl_palette_command_detail (TlPaletteCommand *command);          /* "Ctrl+Z", "usually 2.1× as fast"; nullable */
const char   *tl_palette_command_reason (TlPaletteCommand *command);          /* why it cannot be done now; NULL: it can */
TlSuggestion *tl_palette_command_suggestion (TlPaletteCommand *command);      /* STEP; borrowed, as is … */
TlVariant    *tl_palette_command_variant (TlPaletteCommand *command);         /* VARIANT */
TlNodeId      tl_palette_command_node (TlPaletteCommand *command);            /* NODE */
/* ACTION: detailed, "win.page::tune"; FUNCTION: its name; RECENT: the path. */
const char   *tl_palette_command_name (TlPaletteCommand *command);

/**
 * TlCommandList: a list model of everything that can be done in a window, the best answers to a query first: actions that the window gives,
 * steps worth trying on the selection (suggestion-list.h), loops, blocks, functions and variants of the program, recent files. What
 * cannot be done now is last of its kind, and behind equal answers. The rest is as it was when the list was made; steps follow when they
 * are found. Main thread.
 */
#define TL_TYPE_COMMAND_LIST (tl_command_list_get_type ())
G_DECLARE_FINAL_TYPE (TlCommandList, tl_command_list, TL, COMMAND_LIST, GObject)

/* @gains: nullable, borrowed; must outlive the list. */
TlCommandList *tl_command_list_new (TlSession *session, const TlStepGains *gains);
/* @keys nullable: "F5"; @reason: why it cannot be done now, NULL: it can. */
void           tl_command_list_add_action (TlCommandList *list, const char *name, const char *title, const char *keys,
                                           const char *reason);
void           tl_command_list_set_query (TlCommandList *list, const char *query);
const char    *tl_command_list_query (TlCommandList *list);
/* The state that steps begin at; NULL before they are found. Borrowed. */
TlState       *tl_command_list_start (TlCommandList *list);

G_END_DECLS
