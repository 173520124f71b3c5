/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/* What is selected: kind, axes, what one iteration touches, how that fits the caches, and which steps are possible. */
#define TL_TYPE_INSPECTOR (tl_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TlInspector, tl_inspector, TL, INSPECTOR, GtkWidget)

GtkWidget *tl_inspector_new (TlEditor *editor);

G_END_DECLS
