/* SPDX-License-Identifier: Apache-2.0 */
/* Pickles from anywhere, loaded by a script that looks at all that they hold: a value, or an error that names the file. */
#include <string.h>

#include "core/tutorial/tutorial.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char script[] = "import pickle\nprint(pickle.load(open('x', 'rb')))\n";

static void
print (gpointer user_data, const char *text)
{
  g_assert_nonnull (text);
}

static GBytes *
open_file (gpointer user_data, const char *name, GError **error)
{
  return g_bytes_ref (user_data);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes)      bytes = g_bytes_new (data, size);
  g_autoptr (TlSource)    source = tl_source_new ("script", script, -1);
  g_autoptr (GError)      error = NULL;
  const TlTutorialOptions options = { .print = print, .open_file = open_file, .user_data = bytes, .timeout_s = 1 };

  if (!tl_tutorial_run (source, &options, &error) && strstr (error->message, ": x: byte ") == NULL
      && strstr (error->message, "this value is nested too deeply") == NULL
      && strstr (error->message, "this text becomes too long") == NULL)
    g_error ("%s", error->message);
  return 0;
}
