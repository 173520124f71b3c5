/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A part of the GPU pane: a title with a figure at the right and a dim sentence below, then what is appended to it. */
#define TL_TYPE_GPU_SECTION (tl_gpu_section_get_type ())
G_DECLARE_FINAL_TYPE (TlGpuSection, tl_gpu_section, TL, GPU_SECTION, GtkWidget)

GtkWidget *tl_gpu_section_new (const char *title);
/* NULL: nothing. @is_bad: the figure is one to look at. */
void       tl_gpu_section_set (TlGpuSection *self, const char *figure, gboolean is_bad, const char *detail);
void       tl_gpu_section_append (TlGpuSection *self, GtkWidget *child);
/* Takes out what was appended. */
void       tl_gpu_section_clear (TlGpuSection *self);

G_END_DECLS
