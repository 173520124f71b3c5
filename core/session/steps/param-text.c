/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/param-text.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/ir/walk.h"
#include "core/text/script.h"

/* Where the keyword of Python, without its underscores, is not how one would say it. */
static const struct { const char *name, *title; } titles[] = {
  { "ann_key", N_("Key") },
  { "ann_val", N_("Value") },
  { "buffer_index", N_("Buffer") },
  { "read_buffer_index", N_("Buffer read") },
  { "write_buffer_index", N_("Buffer written") },
  { "block_or_loop", N_("Block or loop") },
  { "disable_predication", N_("Without predicates") },
  { "factors", N_("Factors, * is inferred") },
  { "func_name", N_("Function") },
  { "innerpart_factor", N_("Inner parts divisible by") },
  { "max_innermost_factor", N_("Largest inner factor") },
  { "n", N_("Number of factors") },
  { "partition_pos", N_("Position of the partition") },
  { "preserve_unit_iters", N_("Keep axes of extent 1") },
  { "preserve_unit_loops", N_("Keep loops of extent 1") },
  { "probs", N_("Probabilities") },
  { "dtype", N_("Element type") },
};

char *
tl_param_title (const TlPrimitiveParam *param)
{
  char *title;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (strcmp (titles[i].name, param->name) == 0)
      return g_strdup (_(titles[i].title));
  title = g_strdelimit (g_strdup (param->name), "_", ' ');
  title[0] = g_ascii_toupper (title[0]);
  return title;
}

static TlWalk
take_block (const TlStmt *stmt, gpointer name)
{
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  *(const char **) name = stmt->block.name;
  return TL_WALK_STOP;
}

static char *
title_of (const TlStmt *stmt)
{
  g_autofree char *extent = NULL;
  const char      *block = NULL;

  if (stmt->kind == TL_STMT_BLOCK)
    return g_strdup_printf (_("block %s"), stmt->block.name);
  extent = tl_expr_to_text (stmt->loop.extent);
  tl_stmt_walk (stmt->loop.body, take_block, NULL, &block);
  if (block == NULL)
    return g_strdup_printf (_("%s, extent %s"), stmt->loop.var->name, extent);
  return g_strdup_printf (_("%s of %s, extent %s"), stmt->loop.var->name, block, extent);
}

char **
tl_node_titles (const GPtrArray *nodes)
{
  g_autoptr (GHashTable)   seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < nodes->len; i++)
    {
      g_autofree char *title = title_of (nodes->pdata[i]), *numbered = g_strdup (title);

      for (guint n = 2; g_hash_table_contains (seen, numbered); n++)
        {
          g_free (numbered);
          numbered = g_strdup_printf ("%s (%u)", title, n);
        }
      g_strv_builder_add (builder, numbered);
      g_hash_table_add (seen, g_steal_pointer (&numbered));
    }
  return g_strv_builder_end (builder);
}
