/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks that a rule schedules together with a product: its consumer, and those that make its factors. */
#include "core/default-schedules/gpu/gpu-rules-private.h"

static TlWalk
stop_at_math (const TlExpr *expr, gpointer user_data)
{
  (void) user_data;
  return expr->kind == TL_EXPR_CALL && expr->callee->is_float_math ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The block that makes what the factor reads, if it is cheap enough to run for each tile again and no other block needs it. */
static void
find_producer (const TlDefaultSchedule *p, TlGpuFactor *factor)
{
  for (guint at = 0; at < p->blocks->len; at++)
    {
      const TlStmt         *stmt = tl_default_block (p, at);
      const TlBlock        *block = stmt != NULL ? &stmt->block : NULL;
      g_autoptr (GPtrArray) consumers = NULL;

      if (block == NULL || block->n_writes != 1 || block->writes[0].buffer != factor->operand->load->buffer || block->init != NULL
          || block->body->kind != TL_STMT_STORE || !tl_block_is_data_parallel (block) || block->annotations.n > 0
          || tl_default_is_param (p, block->writes[0].buffer) || !tl_expr_walk (block->body->value, stop_at_math, NULL))
        continue;
      consumers = tl_default_consumers (p, stmt);
      if (consumers->len != 1)
        continue;
      factor->producer = (gint) tl_default_rv (p, at);
      factor->lanes = 1;
    }
}

gboolean
tl_gpu_read_product (TlDefaultSchedule *p, guint at, TlGpuProduct *m, char **why)
{
  gint epilogue;

  if (!tl_gpu_product_read (p->builder, tl_default_rv (p, at), m, why))
    return FALSE;
  for (guint f = 0; f < 2; f++)
    find_producer (p, &m->factors[f]);
  epilogue = tl_default_epilogue (p, &m->nest);
  m->epilogue = epilogue >= 0 ? (gint) tl_default_rv (p, (guint) epilogue) : -1;
  return TRUE;
}

static void
claim_variable (TlDefaultSchedule *p, gint rv)
{
  for (guint at = 0; rv >= 0 && at < p->blocks->len; at++)
    if (tl_default_rv (p, at) == (guint) rv)
      {
        tl_default_claim (p, at);
        return;
      }
}

void
tl_gpu_claim_product (TlDefaultSchedule *p, const TlGpuProduct *m, guint at)
{
  tl_default_claim (p, at);
  claim_variable (p, m->epilogue);
  for (guint f = 0; f < 2; f++)
    claim_variable (p, m->factors[f].producer);
}
