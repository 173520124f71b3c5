# SPDX-License-Identifier: Apache-2.0
# --- matmul-1 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [4, 8]}, {"var": "b", "dtype": "float32", "shape": [8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [4, 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], b[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + a[v_i0, v_k] * b[v_k, v_i1]

# --- matmul-2 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float16", "shape": [4, 8]}, {"var": "b", "dtype": "float16", "shape": [8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float16", "shape": [4, 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(8)), "float16"), b: T.Buffer((T.int64(8), T.int64(16)), "float16"), matmul: T.Buffer((T.int64(4), T.int64(16)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], b[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float16(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + a[v_i0, v_k] * b[v_k, v_i1]

# --- matmul-3 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float16", "shape": [4, 8]}, {"var": "b", "dtype": "float16", "shape": [8, 16]}], "attrs": {"out_dtype": "float32"}, "type": {"dtype": "float32", "shape": [4, 16]}, "text": "R.matmul(a, b, out_dtype=\"float32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(8)), "float16"), b: T.Buffer((T.int64(8), T.int64(16)), "float16"), matmul: T.Buffer((T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], b[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + T.Cast("float32", a[v_i0, v_k]) * T.Cast("float32", b[v_k, v_i1])

# --- matmul-4 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [8]}, {"var": "b", "dtype": "float32", "shape": [8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(8),), "float32"), b: T.Buffer((T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((T.int64(16),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, k in T.grid(T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(a[v_k], b[v_k, v_i0])
                T.writes(matmul[v_i0])
                with T.init():
                    matmul[v_i0] = T.float32(0.0)
                matmul[v_i0] = matmul[v_i0] + a[v_k] * b[v_k, v_i0]

# --- matmul-5 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [4, 8]}, {"var": "b", "dtype": "float32", "shape": [8]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [4]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(8),), "float32"), matmul: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, k in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(a[v_i0, v_k], b[v_k])
                T.writes(matmul[v_i0])
                with T.init():
                    matmul[v_i0] = T.float32(0.0)
                matmul[v_i0] = matmul[v_i0] + a[v_i0, v_k] * b[v_k]

# --- matmul-6 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [8]}, {"var": "b", "dtype": "float32", "shape": [8]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": []}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(8),), "float32"), b: T.Buffer((T.int64(8),), "float32"), matmul: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        for k in range(T.int64(8)):
            with T.sblock("matmul"):
                v_k = T.axis.reduce(T.int64(8), k)
                T.reads(a[v_k], b[v_k])
                T.writes(matmul[()])
                with T.init():
                    matmul[()] = T.float32(0.0)
                matmul[()] = matmul[()] + a[v_k] * b[v_k]

# --- matmul-7 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [3, 4, 8]}, {"var": "b", "dtype": "float32", "shape": [3, 8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [3, 4, 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(3), T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(3), T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((T.int64(3), T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, k in T.grid(T.int64(3), T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(a[v_i0, v_i1, v_k], b[v_i0, v_k, v_i2])
                T.writes(matmul[v_i0, v_i1, v_i2])
                with T.init():
                    matmul[v_i0, v_i1, v_i2] = T.float32(0.0)
                matmul[v_i0, v_i1, v_i2] = matmul[v_i0, v_i1, v_i2] + a[v_i0, v_i1, v_k] * b[v_i0, v_k, v_i2]

# --- matmul-8 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [2, 3, 4, 8]}, {"var": "b", "dtype": "float32", "shape": [2, 3, 8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [2, 3, 4, 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(2), T.int64(3), T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3, k in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_i2, v_i3, v_k = T.axis.remap("SSSSR", [i0, i1, i2, i3, k])
                T.reads(a[v_i0, v_i1, v_i2, v_k], b[v_i0, v_i1, v_k, v_i3])
                T.writes(matmul[v_i0, v_i1, v_i2, v_i3])
                with T.init():
                    matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)
                matmul[v_i0, v_i1, v_i2, v_i3] = matmul[v_i0, v_i1, v_i2, v_i3] + a[v_i0, v_i1, v_i2, v_k] * b[v_i0, v_i1, v_k, v_i3]

# --- matmul-9 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [2, 1, 4, 8]}, {"var": "b", "dtype": "float32", "shape": [3, 8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [2, 3, 4, 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(2), T.int64(1), T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(3), T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3, k in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_i2, v_i3, v_k = T.axis.remap("SSSSR", [i0, i1, i2, i3, k])
                T.reads(a[v_i0, T.int64(0), v_i2, v_k], b[v_i1, v_k, v_i3])
                T.writes(matmul[v_i0, v_i1, v_i2, v_i3])
                with T.init():
                    matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)
                matmul[v_i0, v_i1, v_i2, v_i3] = matmul[v_i0, v_i1, v_i2, v_i3] + a[v_i0, T.int64(0), v_i2, v_k] * b[v_i1, v_k, v_i3]

# --- matmul-10 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": ["n", 8]}, {"var": "b", "dtype": "float32", "shape": [8, 16]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": ["n", 16]}, "text": "R.matmul(a, b, out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((n, T.int64(8)), "float32"), b: T.Buffer((T.int64(8), T.int64(16)), "float32"), matmul: T.Buffer((n, T.int64(16)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(n, T.int64(16), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], b[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + a[v_i0, v_k] * b[v_k, v_i1]

# --- matmul-11 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [1, "n", 8]}, {"var": "b", "dtype": "float32", "shape": [8, "m"]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [1, "n", "m"]}, "text": "R.matmul(a, b, out_dtype=None)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(1), n, T.int64(8)), "float32"), b: T.Buffer((T.int64(8), m), "float32"), matmul: T.Buffer((T.int64(1), n, m), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, k in T.grid(T.int64(1), n, m, T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(a[v_i0, v_i1, v_k], b[v_k, v_i2])
                T.writes(matmul[v_i0, v_i1, v_i2])
                with T.init():
                    matmul[v_i0, v_i1, v_i2] = T.float32(0.0)
                matmul[v_i0, v_i1, v_i2] = matmul[v_i0, v_i1, v_i2] + a[v_i0, v_i1, v_k] * b[v_k, v_i2]

# --- matmul-12 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": ["b", 4, "k"]}, {"var": "b", "dtype": "float32", "shape": ["b", "k", 5]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": ["b", 4, 5]}, "text": "R.matmul(a, b_1, out_dtype=None)"}
b = TypeVar("b")
k = TypeVar("k")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((b, T.int64(4), k), "float32"), b_1: T.Buffer((b, k, T.int64(5)), "float32"), matmul: T.Buffer((b, T.int64(4), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, k_1 in T.grid(b, T.int64(4), T.int64(5), k):
            with T.sblock("matmul"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k_1])
                T.reads(a[v_i0, v_i1, v_k], b_1[v_i0, v_k, v_i2])
                T.writes(matmul[v_i0, v_i1, v_i2])
                with T.init():
                    matmul[v_i0, v_i1, v_i2] = T.float32(0.0)
                matmul[v_i0, v_i1, v_i2] = matmul[v_i0, v_i1, v_i2] + a[v_i0, v_i1, v_k] * b_1[v_i0, v_k, v_i2]

# --- matmul-13 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "float32", "shape": [2, 4, 8]}, {"var": "b", "dtype": "float32", "shape": [8]}], "attrs": {"out_dtype": null}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.matmul(a, b, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(2), T.int64(4), T.int64(8)), "float32"), b: T.Buffer((T.int64(8),), "float32"), matmul: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(2), T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_i1, v_k], b[v_k])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + a[v_i0, v_i1, v_k] * b[v_k]

# --- matmul-14 ---
# {"op": "matmul", "args": [{"var": "a", "dtype": "int8", "shape": [4, 8]}, {"var": "b", "dtype": "int8", "shape": [8, 4]}], "attrs": {"out_dtype": "int32"}, "type": {"dtype": "int32", "shape": [4, 4]}, "text": "R.matmul(a, b, out_dtype=\"int32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(8)), "int8"), b: T.Buffer((T.int64(8), T.int64(4)), "int8"), matmul: T.Buffer((T.int64(4), T.int64(4)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, k in T.grid(T.int64(4), T.int64(4), T.int64(8)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], b[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = 0
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + T.Cast("int32", a[v_i0, v_k]) * T.Cast("int32", b[v_k, v_i1])
