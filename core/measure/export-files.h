/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a tuned function as files for a user's own program. */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* Where each form goes; NULL: not wanted. A plain value. */
typedef struct
{
  const char *object;         /* relocatable, needs libc and libm, and libgomp with parallel loops on several cores */
  const char *header;
  const char *c_source;
  const char *shared;         /* linked by the system's cc */
  const char *llvm;
  const char *script;         /* the scheduled program, to whose lines debug information in the compiled forms then leads; they have none
                                 else */
  const char *test_program;   /* a C program that calls the function and compares with the interpreter's result */
} TlExportFiles;

/*
 * Writes @files of @state's function; the test program's numbers are those of its first state's program. Blocks; on failure files written
 * before stay. Errors: TL_EXPORT_ERROR, TL_RUN_ERROR, G_FILE_ERROR.
 */
gboolean tl_export_write_files (TlWorkerPool *pool, TlState *state, const char *func_name, const TlTarget *target,
                                const TlExportOptions *options,
                                const TlExportFiles *files, GCancellable *cancellable, GError **error);

G_END_DECLS
