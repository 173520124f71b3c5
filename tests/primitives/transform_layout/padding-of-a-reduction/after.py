# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((3, 5))
        for axis0, axis1, k in T.grid(3, 5, 8):
            with T.block("B"):
                v_axis0, v_axis1, vk = T.axis.remap("SSR", [axis0, axis1, k])
                T.reads(A[v_axis0 * 5 + v_axis1])
                T.writes(B[v_axis0, v_axis1])
                with T.init():
                    B[v_axis0, v_axis1] = T.if_then_else(v_axis0 == 2 and v_axis1 == 4, T.float32(0.0), T.float32(0.0))
                B[v_axis0, v_axis1] = T.if_then_else(v_axis0 == 2 and v_axis1 == 4, T.float32(0.0), B[v_axis0, v_axis1] + A[v_axis0 * 5 + v_axis1] * T.float32(2.0))
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 5, vi % 5])
                T.writes(C[vi])
                C[vi] = B[vi // 5, vi % 5]
