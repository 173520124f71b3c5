/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declarations of buffers: T.Buffer in a parameter, T.alloc_buffer, T.match_buffer of a handle or of a region, T.allocate; and the
 * assignments that give names to them and to axes.
 */
#include "core/text/reader-private.h"

#include <string.h>

#define MAX_DIMS 64

/* "n": a name of its own. */
static gboolean
is_name (const char *text)
{
  if (!g_ascii_isalpha (text[0]) && text[0] != '_')
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return TRUE;
}

/* Names in quotes are known to the dimensions beside them. */
static void
introduce_symbols (TlReader *reader, const TlAst *ast)
{
  if (ast->kind == TL_AST_STRING && is_name (ast->name))
    tl_reader_symbol (reader, ast->name);
  for (guint i = 0; (ast->kind == TL_AST_TUPLE || ast->kind == TL_AST_LIST) && i < ast->n_items; i++)
    if (ast->items[i]->kind == TL_AST_STRING && is_name (ast->items[i]->name))
      tl_reader_symbol (reader, ast->items[i]->name);
}

/* Names that a quoted expression is the first to use, and that only the body declares. */
static void
introduce_operands (TlReader *reader, const TlAst *ast)
{
  for (; ast->kind == TL_AST_BINARY; ast = ast->value)
    introduce_operands (reader, ast->other);
  if (ast->kind == TL_AST_NAME && tl_reader_lookup (reader, ast->name) == NULL)
    tl_reader_symbol (reader, ast->name);
}

const TlExpr *
tl_read_quoted_dimension (TlReader *reader, const TlAst *at, const char *text)
{
  g_autoptr (TlSource) source = NULL;
  const TlSource      *outer = reader->source;
  const TlAst         *script;
  const TlExpr        *expr = NULL;

  if (is_name (text))
    return tl_reader_symbol (reader, text);
  source = tl_source_new (tl_source_name (outer), text, -1);
  script = tl_ast_parse (reader->arena, source, NULL);
  reader->source = source;
  if (script != NULL && script->n_body == 1 && script->body[0]->kind == TL_AST_EXPR_STMT)
    {
      introduce_operands (reader, script->body[0]->value);
      expr = tl_read_expr (reader, script->body[0]->value);
    }
  reader->source = outer;
  g_clear_error (&reader->error);
  if (expr == NULL)
    tl_reader_fail (reader, at, "the dimension \"%s\" is not understood", text);
  return expr;
}

/* One dimension; @stride_type: of a stride that has a name only, NULL for dimensions. */
static const TlExpr *
read_extent (TlReader *reader, const TlAst *ast, const char *what, const TlDType *stride_type, const char *buffer_name,
             const TlParsedValue *given)
{
  const TlExpr *extent;
  gint64        value;

  if (stride_type != NULL && given->kind == TL_GIVEN_STRING)
    extent = tl_expr_var (reader->arena, given->string, *stride_type);
  else
    extent = given->kind == TL_GIVEN_STRING ? tl_read_quoted_dimension (reader, ast, given->string) : tl_given_to_expr (reader, ast, given);
  if (extent == NULL)
    return NULL;
  if (!tl_dtype_is_integer (extent->dtype) || extent->dtype.lanes != 1)
    tl_reader_fail (reader, ast, "the %s of buffer %s is made of integers, not of %s", what, buffer_name, tl_dtype_name (extent->dtype));
  else if (stride_type == NULL && tl_expr_get_int (extent, &value) && value < 1)
    tl_reader_fail (reader, ast, "a dimension of buffer %s is %" G_GINT64_FORMAT "; it must be at least 1", buffer_name, value);
  else
    return extent;
  return NULL;
}

static gboolean
read_extents (TlReader *reader, const TlAst *ast, const char *what, const TlDType *stride_type, const char *buffer_name,
              const TlExpr ***list,
              guint *n)
{
  gboolean             is_list = ast->kind == TL_AST_LIST || ast->kind == TL_AST_TUPLE;
  TlParsedValue        given;
  const TlParsedValue *items = NULL;

  if (stride_type == NULL)
    introduce_symbols (reader, ast);
  *n = is_list ? ast->n_items : 1;
  if (!is_list)
    {
      if (!tl_read_given (reader, ast, &given))
        return FALSE;
      items = given.kind == TL_GIVEN_LIST ? given.items : &given;
      *n = given.kind == TL_GIVEN_LIST ? given.n_items : 1;
    }
  if (*n > MAX_DIMS)
    return tl_reader_fail (reader, ast, "more than %d dimensions", MAX_DIMS);
  *list = tl_arena_new_array (reader->arena, const TlExpr *, *n);
  for (guint i = 0; i < *n; i++)
    {
      if (is_list && !tl_read_given (reader, ast->items[i], &given))
        return FALSE;
      if (((*list)[i] = read_extent (reader, is_list ? ast->items[i] : ast, what, stride_type, buffer_name, is_list ? &given
                                     : &items[i])) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The nth argument of T.Buffer (…) or T.Buffer[…]. */
static const TlAst *
buffer_argument (const TlAst *type, guint index, const char *name)
{
  if (type->kind == TL_AST_CALL)
    return tl_call_argument (type, index, name);
  return index < type->n_items ? type->items[index] : NULL;
}

static gboolean
read_small (TlReader *reader, const TlAst *ast, guint *value)
{
  gint64 given;

  if (ast == NULL || (ast->kind == TL_AST_CONSTANT && strcmp (ast->name, "None") == 0))
    return TRUE;
  if (!tl_read_constant (reader, ast, &given))
    return FALSE;
  if (given == -1)
    return TRUE;
  if (given < 0 || given > 1 << 20)
    return tl_reader_fail (reader, ast, "expected a number between 0 and %d", 1 << 20);
  *value = (guint) given;
  return TRUE;
}

static gboolean
is_given (const TlAst *ast)
{
  return ast != NULL && !(ast->kind == TL_AST_CONSTANT && strcmp (ast->name, "None") == 0)
         && !((ast->kind == TL_AST_LIST || ast->kind == TL_AST_TUPLE) && ast->n_items == 0);
}

static gboolean
read_layout (TlReader *reader, const TlAst *type, guint first, TlBuffer *buffer, gboolean is_view)
{
  const TlAst   *strides = buffer_argument (type, first + 3, "strides"), *offset = buffer_argument (type, first + 4, "elem_offset");
  const TlAst   *scope = buffer_argument (type, first + 5, "scope"), *kind = buffer_argument (type, first + 8, "buffer_type");
  TlDType        usual = buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT32;
  const char    *kind_name;
  const TlExpr **list;
  guint          n;

  if (is_given (strides))
    {
      if (!read_extents (reader, strides, "strides", &usual, buffer->name, &list, &n))
        return FALSE;
      if (n != buffer->n_dims)
        return tl_reader_fail (reader, strides, "buffer %s has %u dimensions and %u strides", buffer->name, buffer->n_dims, n);
      buffer->strides = list;
    }
  if (scope != NULL && (buffer->scope = tl_read_string (reader, scope, "a scope")) == NULL)
    return FALSE;
  if (kind == NULL)
    kind = buffer_argument (type, G_MAXUINT, "type");
  if (kind != NULL)
    {
      if ((kind_name = tl_read_string (reader, kind, "\"default\" or \"auto\"")) == NULL)
        return FALSE;
      buffer->is_auto_broadcast = strcmp (kind_name, "auto") == 0;
      if (!buffer->is_auto_broadcast && strcmp (kind_name, "default") != 0 && *kind_name != '\0')
        return tl_reader_fail (reader, kind, "a buffer is of type \"default\" or \"auto\"");
    }
  if (!read_small (reader, buffer_argument (type, first + 6, "align"), &buffer->alignment_bytes)
      || !read_small (reader, buffer_argument (type, first + 7, "offset_factor"), &buffer->offset_factor))
    return FALSE;
  if (is_given (offset) && (buffer->elem_offset = tl_read_index (reader, offset)) == NULL)
    return FALSE;
  if (buffer->elem_offset == NULL && is_view && buffer->offset_factor > 0)
    buffer->elem_offset = tl_expr_var (reader->arena, "", usual);
  if (buffer->elem_offset != NULL && buffer->elem_offset->kind == TL_EXPR_VAR && *buffer->elem_offset->name == '\0')
    {
      ((TlExpr *) buffer->elem_offset)->name = tl_arena_printf (reader->arena, "%s_elem_offset", buffer->name);
      buffer->offset_factor = MAX (buffer->offset_factor, 1);
    }
  return TRUE;
}

static gboolean
read_separators (TlReader *reader, const TlAst *ast, TlBuffer *buffer)
{
  gint64 *list;

  if (!is_given (ast))
    return TRUE;
  if (ast->kind != TL_AST_LIST && ast->kind != TL_AST_TUPLE)
    return tl_reader_fail (reader, ast, "expected a list of axes");
  list = tl_arena_new_array (reader->arena, gint64, ast->n_items);
  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_read_constant (reader, ast->items[i], &list[i]))
      return FALSE;
  buffer->axis_separators = list;
  buffer->n_axis_separators = ast->n_items;
  return TRUE;
}

const TlBuffer *
tl_read_buffer_type (TlReader *reader, const TlAst *type, guint first, const char *name, gboolean is_view)
{
  const TlAst   *shape = buffer_argument (type, first, "shape"), *dtype_ast = buffer_argument (type, first + 1, "dtype");
  const TlExpr **extents;
  TlBuffer      *buffer;
  TlDType        dtype = TL_FLOAT32;
  guint          n_dims;

  if (type->kind == TL_AST_CALL
      && !tl_call_check (reader, type, first + 1, first + 11,
                         "buffer shape dtype data strides elem_offset scope align offset_factor buffer_type type axis_separators param "
                         "annotations"))
    return NULL;
  if (shape == NULL)
    return tl_reader_fail_null (reader, type, "buffer %s needs a shape, as in (128, 128)", name);
  if (!read_extents (reader, shape, "shape", NULL, name, &extents, &n_dims)
      || (dtype_ast != NULL && !tl_read_dtype (reader, dtype_ast, &dtype)))
    return NULL;
  if (dtype.code == TL_TYPE_HANDLE || dtype.code == TL_TYPE_VOID)
    return tl_reader_fail_null (reader, dtype_ast, "a buffer cannot have elements of type %s", tl_dtype_name (dtype));
  buffer = tl_arena_memdup (reader->arena, tl_buffer_new (reader->arena, name, dtype, extents, n_dims, NULL), sizeof (TlBuffer));
  if (!read_layout (reader, type, first, buffer, is_view)
      || !read_separators (reader, buffer_argument (type, first + 9, "axis_separators"), buffer))
    return NULL;
  return buffer;
}

static gboolean
read_alloc (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlBuffer *buffer = tl_read_buffer_type (reader, call, 0, target->name, FALSE);

  if (buffer == NULL)
    return FALSE;
  g_ptr_array_add (reader->frame->allocs, (gpointer) buffer);
  tl_reader_bind (reader, target->name, tl_given_buffer (buffer));
  return TRUE;
}

gboolean
tl_is_allocation (TlReader *reader, const TlAst *call)
{
  static const char *const newest[] = { "alloc_buffer", "alloc_local", "alloc_shared", NULL };
  const char *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;

  if (name == NULL)
    return FALSE;
  return strcmp (name, "decl_buffer") == 0 ? tl_call_argument (call, 2, "data") == NULL
                                           : reader->is_newest && g_strv_contains (newest, name);
}

gboolean
tl_is_scalar_allocation (TlReader *reader, const TlAst *call)
{
  const char *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;

  return name != NULL && reader->is_newest && (strcmp (name, "alloc_scalar") == 0 || strcmp (name, "local_scalar") == 0);
}

const TlBuffer *
tl_read_allocation (TlReader *reader, const TlAst *target, const TlAst *call, TlAttrs *annotations)
{
  const char  *name = tl_reader_builtin (reader, call->value);
  const TlAst *attrs = tl_call_argument (call, G_MAXUINT, "annotations");
  TlBuffer    *buffer;

  if (target->kind != TL_AST_NAME)
    return tl_reader_fail_null (reader, target, "T.%s must be assigned to one name", name);
  buffer = (TlBuffer *) tl_read_buffer_type (reader, call, 0, target->name, FALSE);
  if (buffer == NULL || (attrs != NULL && !tl_read_attrs (reader, attrs, annotations)))
    return NULL;
  if (strcmp (name, "alloc_local") == 0 || strcmp (name, "alloc_shared") == 0)
    buffer->scope = strcmp (name, "alloc_local") == 0 ? "local" : "shared";
  tl_reader_bind (reader, target->name, tl_given_buffer (buffer));
  return buffer;
}

/* T.allocate ([n], "float32", "global"): its arguments stand in another order. */
static gboolean
read_allocate (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlAst     *shape = tl_call_argument (call, 0, "extents"), *type = tl_call_argument (call, 1, "dtype");
  const TlAst     *scope_ast = tl_call_argument (call, 2, "scope");
  const TlExpr   **extents;
  const TlBuffer  *buffer;
  const char      *scope = "global";
  TlDType          dtype;
  guint            n_dims;

  if (!tl_call_check (reader, call, 2, 4, "extents dtype scope condition annotations"))
    return FALSE;
  if (shape == NULL || type == NULL)
    return tl_reader_fail (reader, call, "expected T.allocate ([n], \"float32\", \"global\")");
  if (!read_extents (reader, shape, "shape", NULL, target->name, &extents, &n_dims) || !tl_read_dtype (reader, type, &dtype)
      || (scope_ast != NULL && (scope = tl_read_string (reader, scope_ast, "a scope")) == NULL))
    return FALSE;
  if (dtype.code == TL_TYPE_HANDLE || dtype.code == TL_TYPE_VOID)
    return tl_reader_fail (reader, type, "a buffer cannot have elements of type %s", tl_dtype_name (dtype));
  buffer = tl_buffer_new (reader->arena, target->name, dtype, extents, n_dims, scope);
  g_ptr_array_add (reader->frame->allocs, (gpointer) buffer);
  tl_reader_bind (reader, target->name, tl_given_buffer (buffer));
  return TRUE;
}

static gboolean
bind_view (TlReader *reader, const TlAst *target, const TlAst *call, const TlBuffer *storage, const TlBuffer *view, gboolean has_type)
{
  TlParsedValue given = { .kind = TL_GIVEN_BUFFER, .buffer = view, .storage = storage };

  if (has_type && !tl_dtype_equal (view->dtype, storage->dtype))
    return tl_reader_fail (reader, call, "%s has elements of type %s; it cannot be viewed as %s", storage->name,
                           tl_dtype_name (storage->dtype), tl_dtype_name (view->dtype));
  if (tl_buffer_same_shape (view, storage))
    {
      tl_reader_bind (reader, target->name, tl_given_buffer (storage));
      return TRUE;
    }
  if (tl_buffer_n_elements (view) < 0 || tl_buffer_n_elements (view) != tl_buffer_n_elements (storage) || storage->strides != NULL)
    return tl_reader_fail (reader, call, "%s has another number of elements than %s", target->name, storage->name);
  tl_reader_bind (reader, target->name, given);
  return TRUE;
}

/* C_1 = T.Buffer ((1048576,), data=C): another shape of the memory of C, or C itself under a second name. */
static gboolean
read_alias (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlAst    *data = tl_call_argument (call, 2, "data");
  const TlBuffer *storage, *view;
  TlParsedValue   given;

  if (data == NULL)
    return read_alloc (reader, target, call);
  if (!tl_read_given (reader, data, &given) || (view = tl_read_buffer_type (reader, call, 0, target->name, FALSE)) == NULL)
    return FALSE;
  storage = given.kind == TL_GIVEN_BUFFER && given.storage == NULL ? given.buffer : NULL;
  if (given.kind == TL_GIVEN_EXPR && given.expr->kind == TL_EXPR_CALL && strcmp (given.expr->callee->name, "buffer_data") == 0)
    storage = given.expr->args[0]->buffer;
  if (storage == NULL)
    return tl_reader_fail (reader, data, "expected the data of a buffer, as in A.data");
  if (view->strides != NULL || (view->elem_offset != NULL && !tl_expr_is_int (view->elem_offset, 0)))
    return tl_reader_fail (reader, call, "a view must have all elements of %s; strides and offsets are not supported", storage->name);
  return bind_view (reader, target, call, storage, view, tl_call_argument (call, 1, "dtype") != NULL);
}

/* D = A.view (8, 8): another shape of the memory of A. */
static gboolean
read_view (TlReader *reader, const TlAst *target, const TlAst *call, const TlBuffer *storage)
{
  const TlExpr **shape = tl_arena_new_array (reader->arena, const TlExpr *, call->n_items);

  if (target->kind != TL_AST_NAME || !tl_call_check (reader, call, 1, MAX_DIMS, ""))
    return tl_reader_fail (reader, call, "expected D = %s.view (8, 8)", storage->name);
  for (guint i = 0; i < call->n_items; i++)
    if ((shape[i] = tl_read_index (reader, call->items[i])) == NULL)
      return FALSE;
  return bind_view (reader, target, call, storage,
                    tl_buffer_new (reader->arena, target->name, storage->dtype, shape, call->n_items, storage->scope), FALSE);
}

gboolean
tl_read_vector_indices (TlReader *reader, const TlAst *begin, const TlBuffer *buffer, guint lanes, const TlExpr ***indices,
                        guint *n_indices)
{
  gboolean is_list = begin->kind == TL_AST_LIST || begin->kind == TL_AST_TUPLE;
  guint    n = is_list ? begin->n_items : 1;

  if (n != buffer->n_dims || n == 0)
    return tl_reader_fail (reader, begin, "buffer %s has %u dimensions, and is indexed by %u", buffer->name, buffer->n_dims, n);
  *indices = tl_arena_new_array (reader->arena, const TlExpr *, n);
  *n_indices = n;
  for (guint i = 0; i < n; i++)
    if (((*indices)[i] = tl_read_index (reader, is_list ? begin->items[i] : begin)) == NULL)
      return FALSE;
  if (lanes > 1 && (*indices)[n - 1]->dtype.lanes == 1)
    (*indices)[n - 1] = tl_expr_ramp (reader->arena, (*indices)[n - 1], tl_expr_int (reader->arena, (*indices)[n - 1]->dtype, 1), lanes);
  return TRUE;
}

/* A handle parameter that has no buffer yet. */
static TlParam *
find_handle (TlReader *reader, const TlAst *ast)
{
  const TlParsedValue *given = ast->kind == TL_AST_NAME ? tl_reader_lookup (reader, ast->name) : NULL;

  for (guint i = 0; given != NULL && given->kind == TL_GIVEN_EXPR && i < reader->params->len; i++)
    {
      TlParam *param = &g_array_index (reader->params, TlParam, i);

      if (param->var == given->expr && param->var->dtype.code == TL_TYPE_HANDLE)
        return param;
    }
  return NULL;
}

static gboolean
read_match (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlAst    *source = tl_call_argument (call, 0, "param");
  TlParam        *param;
  TlMatchBuffer   match;

  if (source == NULL)
    return tl_reader_fail (reader, call, "T.match_buffer needs a handle or a region, and a shape");
  if ((param = find_handle (reader, source)) != NULL)
    {
      if ((param->buffer = tl_read_buffer_type (reader, call, 1, target->name, TRUE)) == NULL)
        return FALSE;
      param->var = NULL;
      tl_reader_bind (reader, target->name, tl_given_buffer (param->buffer));
      return TRUE;
    }
  if (!tl_read_region (reader, source, &match.source) || !tl_check_in_block (reader, call, "T.match_buffer of a region"))
    return FALSE;
  if ((match.buffer = tl_read_buffer_type (reader, call, 1, target->name, TRUE)) == NULL)
    return FALSE;
  g_array_append_val (reader->frame->matches, match);
  tl_reader_bind (reader, target->name, tl_given_buffer (match.buffer));
  return TRUE;
}

gboolean
tl_read_block_assignment (TlReader *reader, const TlAst *target, const TlAst *value, gboolean *done)
{
  static const struct
  {
    const char *name;
    gboolean  (*read) (TlReader *reader, const TlAst *target, const TlAst *call);
  } readers[] = {
    { "alloc_buffer", read_alloc },  { "sblock_alloc_buffer", read_alloc }, { "allocate", read_allocate }, { "Buffer", read_alias },
    { "decl_buffer", read_alias },   { "buffer_decl", read_alias },         { "match_buffer", read_match },
  };
  const char   *name = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  TlParsedValue base;

  *done = TRUE;
  if (name == NULL && value->kind == TL_AST_CALL && value->value->kind == TL_AST_ATTRIBUTE && strcmp (value->value->name, "view") == 0)
    {
      if (!tl_read_given (reader, value->value->value, &base))
        return FALSE;
      return base.kind == TL_GIVEN_BUFFER && base.storage == NULL ? read_view (reader, target, value, base.buffer)
                                                                  : tl_reader_fail (reader, value, "only a buffer has views");
    }
  if (name != NULL && g_str_has_prefix (name, "axis."))
    return tl_read_axis_assignment (reader, target, value, name);
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (readers); i++)
    if (strcmp (name, readers[i].name) == 0)
      return target->kind == TL_AST_NAME ? readers[i].read (reader, target, value)
                                         : tl_reader_fail (reader, target, "T.%s must be assigned to one name", name);
  *done = FALSE;
  return TRUE;
}
