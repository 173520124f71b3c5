/* SPDX-License-Identifier: Apache-2.0 */
/* run --device emulator: kernels of a GPU program, run without a device. */
#pragma once

#include "app/commands/command.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean check;   /* races and other faults, and the result against the interpreter's */
  gboolean report;  /* counts of instructions, memory requests and divergent branches */
  gboolean json;
} TlEmulatedFlags;

/*
 * Lowers the function of @state for @target, unless it is written as kernels, and runs it on @args, which get the results. @func: the
 * function before it was scheduled. Prints findings and the result of the comparison. TL_EXIT_FAILED with findings, TL_EXIT_NO if
 * results are wrong.
 */
TlExit   tl_run_emulated (const char *path, const TlState *state, const TlPrimFunc *func, const TlTarget *target, GPtrArray *args,
                          const TlEmulatedFlags *flags, GCancellable *cancellable);

G_END_DECLS
