/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of several nests become one nest, down from the place where the nests part.
 *
 *   for i: for j: A                        for i_m:
 *   for k: for l: B      merge (j, l)  →     for j_m:
 *                                              A
 *                                              B
 *
 * Invariant: accesses to the same element, one of them writing, keep their order. One iteration of B now comes before the later iterations
 * of A, so these must not touch what it touches. The nest stands where the last of the old ones stood; what a nest passes on its way there
 * must have nothing to do with it. (TVM leaves this to the caller.)
 */
#include <string.h>

#include "core/schedule/primitives/access-order-private.h"
#include "core/schedule/primitives/binding-private.h"
#include "core/schedule/primitives/block-edit-private.h"

typedef struct
{
  const TlStmt  *stmt;       /* the outermost loop: a child of the sequence where the nests part */
  guint          position;   /* in that sequence */
  const TlLoop **loops;      /* outermost first, n_levels */
  TlAccesses     accesses;   /* of the innermost body */
} MergedNest;

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  TlPath          *path;      /* of the first loop */
  guint            depth;     /* index on the path of the sequence where the nests part */
  MergedNest      *nests;     /* in the order of the arguments */
  guint            n_nests;
  guint            n_levels;
} Merge;

static const TlLoop *
innermost (const Merge *m, guint nest)
{
  return m->nests[nest].loops[m->n_levels - 1];
}

static gboolean
refuse_pair (const TlLoop *a, const TlLoop *b, const char *hint, const char *why, GError **error)
{
  TlNodeId culprits[] = { a->id, b->id };

  return tl_refuse (error, culprits, 2, hint, "loops %s and %s cannot be merged: %s", a->var->name, b->var->name, why);
}

static gboolean
refuse_order (Merge *m, const TlLoop *a, const TlLoop *b, const char *hint, const char *why, GError **error)
{
  TlNodeId culprits[] = { a->id, b->id };

  return tl_call_refuse_order (m->call, error, culprits, 2, hint, "loops %s and %s cannot be merged: %s", a->var->name, b->var->name, why);
}

/* The length of what all @paths share from the root on. */
static guint
common_length (GPtrArray *paths)
{
  const TlPath *first = g_ptr_array_index (paths, 0);
  guint         length = first->n;

  for (guint i = 1; i < paths->len; i++)
    {
      const TlPath *other = g_ptr_array_index (paths, i);
      guint         n = 0;

      while (n < length && n < other->n && other->func == first->func && other->stmts[n] == first->stmts[n])
        n++;
      length = n;
    }
  return length;
}

/* The loops of @path below the sequence at @depth, of which each must be the whole body of the one around it. */
static gboolean
read_nest (Merge *m, const TlPath *path, MergedNest *nest, GError **error)
{
  const TlLoop *target = &tl_path_target (path)->loop;
  const TlLoop *loop = NULL;

  nest->stmt = path->stmts[m->depth + 1];
  nest->loops = tl_arena_new_array (m->arena, const TlLoop *, path->n - m->depth - 1);
  while (tl_body_nth_child (path->stmts[m->depth], nest->position) != nest->stmt)
    nest->position++;
  for (guint i = m->depth + 1; i < path->n; i++)
    {
      if (path->stmts[i]->kind == TL_STMT_BLOCK)
        return tl_refuse (error, (TlNodeId[]) { target->id, path->stmts[i]->block.id }, 2, NULL,
                          "loop %s is inside block %s, but not all loops to merge are", target->var->name, path->stmts[i]->block.name);
      if (path->stmts[i]->kind != TL_STMT_FOR && loop == NULL)
        return tl_refuse (error, &target->id, 1, NULL, "loop %s is inside a statement that is not a loop", target->var->name);
      if (path->stmts[i]->kind != TL_STMT_FOR)
        return tl_refuse (error, (TlNodeId[]) { loop->id, target->id }, 2, NULL,
                          "loop %s contains more than the loop around %s, so their nest cannot be merged", loop->var->name,
                          target->var->name);
      loop = &path->stmts[i]->loop;
      nest->loops[i - m->depth - 1] = loop;
      if (!tl_check_plain_loop (loop, "merge", error))
        return FALSE;
    }
  return TRUE;
}

/* Ends are compared by value: extents of two types may be the same number. */
static gboolean
same_extent (Merge *m, const TlExpr *a, const TlExpr *b)
{
  g_autoptr (TlAnalyzer) analyzer = NULL;
  gint64                 x, y;

  if (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y))
    return x == y;
  analyzer = tl_analyzer_new (m->arena);
  return tl_analyzer_can_prove (analyzer, tl_binary (m->arena, TL_EXPR_EQ, a, b));
}

static gboolean
check_extents (Merge *m, guint index, GError **error)
{
  for (guint level = 0; level < m->n_levels; level++)
    {
      const TlLoop    *a = m->nests[0].loops[level], *b = m->nests[index].loops[level];
      g_autofree char *extent_a = NULL, *extent_b = NULL, *why = NULL;

      if (same_extent (m, a->extent, b->extent))
        continue;
      extent_a = tl_loop_extent_text (a);
      extent_b = tl_loop_extent_text (b);
      why = g_strdup_printf ("their extents %s and %s differ", extent_a, extent_b);
      return refuse_pair (a, b, NULL, why, error);
    }
  return TRUE;
}

static gboolean
read_nests (Merge *m, GPtrArray *paths, GError **error)
{
  guint         length = common_length (paths);
  const TlPath *first = g_ptr_array_index (paths, 0);

  for (guint i = 1; i < paths->len; i++)
    {
      const TlPath *other = g_ptr_array_index (paths, i);
      const TlLoop *a = &tl_path_target (first)->loop, *b = &tl_path_target (other)->loop;

      if (other->func != first->func)
        return refuse_pair (a, b, NULL, "they are in different functions", error);
      if (other->n == length || first->n == length)
        return refuse_pair (a, b, NULL, "one is inside of the other", error);
    }
  m->depth = length - 1;
  if (first->stmts[m->depth]->kind != TL_STMT_SEQ)
    return refuse_pair (&tl_path_target (first)->loop, &tl_path_target (g_ptr_array_index (paths, 1))->loop, NULL,
                        "they are the branches of a condition", error);
  m->n_levels = first->n - length;
  for (guint i = 0; i < paths->len; i++)
    {
      const TlPath *path = g_ptr_array_index (paths, i);

      if (!read_nest (m, path, &m->nests[i], error))
        return FALSE;
      for (guint k = 0; k < i; k++)
        if (m->nests[k].stmt == m->nests[i].stmt)
          return refuse_pair (&tl_path_target (g_ptr_array_index (paths, k))->loop, &tl_path_target (path)->loop, NULL,
                              "they are in the same nest", error);
      if (path->n - length != m->n_levels)
        return refuse_pair (&tl_path_target (first)->loop, &tl_path_target (path)->loop, NULL,
                            "they are not at the same depth below their innermost common parent", error);
      if (!check_extents (m, i, error))
        return FALSE;
      m->nests[i].accesses = tl_stmt_accesses (m->arena, innermost (m, i)->body);
    }
  return TRUE;
}

/* The order of accesses. */

/* The loops of @nest inside of @level as iterators. Array in the arena. */
static const TlIter *
inner_iters (Merge *m, const MergedNest *nest, guint level, guint *n_iters)
{
  TlIter *iters = tl_arena_new_array (m->arena, TlIter, m->n_levels);

  *n_iters = 0;
  for (guint i = level; i < m->n_levels; i++)
    iters[(*n_iters)++] = (TlIter) { .var = nest->loops[i]->var, .min = nest->loops[i]->min, .extent = nest->loops[i]->extent };
  return iters;
}

/*
 * Whether an iteration of @earlier may meet one of @later that would come before it: both in the same iterations of the loops outside of
 * @level, @later at v, @earlier at v + 1 + t. With @level past the last: both in the same iteration.
 */
static const TlBuffer *
meets_at_level (Merge *m, const MergedNest *earlier, const MergedNest *later, guint level)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (m->arena);
  g_autoptr (GHashTable) earlier_values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) later_values = g_hash_table_new (NULL, NULL);
  TlAccesses             a, b;
  const TlIter          *iters;
  guint                  n_iters;

  tl_path_bind_vars (analyzer, m->path, m->depth);
  for (guint i = 0; i < level; i++)
    {
      const TlVar *var = later->loops[i]->var;

      tl_analyzer_bind (analyzer, var, later->loops[i]->min, later->loops[i]->extent);
      g_hash_table_insert (earlier_values, (gpointer) earlier->loops[i]->var,
                           (gpointer) tl_cast (m->arena, earlier->loops[i]->var->dtype, var));
    }
  if (level < m->n_levels)
    {
      const TlLoop *loop = later->loops[level];
      const TlVar  *ahead = tl_expr_var (m->arena, "ahead", loop->var->dtype);
      const TlExpr *at = tl_add (m->arena, tl_add (m->arena, loop->var, tl_expr_int (m->arena, loop->var->dtype, 1)), ahead);

      tl_analyzer_bind (analyzer, loop->var, loop->min, loop->extent);
      tl_analyzer_bind (analyzer, ahead, loop->min, loop->extent);
      g_hash_table_insert (earlier_values, (gpointer) earlier->loops[level]->var,
                           (gpointer) tl_cast (m->arena, earlier->loops[level]->var->dtype, at));
    }
  iters = inner_iters (m, earlier, level + 1, &n_iters);
  a = tl_accesses_relax (m->arena, &earlier->accesses, earlier_values, iters, n_iters);
  iters = inner_iters (m, later, level + 1, &n_iters);
  b = tl_accesses_relax (m->arena, &later->accesses, later_values, iters, n_iters);
  return tl_accesses_conflict (analyzer, m->arena, &a, &b);
}

/* @first and @second: indices in the order of the arguments. */
static gboolean
check_pair (Merge *m, guint first, guint second, GError **error)
{
  gboolean        is_swapped = m->nests[first].position > m->nests[second].position;
  const MergedNest *earlier = &m->nests[is_swapped ? second : first], *later = &m->nests[is_swapped ? first : second];
  const TlBuffer *buffer = NULL;
  g_autofree char *why = NULL;

  for (guint level = 0; level < m->n_levels + is_swapped && buffer == NULL; level++)
    if (level == m->n_levels || !tl_expr_is_int (later->loops[level]->extent, 1))
      buffer = meets_at_level (m, earlier, later, level);
  if (buffer == NULL)
    return TRUE;
  why = g_strdup_printf ("accesses to buffer %s would change their order", buffer->name);
  return refuse_order (m, innermost (m, first), innermost (m, second), is_swapped ? "name the loops in program order" : NULL, why, error);
}

static gboolean
is_merged (const Merge *m, guint position)
{
  for (guint i = 0; i < m->n_nests; i++)
    if (m->nests[i].position == position)
      return TRUE;
  return FALSE;
}

/* @passed: a statement that accesses @buffer; the block of it that does is at fault, too. */
static gboolean
refuse_passing (Merge *m, const TlLoop *loop, const TlStmt *passed, const TlBuffer *buffer, GError **error)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (passed);
  TlNodeId              culprits[2] = { loop->id };
  guint                 n = 1;

  if (passed->kind == TL_STMT_BLOCK)
    g_ptr_array_add (blocks, (gpointer) passed);
  for (guint i = 0; n == 1 && i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[i])->block;

      if (tl_regions_touch (block->reads, block->n_reads, buffer) || tl_regions_touch (block->writes, block->n_writes, buffer))
        culprits[n++] = block->id;
    }
  return tl_call_refuse_order (m->call, error, culprits, n, NULL, "loop %s would pass another statement that accesses buffer %s too",
                               loop->var->name, buffer->name);
}

/* Statements between a nest and the place of the last must not depend on the side on which the nest runs. */
static gboolean
check_passed (Merge *m, const MergedNest *nest, GError **error)
{
  const TlStmt          *body = m->path->stmts[m->depth];
  guint                  place = m->nests[m->n_nests - 1].position;
  TlAccesses             accesses = tl_stmt_accesses (m->arena, nest->stmt);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (m->arena);

  tl_path_bind_vars (analyzer, m->path, m->depth);
  for (guint i = MIN (nest->position, place) + 1; i < MAX (nest->position, place); i++)
    {
      TlAccesses      passed;
      const TlBuffer *buffer;

      if (is_merged (m, i))
        continue;
      passed = tl_stmt_accesses (m->arena, tl_body_nth_child (body, i));
      buffer = tl_accesses_conflict (analyzer, m->arena, &accesses, &passed);
      if (buffer != NULL)
        return refuse_passing (m, nest->loops[0], tl_body_nth_child (body, i), buffer, error);
    }
  return TRUE;
}

static gboolean
check_order (Merge *m, GError **error)
{
  for (guint i = 0; i < m->n_nests; i++)
    {
      if (!check_passed (m, &m->nests[i], error))
        return FALSE;
      for (guint j = i + 1; j < m->n_nests; j++)
        if (!check_pair (m, i, j, error))
          return FALSE;
    }
  return TRUE;
}

/* The new nest. */

static const TlStmt *
merged_nest (Merge *m)
{
  const TlVar          **vars = tl_arena_new_array (m->arena, const TlVar *, m->n_levels);
  const TlStmt         **bodies = tl_arena_new_array (m->arena, const TlStmt *, m->n_nests);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  const TlStmt          *nest;

  for (guint level = 0; level < m->n_levels; level++)
    {
      const TlVar *old = m->nests[0].loops[level]->var;

      vars[level] = tl_expr_var (m->arena, tl_arena_printf (m->arena, "%s_m", old->name), old->dtype);
      for (guint i = 0; i < m->n_nests; i++)
        {
          const TlVar *var = m->nests[i].loops[level]->var;

          g_hash_table_insert (values, (gpointer) var, (gpointer) tl_cast (m->arena, var->dtype, vars[level]));
        }
    }
  for (guint i = 0; i < m->n_nests; i++)
    bodies[i] = tl_stmt_substitute (m->arena, innermost (m, i)->body, values);
  nest = tl_stmt_seq (m->arena, bodies, m->n_nests);
  for (guint level = m->n_levels; level-- > 0;)
    {
      nest = tl_stmt_for (&m->call->builder, vars[level], m->nests[0].loops[level]->extent, nest);
      if (level + 1 == m->n_levels)
        tl_call_output_node (m->call, TL_RV_LOOP, nest->loop.id);
    }
  return nest;
}

static void
replace_nests (Merge *m)
{
  const TlStmt          *body = m->path->stmts[m->depth];
  guint                  place = m->nests[m->n_nests - 1].position;
  g_autoptr (GPtrArray)  children = g_ptr_array_new ();
  TlPath                 around = tl_path_prefix (m->path, m->depth);

  for (guint i = 0; i < tl_body_n_children (body); i++)
    if (i == place)
      g_ptr_array_add (children, (gpointer) merged_nest (m));
    else if (!is_merged (m, i))
      g_ptr_array_add (children, (gpointer) tl_body_nth_child (body, i));
  tl_call_replace (m->call, &around, tl_stmt_seq (m->arena, (const TlStmt *const *) children->pdata, children->len));
}

static gboolean
merge_apply (TlPrimitiveCall *call, GError **error)
{
  const TlArg          *list = &call->args[0];
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_path_free);
  Merge                 m = { .call = call, .arena = call->builder.arena, .n_nests = list->n_items };

  if (list->n_items < 2)
    return tl_refuse_argument (error, "at least two loops are needed");
  for (guint i = 0; i < list->n_items; i++)
    {
      TlPath *path;

      if (!tl_call_find_loop (call, &list->items[i], &path, error))
        return FALSE;
      g_ptr_array_add (paths, path);
    }
  m.path = g_ptr_array_index (paths, 0);
  m.nests = tl_arena_new_array (m.arena, MergedNest, m.n_nests);
  memset (m.nests, 0, m.n_nests * sizeof (MergedNest));
  if (!read_nests (&m, paths, error) || !check_order (&m, error))
    return FALSE;
  replace_nests (&m);
  return TRUE;
}

const TlPrimitive tl_primitive_merge = {
  .name = "merge",
  .kind = "Merge",
  .title = "Merge Loops",
  .family = TL_FAMILY_LOOP,
  .summary = "Merge loops of several nests into one nest that runs their bodies in order.",
  .sketch = "for i in range(n): A(i); for k in range(n): B(k)  →  for i_m in range(n): A(i_m); B(i_m)",
  TL_PRIMITIVE_PARAMS (
      { "loops", TL_PARAM_LOOPS, TL_PARAM_IS_INPUT | TL_PARAM_POSITIONAL, NULL,
        "Loops of different nests with equal depths and extents; the merged nest replaces the last one." }),
  .n_outputs = 1,
  .apply = merge_apply,
  .sentence = "Merge {loops}",
};
