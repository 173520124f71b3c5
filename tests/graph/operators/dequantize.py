# SPDX-License-Identifier: Apache-2.0
# --- dequantize-1 ---
# {"op": "dequantize", "args": [{"var": "x", "dtype": "int8", "shape": [2, 3]}, {"var": "s", "dtype": "float32", "shape": [3]}, {"var": "z", "dtype": "int8", "shape": [3]}], "attrs": {"axis": 1, "out_dtype": "float32"}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.dequantize(x, s, z, out_dtype=\"float32\", axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dequantize(x: T.Buffer((T.int64(2), T.int64(3)), "int8"), s: T.Buffer((T.int64(3),), "float32"), z: T.Buffer((T.int64(3),), "int8"), dequantized: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("dequantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], z[v_i1], s[v_i1])
                T.writes(dequantized[v_i0, v_i1])
                dequantized[v_i0, v_i1] = T.Cast("float32", T.Cast("int32", x[v_i0, v_i1]) - T.Cast("int32", z[v_i1])) * s[v_i1]

# --- dequantize-2 ---
# {"op": "dequantize", "args": [{"var": "x", "dtype": "uint8", "shape": ["n", 3]}, {"const": [0.5], "shape": [], "dtype": "float32"}, {"const": [3], "shape": [], "dtype": "uint8"}], "attrs": {"axis": -1, "out_dtype": "float32"}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.dequantize(x, R.const(0.5, \"float32\"), metadata[\"ir.GenericConst\"][0], out_dtype=\"float32\", axis=-1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dequantize(x: T.Buffer((n, T.int64(3)), "uint8"), dequantized: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("dequantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(dequantized[v_i0, v_i1])
                dequantized[v_i0, v_i1] = T.Cast("float32", T.Cast("int32", x[v_i0, v_i1]) - 3) * T.float32(0.5)

# --- dequantize-3 ---
# {"op": "dequantize", "args": [{"var": "x", "dtype": "int8", "shape": [2, 3]}, {"var": "s", "dtype": "float16", "shape": [2]}, {"var": "z", "dtype": "int8", "shape": [2]}], "attrs": {"axis": 0, "out_dtype": "float16"}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.dequantize(x, s, z, out_dtype=\"float16\", axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dequantize(x: T.Buffer((T.int64(2), T.int64(3)), "int8"), s: T.Buffer((T.int64(2),), "float16"), z: T.Buffer((T.int64(2),), "int8"), dequantized: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("dequantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], z[v_i0], s[v_i0])
                T.writes(dequantized[v_i0, v_i1])
                dequantized[v_i0, v_i1] = T.Cast("float16", T.max(T.min(T.Cast("float32", T.Cast("int32", x[v_i0, v_i1]) - T.Cast("int32", z[v_i0])) * T.Cast("float32", s[v_i0]), T.float32(65504.0)), T.float32(-65504.0)))
