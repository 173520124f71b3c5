/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/loop-figures.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/session/program-view.h"

typedef struct
{
  TlState *state;
  char    *func_name;
  char    *assembly;
} FiguresJob;

static void
figures_job_free (FiguresJob *job)
{
  tl_state_unref (job->state);
  g_free (job->func_name);
  g_free (job->assembly);
  g_free (job);
}

static GTask *
new_task (TlState *state, const char *func_name, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask      *task = g_task_new (NULL, cancellable, callback, user_data);
  FiguresJob *job = g_new0 (FiguresJob, 1);

  job->state = tl_state_ref (state);
  job->func_name = g_strdup (func_name);
  g_task_set_task_data (task, job, (GDestroyNotify) figures_job_free);
  return task;
}

/* --- footprints --- */

static void
find_footprints (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  FiguresJob           *job = task_data;
  const TlModule       *module = tl_state_module (job->state);
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_module_prim (module, job->func_name), TRUE, FALSE);
  GHashTable           *table = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < loops->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TlNodeId            id = ((const TlStmt *) g_ptr_array_index (loops, i))->loop.id;
      g_autoptr (TlArena) arena = tl_arena_new (module->arena);
      const TlFootprint  *footprint = tl_footprint_of (arena, module, id);
      gint64              bytes = footprint != NULL ? footprint->total_bytes : -1;

      g_hash_table_insert (table, GUINT_TO_POINTER (id), g_memdup2 (&bytes, sizeof bytes));
    }
  g_task_return_pointer (task, table, (GDestroyNotify) g_hash_table_unref);
}

void
tl_loop_footprints_async (TlState *state, const char *func_name, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = new_task (state, func_name, cancellable, callback, user_data);

  g_task_run_in_thread (task, find_footprints);
}

GHashTable *
tl_loop_footprints_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- machine code --- */

/* The largest innermost loop of this name: the others are what remains of it at its ends. NULL: there is none. */
static const TlAsmLoop *
find_code (GPtrArray *report, const char *name)
{
  const TlAsmLoop *found = NULL;

  for (guint i = 0; i < report->len; i++)
    {
      const TlAsmLoop *loop = g_ptr_array_index (report, i);

      if (tl_asm_loop_is_innermost (report, i)
          && strcmp (loop->name, name) == 0 && (found == NULL || loop->n_instructions > found->n_instructions))
        found = loop;
    }
  return found;
}

GHashTable *
tl_loop_code_match (const TlPrimFunc *func, GPtrArray *report)
{
  g_autoptr (GPtrArray)  loops = tl_program_view_nodes (func, TRUE, FALSE);
  g_autoptr (GHashTable) n_of_name = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable            *table = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < loops->len; i++)
    {
      const char *name = ((const TlStmt *) g_ptr_array_index (loops, i))->loop.var->name;

      g_hash_table_insert (n_of_name, (gpointer) name, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (n_of_name, name)) + 1));
    }
  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop    *loop = &((const TlStmt *) g_ptr_array_index (loops, i))->loop;
      const TlAsmLoop *code = find_code (report, loop->var->name);

      if (code != NULL && GPOINTER_TO_UINT (g_hash_table_lookup (n_of_name, loop->var->name)) == 1)
        g_hash_table_insert (table, GUINT_TO_POINTER (loop->id), (gpointer) code);
    }
  return table;
}

static void
free_copied_code (gpointer data)
{
  g_free (((TlAsmLoop *) data)->name);
  g_free (data);
}

/* Copies what the table borrows from @report, as far as it is numbers and the name. */
static GHashTable *
own_table (GHashTable *borrowing)
{
  GHashTable    *table = g_hash_table_new_full (NULL, NULL, NULL, free_copied_code);
  GHashTableIter iter;
  gpointer       loop, value;

  g_hash_table_iter_init (&iter, borrowing);
  while (g_hash_table_iter_next (&iter, &loop, &value))
    {
      TlAsmLoop *code = g_memdup2 (value, sizeof (TlAsmLoop));

      code->name = g_strdup (code->name);
      code->function = code->calls = NULL;
      code->lines = NULL;
      g_hash_table_insert (table, loop, code);
    }
  return table;
}

static void
match_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  FiguresJob            *job = task_data;
  g_autoptr (GPtrArray)  report = tl_asm_report (job->assembly);
  g_autoptr (GHashTable) table = tl_loop_code_match (tl_module_prim (tl_state_module (job->state), job->func_name), report);

  g_task_return_pointer (task, own_table (table), (GDestroyNotify) g_hash_table_unref);
}

static void
on_compiled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;
  FiguresJob        *job = g_task_get_task_data (task);

  job->assembly = tl_session_show_finish (TL_SESSION (source), result, NULL, &error);
  if (job->assembly != NULL)
    g_task_run_in_thread (task, match_in_thread);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
tl_loop_code_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  tl_session_show_async (session, state, "asm", cancellable, on_compiled,
                         new_task (state, tl_session_func_name (session), cancellable, callback, user_data));
}

GHashTable *
tl_loop_code_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
