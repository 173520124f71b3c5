# SPDX-License-Identifier: Apache-2.0
# --- einsum-1 ---
# {"op": "einsum", "args": [{"items": [{"var": "a", "dtype": "float32", "shape": [2, 3]}, {"var": "b", "dtype": "float32", "shape": [3, 4]}]}], "attrs": {"subscripts": "ij,jk->ik"}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.einsum((a, b), subscripts=\"ij,jk->ik\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def einsum(a: T.Buffer((T.int64(2), T.int64(3)), "float32"), b: T.Buffer((T.int64(3), T.int64(4)), "float32"), T_einsum: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, j in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("T_einsum"):
                v_ax0, v_ax1, v_j = T.axis.remap("SSR", [ax0, ax1, j])
                T.reads(a[v_ax0, v_j], b[v_j, v_ax1])
                T.writes(T_einsum[v_ax0, v_ax1])
                with T.init():
                    T_einsum[v_ax0, v_ax1] = T.float32(0.0)
                T_einsum[v_ax0, v_ax1] = T_einsum[v_ax0, v_ax1] + a[v_ax0, v_j] * b[v_j, v_ax1]

# --- einsum-2 ---
# {"op": "einsum", "args": [{"items": [{"var": "a", "dtype": "float32", "shape": [1, 2, 3, 4]}, {"var": "b", "dtype": "float32", "shape": [1, 2, 5, 4]}]}], "attrs": {"subscripts": "bhqd,bhkd->bhqk"}, "type": {"dtype": "float32", "shape": [1, 2, 3, 5]}, "text": "R.einsum((a, b), subscripts=\"bhqd,bhkd->bhqk\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def einsum(a: T.Buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(4)), "float32"), b: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(4)), "float32"), T_einsum: T.Buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, ax3, d in T.grid(T.int64(1), T.int64(2), T.int64(3), T.int64(5), T.int64(4)):
            with T.sblock("T_einsum"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_d = T.axis.remap("SSSSR", [ax0, ax1, ax2, ax3, d])
                T.reads(a[v_ax0, v_ax1, v_ax2, v_d], b[v_ax0, v_ax1, v_ax3, v_d])
                T.writes(T_einsum[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    T_einsum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                T_einsum[v_ax0, v_ax1, v_ax2, v_ax3] = T_einsum[v_ax0, v_ax1, v_ax2, v_ax3] + a[v_ax0, v_ax1, v_ax2, v_d] * b[v_ax0, v_ax1, v_ax3, v_d]
