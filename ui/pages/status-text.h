/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

/* The measurement of the current variant in words, or why there is none; @predicted (nullable) in its place. Free with g_free. */
char *tl_status_text (TlSession *session, const char *predicted);
/* Explains the share of the peak in it, or how to get it; of GPUs why nothing is measured, NULL: it can be. Free with g_free. */
char *tl_status_tip (TlSession *session);

G_END_DECLS
