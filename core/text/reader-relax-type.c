/* SPDX-License-Identifier: Apache-2.0 */
/* Types of graph values in the spellings of all versions: R.Tensor ((n, 2), "float32"), Tensor (None, ndim=2), R.Object, T.int64. */
#include "core/text/reader-relax-private.h"

#include <string.h>

static gboolean
is_none (const TlAst *ast)
{
  return ast == NULL || (ast->kind == TL_AST_CONSTANT && strcmp (ast->name, "None") == 0);
}

/* One size: of type int64, or declared of another integer type. */
static const TlExpr *
read_size (TlReader *reader, const TlAst *ast)
{
  TlParsedValue given;
  const TlExpr *size;

  if (ast->kind == TL_AST_STRING)
    size = tl_read_quoted_dimension (reader, ast, ast->name);
  else if (!tl_read_given (reader, ast, &given))
    return NULL;
  else
    size = tl_given_is_number (&given) ? tl_given_to_expr_as (reader, ast, &given, TL_INT64) : tl_given_to_expr (reader, ast, &given);
  if (size == NULL)
    return NULL;
  if (!tl_dtype_is_integer (size->dtype) || size->dtype.lanes != 1)
    return tl_reader_fail_null (reader, ast, "a size is an integer, not of type %s", tl_dtype_name (size->dtype));
  return size->kind == TL_EXPR_VAR ? size : tl_cast (reader->arena, TL_INT64, size);
}

gboolean
tl_read_sizes (TlReader *reader, const TlAst *ast, const TlExpr *const **sizes, guint *n)
{
  const TlExpr **list;
  TlParsedValue  given;

  if (ast->kind != TL_AST_TUPLE && ast->kind != TL_AST_LIST)
    {
      /* A name of a constant: "SHAPE = (1, 2)". */
      if (!tl_read_given (reader, ast, &given))
        return FALSE;
      if (given.kind != TL_GIVEN_LIST)
        return tl_reader_fail (reader, ast, "expected the sizes of a shape, such as (128, n)");
      list = tl_arena_new_array (reader->arena, const TlExpr *, MAX (given.n_items, 1));
      for (guint i = 0; i < given.n_items; i++)
        if ((list[i] = tl_given_to_expr_as (reader, ast, &given.items[i], TL_INT64)) == NULL)
          return FALSE;
      *n = given.n_items;
    }
  else
    {
      list = tl_arena_new_array (reader->arena, const TlExpr *, MAX (ast->n_items, 1));
      for (guint i = 0; i < ast->n_items; i++)
        if ((list[i] = read_size (reader, ast->items[i])) == NULL)
          return FALSE;
      *n = ast->n_items;
    }
  *sizes = list;
  return TRUE;
}

/* ndim=2, -1 if it is not given. */
static gboolean
read_n_dims (TlReader *reader, const TlAst *call, int *n_dims)
{
  const TlAst *ast = tl_call_argument (call, G_MAXUINT, "ndim");
  gint64       value = -1;

  if (ast != NULL && !tl_read_constant (reader, ast, &value))
    return FALSE;
  if (value < -1 || value > 64)
    return tl_reader_fail (reader, ast, "expected a number of dimensions between -1 and 64");
  *n_dims = (int) value;
  return TRUE;
}

/* The string, or the text of the call I.vdevice ("llvm", 0). */
static const char *
read_vdevice (TlReader *reader, const TlAst *ast)
{
  const char *text;

  if (ast->kind != TL_AST_STRING)
    return tl_reader_fail_null (reader, ast, "expected the name of a device, such as \"llvm:0:global\"");
  text = tl_arena_strdup (reader->arena, ast->name);
  /* The index and the scope may be left out. */
  if (strchr (text, ':') == NULL)
    return tl_arena_printf (reader->arena, "%s:0:global", text);
  return strchr (strchr (text, ':') + 1, ':') == NULL ? tl_arena_printf (reader->arena, "%s:global", text) : text;
}

static const TlRelaxType *
read_tensor (TlReader *reader, const TlAst *call)
{
  const TlAst         *shape = tl_call_argument (call, 0, "shape"), *dtype_ast = tl_call_argument (call, 1, "dtype");
  const TlAst         *vdevice = tl_call_argument (call, 2, "vdevice");
  const TlExpr *const *dims = NULL;
  TlDType              dtype = TL_VOID;
  TlRelaxType         *type;
  guint                n = 0;
  int                  n_dims = -1;

  /* R.Tensor ("float32") */
  if (shape != NULL && shape->kind == TL_AST_STRING)
    {
      dtype_ast = shape;
      shape = NULL;
    }
  if (!tl_call_check (reader, call, 0, 3, "shape dtype vdevice ndim") || !read_n_dims (reader, call, &n_dims)
      || (!is_none (dtype_ast) && !tl_read_dtype (reader, dtype_ast, &dtype))
      || (!is_none (shape) && !tl_read_sizes (reader, shape, &dims, &n)))
    return NULL;
  if (!is_none (shape) && n_dims >= 0 && n_dims != (int) n)
    return tl_reader_fail_null (reader, call, "a tensor of %u sizes does not have %d dimensions", n, n_dims);
  type = (TlRelaxType *) (is_none (shape) ? tl_relax_unknown_tensor_type (reader->arena, dtype, n_dims)
                                          : tl_relax_tensor_type (reader->arena, dtype, dims, n));
  if (!is_none (vdevice) && (type->vdevice = read_vdevice (reader, vdevice)) == NULL)
    return NULL;
  return type;
}

static const TlRelaxType *
read_shape (TlReader *reader, const TlAst *call)
{
  const TlAst         *sizes = tl_call_argument (call, 0, "values");
  const TlExpr *const *dims;
  guint                n;
  int                  n_dims = -1;

  if (!tl_call_check (reader, call, 0, 1, "values ndim") || !read_n_dims (reader, call, &n_dims))
    return NULL;
  if (is_none (sizes))
    return tl_relax_shape_type (reader->arena, NULL, n_dims);
  return tl_read_sizes (reader, sizes, &dims, &n) ? tl_relax_shape_type (reader->arena, dims, (int) n) : NULL;
}

/* R.Prim ("int64"), R.Prim (value=n) */
static const TlRelaxType *
read_prim (TlReader *reader, const TlAst *call)
{
  const TlAst   *dtype_ast = tl_call_argument (call, 0, "dtype"), *value = tl_call_argument (call, 1, "value");
  TlDType        dtype = TL_VOID;
  TlRelaxType   *type;
  const TlExpr **dims;

  if (!tl_call_check (reader, call, 0, 2, "dtype value") || (!is_none (dtype_ast) && !tl_read_dtype (reader, dtype_ast, &dtype)))
    return NULL;
  if (is_none (value))
    return tl_relax_prim_type (reader->arena, dtype);
  dims = tl_arena_new_array (reader->arena, const TlExpr *, 1);
  if ((dims[0] = read_size (reader, value)) == NULL)
    return NULL;
  type = (TlRelaxType *) tl_relax_prim_type (reader->arena, dims[0]->dtype);
  type->dims = dims;
  type->n_dims = 1;
  return type;
}

/* Those of a tuple or list, or positional arguments from @first on. */
static gboolean
read_each (TlReader *reader, const TlAst *const *items, guint n_items, const TlRelaxType *const **types, guint *n)
{
  const TlRelaxType **list = tl_arena_new_array (reader->arena, const TlRelaxType *, MAX (n_items, 1));

  for (guint i = 0; i < n_items; i++)
    if ((list[i] = tl_read_relax_type (reader, items[i])) == NULL)
      return FALSE;
  *types = list;
  *n = n_items;
  return TRUE;
}

gboolean
tl_read_relax_types (TlReader *reader, const TlAst *ast, const TlRelaxType *const **types, guint *n)
{
  if (ast->kind == TL_AST_LIST || ast->kind == TL_AST_TUPLE)
    return read_each (reader, ast->items, ast->n_items, types, n);
  return read_each (reader, &ast, 1, types, n);
}

static const TlRelaxType *
read_tuple (TlReader *reader, const TlAst *call)
{
  const TlRelaxType *const *fields;
  guint                     n;
  gboolean                  is_list = call->n_items == 1 && (call->items[0]->kind == TL_AST_LIST || call->items[0]->kind == TL_AST_TUPLE);

  if (!(is_list ? tl_read_relax_types (reader, call->items[0], &fields, &n)
                : read_each (reader, call->items, call->n_items, &fields, &n)))
    return NULL;
  return tl_relax_tuple_type (reader->arena, fields, n);
}

/* R.Callable ((R.Tensor, R.Tensor), R.Tensor, True) */
static const TlRelaxType *
read_callable (TlReader *reader, const TlAst *call)
{
  const TlAst *params = tl_call_argument (call, 0, "params"), *result = tl_call_argument (call, 1, "ret");
  const TlAst *purity = tl_call_argument (call, 2, "purity");
  TlRelaxType *type = tl_arena_new0 (reader->arena, TlRelaxType);

  *type = (TlRelaxType) { .kind = TL_RELAX_TYPE_CALLABLE, .n_dims = -1, .is_pure = TRUE, .result = &tl_relax_any };
  if (!tl_call_check (reader, call, 0, 3, "params ret purity")
      || (!is_none (params) && !tl_read_relax_types (reader, params, &type->fields, &type->n_fields))
      || (!is_none (result) && (type->result = tl_read_relax_type (reader, result)) == NULL))
    return NULL;
  type->is_pure = purity == NULL || purity->kind != TL_AST_CONSTANT || strcmp (purity->name, "False") != 0;
  return type;
}

/* T.int64 */
static const TlRelaxType *
read_scalar (TlReader *reader, const TlAst *ast)
{
  TlDType dtype;

  if (!tl_read_dtype (reader, ast, &dtype))
    return NULL;
  return tl_relax_prim_type (reader->arena, dtype);
}

static const TlRelaxType *
read_type (TlReader *reader, const TlAst *ast)
{
  static const struct
  {
    const char         *name;
    const TlRelaxType *(*read) (TlReader *reader, const TlAst *call);
  } kinds[] = {
    { "Tensor", read_tensor }, { "Shape", read_shape },       { "Prim", read_prim },
    { "Tuple", read_tuple },   { "Callable", read_callable },
  };
  const TlAst  bare = { .kind = TL_AST_CALL, .span = ast->span, .value = ast };
  const TlAst *callee = ast->kind == TL_AST_CALL ? ast->value : ast;
  const char  *name = tl_relax_builtin (reader, callee);

  if (tl_reader_builtin (reader, callee) != NULL)
    return read_scalar (reader, callee);
  /* Old scripts import the names alone. */
  if (name == NULL && callee->kind == TL_AST_NAME)
    name = callee->name;
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, name) == 0)
      return kinds[i].read (reader, ast->kind == TL_AST_CALL ? ast : &bare);
  if (g_strcmp0 (name, "Any") == 0 || g_strcmp0 (name, "Object") == 0 || g_strcmp0 (tl_ast_dotted_name (reader->arena, callee),
                                                                                   "I.StringType") == 0)
    return tl_arena_dup_array (reader->arena, TlRelaxType, &tl_relax_any, 1);
  return tl_reader_fail_null (reader, ast, "expected a type of graph values: R.Tensor, R.Shape, R.Tuple, R.Callable, R.Any or T.int64");
}

const TlRelaxType *
tl_read_relax_type (TlReader *reader, const TlAst *ast)
{
  const TlRelaxType *type = tl_reader_enter (reader, ast) ? read_type (reader, ast) : NULL;

  tl_reader_leave (reader);
  return type;
}
