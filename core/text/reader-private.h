/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The TVMScript reader: it evaluates the syntax tree of a function as TVM's parser would run it, and builds the representation.
 *
 *     reader.c           modules, functions, parameters
 *     reader-stmt.c      suites, if, while, assert, expressions
 *     reader-loop.c      loops and launched threads
 *     reader-assign.c    what is assigned
 *     reader-with.c      with
 *     reader-warnings.c  what is accepted and hardly meant
 *     reader-block.c     what stands in a block: axes, regions, where, init
 *     reader-buffer.c    declarations of buffers
 *     reader-expr.c      names, subscripts, constants
 *     reader-operator.c  operators
 *     reader-call.c      T.something (…), one table
 *     apply.c            the same on values that others evaluated
 *     reader-intrinsic.c calls of intrinsics
 *     reader-relax*.c    graph functions: see reader-relax-private.h
 *
 * A function that returns FALSE or NULL has left an error in reader->error.
 */
#pragma once

#include "core/ir/module.h"
#include "core/text/apply.h"
#include "core/text/ast.h"
#include "core/text/script.h"

G_BEGIN_DECLS

typedef enum
{
  TL_GIVEN_NONE,
  TL_GIVEN_INT,      /* a Python integer: takes the type of what it meets */
  TL_GIVEN_FLOAT,
  TL_GIVEN_BOOL,
  TL_GIVEN_STRING,
  TL_GIVEN_LIST,     /* tuple or list */
  TL_GIVEN_EXPR,
  TL_GIVEN_BUFFER,
  TL_GIVEN_NAME,     /* n = TypeVar ("n"): in a function a symbolic dimension */
  TL_GIVEN_SCALAR,   /* x: T.int32 = e of the newest dialect: a buffer of one element that reads as its value */
  TL_GIVEN_THREAD,   /* tx = T.env_thread ("threadIdx.x"): string */
  TL_GIVEN_RELAX,    /* a value of a graph function */
  TL_GIVEN_MODULE,   /* the module that is read: cls = Module */
} TlParsedValueKind;

/* TlParsedValue: what a Python expression of the script evaluates to. A plain value; what it points to lives in the arena. */
typedef struct _TlParsedValue TlParsedValue;
struct _TlParsedValue
{
  TlParsedValueKind    kind;
  gint64               integer;   /* INT, BOOL */
  double               number;    /* FLOAT */
  const char          *string;
  const TlParsedValue *items;     /* LIST */
  guint                n_items;
  const TlExpr        *expr;
  const TlBuffer      *buffer;    /* BUFFER, SCALAR */
  const TlRelaxExpr   *relax;     /* RELAX */
  const TlBuffer      *storage;   /* BUFFER: set if @buffer is another shape of the memory of @storage */
};

/* The type of a variable: of a pointer also what it points to, if that is said. */
typedef struct
{
  TlDType     dtype;
  TlDType     pointee;
  const char *scope;     /* NULL: a plain handle */
} TlVarType;

typedef struct _TlRelaxFrame TlRelaxFrame;

/* A block while its body is read. */
typedef struct _TlBlockFrame TlBlockFrame;
struct _TlBlockFrame
{
  TlBlockFrame *parent;
  TlNodeId      id;
  gboolean      is_root;     /* the function's own, or a block named "root" that stands for it: its regions are never inferred */
  gboolean      has_block;   /* another stands in it */
  GArray       *axes;        /* TlBlockAxis */
  GArray       *spans;       /* TlSpan of each axis */
  GPtrArray    *bindings;    /* const TlExpr* */
  const TlExpr *predicate;
  GArray       *reads;       /* TlRegion; NULL: not written, to be inferred */
  GArray       *writes;
  GPtrArray    *allocs;      /* const TlBuffer* */
  GArray       *matches;     /* TlMatchBuffer */
  TlAttrs       annotations;
  const TlStmt *init;
  guint         n_loops;     /* loops open between the block and the statement being read */
};

typedef struct
{
  TlArena        *arena;
  const TlSource *source;
  GArray         *names;      /* Binding: a stack of scopes, innermost last */
  GHashTable     *innermost;  /* name → index in names + 1 */
  TlBlockFrame   *frame;
  TlBuilder       builder;
  guint           nesting;
  const void     *floor;      /* of the stack */
  GHashTable     *loops;      /* TlVar → TlLoop* being read, for T.axis.remap */
  GHashTable     *declared;   /* name → TlDType* of what the function declares as an integer; NULL until a dimension asks */
  GHashTable     *symbols;    /* name → TlVar of the function: dimensions written as "n", or as n where n = TypeVar ("n") */
  GArray         *gaps;       /* of the function: axes that their loops do not cover */
  GHashTable     *n_writers;  /* of the function: TlBuffer* → number of blocks that write it */
  const TlAst    *function;   /* being read */
  TlAttrs         attrs;      /* of the function */
  GArray         *params;     /* TlParam of the function */
  const TlAst    *module;     /* the whole script */
  const char     *module_name;          /* of the class around; nullable */
  gboolean        has_inferred_reads;   /* of the block read last */
  gboolean        has_inferred_writes;
  GHashTable     *func_names; /* of the module */
  TlRelaxFrame   *relax;      /* the body of the graph function being read */
  GPtrArray      *placeholders; /* const TlRelaxVar* of the function: constants that the text does not have */
  GHashTable     *metadata;   /* "ir.GenericConst[0]" → TlTensor*; NULL until a constant asks */
  gboolean        is_newest;  /* the dialect of T.sblock: "x = e" makes a buffer, not a let */
  GError         *error;
} TlReader;

/* Empty, for one arena and source. Clear drops its tables and error, nothing in the arena. */
void     tl_reader_init (TlReader *reader, TlArena *arena, const TlSource *source);
void     tl_reader_clear (TlReader *reader);

/* Errors. */
gboolean tl_reader_fail (TlReader *reader, const TlAst *at, const char *format, ...) G_GNUC_PRINTF (3, 4);
#define tl_reader_fail_null(...) (tl_reader_fail (__VA_ARGS__), NULL)
gboolean tl_reader_enter (TlReader *reader, const TlAst *at);
void     tl_reader_leave (TlReader *reader);

/* Graph functions. */
const TlGraphFunc *tl_read_graph (TlReader *reader, const TlAst *function, const TlAst *decorator);

/* Names. */
void                 tl_reader_bind (TlReader *reader, const char *name, TlParsedValue given);
const TlParsedValue *tl_reader_lookup (TlReader *reader, const char *name);
guint                tl_reader_open_scope (TlReader *reader);
void                 tl_reader_close_scope (TlReader *reader, guint mark);

/* The variable of the function behind a dimension that is only a name; int64 unless the body says "n = T.int32 ()". */
const TlVar   *tl_reader_symbol (TlReader *reader, const char *name);

/* Expressions. */
TlParsedValue       tl_given_expr (const TlExpr *expr);
TlParsedValue       tl_given_of_value (const TlScriptValue *value);
TlParsedValue       tl_given_buffer (const TlBuffer *buffer);
gboolean            tl_read_given (TlReader *reader, const TlAst *ast, TlParsedValue *given);
/* As an expression of the program; numbers become int32 (int64 if large) and float32. */
const TlExpr  *tl_read_expr (TlReader *reader, const TlAst *ast);
const TlExpr  *tl_read_expr_as (TlReader *reader, const TlAst *ast, TlDType dtype);   /* number literals take @dtype; others must match */
const TlExpr  *tl_read_cond (TlReader *reader, const TlAst *ast);
const TlExpr  *tl_read_index (TlReader *reader, const TlAst *ast);                    /* an integer */
gboolean       tl_read_constant (TlReader *reader, const TlAst *ast, gint64 *value);
const char    *tl_read_string (TlReader *reader, const TlAst *ast, const char *what);
/* T.int32, T.handle ("float32", "global"), "float32". */
gboolean       tl_read_var_type (TlReader *reader, const TlAst *ast, TlVarType *type);
/* The arguments of T.handle (…). */
gboolean       tl_read_pointer_type (TlReader *reader, const TlAst *call, TlVarType *type);
const TlVar   *tl_var_of_type (TlReader *reader, const char *name, const TlVarType *type);
/* A number within what @dtype holds. */
gboolean       tl_check_fits (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype);
gboolean       tl_read_dtype (TlReader *reader, const TlAst *ast, TlDType *dtype);
const TlExpr  *tl_given_to_expr (TlReader *reader, const TlAst *at, const TlParsedValue *given);
const TlExpr  *tl_given_to_expr_as (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype);
gboolean       tl_read_binary (TlReader *reader, const TlAst *at, TlExprKind kind, const TlParsedValue *a, const TlParsedValue *b,
                               TlParsedValue *result);
gboolean       tl_reader_match (TlReader *reader, const TlAst *at, const char *what, const TlParsedValue *a, const TlParsedValue *b,
                                const TlExpr **x, const TlExpr **y);
gboolean       tl_given_is_number (const TlParsedValue *given);
/* A number as an immediate of @dtype's element type, or NULL if the type cannot hold its kind. */
const TlExpr  *tl_given_number_as (TlReader *reader, const TlParsedValue *given, TlDType dtype);
const TlExpr  *tl_given_to_cond (TlReader *reader, const TlAst *at, const TlParsedValue *given);
/* a << b, a & b …: on numbers as Python computes. @callee: "shift_left" … */
gboolean       tl_read_bit_operation (TlReader *reader, const TlAst *at, const char *callee, const TlParsedValue *a, const TlParsedValue *b,
                                      TlParsedValue *given);
gboolean       tl_read_operator (TlReader *reader, const TlAst *ast, TlParsedValue *given);
gboolean       tl_read_unary (TlReader *reader, const TlAst *ast, TlParsedValue *given);
gboolean       tl_read_conditional (TlReader *reader, const TlAst *ast, TlParsedValue *given);
/* @upper - @lower with equal terms cancelled: what was printed as "x:x + n" gives n back. */
const TlExpr  *tl_reader_extent (TlArena *arena, const TlExpr *lower, const TlExpr *upper);
/* A[…] as a place: the buffer and its indices. */
gboolean       tl_read_access (TlReader *reader, const TlAst *ast, const TlBuffer **buffer, const TlExpr ***indices, guint *n_indices);
gboolean       tl_read_region (TlReader *reader, const TlAst *ast, TlRegion *region);
gboolean       tl_read_value (TlReader *reader, const TlAst *ast, TlValue *value);
gboolean       tl_read_attrs (TlReader *reader, const TlAst *ast, TlAttrs *attrs);

/* Calls. */
/* "grid" for T.grid, "Buffer" for tir.Buffer …; NULL if the call or attribute is not in the script language's own space. */
const char    *tl_reader_builtin (TlReader *reader, const TlAst *ast);
gboolean       tl_read_call (TlReader *reader, const TlAst *ast, TlParsedValue *given);
/* Calls with arguments of a form of their own; *@done: whether @name is one. */
gboolean       tl_read_own_form (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given, gboolean *done);
gboolean       tl_has_own_form (const char *name);
/* Whether "dtype=" of T.@name (…), an intrinsic or own form, says something; of all others the arguments say it. */
gboolean       tl_call_keeps_type (const char *name);
gboolean       tl_read_intrinsic (TlReader *reader, const TlAst *call, const TlIntrinsic *intrinsic, TlParsedValue *given);
gboolean       tl_read_access_ptr (TlReader *reader, const TlAst *call, const TlBuffer *buffer, TlParsedValue *given);
/* Argument @index, or the keyword @name; NULL if absent. */
const TlAst   *tl_call_argument (const TlAst *call, guint index, const char *name);
/* TRUE if there are at most @max positional arguments and each keyword is among @names ("shape dtype scope"). */
gboolean       tl_call_check (TlReader *reader, const TlAst *call, guint min, guint max, const char *names);

/* Buffers: T.Buffer, T.match_buffer, T.alloc_buffer. @first is the index of the argument that holds the shape. */
/* A dimension in quotes: a name, or an expression of names, "n * T.int64(2)". NULL with an error. */
const TlExpr   *tl_read_quoted_dimension (TlReader *reader, const TlAst *at, const char *text);
const TlBuffer *tl_read_buffer_type (TlReader *reader, const TlAst *type, guint first, const char *name, gboolean is_view);

/* Whether @call makes a buffer that lives for the rest of its suite: T.decl_buffer without data, and more in the newest dialect. */
gboolean        tl_is_allocation (TlReader *reader, const TlAst *call);
/* T.alloc_scalar ("int32"), T.local_scalar ("int32") */
gboolean        tl_is_scalar_allocation (TlReader *reader, const TlAst *call);
const TlBuffer *tl_read_allocation (TlReader *reader, const TlAst *target, const TlAst *call, TlAttrs *annotations);
/* [i, j] as the indices of @lanes neighbours along the last dimension. */
gboolean        tl_read_vector_indices (TlReader *reader, const TlAst *begin, const TlBuffer *buffer, guint lanes, const TlExpr ***indices,
                                        guint *n_indices);

/* Blocks. */
void           tl_block_frame_init (TlBlockFrame *frame, TlReader *reader, gboolean is_root);
void           tl_block_frame_clear (TlBlockFrame *frame, TlReader *reader);
const TlStmt  *tl_block_frame_finish (TlReader *reader, TlBlockFrame *frame, const char *name, const TlStmt *body);
const TlStmt  *tl_read_block (TlReader *reader, const TlAst *with, const TlAst *call);
/* @what belongs directly into a block that is not the function's own root. */
gboolean       tl_check_in_block (TlReader *reader, const TlAst *at, const char *what);
/* Statements that belong to the block around them. *@done: whether @ast was one. */
gboolean       tl_read_block_statement (TlReader *reader, const TlAst *ast, gboolean *done);
gboolean       tl_read_axis_assignment (TlReader *reader, const TlAst *target, const TlAst *call, const char *name);
gboolean       tl_read_block_assignment (TlReader *reader, const TlAst *target, const TlAst *value, gboolean *done);

/* Warnings: of a block that ends, and at the end of the function. */
void           tl_reader_check_block (TlReader *reader, const TlBlockFrame *frame, const TlBlock *block);
void           tl_reader_tell_gaps (TlReader *reader);
GArray        *tl_reader_new_gaps (void);

/* Statements. A let, an allocation, an attribute or a thread takes the rest of its suite: statements @at to @n of @body. */
const TlStmt  *tl_read_suite (TlReader *reader, const TlAst *const *body, guint n_body);
const TlStmt  *tl_read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at);
/* The suite in a scope of its own. */
const TlStmt  *tl_read_scoped_suite (TlReader *reader, const TlAst *const *body, guint n_body);
/* FALSE if @stmt is NULL. */
gboolean       tl_add_stmt (GPtrArray *out, const TlStmt *stmt);
const TlStmt  *tl_read_for (TlReader *reader, const TlAst *ast);
/* @target: the name of the thread's variable; NULL where it comes from T.env_thread. */
gboolean       tl_read_launch (TlReader *reader, const TlAst *call, const TlAst *target, const TlAst *const *body, guint n, guint at,
                               GPtrArray *out);
gboolean       tl_read_with (TlReader *reader, const TlAst *ast, GPtrArray *out);
gboolean       tl_read_attr_parts (TlReader *reader, const TlAst *call, const TlExpr **node, const char **key, const TlExpr **value);
/* @message: "text", ("RuntimeError", "text"), ("RuntimeError", ["some", "text"]); nullable. */
const TlStmt  *tl_make_assert (TlReader *reader, const TlExpr *cond, const TlAst *message);
gboolean       tl_read_assignment (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out);
gboolean       tl_read_annotated (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out);
const TlStmt  *tl_read_augmented (TlReader *reader, const TlAst *ast);
const TlStmt  *tl_read_buffer_store (TlReader *reader, const TlAst *call);
const TlStmt  *tl_read_vstore (TlReader *reader, const TlAst *call);

G_END_DECLS
