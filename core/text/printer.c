/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and functions as text, and the short forms that messages and labels use. */
#include "core/text/printer-private.h"

#include <string.h>

#include "core/ir/walk.h"
#include "core/text/metadata-private.h"

/* Shapes of variables need a handle and T.match_buffer; an offset that is its own variable does not. */
static gboolean
is_symbolic (const TlBuffer *buffer)
{
  for (guint i = 0; i < buffer->n_dims; i++)
    if (tl_expr_contains (buffer->shape[i], TL_EXPR_VAR)
        || (buffer->strides != NULL && tl_expr_contains (buffer->strides[i], TL_EXPR_VAR)))
      return TRUE;
  return buffer->elem_offset != NULL && buffer->elem_offset->kind != TL_EXPR_VAR
         && tl_expr_contains (buffer->elem_offset, TL_EXPR_VAR);
}

static const char *
declare_handle (TlPrinter *printer, const TlParam *param, const char *buffer_name)
{
  g_autofree char *other = g_strconcat ("var_", param->buffer->name, NULL);
  const char      *wanted = param->name != NULL && strcmp (param->name, buffer_name) != 0 ? param->name : other;

  return tl_printer_declare (printer, param, wanted);
}

/* *@handles: for each parameter the name of its handle, or NULL. */
static void
print_params (TlPrinter *printer, const TlPrimFunc *func, const char **handles)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      tl_printer_declare (printer, func->params[i].buffer, func->params[i].buffer->name);
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlParam *param = &func->params[i];

      g_string_append (printer->out, i > 0 ? ", " : "");
      if (param->buffer == NULL)
        {
          g_string_append_printf (printer->out, "%s: ", tl_printer_declare (printer, param->var, param->name));
          tl_print_var_type (printer, param->var);
        }
      else if (is_symbolic (param->buffer))
        {
          handles[i] = declare_handle (printer, param, tl_printer_buffer_name (printer, param->buffer));
          g_string_append_printf (printer->out, "%s: T.handle", handles[i]);
        }
      else
        {
          g_string_append_printf (printer->out, "%s: T.Buffer(", tl_printer_buffer_name (printer, param->buffer));
          tl_print_buffer_arguments (printer, param->buffer, TRUE, TRUE);
          g_string_append_c (printer->out, ')');
        }
    }
}

static gboolean
is_own_symbol (const TlPrimFunc *func)
{
  const TlValue *symbol = tl_attrs_find (&func->attrs, "global_symbol");

  return symbol != NULL && symbol->kind == TL_VALUE_STRING && strcmp (symbol->string, func->name) == 0;
}

static void
print_func_attrs (TlPrinter *printer, const TlPrimFunc *func)
{
  const char *except = is_own_symbol (func) ? "global_symbol" : NULL;

  if (func->attrs.n == (except != NULL ? 1 : 0))
    return;
  tl_print_begin_line (printer);
  g_string_append (printer->out, "T.func_attr(");
  tl_print_attrs (printer, &func->attrs, except);
  g_string_append_c (printer->out, ')');
  tl_print_end_line (printer);
}

static void
print_handles (TlPrinter *printer, const TlPrimFunc *func, const char *const *handles)
{
  for (guint i = 0; i < func->n_params; i++)
    if (handles[i] != NULL)
      tl_print_new_vars (printer, func->params[i].buffer, TRUE);
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;

      if (handles[i] == NULL)
        continue;
      tl_print_begin_line (printer);
      g_string_append_printf (printer->out, "%s = T.match_buffer(%s, ", tl_printer_buffer_name (printer, buffer), handles[i]);
      tl_print_buffer_arguments (printer, buffer, FALSE, TRUE);
      g_string_append_c (printer->out, ')');
      tl_print_end_line (printer);
    }
}

static TlWalk
stop_at_block (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_BLOCK ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
contains_block (const TlStmt *stmt)
{
  return !tl_stmt_walk (stmt, stop_at_block, NULL, NULL);
}

/* A root that says nothing of its own is only a comment in the text; one of another name must be written, or TVM would make none of it. */
static gboolean
is_plain_root (const TlStmt *body)
{
  const TlBlock *root = &body->block;
  const TlStmt  *inside;

  if (body->kind != TL_STMT_BLOCK || root->n_axes > 0 || root->predicate != NULL || root->n_reads > 0
      || root->n_writes > 0 || root->annotations.n > 0 || root->n_matches > 0 || root->init != NULL)
    return FALSE;
  inside = root->body;
  if (strcmp (root->name, "root") != 0 && root->n_allocs == 0 && !contains_block (inside))
    return FALSE;
  return root->n_allocs > 0 || inside->kind != TL_STMT_BLOCK || inside->block.n_axes > 0
         || (inside->block.predicate != NULL && !tl_expr_is_true (inside->block.predicate));
}

static void
print_func_body (TlPrinter *printer, const TlStmt *body)
{
  guint        first_line = printer->line;
  TlScriptMark entry = { 0 };

  if (!is_plain_root (body))
    {
      tl_print_stmt (printer, body);
      return;
    }
  tl_print_begin_line (printer);
  g_string_append_printf (printer->out, "# with T.%s(\"root\"):", printer->dialect == TL_DIALECT_CLASSIC ? "block" : "sblock");
  tl_print_end_line (printer);
  tl_print_block_inside (printer, &body->block, TRUE);
  entry = (TlScriptMark) { body->block.id, first_line, printer->line - 1, 0, 0 };
  if (printer->marks != NULL)
    g_array_append_val (printer->marks, entry);
}

static void
print_decorator (TlPrinter *printer, const TlPrimFunc *func)
{
  gboolean is_private = tl_attrs_find (&func->attrs, "global_symbol") == NULL;

  tl_print_begin_line (printer);
  g_string_append (printer->out, "@T.prim_func");
  if (printer->dialect == TL_DIALECT_SBLOCK)
    g_string_append (printer->out, is_private ? "(private=True, s_tir=True)" : "(s_tir=True)");
  else if (is_private)
    g_string_append (printer->out, "(private=True)");
  tl_print_end_line (printer);
}

static TlWalk
find_return (const TlExpr *expr, gpointer user_data)
{
  const TlExpr **found = user_data;

  if (expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "ret") == 0)
    *found = expr->args[0];
  return *found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
print_return_type (TlPrinter *printer, const TlPrimFunc *func)
{
  const TlExpr *value = NULL;

  if (printer->dialect == TL_DIALECT_CLASSIC)
    return;
  tl_stmt_walk (func->body, NULL, find_return, &value);
  if (value != NULL)
    g_string_append_printf (printer->out, " -> T.%s", tl_dtype_name (value->dtype));
}

static void
print_func (TlPrinter *printer, const TlPrimFunc *func)
{
  g_autofree const char **handles = g_new0 (const char *, func->n_params + 1);
  guint scope = tl_printer_open_scope (printer);

  print_decorator (printer, func);
  tl_print_begin_line (printer);
  g_string_append_printf (printer->out, "def %s(", func->name);
  print_params (printer, func, handles);
  g_string_append_c (printer->out, ')');
  print_return_type (printer, func);
  g_string_append_c (printer->out, ':');
  tl_print_end_line (printer);
  printer->indent++;
  print_func_attrs (printer, func);
  print_handles (printer, func, handles);
  print_func_body (printer, func->body);
  printer->indent--;
  tl_printer_close_scope (printer, scope);
}

static void
print_line (TlPrinter *printer, const char *text)
{
  tl_print_begin_line (printer);
  g_string_append (printer->out, text);
  tl_print_end_line (printer);
}

static void
print_module_extras (TlPrinter *printer, const TlModule *module)
{
  if (module->attrs.n > 0)
    {
      tl_print_begin_line (printer);
      g_string_append (printer->out, "I.module_attrs(");
      tl_print_attrs (printer, &module->attrs, NULL);
      g_string_append_c (printer->out, ')');
      tl_print_end_line (printer);
    }
  if (module->global_infos != NULL)
    {
      tl_print_begin_line (printer);
      g_string_append_printf (printer->out, "I.module_global_infos(%s)", module->global_infos);
      tl_print_end_line (printer);
    }
}

static void
print_extern (TlPrinter *printer, const TlFunc *func)
{
  tl_print_begin_line (printer);
  g_string_append_printf (printer->out, "%s = R.ExternFunc(", func->name);
  tl_print_string (printer->out, func->external->symbol);
  g_string_append_c (printer->out, ')');
  tl_print_end_line (printer);
}

static void
print_module_func (TlPrinter *printer, const TlFunc *func)
{
  switch (func->kind)
    {
    case TL_FUNC_PRIM:
      print_func (printer, func->prim);
      break;
    case TL_FUNC_GRAPH:
      tl_print_graph (printer, func->graph, func->name);
      break;
    case TL_FUNC_EXTERN:
      print_extern (printer, func);
      break;
    }
}

static gint
compare_as_tvm (gconstpointer a, gconstpointer b)
{
  const TlFunc *x = a, *y = b;
  gboolean      x_is_main = strcmp (x->name, "main") == 0, y_is_main = strcmp (y->name, "main") == 0;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return x_is_main != y_is_main ? x_is_main - y_is_main : strcmp (x->name, y->name);
}

/* In TVM's order, if the newest dialect has graph functions: those behind the PrimFuncs, both by name, main last. */
static GArray *
funcs_in_order (const TlModule *module, TlDialect dialect)
{
  GArray *funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));

  g_array_append_vals (funcs, module->funcs, module->n_funcs);
  if (module->n_funcs > module->n_prims && dialect == TL_DIALECT_SBLOCK)
    g_array_sort (funcs, compare_as_tvm);
  return funcs;
}

static void
print_imports (TlPrinter *printer, const TlModule *module)
{
  gboolean has_graphs = module->n_funcs > module->n_prims;

  print_line (printer, "# from tvm.script import ir as I");
  print_line (printer, printer->dialect == TL_DIALECT_CLASSIC ? "# from tvm.script import tir as T"
                                                              : "# from tvm.script import tirx as T");
  if (has_graphs)
    print_line (printer, "# from tvm.script import relax as R");
  tl_print_end_line (printer);
  if (has_graphs && printer->dialect == TL_DIALECT_SBLOCK)
    tl_print_type_vars (printer, module);
}

static void
print_module (TlPrinter *printer, const TlModule *module)
{
  g_autoptr (GArray) funcs = funcs_in_order (module, printer->dialect);

  printer->module_name = tl_printer_reserve (printer, module->name != NULL ? module->name : "Module");
  print_imports (printer, module);
  print_line (printer, "@I.ir_module");
  g_string_append_printf (printer->out, "class %s:", printer->module_name);
  tl_print_end_line (printer);
  printer->indent++;
  print_module_extras (printer, module);
  if (module->n_funcs == 0)
    print_line (printer, "pass");
  for (guint i = 0; i < funcs->len; i++)
    {
      if (i > 0)
        tl_print_end_line (printer);
      print_module_func (printer, &g_array_index (funcs, TlFunc, i));
    }
}

char *
tl_script_print (const TlModule *module, TlDialect dialect, GArray *marks)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;

  tl_printer_init (&printer, out, dialect, FALSE);
  printer.marks = marks;
  print_module (&printer, module);
  if (printer.constants->len > 0 && marks != NULL)
    g_string_append (out, "\n# Metadata omitted. Use show_meta=True in script() method to show it.\n");
  else if (printer.constants->len > 0)
    {
      g_autofree char *line = tl_metadata_line (printer.constants, dialect);

      g_string_prepend (out, line);
    }
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}

/* Short forms. */

void
tl_expr_append_text (GString *out, const TlExpr *expr)
{
  TlPrinter printer;

  if (expr->kind == TL_EXPR_INT && (tl_dtype_equal (expr->dtype, TL_INT32) || tl_dtype_equal (expr->dtype, TL_INT64)))
    {
      g_string_append_printf (out, "%" G_GINT64_FORMAT, expr->int_value);   /* most are: tables of names would take longer */
      return;
    }
  tl_printer_init (&printer, out, TL_DIALECT_CLASSIC, TRUE);
  tl_print_expr (&printer, expr);
  tl_printer_clear (&printer);
}

char *
tl_expr_to_text (const TlExpr *expr)
{
  GString *out = g_string_new (NULL);

  tl_expr_append_text (out, expr);
  return g_string_free (out, FALSE);
}

char *
tl_region_to_text (const TlRegion *region)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;

  tl_printer_init (&printer, out, TL_DIALECT_CLASSIC, TRUE);
  tl_print_region (&printer, region);
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}

char *
tl_value_to_text (const TlValue *value)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;

  tl_printer_init (&printer, out, TL_DIALECT_CLASSIC, TRUE);
  tl_print_value (&printer, value);
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}

GArray *
tl_script_line_nodes (const GArray *marks, guint n_lines)
{
  GArray *nodes = g_array_sized_new (FALSE, TRUE, sizeof (TlOrigin), n_lines);

  g_array_set_size (nodes, n_lines);
  for (guint i = 0; i < marks->len; i++)
    {
      const TlScriptMark *mark = &g_array_index (marks, TlScriptMark, i);

      for (guint line = mark->first_line; line <= MIN (mark->last_line, n_lines); line++)
        if (g_array_index (nodes, TlOrigin, line - 1).id == 0)
          g_array_index (nodes, TlOrigin, line - 1) = (TlOrigin) { mark->id, mark->copy, mark->n_copies };
    }
  return nodes;
}
