/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Symbolic sizes of a function and the program that values for them make, as func.specialize does in TVM: whoever runs, tunes or exports a
 * program of symbolic extents works on the specialized one.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_SIZE_ERROR_VALUE,           /* not NAME=N, or a number that is no size */
  TL_SIZE_ERROR_UNKNOWN,         /* no function of the module has a size of this name */
  TL_SIZE_ERROR_CONTRADICTION,   /* two values for one size */
} TlSizeError;

#define TL_SIZE_ERROR tl_size_error_quark ()
GQuark      tl_size_error_quark (void);

/* The variables in shapes of @func's arguments, in order: const TlVar * of @func. */
GPtrArray  *tl_func_sizes (const TlPrimFunc *func);
/* Whether callers pass the variable. */
gboolean    tl_func_has_param (const TlPrimFunc *func, const TlVar *var);
/* "n, m and k" of a list of variables; free with g_free. */
char       *tl_sizes_to_text (const GPtrArray *vars);

/**
 * TlSizes: values of sizes by name, and where each comes from ("--shape"). Not thread-safe.
 */
typedef struct _TlSizes TlSizes;

TlSizes    *tl_sizes_new (void);
void        tl_sizes_free (TlSizes *sizes);
/* FALSE if @name has another value already, or @value is below 1. */
gboolean    tl_sizes_add (TlSizes *sizes, const char *name, gint64 value, const char *source, GError **error);
/* @text: "n=32". */
gboolean    tl_sizes_add_text (TlSizes *sizes, const char *text, const char *source, GError **error);
/* 0: it has none. */
gint64      tl_sizes_get (const TlSizes *sizes, const char *name);

/* Whether a function of @module has a size or a whole scalar parameter of this name. */
gboolean    tl_module_has_size (const TlModule *module, const char *name);

/*
 * @module with the values in place of the variables of these names: sizes and whole scalar parameters, which are no parameters any longer.
 * @module itself (a new reference) without values.
 */
TlModule   *tl_module_specialize (const TlModule *module, const TlSizes *sizes, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSizes, tl_sizes_free)

G_END_DECLS
