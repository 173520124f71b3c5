/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/records/recorded-outcomes.h"
#include "core/session/tuning/tuning.h"

G_BEGIN_DECLS

/* A run to start. Borrowed for the call. */
typedef struct
{
  TlState            *start;       /* the program, or any variant: its program is then what is tuned, and schedules go on from its steps */
  TlTuneConfig        config;
  TlWorkerPool       *pool;        /* nullable where outcomes are recorded */
  const TlRecordedOutcomes *recorded;   /* nullable: outcomes come from there; else from those that @config names, if it does */
  double              least_s;     /* for recorded ones (TlTuneOptions) */
  gboolean            resume;      /* go on with the run that is in the project file */
  const char *const  *added;       /* nullable, NULL-terminated: schedules of its only task, as TlTuneOptions has them */
  TlDatabase         *database;    /* nullable: nothing is kept */
  const char         *title;       /* of the program, nullable */
} TlTuningRequest;

/* FALSE with an error if it cannot begin; a run under way must be stopped first (an error too). */
gboolean tl_tuning_start (TlTuning *tuning, const TlTuningRequest *request, GError **error);

G_END_DECLS
