/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The settings of a tuning run: one table of them for the command line, the window, project files and tests. The objects that settings
 * stand for (a design space, a target, tasks) are made here, too.
 */
#pragma once

#include "core/graph/task.h"
#include "core/measure/worker-pool.h"
#include "core/search/constraints.h"
#include "core/search/task-rounds.h"
#include "core/space/space.h"

G_BEGIN_DECLS

#define TL_TUNE_CONFIG_ERROR (tl_tune_config_error_quark ())
GQuark tl_tune_config_error_quark (void);

typedef enum
{
  TL_TUNE_CONFIG_ERROR_VALUE,      /* the message begins with the name of the setting */
  TL_TUNE_CONFIG_ERROR_NAME,       /* there is no such setting */
  TL_TUNE_CONFIG_ERROR_CONFLICT,   /* settings that exclude each other */
} TlTuneConfigError;

/**
 * TlTuneConfig: everything that a person can choose for a tuning run. A plain value, copied by assignment: its texts are interned strings.
 * Members that are assigned without tl_tune_config_set are checked when a run starts.
 */
typedef struct
{
  /* Trials and tasks */
  TlTaskBudget     budget;
  const char      *scheduler;            /* a component of tl_task_scheduler_table */
  const char      *ops;                  /* "a,b": functions whose names contain one of these words, "=a": the function a; NULL: all */
  const char      *weights;              /* "NAME=4", one a line; nullable */
  /* Search */
  const char      *strategy;             /* a component of tl_strategy_table */
  const char      *cost_model;           /* a component of tl_cost_model_table */
  guint64          seed;
  gboolean         no_default_schedule;  /* the first candidate is not the schedule by rules */
  /* Design space */
  const char      *space;                /* path of a schedule script; NULL: rules */
  const char      *function;             /* of the script; NULL: its only one */
  const char      *arguments;            /* of that function, "NAME=VALUE", one a line; nullable */
  const char      *lists[TL_N_SPACE_LISTS];   /* NULL: the target's own */
  const char      *pins;                 /* "C/i/4/2=8", one a line (core/search/constraints.h); nullable … */
  const char      *forbidden;            /* … as these */
  /* Target and measuring */
  const char      *target;               /* NULL: the host */
  const char      *floats;               /* "strict" or "fast"; NULL: as @target says */
  guint            max_workers;          /* builder processes; 0: one per core, except the core that measures */
  TlMeasureOptions measure;
  gboolean         is_dry;               /* times are predicted by a model of the GPU; nothing is compiled or run */
  const char      *replay_timings;       /* path of a project whose recorded measurements are replayed; NULL: programs are measured */
  /* Files */
  const char      *work_dir;             /* folder in TVM's format that gets all trials and the cost model; nullable */
  gboolean         warm_start;           /* begins with the fastest trials of earlier runs in the project */
} TlTuneConfig;

/* The defaults; each call draws another seed. */
TlTuneConfig tl_tune_config_default (void);

typedef enum
{
  TL_TUNE_WHOLE,   /* guint */
  TL_TUNE_SEED,    /* guint64 */
  TL_TUNE_REAL,    /* double */
  TL_TUNE_FLAG,    /* gboolean; without text in the command line */
  TL_TUNE_TEXT,    /* const char * */
  TL_TUNE_FILE,    /* const char *, a path */
  TL_TUNE_LIST,    /* const char *, lines; setting it adds one */
} TlTuneKind;

/* A setting. */
typedef struct
{
  const char *name;         /* as on the command line, without dashes: "trials-per-task" */
  char        short_name;   /* 0: none */
  TlTuneKind  kind;
  gsize       offset;       /* of the member in TlTuneConfig */
  double      least, most;  /* of numbers; @most HUGE_VAL: as large as the type */
  const char *help;         /* N_() */
  const char *fallback;     /* N_(), nullable: the default in words where the number alone does not say it */
  const char *argument;     /* "N" */
  const TlComponentTable *components;   /* nullable: the text names one of these, with arguments or without */
  /* Nullable: FALSE with @error (TL_TUNE_CONFIG_ERROR_VALUE, or of the reader of such texts) where @text does not fit. */
  gboolean  (*check) (const char *text, GError **error);
  /* Nullable: other members that follow this one. */
  void      (*follow) (TlTuneConfig *config);
} TlTuneRow;

const TlTuneRow *tl_tune_row_nth (guint index);   /* NULL past the end */
const TlTuneRow *tl_tune_row_find (const char *name);
/* The help of a setting with its default and its range. Free with g_free. */
char            *tl_tune_row_describe (const TlTuneRow *row);

/* Sets the setting @name to what @text says ("true" or "false" for a flag). FALSE with an error, and nothing changed. */
gboolean tl_tune_config_set (TlTuneConfig *config, const char *name, const char *text, GError **error);
/* The settings that are not the defaults, and the seed, as lines. Free with g_free. */
char    *tl_tune_config_print (const TlTuneConfig *config);
/* Reads these lines. FALSE with the error of the first setting that does not fit, which keeps its default; the others are read. */
gboolean tl_tune_config_read (TlTuneConfig *config, const char *text, GError **error);

/* --- what the settings mean (tune-config-use.c) --- */

/* FALSE with an error also where settings exclude each other, or the target: times are predicted for GPUs that are known alone. */
gboolean   tl_tune_config_target (const TlTuneConfig *config, TlTarget *target, GError **error);
/* New reference, or NULL with an error. */
TlSpace   *tl_tune_config_space (const TlTuneConfig *config, const TlTarget *target, GError **error);
/* Whether the first candidate is the schedule by rules: the space is the target's own, and nobody said no. */
gboolean   tl_tune_config_begins_with_default_schedule (const TlTuneConfig *config);
/* The constraints on candidates; NULL without an error where there are none. New reference. */
TlConstraints *tl_tune_config_constraints (const TlTuneConfig *config, GError **error);
/* The tasks of @module with their weights (core/graph/task.h); NULL with an error. */
GPtrArray *tl_tune_config_tasks (const TlTuneConfig *config, const TlModule *module, GError **error);
/* Arguments in @arena. FALSE with TL_COMPONENT_ERROR_SYNTAX. */
gboolean   tl_tune_config_cost_model (const TlTuneConfig *config, TlArena *arena, TlComponent *model, GError **error);

G_END_DECLS
