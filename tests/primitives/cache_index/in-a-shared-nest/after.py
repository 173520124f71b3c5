# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((100,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((100,), "int32", strides=(1,))
        for ax0, ax1 in T.grid(10, 10):
            with T.block("index_0"):
                v0 = T.axis.spatial(100, ax0 * 10 + ax1)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = v0 // 10 * 10
        for ax0, ax1 in T.grid(10, 10):
            with T.block("index_1"):
                v0 = T.axis.spatial(100, ax0 * 10 + ax1)
                T.reads()
                T.writes(index_var_1[v0])
                index_var_1[v0] = 99 - v0
        for io in range(10):
            for ii in range(10):
                with T.block("B"):
                    vi = T.axis.spatial(100, io * 10 + ii)
                    T.reads(A[T.min(vi * 7 % 100, 99 - vi):T.min(vi * 7 % 100, 99 - vi) + (T.max(vi * 7 % 100, 99 - vi) + 1 - T.min(vi * 7 % 100, 99 - vi))])
                    T.writes(B[vi])
                    B[vi] = A[vi * 7 % 100] + A[99 - vi]
            for ii in range(10):
                with T.block("C"):
                    vi = T.axis.spatial(100, io * 10 + ii)
                    T.reads(B[vi // 10 * 10], A[99 - vi], index_var_0[vi], index_var_1[vi])
                    T.writes(C[vi])
                    C[vi] = B[index_var_0[vi]] + A[index_var_1[vi]]
