/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements to register code. Registers are handed out as a stack: a statement gives back what it took, so a program needs as many
 * as its deepest statement.
 */
#include <string.h>

#include "core/interp/compile-private.h"

void
tl_compiler_bind (TlCompiler *compiler, const TlVar *var, guint32 reg)
{
  TlVarPlace place = { .reg = reg };

  g_hash_table_insert (compiler->vars, (gpointer) var, g_memdup2 (&place, sizeof place));
}

static void
bind_known (TlCompiler *compiler, const TlVar *var, gint64 value)
{
  TlVarPlace place = { .reg = tl_compiler_int (compiler, value), .is_known = TRUE, .value = value };

  g_hash_table_insert (compiler->vars, (gpointer) var, g_memdup2 (&place, sizeof place));
}

gboolean
tl_compiler_get_int (TlCompiler *compiler, const TlExpr *expr, gint64 *value)
{
  const TlVarPlace *place;
  gint64            a, b;

  if (tl_expr_get_int (expr, value))
    return TRUE;
  if (expr->kind == TL_EXPR_VAR)
    {
      place = g_hash_table_lookup (compiler->vars, expr);
      if (place != NULL && place->is_known)
        *value = place->value;
      return place != NULL && place->is_known;
    }
  if (expr->kind == TL_EXPR_CAST && tl_dtype_is_integer (expr->dtype) && tl_dtype_is_integer (expr->a->dtype)
      && expr->dtype.bits >= expr->a->dtype.bits)
    return tl_compiler_get_int (compiler, expr->a, value);
  if (!tl_expr_kind_is_binary (expr->kind) || !tl_dtype_is_integer (expr->dtype))
    return FALSE;
  return tl_compiler_get_int (compiler, expr->a, &a) && tl_compiler_get_int (compiler, expr->b, &b)
         && tl_int_combine (expr->kind, a, b, value)
         && *value >= tl_dtype_min_int (expr->dtype) && *value <= tl_dtype_max_int (expr->dtype);
}

static guint
declare (TlCompiler *compiler, const TlBuffer *buffer)
{
  gpointer known = g_hash_table_lookup (compiler->slot_ids, buffer);

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  g_ptr_array_add (compiler->slots, (gpointer) buffer);
  g_hash_table_insert (compiler->slot_ids, (gpointer) buffer, GUINT_TO_POINTER (compiler->slots->len));
  return compiler->slots->len - 1;
}

guint
tl_compiler_slot (TlCompiler *compiler, const TlBuffer *buffer)
{
  if (!g_hash_table_contains (compiler->slot_ids, buffer))
    tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "the buffer %s is used where it is not allocated", buffer->name);
  return declare (compiler, buffer);
}

guint32
tl_compile_size (TlCompiler *compiler, const TlExpr *expr)
{
  gint64 value;

  if (tl_compiler_get_int (compiler, expr, &value))
    return tl_compiler_int (compiler, value);
  return tl_compiler_scalar (compiler, expr);
}

void
tl_compile_alloc (TlCompiler *compiler, const TlBuffer *buffer)
{
  guint32  sizes[2 * TL_TENSOR_MAX_DIMS];
  guint    n = 0, at;
  TlInstr *instr;

  if (compiler->tracked != NULL)
    {
      g_hash_table_add (compiler->locals, (gpointer) buffer);
      declare (compiler, buffer);
      return;
    }
  if (buffer->n_dims > TL_TENSOR_MAX_DIMS)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "%s has %u dimensions; %d are the most", buffer->name, buffer->n_dims,
                       TL_TENSOR_MAX_DIMS);
      return;
    }
  for (guint i = 0; i < buffer->n_dims; i++)
    sizes[n++] = tl_compile_size (compiler, buffer->shape[i]);
  for (guint i = 0; buffer->strides != NULL && i < buffer->n_dims; i++)
    sizes[n++] = tl_compile_size (compiler, buffer->strides[i]);
  at = tl_compiler_emit (compiler, TL_OP_HOOK, 0, tl_compiler_pool (compiler, sizes, n), buffer->strides != NULL);
  instr = tl_compiler_instr (compiler, at);
  instr->c = declare (compiler, buffer);
  instr->n = (guint16) buffer->n_dims;
  instr->hook = tl_hook_alloc;
}

static gboolean
is_known_var (TlCompiler *compiler, const TlVar *var)
{
  const TlVarPlace *place = g_hash_table_lookup (compiler->vars, var);

  return place != NULL && place->is_known;
}

/* A view's symbolic strides and offset take what the source gives them. */
static void
bind_view_layout (TlCompiler *compiler, const TlBuffer *view, guint slot)
{
  guint at;

  for (guint i = 0; view->strides != NULL && i < view->n_dims; i++)
    if (view->strides[i]->kind == TL_EXPR_VAR && !is_known_var (compiler, view->strides[i]))
      {
        guint32 reg = tl_compiler_register (compiler);

        at = tl_compiler_emit (compiler, TL_OP_SLOT_STRIDE, reg, 0, 0);
        tl_compiler_instr (compiler, at)->c = slot;
        tl_compiler_instr (compiler, at)->n = (guint16) i;
        tl_compiler_bind (compiler, view->strides[i], reg);
      }
  if (view->elem_offset != NULL && view->elem_offset->kind == TL_EXPR_VAR && !is_known_var (compiler, view->elem_offset))
    {
      guint32 reg = tl_compiler_register (compiler);

      at = tl_compiler_emit (compiler, TL_OP_SLOT_BASE, reg, 0, 0);
      tl_compiler_instr (compiler, at)->c = slot;
      tl_compiler_bind (compiler, view->elem_offset, reg);
    }
}

static void
inherit_marking (TlCompiler *compiler, const TlBuffer *view, const TlBuffer *source)
{
  if (compiler->tracked == NULL)
    return;
  if (g_hash_table_contains (compiler->tracked, source))
    g_hash_table_add (compiler->tracked, (gpointer) view);
  if (g_hash_table_contains (compiler->locals, source))
    g_hash_table_add (compiler->locals, (gpointer) view);
}

static void
compile_match (TlCompiler *compiler, const TlMatchBuffer *match)
{
  const TlBuffer *view = match->buffer, *source = match->source.buffer;
  guint32         sizes[3 * TL_TENSOR_MAX_DIMS];
  guint           n_source = source->n_dims, n = 0, at, slot, source_slot;
  TlInstr        *instr;

  inherit_marking (compiler, view, source);
  if (compiler->tracked != NULL && g_hash_table_contains (compiler->locals, source))
    {
      declare (compiler, view);
      return;
    }
  if (view->n_dims > n_source || n_source > TL_TENSOR_MAX_DIMS || view->dtype.lanes != source->dtype.lanes
      || view->dtype.bits != source->dtype.bits)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED,
                       "%s cannot be matched onto a region of %s: the dimensions or types do not fit", view->name, source->name);
      declare (compiler, view);
      return;
    }
  for (guint i = 0; i < n_source; i++)
    sizes[n++] = tl_compile_size (compiler, match->source.ranges[i].min);
  for (guint i = 0; i < n_source; i++)
    sizes[n++] = tl_compile_size (compiler, match->source.ranges[i].extent);
  for (guint i = 0; i < view->n_dims; i++)
    {
      guint32 extent = sizes[n_source + n_source - view->n_dims + i];

      if (view->shape[i]->kind == TL_EXPR_VAR && !is_known_var (compiler, view->shape[i]))
        tl_compiler_bind (compiler, view->shape[i], extent);
      sizes[n++] = tl_compile_size (compiler, view->shape[i]);
    }
  source_slot = tl_compiler_slot (compiler, source);
  slot = declare (compiler, view);
  at = tl_compiler_emit (compiler, TL_OP_HOOK, 0, tl_compiler_pool (compiler, sizes, n), source_slot);
  instr = tl_compiler_instr (compiler, at);
  instr->c = slot;
  instr->n = (guint16) n_source;
  instr->hook = tl_hook_view;
  bind_view_layout (compiler, view, slot);
}

static TlOp
store_op (TlDType t)
{
  if (t.code == TL_TYPE_BFLOAT)
    return TL_OP_STORE_BFLOAT;
  if (t.code == TL_TYPE_FLOAT)
    return t.bits == 16 ? TL_OP_STORE_HALF : t.bits == 32 ? TL_OP_STORE_S : TL_OP_STORE_D;
  return t.bits == 8 ? TL_OP_STORE_8 : t.bits == 16 ? TL_OP_STORE_16 : t.bits == 32 ? TL_OP_STORE_32 : TL_OP_STORE_64;
}

static guint
index_lanes (const TlExpr *const *indices, guint n_indices)
{
  guint lanes = 1;

  for (guint i = 0; i < n_indices; i++)
    lanes = MAX (lanes, indices[i]->dtype.lanes);
  return lanes;
}

/* All lanes of the value are read before the first is stored. */
/* A jump to be patched, taken where the condition around is false in the lane. */
static guint
skip_lane (TlCompiler *compiler, guint lane)
{
  return tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, compiler->lane_mask - 1 + lane, 0);
}

/* The lane's value in @dst, if the lane runs. */
static void
compile_masked_lane (TlCompiler *compiler, const TlExpr *expr, guint lane, guint32 dst)
{
  guint skip = skip_lane (compiler, lane);

  tl_compiler_emit (compiler, TL_OP_MOVE, dst, tl_compile_lane (compiler, expr, lane), 0);
  tl_compile_patch (compiler, skip);
}

static void
compile_store (TlCompiler *compiler, const TlStmt *stmt)
{
  TlDType           type = stmt->buffer->dtype;
  guint             lanes = index_lanes (stmt->indices, stmt->n_indices) * type.lanes;
  g_autofree guint32 *values = g_new (guint32, lanes);
  guint             slot, at;

  for (guint lane = 0; lane < lanes; lane++)
    if (compiler->lane_mask == 0)
      values[lane] = tl_compile_lane (compiler, stmt->value, lane);
    else
      compile_masked_lane (compiler, stmt->value, lane, values[lane] = tl_compiler_register (compiler));
  slot = tl_compiler_slot (compiler, stmt->buffer);
  for (guint lane = 0; lane < lanes; lane++)
    {
      guint   skip = compiler->lane_mask != 0 ? skip_lane (compiler, lane) : 0;
      guint32 address = tl_compiler_address (compiler, stmt->buffer, stmt->indices, stmt->n_indices, lane / type.lanes);

      at = tl_compiler_emit (compiler, store_op (type), 0, address, values[lane]);
      tl_compiler_instr (compiler, at)->c = slot;
      tl_compiler_instr (compiler, at)->integer = lane % type.lanes;
      tl_compiler_instr (compiler, at)->n
        = (guint16) tl_compile_access_lanes (compiler, stmt->buffer, stmt->indices, stmt->n_indices, lane);
      tl_compiler_watch (compiler, TL_OP_WATCH_STORE, slot, address, lane % type.lanes);
      if (skip != 0)
        tl_compile_patch (compiler, skip);
    }
}

static void
mark_problem (TlCompiler *compiler, const char *what)
{
  if (compiler->mark_problem == NULL)
    compiler->mark_problem = g_strdup_printf ("%s%s%s%s", what, compiler->block != NULL ? " in block \"" : "",
                                              compiler->block != NULL ? compiler->block : "", compiler->block != NULL ? "\"" : "");
}

static void
compile_loop (TlCompiler *compiler, const TlLoop *loop)
{
  gint64  extent = -1, first;
  guint32 var, min, end;
  guint   enter, body, next;

  if (compiler->launch != NULL && loop->kind == TL_LOOP_THREAD_BINDING)
    {
      tl_compile_launch (compiler, loop);
      return;
    }
  if (loop->step != NULL)
    {
      tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "loop %s advances by other steps than 1", loop->var->name);
      return;
    }
  if (compiler->tracked != NULL && (tl_compile_is_unknown (compiler, loop->min) || tl_compile_is_unknown (compiler, loop->extent)))
    mark_problem (compiler, "a value decides how often a loop runs");
  min = tl_compile_size (compiler, loop->min);
  if (tl_compiler_get_int (compiler, loop->extent, &extent) && extent == 1)
    {
      if (tl_compiler_get_int (compiler, loop->min, &first))
        bind_known (compiler, loop->var, first);
      else
        tl_compiler_bind (compiler, loop->var, min);
      tl_compiler_stmt (compiler, loop->body);
      return;
    }
  var = tl_compiler_register (compiler);
  end = tl_compiler_register (compiler);
  tl_compiler_emit (compiler, TL_OP_ADD_I, end, min, tl_compile_size (compiler, loop->extent));
  tl_compiler_emit (compiler, TL_OP_MOVE, var, min, 0);
  tl_compiler_bind (compiler, loop->var, var);
  tl_compile_push_loop (compiler, loop->var, var);
  enter = tl_compiler_emit (compiler, TL_OP_FOR_ENTER, 0, var, end);
  body = tl_compiler_position (compiler);
  tl_compiler_stmt (compiler, loop->body);
  next = tl_compiler_emit (compiler, TL_OP_FOR_NEXT, 0, var, end);
  tl_compiler_instr (compiler, next)->integer = body;
  tl_compile_patch (compiler, enter);
  tl_compile_pop_loop (compiler);
}

/* The init runs where every reduction axis is at its minimum. */
static void
compile_init (TlCompiler *compiler, const TlBlock *block)
{
  g_autoptr (GArray) skips = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      {
        guint32 min = tl_compile_size (compiler, block->axes[i].dom.min);
        guint   skip = tl_compiler_emit (compiler, TL_OP_JUMP_NE, 0, tl_compiler_scalar (compiler, block->axes[i].var), min);

        g_array_append_val (skips, skip);
      }
  tl_compiler_stmt (compiler, block->init);
  for (guint i = 0; i < skips->len; i++)
    tl_compile_patch (compiler, g_array_index (skips, guint, i));
}

void
tl_compiler_block_inside (TlCompiler *compiler, const TlBlock *block)
{
  const char *outer = compiler->block;

  if (strcmp (block->name, "root") != 0)
    compiler->block = block->name;
  for (guint i = 0; i < block->n_matches; i++)
    compile_match (compiler, &block->matches[i]);
  for (guint i = 0; i < block->n_allocs; i++)
    tl_compile_alloc (compiler, block->allocs[i]);
  if (block->init != NULL)
    compile_init (compiler, block);
  tl_compiler_stmt (compiler, block->body);
  compiler->block = outer;
}

static void
compile_block (TlCompiler *compiler, const TlBlock *block)
{
  const char *outer = compiler->block;
  gboolean    guarded = !tl_expr_is_true (block->predicate);
  guint       skip = 0;

  if (strcmp (block->name, "root") != 0)
    compiler->block = block->name;
  for (guint i = 0; i < block->n_axes; i++)
    {
      gint64 value;

      if (compiler->tracked != NULL && tl_compile_is_unknown (compiler, block->bindings[i]))
        mark_problem (compiler, "a value decides where a block runs");
      if (tl_compiler_get_int (compiler, block->bindings[i], &value))
        bind_known (compiler, block->axes[i].var, value);
      else
        tl_compiler_bind (compiler, block->axes[i].var, tl_compiler_scalar (compiler, block->bindings[i]));
    }
  if (guarded && compiler->tracked != NULL && tl_compile_is_unknown (compiler, block->predicate))
    mark_problem (compiler, "a value decides whether a block runs");
  if (guarded)
    skip = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, tl_compiler_scalar (compiler, block->predicate), 0);
  tl_compiler_block_inside (compiler, block);
  if (guarded)
    tl_compile_patch (compiler, skip);
  compiler->block = outer;
}

/* As vectorize leaves it: the stores of the body happen in the lanes where the condition holds, nothing if it does in none. */
static void
compile_lanes_if (TlCompiler *compiler, const TlStmt *stmt)
{
  guint   lanes = stmt->cond->dtype.lanes, outer = compiler->lane_mask, skip;
  guint32 first = compiler->next_register, any = first + lanes;

  compiler->next_register += lanes + 1;
  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  for (guint lane = 0; lane < lanes; lane++)
    {
      tl_compiler_emit (compiler, TL_OP_MOVE, first + lane, outer != 0 ? outer - 1 + lane : tl_compile_lane (compiler, stmt->cond, lane),
                        0);
      if (outer != 0)
        compile_masked_lane (compiler, stmt->cond, lane, first + lane);
    }
  tl_compiler_emit (compiler, TL_OP_MOVE, any, first, 0);
  for (guint lane = 1; lane < lanes; lane++)
    tl_compiler_emit (compiler, TL_OP_BIT_OR, any, any, first + lane);
  skip = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, any, 0);
  compiler->lane_mask = first + 1;
  tl_compiler_stmt (compiler, stmt->then_body);
  compiler->lane_mask = outer;
  tl_compile_patch (compiler, skip);
}

static void
compile_if (TlCompiler *compiler, const TlStmt *stmt)
{
  guint to_else, to_end;

  if (stmt->cond->dtype.lanes > 1 && stmt->else_body == NULL)
    {
      compile_lanes_if (compiler, stmt);
      return;
    }

  if (compiler->tracked != NULL && tl_compile_is_unknown (compiler, stmt->cond))
    {
      tl_compile_mark (compiler, stmt->cond);
      tl_compiler_stmt (compiler, stmt->then_body);
      if (stmt->else_body != NULL)
        tl_compiler_stmt (compiler, stmt->else_body);
      return;
    }
  to_else = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, tl_compiler_scalar (compiler, stmt->cond), 0);
  tl_compiler_stmt (compiler, stmt->then_body);
  if (stmt->else_body == NULL)
    {
      tl_compile_patch (compiler, to_else);
      return;
    }
  to_end = tl_compiler_emit (compiler, TL_OP_JUMP, 0, 0, 0);
  tl_compile_patch (compiler, to_else);
  tl_compiler_stmt (compiler, stmt->else_body);
  tl_compile_patch (compiler, to_end);
}

static void
compile_while (TlCompiler *compiler, const TlStmt *stmt)
{
  guint top = tl_compiler_position (compiler), leave, back;

  if (compiler->tracked != NULL)
    mark_problem (compiler, "a value decides when a while loop ends");
  leave = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, tl_compiler_scalar (compiler, stmt->cond), 0);
  tl_compiler_stmt (compiler, stmt->then_body);
  back = tl_compiler_emit (compiler, TL_OP_JUMP_BACK, 0, 0, 0);
  tl_compiler_instr (compiler, back)->integer = top;
  tl_compile_patch (compiler, leave);
}

static void
compile_let (TlCompiler *compiler, const TlStmt *stmt)
{
  guint   lanes = stmt->var->dtype.lanes;
  guint32 first = compiler->next_register;

  if (compiler->tracked != NULL && tl_compile_is_unknown (compiler, stmt->let_value))
    {
      tl_compile_mark (compiler, stmt->let_value);
      g_hash_table_remove (compiler->vars, stmt->var);
      tl_compiler_stmt (compiler, stmt->let_body);
      return;
    }
  compiler->next_register += lanes;
  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  for (guint i = 0; i < lanes; i++)
    if (compiler->lane_mask != 0 && lanes > 1)
      compile_masked_lane (compiler, stmt->let_value, i, first + i);
    else
      tl_compiler_emit (compiler, TL_OP_MOVE, first + i, tl_compile_lane (compiler, stmt->let_value, i), 0);
  tl_compiler_bind (compiler, stmt->var, first);
  tl_compiler_stmt (compiler, stmt->let_body);
}

/* "thread_extent" with a variable that nothing binds yet is the launch of threads: a loop. */
static void
compile_attr (TlCompiler *compiler, const TlStmt *stmt)
{
  gboolean is_launch = stmt->attr_node != NULL && stmt->attr_node->kind == TL_EXPR_VAR
                       && (strcmp (stmt->attr_key, "thread_extent") == 0 || strcmp (stmt->attr_key, "virtual_thread") == 0)
                       && !g_hash_table_contains (compiler->vars, stmt->attr_node);

  if (is_launch)
    {
      TlExpr zero = { .kind = TL_EXPR_INT, .dtype = stmt->attr_node->dtype };
      TlLoop loop = { .var = stmt->attr_node, .min = &zero, .extent = stmt->attr_value, .body = stmt->attr_body };

      compile_loop (compiler, &loop);
      g_hash_table_remove (compiler->vars, stmt->attr_node);
      return;
    }
  tl_compiler_stmt (compiler, stmt->attr_body);
}

static void
compile_assert (TlCompiler *compiler, const TlStmt *stmt)
{
  g_autofree char *message = NULL;
  char *text;
  guint at;

  if (compiler->tracked != NULL)
    return;
  message = tl_stmt_assert_message (stmt);
  text = g_strdup_printf ("assertion failed: %s", message);
  g_ptr_array_add (compiler->texts, text);
  at = tl_compiler_emit (compiler, TL_OP_ASSERT, 0, tl_compiler_scalar (compiler, stmt->assert_cond), 0);
  tl_compiler_instr (compiler, at)->n = TL_INTERP_ERROR_ARGUMENTS;
  tl_compiler_instr (compiler, at)->pointer = text;
}

static void
compile_leaf (TlCompiler *compiler, const TlStmt *stmt)
{
  if (compiler->tracked == NULL && stmt->kind == TL_STMT_STORE)
    compile_store (compiler, stmt);
  else if (compiler->tracked == NULL)
    for (guint lane = 0; lane < stmt->expr->dtype.lanes || lane == 0; lane++)
      tl_compile_lane (compiler, stmt->expr, lane);
  else if (stmt->kind == TL_STMT_STORE)
    {
      for (guint i = 0; i < stmt->n_indices; i++)
        tl_compile_mark (compiler, stmt->indices[i]);
      tl_compile_mark (compiler, stmt->value);
    }
  else
    tl_compile_mark (compiler, stmt->expr);
}

void
tl_compiler_stmt (TlCompiler *compiler, const TlStmt *stmt)
{
  guint32       mark = compiler->next_register;
  const TlStmt *outer = compiler->stmt;

  if (tl_compile_is_too_large (compiler))
    return;
  compiler->stmt = stmt;
  compiler->place = NULL;
  if (compiler->shared_values != NULL)
    g_array_set_size (compiler->shared_values, 0);
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      compile_loop (compiler, &stmt->loop);
      break;
    case TL_STMT_BLOCK:
      compile_block (compiler, &stmt->block);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        tl_compiler_stmt (compiler, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
    case TL_STMT_EVALUATE:
      compile_leaf (compiler, stmt);
      break;
    case TL_STMT_IF:
      compile_if (compiler, stmt);
      break;
    case TL_STMT_LET:
      compile_let (compiler, stmt);
      break;
    case TL_STMT_WHILE:
      compile_while (compiler, stmt);
      break;
    case TL_STMT_ATTR:
      compile_attr (compiler, stmt);
      break;
    case TL_STMT_ASSERT:
      compile_assert (compiler, stmt);
      break;
    case TL_STMT_ALLOC:
      tl_compile_alloc (compiler, stmt->buffer);
      tl_compiler_stmt (compiler, stmt->alloc_body);
      break;
    }
  compiler->next_register = mark;
  compiler->stmt = outer;
  compiler->place = NULL;
}
