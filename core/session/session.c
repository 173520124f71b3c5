/* SPDX-License-Identifier: Apache-2.0 */
/* The session object: program, variants, what is current. History, files and running have files of their own. */
#include "core/session/session-private.h"

#include "core/analysis/footprint.h"
#include "core/session/recent.h"

G_DEFINE_FINAL_TYPE (TlSession, tl_session, G_TYPE_OBJECT)

enum { CHANGED, OPENED, SAVE_FAILED, N_SIGNALS };
static guint       signals[N_SIGNALS];
static GParamSpec *props[TL_SESSION_N_PROPS];

static void
tl_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TlSession *self = TL_SESSION (object);

  switch (id)
    {
    case TL_SESSION_PROP_TITLE:
      g_value_set_string (value, tl_session_title (self));
      break;
    case TL_SESSION_PROP_CURRENT:
      g_value_set_object (value, self->current);
      break;
    case TL_SESSION_PROP_CAN_UNDO:
      g_value_set_boolean (value, tl_session_can_undo (self));
      break;
    case TL_SESSION_PROP_CAN_REDO:
      g_value_set_boolean (value, tl_session_can_redo (self));
      break;
    case TL_SESSION_PROP_TIMING:
      g_value_set_boolean (value, tl_session_is_timing (self));
      break;
    case TL_SESSION_PROP_STORAGE_ERROR:
      g_value_set_string (value, tl_session_storage_error (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
close_program (TlSession *self)
{
  tl_tuning_clear (self->tuning);
  tl_session_flush (self);
  tl_session_restore (self, NULL);
  tl_session_cancel_saving (self);
  tl_session_clear_history (self);
  g_clear_object (&self->current);
  g_list_store_remove_all (self->variants);
  g_clear_pointer (&self->root, tl_state_unref);
  g_clear_pointer (&self->database, tl_database_unref);
  g_clear_pointer (&self->storage_error, tl_storage_error_close);
  tl_session_forget_storage_error (self);
  g_clear_pointer (&self->project_path, g_free);
  g_clear_pointer (&self->problems, g_strfreev);
  g_clear_pointer (&self->warnings, g_strfreev);
  self->is_imported = FALSE;
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->origin, g_free);
  self->workload_id = 0;
}

static void
tl_session_dispose (GObject *object)
{
  TlSession *self = TL_SESSION (object);

  if (self->variants != NULL)
    {
      /* Whoever still listens is being taken down as well. */
      g_signal_handlers_destroy (self);
      g_signal_handlers_destroy (self->selection);
      g_signal_handlers_destroy (self->tuning);
      close_program (self);
    }
  g_clear_object (&self->variants);
  g_clear_object (&self->selection);
  g_clear_object (&self->tuning);
  g_clear_pointer (&self->pool, tl_worker_pool_unref);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);
  g_clear_pointer (&self->unsaved, g_hash_table_unref);
  G_OBJECT_CLASS (tl_session_parent_class)->dispose (object);
}

static void
tl_session_class_init (TlSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = tl_session_get_property;
  object_class->dispose = tl_session_dispose;
  props[TL_SESSION_PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  props[TL_SESSION_PROP_CURRENT] = g_param_spec_object ("current", NULL, NULL, TL_TYPE_VARIANT, flags);
  props[TL_SESSION_PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  props[TL_SESSION_PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  props[TL_SESSION_PROP_TIMING] = g_param_spec_boolean ("timing", NULL, NULL, FALSE, flags);
  props[TL_SESSION_PROP_STORAGE_ERROR] = g_param_spec_string ("storage-error", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, TL_SESSION_N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVE_FAILED] = g_signal_new ("save-failed", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_STRING);
  signals[OPENED] = g_signal_new ("opened", TL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_session_init (TlSession *self)
{
  self->target = tl_target_host ();
  self->flops = -1;
  self->variants = g_list_store_new (TL_TYPE_VARIANT);
  self->selection = tl_selection_new ();
  self->tuning = tl_tuning_new ();
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_change_free);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_change_free);
  self->unsaved = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

TlSession *
tl_session_new (void)
{
  return g_object_new (TL_TYPE_SESSION, NULL);
}

/* --- opening --- */

/* The first function with a body worth scheduling: the entry if there is one. */
static const TlPrimFunc *
pick_function (const TlModule *module)
{
  const TlPrimFunc *entry = tl_module_entry (module);

  return entry != NULL ? entry : module->prims[0];
}

static TlVariant *
variant_of_row (TlVariantRow *row, TlState *state)
{
  TlVariant *variant = tl_variant_new (row->name, state);

  tl_variant_set_row_id (variant, row->id);
  if (row->note != NULL)
    tl_variant_set_note (variant, row->note);
  if (row->has_outcome)
    tl_variant_set_outcome (variant, state, &row->outcome);
  return variant;
}

static TlVariant *
find_row (TlSession *self, gint64 row_id)
{
  for (guint i = 0; row_id != 0 && i < g_list_model_get_n_items (G_LIST_MODEL (self->variants)); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (G_LIST_MODEL (self->variants), i);

      if (tl_variant_row_id (variant) == row_id)
        return variant;
    }
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
      variant = variant_of_row (row, state);
      tl_variant_set_origin (variant, find_row (self, row->parent_id));
      g_list_store_append (self->variants, variant);
    }
}

/* Without its trials a project is still there to work with. */
static void
load_tuning (TlSession *self)
{
  g_autoptr (GStrvBuilder) problems = NULL;
  g_autoptr (GError)       error = NULL;

  if (self->database == NULL || tl_tuning_load (self->tuning, self->database, self->root, &error))
    return;
  problems = g_strv_builder_new ();
  if (self->problems != NULL)
    g_strv_builder_addv (problems, (const char **) self->problems);
  g_strv_builder_add (problems, error->message);
  g_strfreev (self->problems);
  self->problems = g_strv_builder_end (problems);
}

void
tl_session_show_opened (TlSession *self, TlOpened *opened)
{
  g_autoptr (TlVariant) first = NULL;
  TlVariant            *selected;

  close_program (self);
  self->title = g_steal_pointer (&opened->title);
  self->origin = g_steal_pointer (&opened->origin);
  self->project_path = g_steal_pointer (&opened->project_path);
  self->database = g_steal_pointer (&opened->database);
  self->is_imported = self->database != NULL && self->project_path == NULL;
  self->problems = g_steal_pointer (&opened->problems);
  self->warnings = g_steal_pointer (&opened->warnings);
  if (opened->storage_error != NULL)
    tl_session_listen_for_storage_errors (self, g_steal_pointer (&opened->storage_error));
  self->workload_id = opened->workload_id;
  self->root = g_steal_pointer (&opened->root);
  self->func_name = pick_function (opened->module)->name;
  self->flops = tl_func_flops (tl_module_prim (opened->module, self->func_name));
  add_saved_variants (self, opened);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->variants)) == 0)
    {
      g_autoptr (TlVariant) start = tl_variant_new ("start", self->root);

      g_list_store_append (self->variants, start);
    }
  first = g_list_model_get_item (G_LIST_MODEL (self->variants), 0);
  selected = find_row (self, opened->selected_row);
  load_tuning (self);
  tl_recent_add (self->project_path != NULL ? self->project_path : self->origin, self->title);
  tl_selection_pick (self->selection, 0);
  self->current = g_object_ref (selected != NULL ? selected : first);
  g_signal_emit (self, signals[OPENED], 0);
  tl_session_notify_prop (self, TL_SESSION_PROP_TITLE);
  tl_session_notify_prop (self, TL_SESSION_PROP_CURRENT);
  tl_session_emit_changed (self);
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
}

gboolean
tl_session_open_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  TlOpened *opened = g_task_propagate_pointer (G_TASK (result), error);

  if (opened == NULL)
    return FALSE;
  tl_session_show_opened (self, opened);
  tl_opened_free (opened);
  return TRUE;
}

/* --- what is there --- */

gboolean
tl_session_is_open (TlSession *self)
{
  return self->root != NULL;
}

const char *
tl_session_title (TlSession *self)
{
  return self->title != NULL ? self->title : "";
}

const char *
tl_session_project_path (TlSession *self)
{
  return self->project_path;
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
  return self->root;
}

const char *
tl_session_func_name (TlSession *self)
{
  return self->func_name;
}

const TlPrimFunc *
tl_session_func (TlSession *self)
{
  return self->current != NULL ? tl_module_prim (tl_state_module (tl_variant_state (self->current)), self->func_name) : NULL;
}

double
tl_session_flops (TlSession *self)
{
  return self->flops;
}

/* The rates are read each time: they may have been measured just now. */
TlRoof
tl_session_roof (TlSession *self)
{
  TlMachine machine;

  if (self->root == NULL)
    return (TlRoof) { 0 };
  tl_machine_load (&machine);
  return tl_roof_of (tl_module_prim (tl_state_module (self->root), self->func_name), &machine, self->target.num_cores);
}

TlTarget
tl_session_target (TlSession *self)
{
  return self->target;
}

GListModel *
tl_session_variants (TlSession *self)
{
  return G_LIST_MODEL (self->variants);
}

TlVariant *
tl_session_current (TlSession *self)
{
  return self->current;
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
tl_session_notify_prop (TlSession *self, guint prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

void
tl_session_emit_changed (TlSession *self)
{
  if (self->current != NULL)
    tl_selection_retain (self->selection, tl_state_module (tl_variant_state (self->current)));
  g_signal_emit (self, signals[CHANGED], 0);
  tl_session_notify_prop (self, TL_SESSION_PROP_CAN_UNDO);
  tl_session_notify_prop (self, TL_SESSION_PROP_CAN_REDO);
}

void
tl_session_make_current (TlSession *self, TlVariant *variant)
{
  if (!g_set_object (&self->current, variant))
    return;
  tl_session_notify_prop (self, TL_SESSION_PROP_CURRENT);
}

void
tl_session_set_current (TlSession *self, TlVariant *variant)
{
  g_return_if_fail (TL_IS_VARIANT (variant));

  if (variant == self->current)
    return;
  tl_session_make_current (self, variant);
  tl_session_ask_to_save (self, variant);
  tl_session_emit_changed (self);
}

char *
tl_session_free_name (TlSession *self, const char *stem)
{
  for (guint number = 1;; number++)
    {
      g_autofree char *name = number == 1 ? g_strdup (stem) : g_strdup_printf ("%s %u", stem, number);
      gboolean         taken = FALSE;

      for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->variants)); i++)
        {
          g_autoptr (TlVariant) variant = g_list_model_get_item (G_LIST_MODEL (self->variants), i);

          taken |= g_strcmp0 (tl_variant_name (variant), name) == 0;
        }
      if (!taken)
        return g_steal_pointer (&name);
    }
}
