/* SPDX-License-Identifier: Apache-2.0 */
/* Names and types of exported functions. */
#include "core/codegen/export.h"

#include <string.h>

#include "core/text/script.h"

G_DEFINE_QUARK (tl-export-error-quark, tl_export_error)

/* Words of C and C++ that are no names, and names that a program has already. */
static const char *const reserved[] = {
  "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "class", "compl",
  "const",
  "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else", "enum", "explicit", "export", "extern", "false",
  "float",
  "for", "friend", "goto", "if", "inline", "int", "long", "main", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
  "operator", "or", "or_eq", "private", "protected", "public", "register", "restrict", "return", "short", "signed", "sizeof", "static",
  "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using",
  "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", NULL,
};

static gboolean
is_identifier (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return TRUE;
}

gboolean
tl_export_check_symbol (const char *symbol, GError **error)
{
  const char *reason = NULL;
  if (!is_identifier (symbol))
    reason = "a name has letters, digits and underscores, and begins with no digit";
  else if (g_strv_contains (reserved, symbol))
    reason = "programs have this name already; choose another one";
  else if (symbol[0] == '_')
    reason = "names that begin with an underscore belong to the compiler";
  if (reason != NULL)
    g_set_error (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_SYMBOL, "\"%s\" cannot name a C function: %s", symbol, reason);
  return reason == NULL;
}

/* Functions of the C library, and the beginnings of the names of helpers in core/codegen/source-c-*.c. */
static const char *const library_names[] = {
  "abort", "aligned_alloc", "bool", "fail", "fprintf", "free", "memcpy", "stderr", "take", "NULL", "NAN", "INFINITY", NULL,
};
static const char *const helper_prefixes[] = {
  "load_", "store_", "splat_", "select_", "gather_", "scatter_", "strided_", "spread_", "ramp_", "min_", "max_", "floordiv_", "floormod_",
  "lanes_",
  "to_", "from_", "round_", "sigmoid_", "rsqrt_", "exp10_", "exp_", NULL,
};

static gboolean
is_taken (const char *name)
{
  gboolean is_type = strchr ("fiu", name[0]) != NULL && g_ascii_isdigit (name[1]);
  gboolean is_helper = FALSE;
  for (guint i = 0; helper_prefixes[i] != NULL; i++)
    is_helper |= g_str_has_prefix (name, helper_prefixes[i]);
  return is_type || is_helper || g_strv_contains (library_names, name) || tl_export_is_math_name (name)
         || !tl_export_check_symbol (name, NULL);
}

char *
tl_export_identifier (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (const char *at = name; *at != '\0'; at++)
    g_string_append_c (text, g_ascii_isalnum (*at) ? *at : '_');
  if (is_taken (text->str))
    g_string_prepend (text, "v_");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The file's name says more than "main" or "Module". */
char *
tl_export_default_symbol (const TlPrimFunc *func, const char *module_name)
{
  const char *base = strcmp (func->name, "main") == 0 && module_name != NULL && *module_name != '\0' ? module_name : func->name;
  g_autoptr (GString) symbol = g_string_new (NULL);
  for (const char *at = base; *at != '\0'; at++)
    g_string_append_c (symbol, g_ascii_isalnum (*at) ? *at : '_');
  if (!tl_export_check_symbol (symbol->str, NULL))
    g_string_prepend (symbol, "kernel_");
  return g_string_free (g_steal_pointer (&symbol), FALSE);
}

gboolean
tl_export_is_foreign_name (const char *name, const TlExportOptions *options)
{
  return name != NULL && is_identifier (name) && !g_strv_contains (reserved, name)
         && (options == NULL || strcmp (name, options->symbol) != 0);
}

const char *
tl_export_c_type (TlDType dtype)
{
  static const char *const ints[] = { "int8_t", "int16_t", "int32_t", "int64_t" };
  static const char *const uints[] = { "uint8_t", "uint16_t", "uint32_t", "uint64_t" };
  gint width = dtype.bits == 8 ? 0 : dtype.bits == 16 ? 1 : dtype.bits == 32 ? 2 : dtype.bits == 64 ? 3 : -1;
  switch (dtype.code)
    {
    case TL_TYPE_BOOL:
      return "uint8_t";
    case TL_TYPE_INT:
      return width >= 0 ? ints[width] : NULL;
    case TL_TYPE_UINT:
      return width >= 0 ? uints[width] : NULL;
    case TL_TYPE_BFLOAT:
      return "uint16_t";
    case TL_TYPE_FLOAT:
      return width == 1 ? "uint16_t" : width == 2 ? "float" : width == 3 ? "double" : NULL;
    case TL_TYPE_HANDLE:
      return "void *";
    default:
      return NULL;
    }
}

char *
tl_export_script (const TlModule *module, GArray *marks)
{
  guint first = marks != NULL ? marks->len : 0;
  g_autofree char *text = tl_script_print (module, TL_DIALECT_CLASSIC, marks);
  for (guint i = first; marks != NULL && i < marks->len; i++)
    {
      TlScriptMark *mark = &g_array_index (marks, TlScriptMark, i);
      mark->first_line++;
      mark->last_line++;
    }
  return g_strconcat ("# " TL_EXPORT_MARK " Debug information leads to these lines.\n", text, NULL);
}
