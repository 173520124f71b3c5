# from tvm.script import ir as I
@I.ir_module
class M:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128,), "float16"), n: T.int32):
        T.func_attr({"tirx.noalias": True, "k": 3})
        C = T.sblock_alloc_buffer((128, 128))
        D = T.sblock_alloc_buffer((128,), "int32", scope="shared")
        for i in T.thread_binding(4, thread="blockIdx.x", annotations={"a": 1}):
            for j in T.vectorized(32):
                for k, l in T.grid(4, 4):
                    with T.sblock("C"):
                        vi = T.axis.spatial(128, i * 32 + j)
                        vk, vl = T.axis.remap("RS", [k, l])
                        T.where(i * 32 + j < 100 and k < 3)
                        T.sblock_attr({"x": True, "y": [1, "a"], "z": 1.5})
                        with T.init():
                            C[vi, vl] = 0
                        C[vi, vl] += A[vi, vl] * T.Cast("float32", B[vk]) + T.if_then_else(vi < 3, T.exp(A[vi, vl]), T.float32("inf"))
        for i in T.serial(3, 10):
            with T.sblock("D"):
                vi = T.axis.spatial((3, 10), i)
                x: T.let[T.int32] = D[vi] + 1
                D[vi] = x * x
        for i in T.parallel(n):
            for j in T.unroll(4, annotations={"q": 2}):
                if i < 3:
                    D[i] = T.max(D[i], j)
                else:
                    D[i] = -D[i] // 2 % 3
