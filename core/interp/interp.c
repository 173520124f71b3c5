/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/interp.h"

#include <string.h>

#include "core/interp/compile-private.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

/* @unwritten: nullable; else the code watches for reads of what was not written. */
static gboolean
run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, gboolean has_other_poison, GCancellable *cancellable,
     char **unwritten, GError **error)
{
  TlCompiler *compiler = tl_compiler_new (func, args, n_args, error);
  TlProgram  *program;
  TlInterpMachine  *machine;
  gboolean    ok;

  if (compiler == NULL)
    return FALSE;
  if (unwritten != NULL)
    tl_compiler_set_watch (compiler);
  tl_compiler_stmt (compiler, func->body);
  program = tl_compiler_finish (compiler);
  machine = tl_machine_new (program, func, args, max_steps, cancellable);
  machine->has_other_poison = has_other_poison;
  ok = tl_machine_run (machine, 0);
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&machine->error));
  if (unwritten != NULL)
    *unwritten = g_steal_pointer (&machine->unwritten);
  tl_machine_free (machine);
  tl_program_free (program);
  return ok;
}

gboolean
tl_interp_run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  return run (func, args, n_args, max_steps, FALSE, cancellable, NULL, error);
}

static GPtrArray *
copy_all (TlTensor *const *args, guint n_args)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < n_args; i++)
    g_ptr_array_add (copies, tl_tensor_dup (args[i]));
  return copies;
}

/* Reading unwritten elements is no fault where no result depends on them (lanes of a T.Select): two runs with other memory show that. */
gboolean
tl_interp_run_watched (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                       char **unwritten, GError **error)
{
  g_autoptr (GPtrArray) others = copy_all (args, n_args);
  gboolean              is_same = TRUE;

  *unwritten = NULL;
  if (!run (func, args, n_args, max_steps, FALSE, cancellable, unwritten, error))
    {
      g_clear_pointer (unwritten, g_free);
      return FALSE;
    }
  if (*unwritten == NULL)
    return TRUE;
  if (run (func, (TlTensor *const *) others->pdata, n_args, max_steps, TRUE, cancellable, NULL, NULL))
    for (guint i = 0; i < n_args; i++)
      is_same = is_same && memcmp (args[i]->data, ((TlTensor *) others->pdata[i])->data, args[i]->n_bytes) == 0;
  else
    is_same = FALSE;
  if (is_same)
    g_clear_pointer (unwritten, g_free);
  return TRUE;
}

gboolean
tl_interp_find_unwritten (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                          char **unwritten, GError **error)
{
  g_autoptr (GPtrArray) copies = copy_all (args, n_args);

  *unwritten = NULL;
  if (run (func, (TlTensor *const *) copies->pdata, n_args, max_steps, FALSE, cancellable, unwritten, error))
    return TRUE;
  g_clear_pointer (unwritten, g_free);
  return FALSE;
}

/* Buffers stored to, with views standing for what they look at. */
typedef struct
{
  GHashTable *written;
  GHashTable *sources;   /* view → source */
} Writes;

static void
note_write (Writes *writes, const TlBuffer *buffer)
{
  const TlBuffer *source;

  while ((source = g_hash_table_lookup (writes->sources, buffer)) != NULL)
    buffer = source;
  g_hash_table_add (writes->written, (gpointer) buffer);
}

static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  Writes *writes = user_data;
  TlMatrixCall call;

  if (stmt->kind == TL_STMT_STORE)
    note_write (writes, stmt->buffer);
  if (stmt->kind == TL_STMT_EVALUATE && tl_matrix_call_read (stmt->expr, &call) && call.kind == TL_MATRIX_STORE)
    note_write (writes, call.memory);
  if (stmt->kind == TL_STMT_BLOCK)
    {
      for (guint i = 0; i < stmt->block.n_matches; i++)
        g_hash_table_insert (writes->sources, (gpointer) stmt->block.matches[i].buffer, (gpointer) stmt->block.matches[i].source.buffer);
      for (guint i = 0; i < stmt->block.n_writes; i++)
        note_write (writes, stmt->block.writes[i].buffer);
    }
  return TL_WALK_INTO;
}

GArray *
tl_interp_written_params (const TlPrimFunc *func)
{
  Writes  writes = { g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL) };
  GArray *flags = g_array_sized_new (FALSE, TRUE, sizeof (gboolean), func->n_params);

  tl_stmt_walk (func->body, visit_stmt, NULL, &writes);
  for (guint i = 0; i < func->n_params; i++)
    {
      gboolean is_written = func->params[i].buffer != NULL && g_hash_table_contains (writes.written, func->params[i].buffer);

      g_array_append_val (flags, is_written);
    }
  g_hash_table_unref (writes.written);
  g_hash_table_unref (writes.sources);
  return flags;
}
