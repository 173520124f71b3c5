/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Invariant: what the program computes does not change; only what later steps and the lowering read on a loop or block. An annotation that
 * is there stays as it is, as in TVM: traces that annotate twice must replay alike.
 */
#include "core/schedule/primitive.h"

static TlValue
value_of (TlArena *arena, const TlArg *arg)
{
  TlValue      value = { .kind = TL_VALUE_NONE };
  TlValue     *items;
  const char **keys;

  switch (arg->kind)
    {
    case TL_ARG_BOOL:
      return (TlValue) { .kind = TL_VALUE_BOOL, .boolean = arg->boolean };
    case TL_ARG_INT:
      return tl_value_int (arg->integer);
    case TL_ARG_FLOAT:
      return (TlValue) { .kind = TL_VALUE_FLOAT, .number = arg->number };
    case TL_ARG_STRING:
      return tl_value_string (arena, arg->string);
    case TL_ARG_NONE:
    case TL_ARG_RV:
    case TL_ARG_NODE:
    case TL_ARG_INDEX_MAP:
      return value;
    case TL_ARG_LIST:
    case TL_ARG_DICT:
      break;
    }
  items = tl_arena_new_array (arena, TlValue, MAX (arg->n_items, 1));
  keys = tl_arena_new_array (arena, const char *, MAX (arg->n_items, 1));
  for (guint i = 0; i < arg->n_items; i++)
    {
      items[i] = value_of (arena, &arg->items[i]);
      keys[i] = arg->kind == TL_ARG_DICT ? tl_arena_strdup (arena, arg->keys[i]) : NULL;
    }
  if (arg->kind == TL_ARG_LIST)
    return (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = arg->n_items };
  return (TlValue) { .kind = TL_VALUE_DICT, .dict = { .n = arg->n_items, .keys = keys, .values = items } };
}

static const TlAttrs *
annotations_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? &stmt->loop.annotations : &stmt->block.annotations;
}

static const char *
name_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : stmt->block.name;
}

static const TlStmt *
with_annotations (TlArena *arena, const TlStmt *stmt, TlAttrs annotations)
{
  TlStmt copy = *stmt;

  if (stmt->kind == TL_STMT_FOR)
    {
      copy.loop.annotations = annotations;
      return tl_stmt_loop (arena, &copy.loop);
    }
  copy.block.annotations = annotations;
  return tl_stmt_block (arena, &copy.block);
}

static gboolean
annotate_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena           *arena = call->builder.arena;
  const char        *key = call->args[1].string;
  TlValue            value = value_of (arena, &call->args[2]);
  g_autoptr (TlPath) path = tl_path_find (call->module, call->args[0].node);
  const TlStmt      *stmt;

  if (path == NULL)
    return tl_refuse (error, NULL, 0, NULL, "the loop or block is no longer in the program");
  if (value.kind == TL_VALUE_NONE)
    return tl_refuse_argument (error, "an annotation needs a value: None is not allowed");
  stmt = tl_path_target (path);
  if (tl_attrs_find (annotations_of (stmt), key) != NULL)
    return TRUE;
  tl_call_replace (call, path, with_annotations (arena, stmt, tl_attrs_with (arena, annotations_of (stmt), key, value)));
  return TRUE;
}

static gboolean
unannotate_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena           *arena = call->builder.arena;
  const char        *key = call->args[1].string;
  g_autoptr (TlPath) path = tl_path_find (call->module, call->args[0].node);
  const TlStmt      *stmt;

  if (path == NULL)
    return tl_refuse (error, NULL, 0, NULL, "the loop or block is no longer in the program");
  stmt = tl_path_target (path);
  if (tl_attrs_find (annotations_of (stmt), key) == NULL)
    return tl_refuse (error, &call->args[0].node, 1, NULL, "%s has no annotation '%s'", name_of (stmt), key);
  tl_call_replace (call, path, with_annotations (arena, stmt, tl_attrs_without (arena, annotations_of (stmt), key)));
  return TRUE;
}

static const char *const key_choices[] = { "pragma_auto_unroll_max_step", "pragma_unroll_explicit", "meta_schedule.parallel",
                                           "meta_schedule.vectorize", "meta_schedule.unroll_explicit", NULL };

const TlPrimitive tl_primitive_annotate = {
  .name = "annotate",
  .kind = "Annotate",
  .title = "Annotate",
  .family = TL_FAMILY_ANNOTATE,
  .summary = "Add an annotation to a loop or block.",
  .sketch = "for i in range(n): S  →  for i in serial(n, annotations={\"key\": value}): S",
  TL_PRIMITIVE_PARAMS (
      { "block_or_loop", TL_PARAM_BLOCK_OR_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop or block to annotate." },
      { "ann_key", TL_PARAM_STRING, 0, NULL, "Name of the annotation.", key_choices },
      { "ann_val", TL_PARAM_VALUE, TL_PARAM_IS_INPUT, NULL,
        "Its value: a number, a string, a list or a dictionary. An existing value is kept; unannotate first to change it." }),
  .apply = annotate_apply,
  .sentence = "Annotate {block_or_loop} with {ann_key}",
};

const TlPrimitive tl_primitive_unannotate = {
  .name = "unannotate",
  .kind = "Unannotate",
  .title = "Remove Annotation",
  .family = TL_FAMILY_ANNOTATE,
  .summary = "Remove an annotation from a loop or block.",
  .sketch = "for i in serial(n, annotations={\"key\": value}): S  →  for i in range(n): S",
  TL_PRIMITIVE_PARAMS (
      { "block_or_loop", TL_PARAM_BLOCK_OR_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop or block that has the annotation." },
      { "ann_key", TL_PARAM_STRING, 0, NULL, "Name of the annotation." }),
  .apply = unannotate_apply,
  .sentence = "Remove {ann_key} from {block_or_loop}",
};
