/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/cache-at.h"

#include "core/session/session-private.h"

/* @given and the defaults of the other arguments. */
static TlState *
apply (TlState *state, const char *name, TlArena *arena, const TlArg *given, guint n_given, GError **error)
{
  const TlPrimitive *primitive = tl_primitive_find (name);
  guint              n_args = tl_primitive_n_args (primitive);
  TlArg             *args = tl_arena_new_array (arena, TlArg, n_args);

  for (guint i = 0; i < n_args; i++)
    if (i < n_given)
      args[i] = given[i];
    else
      tl_primitive_param_default (&primitive->params[i], &args[i]);
  return tl_state_apply_to_nodes (state, primitive, args, n_args, error);
}

const char *const *
tl_cache_at_scopes (void)
{
  const TlPrimitive *primitive = tl_primitive_find ("cache_read");

  for (guint i = 0; i < primitive->n_params; i++)
    if (primitive->params[i].kind == TL_PARAM_STRING)
      return primitive->params[i].choices;
  g_assert_not_reached ();
}

static TlState *
try_with_copy (TlState *state, const TlCacheAt *cache, const char *storage_scope, TlState **copied, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlArg         what[] = { tl_arg_node (cache->block), tl_arg_int (cache->buffer), tl_arg_string (arena, storage_scope) };
  TlArg               where[2] = { { 0 }, tl_arg_node (cache->loop) };
  guint               first;

  *copied = apply (state, cache->is_write ? "cache_write" : "cache_read", arena, what, G_N_ELEMENTS (what), error);
  if (*copied == NULL)
    return NULL;
  tl_state_outputs (*copied, &first);
  where[0] = tl_arg_node (tl_state_rv (*copied, first)->node);
  return apply (*copied, cache->is_write ? "reverse_compute_at" : "compute_at", arena, where, G_N_ELEMENTS (where), error);
}

TlState *
tl_cache_at_try (TlState *state, const TlCacheAt *cache, const char *storage_scope, GError **error)
{
  g_autoptr (TlState) copied = NULL;

  return try_with_copy (state, cache, storage_scope, &copied, error);
}

gboolean
tl_session_cache_at (TlSession *self, const TlCacheAt *cache, const char *storage_scope, GError **error)
{
  g_autoptr (TlState) copied = NULL;
  g_autoptr (TlState) next = NULL;
  g_autofree char    *what = NULL, *where = NULL;

  g_return_val_if_fail (tl_session_current (self) != NULL, FALSE);
  next = try_with_copy (tl_session_state (self), cache, storage_scope, &copied, error);
  if (next == NULL)
    return FALSE;
  what = tl_state_describe (copied);
  where = tl_state_describe (next);
  tl_history_continue (self->history, tl_session_state (self), next, g_strdup_printf ("%s, %s", what, where));
  return TRUE;
}
