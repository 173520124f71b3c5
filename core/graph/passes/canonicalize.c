/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CanonicalizeBindings: a variable that only renames another one, takes a field of a tuple that is written out, or casts to the type that
 * it has already, gives way to it. Variables that are seen behind their dataflow block, and no others, are its outputs afterwards.
 */
#include "core/graph/passes/graph-edit-private.h"

typedef struct
{
  TlArena        *arena;
  TlRelaxRewriter rewriter;      /* its variables: what gives way → what stands for it */
  GHashTable     *tuples;        /* TlRelaxVar → the TlRelaxExpr of kind TUPLE that it is */
  GHashTable     *output_names;  /* TlRelaxVar → the name of the first output that gave way to it */
} Canonicalize;

/* --- what stands for a variable --- */

static const TlRelaxExpr *
known_tuple (const Canonicalize *job, const TlRelaxExpr *expr)
{
  return expr->kind == TL_RELAX_TUPLE ? expr : g_hash_table_lookup (job->tuples, expr);
}

/* The item of a known tuple that @value takes; otherwise @value itself. */
static const TlRelaxExpr *
resolve (const Canonicalize *job, const TlRelaxExpr *value)
{
  const TlRelaxExpr *tuple = value->kind == TL_RELAX_ITEM ? known_tuple (job, value->tuple) : NULL;

  return tuple != NULL && value->index < tuple->n_items ? tuple->items[value->index] : value;
}

static void
note_output_name (Canonicalize *job, const TlRelaxVar *var, const TlRelaxExpr *value)
{
  if (!var->is_dataflow && value->is_dataflow && !g_hash_table_contains (job->output_names, value))
    g_hash_table_insert (job->output_names, (gpointer) value, (gpointer) var->name);
}

/* Whether the binding can go, since all uses of its variable are uses of something else. Bindings of constants stay all the same. */
static gboolean
gives_way (Canonicalize *job, const TlRelaxBinding *binding)
{
  const TlRelaxExpr *known = resolve (job, binding->value), *tuple;
  gboolean           is_same = tl_relax_type_equal (binding->var->type, known->type);

  if (binding->kind == TL_RELAX_BIND_MATCH && !(is_same && known->kind == TL_RELAX_VAR))
    return FALSE;
  if ((tuple = known_tuple (job, known)) != NULL)
    g_hash_table_insert (job->tuples, (gpointer) binding->var, (gpointer) tuple);
  if (!is_same || (known->kind != TL_RELAX_VAR && known->kind != TL_RELAX_CONST))
    return FALSE;
  g_hash_table_insert (job->rewriter.vars, (gpointer) binding->var, (gpointer) known);
  if (known->kind == TL_RELAX_CONST)
    return FALSE;
  note_output_name (job, binding->var, known);
  return TRUE;
}

static TlRelaxBody
drop_aliases (Canonicalize *job, const TlRelaxBody *body)
{
  g_auto (TlBodyWriter) writer = { 0 };

  tl_body_writer_init (&writer, job->arena);
  for (guint k = 0; k < body->n_blocks; k++)
    {
      tl_body_writer_begin (&writer, body->blocks[k].is_dataflow);
      for (guint i = 0; i < body->blocks[k].n_bindings; i++)
        {
          TlRelaxBinding binding = body->blocks[k].bindings[i];

          binding.value = tl_relax_rewrite (&job->rewriter, binding.value);
          if (!gives_way (job, &binding))
            tl_body_writer_add (&writer, &binding);
        }
    }
  return tl_body_writer_finish (&writer, tl_relax_rewrite (&job->rewriter, body->result));
}

/* --- outputs of blocks --- */

typedef struct
{
  GHashTable *defined;     /* variables of the block */
  GHashTable *outputs;     /* those of earlier blocks that are used here are added */
} Outside;

static void
note_output (const TlRelaxExpr *expr, gpointer user_data)
{
  const Outside *outside = user_data;

  if (expr->kind == TL_RELAX_VAR && !g_hash_table_contains (outside->defined, expr))
    g_hash_table_add (outside->outputs, (gpointer) expr);
}

/* Variables that are used behind the block that defines them; parameters are in it, too. */
static GHashTable *
find_outputs (const TlRelaxBody *body)
{
  g_autoptr (GHashTable) defined = g_hash_table_new (NULL, NULL);
  Outside                outside = { defined, g_hash_table_new (NULL, NULL) };

  for (guint k = 0; k < body->n_blocks; k++)
    {
      g_hash_table_remove_all (defined);
      for (guint i = 0; i < body->blocks[k].n_bindings; i++)
        {
          tl_relax_expr_walk (body->blocks[k].bindings[i].value, note_output, &outside);
          g_hash_table_add (defined, (gpointer) body->blocks[k].bindings[i].var);
        }
    }
  g_hash_table_remove_all (defined);
  tl_relax_expr_walk (body->result, note_output, &outside);
  return outside.outputs;
}

static const TlRelaxVar *
with_visibility (Canonicalize *job, const TlRelaxVar *var, gboolean is_output)
{
  const char       *name = is_output ? g_hash_table_lookup (job->output_names, var) : NULL;
  const TlRelaxVar *other = tl_relax_var (job->arena, name != NULL ? name : var->name, var->type, !is_output);

  g_hash_table_insert (job->rewriter.vars, (gpointer) var, (gpointer) other);
  return other;
}

static TlRelaxBody
set_outputs (Canonicalize *job, const TlRelaxBody *body)
{
  g_autoptr (GHashTable) outputs = find_outputs (body);
  g_auto (TlBodyWriter)  writer = { 0 };

  g_hash_table_remove_all (job->rewriter.vars);
  tl_body_writer_init (&writer, job->arena);
  for (guint k = 0; k < body->n_blocks; k++)
    {
      tl_body_writer_begin (&writer, body->blocks[k].is_dataflow);
      for (guint i = 0; i < body->blocks[k].n_bindings; i++)
        {
          TlRelaxBinding binding = body->blocks[k].bindings[i];
          gboolean       is_output = !body->blocks[k].is_dataflow || g_hash_table_contains (outputs, binding.var);

          binding.value = tl_relax_rewrite (&job->rewriter, binding.value);
          if (is_output == binding.var->is_dataflow)
            binding.var = with_visibility (job, binding.var, is_output);
          tl_body_writer_add (&writer, &binding);
        }
    }
  return tl_body_writer_finish (&writer, tl_relax_rewrite (&job->rewriter, body->result));
}

const TlGraphFunc *
tl_canonicalize_function (TlGraphEdit *edit, const TlGraphFunc *func)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL), tuples = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) output_names = g_hash_table_new (NULL, NULL);
  Canonicalize           job = { edit->arena, { .arena = edit->arena, .vars = vars }, tuples, output_names };
  TlRelaxBody            body;

  body = drop_aliases (&job, &func->body);
  body = set_outputs (&job, &body);
  return tl_graph_func_with_body (edit->arena, func, &body);
}

static const TlGraphFunc *
canonicalize (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  return tl_canonicalize_function (edit, func);
}

TlModule *
tl_canonicalize_bindings (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, canonicalize, NULL, error);
}
