/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the pool's files: workers are taken and given back, the runner is asked. */
#pragma once

#include "core/measure/worker-process-private.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

#define TL_POOL_MAX_WORKLOADS TL_COMPARISON_MAX

typedef struct
{
  TlWorkerProcess *worker;
  gboolean         is_taken;
  TlWorkerState    state;
  gint64           since_ns;
  GCancellable    *ender;       /* owned, under the pool's lock: ends what the worker does now; NULL while it does nothing */
} TlWorkerSlot;

/*
 * The runner for a program for @num_cores; whatever works on its cores rests until it is given back. NULL if cancelled while waiting.
 */
TlWorkerSlot     *tl_pool_take_runner (TlWorkerPool *pool, gint num_cores, GCancellable *cancellable);
void        tl_pool_release_runner (TlWorkerPool *pool, TlWorkerSlot *slot);

/* A request for builders: a form of the program @module, "object" for example, whose text goes along. */
JsonObject *tl_pool_build_request (const TlModule *module, const char *func_name, const TlTarget *target, const char *form, double limit_s,
                                   gint64 memory_bytes);
GBytes     *tl_pool_print_module (const TlModule *module);
/* Asks a builder. FALSE if no answer came; @outcome is the answer's, or says why there is none. */
gboolean    tl_pool_ask_builder (TlWorkerPool *pool, JsonObject *header, GBytes *script, double limit_s, GCancellable *cancellable,
                                 TlMessage *reply, TlOutcome *outcome);

/* Object bytes, or NULL with the outcome set. */
GBytes     *tl_pool_build (TlWorkerPool *pool, const TlModule *module, const char *func_name, const TlTarget *target,
                           const TlMeasureOptions *options,
                           GCancellable *cancellable, TlOutcome *outcome);

/* A program as the runner gets it. All 0: it does not build. */
typedef struct
{
  GBytes     *code;    /* owned; where there is @setup, with the code that prepares constants behind it */
  JsonObject *setup;   /* owned; nullable: which constants, and the sizes of what is prepared */
} TlPoolProgram;

/* @constants: of @func_name's parameters; what is done to them alone becomes the program's setup. FALSE with @outcome. */
gboolean    tl_pool_program_build (TlPoolProgram *program, TlWorkerPool *pool, const TlModule *module, const char *func_name,
                                   TlParamSet constants, const TlTarget *target, const TlMeasureOptions *options,
                                   GCancellable *cancellable, TlOutcome *outcome);
/* The setup, if any, for the header that the code goes with. */
void        tl_pool_program_describe (const TlPoolProgram *program, JsonObject *header);
void        tl_pool_program_clear (TlPoolProgram *program);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlPoolProgram, tl_pool_program_clear)

/* Original programs of a request to the runner: one, or those of a comparison. */
typedef struct
{
  char       *ids[TL_POOL_MAX_WORKLOADS];
  GBytes     *scripts[TL_POOL_MAX_WORKLOADS];
  const char *func_names[TL_POOL_MAX_WORKLOADS];
  char       *interfaces[TL_POOL_MAX_WORKLOADS];   /* nullable */
  guint       n;
} TlPoolWorkloads;

/*
 * The index of the program among @workloads, which may know it already. @interface: what tl_interface_script says of the candidate,
 * nullable.
 */
guint       tl_pool_workloads_add (TlPoolWorkloads *workloads, TlWorkerPool *pool, const TlModule *module, const char *func_name,
                                   const char *interface);
void        tl_pool_workloads_clear (TlPoolWorkloads *workloads);

/* A request to the runner, where @workloads are needed and the target's cores are used. */
JsonObject *tl_pool_runner_request (TlWorkerPool *pool, const char *op, const TlPoolWorkloads *workloads, const TlTarget *target,
                                    double limit_s);
/* To try, check and time a candidate. */
JsonObject *tl_pool_run_request (TlWorkerPool *pool, const TlPoolWorkloads *workloads, const TlTarget *target,
                                 const TlMeasureOptions *options);
/* Asks the runner; where it does not know the original programs yet, tells it and asks again. Sets @outcome when there is no @reply. */
gboolean tl_pool_ask_runner (TlWorkerPool *pool, TlWorkerSlot *slot, const TlPoolWorkloads *workloads, JsonObject *header, GBytes *payload,
                             double limit_s, TlWorkerProgress progress, gpointer user_data, GCancellable *cancellable, TlMessage *reply,
                             TlOutcome *outcome);

G_END_DECLS
