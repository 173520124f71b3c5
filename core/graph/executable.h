/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A graph function as a list of kernel calls over fixed memory: what workers run. Every tensor has its place in one of four regions, in
 * bytes from its start:
 *
 *     constants   read only, the same for each run
 *     inputs      read only, written by the caller before a run
 *     outputs     the results
 *     arena       intermediate tensors, which share it as core/graph/memory-plan.h says
 */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_REGION_CONSTANTS,
  TL_REGION_INPUTS,
  TL_REGION_OUTPUTS,
  TL_REGION_ARENA,
  TL_N_REGIONS,
} TlMemoryRegion;

typedef struct
{
  TlMemoryRegion region;
  gint64         offset;    /* a multiple of 64 */
  gint64         n_bytes;
} TlPlace;

/* A PrimFunc that is built once, however many functions of the module are equal to it. */
typedef struct
{
  char     *name;      /* of the function; of equal ones that of the first call */
  TlModule *module;    /* the function alone, as "main" (tl_task_module) */
  TlModule *program;   /* the same for arguments as the calls pass them: @module, unless tl_executable_set_program gave another one */
  guint     n_calls;   /* in a run; 0: it prepares constants */
  double    flops;     /* of one call; -1 unknown */
  gint64    n_bytes;   /* of its arguments */
} TlKernelTask;

typedef struct
{
  guint    kernel;
  char    *name;      /* of the binding that it computes */
  TlPlace *args;      /* one for each parameter of the kernel, then those of its prepared constants */
  guint    n_args;
} TlKernelCall;

typedef struct
{
  char    *name;
  TlPlace  place;
  TlDType  dtype;
  gint64   shape[TL_TENSOR_MAX_DIMS];
  guint    n_dims;
} TlModelTensor;

typedef struct
{
  TlTensor *tensor;     /* owned */
  TlPlace   place;
} TlModelConstant;

/* A result that no kernel writes into its place: an input, a constant, or a tensor that is a result twice. Made after the calls. */
typedef struct
{
  TlPlace from, to;
} TlResultCopy;

/**
 * TlExecutable: it keeps what it needs of the module alive. Immutable, any thread, once its constants are prepared.
 */
typedef struct
{
  GPtrArray *kernels;      /* TlKernelTask */
  GPtrArray *calls;        /* TlKernelCall, in the order in which they run */
  GPtrArray *setup;        /* TlKernelCall, once before the first run: they write into constants */
  GPtrArray *inputs;       /* TlModelTensor, one for each parameter of the graph function */
  GPtrArray *outputs;      /* TlModelTensor, one for each tensor of its result */
  GPtrArray *constants;    /* TlModelConstant */
  GArray    *copies;       /* TlResultCopy */
  gint64     n_bytes[TL_N_REGIONS];
  gint64     unshared_bytes;   /* of intermediate tensors, if none shared memory with another */
} TlExecutable;

/*
 * Of graph function @func_name of a module whose operators have become PrimFuncs. NULL with TL_GRAPH_ERROR if something is left that is no
 * call of a PrimFunc, by its name; if a size is no number; if arguments do not fit their function.
 */
TlExecutable *tl_executable_new (const TlModule *module, const char *func_name, GError **error);
void          tl_executable_free (TlExecutable *executable);

/*
 * Adds a kernel that runs once before the first run: the calls of @kernel get further arguments, which @setup makes of their arguments
 * number @constants. Parameters of @setup: these, then the new ones.
 */
void          tl_executable_add_setup (TlExecutable *executable, guint kernel, TlModule *setup, const guint *constants, guint n_constants);

/* Whether parameter @param of the kernel is a constant in each call of it. */
gboolean      tl_executable_is_constant (const TlExecutable *executable, guint kernel, guint param);
/*
 * The kernel takes intermediate tensors in other layouts, of the same size, on which all kernels of the executable agree: @program is what
 * it computes then. Results are checked against it.
 */
void          tl_executable_set_program (TlExecutable *executable, guint kernel, const TlModule *program);

/* New tensors for the inputs, filled from @seed: floats in [-1, 1), integers 0 or 1, which are indices that exist. NULL without memory. */
GPtrArray    *tl_executable_make_inputs (const TlExecutable *executable, guint64 seed, GError **error);
/* FALSE with TL_GRAPH_ERROR unless @inputs (TlTensor) have the types and shapes of the inputs. */
gboolean      tl_executable_check_inputs (const TlExecutable *executable, GPtrArray *inputs, GError **error);

/*
 * The outputs as the interpreter computes them, in the same memory plan: new tensors. @max_steps: of each call, 0 = no limit. NULL with an
 * error that names the kernel.
 */
GPtrArray    *tl_executable_interpret (const TlExecutable *executable, GPtrArray *inputs, guint64 max_steps, GCancellable *cancellable,
                                       GError **error);

/* The region of constants with those that the kernels of @setup prepare, which the interpreter runs. NULL with an error. */
GBytes       *tl_executable_prepare_constants (const TlExecutable *executable, GCancellable *cancellable, GError **error);

/*
 * The largest difference between two lists of outputs, as a share of what float arithmetic in another order may make of them: above 1 they
 * differ. Shares are of the largest number of an output: 1e-3 for float32 and float64, 2e-2 for shorter ones, none for others. *@where
 * (nullable) gets the place of that difference, "output_0[17]: 1.5, expected 2". Free with g_free.
 */
double        tl_outputs_compare (const TlExecutable *executable, GPtrArray *outputs, GPtrArray *expected, char **where);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlExecutable, tl_executable_free)

G_END_DECLS
