/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of CPUs, with one other: loops that are bound to threads become parallel ones, which the code generator launches. */
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "tests/codegen/null-gpu/null-gpu.h"

#define MAX_PASSES 64

static const TlStmt *
launch_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlLoop loop = stmt->loop;

  if (stmt->kind != TL_STMT_FOR || loop.kind != TL_LOOP_THREAD_BINDING)
    return NULL;
  loop.kind = TL_LOOP_PARALLEL;
  loop.thread = NULL;
  loop.body = tl_rewrite_stmt (rewriter, loop.body);
  return tl_stmt_loop (rewriter->arena, &loop);
}

static const TlPrimFunc *
launch_threads (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  TlRewriter rewriter = { .arena = builder->arena, .stmt = launch_loop };

  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}

void
null_gpu_add_passes (void)
{
  static TlLowerPass passes[MAX_PASSES];
  static const TlPassList list = { "null-gpu", passes };
  TlTarget host = tl_target_host ();
  const TlPassList *of_cpus = tl_pass_list_find (&host, NULL);
  guint n = 0;

  for (const TlLowerPass *pass = of_cpus->passes; pass->name != NULL; pass++)
    {
      g_assert (n + 1 < MAX_PASSES);
      passes[n++] = g_str_equal (pass->name, "thread-axes")
                    ? (TlLowerPass) { "launch-threads", "Threads are launched together", launch_threads } : *pass;
    }
  tl_pass_list_add (&list);
}
