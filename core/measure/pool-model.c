/* SPDX-License-Identifier: Apache-2.0 */
/* Models, seen from the pool: all builders work on kernels, then the runner gets objects and calls, and tensors in a file in memory. */
#include "core/measure/model-run.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/base/json-members.h"
#include "core/measure/pool-private.h"
#include "core/worker/model-message.h"

TlModelRunOptions
tl_model_run_options_default (void)
{
  return (TlModelRunOptions) {
    .time = TRUE, .budget_s = 30, .build_timeout_s = 120, .run_timeout_s = 300, .memory_limit_bytes = G_GINT64_CONSTANT (4) << 30,
  };
}

void
tl_model_outcome_clear (TlModelOutcome *outcome)
{
  tl_outcome_clear (&outcome->whole);
  g_clear_pointer (&outcome->call_s, g_free);
  g_clear_pointer (&outcome->outputs, g_ptr_array_unref);
}

/* --- building --- */

typedef struct
{
  TlWorkerPool       *pool;
  const TlExecutable *executable;
  const GPtrArray    *modules;
  const TlTarget     *target;
  TlMeasureOptions    options;
  TlModelRunFunc      progress;     /* nullable */
  gpointer            progress_data;
  GCancellable       *cancellable;
  GBytes            **objects;      /* owned; under no lock, each of one thread */
  TlOutcome          *outcomes;     /* owned */
  gint                next;         /* atomic: the kernel that a thread takes next */
  gint                n_built;      /* atomic */
  gint                has_failed;   /* atomic */
} ModelBuild;

static gpointer
build_kernels (gpointer data)
{
  ModelBuild *build = data;
  guint  i;

  while ((i = (guint) g_atomic_int_add (&build->next, 1)) < build->executable->kernels->len && !g_atomic_int_get (&build->has_failed))
    {
      build->objects[i] = tl_pool_build (build->pool, build->modules->pdata[i], "main", build->target,
                                         &build->options, build->cancellable, &build->outcomes[i]);
      if (build->objects[i] == NULL)
        g_atomic_int_set (&build->has_failed, 1);
      else if (build->progress != NULL)
        build->progress ((guint) g_atomic_int_add (&build->n_built, 1) + 1, build->progress_data);
    }
  return NULL;
}

/* FALSE with @outcome, of the first kernel that failed. */
static gboolean
build_all (ModelBuild *build, TlOutcome *outcome)
{
  guint              n_threads = tl_min (tl_worker_pool_n_builders (build->pool), build->executable->kernels->len);
  g_autofree GThread **threads = g_new0 (GThread *, n_threads + 1);

  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("build", build_kernels, build);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < build->executable->kernels->len; i++)
    if (build->objects[i] == NULL && build->outcomes[i].kind != TL_OUTCOME_OK)
      {
        tl_outcome_set (outcome, build->outcomes[i].kind, "%s: %s", ((TlKernelTask *) build->executable->kernels->pdata[i])->name,
                        build->outcomes[i].message);
        return FALSE;
      }
  return TRUE;
}

static void
build_clear (ModelBuild *build)
{
  for (guint i = 0; i < build->executable->kernels->len; i++)
    {
      g_clear_pointer (&build->objects[i], g_bytes_unref);
      tl_outcome_clear (&build->outcomes[i]);
    }
  g_free (build->objects);
  g_free (build->outcomes);
}

/* --- tensors in a file --- */

/* No name in any folder: who has the number of this process and of the descriptor opens it. */
typedef struct
{
  int     fd;
  guint8 *memory;
  gsize   n_bytes;
} TensorFile;

static gboolean
tensor_file_open (TensorFile *file, const TlExecutable *executable, GError **error)
{
  void *mapped;

  file->n_bytes = tl_model_file_bytes (executable->n_bytes);
  file->fd = memfd_create ("tensors", MFD_CLOEXEC);
  if (file->fd >= 0 && ftruncate (file->fd, (off_t) file->n_bytes) == 0)
    {
      mapped = mmap (NULL, file->n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, 0);
      if (mapped != MAP_FAILED)
        {
          file->memory = mapped;
          return TRUE;
        }
    }
  return tl_fail (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno), "no file in memory for tensors of %" G_GSIZE_FORMAT " bytes: %s",
                  file->n_bytes, g_strerror (errno));
}

static void
tensor_file_close (TensorFile *file)
{
  if (file->memory != NULL)
    munmap (file->memory, file->n_bytes);
  if (file->fd >= 0)
    close (file->fd);
}

static guint8 *
place_in_file (const TensorFile *file, const TlExecutable *executable, const TlPlace *place)
{
  return file->memory + tl_model_file_offset (executable->n_bytes, place->region) + place->offset;
}

static void
write_tensors (const TensorFile *file, const TlExecutable *executable, GPtrArray *inputs)
{
  for (guint i = 0; i < executable->constants->len; i++)
    {
      const TlModelConstant *constant = executable->constants->pdata[i];

      memcpy (place_in_file (file, executable, &constant->place), constant->tensor->data, constant->tensor->n_bytes);
    }
  for (guint i = 0; i < executable->inputs->len; i++)
    {
      const TlModelTensor *input = executable->inputs->pdata[i];

      memcpy (place_in_file (file, executable, &input->place), ((const TlTensor *) inputs->pdata[i])->data, (gsize) input->place.n_bytes);
    }
}

static GPtrArray *
read_outputs (const TensorFile *file, const TlExecutable *executable, GError **error)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < executable->outputs->len; i++)
    {
      const TlModelTensor *output = executable->outputs->pdata[i];
      TlTensor            *tensor = tl_tensor_new (output->dtype, output->shape, output->n_dims, FALSE, error);

      if (tensor == NULL)
        return NULL;
      memcpy (tensor->data, place_in_file (file, executable, &output->place), tensor->n_bytes);
      g_ptr_array_add (outputs, tensor);
    }
  return g_steal_pointer (&outputs);
}

/* --- the request --- */

static void
add_part (GByteArray *payload, JsonArray *sizes, GBytes *bytes)
{
  json_array_add_int_element (sizes, (gint64) g_bytes_get_size (bytes));
  g_byte_array_append (payload, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
}

static GBytes *
make_payload (const ModelBuild *build, gboolean with_scripts, JsonObject *header)
{
  GByteArray *payload = g_byte_array_new ();
  JsonArray  *objects = json_array_new (), *scripts = json_array_new ();
  GPtrArray  *kernels = build->executable->kernels;

  for (guint i = 0; i < kernels->len; i++)
    add_part (payload, objects, build->objects[i]);
  for (guint i = 0; with_scripts && i < kernels->len; i++)
    {
      g_autoptr (GBytes) script = tl_pool_print_module (((const TlKernelTask *) kernels->pdata[i])->program);

      add_part (payload, scripts, script);
    }
  json_object_set_array_member (header, "object_bytes", objects);
  json_object_set_array_member (header, "script_bytes", scripts);
  return g_byte_array_free_to_bytes (payload);
}

static JsonObject *
make_request (const ModelBuild *build, const TlModelRunOptions *options, const TensorFile *file)
{
  TlPoolWorkloads  none = { 0 };
  JsonObject      *header = tl_pool_runner_request (build->pool, "model", &none, build->target, options->run_timeout_s);
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd/%d", (int) getpid (), file->fd);
  gint64           tensors = 0;

  for (guint i = 0; i < TL_N_REGIONS; i++)
    tensors += 3 * build->executable->n_bytes[i];   /* in the file, in the worker's memory, before a call that is checked */
  tl_header_set_model (header, build->executable);
  json_object_set_string_member (header, "file", path);
  json_object_set_int_member (header, "n_threads", build->target->num_cores);
  if (options->memory_limit_bytes > 0)
    json_object_set_int_member (header, "memory_bytes", options->memory_limit_bytes + tensors);
  json_object_set_boolean_member (header, "check", options->check);
  json_object_set_boolean_member (header, "time", options->time);
  json_object_set_boolean_member (header, "profile", options->profile);
  json_object_set_double_member (header, "budget_s", options->budget_s);
  return header;
}

/* --- the answer --- */

/* "lv3 (fused_conv2d_add): Crashed while …" */
static void
name_culprit (const TlExecutable *executable, TlModelOutcome *outcome)
{
  const TlKernelCall *call = outcome->failed_call >= 0 ? executable->calls->pdata[outcome->failed_call] : NULL;
  g_autofree char    *message = g_steal_pointer (&outcome->whole.message);

  if (call != NULL)
    outcome->whole.message = g_strdup_printf ("%s (%s): %s", call->name, ((TlKernelTask *) executable->kernels->pdata[call->kernel])->name,
                                              message);
  else
    outcome->whole.message = g_steal_pointer (&message);
}

static void
read_profile (JsonObject *header, const TlExecutable *executable, TlModelOutcome *outcome)
{
  JsonArray *times = json_object_has_member (header, "call_s") ? json_object_get_array_member (header, "call_s") : NULL;

  if (times == NULL || json_array_get_length (times) != executable->calls->len)
    return;
  outcome->call_s = g_new0 (double, executable->calls->len + 1);
  for (guint i = 0; i < executable->calls->len; i++)
    outcome->call_s[i] = json_array_get_double_element (times, i);
}

static void
read_reply (JsonObject *header, const TlExecutable *executable, const TensorFile *file, TlModelOutcome *outcome)
{
  gint64             culprit = tl_json_int (header, "culprit", -1);
  g_autoptr (GError) error = NULL;

  outcome->n_checked = (guint64) tl_json_int (header, "n_checked", 0);
  outcome->n_at_border = (guint64) tl_json_int (header, "n_at_border", 0);
  outcome->n_unchecked = (guint) tl_json_int (header, "n_unchecked", 0);
  if (outcome->whole.kind == TL_OUTCOME_OK)
    {
      read_profile (header, executable, outcome);
      outcome->outputs = read_outputs (file, executable, &error);
      if (outcome->outputs == NULL)
        tl_outcome_set (&outcome->whole, TL_OUTCOME_RESOURCE_LIMIT, "%s", error->message);
      return;
    }
  if (culprit >= 0 && culprit < executable->calls->len && outcome->whole.kind != TL_OUTCOME_BUILD_ERROR)
    outcome->failed_call = (gint) culprit;
  name_culprit (executable, outcome);
}

static void
run (const ModelBuild *build, const TlModelRunOptions *options, const TensorFile *file, TlModelOutcome *outcome)
{
  g_autoptr (JsonObject) header = make_request (build, options, file);
  g_autoptr (GBytes)     payload = make_payload (build, options->check, header);
  TlPoolWorkloads        none = { 0 };
  g_auto (TlMessage)     reply = { 0 };
  TlWorkerSlot          *slot = tl_pool_take_runner (build->pool, build->target->num_cores, build->cancellable);

  if (slot == NULL)
    {
      tl_outcome_set (&outcome->whole, TL_OUTCOME_CANCELLED, "Cancelled");
      return;
    }
  if (tl_pool_ask_runner (build->pool, slot, &none, header, payload, options->run_timeout_s, NULL, NULL, build->cancellable, &reply,
                          &outcome->whole))
    {
      tl_outcome_clear (&outcome->whole);
      tl_header_get_outcome (reply.header, &outcome->whole);
      read_reply (reply.header, build->executable, file, outcome);
    }
  tl_pool_release_runner (build->pool, slot);
}

static void
build_init (ModelBuild *build, TlWorkerPool *pool, const TlModelVariant *variant, const TlTarget *target, const TlModelRunOptions *options,
            GCancellable *cancellable)
{
  *build = (ModelBuild) {
    .pool = pool, .executable = variant->executable, .modules = variant->modules, .target = target,
    .options = tl_measure_options_default (), .cancellable = cancellable,
    .objects = g_new0 (GBytes *, variant->executable->kernels->len + 1),
    .outcomes = g_new0 (TlOutcome, variant->executable->kernels->len + 1),
    .progress = options->progress, .progress_data = options->progress_data,
  };
  build->options.build_timeout_s = options->build_timeout_s;
}

/* Of a model that is built. */
static void
run_once (const ModelBuild *build, const TlModelRunOptions *options, GPtrArray *inputs, TlModelOutcome *outcome)
{
  TensorFile         file = { .fd = -1 };
  g_autoptr (GError) error = NULL;

  if (tl_executable_check_inputs (build->executable, inputs, &error) && tensor_file_open (&file, build->executable, &error))
    {
      write_tensors (&file, build->executable, inputs);
      run (build, options, &file, outcome);
    }
  else
    tl_outcome_set (&outcome->whole, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
  tensor_file_close (&file);
}

void
tl_worker_pool_compare_models (TlWorkerPool *pool, const TlModelVariant *variants, guint n_variants, guint n_rounds, const TlTarget *target,
                               const TlModelRunOptions *options, GPtrArray *inputs, GCancellable *cancellable, TlModelOutcome *outcomes)
{
  g_autofree ModelBuild *builds = g_new0 (ModelBuild, n_variants + 1);
  gboolean               ok = TRUE;

  for (guint i = 0; i < n_variants * n_rounds; i++)
    outcomes[i] = (TlModelOutcome) { .failed_call = -1, .n_calls = variants[i % n_variants].executable->calls->len };
  for (guint i = 0; i < n_variants; i++)
    {
      gint64 start_ns = tl_time_ns ();

      g_return_if_fail (variants[i].modules->len == variants[i].executable->kernels->len);
      build_init (&builds[i], pool, &variants[i], target, options, cancellable);
      ok = ok && build_all (&builds[i], &outcomes[i].whole);
      outcomes[i].build_s = (double) (tl_time_ns () - start_ns) / 1e9;
    }
  for (guint i = 0; ok && i < n_variants * n_rounds; i++)
    run_once (&builds[i % n_variants], options, inputs, &outcomes[i]);
  for (guint i = 0; i < n_variants; i++)
    build_clear (&builds[i]);
}

void
tl_worker_pool_run_model (TlWorkerPool *pool, const TlExecutable *executable, const GPtrArray *modules, const TlTarget *target,
                          const TlModelRunOptions *options, GPtrArray *inputs, GCancellable *cancellable, TlModelOutcome *outcome)
{
  tl_worker_pool_compare_models (pool, &(TlModelVariant) { executable, modules }, 1, 1, target, options, inputs, cancellable, outcome);
}
