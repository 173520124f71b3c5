/* SPDX-License-Identifier: Apache-2.0 */
/* A program as text after each pass of its compilation. */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* One pass, or the scheduled program, "program", that the passes begin with. Owns its members. */
typedef struct
{
  char    *name;         /* "lower-init", "loop-vectorize" */
  char    *summary;
  gboolean is_llvm;      /* the text is LLVM IR, else a script */
  gboolean is_changed;   /* by this pass; always so where the text before is in the other language */
  char    *text;
  GArray  *nodes;        /* TlOrigin: the loop or block of the function that each line comes from, id 0 where none is known */
} TlPassText;

/* An empty array that owns its TlPassText. */
GPtrArray *tl_pass_text_array_new (void);

/*
 * TlPassText in the order of the passes: those of lowering, then those of LLVM on the lowered program. A builder compiles; blocks. NULL
 * with an error. Free with g_ptr_array_unref.
 */
GPtrArray *tl_pass_texts_new (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target,
                              GCancellable *cancellable, GError **error);

G_END_DECLS
