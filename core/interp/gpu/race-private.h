/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of shadow memory, in words. Elements are scalars of @memory. */
#pragma once

#include "core/interp/gpu/emulator-private.h"

G_BEGIN_DECLS

/* FALSE for loads and for all that accesses no memory. */
gboolean tl_instr_is_store (const TlInstr *instr);
const TlInstr *tl_block_instr_of (const TlBlockMachine *machine, guint32 who);
/* "S[3, 17]" */
void tl_memory_append_element (GString *text, const TlMemory *memory, gint64 at);
/* TRUE if an asynchronous copy is in flight to @at, which is a finding, as is a store to what one reads. */
gboolean tl_block_check_flight (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread,
                                gboolean is_store);
/* Whether a store of @thread would be in a race; the store itself comes later. */
void tl_block_check_overwrite (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread);
/* An access to memory in which other buffers lie, too: races with accesses to them, and loads of what a store to them has overwritten. */
void tl_block_check_aliases (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread,
                             gboolean is_store);
void tl_block_note_overwritten (TlBlockMachine *machine, const TlMemory *memory, const TlMemory *other, const TlInstr *instr, gint64 at,
                                guint thread);
/* The store of @who happens now. */
void tl_block_mark_store (TlBlockMachine *machine, const TlMemory *memory, gint64 at, guint32 who);
void tl_block_check_alignment (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr);
/* @thread makes the access @instr now, after the access @other (tl_who) of another thread. */
void tl_block_note_race (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, guint32 other);
/* Two accesses of different blocks. */
void tl_block_note_block_race (TlBlockMachine *machine, const TlMemory *memory, gint64 at, gint64 block, guint32 who, gint64 other_block,
                               guint32 other);
void tl_block_note_uninitialised (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread);
void tl_block_check_alignment (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr);
void tl_block_note_misaligned (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread,
                               gint64 alignment);

G_END_DECLS
