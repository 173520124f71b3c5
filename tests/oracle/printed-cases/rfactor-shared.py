# SPDX-License-Identifier: Apache-2.0
# program shared
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        $first
        for k in T.serial(16):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]
        with T.sblock("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = $value
# case shared on shared with first = pass | E[i] = T.float32(1), value = C[vi] + T.float32(1) | B[vi, vi] | A[vi, 0], axis = 0 | 1
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[1], $axis)
# case split on shared with first = pass, value = C[vi] + T.float32(1) | B[vi, vi], f = 4 | 5, part = 1 | 2
sch.split(sch.get_loops(sch.get_sblock("C"))[1], [None, $f])
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[$part], 0)
# program after
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        with T.sblock("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = A[vi, 0] + T.float32(1)
        for k in T.serial(16):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + $read
# case after on after with read = A[vi, vk] | D[vi] | D[vi] * A[vi, vk], axis = 0
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[1], $axis)
# program outer-loop
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 16, 16), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16, 4), "float32")):
    for r in T.serial(4):
        for i in T.serial(16):
            for k in T.serial(16):
                with T.sblock("C"):
                    vi, vk, vr = T.axis.remap("SRR", [i, k, r])
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + A[vr, vi, vk]
            with T.sblock("D"):
                vi, vr = T.axis.remap("SS", [i, r])
                D[vi, vr] = A[vr, vi, 3]
# case outer-loop on outer-loop with at = 0 | 2, axis = 0
sch.rfactor(sch.get_loops(sch.get_sblock("C"))[$at], $axis)
