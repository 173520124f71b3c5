/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

#include "core/ir/module.h"

G_BEGIN_DECLS

/**
 * TlSelection: what the person points at, the one selection of all panes: loops and blocks by id in the order they were picked, and
 * optionally a buffer by name; what the pointer is over, in whatever pane; and notes on some of them. Main thread. "changed" follows every
 * real change of the selection, once; "hover-changed" every real change of what is hovered; "notes-changed" those of notes;
 * "thread-changed" those of the thread of a GPU kernel that is looked at.
 */
#define TL_TYPE_SELECTION (tl_selection_get_type ())
G_DECLARE_FINAL_TYPE (TlSelection, tl_selection, TL, SELECTION, GObject)

TlSelection    *tl_selection_new (void);

/* The one picked last; 0 if none. */
TlNodeId        tl_selection_primary (TlSelection *selection);
const TlNodeId *tl_selection_nodes (TlSelection *selection, guint *n_nodes);
gboolean        tl_selection_contains (TlSelection *selection, TlNodeId node);

void            tl_selection_pick (TlSelection *selection, TlNodeId node);     /* this one alone; 0 clears */
void            tl_selection_toggle (TlSelection *selection, TlNodeId node);   /* adds or removes it */
void            tl_selection_pick_many (TlSelection *selection, const TlNodeId *nodes, guint n_nodes);
/* The loop or block under the pointer; 0: none. */
TlNodeId        tl_selection_hovered (TlSelection *selection);
void            tl_selection_hover (TlSelection *selection, TlNodeId node);
/*
 * Short notes on loops and blocks that a pane has something to say of, "= 16–31": @notes is a table by direct hash, node → text that it
 * owns; nullable: none.
 */
void            tl_selection_set_notes (TlSelection *selection, GHashTable *notes);
const char     *tl_selection_note (TlSelection *selection, TlNodeId node);   /* nullable */
/* A block of a kernel's grid and a thread of it, numbered from 0, x first. */
void            tl_selection_pick_thread (TlSelection *selection, gint64 block, gint64 thread);
void            tl_selection_thread (TlSelection *selection, gint64 *block, gint64 *thread);
/* Forgets what @module no longer has. */
void            tl_selection_retain (TlSelection *selection, const TlModule *module);

G_END_DECLS
