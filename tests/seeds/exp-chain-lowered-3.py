# SPDX-License-Identifier: Apache-2.0
import tvm
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32")):
        T.func_attr({"from_legacy_te_schedule": T.bool(True), "tir.noalias": T.bool(True)})
        C = T.allocate([1048576], "float32", "global")
        F = T.allocate([3145728], "float32", "global")
        C_1 = T.Buffer((1048576,), data=C)
        for m_init, l_init in T.grid(1024, 1024):
            C_1[m_init * 1024 + l_init] = T.float32(0.0)
        for rk_outer, m, rk_inner, l in T.grid(256, 1024, 8, 1024):
            cse_var_1: T.int32 = m * 1024 + l
            A_1 = T.Buffer((2097152,), data=A.data)
            B_1 = T.Buffer((2097152,), data=B.data)
            C_1[cse_var_1] = C_1[cse_var_1] + A_1[m * 2048 + rk_outer * 8 + rk_inner] * B_1[rk_outer * 8192 + rk_inner * 1024 + l]
        C_2 = T.Buffer((1048576,), data=C)
        for m, l in T.grid(1024, 1024):
            cse_var_2: T.int32 = m * 1024 + l
            C_2[cse_var_2] = T.exp(C_1[cse_var_2])
        F_1 = T.Buffer((3145728,), data=F)
        for m_init, n_init in T.grid(1024, 3072):
            F_1[m_init * 3072 + n_init] = T.float32(0.0)
        for rl_outer, m, rl_inner, n in T.grid(128, 1024, 8, 3072):
            cse_var_3: T.int32 = m * 3072 + n
            E_1 = T.Buffer((3145728,), data=E.data)
            F_1[cse_var_3] = F_1[cse_var_3] + C_2[m * 1024 + rl_outer * 8 + rl_inner] * E_1[rl_outer * 24576 + rl_inner * 3072 + n]
