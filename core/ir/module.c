/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/module.h"

#include <string.h>

TlModule *
tl_module_new (TlArena *arena, const char *name, const TlPrimFunc *const *funcs, guint n_funcs, TlNodeId next_id)
{
  TlModule *module = tl_arena_new0 (arena, TlModule);

  module->arena = tl_arena_ref (arena);
  module->name = tl_arena_strdup (arena, name);
  module->funcs = tl_arena_dup_array (arena, const TlPrimFunc *, funcs, n_funcs);
  module->n_funcs = n_funcs;
  module->next_id = next_id;
  return module;
}

void
tl_module_set_extras (TlModule *module, const TlAttrs *attrs, const char *global_infos, const TlForeignFunc *foreign, guint n_foreign)
{
  module->attrs = *attrs;
  module->global_infos = global_infos;
  module->foreign = foreign;
  module->n_foreign = n_foreign;
}

TlModule *
tl_module_ref (const TlModule *module)
{
  tl_arena_ref (module->arena);
  return (TlModule *) module;
}

void
tl_module_unref (TlModule *module)
{
  tl_arena_unref (module->arena);
}

TlModule *
tl_module_with_func (const TlModule *module, TlBuilder *builder, guint func_index, const TlPrimFunc *func)
{
  const TlPrimFunc **funcs;
  TlModule          *copy;

  g_assert (func_index < module->n_funcs && builder->arena != module->arena);

  funcs = tl_arena_dup_array (builder->arena, const TlPrimFunc *, module->funcs, module->n_funcs);
  funcs[func_index] = func;
  copy = tl_module_new (builder->arena, module->name, funcs, module->n_funcs, MAX (builder->next_id, module->next_id));
  tl_module_set_extras (copy, &module->attrs, module->global_infos, module->foreign, module->n_foreign);
  return copy;
}

const TlPrimFunc *
tl_prim_func_with_body (TlArena *arena, const TlPrimFunc *func, const TlStmt *body)
{
  TlPrimFunc *copy = tl_arena_memdup (arena, func, sizeof *func);

  copy->body = body;
  return copy;
}

gint
tl_module_find_func (const TlModule *module, const char *name)
{
  for (guint i = 0; i < module->n_funcs; i++)
    if (strcmp (module->funcs[i]->name, name) == 0)
      return (gint) i;
  return -1;
}

gint
tl_module_entry (const TlModule *module)
{
  gint main_index = tl_module_find_func (module, "main");

  return main_index >= 0 ? main_index : module->n_funcs == 1 ? 0 : -1;
}
