/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cuBLAS, NVIDIA's library, on the device of the programs. Its matrices are stored by columns: the transposed product is what it is asked
 * for. Products of float32 are computed in float32 (no TF32, which has to be asked for), those of float16 and bfloat16 with float32 sums.
 */
#include <dlfcn.h>
#include <gio/gio.h>
#include <string.h>

#include "core/device/cuda-tools.h"
#include "tests/bench/baselines/baselines.h"

/* Numbers of cublas_api.h and library_types.h */
enum
{
  CUBLAS_SUCCESS = 0, CUBLAS_NO_TRANSPOSE = 0, CUBLAS_TRANSPOSE = 1, CUBLAS_DEFAULT_MATH = 0, CUBLAS_COMPUTE_32F = 68,
  CUBLAS_GEMM_DEFAULT = -1, CUDA_R_32F = 0, CUDA_R_16F = 2, CUDA_R_16BF = 14,
};

typedef struct
{
  int (*create) (gpointer *handle);
  int (*destroy) (gpointer handle);
  int (*set_stream) (gpointer handle, gpointer stream);
  int (*set_math_mode) (gpointer handle, int mode);
  int (*get_version) (gpointer handle, int *version);
  int (*sgemm) (gpointer handle, int transpose_a, int transpose_b, int m, int n, int k, const float *alpha, gconstpointer a, int lda,
                gconstpointer b, int ldb, const float *beta, gpointer c, int ldc);
  int (*gemm_ex) (gpointer handle, int transpose_a, int transpose_b, int m, int n, int k, gconstpointer alpha, gconstpointer a, int type_a,
                  int lda, gconstpointer b, int type_b, int ldb, gconstpointer beta, gpointer c, int type_c, int ldc, int compute,
                  int algorithm);
} Cublas;

typedef struct
{
  Cublas   cublas;
  gpointer handle;
  const TlDeviceApi *api;
  gpointer device;
  gpointer a, b, c;             /* addresses on the device */
  int      m, n, k, type_in;
  gboolean is_b_transposed;     /* B[n,k] */
} CublasGemm;

/* --- the library --- */

static gpointer
open_path (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *helper_name = g_strconcat ("libcublasLt.so.", name + strlen ("libcublas.so."), NULL);
  g_autofree char *helper = g_build_filename (folder, helper_name, NULL);

  /* It needs that one, which the system may not know of; opened, it is found by its name. */
  dlopen (helper, RTLD_NOW | RTLD_GLOBAL);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}

static gpointer
open_library (void)
{
  static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11" };
  gpointer library = NULL;
  g_auto (GStrv) paths = NULL;

  for (guint i = 0; library == NULL && i < G_N_ELEMENTS (names); i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (library != NULL)
    return library;
  paths = tl_cuda_library_paths ("libcublas.so.");
  for (guint i = 0; library == NULL && paths[i] != NULL; i++)
    library = open_path (paths[i]);
  return library;
}

static gboolean
find_functions (Cublas *cublas, GError **error)
{
  gpointer library = open_library ();
  const struct { gpointer *function; const char *name; } rows[] = {
    { (gpointer *) &cublas->create, "cublasCreate_v2" },
    { (gpointer *) &cublas->destroy, "cublasDestroy_v2" },
    { (gpointer *) &cublas->set_stream, "cublasSetStream_v2" },
    { (gpointer *) &cublas->set_math_mode, "cublasSetMathMode" },
    { (gpointer *) &cublas->get_version, "cublasGetVersion_v2" },
    { (gpointer *) &cublas->sgemm, "cublasSgemm_v2" },
    { (gpointer *) &cublas->gemm_ex, "cublasGemmEx" },
  };

  if (library == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           "cuBLAS (libcublas.so) was not found in LD_LIBRARY_PATH, CUDA_HOME, /usr/local/cuda or Python's packages. "
                           "Install it: pip install nvidia-cublas");
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if ((*rows[i].function = dlsym (library, rows[i].name)) == NULL)
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "this cuBLAS has no %s", rows[i].name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check (int status, const char *what, GError **error)
{
  if (status == CUBLAS_SUCCESS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cuBLAS: %s failed with status %d", what, status);
  return FALSE;
}

/* --- products --- */

static gboolean
multiply (gpointer data, gpointer stream, GError **error)
{
  static const float one = 1, zero = 0;
  const CublasGemm *g = data;
  int transpose = g->is_b_transposed ? CUBLAS_TRANSPOSE : CUBLAS_NO_TRANSPOSE, ldb = g->is_b_transposed ? g->k : g->n;

  if (g->type_in == CUDA_R_32F)
    return check (g->cublas.sgemm (g->handle, transpose, CUBLAS_NO_TRANSPOSE, g->n, g->m, g->k, &one, g->b, ldb, g->a, g->k, &zero, g->c,
                                   g->n), "cublasSgemm", error);
  return check (g->cublas.gemm_ex (g->handle, transpose, CUBLAS_NO_TRANSPOSE, g->n, g->m, g->k, &one, g->b, g->type_in, ldb, g->a,
                                   g->type_in, g->k, &zero, g->c, CUDA_R_32F, g->n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                "cublasGemmEx", error);
}

/* The first call makes the library ready on the device's stream. */
static gboolean
begin (gpointer data, gpointer stream, GError **error)
{
  CublasGemm *g = data;

  return check (g->cublas.create (&g->handle), "cublasCreate", error)
         && check (g->cublas.set_stream (g->handle, stream), "cublasSetStream", error)
         && check (g->cublas.set_math_mode (g->handle, CUBLAS_DEFAULT_MATH), "cublasSetMathMode", error);
}

static double
time_gemm (gpointer data, guint64 number, GError **error)
{
  CublasGemm *g = data;

  return g->api->time_calls (g->device, multiply, g, number, error);
}

static void
free_gemm (gpointer data)
{
  CublasGemm *g = data;

  if (g->handle != NULL)
    g->cublas.destroy (g->handle);
  g_free (g);
}

/* -1: not one that is multiplied here. */
static int
type_of (TlDType dtype)
{
  return tl_dtype_equal (dtype, TL_FLOAT32) ? CUDA_R_32F : tl_dtype_equal (dtype, TL_DTYPE (TL_TYPE_FLOAT, 16)) ? CUDA_R_16F
         : tl_dtype_equal (dtype, TL_DTYPE (TL_TYPE_BFLOAT, 16)) ? CUDA_R_16BF : -1;
}

static gboolean
is_product (const TlBaselineTask *task)
{
  TlTensor *const *args = task->args;

  return g_str_equal (task->op, "gemm") && task->n_args == 3 && args[0]->n_dims == 2 && args[1]->n_dims == 2 && args[2]->n_dims == 2
         && type_of (args[0]->dtype) >= 0 && tl_dtype_equal (args[0]->dtype, args[1]->dtype)
         && tl_dtype_equal (args[2]->dtype, TL_FLOAT32);
}

gboolean
tl_baseline_cublas (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  CublasGemm *g;
  TlTensor *const *args = task->args;

  if (!is_product (task))
    return tl_baseline_refuse (task, "cuBLAS", error);
  if (strcmp (task->api->name, "cuda") != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "cuBLAS runs on the device \"cuda\" only, not on \"%s\"", task->api->name);
      return FALSE;
    }
  g = g_new0 (CublasGemm, 1);
  *g = (CublasGemm) {
    .api = task->api, .device = task->device, .a = task->buffers[0], .b = task->buffers[1], .c = task->buffers[2],
    .m = (int) args[0]->shape[0], .k = (int) args[0]->shape[1], .n = (int) args[2]->shape[1], .type_in = type_of (args[0]->dtype),
    .is_b_transposed = tl_baseline_size (task, "transpose_b") != 0,
  };
  if (!find_functions (&g->cublas, error) || g->api->time_calls (g->device, begin, g, 1, error) < 0)
    {
      free_gemm (g);
      return FALSE;
    }
  *run = (TlBaselineRun) { .data = g, .time = time_gemm, .free = free_gemm, .computes = TRUE };
  return TRUE;
}
