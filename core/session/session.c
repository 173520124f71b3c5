/* SPDX-License-Identifier: Apache-2.0 */
/* The session object: the program and its objects, what is opened, and the signals. */
#include "core/session/session-private.h"

#include "core/analysis/footprint.h"
#include "core/base/i18n.h"
#include "core/session/recent.h"
#include "core/session/target-choice.h"

G_DEFINE_FINAL_TYPE (TlSession, tl_session, G_TYPE_OBJECT)

enum
{
  PROP_TITLE = 1,
  PROP_CURRENT,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_TIMING,
  PROP_STORAGE_ERROR,
  PROP_TARGET,
  PROP_DEVICES,
  PROP_DIALECT,
  N_PROPS,
};

enum { CHANGED, PREVIEW_CHANGED, OPENED, SAVE_FAILED, MACHINE_MEASURED, N_SIGNALS };
static guint       signals[N_SIGNALS];
static GParamSpec *props[N_PROPS];

static void
tl_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TlSession *self = TL_SESSION (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, tl_session_title (self));
      break;
    case PROP_CURRENT:
      g_value_set_object (value, tl_session_current (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, tl_history_can_undo (self->history));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, tl_history_can_redo (self->history));
      break;
    case PROP_TIMING:
      g_value_set_boolean (value, tl_session_is_timing (self));
      break;
    case PROP_STORAGE_ERROR:
      g_value_set_string (value, tl_session_storage_error (self));
      break;
    case PROP_TARGET:
      g_value_take_string (value, tl_target_to_text (&self->program.target));
      break;
    case PROP_DEVICES:
      g_value_set_pointer (value, self->devices);
      break;
    case PROP_DIALECT:
      g_value_set_uint (value, tl_session_dialect (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
close_program (TlSession *self)
{
  tl_session_cancel_unasked (self);
  tl_state_results_forget (self->results);
  g_clear_pointer (&self->tried_root, tl_state_unref);
  g_clear_pointer (&self->preview, tl_state_unref);
  g_clear_pointer (&self->preview_title, g_free);
  tl_tuning_clear (self->tuning);
  tl_storage_close (self->storage);
  tl_history_clear (self->history);
  g_clear_pointer (&self->program.root, tl_state_unref);
  g_clear_pointer (&self->program.title, g_free);
  g_clear_pointer (&self->program.origin, g_free);
  g_clear_pointer (&self->problems, g_strfreev);
  g_clear_pointer (&self->warnings, g_strfreev);
}

static void
tl_session_dispose (GObject *object)
{
  TlSession *self = TL_SESSION (object);

  if (self->history != NULL)
    {
      /* Listeners that are left are being destroyed as well. */
      g_signal_handlers_destroy (self);
      g_signal_handlers_destroy (self->selection);
      g_signal_handlers_destroy (self->tuning);
      close_program (self);
    }
  g_cancellable_cancel (self->finding_devices);
  g_clear_object (&self->finding_devices);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->selection);
  g_clear_object (&self->tuning);
  g_clear_pointer (&self->pool, tl_worker_pool_unref);
  g_clear_pointer (&self->storage, tl_storage_free);
  tl_session_end_visit (self);
  g_clear_pointer (&self->history, tl_history_free);
  g_clear_pointer (&self->results, tl_state_results_unref);
  G_OBJECT_CLASS (tl_session_parent_class)->dispose (object);
}

static void
tl_session_class_init (TlSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = tl_session_get_property;
  object_class->dispose = tl_session_dispose;
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  props[PROP_CURRENT] = g_param_spec_object ("current", NULL, NULL, TL_TYPE_VARIANT, flags);
  props[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  props[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  props[PROP_TIMING] = g_param_spec_boolean ("timing", NULL, NULL, FALSE, flags);
  props[PROP_STORAGE_ERROR] = g_param_spec_string ("storage-error", NULL, NULL, NULL, flags);
  props[PROP_TARGET] = g_param_spec_string ("target", NULL, NULL, NULL, flags);
  props[PROP_DEVICES] = g_param_spec_pointer ("devices", NULL, NULL, flags);
  props[PROP_DIALECT] = g_param_spec_uint ("dialect", NULL, NULL, 0, TL_DIALECT_SBLOCK, TL_DIALECT_CLASSIC, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PREVIEW_CHANGED] = g_signal_new ("preview-changed", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVE_FAILED] = g_signal_new ("save-failed", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_STRING);
  signals[MACHINE_MEASURED] = g_signal_new ("machine-measured", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* --- what the objects report --- */

static void
notify_prop (TlSession *self, guint prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
on_edited (TlVariant *variant, gpointer session)
{
  tl_storage_mark_unsaved (((TlSession *) session)->storage, variant);
}

static void
on_removed (TlVariant *variant, gpointer session)
{
  tl_storage_delete_variant (((TlSession *) session)->storage, variant);
}

static void
on_current_changed (gpointer session)
{
  tl_session_end_visit (session);
  notify_prop (session, PROP_CURRENT);
}

static void
on_changed (gpointer session)
{
  tl_session_end_visit (session);
  tl_session_emit_changed (session);
}

static void
on_storage_error_changed (gpointer session)
{
  notify_prop (session, PROP_STORAGE_ERROR);
}

static void
on_save_failed (const char *message, gpointer session)
{
  g_signal_emit (session, signals[SAVE_FAILED], 0, message);
}

/* The function of what is selected is shown. */
static void
on_selection_changed (TlSession *self)
{
  TlVariant         *current = tl_session_current (self);
  TlNodeId           primary = tl_selection_primary (self->selection);
  g_autoptr (TlPath) path = current != NULL && primary != 0 ? tl_path_find (tl_state_module (tl_session_state (self)), primary) : NULL;

  if (path != NULL)
    tl_session_set_func (self, path->func->name);
}

static void
tl_session_init (TlSession *self)
{
  const TlHistoryListener history = { .edited = on_edited, .removed = on_removed, .current_changed = on_current_changed,
                                      .changed = on_changed, .user_data = self };
  const TlStorageListener storage = { .error_changed = on_storage_error_changed, .save_failed = on_save_failed, .user_data = self };

  self->program.target = tl_target_host ();
  self->program.flops = -1;
  self->results = tl_state_results_new ();
  self->history = tl_history_new (&history);
  self->storage = tl_storage_new (&self->program, self->history, &storage);
  self->selection = tl_selection_new ();
  self->tuning = tl_tuning_new ();
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (on_selection_changed), self);
}

TlSession *
tl_session_new (void)
{
  return g_object_new (TL_TYPE_SESSION, NULL);
}

/* --- opening --- */

const TlPrimFunc *
tl_session_default_func (const TlModule *module)
{
  const TlPrimFunc *entry = tl_module_entry (module);

  return entry != NULL ? entry : module->prims[0];
}

/* The target of the project; without one, or with one that is no longer known, it is for this machine. */
static void
use_target_of (TlSession *self, TlOpened *opened)
{
  TlTarget target = tl_target_host ();

  if (opened->target != NULL && !tl_target_parse (opened->target, &target, NULL))
    target = tl_target_host ();
  tl_session_apply_target (self, &target);
  notify_prop (self, PROP_TARGET);
}

static void
show_function (TlSessionProgram *program, const char *name)
{
  const TlPrimFunc *func = tl_module_prim (tl_state_module (program->root), name);

  program->func_name = func->name;
  program->flops = tl_func_flops (func);
}

static TlVariant *
variant_of_row (TlVariantRow *row, TlState *state, const char *outcomes)
{
  TlVariant *variant = tl_variant_new (row->name, state);

  tl_variant_set_row_id (variant, row->id);
  if (row->note != NULL)
    tl_variant_set_note (variant, row->note);
  if (row->has_outcome)
    tl_variant_set_outcome (variant, state, tl_session_default_func (tl_state_module (state))->name, &row->outcome);
  if (outcomes != NULL)
    tl_storage_read_outcomes (variant, outcomes);
  return variant;
}

static TlVariant *
find_row (TlSession *self, gint64 row_id)
{
  for (guint i = 0; row_id != 0 && i < tl_history_n_variants (self->history); i++)
    if (tl_variant_row_id (tl_history_nth (self->history, i)) == row_id)
      return tl_history_nth (self->history, i);
  return NULL;
}

static void
add_saved_variants (TlSession *self, TlOpened *opened)
{
  for (guint i = 0; opened->rows != NULL && i < opened->rows->len; i++)
    {
      TlVariantRow         *row = g_ptr_array_index (opened->rows, i);
      TlState              *state = g_ptr_array_index (opened->states, i);
      g_autoptr (TlVariant) variant = NULL;

      if (state == NULL)
        continue;
      variant = variant_of_row (row, state, g_ptr_array_index (opened->outcomes, i));
      tl_variant_set_origin (variant, find_row (self, row->parent_id));
      tl_history_append (self->history, variant);
    }
}

/* Without its trials a project is still there to work with. */
static void
load_tuning (TlSession *self)
{
  g_autoptr (GStrvBuilder) problems = NULL;
  g_autoptr (GError)       error = NULL;

  if (tl_storage_peek_database (self->storage) == NULL
      || tl_tuning_load (self->tuning, tl_storage_peek_database (self->storage), self->program.root, &error))
    return;
  problems = g_strv_builder_new ();
  if (self->problems != NULL)
    g_strv_builder_addv (problems, (const char **) self->problems);
  g_strv_builder_add (problems, error->message);
  g_strfreev (self->problems);
  self->problems = g_strv_builder_end (problems);
}

/* The variants of the file, or one that stands at the program; the one that was shown last is current. */
static void
fill_history (TlSession *self, TlOpened *opened)
{
  TlVariant *selected;

  add_saved_variants (self, opened);
  if (tl_history_n_variants (self->history) == 0)
    {
      g_autoptr (TlVariant) start = tl_variant_new ("start", self->program.root);

      tl_history_append (self->history, start);
    }
  selected = find_row (self, opened->selected_row);
  tl_history_set_current (self->history, selected != NULL ? selected : tl_history_nth (self->history, 0));
}

/* The steps that a script itself takes, one edit. */
static void
take_own_steps (TlSession *self, TlOpened *opened)
{
  g_autofree char *base = g_path_get_basename (self->program.origin != NULL ? self->program.origin : "");

  if (opened->scheduled != NULL && opened->scheduled != self->program.root)
    tl_history_continue (self->history, self->program.root, opened->scheduled, g_strdup_printf (_("Run %s"), base));
}

void
tl_session_show_opened (TlSession *self, TlOpened *opened)
{
  TlSessionProgram *program = &self->program;

  close_program (self);
  program->title = g_steal_pointer (&opened->title);
  program->origin = g_steal_pointer (&opened->origin);
  program->root = g_steal_pointer (&opened->root);
  show_function (program, opened->func_name != NULL && tl_module_prim (opened->module, opened->func_name) != NULL
                 ? opened->func_name : tl_session_default_func (opened->module)->name);
  self->problems = g_steal_pointer (&opened->problems);
  self->warnings = g_steal_pointer (&opened->warnings);
  tl_storage_open (self->storage, g_steal_pointer (&opened->project_path), g_steal_pointer (&opened->database),
                   g_steal_pointer (&opened->storage_error), opened->workload_id);
  use_target_of (self, opened);
  fill_history (self, opened);
  take_own_steps (self, opened);
  load_tuning (self);
  tl_selection_pick (self->selection, 0);
  g_signal_emit (self, signals[OPENED], 0);
  notify_prop (self, PROP_TITLE);
  notify_prop (self, PROP_CURRENT);
  tl_session_emit_changed (self);
  tl_session_restore_selection (self);
}

static void
open_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError   *error = NULL;
  TlOpened *opened = tl_opened_read (task_data, &error);

  if (opened != NULL)
    g_task_return_pointer (task, opened, (GDestroyNotify) tl_opened_free);
  else
    g_task_return_error (task, error);
}

void
tl_session_open_async (TlSession *self, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  tl_session_flush (self);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, open_in_thread);
  tl_database_learn_schema ();   /* the first edit saves the program on the main thread */
}

gboolean
tl_session_open_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  TlOpened *opened = g_task_propagate_pointer (G_TASK (result), error);

  if (opened == NULL)
    return FALSE;
  tl_session_show_opened (self, opened);
  tl_opened_free (opened);
  tl_recent_add (tl_storage_path (self->storage) != NULL ? tl_storage_path (self->storage) : self->program.origin, self->program.title);
  return TRUE;
}

gboolean
tl_session_open_quietly (TlSession *self, const char *path, GError **error)
{
  g_autoptr (TlOpened) opened = tl_opened_read (path, error);

  if (opened == NULL)
    return FALSE;
  tl_session_show_opened (self, opened);
  return TRUE;
}

/* --- what is there --- */

gboolean
tl_session_is_open (TlSession *self)
{
  return self->program.root != NULL;
}

const char *
tl_session_title (TlSession *self)
{
  return self->program.title != NULL ? self->program.title : "";
}

const char *
tl_session_project_path (TlSession *self)
{
  return tl_storage_path (self->storage);
}

const char *const *
tl_session_problems (TlSession *self)
{
  return (const char *const *) self->problems;
}

const char *const *
tl_session_warnings (TlSession *self)
{
  return (const char *const *) self->warnings;
}

TlState *
tl_session_root (TlSession *self)
{
  return self->program.root;
}

const char *
tl_session_func_name (TlSession *self)
{
  return self->program.func_name;
}

char **
tl_session_func_names (TlSession *self)
{
  const TlModule          *module = self->program.root != NULL ? tl_state_module (self->program.root) : NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; module != NULL && i < module->n_prims; i++)
    g_strv_builder_add (names, module->prims[i]->name);
  return module != NULL ? g_strv_builder_end (names) : NULL;
}

gboolean
tl_session_set_func (TlSession *self, const char *name)
{
  TlNodeId           primary = tl_selection_primary (self->selection);
  g_autoptr (TlPath) path = NULL;

  g_return_val_if_fail (tl_session_is_open (self), FALSE);
  if (tl_module_prim (tl_state_module (self->program.root), name) == NULL)
    return FALSE;
  if (strcmp (name, self->program.func_name) == 0)
    return TRUE;
  show_function (&self->program, name);
  path = primary != 0 ? tl_path_find (tl_state_module (tl_session_state (self)), primary) : NULL;
  if (path != NULL && strcmp (path->func->name, name) != 0)
    tl_selection_pick (self->selection, 0);
  tl_storage_queue_save (self->storage, tl_session_current (self));
  tl_session_emit_changed (self);
  return TRUE;
}

const TlPrimFunc *
tl_session_func (TlSession *self)
{
  TlVariant *current = tl_session_current (self);

  return current != NULL ? tl_module_prim (tl_state_module (tl_session_state (self)), self->program.func_name) : NULL;
}

double
tl_session_flops (TlSession *self)
{
  return self->program.flops;
}

/* The rates are read each time: they may have been measured just now. */
TlRoof
tl_session_roof (TlSession *self)
{
  const TlTarget   *target = &self->program.target;
  const TlGpuModel *gpu = tl_target_has_kernels (target) ? tl_gpu_model_of_target (target) : NULL;
  const TlPrimFunc *func;
  TlMachine         machine;

  if (self->program.root == NULL || (gpu == NULL && !tl_target_is_here (target)))
    return (TlRoof) { 0 };
  func = tl_module_prim (tl_state_module (self->program.root), self->program.func_name);
  if (gpu != NULL)
    return tl_roof_of_gpu (func, gpu);
  tl_machine_load (&machine);
  return tl_roof_of (func, &machine, target->num_cores);
}

GListModel *
tl_session_variants (TlSession *self)
{
  return tl_history_variants (self->history);
}

TlVariant *
tl_session_current (TlSession *self)
{
  return tl_history_current (self->history);
}

TlHistory *
tl_session_history (TlSession *self)
{
  return self->history;
}

TlSelection *
tl_session_selection (TlSession *self)
{
  return self->selection;
}

TlTuning *
tl_session_tuning (TlSession *self)
{
  return self->tuning;
}

void
tl_session_emit_changed (TlSession *self)
{
  TlVariant *current = tl_session_current (self);

  if (current != NULL)
    tl_selection_retain (self->selection, tl_state_module (tl_session_state (self)));
  tl_session_set_preview (self, NULL, NULL);
  g_signal_emit (self, signals[CHANGED], 0);
  notify_prop (self, PROP_CAN_UNDO);
  notify_prop (self, PROP_CAN_REDO);
}

void
tl_session_set_current (TlSession *self, TlVariant *variant)
{
  g_return_if_fail (TL_IS_VARIANT (variant));

  tl_session_end_visit (self);
  if (!tl_history_set_current (self->history, variant))
    return;
  notify_prop (self, PROP_CURRENT);
  tl_storage_queue_save (self->storage, variant);
  tl_session_emit_changed (self);
}

/* --- the project file --- */

gboolean
tl_session_save_as (TlSession *self, const char *path, GError **error)
{
  return tl_storage_save_as (self->storage, path, error);
}

void
tl_session_flush (TlSession *self)
{
  tl_storage_flush (self->storage);
  if (self->program.root == NULL)
    return;
  tl_session_note_recent (self);
  tl_session_keep_selection (self);
}

TlDatabase *
tl_session_database (TlSession *self, GError **error)
{
  return tl_storage_ensure_database (self->storage, error);
}

const char *
tl_session_storage_error (TlSession *self)
{
  return tl_storage_error_text (self->storage);
}

gboolean
tl_session_is_unsaved (TlSession *self)
{
  return tl_storage_error_text (self->storage) != NULL
         && (tl_storage_has_changes_since_error (self->storage) || tl_tuning_state (self->tuning) != TL_TUNING_IDLE);
}

gboolean
tl_session_restore (TlSession *self, GError **error)
{
  return tl_storage_restore (self->storage, error);
}
