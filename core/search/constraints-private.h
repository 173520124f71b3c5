/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of constraints: reading them, and what they say of a trace. */
#pragma once

#include "core/search/constraints.h"

G_BEGIN_DECLS

/* A value, or a range of numbers. */
typedef struct
{
  char  *text;        /* owned */
  double low, high;   /* NAN: it is no number */
} TlConstraintValue;

typedef struct
{
  char     *line;        /* "pin C/i/4/2=8" */
  char     *key;
  gboolean  is_forbidden;
  GArray   *values;      /* TlConstraintValue */
} TlConstraintRow;

struct _TlConstraints
{
  gint        ref_count;
  TlConstraints *whole;  /* owned, nullable: it has the rows */
  GPtrArray  *rows;      /* TlConstraintRow */
  GMutex      lock;
  GHashTable *bound;     /* under lock: guint64 of a sketch → what constraints-fit.c knows of it */
};

/* Takes @rows. @free_bound: of the table's values. */
TlConstraints *tl_constraints_new_of (GPtrArray *rows, GDestroyNotify free_bound);
void           tl_constraints_free_bound (gpointer bound);
/* Whether decision @decision of @slot may be what it is. */
gboolean       tl_constraint_row_allows (const TlConstraintRow *row, const TlDecisionSlot *slot, gint64 decision);

G_END_DECLS
