/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TVM's form: [[[kind, inputs, attrs, outputs], …], [[step, decision], …]]. Inputs name variables as bare strings and quote strings twice;
 * lists of loops and factors lie flat among the inputs; attrs are plain JSON with booleans as 0 and 1, and so is all inside a dictionary.
 * Project files have a third list with the steps that are not applied, or break an order: [[step, "off", "refused" or "draft", words], …].
 */
#include "core/schedule/index-map-json.h"
#include "core/schedule/trace-private.h"
#include "core/schedule/trace.h"

static void
append_json_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (out, "\\%c", *text);
    else if ((guchar) *text < 0x20)
      g_string_append_printf (out, "\\u%04x", (guchar) *text);
    else
      g_string_append_c (out, *text);
  g_string_append_c (out, '"');
}

typedef enum
{
  SIDE_ATTR,
  SIDE_INPUT,
  SIDE_DICT,    /* inside a dictionary */
} StepSide;

static void append_json (GString *out, const TlState *state, const TlArg *arg, StepSide side, TlDialect dialect);

static void
append_json_items (GString *out, const TlState *state, const TlArg *arg, StepSide side, TlDialect dialect)
{
  for (guint i = 0; i < arg->n_items; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_json (out, state, &arg->items[i], side, dialect);
    }
}

static void
append_json_dict (GString *out, const TlState *state, const TlArg *arg, TlDialect dialect)
{
  g_autofree guint *order = tl_sorted_keys (arg);

  g_string_append_c (out, '{');
  for (guint i = 0; i < arg->n_items; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_json_string (out, arg->keys[order[i]]);
      g_string_append_c (out, ':');
      append_json (out, state, &arg->items[order[i]], SIDE_DICT, dialect);
    }
  g_string_append_c (out, '}');
}

static void
append_input_string (GString *out, const char *text)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", text);

  append_json_string (out, quoted);
}

static void
append_json_map (GString *out, const TlState *state, const TlArg *arg, TlDialect dialect)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autofree char    *graph = tl_index_map_to_json (tl_trace_named_map (arena, state, arg), dialect);

  append_json_string (out, graph != NULL ? graph : "None");
}

static void
append_json (GString *out, const TlState *state, const TlArg *arg, StepSide side, TlDialect dialect)
{
  g_autofree char *name = NULL;

  switch (arg->kind)
    {
    case TL_ARG_NONE:
      g_string_append (out, side == SIDE_INPUT ? "\"None\"" : "null");
      break;
    case TL_ARG_RV:
      name = tl_state_rv_name (state, arg->rv);
      append_json_string (out, name);
      break;
    case TL_ARG_NODE:
      g_string_append_printf (out, "%u", arg->node);
      break;
    case TL_ARG_BOOL:
      if (side == SIDE_ATTR)
        g_string_append (out, arg->boolean ? "1" : "0");
      else
        g_string_append (out, arg->boolean ? "true" : "false");
      break;
    case TL_ARG_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, arg->integer);
      break;
    case TL_ARG_FLOAT:
      tl_append_float (out, arg->number);
      break;
    case TL_ARG_STRING:
      if (side == SIDE_INPUT)
        append_input_string (out, arg->string);
      else
        append_json_string (out, arg->string);
      break;
    case TL_ARG_INDEX_MAP:
      append_json_map (out, state, arg, dialect);
      break;
    case TL_ARG_LIST:
      g_string_append_c (out, '[');
      append_json_items (out, state, arg, side, dialect);
      g_string_append_c (out, ']');
      break;
    case TL_ARG_DICT:
      append_json_dict (out, state, arg, dialect);
      break;
    }
}

gboolean
tl_param_lies_flat (TlParamKind kind)
{
  return kind == TL_PARAM_LOOPS || kind == TL_PARAM_FACTORS;
}

/* The inputs or attrs of a step as a JSON list. */
static void
append_side (GString *out, const TlState *step, StepSide side, TlDialect dialect)
{
  const TlInst *inst = tl_state_inst (step);
  const char   *separator = "";

  g_string_append_c (out, '[');
  for (guint i = 0; i < inst->n_args; i++)
    {
      const TlPrimitiveParam *param = &inst->primitive->params[i];
      const TlArg            *arg = &inst->args[i];

      if (((param->flags & TL_PARAM_IS_INPUT) != 0) != (side == SIDE_INPUT) || (tl_param_lies_flat (param->kind) && arg->n_items == 0))
        continue;
      g_string_append (out, separator);
      separator = ",";
      if (tl_param_lies_flat (param->kind))
        append_json_items (out, step, arg, side, dialect);
      else if ((param->flags & TL_PARAM_IS_SIDE) != 0 && arg->kind == TL_ARG_STRING)
        g_string_append_c (out, arg->string[0] == 'w' ? '1' : '0');
      else if (param->kind == TL_PARAM_BUFFER_ACCESS)
        g_string_append_printf (out, "%" G_GINT64_FORMAT ",%d", arg->items[1].integer, arg->items[0].string[0] == 'w');
      else
        append_json (out, step, arg, side, dialect);
    }
  g_string_append_c (out, ']');
}

/* Of an unknown step read from text, variables are inputs and the rest attrs. */
static void
append_opaque_side (GString *out, const TlState *step, StepSide side, TlDialect dialect)
{
  const TlInst *inst = tl_state_inst (step);
  const char   *separator = "";

  if (inst->n_args == 2)
    {
      append_json (out, step, &inst->args[side == SIDE_INPUT ? 0 : 1], side, dialect);
      return;
    }
  g_string_append_c (out, '[');
  for (guint i = 0; inst->n_args > 0 && i < inst->args[0].n_items; i++)
    {
      const TlArg *arg = &inst->args[0].items[i];

      if ((arg->kind == TL_ARG_RV
           || (arg->kind == TL_ARG_LIST && arg->n_items > 0 && arg->items[0].kind == TL_ARG_RV)) != (side == SIDE_INPUT))
        continue;
      g_string_append (out, separator);
      separator = ",";
      append_json (out, step, arg, side, dialect);
    }
  g_string_append_c (out, ']');
}

static void
append_inst (GString *out, const TlState *step, TlDialect dialect)
{
  const TlInst      *inst = tl_state_inst (step);
  const TlPrimitive *row = inst->primitive;
  guint              first;
  guint              n = tl_state_outputs (step, &first);

  g_string_append_c (out, '[');
  if (row != NULL)
    append_json_string (out, dialect == TL_DIALECT_SBLOCK && row->sblock_kind != NULL ? row->sblock_kind : row->kind);
  else
    append_json_string (out, inst->opaque_kind);
  for (guint i = 0; i < 2; i++)
    {
      g_string_append_c (out, ',');
      if (row != NULL)
        append_side (out, step, i == 0 ? SIDE_INPUT : SIDE_ATTR, dialect);
      else
        append_opaque_side (out, step, i == 0 ? SIDE_INPUT : SIDE_ATTR, dialect);
    }
  g_string_append (out, ",[");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = tl_state_rv_name (step, first + i);

      g_string_append_printf (out, "%s\"%s\"", i > 0 ? "," : "", name);
    }
  g_string_append (out, "]]");
}

static void
append_insts (GString *out, const GPtrArray *steps, TlDialect dialect)
{
  for (guint i = 0; i < steps->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_inst (out, steps->pdata[i], dialect);
    }
}

static void
append_decisions (GString *out, const GPtrArray *steps, TlDialect dialect)
{
  const char *separator = "";

  for (guint i = 0; i < steps->len; i++)
    {
      const TlState *step = steps->pdata[i];

      if (tl_state_inst (step)->decision.kind == TL_ARG_NONE)
        continue;
      g_string_append_printf (out, "%s[%u,", separator, i);
      append_json (out, step, &tl_state_inst (step)->decision, SIDE_ATTR, dialect);
      g_string_append_c (out, ']');
      separator = ",";
    }
}

/* As TVM's traces have them, too. */
static gboolean
is_plain (const TlState *step)
{
  return tl_state_is_applied (step) && tl_state_broken_orders (step) == NULL;
}

static const char *
status_name (const TlInst *inst)
{
  return inst->status == TL_INST_OFF ? "off" : inst->status == TL_INST_REFUSED ? "refused" : "draft";
}

static void
append_statuses (GString *out, const GPtrArray *steps)
{
  const char *separator = "";

  for (guint i = 0; i < steps->len; i++)
    {
      g_autofree char *words = tl_state_describe (steps->pdata[i]);

      if (is_plain (steps->pdata[i]))
        continue;
      g_string_append_printf (out, "%s[%u,\"%s\",", separator, i, status_name (tl_state_inst (steps->pdata[i])));
      append_json_string (out, words);
      g_string_append_c (out, ']');
      separator = ",";
    }
}

static GPtrArray *
applied_of (const GPtrArray *steps)
{
  GPtrArray *applied = g_ptr_array_sized_new (steps->len);

  for (guint i = 0; i < steps->len; i++)
    if (tl_state_is_applied (steps->pdata[i]))
      g_ptr_array_add (applied, steps->pdata[i]);
  return applied;
}

char *
tl_trace_to_json (const TlState *state, TlDialect dialect)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state), applied = applied_of (steps);
  GString              *out = g_string_new ("[[");

  append_insts (out, applied, dialect);
  g_string_append (out, "],[");
  append_decisions (out, applied, dialect);
  g_string_append (out, "]]");
  return g_string_free (out, FALSE);
}

char *
tl_trace_to_project_json (const TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state), applied = applied_of (steps);
  GString              *out;

  if (applied->len == steps->len && !tl_state_is_draft (state))
    return tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  out = g_string_new ("[[");
  append_insts (out, steps, TL_DIALECT_CLASSIC);
  g_string_append (out, "],[");
  append_decisions (out, steps, TL_DIALECT_CLASSIC);
  g_string_append (out, "],[");
  append_statuses (out, steps);
  g_string_append (out, "]]");
  return g_string_free (out, FALSE);
}
