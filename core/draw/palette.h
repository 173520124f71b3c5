/* SPDX-License-Identifier: Apache-2.0 */
/* Colours and glyphs shared by every picture. Nothing is shown by colour alone: each loop kind and outcome has a glyph too. */
#pragma once

#include <cairo.h>

#include "core/ir/stmt.h"
#include "core/worker/outcome.h"

G_BEGIN_DECLS

typedef struct
{
  double r, g, b;
} TlColor;

/* How a loop runs, as it is shown: thread bindings are distinguished by level. */
typedef enum
{
  TL_LOOK_SERIAL,
  TL_LOOK_PARALLEL,
  TL_LOOK_VECTORIZED,
  TL_LOOK_UNROLLED,
  TL_LOOK_BLOCK_INDEX,
  TL_LOOK_THREAD_INDEX,
  TL_N_LOOKS,
} TlLoopLook;

#define TL_N_FAMILY_HUES 8
/* The family of loops that a cache stage brought along (ax0, ax1_0): they come from no loop of the program. */
#define TL_FAMILY_COPIES G_MAXUINT

typedef struct
{
  gboolean is_dark;
  gboolean is_high_contrast;   /* borders instead of tints */
  TlColor  background;
  TlColor  card;
  TlColor  text;
  TlColor  dim_text;
  TlColor  line;           /* grids, frames */
  TlColor  accent;
  TlColor  error;
  TlColor  warning_text;
  TlColor  read;           /* region read, written */
  TlColor  write;
  TlColor  look[TL_N_LOOKS];
  TlColor  family[TL_N_FAMILY_HUES];        /* of stripes and outlines … */
  TlColor  family_text[TL_N_FAMILY_HUES];   /* … and of names */
  TlColor  copies;         /* loops of no family */
  TlColor  copies_text;
  TlColor  outcome[TL_N_OUTCOMES];
} TlPalette;

const TlPalette *tl_palette (gboolean is_dark);
/* For those who cannot tell colours or tints apart: the contrast of texts is at least 7. */
const TlPalette *tl_palette_high_contrast (gboolean is_dark);

/* Of a TlNestItem's family. */
TlColor     tl_family_color (const TlPalette *palette, guint family);
TlColor     tl_family_text_color (const TlPalette *palette, guint family);

/* The alpha of a fill that colours an area: @alpha, or 0 where a border shows it. */
double      tl_palette_tint (const TlPalette *palette, double alpha);
/* The alpha of a mark: @alpha, or 1 in high contrast. */
double      tl_palette_mark (const TlPalette *palette, double alpha);
/* Fills the present path, an area that stands for something, with so much of @color; in high contrast hatches it within an outline. */
void        tl_fill_area (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha);
/* Sloped lines within the present path, @step apart, in the present colour and line width. */
void        tl_hatch (cairo_t *cr, double step);
/* Sets colour and width of a border that is usually 1 px of @color. */
void        tl_set_border (cairo_t *cr, const TlPalette *palette, TlColor color, double alpha);

TlLoopLook  tl_loop_look (const TlLoop *loop);
const char *tl_loop_look_title (TlLoopLook look);    /* "parallel" */
const char *tl_loop_look_css_class (TlLoopLook look); /* "loop-parallel" */
/* "∥", "⟦8⟧", "↻4", "B.x", "" for serial. Free with g_free. */
char       *tl_loop_glyph (const TlLoop *loop);

void        tl_set_color (cairo_t *cr, TlColor color, double alpha);

/* A rounded rectangle as the current path. */
void        tl_path_rounded (cairo_t *cr, double x, double y, double width, double height, double radius);

G_END_DECLS
