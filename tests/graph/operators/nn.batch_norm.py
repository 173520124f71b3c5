# SPDX-License-Identifier: Apache-2.0
# --- nn.batch_norm-1 ---
# {"op": "nn.batch_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, 5, 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}, {"var": "m", "dtype": "float32", "shape": [4]}, {"var": "v", "dtype": "float32", "shape": [4]}], "attrs": {"axis": 1, "center": true, "epsilon": 1e-05, "momentum": 0.1, "scale": true, "training": true}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 4, 5, 5]}, {"dtype": "float32", "shape": [4]}, {"dtype": "float32", "shape": [4]}]}, "text": "R.nn.batch_norm(x, g, b, m, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def batch_norm(x: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), m: T.Buffer((T.int64(4),), "float32"), v: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), T_add_1: T.Buffer((T.int64(4),), "float32"), T_add_2: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_subtract_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_subtract_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_add_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        compute = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_divide_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_3 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_4 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_5 = T.sblock_alloc_buffer((T.int64(4),))
        for ax0, k0, k2, k3 in T.grid(T.int64(4), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("x_red"):
                v_ax0, v_k0, v_k2, v_k3 = T.axis.remap("SRRR", [ax0, k0, k2, k3])
                T.reads(x[v_k0, v_ax0, v_k2, v_k3])
                T.writes(x_red[v_ax0])
                with T.init():
                    x_red[v_ax0] = T.float32(0.0)
                x_red[v_ax0] = x_red[v_ax0] + x[v_k0, v_ax0, v_k2, v_k3]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x_red[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = x_red[v_ax0] / T.float32(50.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3], T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] * T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3]
        for ax0, k0, k2, k3 in T.grid(T.int64(4), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k2, v_k3 = T.axis.remap("SRRR", [ax0, k0, k2, k3])
                T.reads(T_multiply[v_k0, v_ax0, v_k2, v_k3])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_k0, v_ax0, v_k2, v_k3]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(T_divide_1[v_ax0])
                T_divide_1[v_ax0] = T_multiply_red[v_ax0] / T.float32(50.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_1[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_1[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_add_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] + T.float32(1.0000000000000001e-05)
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_add_3[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.sqrt(T_add_3[v_i0, v_i1, v_i2, v_i3])
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_divide_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3], compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] / compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(g[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] = g[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_2[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3] * T_reshape_2[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(b[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = b[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_3[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add[v_ax0, v_ax1, v_ax2, v_ax3] = T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3] + T_reshape_3[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(m[v_ax0])
                T.writes(T_multiply_2[v_ax0])
                T_multiply_2[v_ax0] = T.float32(0.90000000000000002) * m[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_3"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide[v_ax0])
                T.writes(T_multiply_3[v_ax0])
                T_multiply_3[v_ax0] = T.float32(0.10000000000000001) * T_divide[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_2[v_ax0], T_multiply_3[v_ax0])
                T.writes(T_add_1[v_ax0])
                T_add_1[v_ax0] = T_multiply_2[v_ax0] + T_multiply_3[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_4"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(v[v_ax0])
                T.writes(T_multiply_4[v_ax0])
                T_multiply_4[v_ax0] = T.float32(0.90000000000000002) * v[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_5"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide_1[v_ax0])
                T.writes(T_multiply_5[v_ax0])
                T_multiply_5[v_ax0] = T.float32(0.10000000000000001) * T_divide_1[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_3"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_4[v_ax0], T_multiply_5[v_ax0])
                T.writes(T_add_2[v_ax0])
                T_add_2[v_ax0] = T_multiply_4[v_ax0] + T_multiply_5[v_ax0]

# --- nn.batch_norm-2 ---
# {"op": "nn.batch_norm", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 4, 5, 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}, {"var": "m", "dtype": "float32", "shape": [4]}, {"var": "v", "dtype": "float32", "shape": [4]}], "attrs": {"axis": 1, "center": true, "epsilon": 1e-05, "momentum": 0.1, "scale": true, "training": false}, "type": {"tuple": [{"dtype": "float32", "shape": ["n", 4, 5, 5]}, {"dtype": "float32", "shape": [4]}, {"dtype": "float32", "shape": [4]}]}, "text": "R.nn.batch_norm(x, g, b, m, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=False)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def batch_norm(x: T.Buffer((n, T.int64(4), T.int64(5), T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), m: T.Buffer((T.int64(4),), "float32"), v: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((n, T.int64(4), T.int64(5), T.int64(5)), "float32"), T_multiply: T.Buffer((T.int64(4),), "float32"), T_multiply_1: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_reshape = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((n, T.int64(4), T.int64(5), T.int64(5)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_add_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        compute = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_divide = T.sblock_alloc_buffer((n, T.int64(4), T.int64(5), T.int64(5)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_multiply_2 = T.sblock_alloc_buffer((n, T.int64(4), T.int64(5), T.int64(5)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(m[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = m[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] = v[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_add_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] + T.float32(1.0000000000000001e-05)
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_add_1[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.sqrt(T_add_1[v_i0, v_i1, v_i2, v_i3])
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3], compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2, v_ax3])
                T_divide[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] / compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(g[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] = g[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_2[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_multiply_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide[v_ax0, v_ax1, v_ax2, v_ax3] * T_reshape_2[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(b[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = b[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_multiply_2[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_3[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add[v_ax0, v_ax1, v_ax2, v_ax3] = T_multiply_2[v_ax0, v_ax1, v_ax2, v_ax3] + T_reshape_3[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(m[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = m[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(v[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = v[v_ax0]

# --- nn.batch_norm-3 ---
# {"op": "nn.batch_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 3, 4]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}, {"var": "m", "dtype": "float32", "shape": [4]}, {"var": "v", "dtype": "float32", "shape": [4]}], "attrs": {"axis": 3, "center": true, "epsilon": 0.001, "momentum": 0.9, "scale": true, "training": true}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 3, 3, 4]}, {"dtype": "float32", "shape": [4]}, {"dtype": "float32", "shape": [4]}]}, "text": "R.nn.batch_norm(x, g, b, m, v, axis=3, epsilon=0.001, center=True, scale=True, momentum=0.90000000000000002, training=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def batch_norm(x: T.Buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), m: T.Buffer((T.int64(4),), "float32"), v: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)), "float32"), T_add_1: T.Buffer((T.int64(4),), "float32"), T_add_2: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_subtract_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_subtract_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        T_add_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        compute = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        T_divide_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3), T.int64(4)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(4)))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_3 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_4 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_5 = T.sblock_alloc_buffer((T.int64(4),))
        for ax0, k0, k1, k2 in T.grid(T.int64(4), T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_k0, v_k1, v_k2 = T.axis.remap("SRRR", [ax0, k0, k1, k2])
                T.reads(x[v_k0, v_k1, v_k2, v_ax0])
                T.writes(x_red[v_ax0])
                with T.init():
                    x_red[v_ax0] = T.float32(0.0)
                x_red[v_ax0] = x_red[v_ax0] + x[v_k0, v_k1, v_k2, v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x_red[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = x_red[v_ax0] / T.float32(18.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide[v_ax3 % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide[v_ax3 % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_subtract_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_subtract_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3], T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] * T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3]
        for ax0, k0, k1, k2 in T.grid(T.int64(4), T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k1, v_k2 = T.axis.remap("SRRR", [ax0, k0, k1, k2])
                T.reads(T_multiply[v_k0, v_k1, v_k2, v_ax0])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_k0, v_k1, v_k2, v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(T_divide_1[v_ax0])
                T_divide_1[v_ax0] = T_multiply_red[v_ax0] / T.float32(18.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_1[v_ax3 % T.int64(4)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_1[v_ax3 % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_add_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] + T.float32(0.001)
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_add_3[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.sqrt(T_add_3[v_i0, v_i1, v_i2, v_i3])
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_divide_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3], compute[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] / compute[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(g[v_ax3 % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] = g[v_ax3 % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_multiply_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_2[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_2[v_ax0, v_ax1, v_ax2, v_ax3] * T_reshape_2[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(4)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(b[v_ax3 % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = b[v_ax3 % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape_3[T.int64(0), T.int64(0), T.int64(0), v_ax3])
                T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add[v_ax0, v_ax1, v_ax2, v_ax3] = T_multiply_1[v_ax0, v_ax1, v_ax2, v_ax3] + T_reshape_3[T.int64(0), T.int64(0), T.int64(0), v_ax3]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(m[v_ax0])
                T.writes(T_multiply_2[v_ax0])
                T_multiply_2[v_ax0] = T.float32(0.099999999999999978) * m[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_3"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide[v_ax0])
                T.writes(T_multiply_3[v_ax0])
                T_multiply_3[v_ax0] = T.float32(0.90000000000000002) * T_divide[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_2[v_ax0], T_multiply_3[v_ax0])
                T.writes(T_add_1[v_ax0])
                T_add_1[v_ax0] = T_multiply_2[v_ax0] + T_multiply_3[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_4"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(v[v_ax0])
                T.writes(T_multiply_4[v_ax0])
                T_multiply_4[v_ax0] = T.float32(0.099999999999999978) * v[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_5"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide_1[v_ax0])
                T.writes(T_multiply_5[v_ax0])
                T_multiply_5[v_ax0] = T.float32(0.90000000000000002) * T_divide_1[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_3"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_4[v_ax0], T_multiply_5[v_ax0])
                T.writes(T_add_2[v_ax0])
                T_add_2[v_ax0] = T_multiply_4[v_ax0] + T_multiply_5[v_ax0]

# --- nn.batch_norm-4 ---
# {"op": "nn.batch_norm", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, 5, 5]}, {"var": "g", "dtype": "float32", "shape": [4]}, {"var": "b", "dtype": "float32", "shape": [4]}, {"var": "m", "dtype": "float32", "shape": [4]}, {"var": "v", "dtype": "float32", "shape": [4]}], "attrs": {"axis": 1, "center": false, "epsilon": 1e-05, "momentum": 0.1, "scale": false, "training": true}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 4, 5, 5]}, {"dtype": "float32", "shape": [4]}, {"dtype": "float32", "shape": [4]}]}, "text": "R.nn.batch_norm(x, g, b, m, v, axis=1, epsilon=1.0000000000000001e-05, center=False, scale=False, momentum=0.10000000000000001, training=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def batch_norm(x: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), m: T.Buffer((T.int64(4),), "float32"), v: T.Buffer((T.int64(4),), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)), "float32"), T_add: T.Buffer((T.int64(4),), "float32"), T_add_1: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_subtract_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_subtract_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(5), T.int64(5)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(4),))
        T_divide_2 = T.sblock_alloc_buffer((T.int64(4),))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_add_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        compute = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_2 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_3 = T.sblock_alloc_buffer((T.int64(4),))
        T_multiply_4 = T.sblock_alloc_buffer((T.int64(4),))
        for ax0, k0, k2, k3 in T.grid(T.int64(4), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("x_red"):
                v_ax0, v_k0, v_k2, v_k3 = T.axis.remap("SRRR", [ax0, k0, k2, k3])
                T.reads(x[v_k0, v_ax0, v_k2, v_k3])
                T.writes(x_red[v_ax0])
                with T.init():
                    x_red[v_ax0] = T.float32(0.0)
                x_red[v_ax0] = x_red[v_ax0] + x[v_k0, v_ax0, v_k2, v_k3]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x_red[v_ax0])
                T.writes(T_divide_1[v_ax0])
                T_divide_1[v_ax0] = x_red[v_ax0] / T.float32(50.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_1[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_1[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_subtract_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, v_ax1, v_ax2, v_ax3], T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, v_ax1, v_ax2, v_ax3] - T_reshape[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3], T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2, v_ax3])
                T_multiply[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract_1[v_ax0, v_ax1, v_ax2, v_ax3] * T_subtract_2[v_ax0, v_ax1, v_ax2, v_ax3]
        for ax0, k0, k2, k3 in T.grid(T.int64(4), T.int64(2), T.int64(5), T.int64(5)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k2, v_k3 = T.axis.remap("SRRR", [ax0, k0, k2, k3])
                T.reads(T_multiply[v_k0, v_ax0, v_k2, v_k3])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_k0, v_ax0, v_k2, v_k3]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(T_divide_2[v_ax0])
                T_divide_2[v_ax0] = T_multiply_red[v_ax0] / T.float32(50.0)
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide_2[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide_2[(v_ax1 + v_ax2 + v_ax3) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_add_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] + T.float32(1.0000000000000001e-05)
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(1), T.int64(1)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_add_2[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.sqrt(T_add_2[v_i0, v_i1, v_i2, v_i3])
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(5), T.int64(5)):
            with T.sblock("T_divide_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2, v_ax3], compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2, v_ax3])
                T_divide[v_ax0, v_ax1, v_ax2, v_ax3] = T_subtract[v_ax0, v_ax1, v_ax2, v_ax3] / compute[T.int64(0), v_ax1, T.int64(0), T.int64(0)]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(m[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = T.float32(0.90000000000000002) * m[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide_1[v_ax0])
                T.writes(T_multiply_2[v_ax0])
                T_multiply_2[v_ax0] = T.float32(0.10000000000000001) * T_divide_1[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_1"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_1[v_ax0], T_multiply_2[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = T_multiply_1[v_ax0] + T_multiply_2[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_3"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(v[v_ax0])
                T.writes(T_multiply_3[v_ax0])
                T_multiply_3[v_ax0] = T.float32(0.90000000000000002) * v[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply_4"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_divide_2[v_ax0])
                T.writes(T_multiply_4[v_ax0])
                T_multiply_4[v_ax0] = T.float32(0.10000000000000001) * T_divide_2[v_ax0]
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add_2"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(T_multiply_3[v_ax0], T_multiply_4[v_ax0])
                T.writes(T_add_1[v_ax0])
                T_add_1[v_ax0] = T_multiply_3[v_ax0] + T_multiply_4[v_ax0]
