/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/nest.h"

#include <math.h>
#include <string.h>

#include "core/analysis/gpu/thread-phases.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/ir/walk.h"
#include "core/text/script.h"

#define MAX_LABEL_CHARS 64

typedef struct
{
  GArray     *items;       /* TlNestItem */
  GHashTable *families;    /* name → number + 1 */
} Builder;

static void add_stmt (Builder *builder, const TlStmt *stmt, guint depth, gint parent);

/* The length of @name without "_init", as decompose_reduction names loops, or the number of a split part at its end; @length: none. */
static gsize
without_suffix (const char *name, gsize length)
{
  gsize i = length;

  if (length > 5 && strncmp (name + length - 5, "_init", 5) == 0)
    return length - 5;
  while (i > 0 && g_ascii_isdigit (name[i - 1]))
    i--;
  return i == length || i < 2 || name[i - 1] != '_' ? length : i - 1;
}

char *
tl_loop_family_name (const char *var_name)
{
  gsize n = strlen (var_name), shorter;

  while ((shorter = without_suffix (var_name, n)) < n)
    n = shorter;
  return g_strndup (var_name, n);
}

/* "ax0", "ax1_ax2_fused": as cache stages and others that make loops name them. */
static gboolean
is_copy_name (const char *family)
{
  g_auto (GStrv) parts = g_strsplit (family, "_", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if ((i == 0 || strcmp (parts[i], "fused") != 0)
        && (strncmp (parts[i], "ax", 2) != 0 || parts[i][2] == '\0' || parts[i][2 + strspn (parts[i] + 2, "0123456789")] != '\0'))
      return FALSE;
  return parts[0] != NULL;
}

static guint
family_number (Builder *builder, const char *var_name)
{
  g_autofree char *name = tl_loop_family_name (var_name);
  gpointer         known = g_hash_table_lookup (builder->families, name);
  guint            number;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  if (is_copy_name (name))
    return TL_FAMILY_COPIES;
  number = g_hash_table_size (builder->families);
  g_hash_table_insert (builder->families, g_steal_pointer (&name), GUINT_TO_POINTER (number + 1));
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
  item.iterations = item.parent >= 0 ? g_array_index (builder->items, TlNestItem, item.parent).iterations : 1;
  if (item.kind == TL_NEST_LOOP)
    item.iterations = item.extent >= 0 ? item.iterations * (double) item.extent : NAN;
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

/* --- copies --- */

/* Whether the block moves or sets each element as it is. */
static gboolean
only_moves (const TlBlock *block)
{
  const TlExpr *value;

  if (block->init != NULL || block->body->kind != TL_STMT_STORE)
    return FALSE;
  value = block->body->value;
  while (value->kind == TL_EXPR_CAST)
    value = value->a;
  return value->kind == TL_EXPR_LOAD || value->kind == TL_EXPR_INT || value->kind == TL_EXPR_FLOAT;
}

/* The index of the one block at the end of a perfect nest that @index begins; -1 if it is none. */
static gint
find_only_block (const TlNestItem *items, guint index)
{
  guint end = items[index].end;

  while (items[index].kind == TL_NEST_LOOP && index + 1 < end && items[index + 1].end == end)
    index++;
  return items[index].kind == TL_NEST_BLOCK && index + 1 == end ? (gint) index : -1;
}

static void
mark_side_nests (TlNestItem *items, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    {
      gint  block = items[i].kind == TL_NEST_LOOP ? find_only_block (items, i) : -1;
      guint first = items[i].parent >= 0 ? (guint) items[i].parent + 1 : 0;
      guint end = items[i].parent >= 0 ? items[items[i].parent].end : n_items;

      items[i].is_side = block >= 0 && only_moves (&items[block].stmt->block) && (first != i || items[i].end != end);
    }
}

static void
mark_barriers (TlNest *nest, const TlPrimFunc *func)
{
  g_autoptr (GArray) places = tl_func_barriers (nest->module, func);

  for (guint i = 0; i < places->len; i++)
    {
      gint at = tl_nest_find (nest, g_array_index (places, TlNodeId, i));

      if (at >= 0)
        nest->items[at].waits = TRUE;
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
  nest->places = g_hash_table_new (NULL, NULL);
  for (guint i = nest->n_items; i-- > 0;)
    g_hash_table_insert (nest->places, GUINT_TO_POINTER (nest->items[i].id), GUINT_TO_POINTER (i + 1));
  mark_side_nests (nest->items, nest->n_items);
  mark_barriers (nest, func);
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
  g_hash_table_unref (nest->places);
  tl_module_unref (nest->module);
  g_free (nest);
}

gint
tl_nest_find (const TlNest *nest, TlNodeId id)
{
  return id != 0 ? (gint) GPOINTER_TO_UINT (g_hash_table_lookup (nest->places, GUINT_TO_POINTER (id))) - 1 : -1;
}

guint
tl_nest_chain (const TlNest *nest, guint index, guint chain[TL_MAX_CHAIN], guint *position)
{
  const TlNestItem *items = nest->items;
  guint             top = index, n = 0;

  *position = 0;
  while (items[top].parent >= 0 && items[items[top].parent].kind == TL_NEST_LOOP
         && items[items[top].parent].stmt->loop.body == items[top].stmt)
    top = (guint) items[top].parent;
  for (guint at = top; n < TL_MAX_CHAIN; at++)
    {
      if (at == index)
        *position = n;
      chain[n++] = at;
      if (at + 1 >= nest->n_items || items[at + 1].kind != TL_NEST_LOOP || items[at].stmt->loop.body != items[at + 1].stmt)
        break;
    }
  return n;
}

gint
tl_nest_axis_family (const TlNest *nest, guint index, guint axis)
{
  const TlExpr *binding = nest->items[index].stmt->block.bindings[axis];
  gint          family = -1;

  for (gint at = nest->items[index].parent; at >= 0; at = nest->items[at].parent)
    if (nest->items[at].kind == TL_NEST_LOOP && tl_expr_uses_var (binding, nest->items[at].stmt->loop.var))
      family = nest->items[at].family == TL_FAMILY_COPIES ? -1 : (gint) nest->items[at].family;
  return family;
}

char *
tl_nest_inside_text (const TlNest *nest, guint index)
{
  const TlNestItem *items = nest->items;
  GString          *text = g_string_new (NULL);

  for (guint i = index + 1; i < items[index].end; i++)
    if (items[i].kind == TL_NEST_BLOCK)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", items[i].label);
  for (guint i = index; items[index].is_side && i < items[index].end; i++)
    if (items[i].kind == TL_NEST_LOOP)
      g_string_append_printf (text, "  %s %s", items[i].label, items[i].extent_text);
  return g_string_free (text, FALSE);
}

char *
tl_nest_copy_text (const TlNest *nest, guint index)
{
  const TlNestItem *items = nest->items;
  const TlBlock    *block = &items[items[index].end - 1].stmt->block;
  g_autofree char  *source = NULL, *bytes = NULL;
  GString          *text = g_string_new (NULL);
  gint64            n = tl_nest_inside_extent (nest, index);

  if (!items[index].is_side || items[items[index].end - 1].kind != TL_NEST_BLOCK || block->n_writes != 1 || block->n_reads > 1)
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  source = block->n_reads > 0 ? tl_region_to_text (&block->reads[0]) : NULL;
  g_string_append_printf (text, source != NULL ? _("%s = copy of %s") : _("%s = initial values"), block->writes[0].buffer->name, source);
  for (guint i = index; i < items[index].end && items[i].kind == TL_NEST_LOOP; i++)
    g_string_append_printf (text, "%s%s", i > index ? " × " : ", ", items[i].extent_text);
  bytes = tl_format_bytes (n < 0 ? -1 : n * tl_dtype_bytes (block->writes[0].buffer->dtype));
  g_string_append_printf (text, _(", %s, scope %s"), bytes, block->writes[0].buffer->scope);
  return g_string_free (text, FALSE);
}

gint64
tl_nest_inside_extent (const TlNest *nest, guint index)
{
  const TlNestItem *items = nest->items;
  guint             end = items[index].end;
  gint64            product = 1;

  for (guint i = index; i < end && items[i].end == end && items[i].kind == TL_NEST_LOOP; i++)
    if (items[i].extent < 0 || __builtin_mul_overflow (product, items[i].extent, &product))
      return -1;
  return product;
}

/* Blocks with blocks inside take what these take; NAN: there is no block in the loop. */
static double
seconds_within (const TlNest *nest, guint index, GHashTable *seconds)
{
  double sum = NAN;

  for (guint i = index; i < nest->items[index].end; i++)
    {
      const double *block = g_hash_table_lookup (seconds, GUINT_TO_POINTER (nest->items[i].id));

      if (nest->items[i].kind == TL_NEST_BLOCK && block != NULL)
        sum = *block + (isnan (sum) ? 0 : sum);
    }
  return sum;
}

void
tl_nest_time_shares (const TlNest *nest, const TlTraffic *traffic, const double *block_s, double *shares)
{
  g_autoptr (GHashTable) seconds = g_hash_table_new (NULL, NULL);
  double                 total = 0;

  for (guint i = 0; block_s != NULL && i < traffic->n_blocks; i++)
    {
      g_hash_table_insert (seconds, GUINT_TO_POINTER (traffic->blocks[i].block), (gpointer) &block_s[i]);
      total += block_s[i];
    }
  for (guint i = 0; i < nest->n_items; i++)
    shares[i] = total > 0 ? seconds_within (nest, i, seconds) / total : NAN;
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

/* --- layout --- */

typedef struct
{
  const TlNest        *nest;
  const gboolean      *hidden;
  const double        *row_height;
  const TlNestSpacing *spacing;
  TlNestBox           *boxes;
} NestPlacement;

gboolean
tl_block_is_guarded (const TlBlock *block)
{
  return !tl_expr_is_true (block->predicate);
}

/* Heights and y from the top down; returns the y below the item. */
static double
place (const NestPlacement *job, guint index, double y)
{
  const TlNestItem *item = &job->nest->items[index];
  TlNestBox        *box = &job->boxes[index];
  double            below;
  gboolean          has_inside = FALSE;

  y += item->waits ? job->spacing->barrier : 0;
  below = y + job->row_height[index];
  box->y = y;
  box->row_height = job->row_height[index];
  for (guint child = index + 1; child < item->end; child = job->nest->items[child].end)
    if (job->hidden == NULL || !job->hidden[child])
      {
        below = place (job, child, below + job->spacing->gap);
        has_inside = TRUE;
      }
  if (has_inside)
    below += job->spacing->bottom;
  box->height = below - y;
  return below;
}

void
tl_nest_layout (const TlNest *nest, const gboolean *hidden, const double *row_width, const double *row_height,
                const TlNestSpacing *spacing, double min_width, TlNestBox *boxes, double *width, double *height)
{
  const NestPlacement job = { nest, hidden, row_height, spacing, boxes };
  double          total = min_width, y = 0;

  for (guint i = 0; i < nest->n_items; i++)
    if (hidden == NULL || !hidden[i])
      total = MAX (total, row_width[i] + nest->items[i].depth * (spacing->indent + spacing->inset));
  for (guint i = 0; i < nest->n_items; i = nest->items[i].end)
    if (hidden == NULL || !hidden[i])
      y = place (&job, i, y) + spacing->gap * 2;
  for (guint i = 0; i < nest->n_items; i++)
    {
      boxes[i].x = nest->items[i].depth * spacing->indent;
      boxes[i].width = total - nest->items[i].depth * (spacing->indent + spacing->inset);
    }
  *width = total;
  *height = MAX (0, y - spacing->gap * 2);
}
