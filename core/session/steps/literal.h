/* SPDX-License-Identifier: Apache-2.0 */
/* Python literals typed into a form, as arguments of primitives. */
#pragma once

#include <gio/gio.h>

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/*
 * Reads None or *, True, False, numbers, quoted strings and (nested) lists or tuples. A bare word is taken as a string, so that "shared"
 * and "threadIdx.x" need no quotes; "4, 8" without brackets is a list when @wants_list; a dictionary and a lambda over indices are read as
 * a schedule script reads them. Fails with TL_SCHEDULE_ERROR_ARGUMENT. In @arena.
 */
gboolean tl_literal_parse (TlArena *arena, const char *text, gboolean wants_list, TlArg *arg, GError **error);

/* The same back; NODE and RV print as "?". Free with g_free. */
char    *tl_literal_print (const TlArg *arg);

G_END_DECLS
