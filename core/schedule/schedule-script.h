/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/python/python.h"
#include "core/schedule/state.h"
#include "core/text/ast.h"

G_BEGIN_DECLS

/**
 * TlScheduleScript: a parsed schedule script: functions that take "sch", or a bare trace of "sch." lines. It is the Python subset of
 * the text front end with the schedule's methods; helper functions, defaults, loops, slices, tuples, arithmetic all work.
 * Immutable once parsed: many threads may run it.
 */
typedef struct _TlScheduleScript TlScheduleScript;

TlScheduleScript  *tl_schedule_script_parse (TlSource *source, GError **error);
TlScheduleScript  *tl_schedule_script_ref (TlScheduleScript *script);
void               tl_schedule_script_unref (TlScheduleScript *script);

/* Names of its top-level functions, NULL-terminated, borrowed. A bare trace has none. */
const char *const *tl_schedule_script_functions (const TlScheduleScript *script);

/* Whether steps stand outside of its functions: a bare trace, or a file that defines a program and schedules it. */
gboolean           tl_schedule_script_is_bare (const TlScheduleScript *script);

/*
 * Runs @function on @start (NULL: the bare trace; else the last function defined whose first parameter is a schedule or a module), passing
 * "name=value" strings of @arguments (nullable, NULL-terminated; Python literals). Steps run are appended to the state, or to its root
 * where the script itself defines that program and schedules it. A script that ends with a schedule of another program fails.
 * A refusal keeps its culprits and gains the script's line. Endless loops end with an error.
 */
TlState           *tl_schedule_script_run (const TlScheduleScript *script, TlState *start, const char *function,
                                           const char *const *arguments, GError **error);

/* The same, with @on_refused called at a refusal. The state that it returns descends from the one that it was given. */
TlState           *tl_schedule_script_run_with (const TlScheduleScript *script, TlState *start, const char *function,
                                                const char *const *arguments, TlRefusedFunc on_refused, gpointer user_data,
                                                GError **error);

/*
 * The same, with all schedules that the script returns (a list of them, or one) added to @ends as new references: design spaces, proposals
 * of a rule. @block_rv: a block of the trace that the function takes as its second parameter; -1: it takes none. FALSE with a refusal.
 */
gboolean           tl_schedule_script_run_all (const TlScheduleScript *script, TlState *start, const char *function, gint block_rv,
                                               const char *const *arguments, GPtrArray *ends, GError **error);

/* The same with budgets of the caller's: evaluated nodes of the script, and steps taken. 0: the default. */
TlState           *tl_schedule_script_run_within (const TlScheduleScript *script, TlState *start, const char *function,
                                                  const char *const *arguments, guint max_evaluated, guint max_steps, GError **error);

/* For a script that is run for what it does, as Python runs it. Borrowed. */
typedef struct
{
  const TlPyNative *functions;                                /* besides the script's own packages */
  void            (*print) (gpointer context, const char *text);
  gpointer          context;                                  /* of @print and, as TlPyInterp.context, of @functions */
  guint64           seed;                                     /* of its schedules */
  guint             max_evaluated;
  guint64           max_value_bytes;
} TlScriptHost;

/* Runs all statements of the script, which defines the programs that it schedules. */
gboolean           tl_schedule_script_run_statements (const TlScheduleScript *script, const TlScriptHost *host, GError **error);

/* The value of an expression of @script, the parsed text of @source, that needs no schedule. Errors show their place. In @arena. */
gboolean           tl_schedule_script_value (TlArena *arena, TlSource *source, const TlAst *script, const TlAst *expression, TlArg *arg,
                                             GError **error);
/* The value of one Python expression that needs no schedule: numbers, text, lists, dictionaries, lambdas over indices. In @arena. */
gboolean           tl_schedule_script_literal (TlArena *arena, const char *text, TlArg *arg, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlScheduleScript, tl_schedule_script_unref)

G_END_DECLS
