/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/schedule-script.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/**
 * TlSpace: a design space: a way to draw random schedules of a program. Immutable; many threads may sample it.
 */
typedef struct _TlSpace TlSpace;

/* A stochastic schedule script; @function and @arguments as for tl_schedule_script_run. */
TlSpace    *tl_space_from_script (TlScheduleScript *script, const char *function, const char *const *arguments);
/* Multi-level tiling, parallel, vectorize, unroll with TVM's llvm defaults, applied to every block that fits ("default"). */
TlSpace    *tl_space_default (const TlTarget *target);
TlSpace    *tl_space_ref (TlSpace *space);
void        tl_space_unref (TlSpace *space);
const char *tl_space_name (const TlSpace *space);

/* One random schedule of @start (a state without steps), postprocessing included; drawn from @seed alone. NULL with a refusal. */
TlState    *tl_space_sample (const TlSpace *space, TlState *start, guint64 seed, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSpace, tl_space_unref)

G_END_DECLS
