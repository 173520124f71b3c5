/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A report on one schedule of a program: its times, the machine, the steps, pictures of the nest, the data and the roofline, the memory
 * traffic, and all that it takes to run it again.
 */
#pragma once

#include "core/draw/roofline-model.h"

G_BEGIN_DECLS

/* Filled in by the one who owns it: a session, a command. Plain data of immutable states, so that any thread may write the report. */
typedef struct
{
  char     *title;        /* of the program */
  char     *func_name;
  char     *variant;      /* its name */
  char     *version;      /* of the program that writes the report */
  TlState  *state;        /* of the variant; its first state is the program without steps */
  TlTarget  target;
  TlMachine machine;
  gboolean  is_measured;  /* the machine's rates are known */
  GArray   *states;       /* TlMeasuredState; those of the variant are the current ones */
  gint64    written_s;    /* seconds since the epoch */
} TlReport;

void        tl_report_clear (TlReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlReport, tl_report_clear)

/* The roofline of its states. */
TlRoofline *tl_report_roofline (const TlReport *report);
/* Whether the name has one of the endings of a report. */
gboolean    tl_report_can_write (const char *path);
/* HTML or PDF, by the ending of @path. */
gboolean    tl_report_write (const TlReport *report, const char *path, GError **error);

G_END_DECLS
