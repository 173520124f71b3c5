/* SPDX-License-Identifier: Apache-2.0 */
/*
 *     onnx-file.c         bytes → messages
 *     onnx-tensor.c       weights
 *     onnx-import.c       the function: weights, nodes in order, outputs
 *     onnx-inputs.c       its parameters, bound and free sizes
 *     onnx-node.c         what converters of nodes ask: inputs, attributes, calls
 *     onnx-empty.c        calls with tensors that have no elements
 *     onnx-operators.c    the table of operators
 *     onnx-values.c       values known at import
 *     onnx-fold-*.c       operators on these
 *     onnx-steps.c        functions that are repeated step by step, for onnx-recurrent.c and onnx-loops.c
 *     onnx-*.c            operators as calls of Relax's
 *
 * A value is known if all its elements are: those of sizes, and of what is computed from sizes. Nodes on known values become no calls.
 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/graph/graph-builder.h"
#include "core/graph/import/onnx-file-private.h"
#include "core/graph/import/onnx.h"

G_BEGIN_DECLS

typedef struct Onnx__NodeProto Onnx__NodeProto;
typedef struct Onnx__GraphProto Onnx__GraphProto;
typedef struct Onnx__AttributeProto Onnx__AttributeProto;

/* A dense array of expressions: of type int64 for integers and truth values, FLOAT immediates for floats. */
typedef struct
{
  TlDType        dtype;
  guint          n_dims;
  gint64         shape[TL_TENSOR_MAX_DIMS];
  guint          n_items;
  const TlExpr **items;
} OnnxKnown;

/* A name of the graph stands for it. */
typedef struct
{
  const TlRelaxExpr *expr;       /* NULL as long as nothing needed more than @known */
  const OnnxKnown   *known;      /* nullable */
  gboolean           is_missing; /* its node could not be imported */
} OnnxValue;

typedef struct
{
  TlArena        *arena;
  TlGraphBuilder *builder;     /* of main, or of the step that is being repeated */
  TlBuilder       nodes;       /* of PrimFuncs */
  GPtrArray      *prims;       /* const TlPrimFunc *, in the arena */
  TlAnalyzer     *analyzer;
  OnnxStore       store;
  gint64          opset;
  GPtrArray      *scopes;      /* of GHashTable: name → OnnxValue, in the arena; the innermost last */
  GHashTable     *used;        /* names that nodes or the graph's outputs ask for */
  GPtrArray      *problems;    /* of TlImportProblem */
} OnnxImport;

typedef struct _OnnxNode OnnxNode;

/* Makes calls and gives the node's outputs, or sets the node's error. */
typedef void (*OnnxConvert) (OnnxNode *node);
/* Gives known outputs, and TRUE, if that is possible. */
typedef gboolean (*OnnxFold) (OnnxNode *node);

typedef struct
{
  const char *op_type;
  OnnxConvert convert;
  const char *relax;     /* for @convert; nullable */
  OnnxFold    fold;      /* nullable */
} OnnxOperator;

/* One node while it is converted. After the first error calls give NULL and change nothing. */
struct _OnnxNode
{
  OnnxImport            *import;
  TlArena               *arena;
  const OnnxOperator    *operator;
  const Onnx__NodeProto *proto;
  gint64                 opset;
  OnnxValue            **inputs;     /* NULL: left out */
  guint                  n_inputs;
  OnnxValue            **outputs;    /* NULL: not given */
  guint                  n_outputs;
  gboolean              *has_read;   /* of each attribute: it was asked for */
  GError                *error;
};

typedef struct
{
  const gint64 *items;     /* NULL: absent */
  guint         n;
} OnnxInts;

typedef struct
{
  const char *key;
  TlValue     value;
} OnnxAttr;

const OnnxOperator *onnx_operator_find (const char *op_type);

/* Sets the node's error, unless it has one. */
void                onnx_fail (OnnxNode *node, gint code, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* --- inputs: a variable or constant, NULL with an error if it is absent --- */
gboolean            onnx_has_input (const OnnxNode *node, guint index);
const TlRelaxExpr  *onnx_input (OnnxNode *node, guint index);
const TlRelaxExpr  *onnx_value_expr (OnnxNode *node, OnnxValue *value);
/* Of a tensor whose number of dimensions is known; -1 with an error otherwise. */
int                 onnx_rank (OnnxNode *node, const TlRelaxExpr *tensor);
/* Its sizes; NULL with an error if they are not known. */
const TlExpr *const *onnx_dims (OnnxNode *node, const TlRelaxExpr *tensor);
/* Those from dimension @first on, which must be numbers. */
gboolean            onnx_static_dims (OnnxNode *node, const TlRelaxExpr *tensor, guint first, gint64 *sizes);
/* @axis from 0 on; 0 with an error if it is not one of @rank. */
guint               onnx_axis (OnnxNode *node, gint64 axis, int rank);
/* The numbers of an input that must be known. */
OnnxInts            onnx_input_ints (OnnxNode *node, guint index);
/* The same for folds: FALSE, without an error, if the input is there and not known. */
gboolean            onnx_known_ints (OnnxNode *node, guint index, OnnxInts *ints);
gboolean            onnx_input_number (OnnxNode *node, guint index, double *value);   /* FALSE: not known, or not one */

/* --- attributes --- */
const Onnx__AttributeProto *onnx_attr (const OnnxNode *node, const char *name);
gint64              onnx_attr_int (const OnnxNode *node, const char *name, gint64 otherwise);
double              onnx_attr_float (const OnnxNode *node, const char *name, double otherwise);
const char         *onnx_attr_text (const OnnxNode *node, const char *name, const char *otherwise);   /* in the arena */
OnnxInts            onnx_attr_ints (const OnnxNode *node, const char *name);
/* Numbers that were an attribute up to opset @last and are input @index since. */
OnnxInts            onnx_ints (OnnxNode *node, const char *name, gint64 last, guint index);

/* --- calls --- */
TlValue             onnx_bool (gboolean value);
TlValue             onnx_float (double value);
TlValue             onnx_list (OnnxNode *node, const gint64 *items, guint n);
#define onnx_attrs(node, ...) \
  onnx_attrs_of ((node), (const OnnxAttr[]) { __VA_ARGS__ }, sizeof ((const OnnxAttr[]) { __VA_ARGS__ }) / sizeof (OnnxAttr))
TlAttrs             onnx_attrs_of (OnnxNode *node, const OnnxAttr *attrs, gsize n);

/* A call of Relax's operator; arguments that are NULL are absent. */
#define onnx_call(node, op, ...) \
  onnx_call_of ((node), (op), NULL, (const TlRelaxExpr *[]) { __VA_ARGS__ }, \
                sizeof ((const TlRelaxExpr *[]) { __VA_ARGS__ }) / sizeof (TlRelaxExpr *))
#define onnx_call_with(node, op, attrs, ...) \
  onnx_call_of ((node), (op), (attrs), (const TlRelaxExpr *[]) { __VA_ARGS__ }, \
                sizeof ((const TlRelaxExpr *[]) { __VA_ARGS__ }) / sizeof (TlRelaxExpr *))
const TlRelaxExpr  *onnx_call_of (OnnxNode *node, const char *op, const TlAttrs *attrs, const TlRelaxExpr *const *args, gsize n);
/* A tensor without elements, of which a size is 0. No kernel reads or writes one: calls give it as a constant, or do without it. */
gboolean            onnx_is_empty (const TlRelaxExpr *tensor);
gboolean            onnx_touches_empty (const TlRelaxExpr *call);
const TlRelaxExpr  *onnx_call_of_empty (OnnxNode *node, const TlRelaxExpr *call);
const TlRelaxExpr  *onnx_item (OnnxNode *node, const TlRelaxExpr *tuple, guint index);
const TlRelaxExpr  *onnx_reshape (OnnxNode *node, const TlRelaxExpr *data, const TlExpr *const *dims, guint n);
const TlRelaxExpr  *onnx_number (OnnxNode *node, TlDType dtype, double value);   /* a constant without dimensions */
const TlExpr       *onnx_size (OnnxNode *node, gint64 value);
const TlExpr       *onnx_simplify (OnnxNode *node, const TlExpr *expr);

const TlExpr       *onnx_product (OnnxNode *node, const TlExpr *const *dims, guint from, guint to);   /* of dims[from] to dims[to - 1] */

/* The convolution of the node's attributes; @bias: one number for each channel, or NULL. */
const TlRelaxExpr  *onnx_conv (OnnxNode *node, const TlRelaxExpr *data, const TlRelaxExpr *weight, const TlRelaxExpr *bias);
void                onnx_give (OnnxNode *node, guint index, const TlRelaxExpr *expr);

/* --- repeated steps --- */

typedef struct
{
  const char               *name;          /* of the PrimFunc */
  gint64                    n_steps;       /* at least 1 */
  const TlRelaxExpr *const *states;        /* before the first step */
  guint                     n_states;
  const TlRelaxExpr *const *arrays;        /* steps first: each step gets a slice */
  guint                     n_arrays;
  gboolean                  is_counted;    /* each step gets its number */
  const gboolean           *is_reversed;   /* of each array, then of each result with rows (core/graph/passes/step-loop.h) */
  TlGraphBuilder           *outer;         /* private, as the next */
  guint                     n_outer;       /* PrimFuncs before */
} OnnxSteps;

/*
 * Calls from now on are those of a step, until onnx_steps_end: they use what there was before, and get states, slices and the number in
 * @params.
 */
void                onnx_steps_begin (OnnxNode *node, OnnxSteps *steps, const TlRelaxExpr **params);
/*
 * @results: the states after a step, then what gives @n_rows rows; they become the last states and all rows. NULL: nothing is made. FALSE
 * with an error.
 */
gboolean            onnx_steps_end (OnnxNode *node, OnnxSteps *steps, const TlRelaxExpr **results, guint n_rows);

/* --- known values --- */
#define ONNX_MAX_KNOWN  4096u   /* elements */
#define ONNX_MAX_FLOATS 16u     /* of floats, which are weights otherwise */

/* NULL if input @index is absent or not known. */
const OnnxKnown    *onnx_known (OnnxNode *node, guint index);
const OnnxKnown    *onnx_known_value (OnnxNode *node, OnnxValue *value);
/* Room for the elements; NULL if there are too many. */
OnnxKnown          *onnx_known_new (OnnxNode *node, TlDType dtype, const gint64 *shape, guint n_dims);
gboolean            onnx_give_known (OnnxNode *node, guint index, const OnnxKnown *known);   /* TRUE */
const OnnxKnown    *onnx_known_of_tensor (TlArena *arena, const TlTensor *tensor);           /* NULL: too many */
const TlRelaxExpr  *onnx_known_expr (OnnxNode *node, const OnnxKnown *known);                /* a constant, or computed from sizes */

/* Converters and folds by subject; their rows are in onnx-operators.c. */
#define ONNX_CONVERTERS(X) \
  X (constant) X (identity) X (dropout) X (if) X (constant_of_shape) X (range) X (eye_like) X (known_only) \
  X (unary) X (binary) X (modulo) X (variadic) X (clip) X (cast) X (cast_like) X (where) X (leaky_relu) X (prelu) X (elu) X (selu) \
  X (softplus) X (softsign) X (hard_sigmoid) X (hard_swish) X (gelu) X (reciprocal) X (mish) X (power) X (is_inf) \
  X (celu) X (shrink) X (bit_shift) X (thresholded_relu) X (swish) X (mean) \
  X (gemm) X (matmul) X (conv) X (conv_transpose) X (pool) X (global_pool) \
  X (batch_norm) X (layer_norm) X (rms_norm) X (instance_norm) X (group_norm) \
  X (mean_variance_norm) X (lp_norm) X (lrn) X (softmax) \
  X (reduce) X (reduce_l1) X (reduce_l2) X (reduce_sum_square) X (reduce_log_sum) X (reduce_log_sum_exp) \
  X (arg_reduce) X (top_k) X (scan_axis) \
  X (reshape) X (flatten) X (transpose) X (concat) X (split) X (slice) X (squeeze) X (unsqueeze) X (expand) X (tile) X (pad) X (trilu) \
  X (depth_to_space) X (space_to_depth) \
  X (gather) X (gather_elements) X (gather_nd) X (scatter_elements) X (scatter_nd) X (one_hot) \
  X (resize) X (upsample) \
  X (grid_sample) X (affine_grid) X (einsum) X (lstm) X (gru) X (rnn) X (loop) X (scan) X (quantize) X (dequantize) \
  X (qlinear_conv) X (qlinear_matmul) X (conv_integer) X (matmul_integer) X (dynamic_quantize)
#define X(name) void onnx_convert_##name (OnnxNode *node);
ONNX_CONVERTERS (X)
#undef X

#define ONNX_FOLDS(X) \
  X (shape) X (size) X (constant_of_shape) X (range) X (unary) X (variadic) X (compare) \
  X (where) X (cast) \
  X (reduce) X (reshape) X (flatten) X (squeeze) X (unsqueeze) X (concat) X (gather) X (slice) X (split) X (transpose) X (expand) X (tile) \
  X (non_zero)
#define X(name) gboolean onnx_fold_##name (OnnxNode *node);
ONNX_FOLDS (X)
#undef X

G_END_DECLS
