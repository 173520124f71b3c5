/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tools of GPU vendors, found at run time: in CUDA_HOME, /usr/local/cuda and Python's packages. A test that lacks one is skipped with the
 * sentence that says so: "skipped: NVRTC not found …".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first of the folders above that has @relative, "lib64/libnvrtc.so" or "bin/ptxas", as a path; NULL. Free with g_free. */
char    *gpu_tool_find (const char *const *relative);

/*
 * CUDA C compiled by NVRTC for @arch, "sm_80". FALSE with the compiler's words in @log (free with g_free), which warnings stand in too.
 */
gboolean nvrtc_compile (const char *source, const char *arch, char **log);
/* NULL: NVRTC is here. Static. */
const char *nvrtc_missing (void);

G_END_DECLS
