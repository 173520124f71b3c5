/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/division.h"
#include "core/base/extremum.h"
#include "core/default-schedules/default-schedule-private.h"

#define VECTORS_AT_A_TIME 4

gint64
tl_default_chunk_size (gint64 extent, gint64 limit)
{
  return tl_max (tl_ceildiv (extent, tl_max (tl_ceildiv (extent, limit), 1)), 1);
}

gint64
tl_default_vector_divisor (gint64 extent, gint64 lanes, gint64 most)
{
  for (gint64 unit = lanes; unit >= MAX (lanes / 4, 2); unit /= 2)
    for (gint64 n = most / unit * unit; n > 0; n -= unit)
      if (extent % n == 0)
        return n;
  return 0;
}

void
tl_default_store_nontemporal (TlDefaultSchedule *p, guint loop_rv, gint64 n_bytes)
{
  if (n_bytes > p->l2_bytes)
    tl_step_annotate (p->builder, loop_rv, "nontemporal_store", tl_arg_int (1));
}

guint
tl_default_vectors (TlDefaultSchedule *p, guint loop_rv, TlDType dtype)
{
  gint64 lanes = tl_target_lanes (p->target, dtype), extent = tl_schedule_builder_extent (p->builder, loop_rv);

  return tl_step_vectorize_by (p->builder, loop_rv, tl_arg_int (extent % (lanes * VECTORS_AT_A_TIME) == 0 ? VECTORS_AT_A_TIME : 1), lanes);
}

void
tl_default_write_result (TlDefaultSchedule *p, guint block_rv, gint epilogue, guint at, gint64 lanes)
{
  gint  epilogue_rv = epilogue >= 0 ? (gint) tl_default_rv (p, (guint) epilogue) : -1;
  guint writer = tl_step_write_at (p->builder, block_rv, epilogue_rv, at);

  tl_step_unroll_and_vectorize_below (p->builder, writer, at, lanes);
}

void
tl_default_transpose (TlDefaultSchedule *p, guint block_rv, gint read, guint at, guint row, guint lane, const TlIndexMap *flat)
{
  guint tile = tl_step_cache_read (p->builder, block_rv, read, "local"), inner, n;

  if (flat != NULL)
    {
      tl_step_transform_layout (p->builder, tile, "write", 0, flat, NULL);
      tl_schedule_builder_do (p->builder, "transform_block_layout", tl_arg_rv (tile), tl_arg_index_map (flat));
    }
  tl_step_at (p->builder, "compute_at", tile, at);
  inner = tl_step_get_loops_below (p->builder, tile, at, &n);
  if (p->builder->error == NULL && n != 2)
    tl_refuse (&p->builder->error, NULL, 0, NULL, "the tile to transpose has %u loops, not two", n);
  tl_step_unroll_and_vectorize (p->builder, inner, inner + 1);
  tl_step_unroll_and_vectorize (p->builder, row, lane);
}
