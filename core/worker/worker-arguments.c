/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments on a device. */
#include "core/worker/worker-private.h"

void
tl_arguments_free (gpointer data)
{
  TlArguments *arguments = data;

  for (guint i = 0; i < arguments->n; i++)
    if (arguments->buffers[i] != NULL)
      arguments->api->release (arguments->device, arguments->buffers[i], ((const TlTensor *) arguments->host->pdata[i])->n_bytes);
  if (arguments->device != NULL)
    arguments->api->close (arguments->device);
  g_ptr_array_unref (arguments->host);
  g_free (arguments->buffers);
  g_free (arguments->name);
  g_free (arguments);
}

/* Where the host cannot see the buffer, a tensor of its own takes the results. */
static TlTensor *
host_side (TlArguments *arguments, const TlTensor *input, gpointer buffer, GError **error)
{
  gpointer mapped = arguments->api->map (arguments->device, buffer);

  return mapped != NULL ? tl_tensor_new_on (input, mapped) : tl_tensor_new (input->dtype, input->shape, input->n_dims, FALSE, error);
}

static gboolean
alloc_buffers (TlArguments *arguments, const TlWorkload *workload, GError **error)
{
  arguments->buffers = g_new0 (gpointer, workload->inputs->len + 1);
  for (guint i = 0; i < workload->inputs->len; i++)
    {
      const TlTensor *input = workload->inputs->pdata[i];
      gpointer        buffer = arguments->api->alloc (arguments->device, input->n_bytes, error);
      TlTensor       *host = buffer != NULL ? host_side (arguments, input, buffer, error) : NULL;

      if (host == NULL)
        {
          if (buffer != NULL)
            arguments->api->release (arguments->device, buffer, input->n_bytes);
          return FALSE;
        }
      arguments->buffers[arguments->n++] = buffer;
      g_ptr_array_add (arguments->host, host);
    }
  return TRUE;
}

static TlArguments *
make_arguments (const TlWorkload *workload, const char *name, GError **error)
{
  guint              ordinal;
  const TlDeviceApi *api = tl_worker_device_find (name, &ordinal, error);
  TlArguments       *arguments;

  if (api == NULL)
    return NULL;
  arguments = g_new0 (TlArguments, 1);
  arguments->name = g_strdup (name);
  arguments->api = api;
  arguments->host = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  arguments->device = api->open (ordinal, error);
  if (arguments->device != NULL && alloc_buffers (arguments, workload, error))
    return arguments;
  tl_arguments_free (arguments);
  return NULL;
}

TlArguments *
tl_arguments_get (TlWorkload *workload, const char *device, GError **error)
{
  const char  *name = device != NULL ? device : "cpu";
  TlArguments *made;

  for (guint i = 0; i < workload->arguments->len; i++)
    if (g_str_equal (((const TlArguments *) workload->arguments->pdata[i])->name, name))
      return workload->arguments->pdata[i];
  made = make_arguments (workload, name, error);
  if (made != NULL)
    g_ptr_array_add (workload->arguments, made);
  return made;
}

gboolean
tl_arguments_restore (TlArguments *arguments, const TlWorkload *workload, GError **error)
{
  for (guint i = 0; i < arguments->n; i++)
    {
      const TlTensor *input = workload->inputs->pdata[i];

      if (!arguments->api->copy (arguments->device, TL_COPY_TO_DEVICE, arguments->buffers[i], input->data, input->n_bytes, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_arguments_fetch (TlArguments *arguments, GError **error)
{
  for (guint i = 0; i < arguments->n; i++)
    {
      TlTensor *host = arguments->host->pdata[i];

      if (!host->is_borrowed
          && !arguments->api->copy (arguments->device, TL_COPY_TO_HOST, arguments->buffers[i], host->data, host->n_bytes, error))
        return FALSE;
    }
  return TRUE;
}
