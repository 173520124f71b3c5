/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of programs from their blocks. S is a spatial axis and R a reduction axis, as in T.axis.remap: axes vi, vj, vk of loops i, j, k. */
#pragma once

#define PROGRAM_LOOPS_(loops, extents, name, axes, letters) \
  "    for " loops " in T.grid(" extents "):\n" \
  "        with T.block(\"" name "\"):\n" \
  "            " axes " = T.axis.remap(\"" letters "\", [" loops "])\n"

#define PROGRAM_INIT_(init) \
  "            with T.init():\n" \
  "                " init "\n"

/* For i of @extent. */
#define BLOCK_S(name, extent, statement) \
  "    for i in range(" extent "):\n" \
  "        with T.block(\"" name "\"):\n" \
  "            vi = T.axis.spatial(" extent ", i)\n" \
  "            " statement "\n"

/* For i, j of @extents: "40, 56". */
#define BLOCK_SS(name, extents, statement) \
  PROGRAM_LOOPS_ ("i, j", extents, name, "vi, vj", "SS") \
  "            " statement "\n"

/* For i, k; the axis vk is reduced. */
#define BLOCK_SR(name, extents, init, update) \
  PROGRAM_LOOPS_ ("i, k", extents, name, "vi, vk", "SR") \
  PROGRAM_INIT_ (init) \
  "            " update "\n"

/* For i, j, k; the axis vk is reduced. */
#define BLOCK_SSR(name, extents, init, update) \
  PROGRAM_LOOPS_ ("i, j, k", extents, name, "vi, vj, vk", "SSR") \
  PROGRAM_INIT_ (init) \
  "            " update "\n"

/* The function of a product of matrices: C = A @ B, m × k and k × n elements. */
#define MATMUL(m, n, k) \
  "def main(A: T.Buffer((" m ", " k "), \"float32\"), B: T.Buffer((" k ", " n "), \"float32\"), " \
  "C: T.Buffer((" m ", " n "), \"float32\")):\n" \
  BLOCK_SSR ("C", m ", " n ", " k, "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]")
