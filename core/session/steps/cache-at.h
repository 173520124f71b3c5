/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of a buffer that is made, or written back, in a loop around the block that uses it: two primitives that a person means as one. */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

typedef struct
{
  TlNodeId block;
  guint    buffer;      /* index among its reads, or its writes */
  gboolean is_write;    /* cache_write, and reverse_compute_at; else cache_read and compute_at */
  TlNodeId loop;
} TlCacheAt;

/* The storage scopes to choose from, NULL-terminated. */
const char *const *tl_cache_at_scopes (void);
/* The state with the copy in @storage_scope. Any thread. */
TlState           *tl_cache_at_try (TlState *state, const TlCacheAt *cache, const char *storage_scope, GError **error);
/* The same on the current variant: one step of history. */
gboolean           tl_session_cache_at (TlSession *session, const TlCacheAt *cache, const char *storage_scope, GError **error);

G_END_DECLS
