# SPDX-License-Identifier: Apache-2.0
import tvm
from tvm import te
from tvm import tir
import numpy as np
from tvm.script import ir as I
from tvm.script import tir as T

M = 1024
K = 2048
L = 1024
N = 3072

A = te.placeholder((M, K), name='A')
B = te.placeholder((K, L), name='B')
rk = te.reduce_axis((0, K), name='rk')
C = te.compute((M, L), lambda m, l: te.sum(A[m, rk] * B[rk, l], axis=[rk]), name='C')
D = te.compute((M, L), lambda m, l: te.exp(C[m, l]), name='D')
E = te.placeholder((L, N), name='E')
rl = te.reduce_axis((0, L), name='rl')
F = te.compute((M, N), lambda m, n: te.sum(D[m, rl] * E[rl, n], axis=[rl]), name='F')

a_nd = tvm.nd.array(np.random.randn(M, K).astype(np.float32))
b_nd = tvm.nd.array(np.random.randn(K, L).astype(np.float32))
e_nd = tvm.nd.array(np.random.randn(L, N).astype(np.float32))
f_nd = tvm.nd.empty((M, N), dtype="float32")

prim_func = te.create_prim_func([A, B, E, F])
prim_func.show()


@T.prim_func
def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32"), F: T.Buffer((1024, 3072), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    C = T.alloc_buffer((1024, 1024))
    D = T.alloc_buffer((1024, 1024))
    for m, l, rk in T.grid(1024, 1024, 2048):
        with T.block("C"):
            v_m, v_l, v_rk = T.axis.remap("SSR", [m, l, rk])
            T.reads(A[v_m, v_rk], B[v_rk, v_l])
            T.writes(C[v_m, v_l])
            with T.init():
                C[v_m, v_l] = T.float32(0.0)
            C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
    for m, l in T.grid(1024, 1024):
        with T.block("D"):
            v_m, v_l = T.axis.remap("SS", [m, l])
            T.reads(C[v_m, v_l])
            T.writes(D[v_m, v_l])
            D[v_m, v_l] = T.exp(C[v_m, v_l])
    for m, n, rl in T.grid(1024, 3072, 1024):
        with T.block("F"):
            v_m, v_n, v_rl = T.axis.remap("SSR", [m, n, rl])
            T.reads(D[v_m, v_rl], E[v_rl, v_n])
            T.writes(F[v_m, v_n])
            with T.init():
                F[v_m, v_n] = T.float32(0.0)
            F[v_m, v_n] = F[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]

tvm.ir.assert_structural_equal(prim_func, main)

@I.ir_module
class Tiled:
    @T.prim_func
    def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32"), F: T.Buffer((1024, 3072), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        C = T.alloc_buffer((1024, 1024))
        D = T.alloc_buffer((1024, 1024))
        for m_0, l_0, rk_0, m_1, rk_1, l_1 in T.grid(64, 128, 256, 16, 8, 8):
            with T.block("C"):
                v_m = T.axis.spatial(1024, m_0 * 16 + m_1)
                v_l = T.axis.spatial(1024, l_0 * 8 + l_1)
                v_rk = T.axis.reduce(2048, rk_0 * 8 + rk_1)
                T.reads(A[v_m, v_rk], B[v_rk, v_l])
                T.writes(C[v_m, v_l])
                with T.init():
                    C[v_m, v_l] = T.float32(0.0)
                C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
        for m, l in T.grid(1024, 1024):
            with T.block("D"):
                v_m, v_l = T.axis.remap("SS", [m, l])
                T.reads(C[v_m, v_l])
                T.writes(D[v_m, v_l])
                D[v_m, v_l] = T.exp(C[v_m, v_l])
        for m_0, n_0, rl_0, m_1, rl_1, n_1 in T.grid(64, 384, 128, 16, 8, 8):
            with T.block("F"):
                v_m = T.axis.spatial(1024, m_0 * 16 + m_1)
                v_n = T.axis.spatial(3072, n_0 * 8 + n_1)
                v_rl = T.axis.reduce(1024, rl_0 * 8 + rl_1)
                T.reads(D[v_m, v_rl], E[v_rl, v_n])
                T.writes(F[v_m, v_n])
                with T.init():
                    F[v_m, v_n] = T.float32(0.0)
                F[v_m, v_n] = F[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]


@I.ir_module
class Merged:
    @T.prim_func
    def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32"), F: T.Buffer((1024, 3072), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        C = T.alloc_buffer((1024, 1024))
        D = T.alloc_buffer((1024, 1024))
        for m_0_m, l_0_m in T.grid(64, 128):
            for rk_0, m_1, rk_1, l_1 in T.grid(256, 16, 8, 8):
                with T.block("C"):
                    v_m = T.axis.spatial(1024, m_0_m * 16 + m_1)
                    v_l = T.axis.spatial(1024, l_0_m * 8 + l_1)
                    v_rk = T.axis.reduce(2048, rk_0 * 8 + rk_1)
                    T.reads(A[v_m, v_rk], B[v_rk, v_l])
                    T.writes(C[v_m, v_l])
                    with T.init():
                        C[v_m, v_l] = T.float32(0.0)
                    C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
            for m_1, l_1 in T.grid(16, 8):
                with T.block("D"):
                    v_m = T.axis.spatial(1024, m_0_m * 16 + m_1)
                    v_l = T.axis.spatial(1024, l_0_m * 8 + l_1)
                    T.reads(C[v_m, v_l])
                    T.writes(D[v_m, v_l])
                    D[v_m, v_l] = T.exp(C[v_m, v_l])
        for m_0, n_0, rl_0, m_1, rl_1, n_1 in T.grid(64, 384, 128, 16, 8, 8):
            with T.block("F"):
                v_m = T.axis.spatial(1024, m_0 * 16 + m_1)
                v_n = T.axis.spatial(3072, n_0 * 8 + n_1)
                v_rl = T.axis.reduce(1024, rl_0 * 8 + rl_1)
                T.reads(D[v_m, v_rl], E[v_rl, v_n])
                T.writes(F[v_m, v_n])
                with T.init():
                    F[v_m, v_n] = T.float32(0.0)
                F[v_m, v_n] = F[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]


tir_sch = tir.Schedule(prim_func)
m, l, k = tir_sch.get_loops('C')
mo, mi = tir_sch.split(m, [M // 16, 16])
ko, ki = tir_sch.split(k, [K // 8, 8])
lo, li = tir_sch.split(l, [L // 8, 8])
tir_sch.reorder(mo, lo, ko, mi, ki, li)

m, n, l = tir_sch.get_loops('F')
mo, mi = tir_sch.split(m, [M // 16, 16])
lo, li = tir_sch.split(l, [L // 8, 8])
no, ni = tir_sch.split(n, [N // 8, 8])
tir_sch.reorder(mo, no, lo, mi, li, ni)

rt_lib = tvm.build(tir_sch.mod, target="llvm")
f_timer = rt_lib.time_evaluator("__tvm_main__", tvm.cpu())

print(f"Time cost of transformed sch.mod {f_timer(a_nd, b_nd, e_nd, f_nd).mean} sec")

tvm.ir.assert_structural_equal(tir_sch.mod, Tiled)

mo, lo, ko, mi, ki, li = tir_sch.get_loops('C')

m1, l1 = tir_sch.get_loops('D')
m1o, m1i = tir_sch.split(m1, [M // 16, 16])
l1o, l1i = tir_sch.split(l1, [L // 8, 8])
tir_sch.reorder(m1o, l1o, m1i, l1i)

tir_sch.merge(lo, l1o)
rt_lib = tvm.build(tir_sch.mod, target="llvm")
f_timer = rt_lib.time_evaluator("__tvm_main__", tvm.cpu())

print(f"Time cost of transformed sch.mod {f_timer(a_nd, b_nd, e_nd, f_nd).mean} sec")
tvm.ir.assert_structural_equal(tir_sch.mod, Merged)
