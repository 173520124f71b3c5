/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The baselines of the benchmarks. Libraries are opened when they are used; none is needed to build or to run.
 *
 * The task of a comparison is a JSON object: "op" and its sizes. The program's parameters are in the order given here.
 *
 *     gemm      m, n, k                         C[m,n] = A[m,k] B[k,n]; also with "bias": C = A B + D[n] (A, B, D, C);
 *               transpose_b, relu, batch        1: B[n,k]; 1: max (A B, 0); so many products, the first dimension of all three
 *     chain     m, k, n, p                      F[m,p] = exp (A[m,k] B[k,n]) E[n,p]  (A, B, E, F)
 *     conv2d    n, c, h, w, k, r, s, stride, pad, groups    NCHW, OIHW; or in blocks of 16 channels: nChw16c, OIhw16i16o, Goihw16g
 *     softmax   rows, columns                   along the columns
 *     layer_norm rows, columns                  (X, gamma, beta, Y)
 *     transpose rows, columns
 *     add       elements                        (A, B, C)
 *     copy      elements
 *
 * "peak" runs the machine's widest instruction that multiplies the first argument's type and adds up, and nothing else; "stream" reads the
 * inputs and writes the outputs, once each. On the device of the programs run "cublas" (gemm, whose sizes are those of the arguments) and
 * "copy", the device's own copy of as many bytes as all arguments have, read and written bytes together.
 */
#pragma once

#include "core/worker/baseline.h"

G_BEGIN_DECLS

/* "peak" is so many calls of tl_peak_run by each thread: long beside what it takes to start threads. */
#define TL_PEAK_BASELINE_RUNS 64u

extern const TlBaseline tl_baselines[];

gboolean tl_baseline_openblas (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_onednn (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_numpy (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_peak (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_stream (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_cublas (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_device_copy (const TlBaselineTask *task, TlBaselineRun *run, GError **error);

gint64   tl_baseline_size (const TlBaselineTask *task, const char *name);     /* a member of the task, 0 without */
/* FALSE with an error. */
gboolean tl_baseline_refuse (const TlBaselineTask *task, const char *who, GError **error);
/* The library, opened; the first of the names that is there. NULL with an error. Never closed: libraries of this kind start threads. */
gpointer tl_baseline_open (const char *who, const char *package, const char *const *names, GError **error);

G_END_DECLS
