# SPDX-License-Identifier: Apache-2.0
# --- nn.gelu-1 ---
# {"op": "nn.gelu", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.nn.gelu(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gelu(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_add = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_1[v_ax0, v_ax1])
                T_multiply_1[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T.float32(0.70710678118654757)
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_1[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.erf(T_multiply_1[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute[v_ax0, v_ax1])
                T.writes(T_multiply_2[v_ax0, v_ax1])
                T_multiply_2[v_ax0, v_ax1] = compute[v_ax0, v_ax1] * T.float32(0.5)
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_2[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_2[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]

# --- nn.gelu-2 ---
# {"op": "nn.gelu", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 4]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 4]}, "text": "R.nn.gelu(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gelu(x: T.Buffer((n, T.int64(4)), "float16"), T_multiply: T.Buffer((n, T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        T_multiply_1 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        compute = T.sblock_alloc_buffer((n, T.int64(4)))
        compute_1 = T.sblock_alloc_buffer((n, T.int64(4)))
        compute_2 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_multiply_2 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_add = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_1[v_ax0, v_ax1])
                T_multiply_1[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T.float16(0.70710678118654757)
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_1[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("float32", T_multiply_1[v_i0, v_i1])
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute_1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(compute[v_i0, v_i1])
                T.writes(compute_1[v_i0, v_i1])
                compute_1[v_i0, v_i1] = T.erf(compute[v_i0, v_i1])
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute_2"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(compute_1[v_i0, v_i1])
                T.writes(compute_2[v_i0, v_i1])
                compute_2[v_i0, v_i1] = T.Cast("float16", compute_1[v_i0, v_i1])
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute_2[v_ax0, v_ax1])
                T.writes(T_multiply_2[v_ax0, v_ax1])
                T_multiply_2[v_ax0, v_ax1] = compute_2[v_ax0, v_ax1] * T.float16(0.5)
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_2[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float16(0.5) + T_multiply_2[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
