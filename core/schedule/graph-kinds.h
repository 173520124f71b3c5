/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the nodes of TVM's object graphs after "tir." or "prim.", for readers and writers of index maps and of modules. */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

static const struct { const char *type; TlExprKind kind; } tl_graph_binaries[] = {
  { "Add", TL_EXPR_ADD }, { "Sub", TL_EXPR_SUB }, { "Mul", TL_EXPR_MUL }, { "Div", TL_EXPR_DIV },           { "Mod", TL_EXPR_MOD },
  { "EQ", TL_EXPR_EQ },   { "NE", TL_EXPR_NE },   { "LT", TL_EXPR_LT },   { "FloorDiv",
                                                                            TL_EXPR_FLOORDIV }, { "FloorMod", TL_EXPR_FLOORMOD },
  { "LE", TL_EXPR_LE },   { "GT", TL_EXPR_GT },   { "GE", TL_EXPR_GE },   { "And", TL_EXPR_AND },           { "Or", TL_EXPR_OR },
  { "Min", TL_EXPR_MIN }, { "Max", TL_EXPR_MAX },
};

/* Nodes in the newest form, calls in the classic one and here. */
static const struct { const char *type, *callee; } tl_graph_bit_operations[] = {
  { "LShift", "shift_left" },      { "RShift", "shift_right" },     { "BitwiseAnd", "bitwise_and" },
  { "BitwiseOr", "bitwise_or" },   { "BitwiseXor", "bitwise_xor" }, { "BitwiseNot", "bitwise_not" },
};

G_END_DECLS
