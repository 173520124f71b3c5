/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Large and shared tensors are mappings that start on a huge-page boundary, because small pages cost generated code several percent
 * and page walks would add noise to every measurement; the rest are cache-line aligned heap blocks.
 */
#include "core/device/tensor.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/half.h"

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define MAPPED_FROM_BYTES ((gsize) 1 << 20)
#define LINE_BYTES 64u
#define MAX_TENSOR_BYTES ((gsize) 1 << 42)

static gboolean
is_mapped (gsize n_bytes, gboolean shared)
{
  return shared || n_bytes >= MAPPED_FROM_BYTES;
}

static gsize
mapped_bytes (gsize n_bytes)
{
  return (MAX (n_bytes, 1) + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
}

/* Maps one huge page more than needed and gives back what lies before and behind the aligned part. */
static gpointer
map_aligned (gsize n_bytes, gboolean shared)
{
  char *raw = mmap (NULL, n_bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | (shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
  gsize before;

  if (raw == MAP_FAILED)
    return NULL;
  before = (HUGE_PAGE_BYTES - (gsize) raw % HUGE_PAGE_BYTES) % HUGE_PAGE_BYTES;
  if (before > 0)
    munmap (raw, before);
  munmap (raw + before + n_bytes, HUGE_PAGE_BYTES - before);
  /* Refused where huge pages are switched off: then the mapping is only aligned. */
  madvise (raw + before, n_bytes, MADV_HUGEPAGE);
  return raw + before;
}

gpointer
tl_host_memory_new (gsize n_bytes, gboolean shared)
{
  gpointer data = NULL;

  if (is_mapped (n_bytes, shared))
    return map_aligned (mapped_bytes (n_bytes), shared);
  if (posix_memalign (&data, LINE_BYTES, MAX (n_bytes, LINE_BYTES)) != 0)
    return NULL;
  return memset (data, 0, MAX (n_bytes, LINE_BYTES));
}

void
tl_host_memory_free (gpointer memory, gsize n_bytes, gboolean shared)
{
  if (is_mapped (n_bytes, shared))
    munmap (memory, mapped_bytes (n_bytes));
  else
    free (memory);
}

/* FALSE if the product overflows what a tensor may be. */
static gboolean
count_elements (TlTensor *tensor, const gint64 *shape, guint n_dims)
{
  gsize element = tl_dtype_bytes (tensor->dtype);

  tensor->n_elements = 1;
  for (guint i = 0; i < n_dims; i++)
    {
      if (shape[i] < 0 || __builtin_mul_overflow (tensor->n_elements, shape[i], &tensor->n_elements))
        return FALSE;
      tensor->shape[i] = shape[i];
    }
  tensor->n_dims = n_dims;
  return !__builtin_mul_overflow ((gsize) tensor->n_elements, element, &tensor->n_bytes) && tensor->n_bytes <= MAX_TENSOR_BYTES;
}

static char *
format_shape (const gint64 *shape, guint n_dims)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_dims; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", shape[i]);
  return g_string_free (text, FALSE);
}

TlTensor *
tl_tensor_new (TlDType dtype, const gint64 *shape, guint n_dims, gboolean shared, GError **error)
{
  TlTensor *tensor = g_new0 (TlTensor, 1);

  g_assert (n_dims <= TL_TENSOR_MAX_DIMS);
  if (!tl_dtype_is_computable (dtype))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "tensors of type %s are not supported", tl_dtype_name (dtype));
      g_free (tensor);
      return NULL;
    }
  tensor->ref_count = 1;
  tensor->dtype = dtype;
  tensor->is_shared = shared;
  if (count_elements (tensor, shape, n_dims))
    tensor->data = tl_host_memory_new (tensor->n_bytes, shared);
  if (tensor->data == NULL)
    {
      g_autofree char *shape_text = format_shape (shape, n_dims);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory for a %s tensor of shape (%s)", tl_dtype_name (dtype), shape_text);
      g_free (tensor);
      return NULL;
    }
  return tensor;
}

TlTensor *
tl_tensor_ref (TlTensor *tensor)
{
  g_atomic_int_inc (&tensor->ref_count);
  return tensor;
}

void
tl_tensor_unref (TlTensor *tensor)
{
  if (!g_atomic_int_dec_and_test (&tensor->ref_count))
    return;
  if (!tensor->is_borrowed)
    tl_host_memory_free (tensor->data, tensor->n_bytes, tensor->is_shared);
  g_free (tensor);
}

TlTensor *
tl_tensor_new_on (const TlTensor *like, gpointer data)
{
  TlTensor *tensor = g_memdup2 (like, sizeof *like);

  tensor->ref_count = 1;
  tensor->data = data;
  tensor->is_shared = FALSE;
  tensor->is_borrowed = TRUE;
  return tensor;
}

TlTensor *
tl_tensor_dup (const TlTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  TlTensor *copy = tl_tensor_new (tensor->dtype, tensor->shape, tensor->n_dims, tensor->is_shared, &error);

  if (copy == NULL)
    g_error ("%s", error->message);
  memcpy (copy->data, tensor->data, tensor->n_bytes);
  return copy;
}

static double
random_value (TlDType dtype, TlRandom *random)
{
  if (dtype.code == TL_TYPE_BOOL)
    return (double) (tl_random_next (random) & 1);
  if (dtype.code == TL_TYPE_INT)
    return (double) tl_random_below (random, 16) - 8;
  if (dtype.code == TL_TYPE_UINT)
    return (double) tl_random_below (random, 16);
  return tl_random_unit (random) * 2 - 1;
}

void
tl_tensor_fill_random (TlTensor *tensor, guint64 seed)
{
  TlRandom random = tl_random_seeded (seed);
  gint64   n = tensor->n_elements * tensor->dtype.lanes;

  for (gint64 i = 0; i < n; i++)
    tl_tensor_set (tensor, i, random_value (tensor->dtype, &random));
}

double
tl_tensor_get (const TlTensor *tensor, gint64 index)
{
  switch (tensor->dtype.code)
    {
    case TL_TYPE_BFLOAT:
      return tl_bfloat_to_double (((const guint16 *) tensor->data)[index]);
    case TL_TYPE_FLOAT:
      if (tensor->dtype.bits == 16)
        return tl_half_to_double (((const guint16 *) tensor->data)[index]);
      return tensor->dtype.bits == 32 ? (double) ((const float *) tensor->data)[index] : ((const double *) tensor->data)[index];
    case TL_TYPE_UINT:
      return tensor->dtype.bits == 64 ? (double) ((const guint64 *) tensor->data)[index] : (double) tl_tensor_get_int (tensor, index);
    default:
      return (double) tl_tensor_get_int (tensor, index);
    }
}

static void
set_int (const TlTensor *tensor, gint64 index, gint64 value)
{
  switch (tensor->dtype.bits)
    {
    case 8:
      ((guint8 *) tensor->data)[index] = tensor->dtype.code == TL_TYPE_BOOL ? value != 0 : (guint8) value;
      break;
    case 16:
      ((guint16 *) tensor->data)[index] = (guint16) value;
      break;
    case 32:
      ((guint32 *) tensor->data)[index] = (guint32) value;
      break;
    default:
      ((gint64 *) tensor->data)[index] = value;
      break;
    }
}

void
tl_tensor_set (TlTensor *tensor, gint64 index, double value)
{
  switch (tensor->dtype.code)
    {
    case TL_TYPE_BFLOAT:
      ((guint16 *) tensor->data)[index] = tl_bfloat_from_double (value);
      break;
    case TL_TYPE_FLOAT:
      if (tensor->dtype.bits == 16)
        ((guint16 *) tensor->data)[index] = tl_half_from_double (value);
      else if (tensor->dtype.bits == 32)
        ((float *) tensor->data)[index] = (float) value;
      else
        ((double *) tensor->data)[index] = value;
      break;
    default:
      set_int (tensor, index, tl_int64_from_double (value));
      break;
    }
}

gint64
tl_tensor_get_int (const TlTensor *tensor, gint64 index)
{
  gboolean is_signed = tensor->dtype.code == TL_TYPE_INT;

  if (tl_dtype_is_float (tensor->dtype))
    return tl_int64_from_double (tl_tensor_get (tensor, index));
  switch (tensor->dtype.bits)
    {
    case 8:
      return is_signed ? ((const gint8 *) tensor->data)[index] : ((const guint8 *) tensor->data)[index];
    case 16:
      return is_signed ? ((const gint16 *) tensor->data)[index] : ((const guint16 *) tensor->data)[index];
    case 32:
      return is_signed ? ((const gint32 *) tensor->data)[index] : (gint64) ((const guint32 *) tensor->data)[index];
    default:
      return ((const gint64 *) tensor->data)[index];
    }
}
