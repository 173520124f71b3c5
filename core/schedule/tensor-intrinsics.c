/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tensor intrinsics that TVM brings along, by TVM's names: what they compute and what they become. Families share one script in which
 * $0, $1 … stand for a row's values.
 */
#include "core/schedule/tensor-intrin.h"

#include <string.h>

#define MAX_VALUES 6

typedef struct
{
  const char *name;
  const char *desc;
  const char *impl;
  const char *values[MAX_VALUES];
} IntrinsicRow;

/* One row of A times a matrix B. $0: type of A, $1: of B, $2: of C, $3: rows of B */
static const char dot_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, b: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (4,), \"$0\", offset_factor=1)\n"
  "    B = T.match_buffer(b, ($3, 4), \"$1\", offset_factor=1)\n"
  "    C = T.match_buffer(c, ($3,), \"$2\", offset_factor=1)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:$3], A[0:4], B[0:$3, 0:4])\n"
  "        T.writes(C[0:$3])\n"
  "        for i, k in T.grid($3, 4):\n"
  "            with T.block(\"update\"):\n"
  "                vi, vk = T.axis.remap(\"SR\", [i, k])\n"
  "                C[vi] = C[vi] + T.Cast(\"$2\", A[vk]) * T.Cast(\"$2\", B[vi, vk])\n";

#define DOT_IMPL_HEAD                                                          \
  "@T.prim_func\n"                                                             \
  "def impl(a: T.handle, b: T.handle, c: T.handle):\n"                         \
  "    A = T.match_buffer(a, (4,), \"$0\", offset_factor=1)\n"                 \
  "    B = T.match_buffer(b, ($3, 4), \"$1\", offset_factor=1)\n"              \
  "    C = T.match_buffer(c, ($3,), \"$2\", offset_factor=1)\n"                \
  "    with T.block(\"root\"):\n"                                              \
  "        T.reads(C[0:$3], A[0:4], B[0:$3, 0:4])\n"                           \
  "        T.writes(C[0:$3])\n"

static const char vnni_impl[] =
  DOT_IMPL_HEAD
  "        four: T.uint8x4 = A[T.Ramp(0, 1, 4)]\n"
  "        word: T.int32 = T.reinterpret(\"int32\", four)\n"
  "        matrix: T.int8x64 = B[0, T.Ramp(0, 1, 64)]\n"
  "        words: T.int32x16 = T.reinterpret(\"int32x16\", matrix)\n"
  "        sums: T.int32x16 = C[T.Ramp(0, 1, 16)]\n"
  "        C[T.Ramp(0, 1, 16)] = T.call_llvm_pure_intrin(\"int32x16\", \"llvm.x86.avx512.vpdpbusd.512\", sums, T.Broadcast(word, 16), "
  "words)\n";

static const char avx512_impl[] =
  DOT_IMPL_HEAD
  "        four: T.uint8x4 = A[T.Ramp(0, 1, 4)]\n"
  "        word: T.int32 = T.reinterpret(\"int32\", four)\n"
  "        words: T.int32x16 = T.Broadcast(word, 16)\n"
  "        row: T.uint8x64 = T.reinterpret(\"uint8x64\", words)\n"
  "        matrix: T.int8x64 = B[0, T.Ramp(0, 1, 64)]\n"
  "        pairs: T.int16x32 = T.call_llvm_pure_intrin(\"int16x32\", \"llvm.x86.avx512.pmaddubs.w.512\", row, matrix)\n"
  "        C[T.Ramp(0, 1, 16)] = C[T.Ramp(0, 1, 16)] + T.call_llvm_pure_intrin(\"int32x16\", \"llvm.x86.avx512.pmaddw.d.512\", pairs, "
  "T.Broadcast(T.int16(1), 32))\n";

static const char neon_impl[] =
  DOT_IMPL_HEAD
  "        four: T.int8x4 = A[T.Ramp(0, 1, 4)]\n"
  "        word: T.int32 = T.reinterpret(\"int32\", four)\n"
  "        words: T.int32x2 = T.Broadcast(word, 2)\n"
  "        row: T.int8x8 = T.reinterpret(\"int8x8\", words)\n"
  "        matrix: T.int8x16 = B[0, T.Ramp(0, 1, 16)]\n"
  "        low: T.int8x8 = T.vectorlow(\"int8x8\", matrix)\n"
  "        products_low: T.int16x8 = T.call_llvm_pure_intrin(\"int16x8\", \"llvm.aarch64.neon.smull\", row, low)\n"
  "        sums_low: T.int32x4 = T.call_llvm_pure_intrin(\"int32x4\", \"llvm.aarch64.neon.saddlp\", products_low)\n"
  "        high: T.int8x8 = T.vectorhigh(\"int8x8\", matrix)\n"
  "        products_high: T.int16x8 = T.call_llvm_pure_intrin(\"int16x8\", \"llvm.aarch64.neon.smull\", row, high)\n"
  "        sums_high: T.int32x4 = T.call_llvm_pure_intrin(\"int32x4\", \"llvm.aarch64.neon.saddlp\", products_high)\n"
  "        C[T.Ramp(0, 1, 4)] = C[T.Ramp(0, 1, 4)] + T.call_llvm_pure_intrin(\"int32x4\", \"llvm.aarch64.neon.addp\", sums_low, "
  "sums_high)\n";

/* $4: type of a word, $5: the instruction */
static const char arm_dot_impl[] =
  DOT_IMPL_HEAD
  "        four: T.$0x4 = A[T.Ramp(0, 1, 4)]\n"
  "        word: T.$4 = T.reinterpret(\"$4\", four)\n"
  "        words: T.$4x4 = T.Broadcast(word, 4)\n"
  "        row: T.$0x16 = T.reinterpret(\"$0x16\", words)\n"
  "        matrix: T.$0x16 = B[0, T.Ramp(0, 1, 16)]\n"
  "        sums: T.$2x4 = C[T.Ramp(0, 1, 4)]\n"
  "        C[T.Ramp(0, 1, 4)] = T.call_llvm_pure_intrin(\"$2x4\", \"$5\", sums, row, matrix)\n";

/* $0: type of A, $1: of B, $2: of C, $3: its zero */
#define DP4A_HEAD                                                                                          \
  "(a: T.handle, b: T.handle, c: T.handle):\n"                                                             \
  "    A = T.match_buffer(a, (4,), \"$0\", scope=\"shared\", align=4, offset_factor=1)\n"                  \
  "    B = T.match_buffer(b, (4,), \"$1\", scope=\"shared\", align=4, offset_factor=1)\n"                  \
  "    C = T.match_buffer(c, (1,), \"$2\", scope=\"local\", align=4, offset_factor=1)\n"                   \
  "    with T.block(\"root\"):\n"                                                                          \
  "        T.reads(C[0], A[0:4], B[0:4])\n"                                                                \
  "        T.writes(C[0])\n"

static const char dp4a_desc[] =
  "@T.prim_func\n"
  "def desc" DP4A_HEAD
  "        for i in range(4):\n"
  "            with T.block(\"update\"):\n"
  "                vi = T.axis.reduce(4, i)\n"
  "                C[0] = C[0] + T.Cast(\"$2\", A[vi]) * T.Cast(\"$2\", B[vi])\n";

static const char dp4a_impl[] =
  "@T.prim_func\n"
  "def impl" DP4A_HEAD
  "        C[0] = C[0] + T.call_pure_extern(\"$2\", \"__dp4a\", A[T.Ramp(0, 1, 4)], B[T.Ramp(0, 1, 4)], $3)\n";

static const char sdot4_impl[] =
  "@T.prim_func\n"
  "def impl" DP4A_HEAD
  "        C[0] = C[0] + T.call_llvm_pure_intrin(\"int32\", \"llvm.amdgcn.sdot4\", T.reinterpret(\"int32\", A[T.Ramp(0, 1, 4)]), "
  "T.reinterpret(\"int32\", B[T.Ramp(0, 1, 4)]), 0, T.bool(True))\n";

/* Fragments of 16 × 16: which one of the matrix a buffer's offset lies in. */
#define FRAGMENT(X) #X ".elem_offset // " #X ".strides[0] // 16 * (" #X ".strides[0] // 16) + " #X ".elem_offset % " #X ".strides[0] // 16"

/* A copy. $0: type, $1: scope of A, $2: scope of C, $3: layout */
static const char wmma_copy_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (16, 16), \"$0\", scope=\"$1\", offset_factor=16)\n"
  "    C = T.match_buffer(c, (16, 16), \"$0\", scope=\"$2\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(A[0:16, 0:16])\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        for i, j in T.grid(16, 16):\n"
  "            with T.block(\"copy\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = A[vi, vj]\n";

#define WMMA_COPY_IMPL_HEAD                                                                                      \
  "@T.prim_func\n"                                                                                               \
  "def impl(a: T.handle, c: T.handle):\n"                                                                        \
  "    a1 = T.int32()\n"                                                                                         \
  "    a0 = T.int32()\n"                                                                                         \
  "    c1 = T.int32()\n"                                                                                         \
  "    c0 = T.int32()\n"                                                                                         \
  "    A = T.match_buffer(a, (16, 16), \"$0\", strides=[a1, a0], scope=\"$1\", offset_factor=16)\n"              \
  "    C = T.match_buffer(c, (16, 16), \"$0\", strides=[c1, c0], scope=\"$2\", offset_factor=16)\n"              \
  "    with T.block(\"root\"):\n"                                                                                \
  "        T.reads(A[0:16, 0:16])\n"                                                                             \
  "        T.writes(C[0:16, 0:16])\n"

static const char wmma_load_impl[] =
  WMMA_COPY_IMPL_HEAD
  "        T.evaluate(T.tvm_load_matrix_sync(C.data, 16, 16, 16, " FRAGMENT (C)
  ", T.tvm_access_ptr(T.type_annotation(\"$0\"), A.data, A.elem_offset, A.strides[0] * 16, 1), A.strides[0], \"$3\"))\n";

static const char wmma_store_impl[] =
  WMMA_COPY_IMPL_HEAD
  "        T.evaluate(T.tvm_store_matrix_sync(A.data, 16, 16, 16, " FRAGMENT (A)
  ", T.tvm_access_ptr(T.type_annotation(\"$0\"), C.data, C.elem_offset, C.strides[0] * 16, 2), C.strides[0], \"row_major\"))\n";

/* $0: type, $1: its zero */
static const char wmma_fill_desc[] =
  "@T.prim_func\n"
  "def desc(c: T.handle):\n"
  "    C = T.match_buffer(c, (16, 16), \"$0\", scope=\"wmma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads()\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        for i, j in T.grid(16, 16):\n"
  "            with T.block(\"init\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = $1\n";

static const char wmma_fill_impl[] =
  "@T.prim_func\n"
  "def impl(c: T.handle):\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    C = T.match_buffer(c, (16, 16), \"$0\", strides=[c1, c0], scope=\"wmma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads()\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        T.evaluate(T.tvm_fill_fragment(C.data, 16, 16, 16, " FRAGMENT (C) ", T.float32(0)))\n";

/* $0: type of A and B, $1: of C, $2: index of B, $3, $4: around a factor, to give it the type of C */
static const char wmma_sync_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, b: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (16, 16), \"$0\", scope=\"wmma.matrix_a\", offset_factor=16)\n"
  "    B = T.match_buffer(b, (16, 16), \"$0\", scope=\"wmma.matrix_b\", offset_factor=16)\n"
  "    C = T.match_buffer(c, (16, 16), \"$1\", scope=\"wmma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        for i, j, k in T.grid(16, 16, 16):\n"
  "            with T.block(\"\"):\n"
  "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "                C[vi, vj] = C[vi, vj] + $3A[vi, vk]$4 * $3B[$2]$4\n";

static const char wmma_sync_impl[] =
  "@T.prim_func\n"
  "def impl(a: T.handle, b: T.handle, c: T.handle):\n"
  "    a1 = T.int32()\n"
  "    a0 = T.int32()\n"
  "    b1 = T.int32()\n"
  "    b0 = T.int32()\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    A = T.match_buffer(a, (16, 16), \"$0\", strides=[a1, a0], scope=\"wmma.matrix_a\", offset_factor=16)\n"
  "    B = T.match_buffer(b, (16, 16), \"$0\", strides=[b1, b0], scope=\"wmma.matrix_b\", offset_factor=16)\n"
  "    C = T.match_buffer(c, (16, 16), \"$1\", strides=[c1, c0], scope=\"wmma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        T.evaluate(T.tvm_mma_sync(C.data, " FRAGMENT (C) ", A.data, " FRAGMENT (A) ", B.data, " FRAGMENT (B) ", C.data, "
  FRAGMENT (C) "))\n";

/* Names of loads end with the operand, "_trans" for the other layout, and the scope. */
#define LOADS(short_type, type, scope_name, scope) \
  { "wmma_load_16x16x16_" short_type "_a_" scope_name, wmma_copy_desc, wmma_load_impl, { type, scope, "wmma.matrix_a", "row_major" } }, \
  { "wmma_load_16x16x16_" short_type "_b_" scope_name, wmma_copy_desc, wmma_load_impl, { type, scope, "wmma.matrix_b", "row_major" } }, \
  { "wmma_load_16x16x16_" short_type "_a_trans_" scope_name, wmma_copy_desc, wmma_load_impl, \
    { type, scope, "wmma.matrix_a", "col_major" } }, \
  { "wmma_load_16x16x16_" short_type "_b_trans_" scope_name, wmma_copy_desc, wmma_load_impl, { type, scope, "wmma.matrix_b", "col_major" } }

#define ACCUMULATOR(short_type, type, zero) \
  { "wmma_fill_16x16x16_" short_type, wmma_fill_desc, wmma_fill_impl, { type, zero } }, \
  { "wmma_store_16x16x16_" short_type "_shared", wmma_copy_desc, wmma_store_impl, { type, "wmma.accumulator", "shared" } }, \
  { "wmma_store_16x16x16_" short_type "_shared_dyn", wmma_copy_desc, wmma_store_impl, { type, "wmma.accumulator", "shared.dyn" } }, \
  { "wmma_store_16x16x16_" short_type "_global", wmma_copy_desc, wmma_store_impl, { type, "wmma.accumulator", "global" } }

#define SYNCS(short_types, type, sum_type, before, after) \
  { "wmma_sync_16x16x16_" short_types, wmma_sync_desc, wmma_sync_impl, { type, sum_type, "vk, vj", before, after } }, \
  { "wmma_sync_16x16x16_" short_types "_trans", wmma_sync_desc, wmma_sync_impl, { type, sum_type, "vj, vk", before, after } }

static const IntrinsicRow rows[] = {
  { "dot_16x4_vnni", dot_desc, vnni_impl, { "uint8", "int8", "int32", "16" } },
  { "dot_16x4_avx512", dot_desc, avx512_impl, { "uint8", "int8", "int32", "16" } },
  { "dot_4x4_i8i8s32_neon", dot_desc, neon_impl, { "int8", "int8", "int32", "4" } },
  { "dot_4x4_i8i8s32_sdot", dot_desc, arm_dot_impl, { "int8", "int8", "int32", "4", "int32", "llvm.aarch64.neon.sdot" } },
  { "dot_4x4_u8u8u32_udot", dot_desc, arm_dot_impl, { "uint8", "uint8", "uint32", "4", "uint32", "llvm.aarch64.neon.udot" } },
  { "dot_4x4_u8u8i32_hdot", dot_desc, arm_dot_impl, { "uint8", "uint8", "int32", "4", "int32", "llvm.aarch64.neon.udot" } },
  { "dp4a_s8s8s32", dp4a_desc, dp4a_impl, { "int8", "int8", "int32", "0" } },
  { "dp4a_s8u8s32", dp4a_desc, dp4a_impl, { "int8", "uint8", "int32", "0" } },
  { "dp4a_u8s8s32", dp4a_desc, dp4a_impl, { "uint8", "int8", "int32", "0" } },
  { "dp4a_u8u8u32", dp4a_desc, dp4a_impl, { "uint8", "uint8", "uint32", "T.uint32(0)" } },
  { "sdot4", dp4a_desc, sdot4_impl, { "int8", "int8", "int32" } },
  LOADS ("f16", "float16", "shared", "shared"),
  LOADS ("f16", "float16", "shared_dyn", "shared.dyn"),
  LOADS ("s8", "int8", "shared", "shared"),
  LOADS ("s8", "int8", "shared_dyn", "shared.dyn"),
  ACCUMULATOR ("f16", "float16", "T.float16(0)"),
  ACCUMULATOR ("f32", "float32", "T.float32(0)"),
  ACCUMULATOR ("s32", "int32", "0"),
  SYNCS ("f16f16f16", "float16", "float16", "", ""),
  SYNCS ("f16f16f32", "float16", "float32", "T.Cast(\"float32\", ", ")"),
  SYNCS ("s8s8s32", "int8", "int32", "T.Cast(\"int32\", ", ")"),
};

const char *
tl_tensor_intrin_nth_name (guint index)
{
  return index < G_N_ELEMENTS (rows) ? rows[index].name : NULL;
}

static void
append_filled (GString *out, const char *text, const char *const *values)
{
  for (; *text != '\0'; text++)
    {
      guint index = (guint) (text[1] - '0');

      if (*text != '$')
        g_string_append_c (out, *text);
      else
        {
          g_assert (index < MAX_VALUES && values[index] != NULL);
          g_string_append (out, values[index]);
          text++;
        }
    }
}

char *
tl_tensor_intrin_text (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      {
        GString *text = g_string_new ("from tvm.script import tir as T\n\n\n");

        append_filled (text, rows[i].desc, rows[i].values);
        g_string_append (text, "\n\n");
        append_filled (text, rows[i].impl, rows[i].values);
        return g_string_free (text, FALSE);
      }
  return NULL;
}
