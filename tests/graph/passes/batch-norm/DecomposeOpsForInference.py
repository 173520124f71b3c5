metadata = tvm.ir.load_json("""{
  \"root_index\": 45,
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
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAABAAAAAIgAQAEAAAAAAAAAAQAAAAAAAAAAwAAAAAAAAADAAAAAAAAAEACAAAAAAAAAADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAAAAAAPgAAgD4AAMA+AADAvgAAgL4AAAC+AAAAAAAAAD4AAIA+AADAPgAAwL4AAIC+AAAAvgAAAAAAAAA+AACAPgAAwD4AAMC+AACAvgAAAL4AAAAA\"
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
        16
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 17,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 18,
        \"values\": 17
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 19,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAEAAAAAAAAABAAAAAAAAAAq6qqPquqKj8AAIA\\/q6qqPw==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 20,
        \"value\": 21
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
        23
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 24,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 25,
        \"values\": 24
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 26,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAEAAAAAAAAABAAAAAAAAAAAACAPgAAAD8AAEA\\/AACAPw==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 27,
        \"value\": 28
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
        30
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 31,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 32,
        \"values\": 31
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 33,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAEAAAAAAAAABAAAAAAAAAAAACAPwAAAEAAAEBAAACAQA==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 34,
        \"value\": 35
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
        37
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 38,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 39,
        \"values\": 38
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 40,
        \"dtype\": 12,
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAEAAAAAAAAABAAAAAAAAAAAAAAPwAAgD8AAMA\\/AAAAQA==\"
    },
    {
      \"type\": \"ir.GenericConst\",
      \"data\": {
        \"span\": 1,
        \"ty\": 41,
        \"value\": 42
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        15,
        22,
        29,
        36,
        43
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        44
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
    def beside(y: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((2, 8), dtype="float32") = R.exp(y)
            lv4: R.Tensor((2, 8), dtype="float32") = R.nn.relu(y)
            gv1: R.Tensor((2, 8), dtype="float32") = lv4
            R.output(gv1)
        return gv1

    @R.function
    def main(x: R.Tensor((1, 4, 6, 6), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 4, 6, 6), dtype="float32") = R.nn.conv2d(x, metadata["ir.GenericConst"][0], strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv_1: R.Tensor((1, 4, 1, 1), dtype="float32") = R.expand_dims(metadata["ir.GenericConst"][1], axis=[0, 2, 3])
            lv1: R.Tensor((1, 4, 6, 6), dtype="float32") = R.subtract(lv, lv_1)
            lv2: R.Tensor((1, 4, 1, 1), dtype="float32") = R.expand_dims(metadata["ir.GenericConst"][2], axis=[0, 2, 3])
            lv3: R.Tensor((1, 4, 1, 1), dtype="float32") = R.add(lv2, R.const(9.9999997473787516e-06, "float32"))
            lv4: R.Tensor((1, 4, 1, 1), dtype="float32") = R.sqrt(lv3)
            lv5: R.Tensor((1, 4, 6, 6), dtype="float32") = R.divide(lv1, lv4)
            lv6: R.Tensor((1, 4, 1, 1), dtype="float32") = R.expand_dims(metadata["ir.GenericConst"][3], axis=[0, 2, 3])
            lv7: R.Tensor((1, 4, 6, 6), dtype="float32") = R.multiply(lv5, lv6)
            lv8: R.Tensor((1, 4, 1, 1), dtype="float32") = R.expand_dims(metadata["ir.GenericConst"][4], axis=[0, 2, 3])
            lv9: R.Tensor((1, 4, 6, 6), dtype="float32") = R.add(lv7, lv8)
            lv1_1: R.Tuple(R.Tensor((1, 4, 6, 6), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = lv9, metadata["ir.GenericConst"][1], metadata["ir.GenericConst"][2]
            lv2_1: R.Tensor((1, 4, 6, 6), dtype="float32") = lv1_1[0]
            gv: R.Tensor((1, 4, 6, 6), dtype="float32") = lv2_1
            R.output(gv)
        return gv