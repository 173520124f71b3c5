/* SPDX-License-Identifier: Apache-2.0 */
/* Small systems of linear equations over integers within bounds: whether two indices meet, and in which iterations. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TL_INTEGER_NONE,      /* no solution */
  TL_INTEGER_SOLVED,
  TL_INTEGER_UNKNOWN,   /* the search was too long */
} TlIntegerResult;

typedef struct _TlIntegerSystem TlIntegerSystem;

TlIntegerSystem *tl_integer_system_new (void);
void             tl_integer_system_free (TlIntegerSystem *system);

/* The number of a new variable within [@low, @high]; magnitudes below 2^40. */
guint            tl_integer_system_add_var (TlIntegerSystem *system, gint64 low, gint64 high);
guint            tl_integer_system_n_vars (const TlIntegerSystem *system);
gint64           tl_integer_system_low (const TlIntegerSystem *system, guint var);
gint64           tl_integer_system_high (const TlIntegerSystem *system, guint var);
/* Other bounds, wider or narrower. */
void             tl_integer_system_bound (TlIntegerSystem *system, guint var, gint64 low, gint64 high);

/* An equation: @constant and the terms added after it are together 0. */
void             tl_integer_system_begin_row (TlIntegerSystem *system, gint64 constant);
void             tl_integer_system_add_term (TlIntegerSystem *system, gint64 factor, guint var);

/* When all rows are there: eliminates variables between them, so that equal sums meet. */
void             tl_integer_system_reduce (TlIntegerSystem *system);

/* @values: nullable; a value of each variable that solves it. */
TlIntegerResult  tl_integer_system_solve (const TlIntegerSystem *system, gint64 *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlIntegerSystem, tl_integer_system_free)

G_END_DECLS
