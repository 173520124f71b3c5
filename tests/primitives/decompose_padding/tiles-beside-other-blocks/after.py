# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((12,), "float32"), y: T.Buffer((12,), "float32")):
        # with T.block("root"):
        pad = T.alloc_buffer((14,))
        for i_0, ax0 in T.grid(3, 6):
            with T.block("pad_pad_const"):
                vi = T.axis.spatial(14, i_0 * 4 + ax0)
                T.reads()
                T.writes(pad[vi])
                pad[vi] = T.float32(0.0)
        for i_0 in range(3):
            for ax0 in range(6):
                with T.block("pad"):
                    vi = T.axis.spatial(12, i_0 * 4 + ax0 - 1)
                    T.where(1 <= i_0 * 4 + ax0 and i_0 * 4 + ax0 < 13)
                    T.reads(x[vi])
                    T.writes(pad[vi + 1])
                    pad[vi + 1] = x[vi]
            for i_1 in range(4):
                with T.block("y"):
                    vi = T.axis.spatial(12, i_0 * 4 + i_1)
                    T.reads(pad[vi:vi + 3])
                    T.writes(y[vi])
                    y[vi] = pad[vi] + pad[vi + 2]
