/* SPDX-License-Identifier: Apache-2.0 */
/* A model scheduled by rules and timed in a worker, call by call; in a thread of the caller. */
#pragma once

#include "core/measure/model-run.h"
#include "core/session/model/model-facts.h"

G_BEGIN_DECLS

typedef struct
{
  /* Owned */
  TlModule     *module;        /* behind all passes */
  char         *func_name;
  TlWorkerPool *pool;
  TlTarget      target;
  /* The result, owned */
  TlExecutable *executable;
  GPtrArray    *schedules;     /* TlKernelSchedule, one for each of its kernels; NULL: it was not reached */
  double       *roof_s;        /* of a call of each; 0 unknown */
  TlModelOutcome outcome;
} TlModelProfile;

/* @pool: takes a reference. */
TlModelProfile *tl_model_profile_new (const TlModelFacts *facts, TlWorkerPool *pool, const TlTarget *target);
void            tl_model_profile_free (TlModelProfile *profile);

/* FALSE with an error that says why nothing was timed; schedules may be there all the same. */
gboolean        tl_model_profile_run (TlModelProfile *profile, TlModelRunFunc progress, gpointer progress_data, GCancellable *cancellable,
                                      GError **error);
/* Puts schedules and times in, and takes those of an earlier profile out. */
void            tl_model_facts_take_profile (TlModelFacts *facts, const TlModelProfile *profile);

G_END_DECLS
