/* SPDX-License-Identifier: Apache-2.0 */
/* The Python subset: what text becomes which tree, and where a broken text is broken. */
#include "core/text/ast.h"
#include "core/text/script.h"
#include "tests/must.h"

static void dump (GString *out, const TlAst *ast);

static void
dump_list (GString *out, const char *open, const TlAst *const *items, guint n, const char *close)
{
  g_string_append (out, open);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      dump (out, items[i]);
    }
  g_string_append (out, close);
}

static void
dump_params (GString *out, const TlAst *ast)
{
  g_string_append_c (out, '<');
  for (guint i = 0; i < ast->n_params; i++)
    {
      const TlAstParam *param = &ast->params[i];

      g_string_append_printf (out, "%s%s%s", i > 0 ? " " : "", param->is_double_star ? "**" : param->is_star ? "*" : "",
                              param->name != NULL ? param->name : "");
      if (param->annotation != NULL)
        {
          g_string_append_c (out, ':');
          dump (out, param->annotation);
        }
      if (param->value != NULL)
        {
          g_string_append_c (out, '=');
          dump (out, param->value);
        }
    }
  g_string_append_c (out, '>');
}

static const char *
kind_name (TlAstKind kind)
{
  static const char *const names[] = {
    "name", "int", "word", "float", "string", "constant", "tuple", "list", "dict", "attribute", "subscript", "slice", "call", "keyword",
    "starred", "unary", "binary", "compare", "if-exp", "lambda", "comp", "f-string", "field", "module", "expr", "assign", "ann", "aug",
    "for", "while", "if", "with", "def",
    "class", "return", "assert", "pass", "break", "continue", "import", "raise",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TL_AST_RAISE + 1);
  return names[kind];
}

static void
dump (GString *out, const TlAst *ast)
{
  if (ast == NULL)
    g_string_append_c (out, '_');
  else if (ast->kind == TL_AST_NAME || ast->kind == TL_AST_CONSTANT)
    g_string_append (out, ast->name);
  else if (ast->kind == TL_AST_INT)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, ast->integer);
  else if (ast->kind == TL_AST_FLOAT)
    g_string_append_printf (out, "%.17gf", ast->number);
  else if (ast->kind == TL_AST_STRING)
    g_string_append_printf (out, "'%s'", ast->name);
  else
    {
      gboolean is_operator = ast->kind == TL_AST_UNARY || ast->kind == TL_AST_BINARY || ast->kind == TL_AST_COMPARE;

      g_string_append_printf (out, "(%s", is_operator ? ast->name : kind_name (ast->kind));
      if (ast->name != NULL && !is_operator)
        g_string_append_printf (out, " %s", ast->name);
      if (ast->params != NULL && ast->n_params > 0)
        dump_params (out, ast);
      if (ast->value != NULL)
        {
          g_string_append_c (out, ' ');
          dump (out, ast->value);
        }
      if (ast->other != NULL)
        {
          g_string_append_c (out, ' ');
          dump (out, ast->other);
        }
      if (ast->n_items > 0)
        dump_list (out, " [", ast->items, ast->n_items, "]");
      if (ast->n_body > 0)
        dump_list (out, " {", ast->body, ast->n_body, "}");
      if (ast->n_orelse > 0)
        dump_list (out, " else {", ast->orelse, ast->n_orelse, "}");
      g_string_append_c (out, ')');
    }
}

static const struct
{
  const char *text;
  const char *tree;
} trees[] = {
  { "", "(module)" },
  { "# only a comment", "(module)" },
  { "1 + 2 * 3", "(expr (+ 1 (* 2 3)))" },
  { "(1 + 2) * 3", "(expr (* (+ 1 2) 3))" },
  { "a - b - c", "(expr (- (- a b) c))" },
  { "a // b % c / d", "(expr (/ (% (// a b) c) d))" },
  { "-a ** -b", "(expr (- (** a (- b))))" },
  { "2 ** 3 ** 4", "(expr (** 2 (** 3 4)))" },
  { "-a * b", "(expr (* (- a) b))" },
  { "not a == b", "(expr (not (== a b)))" },
  { "not a and b or c", "(expr (or (and (not a) b) c))" },
  { "a | b ^ c & d << e + f", "(expr (| a (^ b (& c (<< d (+ e f))))))" },
  { "a < b", "(expr (< a b))" },
  { "a < b <= c", "(expr (and (< a b) (<= b c)))" },
  { "a < b < c < d", "(expr (and (and (< a b) (< b c)) (< c d)))" },
  { "a is not None", "(expr (is not a None))" },
  { "a not in b", "(expr (not in a b))" },
  { "a if b else c if d else e", "(expr (if-exp [a b (if-exp [c d e])]))" },
  { "lambda: 1", "(expr (lambda 1))" },
  { "lambda i, j=2: (i, j)", "(expr (lambda<i j=2> (tuple [i j])))" },
  { "lambda *xs: xs", "(expr (lambda<*xs> xs))" },
  { "f(x, *y, k=1,)", "(expr (call f [x (starred y) (keyword k 1)]))" },
  { "f()()[0].b", "(expr (attribute b (subscript (call (call f)) [0])))" },
  { "f(i for i in x)", "(expr (call f [(comp i [i x _])]))" },
  { "[i * 2 for i in range(4) if i]", "(expr (comp (* i 2) [i (call range [4]) i]))" },
  { "[a for a, b in c]", "(expr (comp a [(tuple [a b]) c _]))" },
  { "[a for b in c for d in e if f]", "(expr (comp a [b c _ d e f]))" },
  { "{a: b for c in d}", "(expr (comp a b [c d _]))" },
  { "f(1, **k)", "(expr (call f [1 (keyword k)]))" },
  { "lambda *a, **b: 0", "(expr (lambda<*a **b> 0))" },
  { "f\"a{b}{c + 1:.3f}{{d}}\"", "(expr (f-string ['a' (field  b) (field :.3f (+ c 1)) '{d}']))" },
  { "'x' f'{y!r}'", "(expr (f-string ['x' (field !r y)]))" },
  { "f'{a[\"}\"]}{ {1: 2}[1] }'", "(expr (f-string [(field  (subscript a ['}'])) (field  (subscript (dict [1 2]) [1]))]))" },
  { "A[i, 0:4]", "(expr (subscript A [i (slice [0 4 _])]))" },
  { "A[:]", "(expr (subscript A [(slice [_ _ _])]))" },
  { "A[::2]", "(expr (subscript A [(slice [_ _ 2])]))" },
  { "A[-1]", "(expr (subscript A [(- 1)]))" },
  { "A[()]", "(expr (subscript A [(tuple)]))" },
  { "()", "(expr (tuple))" },
  { "(a,)", "(expr (tuple [a]))" },
  { "(a)", "(expr a)" },
  { "[]", "(expr (list))" },
  { "[a, b,]", "(expr (list [a b]))" },
  { "{}", "(expr (dict))" },
  { "{\"a\": 1, b: c,}", "(expr (dict ['a' 1 b c]))" },
  { "a, *b", "(expr (tuple [a (starred b)]))" },
  { "0x1F + 0b101 + 0o17 + 1_000", "(expr (+ (+ (+ 31 5) 15) 1000))" },
  { "1.5 + .5 + 1e10 + 2.E-3", "(expr (+ (+ (+ 1.5f 0.5f) 10000000000f) 0.002f))" },
  { "9223372036854775807", "(expr 9223372036854775807)" },
  { "-9223372036854775808", "(expr -9223372036854775808)" },
  { "\"a\" 'b'", "(expr 'ab')" },
  { "\"\"\"x\ny\"\"\"", "(expr 'x\ny')" },
  { "'\\t\\x41\\u00e9\\q'", "(expr '\tA\u00e9\\q')" },
  { "r'\\n'", "(expr '\\n')" },
  { "x = 1", "(assign [x 1])" },
  { "a = b = f()", "(assign [a b (call f)])" },
  { "i, j = f()", "(assign [(tuple [i j]) (call f)])" },
  { "i, = f()", "(assign [(tuple [i]) (call f)])" },
  { "(*_, li) = f()", "(assign [(tuple [(starred _) li]) (call f)])" },
  { "*_, a[0] = f()", "(assign [(tuple [(starred _) (subscript a [0])]) (call f)])" },
  { "x: T.int32 = e", "(ann e (attribute int32 T) [x])" },
  { "x: T.let[T.float32] = e", "(ann e (subscript (attribute let T) [(attribute float32 T)]) [x])" },
  { "x: int", "(ann int [x])" },
  { "x //= 2", "(aug // 2 [x])" },
  { "A[i] += b", "(aug + b [(subscript A [i])])" },
  { "pass; x; y", "(pass) (expr x) (expr y)" },
  { "x = (1 +  # why\n  2)", "(assign [x (+ 1 2)])" },
  { "x = 1 + \\\n  2", "(assign [x (+ 1 2)])" },
  { "if a: b\nelif c: d\nelse: e", "(if a {(expr b)} else {(if c {(expr d)} else {(expr e)})})" },
  { "for i, j in g(2):\n  x\n\n  y\nz", "(for (call g [2]) [(tuple [i j])] {(expr x) (expr y)}) (expr z)" },
  { "while a:\n\tbreak", "(while a {(break)})" },
  { "with a as b, c:\n  pass", "(with [(as a b) (as c)] {(pass)})" },
  { "def f(a, b: int = 2, *c) -> None:\n  return a, b",
    "(def f<a b:int=2 *c> None {(return (tuple [a b]))})" },
  { "@a.b\n@c(1)\ndef f(): ...", "(def f [(attribute b a) (call c [1])] {(expr ...)})" },
  { "@t\nclass C(B):\n  x = 1", "(class C<=B> [t] {(assign [x 1])})" },
  { "import a.b as c\nfrom d import e", "(import import a.b as c) (import from d import e)" },
  { "assert a, \"no\"", "(assert a 'no')" },
  { "raise E(1)", "(raise (call E [1]))" },
  { "return", "(return)" },
  { "    x\n    if y:\n      z\n    w", "(expr x) (if y {(expr z)}) (expr w)" },
  { ">>> x = f(1,\n...   2)\n>>> for i in y:\n...     z\n...\n>>> w", "(assign [x (call f [1 2])]) (for y [i] {(expr z)}) (expr w)" },
  { "f(a,\n  \xE2\x86\xAA b)", "(expr (call f [a b]))" },
  { "x\r\nif y:\r\n  z\r\n", "(expr x) (if y {(expr z)})" },
};

static void
test_trees (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      g_autoptr (TlSource) source = tl_source_new ("t.py", trees[i].text, -1);
      g_autoptr (GString) out = g_string_new (NULL);
      g_autofree char *expected = NULL;
      const TlAst     *module = must (tl_ast_parse (arena, source, &failure));

      dump (out, module);
      expected = module->n_body == 0 ? g_strdup (trees[i].tree) : g_strdup_printf ("(module {%s})", trees[i].tree);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

static const struct
{
  const char *text;
  const char *message;   /* first line, behind "t.py:" */
} errors[] = {
  { "x = ", "1:5: expected an expression, found the end of the line" },
  { "x = (1", "1:7: expected \")\" to close the parenthesis, found the end of the line" },
  { "f(1 2)", "1:5: expected \",\" or \")\" in the arguments, found 2" },
  { "f(a=1, 2)", "1:8: a positional argument after a keyword argument" },
  { "A[]", "1:3: expected an index, found ]" },
  { "if x\n  y", "1:5: expected \":\" at the end of the line that opens a block, found the end of the line" },
  { "if x:\ny", "2:1: expected an indented block, found y" },
  { "x\n  y", "2:3: this line is indented deeper than the one it belongs to" },
  { "if x:\n    y\n  z", "3:3: this indentation does not match any line above" },
  { "1 = x", "1:1: nothing can be assigned to this" },
  { "f() += 1", "1:1: nothing can be assigned to this" },
  { "x = \"abc", "1:5: this string is never closed" },
  { "x = '''abc\n", "1:5: this string is never closed" },
  { "x = b\"y\"", "1:5: string prefixes other than r and f are not supported" },
  { "x = f\"ab{y +}\"", "1:13: expected an expression, found }" },
  { "x = f\"{y\"", "1:5: a \"{\" in this string is never closed" },
  { "x = f\"}\"", "1:5: a single \"}\" in this string; write \"}}\" for the character" },
  { "x = f\"{y:{z}}\"", "1:5: nested fields in the format of an f-string are not supported" },
  { "a, b += 1", "1:1: \"+=\" needs one name or element on its left" },
  { "x = 1a", "1:5: a letter directly after a number" },
  { "x = 0xZZ", "1:5: this digit does not belong to the base of the number" },
  { "x = 18446744073709551616", "1:5: this integer does not fit in 64 bits" },
  { "x = -9223372036854775809", "1:6: this integer does not fit in 64 bits" },
  { "x = 99999999999999999999", "1:5: this integer does not fit in 64 bits" },
  { "x = a $ b", "1:7: this character is not part of the language" },
  { "try:\n  x", "2:4: expected \"except\" or \"finally\", found the end of the text" },
  { "try:\n  x\nexcept E as 3:\n  y", "3:13: expected a name for the error, found 3" },
  { "except E:\n  y", "1:1: \"except\" is not supported" },
  { "global 3", "1:8: expected a name, found 3" },
  { "x = {1, 2", "1:10: expected \"}\" to close the set, found the end of the line" },
  { "x = yield", "1:5: expected an expression, found yield" },
  { "@a\nx", "2:1: expected \"def\" or \"class\" after a decorator, found x" },
  { "def f(a, a): pass", "1:10: two parameters are named a" },
  { "[a for b in c if d if e]", "1:20: a comprehension may have one \"if\" for each \"for\" here" },
  { "(*a)", "1:2: a starred value needs a list around it" },
  { "x = '\\x00'", "1:6: an escape for a character that cannot stand in a string here" },
  { "\xC3\xA4 = 1\nb = \xFF", "2:5: this byte is not valid UTF-8" },
  { "x = \xE2\x86\xAA 1", "1:5: unexpected character U+21AA" },
};

static void
test_errors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      g_autoptr (TlSource) source = tl_source_new ("t.py", errors[i].text, -1);
      g_autoptr (GError) error = NULL;
      g_autofree char *expected = g_strdup_printf ("t.py:%s", errors[i].message);
      g_auto (GStrv) lines = NULL;

      g_assert_null (tl_ast_parse (arena, source, &error));
      g_assert_error (error, TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX);
      lines = g_strsplit (error->message, "\n", 2);
      g_assert_cmpstr (lines[0], ==, expected);
    }
}

static void
assert_refused (const char *text, gsize length)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlSource) source = tl_source_new ("t.py", text, (gssize) length);

  must_fail (tl_ast_parse (arena, source, &failure), TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX);
}

/* Deep nesting does not overflow the stack. */
static void
test_depth (void)
{
  static const char *const pieces[] = { "(", "[", "-", "not ", "f(", "a[", "a+", "a.", "a**", "a if b else ", "lambda:", "{a:", "a<",
                                        "if a:\n" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint n = 0; n < 20000; n++)
        g_string_append (text, pieces[i]);
      g_string_append_c (text, 'a');
      assert_refused (text->str, text->len);
    }
  {
    g_autoptr (GString) text = g_string_new ("if a: b\n");

    for (guint n = 0; n < 20000; n++)
      g_string_append (text, "elif a: b\n");
    assert_refused (text->str, text->len);
  }
  assert_refused ("a\0b", 3);
}

static void
test_dotted_name (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlSource) source = tl_source_new ("t.py", "a.b.c\nf().x", -1);
  const TlAst *module = tl_ast_parse (arena, source, NULL);

  g_assert_cmpstr (tl_ast_dotted_name (arena, module->body[0]->value), ==, "a.b.c");
  g_assert_null (tl_ast_dotted_name (arena, module->body[1]->value));
  g_assert_null (tl_ast_dotted_name (arena, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/ast/trees", test_trees);
  g_test_add_func ("/text/ast/errors", test_errors);
  g_test_add_func ("/text/ast/depth", test_depth);
  g_test_add_func ("/text/ast/dotted-name", test_dotted_name);
  return g_test_run ();
}
