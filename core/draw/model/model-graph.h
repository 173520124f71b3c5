/* SPDX-License-Identifier: Apache-2.0 */
/* A graph function as boxes and lines: one box for each call, from the inputs on the left to the results on the right. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_MODEL_INPUT,
  TL_MODEL_CALL,       /* of a function of the module, a packed function or an operator */
  TL_MODEL_RESULT,
} TlModelNodeKind;

typedef struct
{
  TlModelNodeKind   kind;
  const TlRelaxVar *var;           /* the input, or the variable that the call is bound to; NULL: RESULT */
  const char       *func;          /* CALL: the name of the function or operator */
  guint             binding;       /* CALL: its place among the bindings of the function */
  char             *label;         /* in few words: "conv2d add relu" for fused_conv2d1_add_relu */
  char             *type;          /* of its value: "float32[1, 64, 56, 56]" */
  gint64            n_bytes;       /* of its value; -1 unknown */
  double            seconds;       /* CALL; -1 unknown, as … */
  double            flops;         /* … its work, and … */
  double            roof;          /* … its rate as a share of what the machine allows */
  guint             shown;         /* the node whose box stands for it: itself, or its like in the first of repeated layers */
  guint             n_alike;       /* calls for which that stands */
  double            shown_s;       /* the sum of their times; -1 unknown */
  guint             layer;         /* the longest way to it from an input */
  double            x, y, width, height;   /* its box, in pixels at zoom 1 */
} TlModelNode;

typedef struct
{
  double x, y;
} TlModelPoint;

typedef struct
{
  guint         from, to;          /* indices of nodes */
  gint64        n_bytes;           /* that it carries; -1 unknown */
  gboolean      is_skip;           /* passes by layers of other calls: a residual */
  gboolean      is_hidden;         /* another one stands for it, or it leads from a layer to the next that is alike: no points */
  TlModelPoint *points;            /* where it goes through, both ends among them: 2 and more */
  guint         n_points;
} TlModelEdge;

/* Layers that are alike, one behind the other. */
typedef struct
{
  guint first, n_nodes;            /* of a layer: the calls from there on */
  guint n_copies;                  /* layers */
} TlModelRepeat;

/* Around the boxes of repeated layers in a row, in pixels at zoom 1. */
typedef struct
{
  guint    repeat;
  gboolean goes_on;                /* from the row above */
  double   x, y, width, height;
} TlModelFrame;

/**
 * TlModelGraph: keeps the module alive; for one thread.
 */
typedef struct
{
  TlModule    *module;
  TlModelNode *nodes;              /* inputs, calls in their order, the result */
  guint        n_nodes;
  guint        n_calls;
  TlModelEdge *edges;
  guint        n_edges;
  double       seconds;            /* the sum over its calls; -1 unknown */
  TlModelRepeat *repeats;          /* in their order */
  guint        n_repeats;
  gboolean     is_collapsed;       /* they are shown once, in … */
  TlModelFrame *frames;            /* … these */
  guint        n_frames;
  double       width, height;
} TlModelGraph;

/* Of function @name of @module; NULL if that is no graph function. */
TlModelGraph *tl_model_graph_new (const TlModule *module, const char *name);
void          tl_model_graph_free (TlModelGraph *graph);

/* Times of the calls in their order, in seconds, below 0 unknown; boxes grow with their shares. @n: as many as there are calls. */
void          tl_model_graph_set_times (TlModelGraph *graph, const double *seconds, guint n);

/* Shows repeated layers once, or all of them, as at first; in one row until it is wrapped. */
void          tl_model_graph_collapse (TlModelGraph *graph, gboolean is_collapsed);

/*
 * Lays it out in rows of at most so many layers, one below the other, until times are set. A row of all layers, as it is at first, is as
 * long as the deepest way.
 */
void          tl_model_graph_wrap (TlModelGraph *graph, guint n_layers);
/* The widths of a picture in such rows. */
double        tl_model_graph_row_width (guint n_layers);

/* The share of the whole time of a node; -1 unknown. */
double        tl_model_graph_share (const TlModelGraph *graph, guint node);
/* The same of all calls for which a box stands. */
double        tl_model_graph_shown_share (const TlModelGraph *graph, guint node);
/* The node whose box is at a point, -1 if there is none. */
gint          tl_model_graph_find (const TlModelGraph *graph, double x, double y);
/*
 * The node that one comes to from @node (-1: none yet) to the right or left along a line, or up or down in its layer; @node itself at an
 * end.
 */
gint          tl_model_graph_step (const TlModelGraph *graph, gint node, int right, int down);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlModelGraph, tl_model_graph_free)

G_END_DECLS
