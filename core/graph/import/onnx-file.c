/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From bytes to messages. protobuf-c checks the bounds of everything, but neither texts nor how deep messages are nested, which it reads by
 * recursion; and it merges messages that stand twice in quadratic time. check_message () refuses all that before.
 */
#include "core/base/error.h"
#include "core/graph/import/onnx-file-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/ir/relax-op.h"

#define MAX_DEPTH        64u
#define MAX_MODEL_BYTES  ((gsize) G_MAXINT32)    /* protobuf's own limit */
#define BLOCK_ALIGNMENT  64u
#define ALIGNED_FROM     1024u

/* The bytes of a message that were not looked at. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
} Wire;

typedef enum
{
  WIRE_VARINT = 0,
  WIRE_64_BITS = 1,
  WIRE_BLOCK = 2,
  WIRE_32_BITS = 5,
} WireType;

static gboolean
take_varint (Wire *wire, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && wire->at < wire->end; shift += 7)
    {
      guint8 byte = *wire->at++;

      *value |= (guint64) (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
take_bytes (Wire *wire, guint64 n, Wire *block)
{
  if (n > (guint64) (wire->end - wire->at))
    return FALSE;
  *block = (Wire) { wire->at, wire->at + n };
  wire->at += n;
  return TRUE;
}

/* The next field: its number, its type, and its bytes if it is a block. FALSE if the file is damaged here. */
static gboolean
take_field (Wire *wire, guint *number, WireType *type, Wire *block)
{
  guint64 key, value;

  if (!take_varint (wire, &key) || key >> 3 > G_MAXINT32)
    return FALSE;
  *number = (guint) (key >> 3);
  *type = (WireType) (key & 7);
  switch (*type)
    {
    case WIRE_VARINT:
      return take_varint (wire, &value);
    case WIRE_64_BITS:
      return take_bytes (wire, 8, block);
    case WIRE_32_BITS:
      return take_bytes (wire, 4, block);
    case WIRE_BLOCK:
      return take_varint (wire, &value) && take_bytes (wire, value, block);
    }
  return FALSE;
}

static gboolean check_message (const ProtobufCMessageDescriptor *message, Wire wire, guint depth, GError **error);

static gboolean
check_block (const ProtobufCFieldDescriptor *field, Wire block, guint depth, gboolean is_first, GError **error)
{
  if (field->type == PROTOBUF_C_TYPE_STRING && !g_utf8_validate_len ((const char *) block.at, (gsize) (block.end - block.at), NULL))
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "a text of the model (%s) is not UTF-8", field->name);
  if (field->type != PROTOBUF_C_TYPE_MESSAGE)
    return TRUE;
  if (field->label != PROTOBUF_C_LABEL_REPEATED && !is_first)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "a part of the model has two of %s", field->name);
  if (depth == MAX_DEPTH)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "parts of the model are nested more than %u deep", MAX_DEPTH);
  return check_message (field->descriptor, block, depth + 1, error);
}

static gboolean
check_message (const ProtobufCMessageDescriptor *message, Wire wire, guint depth, GError **error)
{
  guint64 seen = 0;    /* fields of the message; none of ONNX has more */

  while (wire.at < wire.end)
    {
      const ProtobufCFieldDescriptor *field;
      WireType type;
      Wire     block;
      guint    number;
      guint64  bit;

      if (!take_field (&wire, &number, &type, &block))
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the file is cut off or damaged, or no ONNX model");
      field = type == WIRE_BLOCK ? protobuf_c_message_descriptor_get_field (message, number) : NULL;
      if (field == NULL)
        continue;
      bit = (guint64) 1 << (field - message->fields) % 64;
      if (!check_block (field, block, depth, (seen & bit) == 0, error))
        return FALSE;
      seen |= bit;
    }
  return TRUE;
}

static void *
aligned_alloc_of (void *data, size_t n_bytes)
{
  gpointer block = NULL;

  if (n_bytes < ALIGNED_FROM)
    return g_try_malloc (MAX (n_bytes, (size_t) 1));
  return posix_memalign (&block, BLOCK_ALIGNMENT, n_bytes) == 0 ? block : NULL;
}

static void
free_of (void *data, void *block)
{
  free (block);
}

static ProtobufCAllocator allocator = { .alloc = aligned_alloc_of, .free = free_of };

static void
free_model (gpointer model)
{
  onnx__model_proto__free_unpacked (model, &allocator);
}

const Onnx__ModelProto *
onnx_unpack (TlArena *arena, GBytes *bytes, GError **error)
{
  gsize             n;
  const guint8     *data = g_bytes_get_data (bytes, &n);
  Onnx__ModelProto *model;

  if (n > MAX_MODEL_BYTES)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED,
                         "the model has %" G_GSIZE_FORMAT " bytes; 2 GiB is the most, weights can be in files beside it", n);
  if (!check_message (&onnx__model_proto__descriptor, (Wire) { data, data + n }, 0, error))
    return NULL;
  model = onnx__model_proto__unpack (&allocator, n, data);
  if (model == NULL)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the file is damaged, or no ONNX model");
  tl_arena_own (arena, model, free_model);
  if (model->graph == NULL)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the file has no graph: no ONNX model");
  return model;
}
