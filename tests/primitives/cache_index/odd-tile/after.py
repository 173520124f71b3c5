# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50,), "float32"), B: T.Buffer((50,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((64,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((64,), "int32", strides=(1,))
        for ax0, ax1 in T.grid(4, 16):
            with T.block("index_0"):
                v0 = T.axis.spatial(64, ax0 * 16 + ax1)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 * 7 % 50
        for ax0, ax1 in T.grid(4, 16):
            with T.block("index_1"):
                v0 = T.axis.spatial(64, ax0 * 16 + ax1)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = 49 - v0
        for io, ii in T.grid(4, 16):
            with T.block("B"):
                vi = T.axis.spatial(50, io * 16 + ii)
                T.where(io * 16 + ii < 50)
                T.reads(A[T.min(vi * 7 % 50, 49 - vi):T.min(vi * 7 % 50, 49 - vi) + (T.max(vi * 7 % 50, 49 - vi) + 1 - T.min(vi * 7 % 50, 49 - vi))], index_var_0[vi], index_var_1[vi])
                T.writes(B[vi])
                B[vi] = A[index_var_0[vi]] + A[index_var_1[vi]]
