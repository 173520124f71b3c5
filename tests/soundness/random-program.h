/* SPDX-License-Identifier: Apache-2.0 */
/* Programs at random: a few stages on small buffers, each of a kind that schedules have primitives for. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * A script with one function of one to four stages: maps, transposes, windows, pools, reductions, products, padding, concatenated and split
 * dimensions, look-ups, updates in place; odd extents below ten. The same for the same seed. Free with g_free.
 */
char *random_program (guint64 seed);

G_END_DECLS
