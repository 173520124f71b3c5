# interpret: no
from tvm import tir
from tvm.script import tir as T

@T.prim_func
def mma_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "float32", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), "float32", align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), "float32", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block("update"):
                vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                C[vii, vjj] = C[vii, vjj] + A[vii, vkk] * B[vjj, vkk]

@T.prim_func
def mma_intrin(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "float32", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), "float32", align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), "float32", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.evaluate(T.tvm_mma_sync(C.data, C.elem_offset // 256, A.data, A.elem_offset // 256, B.data, B.elem_offset // 256, C.data, C.elem_offset // 256, dtype="handle"))

tvm.tir.TensorIntrin.register("my_mma", mma_desc, mma_intrin)

def schedule(sch):
    b = sch.get_block("C")
    loops = sch.get_loops(b)
    sch.decompose_reduction(b, loops[2])
    sch.tensorize(sch.get_loops(sch.get_block("C_update"))[3], "my_mma", preserve_unit_iters=True)
