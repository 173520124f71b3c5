# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), D: T.Buffer((128, 128), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C = T.sblock_alloc_buffer((128, 128))
        A_global = T.sblock_alloc_buffer((128, 128))
        B_global = T.sblock_alloc_buffer((128, 128))
        for i_init, j_init in T.grid(128, 128):
            with T.sblock("C_init"):
                vi, vj = T.axis.remap("SS", [i_init, j_init])
                T.reads()
                T.writes(C[vi, vj])
                T.sblock_attr({"names": ["C_init", "C_update"]})
                C[vi, vj] = T.float32(0.0)
        for k_0 in range(32):
            for ax0, ax1 in T.grid(128, 4):
                with T.sblock("A_global"):
                    v0 = T.axis.spatial(128, ax0)
                    v1 = T.axis.spatial(128, k_0 * 4 + ax1)
                    T.reads(A[v0, v1])
                    T.writes(A_global[v0, v1])
                    A_global[v0, v1] = A[v0, v1]
            for ax0, ax1 in T.grid(4, 128):
                with T.sblock("B_global"):
                    v0 = T.axis.spatial(128, k_0 * 4 + ax0)
                    v1 = T.axis.spatial(128, ax1)
                    T.reads(B[v0, v1])
                    T.writes(B_global[v0, v1])
                    B_global[v0, v1] = B[v0, v1]
            for i, j, k_1 in T.grid(128, 128, 4):
                with T.sblock("C_update"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce(128, k_0 * 4 + k_1)
                    T.reads(C[vi, vj], A_global[vi, vk], B_global[vk, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = C[vi, vj] + A_global[vi, vk] * B_global[vk, vj]
        for i, j in T.grid(128, 128):
            with T.sblock("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
