/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/canvas/nest-transition.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/compare/nest-alignment.h"
#include "core/draw/draw-text.h"
#include "core/text/script.h"

#define WIDTH        236.0   /* of a nest */
#define LOOP_HEIGHT  16.0
#define BLOCK_HEIGHT 29.0
#define GAP          2.0
#define INDENT       9.0
#define EDGE         3.0
#define ARROW_WIDTH  28.0
#define FONT_PX      11.5
#define STRIPE       3.0
#define RADIUS       3.0

/* --- moves --- */

static void
add_move (TlNestTransition *transition, gint from, gint to)
{
  TlNestMove move = { from, to, FALSE };

  for (guint i = 0; i < transition->moves->len; i++)
    {
      const TlNestMove *known = &g_array_index (transition->moves, TlNestMove, i);

      if (known->from == from && known->to == to)
        return;
    }
  g_array_append_val (transition->moves, move);
}

static gboolean
has_move (const TlNestTransition *transition, gint from, gint to)
{
  for (guint i = 0; i < transition->moves->len; i++)
    {
      const TlNestMove *move = &g_array_index (transition->moves, TlNestMove, i);

      if ((from >= 0 && move->from == from) || (to >= 0 && move->to == to))
        return TRUE;
    }
  return FALSE;
}

/* Loops and blocks that the step preserved. */
static void
add_preserved (TlNestTransition *transition)
{
  for (guint i = 0; i < transition->after->n_items; i++)
    {
      TlNodeId id = transition->after->items[i].id;
      gint     from = id != 0 ? tl_nest_find (transition->before, id) : -1;

      if (from >= 0)
        add_move (transition, from, (gint) i);
    }
}

/* New loops come from those that ran through the same part of an axis. */
static void
add_parts (TlNestTransition *transition, const TlNestAlignment *alignment)
{
  guint n_preserved = transition->moves->len;

  for (guint i = 0; i < alignment->n_ribbons; i++)
    {
      const TlRibbon *ribbon = &alignment->ribbons[i];
      gint            from = alignment->rows[ribbon->from_row].cells[0].item, to = alignment->rows[ribbon->to_row].cells[1].item;
      gboolean        is_new = from >= 0 && to >= 0;

      for (guint m = 0; m < n_preserved; m++)
        is_new &= g_array_index (transition->moves, TlNestMove, m).to != to;
      if (is_new)
        add_move (transition, from, to);
    }
}

/* Blocks, and loops of copies, by the rows in which they correspond. */
static void
add_aligned (TlNestTransition *transition, const TlNestAlignment *alignment)
{
  for (guint i = 0; i < alignment->n_rows; i++)
    {
      gint from = alignment->rows[i].cells[0].item, to = alignment->rows[i].cells[1].item;

      if (from >= 0 && to >= 0 && !has_move (transition, from, -1) && !has_move (transition, -1, to))
        add_move (transition, from, to);
    }
}

static void
add_others (TlNestTransition *transition)
{
  for (guint i = 0; i < transition->before->n_items; i++)
    if (!has_move (transition, (gint) i, -1))
      add_move (transition, (gint) i, -1);
  for (guint i = 0; i < transition->after->n_items; i++)
    if (!has_move (transition, -1, (gint) i))
      add_move (transition, -1, (gint) i);
}

/* --- texts --- */

static void
append_shape (GString *text, const TlBuffer *buffer)
{
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_autofree char *extent = tl_expr_to_text (buffer->shape[d]);
      gboolean         is_separated = FALSE;

      for (guint s = 0; s < buffer->n_axis_separators; s++)
        is_separated |= buffer->axis_separators[s] == d;
      g_string_append_printf (text, "%s%s", d == 0 ? "[" : is_separated ? " | " : "×", extent);
    }
  g_string_append (text, buffer->n_dims > 0 ? "]" : "");
}

static void
append_annotations (GString *text, const TlAttrs *annotations)
{
  for (guint i = 0; i < annotations->n; i++)
    g_string_append_printf (text, " {%s}", annotations->keys[i]);
}

/* The first line: "i ×16", "B  vi vj". */
static char *
head_text (const TlNestItem *item)
{
  GString *text = g_string_new (item->label);

  if (item->kind == TL_NEST_LOOP)
    {
      g_autofree char *glyph = tl_loop_glyph (&item->stmt->loop);

      g_string_append_printf (text, " ×%s%s%s%s", item->extent_text, item->is_reduction ? " Σ" : "", *glyph != '\0' ? " " : "", glyph);
      append_annotations (text, &item->stmt->loop.annotations);
    }
  else if (item->kind == TL_NEST_BLOCK)
    {
      const TlBlock *block = &item->stmt->block;

      for (guint i = 0; i < block->n_axes; i++)
        g_string_append_printf (text, "%s%s", i == 0 ? "   " : " ", block->axes[i].var->name);
      g_string_append (text, tl_block_is_guarded (block) ? _("  where …") : "");
      append_annotations (text, &block->annotations);
    }
  return text->len > 0 ? g_string_free (text, FALSE) : g_string_free (g_string_append (text, "…"), FALSE);
}

/* The second one of a block: "A B → C[16×16] shared"; NULL for others. */
static char *
body_text (const TlNestItem *item)
{
  GString *text;

  if (item->kind != TL_NEST_BLOCK)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < item->stmt->block.n_reads; i++)
    g_string_append_printf (text, "%s ", item->stmt->block.reads[i].buffer->name);
  g_string_append (text, "→");
  for (guint i = 0; i < item->stmt->block.n_writes; i++)
    {
      const TlBuffer *buffer = item->stmt->block.writes[i].buffer;

      g_string_append_printf (text, " %s", buffer->name);
      append_shape (text, buffer);
      if (strcmp (buffer->scope, "global") != 0)
        g_string_append_printf (text, " %s", buffer->scope);
      if (strcmp (tl_dtype_name (buffer->dtype), "float32") != 0)
        g_string_append_printf (text, " %s", tl_dtype_name (buffer->dtype));
    }
  return g_string_free (text, FALSE);
}

static gboolean
look_same (const TlNestItem *a, const TlNestItem *b)
{
  g_autofree char *head_a = head_text (a), *head_b = head_text (b), *body_a = body_text (a), *body_b = body_text (b);

  return a->kind == b->kind && g_strcmp0 (head_a, head_b) == 0 && g_strcmp0 (body_a, body_b) == 0
         && (a->kind != TL_NEST_LOOP || (a->family == b->family && tl_loop_look (&a->stmt->loop) == tl_loop_look (&b->stmt->loop)));
}

static void
append_nest_text (GString *text, const TlNest *nest)
{
  for (guint i = 0; i < nest->n_items; i++)
    {
      g_autofree char *head = head_text (&nest->items[i]), *body = body_text (&nest->items[i]);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : " ", head, body != NULL ? ": " : "", body != NULL ? body : "");
    }
}

char *
tl_nest_transition_text (const TlNestTransition *transition)
{
  GString *text = g_string_new (_("Before:"));

  append_nest_text (text, transition->before);
  g_string_append (text, _(". After:"));
  append_nest_text (text, transition->after);
  return g_string_free (g_string_append_c (text, '.'), FALSE);
}

/* --- the transition --- */

TlNestTransition *
tl_nest_transition_new (TlState *state, const char *func_name)
{
  TlState                   *before = tl_state_parent (state), *states[2] = { before, state };
  const TlModule            *origin = tl_state_module (tl_state_root (state));
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 2, 0, func_name);
  TlNestTransition           *transition = g_new0 (TlNestTransition, 1);

  transition->before = tl_nest_new_from (origin, tl_state_module (before), func_name);
  transition->after = tl_nest_new_from (origin, tl_state_module (state), func_name);
  transition->moves = g_array_new (FALSE, FALSE, sizeof (TlNestMove));
  add_preserved (transition);
  add_parts (transition, alignment);
  add_aligned (transition, alignment);
  add_others (transition);
  for (guint i = 0; i < transition->moves->len; i++)
    {
      TlNestMove *move = &g_array_index (transition->moves, TlNestMove, i);

      move->is_changed = move->from < 0 || move->to < 0
                         || !look_same (&transition->before->items[move->from], &transition->after->items[move->to]);
    }
  return transition;
}

void
tl_nest_transition_free (TlNestTransition *transition)
{
  tl_nest_free (transition->before);
  tl_nest_free (transition->after);
  g_array_unref (transition->moves);
  g_free (transition);
}

/* --- drawing --- */

static double
height_of_item (const TlNestItem *item)
{
  return item->kind == TL_NEST_BLOCK ? BLOCK_HEIGHT : LOOP_HEIGHT;
}

static double
height_of (const TlNest *nest)
{
  double height = 2 * EDGE;

  for (guint i = 0; i < nest->n_items; i++)
    height += height_of_item (&nest->items[i]) + GAP;
  return height;
}

void
tl_nest_transition_size (const TlNestTransition *transition, double *width, double *height)
{
  *width = 2 * WIDTH + ARROW_WIDTH;
  *height = tl_max (height_of (transition->before), height_of (transition->after));
}

static TlNestBox
box_of (const TlNest *nest, gint item, double width)
{
  TlNestBox box = { .x = EDGE + INDENT * nest->items[item].depth, .y = EDGE, .height = height_of_item (&nest->items[item]) };

  for (gint i = 0; i < item; i++)
    box.y += height_of_item (&nest->items[i]) + GAP;
  box.width = width - EDGE - box.x;
  box.row_height = box.height;
  return box;
}

static double
between (double from, double to, double t)
{
  return from + (to - from) * t;
}

static TlNestBox
box_between (const TlNestBox *from, const TlNestBox *to, double t)
{
  return (TlNestBox) { .x = between (from->x, to->x, t), .y = between (from->y, to->y, t), .width = between (from->width, to->width, t),
                       .height = between (from->height, to->height, t) };
}

static void
draw_frame (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  gboolean is_loop = item->kind == TL_NEST_LOOP;
  TlColor  color = is_loop ? palette->look[tl_loop_look (&item->stmt->loop)] : palette->line;

  tl_path_rounded (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1, RADIUS);
  tl_set_color (cr, palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, tl_palette_tint (palette, is_loop ? 0.16 : 0.06));
  cairo_fill_preserve (cr);
  tl_set_border (cr, palette, color, is_loop ? 0.45 : 1);
  cairo_stroke (cr);
  if (!is_loop)
    return;
  cairo_rectangle (cr, box->x, box->y + 1, STRIPE, box->height - 2);
  tl_set_color (cr, tl_family_color (palette, item->family), 1);
  cairo_fill (cr);
}

static void
draw_item (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  g_autofree char *head = head_text (item), *body = body_text (item);
  double           x = box->x + STRIPE + 5, room = box->width - STRIPE - 8, middle = box->y + box->height / 2;

  draw_frame (cr, item, box, palette);
  tl_draw_text (cr, x, body != NULL ? middle - 6.5 : middle, FONT_PX, TL_TEXT_MONO | (body != NULL ? TL_TEXT_BOLD : 0), palette->text, room,
                head);
  if (body != NULL)
    tl_draw_text (cr, x, middle + 6.5, FONT_PX, TL_TEXT_MONO, palette->dim_text, room, body);
}

static void
draw_faded (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette, double alpha)
{
  if (alpha <= 0)
    return;
  cairo_push_group (cr);
  draw_item (cr, item, box, palette);
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, tl_min (alpha, 1));
}

/* The old look fades after the row has left its place, the new one is there before it arrives. */
static void
draw_move (cairo_t *cr, const TlNestTransition *transition, const TlNestMove *move, double t, const TlPalette *palette, double width)
{
  const TlNestItem *from = move->from >= 0 ? &transition->before->items[move->from] : NULL;
  const TlNestItem *to = move->to >= 0 ? &transition->after->items[move->to] : NULL;
  double            presence = tl_clamp (from == NULL ? 2 * t - 1 : to == NULL ? 1 - 2 * t : 1, 0, 1);
  TlNestBox         start, end, box;

  start = from != NULL ? box_of (transition->before, move->from, width) : box_of (transition->after, move->to, width);
  end = to != NULL ? box_of (transition->after, move->to, width) : start;
  box = box_between (&start, &end, t * t * (3 - 2 * t));
  if (to != NULL && from != NULL && !move->is_changed)
    {
      draw_item (cr, to, &box, palette);
      return;
    }
  if (from != NULL)
    draw_faded (cr, from, &box, palette, to != NULL ? 2 - 2 * t : presence);
  if (to != NULL)
    draw_faded (cr, to, &box, palette, from != NULL ? 2 * t : presence);
  tl_path_rounded (cr, box.x, box.y, box.width, box.height, RADIUS);
  tl_set_color (cr, palette->accent, sin (G_PI * t) * presence);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_nest (cairo_t *cr, const TlNest *nest, const TlPalette *palette, double width)
{
  for (guint i = 0; i < nest->n_items; i++)
    {
      TlNestBox box = box_of (nest, (gint) i, width);

      draw_item (cr, &nest->items[i], &box, palette);
    }
}

void
tl_draw_nest_transition (cairo_t *cr, const TlNestTransition *transition, double t, const TlPalette *palette, double width)
{
  if (t <= 0 || t >= 1)
    {
      draw_nest (cr, t <= 0 ? transition->before : transition->after, palette, width);
      return;
    }
  for (gboolean changed = FALSE; changed <= TRUE; changed++)   /* rows that change lie above those that only make room */
    for (guint i = 0; i < transition->moves->len; i++)
      {
        const TlNestMove *move = &g_array_index (transition->moves, TlNestMove, i);

        if (move->is_changed == changed)
          draw_move (cr, transition, move, t, palette, width);
      }
}

void
tl_draw_nest_transition_still (cairo_t *cr, const TlNestTransition *transition, const TlPalette *palette, double width)
{
  double of_nest = (width - ARROW_WIDTH) / 2;

  draw_nest (cr, transition->before, palette, of_nest);
  tl_draw_text (cr, width / 2, EDGE + LOOP_HEIGHT / 2, FONT_PX + 2, TL_TEXT_CENTER | TL_TEXT_BOLD, palette->dim_text, 0, "→");
  cairo_save (cr);
  cairo_translate (cr, of_nest + ARROW_WIDTH, 0);
  draw_nest (cr, transition->after, palette, of_nest);
  cairo_restore (cr);
}
