@T.prim_func
def main(A: T.Buffer((16, 64), "float32"), D: T.Buffer((16, 64), "float32")):
    S = T.alloc_buffer((16, 64), scope="shared")
    for i in T.thread_binding(16, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("S"):
                vi, vj = T.axis.remap("SS", [i, j])
                S[vi, vj] = A[vi, vj]
        for j0 in T.thread_binding(32, thread="threadIdx.x"):
            for j1 in range(2):
                with T.block("D"):
                    vi = T.axis.spatial(16, i)
                    vj = T.axis.spatial(64, j0 * 2 + j1)
                    D[vi, vj] = S[vi, vj]
