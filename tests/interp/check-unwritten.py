# Programs that read memory of their own that they do not write, or do so without harm: tests/interp/test-check.c says where.
from tvm.script import tir as T


@T.prim_func
def one_past_the_end_of_what_is_written(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((17,), "float32")
    for i in range(16):
        with T.block("t"):
            vi = T.axis.spatial(16, i)
            t[vi] = A[vi]
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = t[vi] + t[vi + 1]


@T.prim_func
def never_written_integers(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    t = T.alloc_buffer((4, 4), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + t[vi // 4, vi % 4]


@T.prim_func
def a_sum_without_init(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((8,), "float32")
    for i, k in T.grid(8, 8):
        with T.block("t"):
            vi, vk = T.axis.remap("SR", [i, k])
            t[vi] = t[vi] + A[vi, vk]
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = t[vi]


@T.prim_func
def written_later(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = t[vi]
    for i in range(8):
        with T.block("t"):
            vi = T.axis.spatial(8, i)
            t[vi] = A[vi]


@T.prim_func
def through_a_view(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    t = T.alloc_buffer((4, 2), "int32")
    for i in range(3):
        with T.block("t"):
            vi = T.axis.spatial(3, i)
            t[vi, 0] = A[vi]
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            T.reads(t[vi, 0:2])
            T.writes(B[vi])
            v = T.match_buffer(t[vi, 0:2], (1, 2), "int32")
            B[vi] = v[0, 0]


@T.prim_func
def nothing_comes_of_it(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((17,), "float32")
    for i in range(16):
        with T.block("t"):
            vi = T.axis.spatial(16, i)
            t[vi] = A[vi]
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = T.Select(vi < 15, t[vi + 1], T.float32(0))


@T.prim_func
def all_of_it_is_written(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("t"):
            vi = T.axis.spatial(16, i)
            t[vi] = A[vi]
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = t[vi]


@T.prim_func
def of_a_program_that_is_sampled(A: T.Buffer((40, 40), "float32"), B: T.Buffer((40, 40), "float32")):
    t = T.alloc_buffer((40, 41), "float32")
    for i, j in T.grid(40, 40):
        with T.block("t"):
            vi, vj = T.axis.remap("SS", [i, j])
            t[vi, vj] = A[vi, vj]
    for i, j in T.grid(40, 40):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = t[vi, vj] + t[0, 40]
