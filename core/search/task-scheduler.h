/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which task gets the next round of trials. Pure logic: a scheduler sees how each task's best latency went from round to round, and says
 * one index. Rounds, budgets and the pool are core/search/module-tuner.h's.
 */
#pragma once

#include "core/base/random.h"
#include "core/space/component.h"

G_BEGIN_DECLS

/* A best latency from which on there is none, in seconds: TVM's 1e9 ms. */
#define TL_TASK_UNKNOWN_S 1e6

/* A task as a scheduler sees it. */
typedef struct
{
  double        weight;
  const double *best_s;           /* after each of its finished rounds: the best latency so far, or TL_TASK_UNKNOWN_S */
  guint         n_rounds;         /* finished */
  guint         n_rounds_given;   /* rounds that it was given, those under way included */
  gboolean      is_done;          /* takes no more rounds */
} TlTaskHistory;

typedef enum
{
  TL_TASK_NONE = -1,   /* all are done */
  TL_TASK_WAIT = -2,   /* nothing can be said before a round that is under way has finished */
} TlTaskAnswer;

typedef struct
{
  const TlArg         *args;      /* of the scheduler's parameters */
  const TlTaskHistory *tasks;
  guint                n_tasks;
  gint                 last;      /* the task of the round before; -1 */
  TlRandom            *random;
} TlTaskCall;

typedef struct
{
  TlComponentInfo info;                              /* "gradient" */
  gint          (*next) (const TlTaskCall *call);    /* an index or a TlTaskAnswer */
} TlTaskScheduler;

extern const TlComponentTable tl_task_scheduler_table;

/* Reads "round-robin" or "gradient(alpha=0.3)"; arguments in @arena. FALSE with TL_COMPONENT_ERROR_SYNTAX. */
gboolean tl_task_scheduler_parse (TlArena *arena, const char *text, TlComponent *scheduler, GError **error);

/* Asks it. @scheduler is a component of the table. */
gint     tl_task_scheduler_next (const TlComponent *scheduler, const TlTaskHistory *tasks, guint n_tasks, gint last, TlRandom *random);

G_END_DECLS
