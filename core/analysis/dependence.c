/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each side of a pair has a variable for each loop around it, and each loop around both a difference of the two. Where the indices are
 * equal dimension by dimension, the sides touch one element: equations of core/arith/index-equations.h.
 */
#include "core/analysis/dependence.h"

#include "core/arith/index-equations.h"
#include "core/text/script.h"

#define UNKNOWN_EXTENT (1 << 20)   /* of a symbolic loop */

/* --- accesses --- */

typedef struct
{
  TlArena       *arena;
  GPtrArray     *accesses;
  const TlBlock *block;
} BlockAccesses;

static void
add_access (BlockAccesses *search, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, gboolean is_write)
{
  TlBodyAccess *access;

  for (guint i = 0; i < search->accesses->len; i++)
    {
      const TlBodyAccess *other = g_ptr_array_index (search->accesses, i);
      gboolean        is_same = other->block == search->block && other->buffer == buffer && other->is_write == is_write;

      for (guint d = 0; d < n_indices && is_same; d++)
        is_same = tl_expr_equal (other->indices[d], indices[d]);
      if (is_same)
        return;
    }
  access = tl_arena_new0 (search->arena, TlBodyAccess);
  *access = (TlBodyAccess) { search->block, buffer, indices, n_indices, is_write };
  g_ptr_array_add (search->accesses, access);
}

/* The address of a buffer is written as a load of its first element. */
static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_CALL && expr->callee != NULL && g_str_has_prefix (expr->callee->name, "buffer_"))
    return TL_WALK_OVER;
  if (expr->kind == TL_EXPR_LOAD)
    add_access (user_data, expr->buffer, expr->indices, expr->n_indices, FALSE);
  return TL_WALK_INTO;
}

static TlWalk note_stmt (const TlStmt *stmt, gpointer user_data);

/* An initial value is stored before the first update of an element, in the same instance: it is no end of a dependence of its own. */
static void
note_block (BlockAccesses *search, const TlBlock *block)
{
  const TlBlock *outer = search->block;

  search->block = block;
  tl_stmt_walk (block->body, note_stmt, note_load, search);
  search->block = outer;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_BLOCK)
    {
      note_block (user_data, &stmt->block);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_STORE)
    add_access (user_data, stmt->buffer, stmt->indices, stmt->n_indices, TRUE);
  return TL_WALK_INTO;
}

static GPtrArray *
accesses_of (TlArena *arena, const TlBlock *block)
{
  BlockAccesses search = { arena, g_ptr_array_new (), NULL };

  note_block (&search, block);
  return search.accesses;
}

/* --- equations --- */

typedef struct
{
  TlArena         *arena;
  const TlModule  *module;
  GHashTable      *loops;       /* TlVar → TlLoop of the function */
  GHashTable      *bindings;    /* TlVar of an axis → TlExpr */
  GPtrArray       *shared;      /* TlLoop around both blocks, outermost first */
  const TlBlock   *from, *to;
} PairScene;

typedef struct
{
  const PairScene  *scene;
  TlIndexEquations *equations;
  TlIntegerSystem  *system;       /* the equations' */
  guint            *differences;  /* by shared loop */
} AccessPair;

static TlWalk
note_vars (const TlStmt *stmt, gpointer user_data)
{
  PairScene *scene = user_data;

  if (stmt->kind == TL_STMT_FOR)
    g_hash_table_insert (scene->loops, (gpointer) stmt->loop.var, (gpointer) &stmt->loop);
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_axes; i++)
    g_hash_table_insert (scene->bindings, (gpointer) stmt->block.axes[i].var, (gpointer) stmt->block.bindings[i]);
  return TL_WALK_INTO;
}

static void
loop_bounds (const TlLoop *loop, gint64 *low, gint64 *high)
{
  gint64 extent;

  if (!tl_expr_get_int (loop->min, low))
    *low = 0;
  if (!tl_expr_get_int (loop->extent, &extent))
    extent = UNKNOWN_EXTENT;
  *high = *low + MAX (extent, 1) - 1;
}

/* to = from + difference */
static void
add_differences (AccessPair *pair)
{
  for (guint i = 0; i < pair->scene->shared->len; i++)
    {
      const TlLoop *loop = g_ptr_array_index (pair->scene->shared, i);
      gint64        low, high;

      loop_bounds (loop, &low, &high);
      pair->differences[i] = tl_integer_system_add_var (pair->system, low - high, high - low);
      tl_integer_system_begin_row (pair->system, 0);
      tl_integer_system_add_term (pair->system, 1, tl_index_equations_number (pair->equations, 1, loop->var));
      tl_integer_system_add_term (pair->system, -1, tl_index_equations_number (pair->equations, 0, loop->var));
      tl_integer_system_add_term (pair->system, -1, pair->differences[i]);
    }
}

static void
pair_init (AccessPair *pair, const PairScene *scene, const TlBodyAccess *from, const TlBodyAccess *to)
{
  GHashTableIter iter;
  gpointer       var, loop;
  gint64         low, high;

  pair->scene = scene;
  pair->equations = tl_index_equations_new ();
  pair->system = tl_index_equations_system (pair->equations);
  pair->differences = g_new (guint, scene->shared->len + 1);
  g_hash_table_iter_init (&iter, scene->loops);
  while (g_hash_table_iter_next (&iter, &var, &loop))
    {
      loop_bounds (loop, &low, &high);
      tl_index_equations_bind (pair->equations, var, low, high);
    }
  tl_index_equations_substitute (pair->equations, scene->bindings);
  for (guint d = 0; d < MIN (from->n_indices, to->n_indices); d++)
    tl_index_equations_equate (pair->equations, from->indices[d], to->indices[d]);
  add_differences (pair);
  tl_integer_system_reduce (pair->system);
}

static void
pair_clear (AccessPair *pair)
{
  tl_index_equations_free (pair->equations);
  g_free (pair->differences);
}

/* --- distances --- */

static gboolean
may_be (const AccessPair *pair, guint loop, gint64 low, gint64 high)
{
  guint    var = pair->differences[loop];
  gint64   old_low = tl_integer_system_low (pair->system, var), old_high = tl_integer_system_high (pair->system, var);
  gboolean is_possible;

  low = MAX (low, old_low);
  high = MIN (high, old_high);
  if (low > high)
    return FALSE;
  tl_integer_system_bound (pair->system, var, low, high);
  is_possible = tl_integer_system_solve (pair->system, NULL) != TL_INTEGER_NONE;
  tl_integer_system_bound (pair->system, var, old_low, old_high);
  return is_possible;
}

static void
fix (const AccessPair *pair, guint loop, gint64 value)
{
  tl_integer_system_bound (pair->system, pair->differences[loop], value, value);
}

/* The least distance of the carrier, with the loops outside of it at 0; any, if it is not found. */
static gint64
nearest (const AccessPair *pair, guint carrier)
{
  guint              var = pair->differences[carrier];
  gint64             low = tl_integer_system_low (pair->system, var), high = tl_integer_system_high (pair->system, var);
  g_autofree gint64 *values = g_new (gint64, tl_integer_system_n_vars (pair->system));
  gint64             distance = TL_DISTANCE_ANY, most = high;
  TlIntegerResult    result = TL_INTEGER_SOLVED;

  for (guint i = 0; most >= 1 && result == TL_INTEGER_SOLVED; i++)
    {
      /* Most often it is 1. */
      tl_integer_system_bound (pair->system, var, 1, i == 0 ? 1 : most);
      result = tl_integer_system_solve (pair->system, values);
      if (result == TL_INTEGER_SOLVED)
        distance = most = values[var];
      else if (i == 0 && result == TL_INTEGER_NONE)
        result = TL_INTEGER_SOLVED;
      most -= distance == most;
    }
  tl_integer_system_bound (pair->system, var, low, high);
  return result == TL_INTEGER_UNKNOWN ? TL_DISTANCE_ANY : distance;
}

/* The distance that all pairs have, or any. */
static gint64
settled (const AccessPair *pair, guint loop)
{
  guint              var = pair->differences[loop];
  gint64             low = tl_integer_system_low (pair->system, var), high = tl_integer_system_high (pair->system, var);
  g_autofree gint64 *values = g_new (gint64, tl_integer_system_n_vars (pair->system));

  if (tl_integer_system_solve (pair->system, values) != TL_INTEGER_SOLVED)
    return TL_DISTANCE_ANY;
  return may_be (pair, loop, low, values[var] - 1) || may_be (pair, loop, values[var] + 1, high) ? TL_DISTANCE_ANY : values[var];
}

static const TlLoop *const *
copy_loops (const PairScene *scene)
{
  const TlLoop **loops = tl_arena_new_array (scene->arena, const TlLoop *, scene->shared->len + 1);

  for (guint i = 0; i < scene->shared->len; i++)
    loops[i] = g_ptr_array_index (scene->shared, i);
  return loops;
}

/* FALSE: the sides do not meet so. @carrier: the number of shared loops for one iteration of all of them. */
static gboolean
find_distances (const AccessPair *pair, guint carrier, gint64 *distances)
{
  guint n = pair->scene->shared->len;

  for (guint i = 0; i < carrier; i++)
    {
      distances[i] = 0;
      fix (pair, i, 0);
    }
  if (carrier == n)
    return tl_integer_system_solve (pair->system, NULL) != TL_INTEGER_NONE;
  if (!may_be (pair, carrier, 1, G_MAXINT32))
    return FALSE;
  distances[carrier] = nearest (pair, carrier);
  if (distances[carrier] != TL_DISTANCE_ANY)
    fix (pair, carrier, distances[carrier]);
  for (guint i = carrier + 1; i < n; i++)
    distances[i] = settled (pair, i);
  return TRUE;
}

/* NULL: there is none. */
static const TlDependence *
dependence_at (const PairScene *scene, TlDependenceKind kind, const TlBodyAccess *from, const TlBodyAccess *to, guint carrier)
{
  guint         n = scene->shared->len;
  gint64       *distances = tl_arena_new_array (scene->arena, gint64, n + 1);
  TlDependence *found = NULL;
  AccessPair    pair;

  pair_init (&pair, scene, from, to);
  if (find_distances (&pair, carrier, distances))
    {
      found = tl_arena_new0 (scene->arena, TlDependence);
      *found = (TlDependence) { kind, from, to, copy_loops (scene), distances, n, carrier < n ? (gint) carrier : -1 };
    }
  pair_clear (&pair);
  return found;
}

/* --- pairs of accesses --- */

static gboolean
is_of_kind (TlDependenceKind kind, const TlBodyAccess *from, const TlBodyAccess *to)
{
  switch (kind)
    {
    case TL_DEPENDENCE_FLOW:
      return from->is_write && !to->is_write;
    case TL_DEPENDENCE_ANTI:
      return !from->is_write && to->is_write;
    default:
      return from->is_write && to->is_write;
    }
}

/* An update reads and writes the same elements: its flow tells of the other kinds. */
static gboolean
is_told (const GPtrArray *found, TlDependenceKind kind, const TlBodyAccess *from, const TlBodyAccess *to)
{
  for (guint i = 0; i < found->len; i++)
    {
      const TlDependence *other = g_ptr_array_index (found, i);

      if (other->from->buffer == from->buffer
          && (kind == TL_DEPENDENCE_OUTPUT || (other->from == to && other->to == from)))
        return TRUE;
    }
  return FALSE;
}

/* Calls for carriers from @first, then outwards to @last, until one has it. */
static void
find_pairs (const PairScene *scene, const TlBlock *from, const TlBlock *to, guint first, guint last, GPtrArray *found)
{
  g_autoptr (GPtrArray) own = accesses_of (scene->arena, from), other = from != to ? accesses_of (scene->arena, to) : NULL;
  GPtrArray            *ends = other != NULL ? other : own;

  for (guint kind = TL_DEPENDENCE_FLOW; kind <= TL_DEPENDENCE_OUTPUT; kind++)
    for (guint i = 0; i < own->len; i++)
      for (guint j = 0; j < ends->len; j++)
        {
          const TlBodyAccess     *a = g_ptr_array_index (own, i), *b = g_ptr_array_index (ends, j);
          const TlDependence *dependence = NULL;

          if (a->buffer != b->buffer || !is_of_kind (kind, a, b) || is_told (found, kind, a, b))
            continue;
          for (guint carrier = first + 1; carrier-- > last && dependence == NULL;)
            dependence = dependence_at (scene, kind, a, b, carrier);
          if (dependence != NULL)
            g_ptr_array_add (found, (gpointer) dependence);
        }
}

static gboolean
scene_init (PairScene *scene, TlArena *arena, const TlModule *module, TlNodeId from, TlNodeId to)
{
  g_autoptr (TlPath) a = tl_path_find (module, from), b = tl_path_find (module, to);

  *scene = (PairScene) { .arena = arena, .module = module };
  if (a == NULL || b == NULL || a->func != b->func || tl_path_target (a)->kind != TL_STMT_BLOCK
      || tl_path_target (b)->kind != TL_STMT_BLOCK)
    return FALSE;
  scene->loops = g_hash_table_new (NULL, NULL);
  scene->bindings = g_hash_table_new (NULL, NULL);
  scene->shared = g_ptr_array_new ();
  tl_stmt_walk (a->func->body, note_vars, NULL, scene);
  for (guint i = 0; i < MIN (a->n, b->n) && a->stmts[i] == b->stmts[i]; i++)
    if (a->stmts[i]->kind == TL_STMT_FOR)
      g_ptr_array_add (scene->shared, (gpointer) &a->stmts[i]->loop);
  scene->from = &tl_path_target (a)->block;
  scene->to = &tl_path_target (b)->block;
  return TRUE;
}

static void
scene_clear (PairScene *scene)
{
  g_hash_table_unref (scene->loops);
  g_hash_table_unref (scene->bindings);
  g_ptr_array_unref (scene->shared);
}

GPtrArray *
tl_dependences_carried (TlArena *arena, const TlModule *module, TlNodeId from, TlNodeId to, TlNodeId loop)
{
  GPtrArray *found = g_ptr_array_new ();
  PairScene  scene;

  if (!scene_init (&scene, arena, module, from, to))
    return found;
  for (guint i = 0; i < scene.shared->len; i++)
    if (((const TlLoop *) g_ptr_array_index (scene.shared, i))->id == loop)
      find_pairs (&scene, scene.from, scene.to, i, i, found);
  scene_clear (&scene);
  return found;
}

static gboolean
runs_before (const TlModule *module, TlNodeId from, TlNodeId to)
{
  g_autoptr (TlPath)    path = tl_path_find (module, from);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (path->func->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      TlNodeId id = ((const TlStmt *) g_ptr_array_index (blocks, i))->block.id;

      if (id == from || id == to)
        return id == from && from != to;
    }
  return FALSE;
}

GPtrArray *
tl_dependences_between (TlArena *arena, const TlModule *module, TlNodeId from, TlNodeId to)
{
  GPtrArray *found = g_ptr_array_new ();
  PairScene  scene;
  guint      n;

  if (!scene_init (&scene, arena, module, from, to))
    return found;
  n = scene.shared->len;
  if (runs_before (module, from, to))
    find_pairs (&scene, scene.from, scene.to, n, 0, found);
  else if (n > 0)
    find_pairs (&scene, scene.from, scene.to, n - 1, 0, found);
  scene_clear (&scene);
  return found;
}

/* --- texts --- */

char *
tl_dependence_vector_text (const TlDependence *dependence)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dependence->n_loops; i++)
    {
      g_string_append (text, i == 0 ? "(" : ", ");
      if (dependence->distances[i] == TL_DISTANCE_ANY)
        g_string_append_c (text, '*');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, dependence->distances[i]);
    }
  if (dependence->n_loops > 0)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

char *
tl_access_to_text (const TlBodyAccess *access)
{
  GString *text = g_string_new (access->buffer->name);

  for (guint d = 0; d < access->n_indices; d++)
    {
      g_string_append (text, d == 0 ? "[" : ", ");
      tl_expr_append_text (text, access->indices[d]);
    }
  if (access->n_indices > 0)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}
