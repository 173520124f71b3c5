/* SPDX-License-Identifier: Apache-2.0 */
/* The C header of an exported function. */
#include <string.h>

#include "core/codegen/export.h"
#include "core/interp/interp.h"
#include "core/ir/walk.h"

static char *
shape_text (const TlBuffer *buffer)
{
  g_autoptr (GString) text = g_string_new ("[");
  gint64 extent;
  for (guint i = 0; i < buffer->n_dims; i++)
    if (tl_buffer_get_extent (buffer, i, &extent))
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", extent);
    else
      g_string_append_printf (text, "%s?", i > 0 ? ", " : "");
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
tl_export_param_name (const TlPrimFunc *func, guint index)
{
  const char *given = func->params[index].buffer != NULL ? func->params[index].buffer->name : func->params[index].name;
  g_autofree char *plain = tl_export_identifier (given);
  g_autoptr (GString) name = g_string_new (plain);
  for (guint i = 0; i < index; i++)
    {
      g_autofree char *other = tl_export_param_name (func, i);
      if (strcmp (other, name->str) == 0)
        {
          g_string_append_printf (name, "_%u", index);
          break;
        }
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static gboolean
append_param (GString *text, const TlPrimFunc *func, guint index, gboolean is_written, GError **error)
{
  const TlParam *param = &func->params[index];
  TlDType dtype = param->buffer != NULL ? param->buffer->dtype : param->var->dtype;
  const char *type = tl_export_c_type (dtype);
  g_autofree char *name = tl_export_param_name (func, index);
  if (type == NULL)
    {
      g_set_error (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "Parameter %s is of type %s, which C does not have", name,
                   tl_dtype_name (dtype));
      return FALSE;
    }
  if (param->buffer != NULL)
    g_string_append_printf (text, "%s%s *restrict %s", is_written ? "" : "const ", type, name);
  else
    g_string_append_printf (text, "%s%s%s", type, dtype.code == TL_TYPE_HANDLE ? "" : " ", name);
  return TRUE;
}

char *
tl_export_prototype (const TlPrimFunc *func, const TlExportOptions *options, GError **error)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "void %s (", options->symbol);
  for (guint i = 0; i < func->n_params; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      if (!append_param (text, func, i, g_array_index (written, gboolean, i), error))
        return NULL;
    }
  g_string_append (text, func->n_params == 0 ? "void)" : ")");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static TlWalk
note_call (const TlExpr *expr, gpointer user_data)
{
  GPtrArray *names = user_data;
  const char *name = expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "call_extern") && expr->args[0]->kind == TL_EXPR_STRING
                       ? expr->args[0]->text : NULL;
  if (name != NULL && !tl_export_is_math_name (name) && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
  return TL_WALK_INTO;
}

/* The functions that whoever links it has to bring; C code of annotations is not exported. */
static void
append_calls (GString *text, const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  tl_stmt_walk (func->body, NULL, note_call, names);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " *\n * To be linked with the C functions that it calls: " : ", ",
                            (const char *) names->pdata[i]);
  g_string_append (text, names->len > 0 ? ".\n" : "");
}

static void
append_comment (GString *text, const TlPrimFunc *func, const TlExportOptions *options)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  g_string_append_printf (text, "/*\n * %s\n *\n", options->symbol);
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlParam *param = &func->params[i];
      TlDType dtype = param->buffer != NULL ? param->buffer->dtype : param->var->dtype;
      g_autofree char *name = tl_export_param_name (func, i);
      g_autofree char *shape = param->buffer != NULL ? shape_text (param->buffer) : g_strdup ("scalar");
      gboolean is_bits = dtype.code == TL_TYPE_BFLOAT || (dtype.code == TL_TYPE_FLOAT && dtype.bits == 16);
      g_string_append_printf (text, " *   %-12s %s %s%s%s\n", name, tl_dtype_name (dtype), shape, is_bits ? ", held as its bits" : "",
                              param->buffer == NULL ? "" : g_array_index (written, gboolean, i) ? ", written" : ", read");
    }
  if (options->interface != NULL)
    {
      g_auto (GStrv) lines = g_strsplit (options->interface, "\n", -1);
      g_string_append (text,
                       " *\n * The schedule changes the interface: arrays have another layout, and new elements hold the pad value.\n");
      for (guint i = 0; lines[i] != NULL; i++)
        g_string_append_printf (text, " *   %s\n", lines[i]);
    }
  g_string_append (text, " *\n * Arrays are row-major without gaps and must not overlap.\n");
  if (options->is_aligned)
    g_string_append_printf (text, " * Each begins at a multiple of %u bytes (aligned_alloc, _Alignas).\n", TL_EXPORT_ALIGNMENT);
  else
    g_string_append (text, " * Any address that suits the element type will do; multiples of 64 bytes are the fastest.\n");
  append_calls (text, func);
  g_string_append (text, " */\n");
}

char *
tl_export_header (const TlPrimFunc *func, const TlExportOptions *options, GError **error)
{
  g_autofree char *prototype = tl_export_prototype (func, options, error);
  g_autofree char *guard = g_ascii_strup (options->symbol, -1);
  GString *text;
  if (prototype == NULL)
    return NULL;
  text = g_string_new ("/* " TL_EXPORT_MARK " */\n");
  g_string_append_printf (text, "#ifndef %s_H\n#define %s_H\n\n#include <stdint.h>\n\n", guard, guard);
  append_comment (text, func, options);
  /* C++ has no restrict; the compilers have it under another name, which C++ readers of the header may see undefined again. */
  g_string_append (text, "#ifdef __cplusplus\n#define restrict __restrict__\nextern \"C\"\n{\n#endif\n\n");
  g_string_append_printf (text, "%s;\n\n", prototype);
  g_string_append_printf (text, "#ifdef __cplusplus\n}\n#undef restrict\n#endif\n\n#endif /* %s_H */\n", guard);
  return g_string_free (text, FALSE);
}
