# SPDX-License-Identifier: Apache-2.0
# Programs, then schedules of them, which test-scheduled.c compiles.
from tvm.script import tir as T


# --- matmul ---
@T.prim_func
def main(A: T.Buffer((37, 29), "float32"), B: T.Buffer((29, 41), "float32"), C: T.Buffer((37, 41), "float32")):
    for i, j, k in T.grid(37, 41, 29):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


# --- mm-relu ---
@T.prim_func
def main(A: T.Buffer((24, 20), "float32"), B: T.Buffer((20, 32), "float32"), C: T.Buffer((24, 32), "float32")):
    Y = T.alloc_buffer((24, 32), "float32")
    for i, j, k in T.grid(24, 32, 20):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(24, 32):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))


# --- conv ---
@T.prim_func
def main(X: T.Buffer((2, 9, 11, 3), "float32"), W: T.Buffer((3, 3, 3, 10), "float32"), Y: T.Buffer((2, 9, 11, 10), "float32")):
    P = T.alloc_buffer((2, 11, 13, 3))
    for n, h, w, c in T.grid(2, 11, 13, 3):
        with T.block("P"):
            vn, vh, vw, vc = T.axis.remap("SSSS", [n, h, w, c])
            P[vn, vh, vw, vc] = T.if_then_else(1 <= vh and vh < 10 and 1 <= vw and vw < 12, X[vn, vh - 1, vw - 1, vc], T.float32(0))
    for n, h, w, o, rh, rw, rc in T.grid(2, 9, 11, 10, 3, 3, 3):
        with T.block("C"):
            vn, vh, vw, vo, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, o, rh, rw, rc])
            with T.init():
                Y[vn, vh, vw, vo] = T.float32(0)
            Y[vn, vh, vw, vo] = Y[vn, vh, vw, vo] + P[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vo]


# --- swap ---
@T.prim_func
def main(A: T.Buffer((2, 16), "float32"), C: T.Buffer((2, 16), "float32")):
    X = T.alloc_buffer((16,))
    Y = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("X"):
            vi = T.axis.spatial(16, i)
            X[vi] = A[0, vi]
    for i in range(16):
        with T.block("Y"):
            vi = T.axis.spatial(16, i)
            Y[vi] = A[1, vi]
    for t in range(5):
        with T.block("step"):
            vt = T.axis.opaque(5, t)
            T.reads(X[0:16], Y[0:16])
            T.writes(X[0:16], Y[0:16])
            Z = T.alloc_buffer((16,))
            for i in range(16):
                with T.block("Z"):
                    vi = T.axis.spatial(16, i)
                    Z[vi] = X[vi]
            for i in range(16):
                with T.block("X_next"):
                    vi = T.axis.spatial(16, i)
                    X[vi] = Y[vi]
            for i in range(16):
                with T.block("Y_next"):
                    vi = T.axis.spatial(16, i)
                    Y[vi] = Z[vi]
    for r, i in T.grid(2, 16):
        with T.block("C"):
            vr, vi = T.axis.remap("SS", [r, i])
            C[vr, vi] = T.if_then_else(vr == 0, X[vi], Y[vi])


# --- tiles of odd size ---
def f(sch):
    b = sch.get_block("C")
    i, j, k = sch.get_loops(b)
    i0, i1 = sch.split(i, factors=[None, 6])
    j0, j1 = sch.split(j, factors=[None, 16])
    k0, k1 = sch.split(k, factors=[None, 4])
    sch.reorder(i0, j0, k0, k1, i1, j1)
    sch.vectorize(j1)
    sch.unroll(i1)
    sch.decompose_reduction(b, k0)


# --- cached write ---
def f(sch):
    b = sch.get_block("C")
    i, j, k = sch.get_loops(b)
    i0, i1 = sch.split(i, factors=[None, 4])
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.reorder(i0, j0, k, i1, j1)
    w = sch.cache_write(b, 0, "global")
    sch.reverse_compute_at(w, j0)
    f = sch.fuse(i0, j0)
    sch.parallel(f)
    sch.vectorize(j1)
    sch.vectorize(sch.get_loops(w)[-1])
    sch.annotate(f, "pragma_auto_unroll_max_step", 64)
    sch.annotate(f, "pragma_unroll_explicit", 1)


# --- cached read ---
def f(sch):
    b = sch.get_block("C")
    i, j, k = sch.get_loops(b)
    j0, j1 = sch.split(j, factors=[None, 8])
    k0, k1 = sch.split(k, factors=[None, 8])
    sch.reorder(j0, k0, i, k1, j1)
    r = sch.cache_read(b, 1, "global")
    sch.compute_at(r, k0)
    sch.vectorize(j1)


# --- panels loaded a block ahead ---
def f(sch):
    b = sch.get_block("C")
    i, j, k = sch.get_loops(b)
    j0, j1 = sch.split(j, factors=[None, 8])
    k0, k1 = sch.split(k, factors=[None, 8])
    sch.reorder(j0, k0, i, k1, j1)
    r = sch.cache_read(b, 1, "global")
    sch.compute_at(r, k0)
    sch.annotate(k0, "software_pipeline_stage", [0, 1])
    sch.annotate(k0, "software_pipeline_order", [0, 1])
    sch.vectorize(j1)
    sch.parallel(j0)


# --- double buffer, next tile asked for ahead ---
def f(sch):
    y = sch.get_block("Y")
    c = sch.get_block("C")
    i, j, k = sch.get_loops(y)
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.reorder(i, j0, k, j1)
    sch.reverse_compute_at(c, i)
    sch.annotate(y, "double_buffer_scope", 0)
    sch.annotate(j0, "software_prefetch", 1)
    sch.vectorize(j1)


# --- consumer moved under its producer ---
def f(sch):
    y = sch.get_block("Y")
    c = sch.get_block("C")
    i, j, k = sch.get_loops(y)
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.reorder(i, j0, k, j1)
    sch.reverse_compute_at(c, j0)
    sch.vectorize(j1)
    sch.parallel(i)


# --- producer moved under its consumer ---
def f(sch):
    y = sch.get_block("Y")
    c = sch.get_block("C")
    i, j = sch.get_loops(c)
    i0, i1 = sch.split(i, factors=[None, 5])
    sch.compute_at(y, i0)
    sch.vectorize(j)


# --- consumer computed too early and again in another iteration ---
def f(sch):
    y = sch.get_block("Y")
    i, j, k = sch.get_loops(y)
    i0, i1 = sch.split(i, factors=[None, 17])
    sch.reorder(i1, i0)
    sch.reverse_compute_at(sch.get_block("C"), i1)
    sch.parallel(i1)
    sch.decompose_reduction(y, i1)


# --- padding moved into the convolution ---
def f(sch):
    p = sch.get_block("P")
    c = sch.get_block("C")
    n, h, w, o, rh, rw, rc = sch.get_loops(c)
    h0, h1 = sch.split(h, factors=[None, 3])
    sch.reorder(n, h0, h1, w, rh, rw, rc, o)
    sch.compute_at(p, h0)
    sch.vectorize(o)


# --- padding inlined ---
def f(sch):
    p = sch.get_block("P")
    sch.compute_inline(p)
    c = sch.get_block("C")
    n, h, w, o, rh, rw, rc = sch.get_loops(c)
    sch.reorder(n, h, rh, rw, rc, w, o)
    sch.vectorize(o)
    sch.parallel(sch.fuse(n, h))


# --- padding inlined, vectors along it ---
def f(sch):
    p = sch.get_block("P")
    sch.compute_inline(p)
    c = sch.get_block("C")
    n, h, w, o, rh, rw, rc = sch.get_loops(c)
    sch.reorder(n, h, o, rh, rw, rc, w)
    sch.vectorize(w)


# --- rows that change places ---
def f(sch):
    for name in ["X", "Y", "Z", "X_next", "Y_next"]:
        sch.vectorize(sch.get_loops(sch.get_block(name))[-1])
