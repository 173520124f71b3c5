metadata = tvm.ir.load_json("""{
  \"root_index\": 21,
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
      \"data\": 8
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
      \"type\": \"ffi.Array\",
      \"data\": [
        4,
        5
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 6,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 7,
        \"values\": 6
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
        \"shape\": 8,
        \"dtype\": 9,
        \"vdevice\": 1,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQAIAAAAAAAAAAgAAAAAAAAAAAEAAAAAAAAAAAAAAAAAPgAAgD4AAMA+AAAAPwAAID8AAEA\\/AABgPwAAgD8AAJA\\/AACgPwAAsD8AAMA\\/AADQPwAA4D8AAPA\\/AAAAQAAACEAAABBAAAAYQAAAIEAAAChAAAAwQAAAOEAAAEBAAABIQAAAUEAAAFhAAABgQAAAaEAAAHBAAAB4QAAAgEAAAIRAAACIQAAAjEAAAJBAAACUQAAAmEAAAJxAAACgQAAApEAAAKhAAACsQAAAsEAAALRAAAC4QAAAvEAAAMBAAADEQAAAyEAAAMxAAADQQAAA1EAAANhAAADcQAAA4EAAAORAAADoQAAA7EAAAPBAAAD0QAAA+EAAAPxA\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 10,
        \"value\": 11
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
      \"type\": \"ffi.Array\",
      \"data\": [
        13
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 14,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 15,
        \"values\": 14
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 16,
        \"dtype\": 9,
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAIAAAAAAAAACAAAAAAAAAAAACAPwAAgD8AAIA\\/AACAPwAAgD8AAIA\\/AACAPwAAgD8=\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 17,
        \"value\": 18
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        12,
        19
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        20
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.27.0.post1\"
  }
}""")
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_matmul_relax_add(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        R.func_attr({"Composite": "a.bias", "Primitive": True})
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, metadata["ir.GenericConst"][0], out_dtype=None)
            gv: R.Tensor((2, 8), dtype="float32") = R.add(lv, metadata["ir.GenericConst"][1])
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = cls.fused_relax_matmul_relax_add(x)
            lv2: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv)
            lv3: R.Tensor((2, 8), dtype="float32") = R.exp(x)
            gv: R.Tensor((2, 8), dtype="float32") = lv3
            R.output(gv)
        return gv