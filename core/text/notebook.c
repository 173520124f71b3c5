/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/notebook.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-depth.h"
#include "core/base/json-members.h"
#include "core/text/script.h"

#define MAX_DEPTH 64   /* outputs of cells nest, sources three deep */

/* The lines of a cell, "source" being a text or a list of its lines. */
static char *
text_of_cell (JsonObject *cell)
{
  JsonNode *source = json_object_get_member (cell, "source");
  GString  *text = g_string_new (NULL);

  if (source != NULL && JSON_NODE_HOLDS_VALUE (source) && json_node_get_string (source) != NULL)
    g_string_append (text, json_node_get_string (source));
  if (source != NULL && JSON_NODE_HOLDS_ARRAY (source))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (source)); i++)
      {
        JsonNode *line = json_array_get_element (json_node_get_array (source), i);

        if (JSON_NODE_HOLDS_VALUE (line) && json_node_get_string (line) != NULL)
          g_string_append (text, json_node_get_string (line));
      }
  return g_string_free (text, FALSE);
}

/* Commands of the notebook become comments, so that line numbers stay. A cell "%%bash" is not Python at all. */
static void
append_cell (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean       is_foreign = g_str_has_prefix (text, "%%") && !g_str_has_prefix (text, "%%time");

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *first = lines[i] + strspn (lines[i], " \t");

      g_string_append_printf (out, "%s%s\n", is_foreign || *first == '!' || *first == '%' ? "# " : "", lines[i]);
    }
}

static TlSource *
code_of_notebook (const TlSource *source, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GString)    out = g_string_new (NULL);
  const char            *text = tl_source_text (source), *problem = "its JSON cannot be read";
  JsonNode              *root = NULL, *cells = NULL;

  if (!tl_json_is_too_deep (text, MAX_DEPTH) && json_parser_load_from_data (parser, text, (gssize) tl_source_length (source), NULL))
    root = json_parser_get_root (parser);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    cells = json_object_get_member (json_node_get_object (root), "cells");
  if (cells != NULL && JSON_NODE_HOLDS_ARRAY (cells))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (cells)); i++)
      {
        JsonNode   *node = json_array_get_element (json_node_get_array (cells), i);
        JsonObject *cell = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
        g_autofree char *code = cell != NULL && g_strcmp0 (tl_json_string (cell, "cell_type"), "code") == 0 ? text_of_cell (cell) : NULL;

        if (code != NULL)
          append_cell (out, code);
      }
  if (out->len > 0)
    return tl_source_new (tl_source_name (source), out->str, (gssize) out->len);
  return tl_fail_null (error, TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX, "%s: no notebook with code cells: %s", tl_source_name (source),
                       cells == NULL ? problem : "it has no cell of code");
}

TlSource *
tl_script_load (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_source_load (path, error);

  if (source == NULL)
    return NULL;
  if (g_str_has_prefix (tl_source_text (source), "SQLite format 3"))
    return tl_fail_null (
        error, TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX,
        "%s is a project, not a script: \"best --db %s\" prints its fastest programs, \"run %s --trial RUN:NUMBER\" runs one, "
        "the window "
        "opens it",
        path, path, path);
  if (g_str_has_suffix (path, ".ipynb"))
    return code_of_notebook (source, error);
  return g_steal_pointer (&source);
}
