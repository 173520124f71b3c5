# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((10, 10), "float32"), z: T.Buffer((10, 10), "float32")):
        # with T.block("root"):
        y = T.alloc_buffer((12, 12))
        for i_0 in range(2):
            for j_0, ax0, ax1 in T.grid(3, 7, 6):
                with T.block("block_pad_const"):
                    vi = T.axis.spatial(12, i_0 * 5 + ax0)
                    vj = T.axis.spatial(12, j_0 * 4 + ax1)
                    T.where(j_0 * 4 + ax1 < 12)
                    T.reads()
                    T.writes(y[vi, vj])
                    y[vi, vj] = T.float32(0.0)
            for j_0 in range(3):
                for ax0, ax1 in T.grid(7, 6):
                    with T.block("block"):
                        vi = T.axis.spatial(10, i_0 * 5 + ax0 - 1)
                        vj = T.axis.spatial(10, j_0 * 4 + ax1 - 1)
                        T.where(1 <= i_0 * 5 + ax0 and i_0 * 5 + ax0 < 11 and 1 <= j_0 * 4 + ax1 and j_0 * 4 + ax1 < 11 and j_0 * 4 + ax1 < 12)
                        T.reads(x[vi, vj])
                        T.writes(y[vi + 1, vj + 1])
                        y[vi + 1, vj + 1] = x[vi, vj]
                for i_1, j_1, p, q in T.grid(5, 4, 3, 3):
                    with T.block("conv"):
                        vi = T.axis.spatial(10, i_0 * 5 + i_1)
                        vj = T.axis.spatial(10, j_0 * 4 + j_1)
                        vp, vq = T.axis.remap("RR", [p, q])
                        T.where(j_0 * 4 + j_1 < 10)
                        T.reads(y[vi + vp, vj + vq])
                        T.writes(z[vi, vj])
                        with T.init():
                            z[vi, vj] = T.float32(0.0)
                        z[vi, vj] = z[vi, vj] + y[vi + vp, vj + vq]
