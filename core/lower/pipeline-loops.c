/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pipeline-loops: a loop whose statements are marked with stages (read-annotations) starts an iteration before earlier ones have ended: the
 * statement of stage s works on iteration t - s at time t. Prologue and epilogue are written out.
 * Buffers that live in one iteration get as many versions as iterations have them in use at once.
 *
 *   for k in 8: alloc T[4]; load (k) → T; use T          stages 0, 1
 *     →  alloc T[2, 4]; load (0) → T[0];  for t in 1 … 7: load (t) → T[t % 2]; use T[(t - 1) % 2];  use T[7 % 2]
 *
 * Invariant: two statements of which one writes what the other touches keep their order. In one iteration the stages and places they are
 * given must keep it; across iterations a buffer that statements of different stages share must be divided among the iterations, each of
 * which keeps to its part of it. Runs while buffers have their dimensions and allocations stand where they live.
 *
 * Annotations mean what they mean to TVM; a double buffer is a pipeline of two stages. Where an iteration may need a value of an earlier
 * one, TVM pipelines the loop all the same; here that is refused. On GPUs that have such copies, statements of async stages start copies
 * that go on by themselves (gpu/pipeline-groups.c), and statements wait for what they need of them; elsewhere they run in place.
 */
#include "core/ir/async-copy.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/lower/pipeline-private.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GError    **error;
  const TlLoop *loop;
  GPtrArray  *parts;        /* Part */
  GPtrArray  *privates;     /* const TlBuffer * that live in one iteration */
  GHashTable *twins;        /* private buffer → the one with versions */
  gint64      max_stage;
  guint       n_groups;     /* of copies, in each step */
  gboolean    copies_async; /* the target can */
  gboolean    is_doubled;   /* marked by a double_buffer_scope */
  gboolean    failed;
} Pipeline;

static gboolean
is_mark (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_ATTR
         && (g_str_equal (stmt->attr_key, "software_pipeline_stage") || g_str_equal (stmt->attr_key, TL_DOUBLE_BUFFER)
             || g_str_equal (stmt->attr_key, TL_ASYNC_STAGE));
}

static void
part_free (gpointer data)
{
  PipelinePart *part = data;
  g_hash_table_unref (part->uses);
  g_free (part);
}

/* --- the loop's parts --- */

static void
note_use (PipelinePart *part, const TlBuffer *buffer, Use use)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (part->uses, buffer));
  g_hash_table_insert (part->uses, (gpointer) buffer, GUINT_TO_POINTER (known | use));
}

static TlWalk note_expr (const TlExpr *expr, gpointer user_data);

/* A matrix instruction has no effects but on fragments and the memory that it names. */
static void
note_matrix_call (PipelinePart *part, const TlMatrixCall *call)
{
  for (guint i = 0; i < call->n_fragments; i++)
    {
      note_use (part, call->fragments[i].buffer, call->fragments[i].is_written ? USE_WRITE : USE_READ);
      tl_expr_walk (call->fragments[i].index, note_expr, part);
    }
  if (call->value != NULL)
    tl_expr_walk (call->value, note_expr, part);
  if (call->memory == NULL)
    return;
  note_use (part, call->memory, call->kind == TL_MATRIX_STORE ? USE_WRITE : USE_READ);
  tl_expr_walk (call->offset, note_expr, part);
  tl_expr_walk (call->stride, note_expr, part);
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  PipelinePart *part = user_data;
  TlMatrixCall call;
  if (tl_matrix_call_read (expr, &call))
    {
      note_matrix_call (part, &call);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_LOAD)
    note_use (part, expr->buffer, USE_READ);
  part->has_effects |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  return TL_WALK_INTO;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE)
    note_use (user_data, stmt->buffer, USE_WRITE);
  return TL_WALK_INTO;
}

/* Whether copies to shared memory are all that @part stores. */
static gboolean
stores_shared (const PipelinePart *part)
{
  GHashTableIter iter;
  gpointer buffer, use;
  gboolean found = FALSE;
  g_hash_table_iter_init (&iter, part->uses);
  while (g_hash_table_iter_next (&iter, &buffer, &use))
    if ((GPOINTER_TO_UINT (use) & USE_WRITE) != 0)
      {
        if (!tl_scope_is_shared (((const TlBuffer *) buffer)->scope))
          return FALSE;
        found = TRUE;
      }
  return found;
}

/* The marked statements in @stmt, with the allocations and conditions around them. FALSE if anything else lies between. */
static gboolean
collect_parts (Pipeline *p, const TlStmt *stmt, const TlExpr *cond)
{
  if (is_mark (stmt))
    {
      PipelinePart *part = g_new0 (PipelinePart, 1);
      part->body = stmt->attr_body;
      part->cond = cond;
      part->uses = g_hash_table_new (NULL, NULL);
      tl_expr_get_int (stmt->attr_value, &part->stage);
      tl_expr_get_int (stmt->attr_node, &part->order);
      tl_stmt_walk (part->body, note_stmt, note_expr, part);
      if (cond != NULL)
        tl_expr_walk (cond, note_expr, part);
      p->is_doubled |= g_str_equal (stmt->attr_key, TL_DOUBLE_BUFFER);
      part->is_async = p->copies_async && g_str_equal (stmt->attr_key, TL_ASYNC_STAGE) && stores_shared (part);
      g_ptr_array_add (p->parts, part);
      return TRUE;
    }
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!collect_parts (p, stmt->stmts[i], cond))
          return FALSE;
      return TRUE;
    case TL_STMT_ALLOC:
      g_ptr_array_add (p->privates, (gpointer) stmt->buffer);
      return collect_parts (p, stmt->alloc_body, cond);
    case TL_STMT_IF:
      return stmt->else_body == NULL && collect_parts (p, stmt->then_body, cond != NULL ? tl_and (p->arena, cond, stmt->cond) : stmt->cond);
    default:
      return FALSE;
    }
}

static TlWalk
find_mark (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= is_mark (stmt);
  return *found || stmt->kind == TL_STMT_FOR ? (*found ? TL_WALK_STOP : TL_WALK_OVER) : TL_WALK_INTO;
}

/* Whether a loop is to be pipelined and still has statements for that. */
static gboolean
has_marks (const TlStmt *loop)
{
  gboolean found = FALSE;
  if (tl_attrs_find (&loop->loop.annotations, TL_PIPELINED_LOOP) == NULL)
    return FALSE;
  tl_stmt_walk (loop->loop.body, find_mark, NULL, &found);
  return found;
}

/* --- what depends on what --- */

/* A buffer that both use and one writes; NULL if there is none. */
static const TlBuffer *
find_conflict (const PipelinePart *a, const PipelinePart *b)
{
  GHashTableIter iter;
  gpointer buffer, use;
  g_hash_table_iter_init (&iter, a->uses);
  while (g_hash_table_iter_next (&iter, &buffer, &use))
    {
      guint both = GPOINTER_TO_UINT (use) | GPOINTER_TO_UINT (g_hash_table_lookup (b->uses, buffer));
      if (g_hash_table_contains (b->uses, buffer) && (both & USE_WRITE) != 0)
        return buffer;
    }
  return NULL;
}

/* Earlier statements that the block running ahead depends on run ahead as well. */
static void
widen_first_stage (Pipeline *p)
{
  for (guint i = p->parts->len; i-- > 0;)
    for (guint later = i + 1; later < p->parts->len; later++)
      {
        PipelinePart *part = p->parts->pdata[i];
        const PipelinePart *user = p->parts->pdata[later];
        if (user->stage == 0 && (find_conflict (part, user) != NULL || part->has_effects || user->has_effects))
          part->stage = 0;
      }
}

static void
fail_order (Pipeline *p, guint first, guint second, const TlBuffer *buffer)
{
  const PipelinePart *a = p->parts->pdata[first], *b = p->parts->pdata[second];
  tl_lower_set_unsupported (p->error,
                            "The pipeline of loop %s runs statement %u (stage %" G_GINT64_FORMAT ", place %"
                            G_GINT64_FORMAT ") of an iteration after statement %u (stage %"
                            G_GINT64_FORMAT ", place %" G_GINT64_FORMAT "), though both use %s",
                            p->loop->var->name, first, a->stage, a->order, second, b->stage, b->order, buffer != NULL ? buffer->name
                            : "calls with effects");
  p->failed = TRUE;
}

/* Whether the indices of all accesses of a buffer move with the loop by more than they spread in one iteration, in one dimension. */
typedef struct
{
  Pipeline       *pipeline;
  const TlBuffer *buffer;
  GHashTable     *inner_vars;
  guint           dim;
  const TlExpr   *start;     /* of the first access, without what varies inside; NULL: none yet */
  gint64          low, high; /* from there */
  gboolean        failed;
} BufferDivision;

static void
divide_access (BufferDivision *d, const TlExpr *const *indices)
{
  Pipeline *p = d->pipeline;
  const TlExpr *fixed;
  gint64 low, high, distance = 0;
  if (indices[d->dim]->dtype.lanes > 1 || !tl_split_index (p->arena, p->analyzer, d->inner_vars, indices[d->dim], &fixed, &low, &high)
      || (d->start != NULL && !tl_expr_difference (p->analyzer, fixed, d->start, &distance)))
    {
      d->failed = TRUE;
      return;
    }
  if (d->start == NULL)
    {
      d->start = fixed;
      d->low = low;
      d->high = high;
    }
  d->low = MIN (d->low, low + distance);
  d->high = MAX (d->high, high + distance);
}

static TlWalk
divide_expr (const TlExpr *expr, gpointer user_data)
{
  BufferDivision *d = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == d->buffer)
    divide_access (d, expr->indices);
  return d->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
divide_stmt (const TlStmt *stmt, gpointer user_data)
{
  BufferDivision *d = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_hash_table_add (d->inner_vars, (gpointer) stmt->loop.var);
      return tl_walk_loop_bound (d->pipeline->analyzer, stmt, divide_stmt, divide_expr, d);
    }
  if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (d->inner_vars, (gpointer) stmt->var);
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == d->buffer)
    divide_access (d, stmt->indices);
  return d->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_divided_by (Pipeline *p, const TlBuffer *buffer, guint dim)
{
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  BufferDivision d = { .pipeline = p, .buffer = buffer, .inner_vars = inner_vars, .dim = dim };
  for (guint i = 0; i < p->parts->len && !d.failed; i++)
    {
      const PipelinePart *part = p->parts->pdata[i];
      tl_stmt_walk (part->body, divide_stmt, divide_expr, &d);
      if (part->cond != NULL)
        tl_expr_walk (part->cond, divide_expr, &d);
    }
  if (d.failed || d.start == NULL)
    return FALSE;
  gint64 step;
  return tl_expr_stride (p->analyzer, d.start, p->loop->var, &step) && ABS (step) > d.high - d.low;
}

static gboolean
is_divided (Pipeline *p, const TlBuffer *buffer)
{
  for (guint d = 0; d < buffer->n_dims; d++)
    if (is_divided_by (p, buffer, d))
      return TRUE;
  return FALSE;
}

/* Statements of different stages that share a buffer which lives longer than an iteration. */
static void
check_shared (Pipeline *p, guint first, guint second)
{
  const PipelinePart *a = p->parts->pdata[first], *b = p->parts->pdata[second];
  GHashTableIter iter;
  gpointer buffer, use;
  g_hash_table_iter_init (&iter, a->uses);
  while (!p->failed && g_hash_table_iter_next (&iter, &buffer, &use))
    {
      guint both = GPOINTER_TO_UINT (use) | GPOINTER_TO_UINT (g_hash_table_lookup (b->uses, buffer));
      if (!g_hash_table_contains (b->uses, buffer) || (both & USE_WRITE) == 0 || g_ptr_array_find (p->privates, buffer, NULL)
          || is_divided (p, buffer))
        continue;
      tl_lower_set_unsupported (p->error,
                                "The pipeline of loop %s puts statements %u and %u, which share %s, into different stages, and an "
                                "iteration may need what an earlier one left there",
                                p->loop->var->name, first, second, ((const TlBuffer *) buffer)->name);
      p->failed = TRUE;
    }
}

static void
check_parts (Pipeline *p)
{
  for (guint second = 0; second < p->parts->len; second++)
    for (guint first = 0; first < second && !p->failed; first++)
      {
        const PipelinePart *a = p->parts->pdata[first], *b = p->parts->pdata[second];
        const TlBuffer *buffer = find_conflict (a, b);
        gboolean has_effects = a->has_effects || b->has_effects;
        if (buffer == NULL && !has_effects)
          continue;
        if (a->stage > b->stage || (a->stage == b->stage && a->order > b->order) || (has_effects && a->stage != b->stage))
          fail_order (p, first, second, buffer);
        else if (a->stage != b->stage)
          check_shared (p, first, second);
      }
}

/* --- versions --- */

/* A version may be written again when all of its iteration's statements are done with it. */
static gint64
count_versions (const Pipeline *p, const TlBuffer *buffer)
{
  gint64 versions = 1;
  for (guint i = 0; i < p->parts->len; i++)
    for (guint k = 0; k < p->parts->len; k++)
      {
        const PipelinePart *writer = p->parts->pdata[i], *user = p->parts->pdata[k];
        if ((GPOINTER_TO_UINT (g_hash_table_lookup (writer->uses, buffer)) & USE_WRITE) == 0 || !g_hash_table_contains (user->uses, buffer))
          continue;
        versions = MAX (versions, user->stage - writer->stage + (writer->order <= user->order));
      }
  return versions;
}

static const TlBuffer *
with_versions (Pipeline *p, const TlBuffer *buffer, gint64 versions)
{
  const TlExpr **shape = tl_arena_new_array (p->arena, const TlExpr *, buffer->n_dims + 1);
  shape[0] = tl_expr_int (p->arena, buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT32, versions);
  for (guint d = 0; d < buffer->n_dims; d++)
    shape[d + 1] = buffer->shape[d];
  TlBuffer *twin = (TlBuffer *) tl_buffer_new (p->arena, buffer->name, buffer->dtype, shape, buffer->n_dims + 1, buffer->scope);
  twin->alignment_bytes = buffer->alignment_bytes;
  twin->permuted_row = buffer->permuted_row;
  if (buffer->strides == NULL)
    return twin;
  const TlExpr **strides = tl_arena_new_array (p->arena, const TlExpr *, buffer->n_dims + 1);
  strides[0] = tl_mul (p->arena, buffer->strides[0], tl_cast (p->arena, buffer->strides[0]->dtype, buffer->shape[0]));
  for (guint d = 0; d < buffer->n_dims; d++)
    strides[d + 1] = buffer->strides[d];
  twin->strides = strides;
  return twin;
}

static void
make_versions (Pipeline *p)
{
  for (guint i = 0; i < p->privates->len; i++)
    {
      const TlBuffer *buffer = p->privates->pdata[i];
      gint64 versions = count_versions (p, buffer);
      if (versions > 1 && buffer->elem_offset == NULL)
        g_hash_table_insert (p->twins, (gpointer) buffer, (gpointer) with_versions (p, buffer, versions));
    }
}

static const TlExpr *const *
indices_of_version (Pipeline *p, TlRewriter *rewriter, const TlBuffer *twin, const TlExpr *const *indices, guint n)
{
  const TlExpr **result = tl_arena_new_array (p->arena, const TlExpr *, n + 1);
  const TlVar *var = p->loop->var;
  const TlExpr *iteration = tl_sub (p->arena, var, tl_cast (p->arena, var->dtype, p->loop->min));
  result[0] = tl_floormod (p->arena, iteration, tl_cast (p->arena, var->dtype, twin->shape[0]));
  for (guint i = 0; i < n; i++)
    result[i + 1] = tl_rewrite_expr (rewriter, indices[i]);
  return result;
}

/* view_stride (load, dimension): dimensions follow the version. */
static const TlExpr *
stride_of_version (Pipeline *p, TlRewriter *rewriter, const TlExpr *call)
{
  const TlExpr *ends[2] = { tl_rewrite_expr (rewriter, call->args[0]), call->args[1] };
  if (g_hash_table_contains (p->twins, call->args[0]->buffer))
    ends[1] = tl_add (p->arena, ends[1], tl_expr_int (p->arena, ends[1]->dtype, 1));
  return tl_expr_call (p->arena, call->dtype, call->callee, ends, 2);
}

static const TlExpr *
version_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Pipeline *p = rewriter->user_data;
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "view_stride"))
    return stride_of_version (p, rewriter, expr);
  const TlBuffer *twin = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (p->twins, expr->buffer) : NULL;
  if (twin == NULL)
    return NULL;
  return tl_expr_load (p->arena, twin, indices_of_version (p, rewriter, twin, expr->indices, expr->n_indices), expr->n_indices + 1);
}

static const TlStmt *
version_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Pipeline *p = rewriter->user_data;
  const TlBuffer *twin = stmt->kind == TL_STMT_STORE ? g_hash_table_lookup (p->twins, stmt->buffer) : NULL;
  if (twin == NULL)
    return NULL;
  return tl_stmt_store (p->arena, twin, indices_of_version (p, rewriter, twin, stmt->indices, stmt->n_indices), stmt->n_indices + 1,
                        tl_rewrite_expr (rewriter, stmt->value));
}

/* --- the new loop --- */

static gint
compare_order (gconstpointer a, gconstpointer b)
{
  const PipelinePart *x = *(const PipelinePart *const *) a, *y = *(const PipelinePart *const *) b;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Part @part at time @time; with @is_guarded the loop may be too short for it. */
static const TlStmt *
part_at (Pipeline *p, const PipelinePart *part, const TlExpr *time, gboolean is_guarded)
{
  const TlVar *var = p->loop->var;
  const TlExpr *iteration = tl_sub (p->arena, time, tl_expr_int (p->arena, var->dtype, part->stage));
  const TlExpr *value = tl_add (p->arena, tl_cast (p->arena, var->dtype, p->loop->min), iteration);
  const TlStmt *stmt = part->cond != NULL ? tl_stmt_if (p->arena, part->cond, part->body, NULL) : part->body;
  stmt = tl_stmt_substitute_var (p->arena, stmt, var, value);
  if (is_guarded)
    stmt = tl_stmt_if (p->arena, tl_binary (p->arena, TL_EXPR_LT, iteration, tl_cast (p->arena, var->dtype, p->loop->extent)), stmt, NULL);
  return part->is_async ? tl_stmt_attr (p->arena, TL_ASYNC_SCOPE, tl_int (p->arena, 0), tl_int (p->arena, 1), stmt) : stmt;
}

/* A step of the pipeline. */
typedef struct
{
  const TlExpr *time;                  /* counted from the loop's first iteration */
  gint64        from_stage, to_stage;  /* of the parts that have an iteration to work on */
  gboolean      is_guarded;            /* the loop may be too short for them */
  gint64        emptying;              /* which of the steps after the loop; negative: an earlier one */
} PipelineTime;

static gboolean
is_active (const PipelineTime *time, const PipelinePart *part)
{
  return part->stage >= time->from_stage && part->stage <= time->to_stage;
}

/* The wait before part @at for what it and those behind it need, unless groups up to @known have arrived. */
static void
add_wait (Pipeline *p, const PipelineSteps *steps, const PipelineTime *time, guint at, gint64 *known, GPtrArray *stmts)
{
  gint64 awaited = *known;
  for (guint i = at; i < p->parts->len; i++)
    {
      const PipelinePart *part = p->parts->pdata[i];
      if (part->waits && part->wait_at == at && is_active (time, part))
        awaited = MAX (awaited, part->awaited);
    }
  if (awaited == *known)
    return;
  *known = awaited;
  gint64 n = tl_pipeline_groups_since (p->parts, steps, time->emptying, at, awaited);
  g_ptr_array_add (stmts, (gpointer) tl_wait_group_stmt (p->arena, n));
}

static gboolean
ends_group (const Pipeline *p, guint at)
{
  const PipelinePart *part = p->parts->pdata[at];
  return part->is_async && (at + 1 == p->parts->len || !((const PipelinePart *) p->parts->pdata[at + 1])->is_async);
}

static const TlStmt *
parts_at (Pipeline *p, const PipelineSteps *steps, const PipelineTime *time)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  gint64 known = G_MININT64;
  for (guint i = 0; i < p->parts->len; i++)
    {
      const PipelinePart *part = p->parts->pdata[i];
      add_wait (p, steps, time, i, &known, stmts);
      if (is_active (time, part))
        g_ptr_array_add (stmts, (gpointer) part_at (p, part, time->time, time->is_guarded));
      if (ends_group (p, i) && tl_pipeline_has_group (p->parts, steps, time->emptying, part->group))
        g_ptr_array_add (stmts, (gpointer) tl_commit_group_stmt (p->arena));
    }
  return tl_stmt_seq (p->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlStmt *
full_loop (Pipeline *p, const PipelineSteps *steps, const TlExpr *extent)
{
  TlLoop loop = *p->loop;
  loop.var = tl_var_copy (p->arena, p->loop->var);
  loop.annotations = tl_attrs_without (p->arena, &loop.annotations, TL_PIPELINED_LOOP);
  loop.min = tl_expr_int (p->arena, loop.var->dtype, p->max_stage);
  loop.extent = tl_sub (p->arena, extent, loop.min);
  loop.body = parts_at (p, steps, &(PipelineTime) { .time = loop.var, .to_stage = p->max_stage, .emptying = G_MININT32 });
  return tl_stmt_loop (p->arena, &loop);
}

/* Times 0 … max_stage - 1 fill the pipeline, then it is full until the last iteration has begun; max_stage times more empty it. */
static const TlStmt *
build_times (Pipeline *p)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  g_autofree gint64 *first_stage = g_new0 (gint64, p->max_stage + 1);
  TlDType type = p->loop->var->dtype;
  const TlExpr *extent = tl_cast (p->arena, type, p->loop->extent);
  gint64 n = 0;
  gboolean is_constant = tl_expr_get_int (extent, &n);
  PipelineSteps steps = { p->n_groups, first_stage };
  for (gint64 t = 0; is_constant && t < p->max_stage; t++)
    first_stage[t] = MAX (n, p->max_stage) + t - n + 1;
  for (gint64 t = 0; t < p->max_stage; t++)
    {
      PipelineTime time = { .time = tl_expr_int (p->arena, type, t), .from_stage = is_constant ? MAX (0, t - n + 1) : 0, .to_stage = t,
                            .is_guarded = !is_constant, .emptying = G_MININT32 };
      g_ptr_array_add (stmts, (gpointer) parts_at (p, &steps, &time));
    }
  const TlExpr *stages = tl_expr_int (p->arena, type, p->max_stage);
  const TlExpr *end = is_constant ? tl_expr_int (p->arena, type, MAX (n, p->max_stage)) : tl_binary (p->arena, TL_EXPR_MAX, extent, stages);
  g_ptr_array_add (stmts, (gpointer) full_loop (p, &steps, end));
  for (gint64 t = 0; t < p->max_stage; t++)
    {
      PipelineTime time = { .time = tl_add (p->arena, end, tl_expr_int (p->arena, type, t)), .from_stage = first_stage[t],
                            .to_stage = p->max_stage, .is_guarded = !is_constant, .emptying = t };
      g_ptr_array_add (stmts, (gpointer) parts_at (p, &steps, &time));
    }
  return tl_stmt_seq (p->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlStmt *
build_pipeline (Pipeline *p)
{
  make_versions (p);
  TlRewriter rewriter = { .arena = p->arena, .expr = version_expr, .stmt = version_stmt, .user_data = p };
  for (guint i = 0; i < p->parts->len; i++)
    {
      PipelinePart *part = p->parts->pdata[i];
      part->body = tl_rewrite_stmt (&rewriter, part->body);
      part->cond = tl_rewrite_expr (&rewriter, part->cond);
      p->max_stage = MAX (p->max_stage, part->stage);
    }
  g_ptr_array_sort (p->parts, compare_order);
  p->n_groups = tl_pipeline_make_groups (p->parts);
  const TlStmt *result = build_times (p);
  for (guint i = p->privates->len; i-- > 0;)
    {
      const TlBuffer *twin = g_hash_table_lookup (p->twins, p->privates->pdata[i]);
      result = tl_stmt_alloc (p->arena, twin != NULL ? twin : p->privates->pdata[i], result);
    }
  return result;
}

/* Stages count from the lowest in use. */
static void
settle_stages (Pipeline *p)
{
  gint64 lowest = G_MAXINT64;
  if (p->is_doubled)
    widen_first_stage (p);
  for (guint i = 0; i < p->parts->len; i++)
    lowest = MIN (lowest, ((PipelinePart *) p->parts->pdata[i])->stage);
  for (guint i = 0; i < p->parts->len; i++)
    ((PipelinePart *) p->parts->pdata[i])->stage -= lowest;
}

static const TlStmt *
pipeline_loop (Pipeline *outer, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (part_free), privates = g_ptr_array_new ();
  g_autoptr (GHashTable) twins = g_hash_table_new (NULL, NULL);
  Pipeline p = { .arena = outer->arena, .analyzer = outer->analyzer, .error = outer->error, .loop = &stmt->loop, .parts = parts,
                 .privates = privates, .twins = twins, .copies_async = outer->copies_async };
  if (!collect_parts (&p, stmt->loop.body, NULL))
    {
      tl_lower_set_unsupported (p.error, "Loop %s cannot be pipelined: other statements have come between those that have stages",
                                stmt->loop.var->name);
      outer->failed = TRUE;
      return stmt;
    }
  settle_stages (&p);
  tl_analyzer_bind (p.analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  check_parts (&p);
  tl_analyzer_unbind (p.analyzer, stmt->loop.var);
  outer->failed |= p.failed;
  return p.failed ? stmt : tl_stmt_simplify_with (p.arena, p.analyzer, build_pipeline (&p));
}

static const TlStmt *
pipeline_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Pipeline *p = rewriter->user_data;
  if (p->failed)
    return stmt;
  if (stmt->kind == TL_STMT_FOR)
    {
      const TlStmt *inner = tl_rewrite_loop_bound (rewriter, p->analyzer, stmt);
      return !p->failed && has_marks (inner) ? pipeline_loop (p, inner) : inner;
    }
  return NULL;
}

/* Of loops of one iteration only the marks are left; of loops whose marked statements vanished, the annotation. */
static const TlStmt *
drop_marks (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind == TL_STMT_FOR && tl_attrs_find (&stmt->loop.annotations, TL_PIPELINED_LOOP) != NULL)
    {
      TlLoop plain = stmt->loop;
      plain.annotations = tl_attrs_without (rewriter->arena, &plain.annotations, TL_PIPELINED_LOOP);
      return tl_rewrite_stmt (rewriter, tl_stmt_loop (rewriter->arena, &plain));
    }
  return is_mark (stmt) ? tl_rewrite_stmt (rewriter, stmt->attr_body) : NULL;
}

const TlPrimFunc *
tl_lower_pipeline_loops (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  Pipeline p = { .arena = builder->arena, .analyzer = analyzer, .error = error, .copies_async = tl_target_sm (target) >= TL_ASYNC_COPY_SM };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = pipeline_hook, .user_data = &p };
  TlRewriter cleaner = { .arena = builder->arena, .stmt = drop_marks };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);
  return p.failed ? NULL : tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&cleaner, body));
}
