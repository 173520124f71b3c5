/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Baselines: the same computation by somebody else's hand, to be timed beside ours in the same process and on the same arguments. Libraries
 * are opened when asked for; none is needed to build or to run. Only workers link this.
 *
 * The task says what the program computes, as a JSON object: "op" and its sizes. The program's parameters are in the order given here.
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
 * inputs and writes the outputs, once each.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/device/tensor.h"

G_BEGIN_DECLS

typedef struct _TlBaseline TlBaseline;

/* What a baseline's file fills in. */
typedef struct
{
  gpointer data;
  void   (*run) (gpointer data);
  void   (*show) (gpointer data);    /* nullable: brings the result into the arguments, where a run leaves it elsewhere; not timed */
  void   (*free) (gpointer data);    /* nullable */
  gboolean computes;                 /* the result is to be compared */
} TlBaselineRun;

typedef struct
{
  JsonObject      *task;       /* nullable */
  const char      *op;         /* "" without a task */
  TlTensor *const *args;
  guint            n_args;
  guint            n_threads;
} TlBaselineTask;

/* FALSE with G_IO_ERROR_NOT_FOUND if the library is not installed, G_IO_ERROR_NOT_SUPPORTED if it does not do this. */
gboolean tl_baseline_openblas (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_onednn (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
gboolean tl_baseline_numpy (const TlBaselineTask *task, TlBaselineRun *run, GError **error);

gint64   tl_baseline_size (const TlBaselineTask *task, const char *name);     /* a member of the task, 0 without */
/* FALSE with an error. */
gboolean tl_baseline_refuse (const TlBaselineTask *task, const char *who, GError **error);
/* The library, opened; the first of the names that is there. NULL with an error. Never closed: libraries of this kind start threads. */
gpointer tl_baseline_open (const char *who, const char *package, const char *const *names, GError **error);

/* @args    are borrowed. */
TlBaseline *tl_baseline_new (const char *name, JsonObject *task, TlTensor *const *args, guint n_args, guint n_threads, GError **error);
void        tl_baseline_free (TlBaseline *baseline);
void        tl_baseline_run (TlBaseline *baseline);
/* After    a run: the arguments hold the result, as those of a kernel do. */
void        tl_baseline_show (TlBaseline *baseline);
gboolean    tl_baseline_computes (const TlBaseline *baseline);

G_END_DECLS
