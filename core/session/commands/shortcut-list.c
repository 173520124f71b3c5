/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/commands/shortcut-list.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/schedule/primitive.h"

/* A row with a page begins a group. tests/ui/shortcuts.py reads the rows and compares them with the keys that the code of ui/ handles. */
static const struct
{
  const char *title;
  const char *keys;
  const char *gesture;
  const char *page;
  gboolean    has_primitives;   /* the keys of the group are those of the primitive table */
} table[] = {
  { .page = "model", .title = N_("Graph") },
  { N_("Call that the lines lead to or come from, or beside it"), "Left Right Up Down" },
  { N_("First and last call"), "Home End" },
  { N_("Open the loops of the kernel on Explore"), "Return" },
  { N_("Nothing selected"), "Escape" },
  { N_("Larger, smaller, own size"), "plus minus 0" },
  { N_("All in view"), "f" },
  { N_("Repeated layers once, or all"), "c" },
  { N_("What the color of boxes stands for: the next"), "m" },
  { .page = "explore", .title = N_("Loop Nest") },
  { N_("Previous and next loop or block"), "Up Down" },
  { N_("Select more loops"), "<Shift>Up <Shift>Down" },
  { N_("Fold and unfold, or outer and first inner loop"), "Left Right" },
  { N_("Only the path to the selection"), "space" },
  { N_("Move the loop outward or inward"), "<Alt>Up <Alt>Down" },
  { N_("Move, fuse or compute in a new variant"), .gesture = N_("Alt and dragging a loop or block") },
  { N_("Tile the two selected loops"), "<Shift>s" },
  { N_("Choose a loop to compute the block at"), "a" },
  { N_("Steps for the selection, and all primitives"), "Return period" },
  { N_("Nothing selected"), "Escape" },
  { N_("Fix of a refused primitive"), "<Control>period" },
  { N_("Show the step before or after, with its reason"), "bracketleft bracketright" },
  { N_("Compare with the step or variant shown"), "<Control>Return" },
  { N_("Accesses that a step would break, or breaks"), "n <Shift>n" },
  { N_("Allow the refused primitive as a draft"), "<Control>d" },
  { N_("Larger, smaller, all in view"), "plus minus 0" },
  { N_("Zoom to the loop"), "z" },
  { .page = "explore", .title = N_("Primitives for the Selection"), .has_primitives = TRUE },
  { .page = "explore", .title = N_("Steps and Variants") },
  { N_("Menu of step or variant"), "Menu" },
  { N_("Move the step up or down"), "<Alt>Up <Alt>Down" },
  { N_("Remove the step"), "Delete" },
  { N_("Change its arguments"), "F2" },
  { .page = "data", .title = N_("Split Ruler") },
  { N_("Smaller and larger factor"), "Left Right" },
  { N_("Smallest and largest factor"), "Home End" },
  { N_("One factor more or less"), "plus minus" },
  { N_("Find this factor from the others"), "asterisk" },
  { N_("Next divisor up or down"), "Up Down" },
  { N_("Split, or leave the loop as it is"), "Return Escape" },
  { .page = "data", .title = N_("Data") },
  { N_("Loop outside or inside"), "Page_Up Page_Down" },
  { N_("Iteration of the loop on the chip"), "Up Down" },
  { N_("Iteration of the loop under the pointer"), .gesture = N_("Alt and the wheel over its header") },
  { N_("Dimension of the chip to rows, columns or slices"), "Left Right" },
  { N_("One iteration back, play, one forward"), "j k l" },
  { N_("Play slower and faster"), "less greater" },
  { N_("Region, accesses, order and the other views"), "1...7" },
  { N_("Roofline: the way through the timed states"), "t" },
  { N_("Roofline and buffers: previous and next point or block"), "Left Right" },
  { N_("Open the variant of the point, select the block"), "Return" },
  { N_("List the variant of the point, and of others chosen, alone"), "space" },
  { N_("List the variants of a rectangle alone"), .gesture = N_("Dragging over the roofline") },
  { .page = "data", .title = N_("Steps Worth Trying") },
  { N_("Arguments of the step"), "Right" },
  { N_("Measure the step"), "m" },
  { .page = "data", .title = N_("Copies of Buffers") },
  { N_("Scope of the copy"), "1...9" },
  { .page = "code", .title = N_("Code") },
  { N_("Next place of the selection"), "<Control>period" },
  { N_("Back and forth between places"), "<Alt>Left <Alt>Right" },
  { N_("Select the loop or block of the line"), "Return" },
  { N_("Mark or unmark the name at the caret in all texts"), "<Control>m" },
  { N_("Add a pane, close the pane"), "<Control>backslash <Control>F4" },
  { N_("Previous and next pane"), "<Control>Page_Up <Control>Page_Down" },
  { N_("Link the pane, or give it a selection of its own"), "<Control>l" },
  { .page = "code", .title = N_("Passes") },
  { N_("Previous and next pass"), "Up Down" },
  { N_("Changes or exact text"), "<Control>d" },
  { N_("Compare with this pass"), "<Control>p" },
  { .page = "tune", .title = N_("Plots of Trials") },
  { N_("Pause the run, or go on with it"), "space" },
  { N_("Previous and next improvement"), "bracketleft bracketright" },
  { N_("Next failure"), "e" },
  { N_("Next kind of trials without a time alone"), "<Shift>e" },
  { N_("Switch between trials and seconds"), "x" },
  { N_("Switch between latency and throughput"), "y" },
  { N_("Follow the newest trial"), "f" },
  { N_("Show all trials, or the lowest score"), "Home" },
  { N_("The highest score"), "End" },
  { N_("Previous and next trial, or lower and higher predicted score"), "Left Right" },
  { N_("Only the trials of a rectangle in the table"), .gesture = N_("Shift and dragging over the plot") },
  { N_("Open the selected trial"), "Return" },
  { N_("Close the selected trial"), "Escape" },
  { .page = "tune", .title = N_("Axes of Decisions") },
  { N_("Upper edge of the brush"), "Up Down" },
  { N_("Lower edge of the brush"), "<Shift>Up <Shift>Down" },
  { N_("Move the axis"), "<Control>Left <Control>Right" },
  { N_("Remove the brush"), "BackSpace" },
  { N_("Hide the axis"), "Delete" },
  { .page = "tune", .title = N_("Results") },
  { N_("Go to a trial by its number"), "<Control>g" },
  { N_("Complete the filter"), "Tab" },
  { .page = "compare", .title = N_("Comparison") },
  { N_("Next and previous difference"), "n p" },
  { N_("Swap the columns"), "s" },
  { N_("Scroll columns together or apart"), "l" },
  { N_("Loop or block above or below"), "Up Down" },
  { N_("The same loop in the column left or right"), "Left Right" },
  { N_("Select the loop or block"), "Return" },
  { .page = "window", .title = N_("Program") },
  { N_("Find a command"), "<Control>k" },
  { N_("Open a program, model or project"), "<Control>o" },
  { N_("Save project as"), "<Control><Shift>s" },
  { N_("Export the function"), "<Control>e" },
  { N_("Run a schedule script"), "<Control>r" },
  { N_("Measure the current variant"), "F5" },
  { N_("Check GPU kernels in the emulator"), "<Control>F5" },
  { N_("Start tuning"), "<Control>t" },
  { N_("Start tuning from the current variant"), "<Control><Shift>t" },
  { N_("Schedule by rules, without search"), "F7" },
  { N_("Undo"), "<Control>z" },
  { N_("Redo"), "<Control><Shift>z" },
  { .page = "window", .title = N_("View") },
  { N_("Explore, Tune, Compare"), "<Alt>1...3" },
  { N_("Model, where one is open"), "<Alt>0" },
  { N_("Previous and next function of the module"), "<Alt>Page_Up <Alt>Page_Down" },
  { N_("Next and previous pane"), "F6 <Shift>F6" },
  { N_("Show or hide the side panes"), "F9" },
  { N_("Search the examples on the start page"), "slash" },
  { .page = "window", .title = N_("Window") },
  { N_("Main menu"), "F10" },
  { N_("Preferences"), "<Control>comma" },
  { N_("Keyboard shortcuts"), "<Control>question" },
  { N_("New window"), "<Control>n" },
  { N_("Close window"), "<Control>w" },
  { N_("Quit"), "<Control>q" },
  { N_("Close what is open on top"), "Escape" },
};

static const struct { const char *page, *title; } pages[] = {
  { "model", N_("Model") },     { "explore", N_("Explore") }, { "data", N_("Data and Splits") }, { "code", N_("Code") },
  { "tune", N_("Tune") },       { "compare", N_("Compare") }, { "window", N_("All Pages") },
};

/* --- shortcut --- */

struct _TlShortcut
{
  GObject     parent_instance;
  const char *page;        /* static */
  const char *group;       /* static */
  const char *title;       /* static */
  char       *keys;
  char       *key_names;
  char       *searched;    /* case folded */
};

G_DEFINE_FINAL_TYPE (TlShortcut, tl_shortcut, G_TYPE_OBJECT)

static void
tl_shortcut_finalize (GObject *object)
{
  TlShortcut *self = TL_SHORTCUT (object);

  g_free (self->keys);
  g_free (self->key_names);
  g_free (self->searched);
  G_OBJECT_CLASS (tl_shortcut_parent_class)->finalize (object);
}

static void
tl_shortcut_class_init (TlShortcutClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_shortcut_finalize;
}

static void
tl_shortcut_init (TlShortcut *self)
{
}

const char *
tl_shortcut_page (TlShortcut *self)
{
  return self->page;
}

const char *
tl_shortcut_group (TlShortcut *self)
{
  return self->group;
}

const char *
tl_shortcut_title (TlShortcut *self)
{
  return self->title;
}

const char *
tl_shortcut_keys (TlShortcut *self)
{
  return self->keys;
}

const char *
tl_shortcut_key_names (TlShortcut *self)
{
  return self->key_names;
}

/* --- list --- */

struct _TlShortcutList
{
  GObject       parent_instance;
  TlKeyNameFunc name;
  GPtrArray    *all;       /* of TlShortcut, owned, as are … */
  GPtrArray    *answers;   /* … these */
};

static GType
tl_shortcut_list_get_item_type (GListModel *model)
{
  return TL_TYPE_SHORTCUT;
}

static guint
tl_shortcut_list_get_n_items (GListModel *model)
{
  return TL_SHORTCUT_LIST (model)->answers->len;
}

static gpointer
tl_shortcut_list_get_item (GListModel *model, guint position)
{
  TlShortcutList *self = TL_SHORTCUT_LIST (model);

  return position < self->answers->len ? g_object_ref (self->answers->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = tl_shortcut_list_get_item_type;
  interface->get_n_items = tl_shortcut_list_get_n_items;
  interface->get_item = tl_shortcut_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TlShortcutList, tl_shortcut_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
tl_shortcut_list_finalize (GObject *object)
{
  TlShortcutList *self = TL_SHORTCUT_LIST (object);

  g_ptr_array_unref (self->all);
  g_ptr_array_unref (self->answers);
  G_OBJECT_CLASS (tl_shortcut_list_parent_class)->finalize (object);
}

static void
tl_shortcut_list_class_init (TlShortcutListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_shortcut_list_finalize;
}

static void
tl_shortcut_list_init (TlShortcutList *self)
{
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->answers = g_ptr_array_new_with_free_func (g_object_unref);
}

/* "Up Down": "Up, Down"; "1...7": "1 to 7". */
static char *
names_of (TlShortcutList *self, const char *keys)
{
  g_auto (GStrv) accelerators = g_strsplit (keys, " ", -1);
  GString       *names = g_string_new (NULL);

  for (char **accelerator = accelerators; *accelerator != NULL; accelerator++)
    {
      g_auto (GStrv)   range = g_strsplit (*accelerator, "...", 2);
      g_autofree char *first = self->name (range[0]), *last = range[1] != NULL ? self->name (range[1]) : NULL;
      const char      *separator = names->len > 0 ? ", " : "";

      if (last != NULL)
        g_string_append_printf (names, _("%s%s to %s"), separator, first, last);
      else
        g_string_append_printf (names, "%s%s", separator, first);
    }
  return g_string_free (names, FALSE);
}

typedef struct
{
  const char *page;
  const char *title;
} Group;

/* Takes @key_names. */
static void
add (TlShortcutList *self, const Group *group, const char *title, const char *keys, char *key_names)
{
  TlShortcut      *shortcut = g_object_new (TL_TYPE_SHORTCUT, NULL);
  g_autofree char *searched = g_strdup_printf ("%s\n%s", title, key_names);

  shortcut->page = group->page;
  shortcut->group = group->title;
  shortcut->title = title;
  shortcut->keys = g_strdup (keys);
  shortcut->key_names = key_names;
  shortcut->searched = g_utf8_casefold (searched, -1);
  g_ptr_array_add (self->all, shortcut);
}

static void
add_primitives (TlShortcutList *self, const Group *group)
{
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    if (primitive->shortcut != NULL)
      {
        g_autofree char *key = g_ascii_strdown (primitive->shortcut, -1);

        add (self, group, primitive->title, key, names_of (self, key));
      }
}

static void
add_page (TlShortcutList *self, const char *page, const char *page_title)
{
  Group    group = { .page = _(page_title) };
  gboolean is_of_page = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].page != NULL)
      {
        is_of_page = g_str_equal (table[i].page, page);
        group.title = _(table[i].title);
        if (is_of_page && table[i].has_primitives)
          add_primitives (self, &group);
      }
    else if (is_of_page && table[i].keys != NULL)
      add (self, &group, _(table[i].title), table[i].keys, names_of (self, table[i].keys));
    else if (is_of_page)
      add (self, &group, _(table[i].title), NULL, g_strdup (_(table[i].gesture)));
}

/* 0: first. */
static int
rank_of (guint page, const char *first)
{
  return g_str_equal (pages[page].page, first) ? 0 : g_str_equal (pages[page].page, "window") ? 1 : 2;
}

TlShortcutList *
tl_shortcut_list_new (const char *page, TlKeyNameFunc name)
{
  TlShortcutList *self = g_object_new (TL_TYPE_SHORTCUT_LIST, NULL);

  self->name = name;
  for (int rank = 0; rank <= 2; rank++)
    for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
      if (rank_of (i, page) == rank)
        add_page (self, pages[i].page, pages[i].title);
  g_ptr_array_extend (self->answers, self->all, (GCopyFunc) g_object_ref, NULL);
  return self;
}

static gboolean
is_answer (TlShortcut *shortcut, char **words)
{
  while (*words != NULL && strstr (shortcut->searched, *words) != NULL)
    words++;
  return *words == NULL;
}

/* "Ctrl+Shift+S": each key is a word, in any order. A plus that ends a word is a key. */
static char **
words_of (const char *query)
{
  g_autofree char *folded = g_utf8_casefold (query, -1);

  for (char *letter = folded; *letter != '\0'; letter++)
    if (*letter == '+' && letter > folded && letter[-1] != ' ' && letter[1] != ' ' && letter[1] != '\0')
      *letter = ' ';
  return g_strsplit (folded, " ", -1);   /* an empty word stands in every text */
}

void
tl_shortcut_list_set_query (TlShortcutList *self, const char *query)
{
  g_auto (GStrv) words = words_of (query);
  guint          n_before = self->answers->len;

  g_ptr_array_set_size (self->answers, 0);
  for (guint i = 0; i < self->all->len; i++)
    if (is_answer (self->all->pdata[i], words))
      g_ptr_array_add (self->answers, g_object_ref (self->all->pdata[i]));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->answers->len);
}
