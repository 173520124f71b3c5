/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The path of a folder of data/ ("workloads"): in TILELOOM_DATADIR if that is set, in the source tree if the program runs from its build
 * folder, else in the installed data. Free with g_free.
 */
char *tl_data_folder (const char *name);

G_END_DECLS
