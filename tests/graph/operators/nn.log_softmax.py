# SPDX-License-Identifier: Apache-2.0
# --- nn.log_softmax-1 ---
# {"op": "nn.log_softmax", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": [2, 3, 4]}, "text": "R.nn.log_softmax(x, axis=-1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        compute_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for i0, i1, k in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_i1, v_k])
                T.writes(T_softmax_maxelem[v_i0, v_i1])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0, v_i1] = T.max(T_softmax_maxelem[v_i0, v_i1], x[v_i0, v_i1, v_k])
        for i0, i1, k in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_i1, v_k], T_softmax_maxelem[v_i0, v_i1])
                T.writes(compute_1[v_i0, v_i1])
                with T.init():
                    compute_1[v_i0, v_i1] = T.float32(0.0)
                compute_1[v_i0, v_i1] = compute_1[v_i0, v_i1] + T.exp(x[v_i0, v_i1, v_k] - T_softmax_maxelem[v_i0, v_i1])
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("compute_1"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2], T_softmax_maxelem[v_i0, v_i1], compute_1[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1, v_i2])
                T.sblock_attr({"axis": 2})
                compute[v_i0, v_i1, v_i2] = x[v_i0, v_i1, v_i2] - T_softmax_maxelem[v_i0, v_i1] - T.log(compute_1[v_i0, v_i1])

# --- nn.log_softmax-2 ---
# {"op": "nn.log_softmax", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3, 4]}], "attrs": {"axis": 1}, "type": {"dtype": "float16", "shape": ["n", 3, 4]}, "text": "R.nn.log_softmax(x, axis=1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax(x: T.Buffer((n, T.int64(3), T.int64(4)), "float16"), compute: T.Buffer((n, T.int64(3), T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        T_softmax_maxelem = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        compute_1 = T.sblock_alloc_buffer((n, T.int64(4)), "float16")
        for i0, i1, k in T.grid(n, T.int64(4), T.int64(3)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k, v_i1])
                T.writes(T_softmax_maxelem[v_i0, v_i1])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1] = T.float16(-65504.0)
                T_softmax_maxelem[v_i0, v_i1] = T.max(T_softmax_maxelem[v_i0, v_i1], x[v_i0, v_k, v_i1])
        for i0, i1, k in T.grid(n, T.int64(4), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k, v_i1], T_softmax_maxelem[v_i0, v_i1])
                T.writes(compute_1[v_i0, v_i1])
                with T.init():
                    compute_1[v_i0, v_i1] = T.float16(0.0)
                compute_1[v_i0, v_i1] = compute_1[v_i0, v_i1] + T.exp(x[v_i0, v_k, v_i1] - T_softmax_maxelem[v_i0, v_i1])
        for i0, i1, i2 in T.grid(n, T.int64(3), T.int64(4)):
            with T.sblock("compute_1"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2], T_softmax_maxelem[v_i0, v_i2], compute_1[v_i0, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                T.sblock_attr({"axis": 1})
                compute[v_i0, v_i1, v_i2] = x[v_i0, v_i1, v_i2] - T_softmax_maxelem[v_i0, v_i2] - T.log(compute_1[v_i0, v_i2])

# --- nn.log_softmax-3 ---
# {"op": "nn.log_softmax", "args": [{"var": "x", "dtype": "float32", "shape": [2, "n"]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": [2, "n"]}, "text": "R.nn.log_softmax(x, axis=-1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax(x: T.Buffer((T.int64(2), n), "float32"), compute: T.Buffer((T.int64(2), n), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2),))
        compute_1 = T.sblock_alloc_buffer((T.int64(2),))
        for i0, k in T.grid(T.int64(2), n):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(x[v_i0, v_k])
                T.writes(T_softmax_maxelem[v_i0])
                with T.init():
                    T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], x[v_i0, v_k])
        for i0, k in T.grid(T.int64(2), n):
            with T.sblock("compute"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(x[v_i0, v_k], T_softmax_maxelem[v_i0])
                T.writes(compute_1[v_i0])
                with T.init():
                    compute_1[v_i0] = T.float32(0.0)
                compute_1[v_i0] = compute_1[v_i0] + T.exp(x[v_i0, v_k] - T_softmax_maxelem[v_i0])
        for i0, i1 in T.grid(T.int64(2), n):
            with T.sblock("compute_1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], T_softmax_maxelem[v_i0], compute_1[v_i0])
                T.writes(compute[v_i0, v_i1])
                T.sblock_attr({"axis": 1})
                compute[v_i0, v_i1] = x[v_i0, v_i1] - T_softmax_maxelem[v_i0] - T.log(compute_1[v_i0])

# --- nn.log_softmax-4 ---
# {"op": "nn.log_softmax", "args": [{"var": "x", "dtype": "float32", "shape": [2, 10]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": [2, 10]}, "text": "R.nn.log_softmax(x, axis=-1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax(x: T.Buffer((T.int64(2), T.int64(10)), "float32"), compute: T.Buffer((T.int64(2), T.int64(10)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2),))
        compute_1 = T.sblock_alloc_buffer((T.int64(2),))
        for i0, k in T.grid(T.int64(2), T.int64(10)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(x[v_i0, v_k])
                T.writes(T_softmax_maxelem[v_i0])
                with T.init():
                    T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], x[v_i0, v_k])
        for i0, k in T.grid(T.int64(2), T.int64(10)):
            with T.sblock("compute"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(x[v_i0, v_k], T_softmax_maxelem[v_i0])
                T.writes(compute_1[v_i0])
                with T.init():
                    compute_1[v_i0] = T.float32(0.0)
                compute_1[v_i0] = compute_1[v_i0] + T.exp(x[v_i0, v_k] - T_softmax_maxelem[v_i0])
        for i0, i1 in T.grid(T.int64(2), T.int64(10)):
            with T.sblock("compute_1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], T_softmax_maxelem[v_i0], compute_1[v_i0])
                T.writes(compute[v_i0, v_i1])
                T.sblock_attr({"axis": 1})
                compute[v_i0, v_i1] = x[v_i0, v_i1] - T_softmax_maxelem[v_i0] - T.log(compute_1[v_i0])
