# SPDX-License-Identifier: Apache-2.0
# --- nn.pad-1 ---
# {"op": "nn.pad", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"pad_mode": "constant", "pad_value": 0.0, "pad_width": [0, 0, 1, 2]}, "type": {"dtype": "float32", "shape": [2, 6]}, "text": "R.nn.pad(x, pad_width=[0, 0, 1, 2], pad_value=0.0, pad_mode=\"constant\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def pad(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), PadInput: T.Buffer((T.int64(2), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("PadInput"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1 - T.int64(1)])
                T.writes(PadInput[v_i0, v_i1])
                PadInput[v_i0, v_i1] = T.if_then_else(T.int64(1) <= v_i1 and v_i1 < T.int64(4), x[v_i0, v_i1 - T.int64(1)], T.float32(0.0))

# --- nn.pad-2 ---
# {"op": "nn.pad", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4, 4]}], "attrs": {"pad_mode": "constant", "pad_value": 1.5, "pad_width": [0, 0, 0, 0, 1, 1, 2, 2]}, "type": {"dtype": "float32", "shape": ["n", 3, 6, 8]}, "text": "R.nn.pad(x, pad_width=[0, 0, 0, 0, 1, 1, 2, 2], pad_value=1.5, pad_mode=\"constant\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def pad(x: T.Buffer((n, T.int64(3), T.int64(4), T.int64(4)), "float32"), PadInput: T.Buffer((n, T.int64(3), T.int64(6), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(n, T.int64(3), T.int64(6), T.int64(8)):
            with T.sblock("PadInput"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(2)])
                T.writes(PadInput[v_i0, v_i1, v_i2, v_i3])
                PadInput[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(5) and T.int64(2) <= v_i3 and v_i3 < T.int64(6), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(2)], T.float32(1.5))

# --- nn.pad-3 ---
# {"op": "nn.pad", "args": [{"var": "x", "dtype": "float32", "shape": [4, 5]}], "attrs": {"pad_mode": "circular", "pad_value": 0.0, "pad_width": [0, 0, 2, 1]}, "type": {"dtype": "float32", "shape": [4, 8]}, "text": "R.nn.pad(x, pad_width=[0, 0, 2, 1], pad_value=0.0, pad_mode=\"circular\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def circular_pad(x: T.Buffer((T.int64(4), T.int64(5)), "float32"), CircularPadInput: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("CircularPadInput"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0 % T.int64(4), (v_i1 + T.int64(3)) % T.int64(5)])
                T.writes(CircularPadInput[v_i0, v_i1])
                CircularPadInput[v_i0, v_i1] = x[v_i0 % T.int64(4), (v_i1 + T.int64(3)) % T.int64(5)]

# --- nn.pad-4 ---
# {"op": "nn.pad", "args": [{"var": "x", "dtype": "float32", "shape": [4, 5]}], "attrs": {"pad_mode": "replicate", "pad_value": 0.0, "pad_width": [1, 1, 2, 1]}, "type": {"dtype": "float32", "shape": [6, 8]}, "text": "R.nn.pad(x, pad_width=[1, 1, 2, 1], pad_value=0.0, pad_mode=\"replicate\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def replicate_pad(x: T.Buffer((T.int64(4), T.int64(5)), "float32"), ReplicatePadInput: T.Buffer((T.int64(6), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(6), T.int64(8)):
            with T.sblock("ReplicatePadInput"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[T.max(T.int64(0), T.min(T.int64(3), v_i0 - T.int64(1))), T.max(T.int64(0), T.min(T.int64(4), v_i1 - T.int64(2)))])
                T.writes(ReplicatePadInput[v_i0, v_i1])
                ReplicatePadInput[v_i0, v_i1] = x[T.max(T.int64(0), T.min(T.int64(3), v_i0 - T.int64(1))), T.max(T.int64(0), T.min(T.int64(4), v_i1 - T.int64(2)))]

# --- nn.pad-5 ---
# {"op": "nn.pad", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 5]}], "attrs": {"pad_mode": "replicate", "pad_value": 0.0, "pad_width": [0, 1, 2, 0]}, "type": {"dtype": "float32", "shape": ["n + 1", 7]}, "text": "R.nn.pad(x, pad_width=[0, 1, 2, 0], pad_value=0.0, pad_mode=\"replicate\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def replicate_pad(x: T.Buffer((n, T.int64(5)), "float32"), ReplicatePadInput: T.Buffer(("n + T.int64(1)", T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n + T.int64(1), T.int64(7)):
            with T.sblock("ReplicatePadInput"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[T.max(T.int64(0), T.min(n - T.int64(1), v_i0)), T.max(T.int64(0), T.min(T.int64(4), v_i1 - T.int64(2)))])
                T.writes(ReplicatePadInput[v_i0, v_i1])
                ReplicatePadInput[v_i0, v_i1] = x[T.max(T.int64(0), T.min(n - T.int64(1), v_i0)), T.max(T.int64(0), T.min(T.int64(4), v_i1 - T.int64(2)))]
