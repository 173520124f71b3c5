/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The features of a scheduled program: a row of numbers for each buffer that it stores to, as TVM's PerStoreFeature gives them
 * (Zheng et al., Ansor, OSDI 2020, appendix B), and after that seventeen columns of our own: TVM's hardly tell apart schedules with equal
 * footprints and different use of registers. All are read off the scheduled blocks without lowering (40 µs, not milliseconds). x % n counts
 * as as many elements as it takes, where TVM counts one. No target has features of its own yet: is_gpu and the widths of threads are read
 * off the loops.
 */
#pragma once

#include "core/ir/module.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_FEATURE_COLUMNS   164u
#define TL_WORKLOAD_COLUMNS  8u      /* what tl_features_extract_with_workload adds at the end */
#define TL_BODY_COLUMNS      17u     /* … and tl_features_extract_all after these */
#define TL_ALL_COLUMNS       (TL_FEATURE_COLUMNS + TL_WORKLOAD_COLUMNS + TL_BODY_COLUMNS)
/* Increased whenever a column comes to mean something else: models that learned from other columns are refused. */
#define TL_FEATURE_SCHEMA    3u

#define TL_FEATURE_ERROR (tl_feature_error_quark ())
GQuark tl_feature_error_quark (void);

typedef enum
{
  TL_FEATURE_ERROR_UNSUPPORTED,   /* the program has something that features say nothing of: symbolic shapes; the message names it */
} TlFeatureError;

/**
 * TlFeatures: the features of one program. Immutable, reference-counted, for any thread. Rows stand in the order of the first store to each
 * buffer; what is stored last of a buffer is what its row tells of, and stores of constants have no row.
 */
typedef struct
{
  /* Private */
  gint          ref_count;
  /* Owned */
  guint         n_rows;
  guint         n_columns;      /* TL_FEATURE_COLUMNS, or with those that come behind */
  float        *values;         /* n_rows x n_columns */
  char        **row_names;      /* the buffers; n_rows, NULL-terminated */
} TlFeatures;

/* Features of a function with blocks (a scheduled one as primitives leave it). NULL with TL_FEATURE_ERROR. */
TlFeatures *tl_features_extract (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);
/* The same with the workload's columns behind (TVM's extract_workload). */
TlFeatures *tl_features_extract_with_workload (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);
/* The same with our own columns behind these: what cost models learn from. */
TlFeatures *tl_features_extract_all (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);
/* Rows from elsewhere; @values are n_rows x n_columns and copied. Rows have no names then. */
TlFeatures *tl_features_new (const float *values, guint n_rows, guint n_columns);
TlFeatures *tl_features_ref (TlFeatures *features);
void        tl_features_unref (TlFeatures *features);

/* How a column's number came from what it counts. */
typedef enum
{
  TL_FEATURE_LOG,    /* sign (x) log2 (|x| + 1) */
  TL_FEATURE_FLAG,   /* 0 or 1, through the same function (which keeps both) */
} TlFeatureScale;

/* A group of columns: TVM's name of the group, and the columns in their order. Static. */
typedef struct
{
  const char     *name;       /* "buffer access" */
  const char     *summary;    /* one sentence */
  guint           n_columns;  /* of one repetition */
  guint           n_repeats;  /* 5 for the buffers */
} TlFeatureGroup;

typedef struct
{
  const TlFeatureGroup *group;
  guint                 repeat;      /* which buffer, sample …; 0 where the group stands once */
  const char           *name;        /* "float_mul"; within a group that repeats: of one repetition, "bytes" */
  const char           *definition;  /* one sentence */
  TlFeatureScale        scale;
} TlFeatureColumn;

/* The groups in order; NULL past the end. */
const TlFeatureGroup *tl_feature_group_nth (guint index);
/* Column @index of TL_ALL_COLUMNS. */
TlFeatureColumn       tl_feature_column (guint index);
/* "B0.bytes", "float_mul", "intensity3": as the program prints and reads it. Free with g_free. */
char                 *tl_feature_column_name (guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlFeatures, tl_features_unref)

G_END_DECLS
