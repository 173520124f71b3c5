/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without a GPU (virtual machines, remote desktops) GTK still draws with OpenGL, emulated in software on all cores: a full-screen frame
 * takes a sixth of a second, and candidates that are timed meanwhile share the cores with it. Cairo takes some milliseconds on one core.
 */
#include "ui/renderer.h"

#include <epoxy/gl.h>
#include <string.h>

#define VARIABLE "GSK_RENDERER"

/* Renderer names of Mesa's software OpenGL. Other names are taken for hardware. */
static gboolean
is_software (const char *name)
{
  static const char *const names[] = { "llvmpipe", "softpipe", "swrast", "Software Rasterizer" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (name, names[i]))
      return TRUE;
  return FALSE;
}

/* Without OpenGL, GTK uses Cairo anyway. */
static gboolean
has_software_gl (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = gdk_display_create_gl_context (display, NULL);
  const char *name;
  gboolean    answer;

  if (!context || !gdk_gl_context_realize (context, NULL))
    return FALSE;
  gdk_gl_context_make_current (context);
  name = (const char *) glGetString (GL_RENDERER);
  answer = name && is_software (name);
  gdk_gl_context_clear_current ();
  return answer;
}

void
tl_renderer_choose (GdkDisplay *display)
{
  if (!g_getenv (VARIABLE) && has_software_gl (display))
    g_setenv (VARIABLE, "cairo", FALSE);
}
