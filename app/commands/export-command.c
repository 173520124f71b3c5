/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/measure/export-files.h"

/* The file name without folder and extension, as a symbol. */
static char *
default_symbol (const char *path, const TlPrimFunc *func)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = strchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  return tl_export_default_symbol (func, name);
}

static gboolean
has_output (const TlExportFiles *files)
{
  return files->object || files->header || files->c_source || files->shared || files->llvm || files->test_program;
}

static TlExit
export_state (TlState *state, const char *func_name, const TlTarget *target, const TlExportOptions *options, const TlExportFiles *files)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);

  g_autoptr (TlWatch) watch = tl_watch_new ("compiling and writing");
  gboolean ok = pool != NULL && tl_export_write_files (pool, state, func_name, target, options, files, NULL, &error);

  g_clear_pointer (&watch, tl_watch_free);
  if (ok)
    return TL_EXIT_DONE;
  tl_command_error (error);
  return g_error_matches (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_SYMBOL) ? TL_EXIT_USAGE : TL_EXIT_FAILED;
}

static TlExit
run_export (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  g_autofree char  *symbol = NULL, *target_text = NULL, *floats = NULL, *object = NULL, *header = NULL, *c_source = NULL, *shared = NULL,
                    *llvm = NULL;
  g_autofree char  *test_program = NULL, *script = NULL, *func = NULL;
  gboolean          aligned = FALSE;
  const GOptionEntry entries[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    TL_FUNC_OPTION (func),
    { "name", 'n', 0, G_OPTION_ARG_STRING, &symbol,
      "Name of the C function; by default the name of the function, or of the file for \"main\"", "SYMBOL" },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, this CPU by default: \"llvm -mcpu=x86-64-v3 -num-cores=4\"", "TARGET" },
    TL_FLOAT_OPTION (floats),
    { "aligned", 0, 0, G_OPTION_ARG_NONE, &aligned, "Assume that buffers are aligned to 64 bytes", NULL },
    { "object", 0, 0, G_OPTION_ARG_FILENAME, &object, "Write a relocatable object", "OUT.o" },
    { "header", 0, 0, G_OPTION_ARG_FILENAME, &header, "Write the C header", "OUT.h" },
    { "c", 0, 0, G_OPTION_ARG_FILENAME, &c_source, "Write C source (gcc and clang)", "OUT.c" },
    { "shared", 0, 0, G_OPTION_ARG_FILENAME, &shared, "Write a shared library, linked by the system's cc", "OUT.so" },
    { "llvm", 0, 0, G_OPTION_ARG_FILENAME, &llvm, "Write LLVM IR", "OUT.ll" },
    { "debug", 0, 0, G_OPTION_ARG_FILENAME, &script,
      "Write the scheduled program, and debug information that refers to its lines", "OUT.py" },
    { "test-program", 0, 0, G_OPTION_ARG_FILENAME, &test_program,
      "Write a C program that calls the function and checks its result", "OUT.c" },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  TlExportOptions options;
  TlExportFiles   files;
  TlTarget        target;
  TlExit          exit;
  const TlPrimFunc *entry;

  if (!tl_command_parse (&tl_command_export_row, &argc, &argv, entries, numbers, 1, 1)
      || !tl_command_load_target (target_text, floats, &target))
    return TL_EXIT_USAGE;
  files = (TlExportFiles) { .object = object, .header = header, .c_source = c_source, .shared = shared, .llvm = llvm,
                            .script = script, .test_program = test_program };
  if (!has_output (&files))
    return tl_command_usage ("no output requested: give --object, --header, --c, --shared, --llvm or --test-program");
  module = tl_command_load_module (argv[0], schedule.shapes);
  if (module == NULL)
    return TL_EXIT_USAGE;
  entry = tl_command_choose_function (module, argv[0], func);
  if (entry == NULL || !tl_command_has_sizes (entry, argv[0], TRUE))
    return TL_EXIT_USAGE;
  state = tl_command_apply_own (module, argv[0], &schedule, &exit);
  if (state == NULL)
    return exit;
  if (symbol == NULL)
    symbol = default_symbol (argv[0], entry);
  options = (TlExportOptions) { .symbol = symbol, .is_aligned = aligned };
  return export_state (state, entry->name, &target, &options, &files);
}

const TlCommand tl_command_export_row = {
  "export", "MODULE.py [--schedule FILE] --object OUT.o --header OUT.h …",
  "Export a function as an object, C header, C source or shared library",
  run_export,
};
