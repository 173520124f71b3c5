/* SPDX-License-Identifier: Apache-2.0 */
/* Loops, and threads that are launched for all that follows. */
#include "core/text/reader-private.h"

#include <string.h>

typedef struct
{
  const char   *name;
  TlLoopKind    kind;
  const char   *arguments;
} LoopForm;

static const LoopForm loop_forms[] = {
  { "serial", TL_LOOP_SERIAL, "start stop annotations step unroll" },
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
    return tl_reader_fail (reader, ast, "the step of a loop must be a scalar integer other than 0");
  loop->step = tl_expr_is_int (step, 1) ? NULL : step;
  return TRUE;
}

/* The annotation that T.serial (..., unroll=...) stands for: "disable_unroll" for False, else "pragma_unroll" with that value. */
static gboolean
read_unroll (TlReader *reader, const TlAst *call, TlLoop *loop)
{
  const TlAst *ast = tl_call_argument (call, G_MAXUINT, "unroll");
  TlValue      value;
  gboolean     is_off;

  if (ast == NULL || (ast->kind == TL_AST_CONSTANT && strcmp (ast->name, "None") == 0))
    return TRUE;
  if (!tl_read_value (reader, ast, &value))
    return FALSE;
  if (value.kind != TL_VALUE_BOOL && (value.kind != TL_VALUE_INT || value.integer < 1))
    return tl_reader_fail (reader, ast, "unroll is True, False or a positive integer");
  is_off = value.kind == TL_VALUE_BOOL && !value.boolean;
  if (is_off)
    value.boolean = TRUE;
  loop->annotations = tl_attrs_with (reader->arena, &loop->annotations, is_off ? "disable_unroll" : "pragma_unroll", value);
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
    return tl_reader_fail_null (reader, call, "the loop needs its extent");
  if (!read_step (reader, call, form, loop) || !read_loop_range (reader, start, stop, loop)
      || (form->kind == TL_LOOP_THREAD_BINDING && !read_thread (reader, call, n_positional, loop))
      || (annotations != NULL && !(annotations->kind == TL_AST_CONSTANT && strcmp (annotations->name, "None") == 0)
          && !tl_read_attrs (reader, annotations, &loop->annotations))
      || !read_unroll (reader, call, loop))
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
    return tl_reader_fail_null (reader, target, "%u name%s for %u loops", is_tuple ? target->n_items : 1, is_tuple ? "s" : "", n);
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

const TlStmt *
tl_read_for (TlReader *reader, const TlAst *ast)
{
  const TlAst    *call = ast->value;
  const char     *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;
  const LoopForm *form;

  if (ast->n_orelse > 0)
    return tl_reader_fail_null (reader, ast, "a loop cannot have an else");
  if (call->kind == TL_AST_CALL && call->value->kind == TL_AST_NAME && strcmp (call->value->name, "range") == 0)
    name = "range";
  if (name != NULL && strcmp (name, "grid") == 0)
    return read_grid (reader, ast, call);
  if ((form = find_loop_form (name)) != NULL)
    return read_single_loop (reader, ast, call, form);
  return tl_reader_fail_null (reader, call,
                              "a loop runs over range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding");
}

/* T.launch_thread ("threadIdx.x", 128) is a thread-bound loop over what follows. */
gboolean
tl_read_launch (TlReader *reader, const TlAst *call, const TlAst *target, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  TlLoop       *loop = tl_arena_new0 (reader->arena, TlLoop);
  const TlAst  *thread = tl_call_argument (call, 0, "thread"), *extent = tl_call_argument (call, 1, "extent");
  const TlParsedValue *env;
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
    stmt = close_loop (reader, loop, tl_read_rest (reader, body, n, at));
  return tl_add_stmt (out, stmt);
}
