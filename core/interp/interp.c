/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/interp.h"

#include "core/interp/compile-private.h"
#include "core/ir/walk.h"

gboolean
tl_interp_run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  TlCompiler *compiler = tl_compiler_new (func, args, n_args, error);
  TlProgram  *program;
  TlMachine  *machine;
  gboolean    ok;

  if (compiler == NULL)
    return FALSE;
  tl_compiler_stmt (compiler, func->body);
  program = tl_compiler_finish (compiler);
  machine = tl_machine_new (program, func, args, max_steps, cancellable);
  ok = tl_machine_run (machine, 0);
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&machine->error));
  tl_machine_free (machine);
  tl_program_free (program);
  return ok;
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

  if (stmt->kind == TL_STMT_STORE)
    note_write (writes, stmt->buffer);
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
