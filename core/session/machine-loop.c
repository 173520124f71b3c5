/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/machine-loop.h"

#include <string.h>

#include "core/analysis/asm-report.h"
#include "core/analysis/gpu/gpu-asm-report.h"
#include "core/ir/path.h"

/* --- finding --- */

void
tl_machine_loop_free (TlMachineLoop *loop)
{
  g_free (loop->name);
  g_free (loop->text);
  g_array_unref (loop->lines);
  g_free (loop);
}

static TlNodeId
node_at (const GArray *nodes, guint line)
{
  return line < nodes->len ? g_array_index (nodes, TlOrigin, line).id : 0;
}

static gboolean
is_within (const TlModule *module, TlNodeId node, TlNodeId within)
{
  const TlStmt *outer = node != 0 ? tl_module_find (module, within) : NULL;

  return outer != NULL && tl_stmt_find (outer, node) != NULL;
}

/* @lines: of a loop, as in all of these. */
static gboolean
has_code_of (const GArray *lines, const GArray *nodes, const TlModule *module, TlNodeId within)
{
  for (guint i = 0; within != 0 && i < lines->len; i++)
    if (is_within (module, node_at (nodes, g_array_index (lines, guint, i)), within))
      return TRUE;
  return within == 0;
}

/* The node of most of the loop's instructions. */
static TlNodeId
main_node (const GArray *lines, const GArray *nodes)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  TlNodeId               found = 0;
  guint                  most = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      TlNodeId node = node_at (nodes, g_array_index (lines, guint, i));
      guint    n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (node))) + 1;

      g_hash_table_insert (counts, GUINT_TO_POINTER (node), GUINT_TO_POINTER (n));
      if (node != 0 && n > most)
        {
          found = node;
          most = n;
        }
    }
  return found;
}

/* The product of the extents of all loops around @node and its own; symbolic extents count as one. */
static double
iterations_of (const TlModule *module, TlNodeId node)
{
  g_autoptr (TlPath) path = tl_path_find (module, node);
  double             n = 1;

  for (guint i = 0; path != NULL && i < path->n; i++)
    {
      gint64 extent;

      if (path->stmts[i]->kind == TL_STMT_FOR && tl_expr_get_int (path->stmts[i]->loop.extent, &extent))
        n *= (double) extent;
    }
  return n;
}

/* The hottest of those that were compared so far. */
typedef struct
{
  gboolean is_found;
  guint    index, n_instructions;
  double   iterations;
} Hottest;

static void
compare (Hottest *hottest, guint index, const GArray *lines, guint n_instructions, const GArray *nodes, const TlModule *module,
         TlNodeId within)
{
  double iterations;

  if (lines->len == 0 || !has_code_of (lines, nodes, module, within))
    return;
  iterations = iterations_of (module, main_node (lines, nodes));
  if (!hottest->is_found || iterations > hottest->iterations
      || (iterations >= hottest->iterations && n_instructions > hottest->n_instructions))
    *hottest = (Hottest) { TRUE, index, n_instructions, iterations };
}

/* Jumps of the loop lead to its labels: the rows between its first and its last instruction that are one of these. */
static char *
text_of (const TlAsmLoop *loop, char *const *rows)
{
  GString *text = g_string_new (NULL);
  guint    next = 0, first = g_array_index (loop->lines, guint, 0), last = g_array_index (loop->lines, guint, loop->lines->len - 1);

  for (guint row = first; row <= last; row++)
    {
      gboolean is_own = next < loop->lines->len && g_array_index (loop->lines, guint, next) == row;

      next += is_own;
      if (is_own || g_str_has_prefix (rows[row], ".L"))
        g_string_append_printf (text, "%s\n", rows[row]);
    }
  return g_string_free (text, FALSE);
}

TlMachineLoop *
tl_machine_loop_find (const char *assembly, const GArray *nodes, const TlModule *module, TlNodeId within)
{
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  g_auto (GStrv)        rows = NULL;
  const TlAsmLoop      *found;
  TlMachineLoop        *hot;
  Hottest               hottest = { FALSE };

  for (guint i = 0; i < report->len; i++)
    {
      const TlAsmLoop *loop = g_ptr_array_index (report, i);

      if (tl_asm_loop_is_innermost (report, i))
        compare (&hottest, i, loop->lines, loop->n_instructions, nodes, module, within);
    }
  if (!hottest.is_found)
    return NULL;
  found = g_ptr_array_index (report, hottest.index);
  rows = g_strsplit (assembly, "\n", -1);
  hot = g_new0 (TlMachineLoop, 1);
  hot->name = g_strdup (found->name);
  hot->text = text_of (found, rows);
  hot->lines = g_array_ref (found->lines);
  hot->node = main_node (found->lines, nodes);
  return hot;
}

/* Of the loop or block; "" where none is known. Compilers unroll: which of the loops around it is left, its code does not say. */
static char *
name_of_node (const TlModule *module, TlNodeId node)
{
  const TlStmt *stmt = node != 0 ? tl_module_find (module, node) : NULL;

  return g_strdup (stmt == NULL ? "" : stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : stmt->block.name);
}

TlMachineLoop *
tl_machine_loop_find_gpu (const char *assembly, const GArray *nodes, const TlModule *module, TlNodeId within)
{
  g_autoptr (GPtrArray) loops = tl_gpu_asm_loops_new (assembly);
  const TlGpuAsmLoop   *found;
  TlMachineLoop        *hot;
  Hottest               hottest = { FALSE };

  for (guint i = 0; i < loops->len; i++)
    {
      const TlGpuAsmLoop *loop = g_ptr_array_index (loops, i);

      compare (&hottest, i, loop->lines, loop->n_instructions, nodes, module, within);
    }
  if (!hottest.is_found)
    return NULL;
  found = g_ptr_array_index (loops, hottest.index);
  hot = g_new0 (TlMachineLoop, 1);
  hot->node = main_node (found->lines, nodes);
  hot->name = name_of_node (module, hot->node);
  hot->text = tl_gpu_asm_loop_text (found);
  hot->lines = g_array_ref (found->lines);
  return hot;
}

/* --- cycles --- */

#define N_ITERATIONS  "100"
#define TIME_LIMIT_S  10u

void
tl_loop_cycles_free (TlLoopCycles *cycles)
{
  g_free (cycles->bound);
  g_free (cycles);
}

/* The number behind @key; FALSE: it is not there. */
static gboolean
find_number (const char *text, const char *key, double *number)
{
  const char *found = strstr (text, key);
  char       *end;

  if (found == NULL)
    return FALSE;
  found += strlen (key) + strspn (found + strlen (key), ": [");
  *number = g_ascii_strtod (found, &end);
  return end > found;
}

/* The port that most cycles wait for: the largest of the lines "  - Zn2FPU0  [ 3.40% ]" below "Resource Pressure". */
static char *
worst_port (const char *text)
{
  const char     *start = strstr (text, "Resource Pressure"), *end = start != NULL ? strstr (start, "Data Dependencies") : NULL;
  g_autofree char *part = end != NULL ? g_strndup (start, (gsize) (end - start)) : g_strdup ("");
  g_auto (GStrv)  lines = g_strsplit (part, "\n", -1);
  g_autofree char *worst = NULL;
  double          most = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *name = g_strstrip (lines[i]), *bracket = strchr (name, '[');
      double      share = bracket != NULL ? g_ascii_strtod (bracket + 1, NULL) : 0;

      if (!g_str_has_prefix (name, "- ") || share <= most)
        continue;
      g_free (worst);
      worst = g_strndup (name + 2, strcspn (name + 2, " ["));
      most = share;
    }
  return worst != NULL ? g_strdup_printf ("port %s", worst) : g_strdup ("execution ports");
}

static void
read_bound (TlLoopCycles *cycles, const char *text)
{
  double ports = 0, registers = 0, memory = 0;

  if (!find_number (text, "Cycles with backend pressure increase", &cycles->waiting))
    return;
  cycles->waiting /= 100;
  find_number (text, "Resource Pressure", &ports);
  find_number (text, "- Register Dependencies", &registers);
  find_number (text, "- Memory Dependencies", &memory);
  if (ports >= registers && ports >= memory)
    cycles->bound = worst_port (text);
  else
    cycles->bound = g_strdup (registers >= memory ? "dependences between registers" : "dependences through memory");
}

TlLoopCycles *
tl_loop_cycles_read (const char *text)
{
  TlLoopCycles *cycles = g_new0 (TlLoopCycles, 1);
  double        n_iterations = 0, total = 0;

  if (!find_number (text, "Iterations:", &n_iterations) || !find_number (text, "Total Cycles:", &total) || n_iterations <= 0
      || !find_number (text, "IPC:", &cycles->instructions_per_cycle))
    {
      tl_loop_cycles_free (cycles);
      return NULL;
    }
  cycles->cycles = total / n_iterations;
  read_bound (cycles, text);
  return cycles;
}

typedef struct
{
  GSubprocess *process;
  guint        limit_source;
} CyclesRun;

static void
run_free (gpointer data)
{
  CyclesRun *run = data;

  g_clear_handle_id (&run->limit_source, g_source_remove);
  g_subprocess_force_exit (run->process);
  g_object_unref (run->process);
  g_free (run);
}

static gboolean
on_time_limit (gpointer user_data)
{
  CyclesRun *run = user_data;

  run->limit_source = 0;
  g_subprocess_force_exit (run->process);
  return G_SOURCE_REMOVE;
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autofree char  *out = NULL, *problem = NULL;
  GError           *error = NULL;
  TlLoopCycles     *cycles = NULL;

  if (!g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &out, &problem, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  cycles = out != NULL ? tl_loop_cycles_read (out) : NULL;
  if (cycles != NULL)
    g_task_return_pointer (task, cycles, (GDestroyNotify) tl_loop_cycles_free);
  else
    {
      *strchrnul (problem, '\n') = '\0';
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "llvm-mca has no figures for this loop%s%s",
                               *problem != '\0' ? ": " : "", problem);
    }
}

static char *
find_program (void)
{
  static const char *const names[] = { "llvm-mca-19", "llvm-mca" };
  char                    *path = NULL;

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (names); i++)
    path = g_find_program_in_path (names[i]);
  return path;
}

void
tl_loop_cycles_async (const TlMachineLoop *loop, const TlTarget *target, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer user_data)
{
  GTask           *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *program = find_program ();
  const char      *cpu = target->mcpu != NULL && *target->mcpu != '\0' ? target->mcpu : "native";
  g_autofree char *cpu_option = g_strdup_printf ("-mcpu=%s", cpu);
  g_autofree char *triple = target->mtriple != NULL && *target->mtriple != '\0' ? g_strdup_printf ("-mtriple=%s", target->mtriple) : NULL;
  const char      *argv[] = { program, cpu_option, "-iterations=" N_ITERATIONS, "-bottleneck-analysis", "-instruction-info=false",
                              "-resource-pressure=false", "-skip-unsupported-instructions=any", triple, NULL };
  GError          *error = NULL;
  GSubprocess     *process;
  CyclesRun       *run;

  if (program == NULL)
    {
      g_task_return_new_error (task, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                               "Cycles are predicted by llvm-mca, which is not installed; it comes with the package llvm-19");
      g_object_unref (task);
      return;
    }
  process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &error);
  if (process == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  run = g_new0 (CyclesRun, 1);
  run->process = process;
  run->limit_source = g_timeout_add_seconds (TIME_LIMIT_S, on_time_limit, run);
  g_task_set_task_data (task, run, run_free);
  g_subprocess_communicate_utf8_async (process, loop->text, cancellable, on_ended, task);
}

TlLoopCycles *
tl_loop_cycles_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
