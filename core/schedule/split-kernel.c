/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: the packing statements, run before the others, leave in their buffers what these read there: nothing else writes it. */
#include "core/schedule/split-kernel.h"

#include "core/ir/walk.h"

/* The memory that one statement of the function touches. */
typedef struct
{
  GHashTable *loaded, *stored, *own;   /* const TlBuffer * */
  gboolean    is_movable;
} Touches;

typedef struct
{
  const TlModule    *module;
  const TlPrimFunc  *func;
  const TlBlock     *root;
  const TlStmt *const *stmts;
  guint              n_stmts;
  Touches           *touches;     /* of each */
  gboolean          *is_setup;    /* of each */
  GHashTable        *known;       /* const TlBuffer *: constants, and what is computed from them */
} Splitting;

/* --- reading --- */

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  Touches *touches = user_data;

  if (expr->kind == TL_EXPR_CALL && (!expr->callee->is_pure || expr->callee->result == TL_RESULT_HANDLE))
    touches->is_movable = FALSE;
  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (touches->loaded, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

/* Buffers that the block has under another name. */
static void
note_matches (Touches *touches, const TlBlock *block)
{
  for (guint i = 0; i < block->n_matches; i++)
    {
      const TlBuffer *source = block->matches[i].source.buffer;

      g_hash_table_add (touches->loaded, (gpointer) source);
      for (guint w = 0; w < block->n_writes; w++)
        if (block->writes[w].buffer == source)
          g_hash_table_add (touches->stored, (gpointer) source);
    }
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  Touches *touches = user_data;

  if (stmt->kind == TL_STMT_STORE)
    g_hash_table_add (touches->stored, (gpointer) stmt->buffer);
  else if (stmt->kind == TL_STMT_BLOCK)
    {
      touches->is_movable &= stmt->block.n_matches == 0;
      note_matches (touches, &stmt->block);
      for (guint i = 0; i < stmt->block.n_allocs; i++)
        g_hash_table_add (touches->own, (gpointer) stmt->block.allocs[i]);
    }
  else if (stmt->kind != TL_STMT_FOR && stmt->kind != TL_STMT_SEQ && stmt->kind != TL_STMT_IF)
    touches->is_movable = FALSE;
  return TL_WALK_INTO;
}

static void
read_statements (Splitting *splitting)
{
  const TlStmt *body = splitting->root->body;

  splitting->stmts = body->kind == TL_STMT_SEQ ? body->stmts : &splitting->root->body;
  splitting->n_stmts = body->kind == TL_STMT_SEQ ? body->n_stmts : 1;
  splitting->touches = g_new0 (Touches, splitting->n_stmts);
  splitting->is_setup = g_new0 (gboolean, splitting->n_stmts);
  splitting->known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < splitting->n_stmts; i++)
    {
      Touches *touches = &splitting->touches[i];

      *touches = (Touches) { g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL), TRUE };
      tl_stmt_walk (splitting->stmts[i], note_stmt, note_expr, touches);
    }
}

static void
splitting_clear (Splitting *splitting)
{
  for (guint i = 0; i < splitting->n_stmts; i++)
    {
      g_hash_table_unref (splitting->touches[i].loaded);
      g_hash_table_unref (splitting->touches[i].stored);
      g_hash_table_unref (splitting->touches[i].own);
    }
  g_hash_table_unref (splitting->known);
  g_free (splitting->touches);
  g_free (splitting->is_setup);
}

/* --- choosing --- */

static gboolean
is_allocated (const TlBlock *root, const TlBuffer *buffer)
{
  for (guint i = 0; i < root->n_allocs; i++)
    if (root->allocs[i] == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
is_written_elsewhere (const Splitting *splitting, guint index, const TlBuffer *buffer)
{
  for (guint i = 0; i < splitting->n_stmts; i++)
    if (i != index && g_hash_table_contains (splitting->touches[i].stored, buffer))
      return TRUE;
  return FALSE;
}

static gboolean
is_setup (const Splitting *splitting, guint index)
{
  const Touches *touches = &splitting->touches[index];
  GHashTableIter iter;
  gpointer       buffer;

  if (!touches->is_movable)
    return FALSE;
  g_hash_table_iter_init (&iter, touches->stored);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    if (!g_hash_table_contains (touches->own, buffer)
        && (!is_allocated (splitting->root, buffer) || tl_buffer_n_elements (buffer) < 0
            || is_written_elsewhere (splitting, index, buffer)))
      return FALSE;
  g_hash_table_iter_init (&iter, touches->loaded);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    if (!g_hash_table_contains (touches->own, buffer) && !g_hash_table_contains (touches->stored, buffer)
        && !g_hash_table_contains (splitting->known, buffer))
      return FALSE;
  return TRUE;
}

/* In order: what is computed from constants is as good as one. */
static guint
choose (Splitting *splitting, TlParamSet constants)
{
  guint n = 0;

  for (guint i = 0; i < MIN (splitting->func->n_params, TL_PARAM_SET_MAX); i++)
    if ((constants >> i & 1) != 0 && splitting->func->params[i].buffer != NULL)
      g_hash_table_add (splitting->known, (gpointer) splitting->func->params[i].buffer);
  for (guint i = 0; i < splitting->n_stmts; i++)
    {
      GHashTableIter iter;
      gpointer       buffer;

      splitting->is_setup[i] = is_setup (splitting, i);
      n += splitting->is_setup[i];
      g_hash_table_iter_init (&iter, splitting->touches[i].stored);
      while (splitting->is_setup[i] && g_hash_table_iter_next (&iter, &buffer, NULL))
        g_hash_table_add (splitting->known, buffer);
    }
  return n;
}

/* --- making --- */

/* Whether a statement of that half touches it. */
static gboolean
is_touched (const Splitting *splitting, gboolean setup, const TlBuffer *buffer)
{
  for (guint i = 0; i < splitting->n_stmts; i++)
    if (splitting->is_setup[i] == setup
        && (g_hash_table_contains (splitting->touches[i].loaded, buffer) || g_hash_table_contains (splitting->touches[i].stored, buffer)))
      return TRUE;
  return FALSE;
}

static gboolean
is_packed (const Splitting *splitting, const TlBuffer *buffer)
{
  return is_touched (splitting, TRUE, buffer) && is_touched (splitting, FALSE, buffer);
}

static void
add_packed (const Splitting *splitting, GArray *params)
{
  for (guint i = 0; i < splitting->root->n_allocs; i++)
    {
      TlParam param = { .name = splitting->root->allocs[i]->name, .buffer = splitting->root->allocs[i] };

      if (is_packed (splitting, param.buffer))
        g_array_append_val (params, param);
    }
}

/* The statements of one half with the buffers that it alone has, as a function of @params. */
static TlModule *
make_half (const Splitting *splitting, gboolean setup, const GArray *params)
{
  g_autoptr (TlArena)   arena = tl_arena_new (splitting->module->arena);
  g_autoptr (GPtrArray) stmts = g_ptr_array_new (), allocs = g_ptr_array_new ();
  TlBlock               root = *splitting->root;
  TlPrimFunc           *func = tl_arena_dup_array (arena, TlPrimFunc, splitting->func, 1);

  for (guint i = 0; i < splitting->n_stmts; i++)
    if (splitting->is_setup[i] == setup)
      g_ptr_array_add (stmts, (gpointer) splitting->stmts[i]);
  for (guint i = 0; i < root.n_allocs; i++)
    if (is_touched (splitting, TRUE, root.allocs[i]) == setup && !is_packed (splitting, root.allocs[i]))
      g_ptr_array_add (allocs, (gpointer) root.allocs[i]);
  root.body = tl_stmt_seq (arena, (const TlStmt *const *) stmts->pdata, stmts->len);
  root.allocs = tl_arena_dup_array (arena, const TlBuffer *, allocs->pdata, allocs->len);
  root.n_allocs = allocs->len;
  func->body = tl_stmt_block (arena, &root);
  func->params = tl_arena_dup_array (arena, TlParam, params->data, params->len);
  func->n_params = params->len;
  return tl_module_new_prims (arena, splitting->module->name, tl_arena_dup_array (arena, const TlPrimFunc *, &func, 1), 1,
                              splitting->module->next_id);
}

static void
make_main (const Splitting *splitting, TlSplitKernel *split)
{
  g_autoptr (GArray) params = g_array_new (FALSE, TRUE, sizeof (TlParam));

  g_array_append_vals (params, splitting->func->params, splitting->func->n_params);
  add_packed (splitting, params);
  split->main = make_half (splitting, FALSE, params);
}

static void
make_setup (const Splitting *splitting, TlSplitKernel *split)
{
  g_autoptr (GArray) params = g_array_new (FALSE, TRUE, sizeof (TlParam));

  split->constants = g_new0 (guint, splitting->func->n_params + 1);
  for (guint i = 0; i < splitting->func->n_params; i++)
    if (splitting->func->params[i].buffer != NULL && is_touched (splitting, TRUE, splitting->func->params[i].buffer))
      {
        g_array_append_val (params, splitting->func->params[i]);
        split->constants[split->n_constants++] = i;
      }
  add_packed (splitting, params);
  split->setup = make_half (splitting, TRUE, params);
}

gboolean
tl_kernel_split (const TlModule *module, TlParamSet constants, TlSplitKernel *split)
{
  const TlPrimFunc *func = module->prims[0];
  Splitting         splitting = { .module = module, .func = func, .root = &func->body->block };
  guint             n_setup;

  *split = (TlSplitKernel) { NULL };
  g_return_val_if_fail (module->n_prims == 1 && func->body->kind == TL_STMT_BLOCK, FALSE);
  read_statements (&splitting);
  n_setup = choose (&splitting, constants);
  if (n_setup > 0 && n_setup < splitting.n_stmts)
    {
      make_main (&splitting, split);
      make_setup (&splitting, split);
    }
  splitting_clear (&splitting);
  return split->main != NULL;
}

void
tl_split_kernel_clear (TlSplitKernel *split)
{
  g_clear_pointer (&split->main, tl_module_unref);
  g_clear_pointer (&split->setup, tl_module_unref);
  g_clear_pointer (&split->constants, g_free);
}

TlModule *
tl_kernel_main (const TlModule *module, TlParamSet constants)
{
  g_auto (TlSplitKernel) split = { NULL };

  if (constants != 0 && module->n_prims == 1 && tl_kernel_split (module, constants, &split))
    return g_steal_pointer (&split.main);
  return tl_module_ref ((TlModule *) module);
}
