/* SPDX-License-Identifier: Apache-2.0 */
/* The value of an index or condition while the loops and axes around it stand at known values. */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* @values: a table by direct hash, variable → value, filled by tl_index_value_set(). FALSE for what depends on more than these. */
gboolean tl_index_value (GHashTable *values, const TlExpr *expr, gint64 *value);
void     tl_index_value_set (GHashTable *values, const TlVar *var, gint64 value);

G_END_DECLS
