/* SPDX-License-Identifier: Apache-2.0 */
/* Lowered function → LLVM → text or object code. Only worker processes link this. */
#pragma once

#include <gio/gio.h>

#include "core/codegen/export.h"
#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_CODEGEN_ERROR (tl_codegen_error_quark ())
GQuark tl_codegen_error_quark (void);

typedef enum
{
  TL_CODEGEN_ERROR_UNSUPPORTED,
  TL_CODEGEN_ERROR_LLVM,
} TlCodegenError;

typedef enum
{
  TL_CODEGEN_LLVM_IR,     /* text */
  TL_CODEGEN_ASSEMBLY,    /* text */
  TL_CODEGEN_OBJECT,      /* relocatable object bytes */
} TlCodegenOutput;

/*
 * Compiles the lowered function of @lowered. The symbol is "tl_kernel.N": void (void *, …) with N pointers, one per buffer parameter in
 * order; with scalar parameters, or more pointers than travel in registers, "tl_kernel": void (void **args). External symbols it may refer
 * to are those of core/codegen/externs.c: math functions, the parallel-loop helper, registered test symbols. One thread per call; calls on
 * several threads are independent.
 */
GBytes *tl_codegen_compile (const TlModule *lowered, const TlTarget *target, TlCodegenOutput output, GError **error);

/*
 * The same as text, IR or assembly, with the loop or block that each of its lines comes from: @lines, a GArray of TlOrigin, receives for
 * each line its origin, the id being the first_line of the TlScriptMark in @marks with that node, 0 where none is known. The text is
 * tl_codegen_compile's.
 */
GBytes *tl_codegen_compile_lines (const TlModule *lowered, const TlTarget *target, const GArray *marks, TlCodegenOutput output,
                                  GArray *lines, GError **error);

/*
 * LLVM's passes on the way to that IR: @visit receives the module's text as the backend made it, "translate", and after each pass, with
 * lines as above. Both live during the call. The last text is that of tl_codegen_compile_lines.
 */
typedef struct
{
  const char   *name;      /* "sroa"; loop passes that take turns: "indvars, loop-deletion" */
  const char   *summary;
  const char   *text;
  const GArray *lines;
} TlCodegenPass;

typedef void (*TlCodegenVisit) (const TlCodegenPass *pass, gpointer user_data);
gboolean tl_codegen_visit_passes (const TlModule *lowered, const TlTarget *target, const GArray *marks, TlCodegenVisit visit,
                                  gpointer user_data, GError **error);

/*
 * The same as a C function for other programs: see core/codegen/export.h. Refers to the C library, libm, libgomp where it runs parallel
 * loops on several cores, and what the program calls by T.call_extern.
 */
GBytes *tl_codegen_export (const TlModule *lowered, const TlTarget *target, const TlExportOptions *options, TlCodegenOutput output,
                           GError **error);

/*
 * Does now what the thread's first compilation for the host and its first tl_codegen_load would do, so that processes forked from this one
 * start with it.
 */
void    tl_codegen_prepare (void);

/* Loads object bytes into this process (workers only); unload with tl_codegen_unload. */
typedef struct _TlLoadedKernel TlLoadedKernel;
TlLoadedKernel *tl_codegen_load (GBytes *object, GError **error);
/* @args: a pointer per parameter, to the scalar where it is one. */
void            tl_loaded_kernel_run (const TlLoadedKernel *kernel, void **args);
void            tl_codegen_unload (TlLoadedKernel *kernel);

G_END_DECLS
