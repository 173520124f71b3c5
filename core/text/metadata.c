/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/metadata-private.h"

#include <string.h>

#define MAGIC G_GUINT64_CONSTANT (0xDD5E40F096B4A13F)

/* The part of the header that has a fixed size; little-endian, as all hosts are. Then come the sizes, the number of bytes, the bytes. */
typedef struct __attribute__ ((packed))
{
  guint64 magic, reserved;
  gint32  device, device_id, n_dims;
  guint8  code, bits;
  guint16 lanes;
} BlobHead;

/* By TVM's code. */
static const guint8 codes[] = { TL_TYPE_INT, TL_TYPE_UINT, TL_TYPE_FLOAT, TL_TYPE_HANDLE, TL_TYPE_BFLOAT, TL_TYPE_HANDLE, TL_TYPE_BOOL };

static gboolean
blob_dtype (const BlobHead *head, TlDType *dtype)
{
  if (head->code >= G_N_ELEMENTS (codes) || codes[head->code] == TL_TYPE_HANDLE || head->lanes != 1)
    return FALSE;
  *dtype = TL_DTYPE (codes[head->code], head->bits);
  /* Old versions store truth values as integers of one bit. */
  if (head->bits == 1 || dtype->code == TL_TYPE_BOOL)
    *dtype = TL_BOOL;
  return head->bits == 1 || head->bits == 8 || head->bits == 16 || head->bits == 32 || head->bits == 64;
}

static TlTensor *
tensor_of_bytes (const guchar *blob, gsize length)
{
  gsize     at = sizeof (BlobHead);
  gint64    shape[TL_TENSOR_MAX_DIMS], n_bytes;
  TlTensor *tensor;
  BlobHead  head;
  TlDType   dtype;

  if (length < at)
    return NULL;
  memcpy (&head, blob, at);
  if (head.magic != MAGIC || head.n_dims < 0 || head.n_dims > TL_TENSOR_MAX_DIMS || !blob_dtype (&head, &dtype)
      || length < at + 8 * ((gsize) head.n_dims + 1))
    return NULL;
  memcpy (shape, blob + at, 8 * (gsize) head.n_dims);
  at += 8 * (gsize) head.n_dims;
  memcpy (&n_bytes, blob + at, 8);
  at += 8;
  for (gint32 i = 0; i < head.n_dims; i++)
    if (shape[i] < 0 || shape[i] > (gint64) length)
      return NULL;
  if (n_bytes < 0 || (gsize) n_bytes != length - at)
    return NULL;
  tensor = tl_tensor_new (dtype, shape, (guint) head.n_dims, FALSE, NULL);
  if (tensor != NULL && tensor->n_bytes == (gsize) n_bytes)
    memcpy (tensor->data, blob + at, tensor->n_bytes);
  else
    g_clear_pointer (&tensor, tl_tensor_unref);
  return tensor;
}

TlTensor *
tl_metadata_tensor (const char *base64)
{
  gsize              length;
  g_autofree guchar *blob = g_base64_decode (base64, &length);

  return tensor_of_bytes (blob, length);
}

char *
tl_metadata_blob (const TlTensor *tensor)
{
  g_autoptr (GByteArray) blob = g_byte_array_new ();
  BlobHead               head = { .magic = MAGIC, .device = 1, .n_dims = (gint32) tensor->n_dims, .lanes = 1 };
  gint64                 n_bytes = (gint64) tensor->n_bytes;

  while (head.code < G_N_ELEMENTS (codes) - 1 && codes[head.code] != tensor->dtype.code)
    head.code++;
  head.bits = tensor->dtype.bits;
  g_byte_array_append (blob, (const guint8 *) &head, sizeof head);
  g_byte_array_append (blob, (const guint8 *) tensor->shape, 8 * tensor->n_dims);
  g_byte_array_append (blob, (const guint8 *) &n_bytes, sizeof n_bytes);
  g_byte_array_append (blob, tensor->data, (guint) tensor->n_bytes);
  return g_base64_encode (blob->data, blob->len);
}
