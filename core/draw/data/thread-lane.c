/* SPDX-License-Identifier: Apache-2.0 */
/* A phase, and a thread with what it accesses, in words. */
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/data/thread-picture.h"

/* --- phases --- */

gboolean
tl_thread_picture_is_in (const TlThreadPicture *picture, const TlThreadPhase *phase)
{
  for (guint i = 0; i < phase->blocks->len; i++)
    if (g_array_index (phase->blocks, TlPhaseBlock, i).block == picture->layout->tiles->block)
      return TRUE;
  return FALSE;
}

char *
tl_thread_phase_title (const TlThreadPhase *phase)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < phase->blocks->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", g_array_index (phase->blocks, TlPhaseBlock, i).block->name);
  return g_string_free (text, FALSE);
}

/* "writes A_shared, W_shared" */
static void
append_buffers (GString *text, const char *verb, const GPtrArray *buffers)
{
  for (guint i = 0; i < buffers->len; i++)
    g_string_append_printf (text, "%s%s%s", i > 0 || text->len > 0 ? ", " : "", i == 0 ? verb : "",
                            ((const TlBuffer *) buffers->pdata[i])->name);
}

char *
tl_thread_phase_text (const TlThreadPhase *phase)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < phase->loops->len; i++)
    {
      const TlStmt    *loop = phase->loops->pdata[i];
      gint64           extent = 0;
      g_autofree char *count = tl_expr_get_int (loop->loop.extent, &extent) ? tl_format_count (extent) : g_strdup ("?");

      g_string_append_printf (text, "%s%s × %s", i > 0 ? ", " : "", loop->loop.var->name, count);
    }
  append_buffers (text, _("writes "), phase->written);
  append_buffers (text, _("reads "), phase->read);
  return g_string_free (text, FALSE);
}

char *
tl_thread_phase_threads (const TlThreadPicture *picture, const TlThreadPhase *phase)
{
  return g_strdup_printf (_("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " threads"), phase->n_threads,
                          tl_thread_mapping_n_threads (&picture->mapping));
}

const TlThreadPhase *
tl_thread_picture_phase_at (const TlThreadPicture *picture, double x, double y)
{
  double row = (y - picture->phases_y - TL_PHASES_FIRST) / TL_PHASE_HEIGHT;

  if (picture->phases == NULL || x < picture->phases_x || x > picture->phases_x + picture->phases_width || row < 0
      || row >= picture->phases->len)
    return NULL;
  return picture->phases->pdata[(guint) row];
}

char *
tl_thread_picture_phase_text (const TlThreadPicture *picture, const TlThreadPhase *phase)
{
  g_autofree char *title = tl_thread_phase_title (phase), *text = tl_thread_phase_text (phase);
  g_autofree char *threads = tl_thread_phase_threads (picture, phase);

  return g_strdup_printf ("%s%s\n%s%s%s", title, phase->waits ? _(", after a barrier") : "", text, text[0] != '\0' ? "\n" : "", threads);
}

/* --- a lane --- */

/* Lanes of the warp that access one of the sectors that @lane does, itself among them. */
static guint
count_sharing (const TlWarpAccess *access, guint lane)
{
  gint64 first = access->addresses[lane] / TL_SECTOR_BYTES, last = (access->addresses[lane] + access->bytes - 1) / TL_SECTOR_BYTES;
  guint  n = 0;

  for (guint other = 0; other < TL_WARP_LANES; other++)
    n += (access->lanes >> other & 1) != 0 && access->addresses[other] / TL_SECTOR_BYTES <= last
         && (access->addresses[other] + access->bytes - 1) / TL_SECTOR_BYTES >= first;
  return n;
}

/* Lanes that access the word of @lane. */
static guint
count_same_word (const TlWarpAccess *access, guint lane)
{
  guint n = 0;

  for (guint other = 0; other < TL_WARP_LANES; other++)
    n += (access->lanes >> other & 1) != 0 && access->addresses[other] / TL_BANK_BYTES == access->addresses[lane] / TL_BANK_BYTES;
  return n;
}

/* "bank 5, 4 different words of it are accessed", "bank 0, one word for 32 lanes". */
static char *
bank_text (const TlWarpAccess *access, guint lane)
{
  guint bank = (guint) (access->addresses[lane] / TL_BANK_BYTES % TL_N_BANKS), n_same = count_same_word (access, lane);

  if (access->bank_words[bank] > 1)
    return g_strdup_printf (_("bank %u, conflict: %u different words of it are accessed"), bank, access->bank_words[bank]);
  return n_same > 1 ? g_strdup_printf (_("bank %u, one word for %u lanes"), bank, n_same)
                    : g_strdup_printf (_("bank %u, no conflict"), bank);
}

/* "its sector serves 8 lanes" */
static char *
request_text (const TlWarpAccess *access, guint lane)
{
  guint n_sharing;

  if (access->space == TL_SPACE_LOCAL)
    return g_strdup (_("registers"));
  if (access->space == TL_SPACE_SHARED)
    return bank_text (access, lane);
  n_sharing = count_sharing (access, lane);
  return n_sharing > 1 ? g_strdup_printf (_("its sector serves %u lanes"), n_sharing) : g_strdup (_("a sector of its own"));
}

/* "reads A[3, 0:4]: its sector serves 8 lanes", a line for each request of the buffer. */
static void
append_access (GString *text, const TlThreadPicture *picture, const TlDataBuffer *buffer, const GArray *accesses, const gint64 *position,
               guint lane)
{
  const TlBlockTiles *tiles = picture->layout->tiles;
  TlTileSpan          spans[TL_DATA_MAX_DIMS];
  g_autofree char    *elements = NULL;

  tl_block_tiles_of_access (tiles, position, buffer->index, tiles->n_loops, spans);
  elements = tl_data_tile_text (buffer, spans);
  for (guint i = 0; accesses != NULL && i < accesses->len; i++)
    {
      const TlWarpAccess *access = &g_array_index (accesses, TlWarpAccess, i);
      g_autofree char    *request = NULL;

      if (access->buffer != buffer->access->buffer || (access->lanes >> lane & 1) == 0)
        continue;
      request = request_text (access, lane);
      g_string_append_printf (text, "\n%s %s: %s", access->writes ? _("writes") : _("reads"), elements, request);
    }
}

char *
tl_thread_picture_lane_text (const TlThreadPicture *picture, gint64 thread)
{
  const TlDataLayout *layout = picture->layout;
  g_autofree gint64  *position = g_memdup2 (picture->position, sizeof (gint64) * layout->tiles->n_loops);
  gint64              warp = thread / TL_WARP_LANES;
  g_autoptr (GArray)  accesses = NULL;
  GString            *text = g_string_new (NULL);

  g_string_append_printf (text, _("Thread %" G_GINT64_FORMAT ": warp %" G_GINT64_FORMAT ", lane %" G_GINT64_FORMAT), thread, warp,
                          thread % TL_WARP_LANES);
  if (tl_thread_mapping_set_thread (&picture->mapping, layout->tiles, thread, position))
    accesses = warp == picture->thread / TL_WARP_LANES && picture->accesses != NULL
                 ? g_array_ref (picture->accesses)
                 : tl_warp_accesses_new (layout->module, layout->tiles, &picture->mapping, position, warp);
  for (guint i = 0; i < layout->n_buffers; i++)
    append_access (text, picture, &layout->buffers[i], accesses, position, (guint) (thread % TL_WARP_LANES));
  if (strchr (text->str, '\n') == NULL)
    g_string_append_printf (text, _("\ndoes not run %s here"), layout->tiles->block->name);
  return g_string_free (text, FALSE);
}
