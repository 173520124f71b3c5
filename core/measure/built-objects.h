/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that were built lately, so that what is timed again is not built again. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TlBuiltObjects TlBuiltObjects;

/* Of all objects together, no more than @most_bytes are kept: the oldest go first. */
TlBuiltObjects *tl_built_objects_new (gsize most_bytes);
void            tl_built_objects_free (TlBuiltObjects *built);
/* The key of an object: the program's text, the function and the target. Free with g_free. */
char           *tl_built_objects_key (GBytes *script, const char *func, const char *target);
/* New reference, or NULL. */
GBytes         *tl_built_objects_find (TlBuiltObjects *built, const char *key);
void            tl_built_objects_add (TlBuiltObjects *built, const char *key, GBytes *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlBuiltObjects, tl_built_objects_free)

G_END_DECLS
