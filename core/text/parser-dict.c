/* SPDX-License-Identifier: Apache-2.0 */
/* Dictionaries and sets. */
#include "core/text/parser-private.h"

/* {a, b} is set ([a, b]), {a for a in b} is set ([a for a in b]). */
static const TlAst *
parse_set (TlParser *parser, const TlAst *item, guint first)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst                *list = tl_parser_node (parser, TL_AST_LIST, first), *name = tl_parser_node (parser, TL_AST_NAME, first);
  TlAst                *call = tl_parser_node (parser, TL_AST_CALL, first);
  const TlAst          *elements = list;

  g_ptr_array_add (items, (gpointer) item);
  if (tl_parser_is (parser, "for"))
    elements = tl_parse_comprehension (parser, item, NULL, first);
  while (elements == list && tl_parser_accept (parser, ",") && !tl_parser_is (parser, "}"))
    {
      if ((item = tl_parse_expr (parser)) == NULL)
        return NULL;
      g_ptr_array_add (items, (gpointer) item);
    }
  if (elements == NULL || !tl_parser_expect (parser, "}", "to close the set"))
    return NULL;
  tl_parser_set_items (parser, list, items);
  name->name = "set";
  tl_parser_seal (parser, list);
  call->value = tl_parser_seal (parser, name);
  call->items = tl_arena_dup_array (parser->arena, const TlAst *, &elements, 1);
  call->n_items = 1;
  return tl_parser_seal (parser, call);
}

const TlAst *
tl_parse_dict (TlParser *parser)
{
  guint first = parser->at++;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst *ast;

  while (!tl_parser_accept (parser, "}"))
    {
      const TlAst *key, *value;

      if ((key = tl_parse_expr (parser)) == NULL)
        return NULL;
      if (items->len == 0 && !tl_parser_is (parser, ":"))
        return parse_set (parser, key, first);
      if (!tl_parser_expect (parser, ":", "after a key of the dictionary") || (value = tl_parse_expr (parser)) == NULL)
        return NULL;
      if (items->len == 0 && tl_parser_is (parser, "for"))
        {
          value = tl_parse_comprehension (parser, key, value, first);
          return value != NULL && tl_parser_expect (parser, "}", "to close the dictionary") ? value : NULL;
        }
      g_ptr_array_add (items, (gpointer) key);
      g_ptr_array_add (items, (gpointer) value);
      if (!tl_parser_accept (parser, ",") && !tl_parser_is (parser, "}"))
        return tl_parser_fail_expected (parser, "\",\" or \"}\" in the dictionary");
    }
  ast = tl_parser_node (parser, TL_AST_DICT, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}
