/* SPDX-License-Identifier: Apache-2.0 */
/* A whole model in figures: its graph behind all passes, its kernels and their times, where its tensors lie. */
#pragma once

#include "core/draw/model/model-graph.h"
#include "core/graph/executable.h"
#include "core/graph/memory-plan.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/* A function that is built once; times, work and shares are of all its calls. */
typedef struct
{
  char     *name;       /* of the function */
  guint     id;         /* its number among them, as of TVM's tasks */
  char     *label;      /* in few words: "conv2d add relu" */
  TlModule *module;     /* the function alone, as "main" */
  guint     n_calls;
  double    flops;      /* -1 unknown */
  gint64    n_bytes;    /* of the arguments */
  double    seconds;    /* -1 until they are measured, as … */
  double    share;      /* … of the sum over all kernels */
  double    rules_s;    /* by rules, timed in turns with records; -1: no record makes the model faster, or none is there */
  double    roof_s;     /* the shortest time on this machine; 0 unknown */
  TlState  *state;      /* as it was measured; NULL until then */
  gboolean  by_record;  /* scheduled so, else by rules */
  char     *how;        /* the names of the rules; nullable */
  /* Of its tuning */
  gboolean  is_tuned;   /* it is among the tasks of a run, and is built … */
  double    best_s;     /* … alone by its fastest schedule; 0: none yet */
  guint     n_trials;
  gboolean  is_done;
} TlModelKernel;

/**
 * TlModelFacts: of one thread, as the graph is, which keeps the module alive.
 */
typedef struct
{
  char         *title;
  char         *func_name;         /* the graph function */
  TlModule     *read;              /* as it was read */
  TlModule     *module;            /* behind all passes */
  TlModelGraph *graph;
  TlMemoryPlan *plan;
  GPtrArray    *kernels;           /* TlModelKernel, in the order of their first calls */
  gint         *kernel_of_node;    /* of each node of the graph; -1: none */
  guint         n_calls;
  double        flops;             /* of a run, as far as they are known */
  gint64        n_bytes[TL_N_REGIONS];
  char        **problems;          /* nodes that are left out, a sentence each; NULL: the model is whole */
  double        median_s;          /* end to end; -1 until it is measured, as … */
  double        most_s;            /* … 90 % of … */
  guint         n_samples;         /* … the runs */
  double        rules_s;           /* the same with all kernels by rules, timed in turns with it; -1: there are no records */
} TlModelFacts;

void                 tl_model_facts_free (TlModelFacts *facts);

/* Its name without "fused_", which most begin with. Borrowed. */
const char          *tl_model_kernel_short_name (const TlModelKernel *kernel);
/* NULL: that node runs no kernel. */
const TlModelKernel *tl_model_facts_kernel_of (const TlModelFacts *facts, gint node);
/* "2.14 ms end to end"; NULL until it is measured. Free with g_free. */
char                *tl_model_facts_latency_text (const TlModelFacts *facts);
/* "8.13 ms by rules → 7.13 ms with records of 19 of 21 kernels, +14 %"; NULL: there are no records. Free with g_free. */
char                *tl_model_facts_gain_text (const TlModelFacts *facts);
/* Whether the model uses records, and its kernels have times by rules as well. */
gboolean             tl_model_facts_are_compared (const TlModelFacts *facts);
/* Whether a kernel is among the tasks of a tuning run. */
gboolean             tl_model_facts_are_tuned (const TlModelFacts *facts);
/* "49 calls of 21 kernels". Free with g_free. */
char                *tl_model_facts_calls_text (const TlModelFacts *facts);
/* "one arena of 320 KiB, 858 KiB without reuse; weights 87.2 MiB". Free with g_free. */
char                *tl_model_facts_memory_text (const TlModelFacts *facts);
/*
 * Lays the graph out in rows for a view of that size, and gives the zoom at which to show it: the largest of @zooms, which fall, at which
 * all is seen, or the last one.
 */
double               tl_model_facts_arrange (TlModelFacts *facts, double width, double height, const double *zooms, guint n_zooms);
/* One line on a node, or (@node -1) on all calls of @kernel: its name, figures and shape. Free with g_free. */
char                *tl_model_facts_node_text (const TlModelFacts *facts, gint node, gint kernel);
/* The calls of a kernel: a flag for each node. Free with g_free. */
gboolean            *tl_model_facts_calls_of (const TlModelFacts *facts, gint kernel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlModelFacts, tl_model_facts_free)

G_END_DECLS
