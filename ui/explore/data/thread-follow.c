/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/thread-follow.h"

#include <string.h>

#include "core/draw/data/thread-picture.h"

void
tl_thread_follow (TlScrubber *scrubber, const TlDataLayout *layout, TlSelection *selection)
{
  const TlBlockTiles *tiles = layout->tiles;
  TlThreadMapping     mapping = tl_thread_mapping_of (layout->module, tiles, 1);
  const gint64       *position = tl_scrubber_position (scrubber);
  g_autofree gint64  *there = g_memdup2 (position, sizeof (gint64) * (tiles->n_loops + 1));
  gint64              block, thread;

  tl_selection_thread (selection, &block, &thread);
  if (mapping.kind == TL_THREADS_GPU && tl_thread_mapping_set_block (&mapping, tiles, block, there)
      && tl_thread_mapping_set_thread (&mapping, tiles, thread, there)
      && memcmp (there, position, sizeof (gint64) * tiles->n_loops) != 0)
    tl_scrubber_go_to (scrubber, there);
}

void
tl_thread_tell (TlScrubber *scrubber, const TlDataLayout *layout, TlSelection *selection)
{
  TlThreadMapping mapping = tl_thread_mapping_of (layout->module, layout->tiles, 1);
  const gint64   *position = tl_scrubber_position (scrubber);

  if (mapping.kind == TL_THREADS_GPU)
    tl_selection_pick_thread (selection, tl_thread_mapping_block_at (&mapping, position), tl_thread_mapping_thread_at (&mapping, position));
}
