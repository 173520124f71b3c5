/* SPDX-License-Identifier: Apache-2.0 */
/* Scheduled program → plain loops. */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"
#include "core/lower/remarks.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_LOWER_ERROR (tl_lower_error_quark ())
GQuark tl_lower_error_quark (void);

typedef enum
{
  TL_LOWER_ERROR_UNSUPPORTED,
} TlLowerError;

/*
 * An attribute of lowered functions: the C code that annotations "pragma_import_llvm" and "pragma_import_c" of their loops bring, a list of
 * texts. The program may call its functions.
 */
#define TL_IMPORTED_CODE "imported_code"

/* One pass: a function from a function to a function. It adds what it decided to @remarks, NULL if nobody asks. */
typedef struct
{
  const char *name;        /* "lower-init" */
  const char *summary;
  const TlPrimFunc *(*run) (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error);
} TlLowerPass;

/* The passes for one kind of target. */
typedef struct
{
  const char        *target;   /* the kind's name */
  const TlLowerPass *passes;   /* in order; a row without a name ends them */
} TlPassList;

/* NULL with an error: programs for @target are not lowered here. */
const TlPassList *tl_pass_list_find (const TlTarget *target, GError **error);
/* Before any other thread runs. @list is static. */
void              tl_pass_list_add (const TlPassList *list);

/*
 * Runs the passes on one function, up to and including @after (NULL: all). The result is a module with that function alone; lowered
 * functions have flat one-dimensional buffers, ALLOC instead of block allocations, no blocks, vector expressions in place of vectorized
 * loops. A condition of several lanes (of an IF without else, or of if_then_else) holds for each lane by itself: where it is false nothing
 * is loaded or stored, and where it is false in all lanes nothing under it runs.
 */
TlModule *tl_lower (const TlModule *module, const char *func_name, const TlTarget *target, const char *after, GError **error);
/* The same with @remarks on what the passes decided; the result does not depend on them. */
TlModule *tl_lower_with_remarks (const TlModule *module, const char *func_name, const TlTarget *target, const char *after,
                                 TlRemarks *remarks, GError **error);
/* The same, all passes; @visit sees the function after each of them, in a module that lives during the call. */
typedef void (*TlLowerVisit) (const TlLowerPass *pass, const TlModule *lowered, gpointer user_data);
TlModule *tl_lower_visiting (const TlModule *module, const char *func_name, const TlTarget *target, TlLowerVisit visit,
                             gpointer user_data, GError **error);

G_END_DECLS
