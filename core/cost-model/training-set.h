/* SPDX-License-Identifier: Apache-2.0 */
/* The measured programs of a workload, as cost models learn from them. */
#pragma once

#include "core/target/target.h"
#include "core/cost-model/cost-model.h"
#include "core/records/database.h"

G_BEGIN_DECLS

/* A plain value: the different measured programs, in the order of their trials. Clear with tl_training_set_clear. */
typedef struct
{
  GPtrArray *features;    /* TlFeatures */
  GArray    *costs_s;     /* double: median of what it took; TL_COST_FAILED where it did not come to an end */
  GArray    *is_known;    /* gboolean: it was measured, or stopped because it was far slower than the best */
} TlTrainingSet;

void     tl_training_set_clear (TlTrainingSet *set);
/* Replays all trials of the workload, whose program is @module. @set is to be zero. */
gboolean tl_training_set_load (TlTrainingSet *set, TlDatabase *database, gint64 workload_id, const TlModule *module, const char *func_name,
                               const TlTarget *target,
                               GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlTrainingSet, tl_training_set_clear)

G_END_DECLS
