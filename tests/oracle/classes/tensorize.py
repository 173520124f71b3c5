# SPDX-License-Identifier: Apache-2.0
# program int64
@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.$shape(128), T.$shape(128)), "$in"), B: T.Buffer((T.$shape(128), T.$shape(128)), "$in"), C: T.Buffer((T.$shape(128), T.$shape(128)), "$out")):
    for i_0, j_0, k_0, i_1, j_1, k_1 in T.grid(T.$shape(8), T.$shape(8), T.$shape(8), T.$shape(16), T.$shape(16), T.$shape(16)):
        with T.sblock("C"):
            vi = T.axis.spatial(T.$shape(128), i_0 * T.$shape(16) + i_1)
            vj = T.axis.spatial(T.$shape(128), j_0 * T.$shape(16) + j_1)
            vk = T.axis.reduce(T.$shape(128), k_0 * T.$shape(16) + k_1)
            with T.init():
                C[vi, vj] = T.$out(0)
            C[vi, vj] = C[vi, vj] + T.$out(A[vi, vk]) * T.$out(B[vj, vk])
# case mixed on int64 with shape = int32 | int64, in = float32 | float16 | int8, out = float32 | int32, desc = float32, unit = True | False
@T.prim_func
def mma_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "$desc", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), "$desc", align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), "$desc", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block("update"):
                vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                C[vii, vjj] = C[vii, vjj] + A[vii, vkk] * B[vjj, vkk]

@T.prim_func
def mma_intrin(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "$desc", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), "$desc", align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), "$desc", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.evaluate(T.tvm_mma_sync(C.data, C.elem_offset // 256, A.data, A.elem_offset // 256, B.data, B.elem_offset // 256, C.data, C.elem_offset // 256, dtype="handle"))

tvm.tir.TensorIntrin.register("my_mma", mma_desc, mma_intrin)

def schedule(sch):
    b = sch.get_block("C")
    loops = sch.get_loops(b)
    sch.decompose_reduction(b, loops[2])
    sch.tensorize(sch.get_loops(sch.get_block("C_update"))[3], "my_mma", preserve_unit_iters=$unit)
# case converting on int64 with
#   shape = int32 | int64, in = int8 | uint8 | float16, out = int32 | float32, cast = T.int32 | T.float32 | T.Cast_int32, init = True |
#   False
@T.prim_func
def dot_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "$in", offset_factor=1)
    B = T.match_buffer(b, (16, 16), "$in", offset_factor=1)
    C = T.match_buffer(c, (16, 16), "$out", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block(""):
                vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                C[vii, vjj] = C[vii, vjj] + T.cast(A[vii, vkk], "$out") * T.cast(B[vjj, vkk], "$out")

@T.prim_func
def dot_intrin(a: T.handle, b: T.handle, c: T.handle):
    s0 = T.int32()
    s1 = T.int32()
    A = T.match_buffer(a, (16, 16), "$in", offset_factor=1, strides=[s0, 1])
    B = T.match_buffer(b, (16, 16), "$in", offset_factor=1, strides=[s1, 1])
    C = T.match_buffer(c, (16, 16), "$out", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.evaluate(T.call_extern("dot_tile", A.access_ptr("r"), s0, B.access_ptr("r"), s1, C.access_ptr("w"), dtype="int32"))

tvm.tir.TensorIntrin.register("my_dot", dot_desc, dot_intrin)

def schedule(sch):
    b = sch.get_block("C")
    loops = sch.get_loops(b)
    if $init:
        sch.decompose_reduction(b, loops[2])
        b = sch.get_block("C_update")
    sch.tensorize(sch.get_loops(b)[3], "my_dot")
# program batch
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 128, 128), "float32"), B: T.Buffer((1, 128, 128), "float32"), C: T.Buffer((1, 128, 128), "float32")):
    for n, i, j in T.grid(1, 128, 128):
        with T.sblock("init"):
            vn, vi, vj = T.axis.remap("SSS", [n, i, j])
            C[vn, vi, vj] = T.float32(0)
    for n, i, j, k in T.grid(1, 128, 128, 128):
        with T.sblock("update"):
            vn, vi, vj, vk = T.axis.remap("SSSR", [n, i, j, k])
            C[vn, vi, vj] = C[vn, vi, vj] + A[vn, vi, vk] * B[vn, vj, vk]
# case batch on batch with unit = True | False, factors = 16, 16, 16 | 32, 16, 16 | 16, 16, 8, from = 3 | 4 | block
@T.prim_func
def mma_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block("update"):
                vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                C[vii, vjj] = C[vii, vjj] + A[vii, vkk] * B[vjj, vkk]

@T.prim_func
def mma_intrin(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.block_attr({"is_mma": 1})
        for k in range(1):
            T.evaluate(T.tvm_mma_sync(C.data, C.elem_offset // 256, A.data, A.elem_offset // 256, B.data, B.elem_offset // 256, C.data, C.elem_offset // 256, dtype="handle"))

tvm.tir.TensorIntrin.register("my_mma", mma_desc, mma_intrin)

def schedule(sch):
    u = sch.get_block("update")
    n, i, j, k = sch.get_loops(u)
    fi, fj, fk = [$factors]
    io, ii = sch.split(i, [None, fi])
    jo, ji = sch.split(j, [None, fj])
    ko, ki = sch.split(k, [None, fk])
    sch.reorder(io, jo, ko, ii, ji, ki)
    if "$from" == "block":
        o = sch.blockize(ii, preserve_unit_iters=$unit)
        sch.tensorize(o, "my_mma", preserve_unit_iters=$unit)
    else:
        sch.tensorize(sch.get_loops(u)[4], "my_mma", preserve_unit_iters=$unit)
# program dot
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 4, 56, 56, $lanes), "$left"), B: T.Buffer((16, 4, 1, 1, 4, 16, 4), "$right"), C: T.Buffer((1, 16, 56, 56, 16), "int32")):
    for i0, i1, i2, i3, i4_0, i4_1, i5, i6, i7, i8, i9_0, i9_1 in T.grid(1, 16, 56, 56, 1, 16, 1, 1, 4, 4, 1, 4):
        with T.sblock("conv"):
            n, oc_chunk, oh, ow = T.axis.remap("SSSS", [i0, i1, i2, i3])
            oc_block = T.axis.spatial(16, i4_0 * 16 + i4_1)
            kh, kw, ic_outer, ic_f_inner = T.axis.remap("RRRR", [i5, i6, i7, i8])
            ic_s_inner = T.axis.reduce(4, i9_0 * 4 + i9_1)
            with T.init():
                C[n, oc_chunk, oh, ow, oc_block] = 0
            C[n, oc_chunk, oh, ow, oc_block] = C[n, oc_chunk, oh, ow, oc_block] + T.Cast("int32", A[n, ic_outer, oh + kh, ow + kw, ic_f_inner * 4 + ic_s_inner]) * T.Cast("int32", B[oc_chunk, ic_outer, kh, kw, ic_f_inner, oc_block, ic_s_inner])
# case conv on dot with lanes = 16, left = uint8 | int8, right = int8, unit = True | False
@T.prim_func
def dot_desc(A: T.Buffer((4,), "$left", offset_factor=1), B: T.Buffer((16, 4), "$right", offset_factor=1), C: T.Buffer((16,), "int32", offset_factor=1)):
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:16, 0:4])
        T.writes(C[0:16])
        for i in T.serial(0, 16):
            for k in T.serial(0, 4):
                with T.block("update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    C[vi] = C[vi] + T.cast(A[vk], "int32") * T.cast(B[vi, vk], "int32")

@T.prim_func
def dot_intrin(A: T.Buffer((4,), "$left", offset_factor=1), B: T.Buffer((16, 4), "$right", offset_factor=1), C: T.Buffer((16,), "int32", offset_factor=1)):
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:16, 0:4])
        T.writes(C[0:16])
        A_bytes = A.vload([0], "$leftx4")
        C[T.ramp(T.int32(0), 1, 16)] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", C[T.ramp(T.int32(0), 1, 16)], T.reinterpret("int32x16", B.vload([0, 0], "$rightx64")))

tvm.tir.TensorIntrin.register("my_vnni", dot_desc, dot_intrin)

def schedule(sch):
    b = sch.get_block("conv")
    loops = sch.get_loops(b)
    sch.reorder(loops[5], loops[6], loops[7], loops[8], loops[9], loops[10], loops[11]) if False else None
    sch.reorder(loops[4], loops[6], loops[7], loops[8], loops[9], loops[10], loops[5], loops[11])
    u = sch.decompose_reduction(b, sch.get_loops(b)[5])
    sch.tensorize(sch.get_loops(sch.get_block("conv_update"))[10], "my_vnni", preserve_unit_iters=$unit)
# case conv-builtin on dot with lanes = 16, left = uint8, right = int8, unit = True | False, name = dot_16x4_vnni | dot_16x4_avx512
b = sch.get_block("conv")
loops = sch.get_loops(b)
sch.reorder(loops[4], loops[6], loops[7], loops[8], loops[9], loops[10], loops[5], loops[11])
sch.decompose_reduction(b, sch.get_loops(b)[5])
sch.annotate(sch.get_block("conv_update"), "n", 1)
sch.blockize(sch.get_loops(sch.get_block("conv_update"))[10], preserve_unit_iters=$unit)
# case conv-dp4a on dot with lanes = 16, left = int8 | uint8, right = int8, unit = True | False
b = sch.get_block("conv")
sch.decompose_reduction(b, sch.get_loops(b)[10])
sch.tensorize(sch.get_loops(sch.get_block("conv_update"))[11], "dp4a", preserve_unit_iters=$unit)
# program matmul8
@T.prim_func(s_tir=True)
def main(X: T.Buffer((128, 128), "$a"), W: T.Buffer((128, 128), "$b"), C: T.Buffer((128, 128), "int32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.cast(X[vi, vk], "int32") * T.cast(W[vj, vk], "int32")
# case dp4a on matmul8 with a = int8 | uint8, b = int8, name = dp4a | dp4a_s8s8s32 | dp4a_u8u8u32 | dp4a_u8s8s32, unit = True | False
b = sch.get_block("C")
i, j, k = sch.get_loops(b)
ko, ki = sch.split(k, [None, 4])
sch.decompose_reduction(b, ko)
sch.tensorize(ki, "$name", preserve_unit_iters=$unit)
# case wmma on matmul8 with a = int8, b = int8
b = sch.get_block("C")
sch.cache_write(b, 0, "wmma.accumulator")
a = sch.cache_read(b, 0, "wmma.matrix_a")
w = sch.cache_read(b, 1, "wmma.matrix_b")
i, j, k = sch.get_loops(b)
parts = [p for l in (i, j, k) for p in sch.split(l, [None, 16])]
sch.reorder(parts[0], parts[2], parts[4], parts[1], parts[3], parts[5])
sch.decompose_reduction(b, parts[4])
sch.tensorize(sch.get_loops(sch.get_block("C_update"))[3], "wmma_sync_16x16x16_s8s8s32_trans")
sch.tensorize(sch.get_loops(sch.get_block("C_init"))[2], "wmma_fill_16x16x16_s32")
# program annotated
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    for i_0, j_0 in T.grid(8, 8):
        for k_0 in T.serial(8):
            for i_1, j_1, k_1 in T.grid(16, 16, 16):
                with T.sblock("update"):
                    vi = T.axis.spatial(128, i_0 * 16 + i_1)
                    vj = T.axis.spatial(128, j_0 * 16 + j_1)
                    vk = T.axis.reduce(128, k_0 * 16 + k_1)
                    T.sblock_attr({"test_annotation": 5, "is_mma": 3})
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]
# case annotated on annotated with unit = True | False, swap = A[vii, vkk] * B[vjj, vkk] | B[vjj, vkk] * A[vii, vkk]
@T.prim_func
def mma_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block("update"):
                vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                T.block_attr({"note": 1})
                C[vii, vjj] = C[vii, vjj] + $swap

@T.prim_func
def mma_intrin(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 16), align=64, offset_factor=1)
    C = T.match_buffer(c, (16, 16), align=64, offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.block_attr({"is_mma": 1, "other": "x"})
        T.evaluate(T.tvm_mma_sync(C.data, C.elem_offset // 256, A.data, A.elem_offset // 256, B.data, B.elem_offset // 256, C.data, C.elem_offset // 256, dtype="handle"))

tvm.tir.TensorIntrin.register("my_mma", mma_desc, mma_intrin)

def schedule(sch):
    sch.tensorize(sch.get_loops(sch.get_block("update"))[3], "my_mma", preserve_unit_iters=$unit)
# program scaled
@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.$shape(64), T.$shape(4)), "float32"), C: T.Buffer((T.$shape(64), T.$shape(4)), "float32")):
    for i, j, k in T.grid(T.$axis(4), T.$axis(16), T.$axis(4)):
        with T.sblock("B"):
            vi = T.axis.spatial(T.$axis(64), i * T.$axis(16) + j)
            vj = T.axis.spatial(T.$axis(4), k)
            C[vi, vj] = A[vi, vj] * T.float32(2)
# case by-loops on scaled with shape = int32 | int64, axis = int32 | int64, unit = True | False, value = T.float32(3) | T.Cast("float32", i)
@T.prim_func
def scale_desc(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (16, 4), "float32", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 4), "float32", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(A[0:16, 0:4])
        T.writes(B[0:16, 0:4])
        for i, j in T.grid(16, 4):
            with T.block("u"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def scale_impl(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (16, 4), "float32", align=64, offset_factor=1)
    B = T.match_buffer(b, (16, 4), "float32", align=64, offset_factor=1)
    with T.block("root"):
        T.reads(A[0:16, 0:4])
        T.writes(B[0:16, 0:4])
        L = T.alloc_buffer((16, 4))
        for i in range(16):
            with T.block("x"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:4])
                T.writes(L[vi, 0:4])
                L[vi, T.ramp(0, 1, 4)] = A[vi, T.ramp(0, 1, 4)] * T.Broadcast(T.float32(2), 4)
        for i in T.serial(16):
            for j in T.vectorized(4):
                B[i, j] = L[i, j] + T.if_then_else(i < 3, $value, T.float32(3))

tvm.tir.TensorIntrin.register("my_scale", scale_desc, scale_impl)

def schedule(sch):
    sch.tensorize(sch.get_loops(sch.get_block("B"))[1], "my_scale", preserve_unit_iters=$unit)
