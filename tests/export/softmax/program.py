# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((20, 33), "float32"), B: T.Buffer((20, 33), "float32")):
    top = T.alloc_buffer((20,))
    e = T.alloc_buffer((20, 33))
    total = T.alloc_buffer((20,))
    for i, k in T.grid(20, 33):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                top[vi] = T.float32(-3.4028234663852886e38)
            top[vi] = T.max(top[vi], A[vi, vk])
    for i, j in T.grid(20, 33):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - top[vi])
    for i, k in T.grid(20, 33):
        with T.block("total"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + e[vi, vk]
    for i, j in T.grid(20, 33):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / total[vi]
