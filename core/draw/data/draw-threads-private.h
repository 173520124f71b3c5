/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/data/thread-picture.h"

G_BEGIN_DECLS

/* A title over a dim line. */
void tl_draw_threads_head (cairo_t *cr, double x, double y, double width, const char *title, const char *detail, const TlPalette *palette);
/* In draw-thread-phases.c: the list of phases. */
void tl_draw_thread_phases (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette);

G_END_DECLS
