/* SPDX-License-Identifier: Apache-2.0 */
/*
 *     te-tensor.c    tensors, their elements, axes
 *     te-compute.c   placeholder, compute, reduce_axis, var, const
 *     te-reducer.c   sum, max, min, comm_reducer
 *     te-function.c  create_prim_func: from tensors to loops and blocks
 *     te-translate.c the script's expressions in terms of the function
 *     te-schedule.c  te.create_schedule: stages, and the steps on them
 *     te-replay.c    those steps as steps of a tir.Schedule
 *     te-program.c   which program a file holds
 *
 * An element of a tensor is a load from a buffer that stands for it; create_prim_func puts the function's own buffers in its place.
 */
#pragma once

#include "core/te/te.h"

G_BEGIN_DECLS

#define TL_TE_MAX_DIMS 64

typedef struct _TlTeOp TlTeOp;

typedef struct
{
  const TlVar  *var;
  const TlExpr *min;
  const TlExpr *extent;
} TlTeAxis;

/* A reducer: one of TVM's own, or functions of the script. */
typedef struct
{
  const char *name;             /* "sum", "max", "min", "prod"; of the script's own: NULL */
  TlPyValue   combine;          /* the script's own: functions */
  TlPyValue   identity;
} TlTeReducer;

/* The value of a computed element that is a reduction. */
typedef struct
{
  const TlTeReducer     *reducer;
  const TlExpr *const   *sources;
  guint                  n_sources;
  guint                  n_nodes;       /* of all sources */
  const TlTeAxis *const *axes;
  guint                  n_axes;
} TlTeReduction;

/* The source of tensors: a placeholder (without values), or a computation with one value for each tensor. */
struct _TlTeOp
{
  const char           *name;
  const TlExpr *const  *shape;
  guint                 n_dims;
  const TlBuffer *const *outputs;      /* one per tensor: stand for it in expressions */
  guint                 n_outputs;
  gboolean              is_placeholder;
  const TlTeAxis       *axes;          /* n_dims */
  const TlExpr *const  *values;        /* n_outputs, unless a reduction */
  const TlTeReduction  *reduction;     /* nullable */
  TlAttrs               attrs;
  const TlBuffer *const *layout_free;  /* stand for tensors whose layout may be changed */
  guint                 n_layout_free;
  const TlAst          *at;
};

typedef struct
{
  const TlTeOp *op;
  guint         index;   /* among its outputs */
} TlTeTensor;

extern const TlPyClass tl_te_tensor_class;
extern const TlPyClass tl_te_op_class;
extern const TlPyClass tl_te_axis_class;
extern const TlPyClass tl_te_reduction_class;
extern const TlPyClass tl_te_reducer_class;

/* The operation of the tensor that @stand_in stands for. */
const TlTeOp *tl_te_producer (const TlBuffer *stand_in);
TlPyValue  tl_te_tensor (TlPyInterp *interp, const TlTeOp *op, guint index);

gboolean   tl_te_placeholder (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_compute (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_reduce_axis (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_var (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_const (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

/* te.sum, te.max, te.min, te.prod */
gboolean   tl_te_reduce (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_comm_reducer (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
/*
 * The new values, in terms of variables that are given: for the present ones and for one more each. The values to begin with. Arrays of
 * n_sources; FALSE with an error.
 */
gboolean   tl_te_combine (TlPyInterp *interp, const TlAst *at, const TlTeReduction *reduction, const TlExpr **present, const TlExpr **more,
                          const TlExpr **combined);
gboolean   tl_te_identity (TlPyInterp *interp, const TlAst *at, const TlTeReduction *reduction, const TlExpr **identity);

/* Translates the expressions of a script into those of a function. */
typedef struct
{
  TlArena    *arena;
  GHashTable *buffers;       /* buffer that stands for a tensor → the function's own */
  GHashTable *vars;          /* variable of the script → an expression of the function; a variable is made for those that are not there */
  TlDType     index_dtype;   /* of all that counts; void: as the script has it */
  gboolean    in_index;      /* of the expression being translated */
} TlTeTerms;

/* The value of an element; an extent, or another number that counts elements. */
const TlExpr *tl_te_value (TlTeTerms *terms, const TlExpr *expr);
const TlExpr *tl_te_extent (TlTeTerms *terms, const TlExpr *expr);

/* te.power, te.abs, te.div: where the name is not that of T. */
gboolean   tl_te_power (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_abs (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_div (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

gboolean   tl_te_create_prim_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_create_schedule (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);
gboolean   tl_te_thread_axis (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

/* The operations that @op reads (const TlTeOp*), as often as it reads them. */
GPtrArray *tl_te_sources (const TlTeOp *op);

/* A function, and what became of operations and tensors in it. */
typedef struct
{
  TlPyValue   module;
  GHashTable *blocks;    /* TlTeOp → const TlStmt*: its block, of several the last */
  GHashTable *buffers;   /* buffer that stands for a tensor → the function's own */
} TlTeProgram;

/* The function @name of @args. FALSE with an error; else to be cleared. */
gboolean   tl_te_make_program (TlPyInterp *interp, const TlAst *at, const char *name, const TlPyList *args, TlTeProgram *program);
void       tl_te_program_clear (TlTeProgram *program);

G_END_DECLS
