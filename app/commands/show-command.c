/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/codegen/source/gpu-source.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"

/* Forms that a worker produces, in addition to "tir". */
static const char *const compiled_forms[] = { "lowered", "llvm", "asm", "ptx", "sass", "cuda", "opencl", "metal", NULL };
#define FORMS "tir, lowered, llvm, asm, ptx, sass, cuda, opencl or metal"

static TlExit
print_passes (const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  const TlPassList *list = tl_pass_list_find (target, &error);

  if (list == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  for (const TlLowerPass *pass = list->passes; pass->name != NULL; pass++)
    printf ("%-22s %s\n", pass->name, pass->summary);
  return TL_EXIT_DONE;
}

/* Help of --after, with the names of the passes; free with g_free. */
static char *
describe_after (void)
{
  GString *text = g_string_new ("With --as lowered: stop after this pass, one of");
  TlTarget host = tl_target_host ();
  const TlPassList *list = tl_pass_list_find (&host, NULL);

  for (const TlLowerPass *pass = list->passes; pass->name != NULL; pass++)
    g_string_append_printf (text, "%s %s", pass > list->passes ? "," : "", pass->name);
  return g_string_free (text, FALSE);
}

static const char *
node_name (const TlModule *module, TlNodeId id)
{
  const TlStmt *stmt = id != 0 ? tl_module_find (module, id) : NULL;

  if (stmt == NULL)
    return "";
  return stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : stmt->block.name;
}

/* "C", of a copy "C 3/8". Free with g_free. */
static char *
name_of_line (const TlModule *module, const GArray *nodes, guint line)
{
  TlOrigin    origin = g_array_index (nodes, TlOrigin, line);
  const char *name = node_name (module, origin.id);

  return origin.n_copies > 0 ? g_strdup_printf ("%s %u/%u", name, origin.copy + 1u, origin.n_copies) : g_strdup (name);
}

static void
print_with_nodes (const TlModule *module, const char *text, const GArray *nodes)
{
  g_auto (GStrv)        rows = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint                 width = 0, n = nodes->len;   /* one for each row */

  if (n > 0 && *rows[n - 1] == '\0')
    n--;
  for (guint i = 0; i < n; i++)
    {
      char *name = name_of_line (module, nodes, i);

      width = MAX (width, (guint) strlen (name));
      g_ptr_array_add (names, name);
    }
  for (guint i = 0; i < n; i++)
    printf ("%-*s | %s\n", (int) width, (char *) names->pdata[i], rows[i]);
}

/* PTX as the machine code of that GPU, by NVIDIA's tools. Takes @ptx; free with g_free. */
static char *
disassemble (char *ptx, const TlTarget *target, GError **error)
{
  g_autofree char   *text = ptx;
  g_autoptr (GBytes) code = tl_cuda_assemble (text, target->arch, NULL, error);

  return code != NULL ? tl_cuda_disassemble (code, error) : NULL;
}

static gboolean
is_nvidia (const char *form)
{
  return g_strcmp0 (form, "ptx") == 0 || g_strcmp0 (form, "sass") == 0;
}

/* A GPU's language is lowered for its kind of target. NULL: the usual one. */
static const char *
target_of_form (const char *form)
{
  if (is_nvidia (form))
    return "cuda";
  return tl_gpu_language_find (form) != TL_N_GPU_LANGUAGES ? form : NULL;
}

static TlExit
run_show (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  g_autofree char  *form = NULL, *after = NULL, *target_text = NULL, *floats = NULL, *after_text = describe_after ();
  gboolean          list_passes = FALSE, as_report = FALSE, with_nodes = FALSE;
  const GOptionEntry options[] = {
    { "as", 0, 0, G_OPTION_ARG_STRING, &form, FORMS "; tir by default", "FORM" },
    { "after", 0, 0, G_OPTION_ARG_STRING, &after, after_text, "PASS" },
    { "passes", 0, 0, G_OPTION_ARG_NONE, &list_passes, "List the lowering passes and what they do", NULL },
    { "report", 0, 0, G_OPTION_ARG_NONE, &as_report,
      "With --as asm: report the machine code of each loop, and what each lowering pass decided", NULL },
    { "nodes", 0, 0, G_OPTION_ARG_NONE, &with_nodes,
      "With a compiled form: begin each line with the loop or block that it comes from, and its copy in an unrolled loop", NULL },
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, \"llvm\" by default, or that of the language",
      "TARGET" },
    TL_FLOAT_OPTION (floats),
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autofree char *text = NULL;
  TlTarget target;
  TlExit   exit;
  const TlPrimFunc *entry = NULL;
  gboolean is_compiled;

  if (!tl_command_parse (&tl_command_show_row, &argc, &argv, options, numbers, 0, 1)
      || !tl_command_load_target (target_text != NULL ? target_text : target_of_form (form), floats, &target))
    return TL_EXIT_USAGE;
  if (list_passes)
    return print_passes (&target);
  if (form != NULL && strcmp (form, "tir") != 0 && !g_strv_contains (compiled_forms, form))
    return tl_command_usage ("--as must be " FORMS ", not \"%s\"", form);
  if (is_nvidia (form) && !g_str_equal (target.kind->name, "cuda"))
    return tl_command_usage ("--as %s requires a target of kind cuda, such as --target \"cuda -arch=sm_80\"", form);
  if (as_report && (g_strcmp0 (form, "asm") != 0 || target.kind->has_threads))
    return tl_command_usage ("--report requires --as asm of a CPU");
  if (with_nodes && (as_report || form == NULL || g_str_equal (form, "sass") || !g_strv_contains (compiled_forms, form)))
    return tl_command_usage ("--nodes requires --as with a form other than tir and sass, without --report");
  if (after != NULL && g_strcmp0 (form, "lowered") != 0)
    return tl_command_usage ("--after requires --as lowered");
  if (argc == 0)
    return tl_command_usage ("show requires MODULE.py or --passes");
  module = tl_command_load_module (argv[0], schedule.shapes);
  is_compiled = form != NULL && strcmp (form, "tir") != 0;
  if (module != NULL && is_compiled)
    entry = tl_command_entry (module, argv[0]);
  if (module == NULL || (is_compiled && (entry == NULL || !tl_command_has_sizes (entry, argv[0], TRUE))))
    return TL_EXIT_USAGE;
  state = tl_command_apply_own (module, argv[0], &schedule, &exit);
  if (state == NULL)
    return exit;
  if (!is_compiled)
    text = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);
  else if ((pool = tl_worker_pool_new (1, &error)) != NULL)
    {
      g_autoptr (TlWatch) watch = tl_watch_new ("compiling %s", argv[0]);

      text = tl_worker_pool_compile_to_text (pool, tl_state_module (state), entry->name, &target, is_nvidia (form) ? "ptx" : form, after,
                                             nodes, NULL, &error);
      if (text != NULL && g_str_equal (form, "sass"))
        text = disassemble (text, &target, &error);
    }
  if (text == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  if (as_report)
    {
      g_autofree char *assembly = text;

      text = tl_report_on_program (assembly, tl_state_module (state), entry->name, &target, &error);
      if (text == NULL)
        return tl_command_fail (TL_EXIT_FAILED, error);
    }
  if (with_nodes)
    print_with_nodes (tl_state_module (state), text, nodes);
  else
    fputs (text, stdout);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_show_row = {
  "show", "MODULE.py --as tir|lowered|llvm|asm|ptx|sass|cuda|opencl|metal [--schedule FILE]",
  "Show a program at a stage of compilation", run_show,
};
