/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* To be called once, before the first box and label are made. */
void tl_text_widths_measure_once (void);

G_END_DECLS
