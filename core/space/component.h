/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exchangeable parts of the search: schedule rules, postprocessors, mutators. Each kind has a table of rows with parameters; lists are
 * written and printed as "AddRFactor(max_jobs_per_core=16), AutoInline", names and parameters being TVM's where it has them.
 */
#pragma once

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

#define TL_COMPONENT_ERROR (tl_component_error_quark ())
GQuark tl_component_error_quark (void);

typedef enum
{
  TL_COMPONENT_ERROR_SYNTAX,   /* a list of components cannot be read: unknown names, invalid parameters; the message has the place */
} TlComponentError;

/* One row of a table: what a component is called and takes. Row types of the tables begin with it. */
typedef struct
{
  const char             *name;        /* "RewriteUnboundBlock" */
  const char             *summary;     /* one sentence */
  const TlPrimitiveParam *params;      /* kinds BOOL, INT, INTS, FLOATS, STRING and VALUE; None is taken where it is the default */
  guint                   n_params;
  /* Checks beyond the kinds of parameters: FALSE with a sentence in @why (free with g_free). Nullable. */
  gboolean              (*check) (const TlArg *args, char **why);
} TlComponentInfo;

/* A component as it is used. Values are in an arena. */
typedef struct
{
  const TlComponentInfo *info;
  const TlArg           *args;         /* one for each parameter, defaults filled in */
} TlComponent;

/* A kind of components. */
typedef struct
{
  const char              *what;                  /* "schedule rule" */
  const TlComponentInfo *(*nth) (guint index);    /* NULL past the end */
} TlComponentTable;

const TlComponentInfo *tl_component_find (const TlComponentTable *table, const char *name);

/*
 * Reads a list: names apart by commas, each with or without arguments, which are Python literals by place or by name. An empty text is an
 * empty list. NULL with TL_COMPONENT_ERROR_SYNTAX that shows the place. Result and values in @arena.
 */
const TlComponent     *tl_component_list_parse (TlArena *arena, const TlComponentTable *table, const char *text, guint *n_components,
                                                GError **error);
TlComponent            tl_component_dup (TlArena *arena, const TlComponent *component);

/* Reads back as an equal component: arguments by name, those that differ from their default only. Free with g_free. */
char                  *tl_component_print (const TlComponent *component);
char                  *tl_component_list_print (const TlComponent *components, guint n_components);

/* The argument for a parameter of the row; a name that the row lacks is our own mistake. */
const TlArg           *tl_component_arg (const TlComponentInfo *info, const TlArg *args, const char *name);

G_END_DECLS
