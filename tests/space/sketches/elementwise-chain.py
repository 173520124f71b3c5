@T.prim_func
def main(A: T.Buffer((64, 32), "float32"), out: T.Buffer((32, 64), "float32")):
    doubled = T.alloc_buffer((64, 32))
    turned = T.alloc_buffer((32, 64))
    grown = T.alloc_buffer((32, 64))
    for i, j in T.grid(64, 32):
        with T.block("doubled"):
            vi, vj = T.axis.remap("SS", [i, j])
            doubled[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(32, 64):
        with T.block("turned"):
            vi, vj = T.axis.remap("SS", [i, j])
            turned[vi, vj] = doubled[vj, vi]
    for i, j in T.grid(32, 64):
        with T.block("grown"):
            vi, vj = T.axis.remap("SS", [i, j])
            grown[vi, vj] = T.exp(turned[vi, vj])
    for i, j in T.grid(32, 64):
        with T.block("out"):
            vi, vj = T.axis.remap("SS", [i, j])
            out[vi, vj] = T.if_then_else(vi < 4, grown[vi, vj], T.float32(1))
