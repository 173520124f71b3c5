/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/data/thread-picture.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"

#define PAD         14.0
#define OCCUPANCY_HEIGHT 40.0
#define HEAD        36.0     /* the title and what is bound above cells */
#define SIDE        20.0     /* the name left of the grid */
#define WARP_NAMES  52.0
#define GAP         20.0
#define GRID_SHARE  0.3
#define CELLS_SHARE 0.46     /* of the height, for grid and block */
#define PHASES_WIDTH 210.0   /* at least, beside the requests … */
#define LEAST_REQUESTS 220.0 /* … where these have so much; else phases stand above them */

static gint
dearest_first (gconstpointer a, gconstpointer b)
{
  double cost = tl_warp_access_cost (a), other = tl_warp_access_cost (b);

  return (cost < other) - (cost > other);
}

/* Phases below the grid, requests below the block. */
static void
place_lists (TlThreadPicture *picture)
{
  double beside = tl_max (picture->warps.x - WARP_NAMES - GAP - PAD, PHASES_WIDTH), all = picture->width - 2 * PAD;

  picture->phases_x = PAD;
  picture->phases_y = picture->requests_y;
  picture->phases_width = all;
  picture->requests_x = PAD;
  if (picture->phases == NULL)
    return;
  if (all - beside - GAP >= LEAST_REQUESTS)
    {
      picture->phases_width = beside;
      picture->requests_x = PAD + beside + GAP;
    }
  else
    picture->requests_y += TL_PHASES_HEAD + picture->phases->len * TL_PHASE_HEIGHT;
}

TlThreadPicture *
tl_thread_picture_new (const TlDataLayout *layout, const gint64 *position, double width, double height)
{
  TlThreadPicture *picture = g_new0 (TlThreadPicture, 1);
  double           cells_height = tl_max (height * CELLS_SHARE - HEAD - PAD, 24), grid_width = width * GRID_SHARE;
  gint64           n_threads;

  picture->layout = layout;
  picture->mapping = tl_thread_mapping_of (layout->module, layout->tiles, 1);
  picture->position = g_memdup2 (position, sizeof (gint64) * layout->tiles->n_loops);
  picture->block = tl_thread_mapping_block_at (&picture->mapping, position);
  picture->thread = tl_thread_mapping_thread_at (&picture->mapping, position);
  picture->accesses = tl_warp_accesses_new (layout->module, layout->tiles, &picture->mapping, position, picture->thread / TL_WARP_LANES);
  if (picture->accesses != NULL)
    g_array_sort (picture->accesses, dearest_first);
  picture->width = width;
  picture->height = height;
  n_threads = tl_thread_mapping_n_threads (&picture->mapping);
  picture->grid = tl_thread_cells_place (PAD + SIDE, PAD + HEAD, grid_width - SIDE, cells_height,
                                         tl_thread_mapping_n_blocks (&picture->mapping), picture->mapping.grid[0], picture->block);
  picture->warps = tl_thread_cells_place (PAD + grid_width + GAP + WARP_NAMES, PAD + HEAD, width - 2 * PAD - grid_width - GAP - WARP_NAMES,
                                          cells_height, n_threads, TL_WARP_LANES, picture->thread);
  picture->requests_y = PAD + HEAD + GAP
                        + tl_max (picture->grid.rows * picture->grid.cell, picture->warps.rows * picture->warps.cell);
  picture->phases = tl_thread_phases_new (layout->module, layout->tiles, position);
  place_lists (picture);
  return picture;
}

void
tl_thread_picture_set_target (TlThreadPicture *picture, const TlTarget *target)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  g_autoptr (TlPath)  path = tl_path_find (picture->layout->module, tiles->block->id);

  picture->is_assumed = target->arch == NULL || target->arch[0] == '\0';
  if (path == NULL || !tl_occupancy_of_kernel (picture->layout->module, path->func, tl_gpu_limits (target->arch),
                                               tl_thread_mapping_n_threads (&picture->mapping), &picture->occupancy))
    return;
  picture->occupancy_y = tl_min (picture->phases_y, picture->requests_y);
  picture->phases_y += OCCUPANCY_HEIGHT;
  picture->requests_y += OCCUPANCY_HEIGHT;
}

char *
tl_thread_picture_occupancy_title (const TlThreadPicture *picture)
{
  return g_strdup_printf (_("Occupancy %.0f %%, estimated"), 100 * tl_occupancy_share (&picture->occupancy));
}

char *
tl_thread_picture_occupancy_text (const TlThreadPicture *picture)
{
  const TlOccupancy *occupancy = &picture->occupancy;
  const char        *assumed = picture->is_assumed ? _(", assumed") : "";
  g_autofree char   *shared = tl_format_bytes (occupancy->shared_bytes), *limit = NULL;

  switch (occupancy->limit)
    {
    case TL_OCCUPANCY_REGISTERS:
      limit = g_strdup_printf (_("registers, %" G_GINT64_FORMAT " or more a thread"), occupancy->n_registers);
      break;
    case TL_OCCUPANCY_SHARED:
      limit = g_strdup_printf (_("shared memory, %s a block"), shared);
      break;
    case TL_OCCUPANCY_BLOCKS:
      limit = g_strdup_printf (_("the limit of %u blocks"), occupancy->limits->n_blocks);
      break;
    case TL_OCCUPANCY_WARPS:
    default:
      limit = g_strdup_printf (_("the limit of %u warps"), occupancy->limits->n_warps);
      break;
    }
  return g_strdup_printf (_("%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " of %u warps at once on a multiprocessor of %s%s; bound by %s"),
                          occupancy->n_blocks, occupancy->n_warps, occupancy->limits->n_warps, occupancy->limits->arch, assumed, limit);
}

void
tl_thread_picture_free (TlThreadPicture *picture)
{
  g_clear_pointer (&picture->accesses, g_array_unref);
  g_clear_pointer (&picture->phases, g_ptr_array_unref);
  g_free (picture->position);
  g_free (picture);
}

double
tl_thread_picture_needed_height (const TlThreadPicture *picture)
{
  guint  n_requests = 0;
  double phases = picture->phases != NULL ? TL_PHASES_HEAD + picture->phases->len * TL_PHASE_HEIGHT : 0, requests;

  for (guint i = 0; picture->accesses != NULL && i < picture->accesses->len; i++)
    n_requests += g_array_index (picture->accesses, TlWarpAccess, i).space != TL_SPACE_LOCAL;
  requests = TL_REQUESTS_HEAD + n_requests * TL_REQUEST_HEIGHT;
  return ceil ((GAP + OCCUPANCY_HEIGHT + (picture->requests_x > PAD ? tl_max (phases, requests) : phases + requests)) / (1 - CELLS_SHARE));
}

gboolean
tl_thread_picture_find (const TlThreadPicture *picture, double x, double y, gint64 *block, gint64 *thread)
{
  gint64 of_grid = tl_thread_cells_at (&picture->grid, x, y), of_block = tl_thread_cells_at (&picture->warps, x, y);

  *block = of_grid >= 0 ? of_grid : picture->block;
  *thread = of_block >= 0 ? of_block : picture->thread;
  return of_grid >= 0 || of_block >= 0;
}

/* "A: read, 16 sectors, 4 at best", "S: read, 2 passes, 1 at best". Free with g_free. */
static char *
access_text (const TlWarpAccess *access)
{
  const char *verb = access->writes ? _("written") : _("read");

  switch (access->space)
    {
    case TL_SPACE_GLOBAL:
      return g_strdup_printf (_("%s: %s, %u sectors, %u at best"), access->buffer->name, verb, access->n_sectors, access->least_sectors);
    case TL_SPACE_SHARED:
      return g_strdup_printf (_("%s: %s, %u passes, %u at best"), access->buffer->name, verb, access->n_passes, access->least_passes);
    case TL_SPACE_LOCAL:
    default:
      return g_strdup_printf (_("%s: %s, registers"), access->buffer->name, verb);
    }
}

static void
append_phase (GString *text, const TlThreadPicture *picture, const TlThreadPhase *phase, gboolean is_first)
{
  g_autofree char *title = tl_thread_phase_title (phase), *detail = tl_thread_phase_text (phase);
  g_autofree char *threads = tl_thread_phase_threads (picture, phase);

  g_string_append (text, is_first ? _(". Phases: ") : "; ");
  g_string_append_printf (text, "%s%s, %s%s%s", phase->waits ? _("barrier, ") : "", title, threads, detail[0] != '\0' ? ", " : "", detail);
}

char *
tl_thread_picture_summary (const TlThreadPicture *picture)
{
  gint64   n_threads = tl_thread_mapping_n_threads (&picture->mapping);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _("Grid of %" G_GINT64_FORMAT " blocks, each of %" G_GINT64_FORMAT " threads in %" G_GINT64_FORMAT
                                  " warps. Block %" G_GINT64_FORMAT ", warp %" G_GINT64_FORMAT ", lane %" G_GINT64_FORMAT "."),
                          tl_thread_mapping_n_blocks (&picture->mapping), n_threads, (n_threads + TL_WARP_LANES - 1) / TL_WARP_LANES,
                          picture->block, picture->thread / TL_WARP_LANES, picture->thread % TL_WARP_LANES);
  if (picture->occupancy.limits != NULL)
    {
      g_autofree char *occupancy = tl_thread_picture_occupancy_title (picture), *detail = tl_thread_picture_occupancy_text (picture);

      g_string_append_printf (text, " %s: %s.", occupancy, detail);
    }
  for (guint i = 0; picture->accesses != NULL && i < picture->accesses->len; i++)
    {
      g_autofree char *access = access_text (&g_array_index (picture->accesses, TlWarpAccess, i));

      g_string_append_printf (text, "%s %s", i > 0 ? ";" : "", access);
    }
  for (guint i = 0; picture->phases != NULL && i < picture->phases->len; i++)
    append_phase (text, picture, picture->phases->pdata[i], i == 0);
  return g_string_free (text, FALSE);
}
