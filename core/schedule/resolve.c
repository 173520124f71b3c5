/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks each argument against its parameter's kind. One argument is a pair of values: as the trace keeps it and as the primitive sees it.
 */
#include "core/schedule/resolve-private.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const TlState          *state;
  const TlModule         *module;
  TlArena                *arena;
  const TlPrimitive      *primitive;
  const TlPrimitiveParam *param;
  const TlArg            *resolved;   /* those before */
  GError                **error;
} Resolver;

static gboolean
expected (const Resolver *r, const char *what)
{
  return tl_refuse_argument (r->error, "argument '%s' must be %s", r->param->name, what);
}

static const char *
rv_kind_noun (TlRvKind kind)
{
  return kind == TL_RV_BLOCK ? "a block" : kind == TL_RV_LOOP ? "a loop" : "an integer";
}

static gboolean
is_place (TlNodeId node)
{
  return node == TL_PLACE_INLINE || node == TL_PLACE_ROOT;
}

/* The variable is of a step that was not applied. */
static gboolean
refuse_unknown (const Resolver *r, guint rv)
{
  TlState         *step = tl_state_rv_step ((TlState *) r->state, rv);
  g_autofree char *name = tl_state_rv_name (r->state, rv), *words = tl_state_describe (step);

  if (tl_state_is_applied (step))
    return tl_refuse (r->error, NULL, 0, NULL, "%s comes from an unknown step", name);
  return tl_refuse (r->error, NULL, 0, NULL, "%s comes from “%s”, which is not applied", name, words);
}

/* @arg is a variable of one of the two kinds, still alive. */
static gboolean
resolve_node (const Resolver *r, const TlArg *arg, gboolean may_be_block, gboolean may_be_loop, TlArg *resolved)
{
  const char       *wanted = may_be_block && may_be_loop ? "a block or a loop" : may_be_block ? "a block" : "a loop";
  const TlRvValue  *value;
  g_autofree char  *name = NULL;

  if (arg->kind != TL_ARG_RV || arg->rv >= tl_state_n_rvs (r->state))
    return expected (r, wanted);
  value = tl_state_rv (r->state, arg->rv);
  if (value->is_unknown)
    return refuse_unknown (r, arg->rv);
  if (((value->kind == TL_RV_BLOCK && may_be_block) || (value->kind == TL_RV_LOOP && may_be_loop))
      && tl_module_find (r->module, value->node) != NULL)
    {
      *resolved = tl_arg_node (value->node);
      return TRUE;
    }
  if (value->kind == TL_RV_LOOP && may_be_loop && is_place (value->node))
    {
      *resolved = tl_arg_node (value->node);
      return (r->param->flags & TL_PARAM_TAKES_PLACE) != 0 || expected (r, "a loop, but the sampled location is not a loop");
    }
  name = tl_state_rv_name (r->state, arg->rv);
  if (!(value->kind == TL_RV_BLOCK && may_be_block) && !(value->kind == TL_RV_LOOP && may_be_loop))
    return tl_refuse_argument (r->error, "argument '%s' must be %s, %s is %s", r->param->name, wanted, name, rv_kind_noun (value->kind));
  return tl_refuse (r->error, NULL, 0, value->kind == TL_RV_LOOP ? "call get_loops again for the current loops"
                                                                 : "call get_block again for the current block",
                    "%s %s is no longer in the program", value->kind == TL_RV_LOOP ? "loop" : "block", name);
}

static gboolean
resolve_int (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  const TlRvValue *value;

  *recorded = *arg;
  if (arg->kind == TL_ARG_BOOL)
    *recorded = tl_arg_int (arg->boolean);
  if (recorded->kind == TL_ARG_INT)
    {
      *resolved = *recorded;
      return TRUE;
    }
  if (arg->kind != TL_ARG_RV || arg->rv >= tl_state_n_rvs (r->state))
    return expected (r, "an integer");
  value = tl_state_rv (r->state, arg->rv);
  if (value->is_unknown)
    return refuse_unknown (r, arg->rv);
  if (value->kind != TL_RV_INT)
    return expected (r, "an integer");
  *resolved = tl_arg_int (value->integer);
  return TRUE;
}

/* One element of a list argument. */
static gboolean
resolve_item (const Resolver *r, const TlArg *item, TlArg *recorded, TlArg *resolved)
{
  *recorded = *item;
  *resolved = *item;
  switch (r->param->kind)
    {
    case TL_PARAM_LOOPS:
      return resolve_node (r, item, FALSE, TRUE, resolved);
    case TL_PARAM_BLOCKS:
    case TL_PARAM_LOOP_OR_BLOCKS:
      return resolve_node (r, item, TRUE, FALSE, resolved);
    case TL_PARAM_FACTORS:
      if (item->kind == TL_ARG_NONE)
        return TRUE;
      return resolve_int (r, item, recorded, resolved);
    case TL_PARAM_FLOATS:
      if (item->kind == TL_ARG_INT)
        *recorded = *resolved = (TlArg) { .kind = TL_ARG_FLOAT, .number = (double) item->integer };
      return (recorded->kind == TL_ARG_FLOAT && isfinite (recorded->number)) || expected (r, "a list of finite numbers");
    default:
      return resolve_int (r, item, recorded, resolved);
    }
}

static gboolean
resolve_list (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  TlArg *recorded_items, *resolved_items;

  if (arg->kind != TL_ARG_LIST)
    return expected (r, "a list");
  recorded_items = tl_arena_new_array (r->arena, TlArg, arg->n_items);
  resolved_items = tl_arena_new_array (r->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (!resolve_item (r, &arg->items[i], &recorded_items[i], &resolved_items[i]))
      return FALSE;
  *recorded = (TlArg) { .kind = TL_ARG_LIST, .items = recorded_items, .n_items = arg->n_items };
  *resolved = (TlArg) { .kind = TL_ARG_LIST, .items = resolved_items, .n_items = arg->n_items };
  return TRUE;
}

/*
 * A value of any shape: strings are copied, integer variables replaced; in a dictionary also for the trace, whose JSON has no names there.
 */
static gboolean
resolve_value (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  TlArg *recorded_items, *resolved_items;

  if (arg->kind == TL_ARG_RV)
    return resolve_int (r, arg, recorded, resolved);
  if (arg->kind == TL_ARG_NODE)
    return expected (r, "a value");
  if (arg->kind == TL_ARG_FLOAT && !isfinite (arg->number))
    return expected (r, "a finite number, as traces require");
  *recorded = *resolved = tl_arg_dup (r->arena, arg);
  if (arg->kind != TL_ARG_LIST && arg->kind != TL_ARG_DICT)
    return TRUE;
  recorded_items = tl_arena_new_array (r->arena, TlArg, arg->n_items);
  resolved_items = tl_arena_new_array (r->arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (!resolve_value (r, &arg->items[i], &recorded_items[i], &resolved_items[i]))
      return FALSE;
  recorded->items = arg->kind == TL_ARG_DICT ? resolved_items : recorded_items;
  resolved->items = resolved_items;
  return TRUE;
}

/* The block whose buffers other arguments name: the first of kind BLOCK. */
static const TlArg *
block_argument (const Resolver *r)
{
  for (guint i = 0; i < r->primitive->n_params; i++)
    if (r->primitive->params[i].kind == TL_PARAM_BLOCK)
      return &r->resolved[i];
  return r->resolved;
}

/* The name of a buffer that the block reads or writes becomes its index there. */
static gboolean
resolve_buffer (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  const TlArg    *block = block_argument (r);
  gboolean        of_writes = (r->param->flags & TL_PARAM_OF_WRITES) != 0;
  const TlStmt   *stmt;
  const TlRegion *regions;
  guint           n_regions;

  if (arg->kind != TL_ARG_STRING)
    return resolve_int (r, arg, recorded, resolved);
  stmt = block->kind == TL_ARG_NODE ? tl_module_find (r->module, block->node) : NULL;
  if (stmt == NULL || stmt->kind != TL_STMT_BLOCK)
    return expected (r, "an index");
  regions = of_writes ? stmt->block.writes : stmt->block.reads;
  n_regions = of_writes ? stmt->block.n_writes : stmt->block.n_reads;
  for (guint i = 0; i < n_regions; i++)
    if (strcmp (regions[i].buffer->name, arg->string) == 0)
      {
        *recorded = *resolved = tl_arg_int (i);
        return TRUE;
      }
  return tl_refuse_argument (r->error, "block %s does not %s a buffer named '%s'", stmt->block.name, of_writes ? "write" : "read",
                             arg->string);
}

static gint
find_region (const TlRegion *regions, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (regions[i].buffer->name, name) == 0)
      return (gint) i;
  return -1;
}

static TlArg
access_of (const Resolver *r, gboolean is_write, gint64 index)
{
  TlArg items[] = { tl_arg_string (r->arena, is_write ? "write" : "read"), tl_arg_int (index) };

  return tl_arg_list (r->arena, items, 2);
}

/* ("read", 0), or a buffer's name: its write, if the block does both. */
static gboolean
resolve_buffer_access (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  const TlArg  *block = block_argument (r);
  const TlArg  *side = arg->kind == TL_ARG_LIST && arg->n_items == 2 ? &arg->items[0] : NULL;
  const TlStmt *stmt = block->kind == TL_ARG_NODE ? tl_module_find (r->module, block->node) : NULL;
  gint          read, written;

  if (side != NULL && side->kind == TL_ARG_STRING && arg->items[1].kind == TL_ARG_INT
      && (strcmp (side->string, "read") == 0 || strcmp (side->string, "write") == 0))
    {
      *recorded = *resolved = access_of (r, side->string[0] == 'w', arg->items[1].integer);
      return TRUE;
    }
  if (arg->kind != TL_ARG_STRING || stmt == NULL || stmt->kind != TL_STMT_BLOCK)
    return expected (r, "(\"read\" or \"write\", index) or a buffer's name");
  read = find_region (stmt->block.reads, stmt->block.n_reads, arg->string);
  written = find_region (stmt->block.writes, stmt->block.n_writes, arg->string);
  if (read < 0 && written < 0)
    return tl_refuse_argument (r->error, "block %s does not access a buffer named '%s'", stmt->block.name, arg->string);
  *recorded = *resolved = access_of (r, written >= 0, written >= 0 ? written : read);
  return TRUE;
}

/* "read" or "write", which TVM's JSON writes as 0 and 1. */
static gboolean
resolve_side (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  const char *side = arg->kind == TL_ARG_STRING ? arg->string : NULL;

  if (arg->kind == TL_ARG_INT && (arg->integer == 0 || arg->integer == 1))
    side = arg->integer == 0 ? "read" : "write";
  if (side == NULL || (strcmp (side, "read") != 0 && strcmp (side, "write") != 0))
    return expected (r, "\"read\" or \"write\"");
  *recorded = *resolved = tl_arg_string (r->arena, side);
  return TRUE;
}

static gboolean
resolve_function (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  const TlPrimFunc *func;

  if (arg->kind == TL_ARG_NONE)
    func = tl_module_entry (r->module);
  else if (arg->kind == TL_ARG_STRING)
    func = tl_module_prim (r->module, arg->string);
  else
    return expected (r, "a function's name");
  if (func == NULL && arg->kind == TL_ARG_NONE)
    return tl_refuse_argument (r->error, "the module has no function 'main': name one with %s", r->param->name);
  if (func == NULL)
    return tl_refuse_argument (r->error, "the module has no function '%s'", arg->string);
  *recorded = *resolved = tl_arg_string (r->arena, func->name);
  return TRUE;
}

static gboolean
resolve_bool (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  if (arg->kind == TL_ARG_BOOL)
    *recorded = *arg;
  else if (arg->kind == TL_ARG_INT && (arg->integer == 0 || arg->integer == 1))
    *recorded = tl_arg_bool (arg->integer != 0);
  else
    return expected (r, "True or False");
  *resolved = *recorded;
  return TRUE;
}

/* The trace keeps what a map depends on, the primitive sees the numbers in its place. */
static gboolean
resolve_map_numbers (const Resolver *r, TlArg *recorded, TlArg *resolved)
{
  TlArg         *items = tl_arena_dup_array (r->arena, TlArg, recorded->items, recorded->n_items), number;
  const TlExpr **values = tl_arena_new_array (r->arena, const TlExpr *, MAX (recorded->n_items, 1));

  for (guint i = 0; i < recorded->n_items; i++)
    {
      if (!resolve_int (r, &recorded->items[i], &items[i], &number))
        return FALSE;
      values[i] = tl_expr_int (r->arena, TL_INT32, number.integer);
    }
  recorded->items = items;
  *resolved = tl_arg_index_map (tl_index_map_with_last (r->arena, recorded->map, values, recorded->n_items));
  return TRUE;
}

/* @arg as a constant of @dtype; NULL where the type does not hold it. */
static const TlExpr *
number_of_type (const Resolver *r, const TlArg *arg, TlDType dtype)
{
  double   number = arg->kind == TL_ARG_FLOAT ? arg->number : arg->kind == TL_ARG_INT ? (double) arg->integer : arg->boolean;
  gboolean is_whole = arg->kind != TL_ARG_FLOAT || (floor (number) == number && fabs (number) < 9e15);
  gint64   integer = arg->kind == TL_ARG_INT ? arg->integer : is_whole ? (gint64) number : 0;

  if (tl_dtype_is_float (dtype))
    return isfinite (number) && fabs (number) > tl_dtype_max_float (dtype) ? NULL : tl_expr_float (r->arena, dtype, number);
  if (!is_whole || integer < tl_dtype_min_int (dtype) || integer > tl_dtype_max_int (dtype))
    return NULL;
  return tl_expr_int (r->arena, dtype, integer);
}

static gboolean
find_wish (const Resolver *r, TlIndexMapWish *wish)
{
  guint index = (guint) (r->param - r->primitive->params);

  return r->primitive->index_map_wish != NULL && r->primitive->index_map_wish (r->module, r->resolved, index, wish);
}

/* A number is the function that gives it for all indices. */
static gboolean
resolve_constant_map (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  g_autofree char *written = NULL;
  const TlVar    **initial;
  const TlExpr    *constant;
  TlIndexMapWish   wish;

  if (!find_wish (r, &wish) || wish.constant.code == TL_TYPE_HANDLE || wish.constant.lanes != 1)
    return expected (r, "a function of indices");
  constant = number_of_type (r, arg, wish.constant);
  written = arg->kind == TL_ARG_FLOAT ? g_strdup_printf ("%g", arg->number) : g_strdup_printf ("%" G_GINT64_FORMAT, arg->integer);
  if (constant == NULL)
    return tl_refuse_argument (r->error, "argument '%s' must be a value of type %s, which %s is not", r->param->name,
                               tl_dtype_name (wish.constant),
                               written);
  initial = tl_arena_new_array (r->arena, const TlVar *, MAX (wish.n_indices, 1));
  for (guint i = 0; i < wish.n_indices; i++)
    initial[i] = tl_expr_var (r->arena, tl_arena_printf (r->arena, "indices_%u", i), wish.index);
  *recorded = *resolved = tl_arg_index_map (tl_index_map_new (r->arena, initial, wish.n_indices, &constant, 1));
  return TRUE;
}

static TlWalk
stop_at_load (const TlExpr *expr, gpointer user_data)
{
  const TlExpr **found = user_data;

  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  *found = expr;
  return TL_WALK_STOP;
}

/* A trace cannot express loads from a buffer, whose values change. */
static gboolean
check_indices_only (const Resolver *r, const TlIndexMap *map)
{
  const TlExpr *load = NULL;

  for (guint i = 0; i < map->n_final; i++)
    if (!tl_expr_walk (map->final[i], stop_at_load, &load))
      return tl_refuse_argument (r->error, "argument '%s' must be a function of indices only, but it reads %s", r->param->name,
                                 load->buffer->name);
  return TRUE;
}

static gboolean
resolve_index_map (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  TlArg          typed = *arg;
  TlIndexMapWish wish;

  if (arg->kind == TL_ARG_INDEX_MAP && find_wish (r, &wish) && tl_dtype_equal (wish.index, TL_INT64))
    typed.map = tl_index_map_with_dtype (r->arena, arg->map, wish.index);
  *recorded = *resolved = tl_arg_dup (r->arena, &typed);
  if (arg->kind == TL_ARG_NONE && (r->param->flags & TL_PARAM_IS_OPTIONAL) != 0)
    return TRUE;
  if (arg->kind == TL_ARG_INT || arg->kind == TL_ARG_FLOAT || arg->kind == TL_ARG_BOOL)
    return resolve_constant_map (r, arg, recorded, resolved);
  if (arg->kind != TL_ARG_INDEX_MAP)
    return expected (r, "a function of indices");
  if (recorded->n_items > 0 && !resolve_map_numbers (r, recorded, resolved))
    return FALSE;
  if (!check_indices_only (r, recorded->map))
    return FALSE;
  return (r->param->flags & TL_PARAM_OF_RANGES) == 0 || arg->map->n_final % 2 == 0
         || expected (r, "a function with a begin and an end for each dimension");
}

static gboolean
resolve_arg (const Resolver *r, const TlArg *arg, TlArg *recorded, TlArg *resolved)
{
  *recorded = *arg;
  switch (r->param->kind)
    {
    case TL_PARAM_BLOCK:
      return resolve_node (r, arg, TRUE, FALSE, resolved);
    case TL_PARAM_LOOP:
      return resolve_node (r, arg, FALSE, TRUE, resolved);
    case TL_PARAM_BLOCK_OR_LOOP:
      return resolve_node (r, arg, TRUE, TRUE, resolved);
    case TL_PARAM_LOOP_OR_BLOCKS:
      return arg->kind == TL_ARG_LIST ? resolve_list (r, arg, recorded, resolved) : resolve_node (r, arg, FALSE, TRUE, resolved);
    case TL_PARAM_LOOPS:
    case TL_PARAM_BLOCKS:
    case TL_PARAM_FACTORS:
    case TL_PARAM_INTS:
    case TL_PARAM_FLOATS:
      return resolve_list (r, arg, recorded, resolved);
    case TL_PARAM_BOOL:
      return resolve_bool (r, arg, recorded, resolved);
    case TL_PARAM_INT:
      return resolve_int (r, arg, recorded, resolved);
    case TL_PARAM_STRING:
      if ((r->param->flags & TL_PARAM_IS_SIDE) != 0)
        return resolve_side (r, arg, recorded, resolved);
      *recorded = *resolved = tl_arg_dup (r->arena, arg);
      return arg->kind == TL_ARG_STRING || expected (r, "a string");
    case TL_PARAM_FUNCTION:
      return resolve_function (r, arg, recorded, resolved);
    case TL_PARAM_BUFFER:
      return resolve_buffer (r, arg, recorded, resolved);
    case TL_PARAM_BUFFER_ACCESS:
      return resolve_buffer_access (r, arg, recorded, resolved);
    case TL_PARAM_VALUE:
      return resolve_value (r, arg, recorded, resolved);
    case TL_PARAM_INDEX_MAP:
      return resolve_index_map (r, arg, recorded, resolved);
    case TL_PARAM_DECISION:
      break;
    }
  g_assert_not_reached ();
}

gboolean
tl_inst_resolve_first (const TlState *state, const TlPrimitive *primitive, const TlArg *args, guint n, TlArena *arena, TlArg **resolved)
{
  g_autoptr (GError) error = NULL;
  Resolver r = { .state = state, .module = tl_state_module (state), .arena = arena, .primitive = primitive, .error = &error };
  TlArg    recorded;

  *resolved = tl_arena_new_array (arena, TlArg, MAX (n, 1));
  r.resolved = *resolved;
  for (guint i = 0; i < n; i++)
    {
      r.param = &primitive->params[i];
      if (!resolve_arg (&r, &args[i], &recorded, &(*resolved)[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_inst_resolve (const TlState *state, const TlInst *inst, TlArena *arena, TlArg **recorded, TlArg **resolved, guint *n_args,
                 GError **error)
{
  Resolver r = { .state = state, .module = tl_state_module (state), .arena = arena, .primitive = inst->primitive, .error = error };

  *n_args = tl_primitive_n_args (inst->primitive);
  *recorded = tl_arena_new_array (arena, TlArg, *n_args);
  *resolved = tl_arena_new_array (arena, TlArg, *n_args);
  r.resolved = *resolved;
  if (inst->n_args > *n_args)
    return tl_refuse_argument (error, "%s takes at most %u arguments, %u given", inst->primitive->name, *n_args, inst->n_args);
  for (guint i = 0; i < *n_args; i++)
    {
      TlArg fallback;

      r.param = &inst->primitive->params[i];
      if (i >= inst->n_args && !tl_primitive_param_default (r.param, &fallback))
        return tl_refuse_argument (error, "%s needs its argument '%s'", inst->primitive->name, r.param->name);
      if (!resolve_arg (&r, i < inst->n_args ? &inst->args[i] : &fallback, &(*recorded)[i], &(*resolved)[i]))
        return FALSE;
    }
  return TRUE;
}
