/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the stack machine of pickles and the functions that they may call. */
#pragma once

#include "core/tutorial/pickles.h"

G_BEGIN_DECLS

/* Bytes, and texts that are no strings of a script, lie in the file. */
typedef struct
{
  const guint8 *data;
  gsize         n;
} PickleBytes;

extern const TlPyClass tl_pickle_bytes_class, tl_pickle_text_class, tl_pickle_function_class;

typedef struct
{
  TlPyInterp   *interp;
  const TlAst  *at;
  const char   *name;
  const guint8 *data;
  gsize         n, next;
  TlPyList      stack;
  GArray       *marks;    /* guint: heights of the stack */
  GHashTable   *memo;     /* number + 1 → TlPyValue * */
} Unpickler;

/* Always FALSE. */
gboolean tl_unpickler_fail (Unpickler *state, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- pickle-functions.c --- */

typedef struct
{
  const char *module, *name;
  gboolean  (*call) (Unpickler *state, const TlPyList *args, TlPyValue *value);   /* NULL: it is only an argument */
} TlPickleFunction;

/* NULL: no pickle calls it here. */
const TlPickleFunction *tl_pickle_find_function (const char *module, const char *name);
/* Gives @self, an array or a type, its state. FALSE with an error. */
gboolean                tl_pickle_set_state (Unpickler *state, const TlPyValue *self, const TlPyList *items);

G_END_DECLS
