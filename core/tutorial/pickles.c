/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stack machine of pickles. Invariant: every operation takes at least a byte of the file, looks at what it pops, and allocates no more
 * than a few times what the file holds, so that any file ends in a value or an error.
 */
#include <stdarg.h>
#include <string.h>

#include "core/tutorial/pickles-private.h"

#define MAX_TEXT      65536u   /* longer ones are only the bytes of arrays, as old protocols write them */
#define MAX_KEYS      16384u   /* of a dictionary, whose keys are compared one by one */

gboolean
tl_unpickler_fail (Unpickler *state, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          list;

  va_start (list, format);
  message = g_strdup_vprintf (format, list);
  va_end (list);
  return tl_py_fail (state->interp, state->at, "%s: byte %" G_GSIZE_FORMAT ": %s", state->name, state->next, message);
}

/* --- the file --- */

static const guint8 *
take_bytes (Unpickler *state, guint64 n)
{
  const guint8 *bytes = state->data + state->next;

  if (n > state->n - state->next)
    return tl_unpickler_fail (state, "the pickle ends in the middle of a value"), NULL;
  state->next += n;
  return bytes;
}

/* A number of @n_bytes, the lowest first. */
static gboolean
take_number (Unpickler *state, guint n_bytes, guint64 *number)
{
  const guint8 *bytes = take_bytes (state, n_bytes);

  *number = 0;
  for (guint i = n_bytes; bytes != NULL && i-- > 0;)
    *number = *number << 8 | bytes[i];
  return bytes != NULL;
}

/* Up to the end of the line, which is dropped. */
static char *
take_line (Unpickler *state)
{
  const guint8 *start = state->data + state->next, *end = memchr (start, '\n', state->n - state->next);

  if (end == NULL || end - start > (gssize) MAX_TEXT)
    return tl_unpickler_fail (state, "a line of the pickle does not end"), NULL;
  state->next += (gsize) (end - start) + 1;
  return tl_arena_strndup (state->interp->arena, (const char *) start, (gsize) (end - start));
}

/* --- the stack --- */

static gboolean
push (Unpickler *state, TlPyValue value)
{
  return tl_py_list_append (state->interp, state->at, &state->stack, value);
}

static guint
lowest (const Unpickler *state)
{
  return state->marks->len > 0 ? g_array_index (state->marks, guint, state->marks->len - 1) : 0;
}

/* The last @n values of the stack, which are gone; NULL with an error. */
static TlPyValue *
pop (Unpickler *state, guint n)
{
  if (state->stack.n - lowest (state) < n)
    return tl_unpickler_fail (state, "a value is missing"), NULL;
  state->stack.n -= n;
  return &state->stack.items[state->stack.n];
}

/* The values since the last mark. */
static TlPyValue *
pop_to_mark (Unpickler *state, guint *n)
{
  guint height = lowest (state);

  if (state->marks->len == 0)
    return tl_unpickler_fail (state, "a mark is missing"), NULL;
  g_array_set_size (state->marks, state->marks->len - 1);
  *n = state->stack.n - height;
  return pop (state, *n);
}

static TlPyValue *
top (Unpickler *state)
{
  if (state->stack.n <= lowest (state))
    return tl_unpickler_fail (state, "a value is missing"), NULL;
  return &state->stack.items[state->stack.n - 1];
}

static gboolean
remember (Unpickler *state, guint64 number)
{
  const TlPyValue *value = top (state);

  if (value == NULL)
    return FALSE;
  g_hash_table_insert (state->memo, (gpointer) (gsize) (number + 1), tl_arena_dup_array (state->interp->arena, TlPyValue, value, 1));
  return tl_py_tick (state->interp, state->at);
}

static gboolean
recall (Unpickler *state, guint64 number)
{
  const TlPyValue *value = g_hash_table_lookup (state->memo, (gpointer) (gsize) (number + 1));

  return value != NULL ? push (state, *value) : tl_unpickler_fail (state, "value %" G_GUINT64_FORMAT " is used and not there", number);
}

/* --- plain values --- */

static gboolean
push_bytes (Unpickler *state, const TlPyClass *class, const guint8 *data, gsize n)
{
  PickleBytes *bytes = tl_arena_new0 (state->interp->arena, PickleBytes);

  *bytes = (PickleBytes) { data, n };
  return push (state, tl_py_object (class, bytes));
}

static gboolean
push_text (Unpickler *state, guint64 n)
{
  const guint8 *data = take_bytes (state, n);
  TlPyValue     value;

  if (data == NULL)
    return FALSE;
  if (!g_utf8_validate_len ((const char *) data, n, NULL) && (memchr (data, 0, n) == NULL || n > G_MAXSSIZE))
    return tl_unpickler_fail (state, "a text is no UTF-8");
  if (n > MAX_TEXT || memchr (data, 0, n) != NULL)
    return push_bytes (state, &tl_pickle_text_class, data, n);
  return tl_py_new_text (state->interp, state->at, (const char *) data, n, &value) && push (state, value);
}

static gboolean
push_data (Unpickler *state, guint n_length_bytes, gboolean is_text)
{
  const guint8 *data;
  guint64       n;

  if (!take_number (state, n_length_bytes, &n))
    return FALSE;
  if (is_text)
    return push_text (state, n);
  return (data = take_bytes (state, n)) != NULL && push_bytes (state, &tl_pickle_bytes_class, data, n);
}

/* An integer of @n bytes with its sign. */
static gboolean
push_integer (Unpickler *state, guint64 n)
{
  guint64 number;

  if (n > 8)
    return tl_unpickler_fail (state, "an integer has more than 64 bits");
  if (!take_number (state, (guint) n, &number))
    return FALSE;
  if (n > 0 && n < 8 && number >> (8 * n - 1) != 0)
    number |= G_MAXUINT64 << 8 * n;
  return push (state, tl_py_int ((gint64) number));
}

static gboolean
push_double (Unpickler *state)
{
  const guint8 *bytes = take_bytes (state, 8);
  guint64       bits = 0;
  double        number;

  for (guint i = 0; bytes != NULL && i < 8; i++)
    bits = bits << 8 | bytes[i];
  memcpy (&number, &bits, sizeof number);
  return bytes != NULL && push (state, tl_py_float (number));
}

/* A number as text; "00" and "01" are truth values. */
static gboolean
push_number_line (Unpickler *state, gboolean is_float)
{
  const char *line = take_line (state);
  char       *end;
  gint64      integer;
  double      number;

  if (line == NULL)
    return FALSE;
  if (strcmp (line, "00") == 0 || strcmp (line, "01") == 0)
    return push (state, tl_py_bool (line[1] == '1'));
  if (is_float)
    {
      number = g_ascii_strtod (line, &end);
      return end != line && *end == '\0' ? push (state, tl_py_float (number)) : tl_unpickler_fail (state, "a number is no number");
    }
  integer = g_ascii_strtoll (line, &end, 10);
  if (end == line || (*end != '\0' && strcmp (end, "L") != 0) || integer == G_MAXINT64 || integer == G_MININT64)
    return tl_unpickler_fail (state, "an integer is none, or has more than 64 bits");
  return push (state, tl_py_int (integer));
}

static gboolean
push_items (Unpickler *state, TlPyKind kind, const TlPyValue *items, guint n)
{
  TlPyValue list;

  if (!tl_py_new_list (state->interp, state->at, kind, n, &list))
    return FALSE;
  for (guint i = 0; i < n; i++)
    list.list->items[list.list->n++] = items[i];
  return push (state, list);
}

static gboolean
push_items_to_mark (Unpickler *state, TlPyKind kind)
{
  guint            n;
  const TlPyValue *items = pop_to_mark (state, &n);

  return items != NULL && push_items (state, kind, items, n);
}

static gboolean
append_to (Unpickler *state, const TlPyValue *items, guint n)
{
  const TlPyValue *list = items != NULL ? top (state) : NULL;

  if (list == NULL)
    return FALSE;
  if (list->kind != TL_PY_LIST)
    return tl_unpickler_fail (state, "something is appended to a %s", tl_py_type_name (list));
  for (guint i = 0; i < n; i++)
    if (!tl_py_list_append (state->interp, state->at, list->list, items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
set_items (Unpickler *state, const TlPyValue *items, guint n)
{
  const TlPyValue *dict = items != NULL ? top (state) : NULL;

  if (dict == NULL)
    return FALSE;
  if (dict->kind != TL_PY_DICT || n % 2 != 0)
    return tl_unpickler_fail (state, "a key and a value are set in a %s", tl_py_type_name (dict));
  if (dict->dict->keys.n + n / 2 > MAX_KEYS)
    return tl_unpickler_fail (state, "a dictionary has more than %u keys", MAX_KEYS);
  for (guint i = 0; i < n; i += 2)
    if (items[i].kind == TL_PY_LIST || items[i].kind == TL_PY_TUPLE || items[i].kind == TL_PY_DICT || items[i].kind == TL_PY_OBJECT)
      return tl_unpickler_fail (state, "a %s is no key of a dictionary here", tl_py_type_name (&items[i]));
    else if (!tl_py_dict_set (state->interp, state->at, dict->dict, items[i], items[i + 1]))
      return FALSE;
  return TRUE;
}

/* --- functions --- */

static gboolean
push_function (Unpickler *state, const char *module, const char *name)
{
  const TlPickleFunction *function = tl_pickle_find_function (module, name);

  if (function == NULL)
    return tl_unpickler_fail (state, "the pickle asks for %.100s.%.100s, which is not called: only arrays of numpy, numbers, texts, lists, "
                              "tuples and dictionaries are read", module, name);
  return push (state, tl_py_object (&tl_pickle_function_class, function));
}

static gboolean
push_function_of_stack (Unpickler *state)
{
  const TlPyValue *names = pop (state, 2);

  if (names == NULL)
    return FALSE;
  if (names[0].kind != TL_PY_STRING || names[1].kind != TL_PY_STRING)
    return tl_unpickler_fail (state, "the name of a function is no text");
  return push_function (state, names[0].string, names[1].string);
}

static gboolean
push_function_of_lines (Unpickler *state)
{
  const char *module = take_line (state), *name = module != NULL ? take_line (state) : NULL;

  return name != NULL && push_function (state, module, name);
}

static gboolean
call_function (Unpickler *state)
{
  const TlPyValue    *both = pop (state, 2);
  const TlPickleFunction *function = both != NULL && tl_py_is (&both[0], &tl_pickle_function_class) ? both[0].object : NULL;
  TlPyValue           args, value;

  if (both == NULL)
    return FALSE;
  if (function == NULL || function->call == NULL || both[1].kind != TL_PY_TUPLE)
    return tl_unpickler_fail (state, "something is called that is no function");
  args = both[1];
  return function->call (state, args.list, &value) && push (state, value);
}

static gboolean
build (Unpickler *state)
{
  const TlPyValue *given = pop (state, 1), *self = given != NULL ? top (state) : NULL;

  if (self == NULL)
    return FALSE;
  if (given->kind != TL_PY_TUPLE)
    return tl_unpickler_fail (state, "a %s gets a state that is none of an array", tl_py_type_name (self));
  return tl_pickle_set_state (state, self, given->list);
}

/* --- operations --- */

static gboolean
run_of_number (Unpickler *state, guint n_bytes, gboolean (*operation) (Unpickler *state, guint64 number))
{
  guint64 number;

  return take_number (state, n_bytes, &number) && operation (state, number);
}

static gboolean
run_of_line (Unpickler *state, gboolean (*operation) (Unpickler *state, guint64 number))
{
  const char *line = take_line (state);

  return line != NULL && operation (state, g_ascii_strtoull (line, NULL, 10));
}

static gboolean
skip_number (Unpickler *state, guint64 number)
{
  return TRUE;
}

static gboolean
push_tuple (Unpickler *state, guint n)
{
  const TlPyValue *items = pop (state, n);

  return items != NULL && push_items (state, TL_PY_TUPLE, items, n);
}

static gboolean
push_mark (Unpickler *state)
{
  g_array_append_val (state->marks, state->stack.n);
  return TRUE;
}

static gboolean
push_top (Unpickler *state)
{
  const TlPyValue *value = top (state);

  return value != NULL && push (state, *value);
}

static gboolean
append_to_mark (Unpickler *state)
{
  guint            n;
  const TlPyValue *items = pop_to_mark (state, &n);

  return append_to (state, items, items != NULL ? n : 0);
}

static gboolean
set_items_to_mark (Unpickler *state)
{
  guint            n;
  const TlPyValue *items = pop_to_mark (state, &n);

  return set_items (state, items, items != NULL ? n : 0);
}

static gboolean
push_dict_to_mark (Unpickler *state)
{
  guint            n;
  const TlPyValue *items = pop_to_mark (state, &n);
  TlPyList         copy = { 0 };

  for (guint i = 0; items != NULL && i < n; i++)
    if (!tl_py_list_append (state->interp, state->at, &copy, items[i]))
      return FALSE;
  return items != NULL && push (state, tl_py_new_dict (state->interp)) && (n == 0 || set_items (state, copy.items, n));
}

static gboolean
run_operation (Unpickler *state, guint8 operation)
{
  guint ignored;

  switch (operation)
    {
    case 0x80: return run_of_number (state, 1, skip_number);   /* the protocol */
    case 0x95: return run_of_number (state, 8, skip_number);   /* a frame */
    case '(': return push_mark (state);
    case '0': return pop (state, 1) != NULL;
    case '1': return pop_to_mark (state, &ignored) != NULL;
    case '2': return push_top (state);
    case 'N': return push (state, TL_PY_NONE_VALUE);
    case 0x88: return push (state, tl_py_bool (TRUE));
    case 0x89: return push (state, tl_py_bool (FALSE));
    case 'I': case 'L': return push_number_line (state, FALSE);
    case 'F': return push_number_line (state, TRUE);
    case 'J': return push_integer (state, 4);
    case 'K': { guint64 number; return take_number (state, 1, &number) && push (state, tl_py_int ((gint64) number)); }
    case 'M': { guint64 number; return take_number (state, 2, &number) && push (state, tl_py_int ((gint64) number)); }
    case 0x8a: return run_of_number (state, 1, push_integer);
    case 0x8b: return run_of_number (state, 4, push_integer);
    case 'G': return push_double (state);
    case 'X': case 'T': return push_data (state, 4, TRUE);
    case 0x8c: case 'U': return push_data (state, 1, TRUE);
    case 0x8d: return push_data (state, 8, TRUE);
    case 'B': return push_data (state, 4, FALSE);
    case 'C': return push_data (state, 1, FALSE);
    case 0x8e: case 0x96: return push_data (state, 8, FALSE);
    case ']': return push_items (state, TL_PY_LIST, NULL, 0);
    case ')': return push_items (state, TL_PY_TUPLE, NULL, 0);
    case '}': return push (state, tl_py_new_dict (state->interp));
    case 'l': return push_items_to_mark (state, TL_PY_LIST);
    case 't': return push_items_to_mark (state, TL_PY_TUPLE);
    case 'd': return push_dict_to_mark (state);
    case 0x85: case 0x86: case 0x87: return push_tuple (state, operation - 0x84u);
    case 'a': return append_to (state, pop (state, 1), 1);
    case 'e': return append_to_mark (state);
    case 's': return set_items (state, pop (state, 2), 2);
    case 'u': return set_items_to_mark (state);
    case 'p': return run_of_line (state, remember);
    case 'q': return run_of_number (state, 1, remember);
    case 'r': return run_of_number (state, 4, remember);
    case 0x94: return remember (state, g_hash_table_size (state->memo));
    case 'g': return run_of_line (state, recall);
    case 'h': return run_of_number (state, 1, recall);
    case 'j': return run_of_number (state, 4, recall);
    case 'c': return push_function_of_lines (state);
    case 0x93: return push_function_of_stack (state);
    case 'R': return call_function (state);
    case 'b': return build (state);
    default:
      return tl_unpickler_fail (state, "operation 0x%02x is none that arrays, numbers, texts, lists, tuples and dictionaries are written "
                                "with", operation);
    }
}

static gboolean
run (Unpickler *state, TlPyValue *value)
{
  while (state->next < state->n)
    {
      guint8 operation = state->data[state->next++];

      if (operation == '.')
        {
          const TlPyValue *result = state->marks->len == 0 ? top (state) : NULL;

          *value = result != NULL ? *result : TL_PY_NONE_VALUE;
          return result != NULL || tl_unpickler_fail (state, "the pickle ends within a list");
        }
      if (!tl_py_tick (state->interp, state->at) || !run_operation (state, operation))
        return FALSE;
    }
  return tl_unpickler_fail (state, "the pickle has no end");
}

gboolean
tl_pickle_load (TlPyInterp *interp, const TlAst *at, const char *name, GBytes *bytes, TlPyValue *value)
{
  Unpickler state = { .interp = interp, .at = at, .name = name, .marks = g_array_new (FALSE, FALSE, sizeof (guint)),
                      .memo = g_hash_table_new (NULL, NULL) };
  gboolean  is_done;

  state.data = g_bytes_get_data (bytes, &state.n);
  is_done = push (&state, TL_PY_NONE_VALUE) && pop (&state, 1) != NULL && run (&state, value);   /* the stack has a place from now on */
  g_array_unref (state.marks);
  g_hash_table_unref (state.memo);
  return is_done;
}
