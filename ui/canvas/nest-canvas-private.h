/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/draw/canvas/nest-columns.h"
#include "core/draw/draw-nest-lines.h"
#include "core/draw/nest-folds.h"
#include "ui/canvas/nest-drops.h"
#include "ui/canvas/nest-canvas.h"
#include "ui/canvas/nest-row.h"

G_BEGIN_DECLS

#define TL_NEST_CANVAS_MARGIN 12.0

/* A loop's header or a block's card that is dragged to another place, or sent there by keys. */
typedef struct
{
  gboolean      is_active;
  gboolean      by_keys;   /* then it stays where it is */
  guint         from;      /* its item index */
  TlNestDrops  *drops;
  GCancellable *running;
  gint          target;    /* index of the slot under the pointer; -1: none */
  double        offset_y;  /* how far it has moved, in layout units */
  double        x, y;      /* of the pointer */
  GtkGesture   *gesture;   /* borrowed from the canvas */
  AdwAnimation *spring;    /* nullable: back to its place after a drop that did nothing */
  GtkWidget    *split_row; /* borrowed; nullable */
  GtkWidget    *held;      /* nullable: the row in which a split began, kept under the pointer while the nest shows others */
  gboolean      is_split;  /* the right edge of a loop's header is dragged: the editor's ruler follows */
} TlNestDrag;

struct _TlNestCanvas
{
  GtkWidget      parent_instance;
  TlEditor      *editor;
  TlNest        *nest;         /* nullable */
  GPtrArray     *rows;         /* TlNestRow per item */
  TlNestBox     *boxes;        /* per item, in layout units */
  double         layout_width, layout_height;
  double         zoom;
  guint          n_columns;    /* of nests in boxes; 0: one below the other, without arrows between them */
  gboolean       is_one_column;
  GArray        *edges;        /* TlNestEdge; nullable */
  GskRenderNode *frames;       /* the drawing behind the rows, unscaled: of … */
  graphene_rect_t drawn;       /* … this part, in layout units; rows outside of it are not drawn either */
  /* How it is shown */
  gboolean       in_lines;
  gboolean       is_chosen;    /* boxes or lines: by hand */
  TlNestFolds   *folds;
  gboolean      *folded;       /* per item, as these two */
  gboolean      *hidden;
  TlNestFigure  *figures;
  gboolean       has_code;     /* of some loop */
  TlNestColumns  columns;      /* over the scale of the text */
  GCancellable  *finding;      /* figures */
  gint           to_show;      /* item to scroll to after the next layout; -1: none */
  /* Input */
  TlNestDrag     drag;
  TlNodeId       range_anchor; /* start of a Shift selection */
  gint           hovered;      /* item; -1: none */
  AdwAnimation  *dimming;
  double         dim;          /* 0 … 1: of what is outside of the hovered item */
  /* The dependence that is shown */
  char          *violation_label;   /* nullable: none is */
  TlNodeId       violation_from, violation_to;
};

/* In nest-canvas.c */
/* Shows the folds and the way to show it as they are now. */
void     tl_nest_canvas_refold (TlNestCanvas *canvas);
void     tl_nest_canvas_redraw_frames (TlNestCanvas *canvas);
/* In nest-canvas-view.c */
double   tl_nest_canvas_top_margin (TlNestCanvas *canvas);
/* Of the scrolled window around it, in pixels; 0: it is in none. */
void     tl_nest_canvas_room (TlNestCanvas *canvas, double *width, double *height);
/* From layout units to the widget. */
GskTransform *tl_nest_canvas_transform (TlNestCanvas *canvas);
void     tl_nest_canvas_snapshot_view (GtkWidget *widget, GtkSnapshot *snapshot);
/* Draws what comes into view. */
void     tl_nest_canvas_follow_scroller (TlNestCanvas *canvas, GtkScrolledWindow *scroller);
/* Scrolls to the item that was zoomed to: after a layout. */
void     tl_nest_canvas_scroll_to_shown (TlNestCanvas *canvas);
/* Whether texts can be read: rows are shown. */
gboolean tl_nest_canvas_has_detail (TlNestCanvas *canvas);
/* Shows the loop or block, and as much around it as there is room for. */
void     tl_nest_canvas_zoom_to (TlNestCanvas *canvas, guint index);
/* The innermost box around a point of the widget; -1: none. In nest-canvas-hover.c. */
gint     tl_nest_canvas_box_at (TlNestCanvas *canvas, double x, double y);
/* A point of the widget in layout units. */
void     tl_nest_canvas_to_layout (TlNestCanvas *canvas, double *x, double *y);
TlSelection *tl_nest_canvas_selection (TlNestCanvas *canvas);

/* Whether a row made for @a can show @b unchanged. */
gboolean tl_nest_items_look_same (const TlNestItem *a, const TlNestItem *b);

/* In nest-canvas-preview.c */
/* The one that is previewed, or the current variant's; NULL: there is no program. Borrowed. */
TlState *tl_nest_canvas_shown_state (TlNestCanvas *canvas);
/* Marks the rows of loops and blocks that the current variant does not have, or has another way. */
void     tl_nest_canvas_mark_preview (TlNestCanvas *canvas);

/* In nest-canvas-drag.c */
void     tl_nest_canvas_init_drag (TlNestCanvas *canvas);
void     tl_nest_canvas_clear_drag (TlNestCanvas *canvas);
/* Where the header may go, under it; a word on where it would go now, over it. */
void     tl_nest_canvas_snapshot_drag (TlNestCanvas *canvas, GtkSnapshot *snapshot);
void     tl_nest_canvas_snapshot_target (TlNestCanvas *canvas, GtkSnapshot *snapshot);
/* Whether a point of the row is its edge, by which a loop is split. */
gboolean tl_nest_row_is_edge (TlNestRow *row, double x);
/* Whether the row of item @index is being dragged, or springs back. */
gboolean tl_nest_canvas_is_lifted (TlNestCanvas *canvas, guint index);
/* Whether a row that leaves the nest stays a child, as a split is dragged out of it; until that ends. */
gboolean tl_nest_canvas_hold (TlNestCanvas *canvas, GtkWidget *row);
void     tl_nest_canvas_let_go (TlNestCanvas *canvas);
/* Chooses a loop for block @index by keys; FALSE if that is not a block. Keys of that choice, and Escape of a drag: TRUE. */
gboolean tl_nest_canvas_choose_loop (TlNestCanvas *canvas, guint index);
gboolean tl_nest_canvas_drag_key (TlNestCanvas *canvas, guint keyval);
/* Moves loop @index of the nest by one within its perfect nest. */
void     tl_nest_canvas_move_loop (TlNestCanvas *canvas, guint index, gint by);

/* In cache-popover.c */
/* Asks for the storage scope of a copy, at @anchor, and makes it. */
void     tl_cache_popover_open (TlEditor *editor, const TlCacheAt *cache, GtkWidget *anchor);

/* In nest-canvas-hover.c */
void     tl_nest_canvas_init_hover (TlNestCanvas *canvas);
void     tl_nest_canvas_follow_hover (TlNestCanvas *canvas);
void     tl_nest_canvas_snapshot_hover (TlNestCanvas *canvas, GtkSnapshot *snapshot);

/* In nest-canvas-violation.c */
void     tl_nest_canvas_snapshot_violation (TlNestCanvas *canvas, GtkSnapshot *snapshot);

/* In nest-canvas-figures.c */
void     tl_nest_canvas_init_figures (TlNestCanvas *canvas);
/* Asks for the numbers of the nest shown. */
void     tl_nest_canvas_find_figures (TlNestCanvas *canvas);
/* Writes what is known of their time, or of their code, into the rows. */
void     tl_nest_canvas_show_shares (TlNestCanvas *canvas);
void     tl_nest_canvas_show_code (TlNestCanvas *canvas);

/* In nest-canvas-input.c */
void     tl_nest_canvas_init_input (TlNestCanvas *canvas);
void     tl_nest_canvas_add_row_input (TlNestCanvas *canvas, TlNestRow *row);

G_END_DECLS
