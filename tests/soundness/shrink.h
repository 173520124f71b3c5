/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a schedule that it takes for something to be wrong. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* NULL, or what is wrong with @state (g_free). */
typedef char *(*FindProblem) (TlState *state, gpointer user_data);

/*
 * Drops steps of @state as long as @find finds something wrong with what is left, or a step leaves a broken program. Returns the trace that
 * is left as text (g_free), and its problem in place of *@problem.
 */
char *shrink_schedule (TlState *state, FindProblem find, gpointer user_data, char **problem);

G_END_DECLS
