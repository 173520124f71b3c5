/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/nest.h"

#include <string.h>

#include "core/ir/walk.h"
#include "core/text/script.h"

#define MAX_LABEL_CHARS 64

typedef struct
{
  GArray     *items;       /* TlNestItem */
  GHashTable *families;    /* name → number + 1 */
} Builder;

static void add_stmt (Builder *builder, const TlStmt *stmt, guint depth, gint parent);

char *
tl_loop_family_name (const char *var_name)
{
  gsize n = strlen (var_name);

  for (;;)
    {
      gsize i = n;

      while (i > 0 && g_ascii_isdigit (var_name[i - 1]))
        i--;
      if (i == n || i < 2 || var_name[i - 1] != '_')
        break;
      n = i - 1;
    }
  return g_strndup (var_name, n);
}

static guint
family_number (Builder *builder, const char *var_name)
{
  char    *name = tl_loop_family_name (var_name);
  gpointer known = g_hash_table_lookup (builder->families, name);
  guint    number;

  if (known != NULL)
    {
      g_free (name);
      return GPOINTER_TO_UINT (known) - 1;
    }
  number = g_hash_table_size (builder->families);
  g_hash_table_insert (builder->families, name, GUINT_TO_POINTER (number + 1));
  return number;
}

static char *
short_text (char *text)
{
  if (g_utf8_strlen (text, -1) > MAX_LABEL_CHARS)
    {
      g_autofree char *head = g_utf8_substring (text, 0, MAX_LABEL_CHARS - 1);

      g_free (text);
      return g_strconcat (head, "…", NULL);
    }
  return text;
}

static guint
push (Builder *builder, TlNestItem item)
{
  g_array_append_val (builder->items, item);
  return builder->items->len - 1;
}

static void
close_item (Builder *builder, guint index)
{
  g_array_index (builder->items, TlNestItem, index).end = builder->items->len;
}

typedef struct
{
  const TlVar *var;
  gboolean     found;
} NestReductionSearch;

static TlWalk
find_reduction_use (const TlStmt *stmt, gpointer user_data)
{
  NestReductionSearch *search = user_data;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  for (guint i = 0; i < stmt->block.n_axes; i++)
    if (stmt->block.axes[i].kind == TL_AXIS_REDUCE && tl_expr_uses_var (stmt->block.bindings[i], search->var))
      {
        search->found = TRUE;
        return TL_WALK_STOP;
      }
  return TL_WALK_INTO;
}

static void
add_loop (Builder *builder, const TlStmt *stmt, guint depth, gint parent)
{
  const TlLoop   *loop = &stmt->loop;
  NestReductionSearch search = { .var = loop->var };
  TlNestItem      item = { .kind = TL_NEST_LOOP, .id = loop->id, .stmt = stmt, .depth = depth, .parent = parent, .extent = -1 };
  guint           index;

  tl_expr_get_int (loop->extent, &item.extent);
  tl_stmt_walk (loop->body, find_reduction_use, NULL, &search);
  item.is_reduction = search.found;
  item.family = family_number (builder, loop->var->name);
  item.label = g_strdup (loop->var->name);
  item.extent_text = short_text (tl_expr_to_text (loop->extent));
  index = push (builder, item);
  add_stmt (builder, loop->body, depth + 1, (gint) index);
  close_item (builder, index);
}

static void
add_block (Builder *builder, const TlStmt *stmt, guint depth, gint parent)
{
  guint index = push (builder, (TlNestItem) { .kind = TL_NEST_BLOCK, .id = stmt->block.id, .stmt = stmt, .depth = depth, .parent = parent,
                                              .extent = -1, .label = g_strdup (stmt->block.name) });

  add_stmt (builder, stmt->block.body, depth + 1, (gint) index);
  close_item (builder, index);
}

/* A branch and the like gets a row of its own only if loops or blocks stand inside it. */
static void
add_other (Builder *builder, const TlStmt *stmt, char *label, guint depth, gint parent, const TlStmt *first, const TlStmt *second)
{
  guint index = push (builder, (TlNestItem) { .kind = TL_NEST_OTHER, .stmt = stmt, .depth = depth, .parent = parent, .extent = -1,
                                              .label = short_text (label) });

  add_stmt (builder, first, depth + 1, (gint) index);
  if (second != NULL)
    add_stmt (builder, second, depth + 1, (gint) index);
  if (builder->items->len == index + 1)
    {
      g_free (g_array_index (builder->items, TlNestItem, index).label);
      g_array_set_size (builder->items, index);
      return;
    }
  close_item (builder, index);
}

static char *
label_with_expr (const char *word, const TlExpr *expr)
{
  g_autofree char *text = tl_expr_to_text (expr);

  return g_strdup_printf ("%s %s", word, text);
}

static void
add_stmt (Builder *builder, const TlStmt *stmt, guint depth, gint parent)
{
  if (stmt == NULL)
    return;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      add_loop (builder, stmt, depth, parent);
      break;
    case TL_STMT_BLOCK:
      add_block (builder, stmt, depth, parent);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        add_stmt (builder, stmt->stmts[i], depth, parent);
      break;
    case TL_STMT_IF:
      add_other (builder, stmt, label_with_expr ("if", stmt->cond), depth, parent, stmt->then_body, stmt->else_body);
      break;
    case TL_STMT_WHILE:
      add_other (builder, stmt, label_with_expr ("while", stmt->cond), depth, parent, stmt->then_body, NULL);
      break;
    case TL_STMT_LET:
      add_other (builder, stmt, label_with_expr (stmt->var->name, stmt->let_value), depth, parent, stmt->let_body, NULL);
      break;
    case TL_STMT_ATTR:
      add_other (builder, stmt, g_strdup (stmt->attr_key), depth, parent, stmt->attr_body, NULL);
      break;
    case TL_STMT_ALLOC:
      add_stmt (builder, stmt->alloc_body, depth, parent);
      break;
    case TL_STMT_STORE:
    case TL_STMT_EVALUATE:
    case TL_STMT_ASSERT:
    default:
      break;
    }
}

static TlWalk
number_family (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    family_number (user_data, stmt->loop.var->name);
  return TL_WALK_INTO;
}

TlNest *
tl_nest_new (const TlModule *module, const char *func_name)
{
  return tl_nest_new_from (module, module, func_name);
}

TlNest *
tl_nest_new_from (const TlModule *origin, const TlModule *module, const char *func_name)
{
  TlNest       *nest = g_new0 (TlNest, 1);
  Builder       builder = { g_array_new (FALSE, TRUE, sizeof (TlNestItem)), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  const TlPrimFunc *func = tl_module_prim (module, func_name), *before = tl_module_prim (origin, func_name);
  const TlStmt *body = func->body;

  nest->module = tl_module_ref (module);
  nest->func_name = func->name;
  if (before != NULL)
    tl_stmt_walk (before->body, number_family, NULL, &builder);
  add_stmt (&builder, body->kind == TL_STMT_BLOCK ? body->block.body : body, 0, -1);
  nest->n_families = g_hash_table_size (builder.families);
  nest->n_items = builder.items->len;
  nest->items = (TlNestItem *) (gpointer) g_array_free (builder.items, FALSE);
  g_hash_table_unref (builder.families);
  return nest;
}

void
tl_nest_free (TlNest *nest)
{
  for (guint i = 0; i < nest->n_items; i++)
    {
      g_free (nest->items[i].label);
      g_free (nest->items[i].extent_text);
    }
  g_free (nest->items);
  tl_module_unref (nest->module);
  g_free (nest);
}

gint
tl_nest_find (const TlNest *nest, TlNodeId id)
{
  for (guint i = 0; id != 0 && i < nest->n_items; i++)
    if (nest->items[i].id == id)
      return (gint) i;
  return -1;
}

char *
tl_axis_chip_text (const TlBlockAxis *axis)
{
  g_autofree char *extent = tl_expr_to_text (axis->dom.extent);

  return g_strdup_printf ("%s %s %s", axis->var->name, axis->kind == TL_AXIS_REDUCE ? "Σ" : tl_axis_kind_letter (axis->kind), extent);
}

static char *
region_names (const TlRegion *regions, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      gboolean repeated = FALSE;

      for (guint j = 0; j < i; j++)
        repeated |= regions[j].buffer == regions[i].buffer;
      if (!repeated)
        g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", regions[i].buffer->name);
    }
  return g_string_free (out, FALSE);
}

char *
tl_block_reads_text (const TlBlock *block)
{
  return region_names (block->reads, block->n_reads);
}

char *
tl_block_writes_text (const TlBlock *block)
{
  return region_names (block->writes, block->n_writes);
}

/* Heights and y from the top down; returns the y below the item. */
static double
place (const TlNest *nest, guint index, const double *row_height, const TlNestSpacing *spacing, TlNestBox *boxes, double y)
{
  const TlNestItem *item = &nest->items[index];
  TlNestBox        *box = &boxes[index];
  double            below = y + row_height[index];

  box->y = y;
  box->row_height = row_height[index];
  for (guint child = index + 1; child < item->end; child = nest->items[child].end)
    below = place (nest, child, row_height, spacing, boxes, below + spacing->gap);
  if (item->end > index + 1)
    below += spacing->gap;
  box->height = below - y;
  return below;
}

void
tl_nest_layout (const TlNest *nest, const double *row_width, const double *row_height, const TlNestSpacing *spacing, double min_width,
                TlNestBox *boxes, double *width, double *height)
{
  double total = min_width, y = 0;

  for (guint i = 0; i < nest->n_items; i++)
    total = MAX (total, row_width[i] + nest->items[i].depth * (spacing->indent + spacing->inset));
  for (guint i = 0; i < nest->n_items; i = nest->items[i].end)
    y = place (nest, i, row_height, spacing, boxes, y) + spacing->gap * 2;
  for (guint i = 0; i < nest->n_items; i++)
    {
      boxes[i].x = nest->items[i].depth * spacing->indent;
      boxes[i].width = total - nest->items[i].depth * (spacing->indent + spacing->inset);
    }
  *width = total;
  *height = MAX (0, y - spacing->gap * 2);
}
