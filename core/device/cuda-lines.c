/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Machine code with the lines of PTX that it comes from: each instruction of the PTX gets its line number as its place in the source, which
 * ptxas and nvdisasm carry through.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/device/cuda-tools.h"

#define FILE_MARK "\t//## File "
#define LINE_MARK ", line "

/* Instructions are indented by one tab; directives begin with a dot, comments with a slash. */
static gboolean
is_instruction (const char *row)
{
  return row[0] == '\t' && (g_ascii_isalpha (row[1]) || row[1] == '@');
}

static char *
number_lines (char *const *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; rows[i] != NULL; i++)
    {
      if (is_instruction (rows[i]))
        g_string_append_printf (text, "\t.loc 1 %u 0\n", i + 1);
      g_string_append_printf (text, "%s\n", rows[i]);
      if (g_str_has_prefix (rows[i], ".address_size"))
        g_string_append (text, ".file 1 \"kernel.ptx\"\n");
    }
  return g_string_free (text, FALSE);
}

/* Takes the rows that name lines out of @text, and notes them for the rows after. */
static char *
take_lines (const char *text, GArray *lines)
{
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);
  GString       *rest = g_string_new (NULL);
  guint          line = G_MAXUINT, none = G_MAXUINT;

  for (guint i = 0; rows[i] != NULL; i++)
    {
      const char *number = g_str_has_prefix (rows[i], FILE_MARK) ? strstr (rows[i], LINE_MARK) : NULL;
      guint       of_row = strstr (rows[i], "/*") != NULL ? line : none;

      if (number != NULL)
        {
          line = (guint) g_ascii_strtoull (number + strlen (LINE_MARK), NULL, 10) - 1;
          continue;
        }
      g_string_append_printf (rest, "%s%s", i > 0 ? "\n" : "", rows[i]);
      g_array_append_val (lines, of_row);
    }
  return g_string_free (rest, FALSE);
}

char *
tl_cuda_machine_code (const char *ptx, const char *arch, GArray *lines, GPtrArray **kernels, GError **error)
{
  g_auto (GStrv)     rows = g_strsplit (ptx, "\n", -1);
  g_autofree char   *numbered = number_lines (rows), *text = NULL;
  g_autoptr (GBytes) code = tl_cuda_assemble (numbered, arch, kernels, error);

  text = code != NULL ? tl_cuda_disassemble (code, error) : NULL;
  return text != NULL ? take_lines (text, lines) : NULL;
}
