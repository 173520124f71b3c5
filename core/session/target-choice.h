/* SPDX-License-Identifier: Apache-2.0 */
/* The targets that a person chooses from: this machine, CPUs by name, and any other as text. */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

/* Titles of the choices: this machine first, then "AMD Zen 4 · znver4" …, the last one for a target as text. Free with g_strfreev. */
char   **tl_target_choice_titles (void);
/* The choice that @target is; the last one where no other fits. */
guint    tl_target_choice_of (const TlTarget *target);
/* FALSE for the last choice. */
gboolean tl_target_choice_make (guint choice, guint n_threads, TlTarget *target);
/* Threads that this machine has. */
guint    tl_target_max_threads (void);

/* "512-bit vectors, 32 registers · L1 32 KiB, L2 1 MiB, L3 32 MiB". Free with g_free. */
char    *tl_target_describe (const TlTarget *target);
/* Why programs for @target cannot be timed here: a sentence. NULL: they can. Free with g_free. */
char    *tl_target_obstacle (const TlTarget *target);
gboolean tl_target_is_here (const TlTarget *target);

G_END_DECLS
