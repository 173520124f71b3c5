/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of values in graph functions, with the meaning of TVM's relax.dpl. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_PATTERN_ANY,       /* wildcard () */
  TL_PATTERN_CONST,     /* is_const () */
  TL_PATTERN_PARAM,     /* is_var (name=""): a variable that no binding defines */
  TL_PATTERN_CALL,      /* is_op (op) (parts…): arguments of add and multiply in any order */
  TL_PATTERN_TUPLE,     /* is_tuple ([parts…]) */
  TL_PATTERN_ITEM,      /* is_tuple_get_item (part, index) */
  TL_PATTERN_OR,        /* part | part */
  TL_PATTERN_AND,       /* part & part */
  TL_PATTERN_NOT,       /* ~part */
  TL_PATTERN_ATTRS,     /* part.has_attr ({…}) */
  TL_PATTERN_DTYPE,     /* part.has_dtype ("float32") */
  TL_PATTERN_SHAPE,     /* part.has_shape ((2, 3)) */
} TlGraphPatternKind;

/**
 * TlGraphPattern:
 *
 * Made by whoever matches; the functions here only read it. A pattern that occurs at several places stands for one value.
 */
typedef struct _TlGraphPattern TlGraphPattern;
struct _TlGraphPattern
{
  TlGraphPatternKind           kind;
  const TlGraphPattern *const *parts;
  guint                        n_parts;
  const TlRelaxOp             *op;            /* CALL */
  gboolean                     has_any_args;  /* CALL: there are no parts, and any arguments do */
  const char                  *name;          /* PARAM; nullable */
  int                          index;         /* ITEM; -1: any */
  TlAttrs                      attrs;         /* ATTRS */
  TlDType                      dtype;         /* DTYPE */
  const gint64                *shape;         /* SHAPE */
  guint                        n_dims;
  guint                        depth;         /* of the patterns in it, at most TL_PATTERN_MAX_DEPTH */
};

#define TL_PATTERN_MAX_DEPTH 200u

/*
 * Whether the value of @var matches; @values: TlRelaxVar → the TlRelaxExpr that it is bound to. Adds the variables of matched calls and
 * items to @matched, that of the whole included. FALSE with TL_GRAPH_ERROR where it takes too many steps.
 */
gboolean tl_graph_pattern_match (const TlGraphPattern *pattern, GHashTable *values, const TlRelaxVar *var, GHashTable *matched,
                                 GError **error);

G_END_DECLS
