/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of machine instructions by LLVM's names, T.call_llvm_pure_intrin ("int32x16", "llvm.x86.avx512.vpdpbusd.512", …), as tensor
 * intrinsics contain them: what each of them computes in the language's own arithmetic. The interpreter runs that, and so does compiled
 * code where the target lacks the instruction.
 */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;        /* LLVM's */
  const char *feature;     /* of a target that has it, LLVM's name */
  const char *c_name;      /* of the C intrinsic in <immintrin.h>, nullable */
  const char *c_feature;   /* macro that is defined where C code may use that */
  gint        overloads[2];   /* arguments that LLVM's declaration is made for, from 1; 0 is the result, -1 none */
} TlMachineInstruction;

const TlMachineInstruction *tl_machine_instruction_nth (guint index);   /* NULL past the end */
/* The instruction that @call calls; NULL for other calls and for instructions that are not known. */
const TlMachineInstruction *tl_machine_call_find (const TlExpr *call);
/*
 * The value of @call without the instruction, in @arena: exact, with its saturation and rounding. NULL if the instruction is not known or
 * the types are not those it takes.
 */
const TlExpr               *tl_machine_call_meaning (TlArena *arena, const TlExpr *call);

/*
 * The operands of T.dp4a (a, b, sum) and of T.call_pure_extern ("…", "__dp4a", a, b, sum): four bytes, four bytes and the number that
 * their products are added to. NULL for other calls and types.
 */
const TlExpr *const        *tl_dot_of_four_args (const TlExpr *call);

G_END_DECLS
