/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of several lanes, lane by lane. Loads of elements that follow each other are read ahead of the statement, as packs; what is
 * under a condition only together with it. The store is of packs too where it can be.
 */
#include <string.h>

#include "core/codegen/source/gpu-source-private.h"

#define PACK_BYTES 16u

/* The position of lane 0 if the lanes follow each other in memory, else NULL. */
static const TlExpr *
first_element (Gs *gs, const TlBuffer *buffer, const TlExpr *index)
{
  gboolean is_ramp = index->kind == TL_EXPR_RAMP && tl_expr_is_int (index->stride, 1);
  return (buffer->dtype.lanes > 1 && index->dtype.lanes == 1) || (buffer->dtype.lanes == 1 && is_ramp)
         ? gs_scalar_position (gs, buffer, index) : NULL;
}

static gboolean
is_register (Gs *gs, const TlBuffer *buffer)
{
  return g_hash_table_contains (gs->declared, buffer) && !tl_scope_is_shared (buffer->scope);
}

/* Elements in a pack from @first on, of @lanes; 1: there is none. */
static guint
pack_lanes (Gs *gs, const TlBuffer *buffer, const TlExpr *first, guint lanes)
{
  GsType type = gs_type_of (gs, buffer->dtype);
  guint element = buffer->dtype.bits / 8, n = 1;
  gint64 coefficient, base;
  if (first == NULL || type.vector == NULL || is_register (gs, buffer))
    return 1;
  tl_analyzer_modular (gs->analyzer, first, &coefficient, &base);
  for (guint wider = 2; wider <= lanes && wider * element <= PACK_BYTES && lanes % wider == 0; wider *= 2)
    {
      gboolean is_aligned = !gs->language->packs_align || (coefficient % wider == 0 && base % wider == 0);
      if (!is_aligned || (gs->id != TL_GPU_CUDA && wider > type.max_lanes))
        break;
      n = wider;
    }
  return n;
}

static const TlExpr *
plus (Gs *gs, const TlExpr *position, guint n)
{
  return tl_add (gs->arena, position, tl_expr_int (gs->arena, position->dtype, n));
}

static const char *
address_of (Gs *gs, const TlBuffer *buffer, const TlExpr *position)
{
  const char *name = gs_name (gs, buffer, buffer->name);
  return tl_expr_is_int (position, 0) ? name : gs_text (gs, "%s + %s", name, gs_operand (gs, position, GS_ADD));
}

const char *
gs_load_word (Gs *gs, const TlExpr *load)
{
  const TlBuffer *buffer = load->buffer;
  guint lanes = load->dtype.lanes;
  const TlExpr *first = load->n_indices == 1 ? first_element (gs, buffer, load->indices[0]) : NULL;
  if (gs->id != TL_GPU_CUDA || lanes * load->dtype.bits != 32 || pack_lanes (gs, buffer, first, lanes) != lanes)
    return NULL;
  return gs_text (gs, "*(const %s*)(%s)", load->dtype.code == TL_TYPE_UINT ? "unsigned int" : "int", address_of (gs, buffer, first));
}

/* --- lanes --- */

static const TlExpr *
find_pack (Gs *gs, const TlExpr *expr, guint lane)
{
  for (guint i = 0; i < gs->packs->len; i++)
    if (tl_expr_equal (g_array_index (gs->packs, GsPack, i).expr, expr))
      return (const TlExpr *) g_array_index (gs->packs, GsPack, i).lanes[lane];
  return NULL;
}

static const TlExpr *
load_lane (Gs *gs, const TlExpr *load, guint lane)
{
  const TlBuffer *buffer = load->buffer;
  if (load->n_indices != 1 || (buffer->dtype.lanes > 1 && load->indices[0]->dtype.lanes > 1))
    {
      gs_fail (gs, "Buffer %s is not flat", buffer->name);
      return tl_expr_int (gs->arena, TL_INT32, 0);
    }
  const TlExpr *position = buffer->dtype.lanes > 1 ? plus (gs, gs_scalar_position (gs, buffer, load->indices[0]), lane)
                                                   : gs_lane (gs, load->indices[0], lane);
  TlExpr *one = tl_arena_new0 (gs->arena, TlExpr);
  const TlExpr **indices = tl_arena_new_array (gs->arena, const TlExpr *, 1);
  TlBuffer *scalar = tl_arena_new0 (gs->arena, TlBuffer);
  indices[0] = position;
  *scalar = *buffer;
  scalar->dtype.lanes = 1;
  if (buffer->dtype.lanes > 1)
    g_hash_table_insert (gs->names, scalar, (gpointer) gs_name (gs, buffer, buffer->name));
  *one = (TlExpr) { .kind = TL_EXPR_LOAD, .dtype = tl_dtype_with_lanes (load->dtype, 1) };
  one->buffer = buffer->dtype.lanes > 1 ? scalar : buffer;
  one->indices = indices;
  one->n_indices = 1;
  return one;
}

static const TlExpr *
call_lane (Gs *gs, const TlExpr *call, guint lane)
{
  const char *name = call->callee->name;
  const TlExpr **args = tl_arena_new_array (gs->arena, const TlExpr *, MAX (call->n_args, 1));
  if (g_str_equal (name, "vectorlow") || g_str_equal (name, "vectorhigh"))
    return gs_lane (gs, call->args[0], g_str_equal (name, "vectorhigh") ? call->dtype.lanes + lane : lane);
  if (g_str_equal (name, "vectorcombine") && call->n_args > 0)
    return gs_lane (gs, call->args[lane / call->args[0]->dtype.lanes], lane % call->args[0]->dtype.lanes);
  if (g_str_equal (name, "reinterpret") && call->args[0]->dtype.bits != call->dtype.bits)
    gs_fail (gs, "T.reinterpret from %s to %s cannot be written in %s", tl_dtype_name (call->args[0]->dtype), tl_dtype_name (call->dtype),
             gs->language->title);
  for (guint i = 0; i < call->n_args; i++)
    args[i] = gs_lane (gs, call->args[i], lane);
  return tl_expr_call (gs->arena, tl_dtype_with_lanes (call->dtype, 1), call->callee, args, call->n_args);
}

static const TlExpr *
variable_lane (Gs *gs, const TlExpr *var, guint lane)
{
  const TlVar **lanes = g_hash_table_lookup (gs->lanes, var);
  if (lanes != NULL)
    return (const TlExpr *) lanes[lane];
  gs_fail (gs, "Variable %s has no value in the kernel", var->name);
  return tl_expr_int (gs->arena, TL_INT32, 0);
}

const TlExpr *
gs_lane (Gs *gs, const TlExpr *expr, guint lane)
{
  const TlExpr *pack;
  if (expr->dtype.lanes == 1 || gs->error != NULL)
    return expr;
  if ((pack = find_pack (gs, expr, lane)) != NULL)
    return pack;
  if (tl_expr_kind_is_binary (expr->kind))
    return tl_expr_binary (gs->arena, expr->kind, gs_lane (gs, expr->a, lane), gs_lane (gs, expr->b, lane));
  switch (expr->kind)
    {
    case TL_EXPR_RAMP:
      return tl_add (gs->arena, expr->base,
                     tl_mul (gs->arena, expr->stride, tl_expr_int (gs->arena, expr->stride->dtype, lane)));
    case TL_EXPR_BROADCAST:
      return expr->base;
    case TL_EXPR_VAR:
      return variable_lane (gs, expr, lane);
    case TL_EXPR_CAST:
      return tl_expr_cast (gs->arena, tl_dtype_with_lanes (expr->dtype, 1), gs_lane (gs, expr->a, lane));
    case TL_EXPR_NOT:
      return tl_expr_not (gs->arena, gs_lane (gs, expr->a, lane));
    case TL_EXPR_SELECT:
      return tl_expr_select (gs->arena, gs_lane (gs, expr->cond, lane), gs_lane (gs, expr->if_true, lane),
                             gs_lane (gs, expr->if_false, lane));
    case TL_EXPR_LOAD:
      return load_lane (gs, expr, lane);
    case TL_EXPR_CALL:
      return call_lane (gs, expr, lane);
    case TL_EXPR_LET:
      return gs_lane (gs, tl_expr_substitute_var (gs->arena, expr->let_body, expr->let_var, expr->let_value), lane);
    case TL_EXPR_INT:
      return tl_expr_int (gs->arena, tl_dtype_with_lanes (expr->dtype, 1), expr->int_value);
    case TL_EXPR_FLOAT:
      return tl_expr_float (gs->arena, tl_dtype_with_lanes (expr->dtype, 1), expr->float_value);
    default:
      gs_fail (gs, "A string cannot be used as a value");
      return tl_expr_int (gs->arena, TL_INT32, 0);
    }
}

/* --- reading ahead --- */

/* A variable that is written as @text. */
static const TlVar *
named (Gs *gs, TlDType dtype, const char *text)
{
  const TlVar *var = tl_expr_var (gs->arena, text, tl_dtype_with_lanes (dtype, 1));
  g_hash_table_insert (gs->names, (gpointer) var, (gpointer) text);
  return var;
}

/* @cond and @others (nullable): the load is one side of a choice, whose other side has these lanes. */
static void
read_pack (Gs *gs, const TlExpr *expr, const TlExpr *load, const TlExpr *cond, const TlExpr *others)
{
  const TlBuffer *buffer = load->buffer;
  TlDType dtype = buffer->dtype;
  guint lanes = expr->dtype.lanes;
  const TlExpr *first = load->n_indices == 1 ? first_element (gs, buffer, load->indices[0]) : NULL;
  guint n = pack_lanes (gs, buffer, first, lanes);
  if (n < 2 || find_pack (gs, expr, 0) != NULL)
    return;
  const char *type = gs_pack_type (gs, dtype, n);
  GsPack pack = { expr, tl_arena_new_array (gs->arena, const TlVar *, lanes) };
  for (guint at = 0; at < lanes; at += n)
    {
      const char *name = gs_name (gs, tl_arena_alloc (gs->arena, 1), gs_text (gs, "%s_%u", gs_name (gs, buffer, buffer->name), n));
      const char *value = gs_pack_load (gs, type, n, buffer, address_of (gs, buffer, plus (gs, first, at)));
      const char *other[PACK_BYTES];
      for (guint i = 0; i < n; i++)
        {
          pack.lanes[at + i] = named (gs, dtype, gs_pack_lane (gs, dtype, n, name, i));
          other[i] = cond != NULL ? gs_expr (gs, gs_lane (gs, others, at + i)).text : "";
        }
      if (cond != NULL)
        value = gs_text (gs, "%s ? %s : %s", gs_operand (gs, cond, GS_LOGICAL_OR), value, gs_pack_make (gs, dtype, n, other));
      gs_line (gs, "const %s %s = %s;", type, name, value);
    }
  g_array_append_val (gs->packs, pack);
}

static gboolean
is_same_in_all_lanes (const TlExpr *cond)
{
  return cond->dtype.lanes == 1 || cond->kind == TL_EXPR_BROADCAST;
}

/* A value without loads, which may be computed for nothing. */
static gboolean
is_free (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_BROADCAST ? is_free (expr->base) : expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT;
}

static TlWalk
read_ahead (const TlExpr *expr, gpointer user_data)
{
  Gs *gs = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->dtype.lanes > 1)
    read_pack (gs, expr, expr, NULL, NULL);
  if (expr->kind != TL_EXPR_CALL || !g_str_equal (expr->callee->name, "if_then_else"))
    return TL_WALK_INTO;
  const TlExpr *cond = expr->args[0], *if_true = expr->args[1];
  if (expr->dtype.lanes > 1 && if_true->kind == TL_EXPR_LOAD && is_free (expr->args[2]) && is_same_in_all_lanes (cond))
    read_pack (gs, expr, if_true, gs_lane (gs, cond, 0), expr->args[2]);
  return TL_WALK_OVER;
}

/* --- stores --- */

static TlWalk
find_load_of (const TlExpr *expr, gpointer buffer)
{
  return expr->kind == TL_EXPR_LOAD && expr->buffer == buffer ? TL_WALK_STOP : TL_WALK_INTO;
}

/* A copy: packs go as they are. FALSE: it is more than that, or there are no packs. */
static gboolean
copy_packs (Gs *gs, const TlStmt *stmt, const TlExpr *first, guint lanes)
{
  const TlExpr *load = stmt->value;
  if (load->kind != TL_EXPR_LOAD || load->n_indices != 1 || load->buffer == stmt->buffer)
    return FALSE;
  const TlExpr *from = first_element (gs, load->buffer, load->indices[0]);
  guint n = pack_lanes (gs, stmt->buffer, first, lanes), n_from = pack_lanes (gs, load->buffer, from, lanes);
  n = MIN (n, n_from);
  if (n < 2)
    return FALSE;
  guint n_bytes = n * load->buffer->dtype.bits / 8;
  gboolean has_own = n <= gs_type_of (gs, load->buffer->dtype).max_lanes;
  const char *move = has_own ? NULL : gs_move_type (gs, n_bytes), *type = move != NULL ? move : gs_pack_type (gs, load->buffer->dtype, n);
  for (guint at = 0; at < lanes; at += n)
    {
      const char *value = gs_pack_load (gs, type, n, load->buffer, address_of (gs, load->buffer, plus (gs, from, at)));
      gs_line (gs, "%s;", gs_pack_store (gs, type, n, stmt->buffer, address_of (gs, stmt->buffer, plus (gs, first, at)), value));
    }
  return TRUE;
}

/* Of elements other than those which the same lane stores. */
static TlWalk
find_other_load (const TlExpr *expr, gpointer user_data)
{
  const TlStmt *store = user_data;
  gboolean is_same = expr->kind == TL_EXPR_LOAD && expr->dtype.lanes > 1 && tl_expr_equal (expr->indices[0], store->indices[0]);
  return expr->kind == TL_EXPR_LOAD && expr->buffer == store->buffer && !is_same ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Some lane reads what another stores, and not ahead of the store. */
static gboolean
is_at_risk (const TlStmt *stmt, const TlExpr *const *values, guint lanes)
{
  if (tl_expr_walk (stmt->value, find_other_load, (gpointer) stmt))
    return FALSE;
  for (guint i = 0; i < lanes; i++)
    if (!tl_expr_walk (values[i], find_load_of, (gpointer) stmt->buffer))
      return TRUE;
  return FALSE;
}

/* The lanes as texts; as variables where a store of one may change what another reads. */
static const char **
lane_texts (Gs *gs, const TlStmt *stmt, guint lanes)
{
  const char **texts = tl_arena_new_array (gs->arena, const char *, lanes);
  const TlExpr **values = tl_arena_new_array (gs->arena, const TlExpr *, lanes);
  TlDType dtype = stmt->buffer->dtype;
  for (guint i = 0; i < lanes; i++)
    values[i] = gs_lane (gs, stmt->value, i);
  gboolean keeps = is_at_risk (stmt, values, lanes);
  for (guint i = 0; i < lanes; i++)
    {
      texts[i] = gs_cast (gs, gs_expr (gs, values[i]), values[i]->dtype, dtype).text;
      if (keeps)
        {
          const char *name = gs_name (gs, tl_arena_alloc (gs->arena, 1), gs_text (gs, "lane_%u", i));
          gs_line (gs, "const %s %s = %s;", gs_memory_type (gs, dtype), name, texts[i]);
          texts[i] = name;
        }
    }
  return texts;
}

void
gs_vector_store (Gs *gs, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  const TlExpr *index = stmt->indices[0], *first = first_element (gs, buffer, index);
  guint lanes = MAX (index->dtype.lanes, buffer->dtype.lanes);
  if (index->kind == TL_EXPR_BROADCAST)
    {
      gs_store (gs, buffer, index->base, gs_lane (gs, stmt->value, lanes - 1));   /* the last one's value stays */
      return;
    }
  if (copy_packs (gs, stmt, first, lanes))
    return;
  tl_expr_walk (stmt->value, read_ahead, gs);
  const char **texts = lane_texts (gs, stmt, lanes);
  guint n = pack_lanes (gs, buffer, first, lanes);
  for (guint at = 0; at < lanes && gs->error == NULL; at += n)
    if (n > 1)
      gs_line (gs, "%s;", gs_pack_store (gs, gs_pack_type (gs, buffer->dtype, n), n, buffer, address_of (gs, buffer, plus (gs, first, at)),
                                         gs_pack_make (gs, buffer->dtype, n, texts + at)));
    else
      gs_line (gs, "%s = %s;", gs_element (gs, buffer, first != NULL ? plus (gs, first, at) : gs_lane (gs, index, at)), texts[at]);
  g_array_set_size (gs->packs, 0);
}

/* --- values and conditions --- */

void
gs_vector_let (Gs *gs, const TlStmt *stmt)
{
  TlDType dtype = stmt->var->dtype;
  const TlVar **lanes = tl_arena_new_array (gs->arena, const TlVar *, dtype.lanes);
  tl_expr_walk (stmt->let_value, read_ahead, gs);
  for (guint i = 0; i < dtype.lanes; i++)
    {
      const char *value = gs_expr (gs, gs_lane (gs, stmt->let_value, i)).text;
      const char *name = gs_name (gs, tl_arena_alloc (gs->arena, 1), gs_text (gs, "%s_%u", stmt->var->name, i));
      gs_line (gs, "const %s %s = %s;", gs_type (gs, dtype), name, value);
      lanes[i] = named (gs, dtype, name);
    }
  g_array_set_size (gs->packs, 0);
  g_hash_table_insert (gs->lanes, (gpointer) stmt->var, lanes);
}

static const TlStmt *
stmt_lane (Gs *gs, const TlStmt *stmt, guint lane)
{
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      if (stmt->buffer->dtype.lanes > 1)
        gs_fail (gs, "A store of vectors to buffer %s stands under a condition of several lanes", stmt->buffer->name);
      const TlExpr *index = gs_lane (gs, stmt->indices[0], lane);
      return tl_stmt_store (gs->arena, stmt->buffer, &index, 1, gs_lane (gs, stmt->value, lane));
    case TL_STMT_IF:
      return tl_stmt_if (gs->arena, gs_lane (gs, stmt->cond, lane), stmt_lane (gs, stmt->then_body, lane),
                         stmt->else_body != NULL ? stmt_lane (gs, stmt->else_body, lane) : NULL);
    case TL_STMT_SEQ:
      {
        g_autofree const TlStmt **stmts = g_new (const TlStmt *, stmt->n_stmts);
        for (guint i = 0; i < stmt->n_stmts; i++)
          stmts[i] = stmt_lane (gs, stmt->stmts[i], lane);
        return tl_stmt_seq (gs->arena, stmts, stmt->n_stmts);
      }
    case TL_STMT_ATTR:
      return stmt_lane (gs, stmt->attr_body, lane);
    default:
      gs_fail (gs, "A condition of several lanes holds for more than stores");
      return stmt;
    }
}

void
gs_lanes_conditional (Gs *gs, const TlStmt *stmt)
{
  if (stmt->else_body != NULL)
    gs_fail (gs, "A condition of several lanes has no other branch");
  for (guint i = 0; i < stmt->cond->dtype.lanes && gs->error == NULL; i++)
    {
      gs_line (gs, "if (%s) {", gs_expr (gs, gs_lane (gs, stmt->cond, i)).text);
      gs->indent++;
      gs_stmt (gs, stmt_lane (gs, stmt->then_body, i));
      gs->indent--;
      gs_line (gs, "}");
    }
}
