/* SPDX-License-Identifier: Apache-2.0 */
/* Source listings of kernels: what stands in them, that CUDA's compiler takes them without a word, and what is refused. */
#include "core/codegen/source/gpu-source.h"

#include "core/lower/lower.h"
#include "core/space/space.h"
#include "tests/gpu/kernel-programs.h"
#include "tests/gpu/ptx-cases.h"
#include "tests/gpu/tools.h"
#include "tests/named-texts.h"
#include "tests/read-module.h"
#include "tests/temporary.h"

static const char *const languages[] = { "cuda", "opencl", "metal" };

/* The program of that name among those of kernel-programs.h. */
static const char *
program_text (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kernel_programs); i++)
    if (g_str_equal (kernel_programs[i].name, name))
      return kernel_programs[i].text;
  g_assert_not_reached ();
}

/* Free with g_free; NULL with @error. */
static char *
list_program (const char *text, const char *language, GArray *lines, GError **error)
{
  g_autoptr (TlModule) module = read_module (text), lowered = NULL;
  TlTarget target;

  must (tl_target_parse (g_str_equal (language, "cuda") ? "cuda -arch=sm_80" : language, &target, &failure));
  lowered = tl_lower (module, module->prims[0]->name, &target, NULL, error);
  return lowered != NULL ? tl_gpu_source (lowered, module, tl_gpu_language_find (language), &target, lines, error) : NULL;
}

static char *
listing_of (const char *name, const char *language)
{
  return must (list_program (program_text (name), language, NULL, &failure));
}

static void
test_text (void)
{
  static const struct { const char *name, *language, *says; } rows[] = {
    { "shared", "cuda", "// grid (8, 1, 1), block (128, 1, 1), 512 bytes of shared memory\n"
                        "extern \"C\" __global__ void __launch_bounds__(128) main_kernel(const float* __restrict__ A, "
                        "float* __restrict__ W) {\n"
                        "  __shared__ float A_shared[128];\n  const int bx = (int)blockIdx.x;\n  const int tx = (int)threadIdx.x;\n" },
    { "shared", "cuda", "// grid (1, 16, 1), block (1, 1, 64)\nextern \"C\" __global__ void __launch_bounds__(64) "
                        "main_kernel_1(float* __restrict__ C, const float* __restrict__ W) {" },
    { "shared", "cuda", "  __syncthreads();\n  W[bx * 128 + tx] = A_shared[127 - tx];\n}\n" },
    { "shared", "opencl", "__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void main_kernel(__global const float* restrict A, "
                          "__global float* restrict W) {\n  __local float A_shared[128];\n  const int bx = (int)get_group_id(0);" },
    { "shared", "opencl", "barrier(CLK_LOCAL_MEM_FENCE);" },
    { "shared", "metal", "#include <metal_stdlib>\nusing namespace metal;\n" },
    { "shared", "metal", "kernel void main_kernel(device const float* A [[ buffer(0) ]], device float* W [[ buffer(1) ]], uint3 blockIdx "
                         "[[ threadgroup_position_in_grid ]], uint3 threadIdx [[ thread_position_in_threadgroup ]]) {\n"
                         "  threadgroup float A_shared[128];" },
    { "shared", "metal", "threadgroup_barrier(mem_flags::mem_threadgroup);" },
    { "exchange", "cuda", "main_kernel(const float* __restrict__ A, float* __restrict__ D, float* W) {" },
    { "exchange", "opencl", "main_kernel(__global const float* restrict A, __global float* restrict D, __global float* W) {" },
    { "exchange", "opencl", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);" },
    { "exchange", "metal", "threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device);" },
    { "guarded-barrier", "cuda", "if (k < 36) {\n      __syncthreads();\n      if (ty == 0) {" },
    { "guarded-barrier", "opencl", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n    if (k < 36) {\n      if (ty == 0) {" },
    { "vectors", "cuda", "*(float4*)(S + tx * 8) = *(const float4*)(A + bx * 512 + tx * 8);" },
    { "vectors", "cuda", "__shared__ __align__(16) float S[512];" },
    { "vectors", "cuda", "tx < 50 ? *(const float4*)(A + bx * 512 + tx * 8) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);" },
    { "vectors", "cuda", "D[bx * 512 + tx * 8 + 6] = A[bx * 512 + tx * 8 + 4];" },   /* neither aligned nor without gaps */
    { "vectors", "opencl", "vstore4(vload4(0, A + bx * 512 + tx * 8), 0, S + tx * 8);" },
    { "vectors", "metal", "*(threadgroup float4*)(S + tx * 8) = *(device const float4*)(A + bx * 512 + tx * 8);" },
    { "predicated", "cuda", "if (bx * 256 + tx * 4 + 3 < 1001) {" },
    { "integers", "cuda", "make_char4(\n      (signed char)((signed char)(A_4.x * 3) + 1),\n" },
    { "integers", "opencl", "max(U[bx * 64 + tx * 4 + i], (uchar)7)" },
    { "integers", "cuda", "floordiv_int(B[bx * 64 + tx * 4 + i], 3) + (B[bx * 64 + tx * 4 + i] & 7)" },
    { "halves", "cuda", "*(uint4*)(S + tx * 8) = *(const uint4*)(A + bx * 256 + tx * 8);" },
    { "halves", "cuda", "__halves2half2((half)expf((float)S_2.x), (half)expf((float)S_2.y))" },
    { "halves", "opencl", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" },
    { "bfloats", "cuda", "#include <cuda_bf16.h>" },
    { "shuffles", "cuda", "r[0] = r[0] + __shfl_down_sync(mask[0], r[0], 16, 32);" },
    { "shuffles", "cuda", "__syncwarp();" },
    { "shuffles", "metal", "simd_shuffle_xor(r[0], 8)" },
    { "dynamic", "cuda", "  extern __shared__ __align__(64) unsigned char buf_dyn_shmem[];\n"
                         "  float* const X = (float*)(buf_dyn_shmem + 0);\n"
                         "  int* const Y = (int*)(buf_dyn_shmem + 256);\n" },
    { "dynamic", "opencl", "  __local float X[64];\n  __local int Y[70];\n" },
    { "bytes", "cuda", "__dp4a(*(const int*)(A + bx * 1024 + tx * 16 + k * 4), *(const int*)(B + bx * 1024 + tx * 16 + k * 4), 0)" },
    { "bytes", "opencl", "(int)A[bx * 1024 + tx * 16 + k * 4 + 3] * (int)B[bx * 1024 + tx * 16 + k * 4 + 3]" },
    { "async", "cuda", "  copy_async_16(S + tx * 4, A + bx * 512 + tx * 4);\n" },
    { "async", "cuda", "  copy_async_16_if(S + tx * 4, A + bx * 512 + tx * 4, tx < 100);\n" },
    { "async", "cuda", "__shared__ __align__(32) float S[512];" },
    { "mma", "cuda", "  __align__(16) half X[8];\n" },
    { "mma", "cuda", "load_matrix_x4(X, S + tx % 16 * 16 + tx / 16 * 8);" },
    { "mma", "cuda", "mma_m16n8k16_row_col_f16_f32(Z, X, Y);" },
    { "fragments", "cuda", "#include <mma.h>\n" },
    { "fragments", "cuda", "nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::col_major> b[1];" },
    { "fragments", "cuda", "nvcuda::wmma::load_matrix_sync(a[i], A + bx * 512 + i * 256, 16);" },
    { "fragments", "cuda", "nvcuda::wmma::mma_sync(c[i], a[i], b[0], c[i]);" },
    { "fragments", "cuda", "nvcuda::wmma::store_matrix_sync(C + bx * 512 + i * 256, c[i], 16, nvcuda::wmma::mem_row_major);" },
    { "scalars", "cuda", "float* __restrict__ C, int n, float x) {" },
    { "scalars", "metal", "constant main_kernel_args& args [[ buffer(2) ]]" },
    { "scalars", "metal", "if (tx < args.n) {" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = listing_of (rows[i].name, rows[i].language);

      if (strstr (text, rows[i].says) == NULL)
        g_error ("no \"%s\" in\n%s", rows[i].says, text);
    }
}

/* A listing has no header or helper that it does not use, and every language says all but the types and calls that it lacks. */
static void
test_all_languages (void)
{
  static const struct { const char *language, *lacks; } rows[] = {
    { "cuda", "" }, { "opencl", "bfloat warp sm_80 wmma" }, { "metal", "double sm_80 wmma" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kernel_programs); i++)
    for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
      {
        const char         *needs = kernel_programs[i].needs;
        g_autoptr (GError)  error = NULL;
        g_autofree char    *text = list_program (kernel_programs[i].text, rows[k].language, NULL, &error);
        gboolean            is_lacking = *needs != '\0' && strstr (rows[k].lacks, needs) != NULL;

        if ((text == NULL) != is_lacking)
          g_error ("%s in %s: %s", kernel_programs[i].name, rows[k].language, error != NULL ? error->message : text);
        if (text == NULL)
          continue;
        g_assert_cmpint (strstr (text, "fp16") != NULL, ==,
                         strstr (kernel_programs[i].text, "float16\"") != NULL && strstr (kernel_programs[i].text, "bfloat16") == NULL
                         && !g_str_equal (rows[k].language, "metal"));
        g_assert_cmpint (strstr (text, "floordiv") != NULL, ==, strstr (kernel_programs[i].text, "// 3") != NULL);
      }
}

/* Positions beyond 2^31 are computed in 64 bits, others are not. */
static void
test_large (void)
{
  static const char text[] =
    "@T.prim_func\ndef main(A: T.Buffer((4294967296,), \"int8\"), C: T.Buffer((1024,), \"int8\")):\n"
    "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
    "        for v in T.vectorized(4):\n            C[bx * 256 + tx * 4 + v] = A[bx * 1073741824 + tx * 4 + v]\n";
  g_autofree char *source = must (list_program (text, "cuda", NULL, &failure));

  if (strstr (source, "*(char4*)(C + bx * 256 + tx * 4) = "
                      "*(const char4*)(A + (long long)bx * 1073741824ll + (long long)tx * 4ll);") == NULL)
    g_error ("%s", source);
}

/* Each line has its origin, and the comment of a block stands once. */
static void
test_lines (void)
{
  static const char text[] =
    "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n"
    "    for i in T.thread_binding(64, thread=\"blockIdx.x\"):\n        for j in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
    "            for k in T.unroll(2):\n                with T.block(\"double\"):\n"
    "                    vi = T.axis.spatial(64, i)\n                    vj = T.axis.spatial(64, j * 2 + k)\n"
    "                    C[vi, vj] = A[vi, vj] * T.float32(2)\n";
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autofree char   *source = must (list_program (text, "cuda", lines, &failure));
  g_auto (GStrv)     rows = g_strsplit (source, "\n", -1);
  g_auto (GStrv)     comments = g_strsplit (source, "// double\n", -1);
  guint              n_known = 0;

  g_assert_cmpuint (g_strv_length (rows), ==, lines->len);
  g_assert_cmpuint (g_strv_length (comments), ==, 2);
  for (guint i = 0; i < lines->len; i++)
    if (strstr (rows[i], "] * 2.0f") != NULL)
      {
        g_assert_cmpuint (g_array_index (lines, TlOrigin, i).id, !=, 0);
        n_known++;
      }
  g_assert_cmpuint (n_known, >, 0);
}

static void
test_refusals (void)
{
#define HEAD "@T.prim_func\ndef main(A: T.Buffer((64,), \"float32\"), C: T.Buffer((64,), \"float32\")):\n"
  static const struct { const char *language, *says, *text; } rows[] = {
    { "opencl", "OpenCL C has no T.tvm_warp_shuffle_down: threads of a block exchange values in shared memory",
      HEAD "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n"
           "        C[tx] = T.tvm_warp_shuffle_down(T.uint32(4294967295), A[tx], 16, 32, 32)\n" },
    { "opencl", "OpenCL C has no barrier of scope \"warp\"",
      HEAD "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n        T.tvm_storage_sync(\"warp\")\n        C[tx] = A[tx]\n" },
    { "metal", "Metal has no function for T.erf",
      HEAD "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n        C[tx] = T.erf(A[tx])\n" },
    { "opencl", "OpenCL C has no T.ptx_commit_group",
      HEAD "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n        T.ptx_commit_group()\n        C[tx] = A[tx]\n" },
    { "cuda", "T.ptx_mma",
      HEAD "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n        C[tx] = T.ptx_mma(\"float32\", A[tx])\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *text = list_program (rows[i].text, rows[i].language, NULL, &error);

      g_assert_cmpstr (text, ==, NULL);
      if (strstr (error->message, rows[i].says) == NULL)
        g_error ("\"%s\" does not say \"%s\"", error->message, rows[i].says);
    }
}

static void
test_nvrtc (void)
{
  guint n_fragments = 0;

  if (nvrtc_missing () != NULL)
    {
      g_test_skip (nvrtc_missing ());
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kernel_programs); i++)
    {
      g_autofree char *text = list_program (kernel_programs[i].text, languages[0], NULL, NULL), *log = NULL;

      if (!nvrtc_compile (text, "sm_80", &log) || *log != '\0')
        g_error ("%s:\n%s\n%s", kernel_programs[i].name, log, text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (kernel_cases); i++)
    if (g_str_has_prefix (kernel_cases[i].name, "fragments"))
      {
        g_autofree char *text = must (list_program (kernel_cases[i].text, "cuda", NULL, &failure)), *log = NULL;

        g_assert_nonnull (strstr (text, "mma.sync.aligned.m16n8k"));
        if (!nvrtc_compile (text, "sm_80", &log) || *log != '\0')
          g_error ("%s:\n%s\n%s", kernel_cases[i].name, log, text);
        n_fragments++;
      }
  g_assert_cmpuint (n_fragments, ==, 6);
}

/* No compiler for Metal is free to be here; one for C++, which it is made of, finds wrong types and syntax. */
static void
test_metal (void)
{
  g_autofree char *compiler = g_find_program_in_path ("c++"), *folder = NULL, *path = NULL;
  const char      *argv[] = { compiler, "-std=c++17", "-fsyntax-only", "-Wall", "-Wno-attributes", "-Wno-unused", "-Wno-unknown-pragmas",
                              "-include", TEST_DIR "/metal-words.h", NULL, NULL };

  if (compiler == NULL)
    {
      g_test_skip ("skipped: no C++ compiler (c++) to read Metal with");
      return;
    }
  folder = must (g_dir_make_tmp ("tl-metal-XXXXXX", &failure));
  path = g_build_filename (folder, "listing.cc", NULL);
  argv[G_N_ELEMENTS (argv) - 2] = path;
  for (guint i = 0; i < G_N_ELEMENTS (kernel_programs); i++)
    {
      g_autofree char *text = list_program (kernel_programs[i].text, "metal", NULL, NULL), *words = NULL;
      char            *kernels = text != NULL ? strstr (text, "using namespace") : NULL;
      int              status = 0;

      if (kernels == NULL)
        continue;
      must (g_file_set_contents (path, kernels, -1, &failure));
      must (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &words, &status, &failure));
      if (status != 0 || *words != '\0')
        g_error ("%s:\n%s\n%s", kernel_programs[i].name, words, text);
    }
  remove_folder (folder);
}

/* A sampled schedule of MetaSchedule's space for GPUs; FALSE: there is none of @seed, or it needs more shared memory than there is. */
static gboolean
check_sample (TlSpace *space, TlState *start, const TlTarget *target, guint64 seed)
{
  g_autoptr (TlState)  state = tl_space_sample (space, start, seed, NULL);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) lowered = NULL;
  g_autofree char     *text = NULL, *log = NULL;

  if (state == NULL)
    return FALSE;
  lowered = tl_lower (tl_state_module (state), tl_module_entry (tl_state_module (state))->name, target, NULL, &error);
  if (lowered == NULL && strstr (error->message, "bytes of shared memory") != NULL)
    return FALSE;
  g_assert_no_error (error);
  text = must (tl_gpu_source (lowered, tl_state_module (state), TL_GPU_CUDA, target, NULL, &failure));
  if (!nvrtc_compile (text, "sm_80", &log) || *log != '\0')
    g_error ("%s\n%s", log, text);
  return TRUE;
}

static guint
check_samples (const TlModule *module)
{
  const char          *wanted = g_getenv ("GPU_SOURCE_N");
  g_autoptr (TlState)  start = tl_state_new ((TlModule *) module, 0);
  g_autoptr (TlSpace)  space = NULL;
  TlTarget             target;
  guint                n = 0;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  space = must (tl_space_from_rules (&target, NULL, &failure));
  for (guint64 seed = 0; seed < (wanted != NULL ? g_ascii_strtoull (wanted, NULL, 10) : 2); seed++)
    n += check_sample (space, start, &target, seed);
  return n;
}

static const NamedText *matmuls;   /* of matmuls.py */

/* With matrix instructions too. */
static void
test_samples (void)
{
  static const char *const workloads[] = { "mm-relu-128", "softmax", "layer-norm" };
  guint                    n = 0;

  if (nvrtc_missing () != NULL)
    {
      g_test_skip (nvrtc_missing ());
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (workloads); i++)
    {
      g_autofree char     *path = g_strdup_printf (DATA_DIR "/workloads/%s.py", workloads[i]);
      g_autoptr (TlModule) module = read_module_file (path);

      n += check_samples (module);
    }
  for (const NamedText *matmul = matmuls; matmul->name != NULL; matmul++)
    {
      g_autofree char     *script = g_strdup_printf ("from tvm.script import tir as T\n%s", matmul->text);
      g_autoptr (TlModule) module = read_module (script);

      n += check_samples (module);
    }
  g_test_message ("%u schedules", n);
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  matmuls = named_texts_read (TEST_DIR "/matmuls.py");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/source/text", test_text);
  g_test_add_func ("/gpu/source/all-languages", test_all_languages);
  g_test_add_func ("/gpu/source/large", test_large);
  g_test_add_func ("/gpu/source/lines", test_lines);
  g_test_add_func ("/gpu/source/refusals", test_refusals);
  g_test_add_func ("/gpu/source/nvrtc", test_nvrtc);
  g_test_add_func ("/gpu/source/metal", test_metal);
  g_test_add_func ("/gpu/source/samples", test_samples);
  return g_test_run ();
}
