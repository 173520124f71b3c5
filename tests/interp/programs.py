# Programs of which tests/interp/test-interp.c lists the results.
from tvm.script import tir as T


@T.prim_func
def init_at_first_round_of_all_reductions(C: T.Buffer((2,), "float32")):
    for i, j, k in T.grid(2, 3, 4):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SRR", [i, j, k])
            with T.init():
                C[vi] = T.float32(100)
            C[vi] = C[vi] + T.float32(1)


@T.prim_func
def init_where_reduction_does_not_start_at_zero(C: T.Buffer((2,), "int32")):
    for i, k in T.grid(2, 4):
        with T.block("C"):
            vi = T.axis.spatial(2, i)
            vk = T.axis.reduce((3, 7), k + 3)
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + vk


@T.prim_func
def init_without_reduction_always_runs(C: T.Buffer((2,), "int32")):
    for i in range(2):
        with T.block("C"):
            vi = T.axis.spatial(2, i)
            with T.init():
                C[vi] = 5
            C[vi] = C[vi] + vi


@T.prim_func
def predicate_keeps_split_in_bounds(C: T.Buffer((5,), "int32")):
    for i0, i1 in T.grid(2, 4):
        with T.block("C"):
            vi = T.axis.spatial(5, i0 * 4 + i1)
            T.where(i0 * 4 + i1 < 5)
            C[vi] = vi * 10


@T.prim_func
def all_kinds_of_loops_run_in_order(C: T.Buffer((2, 2, 3), "int32")):
    for i in T.parallel(2):
        for j in T.vectorized(2):
            for k in T.unroll(3):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                    C[vi, vj, vk] = vi * 100 + vj * 10 + vk


@T.prim_func
def thread_axes_are_loops(C: T.Buffer((6,), "int32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(3, thread="threadIdx.x"):
            with T.block("C"):
                vi = T.axis.spatial(6, bx * 3 + tx)
                C[vi] = vi + 1


@T.prim_func
def while_if_and_let(C: T.Buffer((3,), "int32")):
    for i in range(3):
        with T.block("C"):
            vi = T.axis.spatial(3, i)
            C[vi] = 1
            while C[vi] < 50:
                C[vi] = C[vi] * (vi + 2)
            if vi == 1:
                C[vi] = -C[vi]
            else:
                C[vi] = C[vi] + 1


@T.prim_func
def view_of_region(C: T.Buffer((4, 4), "int32"), D: T.Buffer((12,), "int32")):
    for i, j in T.grid(4, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = vi * 10 + vj
    for i, j in T.grid(2, 2):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(C[vi * 2:vi * 2 + 2, vj * 2:vj * 2 + 2])
            T.writes(D[vi * 6 + vj * 3:vi * 6 + vj * 3 + 3])
            V = T.match_buffer(C[vi * 2:vi * 2 + 2, vj * 2:vj * 2 + 2], (2, 2), "int32", strides=["s0", "s1"], offset_factor=1)
            D[vi * 6 + vj * 3] = V[0, 0]
            D[vi * 6 + vj * 3 + 1] = V[1, 1]
            D[vi * 6 + vj * 3 + 2] = V[0, 1] + V[1, 0]


@T.prim_func
def ramps_broadcasts_and_lanes(C: T.Buffer((8,), "int32")):
    with T.block("C"):
        C[T.Ramp(0, 1, 4)] = T.Ramp(10, 5, 4)
        C[T.Ramp(7, -1, 4)] = C[T.Ramp(0, 1, 4)] + T.Broadcast(100, 4)
        C[T.Ramp(0, 1, 4)] = C[T.Ramp(1, 1, 4)]
