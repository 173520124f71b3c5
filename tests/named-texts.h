/* SPDX-License-Identifier: Apache-2.0 */
/* Files of test data that hold several texts, each below a heading "# --- name ---" of its own. */
#pragma once

#include <glib.h>

typedef struct
{
  char *name;
  char *text;
} NamedText;

/*
 * The texts of the file at @path, in its order, behind them one without a name; each ends with one newline. Test programs never free them:
 * test cases point to them.
 */
static inline const NamedText *
named_texts_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *file = NULL;
  GArray            *texts = g_array_new (TRUE, TRUE, sizeof (NamedText));

  g_file_get_contents (path, &file, NULL, &error);
  g_assert_no_error (error);

  g_auto (GStrv) parts = g_strsplit (file, "\n# --- ", -1);   /* what stands above the first heading belongs to no text */

  for (guint i = 1; i < g_strv_length (parts); i++)
    {
      g_auto (GStrv) halves = g_strsplit (parts[i], " ---\n", 2);
      NamedText      text;

      g_assert_cmpuint (g_strv_length (halves), ==, 2);
      text = (NamedText) { g_strdup (halves[0]), g_strconcat (g_strchomp (halves[1]), "\n", NULL) };
      g_array_append_val (texts, text);
    }
  g_assert_cmpuint (texts->len, >, 0);
  return (const NamedText *) (gpointer) g_array_free (texts, FALSE);
}

static inline void
named_texts_free (const NamedText *texts)
{
  for (const NamedText *text = texts; text->name != NULL; text++)
    {
      g_free ((char *) text->name);
      g_free ((char *) text->text);
    }
  g_free ((gpointer) texts);
}

static inline const char *
named_text (const NamedText *texts, const char *name)
{
  for (; texts->name != NULL; texts++)
    if (g_str_equal (texts->name, name))
      return texts->text;
  g_error ("no text \"%s\"", name);
}
