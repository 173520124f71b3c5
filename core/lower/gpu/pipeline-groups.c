/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups of copies in a pipeline: how many may still be on their way where a statement needs an earlier one.
 *
 *   stages 0 (copy), 2 (use)    step t:  wait until all groups but 1 have arrived;  copy (t), a group;  use (t - 2)
 *
 * A statement waits ahead of copies that stand right before it where it needs none of them: threads that wait for each other between the
 * two then know both that what they need is there and that nobody needs the version any more that the copies go to.
 */
#include "core/lower/pipeline-private.h"

static guint
number_groups (GPtrArray *parts)
{
  guint n = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      PipelinePart *part = parts->pdata[i];

      if (part->is_async && i > 0 && ((PipelinePart *) parts->pdata[i - 1])->is_async)
        part->group = n - 1;
      else if (part->is_async)
        part->group = n++;
    }
  return n;
}

/* Whether @copy, which goes on by itself, writes what @part touches. */
static gboolean
is_awaited_by (const PipelinePart *copy, const PipelinePart *part)
{
  GHashTableIter iter;
  gpointer buffer, use;

  g_hash_table_iter_init (&iter, copy->uses);
  while (g_hash_table_iter_next (&iter, &buffer, &use))
    if ((GPOINTER_TO_UINT (use) & USE_WRITE) != 0 && g_hash_table_contains (part->uses, buffer))
      return TRUE;
  return FALSE;
}

/* An iteration of @part has the copies of the same iteration behind it, which ran as many steps earlier as the stages are apart. */
static void
find_awaited (GPtrArray *parts, PipelinePart *part, guint n_groups)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const PipelinePart *copy = parts->pdata[i];

      if (!copy->is_async || copy == part || !is_awaited_by (copy, part) || (part->is_async && part->stage == copy->stage))
        continue;
      gint64 awaited = copy->group - (part->stage - copy->stage) * (gint64) n_groups;
      part->awaited = part->waits ? MAX (part->awaited, awaited) : awaited;
      part->waits = TRUE;
    }
}

static guint
first_of_group (const GPtrArray *parts, guint at)
{
  while (at > 0 && ((const PipelinePart *) parts->pdata[at - 1])->is_async)
    at--;
  return at;
}

guint
tl_pipeline_make_groups (GPtrArray *parts)
{
  guint n_groups = number_groups (parts);

  for (guint i = 0; i < parts->len; i++)
    {
      PipelinePart *part = parts->pdata[i];

      find_awaited (parts, part, n_groups);
      part->wait_at = i;
      if (!part->waits || i == 0)
        continue;
      const PipelinePart *before = parts->pdata[i - 1];
      if (before->is_async && part->awaited < (gint64) before->group)
        part->wait_at = first_of_group (parts, i);
    }
  return n_groups;
}

gboolean
tl_pipeline_has_group (const GPtrArray *parts, const PipelineSteps *steps, gint64 emptying, guint group)
{
  if (emptying < 0 || steps->first_stage == NULL)
    return TRUE;
  for (guint i = 0; i < parts->len; i++)
    {
      const PipelinePart *part = parts->pdata[i];

      if (part->is_async && part->group == group && part->stage >= steps->first_stage[emptying])
        return TRUE;
    }
  return FALSE;
}

gint64
tl_pipeline_groups_since (const GPtrArray *parts, const PipelineSteps *steps, gint64 emptying, guint at, gint64 awaited)
{
  gint64 ahead = 0, n = 0, n_groups = steps->n_groups;

  for (guint i = 0; i < at; i++)
    if (((const PipelinePart *) parts->pdata[i])->is_async)
      ahead = ((const PipelinePart *) parts->pdata[i])->group + 1;
  for (gint64 number = awaited + 1; number < ahead; number++)
    {
      gint64 step = number >= 0 ? number / n_groups : -((-number + n_groups - 1) / n_groups);

      n += tl_pipeline_has_group (parts, steps, emptying + step, (guint) (number - step * n_groups));
    }
  return n;
}
