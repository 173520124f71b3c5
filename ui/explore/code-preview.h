/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

#define TL_CODE_PREVIEW_PAGE "preview"

/*
 * Adds a page to @stack, the code pane's, that is shown as long as a state is previewed: the script with the lines that the step removes
 * and adds. The page before comes back afterwards.
 */
void tl_code_preview_add (GtkStack *stack, TlSession *session);

G_END_DECLS
