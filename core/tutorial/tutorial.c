/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/schedule/state.h"
#include "core/tutorial/tutorial-private.h"

#define MAX_EVALUATED   4000000000u              /* a loop nest of a tutorial's own, element by element, of 256³ */
#define MAX_VALUE_BYTES (G_GUINT64_CONSTANT (2) << 30)

TlTutorial *
tl_tutorial (TlPyInterp *interp)
{
  return interp->context;
}

void
tl_tutorial_note (TlPyInterp *interp, const TlAst *at, const char *format, ...)
{
  TlTutorial      *run = tl_tutorial (interp);
  g_autofree char *message = NULL, *text = NULL;
  va_list          args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  text = g_strdup_printf ("%s:%u: %s", tl_source_name (interp->source), tl_source_position (interp->source, at->span.start).line, message);
  if (run->options->note != NULL && g_hash_table_add (run->notes, g_strdup (text)))
    run->options->note (run->options->user_data, text);
}

/* --- what notebooks display --- */

/* A text without the style sheet that a highlighter puts before it. */
static gboolean
show_text (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const char *text = args->n_positional > 0 ? tl_py_to_text (interp, args->call, &args->positional[0], FALSE) : "";
  const char *end;
  g_autofree char *line = NULL;

  *value = TL_PY_NONE_VALUE;
  if (text == NULL)
    return FALSE;
  end = g_str_has_prefix (text, "<style>") ? strstr (text, "</style>") : NULL;
  text = end != NULL ? end + strlen ("</style>") : text;
  line = g_strconcat (text, g_str_has_suffix (text, "\n") ? "" : "\n", NULL);
  interp->print (interp->context, line);
  return TRUE;
}

/* pygments.highlight (code, …): the code, in no colours. */
static gboolean
highlight (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional < 1)
    return tl_py_fail (interp, args->call, "highlight takes a text");
  *value = args->positional[0];
  return TRUE;
}

static gboolean
make_unknown (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_foreign (interp, args->name);
  return TRUE;
}

static const TlPyNative display_natives[] = {
  { "display", "Code", show_text }, { "display", "HTML", show_text }, { "display", "display", show_text },
  { "pygments", "highlight", highlight }, { "formatters", "HtmlFormatter", make_unknown }, { "lexers", "Python3Lexer", make_unknown },
  { NULL },
};

/* --- runs --- */

static TlPyNative *
join_tables (void)
{
  const TlPyNative *const tables[] = {
    tl_array_natives, tl_testing_natives, tl_file_natives, tl_build_natives, tl_lower_natives, tl_device_natives, tl_tune_natives,
    tl_space_natives, tl_vm_natives, tl_function_natives, tl_pattern_natives, tl_pass_natives, tl_graph_natives, tl_builder_natives,
    tl_library_natives, tl_mutator_natives, tl_graph_tuning_natives, display_natives,
  };
  GArray *all = g_array_new (TRUE, FALSE, sizeof (TlPyNative));

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TlPyNative *row = tables[i]; row->name != NULL; row++)
      g_array_append_vals (all, row, 1);
  return (TlPyNative *) (gpointer) g_array_free (all, FALSE);
}

static void
print (gpointer context, const char *text)
{
  const TlTutorial *run = context;

  run->options->print (run->options->user_data, text);
}

gboolean
tl_tutorial_run (TlSource *source, const TlTutorialOptions *options, GError **error)
{
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, error);
  g_autofree TlPyNative *functions = join_tables ();
  TlTutorial run = {
    .options = options, .tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref),
    .states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref), .devices = tl_tutorial_devices_new (),
    .sources = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_source_unref),
    .files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref),
    .builders = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_block_builder_free),
    .functions = g_hash_table_new (g_str_hash, g_str_equal),
    .notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), .random = tl_random_seeded (options->seed),
  };
  const TlScriptHost host = { .functions = functions, .print = print, .context = &run, .seed = options->seed,
                              .max_evaluated = MAX_EVALUATED, .max_value_bytes = MAX_VALUE_BYTES };
  gboolean is_done = script != NULL && tl_schedule_script_run_statements (script, &host, error);

  g_ptr_array_unref (run.tensors);
  g_ptr_array_unref (run.states);
  g_ptr_array_unref (run.sources);
  g_ptr_array_unref (run.files);
  g_hash_table_unref (run.devices);
  g_ptr_array_unref (run.builders);
  g_hash_table_unref (run.functions);
  g_hash_table_unref (run.notes);
  return is_done;
}
