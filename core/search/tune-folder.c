/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/tune-folder.h"

#include <errno.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"

#define KEPT_MODEL "xgb"   /* the kind of model in TVM's file */

struct _TlTuneFolder
{
  TlRecords      *records;
  TlRecordWriter *writer;
  TlCostModel    *model;
  char           *model_path;      /* NULL: models of this kind are not kept */
  char           *machine;
  char           *model_problem;
  GMutex          lock;
  GError         *error;           /* under lock */
};

/* A model from another machine or a damaged one is a problem to tell, not an error: a new one is trained. */
static void
begin_with_kept_model (TlTuneFolder *folder)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (TlCostModel) trained = tl_cost_model_load_file (folder->model_path, folder->machine, TL_ALL_COLUMNS, &error);

  if (trained != NULL)
    tl_cost_model_begin_with (folder->model, trained);
  if (error != NULL)
    folder->model_problem = g_strdup (error->message);
}

static gboolean
open_model (TlTuneFolder *folder, const TlTuneConfig *config, gboolean resume, GError **error)
{
  folder->model = tl_tuner_new_model (config, error);
  if (folder->model == NULL)
    return FALSE;
  folder->machine = tl_cost_model_this_machine ();
  if (strcmp (tl_cost_model_name (folder->model), KEPT_MODEL) != 0)
    return TRUE;
  folder->model_path = g_build_filename (config->work_dir, TL_COST_MODEL_FILE, NULL);
  if (!resume)
    begin_with_kept_model (folder);
  return TRUE;
}

TlTuneFolder *
tl_tune_folder_open (const TlTuneConfig *config, const TlTarget *target, gboolean resume, GError **error)
{
  g_autoptr (TlRecords) records = NULL;
  TlTuneFolder         *folder;

  if (g_mkdir_with_parents (config->work_dir, 0777) != 0)
    return tl_fail_null (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("work-dir: cannot create the folder %s: %s"),
                         config->work_dir, g_strerror (errno));
  records = tl_records_open_work_dir (config->work_dir, TL_MODULE_EQUALITY_STRUCTURAL, error);
  if (records == NULL)
    return NULL;
  folder = g_new0 (TlTuneFolder, 1);
  g_mutex_init (&folder->lock);
  folder->writer = tl_record_writer_new (records, target);
  folder->records = g_steal_pointer (&records);
  if (!open_model (folder, config, resume, error))
    g_clear_pointer (&folder, tl_tune_folder_free);
  return folder;
}

void
tl_tune_folder_free (TlTuneFolder *folder)
{
  tl_record_writer_free (folder->writer);
  tl_records_unref (folder->records);
  g_clear_pointer (&folder->model, tl_cost_model_unref);
  g_free (folder->model_path);
  g_free (folder->machine);
  g_free (folder->model_problem);
  g_clear_error (&folder->error);
  g_mutex_clear (&folder->lock);
  g_free (folder);
}

TlRecords *
tl_tune_folder_records (TlTuneFolder *folder)
{
  return folder->records;
}

TlCostModel *
tl_tune_folder_model (TlTuneFolder *folder)
{
  return folder->model;
}

const char *
tl_tune_folder_model_problem (TlTuneFolder *folder)
{
  return folder->model_problem;
}

const char *
tl_tune_folder_model_path (TlTuneFolder *folder)
{
  return folder->model_path;
}

/* Takes @error; the first one counts. */
static void
note_error (TlTuneFolder *folder, GError *error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&folder->lock);

  if (folder->error == NULL)
    folder->error = g_steal_pointer (&error);
  g_clear_error (&error);
}

void
tl_tune_folder_add (TlTuneFolder *folder, TlModule *workload, const TlTrial *trial)
{
  GError *error = NULL;

  if (!tl_record_writer_add (folder->writer, workload, trial, &error) && error != NULL)
    note_error (folder, error);
}

void
tl_tune_folder_end (TlTuneFolder *folder)
{
  GError *error = NULL;

  if (!tl_record_writer_end (folder->writer, &error) && error != NULL)
    note_error (folder, g_steal_pointer (&error));
  if (!tl_record_writer_has_failed (folder->writer) && folder->model_path != NULL
      && !tl_cost_model_save_file (folder->model, folder->model_path, folder->machine, &error))
    note_error (folder, error);
}

GError *
tl_tune_folder_error (TlTuneFolder *folder)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&folder->lock);

  return folder->error != NULL ? g_error_copy (folder->error) : NULL;
}
