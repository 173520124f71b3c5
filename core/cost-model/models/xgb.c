/* SPDX-License-Identifier: Apache-2.0 */
/*
 * "xgb": boosted trees by libxgboost (Chen, Guestrin: XGBoost, KDD 2016). As in TVM a candidate's score is the sum over its rows, so the
 * gradient of each row is that of its sum; what is made small is by default not the error of scores but the pairs in the wrong order
 * (Burges: From RankNet to LambdaRank to LambdaMART, 2010), which predicts the order better.
 *
 * One thread only: two that share a core with measurements wait for each other in OpenMP's way, spinning.
 */
#include <math.h>
#include <xgboost/c_api.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/cost-model/models/model-private.h"

static const char *const losses[] = { "rank", "mse", NULL };

static const TlPrimitiveParam params[] = {
  TL_LEARNING_PARAMS,
  { "max_depth", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "4", "Maximum depth of a tree (TVM: 10)", NULL, NULL },
  { "gamma", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.001", "Minimum loss reduction of a split", NULL, NULL },
  { "min_child_weight", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0", "Minimum sum of labels in a leaf", NULL, NULL },
  { "eta", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.15", "Learning rate (TVM: 0.2)", NULL, NULL },
  { "max_bin", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "32", "Histogram bins of a column; 64 rows and fewer are split exactly", NULL, NULL },
  { "subsample", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.8", "Share of rows per tree (TVM: 1)", NULL, NULL },
  { "colsample_bynode", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.3", "Share of columns per split (TVM: 1)", NULL, NULL },
  { "loss", TL_PARAM_STRING, TL_PARAM_IS_OPTIONAL, "\"rank\"", "Loss: \"rank\" (pairs in the wrong order) or \"mse\" (TVM)", losses,
    NULL },
  { "min_weight", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "1", "Minimum weight of a sample if loss is \"mse\"; weights are labels (TVM: 0)",
    NULL, NULL },
  { "num_boost_round", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "60", "Maximum number of trees (TVM: 10000)", NULL, NULL },
  { "early_stopping_rounds", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "10", "Stop after this many trees without improvement (TVM: 50)", NULL,
    NULL },
};

enum { MAX_DEPTH = TL_LEARNING_N, GAMMA, MIN_CHILD_WEIGHT, ETA, MAX_BIN, SUBSAMPLE, COLSAMPLE, LOSS, MIN_WEIGHT, N_ROUNDS, PATIENCE };

#define EXACT_ROWS 64
#define PAIRS      32      /* that a sample is compared in, for each tree */
#define STEEPNESS  4.0f    /* of scores: those of labels from 0 to 1 tell pairs apart */
#define MIN_BEND 1e-3f
/* A tree that makes the loss less than this share smaller counts as one without gain. */
#define MIN_GAIN 1e-3

static gboolean
check (const TlArg *args, char **why)
{
  static const guint positive[] = { TL_LEARNING_WARMUP, MAX_DEPTH, N_ROUNDS, PATIENCE };
  static const guint numbers[] = { TL_LEARNING_LABEL_POWER, GAMMA, MIN_CHILD_WEIGHT, ETA, SUBSAMPLE, COLSAMPLE, MIN_WEIGHT };
  for (guint i = 0; i < G_N_ELEMENTS (positive); i++)
    if (args[positive[i]].integer < 1)
      {
        *why = g_strdup_printf ("%s must be at least 1", params[positive[i]].name);
        return FALSE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const TlArg *arg = &args[numbers[i]];
      if ((arg->kind != TL_ARG_INT && arg->kind != TL_ARG_FLOAT) || !(tl_arg_number (arg) >= 0))
        {
          *why = g_strdup_printf ("%s must be a number, 0 or more", params[numbers[i]].name);
          return FALSE;
        }
    }
  if (!g_strv_contains (losses, args[LOSS].string))
    {
      *why = g_strdup_printf ("loss is \"rank\" or \"mse\", not \"%s\"", args[LOSS].string);
      return FALSE;
    }
  if (args[MAX_BIN].integer < 2)
    {
      *why = g_strdup ("max_bin must be at least 2");
      return FALSE;
    }
  return TRUE;
}

/* --- the library --- */

typedef struct
{
  BoosterHandle booster;
  GMutex        lock;      /* of contributions, which the library computes for one thread at a time */
  guint         n_columns;
} Trees;

static gboolean
ok (int code, const char *what, GError **error)
{
  if (code == 0)
    return TRUE;
  return tl_fail (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FAILED, "XGBoost could not %s: %s", what, XGBGetLastError ());
}

/* How the library is told where an array is. */
static void
array_text (char *text, gsize size, const float *rows, guint n_rows, guint n_columns)
{
  g_snprintf (text, size, "{\"data\": [%" G_GUINT64_FORMAT ", true], \"shape\": [%u, %u], \"typestr\": \"<f4\", \"version\": 3}",
              (guint64) (gsize) rows, n_rows, n_columns);
}

static gboolean
matrix_new (const float *rows, guint n_rows, guint n_columns, DMatrixHandle *matrix, GError **error)
{
  char array[160];
  array_text (array, sizeof array, rows, n_rows, n_columns);
  return ok (XGDMatrixCreateFromDense (array, "{\"missing\": NaN, \"nthread\": 1}", matrix), "read the samples", error);
}

static gboolean
set_param (BoosterHandle booster, const char *name, const char *value, GError **error)
{
  return ok (XGBoosterSetParam (booster, name, value), name, error);
}

static gboolean
set_int (BoosterHandle booster, const char *name, gint64 value, GError **error)
{
  char text[32];
  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value);
  return set_param (booster, name, text, error);
}

static gboolean
set_float (BoosterHandle booster, const char *name, const TlArg *value, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr (text, sizeof text, tl_arg_number (value));
  return set_param (booster, name, text, error);
}

static gboolean
set_params (BoosterHandle booster, const TlArg *args, guint64 seed, guint n_rows, GError **error)
{
  return set_param (booster, "verbosity", "0", error) && set_int (booster, "nthread", 1, error)
         && set_int (booster, "seed", (gint64) (seed % G_MAXINT32), error) && set_param (booster, "base_score", "0", error)
         && set_int (booster, "max_depth", args[MAX_DEPTH].integer, error) && set_float (booster, "gamma", &args[GAMMA], error)
         && set_float (booster, "min_child_weight", &args[MIN_CHILD_WEIGHT], error) && set_float (booster, "eta", &args[ETA], error)
         && set_float (booster, "subsample", &args[SUBSAMPLE], error) && set_float (booster, "colsample_bynode", &args[COLSAMPLE], error)
         && set_param (booster, "tree_method", n_rows <= EXACT_ROWS ? "exact" : "hist", error)
         && (n_rows <= EXACT_ROWS || set_int (booster, "max_bin", args[MAX_BIN].integer, error));
}

/* --- boosting --- */

/*
 * Gradients of the sum of weight (score - label)^2 / 2 by rows; gives p-rmse. TVM's weight is the label: then what failed does not count at
 * all, and the slow half of the candidates is left in disorder. Hence a least weight; 1 counts all alike, which predicts best.
 */
static double
mse_gradients (const TlTrainingData *data, float min_weight, const float *margins, float *gradients, float *curvatures)
{
  double squares = 0;
  for (guint i = 0; i < data->n_samples; i++)
    {
      float score = 0, label = data->labels[i], weight = MAX (label, min_weight);
      for (guint row = data->row_begin[i]; row < data->row_begin[i + 1]; row++)
        score += margins[row];
      for (guint row = data->row_begin[i]; row < data->row_begin[i + 1]; row++)
        {
          gradients[row] = (score - label) * weight;
          curvatures[row] = weight;
        }
      squares += (double) ((score - label) * (score - label));
    }
  return sqrt (squares / data->n_samples);
}

typedef struct
{
  float score, slope, bend;
} Ranked;

/* Adds what the pair's order asks of both; gives its loss. */
static double
compare_pair (Ranked *better, Ranked *worse, float weight)
{
  float margin = STEEPNESS * (better->score - worse->score), p = 1 / (1 + expf (margin));
  better->slope -= STEEPNESS * weight * p;
  worse->slope += STEEPNESS * weight * p;
  better->bend += STEEPNESS * STEEPNESS * weight * p * (1 - p);
  worse->bend += STEEPNESS * STEEPNESS * weight * p * (1 - p);
  return (double) weight * log1p (exp (-(double) margin));
}

/* Pairs are drawn anew for each tree; they weigh as much as their labels differ. */
static double
rank_gradients (const TlTrainingData *data, guint64 seed, const float *margins, float *gradients, float *curvatures)
{
  guint n = data->n_samples;
  g_autofree Ranked *samples = g_new0 (Ranked, n);
  TlRandom random = tl_random_seeded (seed);
  double loss = 0;
  for (guint i = 0; i < n; i++)
    for (guint row = data->row_begin[i]; row < data->row_begin[i + 1]; row++)
      samples[i].score += margins[row];
  for (guint pair = 0; pair < n * PAIRS; pair++)
    {
      guint i = pair / PAIRS, k = (guint) tl_random_below (&random, n);
      float more = data->labels[i] - data->labels[k];
      if (data->workloads[i] == data->workloads[k] && more != 0)
        loss += compare_pair (&samples[more > 0 ? i : k], &samples[more > 0 ? k : i], fabsf (more));
    }
  for (guint i = 0; i < n; i++)
    for (guint row = data->row_begin[i]; row < data->row_begin[i + 1]; row++)
      {
        gradients[row] = samples[i].slope;
        curvatures[row] = samples[i].bend + MIN_BEND;
      }
  return loss / n;
}

static const float *
training_margins (BoosterHandle booster, DMatrixHandle matrix, GError **error)
{
  const char *config = "{\"type\": 1, \"training\": true, \"iteration_begin\": 0, \"iteration_end\": 0, \"strict_shape\": false}";
  const float *margins = NULL;
  const bst_ulong *shape;
  bst_ulong n_dims;
  if (!ok (XGBoosterPredictFromDMatrix (booster, matrix, config, &shape, &n_dims, &margins), "predict", error))
    return NULL;
  return margins;
}

static gboolean
boost (BoosterHandle booster, DMatrixHandle matrix, const TlArg *args, guint64 seed, const TlTrainingData *data, guint *n_rounds,
       GError **error)
{
  gboolean ranks = g_str_equal (args[LOSS].string, "rank");
  g_autofree float *gradients = g_new (float, data->n_rows), *curvatures = g_new (float, data->n_rows);
  double best = INFINITY;
  guint n_without_gain = 0;
  for (*n_rounds = 0; *n_rounds < args[N_ROUNDS].integer; (*n_rounds)++)
    {
      const float *margins = training_margins (booster, matrix, error);
      if (margins == NULL)
        return FALSE;
      double loss = ranks ? rank_gradients (data, seed + *n_rounds, margins, gradients, curvatures)
                          : mse_gradients (data, (float) tl_arg_number (&args[MIN_WEIGHT]), margins, gradients, curvatures);
      n_without_gain = loss < best * (1 - MIN_GAIN) ? 0 : n_without_gain + 1;
      best = MIN (best, loss);
      if (n_without_gain >= args[PATIENCE].integer)
        break;
      if (!ok (XGBoosterBoostOneIter (booster, matrix, gradients, curvatures, data->n_rows), "grow a tree", error))
        return FALSE;
    }
  return TRUE;
}

static Trees *
trees_new (BoosterHandle booster, guint n_columns)
{
  Trees *trees = g_new0 (Trees, 1);
  trees->booster = booster;
  trees->n_columns = n_columns;
  g_mutex_init (&trees->lock);
  return trees;
}

static gpointer
fit (const TlArg *args, guint64 seed, const TlTrainingData *data, guint *n_rounds, GError **error)
{
  DMatrixHandle matrix;
  BoosterHandle booster = NULL;
  if (data->n_rows == 0)
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FAILED,
                         "No sample has features: the program only stores constants");
  if (!matrix_new (data->rows, data->n_rows, data->n_columns, &matrix, error))
    return NULL;
  gboolean done = ok (XGBoosterCreate (&matrix, 1, &booster), "start", error) && set_params (booster, args, seed, data->n_rows, error)
                  && boost (booster, matrix, args, seed, data, n_rounds, error);
  XGDMatrixFree (matrix);
  if (done)
    return trees_new (booster, data->n_columns);
  if (booster != NULL)
    XGBoosterFree (booster);
  return NULL;
}

/* --- using it --- */

static void
predict (gpointer fitted, const float *rows, guint n_rows, guint n_columns, float *scores)
{
  Trees *trees = fitted;
  const char *config = "{\"type\": 1, \"iteration_begin\": 0, \"iteration_end\": 0, \"missing\": NaN, \"strict_shape\": false, "
                       "\"cache_id\": 0}";
  const bst_ulong *shape;
  bst_ulong n_dims;
  const float *result;
  char array[160];
  g_return_if_fail (n_columns == trees->n_columns);
  array_text (array, sizeof array, rows, n_rows, n_columns);
  if (XGBoosterPredictFromDense (trees->booster, array, config, NULL, &shape, &n_dims, &result) != 0)
    g_error ("XGBoost could not predict: %s", XGBGetLastError ());
  for (guint i = 0; i < n_rows; i++)
    scores[i] = result[i];
}

/* Tree SHAP (Lundberg et al., 2018), as the library computes it. */
static double
explain (gpointer fitted, const float *rows, guint n_rows, guint n_columns, double *contributions)
{
  Trees *trees = fitted;
  const char *config = "{\"type\": 2, \"training\": false, \"iteration_begin\": 0, \"iteration_end\": 0, \"strict_shape\": false}";
  const bst_ulong *shape;
  bst_ulong n_dims;
  const float *result;
  DMatrixHandle matrix;
  double base = 0;
  g_return_val_if_fail (n_columns == trees->n_columns, 0);
  if (n_rows == 0 || !matrix_new (rows, n_rows, n_columns, &matrix, NULL))
    return 0;
  g_mutex_lock (&trees->lock);
  if (XGBoosterPredictFromDMatrix (trees->booster, matrix, config, &shape, &n_dims, &result) == 0)
    for (guint i = 0; i < n_rows; i++)
      {
        const float *row = result + (gsize) i * (n_columns + 1);
        for (guint k = 0; k < n_columns; k++)
          contributions[k] += (double) row[k];
        base += (double) row[n_columns];
      }
  g_mutex_unlock (&trees->lock);
  XGDMatrixFree (matrix);
  return base;
}

static GBytes *
save (gpointer fitted, GError **error)
{
  Trees *trees = fitted;
  bst_ulong size;
  const char *bytes;
  g_mutex_lock (&trees->lock);
  gboolean done = ok (XGBoosterSaveModelToBuffer (trees->booster, "{\"format\": \"ubj\"}", &size, &bytes), "save the model", error);
  GBytes *copy = done ? g_bytes_new (bytes, size) : NULL;
  g_mutex_unlock (&trees->lock);
  return copy;
}

static gpointer
load (GBytes *bytes, guint n_columns, GError **error)
{
  BoosterHandle booster = NULL;
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  bst_ulong its_columns = 0;
  if (ok (XGBoosterCreate (NULL, 0, &booster), "start", error) && set_param (booster, "verbosity", "0", error)
      && ok (XGBoosterLoadModelFromBuffer (booster, data, size), "load the model", error) && set_int (booster, "nthread", 1, error)
      && ok (XGBoosterGetNumFeature (booster, &its_columns), "load the model", error))
    {
      if (its_columns == n_columns)
        return trees_new (booster, n_columns);
      g_set_error (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FITS, "The model has %u columns, but its header says %u",
                   (guint) its_columns, n_columns);
    }
  if (booster != NULL)
    XGBoosterFree (booster);
  return NULL;
}

static void
free_trees (gpointer fitted)
{
  Trees *trees = fitted;
  XGBoosterFree (trees->booster);
  g_mutex_clear (&trees->lock);
  g_free (trees);
}

const TlCostModelKind tl_cost_model_xgb = {
  .info = { .name = "xgb", .summary = "Boosted trees: train quickly, useful after about a hundred measurements.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = check },
  .is_trained = TRUE, .fit = fit, .predict = predict, .explain = explain, .save = save, .load = load, .free = free_trees,
};
