/* SPDX-License-Identifier: Apache-2.0 */
/* How deep recursion over text from outside may go: as far as the stack of the thread that reads it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An address on the calling thread's stack beyond which recursion must not go on; NULL where the system does not say. */
const void *tl_stack_floor (void);

/* Whether the caller's frame, on the stack that @floor is of, lies beyond it. */
gboolean    tl_stack_is_low (const void *floor);

G_END_DECLS
