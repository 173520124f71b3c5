/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs of the steps that a schedule script is refused, printed or applied. */
#pragma once

#include "core/schedule/repair.h"
#include "core/schedule/schedule-script.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean  applies;     /* the script goes on from a repaired step */
  GString  *applied;     /* lines about these */
  GString  *accesses;    /* lines about those because of which a step ended the script, with their distances */
  TlRepair *found;       /* nullable: of that step */
} TlFixes;

/* Whether they are applied, too. */
void     tl_fixes_init (TlFixes *fixes, gboolean applies);
void     tl_fixes_clear (TlFixes *fixes);

/* For tl_schedule_script_run_with, with TlFixes as data. */
TlState *tl_fixes_find (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data);

/* On standard error: those that were applied; the one that was found for the step that ended the script, after the accesses. */
void     tl_fixes_print_applied (const TlFixes *fixes);
void     tl_fixes_print_found (const TlFixes *fixes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlFixes, tl_fixes_clear)

G_END_DECLS
