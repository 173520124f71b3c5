/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules that were not made yet: the steps of one that was, some of them with other instructions. Searches meet the same few schedules
 * again and again; the hash of an edited trace says whether it is one of them, for a thirtieth of what replaying it takes.
 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* To be filled by one thread; then any may read it. */
typedef struct
{
  TlState        *base;       /* owned: what was made */
  guint           n_steps;
  TlState *const *steps;      /* those that led to @base; each yields as many variables in the edited trace */
  const TlInst  **insts;      /* what each applies in the edited trace */
  guint           n_shared;   /* steps up to the first change, which are the base's as they are */
  TlArena        *arena;      /* owned: it holds the edited trace and what its changes say */
} TlEditedTrace;

/* @base as it is. */
TlEditedTrace *tl_edited_trace_new (TlState *base);
/* An edited trace to be changed, as @edited is. */
TlEditedTrace *tl_edited_trace_copy (const TlEditedTrace *edited);
/*
 * The instruction of step @at (from 0), to be given what it is to apply; arguments and decisions of the edited trace's arena, or of what it
 * was.
 */
TlInst  *tl_edited_trace_change (TlEditedTrace *edited, guint at);
void     tl_edited_trace_free (TlEditedTrace *edited);

/* Equal for edited traces on one program that apply the same with equal decisions, whatever they are based on. */
guint64  tl_edited_trace_hash (const TlEditedTrace *edited);
/* Equal for those whose instructions are equal, whatever was decided. */
guint64  tl_edited_trace_sketch_hash (const TlEditedTrace *edited);

/*
 * The schedule after the first @n steps (n_steps: all of it); states before the first change are shared with the base, which itself it is
 * if nothing is changed. New reference; NULL with a refusal, also where a step yields another number of variables than it did.
 */
TlState *tl_edited_trace_replay (const TlEditedTrace *edited, guint n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlEditedTrace, tl_edited_trace_free)

G_END_DECLS
