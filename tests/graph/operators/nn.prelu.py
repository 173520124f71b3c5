# SPDX-License-Identifier: Apache-2.0
# --- nn.prelu-1 ---
# {"op": "nn.prelu", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"var": "a", "dtype": "float32", "shape": [3]}], "attrs": {"axis": 1}, "type": {"dtype": "float32", "shape": [1, 3, 4, 4]}, "text": "R.nn.prelu(x, a, axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def prelu(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), a: T.Buffer((T.int64(3),), "float32"), compute: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3], a[v_i1])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.Select(T.float32(0.0) < x[v_i0, v_i1, v_i2, v_i3], x[v_i0, v_i1, v_i2, v_i3], x[v_i0, v_i1, v_i2, v_i3] * a[v_i1])

# --- nn.prelu-2 ---
# {"op": "nn.prelu", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 5]}, {"var": "a", "dtype": "float32", "shape": [5]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": ["n", 5]}, "text": "R.nn.prelu(x, a, axis=-1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def prelu(x: T.Buffer((n, T.int64(5)), "float32"), a: T.Buffer((T.int64(5),), "float32"), compute: T.Buffer((n, T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(5)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], a[v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Select(T.float32(0.0) < x[v_i0, v_i1], x[v_i0, v_i1], x[v_i0, v_i1] * a[v_i1])
