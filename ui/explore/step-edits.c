/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/step-edits.h"

#include "core/base/i18n.h"

typedef struct
{
  TlEditor *editor;
  char     *label;
} StepEdit;

static void
step_edit_free (StepEdit *edit)
{
  g_object_unref (edit->editor);
  g_free (edit->label);
  g_free (edit);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StepEdit, step_edit_free)

/* The one under way; a newer one cancels it. */
static GCancellable *
begin (TlEditor *editor)
{
  GCancellable *cancellable = g_object_get_data (G_OBJECT (editor), "step-edit");

  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  cancellable = g_cancellable_new ();
  g_object_set_data_full (G_OBJECT (editor), "step-edit", cancellable, g_object_unref);
  return cancellable;
}

void
tl_step_take (TlEditor *editor, TlEditedSteps *replayed, const char *label)
{
  g_autofree char *text = NULL;
  guint            n = replayed->refused->len;

  tl_session_take_edited_steps (tl_editor_session (editor), replayed, label);
  if (n == 0)
    return;
  text = g_strdup_printf (g_dngettext (NULL, "%s: %u later step no longer applies", "%s: %u later steps no longer apply", n), label, n);
  tl_editor_report (editor, text);
}

static void
on_edited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (StepEdit)      edit = user_data;
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlEditedSteps) replayed = tl_session_edit_steps_finish (TL_SESSION (source), result, &error);

  if (replayed != NULL)
    tl_step_take (edit->editor, replayed, edit->label);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_editor_refuse (edit->editor, error);
}

static StepEdit *
step_edit_new (TlEditor *editor, const char *label)
{
  StepEdit *edit = g_new0 (StepEdit, 1);

  edit->editor = g_object_ref (editor);
  edit->label = g_strdup (label);
  return edit;
}

void
tl_step_edit (TlEditor *editor, const TlTraceEdit *edit, const char *label)
{
  tl_session_edit_steps_async (tl_editor_session (editor), edit, begin (editor), on_edited, step_edit_new (editor, label));
}

/* @format has a place for the step in words. */
G_GNUC_FORMAT (1)
static char *
label_of (const char *format, TlState *state)
{
  g_autofree char *words = tl_state_describe (state);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, words);
#pragma GCC diagnostic pop
}

void
tl_step_remove (TlEditor *editor, TlState *state)
{
  g_autofree char *label = label_of (_("Remove “%s”"), state);

  tl_step_edit (editor, &(TlTraceEdit) { .kind = TL_TRACE_REMOVE, .step = state }, label);
}

void
tl_step_toggle (TlEditor *editor, TlState *state)
{
  gboolean         is_off = tl_state_inst (state)->status == TL_INST_OFF;
  g_autofree char *label = label_of (is_off ? _("Switch on “%s”") : _("Switch off “%s”"), state);

  tl_step_edit (editor, &(TlTraceEdit) { .kind = is_off ? TL_TRACE_SWITCH_ON : TL_TRACE_SWITCH_OFF, .step = state }, label);
}

void
tl_step_skip (TlEditor *editor, TlState *state)
{
  g_autofree char *label = label_of (_("Skip “%s”"), state);

  tl_step_edit (editor, &(TlTraceEdit) { .kind = TL_TRACE_SWITCH_OFF, .step = state }, label);
}

void
tl_step_move_before (TlEditor *editor, TlState *state, TlState *before)
{
  g_autofree char *label = label_of (_("Move “%s”"), state);

  if (before != state)
    tl_step_edit (editor, &(TlTraceEdit) { .kind = TL_TRACE_MOVE, .step = state, .before = before }, label);
}

/* Its place in the list; the start is 0. */
static guint
find_place (const GPtrArray *steps, const TlState *state)
{
  guint place;

  return g_ptr_array_find ((GPtrArray *) steps, state, &place) ? place : 0;
}

void
tl_step_move (TlEditor *editor, TlState *state, gint by)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (tl_editor_session (editor));
  guint                 place = find_place (steps, state);

  if (by < 0 && place > 1)
    tl_step_move_before (editor, state, steps->pdata[place - 1]);
  else if (by > 0 && place > 0 && place + 1 < steps->len)
    tl_step_move_before (editor, state, place + 2 < steps->len ? steps->pdata[place + 2] : NULL);
}

void
tl_step_stop_before (TlEditor *editor, TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (tl_editor_session (editor));
  guint                 place = find_place (steps, state);

  if (place > 0)
    tl_session_go_to (tl_editor_session (editor), steps->pdata[place - 1]);
}

static void
on_fixed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (StepEdit)      edit = user_data;
  g_autoptr (GError)        error = NULL;
  g_autofree char          *sentence = NULL;
  g_autoptr (TlEditedSteps) replayed = tl_session_fix_step_finish (TL_SESSION (source), result, &sentence, &error);

  if (replayed != NULL)
    tl_step_take (edit->editor, replayed, sentence);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_editor_refuse (edit->editor, error);
}

void
tl_step_fix (TlEditor *editor, TlState *state)
{
  tl_session_fix_step_async (tl_editor_session (editor), state, begin (editor), on_fixed, step_edit_new (editor, ""));
}

/* --- the clipboard --- */

static char *
as_text (TlState *state)
{
  GString *text = g_string_new (NULL);
  guint    number = 0;

  for (guint i = 0; i < tl_state_n_steps (state); i++)
    {
      TlState         *step = state;
      const TlInst    *inst;
      g_autofree char *words = NULL;

      while (tl_state_n_steps (step) > i + 1)
        step = tl_state_parent (step);
      inst = tl_state_inst (step);
      if (inst->primitive != NULL && inst->primitive->family == TL_FAMILY_GET)
        continue;
      words = tl_state_describe (step);
      g_string_append_printf (text, "%u. %s%s\n", ++number, words, tl_state_is_applied (step) ? "" : _(" (not applied)"));
    }
  return g_string_free (text, FALSE);
}

char *
tl_steps_as (TlSession *session, TlState *state, const char *form)
{
  if (g_strcmp0 (form, "python") == 0)
    return tl_trace_to_text (state, TL_DIALECT_CLASSIC, TRUE);
  return g_strcmp0 (form, "json") == 0 ? tl_trace_to_json (state, TL_DIALECT_CLASSIC) : as_text (state);
}
