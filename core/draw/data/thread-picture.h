/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of a GPU kernel before it runs: the grid, one block with its warps as rows, and the memory requests of one warp. */
#pragma once

#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/gpu/warp-access.h"
#include "core/draw/data/data-picture.h"

G_BEGIN_DECLS

/* Cells of one size in rows; a part of them where there are too many. */
typedef struct
{
  double x, y, cell, gap;
  gint64 first;        /* number of the first cell shown, a multiple of @columns */
  guint  columns, rows;
  gint64 n;            /* of all cells */
} TlThreadCells;

typedef struct
{
  const TlDataLayout *layout;      /* borrowed */
  TlThreadMapping     mapping;
  gint64             *position;
  gint64              block, thread;       /* of the position */
  GArray             *accesses;            /* TlWarpAccess of the thread's warp; NULL: not known */
  double              width, height;
  TlThreadCells       grid, warps;         /* a row of @warps is a warp */
  TlOccupancy         occupancy;           /* of the kernel; its limits NULL: not known */
  gboolean            is_assumed;          /* the limits are those of a usual GPU, not of the target */
  double              occupancy_y;         /* of its text */
  double              requests_y;          /* where the list of requests begins */
} TlThreadPicture;

/* @layout must outlive the picture; its loops are bound to blockIdx or threadIdx. */
TlThreadPicture *tl_thread_picture_new (const TlDataLayout *layout, const gint64 *position, double width, double height);
/* Adds how many blocks run at once on a multiprocessor of the target; of sm_80 where it is no GPU of NVIDIA. */
void             tl_thread_picture_set_target (TlThreadPicture *picture, const TlTarget *target);
void             tl_thread_picture_free (TlThreadPicture *picture);

/* The block, or the thread of the shown block, at a point; the other one is that of the position. FALSE: neither is there. */
gboolean         tl_thread_picture_find (const TlThreadPicture *picture, double x, double y, gint64 *block, gint64 *thread);

/* "Occupancy 25 %", and what limits it. Free with g_free. */
char            *tl_thread_picture_occupancy_title (const TlThreadPicture *picture);
char            *tl_thread_picture_occupancy_text (const TlThreadPicture *picture);

/* Paints no background. */
void             tl_draw_threads (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette);

/* "Grid 8 × 8, 64 blocks; block 16 × 16, 8 warps. …": the mapping, the thread and the requests in words. Free with g_free. */
char            *tl_thread_picture_summary (const TlThreadPicture *picture);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlThreadPicture, tl_thread_picture_free)

G_END_DECLS
