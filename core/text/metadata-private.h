/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors in the form in which TVM stores them in JSON, and the line of a script that holds them. */
#pragma once

#include "core/device/tensor.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/* In base64; free with g_free. */
char     *tl_metadata_blob (const TlTensor *tensor);
/* NULL if @base64 is no tensor. */
TlTensor *tl_metadata_tensor (const char *base64);
/* metadata = tvm.ir.load_json ("…") with @constants (const TlTensor*) in order; free with g_free. */
char     *tl_metadata_line (const GPtrArray *constants, TlDialect dialect);

G_END_DECLS
