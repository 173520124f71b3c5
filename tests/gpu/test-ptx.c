/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels as PTX for each generation of GPUs: the instructions that are to be there, and what ptxas says of them where it is installed. */
#include "core/codegen/llvm-codegen.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"
#include "core/text/script.h"
#include "tests/gpu/kernel-form.h"
#include "tests/gpu/ptx-cases.h"

static const guint archs[] = { 80, 70, 75, 86, 89, 90 };

static guint
n_archs (void)
{
  return g_getenv ("TL_FEWER") != NULL ? 1 : G_N_ELEMENTS (archs);
}

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

  for (guint i = 0; i < n_archs (); i++)
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

  for (guint i = 0; !skip_without_ptxas () && i < n_archs (); i++)
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

/* Where double is slow, activations do without. */
static void
test_single (void)
{
  static const char *const names[] = { "exp", "log", "rsqrt", "tanh", "sigmoid", "erf" };
  TlTarget target = target_of (75, "");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strdup_printf (FUNC (F32 ("A", "128") ", " F32 ("C", "128")) LAUNCH ("1", "128")
                                               "        C[tx] = T.%s(A[tx])\n", names[i]);
      g_autofree char *ptx = compile (text, &target, TL_CODEGEN_ASSEMBLY, NULL);

      g_assert_nonnull (ptx);
      g_assert_null (strstr (ptx, "f64"));
    }
}

/* Arrays that a thread has no registers for are not unrolled for. */
static void
test_unrolling (void)
{
  static const struct { const char *n; gboolean is_bounded; } rows[] = { { "512", TRUE }, { "256", TRUE }, { "128", FALSE } };
  TlTarget target = target_of (90, "");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (FUNC (F32 ("A", "128") ", " F32 ("C", "128")) LAUNCH ("1", "128")
                                           "        L = T.decl_buffer((", rows[i].n, ",), \"float32\", scope=\"local\")\n"
                                           "        for k in range(", rows[i].n, "):\n            L[k] = A[(tx + k) % 128]\n"
                                           "        C[tx] = L[tx]\n", NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *ptx = compile (text, &target, TL_CODEGEN_ASSEMBLY, &error);

      g_assert_no_error (error);
      g_assert_true ((strstr (ptx, "\n.pragma \"nounroll\";\n{") != NULL) == rows[i].is_bounded);
      g_assert_nonnull (strstr (ptx, "local_depot"));
    }
}

/* Loops in each other count together; and an array that no register holds asks for none to be unrolled. */
static void
test_nested_unrolling (void)
{
  static const char *const loops[] = { "T.unroll(64)", "range(64)" };
  TlTarget target = target_of (90, "");

  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    {
      g_autofree char *text = g_strdup_printf (FUNC (F32 ("A", "128") ", " F32 ("C", "8192")) LAUNCH ("1", "128")
                                               "        L = T.decl_buffer((4096,), \"float32\", scope=\"local\")\n"
                                               "        for i in %s:\n            for j in %s:\n"
                                               "                L[i * 64 + j] = A[(tx + j) %% 128]\n"
                                               "        C[tx] = L[tx * 32]\n", loops[i], loops[i]);
      g_autoptr (GError) error = NULL;
      g_autofree char *ptx = compile (text, &target, TL_CODEGEN_ASSEMBLY, &error);
      guint n_stores = 0;

      g_assert_no_error (error);
      for (const char *at = ptx; (at = strstr (at, "st.local")) != NULL; at++)
        n_stores++;
      g_assert_cmpuint (n_stores, >, 0);
      g_assert_cmpuint (n_stores, <=, 512);
    }
}

/* An array with gaps, of which few elements are touched, is as good in registers as one without. */
static void
test_gaps (void)
{
  TlTarget target = target_of (80, "");
  g_autoptr (GError) error = NULL;
  g_autofree char *ptx = compile (FUNC (F32 ("A", "4096") ", " F32 ("C", "4096")) LAUNCH ("1", "128")
                                  "        L = T.decl_buffer((1017,), \"float32\", scope=\"local\")\n"
                                  "        for k in range(16):\n            L[k // 8 * 904 + k % 8 * 16] = A[k * 128 + tx]\n"
                                  "        for k in range(16):\n            C[k * 128 + tx] = L[k // 8 * 904 + k % 8 * 16]\n",
                                  &target, TL_CODEGEN_ASSEMBLY, &error);

  g_assert_no_error (error);
  g_assert_null (strstr (ptx, ".local"));
}

/* A copy into one of two parts of a buffer by turns: threads wait before its loop, and in none of its iterations. */
static void
test_copy_by_turns (void)
{
  static const char text[] =
    "from tvm.script import tir as T\n@T.prim_func\n"
    "def main(A: T.Buffer((64, 2048), \"float32\"), C: T.Buffer((64, 128), \"float32\")):\n"
    "    S = T.alloc_buffer((2, 2112), scope=\"shared\")\n"
    "    for bx in T.thread_binding(1, thread=\"blockIdx.x\"):\n"
    "        for tx in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
    "            for k in range(64):\n"
    "                for f in range(16):\n"
    "                    with T.block(\"S\"):\n"
    "                        vk, vf, vt = T.axis.remap(\"SSS\", [k, f, tx])\n"
    "                        S[(vk + 1) % 2, vf // 8 * 1056 + vt % 8 * 132 + vf % 8 * 16 + vt // 8] = A[vk, vf * 128 + vt]\n"
    "                with T.block(\"C\"):\n"
    "                    vk, vt = T.axis.remap(\"SS\", [k, tx])\n"
    "                    C[vk, vt] = S[(vk + 1) % 2, vt * 16] + S[(vk + 1) % 2, vt * 16 + 1]\n";
  TlTarget target = target_of (80, "");
  g_autoptr (TlModule) lowered = lower (text, &target);
  g_autofree char *printed = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
  const char *loop = strstr (printed, "for f in"), *after = strstr (printed, "C["), *wait = loop;
  guint n_waits = 0;

  g_assert_true (loop != NULL && after != NULL && loop < after);
  while ((wait = strstr (wait, "T.tvm_storage_sync")) != NULL && wait++ < after)
    n_waits++;
  g_assert_cmpuint (n_waits, ==, 1);   /* before what is read of the copy */
  g_assert_null (g_strstr_len (loop, strstr (loop, "S[") - loop, "T.tvm_storage_sync"));
}

/* Under a condition, in all widths and from all first elements: each instruction has its operands, and ptxas takes it. */
static void
test_conditional (void)
{
  static const char *const dtypes[] = { "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64" };

  for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
    for (guint lanes = 1; lanes <= 8; lanes *= 2)
      for (guint first = 0; first < 3; first++)
        {
          g_autofree char *text = g_strdup_printf (
            FUNC ("A: T.Buffer((1024,), \"%s\"), C: T.Buffer((1024,), \"%s\")") LAUNCH ("1", "64")
            "        if tx < 50:\n            C[T.Ramp(tx * %u + %u, 1, %u)] = A[T.Ramp(tx * %u + %u, 1, %u)]\n",
            dtypes[d], dtypes[d], lanes, first, lanes, lanes, first, lanes);
          g_autofree char *scalar = g_strdup_printf (
            FUNC ("A: T.Buffer((1024,), \"%s\"), C: T.Buffer((1024,), \"%s\")") LAUNCH ("1", "64")
            "        if tx < 50:\n            C[tx + %u] = A[tx + %u]\n", dtypes[d], dtypes[d], first, first);
          TlTarget target = target_of (80, "");
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) code = NULL;
          g_autofree char *ptx = compile (lanes > 1 ? text : scalar, &target, TL_CODEGEN_ASSEMBLY, &error);

          g_assert_no_error (error);
          if (strstr (ptx, ", ;") != NULL || strstr (ptx, "{}") != NULL)
            g_error ("%s, %u lanes from %u: an operand is missing in\n%s", dtypes[d], lanes, first, ptx);
          if (first == 1 && !skip_without_ptxas ())
            code = tl_cuda_assemble (ptx, "sm_80", NULL, &error);
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
    { WMMA ("int8", "int32", "0", "row_major"), 70, "Matrix instructions for int8 need a GPU of sm_72 or later; the target is sm_70" },
    { WMMA ("float16", "float32", "0", "row_major"), 61, "tvm_fill_fragment needs a GPU of sm_70 or later; the target is sm_61" },
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
  g_autofree char *ptx = compile (kernel_cases[0].text, &target, TL_CODEGEN_ASSEMBLY, &error), *text = NULL;
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
  for (guint i = 0; i < G_N_ELEMENTS (kernel_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ptx/text/%s", kernel_cases[i].name), *assembled = g_strdup_printf ("/ptx/assembled/%s",
                                                                                                            kernel_cases[i].name);

      g_test_add_data_func (path, &kernel_cases[i], test_kernel);
      g_test_add_data_func (assembled, &kernel_cases[i], test_assembled);
    }
  g_test_add_func ("/ptx/math", test_math);
  g_test_add_func ("/ptx/single", test_single);
  g_test_add_func ("/ptx/unrolling", test_unrolling);
  g_test_add_func ("/ptx/nested-unrolling", test_nested_unrolling);
  g_test_add_func ("/ptx/gaps", test_gaps);
  g_test_add_func ("/ptx/copy-by-turns", test_copy_by_turns);
  g_test_add_func ("/ptx/conditional", test_conditional);
  g_test_add_func ("/ptx/modes", test_modes);
  g_test_add_func ("/ptx/refused", test_refused);
  g_test_add_func ("/ptx/disassembly", test_disassembly);
  return g_test_run ();
}
