/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TVM's folder of two files, a JSON value in each line:
 *
 *     database_workload.json         ["structural hash", "the module as a graph, base64"]
 *     database_tuning_record.json    [index of the workload, [trace, run_secs | null, target | null, args_info | null]]
 *
 * All is read at the start; what is committed is appended, a line at a time, records after their workload. Times of a comparison take the
 * place of the short samples that were written before. A last line that somebody did not finish is not there, and goes when the next one is
 * written. TVM recomputes hashes, so ours need not be its own.
 *
 * Several processes may write to one folder: reading and writing hold a lock (flock) on the file of workloads, and a writer reads first
 * which workloads others have added, for records name them by their number.
 */
#include "core/base/error.h"
#include "core/records/records-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"
#include "core/base/json-depth.h"
#include "core/schedule/trace.h"
#include "core/target/target.h"
#include "core/tvm-json/tvm-json.h"
#include "core/graph/task.h"

#define MAX_DEPTH     64   /* TVM's lines nest less than ten deep */
#define WORKLOAD_FILE "database_workload.json"
#define RECORD_FILE   "database_tuning_record.json"

typedef struct
{
  TlRecords     records;
  GMutex        lock;
  char         *folder;
  TlRecordTable table;
  int           lock_file;        /* held from begin to end; -1 */
  gsize         whole_bytes[2];   /* of the two files, at the beginning */
  gsize         workload_bytes;   /* of the file of workloads, whose lines the table has */
  GPtrArray    *problems;         /* strings and, at the end, a NULL */
  gboolean      is_open;
} WorkDir;

/* --- reading --- */

typedef gboolean (*ReadLine) (WorkDir *self, char *line, JsonArray *array, GError **error);

/* While the folder is opened: later ones are of lines that another process is writing. */
static void
note_problem (WorkDir *self, const char *file, guint line, const char *what)
{
  if (self->is_open)
    return;
  g_ptr_array_add (self->problems, g_strdup_printf ("%s/%s, line %u: %s", self->folder, file, line, what));
}

static gboolean
malformed (GError **error, const char *what)
{
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s", what);
}

static gboolean
read_line (WorkDir *self, char *line, ReadLine read, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonNode *root;

  if (tl_json_is_too_deep (line, MAX_DEPTH))
    return malformed (error, "its lists are nested too deeply");
  if (!json_parser_load_from_data (parser, line, -1, error))
    return FALSE;
  root = json_parser_get_root (parser);
  if (!root || !JSON_NODE_HOLDS_ARRAY (root) || json_array_get_length (json_node_get_array (root)) != 2)
    return malformed (error, "it is not a JSON list of two values");
  return read (self, line, json_node_get_array (root), error);
}

/*
 * Absent files are empty ones. A line that is not TVM's fails; the last one, if its end is missing, does not count. @n_bytes (nullable):
 * where to begin, and afterwards where the lines end.
 */
static gboolean
read_file (WorkDir *self, const char *name, ReadLine read, gsize *n_bytes, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL), *text = NULL;
  gsize start = n_bytes != NULL ? *n_bytes : 0, length;
  guint number = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s is not a regular file", path);
  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  for (char *line = text + MIN (start, length), *end; *line != '\0'; line = end)
    {
      g_autoptr (GError) failure = NULL;
      gboolean is_whole;

      number++;
      end = line + strcspn (line, "\n");
      is_whole = *end == '\n';
      if (is_whole)
        *end++ = '\0';
      if (*g_strchug (line) == '\0' || read_line (self, line, read, &failure))
        {
          if (n_bytes != NULL)
            *n_bytes = (gsize) (end - text);
          continue;
        }
      if (!is_whole)
        {
          note_problem (self, name, number, "the line is incomplete");
          break;
        }
      return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s, line %u: %s", path, number, failure->message);
    }
  return TRUE;
}

/* TVM puts the length of the text before it, in eight bytes, the first of which may well look like text. */
static char *
decode_graph (const char *base64)
{
  gsize n;
  g_autofree guchar *bytes = g_base64_decode (base64, &n);
  guint64 length = 0;
  gsize start;

  for (gsize i = 0; n >= 8 && i < 8; i++)
    length |= (guint64) bytes[i] << (8 * i);
  start = n >= 8 && length == n - 8 ? 8 : 0;

  return g_strndup ((const char *) bytes + start, n - start);
}

static const char *
text_at (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

static gboolean
read_workload (WorkDir *self, char *line, JsonArray *array, GError **error)
{
  const char *base64 = text_at (array, 1);
  g_autofree char *graph = base64 ? decode_graph (base64) : NULL;
  g_autoptr (GError) why = NULL;
  g_autoptr (TlModule) module = NULL;

  if (!graph)
    return malformed (error, "the second value of a workload must be the module, a string");
  module = tl_module_from_tvm_json (graph, &why);
  if (!module)
    note_problem (self, WORKLOAD_FILE, self->table.workloads->len + 1, why->message);
  tl_record_table_add_workload (&self->table, module);
  return TRUE;
}

/* The values of an array as they are written, without parsing numbers again: strings and NULL at the end. */
static GPtrArray *
split_array (const char *text)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *p = strchr (text, '['), *start = p + 1;
  gboolean in_string = FALSE;
  guint depth = 0;

  for (; *p != '\0'; p++)
    {
      if (in_string && *p == '\\' && p[1] != '\0')
        p++;
      else if (*p == '"')
        in_string = !in_string;
      else if (!in_string && (*p == '[' || *p == '{'))
        depth++;
      else if (!in_string && ((*p == ',' && depth == 1) || ((*p == ']' || *p == '}') && --depth == 0)))
        {
          g_ptr_array_add (parts, g_strstrip (g_strndup (start, (gsize) (p - start))));
          start = p + 1;
          if (depth == 0)
            break;
        }
    }
  return g_steal_pointer (&parts);
}

static gboolean
read_run_s (JsonNode *node, TlRecord *record)
{
  JsonArray *array;

  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  record->run_s = g_new (double, json_array_get_length (array) + 1);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (item) || json_node_get_value_type (item) == G_TYPE_STRING)
        return FALSE;
      record->run_s[record->n_run_s++] = json_node_get_double (item);
    }
  return TRUE;
}

static char *
nullable_part (GPtrArray *parts, guint index)
{
  return index < parts->len && strcmp (parts->pdata[index], "null") != 0 ? g_strdup (parts->pdata[index]) : NULL;
}

static gboolean
read_record (WorkDir *self, char *line, JsonArray *array, GError **error)
{
  JsonNode *index = json_array_get_element (array, 0), *tuple = json_array_get_element (array, 1);
  g_autoptr (GPtrArray) outer = split_array (line), parts = NULL;
  g_autoptr (TlRecord) record = g_new0 (TlRecord, 1);

  if (!JSON_NODE_HOLDS_VALUE (index) || json_node_get_value_type (index) != G_TYPE_INT64 || !JSON_NODE_HOLDS_ARRAY (tuple)
      || outer->len != 2)
    return malformed (error, "a record must be [workload, [trace, run_secs, target, args_info]]");
  if (json_node_get_int (index) < 0 || json_node_get_int (index) >= self->table.workloads->len)
    return malformed (error, "the workload of the record is not in " WORKLOAD_FILE);
  parts = split_array (outer->pdata[1]);
  if (parts->len < 2 || parts->len != json_array_get_length (json_node_get_array (tuple)) || *(char *) parts->pdata[0] != '[')
    return malformed (error, "the record lacks a trace or run_secs");
  if (!read_run_s (json_array_get_element (json_node_get_array (tuple), 1), record))
    return malformed (error, "run_secs must be a list of numbers or null");
  record->trace_json = g_strdup (parts->pdata[0]);
  record->target = nullable_part (parts, 2);
  record->args_info = nullable_part (parts, 3);
  tl_record_table_add (&self->table, (guint) json_node_get_int (index), record);
  return TRUE;
}

/* --- locking --- */

/*
 * A file descriptor that holds the lock while it is open, or -1: where there is no file yet to read, or no locks, as on some file systems.
 */
static int
lock_folder (WorkDir *self, gboolean is_writing)
{
  g_autofree char *path = g_build_filename (self->folder, WORKLOAD_FILE, NULL);
  int file = g_open (path, (is_writing ? O_RDWR | O_CREAT : O_RDONLY) | O_NONBLOCK | O_CLOEXEC, 0666);   /* a pipe has nobody at its other
                                                                                                            end */

  while (file >= 0 && flock (file, is_writing ? LOCK_EX : LOCK_SH) != 0)
    if (errno != EINTR)
      {
        g_debug ("%s: no lock: %s", path, g_strerror (errno));
        break;
      }
  return file;
}

static void
unlock_folder (int file)
{
  if (file >= 0)
    close (file);
}

/* --- writing --- */

/* Cuts off a last line that ends in the middle; a whole value without a newline, as other programs may leave it, gets one. */
static gboolean
finish_last_line (int file, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  off_t length = lseek (file, 0, SEEK_END), start = length;
  g_autofree char *line = NULL;
  char letter = '\n';

  while (start > 0 && pread (file, &letter, 1, start - 1) == 1 && letter != '\n')
    start--;
  if (start == length)
    return TRUE;
  line = g_malloc0 ((gsize) (length - start) + 1);
  if (pread (file, line, (size_t) (length - start), start) == length - start && !tl_json_is_too_deep (line, MAX_DEPTH)
      && json_parser_load_from_data (parser, line, -1, NULL)
      && write (file, "\n", 1) == 1)
    return TRUE;
  return ftruncate (file, start) == 0 || malformed (error, g_strerror (errno));
}

/* The whole line or nothing of it. @n_bytes (nullable): what the file has afterwards. */
static gboolean
append_line (WorkDir *self, const char *name, const char *line, gsize *n_bytes, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL), *whole = g_strconcat (line, "\n", NULL);
  int file = g_open (path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  gboolean ok = file >= 0 && finish_last_line (file, error);
  off_t before = ok ? lseek (file, 0, SEEK_END) : 0;

  if (ok && write (file, whole, strlen (whole)) != (ssize_t) strlen (whole))
    {
      ok = FALSE;
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot write %s: %s", path, g_strerror (errno));
      if (ftruncate (file, before) != 0)
        g_debug ("%s: %s", path, g_strerror (errno));
    }
  else if (file < 0)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot write %s: %s", path, g_strerror (errno));
  else if (n_bytes != NULL && ok)
    *n_bytes = (gsize) before + strlen (whole);
  if (file >= 0)
    close (file);
  return ok;
}

static char *
encode_graph (const char *graph)
{
  guint64 length = GUINT64_TO_LE ((guint64) strlen (graph));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) graph, (guint) strlen (graph));
  return g_base64_encode (bytes->data, bytes->len);
}

/* Reads the workloads that others have added since; FALSE if the file is another one. */
static gboolean
read_added_workloads (WorkDir *self, int file, GError **error)
{
  struct stat status;

  if (file < 0 || fstat (file, &status) != 0 || (gsize) status.st_size == self->workload_bytes)
    return TRUE;
  if ((gsize) status.st_size > self->workload_bytes)
    return read_file (self, WORKLOAD_FILE, read_workload, &self->workload_bytes, error);
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s/%s was replaced while it was in use", self->folder, WORKLOAD_FILE);
}

/* The index of the workload, which is added where there is none. */
static gint
commit_workload (WorkDir *self, TlModule *module, GError **error)
{
  gint index = tl_record_table_find (&self->table, module);
  g_autofree char *graph = NULL, *base64 = NULL, *line = NULL;

  if (index >= 0)
    return index;
  graph = tl_module_to_tvm_json (module, error);
  if (!graph)
    return -1;
  base64 = encode_graph (graph);
  line = g_strdup_printf ("[\"%" G_GUINT64_FORMAT "\",\"%s\"]", tl_module_equality_hash (self->table.equality, module), base64);
  if (!append_line (self, WORKLOAD_FILE, line, &self->workload_bytes, error))
    return -1;
  tl_record_table_add_workload (&self->table, module);
  return (gint) self->table.workloads->len - 1;
}

/* In the newest dialect; a trace that does not apply, which no database should hold, as it stands. */
static char *
trace_for_tvm (const TlModule *module, const char *trace_json)
{
  g_autoptr (TlState) start = tl_state_new (module, 0), unchecked = tl_state_unchecked (start);
  g_autoptr (TlState) state = tl_trace_replay_json (unchecked, trace_json, TRUE, FALSE, NULL);
  g_autofree char *json = state ? tl_trace_to_json (state, TL_DIALECT_SBLOCK) : NULL;

  return g_strdelimit (json ? g_steal_pointer (&json) : g_strdup (trace_json), "\n", ' ');
}

static void
append_quoted (GString *out, const char *key, const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);
  g_autofree char *quoted = json_to_string (node, FALSE);

  g_string_append_printf (out, ",\"%s\":%s", key, quoted);
}

/* TVM's object; from elsewhere as it is. */
static char *
target_for_tvm (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  TlTarget target;

  if (!text || *text == '{')
    return g_strdup (text ? text : "null");
  if (!tl_target_parse (text, &target, NULL))
    return g_strdup ("null");
  if (target.kind->has_threads)
    {
      g_auto (GStrv)   keys = g_strsplit (target.kind->keys, ",", -1);
      g_autofree char *quoted_keys = g_strjoinv ("\",\"", keys);

      g_string_append_printf (out, "{\"kind\":\"%s\",\"keys\":[\"%s\"],\"tag\":\"\"", keys[0], quoted_keys);
      if (*target.arch != '\0')
        append_quoted (out, "arch", target.arch);
    }
  else
    {
      g_string_append_printf (out, "{\"kind\":\"llvm\",\"keys\":[\"cpu\"],\"tag\":\"\",\"num-cores\":%u", target.num_cores);
      if (*target.mcpu != '\0')
        append_quoted (out, "mcpu", target.mcpu);
      if (*target.mtriple != '\0')
        append_quoted (out, "mtriple", target.mtriple);
    }
  g_string_append_c (out, '}');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
run_s_for_tvm (const TlRecord *record)
{
  g_autoptr (GString) out = g_string_new (record->n_run_s > 0 ? "[" : "null");
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < record->n_run_s; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "", g_ascii_formatd (digits, sizeof digits, "%.17g", record->run_s[i]));
  if (record->n_run_s > 0)
    g_string_append_c (out, ']');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* As TVM tunes it: a function is "main", alone. */
static TlModule *
module_for_tvm (TlModule *module)
{
  g_autoptr (TlModule) task = module->n_prims == 1 ? tl_task_module (module, module->prims[0]->name) : tl_module_ref (module);
  g_autoptr (TlArena)  arena = NULL;
  TlPrimFunc          *func;

  if (task->n_prims != 1 || strcmp (task->prims[0]->name, "main") == 0)
    return g_steal_pointer (&task);
  arena = tl_arena_new (task->arena);
  func = tl_arena_dup_array (arena, TlPrimFunc, task->prims[0], 1);
  func->name = "main";
  return tl_module_new_prims (arena, task->name, tl_arena_dup_array (arena, const TlPrimFunc *, &func, 1), 1, task->next_id);
}

static gboolean
make_folder (WorkDir *self, GError **error)
{
  if (g_mkdir_with_parents (self->folder, 0777) == 0)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot create the folder %s: %s", self->folder, g_strerror (errno));
}

/* @fields: of the line, behind the number of the workload @module. Under the lock. */
static gboolean
commit_locked (WorkDir *self, int lock, TlModule *module, const TlRecord *record, const char *fields, GError **error)
{
  g_autofree char *line = NULL;
  gint index;

  if (!read_added_workloads (self, lock, error) || (index = commit_workload (self, module, error)) < 0)
    return FALSE;
  line = g_strdup_printf ("[%d,[%s]]", index, fields);
  if (!append_line (self, RECORD_FILE, line, NULL, error))
    return FALSE;
  tl_record_table_add (&self->table, (guint) index, record);
  return TRUE;
}

static gboolean
work_dir_commit (TlRecords *records, const TlRecord *record, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autoptr (TlModule) module = module_for_tvm (record->module);
  g_autofree char *trace = trace_for_tvm (module, record->trace_json), *run_s = run_s_for_tvm (record),
                   *target = target_for_tvm (record->target);
  g_autofree char *args_info = record->args_info ? g_strdup (record->args_info) : tl_record_args_info (module), *fields = NULL;
  gboolean ok;
  int lock;

  if (!make_folder (self, error))
    return FALSE;
  fields = g_strdup_printf ("%s,%s,%s,%s", trace, run_s, target, args_info ? args_info : "null");
  lock = self->lock_file >= 0 ? self->lock_file : lock_folder (self, TRUE);
  ok = commit_locked (self, lock, module, record, fields, error);
  if (lock != self->lock_file)
    unlock_folder (lock);
  return ok;
}

static const char *const file_names[] = { WORKLOAD_FILE, RECORD_FILE };

/* Reads anew under the lock: what others wrote counts. */
static gboolean
work_dir_begin (TlRecords *records, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  TlModuleEquality equality = self->table.equality;

  if (!make_folder (self, error))
    return FALSE;
  self->lock_file = lock_folder (self, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (file_names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, file_names[i], NULL);
      struct stat status;

      self->whole_bytes[i] = stat (path, &status) == 0 ? (gsize) status.st_size : 0;
    }
  tl_record_table_clear (&self->table);
  tl_record_table_init (&self->table, equality);
  self->workload_bytes = 0;
  return read_file (self, WORKLOAD_FILE, read_workload, &self->workload_bytes, error)
         && read_file (self, RECORD_FILE, read_record, NULL, error);
}

/* Truncates appended records that are not kept. */
static gboolean
work_dir_end (TlRecords *records, gboolean is_kept, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  for (guint i = 0; i < G_N_ELEMENTS (file_names) && !is_kept; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, file_names[i], NULL);

      if (truncate (path, (off_t) self->whole_bytes[i]) != 0)
        g_debug ("%s: %s", path, g_strerror (errno));
    }
  unlock_folder (self->lock_file);
  self->lock_file = -1;
  return TRUE;
}

/* --- comparisons --- */

/* @line with the times that @record has now; what else it says stays as it is written. */
static void
append_with_times (GString *out, const char *line, const TlRecord *record)
{
  g_autoptr (GPtrArray) outer = split_array (line), parts = split_array (outer->pdata[1]);
  g_autofree char *run_s = run_s_for_tvm (record);

  g_string_append_printf (out, "[%s,[", (const char *) outer->pdata[0]);
  for (guint i = 0; i < parts->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "", i == 1 ? run_s : (const char *) parts->pdata[i]);
  g_string_append (out, "]]\n");
}

/* The lines of @text, of which each that is not blank is a record of the table. */
static char *
rewrite_lines (const WorkDir *self, const char *text, const gboolean *is_changed)
{
  GString *out = g_string_sized_new (strlen (text));
  guint i = 0;

  for (const char *line = text, *end; *line != '\0'; line = end)
    {
      g_autofree char *stripped = NULL;

      end = line + strcspn (line, "\n");
      stripped = g_strstrip (g_strndup (line, (gsize) (end - line)));
      end += *end == '\n';
      if (*stripped != '\0' && i < self->table.records->len && is_changed[i])
        append_with_times (out, stripped, self->table.records->pdata[i]);
      else
        g_string_append_len (out, line, end - line);
      i += *stripped != '\0';
    }
  return g_string_free (out, FALSE);
}

/* The table is what the files hold. */
static gboolean
save_comparison (WorkDir *self, TlModule *module, TlRecord *const *compared, guint n, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, RECORD_FILE, NULL), *text = NULL, *rewritten = NULL;
  g_autofree gboolean *is_changed = g_new0 (gboolean, self->table.records->len);
  gint index = tl_record_table_find (&self->table, module);

  if (index < 0)
    return TRUE;
  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  tl_record_table_save_comparison (&self->table, (guint) index, compared, n, is_changed);
  rewritten = rewrite_lines (self, text, is_changed);
  return tl_file_write (path, rewritten, error);
}

/* A new file takes the place of the old one: readers, who may hold no lock, see one or the other. */
static gboolean
work_dir_save_comparison (TlRecords *records, TlModule *module, TlRecord *const *compared, guint n, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (TlModule) task = module_for_tvm (module);
  g_autoptr (GPtrArray) written = tl_record_array_new ();
  gboolean ok;

  for (guint i = 0; i < n; i++)
    {
      TlRecord record = *compared[i];
      g_autofree char *trace = trace_for_tvm (task, record.trace_json);

      record.trace_json = trace;
      g_ptr_array_add (written, tl_record_dup (&record));
    }
  ok = work_dir_begin (records, error) && save_comparison (self, task, (TlRecord *const *) written->pdata, n, error);
  work_dir_end (records, TRUE, NULL);
  return ok;
}

/* --- the backend --- */

static gboolean
work_dir_has_workload (TlRecords *records, const TlModule *module)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return tl_record_table_find (&self->table, module) >= 0;
}

static GPtrArray *
work_dir_all (TlRecords *records, const TlModule *module, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return tl_record_table_all (&self->table, module);
}

static gboolean
work_dir_set_workload (TlRecords *records, guint index, TlModule *module, GError **error)
{
  WorkDir *self = (WorkDir *) records;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (index < self->table.workloads->len)
    {
      tl_record_table_set_workload (&self->table, index, module);
      return TRUE;
    }
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s has %u workloads; there is no workload %u", self->folder,
                  self->table.workloads->len, index);
}

/* Problems arise while opening alone. */
static const char *const *
work_dir_problems (TlRecords *records)
{
  WorkDir *self = (WorkDir *) records;

  return self->problems->len > 1 ? (const char *const *) self->problems->pdata : NULL;
}

static void
work_dir_free (TlRecords *records)
{
  WorkDir *self = (WorkDir *) records;

  unlock_folder (self->lock_file);
  tl_record_table_clear (&self->table);
  g_ptr_array_unref (self->problems);
  g_mutex_clear (&self->lock);
  g_free (self->folder);
  g_free (self);
}

TlRecords *
tl_records_open_work_dir (const char *folder, TlModuleEquality equality, GError **error)
{
  static const TlRecordsBackend backend = {
    .name = "work-dir", .has_workload = work_dir_has_workload, .commit = work_dir_commit,
    .save_comparison = work_dir_save_comparison, .begin = work_dir_begin, .end = work_dir_end, .all = work_dir_all,
    .set_workload = work_dir_set_workload, .problems = work_dir_problems, .free = work_dir_free,
  };
  WorkDir *self = g_new0 (WorkDir, 1);
  g_autofree char *record_path = g_build_filename (folder, RECORD_FILE, NULL);
  gboolean has_records, ok;
  int lock;

  self->records = (TlRecords) { &backend, 1 };
  g_mutex_init (&self->lock);
  self->folder = g_strdup (folder);
  self->lock_file = -1;
  self->problems = g_ptr_array_new_with_free_func (g_free);
  tl_record_table_init (&self->table, equality);
  lock = lock_folder (self, FALSE);
  has_records = g_file_test (record_path, G_FILE_TEST_EXISTS);
  if (lock < 0 && has_records)   /* another process has just begun the folder */
    lock = lock_folder (self, FALSE);
  ok = read_file (self, WORKLOAD_FILE, read_workload, &self->workload_bytes, error)
       && (!has_records || read_file (self, RECORD_FILE, read_record, NULL, error));
  unlock_folder (lock);
  if (!ok)
    {
      work_dir_free (&self->records);
      return NULL;
    }
  g_ptr_array_add (self->problems, NULL);
  self->is_open = TRUE;
  return &self->records;
}
