/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/i18n.h"

#define MAX_PIXELS 32767.0

/* PNG pictures are made at twice the size: they end up in documents. */
#define PNG_SCALE 2.0

/*
 * Cairo writes into memory: only the whole picture goes to the file, in the way of all others (core/base/file.h), and failures are
 * reported.
 */
static cairo_status_t
append (void *user_data, const unsigned char *data, unsigned int n_bytes)
{
  g_byte_array_append (user_data, data, n_bytes);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_for (const char *path, double width, double height, GByteArray *bytes, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  double           scale = MIN (PNG_SCALE, MAX_PIXELS / MAX (width, height));
  cairo_surface_t *surface;

  if (g_str_has_suffix (lower, ".svg"))
    {
      surface = cairo_svg_surface_create_for_stream (append, bytes, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    }
  if (g_str_has_suffix (lower, ".pdf"))
    return cairo_pdf_surface_create_for_stream (append, bytes, width, height);
  if (g_str_has_suffix (lower, ".png"))
    {
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (width * scale), (int) (height * scale));
      cairo_surface_set_device_scale (surface, scale, scale);
      return surface;
    }
  return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s: the name of a picture must end in .svg, .pdf or .png"), path);
}

/* Draws and takes @surface. @name: of what is made, for the error. */
static gboolean
draw_on (cairo_surface_t *surface, const char *name, double width, double height, TlDrawFunc draw, gpointer user_data, GByteArray *bytes,
         GError **error)
{
  cairo_t       *cr = cairo_create (surface);
  cairo_status_t status;

  draw (cr, width, height, user_data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE)
    status = cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", name, cairo_status_to_string (status));
}

gboolean
tl_draw_to_file (const char *path, double width, double height, TlDrawFunc draw, gpointer user_data, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t       *surface = surface_for (path, width, height, bytes, error);

  return surface != NULL && draw_on (surface, path, width, height, draw, user_data, bytes, error)
         && tl_file_write_bytes (path, bytes->data, bytes->len, error);
}

char *
tl_draw_to_svg (double width, double height, TlDrawFunc draw, gpointer user_data, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (!draw_on (surface_for (".svg", width, height, bytes, NULL), "SVG", width, height, draw, user_data, bytes, error))
    return NULL;
  return g_strndup ((const char *) bytes->data, bytes->len);
}

GByteArray *
tl_draw_to_pdf (double width, double height, const char *title, TlDrawFunc draw, gpointer user_data, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t       *surface = surface_for (".pdf", width, height, bytes, NULL);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  return draw_on (surface, "PDF", width, height, draw, user_data, bytes, error) ? g_steal_pointer (&bytes) : NULL;
}
