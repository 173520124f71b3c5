/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of many nests. */
#pragma once

#include <glib.h>

/* @n nests of two loops of @extent each: S0 reads A and writes T0, which S1 reads, and so on; the last writes C. Free with g_free. */
static inline char *
chain_program (guint n, guint extent)
{
  g_autofree char    *shape = g_strdup_printf ("(%u, %u)", extent, extent);
  g_autoptr (GString) text = g_string_new ("from tvm.script import tir as T\n@T.prim_func\n");

  g_string_append_printf (text, "def nests(A: T.Buffer(%s, \"float32\"), C: T.Buffer(%s, \"float32\")):\n", shape, shape);
  for (guint i = 0; i + 1 < n; i++)
    g_string_append_printf (text, "    T%u = T.alloc_buffer(%s, \"float32\")\n", i, shape);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *from = i == 0 ? g_strdup ("A") : g_strdup_printf ("T%u", i - 1);
      g_autofree char *to = i + 1 == n ? g_strdup ("C") : g_strdup_printf ("T%u", i);

      g_string_append_printf (text,
                              "    for i%u, j%u in T.grid%s:\n"
                              "        with T.block(\"S%u\"):\n"
                              "            vi, vj = T.axis.remap(\"SS\", [i%u, j%u])\n"
                              "            %s[vi, vj] = %s[vi, vj] * T.float32(2)\n",
                              i, i, shape, i, i, i, to, from);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
