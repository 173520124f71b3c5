/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of lowered.py become the kernels that stand below them, or are refused for the reason that does. */
#include <string.h>

#include "core/lower/lower.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/named-texts.h"

/* The lines that begin with @mark, without it, those together that "\" joins; "" if there are none. */
static char *
marked_lines (const char *text, const char *mark)
{
  g_auto (GStrv)     lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) found = g_string_new (NULL);
  gboolean           goes_on = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], mark))
      {
        g_string_append (found, goes_on ? g_strchug (lines[i] + strlen (mark)) : lines[i] + strlen (mark));
        goes_on = g_str_has_suffix (lines[i], "\\");
        if (goes_on)
          g_string_truncate (found, found->len - 1);
        else
          g_string_append_c (found, '\n');
      }
  return g_string_free (g_steal_pointer (&found), FALSE);
}

/* The body of the only function, as "#:" lines have it. */
static char *
body_text (const TlModule *module)
{
  g_autofree char   *script = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  g_auto (GStrv)     lines = g_strsplit (script, "\n", -1);
  g_autoptr (GString) body = g_string_new (NULL);
  gboolean           is_inside = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (is_inside && *lines[i] != '\0' && strstr (lines[i], "T.func_attr(") == NULL)
        g_string_append_printf (body, "%s\n", lines[i] + 8);
      is_inside |= strstr (lines[i], "def main(") != NULL;
    }
  return g_string_free (g_steal_pointer (&body), FALSE);
}

static void
test_program (gconstpointer data)
{
  const NamedText *program = data;
  g_autofree char *kernels = marked_lines (program->text, "#: "), *refusal = marked_lines (program->text, "#! ");
  g_autofree char *named_target = marked_lines (program->text, "#@ ");
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));
  TlTarget target;

  must (tl_target_parse (*named_target != '\0' ? g_strstrip (named_target) : "cuda -arch=sm_80", &target, &failure));
  g_assert_true ((*kernels != '\0') != (*refusal != '\0'));
  if (*refusal != '\0')
    {
      g_autoptr (GError)   error = NULL;
      g_autoptr (TlModule) lowered = tl_lower (module, "main", &target, NULL, &error);

      g_assert_null (lowered);
      g_assert_error (error, TL_LOWER_ERROR, TL_LOWER_ERROR_UNSUPPORTED);
      g_assert_cmpstr (error->message, ==, g_strdelimit (g_strstrip (refusal), "\n", ' '));
      return;
    }
  g_autoptr (TlModule) lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  g_autofree char     *text = body_text (lowered);
  g_assert_cmpstr (text, ==, kernels);
}

int
main (int argc, char **argv)
{
  const NamedText *programs = named_texts_read (TEST_DIR "/lowered.py");

  g_test_init (&argc, &argv, NULL);
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/kernels/%s", program->name);

      g_test_add_data_func (path, program, test_program);
    }
  return g_test_run ();
}
