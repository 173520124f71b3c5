/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/registry.h"

static const char *
name_of (gconstpointer row)
{
  return *(const char *const *) row;
}

void
tl_registry_add (TlRegistry *registry, gconstpointer row)
{
  g_assert (registry->n < TL_REGISTRY_MAX && tl_registry_find (registry, name_of (row)) == NULL);
  registry->rows[registry->n++] = row;
}

gconstpointer
tl_registry_find (const TlRegistry *registry, const char *name)
{
  for (guint i = 0; i < registry->n; i++)
    if (g_str_equal (name_of (registry->rows[i]), name))
      return registry->rows[i];
  return NULL;
}

char *
tl_registry_names (const TlRegistry *registry)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < registry->n; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : i + 1 < registry->n ? ", " : " or ", name_of (registry->rows[i]));
  return g_string_free (names, FALSE);
}
