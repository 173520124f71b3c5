import numpy as np
from tvm import relax
from tvm.relax.dpl import is_const, is_op, is_tuple, is_tuple_get_item, is_var, wildcard

op = relax.op
x = relax.Var("x", relax.TensorType((2, 8), "float32"))
y = relax.Var("y", relax.TensorType((8, 8), "float32"))
w = relax.const(np.arange(64, dtype="float32").reshape(8, 8) / 8)
v = relax.const(np.ones((8, 8), "float32"))
b = relax.const(np.ones(8, "float32"))
matmul = is_op("relax.matmul")(wildcard(), wildcard())
bias = is_op("relax.add")(matmul, wildcard())
anything = wildcard()

bb = relax.BlockBuilder()
with bb.function("main", [x, y]):
    with bb.dataflow():
        v0 = bb.emit(op.matmul(x, y))
        v1 = bb.emit(op.add(b, v0))
        v2 = bb.emit(op.multiply(op.sigmoid(v1), v1))
        o0 = bb.emit_output(v2)
    bb.emit_func_output(o0)
mod = relax.transform.FuseOpsByPattern([("bias", bias), ("silu", is_op("relax.multiply")(anything, is_op("relax.sigmoid")(anything)))])(bb.get())
print(mod.script(show_meta=True))
