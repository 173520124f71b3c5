# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        for i in range(2):
            with T.block("tile"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 4:vi * 4 + 4, 0:5])
                T.writes(C[vi * 4:vi * 4 + 4, 0:5])
                B = T.alloc_buffer((T.min(7 - vi * 4, 4), 5))
                C_shared = T.alloc_buffer((7, 5), scope="shared")
                C_shared_global = T.alloc_buffer((7, 5))
                for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):
                    with T.block("B"):
                        wi, wj = T.axis.remap("SS", [ii, j])
                        T.reads(A[vi * 4 + wi, wj])
                        T.writes(B[wi, wj])
                        B[wi, wj] = A[vi * 4 + wi, wj] * T.float32(2.0)
                for ii_0, ii_1, ii_2, j in T.grid(3, (15 - T.max(vi * 4, 3)) // 9, 3, 5):
                    with T.block("C"):
                        wi = T.axis.spatial(T.min(7 - vi * 4, 4), ii_0 * ((15 - T.max(vi * 4, 3)) // 9 * 3) + ii_1 * 3 + ii_2)
                        wj = T.axis.spatial(5, j)
                        T.where((ii_0 * ((15 - T.max(vi * 4, 3)) // 9) + ii_1) * 3 + ii_2 < T.min(7 - vi * 4, 4))
                        T.reads(B[wi, T.min(wj, 4 - wj):T.min(wj, 4 - wj) + (T.max(wj, 4 - wj) + 1 - T.min(wj, 4 - wj))])
                        T.writes(C_shared[vi * 4 + wi, wj])
                        C_shared[vi * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]
                    for ax0, ax1 in T.grid(7 - T.max(vi * 4 + ii_0 * ((15 - T.max(vi * 4, 3)) // 9) * 3 + ii_2, 6), 1):
                        with T.block("C_shared_global"):
                            v0 = T.axis.spatial(7, vi * 4 + ii_0 * ((15 - T.max(vi * 4, 3)) // 9) * 3 + ii_2 + ax0)
                            v1 = T.axis.spatial(5, j + ax1)
                            T.where((ii_0 * ((15 - T.max(vi * 4, 3)) // 9) + ii_1) * 3 + ii_2 < T.min(7 - vi * 4, 4))
                            T.reads(C_shared[v0, v1])
                            T.writes(C_shared_global[v0, v1])
                            C_shared_global[v0, v1] = C_shared[v0, v1]
                    with T.block("C_shared"):
                        v0 = T.axis.spatial(T.min(7 - vi * 4, 4), ii_0 * ((15 - T.max(vi * 4, 3)) // 9 * 3) + ii_1 * 3 + ii_2)
                        v1 = T.axis.spatial(5, j)
                        T.where((ii_0 * ((15 - T.max(vi * 4, 3)) // 9) + ii_1) * 3 + ii_2 < T.min(7 - vi * 4, 4))
                        T.reads(C_shared_global[vi * 4 + v0, v1])
                        T.writes(C[vi * 4 + v0, v1])
                        T.block_attr({"auto_copy": T.bool(True)})
                        for ax0, ax1 in T.grid(1, 1):
                            C[vi * 4 + v0 + ax0, v1 + ax1] = C_shared_global[vi * 4 + v0 + ax0, v1 + ax1]
