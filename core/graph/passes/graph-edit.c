/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/passes/graph-edit-private.h"
#include "core/ir/compare.h"

typedef struct
{
  guint64           hash;
  const TlPrimFunc *prim;
} KnownPrim;

/* --- modules --- */

void
tl_graph_edit_init (TlGraphEdit *edit, const TlModule *module)
{
  edit->module = module;
  edit->arena = tl_arena_new (module->arena);
  edit->builder = (TlBuilder) { edit->arena, module->next_id };
  edit->funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));
  g_array_append_vals (edit->funcs, module->funcs, module->n_funcs);
}

void
tl_graph_edit_clear (TlGraphEdit *edit)
{
  g_clear_pointer (&edit->known, g_array_unref);
  g_clear_pointer (&edit->funcs, g_array_unref);
  g_clear_pointer (&edit->arena, tl_arena_unref);
}

static guint
find_index (const TlGraphEdit *edit, const char *name)
{
  guint i = 0;

  while (i < edit->funcs->len && strcmp (g_array_index (edit->funcs, TlFunc, i).name, name) != 0)
    i++;
  return i;
}

const TlFunc *
tl_graph_edit_find (const TlGraphEdit *edit, const char *name)
{
  guint i = find_index (edit, name);

  return i < edit->funcs->len ? &g_array_index (edit->funcs, TlFunc, i) : NULL;
}

static void
set (TlGraphEdit *edit, TlFunc func)
{
  guint i = find_index (edit, func.name);

  if (i < edit->funcs->len)
    g_array_index (edit->funcs, TlFunc, i) = func;
  else
    g_array_append_val (edit->funcs, func);
}

void
tl_graph_edit_set_graph (TlGraphEdit *edit, const char *name, const TlGraphFunc *graph)
{
  set (edit, (TlFunc) { .kind = TL_FUNC_GRAPH, .name = name, .graph = graph });
}

void
tl_graph_edit_set_prim (TlGraphEdit *edit, const TlPrimFunc *prim)
{
  set (edit, (TlFunc) { .kind = TL_FUNC_PRIM, .name = prim->name, .prim = prim });
}

void
tl_graph_edit_remove (TlGraphEdit *edit, const char *name)
{
  guint i = find_index (edit, name);

  if (i < edit->funcs->len)
    g_array_remove_index (edit->funcs, i);
}

const char *
tl_graph_edit_fresh_name (TlGraphEdit *edit, const char *hint)
{
  const char *name = tl_arena_strdup (edit->arena, hint);

  for (guint i = 1; tl_graph_edit_find (edit, name) != NULL; i++)
    name = tl_arena_printf (edit->arena, "%s%u", hint, i);
  return name;
}

/* Whether they are equal as functions of modules that have nothing else. */
static gboolean
is_equal (TlGraphEdit *edit, const TlFunc *a, const TlFunc *b)
{
  g_autoptr (TlModule) with_a = tl_module_new (edit->arena, "Module", a, 1, 0), with_b = tl_module_new (edit->arena, "Module", b, 1, 0);

  return tl_module_equal (with_a, with_b, NULL);
}

const char *
tl_graph_edit_add_graph (TlGraphEdit *edit, const char *hint, const TlGraphFunc *graph)
{
  TlFunc func = { .kind = TL_FUNC_GRAPH, .name = hint, .graph = graph };

  for (guint i = 0; i < edit->funcs->len; i++)
    {
      TlFunc other = g_array_index (edit->funcs, TlFunc, i);
      const char *name = other.name;

      other.name = hint;
      if (other.kind == TL_FUNC_GRAPH && is_equal (edit, &other, &func))
        return name;
    }
  func.name = tl_graph_edit_fresh_name (edit, hint);
  g_array_append_val (edit->funcs, func);
  return func.name;
}

static void
remember (TlGraphEdit *edit, const TlPrimFunc *prim)
{
  KnownPrim known = { tl_stmt_hash (prim->body), prim };

  g_array_append_val (edit->known, known);
}

static void
remember_all (TlGraphEdit *edit)
{
  edit->known = g_array_new (FALSE, FALSE, sizeof (KnownPrim));
  for (guint i = 0; i < edit->funcs->len; i++)
    if (g_array_index (edit->funcs, TlFunc, i).kind == TL_FUNC_PRIM)
      remember (edit, g_array_index (edit->funcs, TlFunc, i).prim);
}

/* It is a private function of the module, and has not been replaced. */
static gboolean
may_stand_for (const TlGraphEdit *edit, const TlPrimFunc *prim)
{
  const TlFunc *func = tl_graph_edit_find (edit, prim->name);

  return func != NULL && func->kind == TL_FUNC_PRIM && func->prim == prim && tl_attrs_find (&prim->attrs, "global_symbol") == NULL;
}

const char *
tl_graph_edit_add_prim (TlGraphEdit *edit, const TlPrimFunc *prim)
{
  guint64     hash = tl_stmt_hash (prim->body);
  TlPrimFunc *named;

  if (edit->known == NULL)
    remember_all (edit);
  for (guint i = 0; i < edit->known->len; i++)
    {
      const KnownPrim *known = &g_array_index (edit->known, KnownPrim, i);

      if (known->hash == hash && may_stand_for (edit, known->prim) && tl_func_equal (known->prim, prim, NULL))
        return known->prim->name;
    }
  named = tl_arena_dup_array (edit->arena, TlPrimFunc, prim, 1);
  named->name = tl_graph_edit_fresh_name (edit, prim->name);
  tl_graph_edit_set_prim (edit, named);
  remember (edit, named);
  return named->name;
}

static gint
compare_funcs (gconstpointer a, gconstpointer b)
{
  const TlFunc *x = a, *y = b;

  return x->kind != y->kind ? (x->kind == TL_FUNC_GRAPH) - (y->kind == TL_FUNC_GRAPH) : strcmp (x->name, y->name);
}

TlModule *
tl_graph_edit_finish (TlGraphEdit *edit)
{
  TlModule *module;

  g_array_sort (edit->funcs, compare_funcs);
  module = tl_module_new (edit->arena, edit->module->name, (const TlFunc *) (gpointer) edit->funcs->data, edit->funcs->len,
                          edit->builder.next_id);
  tl_module_set_attrs (module, &edit->module->attrs, edit->module->global_infos);
  return module;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
tl_graph_edit_graph_names (const TlGraphEdit *edit)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < edit->funcs->len; i++)
    if (g_array_index (edit->funcs, TlFunc, i).kind == TL_FUNC_GRAPH)
      g_ptr_array_add (names, (gpointer) g_array_index (edit->funcs, TlFunc, i).name);
  g_ptr_array_sort (names, compare_names);
  return names;
}

TlModule *
tl_graph_change_functions (TlModule *module, TlGraphChange change, gpointer user_data, GError **error)
{
  g_auto (TlGraphEdit)  edit = { 0 };
  g_autoptr (GPtrArray) names = NULL;

  tl_graph_edit_init (&edit, module);
  names = tl_graph_edit_graph_names (&edit);
  for (guint i = 0; i < names->len; i++)
    {
      const TlGraphFunc *func = change (&edit, tl_graph_edit_find (&edit, names->pdata[i])->graph, user_data, error);

      if (func == NULL)
        return NULL;
      tl_graph_edit_set_graph (&edit, names->pdata[i], func);
    }
  return tl_graph_edit_finish (&edit);
}

/* --- bodies --- */

void
tl_body_writer_init (TlBodyWriter *writer, TlArena *arena)
{
  writer->arena = arena;
  writer->blocks = g_array_new (FALSE, FALSE, sizeof (TlRelaxBlock));
  writer->bindings = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding));
}

void
tl_body_writer_clear (TlBodyWriter *writer)
{
  g_clear_pointer (&writer->blocks, g_array_unref);
  g_clear_pointer (&writer->bindings, g_array_unref);
}

static void
end_block (TlBodyWriter *writer)
{
  TlRelaxBlock block = { writer->is_dataflow, NULL, writer->bindings->len };

  if (block.n_bindings == 0)
    return;
  block.bindings = tl_arena_dup_array (writer->arena, TlRelaxBinding, writer->bindings->data, block.n_bindings);
  g_array_append_val (writer->blocks, block);
  g_array_set_size (writer->bindings, 0);
}

void
tl_body_writer_begin (TlBodyWriter *writer, gboolean is_dataflow)
{
  if (writer->is_dataflow != is_dataflow)
    end_block (writer);
  writer->is_dataflow = is_dataflow;
}

void
tl_body_writer_add (TlBodyWriter *writer, const TlRelaxBinding *binding)
{
  g_array_append_vals (writer->bindings, binding, 1);
}

void
tl_body_writer_bind (TlBodyWriter *writer, const TlRelaxVar *var, const TlRelaxExpr *value)
{
  tl_body_writer_add (writer, &(TlRelaxBinding) { TL_RELAX_BIND_VALUE, var, value, NULL });
}

const TlRelaxVar *
tl_body_writer_call (TlBodyWriter *writer, const char *op_name, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *given,
                     GError **error)
{
  const TlRelaxOp   *op = tl_relax_op_find (op_name);
  const TlRelaxType *type = NULL;
  const TlRelaxVar  *var;
  TlAttrs            attrs;

  if (tl_relax_op_complete (writer->arena, op, given, &attrs, error))
    type = tl_relax_infer (writer->arena, op, args, n_args, &attrs, error);
  if (type == NULL)
    return NULL;
  var = tl_relax_var (writer->arena, "lv", type, TRUE);
  tl_body_writer_bind (writer, var, tl_relax_call (writer->arena, type, op, args, n_args, &attrs));
  return var;
}

TlRelaxBody
tl_body_writer_finish (TlBodyWriter *writer, const TlRelaxExpr *result)
{
  TlRelaxBody body = { NULL, 0, result };

  end_block (writer);
  body.n_blocks = writer->blocks->len;
  body.blocks = tl_arena_dup_array (writer->arena, TlRelaxBlock, writer->blocks->data, body.n_blocks);
  return body;
}
