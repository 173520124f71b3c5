from tvm.script import tir as T
from tvm.tir import TensorIntrin


@T.prim_func
def copy_desc(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (4, 4), "float32", offset_factor=1)
    B = T.match_buffer(b, (4, 4), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:4, 0:4])
        T.writes(B[0:4, 0:4])
        for i, j in T.grid(4, 4):
            with T.block("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]


@T.prim_func
def copy_impl(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (4, 4), "float32", offset_factor=1)
    B = T.match_buffer(b, (4, 4), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:4, 0:4])
        T.writes(B[0:4, 0:4])
        T.block_attr({"note": "implementation"})
        for i in range(4):
            with T.block("row"):
                vi = T.axis.spatial(4, i)
                for j in T.vectorized(4):
                    B[vi, j] = A[vi, j]


TensorIntrin.register("copy4x4", copy_desc, copy_impl)


def schedule(sch):
    i, j = sch.get_loops(sch.get_block("C"))
    a, b = sch.split(i, factors=[None, 4])
    c, d = sch.split(j, factors=[None, 4])
    sch.reorder(a, c, b, d)
    sch.tensorize(b, "copy4x4")
