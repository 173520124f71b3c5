# SPDX-License-Identifier: Apache-2.0
# What blocks declare that give pointers away: whole buffers, after those that are accessed by element.
# program called with
#   call = B.access_ptr("w"), A.access_ptr("r") | T.address_of(A[vi, 0]), T.address_of(B[vi, 0]) |
#   A[vi, 1], A.access_ptr("r", offset=vi * 16)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.sblock("B"):
            vi = T.axis.spatial(16, i)
            T.evaluate(T.call_extern("int32", "f", $call))
            D[vi] = C[vi]
    for i in range(16):
        with T.sblock("C"):
            vi = T.axis.spatial(16, i)
            B[vi, 1] = A[vi, 2] + C[vi]
            T.evaluate(T.call_extern("int32", "f", $call, C[vi]))
# case read on called
pass
# case cached on called
sch.cache_read(sch.get_sblock("B"), 0, "global")
# program reader with
#   call = T.address_of(F[vi, 0]) | T.address_of(C[vi, 0]), A.data | A[vi, 0], T.address_of(A[vi, 1]) | C.data | C.access_ptr("w") |
#   C.access_ptr("rw") | A.data | A.data, C.data | A.access_ptr("r"), C.data | F.data, A.access_ptr("w") | F.data, C.data, A.data |
#   A[vi, 0], A.data
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), F: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    E = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = E[vi, vj]
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:16, 0:16], B[vi, vj], E[vi, vj], F[0:16, 0:16])
            T.writes(C[0:16, 0:16])
            C[vi, vj] = E[vi, vj] + B[vi, vj]
            T.evaluate(T.call_extern("int32", "f", $call))
# case inline on reader with block = E | B
sch.compute_inline("$block")
# program reader-first with
#   call = C.data, F.data | F.access_ptr("r"), C.data | A.data | T.address_of(F[vi, 0]) | T.address_of(F[vi, 0]), F.data |
#   F[vi, 1], T.address_of(F[0, 0]) | T.address_of(C[vi, vj]), T.address_of(A[vi, vj])
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), F: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:16, 0:16], B[vi, vj], F[0:16, 0:16])
            T.writes(C[0:16, 0:16])
            T.evaluate(T.call_extern("int32", "f", $call))
            C[vi, vj] = B[vi, vj] + F[vi, 0] + C[vi, 0]
# case inline-first on reader-first
sch.compute_inline("B")
# program reduced with
#   call = C.data, F.data | F.access_ptr("r"), C.data | A.data | T.address_of(F[vi, 0]) | T.address_of(F[vi, 0]), F.data |
#   F[vi, 1], T.address_of(F[0, 0]) | T.address_of(C[vi]), T.address_of(A[vi, vj]) | C.access_ptr("rw")
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), F: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.reads(A[0:16, 0:16], B[vi, vj], F[0:16, 0:16])
            T.writes(C[0:16])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi, vj] + F[vi, 0]
            T.evaluate(T.call_extern("int32", "f", $call))
# case inline-reduced on reduced
sch.compute_inline("B")
