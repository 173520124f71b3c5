/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The blocks in a loop, one above the other in the order in which they run: the buffers of each beside each other, as in the picture of
 * one block. A buffer that several blocks access is drawn once, by the block that writes it, with the tiles of the others on top.
 */
#pragma once

#include "core/draw/data/draw-data.h"

G_BEGIN_DECLS

#define TL_DATA_MAX_GROUPS 8

/* A block with at least one buffer of its own. */
typedef struct
{
  TlDataLayout  *layout;      /* owned */
  TlDataPicture *picture;     /* owned, of the present position and size; NULL before */
  double         y, height;   /* of the picture */
} TlDataGroup;

typedef struct
{
  TlNodeId    loop;
  guint       n_fixed;        /* loops around all blocks, of which @loop is the innermost */
  TlDataGroup groups[TL_DATA_MAX_GROUPS];
  guint       n_groups;
  guint       n_more;         /* blocks that have no room */
} TlDataGroups;

/* The blocks in @loop; NULL where they are fewer than two. */
TlDataGroups *tl_data_groups_new (const TlNest *nest, TlNodeId loop);
void          tl_data_groups_free (TlDataGroups *groups);
/* @position: of the loops around all blocks; the others stand at their first iteration. */
void          tl_data_groups_place (TlDataGroups *groups, const gint64 *position, const TlCaches *caches, double width, double height);
/* In which all groups have room. */
double        tl_data_groups_needed_height (const TlDataGroups *groups);

/* The group and its spot at a point; -1: none. */
gint          tl_data_groups_find (const TlDataGroups *groups, double x, double y, TlDataSpot *spot);
/* The element at a point, or what stands beside the buffers there; NULL: nothing. Free with g_free. */
char         *tl_data_groups_text_at (const TlDataGroups *groups, double x, double y);
/* Where the buffer is drawn, and in which group; NULL: nowhere. */
const TlDataRect *tl_data_groups_rect_of (const TlDataGroups *groups, const TlBuffer *buffer, guint *group);

/* Paints no background. */
void          tl_draw_data_groups (cairo_t *cr, const TlDataGroups *groups, const TlPalette *palette);
/* The summaries of the pictures, each with the name of its block. Free with g_free. */
char         *tl_data_groups_summary (const TlDataGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDataGroups, tl_data_groups_free)

G_END_DECLS
