/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlAdviceView: one piece of advice on the current variant at a time, the one with the highest gain first: what limits it and what to do,
 * with buttons that preview and apply the step. Without advice it is hidden. Advice is found while the widget's parent is on the screen.
 */
#define TL_TYPE_ADVICE_VIEW (tl_advice_view_get_type ())
G_DECLARE_FINAL_TYPE (TlAdviceView, tl_advice_view, TL, ADVICE_VIEW, GtkWidget)

/* Goes into @parent. */
GtkWidget *tl_advice_view_new (TlEditor *editor, GtkWidget *parent);

G_END_DECLS
