/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers beside the buffers of a picture, and the originals of copies, in words. */
#pragma once

#include "core/draw/data/data-picture.h"

G_BEGIN_DECLS

/* The buffer whose numbers stand at a point; NULL: none. */
const TlDataBuffer *tl_data_picture_note_at (const TlDataPicture *picture, double x, double y);
/* The original of a copy that stands at a point; NULL: none. */
const TlDataStrip  *tl_data_picture_strip_at (const TlDataPicture *picture, double x, double y);

/* How often one iteration of the marked loop touches each element that it touches, on average; 0: not known. */
double              tl_data_picture_touches (const TlDataPicture *picture, const TlDataBuffer *buffer);
/*
 * "A: 128 × 128 float32, 64 KiB; one iteration of i reads 1 × 128, 512 B, and touches each element 128 times", in lines. Free with g_free.
 */
char               *tl_data_buffer_text (const TlDataPicture *picture, const TlDataBuffer *buffer);
/* "W[0:16, 0:32], 2 KiB: W_shared is copy of W per k_0", in lines. Free with g_free. */
char               *tl_data_strip_text (const TlDataPicture *picture, const TlDataStrip *strip);
/* Of the numbers, or the original of a copy, at a point; NULL: neither is there. Free with g_free. */
char               *tl_data_picture_text_at (const TlDataPicture *picture, double x, double y);

G_END_DECLS
