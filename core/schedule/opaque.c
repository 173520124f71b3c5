/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/opaque-private.h"

#include <string.h>

/* Where the kind is not simply the name in camel case. */
static const struct { const char *name, *kind; } irregular[] = {
  { "reindex", "ReIndex" },
  { "get_sblock", "GetSBlock" },
  { "reorder_sblock_iter_var", "ReorderSBlockIterVar" },
};

char *
tl_opaque_kind_of_name (const char *name)
{
  GString *kind = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (irregular); i++)
    if (strcmp (irregular[i].name, name) == 0)
      return g_string_free (g_string_assign (kind, irregular[i].kind), FALSE);
  for (gboolean starts_word = TRUE; *name != '\0'; name++)
    {
      if (*name != '_')
        g_string_append_c (kind, starts_word ? g_ascii_toupper (*name) : *name);
      starts_word = *name == '_';
    }
  return g_string_free (kind, FALSE);
}

char *
tl_opaque_name_of_kind (const char *kind)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (irregular); i++)
    if (strcmp (irregular[i].kind, kind) == 0)
      return g_string_free (g_string_assign (name, irregular[i].name), FALSE);
  for (gboolean is_first = TRUE; *kind != '\0'; kind++, is_first = FALSE)
    {
      if (g_ascii_isupper (*kind) && !is_first)
        g_string_append_c (name, '_');
      g_string_append_c (name, g_ascii_tolower (*kind));
    }
  return g_string_free (name, FALSE);
}
