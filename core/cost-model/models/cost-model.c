/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part that all kinds of models share: samples, labels, when to train, whose model answers meanwhile, bytes.
 *
 *     update ──▶ samples ──▶ labels per workload ──▶ fit (a new fitted model) ──▶ swapped in under the lock
 *     predict ──▶ a reference to the fitted model ──▶ rows of all candidates at once ──▶ sums
 */
#include "core/cost-model/cost-model.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/device/device.h"
#include "core/cost-model/models/model-private.h"

G_DEFINE_QUARK (tl-cost-model-error-quark, tl_cost_model_error)

static const TlCostModelKind *const kinds[] = { &tl_cost_model_xgb, &tl_cost_model_mlp, &tl_cost_model_random };

static const TlComponentInfo *
kind_nth (guint index)
{
  return index < G_N_ELEMENTS (kinds) ? &kinds[index]->info : NULL;
}

const TlComponentTable tl_cost_model_table = { "cost model", kind_nth };

char *
tl_cost_model_this_machine (void)
{
  const TlDeviceInfo *cpu = tl_device_host ();

  return g_strdup_printf ("%s, %u processors", cpu->model, cpu->n_units);
}

/* A fitted model that several threads use. */
typedef struct
{
  gint                   ref_count;
  const TlCostModelKind *kind;
  gpointer               fitted;
  double                 offset, scale;   /* of its sums, so that they are labels on the average, whatever it was made to predict */
} Fitted;

typedef struct
{
  guint64     workload;
  TlFeatures *features;
  double      cost_s;
} Sample;

struct _TlCostModel
{
  gint            ref_count;
  /* Owned */
  TlArena        *arena;
  TlComponent     component;
  GArray         *samples;       /* Sample; of the thread that updates */
  guint64         seed;
  GMutex          lock;          /* of what follows */
  Fitted         *fitted;        /* NULL: not trained */
  guint           n_columns;     /* of the features it is trained on; 0: unknown yet */
  TlCostModelInfo info;
};

static const TlCostModelKind *
kind_of (const TlCostModel *model)
{
  return (const TlCostModelKind *) model->component.info;
}

static Fitted *
fitted_new (const TlCostModelKind *kind, gpointer fitted)
{
  Fitted *result = g_new (Fitted, 1);
  *result = (Fitted) { .ref_count = 1, .kind = kind, .fitted = fitted, .scale = 1 };
  return result;
}

static void
fitted_unref (Fitted *fitted)
{
  if (!g_atomic_int_dec_and_test (&fitted->ref_count))
    return;
  fitted->kind->free (fitted->fitted);
  g_free (fitted);
}

static void
sample_clear (gpointer data)
{
  tl_features_unref (((Sample *) data)->features);
}

TlCostModel *
tl_cost_model_new (const TlComponent *component, guint64 seed)
{
  TlCostModel *model = g_new0 (TlCostModel, 1);
  model->ref_count = 1;
  model->arena = tl_arena_new (NULL);
  model->component = tl_component_dup (model->arena, component);
  model->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  g_array_set_clear_func (model->samples, sample_clear);
  model->seed = seed;
  g_mutex_init (&model->lock);
  model->info.p_rmse = model->info.peak_at_32 = model->info.rank_correlation = NAN;
  return model;
}

TlCostModel *
tl_cost_model_ref (TlCostModel *model)
{
  g_atomic_int_inc (&model->ref_count);
  return model;
}

void
tl_cost_model_unref (TlCostModel *model)
{
  if (!g_atomic_int_dec_and_test (&model->ref_count))
    return;
  g_clear_pointer (&model->fitted, fitted_unref);
  g_array_unref (model->samples);
  tl_arena_unref (model->arena);
  g_mutex_clear (&model->lock);
  g_free (model);
}

const char *
tl_cost_model_name (const TlCostModel *model)
{
  return model->component.info->name;
}

static Fitted *
get_fitted (TlCostModel *model)
{
  g_mutex_lock (&model->lock);
  Fitted *fitted = model->fitted;
  if (fitted != NULL)
    g_atomic_int_inc (&fitted->ref_count);
  g_mutex_unlock (&model->lock);
  return fitted;
}

gboolean
tl_cost_model_is_trained (TlCostModel *model)
{
  g_mutex_lock (&model->lock);
  gboolean is_trained = model->fitted != NULL;
  g_mutex_unlock (&model->lock);
  return is_trained;
}

TlCostModelInfo
tl_cost_model_info (TlCostModel *model)
{
  g_mutex_lock (&model->lock);
  TlCostModelInfo info = model->info;
  g_mutex_unlock (&model->lock);
  return info;
}

/* --- predicting --- */

/* Uniform in [0, 1), by seed and content: the order in which candidates are asked for does not matter. */
static double
random_score (guint64 seed, const TlFeatures *features)
{
  guint64 hash = seed ^ G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  gsize n = (gsize) features->n_rows * features->n_columns;
  for (gsize i = 0; i < n; i++)
    {
      guint32 bits;
      memcpy (&bits, &features->values[i], sizeof bits);
      hash = (hash ^ bits) * G_GUINT64_CONSTANT (0x100000001b3);
    }
  TlRandom random = tl_random_seeded (hash);
  return tl_random_unit (&random);
}

/* The rows of all candidates below each other. */
static float *
gather_rows (TlFeatures *const *features, guint n, guint n_columns, guint *n_rows)
{
  *n_rows = 0;
  for (guint i = 0; i < n; i++)
    *n_rows += features[i]->n_rows;
  float *rows = g_new (float, MAX ((gsize) *n_rows * n_columns, 1)), *out = rows;
  for (guint i = 0; i < n; i++)
    {
      gsize size = (gsize) features[i]->n_rows * n_columns;
      memcpy (out, features[i]->values, size * sizeof *out);
      out += size;
    }
  return rows;
}

static void
predict_with (Fitted *fitted, TlFeatures *const *features, guint n, double *scores)
{
  guint n_rows, n_columns = features[0]->n_columns, row = 0;
  g_autofree float *rows = gather_rows (features, n, n_columns, &n_rows);
  g_autofree float *row_scores = g_new0 (float, MAX (n_rows, 1));
  if (n_rows > 0)
    fitted->kind->predict (fitted->fitted, rows, n_rows, n_columns, row_scores);
  for (guint i = 0; i < n; i++)
    {
      scores[i] = 0;
      for (guint k = 0; k < features[i]->n_rows; k++)
        scores[i] += (double) row_scores[row++];
      scores[i] = fitted->offset + fitted->scale * scores[i];
    }
}

void
tl_cost_model_predict (TlCostModel *model, TlFeatures *const *features, guint n, double *scores)
{
  Fitted *fitted = n > 0 ? get_fitted (model) : NULL;
  for (guint i = 0; i < n; i++)
    g_return_if_fail (features[i]->n_columns == features[0]->n_columns);
  if (fitted == NULL)
    {
      for (guint i = 0; i < n; i++)
        scores[i] = random_score (model->seed, features[i]);
      return;
    }
  predict_with (fitted, features, n, scores);
  fitted_unref (fitted);
}

gboolean
tl_cost_model_explain (TlCostModel *model, const TlFeatures *features, double *contributions, double *base)
{
  Fitted *fitted = get_fitted (model);
  if (fitted == NULL)
    return FALSE;
  memset (contributions, 0, features->n_columns * sizeof *contributions);
  *base = fitted->kind->explain (fitted->fitted, features->values, features->n_rows, features->n_columns, contributions);
  *base = fitted->offset + fitted->scale * *base;
  for (guint i = 0; i < features->n_columns; i++)
    contributions[i] *= fitted->scale;
  fitted_unref (fitted);
  return TRUE;
}

/* --- learning --- */

typedef struct
{
  TlTrainingData data;
  float         *rows, *labels;
  guint         *row_begin, *workloads;
} Training;

static void
training_clear (Training *training)
{
  g_free (training->rows);
  g_free (training->labels);
  g_free (training->row_begin);
  g_free (training->workloads);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

static gboolean
has_failed (double cost_s)
{
  return !(cost_s > 0 && cost_s < TL_COST_FAILED);
}

/* Labels of all samples; workloads are numbered as they come. */
static void
label_samples (const GArray *samples, double power, float *labels, guint *workloads)
{
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint64)), best = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *sample = &g_array_index (samples, Sample, i);
      guint w = 0;
      while (w < known->len && g_array_index (known, guint64, w) != sample->workload)
        w++;
      if (w == known->len)
        {
          double none = TL_COST_FAILED;
          g_array_append_val (known, sample->workload);
          g_array_append_val (best, none);
        }
      workloads[i] = w;
      if (!has_failed (sample->cost_s))
        g_array_index (best, double, w) = MIN (g_array_index (best, double, w), sample->cost_s);
    }
  for (guint i = 0; i < samples->len; i++)
    {
      double cost_s = g_array_index (samples, Sample, i).cost_s;
      labels[i] = has_failed (cost_s) ? 0 : (float) pow (g_array_index (best, double, workloads[i]) / cost_s, power);
    }
}

static void
training_init (Training *training, const GArray *samples, double label_power, guint n_columns)
{
  guint n = samples->len;
  g_autofree TlFeatures **features = g_new (TlFeatures *, MAX (n, 1));
  training->row_begin = g_new0 (guint, n + 1);
  training->labels = g_new0 (float, MAX (n, 1));
  training->workloads = g_new0 (guint, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      features[i] = g_array_index (samples, Sample, i).features;
      training->row_begin[i + 1] = training->row_begin[i] + features[i]->n_rows;
    }
  guint n_rows;
  training->rows = gather_rows (features, n, n_columns, &n_rows);
  label_samples (samples, label_power, training->labels, training->workloads);
  training->data = (TlTrainingData) { .rows = training->rows, .row_begin = training->row_begin, .labels = training->labels,
                                      .workloads = training->workloads, .n_samples = n, .n_rows = n_rows, .n_columns = n_columns };
}

/* How well what comes now was predicted. */
static void
judge (TlCostModel *model, const Training *training, guint first)
{
  Fitted *fitted = get_fitted (model);
  guint n = training->data.n_samples - first;
  if (fitted == NULL || n == 0)
    {
      g_clear_pointer (&fitted, fitted_unref);
      return;
    }
  g_autofree TlFeatures **features = g_new (TlFeatures *, n);
  g_autofree double *scores = g_new (double, n);
  for (guint i = 0; i < n; i++)
    features[i] = g_array_index (model->samples, Sample, first + i).features;
  predict_with (fitted, features, n, scores);
  fitted_unref (fitted);
  const float *labels = training->labels + first;
  g_mutex_lock (&model->lock);
  model->info.p_rmse = tl_metric_p_rmse (scores, labels, n);
  model->info.peak_at_32 = tl_metric_peak (scores, labels, n, 32);
  model->info.rank_correlation = tl_metric_rank_correlation (scores, labels, n);
  g_mutex_unlock (&model->lock);
}

/* TVM's "adaptive training": with every fifth that is new. */
static gboolean
is_time_to_train (TlCostModel *model)
{
  const TlCostModelKind *kind = kind_of (model);
  gint64 n_warmup = kind->is_trained ? model->component.args[TL_LEARNING_WARMUP].integer : 0;
  guint n = model->samples->len, n_trained = model->info.n_trained;
  return kind->is_trained && n >= MAX (n_warmup, 2) && n > n_trained && (n - n_trained) * 5 >= n_trained;
}

/* The line through scores and labels of what was learned. */
static void
calibrate (Fitted *fitted, const GArray *samples, const float *labels)
{
  guint n = samples->len;
  g_autofree TlFeatures **features = g_new (TlFeatures *, n);
  g_autofree double *scores = g_new (double, n);
  double score = 0, label = 0, variance = 0, covariance = 0;
  for (guint i = 0; i < n; i++)
    features[i] = g_array_index (samples, Sample, i).features;
  predict_with (fitted, features, n, scores);
  for (guint i = 0; i < n; i++)
    {
      score += scores[i] / n;
      label += (double) labels[i] / n;
    }
  for (guint i = 0; i < n; i++)
    {
      variance += (scores[i] - score) * (scores[i] - score);
      covariance += (scores[i] - score) * ((double) labels[i] - label);
    }
  if (!(covariance > 0))
    return;   /* nothing was learned */
  fitted->scale = covariance / variance;
  fitted->offset = label - fitted->scale * score;
}

static gboolean
train (TlCostModel *model, const Training *training, GError **error)
{
  const TlCostModelKind *kind = kind_of (model);
  guint n_rounds = 0;
  gint64 start_us = g_get_monotonic_time ();
  gpointer fitted = kind->fit (model->component.args, model->seed, &training->data, &n_rounds, error);
  if (fitted == NULL)
    return FALSE;
  Fitted *next = fitted_new (kind, fitted);
  calibrate (next, model->samples, training->labels);
  g_mutex_lock (&model->lock);
  Fitted *last = model->fitted;
  model->fitted = next;
  model->info.n_trained = training->data.n_samples;
  model->info.n_rounds = n_rounds;
  model->info.train_s = (double) (g_get_monotonic_time () - start_us) / 1e6;
  g_mutex_unlock (&model->lock);
  g_clear_pointer (&last, fitted_unref);
  return TRUE;
}

gboolean
tl_cost_model_update (TlCostModel *model, guint64 workload, TlFeatures *const *features, const double *costs_s, guint n, GError **error)
{
  guint first = model->samples->len;
  for (guint i = 0; i < n; i++)
    {
      g_return_val_if_fail (model->n_columns == 0 || features[i]->n_columns == model->n_columns, FALSE);
      model->n_columns = features[i]->n_columns;
      Sample sample = { .workload = workload, .features = tl_features_ref (features[i]), .cost_s = costs_s[i] };
      g_array_append_val (model->samples, sample);
    }
  g_mutex_lock (&model->lock);
  model->info.n_samples = model->samples->len;
  g_mutex_unlock (&model->lock);
  if (!kind_of (model)->is_trained || n == 0)
    return TRUE;
  g_auto (Training) training = { .rows = NULL };
  training_init (&training, model->samples, tl_arg_number (&model->component.args[TL_LEARNING_LABEL_POWER]), model->n_columns);
  judge (model, &training, first);
  return !is_time_to_train (model) || train (model, &training, error);
}

void
tl_cost_model_begin_with (TlCostModel *model, TlCostModel *trained)
{
  Fitted *next = get_fitted (trained);
  g_return_if_fail (kind_of (model) == kind_of (trained) && model->samples->len == 0);
  g_mutex_lock (&model->lock);
  Fitted *last = model->fitted;
  model->fitted = next;
  model->n_columns = trained->n_columns;
  g_mutex_unlock (&model->lock);
  g_clear_pointer (&last, fitted_unref);
}

/* --- bytes --- */

#define MAGIC "tileloom cost model"
/* magic, component, seed, schema, columns, machine, samples it was trained on, offset, scale, its bytes, their checksum */
#define FORMAT "(sstuusuddays)"

static char *
checksum_of (GBytes *payload)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, payload);
}

static Fitted *
get_trained (TlCostModel *model, GError **error)
{
  Fitted *fitted = get_fitted (model);
  if (fitted == NULL)
    g_set_error (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FAILED, "The cost model %s has not been trained: nothing to save",
                 tl_cost_model_name (model));
  return fitted;
}

GBytes *
tl_cost_model_fitted_bytes (TlCostModel *model, GError **error)
{
  Fitted *fitted = get_trained (model, error);
  if (fitted == NULL)
    return NULL;
  GBytes *bytes = fitted->kind->save (fitted->fitted, error);
  fitted_unref (fitted);
  return bytes;
}

guint
tl_cost_model_n_columns (TlCostModel *model)
{
  g_mutex_lock (&model->lock);
  guint n_columns = model->n_columns;
  g_mutex_unlock (&model->lock);
  return n_columns;
}

GBytes *
tl_cost_model_to_bytes (TlCostModel *model, const char *machine, GError **error)
{
  Fitted *fitted = get_trained (model, error);
  if (fitted == NULL)
    return NULL;
  g_autoptr (GBytes) payload = fitted->kind->save (fitted->fitted, error);
  double offset = fitted->offset, scale = fitted->scale;
  fitted_unref (fitted);
  if (payload == NULL)
    return NULL;
  g_autofree char *component = tl_component_print (&model->component), *checksum = checksum_of (payload);
  GVariant *bytes = g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, payload, TRUE);
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new ("(sstuusudd@ays)", MAGIC, component, model->seed, TL_FEATURE_SCHEMA,
                                                                model->n_columns,
                                                                machine, tl_cost_model_info (model).n_trained, offset, scale, bytes,
                                                                checksum));
  return g_variant_get_data_as_bytes (all);
}

static gboolean
check_fits (guint32 schema, const char *its_machine, const char *machine, GError **error)
{
  if (schema != TL_FEATURE_SCHEMA)
    return tl_fail (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FITS,
                    "The model was trained on features of schema %u, this program computes schema %u; train it again", schema,
                    TL_FEATURE_SCHEMA);
  if (!g_str_equal (its_machine, machine))
    return tl_fail (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FITS,
                    "The model was trained with times of another machine, \"%s\"; this one is \"%s\"; train it again", its_machine,
                    machine);
  return TRUE;
}

TlCostModel *
tl_cost_model_from_bytes (GBytes *bytes, const char *machine, GError **error)
{
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (FORMAT), bytes, FALSE));
  const char *magic, *text, *its_machine, *its_checksum;
  guint64 seed;
  guint32 schema, n_columns, n_trained;
  double offset, scale;
  g_autoptr (GVariant) data = NULL;
  g_variant_get (all, "(&s&stuu&sudd@ay&s)", &magic, &text, &seed, &schema, &n_columns, &its_machine, &n_trained, &offset, &scale, &data,
                 &its_checksum);
  if (!g_str_equal (magic, MAGIC))
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FORMAT, "The data is not a cost model");
  if (!check_fits (schema, its_machine, machine, error))
    return NULL;
  g_autoptr (GBytes) payload = g_variant_get_data_as_bytes (data);
  g_autofree char *checksum = checksum_of (payload);
  if (!g_str_equal (checksum, its_checksum) || n_columns == 0 || n_columns > TL_ALL_COLUMNS)
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FORMAT, "The cost model is damaged: its checksum is wrong");
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint n;
  const TlComponent *component = tl_component_list_parse (arena, &tl_cost_model_table, text, &n, error);
  if (component == NULL)
    return NULL;
  const TlCostModelKind *kind = n == 1 ? (const TlCostModelKind *) component->info : NULL;
  if (kind == NULL || !kind->is_trained)
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FORMAT, "\"%s\" is not the name of a trainable cost model", text);
  gpointer fitted = kind->load (payload, n_columns, error);
  if (fitted == NULL)
    return NULL;
  TlCostModel *model = tl_cost_model_new (component, seed);
  model->fitted = fitted_new (kind, fitted);
  model->fitted->offset = offset;
  model->fitted->scale = scale;
  model->n_columns = n_columns;
  return model;
}
