/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes of programs that were measured before, in place of measuring: a search repeats itself exactly, and on machines that are busy. */
#pragma once

#include "core/records/database.h"

G_BEGIN_DECLS

/**
 * TlRecordedOutcomes: immutable once loaded; any thread may read it.
 */
typedef struct _TlRecordedOutcomes TlRecordedOutcomes;

/* All trials of the project file at @path; of equal programs the first one. NULL with an error of the database. */
TlRecordedOutcomes *tl_recorded_outcomes_load (const char *path, GError **error);
void                tl_recorded_outcomes_free (TlRecordedOutcomes *recorded);

/* The outcome of the program with this tl_module_hash; a failed build that says so if it is not recorded. Clear @outcome. */
void       tl_recorded_outcomes_outcome (const TlRecordedOutcomes *recorded, guint64 program_hash, TlOutcome *outcome);

/* Its times in the comparison that it took part in; "not measured" if there was none. Clear @outcome. */
void       tl_recorded_outcomes_compared (const TlRecordedOutcomes *recorded, guint64 program_hash, TlOutcome *outcome);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRecordedOutcomes, tl_recorded_outcomes_free)

G_END_DECLS
