/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/permuted-layout.h"

G_BEGIN_DECLS

/*
 * Where @position of rows in order, a scalar, is (core/ir/permuted-layout.h). Only the bits that change are xor'ed, with what does not
 * change from row to row left out of them: in loops along rows and over versions of a buffer that part stays the same.
 */
const TlExpr *tl_permuted_position (TlAnalyzer *analyzer, const TlExpr *position, gint64 row, TlDType dtype);

G_END_DECLS
