/* SPDX-License-Identifier: Apache-2.0 */
/* The pairs of accesses that a refused step would break, or a draft breaks (core/schedule/violations.h), as panes show them. */
#pragma once

#include "core/schedule/violations.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/* Owns its texts. */
typedef struct
{
  TlNodeId block;       /* the innermost around the access */
  char    *text;        /* "C[vi, vj]" */
  gboolean is_write;
} TlViolationEnd;

typedef struct
{
  TlViolationEnd from, to;
  char          *label;      /* "(0, 0, 1)" */
  char          *sentence;
} TlViolation;

/* Of @refused, a step on @state. GPtrArray of TlViolation, which it owns; may be empty. */
GPtrArray *tl_violations_new (TlState *state, const TlInst *refused, const GError *refusal);

/* Of all steps that led to @draft (tl_state_is_draft), newest first; pairs of blocks that are no longer in the program are left out. */
GPtrArray *tl_draft_violations_new (TlState *draft);

/* Characters of a line, from 0. */
typedef struct
{
  guint line, column, length;
} TlTextPlace;

/*
 * Where the access stands in @script, which has @marks (tl_script_print): in the block's own statements, not in what it declares to read
 * and write or in its initial value. FALSE: nowhere.
 */
gboolean   tl_violation_find_place (const TlViolationEnd *end, const char *script, const GArray *marks, TlTextPlace *place);

G_END_DECLS
