/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/*
 * With TILELOOM_WATCHDOG=16, in debug builds: a line on stderr for each time that the main thread did not return to its loop within 16 ms,
 * a frame, with the key or the click before it. With TILELOOM_WATCHDOG=delay each key is held up as well, so that there is something to
 * see.
 */
void tl_watch_holds (GtkApplication *application);

G_END_DECLS
