/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

extern const TlTargetKind tl_target_llvm, tl_target_cuda, tl_target_opencl, tl_target_metal, tl_target_emulated;

/* The target string that one of TVM's tags stands for; NULL if there is no such tag. */
const char *tl_target_tag_find (const char *tag);

/* --- target-cpu.c --- */
guint tl_target_derive_vector_bits (const TlTarget *target);

G_END_DECLS
