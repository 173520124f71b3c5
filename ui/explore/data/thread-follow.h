/* SPDX-License-Identifier: Apache-2.0 */
/* The thread of a GPU kernel that is looked at, in the selection, and a scrubber's position in the loops of @layout's block. */
#pragma once

#include "core/session/selection.h"
#include "ui/explore/data/scrubber.h"

G_BEGIN_DECLS

/* The scrubber goes to the selection's thread; it stays where it is if the block runs in no such thread. */
void tl_thread_follow (TlScrubber *scrubber, const TlDataLayout *layout, TlSelection *selection);
/* The selection gets the thread of the scrubber's position, if it is in a kernel. */
void tl_thread_tell (TlScrubber *scrubber, const TlDataLayout *layout, TlSelection *selection);

G_END_DECLS
