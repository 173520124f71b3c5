/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The usual gain of primitives, as `tileloom-bench schedules --steps` measured it: time before the step divided by time after it. The file:
 *
 *     {"steps": [{"primitive": "vectorize", "case": "contiguous loop", "n": 120, "helped": 70, "hurt": 2,
 *                 "low": 0.98, "median": 1.4, "high": 5.1}, …]}
 *
 * "case" is absent for a primitive as a whole; other members are not read.
 */
#pragma once

#include <gio/gio.h>

#include "core/session/steps/step-case.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_STEP_HELPED 1.05   /* gains of at least this; those of at most 1 / TL_STEP_HELPED hurt; the others are neutral */

typedef struct
{
  const char *primitive;
  TlStepCase  which;
  guint       n, n_helped, n_hurt;
  double      low, median, high;     /* gains: 10, 50 and 90 % of the steps are not above them */
} TlStepGain;

/* Immutable, any thread. */
typedef struct _TlStepGains TlStepGains;

/* NULL if the file cannot be read or is not as above; the message names the step at fault. */
TlStepGains      *tl_step_gains_read (const char *path, GError **error);
void              tl_step_gains_free (TlStepGains *gains);

/*
 * Of the case, or of the primitive as a whole where the file has no such case. NULL: unknown, or known from fewer than ten steps. One core
 * of a CPU was measured, which says nothing of a @target with threads, nor of "parallel" on several cores: NULL there, too. Borrowed from
 * @gains, which is nullable.
 */
const TlStepGain *tl_step_gains_find (const TlStepGains *gains, const TlTarget *target, const char *primitive, TlStepCase which);

/* "usually 0.9–2.4× as fast". Free with g_free. */
char             *tl_step_gain_text (const TlStepGain *gain);
/* How often such steps helped and hurt, and where this was measured, in sentences. Free with g_free. */
char             *tl_step_gain_detail (const TlStepGain *gain);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlStepGains, tl_step_gains_free)

G_END_DECLS
