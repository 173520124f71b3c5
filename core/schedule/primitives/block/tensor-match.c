/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A walk over both programs side by side. Loops, axes and let variables pair up where they are defined; buffers of the description become
 * views of the program's buffers where the regions of the outermost block name them. Indices are compared as numbers, all else as written.
 */
#include "core/schedule/primitives/block/tensor-match-private.h"

#include <string.h>

#include "core/arith/analyzer.h"
#include "core/ir/walk.h"
#include "core/text/script.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GHashTable *vars;      /* of the description → of the program */
  GArray     *views;
  char       *why;
} TensorMatch;

static gboolean match_expr (TensorMatch *m, const TlExpr *a, const TlExpr *b);
static gboolean match_stmt (TensorMatch *m, const TlStmt *a, const TlStmt *b);

G_GNUC_PRINTF (2, 3)
static gboolean
differ (TensorMatch *m, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (m->why == NULL)
    m->why = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}

static gboolean
differ_exprs (TensorMatch *m, const char *what, const TlExpr *a, const TlExpr *b)
{
  g_autofree char *of_program = a != NULL ? tl_expr_to_text (a) : g_strdup ("nothing");
  g_autofree char *of_desc = b != NULL ? tl_expr_to_text (b) : g_strdup ("nothing");

  return differ (m, "%s %s differs from %s in the description", what, of_program, of_desc);
}

/* Buffers. */

static const TlTensorView *
find_view (TensorMatch *m, const TlBuffer *param)
{
  for (guint i = 0; i < m->views->len; i++)
    if (g_array_index (m->views, TlTensorView, i).param == param)
      return &g_array_index (m->views, TlTensorView, i);
  return NULL;
}

static gboolean
is_at (TensorMatch *m, const TlExpr *index, const TlExpr *base, const TlExpr *of_desc)
{
  const TlExpr *expected = base;

  if (of_desc != NULL)
    expected = tl_add (m->arena, base, tl_expr_substitute (m->arena, of_desc, m->vars));
  return tl_analyzer_can_prove_equal (m->analyzer, index, expected);
}

/* Element @a of the program's buffer is element @b of the view. */
static gboolean
match_indices (TensorMatch *m, const TlBuffer *buffer, const TlExpr *const *a, guint n_a, const TlBuffer *param, const TlExpr *const *b,
               guint n_b)
{
  const TlTensorView *view = find_view (m, param);
  guint               n_lead = buffer->n_dims - param->n_dims;

  if (view == NULL || view->buffer != buffer)
    return differ (m, "buffer %s differs from %s in the description", buffer->name, param->name);
  if (n_a != buffer->n_dims || n_b != param->n_dims)
    return differ (m, "an access of buffer %s has %u indices", buffer->name, n_a);
  for (guint d = 0; d < n_a; d++)
    if (a[d]->dtype.lanes == 1 ? !is_at (m, a[d], view->base[d], d < n_lead ? NULL : b[d - n_lead])
                                         : !match_expr (m, a[d], d < n_lead ? NULL : b[d - n_lead]))
      return differ_exprs (m, "index", a[d], d < n_lead ? NULL : b[d - n_lead]);
  return TRUE;
}

static gboolean
define_view (TensorMatch *m, TlRegion a, TlRegion b)
{
  TlTensorView view = { b.buffer, a.buffer, tl_arena_new_array (m->arena, const TlExpr *, MAX (a.buffer->n_dims, 1)) };
  guint        n_lead = a.buffer->n_dims - b.buffer->n_dims;

  for (guint d = 0; d < a.buffer->n_dims; d++)
    {
      view.base[d] = a.ranges[d].min;
      if (d >= n_lead && !tl_expr_is_int (b.ranges[d - n_lead].min, 0))
        view.base[d] = tl_analyzer_simplify (m->analyzer, tl_sub (m->arena, a.ranges[d].min, b.ranges[d - n_lead].min));
    }
  g_array_append_val (m->views, view);
  return TRUE;
}

static gboolean
match_region (TensorMatch *m, TlRegion a, TlRegion b, gboolean defines)
{
  const TlBuffer      *buffer = a.buffer, *param = b.buffer;
  const TlTensorView  *view = find_view (m, param);
  guint                n_lead = buffer->n_dims - param->n_dims;

  if (!tl_dtype_equal (buffer->dtype, param->dtype))
    return differ (m, "buffer %s holds %s, %s of the description holds %s", buffer->name, tl_dtype_name (buffer->dtype), param->name,
                   tl_dtype_name (param->dtype));
  if (strcmp (buffer->scope, param->scope) != 0)
    return differ (m, "buffer %s is in scope \"%s\", %s of the description in \"%s\"", buffer->name, buffer->scope, param->name,
                   param->scope);
  if (buffer->n_dims < param->n_dims)
    return differ (m, "buffer %s has %u dimensions, %s of the description has %u", buffer->name, buffer->n_dims, param->name,
                   param->n_dims);
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      const TlExpr *extent = a.ranges[d].extent;

      if (d < n_lead && !tl_expr_is_int (extent, 1))
        return differ (m, "dimension %u of buffer %s precedes those of %s in the description and is not a single point", d, buffer->name,
                       param->name);
      if (d >= n_lead && !tl_analyzer_can_prove_equal (m->analyzer, extent, b.ranges[d - n_lead].extent))
        return differ_exprs (m, tl_arena_printf (m->arena, "dimension %u of buffer %s: the extent", d, buffer->name), extent,
                             b.ranges[d - n_lead].extent);
    }
  if (view == NULL)
    return defines ? define_view (m, a, b) : differ (m, "the description does not give the offset of its buffer %s", param->name);
  if (view->buffer != buffer)
    return differ (m, "buffer %s differs from %s in the description", buffer->name, param->name);
  for (guint d = 0; d < buffer->n_dims; d++)
    if (!is_at (m, a.ranges[d].min, view->base[d], d < n_lead ? NULL : b.ranges[d - n_lead].min))
      return differ_exprs (m, tl_arena_printf (m->arena, "a region of buffer %s: the index", buffer->name), a.ranges[d].min,
                           d < n_lead ? NULL : b.ranges[d - n_lead].min);
  return TRUE;
}

static gboolean
match_regions (TensorMatch *m, const char *verb, const TlRegion *a, guint n_a, const TlRegion *b, guint n_b, gboolean defines)
{
  if (n_a != n_b)
    return differ (m, "the block %s %u buffer%s, the description %u", verb, n_a, n_a == 1 ? "" : "s", n_b);
  for (guint i = 0; i < n_a; i++)
    if (!match_region (m, a[i], b[i], defines))
      return FALSE;
  return TRUE;
}

/* Expressions. */

static gboolean
match_list (TensorMatch *m, const TlExpr *const *a, guint n_a, const TlExpr *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!match_expr (m, a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_expr (TensorMatch *m, const TlExpr *a, const TlExpr *b)
{
  if (tl_expr_kind_is_binary (a->kind))
    return match_expr (m, a->a, b->a) && match_expr (m, a->b, b->b);
  switch (a->kind)
    {
    case TL_EXPR_VAR:
      return g_hash_table_lookup (m->vars, b) == a;
    case TL_EXPR_INT:
      return a->int_value == b->int_value;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      return match_expr (m, a->a, b->a);
    case TL_EXPR_SELECT:
      return match_expr (m, a->cond, b->cond) && match_expr (m, a->if_true, b->if_true) && match_expr (m, a->if_false, b->if_false);
    case TL_EXPR_LOAD:
      return match_indices (m, a->buffer, a->indices, a->n_indices, b->buffer, b->indices, b->n_indices);
    case TL_EXPR_CALL:
      return strcmp (a->callee->name, b->callee->name) == 0 && match_list (m, a->args, a->n_args, b->args, b->n_args);
    case TL_EXPR_RAMP:
      return match_expr (m, a->base, b->base) && match_expr (m, a->stride, b->stride);
    case TL_EXPR_BROADCAST:
      return match_expr (m, a->base, b->base);
    case TL_EXPR_LET:
      g_hash_table_insert (m->vars, (gpointer) b->let_var, (gpointer) a->let_var);
      return match_expr (m, a->let_value, b->let_value) && match_expr (m, a->let_body, b->let_body);
    default:
      return tl_expr_equal (a, b);
    }
}

static gboolean
is_index (const TlExpr *expr)
{
  return expr->dtype.code == TL_TYPE_INT && expr->dtype.bits >= 32 && tl_expr_is_index_arithmetic (expr);
}

/* Loop variables are the same numbers in int32 and int64; values computed from elements are not. */
static gboolean
same_dtype (const TlExpr *a, const TlExpr *b)
{
  return tl_dtype_equal (a->dtype, b->dtype) || (a->dtype.lanes == b->dtype.lanes && is_index (a) && is_index (b));
}

static gboolean
match_expr (TensorMatch *m, const TlExpr *a, const TlExpr *b)
{
  if (a == NULL && b == NULL)
    return TRUE;
  if (a != NULL && b != NULL && a->kind == b->kind && same_dtype (a, b) && same_expr (m, a, b))
    return TRUE;
  return differ_exprs (m, "expression", a, b);
}

/* Statements. */

static gboolean
match_attrs (TensorMatch *m, const TlLoop *a, const TlLoop *b)
{
  for (guint i = 0; i < a->annotations.n; i++)
    {
      const TlValue *other = tl_attrs_find (&b->annotations, a->annotations.keys[i]);

      if (other == NULL || !tl_value_equal (&a->annotations.values[i], other))
        return differ (m, "loop %s has the annotation \"%s\", loop %s of the description does not", a->var->name, a->annotations.keys[i],
                       b->var->name);
    }
  if (a->annotations.n != b->annotations.n)
    return differ (m, "loop %s lacks annotations of loop %s in the description", a->var->name, b->var->name);
  return TRUE;
}

static gboolean
match_loop (TensorMatch *m, const TlLoop *a, const TlLoop *b)
{
  if (!tl_analyzer_can_prove_equal (m->analyzer, a->extent, b->extent) || !tl_analyzer_can_prove_equal (m->analyzer, a->min, b->min))
    return differ_exprs (m, tl_arena_printf (m->arena, "loop %s: the extent", a->var->name), a->extent, b->extent);
  if (a->kind != b->kind || g_strcmp0 (a->thread, b->thread) != 0)
    return differ (m, "loop %s is %s, loop %s of the description is %s", a->var->name, tl_loop_kind_name (a->kind), b->var->name,
                   tl_loop_kind_name (b->kind));
  if (!match_attrs (m, a, b))
    return FALSE;
  g_hash_table_insert (m->vars, (gpointer) b->var, (gpointer) a->var);
  tl_analyzer_bind (m->analyzer, a->var, a->min, a->extent);
  return match_stmt (m, a->body, b->body);
}

/* Checks of outermost and inner blocks: they hold nothing that the description does not show. */
static gboolean
match_content (TensorMatch *m, const TlBlock *a, const TlBlock *b, gboolean defines)
{
  if (a->n_allocs > 0 || a->n_matches > 0)
    return differ (m, "block %s allocates buffers", a->name);
  if ((a->init == NULL) != (b->init == NULL))
    return differ (m, a->init != NULL ? "block %s initializes a reduction, the description does not (decompose_reduction first)"
                                      : "block %s lacks the init of the description", a->name);
  return match_regions (m, "writes", a->writes, a->n_writes, b->writes, b->n_writes, defines)
         && match_regions (m, "reads", a->reads, a->n_reads, b->reads, b->n_reads, defines)
         && (a->init == NULL || match_stmt (m, a->init, b->init)) && match_stmt (m, a->body, b->body);
}

static gboolean
match_block (TensorMatch *m, const TlBlock *a, const TlBlock *b)
{
  if (a->n_axes != b->n_axes)
    return differ (m, "block %s has %u axes, the description's has %u", a->name, a->n_axes, b->n_axes);
  for (guint i = 0; i < a->n_axes; i++)
    {
      const TlBlockAxis *x = &a->axes[i], *y = &b->axes[i];

      if (x->kind != y->kind)
        return differ (m, "axis %s of block %s is of another kind than %s of the description", x->var->name, a->name, y->var->name);
      if (!tl_analyzer_can_prove_equal (m->analyzer, x->dom.extent, y->dom.extent)
          || !tl_analyzer_can_prove_equal (m->analyzer, x->dom.min, y->dom.min))
        return differ_exprs (m, tl_arena_printf (m->arena, "axis %s of block %s: the extent", x->var->name, a->name), x->dom.extent,
                             y->dom.extent);
      if (!match_expr (m, a->bindings[i], b->bindings[i]))
        return FALSE;
      tl_analyzer_bind (m->analyzer, x->var, x->dom.min, x->dom.extent);
    }
  for (guint i = 0; i < a->n_axes; i++)
    g_hash_table_insert (m->vars, (gpointer) b->axes[i].var, (gpointer) a->axes[i].var);
  return match_expr (m, a->predicate, b->predicate) && match_content (m, a, b, FALSE);
}

static gboolean
same_stmt (TensorMatch *m, const TlStmt *a, const TlStmt *b)
{
  switch (a->kind)
    {
    case TL_STMT_FOR:
      return match_loop (m, &a->loop, &b->loop);
    case TL_STMT_BLOCK:
      return match_block (m, &a->block, &b->block);
    case TL_STMT_SEQ:
      if (a->n_stmts != b->n_stmts)
        return differ (m, "%u statements differ from %u in the description", a->n_stmts, b->n_stmts);
      for (guint i = 0; i < a->n_stmts; i++)
        if (!match_stmt (m, a->stmts[i], b->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_STORE:
      return match_indices (m, a->buffer, a->indices, a->n_indices, b->buffer, b->indices, b->n_indices)
             && match_expr (m, a->value, b->value);
    case TL_STMT_IF:
      return match_expr (m, a->cond, b->cond) && match_stmt (m, a->then_body, b->then_body) && match_stmt (m, a->else_body, b->else_body);
    case TL_STMT_LET:
      g_hash_table_insert (m->vars, (gpointer) b->var, (gpointer) a->var);
      return match_expr (m, a->let_value, b->let_value) && match_stmt (m, a->let_body, b->let_body);
    case TL_STMT_EVALUATE:
      return match_expr (m, a->expr, b->expr);
    default:
      return differ (m, "a statement is not supported in descriptions");
    }
}

static gboolean
match_stmt (TensorMatch *m, const TlStmt *a, const TlStmt *b)
{
  if (a == NULL || b == NULL)
    return a == b || differ (m, "only one of the two has an else");
  if (a->kind == b->kind)
    return same_stmt (m, a, b);
  return differ (m, "a statement is of another kind than in the description");
}

gboolean
tl_tensor_match (TlArena *arena, const TlBlock *block, const TlPrimFunc *desc, GArray *views, char **why)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  TensorMatch            m = { .arena = arena, .analyzer = analyzer, .vars = vars, .views = views };
  gboolean               ok = match_content (&m, block, &desc->body->block, TRUE);

  *why = m.why;
  return ok;
}
