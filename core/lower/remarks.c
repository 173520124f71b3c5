/* SPDX-License-Identifier: Apache-2.0 */
/* Passes come by the same loop several times, in each part of one that was cut: equal remarks are one, and counted. */
#include "core/analysis/asm-report.h"
#include "core/lower/lower.h"
#include "core/text/script.h"

struct _TlRemarks
{
  GPtrArray  *list;   /* TlRemark */
  const char *pass;   /* at work */
};

static void
remark_free (gpointer data)
{
  TlRemark *remark = data;

  g_free (remark->subject);
  g_free (remark->text);
  g_free (remark);
}

TlRemarks *
tl_remarks_new (void)
{
  TlRemarks *remarks = g_new0 (TlRemarks, 1);

  remarks->list = g_ptr_array_new_with_free_func (remark_free);
  return remarks;
}

void
tl_remarks_free (TlRemarks *remarks)
{
  g_ptr_array_unref (remarks->list);
  g_free (remarks);
}

GPtrArray *
tl_remarks_list (TlRemarks *remarks)
{
  return remarks->list;
}

void
tl_remarks_begin (TlRemarks *remarks, const char *pass)
{
  if (remarks != NULL)
    remarks->pass = pass;
}

static void G_GNUC_PRINTF (4, 0)
add (TlRemarks *remarks, const char *kind, const char *name, const char *format, va_list arguments)
{
  g_autofree char *subject = g_strdup_printf ("%s %s", kind, name), *text = g_strdup_vprintf (format, arguments);
  TlRemark        *made;

  for (guint i = 0; i < remarks->list->len; i++)
    {
      TlRemark *remark = g_ptr_array_index (remarks->list, i);

      if (g_str_equal (remark->pass, remarks->pass) && g_str_equal (remark->subject, subject) && g_str_equal (remark->text, text))
        {
          remark->n_times++;
          return;
        }
    }
  made = g_new0 (TlRemark, 1);
  *made = (TlRemark) { remarks->pass, g_steal_pointer (&subject), g_steal_pointer (&text), 1 };
  g_ptr_array_add (remarks->list, made);
}

void
tl_remark_loop (TlRemarks *remarks, const TlLoop *loop, const char *format, ...)
{
  va_list arguments;

  if (remarks == NULL)
    return;
  va_start (arguments, format);
  add (remarks, "loop", loop->var->name, format, arguments);
  va_end (arguments);
}

void
tl_remark_buffer (TlRemarks *remarks, const TlBuffer *buffer, const char *format, ...)
{
  va_list arguments;

  if (remarks == NULL)
    return;
  va_start (arguments, format);
  add (remarks, "buffer", buffer->name, format, arguments);
  va_end (arguments);
}

char *
tl_remarks_to_text (TlRemarks *remarks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < remarks->list->len; i++)
    {
      const TlRemark *remark = g_ptr_array_index (remarks->list, i);

      g_string_append_printf (text, "%-18s %s: %s", remark->pass, remark->subject, remark->text);
      if (remark->n_times > 1)
        g_string_append_printf (text, " (%u %s)", remark->n_times, g_str_has_prefix (remark->subject, "loop ") ? "loops" : "times");
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

TlRemarks *
tl_remarks_on_program (const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  g_autoptr (TlRemarks) remarks = tl_remarks_new ();
  g_autofree char *text = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  g_autoptr (TlModule) printed = tl_script_read_text (text, error), lowered = NULL;

  if (printed != NULL)
    lowered = tl_lower_with_remarks (printed, func_name, target, NULL, remarks, error);
  return lowered != NULL ? g_steal_pointer (&remarks) : NULL;
}

char *
tl_report_on_program (const char *assembly, const TlModule *module, const char *func_name, const TlTarget *target, GError **error)
{
  g_autoptr (TlRemarks) remarks = tl_remarks_on_program (module, func_name, target, error);
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  g_autofree char *table = tl_asm_report_to_text (report), *lines = remarks != NULL ? tl_remarks_to_text (remarks) : NULL;

  return lines != NULL ? g_strconcat (table, *lines != '\0' ? "\n" : "", lines, NULL) : NULL;
}
