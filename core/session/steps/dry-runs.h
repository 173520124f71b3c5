/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that a person may take next, each applied to the state and its result dropped: legality has one truth. */
#pragma once

#include <gio/gio.h>

#include "core/session/steps/cache-at.h"

G_BEGIN_DECLS

/**
 * TlDryRuns: steps from one state, and which of them are refused. Filled on the main thread; a thread runs them; read on the main thread
 * afterwards.
 */
typedef struct _TlDryRuns TlDryRuns;

TlDryRuns         *tl_dry_runs_new (TlState *state);
TlDryRuns         *tl_dry_runs_ref (TlDryRuns *runs);
void               tl_dry_runs_unref (TlDryRuns *runs);
/* For arguments. */
TlArena           *tl_dry_runs_arena (TlDryRuns *runs);
/* Adds a step with @given as its first arguments and the defaults of the others; its index. */
guint              tl_dry_runs_add (TlDryRuns *runs, const TlPrimitive *primitive, const TlArg *given, guint n_given);
/* Adds a copy of a buffer in the first scope to choose from; its index. */
guint              tl_dry_runs_add_cache (TlDryRuns *runs, const TlCacheAt *cache);

void               tl_dry_runs_async (TlDryRuns *runs, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* FALSE if it was cancelled. */
gboolean           tl_dry_runs_finish (GAsyncResult *result, GError **error);

const TlPrimitive *tl_dry_runs_primitive (TlDryRuns *runs, guint index);   /* NULL: a copy */
const TlCacheAt   *tl_dry_runs_cache (TlDryRuns *runs, guint index);       /* borrowed; of a copy */
const TlArg       *tl_dry_runs_args (TlDryRuns *runs, guint index, guint *n_args);
gboolean           tl_dry_runs_is_known (TlDryRuns *runs, guint index);
/* Why the step is refused; NULL: legal, or not known yet. */
const char        *tl_dry_runs_refusal (TlDryRuns *runs, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDryRuns, tl_dry_runs_unref)

G_END_DECLS
