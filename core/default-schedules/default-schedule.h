/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules without search: for each part of a function the first rule of a table that recognises it writes the steps which are known to be
 * good for its kind on the target (the idea of TVM's DLight; what data/schedules says of matrix products, convolutions and programs bound
 * by memory). The result is a trace of ordinary steps. CPUs and GPUs have rules of their own; rules of the same name do the same on each.
 */
#pragma once

#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_DEFAULT_SCHEDULE_ERROR (tl_default_schedule_error_quark ())
GQuark tl_default_schedule_error_quark (void);

typedef enum
{
  TL_DEFAULT_SCHEDULE_ERROR_RULE,     /* there is no rule of that name */
  TL_DEFAULT_SCHEDULE_ERROR_NO_FIT,   /* no rule that may be used fits anything of the function */
} TlDefaultScheduleError;

/* A rule as it is shown; static. */
typedef struct
{
  const char *name;         /* "matmul" */
  const char *targets;      /* "llvm", or "cuda, opencl, metal" */
  const char *recognises;   /* what it looks for, one sentence */
  const char *does;         /* what it writes, one sentence */
} TlDefaultInfo;

/* The rules in the order in which they are tried, CPUs' before GPUs'; NULL past the end. The last of either kind fits everything. */
const TlDefaultInfo *tl_default_nth (guint index);
/* "matmul,gemv" as a set of rules, bit i for rule i, of all targets; FALSE with TL_DEFAULT_SCHEDULE_ERROR_RULE. */
gboolean             tl_default_parse_set (const char *names, guint *set, GError **error);
#define TL_DEFAULT_ALL             (G_MAXUINT >> 1)
#define TL_DEFAULT_ALWAYS_PARALLEL (~TL_DEFAULT_ALL)   /* with rules: also loops that are too short for it; for tests of results */

/* The rule that scheduled a part of the function, and why those before it did not fit. */
typedef struct
{
  const TlDefaultInfo *taken;     /* NULL: none fits, the part stays as it is */
  char                *blocks;    /* "C, D" */
  GStrv                refusals;  /* "transpose: …" */
} TlDefaultNote;

/* Container of TlDefaultNote*. */
GPtrArray          *tl_default_notes_new (void);

/*
 * @start and after it the steps of the rules in @set for function @func_name on @target. @notes nullable. NULL with an error if there is
 * nothing that could be scheduled; deterministic, and the same on all machines for one target but for the caches of CPUs, which are this
 * machine's.
 */
TlState            *tl_default_schedule_with (TlState *start, const char *func_name, const TlTarget *target, guint set, GPtrArray *notes,
                                              GError **error);
/* By all rules. */
TlState            *tl_default_schedule (TlState *start, const char *func_name, const TlTarget *target, GError **error);

G_END_DECLS
