metadata = tvm.ir.load_json("""{
  \"root_index\": 28,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"ir.GenericConst\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"int64\"
      }
    },
    {
      \"type\": \"int\",
      \"data\": 4
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 3
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 3
      }
    },
    {
      \"type\": \"int\",
      \"data\": 3
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 6
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 6
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        4,
        5,
        7,
        8
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 9,
        \"ndim\": 4
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 10,
        \"values\": 9
      }
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"float32\"
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 11,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 4
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAABAAAAAIgAQAEAAAAAAAAAAQAAAAAAAAAAwAAAAAAAAADAAAAAAAAAEACAAAAAAAAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 13,
        \"value\": 14
      }
    },
    {
      \"type\": \"int\",
      \"data\": 1
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 16
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 3
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 16
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 16
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        17,
        18,
        19,
        20
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 21,
        \"ndim\": 4
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 22,
        \"values\": 21
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 23,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 4
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAABAAAAAIgAQABAAAAAAAAAAQAAAAAAAAAAQAAAAAAAAABAAAAAAAAABAAAAAAAAAAAAAAwAAAgL8AAAAAAACAPw==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 24,
        \"value\": 25
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        15,
        26
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        27
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.27.0.post1\"
  }
}""")
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_conv2d_add_relu(x: T.Buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)), "float32"), param_0: T.Buffer((T.int64(4), T.int64(4), T.int64(3), T.int64(3)), "float32"), param_1: T.Buffer((T.int64(1), T.int64(4), T.int64(1), T.int64(1)), "float32"), compute_intermediate: T.Buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(8), T.int64(8)))
        conv2d_nchw_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)))
        T_add_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(8), T.int64(8)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(7) and T.int64(1) <= v_i3 and v_i3 < T.int64(7), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(4), T.int64(6), T.int64(6), T.int64(4), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], param_0[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw_intermediate[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw_intermediate[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw_intermediate[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw_intermediate[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * param_0[v_ff, v_rc, v_ry, v_rx]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(4), T.int64(6), T.int64(6)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(conv2d_nchw_intermediate[v_ax0, v_ax1, v_ax2, v_ax3], param_1[v_ax0, v_ax1, T.int64(0), T.int64(0)])
                T.writes(T_add_intermediate[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add_intermediate[v_ax0, v_ax1, v_ax2, v_ax3] = conv2d_nchw_intermediate[v_ax0, v_ax1, v_ax2, v_ax3] + param_1[v_ax0, v_ax1, T.int64(0), T.int64(0)]
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(6), T.int64(6)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_add_intermediate[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute_intermediate[v_i0, v_i1, v_i2, v_i3])
                compute_intermediate[v_i0, v_i1, v_i2, v_i3] = T.max(T_add_intermediate[v_i0, v_i1, v_i2, v_i3], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((1, 4, 6, 6), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv = R.call_tir(cls.fused_conv2d_add_relu, (x, metadata["ir.GenericConst"][0], metadata["ir.GenericConst"][1]), out_ty=R.Tensor((1, 4, 6, 6), dtype="float32"))
            R.output(gv)
        return gv