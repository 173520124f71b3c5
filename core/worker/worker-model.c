/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole model in a child: its kernels loaded, its tensors in memory, all calls run, checked and timed. Invariant: constants and inputs
 * are read-only while code runs, and status->candidate is the call that runs, so that the end of a child is blamed on it.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/base/json-members.h"
#include "core/codegen/externs.h"
#include "core/worker/model-message.h"
#include "core/worker/worker-private.h"

#define MIN_REGION_BYTES ((gsize) 2 << 20)   /* such memory starts on a page of its own, so that it can be made read-only */
#define MIN_RUNS         30u                 /* unless they take longer than the budget */
#define MAX_RUNS         1000u
#define SHORT_S          0.5                 /* runs go on for so long */

typedef struct
{
  TlModelCalls       calls;
  const TlDeviceApi *api;
  gpointer           device;
  gpointer           memory[TL_N_REGIONS];    /* owned */
  gsize              n_bytes[TL_N_REGIONS];   /* of it */
  gpointer          *programs;                /* owned: one for each kernel */
  gpointer         **args;                    /* owned: those of each call */
  gint               n_threads;
  guint8            *file;                    /* mapped: constants, inputs, outputs */
  gsize              file_bytes;
  TlChildStatus     *status;
  GError            *error;                   /* owned: of a launch that failed */
} Model;

static void
model_clear (Model *model)
{
  for (guint i = 0; model->args != NULL && i < model->calls.calls->len; i++)
    g_free (model->args[i]);
  for (guint i = 0; model->programs != NULL && i < model->calls.n_kernels; i++)
    if (model->programs[i] != NULL)
      model->api->unload (model->device, model->programs[i]);
  for (guint i = 0; i < TL_N_REGIONS; i++)
    if (model->memory[i] != NULL)
      tl_host_memory_free (model->memory[i], model->n_bytes[i], FALSE);
  if (model->file != NULL)
    munmap (model->file, model->file_bytes);
  if (model->device != NULL)
    model->api->close (model->device);
  g_free (model->args);
  g_free (model->programs);
  g_clear_error (&model->error);
  tl_model_calls_clear (&model->calls);
}

/* --- loading --- */

/* The pool's file: it is shorter than its name says only if somebody else has changed it. */
static gboolean
map_file (Model *model, const char *path, GError **error)
{
  int   fd = path != NULL ? open (path, O_RDWR | O_CLOEXEC) : -1;
  void *mapped;

  model->file_bytes = tl_model_file_bytes (model->calls.n_bytes);
  if (fd < 0 || lseek (fd, 0, SEEK_END) < (off_t) model->file_bytes)
    {
      if (fd >= 0)
        close (fd);
      return tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the tensors in %s cannot be read", path != NULL ? path : "no file");
    }
  mapped = mmap (NULL, model->file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  if (mapped == MAP_FAILED)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory for tensors of %" G_GSIZE_FORMAT " bytes", model->file_bytes);
  model->file = mapped;
  return TRUE;
}

/* Memory of this process, on huge pages: the file's are small. */
static gboolean
take_memory (Model *model, GError **error)
{
  for (guint i = 0; i < TL_N_REGIONS; i++)
    {
      model->n_bytes[i] = tl_max ((gsize) model->calls.n_bytes[i], MIN_REGION_BYTES);
      model->memory[i] = tl_host_memory_new (model->n_bytes[i], FALSE);
      if (model->memory[i] == NULL)
        return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "no memory for tensors of %" G_GSIZE_FORMAT " bytes", model->n_bytes[i]);
    }
  for (guint i = TL_REGION_CONSTANTS; i <= TL_REGION_INPUTS; i++)
    memcpy (model->memory[i], model->file + tl_model_file_offset (model->calls.n_bytes, i), (gsize) model->calls.n_bytes[i]);
  return TRUE;
}

static gpointer
address (const Model *model, const TlPlace *place)
{
  return (guint8 *) model->memory[place->region] + place->offset;
}

static gpointer *
find_args (const Model *model, const TlKernelCall *call)
{
  gpointer *args = g_new0 (gpointer, call->n_args + 1);

  for (guint i = 0; i < call->n_args; i++)
    args[i] = address (model, &call->args[i]);
  return args;
}

/* Prepares constants; from here on they stay as they are. */
static gboolean
set_up (Model *model)
{
  model->status->phase = TL_CHILD_RUNNING;
  for (guint i = 0; i < model->calls.setup->len; i++)
    {
      const TlKernelCall  *call = model->calls.setup->pdata[i];
      g_autofree gpointer *args = find_args (model, call);

      if (!model->api->launch (model->device, model->programs[call->kernel], args, &model->error)
          || !model->api->sync (model->device, &model->error))
        return FALSE;
    }
  for (guint i = TL_REGION_CONSTANTS; i <= TL_REGION_INPUTS; i++)
    mprotect (model->memory[i], model->n_bytes[i], PROT_READ);
  return TRUE;
}

/* Part @index of the payload, whose sizes are the header's @name; empty if there is none. */
static GBytes *
part_of (const TlMessage *request, const char *name, guint index, gsize start)
{
  JsonArray *sizes = json_object_has_member (request->header, name) ? json_object_get_array_member (request->header, name) : NULL;
  gsize      at = start, end = g_bytes_get_size (request->payload);

  for (guint i = 0; sizes != NULL && i < index && i < json_array_get_length (sizes); i++)
    at += (gsize) json_array_get_int_element (sizes, i);
  if (sizes == NULL || index >= json_array_get_length (sizes) || at > end
      || (gsize) json_array_get_int_element (sizes, index) > end - at)
    return g_bytes_new (NULL, 0);
  return g_bytes_new_from_bytes (request->payload, at, (gsize) json_array_get_int_element (sizes, index));
}

static gboolean
load_kernels (Model *model, const TlMessage *request, GError **error)
{
  model->programs = g_new0 (gpointer, model->calls.n_kernels + 1);
  for (guint i = 0; i < model->calls.n_kernels; i++)
    {
      g_autoptr (GBytes) object = part_of (request, "object_bytes", i, 0);

      model->programs[i] = model->api->load (model->device, object, error);
      if (model->programs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
load_model (Model *model, const TlMessage *request, GError **error)
{
  const char *device = tl_json_string (request->header, "device");
  guint       ordinal;

  if (!tl_header_get_model (request->header, &model->calls))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "malformed request: the calls of the model");
  model->api = tl_worker_device_find (device, &ordinal, error);
  if (model->api == NULL)
    return FALSE;
  if (g_strcmp0 (model->api->name, "cpu") != 0)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "whole models run on CPUs only, not on %s", model->api->name);
  model->n_threads = (gint) tl_json_int (request->header, "n_threads", 1);
  model->device = model->api->open (ordinal, error);
  if (model->device == NULL || !map_file (model, tl_json_string (request->header, "file"), error) || !take_memory (model, error)
      || !load_kernels (model, request, error))
    return FALSE;
  model->args = g_new0 (gpointer *, model->calls.calls->len + 1);
  for (guint i = 0; i < model->calls.calls->len; i++)
    model->args[i] = find_args (model, model->calls.calls->pdata[i]);
  return TRUE;
}

/* --- running --- */

static gboolean
launch (Model *model, guint index)
{
  const TlKernelCall *call = model->calls.calls->pdata[index];

  model->status->candidate = (gint) index;
  return model->api->launch (model->device, model->programs[call->kernel], model->args[index], &model->error)
         && model->api->sync (model->device, &model->error);
}

static void
make_copies (const Model *model)
{
  for (guint i = 0; i < model->calls.copies->len; i++)
    {
      const TlResultCopy *copy = &g_array_index (model->calls.copies, TlResultCopy, i);

      memcpy (address (model, &copy->to), address (model, &copy->from), (gsize) copy->from.n_bytes);
    }
}

/* All calls, by the first thread of a team; up to one that fails, which model->error tells. */
static void
make_calls (gpointer data)
{
  Model *model = data;

  for (guint i = 0; i < model->calls.calls->len; i++)
    if (!launch (model, i))
      return;
  make_copies (model);
}

/* Seconds of @number runs of all (TlTimedFunc). */
static double
time_model (gpointer data, guint64 number)
{
  Model *model = data;
  gint64 start_ns = tl_time_ns ();

  for (guint64 run = 0; run < number && model->error == NULL; run++)
    tl_parallel_team_run (model->n_threads, make_calls, model);
  return model->error == NULL ? (double) (tl_time_ns () - start_ns) / 1e9 : -1;
}

static void
show_outputs (Model *model)
{
  memcpy (model->file + tl_model_file_offset (model->calls.n_bytes, TL_REGION_OUTPUTS), model->memory[TL_REGION_OUTPUTS],
          (gsize) model->calls.n_bytes[TL_REGION_OUTPUTS]);
}

/* --- checking --- */

/* The kernel's own program; NULL with @error. */
static TlModule *
read_kernel (const TlMessage *request, guint kernel, GError **error)
{
  JsonArray          *sizes = json_object_get_array_member (request->header, "object_bytes");
  gsize               start = 0;
  g_autoptr (GBytes)  script = NULL;
  g_autofree char    *text = NULL;

  for (guint i = 0; i < json_array_get_length (sizes); i++)
    start += (gsize) json_array_get_int_element (sizes, i);
  script = part_of (request, "script_bytes", kernel, start);
  text = g_strndup (g_bytes_get_data (script, NULL), g_bytes_get_size (script));
  return tl_script_read_text (text, error);
}

static GPtrArray *
tensors_of (const Model *model, guint index, const TlPrimFunc *func, GError **error)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  const TlKernelCall   *call = model->calls.calls->pdata[index];

  for (guint i = 0; i < call->n_args && i < func->n_params; i++)
    {
      TlTensor *tensor = tl_interp_arg_on (&func->params[i], model->args[index][i], error);

      if (tensor == NULL)
        return NULL;
      g_ptr_array_add (tensors, tensor);
    }
  return g_steal_pointer (&tensors);
}

/* Intermediate tensors and results as they are before a call, which may change them. */
typedef struct
{
  guint8 *memory[TL_N_REGIONS];   /* owned */
} CallSnapshot;

static void
snapshot_take (CallSnapshot *snapshot, const Model *model)
{
  for (guint i = TL_REGION_OUTPUTS; i < TL_N_REGIONS; i++)
    snapshot->memory[i] = g_memdup2 (model->memory[i], (gsize) model->calls.n_bytes[i]);
}

/* Whether the call has changed nothing but what it writes. */
static gboolean
snapshot_is_kept (CallSnapshot *snapshot, const Model *model, const TlKernelCall *call, const TlPrimFunc *func)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  gboolean           is_kept = TRUE;

  for (guint i = 0; i < func->n_params; i++)
    if (g_array_index (written, gboolean, i) && snapshot->memory[call->args[i].region] != NULL)
      memcpy (snapshot->memory[call->args[i].region] + call->args[i].offset, address (model, &call->args[i]),
              (gsize) call->args[i].n_bytes);
  for (guint i = TL_REGION_OUTPUTS; i < TL_N_REGIONS; i++)
    is_kept &= model->calls.n_bytes[i] == 0 || memcmp (snapshot->memory[i], model->memory[i], (gsize) model->calls.n_bytes[i]) == 0;
  return is_kept;
}

static void
snapshot_clear (CallSnapshot *snapshot)
{
  for (guint i = 0; i < TL_N_REGIONS; i++)
    g_free (snapshot->memory[i]);
}

typedef struct
{
  guint64 n_checked;       /* elements */
  guint64 n_at_border;     /* of these: rounded to the other of two near steps */
  guint   n_unchecked;     /* calls of what the interpreter cannot run */
} CheckCounts;

static gboolean
is_right (const TlReference *reference, GPtrArray *tensors, CheckCounts *counts, TlOutcome *outcome)
{
  TlCheckResult    result = { 0 };
  g_autofree char *unwritten = NULL;

  tl_reference_check (reference, (TlTensor *const *) tensors->pdata, &result);
  counts->n_checked += result.n_checked;
  counts->n_at_border += result.n_at_border;
  unwritten = result.unwritten != NULL ? tl_check_result_explain_unwritten (&result) : NULL;
  if (unwritten != NULL)
    tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s", unwritten);
  else if (!result.ok)
    tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "%s\n%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " compared elements are wrong",
                    result.where != NULL ? result.where : "The result is wrong", result.n_wrong, result.n_checked);
  tl_check_result_clear (&result);
  return outcome->kind == TL_OUTCOME_OK;
}

/* On the inputs that the call has in this run: those before it are right. FALSE with @outcome, or model->error. */
static gboolean
check_call (Model *model, guint index, const TlPrimFunc *func, CheckCounts *counts, TlOutcome *outcome)
{
  const TlKernelCall     *call = model->calls.calls->pdata[index];
  g_autoptr (GError)      error = NULL;
  g_autoptr (GPtrArray)   tensors = tensors_of (model, index, func, &error);
  g_autoptr (TlReference) reference = NULL;
  CallSnapshot                snapshot = { { NULL } };
  gboolean                is_kept;

  model->status->candidate = (gint) index;
  model->status->phase = TL_CHILD_CHECKING;
  if (tensors != NULL && tensors->len == func->n_params)
    reference = tl_reference_new (func, (TlTensor *const *) tensors->pdata, tensors->len, 0, NULL, &error);
  if (reference != NULL)
    tl_reference_allow_cancellation (reference);
  snapshot_take (&snapshot, model);
  model->status->phase = TL_CHILD_RUNNING;
  if (!launch (model, index))
    {
      snapshot_clear (&snapshot);
      return FALSE;
    }
  model->status->phase = TL_CHILD_CHECKING;
  is_kept = snapshot_is_kept (&snapshot, model, call, func);
  snapshot_clear (&snapshot);
  if (!is_kept)
    {
      tl_outcome_set (outcome, TL_OUTCOME_WRONG_RESULT, "It writes outside of its results");
      return FALSE;
    }
  if (reference != NULL)
    return is_right (reference, tensors, counts, outcome);
  counts->n_unchecked++;
  return TRUE;
}

static gboolean
check_model (Model *model, const TlMessage *request, CheckCounts *counts, TlOutcome *outcome)
{
  g_autoptr (GPtrArray) modules = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_module_unref);
  g_autoptr (GError)    error = NULL;

  for (guint i = 0; i < model->calls.n_kernels; i++)
    {
      TlModule *module = read_kernel (request, i, &error);

      if (module == NULL || module->n_prims == 0)
        {
          tl_outcome_set (outcome, TL_OUTCOME_BUILD_ERROR, "A kernel cannot be read back: %s",
                          error != NULL ? error->message : "it is empty");
          return FALSE;
        }
      g_ptr_array_add (modules, module);
    }
  for (guint i = 0; i < model->calls.calls->len; i++)
    {
      const TlKernelCall *call = model->calls.calls->pdata[i];
      const TlModule     *module = modules->pdata[call->kernel];

      if (!check_call (model, i, module->prims[0], counts, outcome))
        return FALSE;
    }
  make_copies (model);
  outcome->is_checked = TRUE;
  return TRUE;
}

/* --- timing --- */

typedef struct
{
  Model  *model;
  guint   n_runs;
  double *times;    /* of each call, in each run */
} CallTimes;

static void
time_calls (gpointer data)
{
  CallTimes *all = data;

  for (guint run = 0; run < all->n_runs; run++)
    for (guint i = 0; i < all->model->calls.calls->len; i++)
      {
        gint64 start_ns = tl_time_ns ();

        launch (all->model, i);
        all->times[(gsize) i * all->n_runs + run] = (double) (tl_time_ns () - start_ns) / 1e9;
      }
}

/* The median time of each call, in @n_runs runs of all. */
static void
profile (Model *model, guint n_runs, JsonObject *reply)
{
  guint              n_calls = model->calls.calls->len;
  g_autofree double *times = g_new0 (double, (gsize) n_calls * n_runs + 1);
  CallTimes          all = { model, n_runs, times };
  JsonArray         *medians = json_array_new ();

  tl_parallel_team_run (model->n_threads, time_calls, &all);
  for (guint i = 0; i < n_calls; i++)
    {
      const TlOutcome of_call = { .samples_s = times + (gsize) i * n_runs, .n_samples = n_runs };
      TlLatency       latency;

      tl_outcome_latency (&of_call, &latency);
      json_array_add_double_element (medians, latency.median_s);
    }
  json_object_set_array_member (reply, "call_s", medians);
}

static void
time_runs (Model *model, const TlMessage *request, double warm_s, JsonObject *reply, TlOutcome *outcome)
{
  double             budget_s = tl_json_double (request->header, "budget_s", 0);
  guint              n_runs = tl_clamp ((guint) (SHORT_S / tl_max (warm_s, 1e-6)), MIN_RUNS, MAX_RUNS);
  TlEvaluatorOptions options = { .number = 1, .repeat = n_runs, .budget_s = budget_s };
  g_autoptr (GArray) samples = NULL;

  model->status->phase = TL_CHILD_TIMING;
  samples = tl_evaluate (time_model, model, &options, warm_s);
  outcome->n_samples = samples->len;
  outcome->samples_s = (double *) (gpointer) g_array_free (g_steal_pointer (&samples), FALSE);
  if (tl_json_bool (request->header, "profile") && outcome->n_samples > 0)
    profile (model, outcome->n_samples, reply);
}

static void
run_model (Model *model, const TlMessage *request, JsonObject *reply, TlOutcome *outcome)
{
  CheckCounts counts = { 0 };
  double      warm_s = 0;
  gboolean    is_good = set_up (model);

  if (is_good && tl_json_bool (request->header, "check"))
    is_good = check_model (model, request, &counts, outcome);
  model->status->phase = TL_CHILD_RUNNING;
  for (guint i = 0; is_good && i < 2; i++)
    is_good = (warm_s = time_model (model, 1)) >= 0;
  if (model->error != NULL)
    tl_outcome_set (outcome, TL_OUTCOME_CRASH, "%s", model->error->message);
  json_object_set_int_member (reply, "culprit", model->status->candidate);
  json_object_set_int_member (reply, "n_checked", (gint64) counts.n_checked);
  json_object_set_int_member (reply, "n_at_border", (gint64) counts.n_at_border);
  json_object_set_int_member (reply, "n_unchecked", counts.n_unchecked);
  if (!is_good)
    return;
  show_outputs (model);
  if (tl_json_bool (request->header, "time"))
    time_runs (model, request, warm_s, reply, outcome);
}

void
tl_child_run_model (const TlMessage *request, TlChildStatus *status, JsonObject *reply)
{
  Model              model = { .status = status };
  TlOutcome          outcome = { 0 };
  gint64             start_ns = tl_time_ns ();
  g_autoptr (GError) error = NULL;
  gboolean           is_loaded;

  status->phase = TL_CHILD_LOADING;
  status->candidate = -1;
  is_loaded = load_model (&model, request, &error);
  outcome.parts.load_s = (double) (tl_time_ns () - start_ns) / 1e9;
  if (is_loaded)
    run_model (&model, request, reply, &outcome);
  else
    tl_outcome_set (&outcome, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) ? TL_OUTCOME_RESOURCE_LIMIT
                              : TL_OUTCOME_BUILD_ERROR,
                    "%s", error->message);
  outcome.run_s = (double) (tl_time_ns () - start_ns) / 1e9;
  tl_header_set_outcome (reply, &outcome);
  tl_outcome_clear (&outcome);
  model_clear (&model);
}
