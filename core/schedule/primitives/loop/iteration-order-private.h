/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the iterations of a loop may change places, as far as one reads what another one writes. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

/* Blocks below a loop: in some iteration @reader may read what @writer wrote in other iterations alone. */
typedef struct
{
  const TlBlock *writer, *reader;
  const TlBuffer *buffer;
} TlCarriedRead;

/* FALSE if there is none below the path's target, a loop. */
gboolean tl_find_carried_read (TlArena *arena, const TlModule *module, const TlPath *path, TlCarriedRead *found);

typedef enum
{
  TL_ORDER_UNKNOWN,          /* too long, or extents or indices are not known */
  TL_ORDER_KEPT,             /* the reader's instances come out the same in any order of the iterations */
  TL_ORDER_BROKEN,           /* some do not */
  TL_ORDER_BROKEN_IN_SAMPLE, /* some do not, unless iterations that were passed over run them again */
} TlOrderResult;

/* Walks through the iterations of the path's target; through some of them where all are too many. */
TlOrderResult tl_walk_carried_read (const TlPath *path, const TlCarriedRead *pair);

G_END_DECLS
