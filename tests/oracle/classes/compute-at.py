# SPDX-License-Identifier: Apache-2.0
# program blocked
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    B = T.sblock_alloc_buffer((128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i_0, j_0, i_1, j_1 in T.grid(8, 8, 16, 16):
        with T.sblock("C"):
            vi = T.axis.spatial(128, i_0 * 16 + i_1)
            vj = T.axis.spatial(128, j_0 * 16 + j_1)
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case blocked on blocked with at = 0 | 1 | 2 | 3, keep = True | False, index = -1 | -2 | 0
sch.compute_at(sch.get_sblock("B"), sch.get_loops(sch.get_sblock("C"))[$at], preserve_unit_loops=$keep, index=$index)
# program concat
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((32,), "float32")):
    T_add_1 = T.sblock_alloc_buffer((16,), "float32")
    T_add_2 = T.sblock_alloc_buffer((16,), "float32")
    for i in T.serial(16):
        with T.sblock("T_add_1"):
            ax = T.axis.spatial(16, i)
            T_add_1[ax] = A[ax] + T.float32(1)
    for i in T.serial(16):
        with T.sblock("T_add_2"):
            ax = T.axis.spatial(16, i)
            T_add_2[ax] = B[ax] + T.float32(2)
    for i in T.serial($n):
        with T.sblock("T_concat"):
            ax = T.axis.spatial(32, $bind)
            C[ax] = T.if_then_else(16 <= ax, T_add_2[ax - 16], T_add_1[ax])
# case concat-both on concat with n = 32, bind = i
l = sch.get_loops(sch.get_sblock("T_concat"))[0]
sch.compute_at(sch.get_sblock("T_add_1"), l)
sch.compute_at(sch.get_sblock("T_add_2"), l)
# case concat-split on concat with n = 32, bind = i, f = 2 | 4 | 5 | 8 | 16 | 24, keep = True | False
l, _ = sch.split(sch.get_loops(sch.get_sblock("T_concat"))[0], [None, $f])
sch.compute_at(sch.get_sblock("T_add_1"), l, preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("T_add_2"), l, preserve_unit_loops=$keep)
# case concat-inner on concat with n = 32, bind = i, f = 4 | 5
_, l = sch.split(sch.get_loops(sch.get_sblock("T_concat"))[0], [None, $f])
sch.compute_at(sch.get_sblock("T_add_1"), l)
sch.compute_at(sch.get_sblock("T_add_2"), l)
# program concat-if
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16, 28), "float32"), B: T.Buffer((1, 32, 28), "float32"), Y: T.Buffer((1, $out, 28), "float32")):
    X = T.sblock_alloc_buffer((1, 16, 28), "float32")
    Z = T.sblock_alloc_buffer((1, 32, 28), "float32")
    Concat = T.sblock_alloc_buffer((1, 48, 28), "float32")
    for i, j, k in T.grid(1, 16, 28):
        with T.sblock("compute"):
            v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
            X[v0, v1, v2] = A[v0, v1, v2] + T.float32(1)
    for i, j, k in T.grid(1, 32, 28):
        with T.sblock("compute_1"):
            v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
            Z[v0, v1, v2] = B[v0, v1, v2] + T.float32(1)
    for i, j, k in T.grid(1, 48, 28):
        with T.sblock("T_concat"):
            v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
            if T.bool(32 <= v1):
                Concat[v0, v1, v2] = X[v0, v1 - 32, v2]
            else:
                Concat[v0, v1, v2] = Z[v0, v1, v2]
    for i, j, k in T.grid(1, $out, 28):
        with T.sblock("slice"):
            v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
            Y[v0, v1, v2] = Concat[v0, v1 + $begin, v2]
# case sliced on concat-if with out = 48 | 40 | 33, begin = 0 | 8 | 3, at = 0 | 1 | 2
sch.compute_at(sch.get_sblock("T_concat"), sch.get_loops(sch.get_sblock("slice"))[$at])
# case sliced-whole on concat-if with out = 48 | 37, begin = 0 | 9, at = 0 | 1 | 2, keep = True | False
sch.compute_at(sch.get_sblock("T_concat"), sch.get_loops(sch.get_sblock("slice"))[$at], preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute"), sch.get_loops(sch.get_sblock("T_concat"))[$at], preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute_1"), sch.get_loops(sch.get_sblock("T_concat"))[$at], preserve_unit_loops=$keep)
# case sliced-plain on concat-if with out = 48 | 37, begin = 0 | 9, at = 0 | 1 | 2, keep = True | False
sch.compute_at(sch.get_sblock("compute"), sch.get_loops(sch.get_sblock("T_concat"))[$at], preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute_1"), sch.get_loops(sch.get_sblock("T_concat"))[$at], preserve_unit_loops=$keep)
# program sliced-three
@T.prim_func(s_tir=True)
def main(Out: T.Buffer((1, 87, 28, 64), "float32")):
    X = T.sblock_alloc_buffer((1, 16, 28, 64), "float32")
    Y = T.sblock_alloc_buffer((1, 32, 28, 64), "float32")
    Z = T.sblock_alloc_buffer((1, 53, 28, 64), "float32")
    Concat = T.sblock_alloc_buffer((1, 101, 28, 64), "float32")
    for a, b, c, d in T.grid(1, 16, 28, 64):
        with T.sblock("compute"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [a, b, c, d])
            X[v0, v1, v2, v3] = T.float32(1)
    for a, b, c, d in T.grid(1, 32, 28, 64):
        with T.sblock("compute_1"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [a, b, c, d])
            Y[v0, v1, v2, v3] = T.float32(2)
    for a, b, c, d in T.grid(1, 53, 28, 64):
        with T.sblock("compute_2"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [a, b, c, d])
            Z[v0, v1, v2, v3] = T.float32(3)
    for a, b, c, d in T.grid(1, 101, 28, 64):
        with T.sblock("T_concat"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [a, b, c, d])
            Concat[v0, v1, v2, v3] = T.if_then_else(85 <= v1, X[v0, v1 - 85, v2, v3], T.if_then_else(53 <= v1, Y[v0, v1 - 53, v2, v3], Z[v0, v1, v2, v3]))
    for a, b, c, d in T.grid(1, 87, 28, 64):
        with T.sblock("T_strided_slice"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [a, b, c, d])
            Out[v0, v1, v2, v3] = Concat[v0, v1, v2, v3]
# case fused on sliced-three with f = 1024 | 256 | 4000
b = sch.get_sblock("T_strided_slice")
l = sch.fuse(*sch.get_loops(b))
l0, l1 = sch.split(l, [None, $f])
sch.compute_at(sch.get_sblock("T_concat"), l0, preserve_unit_loops=True)
# case three on sliced-three with at = 0 | 1 | 2, keep = True | False
l = sch.get_loops(sch.get_sblock("T_strided_slice"))[$at]
sch.compute_at(sch.get_sblock("T_concat"), l, preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute"), l, preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute_1"), l, preserve_unit_loops=$keep)
sch.compute_at(sch.get_sblock("compute_2"), l, preserve_unit_loops=$keep)
# case three-inlined on sliced-three with at = 0 | 1 | 2
sch.compute_inline(sch.get_sblock("T_concat"))
l = sch.get_loops(sch.get_sblock("T_strided_slice"))[$at]
sch.compute_at(sch.get_sblock("compute"), l)
sch.compute_at(sch.get_sblock("compute_1"), l)
sch.compute_at(sch.get_sblock("compute_2"), l)
# program group-bias
@T.prim_func(s_tir=True)
def main(X: T.Buffer((720, 8, 8), "float32"), Y: T.Buffer((720, 8, 8), "float32")):
    B = T.sblock_alloc_buffer(($groups,), "float32")
    for i in range($groups):
        with T.sblock("init"):
            vi = T.axis.spatial($groups, i)
            T.reads()
            T.writes(B[vi])
            B[vi] = T.Cast("float32", vi)
    for c_o, h, w, c_i in T.grid(720 // $inner, 8, 8, $inner):
        with T.sblock("compute"):
            hh, ww = T.axis.remap("SS", [h, w])
            cc = T.axis.spatial(720, c_o * $inner + c_i)
            Y[cc, hh, ww] = X[cc, hh, ww] + B[cc // $div]
# case channel-group on group-bias with groups = 45, div = 16, inner = 360 | 240 | 90 | 24, at = 0 | 2 | 3
sch.compute_at(sch.get_sblock("init"), sch.get_loops(sch.get_sblock("compute"))[$at])
# case channel-group-other on group-bias with groups = 30 | 31, div = 24, inner = 360 | 36 | 10, at = 0 | 3, keep = True | False
sch.compute_at(sch.get_sblock("init"), sch.get_loops(sch.get_sblock("compute"))[$at], preserve_unit_loops=$keep)
# case channel-split on group-bias with groups = 45, div = 16, inner = 720, f = 100 | 7 | 32
loops = sch.get_loops(sch.get_sblock("compute"))
l, _ = sch.split(loops[3], [None, $f])
sch.compute_at(sch.get_sblock("init"), l)
# program repeat
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32"), T_repeat: T.Buffer((64 * $rep,), "float32")):
    T_add = T.sblock_alloc_buffer((64,), "float32")
    for i in range(64):
        with T.sblock("T_add"):
            v = T.axis.spatial(64, i)
            T_add[v] = X[v] + T.float32(1)
    for i0, i1 in T.grid(64 * $rep // $in, $in):
        with T.sblock("T_repeat"):
            v = T.axis.spatial(64 * $rep, i0 * $in + i1)
            T_repeat[v] = T_add[v // $rep]
# case repeat on repeat with rep = 100 | 12, in = 8 | 32, at = 0 | 1, keep = True | False
sch.compute_at(sch.get_sblock("T_add"), sch.get_loops(sch.get_sblock("T_repeat"))[$at], preserve_unit_loops=$keep)
# program reversed
@T.prim_func(s_tir=True)
def main(X: T.Buffer((10, 10), "float32"), Z: T.Buffer((10, 10), "float32")):
    Y = T.sblock_alloc_buffer((10, 10), "float32")
    for i0, i1 in T.grid(10, 10):
        with T.sblock("b0"):
            i, j = T.axis.remap("SS", [i0, i1])
            Y[i, j] = X[i, j] + T.float32(1)
    for i0, i1 in T.grid(10, 10):
        with T.sblock("b1"):
            i, j = T.axis.remap("SS", [i0, i1])
            Z[i, j] = Y[$x, $y] + T.float32(2)
# case reversed on reversed with x = 9 - i | i | j, y = 9 - j | j | (j + 3) % 10 | i, at = 0 | 1
sch.compute_at(sch.get_sblock("b0"), sch.get_loops(sch.get_sblock("b1"))[$at])
# program pooling
@T.prim_func(s_tir=True)
def main(X: T.Buffer((224, 224), "float32"), Y: T.Buffer((224, 224), "float32")):
    cache = T.sblock_alloc_buffer((224, 224), "float32")
    for hh, ww in T.grid(224, 224):
        with T.sblock("cache"):
            h, w = T.axis.remap("SS", [hh, ww])
            cache[h, w] = X[h, w]
    for hh_0, ww_0, hh_1, ww_1, khh, kww in T.grid(28, 28, 8, 8, 3, 3):
        with T.sblock("compute"):
            h = T.axis.spatial(224, hh_0 * 8 + hh_1)
            w = T.axis.spatial(224, ww_0 * 8 + ww_1)
            kh, kw = T.axis.remap("RR", [khh, kww])
            with T.init():
                Y[h, w] = T.float32(0)
            Y[h, w] = T.max(Y[h, w], T.if_then_else(1 <= h + kh and h + kh < 225 and 1 <= w + kw and w + kw < 225, cache[h + kh - 1, w + kw - 1], T.float32(0)))
# case pooling on pooling with at = 0 | 1 | 2 | 3 | 4, keep = True | False
sch.compute_at(sch.get_sblock("cache"), sch.get_loops(sch.get_sblock("compute"))[$at], preserve_unit_loops=$keep)
# program strided-conv
@T.prim_func(s_tir=True)
def main(X: T.Buffer((224, 224), "float32"), Y: T.Buffer((7, 75), "float32")):
    cache = T.sblock_alloc_buffer((224, 224), "float32")
    for hh, ww in T.grid(224, 224):
        with T.sblock("cache"):
            h, w = T.axis.remap("SS", [hh, ww])
            cache[h, w] = X[h, w]
    for h_o, w_o, h_i, w_i, kh, kw in T.grid(1, $wo, 7, $wi, 3, 3):
        with T.sblock("compute"):
            h = T.axis.spatial(7, h_o * 7 + h_i)
            w = T.axis.spatial(75, w_o * $wi + w_i)
            k0, k1 = T.axis.remap("RR", [kh, kw])
            with T.init():
                Y[h, w] = T.float32(0)
            Y[h, w] = T.max(Y[h, w], cache[T.min(h * 32 + k0, 223), w * $s + k1 * $d])
# case strided on strided-conv with wo = 15, wi = 5, s = 1 | 2, d = 1 | 3, at = 1 | 3 | 5
sch.compute_at(sch.get_sblock("cache"), sch.get_loops(sch.get_sblock("compute"))[$at])
# program factorized
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512, 512), "float32"), C: T.Buffer((512,), "float32")):
    B = T.sblock_alloc_buffer((512, 512), "float32")
    for i, j in T.grid(512, 512):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j_0, j_1 in T.grid(512, 8, 64):
        with T.sblock("C"):
            vi = T.axis.spatial(512, i)
            vj = T.axis.reduce(512, j_0 * 64 + j_1)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi, vj]
# case into-the-sum on factorized with at = 0 | 1 | 2, index = -1 | -2 | 0 | 1
sch.compute_at(sch.get_sblock("B"), sch.get_loops(sch.get_sblock("C"))[$at], index=$index)
# program divided
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((8, 8, 16, 16), "float32")):
    B = T.sblock_alloc_buffer((128, 128), "float32")
    for i in T.serial(16384):
        with T.sblock("B"):
            vi = T.axis.spatial(128, i // 128)
            vj = T.axis.spatial(128, i % 128)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j, k, l in T.grid(8, 8, 16, 16):
        with T.sblock("C"):
            vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
            C[vi, vj, vk, vl] = B[vi * 16 + vk, vj * 16 + vl] + T.float32(1)
# case divided on divided with at = 0 | 1 | 2 | 3
sch.compute_at(sch.get_sblock("B"), sch.get_loops(sch.get_sblock("C"))[$at])
# program symbolic
@T.prim_func(s_tir=True)
def main(x: T.handle, y: T.handle, n: T.int64):
    X = T.match_buffer(x, (T.int64(8), n * 32), "float32")
    Y = T.match_buffer(y, (T.int64(8), n * 32), "float32")
    for i, k in T.grid(T.int64(8), n * 32):
        with T.sblock("Y"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = X[vi, vk]
# case symbolic on symbolic with f = 32 | 16 | 5, loop = 0 | 1 | 2
b = sch.get_sblock("Y")
c = sch.cache_write(b, 0, "local")
_, k = sch.get_loops(b)
sch.split(k, [None, $f])
sch.compute_at(sch.cache_read(b, 0, "shared"), sch.get_loops(b)[$loop])
# case symbolic-reverse on symbolic with f = 32 | 16 | 5, loop = 0 | 1 | 2, keep = True | False
b = sch.get_sblock("Y")
c = sch.cache_write(b, 0, "local")
_, k = sch.get_loops(b)
sch.split(k, [None, $f])
sch.reverse_compute_at(c, sch.get_loops(b)[$loop], preserve_unit_loops=$keep)
