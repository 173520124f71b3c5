/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/schedule/random-arguments.h"

#include "core/ir/path.h"

#define MAX_ITEMS 8

guint
random_below (RandomSource *source, guint bound)
{
  return (guint) tl_random_below (source->random, bound);
}

static gboolean
one_in (RandomSource *source, guint n)
{
  return random_below (source, n) == 0;
}

static const TlStmt *
any_of (RandomSource *source, GPtrArray *stmts)
{
  return stmts->len > 0 ? g_ptr_array_index (stmts, random_below (source, stmts->len)) : NULL;
}

static TlArg
any_loop (RandomSource *source)
{
  const TlStmt *loop = any_of (source, source->loops);

  return loop != NULL ? tl_arg_node (loop->loop.id) : (TlArg) { .kind = TL_ARG_NONE };
}

static TlArg
any_block (RandomSource *source)
{
  const TlStmt *block = any_of (source, source->blocks);

  return block != NULL ? tl_arg_node (block->block.id) : (TlArg) { .kind = TL_ARG_NONE };
}

/* The block among the arguments before this one, or NULL. */
static const TlBlock *
block_of (RandomSource *source, const TlPrimitive *primitive, const TlArg *args, guint index)
{
  for (guint i = 0; i < index; i++)
    {
      const TlStmt *stmt = args[i].kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), args[i].node) : NULL;

      if (stmt != NULL && stmt->kind == TL_STMT_BLOCK)
        return &stmt->block;
    }
  return NULL;
}

/* The step before, if it sampled tiles of a loop that is still there: the loop's id, and its variables. 0 otherwise. */
static TlNodeId
sampled_loop (RandomSource *source, guint *first, guint *n)
{
  const TlInst    *inst = tl_state_inst (source->state);
  const TlRvValue *loop;

  *n = tl_state_outputs (source->state, first);
  if (*n == 0 || *n > MAX_ITEMS || tl_state_rv (source->state, *first)->kind != TL_RV_INT || inst->n_args == 0
      || inst->args[0].kind != TL_ARG_RV)
    return 0;
  loop = tl_state_rv (source->state, inst->args[0].rv);
  return tl_module_find (tl_state_module (source->state), loop->node) != NULL ? loop->node : 0;
}

/* Numbers with one of them None, mostly; after a sampling step what it sampled, of the loop it was about. */
static TlArg
factors (RandomSource *source, TlArg *args)
{
  guint    first, n_sampled, n = 1 + random_below (source, 3);
  TlNodeId loop = sampled_loop (source, &first, &n_sampled);
  TlArg    items[MAX_ITEMS];

  if (loop != 0 && !one_in (source, 4))
    {
      args[0] = tl_arg_node (loop);
      for (guint i = 0; i < n_sampled; i++)
        items[i] = tl_arg_rv (first + i);
      return tl_arg_list (source->arena, items, n_sampled);
    }
  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (1 + random_below (source, 5));
  if (!one_in (source, 4))
    items[random_below (source, n)] = (TlArg) { .kind = TL_ARG_NONE };
  return tl_arg_list (source->arena, items, n);
}

static void
shuffle (RandomSource *source, TlArg *items, guint n)
{
  for (guint i = n; i > 1; i--)
    {
      guint j = random_below (source, i);
      TlArg item = items[i - 1];

      items[i - 1] = items[j];
      items[j] = item;
    }
}

/* Some loops: of one nest, in order and adjacent or shuffled with gaps, or of anywhere. */
static TlArg
several_loops (RandomSource *source)
{
  gboolean      is_shuffled = one_in (source, 2);
  const TlStmt *loop = any_of (source, source->loops);
  guint         wanted = 1 + random_below (source, 4), n = 0;
  TlArg         items[MAX_ITEMS];

  if (one_in (source, 6))
    for (; n < wanted && source->loops->len > 0; n++)
      items[n] = any_loop (source);
  else
    for (; loop != NULL && loop->kind == TL_STMT_FOR && n < wanted; loop = loop->loop.body)
      if (!is_shuffled || !one_in (source, 4))
        items[n++] = tl_arg_node (loop->loop.id);
  if (is_shuffled)
    shuffle (source, items, n);
  return tl_arg_list (source->arena, items, n);
}

static TlArg
several_blocks (RandomSource *source, guint at_least)
{
  TlArg items[MAX_ITEMS];
  guint n = at_least + (one_in (source, 2) ? 0 : random_below (source, 3));

  n = source->blocks->len > 0 ? n : 0;
  for (guint i = 0; i < n; i++)
    items[i] = any_block (source);
  return tl_arg_list (source->arena, items, n);
}

/* A permutation of the block's axes or a number for each; three numbers where there is no block. */
static TlArg
integers (RandomSource *source, const TlBlock *block)
{
  guint    n = block != NULL ? MIN (block->n_axes, MAX_ITEMS) : 3;
  gboolean is_permutation = block != NULL && one_in (source, 2);
  TlArg    items[MAX_ITEMS];

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_int (is_permutation ? i : 1 + random_below (source, 4));
  if (is_permutation)
    shuffle (source, items, n);
  return tl_arg_list (source->arena, items, n);
}

static TlArg
probabilities (RandomSource *source)
{
  TlArg items[3] = { { .kind = TL_ARG_FLOAT, .number = 0.25 }, { .kind = TL_ARG_FLOAT, .number = 0.5 },
                     { .kind = TL_ARG_FLOAT, .number = 0.25 } };

  return tl_arg_list (source->arena, items, 3);
}

static TlArg
any_value (RandomSource *source, guint depth)
{
  TlArg       items[3];
  const char *keys[3] = { "one", "two", "three" };
  guint       n = random_below (source, 3), first, n_sampled;

  switch (random_below (source, depth > 1 ? 4 : 7))
    {
    case 0:
      return tl_arg_int ((gint64) random_below (source, 100) - 10);
    case 1:
      return (TlArg) { .kind = TL_ARG_FLOAT, .number = random_below (source, 100) / 8.0 };
    case 2:
      return tl_arg_string (source->arena, one_in (source, 2) ? "a note" : "");
    case 3:
      return tl_arg_bool (one_in (source, 2));
    case 4:
      for (guint i = 0; i < n; i++)
        items[i] = any_value (source, depth + 1);
      return tl_arg_list (source->arena, items, n);
    case 5:
      for (guint i = 0; i < n; i++)
        items[i] = any_value (source, depth + 1);
      return (TlArg) { .kind = TL_ARG_DICT,
                       .items = tl_arena_dup_array (source->arena, TlArg, items, n),
                       .keys = tl_arena_dup_array (source->arena, const char *, keys, n),
                       .n_items = n };
    default:
      if (depth == 0 && sampled_loop (source, &first, &n_sampled) != 0)
        return tl_arg_rv (first);
      return tl_arg_int (1);
    }
}

/* Indices changed in order, cut in two, joined, or shifted: bijective for some extents and not for others. */
static TlArg
any_index_map (RandomSource *source, guint n)
{
  TlArena       *arena = source->arena;
  const TlVar   *initial[MAX_ITEMS];
  const TlExpr  *final[MAX_ITEMS + 1];
  guint          n_final = 0, cut, swap;
  const TlExpr  *factor;

  n = MIN (n, MAX_ITEMS);
  if (n == 0)
    return (TlArg) { .kind = TL_ARG_NONE };
  cut = random_below (source, n);
  factor = tl_int (arena, 1 + random_below (source, 4));
  for (guint i = 0; i < n; i++)
    {
      initial[i] = tl_expr_var (arena, tl_arena_printf (arena, "i%u", i), TL_INT32);
      final[n_final++] = i == cut && one_in (source, 2) ? tl_floordiv (arena, initial[i], factor) : initial[i];
    }
  if (final[cut] != initial[cut] || one_in (source, 8))
    final[n_final++] = tl_floormod (arena, initial[cut], factor);
  swap = random_below (source, n_final);
  factor = final[swap];
  final[swap] = final[0];
  final[0] = factor;
  if (n_final > 1 && one_in (source, 4))
    {
      n_final--;
      final[0] = tl_add (arena, tl_mul (arena, final[0], tl_int (arena, 2 + random_below (source, 6))), final[n_final]);
    }
  return tl_arg_index_map (tl_index_map_new (arena, initial, n, final, n_final));
}

/* A variable of the map for each of the block's axes, whose names a trace gives them. */
static const TlVar **
variables_for_axes (RandomSource *source, const TlBlock *block, GHashTable *values)
{
  const TlVar **vars = tl_arena_new_array (source->arena, const TlVar *, MAX (block->n_axes, 1));

  for (guint i = 0; i < block->n_axes; i++)
    {
      vars[i] = tl_expr_var (source->arena, block->axes[i].var->name, TL_INT32);
      g_hash_table_insert (values, (gpointer) block->axes[i].var, (gpointer) vars[i]);
    }
  return vars;
}

static TlWalk
stop_at_axis_of_others (const TlExpr *expr, gpointer own)
{
  return expr->kind == TL_EXPR_VAR && !g_hash_table_contains (own, expr) ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * The ranges given to annotate_buffer_access, which must be true: those that the block declares, or of a read the whole buffer. Later
 * steps take each element of a write for written, so that may be no larger. A map has no other variables than the block's axes.
 */
static TlArg
true_ranges (RandomSource *source, const TlBlock *block, gint64 index, gboolean is_write)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  const TlExpr          *limits[2 * MAX_ITEMS];
  const TlVar          **vars;
  TlRegion               region;

  if (block == NULL || index < 0 || index >= (is_write ? block->n_writes : block->n_reads))
    return (TlArg) { .kind = TL_ARG_NONE };
  region = is_write ? block->writes[index] : block->reads[index];
  vars = variables_for_axes (source, block, values);
  if (region.buffer->n_dims > MAX_ITEMS)
    return (TlArg) { .kind = TL_ARG_NONE };
  if (!is_write && one_in (source, 2))
    region = tl_region_full (source->arena, region.buffer);
  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      const TlExpr *end = tl_add (source->arena, region.ranges[d].min, region.ranges[d].extent);

      if (!tl_expr_walk (region.ranges[d].min, stop_at_axis_of_others, values) || !tl_expr_walk (end, stop_at_axis_of_others, values))
        return (TlArg) { .kind = TL_ARG_NONE };
      limits[2 * d] = tl_expr_substitute (source->arena, region.ranges[d].min, values);
      limits[2 * d + 1] = tl_expr_substitute (source->arena, end, values);
    }
  return tl_arg_index_map (tl_index_map_new (source->arena, vars, block->n_axes, limits, 2 * region.buffer->n_dims));
}

static TlArg
index_map_argument (RandomSource *source, const TlPrimitive *primitive, const TlArg *args, guint index)
{
  TlIndexMapWish wish;

  if (primitive->params[index].flags & TL_PARAM_OF_RANGES)
    return true_ranges (source, block_of (source, primitive, args, index), args[1].integer, g_strcmp0 (args[2].string, "write") == 0);
  if (primitive->index_map_wish == NULL || !primitive->index_map_wish (tl_state_module (source->state), args, index, &wish))
    wish.n_indices = 1 + random_below (source, 3);
  return any_index_map (source, wish.n_indices);
}

/* An annotation that the loop or block before it has, mostly. */
static const char *
any_annotation (RandomSource *source, const TlArg *of)
{
  const TlStmt  *stmt = of->kind == TL_ARG_NODE ? tl_module_find (tl_state_module (source->state), of->node) : NULL;
  const TlAttrs *attrs = stmt == NULL ? &tl_attrs_empty : stmt->kind == TL_STMT_FOR ? &stmt->loop.annotations : &stmt->block.annotations;

  return attrs->n > 0 && !one_in (source, 8) ? attrs->keys[random_below (source, attrs->n)] : "note";
}

/* Annotations that lowering heeds, beside those that the primitive offers. */
static const char *const heeded[] = { "nontemporal_store", "pragma_auto_unroll_max_step", "pragma_unroll_explicit" };

/* The value of an annotation: mostly a number, which annotations with a meaning use. */
static TlArg
annotation_value (RandomSource *source, const TlArg *key)
{
  static const gint64 numbers[] = { 0, 1, 2, 4, 16, 64 };

  for (guint i = 0; i < G_N_ELEMENTS (heeded); i++)
    if (g_strcmp0 (key->string, heeded[i]) == 0 && !one_in (source, 8))
      return tl_arg_int (numbers[random_below (source, G_N_ELEMENTS (numbers))]);
  return any_value (source, 0);
}

static TlArg
any_string (RandomSource *source, const TlPrimitive *primitive, const TlPrimitiveParam *param, const TlArg *args)
{
  static const char *const scopes[] = { "global", "shared", "local" };
  guint                    n = 0;

  if (g_str_equal (primitive->name, "get_block") && g_str_equal (param->name, "name"))
    {
      const TlStmt *block = any_of (source, source->blocks);

      return tl_arg_string (source->arena, block != NULL && !one_in (source, 8) ? block->block.name : "note");
    }
  if (g_str_equal (primitive->name, "unannotate"))
    return tl_arg_string (source->arena, any_annotation (source, &args[0]));
  if (g_str_equal (primitive->name, "annotate") && one_in (source, 2))
    return tl_arg_string (source->arena, heeded[random_below (source, G_N_ELEMENTS (heeded))]);
  if (g_strcmp0 (param->name, "storage_scope") == 0)
    return tl_arg_string (source->arena, scopes[random_below (source, G_N_ELEMENTS (scopes))]);
  while (param->choices != NULL && param->choices[n] != NULL)
    n++;
  return tl_arg_string (source->arena, n > 0 ? param->choices[random_below (source, n)] : "note");
}

static TlArg
any_buffer (RandomSource *source, const TlPrimitiveParam *param, const TlBlock *block)
{
  guint n = block == NULL ? 0 : (param->flags & TL_PARAM_OF_WRITES) ? block->n_writes : block->n_reads;

  return tl_arg_int (n > 0 && !one_in (source, 16) ? random_below (source, n) : random_below (source, 2));
}

static TlArg
any_access (RandomSource *source, const TlBlock *block)
{
  gboolean reads = one_in (source, 2);
  guint    n = block == NULL ? 0 : reads ? block->n_reads : block->n_writes;
  TlArg    items[2] = { tl_arg_string (source->arena, reads ? "read" : "write"), tl_arg_int (random_below (source, MAX (n, 1))) };

  return tl_arg_list (source->arena, items, 2);
}

/* The place that the step before sampled, mostly; else a loop. */
static TlArg
any_place (RandomSource *source)
{
  guint first, n = tl_state_outputs (source->state, &first);

  if (n == 1 && tl_state_rv (source->state, first)->kind == TL_RV_LOOP && !one_in (source, 4))
    return tl_arg_rv (first);
  return any_loop (source);
}

static TlArg
any_argument (RandomSource *source, const TlPrimitive *primitive, TlArg *args, guint index)
{
  const TlPrimitiveParam *param = &primitive->params[index];
  const TlBlock          *block = block_of (source, primitive, args, index);
  TlArg                   value;

  if ((param->flags & TL_PARAM_IS_OPTIONAL) && one_in (source, 2) && tl_primitive_param_default (param, &value))
    return value;
  switch (param->kind)
    {
    case TL_PARAM_LOOP:
      return (param->flags & TL_PARAM_TAKES_PLACE) ? any_place (source) : any_loop (source);
    case TL_PARAM_BUFFER_ACCESS:
      return any_access (source, block);
    case TL_PARAM_BLOCK:
      return any_block (source);
    case TL_PARAM_BLOCK_OR_LOOP:
      return one_in (source, 2) ? any_loop (source) : any_block (source);
    case TL_PARAM_LOOP_OR_BLOCKS:
      return one_in (source, 2) ? any_loop (source) : several_blocks (source, 1);
    case TL_PARAM_LOOPS:
      return several_loops (source);
    case TL_PARAM_BLOCKS:
      return several_blocks (source, 0);
    case TL_PARAM_FACTORS:
      return factors (source, args);
    case TL_PARAM_BUFFER:
      return any_buffer (source, param, block);
    case TL_PARAM_BOOL:
      return tl_arg_bool (one_in (source, 2));
    case TL_PARAM_STRING:
      return any_string (source, primitive, param, args);
    case TL_PARAM_VALUE:
      return g_str_equal (primitive->name, "annotate") ? annotation_value (source, &args[1]) : any_value (source, 0);
    case TL_PARAM_INT:
      return tl_arg_int ((gint64) random_below (source, 6) - 1);
    case TL_PARAM_INTS:
      return integers (source, block);
    case TL_PARAM_FLOATS:
      return probabilities (source);
    case TL_PARAM_INDEX_MAP:
      return index_map_argument (source, primitive, args, index);
    case TL_PARAM_FUNCTION:
    case TL_PARAM_DECISION:
      break;
    }
  return (TlArg) { .kind = TL_ARG_NONE };
}

void
random_arguments (RandomSource *source, const TlPrimitive *primitive, TlArg *args)
{
  guint n_args = tl_primitive_n_args (primitive);

  for (guint i = 0; i < n_args; i++)
    args[i] = any_argument (source, primitive, args, i);
}
