/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The threads of a GPU kernel before it runs: the grid, one block with its warps as rows, what a block does between barriers, and the
 * memory requests of one warp.
 */
#pragma once

#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/gpu/thread-phases.h"
#include "core/analysis/gpu/warp-access.h"
#include "core/draw/data/data-picture.h"
#include "core/draw/data/thread-cells.h"

G_BEGIN_DECLS

#define TL_PHASES_HEAD  40.0    /* heights of the list of phases */
#define TL_PHASES_FIRST 32.0    /* where the first one begins */
#define TL_PHASE_HEIGHT 38.0
#define TL_REQUESTS_HEAD  40.0  /* … and of that of requests */
#define TL_REQUEST_HEIGHT 36.0

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
  GPtrArray          *phases;              /* TlThreadPhase */
  double              phases_x, phases_y, phases_width;   /* of the list of phases, below the grid */
  double              requests_x, requests_y;   /* where the list of requests begins */
} TlThreadPicture;

/* @layout must outlive the picture; its loops are bound to blockIdx or threadIdx. */
TlThreadPicture *tl_thread_picture_new (const TlDataLayout *layout, const gint64 *position, double width, double height);
/* Adds how many blocks run at once on a multiprocessor of the target; of sm_80 where it is no GPU of NVIDIA. */
void             tl_thread_picture_set_target (TlThreadPicture *picture, const TlTarget *target);
void             tl_thread_picture_free (TlThreadPicture *picture);

/* In which all phases and requests have room, at the picture's width. */
double           tl_thread_picture_needed_height (const TlThreadPicture *picture);

/* The block, or the thread of the shown block, at a point; the other one is that of the position. FALSE: neither is there. */
gboolean         tl_thread_picture_find (const TlThreadPicture *picture, double x, double y, gint64 *block, gint64 *thread);

/* "Occupancy 25 %", and what limits it. Free with g_free. */
char            *tl_thread_picture_occupancy_title (const TlThreadPicture *picture);
char            *tl_thread_picture_occupancy_text (const TlThreadPicture *picture);

/* The phase listed at a point; NULL: none. */
const TlThreadPhase *tl_thread_picture_phase_at (const TlThreadPicture *picture, double x, double y);
/* "A_shared, W_shared: k_0 × 16, writes A_shared, W_shared; 256 of 256 threads", in lines. Free with g_free. */
char            *tl_thread_picture_phase_text (const TlThreadPicture *picture, const TlThreadPhase *phase);
/* Whether the block of the layout runs in the phase. */
gboolean         tl_thread_picture_is_in (const TlThreadPicture *picture, const TlThreadPhase *phase);
/* "A_shared, W_shared", "k_0 × 8, writes A_shared, W_shared" and "32 of 32 threads". Free with g_free. */
char            *tl_thread_phase_title (const TlThreadPhase *phase);
char            *tl_thread_phase_text (const TlThreadPhase *phase);
char            *tl_thread_phase_threads (const TlThreadPicture *picture, const TlThreadPhase *phase);

/*
 * A thread of the shown block: its warp and lane, the elements that it accesses, and who shares their sectors or banks. Lines; free with
 * g_free.
 */
char            *tl_thread_picture_lane_text (const TlThreadPicture *picture, gint64 thread);

/* Paints no background. */
void             tl_draw_threads (cairo_t *cr, const TlThreadPicture *picture, const TlPalette *palette);

/* On top of it: a thread of the shown block, framed; of the warp whose requests are shown, also the sectors and banks of its accesses. */
void             tl_draw_thread_lane (cairo_t *cr, const TlThreadPicture *picture, gint64 thread, const TlPalette *palette);

/* "Grid 8 × 8, 64 blocks; block 16 × 16, 8 warps. …": the mapping, the thread and the requests in words. Free with g_free. */
char            *tl_thread_picture_summary (const TlThreadPicture *picture);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlThreadPicture, tl_thread_picture_free)

G_END_DECLS
