/* SPDX-License-Identifier: Apache-2.0 */
/* A program with the times of its schedules: from a project, or measured now. */
#pragma once

#include "app/commands/command.h"
#include "core/draw/report.h"

G_BEGIN_DECLS

typedef struct
{
  char    *variant;      /* of a project; NULL: the one shown last */
  char    *func;         /* NULL: the entry */
  char    *target;       /* of a program; NULL: the host */
  gboolean each_step;    /* of a program: time the states on the way, too */
} TlMeasuredFlags;

void tl_measured_flags_clear (TlMeasuredFlags *flags);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlMeasuredFlags, tl_measured_flags_clear)

#define TL_MEASURED_OPTIONS(flags)                                                                                                        \
  { "variant", 0, 0, G_OPTION_ARG_STRING, &(flags).variant, "Variant of the project; the one that was shown last by default", "NAME" },    \
  { "target", 0, 0, G_OPTION_ARG_STRING, &(flags).target, "Target of a program, \"llvm\" by default", "TARGET" },                          \
  { "each-step", 0, 0, G_OPTION_ARG_NONE, &(flags).each_step, "Time a program after each step of its schedule, too", NULL }

/*
 * Fills in @report: of a project (FILE.tileloom) what it holds, of a program the times before and after the schedule of @options, which
 * are measured now. Another exit status than TL_EXIT_DONE after printing why.
 */
TlExit tl_command_fill_report (const char *path, const TlScheduleOptions *options, const TlMeasuredFlags *flags, TlReport *report);

G_END_DECLS
