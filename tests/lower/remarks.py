# SPDX-License-Identifier: Apache-2.0
# Small scheduled programs, and below each, behind "#:", the remarks of lowering on it for x86-64-v4 with four cores.
from tvm.script import tir as T


# --- a parallel loop whose iterations depend on each other ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), C: T.Buffer((2,), "float32")):
    Y = T.alloc_buffer((2,))
    for i in T.parallel(2):
        for j in range(8):
            with T.block("Y"):
                vi = T.axis.spatial(2, i)
                vj = T.axis.reduce(8, j)
                Y[vi] = A[vj]
        for k in range(2):
            with T.block("C"):
                vk = T.axis.spatial(2, k)
                C[vk] = Y[vk]
#: serialize-loops loop i: runs serially: an iteration may read what another one writes to Y
#: skip-overwritten loop i: 1 statement runs once, behind it: each iteration stores to the same places
#: jam-loops loop i: 2 iterations at a time run side by side around loop j
#: promote buffer Y: 2 elements stay in 2 of 32 registers around loop j


# --- vector loops that run serially ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), S: T.Buffer((1,), "float32"), B: T.Buffer((64,), "int32")):
    for i in T.vectorized(16):
        A[i + 1] = A[i]
    for j in T.vectorized(16):
        S[0] = S[0] + A[j]
    for k in T.vectorized(16):
        if A[k] > T.float32(0):
            S[0] = A[k]
    for m in T.vectorized(16):
        if A[m] > T.float32(0):
            B[m] = B[m + 16] // B[m + 32]
    for n in T.vectorized(2):
        for o in T.vectorized(32):
            A[n * 32 + o] = T.float32(0)
#: vectorize loop i: runs serially: an iteration accesses what another one stores
#: vectorize loop j: runs serially: iterations share a store to S
#: vectorize loop k: runs serially: iterations share a store under a condition, to S
#: vectorize loop m: runs serially: a division that only some lanes do may be by zero
#: vectorize loop n: runs serially: of vectorized loops inside each other the innermost is vectors, o
#: vectorize loop o: 1 vector of 32 lanes
#: unroll loop n: expanded into 2 copies: a register tile
#: promote buffer S: 1 element stays in 1 of 32 registers around loop j_not_vectorized


# --- vector loops that are scalars ---
@T.prim_func
def main(A: T.Buffer((4, 65), "float32"), B: T.Buffer((256,), "float32")):
    for j in range(64):
        for i in T.vectorized(4):
            A[i, j] = T.float32(2) * A[i, j]
    for k in T.vectorized(8):
        B[k * 3] = B[k * 3 + 100]
#: vectorize loop j: 1 vector of 64 lanes, unasked, as it goes along rows or sums up
#: vectorize loop i: becomes no vectors, as they would be scattered; those of loop j are not
#: vectorize loop k: written out lane by lane, 8 at a time, as vectors would be scattered
#: unroll loop i: expanded into 4 copies: marked for unrolling


# --- vectors along fused rows ---
@T.prim_func
def main(A: T.Buffer((1, 64, 256), "float32")):
    for i in range(256):
        for j in T.unroll(4):
            for k in T.vectorized(16):
                A[0, (i * 64 + j * 16 + k) // 256, (i * 64 + j * 16 + k) % 256] = T.float32(1)
#: vectorize loop k: 1 vector of 16 lanes
#: unroll loop j: expanded into 4 copies: marked for unrolling


# --- vectors ---
@T.prim_func
def main(a: T.handle, A: T.Buffer((100,), "float32"), n: T.int32, B: T.Buffer((17,), "float32")):
    C = T.match_buffer(a, (n,), "float32")
    for i in T.vectorized(100):
        A[i] = T.float32(1)
    for j in T.vectorized(n):
        C[j] = T.float32(2)
    for k in T.vectorized(17):
        B[k] = T.float32(3)
#: vectorize loop i: 3 vectors of 32 lanes and one of 4
#: vectorize loop j: vectors of 16 lanes, the last iterations under a condition for each lane
#: vectorize loop k: 1 vector of 16 lanes and a scalar
#: unroll loop i_chunk: expanded into 3 copies: marked for unrolling


# --- a serial loop along rows ---
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32, 128), "float32"), C: T.Buffer((128,), "float32")):
    for j in range(128):
        for k in range(32):
            C[j] = C[j] + A[k] * B[k, j]
#: vectorize loop j: 2 vectors of 64 lanes, unasked, as it goes along rows or sums up
#: jam-loops loop j_chunk: 2 iterations at a time run side by side around loop k
#: promote buffer C: 2 vectors of 64 lanes stay in 8 of 32 registers around loop k


# --- loops of one row ---
@T.prim_func
def main(A: T.Buffer((19, 5), "float32"), C: T.Buffer((19, 5), "float32")):
    for j_0 in range(19):
        for j_1 in range(5):
            C[j_0, j_1] = A[j_0, j_1]
#: join-rows loop j_0: one row of 95 elements together with loop j_1 inside


# --- conditions that change ---
@T.prim_func
def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
    for i_0 in T.parallel(13):
        for i_1 in range(8):
            if i_0 * 8 + i_1 < 100:
                C[i_0 * 8 + i_1] = A[i_0 * 8 + i_1] + T.float32(1)
    for j in range(100):
        if j < 10 or j >= 20 and j < 30 or j >= 40 and j < 50:
            C[j] = A[j]
#: partition-loops loop i_0: has branches at 12, where conditions inside change
#: partition-loops loop i_1: cut at 4, where conditions inside change
#: partition-loops loop j: not cut: conditions inside change at 5 places, more than 4
#: vectorize loop i_1: 1 vector of 8 lanes, unasked, as it goes along rows or sums up


# --- whole tiles ---
@T.prim_func
def main(A: T.Buffer((61, 100), "float32"), C: T.Buffer((61, 100), "float32")):
    for f in T.parallel(56):
        for i, j in T.grid(8, 16):
            if f // 7 * 8 + i < 61 and f % 7 * 16 + j < 100:
                C[f // 7 * 8 + i, f % 7 * 16 + j] = A[f // 7 * 8 + i, f % 7 * 16 + j] + T.float32(1)
#: version-loops loop i: whole tiles run a copy without 2 conditions
#: partition-loops loop f: has branches at 49, where conditions inside change
#: partition-loops loop i: cut at 5, where conditions inside change
#: partition-loops loop j: cut at 4, where conditions inside change (2 loops)
#: vectorize loop j: 1 vector of 16 lanes, unasked, as it goes along rows or sums up
#: hoist-invariants loop i: moved out of it, as all iterations compute the same: 2 costly expressions (3 loops)
#: unroll loop i: expanded into 8 copies: a register tile


# --- short loops in copies ---
@T.prim_func
def main(A: T.Buffer((64, 66), "float32"), B: T.Buffer((64, 3), "float32"), C: T.Buffer((64,), "float32"),
         D: T.Buffer((16, 512), "float32"), E: T.Buffer((16,), "float32")):
    for i in range(64):
        for k in T.unroll(16):
            for s in range(3):
                C[i] = C[i] + A[i, k * 4 + s] * B[k, s]
    for m in T.unroll(32):
        for n in range(16):
            for v in T.vectorized(16):
                E[v] = E[v] + D[v, m * 16 + n]
#:
#: vectorize loop i: 4 vectors of 16 lanes, unasked, as it goes along rows or sums up
#: vectorize loop v: 1 vector of 16 lanes
#: unroll-short loop s: expanded into 3 copies: a short loop in copies of a loop
#: unroll-short loop k: expanded into 16 copies: marked for unrolling
#: unroll-short loop n: 4 iterations at a time
#: unroll-short loop m: expanded into 32 copies: marked for unrolling
#: transpose-loads buffer A: 3 vectors of 16 lanes are loaded by rows and transposed (16 times)
#: transpose-loads buffer D: 4 vectors of 16 lanes are loaded by rows and transposed (32 times)
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers throughout a run of stores
#: promote buffer E: 1 vector of 16 lanes stays in 1 of 32 registers around loop n (32 times)


# --- loops that are expanded, or not ---
@T.prim_func
def main(A: T.Buffer((9000,), "float32"), S: T.Buffer((600,), "float32"), n: T.int32):
    for i in T.unroll(4):
        A[i * 5] = A[i * 7 + 100]
    for j in T.unroll(5000):
        A[T.Cast("int32", A[j])] = T.float32(0)
    for k in T.serial(100, annotations={"pragma_auto_unroll_max_step": 64}):
        for m in range(8):
            A[k * 16 + m * 2] = S[k]
    for o in range(4):
        for p in T.vectorized(16):
            A[o * 32 + p] = S[p]
    for q in T.unroll(n):
        S[q * 2] = T.float32(0)
    for r in T.serial(4, annotations={"pragma_auto_unroll_max_step": 64, "nontemporal_store": 1}):
        S[r * 2 + 1] = T.float32(0)
#: vectorize loop p: 1 vector of 16 lanes
#: hoist-invariants loop m: moved out of it, as all iterations compute the same: 1 load
#: unroll loop i: expanded into 4 copies: marked for unrolling
#: unroll loop j: stays a loop: 5000 copies of 1 step are more than 1024
#: unroll loop m: expanded into 8 copies: pragma_auto_unroll_max_step
#: unroll loop k: stays a loop: 100 copies of 8 steps are more than 64
#: unroll loop o: expanded into 4 copies: a register tile
#: unroll loop q: stays a loop: its extent is not constant
#: unroll loop r: stays a loop for its annotation


# --- short loops over vectors ---
@T.prim_func
def main(A: T.Buffer((3, 16), "float32"), C: T.Buffer((16,), "float32")):
    for k in range(3):
        for j in T.vectorized(16):
            C[j] = C[j] + A[k, j] * A[k, j]
#: vectorize loop j: 1 vector of 16 lanes
#: unroll-short loop k: expanded into 3 copies: a short loop over vectors
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers throughout a run of stores


# --- sums side by side, or not ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64, 48), "float32"), C: T.Buffer((48,), "float32"), D: T.Buffer((96,), "float32")):
    for j in range(6):
        for k in range(64):
            C[j * 2] = C[j * 2] + A[k] * B[k, j]
    for j in range(17):
        for k in range(64):
            C[40 - j * 2] = C[40 - j * 2] + A[k] * B[k, j]
    for m in range(6):
        for k in range(64):
            D[m // 2] = D[m // 2] + A[k] * B[k, m]
    for n in range(6):
        for k in range(64):
            D[n] = D[n] + A[k] * D[n + 1]
#: jam-loops loop j: 6 iterations at a time run side by side around loop k
#: jam-loops loop j: not run side by side around loop k: its 17 iterations do not divide into groups of 2 to 8 with at most 256 statements
#: jam-loops loop m: not run side by side around loop k: not proved that iterations touch different elements
#: jam-loops loop n: not run side by side around loop k: not proved that iterations touch different elements of D
#: promote buffer C: 6 elements stay in 6 of 32 registers around loop k
#: promote buffer C: 1 element stays in 1 of 32 registers around loop k
#: promote buffer D: 1 element stays in 1 of 32 registers around loop k


# --- values that a row has in common ---
@T.prim_func
def main(X: T.Buffer((64, 100), "float32"), s: T.Buffer((64,), "float32"), Y: T.Buffer((64, 100), "float32")):
    for i in range(64):
        for j in range(100):
            Y[i, j] = (X[i, j] - s[i] / T.float32(3)) * T.rsqrt(s[i] + T.float32(1)) + s[i]
#: hoist-invariants loop j: moved out of it, as all iterations compute the same: 1 load, 1 function call, 1 division


# --- more loads in common than move ---
@T.prim_func
def main(X: T.Buffer((64, 100), "float32"), s: T.Buffer((9,), "float32")):
    for i, j in T.grid(64, 100):
        X[i, j] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7] + s[8]
#: join-rows loop i: one row of 6400 elements together with loop j inside
#: hoist-invariants loop j: 9 loads that are the same in all iterations stay in it: at most 8 move out


# --- columns that all rows use ---
@T.prim_func
def main(A: T.Buffer((20, 3), "float32"), B: T.Buffer((18, 3), "float32"), C: T.Buffer((20, 18), "float32")):
    for k in range(3):
        for i in range(20):
            for j_0 in T.unroll(2):
                for j_1 in T.vectorized(8):
                    C[i, j_0 * 10 + j_1] = C[i, j_0 * 10 + j_1] + A[i, k] * B[j_0 * 10 + j_1, k]
#: vectorize loop j_1: 1 vector of 8 lanes
#: unroll loop j_0: expanded into 2 copies: marked for unrolling
#: unroll-short loop i: 4 iterations at a time
#: hoist-strided loop i: moved out of it, as all iterations compute the same: 2 vectors with a stride


# --- more accumulators than registers ---
@T.prim_func
def main(A: T.Buffer((640, 40), "float32"), C: T.Buffer((40, 16), "float32")):
    for k in range(640):
        for i in T.unroll(40):
            for j in T.vectorized(16):
                C[i, j] = C[i, j] + A[k, i]
#: vectorize loop j: 1 vector of 16 lanes
#: unroll loop i: expanded into 40 copies: marked for unrolling
#: promote buffer C: 40 vectors of 16 lanes around loop k need 40 registers, and the target has 32: some are spilled


# --- more accumulators than any register file has ---
@T.prim_func
def main(A: T.Buffer((640, 60), "float32"), C: T.Buffer((60, 16), "float32"), D: T.Buffer((130,), "float32")):
    for k in range(640):
        for i in T.unroll(60):
            for j in T.vectorized(16):
                C[i, j] = C[i, j] + A[k, i]
    for m in range(640):
        for n in T.unroll(130):
            D[n] = D[n] + A[m, n % 7]
#: vectorize loop j: 1 vector of 16 lanes
#: unroll loop i: expanded into 60 copies: marked for unrolling
#: unroll loop n: expanded into 130 copies: marked for unrolling
#: promote buffer C: stays in memory around loop k: 3840 bytes fit in no register file of 3072
#: promote buffer D: stays in memory around loop m: more than 128 elements or vectors fit in no register file


# --- parallel loops inside each other ---
@T.prim_func
def main(A: T.Buffer((3, 50, 7), "float32")):
    for i in T.parallel(3):
        for j in T.parallel(50):
            A[i, j, 0] = T.float32(0)
#: fuse-parallel loop i: fused with the parallel loop inside it: loop i_j of 150 iterations


# --- rows asked for ahead ---
@T.prim_func
def main(A: T.Buffer((37, 48), "float32"), C: T.Buffer((37, 48), "float32"), S: T.Buffer((1,), "float32")):
    for i in T.serial(37, annotations={"software_prefetch": 2, "software_prefetch_write": 1}):
        for j in T.vectorized(16):
            C[i, j] = A[i, j] + A[i, j + 32]
    for k in T.serial(37, annotations={"software_prefetch": 2}):
        S[0] = T.float32(2) * S[0]
#: vectorize loop j: 1 vector of 16 lanes
#: promote buffer S: 1 element stays in 1 of 32 registers around loop k
#: software-prefetch loop i: 1 cache line that it stores is prefetched 1 iteration ahead
#: software-prefetch loop i: 2 cache lines that it loads are prefetched 2 iterations ahead
#: software-prefetch loop k: nothing that it loads is prefetched: no place that is known advances with it


# --- buffers that shrink and share memory ---
@T.prim_func
def main(A: T.Buffer((64, 900), "float32"), F: T.Buffer((64, 900), "float32")):
    B = T.alloc_buffer((64, 900))
    C = T.alloc_buffer((64, 900))
    D = T.alloc_buffer((64, 900))
    for i in range(64):
        for j in range(900):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for j in range(900):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, 899 - vj] * T.float32(2)
        for j in range(900):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = C[vi, 899 - vj] - T.float32(2)
        for j in range(900):
            with T.block("F"):
                vi, vj = T.axis.remap("SS", [i, j])
                F[vi, vj] = D[vi, 899 - vj] - T.float32(2)
#: compact-buffers buffer B: shrinks from 64 × 900 to 1 × 900 elements, the part that is in use
#: compact-buffers buffer C: shrinks from 64 × 900 to 1 × 900 elements, the part that is in use
#: compact-buffers buffer D: shrinks from 64 × 900 to 1 × 900 elements, the part that is in use
#: reuse-buffers buffer D: shares the memory of B, 3600 bytes: they are not in use at the same time


# --- rows across the loops' order, ended by a condition ---
@T.prim_func
def main(A: T.Buffer((96,), "float32"), C: T.Buffer((96,), "float32")):
    for j_1 in range(5):
        for j_0 in T.vectorized(20):
            if j_0 * 5 + j_1 < 96:
                C[j_0 * 5 + j_1] = A[j_0 * 5 + j_1] + T.float32(1)
#: join-rows loop j_1: one row of 96 elements together with loop j_0 inside
#: vectorize loop j_1: 3 vectors of 32 lanes
#: unroll loop j_1_chunk: expanded into 3 copies: marked for unrolling


# --- columns that lie side by side ---
@T.prim_func
def main(A: T.Buffer((16, 50), "float32"), C: T.Buffer((16,), "float32")):
    for k in range(48):
        for i in T.vectorized(16):
            C[i] = C[i] + A[i, k]
#: vectorize loop i: 1 vector of 16 lanes
#: unroll-short loop k: 4 iterations at a time
#: transpose-loads buffer A: 4 vectors of 16 lanes are loaded by rows and transposed
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers around loop k


# --- rows in a vectorized loop ---
@T.prim_func
def main(A: T.Buffer((6, 70), "float32"), C: T.Buffer((6, 70), "float32")):
    for i in T.vectorized(6):
        S = T.decl_buffer((1,), "float32")
        S[0] = T.float32(0)
        for k in range(9):
            S[0] = S[0] + A[i, k * 7]
        for j in range(70):
            C[i, j] = A[i, j] - S[0]
#: vectorize loop j: runs for one lane of i after the other, as its stores go along rows
#: vectorize loop i: 1 vector of 6 lanes
#: hoist-invariants loop j: moved out of it, as all iterations compute the same: 1 load
#: unroll-short loop k: expanded into 9 copies: a short loop over vectors
#: promote buffer S: 1 vector of 6 lanes stays in 1 of 32 registers throughout a run of stores


# --- a row that a loop loads again and again ---
@T.prim_func
def main(A: T.Buffer((37,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((37, 16), "float32")):
    for i in range(37):
        for j in T.vectorized(16):
            C[i, j] = C[i, j] + A[i] * B[j]
#: vectorize loop j: 1 vector of 16 lanes
#: hoist-strided loop i: moved out of it, as all iterations compute the same: 1 vector


# --- copies that are like a part of a buffer ---
@T.prim_func
def main(A: T.Buffer((6, 40), "float32"), B: T.Buffer((6, 40), "float32"), C: T.Buffer((6, 40), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        M = T.decl_buffer((40,), "float32")
        N = T.decl_buffer((20,), "float32")
        for j_0, j_1 in T.grid(5, 9):
            if j_0 * 9 + j_1 < 40:
                L[j_0 * 9 + j_1] = A[i, j_0 * 9 + j_1]
        for j in range(20):
            N[j] = A[i, j * 2]
        for j in range(40):
            M[39 - j] = L[39 - j] * N[j // 2]
        for j in range(40):
            B[i, j] = M[j]
        for j in range(40):
            C[i, j] = L[j] + T.float32(1)
#: skip-copies buffer L: is not copied from A, whose elements lie side by side as well
#: skip-copies buffer M: is not copied to B, whose elements lie side by side as well
#: vectorize loop j: 1 vector of 16 lanes and one of 4, unasked, as it goes along rows or sums up
#: vectorize loop j: 2 vectors of 16 lanes and one of 8, unasked, as it goes along rows or sums up
#: unroll loop j_chunk: expanded into 2 copies: marked for unrolling


# --- reductions around rows that no registers hold ---
@T.prim_func
def main(A: T.Buffer((6, 24), "float32"), B: T.Buffer((24, 700), "float32"), C: T.Buffer((6, 700), "float32"),
         D: T.Buffer((6, 700), "float32"), E: T.Buffer((4, 701), "float32"), F: T.Buffer((6, 701), "float32"),
         G: T.Buffer((24, 9), "float32"), H: T.Buffer((702,), "float32")):
    for i, k, j in T.grid(6, 24, 700):
        C[i, j] = C[i, j] + A[i, k] * B[k, j]
    for k in T.unroll(9):
        for j in range(350):
            for i in T.unroll(6):
                D[i, j * 2] = D[i, j * 2] * G[i, k] + B[k, j]
                D[i, j * 2 + 1] = T.max(D[i, j * 2 + 1], B[k, 350 + j])
    for k, j in T.grid(21, 700):
        E[2, j] = E[2, j] + B[k, j] * E[1, j]
    for k, i, j in T.grid(5, 6, 700):
        F[i, j] = F[i, j] + B[k, j] * F[i, j + 1]
    for k, r, j in T.grid(6, 3, 700):
        H[j + r] = H[j + r] + B[k, j]
#: hoist-invariants loop j: moved out of it, as all iterations compute the same: 1 load
#: unroll loop i: expanded into 6 copies: marked for unrolling
#: jam-loops loop k: 4 iterations at a time add to an element, which is loaded and stored once for all
#: jam-loops loop k: 3 iterations at a time add to an element, which is loaded and stored once for all
#: unroll-short loop k: expanded into 3 copies: marked for unrolling
#: promote buffer C: 1 element stays in 1 of 32 registers throughout a run of stores
#: promote buffer D: 12 elements stay in 12 of 32 registers throughout a run of stores (3 times)


# --- copies of more than was stored ---
@T.prim_func
def main(A: T.Buffer((130,), "float32"), B: T.Buffer((130,), "float32"), C: T.Buffer((12, 40), "float32"), D: T.Buffer((12, 40), "float32"),
         E: T.Buffer((130,), "float32"), F: T.Buffer((130,), "float32")):
    L = T.decl_buffer((130,), "float32")
    for i in range(64):
        for j in range(2):
            L[64 * j + i] = A[64 * j + i] + T.float32(1)
        for j_0, j_1 in T.grid(5, 16):
            if j_0 * 16 + j_1 < 65:
                B[i + j_0 * 16 + j_1] = L[i + j_0 * 16 + j_1]
    M = T.decl_buffer((480,), "float32")
    for i, k in T.grid(4, 5):
        for j_0, j_1 in T.grid(3, 7):
            M[i * 40 + j_0 * 160 + k + j_1 * 5] = C[i + j_0 * 4, k + j_1 * 5] * T.float32(k + 1)
        for j_0, j_1 in T.grid(9, 31):
            D[i + j_0, k + j_1] = M[(i + j_0) * 40 + k + j_1]
    N = T.decl_buffer((130,), "float32")
    for i in range(64):
        for j in range(2):
            N[64 * j + i] = A[64 * j + i] * T.float32(3)
        for j in range(64):
            E[i + j] = N[i + j]
    P = T.decl_buffer((130,), "float32")
    for i in range(65):
        for j in range(2):
            P[j + i * 2] = A[j + i * 2] * T.float32(5)
        for j in range(1):
            F[i * 2 + j * 2] = P[i * 2 + j * 2]
#: compact-buffers buffer M: shrinks from 480 to 475 elements, the part that is in use
#: compact-buffers buffer N: shrinks from 130 to 128 elements, the part that is in use
#: compact-buffers buffer P: shrinks from 130 to 2 elements, the part that is in use
#: skip-copies buffer L: is not copied to B, whose elements lie side by side as well
#: skip-copies buffer M: is not copied to D, whose elements lie side by side as well
#: join-rows loop i: one row of 128 elements together with loop j inside
#: vectorize loop j: 1 vector of 64 lanes, unasked, as it goes along rows or sums up


# --- reductions around rows, by a value of the row before ---
@T.prim_func
def main(B: T.Buffer((24, 700), "float32"), C: T.Buffer((701,), "float32")):
    for k in range(24):
        scale: T.float32 = C[5] * T.float32(0.1)
        for j in range(700):
            C[j] = C[j] + scale * B[k, j]


# --- copies of more than was stored, read beside them ---
@T.prim_func
def main(A: T.Buffer((130,), "float32"), B: T.Buffer((128,), "float32")):
    L = T.decl_buffer((260,), "float32")
    for i in range(64):
        for j in range(2):
            L[64 * j + i] = T.if_then_else(A[0] > T.float32(100), L[64 * j + i + 130], A[64 * j + i])
        for j in range(65):
            B[i + j] = L[i + j]
#: compact-buffers buffer L: shrinks from 260 to 258 elements, the part that is in use
#: hoist-invariants loop i: moved out of it, as all iterations compute the same: 1 load


# --- copies in loops that their buffer is allocated around ---
@T.prim_func
def main(A: T.Buffer((6, 5, 16), "float32"), B: T.Buffer((6, 16), "float32"), C: T.Buffer((6, 16), "float32"),
         D: T.Buffer((97,), "float32")):
    for i in range(6):
        L = T.decl_buffer((80,), "float32")
        for j in T.vectorized(16):
            for k in range(5):
                L[k * 16 + j] = A[i, k, j]
                B[i, j] = B[i, j] + L[k * 16 + j] * L[j]
        M = T.decl_buffer((16,), "float32")
        for j in T.vectorized(16):
            M[j] = B[i, j] * T.float32(2)
            C[i, j] = M[j]
    K = T.decl_buffer((96,), "float32")
    for j in range(96):
        K[j] = D[j]
        D[96] = D[96] + K[j]
    N = T.decl_buffer((96,), "float32")
    for j in range(96):
        N[j] = T.float32(j)
        if j > 0:
            N[j - 1] = N[j - 1] + T.float32(1)
        D[j] = N[j]
#: compact-buffers buffer K: shrinks from 96 to 1 elements, the part that is in use
#: skip-copies buffer L: is not copied from A, whose elements lie side by side as well
#: skip-copies buffer M: is not copied to C, whose elements lie side by side as well
#: partition-loops loop j: cut at 1, where conditions inside change
#: vectorize loop j: 1 vector of 16 lanes (2 loops)
#: jam-loops loop i: 6 iterations at a time run side by side around loop k
#: hoist-strided loop k: moved out of it, as all iterations compute the same: 4 vectors
#: promote buffer B: 6 vectors of 16 lanes stay in 6 of 32 registers around loop k


# --- copies that are of use ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        for j in range(40):
            L[j] = A[j]
        for j in range(40):
            A[39 - j] = L[j] + T.float32(i)
    M = T.decl_buffer((40,), "float32")
    for j in range(39):
        M[j] = B[j]
    for j in range(40):
        A[j] = A[j] + M[j // 2]
    K = T.decl_buffer((256,), "float32")
    for j in T.vectorized(256):
        K[j] = C[j // 16, j % 16]
    for i in range(16):
        for j in T.vectorized(16):
            D[i, j] = K[j * 16 + i]
#: compact-buffers buffer M: shrinks from 40 to 39 elements, the part that is in use
#: skip-copies buffer M: is not copied from B, whose elements lie side by side as well
#: vectorize loop j: 2 vectors of 16 lanes and one of 8, unasked, as it goes along rows or sums up
#: vectorize loop j: 4 vectors of 64 lanes
#: vectorize loop j: 1 vector of 16 lanes
#: unroll loop j_chunk: expanded into 2 copies: marked for unrolling
#: unroll loop j_chunk: expanded into 4 copies: marked for unrolling
#: unroll loop i: expanded into 16 copies: a register tile


# --- buffers that all iterations fill alike ---
@T.prim_func
def main(A: T.Buffer((40, 6), "float32"), B: T.Buffer((6, 40), "float32"), C: T.Buffer((6, 40), "float32")):
    for i in range(6):
        L = T.decl_buffer((40,), "float32")
        for j in range(40):
            L[j] = A[j, 2] * T.float32(2)
        for j in range(40):
            B[i, j] = L[39 - j]
    for i in range(6):
        M = T.decl_buffer((40,), "float32")
        for j in range(40):
            M[j] = C[0, j] * T.float32(2)
        for j in range(40):
            C[i, j] = M[39 - j]
#: hoist-copies buffer L: is filled once, ahead of loop i, as each iteration fills it alike
#: vectorize loop j: 2 vectors of 16 lanes and one of 8, unasked, as it goes along rows or sums up
#: unroll loop j_chunk: expanded into 2 copies: marked for unrolling


# --- what each iteration overwrites, in loops inside ---
@T.prim_func
def main(A: T.Buffer((40, 24), "float32"), S: T.Buffer((24,), "float32"), B: T.Buffer((24,), "float32"), C: T.Buffer((24,), "float32")):
    for k in range(40):
        for i_0, i_1 in T.grid(5, 5):
            if i_0 * 5 + i_1 < 24:
                S[i_0 * 5 + i_1] = S[i_0 * 5 + i_1] + A[k, i_0 * 5 + i_1]
                B[i_0 * 5 + i_1] = S[i_0 * 5 + i_1] * T.float32(2)
    for k in range(40):
        for i in range(23):
            S[i] = S[i] + A[k, i]
            C[i] = S[i] + S[i + 1]
#: skip-overwritten loop k: 1 statement runs once, behind it: each iteration stores to the same places
#: join-rows loop i_0: one row of 24 elements together with loop i_1 inside (2 loops)
#: vectorize loop i_1: 1 vector of 16 lanes and one of 8, unasked, as it goes along rows or sums up (2 loops)
#: unroll-short loop k: 4 iterations at a time
#: promote buffer S: 24 elements stay in 2 of 32 registers around loop k


# --- unrolled loops around reductions ---
@T.prim_func
def main(A: T.Buffer((4, 64), "float32"), B: T.Buffer((64, 9), "float32"), C: T.Buffer((9, 4), "float32")):
    for j in range(9):
        for i in T.unroll(4):
            S = T.decl_buffer((1,), "float32")
            S[0] = T.float32(0)
            for k in range(64):
                S[0] = S[0] + A[i, k] * B[k, j]
            C[j, i] = S[0]
#: vectorize loop i: 1 vector of 4 lanes, unasked, as it goes along rows or sums up
#: jam-loops loop j: 9 iterations at a time run side by side around loop k
#: transpose-loads buffer A: 4 vectors of 4 lanes are loaded by rows and transposed
#: promote buffer S: 1 vector of 4 lanes stays in 1 of 32 registers around loop k (9 times)


# --- sums that lie apart ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64, 24), "float32"), C: T.Buffer((24, 3), "float32")):
    for j in range(24):
        C[j, 0] = T.float32(0)
        for k in range(64):
            C[j, 0] = C[j, 0] + A[k] * B[k, j]
#: vectorize loop j: 1 vector of 16 lanes and one of 8, unasked, as it goes along rows or sums up
#: unroll-short loop k: 4 iterations at a time (2 loops)
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers around loop k
#: promote buffer C: 1 vector of 8 lanes stays in 1 of 32 registers around loop k


# --- rows a page apart ---
@T.prim_func
def main(A: T.Buffer((128, 256), "float32"), C: T.Buffer((128,), "float32")):
    for i in T.vectorized(128):
        for k in range(64):
            C[i] = C[i] + A[i, k * 4]
#: vectorize loop i: 8 vectors of 16 lanes
#: unroll-short loop k: 4 iterations at a time
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers around loop k


# --- sums in registers that take turns ---
@T.prim_func
def main(A: T.Buffer((5, 9, 28), "float32"), F: T.Buffer((9,), "float32"), C: T.Buffer((5, 28), "float32")):
    for i in range(5):
        for j in T.vectorized(28):
            for k in T.unroll(9):
                C[i, j] = C[i, j] + A[i, k, j] * F[k]
#: vectorize loop j: 1 vector of 16 lanes and one of 12
#: jam-loops loop i: 5 iterations at a time run side by side around loop k
#: unroll-short loop k: expanded into 9 copies: marked for unrolling (2 loops)
#: promote buffer C: 140 elements stay in 10 of 32 registers throughout a run of stores
#: interleave-sums buffer C_reg: its 10 sums take turns in 90 statements


# --- a row made of two loops the other way round, in a loop down the columns ---
@T.prim_func
def main(A: T.Buffer((26, 44), "float32"), B: T.Buffer((44, 26), "float32")):
    for i in range(44):
        for j_1, j_0 in T.grid(5, 6):
            if j_0 * 5 + j_1 < 26:
                B[i, j_0 * 5 + j_1] = A[j_0 * 5 + j_1, i] + T.float32(1)
#: join-rows loop j_1: one row of 26 elements together with loop j_0 inside
#: vectorize loop j_1: 1 vector of 16 lanes and one of 10, unasked, as it goes along rows or sums up
#: unroll-short loop i: 4 iterations at a time
#: transpose-loads buffer A: 4 vectors of 16 lanes are loaded by rows and transposed
#: transpose-loads buffer A: 4 vectors of 10 lanes are loaded by rows and transposed


# --- rows of sums too long for registers, of which parts fit ---
@T.prim_func
def main(A: T.Buffer((3, 20), "float32"), B: T.Buffer((20, 768), "float32"), C: T.Buffer((3, 768), "float32"),
         D: T.Buffer((769,), "float32"), E: T.Buffer((3, 768), "float32"), F: T.Buffer((3, 768), "float32"),
         G: T.Buffer((3, 768), "float32"), H: T.Buffer((3, 772), "float32")):
    for i, r, k, j in T.grid(3, 2, 10, 768):
        C[i, j] = C[i, j] + A[i, r * 10 + k] * B[r * 10 + k, j]
    for k in range(20):
        for j_0 in range(4):
            for j_1 in T.vectorized(192):
                E[1, j_0 * 192 + j_1] = E[1, j_0 * 192 + j_1] + B[k, j_0 * 192 + j_1] * F[2, j_0 * 192 + j_1]
    for k, j in T.grid(20, 768):
        D[j] = D[j] + B[k, j] * D[j + 1]
    for k, j in T.grid(20, 768):
        F[0, j] = F[0, j] + B[k, j] * F[1, k]
    for k, j, r in T.grid(2, 768, 10):
        G[0, j] = G[0, j] + B[k * 10 + r, j]
    for k, j in T.grid(5, 768):
        H[0, j + k] = H[0, j + k] + B[k, j]
#: join-rows loop j_0: one row of 768 elements together with loop j_1 inside
#: cut-rows loop j: 384 elements at a time around loop r, as many as registers hold
#: cut-rows loop j_1: 384 elements at a time around loop k, as many as registers hold
#: vectorize loop j: 6 vectors of 64 lanes, unasked, as it goes along rows or sums up
#: vectorize loop j_1: 6 vectors of 64 lanes
#: vectorize loop j: 12 vectors of 64 lanes, unasked, as it goes along rows or sums up
#: unroll loop j_chunk: expanded into 6 copies: marked for unrolling
#: unroll loop j_1_chunk: expanded into 6 copies: marked for unrolling
#: hoist-strided loop k: moved out of it, as all iterations compute the same: 4 vectors
#: promote buffer C: 6 vectors of 64 lanes stay in 24 of 32 registers around loop r
#: promote buffer E: 6 vectors of 64 lanes stay in 24 of 32 registers around loop k
#: promote buffer G: 1 vector of 64 lanes stays in 4 of 32 registers around loop r


# --- copies of columns to rows ---
@T.prim_func
def main(A: T.Buffer((120, 264), "float32"), B: T.Buffer((264, 120), "float32"), C: T.Buffer((264, 120), "float32"),
         D: T.Buffer((264, 120), "float32"), E: T.Buffer((264, 120), "float32"), F: T.Buffer((264, 120), "float32"),
         G: T.Buffer((264, 120), "float32"), H: T.Buffer((4420,), "float32")):
    for i in range(264):
        for j in range(72):
            B[i, j] = A[j, i] + T.float32(1)
        for j in range(48):
            B[i, j + 72] = A[j + 72, i] + T.float32(1)
    for i in T.parallel(264):
        for j in range(120):
            C[i, j] = A[j, i] * A[119, i]
    for i, j_0 in T.grid(264, 2):
        L = T.decl_buffer((60,), "float32")
        for j in range(60):
            L[j] = A[j_0 * 60 + j, i]
        for j in T.vectorized(60):
            D[i, j_0 * 60 + j] = L[j] + T.float32(2)
    for i, j_0 in T.grid(260, 2):
        K = T.decl_buffer((60,), "float32")
        for j in range(60):
            K[j] = A[j_0 * 60 + j, i]
        for j in range(60):
            E[i, j_0 * 60 + j] = K[j] + T.float32(2)
        for j in range(60):
            G[i, j_0 * 60 + j] = E[i + 1, j_0 * 60 + j] + K[j]
    for i, j_0 in T.grid(44, 2):
        M = T.decl_buffer((60,), "float32")
        for j in range(60):
            M[j] = A[j_0 * 60 + j, i]
        for j in range(60):
            H[i * 100 + j_0 * 60 + j] = M[j] + T.float32(2)
    for i in range(44):
        for j in range(60):
            F[i, j * 2] = A[j, i]
            F[i, j * 2 + 1] = A[j + 60, i]
#: vectorize loop j: 2 vectors of 32 lanes and one of 8, unasked, as it goes along rows or sums up
#: vectorize loop j: 3 vectors of 16 lanes, unasked, as it goes along rows or sums up
#: vectorize loop j: 3 vectors of 32 lanes and one of 24, unasked, as it goes along rows or sums up
#: vectorize loop j: 3 vectors of 16 lanes and one of 12, unasked, as it goes along rows or sums up (4 loops)
#: vectorize loop j: 3 vectors of 16 lanes and one of 12
#: unroll loop j_chunk: expanded into 2 copies: marked for unrolling
#: unroll loop j_chunk: expanded into 3 copies: marked for unrolling (7 loops)
#: jam-loops loop i: 4 iterations at a time copy neighbouring columns (2 loops)
#: transpose-loads buffer A: 4 vectors of 32 lanes are loaded by rows and transposed (5 times)
#: transpose-loads buffer A: 4 vectors of 8 lanes are loaded by rows and transposed
#: transpose-loads buffer A: 4 vectors of 16 lanes are loaded by rows and transposed (6 times)
#: transpose-loads buffer A: 4 vectors of 24 lanes are loaded by rows and transposed
#: transpose-loads buffer A: 4 vectors of 12 lanes are loaded by rows and transposed


# --- copies that loops around make again and again ---
@T.prim_func
def main(A: T.Buffer((6, 36), "float32"), B: T.Buffer((9, 30), "float32"), C: T.Buffer((6, 28), "float32"),
         D: T.Buffer((6, 28), "float32")):
    for i in range(6):
        L = T.decl_buffer((9,), "float32")
        for j in T.vectorized(28):
            for r, s in T.grid(3, 3):
                L[r * 3 + s] = A[i, r * 3 + s]
                C[i, j] = C[i, j] + B[r * 3 + s, j + s] * L[r * 3 + s]
        M = T.decl_buffer((9,), "float32")
        for j in range(28):
            for r, s in T.grid(3, 3):
                M[r * 3 + s] = A[i, r * 3 + s + j % 2]
                D[i, j] = D[i, j] + B[r * 3 + s, j + s] * M[r * 3 + s]
#: compact-buffers buffer M: shrinks from 9 to 1 elements, the part that is in use
#: skip-copies buffer L: is not copied from A, whose elements lie side by side as well
#: skip-copies buffer M: is not copied from A, whose elements lie side by side as well
#: vectorize loop j: 1 vector of 16 lanes and one of 12
#: unroll-short loop s: expanded into 3 copies: a short loop over vectors (2 loops)
#: unroll-short loop r: expanded into 3 copies: a short loop over vectors (2 loops)
#: promote buffer C: 28 elements stay in 2 of 32 registers throughout a run of stores
#: promote buffer D: 1 element stays in 1 of 32 registers around loop r
#: interleave-sums buffer C_reg: its 2 sums take turns in 18 statements


# --- sums that take three quarters of the registers ---
@T.prim_func
def main(A: T.Buffer((3, 40), "float32"), B: T.Buffer((40, 384), "float32"), C: T.Buffer((3, 384), "float32")):
    for i, k_0, j_0 in T.grid(3, 10, 6):
        for k_1 in range(4):
            for j_1 in T.vectorized(64):
                C[i, j_0 * 64 + j_1] = C[i, j_0 * 64 + j_1] + A[i, k_0 * 4 + k_1] * B[k_0 * 4 + k_1, j_0 * 64 + j_1]
#: vectorize loop j_1: 1 vector of 64 lanes
#: jam-loops loop j_0: 6 iterations at a time run side by side around loop k_1
#: promote buffer C: 6 vectors of 64 lanes stay in 24 of 32 registers around loop k_0


# --- a register tile of two rows, written out ---
@T.prim_func
def main(A: T.Buffer((2, 3, 400), "float32"), F: T.Buffer((3, 64), "float32"), C: T.Buffer((2, 384), "float32")):
    for j_0 in range(6):
        for i in T.unroll(2):
            for r in T.unroll(3):
                for j_1 in T.vectorized(64):
                    C[i, j_0 * 64 + j_1] = C[i, j_0 * 64 + j_1] + A[i, r, j_0 * 64 + j_1] * F[r, j_1]
#: vectorize loop j_1: 1 vector of 64 lanes
#: unroll loop i: expanded into 2 copies: marked for unrolling
#: unroll-short loop r: expanded into 3 copies: marked for unrolling (2 loops)
#: hoist-strided loop j_0: moved out of it, as all iterations compute the same: 3 vectors
#: promote buffer C: 2 vectors of 64 lanes stay in 8 of 32 registers throughout a run of stores


# --- sums that are copied to where they belong, or over each other ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40, 36), "float32"), C: T.Buffer((40,), "float32"), D: T.Buffer((40,), "float32")):
    for j in range(18):
        S = T.alloc_buffer((3,), scope="local")
        S[0] = T.float32(0)
        for k in range(40):
            S[0] = S[0] + A[k] * B[k, j]
        for x in range(2):
            C[j * 2 + x] = S[0]
    for i in range(18):
        S = T.alloc_buffer((3,), scope="local")
        S[0] = T.float32(0)
        for m in range(40):
            S[0] = S[0] + A[m] * B[m, i]
        for x in range(3):
            D[i * 2 + x] = S[0]
#: compact-buffers buffer S: shrinks from 3 to 1 elements, the part that is in use
#: compact-buffers buffer S_1: shrinks from 3 to 1 elements, the part that is in use
#: hoist-invariants loop x: moved out of it, as all iterations compute the same: 1 load (2 loops)
#: jam-loops loop j: 6 iterations at a time run side by side around loop k
#: jam-loops loop i: not run side by side around loop m: not proved that iterations touch different elements of D
#: promote buffer S: 1 element stays in 1 of 32 registers around loop k (6 times)
#: promote buffer S_1: 1 element stays in 1 of 32 registers around loop m


# --- rows that load the same columns, and rows that hold them all ---
@T.prim_func
def main(A: T.Buffer((12, 40), "float32"), B: T.Buffer((64, 40), "float32"), C: T.Buffer((12, 64), "float32"),
         D: T.Buffer((12, 64), "float32")):
    for i in range(12):
        for j0 in range(4):
            for k in T.unroll(10):
                for j1 in T.vectorized(16):
                    C[i, j0 * 16 + j1] = C[i, j0 * 16 + j1] + A[i, k * 4] * B[j0 * 16 + j1, k * 4]
    for m in range(12):
        for n0 in range(4):
            for n1 in T.vectorized(16):
                D[m, n0 * 16 + n1] = D[m, n0 * 16 + n1] + A[m, 3] * B[n0 * 16 + n1, 3]
#: vectorize loop j1: 1 vector of 16 lanes
#: vectorize loop n1: 1 vector of 16 lanes
#: hoist-invariants loop n0: moved out of it, as all iterations compute the same: 1 load
#: unroll loop n0: expanded into 4 copies: a register tile
#: jam-loops loop i: 6 iterations at a time share vectors with a stride
#: unroll-short loop k: expanded into 10 copies: marked for unrolling
#: hoist-strided loop m: moved out of it, as all iterations compute the same: 4 vectors with a stride
#: promote buffer C: 6 vectors of 16 lanes stay in 6 of 32 registers throughout a run of stores


# --- sums of columns that several rows load ---
@T.prim_func
def main(A: T.Buffer((12, 40), "float32"), B: T.Buffer((16, 40), "float32"), C: T.Buffer((12, 16), "float32")):
    for i in range(12):
        for k in range(40):
            for j1 in T.vectorized(16):
                C[i, j1] = C[i, j1] + A[i, k] * B[j1, k]
#: vectorize loop j1: 1 vector of 16 lanes
#: jam-loops loop i: 12 iterations at a time run side by side around loop k
#: transpose-loads buffer B: 4 vectors of 16 lanes are loaded by rows and transposed
#: promote buffer C: 12 vectors of 16 lanes stay in 12 of 32 registers around loop k


# --- columns of an iteration's own ---
@T.prim_func
def main(A: T.Buffer((12, 640), "float32"), C: T.Buffer((12, 16), "float32")):
    for i in range(12):
        S = T.alloc_buffer((16, 20), scope="local")
        for x in range(320):
            S[x // 20, x % 20] = A[i, x * 2] + T.float32(1)
        for k in range(20):
            for j1 in T.vectorized(16):
                C[i, j1] = C[i, j1] + S[j1, k]
#: vectorize loop j1: 1 vector of 16 lanes
#: unroll-short loop k: 4 iterations at a time
#: transpose-loads buffer S: 4 vectors of 16 lanes are loaded by rows and transposed
#: promote buffer C: 1 vector of 16 lanes stays in 1 of 32 registers around loop k
