/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The printer of graph functions: printer-relax.c functions and statements, printer-relax-value.c types and values. Texts are those of
 * TVM: version 0.27 in the newest dialect, 0.18 in the classic one.
 */
#pragma once

#include "core/ir/relax-walk.h"
#include "core/text/printer-private.h"

G_BEGIN_DECLS

/* @in_signature: a size that is more than a name or number stands in quotes. */
void tl_print_relax_type (TlPrinter *printer, const TlRelaxType *type, gboolean in_signature);
void tl_print_relax_value (TlPrinter *printer, const TlRelaxExpr *expr);
/* A variable whose value is nothing: it has no name in the text. */
gboolean tl_relax_is_void (const TlRelaxExpr *expr);

G_END_DECLS
