/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From regions back to iterations. A block that writes B[vi * 8 + vj] and must provide B[16*k : 16*k + 16] has to run vi over
 * [2*k, 2*k + 1] and vj over [0, 7].
 *
 * Two ways, in this order:
 *   by inversion   the access is a bijective affine map of the axes: invert it and take the range of each axis over the required box;
 *   by dimension   each index is one axis v in a simple shape (v, v * c, v // c, v % c, v + c): solve it alone.
 *
 * A domain stays as wide as the required box even where it leaves the axis's own range, unless the two together are constant; then the
 * range is the bound of a predicate. So loops have constant extents and one T.where guards the border.
 */
#include "core/schedule/primitives/compute/axis-domain-private.h"

#include "core/text/script.h"

typedef struct
{
  TlAnalyzer    *analyzer;
  TlArena       *arena;
  const TlBlock *block;
  TlAxisDomain  *domains;
} Solver;

static const TlExpr *
constant (Solver *s, const TlExpr *like, gint64 value)
{
  return tl_expr_int (s->arena, like->dtype, value);
}

static const TlExpr *
simplify (Solver *s, const TlExpr *expr)
{
  return tl_analyzer_simplify (s->analyzer, expr);
}

static gint
axis_index (Solver *s, const TlExpr *var)
{
  for (guint i = 0; i < s->block->n_axes; i++)
    if (s->block->axes[i].var == var)
      return (gint) i;
  return -1;
}

static const TlExpr *
least (Solver *s, const TlExpr *a, const TlExpr *b)
{
  return simplify (s, tl_binary (s->arena, TL_EXPR_MIN, a, b));
}

static const TlExpr *
greatest (Solver *s, const TlExpr *a, const TlExpr *b)
{
  return simplify (s, tl_binary (s->arena, TL_EXPR_MAX, a, b));
}

/* Several accesses: the domain has to hold all they need, the bound what each allows. */
static void
join (Solver *s, guint axis, const TlExpr *min, const TlExpr *max, const TlExpr *bound_min, const TlExpr *bound_max)
{
  TlAxisDomain *domain = &s->domains[axis];
  TlDType       dtype = s->block->axes[axis].var->dtype;

  min = tl_cast (s->arena, dtype, min);
  max = tl_cast (s->arena, dtype, max);
  bound_min = tl_cast (s->arena, dtype, bound_min);
  bound_max = tl_cast (s->arena, dtype, bound_max);
  domain->min = domain->min != NULL ? least (s, domain->min, min) : min;
  domain->max = domain->max != NULL ? greatest (s, domain->max, max) : max;
  domain->bound_min = domain->bound_min != NULL ? greatest (s, domain->bound_min, bound_min) : bound_min;
  domain->bound_max = domain->bound_max != NULL ? least (s, domain->bound_max, bound_max) : bound_max;
}

static gboolean
join_axis_range (Solver *s, guint axis, const TlExpr *min, const TlExpr *max)
{
  TlRange dom = s->block->axes[axis].dom;

  join (s, axis, min, max, dom.min, tl_range_last (s->analyzer, s->arena, dom));
  return TRUE;
}

/* By inversion. */

/* The axes that occur in the access, as iterators; the others do not follow from it. */
static guint
used_axes (Solver *s, const TlRegion *provided, TlIter *iters)
{
  guint n = 0;

  for (guint i = 0; i < s->block->n_axes; i++)
    for (guint d = 0; d < provided->buffer->n_dims; d++)
      if (tl_expr_uses_var (provided->ranges[d].min, s->block->axes[i].var))
        {
          const TlBlockAxis *axis = &s->block->axes[i];

          iters[n++] = (TlIter) { .var = axis->var, .min = axis->dom.min, .extent = axis->dom.extent };
          break;
        }
  return n;
}

static gboolean
is_point (const TlRegion *region)
{
  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (!tl_expr_is_int (region->ranges[d].extent, 1))
      return FALSE;
  return TRUE;
}

/* The range of @value, an expression of @outputs, while the outputs run over the box @required. */
static TlRange
range_over_box (Solver *s, const TlExpr *value, const TlExpr *const *outputs, const TlRegion *required)
{
  guint                  n_dims = required->buffer->n_dims;
  g_autoptr (GHashTable) offsets = g_hash_table_new (NULL, NULL);
  TlIter                *iters = tl_arena_new_array (s->arena, TlIter, n_dims);
  const TlBuffer        *line = tl_buffer_new (s->arena, "line", TL_INT32, &value, 1, NULL);
  TlRange                point = { .extent = constant (s, value, 1) };
  TlRegion               region;

  for (guint d = 0; d < n_dims; d++)
    {
      const TlExpr *min = tl_cast (s->arena, outputs[d]->dtype, required->ranges[d].min);
      const TlExpr *extent = tl_cast (s->arena, outputs[d]->dtype, required->ranges[d].extent);
      const TlVar  *offset = tl_expr_var (s->arena, "offset", outputs[d]->dtype);

      iters[d] = (TlIter) { .var = offset, .min = constant (s, offset, 0), .extent = extent };
      g_hash_table_insert (offsets, (gpointer) outputs[d],
                           (gpointer) (tl_expr_is_int (extent, 1) ? min : tl_add (s->arena, min, offset)));
    }
  point.min = simplify (s, tl_expr_substitute (s->arena, value, offsets));
  region = tl_region_relax_to_ends (s->arena, (TlRegion) { .buffer = line, .ranges = &point }, iters, n_dims, NULL);
  return (TlRange) { .min = simplify (s, region.ranges[0].min), .extent = region.ranges[0].extent };
}

static gint
index_of (const TlExpr *value, const TlExpr *const *outputs, guint n)
{
  for (guint d = 0; d < n; d++)
    if (outputs[d] == value)
      return (gint) d;
  return -1;
}

static gboolean
solve_by_inversion (Solver *s, const TlRegion *provided, const TlRegion *required)
{
  guint          n_dims = provided->buffer->n_dims;
  TlIter        *iters = tl_arena_new_array (s->arena, TlIter, s->block->n_axes);
  guint          n_iters = used_axes (s, provided, iters);
  const TlExpr **indices = tl_arena_new_array (s->arena, const TlExpr *, n_dims);
  const TlExpr **outputs = tl_arena_new_array (s->arena, const TlExpr *, n_dims);
  const TlExpr **values = tl_arena_new_array (s->arena, const TlExpr *, n_iters);

  if (!is_point (provided) || n_iters == 0)
    return FALSE;
  for (guint d = 0; d < n_dims; d++)
    {
      indices[d] = provided->ranges[d].min;
      outputs[d] = tl_expr_var (s->arena, "index", indices[d]->dtype);
    }
  if (!tl_iter_map_detect (s->arena, indices, n_dims, iters, n_iters, NULL, TL_ITER_MAP_BIJECTIVE, NULL)
      || !tl_iter_map_invert (s->arena, indices, n_dims, iters, n_iters, FALSE, outputs, values))
    return FALSE;
  for (guint i = 0; i < n_iters; i++)
    {
      gint    dim = index_of (values[i], outputs, n_dims);
      TlRange range = dim >= 0 ? required->ranges[dim] : range_over_box (s, values[i], outputs, required);

      join_axis_range (s, (guint) axis_index (s, iters[i].var), range.min, tl_range_last (s->analyzer, s->arena, range));
    }
  return TRUE;
}

/* By dimension. */

static gboolean
is_axis (Solver *s, const TlExpr *expr)
{
  return expr->kind == TL_EXPR_VAR && axis_index (s, expr) >= 0;
}

/* expr is axis @op @constant; the constant comes back. */
static gboolean
match (Solver *s, const TlExpr *expr, TlExprKind op, gint64 *factor)
{
  return expr->kind == op && is_axis (s, expr->a) && tl_expr_get_int (expr->b, factor) && *factor > 0;
}

static gboolean
solve_scaled (Solver *s, const TlExpr *index, gint64 factor, const TlExpr *min, const TlExpr *max, const TlExpr *last)
{
  const TlExpr *by = constant (s, min, factor);

  join (s, (guint) axis_index (s, index->a), simplify (s, tl_floordiv (s->arena, min, by)), simplify (s, tl_floordiv (s->arena, max, by)),
        constant (s, min, 0), simplify (s, tl_floordiv (s->arena, last, constant (s, last, factor))));
  return TRUE;
}

static gboolean
solve_divided (Solver *s, const TlExpr *index, gint64 factor, const TlExpr *min, const TlExpr *max)
{
  const TlExpr *by = constant (s, min, factor);
  const TlExpr *end = tl_add (s->arena, tl_mul (s->arena, max, by), constant (s, min, factor - 1));

  return join_axis_range (s, (guint) axis_index (s, index->a), simplify (s, tl_mul (s->arena, min, by)), simplify (s, end));
}

/* axis + c, axis - c and c - axis. */
static gboolean
solve_shifted (Solver *s, const TlExpr *index, const TlExpr *min, const TlExpr *max)
{
  gint64 shift;

  if (index->kind == TL_EXPR_ADD && is_axis (s, index->a) && tl_expr_get_int (index->b, &shift))
    return join_axis_range (s, (guint) axis_index (s, index->a), simplify (s, tl_sub (s->arena, min, index->b)),
                            simplify (s, tl_sub (s->arena, max, index->b)));
  if (index->kind == TL_EXPR_SUB && is_axis (s, index->a) && tl_expr_get_int (index->b, &shift))
    return join_axis_range (s, (guint) axis_index (s, index->a), simplify (s, tl_add (s->arena, min, index->b)),
                            simplify (s, tl_add (s->arena, max, index->b)));
  if (index->kind == TL_EXPR_SUB && is_axis (s, index->b) && tl_expr_get_int (index->a, &shift))
    return join_axis_range (s, (guint) axis_index (s, index->b), simplify (s, tl_sub (s->arena, index->a, max)),
                            simplify (s, tl_sub (s->arena, index->a, min)));
  return FALSE;
}

static gboolean
solve_dimension (Solver *s, const TlRegion *provided, const TlRegion *required, guint d)
{
  const TlExpr *index = simplify (s, provided->ranges[d].min);
  const TlExpr *min = simplify (s, required->ranges[d].min), *max = tl_range_last (s->analyzer, s->arena, required->ranges[d]);
  const TlExpr *last = tl_sub (s->arena, provided->buffer->shape[d], constant (s, provided->buffer->shape[d], 1));
  gboolean      is_single = tl_expr_is_int (provided->ranges[d].extent, 1);
  gint64        factor, extent, value;

  if (tl_expr_get_int (provided->ranges[d].extent, &extent) && match (s, index, TL_EXPR_MUL, &factor) && (is_single || extent == factor))
    return solve_scaled (s, index, factor, min, max, last);
  if (!is_single)
    return FALSE;
  if (tl_expr_get_int (index, &value))
    return tl_analyzer_can_prove_equal (s->analyzer, min, index) && tl_analyzer_can_prove_equal (s->analyzer, max, index);
  if (is_axis (s, index))
    {
      join (s, (guint) axis_index (s, index), min, max, constant (s, min, 0), last);
      return TRUE;
    }
  if (match (s, index, TL_EXPR_FLOORDIV, &factor))
    return solve_divided (s, index, factor, min, max);
  if (match (s, index, TL_EXPR_FLOORMOD, &factor))
    return TRUE;
  return solve_shifted (s, index, min, max);
}

static gboolean
solve_region (Solver *s, const TlRegion *provided, const TlRegion *required, GError **error)
{
  g_autofree char *text = NULL;

  if (solve_by_inversion (s, provided, required))
    return TRUE;
  for (guint d = 0; d < provided->buffer->n_dims; d++)
    if (!solve_dimension (s, provided, required, d))
      {
        text = tl_region_to_text (provided);
        return tl_refuse (error, &s->block->id, 1, NULL,
                          "block %s accesses %s: the iterations that access one part of %s cannot be determined from dimension %u",
                          s->block->name, text, provided->buffer->name, d);
      }
  return TRUE;
}

/* A point x // n within [0, last] or x % n within [0, n - 1], whatever n: it is positive where the loops run. */
static gboolean
is_within_by_division (Solver *s, const TlAxisDomain *domain)
{
  const TlExpr *point = domain->min, *end;

  if ((point->kind != TL_EXPR_FLOORDIV && point->kind != TL_EXPR_FLOORMOD) || point->b->kind != TL_EXPR_VAR
      || !tl_expr_equal (point, domain->max)
      || !tl_expr_is_int (domain->bound_min, 0))
    return FALSE;
  end = tl_add (s->arena, domain->bound_max, constant (s, point, 1));
  if (point->kind == TL_EXPR_FLOORMOD)
    return tl_analyzer_can_prove_equal (s->analyzer, end, point->b);
  return tl_analyzer_can_prove (s->analyzer, tl_binary (s->arena, TL_EXPR_LE, constant (s, point, 0), point->a))
         && tl_analyzer_can_prove (s->analyzer, tl_binary (s->arena, TL_EXPR_LT, point->a, tl_mul (s->arena, end, point->b)));
}

/*
 * The whole axis where nothing is known; else the bound is dropped where the domain keeps it anyway, where it is the tighter of the two,
 * and where both together are a constant range.
 */
static void
finish_domain (Solver *s, guint axis)
{
  TlAxisDomain *domain = &s->domains[axis];
  TlRange       dom = s->block->axes[axis].dom;
  const TlExpr *min, *max;
  gint64        number;

  if (domain->min == NULL)
    {
      domain->min = dom.min;
      domain->max = tl_range_last (s->analyzer, s->arena, dom);
      return;
    }
  domain->bound_min = greatest (s, domain->bound_min, dom.min);
  domain->bound_max = least (s, domain->bound_max, tl_range_last (s->analyzer, s->arena, dom));
  min = greatest (s, domain->min, domain->bound_min);
  max = least (s, domain->max, domain->bound_max);
  if (!is_within_by_division (s, domain)
      && !(tl_analyzer_can_prove_equal (s->analyzer, domain->min, min) && tl_analyzer_can_prove_equal (s->analyzer, domain->max, max)))
    {
      if (!(tl_analyzer_can_prove_equal (s->analyzer, domain->bound_min, min)
            && tl_analyzer_can_prove_equal (s->analyzer, domain->bound_max, max))
          && !(tl_expr_get_int (min, &number) && tl_expr_get_int (max, &number)))
        return;
      domain->min = min;
      domain->max = max;
    }
  domain->bound_min = NULL;
  domain->bound_max = NULL;
}

gboolean
tl_solve_axis_domains (TlAnalyzer *analyzer, TlArena *arena, const TlBlock *block, const TlRegion *provided, const TlRegion *required,
                       guint n_regions, TlAxisDomain *domains, GError **error)
{
  Solver solver = { .analyzer = analyzer, .arena = arena, .block = block, .domains = domains };

  for (guint i = 0; i < block->n_axes; i++)
    domains[i] = (TlAxisDomain) { 0 };
  for (guint i = 0; i < n_regions; i++)
    if (required[i].buffer != NULL && !solve_region (&solver, &provided[i], &required[i], error))
      return FALSE;
  for (guint i = 0; i < block->n_axes; i++)
    finish_domain (&solver, i);
  return TRUE;
}
