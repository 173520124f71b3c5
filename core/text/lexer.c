/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From characters to tokens. Two things differ from Python, both for text pasted out of documents: the whole text may be
 * indented, and lines may carry interpreter prompts (">>> " and "... ") if the first line does.
 */
#include "core/text/lexer-private.h"

#include "core/base/error.h"
#include "core/text/script.h"

#include <errno.h>
#include <string.h>

#define MAX_INDENTS 100
#define TAB_WIDTH   8
#define MAX_BYTES   (64u * 1024u * 1024u)

G_DEFINE_QUARK (tl-text-error-quark, tl_text_error)

/* Longest spellings first: the first match wins. */
static const char *const operators[] = {
  "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=", "%=", "@=", "&=",
  "|=",  "^=",  ":=",  "+",   "-",   "*",  "/",  "%",  "@",  "&",  "|",  "^",  "~",  "<",  ">",  "(",  ")",  "[",  "]",  "{",  "}",
  ",",   ":",   ".",   ";",   "=",
};

typedef struct
{
  TlArena        *arena;
  const TlSource *source;
  const char     *text;
  guint32         length;
  guint32         at;
  GArray         *tokens;
  GError        **error;
  guint           indents[MAX_INDENTS];
  guint           n_indents;
  guint           n_brackets;
  gboolean        has_prompts;
  gboolean        has_code;
} Lexer;

static gboolean
fail (Lexer *lexer, guint32 start, guint32 end, const char *message)
{
  return tl_propagate (lexer->error,
                       tl_source_error (lexer->source, (TlSpan){ start, end }, TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX, "%s", message));
}

static TlToken *
push (Lexer *lexer, TlTokenKind kind, guint32 start, guint32 end)
{
  TlToken token = { .kind = kind, .span = { start, end } };

  g_array_append_val (lexer->tokens, token);
  return &g_array_index (lexer->tokens, TlToken, lexer->tokens->len - 1);
}

static char
peek (const Lexer *lexer, guint ahead)
{
  return lexer->at + ahead < lexer->length ? lexer->text[lexer->at + ahead] : '\0';
}

static gboolean
is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || ((guchar) c & 0x80);
}

static gboolean
is_name_part (char c)
{
  return is_name_start (c) || g_ascii_isdigit (c);
}

static void
skip_to_line_end (Lexer *lexer)
{
  while (lexer->at < lexer->length && lexer->text[lexer->at] != '\n')
    lexer->at++;
}

static gboolean
lex_name (Lexer *lexer)
{
  guint32  start = lexer->at;
  TlToken *token;

  while (is_name_part (peek (lexer, 0)))
    {
      gunichar c = g_utf8_get_char (lexer->text + lexer->at);

      if (c >= 0x80 && !g_unichar_isalnum (c) && !g_unichar_ismark (c))
        {
          g_autofree char *message = g_strdup_printf ("unexpected character U+%04X", c);

          return fail (lexer, lexer->at, lexer->at + 1, message);
        }
      lexer->at = (guint32) (g_utf8_next_char (lexer->text + lexer->at) - lexer->text);
    }
  token = push (lexer, TL_TOKEN_NAME, start, lexer->at);
  token->text = tl_arena_strndup (lexer->arena, lexer->text + start, lexer->at - start);
  return TRUE;
}

static gboolean
finish_integer (Lexer *lexer, guint32 start, const char *digits, guint base)
{
  char   *end;
  guint64 value;

  if (*digits == '\0')
    return fail (lexer, start, lexer->at, "a number without digits");
  errno = 0;
  value = g_ascii_strtoull (digits, &end, base);
  if (*end != '\0')
    return fail (lexer, start, lexer->at, "this digit does not belong to the base of the number");
  if (errno == ERANGE)
    return fail (lexer, start, lexer->at, "this integer does not fit in 64 bits");
  push (lexer, TL_TOKEN_INT, start, lexer->at)->integer = value;
  return TRUE;
}

/* Moves past digits (letters for other bases) and underscores between them, collecting the digits. */
static void
take_digits (Lexer *lexer, GString *digits, gboolean is_based)
{
  for (;;)
    {
      char c = peek (lexer, 0);

      if (c == '_' && (is_based ? g_ascii_isalnum (peek (lexer, 1)) : g_ascii_isdigit (peek (lexer, 1))))
        ;
      else if (is_based ? g_ascii_isalnum (c) : g_ascii_isdigit (c))
        g_string_append_c (digits, c);
      else
        return;
      lexer->at++;
    }
}

static gboolean
lex_number (Lexer *lexer)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  guint32  start = lexer->at;
  char     prefix = g_ascii_tolower (peek (lexer, 1));
  gboolean is_float = FALSE;

  if (peek (lexer, 0) == '0' && (prefix == 'x' || prefix == 'o' || prefix == 'b'))
    {
      lexer->at += 2;
      take_digits (lexer, digits, TRUE);
      return finish_integer (lexer, start, digits->str, prefix == 'x' ? 16 : prefix == 'o' ? 8 : 2);
    }
  take_digits (lexer, digits, FALSE);
  if (peek (lexer, 0) == '.')
    {
      is_float = TRUE;
      g_string_append_c (digits, '.');
      lexer->at++;
      take_digits (lexer, digits, FALSE);
    }
  if (g_ascii_tolower (peek (lexer, 0)) == 'e'
      && (g_ascii_isdigit (peek (lexer, 1)) || ((peek (lexer, 1) == '-' || peek (lexer, 1) == '+') && g_ascii_isdigit (peek (lexer, 2)))))
    {
      is_float = TRUE;
      g_string_append_c (digits, 'e');
      g_string_append_c (digits, peek (lexer, 1));
      lexer->at += 2;
      take_digits (lexer, digits, FALSE);
    }
  if (is_name_start (peek (lexer, 0)))
    return fail (lexer, start, lexer->at + 1, "a letter directly after a number");
  if (!is_float)
    return finish_integer (lexer, start, digits->str, 10);
  push (lexer, TL_TOKEN_FLOAT, start, lexer->at)->number = g_ascii_strtod (digits->str, NULL);
  return TRUE;
}

static gboolean
append_code_point (Lexer *lexer, GString *out, guint n_digits)
{
  guint32  start = lexer->at - 2;
  gunichar code = 0;

  for (guint i = 0; i < n_digits; i++, lexer->at++)
    {
      if (!g_ascii_isxdigit (peek (lexer, 0)))
        return fail (lexer, start, lexer->at, "an escape with too few hexadecimal digits");
      code = code * 16 + (gunichar) g_ascii_xdigit_value (peek (lexer, 0));
    }
  if (code == 0 || !g_unichar_validate (code))
    return fail (lexer, start, lexer->at, "an escape for a character that cannot stand in a string here");
  g_string_append_unichar (out, code);
  return TRUE;
}

static gboolean
lex_escape (Lexer *lexer, GString *out)
{
  static const char letters[] = "ntrabfv\\'\"", meanings[] = "\n\t\r\a\b\f\v\\'\"";
  char        c = peek (lexer, 1);
  const char *known = c != '\0' ? strchr (letters, c) : NULL;

  lexer->at += 2;
  if (known != NULL)
    g_string_append_c (out, meanings[known - letters]);
  else if (c == 'x' || c == 'u' || c == 'U')
    return append_code_point (lexer, out, c == 'x' ? 2 : c == 'u' ? 4 : 8);
  else if (c == '0')
    return fail (lexer, lexer->at - 2, lexer->at, "a NUL character cannot stand in a string here");
  else if (c != '\n')
    {
      g_string_append_c (out, '\\');
      lexer->at--;
    }
  return TRUE;
}

/* The opening quotes are at lexer->at; @start is where the literal began, its prefix included. */
static gboolean
lex_string (Lexer *lexer, guint32 start, gboolean is_raw, gboolean is_formatted)
{
  TlToken *token;
  g_autoptr (GString) out = g_string_new (NULL);
  char  quote = peek (lexer, 0);
  guint n_quotes = peek (lexer, 1) == quote && peek (lexer, 2) == quote ? 3 : 1;

  lexer->at += n_quotes;
  for (;;)
    {
      char c = peek (lexer, 0);

      if (lexer->at >= lexer->length || (c == '\n' && n_quotes == 1))
        return fail (lexer, start, start + 1, "this string is never closed");
      if (c == quote && (n_quotes == 1 || (peek (lexer, 1) == quote && peek (lexer, 2) == quote)))
        break;
      if (c == '\\' && lexer->at + 1 < lexer->length)
        {
          if (!is_raw)
            {
              if (!lex_escape (lexer, out))
                return FALSE;
              continue;
            }
          g_string_append_c (out, c);
          c = lexer->text[++lexer->at];
        }
      g_string_append_c (out, c);
      lexer->at++;
    }
  lexer->at += n_quotes;
  token = push (lexer, TL_TOKEN_STRING, start, lexer->at);
  token->text = tl_arena_strdup (lexer->arena, out->str);
  token->is_formatted = is_formatted;
  return TRUE;
}

/* A name, or a string with a prefix such as r"…" or f"…". */
static gboolean
lex_word (Lexer *lexer)
{
  guint32  start = lexer->at;
  guint    n_prefix = 0;
  gboolean is_raw = FALSE, is_formatted = FALSE;

  while (n_prefix < 3 && g_ascii_isalpha (peek (lexer, n_prefix)))
    n_prefix++;
  if (n_prefix > 2 || (peek (lexer, n_prefix) != '"' && peek (lexer, n_prefix) != '\''))
    return lex_name (lexer);
  for (guint i = 0; i < n_prefix; i++)
    {
      char c = g_ascii_tolower (peek (lexer, i));

      if ((c != 'r' || is_raw) && (c != 'f' || is_formatted))
        return fail (lexer, start, start + n_prefix, "string prefixes other than r and f are not supported");
      is_raw |= c == 'r';
      is_formatted |= c == 'f';
    }
  lexer->at += n_prefix;
  return lex_string (lexer, start, is_raw, is_formatted);
}

static gboolean
lex_operator (Lexer *lexer)
{
  gboolean is_at_start = lexer->n_brackets == 0 && (lexer->at == 0 || lexer->text[lexer->at - 1] == '\n');

  if (is_at_start && peek (lexer, 0) != '\0' && strchr ("!?%", (int) peek (lexer, 0)) != NULL)
    return fail (lexer, lexer->at, lexer->at + 1,
                 "a line that begins with \"!\", \"?\" or \"%\" is a command of a notebook, not of Python: leave it out");
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      const char *spelling = operators[i];
      guint32     length;

      if (peek (lexer, 0) != *spelling)
        continue;
      length = (guint32) strlen (spelling);
      if (lexer->length - lexer->at < length || memcmp (lexer->text + lexer->at, spelling, length) != 0)
        continue;
      if (strchr ("([{", spelling[0]) != NULL)
        lexer->n_brackets++;
      else if (strchr (")]}", spelling[0]) != NULL && lexer->n_brackets > 0)
        lexer->n_brackets--;
      push (lexer, TL_TOKEN_OPERATOR, lexer->at, lexer->at + length)->text = spelling;
      lexer->at += length;
      return TRUE;
    }
  return fail (lexer, lexer->at, lexer->at + 1, "this character is not part of the language");
}

/* Drops a prompt at the start of a line; TRUE if there was one. */
static gboolean
skip_prompt (Lexer *lexer)
{
  if (strncmp (lexer->text + lexer->at, ">>>", 3) != 0 && strncmp (lexer->text + lexer->at, "...", 3) != 0)
    return FALSE;
  if (peek (lexer, 3) != ' ' && peek (lexer, 3) != '\n' && peek (lexer, 3) != '\r' && peek (lexer, 3) != '\0')
    return FALSE;
  lexer->at += peek (lexer, 3) == ' ' ? 4 : 3;
  return TRUE;
}

static guint
skip_indentation (Lexer *lexer)
{
  guint width = 0;

  for (;; lexer->at++)
    {
      char c = peek (lexer, 0);

      if (c == ' ')
        width++;
      else if (c == '\t')
        width = width / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH;
      else if (c == '\f')
        width = 0;
      else
        return width;
    }
}

static gboolean
change_indentation (Lexer *lexer, guint width)
{
  if (!lexer->has_code)
    lexer->indents[0] = width;
  lexer->has_code = TRUE;
  if (width > lexer->indents[lexer->n_indents - 1])
    {
      if (lexer->n_indents == MAX_INDENTS)
        return fail (lexer, lexer->at, lexer->at + 1, "more than 100 levels of indentation");
      lexer->indents[lexer->n_indents++] = width;
      push (lexer, TL_TOKEN_INDENT, lexer->at, lexer->at);
      return TRUE;
    }
  while (lexer->n_indents > 1 && width < lexer->indents[lexer->n_indents - 1])
    {
      lexer->n_indents--;
      push (lexer, TL_TOKEN_DEDENT, lexer->at, lexer->at);
    }
  if (width != lexer->indents[lexer->n_indents - 1])
    return fail (lexer, lexer->at, lexer->at + 1, "this indentation does not match any line above");
  return TRUE;
}

/* At the start of a logical line: blank and comment lines leave no trace. */
static gboolean
lex_line_start (Lexer *lexer)
{
  for (;;)
    {
      guint width = skip_indentation (lexer);

      if ((lexer->has_prompts || !lexer->has_code) && skip_prompt (lexer))
        {
          lexer->has_prompts = TRUE;
          width = skip_indentation (lexer);
        }
      if (peek (lexer, 0) == '\r' && peek (lexer, 1) == '\n')
        lexer->at++;
      if (peek (lexer, 0) == '#')
        skip_to_line_end (lexer);
      if (lexer->at >= lexer->length)
        return TRUE;
      if (peek (lexer, 0) != '\n')
        return change_indentation (lexer, width);
      lexer->at++;
    }
}

static gboolean
lex_token (Lexer *lexer)
{
  char c = peek (lexer, 0);

  if (is_name_start (c))
    return lex_word (lexer);
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (peek (lexer, 1))))
    return lex_number (lexer);
  if (c == '"' || c == '\'')
    return lex_string (lexer, lexer->at, FALSE, FALSE);
  return lex_operator (lexer);
}

/* A line end inside the text: ends the logical line unless a bracket is open. */
static gboolean
lex_newline (Lexer *lexer)
{
  guint32 at = lexer->at++;

  if (lexer->n_brackets > 0)
    {
      if (lexer->has_prompts)
        {
          skip_indentation (lexer);
          skip_prompt (lexer);
        }
      return TRUE;
    }
  push (lexer, TL_TOKEN_NEWLINE, at, at);
  return lex_line_start (lexer);
}

/* Printed listings mark a wrapped line with an arrow; between brackets it stands for nothing. */
static gboolean
skip_wrap_arrow (Lexer *lexer)
{
  static const char *const arrows[] = { "\xE2\x86\xAA", "\xE2\x86\xB4", "\xE2\x86\xB5" };

  for (guint i = 0; lexer->n_brackets > 0 && i < G_N_ELEMENTS (arrows); i++)
    if (g_str_has_prefix (lexer->text + lexer->at, arrows[i]))
      {
        lexer->at += (guint32) strlen (arrows[i]);
        return TRUE;
      }
  return FALSE;
}

static gboolean
lex_all (Lexer *lexer)
{
  if (!lex_line_start (lexer))
    return FALSE;
  while (lexer->at < lexer->length)
    {
      char c = peek (lexer, 0);

      if (c == ' ' || c == '\t' || c == '\f' || (c == '\r' && peek (lexer, 1) == '\n'))
        lexer->at++;
      else if (c == '#')
        skip_to_line_end (lexer);
      else if (c == '\\' && peek (lexer, 1) == '\n')
        lexer->at += 2;
      else if (c == '\\' && peek (lexer, 1) == '\r' && peek (lexer, 2) == '\n')
        lexer->at += 3;
      else if ((guchar) c == 0xE2 && skip_wrap_arrow (lexer))
        continue;
      else if (c == '\n' ? !lex_newline (lexer) : !lex_token (lexer))
        return FALSE;
    }
  if (lexer->tokens->len > 0 && g_array_index (lexer->tokens, TlToken, lexer->tokens->len - 1).kind != TL_TOKEN_NEWLINE)
    push (lexer, TL_TOKEN_NEWLINE, lexer->at, lexer->at);
  for (; lexer->n_indents > 1; lexer->n_indents--)
    push (lexer, TL_TOKEN_DEDENT, lexer->at, lexer->at);
  push (lexer, TL_TOKEN_END, lexer->at, lexer->at);
  return TRUE;
}

GArray *
tl_lex (TlArena *arena, const TlSource *source, GError **error)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (TlToken));
  Lexer       lexer = {
    .arena = arena, .source = source, .text = tl_source_text (source), .tokens = tokens, .error = error, .n_indents = 1,
  };
  gsize       length = tl_source_length (source);
  const char *bad;

  if (length > MAX_BYTES)
    {
      fail (&lexer, 0, 1, "this text is longer than 64 MiB");
      return NULL;
    }
  if (!g_utf8_validate_len (lexer.text, length, &bad))
    {
      guint32 at = (guint32) (bad - lexer.text);

      fail (&lexer, at, at + 1, *bad == '\0' ? "a NUL byte in the text" : "this byte is not valid UTF-8");
      return NULL;
    }
  lexer.length = (guint32) length;
  if (g_str_has_prefix (lexer.text, "\xEF\xBB\xBF"))
    lexer.at = 3;
  return lex_all (&lexer) ? g_steal_pointer (&tokens) : NULL;
}
