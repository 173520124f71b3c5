/* SPDX-License-Identifier: Apache-2.0 */
/* The reference interpreter: what a program means. */
#pragma once

#include <gio/gio.h>

#include "core/device/tensor.h"
#include "core/ir/module.h"

G_BEGIN_DECLS

#define TL_INTERP_ERROR (tl_interp_error_quark ())
GQuark tl_interp_error_quark (void);

typedef enum
{
  TL_INTERP_ERROR_OUT_OF_BOUNDS,   /* names buffer, index, extent and block */
  TL_INTERP_ERROR_STEPS,           /* more steps than allowed */
  TL_INTERP_ERROR_UNSUPPORTED,     /* call_extern of an unknown symbol … */
  TL_INTERP_ERROR_ARITHMETIC,      /* division by zero */
  TL_INTERP_ERROR_ARGUMENTS,       /* tensors do not fit the parameters */
} TlInterpError;

/*
 * Runs @func on @args (one tensor per buffer parameter; scalars are 1-element tensors). All loops run in order, those of threads too, and
 * barriers do nothing: kernels whose threads exchange values have to be lowered for emulation first. Symbolic extents bind from the shapes.
 * Every access is bounds-checked; float32 arithmetic rounds as float32. @max_steps: loop iterations executed, 0 = no limit.
 */
gboolean tl_interp_run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps,
                        GCancellable *cancellable, GError **error);

/*
 * The same. *@unwritten is the first element of memory of the function's own that it read before it wrote it, as in "t[16] in block \"B\"",
 * where the results depend on what stood there; NULL if there is none. Free with g_free.
 */
gboolean tl_interp_run_watched (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                                char **unwritten, GError **error);
/* The same whether the results depend on it or not, on copies of @args. */
gboolean tl_interp_find_unwritten (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps,
                                   GCancellable *cancellable, char **unwritten, GError **error);

/*
 * New tensors for the parameters of @func with constant shapes, filled from @seed; integers that the function uses as indices are
 * filled with values that are in bounds, and those that it divides by with other values than 0; floats are
 * small where steps build on each other. Container of TlTensor with free func.
 */
GPtrArray *tl_interp_make_args (const TlPrimFunc *func, guint64 seed, gboolean shared, GError **error);

/* The argument of a parameter of constant shape in memory of the caller's. NULL with TL_INTERP_ERROR_ARGUMENTS. */
TlTensor  *tl_interp_arg_on (const TlParam *param, gpointer data, GError **error);

/* Which parameters the function writes (n_params flags in a GArray of gboolean). */
GArray    *tl_interp_written_params (const TlPrimFunc *func);

G_END_DECLS
