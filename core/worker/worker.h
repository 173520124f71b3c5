/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worker program: what runs on the other side of the pool's sockets. It compiles and runs what it is sent, and is the only program
 * that links the compiler.
 *
 *     pool (application)  ──messages──▶  supervisor  ──messages──▶  child
 *                                        single-threaded,          reads, lowers, compiles, loads,
 *                                        keeps the time, holds     runs, checks, times; may die
 *                                        inputs and reference      at any point
 *
 * The supervisor forks the child, which inherits inputs and expected results. It notices the child's end, its silence and its size, turns
 * them into outcomes and forks the next one. When the pool's end closes, the supervisor exits, and the kernel ends the child with it.
 *
 * The pool sends scheduled modules as script text, not as traces: a worker needs no schedule engine, and what is measured can be read.
 */
#pragma once

#include "core/device/device.h"
#include "core/worker/baseline.h"

G_BEGIN_DECLS

#define TL_WORKER_FD       3     /* the socket to the pool */
#define TL_WORKER_PROTOCOL 1
#define TL_COMPARISON_MAX 16u   /* entries of one comparison */

/* A device besides "cpu", before tl_worker_main; @api is static. */
void tl_worker_device_add (const TlDeviceApi *api);
/* @baselines: what comparisons may name besides programs, nullable. */
int tl_worker_main (int argc, char **argv, const TlBaseline *baselines);

G_END_DECLS
