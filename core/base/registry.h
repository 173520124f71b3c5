/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table of named rows that is open at its end: target kinds, pass lists, code generators, devices. The built-in rows are
 * there from the start; code for another machine adds its rows before any other thread runs.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TL_REGISTRY_MAX 16u

typedef struct
{
  gconstpointer rows[TL_REGISTRY_MAX];   /* each a static struct whose first member is its name, const char * */
  guint         n;
} TlRegistry;

/* A name that is there already, or one row too many, is a mistake of the program. */
void          tl_registry_add (TlRegistry *registry, gconstpointer row);
gconstpointer tl_registry_find (const TlRegistry *registry, const char *name);    /* NULL if there is none */
/* "llvm, cuda or emulated". Free with g_free. */
char         *tl_registry_names (const TlRegistry *registry);

G_END_DECLS
