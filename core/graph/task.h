/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks of a module: what is tuned apart from the rest, and how much of the whole it is. */
#pragma once

#include "core/schedule/split-kernel.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

#define TL_TASK_ERROR (tl_task_error_quark ())
GQuark tl_task_error_quark (void);

typedef enum
{
  TL_TASK_ERROR_INVALID,   /* a function that the module does not have, a weight that is none, a run of another target to resume */
} TlTaskError;

/* Attributes that weigh tasks: of a function, a number; of the module, a dictionary from names of functions to numbers. */
#define TL_TASK_WEIGHT_ATTR  "task_weight"
#define TL_TASK_WEIGHTS_ATTR "task_weights"

/* One function of the module, or several that are equal. */
typedef struct
{
  char     *name;           /* of the function; of equal ones the first by name */
  TlModule *module;         /* what is tuned (tl_task_module): the module itself if it is one function, else one with that function alone,
                               as "main" */
  GPtrArray *func_names;    /* char *: the functions of the whole module that it stands for */
  double    flops;          /* of one run; -1 unknown */
  double    weight;         /* how often the whole runs it: the sum over its functions, each as often as the module's graphs call it, at
                               least 1 */
  TlParamSet constants;     /* parameters that get a constant in each of these calls; none where no graph calls it */
} TlTask;

typedef struct
{
  const char *name;     /* of a function */
  double      weight;   /* above 0 */
} TlTaskWeight;

/* The module that is tuned for function @func_name. New reference. Workloads of databases are looked up by it. */
TlModule  *tl_task_module (const TlModule *module, const char *func_name);

/*
 * The names of functions that have one of @parts in them, as TVM's op_names choose; a part "=NAME" is that function alone.
 * NULL-terminated; NULL with TL_TASK_ERROR if a part is in none.
 */
char     **tl_task_names_with (const TlModule *module, const char *const *parts, GError **error);

/*
 * The tasks of @module by name, as TVM's tune_tir orders them: array of TlTask that owns them. @ops: names of functions, nullable; other
 * functions are left out.
 * @weights go before attributes, and these before the calls in graphs. NULL with TL_TASK_ERROR if a name is none of the module's, or a
 * weight no number above 0.
 */
GPtrArray *tl_tasks_extract (const TlModule *module, const char *const *ops, const TlTaskWeight *weights, guint n_weights, GError **error);

/*
 * A schedule of the task's module, as JSON, on all functions of the whole that the task stands for; @whole: a state of the whole module.
 * NULL with a refusal.
 */
TlState   *tl_task_apply (const TlTask *task, TlState *whole, const char *trace_json, GError **error);

G_END_DECLS
