/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the supervisor and its child; see worker.h for the picture. */
#pragma once

#include <sys/types.h>

#include "core/device/device.h"
#include "core/interp/check.h"
#include "core/target/target.h"
#include "core/text/script.h"
#include "core/worker/evaluator-private.h"
#include "core/worker/message.h"
#include "core/worker/worker.h"

G_BEGIN_DECLS

/* The phases of a child, in words that complete "crashed while …". */
#define TL_CHILD_PHASES(X)                                                                                                               \
  X (IDLE, "waiting")                                                                                                                    \
  X (READING, "reading the program")                                                                                                     \
  X (LOWERING, "lowering the program")                                                                                                   \
  X (COMPILING, "compiling")                                                                                                             \
  X (LOADING, "loading the code")                                                                                                        \
  X (RUNNING, "running")                                                                                                                 \
  X (CHECKING, "checking the result")                                                                                                    \
  X (TIMING, "timing")

typedef enum
{
#define X(phase, text) TL_CHILD_##phase,
  TL_CHILD_PHASES (X)
#undef X
} TlChildPhase;

/* A shared page: the supervisor reads from it how far a dead child had come. */
typedef struct
{
  volatile gint     phase;            /* TlChildPhase */
  volatile gint     candidate;        /* of a comparison: the one that runs */
  volatile gint64   run_start_ns;     /* CPU time of the child when its first run began; 0: it has not, or is over */
  volatile gboolean has_fault;
  volatile guintptr fault_address;
  volatile gboolean is_memory_spent;
} TlChildStatus;

/* The arguments of candidates for one program, on a device. */
typedef struct
{
  char              *name;      /* of the device: "cpu", "cuda:1" */
  const TlDeviceApi *api;
  gpointer           device;
  gpointer          *buffers;   /* one for each input */
  guint              n;
  GPtrArray         *host;      /* TlTensor: the buffers as the host sees them, or where results are copied to */
} TlArguments;

/**
 * TlWorkload: a program that candidates are compared with: its inputs and what it computes from them. Made by the supervisor, inherited by
 * children, who make the arguments that candidates run on.
 */
typedef struct
{
  char        *id;
  GPtrArray   *inputs;      /* TlTensor */
  GPtrArray   *arguments;   /* TlArguments, made by a child when it needs them; none in the supervisor */
  TlModule    *interface;   /* nullable: pack_N and unpack_N for the arguments that candidates take in another layout
                               (core/schedule/interface.h) … */
  GPtrArray   *plain;       /* … and then: TlTensor of the program's own layout for each argument, as the reference knows them */
  TlReference *reference;   /* NULL: the interpreter cannot run the program (unknown external function), so nothing is compared */
  gsize        n_bytes;     /* of the inputs */
} TlWorkload;

/* The few programs used last. */
typedef struct
{
  GQueue          workloads;          /* TlWorkload, newest first */
  guint           generation;     /* counts changes: a child of an older one knows too little */
} TlWorkloads;

void          tl_workloads_clear (TlWorkloads *workloads);
TlWorkload       *tl_workloads_find (TlWorkloads *workloads, const char *id);
/*
 * @script: the program, and after a zero byte its arguments if they are not to be random; @memory_bytes: what its tensors may take, 0 for
 * any amount. On failure @outcome says why.
 */
gboolean      tl_workloads_add (TlWorkloads *workloads, const char *id, GBytes *script, const char *func_name, const char *interface,
                                gint64 memory_bytes, GCancellable *cancellable, TlOutcome *outcome);
/* The outputs of a candidate in @arguments, in the program's own layout. Borrowed; NULL with @error. */
GPtrArray    *tl_workload_results (const TlWorkload *workload, TlArguments *arguments, GError **error);

/* @name: "cpu", "cuda:1", whose number goes to @ordinal. NULL with @error. */
const TlDeviceApi *tl_worker_device_find (const char *name, guint *ordinal, GError **error);
/* @device: NULL for "cpu". Borrowed from @workload; NULL with @error. */
TlArguments  *tl_arguments_get (TlWorkload *workload, const char *device, GError **error);
void          tl_arguments_free (gpointer arguments);
/* Fresh arguments, outputs too: what an earlier candidate has left there must not pass for the next one's result. */
gboolean      tl_arguments_restore (TlArguments *arguments, const TlWorkload *workload, GError **error);
/* Brings what is on the device to @arguments->host. */
gboolean      tl_arguments_fetch (TlArguments *arguments, GError **error);

/**
 * TlChild: the supervisor's side of a child process.
 */
typedef struct
{
  pid_t           pid;           /* 0: none */
  int             fd;
  TlMessageReader reader;
  TlChildStatus  *status;
  const TlBaseline *baselines;   /* nullable */
  int             stderr_fd;     /* an unnamed file that takes what the child complains of */
  char           *cpus;
  guint           generation;
  guint           n_served;
  gboolean        was_killed;    /* by somebody else, as tl_child_explain found */
} TlChild;

void     tl_child_init (TlChild *child, const TlBaseline *baselines);
void     tl_child_clear (TlChild *child);
/* Forks; in the child this does not return. @pool_fd is closed there. */
gboolean tl_child_fork (TlChild *child, TlWorkloads *workloads, const char *cpus, int pool_fd, GError **error);
/* Kills it if it still lives and collects it; gives the wait status. */
int      tl_child_end (TlChild *child, gboolean kill_first);
/* Why it ended of its own accord. Call after tl_child_end, before the next fork. */
void     tl_child_explain (TlChild *child, int wait_status, TlOutcome *outcome);
gint64   tl_child_resident_bytes (const TlChild *child);
/* CPU time that the candidate's first run has taken so far; 0 when there is none under way. */
double   tl_child_first_run_s (const TlChild *child);

/* The child's life. Answers requests until the socket closes. */
G_NORETURN void tl_child_main (int fd, TlWorkloads *workloads, const TlBaseline *baselines, TlChildStatus *status);
/* The answers. They fill @header and set @payload (stays NULL without one). */
void     tl_child_build (const TlMessage *request, TlChildStatus *status, JsonObject *header, GBytes **payload);
void     tl_child_run (const TlMessage *request, TlWorkloads *workloads, TlChildStatus *status, JsonObject *header, GBytes **payload);
void     tl_child_run_model (const TlMessage *request, TlChildStatus *status, JsonObject *header);
void     tl_child_describe (const TlMessage *request, JsonObject *header);   /* the device of the request */
void     tl_child_compare (const TlMessage *request, TlWorkloads *workloads, const TlBaseline *baselines, TlChildStatus *status, int fd,
                           JsonObject *header);

/* Code that prepares constants for a program, and the memory that both share with it. All 0: there is none. */
typedef struct
{
  gpointer  program;       /* loaded on the arguments' device */
  gpointer *args;          /* of it: the constants, then what it prepares */
  gpointer *buffers;       /* of the program: the arguments, then what is prepared for it */
  guint     n_constants;
  gsize    *n_bytes;       /* of what is prepared */
  guint     n_prepared;
} TlPrepared;

/*
 * @described: of a request, as core/measure/built-program.c writes it; @code: of the program, with that of the setup behind it, which is
 * taken off. TRUE and nothing done where no setup is described, FALSE with @error.
 */
gboolean tl_prepared_load (TlPrepared *prepared, JsonObject *described, const TlArguments *arguments, GBytes **code, GError **error);
/* Prepares them: once the arguments are there, before the program runs. */
gboolean tl_prepared_run (const TlPrepared *prepared, const TlArguments *arguments, GError **error);
void     tl_prepared_clear (TlPrepared *prepared, const TlArguments *arguments);

/**
 * TlCandidate: what is run and timed: loaded code, or a baseline, and the memory it runs on.
 */
typedef struct
{
  const TlWorkload   *workload;
  TlArguments    *arguments;  /* of @workload */
  gpointer        program;    /* loaded on the arguments' device; nullable */
  TlPrepared      prepared;   /* for it */
  TlBaselineRun   baseline;   /* without a program */
  GError         *error;      /* owned: what the device said of a run that failed */
} TlCandidate;

/* @described: what the request says of the program. */
gboolean tl_candidate_load (TlCandidate *candidate, TlWorkload *workload, const char *device, JsonObject *described, GBytes *code,
                            TlChildStatus *status, TlOutcome *outcome);
gboolean tl_candidate_load_baseline (TlCandidate *candidate, TlWorkload *workload, const TlBaseline *baselines, const char *name,
                                     JsonObject *task, guint n_threads, const char *device, TlChildStatus *status,
                                     TlOutcome *outcome);
void     tl_candidate_clear (TlCandidate *candidate);
/* Seconds of @number runs (TlTimedFunc). */
double   tl_candidate_time (gpointer candidate, guint64 number);
/* FALSE with @outcome, a crash, if the device has refused a run. */
gboolean tl_candidate_check_device (const TlCandidate *candidate, TlOutcome *outcome);
/* The first run: its result is compared; its time is the warm-up's, or that of a second one. FALSE if the result is wrong. */
gboolean tl_candidate_try (TlCandidate *candidate, gboolean check, TlChildStatus *status, TlOutcome *outcome, double *warm_s);

/* The id of the original program number @index of a request; NULL past the end. */
const char *tl_request_workload (JsonObject *header, guint index);

/* Restricts the calling thread and those it makes to "0,1"; "" changes nothing. */
void     tl_pin_to_cpus (const char *cpus);

/* --- C code of programs (worker-imports.c) --- */
/* The object of a kernel together with that of the code that it calls, of TL_IMPORTED_CODE. NULL with an error. */
GBytes  *tl_child_link_imports (GBytes *kernel, const TlValue *sources, GError **error);

/* --- texts (worker-serve.c, worker-passes.c) --- */
/* The loops and blocks of the scheduled function as marks that number them from 1 in the order of its text. */
GArray       *tl_child_number_nodes (const TlPrimFunc *func);
/* The lowered program as text; @lines receives the number of the node of each line. */
char         *tl_child_print_lowered (const TlModule *lowered, const GArray *numbered, GArray *lines);
/*
 * The text after each pass, of lowering and of LLVM, in JSON: an array of objects with "name", "summary", "is_llvm", and "text" and "lines"
 * where the text differs from the one before. The first is the scheduled program.
 */
char         *tl_child_list_passes (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);

G_END_DECLS
