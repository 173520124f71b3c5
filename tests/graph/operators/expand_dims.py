# SPDX-License-Identifier: Apache-2.0
# --- expand_dims-1 ---
# {"op": "expand_dims", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": [0]}, "type": {"dtype": "float32", "shape": [1, 2, 3]}, "text": "R.expand_dims(x, axis=[0])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def expand_dims(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), expand_dims: T.Buffer((T.int64(1), T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(2), T.int64(3)):
            with T.sblock("expand_dims"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i1, v_i2])
                T.writes(expand_dims[v_i0, v_i1, v_i2])
                expand_dims[v_i0, v_i1, v_i2] = x[v_i1, v_i2]

# --- expand_dims-2 ---
# {"op": "expand_dims", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"axis": [1, -1]}, "type": {"dtype": "float32", "shape": ["n", 1, 3, 1]}, "text": "R.expand_dims(x, axis=[1, -1])"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def expand_dims(x: T.Buffer((n, T.int64(3)), "float32"), expand_dims: T.Buffer((n, T.int64(1), T.int64(3), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(n, T.int64(1), T.int64(3), T.int64(1)):
            with T.sblock("expand_dims"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i2])
                T.writes(expand_dims[v_i0, v_i1, v_i2, v_i3])
                expand_dims[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i2]
