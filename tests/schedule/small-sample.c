/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/must.h"
#include "tests/schedule/small-sample.h"

#include "core/text/script.h"
#include "tileloom-config.h"

static char *
replacement (const GMatchInfo *match, const char *smaller)
{
  g_autofree char *number = g_match_info_fetch (match, 0);
  g_auto (GStrv)   pairs = g_strsplit (smaller, " ", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) sides = g_strsplit (pairs[i], "=", 2);

      if (g_strcmp0 (sides[0], number) == 0)
        return g_strdup (sides[1]);
    }
  return g_steal_pointer (&number);
}

static gboolean
replace_number (const GMatchInfo *match, GString *result, gpointer smaller)
{
  g_autofree char *text = replacement (match, smaller);

  g_string_append (result, text);
  return FALSE;
}

TlModule *
small_sample_new (const char *name, const char *smaller)
{
  g_autofree char   *path = g_strdup_printf ("%s/workloads/%s.py", TL_SOURCE_DATADIR, name), *text = NULL, *shrunken = NULL;
  g_autoptr (GRegex) number = g_regex_new ("\\b[0-9]+\\b", 0, 0, NULL);
  TlModule          *module;

  must (g_file_get_contents (path, &text, NULL, &failure));
  shrunken = must (g_regex_replace_eval (number, text, -1, 0, 0, replace_number, (gpointer) smaller, &failure));
  module = must (tl_script_read_text (shrunken, &failure));
  return module;
}
