/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Writes @text so that @path holds all of it or what it held before. A link stays a link to what is written; a device or pipe is written
 * to, never replaced by a file.
 */
gboolean tl_file_write (const char *path, const char *text, GError **error);
gboolean tl_file_write_bytes (const char *path, const void *data, gsize n_bytes, GError **error);

/* Deletes a folder and the files in it; none that has folders in it. */
void     tl_folder_delete (const char *path);

G_END_DECLS
