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

sch = tvm.tir.Schedule(Module, seed=42)
c = sch.get_block("C")
i, j, k = sch.get_loops(c)
i_factors = sch.sample_perfect_tile(i, n=4, max_innermost_factor=64, decision=[2, 4, 4, 4])
j_factors = sch.sample_perfect_tile(j, n=4, decision=[1, 8, 2, 8])
k_factors = sch.sample_perfect_tile(k, n=2, decision=[32, 4])
i_loops = sch.split(i, factors=[*i_factors])
j_loops = sch.split(j, factors=list(j_factors))
k_loops = sch.split(k, factors=k_factors)
order = [x for level in range(4) for x in ([i_loops[level], j_loops[level]] + ([k_loops[level - 1]] if level in (1, 2) else []))]
sch.reorder(*order)
v = sch.sample_categorical(candidates=[0, 16, 64], probs=[0.25, 0.5, 0.25], decision=1)
sch.annotate(i_loops[0], ann_key="pragma_auto_unroll_max_step", ann_val=v)
assert int(sch.get(v)) == 16 and sch.get(k_factors[1]) == 4
