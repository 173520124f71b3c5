# SPDX-License-Identifier: Apache-2.0
# --- reshape-1 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}, {"sizes": [6, 4]}], "attrs": {}, "type": {"dtype": "float32", "shape": [6, 4]}, "text": "R.reshape(x, R.shape([6, 4]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_reshape: T.Buffer((T.int64(6), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(6), T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[(v_ax1 // T.int64(4) + v_ax0) % T.int64(6) // T.int64(3), (v_ax1 // T.int64(4) + v_ax0) % T.int64(3), v_ax1 % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[(v_ax1 // T.int64(4) + v_ax0) % T.int64(6) // T.int64(3), (v_ax1 // T.int64(4) + v_ax0) % T.int64(3), v_ax1 % T.int64(4)]

# --- reshape-2 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}, {"sizes": [6, 4]}], "attrs": {}, "type": {"dtype": "float32", "shape": [6, 4]}, "text": "R.reshape(x, R.shape([6, 4]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_reshape: T.Buffer((T.int64(6), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(6), T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[(v_ax1 // T.int64(4) + v_ax0) % T.int64(6) // T.int64(3), (v_ax1 // T.int64(4) + v_ax0) % T.int64(3), v_ax1 % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[(v_ax1 // T.int64(4) + v_ax0) % T.int64(6) // T.int64(3), (v_ax1 // T.int64(4) + v_ax0) % T.int64(3), v_ax1 % T.int64(4)]

# --- reshape-3 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}, {"sizes": [2, 12]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 12]}, "text": "R.reshape(x, R.shape([2, 12]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_reshape: T.Buffer((T.int64(2), T.int64(12)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(12)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[(v_ax1 // T.int64(12) + v_ax0) % T.int64(2), v_ax1 % T.int64(12) // T.int64(4), v_ax1 % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[(v_ax1 // T.int64(12) + v_ax0) % T.int64(2), v_ax1 % T.int64(12) // T.int64(4), v_ax1 % T.int64(4)]

# --- reshape-4 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float16", "shape": [24]}, {"sizes": [2, 12]}], "attrs": {}, "type": {"dtype": "float16", "shape": [2, 12]}, "text": "R.reshape(x, R.shape([2, 12]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(24),), "float16"), T_reshape: T.Buffer((T.int64(2), T.int64(12)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(12)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[(v_ax0 * T.int64(12) + v_ax1) % T.int64(24)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[(v_ax0 * T.int64(12) + v_ax1) % T.int64(24)]

# --- reshape-5 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float32", "shape": [24]}, {"sizes": [1, 24]}], "attrs": {}, "type": {"dtype": "float32", "shape": [1, 24]}, "text": "R.reshape(x, R.shape([1, 24]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(24),), "float32"), T_reshape: T.Buffer((T.int64(1), T.int64(24)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(1), T.int64(24)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1 % T.int64(24)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = x[v_ax1 % T.int64(24)]

# --- reshape-6 ---
# {"op": "reshape", "args": [{"var": "x", "dtype": "float32", "shape": [1]}, {"sizes": []}], "attrs": {}, "type": {"dtype": "float32", "shape": []}, "text": "R.reshape(x, R.shape([]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(1),), "float32"), T_reshape: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        with T.sblock("T_reshape"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x[T.int64(0)])
            T.writes(T_reshape[()])
            T_reshape[()] = x[T.int64(0)]
