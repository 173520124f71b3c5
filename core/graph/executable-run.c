/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of executables, and what the interpreter makes of them. */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/graph/executable.h"
#include "core/graph/operators/operators.h"
#include "core/interp/interp.h"

static void
fill (TlTensor *tensor, guint64 seed)
{
  tl_tensor_fill_random (tensor, seed);
  for (gint64 i = 0; tl_dtype_is_integer (tensor->dtype) && i < tensor->n_elements; i++)
    tl_tensor_set (tensor, i, (double) (tl_tensor_get_int (tensor, i) & 1));
}

GPtrArray *
tl_executable_make_inputs (const TlExecutable *executable, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < executable->inputs->len; i++)
    {
      const TlModelTensor *input = executable->inputs->pdata[i];
      TlTensor            *tensor = tl_tensor_new (input->dtype, input->shape, input->n_dims, FALSE, error);

      if (tensor == NULL)
        return NULL;
      fill (tensor, seed + i);
      g_ptr_array_add (inputs, tensor);
    }
  return g_steal_pointer (&inputs);
}

static char *
shape_text (TlDType dtype, const gint64 *shape, guint n_dims)
{
  GString *text = g_string_new (tl_dtype_name (dtype));

  g_string_append (text, " (");
  for (guint i = 0; i < n_dims; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", shape[i]);
  g_string_append (text, n_dims == 1 ? ",)" : ")");
  return g_string_free (text, FALSE);
}

gboolean
tl_executable_check_inputs (const TlExecutable *executable, GPtrArray *inputs, GError **error)
{
  if (inputs->len != executable->inputs->len)
    return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the model takes %u inputs, not %u", executable->inputs->len,
                    inputs->len);
  for (guint i = 0; i < inputs->len; i++)
    {
      const TlModelTensor *input = executable->inputs->pdata[i];
      const TlTensor      *given = inputs->pdata[i];
      g_autofree char     *expected = shape_text (input->dtype, input->shape, input->n_dims);
      g_autofree char     *found = shape_text (given->dtype, given->shape, given->n_dims);

      if (strcmp (expected, found) != 0)
        return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "input %s of the model is %s, not %s", input->name, expected, found);
    }
  return TRUE;
}

/* --- interpretation --- */

typedef struct
{
  const TlExecutable *executable;
  char               *memory[TL_N_REGIONS];   /* owned */
} Interpretation;

static gpointer
address (const Interpretation *run, const TlPlace *place)
{
  return run->memory[place->region] + place->offset;
}

static gboolean
begin (Interpretation *run, const TlExecutable *executable, GPtrArray *inputs, GError **error)
{
  *run = (Interpretation) { .executable = executable };
  for (guint i = 0; i < TL_N_REGIONS; i++)
    if ((run->memory[i] = tl_host_memory_new ((gsize) executable->n_bytes[i], FALSE)) == NULL)
      return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory for %" G_GINT64_FORMAT " bytes of tensors",
                      executable->n_bytes[i]);
  for (guint i = 0; i < executable->constants->len; i++)
    {
      const TlModelConstant *constant = executable->constants->pdata[i];

      memcpy (address (run, &constant->place), constant->tensor->data, constant->tensor->n_bytes);
    }
  for (guint i = 0; i < inputs->len; i++)
    memcpy (address (run, &((const TlModelTensor *) executable->inputs->pdata[i])->place), ((TlTensor *) inputs->pdata[i])->data,
            ((TlTensor *) inputs->pdata[i])->n_bytes);
  return TRUE;
}

static void
end (Interpretation *run)
{
  for (guint i = 0; i < TL_N_REGIONS; i++)
    if (run->memory[i] != NULL)
      tl_host_memory_free (run->memory[i], (gsize) run->executable->n_bytes[i], FALSE);
}

static gboolean
interpret_call (const Interpretation *run, const TlKernelCall *call, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  const TlKernelTask   *kernel = run->executable->kernels->pdata[call->kernel];
  const TlPrimFunc     *func = kernel->program->prims[0];
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < func->n_params; i++)
    {
      TlTensor *arg = tl_interp_arg_on (&func->params[i], address (run, &call->args[i]), error);

      if (arg == NULL)
        return FALSE;
      g_ptr_array_add (args, arg);
    }
  if (tl_interp_run (func, (TlTensor *const *) args->pdata, args->len, max_steps, cancellable, error))
    return TRUE;
  g_prefix_error (error, "%s (%s): ", call->name, kernel->name);
  return FALSE;
}

static GPtrArray *
take_outputs (const Interpretation *run, GError **error)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < run->executable->copies->len; i++)
    {
      const TlResultCopy *copy = &g_array_index (run->executable->copies, TlResultCopy, i);

      memcpy (address (run, &copy->to), address (run, &copy->from), (gsize) copy->from.n_bytes);
    }
  for (guint i = 0; i < run->executable->outputs->len; i++)
    {
      const TlModelTensor *output = run->executable->outputs->pdata[i];
      TlTensor            *tensor = tl_tensor_new (output->dtype, output->shape, output->n_dims, FALSE, error);

      if (tensor == NULL)
        return NULL;
      memcpy (tensor->data, address (run, &output->place), tensor->n_bytes);
      g_ptr_array_add (outputs, tensor);
    }
  return g_steal_pointer (&outputs);
}

GPtrArray *
tl_executable_interpret (const TlExecutable *executable, GPtrArray *inputs, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  Interpretation run;
  gboolean       ok;
  GPtrArray     *outputs;

  if (!tl_executable_check_inputs (executable, inputs, error))
    return NULL;
  ok = begin (&run, executable, inputs, error);
  for (guint i = 0; ok && i < executable->calls->len; i++)
    ok = interpret_call (&run, executable->calls->pdata[i], max_steps, cancellable, error);
  outputs = ok ? take_outputs (&run, error) : NULL;
  end (&run);
  return outputs;
}

GBytes *
tl_executable_prepare_constants (const TlExecutable *executable, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) no_inputs = g_ptr_array_new ();
  Interpretation        run;
  gboolean              ok = begin (&run, executable, no_inputs, error);
  GBytes               *constants;

  for (guint i = 0; ok && i < executable->setup->len; i++)
    ok = interpret_call (&run, executable->setup->pdata[i], 0, cancellable, error);
  constants = ok ? g_bytes_new (run.memory[TL_REGION_CONSTANTS], (gsize) executable->n_bytes[TL_REGION_CONSTANTS]) : NULL;
  end (&run);
  return constants;
}

/* --- comparison --- */

static double
allowed_share (TlDType dtype)
{
  return !tl_dtype_is_float (dtype) ? 0 : dtype.bits >= 32 ? 1e-3 : 2e-2;
}

static double
largest (const TlTensor *tensor)
{
  double most = 0;

  for (gint64 i = 0; i < tensor->n_elements; i++)
    if (isfinite (tl_tensor_get (tensor, i)))
      most = tl_max (most, fabs (tl_tensor_get (tensor, i)));
  return most;
}

/* The same infinity, or no number in both, is no difference; a number in one of them alone is any. */
static double
difference (double got, double expected)
{
  if (got == expected || (isnan (got) && isnan (expected)))
    return 0;
  return isfinite (got) && isfinite (expected) ? fabs (got - expected) : INFINITY;
}

double
tl_outputs_compare (const TlExecutable *executable, GPtrArray *outputs, GPtrArray *expected, char **where)
{
  double worst = 0;

  for (guint i = 0; i < executable->outputs->len; i++)
    {
      const TlTensor *got = outputs->pdata[i], *right = expected->pdata[i];
      double          allowed = allowed_share (right->dtype) * largest (right);

      for (gint64 k = 0; k < right->n_elements; k++)
        {
          double off = difference (tl_tensor_get (got, k), tl_tensor_get (right, k));
          double share = off == 0 ? 0 : allowed > 0 ? off / allowed : INFINITY;

          if (share <= worst)
            continue;
          worst = share;
          if (where == NULL)
            continue;
          g_free (*where);
          *where = g_strdup_printf ("%s[%" G_GINT64_FORMAT "]: %g, expected %g", ((TlModelTensor *) executable->outputs->pdata[i])->name, k,
                                    tl_tensor_get (got, k), tl_tensor_get (right, k));
        }
    }
  return worst;
}
