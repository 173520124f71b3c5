# SPDX-License-Identifier: Apache-2.0
# Copies inside scope blocks, under predicates, for listed consumers, in every scope; and with index maps.
# program inside-a-scope-block with n = 4, m = 4
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i0, j0 in T.grid($n, $m):
        with T.sblock("scope"):
            i, j = T.axis.remap("SS", [i0, j0])
            T.reads(A[i * 4:i * 4 + 4, j * 4:j * 4 + 4])
            T.writes(D[i * 4:i * 4 + 4, j * 4:j * 4 + 4])
            for x, y in T.grid(4, 4):
                with T.sblock("B"):
                    vi = T.axis.spatial(16, i * 4 + x)
                    vj = T.axis.spatial(16, j * 4 + y)
                    B[vi, vj] = A[vi, vj] * T.float32(2)
            for x, y in T.grid(4, 4):
                with T.sblock("D"):
                    vi = T.axis.spatial(16, i * 4 + x)
                    vj = T.axis.spatial(16, j * 4 + y)
                    D[vi, vj] = B[vi, vj] + T.float32(1)
# case inside-a-scope-block-1 on inside-a-scope-block
sch.cache_read("B", 0, "local")
# case inside-a-scope-block-2 on inside-a-scope-block
sch.cache_read("D", 0, "local")
# case inside-a-scope-block-3 on inside-a-scope-block
sch.cache_read("scope", 0, "local")
# case inside-a-scope-block-4 on inside-a-scope-block
sch.cache_write("B", 0, "local")
# case inside-a-scope-block-5 on inside-a-scope-block
sch.cache_write("D", 0, "local")
# case inside-a-scope-block-6 on inside-a-scope-block
sch.cache_write("scope", 0, "local")
# case inside-a-scope-block-7 on inside-a-scope-block
sch.cache_write("scope", 0, "local")
sch.cache_read("scope", 0, "shared")
sch.cache_write("D", 0, "global")
# case inside-a-scope-block-8 on inside-a-scope-block
sch.cache_read("B", 0, "global")
sch.cache_read("D", 0, "shared")
# case inside-a-scope-block-9 on inside-a-scope-block
sch.reindex("B", ("read", 0))
# case inside-a-scope-block-10 on inside-a-scope-block
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (j, i))
# case inside-a-scope-block-11 on inside-a-scope-block
sch.reindex_cache_write("D", 0, "shared", lambda i, j: (j, i))
# program inside-a-scope-block-with-axes-of-its-own with
#   where = T.where(i0 < 3) | T.where(i0 * 4 + j0 < 15) | T.sblock_attr({"a": 1}), shape = 16, 16, b = i * 4 + vx, j * 4 + vy | vx, vy
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i0, j0 in T.grid(4, 4):
        with T.sblock("scope"):
            i, j = T.axis.remap("SS", [i0, j0])
            T.reads(A[i * 4:i * 4 + 4, j * 4:j * 4 + 4])
            T.writes(D[i * 4:i * 4 + 4, j * 4:j * 4 + 4])
            $where
            B = T.sblock_alloc_buffer(($shape))
            for x, y in T.grid(4, 4):
                with T.sblock("B"):
                    vx, vy = T.axis.remap("SS", [x, y])
                    B[$b] = A[i * 4 + vx, j * 4 + vy] * T.float32(2)
            for x, y in T.grid(4, 4):
                with T.sblock("D"):
                    vx, vy = T.axis.remap("SS", [x, y])
                    D[i * 4 + vx, j * 4 + vy] = B[$b] + T.float32(1)
# case inside-a-scope-block-with-axes-of-its-own-1 on inside-a-scope-block-with-axes-of-its-own
sch.cache_read("B", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-2 on inside-a-scope-block-with-axes-of-its-own
sch.cache_read("D", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-3 on inside-a-scope-block-with-axes-of-its-own
sch.cache_read("scope", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-4 on inside-a-scope-block-with-axes-of-its-own
sch.cache_write("B", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-5 on inside-a-scope-block-with-axes-of-its-own
sch.cache_write("D", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-6 on inside-a-scope-block-with-axes-of-its-own
sch.cache_write("scope", 0, "local")
# case inside-a-scope-block-with-axes-of-its-own-7 on inside-a-scope-block-with-axes-of-its-own
sch.reindex("B", ("read", 0))
# case inside-a-scope-block-with-axes-of-its-own-8 on inside-a-scope-block-with-axes-of-its-own
sch.reindex("D", ("write", 0))
# case inside-a-scope-block-with-axes-of-its-own-9 on inside-a-scope-block-with-axes-of-its-own
sch.reindex_cache_read("B", 0, "shared", lambda x, y: (y, x))
# case inside-a-scope-block-with-axes-of-its-own-10 on inside-a-scope-block-with-axes-of-its-own
sch.reindex_cache_write("D", 0, "shared", lambda x, y: (y, x))
# program a-reduction-in-a-scope-block
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), W: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i0, j0 in T.grid(4, 4):
        with T.sblock("scope"):
            i, j = T.axis.remap("SS", [i0, j0])
            T.reads(A[i * 4:i * 4 + 4, 0:16], W[0:16, j * 4:j * 4 + 4])
            T.writes(C[i * 4:i * 4 + 4, j * 4:j * 4 + 4])
            for x, y, k in T.grid(4, 4, 16):
                with T.sblock("C"):
                    vx, vy, vk = T.axis.remap("SSR", [x, y, k])
                    with T.init():
                        C[i * 4 + vx, j * 4 + vy] = T.float32(0)
                    C[i * 4 + vx, j * 4 + vy] = C[i * 4 + vx, j * 4 + vy] + A[i * 4 + vx, vk] * W[vk, j * 4 + vy]
# case a-reduction-in-a-scope-block-1 on a-reduction-in-a-scope-block
sch.cache_read("C", 0, "shared")
# case a-reduction-in-a-scope-block-2 on a-reduction-in-a-scope-block
sch.cache_read("C", 1, "shared")
sch.cache_read("C", 0, "shared")
sch.cache_write("C", 0, "local")
# case a-reduction-in-a-scope-block-3 on a-reduction-in-a-scope-block
sch.cache_write("scope", 0, "local")
# case a-reduction-in-a-scope-block-4 on a-reduction-in-a-scope-block
sch.cache_read("scope", 0, "local")
# case a-reduction-in-a-scope-block-5 on a-reduction-in-a-scope-block
b = sch.cache_write("C", 0, "local")
sch.reverse_compute_at(b, sch.get_loops("C")[0])
# case a-reduction-in-a-scope-block-6 on a-reduction-in-a-scope-block
b = sch.cache_read("C", 0, "shared")
sch.compute_at(b, sch.get_loops("C")[2])
# program blockized-tiles
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), W: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j, k in T.grid(16, 16, 16):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
# case blockized-tiles-1 on blockized-tiles with
#   step = sch.cache_read(b, 0, "shared") | sch.cache_write(b, 0, "local") | sch.cache_read("C", 0, "shared") |
#   sch.cache_write("C", 0, "local") | sch.reverse_compute_at(sch.cache_write(b, 0, "local"), j0) |
#   sch.compute_at(sch.cache_read(b, 1, "local"), k0) | sch.compute_at(sch.cache_read(b, 0, "local"), sch.get_loops(b)[1])
i, j, k = sch.get_loops("C")
i0, i1 = sch.split(i, [4, 4])
j0, j1 = sch.split(j, [4, 4])
k0, k1 = sch.split(k, [4, 4])
sch.reorder(i0, j0, k0, i1, j1, k1)
b = sch.blockize(i1)
$step
# program listed-consumers
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 16):
        with T.sblock("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vj, vi] * A[vi, vj]
# case listed-consumers-1 on listed-consumers
sch.cache_read("C", 0, "local", [])
# case listed-consumers-2 on listed-consumers
sch.cache_read("C", 0, "local", ["C"])
# case listed-consumers-3 on listed-consumers
sch.cache_read("C", 0, "local", ["D"])
# case listed-consumers-4 on listed-consumers
sch.cache_read("D", 0, "local", ["C", "D"])
# case listed-consumers-5 on listed-consumers
sch.cache_read("D", 1, "local", ["D"])
# case listed-consumers-6 on listed-consumers
sch.cache_read("B", 0, "local", ["D"])
# case listed-consumers-7 on listed-consumers
sch.cache_write("B", 0, "local", consumer_blocks=["D"])
# case listed-consumers-8 on listed-consumers
sch.cache_write("B", 0, "local", consumer_blocks=["C"])
# case listed-consumers-9 on listed-consumers
sch.cache_write("B", 0, "shared", consumer_blocks=["C", "D"])
# case listed-consumers-10 on listed-consumers
sch.cache_write("B", 0, "shared", ["B"])
# case listed-consumers-11 on listed-consumers
sch.cache_write("C", 0, "shared", ["D"])
# case listed-consumers-12 on listed-consumers with
#   scope = global | shared | local | warp | shared.dyn | wmma.matrix_a | wmma.accumulator | texture | foo | global.A_reg |
#   m16n8k8.matrixA
sch.cache_read("D", 0, "$scope")
# program guarded-blocks with
#   bw = T.where(i * 16 + j < 200) | T.where(i < 12) | T.reads(A[vi, vj]), cw = T.where(i < 12) | T.where(i * 16 + j < 180) |
#   T.reads(B[vi, vj])
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            $bw
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            $cw
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case guarded-blocks-1 on guarded-blocks
sch.cache_read("C", 0, "local")
# case guarded-blocks-2 on guarded-blocks
sch.cache_read("B", 0, "local")
# case guarded-blocks-3 on guarded-blocks
sch.cache_write("B", 0, "local")
# case guarded-blocks-4 on guarded-blocks
sch.cache_write("C", 0, "local")
# program guarded-tiles
@T.prim_func(s_tir=True)
def main(A: T.Buffer((120,), "float32"), C: T.Buffer((120,), "float32")):
    B = T.sblock_alloc_buffer((120,))
    for i, j in T.grid(16, 8):
        with T.sblock("B"):
            v = T.axis.spatial(120, i * 8 + j)
            T.where(i * 8 + j < 120)
            B[v] = A[v] + T.float32(1)
    for i, j in T.grid(16, 8):
        with T.sblock("C"):
            v = T.axis.spatial(120, i * 8 + j)
            T.where(i * 8 + j < 120)
            C[v] = B[v] + T.float32(1)
# case guarded-tiles-1 on guarded-tiles
sch.cache_write("B", 0, "shared")
# case guarded-tiles-2 on guarded-tiles
sch.cache_write("C", 0, "shared")
# case guarded-tiles-3 on guarded-tiles
sch.cache_read("C", 0, "shared")
# case guarded-tiles-4 on guarded-tiles
sch.cache_read("B", 0, "shared")
# case guarded-tiles-5 on guarded-tiles
b = sch.cache_write("B", 0, "shared")
sch.reverse_compute_at(b, sch.get_loops("B")[0])
# case guarded-tiles-6 on guarded-tiles
sch.reindex("B", ("write", 0))
# case guarded-tiles-7 on guarded-tiles
sch.reindex("C", ("read", 0))
# program int64
@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.int64(1), T.int64(16)), "float32"), C: T.Buffer((T.int64(1), T.int64(16)), "float32")):
    B = T.sblock_alloc_buffer((T.int64(1), T.int64(16)), "float32")
    for i, j in T.grid(T.int64(1), T.int64(16)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(T.int64(1), T.int64(16)):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case int64-1 on int64
sch.cache_read("B", 0, "local")
sch.cache_write("B", 0, "local")
sch.cache_write("C", 0, "local")
# case int64-2 on int64
sch.reindex("B", ("read", 0))
sch.reindex("C", ("write", 0))
# case int64-3 on int64
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (j, i))
sch.reindex_cache_write("C", 0, "shared", lambda i, j: (j, i))
# case int64-4 on int64
sch.cache_inplace("B", 0, "local")
# program symbolic
@T.prim_func(s_tir=True)
def main(a: T.handle, w: T.handle, c: T.handle, n: T.int32):
    A = T.match_buffer(a, (n, 16))
    W = T.match_buffer(w, (16, 16))
    C = T.match_buffer(c, (n, 16))
    for i0, i1, j, k in T.grid((n + 3) // 4, 4, 16, 16):
        with T.sblock("C"):
            vi = T.axis.spatial(n, i0 * 4 + i1)
            vj, vk = T.axis.remap("SR", [j, k])
            T.where(i0 * 4 + i1 < n)
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
# case symbolic-1 on symbolic
sch.cache_read("C", 0, "shared")
# case symbolic-2 on symbolic
sch.cache_write("C", 0, "local")
# case symbolic-3 on symbolic
b = sch.cache_write("C", 0, "local")
sch.reverse_compute_at(b, sch.get_loops("C")[0])
# case symbolic-4 on symbolic
b = sch.cache_read("C", 0, "shared")
sch.compute_at(b, sch.get_loops("C")[0])
# case symbolic-5 on symbolic
b = sch.cache_read("C", 1, "shared")
sch.compute_at(b, sch.get_loops("C")[1])
# program opaque-accesses
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float16"), D: T.Buffer((16, 16), "float16")):
    B = T.sblock_alloc_buffer((16, 16), "float16")
    for i, j in T.grid(16, 16):
        with T.sblock("load"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:16, 0:16])
            T.writes(D[0:16, 0:16])
            D[vi, vj] = A[vi, vj]
    for i, j in T.grid(1, 1):
        with T.sblock("opaque"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:16, 0:16])
            T.writes(B[0:16, 0:16])
            T.evaluate(T.tvm_load_matrix_sync(B.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), A.data, vi * 256, 256, 1), 16, "row_major"))
# case opaque-accesses-1 on opaque-accesses
sch.cache_read("load", 0, "global")
# case opaque-accesses-2 on opaque-accesses
sch.cache_write("load", 0, "global")
# case opaque-accesses-3 on opaque-accesses
sch.cache_read("opaque", 0, "global")
# case opaque-accesses-4 on opaque-accesses
sch.cache_write("opaque", 0, "global")
# program match-buffers with offset = None
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(4, 4):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
            T.writes(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
            As = T.match_buffer(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), elem_offset=$offset)
            Bs = T.match_buffer(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), elem_offset=$offset)
            for x, y in T.grid(4, 4):
                with T.sblock("in"):
                    vx, vy = T.axis.remap("SS", [x, y])
                    Bs[vx, vy] = As[vx, vy] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case match-buffers-1 on match-buffers
sch.cache_read("B", 0, "global")
# case match-buffers-2 on match-buffers
sch.cache_write("B", 0, "global")
# case match-buffers-3 on match-buffers
sch.cache_read("C", 0, "global")
# program windows with load = vi, vj | vi + 2, vj | vi + 1, 15 - vj | vi // 2 + 4, vj | 5, vj
@T.prim_func(s_tir=True)
def main(A: T.Buffer((18, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((18, 16))
    for i, j in T.grid(18, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[$load] + T.float32(1)
# case windows-1 on windows
sch.cache_read("C", 0, "local")
# case windows-2 on windows
sch.cache_write("B", 0, "local")
# case windows-3 on windows
sch.reindex("C", ("read", 0))
# case windows-4 on windows
sch.reindex_cache_read("C", 0, "shared", lambda i, j: (j, i))
# case windows-5 on windows
sch.compute_at(sch.cache_read("C", 0, "local"), sch.get_loops("C")[0])
# program in-place
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.sblock("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
# case in-place-1 on in-place
sch.cache_read("A", 0, "local")
# case in-place-2 on in-place
sch.cache_write("A", 0, "local")
# case in-place-3 on in-place
sch.cache_inplace("A", 0, "local")
# case in-place-4 on in-place
sch.cache_read("C", 0, "local")
# case in-place-5 on in-place
sch.cache_write("C", 0, "local")
