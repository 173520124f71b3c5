/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/random-schedule.h"

#include "core/ir/compare.h"
#include "core/ir/path.h"
#include "tests/schedule/random-aims.h"

/* Per step: where nothing more is accepted, the schedule ends early. */
#define MAX_TRIES 12
#define AIMED_SHARE 4   /* of so many calls all but one have arguments with an aim, where there is one */

static TlWalk
collect (const TlStmt *stmt, gpointer data)
{
  RandomSource *source = data;

  if (stmt->kind == TL_STMT_FOR)
    g_ptr_array_add (source->loops, (gpointer) stmt);
  if (stmt->kind == TL_STMT_BLOCK && g_strcmp0 (stmt->block.name, "root") != 0)
    g_ptr_array_add (source->blocks, (gpointer) stmt);
  return TL_WALK_INTO;
}

/* Look-ups and annotations, which change little, are rarer than the rest. */
static const TlPrimitive *
any_primitive (RandomSource *source, const char *const *excluded)
{
  const char *successor = random_successor (source);

  if (successor != NULL && (excluded == NULL || !g_strv_contains (excluded, successor)))
    return tl_primitive_find (successor);
  for (;;)
    {
      const TlPrimitive *primitive = tl_primitive_nth (random_below (source, RANDOM_N_PRIMITIVES));
      gboolean           is_minor = primitive->family == TL_FAMILY_GET || primitive->family == TL_FAMILY_ANNOTATE
                          || primitive->family == TL_FAMILY_OTHER;

      if (excluded != NULL && g_strv_contains (excluded, primitive->name))
        continue;
      if (!is_minor || random_below (source, 4) == 0)
        return primitive;
    }
}

/*
 * Some arguments are promises of the caller, which the primitive takes on trust. Only those that hold are kept; FALSE if the step itself
 * would be one that does not.
 */

static gboolean
factors_divide (const RandomSource *source, const TlArg *args)
{
  const TlStmt *stmt = args[0].kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), args[0].node) : NULL;
  gboolean      has_rest = FALSE;
  gint64        extent, product = 1;

  if (stmt == NULL || stmt->kind != TL_STMT_FOR || !tl_expr_get_int (stmt->loop.extent, &extent))
    return FALSE;
  for (guint i = 0; i < args[1].n_items; i++)
    {
      const TlArg *factor = &args[1].items[i];

      has_rest = has_rest || factor->kind == TL_ARG_NONE;
      if (factor->kind != TL_ARG_NONE)
        product *= factor->kind == TL_ARG_RV ? tl_state_rv (source->state, factor->rv)->integer : factor->integer;
      if (product <= 0 || product > extent)
        return FALSE;
    }
  return has_rest ? extent % product == 0 : product == extent;
}

static gboolean
is_permutation (const TlArg *arg)
{
  const TlIndexMap *map = arg->kind == TL_ARG_INDEX_MAP ? arg->map : NULL;

  for (guint i = 0; map != NULL && i < map->n_initial; i++)
    {
      guint n_uses = 0;

      for (guint k = 0; k < map->n_final; k++)
        n_uses += map->final[k] == map->initial[i];
      if (n_uses != 1)
        return FALSE;
    }
  return map != NULL && map->n_initial == map->n_final;
}

/* fuse_reduction_epilogue holds limits at each step of a sum, as TVM defines it: another result by intent. An addend means the same. */
static TlWalk
stop_at_limit (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_MIN || expr->kind == TL_EXPR_MAX ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_addend (const RandomSource *source, const TlArg *epilogue)
{
  const TlStmt *stmt = epilogue->kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), epilogue->node) : NULL;

  return stmt == NULL || stmt->kind != TL_STMT_BLOCK || tl_stmt_walk (stmt->block.body, NULL, stop_at_limit, NULL);
}

/* The type that the buffer has, or one that holds all its values: unsafe_set_dtype to another one rounds. */
static TlArg
same_or_wider_type (RandomSource *source, const TlArg *args)
{
  const TlStmt *stmt = args[0].kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), args[0].node) : NULL;
  TlDType       dtype = TL_INT32;

  if (stmt != NULL && stmt->kind == TL_STMT_BLOCK && args[1].integer >= 0 && args[1].integer < stmt->block.n_writes)
    dtype = stmt->block.writes[args[1].integer].buffer->dtype;
  if (dtype.bits == 32 && random_below (source, 2) == 0)
    dtype.bits = 64;
  return tl_arg_string (source->arena, tl_dtype_name (dtype));
}

static gboolean
may_hide_all (const RandomSource *source, const TlArg *args)
{
  const TlStmt *stmt = args[0].kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), args[0].node) : NULL;

  if (stmt == NULL || stmt->kind != TL_STMT_BLOCK || g_strcmp0 (args[1].string, "read") != 0)
    return FALSE;
  for (guint i = 0; i < args[2].n_items; i++)
    if (!random_may_hide (source, &stmt->block, args[2].items[i].integer))
      return FALSE;
  return TRUE;
}

/* Some steps rest on a promise of the caller; only promises that hold are drawn. */
static gboolean
keep_promises (RandomSource *source, const TlPrimitive *primitive, TlArg *args)
{
  gint index = tl_primitive_find_param (primitive, "disable_predication");

  if (index >= 0 && !factors_divide (source, args))
    args[index] = tl_arg_bool (FALSE);
  index = tl_primitive_find_param (primitive, "assume_injective_transform");
  if (index >= 0 && !is_permutation (&args[tl_primitive_find_param (primitive, "index_map")]))
    args[index] = tl_arg_bool (FALSE);
  if (g_str_equal (primitive->name, "unsafe_set_dtype"))
    args[2] = same_or_wider_type (source, args);
  /* A hidden access is a dependence that later steps do not heed: only reads are hidden on which nothing depends. */
  if (g_str_equal (primitive->name, "unsafe_hide_buffer_access") && !may_hide_all (source, args))
    args[2] = tl_arg_list (source->arena, NULL, 0);
  return !g_str_equal (primitive->name, "fuse_reduction_epilogue") || is_addend (source, &args[1]);
}

/* transform_layout may give a parameter another layout: legal, but the same arguments then mean something else. */
static gboolean
changes_parameters (const TlModule *before, const TlModule *after)
{
  for (guint i = 0; i < before->prims[0]->n_params; i++)
    if (before->prims[0]->params[i].buffer != after->prims[0]->params[i].buffer)
      return TRUE;
  return FALSE;
}

static guint
number_of (const TlPrimitive *primitive)
{
  guint n = 0;

  while (tl_primitive_nth (n) != primitive)
    n++;
  return n;
}

/* The state after one more step, of @primitive, or NULL. */
static TlState *
try_step (RandomSource *source, const TlPrimitive *primitive, RandomTally *tally, char **problem)
{
  TlState            *state = (TlState *) source->state;
  guint               n_args = tl_primitive_n_args (primitive);
  TlArg              *args = tl_arena_new_array (source->arena, TlArg, n_args + 1);
  g_autoptr (GError)  error = NULL;
  TlState            *next;

  g_ptr_array_set_size (source->loops, 0);
  g_ptr_array_set_size (source->blocks, 0);
  tl_stmt_walk (tl_state_module (state)->prims[0]->body, collect, NULL, source);
  random_arguments (source, primitive, args);
  if (random_below (source, AIMED_SHARE) != 0)
    random_aim (source, primitive, args);
  if (!keep_promises (source, primitive, args))
    return NULL;
  next = tl_state_apply_to_nodes (state, primitive, args, n_args, &error);
  if (next == NULL && (error->domain != TL_SCHEDULE_ERROR || error->code == TL_SCHEDULE_ERROR_BROKEN))
    {
      g_autofree char *step = primitive->describe != NULL ? primitive->describe (tl_state_module (state), args)
                                                          : g_strdup (primitive->name);

      *problem = g_strdup_printf ("next step, %s: %s", step, error->message);
    }
  if (next != NULL && changes_parameters (tl_state_module (state), tl_state_module (next)))
    g_clear_pointer (&next, tl_state_unref);
  tally->n_refused += next == NULL;
  tally->refused[number_of (primitive)] += next == NULL;
  return next;
}

/* All steps from @before to @after, those included that fetched handles. */
static void
count_steps (RandomTally *tally, const TlState *before, const TlState *after)
{
  for (const TlState *state = after; state != before; state = tl_state_parent (state))
    {
      const TlPrimitive *primitive = tl_state_inst (state)->primitive;
      guint              first, number = number_of (primitive);
      gboolean           yields = tl_state_outputs (state, &first) > 0 && primitive->is_pure;

      tally->taken[number]++;
      if (yields || g_str_equal (primitive->name, "enter_postproc")
          || !tl_module_equal (tl_state_module (tl_state_parent (state)), tl_state_module (state), NULL))
        tally->effective[number]++;
    }
}

void
random_tally_add (RandomTally *tally, const RandomTally *other)
{
  tally->n_taken += other->n_taken;
  tally->n_refused += other->n_refused;
  for (guint i = 0; i < RANDOM_N_PRIMITIVES; i++)
    {
      tally->taken[i] += other->taken[i];
      tally->effective[i] += other->effective[i];
      tally->refused[i] += other->refused[i];
    }
}

/* A hidden read must not read what is written: in the program as it is, not in copies that later steps make. */
static gboolean
hides_something (const TlState *state)
{
  return g_str_equal (tl_state_inst (state)->primitive->name, "unsafe_hide_buffer_access")
         && !tl_module_equal (tl_state_module (tl_state_parent (state)), tl_state_module (state), NULL);
}

TlState *
random_step (TlState *state, TlRandom *random, const char *primitive, RandomTally *tally, char **problem)
{
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  RandomSource          source = { .random = random, .state = state, .arena = arena, .loops = loops, .blocks = blocks };
  TlState              *next = try_step (&source, tl_primitive_find (primitive), tally, problem);

  if (next == NULL)
    return NULL;
  count_steps (tally, state, next);
  tally->n_taken++;
  return next;
}

TlState *
random_schedule (const TlModule *module, guint64 seed, guint min_steps, guint max_steps, const char *const *excluded, RandomTally *tally,
                 char **problem)
{
  TlRandom              random = tl_random_seeded (seed);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  RandomSource          source = { .random = &random, .arena = arena, .loops = loops, .blocks = blocks };
  guint                 n_steps = min_steps + (guint) tl_random_below (&random, max_steps - min_steps + 1);
  g_autoptr (TlState)   start = tl_state_new (module, seed);
  TlState              *state = random_with_intrinsics (start);

  *problem = NULL;
  for (guint taken = 0, tries = 0; taken < n_steps && tries < n_steps * MAX_TRIES && *problem == NULL; tries++)
    {
      TlState *next;

      source.state = state;
      next = try_step (&source, any_primitive (&source, excluded), tally, problem);
      if (next == NULL)
        continue;
      count_steps (tally, state, next);
      tl_state_unref (state);
      state = next;
      taken = hides_something (state) ? n_steps : taken + 1;
      tally->n_taken++;
    }
  return state;
}
