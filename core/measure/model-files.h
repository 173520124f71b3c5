/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a whole model as files for a user's own program: core/codegen/model-source.h says how it is called. */
#pragma once

#include "core/graph/executable.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* Where each form goes; NULL: not wanted. A plain value. */
typedef struct
{
  const char *object;     /* relocatable, made by the system's cc; needs libc and libm, and libgomp with parallel loops on several cores */
  const char *shared;     /* linked by the system's cc */
  const char *c_source;   /* all kernels in one file */
  const char *header;
  const char *weights;    /* a file for the weights, which the other forms then do not have */
  const char *example;    /* a main function */
} TlModelExportFiles;

/*
 * @modules: see tl_worker_pool_run_model. Constants are prepared here, once and for all. Blocks; on failure files written before stay.
 * Errors: TL_EXPORT_ERROR, TL_RUN_ERROR, TL_LOWER_ERROR, G_FILE_ERROR.
 */
gboolean tl_model_export_write_files (TlWorkerPool *pool, const TlExecutable *executable, const GPtrArray *modules, const TlTarget *target,
                                      const char *symbol, const TlModelExportFiles *files, GCancellable *cancellable, GError **error);

G_END_DECLS
