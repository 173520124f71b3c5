/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Members of objects from anywhere: one of another type counts as absent, as all do if @object is NULL. Strings are borrowed. */
gint64      tl_json_int (JsonObject *object, const char *name, gint64 fallback);
double      tl_json_double (JsonObject *object, const char *name, double fallback);
gboolean    tl_json_bool (JsonObject *object, const char *name);
const char *tl_json_string (JsonObject *object, const char *name);

G_END_DECLS
