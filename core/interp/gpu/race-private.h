/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of shadow memory, in words. Elements are scalars of @memory. */
#pragma once

#include "core/interp/gpu/emulator-private.h"

G_BEGIN_DECLS

/* FALSE for loads and for all that accesses no memory. */
gboolean tl_instr_is_store (const TlInstr *instr);
/* @thread makes the access @instr now, after the access @other (tl_who) of another thread. */
void tl_block_note_race (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, guint32 other);
/* Two accesses of different blocks. */
void tl_block_note_block_race (TlBlockMachine *machine, const TlMemory *memory, gint64 at, gint64 block, guint32 who, gint64 other_block,
                               guint32 other);
void tl_block_note_uninitialised (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread);
void tl_block_note_misaligned (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread,
                               gint64 alignment);

G_END_DECLS
