/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/postprocs-private.h"

static TlWalk
stop_at_dynamic_loop (const TlStmt *stmt, gpointer user_data)
{
  const TlStmt **found = user_data;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.extent->kind == TL_EXPR_INT)
    return TL_WALK_INTO;
  *found = stmt;
  return TL_WALK_STOP;
}

static gboolean
disallow_dynamic_loop (const TlPostprocCall *call, GError **error)
{
  const TlStmt *found = NULL;

  if (tl_postproc_walk (call, stop_at_dynamic_loop, &found))
    return TRUE;
  return tl_refuse (error, &found->loop.id, 1, "tune the program for one shape, with numbers in place of its size variables",
                    "loop %s has a symbolic extent", found->loop.var->name);
}

const TlPostproc tl_postproc_disallow_dynamic_loop = {
  .info = { .name = "DisallowDynamicLoop", .summary = "Refuses programs with loops of symbolic extent." },
  .apply = disallow_dynamic_loop,
};
