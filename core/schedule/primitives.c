/* SPDX-License-Identifier: Apache-2.0 */
/* The table of primitives and questions about its rows. */
#include <string.h>

#include "core/schedule/primitive.h"

#define TL_PRIMITIVE(name) extern const TlPrimitive tl_primitive_##name;
#include "core/schedule/primitives.def"
#undef TL_PRIMITIVE

static const TlPrimitive *const rows[] = {
#define TL_PRIMITIVE(name) &tl_primitive_##name,
#include "core/schedule/primitives.def"
#undef TL_PRIMITIVE
  NULL,
};

#define N_ROWS (G_N_ELEMENTS (rows) - 1)

const TlPrimitive *
tl_primitive_nth (guint index)
{
  return index < N_ROWS ? rows[index] : NULL;
}

const TlPrimitive *
tl_primitive_find (const char *name)
{
  for (guint i = 0; i < N_ROWS; i++)
    if (g_strcmp0 (rows[i]->name, name) == 0 || (rows[i]->sblock_name != NULL && g_strcmp0 (rows[i]->sblock_name, name) == 0))
      return rows[i];
  return NULL;
}

const TlPrimitive *
tl_primitive_find_kind (const char *kind)
{
  for (guint i = 0; i < N_ROWS; i++)
    if (g_strcmp0 (rows[i]->kind, kind) == 0 || (rows[i]->sblock_kind != NULL && g_strcmp0 (rows[i]->sblock_kind, kind) == 0))
      return rows[i];
  return NULL;
}

const char *
tl_primitive_family_title (TlPrimitiveFamily family)
{
  static const char *const titles[] = {
    [TL_FAMILY_GET] = "Look up",
    [TL_FAMILY_SAMPLE] = "Sampling",
    [TL_FAMILY_LOOP] = "Loops",
    [TL_FAMILY_KIND] = "Loop kinds",
    [TL_FAMILY_CACHE] = "Caches",
    [TL_FAMILY_COMPUTE] = "Compute location",
    [TL_FAMILY_REDUCTION] = "Reductions",
    [TL_FAMILY_BLOCK] = "Blocks and tensors",
    [TL_FAMILY_LAYOUT] = "Layout",
    [TL_FAMILY_ANNOTATE] = "Annotations",
    [TL_FAMILY_OTHER] = "Other",
  };

  g_return_val_if_fail ((guint) family < G_N_ELEMENTS (titles), "");
  return titles[family];
}

guint
tl_primitive_n_args (const TlPrimitive *primitive)
{
  guint n = primitive->n_params;

  return n > 0 && primitive->params[n - 1].kind == TL_PARAM_DECISION ? n - 1 : n;
}

gint
tl_primitive_find_param (const TlPrimitive *primitive, const char *name)
{
  for (guint i = 0; i < primitive->n_params; i++)
    if (strcmp (primitive->params[i].name, name) == 0 || g_strcmp0 (primitive->params[i].alias, name) == 0)
      return (gint) i;
  return -1;
}

/* Defaults are few and written by us: None, True, False, [], a number or a double-quoted string. */
gboolean
tl_primitive_param_default (const TlPrimitiveParam *param, TlArg *value)
{
  const char *text = param->default_text;
  char       *end = NULL;

  if (text == NULL)
    return FALSE;
  *value = (TlArg) { .kind = TL_ARG_NONE };
  if (strcmp (text, "None") == 0)
    return TRUE;
  if (strcmp (text, "True") == 0 || strcmp (text, "False") == 0)
    *value = tl_arg_bool (text[0] == 'T');
  else if (strcmp (text, "[]") == 0)
    value->kind = TL_ARG_LIST;
  else if (text[0] == '"')
    {
      g_autofree char *inside = g_strndup (text + 1, strlen (text) - 2);

      *value = (TlArg) { .kind = TL_ARG_STRING, .string = g_intern_string (inside) };
    }
  else if (strchr (text, '.') != NULL)
    *value = (TlArg) { .kind = TL_ARG_FLOAT, .number = g_ascii_strtod (text, &end) };
  else
    *value = tl_arg_int (g_ascii_strtoll (text, &end, 10));
  g_assert (end == NULL || *end == '\0');
  return TRUE;
}
