/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The columns join one after another, those beside the baseline first: each is aligned with the rows that there are, as two sequences of
 * the most common worth (Needleman, Wunsch 1970), which leaves its order as it is. A row that takes an item of the column goes on as one.
 */
#include "core/draw/compare/nest-alignment.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/draw/compare/nest-relation-private.h"

#define WORTH_OF_BASELINE 2.0   /* times that of another column */

/* --- rows --- */

static TlAlignedRow
new_row (guint column, guint item, guint depth)
{
  TlAlignedRow row = { .depth = depth };

  for (guint i = 0; i < TL_COMPARED_MAX; i++)
    row.cells[i].item = -1;
  row.cells[column].item = (gint) item;
  return row;
}

static double
worth_of (const TlNestRelations *relations, const TlAlignedRow *row, guint baseline, guint column, guint item)
{
  double worth = 0;

  for (guint i = 0; i < relations->n_columns; i++)
    if (row->cells[i].item >= 0)
      worth += tl_nest_relation (relations, i, (guint) row->cells[i].item, column, item) * (i == baseline ? WORTH_OF_BASELINE : 1);
  return worth;
}

/* The most worth of the first rows with the first items: (n_rows + 1) × (n_items + 1). */
static double *
fill_table (const TlNestRelations *relations, GArray *rows, guint baseline, guint column, double *worths)
{
  guint   n_items = relations->nests[column]->n_items, width = n_items + 1;
  double *table = g_new0 (double, (gsize) (rows->len + 1) * width);

  for (guint row = 1; row <= rows->len; row++)
    for (guint item = 1; item <= n_items; item++)
      {
        double  worth = worth_of (relations, &g_array_index (rows, TlAlignedRow, row - 1), baseline, column, item - 1);
        double *at = &table[row * width + item];

        worths[(row - 1) * n_items + item - 1] = worth;
        *at = MAX (at[-1], at[-(gssize) width]);
        if (worth > 0)
          *at = MAX (*at, at[-(gssize) width - 1] + worth);
      }
  return table;
}

static GArray *
join_column (const TlNestRelations *relations, GArray *rows, guint baseline, guint column)
{
  const TlNest *nest = relations->nests[column];
  guint         row = rows->len, item = nest->n_items, width = nest->n_items + 1;
  double       *worths = g_new0 (double, (gsize) rows->len * nest->n_items + 1);
  double       *table = fill_table (relations, rows, baseline, column, worths);
  GArray       *joined = g_array_new (FALSE, FALSE, sizeof (TlAlignedRow));

  while (row > 0 || item > 0)
    {
      double       best = table[row * width + item];
      double       worth = row > 0 && item > 0 ? worths[(row - 1) * nest->n_items + item - 1] : 0;
      TlAlignedRow next;

      if (worth > 0 && best == table[(row - 1) * width + item - 1] + worth)
        {
          next = g_array_index (rows, TlAlignedRow, --row);
          next.cells[column].item = (gint) --item;
        }
      else if (item > 0 && (row == 0 || best == table[row * width + item - 1]))
        {
          item--;
          next = new_row (column, item, nest->items[item].depth);
        }
      else
        next = g_array_index (rows, TlAlignedRow, --row);
      g_array_append_val (joined, next);
    }
  for (guint i = 0; i < joined->len / 2; i++)
    {
      TlAlignedRow first = g_array_index (joined, TlAlignedRow, i);

      g_array_index (joined, TlAlignedRow, i) = g_array_index (joined, TlAlignedRow, joined->len - 1 - i);
      g_array_index (joined, TlAlignedRow, joined->len - 1 - i) = first;
    }
  g_free (worths);
  g_free (table);
  g_array_unref (rows);
  return joined;
}

static void
join_columns (TlNestAlignment *self, const TlNestRelations *relations)
{
  const TlNest *nest = self->nests[self->baseline];
  GArray       *rows = g_array_new (FALSE, FALSE, sizeof (TlAlignedRow));

  for (guint i = 0; i < nest->n_items; i++)
    {
      TlAlignedRow row = new_row (self->baseline, i, nest->items[i].depth);

      g_array_append_val (rows, row);
    }
  for (guint distance = 1; distance < self->n_columns; distance++)
    {
      if (distance <= self->baseline)
        rows = join_column (relations, rows, self->baseline, self->baseline - distance);
      if (self->baseline + distance < self->n_columns)
        rows = join_column (relations, rows, self->baseline, self->baseline + distance);
    }
  self->n_rows = rows->len;
  self->rows = (TlAlignedRow *) (gpointer) g_array_free (rows, FALSE);
}

/* --- differences --- */

static gboolean
is_same_attrs (const TlAttrs *a, const TlAttrs *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    {
      const TlValue *other = tl_attrs_find (b, a->keys[i]);

      if (other == NULL || !tl_value_equal (&a->values[i], other))
        return FALSE;
    }
  return TRUE;
}

static guint
loop_differences (const TlNestItem *a, const TlNestItem *b)
{
  const TlLoop *left = &a->stmt->loop, *right = &b->stmt->loop;
  gboolean      is_extent_same = a->extent >= 0 || b->extent >= 0 ? a->extent == b->extent : strcmp (a->extent_text, b->extent_text) == 0;

  return (is_extent_same ? 0 : TL_DIFFERS_EXTENT)
         | (left->kind != right->kind || g_strcmp0 (left->thread, right->thread) != 0 ? TL_DIFFERS_KIND : 0)
         | (is_same_attrs (&left->annotations, &right->annotations) ? 0 : TL_DIFFERS_ANNOTATION);
}

/* Frees both. */
static gboolean
is_same_text (char *a, char *b)
{
  gboolean is_same = strcmp (a, b) == 0;

  g_free (a);
  g_free (b);
  return is_same;
}

static guint
block_differences (const TlNestItem *a, const TlNestItem *b)
{
  const TlBlock *left = &a->stmt->block, *right = &b->stmt->block;
  gboolean       is_same_accesses = is_same_text (tl_block_reads_text (left), tl_block_reads_text (right));

  is_same_accesses &= is_same_text (tl_block_writes_text (left), tl_block_writes_text (right));
  return (is_same_accesses ? 0 : TL_DIFFERS_ACCESSES)
         | (tl_block_is_guarded (left) == tl_block_is_guarded (right) ? 0 : TL_DIFFERS_PREDICATE)
         | (is_same_attrs (&left->annotations, &right->annotations) ? 0 : TL_DIFFERS_ANNOTATION);
}

static void
compare_cell (TlNestAlignment *self, TlAlignedRow *row, guint column)
{
  const TlAlignedCell *base = &row->cells[self->baseline];
  TlAlignedCell       *cell = &row->cells[column];
  const TlNestItem    *a = base->item >= 0 ? &self->nests[self->baseline]->items[base->item] : NULL;
  const TlNestItem    *b = cell->item >= 0 ? &self->nests[column]->items[cell->item] : NULL;

  if (a != NULL && b != NULL)
    cell->differs = a->kind == TL_NEST_LOOP ? loop_differences (a, b) : a->kind == TL_NEST_BLOCK ? block_differences (a, b) : 0;
  cell->change = a == NULL && b == NULL ? TL_CELL_EMPTY : a == NULL ? TL_CELL_ADDED : b == NULL ? TL_CELL_MISSING
                 : cell->differs != 0 ? TL_CELL_CHANGED : TL_CELL_SAME;
  if (column == self->baseline && b != NULL)
    row->depth = b->depth;
  if (cell->change >= TL_CELL_CHANGED)
    self->n_differences++;
}

/* --- ribbons --- */

/* Whether the cell is a loop of one iteration, which moves nothing. */
static gboolean
is_single (const TlNestAlignment *self, guint row, guint column)
{
  gint item = self->rows[row].cells[column].item;

  return item >= 0 && self->nests[column]->items[item].kind == TL_NEST_LOOP && self->nests[column]->items[item].extent == 1;
}

/* A loop of one iteration touches the loops beside it; where it is in both schedules it comes from itself alone. */
static gboolean
is_touch (const TlNestAlignment *self, guint column, guint from, guint to)
{
  return is_single (self, from, column) != is_single (self, to, column + 1)
         && (is_single (self, from, column) ? is_single (self, from, column + 1) : is_single (self, to, column));
}

static void
add_ribbons (TlNestAlignment *self, const TlNestRelations *relations, guint column, GArray *ribbons)
{
  const TlNest *left = self->nests[column], *right = self->nests[column + 1];

  for (guint from = 0; from < self->n_rows; from++)
    for (guint to = 0; to < self->n_rows; to++)
      {
        gint     a = self->rows[from].cells[column].item, b = self->rows[to].cells[column + 1].item;
        TlRibbon ribbon = { .column = column, .from_row = from, .to_row = to };

        if (a < 0 || b < 0 || left->items[a].kind != TL_NEST_LOOP || right->items[b].kind != TL_NEST_LOOP)
          continue;
        ribbon.family = MIN (left->items[a].family, right->items[b].family);
        if (ribbon.family != TL_FAMILY_COPIES && !is_touch (self, column, from, to)
            && tl_nest_loops_meet (relations, column, (guint) a, column + 1, (guint) b))
          g_array_append_val (ribbons, ribbon);
      }
}

static void
mark_plain (TlRibbon *ribbons, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      ribbons[i].is_plain = ribbons[i].from_row == ribbons[i].to_row;
      for (guint j = 0; j < n; j++)
        if (j != i && ribbons[j].column == ribbons[i].column
            && (ribbons[j].from_row == ribbons[i].from_row || ribbons[j].to_row == ribbons[i].to_row))
          ribbons[i].is_plain = FALSE;
    }
}

/* --- the whole --- */

TlNestAlignment *
tl_nest_alignment_new (TlState *const *states, guint n_states, guint baseline, const char *func_name)
{
  TlNestAlignment           *self = g_new0 (TlNestAlignment, 1);
  g_autoptr (TlNestRelations) relations = NULL;
  GArray                    *ribbons = g_array_new (FALSE, FALSE, sizeof (TlRibbon));

  g_assert (n_states > 0 && n_states <= TL_COMPARED_MAX && baseline < n_states);
  self->n_columns = n_states;
  self->baseline = baseline;
  for (guint i = 0; i < n_states; i++)
    {
      self->states[i] = tl_state_ref (states[i]);
      self->nests[i] = tl_nest_new_from (tl_state_module (tl_state_root (states[i])), tl_state_module (states[i]), func_name);
    }
  relations = tl_nest_relations_new (self->states, self->nests, n_states);
  join_columns (self, relations);
  for (guint row = 0; row < self->n_rows; row++)
    for (guint column = 0; column < n_states; column++)
      compare_cell (self, &self->rows[row], column);
  for (guint column = 0; column + 1 < n_states; column++)
    add_ribbons (self, relations, column, ribbons);
  mark_plain ((TlRibbon *) (gpointer) ribbons->data, ribbons->len);
  self->n_ribbons = ribbons->len;
  self->ribbons = (TlRibbon *) (gpointer) g_array_free (ribbons, FALSE);
  return self;
}

void
tl_nest_alignment_free (TlNestAlignment *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      tl_nest_free (self->nests[i]);
      tl_state_unref (self->states[i]);
    }
  g_free (self->rows);
  g_free (self->ribbons);
  g_free (self);
}

gint
tl_nest_alignment_find (const TlNestAlignment *self, guint column, TlNodeId id)
{
  gint item = tl_nest_find (self->nests[column], id);

  for (guint row = 0; item >= 0 && row < self->n_rows; row++)
    if (self->rows[row].cells[column].item == item)
      return (gint) row;
  return -1;
}

gboolean
tl_nest_alignment_step (const TlNestAlignment *self, gint direction, gint *row, gint *column)
{
  gint n = (gint) (self->n_rows * self->n_columns);
  gint at = *row < 0 ? (direction > 0 ? -1 : n) : *row * (gint) self->n_columns + MAX (*column, 0);

  for (gint i = 0; i < n; i++)
    {
      at = (at + direction + n) % n;
      if (self->rows[at / (gint) self->n_columns].cells[at % (gint) self->n_columns].change >= TL_CELL_CHANGED)
        {
          *row = at / (gint) self->n_columns;
          *column = at % (gint) self->n_columns;
          return TRUE;
        }
    }
  return FALSE;
}

/* --- in words --- */

static void
append_item (GString *text, const TlNestItem *item)
{
  if (item->kind == TL_NEST_LOOP)
    g_string_append_printf (text, _("%s, extent %s, %s"), item->label, item->extent_text,
                            tl_loop_look_title (tl_loop_look (&item->stmt->loop)));
  else if (item->kind == TL_NEST_BLOCK)
    g_string_append_printf (text, _("block %s"), item->label);
  else
    g_string_append (text, item->label);
}

static void
append_differences (GString *text, const TlNestItem *base, const TlNestItem *item, guint differs)
{
  g_string_append (text, _(", changed: "));
  if (differs & TL_DIFFERS_EXTENT)
    g_string_append_printf (text, _("extent %s → %s; "), base->extent_text, item->extent_text);
  if (differs & TL_DIFFERS_KIND)
    g_string_append_printf (text, "%s → %s; ", tl_loop_look_title (tl_loop_look (&base->stmt->loop)),
                            tl_loop_look_title (tl_loop_look (&item->stmt->loop)));
  if (differs & TL_DIFFERS_PREDICATE)
    g_string_append (text, tl_block_is_guarded (&item->stmt->block) ? _("runs for some iterations only; ")
                           : _("runs for all iterations; "));
  if (differs & TL_DIFFERS_ANNOTATION)
    g_string_append (text, _("annotations; "));
  if (differs & TL_DIFFERS_ACCESSES)
    {
      g_autofree char *before = tl_block_reads_text (&base->stmt->block), *after = tl_block_reads_text (&item->stmt->block);

      g_string_append_printf (text, _("reads %s → %s; "), before, after);
    }
  g_string_truncate (text, text->len - 2);
}

char *
tl_nest_alignment_describe (const TlNestAlignment *self, guint row, guint column)
{
  const TlAlignedCell *cell = &self->rows[row].cells[column], *base = &self->rows[row].cells[self->baseline];
  const TlNestItem    *a = base->item >= 0 ? &self->nests[self->baseline]->items[base->item] : NULL;
  const TlNestItem    *b = cell->item >= 0 ? &self->nests[column]->items[cell->item] : NULL;
  GString             *text = g_string_new (NULL);

  if (b != NULL)
    append_item (text, b);
  else if (a != NULL)
    {
      append_item (text, a);
      g_string_append (text, _(": missing"));
    }
  if (cell->change == TL_CELL_ADDED)
    g_string_append (text, _(", added"));
  else if (cell->change == TL_CELL_CHANGED)
    append_differences (text, a, b, cell->differs);
  return g_string_free (text, FALSE);
}
