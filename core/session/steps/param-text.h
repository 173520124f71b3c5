/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of primitives and what they may be, in words for a form. */
#pragma once

#include "core/schedule/primitive.h"

G_BEGIN_DECLS

/* "Keep unit loops" for preserve_unit_loops. Free with g_free. */
char  *tl_param_title (const TlPrimitiveParam *param);

/*
 * Titles of loops and blocks of one function, const TlStmt *: "k of C, extent 1024" by the first block inside, "block C". No two are equal:
 * a number stands behind those that would be. NULL-terminated; free with g_strfreev.
 */
char **tl_node_titles (const GPtrArray *nodes);

G_END_DECLS
