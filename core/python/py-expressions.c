/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/stack.h"
#include "core/python/python.h"

/* The parser bounds a tree's height; calls multiply it, so depth is counted again here. */
#define MAX_DEPTH 1500

/* FALSE on overflow, which comes after 63 factors at the latest unless |base| < 2. */
static gboolean
integer_power (gint64 base, gint64 exponent, gint64 *result)
{
  *result = 1;
  if (base == 0 || base == 1 || base == -1)
    {
      *result = exponent == 0 || (base == -1 && exponent % 2 == 0) ? 1 : base;
      return TRUE;
    }
  for (gint64 i = 0; i < exponent; i++)
    if (__builtin_mul_overflow (*result, base, result))
      return FALSE;
  return TRUE;
}

static gboolean
integer_binary (TlPyInterp *interp, const TlAst *at, const char *op, gint64 a, gint64 b, gint64 *result)
{
  gboolean overflow = FALSE;

  if (strcmp (op, "+") == 0)
    overflow = __builtin_add_overflow (a, b, result);
  else if (strcmp (op, "-") == 0)
    overflow = __builtin_sub_overflow (a, b, result);
  else if (strcmp (op, "*") == 0)
    overflow = __builtin_mul_overflow (a, b, result);
  else if (strcmp (op, "//") == 0 || strcmp (op, "%") == 0)
    {
      if (b == 0)
        return tl_py_fail (interp, at, "division by zero");
      if (b == -1)
        overflow = op[0] == '/' ? __builtin_sub_overflow (0, a, result) : (*result = 0, FALSE);
      else
        *result = op[0] == '/' ? tl_floordiv_int64 (a, b) : tl_floormod_int64 (a, b);
    }
  else if (strcmp (op, "**") == 0)
    overflow = !integer_power (a, b, result);
  else if (strcmp (op, "<<") == 0)
    overflow = b < 0 || b > 62 || __builtin_mul_overflow (a, G_GINT64_CONSTANT (1) << b, result);
  else if (strcmp (op, ">>") == 0)
    {
      overflow = b < 0;
      if (!overflow)
        *result = a >> MIN (b, 63);
    }
  else if (strcmp (op, "&") == 0)
    *result = a & b;
  else if (strcmp (op, "|") == 0)
    *result = a | b;
  else if (strcmp (op, "^") == 0)
    *result = a ^ b;
  else
    return tl_py_fail (interp, at, "operator %s is not part of the Python of scripts", op);
  return !overflow || tl_py_fail (interp, at, "the result of %s does not fit 64 bits", op);
}

static gboolean
float_binary (TlPyInterp *interp, const TlAst *at, const char *op, double a, double b, double *result)
{
  if (strcmp (op, "+") == 0)
    *result = a + b;
  else if (strcmp (op, "-") == 0)
    *result = a - b;
  else if (strcmp (op, "*") == 0)
    *result = a * b;
  else if (strcmp (op, "**") == 0)
    *result = pow (a, b);
  else if (strcmp (op, "/") == 0 || strcmp (op, "//") == 0 || strcmp (op, "%") == 0)
    {
      if (b == 0)
        return tl_py_fail (interp, at, "division by zero");
      *result = strcmp (op, "/") == 0 ? a / b : op[0] == '/' ? floor (a / b) : a - b * floor (a / b);
    }
  else
    return tl_py_fail (interp, at, "operator %s does not take floats", op);
  return TRUE;
}

static gboolean
concatenate (TlPyInterp *interp, const TlAst *at, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, a->kind, (guint64) a->list->n + b->list->n, value))
    return FALSE;
  for (guint i = 0; i < a->list->n; i++)
    tl_py_list_append (interp, at, value->list, a->list->items[i]);
  for (guint i = 0; i < b->list->n; i++)
    tl_py_list_append (interp, at, value->list, b->list->items[i]);
  return TRUE;
}

static gboolean
repeat (TlPyInterp *interp, const TlAst *at, const TlPyValue *sequence, gint64 times, TlPyValue *value)
{
  guint64 n;

  if (__builtin_mul_overflow ((guint64) MAX (times, 0), (guint64) sequence->list->n, &n))
    return tl_py_fail (interp, at, "the script uses too much memory");
  if (!tl_py_new_list (interp, at, sequence->kind, n, value))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    value->list->items[value->list->n++] = sequence->list->items[i % sequence->list->n];
  return TRUE;
}

static gboolean
repeat_text (TlPyInterp *interp, const TlAst *at, const char *text, gint64 times, TlPyValue *value)
{
  g_autoptr (GString) all = g_string_new (NULL);

  if (times > 0 && strlen (text) > TL_PY_MAX_TEXT / (guint64) times)
    return tl_py_fail (interp, at, "this text becomes too long");
  for (gint64 i = 0; i < times && text[0] != '\0'; i++)
    g_string_append (all, text);
  return tl_py_new_text (interp, at, all->str, all->len, value);
}

static gboolean
has_operators (const TlPyValue *value)
{
  return value->kind == TL_PY_OBJECT && value->class->binary != NULL;
}

gboolean
tl_py_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  gint64 i, j;
  double x, y;

  if (tl_py_is_expr (a) || tl_py_is_expr (b))
    return tl_py_expr_operator (interp, at, op, a, b, value);
  if (op[0] == '%' && a->kind == TL_PY_STRING)
    return tl_py_percent (interp, at, a->string, b, value);
  if (has_operators (a) || has_operators (b))
    return (has_operators (a) ? a : b)->class->binary (interp, at, op, a, b, value);
  if (tl_py_is (a, &tl_py_foreign_class) || tl_py_is (b, &tl_py_foreign_class))
    {
      *value = tl_py_is (a, &tl_py_foreign_class) ? *a : *b;
      return TRUE;
    }
  if (strcmp (op, "/") != 0 && tl_py_get_int (a, &i) && tl_py_get_int (b, &j) && !(strcmp (op, "**") == 0 && j < 0))
    {
      *value = tl_py_int (0);
      return integer_binary (interp, at, op, i, j, &value->integer);
    }
  if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    {
      *value = tl_py_float (0);
      return float_binary (interp, at, op, x, y, &value->number);
    }
  if (strcmp (op, "+") == 0 && tl_py_is_sequence (a) && a->kind == b->kind)
    return concatenate (interp, at, a, b, value);
  if (strcmp (op, "+") == 0 && a->kind == TL_PY_STRING && b->kind == TL_PY_STRING)
    {
      g_autofree char *both = strlen (a->string) + strlen (b->string) <= TL_PY_MAX_TEXT ? g_strconcat (a->string, b->string, NULL) : NULL;

      return both == NULL ? tl_py_fail (interp, at, "this text becomes too long") : tl_py_new_text (interp, at, both, strlen (both), value);
    }
  if (strcmp (op, "*") == 0 && tl_py_is_sequence (a) && tl_py_get_int (b, &j))
    return repeat (interp, at, a, j, value);
  if (strcmp (op, "*") == 0 && tl_py_is_sequence (b) && tl_py_get_int (a, &i))
    return repeat (interp, at, b, i, value);
  if (strcmp (op, "*") == 0 && a->kind == TL_PY_STRING && tl_py_get_int (b, &j))
    return repeat_text (interp, at, a->string, j, value);
  return tl_py_fail (interp, at, "%s does not take a %s and a %s", op, tl_py_type_name (a), tl_py_type_name (b));
}

gboolean
tl_py_eval_truth (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, gboolean *truth)
{
  TlPyValue value;

  return tl_py_eval (interp, scope, ast, &value) && tl_py_truth (interp, ast, &value, truth);
}

static gboolean
eval_unary (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue operand;
  TlPyValue zero = tl_py_int (0);
  gboolean  truth, is_done;

  if (!tl_py_eval (interp, scope, ast->value, &operand))
    return FALSE;
  if (strcmp (ast->name, "not") == 0)
    {
      if (!tl_py_truth (interp, ast->value, &operand, &truth))
        return FALSE;
      *value = tl_py_bool (!truth);
      return TRUE;
    }
  if (tl_py_is_expr (&operand))
    return tl_py_expr_operator (interp, ast, ast->name, &operand, NULL, value);
  if (strcmp (ast->name, "-") == 0)
    {
      if (!tl_py_instance_negative (interp, ast, &operand, &is_done, value))
        return FALSE;
      if (is_done)
        return TRUE;
    }
  if (strcmp (ast->name, "~") == 0)
    {
      TlPyValue minus_one = tl_py_int (-1);

      return tl_py_binary (interp, ast, "^", &operand, &minus_one, value);
    }
  return tl_py_binary (interp, ast, ast->name, &zero, &operand, value);
}

static gboolean
contains (TlPyInterp *interp, const TlAst *at, const TlPyValue *item, const TlPyValue *container, gboolean *found)
{
  TlPyList elements;

  if (item->kind == TL_PY_STRING && container->kind == TL_PY_STRING)
    {
      *found = strstr (container->string, item->string) != NULL;
      return tl_py_look_at_text (interp, at, container->string) && tl_py_look_at_text (interp, at, item->string);
    }
  if (!tl_py_elements (interp, at, container, &elements))
    return FALSE;
  *found = FALSE;
  for (guint i = 0; i < elements.n && !*found; i++)
    *found = tl_py_equal (interp, &elements.items[i], item);
  return tl_py_tick (interp, at);
}

gboolean
tl_py_compare_by (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  gboolean result;
  int      order;

  if ((tl_py_is_expr (a) || tl_py_is_expr (b)) && op[0] != 'i' && op[0] != 'n' && a->kind != TL_PY_NONE && b->kind != TL_PY_NONE)
    return tl_py_expr_operator (interp, at, op, a, b, value);
  if ((has_operators (a) || has_operators (b)) && op[0] != 'i' && op[0] != 'n')
    return tl_py_binary (interp, at, op, a, b, value);
  if (strcmp (op, "==") == 0 || strcmp (op, "is") == 0)
    result = tl_py_equal (interp, a, b);
  else if (strcmp (op, "!=") == 0 || strcmp (op, "is not") == 0)
    result = !tl_py_equal (interp, a, b);
  else if (strcmp (op, "in") == 0 || strcmp (op, "not in") == 0)
    {
      if (!contains (interp, at, a, b, &result))
        return FALSE;
      result = result == (op[0] == 'i');
    }
  else if (!tl_py_compare (interp, a, b, &order))
    return tl_py_fail (interp, at, "%s does not compare a %s with a %s", op, tl_py_type_name (a), tl_py_type_name (b));
  else
    result = op[0] == '<' ? (order < 0 || (op[1] == '=' && order == 0)) : (order > 0 || (op[1] == '=' && order == 0));
  *value = tl_py_bool (result);
  return tl_py_tick (interp, at);
}

static gboolean
eval_compare (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue a, b;

  return tl_py_eval (interp, scope, ast->value, &a) && tl_py_eval (interp, scope, ast->other, &b)
         && tl_py_compare_by (interp, ast, ast->name, &a, &b, value);
}

static gboolean
eval_binary (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue a, b;
  gboolean  truth;

  if (!tl_py_eval (interp, scope, ast->value, &a))
    return FALSE;
  if (strcmp (ast->name, "and") == 0 || strcmp (ast->name, "or") == 0)
    {
      *value = a;
      if (!tl_py_truth (interp, ast->value, &a, &truth))
        return FALSE;
      return truth == (ast->name[0] == 'o') || tl_py_eval (interp, scope, ast->other, value);
    }
  return tl_py_eval (interp, scope, ast->other, &b) && tl_py_binary (interp, ast, ast->name, &a, &b, value);
}

/* The items of a display or the positional arguments of a call; "*x" gives all of x. */
gboolean
tl_py_append_item (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyList *list)
{
  TlPyValue value;
  TlPyList  elements;

  if (ast->kind != TL_AST_STARRED)
    return tl_py_eval (interp, scope, ast, &value) && tl_py_list_append (interp, ast, list, value);
  if (!tl_py_eval (interp, scope, ast->value, &value) || !tl_py_elements (interp, ast, &value, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    if (!tl_py_list_append (interp, ast, list, elements.items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
eval_display (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  if (!tl_py_new_list (interp, ast, ast->kind == TL_AST_TUPLE ? TL_PY_TUPLE : TL_PY_LIST, ast->n_items, value))
    return FALSE;
  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_py_append_item (interp, scope, ast->items[i], value->list))
      return FALSE;
  return TRUE;
}

static gboolean
eval_dict (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i + 1 < ast->n_items; i += 2)
    {
      TlPyValue key, item;

      if (!tl_py_eval (interp, scope, ast->items[i], &key) || !tl_py_eval (interp, scope, ast->items[i + 1], &item)
          || !tl_py_dict_set (interp, ast, value->dict, key, item))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_py_index (TlPyInterp *interp, const TlAst *at, const TlPyValue *index, guint n, guint *position)
{
  gint64 i;

  if (!tl_py_get_int (index, &i))
    return tl_py_fail (interp, at, "an index must be an integer, not a %s", tl_py_type_name (index));
  if (i < -(gint64) n || i >= (gint64) n)
    return tl_py_fail (interp, at, "index %" G_GINT64_FORMAT " is out of range: there are %u elements", i, n);
  *position = (guint) (i < 0 ? i + n : i);
  return TRUE;
}

static gboolean
eval_bound (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, gint64 *bound, gboolean *is_given)
{
  TlPyValue value;

  *is_given = FALSE;
  if (ast == NULL)
    return TRUE;
  if (!tl_py_eval (interp, scope, ast, &value))
    return FALSE;
  if (value.kind == TL_PY_NONE)
    return TRUE;
  *is_given = TRUE;
  return tl_py_get_int (&value, bound) || tl_py_fail (interp, ast, "a slice needs integers, not a %s", tl_py_type_name (&value));
}

static gint64
clamp_bound (gint64 bound, gint64 n, gint64 lowest, gint64 highest)
{
  if (bound < 0)
    bound = bound < -n ? -1 : bound + n;
  return CLAMP (bound, lowest, highest);
}

static gboolean
join_characters (TlPyInterp *interp, const TlAst *at, const TlPyList *characters, TlPyValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < characters->n; i++)
    g_string_append (text, characters->items[i].string);
  return tl_py_new_text (interp, at, text->str, text->len, value);
}

static gboolean
eval_slice (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const TlPyValue *self, TlPyValue *value)
{
  gint64   lower = 0, upper = 0, step = 1, n;
  gboolean has_lower, has_upper, has_step;
  TlPyList elements;

  if (!tl_py_elements (interp, ast, self, &elements) || !eval_bound (interp, scope, ast->items[0], &lower, &has_lower)
      || !eval_bound (interp, scope, ast->items[1], &upper, &has_upper) || !eval_bound (interp, scope, ast->items[2], &step, &has_step))
    return FALSE;
  if (step == 0)
    return tl_py_fail (interp, ast, "the step of a slice must not be 0");
  if (!tl_py_is_sequence (self) && self->kind != TL_PY_STRING)
    return tl_py_fail (interp, ast, "a %s cannot be sliced", tl_py_type_name (self));
  n = elements.n;
  step = CLAMP (step, -n - 1, n + 1);
  if (step > 0)
    {
      lower = has_lower ? clamp_bound (lower, n, 0, n) : 0;
      upper = has_upper ? clamp_bound (upper, n, 0, n) : n;
    }
  else
    {
      lower = has_lower ? clamp_bound (lower, n, -1, n - 1) : n - 1;
      upper = has_upper ? clamp_bound (upper, n, -1, n - 1) : -1;
    }
  if (!tl_py_new_list (interp, ast, self->kind == TL_PY_STRING ? TL_PY_LIST : self->kind, 0, value))
    return FALSE;
  for (gint64 i = lower; step > 0 ? i < upper : i > upper; i += step)
    if (!tl_py_list_append (interp, ast, value->list, elements.items[i]))
      return FALSE;
  return self->kind != TL_PY_STRING || join_characters (interp, ast, value->list, value);
}

gboolean
tl_py_eval_items (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyItem *items, guint max_items, guint *n)
{
  *n = 0;
  for (guint i = 0; i < ast->n_items; i++)
    {
      const TlAst *index = ast->items[i];
      TlPyItem    *item = &items[*n];
      gboolean     has_step;

      if (*n == max_items)
        return tl_py_fail (interp, ast, "more than %u indices", max_items);
      *item = (TlPyItem) { .is_slice = index->kind == TL_AST_SLICE, .step = 1 };
      if (item->is_slice ? !eval_bound (interp, scope, index->items[0], &item->lower, &item->has_lower)
                               || !eval_bound (interp, scope, index->items[1], &item->upper, &item->has_upper)
                               || !eval_bound (interp, scope, index->items[2], &item->step, &has_step)
                         : !tl_py_eval (interp, scope, index, &item->value))
        return FALSE;
      if (!item->is_slice)
        *item = tl_py_to_item (&item->value);
      (*n)++;
    }
  return TRUE;
}

/* self[i, j] of an object; of a value that nothing is known about the indices do not matter. */
static gboolean
eval_object_subscript (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const TlPyValue *self, TlPyValue *value)
{
  TlPyValue indices;

  if (self->class == &tl_py_foreign_class)
    {
      *value = *self;
      return TRUE;
    }
  if (self->class->take != NULL)
    {
      TlPyItem items[TL_PY_MAX_ITEMS];
      guint    n_items;

      return tl_py_eval_items (interp, scope, ast, items, TL_PY_MAX_ITEMS, &n_items)
             && self->class->take (interp, ast, self, items, n_items, value);
    }
  if (self->class->subscript == NULL)
    return tl_py_fail (interp, ast, "a %s cannot be indexed", tl_py_type_name (self));
  if (!tl_py_new_list (interp, ast, TL_PY_LIST, ast->n_items, &indices))
    return FALSE;
  for (guint i = 0; i < ast->n_items; i++)
    {
      if (ast->items[i]->kind == TL_AST_SLICE)
        return tl_py_fail (interp, ast->items[i], "a %s takes no slices here", tl_py_type_name (self));
      if (!tl_py_append_item (interp, scope, ast->items[i], indices.list))
        return FALSE;
    }
  if (indices.list->n == 1 && indices.list->items[0].kind == TL_PY_TUPLE)
    indices = indices.list->items[0];
  return self->class->subscript (interp, ast, self, indices.list, value);
}

/* d[a, b]: the key is a tuple. */
static gboolean
eval_key (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *key)
{
  if (!tl_py_new_list (interp, ast, TL_PY_TUPLE, ast->n_items, key))
    return FALSE;
  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_py_append_item (interp, scope, ast->items[i], key->list))
      return FALSE;
  return TRUE;
}

static gboolean
eval_dict_subscript (TlPyInterp *interp, const TlAst *ast, const TlPyDict *dict, const TlPyValue *key, TlPyValue *value)
{
  const TlPyValue *found = tl_py_dict_find (interp, dict, key);
  const char      *text;

  if (!tl_py_tick (interp, ast))
    return FALSE;
  if (found == NULL)
    {
      text = tl_py_to_text (interp, ast, key, TRUE);
      return text != NULL && tl_py_fail (interp, ast, "the dictionary has no key %s", text);
    }
  *value = *found;
  return TRUE;
}

static gboolean
take_character (TlPyInterp *interp, const TlAst *at, const char *text, const TlPyValue *index, TlPyValue *value)
{
  guint       position;
  const char *character;

  if (!tl_py_look (interp, at, strlen (text) / 4) || !tl_py_index (interp, at, index, (guint) g_utf8_strlen (text, -1), &position))
    return FALSE;
  character = g_utf8_offset_to_pointer (text, position);
  return tl_py_new_text (interp, at, character, (gsize) (g_utf8_next_char (character) - character), value);
}

gboolean
tl_py_item (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyValue *index, TlPyValue *value)
{
  TlPyItem item = tl_py_to_item (index);
  TlPyList elements, indices = { .items = (TlPyValue *) index, .n = 1 };
  guint    position;

  if (self->kind == TL_PY_OBJECT && self->class->take != NULL)
    return self->class->take (interp, at, self, &item, 1, value);
  if (self->kind == TL_PY_OBJECT && self->class->subscript != NULL)
    return self->class->subscript (interp, at, self, &indices, value);
  if (self->kind == TL_PY_DICT)
    return eval_dict_subscript (interp, at, self->dict, index, value);
  if (self->kind == TL_PY_STRING)
    return take_character (interp, at, self->string, index, value);
  if (!tl_py_elements (interp, at, self, &elements) || !tl_py_index (interp, at, index, elements.n, &position))
    return FALSE;
  *value = elements.items[position];
  return TRUE;
}

static gboolean
eval_subscript (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue self, index;

  if (!tl_py_eval (interp, scope, ast->value, &self))
    return FALSE;
  if (self.kind == TL_PY_OBJECT)
    return eval_object_subscript (interp, scope, ast, &self, value);
  if (self.kind == TL_PY_NAMESPACE || self.kind == TL_PY_BUILTIN)
    {
      *value = self;   /* a type: List[int], dict[str, int] */
      return TRUE;
    }
  if (ast->n_items == 1 && ast->items[0]->kind == TL_AST_SLICE)
    return eval_slice (interp, scope, ast->items[0], &self, value);
  if (ast->n_items != 1 && self.kind != TL_PY_DICT)
    return tl_py_fail (interp, ast, "one index is expected");
  if (ast->n_items == 1 ? !tl_py_eval (interp, scope, ast->items[0], &index) : !eval_key (interp, scope, ast, &index))
    return FALSE;
  return tl_py_item (interp, ast, &self, &index, value);
}

/* The clauses of a comprehension from @clause on; each is a target, what it runs over, and a condition that may be absent. */
static gboolean
run_clauses (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, guint clause, TlPyValue *value)
{
  const TlAst *const *parts = &ast->items[clause];
  TlPyValue    iterable, key, item;
  TlPyList     elements;
  gboolean     keep = TRUE;

  if (clause == ast->n_items && ast->other == NULL)
    return tl_py_eval (interp, scope, ast->value, &item) && tl_py_list_append (interp, ast, value->list, item);
  if (clause == ast->n_items)
    return tl_py_eval (interp, scope, ast->value, &key) && tl_py_eval (interp, scope, ast->other, &item)
           && tl_py_dict_set (interp, ast, value->dict, key, item);
  if (!tl_py_eval (interp, scope, parts[1], &iterable) || !tl_py_elements (interp, parts[1], &iterable, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    if (!tl_py_tick (interp, ast) || !tl_py_assign (interp, scope, parts[0], &elements.items[i])
        || (parts[2] != NULL && !tl_py_eval_truth (interp, scope, parts[2], &keep))
        || (keep && !run_clauses (interp, scope, ast, clause + 3, value)))
      return FALSE;
  return TRUE;
}

static gboolean
eval_comprehension (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  if (ast->other != NULL)
    *value = tl_py_new_dict (interp);
  else if (!tl_py_new_list (interp, ast, TL_PY_LIST, 0, value))
    return FALSE;
  return run_clauses (interp, tl_py_scope_new (interp, scope), ast, 0, value);
}

gboolean
tl_py_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  if (self->kind == TL_PY_NAMESPACE)
    {
      const char *dotted = tl_arena_printf (interp->arena, "%s.%s", self->string, name), *dot = strrchr (self->string, '.');

      *value = strcmp (name, "__name__") == 0 ? tl_py_string (interp, dot != NULL ? dot + 1 : self->string)
                                              : tl_py_package_member (interp, at, dotted);
      tl_py_library_constant (dotted, value);
      return TRUE;
    }
  if (self->kind == TL_PY_LIST || self->kind == TL_PY_DICT || self->kind == TL_PY_STRING)
    {
      *value = tl_py_bound_method (interp, self, name);
      return TRUE;
    }
  if (self->kind == TL_PY_BUILTIN && strcmp (name, "__name__") == 0)
    {
      *value = tl_py_string (interp, tl_py_builtin_name (self->builtin));
      return TRUE;
    }
  if (self->kind == TL_PY_FUNCTION && strcmp (name, "__name__") == 0)
    {
      *value = tl_py_string (interp, self->function->ast->name != NULL ? self->function->ast->name : "<lambda>");
      return TRUE;
    }
  if (self->kind == TL_PY_EXPR)
    return tl_py_expr_attribute (interp, at, self, name, value);
  if (self->kind == TL_PY_OBJECT && self->class->attribute != NULL)
    return self->class->attribute (interp, at, self, name, value);
  return tl_py_fail (interp, at, "a %s has no attribute '%s' here", tl_py_type_name (self), name);
}

/* self.name, where it is not called. */
static gboolean
eval_attribute (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue self;

  return tl_py_eval (interp, scope, ast->value, &self) && tl_py_attribute (interp, ast, &self, ast->name, value);
}

static gboolean
eval_name (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  const TlPyValue *found = tl_py_scope_find (interp, scope, ast->name);
  gint             builtin = found == NULL ? tl_py_find_builtin (ast->name) : -1;
  g_autofree char *package = found == NULL ? g_strconcat (ast->name, ".", NULL) : NULL;

  if (found != NULL)
    *value = *found;
  else if (builtin >= 0)
    *value = (TlPyValue) { .kind = TL_PY_BUILTIN, .builtin = (guint) builtin };
  else if (strcmp (ast->name, "NotImplemented") == 0)
    *value = tl_py_not_implemented ();
  else if (strcmp (ast->name, "__name__") == 0)
    *value = tl_py_string (interp, "__main__");
  else if (strcmp (ast->name, "open") == 0)
    *value = (TlPyValue) { .kind = TL_PY_NAMESPACE, .string = "io.open" };   /* the same in Python */
  else if (tl_py_is_foreign_name (package))   /* one cell of a tutorial, another one imports it */
    *value = (TlPyValue) { .kind = TL_PY_NAMESPACE, .string = tl_arena_strdup (interp->arena, ast->name) };
  else
    return tl_py_fail (interp, ast, "name '%s' is not defined", ast->name);
  return TRUE;
}

static gboolean
eval_constant (TlPyInterp *interp, const TlAst *ast, TlPyValue *value)
{
  if (strcmp (ast->name, "True") == 0 || strcmp (ast->name, "False") == 0)
    *value = tl_py_bool (ast->name[0] == 'T');
  else
    *value = TL_PY_NONE_VALUE;
  return TRUE;
}

static gboolean
eval_node (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  gboolean truth;

  switch (ast->kind)
    {
    case TL_AST_NAME:
      return eval_name (interp, scope, ast, value);
    case TL_AST_INT:
      *value = tl_py_int (ast->integer);
      return TRUE;
    case TL_AST_FLOAT:
      *value = (TlPyValue) { .kind = TL_PY_FLOAT, .number = ast->number };
      return TRUE;
    case TL_AST_STRING:
      *value = (TlPyValue) { .kind = TL_PY_STRING, .string = ast->name };
      return TRUE;
    case TL_AST_CONSTANT:
      return eval_constant (interp, ast, value);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      return eval_display (interp, scope, ast, value);
    case TL_AST_DICT:
      return eval_dict (interp, scope, ast, value);
    case TL_AST_ATTRIBUTE:
      return eval_attribute (interp, scope, ast, value);
    case TL_AST_SUBSCRIPT:
      return eval_subscript (interp, scope, ast, value);
    case TL_AST_CALL:
      return tl_py_eval_call (interp, scope, ast, value);
    case TL_AST_UNARY:
      return eval_unary (interp, scope, ast, value);
    case TL_AST_BINARY:
      return eval_binary (interp, scope, ast, value);
    case TL_AST_COMPARE:
      return eval_compare (interp, scope, ast, value);
    case TL_AST_IF_EXP:
      return tl_py_eval_truth (interp, scope, ast->items[1], &truth) && tl_py_eval (interp, scope, ast->items[truth ? 0 : 2], value);
    case TL_AST_LAMBDA:
      return tl_py_new_function (interp, scope, ast, value);
    case TL_AST_COMPREHENSION:
      return eval_comprehension (interp, scope, ast, value);
    case TL_AST_FSTRING:
      return tl_py_eval_f_string (interp, scope, ast, value);
    default:
      return tl_py_fail (interp, ast, "this expression is not part of the Python of scripts");
    }
}

gboolean
tl_py_eval (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  gboolean ok;

  if (!tl_py_tick (interp, ast))
    return FALSE;
  if (interp->depth >= MAX_DEPTH || tl_stack_is_low (interp->floor))
    return tl_py_fail (interp, ast, "calls and expressions are nested too deeply");
  if (ast->kind != TL_AST_CALL)
    interp->pending_target = NULL;
  interp->depth++;
  ok = eval_node (interp, scope, ast, value);
  interp->depth--;
  return ok;
}
