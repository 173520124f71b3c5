/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the kernels of a program in the emulator: are they free of faults, and is their result right? */
#pragma once

#include "core/interp/gpu/emulator.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/* A fault, or (TL_N_FAULT_KINDS) a wrong result. Owns its text. */
typedef struct
{
  TlFaultKind kind;
  char       *text;         /* what is wrong, where and what to do */
  guint64     count;        /* accesses with this fault */
  TlNodeId    node;         /* the loop or block of the scheduled program at fault; 0: none is known */
  TlNodeId    other_node;   /* of a race: that of the earlier access */
} TlKernelProblem;

typedef struct
{
  GPtrArray *problems;      /* TlKernelProblem */
  guint      n_more;        /* problems beyond these */
  guint64    n_checked;     /* elements of the result that were compared; 0: none were, */
  char      *unchecked;     /* for this reason */
  guint64    n_thread_instructions;
  double     seconds;
} TlKernelCheck;

void           tl_kernel_check_free (TlKernelCheck *check);

/*
 * Of the session's function in @state on random arguments, in a thread; nothing else waits for it. It may take long: cancel it. Fails where
 * the program has no kernels, or extents are no numbers.
 */
void           tl_session_check_kernels_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                               gpointer user_data);
TlKernelCheck *tl_session_check_kernels_finish (TlSession *session, GAsyncResult *result, GError **error);

/* "race", "wrong result"; translated. */
const char    *tl_kernel_problem_title (const TlKernelProblem *problem);
/* "No faults in 1.2 s; 65536 elements of the result are right". Free with g_free. */
char          *tl_kernel_check_summary (const TlKernelCheck *check);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlKernelCheck, tl_kernel_check_free)

G_END_DECLS
