/* SPDX-License-Identifier: Apache-2.0 */
#include "core/records/module-equality.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/ir/compare.h"
#include "core/ir/path.h"

static const struct { const char *name, *alias; } equalities[] = {
#define X(kind, name, alias, summary) { name, alias },
  TL_MODULE_EQUALITIES (X)
#undef X
};

gboolean
tl_module_equality_parse (const char *name, TlModuleEquality *equality)
{
  for (guint i = 0; i < G_N_ELEMENTS (equalities); i++)
    if (g_strcmp0 (name, equalities[i].name) == 0 || (equalities[i].alias && g_strcmp0 (name, equalities[i].alias) == 0))
      {
        *equality = (TlModuleEquality) i;
        return TRUE;
      }
  return FALSE;
}

/* Of the loop nest that the block stands in. */
static double
flops_around (const TlModule *module, const TlPrimFunc *func, const TlStmt *block)
{
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);
  TlPrimFunc nest = *func;

  nest.body = loops->len > 0 ? loops->pdata[0] : block;
  return tl_func_flops (&nest);
}

const TlStmt *
tl_module_anchor_block (const TlModule *module)
{
  const TlPrimFunc *entry = tl_module_entry (module);
  g_autoptr (GPtrArray) blocks = entry ? tl_stmt_blocks (entry->body) : g_ptr_array_new ();
  const TlStmt *best = NULL;
  double best_flops = 0;
  guint n = 0;

  for (guint i = 0; i < blocks->len; i++)
    if (((const TlStmt *) blocks->pdata[i])->block.init)
      n++;
  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = blocks->pdata[i];
      double flops;

      if (!block->block.init)
        continue;
      flops = n > 1 ? flops_around (module, entry, block) : 0;
      if (!best || flops > best_flops)
        {
          best = block;
          best_flops = flops;
        }
    }
  return best;
}

/* The block without what binds it to loops. In @arena. */
static const TlStmt *
unbound (TlArena *arena, const TlStmt *block)
{
  TlBlock copy = block->block;
  const TlExpr **bindings = tl_arena_new_array (arena, const TlExpr *, copy.n_axes);

  for (guint i = 0; i < copy.n_axes; i++)
    bindings[i] = tl_int (arena, 0);
  copy.bindings = bindings;
  copy.predicate = NULL;
  return tl_stmt_block (arena, &copy);
}

gboolean
tl_module_equality_holds (TlModuleEquality equality, const TlModule *a, const TlModule *b)
{
  const TlStmt *anchor_a = equality == TL_MODULE_EQUALITY_ANCHOR_BLOCK ? tl_module_anchor_block (a) : NULL;
  const TlStmt *anchor_b = anchor_a ? tl_module_anchor_block (b) : NULL;
  g_autoptr (TlArena) arena = NULL;

  if (!anchor_a || !anchor_b)
    return tl_module_equal (a, b, NULL);
  arena = tl_arena_new (NULL);
  return tl_stmt_equal (unbound (arena, anchor_a), unbound (arena, anchor_b), TRUE);
}

guint64
tl_module_equality_hash (TlModuleEquality equality, const TlModule *module)
{
  const TlStmt *anchor = equality == TL_MODULE_EQUALITY_ANCHOR_BLOCK ? tl_module_anchor_block (module) : NULL;
  g_autoptr (TlArena) arena = NULL;

  if (!anchor)
    return tl_module_hash (module);
  arena = tl_arena_new (NULL);
  return tl_stmt_hash (unbound (arena, anchor));
}
