# SPDX-License-Identifier: Apache-2.0
# Scheduled GPU programs, and below each, behind "#:", the kernels that lowering makes of them, or behind "#!" why it refuses. A line that
# ends with "\" goes on in the next one. The target is cuda -arch=sm_80 unless "#@" names another.
from tvm.script import tir as T


# --- threads read what others copied ---
@T.prim_func
def main(A: T.Buffer((66,), "float32"), B: T.Buffer((64,), "float32")):
    S = T.alloc_buffer((66,), scope="shared")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for i in range(2):
                for t in T.thread_binding(32, thread="threadIdx.x"):
                    with T.block("S"):
                        v = T.axis.spatial(66, bx * 32 + i * 32 + t)
                        T.where(i * 32 + t < 34)
                        S[v] = A[v]
            with T.block("B"):
                v = T.axis.spatial(64, bx * 32 + tx)
                B[v] = S[v] + S[v + 1] + S[v + 2]
#: bx = T.launch_thread("blockIdx.x", 2)
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((34,), "float32", scope="shared")
#: for i in range(2):
#:     if i * 32 + tx < 34:
#:         S[i * 32 + tx] = A[bx * 32 + i * 32 + tx]
#: T.tvm_storage_sync("shared")
#: B[bx * 32 + tx] = S[tx] + S[tx + 1] + S[tx + 2]


# --- a thread reads what it wrote itself ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    S = T.alloc_buffer((64,), scope="shared")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("S"):
                v = T.axis.spatial(64, bx * 32 + tx)
                S[v] = A[v]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("B"):
                v = T.axis.spatial(64, bx * 32 + tx)
                B[v] = S[v] * S[v]
#: bx = T.launch_thread("blockIdx.x", 2)
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((32,), "float32", scope="shared")
#: S[tx] = A[bx * 32 + tx]
#: B[bx * 32 + tx] = S[tx] * S[tx]


# --- vectors across rows: none of them meets those of other iterations ---
@T.prim_func
def main(A: T.Buffer((64, 8), "float32"), B: T.Buffer((8, 64), "float32")):
    S = T.alloc_buffer((8, 64), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in T.unroll(4):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for j in T.vectorized(4):
                    with T.block("S"):
                        vk = T.axis.spatial(8, t % 2 * 4 + j)
                        v = T.axis.spatial(64, i * 16 + t // 2)
                        S[vk, v] = A[v, vk]
        for i in range(16):
            with T.block("B"):
                vk = T.axis.spatial(8, tx // 4)
                v = T.axis.spatial(64, tx % 4 * 16 + i)
                B[vk, v] = S[vk, v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((512,), "float32", scope="shared")
#: for i in T.unroll(4):
#:     S[T.Ramp(tx % 2 * 256 + i * 16 + tx // 2, 64, 4)] = A[T.Ramp(i * 128 + tx * 4, 1, 4)]
#: T.tvm_storage_sync("shared")
#: B[tx * 16:tx * 16 + 16] = S[T.Ramp(tx * 16, 1, 16)]


# --- rows and columns of threads store apart, whatever the conditions at the edges say ---
@T.prim_func
def main(A: T.Buffer((200, 200), "float32"), C: T.Buffer((200, 200), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            for i in T.unroll(4):
                for j in T.unroll(4):
                    with T.block("C"):
                        vi = T.axis.spatial(200, bx // 2 * 128 + tx // 8 * 16 + i * 4)
                        vj = T.axis.spatial(200, bx % 2 * 128 + j * 32 + tx % 8 * 4)
                        T.where(bx // 2 * 128 + tx // 8 * 16 + i * 4 < 200 and bx % 2 * 128 + j * 32 + tx % 8 * 4 < 200)
                        C[vi, vj] = A[vi, vj]
#: bx = T.launch_thread("blockIdx.x", 4)
#: tx = T.launch_thread("threadIdx.x", 64)
#: for i in T.unroll(4):
#:     for j in T.unroll(4):
#:         if bx // 2 * 32 + tx // 8 * 4 + i < 50 and bx % 2 * 32 + j * 8 + tx % 8 < 50:
#:             C[bx // 2 * 25600 + tx // 8 * 3200 + i * 800 + bx % 2 * 128 + j * 32 + tx % 8 * 4] = \
#:                 A[bx // 2 * 25600 + tx // 8 * 3200 + i * 800 + bx % 2 * 128 + j * 32 + tx % 8 * 4]


# --- two barriers an iteration: before the copy is overwritten, and before it is read ---
@T.prim_func
def main(A: T.Buffer((8, 64), "float32"), B: T.Buffer((64,), "float32")):
    S = T.alloc_buffer((8, 64), scope="shared")
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        for k in range(8):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("S"):
                    vk, v = T.axis.remap("SS", [k, t])
                    S[vk, v] = A[vk, v]
            with T.block("B"):
                v, vk = T.axis.remap("SR", [tx, k])
                with T.init():
                    B[v] = T.float32(0)
                B[v] = B[v] + S[vk, 63 - v]
#: tx = T.launch_thread("threadIdx.x", 64)
#: B[tx] = T.float32(0.0)
#: for k in range(8):
#:     S = T.decl_buffer((64,), "float32", scope="shared")
#:     T.tvm_storage_sync("shared")
#:     S[tx] = A[k * 64 + tx]
#:     T.tvm_storage_sync("shared")
#:     B[tx] = B[tx] + S[63 - tx]


# --- a barrier that only the statements before a loop need stands before the loop ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((4, 64), "float32")):
    S = T.alloc_buffer((64,), scope="shared")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("S"):
                v = T.axis.spatial(64, tx)
                S[v] = A[v]
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            for i in range(4):
                with T.block("B"):
                    vi, v = T.axis.remap("SS", [i, tx])
                    B[vi, v] = S[63 - v]
#: bx = T.launch_thread("blockIdx.x", 1)
#: tx = T.launch_thread("threadIdx.x", 64)
#: S = T.decl_buffer((64,), "float32", scope="shared")
#: S[tx] = A[tx]
#: T.tvm_storage_sync("shared")
#: for i in range(4):
#:     B[i * 64 + tx] = S[63 - tx]


# --- a store under no loop of an axis is the first thread's ---
@T.prim_func
def main(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8, 4), "float32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(4, thread="threadIdx.x"):
            with T.block("B"):
                v = T.axis.spatial(8, bx * 4 + tx)
                B[v] = A[v, 0]
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.block("C"):
                    v = T.axis.spatial(8, bx * 4 + tx)
                    w = T.axis.spatial(4, ty)
                    C[v, w] = A[v, w] + B[v]
#: bx = T.launch_thread("blockIdx.x", 2)
#: tx = T.launch_thread("threadIdx.x", 4)
#: ty = T.launch_thread("threadIdx.y", 4)
#: if ty == 0:
#:     B[bx * 4 + tx] = A[bx * 16 + tx * 4]
#: T.tvm_storage_sync("shared")
#: C[bx * 16 + tx * 4 + ty] = A[bx * 16 + tx * 4 + ty] + B[bx * 4 + tx]


# --- kernels in order, in a loop of the host, with a buffer between them ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((3, 64), "float32")):
    B = T.alloc_buffer((64,))
    for i in range(3):
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("B"):
                    v = T.axis.spatial(64, bx * 32 + tx)
                    B[v] = A[v] * T.Cast("float32", i)
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(16, thread="threadIdx.x"):
                with T.block("C"):
                    vi = T.axis.spatial(3, i)
                    v = T.axis.spatial(64, bx * 16 + tx)
                    C[vi, v] = B[63 - v]
#: for i in range(3):
#:     B = T.decl_buffer((64,), "float32")
#:     with T.launch_thread("blockIdx.x", 2) as bx:
#:         tx = T.launch_thread("threadIdx.x", 32)
#:         B[bx * 32 + tx] = A[bx * 32 + tx] * T.Cast("float32", i)
#:     bx = T.launch_thread("blockIdx.x", 4)
#:     tx = T.launch_thread("threadIdx.x", 16)
#:     C[i * 64 + bx * 16 + tx] = B[63 - tx - bx * 16]


# --- virtual threads take turns, and share what is the same for them ---
@T.prim_func
def main(A: T.Buffer((8, 64), "float32"), B: T.Buffer((8, 64), "float32"), C: T.Buffer((64,), "float32")):
    L = T.alloc_buffer((64,), scope="local")
    S = T.alloc_buffer((8, 64), scope="shared")
    for vx in T.thread_binding(2, thread="vthread.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("L_init"):
                v = T.axis.spatial(64, vx * 32 + tx)
                L[v] = T.float32(0)
            for k in range(8):
                for i in range(2):
                    for t in T.thread_binding(32, thread="threadIdx.x"):
                        with T.block("S"):
                            vk = T.axis.spatial(8, k)
                            v = T.axis.spatial(64, i * 32 + t)
                            S[vk, v] = A[vk, v]
                with T.block("L"):
                    v = T.axis.spatial(64, vx * 32 + tx)
                    vk = T.axis.reduce(8, k)
                    L[v] = L[v] + S[vk, 63 - v] * B[vk, v]
            with T.block("C"):
                v = T.axis.spatial(64, vx * 32 + tx)
                C[v] = L[v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: L = T.decl_buffer((2,), "float32", scope="local")
#: for vx in T.unroll(2):
#:     L[vx] = T.float32(0.0)
#: for k in range(8):
#:     S = T.decl_buffer((64,), "float32", scope="shared")
#:     T.tvm_storage_sync("shared")
#:     for i in range(2):
#:         S[i * 32 + tx] = A[k * 64 + i * 32 + tx]
#:     T.tvm_storage_sync("shared")
#:     for vx in T.unroll(2):
#:         L[vx] = L[vx] + S[63 - tx - vx * 32] * B[k * 64 + vx * 32 + tx]
#: for vx in T.unroll(2):
#:     C[vx * 32 + tx] = L[vx]


# --- threads of a reduction in one warp ---
@T.prim_func
def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4,), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for k in range(4):
            for tx in T.thread_binding(16, thread="threadIdx.x"):
                with T.block("C"):
                    v = T.axis.spatial(4, bx)
                    vk = T.axis.reduce(64, k * 16 + tx)
                    with T.init():
                        C[v] = T.float32(0)
                    C[v] = C[v] + A[v, vk]
#: bx = T.launch_thread("blockIdx.x", 4)
#: tx = T.launch_thread("threadIdx.x", 16)
#: C_part = T.decl_buffer((1,), "float32", scope="local")
#: C_part[0] = T.float32(0.0)
#: for k in range(4):
#:     C_part[0] = C_part[0] + A[bx * 64 + k * 16 + tx]
#: C_all = T.decl_buffer((1,), "float32", scope="local")
#: C_all[0] = C_part[0]
#: C_all[0] = C_all[0] + T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 8, 16, 32)
#: C_all[0] = C_all[0] + T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 4, 16, 32)
#: C_all[0] = C_all[0] + T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 2, 16, 32)
#: C_all[0] = C_all[0] + T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 1, 16, 32)
#: C_all[0] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), C_all[0], 0, 16, 32)
#: if tx == 0:
#:     C[bx] = C_all[0]


# --- threads of a reduction in several warps ---
@T.prim_func
def main(A: T.Buffer((4, 128), "float32"), C: T.Buffer((4,), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("C"):
                v, vk = T.axis.remap("SR", [bx, tx])
                with T.init():
                    C[v] = T.min_value("float32")
                C[v] = T.max(C[v], A[v, vk])
#: bx = T.launch_thread("blockIdx.x", 4)
#: tx = T.launch_thread("threadIdx.x", 128)
#: C_part = T.decl_buffer((1,), "float32", scope="local")
#: C_part[0] = T.float32(-3.4028234663852886e+38)
#: C_part[0] = T.max(C_part[0], A[bx * 128 + tx])
#: C_all = T.decl_buffer((1,), "float32", scope="local")
#: with T.decl_buffer((4,), "float32", scope="shared") as C_shared:
#:     C_all[0] = C_part[0]
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 16, 32, 32))
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 8, 32, 32))
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 4, 32, 32))
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 2, 32, 32))
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 1, 32, 32))
#:     C_all[0] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), C_all[0], 0, 32, 32)
#:     if tx % 32 == 0:
#:         C_shared[tx // 32] = C_all[0]
#:     T.tvm_storage_sync("shared")
#:     C_all[0] = C_shared[tx % 4]
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 2, 4, 32))
#:     C_all[0] = T.max(C_all[0], T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), C_all[0], 1, 4, 32))
#:     C_all[0] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), C_all[0], 0, 4, 32)
#: if tx == 0:
#:     C[bx] = C_all[0]


# --- threads of a reduction without warps, an odd number, beside others ---
#@ opencl
@T.prim_func
def main(A: T.Buffer((4, 6), "float16"), C: T.Buffer((4,), "float16")):
    for ty in T.thread_binding(4, thread="threadIdx.y"):
        for tx in T.thread_binding(6, thread="threadIdx.x"):
            with T.block("C"):
                v, vk = T.axis.remap("SR", [ty, tx])
                with T.init():
                    C[v] = T.float16(0)
                C[v] = C[v] + A[v, vk]
#: tx = T.launch_thread("threadIdx.x", 6)
#: ty = T.launch_thread("threadIdx.y", 4)
#: C_part = T.decl_buffer((1,), "float16", scope="local")
#: C_part[0] = T.float16(0.0)
#: C_part[0] = C_part[0] + A[ty * 6 + tx]
#: C_all = T.decl_buffer((1,), "float16", scope="local")
#: with T.decl_buffer((24,), "float16", scope="shared") as C_shared:
#:     C_shared[ty * 6 + tx] = C_part[0]
#:     T.tvm_storage_sync("shared")
#:     if tx < 2:
#:         C_shared[ty * 6 + tx] = C_shared[ty * 6 + tx] + C_shared[ty * 6 + tx + 4]
#:     if tx < 2:
#:         C_shared[ty * 6 + tx] = C_shared[ty * 6 + tx] + C_shared[ty * 6 + tx + 2]
#:     T.tvm_storage_sync("shared")
#:     if tx < 1:
#:         C_shared[ty * 6 + tx] = C_shared[ty * 6 + tx] + C_shared[ty * 6 + tx + 1]
#:     T.tvm_storage_sync("shared")
#:     C_all[0] = C_shared[ty * 6]
#: if tx == 0:
#:     C[ty] = C_all[0]


# --- a condition that differs between threads moves to both sides of a barrier ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), n: T.int32):
    S = T.alloc_buffer((64,), scope="shared")
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        if tx < n:
            with T.block("S"):
                v = T.axis.spatial(64, tx)
                S[v] = A[v]
            with T.block("C"):
                v = T.axis.spatial(64, tx)
                C[v] = S[v // 2]
#: tx = T.launch_thread("threadIdx.x", 64)
#: S = T.decl_buffer((64,), "float32", scope="shared")
#: if tx < n:
#:     S[tx] = A[tx]
#: T.tvm_storage_sync("shared")
#: if tx < n:
#:     C[tx] = S[tx // 2]


# --- loops under a pragma are to be written out while they are short ---
@T.prim_func
def main(A: T.Buffer((4, 4, 32), "float32"), C: T.Buffer((4, 4, 32), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 8}):
        for i, j in T.grid(4, 4):
            with T.block("C"):
                vi, vj, v = T.axis.remap("SSS", [i, j, tx])
                C[vi, vj, v] = A[vi, vj, v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: for i in range(4):
#:     for j in T.unroll(4):
#:         C[i * 128 + j * 32 + tx] = A[i * 128 + j * 32 + tx]


# --- virtual threads are part of what is written out ---
@T.prim_func
def main(A: T.Buffer((4, 4, 4, 32), "float32"), C: T.Buffer((4, 4, 4, 32), "float32")):
    for v in T.thread_binding(4, thread="vthread.x", annotations={"pragma_auto_unroll_max_step": 16}):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for i, j in T.grid(4, 4):
                with T.block("C"):
                    vv, vi, vj, vx = T.axis.remap("SSSS", [v, i, j, tx])
                    C[vv, vi, vj, vx] = A[vv, vi, vj, vx]
#: tx = T.launch_thread("threadIdx.x", 32)
#: for i in range(4):
#:     for j in T.unroll(4):
#:         for v in T.unroll(4, annotations={"pragma_auto_unroll_max_step": 16}):
#:             C[v * 512 + i * 128 + j * 32 + tx] = A[v * 512 + i * 128 + j * 32 + tx]


# --- so are computed lanes, which a copy moves at once ---
@T.prim_func
def main(A: T.Buffer((8, 32, 4), "float32"), B: T.Buffer((8, 32, 4), "float32"), C: T.Buffer((8, 32, 4), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 16}):
        for i in range(8):
            for j in T.vectorized(4):
                with T.block("B"):
                    vi, vx, vj = T.axis.remap("SSS", [i, tx, j])
                    B[vi, vx, vj] = A[vi, vx, vj]
        for i in range(8):
            for j in T.vectorized(4):
                with T.block("C"):
                    vi, vx, vj = T.axis.remap("SSS", [i, tx, j])
                    C[vi, vx, vj] = A[vi, vx, vj] + T.float32(1)
#: tx = T.launch_thread("threadIdx.x", 32)
#: for i in T.unroll(8):
#:     B[i * 128 + tx * 4:i * 128 + tx * 4 + 4] = A[T.Ramp(i * 128 + tx * 4, 1, 4)]
#: for i in range(8):
#:     C[i * 128 + tx * 4:i * 128 + tx * 4 + 4] = A[T.Ramp(i * 128 + tx * 4, 1, 4)] + T.Broadcast(T.float32(1.0), 4)


# --- too much to be written out, though it is asked for ---
@T.prim_func
def main(A: T.Buffer((2049, 32), "float32"), C: T.Buffer((2049, 32), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in T.unroll(2049):
            with T.block("C"):
                vi, vx = T.axis.remap("SS", [i, tx])
                C[vi, vx] = A[vi, vx]
#: tx = T.launch_thread("threadIdx.x", 32)
#: for i in range(2049):
#:     C[i * 32 + tx] = A[i * 32 + tx]


# --- no thread runs it ---
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]
#! launch-threads: None of the loops around the statement that stores to C (i, j) is bound to a thread. Did you forget to bind? Bind one
#! of them to "blockIdx.x" or "threadIdx.x"


# --- loops of one axis differ ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for i in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("B"):
                v = T.axis.spatial(64, bx * 32 + i)
                B[v] = A[v]
        for k in range(2):
            for j in T.thread_binding(16, thread="threadIdx.x"):
                with T.block("C"):
                    v = T.axis.spatial(64, bx * 32 + k * 16 + j)
                    C[v] = A[v]
#! launch-threads: All loops that are bound to threadIdx.x should have the same extent, but those of i and j differ


# --- an extent differs between iterations ---
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    for bx in T.thread_binding(8, thread="blockIdx.x"):
        for tx in T.thread_binding(bx + 1, thread="threadIdx.x"):
            with T.block("C"):
                v, w = T.axis.remap("SS", [bx, tx])
                C[v, w] = A[v, w]
#! launch-threads: Loop tx is bound to threadIdx.x, but its extent differs from one iteration of the loops around it to the next


# --- shared memory does not outlive a kernel ---
@T.prim_func
def main(A: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((32,), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.block("S"):
            v = T.axis.spatial(32, tx)
            S[v] = A[v]
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.block("C"):
            v = T.axis.spatial(32, tx)
            C[v] = S[31 - v]
#! launch-threads: Buffer S of scope "shared" is used in two kernels, and lives in one only: give it the scope "global"


# --- threads would wait in a loop that ends earlier for some ---
@T.prim_func
def main(A: T.Buffer((32, 32), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((32,), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(tx):
            S[tx] = A[i, tx]
            C[tx] = S[31 - tx]
#! barriers: Threads of a block would have to wait for each other in a loop that is not the same for all of them


# --- iterations of such a loop store what other threads store in others of theirs ---
@T.prim_func
def main(A: T.Buffer((40,), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((40,), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(40 - T.max(tx, 8)):
            S[tx + i] = A[tx + i]
        C[tx] = S[tx] + S[tx + 8]
#! barriers: Threads of a block would have to wait for each other in a loop that is not the same for all of them


# --- the same where the loop ends when each thread has enough ---
@T.prim_func
def main(A: T.Buffer((64,), "int32"), C: T.Buffer((32,), "int32")):
    S = T.alloc_buffer((64,), "int32", scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        n = T.alloc_buffer((1,), "int32", scope="local")
        n[0] = 0
        while n[0] < A[tx] % 8:
            S[tx + n[0]] = n[0]
            n[0] = n[0] + 1
        C[tx] = A[tx]
#! barriers: Threads of a block would have to wait for each other in a loop that is not the same for all of them


# --- more threads than a block may have ---
@T.prim_func
def main(A: T.Buffer((2048,), "float32"), C: T.Buffer((2048,), "float32")):
    for ty in T.thread_binding(4, thread="threadIdx.y"):
        for tx in T.thread_binding(512, thread="threadIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(2048, ty * 512 + tx)
                C[v] = A[v]
#! kernel-limits: Kernel main_kernel has 2048 threads in a block, and the target allows 1024 (max_threads_per_block)


# --- more shared memory than a block may have ---
@T.prim_func
def main(A: T.Buffer((16384,), "float32"), C: T.Buffer((16384,), "float32")):
    S = T.alloc_buffer((16384,), scope="shared")
    for tx in T.thread_binding(1024, thread="threadIdx.x"):
        for i in range(16):
            with T.block("S"):
                v = T.axis.spatial(16384, i * 1024 + tx)
                S[v] = A[v]
        for i in range(16):
            with T.block("C"):
                v = T.axis.spatial(16384, i * 1024 + tx)
                C[v] = S[16383 - v]
#! kernel-limits: Kernel main_kernel needs 65536 bytes of shared memory (S 65536), and the target allows 49152 in a block
#! (max_shared_memory_per_block)


# --- a loop that does not reduce inside of one that does ---
@T.prim_func
def main(A: T.Buffer((4, 32), "float32"), C: T.Buffer((4,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for i in range(4):
                with T.block("C"):
                    v, vk = T.axis.remap("SR", [i, tx])
                    with T.init():
                        C[v] = T.float32(0)
                    C[v] = C[v] + A[v, vk]
#! cross-thread-reduction: Block "C" reduces over threads, but loop i, which is no loop of the reduction, lies inside of loop tx, which
#! is. Reorder them


# --- a reduction over threads without its init ---
@T.prim_func
def main(A: T.Buffer((4, 32), "float32"), C: T.Buffer((4,), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                v, vk = T.axis.remap("SR", [bx, tx])
                C[v] = C[v] + A[v, vk]
#! cross-thread-reduction: Block "C" reduces over threads and has no init: decompose_reduction may not be applied to it


# --- matrix instructions on parts of buffers ---
@T.prim_func
def main(A: T.Buffer((64, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float32")):
    S = T.alloc_buffer((64, 64), "float16", scope="shared.dyn")
    a = T.alloc_buffer((64, 64), "float16", scope="wmma.matrix_a")
    b = T.alloc_buffer((64, 64), "float16", scope="wmma.matrix_b")
    c = T.alloc_buffer((64, 64), "float32", scope="wmma.accumulator")
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for ty in T.thread_binding(2, thread="threadIdx.y"):
            for j in range(2):
                with T.block("fill"):
                    vi = T.axis.spatial(4, bx)
                    vj = T.axis.spatial(4, ty * 2 + j)
                    T.reads()
                    T.writes(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
                    f = T.match_buffer(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float32", strides=("f1", "f0"),
                        scope="wmma.accumulator", offset_factor=16)
                    T.tvm_fill_fragment(f.data, 16, 16, 16,
                        f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16, T.float32(0))
            for k in range(4):
                for i in range(4):
                    for ty_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.block("S"):
                                v = T.axis.spatial(64, bx * 16 + (i * 64 + ty_1 * 32 + tx) // 16)
                                w = T.axis.spatial(64, k * 16 + (i * 64 + ty_1 * 32 + tx) % 16)
                                T.reads(A[v, w])
                                T.writes(S[v, w])
                                T.block_attr({"buffer_dim_align": [[0, 0, 16, 8]]})
                                S[v, w] = A[v, w]
                with T.block("a"):
                    vi, vk = T.axis.remap("SS", [bx, k])
                    T.reads(S[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16])
                    T.writes(a[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16])
                    s = T.match_buffer(S[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16], (16, 16), "float16", strides=("s1", "s0"),
                        scope="shared.dyn", offset_factor=16)
                    f = T.match_buffer(a[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16], (16, 16), "float16", strides=("f1", "f0"),
                        scope="wmma.matrix_a", offset_factor=16)
                    T.tvm_load_matrix_sync(f.data, 16, 16, 16,
                        f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16,
                        T.tvm_access_ptr(T.type_annotation("float16"), s.data, s.elem_offset, s.strides[0] * 16, 1), s.strides[0],
                        "row_major")
                for j in range(2):
                    with T.block("b"):
                        vk = T.axis.spatial(4, k)
                        vj = T.axis.spatial(4, ty * 2 + j)
                        T.reads(B[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16])
                        T.writes(b[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16])
                        s = T.match_buffer(B[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float16", strides=("s1", "s0"),
                            offset_factor=16)
                        f = T.match_buffer(b[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float16", strides=("f1", "f0"),
                            scope="wmma.matrix_b", offset_factor=16)
                        T.tvm_load_matrix_sync(f.data, 16, 16, 16,
                            f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16,
                            T.tvm_access_ptr(T.type_annotation("float16"), s.data, s.elem_offset, s.strides[0] * 16, 1), s.strides[0],
                            "row_major")
                for j in range(2):
                    with T.block("multiply"):
                        vi = T.axis.spatial(4, bx)
                        vj = T.axis.spatial(4, ty * 2 + j)
                        vk = T.axis.reduce(4, k)
                        T.reads(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], a[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16],
                            b[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16])
                        T.writes(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
                        f = T.match_buffer(a[vi * 16:vi * 16 + 16, vk * 16:vk * 16 + 16], (16, 16), "float16", strides=("f1", "f0"),
                            scope="wmma.matrix_a", offset_factor=16)
                        g = T.match_buffer(b[vk * 16:vk * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float16", strides=("g1", "g0"),
                            scope="wmma.matrix_b", offset_factor=16)
                        h = T.match_buffer(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float32", strides=("h1", "h0"),
                            scope="wmma.accumulator", offset_factor=16)
                        T.tvm_mma_sync(h.data,
                            h.elem_offset // h.strides[0] // 16 * (h.strides[0] // 16) + h.elem_offset % h.strides[0] // 16, f.data,
                            f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16, g.data,
                            g.elem_offset // g.strides[0] // 16 * (g.strides[0] // 16) + g.elem_offset % g.strides[0] // 16, h.data,
                            h.elem_offset // h.strides[0] // 16 * (h.strides[0] // 16) + h.elem_offset % h.strides[0] // 16)
            for j in range(2):
                with T.block("C"):
                    vi = T.axis.spatial(4, bx)
                    vj = T.axis.spatial(4, ty * 2 + j)
                    T.reads(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
                    T.writes(C[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
                    f = T.match_buffer(c[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float32", strides=("f1", "f0"),
                        scope="wmma.accumulator", offset_factor=16)
                    s = T.match_buffer(C[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), "float32", strides=("s1", "s0"),
                        offset_factor=16)
                    T.tvm_store_matrix_sync(f.data, 16, 16, 16,
                        f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16,
                        T.tvm_access_ptr(T.type_annotation("float32"), s.data, s.elem_offset, s.strides[0] * 16, 2), s.strides[0],
                        "row_major")
#: bx = T.launch_thread("blockIdx.x", 4)
#: tx = T.launch_thread("threadIdx.x", 32)
#: ty = T.launch_thread("threadIdx.y", 2)
#: c = T.decl_buffer((512,), "float32", scope="wmma.accumulator")
#: for j in range(2):
#:     T.tvm_fill_fragment(c.data, 16, 16, 16, j, T.float32(0.0))
#: for k in range(4):
#:     S = T.decl_buffer((376,), "float16", scope="shared.dyn")
#:     T.tvm_storage_sync("shared")
#:     for i in range(4):
#:         S[i * 96 + ty * 48 + tx // 16 * 24 + tx % 16] = A[bx * 1024 + i * 256 + ty * 128 + tx // 16 * 64 + k * 16 + tx % 16]
#:     a = T.decl_buffer((256,), "float16", scope="wmma.matrix_a")
#:     T.tvm_storage_sync("shared")
#:     T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), S.data, 0, 384, 1), 24, "row_major")
#:     b = T.decl_buffer((512,), "float16", scope="wmma.matrix_b")
#:     for j in range(2):
#:         T.tvm_load_matrix_sync(b.data, 16, 16, 16, j, T.tvm_access_ptr(T.type_annotation("float16"), B.data, \
#:             k * 1024 + ty * 32 + j * 16, 1024, 1), 64, "row_major")
#:     for j in range(2):
#:         T.tvm_mma_sync(c.data, j, a.data, 0, b.data, j, c.data, j)
#: for j in range(2):
#:     T.tvm_store_matrix_sync(c.data, 16, 16, 16, j, T.tvm_access_ptr(T.type_annotation("float32"), C.data, \
#:         bx * 1024 + ty * 32 + j * 16, 1024, 2), 64, "row_major")


# --- fragments keep what an earlier iteration left in them ---
@T.prim_func
def main(C: T.Buffer((64, 16), "float32")):
    c = T.alloc_buffer((16, 16), "float32", scope="wmma.accumulator")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for k in range(4):
            with T.block("fill"):
                vk = T.axis.spatial(4, k)
                T.where(k < 1)
                T.reads()
                T.writes(c[0:16, 0:16])
                f = T.match_buffer(c[0:16, 0:16], (16, 16), "float32", strides=("f1", "f0"), scope="wmma.accumulator", offset_factor=16)
                T.tvm_fill_fragment(f.data, 16, 16, 16, f.elem_offset // f.strides[0] // 16, T.float32(1))
            with T.block("C"):
                vk = T.axis.spatial(4, k)
                T.reads(c[0:16, 0:16])
                T.writes(C[vk * 16:vk * 16 + 16, 0:16])
                f = T.match_buffer(c[0:16, 0:16], (16, 16), "float32", strides=("f1", "f0"), scope="wmma.accumulator", offset_factor=16)
                s = T.match_buffer(C[vk * 16:vk * 16 + 16, 0:16], (16, 16), "float32", strides=("s1", "s0"), offset_factor=16)
                T.tvm_store_matrix_sync(f.data, 16, 16, 16, f.elem_offset // f.strides[0] // 16,
                    T.tvm_access_ptr(T.type_annotation("float32"), s.data, s.elem_offset, s.strides[0] * 16, 2), s.strides[0], "row_major")
#: tx = T.launch_thread("threadIdx.x", 32)
#: c = T.decl_buffer((256,), "float32", scope="wmma.accumulator")
#: for k in range(4):
#:     if k < 1:
#:         T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(1.0))
#:     T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), C.data, k * 256, 256, 2), 16, \
#:         "row_major")


# --- warps store matrices side by side, which waits for nobody ---
@T.prim_func
def main(C: T.Buffer((1024,), "float32")):
    S = T.alloc_buffer((1024,), "float32", scope="shared")
    c = T.alloc_buffer((512,), "float32", scope="wmma.accumulator")
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for j in range(2):
            T.tvm_fill_fragment(c.data, 16, 16, 16, j, T.float32(1))
        for j in range(2):
            T.tvm_store_matrix_sync(c.data, 16, 16, 16, j, T.tvm_access_ptr(T.type_annotation("float32"), S.data, j * 512 + ty * 16, 512,
                2), 32, "row_major")
        for i in range(16):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("C"):
                    v = T.axis.spatial(1024, i * 64 + ty * 32 + tx)
                    C[v] = S[v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: ty = T.launch_thread("threadIdx.y", 2)
#: S = T.decl_buffer((1024,), "float32", scope="shared")
#: c = T.decl_buffer((512,), "float32", scope="wmma.accumulator")
#: for j in range(2):
#:     T.tvm_fill_fragment(c.data, 16, 16, 16, j, T.float32(1.0))
#: for j in range(2):
#:     T.tvm_store_matrix_sync(c.data, 16, 16, 16, j, T.tvm_access_ptr(T.type_annotation("float32"), S.data, j * 512 + ty * 16, \
#:             512, 2), 32, "row_major")
#: T.tvm_storage_sync("shared")
#: for i in range(16):
#:     C[i * 64 + ty * 32 + tx] = S[i * 64 + ty * 32 + tx]


# --- products of four bytes ---
@T.prim_func
def main(A: T.Buffer((32, 32), "int8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((32, 32), "int32")):
    S = T.alloc_buffer((32, 32), "int8", scope="shared")
    D = T.alloc_buffer((32, 32), "int8", scope="shared")
    c = T.alloc_buffer((32, 32), "int32", scope="local")
    for bx in T.thread_binding(32, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("S"):
                v, w = T.axis.remap("SS", [bx, tx])
                S[v, w] = A[v, w]
        for i in range(32):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("D"):
                    v, w = T.axis.remap("SS", [i, tx])
                    D[v, w] = B[v, w]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("init"):
                vi, vj = T.axis.remap("SS", [bx, tx])
                c[vi, vj] = 0
            for k in range(8):
                with T.block("dot"):
                    vi, vj, vk = T.axis.remap("SSR", [bx, tx, k])
                    T.reads(c[vi, vj], S[vi, vk * 4:vk * 4 + 4], D[vj, vk * 4:vk * 4 + 4])
                    T.writes(c[vi, vj])
                    a = T.match_buffer(S[vi, vk * 4:vk * 4 + 4], (4,), "int8", scope="shared", align=4, offset_factor=1)
                    b = T.match_buffer(D[vj, vk * 4:vk * 4 + 4], (4,), "int8", scope="shared", align=4, offset_factor=1)
                    e = T.match_buffer(c[vi, vj], (1,), "int32", scope="local", align=4, offset_factor=1)
                    e[0] = e[0] + T.call_pure_extern("int32", "__dp4a", a[T.Ramp(0, 1, 4)], b[T.Ramp(0, 1, 4)], 0)
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [bx, tx])
                C[vi, vj] = c[vi, vj]
#: bx = T.launch_thread("blockIdx.x", 32)
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((32,), "int8", scope="shared")
#: S[tx] = A[bx * 32 + tx]
#: D = T.decl_buffer((1024,), "int8", scope="shared")
#: for i in range(32):
#:     D[i * 32 + tx] = B[i * 32 + tx]
#: c = T.decl_buffer((1,), "int32", scope="local")
#: c[0] = 0
#: T.tvm_storage_sync("shared")
#: for k in range(8):
#:     c[0] = c[0] + T.call_pure_extern("int32", "__dp4a", S[T.Ramp(k * 4, 1, 4)], D[T.Ramp(tx * 32 + k * 4, 1, 4)], 0)
#: C[bx * 32 + tx] = c[0]


# --- elements of fragments ---
@T.prim_func
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    c = T.alloc_buffer((16, 16), "float32", scope="wmma.accumulator")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i, j in T.grid(16, 16):
            with T.block("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                c[vi, vj] = A[vi, vj]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = c[vi, vj]
#! kernel-limits: Kernel main_kernel accesses elements of c, whose scope "wmma.accumulator" is for matrix instructions: tensorize the
#! block that does, or give the buffer another scope


# --- three stages of copies: one barrier an iteration, and the copies of two iterations in flight ---
@T.prim_func
def main(A: T.Buffer((16, 128), "float32"), B: T.Buffer((128,), "float32")):
    S = T.alloc_buffer((16, 128), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for k in T.serial(16, annotations={"software_pipeline_stage": [0, 2], "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0]}):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for j in T.vectorized(4):
                    with T.block("S"):
                        vk = T.axis.spatial(16, k)
                        v = T.axis.spatial(128, t * 4 + j)
                        S[vk, v] = A[vk, v]
            for j in range(4):
                with T.block("B"):
                    v = T.axis.spatial(128, tx * 4 + j)
                    vk = T.axis.reduce(16, k)
                    with T.init():
                        B[v] = T.float32(0)
                    B[v] = B[v] + S[vk, 127 - v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: for j_init in range(4):
#:     B[tx * 4 + j_init] = T.float32(0.0)
#: S = T.decl_buffer((384,), "float32", scope="shared")
#: T.ptx_cp_async("float32", S.data, tx * 4, A.data, tx * 4, 16)
#: T.ptx_commit_group()
#: T.ptx_cp_async("float32", S.data, tx * 4 + 128, A.data, tx * 4 + 128, 16)
#: T.ptx_commit_group()
#: for k in range(2, 16):
#:     T.ptx_wait_group(1)
#:     T.tvm_storage_sync("shared")
#:     T.ptx_cp_async("float32", S.data, k % 3 * 128 + tx * 4, A.data, k * 128 + tx * 4, 16)
#:     T.ptx_commit_group()
#:     for j in range(4):
#:         B[tx * 4 + j] = B[tx * 4 + j] + S[(k + 1) % 3 * 128 + 127 - j - tx * 4]
#: T.ptx_wait_group(1)
#: T.tvm_storage_sync("shared")
#: for j in range(4):
#:     B[tx * 4 + j] = B[tx * 4 + j] + S[383 - j - tx * 4]
#: T.ptx_wait_group(0)
#: T.tvm_storage_sync("shared")
#: for j in range(4):
#:     B[tx * 4 + j] = B[tx * 4 + j] + S[127 - j - tx * 4]


# --- rows of odd length: zeros where there is nothing, 8 bytes at once; a group of copies of two iterations, awaited twice ---
@T.prim_func
def main(A: T.Buffer((6, 30), "float32"), D: T.Buffer((6, 32), "float16"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    S = T.alloc_buffer((6, 32), scope="shared")
    E = T.alloc_buffer((6, 32), "float16", scope="shared")
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for k in T.serial(6, annotations={"software_pipeline_stage": [0, 1, 1, 2], "software_pipeline_order": [0, 2, 1, 3],
                "software_pipeline_async_stages": [0, 1]}):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                for j in T.vectorized(2):
                    with T.block("S"):
                        vk = T.axis.spatial(6, k)
                        v = T.axis.spatial(32, t * 2 + j)
                        S[vk, v] = T.if_then_else(t < 15, A[vk, v], T.float32(0))
            with T.block("B"):
                vk = T.axis.reduce(6, k)
                v = T.axis.spatial(16, tx)
                with T.init():
                    B[v] = T.float32(0)
                B[v] = B[v] + S[vk, 31 - v]
            for t in T.thread_binding(16, thread="threadIdx.x"):
                for j in T.vectorized(2):
                    with T.block("E"):
                        vk = T.axis.spatial(6, k)
                        v = T.axis.spatial(32, t * 2 + j)
                        E[vk, v] = D[vk, v]
            with T.block("C"):
                vk = T.axis.reduce(6, k)
                v = T.axis.spatial(16, tx)
                with T.init():
                    C[v] = T.float32(0)
                C[v] = C[v] + T.Cast("float32", E[vk, 31 - v])
#: tx = T.launch_thread("threadIdx.x", 16)
#: B[tx] = T.float32(0.0)
#: C[tx] = T.float32(0.0)
#: S = T.decl_buffer((64,), "float32", scope="shared")
#: E = T.decl_buffer((64,), "float16", scope="shared")
#: T.ptx_cp_async("float32", S.data, tx * 2, A.data, tx * 2, 8, tx < 15)
#: T.ptx_commit_group()
#: T.ptx_wait_group(0)
#: T.ptx_cp_async("float32", S.data, tx * 2 + 32, A.data, tx * 2 + 30, 8, tx < 15)
#: T.ptx_cp_async("float16", E.data, tx * 2, D.data, tx * 2, 4)
#: T.ptx_commit_group()
#: T.tvm_storage_sync("shared")
#: B[tx] = B[tx] + S[31 - tx]
#: for k in range(2, 6):
#:     T.ptx_wait_group(0)
#:     T.tvm_storage_sync("shared")
#:     T.ptx_cp_async("float32", S.data, k % 2 * 32 + tx * 2, A.data, k * 30 + tx * 2, 8, tx < 15)
#:     T.ptx_cp_async("float16", E.data, (k + 1) % 2 * 32 + tx * 2, D.data, k * 32 + tx * 2 - 32, 4)
#:     T.ptx_commit_group()
#:     B[tx] = B[tx] + S[(k + 1) % 2 * 32 + 31 - tx]
#:     C[tx] = C[tx] + T.Cast("float32", E[k % 2 * 32 + 31 - tx])
#: T.ptx_wait_group(0)
#: T.tvm_storage_sync("shared")
#: T.ptx_cp_async("float16", E.data, tx * 2 + 32, D.data, tx * 2 + 160, 4)
#: T.ptx_commit_group()
#: B[tx] = B[tx] + S[63 - tx]
#: C[tx] = C[tx] + T.Cast("float32", E[31 - tx])
#: T.ptx_wait_group(0)
#: T.tvm_storage_sync("shared")
#: C[tx] = C[tx] + T.Cast("float32", E[63 - tx])


# --- copies in place where there are no others, in a loop of two iterations at once ---
#@ cuda -arch=sm_75
@T.prim_func
def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((16, 32), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for k in T.serial(16, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0]}):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S"):
                    vk, v = T.axis.remap("SS", [k, t])
                    S[vk, v] = A[vk, v]
            with T.block("B"):
                v, vk = T.axis.remap("SR", [tx, k])
                with T.init():
                    B[v] = T.float32(0)
                B[v] = B[v] + S[vk, 31 - v]
#: tx = T.launch_thread("threadIdx.x", 32)
#: B[tx] = T.float32(0.0)
#: S = T.decl_buffer((64,), "float32", scope="shared")
#: S[tx] = A[tx]
#: for k in range(1, 16):
#:     T.tvm_storage_sync("shared")
#:     S[k % 2 * 32 + tx] = A[k * 32 + tx]
#:     B[tx] = B[tx] + S[(k + 1) % 2 * 32 + 31 - tx]
#: T.tvm_storage_sync("shared")
#: B[tx] = B[tx] + S[63 - tx]


# --- permuted rows of 128 bytes ---
@T.prim_func
def main(A: T.Buffer((16, 64), "float16"), B: T.Buffer((16, 64), "float16")):
    S = T.alloc_buffer((16, 64), "float16", scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(4):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for j in T.vectorized(8):
                    with T.block("S"):
                        r = T.axis.spatial(16, i * 4 + t // 8)
                        c = T.axis.spatial(64, t % 8 * 8 + j)
                        T.block_attr({"permuted_layout": 1})
                        S[r, c] = A[r, c]
        for i in range(4):
            for j in T.vectorized(8):
                with T.block("B"):
                    r = T.axis.spatial(16, tx % 16)
                    c = T.axis.spatial(64, (i * 2 + tx // 16) * 8 + j)
                    B[r, c] = S[r, c]
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((1024,), "float16", scope="shared")
#: for i in range(4):
#:     S[i * 256 + tx * 8 - tx % 8 * 8 + (tx % 8 * 8 ^ i % 2 * 32 + tx // 8 * 8):i * 256 + tx * 8 - tx % 8 * 8 + (tx % \
#: 8 * 8 ^ i % 2 * 32 + tx // 8 * 8) + 8] = A[T.Ramp(i * 256 + tx * 8, 1, 8)]
#: T.tvm_storage_sync("shared")
#: for i in range(4):
#:     B[tx % 16 * 64 + i * 16 + tx // 16 * 8:tx % 16 * 64 + i * 16 + tx // 16 * 8 + 8] = S[T.Ramp(tx % 16 * 64 + (i * \
#: 16 + tx // 16 * 8 ^ tx % 8 * 8), 1, 8)]


# --- permuted rows of 64 bytes ---
@T.prim_func
def main(A: T.Buffer((32, 16), "float32"), B: T.Buffer((32, 16), "float32")):
    S = T.alloc_buffer((32, 16), "float32", scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(4):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for j in T.vectorized(4):
                    with T.block("S"):
                        r = T.axis.spatial(32, i * 8 + t // 4)
                        c = T.axis.spatial(16, t % 4 * 4 + j)
                        T.block_attr({"permuted_layout": 1})
                        S[r, c] = A[r, c]
        for i in range(4):
            for j in T.vectorized(4):
                with T.block("B"):
                    r = T.axis.spatial(32, i * 8 + tx % 8)
                    c = T.axis.spatial(16, tx // 8 * 4 + j)
                    B[r, c] = S[r, c]
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((512,), "float32", scope="shared")
#: for i in range(4):
#:     S[i * 128 + tx * 4 - tx % 4 * 4 + (tx % 4 * 4 ^ tx // 8 * 4):i * 128 + tx * 4 - tx % 4 * 4 + (tx % 4 * 4 ^ tx // \
#: 8 * 4) + 4] = A[T.Ramp(i * 128 + tx * 4, 1, 4)]
#: T.tvm_storage_sync("shared")
#: for i in range(4):
#:     B[i * 128 + tx % 8 * 16 + tx // 8 * 4:i * 128 + tx % 8 * 16 + tx // 8 * 4 + 4] = S[T.Ramp(i * 128 + tx % 8 * 16 \
#: + (tx // 8 * 4 ^ tx % 8 // 2 * 4), 1, 4)]


# --- rows that cannot be permuted: a vector is longer than 16 bytes ---
@T.prim_func
def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32")):
    S = T.alloc_buffer((32, 32), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(8):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                for j in T.vectorized(4):
                    with T.block("S"):
                        r = T.axis.spatial(32, i * 4 + t // 8)
                        c = T.axis.spatial(32, t % 8 * 4 + j)
                        T.block_attr({"permuted_layout": 1})
                        S[r, c] = A[r, c]
        for i in range(4):
            for j in T.vectorized(8):
                with T.block("B"):
                    r = T.axis.spatial(32, tx)
                    c = T.axis.spatial(32, i * 8 + j)
                    B[r, c] = S[r, c]
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((1024,), "float32", scope="shared")
#: for i in range(8):
#:     S[i * 128 + tx * 4:i * 128 + tx * 4 + 4] = A[T.Ramp(i * 128 + tx * 4, 1, 4)]
#: T.tvm_storage_sync("shared")
#: for i in range(4):
#:     B[tx * 32 + i * 8:tx * 32 + i * 8 + 8] = S[T.Ramp(tx * 32 + i * 8, 1, 8)]


# --- dynamic shared memory: what is not in use at the same time overlaps, behind a barrier; more than 48 KiB ---
@T.prim_func
def main(A: T.Buffer((8192,), "float32"), D: T.Buffer((16384,), "float16"), B: T.Buffer((8192,), "float32"),
         C: T.Buffer((16384,), "float16")):
    S = T.alloc_buffer((8192,), scope="shared.dyn")
    E = T.alloc_buffer((16384,), "float16", scope="shared.dyn")
    F = T.alloc_buffer((8192,), scope="shared.dyn")
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        for i in range(128):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("S"):
                    v = T.axis.spatial(8192, i * 64 + t)
                    S[v] = A[v]
        for i in range(128):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("F"):
                    v = T.axis.spatial(8192, i * 64 + t)
                    F[v] = S[8191 - v]
        for i in range(256):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("E"):
                    v = T.axis.spatial(16384, i * 64 + t)
                    E[v] = D[v]
        for i in range(128):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("B"):
                    v = T.axis.spatial(8192, i * 64 + t)
                    B[v] = F[8191 - v]
        for i in range(256):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("C"):
                    v = T.axis.spatial(16384, i * 64 + t)
                    C[v] = E[16383 - v]
#: tx = T.launch_thread("threadIdx.x", 64)
#: S = T.decl_buffer((8192,), "float32", elem_offset=0, scope="shared.dyn")
#: for i in range(128):
#:     S[i * 64 + tx] = A[i * 64 + tx]
#: F = T.decl_buffer((8192,), "float32", elem_offset=8192, scope="shared.dyn")
#: T.tvm_storage_sync("shared")
#: for i in range(128):
#:     F[i * 64 + tx] = S[8191 - tx - i * 64]
#: E = T.decl_buffer((16384,), "float16", elem_offset=0, scope="shared.dyn")
#: T.tvm_storage_sync("shared")
#: for i in range(256):
#:     E[i * 64 + tx] = D[i * 64 + tx]
#: for i in range(128):
#:     B[i * 64 + tx] = F[8191 - tx - i * 64]
#: T.tvm_storage_sync("shared")
#: for i in range(256):
#:     C[i * 64 + tx] = E[16383 - tx - i * 64]


# --- static shared memory of buffers that share is declared once ---
@T.prim_func
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
    S = T.alloc_buffer((1024,), scope="shared")
    U = T.alloc_buffer((1024,), scope="shared")
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        for k in range(2):
            for i in range(16):
                for t in T.thread_binding(64, thread="threadIdx.x"):
                    with T.block("S"):
                        v = T.axis.spatial(1024, i * 64 + t)
                        S[v] = A[v]
            for i in range(16):
                for t in T.thread_binding(64, thread="threadIdx.x"):
                    with T.block("B"):
                        v = T.axis.spatial(1024, i * 64 + t)
                        B[v] = S[1023 - v]
        for i in range(16):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("U"):
                    v = T.axis.spatial(1024, i * 64 + t)
                    U[v] = B[v]
        for i in range(16):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("C"):
                    v = T.axis.spatial(1024, i * 64 + t)
                    B[v] = U[1023 - v]
#: tx = T.launch_thread("threadIdx.x", 64)
#: S = T.decl_buffer((1024,), "float32", scope="shared")
#: for k in range(2):
#:     T.tvm_storage_sync("shared")
#:     for i in range(16):
#:         S[i * 64 + tx] = A[i * 64 + tx]
#:     T.tvm_storage_sync("shared")
#:     for i in range(16):
#:         B[i * 64 + tx] = S[1023 - tx - i * 64]
#: T.tvm_storage_sync("shared")
#: for i in range(16):
#:     S[i * 64 + tx] = B[i * 64 + tx]
#: T.tvm_storage_sync("shared")
#: for i in range(16):
#:     B[i * 64 + tx] = S[1023 - tx - i * 64]


# --- blocks each fill their own shared memory, outside of a loop over blocks, too ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), C: T.Buffer((4, 8), "float32")):
    S = T.alloc_buffer((8,), scope="shared")
    for by in T.thread_binding(2, thread="blockIdx.y"):
        for i in range(8):
            with T.block("S"):
                vi = T.axis.spatial(8, i)
                S[vi] = A[vi]
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            for i in range(8):
                with T.block("C"):
                    v = T.axis.spatial(4, by * 2 + bx)
                    vi = T.axis.spatial(8, i)
                    C[v, vi] = S[7 - vi]
#: bx = T.launch_thread("blockIdx.x", 2)
#: by = T.launch_thread("blockIdx.y", 2)
#: S = T.decl_buffer((8,), "float32", scope="shared")
#: S[0:8] = A[T.Ramp(0, 1, 8)]
#: for i in range(8):
#:     C[by * 16 + bx * 8 + i] = S[7 - i]


# --- one thread stores what would be the same in all ---
@T.prim_func
def main(A: T.Buffer((4,), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((4,), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(4):
            with T.block("S"):
                vi = T.axis.spatial(4, i)
                S[vi] = A[vi]
        with T.block("C"):
            v = T.axis.spatial(32, tx)
            C[v] = S[v % 4]
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((4,), "float32", scope="shared")
#: for i in range(4):
#:     if tx == 0:
#:         S[i] = A[i]
#: T.tvm_storage_sync("shared")
#: C[tx] = S[tx % 4]


# --- a copy that each thread would make while it has something to do is the first one's ---
@T.prim_func
def main(A: T.Buffer((8,), "float32"), C: T.Buffer((40, 8), "float32")):
    S = T.alloc_buffer((8,), scope="shared")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for k in range(8):
                with T.block("S"):
                    v = T.axis.spatial(8, k)
                    T.where(bx * 32 + tx < 40)
                    S[v] = A[v]
                with T.block("C"):
                    v = T.axis.spatial(40, bx * 32 + tx)
                    w = T.axis.spatial(8, k)
                    T.where(bx * 32 + tx < 40)
                    C[v, w] = S[w]
#: bx = T.launch_thread("blockIdx.x", 2)
#: tx = T.launch_thread("threadIdx.x", 32)
#: for k in range(8):
#:     S = T.decl_buffer((1,), "float32", scope="shared")
#:     T.tvm_storage_sync("shared")
#:     if bx * 32 + tx < 40:
#:         if tx == 0:
#:             S[0] = A[k]
#:     T.tvm_storage_sync("shared")
#:     if bx * 32 + tx < 40:
#:         C[bx * 256 + tx * 8 + k] = S[0]


# --- threads whose vectors overlap: their lanes store at once ---
@T.prim_func
def main(A: T.Buffer((33,), "float32"), D: T.Buffer((33,), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in T.vectorized(2):
            with T.block("D"):
                v = T.axis.spatial(33, tx + i)
                D[v] = A[v]
#! share-memory: Several threads of a block would store the same element of D at once: loops over threadIdx that do not tell its
#! elements apart stand around the statement. Move it out of them, bind its own loops to threadIdx, or give D the scope "local"


# --- threads that store the same elements at once ---
@T.prim_func
def main(A: T.Buffer((33,), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((33,), scope="shared")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in T.vectorized(2):
            with T.block("S"):
                v = T.axis.spatial(33, tx // 2 * 2 + i)
                S[v] = A[v]
        with T.block("C"):
            v = T.axis.spatial(32, tx)
            C[v] = S[v]
#! share-memory: Several threads of a block would store the same element of S at once: loops over threadIdx that do not tell its
#! elements apart stand around the statement. Move it out of them, bind its own loops to threadIdx, or give S the scope "local"


# --- blocks that store the same elements ---
@T.prim_func
def main(A: T.Buffer((16,), "float32"), C: T.Buffer((4, 16), "float32")):
    G = T.alloc_buffer((16,))
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for i in range(16):
            with T.block("G"):
                vi = T.axis.spatial(16, i)
                G[vi] = A[vi]
        for i in range(16):
            with T.block("C"):
                v, vi = T.axis.remap("SS", [bx, i])
                C[v, vi] = G[vi]
#! share-memory: Several blocks of threads would store the same element of G: loops over blockIdx that do not tell its elements apart
#! stand around the statement. Move it out of them, or give G the scope "shared" or "local"


# --- blocks that read what others of the same kernel store ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    G = T.alloc_buffer((64,))
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("G"):
                v = T.axis.spatial(64, bx * 16 + tx)
                G[v] = A[v]
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, bx * 16 + tx)
                C[v] = G[63 - v]
#! share-memory: A block of threads would read an element of G that another one of the same kernel stores, and nothing orders them: the
#! statements belong in two kernels. Move one of them out of the loops over blockIdx, or give G the scope "shared" or "local"


# --- the same by an index that memory tells ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), I: T.Buffer((64,), "int32"), C: T.Buffer((64,), "float32")):
    G = T.alloc_buffer((64,))
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("G"):
                v = T.axis.spatial(64, bx * 16 + tx)
                G[v] = A[v]
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, bx * 16 + tx)
                C[v] = G[T.max(T.min(I[v], 63), 0)]
#! share-memory: A block of threads would read an element of G that another one of the same kernel stores, and nothing orders them: the
#! statements belong in two kernels. Move one of them out of the loops over blockIdx, or give G the scope "shared" or "local"


# --- memory of one thread that another one reads ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    L = T.alloc_buffer((64,), scope="local")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("L"):
                v = T.axis.spatial(64, bx * 32 + tx)
                L[v] = A[v]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, bx * 32 + tx)
                C[v] = L[v // 2 * 2]
#! share-memory: Buffer L of scope "local" is one for each thread, and a thread would read elements that another one stores. Bind the
#! loops of the blocks that store and read it to threadIdx alike, or give it the scope "shared"


# --- the same by an index with a divisor that varies ---
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    L = T.alloc_buffer((8, 8), scope="local")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(2):
            with T.block("L"):
                v = T.axis.spatial(8, tx // (i * 4 + 4))
                w = T.axis.spatial(8, tx % (i * 4 + 4))
                L[v, w] = A[v, w]
        with T.block("C"):
            v = T.axis.spatial(8, tx // 8)
            w = T.axis.spatial(8, tx % 8)
            C[v, w] = L[v, w // 2]
#! share-memory: Buffer L of scope "local" is one for each thread, and a thread would read elements that another one stores. Bind the
#! loops of the blocks that store and read it to threadIdx alike, or give it the scope "shared"


# --- by such an index, each thread what it stored itself ---
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    L = T.alloc_buffer((8, 8), scope="local")
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(2):
            with T.block("L"):
                v = T.axis.spatial(8, tx // (i * 4 + 4))
                w = T.axis.spatial(8, tx % (i * 4 + 4))
                L[v, w] = A[v, w]
        with T.block("C"):
            v = T.axis.spatial(8, tx // 8)
            w = T.axis.spatial(8, tx % 8)
            C[v, w] = L[v, w]
#: tx = T.launch_thread("threadIdx.x", 32)
#: L = T.decl_buffer((64,), "float32", scope="local")
#: for i in range(2):
#:     L[tx // (i * 4 + 4) * 8 + tx % (i * 4 + 4)] = A[tx // (i * 4 + 4) * 8 + tx % (i * 4 + 4)]
#: C[tx] = L[tx]


# --- an element that memory tells can be one that another thread stores ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), I: T.Buffer((64,), "int32"), C: T.Buffer((64,), "float32")):
    L = T.alloc_buffer((64,), scope="local")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("L"):
                v = T.axis.spatial(64, bx * 32 + tx)
                L[v] = A[v]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, bx * 32 + tx)
                C[v] = L[T.max(T.min(I[v], 63), 0)]
#! share-memory: Buffer L of scope "local" is one for each thread, and a thread would read elements that another one stores. Bind the
#! loops of the blocks that store and read it to threadIdx alike, or give it the scope "shared"


# --- an element that memory tells of what the block stores itself ---
@T.prim_func
def main(A: T.Buffer((32,), "float32"), I: T.Buffer((64,), "int32"), C: T.Buffer((64,), "float32")):
    S = T.alloc_buffer((32,), scope="shared")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("S"):
                v = T.axis.spatial(32, tx)
                S[v] = A[v]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, bx * 32 + tx)
                C[v] = S[T.max(T.min(I[v], 31), 0)]
#: bx = T.launch_thread("blockIdx.x", 2)
#: tx = T.launch_thread("threadIdx.x", 32)
#: S = T.decl_buffer((32,), "float32", scope="shared")
#: S[tx] = A[tx]
#: T.tvm_storage_sync("shared")
#: C[bx * 32 + tx] = S[T.max(T.min(I_1[bx * 32 + tx], 31), 0)]


# --- shared memory that keeps elements from one kernel to the next ---
@T.prim_func
def main(A: T.Buffer((4, 32), "float32"), C: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((32,), scope="shared")
    for k in range(4):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("zero"):
                v = T.axis.spatial(32, tx)
                T.where(k == 0)
                S[v] = T.float32(0)
            with T.block("S"):
                v, vk = T.axis.remap("SR", [tx, k])
                S[v] = S[v] + A[vk, v]
            with T.block("C"):
                v = T.axis.spatial(32, tx)
                C[v] = S[v]
#! launch-threads: Buffer S of scope "shared" keeps elements from one iteration of loop k to the next, which is another kernel. Bind the
#! loops around it to blockIdx, move them out of loop k, or give it the scope "global"


# --- memory of one block that another one reads ---
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    S = T.alloc_buffer((64,), scope="shared")
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("S"):
                v = T.axis.spatial(64, bx * 16 + tx)
                S[v] = A[v]
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            with T.block("C"):
                v = T.axis.spatial(64, tx * 4 + bx)
                C[v] = S[v]
#! share-memory: Buffer S of scope "shared" is one for each block of threads, and a block of threads would read elements that another
#! one stores. Bind the loops of the blocks that store and read it to blockIdx alike, or give it the scope "global", in a kernel of its
#! own


# --- loops of one axis inside of each other, and a block that needs both ---
@T.prim_func
def main(A: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for ty in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                v, w = T.axis.remap("SS", [tx, ty])
                C[v, w] = A[v, w]
#! launch-threads: Loops tx and ty are both bound to threadIdx.x, one inside of the other, and what is in them depends on both. Bind one
#! of them to another axis, or move it out of the other


# --- a use of a reduction's result among its loops ---
@T.prim_func
def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4,), "float32")):
    S = T.alloc_buffer((4,))
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for k in range(2):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S"):
                    v = T.axis.spatial(4, bx)
                    vk = T.axis.reduce(64, k * 32 + tx)
                    with T.init():
                        S[v] = T.float32(0)
                    S[v] = S[v] + A[v, vk]
            with T.block("C"):
                v = T.axis.spatial(4, bx)
                C[v] = S[v]
#! cross-thread-reduction: Block "S" reduces over threads, and block "C" uses the result in the loops of the reduction, in which each
#! thread has a part of it. Move block "C" out of loop k

# --- a copy of which some elements of a vector are left out is made in place ---
@T.prim_func
def main(A: T.Buffer((4, 34), "float32"), B: T.Buffer((34,), "float32")):
    S = T.alloc_buffer((4, 34), scope="shared")
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for k in T.serial(4, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0]}):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                for j in T.vectorized(4):
                    with T.block("S"):
                        T.where(t * 4 + j < 34)
                        vk = T.axis.spatial(4, k)
                        v = T.axis.spatial(34, t * 4 + j)
                        S[vk, v] = A[vk, v]
            for j in range(3):
                with T.block("B"):
                    T.where(tx * 3 + j < 34)
                    v = T.axis.spatial(34, tx * 3 + j)
                    vk = T.axis.reduce(4, k)
                    with T.init():
                        B[v] = T.float32(0)
                    B[v] = B[v] + S[vk, 33 - v]
#: tx = T.launch_thread("threadIdx.x", 16)
#: for j_init in range(3):
#:     if tx * 3 + j_init < 34:
#:         B[tx * 3 + j_init] = T.float32(0.0)
#: S = T.decl_buffer((68,), "float32", scope="shared")
#: if T.Ramp(tx * 4, 1, 4) < T.Broadcast(34, 4):
#:     S[tx * 4:tx * 4 + 4] = A[T.Ramp(tx * 4, 1, 4)]
#: for k in range(1, 4):
#:     T.tvm_storage_sync("shared")
#:     if T.Ramp(tx * 4, 1, 4) < T.Broadcast(34, 4):
#:         S[k % 2 * 34 + tx * 4:k % 2 * 34 + tx * 4 + 4] = A[T.Ramp(k * 34 + tx * 4, 1, 4)]
#:     T.tvm_storage_sync("shared")
#:     for j in range(3):
#:         if tx * 3 + j < 34:
#:             B[tx * 3 + j] = B[tx * 3 + j] + S[(k + 1) % 2 * 34 + 33 - j - tx * 3]
#: for j in range(3):
#:     if tx * 3 + j < 34:
#:         B[tx * 3 + j] = B[tx * 3 + j] + S[67 - j - tx * 3]
