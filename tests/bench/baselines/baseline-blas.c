/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenBLAS. Environments that name a core type or a cache size make it choose kernels of another machine (half the speed on one of ours),
 * so those names are removed before it is opened.
 */
#include <dlfcn.h>
#include <gio/gio.h>
#include <math.h>

#include "tests/bench/baselines/baselines.h"

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };

typedef void (*Sgemm) (int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a, int lda,
                       const float *b,
                       int ldb, float beta, float *c, int ldc);

typedef struct
{
  Sgemm            sgemm;
  TlTensor *const *args;
  gint             m, n, k, p;
  gboolean         is_b_transposed;    /* gemm: B[n,k] */
  float           *between;    /* chain: m × n */
} Blas;

static void
multiply (const Blas *blas, gint m, gint n, gint k, const float *a, const float *b, float beta, float *c)
{
  blas->sgemm (ROW_MAJOR, NO_TRANSPOSE, blas->is_b_transposed ? TRANSPOSE : NO_TRANSPOSE, m, n, k, 1.0f, a, k, b,
               blas->is_b_transposed ? k : n, beta, c, n);
}

static void
run_gemm (gpointer data)
{
  const Blas *blas = data;

  multiply (blas, blas->m, blas->n, blas->k, blas->args[0]->data, blas->args[1]->data, 0, blas->args[2]->data);
}

/* The bias is what the product is added to. */
static void
run_gemm_bias (gpointer data)
{
  const Blas  *blas = data;
  const float *bias = blas->args[2]->data;
  float       *c = blas->args[3]->data;

  for (gint i = 0; i < blas->m; i++)
    for (gint j = 0; j < blas->n; j++)
      c[(gsize) i * (gsize) blas->n + (gsize) j] = bias[j];
  multiply (blas, blas->m, blas->n, blas->k, blas->args[0]->data, blas->args[1]->data, 1, c);
}

static void
run_chain (gpointer data)
{
  const Blas *blas = data;

  multiply (blas, blas->m, blas->n, blas->k, blas->args[0]->data, blas->args[1]->data, 0, blas->between);
  for (gsize i = 0; i < (gsize) blas->m * (gsize) blas->n; i++)
    blas->between[i] = expf (blas->between[i]);
  multiply (blas, blas->m, blas->p, blas->n, blas->between, blas->args[2]->data, 0, blas->args[3]->data);
}

static void
free_blas (gpointer data)
{
  g_free (((Blas *) data)->between);
  g_free (data);
}

static gboolean
are_float32 (const TlBaselineTask *task)
{
  for (guint i = 0; i < task->n_args; i++)
    if (!tl_dtype_equal (task->args[i]->dtype, TL_FLOAT32))
      return FALSE;
  return TRUE;
}

gboolean
tl_baseline_openblas (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  static const char *const names[] = { "libopenblas.so.0", "libopenblas.so", NULL };
  static const char *const misleading[] = { "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS", "OPENBLAS_VERBOSE" };
  gboolean is_gemm = g_str_equal (task->op, "gemm"), is_chain = g_str_equal (task->op, "chain");
  void   (*set_threads) (int);
  gpointer library;
  Blas    *blas;

  if ((!is_gemm && !is_chain) || !are_float32 (task) || task->n_args < 3 || tl_baseline_size (task, "relu")
      || tl_baseline_size (task, "batch") > 1)
    return tl_baseline_refuse (task, "OpenBLAS", error);
  for (guint i = 0; i < G_N_ELEMENTS (misleading); i++)
    g_unsetenv (misleading[i]);
  library = tl_baseline_open ("OpenBLAS", "libopenblas0", names, error);
  if (!library)
    return FALSE;
  blas = g_new0 (Blas, 1);
  *blas = (Blas) { .sgemm = (Sgemm) dlsym (library, "cblas_sgemm"), .args = task->args, .m = (gint) tl_baseline_size (task, "m"),
                   .n = (gint) tl_baseline_size (task, "n"), .k = (gint) tl_baseline_size (task, "k"),
                   .p = (gint) tl_baseline_size (task, "p"),
                   .is_b_transposed = is_gemm && tl_baseline_size (task, "transpose_b") != 0 };
  set_threads = (void (*) (int)) dlsym (library, "openblas_set_num_threads");
  if (!blas->sgemm || !set_threads)
    {
      g_free (blas);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "this OpenBLAS has no cblas_sgemm");
      return FALSE;
    }
  set_threads ((int) task->n_threads);
  if (is_chain)
    blas->between = g_new (float, (gsize) blas->m * (gsize) blas->n);
  *run = (TlBaselineRun) { .data = blas, .free = free_blas, .computes = TRUE,
                        .run = is_chain ? run_chain : task->n_args == 4 ? run_gemm_bias : run_gemm };
  return TRUE;
}
