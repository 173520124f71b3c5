@T.prim_func
def f(a: T.handle, n: T.int32):
    m = T.int64()
    A = T.match_buffer(a, (m, n), strides=(n, 1), elem_offset=m, offset_factor=2)
    for i in T.serial(m):
        with T.block("b"):
            vi = T.axis.opaque(m, i)
            B = T.match_buffer(A[vi, 0:n], (n,), strides=("s",), offset_factor=4)
            B[B.strides[0]] = B[B.elem_offset] + 1
