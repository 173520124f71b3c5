/* SPDX-License-Identifier: Apache-2.0 */
/* The effects of statements on memory, for passes that move them. */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

/* Of a statement. */
typedef struct
{
  GHashTable *stored, *loaded;   /* buffers; those allocated in it are among neither */
  GHashTable *own;
  gboolean    has_effects;       /* beyond stores */
  gboolean    varies;            /* memory decides on the elements it stores to */
} Effects;

/* Clear with effects_clear(). */
void     effects_init (Effects *effects, const TlStmt *stmt);
void     effects_clear (Effects *effects);
/* Whether two sets of buffers have one in common. */
gboolean effects_share_any (GHashTable *a, GHashTable *b);

G_END_DECLS
