/* SPDX-License-Identifier: Apache-2.0 */
#include "core/measure/built-objects.h"

struct _TlBuiltObjects
{
  GMutex      lock;
  GHashTable *objects;   /* key → GBytes; owns both */
  GQueue      keys;      /* of the table, newest first */
  gsize       n_bytes, most_bytes;
};

TlBuiltObjects *
tl_built_objects_new (gsize most_bytes)
{
  TlBuiltObjects *built = g_new0 (TlBuiltObjects, 1);

  g_mutex_init (&built->lock);
  g_queue_init (&built->keys);
  built->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  built->most_bytes = most_bytes;
  return built;
}

void
tl_built_objects_free (TlBuiltObjects *built)
{
  if (!built)
    return;
  g_queue_clear (&built->keys);
  g_hash_table_unref (built->objects);
  g_mutex_clear (&built->lock);
  g_free (built);
}

char *
tl_built_objects_key (GBytes *script, const char *func, const char *target)
{
  g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, script);

  return g_strjoin ("\n", digest, func, target, NULL);
}

GBytes *
tl_built_objects_find (TlBuiltObjects *built, const char *key)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&built->lock);
  GBytes *object = g_hash_table_lookup (built->objects, key);

  return object ? g_bytes_ref (object) : NULL;
}

static void
drop_oldest (TlBuiltObjects *built)
{
  const char *key = g_queue_pop_tail (&built->keys);

  built->n_bytes -= g_bytes_get_size (g_hash_table_lookup (built->objects, key));
  g_hash_table_remove (built->objects, key);
}

void
tl_built_objects_add (TlBuiltObjects *built, const char *key, GBytes *object)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&built->lock);
  gsize size = g_bytes_get_size (object);
  char *own;

  if (size > built->most_bytes || g_hash_table_contains (built->objects, key))
    return;
  while (built->n_bytes + size > built->most_bytes)
    drop_oldest (built);
  own = g_strdup (key);
  g_hash_table_insert (built->objects, own, g_bytes_ref (object));
  g_queue_push_head (&built->keys, own);
  built->n_bytes += size;
}
