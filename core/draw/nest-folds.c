/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/nest-folds.h"

#include <math.h>

TlNestFolds *
tl_nest_folds_new (void)
{
  TlNestFolds *folds = g_new0 (TlNestFolds, 1);

  folds->chosen = g_hash_table_new (NULL, NULL);
  return folds;
}

void
tl_nest_folds_free (TlNestFolds *folds)
{
  g_hash_table_unref (folds->chosen);
  g_free (folds);
}

void
tl_nest_folds_clear (TlNestFolds *folds)
{
  g_hash_table_remove_all (folds->chosen);
  folds->path_to = 0;
}

gboolean
tl_nest_can_fold (const TlNest *nest, guint index)
{
  return nest->items[index].id != 0 && nest->items[index].end > index + 1;
}

gboolean
tl_nest_folds_is_folded (const TlNestFolds *folds, const TlNest *nest, guint index, gboolean in_lines)
{
  gpointer folded;

  if (!tl_nest_can_fold (nest, index))
    return FALSE;
  if (g_hash_table_lookup_extended (folds->chosen, GUINT_TO_POINTER (nest->items[index].id), NULL, &folded))
    return GPOINTER_TO_INT (folded);
  return in_lines && nest->items[index].is_side;
}

void
tl_nest_folds_set (TlNestFolds *folds, TlNodeId loop, gboolean folded)
{
  g_hash_table_insert (folds->chosen, GUINT_TO_POINTER (loop), GINT_TO_POINTER (folded));
}

/* Whether @inner is @outer or stands in it. */
static gboolean
is_within (const TlNest *nest, guint inner, guint outer)
{
  return inner >= outer && inner < nest->items[outer].end;
}

gboolean
tl_nest_folds_reveal (TlNestFolds *folds, const TlNest *nest, guint index, gboolean in_lines)
{
  gint     path_to = tl_nest_find (nest, folds->path_to);
  gboolean has_revealed = FALSE;

  for (gint at = nest->items[index].parent; at >= 0; at = nest->items[at].parent)
    if (tl_nest_folds_is_folded (folds, nest, (guint) at, in_lines))
      {
        tl_nest_folds_set (folds, nest->items[at].id, FALSE);
        has_revealed = TRUE;
      }
  if (path_to >= 0 && !is_within (nest, index, (guint) path_to) && !is_within (nest, (guint) path_to, index))
    {
      folds->path_to = 0;
      has_revealed = TRUE;
    }
  return has_revealed;
}

guint
tl_nest_folds_hide (const TlNestFolds *folds, const TlNest *nest, gboolean in_lines, gboolean *hidden)
{
  gint  path_to = tl_nest_find (nest, folds->path_to);
  guint n_hidden = 0;

  for (guint i = 0; i < nest->n_items; i++)
    {
      gint parent = nest->items[i].parent;

      hidden[i] = parent >= 0 && (hidden[parent] || tl_nest_folds_is_folded (folds, nest, (guint) parent, in_lines));
      if (path_to >= 0 && !is_within (nest, i, (guint) path_to) && !is_within (nest, (guint) path_to, i))
        hidden[i] = TRUE;
      n_hidden += hidden[i] && nest->items[i].id != 0;
    }
  return n_hidden;
}

static double
share_of (const double *shares, guint index)
{
  return isfinite (shares[index]) ? shares[index] : 0;
}

gboolean
tl_nest_folds_fold_least (TlNestFolds *folds, const TlNest *nest, gboolean in_lines, const double *shares, TlNodeId kept)
{
  g_autofree gboolean *hidden = g_new0 (gboolean, nest->n_items + 1);
  gint                 keep = tl_nest_find (nest, kept), found = -1;

  tl_nest_folds_hide (folds, nest, in_lines, hidden);
  for (guint i = 0; i < nest->n_items; i++)
    if (!hidden[i] && tl_nest_can_fold (nest, i) && !tl_nest_folds_is_folded (folds, nest, i, in_lines)
        && (keep < 0 || !is_within (nest, (guint) keep, i)) && (found < 0 || share_of (shares, i) < share_of (shares, (guint) found)))
      found = (gint) i;
  if (found >= 0)
    tl_nest_folds_set (folds, nest->items[found].id, TRUE);
  return found >= 0;
}

gboolean
tl_nest_folds_open_most (TlNestFolds *folds, const TlNest *nest, gboolean in_lines, const double *shares)
{
  g_autofree gboolean *hidden = g_new0 (gboolean, nest->n_items + 1);
  gint                 found = -1;

  tl_nest_folds_hide (folds, nest, in_lines, hidden);
  for (guint i = 0; i < nest->n_items; i++)
    if (!hidden[i] && tl_nest_folds_is_folded (folds, nest, i, in_lines)
        && (found < 0 || share_of (shares, i) > share_of (shares, (guint) found)))
      found = (gint) i;
  if (found >= 0)
    tl_nest_folds_set (folds, nest->items[found].id, FALSE);
  return found >= 0;
}
