/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/gpu/kernel-levels.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"

#define MAX_DIMS 16

gint64
tl_kernel_facts_n_at_once (const TlKernelFacts *facts)
{
  return facts->model != NULL && facts->has_occupancy ? facts->model->n_multiprocessors * facts->occupancy.n_blocks : 0;
}

gboolean
tl_kernel_facts_thread_runs (const TlKernelFacts *facts, gint64 thread)
{
  g_autofree gint64 *position = g_new0 (gint64, facts->tiles->n_loops + 1);

  return tl_thread_mapping_set_thread (&facts->mapping, facts->tiles, thread, position);
}

/* --- numbers --- */

static guint
n_dims (const gint64 dims[TL_THREAD_DIMS])
{
  return dims[2] > 1 ? 3 : dims[1] > 1 ? 2 : 1;
}

/* "8 × 4" */
static char *
dims_text (const gint64 dims[TL_THREAD_DIMS])
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < n_dims (dims); d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " × " : "", dims[d]);
  return g_string_free (text, FALSE);
}

/* "(5, 3)" of x and y, "5" where there is x alone. */
static char *
at_text (const gint64 dims[TL_THREAD_DIMS], gint64 number)
{
  GString *text = g_string_new (n_dims (dims) > 1 ? "(" : NULL);

  for (guint d = 0; d < n_dims (dims); d++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", number % dims[d]);
      number /= dims[d];
    }
  if (n_dims (dims) > 1)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* --- loops --- */

static gboolean
is_bound (const gint loops[TL_THREAD_DIMS], gint loop)
{
  return loops[0] == loop || loops[1] == loop || loops[2] == loop;
}

GArray *
tl_kernel_level_loops (const TlKernelFacts *facts, TlKernelLevel level)
{
  const TlThreadMapping *mapping = &facts->mapping;
  const gint            *bound = level == TL_LEVEL_GRID ? mapping->grid_loops : mapping->block_loops;
  GArray                *loops = g_array_new (FALSE, FALSE, sizeof (guint));

  for (gint d = 0; level != TL_LEVEL_THREAD && d < TL_THREAD_DIMS; d++)
    if (bound[d] >= 0)
      g_array_append_val (loops, bound[d]);
  for (guint i = 0; level == TL_LEVEL_THREAD && i < facts->tiles->n_loops; i++)
    if (!is_bound (mapping->grid_loops, (gint) i) && !is_bound (mapping->block_loops, (gint) i))
      g_array_append_val (loops, i);
  return loops;
}

/* --- texts --- */

char *
tl_kernel_level_title (const TlKernelFacts *facts, TlKernelLevel level)
{
  const TlThreadMapping *mapping = &facts->mapping;
  gint64                 n_warps = (tl_thread_mapping_n_threads (mapping) + TL_WARP_LANES - 1) / TL_WARP_LANES;
  g_autofree char       *dims = dims_text (level == TL_LEVEL_GRID ? mapping->grid : mapping->block);
  g_autofree char       *block = at_text (mapping->grid, facts->block), *thread = at_text (mapping->block, facts->thread);

  switch (level)
    {
    case TL_LEVEL_GRID:
      return g_strdup_printf (_("Grid of %s"), dims);
    case TL_LEVEL_BLOCK:
      return g_strdup_printf (ngettext ("Block %s: %s threads in %" G_GINT64_FORMAT " warp",
                                        "Block %s: %s threads in %" G_GINT64_FORMAT " warps", (gulong) n_warps), block, dims, n_warps);
    case TL_LEVEL_THREAD:
    default:
      return g_strdup_printf (_("Thread %s"), thread);
    }
}

static char *
grid_text (const TlKernelFacts *facts)
{
  gint64 n_blocks = tl_thread_mapping_n_blocks (&facts->mapping), at_once = tl_kernel_facts_n_at_once (facts), n_waves;

  if (at_once == 0)
    return g_strdup (_("How many run at once is not known"));
  n_waves = (n_blocks + at_once - 1) / at_once;
  if (n_waves == 1)
    return g_strdup_printf (_("One wave: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " places"), n_blocks, at_once);
  return g_strdup_printf (_("Wave %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT " run at once, %" G_GINT64_FORMAT
                            " in the last one"), facts->block / at_once + 1, n_waves, at_once, n_blocks - (n_waves - 1) * at_once);
}

static char *
warp_text (const TlKernelFacts *facts)
{
  gint64           warp = facts->thread / TL_WARP_LANES, first = warp * TL_WARP_LANES;
  gint64           n = tl_thread_mapping_n_threads (&facts->mapping), last = MIN (first + TL_WARP_LANES, n) - 1;
  g_autofree char *from = at_text (facts->mapping.block, first), *to = at_text (facts->mapping.block, last);

  return g_strdup_printf (_("Warp %" G_GINT64_FORMAT ": threads %s to %s"), warp, from, to);
}

/* In one iteration of the loops outside of the thread's own: what it accesses, a line for each buffer. */
static void
append_accesses (GString *text, const TlKernelFacts *facts, guint n_fixed)
{
  for (guint i = 0; i < facts->tiles->n_accesses; i++)
    {
      const TlBlockAccess *access = &facts->tiles->accesses[i];
      TlTileSpan           spans[MAX_DIMS];
      g_autofree char     *part = NULL;

      if (access->buffer->n_dims > MAX_DIMS)
        continue;
      tl_block_tiles_of_access (facts->tiles, facts->position, i, n_fixed, spans);
      part = tl_block_access_text (access, spans);
      g_string_append_printf (text, "\n%s %s", access->is_written && access->is_read ? _("reads and writes")
                                               : access->is_written ? _("writes") : _("reads"), part);
    }
}

static char *
thread_text (const TlKernelFacts *facts)
{
  g_autoptr (GArray) loops = tl_kernel_level_loops (facts, TL_LEVEL_THREAD);
  GString           *text = g_string_new (NULL);
  gint64             n = 1;
  guint              n_fixed = 0;

  g_string_append_printf (text, _("Lane %" G_GINT64_FORMAT " of warp %" G_GINT64_FORMAT), facts->thread % TL_WARP_LANES,
                          facts->thread / TL_WARP_LANES);
  if (!facts->runs)
    {
      g_string_append_printf (text, _("\ndoes not run %s"), facts->tiles->block->name);
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < loops->len; i++)
    n = tl_mul_saturated (n, MAX (facts->tiles->extents[g_array_index (loops, guint, i)], 1));
  for (gint d = 0; d < TL_THREAD_DIMS; d++)
    n_fixed = MAX (n_fixed, (guint) (MAX (facts->mapping.block_loops[d], facts->mapping.grid_loops[d]) + 1));
  {
    g_autofree char *count = tl_format_count (n);

    g_string_append_printf (text, ngettext (": %s iteration of %s", ": %s iterations of %s", (gulong) n), count, facts->tiles->block->name);
  }
  append_accesses (text, facts, n_fixed);
  for (guint i = 0; i < loops->len && g_array_index (loops, guint, i) < n_fixed; i++)
    g_string_append_printf (text, i == 0 ? _("\nin one iteration of %s") : ", %s",
                            facts->tiles->loops[g_array_index (loops, guint, i)]->loop.var->name);
  return g_string_free (text, FALSE);
}

char *
tl_kernel_level_text (const TlKernelFacts *facts, TlKernelLevel level)
{
  return level == TL_LEVEL_GRID ? grid_text (facts) : level == TL_LEVEL_BLOCK ? warp_text (facts) : thread_text (facts);
}
