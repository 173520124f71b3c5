/* SPDX-License-Identifier: Apache-2.0 */
/* A report on one schedule, as a file for others to read and to replay. */
#include "app/commands/measured-program.h"

static TlExit
run_report (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  g_auto (TlMeasuredFlags)   flags = { 0 };
  g_auto (TlReport)          report = { 0 };
  g_autoptr (GError)         error = NULL;
  g_autofree char           *out = NULL;
  const GOptionEntry options[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Output file: .html or .pdf", "FILE" },
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace of a program", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    TL_FUNC_OPTION (flags.func),
    TL_MEASURED_OPTIONS (flags),
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = { TL_SCHEDULE_NUMBERS (schedule), { NULL } };
  TlExit exit;

  if (!tl_command_parse (&tl_command_report_row, &argc, &argv, options, numbers, 1, 1))
    return TL_EXIT_USAGE;
  if (out == NULL || !tl_report_can_write (out))
    return tl_command_usage ("report requires -o FILE.html or .pdf");
  exit = tl_command_fill_report (argv[0], &schedule, &flags, &report);
  if (exit != TL_EXIT_DONE || tl_report_write (&report, out, &error))
    return exit;
  return tl_command_fail (TL_EXIT_FAILED, error);
}

const TlCommand tl_command_report_row = {
  "report", "MODULE.py [--schedule FILE] | FILE.tileloom [--variant NAME] -o FILE.html|pdf",
  "Write a report on a schedule: times, pictures, traffic, roofline, and how to run it again", run_report,
};
