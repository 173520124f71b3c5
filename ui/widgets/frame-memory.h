/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Without a graphics driver, GTK's Cairo renderer sends frames to an X server through shared memory. Cairo takes it from the system for a
 * large frame and gives it back: an eighth of such a frame went by until its pages were there. It keeps that memory as long as a picture
 * in it lives, so the display gets one (5 MiB). Does nothing with other renderers and on other systems. @window: realized.
 */
void tl_keep_frame_memory (GtkNative *window);

G_END_DECLS
