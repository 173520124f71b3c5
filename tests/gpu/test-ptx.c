/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels as PTX for each generation of GPUs: the instructions that are to be there, and what ptxas says of them where it is installed. */
#include "core/codegen/llvm-codegen.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"
#include "tests/gpu/kernel-form.h"

static const guint archs[] = { 70, 75, 80, 86, 89, 90 };

#define LAUNCH(blocks, threads) \
  "    with T.launch_thread(\"blockIdx.x\", " blocks ") as bx:\n" \
  "        tx = T.launch_thread(\"threadIdx.x\", " threads ")\n"
#define FUNC(params) "@T.prim_func\ndef main(" params "):\n"
#define F32(name, n) name ": T.Buffer((" n ",), \"float32\")"
#define V4(base) "T.Ramp(" base ", 1, 4)"

typedef struct
{
  const char *name, *text;
  guint       sm;                  /* the first arch that has it; 0: all */
  const char *expected[6];
  const char *unexpected;
} KernelCase;

static const KernelCase cases[] = {
  { "add", FUNC (F32 ("A", "4096") ", " F32 ("B", "4096") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        C[" V4 ("bx * 512 + tx * 4") "] = A[" V4 ("bx * 512 + tx * 4") "] + B[" V4 ("bx * 512 + tx * 4") "]\n",
    0, { "ld.global.nc.v4.f32", "st.global.v4.f32", "add.rn.f32", ".maxntid 128, 1, 1", ".entry main_kernel(" }, "local" },
  { "unaligned", FUNC (F32 ("A", "4100") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        C[" V4 ("bx * 512 + tx * 4") "] = A[" V4 ("bx * 512 + tx * 4 + 1") "]\n",
    0, { "ld.global.nc.f32", "st.global.v4.f32" }, "nc.v4" },
  { "matmul", FUNC (F32 ("A", "16384") ", " F32 ("B", "16384") ", " F32 ("C", "16384"))
    "    with T.launch_thread(\"blockIdx.x\", 8) as bx:\n"
    "        by = T.launch_thread(\"blockIdx.y\", 8)\n"
    "        tx = T.launch_thread(\"threadIdx.x\", 16)\n"
    "        ty = T.launch_thread(\"threadIdx.y\", 16)\n"
    "        S = T.decl_buffer((256,), \"float32\", scope=\"shared\")\n"
    "        R = T.decl_buffer((256,), \"float32\", scope=\"shared\")\n"
    "        D = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        D[0] = T.float32(0)\n"
    "        for ko in range(8):\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            S[ty * 16 + tx] = A[(by * 16 + ty) * 128 + ko * 16 + tx]\n"
    "            R[ty * 16 + tx] = B[(ko * 16 + ty) * 128 + bx * 16 + tx]\n"
    "            T.tvm_storage_sync(\"shared\")\n"
    "            for k in range(16):\n"
    "                D[0] = D[0] + S[ty * 16 + k] * R[k * 16 + tx]\n"
    "        C[(by * 16 + ty) * 128 + bx * 16 + tx] = D[0]\n",
    0, { "ld.global.nc.f32", "fma.rn.f32", "bar.sync", "ld.shared", "st.shared.f32", ".maxntid 16, 16, 1" }, "local" },
  { "registers", FUNC (F32 ("A", "8192") ", " F32 ("C", "1024"))
    LAUNCH ("1", "128")
    "        D = T.decl_buffer((8,), \"float32\", scope=\"local\")\n"
    "        for i in range(8):\n"
    "            D[i] = T.float32(0)\n"
    "        for k in range(8):\n"
    "            for i in range(8):\n"
    "                D[i] = D[i] + A[(k * 128 + tx) * 8 + i] * A[tx * 8 + i]\n"
    "        for i in range(8):\n"
    "            C[tx * 8 + i] = D[i]\n",
    0, { "fma.rn.f32", "ld.global.nc.v4.f32", "st.global.v4.f32" }, "local" },
  { "reduction", FUNC (F32 ("A", "4096") ", " F32 ("C", "16"))
    LAUNCH ("16", "256")
    "        P = T.decl_buffer((8,), \"float32\", scope=\"shared\")\n"
    "        D = T.decl_buffer((1,), \"float32\", scope=\"local\")\n"
    "        D[0] = A[bx * 256 + tx]\n"
    "        for s in T.unroll(5):\n"
    "            D[0] = D[0] + T.tvm_warp_shuffle_down(T.uint32(4294967295), D[0], T.shift_right(16, s), 32, 32)\n"
    "        if tx % 32 == 0:\n"
    "            P[tx // 32] = D[0]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        if tx == 0:\n"
    "            C[bx] = P[0] + P[1] + P[2] + P[3] + P[4] + P[5] + P[6] + P[7]\n",
    0, { "shfl.sync.down.b32", "bar.sync", "ld.global.nc.f32" }, "div" },
  { "warp", FUNC ("A: T.Buffer((64,), \"float64\"), C: T.Buffer((64,), \"float64\"), H: T.Buffer((64,), \"float16\")")
    LAUNCH ("1", "64")
    "        C[tx] = T.tvm_warp_shuffle_xor(T.tvm_warp_activemask(), A[tx], 1, 16, 32)\n"
    "        T.tvm_storage_sync(\"warp\")\n"
    "        H[tx] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), H[tx], 3, 32, 32)\n"
    "        C[tx] = C[tx] + T.tvm_warp_shuffle_up(T.tvm_warp_activemask(), A[tx], 2, 32, 32)\n",
    0, { "activemask.b32", "shfl.sync.bfly.b32", "shfl.sync.idx.b32", "shfl.sync.up.b32", "bar.warp.sync" }, "bar.sync" },
  { "axpy16", FUNC ("X: T.Buffer((8192,), \"float16\"), Y: T.Buffer((8192,), \"float16\")")
    LAUNCH ("8", "128")
    "        Y[T.Ramp(bx * 1024 + tx * 8, 1, 8)] = X[T.Ramp(bx * 1024 + tx * 8, 1, 8)] * T.Broadcast(T.float16(2.5), 8) + "
    "Y[T.Ramp(bx * 1024 + tx * 8, 1, 8)]\n",
    0, { "fma.rn.f16x2", "ld.global.nc.v4", "st.global.v4" }, "fma.rn.f16 " },
  { "axpy-bfloat", FUNC ("X: T.Buffer((4096,), \"bfloat16\"), Y: T.Buffer((4096,), \"bfloat16\")")
    LAUNCH ("8", "128")
    "        Y[" V4 ("bx * 512 + tx * 4") "] = X[" V4 ("bx * 512 + tx * 4") "] * T.Broadcast(T.bfloat16(2.5), 4) + Y["
    V4 ("bx * 512 + tx * 4") "]\n",
    0, { "mul.rn.f32", "ld.global.nc.v" }, "local" },
  { "bytes", FUNC ("A: T.Buffer((4096,), \"int8\"), B: T.Buffer((4096,), \"int8\"), C: T.Buffer((256,), \"int32\")")
    LAUNCH ("1", "256")
    "        for k in range(4):\n"
    "            C[tx] = C[tx] + T.call_pure_extern(\"int32\", \"__dp4a\", A[" V4 ("tx * 16 + k * 4") "], B[" V4 ("tx * 16 + k * 4")
    "], 0)\n",
    0, { "dp4a.s32.s32", "ld.global.nc" }, "mul.lo" },
  { "odd", FUNC (F32 ("A", "1001") ", " F32 ("C", "1001"))
    LAUNCH ("8", "128")
    "        if bx * 128 + tx < 1001:\n"
    "            C[bx * 128 + tx] = T.max(A[(bx * 128 + tx) * 7 % 1001], T.float32(0))\n",
    0, { "setp", "ld.global.nc.f32", "st.global.f32" }, "rem.u64" },
  { "lanes", FUNC (F32 ("A", "1001") ", " F32 ("C", "1001"))
    "    for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
    "        for tx in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "            for v in T.vectorized(4):\n"
    "                with T.block(\"C\"):\n"
    "                    i = T.axis.spatial(1001, bx * 512 + tx * 4 + v)\n"
    "                    T.where(bx * 512 + tx * 4 + v < 1001)\n"
    "                    C[i] = A[i] * T.float32(3)\n",
    0, { "setp", "mul.rn.f32", "bra" }, "local" },
  { "wide", FUNC ("A: T.Buffer((1024,), \"int64\"), B: T.Buffer((1024,), \"int64\"), C: T.Buffer((1024,), \"float64\"), n: T.int64")
    LAUNCH ("8", "128")
    "        B[bx * 128 + tx] = A[bx * 128 + tx] // n + A[bx * 128 + tx] % T.int64(7)\n"
    "        C[bx * 128 + tx] = T.sqrt(C[bx * 128 + tx]) * T.Cast(\"float64\", A[bx * 128 + tx])\n",
    0, { "div.s64", "sqrt.rn.f64", "ld.param.u64" }, "local" },
  { "dynamic", FUNC (F32 ("A", "20480") ", " F32 ("C", "20480"))
    LAUNCH ("1", "1024")
    "        S = T.decl_buffer((10240,), \"float32\", scope=\"shared.dyn\")\n"
    "        R = T.decl_buffer((10240,), \"float32\", scope=\"shared.dyn\")\n"
    "        for i in range(10):\n"
    "            S[i * 1024 + tx] = A[i * 1024 + tx]\n"
    "            R[i * 1024 + tx] = A[10240 + i * 1024 + tx]\n"
    "        T.tvm_storage_sync(\"shared.dyn\")\n"
    "        for i in range(10):\n"
    "            C[i * 1024 + tx] = S[i * 1024 + 1023 - tx] + R[i * 1024 + 1023 - tx]\n",
    0, { ".extern .shared", "+40960]", "bar.sync" }, "local" },
  { "shared-twice", FUNC (F32 ("C", "128"))
    LAUNCH ("1", "128")
    "        C[tx] = C[tx] + T.float32(1)\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        C[tx] = C[tx] + C[127 - tx]\n",
    0, { "ld.global.f32", "bar.sync" }, "ld.global.nc" },
  { "async", FUNC (F32 ("A", "4096") ", " F32 ("C", "4096"))
    LAUNCH ("8", "128")
    "        S = T.decl_buffer((512,), \"float32\", scope=\"shared\")\n"
    "        T.ptx_cp_async(\"float32\", S.data, tx * 4, A.data, bx * 512 + tx * 4, 16)\n"
    "        T.ptx_commit_group()\n"
    "        T.ptx_wait_group(0)\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        C[bx * 512 + tx] = S[511 - tx * 4]\n",
    80, { "cp.async.cg.shared.global", "cp.async.commit_group", "cp.async.wait_group" }, NULL },
  { "mma", FUNC ("A: T.Buffer((256,), \"float16\"), B: T.Buffer((128,), \"float16\"), " F32 ("C", "128"))
    LAUNCH ("1", "32")
    "        S = T.decl_buffer((256,), \"float16\", scope=\"shared\")\n"
    "        X = T.decl_buffer((8,), \"float16\", scope=\"local\")\n"
    "        Y = T.decl_buffer((4,), \"float16\", scope=\"local\")\n"
    "        Z = T.decl_buffer((4,), \"float32\", scope=\"local\")\n"
    "        S[T.Ramp(tx * 8, 1, 8)] = A[T.Ramp(tx * 8, 1, 8)]\n"
    "        T.tvm_storage_sync(\"shared\")\n"
    "        T.ptx_ldmatrix(\"float16\", False, 4, \".b16\", X.data, 0, S.data, tx % 16 * 16 + tx // 16 * 8)\n"
    "        Y[T.Ramp(0, 1, 4)] = B[T.Ramp(tx * 4, 1, 4)]\n"
    "        Z[T.Ramp(0, 1, 4)] = T.Broadcast(T.float32(0), 4)\n"
    "        T.ptx_mma(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", X.data, 0, Y.data, 0, Z.data, 0, False)\n"
    "        C[T.Ramp(tx * 4, 1, 4)] = Z[T.Ramp(0, 1, 4)]\n",
    80, { "ldmatrix.sync.aligned.m8n8.x4.shared.b16", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "st.global.v4.f32" }, "local" },
};

static TlTarget
target_of (guint sm, const char *more)
{
  g_autofree char *text = g_strdup_printf ("cuda -arch=sm_%u %s", sm, more);
  g_autoptr (GError) error = NULL;
  TlTarget target;

  tl_target_parse (text, &target, &error);
  g_assert_no_error (error);
  return target;
}

static TlModule *
lower (const char *text, const TlTarget *target)
{
  g_autoptr (TlModule) module = read_module (text);
  g_autoptr (GError) error = NULL;
  TlModule *lowered = tl_lower (module, "main", target, NULL, &error);

  g_assert_no_error (error);
  return lowered;
}

static char *
compile (const char *text, const TlTarget *target, TlCodegenOutput output, GError **error)
{
  g_autoptr (TlModule) module = strstr (text, "T.block") != NULL ? lower (text, target) : read_kernel_form (text);
  g_autoptr (GBytes)   bytes = tl_codegen_compile (module, target, output, error);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

static void
check_text (const KernelCase *row, guint sm, const char *ptx)
{
  for (guint i = 0; i < G_N_ELEMENTS (row->expected) && row->expected[i] != NULL; i++)
    if (strstr (ptx, row->expected[i]) == NULL)
      g_error ("%s, sm_%u: no %s in\n%s", row->name, sm, row->expected[i], ptx);
  if (row->unexpected != NULL && strstr (ptx, row->unexpected) != NULL)
    g_error ("%s, sm_%u: there is %s in\n%s", row->name, sm, row->unexpected, ptx);
}

static void
test_kernel (gconstpointer data)
{
  const KernelCase *row = data;

  for (guint i = 0; i < G_N_ELEMENTS (archs); i++)
    {
      TlTarget target = target_of (archs[i], "");
      g_autoptr (GError) error = NULL;
      g_autofree char *ptx = NULL;

      if (archs[i] < row->sm)
        continue;
      ptx = compile (row->text, &target, TL_CODEGEN_ASSEMBLY, &error);
      g_assert_no_error (error);
      check_text (row, archs[i], ptx);
    }
}

static void
assemble (const KernelCase *row, guint sm)
{
  TlTarget target = target_of (sm, "");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) kernels = NULL;
  g_autoptr (GBytes) code = NULL;
  g_autofree char *ptx = compile (row->text, &target, TL_CODEGEN_ASSEMBLY, &error);

  g_assert_no_error (error);
  code = tl_cuda_assemble (ptx, target.arch, &kernels, &error);
  if (code == NULL && sm < 75 && strstr (error->message, "gpu-name") != NULL)
    return;   /* this ptxas is too new for it */
  if (code == NULL)
    g_error ("%s, sm_%u: %s\n%s", row->name, sm, error->message, ptx);
  g_assert_cmpuint (kernels->len, ==, 1);
  for (guint i = 0; i < kernels->len; i++)
    {
      const TlCudaKernel *kernel = kernels->pdata[i];

      g_assert_cmpstr (kernel->name, ==, "main_kernel");
      g_assert_cmpuint (kernel->n_registers, >, 0);
      g_assert_cmpuint (kernel->stack_bytes, ==, 0);
      g_assert_cmpuint (kernel->spill_store_bytes + kernel->spill_load_bytes, ==, 0);
    }
}

static gboolean
skip_without_ptxas (void)
{
  g_auto (GStrv) paths = tl_cuda_tool_paths ("ptxas");

  if (paths[0] == NULL)
    g_test_skip ("ptxas not found");
  return paths[0] == NULL;
}

static void
test_assembled (gconstpointer data)
{
  const KernelCase *row = data;

  for (guint i = 0; !skip_without_ptxas () && i < G_N_ELEMENTS (archs); i++)
    if (archs[i] >= row->sm)
      assemble (row, archs[i]);
}

/* Each function on floats of 32 and 16 bits, as code of its own: nothing is called. */
static void
test_math (void)
{
  static const char *const names[] = { "exp", "exp2", "exp10", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "tanh", "sigmoid", "erf",
                                       "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "floor",
                                       "ceil", "round", "nearbyint", "trunc", "fabs" };
  g_autoptr (GString) body = g_string_new (FUNC (F32 ("A", "128") ", " F32 ("C", "128") ", H: T.Buffer((128,), \"float16\")")
                                           LAUNCH ("1", "128"));
  TlTarget target = target_of (70, "");
  g_autoptr (GError) error = NULL;
  g_autofree char *ptx = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (body, "        C[tx] = T.%s(A[tx]) + C[tx]\n        H[tx] = T.%s(H[tx])\n", names[i], names[i]);
  g_string_append (body, "        C[tx] = T.pow(A[tx], C[tx]) + T.atan2(A[tx], C[tx]) + T.fmod(A[tx], C[tx]) + T.hypot(A[tx], C[tx])\n");
  ptx = compile (body->str, &target, TL_CODEGEN_ASSEMBLY, &error);
  g_assert_no_error (error);
  g_assert_null (strstr (ptx, "call"));
  g_assert_null (strstr (ptx, ".extern"));
  if (!skip_without_ptxas ())
    {
      g_autoptr (GBytes) code = tl_cuda_assemble (ptx, "sm_75", NULL, &error);

      g_assert_no_error (error);
    }
}

/* How sums are rounded, and what becomes of numbers below 2^-126. */
static void
test_modes (void)
{
  TlTarget fast = target_of (80, ""), strict = target_of (80, "-float=strict"), flush = target_of (80, "-denormals=flush");
  static const char text[] = FUNC (F32 ("A", "128") ", " F32 ("C", "128")) LAUNCH ("1", "128") "        C[tx] = A[tx] * A[tx] + C[tx]\n";
  g_autofree char *fused = compile (text, &fast, TL_CODEGEN_ASSEMBLY, NULL), *rounded = compile (text, &strict, TL_CODEGEN_ASSEMBLY, NULL);
  g_autofree char *flushed = compile (text, &flush, TL_CODEGEN_ASSEMBLY, NULL);

  g_assert_nonnull (strstr (fused, "fma.rn.f32"));
  g_assert_null (strstr (rounded, "fma.rn.f32"));
  g_assert_nonnull (strstr (rounded, "mul.rn.f32"));
  g_assert_nonnull (strstr (flushed, "fma.rn.ftz.f32"));
}

/* Calls that this GPU does not have, and programs that are none for GPUs: errors by name, and no end of the process. */
static void
test_refused (void)
{
  static const struct { const char *text; guint sm; const char *says; } rows[] = {
    { FUNC (F32 ("A", "16") ", " F32 ("C", "16")) "    for i in range(16):\n        C[i] = A[i]\n", 80, "no kernel" },
    { FUNC (F32 ("A", "16") ", " F32 ("C", "16")) LAUNCH ("1", "16") "        T.ptx_commit_group()\n        C[tx] = A[tx]\n", 75,
      "ptx_commit_group needs a GPU of sm_80 or later; the target is sm_75" },
    { FUNC ("A: T.Buffer((16,), \"float64\")") LAUNCH ("1", "16") "        A[tx] = T.exp(A[tx])\n", 80, "GPUs have no function \"exp\"" },
    { FUNC (F32 ("C", "16")) LAUNCH ("1", "16") "        S = T.decl_buffer((16384,), \"float32\", scope=\"shared\")\n"
      "        S[tx] = C[tx]\n        C[tx] = S[15 - tx]\n", 80, "65536 bytes of shared memory" },
    { FUNC (F32 ("C", "16")) LAUNCH ("1", "16") "        T.tvm_storage_sync(\"global\")\n        C[tx] = T.float32(0)\n", 80,
      "threads wait for each other by" },
    { FUNC (F32 ("C", "16")) LAUNCH ("1", "16") "        C[tx] = T.float32(0)\n", 35, "the oldest GPUs are those of sm_50" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget target = target_of (rows[i].sm, "");
      g_autoptr (GError) error = NULL;
      g_autofree char *ptx = compile (rows[i].text, &target, TL_CODEGEN_ASSEMBLY, &error);

      g_assert_null (ptx);
      g_assert_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED);
      if (strstr (error->message, rows[i].says) == NULL)
        g_error ("\"%s\" is not in \"%s\"", rows[i].says, error->message);
    }
}

/* As machine code, where nvdisasm is installed. */
static void
test_disassembly (void)
{
  TlTarget target = target_of (80, "");
  g_auto (GStrv) paths = tl_cuda_tool_paths ("nvdisasm");
  g_autoptr (GError) error = NULL;
  g_autofree char *ptx = compile (cases[0].text, &target, TL_CODEGEN_ASSEMBLY, &error), *text = NULL;
  g_autoptr (GBytes) code = NULL;

  if (skip_without_ptxas ())
    return;
  code = tl_cuda_assemble (ptx, "sm_80", NULL, &error);
  g_assert_no_error (error);
  text = tl_cuda_disassemble (code, &error);
  if (paths[0] == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
      g_assert_nonnull (strstr (error->message, "pip install nvidia-cuda-nvdisasm"));
      g_test_skip ("nvdisasm not found");
      return;
    }
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "LDG.E.128"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx/text/%s", cases[i].name), *assembled = g_strdup_printf ("/ptx/assembled/%s",
                                                                                                            cases[i].name);

      g_test_add_data_func (path, &cases[i], test_kernel);
      g_test_add_data_func (assembled, &cases[i], test_assembled);
    }
  g_test_add_func ("/ptx/math", test_math);
  g_test_add_func ("/ptx/modes", test_modes);
  g_test_add_func ("/ptx/refused", test_refused);
  g_test_add_func ("/ptx/disassembly", test_disassembly);
  return g_test_run ();
}
