/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of machine code that runs most, and the cycles that LLVM's model of the CPU predicts for one iteration of it. */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* An innermost loop of assembly. Owns its members. */
typedef struct
{
  char    *name;     /* of the loop's variable; on GPUs of @node */
  char    *text;     /* its instructions and labels, as rows; on GPUs "64 multiply-add (73 %) · …" */
  GArray  *lines;    /* guint: the rows of the assembly that its instructions are, from 0 */
  TlNodeId node;     /* the loop or block that most of them come from; 0: unknown */
} TlMachineLoop;

/*
 * Of the loops with instructions that come from @within, or anything inside it (0: of all), the one whose node has the most iterations; of
 * several parts of a loop that was cut, the largest. @nodes: of the rows of @assembly, as tl_session_show_finish gives them. NULL: there is
 * none.
 */
TlMachineLoop *tl_machine_loop_find (const char *assembly, const GArray *nodes, const TlModule *module, TlNodeId within);
/* The same of PTX or SASS (core/analysis/gpu/gpu-asm-report.h); its text is the mix of its instructions. */
TlMachineLoop *tl_machine_loop_find_gpu (const char *assembly, const GArray *nodes, const TlModule *module, TlNodeId within);
void       tl_machine_loop_free (TlMachineLoop *loop);

/* For one iteration with all data in L1. */
typedef struct
{
  double cycles;
  double instructions_per_cycle;
  char  *bound;      /* nullable: "dependences between registers"; no cycle waits */
  double waiting;    /* 0 … 1: the part of the cycles that wait for that */
} TlLoopCycles;

/*
 * Runs llvm-mca on @loop for the CPU of @target; ends it after some seconds. Fails with G_SPAWN_ERROR_NOENT where it is not installed, and
 * a message that says how to get it.
 */
void          tl_loop_cycles_async (const TlMachineLoop *loop, const TlTarget *target, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);
TlLoopCycles *tl_loop_cycles_finish (GAsyncResult *result, GError **error);
void          tl_loop_cycles_free (TlLoopCycles *cycles);
/* From what llvm-mca prints; NULL: no report. */
TlLoopCycles *tl_loop_cycles_read (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlMachineLoop, tl_machine_loop_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLoopCycles, tl_loop_cycles_free)

G_END_DECLS
