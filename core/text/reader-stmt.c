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
  if (tl_expr_get_int (loop->extent, &extent) && extent < 0)
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
check_step (TlReader *reader, const TlAst *call, const LoopForm *form)
{
  const TlAst *step = tl_call_argument (call, strcmp (form->name, "range") == 0 ? 2 : G_MAXUINT, "step");
  gint64       value = 1;

  if (step != NULL && !tl_read_constant (reader, step, &value))
    return FALSE;
  return value == 1 || tl_reader_fail (reader, step, "loops advance by 1 here; multiply the variable instead");
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
  if (!read_loop_range (reader, start, stop, loop) || !check_step (reader, call, form)
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

      loops[i].annotations = tl_attrs_empty;
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
let_rest (TlReader *reader, const char *name, const TlExpr *value, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlVar  *var = tl_expr_var (reader->arena, name, value->dtype);
  const TlStmt *rest;

  tl_reader_bind (reader, name, tl_given_expr (var));
  rest = rest_as_stmt (reader, body, n, at + 1);
  return rest != NULL && add (out, tl_stmt_let (reader->arena, var, value, rest));
}

/* x: T.int32 = e, x: T.let[T.int32] = e */
static gboolean
read_annotated (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst  *ast = body[at], *type = ast->other;
  const char   *builtin = type->kind == TL_AST_SUBSCRIPT ? tl_reader_builtin (reader, type->value) : NULL;
  const TlExpr *value;
  TlDType       dtype;

  if (ast->items[0]->kind != TL_AST_NAME)
    return tl_reader_fail (reader, ast->items[0], "a type stands behind a name only");
  if (builtin != NULL && (strcmp (builtin, "let") == 0 || strcmp (builtin, "Let") == 0 || strcmp (builtin, "Var") == 0))
    type = type->items[0];
  if (type->kind == TL_AST_CALL)
    type = type->value;
  if (!tl_read_dtype (reader, type, &dtype))
    return FALSE;
  if (ast->value == NULL)
    return tl_reader_fail (reader, ast, "%s needs a value here", ast->items[0]->name);
  if ((value = tl_read_expr_as (reader, ast->value, dtype)) == NULL)
    return FALSE;
  return let_rest (reader, ast->items[0]->name, value, body, n, at, out);
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
        named = tl_given_expr (tl_expr_var (reader->arena, target->name, given->expr->dtype));
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

static gboolean
read_assignment (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst *ast = body[at], *target = ast->items[0], *value = ast->items[ast->n_items - 1];
  const char  *builtin = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  gboolean     done;
  TlGiven      given;

  if (ast->n_items != 2)
    return tl_reader_fail (reader, ast, "one assignment at a time");
  if (target->kind == TL_AST_SUBSCRIPT)
    return add (out, read_store (reader, target, value));
  if (builtin != NULL && strcmp (builtin, "launch_thread") == 0)
    return read_launch (reader, value, target, body, n, at + 1, out);
  if (!tl_read_block_assignment (reader, target, value, &done))
    return FALSE;
  if (done)
    return TRUE;
  if (!tl_read_given (reader, value, &given))
    return FALSE;
  if (given.kind == TL_GIVEN_EXPR && target->kind == TL_AST_NAME && !(given.expr->kind == TL_EXPR_VAR && *given.expr->name == '\0'))
    return let_rest (reader, target->name, given.expr, body, n, at, out);
  return bind_names (reader, target, &given);
}

/* Attributes and launched threads. */

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
  if (first->kind != TL_AST_CONSTANT && !(first->kind == TL_AST_INT && first->integer == 0)
      && (*node = tl_read_expr (reader, first)) == NULL)
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
  const TlStmt *stmt = NULL;

  if (!tl_call_check (reader, call, 2, 2, "thread extent"))
    return FALSE;
  if (target == NULL || thread == NULL || extent == NULL)
    return tl_reader_fail (reader, call, "expected tx = T.launch_thread (\"threadIdx.x\", 128)");
  loop->kind = TL_LOOP_THREAD_BINDING;
  loop->annotations = tl_attrs_empty;
  if ((loop->thread = tl_read_string (reader, thread, "a thread such as \"threadIdx.x\"")) == NULL
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

static gboolean
with_assert (TlReader *reader, const TlAst *ast, const TlAst *call, guint next, GPtrArray *out)
{
  const TlExpr *cond;
  const char   *message;
  const TlStmt *stmt;

  if (!tl_call_check (reader, call, 2, 2, "condition message"))
    return FALSE;
  if ((cond = tl_read_cond (reader, call->items[0])) == NULL || (message = tl_read_string (reader, call->items[1], "a message")) == NULL
      || (stmt = with_body (reader, ast, next)) == NULL)
    return FALSE;
  return add (out, tl_stmt_assert (reader->arena, cond, message)) && add (out, stmt);
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
  if (strcmp (name, "Assert") == 0)
    return with_assert (reader, ast, call, item + 1, out);
  if (strcmp (name, "launch_thread") == 0)
    return read_launch (reader, call, target, ast->body, ast->n_body, 0, out);
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

/* assert cond, "message"; newer TVM writes ("RuntimeError", ["message"]). */
static const TlStmt *
read_assert (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);
  const TlAst  *message = ast->other;
  const char   *text = "";

  while (message != NULL && (message->kind == TL_AST_TUPLE || message->kind == TL_AST_LIST) && message->n_items > 0)
    message = message->items[message->n_items - 1];
  if (cond == NULL || (message != NULL && (text = tl_read_string (reader, message, "a message")) == NULL))
    return NULL;
  return tl_stmt_assert (reader->arena, cond, text);
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

  return last != NULL && (last->kind == TL_STMT_LET || last->kind == TL_STMT_ATTR || last->kind == TL_STMT_FOR);
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
      return ast->value == NULL || tl_reader_fail (reader, ast, "a function of TVMScript returns nothing; it writes into its buffers");
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
