/* SPDX-License-Identifier: Apache-2.0 */
/*
 *     or         = and { "||" and }
 *     and        = unary { "&&" unary }
 *     unary      = "!" unary | "(" or ")" | flag | name operator value
 *
 * A tree made by recursive descent; matching walks it for each row.
 */
#include "core/session/tuning/trial-filter.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"

#define MAX_DEPTH 64   /* of parentheses and "!": the parser recurses */

G_DEFINE_QUARK (tl-trial-filter-error-quark, tl_trial_filter_error)

typedef enum { NODE_ALL, NODE_OR, NODE_AND, NODE_NOT, NODE_FLAG, NODE_NUMBER, NODE_WORD } NodeKind;
typedef enum { OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_AT_MOST, OP_GREATER, OP_AT_LEAST, OP_CONTAINS, N_OPS } Op;

typedef struct _FilterNode FilterNode;
struct _FilterNode
{
  NodeKind kind;
  Op       op;
  guint    field;
  double   number;
  char    *word;
  FilterNode    *left, *right;   /* owned */
};

struct _TlTrialFilter
{
  FilterNode *root;
};

static void
node_free (FilterNode *node)
{
  if (node == NULL)
    return;
  node_free (node->left);
  node_free (node->right);
  g_free (node->word);
  g_free (node);
}

static FilterNode *
node_new (NodeKind kind, FilterNode *left, FilterNode *right)
{
  FilterNode *node = g_new0 (FilterNode, 1);

  node->kind = kind;
  node->left = left;
  node->right = right;
  return node;
}

/* --- reading --- */

typedef struct
{
  const char           *text;
  const char           *at;
  const TlFilterSource *source;
  guint                 depth;
  guint                 place;
  GError               *error;
} Parser;

static FilterNode *parse_or (Parser *parser);

static void G_GNUC_PRINTF (3, 4)
fail (Parser *parser, const char *at, const char *format, ...)
{
  va_list args;

  if (parser->error != NULL)
    return;
  va_start (args, format);
  parser->error = g_error_new_valist (TL_TRIAL_FILTER_ERROR, 0, format, args);
  va_end (args);
  parser->place = (guint) (at - parser->text);
}

static void
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
}

static gboolean
take (Parser *parser, const char *token)
{
  skip_space (parser);
  if (!g_str_has_prefix (parser->at, token))
    return FALSE;
  parser->at += strlen (token);
  return TRUE;
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static gsize
name_length (const char *at)
{
  gsize n = 0;

  while (is_name_char (at[n]))
    n++;
  return g_ascii_isdigit (*at) ? 0 : n;
}

static gint
find_field (const TlFilterSource *source, const char *name, gsize length)
{
  for (guint i = 0; i < source->n_fields; i++)
    if (strlen (source->fields[i].name) == length && g_ascii_strncasecmp (source->fields[i].name, name, length) == 0)
      return (gint) i;
  return -1;
}

/* How many letters differ at least, for a proposal: of two short names, by place. */
static guint
distance (const char *a, const char *b)
{
  guint n = 0;

  while (*a != '\0' && *b != '\0')
    n += g_ascii_tolower (*a++) != g_ascii_tolower (*b++);
  return n + (guint) strlen (a) + (guint) strlen (b);
}

static void
fail_unknown (Parser *parser, gsize length)
{
  g_autofree char *name = g_strndup (parser->at, length);
  const char      *nearest = NULL;
  guint            least = (guint) length;

  for (guint i = 0; i < parser->source->n_fields; i++)
    {
      const char *other = parser->source->fields[i].name;
      guint       n = g_str_has_prefix (other, name) || g_str_has_prefix (name, other) ? 1 : distance (other, name);

      if (n < least)
        {
          least = n;
          nearest = other;
        }
    }
  if (nearest != NULL)
    fail (parser, parser->at, _("No column is named “%s”. Try: %s"), name, nearest);
  else
    fail (parser, parser->at, _("No column is named “%s”"), name);
}

/* The operator that stands here; N_OPS: none. "=" is "==". */
static Op
take_op (Parser *parser)
{
  static const struct { const char *text; Op op; } tokens[] = {
    { "==", OP_EQUAL }, { "!=", OP_NOT_EQUAL }, { "<=", OP_AT_MOST }, { ">=", OP_AT_LEAST }, { "<", OP_LESS }, { ">", OP_GREATER },
    { "=", OP_EQUAL },  { "~", OP_CONTAINS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    if (take (parser, tokens[i].text))
      return tokens[i].op;
  return N_OPS;
}

static gboolean
take_unit (Parser *parser, double *number)
{
  static const struct { const char *text; double factor; } units[] = {
    { "ms", 1e-3 }, { "us", 1e-6 }, { "µs", 1e-6 }, { "μs", 1e-6 }, { "ns", 1e-9 }, { "s", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (take (parser, units[i].text))
      {
        *number *= units[i].factor;
        return TRUE;
      }
  return FALSE;
}

static FilterNode *
parse_number (Parser *parser, guint field, Op op)
{
  const TlFilterField *of = &parser->source->fields[field];
  const char          *start;
  char                *end;
  FilterNode                *node;
  double               number;

  skip_space (parser);
  start = parser->at;
  number = g_ascii_strtod (start, &end);
  if (end == start || !isfinite (number))
    {
      fail (parser, start, of->type == TL_FILTER_SECONDS ? _("%s is compared with a time, as in %s < 2ms")
            : _("%s is compared with a number, as in %s < 4"), of->name, of->name);
      return NULL;
    }
  parser->at = end;
  if (of->type == TL_FILTER_SECONDS && !take_unit (parser, &number))
    {
      fail (parser, parser->at, _("A unit is missing after %.*s: s, ms, us or ns"), (int) (end - start), start);
      return NULL;
    }
  if (is_name_char (*parser->at))
    {
      fail (parser, parser->at, _("“%.*s” is no part of a number"), (int) strcspn (parser->at, " )&|"), parser->at);
      return NULL;
    }
  node = node_new (NODE_NUMBER, NULL, NULL);
  node->field = field;
  node->op = op;
  node->number = number;
  return node;
}

/* A word, or text in quotes; NULL with an error. */
static char *
take_word (Parser *parser)
{
  const char *start, *end;
  gsize       n = 0;
  char       *word;

  skip_space (parser);
  start = parser->at;
  if (*start == '"' || *start == '\'')
    {
      end = strchr (start + 1, *start);
      if (end == NULL)
        {
          fail (parser, start, _("The quote is not closed"));
          return NULL;
        }
      parser->at = end + 1;
      return g_strndup (start + 1, (gsize) (end - start - 1));
    }
  while (is_name_char (start[n]) || start[n] == '-' || start[n] == '.' || (guchar) start[n] >= 0x80)
    n++;
  if (n == 0)
    {
      fail (parser, start, _("A word is missing here"));
      return NULL;
    }
  word = g_strndup (start, n);
  parser->at = start + n;
  return word;
}

/* "wrong" is "wrong-result", and "Fast" is "fast". */
static gboolean
is_word (const char *text, gsize length, const char *word)
{
  gsize n = strlen (word);

  return n <= length && g_ascii_strncasecmp (text, word, n) == 0 && (n == length || text[n] == '-');
}

static gboolean
check_word (Parser *parser, const TlFilterField *of, const char *word, const char *at)
{
  g_autofree char *all = NULL;

  if (of->words == NULL)
    return TRUE;
  for (guint i = 0; of->words[i] != NULL; i++)
    if (is_word (of->words[i], strlen (of->words[i]), word))
      return TRUE;
  all = g_strjoinv (", ", (char **) of->words);
  fail (parser, at, _("“%s” is no %s. Try: %s"), word, of->name, all);
  return FALSE;
}

static FilterNode *
parse_word (Parser *parser, guint field, Op op, const char *op_at)
{
  const TlFilterField *of = &parser->source->fields[field];
  g_autofree char     *word = NULL;
  const char          *at;
  FilterNode                *node;

  if (op != OP_EQUAL && op != OP_NOT_EQUAL && op != OP_CONTAINS)
    {
      fail (parser, op_at, _("%s is text: compare it with ==, != or ~"), of->name);
      return NULL;
    }
  skip_space (parser);
  at = parser->at;
  word = take_word (parser);
  if (word == NULL || (op != OP_CONTAINS && !check_word (parser, of, word, at)))
    return NULL;
  node = node_new (NODE_WORD, NULL, NULL);
  node->field = field;
  node->op = op;
  node->word = g_steal_pointer (&word);
  return node;
}

static FilterNode *
parse_comparison (Parser *parser)
{
  gsize       length;
  gint        field;
  const char *op_at;
  Op          op;
  FilterNode       *node;

  skip_space (parser);
  length = name_length (parser->at);
  if (length == 0)
    {
      fail (parser, parser->at, *parser->at == '\0' ? _("The expression ends where a column is expected") : _("A column is expected here"));
      return NULL;
    }
  field = find_field (parser->source, parser->at, length);
  if (field < 0)
    {
      fail_unknown (parser, length);
      return NULL;
    }
  parser->at += length;
  if (parser->source->fields[field].type == TL_FILTER_FLAG)
    {
      node = node_new (NODE_FLAG, NULL, NULL);
      node->field = (guint) field;
      return node;
    }
  skip_space (parser);
  op_at = parser->at;
  op = take_op (parser);
  if (op == N_OPS)
    {
      fail (parser, op_at, _("A comparison is missing after %s: == != < <= > >= or ~"), parser->source->fields[field].name);
      return NULL;
    }
  if (parser->source->fields[field].type == TL_FILTER_WORD)
    return parse_word (parser, (guint) field, op, op_at);
  if (op == OP_CONTAINS)
    {
      fail (parser, op_at, _("%s is a number: compare it with == != < <= > or >="), parser->source->fields[field].name);
      return NULL;
    }
  return parse_number (parser, (guint) field, op);
}

static FilterNode *
parse_inside (Parser *parser)
{
  const char *open = parser->at - 1;
  FilterNode       *node = parse_or (parser);

  if (node != NULL && !take (parser, ")"))
    fail (parser, open, _("The parenthesis is not closed"));
  return node;
}

static FilterNode *
parse_unary (Parser *parser)
{
  FilterNode *node = NULL;

  if (++parser->depth > MAX_DEPTH)
    fail (parser, parser->at, _("The expression nests too deep"));
  else if (take (parser, "!"))
    node = node_new (NODE_NOT, parse_unary (parser), NULL);
  else if (take (parser, "("))
    node = parse_inside (parser);
  else
    node = parse_comparison (parser);
  parser->depth--;
  return node;
}

static FilterNode *
parse_and (Parser *parser)
{
  FilterNode *node = parse_unary (parser);

  while (parser->error == NULL && take (parser, "&&"))
    node = node_new (NODE_AND, node, parse_unary (parser));
  return node;
}

static FilterNode *
parse_or (Parser *parser)
{
  FilterNode *node = parse_and (parser);

  while (parser->error == NULL && take (parser, "||"))
    node = node_new (NODE_OR, node, parse_and (parser));
  return node;
}

TlTrialFilter *
tl_trial_filter_parse (const char *text, const TlFilterSource *source, guint *place, GError **error)
{
  Parser         parser = { .text = text, .at = text, .source = source };
  FilterNode          *root;
  TlTrialFilter *filter;

  skip_space (&parser);
  root = *parser.at == '\0' ? node_new (NODE_ALL, NULL, NULL) : parse_or (&parser);
  skip_space (&parser);
  if (*parser.at != '\0')
    fail (&parser, parser.at, _("Join comparisons with && or ||"));
  if (parser.error != NULL)
    {
      node_free (root);
      *place = parser.place;
      g_propagate_error (error, parser.error);
      return NULL;
    }
  filter = g_new0 (TlTrialFilter, 1);
  filter->root = root;
  return filter;
}

void
tl_trial_filter_free (TlTrialFilter *filter)
{
  node_free (filter->root);
  g_free (filter);
}

/* --- matching --- */

/* A number as people write it, which has three digits, is equal to what is shown so. */
static gboolean
is_equal (double a, double b)
{
  return fabs (a - b) <= 1e-9 * tl_max (fabs (a), fabs (b));
}

static gboolean
number_matches (const FilterNode *node, double value)
{
  switch (node->op)
    {
    case OP_EQUAL:
      return is_equal (value, node->number);
    case OP_NOT_EQUAL:
      return !is_equal (value, node->number);
    case OP_LESS:
      return value < node->number;
    case OP_AT_MOST:
      return value <= node->number;
    case OP_GREATER:
      return value > node->number;
    case OP_AT_LEAST:
      return value >= node->number;
    case OP_CONTAINS:
    case N_OPS:
    default:
      return FALSE;
    }
}

static gboolean
contains (const char *text, const char *word)
{
  gsize n = strlen (word);

  for (; *text != '\0'; text++)
    if (g_ascii_strncasecmp (text, word, n) == 0)
      return TRUE;
  return n == 0;
}

static gboolean
has_line (const char *text, const char *word)
{
  for (;; text++)
    {
      gsize n = strcspn (text, "\n");

      if (is_word (text, n, word))
        return TRUE;
      text += n;
      if (*text == '\0')
        return FALSE;
    }
}

static gboolean
node_matches (const FilterNode *node, const TlFilterSource *source, guint row)
{
  const char *text;
  double      value;

  switch (node->kind)
    {
    case NODE_OR:
      return node_matches (node->left, source, row) || node_matches (node->right, source, row);
    case NODE_AND:
      return node_matches (node->left, source, row) && node_matches (node->right, source, row);
    case NODE_NOT:
      return !node_matches (node->left, source, row);
    case NODE_FLAG:
      return source->number (source->data, node->field, row) > 0;
    case NODE_NUMBER:
      value = source->number (source->data, node->field, row);
      return !isnan (value) && number_matches (node, value);
    case NODE_WORD:
      text = source->text (source->data, node->field, row);
      text = text != NULL ? text : "";
      return node->op == OP_CONTAINS ? contains (text, node->word) : has_line (text, node->word) == (node->op == OP_EQUAL);
    case NODE_ALL:
    default:
      return TRUE;
    }
}

gboolean
tl_trial_filter_matches (const TlTrialFilter *filter, const TlFilterSource *source, guint row)
{
  return node_matches (filter->root, source, row);
}

/* --- completion --- */

/* The column whose value is written at @at: "status == w|"; -1: none. */
static gint
field_before (const char *text, const char *at, const TlFilterSource *source)
{
  const char *end;

  while (at > text && g_ascii_isspace (at[-1]))
    at--;
  end = at;
  while (at > text && strchr ("=!<>~", at[-1]) != NULL)
    at--;
  if (at == end)
    return -1;
  while (at > text && g_ascii_isspace (at[-1]))
    at--;
  end = at;
  while (at > text && is_name_char (at[-1]))
    at--;
  return find_field (source, at, (gsize) (end - at));
}

static void
add_match (GPtrArray *found, const char *candidate, const char *word, gsize length)
{
  if (g_ascii_strncasecmp (candidate, word, length) == 0 && strlen (candidate) > length)
    g_ptr_array_add (found, (gpointer) candidate);
}

GPtrArray *
tl_trial_filter_complete (const char *text, guint cursor, const TlFilterSource *source, guint *start)
{
  GPtrArray  *found = g_ptr_array_new ();
  const char *at = text + cursor;
  gsize       length;
  gint        field;

  while (at > text && (is_name_char (at[-1]) || at[-1] == '-'))
    at--;
  *start = (guint) (at - text);
  length = cursor - *start;
  field = field_before (text, at, source);
  if (field >= 0)
    for (guint i = 0; source->fields[field].words != NULL && source->fields[field].words[i] != NULL; i++)
      add_match (found, source->fields[field].words[i], at, length);
  else
    for (guint i = 0; !g_ascii_isdigit (*at) && i < source->n_fields; i++)
      add_match (found, source->fields[i].name, at, length);
  return found;
}

/* --- ranges --- */

#define INEXACT 1e-9   /* of the last digit: how far a number may be from what is read from its text */

/* "1.234ms", less (@up: more) than @seconds. */
static char *
latency_text (double seconds, gboolean up)
{
  static const struct { double unit; const char *name; } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } };
  guint  u = 0;
  double value, step;

  while (u + 1 < G_N_ELEMENTS (units) && seconds < units[u].unit)
    u++;
  value = seconds / units[u].unit;
  step = pow (10, floor (log10 (value)) - 3);
  value = (up ? ceil (value / step + INEXACT) : floor (value / step - INEXACT)) * step;
  return g_strdup_printf ("%.4g%s", value, units[u].name);
}

char *
tl_trial_filter_for_range (guint first, guint last, double least_s, double most_s)
{
  g_autofree char *numbers = first == last ? g_strdup_printf ("trial == %u", first)
                                           : g_strdup_printf ("trial >= %u && trial <= %u", first, last);
  g_autofree char *least = NULL, *most = NULL;

  if (!(least_s > 0))
    return g_steal_pointer (&numbers);
  least = latency_text (least_s, FALSE);
  most = latency_text (most_s, TRUE);
  return g_strdup_printf ("%s && lat >= %s && lat <= %s", numbers, least, most);
}
