/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of a script. A let, an attribute or a launched thread holds for the rest of its suite, so a suite is read from left to
 * right and such a statement takes what follows as its body.
 */
#include "core/text/reader-private.h"

#include <string.h>

static gboolean read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out);

static const TlStmt *
rest_as_stmt (TlReader *reader, const TlAst *const *body, guint n, guint at)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  if (!tl_reader_enter (reader, body[MIN (at, n - 1)]))
    return NULL;
  if (!read_rest (reader, body, n, at, stmts))
    return NULL;
  tl_reader_leave (reader);
  return tl_stmt_seq (reader->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

const TlStmt *
tl_read_suite (TlReader *reader, const TlAst *const *body, guint n_body)
{
  return rest_as_stmt (reader, body, n_body, 0);
}

static gboolean
add (GPtrArray *out, const TlStmt *stmt)
{
  if (stmt != NULL)
    g_ptr_array_add (out, (gpointer) stmt);
  return stmt != NULL;
}

/* The suite of @ast in a scope of its own. */
static const TlStmt *
scoped_suite (TlReader *reader, const TlAst *const *body, guint n_body)
{
  guint         mark = tl_reader_open_scope (reader);
  const TlStmt *stmt = tl_read_suite (reader, body, n_body);

  tl_reader_close_scope (reader, mark);
  return stmt;
}

/* Loops. */

typedef struct
{
  const char   *name;
  TlLoopKind    kind;
  const char   *arguments;
} LoopForm;

static const LoopForm loop_forms[] = {
  { "serial", TL_LOOP_SERIAL, "start stop annotations step" },
  { "range", TL_LOOP_SERIAL, "start stop annotations step" },
  { "parallel", TL_LOOP_PARALLEL, "start stop annotations step" },
  { "vectorized", TL_LOOP_VECTORIZED, "start stop annotations step" },
  { "unroll", TL_LOOP_UNROLLED, "start stop annotations step" },
  { "thread_binding", TL_LOOP_THREAD_BINDING, "start stop thread annotations" },
};

static const LoopForm *
find_loop_form (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (loop_forms); i++)
    if (strcmp (loop_forms[i].name, name) == 0)
      return &loop_forms[i];
  return NULL;
}

/* [0, stop) or [start, stop), into @loop. */
static gboolean
read_loop_range (TlReader *reader, const TlAst *start_ast, const TlAst *stop_ast, TlLoop *loop)
{
  const TlExpr *stop;
  gint64        extent;

  if (stop_ast == NULL)
    {
      stop_ast = start_ast;
      start_ast = NULL;
    }
  if ((stop = tl_read_index (reader, stop_ast)) == NULL)
    return FALSE;
  loop->min = start_ast != NULL ? tl_read_index (reader, start_ast) : tl_expr_int (reader->arena, tl_dtype_with_lanes (stop->dtype, 1), 0);
  if (loop->min == NULL)
    return FALSE;
  if (stop->dtype.lanes != 1 || loop->min->dtype.lanes != 1)
    return tl_reader_fail (reader, stop_ast, "the range of a loop is given by single integers");
  tl_match_types (reader->arena, &loop->min, &stop);
  loop->extent = tl_reader_extent (reader->arena, loop->min, stop);
  if (loop->step == NULL && tl_expr_get_int (loop->extent, &extent) && extent < 0)
    return tl_reader_fail (reader, stop_ast, "this loop ends before it begins");
  return TRUE;
}

/* The variable comes into scope; the body is read by the caller. */
static gboolean
open_loop (TlReader *reader, const TlAst *target, TlLoop *loop)
{
  if (target->kind != TL_AST_NAME)
    return tl_reader_fail (reader, target, "a loop has one name for its variable");
  loop->id = tl_builder_take_id (&reader->builder);
  loop->var = tl_expr_var (reader->arena, target->name, loop->extent->dtype);
  g_hash_table_insert (reader->loops, (gpointer) loop->var, loop);
  tl_reader_bind (reader, target->name, tl_given_expr (loop->var));
  reader->frame->n_loops++;
  return TRUE;
}

static const TlStmt *
close_loop (TlReader *reader, TlLoop *loop, const TlStmt *body)
{
  reader->frame->n_loops--;
  if (body == NULL)
    return NULL;
  loop->body = body;
  return tl_stmt_loop (reader->arena, loop);
}

static gboolean
read_thread (TlReader *reader, const TlAst *call, guint n_positional, TlLoop *loop)
{
  const TlAst *thread = tl_call_argument (call, G_MAXUINT, "thread");

  if (thread == NULL && n_positional >= 2)
    thread = call->items[n_positional - 1];
  if (thread == NULL)
    return tl_reader_fail (reader, call, "T.thread_binding needs thread=\"threadIdx.x\" or another thread");
  return (loop->thread = tl_read_string (reader, thread, "a thread such as \"threadIdx.x\"")) != NULL;
}

static gboolean
read_step (TlReader *reader, const TlAst *call, const LoopForm *form, TlLoop *loop)
{
  const TlAst  *ast = tl_call_argument (call, strcmp (form->name, "range") == 0 ? 2 : G_MAXUINT, "step");
  const TlExpr *step;

  if (ast == NULL || (ast->kind == TL_AST_CONSTANT && strcmp (ast->name, "None") == 0))
    return TRUE;
  if ((step = tl_read_index (reader, ast)) == NULL)
    return FALSE;
  if (step->dtype.lanes != 1 || tl_expr_is_int (step, 0))
    return tl_reader_fail (reader, ast, "a loop advances by a single integer, not by 0");
  loop->step = tl_expr_is_int (step, 1) ? NULL : step;
  return TRUE;
}

static const TlStmt *
read_single_loop (TlReader *reader, const TlAst *ast, const TlAst *call, const LoopForm *form)
{
  TlLoop        *loop = tl_arena_new0 (reader->arena, TlLoop);
  const TlAst   *start = tl_call_argument (call, 0, "start"), *stop = tl_call_argument (call, 1, "stop");
  const TlAst   *annotations = tl_call_argument (call, G_MAXUINT, "annotations");
  const TlStmt  *stmt = NULL;
  guint          n_positional = 0, mark = tl_reader_open_scope (reader);

  if (!tl_call_check (reader, call, 1, 3, form->arguments))
    return NULL;
  while (n_positional < call->n_items && call->items[n_positional]->kind != TL_AST_KEYWORD)
    n_positional++;
  if (stop != NULL && stop->kind == TL_AST_STRING)
    stop = NULL;
  loop->kind = form->kind;
  loop->annotations = tl_attrs_empty;
  if (start == NULL && stop == NULL)
    {
      tl_reader_fail (reader, call, "the loop needs its extent");
      return NULL;
    }
  if (!read_step (reader, call, form, loop) || !read_loop_range (reader, start, stop, loop)
      || (form->kind == TL_LOOP_THREAD_BINDING && !read_thread (reader, call, n_positional, loop))
      || (annotations != NULL && !(annotations->kind == TL_AST_CONSTANT && strcmp (annotations->name, "None") == 0)
          && !tl_read_attrs (reader, annotations, &loop->annotations)))
    return NULL;
  if (open_loop (reader, ast->items[0], loop))
    stmt = close_loop (reader, loop, tl_read_suite (reader, ast->body, ast->n_body));
  tl_reader_close_scope (reader, mark);
  return stmt;
}

static const TlStmt *
read_grid (TlReader *reader, const TlAst *ast, const TlAst *call)
{
  const TlAst  *target = ast->items[0];
  gboolean      is_tuple = target->kind == TL_AST_TUPLE || target->kind == TL_AST_LIST;
  guint         n = call->n_items, mark = tl_reader_open_scope (reader);
  TlLoop       *loops = tl_arena_new_array (reader->arena, TlLoop, n);
  const TlStmt *stmt;

  if (!tl_call_check (reader, call, 1, 256, ""))
    return NULL;
  if ((is_tuple ? target->n_items : 1) != n)
    {
      tl_reader_fail (reader, target, "%u name%s for %u loops", is_tuple ? target->n_items : 1, is_tuple ? "s" : "", n);
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      const TlAst *extent = call->items[i];
      gboolean     is_range = extent->kind == TL_AST_TUPLE && extent->n_items == 2;

      loops[i] = (TlLoop) { .annotations = tl_attrs_empty };
      if (!read_loop_range (reader, is_range ? extent->items[0] : extent, is_range ? extent->items[1] : NULL, &loops[i]))
        return NULL;
    }
  for (guint i = 0; i < n; i++)
    if (!open_loop (reader, is_tuple ? target->items[i] : target, &loops[i]))
      return NULL;
  stmt = tl_read_suite (reader, ast->body, ast->n_body);
  for (guint i = n; i-- > 0;)
    stmt = close_loop (reader, &loops[i], stmt);
  tl_reader_close_scope (reader, mark);
  return stmt;
}

static const TlStmt *
read_for (TlReader *reader, const TlAst *ast)
{
  const TlAst    *call = ast->value;
  const char     *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;
  const LoopForm *form;

  if (ast->n_orelse > 0)
    {
      tl_reader_fail (reader, ast, "a loop has no else here");
      return NULL;
    }
  if (call->kind == TL_AST_CALL && call->value->kind == TL_AST_NAME && strcmp (call->value->name, "range") == 0)
    name = "range";
  if (name != NULL && strcmp (name, "grid") == 0)
    return read_grid (reader, ast, call);
  if ((form = find_loop_form (name)) != NULL)
    return read_single_loop (reader, ast, call, form);
  tl_reader_fail (reader, call, "a loop runs over range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding");
  return NULL;
}

/* Stores and lets. */

/* The value as it is stored: numbers take the buffer's type, other types are cast as TVM casts them. */
static const TlExpr *
stored_value (TlReader *reader, const TlAst *at, const TlGiven *given, TlDType dtype)
{
  const TlExpr *expr;

  if (tl_given_is_number (given) && (given->kind != TL_GIVEN_FLOAT || tl_dtype_is_float (dtype)))
    {
      if (!tl_check_fits (reader, at, given, tl_dtype_with_lanes (dtype, 1)))
        return NULL;
      TlDType element = tl_dtype_with_lanes (dtype, 1);

      expr = given->kind == TL_GIVEN_FLOAT  ? tl_expr_float (reader->arena, element, given->number)
             : tl_dtype_is_float (dtype) ? tl_expr_float (reader->arena, element, (double) given->integer)
                                         : tl_expr_int (reader->arena, element, given->integer);
      return tl_cast (reader->arena, dtype, expr);
    }
  if ((expr = tl_given_to_expr (reader, at, given)) == NULL || tl_dtype_equal (expr->dtype, dtype))
    return expr;
  if (expr->dtype.code == TL_TYPE_HANDLE || expr->dtype.code == TL_TYPE_VOID
      || (expr->dtype.lanes != 1 && expr->dtype.lanes != dtype.lanes))
    {
      tl_reader_fail (reader, at, "a value of type %s is stored where the buffer holds %s", tl_dtype_name (expr->dtype),
                      tl_dtype_name (dtype));
      return NULL;
    }
  return tl_cast (reader->arena, dtype, expr);
}

static const TlStmt *
store (TlReader *reader, const TlAst *at, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, const TlGiven *value)
{
  guint         lanes = buffer->dtype.lanes;
  const TlExpr *expr;

  for (guint i = 0; i < n_indices; i++)
    lanes = MAX (lanes, buffer->dtype.lanes * indices[i]->dtype.lanes);
  expr = stored_value (reader, at, value, tl_dtype_with_lanes (buffer->dtype, lanes));
  return expr != NULL ? tl_stmt_store (reader->arena, buffer, indices, n_indices, expr) : NULL;
}

static const TlStmt *
read_store (TlReader *reader, const TlAst *target, const TlAst *value_ast)
{
  const TlBuffer *buffer;
  const TlExpr  **indices;
  guint           n_indices;
  TlGiven         value;

  if (!tl_read_access (reader, target, &buffer, &indices, &n_indices) || !tl_read_given (reader, value_ast, &value))
    return NULL;
  return store (reader, value_ast, buffer, indices, n_indices, &value);
}

/* Scalars of the newest dialect: "x: T.int32 = e" is a local buffer of one element, "x = e" a store into it. */

static const TlGiven *
find_scalar (TlReader *reader, const TlAst *target)
{
  const TlGiven *found = target->kind == TL_AST_NAME ? tl_reader_lookup (reader, target->name) : NULL;

  return found != NULL && found->kind == TL_GIVEN_SCALAR ? found : NULL;
}

static const TlStmt *
store_scalar (TlReader *reader, const TlAst *at, const TlGiven *scalar, const TlGiven *value)
{
  const TlExpr *zero = tl_int (reader->arena, 0);

  return store (reader, at, scalar->buffer, &zero, 1, value);
}

/* The rest of the suite under the scalar; @value nullable. */
static gboolean
scalar_rest (TlReader *reader, const char *name, TlDType dtype, const TlGiven *value, const TlAst *const *body, guint n, guint at,
             GPtrArray *out)
{
  gint64        one = 1;
  TlGiven       scalar = { .kind = TL_GIVEN_SCALAR };
  const TlStmt *stmts[2] = { NULL, NULL };
  TlStmt       *stmt;

  if (dtype.code == TL_TYPE_HANDLE || dtype.code == TL_TYPE_VOID)
    return tl_reader_fail (reader, body[at], "%s of type %s: write T.let[…]", name, tl_dtype_name (dtype));
  scalar.buffer = tl_buffer_new_const (reader->arena, name, dtype, &one, 1, "local");
  if (value != NULL && (stmts[0] = store_scalar (reader, body[at], &scalar, value)) == NULL)
    return FALSE;
  tl_reader_bind (reader, name, scalar);
  if (value != NULL && at + 1 == n)
    stmts[1] = stmts[0];
  else if ((stmts[1] = rest_as_stmt (reader, body, n, at + 1)) == NULL)
    return FALSE;
  stmts[1] = value != NULL && stmts[1] != stmts[0] ? tl_stmt_seq (reader->arena, stmts, 2) : stmts[1];
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, scalar.buffer, stmts[1]), sizeof *stmt);
  stmt->is_scalar = TRUE;
  return add (out, stmt);
}

/* A[i] += e */
static const TlStmt *
read_augmented (TlReader *reader, const TlAst *ast)
{
  const TlAst    *target = ast->items[0];
  TlAst           sum = { .kind = TL_AST_BINARY, .span = ast->span, .name = ast->name, .value = target, .other = ast->value };
  const TlBuffer *buffer;
  const TlExpr  **indices;
  guint           n_indices;
  TlGiven         value;

  if (find_scalar (reader, target) != NULL)
    return tl_read_given (reader, &sum, &value) ? store_scalar (reader, ast, find_scalar (reader, target), &value) : NULL;
  if (target->kind != TL_AST_SUBSCRIPT)
    {
      tl_reader_fail (reader, target, "only elements of buffers can change: A[…] %s= …", ast->name);
      return NULL;
    }
  if (!tl_read_access (reader, target, &buffer, &indices, &n_indices) || !tl_read_given (reader, &sum, &value))
    return NULL;
  return store (reader, ast, buffer, indices, n_indices, &value);
}

/* The rest of the suite under "name = value". */
static gboolean
let_rest (TlReader *reader, const TlVar *var, const TlExpr *value, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const char   *name = var->name;
  const TlStmt *rest;

  tl_reader_bind (reader, name, tl_given_expr (var));
  rest = rest_as_stmt (reader, body, n, at + 1);
  return rest != NULL && add (out, tl_stmt_let (reader->arena, var, value, rest));
}

/* "x: T.int32 = e": in the newest dialect a scalar, in the classic one a let, as "x: T.let[T.int32] = e" is in both. */
static gboolean
read_annotated (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst  *ast = body[at], *type_ast = ast->other;
  const char   *builtin = tl_reader_builtin (reader, type_ast->kind == TL_AST_SUBSCRIPT ? type_ast->value : type_ast);
  gboolean      is_let = builtin != NULL && (strcmp (builtin, "let") == 0 || strcmp (builtin, "Let") == 0 || strcmp (builtin, "Var") == 0);
  const TlExpr *value;
  TlVarType     type;
  TlGiven       given;

  if (ast->items[0]->kind != TL_AST_NAME)
    return tl_reader_fail (reader, ast->items[0], "a type stands behind a name only");
  if (is_let && type_ast->kind == TL_AST_SUBSCRIPT)
    type_ast = type_ast->items[0];
  else if (is_let)
    {
      if (ast->value == NULL || (value = tl_read_expr (reader, ast->value)) == NULL)
        return tl_reader_fail (reader, ast, "%s needs a value here", ast->items[0]->name);
      return let_rest (reader, tl_expr_var (reader->arena, ast->items[0]->name, value->dtype), value, body, n, at, out);
    }
  if (!tl_read_var_type (reader, type_ast, &type))
    return FALSE;
  if (reader->is_newest && !is_let)
    return (ast->value == NULL || tl_read_given (reader, ast->value, &given))
           && scalar_rest (reader, ast->items[0]->name, type.dtype, ast->value != NULL ? &given : NULL, body, n, at, out);
  if (ast->value == NULL)
    return tl_reader_fail (reader, ast, "%s needs a value here", ast->items[0]->name);
  if ((value = tl_read_expr_as (reader, ast->value, type.dtype)) == NULL)
    return FALSE;
  return let_rest (reader, tl_var_of_type (reader, ast->items[0]->name, &type), value, body, n, at, out);
}

static gboolean
bind_names (TlReader *reader, const TlAst *target, const TlGiven *given)
{
  if (target->kind == TL_AST_NAME)
    {
      TlGiven named = *given;

      /* T.int32 (): the variable is called as it is assigned, unless a parameter's shape brought it in already. */
      if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0'
          && g_hash_table_contains (reader->symbols, target->name))
        return TRUE;
      if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0')
        {
          TlExpr *var = (TlExpr *) tl_expr_var_like (reader->arena, given->expr);

          var->name = tl_arena_strdup (reader->arena, target->name);
          named = tl_given_expr (var);
        }
      tl_reader_bind (reader, target->name, named);
      return TRUE;
    }
  if (target->kind != TL_AST_TUPLE && target->kind != TL_AST_LIST)
    return tl_reader_fail (reader, target, "expected a name");
  if (given->kind != TL_GIVEN_LIST || given->n_items != target->n_items)
    return tl_reader_fail (reader, target, "expected %u values", target->n_items);
  for (guint i = 0; i < target->n_items; i++)
    if (!bind_names (reader, target->items[i], &given->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean read_launch (TlReader *reader, const TlAst *call, const TlAst *target, const TlAst *const *body, guint n, guint at,
                             GPtrArray *out);

/* T.alloc_buffer and the like of the newest dialect, T.decl_buffer: the buffer lives for the rest of the suite. */
static gboolean
alloc_rest (TlReader *reader, const TlAst *target, const TlAst *call, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  TlAttrs         annotations = tl_attrs_empty;
  const TlBuffer *buffer = tl_read_allocation (reader, target, call, &annotations);
  const TlStmt   *rest;
  TlStmt         *stmt;

  if (buffer == NULL || (rest = rest_as_stmt (reader, body, n, at)) == NULL)
    return FALSE;
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, buffer, rest), sizeof *stmt);
  stmt->alloc_annotations = annotations;
  return add (out, stmt);
}

/* tx = T.env_thread ("threadIdx.x"): launched later. */
static gboolean
read_env_thread (TlReader *reader, const TlAst *target, const TlAst *call)
{
  TlGiven     thread = { .kind = TL_GIVEN_THREAD };
  const char *name;

  if (target->kind != TL_AST_NAME || !tl_call_check (reader, call, 1, 2, "thread_tag dtype"))
    return tl_reader_fail (reader, call, "expected tx = T.env_thread (\"threadIdx.x\")");
  if ((name = tl_read_string (reader, tl_call_argument (call, 0, "thread_tag"), "a thread such as \"threadIdx.x\"")) == NULL)
    return FALSE;
  thread.string = name;
  tl_reader_bind (reader, target->name, thread);
  return TRUE;
}

/* A variable without a name: T.int32 (). */
static gboolean
is_unnamed_var (const TlGiven *given)
{
  return given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0';
}

/* "x = e" where e belongs to the program. */
static gboolean
read_named_value (TlReader *reader, const TlAst *const *body, guint n, guint at, const char *builtin, GPtrArray *out)
{
  const TlAst *ast = body[at], *target = ast->items[0], *value = ast->items[1];
  gboolean     is_bind = builtin != NULL && (strcmp (builtin, "bind") == 0 || strcmp (builtin, "Bind") == 0);
  gboolean     is_meta = builtin != NULL && strcmp (builtin, "meta_var") == 0;
  TlGiven      given;

  if (!tl_read_given (reader, value, &given))
    return FALSE;
  if (target->kind != TL_AST_NAME || is_unnamed_var (&given) || is_meta)
    return bind_names (reader, target, &given);
  if (find_scalar (reader, target) != NULL && !is_bind)
    return add (out, store_scalar (reader, value, find_scalar (reader, target), &given));
  if (reader->is_newest && !is_bind && (given.kind == TL_GIVEN_EXPR || tl_given_is_number (&given)))
    {
      const TlExpr *expr = tl_given_to_expr (reader, value, &given);

      return scalar_rest (reader, target->name, expr->dtype, &given, body, n, at, out);
    }
  if (given.kind == TL_GIVEN_EXPR)
    return let_rest (reader, tl_expr_var (reader->arena, target->name, given.expr->dtype), given.expr, body, n, at, out);
  return bind_names (reader, target, &given);
}

static gboolean
read_assignment (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst *ast = body[at], *target = ast->items[0], *value = ast->items[ast->n_items - 1];
  const char  *builtin = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  gboolean     done;

  if (ast->n_items != 2)
    return tl_reader_fail (reader, ast, "one assignment at a time");
  if (target->kind == TL_AST_SUBSCRIPT)
    return add (out, read_store (reader, target, value));
  if (builtin != NULL && strcmp (builtin, "launch_thread") == 0)
    return read_launch (reader, value, target, body, n, at + 1, out);
  if (builtin != NULL && strcmp (builtin, "env_thread") == 0)
    return read_env_thread (reader, target, value);
  if (tl_is_allocation (reader, value))
    return alloc_rest (reader, target, value, body, n, at + 1, out);
  if (tl_is_scalar_allocation (reader, value))
    {
      TlDType dtype;

      if (target->kind != TL_AST_NAME || !tl_call_check (reader, value, 1, 1, "dtype"))
        return tl_reader_fail (reader, value, "expected x = T.%s (\"int32\")", builtin);
      return tl_read_dtype (reader, tl_call_argument (value, 0, "dtype"), &dtype)
             && scalar_rest (reader, target->name, dtype, NULL, body, n, at, out);
    }
  if (!tl_read_block_assignment (reader, target, value, &done))
    return FALSE;
  return done || read_named_value (reader, body, n, at, builtin, out);
}

/* Attributes and launched threads. */

/* A buffer stands for itself here. */
static gboolean
read_attr_node (TlReader *reader, const TlAst *ast, const TlExpr **node)
{
  TlGiven given;

  if (!tl_read_given (reader, ast, &given))
    return FALSE;
  *node = given.kind == TL_GIVEN_BUFFER && given.storage == NULL ? tl_buffer_object (reader->arena, given.buffer)
                                                                 : tl_given_to_expr (reader, ast, &given);
  return *node != NULL;
}

static gboolean
read_attr_parts (TlReader *reader, const TlAst *call, const TlExpr **node, const char **key, const TlExpr **value)
{
  const TlAst *first = tl_call_argument (call, 0, "node");

  *node = NULL;
  if (!tl_call_check (reader, call, 1, 3, "node attr_key value"))
    return FALSE;
  if (call->n_items == 1 && first != NULL && first->kind == TL_AST_DICT && first->n_items == 2)
    return (*key = tl_read_string (reader, first->items[0], "a key")) != NULL && (*value = tl_read_expr (reader, first->items[1])) != NULL;
  if (call->n_items != 3)
    return tl_reader_fail (reader, call, "expected T.attr (node, \"key\", value)");
  if (first->kind != TL_AST_CONSTANT && !(first->kind == TL_AST_INT && first->integer == 0) && !read_attr_node (reader, first, node))
    return FALSE;
  return (*key = tl_read_string (reader, tl_call_argument (call, 1, "attr_key"), "a key")) != NULL
         && (*value = tl_read_expr (reader, tl_call_argument (call, 2, "value"))) != NULL;
}

/* T.launch_thread ("threadIdx.x", 128) is a thread-bound loop over what follows. */
static gboolean
read_launch (TlReader *reader, const TlAst *call, const TlAst *target, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  TlLoop       *loop = tl_arena_new0 (reader->arena, TlLoop);
  const TlAst  *thread = tl_call_argument (call, 0, "thread"), *extent = tl_call_argument (call, 1, "extent");
  const TlGiven *env;
  const TlStmt *stmt = NULL;

  if (!tl_call_check (reader, call, 2, 2, "thread extent"))
    return FALSE;
  loop->kind = TL_LOOP_THREAD_BINDING;
  loop->is_launch = TRUE;
  loop->annotations = tl_attrs_empty;
  if (thread != NULL && thread->kind == TL_AST_NAME && (env = tl_reader_lookup (reader, thread->name)) != NULL
      && env->kind == TL_GIVEN_THREAD)
    {
      loop->thread = env->string;
      target = thread;
    }
  if (target == NULL || thread == NULL || extent == NULL)
    return tl_reader_fail (reader, call, "expected tx = T.launch_thread (\"threadIdx.x\", 128)");
  if ((loop->thread == NULL && (loop->thread = tl_read_string (reader, thread, "a thread such as \"threadIdx.x\"")) == NULL)
      || !read_loop_range (reader, extent, NULL, loop))
    return FALSE;
  if (open_loop (reader, target, loop))
    stmt = close_loop (reader, loop, rest_as_stmt (reader, body, n, at));
  return add (out, stmt);
}

/* with */

static gboolean read_with_item (TlReader *reader, const TlAst *ast, guint item, GPtrArray *out);

static const TlStmt *
with_body (TlReader *reader, const TlAst *ast, guint next)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  if (next == ast->n_items)
    return scoped_suite (reader, ast->body, ast->n_body);
  if (!read_with_item (reader, ast, next, stmts))
    return NULL;
  return tl_stmt_seq (reader->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static gboolean
with_attr (TlReader *reader, const TlAst *ast, const TlAst *call, guint next, GPtrArray *out)
{
  const TlExpr *node, *value;
  const TlStmt *stmt;
  const char   *key;

  if (!read_attr_parts (reader, call, &node, &key, &value) || (stmt = with_body (reader, ast, next)) == NULL)
    return FALSE;
  return add (out, tl_stmt_attr (reader->arena, key, node, value, stmt));
}

/* with T.LetStmt (e) as x: */
static gboolean
with_let (TlReader *reader, const TlAst *ast, const TlAst *call, const TlAst *target, guint next, GPtrArray *out)
{
  const TlAst  *value_ast = tl_call_argument (call, 0, "value");
  const TlExpr *value;
  const TlVar  *var;
  const TlStmt *stmt;

  if (value_ast == NULL || target == NULL || target->kind != TL_AST_NAME)
    return tl_reader_fail (reader, call, "expected with T.LetStmt (value) as name:");
  if ((value = tl_read_expr (reader, value_ast)) == NULL)
    return FALSE;
  var = tl_expr_var (reader->arena, target->name, value->dtype);
  tl_reader_bind (reader, target->name, tl_given_expr (var));
  return (stmt = with_body (reader, ast, next)) != NULL && add (out, tl_stmt_let (reader->arena, var, value, stmt));
}

/* "text", ("RuntimeError", "text"), ("RuntimeError", ["some", "text"]) */
static const TlStmt *
make_assert (TlReader *reader, const TlExpr *cond, const TlAst *message)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const TlAst *const *items = &message;
  const char  *kind = "RuntimeError";
  guint        n = message != NULL;

  if (message != NULL && message->kind == TL_AST_TUPLE && message->n_items == 2)
    {
      if ((kind = tl_read_string (reader, message->items[0], "the kind of the error")) == NULL)
        return NULL;
      message = message->items[1];
    }
  if (message != NULL && (message->kind == TL_AST_LIST || message->kind == TL_AST_TUPLE))
    {
      items = message->items;
      n = message->n_items;
    }
  for (guint i = 0; i < n; i++)
    {
      const char *part = tl_read_string (reader, items[i], "a message");

      if (part == NULL)
        return NULL;
      g_ptr_array_add (parts, (gpointer) part);
    }
  if (message == NULL)
    g_ptr_array_add (parts, (gpointer) "");
  return tl_stmt_assert (reader->arena, cond, kind, (const char *const *) parts->pdata, parts->len);
}

static gboolean
with_assert (TlReader *reader, const TlAst *ast, const TlAst *call, guint next, GPtrArray *out)
{
  const TlExpr *cond;
  const TlStmt *stmt;

  if (!tl_call_check (reader, call, 2, 2, "condition message"))
    return FALSE;
  if ((cond = tl_read_cond (reader, call->items[0])) == NULL || !add (out, make_assert (reader, cond, call->items[1]))
      || (stmt = with_body (reader, ast, next)) == NULL)
    return FALSE;
  return add (out, stmt);
}

/* with T.decl_buffer (…) as D: */
static gboolean
with_allocation (TlReader *reader, const TlAst *ast, const TlAst *call, const TlAst *target, guint next, GPtrArray *out)
{
  TlAttrs         annotations = tl_attrs_empty;
  const TlBuffer *buffer = target != NULL ? tl_read_allocation (reader, target, call, &annotations) : NULL;
  const TlStmt   *body;
  TlStmt         *stmt;

  if (buffer == NULL)
    return tl_reader_fail (reader, call, "expected with T.decl_buffer (…) as D:");
  if ((body = with_body (reader, ast, next)) == NULL)
    return FALSE;
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, buffer, body), sizeof *stmt);
  stmt->alloc_annotations = annotations;
  return add (out, stmt);
}

/* The suite of "with T.Then ():" or "with T.Else ():" among @body; *@stmt NULL if there is none. */
static gboolean
read_branch (TlReader *reader, const TlAst *ast, const char *name, const TlStmt **stmt)
{
  *stmt = NULL;
  for (guint i = 0; i < ast->n_body; i++)
    {
      const TlAst *with = ast->body[i]->kind == TL_AST_WITH ? ast->body[i] : NULL;
      const TlAst *call = with != NULL ? with->items[0]->value : NULL;
      const char  *found = call != NULL && call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;

      if (found == NULL || (strcmp (found, "Then") != 0 && strcmp (found, "Else") != 0))
        return tl_reader_fail (reader, ast->body[i], "expected with T.Then (): or with T.Else ():");
      if (strcmp (found, name) == 0 && (*stmt = scoped_suite (reader, with->body, with->n_body)) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* with T.If (cond): with T.Then (): … with T.Else (): … */
static gboolean
with_if (TlReader *reader, const TlAst *ast, const TlAst *call, GPtrArray *out)
{
  const TlExpr *cond;
  const TlStmt *then_body, *else_body;

  if (!tl_call_check (reader, call, 1, 1, "condition") || (cond = tl_read_cond (reader, tl_call_argument (call, 0, "condition"))) == NULL
      || !read_branch (reader, ast, "Then", &then_body) || !read_branch (reader, ast, "Else", &else_body))
    return FALSE;
  if (then_body == NULL || cond->dtype.lanes != 1)
    return tl_reader_fail (reader, ast, "an if has one condition and a branch with T.Then ():");
  return add (out, tl_stmt_if (reader->arena, cond, then_body, else_body));
}

static gboolean
read_with_item (TlReader *reader, const TlAst *ast, guint item, GPtrArray *out)
{
  const TlAst *call = ast->items[item]->value, *target = ast->items[item]->other;
  const char  *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;
  const TlStmt *stmt;
  gboolean      done;

  if (name == NULL)
    return tl_reader_fail (reader, call, "expected T.block (…), T.init () or another T. context");
  if (strcmp (name, "block") == 0 || strcmp (name, "sblock") == 0)
    {
      if (target != NULL || item + 1 < ast->n_items)
        return tl_reader_fail (reader, ast, "a block stands alone in its with; its axes are given inside by T.axis");
      return add (out, tl_read_block (reader, ast, call));
    }
  if (strcmp (name, "attr") == 0)
    return with_attr (reader, ast, call, item + 1, out);
  if (strcmp (name, "LetStmt") == 0 || strcmp (name, "let") == 0 || strcmp (name, "Bind") == 0)
    return with_let (reader, ast, call, target, item + 1, out);
  if (strcmp (name, "If") == 0 && item + 1 == ast->n_items && target == NULL)
    return with_if (reader, ast, call, out);
  if (strcmp (name, "Assert") == 0)
    return with_assert (reader, ast, call, item + 1, out);
  if (strcmp (name, "launch_thread") == 0)
    return read_launch (reader, call, target, ast->body, ast->n_body, 0, out);
  if (tl_is_allocation (reader, call))
    return with_allocation (reader, ast, call, target, item + 1, out);
  if (target == NULL || !tl_read_block_assignment (reader, target, call, &done))
    return tl_reader_fail (reader, call, "T.%s is no context that is known here", name);
  if (!done)
    return tl_reader_fail (reader, call, "T.%s is no context that is known here", name);
  return (stmt = with_body (reader, ast, item + 1)) != NULL && add (out, stmt);
}

static gboolean
read_with (TlReader *reader, const TlAst *ast, GPtrArray *out)
{
  guint    mark = tl_reader_open_scope (reader);
  gboolean ok = read_with_item (reader, ast, 0, out);

  tl_reader_close_scope (reader, mark);
  return ok;
}

/* The rest. */

static const TlStmt *
read_if (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);
  const TlStmt *then_body, *else_body = NULL;

  if (cond == NULL || (then_body = scoped_suite (reader, ast->body, ast->n_body)) == NULL
      || (ast->n_orelse > 0 && (else_body = scoped_suite (reader, ast->orelse, ast->n_orelse)) == NULL))
    return NULL;
  if (cond->dtype.lanes != 1)
    {
      tl_reader_fail (reader, ast->value, "the condition of an if is a single one");
      return NULL;
    }
  return tl_stmt_if (reader->arena, cond, then_body, else_body);
}

static const TlStmt *
read_while (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);
  const TlStmt *body;

  reader->frame->n_loops++;
  body = cond != NULL ? scoped_suite (reader, ast->body, ast->n_body) : NULL;
  reader->frame->n_loops--;
  return body != NULL ? tl_stmt_while (reader->arena, cond, body) : NULL;
}

static const TlStmt *
read_assert (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);

  return cond != NULL ? make_assert (reader, cond, ast->other) : NULL;
}

/* T.Assert (cond, "message") */
static const TlStmt *
read_assert_call (TlReader *reader, const TlAst *call)
{
  const TlExpr *cond;

  if (!tl_call_check (reader, call, 2, 2, "condition message") || call->items[0]->kind == TL_AST_KEYWORD
      || (cond = tl_read_cond (reader, call->items[0])) == NULL)
    return NULL;
  return make_assert (reader, cond, call->items[1]);
}

/* break, continue and return are calls in the representation. */
static const TlStmt *
read_jump (TlReader *reader, const TlAst *ast)
{
  const char   *name = ast->kind == TL_AST_RETURN ? "ret" : ast->kind == TL_AST_BREAK ? "break_loop" : "continue_loop";
  const TlExpr *value = NULL;

  if (ast->kind == TL_AST_RETURN && ast->value == NULL)
    {
      tl_reader_fail (reader, ast, "a function of TVMScript returns a value or ends; it has no return of nothing");
      return NULL;
    }
  if (ast->kind == TL_AST_RETURN && (value = tl_read_expr (reader, ast->value)) == NULL)
    return NULL;
  return tl_stmt_evaluate (reader->arena, tl_expr_call (reader->arena, TL_INT32, tl_intrinsic_find (name), &value, value != NULL));
}

static const TlStmt *
read_evaluate (TlReader *reader, const TlAst *call)
{
  const TlAst  *value = tl_call_argument (call, 0, "value");
  const TlExpr *expr;

  if (!tl_call_check (reader, call, 1, 1, "value") || (expr = tl_read_expr (reader, value)) == NULL)
    return NULL;
  return tl_stmt_evaluate (reader->arena, expr);
}

/* T.buffer_store (A, value, [i, j]) */
static const TlStmt *
read_buffer_store (TlReader *reader, const TlAst *call)
{
  const TlAst *base = tl_call_argument (call, 0, "buffer"), *value = tl_call_argument (call, 1, "value");
  const TlAst *indices = tl_call_argument (call, 2, "indices");
  TlAst        target = { .kind = TL_AST_SUBSCRIPT, .span = call->span, .value = base };

  if (!tl_call_check (reader, call, 3, 3, "buffer value indices"))
    return NULL;
  if (base == NULL || value == NULL || indices == NULL || (indices->kind != TL_AST_LIST && indices->kind != TL_AST_TUPLE))
    {
      tl_reader_fail (reader, call, "expected T.buffer_store (A, value, [i, j])");
      return NULL;
    }
  target.items = indices->items;
  target.n_items = indices->n_items;
  if (indices->n_items == 0)
    {
      target.items = &indices;
      target.n_items = 1;
    }
  return read_store (reader, &target, value);
}

/* A.vstore ([i, j], value): as many lanes as the value has, from the last index on. */
static const TlStmt *
read_vstore (TlReader *reader, const TlAst *call)
{
  const TlAst  *begin = tl_call_argument (call, 0, "begin"), *value_ast = tl_call_argument (call, 1, "value");
  const TlExpr *value, **indices;
  TlGiven       base, given;
  guint         n;

  if (!tl_call_check (reader, call, 2, 2, "begin value") || begin == NULL || value_ast == NULL)
    {
      tl_reader_fail (reader, call, "expected A.vstore ([i], value); a store under a mask is T.masked_store (…)");
      return NULL;
    }
  if (!tl_read_given (reader, call->value->value, &base) || (value = tl_read_expr (reader, value_ast)) == NULL)
    return NULL;
  if (base.kind != TL_GIVEN_BUFFER || base.storage != NULL)
    {
      tl_reader_fail (reader, call->value, "only a buffer has vstore");
      return NULL;
    }
  if (!tl_read_vector_indices (reader, begin, base.buffer, value->dtype.lanes / MAX (base.buffer->dtype.lanes, 1), &indices, &n))
    return NULL;
  given = tl_given_expr (value);
  return store (reader, value_ast, base.buffer, indices, n, &given);
}

static gboolean
read_expression_statement (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst  *ast = body[at], *value = ast->value;
  const char   *name = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  const TlExpr *expr, *node;
  const TlStmt *rest;
  const char   *key;

  if (value->kind == TL_AST_STRING || value->kind == TL_AST_CONSTANT)
    return TRUE;
  if (name != NULL && strcmp (name, "evaluate") == 0)
    return add (out, read_evaluate (reader, value));
  if (name != NULL && strcmp (name, "buffer_store") == 0)
    return add (out, read_buffer_store (reader, value));
  if (name != NULL && strcmp (name, "Assert") == 0)
    return add (out, read_assert_call (reader, value));
  if (name != NULL && strcmp (name, "launch_thread") == 0)
    return read_launch (reader, value, NULL, body, n, at + 1, out);
  if (value->value->kind == TL_AST_ATTRIBUTE && name == NULL && strcmp (value->value->name, "vstore") == 0)
    return add (out, read_vstore (reader, value));
  if (name != NULL && strcmp (name, "attr") == 0)
    return read_attr_parts (reader, value, &node, &key, &expr) && (rest = rest_as_stmt (reader, body, n, at + 1)) != NULL
           && add (out, tl_stmt_attr (reader->arena, key, node, expr, rest));
  if (value->kind != TL_AST_CALL)
    return tl_reader_fail (reader, ast, "this expression does nothing by itself");
  if ((expr = tl_read_expr (reader, value)) == NULL)
    return FALSE;
  return add (out, tl_stmt_evaluate (reader->arena, expr));
}

/* TRUE for statements that take the rest of the suite with them. */
static gboolean
takes_rest (TlReader *reader, const GPtrArray *out, guint n_before)
{
  const TlStmt *last = out->len > n_before ? g_ptr_array_index (out, out->len - 1) : NULL;

  return last != NULL
         && (last->kind == TL_STMT_LET || last->kind == TL_STMT_ATTR || last->kind == TL_STMT_FOR || last->kind == TL_STMT_ALLOC);
}

static gboolean
read_one (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out, gboolean *took_rest)
{
  const TlAst *ast = body[at];
  guint        n_before = out->len;
  gboolean     done = FALSE, ok;

  if ((ast->kind == TL_AST_WITH || ast->kind == TL_AST_EXPR_STMT) && !tl_read_block_statement (reader, ast, &done))
    return FALSE;
  if (done)
    return TRUE;
  switch (ast->kind)
    {
    case TL_AST_EXPR_STMT:
      ok = read_expression_statement (reader, body, n, at, out);
      break;
    case TL_AST_ASSIGN:
      ok = read_assignment (reader, body, n, at, out);
      break;
    case TL_AST_ANN_ASSIGN:
      ok = read_annotated (reader, body, n, at, out);
      break;
    case TL_AST_AUG_ASSIGN:
      return add (out, read_augmented (reader, ast));
    case TL_AST_FOR:
      return add (out, read_for (reader, ast));
    case TL_AST_WHILE:
      return add (out, read_while (reader, ast));
    case TL_AST_IF:
      return add (out, read_if (reader, ast));
    case TL_AST_WITH:
      return read_with (reader, ast, out);
    case TL_AST_ASSERT:
      return add (out, read_assert (reader, ast));
    case TL_AST_PASS:
    case TL_AST_IMPORT:
      return TRUE;
    case TL_AST_RETURN:
    case TL_AST_BREAK:
    case TL_AST_CONTINUE:
      return add (out, read_jump (reader, ast));
    default:
      return tl_reader_fail (reader, ast, "this statement is not part of TVMScript");
    }
  *took_rest = ok && takes_rest (reader, out, n_before);
  return ok;
}

static gboolean
read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  gboolean took_rest = FALSE;

  for (; at < n && !took_rest; at++)
    if (!read_one (reader, body, n, at, out, &took_rest))
      return FALSE;
  return TRUE;
}
