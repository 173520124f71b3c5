/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/buffer.h"
#include "core/ir/value.h"

G_BEGIN_DECLS

typedef enum
{
  TL_STMT_FOR,
  TL_STMT_BLOCK,     /* a block together with its realization: bindings and predicate */
  TL_STMT_SEQ,
  TL_STMT_STORE,
  TL_STMT_IF,
  TL_STMT_LET,
  TL_STMT_WHILE,
  TL_STMT_EVALUATE,
  TL_STMT_ATTR,
  TL_STMT_ASSERT,
  TL_STMT_ALLOC,     /* @buffer lives while @body runs: T.decl_buffer, and what lowering makes of a block's buffers */
} TlStmtKind;

typedef enum
{
  TL_LOOP_SERIAL,
  TL_LOOP_PARALLEL,
  TL_LOOP_VECTORIZED,
  TL_LOOP_UNROLLED,
  TL_LOOP_THREAD_BINDING,
} TlLoopKind;

typedef enum
{
  TL_AXIS_SPATIAL,   /* data parallel, "S" */
  TL_AXIS_REDUCE,    /* commutative reduction, "R" */
  TL_AXIS_SCAN,      /* ordered */
  TL_AXIS_OPAQUE,
} TlAxisKind;

/* A block axis: its variable ranges over [min, min + extent). */
typedef struct
{
  const TlVar *var;
  TlAxisKind   kind;
  TlRange      dom;
} TlBlockAxis;

typedef struct
{
  const TlBuffer *buffer;   /* the view */
  TlRegion        source;
} TlMatchBuffer;

typedef struct
{
  TlNodeId             id;
  const char          *name;
  const TlBlockAxis   *axes;
  const TlExpr *const *bindings;       /* n_axes values over the loops around */
  guint                n_axes;
  const TlExpr        *predicate;      /* NULL: always */
  const TlRegion      *reads;
  guint                n_reads;
  const TlRegion      *writes;
  guint                n_writes;
  const TlBuffer *const *allocs;       /* T.alloc_buffer of this block */
  guint                n_allocs;
  const TlMatchBuffer *matches;
  guint                n_matches;
  TlAttrs              annotations;
  const TlStmt        *init;           /* NULL: none */
  const TlStmt        *body;
} TlBlock;

typedef struct
{
  TlNodeId      id;
  const TlVar  *var;
  const TlExpr *min;
  const TlExpr *extent;
  TlLoopKind    kind;
  const char   *thread;        /* "threadIdx.x" for THREAD_BINDING, else NULL */
  gboolean      is_launch;     /* of a THREAD_BINDING: T.launch_thread, where the thread holds for all that follows */
  const TlExpr *step;          /* NULL: 1. Programs of steps can be read, printed and compared; nothing schedules or runs them */
  TlAttrs       annotations;
  const TlStmt *body;
} TlLoop;

/* Where a statement of a lowered program, or a line of its code, comes from. A plain value. */
typedef struct
{
  TlNodeId id;               /* the loop or block of the scheduled program that it was, or stood in; 0: none is known */
  guint16  copy, n_copies;   /* which of those that unrolling made, from 0; of 0 copies: it made none */
} TlOrigin;

struct _TlStmt
{
  TlStmtKind kind;
  TlOrigin   origin;   /* in lowered programs */
  union
  {
    TlLoop  loop;                                                                                   /* FOR */
    TlBlock block;                                                                                  /* BLOCK */
    struct { const TlStmt *const *stmts; guint n_stmts; };                                          /* SEQ, n >= 2 */
    struct { const TlBuffer *buffer; const TlExpr *const *indices; guint n_indices; const TlExpr *value;
             const TlStmt *alloc_body; TlAttrs alloc_annotations; gboolean is_scalar; };            /* STORE; ALLOC: buffer, alloc_…;
                                                                                                       is_scalar: "x: T.int32 = e" */
    struct { const TlExpr *cond; const TlStmt *then_body, *else_body; };                            /* IF (else nullable); WHILE: cond,
                                                                                                       then_body */
    struct { const TlVar *var; const TlExpr *let_value; const TlStmt *let_body; };                  /* LET */
    const TlExpr *expr;                                                                             /* EVALUATE */
    struct { const char *attr_key; const TlExpr *attr_node, *attr_value; const TlStmt *attr_body; };/* ATTR; attr_node nullable */
    struct { const TlExpr *assert_cond; const char *assert_kind; const char *const *assert_parts;   /* ASSERT: "RuntimeError", its */
             guint n_assert_parts; };                                                               /* message in parts */
  };
};

/*
 * Where new nodes go: an arena, and the next free id of the module being built. A plain value on the stack.
 */
typedef struct
{
  TlArena *arena;
  TlNodeId next_id;
} TlBuilder;

TlNodeId      tl_builder_take_id (TlBuilder *builder);

/* A serial loop from 0 with a new id. */
const TlStmt *tl_stmt_for (TlBuilder *builder, const TlVar *var, const TlExpr *extent, const TlStmt *body);
/* Copies of the records as nodes; ids are taken as they stand. */
const TlStmt *tl_stmt_loop (TlArena *arena, const TlLoop *loop);
const TlStmt *tl_stmt_block (TlArena *arena, const TlBlock *block);
/*
 * Flattens nested sequences; one statement stays itself; n_stmts == 0 gives evaluate(0). Statements after a let belong to its body: so each
 * program has one form, that of TVM's scripts, where a let holds to the end of its suite.
 */
const TlStmt *tl_stmt_seq (TlArena *arena, const TlStmt *const *stmts, guint n_stmts);
const TlStmt *tl_stmt_store (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices,
                             const TlExpr *value);
const TlStmt *tl_stmt_if (TlArena *arena, const TlExpr *cond, const TlStmt *then_body, const TlStmt *else_body);
const TlStmt *tl_stmt_let (TlArena *arena, const TlVar *var, const TlExpr *value, const TlStmt *body);
const TlStmt *tl_stmt_while (TlArena *arena, const TlExpr *cond, const TlStmt *body);
const TlStmt *tl_stmt_evaluate (TlArena *arena, const TlExpr *expr);
const TlStmt *tl_stmt_attr (TlArena *arena, const char *key, const TlExpr *node, const TlExpr *value, const TlStmt *body);
const TlStmt *tl_stmt_assert (TlArena *arena, const TlExpr *cond, const char *kind, const char *const *parts, guint n_parts);
const TlStmt *tl_stmt_alloc (TlArena *arena, const TlBuffer *buffer, const TlStmt *body);
/* @stmt, or a copy of it, with that origin. */
const TlStmt *tl_stmt_with_origin (TlArena *arena, const TlStmt *stmt, TlOrigin origin);
/* The @index-th of @n copies of what comes from there; more than can be counted are no copies. */
TlOrigin      tl_origin_copy (TlOrigin origin, guint index, guint n);
/* The parts as one text; free with g_free. */
char         *tl_stmt_assert_message (const TlStmt *stmt);

/* Whether the loop is what T.launch_thread makes; what has a range or annotations of its own is a loop again. */
gboolean      tl_loop_is_launch (const TlLoop *loop);
const char   *tl_loop_kind_name (TlLoopKind kind);    /* "serial", "parallel", "vectorized", "unroll", "thread_binding" */
const char   *tl_axis_kind_letter (TlAxisKind kind);  /* "S", "R", "C", "O" */

G_END_DECLS
