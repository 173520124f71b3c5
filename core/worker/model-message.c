/* SPDX-License-Identifier: Apache-2.0 */
/* Calls as arrays of numbers: the kernel, then for each argument region, offset and bytes. */
#include "core/worker/model-message.h"

#include "core/base/extremum.h"
#include "core/base/json-members.h"

#define FILE_ALIGNMENT     (G_GINT64_CONSTANT (64) << 10)   /* of regions, a multiple of every page size */
#define NUMBERS_OF_A_PLACE 3u

gint64
tl_model_file_offset (const gint64 *n_bytes, TlMemoryRegion region)
{
  gint64 offset = 0;

  for (guint i = 0; i < region; i++)
    offset += (n_bytes[i] + FILE_ALIGNMENT - 1) / FILE_ALIGNMENT * FILE_ALIGNMENT;
  return offset;
}

gsize
tl_model_file_bytes (const gint64 *n_bytes)
{
  return (gsize) tl_max (1, tl_model_file_offset (n_bytes, TL_REGION_ARENA));
}

static void
add_place (JsonArray *numbers, const TlPlace *place)
{
  json_array_add_int_element (numbers, place->region);
  json_array_add_int_element (numbers, place->offset);
  json_array_add_int_element (numbers, place->n_bytes);
}

static JsonArray *
new_array (JsonObject *header, const char *name)
{
  JsonArray *array = json_array_new ();

  json_object_set_array_member (header, name, array);
  return array;
}

static void
add_calls (JsonArray *array, const GPtrArray *calls)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const TlKernelCall *call = calls->pdata[i];
      JsonArray          *numbers = json_array_new ();

      json_array_add_int_element (numbers, call->kernel);
      for (guint k = 0; k < call->n_args; k++)
        add_place (numbers, &call->args[k]);
      json_array_add_array_element (array, numbers);
    }
}

void
tl_header_set_model (JsonObject *header, const TlExecutable *executable)
{
  JsonArray *copies = new_array (header, "copies"), *regions = new_array (header, "regions");

  json_object_set_int_member (header, "n_kernels", executable->kernels->len);
  for (guint i = 0; i < TL_N_REGIONS; i++)
    json_array_add_int_element (regions, executable->n_bytes[i]);
  add_calls (new_array (header, "calls"), executable->calls);
  add_calls (new_array (header, "setup"), executable->setup);
  for (guint i = 0; i < executable->copies->len; i++)
    {
      const TlResultCopy *copy = &g_array_index (executable->copies, TlResultCopy, i);
      JsonArray          *numbers = json_array_new ();

      add_place (numbers, &copy->from);
      add_place (numbers, &copy->to);
      json_array_add_array_element (copies, numbers);
    }
}

/* --- reading --- */

/* NULL if there is none of that name. */
static JsonArray *
array_of (JsonObject *header, const char *name)
{
  JsonNode *node = json_object_get_member (header, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static JsonArray *
array_at (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
number_at (JsonArray *numbers, guint index, gint64 *number)
{
  JsonNode *node = index < json_array_get_length (numbers) ? json_array_get_element (numbers, index) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  *number = json_node_get_int (node);
  return TRUE;
}

static gboolean
place_at (JsonArray *numbers, guint index, const gint64 *n_bytes, TlPlace *place)
{
  gint64 region;

  if (!number_at (numbers, index, &region) || !number_at (numbers, index + 1, &place->offset)
      || !number_at (numbers, index + 2, &place->n_bytes) || region < 0 || region >= TL_N_REGIONS)
    return FALSE;
  place->region = (TlMemoryRegion) region;
  return place->offset >= 0 && place->n_bytes >= 0 && place->n_bytes <= n_bytes[region]
         && place->offset <= n_bytes[region] - place->n_bytes;
}

static void
call_free (gpointer data)
{
  TlKernelCall *call = data;

  g_free (call->args);
  g_free (call);
}

static gboolean
read_call (JsonArray *numbers, const TlModelCalls *calls, GPtrArray *list)
{
  guint         n = numbers != NULL ? json_array_get_length (numbers) : 0;
  gint64        kernel;
  TlKernelCall *call;

  if (n % NUMBERS_OF_A_PLACE != 1 || !number_at (numbers, 0, &kernel) || kernel < 0 || kernel >= calls->n_kernels)
    return FALSE;
  call = g_new0 (TlKernelCall, 1);
  g_ptr_array_add (list, call);
  call->kernel = (guint) kernel;
  call->n_args = n / NUMBERS_OF_A_PLACE;
  call->args = g_new0 (TlPlace, call->n_args + 1);
  for (guint i = 0; i < call->n_args; i++)
    if (!place_at (numbers, 1 + i * NUMBERS_OF_A_PLACE, calls->n_bytes, &call->args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_calls (JsonArray *array, const TlModelCalls *calls, GPtrArray *list)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_call (array_at (array, i), calls, list))
      return FALSE;
  return TRUE;
}

static gboolean
read_copy (JsonArray *numbers, TlModelCalls *calls)
{
  TlResultCopy copy;

  if (numbers == NULL || !place_at (numbers, 0, calls->n_bytes, &copy.from)
      || !place_at (numbers, NUMBERS_OF_A_PLACE, calls->n_bytes, &copy.to) || copy.from.n_bytes != copy.to.n_bytes)
    return FALSE;
  g_array_append_val (calls->copies, copy);
  return TRUE;
}

gboolean
tl_header_get_model (JsonObject *header, TlModelCalls *calls)
{
  JsonArray *items = array_of (header, "calls"), *setup = array_of (header, "setup");
  JsonArray *copies = array_of (header, "copies"), *regions = array_of (header, "regions");
  gint64     n_kernels = tl_json_int (header, "n_kernels", -1);
  gboolean   ok = items != NULL && setup != NULL && copies != NULL && regions != NULL && n_kernels >= 0 && n_kernels <= G_MAXINT;

  *calls = (TlModelCalls) {
    .calls = g_ptr_array_new_with_free_func (call_free), .setup = g_ptr_array_new_with_free_func (call_free),
    .copies = g_array_new (FALSE, FALSE, sizeof (TlResultCopy)),
    .n_kernels = ok ? (guint) n_kernels : 0,
  };
  for (guint i = 0; ok && i < TL_N_REGIONS; i++)
    ok = number_at (regions, i, &calls->n_bytes[i]) && calls->n_bytes[i] >= 0;
  ok = ok && read_calls (items, calls, calls->calls) && read_calls (setup, calls, calls->setup);
  for (guint i = 0; ok && i < json_array_get_length (copies); i++)
    ok = read_copy (array_at (copies, i), calls);
  return ok;
}

void
tl_model_calls_clear (TlModelCalls *calls)
{
  g_clear_pointer (&calls->calls, g_ptr_array_unref);
  g_clear_pointer (&calls->setup, g_ptr_array_unref);
  g_clear_pointer (&calls->copies, g_array_unref);
}
