/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/base/source.h"
#include "core/ir/types.h"

G_BEGIN_DECLS

#define TL_SCHEDULE_ERROR (tl_schedule_error_quark ())
GQuark tl_schedule_error_quark (void);

typedef enum
{
  TL_SCHEDULE_ERROR_REFUSED,    /* the step would break the program (TVM: ScheduleError) */
  TL_SCHEDULE_ERROR_ARGUMENT,   /* the arguments make no sense (TVM: ValueError, IndexError, TypeError) */
  TL_SCHEDULE_ERROR_SCRIPT,     /* the schedule script or trace text is at fault; message carries place and caret */
  TL_SCHEDULE_ERROR_BROKEN,     /* the step left an ill-formed program: a mistake of ours; the step is not taken */
  TL_SCHEDULE_ERROR_DRAFT,      /* the schedule is a draft, which is neither run nor exported (tl_state_check_order) */
} TlScheduleError;

/**
 * A refusal is a GError of TL_SCHEDULE_ERROR that also knows which loops and blocks are at fault and what would help.
 * The message is one or two sentences with names and numbers.
 */

/* Sets @error and returns FALSE, so that a check reads "return tl_refuse (…)". @culprits: nullable; ids as given. */
gboolean        tl_refuse (GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint, const char *format, ...)
                  G_GNUC_PRINTF (5, 6);
gboolean        tl_refuse_valist (GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint, const char *format,
                                  va_list list) G_GNUC_PRINTF (5, 0);
/* The same for TL_SCHEDULE_ERROR_ARGUMENT. */
gboolean        tl_refuse_argument (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

const TlNodeId *tl_refusal_culprits (const GError *error, guint *n_culprits);   /* borrowed; NULL if none or another domain */
const char     *tl_refusal_hint (const GError *error);                          /* "decompose_reduction first", or NULL */
/* Adds a sentence to the hint. */
void            tl_refusal_add_hint (GError *error, const char *hint);
/*
 * Whether the step would only break an order: instances would run at once, or in another order than their dependences allow. The program
 * would be sound otherwise, so such a step can be taken as a draft (TlInst.is_draft). Set by tl_call_refuse_order.
 */
gboolean        tl_refusal_is_of_order (const GError *error);
void            tl_refusal_set_of_order (GError *error);
/* The primitive that refused, set by tl_state_apply. */
const char     *tl_refusal_primitive (const GError *error);
void            tl_refusal_set_primitive (GError *error, const char *name);

/*
 * Puts the place in a script, its line and a caret around the message; a second call changes nothing, so the innermost place stays.
 * The sentence alone remains what tl_refusal_reason gives (error->message for other errors).
 */
void            tl_refusal_set_place (GError *error, const TlSource *source, TlSpan span);
const char     *tl_refusal_reason (const GError *error);

G_END_DECLS
