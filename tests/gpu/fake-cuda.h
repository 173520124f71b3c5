/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A libcuda.so.1 without a GPU, for tests of the calls that reach the driver: memory is the host's, kernels do nothing, and each call is a
 * line of a text. Kernels whose names begin with illegal_, misaligned_ or trapped_ fail, endless_ ones never end. Functions of the same
 * library, by dlsym.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "cuMemAlloc 64 = #1\n…" since the last call of it. Free with g_free. */
typedef char *(*FakeCudaTake) (void);
/* The @nth call of @function from now on, from 0, fails with @code. If that is sticky, so do all calls thereafter. NULL: nothing fails. */
typedef void  (*FakeCudaFail) (const char *function, int code, guint nth);
/* Things that were made and not destroyed: memory, modules, streams, events, contexts. */
typedef int   (*FakeCudaAlive) (void);

G_END_DECLS
