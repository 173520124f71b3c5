/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensor intrinsics: a description of what one instruction or micro-kernel computes, as a program, and a program that runs it. A state
 * knows those that its script registered, and passes them on to the states made from it; there is no registry of the process. A replay
 * takes them along, a project file keeps them beside the variant's trace. TVM's own are a table (tensor-intrinsics.c).
 */
#pragma once

#include <gio/gio.h>

#include "core/ir/module.h"

G_BEGIN_DECLS

/* A set of registered intrinsics: the newest, and the set before it. Immutable, in @arena, which keeps the rest alive. */
typedef struct _TlTensorIntrins TlTensorIntrins;
struct _TlTensorIntrins
{
  TlArena               *arena;
  const TlTensorIntrins *rest;     /* nullable */
  const char            *name;
  const TlPrimFunc      *desc;
  const TlPrimFunc      *impl;
};

/*
 * @set (nullable) and one more, the functions that @desc and @impl begin with. Owned: unref its arena. NULL with an ARGUMENT error if the
 * two do not take the same number of buffers, or if the name is taken and not @may_replace.
 */
const TlTensorIntrins *tl_tensor_intrins_with (const TlTensorIntrins *set, const char *name, const TlModule *desc, const TlModule *impl,
                                               gboolean may_replace, GError **error);

/* The intrinsic called @name; @arena keeps it alive. FALSE with an ARGUMENT error if it is unknown. */
gboolean               tl_tensor_intrin_find (const TlTensorIntrins *set, TlArena *arena, const char *name, const TlPrimFunc **desc,
                                              const TlPrimFunc **impl, GError **error);

/*
 * The set as text and back, for files: scripts one after the other, oldest first. NULL (no set) is "". FALSE with an error for other text.
 */
char                  *tl_tensor_intrins_to_text (const TlTensorIntrins *set);
gboolean               tl_tensor_intrins_from_text (const char *text, const TlTensorIntrins **set, GError **error);

/* Names of the built-in ones in the order of the table; NULL past the end. */
const char            *tl_tensor_intrin_nth_name (guint index);
/* Both programs as a script with the functions "desc" and "impl", or NULL if the table has no such name. Free with g_free. */
char                  *tl_tensor_intrin_text (const char *name);

G_END_DECLS
