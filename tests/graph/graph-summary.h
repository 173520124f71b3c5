/* SPDX-License-Identifier: Apache-2.0 */
/* Graph functions in a few words, for comparison with tables. */
#pragma once

#include "core/ir/module.h"

static inline void
append_type (GString *text, const TlRelaxType *type)
{
  if (type->kind == TL_RELAX_TYPE_TUPLE)
    {
      for (guint i = 0; i < type->n_fields; i++)
        {
          g_string_append (text, i > 0 ? ", " : "");
          append_type (text, type->fields[i]);
        }
      return;
    }
  g_string_append_printf (text, "%s (", type->kind == TL_RELAX_TYPE_TENSOR ? tl_dtype_name (type->dtype) : "?");
  for (int i = 0; i < type->n_dims; i++)
    {
      const TlExpr *dim = type->dims ? type->dims[i] : NULL;
      gint64        size;

      g_string_append (text, i > 0 ? ", " : "");
      if (tl_expr_get_int (dim, &size))
        g_string_append_printf (text, "%" G_GINT64_FORMAT, size);
      else if (dim && dim->kind == TL_EXPR_VAR)
        g_string_append (text, dim->name);
      else
        g_string_append_c (text, '?');
    }
  g_string_append_c (text, ')');
}

/* "float32 (2, 3)": of a value. */
static inline char *
type_text (const TlRelaxType *type)
{
  GString *text = g_string_new (NULL);

  append_type (text, type);
  return g_string_free (text, FALSE);
}

/* "float32 (2, 3), int64 (4)": of the function's results. */
static inline char *
result_types (const TlGraphFunc *func)
{
  return type_text (func->result_type);
}

/* "permute_dims matmul add": the operators that are called, in order. */
static inline char *
called_operators (const TlGraphFunc *func)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < func->body.n_blocks; i++)
    for (guint j = 0; j < func->body.blocks[i].n_bindings; j++)
      {
        const TlRelaxExpr *value = func->body.blocks[i].bindings[j].value;

        if (value->kind == TL_RELAX_CALL && value->op)
          g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", value->op->name);
      }
  return g_string_free (text, FALSE);
}
