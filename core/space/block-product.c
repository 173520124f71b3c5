/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/block-product.h"

gint
tl_block_read_index (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; i < block->n_reads; i++)
    if (block->reads[i].buffer == buffer)
      return (gint) i;
  return -1;
}

static const TlExpr *
without_casts (const TlExpr *expr)
{
  while (expr->kind == TL_EXPR_CAST)
    expr = expr->a;
  return expr;
}

typedef struct
{
  const TlExpr *load;
  guint         n_loads;
} LoadCount;

static TlWalk
count_loads (const TlExpr *expr, gpointer user_data)
{
  LoadCount *loads = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    {
      loads->load = expr;
      loads->n_loads++;
    }
  return TL_WALK_INTO;
}

static gboolean
read_operand (const TlBlockNest *nest, const TlExpr *value, TlBlockOperand *operand, char **why)
{
  LoadCount loads = { NULL, 0 };

  tl_expr_walk (value, count_loads, &loads);
  if (loads.n_loads != 1)
    return tl_set_reason (why, "a factor of block %s reads %u elements, not one", nest->block->name, loads.n_loads);
  *operand = (TlBlockOperand) {
    .load = loads.load,
    .value = without_casts (value),
    .read = tl_block_read_index (nest->block, loads.load->buffer),
    .axes = tl_block_nest_uses_any (nest, loads.load->indices, loads.load->n_indices),
  };
  if (operand->read < 0)
    return tl_set_reason (why, "block %s does not declare that it reads %s", nest->block->name, loads.load->buffer->name);
  return TRUE;
}

/* The addend in "C[i] = C[i] + addend", or NULL. */
static const TlExpr *
added_to_old (const TlStmt *store)
{
  const TlExpr *sum = store->value;

  if (sum->kind != TL_EXPR_ADD)
    return NULL;
  for (guint side = 0; side < 2; side++)
    {
      const TlExpr *old = side == 0 ? sum->a : sum->b;

      if (old->kind != TL_EXPR_LOAD || old->buffer != store->buffer || old->n_indices != store->n_indices)
        continue;
      for (guint i = 0; i < store->n_indices; i++)
        if (!tl_expr_equal (old->indices[i], store->indices[i]))
          return NULL;
      return side == 0 ? sum->b : sum->a;
    }
  return NULL;
}

gboolean
tl_block_product_match (const TlBlockNest *nest, TlBlockProduct *product, char **why)
{
  const TlBlock *block = nest->block;
  const TlExpr  *added;

  if (nest->reduced == 0)
    return tl_set_reason (why, "block %s has no reduction", block->name);
  if (block->n_writes != 1 || block->body->kind != TL_STMT_STORE)
    return tl_set_reason (why, "block %s is not a reduction with one result", block->name);
  product->store = block->body;
  added = added_to_old (product->store);
  added = added != NULL ? without_casts (added) : NULL;
  if (added == NULL || added->kind != TL_EXPR_MUL)
    return tl_set_reason (why, "block %s is not a sum of products", block->name);
  if (!read_operand (nest, added->a, &product->operands[0], why) || !read_operand (nest, added->b, &product->operands[1], why))
    return FALSE;
  if (product->operands[0].load->buffer == product->operands[1].load->buffer)
    return tl_set_reason (why, "both factors of block %s are read from %s", block->name, product->operands[0].load->buffer->name);
  return TRUE;
}

gboolean
tl_block_product_match_whole (const TlBlockNest *nest, TlBlockProduct *product, char **why)
{
  if (nest->block->init == NULL)
    return tl_set_reason (why, "block %s does not initialize its sum", nest->block->name);
  return tl_block_product_match (nest, product, why);
}
