# SPDX-License-Identifier: Apache-2.0
# --- nn.gelu_tanh-1 ---
# {"op": "nn.gelu_tanh", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.nn.gelu_tanh(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gelu_tanh(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_4 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_add = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_5 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_add_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_1[v_ax0, v_ax1])
                T_multiply_1[v_ax0, v_ax1] = T.float32(0.5) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_2[v_ax0, v_ax1])
                T_multiply_2[v_ax0, v_ax1] = T.float32(0.79788456080286541) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_3[v_ax0, v_ax1])
                T_multiply_3[v_ax0, v_ax1] = T.float32(0.044714999999999998) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_3"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_3[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_multiply_4[v_ax0, v_ax1])
                T_multiply_4[v_ax0, v_ax1] = T_multiply_3[v_ax0, v_ax1] * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_4[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float32(1.0) + T_multiply_4[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_4"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_2[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
                T.writes(T_multiply_5[v_ax0, v_ax1])
                T_multiply_5[v_ax0, v_ax1] = T_multiply_2[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_5[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.tanh(T_multiply_5[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute[v_ax0, v_ax1])
                T.writes(T_add_1[v_ax0, v_ax1])
                T_add_1[v_ax0, v_ax1] = T.float32(1.0) + compute[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_5"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_1[v_ax0, v_ax1], T_add_1[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_multiply_1[v_ax0, v_ax1] * T_add_1[v_ax0, v_ax1]

# --- nn.gelu_tanh-2 ---
# {"op": "nn.gelu_tanh", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 4]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 4]}, "text": "R.nn.gelu_tanh(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gelu_tanh(x: T.Buffer((n, T.int64(4)), "float16"), T_multiply: T.Buffer((n, T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        T_multiply_1 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_multiply_2 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_multiply_3 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_multiply_4 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_add = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_multiply_5 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        compute = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        T_add_1 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_1[v_ax0, v_ax1])
                T_multiply_1[v_ax0, v_ax1] = T.float16(0.5) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_2[v_ax0, v_ax1])
                T_multiply_2[v_ax0, v_ax1] = T.float16(0.79788456080286541) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply_3[v_ax0, v_ax1])
                T_multiply_3[v_ax0, v_ax1] = T.float16(0.044714999999999998) * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_3"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_3[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_multiply_4[v_ax0, v_ax1])
                T_multiply_4[v_ax0, v_ax1] = T_multiply_3[v_ax0, v_ax1] * x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_4[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float16(1.0) + T_multiply_4[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_4"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_2[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
                T.writes(T_multiply_5[v_ax0, v_ax1])
                T_multiply_5[v_ax0, v_ax1] = T_multiply_2[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_multiply_5[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.tanh(T_multiply_5[v_i0, v_i1])
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(compute[v_ax0, v_ax1])
                T.writes(T_add_1[v_ax0, v_ax1])
                T_add_1[v_ax0, v_ax1] = T.float16(1.0) + compute[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_multiply_5"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_1[v_ax0, v_ax1], T_add_1[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_multiply_1[v_ax0, v_ax1] * T_add_1[v_ax0, v_ax1]
