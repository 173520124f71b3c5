/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read-annotations: checks the annotations of loops while the loops are as the schedule left them, and marks the statements of loops that
 * are to be pipelined, before other passes join or divide them:
 *
 *   for k:  [software_pipeline_stage [0, 1], software_pipeline_order [1, 0]]    for k:
 *     load (k)                                                             →     with T.attr (1, "software_pipeline_stage", 0): load (k)
 *     use (k)                                                                    with T.attr (0, "software_pipeline_stage", 1): use (k)
 *
 * Those of a stage that software_pipeline_async_stages lists have the key TL_ASYNC_STAGE.
 * C code that a loop brings goes to the function, as TL_IMPORTED_CODE.
 * A block with double_buffer_scope marks the loop around it and the buffer's readers in the same way, with the key TL_DOUBLE_BUFFER.
 */
#include <string.h>

#include "core/lower/lower-private.h"

#define MAX_PREFETCH_DISTANCE (1 << 20)
#define MAX_STAGE 32   /* each stage more is a copy of the statements before the loop and one after it */

typedef struct
{
  TlArena      *arena;
  const TlStmt *body;      /* of the function */
  GHashTable   *doubled;   /* id of a loop → id of the block that is to run an iteration ahead in it */
  GPtrArray    *code;      /* const char*: C code of annotations, each once */
  GError      **error;
  gboolean      failed;
} Annotations;

/* A number of iterations ahead, on a loop that stays one. */
static gboolean
check_prefetch (Annotations *a, const TlLoop *loop, const char *key)
{
  const TlValue *value = tl_attrs_find (&loop->annotations, key);
  TlValue number;
  if (value == NULL)
    return TRUE;
  gboolean is_count = tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT && number.integer >= 0
                      && number.integer <= MAX_PREFETCH_DISTANCE;
  if (!is_count)
    tl_lower_set_unsupported (a->error, "The annotation %s of loop %s is a number of iterations, from 0 to %d", key, loop->var->name,
                              MAX_PREFETCH_DISTANCE);
  else if (loop->kind == TL_LOOP_UNROLLED || loop->kind == TL_LOOP_VECTORIZED)
    tl_lower_set_unsupported (a->error, "The annotation %s is on loop %s, which is %s: move it to the enclosing loop", key, loop->var->name,
                              loop->kind == TL_LOOP_UNROLLED ? "unrolled" : "vectorized");
  else
    return TRUE;
  return FALSE;
}

/* --- pipelines --- */

/* The statements of a loop; those of a block that is the loop's whole body are the loop's. */
static const TlStmt *const *
loop_statements (const TlLoop *loop, guint *n)
{
  const TlStmt *const *body = loop->body->kind == TL_STMT_BLOCK ? &loop->body->block.body : &loop->body;
  *n = (*body)->kind == TL_STMT_SEQ ? (*body)->n_stmts : 1;
  return (*body)->kind == TL_STMT_SEQ ? (*body)->stmts : body;
}

static const TlStmt *
with_statements (Annotations *a, const TlStmt *stmt, const TlStmt *const *stmts, guint n)
{
  TlLoop loop = stmt->loop;
  const TlStmt *body = tl_stmt_seq (a->arena, stmts, n);
  if (loop.body->kind == TL_STMT_BLOCK)
    {
      TlBlock block = loop.body->block;
      block.body = body;
      body = tl_stmt_block (a->arena, &block);
    }
  loop.body = body;
  loop.annotations = tl_attrs_without (a->arena, &loop.annotations, "software_pipeline_stage");
  loop.annotations = tl_attrs_without (a->arena, &loop.annotations, "software_pipeline_order");
  loop.annotations = tl_attrs_without (a->arena, &loop.annotations, "software_pipeline_async_stages");
  loop.annotations = tl_attrs_with (a->arena, &loop.annotations, TL_PIPELINED_LOOP, (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
  return tl_stmt_loop (a->arena, &loop);
}

/* A number in [0, limit) for each of the loop's statements. */
static gboolean
read_numbers (Annotations *a, const TlLoop *loop, const char *key, guint n, gint64 limit, gint64 *numbers)
{
  const TlValue *list = tl_attrs_find (&loop->annotations, key);
  if (list == NULL || list->kind != TL_VALUE_LIST || list->n_items != n)
    {
      tl_lower_set_unsupported (a->error, "The annotation %s of loop %s must list a number for each of its %u statements", key,
                                loop->var->name, n);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      TlValue number;
      if (!tl_value_get_number (&list->items[i], &number) || number.kind != TL_VALUE_INT || number.integer < 0 || number.integer >= limit)
        {
          tl_lower_set_unsupported (a->error, "The annotation %s of loop %s: statement %u needs a number from 0 to %" G_GINT64_FORMAT, key,
                                    loop->var->name, i, limit - 1);
          return FALSE;
        }
      numbers[i] = number.integer;
    }
  return TRUE;
}

static gboolean
check_order (Annotations *a, const TlLoop *loop, const gint64 *order, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      if (order[i] == order[j])
        {
          tl_lower_set_unsupported (a->error,
                                    "The annotation software_pipeline_order of loop %s puts statements %u and %u both at place %"
                                    G_GINT64_FORMAT,
                                    loop->var->name, j, i, order[i]);
          return FALSE;
        }
  if (loop->kind != TL_LOOP_SERIAL && loop->kind != TL_LOOP_UNROLLED)
    {
      tl_lower_set_unsupported (a->error, "Loop %s is %s: only iterations one after the other form a software pipeline", loop->var->name,
                                tl_loop_kind_name (loop->kind));
      return FALSE;
    }
  return TRUE;
}

static const TlStmt *
mark (Annotations *a, const TlStmt *stmt, const char *key, gint64 stage, gint64 order)
{
  return tl_stmt_attr (a->arena, key, tl_int (a->arena, order), tl_int (a->arena, stage), stmt);
}

/* The stages that run asynchronously, a bit each. */
static gboolean
read_async_stages (Annotations *a, const TlLoop *loop, guint64 *stages)
{
  const TlValue *list = tl_attrs_find (&loop->annotations, "software_pipeline_async_stages");
  gboolean is_list = list != NULL && list->kind == TL_VALUE_LIST;
  *stages = 0;
  for (guint i = 0; is_list && i < list->n_items; i++)
    {
      TlValue number;
      is_list = tl_value_get_number (&list->items[i], &number) && number.kind == TL_VALUE_INT && number.integer >= 0
                && number.integer <= MAX_STAGE;
      *stages |= is_list ? (guint64) 1 << number.integer : 0;
    }
  if (list != NULL && !is_list)
    tl_lower_set_unsupported (a->error, "The annotation software_pipeline_async_stages of loop %s lists stages, from 0 to %d",
                              loop->var->name, MAX_STAGE);
  return list == NULL || is_list;
}

/* NULL and failed if the annotations are malformed. */
static const TlStmt *
mark_pipeline (Annotations *a, TlRewriter *rewriter, const TlStmt *stmt)
{
  guint n = 0;
  const TlStmt *const *stmts = loop_statements (&stmt->loop, &n);
  g_autofree gint64 *stages = g_new (gint64, n), *order = g_new (gint64, n);
  guint64 async = 0;
  a->failed = !read_numbers (a, &stmt->loop, "software_pipeline_stage", n, MAX_STAGE + 1, stages)
              || !read_numbers (a, &stmt->loop, "software_pipeline_order", n, n, order) || !check_order (a, &stmt->loop, order, n)
              || !read_async_stages (a, &stmt->loop, &async);
  if (a->failed)
    return NULL;
  const TlStmt **marked = tl_arena_new_array (a->arena, const TlStmt *, n);
  for (guint i = 0; i < n; i++)
    marked[i] = mark (a, tl_rewrite_stmt (rewriter, stmts[i]), (async >> stages[i] & 1) != 0 ? TL_ASYNC_STAGE : "software_pipeline_stage",
                      stages[i], order[i]);
  return with_statements (a, stmt, marked, n);
}

/* One iteration has none to run ahead of. */
static gboolean
is_pipelined (const TlLoop *loop)
{
  if (tl_expr_is_int (loop->extent, 1))
    return FALSE;
  return tl_attrs_find (&loop->annotations, "software_pipeline_stage") != NULL
         || tl_attrs_find (&loop->annotations, "software_pipeline_order") != NULL;
}

/* --- double buffers --- */

/* The innermost loop of which several statements use the buffer; NULL if there is none. */
static const TlStmt *
find_shared_loop (const TlStmt *stmt, const TlBuffer *buffer)
{
  const TlStmt *loop = NULL;
  for (;;)
    switch (stmt->kind)
      {
      case TL_STMT_FOR:
        loop = stmt;
        stmt = loop->loop.body->kind == TL_STMT_BLOCK ? loop->loop.body->block.body : loop->loop.body;
        break;
      case TL_STMT_BLOCK:
        loop = NULL;
        stmt = stmt->block.body;
        break;
      case TL_STMT_SEQ:
        {
          const TlStmt *user = NULL;
          for (guint i = 0; i < stmt->n_stmts; i++)
            if (tl_stmt_uses_buffer (stmt->stmts[i], buffer))
              {
                if (user != NULL)
                  return loop;
                user = stmt->stmts[i];
              }
          if (user == NULL)
            return NULL;
          loop = NULL;
          stmt = user;
          break;
        }
      default:
        return NULL;
      }
}

typedef struct
{
  TlNodeId id;
  gboolean found;
} BlockSearch;

static TlWalk
find_block (const TlStmt *stmt, gpointer user_data)
{
  BlockSearch *search = user_data;
  search->found |= stmt->kind == TL_STMT_BLOCK && stmt->block.id == search->id;
  return search->found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Notes the loop that is to run one iteration ahead with the block. */
static TlWalk
read_double_buffer (const TlStmt *stmt, gpointer user_data)
{
  Annotations *a = user_data;
  const TlValue *value = stmt->kind == TL_STMT_BLOCK ? tl_attrs_find (&stmt->block.annotations, "double_buffer_scope") : NULL;
  TlValue number;
  if (value == NULL)
    return TL_WALK_INTO;
  if (!tl_value_get_number (value, &number) || number.kind != TL_VALUE_INT || number.integer < 0 || number.integer >= stmt->block.n_writes)
    {
      tl_lower_set_unsupported (a->error,
                                "The annotation double_buffer_scope of block %s is the number of a buffer that it writes, from 0 to %u",
                                stmt->block.name, MAX (stmt->block.n_writes, 1) - 1);
      a->failed = TRUE;
      return TL_WALK_STOP;
    }
  const TlBuffer *buffer = stmt->block.writes[number.integer].buffer;
  const TlStmt *loop = find_shared_loop (a->body, buffer);
  if (loop == NULL || loop->loop.kind != TL_LOOP_SERIAL)
    {
      tl_lower_set_unsupported (a->error,
                                "The annotation double_buffer_scope of block %s: no serial loop directly encloses the writer and "
                                "the readers of %s",
                                stmt->block.name, buffer->name);
      a->failed = TRUE;
      return TL_WALK_STOP;
    }
  if (!is_pipelined (&loop->loop))
    g_hash_table_insert (a->doubled, GUINT_TO_POINTER (loop->loop.id), GUINT_TO_POINTER (stmt->block.id));
  return TL_WALK_INTO;
}

static const TlStmt *
mark_doubled (Annotations *a, TlRewriter *rewriter, const TlStmt *stmt, TlNodeId block_id)
{
  guint n = 0;
  const TlStmt *const *stmts = loop_statements (&stmt->loop, &n);
  const TlStmt **marked = tl_arena_new_array (a->arena, const TlStmt *, n);
  for (guint i = 0; i < n; i++)
    {
      BlockSearch search = { .id = block_id };
      tl_stmt_walk (stmts[i], find_block, NULL, &search);
      marked[i] = mark (a, tl_rewrite_stmt (rewriter, stmts[i]), TL_DOUBLE_BUFFER, search.found ? 0 : 1, i);
    }
  return with_statements (a, stmt, marked, n);
}

/* --- C code --- */

static const char *const code_keys[] = { "pragma_import_llvm", "pragma_import_c" };

static const char *
find_code_key (const TlLoop *loop)
{
  for (guint i = 0; i < G_N_ELEMENTS (code_keys); i++)
    if (tl_attrs_find (&loop->annotations, code_keys[i]) != NULL)
      return code_keys[i];
  return NULL;
}

/* The loop without its code, which is noted; NULL with an error. */
static const TlStmt *
take_code (Annotations *a, const TlStmt *stmt, const char *key)
{
  const TlValue *code = tl_attrs_find (&stmt->loop.annotations, key);
  TlLoop loop = stmt->loop;
  if (code->kind != TL_VALUE_STRING || strstr (code->string, "\ndefine ") != NULL)
    {
      tl_lower_set_unsupported (a->error, "The annotation %s of loop %s must be C code as a text%s", key, loop.var->name,
                                code->kind == TL_VALUE_STRING ? ", as clang.create_llvm gives it, not LLVM's" : "");
      return NULL;
    }
  if (!g_ptr_array_find_with_equal_func (a->code, code->string, g_str_equal, NULL))
    g_ptr_array_add (a->code, (gpointer) code->string);
  loop.annotations = tl_attrs_without (a->arena, &loop.annotations, key);
  return tl_stmt_loop (a->arena, &loop);
}

static const TlPrimFunc *
with_code (Annotations *a, const TlPrimFunc *func)
{
  TlPrimFunc *changed = tl_arena_dup_array (a->arena, TlPrimFunc, func, 1);
  TlValue *items = tl_arena_new_array (a->arena, TlValue, a->code->len);
  for (guint i = 0; i < a->code->len; i++)
    items[i] = tl_value_string (a->arena, a->code->pdata[i]);
  changed->attrs = tl_attrs_with (a->arena, &func->attrs, TL_IMPORTED_CODE,
                                  (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = a->code->len });
  return changed;
}

static const TlStmt *
read_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Annotations *a = rewriter->user_data;
  if (a->failed)
    return stmt;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  a->failed = !check_prefetch (a, &stmt->loop, "software_prefetch") || !check_prefetch (a, &stmt->loop, "software_prefetch_write");
  if (a->failed)
    return stmt;
  const char *code_key = find_code_key (&stmt->loop);
  if (code_key != NULL)
    {
      const TlStmt *without = take_code (a, stmt, code_key);
      a->failed = without == NULL;
      return a->failed ? stmt : tl_rewrite_stmt (rewriter, without);
    }
  if (is_pipelined (&stmt->loop))
    {
      const TlStmt *marked = mark_pipeline (a, rewriter, stmt);
      return marked != NULL ? marked : stmt;
    }
  TlNodeId doubled = GPOINTER_TO_UINT (g_hash_table_lookup (a->doubled, GUINT_TO_POINTER (stmt->loop.id)));
  return doubled != 0 ? mark_doubled (a, rewriter, stmt, doubled) : NULL;
}

const TlPrimFunc *
tl_lower_read_annotations (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) doubled = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) code = g_ptr_array_new ();
  Annotations a = { .arena = builder->arena, .error = error, .body = func->body, .doubled = doubled, .code = code };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = read_hook, .user_data = &a };
  tl_stmt_walk (func->body, read_double_buffer, NULL, &a);
  const TlStmt *body = a.failed ? NULL : tl_rewrite_stmt (&rewriter, func->body);
  if (!a.failed && code->len > 0)
    func = with_code (&a, func);
  return a.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
