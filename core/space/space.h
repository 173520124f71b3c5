/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/schedule-script.h"
#include "core/space/component-sets.h"
#include "core/space/component.h"

G_BEGIN_DECLS

/**
 * TlSpace: the schedules that are searched: design spaces, each a trace whose decisions are drawn anew for every candidate (MetaSchedule's
 * space generator). They come from schedule rules applied to every block, from a schedule script, or from several spaces together.
 * Immutable; many threads may sample it.
 */
typedef struct _TlSpace TlSpace;

/* The parts of a space: lists of components, or names of sets (component-sets.h); NULL: the target's own set. */
typedef struct
{
  const char *lists[TL_N_SPACE_LISTS];
} TlSpaceOptions;

/*
 * Rules over all blocks: a list of them, or the name of a component set, whose other lists then hold, too ("vector"; "tvm" is
 * MetaSchedule's for the target). Where @options (nullable) leave them to the target, it is MetaSchedule's. NULL with
 * TL_COMPONENT_ERROR_SYNTAX.
 */
TlSpace    *tl_space_from_rules (const TlTarget *target, const TlSpaceOptions *options, GError **error);
/*
 * "default": on CPUs the union of "vector" and MetaSchedule's set; else MetaSchedule's set. Seven draws of eight are from "vector", so that
 * a short search meets library-speed kernels first and a long one covers both. "vector" is small: some 70 programs for a 128 matmul, 350
 * for one of 1024, most within 1.5 times of the best; MetaSchedule's candidates take two to five times as long.
 */
TlSpace    *tl_space_default (const TlTarget *target);
/*
 * A stochastic schedule script; @function and @arguments as for tl_schedule_script_run. A list of schedules that it returns are its
 * sketches.
 */
TlSpace    *tl_space_from_script (TlScheduleScript *script, const char *function, const char *const *arguments);
/*
 * All sketches of several spaces; the first one's postprocessors and mutators hold. A draw takes a space with a weight by its weight
 * (@weights nullable: all alike), then one of its sketches. Where there are
 * weights, sketches that leave the program, or a sum in it, as they are do not count, unless all do.
 */
TlSpace    *tl_space_union (const char *name, TlSpace *const *spaces, const guint *weights, guint n_spaces);
TlSpace    *tl_space_ref (TlSpace *space);
void        tl_space_unref (TlSpace *space);
const char *tl_space_name (const TlSpace *space);
/* Its components of a kind, lent. */
const TlComponent *tl_space_components (const TlSpace *space, TlSpaceList list, guint *n_components);

/*
 * All design spaces of @start (a state without steps), in TVM's order, before postprocessing: TlState, with decisions drawn from the
 * state's seed. NULL with a refusal, also where a rule finds no way at all.
 */
GPtrArray  *tl_space_sketches (TlSpace *space, TlState *start, GError **error);
/* The same with the weight of each in a draw, double in no scale. Free with g_array_unref. */
GPtrArray  *tl_space_sketches_with_weights (TlSpace *space, TlState *start, GArray **weights, GError **error);

/* One random schedule of @start, postprocessing included: a sketch and its decisions drawn from @seed alone. NULL with a refusal. */
TlState    *tl_space_sample (TlSpace *space, TlState *start, guint64 seed, GError **error);
/* @state, a schedule of the space, postprocessed; one that entered postprocessing itself stays as it is. NULL with a refusal. */
TlState    *tl_space_postprocess (const TlSpace *space, TlState *state, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSpace, tl_space_unref)

G_END_DECLS
