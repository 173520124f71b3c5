/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/settings.h"

#include <gio/gio.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"

#define PREFERENCES "preferences"
#define LAYOUT      "layout"

struct _TlSettings
{
  GObject   parent_instance;
  char     *path;
  GKeyFile *file;
};

G_DEFINE_FINAL_TYPE (TlSettings, tl_settings, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const char *const styles[] = { N_("As the System"), N_("Light"), N_("Dark"), NULL };
static const char *const nests[] = { N_("Boxes Where They Fit"), N_("Boxes"), N_("Lines"), NULL };
static const char *const dialects[] = { N_("T.block, tvm.tir"), N_("T.sblock, tvm.tirx"), NULL };

#define LOOK    N_("Appearance")
#define PROGRAM N_("Programs")
#define MEASURE N_("Measuring")

static const TlSettingRow rows[TL_N_SETTINGS] = {
  [TL_SETTING_STYLE] = { "style", LOOK, N_("Style"), NULL, 0, 0, 2, styles },
  [TL_SETTING_CODE_SIZE] = { "code-size", LOOK, N_("Text Size of Code"), N_("In points; 0 follows the text of the window"), 0, 0, 32 },
  [TL_SETTING_ANIMATIONS] = { "animations", LOOK, N_("Animations"), N_("Off also where the system shows them"), 1, 0, 1 },
  [TL_SETTING_NEST] = { "nest", PROGRAM, N_("Loop Nests"), N_("The form in which a window shows them at first"), 0, 0, 2, nests },
  [TL_SETTING_DIALECT] = { "dialect", PROGRAM, N_("TVMScript"), N_("The dialect of scripts and traces shown and exported"), 0, 0, 1,
                           dialects },
  [TL_SETTING_SAMPLES] = { "samples", MEASURE, N_("Samples"), N_("Of one measurement, at most"), 21, 3, 1000 },
  [TL_SETTING_SAMPLE_MS] = { "sample-ms", MEASURE, N_("Minimum Duration of a Sample"),
                             N_("In milliseconds; short programs run several times"), 5, 1, 1000 },
  [TL_SETTING_BUILDERS] = { "builders", MEASURE, N_("Processes for Building"),
                            N_("0 is one for each core but the one that measures"), 0, 0, 64 },
};

const TlSettingRow *
tl_setting_row (TlSetting setting)
{
  return &rows[setting];
}

static void
tl_settings_finalize (GObject *object)
{
  TlSettings *self = TL_SETTINGS (object);

  g_key_file_unref (self->file);
  g_free (self->path);
  G_OBJECT_CLASS (tl_settings_parent_class)->finalize (object);
}

static void
tl_settings_class_init (TlSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_settings_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SETTINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_settings_init (TlSettings *self)
{
  self->file = g_key_file_new ();
}

TlSettings *
tl_settings_new (const char *path)
{
  TlSettings *self = g_object_new (TL_TYPE_SETTINGS, NULL);

  self->path = path != NULL ? g_strdup (path) : g_build_filename (g_get_user_config_dir (), "tileloom", "settings.ini", NULL);
  g_key_file_load_from_file (self->file, self->path, G_KEY_FILE_KEEP_COMMENTS, NULL);
  return self;
}

/* Losing these costs nothing but comfort: failures to write them are not reported. */
static void
save (TlSettings *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  g_mkdir_with_parents (folder, 0700);
  g_key_file_save_to_file (self->file, self->path, NULL);
}

/* --- preferences --- */

static guint
clamp (const TlSettingRow *row, guint value)
{
  return value < row->least ? row->least : value > row->most ? row->most : value;
}

guint
tl_settings_get (TlSettings *self, TlSetting setting)
{
  const TlSettingRow *row = &rows[setting];
  g_autoptr (GError)  error = NULL;
  guint64             value = g_key_file_get_uint64 (self->file, PREFERENCES, row->name, &error);

  return error != NULL ? row->usual : clamp (row, (guint) tl_min (value, G_MAXUINT));
}

void
tl_settings_set (TlSettings *self, TlSetting setting, guint value)
{
  const TlSettingRow *row = &rows[setting];

  value = clamp (row, value);
  if (tl_settings_get (self, setting) == value)
    return;
  g_key_file_set_uint64 (self->file, PREFERENCES, row->name, value);
  save (self);
  g_signal_emit (self, signals[CHANGED], 0, (guint) setting);
}

/* --- layout --- */

int
tl_settings_layout (TlSettings *self, const char *name)
{
  g_autoptr (GError) error = NULL;
  int                value = g_key_file_get_integer (self->file, LAYOUT, name, &error);

  return error != NULL ? -1 : value;
}

void
tl_settings_set_layout (TlSettings *self, const char *name, int value)
{
  g_key_file_set_integer (self->file, LAYOUT, name, value);
}

char *
tl_settings_layout_text (TlSettings *self, const char *name)
{
  return g_key_file_get_string (self->file, LAYOUT, name, NULL);
}

void
tl_settings_set_layout_text (TlSettings *self, const char *name, const char *text)
{
  g_key_file_set_string (self->file, LAYOUT, name, text);
}

void
tl_settings_keep_layout (TlSettings *self)
{
  save (self);
}
