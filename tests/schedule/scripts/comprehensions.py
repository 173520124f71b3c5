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
C = sch.get_block("C")
extents = [sch.get(loop).extent for loop in sch.get_loops(C)]
assert all(e == 128 for e in extents) and any([e > 100 for e in extents]) and sum(e for e in extents) == 384
pairs = [(a, b) for a in range(3) for b in range(a) if (a + b) % 2]
assert pairs == [(1, 0), (2, 1)]
evens = {n for n in range(6) if n % 2 == 0}
assert len(evens) == 3 and 4 in evens
grid = [[r * c for c in range(3)] for r in range(3)]
flat = sum(grid, [])
assert max(flat) == 4 and flat[-1] == 4 and flat[1:6:2] == [0, 0, 2]
text = ", ".join(str(x) for x in reversed(range(3)))
assert text == "2, 1, 0" and "%d-%s" % (3, "x") == "3-x" and "{:>4}|{}".format(7, [1]) == "   7|[1]"
factors = [[None, 2 ** p] for p in map(lambda n: n + 1, range(3))]
loops = [sch.split(l, factors=f) for l, f in zip(sch.get_loops(C), factors)]
sch.reorder(*[l[0] for l in loops], *[l[1] for l in loops])
first, *rest = [x for pair in loops for x in pair]
assert len(rest) == 5 and isinstance(rest, list) and not isinstance(rest, tuple)
n = len(rest)
if n > 4:
    sch.annotate(first, "rest", n)
