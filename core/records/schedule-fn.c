/* SPDX-License-Identifier: Apache-2.0 */
/* A schedule script in place of records: what it does to a program is that program's best schedule. */
#include "core/schedule/trace.h"
#include "core/records/records-private.h"

typedef struct
{
  TlRecords         records;
  TlScheduleScript *script;
  char             *function;
  char            **arguments;
} ScheduleFn;

/* No steps: the script had nothing to say of this program. */
static TlRecord *
schedule_fn_best (TlRecords *records, const TlModule *module, GError **error)
{
  ScheduleFn *self = (ScheduleFn *) records;
  g_autoptr (TlState) start = tl_state_new (module, 0);
  g_autoptr (TlState) state = tl_schedule_script_run (self->script, start, self->function, (const char *const *) self->arguments, NULL);
  TlRecord *record;

  if (!state || tl_state_n_steps (state) == 0)
    return NULL;
  record = g_new0 (TlRecord, 1);
  record->module = tl_module_ref (module);
  record->trace_json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  return record;
}

static gboolean
schedule_fn_has_workload (TlRecords *records, const TlModule *module)
{
  g_autoptr (TlRecord) record = schedule_fn_best (records, module, NULL);

  return record != NULL;
}

static GPtrArray *
schedule_fn_all (TlRecords *records, const TlModule *module, GError **error)
{
  GPtrArray *all = tl_record_array_new ();
  TlRecord *record = module ? schedule_fn_best (records, module, NULL) : NULL;

  if (record)
    g_ptr_array_add (all, record);
  return all;
}

static void
schedule_fn_free (TlRecords *records)
{
  ScheduleFn *self = (ScheduleFn *) records;

  tl_schedule_script_unref (self->script);
  g_free (self->function);
  g_strfreev (self->arguments);
  g_free (self);
}

TlRecords *
tl_records_new_schedule_fn (TlScheduleScript *script, const char *function, const char *const *arguments)
{
  static const TlRecordsBackend backend = {
    .name = "schedule function", .has_workload = schedule_fn_has_workload, .all = schedule_fn_all, .best = schedule_fn_best,
    .free = schedule_fn_free,
  };
  ScheduleFn *self = g_new0 (ScheduleFn, 1);

  self->records = (TlRecords) { &backend, 1 };
  self->script = tl_schedule_script_ref (script);
  self->function = g_strdup (function);
  self->arguments = g_strdupv ((char **) arguments);
  return &self->records;
}
