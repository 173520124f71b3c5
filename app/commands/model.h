/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the command "model". */
#pragma once

#include "app/commands/command.h"
#include "core/graph/executable.h"

G_BEGIN_DECLS

typedef struct
{
  char    *path;
  char   **shapes;        /* NAME=N */
  char    *input;         /* nullable: a file for numpy.load */
  char    *output;        /* nullable */
  char    *params;        /* nullable: a file for numpy.load, whose arrays are parameters by name */
  char    *database;      /* nullable: a project or work_dir */
  char    *picture;       /* nullable: a file, SVG, PDF or PNG */
  char    *view;          /* of the picture, "graph" or "memory"; nullable: the graph */
  gboolean dark;
  char    *pass;          /* of show, nullable: the pass behind which the graph is shown */
  char    *target_text, *floats;
  TlTarget target;
  gboolean check;
  gboolean all_passes;
  gboolean with_kernels;
  gboolean json;
  gint     threads;       /* 0: those of the target */
  gdouble  timeout_s;
} TlModelFlags;

/* The model as it is read, with function main. NULL after printing why, or which operators cannot be imported. */
TlModule     *tl_model_read (const TlModelFlags *flags);
/* Behind all passes; @lowered (nullable) gets a reference to the module there. NULL after printing why. */
TlExecutable *tl_model_plan (const TlModelFlags *flags, TlModule **lowered);

TlExit        tl_model_run (const TlModelFlags *flags, gboolean is_profile);
TlExit        tl_model_show (const TlModelFlags *flags);
/* Into flags->picture. @lowered: behind all passes; @call_s: times of the calls of @executable, nullable. */
TlExit        tl_model_draw (const TlModelFlags *flags, const TlModule *lowered, const TlExecutable *executable, const double *call_s);

G_END_DECLS
