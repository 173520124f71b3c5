/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/measured-program.h"

#include <string.h>

#include "app/commands/watch.h"
#include "core/session/measured-states.h"
#include "core/session/program-view.h"
#include "core/text/notebook.h"
#include "tileloom-config.h"

void
tl_measured_flags_clear (TlMeasuredFlags *flags)
{
  g_free (flags->variant);
  g_free (flags->func);
  g_free (flags->target);
}

/* --- of a project --- */

static TlVariant *
find_variant (TlSession *session, const char *name)
{
  GListModel          *variants = tl_session_variants (session);
  g_autoptr (GString) names = g_string_new (NULL);

  if (name == NULL)
    return tl_session_current (session);
  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      if (strcmp (tl_variant_name (variant), name) == 0)
        return variant;   /* the list keeps it */
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", tl_variant_name (variant));
    }
  tl_command_message ("the project has no variant \"%s\"; it has %s", name, names->str);
  return NULL;
}

static TlExit
fill_from_project (const char *path, const TlMeasuredFlags *flags, TlReport *report)
{
  g_autoptr (TlSession) session = tl_session_new ();
  g_autoptr (GError)    error = NULL;
  TlVariant            *variant;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return tl_command_usage ("%s does not exist", path);
  if (!tl_session_open_quietly (session, path, &error))
    return tl_command_fail (TL_EXIT_USAGE, error);
  if (flags->func != NULL && !tl_session_set_func (session, flags->func))
    return tl_command_usage ("%s has no function \"%s\"", path, flags->func);
  variant = find_variant (session, flags->variant);
  if (variant == NULL)
    return TL_EXIT_USAGE;
  if (!tl_state_check_order (tl_variant_state (variant), &error))
    return tl_command_fail (TL_EXIT_REFUSED, error);
  tl_session_fill_report (session, variant, report);
  return TL_EXIT_DONE;
}

/* --- of a program, timed now --- */

static void
clear_measured (gpointer data)
{
  TlMeasuredState *measured = data;

  g_free (measured->name);
  tl_state_unref (measured->state);
}

static void
add_state (const TlReport *report, TlState *state, TlMeasuredState measured)
{
  measured.state = tl_state_ref (state);
  measured.name = g_strdup (measured.variant == 0 ? "start" : report->variant);
  g_array_append_val (report->states, measured);
}

/* FALSE after printing the failure. */
static gboolean
time_state (TlWorkerPool *pool, const TlReport *report, TlState *state, TlMeasuredState measured)
{
  TlMeasureOptions options = tl_measure_options_default ();
  TlOutcome        outcome = { 0 };
  gboolean         is_ok;

  options.count = TRUE;
  tl_worker_pool_measure (pool, state, report->func_name, &report->target, &options, NULL, &outcome);
  is_ok = outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&outcome, &measured.latency);
  if (is_ok)
    {
      measured.is_checked = outcome.is_checked;
      measured.counts = outcome.counts;
      add_state (report, state, measured);
    }
  else
    tl_command_message ("%s: %s", tl_outcome_title (outcome.kind), outcome.message != NULL ? outcome.message : "no time");
  tl_outcome_clear (&outcome);
  return is_ok;
}

static gboolean
is_changed (const TlReport *report, TlState *state)
{
  return tl_module_prim (tl_state_module (state), report->func_name)
         != tl_module_prim (tl_state_module (tl_state_parent (state)), report->func_name);
}

/* The program, then its schedule; a state on the way that cannot run is left out, which ends nothing. */
static TlExit
time_states (const char *path, const TlMeasuredFlags *flags, TlReport *report)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  g_autoptr (GPtrArray)    steps = tl_state_steps (report->state);
  g_autoptr (TlWatch)      watch = NULL;
  gboolean                 is_scheduled = tl_state_parent (report->state) != NULL;

  if (pool == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  watch = tl_watch_new ("compiling, checking and timing %s", path);
  if (!time_state (pool, report, tl_state_root (report->state), (TlMeasuredState) { .is_end = TRUE, .is_current = !is_scheduled }))
    return TL_EXIT_FAILED;
  if (is_scheduled)   /* the way begins at the program */
    add_state (report, tl_state_root (report->state),
               (TlMeasuredState) { .variant = 1, .is_current = TRUE, .is_checked = TRUE,
                                   .latency = g_array_index (report->states, TlMeasuredState, 0).latency });
  for (guint i = 0; flags->each_step && i + 1 < steps->len; i++)
    if (tl_state_parent (steps->pdata[i]) != NULL && is_changed (report, steps->pdata[i]))
      time_state (pool, report, steps->pdata[i], (TlMeasuredState) { .variant = 1, .is_current = TRUE });
  if (is_scheduled
      && !time_state (pool, report, report->state, (TlMeasuredState) { .variant = 1, .is_end = TRUE, .is_current = TRUE }))
    return TL_EXIT_FAILED;
  return TL_EXIT_DONE;
}

static char *
title_of (const char *path)
{
  g_autoptr (TlSource) source = tl_script_load (path, NULL);
  char                *title = source != NULL ? tl_example_comment (source, "title") : NULL;

  return title != NULL ? title : g_path_get_basename (path);
}

static TlExit
fill_from_program (const char *path, const TlScheduleOptions *options, const TlMeasuredFlags *flags, TlReport *report)
{
  g_autoptr (TlModule) module = tl_command_load_module (path, options->shapes);
  const TlPrimFunc    *func = module != NULL ? tl_command_choose_function (module, path, flags->func) : NULL;
  TlExit               exit = TL_EXIT_USAGE;

  if (flags->variant != NULL)
    return tl_command_usage ("--variant requires a project, FILE.tileloom");
  if (func == NULL || !tl_command_has_sizes (func, path, FALSE) || !tl_command_load_target (flags->target, NULL, &report->target))
    return TL_EXIT_USAGE;
  report->state = tl_command_apply_own (module, path, options, &exit);
  if (report->state == NULL)
    return exit;
  report->title = title_of (path);
  report->func_name = g_strdup (func->name);
  report->variant = tl_state_parent (report->state) == NULL ? g_strdup ("start")
                    : options->file != NULL ? g_path_get_basename (options->file) : g_strdup ("scheduled");
  report->is_measured = tl_machine_load (&report->machine);
  report->written_s = g_get_real_time () / G_USEC_PER_SEC;
  report->states = g_array_new (FALSE, FALSE, sizeof (TlMeasuredState));
  g_array_set_clear_func (report->states, clear_measured);
  return time_states (path, flags, report);
}

TlExit
tl_command_fill_report (const char *path, const TlScheduleOptions *options, const TlMeasuredFlags *flags, TlReport *report)
{
  report->version = g_strdup (TL_VERSION);
  if (!g_str_has_suffix (path, ".tileloom"))
    return fill_from_program (path, options, flags, report);
  if (options->file != NULL)
    return tl_command_usage ("a project has its schedules: choose one with --variant instead of --schedule");
  return fill_from_project (path, flags, report);
}
