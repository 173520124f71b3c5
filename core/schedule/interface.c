/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/interface.h"

#include <string.h>

#include "core/arith/index-map.h"
#include "core/base/error.h"
#include "core/schedule/refusal.h"
#include "core/text/script.h"

/* The step gave parameter @param another layout: from @before to @after. */
typedef struct
{
  const TlBuffer   *before, *after;
  const TlIndexMap *map;
  const TlIndexMap *pad;    /* nullable */
} Step;

static const TlBuffer *
param_of (const TlState *state, const char *func_name, guint param)
{
  const TlPrimFunc *func = tl_module_prim (tl_state_module (state), func_name);

  return param < func->n_params ? func->params[param].buffer : NULL;
}

static gboolean
is_same_shape (const TlBuffer *a, const TlBuffer *b)
{
  gint64 x, y;

  if (a->n_dims != b->n_dims || !tl_dtype_equal (a->dtype, b->dtype))
    return FALSE;
  for (guint d = 0; d < a->n_dims; d++)
    if (a->shape[d] != b->shape[d] && !(tl_buffer_get_extent (a, d, &x) && tl_buffer_get_extent (b, d, &y) && x == y))
      return FALSE;
  return TRUE;
}

/* Of one parameter, oldest first. GArray of Step; its maps are the states'. */
static GArray *
layout_steps (const TlState *state, const char *func_name, guint param)
{
  g_autoptr (GPtrArray) states = tl_state_steps (state);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint i = 0; i < states->len; i++)
    {
      const TlState *after = states->pdata[i], *before = tl_state_parent (after);
      const TlInst  *inst = tl_state_inst (after);
      Step           step = { param_of (before, func_name, param), param_of (after, func_name, param), NULL, NULL };
      gboolean       is_layout = inst->primitive != NULL && strcmp (inst->primitive->name, "transform_layout") == 0;

      if (step.before == NULL || step.after == NULL || step.before == step.after || (!is_layout && is_same_shape (step.before, step.after)))
        continue;
      if (is_layout)
        {
          step.map = inst->args[2].map;
          step.pad = inst->n_args > 3 && inst->args[3].kind == TL_ARG_INDEX_MAP ? inst->args[3].map : NULL;
        }
      g_array_append_val (steps, step);
    }
  return steps;
}

static void
append_shape (GString *text, const TlBuffer *buffer)
{
  g_string_append_c (text, '(');
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_string_append (text, d > 0 ? ", " : "");
      tl_expr_append_text (text, buffer->shape[d]);
    }
  g_string_append (text, buffer->n_dims == 1 ? ",)" : ")");
}

char *
tl_interface_describe (const TlState *state, const char *func_name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_params = tl_module_prim (tl_state_module (state), func_name)->n_params;

  for (guint p = 0; p < n_params; p++)
    {
      g_autoptr (GArray) steps = layout_steps (state, func_name, p);

      if (steps->len == 0)
        continue;
      g_string_append_printf (text, "%s%s: ", text->len > 0 ? "\n" : "", g_array_index (steps, Step, 0).before->name);
      append_shape (text, g_array_index (steps, Step, 0).before);
      for (guint i = 0; i < steps->len; i++)
        {
          const Step *step = &g_array_index (steps, Step, i);
          g_autofree char *map = step->map != NULL ? tl_index_map_to_text (step->map, TL_DIALECT_CLASSIC) : NULL;

          g_string_append (text, " → ");
          append_shape (text, step->after);
          if (map != NULL)
            g_string_append_printf (text, " by %s", map);
        }
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* --- conversions --- */

static gboolean
check_steps (const GArray *steps, GError **error)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      if (step->map != NULL && tl_buffer_n_elements (step->before) >= 0 && tl_buffer_n_elements (step->after) >= 0)
        continue;
      return tl_fail (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT,
                      "parameter %s has changed, and no index map describes how its elements moved", step->before->name);
    }
  return TRUE;
}

/* "for x0, x1 in T.grid(4, 4):" */
static void
append_loops (GString *text, const TlBuffer *buffer)
{
  g_string_append (text, "    for ");
  for (guint d = 0; d < buffer->n_dims; d++)
    g_string_append_printf (text, "%sx%u", d > 0 ? ", " : "", d);
  g_string_append (text, " in T.grid");
  append_shape (text, buffer);
  g_string_append (text, ":\n        ");
}

/* "NAME[…]" at the loops' variables … */
static void
append_element (GString *text, const char *name, guint n_dims)
{
  g_string_append_printf (text, "%s[", name);
  for (guint d = 0; d < n_dims; d++)
    g_string_append_printf (text, "%sx%u", d > 0 ? ", " : "", d);
  g_string_append_c (text, ']');
}

/* … or where a map leads from them. */
static void
append_image (GString *text, const char *name, TlArena *arena, const TlIndexMap *map)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_initial, 1));
  const TlExpr **result = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));

  for (guint d = 0; d < map->n_initial; d++)
    {
      g_autofree char *x = g_strdup_printf ("x%u", d);

      indices[d] = (const TlExpr *) tl_expr_var (arena, x, TL_INT32);
    }
  tl_index_map_indices (analyzer, map, indices, result);
  if (name != NULL)
    g_string_append_printf (text, "%s[", name);
  for (guint d = 0; d < map->n_final; d++)
    {
      g_string_append (text, d > 0 ? ", " : "");
      tl_expr_append_text (text, result[d]);
    }
  if (name != NULL)
    g_string_append_c (text, ']');
}

static void
append_signature (GString *text, const char *function, guint param, const TlBuffer *from, const TlBuffer *to)
{
  g_string_append_printf (text, "@T.prim_func\ndef %s_%u(from_: T.Buffer(", function, param);
  append_shape (text, from);
  g_string_append_printf (text, ", \"%s\"), to: T.Buffer(", tl_dtype_name (from->dtype));
  append_shape (text, to);
  g_string_append_printf (text, ", \"%s\")):\n", tl_dtype_name (to->dtype));
}

/* Layouts between the first and the last one stand in buffers of their own. */
static char *
layout_name (guint at, guint n_steps, gboolean is_packing)
{
  if (at == 0)
    return g_strdup (is_packing ? "from_" : "to");
  return at == n_steps ? g_strdup (is_packing ? "to" : "from_") : g_strdup_printf ("between_%u", at);
}

static void
append_allocations (GString *text, const GArray *steps)
{
  for (guint i = 1; i < steps->len; i++)
    {
      const TlBuffer *buffer = g_array_index (steps, Step, i).before;

      g_string_append_printf (text, "    between_%u = T.alloc_buffer(", i);
      append_shape (text, buffer);
      g_string_append_printf (text, ", \"%s\")\n", tl_dtype_name (buffer->dtype));
    }
}

static void
append_pack (GString *text, TlArena *arena, guint param, const GArray *steps)
{
  append_signature (text, "pack", param, g_array_index (steps, Step, 0).before, g_array_index (steps, Step, steps->len - 1).after);
  append_allocations (text, steps);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);
      g_autofree char *from = layout_name (i, steps->len, TRUE), *to = layout_name (i + 1, steps->len, TRUE);

      append_loops (text, step->after);
      append_element (text, to, step->after->n_dims);
      g_string_append (text, " = ");
      if (step->pad != NULL)
        append_image (text, NULL, arena, step->pad);
      else
        g_string_append_printf (text, "T.%s(0)", tl_dtype_name (step->after->dtype));
      g_string_append_c (text, '\n');
      append_loops (text, step->before);
      append_image (text, to, arena, step->map);
      g_string_append (text, " = ");
      append_element (text, from, step->before->n_dims);
      g_string_append_c (text, '\n');
    }
  g_string_append_c (text, '\n');
}

static void
append_unpack (GString *text, TlArena *arena, guint param, const GArray *steps)
{
  append_signature (text, "unpack", param, g_array_index (steps, Step, steps->len - 1).after, g_array_index (steps, Step, 0).before);
  append_allocations (text, steps);
  for (guint i = steps->len; i-- > 0;)
    {
      const Step *step = &g_array_index (steps, Step, i);
      g_autofree char *from = layout_name (i + 1, steps->len, FALSE), *to = layout_name (i, steps->len, FALSE);

      append_loops (text, step->before);
      append_element (text, to, step->before->n_dims);
      g_string_append (text, " = ");
      append_image (text, from, arena, step->map);
      g_string_append_c (text, '\n');
    }
  g_string_append_c (text, '\n');
}

char *
tl_interface_script (const TlState *state, const char *func_name, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint n_params = tl_module_prim (tl_state_module (state), func_name)->n_params;

  for (guint p = 0; p < n_params; p++)
    {
      g_autoptr (GArray) steps = layout_steps (state, func_name, p);

      if (steps->len == 0)
        continue;
      if (!check_steps (steps, error))
        return NULL;
      append_pack (text, arena, p, steps);
      append_unpack (text, arena, p, steps);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
