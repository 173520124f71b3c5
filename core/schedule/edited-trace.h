/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules that were not made yet: the steps of one that was, some of them with other instructions. Searches meet the same few schedules again and
 * again; the hash of a draft says whether it is one of them, for a thirtieth of what replaying it takes.
 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* To be filled by one thread; then any may read it. */
typedef struct
{
  TlState        *base;       /* owned: what was made */
  guint           n_steps;
  TlState *const *steps;      /* those that led to @base; each yields as many variables in the draft */
  const TlInst  **insts;      /* what each applies in the draft */
  guint           n_shared;   /* steps up to the first change, which are the base's as they are */
  TlArena        *arena;      /* owned: it holds the draft and what its changes say */
} TlDraft;

/* @base as it is. */
TlDraft *tl_draft_new (TlState *base);
/* A draft to be changed, as @draft is. */
TlDraft *tl_draft_copy (const TlDraft *draft);
/* The instruction of step @at (from 0), to be given what it is to apply; arguments and decisions of the draft's arena, or of what it was. */
TlInst  *tl_draft_change (TlDraft *draft, guint at);
void     tl_draft_free (TlDraft *draft);

/* Equal for drafts on one program that apply the same with equal decisions, whatever they are based on. */
guint64  tl_draft_hash (const TlDraft *draft);

/*
 * The schedule after the first @n steps (n_steps: all of it); states before the first change are shared with the base, which itself it is if nothing is
 * changed. New reference; NULL with a refusal, also where a step yields another number of variables than it did.
 */
TlState *tl_draft_replay (const TlDraft *draft, guint n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDraft, tl_draft_free)

G_END_DECLS
