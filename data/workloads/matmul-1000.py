# title: Matrix multiplication, 1000
# about: C = A @ B with extents of 1000: splits into powers of two above 8 need predicates.
# import tvm
# from tvm.script import tir as T

@tvm.script.ir_module
class MyModule:
    @T.prim_func
    def main(
        A: T.Buffer[(1000, 1000), "float32"],
        B: T.Buffer[(1000, 1000), "float32"],
        C: T.Buffer[(1000, 1000), "float32"],
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j, k in T.grid(1000, 1000, 1000):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0.0
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
