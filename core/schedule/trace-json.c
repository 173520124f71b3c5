/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what trace-json-writer.c writes, and TVM's. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-depth.h"
#include "core/schedule/index-map-json.h"
#include "core/schedule/trace-private.h"
#include "core/schedule/trace.h"

/* TVM's traces nest five deep; the parser recurses, so hostile depth is refused before it starts. */
#define MAX_DEPTH 64
#define MAX_BYTES (16u * 1024u * 1024u)

typedef struct
{
  TlArena    *arena;
  GHashTable *rvs;          /* name in the JSON → index + 1 in the state */
  JsonArray  *insts;
  JsonArray  *decisions;
  JsonArray  *statuses;     /* nullable: all steps are applied */
  gboolean    takes_drafts; /* else they are steps like others, and refused */
  guint       index;        /* of the step being read */
  const char *kind;
  const char *only_function;   /* nullable: of a program that has no other */
  GError    **error;
  TlRefusedFunc on_refused;    /* nullable */
  gpointer      refused_data;
} TraceReader;

G_GNUC_PRINTF (2, 3)
static gboolean
malformed (const TraceReader *reader, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list          list;

  va_start (list, format);
  what = g_strdup_vprintf (format, list);
  va_end (list);
  return tl_fail (reader->error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "trace JSON, step %u%s%s: %s", reader->index + 1,
                  reader->kind != NULL ? " " : "", reader->kind != NULL ? reader->kind : "", what);
}

static gboolean read_node (TraceReader *reader, JsonNode *node, gboolean is_input, TlArg *arg);

static gboolean
read_list (TraceReader *reader, JsonArray *array, guint from, gboolean is_input, TlArg *arg)
{
  guint  n = json_array_get_length (array);
  TlArg *items = tl_arena_new_array (reader->arena, TlArg, MAX (n, 1));

  for (guint i = from; i < n; i++)
    if (!read_node (reader, json_array_get_element (array, i), is_input, &items[i - from]))
      return FALSE;
  *arg = (TlArg) { .kind = TL_ARG_LIST, .items = items, .n_items = n > from ? n - from : 0 };
  return TRUE;
}

static gboolean
read_dict (TraceReader *reader, JsonObject *object, TlArg *arg)
{
  g_autoptr (GList) members = json_object_get_members (object);
  guint             n = g_list_length (members), i = 0;
  TlArg            *items = tl_arena_new_array (reader->arena, TlArg, MAX (n, 1));
  const char      **keys = tl_arena_new_array (reader->arena, const char *, MAX (n, 1));

  for (GList *l = members; l != NULL; l = l->next, i++)
    {
      keys[i] = tl_arena_strdup (reader->arena, l->data);
      if (!read_node (reader, json_object_get_member (object, l->data), FALSE, &items[i]))
        return FALSE;
    }
  *arg = (TlArg) { .kind = TL_ARG_DICT, .items = items, .keys = keys, .n_items = n };
  return TRUE;
}

static gboolean
read_index_map (TraceReader *reader, const char *text, TlArg *arg)
{
  g_autoptr (GError) error = NULL;
  guint              n_numbers;
  const TlIndexMap  *map = tl_index_map_from_json (reader->arena, text, &n_numbers, &error);
  TlArg             *numbers;

  if (map == NULL)
    return malformed (reader, "%s", error->message);
  numbers = tl_arena_new_array (reader->arena, TlArg, MAX (n_numbers, 1));
  for (guint i = 0; i < n_numbers; i++)
    {
      const TlVar *var = map->initial[map->n_initial - n_numbers + i];
      guint        rv = GPOINTER_TO_UINT (g_hash_table_lookup (reader->rvs, var->name));

      if (rv == 0)
        return malformed (reader, "index map: '%.40s' is neither an index nor a variable of an earlier step", var->name);
      numbers[i] = tl_arg_rv (rv - 1);
    }
  *arg = tl_arg_index_map_of (reader->arena, map, numbers, n_numbers);
  return TRUE;
}

/* Among inputs, "l4" is a variable, "None" nothing, "\"text\"" a string, "{…" an index map. */
static gboolean
read_input_string (TraceReader *reader, const char *text, TlArg *arg)
{
  gsize length = strlen (text);
  guint rv;

  if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
    {
      *arg = (TlArg) { .kind = TL_ARG_STRING, .string = tl_arena_strndup (reader->arena, text + 1, length - 2) };
      return TRUE;
    }
  if (strcmp (text, "None") == 0)
    return TRUE;
  if (text[0] == '{')
    return read_index_map (reader, text, arg);
  rv = GPOINTER_TO_UINT (g_hash_table_lookup (reader->rvs, text));
  if (rv == 0 && reader->statuses != NULL && strcmp (text, "removed") == 0)
    {
      *arg = tl_arg_rv (TL_RV_GONE);
      return TRUE;
    }
  if (rv == 0)
    return malformed (reader, "'%.40s' is not a variable of an earlier step", text);
  *arg = tl_arg_rv (rv - 1);
  return TRUE;
}

static gboolean
read_node (TraceReader *reader, JsonNode *node, gboolean is_input, TlArg *arg)
{
  GType type;

  *arg = (TlArg) { .kind = TL_ARG_NONE };
  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return read_list (reader, json_node_get_array (node), 0, is_input, arg);
  if (JSON_NODE_HOLDS_OBJECT (node))
    return read_dict (reader, json_node_get_object (node), arg);
  type = json_node_get_value_type (node);
  if (type == G_TYPE_STRING && is_input)
    return read_input_string (reader, json_node_get_string (node), arg);
  if (type == G_TYPE_STRING)
    *arg = tl_arg_string (reader->arena, json_node_get_string (node));
  else if (type == G_TYPE_BOOLEAN)
    *arg = tl_arg_bool (json_node_get_boolean (node));
  else if (type == G_TYPE_DOUBLE)
    *arg = (TlArg) { .kind = TL_ARG_FLOAT, .number = json_node_get_double (node) };
  else
    *arg = tl_arg_int (json_node_get_int (node));
  return TRUE;
}

/* Element @index of @array as a list, or NULL. */
static JsonArray *
nth_array (JsonArray *array, guint index)
{
  JsonNode *node = index < json_array_get_length (array) ? json_array_get_element (array, index) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Two attrs, the index and 0 for a read, 1 for a write, as one argument. */
static gboolean
read_buffer_access (TraceReader *reader, const TlPrimitiveParam *param, JsonArray *attrs, guint *next, TlArg *arg)
{
  TlArg  *items = tl_arena_new_array (reader->arena, TlArg, 2);
  TlArg   side;
  guint   n = json_array_get_length (attrs);

  if (n - *next < 2 || !read_node (reader, json_array_get_element (attrs, *next), FALSE, &items[1])
      || !read_node (reader, json_array_get_element (attrs, *next + 1), FALSE, &side) || items[1].kind != TL_ARG_INT
      || side.kind != TL_ARG_INT || (side.integer != 0 && side.integer != 1))
    return malformed (reader, "'%s' must be an index and 0 (read) or 1 (write)", param->name);
  *next += 2;
  items[0] = tl_arg_string (reader->arena, side.integer != 0 ? "write" : "read");
  *arg = (TlArg) { .kind = TL_ARG_LIST, .items = items, .n_items = 2 };
  return TRUE;
}

/* Deals inputs and attrs out to the row's parameters. Attributes that older versions did not write take their defaults. */
static gboolean
read_args (TraceReader *reader, const TlPrimitive *row, JsonArray *inputs, JsonArray *attrs, TlInst *inst)
{
  guint  n_params = tl_primitive_n_args (row);
  TlArg *args = tl_arena_new_array (reader->arena, TlArg, MAX (n_params, 1));
  guint  next_input = 0, next_attr = 0;

  for (guint i = 0; i < n_params; i++)
    {
      const TlPrimitiveParam *param = &row->params[i];
      gboolean                is_input = (param->flags & TL_PARAM_IS_INPUT) != 0;
      JsonArray              *side = is_input ? inputs : attrs;
      guint                  *next = is_input ? &next_input : &next_attr;
      gboolean                ok = TRUE;

      if (is_input && tl_param_lies_flat (param->kind))
        {
          ok = read_list (reader, inputs, next_input, TRUE, &args[i]);
          next_input = json_array_get_length (inputs);
        }
      else if (param->kind == TL_PARAM_BUFFER_ACCESS)
        ok = read_buffer_access (reader, param, attrs, &next_attr, &args[i]);
      else if (*next < json_array_get_length (side))
        ok = read_node (reader, json_array_get_element (side, (*next)++), is_input, &args[i]);
      else if (!tl_primitive_param_default (param, &args[i]))
        ok = malformed (reader, "'%s' is missing", param->name);
      if (ok && param->kind == TL_PARAM_INDEX_MAP && args[i].kind == TL_ARG_STRING)
        ok = read_index_map (reader, args[i].string, &args[i]);
      if (!ok)
        return FALSE;
      if (param->kind == TL_PARAM_FUNCTION && args[i].kind == TL_ARG_STRING && reader->only_function != NULL)
        args[i].string = reader->only_function;
    }
  if (next_input < json_array_get_length (inputs) || next_attr < json_array_get_length (attrs))
    return malformed (reader, "more inputs or attrs than %s takes", row->name);
  inst->args = args;
  inst->n_args = n_params;
  return TRUE;
}

/* The kinds of the results of a step that is not applied, by their names. */
static void
read_outputs (TraceReader *reader, JsonArray *outputs, TlInst *inst)
{
  guint     n = json_array_get_length (outputs);
  TlRvKind *kinds = tl_arena_new_array (reader->arena, TlRvKind, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      JsonNode   *node = json_array_get_element (outputs, i);
      const char *name = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

      kinds[i] = name == NULL || name[0] == 'v' ? TL_RV_INT : name[0] == 'b' ? TL_RV_BLOCK : TL_RV_LOOP;
    }
  inst->opaque_outputs = kinds;
  inst->n_opaque_outputs = n;
}

static gboolean
read_opaque (TraceReader *reader, JsonArray *inputs, JsonArray *attrs, JsonArray *outputs, TlInst *inst)
{
  TlArg *args = tl_arena_new_array (reader->arena, TlArg, 2);

  if (!read_list (reader, inputs, 0, TRUE, &args[0]) || !read_list (reader, attrs, 0, FALSE, &args[1]))
    return FALSE;
  inst->opaque_kind = tl_arena_strdup (reader->arena, reader->kind);
  inst->args = args;
  inst->n_args = 2;
  read_outputs (reader, outputs, inst);
  return TRUE;
}

/* [step, "off" or "refused", words] of the step being read, if it is not applied. */
static gboolean
read_status (TraceReader *reader, JsonArray *outputs, TlInst *inst)
{
  for (guint i = 0; reader->statuses != NULL && i < json_array_get_length (reader->statuses); i++)
    {
      JsonArray  *entry = nth_array (reader->statuses, i);
      JsonNode   *status = entry != NULL && json_array_get_length (entry) == 3 ? json_array_get_element (entry, 1) : NULL;
      const char *name;

      for (guint k = 0; status != NULL && k < 3; k++)
        if (!JSON_NODE_HOLDS_VALUE (json_array_get_element (entry, k))
            || (json_node_get_value_type (json_array_get_element (entry, k)) == G_TYPE_STRING) != (k > 0))
          status = NULL;
      if (status == NULL)
        return malformed (reader, "a step that is not applied must be [step, status, words]");
      if (json_array_get_int_element (entry, 0) != reader->index)
        continue;
      name = json_node_get_string (status);
      inst->is_draft = strcmp (name, "draft") == 0 && reader->takes_drafts;
      if (strcmp (name, "draft") == 0)
        return TRUE;
      inst->status = strcmp (name, "refused") == 0 ? TL_INST_REFUSED : TL_INST_OFF;
      inst->words = tl_arena_strdup (reader->arena, json_array_get_string_element (entry, 2));
      if (inst->opaque_outputs == NULL)
        read_outputs (reader, outputs, inst);
    }
  return TRUE;
}

/* Why a step is not applied is not stored: it is tried. */
static void
find_reason (TraceReader *reader, TlState *state, TlInst *inst)
{
  TlInst              tried = *inst;
  g_autoptr (GError)  refusal = NULL;
  g_autoptr (TlState) next = NULL;

  tried.status = TL_INST_APPLIED;
  next = tl_state_apply (state, &tried, &refusal);
  inst->reason = tl_arena_strdup (reader->arena, next == NULL ? tl_refusal_reason (refusal) : "");
}

static gboolean
read_decision (TraceReader *reader, TlArg *decision)
{
  guint n = json_array_get_length (reader->decisions);

  for (guint i = 0; i < n; i++)
    {
      JsonArray *entry = nth_array (reader->decisions, i);

      if (entry == NULL || json_array_get_length (entry) != 2 || !JSON_NODE_HOLDS_VALUE (json_array_get_element (entry, 0)))
        return malformed (reader, "a decision must be [step, value]");
      if (json_array_get_int_element (entry, 0) == reader->index)
        return read_node (reader, json_array_get_element (entry, 1), FALSE, decision);
    }
  return TRUE;
}

static gboolean
name_outputs (TraceReader *reader, const TlState *step, JsonArray *outputs)
{
  guint first;
  guint n = tl_state_outputs (step, &first);

  if (n != json_array_get_length (outputs))
    return malformed (reader, "it yields %u results, but the trace lists %u", n, json_array_get_length (outputs));
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (outputs, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
        return malformed (reader, "its outputs must be names");
      g_hash_table_insert (reader->rvs, g_strdup (json_node_get_string (node)), GUINT_TO_POINTER (first + i + 1));
    }
  return TRUE;
}

static gboolean
bad_decision (TraceReader *reader, gint64 step, const char *what)
{
  return tl_fail (reader->error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT,
                  "the trace has a decision for step %" G_GINT64_FORMAT " (counted from 0), %s", step, what);
}

/* Each decision belongs to one step that samples; steps of kinds that are not known here may. */
static gboolean
check_decisions (TraceReader *reader)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint                  n_steps = json_array_get_length (reader->insts);

  for (guint i = 0; i < json_array_get_length (reader->decisions); i++)
    {
      JsonArray         *entry = nth_array (reader->decisions, i), *record;
      JsonNode          *number = entry != NULL && json_array_get_length (entry) == 2 ? json_array_get_element (entry, 0) : NULL, *kind;
      const TlPrimitive *row;
      gint64             step;

      if (number == NULL || !JSON_NODE_HOLDS_VALUE (number) || json_node_get_value_type (number) != G_TYPE_INT64)
        continue;   /* reported where steps are read */
      step = json_node_get_int (number);
      if (step < 0 || step >= n_steps)
        return bad_decision (reader, step, "which does not exist");
      if (!g_hash_table_add (seen, g_memdup2 (&step, sizeof step)))
        return bad_decision (reader, step, "which already has one");
      record = nth_array (reader->insts, (guint) step);
      kind = record != NULL && json_array_get_length (record) > 0 ? json_array_get_element (record, 0) : NULL;
      row = kind != NULL && JSON_NODE_HOLDS_VALUE (kind) && json_node_get_value_type (kind) == G_TYPE_STRING
                ? tl_primitive_find_kind (json_node_get_string (kind))
                : NULL;
      if (row != NULL && tl_primitive_n_args (row) == row->n_params)
        return bad_decision (reader, step, "which is not a sampling step");
    }
  return TRUE;
}

/* One step onto @state, or NULL. *is_postproc is set instead of applying at the mark when @stop_at_postproc. */
static TlState *
replay_inst (TraceReader *reader, TlState *state, gboolean use_decisions, gboolean stop_at_postproc, gboolean *is_end)
{
  JsonArray          *record = nth_array (reader->insts, reader->index);
  JsonNode           *kind = record != NULL && json_array_get_length (record) == 4 ? json_array_get_element (record, 0) : NULL;
  JsonArray          *inputs, *attrs, *outputs;
  TlInst              inst = { .decision = { .kind = TL_ARG_NONE } };
  g_autoptr (TlState) next = NULL;
  g_autoptr (GError)  refusal = NULL;

  reader->kind = NULL;
  if (kind == NULL || !JSON_NODE_HOLDS_VALUE (kind) || json_node_get_value_type (kind) != G_TYPE_STRING)
    return malformed (reader, "it must be [kind, inputs, attrs, outputs]"), NULL;
  reader->kind = json_node_get_string (kind);
  inputs = nth_array (record, 1);
  attrs = nth_array (record, 2);
  outputs = nth_array (record, 3);
  if (inputs == NULL || attrs == NULL || outputs == NULL)
    return malformed (reader, "inputs, attrs and outputs must be lists"), NULL;
  inst.primitive = tl_primitive_find_kind (reader->kind);
  *is_end = stop_at_postproc && tl_inst_is_postproc_mark (&inst);
  if (*is_end)
    return NULL;
  if (inst.primitive != NULL ? !read_args (reader, inst.primitive, inputs, attrs, &inst)
                             : !read_opaque (reader, inputs, attrs, outputs, &inst))
    return NULL;
  if ((use_decisions && !read_decision (reader, &inst.decision)) || !read_status (reader, outputs, &inst))
    return NULL;
  if (inst.status == TL_INST_REFUSED)
    find_reason (reader, state, &inst);
  next = tl_state_apply (state, &inst, &refusal);
  if (next == NULL && reader->on_refused != NULL && g_error_matches (refusal, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED))
    next = reader->on_refused (state, &inst, refusal, reader->refused_data);
  if (next == NULL)
    g_propagate_error (reader->error, g_steal_pointer (&refusal));
  if (next == NULL || !name_outputs (reader, next, outputs))
    return NULL;
  return g_steal_pointer (&next);
}

/* The two lists of a trace; the parser owns them. */
static gboolean
parse (JsonParser *parser, const char *json, TraceReader *reader)
{
  g_autoptr (GError) problem = NULL;
  gsize              length = strlen (json);
  JsonNode          *root;
  JsonArray         *pair;

  if (length > MAX_BYTES || !g_utf8_validate (json, (gssize) length, NULL) || tl_json_is_too_deep (json, MAX_DEPTH))
    g_set_error (&problem, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "it is too large, too deeply nested or not UTF-8");
  else if (json_parser_load_from_data (parser, json, (gssize) length, &problem))
    {
      root = json_parser_get_root (parser);
      pair = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;
      if (pair != NULL && (json_array_get_length (pair) == 2 || nth_array (pair, 2) != NULL))
        {
          reader->insts = nth_array (pair, 0);
          reader->decisions = nth_array (pair, 1);
          reader->statuses = nth_array (pair, 2);
        }
      if (reader->insts != NULL && reader->decisions != NULL)
        return TRUE;
      g_set_error (&problem, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "it must be [[steps], [decisions]]");
    }
  return tl_fail (reader->error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "this is not a JSON trace: %s", problem->message);
}

typedef struct
{
  gboolean      use_decisions, stop_at_postproc, takes_drafts;
  TlRefusedFunc on_refused;     /* nullable */
  gpointer      refused_data;
} ReplayOptions;

static TlState *
replay (TlState *start, const char *json, const ReplayOptions *options, GError **error)
{
  g_autoptr (TlState)    current = tl_state_ref (start);
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GHashTable) rvs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const TlModule        *module = tl_state_module (start);
  TraceReader            reader = { .arena = arena, .rvs = rvs, .error = error,
                                    .only_function = module->n_prims == 1 ? module->prims[0]->name : NULL,
                                    .on_refused = options->on_refused, .refused_data = options->refused_data,
                                    .takes_drafts = options->takes_drafts };
  guint                  n;

  if (!parse (parser, json, &reader) || (options->use_decisions && !check_decisions (&reader)))
    return NULL;
  n = json_array_get_length (reader.insts);
  for (reader.index = 0; reader.index < n; reader.index++)
    {
      gboolean is_end = FALSE;
      TlState *next = replay_inst (&reader, current, options->use_decisions, options->stop_at_postproc, &is_end);

      if (is_end)
        break;
      if (next == NULL)
        return NULL;
      tl_state_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

TlState *
tl_trace_replay_json (TlState *start, const char *json, gboolean use_decisions, gboolean stop_at_postproc, GError **error)
{
  return replay (start, json, &(ReplayOptions) { .use_decisions = use_decisions, .stop_at_postproc = stop_at_postproc }, error);
}

TlState *
tl_trace_replay_json_with (TlState *start, const char *json, TlRefusedFunc on_refused, gpointer user_data, GError **error)
{
  return replay (start, json, &(ReplayOptions) { .use_decisions = TRUE, .on_refused = on_refused, .refused_data = user_data }, error);
}

TlState *
tl_trace_replay_project_json (TlState *start, const char *json, GError **error)
{
  return replay (start, json, &(ReplayOptions) { .use_decisions = TRUE, .takes_drafts = TRUE }, error);
}
