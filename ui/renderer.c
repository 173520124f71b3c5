/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without a graphics processor (virtual machines, remote desktops) GTK draws by OpenGL all the same, with a program that does on all
 * processors what such hardware would: frames of a full screen take a sixth of a second, and candidates that are timed meanwhile share
 * the processors with it. Cairo takes some milliseconds on one.
 */
#include "ui/renderer.h"

#include <epoxy/gl.h>
#include <string.h>

#define VARIABLE "GSK_RENDERER"

/* Mesa's, as they call themselves; another's are taken for hardware. */
static gboolean
is_software (const char *name)
{
  static const char *const names[] = { "llvmpipe", "softpipe", "swrast", "Software Rasterizer" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (name, names[i]))
      return TRUE;
  return FALSE;
}

/* Without OpenGL GTK falls back to cairo by itself. */
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
