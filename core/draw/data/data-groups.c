/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/data-groups.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/data/data-notes.h"
#include "core/draw/data/draw-data-private.h"
#include "core/draw/draw-text.h"

#define LEAST_HEIGHT 200.0
#define HEAD         18.0     /* the block's name */
#define PAD          14.0
#define FONT_PX      12.0
#define TAG_PX       9.5
#define TAG_HEIGHT   14.0

/* --- where each buffer is drawn --- */

/* The block that writes it first of all and has most beside it; of inputs the first one. */
static guint
home_of (const TlDataGroup *all, guint n, const TlBuffer *buffer)
{
  gint home = -1, first = -1;

  for (guint g = 0; g < n; g++)
    for (guint i = 0; i < all[g].layout->n_buffers; i++)
      {
        if (all[g].layout->buffers[i].access->buffer != buffer)
          continue;
        first = first < 0 ? (gint) g : first;
        if (i == 0 && (home < 0 || all[g].layout->n_buffers > all[home].layout->n_buffers))
          home = (gint) g;
      }
  return (guint) (home >= 0 ? home : first);
}

static gboolean
has_own (const TlDataLayout *layout)
{
  for (guint i = 0; i < layout->n_buffers; i++)
    if (!layout->buffers[i].is_elsewhere)
      return TRUE;
  return FALSE;
}

/* Buffers stand by the written one: where any of them is drawn, it is, too. */
static void
find_homes (TlDataGroup *all, guint n)
{
  for (guint g = 0; g < n; g++)
    for (guint i = 0; i < all[g].layout->n_buffers; i++)
      all[g].layout->buffers[i].is_elsewhere = home_of (all, n, all[g].layout->buffers[i].access->buffer) != g;
  for (guint g = 0; g < n; g++)
    if (has_own (all[g].layout))
      all[g].layout->buffers[0].is_elsewhere = FALSE;
}

/* Loops from the outermost to @loop. */
static guint
count_fixed (const TlNest *nest, TlNodeId loop)
{
  guint n = 0;

  for (gint i = tl_nest_find (nest, loop); i >= 0; i = nest->items[i].parent)
    n += nest->items[i].kind == TL_NEST_LOOP;
  return n;
}

TlDataGroups *
tl_data_groups_new (const TlNest *nest, TlNodeId loop)
{
  g_autoptr (GArray) blocks = tl_data_blocks (nest, loop);
  TlDataGroups      *groups;

  if (loop == 0 || blocks->len < 2)
    return NULL;
  groups = g_new0 (TlDataGroups, 1);
  groups->loop = loop;
  groups->n_fixed = count_fixed (nest, loop);
  for (guint i = 0; i < blocks->len; i++)
    {
      TlDataLayout *layout = tl_data_layout_new (nest, g_array_index (blocks, TlNodeId, i));

      if (layout != NULL && groups->n_groups < TL_DATA_MAX_GROUPS)
        groups->groups[groups->n_groups++].layout = layout;
      else if (layout != NULL)
        {
          groups->n_more++;
          tl_data_layout_free (layout);
        }
    }
  find_homes (groups->groups, groups->n_groups);
  return groups;
}

static void
forget_pictures (TlDataGroups *groups)
{
  for (guint g = 0; g < groups->n_groups; g++)
    g_clear_pointer (&groups->groups[g].picture, tl_data_picture_free);
}

void
tl_data_groups_free (TlDataGroups *groups)
{
  forget_pictures (groups);
  for (guint g = 0; g < groups->n_groups; g++)
    tl_data_layout_free (groups->groups[g].layout);
  g_free (groups);
}

/* --- sizes --- */

static double
needed_height (const TlDataGroup *group)
{
  return has_own (group->layout) ? HEAD + tl_max (LEAST_HEIGHT, tl_data_layout_notes_height (group->layout)) : 0;
}

double
tl_data_groups_needed_height (const TlDataGroups *groups)
{
  double height = 0;

  for (guint g = 0; g < groups->n_groups; g++)
    height += needed_height (&groups->groups[g]);
  return height;
}

void
tl_data_groups_place (TlDataGroups *groups, const gint64 *position, const TlCaches *caches, double width, double height)
{
  double needed = tl_data_groups_needed_height (groups), factor = tl_max (height / tl_max (needed, 1), 1), y = 0;

  forget_pictures (groups);
  for (guint g = 0; g < groups->n_groups; g++)
    {
      TlDataGroup       *group = &groups->groups[g];
      g_autofree gint64 *at = g_new0 (gint64, group->layout->tiles->n_loops + 1);

      for (guint i = 0; i < MIN (groups->n_fixed, group->layout->tiles->n_loops); i++)
        at[i] = position[i];
      group->y = y + HEAD;
      group->height = tl_max (needed_height (group) * factor - HEAD, 0);
      group->picture = tl_data_picture_new (group->layout, at, (gint) groups->n_fixed - 1, caches, width, tl_max (group->height, 1));
      y += needed_height (group) * factor;
    }
}

gint
tl_data_groups_find (const TlDataGroups *groups, double x, double y, TlDataSpot *spot)
{
  for (guint g = 0; g < groups->n_groups; g++)
    {
      const TlDataGroup *group = &groups->groups[g];

      if (group->picture != NULL && y >= group->y && y < group->y + group->height
          && tl_data_picture_find (group->picture, x, y - group->y, spot))
        return (gint) g;
    }
  return -1;
}

char *
tl_data_groups_text_at (const TlDataGroups *groups, double x, double y)
{
  TlDataSpot spot;
  gint       group = tl_data_groups_find (groups, x, y, &spot);

  if (group >= 0)
    return tl_data_spot_text (groups->groups[group].picture, &spot);
  for (guint g = 0; g < groups->n_groups; g++)
    if (groups->groups[g].picture != NULL && y >= groups->groups[g].y && y < groups->groups[g].y + groups->groups[g].height)
      return tl_data_picture_text_at (groups->groups[g].picture, x, y - groups->groups[g].y);
  return NULL;
}

const TlDataRect *
tl_data_groups_rect_of (const TlDataGroups *groups, const TlBuffer *buffer, guint *group)
{
  for (*group = 0; *group < groups->n_groups; ++*group)
    {
      const TlDataPicture *picture = groups->groups[*group].picture;

      for (guint i = 0; picture != NULL && i < picture->n_rects; i++)
        if (picture->rects[i].buffer->access->buffer == buffer)
          return &picture->rects[i];
    }
  return NULL;
}

/* --- drawing --- */

/* "Y reads": at the right end below a tile. */
static void
draw_tag (cairo_t *cr, const TlDataPicture *picture, const TlDataRect *rect, const TlTileSpan *tile, const char *text,
          const TlPalette *palette)
{
  TlTileSpan columns, rows;
  double     x, y, width, height, length = tl_text_width (cr, TAG_PX, TL_TEXT_BOLD, text) + 8;

  tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, &columns, 1);
  tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, &rows, 1);
  tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &x, &width);
  tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &y, &height);
  if (width <= 0 || height <= 0)
    return;
  x = tl_clamp (x + width - length, 0, picture->width - length);
  y = tl_clamp (y + height + 2, 0, picture->height - TAG_HEIGHT);
  tl_path_rounded (cr, x, y, length, TAG_HEIGHT, 3);
  tl_set_color (cr, palette->read, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->background, 0.85);
  cairo_fill (cr);
  tl_path_rounded (cr, x + 0.5, y + 0.5, length - 1, TAG_HEIGHT - 1, 3);
  tl_set_color (cr, palette->text, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  tl_draw_text (cr, x + 4, y + TAG_HEIGHT / 2, TAG_PX, TL_TEXT_BOLD, palette->text, 0, text);
}

/* The tiles of a block's buffers that stand with other blocks: dashed, with the name of the block. */
static void
draw_guests (cairo_t *cr, const TlDataGroups *groups, const TlDataGroup *of, const TlPalette *palette)
{
  const double     dashes[] = { 4, 3 };
  const TlTileLook look = { .line = palette->text, .line_alpha = 0.9, .line_width = 1.5 };

  for (guint i = 0; i < of->layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &of->layout->buffers[i];
      const TlTileSpan   *tile = tl_data_picture_tile (of->picture, buffer, groups->n_fixed);
      g_autofree char    *tag = g_strdup_printf (buffer->access->is_written ? _("%s writes") : _("%s reads"),
                                                 of->layout->tiles->block->name);
      const TlDataRect   *rect;
      guint               at;

      if (!buffer->is_elsewhere || (rect = tl_data_groups_rect_of (groups, buffer->access->buffer, &at)) == NULL)
        continue;
      cairo_save (cr);
      cairo_translate (cr, 0, groups->groups[at].y);
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      tl_data_draw_tile (cr, rect, tile, &look);
      cairo_set_dash (cr, NULL, 0, 0);
      draw_tag (cr, groups->groups[at].picture, rect, tile, tag, palette);
      cairo_restore (cr);
    }
}

void
tl_draw_data_groups (cairo_t *cr, const TlDataGroups *groups, const TlPalette *palette)
{
  cairo_new_path (cr);
  for (guint g = 0; g < groups->n_groups; g++)
    {
      const TlDataGroup *group = &groups->groups[g];

      if (group->height <= 0)
        continue;
      if (group->y > HEAD)
        {
          cairo_rectangle (cr, PAD, round (group->y - HEAD), group->picture->width - 2 * PAD, 1);
          tl_set_color (cr, palette->line, 1);
          cairo_fill (cr);
        }
      tl_draw_text (cr, PAD, group->y - HEAD + 14, FONT_PX, TL_TEXT_BOLD | TL_TEXT_MONO, palette->text, 0,
                    group->layout->tiles->block->name);
      cairo_save (cr);
      cairo_translate (cr, 0, group->y);
      tl_draw_data (cr, group->picture, palette);
      cairo_restore (cr);
    }
  for (guint g = 0; g < groups->n_groups; g++)
    draw_guests (cr, groups, &groups->groups[g], palette);
}

char *
tl_data_groups_summary (const TlDataGroups *groups)
{
  GString *text = g_string_new (NULL);

  for (guint g = 0; g < groups->n_groups; g++)
    {
      g_autofree char *summary = tl_data_picture_summary (groups->groups[g].picture);

      g_string_append_printf (text, "%s%s: %s", g > 0 ? "\n" : "", groups->groups[g].layout->tiles->block->name, summary);
    }
  if (groups->n_more > 0)
    g_string_append_printf (text, _("\nand %u more blocks"), groups->n_more);
  return g_string_free (text, FALSE);
}
