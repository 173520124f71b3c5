/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures of a GPU kernel's figures. They fill (0, 0) … (width, height), paint no background, and say in words what they show. */
#pragma once

#include "core/analysis/gpu/kernel-cost.h"
#include "core/analysis/gpu/warp-access.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

#define TL_OCCUPANCY_HEIGHT 92.0    /* a row for each limit */
#define TL_N_LIMITS         (TL_OCCUPANCY_SHARED + 1)
#define TL_LANES_HEIGHT     26.0    /* of the lanes above sectors */
#define TL_COST_ROW         20.0
#define TL_N_GPU_LEVELS     3       /* shared memory, L2, memory */

/* How many blocks fit on a multiprocessor by each limit, @n_blocks_of; the one that is reached first is marked. */
void    tl_draw_occupancy (cairo_t *cr, const TlOccupancy *occupancy, const gint64 n_blocks_of[TL_N_LIMITS], const TlPalette *palette,
                           double width, double height);
/* "registers: 12 blocks, 80 × 64 of 65536; …". Free with g_free. */
char   *tl_occupancy_text (const TlOccupancy *occupancy, const gint64 n_blocks_of[TL_N_LIMITS]);

/* The multiprocessors of a GPU, those full that get a block in the last wave. */
void    tl_draw_multiprocessors (cairo_t *cr, guint n_multiprocessors, gint64 n_blocks, gint64 n_at_once, const TlPalette *palette,
                                 double width, double height);
double  tl_multiprocessors_height (guint n_multiprocessors, double width);

/*
 * A shared buffer of @n_bytes laid over the banks, a word a cell, 128 bytes a row, with the words that a request of a warp touches: those
 * of one bank beyond the first take a pass more each. Of a large buffer the part is shown that is touched.
 */
void    tl_draw_banks (cairo_t *cr, const TlWarpAccess *access, gint64 n_bytes, const TlPalette *palette, double width, double height);
double  tl_banks_height (const TlWarpAccess *access, gint64 n_bytes, double width);
/* "4 words of bank 0 and 7 other banks: 4 passes, 1 at best". Free with g_free. */
char   *tl_banks_text (const TlWarpAccess *access);

/* The lanes of a warp above the lines of 128 bytes that its request of global memory touches, each as four sectors. */
void    tl_draw_sectors (cairo_t *cr, const TlWarpAccess *access, const TlPalette *palette, double width, double height);
double  tl_sectors_height (const TlWarpAccess *access, double width);
/* "16 sectors in 8 lines, half of each; 16 at best". Free with g_free. */
char   *tl_sectors_text (const TlWarpAccess *access);

/* The terms of the predicted time as bars, the longest, which limits, first. */
void    tl_draw_cost_terms (cairo_t *cr, const TlKernelCost *cost, const TlPalette *palette, double width, double height);
double  tl_cost_terms_height (const TlKernelCost *cost);
/* "shared memory 290 µs, arithmetic 112 µs, …". Free with g_free. */
char   *tl_cost_terms_text (const TlKernelCost *cost);

/* Levels of memory: the bytes that move, what is computed with each, and the time that takes; a row of TL_COST_ROW for each. */
void    tl_draw_gpu_memory (cairo_t *cr, const TlKernelCost *cost, const TlPalette *palette, double width, double height);
/* "shared memory: 4 GiB, 290 µs; L2: …". Free with g_free. */
char   *tl_gpu_memory_text (const TlKernelCost *cost);

G_END_DECLS
