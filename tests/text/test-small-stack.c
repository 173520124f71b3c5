/* SPDX-License-Identifier: Apache-2.0 */
/* Text that nests deeply, read by threads with small stacks: an error, or the program, and never an overflow. */
#include <pthread.h>
#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/must.h"

typedef struct
{
  const char *name;
  const char *before;
  const char *open;
  const char *middle;
  const char *close;
  const char *after;
} DeepText;

#define FUNCTION "from tvm.script import tir as T\n@T.prim_func\ndef main(a: T.int32, A: T.Buffer((8,), \"float32\")):\n"

static const DeepText programs[] = {
  { "parentheses", FUNCTION "    T.evaluate(", "(", "a", ")", ")\n" },
  { "minus", FUNCTION "    T.evaluate(", "-", "a", "", ")\n" },
  { "not", FUNCTION "    T.evaluate(", "not ", "a", "", ")\n" },
  { "sum", FUNCTION "    T.evaluate(", "a + ", "a", "", ")\n" },
  { "sum-in-parentheses", FUNCTION "    T.evaluate(", "a + (", "a", ")", ")\n" },
  { "calls", FUNCTION "    T.evaluate(", "T.exp(", "A[0]", ")", ")\n" },
  { "choices", FUNCTION "    T.evaluate(", "T.if_then_else(a > 0, a, ", "a", ")", ")\n" },
  { "conditions", FUNCTION "    T.evaluate(", "a if a > 0 else ", "a", "", ")\n" },
  { "powers", FUNCTION "    T.evaluate(", "2 ** ", "2", "", ")\n" },
  { "lists", FUNCTION "    T.func_attr({\"a\": ", "[", "1", "]", "})\n" },
  { "dictionaries", FUNCTION "    T.func_attr({\"a\": ", "{\"b\": ", "1", "}", "})\n" },
  { "subscripts", FUNCTION "    T.evaluate(", "A[", "a", "]", ")\n" },
  { "lambdas", FUNCTION "    T.evaluate(", "lambda: ", "a", "", ")\n" },
  { "lets", FUNCTION, "    x = a\n", "", "", "    T.evaluate(a)\n" },
  { "f-strings", FUNCTION "    T.evaluate(", "f'{", "a", "}'", ")\n" },
};

typedef struct
{
  const char *text;
  gboolean    is_script;
} ReadTask;

static gpointer
read_text (gpointer data)
{
  const ReadTask     *task = data;
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlSource) source = tl_source_new ("deep.py", task->text, -1);
  g_autoptr (TlModule) module = NULL;

  if (task->is_script)
    {
      g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, &error);
      g_autoptr (TlModule)         start = tl_script_read_text (FUNCTION "    T.evaluate(a)\n", NULL);
      g_autoptr (TlState)          state = tl_state_new (start, 0), end = NULL;

      end = script != NULL ? tl_schedule_script_run (script, state, NULL, NULL, &error) : NULL;
      g_assert_true ((end != NULL) == (error == NULL));
      return NULL;
    }
  module = tl_script_read (source, &error);
  g_assert_true ((module != NULL) == (error == NULL));
  if (module != NULL)
    {
      g_autofree char *printed = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

      g_assert_cmpuint (strlen (printed), >, 0);
    }
  return NULL;
}

static void
run_with_stack (const ReadTask *task, gsize n_bytes)
{
  pthread_attr_t attr;
  pthread_t      thread;

  pthread_attr_init (&attr);
  g_assert_cmpint (pthread_attr_setstacksize (&attr, n_bytes), ==, 0);
  g_assert_cmpint (pthread_create (&thread, &attr, read_text, (gpointer) task), ==, 0);
  pthread_attr_destroy (&attr);
  pthread_join (thread, NULL);
}

static char *
nest (const DeepText *shape, guint depth)
{
  GString *text = g_string_new (shape->before);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, shape->open);
  g_string_append (text, shape->middle);
  for (guint i = 0; i < depth; i++)
    g_string_append (text, shape->close);
  g_string_append (text, shape->after);
  return g_string_free (text, FALSE);
}

#ifdef __SANITIZE_ADDRESS__
#define SMALL_STACK (2048u * 1024u)
#else
#define SMALL_STACK (256u * 1024u)
#endif

static void
test_programs (gconstpointer data)
{
  for (guint depth = 10; depth < 100000; depth *= 3)
    for (gsize n_bytes = SMALL_STACK; n_bytes <= 4 * SMALL_STACK; n_bytes *= 2)
      {
        g_autofree char *text = nest (data, depth);

        run_with_stack (&(ReadTask) { text, FALSE }, n_bytes);
      }
}

static void
test_scripts (void)
{
  static const DeepText scripts[] = {
    { "calls", "def f(n):\n  return f(n + 1)\nsch.get_block(f(0))\n", "", "", "", "" },
    { "callbacks", "def f(n):\n  return max(map(f, [n]))\nsch.get_block(f(0))\n", "", "", "", "" },
    { "keys", "def f(n):\n  return sorted([n, n], key=f)\nsch.get_block(f(0))\n", "", "", "", "" },
    { "parentheses", "x = ", "(", "1", ")", "\nsch.get_block('root')\n" },
    { "sum", "x = ", "1 + ", "1", "", "\nsch.get_block('root')\n" },
    { "lists", "x = ", "[", "1", "]", "\nsch.get_block('root')\nstr(x)\nx == x\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    for (guint depth = 10; depth < 10000; depth *= 3)
      {
        g_autofree char *text = nest (&scripts[i], depth);

        run_with_stack (&(ReadTask) { text, TRUE }, SMALL_STACK);
      }
}

/* Programs that fit are read: the limit is that of the stack, not a smaller one. */
static void
test_large_stack (void)
{
  g_autofree char *text = nest (&programs[0], 200);
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_test (test_programs, &programs[i], "/text/small-stack/%s", programs[i].name);
  g_test_add_func ("/text/small-stack/scripts", test_scripts);
  g_test_add_func ("/text/small-stack/large", test_large_stack);
  return g_test_run ();
}
