/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/refusal.h"

typedef struct
{
  TlNodeId *culprits;
  guint     n_culprits;
  char     *hint;
  char     *primitive;
  gboolean  is_of_order;
  char     *reason;      /* the message before a script's place was put around it; NULL: the message itself */
} TlScheduleErrorPrivate;

static void
tl_schedule_error_private_init (TlScheduleErrorPrivate *priv)
{
}

static void
tl_schedule_error_private_copy (const TlScheduleErrorPrivate *from, TlScheduleErrorPrivate *to)
{
  to->culprits = g_memdup2 (from->culprits, from->n_culprits * sizeof (TlNodeId));
  to->n_culprits = from->n_culprits;
  to->hint = g_strdup (from->hint);
  to->primitive = g_strdup (from->primitive);
  to->reason = g_strdup (from->reason);
  to->is_of_order = from->is_of_order;
}

static void
tl_schedule_error_private_clear (TlScheduleErrorPrivate *priv)
{
  g_free (priv->culprits);
  g_free (priv->hint);
  g_free (priv->primitive);
  g_free (priv->reason);
}

G_DEFINE_EXTENDED_ERROR (TlScheduleError, tl_schedule_error)

gboolean
tl_refuse_valist (GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint, const char *format, va_list list)
{
  TlScheduleErrorPrivate *priv;

  if (error == NULL)
    return FALSE;
  *error = g_error_new_valist (TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED, format, list);
  priv = tl_schedule_error_get_private (*error);
  priv->culprits = g_memdup2 (culprits, n_culprits * sizeof (TlNodeId));
  priv->n_culprits = n_culprits;
  priv->hint = g_strdup (hint);
  return FALSE;
}

gboolean
tl_refuse (GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  tl_refuse_valist (error, culprits, n_culprits, hint, format, list);
  va_end (list);
  return FALSE;
}

gboolean
tl_refuse_argument (GError **error, const char *format, ...)
{
  va_list list;

  if (error == NULL)
    return FALSE;
  va_start (list, format);
  *error = g_error_new_valist (TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT, format, list);
  va_end (list);
  return FALSE;
}

/* The extended part, or NULL for another domain's error. */
static TlScheduleErrorPrivate *
details_of (const GError *error)
{
  if (error == NULL || error->domain != TL_SCHEDULE_ERROR)
    return NULL;
  return tl_schedule_error_get_private (error);
}

const TlNodeId *
tl_refusal_culprits (const GError *error, guint *n_culprits)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  if (n_culprits != NULL)
    *n_culprits = priv != NULL ? priv->n_culprits : 0;
  return priv != NULL ? priv->culprits : NULL;
}

const char *
tl_refusal_hint (const GError *error)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  return priv != NULL ? priv->hint : NULL;
}

void
tl_refusal_add_hint (GError *error, const char *hint)
{
  TlScheduleErrorPrivate *priv = details_of (error);
  char                   *both;

  if (priv == NULL)
    return;
  both = priv->hint != NULL ? g_strdup_printf ("%s; or %s", priv->hint, hint) : g_strdup (hint);
  g_free (priv->hint);
  priv->hint = both;
}

gboolean
tl_refusal_is_of_order (const GError *error)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  return priv != NULL && priv->is_of_order;
}

void
tl_refusal_set_of_order (GError *error)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  if (priv != NULL)
    priv->is_of_order = TRUE;
}

const char *
tl_refusal_primitive (const GError *error)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  return priv != NULL ? priv->primitive : NULL;
}

void
tl_refusal_set_primitive (GError *error, const char *name)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  if (priv == NULL)
    return;
  g_free (priv->primitive);
  priv->primitive = g_strdup (name);
}

const char *
tl_refusal_reason (const GError *error)
{
  TlScheduleErrorPrivate *priv = details_of (error);

  return priv != NULL && priv->reason != NULL ? priv->reason : error->message;
}

void
tl_refusal_set_place (GError *error, const TlSource *source, TlSpan span)
{
  TlScheduleErrorPrivate *priv = details_of (error);
  g_autoptr (GError)      located = NULL;

  if (priv == NULL || priv->reason != NULL)
    return;
  if (priv->primitive != NULL)
    located = tl_source_error (source, span, TL_SCHEDULE_ERROR, error->code, "%s: %s", priv->primitive, error->message);
  else
    located = tl_source_error (source, span, TL_SCHEDULE_ERROR, error->code, "%s", error->message);
  priv->reason = g_steal_pointer (&error->message);
  error->message = g_strdup (located->message);
}
