/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/common-decisions.h"

G_BEGIN_DECLS

/*
 * Trials without a time that ended for one cause: equal outcomes and signatures (tl_failure_signature). Without a signature: all of the
 * outcome.
 */
typedef struct
{
  TlOutcomeKind kind;
  char         *signature;   /* nullable */
  char         *line;     /* the first line of the first one's message, or the outcome where it has none */
  guint         first;    /* index of the first one */
  guint         n;
} TlFailureGroup;

/*
 * All trials without a time in groups: failures, the largest group first, then those that were pruned or cancelled. Each such trial is in
 * one. Container that owns the TlFailureGroup.
 */
GPtrArray      *tl_failure_groups (TlTrialStore *store);
/* All trials with that outcome; NULL: there are none. */
TlFailureGroup *tl_failure_group_of_kind (TlTrialStore *store, TlOutcomeKind kind);
TlFailureGroup *tl_failure_group_copy (const TlFailureGroup *group);
void            tl_failure_group_free (TlFailureGroup *group);
/* Whether trial @index is one of them. */
gboolean        tl_failure_group_has (const TlFailureGroup *group, TlTrialStore *store, guint index);
/* "14 × Wrong result: C[0, 0] is 4.8" in one line. Free with g_free. */
char           *tl_failure_group_text (const TlFailureGroup *group);

/* A line of search constraints that excludes @common: "forbid C/i/4/2=8"; NULL: no constraint can. Free with g_free. */
char           *tl_common_decision_forbid (TlTrialStore *store, const TlCommonDecision *common);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlFailureGroup, tl_failure_group_free)

G_END_DECLS
