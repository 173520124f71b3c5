/* SPDX-License-Identifier: Apache-2.0 */
/* Names of steps that the table does not know: TVM has more primitives than any one version of this program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "rfactor" ↔ "RFactor", "cache_index" ↔ "CacheIndex". Free with g_free. */
char *tl_opaque_kind_of_name (const char *name);
char *tl_opaque_name_of_kind (const char *kind);

G_END_DECLS
