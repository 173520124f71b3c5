/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX files from anywhere: each ends soon, with a well-formed module or with an error. */
#include "core/graph/import/onnx.h"
#include "core/ir/verify.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const TlDimBinding    dims[] = { { "x:0", 4 } };
  g_autoptr (GBytes)    bytes = g_bytes_new_static (data, size);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError)    error = NULL, bound_error = NULL;
  g_autoptr (TlModule)  module = tl_onnx_parse (bytes, NULL, NULL, 0, &problems, &error);
  g_autoptr (TlModule)  bound = tl_onnx_parse (bytes, NULL, dims, G_N_ELEMENTS (dims), NULL, &bound_error);

  g_assert_true ((module == NULL) == (error != NULL));
  g_assert_true ((bound == NULL) == (bound_error != NULL));
  g_assert_true (module == NULL || (problems && tl_module_verify (module, &error)));
  g_assert_true (bound == NULL || tl_module_verify (bound, &error));
  return 0;
}
