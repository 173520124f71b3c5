/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The preferences of the user, and the layout of the last window, in one key file. One table has all preferences; each is a whole number:
 * a count, a position in a list of choices, or 0 and 1.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  TL_SETTING_STYLE,           /* 0 as the system, 1 light, 2 dark */
  TL_SETTING_CODE_SIZE,       /* points; 0: the style's */
  TL_SETTING_ANIMATIONS,      /* 0: none, 1: as the system */
  TL_SETTING_NEST,            /* 0 lines where boxes do not fit, 1 boxes, 2 lines */
  TL_SETTING_DIALECT,         /* TlDialect */
  TL_SETTING_SAMPLES,         /* of a measurement, at most */
  TL_SETTING_SAMPLE_MS,       /* the least duration of one */
  TL_SETTING_BUILDERS,        /* processes that compile; 0: one per core, except the core that measures */
  TL_N_SETTINGS,
} TlSetting;

typedef struct
{
  const char        *name;      /* in the file */
  const char        *group;     /* N_(), of the preferences window */
  const char        *title;     /* N_() */
  const char        *subtitle;  /* N_(), nullable */
  guint              usual, least, most;
  const char *const *choices;   /* N_(), one for each value from 0; NULL: a number, or a switch where @most is 1 */
} TlSettingRow;

const TlSettingRow *tl_setting_row (TlSetting setting);

/** TlSettings: main thread. "changed" (guint TlSetting) follows each change of a preference, which is in the file then. */
#define TL_TYPE_SETTINGS (tl_settings_get_type ())
G_DECLARE_FINAL_TYPE (TlSettings, tl_settings, TL, SETTINGS, GObject)

/* @path NULL: the user's own. A file that cannot be read has the defaults; one that cannot be written keeps nothing. */
TlSettings *tl_settings_new (const char *path);
guint       tl_settings_get (TlSettings *settings, TlSetting setting);
/* Values out of range become the nearest one. */
void        tl_settings_set (TlSettings *settings, TlSetting setting, guint value);

/* The layout of the last window, "width": -1 where it is not known. Written by tl_settings_keep_layout. */
int         tl_settings_layout (TlSettings *settings, const char *name);
void        tl_settings_set_layout (TlSettings *settings, const char *name, int value);
char       *tl_settings_layout_text (TlSettings *settings, const char *name);   /* nullable; free with g_free */
void        tl_settings_set_layout_text (TlSettings *settings, const char *name, const char *text);
void        tl_settings_keep_layout (TlSettings *settings);

G_END_DECLS
