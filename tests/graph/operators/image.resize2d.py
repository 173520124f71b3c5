# SPDX-License-Identifier: Apache-2.0
# --- image.resize2d-1 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [8, 8]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "linear", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float32", "shape": [1, 3, 8, 8]}, "text": "R.image.resize2d(x, R.shape([8, 8]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"linear\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = (x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0))] * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))) + x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))] * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))) * (T.float32(1.0) - ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))) + (x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0))] * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))) + x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))] * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))) * ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5)))))

# --- image.resize2d-2 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4, 4]}, {"sizes": [8, 6]}], "attrs": {"coordinate_transformation_mode": "asymmetric", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "floor"}, "type": {"dtype": "float32", "shape": ["n", 3, 8, 6]}, "text": "R.image.resize2d(x, R.shape([8, 6]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"asymmetric\", rounding_method=\"floor\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((n, T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((n, T.int64(3), T.int64(8), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(n, T.int64(3), T.int64(8), T.int64(6)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.max(T.min(T.Div(v_i2, T.int64(2)), T.int64(3)), T.int64(0)), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Div(v_i2, T.int64(2)), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.66666668653488159) * T.Cast("float32", v_i3) + T.float32(1.0000000000000001e-05))), T.int64(3)), T.int64(0))]

# --- image.resize2d-3 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [8, 8]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round_prefer_floor"}, "type": {"dtype": "float32", "shape": [1, 3, 8, 8]}, "text": "R.image.resize2d(x, R.shape([8, 8]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"round_prefer_floor\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.ceil((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.ceil((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.5) - T.float32(0.5) - T.float32(0.5))), T.int64(3)), T.int64(0))]

# --- image.resize2d-4 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [7, 7]}], "attrs": {"coordinate_transformation_mode": "align_corners", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "linear", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float32", "shape": [1, 3, 7, 7]}, "text": "R.image.resize2d(x, R.shape([7, 7]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"linear\", coordinate_transformation_mode=\"align_corners\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(7), T.int64(7)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = (x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i3))), T.int64(3)), T.int64(0))] * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i3) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i3)))))) + x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i3))) + T.int64(1), T.int64(3)), T.int64(0))] * (T.float32(0.5) * T.Cast("float32", v_i3) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i3)))))) * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))) + (x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i3))), T.int64(3)), T.int64(0))] * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i3) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i3)))))) + x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i3))) + T.int64(1), T.int64(3)), T.int64(0))] * (T.float32(0.5) * T.Cast("float32", v_i3) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i3)))))) * (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))

# --- image.resize2d-5 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [7, 5]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float32", "shape": [1, 3, 7, 5]}, "text": "R.image.resize2d(x, R.shape([7, 5]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(7), T.int64(5)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.round((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.57142859697341919) - T.float32(0.5))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.round((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.80000001192092896) - T.float32(0.5))), T.int64(3)), T.int64(0))]

# --- image.resize2d-6 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [6, 5]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "floor"}, "type": {"dtype": "float32", "shape": [1, 3, 6, 5]}, "text": "R.image.resize2d(x, R.shape([6, 5]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"floor\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(6), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(6), T.int64(5)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) + T.float32(1.0000000000000001e-05))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.80000001192092896) - T.float32(0.5) + T.float32(1.0000000000000001e-05))), T.int64(3)), T.int64(0))]

# --- image.resize2d-7 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [6, 5]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round_prefer_ceil"}, "type": {"dtype": "float32", "shape": [1, 3, 6, 5]}, "text": "R.image.resize2d(x, R.shape([6, 5]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"round_prefer_ceil\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(6), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(6), T.int64(5)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) + T.float32(0.5))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.80000001192092896) - T.float32(0.5) + T.float32(0.5))), T.int64(3)), T.int64(0))]

# --- image.resize2d-8 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [6, 5]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "ceil"}, "type": {"dtype": "float32", "shape": [1, 3, 6, 5]}, "text": "R.image.resize2d(x, R.shape([6, 5]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"ceil\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(6), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(6), T.int64(5)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.ceil((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.float32(1.0000000000000001e-05))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.ceil((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.80000001192092896) - T.float32(0.5) - T.float32(1.0000000000000001e-05))), T.int64(3)), T.int64(0))]

# --- image.resize2d-9 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"sizes": [4, 8]}], "attrs": {"coordinate_transformation_mode": "asymmetric", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "nearest_neighbor", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float32", "shape": [1, 3, 4, 8]}, "text": "R.image.resize2d(x, R.shape([4, 8]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"nearest_neighbor\", coordinate_transformation_mode=\"asymmetric\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(8)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.round(T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.round(T.float32(0.5) * T.Cast("float32", v_i3))), T.int64(3)), T.int64(0))]

# --- image.resize2d-10 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float16", "shape": [1, 3, 4, 4]}, {"sizes": [4, 6]}], "attrs": {"coordinate_transformation_mode": "half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "linear", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float16", "shape": [1, 3, 4, 6]}, "text": "R.image.resize2d(x, R.shape([4, 6]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"linear\", coordinate_transformation_mode=\"half_pixel\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float16"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(6)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(6)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = T.Cast("float16", (T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))), T.int64(3)), T.int64(0))]) * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) + T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))]) * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) * (T.float32(1.0) - (T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.Cast("float32", v_i2)))))) + (T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))), T.int64(3)), T.int64(0))]) * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) + T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))]) * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) * (T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.Cast("float32", v_i2))))))

# --- image.resize2d-11 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "int32", "shape": [1, 3, 4, 4]}, {"sizes": [4, 6]}], "attrs": {"coordinate_transformation_mode": "pytorch_half_pixel", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NCHW", "method": "linear", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "int32", "shape": [1, 3, 4, 6]}, "text": "R.image.resize2d(x, R.shape([4, 6]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NCHW\", method=\"linear\", coordinate_transformation_mode=\"pytorch_half_pixel\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "int32"), resize: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(6)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(6)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = T.Cast("int32", (T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))), T.int64(3)), T.int64(0))]) * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) + T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))]) * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) * (T.float32(1.0) - (T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.Cast("float32", v_i2)))))) + (T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))), T.int64(3)), T.int64(0))]) * (T.float32(1.0) - ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) + T.Cast("float32", x[v_i0, v_i1, T.max(T.min(T.Cast("int64", T.floor(T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5))) + T.int64(1), T.int64(3)), T.int64(0))]) * ((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i3) + T.float32(0.5)) * T.float32(0.66666668653488159) - T.float32(0.5)))))) * (T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.Cast("float32", v_i2))))))

# --- image.resize2d-12 ---
# {"op": "image.resize2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 4, 4, 3]}, {"sizes": [8, 8]}], "attrs": {"coordinate_transformation_mode": "asymmetric", "cubic_alpha": -0.75, "cubic_exclude": 0, "extrapolation_value": 0.0, "layout": "NHWC", "method": "linear", "out_dtype": null, "roi": [0.0, 0.0, 0.0, 0.0], "rounding_method": "round"}, "type": {"dtype": "float32", "shape": [1, 8, 8, 3]}, "text": "R.image.resize2d(x, R.shape([8, 8]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout=\"NHWC\", method=\"linear\", coordinate_transformation_mode=\"asymmetric\", rounding_method=\"round\", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize2d(x: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(3)), "float32"), resize: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(8), T.int64(8), T.int64(3)):
            with T.sblock("resize"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, T.int64(0):T.int64(4), T.int64(0):T.int64(4), v_i3])
                T.writes(resize[v_i0, v_i1, v_i2, v_i3])
                resize[v_i0, v_i1, v_i2, v_i3] = (x[v_i0, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i1))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), v_i3] * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))) + x[v_i0, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i1))), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), v_i3] * (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))) * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i1) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i1)))))) + (x[v_i0, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i1))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))), T.int64(3)), T.int64(0)), v_i3] * (T.float32(1.0) - (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))) + x[v_i0, T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i1))) + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor(T.float32(0.5) * T.Cast("float32", v_i2))) + T.int64(1), T.int64(3)), T.int64(0)), v_i3] * (T.float32(0.5) * T.Cast("float32", v_i2) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i2)))))) * (T.float32(0.5) * T.Cast("float32", v_i1) - T.Cast("float32", T.Cast("int32", T.floor(T.float32(0.5) * T.Cast("float32", v_i1)))))
