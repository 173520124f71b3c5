/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/canvas/nest-canvas.h"
#include "ui/canvas/nest-row.h"
#include "core/draw/nest.h"

G_BEGIN_DECLS

#define TL_MAX_CHAIN 32

/* A loop header that is dragged to another place in its perfect nest. */
typedef struct
{
  gboolean is_active;
  guint    chain[TL_MAX_CHAIN];        /* item indices, outermost first */
  guint    n_chain;
  guint    from;                       /* position of the dragged loop */
  char    *refusal[TL_MAX_CHAIN + 1];  /* of each slot; NULL: legal */
  char    *fuse_refusal[2];            /* with the neighbour above, below */
  gint     slot;                       /* under the pointer; -1: none */
  gint     fuse;                       /* -1: none, 0: above, 1: below */
  double   offset_y;                   /* pointer travel, in layout units */
} TlLoopDrag;

struct _TlNestCanvas
{
  GtkWidget      parent_instance;
  TlEditor      *editor;
  TlNest        *nest;         /* nullable */
  GPtrArray     *rows;         /* TlNestRow per item */
  TlNestBox     *boxes;        /* per item, in layout units */
  double         layout_width, layout_height;
  double         zoom;
  GskRenderNode *frames;       /* the drawing behind the rows, unscaled */
  TlLoopDrag     drag;
  TlNodeId       range_anchor; /* start of a Shift selection */
};

/* In nest-canvas-drag.c */
void tl_nest_canvas_init_drag (TlNestCanvas *canvas);
void tl_nest_canvas_clear_drag (TlNestCanvas *canvas);
void tl_nest_canvas_snapshot_drag (TlNestCanvas *canvas, GtkSnapshot *snapshot);
/* Moves loop @index of the nest by one within its perfect nest. */
void tl_nest_canvas_move_loop (TlNestCanvas *canvas, guint index, gint by);

/* In nest-canvas-input.c */
void tl_nest_canvas_init_input (TlNestCanvas *canvas);
void tl_nest_canvas_add_row_input (TlNestCanvas *canvas, TlNestRow *row);

/* The perfect nest around item @index, and its position there. */
guint tl_nest_canvas_chain (TlNestCanvas *canvas, guint index, guint chain[TL_MAX_CHAIN], guint *position);

G_END_DECLS
