/* SPDX-License-Identifier: Apache-2.0 */
/* Programs as the runner gets them: code and, where constants are prepared once, the code that does so behind it. */
#include "core/measure/pool-private.h"

/* In the form that core/worker/prepared.c reads. */
static JsonObject *
describe_setup (const TlSplitKernel *split, GBytes *code)
{
  const TlPrimFunc *setup = split->setup->prims[0];
  JsonObject       *described = json_object_new ();
  JsonArray        *constants = json_array_new (), *prepared = json_array_new ();

  for (guint i = 0; i < split->n_constants; i++)
    json_array_add_int_element (constants, split->constants[i]);
  for (guint i = split->n_constants; i < setup->n_params; i++)
    {
      const TlBuffer *buffer = setup->params[i].buffer;

      json_array_add_int_element (prepared, tl_buffer_n_elements (buffer) * tl_dtype_bytes (buffer->dtype));
    }
  json_object_set_int_member (described, "size", (gint64) g_bytes_get_size (code));
  json_object_set_array_member (described, "constants", constants);
  json_object_set_array_member (described, "prepared", prepared);
  return described;
}

static GBytes *
join (GBytes *first, GBytes *second)
{
  GByteArray *all = g_byte_array_new ();

  g_byte_array_append (all, g_bytes_get_data (first, NULL), (guint) g_bytes_get_size (first));
  g_byte_array_append (all, g_bytes_get_data (second, NULL), (guint) g_bytes_get_size (second));
  return g_byte_array_free_to_bytes (all);
}

gboolean
tl_pool_program_build (TlPoolProgram *program, TlWorkerPool *pool, const TlModule *module, const char *func_name, TlParamSet constants,
                       const TlTarget *target, const TlMeasureOptions *options, GCancellable *cancellable, TlOutcome *outcome)
{
  g_auto (TlSplitKernel) split = { NULL };
  g_autoptr (GBytes)     setup = NULL, code = NULL;

  *program = (TlPoolProgram) { NULL };
  if (constants != 0 && module->n_prims == 1 && tl_kernel_split (module, constants, &split))
    {
      setup = tl_pool_build (pool, split.setup, func_name, target, options, cancellable, outcome);
      if (setup == NULL)
        return FALSE;
      tl_outcome_clear (outcome);
    }
  code = tl_pool_build (pool, split.main != NULL ? split.main : module, func_name, target, options, cancellable, outcome);
  if (code == NULL)
    return FALSE;
  if (setup != NULL)
    program->setup = describe_setup (&split, setup);
  program->code = setup != NULL ? join (code, setup) : g_steal_pointer (&code);
  return TRUE;
}

void
tl_pool_program_describe (const TlPoolProgram *program, JsonObject *header)
{
  if (program->setup != NULL)
    json_object_set_object_member (header, "setup", json_object_ref (program->setup));
}

void
tl_pool_program_clear (TlPoolProgram *program)
{
  g_clear_pointer (&program->code, g_bytes_unref);
  g_clear_pointer (&program->setup, json_object_unref);
}
