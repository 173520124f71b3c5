/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Patterns of graph values (relax.dpl) and the pass that fuses by them: is_op ("relax.add") (wildcard (), is_const ()),
 * relax.transform.FuseOpsByPattern ([("name", pattern)]).
 */
#include <string.h>

#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/tutorial/graph/graph-private.h"

static const TlPyClass pattern_class, op_pattern_class;

/* --- patterns --- */

static const TlGraphPattern *
get_pattern (const TlPyValue *value)
{
  return tl_py_is (value, &pattern_class) ? value->object : NULL;
}

/* @like with these parts as a value. FALSE with an error if one is no pattern, or they are nested too deeply. */
static gboolean
make_pattern (TlPyInterp *interp, const TlAst *at, TlGraphPattern like, const TlPyValue *parts, guint n_parts, TlPyValue *value)
{
  const TlGraphPattern **list = tl_arena_new_array (interp->arena, const TlGraphPattern *, MAX (n_parts, 1));

  for (guint i = 0; i < n_parts; i++)
    {
      list[i] = get_pattern (&parts[i]);
      if (list[i] == NULL)
        return tl_py_fail (interp, at, "a part of a pattern is a pattern, not a %s", tl_py_type_name (&parts[i]));
      like.depth = MAX (like.depth, list[i]->depth + 1);
    }
  if (like.depth > TL_PATTERN_MAX_DEPTH)
    return tl_py_fail (interp, at, "patterns nest at most %u deep", TL_PATTERN_MAX_DEPTH);
  like.parts = list;
  like.n_parts = n_parts;
  *value = tl_py_object (&pattern_class, tl_arena_dup_array (interp->arena, TlGraphPattern, &like, 1));
  return TRUE;
}

/* pattern | pattern, pattern & pattern; "~pattern" arrives as pattern ^ -1 */
static gboolean
pattern_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  const TlPyValue parts[] = { *a, *b };
  gint64          number;

  if (strcmp (op, "|") == 0 || strcmp (op, "&") == 0)
    return make_pattern (interp, at, (TlGraphPattern) { .kind = op[0] == '|' ? TL_PATTERN_OR : TL_PATTERN_AND }, parts, 2, value);
  if (strcmp (op, "^") == 0 && get_pattern (a) != NULL && tl_py_get_int (b, &number) && number == -1)
    return make_pattern (interp, at, (TlGraphPattern) { .kind = TL_PATTERN_NOT }, parts, 1, value);
  return tl_py_fail (interp, at, "patterns have no operator %s here; they have |, & and ~", op);
}

static gboolean
take_shape (TlPyInterp *interp, const TlAst *at, const TlPyValue *given, TlGraphPattern *like)
{
  gint64 *shape;

  if (given == NULL || !tl_py_is_sequence (given))
    return tl_py_fail (interp, at, "has_shape takes a list of sizes");
  like->shape = shape = tl_arena_new_array (interp->arena, gint64, MAX (given->list->n, 1));
  like->n_dims = given->list->n;
  for (guint i = 0; i < like->n_dims; i++)
    if (!tl_py_get_int (&given->list->items[i], &shape[i]))
      return tl_py_fail (interp, at, "has_shape takes sizes that are numbers here");
  return TRUE;
}

static gboolean
pattern_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *given = args->n_positional == 1 ? &args->positional[0] : NULL;
  TlGraphPattern   like = { .kind = TL_PATTERN_ANY };
  TlValue          attrs;

  if (strcmp (name, "has_attr") == 0)
    {
      if (given == NULL || given->kind != TL_PY_DICT)
        return tl_py_fail (interp, args->call, "has_attr takes a dictionary of attributes");
      if (!tl_py_to_attr (interp, args->call, given, &attrs))
        return FALSE;
      like = (TlGraphPattern) { .kind = TL_PATTERN_ATTRS, .attrs = attrs.dict };
    }
  else if (strcmp (name, "has_dtype") == 0)
    {
      like.kind = TL_PATTERN_DTYPE;
      if (given == NULL || !tl_py_to_dtype (interp, args->call, given, &like.dtype))
        return interp->error == NULL ? tl_py_fail (interp, args->call, "has_dtype takes a type") : FALSE;
    }
  else if (strcmp (name, "has_shape") == 0)
    {
      like.kind = TL_PATTERN_SHAPE;
      if (!take_shape (interp, args->call, given, &like))
        return FALSE;
    }
  else
    return tl_py_fail (interp, args->call, "a pattern has no method '%s' here; it has has_attr, has_dtype and has_shape", name);
  return make_pattern (interp, args->call, like, self, 1, value);
}

static const TlPyClass pattern_class = {
  .name = "pattern", .python_name = "DFPattern", .binary = pattern_binary, .method = pattern_method,
};

/* is_op (…) (part, …, varg_default_wildcard=False) */
static gboolean
call_op_pattern (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *any = tl_py_arg (args, G_MAXUINT, "varg_default_wildcard");
  TlGraphPattern   like = { .kind = TL_PATTERN_CALL, .op = self->object };

  like.has_any_args = any != NULL && any->kind == TL_PY_BOOL && any->boolean && args->n_positional == 0;
  return make_pattern (interp, args->call, like, args->positional, args->n_positional, value);
}

static const TlPyClass op_pattern_class = { .name = "pattern of an operator", .python_name = "ExprPattern", .call = call_op_pattern };

static gboolean
make_op_pattern (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "op_name");
  const TlRelaxOp *op = name != NULL && name->kind == TL_PY_STRING ? tl_relax_op_find (name->string) : NULL;

  if (op == NULL)
    return tl_py_fail (interp, args->call, "is_op takes the name of an operator; there is no %s here",
                       name != NULL && name->kind == TL_PY_STRING ? name->string : "such one");
  *value = tl_py_object (&op_pattern_class, op);
  return TRUE;
}

static gboolean
make_wildcard (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return make_pattern (interp, args->call, (TlGraphPattern) { .kind = TL_PATTERN_ANY }, NULL, 0, value);
}

static gboolean
make_const_pattern (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return make_pattern (interp, args->call, (TlGraphPattern) { .kind = TL_PATTERN_CONST }, NULL, 0, value);
}

/* is_var (name="") */
static gboolean
make_param_pattern (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "name");
  gboolean         has_name = name != NULL && name->kind == TL_PY_STRING && name->string[0] != '\0';

  return make_pattern (interp, args->call, (TlGraphPattern) { .kind = TL_PATTERN_PARAM, .name = has_name ? name->string : NULL }, NULL, 0,
                       value);
}

/* is_tuple ([part, …]) */
static gboolean
make_tuple_pattern (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *fields = tl_py_arg (args, 0, "fields");

  if (fields == NULL || !tl_py_is_sequence (fields))
    return tl_py_fail (interp, args->call, "is_tuple takes a list of patterns");
  return make_pattern (interp, args->call, (TlGraphPattern) { .kind = TL_PATTERN_TUPLE }, fields->list->items, fields->list->n, value);
}

/* is_tuple_get_item (part, index=None) */
static gboolean
make_item_pattern (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *tuple = tl_py_arg (args, 0, "tuple_value"), *given = tl_py_arg (args, 1, "index");
  gint64           index = -1;

  if (tuple == NULL || (given != NULL && given->kind != TL_PY_NONE && (!tl_py_get_int (given, &index) || index < 0 || index > G_MAXINT)))
    return tl_py_fail (interp, args->call, "is_tuple_get_item takes the pattern of a tuple and a place in it");
  return make_pattern (interp, args->call, (TlGraphPattern) { .kind = TL_PATTERN_ITEM, .index = (int) index }, tuple, 1, value);
}

static gboolean
fail_unknown (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_fail (interp, args->call, "there is no pattern %s here; there are is_op, wildcard, is_const, is_var, is_tuple and "
                     "is_tuple_get_item, and of patterns has_attr, has_dtype, has_shape, |, & and ~", args->name);
}

/* --- the pass --- */

typedef struct
{
  TlScriptPass     base;
  TlFusionPattern *patterns;
  guint            n_patterns;
  gboolean         annotates_codegen;
} PatternPass;

static gboolean
run_fusion (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const PatternPass   *pass = (const PatternPass *) self;
  const TlModule      *given = tl_py_module_get (interp, at, module);
  GError              *error = NULL;
  g_autoptr (TlModule) typed = given != NULL ? tl_module_infer_types (given, &error) : NULL;
  TlModule            *made;

  if (given == NULL)
    return FALSE;
  made = typed != NULL ? tl_graph_fuse_by_pattern (typed, pass->patterns, pass->n_patterns, pass->annotates_codegen, &error) : NULL;
  return tl_tutorial_finish_pass (interp, at, self->name, made, error, value);
}

/* ("name", pattern), and names for its parts, which are for functions that check a match */
static gboolean
take_pattern (TlPyInterp *interp, const TlAst *at, const TlPyValue *row, TlFusionPattern *pattern)
{
  const TlPyList *list = tl_py_is_sequence (row) ? row->list : NULL;

  if (list == NULL || list->n < 2 || list->items[0].kind != TL_PY_STRING || get_pattern (&list->items[1]) == NULL)
    return tl_py_fail (interp, at, "a pattern of FuseOpsByPattern is (\"name\", pattern)");
  if (list->n > 3)
    return tl_py_fail (interp, at, "pattern %s: functions that check a match are not called here", list->items[0].string);
  pattern->name = tl_arena_strdup (interp->program_arena, list->items[0].string);
  pattern->pattern = get_pattern (&list->items[1]);
  return TRUE;
}

static gboolean
is_true (const TlPyValue *value, gboolean fallback)
{
  return value != NULL && value->kind == TL_PY_BOOL ? value->boolean : fallback;
}

/* relax.transform.FuseOpsByPattern (patterns, bind_constants=True, annotate_codegen=False) */
static gboolean
make_fusion (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *patterns = tl_py_arg (args, 0, "patterns");
  gboolean         keeps_constants = is_true (tl_py_arg (args, 1, "bind_constants"), TRUE);
  PatternPass     *pass = tl_arena_new0 (interp->arena, PatternPass);

  if (!tl_py_check_args (interp, args, "FuseOpsByPattern", 3, "patterns bind_constants annotate_codegen"))
    return FALSE;
  if (patterns == NULL || !tl_py_is_sequence (patterns))
    return tl_py_fail (interp, args->call, "FuseOpsByPattern takes a list of (\"name\", pattern)");
  pass->base = (TlScriptPass) { "FuseOpsByPattern", run_fusion };
  pass->annotates_codegen = is_true (tl_py_arg (args, 2, "annotate_codegen"), FALSE);
  pass->n_patterns = patterns->list->n;
  pass->patterns = tl_arena_new_array (interp->arena, TlFusionPattern, MAX (pass->n_patterns, 1));
  for (guint i = 0; i < pass->n_patterns; i++)
    {
      pass->patterns[i] = (TlFusionPattern) { .keeps_constants = keeps_constants };
      if (!take_pattern (interp, args->call, &patterns->list->items[i], &pass->patterns[i]))
        return FALSE;
    }
  *value = tl_tutorial_pass (&pass->base);
  return TRUE;
}

const TlPyNative tl_pattern_natives[] = {
  { "dpl", "is_op", make_op_pattern }, { "dpl", "wildcard", make_wildcard }, { "dpl", "is_const", make_const_pattern },
  { "dpl", "is_var", make_param_pattern }, { "dpl", "is_tuple", make_tuple_pattern }, { "dpl", "is_tuple_get_item", make_item_pattern },
  { "dpl", "*", fail_unknown }, { "relax.transform", "FuseOpsByPattern", make_fusion },
  { NULL },
};
