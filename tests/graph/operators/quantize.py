# SPDX-License-Identifier: Apache-2.0
# --- quantize-1 ---
# {"op": "quantize", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}, {"var": "s", "dtype": "float32", "shape": [3]}, {"var": "z", "dtype": "int8", "shape": [3]}], "attrs": {"axis": 1, "out_dtype": "int8"}, "type": {"dtype": "int8", "shape": [2, 3, 4]}, "text": "R.quantize(x, s, z, out_dtype=\"int8\", axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def quantize(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), s: T.Buffer((T.int64(3),), "float32"), z: T.Buffer((T.int64(3),), "int8"), quantized: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "int8")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("quantized"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2], s[v_i1], z[v_i1])
                T.writes(quantized[v_i0, v_i1, v_i2])
                quantized[v_i0, v_i1, v_i2] = T.Cast("int8", T.max(T.min(T.round(x[v_i0, v_i1, v_i2] / s[v_i1]) + T.Cast("float32", z[v_i1]), T.float32(127.0)), T.float32(-128.0)))

# --- quantize-2 ---
# {"op": "quantize", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}, {"const": [0.5], "shape": [], "dtype": "float32"}, {"const": [3], "shape": [], "dtype": "int8"}], "attrs": {"axis": -1, "out_dtype": "int8"}, "type": {"dtype": "int8", "shape": ["n", 3]}, "text": "R.quantize(x, R.const(0.5, \"float32\"), R.const(3, \"int8\"), out_dtype=\"int8\", axis=-1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def quantize(x: T.Buffer((n, T.int64(3)), "float32"), quantized: T.Buffer((n, T.int64(3)), "int8")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("quantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(quantized[v_i0, v_i1])
                quantized[v_i0, v_i1] = T.Cast("int8", T.max(T.min(T.round(x[v_i0, v_i1] / T.float32(0.5)) + T.float32(3.0), T.float32(127.0)), T.float32(-128.0)))

# --- quantize-3 ---
# {"op": "quantize", "args": [{"var": "x", "dtype": "float16", "shape": [2, 3]}, {"var": "s", "dtype": "float16", "shape": [2]}, {"var": "z", "dtype": "uint8", "shape": [2]}], "attrs": {"axis": 0, "out_dtype": "uint8"}, "type": {"dtype": "uint8", "shape": [2, 3]}, "text": "R.quantize(x, s, z, out_dtype=\"uint8\", axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def quantize(x: T.Buffer((T.int64(2), T.int64(3)), "float16"), s: T.Buffer((T.int64(2),), "float16"), z: T.Buffer((T.int64(2),), "uint8"), quantized: T.Buffer((T.int64(2), T.int64(3)), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("quantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], s[v_i0], z[v_i0])
                T.writes(quantized[v_i0, v_i1])
                quantized[v_i0, v_i1] = T.Cast("uint8", T.max(T.min(T.round(x[v_i0, v_i1] / s[v_i0]) + T.Cast("float16", z[v_i0]), T.float16(255.0)), T.float16(0.0)))
