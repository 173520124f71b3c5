/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing what runs in a block with the description of a tensor intrinsic. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * The part of a buffer that a parameter of the description stands for. Dimensions before the last ones of the parameter are single points.
 */
typedef struct
{
  const TlBuffer *param;
  const TlBuffer *buffer;
  const TlExpr  **base;     /* one per dimension of the buffer: where the parameter's element 0 lies */
} TlTensorView;

/*
 * TRUE if @block computes what @desc says, up to names, offsets and leading dimensions. One view per buffer of the description goes to
 * @views (of TlTensorView). FALSE with the first difference in @why, free with g_free.
 */
gboolean tl_tensor_match (TlArena *arena, const TlBlock *block, const TlPrimFunc *desc, GArray *views, char **why);

G_END_DECLS
