/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CombineParallelMatmul: products of one tensor with several weights become one product with all of them side by side, and a split. What
 * follows all of these products, a bias or an activation, is combined, too. Weights and biases are variables: constants are left alone, as
 * in TVM. Products that need each other stay.
 */
#include "core/graph/passes/graph-edit-private.h"

/* A product and what follows it; the last variable is that of the whole. */
typedef struct
{
  const TlRelaxVar  *product;
  const TlRelaxExpr *matmul;       /* its value */
  const TlRelaxExpr *bias;         /* nullable */
  const TlRelaxVar  *last;
} Branch;

/* Branches of one input that look alike, and are combined. */
typedef struct
{
  const TlRelaxExpr *input;
  guint              n;            /* branches */
  gboolean           has_bias;
  const TlRelaxOp   *activation;   /* nullable */
  int                n_bias_dims;  /* of those that are counted with a bias; -1: they differ */
} Form;

/* --- branches --- */

static const TlRelaxExpr *
value_of (GHashTable *values, const TlRelaxExpr *expr)
{
  return expr != NULL && expr->kind == TL_RELAX_VAR ? g_hash_table_lookup (values, expr) : NULL;
}

static const TlRelaxExpr *
find_matmul (GHashTable *values, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = value_of (values, expr);

  return value != NULL && tl_relax_op_is (value, "matmul") && value->args[0]->kind == TL_RELAX_VAR ? value : NULL;
}

/* The branch that ends in @var, looking like @form; with @commutes its bias may stand first. */
static gboolean
find_branch (GHashTable *values, const TlRelaxVar *var, const Form *form, gboolean commutes, Branch *branch)
{
  const TlRelaxExpr *end = var, *value;
  guint              place = 0;

  if (form->activation != NULL)
    {
      value = value_of (values, end);
      if (value == NULL || value->kind != TL_RELAX_CALL || value->op != form->activation)
        return FALSE;
      end = value->args[0];
    }
  *branch = (Branch) { end, find_matmul (values, end), NULL, var };
  if (!form->has_bias)
    return branch->matmul != NULL;
  value = value_of (values, end);
  if (value == NULL || !tl_relax_op_is (value, "add"))
    return FALSE;
  place = commutes && find_matmul (values, value->args[0]) == NULL ? 1 : 0;
  branch->product = value->args[place];
  branch->matmul = find_matmul (values, branch->product);
  branch->bias = value->args[1 - place];
  return branch->matmul != NULL;
}

/* --- the forms of a function --- */

/* How often a form occurs for each input: Form by its input. */
static void
count (GPtrArray *forms, const Branch *branch, const Form *like)
{
  int   n_dims = branch->bias != NULL ? branch->bias->type->n_dims : 0;
  Form *form = NULL;

  for (guint i = 0; i < forms->len && form == NULL; i++)
    if (((Form *) forms->pdata[i])->input == branch->matmul->args[0])
      form = forms->pdata[i];
  if (form == NULL)
    {
      form = g_memdup2 (like, sizeof *like);
      form->input = branch->matmul->args[0];
      form->n_bias_dims = n_dims;
      form->n = 1;
      g_ptr_array_add (forms, form);
    }
  else if (form->activation == like->activation && form->has_bias == like->has_bias)
    {
      form->n++;
      form->n_bias_dims = form->n_bias_dims == n_dims ? n_dims : -1;
    }
}

static void
count_all (const TlGraphFunc *func, GHashTable *values, GPtrArray *forms, const char *activation, gboolean has_bias)
{
  Form   like = { .has_bias = has_bias, .activation = activation != NULL ? tl_relax_op_find (activation) : NULL };
  Branch branch;

  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
      if (find_branch (values, func->body.blocks[k].bindings[i].var, &like, TRUE, &branch))
        count (forms, &branch, &like);
}

static const Form *
find_form (const GPtrArray *forms, const TlRelaxExpr *input)
{
  for (guint i = 0; i < forms->len; i++)
    if (((const Form *) forms->pdata[i])->input == input)
      return forms->pdata[i];
  return NULL;
}

/* The forms of one input, the most exact first: one that covers as many branches as a more exact one is left out. */
static void
add_forms (GArray *forms, const TlRelaxExpr *input, GPtrArray *const *counted, guint n_counted)
{
  g_autoptr (GHashTable) covered = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_counted; i++)
    {
      const Form *found = find_form (counted[i], input);
      Form        form;

      if (found == NULL || !g_hash_table_add (covered, GUINT_TO_POINTER (found->n)) || found->n < 2)
        continue;
      form = *found;
      if (form.has_bias && form.n_bias_dims < 0)   /* what follows the biases stays with them */
        {
          form.has_bias = FALSE;
          form.activation = NULL;
        }
      g_array_append_val (forms, form);
    }
}

static gint
compare_forms (gconstpointer a, gconstpointer b)
{
  const Form *x = a, *y = b;

  return x->n > y->n ? -1 : x->n < y->n;
}

/*
 * Many branches are combined first; of equally many the input that is seen last, which mostly is TVM's order: there it depends on
 * addresses. An array of Form.
 */
static GArray *
find_forms (const TlGraphFunc *func, GHashTable *values)
{
  static const char *const activations[] = { "nn.relu", "nn.gelu", "nn.gelu_tanh", "nn.silu" };
  g_autoptr (GPtrArray)    activated = g_ptr_array_new_with_free_func (g_free), biased = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray)    plain = g_ptr_array_new_with_free_func (g_free);
  GPtrArray               *counted[] = { activated, biased, plain };
  GArray                  *forms = g_array_new (FALSE, FALSE, sizeof (Form));

  for (int has_bias = 1; has_bias >= 0; has_bias--)
    for (guint i = 0; i < G_N_ELEMENTS (activations); i++)
      count_all (func, values, activated, activations[i], has_bias);
  count_all (func, values, biased, NULL, TRUE);
  count_all (func, values, plain, NULL, FALSE);
  for (guint i = plain->len; i-- > 0;)
    add_forms (forms, ((const Form *) plain->pdata[i])->input, counted, G_N_ELEMENTS (counted));
  g_array_sort (forms, compare_forms);
  return forms;
}

/* --- one product --- */

static const TlRelaxExpr *
weight_of (const Branch *branch)
{
  return branch->matmul->args[1];
}

static const TlExpr *
last_size (const TlRelaxType *type)
{
  return type->dims[type->n_dims - 1];
}

static gboolean
has_sizes (const TlRelaxExpr *expr, int n_dims)
{
  return expr->type->kind == TL_RELAX_TYPE_TENSOR && expr->type->dims != NULL && expr->type->n_dims >= n_dims;
}

/* Whether both can be part of one product: their weights differ in width alone. */
static gboolean
fit_together (const Branch *a, const Branch *b)
{
  const TlRelaxType *x = weight_of (a)->type, *y = weight_of (b)->type;

  for (int i = 0; i < x->n_dims - 2; i++)
    if (!tl_expr_equal (x->dims[i], y->dims[i]))
      return FALSE;
  return tl_dtype_equal (a->product->type->dtype, b->product->type->dtype);
}

static gboolean
may_combine (const Branch *branches, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const TlRelaxExpr *bias = branches[i].bias;

      if (!fit_together (&branches[0], &branches[i]))
        return FALSE;
      if (bias != NULL && (!has_sizes (bias, 1) || !tl_expr_equal (last_size (bias->type), last_size (weight_of (&branches[i])->type))))
        return FALSE;
    }
  return n > 1;
}

static gboolean
is_width_known (const Branch *branch)
{
  return last_size (weight_of (branch)->type)->kind == TL_EXPR_INT;
}

/* Widths that are numbers first, one other at most: a split is given places that are numbers. */
static guint
order_by_width (Branch *branches, guint n)
{
  g_autofree Branch *others = g_new (Branch, n);
  guint              n_known = 0, n_others = 0;

  for (guint i = 0; i < n; i++)
    if (is_width_known (&branches[i]))
      branches[n_known++] = branches[i];
    else
      others[n_others++] = branches[i];
  if (n_others > 0)
    branches[n_known++] = others[0];
  return n_known;
}

static const TlRelaxVar *
write_concat (TlBodyWriter *writer, const TlRelaxExpr *const *parts, guint n, GError **error)
{
  const TlRelaxExpr *tuple = tl_relax_tuple (writer->arena, parts, n);
  TlAttrs            attrs = tl_attrs_with (writer->arena, &tl_attrs_empty, "axis", tl_value_int (parts[0]->type->n_dims - 1));

  return tl_body_writer_call (writer, "concat", &tuple, 1, &attrs, error);
}

static const TlRelaxVar *
write_product (TlBodyWriter *writer, const Branch *branches, guint n, GError **error)
{
  g_autofree const TlRelaxExpr **weights = g_new (const TlRelaxExpr *, n);
  TlValue                        dtype = tl_value_string (writer->arena, tl_dtype_name (branches[0].product->type->dtype));
  TlAttrs                        attrs = tl_attrs_with (writer->arena, &tl_attrs_empty, "out_dtype", dtype);
  const TlRelaxExpr             *args[2];

  for (guint i = 0; i < n; i++)
    weights[i] = weight_of (&branches[i]);
  args[0] = branches[0].matmul->args[0];
  args[1] = write_concat (writer, weights, n, error);
  return args[1] != NULL ? tl_body_writer_call (writer, "matmul", args, 2, &attrs, error) : NULL;
}

static const TlRelaxVar *
write_bias (TlBodyWriter *writer, const TlRelaxVar *product, const Branch *branches, guint n, GError **error)
{
  g_autofree const TlRelaxExpr **biases = g_new (const TlRelaxExpr *, n);
  const TlRelaxExpr             *args[2] = { product };

  for (guint i = 0; i < n; i++)
    biases[i] = branches[i].bias;
  args[1] = write_concat (writer, biases, n, error);
  return args[1] != NULL ? tl_body_writer_call (writer, "add", args, 2, &tl_attrs_empty, error) : NULL;
}

static const TlRelaxVar *
write_split (TlBodyWriter *writer, const TlRelaxVar *whole, const Branch *branches, guint n, GError **error)
{
  TlValue *places = tl_arena_new_array (writer->arena, TlValue, n), list = { .kind = TL_VALUE_LIST, .items = places };
  gint64   place = 0;
  TlAttrs  attrs;

  for (guint i = 0; i + 1 < n; i++)
    places[list.n_items++] = tl_value_int (place += last_size (weight_of (&branches[i])->type)->int_value);
  attrs = tl_attrs_with (writer->arena, &tl_attrs_empty, "indices_or_sections", list);
  attrs = tl_attrs_with (writer->arena, &attrs, "axis", tl_value_int (whole->type->n_dims - 1));
  return tl_body_writer_call (writer, "split", &whole, 1, &attrs, error);
}

/* The tuple of what the branches give, in order; NULL if they do not fit. */
static const TlRelaxVar *
write_combined (TlBodyWriter *writer, const Branch *branches, guint n, const Form *form)
{
  g_autoptr (GError) ignored = NULL;
  const TlRelaxVar  *whole = write_product (writer, branches, n, &ignored);

  if (whole != NULL && form->has_bias)
    whole = write_bias (writer, whole, branches, n, &ignored);
  if (whole != NULL && form->activation != NULL)
    whole = tl_body_writer_call (writer, form->activation->name, &whole, 1, &tl_attrs_empty, &ignored);
  return whole != NULL ? write_split (writer, whole, branches, n, &ignored) : NULL;
}

/* --- blocks --- */

/* A block while its next version is made. */
typedef struct
{
  TlArena            *arena;
  const TlRelaxBlock *block;
  const Form         *form;
  GHashTable         *replaced;     /* TlRelaxVar → the item of a split that it becomes */
  GHashTable         *in_front;     /* TlRelaxVar → GArray of TlRelaxBinding that come before it */
} BlockEdit;

/* Branches whose weights have equally many dimensions, from all of them. */
static void
combine_rank (BlockEdit *edit, const GArray *all, int n_dims)
{
  g_autofree Branch    *branches = g_new (Branch, all->len);
  g_auto (TlBodyWriter) writer = { 0 };
  const TlRelaxVar     *first = NULL, *split;
  guint                 n = 0;

  for (guint i = 0; i < all->len; i++)
    if (weight_of (&g_array_index (all, Branch, i))->type->n_dims == n_dims)
      branches[n++] = g_array_index (all, Branch, i);
  if (!may_combine (branches, n) || (n = order_by_width (branches, n)) < 2)
    return;
  tl_body_writer_init (&writer, edit->arena);
  split = write_combined (&writer, branches, n, edit->form);
  if (split == NULL)
    return;
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (edit->replaced, (gpointer) branches[i].last, (gpointer) tl_relax_item (edit->arena, split, i));
  for (guint i = 0; i < edit->block->n_bindings && first == NULL; i++)
    for (guint k = 0; k < n; k++)
      if (edit->block->bindings[i].var == branches[k].last)
        first = branches[k].last;
  g_hash_table_insert (edit->in_front, (gpointer) first, g_array_ref (writer.bindings));
}

/* The bindings in the order in which they were, new ones in front of the first of theirs. */
static GArray *
list_bindings (const BlockEdit *edit)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding));

  for (guint i = 0; i < edit->block->n_bindings; i++)
    {
      TlRelaxBinding     binding = edit->block->bindings[i];
      const TlRelaxExpr *item = g_hash_table_lookup (edit->replaced, binding.var);
      const GArray      *in_front = g_hash_table_lookup (edit->in_front, binding.var);

      if (in_front != NULL)
        g_array_append_vals (list, in_front->data, in_front->len);
      if (item != NULL)
        binding = (TlRelaxBinding) { TL_RELAX_BIND_VALUE, binding.var, item, NULL };
      g_array_append_val (list, binding);
    }
  return list;
}

static void
look_for_missing (const TlRelaxExpr *expr, gpointer user_data)
{
  gpointer *data = user_data;

  if (expr->kind == TL_RELAX_VAR && g_hash_table_contains (data[0], expr))
    data[1] = (gpointer) expr;
}

/* Moves what is ready from @waiting to @writer; @missing: variables that are to come. */
static void
write_ready (GPtrArray *waiting, GHashTable *missing, TlBodyWriter *writer)
{
  for (guint i = 0; i < waiting->len;)
    {
      const TlRelaxBinding *binding = waiting->pdata[i];
      gpointer              data[] = { missing, NULL };

      tl_relax_expr_walk (binding->value, look_for_missing, data);
      if (data[1] != NULL)
        {
          i++;
          continue;
        }
      tl_body_writer_add (writer, binding);
      g_hash_table_remove (missing, binding->var);
      g_ptr_array_remove_index (waiting, i);
      i = 0;
    }
}

/* A binding that needs a later one waits for it. FALSE if bindings need each other. */
static gboolean
write_in_order (const GArray *list, TlBodyWriter *writer)
{
  g_autoptr (GPtrArray)  waiting = g_ptr_array_new ();
  g_autoptr (GHashTable) missing = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < list->len; i++)
    g_hash_table_add (missing, (gpointer) g_array_index (list, TlRelaxBinding, i).var);
  for (guint i = 0; i < list->len; i++)
    {
      g_ptr_array_add (waiting, &g_array_index (list, TlRelaxBinding, i));
      write_ready (waiting, missing, writer);
    }
  return waiting->len == 0;
}

/* Each has a weight and a bias of its own, which are variables. */
static gboolean
are_independent (const TlRelaxExpr *input, const Branch *branches, guint n)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  gboolean               is_good = g_hash_table_add (vars, (gpointer) input);

  for (guint i = 0; i < n; i++)
    {
      is_good = is_good && weight_of (&branches[i])->kind == TL_RELAX_VAR && has_sizes (weight_of (&branches[i]), 2)
                && g_hash_table_add (vars, (gpointer) weight_of (&branches[i]));
      if (branches[i].bias != NULL)
        is_good = is_good && branches[i].bias->kind == TL_RELAX_VAR && g_hash_table_add (vars, (gpointer) branches[i].bias);
    }
  return is_good;
}

/* The block with these branches combined; FALSE if they cannot be. */
static gboolean
combine_branches (TlArena *arena, const TlRelaxBlock *block, const Form *form, const GArray *branches, TlRelaxBlock *changed)
{
  g_autoptr (GHashTable) replaced = g_hash_table_new (NULL, NULL), ranks = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) in_front = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  BlockEdit              edit = { arena, block, form, replaced, in_front };
  g_autoptr (GArray)     list = NULL;
  g_auto (TlBodyWriter)  writer = { 0 };
  TlRelaxBody            body;

  for (guint i = 0; i < branches->len; i++)
    {
      int n_dims = weight_of (&g_array_index (branches, Branch, i))->type->n_dims;

      if (g_hash_table_add (ranks, GINT_TO_POINTER (n_dims)))
        combine_rank (&edit, branches, n_dims);
    }
  if (g_hash_table_size (replaced) == 0)
    return FALSE;
  list = list_bindings (&edit);
  tl_body_writer_init (&writer, arena);
  tl_body_writer_begin (&writer, TRUE);
  if (!write_in_order (list, &writer))
    return FALSE;
  body = tl_body_writer_finish (&writer, NULL);
  *changed = body.blocks[0];
  return TRUE;
}

/* Variables of the block by what they are bound to. */
static void
note_values (GHashTable *values, const TlRelaxBlock *block)
{
  for (guint i = 0; i < block->n_bindings; i++)
    if (block->bindings[i].kind == TL_RELAX_BIND_VALUE)
      g_hash_table_insert (values, (gpointer) block->bindings[i].var, (gpointer) block->bindings[i].value);
}

/* Combines the branches of one input; FALSE if there is none that has enough of them. */
static gboolean
combine_one (TlArena *arena, TlRelaxBlock *block, const Form *form)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), branches_of = NULL;
  Branch                 branch;

  branches_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  note_values (values, block);
  for (guint i = 0; i < block->n_bindings; i++)
    {
      GArray *branches;

      if (!find_branch (values, block->bindings[i].var, form, FALSE, &branch))
        continue;
      branches = g_hash_table_lookup (branches_of, branch.matmul->args[0]);
      if (branches == NULL)
        g_hash_table_insert (branches_of, (gpointer) branch.matmul->args[0], branches = g_array_new (FALSE, FALSE, sizeof (Branch)));
      if (branches->len >= form->n)
        continue;
      g_array_append_val (branches, branch);
      if (branches->len == form->n && are_independent (branch.matmul->args[0], (const Branch *) (gpointer) branches->data, form->n)
          && combine_branches (arena, block, form, branches, block))
        return TRUE;
    }
  return FALSE;
}

static const TlGraphFunc *
combine_form (TlGraphEdit *edit, const TlGraphFunc *func, const Form *form)
{
  TlRelaxBody   body = func->body;
  TlRelaxBlock *blocks = tl_arena_dup_array (edit->arena, TlRelaxBlock, body.blocks, body.n_blocks);
  gboolean      has_changed = FALSE;

  for (guint k = 0; k < body.n_blocks; k++)
    while (blocks[k].is_dataflow && combine_one (edit->arena, &blocks[k], form))
      has_changed = TRUE;
  if (!has_changed)
    return func;
  body.blocks = blocks;
  func = tl_merge_equal_bindings (edit, tl_graph_func_with_body (edit->arena, func, &body));
  return tl_drop_unused_bindings (edit, tl_canonicalize_function (edit, func));
}

static const TlGraphFunc *
combine_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray)     forms = NULL;

  for (guint k = 0; k < func->body.n_blocks; k++)
    note_values (values, &func->body.blocks[k]);
  forms = find_forms (func, values);
  for (guint i = 0; i < forms->len; i++)
    func = combine_form (edit, func, &g_array_index (forms, Form, i));
  return func;
}

TlModule *
tl_combine_parallel_matmul (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, combine_function, NULL, error);
}
