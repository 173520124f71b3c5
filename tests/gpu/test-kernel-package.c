/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of kernels, the launches of a run, and packages as bytes. */
#include "core/codegen/kernel-launches.h"
#include "tests/gpu/kernel-form.h"

#define HEAD "@T.prim_func\ndef main(C: T.Buffer((64,), \"float32\"), n: T.int32, A: T.Buffer((64,), \"float32\")):\n"

static const char two_kernels[] =
  HEAD
  "    W = T.decl_buffer((64,), \"float16\")\n"
  "    with T.launch_thread(\"blockIdx.x\", 4) as bx:\n"
  "        tx = T.launch_thread(\"threadIdx.x\", 16)\n"
  "        S = T.decl_buffer((16,), \"float32\", scope=\"shared\")\n"
  "        S[tx] = A[bx * 16 + tx]\n"
  "        T.tvm_storage_sync(\"shared\")\n"
  "        W[bx * 16 + tx] = T.Cast(\"float16\", S[15 - tx])\n"
  "    for i in range(2):\n"
  "        with T.launch_thread(\"blockIdx.y\", i + 1) as by:\n"
  "            ty = T.launch_thread(\"threadIdx.z\", 32)\n"
  "            D = T.decl_buffer((5,), \"float32\", scope=\"shared.dyn\")\n"
  "            E = T.decl_buffer((64,), \"float32\", scope=\"shared.dyn\")\n"
  "            D[0] = T.float32(0)\n"
  "            E[ty] = C[by * 32 + ty]\n"
  "            C[by * 32 + ty] = E[ty] + A[ty] + T.Cast(\"float32\", W[ty] + T.Cast(\"float16\", i + n))\n";

static GPtrArray *
kernels_of (const TlModule *module)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *kernels = tl_kernels_find (module->prims[0], &error);

  g_assert_no_error (error);
  return kernels;
}

/* "A:2 r, C:0 rw, n:1": names, the function's parameter or -1, use. */
static char *
describe_params (const TlModule *module, const TlKernel *kernel)
{
  g_autoptr (GArray) params = tl_kernel_params (module->prims[0], kernel);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < params->len; i++)
    {
      const TlKernelParam *param = &g_array_index (params, TlKernelParam, i);

      g_string_append_printf (text, "%s%s:%d", i > 0 ? ", " : "", param->buffer != NULL ? param->buffer->name : param->var->name,
                              param->index);
      if (param->buffer != NULL)
        g_string_append_printf (text, " %s%s", param->is_read ? "r" : "", param->is_written ? "w" : "");
    }
  return g_string_free (text, FALSE);
}

static void
test_params (void)
{
  g_autoptr (TlModule) module = read_kernel_form (two_kernels);
  g_autoptr (GPtrArray) kernels = kernels_of (module);
  g_autofree char *first = describe_params (module, kernels->pdata[0]), *second = describe_params (module, kernels->pdata[1]);

  g_assert_cmpuint (kernels->len, ==, 2);
  g_assert_cmpstr (first, ==, "A:2 r, W:-1 w");
  g_assert_cmpstr (second, ==, "C:0 rw, A:2 r, W:-1 r, n:1, i:-1");
}

/* A matrix instruction says what it does with the memory that it gets the address of. */
static void
test_matrix_params (void)
{
  g_autoptr (TlModule) module = read_kernel_form (
    "@T.prim_func\ndef main(A: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float16\"), n: T.int32):\n"
    "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n"
    "        f = T.decl_buffer((256,), \"float16\", scope=\"wmma.accumulator\")\n"
    "        T.tvm_load_matrix_sync(f.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), A.data, n, 256, 1), 16, "
    "\"row_major\")\n"
    "        T.tvm_store_matrix_sync(f.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), C.data, 0, 256, 2), 16, "
    "\"row_major\")\n");
  g_autoptr (GPtrArray) kernels = kernels_of (module);
  g_autofree char *params = describe_params (module, kernels->pdata[0]);

  g_assert_cmpstr (params, ==, "A:0 r, C:1 w, n:2");
}

static TlKernelPackage *
package_of (const TlModule *module)
{
  TlKernelPackage *package = tl_kernel_package_new ("ptx", "text of kernels");
  g_autoptr (GError) error = NULL;

  tl_kernel_launches_add (package, module->prims[0], &error);
  g_assert_no_error (error);
  return package;
}

static void
check_package (const TlKernelPackage *package)
{
  const TlKernelLaunch *first, *last;
  const TlKernelArg    *args;

  g_assert_cmpstr (package->source, ==, "text of kernels");
  g_assert_cmpuint (package->workspaces->len, ==, 1);
  g_assert_cmpuint (g_array_index (package->workspaces, guint64, 0), ==, 128);
  g_assert_cmpuint (package->launches->len, ==, 3);
  first = package->launches->pdata[0];
  g_assert_cmpstr (first->kernel, ==, "main_kernel");
  g_assert_cmpuint (first->n_blocks[0], ==, 4);
  g_assert_cmpuint (first->n_threads[0], ==, 16);
  g_assert_cmpuint (first->n_blocks[1] * first->n_blocks[2] * first->n_threads[1] * first->n_threads[2], ==, 1);
  g_assert_cmpuint (first->dynamic_shared_bytes, ==, 0);
  last = package->launches->pdata[2];
  g_assert_cmpstr (last->kernel, ==, "main_kernel_1");
  g_assert_cmpuint (last->n_blocks[1], ==, 2);
  g_assert_cmpuint (last->n_threads[2], ==, 32);
  g_assert_cmpuint (last->dynamic_shared_bytes, ==, 128 + 256);
  g_assert_cmpuint (last->args->len, ==, 5);
  args = &g_array_index (last->args, TlKernelArg, 0);
  g_assert_cmpint (args[0].kind, ==, TL_KERNEL_ARG_PARAM);
  g_assert_cmpuint (args[1].index, ==, 2);
  g_assert_cmpint (args[2].kind, ==, TL_KERNEL_ARG_WORKSPACE);
  g_assert_cmpint (args[3].kind, ==, TL_KERNEL_ARG_PARAM);
  g_assert_cmpuint (args[3].n_bytes, ==, 4);
  g_assert_cmpint (args[4].kind, ==, TL_KERNEL_ARG_VALUE);
  g_assert_cmpuint (args[4].bytes[0], ==, 1);
}

static void
test_launches (void)
{
  g_autoptr (TlModule) module = read_kernel_form (two_kernels);
  g_autoptr (TlKernelPackage) package = package_of (module), read = NULL;
  g_autoptr (GBytes) bytes = tl_kernel_package_write (package);
  g_autoptr (GError) error = NULL;

  check_package (package);
  read = tl_kernel_package_read (bytes, "ptx", &error);
  g_assert_no_error (error);
  check_package (read);
}

static void
test_malformed (void)
{
  g_autoptr (TlModule) module = read_kernel_form (two_kernels);
  g_autoptr (TlKernelPackage) package = package_of (module);
  g_autoptr (GBytes) bytes = tl_kernel_package_write (package);
  g_autoptr (GError) error = NULL;

  g_assert_null (tl_kernel_package_read (bytes, "opencl", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "ptx"));
  for (gsize length = 0; length < g_bytes_get_size (bytes); length++)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, length);
      g_autoptr (GError) failure = NULL;

      g_assert_null (tl_kernel_package_read (part, "ptx", &failure));
      g_assert_error (failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
}

/* Host code that cannot be run ahead. */
static void
test_refused (void)
{
  static const struct { const char *text, *says; } rows[] = {
    { HEAD "    C[0] = A[0]\n", "buffer C is stored to outside of kernels" },
    { HEAD "    with T.launch_thread(\"blockIdx.x\", n) as bx:\n        C[bx] = A[bx]\n",
      "the extent of blockIdx.x in kernel main_kernel" },
    { HEAD "    if n > 3:\n        with T.launch_thread(\"blockIdx.x\", 4) as bx:\n            C[bx] = A[bx]\n",
      "a condition around kernels" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = read_kernel_form (rows[i].text);
      g_autoptr (TlKernelPackage) package = tl_kernel_package_new ("ptx", "");
      g_autoptr (GError) error = NULL;

      g_assert_false (tl_kernel_launches_add (package, module->prims[0], &error));
      g_assert_error (error, TL_KERNEL_ERROR, TL_KERNEL_ERROR_FORM);
      g_assert_nonnull (strstr (error->message, rows[i].says));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-package/params", test_params);
  g_test_add_func ("/kernel-package/matrix-params", test_matrix_params);
  g_test_add_func ("/kernel-package/launches", test_launches);
  g_test_add_func ("/kernel-package/malformed", test_malformed);
  g_test_add_func ("/kernel-package/refused", test_refused);
  return g_test_run ();
}
