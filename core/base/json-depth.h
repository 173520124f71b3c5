/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Whether brackets of @json nest more than @most deep. To be asked first: JSON parsers recurse, and text from outside may overflow their
 * stack.
 */
gboolean tl_json_is_too_deep (const char *json, guint most);

G_END_DECLS
