/* SPDX-License-Identifier: Apache-2.0 */
/* Index maps: making, comparing, applying, going back. Iteration maps do the reasoning; where they give up, bounds answer. */
#include "core/arith/index-map.h"

#include "core/arith/int-set-private.h"
#include "core/arith/iter-map-private.h"
#include "core/ir/compare.h"
#include "core/ir/walk.h"

const TlIndexMap *
tl_index_map_new (TlArena *arena, const TlVar *const *initial, guint n_initial, const TlExpr *const *final, guint n_final)
{
  TlIndexMap *map = tl_arena_new0 (arena, TlIndexMap);

  map->initial = tl_arena_dup_array (arena, const TlVar *, initial, n_initial);
  map->n_initial = n_initial;
  map->final = tl_arena_dup_array (arena, const TlExpr *, final, n_final);
  map->n_final = n_final;
  return map;
}

const TlIndexMap *
tl_index_map_with_separators (TlArena *arena, const TlIndexMap *map, const gint64 *separators, guint n_separators)
{
  TlIndexMap *copy = tl_arena_memdup (arena, map, sizeof *map);

  copy->separators = tl_arena_dup_array (arena, gint64, separators, n_separators);
  copy->n_separators = n_separators;
  return copy;
}

const TlIndexMap *
tl_index_map_with_inverse (TlArena *arena, const TlIndexMap *map, const TlIndexMap *inverse)
{
  TlIndexMap *copy = tl_arena_memdup (arena, map, sizeof *map);

  copy->inverse = inverse;
  return copy;
}

static const TlExpr *
copy_call (TlRewriter *rewriter, const TlExpr *call)
{
  TlExpr        *copy = tl_arena_memdup (rewriter->arena, call, sizeof *call);
  const TlExpr **args = tl_arena_new_array (rewriter->arena, const TlExpr *, MAX (call->n_args, 1));

  for (guint i = 0; i < call->n_args; i++)
    args[i] = tl_rewrite_expr (rewriter, call->args[i]);
  copy->args = args;
  return copy;
}

static const TlExpr *
copy_let (TlRewriter *rewriter, const TlExpr *let)
{
  GHashTable   *vars = rewriter->user_data;
  const TlExpr *value = tl_rewrite_expr (rewriter, let->let_value);
  const TlVar  *var = tl_expr_var (rewriter->arena, let->let_var->name, let->let_var->dtype);

  g_hash_table_insert (vars, (gpointer) let->let_var, (gpointer) var);
  return tl_expr_let (rewriter->arena, var, value, tl_rewrite_expr (rewriter, let->let_body));
}

/* Also leaves, calls without arguments and folded operands are new: nothing of the old arena stays. */
static const TlExpr *
copy_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const TlExpr *known;

  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      known = g_hash_table_lookup (rewriter->user_data, expr);
      return known != NULL ? known : expr;
    case TL_EXPR_INT:
    case TL_EXPR_FLOAT:
      return tl_arena_memdup (rewriter->arena, expr, sizeof *expr);
    case TL_EXPR_STRING:
      return tl_expr_string (rewriter->arena, expr->text);
    case TL_EXPR_LOAD:
      return expr->n_indices == 0 ? tl_expr_load (rewriter->arena, expr->buffer, NULL, 0) : NULL;
    case TL_EXPR_CALL:
      return copy_call (rewriter, expr);
    case TL_EXPR_LET:
      return copy_let (rewriter, expr);
    default:
      return NULL;
    }
}

const TlIndexMap *
tl_index_map_dup (TlArena *arena, const TlIndexMap *map)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  const TlVar          **initial = tl_arena_new_array (arena, const TlVar *, MAX (map->n_initial, 1));
  const TlExpr         **final = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));
  TlRewriter             rewriter = { .arena = arena, .expr = copy_expr, .user_data = vars };
  TlIndexMap            *copy = tl_arena_memdup (arena, map, sizeof *map);

  for (guint i = 0; i < map->n_initial; i++)
    {
      initial[i] = tl_expr_var (arena, map->initial[i]->name, map->initial[i]->dtype);
      g_hash_table_insert (vars, (gpointer) map->initial[i], (gpointer) initial[i]);
    }
  for (guint i = 0; i < map->n_final; i++)
    final[i] = tl_rewrite_expr (&rewriter, map->final[i]);
  copy->initial = initial;
  copy->final = final;
  if (map->n_separators > 0)
    copy->separators = tl_arena_dup_array (arena, gint64, map->separators, map->n_separators);
  if (map->inverse != NULL)
    copy->inverse = tl_index_map_dup (arena, map->inverse);
  return copy;
}

static void
substitute (TlArena *arena, const TlIndexMap *map, const TlExpr *const *indices, const TlExpr **result)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < map->n_initial; i++)
    g_hash_table_insert (values, (gpointer) map->initial[i], (gpointer) indices[i]);
  for (guint i = 0; i < map->n_final; i++)
    result[i] = tl_expr_substitute (arena, map->final[i], values);
}

const TlIndexMap *
tl_index_map_with_last (TlArena *arena, const TlIndexMap *map, const TlExpr *const *values, guint n)
{
  TlIndexMap               *copy = tl_arena_memdup (arena, map, sizeof *map);
  const TlExpr            **final = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));
  g_autofree const TlExpr **indices = g_new (const TlExpr *, MAX (map->n_initial, 1));

  g_assert (n <= map->n_initial);
  copy->n_initial = map->n_initial - n;
  for (guint i = 0; i < map->n_initial; i++)
    indices[i] = i < copy->n_initial ? map->initial[i] : values[i - copy->n_initial];
  substitute (arena, map, indices, final);
  copy->final = final;
  return copy;
}

const TlIndexMap *
tl_index_map_with_dtype (TlArena *arena, const TlIndexMap *map, TlDType dtype)
{
  TlIndexMap    *copy = tl_arena_memdup (arena, map, sizeof *map);
  const TlVar  **initial = tl_arena_new_array (arena, const TlVar *, MAX (map->n_initial, 1));
  const TlExpr **final = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));

  for (guint i = 0; i < map->n_initial; i++)
    initial[i] = tl_expr_var (arena, map->initial[i]->name, dtype);
  substitute (arena, map, initial, final);
  copy->initial = initial;
  copy->final = final;
  return copy;
}

/* Lets may name their values otherwise. */
static gboolean
same_up_to_names (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_expr_equal (a, b) || tl_stmt_equal (tl_stmt_evaluate (arena, a), tl_stmt_evaluate (arena, b), FALSE);
}

gboolean
tl_index_map_equal (const TlIndexMap *a, const TlIndexMap *b)
{
  g_autoptr (TlArena)       arena = NULL;
  g_autofree const TlExpr **final = NULL;

  if (a == b || a == NULL || b == NULL)
    return a == b;
  if (a->n_initial != b->n_initial || a->n_final != b->n_final || a->n_separators != b->n_separators)
    return FALSE;
  for (guint i = 0; i < a->n_separators; i++)
    if (a->separators[i] != b->separators[i])
      return FALSE;
  arena = tl_arena_new (NULL);
  final = g_new (const TlExpr *, MAX (a->n_final, 1));
  substitute (arena, a, (const TlExpr *const *) b->initial, final);
  for (guint i = 0; i < a->n_final; i++)
    if (!same_up_to_names (arena, final[i], b->final[i]))
      return FALSE;
  return tl_index_map_equal (a->inverse, b->inverse);
}

void
tl_index_map_indices (TlAnalyzer *analyzer, const TlIndexMap *map, const TlExpr *const *indices, const TlExpr **result)
{
  substitute (tl_analyzer_arena (analyzer), map, indices, result);
  for (guint i = 0; i < map->n_final; i++)
    result[i] = tl_analyzer_simplify (analyzer, result[i]);
}

/* The map over fresh variables that run over @ranges: the caller's analyzer may know other things of the map's own. */
typedef struct
{
  TlIter        *iters;
  guint          n_iters;
  const TlExpr **final;
  guint          n_final;
} Running;

static void
running_init (Running *running, TlArena *arena, const TlIndexMap *map, const TlRange *ranges)
{
  g_autofree const TlExpr **vars = g_new (const TlExpr *, MAX (map->n_initial, 1));

  running->iters = tl_arena_new_array (arena, TlIter, MAX (map->n_initial, 1));
  running->n_iters = map->n_initial;
  running->final = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));
  running->n_final = map->n_final;
  for (guint i = 0; i < map->n_initial; i++)
    {
      const TlVar *var = tl_expr_var (arena, map->initial[i]->name, ranges[i].extent->dtype);

      vars[i] = var;
      running->iters[i] = (TlIter) { var, ranges[i].min, ranges[i].extent };
    }
  substitute (arena, map, vars, running->final);
}

/*
 * Where the indices are independent digits of the old ones, each range is known exactly. An old index of one value counts as a digit, too:
 * over it i // 4 and i % 4 have 1 and 4 values, as over any other that does not fill its last tile.
 */
static gboolean
ranges_of_digits (TlArena *arena, const Running *running, TlRange *result)
{
  g_autofree TlIterSum *sums = g_new0 (TlIterSum, MAX (running->n_final, 1));
  TlIterMapper          mapper;
  gboolean              is_map;

  tl_iter_mapper_init (&mapper, arena, running->iters, running->n_iters, TL_ITER_MAP_NO_CHECK, TRUE);
  is_map = tl_iter_map_bindings (&mapper, running->final, running->n_final, NULL, sums);
  for (guint i = 0; is_map && i < running->n_final; i++)
    {
      const TlIterSplit *split = sums[i].splits;
      gint64             scale;

      result[i] = (TlRange) { sums[i].base, tl_iter_int (&mapper, 1) };
      if (sums[i].n == 0)
        continue;
      is_map = sums[i].n == 1 && !(tl_expr_get_int (split->scale, &scale) && scale < 0);
      result[i].extent = tl_iter_mul (&mapper, split->extent, split->scale);
    }
  is_map = is_map && !mapper.overflows;
  tl_iter_mapper_clear (&mapper);
  return is_map;
}

static void
range_of_bounds (TlAnalyzer *analyzer, const Running *running, const TlExpr *index, TlRange *result)
{
  TlArena   *arena = tl_analyzer_arena (analyzer);
  TlInterval interval = tl_interval_of (analyzer, index, running->iters, running->n_iters);

  *result = (TlRange) { interval.low != NULL ? interval.low : tl_int (arena, 0), NULL };
  if (interval.low != NULL && interval.high != NULL)
    result->extent = tl_add (arena, tl_sub (arena, interval.high, interval.low), tl_int (arena, 1));
  else
    result->extent = index;
  result->extent = tl_analyzer_simplify (analyzer, result->extent);
}

/* A range of @index is of its type, although numbers in it may have been found without one. */
static void
take_type (TlArena *arena, const TlExpr *index, TlRange *range)
{
  TlDType type = tl_dtype_is_integer (index->dtype) ? index->dtype : TL_INT32;

  *range = (TlRange) { tl_cast (arena, type, range->min), tl_cast (arena, type, range->extent) };
}

void
tl_index_map_ranges (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, TlRange *result)
{
  TlArena *arena = tl_analyzer_arena (analyzer);
  Running  running;

  running_init (&running, arena, map, ranges);
  if (!ranges_of_digits (arena, &running, result))
    {
      for (guint i = 0; i < running.n_iters; i++)
        tl_analyzer_bind (analyzer, running.iters[i].var, running.iters[i].min, running.iters[i].extent);
      for (guint i = 0; i < map->n_final; i++)
        range_of_bounds (analyzer, &running, running.final[i], &result[i]);
    }
  for (guint i = 0; i < map->n_final; i++)
    take_type (arena, running.final[i], &result[i]);
}

gboolean
tl_index_map_shape (TlAnalyzer *analyzer, const TlIndexMap *map, const TlExpr *const *shape, const TlExpr **result, char **why)
{
  g_autofree TlRange *ranges = g_new (TlRange, MAX (map->n_initial, 1));
  g_autofree TlRange *images = g_new (TlRange, MAX (map->n_final, 1));

  for (guint i = 0; i < map->n_initial; i++)
    ranges[i] = (TlRange) { tl_expr_int (tl_analyzer_arena (analyzer), shape[i]->dtype, 0), shape[i] };
  tl_index_map_ranges (analyzer, map, ranges, images);
  for (guint i = 0; i < map->n_final; i++)
    {
      if (!tl_expr_is_int (tl_analyzer_simplify (analyzer, images[i].min), 0))
        {
          if (why != NULL)
            *why = g_strdup_printf ("index %u of the result does not start at 0", i);
          return FALSE;
        }
      result[i] = images[i].extent;
    }
  return TRUE;
}

/* An index that only moves keeps its name. */
static const TlVar *
output_var (TlArena *arena, const Running *running, guint index)
{
  const TlExpr *final = running->final[index];
  TlDType       dtype = tl_dtype_is_integer (final->dtype) ? final->dtype : TL_INT32;
  char          name[16];

  g_snprintf (name, sizeof name, "axis%u", index);
  return tl_expr_var (arena, final->kind == TL_EXPR_VAR ? final->name : name, dtype);
}

typedef struct
{
  Running        running;
  const TlVar  **outputs;
  const TlExpr **values;
} Inversion;

static void
inversion_init (Inversion *inversion, TlArena *arena, const TlIndexMap *map, const TlRange *ranges)
{
  running_init (&inversion->running, arena, map, ranges);
  inversion->outputs = tl_arena_new_array (arena, const TlVar *, MAX (map->n_final, 1));
  inversion->values = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_initial, 1));
  for (guint i = 0; i < map->n_final; i++)
    inversion->outputs[i] = output_var (arena, &inversion->running, i);
}

const TlIndexMap *
tl_index_map_invert_padded (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, const TlExpr **padding, char **why)
{
  TlArena  *arena = tl_analyzer_arena (analyzer);
  Inversion inversion;
  Running  *running = &inversion.running;

  *padding = NULL;
  if (map->inverse != NULL)
    return map->inverse;
  inversion_init (&inversion, arena, map, ranges);
  if (!tl_iter_map_invert_padded (arena, running->final, running->n_final, running->iters, running->n_iters, TRUE, FALSE,
                                  (const TlExpr *const *) inversion.outputs, inversion.values, padding, why))
    return NULL;
  return tl_index_map_new (arena, inversion.outputs, map->n_final, inversion.values, map->n_initial);
}

/* Rotations, such as (i + 2) % 8, are one to one, but no padded map. */
static const TlIndexMap *
invert_rotation (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, char **why)
{
  TlArena  *arena = tl_analyzer_arena (analyzer);
  Inversion inversion;
  Running  *running = &inversion.running;

  inversion_init (&inversion, arena, map, ranges);
  if (!tl_iter_map_detect (arena, running->final, running->n_final, running->iters, running->n_iters, NULL, TL_ITER_MAP_BIJECTIVE, why))
    return NULL;
  if (tl_iter_map_invert (arena, running->final, running->n_final, running->iters, running->n_iters, FALSE,
                          (const TlExpr *const *) inversion.outputs, inversion.values))
    return tl_index_map_new (arena, inversion.outputs, map->n_final, inversion.values, map->n_initial);
  if (why != NULL)
    *why = g_strdup ("an index of the result skips values");
  return NULL;
}

const TlIndexMap *
tl_index_map_invert (TlAnalyzer *analyzer, const TlIndexMap *map, const TlRange *ranges, char **why)
{
  const TlExpr     *padding;
  const TlIndexMap *inverse = tl_index_map_invert_padded (analyzer, map, ranges, &padding, NULL);

  if (inverse == NULL)
    return invert_rotation (analyzer, map, ranges, why);
  if (padding != NULL && why != NULL)
    *why = g_strdup ("the box of its images has points that no index leads to");
  return padding == NULL ? inverse : NULL;
}
