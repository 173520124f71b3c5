/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/*
 * Selects the Cairo renderer on @display if OpenGL would run in software there, unless GSK_RENDERER is set. Call before the first window.
 */
void tl_renderer_choose (GdkDisplay *display);

G_END_DECLS
