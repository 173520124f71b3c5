/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/edited-trace.h"
#include "core/search/decision-reader.h"

G_BEGIN_DECLS

#define TL_CONSTRAINTS_ERROR (tl_constraints_error_quark ())
GQuark tl_constraints_error_quark (void);

typedef enum
{
  TL_CONSTRAINTS_ERROR_SYNTAX,
  TL_CONSTRAINTS_ERROR_UNKNOWN,   /* no sketch has the decision */
  TL_CONSTRAINTS_ERROR_EMPTY,     /* no schedule is left */
} TlConstraintsError;

/**
 * TlConstraints: the values that sampled decisions may have in a search. Immutable, reference-counted, for any thread.
 *
 *     pin     C/i/4/2=8            factor 2 (from 0) of the 4 of loop i of block C is 8; schedules without this decision are left out
 *     pin     C/i/4/2=8,16         it is one of these
 *     pin     C/i/4/2=4..16        it is in this range
 *     forbid  T/location=inlined   the decision is not this, in schedules that have it
 *
 * Decisions go by TlDecisionSlot.key; values are those that a decision stands for, the texts of a slot that has some.
 */
typedef struct _TlConstraints TlConstraints;

/* @pins, @forbidden: lines as above, without their first word; nullable. NULL with TL_CONSTRAINTS_ERROR_SYNTAX. */
TlConstraints *tl_constraints_new (const char *pins, const char *forbidden, GError **error);
TlConstraints *tl_constraints_ref (TlConstraints *constraints);
void           tl_constraints_unref (TlConstraints *constraints);
/* Whether @line can be one of them. */
gboolean       tl_constraints_check_line (const char *line, GError **error);

/* The whole as lines, "pin C/i/4/2=8"; free with g_free. tl_constraints_read reads them; NULL with TL_CONSTRAINTS_ERROR_SYNTAX. */
char          *tl_constraints_print (const TlConstraints *constraints);
TlConstraints *tl_constraints_read (const char *text, GError **error);

guint          tl_constraints_n (const TlConstraints *constraints);
/* "pin C/i/4/2=8" of constraint @index, and the decision that it is about. Borrowed. */
const char    *tl_constraints_line (const TlConstraints *constraints, guint index);
const char    *tl_constraints_key (const TlConstraints *constraints, guint index);
/* Those about decisions that some of @sketches (TlState) have: a module's other tasks have others. New reference. */
TlConstraints *tl_constraints_for_sketches (TlConstraints *constraints, GPtrArray *sketches);

/* Whether the schedules of a sketch, or of a trace, can obey: they have the decisions that are pinned. */
gboolean       tl_constraints_has_pins (TlConstraints *constraints, const TlEditedTrace *edited);
/* Whether the trace obeys as it is. */
gboolean       tl_constraints_allow (TlConstraints *constraints, const TlEditedTrace *edited);
/*
 * Draws other values for the decisions of *@edited that may not be as they are: among all that may be, of tiles each division of the
 * extent with the same chance. *@edited is another trace then, to be replayed, and *@is_changed TRUE. FALSE with a refusal where none may
 * be.
 */
gboolean       tl_constraints_fit (TlConstraints *constraints, TlEditedTrace **edited, TlRandom *random, gboolean *is_changed,
                                   GError **error);
/* A schedule (before postprocessing) like @before that obeys; @before itself if it does. New reference; NULL with a refusal. */
TlState       *tl_constraints_apply (TlConstraints *constraints, TlState *before, TlRandom *random, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlConstraints, tl_constraints_unref)

G_END_DECLS
