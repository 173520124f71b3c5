/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tensor intrinsics that TVM brings along, by TVM's names: what they compute and what they become. Families share one script in which
 * $0, $1 … stand for a row's values.
 */
#include "core/schedule/tensor-intrin.h"

#include <string.h>

#define MAX_VALUES 9

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
#define FRAGMENT(X, COLUMNS) \
  #X ".elem_offset // " #X ".strides[0] // 16 * (" #X ".strides[0] // " COLUMNS ") + " #X ".elem_offset % " #X ".strides[0] // " COLUMNS

/* A copy. $0: type, $1: scope of A, $2: scope of C, $3: layout, $4: columns, $5: k of the product, $6: factor */
static const char copy_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (16, $4), \"$0\", scope=\"$1\", offset_factor=$6)\n"
  "    C = T.match_buffer(c, (16, $4), \"$0\", scope=\"$2\", offset_factor=$6)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(A[0:16, 0:$4])\n"
  "        T.writes(C[0:16, 0:$4])\n"
  "        for i, j in T.grid(16, $4):\n"
  "            with T.block(\"copy\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = A[vi, vj]\n";

#define COPY_IMPL_HEAD                                                                                          \
  "@T.prim_func\n"                                                                                              \
  "def impl(a: T.handle, c: T.handle):\n"                                                                       \
  "    a1 = T.int32()\n"                                                                                        \
  "    a0 = T.int32()\n"                                                                                        \
  "    c1 = T.int32()\n"                                                                                        \
  "    c0 = T.int32()\n"                                                                                        \
  "    A = T.match_buffer(a, (16, $4), \"$0\", strides=[a1, a0], scope=\"$1\", offset_factor=$6)\n"             \
  "    C = T.match_buffer(c, (16, $4), \"$0\", strides=[c1, c0], scope=\"$2\", offset_factor=$6)\n"             \
  "    with T.block(\"root\"):\n"                                                                               \
  "        T.reads(A[0:16, 0:$4])\n"                                                                            \
  "        T.writes(C[0:16, 0:$4])\n"

static const char load_impl[] =
  COPY_IMPL_HEAD
  "        T.evaluate(T.tvm_load_matrix_sync(C.data, 16, 16, $5, " FRAGMENT (C, "$4")
  ", T.tvm_access_ptr(T.type_annotation(\"$0\"), A.data, A.elem_offset, A.strides[0] * 16, 1), A.strides[0], \"$3\"))\n";

static const char store_impl[] =
  COPY_IMPL_HEAD
  "        T.evaluate(T.tvm_store_matrix_sync(A.data, 16, 16, $5, " FRAGMENT (A, "$4")
  ", T.tvm_access_ptr(T.type_annotation(\"$0\"), C.data, C.elem_offset, C.strides[0] * 16, 2), C.strides[0], \"row_major\"))\n";

/* $0: type, $1: its zero, $2: scope, $3: k of the product */
static const char fill_desc[] =
  "@T.prim_func\n"
  "def desc(c: T.handle):\n"
  "    C = T.match_buffer(c, (16, 16), \"$0\", scope=\"$2\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads()\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        for i, j in T.grid(16, 16):\n"
  "            with T.block(\"init\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = $1\n";

static const char fill_impl[] =
  "@T.prim_func\n"
  "def impl(c: T.handle):\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    C = T.match_buffer(c, (16, 16), \"$0\", strides=[c1, c0], scope=\"$2\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads()\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        T.evaluate(T.tvm_fill_fragment(C.data, 16, 16, $3, " FRAGMENT (C, "16") ", T.float32(0)))\n";

/* $0: type of A and B, $1: of C, $2: index of B, $3, $4: around a factor, to give it the type of C, $5: index of A, $6: before the scopes,
   $7: k, $8: factor of A and B */
static const char sync_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, b: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (16, $7), \"$0\", scope=\"$6matrix_a\", offset_factor=$8)\n"
  "    B = T.match_buffer(b, (16, $7), \"$0\", scope=\"$6matrix_b\", offset_factor=$8)\n"
  "    C = T.match_buffer(c, (16, 16), \"$1\", scope=\"$6accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:16], A[0:16, 0:$7], B[0:16, 0:$7])\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        for i, j, k in T.grid(16, 16, $7):\n"
  "            with T.block(\"\"):\n"
  "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "                C[vi, vj] = C[vi, vj] + $3A[$5]$4 * $3B[$2]$4\n";

static const char sync_impl[] =
  "@T.prim_func\n"
  "def impl(a: T.handle, b: T.handle, c: T.handle):\n"
  "    a1 = T.int32()\n"
  "    a0 = T.int32()\n"
  "    b1 = T.int32()\n"
  "    b0 = T.int32()\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    A = T.match_buffer(a, (16, $7), \"$0\", strides=[a1, a0], scope=\"$6matrix_a\", offset_factor=$8)\n"
  "    B = T.match_buffer(b, (16, $7), \"$0\", strides=[b1, b0], scope=\"$6matrix_b\", offset_factor=$8)\n"
  "    C = T.match_buffer(c, (16, 16), \"$1\", strides=[c1, c0], scope=\"$6accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:16], A[0:16, 0:$7], B[0:16, 0:$7])\n"
  "        T.writes(C[0:16, 0:16])\n"
  "        T.evaluate(T.tvm_mma_sync(C.data, " FRAGMENT (C, "16") ", A.data, " FRAGMENT (A, "$7") ", B.data, "
  FRAGMENT (B, "$7") ", C.data, " FRAGMENT (C, "16") "))\n";

/*
 * Factors of wgmma, which stay where they are. Of fragments: $0: type, $1: operand, $2: layout, $3, $4: rows and columns, $5, $6, $7: m, n
 * and k
 */
static const char wgmma_load_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, ($3, $4), \"$0\", scope=\"shared.dyn\", offset_factor=16)\n"
  "    C = T.match_buffer(c, ($3, $4), \"$0\", scope=\"wgmma.matrix_$1\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(A[0:$3, 0:$4])\n"
  "        T.writes(C[0:$3, 0:$4])\n"
  "        for i, j in T.grid($3, $4):\n"
  "            with T.block(\"copy\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = A[vi, vj]\n";

/* The number of the fragment of ROWS x COLUMNS that X begins with. */
#define WGMMA_FRAGMENT(X, ROWS, COLUMNS) \
  #X ".elem_offset // " #X ".strides[0] // " ROWS " * (" #X ".strides[0] // " COLUMNS ") + " #X ".elem_offset % " #X ".strides[0] // " \
  COLUMNS

static const char wgmma_load_impl[] =
  "@T.prim_func\n"
  "def impl(a: T.handle, c: T.handle):\n"
  "    a1 = T.int32()\n"
  "    a0 = T.int32()\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    A = T.match_buffer(a, ($3, $4), \"$0\", strides=[a1, a0], scope=\"shared.dyn\", offset_factor=16)\n"
  "    C = T.match_buffer(c, ($3, $4), \"$0\", strides=[c1, c0], scope=\"wgmma.matrix_$1\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(A[0:$3, 0:$4])\n"
  "        T.writes(C[0:$3, 0:$4])\n"
  "        T.evaluate(T.tvm_load_matrix_sync(C.data, $5, $6, $7, " WGMMA_FRAGMENT (C, "$3", "$4")
  ", T.tvm_access_ptr(T.type_annotation(\"$0\"), A.data, A.elem_offset, A.strides[0] * $3, 1), A.strides[0], \"$2\"))\n";

/* $0: columns, $1: fragments */
#define WGMMA_FILL_HEAD(NAME, STRIDES) \
  "@T.prim_func\n" \
  "def " NAME "(c: T.handle):\n" \
  STRIDES \
  "    with T.block(\"root\"):\n" \
  "        T.reads()\n" \
  "        T.writes(C[0:16, 0:$0])\n"

static const char wgmma_fill_desc[] =
  WGMMA_FILL_HEAD ("desc", "    C = T.match_buffer(c, (16, $0), \"float32\", scope=\"mma.accumulator\", offset_factor=16)\n")
  "        for i, j in T.grid(16, $0):\n"
  "            with T.block(\"init\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                C[vi, vj] = T.float32(0)\n";

static const char wgmma_fill_impl[] =
  WGMMA_FILL_HEAD ("impl", "    c1 = T.int32()\n"
                           "    c0 = T.int32()\n"
                           "    C = T.match_buffer(c, (16, $0), \"float32\", strides=[c1, c0], scope=\"mma.accumulator\", "
                           "offset_factor=16)\n")
  "        for f in T.unroll($1):\n"
  "            T.evaluate(T.tvm_fill_fragment(C.data, 16, 16, 16, " FRAGMENT (C, "16") " + f, T.float32(0)))\n";

/* $0: type of A and B, $1: columns, $2: index of B, $3: rows of B, $4: columns of B, $5, $6: rows and columns of a fragment of B */
static const char wgmma_sync_desc[] =
  "@T.prim_func\n"
  "def desc(a: T.handle, b: T.handle, c: T.handle):\n"
  "    A = T.match_buffer(a, (16, 16), \"$0\", scope=\"wgmma.matrix_a\", offset_factor=16)\n"
  "    B = T.match_buffer(b, ($3, $4), \"$0\", scope=\"wgmma.matrix_b\", offset_factor=16)\n"
  "    C = T.match_buffer(c, (16, $1), \"float32\", scope=\"mma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:$1], A[0:16, 0:16], B[0:$3, 0:$4])\n"
  "        T.writes(C[0:16, 0:$1])\n"
  "        for i, j, k in T.grid(16, $1, 16):\n"
  "            with T.block(\"\"):\n"
  "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "                C[vi, vj] = C[vi, vj] + T.Cast(\"float32\", A[vi, vk]) * T.Cast(\"float32\", B[$2])\n";

static const char wgmma_sync_impl[] =
  "@T.prim_func\n"
  "def impl(a: T.handle, b: T.handle, c: T.handle):\n"
  "    a1 = T.int32()\n"
  "    a0 = T.int32()\n"
  "    b1 = T.int32()\n"
  "    b0 = T.int32()\n"
  "    c1 = T.int32()\n"
  "    c0 = T.int32()\n"
  "    A = T.match_buffer(a, (16, 16), \"$0\", strides=[a1, a0], scope=\"wgmma.matrix_a\", offset_factor=16)\n"
  "    B = T.match_buffer(b, ($3, $4), \"$0\", strides=[b1, b0], scope=\"wgmma.matrix_b\", offset_factor=16)\n"
  "    C = T.match_buffer(c, (16, $1), \"float32\", strides=[c1, c0], scope=\"mma.accumulator\", offset_factor=16)\n"
  "    with T.block(\"root\"):\n"
  "        T.reads(C[0:16, 0:$1], A[0:16, 0:16], B[0:$3, 0:$4])\n"
  "        T.writes(C[0:16, 0:$1])\n"
  "        T.evaluate(T.wgmma_sync(C.data, " FRAGMENT (C, "16") ", A.data, " FRAGMENT (A, "16") ", B.data, "
  WGMMA_FRAGMENT (B, "$5", "$6") ", $1))\n";

/* Names of loads end with the operand, "_trans" for the other layout, and the scope. */
#define LOAD(name, type, operand, layout, scope_name, scope, prefix, k, factor) \
  { name "_" scope_name, copy_desc, load_impl, { type, scope, prefix "matrix_" operand, layout, k, k, factor } }

#define LOADS(name, type, scope_name, scope, prefix) \
  LOAD (name "_a", type, "a", "row_major", scope_name, scope, prefix, "16", "16"), \
  LOAD (name "_b", type, "b", "row_major", scope_name, scope, prefix, "16", "16"), \
  LOAD (name "_a_trans", type, "a", "col_major", scope_name, scope, prefix, "16", "16"), \
  LOAD (name "_b_trans", type, "b", "col_major", scope_name, scope, prefix, "16", "16")

/* Those of elements that ldmatrix does not transpose. */
#define LOADS_ALONG_K(name, type, scope_name, scope, k, factor) \
  LOAD (name "_a", type, "a", "row_major", scope_name, scope, "mma.", k, factor), \
  LOAD (name "_b_trans", type, "b", "col_major", scope_name, scope, "mma.", k, factor)

#define STORE(name, type, scope_name, scope, prefix, k) \
  { name "_" scope_name, copy_desc, store_impl, { type, prefix "accumulator", scope, "", "16", k, "16" } }

/* @shape: of the instruction. */
#define ACCUMULATOR(prefix, family, shape, short_type, type, zero, k) \
  { family "_fill_" shape "_" short_type, fill_desc, fill_impl, { type, zero, prefix "accumulator", k } }, \
  STORE (family "_store_" shape "_" short_type, type, "shared", "shared", prefix, k), \
  STORE (family "_store_" shape "_" short_type, type, "shared_dyn", "shared.dyn", prefix, k), \
  STORE (family "_store_" shape "_" short_type, type, "global", "global", prefix, k)

#define SYNC(name, type, sum_type, before, after, a, b, prefix, k, factor) \
  { name, sync_desc, sync_impl, { type, sum_type, b, before, after, a, prefix, k, factor } }

#define SYNCS(short_types, type, sum_type, before, after) \
  SYNC ("wmma_sync_16x16x16_" short_types, type, sum_type, before, after, "vi, vk", "vk, vj", "wmma.", "16", "16"), \
  SYNC ("wmma_sync_16x16x16_" short_types "_trans", type, sum_type, before, after, "vi, vk", "vj, vk", "wmma.", "16", "16")

#define MMA_SYNCS(short_types, type, sum_type, before, after) \
  SYNC ("mma_sync_16x16x16_" short_types, type, sum_type, before, after, "vi, vk", "vk, vj", "mma.", "16", "16"), \
  SYNC ("mma_sync_16x16x16_" short_types "_trans_b", type, sum_type, before, after, "vi, vk", "vj, vk", "mma.", "16", "16"), \
  SYNC ("mma_sync_16x16x16_" short_types "_trans_a", type, sum_type, before, after, "vk, vi", "vk, vj", "mma.", "16", "16"), \
  SYNC ("mma_sync_16x16x16_" short_types "_trans_a_trans_b", type, sum_type, before, after, "vk, vi", "vj, vk", "mma.", "16", "16")

/* One of a multiple of 64 columns, in memory along them by 64 each. */
#define WGMMA_COLUMNS(short_type, type, n) \
  { "wgmma_load_16x" n "x16_" short_type "_b_trans_shared_dyn", wgmma_load_desc, wgmma_load_impl, \
    { type, "b", "col_major", n, "16", "16", n, "16" } }, \
  { "wgmma_sync_16x" n "x16_" short_type short_type "f32", wgmma_sync_desc, wgmma_sync_impl, \
    { type, n, "vk, vj", "16", n, "16", "64" } }, \
  { "wgmma_sync_16x" n "x16_" short_type short_type "f32_trans_b", wgmma_sync_desc, wgmma_sync_impl, \
    { type, n, "vj, vk", n, "16", n, "16" } }

#define WGMMA(short_type, type) \
  { "wgmma_load_16x16x16_" short_type "_a_shared_dyn", wgmma_load_desc, wgmma_load_impl, \
    { type, "a", "row_major", "16", "16", "16", "16", "16" } }, \
  { "wgmma_load_16x64x16_" short_type "_b_shared_dyn", wgmma_load_desc, wgmma_load_impl, \
    { type, "b", "row_major", "16", "64", "16", "64", "16" } }, \
  WGMMA_COLUMNS (short_type, type, "64"), \
  WGMMA_COLUMNS (short_type, type, "128"), \
  WGMMA_COLUMNS (short_type, type, "256")

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
  LOADS ("wmma_load_16x16x16_f16", "float16", "shared", "shared", "wmma."),
  LOADS ("wmma_load_16x16x16_f16", "float16", "shared_dyn", "shared.dyn", "wmma."),
  LOADS ("wmma_load_16x16x16_s8", "int8", "shared", "shared", "wmma."),
  LOADS ("wmma_load_16x16x16_s8", "int8", "shared_dyn", "shared.dyn", "wmma."),
  ACCUMULATOR ("wmma.", "wmma", "16x16x16", "f16", "float16", "T.float16(0)", "16"),
  ACCUMULATOR ("wmma.", "wmma", "16x16x16", "f32", "float32", "T.float32(0)", "16"),
  ACCUMULATOR ("wmma.", "wmma", "16x16x16", "s32", "int32", "0", "16"),
  SYNCS ("f16f16f16", "float16", "float16", "", ""),
  SYNCS ("f16f16f32", "float16", "float32", "T.Cast(\"float32\", ", ")"),
  SYNCS ("s8s8s32", "int8", "int32", "T.Cast(\"int32\", ", ")"),
  LOADS ("mma_load_16x16x16_f16", "float16", "shared", "shared", "mma."),
  LOADS ("mma_load_16x16x16_f16", "float16", "shared_dyn", "shared.dyn", "mma."),
  LOADS ("mma_load_16x16x16_bf16", "bfloat16", "shared", "shared", "mma."),
  LOADS ("mma_load_16x16x16_bf16", "bfloat16", "shared_dyn", "shared.dyn", "mma."),
  LOADS_ALONG_K ("mma_load_16x16x8_tf32", "float32", "shared", "shared", "8", "8"),
  LOADS_ALONG_K ("mma_load_16x16x8_tf32", "float32", "shared_dyn", "shared.dyn", "8", "8"),
  LOADS_ALONG_K ("mma_load_16x16x32_s8", "int8", "shared", "shared", "32", "16"),
  LOADS_ALONG_K ("mma_load_16x16x32_s8", "int8", "shared_dyn", "shared.dyn", "32", "16"),
  ACCUMULATOR ("mma.", "mma", "16x16x16", "f16", "float16", "T.float16(0)", "16"),
  ACCUMULATOR ("mma.", "mma", "16x16x16", "f32", "float32", "T.float32(0)", "16"),
  ACCUMULATOR ("mma.", "mma", "16x16x8", "f32", "float32", "T.float32(0)", "8"),
  ACCUMULATOR ("mma.", "mma", "16x16x32", "s32", "int32", "0", "32"),
  MMA_SYNCS ("f16f16f16", "float16", "float16", "", ""),
  MMA_SYNCS ("f16f16f32", "float16", "float32", "T.Cast(\"float32\", ", ")"),
  MMA_SYNCS ("bf16bf16f32", "bfloat16", "float32", "T.Cast(\"float32\", ", ")"),
  SYNC ("mma_sync_16x16x8_tf32tf32f32_trans_b", "float32", "float32", "", "", "vi, vk", "vj, vk", "mma.", "8", "8"),
  SYNC ("mma_sync_16x16x32_s8s8s32_trans_b", "int8", "int32", "T.Cast(\"int32\", ", ")", "vi, vk", "vj, vk", "mma.", "32", "16"),
  { "wgmma_fill_16x64_f32", wgmma_fill_desc, wgmma_fill_impl, { "64", "4" } },
  { "wgmma_fill_16x128_f32", wgmma_fill_desc, wgmma_fill_impl, { "128", "8" } },
  { "wgmma_fill_16x256_f32", wgmma_fill_desc, wgmma_fill_impl, { "256", "16" } },
  WGMMA ("f16", "float16"),
  WGMMA ("bf16", "bfloat16"),
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
