# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(var_x: T.handle, var_y: T.handle):
        n = T.int32()
        x = T.match_buffer(var_x, (n,))
        y = T.match_buffer(var_y, (n + 12,))
        # with T.block("root"):
        for i in range(n + 12):
            with T.block("block_pad_const"):
                vi = T.axis.spatial(n + 12, i)
                T.reads()
                T.writes(y[vi])
                y[vi] = T.float32(0.0)
        for i in range(n):
            with T.block("block"):
                vi = T.axis.spatial(n, i)
                T.reads(x[vi])
                T.writes(y[vi + 6])
                y[vi + 6] = x[vi]
