/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constants of a text as TVM's JSON: a list of nodes that refer to each other by number. Each tensor has its type, whose shape is a
 * node for each size, and its bytes in base64.
 */
#include "core/text/printer-relax-private.h"

#include <string.h>

#include "core/text/metadata-private.h"

typedef struct
{
  GString *out;
  guint    n;       /* nodes so far */
} NodeWriter;

/* The number of the node. */
G_GNUC_PRINTF (3, 4)
static guint
node (NodeWriter *writer, const char *type, const char *format, ...)
{
  va_list args;

  g_string_append_printf (writer->out, "%s\n    {\n      \"type\": \"%s\"", writer->n > 0 ? "," : "", type);
  if (format != NULL)
    {
      g_string_append (writer->out, ",\n      \"data\": ");
      va_start (args, format);
      g_string_append_vprintf (writer->out, format, args);
      va_end (args);
    }
  g_string_append (writer->out, "\n    }");
  return writer->n++;
}

static guint
list (NodeWriter *writer, const char *type, const guint *items, guint n)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", items[i]);
  g_string_append_c (text, ']');
  return node (writer, type, "%s", text->str);
}

static guint
write_constant (NodeWriter *writer, const TlTensor *tensor, guint none, guint int64)
{
  g_autofree char *blob = tl_metadata_blob (tensor);
  guint            sizes[TL_TENSOR_MAX_DIMS], values, shape_type, shape, dtype, type, data;

  for (guint i = 0; i < tensor->n_dims; i++)
    {
      guint number = node (writer, "int", "%" G_GINT64_FORMAT, tensor->shape[i]);

      sizes[i] = node (writer, "ir.IntImm", "{\"span\": %u, \"ty\": %u, \"value\": %u}", none, int64, number);
    }
  values = list (writer, "ffi.Array", sizes, tensor->n_dims);
  shape_type = node (writer, "relax.ShapeType", "{\"span\": %u, \"values\": %u, \"ndim\": %u}", none, values, tensor->n_dims);
  shape = node (writer, "relax.expr.ShapeExpr", "{\"span\": %u, \"ty\": %u, \"values\": %u}", none, shape_type, values);
  dtype = node (writer, "ir.PrimType", "{\"span\": %u, \"dtype\": \"%s\"}", none, tl_dtype_name (tensor->dtype));
  type = node (writer, "relax.TensorType", "{\"span\": %u, \"shape\": %u, \"dtype\": %u, \"vdevice\": %u, \"ndim\": %u}", none, shape,
               dtype, none, tensor->n_dims);
  data = node (writer, "ffi.Tensor", "\"%s\"", blob);
  return node (writer, "ir.GenericConst", "{\"span\": %u, \"ty\": %u, \"value\": %u}", none, type, data);
}

/* The line as text of Python, whose quotes are escaped. */
char *
tl_metadata_line (const GPtrArray *constants, TlDialect dialect)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree guint   *numbers = g_new (guint, constants->len);
  GString            *line = g_string_new ("metadata = tvm.ir.load_json(\"\"\"");
  NodeWriter              writer = { json, 0 };
  guint               key, none, int64, items, root;

  key = node (&writer, "ffi.String", "\"%s\"", dialect == TL_DIALECT_CLASSIC ? "relax.expr.Constant" : "ir.GenericConst");
  none = node (&writer, "None", NULL);
  int64 = node (&writer, "ir.PrimType", "{\"span\": %u, \"dtype\": \"int64\"}", none);
  for (guint i = 0; i < constants->len; i++)
    numbers[i] = write_constant (&writer, constants->pdata[i], none, int64);
  items = list (&writer, "ffi.Array", numbers, constants->len);
  root = list (&writer, "ffi.Map", (const guint[]) { key, items }, 2);
  g_string_append_printf (line, "{\n  \\\"root_index\\\": %u,\n  \\\"nodes\\\": [", root);
  for (const char *at = json->str; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (line, '\\');
      g_string_append_c (line, *at);
    }
  g_string_append (line, "\n  ],\n  \\\"metadata\\\": {\n    \\\"tvm_version\\\": \\\"0.27.0\\\"\n  }\n}\"\"\")\n");
  return g_string_free (line, FALSE);
}
