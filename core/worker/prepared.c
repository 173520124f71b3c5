/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of a candidate, prepared once: a model does so before its first run, and no run pays for it. */
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/base/json-members.h"
#include "core/worker/worker-private.h"

static JsonArray *
numbers_of (JsonObject *setup, const char *name)
{
  JsonNode *node = json_object_get_member (setup, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
take_constants (TlPrepared *prepared, JsonArray *numbers, const TlArguments *arguments)
{
  for (guint i = 0; i < json_array_get_length (numbers); i++)
    {
      gint64 number = json_array_get_int_element (numbers, i);

      if (number < 0 || number >= arguments->n)
        return FALSE;
      prepared->args[prepared->n_constants++] = arguments->buffers[number];
    }
  return TRUE;
}

static gboolean
alloc_prepared (TlPrepared *prepared, JsonArray *sizes, const TlArguments *arguments, GError **error)
{
  for (guint i = 0; i < json_array_get_length (sizes); i++)
    {
      gsize    n_bytes = (gsize) tl_max (json_array_get_int_element (sizes, i), 1);
      gpointer buffer = arguments->api->alloc (arguments->device, n_bytes, error);

      if (buffer == NULL)
        return FALSE;
      prepared->n_bytes[prepared->n_prepared] = n_bytes;
      prepared->args[prepared->n_constants + prepared->n_prepared] = buffer;
      prepared->buffers[arguments->n + prepared->n_prepared++] = buffer;
    }
  return TRUE;
}

/* The last @size bytes. */
static GBytes *
take_code (GBytes **code, gsize size)
{
  gsize   rest = g_bytes_get_size (*code) - size;
  GBytes *own = g_bytes_new_from_bytes (*code, rest, size), *first = g_bytes_new_from_bytes (*code, 0, rest);

  g_bytes_unref (*code);
  *code = first;
  return own;
}

gboolean
tl_prepared_load (TlPrepared *prepared, JsonObject *described, const TlArguments *arguments, GBytes **code, GError **error)
{
  JsonNode   *node = json_object_get_member (described, "setup");
  JsonObject *setup = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonArray  *constants = setup != NULL ? numbers_of (setup, "constants") : NULL;
  JsonArray  *sizes = setup != NULL ? numbers_of (setup, "prepared") : NULL;
  gint64      size = setup != NULL ? tl_json_int (setup, "size", 0) : 0;
  g_autoptr (GBytes) own = NULL;

  if (setup == NULL)
    return TRUE;
  if (constants == NULL || sizes == NULL || size <= 0 || size > (gint64) g_bytes_get_size (*code))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "malformed request: its setup");
  own = take_code (code, (gsize) size);
  prepared->args = g_new0 (gpointer, json_array_get_length (constants) + json_array_get_length (sizes) + 1);
  prepared->buffers = g_new0 (gpointer, arguments->n + json_array_get_length (sizes) + 1);
  prepared->n_bytes = g_new0 (gsize, json_array_get_length (sizes) + 1);
  for (guint i = 0; i < arguments->n; i++)
    prepared->buffers[i] = arguments->buffers[i];
  if (!take_constants (prepared, constants, arguments))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "malformed request: the constants of its setup");
  if (!alloc_prepared (prepared, sizes, arguments, error))
    return FALSE;
  prepared->program = arguments->api->load (arguments->device, own, error);
  return prepared->program != NULL;
}

gboolean
tl_prepared_run (const TlPrepared *prepared, const TlArguments *arguments, GError **error)
{
  return prepared->program == NULL
         || (arguments->api->launch (arguments->device, prepared->program, prepared->args, error)
             && arguments->api->sync (arguments->device, error));
}

void
tl_prepared_clear (TlPrepared *prepared, const TlArguments *arguments)
{
  if (prepared->program != NULL)
    arguments->api->unload (arguments->device, prepared->program);
  for (guint i = 0; i < prepared->n_prepared; i++)
    arguments->api->release (arguments->device, prepared->args[prepared->n_constants + i], prepared->n_bytes[i]);
  g_free (prepared->args);
  g_free (prepared->buffers);
  g_free (prepared->n_bytes);
  *prepared = (TlPrepared) { NULL };
}
