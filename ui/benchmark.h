/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/application.h"

G_BEGIN_DECLS

/*
 * Keeps what the benchmark writes in a folder of its own, not among the person's files. To be called before anything asks GLib for a
 * folder, that is before the application is registered. Free with g_free; NULL with @error.
 */
char    *tl_benchmark_prepare (GError **error);

/*
 * Opens a window of the registered @application, measures it and prints one line a figure. What a figure covers stands in benchmark.c.
 * Removes @folder, which tl_benchmark_prepare gave.
 */
gboolean tl_benchmark_run (TlApplication *application, const char *folder, GError **error);

G_END_DECLS
