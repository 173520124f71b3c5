import tvm
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), D: T.Buffer((128, 128), "float32")):
        T.func_attr({"tir.noalias": True})
        C = T.alloc_buffer((128, 128), "float32")
        for i, j, k in T.grid(128, 128, 128):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(128, 128):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0))

sch = tvm.tir.Schedule(Module)
blocks = {name: sch.get_block(name) for name in ("C", "D")}
loops = {name: sch.get_loops(block) for name, block in blocks.items()}
tiles = dict(C=[4, 8, 16], D=[None, 32])
for name, factors in tiles.items():
    if len(factors) > 2:
        a, b, c = loops[name]
        split = [sch.split(loop, factors=[None, factor]) for loop, factor in zip((a, b, c), factors)]
        outer, inner = [list(x) for x in zip(*split)]
        sch.reorder(*outer, *inner)
    else:
        sch.split(loops[name][1], factors=factors)
assert sorted(tiles) == ["C", "D"], "names"
assert "E" not in blocks and blocks.get("E") is None
