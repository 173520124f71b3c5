/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in the emulator: values against serial programs in the interpreter, faults against kernels that have them. */
#include <math.h>
#include <string.h>

#include "core/interp/gpu/emulator.h"
#include "tests/must.h"
#include "tests/read-module.h"

#define HEADER "from tvm.script import tir as T\n\n@T.prim_func\n"
#define B(text) "    " text "\n"

static GPtrArray *
make_args (const TlModule *module)
{
  return must (tl_interp_make_args (module->prims[0], 1, FALSE, &failure));
}

static TlEmulation *
emulate (const TlModule *module, GPtrArray *args, gboolean checks, guint n_workers)
{
  TlEmulatorOptions options = { .checks = checks, .n_workers = n_workers };

  return must (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));
}

static void
assert_clean (const TlEmulation *emulation, const char *text)
{
  for (guint i = 0; i < emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (emulation->findings, i);

      g_error ("%s: %s\n%s", tl_fault_kind_name (finding->kind), finding->text, text);
    }
}

static void
assert_same (GPtrArray *got, GPtrArray *want, const char *text)
{
  for (guint i = 0; i < got->len; i++)
    {
      const TlTensor *a = g_ptr_array_index (got, i), *b = g_ptr_array_index (want, i);

      for (gint64 j = 0; j < a->n_elements; j++)
        if (tl_tensor_get (a, j) != tl_tensor_get (b, j) && !(isnan (tl_tensor_get (a, j)) && isnan (tl_tensor_get (b, j))))
          g_error ("argument %u, element %" G_GINT64_FORMAT ": %g, expected %g\n%s", i, j, tl_tensor_get (a, j), tl_tensor_get (b, j),
                   text);
    }
}

/* The kernel gives what the serial program gives, bit for bit, on any number of workers. */
static void
check_values (const char *kernel, const char *serial)
{
  g_autoptr (TlModule) a = read_module (kernel), b = read_module (serial);
  g_autoptr (GPtrArray) want = make_args (b);

  must (tl_interp_run (b->prims[0], (TlTensor *const *) want->pdata, want->len, 0, NULL, &failure));
  for (guint n_workers = 1; n_workers <= 3; n_workers += 2)
    for (gboolean checks = FALSE; checks <= TRUE; checks++)
      {
        g_autoptr (GPtrArray) got = make_args (a);
        g_autoptr (TlEmulation) emulation = emulate (a, got, checks, n_workers);

        assert_clean (emulation, kernel);
        assert_same (got, want, kernel);
      }
}

#define LAUNCH(blocks, threads) \
  B ("bx = T.launch_thread(\"blockIdx.x\", " #blocks ")") \
  B ("tx = T.launch_thread(\"threadIdx.x\", " #threads ")")

/* A warp's product; a, b, c: fragments of the shape m × n × k. */
#define FRAGMENTS(type, sum) \
  B ("a = T.decl_buffer((512,), \"" type "\", scope=\"wmma.matrix_a\")") \
  B ("b = T.decl_buffer((512,), \"" type "\", scope=\"wmma.matrix_b\")") \
  B ("c = T.decl_buffer((512,), \"" sum "\", scope=\"wmma.accumulator\")")
#define LOAD_A(shape, type, offset, stride) \
  "T.tvm_load_matrix_sync(a.data, " shape ", T.tvm_access_ptr(T.type_annotation(\"" type "\"), A.data, " offset ", 256, 1), " stride \
  ", \"row_major\")"
#define LOAD_B(shape, type, offset, stride, layout) \
  "T.tvm_load_matrix_sync(b.data, " shape ", T.tvm_access_ptr(T.type_annotation(\"" type "\"), W.data, " offset ", 256, 1), " stride \
  ", \"" layout "\")"
#define MULTIPLY "T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)"
#define STORE(shape, type, offset, stride) \
  "T.tvm_store_matrix_sync(c.data, " shape ", T.tvm_access_ptr(T.type_annotation(\"" type "\"), C.data, " offset ", 256, 2), " stride \
  ", \"row_major\")"

static const struct
{
  const char *name;
  const char *kernel;
  const char *serial;
} programs[] = {
  { "reverse in shared memory",
    HEADER "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    LAUNCH (8, 128)
    B ("S = T.decl_buffer((128,), \"float32\", scope=\"shared\")")
    B ("S[tx] = A[bx * 128 + tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("C[bx * 128 + tx] = S[127 - tx]"),
    HEADER "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    B ("for b, t in T.grid(8, 128):")
    B ("    C[b * 128 + t] = A[b * 128 + 127 - t]") },
  { "asynchronous copies, one of them with a condition",
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((1024,), \"float16\")):\n"
    LAUNCH (8, 64)
    B ("S = T.decl_buffer((128,), \"float16\", scope=\"shared\")")
    B ("T.ptx_cp_async(\"float16\", S.data, tx * 2, A.data, bx * 128 + tx * 100, 4, tx < 1)")
    B ("T.ptx_commit_group()")
    B ("T.ptx_wait_group(0)")
    B ("C[bx * 128 + tx * 2] = S[tx * 2]")
    B ("T.ptx_cp_async(\"float16\", S.data, tx * 2, A.data, bx * 128 + tx * 2, 4)")
    B ("T.ptx_commit_group()")
    B ("T.ptx_wait_group(0)")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("C[bx * 128 + tx * 2 + 1] = S[127 - tx * 2]"),
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((1024,), \"float16\")):\n"
    B ("for b, t in T.grid(8, 64):")
    B ("    C[b * 128 + t * 2] = T.if_then_else(t < 1, A[b * 128], T.float16(0))")
    B ("    C[b * 128 + t * 2 + 1] = A[b * 128 + 127 - t * 2]") },
  { "a matrix in permuted rows",
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((512,), \"float16\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("S = T.decl_buffer((1024,), \"float16\", scope=\"shared\")")
    B ("a = T.decl_buffer((256,), \"float16\", scope=\"wmma.accumulator\")")
    B ("for i in range(32):")
    B ("    S[T.bitwise_xor(i * 32 + tx, (i * 32 + tx) // 64 % 8 * 8)] = A[i * 32 + tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("for k in range(2):")
    B ("    T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), S.data, k * 16 + 16, 1024, 1), "
       "64, \"row_major_permuted_64\")")
    B ("    T.tvm_store_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), C.data, k * 256, 256, 2), "
       "16, \"row_major\")"),
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((512,), \"float16\")):\n"
    B ("for k, i, j in T.grid(2, 16, 16):")
    B ("    C[k * 256 + i * 16 + j] = A[i * 64 + k * 16 + 16 + j]") },
  { "an odd number of threads, a condition at the end, a sum in a local buffer",
    HEADER "def main(A: T.Buffer((1000,), \"float32\"), C: T.Buffer((1000,), \"float32\")):\n"
    LAUNCH (31, 33)
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("if bx * 33 + tx < 1000:")
    B ("    s[0] = T.float32(0)")
    B ("    for k in range(tx % 7):")
    B ("        s[0] = s[0] + A[bx * 33 + tx] * T.float32(0.5)")
    B ("    C[bx * 33 + tx] = s[0]"),
    HEADER "def main(A: T.Buffer((1000,), \"float32\"), C: T.Buffer((1000,), \"float32\")):\n"
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("for i in range(1000):")
    B ("    s[0] = T.float32(0)")
    B ("    for k in range(i % 33 % 7):")
    B ("        s[0] = s[0] + A[i] * T.float32(0.5)")
    B ("    C[i] = s[0]") },
  { "two kernels, the second on the result of the first in memory of the device",
    HEADER "def main(A: T.Buffer((100,), \"float32\"), C: T.Buffer((100,), \"float32\")):\n"
    B ("D = T.decl_buffer((100,), \"float32\")")
    B ("with T.launch_thread(\"threadIdx.x\", 100) as tx:")
    B ("    D[tx] = A[tx] * A[tx]")
    B ("with T.launch_thread(\"blockIdx.x\", 10) as bx:")
    B ("    ty = T.launch_thread(\"threadIdx.x\", 10)")
    B ("    C[bx * 10 + ty] = T.exp(D[99 - bx * 10 - ty])"),
    HEADER "def main(A: T.Buffer((100,), \"float32\"), C: T.Buffer((100,), \"float32\")):\n"
    B ("for i in range(100):")
    B ("    C[i] = T.exp(A[99 - i] * A[99 - i])") },
  { "blocks and threads of three dimensions",
    HEADER "def main(A: T.Buffer((2880,), \"int32\"), C: T.Buffer((2880,), \"int32\")):\n"
    B ("bx = T.launch_thread(\"blockIdx.x\", 2)")
    B ("by = T.launch_thread(\"blockIdx.y\", 3)")
    B ("bz = T.launch_thread(\"blockIdx.z\", 4)")
    B ("tx = T.launch_thread(\"threadIdx.x\", 5)")
    B ("ty = T.launch_thread(\"threadIdx.y\", 4)")
    B ("tz = T.launch_thread(\"threadIdx.z\", 6)")
    B ("C[bx * 1440 + by * 480 + bz * 120 + tz * 20 + ty * 5 + tx] = A[bz * 720 + bx * 360 + by * 120 + tx * 24 + tz * 4 + ty] * 3 + tz"),
    HEADER "def main(A: T.Buffer((2880,), \"int32\"), C: T.Buffer((2880,), \"int32\")):\n"
    B ("for bx, by, bz, tz, ty, tx in T.grid(2, 3, 4, 6, 4, 5):")
    B ("    C[bx * 1440 + by * 480 + bz * 120 + tz * 20 + ty * 5 + tx] = "
       "A[bz * 720 + bx * 360 + by * 120 + tx * 24 + tz * 4 + ty] * 3 + tz") },
  { "vectors",
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((1024,), \"float16\")):\n"
    LAUNCH (2, 64)
    B ("C[T.Ramp(bx * 512 + tx * 8, 1, 8)] = A[T.Ramp(bx * 512 + tx * 8, 1, 8)] * T.Broadcast(A[tx], 8) + T.Broadcast(T.float16(0.3), 8)"),
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((1024,), \"float16\")):\n"
    B ("for i in range(1024):")
    B ("    C[i] = A[i] * A[i % 512 // 8] + T.float16(0.3)") },
  { "lanes under a condition of their own",
    HEADER "def main(A: T.Buffer((250,), \"float32\"), C: T.Buffer((256,), \"float32\")):\n"
    LAUNCH (2, 32)
    B ("C[T.Ramp(bx * 128 + tx * 4, 1, 4)] = T.if_then_else(T.Ramp(bx * 128 + tx * 4, 1, 4) < T.Broadcast(250, 4), "
       "A[T.Ramp(bx * 128 + tx * 4, 1, 4)] + T.Broadcast(A[tx], 4), T.Broadcast(T.float32(1), 4))"),
    HEADER "def main(A: T.Buffer((250,), \"float32\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("for i in range(256):")
    B ("    C[i] = T.if_then_else(i < 250, A[i] + A[i % 128 // 4], T.float32(1))") },
  { "int8 that wraps, int64, a let, a choice that is not computed where it is not chosen",
    HEADER "def main(A: T.Buffer((96,), \"int8\"), C: T.Buffer((96,), \"int64\")):\n"
    LAUNCH (1, 96)
    B ("v: T.int8 = A[tx] * T.int8(77)")
    B ("C[tx] = T.Cast(\"int64\", v) * T.int64(1000000007) + T.if_then_else(tx < 95, T.Cast(\"int64\", A[tx + 1]), T.int64(-1))"),
    HEADER "def main(A: T.Buffer((96,), \"int8\"), C: T.Buffer((96,), \"int64\")):\n"
    B ("for t in range(96):")
    B ("    C[t] = T.Cast(\"int64\", A[t] * T.int8(77)) * T.int64(1000000007) "
       "+ T.if_then_else(t < 95, T.Cast(\"int64\", A[t + 1]), T.int64(-1))") },
  { "a sum over a warp by shuffles",
    HEADER "def main(A: T.Buffer((128,), \"float32\"), C: T.Buffer((4,), \"float32\")):\n"
    LAUNCH (4, 32)
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("s[0] = A[bx * 32 + tx]")
    B ("s[0] = s[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), s[0], 16, 32, 32)")
    B ("s[0] = s[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), s[0], 8, 32, 32)")
    B ("s[0] = s[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), s[0], 4, 32, 32)")
    B ("s[0] = s[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), s[0], 2, 32, 32)")
    B ("s[0] = s[0] + T.tvm_warp_shuffle_xor(T.uint32(4294967295), s[0], 1, 32, 32)")
    B ("s[0] = T.tvm_warp_shuffle(T.uint32(4294967295), s[0], 0, 32, 32)")
    B ("if tx == 5:")
    B ("    C[bx] = s[0]"),
    HEADER "def main(A: T.Buffer((128,), \"float32\"), C: T.Buffer((4,), \"float32\")):\n"
    B ("s = T.decl_buffer((32,), \"float32\")")
    B ("for b in range(4):")
    B ("    for i in range(32):")
    B ("        s[i] = A[b * 32 + i]")
    B ("    for k in range(5):")
    B ("        for i in range(T.shift_right(16, k)):")
    B ("            s[i] = s[i] + s[i + T.shift_right(16, k)]")
    B ("    C[b] = s[0]") },
  { "a while loop that ends after as many rounds as the thread says",
    HEADER "def main(A: T.Buffer((64,), \"int32\"), C: T.Buffer((64,), \"int32\")):\n"
    LAUNCH (1, 64)
    B ("n = T.decl_buffer((2,), \"int32\", scope=\"local\")")
    B ("n[0] = tx * 7 % 13")
    B ("n[1] = 0")
    B ("while n[0] > 0:")
    B ("    n[1] = n[1] + n[0] * A[tx]")
    B ("    n[0] = n[0] - 1")
    B ("C[tx] = n[1]"),
    HEADER "def main(A: T.Buffer((64,), \"int32\"), C: T.Buffer((64,), \"int32\")):\n"
    B ("for t in range(64):")
    B ("    C[t] = A[t] * ((t * 7 % 13) * (t * 7 % 13 + 1) // 2)") },
  { "products of four bytes",
    HEADER "def main(A: T.Buffer((256,), \"int8\"), W: T.Buffer((256,), \"uint8\"), C: T.Buffer((63,), \"int32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 63)")
    B ("C[tx] = T.call_pure_extern(\"int32\", \"__dp4a\", A[T.Ramp(tx * 4, 1, 4)], W[T.Ramp(tx * 4, 1, 4)], tx)")
    B ("C[tx] = T.dp4a(A[T.Ramp(tx * 4, 1, 4)], A[T.Ramp(tx * 4 + 4, 1, 4)], C[tx])"),
    HEADER "def main(A: T.Buffer((256,), \"int8\"), W: T.Buffer((256,), \"uint8\"), C: T.Buffer((63,), \"int32\")):\n"
    B ("for i in range(63):")
    B ("    C[i] = i")
    B ("    for k in range(4):")
    B ("        C[i] = C[i] + T.Cast(\"int32\", A[i * 4 + k]) * T.Cast(\"int32\", W[i * 4 + k])")
    B ("        C[i] = C[i] + T.Cast(\"int32\", A[i * 4 + k]) * T.Cast(\"int32\", A[i * 4 + 4 + k])") },
  { "matrices of float16 whose second one lies by columns, a warp a block of rows",
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), W: T.Buffer((512,), \"float16\"), C: T.Buffer((512,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("ty = T.launch_thread(\"threadIdx.y\", 2)")
    FRAGMENTS ("float16", "float32")
    B ("T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))")
    B ("for k in range(2):")
    B ("    " LOAD_A ("16, 16, 16, 0", "float16", "ty * 512 + k * 16", "32"))
    B ("    " LOAD_B ("16, 16, 16, 0", "float16", "k * 16", "32", "col_major"))
    B ("    " MULTIPLY)
    B (STORE ("16, 16, 16, 0", "float32", "ty * 256", "16")),
    HEADER "def main(A: T.Buffer((1024,), \"float16\"), W: T.Buffer((512,), \"float16\"), C: T.Buffer((512,), \"float32\")):\n"
    B ("for i, j in T.grid(32, 16):")
    B ("    C[i * 16 + j] = T.float32(0)")
    B ("    for k in range(32):")
    B ("        C[i * 16 + j] = C[i * 16 + j] + T.Cast(\"float32\", A[i * 32 + k]) * T.Cast(\"float32\", W[j * 32 + k])") },
  { "fragments of 32 × 16 and 16 × 8, their sums rounded to float16",
    HEADER "def main(A: T.Buffer((512,), \"float16\"), W: T.Buffer((128,), \"float16\"), C: T.Buffer((256,), \"float16\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float16")
    B ("T.tvm_fill_fragment(c.data, 32, 8, 16, 0, T.float32(0))")
    B (LOAD_A ("32, 8, 16, 0", "float16", "0", "16"))
    B (LOAD_B ("32, 8, 16, 0", "float16", "0", "8", "row_major"))
    B (MULTIPLY)
    B (STORE ("32, 8, 16, 0", "float16", "0", "8")),
    HEADER "def main(A: T.Buffer((512,), \"float16\"), W: T.Buffer((128,), \"float16\"), C: T.Buffer((256,), \"float16\")):\n"
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("for i, j in T.grid(32, 8):")
    B ("    s[0] = T.float32(0)")
    B ("    for k in range(16):")
    B ("        s[0] = s[0] + T.Cast(\"float32\", A[i * 16 + k]) * T.Cast(\"float32\", W[k * 8 + j])")
    B ("    C[i * 8 + j] = T.Cast(\"float16\", s[0])") },
  { "matrices of bfloat16",
    HEADER "def main(A: T.Buffer((256,), \"bfloat16\"), W: T.Buffer((256,), \"bfloat16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("bfloat16", "float32")
    B ("T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0.5))")
    B (LOAD_A ("16, 16, 16, 0", "bfloat16", "0", "16"))
    B (LOAD_B ("16, 16, 16, 0", "bfloat16", "0", "16", "row_major"))
    B (MULTIPLY)
    B (STORE ("16, 16, 16, 0", "float32", "0", "16")),
    HEADER "def main(A: T.Buffer((256,), \"bfloat16\"), W: T.Buffer((256,), \"bfloat16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("for i, j in T.grid(16, 16):")
    B ("    C[i * 16 + j] = T.float32(0.5)")
    B ("    for k in range(16):")
    B ("        C[i * 16 + j] = C[i * 16 + j] + T.Cast(\"float32\", A[i * 16 + k]) * T.Cast(\"float32\", W[k * 16 + j])") },
  { "matrices of int8",
    HEADER "def main(A: T.Buffer((256,), \"int8\"), W: T.Buffer((128,), \"int8\"), C: T.Buffer((128,), \"int32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("int8", "int32")
    B ("T.tvm_fill_fragment(c.data, 8, 16, 16, 0, T.float32(0))")
    B ("T.tvm_load_matrix_sync(a.data, 8, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"int8\"), W.data, 0, 128, 1), 16, \"row_major\")")
    B ("T.tvm_load_matrix_sync(b.data, 8, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"int8\"), A.data, 0, 256, 1), 16, \"row_major\")")
    B (MULTIPLY)
    B (STORE ("8, 16, 16, 0", "int32", "0", "16")),
    HEADER "def main(A: T.Buffer((256,), \"int8\"), W: T.Buffer((128,), \"int8\"), C: T.Buffer((128,), \"int32\")):\n"
    B ("for i, j in T.grid(8, 16):")
    B ("    C[i * 16 + j] = 0")
    B ("    for k in range(16):")
    B ("        C[i * 16 + j] = C[i * 16 + j] + T.Cast(\"int32\", W[i * 16 + k]) * T.Cast(\"int32\", A[k * 16 + j])") },
};

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    check_values (programs[i].kernel, programs[i].serial);
}

/* --- faults --- */

#define REVERSE(barrier) \
  HEADER "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n" \
  LAUNCH (8, 128) \
  B ("S = T.decl_buffer((128,), \"float32\", scope=\"shared\")") \
  B ("S[tx] = A[bx * 128 + tx]") \
  barrier \
  B ("C[bx * 128 + tx] = S[127 - tx]")

/* Two groups of copies, then @statements. */
#define COPIES(statements) \
  HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n" \
  B ("tx = T.launch_thread(\"threadIdx.x\", 32)") \
  B ("S = T.decl_buffer((64,), \"float32\", scope=\"shared\")") \
  B ("T.ptx_cp_async(\"float32\", S.data, tx, A.data, tx, 4)") \
  B ("T.ptx_commit_group()") \
  B ("T.ptx_cp_async(\"float32\", S.data, tx + 32, A.data, tx + 32, 4)") \
  B ("T.ptx_commit_group()") \
  statements

static const struct
{
  TlFaultKind kind;
  guint64     count;
  const char *kernel;
  const char *says;
} faults[] = {
  { TL_FAULT_RACE, 63,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 64)")
    B ("S = T.decl_buffer((64,), \"float32\", elem_offset=0, scope=\"shared.dyn\")")
    B ("E = T.decl_buffer((128,), \"float16\", elem_offset=0, scope=\"shared.dyn\")")
    B ("S[tx] = A[tx]")
    B ("E[127 - tx] = T.float16(1)"),
    "E[127] is stored by thread (63, 0, 0) and stored by thread (0, 0, 0) with no barrier in between" },
  { TL_FAULT_UNINITIALISED, 64,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 64)")
    B ("S = T.decl_buffer((64,), \"float32\", elem_offset=64, scope=\"shared.dyn\")")
    B ("E = T.decl_buffer((256,), \"float16\", elem_offset=0, scope=\"shared.dyn\")")
    B ("S[tx] = A[tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("E[tx * 2 + 128] = T.float16(1)")
    B ("C[tx] = S[tx]"),
    "S[0] is read, and a store to E, which lies in the same memory, has overwritten it; in the store of C" },
  { TL_FAULT_IN_FLIGHT, 32, COPIES (B ("C[tx] = S[tx + 32]")),
    "S[32] is read while an asynchronous copy goes to it, which the thread itself started, is in flight: T.ptx_wait_group (0) is needed "
    "first; in the store of C, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_IN_FLIGHT, 32, COPIES (B ("T.ptx_wait_group(2)") B ("C[tx] = S[31 - tx]")),
    "S[31] is read while an asynchronous copy goes to it, which thread (31, 0, 0) started, is in flight: T.ptx_wait_group (1) is needed "
    "first, then a barrier; in the store of C, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_IN_FLIGHT, 32, COPIES (B ("T.ptx_wait_group(1)") B ("T.tvm_storage_sync(\"shared\")") B ("C[tx] = S[63 - tx]")),
    "S[63] is read while an asynchronous copy goes to it, which thread (31, 0, 0) started, is in flight: T.ptx_wait_group (0) is needed "
    "first, then a barrier; in the store of C, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_IN_FLIGHT, 32, COPIES (B ("T.ptx_cp_async(\"float32\", S.data, tx, A.data, 63 - tx, 4)") B ("T.ptx_wait_group(0)")),
    "S[0] is overwritten while an asynchronous copy goes to it, which the thread itself started, is in flight: T.ptx_wait_group (1) is "
    "needed first" },
  { TL_FAULT_IN_FLIGHT, 32, COPIES (B ("A[tx + 32] = T.float32(1)") B ("T.ptx_wait_group(0)")),
    "A[32] is overwritten while an asynchronous copy reads it, which the thread itself started, is in flight: T.ptx_wait_group (0) is "
    "needed first; in the store of A" },
  { TL_FAULT_RACE, 32, COPIES (B ("T.ptx_wait_group(0)") B ("C[tx] = S[63 - tx]")),
    "S[63] is stored by thread (31, 0, 0) and loaded by thread (0, 0, 0) with no barrier in between" },
  { TL_FAULT_RACE, 32, COPIES (B ("T.tvm_storage_sync(\"shared\")") B ("T.ptx_wait_group(0)") B ("C[tx] = S[63 - tx]")),
    "S[63] is stored by thread (31, 0, 0) and loaded by thread (0, 0, 0) with no barrier in between" },
  { TL_FAULT_MATRIX, 1,
    HEADER "def main(A: T.Buffer((256,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B ("if tx < 16:")
    B ("    " LOAD_A ("16, 16, 16, 0", "float16", "0", "16")),
    "lane 16 of the warp does not take part in the matrix instruction, which takes all 32; in the kernel, thread (0, 0, 0) of block "
    "(0, 0, 0)" },
  { TL_FAULT_MATRIX, 1,
    HEADER "def main(A: T.Buffer((512,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B (LOAD_A ("16, 16, 16, 0", "float16", "tx // 16 * 256", "16")),
    "the operands of the matrix instruction differ between the lanes of the warp; in the kernel, thread (16, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_MATRIX, 1,
    HEADER "def main(A: T.Buffer((512,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B (LOAD_A ("16, 16, 16, 2", "float16", "0", "16")),
    "a has 2 fragments, and fragment 2 is used; in the kernel, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_MATRIX, 1,
    HEADER "def main(A: T.Buffer((512,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B (LOAD_A ("16, 16, 16, 0", "float16", "4", "16")),
    "a line of the matrix begins at no multiple of 16 bytes; in the kernel, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_OUT_OF_BOUNDS, 16,
    HEADER "def main(A: T.Buffer((256,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B (LOAD_A ("16, 16, 16, 0", "float16", "16", "16")),
    "A[256] is out of bounds: A has 256 elements; in the kernel, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_UNINITIALISED, 1,
    HEADER "def main(A: T.Buffer((256,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B ("T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))")
    B (STORE ("16, 16, 16, 1", "float32", "0", "16")),
    "fragment 1 of c is read, and the warp has not filled it; in the kernel, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_RACE, 496,
    HEADER "def main(W: T.Buffer((256,), \"float16\"), D: T.Buffer((256,), \"float16\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("A = T.decl_buffer((256,), \"float16\", scope=\"shared\")")
    FRAGMENTS ("float16", "float32")
    B ("for i in range(8):")
    B ("    A[i * 32 + tx] = W[i * 32 + tx]")
    B (LOAD_A ("16, 16, 16, 0", "float16", "0", "16")),
    "A[0] is stored by thread (0, 0, 0) and loaded by thread (1, 0, 0) with no barrier in between: a barrier is needed between the "
    "store of A and the load of A in the kernel; in the kernel, thread (1, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_OUT_OF_BOUNDS, 2,
    HEADER "def main(A: T.Buffer((130,), \"float32\"), C: T.Buffer((130,), \"float32\")):\n"
    LAUNCH (2, 66)
    B ("C[bx * 66 + tx] = T.float32(1)"),
    "C[130] is out of bounds: dimension 0 of C has 130 elements; in the store of C, thread (64, 0, 0) of block (1, 0, 0)" },
  { TL_FAULT_DIVERGENT_BARRIER, 1,
    HEADER "def main(C: T.Buffer((128,), \"float32\")):\n"
    LAUNCH (1, 128)
    B ("if tx < 96:")
    B ("    T.tvm_storage_sync(\"shared\")")
    B ("C[tx] = T.float32(1)"),
    "96 of 128 threads reach the barrier of the block; not threads (96, 0, 0) … (127, 0, 0)" },
  { TL_FAULT_DIVERGENT_BARRIER, 3,
    HEADER "def main(C: T.Buffer((128,), \"float32\")):\n"
    LAUNCH (1, 128)
    B ("for k in range(T.if_then_else(tx == 7, 4, 1)):")
    B ("    T.tvm_storage_sync(\"shared\")")
    B ("C[tx] = T.float32(1)"),
    "thread (7, 0, 0) of block (0, 0, 0), k = 1" },
  { TL_FAULT_DIVERGENT_BARRIER, 1,
    HEADER "def main(C: T.Buffer((128,), \"float32\")):\n"
    LAUNCH (1, 128)
    B ("if tx < 40:")
    B ("    T.tvm_storage_sync(\"warp\")")
    B ("C[tx] = T.float32(1)"),
    "40 of 128 threads reach the barrier of the warp" },
  { TL_FAULT_INACTIVE_LANE, 8,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("if tx < 16:")
    B ("    C[tx] = T.tvm_warp_shuffle_down(T.uint32(4294967295), A[tx], 8, 32, 32)"),
    "the shuffle reads from lane 16 of its warp" },
  { TL_FAULT_ARITHMETIC, 1,
    HEADER "def main(A: T.Buffer((64,), \"int32\"), C: T.Buffer((64,), \"int32\")):\n"
    LAUNCH (1, 64)
    B ("C[tx] = A[tx] // (tx - 9)"),
    "division by zero; in the store of C, thread (9, 0, 0)" },
  { TL_FAULT_RACE, 8 * 128,
    REVERSE (""),
    "S[127] is stored by thread (127, 0, 0) and loaded by thread (0, 0, 0) with no barrier in between: a barrier is needed between "
    "the store of S and the load of S in the store of C; in the store of C, thread (0, 0, 0) of block (0, 0, 0)" },
  { TL_FAULT_RACE, 128 * 15,
    HEADER "def main(A: T.Buffer((2048,), \"float32\"), C: T.Buffer((128,), \"float32\")):\n"
    LAUNCH (1, 128)
    B ("S = T.decl_buffer((128,), \"float32\", scope=\"shared\")")
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("s[0] = T.float32(0)")
    B ("for k in range(16):")
    B ("    S[tx] = A[k * 128 + tx]")
    B ("    T.tvm_storage_sync(\"shared\")")
    B ("    s[0] = s[0] + S[(tx + 32) % 128]")
    B ("C[tx] = s[0]"),
    "S[0] is loaded by thread (96, 0, 0) and stored by thread (0, 0, 0) with no barrier in between: a barrier is needed between "
    "the load of S in the store of s and the store of S in the next iteration of loop k; in the store of S, thread (0, 0, 0) of "
    "block (0, 0, 0), k = 1" },
  { TL_FAULT_RACE, 63,
    HEADER "def main(C: T.Buffer((1,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("C[0] = T.float32(1)"),
    "C[0] is stored by thread (0, 0, 0) and stored by thread (1, 0, 0) with no barrier in between: only one thread may store it" },
  { TL_FAULT_RACE, 1,
    HEADER "def main(C: T.Buffer((1,), \"float32\")):\n"
    LAUNCH (5, 64)
    B ("if tx == 3:")
    B ("    C[0] = T.float32(1)"),
    "C[0] is stored by thread (3, 0, 0) of block (0, 0, 0) and stored by thread (3, 0, 0) of block (4, 0, 0), and nothing orders blocks of "
    "one launch: only one block may run the store of C for an element" },
  { TL_FAULT_RACE, 4,
    HEADER "def main(C: T.Buffer((5,), \"float32\")):\n"
    LAUNCH (5, 2)
    B ("if tx == 0:")
    B ("    C[bx] = T.float32(1)")
    B ("else:")
    B ("    if 0 < bx and C[bx - 1] < T.float32(0):")
    B ("        T.evaluate(0)"),
    "nothing orders blocks of one launch: the load of C in a condition and the store of C belong in two kernels" },
  { TL_FAULT_UNINITIALISED, 32,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("S = T.decl_buffer((64,), \"float32\", scope=\"shared\")")
    B ("if tx < 32:")
    B ("    S[tx] = A[tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("C[tx] = S[tx]"),
    "S[32] is read, and no thread of the block has stored it; in the store of C, thread (32, 0, 0)" },
  { TL_FAULT_UNINITIALISED, 64,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("s = T.decl_buffer((2,), \"float32\", scope=\"local\")")
    B ("s[0] = A[tx]")
    B ("C[tx] = s[1]"),
    "s[1] is read, and the thread has not stored it" },
  { TL_FAULT_UNINITIALISED, 1,
    HEADER "def main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
    B ("D = T.decl_buffer((64,), \"float32\")")
    B ("with T.launch_thread(\"threadIdx.x\", 63) as tx:")
    B ("    D[tx] = A[tx]")
    B ("with T.launch_thread(\"threadIdx.x\", 64) as tx:")
    B ("    C[tx] = D[tx]"),
    "D[63] is read, and nobody has stored it" },
  /* A shuffle orders no accesses to memory. */
  { TL_FAULT_RACE, 30,
    HEADER "def main(A: T.Buffer((32,), \"float32\"), C: T.Buffer((32,), \"float32\")):\n"
    LAUNCH (1, 32)
    B ("S = T.decl_buffer((32,), \"float32\", scope=\"shared\")")
    B ("s = T.decl_buffer((1,), \"float32\", scope=\"local\")")
    B ("S[tx] = A[tx]")
    B ("s[0] = T.tvm_warp_shuffle(T.uint32(4294967295), A[tx], 0, 32, 32)")
    B ("C[tx] = s[0] + S[tx // 31 * 31]"),
    "S[0] is stored by thread (0, 0, 0) and loaded by thread (1, 0, 0) with no barrier in between" },
};

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    for (guint n_workers = 1; n_workers <= 2; n_workers++)
      {
        g_autoptr (TlModule) module = read_module (faults[i].kernel);
        g_autoptr (GPtrArray) args = make_args (module);
        g_autoptr (TlEmulation) emulation = emulate (module, args, TRUE, n_workers);
        const TlFinding *finding;

        if (emulation->findings->len != 1)
          g_error ("%u findings\n%s", emulation->findings->len, faults[i].kernel);
        finding = g_ptr_array_index (emulation->findings, 0);
        if (finding->kind != faults[i].kind || strstr (finding->text, faults[i].says) == NULL || finding->count != faults[i].count)
          g_error ("%s × %" G_GUINT64_FORMAT ": %s\nexpected %s × %" G_GUINT64_FORMAT ": %s", tl_fault_kind_name (finding->kind),
                   finding->count, finding->text, tl_fault_kind_name (faults[i].kind), faults[i].count, faults[i].says);
      }
}

/* Findings in blocks and between them, two of one pair of statements. */
#define FAULTY \
  HEADER "def main(A: T.Buffer((256,), \"int32\"), C: T.Buffer((256,), \"int32\")):\n" \
  LAUNCH (40, 64) \
  B ("S = T.decl_buffer((64,), \"int32\", scope=\"shared\")") \
  B ("if bx > 20:") \
  B ("    S[tx // 2] = A[tx]") \
  B ("C[tx + bx % 7] = S[tx] + A[tx + bx * 6]") \
  B ("if bx % 3 == 2 and tx == 5:") \
  B ("    C[tx + 1] = A[tx] // (bx - 23)")

static char *
all_findings (const TlEmulation *emulation)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (emulation->findings, i);

      g_string_append_printf (text, "%s × %" G_GUINT64_FORMAT ": %s\n", tl_fault_kind_name (finding->kind), finding->count, finding->text);
    }
  return g_string_free (text, FALSE);
}

static void
test_workers (void)
{
  g_autoptr (TlModule) module = read_module (FAULTY);
  g_autofree char     *expected = NULL;

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (GPtrArray)   args = make_args (module);
      g_autoptr (TlEmulation) emulation = emulate (module, args, TRUE, 1 + i % 7);
      g_autofree char        *text = all_findings (emulation);

      g_assert_cmpuint (emulation->findings->len, >=, 6);
      if (expected == NULL)
        expected = g_steal_pointer (&text);
      else
        g_assert_cmpstr (text, ==, expected);
    }
  g_test_message ("%s", expected);
}

/* --- random kernels against an oracle that compares all pairs of accesses --- */

#define MAX_STATEMENTS 14

typedef enum { STATEMENT_STORE, STATEMENT_LOAD, STATEMENT_BARRIER, STATEMENT_WARP_BARRIER } StatementKind;

/* Of S[(a * tx + b + c * k) % n], by threads [first, end). */
typedef struct
{
  StatementKind kind;
  int           a, b, c, first, end;
} Statement;

typedef struct
{
  int       n;          /* threads, and elements of S */
  int       n_rounds;   /* of the loop around all but the first two statements */
  int       n_statements;
  Statement statements[MAX_STATEMENTS];
} Kernel;

typedef struct
{
  int thread, element, segment, warp_segment;
  gboolean is_store;
} Access;

static Kernel
random_kernel (GRand *random)
{
  static const int sizes[] = { 5, 32, 33, 64, 100 };
  Kernel kernel = { .n = sizes[g_rand_int_range (random, 0, G_N_ELEMENTS (sizes))], .n_rounds = g_rand_int_range (random, 1, 4) };

  kernel.n_statements = g_rand_int_range (random, 4, MAX_STATEMENTS + 1);
  for (int i = 0; i < kernel.n_statements; i++)
    {
      Statement *s = &kernel.statements[i];
      gboolean   is_sync = i % 2 == 1 && g_rand_int_range (random, 0, 8) != 0;

      s->kind = i < 2 ? (StatementKind) (i * STATEMENT_BARRIER)
                : is_sync ? (g_rand_boolean (random) ? STATEMENT_WARP_BARRIER : STATEMENT_BARRIER)
                : (StatementKind) g_rand_int_range (random, STATEMENT_STORE, STATEMENT_LOAD + 1);
      s->a = i == 0 || g_rand_boolean (random);
      s->b = i == 0 || g_rand_int_range (random, 0, 4) != 0 ? 0 : g_rand_int_range (random, 0, kernel.n);
      s->c = i > 0 && g_rand_int_range (random, 0, 4) == 0;
      s->first = i == 0 ? 0 : (g_rand_int_range (random, 0, 3) + g_rand_int_range (random, 0, 2) * 32) % kernel.n;
      s->end = s->first + g_rand_int_range (random, 1, 3);
      if (i == 0 || s->end > kernel.n || g_rand_int_range (random, 0, 8) == 0)
        s->end = kernel.n;
    }
  return kernel;
}

static char *
kernel_text (const Kernel *kernel)
{
  GString *text = g_string_new (HEADER);

  g_string_append_printf (text, "def main(A: T.Buffer((%d,), \"int32\"), C: T.Buffer((%d,), \"int32\")):\n"
                          B ("bx = T.launch_thread(\"blockIdx.x\", 2)")
                          B ("tx = T.launch_thread(\"threadIdx.x\", %d)")
                          B ("S = T.decl_buffer((%d,), \"int32\", scope=\"shared\")")
                          B ("s = T.decl_buffer((1,), \"int32\", scope=\"local\")")
                          B ("s[0] = A[bx * %d + tx]"), 2 * kernel->n, 2 * kernel->n, kernel->n, kernel->n, kernel->n);
  for (int i = 0; i < kernel->n_statements; i++)
    {
      const Statement *s = &kernel->statements[i];
      const char      *indent = i < 2 ? "    " : "        ";
      g_autofree char *index = g_strdup_printf ("(tx * %d + %d + %s * %d) %% %d", s->a, s->b, i < 2 ? "0" : "k", s->c, kernel->n);

      if (i == 2)
        g_string_append_printf (text, "    for k in range(%d):\n", kernel->n_rounds);
      if (s->kind >= STATEMENT_BARRIER)
        g_string_append_printf (text, "%sT.tvm_storage_sync(\"%s\")\n", indent, s->kind == STATEMENT_BARRIER ? "shared" : "warp");
      else
        g_string_append_printf (text, s->kind == STATEMENT_STORE ? "%sif %d <= tx and tx < %d:\n%s    S[%s] = s[0] + tx\n"
                                                                 : "%sif %d <= tx and tx < %d:\n%s    s[0] = s[0] * 3 + S[%s]\n",
                                indent, s->first, s->end, indent, index);
    }
  g_string_append_printf (text, "    C[bx * %d + tx] = s[0]\n", kernel->n);
  return g_string_free (text, FALSE);
}

/* The accesses of one statement, and its effect. */
static void
run_statement (const Kernel *kernel, const Statement *s, int round, int *segment, int *warp_segment, gint32 *shared, gint32 *own,
               GArray *accesses)
{
  *segment += s->kind == STATEMENT_BARRIER;
  *warp_segment += s->kind >= STATEMENT_BARRIER;
  for (int t = s->first; s->kind < STATEMENT_BARRIER && t < s->end; t++)
    {
      Access access = { t, (t * s->a + s->b + round * s->c) % kernel->n, *segment, *warp_segment, s->kind == STATEMENT_STORE };

      if (access.is_store)
        shared[access.element] = own[t] + t;
      else
        own[t] = (gint32) ((guint32) own[t] * 3u + (guint32) shared[access.element]);
      g_array_append_val (accesses, access);
    }
}

static gboolean
has_race (const GArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const Access *x = &g_array_index (accesses, Access, i), *y = &g_array_index (accesses, Access, j);
        gboolean is_ordered = x->segment != y->segment || (x->thread / 32 == y->thread / 32 && x->warp_segment != y->warp_segment);

        if (x->thread != y->thread && x->element == y->element && (x->is_store || y->is_store) && !is_ordered)
          return TRUE;
      }
  return FALSE;
}

/* Runs it on @own, the values of the threads of a block; whether there is a race. */
static gboolean
run_oracle (const Kernel *kernel, gint32 *own)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  g_autofree gint32 *shared = g_new0 (gint32, kernel->n);
  int segment = 0, warp_segment = 0;

  for (int i = 0; i < 2; i++)
    run_statement (kernel, &kernel->statements[i], 0, &segment, &warp_segment, shared, own, accesses);
  for (int round = 0; round < kernel->n_rounds; round++)
    for (int i = 2; i < kernel->n_statements; i++)
      run_statement (kernel, &kernel->statements[i], round, &segment, &warp_segment, shared, own, accesses);
  return has_race (accesses);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  guint n_races = 0, n_kernels = 2000;

  for (guint i = 0; i < n_kernels; i++)
    {
      Kernel           kernel = random_kernel (random);
      g_autofree char *text = kernel_text (&kernel);
      g_autoptr (TlModule) module = read_module (text);
      g_autoptr (GPtrArray) args = make_args (module);
      const TlTensor  *a = g_ptr_array_index (args, 0), *c = g_ptr_array_index (args, 1);
      g_autoptr (TlEmulation) emulation = emulate (module, args, TRUE, 1 + i % 2);
      gboolean         is_race = FALSE;

      for (int block = 0; block < 2; block++)
        {
          g_autofree gint32 *own = g_memdup2 ((gint32 *) a->data + block * kernel.n, (gsize) kernel.n * sizeof (gint32));

          is_race = run_oracle (&kernel, own);
          if (!is_race && memcmp (own, (gint32 *) c->data + block * kernel.n, (gsize) kernel.n * sizeof (gint32)) != 0)
            g_error ("other values\n%s", text);
        }
      if (is_race != (emulation->findings->len > 0))
        g_error ("%s\n%s", is_race ? "a race that is not found" : ((TlFinding *) g_ptr_array_index (emulation->findings, 0))->text, text);
      n_races += is_race;
    }
  g_test_message ("%u of %u kernels race", n_races, n_kernels);
  g_assert_cmpuint (n_races, >, n_kernels / 5);
  g_assert_cmpuint (n_races, <, 4 * n_kernels / 5);
}

/* --- counts --- */

static const struct
{
  const char  *kernel;
  guint64      n_of[TL_N_OPERATIONS];
  TlAccessKind kind;
  guint64      n_requests, n_units, least_units;
  guint        width;         /* bytes of each access */
  guint64      n_accesses;
  guint64      n_divergent;
} counted[] = {
  /* a column of a tile: all lanes in one bank */
  { HEADER "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("ty = T.launch_thread(\"threadIdx.y\", 32)")
    B ("S = T.decl_buffer((1024,), \"float32\", scope=\"shared\")")
    B ("S[ty * 32 + tx] = A[ty * 32 + tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("C[ty * 32 + tx] = S[tx * 32 + ty]"),
    { [TL_OPERATION_INTEGER] = 8 * 1024, [TL_OPERATION_BARRIER] = 1024, [TL_OPERATION_MEMORY] = 4 * 1024 },
    TL_ACCESS_SHARED_LOAD, 32, 1024, 32, 4, 1024, 0 },
  /* with a column that is not used none are */
  { HEADER "def main(A: T.Buffer((1024,), \"float32\"), C: T.Buffer((1024,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("ty = T.launch_thread(\"threadIdx.y\", 32)")
    B ("S = T.decl_buffer((1056,), \"float32\", scope=\"shared\")")
    B ("S[ty * 33 + tx] = A[ty * 32 + tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("C[ty * 32 + tx] = S[tx * 33 + ty]"),
    { [TL_OPERATION_INTEGER] = 8 * 1024, [TL_OPERATION_BARRIER] = 1024, [TL_OPERATION_MEMORY] = 4 * 1024 },
    TL_ACCESS_SHARED_LOAD, 32, 32, 32, 4, 1024, 0 },
  /* every second element of global memory; a product that is added */
  { HEADER "def main(A: T.Buffer((256,), \"float16\"), C: T.Buffer((128,), \"float16\")):\n"
    LAUNCH (2, 64)
    B ("C[bx * 64 + tx] = A[bx * 128 + tx * 2] * T.float16(0.5) + T.float16(1)"),
    { [TL_OPERATION_FMA] = 128, [TL_OPERATION_INTEGER] = 128 * 5, [TL_OPERATION_MEMORY] = 256 },
    TL_ACCESS_GLOBAL_LOAD, 4, 16, 8, 2, 128, 0 },
  /* vectors of 16 bytes, under a condition that half of the threads meet, all of one warp and none of the other */
  { HEADER "def main(A: T.Buffer((256,), \"float32\"), C: T.Buffer((256,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("if tx < 32:")
    B ("    C[T.Ramp(tx * 4, 1, 4)] = T.max(A[T.Ramp(tx * 4, 1, 4)], T.Broadcast(A[tx * 4], 4))"),
    { [TL_OPERATION_FLOAT] = 128, [TL_OPERATION_INTEGER] = 64 + 3 * 32, [TL_OPERATION_BRANCH] = 64, [TL_OPERATION_MEMORY] = 96 },
    TL_ACCESS_GLOBAL_STORE, 1, 16, 16, 16, 32, 0 },
  /* a product of matrices: factors by 16 bytes, sums by two */
  { HEADER "def main(A: T.Buffer((1024,), \"float16\"), W: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    FRAGMENTS ("float16", "float32")
    B ("T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))")
    B (LOAD_A ("16, 16, 16, 0", "float16", "0", "64"))
    B (LOAD_B ("16, 16, 16, 0", "float16", "0", "16", "row_major"))
    B (MULTIPLY)
    B (STORE ("16, 16, 16, 0", "float32", "0", "16")),
    { [TL_OPERATION_MATRIX] = 16 * 16 * 16, [TL_OPERATION_MEMORY] = 32 + 32 + 4 * 32 },
    TL_ACCESS_GLOBAL_STORE, 4, 32, 32, 8, 128, 0 },
  /* the factor from shared memory: rows of 128 bytes begin in the same bank */
  { HEADER "def main(A: T.Buffer((1024,), \"float16\"), C: T.Buffer((256,), \"float32\")):\n"
    B ("tx = T.launch_thread(\"threadIdx.x\", 32)")
    B ("a = T.decl_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")")
    B ("S = T.decl_buffer((1024,), \"float16\", scope=\"shared\")")
    B ("for i in range(32):")
    B ("    S[i * 32 + tx] = A[i * 32 + tx]")
    B ("T.tvm_storage_sync(\"shared\")")
    B ("T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), S.data, 0, 1024, 1), 64, "
       "\"row_major\")"),
    { [TL_OPERATION_INTEGER] = 32 * (1 + 32 * 4), [TL_OPERATION_BRANCH] = 32 * 33, [TL_OPERATION_BARRIER] = 32,
      [TL_OPERATION_MEMORY] = 32 * 32 * 2 + 32 },
    TL_ACCESS_SHARED_LOAD, 1, 32, 4, 16, 32, 0 },
  /* threads of a warp that go two ways; a vector of 32 bytes is two accesses */
  { HEADER "def main(A: T.Buffer((512,), \"float32\"), C: T.Buffer((512,), \"float32\")):\n"
    LAUNCH (1, 64)
    B ("S = T.decl_buffer((512,), \"float32\", scope=\"shared\")")
    B ("if T.bitwise_and(tx, 1) == 0:")
    B ("    S[T.Ramp(tx * 8, 1, 8)] = T.Broadcast(T.float32(2), 8)")
    B ("    C[tx] = T.exp(S[tx * 8])"),
    { [TL_OPERATION_SPECIAL] = 32, [TL_OPERATION_INTEGER] = 2 * 64 + 2 * 32, [TL_OPERATION_BRANCH] = 64, [TL_OPERATION_MEMORY] = 128 },
    TL_ACCESS_SHARED_STORE, 4, 32, 16, 16, 64, 2 },
};

static void
test_counts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    {
      g_autoptr (TlModule) module = read_module (counted[i].kernel);
      g_autoptr (GPtrArray) args = make_args (module);
      TlEmulatorOptions options = { .counts = TRUE, .n_workers = 2 };
      g_autoptr (TlEmulation) emulation
        = must (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));
      g_autofree char *text = tl_emulation_counts_text (emulation);
      const TlKernelCounts *total = g_ptr_array_index (emulation->counts, 0);
      const TlAccessCounts *accesses = &total->accesses[counted[i].kind];

      g_test_message ("%s", text);
      g_assert_null (total->stmt);
      for (guint k = 0; k < TL_N_OPERATIONS; k++)
        g_assert_cmpuint (total->n_of[k], ==, counted[i].n_of[k]);
      g_assert_cmpuint (accesses->n_requests, ==, counted[i].n_requests);
      g_assert_cmpuint (accesses->n_units, ==, counted[i].n_units);
      g_assert_cmpuint (accesses->least_units, ==, counted[i].least_units);
      g_assert_cmpuint (accesses->n_of_width[g_bit_nth_lsf (counted[i].width, -1)], ==, counted[i].n_accesses);
      g_assert_cmpuint (total->n_divergent, ==, counted[i].n_divergent);
    }
}

/* --- speed: printed, not judged --- */

#define MATMUL \
  HEADER "def main(A: T.Buffer((65536,), \"float32\"), W: T.Buffer((65536,), \"float32\"), C: T.Buffer((65536,), \"float32\")):\n" \
  B ("bx = T.launch_thread(\"blockIdx.x\", 16)") \
  B ("by = T.launch_thread(\"blockIdx.y\", 16)") \
  B ("tx = T.launch_thread(\"threadIdx.x\", 16)") \
  B ("ty = T.launch_thread(\"threadIdx.y\", 16)") \
  B ("A_shared = T.decl_buffer((256,), scope=\"shared\")") \
  B ("W_shared = T.decl_buffer((256,), scope=\"shared\")") \
  B ("C_local = T.decl_buffer((1,), scope=\"local\")") \
  B ("C_local[0] = T.float32(0)") \
  B ("for ko in range(16):") \
  B ("    A_shared[ty * 16 + tx] = A[by * 4096 + ty * 256 + ko * 16 + tx]") \
  B ("    W_shared[ty * 16 + tx] = W[ko * 4096 + ty * 256 + bx * 16 + tx]") \
  B ("    T.tvm_storage_sync(\"shared\")") \
  B ("    for ki in range(16):") \
  B ("        C_local[0] = C_local[0] + A_shared[ty * 16 + ki] * W_shared[ki * 16 + tx]") \
  B ("    T.tvm_storage_sync(\"shared\")") \
  B ("C[by * 4096 + ty * 256 + bx * 16 + tx] = C_local[0]")

static void
test_speed (void)
{
  g_autoptr (TlModule) module = read_module (MATMUL);

  for (gboolean checks = FALSE; checks <= TRUE; checks++)
    {
      g_autoptr (GPtrArray) args = make_args (module);
      gint64 start = g_get_monotonic_time ();
      g_autoptr (TlEmulation) emulation = emulate (module, args, checks, 0);
      double seconds = (double) (g_get_monotonic_time () - start) * 1e-6;

      assert_clean (emulation, MATMUL);
      g_test_message ("256 matmul, %s: %.2f s, %.0f million thread instructions a second", checks ? "checked" : "unchecked", seconds,
                      (double) emulation->n_thread_instructions / seconds * 1e-6);
    }
}

#define ENDLESS \
  HEADER "def main(C: T.Buffer((64,), \"int32\")):\n" \
  LAUNCH (4, 64) \
  B ("while C[tx] < 10:") \
  B ("    C[tx] = C[tx] - C[tx]")

static void
test_endless (void)
{
  g_autoptr (TlModule) module = read_module (ENDLESS);
  g_autoptr (GPtrArray) args = make_args (module);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TlEmulatorOptions options = { .n_workers = 2, .max_steps = 5000000 };

  must_fail (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure), TL_INTERP_ERROR,
             TL_INTERP_ERROR_STEPS);
  options.max_steps = 0;
  g_cancellable_cancel (cancellable);
  must_fail (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, &options, cancellable, &failure), G_IO_ERROR,
             G_IO_ERROR_CANCELLED);
}

/* Many blocks without a loop. */
static void
test_many_blocks (void)
{
  g_autoptr (TlModule) module = read_module (HEADER "def main(C: T.Buffer((64,), \"int32\")):\n"
                                             LAUNCH (1000000000, 64)
                                             B ("C[tx] = 1"));
  g_autoptr (GPtrArray) args = make_args (module);
  TlEmulatorOptions options = { .n_workers = 2, .max_steps = 5000000 };

  must_fail (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure), TL_INTERP_ERROR,
             TL_INTERP_ERROR_STEPS);
}

static void
test_refused (void)
{
  g_autoptr (TlModule) module = read_module (HEADER "def main(C: T.Buffer((8192,), \"int32\")):\n"
                                             B ("tx = T.launch_thread(\"threadIdx.x\", 8192)")
                                             B ("C[tx] = 1"));
  g_autoptr (GPtrArray) args = make_args (module);

  must_fail_saying (tl_emulate (module->prims[0], (TlTensor *const *) args->pdata, args->len, NULL, NULL, &failure), "threads in a block");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/emulator/values", test_values);
  g_test_add_func ("/emulator/faults", test_faults);
  g_test_add_func ("/emulator/workers", test_workers);
  g_test_add_func ("/emulator/random", test_random);
  g_test_add_func ("/emulator/counts", test_counts);
  g_test_add_func ("/emulator/speed", test_speed);
  g_test_add_func ("/emulator/endless", test_endless);
  g_test_add_func ("/emulator/many-blocks", test_many_blocks);
  g_test_add_func ("/emulator/refused", test_refused);
  return g_test_run ();
}
