/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contrast of texts with what is behind them, by WCAG 2: at least 4.5, in the styles of high contrast at least 7. Arguments: style.css
 * and its additions for the dark style, for high contrast, and for both.
 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/memory-scale-private.h"
#include "core/draw/palette.h"
#include "core/draw/parallel-lines.h"
#include "core/draw/plot-private.h"

#define LEAST       4.5
#define LEAST_HIGH  7.0
#define LEAST_MARK  3.0

static char **paths;   /* of the style sheets */

static double
channel (double value)
{
  return value <= 0.03928 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
luminance (TlColor color)
{
  return 0.2126 * channel (color.r) + 0.7152 * channel (color.g) + 0.0722 * channel (color.b);
}

static double
contrast (TlColor a, TlColor b)
{
  double x = luminance (a), y = luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

static const TlPalette *
nth_palette (guint i)
{
  return i < 2 ? tl_palette (i == 1) : tl_palette_high_contrast (i == 3);
}

static void
check (const TlPalette *palette, const char *what, guint number, TlColor text, double least)
{
  double on_background = contrast (text, palette->background), on_card = contrast (text, palette->card);

  if (MIN (on_background, on_card) < least)
    g_error ("%s %u of the %s%s palette: contrast %.2f on the background, %.2f on cards; at least %.1f is needed", what, number,
             palette->is_dark ? "dark" : "light", palette->is_high_contrast ? " high contrast" : "", on_background, on_card, least);
}

static void
test_ratio (void)
{
  g_assert_cmpfloat_with_epsilon (contrast ((TlColor) { 0, 0, 0 }, (TlColor) { 1, 1, 1 }), 21, 1e-9);
  g_assert_cmpfloat_with_epsilon (contrast ((TlColor) { 0.5, 0.5, 0.5 }, (TlColor) { 0.5, 0.5, 0.5 }), 1, 1e-9);
}

static void
test_texts (void)
{
  for (guint i = 0; i < 4; i++)
    {
      const TlPalette *palette = nth_palette (i);
      double           least = palette->is_high_contrast ? LEAST_HIGH : LEAST;

      check (palette, "text", 0, palette->text, least);
      check (palette, "dim text", 0, palette->dim_text, least);
      check (palette, "error", 0, palette->error, least);
      check (palette, "warning text", 0, palette->warning_text, least);
      check (palette, "text of copies", 0, tl_family_text_color (palette, TL_FAMILY_COPIES), least);
      for (guint f = 0; f < TL_N_FAMILY_HUES; f++)
        check (palette, "text of family", f, tl_family_text_color (palette, f), least);
      for (guint b = 0; b < 5; b++)
        check (palette, "text of buffer", b, tl_memory_series_text_color (palette, b), least);
    }
}

/* A pixel of an area that is filled with a tint in the usual styles. */
static TlColor
area_pixel (const TlPalette *palette, int x, int y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 40, 40);
  cairo_t         *cr = cairo_create (surface);
  guint32          pixel;

  tl_set_color (cr, palette->background, 1);
  cairo_paint (cr);
  cairo_rectangle (cr, 4.5, 4.5, 30, 30);
  tl_fill_area (cr, palette, palette->accent, 0.1);
  cairo_surface_flush (surface);
  pixel = ((const guint32 *) (gpointer) cairo_image_surface_get_data (surface))[y * cairo_image_surface_get_stride (surface) / 4 + x];
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return (TlColor) { (pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0, (pixel & 255) / 255.0 };
}

/* Areas have an outline that stands out, and within it lines that do. */
static void
test_areas (void)
{
  for (guint i = 2; i < 4; i++)
    {
      const TlPalette *palette = nth_palette (i);
      double           most = 0;

      g_assert_cmpfloat (contrast (area_pixel (palette, 20, 4), palette->background), >=, LEAST_MARK);
      g_assert_cmpfloat (contrast (area_pixel (palette, 4, 20), palette->background), >=, LEAST_MARK);
      for (int x = 10; x < 20; x++)
        most = tl_max (most, contrast (area_pixel (palette, x, 20), palette->background));
      g_assert_cmpfloat (most, >=, LEAST_MARK);
      g_assert_cmpfloat (contrast (area_pixel (palette, 38, 20), palette->background), <, 1.01);
    }
}

static void
check_pale_dots (const TlPalette *palette)
{
  TlColor dot = tl_plot_dot_color (palette, TL_TRIAL_RANDOM);
  double  alpha = tl_dot_alpha (palette, TRUE);
  TlColor on_ground = { palette->background.r + (dot.r - palette->background.r) * alpha,
                        palette->background.g + (dot.g - palette->background.g) * alpha,
                        palette->background.b + (dot.b - palette->background.b) * alpha };

  check (palette, "pale point of a trial", 0, on_ground, LEAST_MARK);
}

/* Usually glyphs and outlines tell them apart; in high contrast the marks alone must do. */
static void
test_marks (void)
{
  for (guint i = 2; i < 4; i++)
    {
      const TlPalette *palette = nth_palette (i);

      check (palette, "accent", 0, palette->accent, LEAST_MARK);
      check (palette, "line", 0, palette->line, LEAST_MARK);
      for (guint l = 0; l < TL_N_LOOKS; l++)
        check (palette, "kind of loops", l, palette->look[l], LEAST_MARK);
      for (guint f = 0; f < TL_N_FAMILY_HUES; f++)
        check (palette, "family", f, tl_family_color (palette, f), LEAST_MARK);
      for (guint b = 0; b < 5; b++)
        check (palette, "mark of buffer", b, tl_memory_series_color (palette, b), LEAST_MARK);
      check (palette, "region read", 0, palette->read, LEAST_MARK);
      check (palette, "region written", 0, palette->write, LEAST_MARK);
      check (palette, "strong line of a trial", 0, tl_parallel_ink (palette).strong, LEAST_MARK);
      check (palette, "weak line of a trial", 0, tl_parallel_ink (palette).weak, LEAST_MARK);
      check_pale_dots (palette);
      for (guint o = 0; o < TL_N_OUTCOMES; o++)
        check (palette, "outcome", o, palette->outcome[o], LEAST_MARK);
    }
}

/* --- the style sheets --- */

static TlColor
parse_hex (const char *digits)
{
  guint64 value = g_ascii_strtoull (digits, NULL, 16);

  return (TlColor) { (double) (value >> 16 & 255) / 255, (double) (value >> 8 & 255) / 255, (double) (value & 255) / 255 };
}

/* The value of @property, where it is written as "#rrggbb"; FALSE if it is not. */
static gboolean
find_color (const char *body, const char *property, TlColor *color)
{
  g_autofree char      *pattern = g_strdup_printf ("(?:^|[ ;{])%s: *#([0-9a-f]{6})", property);
  g_autoptr (GRegex)    regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char      *digits = NULL;

  if (!g_regex_match (regex, body, 0, &match))
    return FALSE;
  digits = g_match_info_fetch (match, 1);
  *color = parse_hex (digits);
  return TRUE;
}

/* Without comments. Free with g_free. */
static char *
read_sheet (const char *path)
{
  g_autoptr (GRegex) comment = g_regex_new ("/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);
  g_autofree char   *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return g_regex_replace_literal (comment, text, -1, 0, "", 0, NULL);
}

/* Whether a rule of the sheet has this selector and a colour for its text. */
static gboolean
has_text_color (const char *sheet, const char *selector)
{
  g_autoptr (GRegex)     rule = g_regex_new ("([^{}]+)\\{([^}]*)\\}", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  gboolean               found = FALSE;

  for (g_regex_match (rule, sheet, 0, &match); !found && g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *selectors = g_match_info_fetch (match, 1), *body = g_match_info_fetch (match, 2);
      g_auto (GStrv)   parts = g_strsplit (selectors, ",", -1);
      TlColor          color;

      for (guint i = 0; parts[i] != NULL; i++)
        found |= strcmp (g_strstrip (parts[i]), selector) == 0 && find_color (body, "color", &color);
    }
  return found;
}

static void
check_rule (const char *path, const char *selector, const char *body, const TlPalette *palette, double least)
{
  TlColor color, behind[2] = { palette->background, palette->card };

  find_color (body, "color", &color);
  if (find_color (body, "background", &behind[0]))
    behind[1] = behind[0];
  for (guint i = 0; i < 2; i++)
    if (contrast (color, behind[i]) < least)
      g_error ("%s: %s has a contrast of %.2f; at least %.1f is needed", path, selector, contrast (color, behind[i]), least);
}

/*
 * Colours of texts stand on their own background where the rule has one, else on the palette's. Rules that one of the sheets after it,
 * @later, has too do not count. Gives how many do.
 */
static guint
check_sheet (const char *path, const char *const *later, const TlPalette *palette, double least)
{
  g_autofree char       *text = read_sheet (path);
  g_autoptr (GRegex)     rule = g_regex_new ("([^{}]+)\\{([^}]*)\\}", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  TlColor                color;
  guint                  n = 0;

  for (g_regex_match (rule, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *selectors = g_match_info_fetch (match, 1), *body = g_match_info_fetch (match, 2);
      g_auto (GStrv)   parts = g_strsplit (selectors, ",", -1);

      for (guint i = 0; parts[i] != NULL && find_color (body, "color", &color); i++)
        {
          gboolean is_replaced = FALSE;

          g_strstrip (parts[i]);
          for (guint l = 0; later[l] != NULL; l++)
            is_replaced |= has_text_color (later[l], parts[i]);
          if (is_replaced)
            continue;
          check_rule (path, parts[i], body, palette, least);
          n++;
        }
    }
  return n;
}

/* The sheets of each style, in order: the usual one, that of dark, that of high contrast, that of both. */
static void
test_sheets (void)
{
  static const gboolean reads[4][4] = { { TRUE }, { TRUE, TRUE }, { TRUE, FALSE, TRUE }, { TRUE, TRUE, TRUE, TRUE } };
  char                 *texts[4];

  for (guint i = 0; i < 4; i++)
    texts[i] = read_sheet (paths[i]);
  for (guint style = 0; style < 4; style++)
    for (guint sheet = 0; sheet < 4; sheet++)
      {
        const char *later[4] = { NULL };
        guint       n = 0;

        if (!reads[style][sheet])
          continue;
        for (guint l = sheet + 1; l < 4; l++)
          if (reads[style][l])
            later[n++] = texts[l];
        n = check_sheet (paths[sheet], later, nth_palette (style), style < 2 ? LEAST : LEAST_HIGH);
        g_assert_true (n > 5 || style != sheet);
      }
  for (guint i = 0; i < 4; i++)
    g_free (texts[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 5);
  paths = argv + 1;
  g_test_add_func ("/contrast/ratio", test_ratio);
  g_test_add_func ("/contrast/texts", test_texts);
  g_test_add_func ("/contrast/marks", test_marks);
  g_test_add_func ("/contrast/areas", test_areas);
  g_test_add_func ("/contrast/style-sheets", test_sheets);
  return g_test_run ();
}
