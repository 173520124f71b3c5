/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Special methods of a script's classes, with the meaning that Python gives them: operators (__add__, __radd__), items (__getitem__,
 * __setitem__), __len__, __iter__, __bool__, __int__, __float__, __str__, __repr__, __enter__ and __exit__; and properties. Attributes and
 * calls are in py-classes.c.
 */
#include <string.h>

#include "core/python/python.h"

/* The method of @self with these arguments; @is_there: it has one. FALSE with an error. */
static gboolean
call_special (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, const TlPyValue *values, guint n_values,
              gboolean *is_there, TlPyValue *value)
{
  TlPyValue all[4], function;

  *is_there = tl_py_is (self, &tl_py_instance_class) && tl_py_find_method (interp, self, name, &function);
  if (!*is_there)
    return TRUE;
  all[0] = *self;
  for (guint i = 0; i < n_values; i++)
    all[i + 1] = values[i];
  return tl_py_apply (interp, at, &function, all, n_values + 1, value);
}

/* --- operators --- */

static const TlPyClass not_implemented_class = { .name = "NotImplemented", .python_name = "NotImplementedType" };

TlPyValue
tl_py_not_implemented (void)
{
  return tl_py_object (&not_implemented_class, NULL);
}

static const struct { const char *op, *name, *reflected; } operators[] = {
  { "+", "__add__", "__radd__" }, { "-", "__sub__", "__rsub__" }, { "*", "__mul__", "__rmul__" }, { "/", "__truediv__", "__rtruediv__" },
  { "//", "__floordiv__", "__rfloordiv__" }, { "%", "__mod__", "__rmod__" }, { "**", "__pow__", "__rpow__" },
  { "@", "__matmul__", "__rmatmul__" }, { "<<", "__lshift__", "__rlshift__" }, { ">>", "__rshift__", "__rrshift__" },
  { "&", "__and__", "__rand__" }, { "|", "__or__", "__ror__" }, { "^", "__xor__", "__rxor__" },
  { "<", "__lt__", "__gt__" }, { "<=", "__le__", "__ge__" }, { ">", "__gt__", "__lt__" }, { ">=", "__ge__", "__le__" },
  { "==", "__eq__", "__eq__" }, { "!=", "__ne__", "__ne__" },
};

/* The left operand's method, then the right one's where the left one has none or does not know the other. */
gboolean
tl_py_instance_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  guint    i = 0;
  gboolean is_done;

  while (i < G_N_ELEMENTS (operators) && strcmp (operators[i].op, op) != 0)
    i++;
  if (i < G_N_ELEMENTS (operators))
    {
      if (!call_special (interp, at, a, operators[i].name, b, 1, &is_done, value))
        return FALSE;
      if (is_done && !tl_py_is (value, &not_implemented_class))
        return TRUE;
      if (!call_special (interp, at, b, operators[i].reflected, a, 1, &is_done, value))
        return FALSE;
      if (is_done && !tl_py_is (value, &not_implemented_class))
        return TRUE;
    }
  if (strcmp (op, "==") == 0 || strcmp (op, "!=") == 0)
    {
      *value = tl_py_bool (tl_py_equal (interp, a, b) == (op[0] == '='));
      return TRUE;
    }
  return tl_py_fail (interp, at, "%s does not take a %s and a %s", op, tl_py_type_name (a), tl_py_type_name (b));
}

gboolean
tl_py_instance_negative (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *is_there, TlPyValue *value)
{
  return call_special (interp, at, self, "__neg__", NULL, 0, is_there, value);
}

/* --- items --- */

static gboolean
append_slice (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const TlPyItem *item = self->object;

  g_string_append (out, "slice(");
  if (item->has_lower)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, item->lower);
  else
    g_string_append (out, "None");
  if (item->has_upper)
    g_string_append_printf (out, ", %" G_GINT64_FORMAT, item->upper);
  else
    g_string_append (out, ", None");
  if (item->step != 1)
    g_string_append_printf (out, ", %" G_GINT64_FORMAT ")", item->step);
  else
    g_string_append (out, ", None)");
  return TRUE;
}

static const TlPyClass slice_class = { .name = "slice", .python_name = "slice", .append_text = append_slice };

TlPyItem
tl_py_to_item (const TlPyValue *value)
{
  return tl_py_is (value, &slice_class) ? *(const TlPyItem *) value->object : (TlPyItem) { .value = *value, .step = 1 };
}

static TlPyValue
from_item (TlPyInterp *interp, const TlPyItem *item)
{
  return item->is_slice ? tl_py_object (&slice_class, tl_arena_dup_array (interp->arena, TlPyItem, item, 1)) : item->value;
}

/* The index as the method gets it: several are a tuple. */
static gboolean
to_index (TlPyInterp *interp, const TlAst *at, const TlPyItem *items, guint n_items, TlPyValue *index)
{
  if (n_items == 1)
    {
      *index = from_item (interp, items);
      return TRUE;
    }
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, n_items, index))
    return FALSE;
  for (guint i = 0; i < n_items; i++)
    index->list->items[index->list->n++] = from_item (interp, &items[i]);
  return TRUE;
}

gboolean
tl_py_instance_take (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items, TlPyValue *value)
{
  TlPyValue index;
  gboolean  is_there;

  if (!to_index (interp, at, items, n_items, &index) || !call_special (interp, at, self, "__getitem__", &index, 1, &is_there, value))
    return FALSE;
  return is_there || tl_py_fail (interp, at, "a %s cannot be indexed", tl_py_type_name (self));
}

gboolean
tl_py_instance_put (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyItem *items, guint n_items,
                    const TlPyValue *value)
{
  TlPyValue both[2] = { TL_PY_NONE_VALUE, *value }, ignored;
  gboolean  is_there;

  if (!to_index (interp, at, items, n_items, &both[0]) || !call_special (interp, at, self, "__setitem__", both, 2, &is_there, &ignored))
    return FALSE;
  return is_there || tl_py_fail (interp, at, "elements of a %s cannot be assigned", tl_py_type_name (self));
}

gboolean
tl_py_instance_length (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *is_there, TlPyValue *value)
{
  return call_special (interp, at, self, "__len__", NULL, 0, is_there, value);
}

gboolean
tl_py_instance_elements (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyList *elements)
{
  TlPyValue iterable;
  gboolean  is_there;

  if (!call_special (interp, at, self, "__iter__", NULL, 0, &is_there, &iterable))
    return FALSE;
  if (!is_there || tl_py_is (&iterable, &tl_py_instance_class))   /* an object with __next__ */
    return tl_py_fail (interp, at, "a %s has no elements", tl_py_type_name (self));
  return tl_py_elements (interp, at, &iterable, elements);
}

/* --- truth and text --- */

gboolean
tl_py_instance_truth (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, gboolean *truth)
{
  TlPyValue value;
  gboolean  is_there;

  *truth = TRUE;
  if (!call_special (interp, at, self, "__bool__", NULL, 0, &is_there, &value)
      || (!is_there && !call_special (interp, at, self, "__len__", NULL, 0, &is_there, &value)))
    return FALSE;
  return !is_there || tl_py_truth (interp, at, &value, truth);
}

gboolean
tl_py_instance_number (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  gboolean is_there;

  if (!call_special (interp, at, self, name, NULL, 0, &is_there, value))
    return FALSE;
  return is_there || tl_py_fail (interp, at, "a %s has no %s", tl_py_type_name (self), name);
}

gboolean
tl_py_append_instance (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  static const char *const names[] = { "__str__", "__repr__" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TlPyValue text;
      gboolean  is_there;

      if (!call_special (interp, at, self, names[i], NULL, 0, &is_there, &text))
        return FALSE;
      if (is_there && text.kind != TL_PY_STRING)
        return tl_py_fail (interp, at, "%s gives a text, not a %s", names[i], tl_py_type_name (&text));
      if (is_there)
        g_string_append (out, text.string);
      if (is_there)
        return TRUE;
    }
  g_string_append_printf (out, "<%s object>", tl_py_type_name (self));
  return TRUE;
}

/* --- contexts --- */

gboolean
tl_py_instance_enter (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value)
{
  gboolean is_there;

  return call_special (interp, at, self, "__enter__", NULL, 0, &is_there, value)
         && (is_there || tl_py_fail (interp, at, "\"with\" does not take a %s here", tl_py_type_name (self)));
}

gboolean
tl_py_instance_leave (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  TlPyValue none[3] = { TL_PY_NONE_VALUE, TL_PY_NONE_VALUE, TL_PY_NONE_VALUE }, ignored;
  gboolean  is_there;

  return interp->error != NULL || call_special (interp, at, self, "__exit__", none, 3, &is_there, &ignored);
}

/* --- properties --- */

typedef struct
{
  TlPyValue get, set;   /* None: it cannot be assigned */
} PyProperty;

static const TlPyClass property_class;

/* @name.setter */
static gboolean
property_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  PyProperty *with_setter = tl_arena_dup_array (interp->arena, PyProperty, (const PyProperty *) self->object, 1);

  if (strcmp (name, "setter") != 0 || args->n_positional != 1)
    return tl_py_fail (interp, args->call, "a property has the decorator setter");
  with_setter->set = args->positional[0];
  *value = tl_py_object (&property_class, with_setter);
  return TRUE;
}

static gboolean
property_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  *value = tl_py_bound_method (interp, self, name);
  return TRUE;
}

static const TlPyClass property_class = {
  .name = "property", .python_name = "property", .attribute = property_attribute, .method = property_method,
};

gboolean
tl_py_property (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  PyProperty *property = tl_arena_new0 (interp->arena, PyProperty);

  if (args->n_positional < 1 || args->n_positional > 2)
    return tl_py_fail (interp, args->call, "property takes a function, and one that assigns");
  property->get = args->positional[0];
  property->set = args->n_positional > 1 ? args->positional[1] : TL_PY_NONE_VALUE;
  *value = tl_py_object (&property_class, property);
  return TRUE;
}

gboolean
tl_py_is_property (const TlPyValue *value)
{
  return tl_py_is (value, &property_class);
}

gboolean
tl_py_property_get (TlPyInterp *interp, const TlAst *at, const TlPyValue *property, const TlPyValue *self, TlPyValue *value)
{
  return tl_py_apply (interp, at, &((const PyProperty *) property->object)->get, self, 1, value);
}

gboolean
tl_py_property_set (TlPyInterp *interp, const TlAst *at, const TlPyValue *property, const char *name, const TlPyValue *self,
                    const TlPyValue *value)
{
  const PyProperty *own = property->object;
  TlPyValue         both[2] = { *self, *value }, ignored;

  if (own->set.kind == TL_PY_NONE)
    return tl_py_fail (interp, at, "'%s' of a %s cannot be assigned", name, tl_py_type_name (self));
  return tl_py_apply (interp, at, &own->set, both, 2, &ignored);
}
