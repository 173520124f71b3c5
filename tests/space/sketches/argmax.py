from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64, 256), "float32"), X_red: T.Buffer((), "int32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        X_red_temp_v0 = T.sblock_alloc_buffer((), "int32")
        X_red_temp_v1 = T.sblock_alloc_buffer(())
        for k0, k1 in T.grid(64, 256):
            with T.sblock("X_red_temp"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(X[v_k0, v_k1])
                T.writes(X_red_temp_v0[()], X_red_temp_v1[()])
                with T.init():
                    X_red_temp_v0[()] = -1
                    X_red_temp_v1[()] = T.float32(-340282346638528859811704183484516925440.0)
                v_X_red_temp_v0: T.let[T.int32] = T.Select(X_red_temp_v1[()] > X[v_k0, v_k1] or X_red_temp_v1[()] == X[v_k0, v_k1] and X_red_temp_v0[()] < v_k0 * 256 + v_k1, X_red_temp_v0[()], v_k0 * 256 + v_k1)
                v_X_red_temp_v1: T.let[T.float32] = T.Select(X_red_temp_v1[()] > X[v_k0, v_k1], X_red_temp_v1[()], X[v_k0, v_k1])
                X_red_temp_v0[()] = v_X_red_temp_v0
                X_red_temp_v1[()] = v_X_red_temp_v1
        with T.sblock("X_red"):
            vi = T.axis.spatial(1, 0)
            T.reads(X_red_temp_v0[()])
            T.writes(X_red[()])
            X_red[()] = X_red_temp_v0[()]