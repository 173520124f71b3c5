/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Postprocessing: what becomes of a drawn schedule before it is measured (MetaSchedule: Shao et al., NeurIPS 2022). Hints that rules left
 * on blocks turn into steps, what rules leave to the end is done (initializations, threads, tensor intrinsics, layouts), and programs that
 * the target cannot run are refused. All steps come after enter_postproc, so traces are cut there and postprocessed again. Adding a
 * postprocessor: its .c in postprocs/, a line in postprocs.c, one in postprocs/meson.build, cases in tests/space/postprocs/<name>.
 */
#pragma once

#include "core/target/target.h"
#include "core/space/component.h"
#include "core/space/schedule-steps.h"

G_BEGIN_DECLS

/* One application: what has been done so far, to be continued. */
typedef struct
{
  TlScheduleBuilder *builder;
  const TlArg       *args;      /* one for each parameter of the row */
  const TlTarget    *target;
} TlPostprocCall;

typedef struct
{
  TlComponentInfo info;
  /* FALSE with a refusal (tl_refuse) that has place and reason; a step that is refused is left in call->steps->error. */
  gboolean      (*apply) (const TlPostprocCall *call, GError **error);
} TlPostproc;

extern const TlComponentTable tl_postproc_table;

/* Whether enter_postproc is among the steps. */
gboolean tl_state_is_postprocessed (TlState *state);

/*
 * The state after enter_postproc, unless it has been, and then each of @list in order. NULL with a refusal of TL_SCHEDULE_ERROR that begins
 * with the name of the postprocessor. Any thread.
 */
TlState *tl_postprocs_apply (const TlComponent *list, guint n, const TlTarget *target, TlState *state, GError **error);

G_END_DECLS
