# SPDX-License-Identifier: Apache-2.0
# program two-sums
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i in T.serial(16):
        for j1 in T.serial(16):
            for k1o, k1i in T.grid(4, 4):
                with T.sblock("C"):
                    ci, cj = T.axis.remap("SS", [i, j1])
                    ck = T.axis.reduce(16, k1o * 4 + k1i)
                    with T.init():
                        C[ci, cj] = T.float32(0)
                    C[ci, cj] = C[ci, cj] + A[ci, cj, ck]
            for k2o, k2i in T.grid(4, 4):
                with T.sblock("D"):
                    di, dj = T.axis.remap("SS", [i, j1])
                    dk = T.axis.reduce(16, k2o * 4 + k2i)
                    with T.init():
                        D[di, dj] = T.float32(0)
                    D[di, dj] = D[di, dj] + A[di, dj, dk] + C[di, dj]
# case below-two-children on two-sums with block = C | D, at = 2 | 3, axis = 0 | 1 | 2 | -1 | -2 | -3 | 3 | -4
sch.rfactor(sch.get_loops(sch.get_sblock("$block"))[$at], $axis)
# program outermost-sum
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128, 128), "float32"), B: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32")):
    for k in T.serial(128):
        for i, j in T.grid(128, 128):
            with T.sblock("B"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vj, vk]
        $more
            with T.sblock("C"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk, vj]
# case outermost-two-children on outermost-sum with more = for i, j in T.grid(128, 128):, block = B | C, axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("$block"))[0], $axis)
# case outermost-under-two on outermost-sum with more = for i, j in T.grid(128, 128):, block = B | C, axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("$block"))[2], $axis)
# program scalars
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((1,), "float32"), F: T.Buffer((1,), "float32")):
    C = T.sblock_alloc_buffer((1,), "float32")
    for i in T.serial(16):
        for j in T.serial(16):
            with T.sblock("C"):
                vi, vj = T.axis.remap("RR", [i, j])
                with T.init():
                    C[0] = T.float32(0)
                C[0] = C[0] + A[vi, vj]
    for i in T.serial(16):
        for j in T.serial(16):
            with T.sblock("D"):
                vi, vj = T.axis.remap("RR", [i, j])
                with T.init():
                    D[0] = T.float32(0)
                D[0] = D[0] + A[vi, vj]
        for j in T.serial(16):
            with T.sblock("F"):
                vi, vj = T.axis.remap("RR", [i, j])
                with T.init():
                    F[0] = T.float32(0)
                F[0] = F[0] + A[vi, vj] * T.float32(2)
# case scalars on scalars with block = C | D | F, at = 0 | 1, axis = 0 | 1 | -1
sch.rfactor(sch.get_loops(sch.get_sblock("$block"))[$at], $axis)
# program matmul
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "$type"), B: T.Buffer((128, 128), "$type"), C: T.Buffer((128, 128), "$type")):
    for i, j, k in T.grid(128, 128, 128):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.$type(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]
# case matmul on matmul with type = float32 | float16, axis = 0 | 1 | 2 | -1 | -3 | 3
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[2], $axis)
# case matmul-split on matmul with type = int32, f = 4 | 5 | 128, part = 0 | 1, axis = 0 | 2
parts = sch.split(sch.get_loops(sch.get_sblock("C"))[2], [None, $f])
sch.rfactor(parts[$part], $axis)
# case matmul-outer on matmul with type = float32, f = 4 | 5, part = 0 | 1, axis = 0 | 1
i, j, k = sch.get_loops(sch.get_sblock("C"))
ko, ki = sch.split(k, [None, $f])
sch.reorder([ko, ki][$part], i, j)
sch.rfactor([ko, ki][$part], $axis)
# case matmul-annotated on matmul with type = float32, axis = 0
b = sch.get_sblock("C")
sch.annotate(b, "test_annotation", 1)
sch.rfactor(sch.get_loops(b)[2], $axis)
# case matmul-kinds on matmul with type = float32, kind = parallel | vectorize | unroll
i, j, k = sch.get_loops(sch.get_sblock("C"))
ko, ki = sch.split(k, [None, 4])
sch.$kind(ko)
sch.rfactor(ki, 0)
# case matmul-bound on matmul with type = float32
i, j, k = sch.get_loops(sch.get_sblock("C"))
ko, ki = sch.split(k, [None, 4])
sch.bind(i, "blockIdx.x")
sch.bind(j, "threadIdx.x")
sch.rfactor(ki, 0)
# program chain
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 256, 256), "float32"), D: T.Buffer((16,), "float32")):
    C = T.sblock_alloc_buffer((16,), "float32")
    for b0, i0, j0 in T.grid(16, 256, 256):
        with T.sblock("C"):
            b, i, j = T.axis.remap("SRR", [b0, i0, j0])
            with T.init():
                C[b] = T.float32(0)
            C[b] = C[b] + A[b, i, j] * A[b, i, j]
    for b0 in T.grid(16):
        with T.sblock("D"):
            b = T.axis.remap("S", [b0])
            D[b] = T.sqrt(C[b])
# case square-sum on chain with f = 4 | 100, axis = 0 | 1 | -1
b = sch.get_sblock("C")
_, i, j = sch.get_loops(b)
l, _ = sch.split(sch.fuse(i, j), [None, $f])
wb = sch.rfactor(l, $axis)
sch.annotate(wb, "made", 1)
# case square-sum-twice on chain with first = 0 | 1, axis = 0 | 1, second = 0 | 1
b = sch.get_sblock("C")
_, i, j = sch.get_loops(b)
l, m = sch.split(sch.fuse(i, j), [1, 256], disable_predication=True) if False else sch.split(sch.fuse(i, j), [256, 256])
wb = sch.rfactor([l, m][$first], $axis)
sch.rfactor(sch.get_loops(wb)[-1], $second)
# program spatial-only
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 512, 7, 7), "float32"), B: T.Buffer((1, 512, 1, 1), "float32")):
    for _i0, i1, _i2, _i3, i4, _i5 in T.grid(1, 512, 1, 1, 49, 1):
        with T.sblock("acc"):
            ax0 = T.axis.spatial(1, $zero)
            ax1 = T.axis.spatial(512, i1)
            ax2 = T.axis.spatial(1, $two)
            ax3 = T.axis.spatial(1, 0)
            rv0 = T.axis.reduce(7, i4 // 7)
            rv1 = T.axis.reduce(7, i4 % 7)
            with T.init():
                B[ax0, ax1, ax2, ax3] = T.float32(0)
            B[ax0, ax1, ax2, ax3] = B[ax0, ax1, ax2, ax3] + A[ax0, ax1, ax2 * 7 + rv0, ax3 * 7 + rv1]
# case spatial-only on spatial-only with zero = 0 | _i0, two = 0 | _i2, axis = 4 | 0 | 2 | -1 | -5
sch.rfactor(sch.get_loops(sch.get_sblock("acc"))[4], $axis)
# case spatial-unit on spatial-only with zero = 0, two = 0 | _i2, at = 2 | 3 | 5
sch.rfactor(sch.get_loops(sch.get_sblock("acc"))[$at], 0)
# program predicate
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 12), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1, 12), "float32")):
    for i, j_0, j_1 in T.grid(1, 2, 7):
        with T.sblock("B"):
            vi = T.axis.spatial(1, i)
            vj = T.axis.reduce(12, j_0 * 7 + j_1)
            T.where(j_0 * 7 + j_1 < 12)
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vj]
# case predicate on predicate with at = 1 | 2, axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("B"))[$at], $axis)
# program argmax
@T.prim_func(s_tir=True)
def main(idx: T.Buffer((128, 128), "int32"), val: T.Buffer((128, 128), "float32"), argmax_v0: T.Buffer((128,), "int32"), argmax_v1: T.Buffer((128,), "float32")):
    for i0, i1 in T.grid(128, 128):
        with T.sblock("argmax"):
            i = T.axis.spatial(128, i0)
            k = T.axis.reduce(128, i1)
            with T.init():
                argmax_v0[i] = $first
                argmax_v1[i] = T.min_value("float32")
            v_argmax_v0: T.let[T.int32] = T.Select(argmax_v1[i] $cmp val[i, k], argmax_v0[i], idx[i, k])
            v_argmax_v1: T.let[T.float32] = T.Select(argmax_v1[i] $cmp val[i, k], argmax_v1[i], val[i, k])
            argmax_v0[i] = v_argmax_v0
            argmax_v1[i] = v_argmax_v1
# case argmax on argmax with first = -1 | 0 | 5, cmp = >= | >, f = 32 | 50, part = 0 | 1, axis = 0 | 1
parts = sch.split(sch.get_loops(sch.get_sblock("argmax"))[1], [None, $f])
rf = sch.rfactor(parts[$part], $axis)
sch.annotate(rf, "made", 1)
# case argmax-then on argmax with first = -1, cmp = >=, at = threadIdx.x
_, ki = sch.split(sch.get_loops(sch.get_sblock("argmax"))[1], [None, 32])
rf = sch.rfactor(ki, 1)
sch.bind(sch.get_loops(sch.get_sblock("argmax"))[1], "$at")
sch.reverse_compute_at(sch.get_sblock("argmax"), sch.get_loops(rf)[0])
# program argmax-topi
@T.prim_func(s_tir=True)
def main(placeholder: T.Buffer((1, 32), "int32"), placeholder_red: T.Buffer((1,), "int32")):
    red_v0 = T.sblock_alloc_buffer((1,), "int32")
    red_v1 = T.sblock_alloc_buffer((1,), "int32")
    for i0, i1 in T.grid(1, 32):
        with T.sblock("red_temp"):
            ax0, k1 = T.axis.remap("SR", [i0, i1])
            with T.init():
                red_v0[ax0] = -1
                red_v1[ax0] = T.$limit("int32")
            v0: T.let[T.int32] = T.Select($cond, red_v0[ax0], k1)
            v1: T.let[T.int32] = T.Select(red_v1[ax0] $cmp placeholder[ax0, k1], red_v1[ax0], placeholder[ax0, k1])
            red_v0[ax0] = v0
            red_v1[ax0] = v1
    for i0 in T.serial(1):
        with T.sblock("red"):
            ax0 = T.axis.spatial(1, i0)
            placeholder_red[ax0] = red_v0[ax0]
# case topi-argmax on argmax-topi with
#   limit = min_value, cmp = > | >=,
#   cond = red_v1[ax0] > placeholder[ax0, k1] or red_v1[ax0] == placeholder[ax0, k1] and red_v0[ax0] < k1 |
#   red_v1[ax0] >= placeholder[ax0, k1], f = 16 | 5
_, ki = sch.split(sch.get_loops(sch.get_sblock("red_temp"))[1], [None, $f])
sch.rfactor(ki, 1)
# case topi-argmin on argmax-topi with
#   limit = max_value, cmp = < | <=,
#   cond = red_v1[ax0] < placeholder[ax0, k1] or red_v1[ax0] == placeholder[ax0, k1] and red_v0[ax0] < k1 |
#   red_v1[ax0] <= placeholder[ax0, k1], f = 16 | 5
_, ki = sch.split(sch.get_loops(sch.get_sblock("red_temp"))[1], [None, $f])
sch.rfactor(ki, 1)
# program pair-sum
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256, 256), "float32"), Z: T.Buffer((256, 256), "float32"), D: T.Buffer((256, 256), "float32")):
    s = T.sblock_alloc_buffer((256,), "float32")
    q = T.sblock_alloc_buffer((256,), "float32")
    for i0, i1 in T.grid(256, 256):
        with T.sblock("rowsum"):
            ax0, k1 = T.axis.remap("SR", [i0, i1])
            with T.init():
                s[ax0] = T.float32(0)
                q[ax0] = T.float32(0)
            v_s: T.let[T.float32] = s[ax0] + A[ax0, k1]
            v_q: T.let[T.float32] = q[ax0] + A[ax0, k1] * A[ax0, k1]
            s[ax0] = v_s
            q[ax0] = v_q
    for i0, i1 in T.grid(256, 256):
        with T.sblock("D"):
            ax0, ax1 = T.axis.remap("SS", [i0, i1])
            D[ax0, ax1] = (A[ax0, ax1] - s[ax0]) * q[ax0]
# case layer-norm on pair-sum with f = 32 | 100, part = 0 | 1, axis = 0 | 1 | -1
parts = sch.split(sch.get_loops(sch.get_sblock("rowsum"))[1], [None, $f])
sch.rfactor(parts[$part], $axis)
# program gemv
@T.prim_func(s_tir=True)
def main(p_lv: T.handle, B: T.Buffer((1, 4096), "float16"), D: T.Buffer((1, 512), "float16")):
    A = T.match_buffer(p_lv, (512, 4096), "float16")
    C = T.sblock_alloc_buffer((1, 512), "float16")
    for i0, i1, k in T.grid(1, 512, 4096):
        with T.sblock("matmul"):
            v0, v1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                C[v0, v1] = T.float16(0)
            C[v0, v1] = C[v0, v1] + B[v0, vk] * A[v1, vk]
    for i0, i1 in T.grid(1, 512):
        with T.sblock("D"):
            v0, v1 = T.axis.remap("SS", [i0, i1])
            D[v0, v1] = C[v0, v1] + T.float16(1)
# case gemv on gemv with vec = 8 | 1, axis = 0 | 2
b = sch.get_sblock("matmul")
_, s, r = sch.get_loops(b)
r0, tx, vec = sch.split(r, [None, 64, $vec], preserve_unit_iters=True)
sch.reorder(s, tx, r0, vec)
rf = sch.rfactor(tx, $axis)
sch.reorder(*sch.get_loops(rf)[:1])
sch.bind(sch.get_loops(rf)[1], "blockIdx.x")
rf2 = sch.rfactor(sch.get_loops(rf)[-1], $axis)
sch.set_scope(rf, 0, "local")
# program symbolic
@T.prim_func(s_tir=True)
def main(a: T.handle, c: T.handle, n: T.$type, m: T.$type):
    A = T.match_buffer(a, (n, m), "float32")
    C = T.match_buffer(c, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.sblock("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk]
# case symbolic on symbolic with type = int32 | int64, f = 32 | 1, part = 0 | 1, axis = 0 | 1
parts = sch.split(sch.get_loops(sch.get_sblock("C"))[1], [None, $f])
sch.rfactor(parts[$part], $axis)
# case symbolic-whole on symbolic with type = int32 | int64, axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[1], $axis)
# program shared
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        $first
        for k in T.serial(16):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]
        with T.sblock("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = $value
# case shared on shared with first = pass | E[i] = T.float32(1), value = C[vi] + T.float32(1) | B[vi, vi] | A[vi, 0], axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[1], $axis)
# case split on shared with first = pass, value = C[vi] + T.float32(1) | B[vi, vi], f = 4 | 5, part = 1 | 2
sch.split(sch.get_loops(sch.get_sblock("C"))[1], [None, $f])
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[$part], 0)
# program after
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        with T.sblock("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = A[vi, 0] + T.float32(1)
        for k in T.serial(16):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + $read
# case after on after with read = A[vi, vk] | D[vi] | D[vi] * A[vi, vk], axis = 0
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[1], $axis)
# program outer-loop
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16, 4), "float32")):
    for r in T.serial(4):
        for i in T.serial(16):
            for k in T.serial(16):
                with T.sblock("C"):
                    vi, vk, vr = T.axis.remap("SRR", [i, k, r])
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + A[vr, vi, vk]
            with T.sblock("D"):
                vi, vr = T.axis.remap("SS", [i, r])
                D[vi, vr] = A[vr, vi, 3]
# case outer-loop on outer-loop with at = 0 | 2, axis = 0
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[$at], $axis)
