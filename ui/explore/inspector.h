/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/* The selection: kind, axes, footprints of the loops around it and the caches that these fit in, and the applicable primitives. */
#define TL_TYPE_INSPECTOR (tl_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TlInspector, tl_inspector, TL, INSPECTOR, GtkWidget)

GtkWidget *tl_inspector_new (TlEditor *editor);

G_END_DECLS
