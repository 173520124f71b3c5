/* SPDX-License-Identifier: Apache-2.0 */
#include "core/target/target.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/target/target-private.h"

G_DEFINE_QUARK (tl-target-error-quark, tl_target_error)

static TlRegistry kinds = {
  { &tl_target_llvm, &tl_target_cuda, &tl_target_opencl, &tl_target_metal, &tl_target_emulated }, 5,
};

void
tl_target_kind_add (const TlTargetKind *kind)
{
  tl_registry_add (&kinds, kind);
}

gboolean
tl_target_has_kernels (const TlTarget *target)
{
  return target->kind->has_threads && !g_str_equal (target->kind->device, "cpu");
}

guint
tl_target_sm (const TlTarget *target)
{
  return g_str_has_prefix (target->arch, "sm_") ? (guint) g_ascii_strtoull (target->arch + strlen ("sm_"), NULL, 10) : 0;
}

/* --- attributes --- */

static guint *
number_of (TlTarget *target, const TlTargetAttr *attr)
{
  return G_STRUCT_MEMBER_P (target, attr->offset);
}

static const char **
text_of (TlTarget *target, const TlTargetAttr *attr)
{
  return G_STRUCT_MEMBER_P (target, attr->offset);
}

static guint
usual_number (const TlTarget *target, const TlTargetAttr *attr)
{
  return attr->derive != NULL ? attr->derive (target) : attr->usual;
}

static const char *
usual_text (const TlTargetAttr *attr)
{
  return attr->usual_text != NULL ? attr->usual_text : "";
}

static TlTarget
default_of_kind (const TlTargetKind *kind)
{
  const char *none = g_intern_static_string ("");
  TlTarget target = { .kind = kind, .mcpu = none, .mtriple = none, .mattr = none, .arch = none, .model = none, .num_cores = 1,
                      .vector_bits = 128 };

  for (guint i = 0; i < kind->n_attrs; i++)
    if (kind->attrs[i].kind == TL_TARGET_TEXT)
      *text_of (&target, &kind->attrs[i]) = g_intern_static_string (usual_text (&kind->attrs[i]));
    else if (kind->attrs[i].kind == TL_TARGET_NUMBER && kind->attrs[i].derive == NULL)
      *number_of (&target, &kind->attrs[i]) = kind->attrs[i].usual;
  return target;
}

/* Numbers that follow from others, where they were not said: 0 until then. */
static void
set_derived (TlTarget *target)
{
  for (guint i = 0; i < target->kind->n_attrs; i++)
    {
      const TlTargetAttr *attr = &target->kind->attrs[i];

      if (attr->kind == TL_TARGET_NUMBER && attr->derive != NULL && *number_of (target, attr) == 0)
        *number_of (target, attr) = attr->derive (target);
    }
}

static void
clear_derived (TlTarget *target)
{
  for (guint i = 0; i < target->kind->n_attrs; i++)
    if (target->kind->attrs[i].derive != NULL)
      *number_of (target, &target->kind->attrs[i]) = 0;
}

TlTarget
tl_target_host (void)
{
  TlTarget target = default_of_kind (&tl_target_llvm);

  clear_derived (&target);
  set_derived (&target);
  return target;
}

static const TlTargetAttr *
find_attr (const TlTargetKind *kind, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < kind->n_attrs; i++)
    {
      if (g_str_equal (kind->attrs[i].name, name))
        return &kind->attrs[i];
      g_string_append_printf (known, "%s-%s", i > 0 ? ", " : "", kind->attrs[i].name);
    }
  return tl_fail_null (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "target \"%s\" has no option \"-%s\"; it knows %s", kind->name, name,
                       known->str);
}

static gboolean
set_number (guint *field, const TlTargetAttr *attr, const char *value, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (value, 10, 1, attr->max, &number, NULL))
    return tl_fail (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-%s: \"%s\" is not a number from 1 to %u", attr->name, value,
                    attr->max);
  *field = (guint) number;
  return TRUE;
}

static gboolean
set_choice (guint *field, const TlTargetAttr *attr, const char *value, GError **error)
{
  g_autofree char *words = g_strjoinv (" or ", (char **) attr->choices);

  for (guint i = 0; attr->choices[i] != NULL; i++)
    if (g_str_equal (attr->choices[i], value))
      {
        *field = i;
        return TRUE;
      }
  return tl_fail (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-%s: \"%s\" is not %s", attr->name, value, words);
}

/* @value: NULL where the words end. */
static gboolean
set_attr (TlTarget *target, const char *name, const char *value, GError **error)
{
  const TlTargetAttr *attr = find_attr (target->kind, name, error);

  if (attr == NULL)
    return FALSE;
  if (value == NULL)
    return tl_fail (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "option \"-%s\" needs a value: -%s=…", name, name);
  switch (attr->kind)
    {
    case TL_TARGET_NUMBER:
      return set_number (number_of (target, attr), attr, value, error) && (attr->check == NULL || attr->check (value, error));
    case TL_TARGET_CHOICE:
      return set_choice (number_of (target, attr), attr, value, error);
    case TL_TARGET_TEXT:
      *text_of (target, attr) = g_intern_string (value);
      return attr->check == NULL || attr->check (value, error);
    case TL_TARGET_IGNORED:
      break;
    }
  return TRUE;
}

/* --- text --- */

/* Reads the attribute that starts at words[*at] and moves past it. */
static gboolean
parse_attr (TlTarget *target, char **words, guint *at, GError **error)
{
  const char         *word = words[*at];
  const char         *text = word + (g_str_has_prefix (word, "--") ? 2 : 1);
  const char         *equals = strchr (text, '=');
  g_autofree char    *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);
  const char         *value = equals != NULL ? equals + 1 : words[*at + 1];

  if (word[0] != '-')
    return tl_fail (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "expected an option such as -num-cores=2, found \"%s\"", word);
  *at += equals != NULL ? 1 : 2;
  return set_attr (target, name, value, error);
}

static char *
tags_of_vendor (const char *word)
{
  g_autofree char *vendor = g_strndup (word, (gsize) (strchr (word, '/') + 1 - word));
  g_autoptr (GString) tags = g_string_new (NULL);

  for (guint i = 0; tl_target_tag_nth (i) != NULL; i++)
    if (g_str_has_prefix (tl_target_tag_nth (i), vendor))
      g_string_append_printf (tags, "%s%s", tags->len > 0 ? ", " : "", tl_target_tag_nth (i));
  return tags->len > 0 ? g_string_free (g_steal_pointer (&tags), FALSE) : NULL;
}

static gboolean
fail_kind (const char *word, GError **error)
{
  g_autofree char *names = tl_registry_names (&kinds), *tags = strchr (word, '/') != NULL ? tags_of_vendor (word) : NULL;

  if (tags != NULL)
    g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "unknown GPU \"%s\"; write one of %s", word, tags);
  else if (*word == '\0')
    g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "an empty target; write %s", names);
  else
    g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "unknown target \"%s\"; write %s", word, names);
  return FALSE;
}

gboolean
tl_target_parse (const char *text, TlTarget *target, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_auto (GStrv)   words = g_regex_split_simple ("\\s+", trimmed, 0, 0);
  const char      *first = words[0] != NULL ? words[0] : "", *tagged = tl_target_tag_find (first);
  const TlTargetKind *kind = tl_registry_find (&kinds, first);
  TlTarget         parsed;
  guint            at = 1;

  if (tagged != NULL)
    {
      g_autofree char *rest = g_strjoinv (" ", words + 1), *whole = g_strdup_printf ("%s -model=%s %s", tagged, first, rest);

      return tl_target_parse (whole, target, error);
    }
  if (kind == NULL)
    return fail_kind (first, error);
  parsed = default_of_kind (kind);
  clear_derived (&parsed);
  while (words[at] != NULL)
    if (!parse_attr (&parsed, words, &at, error))
      return FALSE;
  set_derived (&parsed);
  *target = parsed;
  return TRUE;
}

char *
tl_target_to_text (const TlTarget *target)
{
  GString *text = g_string_new (target->kind->name);
  TlTarget copy = *target;

  for (guint i = 0; i < target->kind->n_attrs; i++)
    {
      const TlTargetAttr *attr = &target->kind->attrs[i];

      if (attr->kind == TL_TARGET_NUMBER && (attr->is_always_said || *number_of (&copy, attr) != usual_number (target, attr)))
        g_string_append_printf (text, " -%s=%u", attr->name, *number_of (&copy, attr));
      else if (attr->kind == TL_TARGET_TEXT && (attr->is_always_said || !g_str_equal (*text_of (&copy, attr), usual_text (attr))))
        g_string_append_printf (text, " -%s=%s", attr->name, *text_of (&copy, attr));
      else if (attr->kind == TL_TARGET_CHOICE && *number_of (&copy, attr) != 0)
        g_string_append_printf (text, " -%s=%s", attr->name, attr->choices[*number_of (&copy, attr)]);
    }
  return g_string_free (text, FALSE);
}
