/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transpose-loads: vectors with a stride that lie side by side are loaded by rows, a few elements each, and transposed in registers:
 *
 *   … A[k : k + 256 * 16 : 256] … A[k + 1 : …] … A[k + 2 : …] … A[k + 3 : …] …
 *     →  tile[0:4] = A[k : k + 4];  tile[4:8] = A[k + 256 : k + 260];  … (16 rows)
 *        … tile[0:64:4] … tile[1:64:4] … tile[2:64:4] … tile[3:64:4] …
 *
 * Element by element that is a load and a shuffle for each; so it is one load for four elements, and the shuffles of the columns share
 * their parts (codegen/emit-transpose.c). The rows have elements of the columns and between them; all columns are loaded in each
 * execution of the statements, and no statement among them writes that buffer. A serial loop whose iterations go along the rows makes as
 * many of them at once as a row has. A vector with a stride that has no such neighbours, but is loaded several times, is loaded once.
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

#define ROW_BYTES    16   /* four registers hold the rows of sixteen columns; wider rows take no fewer shuffles */
#define MAX_DISTANCE ((gint64) 1 << 40)   /* of elements, so that sums of distances are numbers */
#define MIN_COLUMNS  2    /* of a row that are needed */
#define MAX_COLUMNS  4096 /* that are looked at together */
#define MAX_GROUPS   64
#define MAX_STEPS    256  /* of the iterations that a loop does at once */
#define QUARTER_PAGE 1024 /* bytes */
#define CACHE_LINE   64

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  TlRemarks      *remarks;
} TransposePass;

/* A load with a stride. */
typedef struct
{
  const TlExpr *load;
  guint         group;
  gint64        offset;   /* of its first element from that of the group's first */
  guint         n_uses;
  gint          tile;     /* -1: none */
} Column;

typedef struct
{
  const TlBuffer *buffer;   /* of the rows, one behind the other; of one column, its elements */
  guint           n_columns;
  gint64          offset;   /* of its first column */
  const TlExpr   *rows;     /* where they begin, as a ramp; NULL: nothing has needed them yet */
} RowTile;

/* The statements that run one after the other in each execution of a body, loops and conditions among them. */
typedef struct
{
  TransposePass *pass;
  GArray        *columns;   /* Column */
  GArray        *tiles;     /* RowTile */
  GHashTable    *by_load;   /* load (by structure) → index + 1 of its column */
  GHashTable    *written;   /* buffers */
  GArray        *firsts;    /* guint: the first column of each group */
  gboolean       failed;    /* may stop before its end */
} Straight;

/* --- what is loaded --- */

static guint
hash_load (gconstpointer expr)
{
  return tl_expr_hash (expr);
}

static gboolean
equal_load (gconstpointer a, gconstpointer b)
{
  return tl_expr_equal (a, b);
}

static guint
row_length (const TlBuffer *buffer)
{
  return ROW_BYTES / (guint) tl_max (tl_dtype_bytes (buffer->dtype), 1);
}

/* Of rows that lie apart. */
static gboolean
is_column (const TlExpr *expr)
{
  gint64 stride, first;
  guint  length;

  if (!tl_expr_is_strided_load (expr) || expr->n_indices != 1 || expr->indices[0]->kind != TL_EXPR_RAMP || expr->buffer->dtype.lanes > 1
      || expr->buffer->dtype.bits < 16 || !tl_expr_get_int (expr->indices[0]->stride, &stride))
    return FALSE;
  length = row_length (expr->buffer);
  /* Values in registers stay there. */
  return length > 1 && expr->dtype.lanes >= length && (stride > length || stride < -(gint64) length) && stride < MAX_DISTANCE
         && stride > -MAX_DISTANCE
         && (g_str_equal (expr->buffer->scope, "global") || !tl_expr_get_int (expr->indices[0]->base, &first));
}

/* The group that @load belongs to, and how far it is from the group's first; the number of groups: none. */
static guint
find_group (const Straight *straight, const TlExpr *load, gint64 *offset)
{
  guint group = 0;

  for (; group < straight->firsts->len; group++)
    {
      const TlExpr *first = g_array_index (straight->columns, Column, g_array_index (straight->firsts, guint, group)).load;

      if (first->buffer == load->buffer && first->dtype.lanes == load->dtype.lanes
          && tl_expr_equal (first->indices[0]->stride, load->indices[0]->stride)
          && tl_expr_difference (straight->pass->analyzer, load->indices[0]->base, first->indices[0]->base, offset)
          && *offset < MAX_DISTANCE && *offset > -MAX_DISTANCE)
        return group;
    }
  *offset = 0;
  return group;
}

static void
add_column (Straight *straight, const TlExpr *load)
{
  Column column = { .load = load, .n_uses = 1, .tile = -1 };
  guint  known = GPOINTER_TO_UINT (g_hash_table_lookup (straight->by_load, load)), at = straight->columns->len;

  if (known > 0)
    g_array_index (straight->columns, Column, known - 1).n_uses++;
  if (at >= MAX_COLUMNS || known > 0)
    return;
  column.group = find_group (straight, load, &column.offset);
  if (column.group >= MAX_GROUPS)
    return;
  if (column.group == straight->firsts->len)
    g_array_append_val (straight->firsts, at);
  g_array_append_val (straight->columns, column);
  g_hash_table_insert (straight->by_load, (gpointer) load, GUINT_TO_POINTER (straight->columns->len));
}

/* In what each execution evaluates: a choice's branches are not part of it. */
static TlWalk
find_columns (const TlExpr *expr, gpointer user_data)
{
  Straight *straight = user_data;

  if (expr->kind == TL_EXPR_LET)
    return TL_WALK_OVER;
  if (is_column (expr))
    {
      add_column (straight, expr);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else"))
    {
      tl_expr_walk (expr->args[0], find_columns, straight);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    {
      tl_expr_walk (expr->a, find_columns, straight);
      return TL_WALK_OVER;
    }
  return TL_WALK_INTO;
}

static TlWalk
note_call (const TlExpr *expr, gpointer user_data)
{
  Straight *straight = user_data;

  straight->failed |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && !g_str_equal (expr->callee->name, "prefetch");
  return straight->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
note_written (const TlStmt *stmt, gpointer user_data)
{
  Straight *straight = user_data;

  if (stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (straight->written, (gpointer) stmt->buffer);
  straight->failed |= stmt->kind == TL_STMT_ASSERT || stmt->kind == TL_STMT_WHILE;
  return straight->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
collect (const TlStmt *stmt, gpointer user_data)
{
  Straight *straight = user_data;

  switch (stmt->kind)
    {
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, find_columns, straight);
      return TL_WALK_INTO;
    case TL_STMT_STORE:
      tl_expr_walk (stmt->value, find_columns, straight);
      return TL_WALK_INTO;
    case TL_STMT_SEQ:
    case TL_STMT_ALLOC:
      return TL_WALK_INTO;
    default:
      return TL_WALK_OVER;
    }
}

/* --- which of them are tiles --- */

static gint
compare_columns (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Straight *straight = user_data;
  const Column   *x = &g_array_index (straight->columns, Column, *(const guint *) a), *y = &g_array_index (straight->columns, Column,
                                                                                                          *(const guint *) b);

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static const Column *
column_at (const Straight *straight, const guint *order, guint at)
{
  return &g_array_index (straight->columns, Column, order[at]);
}

/* For @n columns from order[0] on: @length columns from @offset on are loaded by rows, or one is as it is. */
static void
add_tile (Straight *straight, const guint *order, guint n, guint length, gint64 offset)
{
  const TlExpr *load = column_at (straight, order, 0)->load;
  gint64        shape[1] = { (gint64) load->dtype.lanes * length };
  const char   *name = tl_arena_printf (straight->pass->arena, length > 1 ? "%s_rows" : "%s_v", load->buffer->name);
  RowTile       tile = { tl_buffer_new_const (straight->pass->arena, name, load->buffer->dtype, shape, 1, "local"), length, offset, NULL };

  for (guint i = 0; i < n; i++)
    g_array_index (straight->columns, Column, order[i]).tile = (gint) straight->tiles->len;
  g_array_append_val (straight->tiles, tile);
  if (length > 1)
    tl_remark_buffer (straight->pass->remarks, load->buffer, "%u vectors of %u lanes are loaded by rows and transposed", n,
                      load->dtype.lanes);
}

/*
 * Of the @n columns of a group: rows of those that lie near each other. Between the first and the last column of a row everything is the
 * buffer's, also columns that nothing needs.
 */
static void
find_tiles_of_group (Straight *straight, const guint *order, guint n)
{
  guint  length = row_length (column_at (straight, order, 0)->load->buffer);
  gint64 first = column_at (straight, order, 0)->offset, last = column_at (straight, order, n - 1)->offset;

  for (guint at = 0, n_here; at < n; at += n_here)
    {
      gint64 start = tl_min (column_at (straight, order, at)->offset, last + 1 - length);

      for (n_here = 1; at + n_here < n && column_at (straight, order, at + n_here)->offset < start + length;)
        n_here++;
      if (start >= first && n_here >= MIN_COLUMNS)
        {
          add_tile (straight, order + at, n_here, length, start);
          continue;
        }
      n_here = 1;
      if (column_at (straight, order, at)->n_uses > 1)
        add_tile (straight, order + at, 1, 1, column_at (straight, order, at)->offset);
    }
}

static void
find_tiles (Straight *straight)
{
  guint n = straight->columns->len, n_here;
  g_autofree guint *order = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_columns, straight);
  for (guint at = 0; at < n; at += n_here)
    {
      const Column *column = column_at (straight, order, at);

      for (n_here = 1; at + n_here < n && column_at (straight, order, at + n_here)->group == column->group;)
        n_here++;
      if (!g_hash_table_contains (straight->written, column->load->buffer))
        find_tiles_of_group (straight, order + at, n_here);
    }
}

/* --- the rewrite --- */

static const TlStmt *
load_rows (TlArena *arena, const RowTile *tile, const TlBuffer *source, const TlStmt *before)
{
  const TlExpr *base = tile->rows->base;
  guint         length = row_length (source), n_rows = tile->rows->dtype.lanes;
  gint64        stride = 0;
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  tl_expr_get_int (tile->rows->stride, &stride);
  if (tile->n_columns == 1)
    {
      const TlExpr *to = tl_expr_ramp (arena, tl_int (arena, 0), tl_int (arena, 1), n_rows);
      const TlStmt *store = tl_stmt_store (arena, tile->buffer, &to, 1, tl_expr_load (arena, source, &tile->rows, 1));

      g_ptr_array_add (stmts, (gpointer) tl_stmt_with_origin (arena, store, before->origin));
    }
  for (guint row = 0; row < n_rows && tile->n_columns > 1; row++)
    {
      const TlExpr *first = tl_add (arena, base, tl_expr_int (arena, base->dtype, row * stride));
      const TlExpr *from = tl_expr_ramp (arena, first, tl_expr_int (arena, base->dtype, 1), length);
      const TlExpr *to = tl_expr_ramp (arena, tl_int (arena, row * length), tl_int (arena, 1), length);
      const TlStmt *store = tl_stmt_store (arena, tile->buffer, &to, 1, tl_expr_load (arena, source, &from, 1));

      g_ptr_array_add (stmts, (gpointer) tl_stmt_with_origin (arena, store, before->origin));
    }
  g_ptr_array_add (stmts, (gpointer) before);
  return tl_stmt_seq (arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlExpr *
read_tile (TlRewriter *rewriter, const TlExpr *expr)
{
  gpointer       *pair = rewriter->user_data;
  Straight       *straight = pair[0];
  GArray         *needed = pair[1];   /* columns whose rows are not loaded yet */
  const Column   *column;
  RowTile        *tile;
  const TlExpr   *position, *ramp = expr->kind == TL_EXPR_LOAD ? expr->indices[0] : NULL;
  guint           at = is_column (expr) ? GPOINTER_TO_UINT (g_hash_table_lookup (straight->by_load, expr)) : 0;

  column = at > 0 ? &g_array_index (straight->columns, Column, at - 1) : NULL;
  if (column == NULL || column->tile < 0)
    return NULL;
  tile = &g_array_index (straight->tiles, RowTile, column->tile);
  if (tile->rows == NULL)
    {
      const TlExpr *back = tl_expr_int (rewriter->arena, ramp->base->dtype, tile->offset - column->offset);

      tile->rows = tl_expr_ramp (rewriter->arena, tl_add (rewriter->arena, ramp->base, back), ramp->stride, ramp->dtype.lanes);
      g_array_append_val (needed, *column);
    }
  position = tl_expr_ramp (rewriter->arena, tl_int (rewriter->arena, column->offset - tile->offset),
                           tl_int (rewriter->arena, tile->n_columns), expr->dtype.lanes);
  return tl_expr_load (rewriter->arena, tile->buffer, &position, 1);
}

static const TlExpr *
use_tiles (Straight *straight, const TlExpr *expr, GArray *needed)
{
  gpointer   pair[2] = { straight, needed };
  TlRewriter rewriter = { .arena = straight->pass->arena, .expr = read_tile, .user_data = pair };

  return tl_rewrite_expr (&rewriter, expr);
}

/* --- the order of statements --- */

typedef struct
{
  const TlStmt *store;
  gint64        offset;   /* of its first element from that of the sequence's first store */
  guint         number;   /* in the sequence */
  guint         turn;     /* the number of the first that reads the same tile */
} RowStore;

typedef struct
{
  const Straight *straight;
  gint            tile;
} TileSearch;

static TlWalk
find_tile (const TlExpr *expr, gpointer user_data)
{
  TileSearch *search = user_data;
  guint       at = is_column (expr) ? GPOINTER_TO_UINT (g_hash_table_lookup (search->straight->by_load, expr)) : 0;

  if (at > 0)
    search->tile = g_array_index (search->straight->columns, Column, at - 1).tile;
  return search->tile >= 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

static gint
compare_offsets (gconstpointer a, gconstpointer b)
{
  const RowStore *x = *(RowStore *const *) a, *y = *(RowStore *const *) b;

  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Whether no two stores meet: vectors of one buffer at known distances, which none of them reads. */
static gboolean
are_apart (const Straight *straight, GArray *stores)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  const TlStmt         *first = g_array_index (stores, RowStore, 0).store;

  for (guint i = 0; i < stores->len; i++)
    {
      RowStore     *row = &g_array_index (stores, RowStore, i);
      const TlExpr *ramp = row->store->indices[0];
      gint64        stride;

      if (row->store->buffer != first->buffer || ramp->kind != TL_EXPR_RAMP || !tl_expr_get_int (ramp->stride, &stride) || stride != 1
          || tl_expr_loads (row->store->value, first->buffer)
          || !tl_expr_difference (straight->pass->analyzer, ramp->base, first->indices[0]->base, &row->offset)
          || row->offset > MAX_DISTANCE || row->offset < -MAX_DISTANCE)
        return FALSE;
      g_ptr_array_add (sorted, row);
    }
  g_ptr_array_sort (sorted, compare_offsets);
  for (guint i = 1; i < sorted->len; i++)
    {
      const RowStore *before = sorted->pdata[i - 1], *row = sorted->pdata[i];

      if (row->offset - before->offset < before->store->indices[0]->dtype.lanes)
        return FALSE;
    }
  return TRUE;
}

static gint
compare_turns (gconstpointer a, gconstpointer b)
{
  const RowStore *x = a, *y = b;

  return x->turn != y->turn ? (x->turn < y->turn ? -1 : 1) : (x->number > y->number) - (x->number < y->number);
}

/*
 * The sequence with the stores that read a tile one behind the other, where all of it are stores that never meet: tiles that wait for
 * their next reader would be spilled (2,144 stores that a schedule wrote out by columns: 26 -> 23 us).
 */
static const TlStmt *
order_by_tile (Straight *straight, const TlStmt *seq)
{
  g_autoptr (GArray)    stores = g_array_new (FALSE, FALSE, sizeof (RowStore));
  g_autoptr (GPtrArray) ordered = g_ptr_array_new ();
  g_autofree guint     *first_use = g_new (guint, straight->tiles->len);

  for (guint i = 0; i < straight->tiles->len; i++)
    first_use[i] = seq->n_stmts;
  for (guint i = 0; i < seq->n_stmts; i++)
    {
      RowStore   row = { .store = seq->stmts[i], .number = i, .turn = i };
      TileSearch search = { straight, -1 };

      if (row.store->kind != TL_STMT_STORE)
        return seq;
      tl_expr_walk (row.store->value, find_tile, &search);
      if (search.tile >= 0)
        row.turn = first_use[search.tile] = MIN (first_use[search.tile], i);
      g_array_append_val (stores, row);
    }
  if (!are_apart (straight, stores))
    return seq;
  g_array_sort (stores, compare_turns);
  for (guint i = 0; i < stores->len; i++)
    g_ptr_array_add (ordered, (gpointer) g_array_index (stores, RowStore, i).store);
  return tl_stmt_seq (straight->pass->arena, (const TlStmt *const *) ordered->pdata, ordered->len);
}

static const TlStmt *
rewrite_straight (Straight *straight, const TlStmt *stmt)
{
  TlArena            *arena = straight->pass->arena;
  g_autoptr (GPtrArray) stmts = NULL;
  g_autoptr (GArray)  needed = g_array_new (FALSE, FALSE, sizeof (Column));
  const TlStmt       *result = stmt;

  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      stmts = g_ptr_array_new ();
      stmt = order_by_tile (straight, stmt);
      for (guint i = 0; i < stmt->n_stmts; i++)
        g_ptr_array_add (stmts, (gpointer) rewrite_straight (straight, stmt->stmts[i]));
      return tl_stmt_seq (arena, (const TlStmt *const *) stmts->pdata, stmts->len);
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (arena, stmt->buffer, rewrite_straight (straight, stmt->alloc_body));
    case TL_STMT_LET:
      {
        const TlExpr *value = use_tiles (straight, stmt->let_value, needed);

        result = tl_stmt_let (arena, stmt->var, value, rewrite_straight (straight, stmt->let_body));
        break;
      }
    case TL_STMT_STORE:
      {
        const TlExpr *value = use_tiles (straight, stmt->value, needed);

        if (value == stmt->value)
          return stmt;
        result = tl_stmt_with_origin (arena, tl_stmt_store (arena, stmt->buffer, stmt->indices, stmt->n_indices, value), stmt->origin);
        break;
      }
    default:
      return stmt;
    }
  for (guint i = needed->len; i-- > 0;)
    {
      const Column *column = &g_array_index (needed, Column, i);

      result = load_rows (arena, &g_array_index (straight->tiles, RowTile, column->tile), column->load->buffer, result);
    }
  return result;
}

static void
straight_init (Straight *straight, TransposePass *pass, const TlStmt *body)
{
  *straight = (Straight) {
    .pass = pass,
    .columns = g_array_new (FALSE, FALSE, sizeof (Column)),
    .tiles = g_array_new (FALSE, FALSE, sizeof (RowTile)),
    .by_load = g_hash_table_new (hash_load, equal_load),
    .written = g_hash_table_new (NULL, NULL),
    .firsts = g_array_new (FALSE, FALSE, sizeof (guint)),
  };
  tl_stmt_walk (body, collect, NULL, straight);
  if (straight->columns->len > 0)
    tl_stmt_walk (body, note_written, note_call, straight);
}

static void
straight_clear (Straight *straight)
{
  g_array_unref (straight->columns);
  g_array_unref (straight->tiles);
  g_hash_table_unref (straight->by_load);
  g_hash_table_unref (straight->written);
  g_array_unref (straight->firsts);
}

typedef struct
{
  TransposePass *pass;
  const TlVar   *var;     /* of the loop; nullable */
  const TlStmt  *first;   /* that stores a part of a line */
  gboolean       collides;
} StoredParts;

static TlWalk
find_colliding_store (const TlStmt *stmt, gpointer user_data)
{
  StoredParts *parts = user_data;
  gint64       stride, distance;

  if (stmt->kind != TL_STMT_STORE || stmt->indices[0]->kind != TL_EXPR_RAMP || tl_expr_loads (stmt->value, stmt->buffer))
    return TL_WALK_INTO;
  gint64 bytes = (gint64) tl_dtype_bytes (tl_dtype_with_lanes (stmt->buffer->dtype, 1));
  gint64 page = QUARTER_PAGE / tl_max (bytes, 1);
  if (stmt->indices[0]->dtype.lanes * bytes >= CACHE_LINE)
    return TL_WALK_INTO;
  if (parts->var != NULL && tl_expr_stride (parts->pass->analyzer, stmt->indices[0]->base, parts->var, &stride))
    parts->collides |= stride != 0 && stride % page == 0;
  if (parts->first == NULL)
    parts->first = stmt;
  else if (stmt->buffer == parts->first->buffer
           && tl_expr_difference (parts->pass->analyzer, stmt->indices[0]->base, parts->first->indices[0]->base, &distance))
    parts->collides |= distance != 0 && distance % page == 0;
  return TL_WALK_INTO;
}

/*
 * Parts of lines that are stored a multiple of a quarter page apart: the lines have few places in the nearest cache, and many stores under
 * way would throw them out of each other's. Faster loads would only make more of them (rows of 8 in 256: 13 us, transposed 40).
 */
static gboolean
stores_collide (TransposePass *pass, const TlStmt *body, const TlVar *var)
{
  StoredParts parts = { pass, var, NULL, FALSE };

  tl_stmt_walk (body, find_colliding_store, NULL, &parts);
  return parts.collides;
}

static const TlStmt *
transpose_body (TransposePass *pass, const TlStmt *body)
{
  Straight      straight;
  const TlStmt *result = body;

  straight_init (&straight, pass, body);
  if (!straight.failed && straight.columns->len > 0 && !stores_collide (pass, body, NULL))
    find_tiles (&straight);
  if (straight.tiles->len > 0)
    result = rewrite_straight (&straight, body);
  for (guint i = straight.tiles->len; i-- > 0;)
    result = tl_stmt_alloc (pass->arena, g_array_index (straight.tiles, RowTile, i).buffer, result);
  straight_clear (&straight);
  return result;
}

/* --- loops along the rows --- */

static TlWalk
find_loop (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_FOR || stmt->kind == TL_STMT_IF ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Iterations that together load most of the columns of a row; 0: it moves too far. @column: the first that an iteration loads. */
static guint
n_for_rows (const Straight *straight, const Column *column, gint64 stride)
{
  guint length = row_length (column->load->buffer), n = 1;

  if (stride < 1 || stride >= length)
    return 0;
  for (guint i = 0; i < straight->columns->len; i++)
    {
      const Column *other = &g_array_index (straight->columns, Column, i);

      n += other->group == column->group && other->offset > column->offset && other->offset < column->offset + stride;
    }
  return MAX (length / n, 2);
}

/* Iterations that together load rows; 0: there are no such rows. */
static guint
n_at_once (TransposePass *pass, const TlLoop *loop)
{
  Straight straight;
  gint64   extent, stride;
  guint    n = 0;

  if (loop->kind != TL_LOOP_SERIAL || loop->annotations.n > 0 || !tl_expr_get_int (loop->extent, &extent)
      || !tl_stmt_walk (loop->body, find_loop, NULL, NULL))
    return 0;
  if (stores_collide (pass, loop->body, loop->var))
    return 0;
  straight_init (&straight, pass, loop->body);
  for (guint i = 0; i < straight.columns->len && !straight.failed; i++)
    {
      const Column *column = &g_array_index (straight.columns, Column, i);

      if (!g_hash_table_contains (straight.written, column->load->buffer)
          && tl_expr_stride (pass->analyzer, column->load->indices[0]->base, loop->var, &stride))
        n = (guint) tl_max (n, n_for_rows (&straight, column, stride));
    }
  straight_clear (&straight);
  return n > 0 && extent >= n && n * tl_stmt_count_steps (loop->body) <= MAX_STEPS ? n : 0;
}

static const TlStmt *
copies_of (TlBuilder *builder, const TlLoop *loop, const TlExpr *first, guint n)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const TlExpr *value = tl_add (builder->arena, first, tl_expr_int (builder->arena, first->dtype, i));
      const TlStmt *copy = tl_stmt_unrolled_copy (builder->arena, loop->body, loop->var, value, i, n);

      g_ptr_array_add (copies, (gpointer) tl_stmt_clone (builder, copy));
    }
  return tl_stmt_seq (builder->arena, (const TlStmt *const *) copies->pdata, copies->len);
}

/* The loop, @n iterations at once, and the iterations that are left over. */
static const TlStmt *
widen_loop (TransposePass *pass, TlBuilder *builder, const TlStmt *stmt, guint n)
{
  TlArena       *arena = pass->arena;
  TlLoop         whole = stmt->loop, rest = stmt->loop;
  gint64         extent = 0;
  const TlVar   *var = tl_var_copy (arena, stmt->loop.var);
  const TlExpr  *min = tl_cast (arena, var->dtype, stmt->loop.min);
  const TlStmt  *parts[2];

  tl_expr_get_int (stmt->loop.extent, &extent);
  whole.var = var;
  whole.min = tl_expr_int (arena, stmt->loop.min->dtype, 0);
  whole.extent = tl_expr_int (arena, stmt->loop.extent->dtype, extent / n);
  tl_analyzer_bind (pass->analyzer, var, whole.min, whole.extent);
  whole.body = copies_of (builder, &stmt->loop, tl_add (arena, min, tl_mul (arena, var, tl_expr_int (arena, var->dtype, n))), n);
  whole.body = transpose_body (pass, whole.body);
  tl_analyzer_unbind (pass->analyzer, var);
  parts[0] = extent / n > 1 ? tl_stmt_loop (arena, &whole)
                            : tl_stmt_substitute_var (arena, whole.body, var, tl_expr_int (arena, var->dtype, 0));
  rest.min = tl_add (arena, stmt->loop.min, tl_expr_int (arena, stmt->loop.min->dtype, extent / n * n));
  rest.extent = tl_expr_int (arena, stmt->loop.extent->dtype, extent % n);
  rest.body = stmt->loop.body;
  parts[1] = extent % n == 1 ? copies_of (builder, &rest, tl_cast (arena, var->dtype, rest.min), 1) : tl_stmt_loop (arena, &rest);
  return tl_stmt_seq (arena, parts, extent % n == 0 ? 1 : 2);
}

static const TlStmt *
transpose_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  gpointer      *pair = rewriter->user_data;
  TransposePass *pass = pair[0];
  const TlStmt  *result;
  guint          n;

  if (stmt->kind == TL_STMT_IF && stmt->cond->dtype.lanes > 1)
    return stmt;
  if (stmt->kind == TL_STMT_IF)
    {
      result = tl_rewrite_stmt_children (rewriter, stmt);
      return tl_stmt_if (pass->arena, result->cond, transpose_body (pass, result->then_body),
                         result->else_body != NULL ? transpose_body (pass, result->else_body) : NULL);
    }
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  tl_analyzer_bind (pass->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  result = tl_rewrite_stmt_children (rewriter, stmt);
  n = n_at_once (pass, &result->loop);
  if (n > 0)
    result = widen_loop (pass, pair[1], result, n);
  else
    result = tl_loop_with_body (pass->arena, result, transpose_body (pass, result->loop.body));
  tl_analyzer_unbind (pass->analyzer, stmt->loop.var);
  return result;
}

const TlPrimFunc *
tl_lower_transpose_loads (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  TransposePass pass = { builder->arena, analyzer, remarks };
  gpointer      pair[2] = { &pass, builder };
  TlRewriter    rewriter = { .arena = builder->arena, .stmt = transpose_hook, .user_data = pair };

  return tl_prim_func_with_body (builder->arena, func, transpose_body (&pass, tl_rewrite_stmt (&rewriter, func->body)));
}
