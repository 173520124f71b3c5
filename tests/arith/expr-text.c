/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/arith/expr-text.h"

#include <string.h>

ExprText
expr_text_new (void)
{
  return (ExprText) { tl_arena_new (NULL), g_hash_table_new (g_str_hash, g_str_equal) };
}

void
expr_text_clear (ExprText *names)
{
  g_clear_pointer (&names->vars, g_hash_table_unref);
  g_clear_pointer (&names->arena, tl_arena_unref);
}

const TlVar *
expr_text_var (ExprText *names, const char *name)
{
  const TlVar *var = g_hash_table_lookup (names->vars, name);

  if (var == NULL)
    {
      var = tl_expr_var (names->arena, tl_arena_strdup (names->arena, name), TL_INT32);
      g_hash_table_insert (names->vars, (gpointer) var->name, (gpointer) var);
    }
  return var;
}

typedef struct
{
  ExprText   *names;
  const char *text;
  const char *at;
} ExprReader;

static const TlExpr *read_level (ExprReader *reader, guint level);

static void
skip_space (ExprReader *reader)
{
  while (*reader->at == ' ')
    reader->at++;
}

/* Takes @token if it comes next; a word only if it ends there. */
static gboolean
take (ExprReader *reader, const char *token)
{
  gsize length = strlen (token);

  skip_space (reader);
  if (strncmp (reader->at, token, length) != 0)
    return FALSE;
  if (g_ascii_isalpha (token[0]) && (g_ascii_isalnum (reader->at[length]) || reader->at[length] == '_'))
    return FALSE;
  reader->at += length;
  return TRUE;
}

static void
expect (ExprReader *reader, const char *token)
{
  if (!take (reader, token))
    g_error ("\"%s\": expected %s at \"%s\"", reader->text, token, reader->at);
}

static const TlExpr *
read_call (ExprReader *reader, const char *name)
{
  TlArena      *arena = reader->names->arena;
  const TlExpr *args[3] = { NULL, NULL, NULL };
  guint         n = 0;

  do
    args[n++] = read_level (reader, 0);
  while (n < 3 && take (reader, ","));
  expect (reader, ")");
  if (g_str_equal (name, "min"))
    return tl_expr_binary (arena, TL_EXPR_MIN, args[0], args[1]);
  if (g_str_equal (name, "max"))
    return tl_expr_binary (arena, TL_EXPR_MAX, args[0], args[1]);
  if (g_str_equal (name, "truncdiv"))
    return tl_expr_binary (arena, TL_EXPR_DIV, args[0], args[1]);
  if (g_str_equal (name, "truncmod"))
    return tl_expr_binary (arena, TL_EXPR_MOD, args[0], args[1]);
  if (g_str_equal (name, "Select"))
    return tl_expr_select (arena, args[0], args[1], args[2]);
  if (g_str_equal (name, "if_then_else"))
    return tl_expr_call (arena, args[1]->dtype, tl_intrinsic_find (name), tl_arena_dup_array (arena, const TlExpr *, args, 3), 3);
  g_error ("\"%s\": no function %s", reader->text, name);
}

static const TlExpr *
read_primary (ExprReader *reader)
{
  TlArena    *arena = reader->names->arena;
  const char *start;

  skip_space (reader);
  if (take (reader, "("))
    {
      const TlExpr *inner = read_level (reader, 0);

      expect (reader, ")");
      return inner;
    }
  if (take (reader, "True"))
    return tl_expr_bool (arena, TRUE);
  if (take (reader, "False"))
    return tl_expr_bool (arena, FALSE);
  if (g_ascii_isdigit (reader->at[0]) || (reader->at[0] == '-' && g_ascii_isdigit (reader->at[1])))
    {
      char  *end;
      gint64 value = g_ascii_strtoll (reader->at, &end, 10);

      reader->at = end;
      return tl_expr_int (arena, TL_INT32, value);
    }
  start = reader->at;
  while (g_ascii_isalnum (*reader->at) || *reader->at == '_')
    reader->at++;
  if (start == reader->at)
    g_error ("\"%s\": unexpected \"%s\"", reader->text, start);
  {
    g_autofree char *name = g_strndup (start, (gsize) (reader->at - start));

    if (take (reader, "("))
      return read_call (reader, name);
    return expr_text_var (reader->names, name);
  }
}

static const struct { const char *token; TlExprKind kind; guint level; } operators[] = {
  { "or", TL_EXPR_OR, 0 }, { "and", TL_EXPR_AND, 1 }, { "==", TL_EXPR_EQ, 3 }, { "!=", TL_EXPR_NE, 3 }, { "<=", TL_EXPR_LE, 3 },
  { ">=", TL_EXPR_GE, 3 }, { "<", TL_EXPR_LT, 3 }, { ">", TL_EXPR_GT, 3 }, { "+", TL_EXPR_ADD, 4 }, { "-", TL_EXPR_SUB, 4 },
  { "*", TL_EXPR_MUL, 5 }, { "//", TL_EXPR_FLOORDIV, 5 }, { "%", TL_EXPR_FLOORMOD, 5 },
};

#define LEVEL_NOT 2
#define LEVEL_PRIMARY 6

static gboolean
take_operator (ExprReader *reader, guint level, TlExprKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].level == level && take (reader, operators[i].token))
      {
        *kind = operators[i].kind;
        return TRUE;
      }
  return FALSE;
}

static const TlExpr *
read_level (ExprReader *reader, guint level)
{
  const TlExpr *left;
  TlExprKind    kind;

  if (level == LEVEL_PRIMARY)
    return read_primary (reader);
  if (level == LEVEL_NOT)
    return take (reader, "not") ? tl_expr_not (reader->names->arena, read_level (reader, level)) : read_level (reader, level + 1);
  left = read_level (reader, level + 1);
  while (take_operator (reader, level, &kind))
    left = tl_expr_binary (reader->names->arena, kind, left, read_level (reader, level + 1));
  return left;
}

const TlExpr *
expr_text_read (ExprText *names, const char *text)
{
  ExprReader    reader = { names, text, text };
  const TlExpr *expr = read_level (&reader, 0);

  skip_space (&reader);
  if (*reader.at != '\0')
    g_error ("\"%s\": left over \"%s\"", text, reader.at);
  return expr;
}

static guint
level_of (TlExprKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].kind == kind)
      return operators[i].level;
  return kind == TL_EXPR_NOT ? LEVEL_NOT : LEVEL_PRIMARY;
}

static void print (GString *out, const TlExpr *expr, guint level);

static void
print_call (GString *out, const char *name, const TlExpr *const *args, guint n)
{
  g_string_append_printf (out, "%s(", name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      print (out, args[i], 0);
    }
  g_string_append_c (out, ')');
}

static void
print_bare (GString *out, const TlExpr *expr)
{
  static const struct { TlExprKind kind; const char *name; } functions[] = {
    { TL_EXPR_MIN, "min" }, { TL_EXPR_MAX, "max" }, { TL_EXPR_DIV, "truncdiv" }, { TL_EXPR_MOD, "truncmod" },
  };

  if (expr->kind == TL_EXPR_INT && expr->dtype.code == TL_TYPE_BOOL)
    g_string_append (out, expr->int_value ? "True" : "False");
  else if (expr->kind == TL_EXPR_INT)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, expr->int_value);
  else if (expr->kind == TL_EXPR_VAR)
    g_string_append (out, expr->name);
  else if (expr->kind == TL_EXPR_CAST)
    print_call (out, tl_dtype_name (expr->dtype), &expr->a, 1);
  else if (expr->kind == TL_EXPR_CALL)
    print_call (out, expr->callee->name, expr->args, expr->n_args);
  else if (expr->kind == TL_EXPR_SELECT)
    print_call (out, "Select", (const TlExpr *[]) { expr->cond, expr->if_true, expr->if_false }, 3);
  else if (expr->kind == TL_EXPR_LOAD)
    print_call (out, expr->buffer->name, expr->indices, expr->n_indices);
  else
    for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
      if (functions[i].kind == expr->kind)
        print_call (out, functions[i].name, (const TlExpr *[]) { expr->a, expr->b }, 2);
}

static void
print (GString *out, const TlExpr *expr, guint level)
{
  guint own = level_of (expr->kind);

  if (own < level)
    g_string_append_c (out, '(');
  if (expr->kind == TL_EXPR_NOT)
    {
      g_string_append (out, "not ");
      print (out, expr->a, LEVEL_NOT);
    }
  else if (own != LEVEL_PRIMARY)
    {
      print (out, expr->a, own);
      for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
        if (operators[i].kind == expr->kind)
          g_string_append_printf (out, " %s ", operators[i].token);
      print (out, expr->b, own + 1);
    }
  else
    print_bare (out, expr);
  if (own < level)
    g_string_append_c (out, ')');
}

char *
expr_text_print (const TlExpr *expr)
{
  GString *out = g_string_new (NULL);

  print (out, expr, 0);
  return g_string_free (out, FALSE);
}

static gboolean
eval_binary (TlExprKind kind, gint64 a, gint64 b, gint64 *value)
{
  gboolean divides = kind == TL_EXPR_FLOORDIV || kind == TL_EXPR_FLOORMOD || kind == TL_EXPR_DIV || kind == TL_EXPR_MOD;

  if (divides && b == 0)
    return FALSE;
  switch (kind)
    {
    case TL_EXPR_ADD: *value = a + b; break;
    case TL_EXPR_SUB: *value = a - b; break;
    case TL_EXPR_MUL: *value = a * b; break;
    case TL_EXPR_DIV: *value = a / b; break;
    case TL_EXPR_MOD: *value = a % b; break;
    case TL_EXPR_FLOORDIV: *value = tl_floordiv_int64 (a, b); break;
    case TL_EXPR_FLOORMOD: *value = tl_floormod_int64 (a, b); break;
    case TL_EXPR_MIN: *value = MIN (a, b); break;
    case TL_EXPR_MAX: *value = MAX (a, b); break;
    case TL_EXPR_EQ: *value = a == b; break;
    case TL_EXPR_NE: *value = a != b; break;
    case TL_EXPR_LT: *value = a < b; break;
    case TL_EXPR_LE: *value = a <= b; break;
    case TL_EXPR_GT: *value = a > b; break;
    case TL_EXPR_GE: *value = a >= b; break;
    case TL_EXPR_AND: *value = a && b; break;
    case TL_EXPR_OR: *value = a || b; break;
    default: return FALSE;
    }
  return TRUE;
}

gboolean
expr_text_eval (const TlExpr *expr, GHashTable *values, gint64 *value)
{
  gint64   a, b;
  gpointer found;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      *value = expr->int_value;
      return TRUE;
    case TL_EXPR_VAR:
      if (!g_hash_table_lookup_extended (values, expr, NULL, &found))
        return FALSE;
      *value = GPOINTER_TO_INT (found);
      return TRUE;
    case TL_EXPR_NOT:
      if (!expr_text_eval (expr->a, values, &a))
        return FALSE;
      *value = !a;
      return TRUE;
    case TL_EXPR_CAST:
      return expr_text_eval (expr->a, values, value);
    case TL_EXPR_SELECT:
      return expr_text_eval (expr->cond, values, &a) && expr_text_eval (a ? expr->if_true : expr->if_false, values, value);
    case TL_EXPR_CALL:
      return expr_text_eval (expr->args[0], values, &a) && expr_text_eval (a ? expr->args[1] : expr->args[2], values, value);
    default:
      return tl_expr_kind_is_binary (expr->kind) && expr_text_eval (expr->a, values, &a) && expr_text_eval (expr->b, values, &b)
             && eval_binary (expr->kind, a, b, value);
    }
}

guint
expr_text_read_list (ExprText *names, const char *text, const TlExpr **exprs, guint most)
{
  g_auto (GStrv) items = g_strsplit (text, ";", -1);
  guint          n = 0;

  for (; items[n] != NULL && n < most; n++)
    exprs[n] = expr_text_read (names, g_strstrip (items[n]));
  return n;
}

char *
expr_text_print_list (const TlExpr *const *exprs, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = expr_text_print (exprs[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? " ; " : "", text);
    }
  return g_string_free (out, FALSE);
}

guint
expr_text_read_iters (ExprText *names, const char *text, TlIter *iters, guint most)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint          n = 0;

  for (guint w = 0; words[w] != NULL && n < most; w++)
    {
      char *extent = strchr (words[w], ':');
      char *at = strchr (words[w], '@');

      if (extent == NULL)
        continue;
      *extent++ = '\0';
      if (at != NULL)
        *at++ = '\0';
      iters[n].var = expr_text_var (names, words[w]);
      iters[n].min = at != NULL ? expr_text_read (names, extent) : tl_int (names->arena, 0);
      iters[n++].extent = expr_text_read (names, at != NULL ? at : extent);
    }
  return n;
}

char *
expr_text_print_division (const TlExpr *const *outer, const TlRange *outer_range, const TlExpr *const *inner,
                          const TlRange *inner_range, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *a = expr_text_print (outer[i]), *a_extent = expr_text_print (outer_range[i].extent);
      g_autofree char *b = expr_text_print (inner[i]), *b_extent = expr_text_print (inner_range[i].extent);

      g_string_append_printf (out, "%s%s in %s, %s in %s", i > 0 ? " ; " : "", a, a_extent, b, b_extent);
    }
  return g_string_free (out, FALSE);
}
