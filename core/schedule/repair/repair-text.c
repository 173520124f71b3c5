/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs in words and as lines of a trace. */
#include "core/schedule/repair/repair-private.h"

#include <string.h>

void
tl_repair_free (TlRepair *repair)
{
  tl_state_unref (repair->state);
  tl_state_unref (repair->shared);
  g_ptr_array_unref (repair->steps);
  g_free (repair->asked);
  g_free (repair->script);
  g_free (repair->moved);
  g_free (repair);
}

char *
tl_repair_sentence (const TlRepair *repair)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < repair->steps->len; i++)
    g_string_append_printf (text, "%s, then ", (const char *) repair->steps->pdata[i]);
  g_string_append (text, repair->asked);
  if (repair->moved != NULL)
    g_string_append_printf (text, "%s before %s", repair->steps->len > 0 ? "," : "", repair->moved);
  return g_string_free (text, FALSE);
}

/* Whether "b12" or the like begins at @text, and nothing that it would be a part of. */
static gboolean
is_variable (const char *text, const char *at)
{
  gsize n_digits = strspn (at + 1, "0123456789");

  return strchr ("blv", *at) != NULL && n_digits > 0 && !g_ascii_isalnum (at[1 + n_digits]) && at[1 + n_digits] != '_'
         && (at == text || (!g_ascii_isalnum (at[-1]) && at[-1] != '_'));
}

char *
tl_repair_renumber (const char *trace, guint by)
{
  GString *text = g_string_new (NULL);
  gboolean is_quoted = FALSE;

  for (const char *at = trace; *at != '\0'; at++)
    {
      char *end;

      if (!is_quoted && is_variable (trace, at))
        {
          g_string_append_printf (text, "%c%" G_GUINT64_FORMAT, *at, g_ascii_strtoull (at + 1, &end, 10) + by);
          at = end - 1;
          continue;
        }
      is_quoted ^= *at == '"' && (at == trace || at[-1] != '\\');
      g_string_append_c (text, *at);
    }
  return g_string_free (text, FALSE);
}
