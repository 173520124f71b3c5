/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/program-view.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/analysis/tvm-allocation.h"
#include "core/base/extremum.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/ir/walk.h"
#include "core/schedule/trace.h"
#include "core/te/te.h"

#define MAX_SIZE_AXES 4
#define HEAD_BYTES 2000   /* in which a example's comments stand */

char *
tl_program_view_script (TlState *state, TlDialect dialect, GArray *marks)
{
  return tl_script_print (tl_state_module (state), dialect, marks);
}

char *
tl_program_view_trace (TlState *state, TlDialect dialect)
{
  return tl_trace_to_text (state, dialect, FALSE);
}

gboolean
tl_program_view_export_trace (TlState *state, TlDialect dialect, const char *path, GError **error)
{
  g_autofree char *text = NULL;

  if (!tl_state_check_order (state, error))
    return FALSE;
  text = g_str_has_suffix (path, ".json") ? tl_trace_to_json (state, dialect) : tl_trace_to_text (state, dialect, TRUE);
  return tl_file_write (path, text, error);
}

char *
tl_program_view_command (const TlTarget *target, const char *form, const char *pass, const char *file)
{
  gboolean         is_report = strcmp (form, "report") == 0, is_pass = strcmp (form, "passes") == 0;
  const char      *as = strcmp (form, "source") == 0 ? target->kind->name : is_report ? "asm --report" : is_pass ? "lowered" : form;
  g_autofree char *text = tl_target_to_text (target), *word = tl_format_shell_word (text), *path = tl_format_shell_word (file);

  return g_strconcat ("tileloom-cli show ", path, " --as ", as,
                      pass != NULL ? " --after " : "", pass != NULL ? pass : "", " --target ", word, NULL);
}

char *
tl_program_view_tvm_difference (TlState *state)
{
  g_autoptr (GPtrArray) differences = tl_tvm_differences (tl_state_module (state));

  return differences->len > 0 ? g_strdup (differences->pdata[0]) : NULL;
}

/* --- loops and blocks --- */

typedef struct
{
  GPtrArray *nodes;
  gboolean   with_loops, with_blocks;
} NodeList;

static TlWalk
collect_node (const TlStmt *stmt, gpointer user_data)
{
  NodeList *list = user_data;

  if ((stmt->kind == TL_STMT_FOR && list->with_loops) || (stmt->kind == TL_STMT_BLOCK && list->with_blocks))
    g_ptr_array_add (list->nodes, (gpointer) stmt);
  return TL_WALK_INTO;
}

GPtrArray *
tl_program_view_nodes (const TlPrimFunc *func, gboolean with_loops, gboolean with_blocks)
{
  NodeList list = { g_ptr_array_new (), with_loops, with_blocks };

  tl_stmt_walk (func->body->block.body, collect_node, NULL, &list);
  return list.nodes;
}

typedef struct
{
  const char *name;
  gsize       length;
  TlNodeId    id;
} FindBlock;

static TlWalk
match_block (const TlStmt *stmt, gpointer user_data)
{
  FindBlock *find = user_data;

  if (stmt->kind == TL_STMT_BLOCK && strlen (stmt->block.name) == find->length && strncmp (stmt->block.name, find->name, find->length) == 0)
    find->id = stmt->block.id;
  return find->id != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Instances of @block; symbolic extents count as one. */
static double
n_instances (const TlBlock *block)
{
  double n = 1;

  for (guint i = 0; i < block->n_axes; i++)
    {
      gint64 extent;

      n *= tl_expr_get_int (block->axes[i].dom.extent, &extent) ? (double) extent : 1;
    }
  return n;
}

char *
tl_program_view_size (const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) blocks = tl_program_view_nodes (func, FALSE, TRUE);
  const TlBlock        *largest = NULL;
  GString              *text = g_string_new (NULL);
  const char           *between = " ";

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[i])->block;

      if (block->n_writes > 0 && (largest == NULL || n_instances (block) > n_instances (largest)))
        largest = block;
    }
  if (largest == NULL)
    return g_string_free (text, FALSE);
  g_string_append (text, tl_dtype_name (largest->writes[0].buffer->dtype));
  for (guint i = 0; i < largest->n_axes; i++)
    if (largest->n_axes <= MAX_SIZE_AXES || largest->axes[i].kind == TL_AXIS_SPATIAL)
      {
        g_string_append (text, between);
        tl_expr_append_text (text, largest->axes[i].dom.extent);
        between = "×";
      }
  return g_string_free (text, FALSE);
}

TlNodeId
tl_program_view_find_block (const TlPrimFunc *func, const char *name, gsize length)
{
  FindBlock find = { .name = name, .length = length };

  tl_stmt_walk (func->body, match_block, NULL, &find);
  return find.id;
}

gboolean
tl_program_view_axis_uses_loop (const TlBlock *block, guint index, const TlStmt *loop)
{
  return tl_expr_uses_var (block->bindings[index], loop->loop.var);
}

/* --- examples --- */

char *
tl_example_comment (TlSource *source, const char *key)
{
  g_autofree char *mark = g_strdup_printf ("# %s:", key);
  const char      *start = g_strstr_len (tl_source_text (source), (gssize) tl_min (tl_source_length (source), HEAD_BYTES), mark);
  const char      *end;

  if (start == NULL)
    return NULL;
  start += strlen (mark);
  end = strchrnul (start, '\n');
  return g_strstrip (g_strndup (start, (gsize) (end - start)));
}

static void
count_parts (TlExample *example)
{
  for (guint i = 0; i < example->module->n_prims; i++)
    {
      const TlPrimFunc     *func = example->module->prims[i];
      g_autoptr (GPtrArray) nodes = tl_program_view_nodes (func, TRUE, TRUE), loops = tl_program_view_nodes (func, TRUE, FALSE);

      example->n_loops += loops->len;
      example->n_blocks += nodes->len - loops->len;
      example->flops += tl_max (tl_func_flops (func), 0);
    }
}

TlExample *
tl_example_read (const char *path)
{
  g_autoptr (TlSource) source = tl_source_load (path, NULL);
  g_autoptr (TlModule) module = source != NULL ? tl_program_read (source, NULL) : NULL;
  const TlPrimFunc    *entry = module != NULL ? tl_module_entry (module) : NULL;
  TlExample            *example;

  if (module == NULL || module->n_prims == 0)
    return NULL;
  example = g_new0 (TlExample, 1);
  example->title = tl_example_comment (source, "title");
  example->about = tl_example_comment (source, "about");
  example->func = entry != NULL ? entry : module->prims[0];
  example->module = g_steal_pointer (&module);
  if (example->title == NULL)
    example->title = g_path_get_basename (path);
  count_parts (example);
  return example;
}

void
tl_example_free (TlExample *example)
{
  g_free (example->title);
  g_free (example->about);
  tl_module_unref (example->module);
  g_free (example);
}
