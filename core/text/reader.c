/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and functions, and the names that are in scope. */
#include "core/text/reader-relax-private.h"

#include <string.h>

#include "core/base/stack.h"
#include "core/ir/verify.h"

#define MAX_NESTING 1500

typedef struct
{
  const char   *name;
  TlParsedValue given;
  guint         outer;   /* what the name meant before: its index + 1, 0: nothing */
} Binding;

/* Errors and depth. */

gboolean
tl_reader_fail (TlReader *reader, const TlAst *at, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  if (reader->error != NULL)
    return FALSE;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  reader->error = tl_source_error (reader->source, at->span, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING, "%s", message);
  return FALSE;
}

gboolean
tl_reader_enter (TlReader *reader, const TlAst *at)
{
  if (++reader->nesting > MAX_NESTING)
    return tl_reader_fail (reader, at, "nested more than %d levels deep", MAX_NESTING);
  return !tl_stack_is_low (reader->floor)
         || tl_reader_fail (reader, at, "nested too deeply for the stack of this thread: %u levels", reader->nesting);
}

void
tl_reader_leave (TlReader *reader)
{
  reader->nesting--;
}

/* Names. */

void
tl_reader_bind (TlReader *reader, const char *name, TlParsedValue given)
{
  Binding binding = { name, given, GPOINTER_TO_UINT (g_hash_table_lookup (reader->innermost, name)) };

  g_array_append_val (reader->names, binding);
  g_hash_table_replace (reader->innermost, (gpointer) name, GUINT_TO_POINTER (reader->names->len));
}

const TlParsedValue *
tl_reader_lookup (TlReader *reader, const char *name)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (reader->innermost, name));

  return position > 0 ? &g_array_index (reader->names, Binding, position - 1).given : NULL;
}

guint
tl_reader_open_scope (TlReader *reader)
{
  return reader->names->len;
}

void
tl_reader_close_scope (TlReader *reader, guint mark)
{
  for (guint i = reader->names->len; i-- > mark;)
    {
      const Binding *binding = &g_array_index (reader->names, Binding, i);

      if (binding->outer == 0)
        g_hash_table_remove (reader->innermost, binding->name);
      else
        g_hash_table_replace (reader->innermost, (gpointer) g_array_index (reader->names, Binding, binding->outer - 1).name,
                              GUINT_TO_POINTER (binding->outer));
    }
  g_array_set_size (reader->names, mark);
}

/* Symbolic dimensions of the newest dialect. */

/* Notes that @name is declared to be of the type that @type writes, unless an earlier declaration says so of it. */
static void
declare (TlReader *reader, const char *name, const TlAst *type)
{
  const char *written = tl_reader_builtin (reader, type);
  TlDType     dtype;

  if (written != NULL && tl_dtype_parse (written, &dtype) && tl_dtype_is_integer (dtype) && dtype.lanes == 1
      && !g_hash_table_contains (reader->declared, name))
    g_hash_table_insert (reader->declared, (gpointer) name, tl_arena_memdup (reader->arena, &dtype, sizeof dtype));
}

/* "name = T.int32 ()" */
static void
declare_target (TlReader *reader, const TlAst *target, const TlAst *value)
{
  if (target->kind == TL_AST_NAME && value->kind == TL_AST_CALL && value->n_items == 0)
    declare (reader, target->name, value->value);
}

/* The variables that parameters and "name = T.int32 ()" or "a, name = T.int32 (), T.int64 ()" declare. */
static void
collect_declared (TlReader *reader)
{
  const TlAst *function = reader->function;

  reader->declared = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < function->n_params; i++)
    if (function->params[i].annotation != NULL)
      declare (reader, function->params[i].name, function->params[i].annotation);
  for (guint i = 0; i < function->n_body; i++)
    {
      const TlAst *ast = function->body[i], *target = ast->kind == TL_AST_ASSIGN && ast->n_items == 2 ? ast->items[0] : NULL;

      if (target != NULL && target->kind == TL_AST_TUPLE && ast->items[1]->kind == TL_AST_TUPLE
          && target->n_items == ast->items[1]->n_items)
        for (guint k = 0; k < target->n_items; k++)
          declare_target (reader, target->items[k], ast->items[1]->items[k]);
      else if (target != NULL)
        declare_target (reader, target, ast->items[1]);
    }
}

static TlDType
symbol_type (TlReader *reader, const char *name)
{
  const TlDType *declared;

  if (reader->declared == NULL)
    collect_declared (reader);
  declared = g_hash_table_lookup (reader->declared, name);
  return declared != NULL ? *declared : TL_INT64;
}

const TlVar *
tl_reader_symbol (TlReader *reader, const char *name)
{
  const TlVar         *var = g_hash_table_lookup (reader->symbols, name);
  const TlParsedValue *found = var == NULL ? tl_reader_lookup (reader, name) : NULL;

  if (found != NULL && found->kind == TL_GIVEN_RELAX && found->relax->type->kind == TL_RELAX_TYPE_PRIM)
    return tl_relax_symbol_of (reader, found->relax);
  if (var == NULL)
    {
      var = tl_expr_var (reader->arena, name, symbol_type (reader, name));
      g_hash_table_insert (reader->symbols, (gpointer) var->name, (gpointer) var);
      tl_reader_bind (reader, var->name, tl_given_expr (var));
    }
  return var;
}

static gboolean
is_type_var (TlReader *reader, const TlAst *ast)
{
  const char *name = ast->kind == TL_AST_CALL ? tl_ast_dotted_name (reader->arena, ast->value) : NULL;

  return name != NULL && (strcmp (name, "TypeVar") == 0 || strcmp (name, "typing.TypeVar") == 0);
}

/* Constants of the Python around: "M = 1024", "N, K = 128, 64". */

static gboolean
is_plain (TlReader *reader, const TlAst *ast, guint depth)
{
  if (depth > 16)
    return FALSE;
  switch (ast->kind)
    {
    case TL_AST_INT:
    case TL_AST_FLOAT:
    case TL_AST_STRING:
      return TRUE;
    case TL_AST_NAME:
      return tl_reader_lookup (reader, ast->name) != NULL;
    case TL_AST_UNARY:
      return is_plain (reader, ast->value, depth + 1);
    case TL_AST_BINARY:
      return is_plain (reader, ast->value, depth + 1) && is_plain (reader, ast->other, depth + 1);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      for (guint i = 0; i < ast->n_items; i++)
        if (!is_plain (reader, ast->items[i], depth + 1))
          return FALSE;
      return TRUE;
    default:
      return FALSE;
    }
}

static void
bind_constant (TlReader *reader, const TlAst *target, const TlParsedValue *given)
{
  if (target->kind == TL_AST_NAME)
    tl_reader_bind (reader, target->name, *given);
  else if (target->kind == TL_AST_TUPLE && given->kind == TL_GIVEN_LIST && given->n_items == target->n_items)
    for (guint i = 0; i < target->n_items; i++)
      bind_constant (reader, target->items[i], &given->items[i]);
}

/* Constants of the script; other values are left to Python. */
static void
read_constants (TlReader *reader, const TlAst *const *body, guint n_body)
{
  for (guint i = 0; i < n_body; i++)
    {
      TlParsedValue given;

      if (body[i]->kind == TL_AST_ASSIGN && body[i]->n_items == 2 && is_plain (reader, body[i]->items[1], 0)
          && tl_read_given (reader, body[i]->items[1], &given))
        bind_constant (reader, body[i]->items[0], &given);
      else if (body[i]->kind == TL_AST_ASSIGN && body[i]->n_items == 2 && body[i]->items[0]->kind == TL_AST_NAME
               && is_type_var (reader, body[i]->items[1]))
        tl_reader_bind (reader, tl_arena_strdup (reader->arena, body[i]->items[0]->name), (TlParsedValue) { .kind = TL_GIVEN_NAME });
      g_clear_error (&reader->error);
      reader->nesting = 0;
    }
}

/* Functions. */

/* "prim_func" for @T.prim_func and @T.prim_func (private=True). */
static const char *
decorator_name (const TlAst *decorator)
{
  const TlAst *callee = decorator->kind == TL_AST_CALL ? decorator->value : decorator;

  return callee->kind == TL_AST_ATTRIBUTE || callee->kind == TL_AST_NAME ? callee->name : NULL;
}

static const TlAst *
find_decorator (const TlAst *definition, const char *name)
{
  for (guint i = 0; i < definition->n_items; i++)
    if (g_strcmp0 (decorator_name (definition->items[i]), name) == 0)
      return definition->items[i];
  return NULL;
}

static gboolean
read_param (TlReader *reader, const TlAstParam *ast)
{
  TlParam      param = { .name = tl_arena_strdup (reader->arena, ast->name) };
  const TlAst  place = { .kind = TL_AST_NAME, .span = ast->span };
  const TlAst *type = ast->annotation;
  const char  *builtin;
  TlVarType    var_type;

  if (type == NULL || ast->is_star || ast->is_double_star || ast->value != NULL)
    return tl_reader_fail (reader, &place, "parameter %s needs a type, such as T.Buffer ((128, 128), \"float32\"), T.int32 or T.handle",
                           ast->name);
  builtin = type->kind == TL_AST_CALL || type->kind == TL_AST_SUBSCRIPT ? tl_reader_builtin (reader, type->value) : NULL;
  if (g_strcmp0 (builtin, "Buffer") == 0)
    {
      if ((param.buffer = tl_read_buffer_type (reader, type, 0, ast->name, TRUE)) == NULL)
        return FALSE;
      tl_reader_bind (reader, ast->name, tl_given_buffer (param.buffer));
    }
  else
    {
      if (!tl_read_var_type (reader, type, &var_type))
        return FALSE;
      if (var_type.dtype.code == TL_TYPE_VOID)
        return tl_reader_fail (reader, type, "a parameter cannot be of type void");
      /* The shape of a buffer before it may have brought the variable in. */
      param.var = g_hash_table_lookup (reader->symbols, ast->name);
      if (param.var == NULL || !tl_dtype_equal (param.var->dtype, var_type.dtype))
        param.var = tl_var_of_type (reader, ast->name, &var_type);
      tl_reader_bind (reader, ast->name, tl_given_expr (param.var));
    }
  g_array_append_val (reader->params, param);
  return TRUE;
}

/* A lone block without axes is the root, unless the function has buffers of its own around it. */
static gboolean
is_own_root (const TlStmt *stmt, const TlBlockFrame *frame)
{
  return stmt->kind == TL_STMT_BLOCK && stmt->block.n_axes == 0 && stmt->block.predicate == NULL && frame->allocs->len == 0;
}

/* A root says of its regions what is written, and else nothing. */
static const TlStmt *
as_root (TlReader *reader, const TlStmt *stmt)
{
  TlBlock block = stmt->block;

  block.n_reads = reader->has_inferred_reads ? 0 : block.n_reads;
  block.n_writes = reader->has_inferred_writes ? 0 : block.n_writes;
  return tl_stmt_block (reader->arena, &block);
}

static const TlStmt *
read_function_body (TlReader *reader, const TlAst *function)
{
  TlBlockFrame  frame;
  const TlStmt *body;

  tl_block_frame_init (&frame, reader, TRUE);
  body = tl_read_suite (reader, function->body, function->n_body);
  if (body != NULL)
    body = is_own_root (body, &frame) ? as_root (reader, body) : tl_block_frame_finish (reader, &frame, "root", body);
  tl_block_frame_clear (&frame, reader);
  return body;
}

static gboolean
is_private (const TlAst *decorator)
{
  const TlAst *value = decorator->kind == TL_AST_CALL ? tl_call_argument (decorator, G_MAXUINT, "private") : NULL;

  return value != NULL && value->kind == TL_AST_CONSTANT && strcmp (value->name, "True") == 0;
}

/*
 * Whether the script is of the newest dialect: T.prim_func (s_tir=True), or "tirx" imported. There "x: T.int32 = e" allocates a buffer of
 * one element; in the classic dialect it is a let.
 */
static gboolean
is_newest (TlReader *reader, const TlAst *module, const TlAst *decorator)
{
  if (decorator->kind == TL_AST_CALL && tl_call_argument (decorator, G_MAXUINT, "s_tir") != NULL)
    return TRUE;
  for (guint i = 0; i < module->n_body; i++)
    if (module->body[i]->kind == TL_AST_IMPORT && strstr (module->body[i]->name, "tirx") != NULL)
      return TRUE;
  return FALSE;
}

static void
begin_function (TlReader *reader, const TlAst *ast)
{
  reader->attrs = tl_attrs_empty;
  reader->nesting = 0;
  reader->function = ast;
  g_hash_table_remove_all (reader->symbols);
  g_clear_pointer (&reader->declared, g_hash_table_unref);
}

static const TlPrimFunc *
read_function (TlReader *reader, const TlAst *ast, const TlAst *decorator)
{
  TlPrimFunc *func = tl_arena_new0 (reader->arena, TlPrimFunc);
  guint       mark = tl_reader_open_scope (reader);

  begin_function (reader, ast);
  reader->is_newest = is_newest (reader, reader->module, decorator);
  g_array_set_size (reader->params, 0);
  g_hash_table_remove_all (reader->loops);
  for (guint i = 0; i < ast->n_params; i++)
    if (!read_param (reader, &ast->params[i]))
      return NULL;
  if ((func->body = read_function_body (reader, ast)) == NULL)
    return NULL;
  tl_reader_tell_gaps (reader);
  tl_reader_close_scope (reader, mark);
  if (!is_private (decorator) && tl_attrs_find (&reader->attrs, "global_symbol") == NULL)
    reader->attrs = tl_attrs_with (reader->arena, &reader->attrs, "global_symbol", tl_value_string (reader->arena, ast->name));
  func->name = tl_arena_strdup (reader->arena, ast->name);
  func->params = tl_arena_dup_array (reader->arena, TlParam, reader->params->data, reader->params->len);
  func->n_params = reader->params->len;
  func->attrs = reader->attrs;
  return func;
}

/* Members that are not TensorIR functions. */

static const TlGraphFunc *
read_graph (TlReader *reader, const TlAst *ast, const TlAst *decorator)
{
  begin_function (reader, ast);
  g_ptr_array_set_size (reader->placeholders, 0);
  return tl_read_graph (reader, ast, decorator);
}

/* f = R.ExternFunc ("symbol"). NULL if @ast is something else. */
static const TlExternFunc *
read_extern (TlReader *reader, const TlAst *ast)
{
  const TlAst  *call = ast->kind == TL_AST_ASSIGN && ast->n_items == 2 && ast->items[0]->kind == TL_AST_NAME ? ast->items[1] : NULL;
  const char   *callee = call != NULL && call->kind == TL_AST_CALL ? tl_ast_dotted_name (reader->arena, call->value) : NULL;
  TlExternFunc *external;

  if (callee == NULL || !g_str_has_suffix (callee, "ExternFunc") || call->n_items != 1 || call->items[0]->kind != TL_AST_STRING)
    return NULL;
  external = tl_arena_new0 (reader->arena, TlExternFunc);
  external->symbol = tl_arena_strdup (reader->arena, call->items[0]->name);
  return external;
}

/* FALSE if @ast is no function of a module, or with an error. */
static gboolean
read_func (TlReader *reader, const TlAst *ast, gboolean is_class, TlFunc *func)
{
  const TlAst *decorator = ast->kind == TL_AST_FUNCTION ? find_decorator (ast, "prim_func") : NULL;
  const TlAst *of_graph = ast->kind == TL_AST_FUNCTION ? find_decorator (ast, "function") : NULL;

  *func = (TlFunc) { .name = ast->kind == TL_AST_ASSIGN ? ast->items[0]->name : ast->name };
  if (decorator != NULL)
    return (func->prim = read_function (reader, ast, decorator)) != NULL;
  if (of_graph != NULL)
    {
      func->kind = TL_FUNC_GRAPH;
      return (func->graph = read_graph (reader, ast, of_graph)) != NULL;
    }
  func->kind = TL_FUNC_EXTERN;
  if (is_class && ast->kind == TL_AST_FUNCTION)
    tl_source_warn (reader->source, ast->span, "function %s has no @T.prim_func, so it is not part of the module", ast->name);
  return (func->external = read_extern (reader, ast)) != NULL;
}

static gboolean
read_functions (TlReader *reader, const TlAst *const *body, guint n_body, gboolean is_class, GArray *funcs)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n_body; i++)
    {
      TlFunc func;

      if (!read_func (reader, body[i], is_class, &func))
        {
          if (reader->error != NULL)
            return FALSE;
          continue;
        }
      func.name = tl_arena_strdup (reader->arena, func.name);
      if (!g_hash_table_add (names, (gpointer) func.name))
        return tl_reader_fail (reader, body[i], "two functions are named %s", func.name);
      g_array_append_val (funcs, func);
    }
  return TRUE;
}

/* The dictionary of I.module_global_infos as it is written, in one line. */
static const char *
one_line (TlReader *reader, const TlAst *ast)
{
  const char      *text = tl_source_text (reader->source);
  g_autofree char *part = g_strndup (text + ast->span.start, ast->span.end - ast->span.start);
  g_auto (GStrv) words = g_strsplit_set (part, "\r\n", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*g_strstrip (words[i]) != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  return tl_arena_strdup (reader->arena, line->str);
}

/* I.module_attrs ({…}) and I.module_global_infos ({…}) */
static gboolean
read_module_statements (TlReader *reader, const TlAst *const *body, guint n_body, TlAttrs *attrs, const char **global_infos)
{
  for (guint i = 0; i < n_body; i++)
    {
      const TlAst *call = body[i]->kind == TL_AST_EXPR_STMT ? body[i]->value : NULL;
      const char  *name = call != NULL && call->kind == TL_AST_CALL ? tl_ast_dotted_name (reader->arena, call->value) : NULL;

      if (name != NULL && g_str_has_suffix (name, "module_attrs"))
        {
          if (!tl_call_check (reader, call, 1, 2, "attrs allow_overwrite") || !tl_read_attrs (reader, call->items[0], attrs))
            return FALSE;
        }
      else if (name != NULL && g_str_has_suffix (name, "module_global_infos"))
        {
          if (!tl_call_check (reader, call, 1, 1, "global_infos"))
            return FALSE;
          *global_infos = one_line (reader, call->items[0]);
        }
    }
  return TRUE;
}

/* Modules. */

static const TlAst *
find_class (const TlAst *module)
{
  for (guint i = 0; i < module->n_body; i++)
    if (module->body[i]->kind == TL_AST_CLASS && find_decorator (module->body[i], "ir_module") != NULL)
      return module->body[i];
  return NULL;
}

static gboolean
has_newest_function (TlReader *reader, const TlAst *owner)
{
  for (guint i = 0; i < owner->n_body; i++)
    {
      const TlAst *decorator = owner->body[i]->kind == TL_AST_FUNCTION ? find_decorator (owner->body[i], "prim_func") : NULL;

      if (decorator != NULL && is_newest (reader, reader->module, decorator))
        return TRUE;
    }
  return FALSE;
}

static void
fail_without_program (TlReader *reader, const TlAst *ast)
{
  for (guint i = 0; i < ast->n_body; i++)
    if (ast->body[i]->kind == TL_AST_CLASS || ast->body[i]->kind == TL_AST_FUNCTION)
      {
        gboolean is_class = ast->body[i]->kind == TL_AST_CLASS;

        tl_reader_fail (reader, ast->body[i], "%s %s lacks the decorator %s, and the file has no other program", is_class ? "class"
                        : "function",
                        ast->body[i]->name, is_class ? "@I.ir_module" : "@T.prim_func");
        return;
      }
  tl_reader_fail (reader, ast, "no class with @I.ir_module and no function with @T.prim_func");
}

/* The functions of @owner, or if NULL those of @ast itself. */
static TlModule *
read_module (TlReader *reader, const TlAst *ast, const TlAst *owner)
{
  g_autoptr (GArray) funcs = g_array_new (FALSE, FALSE, sizeof (TlFunc));
  g_autoptr (TlModule) module = NULL;
  g_autoptr (GError) invalid = NULL;
  const char  *global_infos = NULL;
  TlAttrs      attrs = tl_attrs_empty;

  if (owner != NULL)
    read_constants (reader, owner->body, owner->n_body);
  else
    owner = ast;
  reader->module_name = owner != ast ? owner->name : NULL;
  reader->is_newest = has_newest_function (reader, owner);
  for (guint i = 0; i < owner->n_body; i++)
    if (owner->body[i]->kind == TL_AST_FUNCTION)
      g_hash_table_add (reader->func_names, (gpointer) owner->body[i]->name);
    else if (owner->body[i]->kind == TL_AST_ASSIGN && owner->body[i]->items[0]->kind == TL_AST_NAME)
      g_hash_table_add (reader->func_names, (gpointer) owner->body[i]->items[0]->name);
  if (!read_module_statements (reader, owner->body, owner->n_body, &attrs, &global_infos)
      || !read_functions (reader, owner->body, owner->n_body, owner != ast, funcs))
    return NULL;
  if (owner == ast && funcs->len == 0)
    {
      fail_without_program (reader, ast);
      return NULL;
    }
  if (funcs->len == 0)
    tl_source_warn (reader->source, owner->span, "module %s has no functions", owner->name);
  module = tl_module_new (reader->arena, owner == ast ? "Module" : owner->name, (const TlFunc *) (gpointer) funcs->data, funcs->len,
                          reader->builder.next_id);
  tl_module_set_attrs (module, &attrs, global_infos);
  if (tl_module_verify (module, &invalid))
    return g_steal_pointer (&module);
  return tl_reader_fail_null (reader, owner, "%s", invalid->message);
}

void
tl_reader_init (TlReader *reader, TlArena *arena, const TlSource *source)
{
  *reader = (TlReader) {
    .arena = arena,
    .source = source,
    .names = g_array_new (FALSE, FALSE, sizeof (Binding)),
    .innermost = g_hash_table_new (g_str_hash, g_str_equal),
    .params = g_array_new (FALSE, FALSE, sizeof (TlParam)),
    .gaps = tl_reader_new_gaps (),
    .n_writers = g_hash_table_new (NULL, NULL),
    .loops = g_hash_table_new (NULL, NULL),
    .symbols = g_hash_table_new (g_str_hash, g_str_equal),
    .func_names = g_hash_table_new (g_str_hash, g_str_equal),
    .placeholders = g_ptr_array_new (),
    .builder = { arena, 1 },
    .floor = tl_stack_floor (),
  };
}

void
tl_reader_clear (TlReader *reader)
{
  g_array_unref (reader->names);
  g_hash_table_unref (reader->innermost);
  g_clear_pointer (&reader->declared, g_hash_table_unref);
  g_array_unref (reader->params);
  g_array_unref (reader->gaps);
  g_hash_table_unref (reader->n_writers);
  g_hash_table_unref (reader->loops);
  g_hash_table_unref (reader->symbols);
  g_hash_table_unref (reader->func_names);
  g_ptr_array_unref (reader->placeholders);
  g_clear_pointer (&reader->metadata, g_hash_table_unref);
  g_clear_error (&reader->error);
}

TlModule *
tl_script_read (TlSource *source, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlArena) tree = tl_arena_new (NULL);
  const TlAst *ast = tl_ast_parse (tree, source, error);
  TlModule    *module;
  TlReader     reader;

  if (ast == NULL)
    return NULL;
  tl_reader_init (&reader, arena, source);
  reader.module = ast;
  read_constants (&reader, ast->body, ast->n_body);
  module = read_module (&reader, ast, find_class (ast));
  if (reader.error != NULL)
    g_propagate_error (error, g_steal_pointer (&reader.error));
  tl_reader_clear (&reader);
  return module;
}

gboolean
tl_script_is_definition (const TlAst *ast)
{
  return (ast->kind == TL_AST_CLASS && find_decorator (ast, "ir_module") != NULL)
         || (ast->kind == TL_AST_FUNCTION && find_decorator (ast, "prim_func") != NULL);
}

TlModule *
tl_script_read_definition (TlSource *source, const TlAst *script, const TlAst *definition, const TlScriptValue *constants,
                           guint n_constants, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlAst  alone = { .kind = TL_AST_MODULE, .span = definition->span, .body = &definition, .n_body = 1 };
  TlModule    *module;
  TlReader     reader;

  tl_reader_init (&reader, arena, source);
  for (guint i = 0; i < n_constants; i++)
    tl_reader_bind (&reader, constants[i].name, tl_given_of_value (&constants[i]));
  reader.module = script;
  read_constants (&reader, script->body, script->n_body);
  module = read_module (&reader, &alone, find_class (&alone));
  if (reader.error != NULL)
    g_propagate_error (error, g_steal_pointer (&reader.error));
  tl_reader_clear (&reader);
  return module;
}

TlModule *
tl_script_read_text (const char *text, GError **error)
{
  g_autoptr (TlSource) source = tl_source_new ("script", text, -1);

  return tl_script_read (source, error);
}
