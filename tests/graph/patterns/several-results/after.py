metadata = tvm.ir.load_json("""{
  \"root_index\": 13,
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
      \"type\": \"ffi.Array\",
      \"data\": [
        4
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 5,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 6,
        \"values\": 5
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
        \"shape\": 7,
        \"dtype\": 8,
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
        \"ty\": 9,
        \"value\": 10
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        11
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        12
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
    def fused_relax_matmul_relax_add_relax_nn_relu(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32")):
        R.func_attr({"Composite": "a.relu", "Primitive": True})
        with R.dataflow():
            gv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, y, out_dtype=None)
            gv1: R.Tensor((2, 8), dtype="float32") = R.add(gv, metadata["ir.GenericConst"][0])
            gv2: R.Tensor((2, 8), dtype="float32") = R.nn.relu(gv1)
            R.output(gv, gv1, gv2)
        return (gv1, gv, gv2)

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32")):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32")) = cls.fused_relax_matmul_relax_add_relax_nn_relu(x, y)
            lv1: R.Tensor((2, 8), dtype="float32") = lv[1]
            lv2: R.Tensor((2, 8), dtype="float32") = lv[0]
            lv3: R.Tensor((2, 8), dtype="float32") = lv[2]
            lv3_1: R.Tensor((2, 8), dtype="float32") = R.add(lv2, lv1)
            gv: R.Tensor((2, 8), dtype="float32") = lv3
            gv1: R.Tensor((2, 8), dtype="float32") = lv3_1
            R.output(gv, gv1)
        return (gv, gv1)