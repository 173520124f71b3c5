/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of a cache on the picture of the buffers. */
#pragma once

#include "core/analysis/cache-contents.h"
#include "core/draw/data/data-picture.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* On top of tl_draw_data(): an outline around the elements that cache @cache, 0 to 2, holds, and a tint on them. */
void  tl_draw_cache_contents (cairo_t *cr, const TlDataPicture *picture, const TlCacheContents *contents, guint cache,
                              const TlPalette *palette);
/*
 * "L2 holds 1.2 MiB of 2 MiB after this iteration of j: A 128 KiB, B 1 MiB", and since when accesses are known, if that makes a difference.
 * Free with g_free.
 */
char *tl_cache_contents_text (const TlDataLayout *layout, const TlCacheContents *contents, guint cache);

G_END_DECLS
