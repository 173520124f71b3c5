/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/draw/canvas/nest-columns.h"
#include "core/draw/draw-nest-lines.h"
#include "core/draw/nest-folds.h"
#include "ui/canvas/nest-drops.h"
#include "ui/canvas/nest-canvas.h"
#include "ui/canvas/nest-row.h"
#include "ui/widgets/after-frame.h"

G_BEGIN_DECLS

#define TL_NEST_CANVAS_MARGIN 12.0

/* A loop's header or a block's card that is dragged to another place, or sent there by keys. */
typedef struct
{
  gboolean      is_active;
  gboolean      by_keys;   /* then it stays where it is */
  gboolean      in_branch; /* the step makes a new variant */
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

/* In layout units, of the rows of a nest shown in one way: the largest so far. */
typedef struct
{
  double heights[TL_NEST_ROW_N_SHAPES];
  double width;         /* from the left edge of the outermost row to the right edge of the row */
  double noted_width;   /* with room for the notes of lines */
} TlNestRowSizes;

struct _TlNestCanvas
{
  GtkWidget      parent_instance;
  TlEditor      *editor;
  TlNest        *nest;         /* nullable */
  GPtrArray     *rows;         /* TlNestRow per item; NULL: it has none (nest-canvas-rows.c) */
  GPtrArray     *gone;         /* TlNestRow, hidden ones that are still to be destroyed */
  guint8        *shapes;       /* of rows, per item */
  TlNestRowSizes sizes;
  gint           samples[TL_NEST_ROW_N_SHAPES];   /* items whose rows are kept, as their sizes hold for others; -1: none */
  guint          ticks;        /* make rows; 0: all are there */
  gboolean       is_filling;   /* with spare ones */
  TlNestBox     *boxes;        /* per item, in layout units */
  double         layout_width, layout_height;
  double         zoom;
  int            placed_width, placed_height;   /* of the widget, … */
  double         placed_zoom;                   /* … when its rows were placed */
  gboolean       has_moved;    /* boxes have changed since */
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
  TlAfterFrame  *follow;       /* scrolls to what was selected in another pane */
  TlNest        *before;       /* nullable: of a preview, the program without it */
  GArray        *culprits;     /* TlNodeId; nullable */
  /* Input */
  TlNestDrag     drag;
  TlNodeId       range_anchor; /* start of a Shift selection */
  gint           hovered;      /* item; -1: none */
  AdwAnimation  *dimming;
  double         dim;          /* 0 … 1: of what is outside of the hovered item */
  /* The dependences that are shown */
  GArray        *arcs;         /* nullable: none are; the one with a label last */
};

typedef void (*TlNestRowFunc) (TlNestCanvas *canvas, TlNestRow *row);

/* In nest-canvas.c */
/* Puts the row of item @index where its box is. */
void     tl_nest_canvas_place_row (TlNestCanvas *canvas, guint index);
void     tl_nest_canvas_show_selected (TlNestCanvas *canvas, TlNestRow *row);
void     tl_nest_canvas_show_note (TlNestCanvas *canvas, TlNestRow *row);
void     tl_nest_canvas_show_culprit (TlNestCanvas *canvas, TlNestRow *row);
/* Shows the folds and the way to show it as they are now. */
void     tl_nest_canvas_refold (TlNestCanvas *canvas);
void     tl_nest_canvas_redraw_frames (TlNestCanvas *canvas);

/* In nest-canvas-rows.c */
/* The row of item @index, made if there is none; NULL: the item is hidden. */
GtkWidget *tl_nest_canvas_row (TlNestCanvas *canvas, guint index);
/* Of all rows that there are. */
void     tl_nest_canvas_each_row (TlNestCanvas *canvas, TlNestRowFunc func);
/* Keeps those rows, made for @old, that need no change, with their styles, sizes and focus. Boxes are to be made again. */
void     tl_nest_canvas_renew_rows (TlNestCanvas *canvas, const TlNest *old);
/* After the view or the boxes changed: makes rows of what has come into view or near it. */
void     tl_nest_canvas_ask_rows (TlNestCanvas *canvas);
/* Adds the rows that there are to the sizes. */
void     tl_nest_canvas_measure_rows (TlNestCanvas *canvas);
/* After another style, or less text. */
void     tl_nest_canvas_forget_sizes (TlNestCanvas *canvas);
void     tl_nest_canvas_clear_rows (TlNestCanvas *canvas);

/* In nest-canvas-view.c */
/* The part that is in view, in layout units; without a scrolled window all of it. */
graphene_rect_t tl_nest_canvas_view (TlNestCanvas *canvas);
/* Scrolls as little as shows the row of item @index. */
void     tl_nest_canvas_scroll_to (TlNestCanvas *canvas, guint index);
double   tl_nest_canvas_top_margin (TlNestCanvas *canvas);
/* Of the scrolled window around it, in pixels; 0: it is in none. */
void     tl_nest_canvas_room (TlNestCanvas *canvas, double *width, double *height);
/* Whether the view follows the keyboard focus. */
void     tl_nest_canvas_set_scroll_to_focus (TlNestCanvas *canvas, gboolean scrolls);
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
/* Finds the program without the preview that is shown, if one is. */
void     tl_nest_canvas_find_before (TlNestCanvas *canvas);
/* Marks the row of a loop or block that the current variant does not have, or has another way. */
void     tl_nest_canvas_show_previewed (TlNestCanvas *canvas, TlNestRow *row);

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
/* Whether the item is what is dragged, springs back, or is split by dragging: its row stays. */
gboolean tl_nest_canvas_is_dragged (TlNestCanvas *canvas, guint index);
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
/* Of the nest shown, nothing is known yet. */
void     tl_nest_canvas_forget_figures (TlNestCanvas *canvas);
/* Asks for the numbers of the nest shown. */
void     tl_nest_canvas_find_figures (TlNestCanvas *canvas);
/* Writes what is known of its time, or of its code, into the row. */
void     tl_nest_canvas_show_share (TlNestCanvas *canvas, TlNestRow *row);
void     tl_nest_canvas_show_code (TlNestCanvas *canvas, TlNestRow *row);

/* In nest-canvas-input.c */
void     tl_nest_canvas_init_input (TlNestCanvas *canvas);
void     tl_nest_canvas_add_row_input (TlNestCanvas *canvas, TlNestRow *row);

G_END_DECLS
