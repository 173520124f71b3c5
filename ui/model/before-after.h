/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/model-facts.h"

G_BEGIN_DECLS

/**
 * TlBeforeAfter: the times of a model's kernels by rules and with records, as two bars. Hidden where there is nothing to compare.
 *
 * Signals:
 *   "selected" (guint)   a kernel was clicked
 */
#define TL_TYPE_BEFORE_AFTER (tl_before_after_get_type ())
G_DECLARE_FINAL_TYPE (TlBeforeAfter, tl_before_after, TL, BEFORE_AFTER, GtkWidget)

/* Again with new figures; NULL: none. @facts outlive the widget's use of them. */
void tl_before_after_set_facts (TlBeforeAfter *times, const TlModelFacts *facts);
/* Without a signal; -1: none. */
void tl_before_after_select (TlBeforeAfter *times, gint kernel);

G_END_DECLS
