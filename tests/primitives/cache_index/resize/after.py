# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 3, 10, 10), "float32"), resize: T.Buffer((1, 3, 20, 20), "float32")):
        # with T.block("root"):
        index_var_0 = T.alloc_buffer((20,), "int32", strides=(1,))
        index_var_1 = T.alloc_buffer((20,), "int32", strides=(1,))
        for ax0 in range(20):
            with T.block("index_0"):
                v0 = T.axis.spatial(20, ax0)
                T.reads()
                T.writes(index_var_0[v0])
                index_var_0[v0] = T.max(T.min(T.Div(v0, 2), 9), 0)
        for ax0 in range(20):
            with T.block("index_1"):
                v0 = T.axis.spatial(20, ax0)
                T.reads()
                T.writes(index_var_1[v0])
                T.block_attr({"note": 1})
                index_var_1[v0] = T.max(T.min(T.Div(v0, 2), 9), 0)
        for i0, i1, i2, i3 in T.grid(1, 3, 20, 20):
            with T.block("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(A[v_i0, v_i1, 0:10, 0:10], index_var_0[v_i2], index_var_1[v_i3])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = A[v_i0, v_i1, index_var_0[v_i2], index_var_1[v_i3]]
