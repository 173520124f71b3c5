/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/primitive-form.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/steps/literal.h"
#include "core/session/steps/param-text.h"
#include "core/session/steps/applicable-primitives.h"
#include "core/session/program-view.h"
#include "ui/explore/step-animation.h"
#include "ui/explore/step-edits.h"
#include "ui/widgets/tip.h"

#define CHIPS_PER_ROW     3       /* as the form is wide: a popover is as high as the rows of its own width need */
#define MAX_DIVISOR_CHIPS 8
#define MAX_SEARCH_US     30000   /* for a legal choice, while the form opens */

typedef struct
{
  const TlPrimitiveParam *param;
  GtkWidget              *widget;     /* entry, drop-down or check button; NULL: given by the selection */
  GArray                 *nodes;      /* drop-down of loops or blocks: TlNodeId per row */
  TlArg                   fixed;
} Field;

typedef struct
{
  TlEditor          *editor;
  const TlPrimitive *primitive;
  TlState           *step;            /* owned; NULL: a new one */
  TlArena           *arena;           /* of fixed arguments */
  const TlArg       *given;           /* while the fields are made; NULL: none */
  GtkWidget         *popover;
  GtkWidget         *verdict;
  GtkWidget         *apply;
  GtkWidget         *why_not;
  Field             *fields;
  guint              n_fields;
} PrimitiveForm;

static void
form_free (gpointer data)
{
  PrimitiveForm *form = data;

  for (guint i = 0; i < form->n_fields; i++)
    g_clear_pointer (&form->fields[i].nodes, g_array_unref);
  g_free (form->fields);
  g_clear_pointer (&form->step, tl_state_unref);
  tl_arena_unref (form->arena);
  g_object_unref (form->editor);
  g_free (form);
}

static TlState *
form_state (PrimitiveForm *form)
{
  return form->step != NULL ? tl_state_parent (form->step) : tl_session_state (tl_editor_session (form->editor));
}

static const TlModule *
form_module (PrimitiveForm *form)
{
  return tl_state_module (form_state (form));
}

static const TlPrimFunc *
form_func (PrimitiveForm *form)
{
  return tl_module_prim (form_module (form), tl_session_func_name (tl_editor_session (form->editor)));
}

static TlState *
form_try (PrimitiveForm *form, const TlArg *args, GError **error)
{
  return tl_state_apply_to_nodes (form_state (form), form->primitive, args, form->n_fields, error);
}

static gboolean
is_list (TlParamKind kind)
{
  return kind == TL_PARAM_FACTORS || kind == TL_PARAM_INTS || kind == TL_PARAM_FLOATS;
}

/* --- reading the fields --- */

static gboolean
read_blocks (PrimitiveForm *form, const char *text, TlArena *arena, TlArg *arg, GError **error)
{
  g_auto (GStrv)        words = g_strsplit_set (text, " ,[]", -1);
  g_autoptr (GArray)    items = g_array_new (FALSE, TRUE, sizeof (TlArg));
  const TlPrimFunc     *func = form_func (form);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);

  for (guint w = 0; words[w] != NULL; w++)
    {
      gboolean found = *words[w] == '\0';

      for (guint i = 0; i < blocks->len && !found; i++)
        {
          const TlStmt *block = g_ptr_array_index (blocks, i);

          if (strcmp (block->block.name, words[w]) == 0)
            {
              TlArg item = tl_arg_node (block->block.id);

              g_array_append_val (items, item);
              found = TRUE;
            }
        }
      if (!found)
        return tl_refuse_argument (error, _("There is no block %s"), words[w]);
    }
  *arg = tl_arg_list (arena, (const TlArg *) (gpointer) items->data, items->len);
  return TRUE;
}

/* Replaces "v4" by a reference to random variable 4 of the trace. */
static void
take_sampled (PrimitiveForm *form, TlArena *arena, TlArg *arg)
{
  const TlState *state = form_state (form);
  guint64        index;

  if (arg->kind == TL_ARG_LIST)
    {
      TlArg *items = tl_arena_new_array (arena, TlArg, MAX (arg->n_items, 1));

      for (guint i = 0; i < arg->n_items; i++)
        {
          items[i] = arg->items[i];
          take_sampled (form, arena, &items[i]);
        }
      arg->items = items;
      return;
    }
  if (arg->kind != TL_ARG_STRING || arg->string[0] != 'v' || !g_ascii_string_to_unsigned (arg->string + 1, 10, 0, G_MAXUINT, &index, NULL))
    return;
  if (index < tl_state_n_rvs (state) && tl_state_rv (state, (guint) index)->kind == TL_RV_INT)
    *arg = tl_arg_rv ((guint) index);
}

static gboolean
read_entry (PrimitiveForm *form, Field *field, TlArena *arena, TlArg *arg, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (field->widget));

  if (field->param->kind == TL_PARAM_BLOCKS)
    return read_blocks (form, text, arena, arg, error);
  if (field->param->kind == TL_PARAM_STRING)
    {
      *arg = tl_arg_string (arena, text);
      return TRUE;
    }
  if (!tl_literal_parse (arena, text, is_list (field->param->kind), arg, error))
    {
      g_prefix_error (error, "%s: ", field->param->name);
      return FALSE;
    }
  take_sampled (form, arena, arg);
  return TRUE;
}

static gboolean
read_field (PrimitiveForm *form, Field *field, TlArena *arena, TlArg *arg, GError **error)
{
  guint position;

  if (field->widget == NULL)
    {
      *arg = field->fixed;
      return TRUE;
    }
  if (GTK_IS_CHECK_BUTTON (field->widget))
    {
      *arg = tl_arg_bool (gtk_check_button_get_active (GTK_CHECK_BUTTON (field->widget)));
      return TRUE;
    }
  if (!GTK_IS_DROP_DOWN (field->widget))
    return read_entry (form, field, arena, arg, error);
  position = gtk_drop_down_get_selected (GTK_DROP_DOWN (field->widget));
  if (position == GTK_INVALID_LIST_POSITION)
    return tl_refuse_argument (error, _("There is no possible value for %s"), field->param->name);
  if (field->nodes != NULL)
    *arg = tl_arg_node (g_array_index (field->nodes, TlNodeId, position));
  else
    *arg = tl_arg_int (position);
  return TRUE;
}

static gboolean
read_form (PrimitiveForm *form, TlArena *arena, TlArg **args, GError **error)
{
  *args = tl_arena_new_array (arena, TlArg, form->n_fields);
  for (guint i = 0; i < form->n_fields; i++)
    if (!read_field (form, &form->fields[i], arena, &(*args)[i], error))
      return FALSE;
  return TRUE;
}

static void
on_changed (PrimitiveForm *form)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) after = NULL;
  g_autofree char    *text = NULL;
  TlArg              *args;

  if (read_form (form, arena, &args, &error))
    after = form_try (form, args, &error);
  if (after != NULL)
    {
      g_autofree char *sentence = tl_state_describe (after);

      text = g_strdup_printf ("✓ %s", sentence);
    }
  else
    {
      const char *hint = tl_refusal_hint (error);

      text = g_strdup_printf ("⊘ %s", tl_refusal_reason (error));
      if (hint != NULL)
        {
          g_autofree char *advice = g_strdup_printf (_("Try: %s"), hint), *reason = g_steal_pointer (&text);

          text = g_strdup_printf ("%s\n%s", reason, advice);
        }
    }
  gtk_label_set_text (GTK_LABEL (form->verdict), text);
  gtk_widget_set_sensitive (form->apply, after != NULL);
  gtk_widget_set_visible (form->why_not, g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED));
  if (after != NULL)
    gtk_widget_remove_css_class (form->verdict, "refused");
  else
    gtk_widget_add_css_class (form->verdict, "refused");
}

static void
change_step (TlEditor *editor, TlState *step, TlInst inst, const TlArg *args)
{
  g_autofree char *words = tl_state_describe (step), *label = g_strdup_printf (_("Change “%s”"), words);

  inst.args = args;
  tl_step_edit (editor, &(TlTraceEdit) { .kind = TL_TRACE_CHANGE, .step = step, .inst = &inst }, label);
}

/* Also where it will be refused: then the window says why not, and looks for a fix. */
static void
perform (PrimitiveForm *form)
{
  g_autoptr (TlArena)  arena = tl_arena_new (NULL);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlEditor) editor = g_object_ref (form->editor);
  const TlInst         inst = { .primitive = form->primitive, .n_args = form->n_fields };
  g_autoptr (TlState)  step = form->step != NULL ? tl_state_ref (form->step) : NULL;
  TlArg               *args;

  if (!read_form (form, arena, &args, &error))
    return;
  gtk_popover_popdown (GTK_POPOVER (form->popover));
  if (step == NULL)
    tl_editor_perform (editor, inst.primitive, args, inst.n_args);
  else
    change_step (editor, step, inst, args);
}

static void
on_apply (PrimitiveForm *form)
{
  if (gtk_widget_get_sensitive (form->apply))
    perform (form);
}

/* --- building the fields --- */

/* Loops or blocks of the function. */
static void
make_node_choice (PrimitiveForm *form, Field *field)
{
  const TlPrimFunc     *func = form_func (form);
  g_autoptr (GPtrArray) nodes = tl_program_view_nodes (func, field->param->kind != TL_PARAM_BLOCK, field->param->kind != TL_PARAM_LOOP);
  g_auto (GStrv)        titles = tl_node_titles (nodes);

  field->nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  for (guint i = 0; i < nodes->len; i++)
    {
      const TlStmt *stmt = nodes->pdata[i];
      TlNodeId      id = stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id;

      g_array_append_val (field->nodes, id);
    }
  field->widget = gtk_drop_down_new (G_LIST_MODEL (gtk_string_list_new ((const char *const *) titles)), NULL);
  g_signal_connect_swapped (field->widget, "notify::selected", G_CALLBACK (on_changed), form);
}

/* Names of the buffers that a block reads or writes, or NULL while no block is selected. */
static GtkStringList *
buffer_names (PrimitiveForm *form, const TlPrimitiveParam *param)
{
  const TlStmt  *block = NULL;
  GtkStringList *names;

  for (guint i = 0; i < form->n_fields && block == NULL; i++)
    if (form->fields[i].param != NULL && form->fields[i].param->kind == TL_PARAM_BLOCK && form->fields[i].widget == NULL)
      block = tl_module_find (form_module (form), form->fields[i].fixed.node);
  if (block == NULL)
    return NULL;
  names = gtk_string_list_new (NULL);
  if (param->flags & TL_PARAM_OF_WRITES)
    for (guint i = 0; i < block->block.n_writes; i++)
      gtk_string_list_append (names, block->block.writes[i].buffer->name);
  else
    for (guint i = 0; i < block->block.n_reads; i++)
      gtk_string_list_append (names, block->block.reads[i].buffer->name);
  return names;
}

/* A factor that follows from the others is a star. */
static void
show_inferred (char **text)
{
  g_auto (GStrv) parts = g_strsplit (*text, "None", -1);

  g_free (*text);
  *text = g_strjoinv ("*", parts);
}

static void
make_entry (PrimitiveForm *form, Field *field, const TlArg *start)
{
  g_autofree char *text = start->kind == TL_ARG_NONE && field->param->kind == TL_PARAM_BLOCKS ? g_strdup ("") : tl_literal_print (start);

  field->widget = gtk_entry_new ();
  if (is_list (field->param->kind) || field->param->kind == TL_PARAM_BLOCKS)
    g_strdelimit (text, "[]", ' ');
  if (field->param->kind == TL_PARAM_FACTORS)
    show_inferred (&text);
  gtk_editable_set_text (GTK_EDITABLE (field->widget), g_strstrip (text));
  g_signal_connect_swapped (field->widget, "changed", G_CALLBACK (on_changed), form);
  g_signal_connect_swapped (field->widget, "activate", G_CALLBACK (on_apply), form);
}

static void
make_widget (PrimitiveForm *form, Field *field, const TlArg *start)
{
  GtkStringList *names;

  switch (field->param->kind)
    {
    case TL_PARAM_BOOL:
      field->widget = gtk_check_button_new ();
      gtk_check_button_set_active (GTK_CHECK_BUTTON (field->widget), start->kind == TL_ARG_BOOL && start->boolean);
      g_signal_connect_swapped (field->widget, "toggled", G_CALLBACK (on_changed), form);
      break;
    case TL_PARAM_BUFFER:
      names = buffer_names (form, field->param);
      if (names == NULL)
        {
          make_entry (form, field, start);
          break;
        }
      field->widget = gtk_drop_down_new (G_LIST_MODEL (names), NULL);
      if (start->kind == TL_ARG_INT)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (field->widget), (guint) start->integer);
      g_signal_connect_swapped (field->widget, "notify::selected", G_CALLBACK (on_changed), form);
      break;
    default:
      make_entry (form, field, start);
    }
}

static void
on_chip (GtkButton *button, gpointer user_data)
{
  gtk_editable_set_text (GTK_EDITABLE (user_data), g_object_get_data (G_OBJECT (button), "value"));
}

static void
add_chip (GtkWidget *box, GtkWidget *entry, const char *label, const char *value)
{
  GtkWidget *chip = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (chip, "chip");
  g_object_set_data_full (G_OBJECT (chip), "value", g_strdup (value), g_free);
  g_signal_connect (chip, "clicked", G_CALLBACK (on_chip), entry);
  gtk_box_append (GTK_BOX (box), chip);
}

/* The values of the last sampling step, as factors. */
static void
add_sampled_chip (PrimitiveForm *form, GtkWidget *box, GtkWidget *entry)
{
  TlState *state = form_state (form);

  for (; state != NULL; state = tl_state_parent (state))
    {
      guint              first, n = tl_state_outputs (state, &first);
      g_autoptr (GString) names = g_string_new (NULL), values = g_string_new (NULL);

      for (guint i = 0; i < n && tl_state_rv (state, first + i)->kind == TL_RV_INT; i++)
        {
          g_autofree char *name = tl_state_rv_name (state, first + i);

          g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
          g_string_append_printf (values, "%s%" G_GINT64_FORMAT, i > 0 ? "×" : "", tl_state_rv (state, first + i)->integer);
        }
      if (names->len > 0)
        {
          g_autofree char *label = g_strdup_printf ("%s = %s", names->str, values->str);

          add_chip (box, entry, label, names->str);
          return;
        }
    }
}

/* Buttons "outer × inner" for the divisors of the loop extent, which set the factors. */
static GtkWidget *
divisor_chips (PrimitiveForm *form, GtkWidget *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  const TlStmt *loop = NULL;
  gint64     extent;
  guint      n = 0;

  for (guint i = 0; i < form->n_fields && loop == NULL; i++)
    if (form->fields[i].param != NULL && form->fields[i].param->kind == TL_PARAM_LOOP && form->fields[i].widget == NULL)
      loop = tl_module_find (form_module (form), form->fields[i].fixed.node);
  add_sampled_chip (form, box, entry);
  if (loop == NULL || !tl_expr_get_int (loop->loop.extent, &extent))
    return box;
  for (gint64 inner = 2; inner < MIN (extent, 1 << 20) && n < MAX_DIVISOR_CHIPS; inner++)
    if (extent % inner == 0 && ((inner & (inner - 1)) == 0 || extent < 64))
      {
        g_autofree char *label = g_strdup_printf ("%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT, extent / inner, inner);
        g_autofree char *value = g_strdup_printf ("*, %" G_GINT64_FORMAT, inner);

        add_chip (box, entry, label, value);
        n++;
      }
  return box;
}

static GtkWidget *
choice_chips (Field *field)
{
  GtkWidget *box = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), CHIPS_PER_ROW);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (box), 6);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (box), 6);
  for (guint i = 0; field->param->choices[i] != NULL; i++)
    {
      GtkWidget *chip = gtk_button_new_with_label (field->param->choices[i]);

      gtk_widget_add_css_class (chip, "chip");
      g_object_set_data_full (G_OBJECT (chip), "value", g_strdup (field->param->choices[i]), g_free);
      g_signal_connect (chip, "clicked", G_CALLBACK (on_chip), field->widget);
      gtk_flow_box_append (GTK_FLOW_BOX (box), chip);
    }
  return box;
}

static GtkWidget *
plain_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static char *
fixed_text (PrimitiveForm *form, const TlArg *arg)
{
  GString *out;

  if (arg->kind == TL_ARG_NODE)
    return g_strdup (tl_arg_node_name (form_module (form), arg));
  out = g_string_new (NULL);
  for (guint i = 0; arg->kind == TL_ARG_LIST && i < arg->n_items; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", tl_arg_node_name (form_module (form), &arg->items[i]));
  return g_string_free (out, FALSE);
}

static void
add_row (PrimitiveForm *form, GtkGrid *grid, int row, Field *field)
{
  g_autofree char *title = tl_param_title (field->param);
  GtkWidget       *name = plain_label (title, "dim-label");

  gtk_grid_attach (grid, name, 0, row, 1, 1);
  if (field->widget == NULL)
    {
      g_autofree char *text = fixed_text (form, &field->fixed);

      gtk_grid_attach (grid, plain_label (text, "monospace"), 1, row, 1, 1);
      return;
    }
  gtk_widget_set_hexpand (field->widget, TRUE);
  tl_widget_set_tooltip (field->widget, field->param->help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (field->widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, field->param->help != NULL ? field->param->help : "", -1);
  gtk_grid_attach (grid, field->widget, 1, row, 1, 1);
  if (field->param->kind == TL_PARAM_FACTORS)
    gtk_grid_attach (grid, divisor_chips (form, field->widget), 1, row + 1, 1, 1);
  else if (field->param->choices != NULL && GTK_IS_ENTRY (field->widget))
    gtk_grid_attach (grid, choice_chips (field), 1, row + 1, 1, 1);
}

static TlArg *
copy_args (PrimitiveForm *form)
{
  TlArg *args = tl_arena_new_array (form->arena, TlArg, MAX (form->n_fields, 1));

  for (guint i = 0; i < form->n_fields; i++)
    args[i] = tl_arg_dup (form->arena, &form->given[i]);
  return args;
}

/* An argument of a step that was taken as a form has it: loops and blocks by node, numbers by the names of their variables. */
static TlArg
arg_for_form (PrimitiveForm *form, const TlArg *arg)
{
  TlState         *before = form_state (form);
  const TlRvValue *value = arg->kind == TL_ARG_RV && arg->rv < tl_state_n_rvs (before) ? tl_state_rv (before, arg->rv) : NULL;
  g_autofree char *name = arg->kind == TL_ARG_RV ? tl_state_rv_name (before, arg->rv) : NULL;
  TlArg            copy = *arg, *items;

  if (value != NULL && value->kind != TL_RV_INT)
    return value->is_unknown ? (TlArg) { .kind = TL_ARG_NONE } : tl_arg_node (value->node);
  if (arg->kind == TL_ARG_RV)
    return value != NULL ? tl_arg_string (form->arena, name) : (TlArg) { .kind = TL_ARG_NONE };
  if (arg->kind == TL_ARG_DICT)
    {
      g_autofree char *text = tl_trace_arg_to_text (arg);

      return tl_arg_string (form->arena, text);
    }
  if (arg->kind != TL_ARG_LIST)
    return copy;
  copy.items = items = tl_arena_new_array (form->arena, TlArg, MAX (arg->n_items, 1));
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = arg_for_form (form, &arg->items[i]);
  return copy;
}

/* The name of the buffer that argument @access, ["read" | "write", index], names of the step's block. */
static TlArg
buffer_for_form (PrimitiveForm *form, const TlArg *access, const TlArg *block)
{
  const TlStmt *stmt = block->kind == TL_ARG_NODE ? tl_module_find (form_module (form), block->node) : NULL;
  gboolean      of_writes = access->kind == TL_ARG_LIST && access->n_items == 2 && access->items[0].string[0] == 'w';
  guint         n = stmt == NULL ? 0 : of_writes ? stmt->block.n_writes : stmt->block.n_reads;

  if (access->kind != TL_ARG_LIST || access->n_items != 2 || (guint64) access->items[1].integer >= n)
    return *access;
  return tl_arg_string (form->arena, (of_writes ? stmt->block.writes : stmt->block.reads)[access->items[1].integer].buffer->name);
}

/* A list of blocks by their names. */
static TlArg
blocks_for_form (PrimitiveForm *form, const TlArg *blocks)
{
  TlArg *names = tl_arena_new_array (form->arena, TlArg, MAX (blocks->n_items, 1));

  for (guint i = 0; i < blocks->n_items; i++)
    names[i] = tl_arg_string (form->arena, tl_arg_node_name (form_module (form), &blocks->items[i]));
  return tl_arg_list (form->arena, names, blocks->n_items);
}

/* TRUE: all are known. */
static gboolean
start_args (PrimitiveForm *form, TlArg **args)
{
  g_autoptr (GError) error = NULL;
  const TlNodeId    *nodes;
  guint              n_nodes;

  if (form->given != NULL)
    *args = copy_args (form);
  if (form->given != NULL)
    return TRUE;
  if (form->step == NULL)
    {
      nodes = tl_selection_nodes (tl_session_selection (tl_editor_session (form->editor)), &n_nodes);
      return tl_applicable_primitive_guess_args (form->primitive, form_module (form), nodes, n_nodes, form->arena, args, &error);
    }
  *args = tl_arena_new_array (form->arena, TlArg, MAX (form->n_fields, 1));
  for (guint i = 0; i < form->n_fields; i++)
    {
      (*args)[i] = arg_for_form (form, &tl_state_inst (form->step)->args[i]);
      if (form->primitive->params[i].kind == TL_PARAM_BUFFER_ACCESS)
        (*args)[i] = buffer_for_form (form, &(*args)[i], *args);
      else if (form->primitive->params[i].kind == TL_PARAM_BLOCKS)
        (*args)[i] = blocks_for_form (form, &(*args)[i]);
    }
  return TRUE;
}

/* One field per argument. Loops and blocks come from the step or the selection first, the others from lists. */
static void
make_fields (PrimitiveForm *form)
{
  TlArg    *args;
  gboolean  all_known;

  form->n_fields = tl_primitive_n_args (form->primitive);
  form->fields = g_new0 (Field, form->n_fields + 1);
  all_known = start_args (form, &args);
  for (guint i = 0; i < form->n_fields; i++)
    {
      Field *field = &form->fields[i];

      field->param = &form->primitive->params[i];
      switch (field->param->kind)
        {
        case TL_PARAM_BLOCK:
        case TL_PARAM_LOOP:
        case TL_PARAM_BLOCK_OR_LOOP:
        case TL_PARAM_LOOP_OR_BLOCKS:
          if (args[i].kind == TL_ARG_NODE || args[i].kind == TL_ARG_LIST)
            field->fixed = args[i];
          else
            make_node_choice (form, field);
          break;
        case TL_PARAM_LOOPS:
          field->fixed = args[i];
          break;
        default:
          if (!all_known && args[i].kind == TL_ARG_NONE)
            tl_primitive_param_default (field->param, &args[i]);
          make_widget (form, field, &args[i]);
        }
    }
}

static gboolean
is_legal (PrimitiveForm *form)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlState) after = NULL;
  TlArg              *args;

  if (read_form (form, arena, &args, NULL))
    after = form_try (form, args, NULL);
  return after != NULL;
}

/* Selects the first loop or block for which the step can be done; stays at the first of all where none is found in time. */
static void
choose_legal (PrimitiveForm *form)
{
  gint64 end_us = g_get_monotonic_time () + MAX_SEARCH_US;

  for (guint i = 0; i < form->n_fields; i++)
    {
      GtkDropDown *choice = form->fields[i].nodes != NULL ? GTK_DROP_DOWN (form->fields[i].widget) : NULL;
      guint        at = 0, n = choice != NULL ? form->fields[i].nodes->len : 0;

      if (n == 0)
        continue;
      g_signal_handlers_block_by_func (choice, on_changed, form);
      for (gtk_drop_down_set_selected (choice, 0); !is_legal (form) && at < n && g_get_monotonic_time () < end_us; at++)
        gtk_drop_down_set_selected (choice, at + 1 < n ? at + 1 : 0);
      g_signal_handlers_unblock_by_func (choice, on_changed, form);
      return;
    }
}

static GtkWidget *
form_content (PrimitiveForm *form)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *grid = gtk_grid_new (), *animation = tl_step_animation_new (form->primitive);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (box, "form");
  gtk_box_append (GTK_BOX (box), plain_label (form->primitive->title, "heading"));
  gtk_box_append (GTK_BOX (box), plain_label (form->primitive->summary, "dim-label"));
  if (animation != NULL)
    gtk_box_append (GTK_BOX (box), animation);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < form->n_fields; i++)
    add_row (form, GTK_GRID (grid), (int) i * 2, &form->fields[i]);
  gtk_box_append (GTK_BOX (box), grid);
  form->verdict = plain_label ("", "verdict");
  gtk_box_append (GTK_BOX (box), form->verdict);
  form->why_not = gtk_button_new_with_label (_("Why Not"));
  g_signal_connect_swapped (form->why_not, "clicked", G_CALLBACK (perform), form);
  gtk_box_append (GTK_BOX (buttons), form->why_not);
  form->apply = gtk_button_new_with_label (_("Apply"));
  gtk_widget_add_css_class (form->apply, "suggested-action");
  gtk_widget_set_hexpand (buttons, TRUE);
  gtk_widget_set_halign (form->apply, GTK_ALIGN_END);
  gtk_widget_set_hexpand (form->apply, TRUE);
  g_signal_connect_swapped (form->apply, "clicked", G_CALLBACK (on_apply), form);
  gtk_box_append (GTK_BOX (buttons), form->apply);
  gtk_box_append (GTK_BOX (box), buttons);
  return box;
}

static void
focus_first (PrimitiveForm *form)
{
  for (guint i = 0; i < form->n_fields; i++)
    if (form->fields[i].widget != NULL)
      {
        gtk_widget_grab_focus (form->fields[i].widget);
        return;
      }
  gtk_widget_grab_focus (form->apply);
}

/* @given and @step: nullable. */
static void
open_form (TlEditor *editor, const TlPrimitive *primitive, const TlArg *given, TlState *step, GtkWidget *anchor)
{
  PrimitiveForm *form = g_new0 (PrimitiveForm, 1);

  form->editor = g_object_ref (editor);
  form->primitive = primitive;
  form->step = step != NULL ? tl_state_ref (step) : NULL;
  form->arena = tl_arena_new (NULL);
  form->popover = gtk_popover_new ();
  form->given = given;
  make_fields (form);
  form->given = NULL;
  gtk_popover_set_child (GTK_POPOVER (form->popover), form_content (form));
  gtk_accessible_update_property (GTK_ACCESSIBLE (form->popover), GTK_ACCESSIBLE_PROPERTY_LABEL, primitive->title, -1);
  g_object_set_data_full (G_OBJECT (form->popover), "form", form, form_free);
  if (step == NULL)
    choose_legal (form);
  on_changed (form);
  tl_editor_popup (editor, form->popover, anchor);
  focus_first (form);
}

void
tl_primitive_form_open (TlEditor *editor, const TlPrimitive *primitive, const TlArg *given, GtkWidget *anchor)
{
  open_form (editor, primitive, given, NULL, anchor);
}

void
tl_primitive_form_open_step (TlEditor *editor, TlState *step, GtkWidget *anchor)
{
  open_form (editor, tl_state_inst (step)->primitive, NULL, step, anchor);
}
