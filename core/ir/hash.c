/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structural hash: a walk that feeds what tl_module_equal compares, with variables and buffers replaced by the order of their
 * definition. No address and no name of either enters it, so the value is the same in every process.
 */
#include <string.h>

#include "core/ir/hash-private.h"

static void hash_stmt (TlHash *h, const TlStmt *stmt);

void
tl_hash_feed (TlHash *h, guint64 value)
{
  guint64 z = (h->state ^ value) + G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  h->state = z ^ (z >> 31);
}

void
tl_hash_text (TlHash *h, const char *text)
{
  guint64 fnv = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (; text != NULL && *text != '\0'; text++)
    fnv = (fnv ^ (guchar) *text) * G_GUINT64_CONSTANT (0x100000001b3);
  tl_hash_feed (h, fnv);
}

static void
feed_double (TlHash *h, double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  tl_hash_feed (h, bits);
}

void
tl_hash_dtype (TlHash *h, TlDType dtype)
{
  tl_hash_feed (h, (guint64) dtype.code << 32 | (guint64) dtype.bits << 16 | dtype.lanes);
}

void
tl_hash_definition (TlHash *h, gconstpointer definition)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (h->numbers, definition));

  if (number == 0)
    {
      number = g_hash_table_size (h->numbers) + 1;
      g_hash_table_insert (h->numbers, (gpointer) definition, GUINT_TO_POINTER (number));
    }
  tl_hash_feed (h, number);
}

static void
hash_list (TlHash *h, const TlExpr *const *list, guint n);

void
tl_hash_expr (TlHash *h, const TlExpr *expr)
{
  if (expr == NULL)
    {
      tl_hash_feed (h, 0);
      return;
    }
  tl_hash_feed (h, (guint64) expr->kind + 1);
  tl_hash_dtype (h, expr->dtype);
  if (tl_expr_kind_is_binary (expr->kind))
    {
      tl_hash_expr (h, expr->a);
      tl_hash_expr (h, expr->b);
      return;
    }
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      tl_hash_feed (h, (guint64) expr->int_value);
      break;
    case TL_EXPR_FLOAT:
      feed_double (h, expr->float_value);
      break;
    case TL_EXPR_STRING:
      tl_hash_text (h, expr->text);
      break;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      tl_hash_expr (h, expr->a);
      break;
    case TL_EXPR_SELECT:
      tl_hash_expr (h, expr->cond);
      tl_hash_expr (h, expr->if_true);
      tl_hash_expr (h, expr->if_false);
      break;
    case TL_EXPR_LOAD:
      tl_hash_definition (h, expr->buffer);
      hash_list (h, expr->indices, expr->n_indices);
      break;
    case TL_EXPR_CALL:
      tl_hash_text (h, expr->callee->name);
      hash_list (h, expr->args, expr->n_args);
      break;
    case TL_EXPR_RAMP:
      tl_hash_expr (h, expr->stride);
      tl_hash_expr (h, expr->base);
      break;
    case TL_EXPR_BROADCAST:
      tl_hash_expr (h, expr->base);
      break;
    case TL_EXPR_LET:
      tl_hash_expr (h, expr->let_value);
      tl_hash_definition (h, expr->let_var);
      tl_hash_expr (h, expr->let_body);
      break;
    default:
      tl_hash_definition (h, expr);
      break;
    }
}

static void
hash_list (TlHash *h, const TlExpr *const *list, guint n)
{
  tl_hash_feed (h, n);
  for (guint i = 0; i < n; i++)
    tl_hash_expr (h, list[i]);
}

static void
hash_value (TlHash *h, const TlValue *value);

/* Order-free: a sum of the entries' own hashes. */
void
tl_hash_attrs (TlHash *h, const TlAttrs *attrs, gboolean of_function)
{
  guint64 sum = 0;

  for (guint i = 0; i < attrs->n; i++)
    {
      TlHash        entry = { 0, h->numbers };
      const char *key = attrs->keys[i];

      if (of_function && strcmp (key, "global_symbol") == 0)
        continue;
      tl_hash_text (&entry, g_str_has_prefix (key, "tirx.") ? key + 5 : g_str_has_prefix (key, "tir.") ? key + 4 : key);
      hash_value (&entry, &attrs->values[i]);
      sum += entry.state;
    }
  tl_hash_feed (h, sum);
}

static void
hash_value (TlHash *h, const TlValue *value)
{
  TlValue number;

  if (tl_value_get_number (value, &number))
    value = &number;
  switch (value->kind)
    {
    case TL_VALUE_NONE:
    case TL_VALUE_BOOL:
      tl_hash_feed (h, 1);
      break;
    case TL_VALUE_INT:
      tl_hash_feed (h, (guint64) value->integer);
      break;
    case TL_VALUE_FLOAT:
      feed_double (h, value->number);
      break;
    case TL_VALUE_STRING:
      tl_hash_text (h, value->string);
      break;
    case TL_VALUE_LIST:
      tl_hash_feed (h, value->n_items);
      for (guint i = 0; i < value->n_items; i++)
        hash_value (h, &value->items[i]);
      break;
    case TL_VALUE_DICT:
      tl_hash_attrs (h, &value->dict, FALSE);
      break;
    case TL_VALUE_EXPR:
      tl_hash_expr (h, value->expr);
      break;
    }
}

static void
hash_buffer (TlHash *h, const TlBuffer *buffer)
{
  tl_hash_dtype (h, buffer->dtype);
  tl_hash_text (h, buffer->scope);
  hash_list (h, buffer->shape, buffer->n_dims);
  if (buffer->strides != NULL)
    hash_list (h, buffer->strides, buffer->n_dims);
  tl_hash_expr (h, tl_buffer_offset (buffer));
  tl_hash_definition (h, buffer);
}

static void
hash_regions (TlHash *h, const TlRegion *regions, guint n)
{
  tl_hash_feed (h, n);
  for (guint i = 0; i < n; i++)
    {
      tl_hash_definition (h, regions[i].buffer);
      for (guint d = 0; d < regions[i].buffer->n_dims; d++)
        {
          tl_hash_expr (h, regions[i].ranges[d].min);
          tl_hash_expr (h, regions[i].ranges[d].extent);
        }
    }
}

static void
hash_block (TlHash *h, const TlBlock *block)
{
  hash_list (h, block->bindings, block->n_axes);
  for (guint i = 0; i < block->n_axes; i++)
    {
      tl_hash_feed (h, block->axes[i].kind);
      tl_hash_expr (h, block->axes[i].dom.min);
      tl_hash_expr (h, block->axes[i].dom.extent);
      tl_hash_definition (h, block->axes[i].var);
    }
  tl_hash_expr (h, tl_expr_is_true (block->predicate) ? NULL : block->predicate);
  for (guint i = 0; i < block->n_allocs; i++)
    hash_buffer (h, block->allocs[i]);
  for (guint i = 0; i < block->n_matches; i++)
    {
      hash_regions (h, &block->matches[i].source, 1);
      hash_buffer (h, block->matches[i].buffer);
    }
  hash_regions (h, block->reads, block->n_reads);
  hash_regions (h, block->writes, block->n_writes);
  tl_hash_attrs (h, &block->annotations, FALSE);
  hash_stmt (h, block->init);
  hash_stmt (h, block->body);
}

static void
hash_stmt (TlHash *h, const TlStmt *stmt)
{
  if (stmt == NULL)
    {
      tl_hash_feed (h, 0);
      return;
    }
  tl_hash_feed (h, (guint64) stmt->kind + 100);
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      tl_hash_feed (h, stmt->loop.kind);
      tl_hash_expr (h, stmt->loop.min);
      tl_hash_expr (h, stmt->loop.extent);
      tl_hash_expr (h, stmt->loop.step);
      tl_hash_feed (h, (guint64) tl_loop_is_launch (&stmt->loop));
      tl_hash_text (h, stmt->loop.thread);
      tl_hash_attrs (h, &stmt->loop.annotations, FALSE);
      tl_hash_definition (h, stmt->loop.var);
      hash_stmt (h, stmt->loop.body);
      break;
    case TL_STMT_BLOCK:
      hash_block (h, &stmt->block);
      break;
    case TL_STMT_SEQ:
      tl_hash_feed (h, stmt->n_stmts);
      for (guint i = 0; i < stmt->n_stmts; i++)
        hash_stmt (h, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      tl_hash_definition (h, stmt->buffer);
      hash_list (h, stmt->indices, stmt->n_indices);
      tl_hash_expr (h, stmt->value);
      break;
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      tl_hash_expr (h, stmt->cond);
      hash_stmt (h, stmt->then_body);
      hash_stmt (h, stmt->kind == TL_STMT_IF ? stmt->else_body : NULL);
      break;
    case TL_STMT_LET:
      tl_hash_expr (h, stmt->let_value);
      tl_hash_definition (h, stmt->var);
      hash_stmt (h, stmt->let_body);
      break;
    case TL_STMT_EVALUATE:
      tl_hash_expr (h, stmt->expr);
      break;
    case TL_STMT_ATTR:
      tl_hash_text (h, stmt->attr_key);
      tl_hash_expr (h, stmt->attr_node);
      tl_hash_expr (h, stmt->attr_value);
      hash_stmt (h, stmt->attr_body);
      break;
    case TL_STMT_ASSERT:
      tl_hash_expr (h, stmt->assert_cond);
      break;
    case TL_STMT_ALLOC:
      hash_buffer (h, stmt->buffer);
      tl_hash_attrs (h, &stmt->alloc_annotations, FALSE);
      hash_stmt (h, stmt->alloc_body);
      break;
    }
}

static guint64
hash_func (const TlPrimFunc *func)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  TlHash h = { 0, numbers };

  tl_hash_feed (&h, func->n_params);
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      hash_buffer (&h, func->params[i].buffer);
    else
      {
        tl_hash_dtype (&h, func->params[i].var->dtype);
        tl_hash_definition (&h, func->params[i].var);
      }
  tl_hash_attrs (&h, &func->attrs, TRUE);
  hash_stmt (&h, func->body);
  return h.state;
}

guint64
tl_stmt_hash (const TlStmt *stmt)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  TlHash h = { 0, numbers };

  hash_stmt (&h, stmt);
  return h.state;
}

guint64
tl_module_hash (const TlModule *module)
{
  guint64 sum = module->n_prims;

  for (guint i = 0; i < module->n_prims; i++)
    {
      TlHash h = { hash_func (module->prims[i]), NULL };

      if (module->n_prims > 1)
        tl_hash_text (&h, module->prims[i]->name);
      sum += h.state;
    }
  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      sum += tl_hash_graph (module->funcs[i].graph);
  return sum;
}
