/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/postprocs-private.h"

static const TlPostproc *const rows[] = {
#define X(name_) &tl_postproc_##name_,
  TL_POSTPROCS (X)
#undef X
};

static const TlComponentInfo *
nth_row (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index]->info : NULL;
}

const TlComponentTable tl_postproc_table = { .what = "postprocessor", .nth = nth_row };

gint64
tl_postproc_int (const TlPostprocCall *call, const TlPostproc *postproc, const char *name)
{
  return tl_component_arg (&postproc->info, call->args, name)->integer;
}

gboolean
tl_postproc_bool (const TlPostprocCall *call, const TlPostproc *postproc, const char *name)
{
  return tl_component_arg (&postproc->info, call->args, name)->boolean;
}

gboolean
tl_postproc_walk (const TlPostprocCall *call, TlStmtVisit visit, gpointer user_data)
{
  const TlModule *module = tl_state_module (call->builder->state);

  for (guint i = 0; i < module->n_prims; i++)
    if (!tl_stmt_walk (module->prims[i]->body, visit, NULL, user_data))
      return FALSE;
  return TRUE;
}

gboolean
tl_state_is_postprocessed (TlState *state)
{
  const TlPrimitive *enter = tl_primitive_find ("enter_postproc");

  for (; tl_state_inst (state); state = tl_state_parent (state))
    if (tl_state_inst (state)->primitive == enter && tl_state_is_applied (state))
      return TRUE;
  return FALSE;
}

/* The refusal names the postprocessor and its step. */
static void
put_name (GError *refusal, const char *name)
{
  const char *step = tl_refusal_primitive (refusal);

  if (step)
    g_prefix_error (&refusal, "%s: %s: ", name, step);
  else
    g_prefix_error (&refusal, "%s: ", name);
  tl_refusal_set_primitive (refusal, name);
}

static gboolean
apply_one (const TlComponent *component, const TlTarget *target, TlScheduleBuilder *builder)
{
  const TlPostproc *row = (const TlPostproc *) component->info;
  TlPostprocCall call = { .builder = builder, .args = component->args, .target = target };
  GError *refusal = NULL;

  if (!row->apply (&call, &refusal) && refusal)
    {
      g_clear_error (&builder->error);
      builder->error = refusal;
    }
  if (builder->error)
    put_name (builder->error, row->info.name);
  return builder->error == NULL;
}

TlState *
tl_postprocs_apply (const TlComponent *list, guint n, const TlTarget *target, TlState *state, GError **error)
{
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, state);
  if (!tl_state_is_postprocessed (state))
    tl_schedule_builder_add (&builder, "enter_postproc", NULL, 0);
  for (guint i = 0; i < n && !builder.error && apply_one (&list[i], target, &builder); i++)
    ;
  return tl_schedule_builder_finish (&builder, error);
}
