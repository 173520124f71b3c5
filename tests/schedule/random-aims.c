/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/random-aims.h"

#include "core/analysis/block-info.h"
#include "core/ir/path.h"
#include "core/text/script.h"

#define MAX_LANES 8

static gboolean
one_in (RandomSource *source, guint n)
{
  return random_below (source, n) == 0;
}

/* --- what the program has --- */

typedef gboolean (*StmtTest) (const RandomSource *source, const TlStmt *stmt, gconstpointer data);

/* One of the statements that pass, or NULL. */
static const TlStmt *
any_that (RandomSource *source, GPtrArray *stmts, StmtTest passes, gconstpointer data)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < stmts->len; i++)
    if (passes (source, stmts->pdata[i], data))
      g_ptr_array_add (found, stmts->pdata[i]);
  return found->len > 0 ? found->pdata[random_below (source, found->len)] : NULL;
}

static gboolean
touches (const TlRegion *regions, guint n, const TlBuffer *buffer)
{
  for (guint i = 0; i < n; i++)
    if (regions[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
reads_any (const TlBlock *reader, const TlBlock *writer)
{
  for (guint i = 0; i < writer->n_writes; i++)
    if (touches (reader->reads, reader->n_reads, writer->writes[i].buffer))
      return TRUE;
  return FALSE;
}

static TlWalk
find_stmt (const TlStmt *stmt, gpointer wanted)
{
  return stmt == wanted ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
contains (const RandomSource *source, const TlStmt *stmt, gconstpointer inner)
{
  return stmt != inner && !tl_stmt_walk (stmt, find_stmt, NULL, (gpointer) inner);
}

/* --- tests --- */

/* A loop around one block and not around the other. */
typedef struct
{
  const TlStmt *inside, *outside;
  gboolean      spreads;     /* of more than one iteration, and for spatial axes alone */
} SeparatedBlocks;

static gboolean
is_place (const RandomSource *source, const TlStmt *loop, gconstpointer data)
{
  const SeparatedBlocks *place = data;

  if (place->spreads && (tl_loop_axis_kinds (loop) != 1u << TL_AXIS_SPATIAL || tl_expr_is_int (loop->loop.extent, 1)))
    return FALSE;
  return contains (source, loop, place->inside) && !contains (source, loop, place->outside);
}

static gboolean
starts_a_sum (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  return stmt->block.init != NULL;
}

static gboolean
follows (const RandomSource *source, const TlStmt *stmt, gconstpointer producer)
{
  return stmt != producer && reads_any (&stmt->block, &((const TlStmt *) producer)->block);
}

static gboolean
comes_before (const RandomSource *source, const TlStmt *stmt, gconstpointer consumer)
{
  return stmt != consumer && reads_any (&((const TlStmt *) consumer)->block, &stmt->block);
}

static gboolean
is_followed (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  for (guint i = 0; i < source->blocks->len; i++)
    if (follows (source, source->blocks->pdata[i], stmt))
      return TRUE;
  return FALSE;
}

/* T[v0 + v1] or T[v0:v0 + 3] */
static gboolean
is_window (const TlRange *range)
{
  return !tl_expr_is_int (range->extent, 1) || range->min->kind == TL_EXPR_ADD;
}

static gboolean
follows_by_window (const RandomSource *source, const TlStmt *stmt, gconstpointer producer)
{
  const TlBlock *writer = &((const TlStmt *) producer)->block;

  for (guint i = 0; stmt != producer && i < stmt->block.n_reads; i++)
    for (guint d = 0; touches (writer->writes, writer->n_writes, stmt->block.reads[i].buffer)
         && d < stmt->block.reads[i].buffer->n_dims; d++)
      if (is_window (&stmt->block.reads[i].ranges[d]))
        return TRUE;
  return FALSE;
}

static gboolean
is_followed_by_window (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  for (guint i = 0; i < source->blocks->len; i++)
    if (follows_by_window (source, source->blocks->pdata[i], stmt))
      return TRUE;
  return FALSE;
}

static TlWalk
stop_at_choice (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else") ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_choice (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  return !tl_stmt_walk (stmt->block.body, NULL, stop_at_choice, NULL);
}

static gboolean
has_annotation (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  return (stmt->kind == TL_STMT_FOR ? stmt->loop.annotations.n : stmt->block.annotations.n) > 0;
}

static gboolean
updates (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  return stmt->block.init == NULL && reads_any (&stmt->block, &stmt->block);
}

static gboolean
feeds_reduction (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  return tl_loop_axis_kinds (stmt) == 1u << TL_AXIS_REDUCE;
}

/* for i in range(2 … 8): B[…] = A[…] and nothing else. */
static gboolean
is_copy (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  const TlStmt *block = stmt->loop.body;
  gint64        extent;

  return tl_expr_get_int (stmt->loop.extent, &extent) && extent >= 2 && extent <= MAX_LANES && block->kind == TL_STMT_BLOCK
         && block->block.body->kind == TL_STMT_STORE && block->block.body->value->kind == TL_EXPR_LOAD && block->block.n_axes > 0;
}

/* --- aims: FALSE where the program has nothing of the kind --- */

static gboolean
aim_at_block (RandomSource *source, TlArg *args, StmtTest passes)
{
  const TlStmt *block = any_that (source, source->blocks, passes, NULL);

  if (block != NULL)
    args[0] = tl_arg_node (block->block.id);
  return block != NULL;
}

static gboolean
aim_at_loop (RandomSource *source, TlArg *args, StmtTest passes)
{
  const TlStmt *loop = any_that (source, source->loops, passes, NULL);

  if (loop != NULL)
    args[0] = tl_arg_node (loop->loop.id);
  return loop != NULL;
}

/* A block and a loop around another that depends on it, or that it depends on. */
static gboolean
aim_at_other (RandomSource *source, TlArg *args, gboolean at_consumer)
{
  gboolean        by_window = at_consumer && !one_in (source, 3);
  const TlStmt   *producer = any_that (source, source->blocks, by_window ? is_followed_by_window : is_followed, NULL);
  const TlStmt   *consumer = producer == NULL ? NULL : any_that (source, source->blocks, by_window ? follows_by_window : follows, producer);
  SeparatedBlocks place = { .inside = at_consumer ? consumer : producer, .outside = at_consumer ? producer : consumer,
                            .spreads = by_window };
  const TlStmt   *loop = consumer != NULL ? any_that (source, source->loops, is_place, &place) : NULL;

  if (loop == NULL)
    return FALSE;
  args[0] = tl_arg_node ((at_consumer ? producer : consumer)->block.id);
  args[1] = tl_arg_node (loop->loop.id);
  return TRUE;
}

static gboolean
aim_compute_at (RandomSource *source, TlArg *args)
{
  return aim_at_other (source, args, TRUE);
}

static gboolean
aim_reverse_compute_at (RandomSource *source, TlArg *args)
{
  return aim_at_other (source, args, FALSE);
}

static gboolean
aim_fuse_epilogue (RandomSource *source, TlArg *args)
{
  const TlStmt *sum = any_that (source, source->blocks, starts_a_sum, NULL);
  const TlStmt *epilogue = sum != NULL ? any_that (source, source->blocks, follows, sum) : NULL;

  if (epilogue == NULL)
    return FALSE;
  args[0] = tl_arg_node (sum->block.id);
  args[1] = tl_arg_node (epilogue->block.id);
  return TRUE;
}

static gboolean
aim_decompose_padding (RandomSource *source, TlArg *args)
{
  const TlStmt *block = any_that (source, source->blocks, has_choice, NULL);
  const TlStmt *loop = block != NULL ? any_that (source, source->loops, contains, block) : NULL;

  if (loop == NULL)
    return FALSE;
  args[0] = tl_arg_node (block->block.id);
  args[1] = tl_arg_node (loop->loop.id);
  return TRUE;
}

/* A loop is around the block and around one that reads a window of what it writes. */
static gboolean
stands_with_its_reader (const RandomSource *source, const TlStmt *stmt, gconstpointer data)
{
  for (guint i = 0; i < source->blocks->len; i++)
    for (guint k = 0; follows_by_window (source, source->blocks->pdata[i], stmt) && k < source->loops->len; k++)
      if (contains (source, source->loops->pdata[k], stmt) && contains (source, source->loops->pdata[k], source->blocks->pdata[i]))
        return TRUE;
  return FALSE;
}

/* The block that the last step moved under a loop of its consumers, or any that has some. */
static gboolean
aim_rolling_buffer (RandomSource *source, TlArg *args)
{
  const TlInst *last = tl_state_inst (source->state);

  args[1] = tl_arg_int (0);
  if (last == NULL || !g_str_equal (last->primitive->name, "compute_at") || one_in (source, 4))
    return aim_at_block (source, args, stands_with_its_reader);
  args[0] = tl_arg_node (tl_state_rv (source->state, last->args[0].rv)->node);
  return TRUE;
}

static gboolean
aim_cache_inplace (RandomSource *source, TlArg *args)
{
  return aim_at_block (source, args, updates);
}

static gboolean
aim_rfactor (RandomSource *source, TlArg *args)
{
  return aim_at_loop (source, args, feeds_reduction);
}

static gboolean
aim_unannotate (RandomSource *source, TlArg *args)
{
  GPtrArray      *stmts = one_in (source, 2) ? source->loops : source->blocks;
  const TlStmt   *stmt = any_that (source, stmts, has_annotation, NULL);
  const TlAttrs  *attrs;

  if (stmt == NULL)
    return FALSE;
  attrs = stmt->kind == TL_STMT_FOR ? &stmt->loop.annotations : &stmt->block.annotations;
  args[0] = tl_arg_node (stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id);
  args[1] = tl_arg_string (source->arena, attrs->keys[random_below (source, attrs->n)]);
  return TRUE;
}

static gboolean
aim_get_output_blocks (RandomSource *source, TlArg *args)
{
  const TlStmt *body = tl_state_module (source->state)->prims[0]->body;

  if (body->kind == TL_STMT_BLOCK)
    args[0] = tl_arg_node (body->block.id);
  return body->kind == TL_STMT_BLOCK;
}

static gboolean
aim_hide (RandomSource *source, TlArg *args)
{
  const TlStmt *block = source->blocks->pdata[random_below (source, source->blocks->len)];
  TlArg         index;

  for (guint i = 0; i < block->block.n_reads; i++)
    if (random_may_hide (source, &block->block, i))
      {
        index = tl_arg_int (i);
        args[0] = tl_arg_node (block->block.id);
        args[1] = tl_arg_string (source->arena, "read");
        args[2] = tl_arg_list (source->arena, &index, 1);
        return TRUE;
      }
  return FALSE;
}

static gboolean
aim_tensorize (RandomSource *source, TlArg *args)
{
  const TlStmt *loop = any_that (source, source->loops, is_copy, NULL);
  gint64        extent = 0;

  if (loop == NULL)
    return FALSE;
  tl_expr_get_int (loop->loop.extent, &extent);
  args[0] = tl_arg_node (loop->loop.id);
  args[1] = tl_arg_string (source->arena, tl_arena_printf (source->arena, "copy_%d", (int) extent));
  return TRUE;
}

static TlWalk
collect_sequence (const TlStmt *stmt, gpointer sequences)
{
  if (stmt->kind == TL_STMT_SEQ)
    g_ptr_array_add (sequences, (gpointer) stmt);
  return TL_WALK_INTO;
}

/* Two loops, one after the other, or the loops right below both. */
static gboolean
aim_merge (RandomSource *source, TlArg *args)
{
  g_autoptr (GPtrArray) sequences = g_ptr_array_new ();
  const TlStmt         *sequence, *pair[2];
  TlArg                 items[2];
  guint                 at;

  tl_stmt_walk (tl_state_module (source->state)->prims[0]->body, collect_sequence, NULL, sequences);
  if (sequences->len == 0)
    return FALSE;
  sequence = sequences->pdata[random_below (source, sequences->len)];
  at = random_below (source, sequence->n_stmts - 1);
  for (guint i = 0; i < 2; i++)
    pair[i] = sequence->stmts[at + i];
  if (pair[0]->kind != TL_STMT_FOR || pair[1]->kind != TL_STMT_FOR)
    return FALSE;
  while (pair[0]->loop.body->kind == TL_STMT_FOR && pair[1]->loop.body->kind == TL_STMT_FOR && one_in (source, 2))
    for (guint i = 0; i < 2; i++)
      pair[i] = pair[i]->loop.body;
  for (guint i = 0; i < 2; i++)
    items[i] = tl_arg_node (pair[i]->loop.id);
  args[0] = tl_arg_list (source->arena, items, 2);
  return TRUE;
}

static gboolean
aim_reverse_compute_inline (RandomSource *source, TlArg *args)
{
  const TlStmt *producer = any_that (source, source->blocks, is_followed, NULL);
  const TlStmt *consumer = producer != NULL ? any_that (source, source->blocks, follows, producer) : NULL;

  if (consumer != NULL)
    args[0] = tl_arg_node (consumer->block.id);
  return consumer != NULL;
}

static gboolean
aim_get_producers (RandomSource *source, TlArg *args)
{
  const TlStmt *consumer = source->blocks->pdata[random_below (source, source->blocks->len)];

  args[0] = tl_arg_node (consumer->block.id);
  return any_that (source, source->blocks, comes_before, consumer) != NULL;
}

static const struct
{
  const char *name;
  gboolean  (*aim) (RandomSource *source, TlArg *args);
} aims[] = {
  { "compute_at", aim_compute_at },
  { "reverse_compute_at", aim_reverse_compute_at },
  { "reverse_compute_inline", aim_reverse_compute_inline },
  { "fuse_reduction_epilogue", aim_fuse_epilogue },
  { "decompose_padding", aim_decompose_padding },
  { "rolling_buffer", aim_rolling_buffer },
  { "cache_inplace", aim_cache_inplace },
  { "rfactor", aim_rfactor },
  { "unannotate", aim_unannotate },
  { "get_output_blocks", aim_get_output_blocks },
  { "get_producers", aim_get_producers },
  { "unsafe_hide_buffer_access", aim_hide },
  { "tensorize", aim_tensorize },
  { "merge", aim_merge },
};

gboolean
random_aim (RandomSource *source, const TlPrimitive *primitive, TlArg *args)
{
  for (guint i = 0; i < G_N_ELEMENTS (aims); i++)
    if (g_str_equal (aims[i].name, primitive->name))
      return source->blocks->len > 0 && aims[i].aim (source, args);
  return FALSE;
}

/* Steps that later ones would make impossible come first now and then. */
static const char *
any_opening (RandomSource *source)
{
  static const char *const names[] = { "compute_at", "compute_at", "compute_at", "fuse_reduction_epilogue", "fuse_reduction_epilogue",
                                       "decompose_padding" };

  return names[random_below (source, G_N_ELEMENTS (names))];
}

const char *
random_successor (RandomSource *source)
{
  static const struct { const char *first, *then; } pairs[] = {
    { "compute_at", "rolling_buffer" },   { "cache_read", "compute_at" },         { "cache_write", "reverse_compute_at" },
    { "annotate", "unannotate" },         { "sample_compute_location", "compute_at" }, { "cache_read", "tensorize" },
    { "sample_perfect_tile", "split" },   { "sample_partitioned_tile", "split" }, { "split", "reorder" },
  };
  const TlInst *last = tl_state_inst (source->state);
  const char   *found[G_N_ELEMENTS (pairs)];
  guint         n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (last != NULL && g_str_equal (last->primitive->name, pairs[i].first))
      found[n++] = pairs[i].then;
  if (last == NULL)
    return one_in (source, 3) ? any_opening (source) : NULL;
  return n > 0 && one_in (source, 2) ? found[random_below (source, n)] : NULL;
}

gboolean
random_may_hide (const RandomSource *source, const TlBlock *block, gint64 index)
{
  if (index < 0 || index >= block->n_reads)
    return FALSE;
  for (guint i = 0; i < source->blocks->len; i++)
    {
      const TlBlock *writer = &((const TlStmt *) source->blocks->pdata[i])->block;

      if (touches (writer->writes, writer->n_writes, block->reads[index].buffer))
        return FALSE;
    }
  return TRUE;
}

/* --- intrinsics --- */

static TlModule *
copy_of (guint n, const char *dtype, gboolean is_description)
{
  g_autofree char *text = g_strdup_printf (
    "from tvm.script import tir as T\n\n@T.prim_func\n"
    "def main(a: T.handle, b: T.handle):\n"
    "    A = T.match_buffer(a, (%u,), \"%s\", offset_factor=1)\n"
    "    B = T.match_buffer(b, (%u,), \"%s\", offset_factor=1)\n"
    "    with T.block(\"root\"):\n"
    "        T.reads(A[0:%u])\n"
    "        T.writes(B[0:%u])\n%s", n, dtype, n, dtype, n, n,
    is_description ? "        for i in range($):\n"
                     "            with T.block(\"copy\"):\n"
                     "                vi = T.axis.spatial($, i)\n"
                     "                B[vi] = A[vi]\n"
                   : "        for i in T.vectorized($):\n"
                     "            B[i] = A[i]\n");
  g_autofree char   *extent = g_strdup_printf ("%u", n);
  g_auto (GStrv)     parts = g_strsplit (text, "$", -1);
  g_autofree char   *filled = g_strjoinv (extent, parts);
  g_autoptr (GError) error = NULL;
  TlModule          *module = tl_script_read_text (filled, &error);

  if (module == NULL)
    g_error ("%s\n%s", error->message, filled);
  return module;
}

TlState *
random_with_intrinsics (TlState *state)
{
  const TlPrimFunc      *func = tl_state_module (state)->prims[0];
  const TlTensorIntrins *set = tl_state_intrins (state);
  const char            *dtype = "float32";
  TlState               *result;

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      dtype = tl_dtype_name (func->params[i].buffer->dtype);
  for (guint n = 2; n <= MAX_LANES; n++)
    {
      g_autofree char       *name = g_strdup_printf ("copy_%u", n);
      g_autoptr (TlModule)   desc = copy_of (n, dtype, TRUE), impl = copy_of (n, dtype, FALSE);
      const TlTensorIntrins *more = tl_tensor_intrins_with (set, name, desc, impl, TRUE, NULL);

      g_assert (more != NULL);
      if (set != NULL && set != tl_state_intrins (state))
        tl_arena_unref (set->arena);
      set = more;
    }
  result = tl_state_with_intrins (state, set);
  tl_arena_unref (set->arena);
  return result;
}
