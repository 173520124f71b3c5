# SPDX-License-Identifier: Apache-2.0
import tvm
from tvm.script import tir as T

@tvm.script.ir_module
class MyModuleMixture:
    @T.prim_func
    def linear0(X: T.Buffer[(1, 784), "float32"],
                W: T.Buffer[(128, 784), "float32"],
                B: T.Buffer[(128,), "float32"],
                Z: T.Buffer[(1, 128), "float32"]):
        T.func_attr({"global_symbol": "linear0", "tir.noalias": True})
        Y = T.alloc_buffer((1, 128), "float32")
        for i, j, k in T.grid(1, 128, 784):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]

        for i, j in T.grid(1, 128):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                Z[vi, vj] =  Y[vi, vj] + B[vj]

    @R.function
    def main(x: Tensor((1, 784), "float32"),
             w0: Tensor((128, 784), "float32"),
             b0: Tensor((128,), "float32"),
             w1: Tensor((10, 128), "float32"),
             b1: Tensor((10,), "float32")):
        with R.dataflow():
            lv0 = R.call_tir(linear0, (x, w0, b0), (1, 128), dtype="float32")
            lv1 = R.call_tir("env.relu", (lv0,), (1, 128), dtype="float32")
            out = R.call_tir("env.linear", (lv1, w1, b1), (1, 10), dtype="float32")
            R.output(out)


@tvm.script.ir_module
class Printed:
    @T.prim_func
    def main(X: T.Buffer[(1, 784), "float32"], W: T.Buffer[(128, 784), "float32"], B: T.Buffer[128, "float32"], Z: T.Buffer[(1, 128), "float32"]) -> None:
        # function attr dict
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        # body
        # with T.block("root")
        Y = T.alloc_buffer([1, 128], dtype="float32")
        for i, j, k in T.grid(1, 128, 784):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(X[vi, vk], W[vj, vk])
                T.writes(Y[vi, vj])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]
        for i, j in T.grid(1, 128):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(Y[vi, vj], B[vj])
                T.writes(Z[vi, vj])
                Z[vi, vj] = Y[vi, vj] + B[vj]


@tvm.script.ir_module
class Tuned:
    @T.prim_func
    def linear0(X: T.Buffer[(1, 784), "float32"], W: T.Buffer[(128, 784), "float32"], B: T.Buffer[128, "float32"], Z: T.Buffer[(1, 128), "float32"]) -> None:
        # function attr dict
        T.func_attr({"global_symbol": "linear0", "tir.noalias": True})
        # body
        # with T.block("root")
        Y = T.alloc_buffer([1, 128], dtype="float32")
        for i_0_j_0_fused in T.parallel(4, annotations={"pragma_auto_unroll_max_step":512, "pragma_unroll_explicit":1}):
            for i_1, j_1 in T.grid(1, 4):
                for i_2_init, j_2_init, i_3_init, j_3_init in T.grid(1, 8, 1, 1):
                    with T.block("Y_init"):
                        vi = T.axis.spatial(1, i_1 + i_2_init + i_3_init)
                        vj = T.axis.spatial(128, j_3_init + i_0_j_0_fused * 32 + j_1 * 8 + j_2_init)
                        T.reads()
                        T.writes(Y[vi, vj])
                        T.block_attr({"meta_schedule.tiling_structure":"SSRSRS"})
                        Y[vi, vj] = T.float32(0)
                for k_0, i_2, j_2, k_1, i_3, j_3 in T.grid(28, 1, 8, 28, 1, 1):
                    with T.block("Y_update"):
                        vi = T.axis.spatial(1, i_1 + i_2 + i_3)
                        vj = T.axis.spatial(128, j_3 + i_0_j_0_fused * 32 + j_1 * 8 + j_2)
                        vk = T.axis.reduce(784, k_0 * 28 + k_1)
                        T.reads(Y[vi, vj], X[vi, vk], W[vj, vk])
                        T.writes(Y[vi, vj])
                        T.block_attr({"meta_schedule.tiling_structure":"SSRSRS"})
                        Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]
                for ax0 in T.serial(1):
                    for ax1_fused in T.vectorized(8):
                        with T.block("Z"):
                            vi = T.axis.spatial(1, ax0)
                            vj = T.axis.spatial(128, i_0_j_0_fused * 32 + j_1 * 8 + ax1_fused)
                            T.reads(Y[vi, vj], B[vj])
                            T.writes(Z[vi, vj])
                            Z[vi, vj] = Y[vi, vj] + B[vj]


mod_linear = tvm.IRModule.from_expr(MyModuleMixture["linear0"].with_attr("global_symbol", "main"))
tvm.ir.assert_structural_equal(mod_linear, Printed)
