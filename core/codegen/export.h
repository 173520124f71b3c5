/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C side of an exported function: its symbol, prototype and header, its C source, and a program that tests it. Needs no LLVM.
 *
 *   void NAME (const float *restrict A, int32_t n, float *restrict C);
 *
 * One pointer per buffer and one value per scalar, in the order of the program's parameters; const where the function only reads. float16
 * and bfloat16 are uint16_t that hold the bits, bool is a byte. Buffers must not overlap. Arguments are row-major without gaps.
 */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_EXPORT_ERROR (tl_export_error_quark ())
GQuark tl_export_error_quark (void);

typedef enum
{
  TL_EXPORT_ERROR_SYMBOL,        /* no name for a C function */
  TL_EXPORT_ERROR_UNSUPPORTED,   /* the program has what C cannot say, or what the interpreter cannot run */
} TlExportError;

#define TL_EXPORT_MARK      "Made by Tileloom."   /* in the first line of every text that is exported */
#define TL_EXPORT_ALIGNMENT 64u   /* bytes, of every buffer of a function exported as aligned */

/* A plain value; borrows what it points to. */
typedef struct
{
  const char *symbol;       /* a C identifier: tl_export_check_symbol */
  gboolean    is_aligned;   /* callers promise TL_EXPORT_ALIGNMENT; else only the alignment of the element type */
  const char *model;        /* nullable: the symbol of the model whose kernel this is. Large intermediate buffers are further parameters
                               (core/codegen/workspaces.h), and parallel loops of objects call the model's own function (model-source.h) */
  const char *interface;    /* nullable: what tl_interface_describe says, where callers pass other arrays than the program's */
  const char *script;       /* absolute path of tl_export_script's text, to whose lines debug information leads; NULL: no debug
                               information */
  const GArray *marks;      /* of that text, where LLVM is at work with it */
} TlExportOptions;

/* FALSE with TL_EXPORT_ERROR_SYMBOL, unless @symbol can name an external function in C and in C++. */
gboolean    tl_export_check_symbol (const char *symbol, GError **error);
/* A symbol made of the function's name: what a script calls "main" cannot be called so in a program. Free with g_free. */
char       *tl_export_default_symbol (const TlPrimFunc *func, const char *module_name);
/* Whether T.call_extern of @name (nullable) may mean a C function that the code is linked with. @options: nullable, of exported code. */
gboolean    tl_export_is_foreign_name (const char *name, const TlExportOptions *options);

/* The scheduled program as a file beside its object. @marks: see tl_script_print. Free with g_free. */
char       *tl_export_script (const TlModule *module, GArray *marks);
/* @name as a C identifier that hides no function which C source may call. Free with g_free. */
char       *tl_export_identifier (const char *name);
/* Whether the mathematics of C source has a function of this name: "exp", "expf". */
gboolean    tl_export_is_math_name (const char *name);

/* "uint16_t" for float16; NULL for types that are not passed. */
const char *tl_export_c_type (TlDType dtype);
/* A C identifier for parameter @index, unlike those of the others. Free with g_free. */
char       *tl_export_param_name (const TlPrimFunc *func, guint index);
/* "void NAME (const float *restrict A, …)" without a semicolon. */
char       *tl_export_prototype (const TlPrimFunc *func, const TlExportOptions *options, GError **error);
/* Include guard, extern "C", prototype; shapes and demands in its comment. @func: as scheduled, not lowered, so that shapes are its own. */
char       *tl_export_header (const TlPrimFunc *func, const TlExportOptions *options, GError **error);
/*
 * The function as C11 with the vectors of GCC and Clang. @func: as scheduled, for the prototype; @lowered: what tl_lower made of it.
 * Parallel loops are OpenMP's, and run serially where the compiler's OpenMP option is off.
 */
char       *tl_export_c_source (const TlPrimFunc *func, const TlModule *lowered, const TlTarget *target, const TlExportOptions *options,
                                GError **error);
/* How a parameter comes to the layout that the schedule gave it, and back. */
typedef struct
{
  char *pack, *unpack;   /* Owned, nullable: C sources of "void test_pack_N (const T *from, T *to)" and test_unpack_N */
} TlExportConversion;

/*
 * A C program that calls the function on fixed inputs, compares with what the interpreter makes of them, and says so: exit status 0 if they
 * agree. @base: the program before it was scheduled. @conversions (nullable): one for each parameter, which are those of @base in the
 * layouts of @func. Runs the interpreter; large programs are compared in a sample of elements.
 */
char       *tl_export_test_program (const TlPrimFunc *base, const TlPrimFunc *func, const TlExportOptions *options,
                                    const TlExportConversion *conversions, GCancellable *cancellable, GError **error);

G_END_DECLS
