/* SPDX-License-Identifier: Apache-2.0 */
/* The best of all ways to find the letters in the text, by dynamic programming: texts have some dozen characters, queries a few. */
#include "core/session/commands/command-match.h"

#include "core/base/extremum.h"

#define OF_LETTER     1
#define OF_WORD       8    /* more for a letter that begins a word, … */
#define OF_BEGINNING  2    /* … the whole text … */
#define OF_NEIGHBOUR  9    /* … or follows the letter matched before */
#define NO_MATCH      (-1)

typedef struct
{
  gunichar *letters;
  glong     n;
} Letters;

static Letters
letters_of (const char *text, gboolean with_spaces)
{
  Letters letters = { .letters = g_utf8_to_ucs4_fast (text, -1, &letters.n) };
  glong   kept = 0;

  for (glong i = 0; i < letters.n; i++)
    if (with_spaces || !g_unichar_isspace (letters.letters[i]))
      letters.letters[kept++] = g_unichar_tolower (letters.letters[i]);
  letters.n = kept;
  return letters;
}

static int
worth (const Letters *text, glong at)
{
  gboolean begins_word = at == 0 || !g_unichar_isalnum (text->letters[at - 1]);

  return OF_LETTER + (begins_word ? OF_WORD : 0) + (at == 0 ? OF_BEGINNING : 0);
}

/*
 * best[at] of a row: the most for the query's letters up to this row's, the last of them at @at. from[at]: where the letter before it is.
 * Gives the place of the best in the row, or NO_MATCH.
 */
static glong
match_row (const Letters *text, gunichar letter, gboolean is_first, const int *before, int *best, glong *from)
{
  glong reachable = NO_MATCH, result = NO_MATCH;   /* of the row before: the best that ends left of @at */

  for (glong at = 0; at < text->n; at++)
    {
      best[at] = NO_MATCH;
      from[at] = NO_MATCH;
      if (text->letters[at] == letter && is_first)
        best[at] = worth (text, at);
      else if (text->letters[at] == letter && reachable != NO_MATCH)
        {
          int far = before[reachable], near = before[at - 1] == NO_MATCH ? NO_MATCH : before[at - 1] + OF_NEIGHBOUR;

          from[at] = near > far ? at - 1 : reachable;
          best[at] = worth (text, at) + tl_max (near, far);
        }
      if (best[at] != NO_MATCH && (result == NO_MATCH || best[at] > best[result]))
        result = at;
      if (!is_first && before[at] != NO_MATCH && (reachable == NO_MATCH || before[at] > before[reachable]))
        reachable = at;
    }
  return result;
}

static int
match_letters (const Letters *text, const Letters *query, gboolean *marks)
{
  g_autofree int   *best = g_new (int, (gsize) text->n * (gsize) query->n);
  g_autofree glong *from = g_new (glong, (gsize) text->n * (gsize) query->n);
  glong             at = NO_MATCH;
  int               score;

  for (glong row = 0; row < query->n; row++)
    {
      int *of_row = best + row * text->n;

      at = match_row (text, query->letters[row], row == 0, of_row - text->n, of_row, from + row * text->n);
      if (at == NO_MATCH)
        return NO_MATCH;
    }
  score = best[(query->n - 1) * text->n + at];
  for (glong row = query->n - 1; marks != NULL && row >= 0; row--)
    {
      marks[at] = TRUE;
      at = from[row * text->n + at];
    }
  return score;
}

int
tl_command_match (const char *text, const char *query, gboolean *marks)
{
  Letters of_text = letters_of (text, TRUE), of_query = letters_of (query, FALSE);
  int     score = of_query.n == 0 ? 0 : of_query.n > of_text.n ? NO_MATCH : match_letters (&of_text, &of_query, marks);

  g_free (of_text.letters);
  g_free (of_query.letters);
  return score;
}

char *
tl_command_match_markup (const char *text, const char *query)
{
  g_autofree gboolean *marks = g_new0 (gboolean, (gsize) g_utf8_strlen (text, -1) + 1);
  GString             *markup = g_string_new (NULL);
  gboolean             is_bold = FALSE;
  guint                i = 0;

  tl_command_match (text, query, marks);
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at), i++)
    {
      g_autofree char *letter = g_markup_escape_text (at, g_utf8_next_char (at) - at);

      if (marks[i] != is_bold)
        g_string_append (markup, marks[i] ? "<b>" : "</b>");
      is_bold = marks[i];
      g_string_append (markup, letter);
    }
  if (is_bold)
    g_string_append (markup, "</b>");
  return g_string_free (markup, FALSE);
}
