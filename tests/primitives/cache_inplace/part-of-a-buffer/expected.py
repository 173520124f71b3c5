from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((40,), "float32")):
        # with T.block("root"):
        C_shared_dyn = T.alloc_buffer((40,), scope="shared.dyn")
        for o in range(1):
            for ax0 in range(20):
                with T.block("C_shared.dyn"):
                    v0 = T.axis.spatial(40, 10 + ax0)
                    T.reads(C[v0])
                    T.writes(C_shared_dyn[v0])
                    C_shared_dyn[v0] = C[v0]
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C_shared_dyn[10:30])
                T.writes(C_shared_dyn[10:30])
                for i in range(20):
                    with T.block("C"):
                        vi = T.axis.spatial(20, i)
                        T.reads(C_shared_dyn[vi + 10])
                        T.writes(C_shared_dyn[vi + 10])
                        C_shared_dyn[vi + 10] = C_shared_dyn[vi + 10] + T.float32(1.0)
            for ax0 in range(20):
                with T.block("C_shared.dyn"):
                    v0 = T.axis.spatial(40, 10 + ax0)
                    T.reads(C_shared_dyn[v0])
                    T.writes(C[v0])
                    C[v0] = C_shared_dyn[v0]
