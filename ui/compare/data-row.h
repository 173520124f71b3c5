/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/compare/nest-alignment.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/* The buffers of each compared schedule's main block with the tiles of its first iteration, all pictures of one size. A TlCompareRow. */
GtkWidget *tl_data_row_new (void);
/* @names: of the columns, for screen readers. */
void       tl_data_row_show (GtkWidget *row, const TlNestAlignment *alignment, const char *const *names, const TlCaches *caches);

G_END_DECLS
