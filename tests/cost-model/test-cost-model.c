/* SPDX-License-Identifier: Apache-2.0 */
/* Models learn a function that is known, keep what they learned, and say what does not fit. */
#include <math.h>
#include <string.h>

#include "core/base/random.h"
#include "core/cost-model/models/mlp-private.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/temporary.h"

#define N_COLUMNS 12

static TlCostModel *
new_model (const char *text, guint64 seed)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint n;
  const TlComponent *component = must (tl_component_list_parse (arena, &tl_cost_model_table, text, &n, &failure));
  g_assert_cmpuint (n, ==, 1);
  return tl_cost_model_new (component, seed);
}

typedef struct
{
  TlFeatures **features;
  double      *costs_s;
  guint        n;
} Samples;

/* Candidates of two rows; the time grows with some columns, and bends in one. The last sample in twenty has failed. */
static Samples
samples_new (guint n, guint64 seed)
{
  TlRandom random = tl_random_seeded (seed);
  Samples samples = { .features = g_new (TlFeatures *, n), .costs_s = g_new (double, n), .n = n };
  for (guint i = 0; i < n; i++)
    {
      guint n_rows = 2;
      float values[2 * N_COLUMNS];
      double cost = 0.2;
      for (guint k = 0; k < n_rows * N_COLUMNS; k++)
        values[k] = (float) (tl_random_unit (&random) * 8);
      for (guint r = 0; r < n_rows; r++)
        {
          const float *row = values + r * N_COLUMNS;
          cost += 0.3 * (double) row[2] + 0.1 * (double) row[5] + (row[7] > 4 ? 1.5 : 0);
          values[r * N_COLUMNS + 11] = 3;   /* says nothing */
        }
      samples.features[i] = tl_features_new (values, n_rows, N_COLUMNS);
      samples.costs_s[i] = i % 20 == 19 ? TL_COST_FAILED : cost * 1e-3;
    }
  return samples;
}

static void
samples_clear (Samples *samples)
{
  for (guint i = 0; i < samples->n; i++)
    tl_features_unref (samples->features[i]);
  g_free (samples->features);
  g_free (samples->costs_s);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Samples, samples_clear)

/* How well the order of the samples is predicted. */
static double
correlation (TlCostModel *model, const Samples *samples)
{
  g_autofree double *scores = g_new (double, samples->n);
  g_autofree float *labels = g_new (float, samples->n);
  tl_cost_model_predict (model, samples->features, samples->n, scores);
  for (guint i = 0; i < samples->n; i++)
    labels[i] = (float) (1e-4 / samples->costs_s[i]);
  return tl_metric_rank_correlation (scores, labels, samples->n);
}

static void
update (TlCostModel *model, const Samples *samples)
{
  gboolean ok = must (tl_cost_model_update (model, 1, samples->features, samples->costs_s, samples->n, &failure));
  g_assert_true (ok);
}

static void
test_learns (gconstpointer text)
{
  g_autoptr (TlCostModel) model = new_model (text, 7), again = new_model (text, 7);
  g_auto (Samples) known = samples_new (300, 1), unknown = samples_new (200, 2);
  double before = correlation (model, &unknown);
  g_assert_cmpfloat (fabs (before), <, 0.3);
  g_assert_false (tl_cost_model_is_trained (model));
  update (model, &known);
  g_assert_true (tl_cost_model_is_trained (model));
  g_assert_cmpfloat (correlation (model, &unknown), >, 0.5);
  TlCostModelInfo info = tl_cost_model_info (model);
  g_assert_cmpuint (info.n_trained, ==, 300);
  g_assert_cmpuint (info.n_rounds, >, 0);
  g_assert_true (isnan (info.rank_correlation));

  /* The same seed and samples: the same scores, to the last bit. */
  g_autofree double *a = g_new (double, unknown.n), *b = g_new (double, unknown.n);
  update (again, &known);
  tl_cost_model_predict (model, unknown.features, unknown.n, a);
  tl_cost_model_predict (again, unknown.features, unknown.n, b);
  g_assert_cmpmem (a, unknown.n * sizeof *a, b, unknown.n * sizeof *b);

  /* New samples are predicted before they are learned. */
  update (model, &unknown);
  info = tl_cost_model_info (model);
  g_assert_cmpfloat (info.rank_correlation, >, 0.5);
  g_assert_cmpfloat (info.peak_at_32, >, 0.7);
  g_assert_cmpuint (info.n_trained, ==, 500);
}

static void
test_warmup_and_retraining (void)
{
  g_autoptr (TlCostModel) model = new_model ("xgb(num_warmup_samples=40)", 1);
  g_auto (Samples) first = samples_new (39, 1), one = samples_new (1, 3), some = samples_new (7, 4), more = samples_new (2, 5);
  update (model, &first);
  g_assert_false (tl_cost_model_is_trained (model));
  update (model, &one);
  g_assert_cmpuint (tl_cost_model_info (model).n_trained, ==, 40);
  update (model, &some);
  g_assert_cmpuint (tl_cost_model_info (model).n_trained, ==, 40);
  g_assert_cmpuint (tl_cost_model_info (model).n_samples, ==, 47);
  update (model, &more);
  g_assert_cmpuint (tl_cost_model_info (model).n_trained, ==, 49);
}

static void
test_random (void)
{
  g_autoptr (TlCostModel) model = new_model ("random", 3), other = new_model ("random", 4);
  g_auto (Samples) samples = samples_new (300, 1);
  double alone, other_alone;
  g_autofree double *scores = g_new (double, samples.n);
  update (model, &samples);
  g_assert_false (tl_cost_model_is_trained (model));
  tl_cost_model_predict (model, samples.features, samples.n, scores);
  tl_cost_model_predict (model, samples.features + 17, 1, &alone);
  tl_cost_model_predict (other, samples.features + 17, 1, &other_alone);
  g_assert_cmpfloat (scores[17], ==, alone);
  g_assert_cmpfloat (other_alone, !=, alone);
  must_fail (tl_cost_model_to_bytes (model, "here", &failure), TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FAILED);
}

static void
test_explains (gconstpointer text)
{
  g_autoptr (TlCostModel) model = new_model (text, 7);
  g_auto (Samples) known = samples_new (300, 1);
  double contributions[N_COLUMNS], base, score, by_column[N_COLUMNS] = { 0 };
  g_assert_false (tl_cost_model_explain (model, known.features[0], contributions, &base));
  update (model, &known);
  for (guint i = 0; i < 100; i++)
    {
      double sum;
      g_assert_true (tl_cost_model_explain (model, known.features[i], contributions, &base));
      sum = base;
      for (guint k = 0; k < N_COLUMNS; k++)
        {
          sum += contributions[k];
          by_column[k] += fabs (contributions[k]);
        }
      tl_cost_model_predict (model, &known.features[i], 1, &score);
      g_assert_cmpfloat_with_epsilon (sum, score, 1e-4);
    }
  g_assert_cmpfloat (by_column[2], >, by_column[0]);
  g_assert_cmpfloat (by_column[7], >, by_column[0]);
  g_assert_cmpfloat (by_column[11], ==, 0);
}

/* --- bytes --- */

static void
test_keeps (gconstpointer text)
{
  g_autoptr (TlCostModel) model = new_model (text, 7);
  g_autoptr (GError) error = NULL;
  g_auto (Samples) known = samples_new (200, 1);
  update (model, &known);
  g_autoptr (GBytes) bytes = must (tl_cost_model_to_bytes (model, "this machine", &failure));
  g_autoptr (TlCostModel) loaded = must (tl_cost_model_from_bytes (bytes, "this machine", &failure));
  g_assert_cmpstr (tl_cost_model_name (loaded), ==, tl_cost_model_name (model));
  g_autofree double *a = g_new (double, known.n), *b = g_new (double, known.n);
  tl_cost_model_predict (model, known.features, known.n, a);
  tl_cost_model_predict (loaded, known.features, known.n, b);
  g_assert_cmpmem (a, known.n * sizeof *a, b, known.n * sizeof *b);

  g_assert_null (tl_cost_model_from_bytes (bytes, "another machine", &error));
  g_assert_error (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FITS);
  g_assert_nonnull (strstr (error->message, "\"this machine\""));
  g_assert_nonnull (strstr (error->message, "\"another machine\""));
}

/* Wherever a byte is changed or the end is missing: an error or the same model, never a crash. */
static void
test_damage (gconstpointer text)
{
  g_autoptr (TlCostModel) model = new_model (text, 7);
  g_auto (Samples) known = samples_new (100, 1);
  update (model, &known);
  g_autoptr (GBytes) bytes = tl_cost_model_to_bytes (model, "m", NULL);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree guint8 *copy = g_memdup2 (data, size);
      gsize at = i < 100 ? i : i * size / 400, length = i % 3 == 0 ? at : size;
      copy[at] ^= 1 << (i % 8);
      g_autoptr (GBytes) damaged = g_bytes_new (copy, length);
      TlCostModel *loaded = tl_cost_model_from_bytes (damaged, "m", &error);
      g_assert_true ((loaded == NULL) == (error != NULL));
      g_clear_pointer (&loaded, tl_cost_model_unref);
    }
}

/* --- TVM's file --- */

static const char *folder_of_tests;

static char *
file_path (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  return g_build_filename (folder, TL_COST_MODEL_FILE, NULL);
}

static void
remove_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  remove_folder (folder);
}

static void
test_file (void)
{
  g_autoptr (TlCostModel) model = new_model ("xgb", 7), next = new_model ("xgb", 8);
  g_auto (Samples) known = samples_new (200, 1);
  g_autofree char *path = file_path ();
  g_assert_null (must (tl_cost_model_load_file (path, "here", N_COLUMNS, &failure)));
  g_assert_true (must (tl_cost_model_save_file (model, path, "here", &failure)));   /* not trained */
  g_assert_null (must (tl_cost_model_load_file (path, "here", N_COLUMNS, &failure)));
  update (model, &known);
  g_assert_true (must (tl_cost_model_save_file (model, path, "here", &failure)));
  g_autoptr (TlCostModel) loaded = must (tl_cost_model_load_file (path, "here", N_COLUMNS, &failure));
  g_assert_nonnull (loaded);
  tl_cost_model_begin_with (next, loaded);
  g_assert_true (tl_cost_model_is_trained (next));
  g_autofree double *a = g_new (double, known.n), *b = g_new (double, known.n);
  tl_cost_model_predict (model, known.features, known.n, a);
  tl_cost_model_predict (next, known.features, known.n, b);
  g_assert_cmpmem (a, known.n * sizeof *a, b, known.n * sizeof *b);
  update (next, &known);   /* and learns on its own */
  g_assert_cmpuint (tl_cost_model_info (next).n_trained, ==, known.n);

  must_fail (tl_cost_model_load_file (path, "there", N_COLUMNS, &failure), TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FITS);
  must_fail_saying (tl_cost_model_load_file (path, "here", N_COLUMNS + 1, &failure), "other features");
  remove_file (path);
}

/*
 * Wherever a byte is changed or the end is missing: a reason, or the same model where the byte says nothing (a time, a gap), never a crash.
 */
static void
test_damaged_file (void)
{
  g_autoptr (TlCostModel) model = new_model ("xgb", 7);
  g_auto (Samples) known = samples_new (100, 1);
  g_autofree char *path = file_path (), *data = NULL;
  gsize size;
  update (model, &known);
  g_assert_true (tl_cost_model_save_file (model, path, "m", NULL));
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  guint n_refused = 0;
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *copy = g_memdup2 (data, size);
      gsize at = i < 40 ? i : i * size / 300;
      copy[at] ^= (char) (1 << (i % 8));
      g_assert_true (g_file_set_contents (path, copy, (gssize) (i % 3 == 0 ? at : size), NULL));
      TlCostModel *loaded = tl_cost_model_load_file (path, "m", N_COLUMNS, &error);
      g_assert_true ((loaded == NULL) == (error != NULL));
      n_refused += loaded == NULL;
      g_clear_pointer (&loaded, tl_cost_model_unref);
    }
  g_assert_cmpuint (n_refused, >, 280);
  remove_file (path);
}

/* The bytes in TVM's part of the file, and the error about them; "": none, it is a model that was not trained. */
static void
test_foreign_files (void)
{
  static const struct { const char *name, *complaint; } files[] = {
    { "cost_model-tvm-0.27.xgb", "a model of another program" },
    { "cost_model-tvm-0.27-untrained.xgb", "" },
    { "../../records/files/version-1.db", "is damaged or not a cost model" },
    { ".", "is not a regular file" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder_of_tests, files[i].name, NULL);
      g_autoptr (GError) error = NULL;
      g_assert_null (tl_cost_model_load_file (path, "m", N_COLUMNS, &error));
      g_assert_true ((error != NULL) == (*files[i].complaint != '\0'));
      if (error != NULL)
        g_assert_nonnull (strstr (error->message, files[i].complaint));
    }
}

/* --- threads --- */

typedef struct
{
  TlCostModel  *model;
  const Samples *samples;
  gint          n_wrong;    /* atomic */
} Crowd;

static gpointer
predict_often (gpointer data)
{
  Crowd *crowd = data;
  g_autofree double *first = g_new (double, crowd->samples->n), *scores = g_new (double, crowd->samples->n);
  double contributions[N_COLUMNS], base;
  for (guint i = 0; i < 60; i++)
    {
      double sum = 0;
      tl_cost_model_predict (crowd->model, crowd->samples->features, crowd->samples->n, scores);
      for (guint k = 0; k < crowd->samples->n; k++)
        sum += scores[k];
      if (!isfinite (sum))
        g_atomic_int_inc (&crowd->n_wrong);
      tl_cost_model_explain (crowd->model, crowd->samples->features[i], contributions, &base);
    }
  return NULL;
}

/* Several threads predict while another one trains; in the end all agree. */
static void
test_threads (gconstpointer text)
{
  g_autoptr (TlCostModel) model = new_model (text, 7);
  g_auto (Samples) known = samples_new (120, 1), more = samples_new (60, 3), asked = samples_new (64, 2);
  Crowd crowd = { .model = model, .samples = &asked };
  GThread *threads[4];
  update (model, &known);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("predict", predict_often, &crowd);
  update (model, &more);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (crowd.n_wrong, ==, 0);
  g_assert_cmpuint (tl_cost_model_info (model).n_trained, ==, 180);
}

/* --- the network --- */

/* Gradients of all parameters against differences of the loss. */
static void
test_gradients (gconstpointer loss_pointer)
{
  TlMlpLoss loss = GPOINTER_TO_UINT (loss_pointer);
  TlRandom random = tl_random_seeded (5);
  const guint row_begin[] = { 0, 2, 3, 6, 7 }, workloads[] = { 0, 0, 1, 0 }, batch[] = { 0, 1, 2, 3 };
  const float labels[] = { 1, 0.5f, 0.3f, 0.1f };
  float rows[7 * N_COLUMNS];
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = (float) (tl_random_unit (&random) * 4);
  TlTrainingData data = { .rows = rows, .row_begin = row_begin, .labels = labels, .workloads = workloads, .n_samples = 4, .n_rows = 7,
                          .n_columns = N_COLUMNS };
  TlMlp *mlp = tl_mlp_new (3, &data, 6);
  g_autofree float *gradient = g_new0 (float, mlp->n_parameters);
  guint n_checked = 0;
  tl_mlp_loss (mlp, &data, batch, 4, loss, gradient);
  for (guint i = 0; i < mlp->n_parameters; i++)
    {
      const float step = 1e-3f;
      float kept = mlp->parameters[i];
      mlp->parameters[i] = kept + step;
      double above = tl_mlp_loss (mlp, &data, batch, 4, loss, NULL);
      mlp->parameters[i] = kept - step;
      double below = tl_mlp_loss (mlp, &data, batch, 4, loss, NULL);
      mlp->parameters[i] = kept;
      double slope = (above - below) / (2 * (double) step);
      n_checked += fabs (slope) > 1e-3;
      g_assert_cmpfloat (fabs (slope - (double) gradient[i]), <, 2e-3 + 0.03 * fabs (slope));
    }
  g_assert_cmpuint (n_checked, >, mlp->n_parameters / 4);
  tl_mlp_free (mlp);
}

static void
test_metrics (void)
{
  const double scores[] = { 0.1, 0.9, 0.5, 0.2 };
  const float labels[] = { 0.2f, 0.5f, 1, 0.1f }, flat[] = { 1, 1, 1, 1 };
  g_assert_cmpfloat_with_epsilon (tl_metric_peak (scores, labels, 4, 2), (0.5 + 1) / 2, 1e-6);
  g_assert_cmpfloat_with_epsilon (tl_metric_p_rmse (scores, labels, 4), sqrt ((0.01 + 0.16 + 0.25 + 0.01) / 4), 1e-6);
  g_assert_cmpfloat_with_epsilon (tl_metric_rank_correlation (scores, labels, 4), 0.6, 1e-6);
  g_assert_true (isnan (tl_metric_rank_correlation (scores, flat, 4)));
}

static void
test_refused_parameters (void)
{
  static const char *const texts[] = { "xgb(max_depth=0)", "xgb(eta=\"fast\")", "xgb(max_bin=1)", "mlp(loss=\"l1\")", "mlp(hidden=0)",
                                       "mlp(depth=3)",
                                       "forest" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      guint n;
      must_fail (tl_component_list_parse (arena, &tl_cost_model_table, texts[i], &n, &failure), TL_COMPONENT_ERROR,
                 TL_COMPONENT_ERROR_SYNTAX);
    }
}

int
main (int argc, char **argv)
{
  static const char *const models[][2] = { { "xgb", "xgb" }, { "mlp", "mlp" }, { "mlp-rank", "mlp(loss=\"rank\")" } };
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  folder_of_tests = argv[1];
  g_test_add_func ("/cost-model/file", test_file);
  g_test_add_func ("/cost-model/damaged-file", test_damaged_file);
  g_test_add_func ("/cost-model/foreign-files", test_foreign_files);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      static const struct { const char *name; GTestDataFunc func; } tests[] = {
        { "learns", test_learns }, { "explains", test_explains }, { "keeps", test_keeps }, { "damage",
                                                                                             test_damage }, { "threads", test_threads },
      };
      for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
        add_test (tests[k].func, models[i][1], "/cost-model/%s/%s", models[i][0], tests[k].name);
    }
  g_test_add_func ("/cost-model/warmup-and-retraining", test_warmup_and_retraining);
  g_test_add_func ("/cost-model/random", test_random);
  g_test_add_func ("/cost-model/metrics", test_metrics);
  g_test_add_func ("/cost-model/refused-parameters", test_refused_parameters);
  g_test_add_data_func ("/cost-model/gradients/mse", GUINT_TO_POINTER (TL_MLP_LOSS_MSE), test_gradients);
  g_test_add_data_func ("/cost-model/gradients/rank", GUINT_TO_POINTER (TL_MLP_LOSS_RANK), test_gradients);
  return g_test_run ();
}
