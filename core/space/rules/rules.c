/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/rule-rows-private.h"

static const TlScheduleRule *const rows[] = {
#define X(name_) &tl_rule_##name_,
  TL_SCHEDULE_RULES (X)
#undef X
};

static const TlComponentInfo *
nth_row (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index]->info : NULL;
}

const TlComponentTable tl_schedule_rule_table = { .what = "schedule rule", .nth = nth_row };
