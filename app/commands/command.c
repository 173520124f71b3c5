/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/command.h"
#include "app/commands/fixes.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/watch.h"
#include "core/analysis/tvm-allocation.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/graph/infer-types.h"
#include "core/schedule/trace.h"
#include "core/ir/specialize.h"
#include "core/ir/walk.h"
#include "core/te/te.h"
#include "core/text/notebook.h"
#include "core/space/rule.h"
#include "tileloom-config.h"

/* --- options --- */

static gboolean
is_unbounded (const TlNumberOption *number)
{
  return isinf (number->most);
}

/* "from 1 to 64", "from 1"; free with g_free. */
static char *
describe_range (const TlNumberOption *number)
{
  return is_unbounded (number) ? g_strdup_printf ("from %.10g", number->least)
                               : g_strdup_printf ("from %.10g to %.10g", number->least, number->most);
}

static gboolean
read_whole (const TlNumberOption *number, const char *text)
{
  gboolean is_wide = number->kind == TL_NUMBER_INT64;
  gint64   most = !is_unbounded (number) ? (gint64) number->most : is_wide ? G_MAXINT64 : G_MAXINT, value;

  if (!g_ascii_string_to_signed (text, 10, (gint64) number->least, most, &value, NULL))
    return FALSE;
  if (is_wide)
    *(gint64 *) number->value = value;
  else
    *(gint *) number->value = (gint) value;
  return TRUE;
}

/* Rejects blanks, names and hexadecimal digits, which strtod accepts. */
static gboolean
read_real (const TlNumberOption *number, const char *text)
{
  char  *end;
  double value = g_ascii_strtod (text, &end);

  if (*text == '\0' || *end != '\0' || strspn (text, "0123456789.eE+-") != strlen (text) || !isfinite (value) || value < number->least
      || value > number->most)
    return FALSE;
  *(double *) number->value = value;
  return TRUE;
}

/* Targets of the options' callbacks. */
typedef struct
{
  const TlNumberOption *numbers;
  TlTuneConfig         *config;
} Values;

static gboolean
on_number (const char *option, const char *text, gpointer user_data, GError **error)
{
  const TlNumberOption *number = ((const Values *) user_data)->numbers;
  g_autofree char *range = NULL;

  while (option[1] == '-' ? strcmp (option + 2, number->name) != 0 : option[1] != number->short_name)
    number++;
  if (number->kind == TL_NUMBER_DOUBLE ? read_real (number, text) : read_whole (number, text))
    return TRUE;
  range = describe_range (number);
  return tl_fail (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes a %s %s, not \"%s\"", option,
                  number->kind == TL_NUMBER_DOUBLE ? "number" : "whole number", range, text);
}

/* @texts owns the strings that the entries borrow. */
static void
add_numbers (GOptionGroup *group, const TlNumberOption *numbers, GPtrArray *texts)
{
  for (const TlNumberOption *number = numbers; number->name != NULL; number++)
    {
      g_autofree char *range = describe_range (number);
      char            *help = g_strdup_printf ("%s (%s)", number->help, range);
      const GOptionEntry entries[] = {
        { number->name, number->short_name, 0, G_OPTION_ARG_CALLBACK, (gpointer) on_number, help, number->argument }, G_OPTION_ENTRY_NULL,
      };

      g_ptr_array_add (texts, help);
      g_option_group_add_entries (group, entries);
    }
}

/* The setting of "--trials" or "-n". */
static const TlTuneRow *
find_setting (const char *option)
{
  guint i = 0;

  if (option[1] == '-')
    return tl_tune_row_find (option + 2);
  while (tl_tune_row_nth (i)->short_name != option[1])
    i++;
  return tl_tune_row_nth (i);
}

/* A message about a setting begins with its name, here an option's. */
static gboolean
on_setting (const char *option, const char *text, gpointer user_data, GError **error)
{
  TlTuneConfig     *config = ((const Values *) user_data)->config;
  const TlTuneRow  *row = find_setting (option);
  g_autoptr (GError) failure = NULL;

  if (tl_tune_config_set (config, row->name, row->kind == TL_TUNE_FLAG ? "true" : text, &failure))
    return TRUE;
  if (failure->domain == TL_TUNE_CONFIG_ERROR)
    g_prefix_error_literal (&failure, "--");
  return tl_propagate (error, g_steal_pointer (&failure));
}

/* The settings with these names; NULL: all. @texts as in add_numbers. */
static void
add_settings (GOptionGroup *group, const char *const *names, GPtrArray *texts)
{
  const TlTuneRow *row;

  for (guint i = 0; (row = tl_tune_row_nth (i)) != NULL; i++)
    {
      char              *help = tl_tune_row_describe (row);
      const GOptionEntry entries[] = {
        { row->name, row->short_name, row->kind == TL_TUNE_FLAG ? G_OPTION_FLAG_NO_ARG
                                      : row->kind == TL_TUNE_FILE ? G_OPTION_FLAG_FILENAME : 0,
          G_OPTION_ARG_CALLBACK, (gpointer) on_setting, help, row->argument }, G_OPTION_ENTRY_NULL,
      };

      g_ptr_array_add (texts, help);
      if (names == NULL || g_strv_contains (names, row->name))
        g_option_group_add_entries (group, entries);
    }
}

/* Takes @group. */
static gboolean
parse (const TlCommand *command, int *argc, char ***argv, GOptionGroup *group, gint min, gint max)
{
  g_autofree char *title = g_strdup_printf ("%s - %s", command->arguments, command->summary);
  const char *program = g_get_application_name ();
  g_autofree char *call = command->name != NULL ? g_strdup_printf ("%s %s", program, command->name) : g_strdup (program);
  g_autoptr (GOptionContext) context = g_option_context_new (title);
  g_autoptr (GError) error = NULL;
  gint n;

  (*argv)[0] = call;
  g_set_prgname (call);
  g_option_context_set_main_group (context, group);
  if (command->describe != NULL)
    {
      g_autofree char *description = command->describe ();

      g_option_context_set_description (context, description);
    }
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      tl_command_error (error);
      return FALSE;
    }
  g_set_prgname (program);
  *argc -= 1;
  *argv += 1;
  n = *argc;
  if (n < min || (max >= 0 && n > max))
    {
      fprintf (stderr, "usage: %s %s\n", call, command->arguments);
      return FALSE;
    }
  return TRUE;
}

gboolean
tl_command_parse (const TlCommand *command, int *argc, char ***argv, const GOptionEntry *options, const TlNumberOption *numbers, gint min,
                  gint max)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Values                values = { .numbers = numbers };
  GOptionGroup         *group = g_option_group_new ("", "", "", &values, NULL);

  if (options != NULL)
    g_option_group_add_entries (group, options);
  if (numbers != NULL)
    add_numbers (group, numbers, texts);
  return parse (command, argc, argv, group, min, max);
}

gboolean
tl_command_parse_config (const TlCommand *command, int *argc, char ***argv, TlTuneConfig *config, const char *const *names,
                         const GOptionEntry *options, const TlNumberOption *numbers, gint min, gint max)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Values                values = { .config = config, .numbers = numbers };
  GOptionGroup         *group = g_option_group_new ("", "", "", &values, NULL);

  add_settings (group, names, texts);
  g_option_group_add_entries (group, options);
  if (numbers != NULL)
    add_numbers (group, numbers, texts);
  return parse (command, argc, argv, group, min, max);
}

void
tl_command_message (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fprintf (stderr, "%s: %s\n", g_get_application_name (), text);
}

void
tl_command_warn_of_tvm (const TlModule *module)
{
  g_autoptr (GPtrArray) differences = tl_tvm_differences (module);

  for (guint i = 0; i < differences->len; i++)
    tl_command_message ("warning: %s", (const char *) differences->pdata[i]);
}

void
tl_command_error (const GError *error)
{
  tl_command_message ("%s", error->message);
}

static void
print_warnings (const TlSource *source)
{
  g_auto (GStrv) warnings = source != NULL ? tl_source_warnings (source) : NULL;

  for (guint i = 0; warnings != NULL && warnings[i] != NULL; i++)
    tl_command_message ("%s", warnings[i]);
}

TlModule *
tl_command_specialize (const TlModule *module, char **shapes)
{
  g_autoptr (TlSizes) sizes = tl_sizes_new ();
  g_autoptr (GError) error = NULL;
  TlModule *specialized = NULL;
  gboolean  ok = TRUE;

  for (guint i = 0; ok && shapes != NULL && shapes[i] != NULL; i++)
    ok = tl_sizes_add_text (sizes, shapes[i], "--shape", &error);
  specialized = ok ? tl_module_specialize (module, sizes, &error) : NULL;
  if (specialized == NULL)
    tl_command_error (error);
  return specialized;
}

gboolean
tl_command_has_sizes (const TlPrimFunc *func, const char *path, gboolean may_pass)
{
  g_autoptr (GPtrArray) sizes = tl_func_sizes (func);
  g_autoptr (GString)   options = g_string_new (NULL);
  g_autofree char      *names = NULL;

  for (guint i = sizes->len; may_pass && i-- > 0;)
    if (tl_func_has_param (func, sizes->pdata[i]))
      g_ptr_array_remove_index (sizes, i);
  if (sizes->len == 0)
    return TRUE;
  names = tl_sizes_to_text (sizes);
  for (guint i = 0; i < sizes->len; i++)
    g_string_append_printf (options, " --shape %s=128", ((const TlVar *) sizes->pdata[i])->name);
  tl_command_message ("%s: %s of %s %s no value; set %s with%s", path, names, func->name, sizes->len > 1 ? "have" : "has",
                      sizes->len > 1 ? "them" : "it", options->str);
  return FALSE;
}

gboolean
tl_command_have_sizes (const GPtrArray *funcs, const char *path)
{
  for (guint i = 0; i < funcs->len; i++)
    if (!tl_command_has_sizes (funcs->pdata[i], path, FALSE))
      return FALSE;
  return TRUE;
}

TlModule *
tl_command_load_module (const char *path, char **shapes)
{
  g_autoptr (TlWatch) watch = tl_watch_new ("reading %s", path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlSource) source = tl_script_load (path, &error);
  g_autoptr (TlModule) written = source != NULL ? tl_program_read (source, &error) : NULL;
  g_autoptr (TlModule) module = written != NULL ? tl_module_infer_types (written, &error) : NULL;

  g_clear_pointer (&watch, tl_watch_free);
  print_warnings (source);
  if (written != NULL && module == NULL)
    g_prefix_error (&error, "%s: ", path);

  if (module == NULL)
    tl_command_error (error);
  return module != NULL ? tl_command_specialize (module, shapes) : NULL;
}

TlModule *
tl_command_load_scheduled (const char *path, char **shapes, TlExit *exit)
{
  g_autoptr (TlModule)    module = tl_command_load_module (path, shapes);
  const TlScheduleOptions options = { .shapes = shapes };
  g_autoptr (TlState)     state = NULL;

  *exit = TL_EXIT_USAGE;
  if (module != NULL)
    state = tl_command_apply_own (module, path, &options, exit);
  return state != NULL ? tl_module_ref (tl_state_module (state)) : NULL;
}

TlModule *
tl_command_call_module (const char *path, const char *function, const char *const *arguments)
{
  g_autoptr (TlWatch) watch = tl_watch_new ("calling %s of %s", function, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlSource) source = tl_script_load (path, &error);
  TlModule *module = source != NULL ? tl_program_call (source, function, arguments, &error) : NULL;

  g_clear_pointer (&watch, tl_watch_free);

  if (module == NULL)
    tl_command_error (error);
  return module;
}

static char *
list_functions (const TlModule *module)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < module->n_prims; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", module->prims[i]->name);
  return g_string_free (names, FALSE);
}

const TlPrimFunc *
tl_command_choose_function (const TlModule *module, const char *path, const char *name)
{
  const TlPrimFunc *func = name != NULL ? tl_module_prim (module, name) : tl_module_entry (module);
  g_autofree char  *names = list_functions (module);

  if (func == NULL && tl_command_has_functions (module, path) && name != NULL)
    tl_command_message ("%s has no function \"%s\"; its functions are %s", path, name, names);
  else if (func == NULL && module->n_prims > 0)
    tl_command_message ("%s has several functions and none is called main: choose one of %s with --func", path, names);
  return func;
}

GPtrArray *
tl_command_choose_functions (const TlModule *module, const char *path, const char *name)
{
  g_autoptr (GPtrArray) funcs = g_ptr_array_new ();
  gboolean              is_all = name == NULL && tl_module_entry (module) == NULL;
  const TlPrimFunc     *func = is_all ? NULL : tl_command_choose_function (module, path, name);

  for (guint i = 0; i < module->n_prims; i++)
    if (is_all || module->prims[i] == func)
      g_ptr_array_add (funcs, (gpointer) module->prims[i]);
  if (is_all && !tl_command_has_functions (module, path))
    return NULL;
  return funcs->len > 0 ? g_steal_pointer (&funcs) : NULL;
}

const TlPrimFunc *
tl_command_entry (const TlModule *module, const char *path)
{
  return tl_command_choose_function (module, path, NULL);
}

gboolean
tl_command_has_functions (const TlModule *module, const char *path)
{
  if (module->n_prims == 0)
    tl_command_message ("%s has no TensorIR functions to schedule or run", path);
  return module->n_prims > 0;
}

static TlWalk
print_unknown_rule (const TlStmt *stmt, gpointer user_data)
{
  const TlValue *name = stmt->kind == TL_STMT_BLOCK ? tl_attrs_find (&stmt->block.annotations, TL_CUSTOM_RULE) : NULL;

  if (name != NULL && name->kind == TL_VALUE_STRING && strcmp (name->string, "None") != 0)
    tl_command_message ("block %s requests the unknown schedule rule \"%s\": the other rules are applied to it", stmt->block.name,
                        name->string);
  return TL_WALK_INTO;
}

void
tl_command_warn_unknown_rules (const TlModule *module)
{
  for (guint i = 0; i < module->n_prims; i++)
    tl_stmt_walk (module->prims[i]->body, print_unknown_rule, NULL, NULL);
}

char *
tl_command_data_file (const char *name)
{
  const char      *elsewhere = g_getenv ("TILELOOM_DATA");
  g_autofree char *in_source = g_build_filename (TL_SOURCE_DATADIR, name, NULL);

  if (elsewhere != NULL && *elsewhere != '\0')
    return g_build_filename (elsewhere, name, NULL);
  if (g_file_test (in_source, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&in_source);
  return g_build_filename (TL_DATADIR, name, NULL);
}

gboolean
tl_command_parse_dialect (const char *name, TlDialect *dialect)
{
  *dialect = g_strcmp0 (name, "sblock") == 0 ? TL_DIALECT_SBLOCK : TL_DIALECT_CLASSIC;
  if (name == NULL || strcmp (name, "classic") == 0 || strcmp (name, "sblock") == 0)
    return TRUE;
  tl_command_message ("--dialect must be classic or sblock, not \"%s\"", name);
  return FALSE;
}

gboolean
tl_command_load_target (const char *text, const char *floats, TlTarget *target)
{
  g_autoptr (GError) error = NULL;

  *target = tl_target_host ();
  if (text != NULL && !tl_target_parse (text, target, &error))
    {
      tl_command_error (error);
      return FALSE;
    }
  if (floats != NULL && strcmp (floats, "strict") != 0 && strcmp (floats, "fast") != 0)
    {
      tl_command_message ("--float must be strict or fast, not \"%s\"", floats);
      return FALSE;
    }
  if (floats != NULL)
    target->is_strict = strcmp (floats, "strict") == 0;
  return TRUE;
}

gboolean
tl_command_write (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (path == NULL || strcmp (path, "-") == 0)
    {
      fputs (text, stdout);   /* close_output () reports write errors */
      return TRUE;
    }
  if (tl_file_write (path, text, &error))
    return TRUE;
  tl_command_error (error);
  return FALSE;
}

/* --- standard output --- */

/* The C library ignores errors when it closes standard output at exit, for instance a full disk. Report them. */
static void
close_output (void)
{
  gboolean is_pending = __fpending (stdout) > 0, is_lost = ferror (stdout) != 0;
  int      problem = 0;

  if (fclose (stdout) != 0 && (is_pending || errno != EBADF))
    problem = errno;
  if (!is_lost && problem == 0)
    return;
  tl_command_message ("cannot write to standard output%s%s", problem != 0 ? ": " : "; part of it is lost",
                      problem != 0 ? g_strerror (problem) : "");
  _exit (TL_EXIT_FAILED);
}

/* GLib aborts with a core dump when the system has no more threads, descriptors or memory. Exit as a failed run instead. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  for (gsize i = 0; (level & G_LOG_LEVEL_ERROR) != 0 && i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0)
      {
        fprintf (stderr, "%s: out of system resources: %s\n", g_get_application_name (), (const char *) fields[i].value);
        _exit (TL_EXIT_FAILED);
      }
  return g_log_writer_default (level, fields, n_fields, user_data);
}

void
tl_command_begin (const char *program)
{
  g_set_application_name (program);
  g_set_prgname (program);
  g_log_set_writer_func (write_log, NULL, NULL);
  /* Opened in the wrong mode, so that reading and writing fail. Otherwise the next open file, perhaps a project, would get the number. */
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      break;
  atexit (close_output);
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
}

void
tl_schedule_options_clear (TlScheduleOptions *options)
{
  g_clear_pointer (&options->file, g_free);
  g_clear_pointer (&options->function, g_free);
  g_clear_pointer (&options->arguments, g_strfreev);
  g_clear_pointer (&options->shapes, g_strfreev);
}

/* --- applying a schedule --- */

static gboolean
is_culprit (const GError *error, TlNodeId id)
{
  guint           n;
  const TlNodeId *culprits = tl_refusal_culprits (error, &n);

  for (guint i = 0; i < n; i++)
    if (culprits[i] == id)
      return TRUE;
  return FALSE;
}

/* Prints the program and underlines the header lines of the loops and blocks at fault. */
static void
print_marked_program (const TlModule *module, const GError *error)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char *script = tl_script_print (module, TL_DIALECT_CLASSIC, marks);
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      fprintf (stderr, "  %s\n", lines[i]);
      for (guint m = 0; m < marks->len; m++)
        {
          TlScriptMark *mark = &g_array_index (marks, TlScriptMark, m);
          gsize         indent = strspn (lines[i], " ");

          if (mark->first_line != i + 1 || !is_culprit (error, mark->id))
            continue;
          fprintf (stderr, "  %*s", (int) indent, "");
          for (gsize c = indent; c < strlen (lines[i]); c++)
            fputc ('^', stderr);
          fputc ('\n', stderr);
          break;
        }
    }
}

void
tl_command_refusal (const TlModule *module, const GError *error)
{
  guint n_culprits;

  tl_command_error (error);
  if (tl_refusal_hint (error) != NULL)
    fprintf (stderr, "  hint: %s\n", tl_refusal_hint (error));
  if (tl_refusal_culprits (error, &n_culprits) != NULL && n_culprits > 0)
    print_marked_program (module, error);
}

void
tl_command_append_components (GString *out, const char *title, const TlComponentTable *table)
{
  const TlComponentInfo *info;

  g_string_append_printf (out, "%s\n", title);
  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    {
      g_string_append_printf (out, "  %s", info->name);
      for (guint p = 0; p < info->n_params; p++)
        g_string_append_printf (out, "%s%s%s%s%s", p == 0 ? "(" : ", ", info->params[p].name, info->params[p].default_text != NULL ? "="
                                : "",
                                info->params[p].default_text != NULL ? info->params[p].default_text : "", p + 1 == info->n_params ? ")"
                                : "");
      g_string_append_printf (out, "\n      %s\n", info->summary);
    }
}

static TlState *
run_schedule (TlState *start, const TlScheduleOptions *options, TlFixes *fixes, GError **error)
{
  g_autoptr (TlSource) source = tl_script_load (options->file, error);
  g_autoptr (TlScheduleScript) script = NULL;

  if (source == NULL)
    return NULL;
  if (g_str_has_suffix (options->file, ".json"))
    return tl_trace_replay_json_with (start, tl_source_text (source), tl_fixes_find, fixes, error);
  script = tl_schedule_script_parse (source, error);
  if (script == NULL)
    return NULL;
  return tl_schedule_script_run_with (script, start, options->function, (const char *const *) options->arguments, tl_fixes_find, fixes,
                                      error);
}

gint64
tl_command_fresh_seed (void)
{
  return g_random_int () / 2;
}

/* Unknown steps of an imported trace are kept and reported. */
static void
print_unknown_steps (TlState *end)
{
  for (TlState *state = end; state != NULL; state = tl_state_parent (state))
    {
      const TlInst *inst = tl_state_inst (state);

      if (inst != NULL && inst->primitive == NULL)
        tl_command_message ("unknown step %s: it stays in the trace and has no effect", inst->opaque_kind);
    }
}

/* Replays the steps of a file, which refer to symbolic extents, on @start, where these extents have values. */
static TlState *
run_own_schedule (TlState *start, const TlScheduleOptions *options, TlFixes *fixes, GError **error)
{
  g_autoptr (TlSource) source = tl_script_load (options->file, error);
  g_autoptr (TlModule) symbolic = source != NULL ? tl_program_read (source, error) : NULL;
  g_autoptr (TlState)  start_there = symbolic != NULL ? tl_state_new (symbolic, (guint64) options->seed) : NULL;
  g_autoptr (TlState)  end_there = start_there != NULL ? run_schedule (start_there, options, fixes, error) : NULL;

  return end_there != NULL ? tl_trace_replay (start, end_there, TRUE, FALSE, error) : NULL;
}

static TlState *
apply (TlModule *module, const TlScheduleOptions *options, gboolean is_own, TlExit *exit)
{
  g_autoptr (TlState) start = tl_state_new (module, (guint64) options->seed);
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (TlFixes) fixes = { 0 };
  TlState *end;

  *exit = TL_EXIT_DONE;
  tl_fixes_init (&fixes, options->fixes);
  if (options->file == NULL)
    return g_steal_pointer (&start);
  watch = tl_watch_new ("applying %s", options->file);
  end = is_own && options->shapes != NULL && options->shapes[0] != NULL ? run_own_schedule (start, options, &fixes, &error)
    : run_schedule (start, options, &fixes, &error);
  g_clear_pointer (&watch, tl_watch_free);
  tl_fixes_print_applied (&fixes);
  if (end != NULL)
    {
      print_unknown_steps (end);
      if (tl_state_has_drawn (end))
        fprintf (stderr, "sampled with seed %" G_GUINT64_FORMAT "\n", tl_state_seed (end));
      return end;
    }
  *exit = g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED)
                  || g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT)
              ? TL_EXIT_REFUSED
              : TL_EXIT_USAGE;
  tl_command_refusal (module, error);
  tl_fixes_print_found (&fixes);
  return NULL;
}

TlState *
tl_command_apply (TlModule *module, const TlScheduleOptions *options, TlExit *exit)
{
  return apply (module, options, FALSE, exit);
}

static gboolean
has_own_steps (const char *path)
{
  g_autoptr (TlSource)         source = tl_script_load (path, NULL);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, NULL) : NULL;

  return script != NULL && tl_schedule_script_is_bare (script);
}

TlState *
tl_command_apply_own (TlModule *module, const char *path, const TlScheduleOptions *options, TlExit *exit)
{
  TlScheduleOptions own = *options;
  gboolean          is_own = own.file == NULL && (own.function != NULL || has_own_steps (path));

  if (is_own)
    own.file = (char *) path;
  return apply (module, &own, is_own, exit);
}

TlExit
tl_command_exit_of (const GError *error, TlExit otherwise)
{
  return error->domain == TL_DATABASE_ERROR ? TL_EXIT_USAGE : otherwise;
}

static void
on_storage_error (const GError *why, gpointer user_data)
{
  fputc ('\n', stderr);
  tl_command_error (why);
}

/* A read-only database needs no message: the copy in memory has the contents of the file. */
static void
ignore_storage_error (const GError *why, gpointer user_data)
{
}

TlDatabase *
tl_command_read_database (const char *path, GError **error)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "there is no project %s", path);
  return tl_database_open_or_fall_back (path, ignore_storage_error, NULL, error);
}

TlDatabase *
tl_command_open_database (const char *path, GError **error)
{
  return tl_database_open_or_fall_back (path, on_storage_error, NULL, error);
}

gboolean
tl_command_keep_database (TlDatabase *database)
{
  g_autoptr (GError) error = NULL;

  if (tl_database_restore (database, &error))
    return TRUE;
  tl_command_message ("measurements since then are not saved: %s", error->message);
  return FALSE;
}

