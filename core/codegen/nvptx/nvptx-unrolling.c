/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NVIDIA's assembler unrolls loops whose counts it knows, in the hope that arrays of a thread become registers. Where these are more bytes
 * than a thread has registers, the hope is vain, and of a nest of such loops it does not come to an end: a 1024 matmul whose tile has
 * 8192 bytes takes it more than 100 s, and 0.6 s if it leaves the loops alone.
 */
#include <string.h>

#include "core/codegen/nvptx/nvptx-private.h"

#define REGISTER_BYTES 1020u   /* 255 registers of 4 bytes */
#define DEPOT          "__local_depot"

/* The bytes that the kernel whose body begins at @body keeps in the memory of a thread. */
static guint64
local_bytes (const char *body)
{
  const char *end = strstr (body, "\n}"), *depot = g_strstr_len (body, end != NULL ? end - body : -1, DEPOT);
  const char *bracket = depot != NULL ? strchr (depot, '[') : NULL;

  return bracket != NULL ? g_ascii_strtoull (bracket + 1, NULL, 10) : 0;
}

GBytes *
nvptx_bound_unrolling (GBytes *assembly)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  GString    *out = g_string_new (NULL);
  const char *rest = text;

  for (const char *body = strstr (text, "\n{"); body != NULL; body = strstr (body + 1, "\n{"))
    if (local_bytes (body) > REGISTER_BYTES)
      {
        g_string_append_len (out, rest, body - rest);
        g_string_append (out, "\n.pragma \"nounroll\";");
        rest = body;
      }
  g_string_append (out, rest);
  g_bytes_unref (assembly);
  return g_string_free_to_bytes (out);
}
