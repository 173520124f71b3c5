/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/kernel.h"
#include "tests/read-module.h"

/* The module of a TVMScript whose one function is a lowered GPU program already: kernels in host code, no blocks. */
static inline TlModule *
read_kernel_form (const char *text)
{
  g_autoptr (TlModule) module = read_module (text);
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlPrimFunc    *func = module->prims[0];

  if (func->body->kind == TL_STMT_BLOCK)
    func = tl_prim_func_with_body (arena, func, func->body->block.body);
  return tl_module_new_prims (arena, module->name, &func, 1, module->next_id);
}
