# SPDX-License-Identifier: Apache-2.0
# Inlining into consumers: reductions, several readers, conditions, opaque accesses, lets.
# program chain with n = 16 | 1
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($n, 8), "float32"), C: T.Buffer(($n, 8), "float32")):
    B = T.sblock_alloc_buffer(($n, 8))
    for i, j in T.grid($n, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($n, 8):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case chain-1 on chain
sch.compute_inline("B")
# case chain-2 on chain
sch.reverse_compute_inline("C")
# program into-a-reduction with
#   read = B[vi, vk] | B[vi, vk] * B[vi, vk] | T.exp(B[vi, vk]) | T.if_then_else(vk < 8, B[vi, vk], T.float32(0))
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, k in T.grid(16, 16):
        with T.sblock("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + $read
# case into-a-reduction-1 on into-a-reduction
sch.compute_inline("B")
# program into-the-init-of-a-reduction
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((16,))
    for i in T.grid(16):
        with T.sblock("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i, k in T.grid(16, 16):
        with T.sblock("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = B[vi]
            C[vi] = C[vi] + D[vi, vk]
# case into-the-init-of-a-reduction-1 on into-the-init-of-a-reduction
sch.compute_inline("B")
# program a-matrix-product-of-inlined-operands
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float16"), W: T.Buffer((16, 16), "float16"), C: T.Buffer((16, 16), "float32")):
    A1 = T.sblock_alloc_buffer((16, 16), "float32")
    W1 = T.sblock_alloc_buffer((16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.sblock("A1"):
            vi, vj = T.axis.remap("SS", [i, j])
            A1[vi, vj] = T.Cast("float32", A[vi, vj])
    for i, j in T.grid(16, 16):
        with T.sblock("W1"):
            vi, vj = T.axis.remap("SS", [i, j])
            W1[vi, vj] = T.Cast("float32", W[vj, vi])
    for i, j, k in T.grid(16, 16, 16):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A1[vi, vk] * W1[vk, vj]
# case a-matrix-product-of-inlined-operands-1 on a-matrix-product-of-inlined-operands
sch.compute_inline("A1")
# case a-matrix-product-of-inlined-operands-2 on a-matrix-product-of-inlined-operands
sch.compute_inline("A1")
sch.compute_inline("W1")
# case a-matrix-product-of-inlined-operands-3 on a-matrix-product-of-inlined-operands
i, j, k = sch.get_loops("C")
k0, k1 = sch.split(k, [None, 4])
sch.compute_inline("W1")
sch.compute_inline("A1")
# case a-matrix-product-of-inlined-operands-4 on a-matrix-product-of-inlined-operands
sch.compute_at("A1", sch.get_loops("C")[0])
sch.compute_inline("W1")
# program several-readers with second = B[vi, vj] | B[vj, vi] | B[vi, 0] | B[15 - vi, vj]
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
            C[vi, vj] = B[vi, vj] + $second
    for i, j in T.grid(16, 16):
        with T.sblock("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = $second + T.float32(1)
# case several-readers-1 on several-readers
sch.compute_inline("B")
# case several-readers-2 on several-readers
sch.reverse_compute_inline("C")
# program several-loads-of-a-window
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 18), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 18))
    for i, j in T.grid(16, 18):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[vi, vj + 1] + B[vi, vj + 2]
# case several-loads-of-a-window-1 on several-loads-of-a-window
sch.compute_inline("B")
# case several-loads-of-a-window-2 on several-loads-of-a-window
sch.reverse_compute_inline("C")
# program a-condition-on-the-consumer with where = i < 10 | i * 16 + j < 200 | A[i, j] < T.float32(3) | B[i, j] < T.float32(10)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where($where)
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case a-condition-on-the-consumer-1 on a-condition-on-the-consumer
sch.compute_inline("B")
# case a-condition-on-the-consumer-2 on a-condition-on-the-consumer
sch.reverse_compute_inline("C")
# program a-condition-on-the-producer with where = i < 10 | A[i, j] < T.float32(3)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where($where)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case a-condition-on-the-producer-1 on a-condition-on-the-producer
sch.compute_inline("B")
# case a-condition-on-the-producer-2 on a-condition-on-the-producer
sch.reverse_compute_inline("C")
# program split-loops
@T.prim_func(s_tir=True)
def main(A: T.Buffer((15, 16), "float32"), C: T.Buffer((15, 16), "float32")):
    B = T.sblock_alloc_buffer((15, 16))
    for i, j in T.grid(15, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(15, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case split-loops-1 on split-loops with who = B | C
sch.split(sch.get_loops("$who")[0], [None, 4])
sch.compute_inline("B")
# case split-loops-2 on split-loops with who = B | C
sch.split(sch.get_loops("$who")[0], [None, 4])
sch.reverse_compute_inline("C")
# case split-loops-3 on split-loops with who = B | C
sch.split(sch.get_loops("$who")[1], [None, 4])
sch.reverse_compute_inline("C")
# case split-loops-4 on split-loops with who = B | C
sch.fuse(*sch.get_loops("$who"))
sch.reverse_compute_inline("C")
# program under-a-loop
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i in T.serial(16):
        for j in T.serial(16):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial(16):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)
# case under-a-loop-1 on under-a-loop
sch.compute_inline("B")
# case under-a-loop-2 on under-a-loop
sch.reverse_compute_inline("C")
# program opaque-consumers with
#   access = T.evaluate(B.access_ptr("r", extent=16)) | T.evaluate(T.address_of(B[vi, 0])) |
#   T.evaluate(T.call_extern("int32", "f", B.data))
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(B[vi, vj])
            T.writes(C[vi, vj])
            $access
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case opaque-consumers-1 on opaque-consumers
sch.compute_inline("B")
# case opaque-consumers-2 on opaque-consumers
sch.reverse_compute_inline("C")
# program opaque-accesses-of-others with
#   access = T.evaluate(A.access_ptr("r", extent=16)) | T.evaluate(T.call_extern("int32", "f", C.data))
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(B[vi, vj])
            T.writes(C[vi, vj])
            $access
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case opaque-accesses-of-others-1 on opaque-accesses-of-others
sch.compute_inline("B")
# case opaque-accesses-of-others-2 on opaque-accesses-of-others
sch.reverse_compute_inline("C")
# program opaque-producers
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:16, 0:16])
            T.writes(B[0:16, 0:16])
            T.evaluate(T.call_extern("int32", "f", A.data))
            B[vi, vj] = A[vi, vj]
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case opaque-producers-1 on opaque-producers
sch.compute_inline("B")
# case opaque-producers-2 on opaque-producers
sch.reverse_compute_inline("C")
# program pointers-in-calls-that-are-pure
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    D = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(D[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = T.exp(D[vi, vj])
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(B[0:16, 0:16])
            T.writes(C[vi, vj])
            C[vi, vj] = T.call_extern("float32", "f", T.address_of(B[vi, vj]))
# case pointers-in-calls-that-are-pure-1 on pointers-in-calls-that-are-pure
sch.compute_inline("D")
# case pointers-in-calls-that-are-pure-2 on pointers-in-calls-that-are-pure
sch.compute_inline("B")
# case pointers-in-calls-that-are-pure-3 on pointers-in-calls-that-are-pure
sch.reverse_compute_inline("B")
# program lets with b = A[vi, vj] | T.Let(x * x, where={x: A[vi, vj]}), c = B[vi, vj] | T.Let(y + y, where={y: B[vi, vj]})
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = $b
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = $c
# case lets-1 on lets
sch.compute_inline("B")
# case lets-2 on lets
sch.reverse_compute_inline("C")
# program let-statements
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            x: T.let[T.float32] = B[vi, vj]
            C[vi, vj] = x + T.float32(1)
# case let-statements-1 on let-statements
sch.compute_inline("B")
# case let-statements-2 on let-statements
sch.reverse_compute_inline("C")
# program ragged
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), L: T.Buffer((16,), "int32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i in T.serial(16):
        for j in T.serial(L[i]):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)
# case ragged-1 on ragged
sch.compute_inline("B")
# case ragged-2 on ragged
sch.reverse_compute_inline("C")
# program constant-indices
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((1, 16))
    for i, j in T.grid(1, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for j in T.grid(16):
        with T.sblock("C"):
            vj = T.axis.remap("S", [j])
            C[vj] = B[0, vj] + T.float32(1)
# case constant-indices-1 on constant-indices
sch.compute_inline("B")
# case constant-indices-2 on constant-indices
sch.reverse_compute_inline("C")
# program bound-axes
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((1, 16), "float32")):
    B = T.sblock_alloc_buffer((1, 16))
    for j in T.grid(16):
        with T.sblock("B"):
            vi = T.axis.spatial(1, 0)
            vj = T.axis.spatial(16, j)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(1, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case bound-axes-1 on bound-axes
sch.compute_inline("B")
# case bound-axes-2 on bound-axes
sch.reverse_compute_inline("C")
# program annotated
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            T.sblock_attr({"mark": 1})
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            T.sblock_attr({"note": 2})
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case annotated-1 on annotated
sch.compute_inline("B")
# case annotated-2 on annotated
sch.reverse_compute_inline("C")
# program nothing-but-one-block
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
# case nothing-but-one-block-1 on nothing-but-one-block
sch.compute_inline("C")
# case nothing-but-one-block-2 on nothing-but-one-block
sch.reverse_compute_inline("C")
# program softmax
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), C: T.Buffer((8, 16), "float32")):
    M = T.sblock_alloc_buffer((8,))
    E = T.sblock_alloc_buffer((8, 16))
    S = T.sblock_alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.sblock("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.float32(-10000)
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, j in T.grid(8, 16):
        with T.sblock("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.exp(A[vi, vj] - M[vi])
    for i, k in T.grid(8, 16):
        with T.sblock("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + E[vi, vk]
    for i, j in T.grid(8, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = E[vi, vj] / S[vi]
# case softmax-1 on softmax
sch.compute_inline("E")
# case softmax-2 on softmax
sch.compute_at("M", sch.get_loops("S")[0])
sch.compute_inline("E")
# case softmax-3 on softmax
sch.reverse_compute_inline("C")
