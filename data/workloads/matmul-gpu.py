# title: Matrix multiplication, GPU
# about: C = A @ B on 1024 x 1024 matrices, scheduled for an A100: tiles in shared memory, 8 x 8 results a thread.
# target: nvidia/nvidia-a100
import tvm
from tvm.script import tir as T


@tvm.script.ir_module
class Matmul:
    @T.prim_func
    def main(
        A: T.Buffer((1024, 1024), "float32"),
        B: T.Buffer((1024, 1024), "float32"),
        C: T.Buffer((1024, 1024), "float32"),
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j, k in T.grid(1024, 1024, 1024):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def copy_tile(sch, block, index, loop, threads):
    """The threads of a block copy a tile of an argument, four elements each at a time."""
    tile = sch.cache_read(block, index, "shared")
    sch.compute_at(tile, loop)
    rows, columns = sch.get_loops(tile)[-2:]
    _, thread, lanes = sch.split(sch.fuse(rows, columns), factors=[None, threads, 4])
    sch.bind(thread, "threadIdx.x")
    sch.vectorize(lanes)


sch = tvm.tir.Schedule(Matmul)
block = sch.get_block("C")
sums = sch.cache_write(block, 0, "local")
i, j, k = sch.get_loops(block)
i_block, i_thread, i_own = sch.split(i, factors=[None, 16, 8])
j_block, j_thread, j_own = sch.split(j, factors=[None, 16, 8])
k_tile, k_own = sch.split(k, factors=[None, 8])
sch.reorder(i_block, j_block, i_thread, j_thread, k_tile, k_own, i_own, j_own)
sch.reverse_compute_at(sums, j_thread)
sch.bind(i_block, "blockIdx.y")
sch.bind(j_block, "blockIdx.x")
sch.bind(sch.fuse(i_thread, j_thread), "threadIdx.x")
copy_tile(sch, block, 0, k_tile, 256)
copy_tile(sch, block, 1, k_tile, 256)
sch.decompose_reduction(block, k_tile)
