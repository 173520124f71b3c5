/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the command "model". */
#pragma once

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/search/model-comparison.h"

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

/* The records of a project, or of the folder of a work_dir. */
TlRecords    *tl_model_open_records (const char *path, GError **error);

/* Options and numbers of all actions that build a model. */
#define TL_MODEL_FILE_OPTIONS(flags)                                                                                                  \
  TL_SHAPE_OPTION ((flags).shapes),                                                                                                   \
  { "params", 0, 0, G_OPTION_ARG_FILENAME, &(flags).params,                                                                           \
    "Weights by name from a numpy.savez or safetensors file: parameters of the model that become constants", "FILE" }
#define TL_MODEL_OPTIONS(flags)                                                                                                       \
  TL_MODEL_FILE_OPTIONS (flags),                                                                                                      \
  { "target", 0, 0, G_OPTION_ARG_STRING, &(flags).target_text, "Target, \"llvm\" by default", "TARGET" },                             \
  TL_FLOAT_OPTION ((flags).floats)
#define TL_MODEL_DATABASE_OPTION(flags)                                                                                               \
  { "database", 0, 0, G_OPTION_ARG_FILENAME, &(flags).database,                                                                       \
    "Schedules from the records of a project or work_dir; kernels without a record are scheduled by rules", "PATH" }
#define TL_MODEL_NUMBERS(flags)                                                                                                       \
  { "threads", 0, TL_NUMBER_INT, &(flags).threads, 1, 1024, "Cores that parallel loops use; those of the target by default", "N" }
#define TL_MODEL_TIMEOUT_NUMBER(flags)                                                                                                \
  { "timeout", 0, TL_NUMBER_DOUBLE, &(flags).timeout_s, 0.001, 1000000, "Time limit of the whole command in seconds; 300 by default", "S" }

void          tl_model_flags_clear (TlModelFlags *flags);
/* The target of the options. FALSE after printing what is wrong with it. */
gboolean      tl_model_load_target (TlModelFlags *flags);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlModelFlags, tl_model_flags_clear)

/* The model of the flags. */
TlModelTiming tl_model_timing (const TlModelFlags *flags, const TlModule *lowered, TlRecords *records, TlWorkerPool *pool,
                               GCancellable *cancellable);
/* @records (nullable): latencies of records alone are printed, too. */
void          tl_model_comparison_print (const TlModelComparison *comparison, TlRecords *records, const char *before_title,
                                         const char *after_title);
void          tl_model_comparison_print_json (const TlModelComparison *comparison, TlRecords *records);
/*
 * tl_kernel_schedules_new with the records that are faster in the model, after timing them if that was not done; then *@executable is
 * another one. @path is for messages. NULL with an error.
 */
GPtrArray    *tl_model_schedule (const TlModelTiming *timing, const char *path, TlExecutable **executable, TlWatch *watch, GError **error);

/* Commands of their own: argv[0] is the name of the action. */
extern const TlCommand tl_model_export_row, tl_model_tune_row, tl_model_best_row;

TlExit        tl_model_run (const TlModelFlags *flags, gboolean is_profile);
TlExit        tl_model_show (const TlModelFlags *flags);
/* Into flags->picture. @lowered: behind all passes; @call_s: times of the calls of @executable, nullable. */
TlExit        tl_model_draw (const TlModelFlags *flags, const TlModule *lowered, const TlExecutable *executable, const double *call_s);

G_END_DECLS
