/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/hash-private.h"
#include "core/ir/relax-walk.h"

static void
hash_size (const TlExpr *size, gpointer user_data)
{
  tl_hash_expr (user_data, size);
}

static void
hash_type (TlHash *h, const TlRelaxType *type)
{
  tl_hash_feed (h, type->kind);
  tl_hash_dtype (h, type->dtype);
  tl_hash_feed (h, (guint64) (type->n_dims + 1));
  tl_hash_feed (h, type->n_fields);
  tl_relax_type_walk_sizes (type, hash_size, h);
}

/* Elements and shape; their memory is contiguous. */
static void
hash_tensor (TlHash *h, const TlTensor *tensor)
{
  const guchar *bytes = tensor->data;
  guint64       fnv = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < tensor->n_bytes; i++)
    fnv = (fnv ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  tl_hash_feed (h, fnv);
  tl_hash_feed (h, tensor->n_dims);
}

static void
hash_expr (const TlRelaxExpr *expr, gpointer user_data)
{
  TlHash *h = user_data;

  tl_hash_feed (h, expr->kind);
  switch (expr->kind)
    {
    case TL_RELAX_VAR:
      tl_hash_definition (h, expr);
      tl_hash_feed (h, expr->is_dataflow ? 1 : 0);
      hash_type (h, expr->type);
      break;
    case TL_RELAX_CONST:
      hash_tensor (h, expr->tensor);
      break;
    case TL_RELAX_SHAPE:
      for (guint i = 0; i < expr->n_dims; i++)
        tl_hash_expr (h, expr->dims[i]);
      break;
    case TL_RELAX_PRIM:
      tl_hash_expr (h, expr->prim);
      break;
    case TL_RELAX_STRING:
    case TL_RELAX_GLOBAL:
    case TL_RELAX_EXTERN:
      tl_hash_text (h, expr->name);
      break;
    case TL_RELAX_DTYPE:
      tl_hash_dtype (h, expr->dtype);
      break;
    case TL_RELAX_TUPLE:
      tl_hash_feed (h, expr->n_items);
      break;
    case TL_RELAX_ITEM:
      tl_hash_feed (h, expr->index);
      break;
    case TL_RELAX_CALL:
      tl_hash_text (h, expr->op != NULL ? expr->op->name : NULL);
      tl_hash_feed (h, expr->n_args);
      tl_hash_attrs (h, &expr->attrs, FALSE);
      for (guint i = 0; i < expr->n_type_args; i++)
        hash_type (h, expr->type_args[i]);
      break;
    case TL_RELAX_FUNCTION:
    case TL_RELAX_IF:
      break;
    }
}

guint64
tl_hash_graph (const TlGraphFunc *func)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  TlHash                 h = { 0, numbers };

  tl_hash_attrs (&h, &func->attrs, TRUE);
  tl_graph_func_walk (func, hash_expr, &h);
  return h.state;
}
