/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structural hash: a walk that feeds what tl_module_equal compares, with variables and buffers replaced by the order of their
 * definition. No address and no name of either enters it, so the value is the same in every process.
 */
#include <string.h>

#include "core/ir/compare.h"

typedef struct
{
  guint64     state;
  GHashTable *numbers;   /* variable or buffer → its number, from 1 */
} Hash;

static void hash_stmt (Hash *h, const TlStmt *stmt);

static void
feed (Hash *h, guint64 value)
{
  guint64 z = (h->state ^ value) + G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  h->state = z ^ (z >> 31);
}

static void
feed_text (Hash *h, const char *text)
{
  guint64 fnv = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (; text != NULL && *text != '\0'; text++)
    fnv = (fnv ^ (guchar) *text) * G_GUINT64_CONSTANT (0x100000001b3);
  feed (h, fnv);
}

static void
feed_double (Hash *h, double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  feed (h, bits);
}

static void
feed_dtype (Hash *h, TlDType dtype)
{
  feed (h, (guint64) dtype.code << 32 | (guint64) dtype.bits << 16 | dtype.lanes);
}

static void
feed_definition (Hash *h, gconstpointer definition)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (h->numbers, definition));

  if (number == 0)
    {
      number = g_hash_table_size (h->numbers) + 1;
      g_hash_table_insert (h->numbers, (gpointer) definition, GUINT_TO_POINTER (number));
    }
  feed (h, number);
}

static void
hash_list (Hash *h, const TlExpr *const *list, guint n);

static void
hash_expr (Hash *h, const TlExpr *expr)
{
  if (expr == NULL)
    {
      feed (h, 0);
      return;
    }
  feed (h, (guint64) expr->kind + 1);
  feed_dtype (h, expr->dtype);
  if (tl_expr_kind_is_binary (expr->kind))
    {
      hash_expr (h, expr->a);
      hash_expr (h, expr->b);
      return;
    }
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      feed (h, (guint64) expr->int_value);
      break;
    case TL_EXPR_FLOAT:
      feed_double (h, expr->float_value);
      break;
    case TL_EXPR_STRING:
      feed_text (h, expr->text);
      break;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      hash_expr (h, expr->a);
      break;
    case TL_EXPR_SELECT:
      hash_expr (h, expr->cond);
      hash_expr (h, expr->if_true);
      hash_expr (h, expr->if_false);
      break;
    case TL_EXPR_LOAD:
      feed_definition (h, expr->buffer);
      hash_list (h, expr->indices, expr->n_indices);
      break;
    case TL_EXPR_CALL:
      feed_text (h, expr->callee->name);
      hash_list (h, expr->args, expr->n_args);
      break;
    case TL_EXPR_RAMP:
      hash_expr (h, expr->stride);
      hash_expr (h, expr->base);
      break;
    case TL_EXPR_BROADCAST:
      hash_expr (h, expr->base);
      break;
    case TL_EXPR_LET:
      hash_expr (h, expr->let_value);
      feed_definition (h, expr->let_var);
      hash_expr (h, expr->let_body);
      break;
    default:
      feed_definition (h, expr);
      break;
    }
}

static void
hash_list (Hash *h, const TlExpr *const *list, guint n)
{
  feed (h, n);
  for (guint i = 0; i < n; i++)
    hash_expr (h, list[i]);
}

static void
hash_value (Hash *h, const TlValue *value);

/* Order-free: a sum of the entries' own hashes. */
static void
hash_attrs (Hash *h, const TlAttrs *attrs, gboolean of_function)
{
  guint64 sum = 0;

  for (guint i = 0; i < attrs->n; i++)
    {
      Hash        entry = { 0, h->numbers };
      const char *key = attrs->keys[i];

      if (of_function && strcmp (key, "global_symbol") == 0)
        continue;
      feed_text (&entry, g_str_has_prefix (key, "tirx.") ? key + 5 : g_str_has_prefix (key, "tir.") ? key + 4 : key);
      hash_value (&entry, &attrs->values[i]);
      sum += entry.state;
    }
  feed (h, sum);
}

static void
hash_value (Hash *h, const TlValue *value)
{
  TlValue number;

  if (tl_value_get_number (value, &number))
    value = &number;
  switch (value->kind)
    {
    case TL_VALUE_NONE:
    case TL_VALUE_BOOL:
      feed (h, 1);
      break;
    case TL_VALUE_INT:
      feed (h, (guint64) value->integer);
      break;
    case TL_VALUE_FLOAT:
      feed_double (h, value->number);
      break;
    case TL_VALUE_STRING:
      feed_text (h, value->string);
      break;
    case TL_VALUE_LIST:
      feed (h, value->n_items);
      for (guint i = 0; i < value->n_items; i++)
        hash_value (h, &value->items[i]);
      break;
    case TL_VALUE_DICT:
      hash_attrs (h, &value->dict, FALSE);
      break;
    case TL_VALUE_EXPR:
      hash_expr (h, value->expr);
      break;
    }
}

static void
hash_buffer (Hash *h, const TlBuffer *buffer)
{
  feed_dtype (h, buffer->dtype);
  feed_text (h, buffer->scope);
  hash_list (h, buffer->shape, buffer->n_dims);
  if (buffer->strides != NULL)
    hash_list (h, buffer->strides, buffer->n_dims);
  hash_expr (h, tl_buffer_offset (buffer));
  feed_definition (h, buffer);
}

static void
hash_regions (Hash *h, const TlRegion *regions, guint n)
{
  feed (h, n);
  for (guint i = 0; i < n; i++)
    {
      feed_definition (h, regions[i].buffer);
      for (guint d = 0; d < regions[i].buffer->n_dims; d++)
        {
          hash_expr (h, regions[i].ranges[d].min);
          hash_expr (h, regions[i].ranges[d].extent);
        }
    }
}

static void
hash_block (Hash *h, const TlBlock *block)
{
  hash_list (h, block->bindings, block->n_axes);
  for (guint i = 0; i < block->n_axes; i++)
    {
      feed (h, block->axes[i].kind);
      hash_expr (h, block->axes[i].dom.min);
      hash_expr (h, block->axes[i].dom.extent);
      feed_definition (h, block->axes[i].var);
    }
  hash_expr (h, tl_expr_is_true (block->predicate) ? NULL : block->predicate);
  for (guint i = 0; i < block->n_allocs; i++)
    hash_buffer (h, block->allocs[i]);
  for (guint i = 0; i < block->n_matches; i++)
    {
      hash_regions (h, &block->matches[i].source, 1);
      hash_buffer (h, block->matches[i].buffer);
    }
  hash_regions (h, block->reads, block->n_reads);
  hash_regions (h, block->writes, block->n_writes);
  hash_attrs (h, &block->annotations, FALSE);
  hash_stmt (h, block->init);
  hash_stmt (h, block->body);
}

static void
hash_stmt (Hash *h, const TlStmt *stmt)
{
  if (stmt == NULL)
    {
      feed (h, 0);
      return;
    }
  feed (h, (guint64) stmt->kind + 100);
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      feed (h, stmt->loop.kind);
      hash_expr (h, stmt->loop.min);
      hash_expr (h, stmt->loop.extent);
      hash_expr (h, stmt->loop.step);
      feed (h, (guint64) tl_loop_is_launch (&stmt->loop));
      feed_text (h, stmt->loop.thread);
      hash_attrs (h, &stmt->loop.annotations, FALSE);
      feed_definition (h, stmt->loop.var);
      hash_stmt (h, stmt->loop.body);
      break;
    case TL_STMT_BLOCK:
      hash_block (h, &stmt->block);
      break;
    case TL_STMT_SEQ:
      feed (h, stmt->n_stmts);
      for (guint i = 0; i < stmt->n_stmts; i++)
        hash_stmt (h, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      feed_definition (h, stmt->buffer);
      hash_list (h, stmt->indices, stmt->n_indices);
      hash_expr (h, stmt->value);
      break;
    case TL_STMT_IF:
    case TL_STMT_WHILE:
      hash_expr (h, stmt->cond);
      hash_stmt (h, stmt->then_body);
      hash_stmt (h, stmt->kind == TL_STMT_IF ? stmt->else_body : NULL);
      break;
    case TL_STMT_LET:
      hash_expr (h, stmt->let_value);
      feed_definition (h, stmt->var);
      hash_stmt (h, stmt->let_body);
      break;
    case TL_STMT_EVALUATE:
      hash_expr (h, stmt->expr);
      break;
    case TL_STMT_ATTR:
      feed_text (h, stmt->attr_key);
      hash_expr (h, stmt->attr_node);
      hash_expr (h, stmt->attr_value);
      hash_stmt (h, stmt->attr_body);
      break;
    case TL_STMT_ASSERT:
      hash_expr (h, stmt->assert_cond);
      break;
    case TL_STMT_ALLOC:
      hash_buffer (h, stmt->buffer);
      hash_attrs (h, &stmt->alloc_annotations, FALSE);
      hash_stmt (h, stmt->alloc_body);
      break;
    }
}

static guint64
hash_func (const TlPrimFunc *func)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  Hash h = { 0, numbers };

  feed (&h, func->n_params);
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      hash_buffer (&h, func->params[i].buffer);
    else
      {
        feed_dtype (&h, func->params[i].var->dtype);
        feed_definition (&h, func->params[i].var);
      }
  hash_attrs (&h, &func->attrs, TRUE);
  hash_stmt (&h, func->body);
  return h.state;
}

guint64
tl_stmt_hash (const TlStmt *stmt)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  Hash h = { 0, numbers };

  hash_stmt (&h, stmt);
  return h.state;
}

guint64
tl_module_hash (const TlModule *module)
{
  guint64 sum = module->n_prims;

  for (guint i = 0; i < module->n_prims; i++)
    {
      Hash h = { hash_func (module->prims[i]), NULL };

      if (module->n_prims > 1)
        feed_text (&h, module->prims[i]->name);
      sum += h.state;
    }
  return sum;
}
