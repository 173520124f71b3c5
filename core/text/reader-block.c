/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of a block: axes, predicate, regions, init, annotations. These are no statements: they go into the frame of the block
 * around.
 */
#include "core/text/reader-private.h"

#include <string.h>

#include "core/arith/block-access.h"

/* The frame. */

void
tl_block_frame_init (TlBlockFrame *frame, TlReader *reader, gboolean is_root)
{
  *frame = (TlBlockFrame) { .parent = reader->frame, .is_root = is_root, .annotations = tl_attrs_empty };
  frame->id = tl_builder_take_id (&reader->builder);
  frame->axes = g_array_new (FALSE, FALSE, sizeof (TlBlockAxis));
  frame->spans = g_array_new (FALSE, FALSE, sizeof (TlSpan));
  frame->bindings = g_ptr_array_new ();
  frame->allocs = g_ptr_array_new ();
  frame->matches = g_array_new (FALSE, FALSE, sizeof (TlMatchBuffer));
  reader->frame = frame;
}

void
tl_block_frame_clear (TlBlockFrame *frame, TlReader *reader)
{
  reader->frame = frame->parent;
  g_array_unref (frame->axes);
  g_array_unref (frame->spans);
  g_ptr_array_unref (frame->bindings);
  g_ptr_array_unref (frame->allocs);
  g_array_unref (frame->matches);
  g_clear_pointer (&frame->reads, g_array_unref);
  g_clear_pointer (&frame->writes, g_array_unref);
}

static void
set_regions (TlReader *reader, const GArray *regions, const TlRegion **list, guint *n)
{
  *n = regions != NULL ? regions->len : 0;
  *list = *n > 0 ? tl_arena_dup_array (reader->arena, TlRegion, regions->data, *n) : NULL;
}

/* Both ends of each range in one type, as they are when written. */
static const TlRegion *
with_one_type (TlArena *arena, const TlRegion *regions, guint n)
{
  TlRegion *copy = tl_arena_dup_array (arena, TlRegion, regions, n);

  for (guint i = 0; i < n; i++)
    {
      guint    n_dims = regions[i].buffer->n_dims;
      TlRange *ranges = tl_arena_dup_array (arena, TlRange, regions[i].ranges, n_dims);

      for (guint d = 0; d < n_dims; d++)
        tl_match_types (arena, &ranges[d].min, &ranges[d].extent);
      copy[i].ranges = ranges;
    }
  return copy;
}

static void
infer_regions (TlReader *reader, const TlBlockFrame *frame, TlBlock *block)
{
  const TlRegion *reads, *writes;
  guint           n_reads, n_writes;

  tl_infer_block_access (reader->arena, block, &reads, &n_reads, &writes, &n_writes);
  if (frame->reads == NULL)
    {
      block->reads = with_one_type (reader->arena, reads, n_reads);
      block->n_reads = n_reads;
    }
  if (frame->writes == NULL)
    {
      block->writes = with_one_type (reader->arena, writes, n_writes);
      block->n_writes = n_writes;
    }
}

const TlStmt *
tl_block_frame_finish (TlReader *reader, TlBlockFrame *frame, const char *name, const TlStmt *body)
{
  TlArena *arena = reader->arena;
  TlBlock  block = {
    .id = frame->id,
    .name = tl_arena_strdup (arena, name),
    .axes = tl_arena_dup_array (arena, TlBlockAxis, frame->axes->data, frame->axes->len),
    .bindings = tl_arena_dup_array (arena, const TlExpr *, frame->bindings->pdata, frame->bindings->len),
    .n_axes = frame->axes->len,
    .predicate = frame->predicate,
    .allocs = tl_arena_dup_array (arena, const TlBuffer *, frame->allocs->pdata, frame->allocs->len),
    .n_allocs = frame->allocs->len,
    .matches = tl_arena_dup_array (arena, TlMatchBuffer, frame->matches->data, frame->matches->len),
    .n_matches = frame->matches->len,
    .annotations = frame->annotations,
    .init = frame->init,
    .body = body,
  };

  reader->has_inferred_reads = frame->reads == NULL;
  reader->has_inferred_writes = frame->writes == NULL;
  set_regions (reader, frame->reads, &block.reads, &block.n_reads);
  set_regions (reader, frame->writes, &block.writes, &block.n_writes);
  if (!frame->is_root && (frame->reads == NULL || frame->writes == NULL))
    infer_regions (reader, frame, &block);
  return tl_stmt_block (arena, &block);
}

static gboolean
check_realized (TlReader *reader, const TlAst *flag)
{
  return flag == NULL || (flag->kind == TL_AST_CONSTANT && strcmp (flag->name, "False") == 0)
         || tl_reader_fail (reader, flag, "a block without its realization is not a statement");
}

const TlStmt *
tl_read_block (TlReader *reader, const TlAst *with, const TlAst *call)
{
  const TlAst  *name_ast = tl_call_argument (call, 0, "name");
  const char   *name = "";
  TlBlockFrame  frame;
  const TlStmt *body, *block = NULL;
  guint         mark;

  if (!tl_call_check (reader, call, 0, 2, "name no_realize exec_scope")
      || !check_realized (reader, tl_call_argument (call, 1, "no_realize"))
      || (name_ast != NULL && (name = tl_read_string (reader, name_ast, "the block's name")) == NULL))
    return NULL;
  tl_block_frame_init (&frame, reader, reader->frame->is_root && reader->frame->n_loops == 0 && strcmp (name, "root") == 0);
  mark = tl_reader_open_scope (reader);
  body = tl_read_suite (reader, with->body, with->n_body);
  tl_reader_close_scope (reader, mark);
  if (body != NULL)
    {
      block = tl_block_frame_finish (reader, &frame, name, body);
      tl_reader_check_block (reader, &frame, &block->block);
      frame.parent->has_block = TRUE;
    }
  tl_block_frame_clear (&frame, reader);
  return block;
}

gboolean
tl_check_in_block (TlReader *reader, const TlAst *at, const char *what)
{
  if (reader->frame->parent == NULL)
    return tl_reader_fail (reader, at, "%s must be inside a block: with T.block (\"name\"):", what);
  return reader->frame->n_loops == 0 || tl_reader_fail (reader, at, "%s must be directly inside its block, not inside a loop", what);
}

/* Axes. */

static gboolean
axis_kind (const char *name, TlAxisKind *kind)
{
  static const struct
  {
    const char *name;
    TlAxisKind  kind;
  } kinds[] = {
    { "axis.spatial", TL_AXIS_SPATIAL }, { "axis.S", TL_AXIS_SPATIAL }, { "axis.reduce", TL_AXIS_REDUCE },
    { "axis.R", TL_AXIS_REDUCE },        { "axis.scan", TL_AXIS_SCAN }, { "axis.opaque", TL_AXIS_OPAQUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (name, kinds[i].name) == 0)
      {
        *kind = kinds[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
add_axis (TlReader *reader, const TlAst *target, TlAxisKind kind, TlRange dom, const TlExpr *binding)
{
  TlDType     dtype = binding->dtype.bits >= dom.extent->dtype.bits ? binding->dtype : dom.extent->dtype;
  TlBlockAxis axis = { .kind = kind, .dom = dom };
  gboolean    is_name_used = target->kind == TL_AST_NAME && tl_reader_lookup (reader, target->name) != NULL;

  if (target->kind != TL_AST_NAME)
    return tl_reader_fail (reader, target, "an axis must be assigned to one name");
  if (binding->dtype.lanes != 1 || dom.extent->dtype.lanes != 1)
    return tl_reader_fail (reader, target, "an axis takes a single integer");
  for (guint i = 0; i < reader->frame->axes->len && is_name_used; i++)
    if (strcmp (g_array_index (reader->frame->axes, TlBlockAxis, i).var->name, target->name) == 0)
      return tl_reader_fail (reader, target, "the block has an axis %s already", target->name);
  axis.var = tl_expr_var (reader->arena, target->name, dtype);
  g_array_append_val (reader->frame->axes, axis);
  g_array_append_val (reader->frame->spans, target->span);
  g_ptr_array_add (reader->frame->bindings, (gpointer) binding);
  tl_reader_bind (reader, target->name, tl_given_expr (axis.var));
  return TRUE;
}

/* 128, or (begin, end). */
static gboolean
read_domain (TlReader *reader, const TlAst *ast, TlRange *dom)
{
  const TlExpr *end;

  if (ast->kind != TL_AST_TUPLE && ast->kind != TL_AST_LIST)
    {
      dom->extent = tl_read_index (reader, ast);
      if (dom->extent != NULL)
        dom->min = tl_expr_int (reader->arena, tl_dtype_with_lanes (dom->extent->dtype, 1), 0);
      return dom->extent != NULL;
    }
  if (ast->n_items != 2)
    return tl_reader_fail (reader, ast, "the domain of an axis is its extent or (begin, end)");
  if ((dom->min = tl_read_index (reader, ast->items[0])) == NULL || (end = tl_read_index (reader, ast->items[1])) == NULL)
    return FALSE;
  tl_match_types (reader->arena, &dom->min, &end);
  dom->extent = tl_reader_extent (reader->arena, dom->min, end);
  return TRUE;
}

static gboolean
read_axis (TlReader *reader, const TlAst *target, const TlAst *call, TlAxisKind kind)
{
  const TlAst  *dom_ast = tl_call_argument (call, 0, "dom"), *binding_ast = tl_call_argument (call, 1, "binding");
  const TlExpr *binding;
  TlRange       dom;

  if (!tl_check_in_block (reader, call, "an axis") || !tl_call_check (reader, call, 2, 3, "dom binding dtype"))
    return FALSE;
  if (dom_ast == NULL || binding_ast == NULL)
    return tl_reader_fail (reader, call, "an axis needs its domain and its binding: T.axis.spatial (128, i)");
  if (!read_domain (reader, dom_ast, &dom) || (binding = tl_read_index (reader, binding_ast)) == NULL)
    return FALSE;
  return add_axis (reader, target, kind, dom, binding);
}

static gboolean
remap_one (TlReader *reader, const TlAst *target, char letter, const TlAst *ast)
{
  static const char letters[] = "SRCO";
  const char    *found = letter != '\0' ? strchr (letters, letter) : NULL;
  const TlExpr  *var = tl_read_expr (reader, ast);
  const TlLoop  *loop = var != NULL ? g_hash_table_lookup (reader->loops, var) : NULL;

  if (var == NULL)
    return FALSE;
  if (loop == NULL)
    return tl_reader_fail (reader, ast, "T.axis.remap takes variables of the loops around the block");
  if (found == NULL)
    return tl_reader_fail (reader, ast, "'%c' is not a kind of axis; use S for spatial or R for reduce", letter);
  return add_axis (reader, target, (TlAxisKind) (found - letters), (TlRange) { loop->min, loop->extent }, var);
}

static gboolean
read_remap (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlAst *kinds_ast = tl_call_argument (call, 0, "kinds"), *list = tl_call_argument (call, 1, "bindings");
  const char  *kinds;
  gboolean     is_list = target->kind == TL_AST_TUPLE || target->kind == TL_AST_LIST;
  guint        n_targets = is_list ? target->n_items : 1;

  if (!tl_check_in_block (reader, call, "an axis") || !tl_call_check (reader, call, 2, 3, "kinds bindings dtype"))
    return FALSE;
  if (kinds_ast == NULL || list == NULL || (list->kind != TL_AST_LIST && list->kind != TL_AST_TUPLE))
    return tl_reader_fail (reader, call, "expected T.axis.remap (\"SSR\", [i, j, k])");
  if ((kinds = tl_read_string (reader, kinds_ast, "the kinds of the axes")) == NULL)
    return FALSE;
  if (strlen (kinds) != list->n_items || list->n_items != n_targets)
    return tl_reader_fail (reader, call, "%u name%s for %u kinds and %u loops", n_targets, n_targets == 1 ? "" : "s",
                           (guint) strlen (kinds),
                           list->n_items);
  for (guint i = 0; i < n_targets; i++)
    if (!remap_one (reader, is_list ? target->items[i] : target, kinds[i], list->items[i]))
      return FALSE;
  return TRUE;
}

/* Regions. */

static gboolean
read_range (TlReader *reader, const TlAst *ast, const TlBuffer *buffer, guint dim, TlRange *range)
{
  const TlExpr *upper;

  if (ast->kind != TL_AST_SLICE)
    {
      if ((range->min = tl_read_index (reader, ast)) == NULL)
        return FALSE;
      if (range->min->dtype.lanes != 1)
        return tl_reader_fail (reader, ast, "a region is given by single integers");
      range->extent = tl_expr_int (reader->arena, range->min->dtype, 1);
      return TRUE;
    }
  if (ast->items[2] != NULL)
    return tl_reader_fail (reader, ast->items[2], "a region has no step");
  range->min = ast->items[0] != NULL ? tl_read_index (reader, ast->items[0]) : tl_expr_int (reader->arena, buffer->shape[dim]->dtype, 0);
  upper = ast->items[1] != NULL ? tl_read_index (reader, ast->items[1]) : buffer->shape[dim];
  if (range->min == NULL || upper == NULL)
    return FALSE;
  if (range->min->dtype.lanes != 1 || upper->dtype.lanes != 1)
    return tl_reader_fail (reader, ast, "a region is given by single integers");
  tl_match_types (reader->arena, &range->min, &upper);
  range->extent = tl_reader_extent (reader->arena, range->min, upper);
  return TRUE;
}

gboolean
tl_read_region (TlReader *reader, const TlAst *ast, TlRegion *region)
{
  TlParsedValue base;
  const TlAst  *base_ast = ast->kind == TL_AST_SUBSCRIPT ? ast->value : ast;
  const TlAst  *const *items = ast->items;
  guint    n =  ast->n_items;
  TlRange *ranges;

  if (!tl_read_given (reader, base_ast, &base))
    return FALSE;
  if (base.kind != TL_GIVEN_BUFFER || base.storage != NULL)
    return tl_reader_fail (reader, base_ast, "expected a region of a buffer, such as A[vi, 0:16]");
  if (ast->kind != TL_AST_SUBSCRIPT)
    {
      *region = tl_region_full (reader->arena, base.buffer);
      return TRUE;
    }
  if (n == 1 && items[0]->kind == TL_AST_TUPLE)
    {
      n = items[0]->n_items;
      items = items[0]->items;
    }
  if (n != base.buffer->n_dims)
    return tl_reader_fail (reader, ast, "buffer %s has %u dimension%s, and the region gives %u", base.buffer->name, base.buffer->n_dims,
                           base.buffer->n_dims == 1 ? "" : "s", n);
  ranges = tl_arena_new_array (reader->arena, TlRange, n);
  for (guint i = 0; i < n; i++)
    if (!read_range (reader, items[i], base.buffer, i, &ranges[i]))
      return FALSE;
  *region = (TlRegion) { base.buffer, ranges };
  return TRUE;
}

static gboolean
read_regions (TlReader *reader, const TlAst *call, const char *what, GArray **regions)
{
  const TlAst *const *items = call->items;
  guint n = call->n_items;

  if (!tl_check_in_block (reader, call, what))
    return FALSE;
  if (*regions != NULL)
    return tl_reader_fail (reader, call, "the block has its %s already", what);
  if (n == 1 && (items[0]->kind == TL_AST_LIST || items[0]->kind == TL_AST_TUPLE))
    {
      n = items[0]->n_items;
      items = items[0]->items;
    }
  *regions = g_array_new (FALSE, FALSE, sizeof (TlRegion));
  for (guint i = 0; i < n; i++)
    {
      TlRegion region;

      if (!tl_read_region (reader, items[i], &region))
        return FALSE;
      g_array_append_val (*regions, region);
    }
  return TRUE;
}

/* Annotations. */

static gboolean
value_of_expr (TlReader *reader, const TlExpr *expr, TlValue *value)
{
  *value = (TlValue) { .kind = TL_VALUE_EXPR, .expr = expr };
  if (expr->kind == TL_EXPR_INT && expr->dtype.code == TL_TYPE_BOOL && !reader->is_newest)
    *value = (TlValue) { .kind = TL_VALUE_BOOL, .boolean = expr->int_value != 0 };
  else if (expr->kind == TL_EXPR_INT && tl_dtype_equal (expr->dtype, TL_INT32))
    *value = (TlValue) { .kind = TL_VALUE_INT, .integer = expr->int_value };
  return TRUE;
}

static gboolean
value_of_given (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlValue *value)
{
  TlValue *items;

  *value = (TlValue) { .kind = TL_VALUE_NONE };
  switch (given->kind)
    {
    case TL_GIVEN_NONE:
      return TRUE;
    case TL_GIVEN_INT:
      *value = (TlValue) { .kind = TL_VALUE_INT, .integer = given->integer };
      return TRUE;
    case TL_GIVEN_FLOAT:
      *value = (TlValue) { .kind = TL_VALUE_FLOAT, .number = given->number };
      return TRUE;
    case TL_GIVEN_BOOL:
      *value = (TlValue) { .kind = TL_VALUE_BOOL, .boolean = given->integer != 0 };
      return TRUE;
    case TL_GIVEN_STRING:
      *value = (TlValue) { .kind = TL_VALUE_STRING, .string = given->string };
      return TRUE;
    case TL_GIVEN_EXPR:
      return value_of_expr (reader, given->expr, value);
    case TL_GIVEN_LIST:
      items = tl_arena_new_array (reader->arena, TlValue, given->n_items);
      for (guint i = 0; i < given->n_items; i++)
        if (!value_of_given (reader, at, &given->items[i], &items[i]))
          return FALSE;
      *value = (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = given->n_items };
      return TRUE;
    default:
      return tl_reader_fail (reader, at, "a buffer cannot be the value of an annotation");
    }
}

gboolean
tl_read_value (TlReader *reader, const TlAst *ast, TlValue *value)
{
  TlParsedValue given;
  TlValue      *items;

  *value = (TlValue) { .kind = TL_VALUE_DICT, .dict = tl_attrs_empty };
  if (ast->kind == TL_AST_DICT)
    return tl_read_attrs (reader, ast, &value->dict);
  if (ast->kind != TL_AST_LIST && ast->kind != TL_AST_TUPLE)
    return tl_read_given (reader, ast, &given) && value_of_given (reader, ast, &given, value);
  items = tl_arena_new_array (reader->arena, TlValue, ast->n_items);
  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_read_value (reader, ast->items[i], &items[i]))
      return FALSE;
  *value = (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = ast->n_items };
  return TRUE;
}

/* Adds to *@attrs. The representation knows one key by its classic spelling only. */
gboolean
tl_read_attrs (TlReader *reader, const TlAst *ast, TlAttrs *attrs)
{
  guint        n = ast->kind == TL_AST_DICT ? ast->n_items / 2 : 0;
  const char **keys = tl_arena_new_array (reader->arena, const char *, MAX (n, 1));
  TlValue     *values = tl_arena_new_array (reader->arena, TlValue, MAX (n, 1));

  if (ast->kind != TL_AST_DICT)
    return tl_reader_fail (reader, ast, "expected a dictionary such as {\"key\": value}");
  for (guint i = 0; i < n; i++)
    {
      keys[i] = tl_read_string (reader, ast->items[2 * i], "a key");
      if (keys[i] == NULL || !tl_read_value (reader, ast->items[2 * i + 1], &values[i]))
        return FALSE;
      if (strcmp (keys[i], "tirx.noalias") == 0)
        keys[i] = "tir.noalias";
    }
  *attrs = tl_attrs_with_all (reader->arena, attrs, keys, values, n);
  return TRUE;
}

/* Statements. */

static gboolean
read_where (TlReader *reader, const TlAst *call)
{
  const TlExpr *cond;

  if (!tl_check_in_block (reader, call, "T.where") || !tl_call_check (reader, call, 1, 1, "predicate")
      || (cond = tl_read_cond (reader, tl_call_argument (call, 0, "predicate"))) == NULL)
    return FALSE;
  if (cond->dtype.lanes != 1)
    return tl_reader_fail (reader, call, "the predicate of a block is a single condition");
  reader->frame->predicate = tl_and (reader->arena, reader->frame->predicate, cond);
  return TRUE;
}

static gboolean
read_init (TlReader *reader, const TlAst *with)
{
  guint mark = tl_reader_open_scope (reader);

  if (!tl_check_in_block (reader, with, "T.init"))
    return FALSE;
  if (reader->frame->init != NULL)
    return tl_reader_fail (reader, with, "the block has its T.init already");
  reader->frame->init = tl_read_suite (reader, with->body, with->n_body);
  tl_reader_close_scope (reader, mark);
  return reader->frame->init != NULL;
}

gboolean
tl_read_block_statement (TlReader *reader, const TlAst *ast, gboolean *done)
{
  const TlAst *call = ast->kind == TL_AST_WITH ? ast->items[0]->value : ast->value;
  const char  *name = call != NULL && call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;

  *done = TRUE;
  if (name != NULL && ast->kind == TL_AST_WITH && strcmp (name, "init") == 0)
    return ast->n_items == 1 ? read_init (reader, ast) : tl_reader_fail (reader, ast, "T.init must be the only item of its with");
  if (name != NULL && ast->kind == TL_AST_EXPR_STMT)
    {
      if (strcmp (name, "where") == 0)
        return read_where (reader, call);
      if (strcmp (name, "reads") == 0)
        return read_regions (reader, call, "T.reads", &reader->frame->reads);
      if (strcmp (name, "writes") == 0)
        return read_regions (reader, call, "T.writes", &reader->frame->writes);
      if (strcmp (name, "block_attr") == 0 || strcmp (name, "sblock_attr") == 0)
        return tl_check_in_block (reader, call, "T.block_attr") && tl_call_check (reader, call, 1, 1, "attrs")
               && tl_read_attrs (reader, tl_call_argument (call, 0, "attrs"), &reader->frame->annotations);
      if (strcmp (name, "func_attr") == 0)
        return tl_call_check (reader, call, 1, 1, "attrs") && tl_read_attrs (reader, tl_call_argument (call, 0, "attrs"), &reader->attrs);
    }
  *done = FALSE;
  return TRUE;
}

/* vi = T.axis.spatial (…), vi, vj = T.axis.remap (…) */
gboolean
tl_read_axis_assignment (TlReader *reader, const TlAst *target, const TlAst *call, const char *name)
{
  TlAxisKind kind;

  if (strcmp (name, "axis.remap") == 0)
    return read_remap (reader, target, call);
  if (axis_kind (name, &kind))
    return read_axis (reader, target, call, kind);
  return tl_reader_fail (reader, call->value, "T.%s is not known here; there are spatial, reduce, scan, opaque and remap", name);
}

/* --- where a block stands --- */

static gboolean
is_block_call (const TlAst *ast, const char *name)
{
  return ast->kind == TL_AST_CALL && ast->value->kind == TL_AST_ATTRIBUTE
         && (strcmp (ast->value->name, "block") == 0 || strcmp (ast->value->name, "sblock") == 0) && ast->n_items > 0
         && ast->items[0]->kind == TL_AST_STRING && strcmp (ast->items[0]->name, name) == 0;
}

static void
find_block_line (const TlSource *source, const TlAst *ast, const char *name, guint *line, guint *n_found)
{
  if (ast->kind == TL_AST_WITH)
    for (guint i = 0; i < ast->n_items; i++)
      if (is_block_call (ast->items[i]->kind == TL_AST_BINARY ? ast->items[i]->value : ast->items[i], name))
        {
          *line = tl_source_position (source, ast->span.start).line;
          ++*n_found;
        }
  for (guint i = 0; i < ast->n_body; i++)
    find_block_line (source, ast->body[i], name, line, n_found);
  for (guint i = 0; i < ast->n_orelse; i++)
    find_block_line (source, ast->orelse[i], name, line, n_found);
}

guint
tl_script_block_line (const TlSource *source, const char *name)
{
  g_autoptr (TlArena) tree = tl_arena_new (NULL);
  const TlAst        *script = tl_ast_parse (tree, source, NULL);
  guint               line = 0, n_found = 0;

  if (script != NULL)
    find_block_line (source, script, name, &line, &n_found);
  return n_found == 1 ? line : 0;
}
