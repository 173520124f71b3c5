/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of programs.py, and what they compute. */
#pragma once

#include "core/interp/check.h"

G_BEGIN_DECLS

/* Owned. */
typedef struct
{
  const char  *name;          /* static */
  TlModule    *module;
  GPtrArray   *inputs;        /* TlTensor */
  TlReference *reference;
} GpuSubject;

/* All of them, in the order of the file; made once, never freed. Any thread may read them. */
const GpuSubject *gpu_subjects (guint *n);

/* Copies of its inputs, which a run may change. */
GPtrArray *gpu_subject_args (const GpuSubject *subject);

G_END_DECLS
