/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Design spaces as values: ms.ScheduleRule.create ("llvm"), rules, postprocessors and mutators with MetaSchedule's parameters, and
 * ms.space_generator.PostOrderApply of lists of them. They are the components of core/space, checked as on the command line.
 */
#include <string.h>

#include "core/space/component-sets.h"
#include "core/space/mutator.h"
#include "core/space/postproc.h"
#include "core/space/rule.h"
#include "core/tutorial/tutorial-private.h"

static gboolean component_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);

static const char *
component_type (const TlPyValue *self)
{
  return ((const TlComponent *) self->object)->info->name;
}

static gboolean
append_component (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_autofree char *text = tl_component_print (self->object);

  g_string_append (out, text);
  return TRUE;
}

static const struct
{
  const TlComponentTable *table;
  const char             *argument;   /* of PostOrderApply */
  TlPyClass               class;
} kinds[TL_N_SPACE_LISTS] = {
  [TL_SPACE_RULES] = { &tl_schedule_rule_table, "sch_rules",
                       { .name = "schedule rule", .bases = "ScheduleRule", .type_name = component_type, .method = component_method,
                         .append_text = append_component } },
  [TL_SPACE_POSTPROCS] = { &tl_postproc_table, "postprocs",
                           { .name = "postprocessor", .bases = "Postproc", .type_name = component_type, .method = component_method,
                             .append_text = append_component } },
  [TL_SPACE_MUTATORS] = { &tl_mutator_table, "mutator_probs",
                          { .name = "mutator", .bases = "Mutator", .type_name = component_type, .method = component_method,
                            .append_text = append_component } },
};

/* rule.clone () */
static gboolean
component_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlComponent *copy;

  if (strcmp (name, "clone") != 0)
    return tl_py_fail (interp, args->call, "a %s has no method '%s' here; it has clone", self->class->name, name);
  copy = tl_arena_new0 (interp->arena, TlComponent);
  *copy = *(const TlComponent *) self->object;
  *value = tl_py_object (self->class, copy);
  return TRUE;
}

/* The components of @text; the place in it says nothing to whoever wrote the script. NULL with an error. */
static const TlComponent *
read_components (TlPyInterp *interp, const TlAst *at, TlSpaceList list, const char *text, guint *n)
{
  g_autoptr (GError) error = NULL;
  const TlComponent *components = tl_component_list_parse (interp->arena, kinds[list].table, text, n, &error);
  g_auto (GStrv)     lines = components == NULL ? g_strsplit (error->message, "\n", 2) : NULL;
  const char        *message = lines != NULL ? strstr (lines[0], ": ") : NULL;

  if (components == NULL)
    tl_py_fail (interp, at, "%s", message != NULL ? message + 2 : lines[0]);
  return components;
}

/* --- components --- */

/* ms.schedule_rule.AddRFactor (max_jobs_per_core=16) */
static gboolean
make_component (TlPyInterp *interp, const TlPyArgs *args, TlSpaceList list, TlPyValue *value)
{
  g_autoptr (GString) text = g_string_new (args->name);
  const TlComponent  *component;
  guint               n;

  g_string_append_c (text, '(');
  for (guint i = 0; i < args->n_positional + args->n_named; i++)
    {
      gboolean         is_named = i >= args->n_positional;
      const TlPyValue *arg = is_named ? &args->named[i - args->n_positional] : &args->positional[i];
      const char      *written = tl_py_to_text (interp, args->call, arg, TRUE);

      if (written == NULL)
        return FALSE;
      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", is_named ? args->names[i - args->n_positional] : "",
                              is_named ? "=" : "", written);
    }
  g_string_append_c (text, ')');
  if ((component = read_components (interp, args->call, list, text->str, &n)) == NULL)
    return FALSE;
  *value = tl_py_object (&kinds[list].class, component);
  return TRUE;
}

static gboolean
make_rule (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return make_component (interp, args, TL_SPACE_RULES, value);
}

static gboolean
make_postproc (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return make_component (interp, args, TL_SPACE_POSTPROCS, value);
}

static gboolean
make_mutator (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return make_component (interp, args, TL_SPACE_MUTATORS, value);
}

/* ms.schedule_rule.ReuseType (req="must", levels=[4], scope="shared"): a dictionary, as rules take it. */
static gboolean
make_reuse (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const char *const names[] = { "req", "levels", "scope" };

  if (!tl_py_check_args (interp, args, "ReuseType", G_N_ELEMENTS (names), "req levels scope"))
    return FALSE;
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const TlPyValue *arg = tl_py_arg (args, i, names[i]);

      if (arg != NULL && !tl_py_dict_set (interp, args->call, value->dict, tl_py_string (interp, names[i]), *arg))
        return FALSE;
    }
  return TRUE;
}

/* --- the lists of a target --- */

static const char *
names_of_sets (TlPyInterp *interp)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; tl_component_set_nth (i) != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", tl_component_set_nth (i)->name);
  return tl_arena_strdup (interp->arena, names->str);
}

static const TlComponent *
components_of_set (TlPyInterp *interp, const TlPyArgs *args, TlSpaceList list, guint *n)
{
  const TlPyValue      *kind = tl_py_arg (args, 0, "kind");
  const TlComponentSet *set = kind != NULL && kind->kind == TL_PY_STRING ? tl_component_set_find (kind->string) : NULL;

  if (!tl_py_check_args (interp, args, "create", 1, "kind"))
    return NULL;
  if (set == NULL)
    return tl_py_fail (interp, args->call, "create takes one of %s", names_of_sets (interp)), NULL;
  if (set->lists[list] == NULL)
    return tl_py_fail (interp, args->call, "%s has no %ss of its own", set->name, kinds[list].table->what), NULL;
  return read_components (interp, args->call, list, set->lists[list], n);
}

static gboolean
create_list (TlPyInterp *interp, const TlPyArgs *args, TlSpaceList list, TlPyValue *value)
{
  guint              n = 0;
  const TlComponent *components = components_of_set (interp, args, list, &n);

  if (components == NULL || !tl_py_new_list (interp, args->call, TL_PY_LIST, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!tl_py_list_append (interp, args->call, value->list, tl_py_object (&kinds[list].class, &components[i])))
      return FALSE;
  return TRUE;
}

/* ms.ScheduleRule.create ("llvm") */
static gboolean
create_rules (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return create_list (interp, args, TL_SPACE_RULES, value);
}

static gboolean
create_postprocs (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return create_list (interp, args, TL_SPACE_POSTPROCS, value);
}

/* ms.Mutator.create ("llvm"): a dictionary, as in TVM, of their probabilities. */
static gboolean
create_mutators (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  guint              n = 0;
  const TlComponent *components = components_of_set (interp, args, TL_SPACE_MUTATORS, &n);

  *value = tl_py_new_dict (interp);
  for (guint i = 0; components != NULL && i < n; i++)
    if (!tl_py_dict_set (interp, args->call, value->dict, tl_py_object (&kinds[TL_SPACE_MUTATORS].class, &components[i]),
                         tl_py_float (tl_mutator_probability (&components[i]))))
      return FALSE;
  return components != NULL;
}

/* --- spaces --- */

static const TlPyClass space_class = { .name = "design space", .python_name = "PostOrderApply" };

/* The probability takes the place of the mutator's own. */
static gboolean
append_mutator (TlPyInterp *interp, const TlAst *at, const TlComponent *mutator, const TlPyValue *probability, GString *text)
{
  TlArg          *args = tl_arena_dup_array (interp->arena, TlArg, mutator->args, mutator->info->n_params);
  TlComponent     changed = { .info = mutator->info, .args = args };
  g_autofree char *printed = NULL, *why = NULL;
  double          number;

  if (!tl_py_get_number (probability, &number))
    return tl_py_fail (interp, at, "the probability of %s is a number, not a %s", mutator->info->name, tl_py_type_name (probability));
  for (guint i = 0; i < mutator->info->n_params; i++)
    if (strcmp (mutator->info->params[i].name, "probability") == 0)
      args[i] = (TlArg) { .kind = TL_ARG_FLOAT, .number = number };
  if (mutator->info->check != NULL && !mutator->info->check (args, &why))
    return tl_py_fail (interp, at, "%s: %s", mutator->info->name, why);
  printed = tl_component_print (&changed);
  g_string_append (text, printed);
  return TRUE;
}

/* The list as text; NULL stands for that of the target. FALSE with an error. */
static gboolean
take_list (TlPyInterp *interp, const TlPyArgs *args, TlSpaceList list, const char **text)
{
  const TlPyValue    *given = tl_py_arg (args, list + 1, kinds[list].argument);
  gboolean            is_dict = list == TL_SPACE_MUTATORS;
  g_autoptr (GString) all = g_string_new (NULL);
  const TlPyList     *items;

  if (given == NULL || given->kind == TL_PY_NONE || (given->kind == TL_PY_STRING && strcmp (given->string, "from-target") == 0))
    return TRUE;
  if (is_dict ? given->kind != TL_PY_DICT : !tl_py_is_sequence (given))
    return tl_py_fail (interp, args->call, "%s takes a %s of %ss%s", kinds[list].argument, is_dict ? "dictionary" : "list",
                       kinds[list].table->what, is_dict ? " and their probabilities" : "");
  items = is_dict ? &given->dict->keys : given->list;
  for (guint i = 0; i < items->n; i++)
    {
      g_autofree char *printed = NULL;

      if (!tl_py_is (&items->items[i], &kinds[list].class))
        return tl_py_fail (interp, args->call, "%s takes %ss, not a %s", kinds[list].argument, kinds[list].table->what,
                           tl_py_type_name (&items->items[i]));
      g_string_append (all, i > 0 ? ", " : "");
      if (is_dict && !append_mutator (interp, args->call, items->items[i].object, &given->dict->values.items[i], all))
        return FALSE;
      printed = is_dict ? NULL : tl_component_print (items->items[i].object);
      g_string_append (all, printed != NULL ? printed : "");
    }
  *text = g_intern_string (all->str);
  return TRUE;
}

/* ms.space_generator.PostOrderApply (f_block_filter=None, sch_rules=…, postprocs=…, mutator_probs=…) */
static gboolean
make_space (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *filter = tl_py_arg (args, 0, "f_block_filter");
  const char     **lists = tl_arena_new_array (interp->arena, const char *, TL_N_SPACE_LISTS);

  if (!tl_py_check_args (interp, args, "PostOrderApply", 4, "f_block_filter sch_rules postprocs mutator_probs"))
    return FALSE;
  if (filter != NULL && filter->kind != TL_PY_NONE)
    return tl_py_fail (interp, args->call, "PostOrderApply takes no f_block_filter here: rules are applied to all blocks");
  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    if (!take_list (interp, args, list, &lists[list]))
      return FALSE;
  *value = tl_py_object (&space_class, lists);
  return TRUE;
}

const char *const *
tl_tutorial_space_lists (const TlPyValue *value)
{
  return tl_py_is (value, &space_class) ? value->object : NULL;
}

const TlPyNative tl_space_natives[] = {
  { "ScheduleRule", "create", create_rules }, { "Postproc", "create", create_postprocs }, { "Mutator", "create", create_mutators },
  { "schedule_rule", "*", make_rule }, { "schedule_rule", "ReuseType", make_reuse }, { "postproc", "*", make_postproc },
  { "mutator", "*", make_mutator }, { "space_generator", "PostOrderApply", make_space },
  { NULL },
};
