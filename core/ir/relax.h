/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graph functions: what TVM calls Relax. Nodes are immutable and live in arenas, as those of TensorIR do; a variable is its address, and a
 * symbolic size is a TlVar of type int64. Bodies are in A-normal form: arguments of calls are variables, constants, shapes, numbers, texts,
 * names of functions, or tuples of these.
 */
#pragma once

#include "core/device/tensor.h"
#include "core/ir/value.h"

G_BEGIN_DECLS

typedef struct _TlRelaxType TlRelaxType;
typedef struct _TlRelaxExpr TlRelaxExpr;
typedef struct _TlRelaxExpr TlRelaxVar;    /* of kind TL_RELAX_VAR */
typedef struct _TlGraphFunc TlGraphFunc;

typedef enum
{
  TL_RELAX_TYPE_ANY,        /* R.Any, R.Object */
  TL_RELAX_TYPE_TENSOR,
  TL_RELAX_TYPE_SHAPE,
  TL_RELAX_TYPE_PRIM,       /* a scalar: T.int64 */
  TL_RELAX_TYPE_TUPLE,
  TL_RELAX_TYPE_CALLABLE,
} TlRelaxTypeKind;

/**
 * TlRelaxType:
 *
 * The type of a value, as far as it is known. Compare with tl_relax_type_equal ().
 */
struct _TlRelaxType
{
  TlRelaxTypeKind           kind;
  TlDType                   dtype;      /* TENSOR, PRIM; void: unknown */
  int                       n_dims;     /* TENSOR, SHAPE; -1: unknown */
  const TlExpr *const      *dims;       /* n_dims, of type int64; NULL: sizes unknown (n_dims 0: never NULL); PRIM: its symbol, or NULL */
  const char               *vdevice;    /* TENSOR; nullable: "llvm:0:global" */
  const TlRelaxType *const *fields;     /* TUPLE; CALLABLE: of its parameters */
  guint                     n_fields;
  const TlRelaxType        *result;     /* CALLABLE */
  gboolean                  is_pure;    /* CALLABLE */
};

typedef enum
{
  TL_RELAX_VAR,
  TL_RELAX_CONST,       /* a tensor: R.const, metadata[…] */
  TL_RELAX_SHAPE,       /* R.shape */
  TL_RELAX_PRIM,        /* a scalar expression of TensorIR: R.prim_value */
  TL_RELAX_STRING,      /* R.str */
  TL_RELAX_DTYPE,       /* R.dtype */
  TL_RELAX_TUPLE,
  TL_RELAX_ITEM,        /* t[1] */
  TL_RELAX_GLOBAL,      /* a function of the module: cls.f */
  TL_RELAX_EXTERN,      /* a packed function by name: "env.linear" */
  TL_RELAX_CALL,
  TL_RELAX_FUNCTION,    /* a function in a function */
  TL_RELAX_IF,
} TlRelaxExprKind;

/* A row of relax-ops.def. */
typedef struct
{
  const char *name;         /* behind "R." and "relax.": "add", "nn.conv2d" */
  /*
   * "data, weight; strides=1, padding=0": arguments, and behind the semicolon attributes with their defaults as they are printed. An
   * argument with a default may be left out: "x, min=None"; "*name" takes any number. An attribute "*name" is a list; a default that is a
   * name is the value of that attribute. See core/ir/relax-op.h.
   */
  const char *signature;
} TlRelaxOp;

typedef enum
{
  TL_RELAX_BIND_VALUE,
  TL_RELAX_BIND_MATCH,      /* R.match_cast: @type is claimed of the value, and may define symbolic sizes */
} TlRelaxBindingKind;

typedef struct
{
  TlRelaxBindingKind kind;
  const TlRelaxVar  *var;
  const TlRelaxExpr *value;
  const TlRelaxType *type;      /* MATCH; of VALUE the type is the variable's */
} TlRelaxBinding;

/* Bindings in order. In a dataflow block variables that are used behind it are its outputs: R.output. */
typedef struct
{
  gboolean              is_dataflow;
  const TlRelaxBinding *bindings;
  guint                 n_bindings;
} TlRelaxBlock;

typedef struct
{
  const TlRelaxBlock *blocks;
  guint               n_blocks;
  const TlRelaxExpr  *result;
} TlRelaxBody;

/**
 * TlRelaxExpr:
 *
 * A call of an operator has its arguments in the order of the signature, an absent one as NULL, and all attributes, in that order, too.
 * Those that call functions are operators, too:
 *   call_tir, call_tir_inplace: GLOBAL, TUPLE of arguments[, SHAPE of symbolic values]; type_args: of each output
 *   call_dps_packed:            EXTERN, TUPLE of arguments; type_args: of each output
 *   call_packed, call_pure_packed: EXTERN, then any arguments; type_args: of the result
 */
struct _TlRelaxExpr
{
  TlRelaxExprKind    kind;
  const TlRelaxType *type;       /* never NULL */
  union
  {
    struct { const char *name; gboolean is_dataflow; };                                  /* VAR; GLOBAL, EXTERN, STRING: name alone */
    const TlTensor    *tensor;                                                           /* CONST; the arena holds a reference */
    struct { const TlExpr *const *dims; guint n_dims; };                                 /* SHAPE */
    const TlExpr      *prim;                                                             /* PRIM */
    TlDType            dtype;                                                            /* DTYPE */
    struct { const TlRelaxExpr *const *items; guint n_items; };                          /* TUPLE */
    struct { const TlRelaxExpr *tuple; guint index; };                                   /* ITEM */
    struct
    {
      const TlRelaxOp          *op;          /* NULL: @callee */
      const TlRelaxExpr        *callee;      /* VAR or GLOBAL; nullable */
      const TlRelaxExpr *const *args;
      guint                     n_args;
      TlAttrs                   attrs;       /* in the order of the signature */
      const TlRelaxType *const *type_args;
      guint                     n_type_args;
    };                                                                                   /* CALL */
    const TlGraphFunc *function;                                                         /* FUNCTION */
    struct { const TlRelaxExpr *cond; const TlRelaxBody *if_true, *if_false; };          /* IF */
  };
};

/* One R.function. */
struct _TlGraphFunc
{
  const TlRelaxVar *const *params;
  guint                    n_params;
  const TlRelaxType       *result_type;
  TlAttrs                  attrs;         /* R.func_attr */
  gboolean                 is_private;
  gboolean                 is_impure;     /* pure=False */
  TlRelaxBody              body;
};

extern const TlRelaxType tl_relax_any;    /* also stands where a type is not known yet, R.Any of a text is another node */

/* All in @arena, which the arguments outlive. */
const TlRelaxType *tl_relax_tensor_type (TlArena *arena, TlDType dtype, const TlExpr *const *dims, guint n_dims);
const TlRelaxType *tl_relax_static_tensor_type (TlArena *arena, TlDType dtype, const gint64 *shape, guint n_dims);
const TlRelaxType *tl_relax_unknown_tensor_type (TlArena *arena, TlDType dtype, int n_dims);    /* -1: not even their number */
const TlRelaxType *tl_relax_shape_type (TlArena *arena, const TlExpr *const *dims, int n_dims);  /* @dims nullable */
const TlRelaxType *tl_relax_prim_type (TlArena *arena, TlDType dtype);
const TlRelaxType *tl_relax_tuple_type (TlArena *arena, const TlRelaxType *const *fields, guint n_fields);

const TlRelaxVar  *tl_relax_var (TlArena *arena, const char *name, const TlRelaxType *type, gboolean is_dataflow);
/* Takes over @tensor: the arena drops it. */
const TlRelaxExpr *tl_relax_const (TlArena *arena, TlTensor *tensor);
const TlRelaxExpr *tl_relax_shape (TlArena *arena, const TlExpr *const *dims, guint n_dims);
const TlRelaxExpr *tl_relax_prim (TlArena *arena, const TlExpr *value);
const TlRelaxExpr *tl_relax_int (TlArena *arena, gint64 value);       /* int64 */
const TlRelaxExpr *tl_relax_string (TlArena *arena, const char *text);
const TlRelaxExpr *tl_relax_dtype (TlArena *arena, TlDType dtype);
const TlRelaxExpr *tl_relax_tuple (TlArena *arena, const TlRelaxExpr *const *items, guint n_items);
const TlRelaxExpr *tl_relax_item (TlArena *arena, const TlRelaxExpr *tuple, guint index);
const TlRelaxExpr *tl_relax_global (TlArena *arena, const char *name);
const TlRelaxExpr *tl_relax_extern (TlArena *arena, const char *symbol);
/* @type: of the result. */
const TlRelaxExpr *tl_relax_call (TlArena *arena, const TlRelaxType *type, const TlRelaxOp *op, const TlRelaxExpr *const *args,
                                  guint n_args, const TlAttrs *attrs);
/* cls.name (args) by call_tir; its type is that of @outputs, a tuple's if there are several or none. */
const TlRelaxExpr *tl_relax_call_tir (TlArena *arena, const char *name, const TlRelaxExpr *const *args, guint n_args,
                                      const TlRelaxType *const *outputs, guint n_outputs);

/* NULL if unknown: "relax." in front is skipped. */
const TlRelaxOp   *tl_relax_op_find (const char *name);
const TlRelaxOp   *tl_relax_op_nth (guint index);     /* NULL past the end */
gboolean           tl_relax_op_is (const TlRelaxExpr *expr, const char *name);   /* a call of that operator */

/* The sizes of a tensor or shape whose sizes are all numbers; FALSE if they are not. @shape: room for n_dims. */
gboolean           tl_relax_type_get_shape (const TlRelaxType *type, gint64 *shape);
gboolean           tl_relax_type_equal (const TlRelaxType *a, const TlRelaxType *b);   /* sizes by tl_expr_equal */

G_END_DECLS
