/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a model as an object, shared library or C source for other programs. */
#include <string.h>

#include "app/commands/model.h"
#include "core/measure/model-files.h"

/* Owns its texts. */
typedef struct
{
  char *symbol;   /* nullable */
  char *object, *shared, *c_source, *header, *weights, *example;   /* nullable */
} ExportFlags;

static void
export_flags_clear (ExportFlags *flags)
{
  g_free (flags->symbol);
  g_free (flags->object);
  g_free (flags->shared);
  g_free (flags->c_source);
  g_free (flags->header);
  g_free (flags->weights);
  g_free (flags->example);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportFlags, export_flags_clear)

/* The file name without folder and extension. */
static char *
default_symbol (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  TlPrimFunc       func = { .name = "main" };
  char            *dot = strchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  return tl_export_default_symbol (&func, name);
}

static TlExit
export_model (const TlModelFlags *flags, const char *symbol, const TlModelExportFiles *files)
{
  g_autoptr (TlWatch)      watch = tl_watch_new_limited (flags->timeout_s);
  g_autoptr (TlModule)     lowered = NULL;
  g_autoptr (TlExecutable) executable = tl_model_plan (flags, &lowered);
  g_autoptr (TlRecords)    records = NULL;
  g_autoptr (GPtrArray)    schedules = NULL, modules = NULL;
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError)       error = NULL;
  TlModelTiming            timing;
  gboolean                 ok;

  if (executable == NULL)
    return TL_EXIT_USAGE;
  if (flags->database != NULL && (records = tl_model_open_records (flags->database, &error)) == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  pool = tl_worker_pool_new (0, &error);
  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  timing = tl_model_timing (flags, lowered, records, pool, tl_watch_cancellable (watch));
  schedules = tl_model_schedule (&timing, flags->path, &executable, watch, &error);
  if (schedules == NULL)
    return tl_command_fail (tl_command_exit_of (error, TL_EXIT_FAILED), error);
  modules = tl_kernel_schedules_modules (schedules);
  tl_watch_say (watch, "compiling and writing %s", flags->path);
  ok = tl_model_export_write_files (pool, executable, modules, &flags->target, symbol, files, tl_watch_cancellable (watch), &error);
  g_clear_pointer (&watch, tl_watch_free);
  if (ok)
    return TL_EXIT_DONE;
  tl_command_error (error);
  return g_error_matches (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_SYMBOL) ? TL_EXIT_USAGE : TL_EXIT_FAILED;
}

static TlExit
run_export (int argc, char **argv)
{
  g_auto (TlModelFlags) flags = { .timeout_s = 300 };
  g_auto (ExportFlags)  own = { NULL };
  const GOptionEntry    options[] = {
    TL_MODEL_OPTIONS (flags),
    TL_MODEL_DATABASE_OPTION (flags),
    { "name", 'n', 0, G_OPTION_ARG_STRING, &own.symbol, "Beginning of the names in C; by default the name of the file", "SYMBOL" },
    { "object", 0, 0, G_OPTION_ARG_FILENAME, &own.object, "Write a relocatable object, linked by the system's cc", "OUT.o" },
    { "shared", 0, 0, G_OPTION_ARG_FILENAME, &own.shared, "Write a shared library, linked by the system's cc", "OUT.so" },
    { "c", 0, 0, G_OPTION_ARG_FILENAME, &own.c_source, "Write C source (gcc and clang)", "OUT.c" },
    { "header", 0, 0, G_OPTION_ARG_FILENAME, &own.header, "Write the C header: sizes and order of inputs and outputs", "OUT.h" },
    { "weights", 0, 0, G_OPTION_ARG_FILENAME, &own.weights, "Write the weights to a file that the program reads, instead of embedding them",
      "OUT.bin" },
    { "example", 0, 0, G_OPTION_ARG_FILENAME, &own.example, "Write a main function that reads inputs and writes outputs as files",
      "OUT.c" },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_MODEL_NUMBERS (flags),
    TL_MODEL_TIMEOUT_NUMBER (flags),
    { NULL },
  };
  TlModelExportFiles files;

  if (!tl_command_parse (&tl_model_export_row, &argc, &argv, options, numbers, 1, 1) || !tl_model_load_target (&flags))
    return TL_EXIT_USAGE;
  files = (TlModelExportFiles) { own.object, own.shared, own.c_source, own.header, own.weights, own.example };
  if (own.object == NULL && own.shared == NULL && own.c_source == NULL && own.header == NULL && own.weights == NULL && own.example == NULL)
    return tl_command_usage ("no output requested: give --object, --shared, --c, --header, --weights or --example");
  flags.path = argv[0];
  if (own.symbol == NULL)
    own.symbol = default_symbol (argv[0]);
  return export_model (&flags, own.symbol, &files);
}

const TlCommand tl_model_export_row = {
  "model export", "MODEL.onnx|MODEL.py --object OUT.o --header OUT.h [--weights OUT.bin] [--example OUT.c]",
  "Export a whole model as an object, shared library or C source", run_export,
};
