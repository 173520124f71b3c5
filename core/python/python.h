/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Python, as far as scripts need it: functions, loops, lists, arithmetic, and expressions of programs as values. The languages on top
 * bring their own objects (TlPyClass) and functions (TlPyNative): core/te tensors, core/schedule/script schedules.
 *
 *     py-value.c        what values are, lists, scopes, budgets
 *     py-expressions.c  evaluates expressions
 *     py-calls.c        calls, and their arguments
 *     py-statements.c   runs statements, calls functions
 *     py-builtins.c     len, range, zip …, methods of lists and strings
 *     py-types.c        isinstance, type
 *     py-classes.c      classes of the script, their instances, super
 *     py-special.c      operators, items, truth and text of instances; properties
 *     py-format.c       values as text: str, f-strings, "%"
 *     py-programs.c     operators and T.functions on expressions
 *     py-packages.c     imports, and who answers for tvm.te.compute
 *     py-foreign.c      what tutorials do beside: arrays, builds, timers
 *     py-module.c       programs as values: classes under @I.ir_module, PrimFuncs
 *     py-module-edit.c  modules of other functions: IRModule, update_func, with_attr
 *     py-graph.c        graph functions and their parts as values
 *
 * Every value lies in the arena of its run. Two budgets keep any script finite: steps (evaluated nodes; elements, names and text looked
 * at), and bytes of values. Loops over values count what they look at, allocations as long as a list or text are checked first.
 * A function that fails has set interp->error and returns FALSE.
 */
#pragma once

#include "core/text/apply.h"
#include "core/text/ast.h"

G_BEGIN_DECLS

#define TL_PY_MAX_TEXT 1000000u   /* bytes of a string that a script makes */

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
  TL_PY_EXPR,        /* an expression of a program */
  TL_PY_OBJECT,      /* of a class: a schedule, a tensor … */
} TlPyKind;

typedef struct _TlPyValue    TlPyValue;
typedef struct _TlPyList     TlPyList;
typedef struct _TlPyDict     TlPyDict;
typedef struct _TlPyFunction TlPyFunction;
typedef struct _TlPyClass    TlPyClass;
typedef struct _TlPyScope    TlPyScope;
typedef struct _TlPyInterp   TlPyInterp;

struct _TlPyValue
{
  TlPyKind kind;
  guint    n_nodes;                   /* EXPR: shared ones as often as they occur */
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
    const TlExpr       *expr;
    struct { const TlPyClass *class; gpointer object; };
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
  TlSource    *source;       /* of its text */
  TlPyValue   *defaults;     /* one per parameter; those without stay NONE */
};

struct _TlPyScope
{
  TlPyScope   *parent;
  const char **names;
  TlPyList     values;
  guint       *places;       /* hash table: 0, or 1 + the place of a name; NULL: there are few names */
  guint        n_places;     /* a power of two */
  struct { const char *name; TlPyScope *scope; } *elsewhere;   /* "global", "nonlocal": whose names these are */
  guint        n_elsewhere;
};

typedef struct
{
  TlPyValue   *positional;
  guint        n_positional;
  const char **names;
  TlPyValue   *named;
  guint        n_named;
  const TlAst *call;         /* for its place */
  TlPyScope   *scope;        /* where it stands; NULL: the call is not the script's own */
  const char  *name;         /* of the builtin or native function that is called */
} TlPyArgs;

/* One index of a subscript: a value, or a slice whose bounds may be absent. */
typedef struct
{
  TlPyValue value;
  gboolean  is_slice;
  gboolean  has_lower, has_upper;
  gint64    lower, upper, step;
} TlPyItem;

/**
 * TlPyClass: what the objects of one kind can do. All but the name is nullable. A method that the class does not know leaves
 * @value alone and says so itself.
 */
struct _TlPyClass
{
  const char   *name;         /* as messages call an object: "schedule" */
  const char   *python_name;  /* for isinstance: "Schedule" */
  const char *(*type_name) (const TlPyValue *self);  /* in place of @python_name */
  const char   *bases;        /* what its objects are, too: "Var Expr" */
  const char *(*describe) (const TlPyValue *self);   /* a more exact name: "loop variable" */
  gboolean    (*get_int) (const TlPyValue *self, gint64 *integer);   /* it counts as this number */
  /* It counts as this expression; NULL with an error if not now. */
  const TlExpr *(*get_expr) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self);
  gboolean    (*is_expr) (const TlPyValue *self);   /* get_expr counts now; NULL: always */
  gboolean    (*equal) (const TlPyValue *a, const TlPyValue *b);     /* NULL: the same object */
  gboolean    (*attribute) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value);
  gboolean    (*set_attribute) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, const TlPyValue *value);
  gboolean    (*method) (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);
  /* "with self as value:", and the end of the block; @leave is nullable. */
  gboolean    (*enter) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value);
  gboolean    (*leave) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self);
  gboolean    (*call) (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value);
  /* self[i, j] */
  gboolean    (*subscript) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value);
  /* The same with slices, and self[i, 1:3] = value. @items are gone afterwards. */
  gboolean    (*take) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items, TlPyValue *value);
  gboolean    (*put) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items,
                      const TlPyValue *value);
  /* "+" and the like, "<" too; one of the two is of the class. */
  gboolean    (*binary) (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value);
  gboolean    (*append_text) (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out);   /* as print shows it */
  gint64      (*length) (const TlPyValue *self);
};

/* A function of a package: a row of a table that ends with an empty row. */
typedef struct
{
  const char *package;   /* its last words, "te" for tvm.te, "topi.nn" for tvm.topi.nn; NULL: whatever the package */
  const char *name;      /* "*": any */
  gboolean  (*call) (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
  gboolean    takes_unknown;   /* an argument may be a name that was never set: it arrives as None */
} TlPyNative;

struct _TlPyInterp
{
  TlSource               *source;
  const TlAst            *script;          /* the whole of it; its constants are known in its programs */
  TlArena                *arena;           /* of values */
  TlArena                *program_arena;   /* of expressions and of programs made from them */
  const TlPyNative *const *libraries;      /* NULL-terminated */
  TlPyScope              *globals;
  gpointer                host;            /* of whoever runs this */
  /* Where scripts are run for what they do: their output; NULL: they only make and transform programs. */
  void                  (*print) (gpointer context, const char *text);
  gpointer                context;         /* of @print and of @libraries */
  guint64                 max_value_bytes;
  GPtrArray              *modules;         /* owns the TlModules that values point to */
  TlPyValue               latest_module;   /* the program last made by a call, or None */
  const TlAst            *pending_target;  /* of the assignment being evaluated: says how much an unknown step yields */
  guint64                 n_evaluated;
  guint                   max_evaluated;
  guint                   n_looked;        /* elements looked at that are no step yet */
  guint                   depth;
  const void             *floor;           /* of the stack */
  GQuark                  error_domain;
  int                     error_code;
  GError                 *error;
  TlSource               *error_source;    /* where @error is, ... */
  const char             *error_text;      /* ... and it without its place; both NULL if that is not known */
};

typedef enum
{
  TL_PY_FLOW_NEXT,
  TL_PY_FLOW_BREAK,
  TL_PY_FLOW_CONTINUE,
  TL_PY_FLOW_RETURN,
  TL_PY_FLOW_ERROR,
} TlPyFlow;

/*
 * With the packages that scripts use without importing them; what goes wrong becomes an @error_code of @error_domain. Borrows @source and
 * @script; clear drops the rest, an error that nobody took included.
 */
void        tl_py_interp_init (TlPyInterp *interp, TlSource *source, const TlAst *script, const TlPyNative *const *libraries,
                               guint max_evaluated, GQuark error_domain, int error_code);
void        tl_py_interp_clear (TlPyInterp *interp);

/* py-value.c */
#define TL_PY_NONE_VALUE ((TlPyValue) { .kind = TL_PY_NONE })
TlPyValue   tl_py_int (gint64 value);
TlPyValue   tl_py_bool (gboolean value);
TlPyValue   tl_py_float (double value);
TlPyValue   tl_py_string (TlPyInterp *interp, const char *text);
TlPyValue   tl_py_object (const TlPyClass *class, gconstpointer object);
gboolean    tl_py_is (const TlPyValue *value, const TlPyClass *class);
/* An empty list or tuple with room for @n; FALSE when the memory budget is spent. */
gboolean    tl_py_new_list (TlPyInterp *interp, const TlAst *at, TlPyKind kind, guint64 n, TlPyValue *list);
gboolean    tl_py_list_append (TlPyInterp *interp, const TlAst *at, TlPyList *list, TlPyValue value);
gboolean    tl_py_is_sequence (const TlPyValue *value);   /* a list or tuple */
TlPyValue   tl_py_new_dict (TlPyInterp *interp);
gboolean    tl_py_dict_set (TlPyInterp *interp, const TlAst *at, TlPyDict *dict, TlPyValue key, TlPyValue value);
const TlPyValue *tl_py_dict_find (TlPyInterp *interp, const TlPyDict *dict, const TlPyValue *key);
const char *tl_py_type_name (const TlPyValue *value);
/* Whether @value holds; an error where that is known only when the program runs. */
gboolean    tl_py_truth (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean *truth);
/* Counts the values it compares; with the budget spent nothing is equal, and the caller's next tick fails. */
gboolean    tl_py_equal (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b);
/* -1, 0, 1; FALSE if the two have no order. Counts as tl_py_equal. */
gboolean    tl_py_compare (TlPyInterp *interp, const TlPyValue *a, const TlPyValue *b, int *order);
/* Integers, booleans, constant expressions and objects that count as one. */
gboolean    tl_py_get_int (const TlPyValue *value, gint64 *integer);
/* The same and floats. */
gboolean    tl_py_get_number (const TlPyValue *value, double *number);
/* The elements of a list, tuple, dict (keys) or string; shares them with a list. */
gboolean    tl_py_elements (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlPyList *elements);

/* Errors at a place; always FALSE. */
gboolean    tl_py_fail (TlPyInterp *interp, const TlAst *at, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Counts one evaluation and the bytes in use against the budgets. */
gboolean    tl_py_tick (TlPyInterp *interp, const TlAst *at);
/* Counts @n elements that are looked at without evaluating anything: sixteen are a step. */
gboolean    tl_py_look (TlPyInterp *interp, const TlAst *at, guint64 n);
/* The same for text. */
gboolean    tl_py_look_at_text (TlPyInterp *interp, const TlAst *at, const char *text);
/* Room for @n things of @size bytes in the arena of values; NULL with an error where the script uses too much memory. */
gpointer    tl_py_alloc (TlPyInterp *interp, const TlAst *at, guint64 n, gsize size);
/* A string that may be long: an error beyond TL_PY_MAX_TEXT. */
gboolean    tl_py_new_text (TlPyInterp *interp, const TlAst *at, const char *text, gsize length, TlPyValue *value);
/* Makes @error, which has its place, the error of the script. Always FALSE. */
gboolean    tl_py_take_error (TlPyInterp *interp, GError *error);

/* Scopes. */
TlPyScope  *tl_py_scope_new (TlPyInterp *interp, TlPyScope *parent);
gboolean    tl_py_scope_set (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, TlPyValue value);
const TlPyValue *tl_py_scope_find (TlPyInterp *interp, const TlPyScope *scope, const char *name);
/* In @scope, @name is that of the script (@is_global) or of the nearest function around that has it. */
gboolean    tl_py_scope_declare (TlPyInterp *interp, const TlAst *at, TlPyScope *scope, const char *name, gboolean is_global);

/* Arguments: by position or name, NULL if absent. */
const TlPyValue *tl_py_arg (const TlPyArgs *args, guint index, const char *name);
/*
 * Named arguments from outside the script, "jfactor=8" each (nullable, NULL-terminated), into @args. FALSE with @error or, where an
 * expression fails, with the script's error.
 */
gboolean    tl_py_read_named (TlPyInterp *interp, const char *const *arguments, TlPyArgs *args, GError **error);
/* At most @max positional ones, and only these names ("shape dtype name"). @what begins the error. */
gboolean    tl_py_check_args (TlPyInterp *interp, const TlPyArgs *args, const char *what, guint max, const char *names);

/* py-expressions.c */
gboolean    tl_py_eval (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);
#define TL_PY_MAX_ITEMS 16u
/* The indices of a subscript; an error beyond @max_items. */
gboolean    tl_py_eval_items (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyItem *items, guint max_items, guint *n);
gboolean    tl_py_eval_truth (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, gboolean *truth);
gboolean    tl_py_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value);
/* "==", "<", "is", "in" and the like. */
gboolean    tl_py_compare_by (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b,
                              TlPyValue *value);
/* An item of a display or a positional argument, onto @list; "*x" gives all of x. */
gboolean    tl_py_append_item (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyList *list);
/* An index as Python reads it: negative from the end; FALSE with an error if it is out of range. */
gboolean    tl_py_index (TlPyInterp *interp, const TlAst *at, const TlPyValue *index, guint n, guint *position);

/* self[index], the index a value. */
gboolean    tl_py_item (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyValue *index, TlPyValue *value);
/* self.name */
gboolean    tl_py_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value);

/* py-calls.c */
gboolean    tl_py_eval_call (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);
/* self.name as a value, to be called later. */
TlPyValue   tl_py_bound_method (TlPyInterp *interp, const TlPyValue *self, const char *name);
/* Calls whatever can be called. */
gboolean    tl_py_call (TlPyInterp *interp, const TlPyValue *callee, const TlPyArgs *args, TlPyValue *value);

/* py-statements.c */
TlPyFlow    tl_py_run (TlPyInterp *interp, TlPyScope *scope, const TlAst *const *body, guint n_body, TlPyValue *result);
gboolean    tl_py_assign (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value);
gboolean    tl_py_call_function (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_new_function (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);
/* The function with plain values for arguments, as a callback is called. */
gboolean    tl_py_apply (TlPyInterp *interp, const TlAst *at, const TlPyValue *callee, const TlPyValue *values, guint n_values,
                         TlPyValue *value);
/* How many arguments a callback takes: its parameters without defaults; @is_open: and any number more. FALSE if @callee is no function. */
gboolean    tl_py_arity (const TlPyValue *callee, guint *n_params, gboolean *is_open);

/* py-builtins.c */
gint        tl_py_find_builtin (const char *name);      /* -1 */
const char *tl_py_builtin_name (guint builtin);
gboolean    tl_py_call_builtin (TlPyInterp *interp, guint builtin, const TlPyArgs *args, TlPyValue *value);
/* py-types.c: isinstance (x, int), type (x) */
gboolean    tl_py_isinstance (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_type_of (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
/* "list.append" and the like. */
gboolean    tl_py_call_value_method (TlPyInterp *interp, TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);

/* py-format.c */
/* As str () gives it; @is_repr: strings in quotes. In the arena; NULL with an error. */
const char *tl_py_to_text (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean is_repr);
/* "%d of %s" % (a, b) */
gboolean    tl_py_percent (TlPyInterp *interp, const TlAst *at, const char *format, const TlPyValue *values, TlPyValue *value);
/* "{} of {name}".format (…) */
gboolean    tl_py_format (TlPyInterp *interp, const char *format, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_eval_f_string (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);

/* py-programs.c */
TlPyValue   tl_py_expr (const TlExpr *expr);
/* The same for one made of parts that have @n_nodes together; an error if that is too many. */
gboolean    tl_py_wrap_expr (TlPyInterp *interp, const TlAst *at, const TlExpr *expr, guint64 n_nodes, TlPyValue *value);
/* TRUE if an operator on it builds an expression. */
gboolean    tl_py_is_expr (const TlPyValue *value);
/* As an expression of the program; Python's numbers become int32 and float32. NULL with an error. */
const TlExpr *tl_py_to_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *value);
gboolean    tl_py_expr_operator (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b,
                                 TlPyValue *value);
gboolean    tl_py_expr_call (TlPyInterp *interp, const char *name, const TlPyArgs *args, TlPyValue *value);
gboolean    tl_py_expr_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value);
/* x.astype (…) */
gboolean    tl_py_expr_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);
/* A type such as "float32", T.float32; FALSE with an error. */
gboolean    tl_py_to_dtype (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlDType *dtype);

/* py-packages.c */
gboolean    tl_py_import (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast);
/* The row behind "tvm.te.compute", or NULL. */
const TlPyNative *tl_py_find_native (const TlPyInterp *interp, const char *dotted);
gboolean    tl_py_call_package (TlPyInterp *interp, const char *dotted, const TlPyArgs *args, TlPyValue *value);
/*
 * "torch.nn.Linear" as a value: a class of a package that is written in Python, which a row "__class__" of the package finds by its name;
 * else the name.
 */
TlPyValue   tl_py_package_member (TlPyInterp *interp, const TlAst *at, const char *dotted);

/* py-library.c */
extern const TlPyNative tl_py_library[];
extern const TlPyNative tl_py_machine[];
/* math.pi and the like. */
gboolean    tl_py_library_constant (const char *dotted, TlPyValue *value);

/* py-foreign.c */
extern const TlPyClass tl_py_foreign_class;
gboolean    tl_py_is_foreign_name (const char *dotted);
/* TRUE if it takes arrays, by its annotations: what it does with their elements is not done here. */
gboolean    tl_py_is_foreign_function (TlPyInterp *interp, const TlPyFunction *function);
/* A value that nothing is known about but what it came from: "result of tvm.build". */
TlPyValue   tl_py_foreign (TlPyInterp *interp, const char *what);

/* py-module.c */
extern const TlPyClass tl_py_module_class;

/* A program as a value: a class of the script, read when it is first asked for, or one that the script made. */
typedef struct
{
  const TlModule *module;      /* owned by interp->modules; NULL: not read yet */
  const TlAst    *definition;  /* nullable: where the script defines it */
  TlPyScope      *scope;       /* of the definition */
  const char     *func_name;   /* this function of it alone (a PrimFunc); NULL: all (an IRModule) */
  gpointer        origin;      /* nullable: what a language on top made it from */
} TlPyModule;

TlPyValue       tl_py_module (TlPyInterp *interp, TlModule *module, const char *func_name, gpointer origin);   /* takes the reference */
TlPyValue       tl_py_module_of_definition (TlPyInterp *interp, TlPyScope *scope, const TlAst *definition);
/* The program; for a function one with that function alone. NULL with an error. Borrowed. */
const TlModule *tl_py_module_get (TlPyInterp *interp, const TlAst *at, const TlPyValue *value);
/* The graph function that @value is; NULL, perhaps with an error, if it is none. */
const TlGraphFunc *tl_py_module_graph (TlPyInterp *interp, const TlAst *at, const TlPyValue *value);
/* @value, a module, becomes @module; takes the reference. */
void            tl_py_module_set (TlPyInterp *interp, const TlPyValue *value, TlModule *module);

/* py-module-edit.c */
/*
 * A number, truth value or string, or a list or dictionary of such, as an attribute; strings in the program's arena. FALSE with an error.
 */
gboolean        tl_py_to_attr (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlValue *attr);
gboolean        tl_py_from_attrs (TlPyInterp *interp, const TlAst *at, const TlAttrs *attrs, TlPyValue *value);
gboolean        tl_py_make_module (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_with_attr (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_update_module (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args);

/* py-graph.c: values and types of graph functions are themselves objects, by their address. */
TlPyValue       tl_py_relax (const TlRelaxExpr *expr);
/* NULL if @value is none. */
const TlRelaxExpr *tl_py_get_relax (const TlPyValue *value);
TlPyValue       tl_py_relax_type (const TlRelaxType *type);
const TlRelaxType *tl_py_get_relax_type (const TlPyValue *value);
TlPyValue       tl_py_relax_op (const TlRelaxOp *op);
const TlRelaxOp *tl_py_get_relax_op (const TlPyValue *value);
TlPyValue       tl_py_global (TlPyInterp *interp, const char *name);
/* Of a GlobalVar, or a text; NULL if @value is neither. */
const char     *tl_py_global_name (const TlPyValue *value);
gboolean        tl_py_graph_attribute (TlPyInterp *interp, const TlAst *at, const TlGraphFunc *func, const char *name, TlPyValue *value);

/* py-classes.c */
extern const TlPyClass tl_py_type_class, tl_py_instance_class;
gboolean        tl_py_define_class (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value);
/* Whether the instance is of the class, or of one that is derived from it. */
gboolean        tl_py_is_instance_of (const TlPyValue *instance, const TlPyValue *type);
/* A member of the instance itself; NULL if it has none of that name. */
const TlPyValue *tl_py_instance_member (TlPyInterp *interp, const TlPyValue *instance, const char *name);
gboolean        tl_py_set_instance_member (TlPyInterp *interp, const TlAst *at, const TlPyValue *instance, const char *name,
                                           TlPyValue value);
/* The function of that name in the instance's class or a base that the script defines; FALSE: there is none. */
gboolean        tl_py_find_method (TlPyInterp *interp, const TlPyValue *instance, const char *name, TlPyValue *function);
/* The class of an instance. */
TlPyValue       tl_py_instance_type (const TlPyValue *instance);
/* vars (x): the members of an instance. getattr (x, "name"[, otherwise]), hasattr (x, "name"), setattr (x, "name", value) */
gboolean        tl_py_vars (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_getattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_hasattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_setattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
/* super () in a method. */
gboolean        tl_py_super (TlPyInterp *interp, const TlPyScope *scope, const TlAst *at, TlPyValue *value);

/* py-special.c: what TlPyClass has them for; @is_there: the instance's class has the method. */
gboolean        tl_py_instance_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b,
                                       TlPyValue *value);
gboolean        tl_py_instance_negative (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *is_there,
                                         TlPyValue *value);
gboolean        tl_py_instance_take (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items,
                                     TlPyValue *value);
gboolean        tl_py_instance_put (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items,
                                    const TlPyValue *value);
gboolean        tl_py_instance_length (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *is_there,
                                       TlPyValue *value);
gboolean        tl_py_instance_elements (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyList *elements);
gboolean        tl_py_instance_truth (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *truth);
/* The number that its method @name gives, __int__ or __float__. */
gboolean        tl_py_instance_number (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value);
gboolean        tl_py_append_instance (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out);
gboolean        tl_py_instance_enter (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value);
gboolean        tl_py_instance_leave (TlPyInterp *interp, const TlAst *at, const TlPyValue *self);
/* NotImplemented: a method of an operator does not know the other operand. */
TlPyValue       tl_py_not_implemented (void);
/* An index that a method got: a slice is one again. */
TlPyItem        tl_py_to_item (const TlPyValue *value);
/* property (get, set=None): an attribute of a class whose instances call functions for it. */
gboolean        tl_py_property (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean        tl_py_is_property (const TlPyValue *value);
gboolean        tl_py_property_get (TlPyInterp *interp, const TlAst *at, const TlPyValue *property, const TlPyValue *self,
                                    TlPyValue *value);
gboolean        tl_py_property_set (TlPyInterp *interp, const TlAst *at, const TlPyValue *property, const char *name,
                                    const TlPyValue *self, const TlPyValue *value);

G_END_DECLS
