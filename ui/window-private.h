/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/lesson-bar.h"
#include "ui/pages/compare-page.h"
#include "ui/pages/explore-page.h"
#include "ui/pages/model-page.h"
#include "ui/pages/start-page.h"
#include "ui/pages/tune-page.h"
#include "ui/widgets/after-frame.h"
#include "ui/window.h"

G_BEGIN_DECLS

typedef enum
{
  TL_WIDTH_WIDE,
  TL_WIDTH_MEDIUM,     /* below 1240 pixels */
  TL_WIDTH_NARROW,     /* below 900 */
  TL_WIDTH_LEAST,      /* below 640: a small window with large text */
} TlWidthClass;

struct _TlWindow
{
  AdwApplicationWindow parent_instance;
  TlSession           *session;
  TlSettings          *settings;
  TlWholeModel        *model;
  gboolean             is_model_alone;   /* the session's program, if it has one, is of another file */
  GtkWidget           *start_page;
  GtkWidget           *model_page;
  GtkWidget           *explore_page;
  GtkWidget           *tune_page;
  GtkWidget           *compare_page;
  GtkWidget           *lesson_bar;
  TlLesson            *lesson;         /* whose file is being opened; NULL: another file */
  GCancellable        *opening;
  GCancellable        *timing;
  gboolean             has_functions;    /* the session's module has several */
  gboolean             resumes;        /* the run of the project that is being opened */
  TlAfterFrame        *tips;
  TlAfterFrame        *baseline;
  TlWidthClass         width_class;
  AdwToast            *toast;          /* weak: the newest */
  GHashTable          *obstacles;      /* why actions that are disabled are, by name */
  /* Template widgets */
  GtkWidget           *toasts;
  GtkWidget           *lesson_place;
  GtkWidget           *outer;          /* start | work */
  GtkWidget           *pages;          /* AdwViewStack */
  GtkWidget           *switcher_bin;
  GtkWidget           *switcher;       /* of pages; in a narrow window the bar at the bottom stands for it */
  GtkWidget           *switcher_bar;
  GtkWidget           *title;
  GtkWidget           *subtitle;
  GMenuModel          *main_menu;
  GtkWidget           *function;       /* GtkMenuButton of the module's functions; hidden where there is one */
  GtkWidget           *function_popover;
  GtkWidget           *functions;      /* GtkListBox in it */
  GtkWidget           *panes;
  GtkWidget           *open;
  GtkWidget           *undo;
  GtkWidget           *redo;
  GtkWidget           *measure;
  GtkWidget           *tune;
  GtkWidget           *storage_error_bar;    /* GtkInfoBar with … */
  GtkWidget           *storage_error_text;
};

/* Says something for 3 s, in place of what it said before. */
void tl_window_toast (TlWindow *window, const char *text);
/* A dialog with a heading and the message in monospace, so that carets stand below their column. */
void tl_window_show_problem (TlWindow *window, const char *heading, const char *message);

/* Shows the pages of the program. They are hidden until then: a window whose pages are not seen need not compute their styles. */
void tl_window_show_work (TlWindow *window);

/* In window-actions.c */
void tl_window_install_actions (TlWindowClass *klass);
void tl_window_update_actions (TlWindow *window);
/* Updates the tooltips of undo and redo, which name the change. */
void tl_window_update_tips (GtkWidget *window);

/* In window-commands.c */
void tl_window_install_commands (TlWindowClass *klass);
/* Disables an action of the window for this reason; NULL enables it. */
void tl_window_set_obstacle (TlWindow *window, const char *action, const char *reason);

/* In window-files.c */
void tl_window_install_file_actions (TlWindowClass *klass);

/* In window-model.c */
void tl_window_add_model_page (TlWindow *window);
/* A file of graph functions alone, or a model in another format. */
void tl_window_open_model (TlWindow *window, const char *path);
/* The program that was opened: the model that it has becomes a page, or there is none. */
void tl_window_follow_program (TlWindow *window);
/* Whether the pages of the program, and that of the model, can be shown. */
gboolean tl_window_has_program (TlWindow *window);
gboolean tl_window_has_model (TlWindow *window);
gboolean tl_window_shows_model (TlWindow *window);
/* Ends its measurement with the window. */
void tl_window_leave_model (TlWindow *window);
/* Times the model, or stops that. */
void tl_window_measure_model (TlWindow *window);

/* In window-title.c */
void tl_window_install_title (TlWindowClass *klass);
void tl_window_follow_title (TlWindow *window);
/* Reading thousands of records takes a moment: the header bar names the file meanwhile. */
void tl_window_show_opening (TlWindow *window, const char *path);
void tl_window_update_title (TlWindow *window);

/* In window-layout.c: size, panes and tabs are the last window's, page and zoom the project's. */
void tl_window_restore_layout (TlWindow *window, TlSettings *settings);
void tl_window_restore_view (TlWindow *window);
void tl_window_keep_view (TlWindow *window);
/* Schedules that are dropped on the tab of the page Compare are compared. */
void tl_window_take_compared_drops (TlWindow *window);

/* In window-storage.c */
void tl_window_install_storage_error_actions (TlWindowClass *klass);
void tl_window_follow_storage_error (TlWindow *window);

G_END_DECLS
