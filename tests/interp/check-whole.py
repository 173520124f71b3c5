# Programs that the reference must run whole. tests/interp/test-check.c runs each.
from tvm.script import tir as T


@T.prim_func
def rows_of_a_result_looked_up_by_a_result(I: T.Buffer((60,), "uint8"), E: T.Buffer((16, 4), "float32"),
                                           O: T.Buffer((60, 4), "float32")):
    J = T.alloc_buffer((60,), "int32")
    D = T.alloc_buffer((16, 4), "float32")
    for i in range(60):
        with T.block("J"):
            vi = T.axis.spatial(60, i)
            J[vi] = T.Cast("int32", I[vi]) // 2
    for i, j in T.grid(16, 4):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = E[vi, vj] * T.float32(2)
    for i, j in T.grid(60, 4):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = D[J[vi], vj]


@T.prim_func
def a_running_sum(A: T.Buffer((300,), "float32"), B: T.Buffer((300,), "float32")):
    for i in range(300):
        with T.block("B"):
            vi = T.axis.scan(300, i)
            B[vi] = T.if_then_else(vi > 0, B[vi - 1], T.float32(0)) + A[vi]


@T.prim_func
def a_row_buffer_used_again_and_again(A: T.Buffer((30, 40), "float32"), B: T.Buffer((30, 40), "float32")):
    R = T.alloc_buffer((40,), "float32")
    for i in range(30):
        for j in range(40):
            with T.block("R"):
                vi, vj = T.axis.remap("SS", [i, j])
                R[vj] = A[vi, vj] + T.float32(1)
        for j in range(40):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = R[vj] * T.float32(2)


@T.prim_func
def a_predicate_that_leaves_some_out(A: T.Buffer((300,), "float32"), B: T.Buffer((300,), "float32")):
    for i, j in T.grid(38, 8):
        with T.block("B"):
            vi = T.axis.spatial(300, i * 8 + j)
            T.where(i * 8 + j < 299)
            B[vi] = A[vi] * T.float32(2)


@T.prim_func
def a_sum_whose_loops_come_by_twice(A: T.Buffer((20, 12), "float32"), B: T.Buffer((20,), "float32")):
    for i, r, k in T.grid(20, 2, 12):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


@T.prim_func
def loops_without_blocks(A: T.Buffer((60, 40), "float32"), B: T.Buffer((60, 40), "float32")):
    for i, j in T.grid(60, 40):
        B[i, j] = A[i, j] + T.float32(1)
