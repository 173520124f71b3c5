/* SPDX-License-Identifier: Apache-2.0 */
/* How calls of intrinsics are written in a script: what reader and printer have to agree on. */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* The type of "T.name (…)"; FALSE where it stands in the script itself. */
gboolean tl_intrinsic_result (const TlIntrinsic *intrinsic, const TlExpr *const *args, guint n_args, TlDType *dtype);
/* Whether all arguments are of one type, which numbers among them take. */
gboolean tl_intrinsic_is_alike (const TlIntrinsic *intrinsic);
/* Whether "T.name (…)" is computed or rewritten when it is read, so that it does not give this call. */
gboolean tl_intrinsic_folds (const TlExpr *call);

G_END_DECLS
