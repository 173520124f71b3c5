/* SPDX-License-Identifier: Apache-2.0 */
/* Lines in a square from -1 to 1. */
#include "core/draw/draw-outcome.h"

static void
add_line (cairo_t *cr, double x, double y, double to_x, double to_y)
{
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, to_x, to_y);
}

static void
add_chevron (cairo_t *cr, double x)
{
  cairo_move_to (cr, x, -0.7);
  cairo_line_to (cr, x + 0.7, 0);
  cairo_line_to (cr, x, 0.7);
}

static void
add_circle (cairo_t *cr, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, 0, 0, radius, 0, 2 * G_PI);
}

static void
add_clock (cairo_t *cr)
{
  add_circle (cr, 0.9);
  cairo_move_to (cr, 0, -0.5);
  cairo_line_to (cr, 0, 0.05);
  cairo_line_to (cr, 0.4, 0.3);
}

static void
add_unequal (cairo_t *cr)
{
  add_line (cr, -0.8, -0.32, 0.8, -0.32);
  add_line (cr, -0.8, 0.32, 0.8, 0.32);
  add_line (cr, -0.4, 0.9, 0.4, -0.9);
}

static void
add_bolt (cairo_t *cr)
{
  cairo_move_to (cr, 0.25, -1);
  cairo_line_to (cr, -0.5, 0.15);
  cairo_line_to (cr, 0.45, -0.1);
  cairo_line_to (cr, -0.25, 1);
}

/* A path to stroke. */
static void
add_strokes (cairo_t *cr, TlOutcomeKind kind)
{
  switch (kind)
    {
    case TL_OUTCOME_PRUNED:
      add_chevron (cr, -0.75);
      add_chevron (cr, 0.05);
      break;
    case TL_OUTCOME_TIMEOUT:
      add_clock (cr);
      break;
    case TL_OUTCOME_WRONG_RESULT:
      add_unequal (cr);
      break;
    case TL_OUTCOME_BUILD_ERROR:
      add_line (cr, -0.7, -0.7, 0.7, 0.7);
      add_line (cr, -0.7, 0.7, 0.7, -0.7);
      break;
    case TL_OUTCOME_CRASH:
      add_bolt (cr);
      break;
    case TL_OUTCOME_RESOURCE_LIMIT:
      cairo_rectangle (cr, -0.8, -0.8, 1.6, 1.6);
      break;
    case TL_OUTCOME_SCHEDULE_ERROR:
      add_circle (cr, 0.9);
      add_line (cr, -0.45, 0, 0.45, 0);
      break;
    case TL_OUTCOME_CANCELLED:
      add_line (cr, -0.7, 0, 0.7, 0);
      break;
    case TL_OUTCOME_PREDICTED:
      add_line (cr, 0, -0.8, 0.8, 0);
      add_line (cr, 0.8, 0, 0, 0.8);
      add_line (cr, 0, 0.8, -0.8, 0);
      add_line (cr, -0.8, 0, 0, -0.8);
      break;
    case TL_OUTCOME_OK:
    case TL_N_OUTCOMES:
    default:
      break;
    }
}

void
tl_draw_outcome_glyph (cairo_t *cr, TlOutcomeKind kind, double x, double y, double size)
{
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / 2, size / 2);
  cairo_new_path (cr);
  if (kind == TL_OUTCOME_OK || kind == TL_OUTCOME_RESOURCE_LIMIT)
    {
      if (kind == TL_OUTCOME_OK)
        add_circle (cr, 0.55);
      else
        cairo_rectangle (cr, -0.35, -0.35, 0.7, 0.7);
      cairo_fill (cr);
    }
  add_strokes (cr, kind);
  cairo_set_line_width (cr, 0.28);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_restore (cr);
}
