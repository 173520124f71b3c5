/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/printer-relax-private.h"

#include <string.h>

#include "core/ir/walk.h"

static void print_function (TlPrinter *printer, const TlGraphFunc *func, const char *name, gboolean is_inner);
static void print_body (TlPrinter *printer, const TlRelaxBody *body);

/* Symbolic sizes. A scalar and the symbol of its value have one name. */

static void
declare_scalar_symbol (TlPrinter *printer, const TlRelaxVar *var)
{
  if (var->type->kind == TL_RELAX_TYPE_PRIM && var->type->dims != NULL && var->type->dims[0]->kind == TL_EXPR_VAR)
    tl_printer_alias (printer, var->type->dims[0], g_strdup (g_hash_table_lookup (printer->names, var)));
}

static const char *
declare_var (TlPrinter *printer, const TlRelaxVar *var)
{
  const char *name = tl_printer_declare (printer, var, var->name);

  declare_scalar_symbol (printer, var);
  return name;
}

/* Symbols in the order in which they occur, those of scalars apart. */
typedef struct
{
  GPtrArray  *found;      /* const TlVar* */
  GHashTable *seen;
} Symbols;

static TlWalk
note_symbol (const TlExpr *expr, gpointer user_data)
{
  Symbols *symbols = user_data;

  if (expr->kind == TL_EXPR_VAR && g_hash_table_add (symbols->seen, (gpointer) expr))
    g_ptr_array_add (symbols->found, (gpointer) expr);
  return TL_WALK_INTO;
}

static void
note_size (const TlExpr *size, gpointer user_data)
{
  tl_expr_walk (size, note_symbol, user_data);
}

static void
skip_scalar (const TlRelaxExpr *expr, gpointer user_data)
{
  Symbols *symbols = user_data;

  if (expr->kind == TL_RELAX_VAR && expr->type->kind == TL_RELAX_TYPE_PRIM && expr->type->dims != NULL)
    g_hash_table_add (symbols->seen, (gpointer) expr->type->dims[0]);
}

static void
note_expr (const TlRelaxExpr *expr, gpointer user_data)
{
  /* The types of constants and texts have no symbols, and neither have those of values that are made of others. */
  tl_relax_expr_walk_sizes (expr, note_size, user_data);
}

/* Those of the signature, or of the whole function. */
static GPtrArray *
collect_symbols (const TlGraphFunc *func, gboolean in_signature)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Symbols                symbols = { g_ptr_array_new (), seen };

  tl_graph_func_walk (func, skip_scalar, &symbols);
  for (guint i = 0; i < func->n_params; i++)
    tl_relax_type_walk_sizes (func->params[i]->type, note_size, &symbols);
  tl_relax_type_walk_sizes (func->result_type, note_size, &symbols);
  if (!in_signature)
    tl_graph_func_walk (func, note_expr, &symbols);
  return symbols.found;
}

static void
declare_symbols (TlPrinter *printer, const TlGraphFunc *func)
{
  g_autoptr (GPtrArray) symbols = collect_symbols (func, TRUE);

  for (guint i = 0; i < symbols->len; i++)
    if (!tl_printer_knows (printer, symbols->pdata[i]))
      tl_printer_declare (printer, symbols->pdata[i], ((const TlVar *) symbols->pdata[i])->name);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
note_type_vars (TlPrinter *printer, const TlGraphFunc *func, GPtrArray *names)
{
  g_autoptr (GPtrArray) symbols = collect_symbols (func, TRUE);
  guint                 scope = tl_printer_open_scope (printer);

  declare_symbols (printer, func);
  for (guint i = 0; i < symbols->len; i++)
    {
      const char *name = tl_printer_var_name (printer, symbols->pdata[i]);

      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  tl_printer_close_scope (printer, scope);
}

void
tl_print_type_vars (TlPrinter *printer, const TlModule *module)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      note_type_vars (printer, module->funcs[i].graph, names);
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      tl_print_begin_line (printer);
      g_string_append_printf (printer->out, "%s = TypeVar(\"%s\")", (char *) names->pdata[i], (char *) names->pdata[i]);
      tl_print_end_line (printer);
    }
}

/* m = T.int64 () for symbols that the signature does not have; the classic dialect declares all of them. */
static void
print_declarations (TlPrinter *printer, const TlGraphFunc *func, gboolean is_inner)
{
  g_autoptr (GPtrArray) all = collect_symbols (func, FALSE), of_signature = collect_symbols (func, TRUE);

  for (guint i = 0; i < all->len; i++)
    {
      const TlVar *symbol = all->pdata[i];
      gboolean     is_known = tl_printer_knows (printer, symbol);

      if (is_known && (is_inner || printer->dialect != TL_DIALECT_CLASSIC || i >= of_signature->len))
        continue;
      if (!is_known)
        tl_printer_declare (printer, symbol, symbol->name);
      tl_print_begin_line (printer);
      g_string_append_printf (printer->out, "%s = T.%s()", tl_printer_var_name (printer, symbol), tl_dtype_name (symbol->dtype));
      tl_print_end_line (printer);
    }
}

/* Statements. */

static void
print_annotation (TlPrinter *printer, const TlRelaxVar *var)
{
  g_string_append (printer->out, ": ");
  tl_print_relax_type (printer, var->type, FALSE);
}

/* The types of these stand in the call. */
static gboolean
says_its_type (const TlRelaxExpr *value)
{
  return tl_relax_op_is (value, "call_tir") || tl_relax_op_is (value, "call_dps_packed");
}

/* "a, b" for a tuple of two. */
static void
print_right_side (TlPrinter *printer, const TlRelaxExpr *value)
{
  if (value->kind != TL_RELAX_TUPLE || value->n_items < 2)
    {
      tl_print_relax_value (printer, value);
      return;
    }
  for (guint i = 0; i < value->n_items; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_relax_value (printer, value->items[i]);
    }
}

static void
print_branch (TlPrinter *printer, const TlRelaxBody *body, const TlRelaxVar *var, const char *name)
{
  guint scope = tl_printer_open_scope (printer);

  printer->indent++;
  print_body (printer, body);
  tl_print_begin_line (printer);
  g_string_append (printer->out, name);
  print_annotation (printer, var);
  g_string_append (printer->out, " = ");
  print_right_side (printer, body->result);
  tl_print_end_line (printer);
  printer->indent--;
  tl_printer_close_scope (printer, scope);
}

static void
print_if (TlPrinter *printer, const TlRelaxVar *var, const TlRelaxExpr *value)
{
  const char *name = declare_var (printer, var);

  tl_print_begin_line (printer);
  g_string_append (printer->out, "if ");
  tl_print_relax_value (printer, value->cond);
  g_string_append_c (printer->out, ':');
  tl_print_end_line (printer);
  print_branch (printer, value->if_true, var, name);
  tl_print_begin_line (printer);
  g_string_append (printer->out, "else:");
  tl_print_end_line (printer);
  print_branch (printer, value->if_false, var, name);
}

/* Whether the call stands without a name for its value. */
static gboolean
is_effect (const TlRelaxBinding *binding)
{
  const TlRelaxExpr *value = binding->value;

  if (binding->kind == TL_RELAX_BIND_MATCH || (value->kind != TL_RELAX_CALL && value->kind != TL_RELAX_TUPLE))
    return FALSE;
  return tl_relax_is_void (binding->var) || (binding->var->type == &tl_relax_any && strcmp (binding->var->name, "_") == 0);
}

static void
print_value_binding (TlPrinter *printer, const TlRelaxBinding *binding)
{
  gboolean is_match = binding->kind == TL_RELAX_BIND_MATCH;

  tl_print_begin_line (printer);
  if (!is_effect (binding))
    {
      g_string_append (printer->out, declare_var (printer, binding->var));
      if (is_match || !says_its_type (binding->value))
        print_annotation (printer, binding->var);
      g_string_append (printer->out, is_match ? " = R.match_cast(" : " = ");
    }
  if (is_match)
    {
      tl_print_relax_value (printer, binding->value);
      g_string_append (printer->out, ", ");
      tl_print_relax_type (printer, binding->type, FALSE);
      g_string_append_c (printer->out, ')');
    }
  else
    print_right_side (printer, binding->value);
  tl_print_end_line (printer);
}

static void
print_binding (TlPrinter *printer, const TlRelaxBinding *binding)
{
  if (binding->kind == TL_RELAX_BIND_VALUE && binding->value->kind == TL_RELAX_IF)
    print_if (printer, binding->var, binding->value);
  else if (binding->kind == TL_RELAX_BIND_VALUE && binding->value->kind == TL_RELAX_FUNCTION)
    {
      const char *name = declare_var (printer, binding->var);

      print_function (printer, binding->value->function, name, TRUE);
      tl_print_end_line (printer);
    }
  else
    print_value_binding (printer, binding);
}

static void
print_output (TlPrinter *printer, const TlRelaxBlock *block)
{
  gboolean is_first = TRUE;

  tl_print_begin_line (printer);
  g_string_append (printer->out, "R.output(");
  for (guint i = 0; i < block->n_bindings; i++)
    if (!block->bindings[i].var->is_dataflow && !is_effect (&block->bindings[i]))
      {
        g_string_append_printf (printer->out, "%s%s", is_first ? "" : ", ",
                                (const char *) g_hash_table_lookup (printer->names, block->bindings[i].var));
        is_first = FALSE;
      }
  g_string_append_c (printer->out, ')');
  tl_print_end_line (printer);
}

static void
print_body (TlPrinter *printer, const TlRelaxBody *body)
{
  for (guint i = 0; i < body->n_blocks; i++)
    {
      const TlRelaxBlock *block = &body->blocks[i];

      if (block->is_dataflow)
        {
          tl_print_begin_line (printer);
          g_string_append (printer->out, "with R.dataflow():");
          tl_print_end_line (printer);
          printer->indent++;
        }
      for (guint k = 0; k < block->n_bindings; k++)
        print_binding (printer, &block->bindings[k]);
      if (block->is_dataflow)
        {
          print_output (printer, block);
          printer->indent--;
        }
    }
}

/* Functions. */

static void
note_global (const TlRelaxExpr *expr, gpointer user_data)
{
  gboolean *is_used = user_data;

  *is_used |= expr->kind == TL_RELAX_GLOBAL;
}

static void
print_head (TlPrinter *printer, const TlGraphFunc *func, const char *name, gboolean is_inner)
{
  tl_print_begin_line (printer);
  g_string_append (printer->out, "@R.function");
  if (func->is_private && !is_inner)
    g_string_append (printer->out, func->is_impure ? "(private=True, pure=False)" : "(private=True)");
  else
    g_string_append (printer->out, func->is_impure ? "(pure=False)" : "");
  tl_print_end_line (printer);
  tl_print_begin_line (printer);
  g_string_append_printf (printer->out, "def %s(", name);
  for (guint i = 0; i < func->n_params; i++)
    {
      g_string_append_printf (printer->out, "%s%s: ", i > 0 ? ", " : "", declare_var (printer, func->params[i]));
      tl_print_relax_type (printer, func->params[i]->type, TRUE);
    }
  g_string_append_c (printer->out, ')');
  if (func->result_type != &tl_relax_any)
    {
      g_string_append (printer->out, " -> ");
      tl_print_relax_type (printer, func->result_type, TRUE);
    }
  g_string_append_c (printer->out, ':');
  tl_print_end_line (printer);
}

static void
print_function_attrs (TlPrinter *printer, const TlGraphFunc *func)
{
  if (func->attrs.n == 0)
    return;
  tl_print_begin_line (printer);
  g_string_append (printer->out, "R.func_attr(");
  tl_print_attrs (printer, &func->attrs, NULL);
  g_string_append_c (printer->out, ')');
  tl_print_end_line (printer);
}

static void
print_function (TlPrinter *printer, const TlGraphFunc *func, const char *name, gboolean is_inner)
{
  guint    scope = tl_printer_open_scope (printer);
  gboolean uses_module = FALSE;

  if (!is_inner)
    tl_printer_declare (printer, func, "cls");
  declare_symbols (printer, func);
  print_head (printer, func, name, is_inner);
  printer->indent++;
  print_function_attrs (printer, func);
  print_declarations (printer, func, is_inner);
  tl_graph_func_walk (func, note_global, &uses_module);
  if (uses_module && !is_inner && printer->module_name != NULL)   /* a function alone has no module */
    {
      tl_print_begin_line (printer);
      g_string_append_printf (printer->out, "cls = %s", printer->module_name);
      tl_print_end_line (printer);
    }
  print_body (printer, &func->body);
  tl_print_begin_line (printer);
  g_string_append (printer->out, "return ");
  tl_print_relax_value (printer, func->body.result);
  tl_print_end_line (printer);
  printer->indent--;
  tl_printer_close_scope (printer, scope);
}

void
tl_print_graph (TlPrinter *printer, const TlGraphFunc *func, const char *name)
{
  printer->is_graph = TRUE;
  print_function (printer, func, name, FALSE);
  printer->is_graph = FALSE;
}

/* Parts. */

typedef void (*PrintPart) (TlPrinter *printer, gconstpointer part);

static char *
part_to_text (PrintPart print, gconstpointer part)
{
  GString  *out = g_string_new (NULL);
  TlPrinter printer;

  tl_printer_init (&printer, out, TL_DIALECT_CLASSIC, FALSE);
  printer.is_graph = TRUE;
  print (&printer, part);
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}

static void
print_expr_part (TlPrinter *printer, gconstpointer part)
{
  tl_print_relax_value (printer, part);
}

static void
print_type_part (TlPrinter *printer, gconstpointer part)
{
  tl_print_relax_type (printer, part, FALSE);
}

static void
print_block_part (TlPrinter *printer, gconstpointer part)
{
  const TlRelaxBody body = { part, 1, NULL };

  print_body (printer, &body);
}

char *
tl_relax_expr_to_text (const TlRelaxExpr *expr)
{
  if (expr->kind == TL_RELAX_IF || expr->kind == TL_RELAX_FUNCTION)
    return g_strdup (expr->kind == TL_RELAX_IF ? "if …" : "function");
  return part_to_text (print_expr_part, expr);
}

char *
tl_relax_type_to_text (const TlRelaxType *type)
{
  return part_to_text (print_type_part, type);
}

char *
tl_relax_block_to_text (const TlRelaxBlock *block)
{
  return part_to_text (print_block_part, block);
}

char *
tl_graph_func_to_text (const TlGraphFunc *func, const char *name, TlDialect dialect)
{
  GString  *out = g_string_new ("# from tvm.script import relax as R\n\n");
  TlPrinter printer;

  tl_printer_init (&printer, out, dialect, FALSE);
  tl_print_graph (&printer, func, name);
  if (printer.constants->len > 0)
    g_string_append (out, "\n# Metadata omitted. Use show_meta=True in script() method to show it.\n");
  tl_printer_clear (&printer);
  return g_string_free (out, FALSE);
}
