/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-passes.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/graph/passes/graph-passes.h"
#include "core/text/script.h"

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at != '\0'; at++)
    n += *at == '\n';
  return n;
}

/* Constants are only referred to. */
static void
add_text (GPtrArray *texts, const char *name, const char *summary, const TlModule *module)
{
  g_autoptr (TlModule) graphs = tl_graph_functions (module);
  g_autoptr (GArray)   marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  const TlPassText    *before = texts->len > 0 ? texts->pdata[texts->len - 1] : NULL;
  TlPassText          *text = g_new0 (TlPassText, 1);

  text->name = g_strdup (name);
  text->summary = g_strdup (summary);
  text->text = tl_script_print (graphs, TL_DIALECT_CLASSIC, marks);
  text->is_changed = before == NULL || strcmp (before->text, text->text) != 0;
  text->nodes = tl_script_line_nodes (marks, count_lines (text->text));
  g_ptr_array_add (texts, text);
}

static void
list_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (TlModule)  module = tl_module_ref (task_data);
  g_autoptr (GPtrArray) texts = tl_pass_text_array_new ();
  GError               *error = NULL;

  add_text (texts, "import", _("The graph as it is read"), module);
  for (guint i = 0; tl_graph_default_passes[i] != NULL && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TlModule *next = tl_graph_default_passes[i]->run (module, &error);

      if (next == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      tl_module_unref (module);
      module = next;
      add_text (texts, tl_graph_default_passes[i]->name, tl_graph_default_passes[i]->summary, module);
    }
  g_task_return_pointer (task, tl_pass_list_new (texts), g_object_unref);
}

void
tl_model_passes_async (TlWholeModel *model, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (model, cancellable, callback, user_data);

  g_task_set_task_data (task, tl_module_ref (tl_whole_model_facts (model)->read), (GDestroyNotify) tl_module_unref);
  g_task_run_in_thread (task, list_in_thread);
}

GListModel *
tl_model_passes_finish (TlWholeModel *model, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
