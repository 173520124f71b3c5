/* SPDX-License-Identifier: Apache-2.0 */
/* Which iterations of which blocks touch a part of a buffer. */
#pragma once

#include <gio/gio.h>

#include "core/analysis/block-tiles.h"

G_BEGIN_DECLS

/* A loop around the block, with the values, counted from 0, at which some instance of the block touches the part. */
typedef struct
{
  TlNodeId    loop;
  const char *name;       /* of its variable; borrowed from the module, as all here */
  gint64      extent;     /* -1 symbolic */
  gint64      first, last;
} TlTouchedLoop;

/* A block with no block inside that touches the part. */
typedef struct
{
  TlNodeId       block;
  const char    *name;
  gboolean       is_read;
  gboolean       is_written;
  TlTouchedLoop *loops;        /* outermost first */
  guint          n_loops;
  gint64         n_touching;   /* instances of the block that touch it … */
  gint64         n_instances;  /* … of so many */
  gboolean       is_exact;     /* else @n_touching is the most that it can be: predicates cut some off, or sizes are not known */
} TlRegionTouch;

/*
 * In the order of the program. @box: a span for each dimension of @buffer, which belongs to @module. NULL with an error if cancelled, or if
 * more than @max_tiles tiles would have to be looked at. Container of TlRegionTouch, free with g_ptr_array_unref; keep @module.
 */
GPtrArray *tl_region_touches (const TlModule *module, const TlPrimFunc *func, const TlBuffer *buffer, const TlTileSpan *box,
                              guint64 max_tiles, GCancellable *cancellable, GError **error);

G_END_DECLS
