/* SPDX-License-Identifier: Apache-2.0 */
/* How much work a function is and how its rounding errors grow, read off the text of the program. */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/interp/check-private.h"
#include "core/interp/compile-private.h"
#include "core/ir/walk.h"

/* Expression nodes that cost about as much as one iteration of an empty loop. */
#define NODES_PER_UNIT 16.0

typedef struct
{
  TlCompiler *compiler;     /* knows the symbolic extents */
  GPtrArray  *loops;        /* const TlLoop*, outermost first */
  GHashTable *axis_values;  /* block axis → binding */
  TlRunEstimate *estimate;
} Survey;

static void survey_stmt (Survey *survey, const TlStmt *stmt);

static TlWalk
count_node (const TlExpr *expr, gpointer user_data)
{
  *(guint *) user_data += 1;
  return TL_WALK_INTO;
}

static TlWalk
find_amplifier (const TlExpr *expr, gpointer user_data)
{
  static const char *const names[] = { "exp", "exp2", "exp10", "pow", "sinh", "cosh", "tan", NULL };

  if (expr->kind == TL_EXPR_CALL && g_strv_contains (names, expr->callee->name))
    *(gboolean *) user_data = TRUE;
  return TL_WALK_INTO;
}

/* Whether @expr depends on @var, also by way of block axes. */
typedef struct
{
  Survey      *survey;
  const TlVar *var;
  gboolean     found;
} Dependence;

static TlWalk
find_dependence (const TlExpr *expr, gpointer user_data)
{
  Dependence   *dependence = user_data;
  const TlExpr *value;

  if (expr->kind != TL_EXPR_VAR || dependence->found)
    return dependence->found ? TL_WALK_STOP : TL_WALK_INTO;
  value = g_hash_table_lookup (dependence->survey->axis_values, expr);
  if (expr == dependence->var)
    dependence->found = TRUE;
  else if (value != NULL)
    tl_expr_walk (value, find_dependence, dependence);
  return TL_WALK_INTO;
}

static double
trip_count (Survey *survey, const TlLoop *loop)
{
  gint64 extent;

  if (!tl_compiler_get_int (survey->compiler, loop->extent, &extent))
    return INFINITY;
  return (double) MAX (extent, 0);
}

static gboolean
indexes_store (Survey *survey, const TlStmt *store, const TlVar *var)
{
  Dependence dependence = { survey, var, FALSE };

  for (guint i = 0; i < store->n_indices; i++)
    tl_expr_walk (store->indices[i], find_dependence, &dependence);
  return dependence.found;
}

static double
epsilon_of (TlDType type)
{
  if (type.code == TL_TYPE_BFLOAT)
    return 0x1p-7;
  if (type.code != TL_TYPE_FLOAT)
    return 0;
  return type.bits == 16 ? 0x1p-10 : type.bits == 32 ? 0x1p-23 : 0x1p-52;
}

/* A store that also reads its buffer accumulates over the loops that do not choose its element. */
static void
survey_store (Survey *survey, const TlStmt *stmt)
{
  double times = 1, repeats = 1;
  guint  n_nodes = 0;

  for (guint i = 0; i < survey->loops->len; i++)
    {
      const TlLoop *loop = g_ptr_array_index (survey->loops, i);
      double        n = trip_count (survey, loop);

      times *= n;
      if (!indexes_store (survey, stmt, loop->var) && isfinite (n))
        repeats *= MAX (n, 1);
    }
  for (guint i = 0; i < stmt->n_indices; i++)
    tl_expr_walk (stmt->indices[i], count_node, &n_nodes);
  tl_expr_walk (stmt->value, count_node, &n_nodes);
  tl_expr_walk (stmt->value, find_amplifier, &survey->estimate->amplifies);
  survey->estimate->cost += times * (1 + n_nodes / NODES_PER_UNIT * 0.5);
  if (tl_expr_loads (stmt->value, stmt->buffer))
    survey->estimate->reduction_length += repeats;
  survey->estimate->epsilon = tl_max (survey->estimate->epsilon, epsilon_of (stmt->buffer->dtype));
}

static void
survey_block (Survey *survey, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (survey->axis_values, (gpointer) block->axes[i].var, (gpointer) block->bindings[i]);
  if (block->init != NULL)
    {
      double before = survey->estimate->cost;

      /* Counted as one of many rounds: only its types and functions matter. */
      survey_stmt (survey, block->init);
      survey->estimate->cost = before;
    }
  survey_stmt (survey, block->body);
}

static void
survey_stmt (Survey *survey, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      g_ptr_array_add (survey->loops, (gpointer) &stmt->loop);
      survey_stmt (survey, stmt->loop.body);
      g_ptr_array_set_size (survey->loops, (gint) survey->loops->len - 1);
      break;
    case TL_STMT_BLOCK:
      survey_block (survey, &stmt->block);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        survey_stmt (survey, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      survey_store (survey, stmt);
      break;
    case TL_STMT_IF:
      survey_stmt (survey, stmt->then_body);
      if (stmt->else_body != NULL)
        survey_stmt (survey, stmt->else_body);
      break;
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, find_amplifier, &survey->estimate->amplifies);
      survey_stmt (survey, stmt->let_body);
      break;
    case TL_STMT_WHILE:
      survey->estimate->cost = INFINITY;
      survey_stmt (survey, stmt->then_body);
      break;
    case TL_STMT_ATTR:
      survey_stmt (survey, stmt->attr_body);
      break;
    case TL_STMT_ALLOC:
      survey_stmt (survey, stmt->alloc_body);
      break;
    case TL_STMT_EVALUATE:
    case TL_STMT_ASSERT:
      break;
    }
}

void
tl_estimate_run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, TlRunEstimate *estimate)
{
  Survey survey = { .estimate = estimate };

  *estimate = (TlRunEstimate) { 0 };
  survey.compiler = tl_compiler_new (func, args, n_args, NULL);
  if (survey.compiler == NULL)
    {
      estimate->cost = INFINITY;
      return;
    }
  survey.loops = g_ptr_array_new ();
  survey.axis_values = g_hash_table_new (NULL, NULL);
  survey_stmt (&survey, func->body);
  g_ptr_array_unref (survey.loops);
  g_hash_table_unref (survey.axis_values);
  tl_compiler_free (survey.compiler);
}
