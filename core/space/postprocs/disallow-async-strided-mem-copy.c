/* SPDX-License-Identifier: Apache-2.0 */
/* Copies that a pipeline runs beside the rest go through an engine that moves one piece of memory without gaps. */
#include "core/analysis/block-info.h"
#include "core/arith/stride.h"
#include "core/base/saturate.h"
#include "core/space/postprocs-private.h"

#define MAX_LOOPS 16u

typedef struct
{
  GError  **error;
  gboolean  failed;
} Check;

/* A copy block and the loops of the pipelined statement around it. */
typedef struct
{
  const TlStmt *loops[MAX_LOOPS];
  guint         n_loops;
  const TlStmt *block;
} Copy;

/* FALSE if the statement is something else than loops around one block that stores what it loads. */
static gboolean
read_copy (const TlStmt *stmt, Copy *copy)
{
  for (; stmt->kind == TL_STMT_FOR && copy->n_loops < MAX_LOOPS; stmt = stmt->loop.body)
    copy->loops[copy->n_loops++] = stmt;
  if (stmt->kind != TL_STMT_BLOCK || stmt->block.init || stmt->block.body->kind != TL_STMT_STORE)
    return FALSE;
  copy->block = stmt;
  return stmt->block.body->value->kind == TL_EXPR_LOAD;
}

static gboolean
is_contiguous (const Copy *copy, TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices)
{
  TlRegion place = tl_block_region_outside (arena, &copy->block->block, tl_region_point (arena, buffer, indices));
  gint64 strides[MAX_LOOPS], expected = 1, extent;

  tl_region_loop_strides (arena, &place, copy->loops, copy->n_loops, strides);
  for (guint i = copy->n_loops; i-- > 0;)
    {
      if (!tl_expr_get_int (copy->loops[i]->loop.extent, &extent))
        return FALSE;
      if (extent == 1)
        continue;
      if (strides[i] != expected)
        return FALSE;
      expected = tl_mul_saturated (expected, extent);
    }
  return TRUE;
}

static gboolean
check_copy (const TlStmt *stmt, const TlLoop *pipeline, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  Copy copy = { .n_loops = 0 };
  const TlStmt *store;

  if (!read_copy (stmt, &copy))
    return tl_refuse (error, &pipeline->id, 1, "run stages that are not copies synchronously",
                      "loop %s runs a statement asynchronously that is not a plain copy", pipeline->var->name);
  store = copy.block->block.body;
  if (is_contiguous (&copy, arena, store->buffer, store->indices)
      && is_contiguous (&copy, arena, store->value->buffer, store->value->indices))
    return TRUE;
  return tl_refuse (error, &copy.block->block.id, 1, "change the layout of the copied buffer",
                    "block %s, which loop %s runs asynchronously, copies strided memory", copy.block->block.name, pipeline->var->name);
}

static gboolean
lists_number (const TlValue *list, const TlValue *wanted)
{
  TlValue a, b;

  for (guint i = 0; i < list->n_items; i++)
    if (tl_value_get_number (&list->items[i], &a) && tl_value_get_number (wanted, &b) && tl_value_equal (&a, &b))
      return TRUE;
  return FALSE;
}

static TlWalk
visit_pipeline (const TlStmt *stmt, gpointer user_data)
{
  Check *check = user_data;
  const TlAttrs *attrs = stmt->kind == TL_STMT_FOR ? &stmt->loop.annotations : &tl_attrs_empty;
  const TlValue *stages = tl_attrs_find (attrs, "software_pipeline_stage"),
                 *apart = tl_attrs_find (attrs, "software_pipeline_async_stages");
  const TlStmt *body;

  if (!stages || !apart || stages->kind != TL_VALUE_LIST || apart->kind != TL_VALUE_LIST)
    return TL_WALK_INTO;
  body = stmt->loop.body->kind == TL_STMT_BLOCK ? stmt->loop.body->block.body : stmt->loop.body;
  for (guint i = 0; body->kind == TL_STMT_SEQ && i < MIN (body->n_stmts, stages->n_items) && !check->failed; i++)
    if (lists_number (apart, &stages->items[i]))
      check->failed = !check_copy (body->stmts[i], &stmt->loop, check->error);
  return check->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
disallow_async_strided_mem_copy (const TlPostprocCall *call, GError **error)
{
  Check check = { .error = error };

  return tl_postproc_walk (call, visit_pipeline, &check);
}

const TlPostproc tl_postproc_disallow_async_strided_mem_copy = {
  .info = { .name = "DisallowAsyncStridedMemCopy", .summary = "Refuses software pipelines with asynchronous strided copies." },
  .apply = disallow_async_strided_mem_copy,
};
