/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interpreter of schedule scripts. schedule-script.c chooses what to run, script-statements.c and script-expressions.c walk the tree, script-methods.c is the
 * schedule's side, script-builtins.c Python's, script-symbolic.c index maps, script-value.c what values are. A function that fails has set interp->error and returns FALSE.
 *
 * Every value lies in the arena of its run. Three budgets keep any script finite: evaluated nodes, bytes of values, and steps taken.
 */
#pragma once

#include "core/schedule/schedule-script.h"
#include "core/text/ast.h"

G_BEGIN_DECLS

typedef enum
{
  TL_PY_NONE,
  TL_PY_BOOL,
  TL_PY_INT,
  TL_PY_FLOAT,
  TL_PY_STRING,
  TL_PY_LIST,
  TL_PY_TUPLE,
  TL_PY_DICT,
  TL_PY_FUNCTION,
  TL_PY_BUILTIN,
  TL_PY_NAMESPACE,   /* an imported name: tvm, tir … */
  TL_PY_SCHEDULE,
  TL_PY_MODULE,      /* sch.mod: the program at one point of a schedule */
  TL_PY_RV,
  TL_PY_NODE,        /* sch.get (rv): a loop or block to ask for its extent or name */
  TL_PY_EXPR,        /* over the indices of a map that is being made */
  TL_PY_INDEX_MAP,
} TlPyKind;

typedef struct _TlPyValue    TlPyValue;
typedef struct _TlPyList     TlPyList;
typedef struct _TlPyDict     TlPyDict;
typedef struct _TlPyFunction TlPyFunction;
typedef struct _TlPySchedule TlPySchedule;
typedef struct _TlPyScope    TlPyScope;

struct _TlPyValue
{
  TlPyKind kind;
  union
  {
    gboolean            boolean;
    gint64              integer;
    double              number;
    const char         *string;       /* STRING; NAMESPACE: the dotted name */
    TlPyList           *list;         /* LIST, TUPLE */
    TlPyDict           *dict;
    const TlPyFunction *function;
    guint               builtin;
    TlPySchedule       *schedule;
    TlState            *module;       /* borrowed from interp->states */
    struct { TlPySchedule *rv_of; guint rv; };
    const TlStmt       *node;
    struct { const TlExpr *expr; guint n_nodes; };
    const TlIndexMap   *map;
  };
};

struct _TlPyList
{
  TlPyValue *items;
  guint      n;
  guint      capacity;
};

struct _TlPyDict
{
  TlPyList keys;
  TlPyList values;
};

struct _TlPyFunction
{
  const TlAst *ast;          /* FUNCTION or LAMBDA */
  TlPyScope   *scope;        /* where it was defined */
  TlPyValue   *defaults;     /* one per parameter; those without stay NONE */
};

/* A schedule object: a place that moves along a chain of states. */
struct _TlPySchedule
{
  TlState    *state;         /* owned by interp->states */
  const char *working_on;    /* nullable: the function that get_block looks in */
};

struct _TlPyScope
{
  TlPyScope   *parent;
  const char **names;
  TlPyList     values;
};

typedef struct
{
  TlPyValue   *positional;
  guint        n_positional;
  const char **names;
  TlPyValue   *named;
  guint        n_named;
  const TlAst *call;         /* for its place */
} TlPyArgs;

typedef struct
{
  const TlSource *source;
  TlArena        *arena;
  GPtrArray      *states;          /* owns every state that a value may point to */
  TlState        *start;
  TlPyScope      *globals;
  TlPySchedule   *latest;          /* the schedule last made or stepped */
  const TlAst    *pending_target;  /* of the assignment being evaluated: says how much an unknown step yields */
  gboolean        keeps_unknown;   /* a trace: unknown methods of the schedule are kept as opaque steps */
  guint           n_evaluated;
  guint           n_steps;
  guint           max_evaluated;
  guint           max_steps;
  guint           depth;
  GError         *error;
} TlPyInterp;

typedef enum
{
  TL_PY_FLOW_NEXT,
  TL_PY_FLOW_BREAK,
  TL_PY_FLOW_CONTINUE,
  TL_PY_FLOW_RETURN,
  TL_PY_FLOW_ERROR,
} TlPyFlow;

/* script-value.c */
#define TL_PY_NONE_VALUE ((TlPyValue) { .kind = TL_PY_NONE })
TlPyValue   tl_py_int (gint64 value);
TlPyValue   tl_py_bool (gboolean value);
TlPyValue   tl_py_string (TlPyInterp *interp, const char *text);
/* An empty list or tuple with room for @n; FALSE when the memory budget is spent. */
gboolean    tl_py_new_list (TlPyInterp *interp, const TlAst *at, TlPyKind kind, guint64 n, TlPyValue *list);
gboolean    tl_py_list_append (TlPyInterp *interp, const TlAst *at, TlPyList *list, TlPyValue value);
gboolean    tl_py_dict_set (TlPyInterp *interp, const TlAst *at, TlPyDict *dict, TlPyValue key, TlPyValue value);
const TlPyValue *tl_py_dict_find (const TlPyDict *dict, const TlPyValue *key);
const char *tl_py_type_name (const TlPyValue *value);
gboolean    tl_py_is_true (const TlPyValue *value);
gboolean    tl_py_equal (const TlPyValue *a, const TlPyValue *b);
/* -1, 0, 1; FALSE if the two have no order. */
gboolean    tl_py_compare (const TlPyValue *a, const TlPyValue *b, int *order);
/* Integers, booleans and sampled variables (by their present value). */
gboolean    tl_py_get_int (const TlPyValue *value, gint64 *integer);
/* The same and floats. */
gboolean    tl_py_get_number (const TlPyValue *value, double *number);
/* FALSE with an error if it is nothing that a step could take. */
gboolean    tl_py_to_arg (TlPyInterp *interp, const TlAst *at, const TlPySchedule *schedule, const TlPyValue *value, TlArg *arg);
/* The elements of a list, tuple, dict (keys) or string; shares them with a list. */
gboolean    tl_py_elements (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlPyList *elements);

/* Errors at a place; always FALSE. */
gboolean    tl_py_fail (TlPyInterp *interp, const TlAst *at, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Counts one evaluation and the bytes in use against the budgets. */
gboolean    tl_py_tick (TlPyInterp *interp, const TlAst *at);

/* Scopes. */
TlPyScope  *tl_py_scope_new (TlPyInterp *interp, TlPyScope *parent);
gboolean    tl_py_scope_set (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, TlPyValue value);
const TlPyValue *tl_py_scope_find (const TlPyScope *scope, const char *name);

/* script-expressions.c */
gboolean    tl_py_eval (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);
gboolean    tl_py_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value);
/* An index as Python reads it: negative from the end; FALSE with an error if it is out of range. */
gboolean    tl_py_index (TlPyInterp *interp, const TlAst *at, const TlPyValue *index, guint n, guint *position);

/* script-symbolic.c: index maps, and the expressions that they are made of */
/* @a or @b is an EXPR. */
gboolean    tl_py_symbolic_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b,
                                   TlPyValue *value);
/* What stands in T, tir and IndexMap: floordiv, float32, if_then_else, from_func …; *is_known is FALSE for other names. */
gboolean    tl_py_symbolic_call (TlPyInterp *interp, const char *name, const TlPyArgs *args, gboolean *is_known, TlPyValue *value);
/* Truth of a condition; an error for one that depends on indices. */
gboolean    tl_py_test (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean *is_true);
/* @value: a function, called with variables, or a map. @n_wanted indices for a "*args", -1: not known. */
gboolean    tl_py_to_index_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint n_wanted, const TlIndexMap **map);
/* The map of @n_indices to a number. */
gboolean    tl_py_constant_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint n_indices, TlDType dtype,
                                const TlIndexMap **map);

/* script-statements.c */
TlPyFlow    tl_py_run (TlPyInterp *interp, TlPyScope *scope, const TlAst *const *body, guint n_body, TlPyValue *result);
gboolean    tl_py_assign (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value);
gboolean    tl_py_call_function (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_new_function (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);

/* script-builtins.c */
gint        tl_py_find_builtin (const char *name);      /* -1 */
const char *tl_py_builtin_name (guint builtin);
gboolean    tl_py_call_builtin (TlPyInterp *interp, guint builtin, const TlPyArgs *args, TlPyValue *value);
/* "list.append" and the like. */
gboolean    tl_py_call_value_method (TlPyInterp *interp, TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);

/* script-methods.c */
TlPySchedule *tl_py_new_schedule (TlPyInterp *interp, TlState *state);
gboolean    tl_py_call_method (TlPyInterp *interp, TlPySchedule *schedule, const char *name, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value);

G_END_DECLS
