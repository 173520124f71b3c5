/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules as objects of a script. schedule-script.c chooses what to run, script-schedule.c has the objects, script-steps.c calls
 * primitives, script-arguments.c converts values to their arguments, script-index-map.c functions into index maps,
 * script-literal.c evaluates one expression alone.
 */
#pragma once

#include "core/python/python.h"
#include "core/schedule/schedule-script.h"
#include "core/te/te.h"

G_BEGIN_DECLS

typedef struct _TlScriptRun TlScriptRun;

/* A schedule object: a place that moves along a chain of states. */
typedef struct
{
  TlScriptRun *run;
  TlState     *state;         /* owned by run->states */
  const char  *working_on;    /* nullable: the function that get_block looks in */
} TlScriptSchedule;

/* The results of a step. */
typedef struct
{
  TlScriptSchedule *schedule;
  guint             rv;
} TlScriptRv;

/* An index map, and the variables that it depends on: its last ones stand for them. */
typedef struct
{
  const TlIndexMap        *map;
  const TlScriptRv *const *numbers;
  guint                    n_numbers;
} TlScriptMap;

/* Numbers that a function of indices was seen to use while it was called. */
#define TL_SCRIPT_MAX_NUMBERS 64u
typedef struct
{
  const TlScriptRv *rvs[TL_SCRIPT_MAX_NUMBERS];
  const TlVar      *vars[TL_SCRIPT_MAX_NUMBERS];
  guint             n;
} TlScriptNumbers;

/* One run of a script: interp->host. */
struct _TlScriptRun
{
  GPtrArray        *states;          /* owns every state that a value may point to */
  TlState          *start;           /* NULL: the script schedules programs of its own only, with @seed */
  guint64           seed;
  TlScriptSchedule *latest;          /* the schedule last made or stepped */
  const TlTensorIntrins *intrins;    /* nullable: registered so far, kept alive by the interpreter's arena */
  gboolean          keeps_unknown;   /* a trace: unknown methods of the schedule are kept as opaque steps */
  TlScriptNumbers  *numbers;         /* nullable: sampled integers are variables now, noted there */
  guint             n_steps;
  guint             max_steps;
  TlState          *refused_on;      /* nullable: where the latest step was refused … */
  TlInst            refused;         /* … and which; its arguments live as long as the interpreter */
  TlRefusedFunc     on_refused;      /* nullable */
  gpointer          refused_data;
};

extern const TlPyNative tl_script_natives[];

/* script-code.c: tvm.contrib.clang.create_llvm, tvm.contrib.utils.tempdir */
gboolean tl_script_create_llvm (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean tl_script_tempdir (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);


/* script-schedule.c */
extern const TlPyClass tl_script_schedule_class;
extern const TlPyClass tl_script_rv_class;
extern const TlPyClass tl_script_index_map_class;

TlPyValue   tl_script_new_schedule (TlPyInterp *interp, TlState *state);
TlPyValue   tl_script_rv (TlPyInterp *interp, TlScriptSchedule *schedule, guint rv);
/* The program of a state. */
TlPyValue   tl_script_module (TlPyInterp *interp, TlState *state);

/* script-steps.c */
gboolean    tl_script_call_step (TlPyInterp *interp, TlScriptSchedule *schedule, const char *name, const TlPyArgs *args,
                                 const TlAst *target,
                                 TlPyValue *value);

/* script-arguments.c: FALSE with an error if it is nothing that a step could take. */
gboolean    tl_script_to_arg (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlPyValue *value, TlArg *arg);

/* A map of a script as an argument; its numbers have to be known to @schedule. */
gboolean    tl_script_map_to_arg (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlScriptMap *map,
                                  TlArg *arg);

/* script-index-map.c */
/* @value: a function, called with variables, or a map. @n_wanted indices for a "*args", -1: not known. */
gboolean    tl_script_to_index_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint n_wanted, TlScriptMap *map);
/* @value, a function, called with @vars; a map to the begin and the end of each index or pair that it returns. */
gboolean    tl_script_to_range_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, const TlVar *const *vars, guint n_vars,
                                    const TlIndexMap **map);
/* The map of @n_indices to an expression that is the same for all. */
gboolean    tl_script_constant_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint n_indices, const TlIndexMap **map);
/* IndexMap.from_func (lambda, inverse_index_map=lambda) */
gboolean    tl_script_map_from_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

G_END_DECLS
