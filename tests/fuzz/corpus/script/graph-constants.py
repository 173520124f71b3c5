metadata = tvm.ir.load_json("""{
  \"root_index\": 53,
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
      \"data\": {\"span\": 1, \"dtype\": \"int64\"}
    },
    {
      \"type\": \"int\",
      \"data\": 2
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 3}
    },
    {
      \"type\": \"int\",
      \"data\": 3
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 5}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [4, 6]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {\"span\": 1, \"values\": 7, \"ndim\": 2}
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {\"span\": 1, \"ty\": 8, \"values\": 7}
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {\"span\": 1, \"dtype\": \"float32\"}
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {\"span\": 1, \"shape\": 9, \"dtype\": 10, \"vdevice\": 1, \"ndim\": 2}
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQACAAAAAAAAAAMAAAAAAAAAGAAAAAAAAAAAAIA/AAAAQAAAQEAAAIBAAACgQAAAwEA=\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {\"span\": 1, \"ty\": 11, \"value\": 12}
    },
    {
      \"type\": \"int\",
      \"data\": 3
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 14}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [15]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {\"span\": 1, \"values\": 16, \"ndim\": 1}
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {\"span\": 1, \"ty\": 17, \"values\": 16}
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {\"span\": 1, \"dtype\": \"int64\"}
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {\"span\": 1, \"shape\": 18, \"dtype\": 19, \"vdevice\": 1, \"ndim\": 1}
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAABAAQADAAAAAAAAABgAAAAAAAAAAgAAAAAAAAABAAAAAAAAAAAAAAAAAAAA\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {\"span\": 1, \"ty\": 20, \"value\": 21}
    },
    {
      \"type\": \"int\",
      \"data\": 2
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 23}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [24]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {\"span\": 1, \"values\": 25, \"ndim\": 1}
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {\"span\": 1, \"ty\": 26, \"values\": 25}
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {\"span\": 1, \"dtype\": \"bool\"}
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {\"span\": 1, \"shape\": 27, \"dtype\": 28, \"vdevice\": 1, \"ndim\": 1}
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAYIAQACAAAAAAAAAAIAAAAAAAAAAQA=\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {\"span\": 1, \"ty\": 29, \"value\": 30}
    },
    {
      \"type\": \"int\",
      \"data\": 2
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 32}
    },
    {
      \"type\": \"int\",
      \"data\": 1
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 34}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [33, 35]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {\"span\": 1, \"values\": 36, \"ndim\": 2}
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {\"span\": 1, \"ty\": 37, \"values\": 36}
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {\"span\": 1, \"dtype\": \"uint8\"}
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {\"span\": 1, \"shape\": 38, \"dtype\": 39, \"vdevice\": 1, \"ndim\": 2}
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAEIAQACAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAABAg==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {\"span\": 1, \"ty\": 40, \"value\": 41}
    },
    {
      \"type\": \"int\",
      \"data\": 2
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {\"span\": 1, \"ty\": 2, \"value\": 43}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [44]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {\"span\": 1, \"values\": 45, \"ndim\": 1}
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {\"span\": 1, \"ty\": 46, \"values\": 45}
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {\"span\": 1, \"dtype\": \"bfloat16\"}
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {\"span\": 1, \"shape\": 47, \"dtype\": 48, \"vdevice\": 1, \"ndim\": 1}
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAQQAQACAAAAAAAAAAQAAAAAAAAAAD/APw==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {\"span\": 1, \"ty\": 49, \"value\": 50}
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [13, 22, 31, 42, 51]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [0, 52]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.27.0\"
  }
}""")
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        a: R.Tensor((2, 3), dtype="float32") = R.add(x, metadata["ir.GenericConst"][0])
        b: R.Tensor((2, 3), dtype="float32") = R.take(a, metadata["ir.GenericConst"][1], axis=1, mode="fast")
        c: R.Tensor((2, 3), dtype="float32") = R.add(b, R.const(0.10000000149011612, "float32"))
        d: R.Tensor((), dtype="float16") = R.const(0.0999755859375, "float16")
        e: R.Tensor((), dtype="float32") = R.const(float("inf"), "float32")
        f: R.Tensor((), dtype="int8") = R.const(-5, "int8")
        g: R.Tensor((), dtype="bool") = R.const(True, "bool")
        h: R.Tensor((), dtype="float64") = R.const(1.0000000000000001e-05, "float64")
        i: R.Tensor((2,), dtype="bool") = metadata["ir.GenericConst"][2]
        j: R.Tensor((2, 1), dtype="uint8") = metadata["ir.GenericConst"][3]
        k: R.Tensor((2,), dtype="bfloat16") = metadata["ir.GenericConst"][4]
        l: T.int64 = 5
        m: T.float32 = T.float32(2.0)
        return c
