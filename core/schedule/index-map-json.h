/* SPDX-License-Identifier: Apache-2.0 */
/* Index maps in JSON traces: a graph of nodes in a string of its own, in the form of the dialect's TVM. */
#pragma once

#include "core/arith/index-map.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/* NULL if the map holds what such a graph does not take (a load, a vector). Free with g_free. */
char             *tl_index_map_to_json (const TlIndexMap *map, TlDialect dialect);
/*
 * Either form. Variables that are no indices, *n_numbers of them, stand behind these in the map; where @n_numbers is NULL there may be
 * none. NULL with a TL_SCHEDULE_ERROR_SCRIPT.
 */
const TlIndexMap *tl_index_map_from_json (TlArena *arena, const char *json, guint *n_numbers, GError **error);

G_END_DECLS
