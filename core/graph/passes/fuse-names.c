/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/fuse-names-private.h"

#include <string.h>

/* --- buffers --- */

typedef struct
{
  const char *name;
  gsize       length;
  gboolean    is_found;
} NameSearch;

static void
compare_name (NameSearch *search, const TlBuffer *buffer)
{
  search->is_found |= strncmp (buffer->name, search->name, search->length) == 0 && buffer->name[search->length] == '\0';
}

static TlWalk
look_for_name (const TlStmt *stmt, gpointer user_data)
{
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    compare_name (user_data, stmt->block.allocs[i]);
  return TL_WALK_INTO;
}

static gboolean
has_buffer (const TlPrimFunc *func, const char *name, gsize length)
{
  NameSearch search = { name, length, FALSE };

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      compare_name (&search, func->params[i].buffer);
  tl_stmt_walk (func->body, look_for_name, NULL, &search);
  return search.is_found;
}

/* The length without the "_1" that a script has to tell a buffer from another one of its name. */
static gsize
length_without_number (const TlPrimFunc *func, const char *name)
{
  gsize length = strlen (name), end = length;

  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  return end < length && end > 1 && name[end - 1] == '_' && has_buffer (func, name, end - 1) ? end - 1 : length;
}

const char *
tl_fuse_name_intermediate (TlArena *arena, const TlPrimFunc *func, const TlBuffer *buffer, GHashTable *taken)
{
  g_autoptr (GString) name = g_string_new_len (buffer->name, (gssize) length_without_number (func, buffer->name));

  g_string_append (name, "_intermediate");
  for (guint i = 1; g_hash_table_contains (taken, name->str); i++)
    g_string_append_printf (name, "_%u", i);
  g_hash_table_add (taken, g_strdup (name->str));
  return tl_arena_strdup (arena, name->str);
}

/* --- blocks --- */

static char *
fresh_block_name (GHashTable *taken, const char *name)
{
  gsize           end = strlen (name);
  g_autofree char *prefix = NULL;
  char            *fresh = g_strdup (name);

  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  prefix = g_strndup (name, end);
  for (guint i = 1; g_hash_table_contains (taken, fresh); i++)
    {
      g_free (fresh);
      fresh = g_strdup_printf ("%s%u", prefix, i);
    }
  return fresh;
}

/* Blocks around come first. */
static const TlStmt *
rename_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  GHashTable *taken = rewriter->user_data;
  char       *name;
  TlBlock     block;

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  name = fresh_block_name (taken, stmt->block.name);
  g_hash_table_add (taken, name);
  if (strcmp (name, stmt->block.name) == 0)
    return NULL;
  block = stmt->block;
  block.name = tl_arena_strdup (rewriter->arena, name);
  return tl_rewrite_stmt_children (rewriter, tl_stmt_block (rewriter->arena, &block));
}

const TlStmt *
tl_fuse_rename_blocks (TlArena *arena, const TlStmt *body)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  TlRewriter             rewriter = { .arena = arena, .expr = tl_rewrite_no_expr, .stmt = rename_block, .user_data = taken };

  return tl_rewrite_stmt (&rewriter, body);
}
