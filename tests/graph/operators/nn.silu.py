# SPDX-License-Identifier: Apache-2.0
# --- nn.silu-1 ---
# {"op": "nn.silu", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.nn.silu(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def silu(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sigmoid(x[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], compute[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * compute[v_ax0, v_ax1]

# --- nn.silu-2 ---
# {"op": "nn.silu", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 4]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 4]}, "text": "R.nn.silu(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def silu(x: T.Buffer((n, T.int64(4)), "float16"), T_multiply: T.Buffer((n, T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        compute = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sigmoid(x[v_i0, v_i1])
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], compute[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * compute[v_ax0, v_ax1]
