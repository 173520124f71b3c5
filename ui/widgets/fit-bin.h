/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows its child where it fits and nothing elsewhere: it needs no width, so that what it is in can become as narrow as the rest allows. */
#define TL_TYPE_FIT_BIN (tl_fit_bin_get_type ())
G_DECLARE_FINAL_TYPE (TlFitBin, tl_fit_bin, TL, FIT_BIN, GtkWidget)

G_END_DECLS
