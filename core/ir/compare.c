/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structural equality. Variables and buffers pair up where they are defined, in the same order on both sides; uses must then
 * agree with the pairing. The first difference is reported with the loop or block that holds it.
 */
#include "core/ir/compare-private.h"

#include <string.h>

static gboolean define_buffer (TlCompare *c, const TlBuffer *a, const TlBuffer *b);
static gboolean stmts_equal (TlCompare *c, const TlStmt *a, const TlStmt *b);

gboolean
tl_compare_differ (TlCompare *c, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (c->difference == NULL)
    c->difference = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}

void
tl_compare_pair (TlCompare *c, gconstpointer a, gconstpointer b)
{
  g_hash_table_insert (c->pairs, (gpointer) a, (gpointer) b);
  g_hash_table_insert (c->taken, (gpointer) b, (gpointer) a);
}

gboolean
tl_compare_has_partner (TlCompare *c, gconstpointer a, gconstpointer b, gboolean *is_partner)
{
  gconstpointer partner = g_hash_table_lookup (c->pairs, a);

  *is_partner = partner == b;
  return partner != NULL || g_hash_table_contains (c->taken, b);
}

/* The type of what a pointer points to, and where, counts. */
static gboolean
same_pointer_type (const TlVar *a, const TlVar *b)
{
  return tl_dtype_equal (a->dtype, b->dtype) && g_strcmp0 (a->pointer_scope, b->pointer_scope) == 0
         && tl_dtype_equal (a->pointee, b->pointee);
}

static gboolean
define_var (TlCompare *c, const TlVar *a, const TlVar *b)
{
  gboolean is_partner;

  if (!tl_dtype_equal (a->dtype, b->dtype))
    return tl_compare_differ (c, "variable %s is %s, %s is %s", a->name, tl_dtype_name (a->dtype), b->name, tl_dtype_name (b->dtype));
  if (!same_pointer_type (a, b))
    return tl_compare_differ (c, "variables %s and %s point to different types", a->name, b->name);
  /* A parameter may be known already, from the shape of one before it. */
  if (tl_compare_has_partner (c, a, b, &is_partner) && !is_partner)
    return tl_compare_differ (c, "variable %s is where the other program has %s", a->name, b->name);
  tl_compare_pair (c, a, b);
  return TRUE;
}

/* Variables that are in no pair yet are free on both sides. */
static gboolean
same_var (TlCompare *c, const TlVar *a, const TlVar *b)
{
  gboolean is_partner;

  if (tl_compare_has_partner (c, a, b, &is_partner))
    return is_partner;
  if (a != b && !c->maps_free)
    return tl_compare_differ (c, "the free variable %s is where the other program has %s", a->name, b->name);
  return define_var (c, a, b);
}

static gboolean
lists_equal (TlCompare *c, const TlExpr *const *a, guint n_a, const TlExpr *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!tl_compare_exprs (c, a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
call_equal (TlCompare *c, const TlExpr *a, const TlExpr *b)
{
  gboolean is_reducer = strcmp (a->callee->name, "comm_reducer") == 0;

  if (a->callee != b->callee || a->n_args != b->n_args)
    return FALSE;
  for (guint i = 0; is_reducer && i < a->n_args / 2; i++)
    if (!define_var (c, a->args[i], b->args[i]))
      return FALSE;
  return lists_equal (c, a->args, a->n_args, b->args, b->n_args);
}

static gboolean
same_buffer (TlCompare *c, const TlBuffer *a, const TlBuffer *b)
{
  gboolean is_partner;

  if (!tl_compare_has_partner (c, a, b, &is_partner))
    return (a == b || c->maps_free) ? define_buffer (c, a, b)
                                    : tl_compare_differ (c, "the free buffer %s is where the other program has %s", a->name, b->name);
  return is_partner || tl_compare_differ (c, "buffer %s is where the other program has %s", a->name, b->name);
}

gboolean
tl_compare_exprs (TlCompare *c, const TlExpr *a, const TlExpr *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || !tl_dtype_equal (a->dtype, b->dtype))
    return FALSE;
  if (tl_expr_kind_is_binary (a->kind))
    return tl_compare_exprs (c, a->a, b->a) && tl_compare_exprs (c, a->b, b->b);
  switch (a->kind)
    {
    case TL_EXPR_VAR:
      return same_var (c, a, b);
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      return tl_compare_exprs (c, a->a, b->a);
    case TL_EXPR_SELECT:
      return tl_compare_exprs (c, a->cond, b->cond) && tl_compare_exprs (c, a->if_true, b->if_true)
             && tl_compare_exprs (c, a->if_false, b->if_false);
    case TL_EXPR_LOAD:
      return same_buffer (c, a->buffer, b->buffer) && lists_equal (c, a->indices, a->n_indices, b->indices, b->n_indices);
    case TL_EXPR_CALL:
      return call_equal (c, a, b);
    case TL_EXPR_RAMP:
      return tl_compare_exprs (c, a->base, b->base) && tl_compare_exprs (c, a->stride, b->stride);
    case TL_EXPR_BROADCAST:
      return tl_compare_exprs (c, a->base, b->base);
    case TL_EXPR_LET:
      return tl_compare_exprs (c, a->let_value, b->let_value) && define_var (c, a->let_var, b->let_var)
             && tl_compare_exprs (c, a->let_body, b->let_body);
    default:
      return tl_expr_equal (a, b);
    }
}

static gboolean
define_buffer (TlCompare *c, const TlBuffer *a, const TlBuffer *b)
{
  if (!tl_dtype_equal (a->dtype, b->dtype))
    return tl_compare_differ (c, "buffer %s is %s, %s is %s", a->name, tl_dtype_name (a->dtype), b->name, tl_dtype_name (b->dtype));
  if (strcmp (a->scope, b->scope) != 0)
    return tl_compare_differ (c, "buffer %s has scope %s, %s has scope %s", a->name, a->scope, b->name, b->scope);
  if (!lists_equal (c, a->shape, a->n_dims, b->shape, b->n_dims))
    return tl_compare_differ (c, "buffers %s and %s have different shapes", a->name, b->name);
  if ((a->strides != NULL) != (b->strides != NULL)
      || (a->strides != NULL && !lists_equal (c, a->strides, a->n_dims, b->strides, b->n_dims)))
    return tl_compare_differ (c, "buffers %s and %s have different strides", a->name, b->name);
  if (!tl_compare_exprs (c, tl_buffer_offset (a), tl_buffer_offset (b)) || a->offset_factor != b->offset_factor
      || a->alignment_bytes != b->alignment_bytes || a->is_auto_broadcast != b->is_auto_broadcast)
    return tl_compare_differ (c, "buffers %s and %s have different offset or alignment", a->name, b->name);
  if (a->n_axis_separators != b->n_axis_separators
      || (a->n_axis_separators > 0 && memcmp (a->axis_separators, b->axis_separators, a->n_axis_separators * sizeof (gint64)) != 0))
    return tl_compare_differ (c, "buffers %s and %s have different axis separators", a->name, b->name);
  tl_compare_pair (c, a, b);
  return TRUE;
}

static gboolean
values_equal (TlCompare *c, const TlValue *a, const TlValue *b)
{
  TlValue x, y;

  if (a->kind == TL_VALUE_EXPR && b->kind == TL_VALUE_EXPR)
    return tl_compare_exprs (c, a->expr, b->expr);
  if (a->kind == TL_VALUE_LIST && b->kind == TL_VALUE_LIST && a->n_items == b->n_items)
    {
      for (guint i = 0; i < a->n_items; i++)
        if (!values_equal (c, &a->items[i], &b->items[i]))
          return FALSE;
      return TRUE;
    }
  if (a->kind == TL_VALUE_DICT && b->kind == TL_VALUE_DICT)
    return tl_compare_attrs (c, "a dictionary", &a->dict, &b->dict, NULL);
  if (tl_value_get_number (a, &x) && tl_value_get_number (b, &y))
    return tl_value_equal (&x, &y);
  return tl_value_equal (a, b);
}

static const TlValue *
find_attr (const TlAttrs *attrs, const char *key)
{
  const TlValue *found = tl_attrs_find (attrs, key);

  if (found == NULL && g_str_has_prefix (key, "tir."))
    {
      g_autofree char *newer = g_strconcat ("tirx.", key + strlen ("tir."), NULL);

      found = tl_attrs_find (attrs, newer);
    }
  if (found == NULL && g_str_has_prefix (key, "tirx."))
    {
      g_autofree char *older = g_strconcat ("tir.", key + strlen ("tirx."), NULL);

      found = tl_attrs_find (attrs, older);
    }
  return found;
}

/* @ignored: keys that do not count, NULL-terminated (nullable). */
gboolean
tl_compare_attrs (TlCompare *c, const char *what, const TlAttrs *a, const TlAttrs *b, const char *const *ignored)
{
  for (guint side = 0; side < 2; side++)
    {
      const TlAttrs *from = side == 0 ? a : b, *to = side == 0 ? b : a;

      for (guint i = 0; i < from->n; i++)
        {
          const TlValue *other;

          if (ignored != NULL && g_strv_contains (ignored, from->keys[i]))
            continue;
          other = i < to->n && strcmp (to->keys[i], from->keys[i]) == 0 ? &to->values[i] : find_attr (to, from->keys[i]);
          if (other == NULL)
            return tl_compare_differ (c, "%s: only %s has the annotation \"%s\"", what, side == 0 ? "the first" : "the second",
                                      from->keys[i]);
          if (side == 0 && !values_equal (c, &from->values[i], other))
            return tl_compare_differ (c, "%s: the annotation \"%s\" has another value", what, from->keys[i]);
        }
    }
  return TRUE;
}

static gboolean
regions_equal (TlCompare *c, const char *block, const char *what, const TlRegion *a, guint n_a, const TlRegion *b, guint n_b)
{
  if (n_a != n_b)
    return tl_compare_differ (c, "block %s: %u %s against %u", block, n_a, what, n_b);
  for (guint i = 0; i < n_a; i++)
    {
      if (!same_buffer (c, a[i].buffer, b[i].buffer))
        return tl_compare_differ (c, "block %s: %s name different buffers", block, what);
      for (guint d = 0; d < a[i].buffer->n_dims; d++)
        if (!tl_compare_exprs (c, a[i].ranges[d].min, b[i].ranges[d].min)
            || !tl_compare_exprs (c, a[i].ranges[d].extent, b[i].ranges[d].extent))
          return tl_compare_differ (c, "block %s: %s of %s differ in dimension %u", block, what, a[i].buffer->name, d);
    }
  return TRUE;
}

static gboolean
axes_equal (TlCompare *c, const TlBlock *a, const TlBlock *b)
{
  if (a->n_axes != b->n_axes)
    return tl_compare_differ (c, "block %s has %u axes, block %s has %u", a->name, a->n_axes, b->name, b->n_axes);
  for (guint i = 0; i < a->n_axes; i++)
    if (!tl_compare_exprs (c, a->bindings[i], b->bindings[i]))
      return tl_compare_differ (c, "block %s: axis %s is bound differently", a->name, a->axes[i].var->name);
  for (guint i = 0; i < a->n_axes; i++)
    {
      if (a->axes[i].kind != b->axes[i].kind)
        return tl_compare_differ (c, "block %s: axis %s is of kind %s against %s", a->name, a->axes[i].var->name,
                                  tl_axis_kind_letter (a->axes[i].kind), tl_axis_kind_letter (b->axes[i].kind));
      if (!tl_compare_exprs (c, a->axes[i].dom.min, b->axes[i].dom.min)
          || !tl_compare_exprs (c, a->axes[i].dom.extent, b->axes[i].dom.extent))
        return tl_compare_differ (c, "block %s: axis %s has another domain", a->name, a->axes[i].var->name);
      if (!define_var (c, a->axes[i].var, b->axes[i].var))
        return FALSE;
    }
  return TRUE;
}

static gboolean
block_buffers_equal (TlCompare *c, const TlBlock *a, const TlBlock *b)
{
  if (a->n_allocs != b->n_allocs || a->n_matches != b->n_matches)
    return tl_compare_differ (c, "block %s declares %u buffers, block %s %u", a->name, a->n_allocs + a->n_matches, b->name, b->n_allocs
                              + b->n_matches);
  for (guint i = 0; i < a->n_allocs; i++)
    if (!define_buffer (c, a->allocs[i], b->allocs[i]))
      return FALSE;
  for (guint i = 0; i < a->n_matches; i++)
    if (!regions_equal (c, a->name, "matched buffers", &a->matches[i].source, 1, &b->matches[i].source, 1)
        || !define_buffer (c, a->matches[i].buffer, b->matches[i].buffer))
      return FALSE;
  return TRUE;
}

static gboolean
predicates_equal (TlCompare *c, const TlExpr *a, const TlExpr *b)
{
  return (tl_expr_is_true (a) && tl_expr_is_true (b)) || tl_compare_exprs (c, a, b);
}

static gboolean
blocks_equal (TlCompare *c, const TlBlock *a, const TlBlock *b)
{
  g_autofree char *what = g_strconcat ("block ", a->name, NULL);

  if (!axes_equal (c, a, b))
    return FALSE;
  if (!predicates_equal (c, a->predicate, b->predicate))
    return tl_compare_differ (c, "block %s: the predicates differ", a->name);
  if (!block_buffers_equal (c, a, b) || !regions_equal (c, a->name, "reads", a->reads, a->n_reads, b->reads, b->n_reads)
      || !regions_equal (c, a->name, "writes", a->writes, a->n_writes, b->writes, b->n_writes)
      || !tl_compare_attrs (c, what, &a->annotations, &b->annotations, NULL))
    return FALSE;
  if ((a->init != NULL) != (b->init != NULL))
    return tl_compare_differ (c, "block %s: only one of the two has an init", a->name);
  if ((a->init != NULL && !stmts_equal (c, a->init, b->init)) || !stmts_equal (c, a->body, b->body))
    return tl_compare_differ (c, "block %s: the bodies differ", a->name);
  return TRUE;
}

static gboolean
loops_equal (TlCompare *c, const TlLoop *a, const TlLoop *b)
{
  g_autofree char *what = g_strconcat ("loop ", a->var->name, NULL);

  if (a->kind != b->kind)
    return tl_compare_differ (c, "loop %s is %s, loop %s is %s", a->var->name, tl_loop_kind_name (a->kind), b->var->name,
                              tl_loop_kind_name (b->kind));
  if (!tl_compare_exprs (c, a->min, b->min) || !tl_compare_exprs (c, a->extent, b->extent))
    return tl_compare_differ (c, "loops %s and %s have different ranges", a->var->name, b->var->name);
  if ((a->step != NULL) != (b->step != NULL) || (a->step != NULL && !tl_compare_exprs (c, a->step, b->step)))
    return tl_compare_differ (c, "loops %s and %s have different steps", a->var->name, b->var->name);
  if (tl_loop_is_launch (a) != tl_loop_is_launch (b))
    return tl_compare_differ (c, "only one of the loops %s and %s launches its thread for all that follows", a->var->name, b->var->name);
  if (g_strcmp0 (a->thread, b->thread) != 0)
    return tl_compare_differ (c, "loop %s is bound to %s, loop %s to %s", a->var->name, a->thread, b->var->name, b->thread);
  return tl_compare_attrs (c, what, &a->annotations, &b->annotations, NULL) && define_var (c, a->var, b->var)
         && stmts_equal (c, a->body, b->body);
}

static gboolean
stores_equal (TlCompare *c, const TlStmt *a, const TlStmt *b)
{
  if (!same_buffer (c, a->buffer, b->buffer))
    return FALSE;
  if (!lists_equal (c, a->indices, a->n_indices, b->indices, b->n_indices))
    return tl_compare_differ (c, "stores to %s have different indices", a->buffer->name);
  return tl_compare_exprs (c, a->value, b->value) || tl_compare_differ (c, "stores to %s have different values", a->buffer->name);
}

static gboolean
seqs_equal (TlCompare *c, const TlStmt *a, const TlStmt *b)
{
  if (a->n_stmts != b->n_stmts)
    return tl_compare_differ (c, "a sequence of %u statements against one of %u", a->n_stmts, b->n_stmts);
  for (guint i = 0; i < a->n_stmts; i++)
    if (!stmts_equal (c, a->stmts[i], b->stmts[i]))
      return FALSE;
  return TRUE;
}

static gboolean
asserts_equal (TlCompare *c, const TlStmt *a, const TlStmt *b)
{
  if (!tl_compare_exprs (c, a->assert_cond, b->assert_cond))
    return tl_compare_differ (c, "asserted conditions differ");
  if (strcmp (a->assert_kind, b->assert_kind) != 0 || a->n_assert_parts != b->n_assert_parts)
    return tl_compare_differ (c, "asserts have different messages");
  for (guint i = 0; i < a->n_assert_parts; i++)
    if (strcmp (a->assert_parts[i], b->assert_parts[i]) != 0)
      return tl_compare_differ (c, "asserts say \"%s\" and \"%s\"", a->assert_parts[i], b->assert_parts[i]);
  return TRUE;
}

static const char *
describe_kind (const TlStmt *stmt)
{
  static const char *const names[] = { "a loop", "a block", "a sequence", "a store", "an if", "a let", "a while", "an evaluate",
                                       "an attribute", "an assert", "an allocation" };

  return names[stmt->kind];
}

static gboolean
stmts_equal (TlCompare *c, const TlStmt *a, const TlStmt *b)
{
  if (a == NULL || b == NULL)
    return a == b || tl_compare_differ (c, "only one of the two has an else branch");
  if (a->kind != b->kind)
    return tl_compare_differ (c, "%s is where the other program has %s", describe_kind (a), describe_kind (b));
  switch (a->kind)
    {
    case TL_STMT_FOR:
      return loops_equal (c, &a->loop, &b->loop);
    case TL_STMT_BLOCK:
      return blocks_equal (c, &a->block, &b->block);
    case TL_STMT_SEQ:
      return seqs_equal (c, a, b);
    case TL_STMT_STORE:
      return stores_equal (c, a, b);
    case TL_STMT_IF:
      return (tl_compare_exprs (c, a->cond, b->cond) || tl_compare_differ (c, "the conditions of an if differ"))
             && stmts_equal (c, a->then_body, b->then_body) && stmts_equal (c, a->else_body, b->else_body);
    case TL_STMT_LET:
      return (tl_compare_exprs (c, a->let_value, b->let_value) || tl_compare_differ (c, "%s has another value", a->var->name))
             && define_var (c, a->var, b->var) && stmts_equal (c, a->let_body, b->let_body);
    case TL_STMT_WHILE:
      return (tl_compare_exprs (c, a->cond, b->cond) || tl_compare_differ (c, "the conditions of a while differ"))
             && stmts_equal (c, a->then_body, b->then_body);
    case TL_STMT_EVALUATE:
      return tl_compare_exprs (c, a->expr, b->expr) || tl_compare_differ (c, "evaluated expressions differ");
    case TL_STMT_ATTR:
      return (strcmp (a->attr_key, b->attr_key) == 0 || tl_compare_differ (c, "attribute %s against %s", a->attr_key, b->attr_key))
             && (tl_compare_exprs (c, a->attr_node, b->attr_node) || tl_compare_differ (c, "attribute %s: nodes differ", a->attr_key))
             && (tl_compare_exprs (c, a->attr_value, b->attr_value) || tl_compare_differ (c, "attribute %s: values differ", a->attr_key))
             && stmts_equal (c, a->attr_body, b->attr_body);
    case TL_STMT_ASSERT:
      return asserts_equal (c, a, b);
    case TL_STMT_ALLOC:
      return define_buffer (c, a->buffer, b->buffer)
             && tl_compare_attrs (c, a->buffer->name, &a->alloc_annotations, &b->alloc_annotations, NULL)
             && stmts_equal (c, a->alloc_body, b->alloc_body);
    }
  g_return_val_if_reached (FALSE);
}

static gboolean
params_equal (TlCompare *c, const TlPrimFunc *a, const TlPrimFunc *b)
{
  if (a->n_params != b->n_params)
    return tl_compare_differ (c, "function %s has %u parameters, %s has %u", a->name, a->n_params, b->name, b->n_params);
  for (guint i = 0; i < a->n_params; i++)
    {
      const TlParam *p = &a->params[i], *q = &b->params[i];

      if ((p->buffer != NULL) != (q->buffer != NULL))
        return tl_compare_differ (c, "parameter %u: %s is a buffer, %s is not", i, p->buffer != NULL ? p->name : q->name,
                                  p->buffer != NULL ? q->name : p->name);
      if (p->buffer != NULL ? !define_buffer (c, p->buffer, q->buffer) : !define_var (c, p->var, q->var))
        return FALSE;
    }
  return TRUE;
}

static void
compare_init (TlCompare *c, gboolean maps_free)
{
  c->maps_free = maps_free;
  c->pairs = g_hash_table_new (NULL, NULL);
  c->taken = g_hash_table_new (NULL, NULL);
  c->difference = NULL;
}

static gboolean
compare_finish (TlCompare *c, gboolean equal, char **difference)
{
  g_hash_table_unref (c->pairs);
  g_hash_table_unref (c->taken);
  if (difference != NULL)
    *difference = equal ? NULL : c->difference != NULL ? g_steal_pointer (&c->difference) : g_strdup ("the programs differ");
  g_free (c->difference);
  return equal;
}

gboolean
tl_func_equal (const TlPrimFunc *a, const TlPrimFunc *b, char **difference)
{
  static const char *const name_keys[] = { "global_symbol", NULL };
  g_autofree char *what = g_strconcat ("function ", a->name, NULL);
  TlCompare c;
  gboolean  equal;

  compare_init (&c, TRUE);
  equal = params_equal (&c, a, b) && tl_compare_attrs (&c, what, &a->attrs, &b->attrs, name_keys)
          && stmts_equal (&c, a->body, b->body);
  return compare_finish (&c, equal, difference);
}

static gboolean
module_attrs_equal (const TlModule *a, const TlModule *b, char **difference)
{
  TlCompare c;
  gboolean  equal;

  compare_init (&c, FALSE);
  equal = tl_compare_attrs (&c, "the module", &a->attrs, &b->attrs, NULL)
          && (g_strcmp0 (a->global_infos, b->global_infos) == 0 || tl_compare_differ (&c, "the modules have different global infos"));
  return compare_finish (&c, equal, difference);
}

/* The symbol by which a function of several is known is its name in the module, whether its attributes say so or not. */
static gboolean
module_funcs_equal (const TlFunc *a, const TlFunc *b, char **difference)
{
  TlCompare c;
  gboolean  equal;

  if (a->kind == TL_FUNC_PRIM && b->kind == TL_FUNC_PRIM)
    return tl_func_equal (a->prim, b->prim, difference);
  compare_init (&c, TRUE);
  equal = a->kind == b->kind || tl_compare_differ (&c, "function %s is of another kind in the second", a->name);
  if (equal && a->kind == TL_FUNC_GRAPH)
    equal = tl_compare_graphs (&c, a->name, a->graph, b->graph);
  if (equal && a->kind == TL_FUNC_EXTERN)
    equal = strcmp (a->external->symbol, b->external->symbol) == 0
            || tl_compare_differ (&c, "function %s has the symbols %s and %s", a->name, a->external->symbol, b->external->symbol);
  return compare_finish (&c, equal, difference);
}

gboolean
tl_module_equal (const TlModule *a, const TlModule *b, char **difference)
{
  if (!module_attrs_equal (a, b, difference))
    return FALSE;
  if (a->n_funcs == 1 && b->n_funcs == 1)
    return module_funcs_equal (a->funcs, b->funcs, difference);
  if (a->n_funcs != b->n_funcs)
    {
      if (difference != NULL)
        *difference = g_strdup_printf ("%u functions against %u", a->n_funcs, b->n_funcs);
      return FALSE;
    }
  for (guint i = 0; i < a->n_funcs; i++)
    {
      gboolean      is_same = strcmp (b->funcs[i].name, a->funcs[i].name) == 0;
      const TlFunc *other = is_same ? &b->funcs[i] : tl_module_find_func (b, a->funcs[i].name);

      if (other == NULL && difference != NULL)
        *difference = g_strdup_printf ("only the first has a function %s", a->funcs[i].name);
      if (other == NULL || !module_funcs_equal (&a->funcs[i], other, difference))
        return FALSE;
    }
  if (difference != NULL)
    *difference = NULL;
  return TRUE;
}

gboolean
tl_stmt_equal (const TlStmt *a, const TlStmt *b, gboolean map_free)
{
  TlCompare c;
  gboolean  equal;

  compare_init (&c, map_free);
  equal = stmts_equal (&c, a, b);
  return compare_finish (&c, equal, NULL);
}
