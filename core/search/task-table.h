/* SPDX-License-Identifier: Apache-2.0 */
/* How far each task has come, in the form that TVM prints while it tunes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;       /* borrowed */
  double      flops;      /* of one run; -1 unknown */
  double      weight;
  double      best_s;     /* 0: nothing measured yet */
  double      start_s;    /* the program as it stands, as core/records/trial-rank.h says; 0: not measured … */
  gboolean    is_start_slower;   /* … or it takes longer than @start_s, which is all that is known */
  guint       n_trials;   /* candidates, failures included */
  gboolean    is_done;
} TlTaskStatus;

/* The sum of the weighted latencies of the tasks that have one, in seconds. */
double tl_task_status_total_s (const TlTaskStatus *tasks, guint n_tasks);

/* Header, a line for each task, total trials and total latency. Ends with a newline. Free with g_free. */
char  *tl_task_table_print (const TlTaskStatus *tasks, guint n_tasks);

G_END_DECLS
