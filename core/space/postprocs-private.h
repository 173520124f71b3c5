/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by postprocessors. */
#pragma once

#include "core/ir/path.h"
#include "core/space/postproc.h"

G_BEGIN_DECLS

/* A row of the table for each: tl_postproc_<name>. */
#define TL_POSTPROCS(X)                                                                                                                   \
  X (disallow_dynamic_loop) X (rewrite_cooperative_fetch) X (rewrite_parallel_vectorize_unroll) X (rewrite_reduction_block)               \
  X (rewrite_layout) X (rewrite_tensorize) X (rewrite_unbound_block) X (verify_gpu_code) X (disallow_async_strided_mem_copy)              \
  X (verify_vtcm_limit)

#define X(name_) extern const TlPostproc tl_postproc_##name_;
TL_POSTPROCS (X)
#undef X

/* The argument of a row's parameter @name. */
gint64   tl_postproc_int (const TlPostprocCall *call, const TlPostproc *postproc, const char *name);
gboolean tl_postproc_bool (const TlPostprocCall *call, const TlPostproc *postproc, const char *name);

/* Walks all functions of the schedule's program; @user_data as for tl_stmt_walk. FALSE if the visitor stopped. */
gboolean tl_postproc_walk (const TlPostprocCall *call, TlStmtVisit visit, gpointer user_data);

G_END_DECLS
