/* SPDX-License-Identifier: Apache-2.0 */
/* The sentence of a step in the history, from the template in the primitive's row. */
#include <string.h>

#include "core/schedule/primitive.h"

/* The buffer that a BUFFER argument counts, by the block that the call names; "?" if there is none. */
static const char *
buffer_name (const TlPrimitive *primitive, const TlModule *before, const TlArg *args, guint param)
{
  guint           b = 0;
  const TlStmt   *stmt;
  const TlRegion *regions;
  gboolean        of_writes = (primitive->params[param].flags & TL_PARAM_OF_WRITES) != 0;

  while (primitive->params[b].kind != TL_PARAM_BLOCK)
    b++;
  stmt = tl_module_find (before, args[b].node);
  if (stmt == NULL || stmt->kind != TL_STMT_BLOCK || args[param].integer < 0
      || args[param].integer >= (of_writes ? stmt->block.n_writes : stmt->block.n_reads))
    return "?";
  regions = of_writes ? stmt->block.writes : stmt->block.reads;
  return regions[args[param].integer].buffer->name;
}

static void
append_arg (GString *text, const TlModule *before, const TlArg *arg)
{
  switch (arg->kind)
    {
    case TL_ARG_NODE:
      g_string_append (text, tl_arg_node_name (before, arg));
      break;
    case TL_ARG_INT:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, arg->integer);
      break;
    case TL_ARG_STRING:
      g_string_append (text, arg->string);
      break;
    case TL_ARG_LIST:
      for (guint i = 0; i < arg->n_items; i++)
        {
          g_string_append (text, i > 0 ? ", " : "");
          append_arg (text, before, &arg->items[i]);
        }
      break;
    default:
      g_string_append (text, "…");
    }
}

char *
tl_primitive_plain_sentence (const TlPrimitive *primitive, const TlModule *before, const TlArg *args, guint n_args)
{
  const TlArg *first = n_args > 0 ? &args[0] : NULL;

  if (first != NULL && first->kind == TL_ARG_LIST && first->n_items > 0)
    first = &first->items[0];
  if (first == NULL || first->kind != TL_ARG_NODE)
    return g_strdup (primitive->title);
  return g_strdup_printf ("%s %s", primitive->title, tl_arg_node_name (before, first));
}

char *
tl_primitive_sentence (const TlPrimitive *primitive, const TlModule *before, const TlArg *args, guint n_args)
{
  GString *text;

  if (primitive->describe != NULL)
    return primitive->describe (before, args);
  if (primitive->sentence == NULL)
    return tl_primitive_plain_sentence (primitive, before, args, n_args);
  text = g_string_new (NULL);
  for (const char *p = primitive->sentence; *p != '\0'; p++)
    {
      const char      *end = *p == '{' ? strchr (p, '}') : NULL;
      g_autofree char *name = end != NULL ? g_strndup (p + 1, end - p - 1) : NULL;
      gint             param = end != NULL ? tl_primitive_find_param (primitive, name) : -1;

      if (end == NULL)
        {
          g_string_append_c (text, *p);
          continue;
        }
      g_assert (param >= 0);
      if (primitive->params[param].kind == TL_PARAM_BUFFER)
        g_string_append (text, buffer_name (primitive, before, args, param));
      else if (primitive->params[param].kind == TL_PARAM_BUFFER_ACCESS)
        append_arg (text, before, &args[param].items[0]);
      else
        append_arg (text, before, &args[param]);
      p = end;
    }
  /* A list without items ends in a space. */
  return g_strchomp (g_string_free (text, FALSE));
}
