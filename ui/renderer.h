/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/*
 * Has windows on @display drawn by the processor itself where OpenGL would be, unless GSK_RENDERER says who draws. Before the first window.
 */
void tl_renderer_choose (GdkDisplay *display);

G_END_DECLS
