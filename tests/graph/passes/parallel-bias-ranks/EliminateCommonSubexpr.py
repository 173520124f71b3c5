metadata = tvm.ir.load_json("""{
  \"root_index\": 15,
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
      \"type\": \"int\",
      \"data\": 4
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 5
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        4,
        6
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 7,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 8,
        \"values\": 7
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
        \"shape\": 9,
        \"dtype\": 10,
        \"vdevice\": 1,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQAIAAAAAAAAAAQAAAAAAAAAgAAAAAAAAAAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvwAAAAAAAIA\\/AAAAQAAAAMAAAIC\\/AAAAAAAAgD8AAABAAAAAwAAAgL8AAAAAAACAPwAAAEAAAADAAACAvw==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 11,
        \"value\": 12
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        13
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        14
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
    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 4), dtype="float32"), p: R.Tensor((8,), dtype="float32"), r: R.Tensor((8,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((1, 8), dtype="float32") = R.reshape(r, R.shape([1, 8]))
            lv1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, q, out_dtype=None)
            lv2: R.Tensor((2, 8), dtype="float32") = R.add(lv1, p)
            lv3: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv2)
            lv4: R.Tensor((2, 8), dtype="float32") = R.matmul(x, k, out_dtype=None)
            lv5: R.Tensor((2, 8), dtype="float32") = R.add(lv4, lv)
            lv6: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv5)
            lv7: R.Tensor((2, 4), dtype="float32") = R.matmul(x, metadata["ir.GenericConst"][0], out_dtype=None)
            gv: R.Tensor((2, 8), dtype="float32") = lv3
            gv1: R.Tensor((2, 8), dtype="float32") = lv6
            gv2: R.Tensor((2, 4), dtype="float32") = lv7
            R.output(gv, gv1, gv2)
        return (gv, gv1, gv2)