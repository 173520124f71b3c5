/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the rows of core/ir/intrinsics.def. Most are read by the row alone; those whose arguments have a form of their own have a
 * reader here. Where TVM's function of that name computes or rewrites (T.floor of a number, T.isinf), so does this reader.
 */
#include "core/text/reader-private.h"

#include <math.h>
#include <string.h>

#include "core/text/intrinsic-form-private.h"

#define MAX_LANES 4096
#define MAX_ARGS  256

static gboolean
give (TlParsedValue *given, const TlExpr *expr)
{
  *given = tl_given_expr (expr);
  return expr != NULL;
}

static gboolean
give_call (TlReader *reader, TlParsedValue *given, TlDType dtype, const char *name, const TlExpr *const *args, guint n_args)
{
  return give (given, tl_expr_call (reader->arena, dtype, tl_intrinsic_find (name), args, n_args));
}

static guint
count_positional (const TlAst *call)
{
  guint n = 0;

  while (n < call->n_items && call->items[n]->kind != TL_AST_KEYWORD)
    n++;
  return n;
}

/* The positional arguments from @first on. */
static gboolean
read_args (TlReader *reader, const TlAst *call, guint first, GPtrArray *args)
{
  for (guint i = first; i < count_positional (call); i++)
    {
      const TlExpr *arg = tl_read_expr (reader, call->items[i]);

      if (arg == NULL)
        return FALSE;
      g_ptr_array_add (args, (gpointer) arg);
    }
  return TRUE;
}

/* A type that stands first, or as dtype=: "float32", T.float32, T.handle ().ty; "" for no value. */
static gboolean
read_written_type (TlReader *reader, const TlAst *call, TlDType *dtype, guint *first)
{
  const TlAst *type = tl_call_argument (call, G_MAXUINT, "dtype");

  *first = type == NULL;
  if (type == NULL)
    type = tl_call_argument (call, 0, NULL);
  if (type == NULL)
    return tl_reader_fail (reader, call, "the call needs its type, such as \"float32\"");
  if (type->kind == TL_AST_STRING && *type->name == '\0')
    {
      *dtype = TL_VOID;
      return TRUE;
    }
  return tl_read_dtype (reader, type, dtype);
}

/* Functions by name. */

/* T.call_extern ("int32", "f", …) or T.call_extern ("f", …, dtype="int32") */
static gboolean
read_extern (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  gboolean      has_type = tl_call_argument (call, G_MAXUINT, "dtype") != NULL || count_positional (call) >= 2;
  const TlExpr *callee;
  TlDType       dtype = TL_INT32;
  guint         first = 0;

  if (!tl_call_check (reader, call, 1, MAX_ARGS, "dtype") || (has_type && !read_written_type (reader, call, &dtype, &first))
      || !read_args (reader, call, first, args))
    return FALSE;
  callee = args->len > 0 ? g_ptr_array_index (args, 0) : NULL;
  if (callee == NULL || callee->kind != TL_EXPR_STRING || *callee->text == '\0')
    return tl_reader_fail (reader, call, "T.%s needs a type and the name of the function in quotes", name);
  return give_call (reader, given, dtype, name, (const TlExpr *const *) args->pdata, args->len);
}

/* A buffer among the arguments of a packed function goes as the array it is. */
static const TlExpr *
packed_array (TlReader *reader, const TlBuffer *buffer)
{
  TlArena      *arena = reader->arena;
  const TlExpr *args[6] = { tl_buffer_data (arena, buffer) };

  args[1] = tl_expr_call (arena, TL_HANDLE, tl_intrinsic_find ("tvm_stack_make_shape"), buffer->shape, buffer->n_dims);
  args[2] = tl_int (arena, 0);
  if (buffer->strides != NULL)
    args[2] = tl_expr_call (arena, TL_HANDLE, tl_intrinsic_find ("tvm_stack_make_shape"), buffer->strides, buffer->n_dims);
  args[3] = tl_int (arena, buffer->n_dims);
  args[4] = tl_cast (arena, buffer->dtype, tl_int (arena, 0));
  args[5] = buffer->elem_offset != NULL ? buffer->elem_offset : tl_int (arena, 0);
  return tl_expr_call (arena, TL_HANDLE, tl_intrinsic_find ("tvm_stack_make_array"), args, 6);
}

static gboolean
read_packed (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();

  if (!tl_call_check (reader, call, 1, MAX_ARGS, ""))
    return FALSE;
  for (guint i = 0; i < call->n_items; i++)
    {
      const TlExpr *arg;
      TlParsedValue item;

      if (!tl_read_given (reader, call->items[i], &item))
        return FALSE;
      arg = item.kind == TL_GIVEN_BUFFER && item.storage == NULL ? packed_array (reader, item.buffer)
                                                                 : tl_given_to_expr (reader, call->items[i], &item);
      if (arg == NULL)
        return FALSE;
      g_ptr_array_add (args, (gpointer) arg);
    }
  if (((const TlExpr *) args->pdata[0])->kind != TL_EXPR_STRING)
    return tl_reader_fail (reader, call->items[0], "T.%s needs the name of the function in quotes", name);
  return give_call (reader, given, TL_INT32, name, (const TlExpr *const *) args->pdata, args->len);
}

/* "exp" for "tir.exp" and "tirx.exp". */
static const TlIntrinsic *
find_operation (const char *name)
{
  const TlIntrinsic *found;

  name = g_str_has_prefix (name, "tir.") ? name + 4 : g_str_has_prefix (name, "tirx.") ? name + 5 : name;
  found = tl_intrinsic_find (name);
  return found == NULL && g_str_has_prefix (name, "tvm_call_") ? tl_intrinsic_find (name + 4) : found;
}

static gboolean
has_own_form (const TlIntrinsic *intrinsic)
{
  static const char *const names[] = { "buffer_data", "buffer_object", "comm_reducer", "Shuffle", "call_function", NULL };

  return g_strv_contains (names, intrinsic->name);
}

/* T.call_intrin ("float32", "tir.exp", x): exactly that call. */
static gboolean
read_call_intrin (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  const TlIntrinsic *intrinsic;
  TlDType            dtype;
  const char        *operation;
  guint              first;

  if (!tl_call_check (reader, call, 2, MAX_ARGS, "dtype") || !read_written_type (reader, call, &dtype, &first))
    return FALSE;
  if (count_positional (call) <= first)
    return tl_reader_fail (reader, call, "T.call_intrin needs the name of the operation, such as \"tir.exp\"");
  if ((operation = tl_read_string (reader, call->items[first], "the name of an operation")) == NULL
      || !read_args (reader, call, first + 1, args))
    return FALSE;
  intrinsic = find_operation (operation);
  if (intrinsic == NULL || has_own_form (intrinsic))
    return tl_reader_fail (reader, call->items[first], "the operation \"%s\" is not known here", operation);
  if (intrinsic->n_args >= 0 && (guint) intrinsic->n_args != args->len)
    return tl_reader_fail (reader, call, "\"%s\" takes %d arguments, %u are given", operation, intrinsic->n_args, args->len);
  if (strcmp (intrinsic->name, "address_of") == 0 && ((const TlExpr *) args->pdata[0])->kind != TL_EXPR_LOAD)
    return tl_reader_fail (reader, call, "T.address_of needs an element of a buffer");
  return give (given, tl_expr_call (reader->arena, dtype, intrinsic, (const TlExpr *const *) args->pdata, args->len));
}

/* Pointers. */

static gboolean
read_address_of (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *load;

  if (!tl_call_check (reader, call, 1, 1, "") || (load = tl_read_expr (reader, call->items[0])) == NULL)
    return FALSE;
  if (load->kind != TL_EXPR_LOAD)
    return tl_reader_fail (reader, call->items[0], "T.address_of needs an element of a buffer");
  return give_call (reader, given, TL_HANDLE, name, &load, 1);
}

static gboolean
read_type_annotation (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  TlDType dtype;
  guint   first;

  return tl_call_check (reader, call, 1, 1, "dtype") && read_written_type (reader, call, &dtype, &first)
         && give_call (reader, given, dtype, name, NULL, 0);
}

static gboolean
read_access_mask (TlReader *reader, const TlAst *ast, gint64 *mask)
{
  TlParsedValue given;

  *mask = 0;
  if (ast == NULL)
    return tl_reader_fail (reader, ast, "the access is \"r\", \"w\" or \"rw\"");
  if (!tl_read_given (reader, ast, &given))
    return FALSE;
  for (const char *at = given.kind == TL_GIVEN_STRING ? given.string : ""; *at != '\0'; at++)
    *mask |= *at == 'r' ? 1 : *at == 'w' ? 2 : 4;
  if (given.kind == TL_GIVEN_INT)
    *mask = given.integer;
  return (*mask >= 1 && *mask <= 3) || tl_reader_fail (reader, ast, "the access is \"r\", \"w\" or \"rw\"");
}

/* How many elements the memory of the buffer spans. */
static const TlExpr *
span_of (TlReader *reader, const TlBuffer *buffer)
{
  const TlExpr *span = tl_int (reader->arena, 1);

  if (buffer->strides != NULL && buffer->n_dims > 0)
    return tl_mul (reader->arena, buffer->strides[0], buffer->shape[0]);
  for (guint i = 0; i < buffer->n_dims; i++)
    span = tl_mul (reader->arena, span, buffer->shape[i]);
  return span;
}

/* A.access_ptr ("r", "handle", lanes, offset, extent): offset and extent in vectors of @lanes. */
gboolean
tl_read_access_ptr (TlReader *reader, const TlAst *call, const TlBuffer *buffer, TlParsedValue *given)
{
  const TlAst  *offset_ast = tl_call_argument (call, 3, "offset"), *extent_ast = tl_call_argument (call, 4, "extent");
  const TlAst  *lanes_ast = tl_call_argument (call, 2, "content_lanes");
  TlArena      *arena = reader->arena;
  const TlExpr *offset = tl_int (arena, 0), *extent, *start, *args[5];
  gint64        mask, lanes = 1;

  if (!tl_call_check (reader, call, 1, 5, "access_mask ptr_type content_lanes offset extent")
      || !read_access_mask (reader, tl_call_argument (call, 0, "access_mask"), &mask)
      || (lanes_ast != NULL && !tl_read_constant (reader, lanes_ast, &lanes))
      || (offset_ast != NULL && (offset = tl_read_index (reader, offset_ast)) == NULL))
    return FALSE;
  if (lanes < 1 || lanes > MAX_LANES || (lanes > 1 && buffer->dtype.lanes > 1))
    return tl_reader_fail (reader, lanes_ast, "an access through a pointer has 1 to %d lanes", MAX_LANES);
  extent = tl_sub (arena, span_of (reader, buffer), offset);
  start = buffer->elem_offset != NULL ? tl_add (arena, buffer->elem_offset, offset) : offset;
  if (lanes > 1)
    {
      extent = tl_sub (arena, tl_floordiv (arena, span_of (reader, buffer), tl_int (arena, lanes)),
                       offset_ast != NULL ? tl_floordiv (arena, offset, tl_int (arena, lanes)) : offset);
      start = tl_floordiv (arena, start, tl_int (arena, lanes));
    }
  if (extent_ast != NULL && !(extent_ast->kind == TL_AST_CONSTANT) && (extent = tl_read_index (reader, extent_ast)) == NULL)
    return FALSE;
  args[0] = tl_expr_call (arena, lanes > 1 ? tl_dtype_with_lanes (buffer->dtype, (guint) lanes) : buffer->dtype,
                          tl_intrinsic_find ("type_annotation"), NULL, 0);
  args[1] = tl_buffer_data (arena, buffer);
  args[2] = start;
  args[3] = extent;
  args[4] = tl_int (arena, mask);
  return give_call (reader, given, TL_HANDLE, "tvm_access_ptr", args, 5);
}

/* T.reinterpret ("int32", x): as many bits, or a pointer. */
static gboolean
read_reinterpret (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst  *value = tl_call_argument (call, 1, "value");
  const TlExpr *expr;
  TlDType       dtype;
  guint         first;

  if (!tl_call_check (reader, call, 2, 2, "dtype value") || !read_written_type (reader, call, &dtype, &first))
    return FALSE;
  if (value == NULL)
    value = call->items[0]->kind == TL_AST_KEYWORD ? call->items[0]->value : call->items[0];
  if ((expr = tl_read_expr (reader, value)) == NULL)
    return FALSE;
  if (tl_dtype_equal (dtype, expr->dtype))
    return give (given, expr);
  if (dtype.code != TL_TYPE_HANDLE && expr->dtype.code != TL_TYPE_HANDLE
      && dtype.bits * dtype.lanes != expr->dtype.bits * expr->dtype.lanes)
    return tl_reader_fail (reader, call, "%s and %s have different sizes", tl_dtype_name (dtype), tl_dtype_name (expr->dtype));
  return give_call (reader, given, dtype, name, &expr, 1);
}

/* Bits. */

/* T.shift_left (n, 2) is n << 2. */
static gboolean
read_bits (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  TlParsedValue a, b;

  return tl_call_check (reader, call, 2, 2, "") && tl_read_given (reader, call->items[0], &a) && tl_read_given (reader, call->items[1], &b)
         && tl_read_bit_operation (reader, call, name, &a, &b, given);
}

/* T.LShift (n, 0) and its like: exactly that call. */
static gboolean
read_exact_bits (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  guint         n = strcmp (name, "bitwise_not") == 0 ? 1 : 2;
  const TlExpr *args[2];

  if (!tl_call_check (reader, call, n, n, ""))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if ((args[i] = tl_read_expr (reader, call->items[i])) == NULL)
      return FALSE;
  for (guint i = 0; i < n; i++)
    if ((!tl_dtype_is_integer (args[i]->dtype) && args[i]->dtype.code != TL_TYPE_BOOL) || !tl_dtype_equal (args[i]->dtype, args[0]->dtype))
      return tl_reader_fail (reader, call, "bitwise functions need integers of one type, found %s", tl_dtype_name (args[i]->dtype));
  return give_call (reader, given, args[0]->dtype, name, args, n);
}

/* Vectors. */

/* T.vectorcombine ("float32x8", a, b); without the type as many lanes as there are. */
static gboolean
read_vector_combine (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  gboolean has_type = tl_call_argument (call, G_MAXUINT, "dtype") != NULL || (call->n_items > 0 && call->items[0]->kind == TL_AST_STRING);
  TlDType  dtype = TL_VOID;
  guint    first = 0, lanes = 0;

  if (!tl_call_check (reader, call, 1, MAX_ARGS, "dtype")
      || (has_type && !read_written_type (reader, call, &dtype, &first)) || !read_args (reader, call, first, args))
    return FALSE;
  for (guint i = 0; i < args->len; i++)
    lanes += ((const TlExpr *) args->pdata[i])->dtype.lanes;
  if (args->len == 0 || lanes > MAX_LANES)
    return tl_reader_fail (reader, call, "T.vectorcombine needs vectors of together at most %d lanes", MAX_LANES);
  if (!has_type)
    dtype = tl_dtype_with_lanes (((const TlExpr *) args->pdata[0])->dtype, lanes);
  return give_call (reader, given, dtype, name, (const TlExpr *const *) args->pdata, args->len);
}

/* T.Shuffle ([a, b], [0, 2]): the number of vectors, the vectors, the indices. */
static gboolean
read_shuffle (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst   *vectors = tl_call_argument (call, 0, "vectors"), *indices = tl_call_argument (call, 1, "indices");
  const TlExpr **args;
  guint          n;

  if (!tl_call_check (reader, call, 2, 2, "vectors indices"))
    return FALSE;
  if (vectors == NULL || indices == NULL || vectors->kind != TL_AST_LIST || indices->kind != TL_AST_LIST || vectors->n_items == 0
      || indices->n_items == 0 || vectors->n_items + indices->n_items > MAX_LANES)
    return tl_reader_fail (reader, call, "expected T.Shuffle ([vectors], [indices])");
  n = vectors->n_items;
  args = tl_arena_new_array (reader->arena, const TlExpr *, 1 + n + indices->n_items);
  args[0] = tl_int (reader->arena, n);
  for (guint i = 0; i < n; i++)
    if ((args[1 + i] = tl_read_expr (reader, vectors->items[i])) == NULL)
      return FALSE;
  for (guint i = 0; i < indices->n_items; i++)
    if ((args[1 + n + i] = tl_read_index (reader, indices->items[i])) == NULL)
      return FALSE;
  for (guint i = 1; i < n; i++)
    if (!tl_dtype_equal (tl_dtype_with_lanes (args[1]->dtype, 1), tl_dtype_with_lanes (args[1 + i]->dtype, 1)))
      return tl_reader_fail (reader, call, "T.Shuffle needs vectors of one type");
  return give_call (reader, given, tl_dtype_with_lanes (args[1]->dtype, indices->n_items), name, args, 1 + n + indices->n_items);
}

/* T.comm_reducer (lambda x, y: x + y, [T.float32 (0)]); of several values the lambda gives a tuple. */
static gboolean
read_comm_reducer (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst   *lambda = tl_call_argument (call, 0, "combiner"), *identity = tl_call_argument (call, 1, "identity");
  const TlAst *const *results;
  const TlExpr **args;
  guint          n, mark;

  if (!tl_call_check (reader, call, 2, 2, "combiner identity"))
    return FALSE;
  if (lambda == NULL || identity == NULL || lambda->kind != TL_AST_LAMBDA || identity->kind != TL_AST_LIST || identity->n_items == 0
      || lambda->n_params != 2 * identity->n_items)
    return tl_reader_fail (reader, call, "expected T.comm_reducer (lambda x, y: …, [identity])");
  n = identity->n_items;
  results = n == 1 ? &lambda->value : lambda->value->items;
  if (n > 1 && (lambda->value->kind != TL_AST_TUPLE || lambda->value->n_items != n))
    return tl_reader_fail (reader, lambda, "the reducer gives %u values", n);
  args = tl_arena_new_array (reader->arena, const TlExpr *, 4 * n);
  for (guint i = 0; i < n; i++)
    if ((args[3 * n + i] = tl_read_expr (reader, identity->items[i])) == NULL)
      return FALSE;
  mark = tl_reader_open_scope (reader);
  for (guint i = 0; i < 2 * n; i++)
    {
      args[i] = tl_expr_var (reader->arena, lambda->params[i].name, args[3 * n + i % n]->dtype);
      tl_reader_bind (reader, args[i]->name, tl_given_expr (args[i]));
    }
  for (guint i = 0; i < n; i++)
    if ((args[2 * n + i] = tl_read_expr (reader, results[i])) == NULL)
      return FALSE;
  tl_reader_close_scope (reader, mark);
  return give_call (reader, given, TL_HANDLE, name, args, 4 * n);
}

/* T.tvm_storage_sync ("shared"): what TVM adds by itself is left away. */
static gboolean
read_storage_sync (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();

  if (!tl_call_check (reader, call, 1, 3, "") || !read_args (reader, call, 0, args))
    return FALSE;
  if (args->len == 3 && tl_expr_is_int (args->pdata[2], -1) && tl_expr_is_int (args->pdata[1], 0))
    g_ptr_array_set_size (args, 1);
  return give_call (reader, given, TL_INT32, name, (const TlExpr *const *) args->pdata, args->len);
}

/* T.tvm_struct_get (h, 0, 1, "int32") */
static gboolean
read_typed_by_last (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst  *type = tl_call_argument (call, 3, "dtype");
  const TlExpr *args[4];
  TlDType       dtype;

  if (!tl_call_check (reader, call, 4, 4, "dtype") || type == NULL || !tl_read_dtype (reader, type, &dtype))
    return reader->error == NULL ? tl_reader_fail (reader, call, "T.%s takes three arguments and a type", name) : FALSE;
  for (guint i = 0; i < 4; i++)
    if ((args[i] = tl_read_expr (reader, i == 3 ? type : call->items[i])) == NULL)
      return FALSE;
  return give_call (reader, given, dtype, name, args, 4);
}

/* Mathematics. */

static const TlExpr *
round_number (TlReader *reader, const char *name, const TlExpr *value)
{
  static const struct
  {
    const char *name;
    double    (*compute) (double);
  } functions[] = {
    { "floor", floor }, { "ceil", ceil }, { "round", round }, { "nearbyint", nearbyint }, { "trunc", trunc }, { "fabs", fabs },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].name, name) == 0)
      return tl_expr_float (reader->arena, value->dtype, functions[i].compute (value->float_value));
  g_return_val_if_reached (value);
}

static const TlExpr *
call_one (TlReader *reader, TlDType dtype, const char *name, const TlExpr *value)
{
  return tl_expr_call (reader->arena, dtype, tl_intrinsic_find (name), &value, 1);
}

/* T.floor and its like: of an integer the integer, of a number the number. */
static gboolean
read_rounding (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *value;

  if (!tl_call_check (reader, call, 1, 1, "") || (value = tl_read_expr (reader, call->items[0])) == NULL)
    return FALSE;
  if (tl_dtype_is_integer (value->dtype) && strcmp (name, "fabs") != 0)
    return give (given, value);
  if (!tl_dtype_is_float (value->dtype))
    return tl_reader_fail (reader, call, "T.%s needs a float, found a value of type %s", name, tl_dtype_name (value->dtype));
  if (value->kind == TL_EXPR_FLOAT)
    return give (given, round_number (reader, name, value));
  return give (given, call_one (reader, value->dtype, name, value));
}

static gboolean
read_magnitude (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *value, *zero, *cond;
  TlArena      *arena = reader->arena;

  if (!tl_call_check (reader, call, 1, 1, "") || (value = tl_read_expr (reader, call->items[0])) == NULL)
    return FALSE;
  if (tl_dtype_is_float (value->dtype))
    return read_rounding (reader, call, "fabs", given);
  if (!tl_dtype_is_integer (value->dtype))
    return tl_reader_fail (reader, call, "T.%s does not apply to values of type %s", name, tl_dtype_name (value->dtype));
  if (value->dtype.code == TL_TYPE_UINT)
    return give (given, value);
  if (value->kind == TL_EXPR_INT)
    return give (given, value->int_value >= 0 ? value : tl_expr_int (arena, value->dtype, (gint64) (0 - (guint64) value->int_value)));
  zero = tl_cast (arena, value->dtype, tl_int (arena, 0));
  cond = tl_expr_binary (arena, TL_EXPR_GE, value, zero);
  return give (given, tl_expr_select (arena, cond, value, tl_expr_binary (arena, TL_EXPR_SUB, zero, value)));
}

static const TlExpr *
truth_of_lanes (TlReader *reader, gboolean truth, guint lanes)
{
  return tl_cast (reader->arena, tl_dtype_with_lanes (TL_BOOL, lanes), tl_expr_bool (reader->arena, truth));
}

static const TlExpr *
is_nan (TlReader *reader, const TlExpr *value)
{
  if (!tl_dtype_is_float (value->dtype))
    return truth_of_lanes (reader, FALSE, value->dtype.lanes);
  if (value->kind == TL_EXPR_FLOAT)
    return tl_expr_bool (reader->arena, isnan (value->float_value));
  return call_one (reader, tl_dtype_with_lanes (TL_BOOL, value->dtype.lanes), "isnan", value);
}

/* |x| = ∞, and no NaN. */
static const TlExpr *
is_infinite (TlReader *reader, const TlExpr *value)
{
  TlArena      *arena = reader->arena;
  const TlExpr *infinity, *magnitude;

  if (!tl_dtype_is_float (value->dtype))
    return truth_of_lanes (reader, FALSE, value->dtype.lanes);
  infinity = tl_cast (arena, value->dtype, tl_expr_float (arena, tl_dtype_with_lanes (value->dtype, 1), INFINITY));
  magnitude = value->kind == TL_EXPR_FLOAT ? round_number (reader, "fabs", value) : call_one (reader, value->dtype, "fabs", value);
  return tl_expr_binary (arena, TL_EXPR_AND, tl_expr_binary (arena, TL_EXPR_EQ, magnitude, infinity),
                         tl_expr_not (arena, is_nan (reader, value)));
}

static gboolean
read_classification (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *value, *result;
  TlArena      *arena = reader->arena;

  if (!tl_call_check (reader, call, 1, 1, "") || (value = tl_read_expr (reader, call->items[0])) == NULL)
    return FALSE;
  if (!tl_dtype_is_float (value->dtype) && !tl_dtype_is_integer (value->dtype))
    return tl_reader_fail (reader, call, "T.%s does not apply to values of type %s", name, tl_dtype_name (value->dtype));
  if (strcmp (name, "isnan") == 0)
    return give (given, is_nan (reader, value));
  result = is_infinite (reader, value);
  if (strcmp (name, "isfinite") == 0)
    result = tl_expr_binary (arena, TL_EXPR_AND, tl_expr_not (arena, result), tl_expr_not (arena, is_nan (reader, value)));
  return give (given, result);
}

/* T.likely (c): a constant needs no hint. */
static gboolean
read_likely (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *cond;

  if (!tl_call_check (reader, call, 1, 1, "") || (cond = tl_read_expr (reader, call->items[0])) == NULL)
    return FALSE;
  return give (given, cond->kind == TL_EXPR_INT ? cond : call_one (reader, cond->dtype, name, cond));
}

/* T.pow (x, 2): both sides in one type. */
static gboolean
read_matched (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlExpr *args[2];
  TlParsedValue a, b;
  g_autofree char *what = g_strconcat ("T.", name, NULL);

  if (!tl_call_check (reader, call, 2, 2, "") || !tl_read_given (reader, call->items[0], &a) || !tl_read_given (reader, call->items[1], &b)
      || !tl_reader_match (reader, call, what, &a, &b, &args[0], &args[1]))
    return FALSE;
  if (!tl_dtype_is_float (args[0]->dtype))
    return tl_reader_fail (reader, call, "T.%s needs a float, found a value of type %s; write T.%s (T.Cast (\"float32\", …))", name,
                           tl_dtype_name (args[0]->dtype), name);
  return give_call (reader, given, args[0]->dtype, name, args, 2);
}

static const struct
{
  const char *name;
  const char *row;      /* of the intrinsics, where it is called differently */
  gboolean  (*read) (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given);
} own_forms[] = {
  { "call_extern", NULL, read_extern },
  { "call_pure_extern", NULL, read_extern },
  { "call_llvm_intrin", NULL, read_extern },
  { "call_llvm_pure_intrin", NULL, read_extern },
  { "call_packed", NULL, read_packed },
  { "tvm_call_packed", "call_packed", read_packed },
  { "call_cpacked", NULL, read_packed },
  { "tvm_call_cpacked", "call_cpacked", read_packed },
  { "call_packed_lowered", NULL, read_packed },
  { "tvm_call_packed_lowered", "call_packed_lowered", read_packed },
  { "call_cpacked_lowered", NULL, read_packed },
  { "tvm_call_cpacked_lowered", "call_cpacked_lowered", read_packed },
  { "call_intrin", NULL, read_call_intrin },
  { "reinterpret", NULL, read_reinterpret },
  { "shift_left", NULL, read_bits },
  { "shift_right", NULL, read_bits },
  { "bitwise_and", NULL, read_bits },
  { "bitwise_or", NULL, read_bits },
  { "bitwise_xor", NULL, read_bits },
  { "LShift", "shift_left", read_exact_bits },
  { "RShift", "shift_right", read_exact_bits },
  { "BitwiseAnd", "bitwise_and", read_exact_bits },
  { "BitwiseOr", "bitwise_or", read_exact_bits },
  { "BitwiseXor", "bitwise_xor", read_exact_bits },
  { "BitwiseNot", "bitwise_not", read_exact_bits },
  { "bitwise_not", NULL, read_exact_bits },
  { "address_of", NULL, read_address_of },
  { "type_annotation", NULL, read_type_annotation },
  { "vectorcombine", NULL, read_vector_combine },
  { "Shuffle", NULL, read_shuffle },
  { "comm_reducer", NULL, read_comm_reducer },
  { "CommReducer", "comm_reducer", read_comm_reducer },
  { "tvm_storage_sync", NULL, read_storage_sync },
  { "tvm_struct_get", NULL, read_typed_by_last },
  { "floor", NULL, read_rounding },
  { "ceil", NULL, read_rounding },
  { "round", NULL, read_rounding },
  { "nearbyint", NULL, read_rounding },
  { "trunc", NULL, read_rounding },
  { "fabs", NULL, read_rounding },
  { "abs", NULL, read_magnitude },
  { "isnan", NULL, read_classification },
  { "isinf", NULL, read_classification },
  { "isfinite", NULL, read_classification },
  { "likely", NULL, read_likely },
  { "pow", NULL, read_matched },
  { "power", "pow", read_matched },
  { "fmod", NULL, read_matched },
};

/* By the row alone. */

/* Arguments of one type: numbers take the type of the first expression among them. */
static gboolean
unify (TlReader *reader, const TlAst *call, const TlIntrinsic *intrinsic, const TlParsedValue *givens, const TlExpr **args, guint n_args)
{
  TlDType dtype = TL_FLOAT32;
  guint   first = 0;

  while (first < n_args && givens[first].kind != TL_GIVEN_EXPR)
    first++;
  if (first < n_args)
    dtype = givens[first].expr->dtype;
  else if (!intrinsic->is_float_math && n_args > 0)
    {
      const TlExpr *expr = tl_given_to_expr (reader, call, &givens[0]);

      if (expr == NULL)
        return FALSE;
      dtype = expr->dtype;
    }
  if (intrinsic->is_float_math && !tl_dtype_is_float (dtype))
    return tl_reader_fail (reader, call, "T.%s needs a float, found a value of type %s; write T.%s (T.Cast (\"float32\", …))",
                           intrinsic->name, tl_dtype_name (dtype), intrinsic->name);
  for (guint i = 0; i < n_args; i++)
    if ((args[i] = tl_given_to_expr_as (reader, call, &givens[i], dtype)) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
counts_bits (const TlIntrinsic *intrinsic)
{
  return strcmp (intrinsic->name, "popcount") == 0 || strcmp (intrinsic->name, "clz") == 0;
}

/* T.name ("float32", …) */
static gboolean
read_written (TlReader *reader, const TlAst *call, const TlIntrinsic *intrinsic, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  TlDType dtype;
  guint   first;

  if (!tl_call_check (reader, call, 1, MAX_ARGS, "dtype") || !read_written_type (reader, call, &dtype, &first)
      || !read_args (reader, call, first, args))
    return FALSE;
  if (intrinsic->n_args >= 0 && args->len != (guint) intrinsic->n_args)
    return tl_reader_fail (reader, call, "T.%s takes a type and %d argument%s", intrinsic->name, intrinsic->n_args,
                           intrinsic->n_args == 1 ? "" : "s");
  return give (given, tl_expr_call (reader->arena, dtype, intrinsic, (const TlExpr *const *) args->pdata, args->len));
}

gboolean
tl_read_intrinsic (TlReader *reader, const TlAst *call, const TlIntrinsic *intrinsic, TlParsedValue *given)
{
  guint          n_args = count_positional (call);   /* a "dtype" that the intrinsic does not have says nothing, as in TVM */
  TlParsedValue *givens = tl_arena_new_array (reader->arena, TlParsedValue, n_args);
  const TlExpr **args = tl_arena_new_array (reader->arena, const TlExpr *, n_args);
  gboolean       is_alike = tl_intrinsic_is_alike (intrinsic);
  TlDType        dtype;

  if (has_own_form (intrinsic))
    return tl_reader_fail (reader, call->value, "T.%s is not known here", intrinsic->name);
  if (intrinsic->result == TL_RESULT_WRITTEN)
    return read_written (reader, call, intrinsic, given);
  if (!tl_call_check (reader, call, intrinsic->n_args >= 0 ? (guint) intrinsic->n_args : 0,
                      intrinsic->n_args >= 0 ? (guint) intrinsic->n_args : MAX_ARGS, "dtype"))
    return FALSE;
  if (intrinsic->n_args > (gint) n_args)
    return tl_reader_fail (reader, call, "%s needs %d arguments, %u are given", intrinsic->name, intrinsic->n_args, n_args);
  for (guint i = 0; i < n_args; i++)
    if (!tl_read_given (reader, call->items[i], &givens[i])
        || (!is_alike && (args[i] = tl_given_to_expr (reader, call, &givens[i])) == NULL))
      return FALSE;
  if (is_alike && !unify (reader, call, intrinsic, givens, args, n_args))
    return FALSE;
  if (counts_bits (intrinsic) && !tl_dtype_is_integer (args[0]->dtype))
    return tl_reader_fail (reader, call, "T.%s does not apply to values of type %s", intrinsic->name, tl_dtype_name (args[0]->dtype));
  if (!tl_intrinsic_result (intrinsic, args, n_args, &dtype))
    return tl_reader_fail (reader, call, "T.%s needs arguments", intrinsic->name);
  return give (given, tl_expr_call (reader->arena, dtype, intrinsic, args, n_args));
}

gboolean
tl_call_keeps_type (const char *name)
{
  static const char *const names[] = { "call_extern", "call_pure_extern", "call_llvm_intrin", "call_llvm_pure_intrin", "call_intrin",
                                       "vectorcombine", "tvm_struct_get", "comm_reducer", "CommReducer", "print_buffer", NULL };
  const TlIntrinsic *intrinsic = tl_intrinsic_find (name);

  return g_strv_contains (names, name) || (intrinsic != NULL && intrinsic->result == TL_RESULT_WRITTEN);
}

gboolean
tl_has_own_form (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (own_forms); i++)
    if (strcmp (own_forms[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
tl_read_own_form (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given, gboolean *done)
{
  for (guint i = 0; i < G_N_ELEMENTS (own_forms); i++)
    if (strcmp (own_forms[i].name, name) == 0)
      {
        *done = TRUE;
        return own_forms[i].read (reader, call, own_forms[i].row != NULL ? own_forms[i].row : name, given);
      }
  *done = FALSE;
  return TRUE;
}
