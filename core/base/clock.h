/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Monotonic time. */
gint64 tl_time_ns (void);

G_END_DECLS
