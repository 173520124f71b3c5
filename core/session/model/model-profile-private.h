/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A model timed in a worker, call by call; in a thread of the caller. Its kernels are scheduled by rules and, where that makes the model
 * faster, by the records of a project.
 */
#pragma once

#include "core/records/database.h"
#include "core/search/model-comparison.h"
#include "core/session/model/model-facts.h"

G_BEGIN_DECLS

typedef struct
{
  /* Owned */
  TlModule     *module;        /* behind all passes */
  char         *func_name;
  TlWorkerPool *pool;
  TlDatabase   *database;      /* nullable: the project with the records */
  TlTarget      target;
  TlModelRunOptions options;
  /* The result, owned */
  TlExecutable *executable;
  GPtrArray    *schedules;     /* TlKernelSchedule, one for each of its kernels; NULL: it was not reached */
  double       *roof_s;        /* of a call of each; 0 unknown */
  double       *call_s;        /* of each call; NULL: not timed */
  TlLatency     whole;         /* end to end; no samples: not timed */
  double        rules_s;       /* … with all kernels by rules; -1: there are no records */
  double       *rules_kernel_s;   /* … all calls of each kernel then; NULL: there are no records */
} TlModelProfile;

/* Takes references; @database is nullable. */
TlModelProfile *tl_model_profile_new (const TlModelFacts *facts, TlWorkerPool *pool, TlDatabase *database, const TlTarget *target);
void            tl_model_profile_free (TlModelProfile *profile);

/* FALSE with an error that says why nothing was timed; schedules may be there all the same. */
gboolean        tl_model_profile_run (TlModelProfile *profile, TlModelRunFunc progress, gpointer progress_data, GCancellable *cancellable,
                                      GError **error);
/* Puts schedules and times in, and takes those of an earlier profile out. */
void            tl_model_facts_take_profile (TlModelFacts *facts, const TlModelProfile *profile);

G_END_DECLS
