/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that commands and benchmarks share. Results go to standard output, progress and errors to standard error. */
#pragma once

#include <math.h>

#include "core/base/format.h"
#include "core/measure/worker-pool.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/state.h"
#include "core/text/script.h"
#include "core/search/tune-config.h"
#include "core/space/component.h"
#include "core/records/database.h"

G_BEGIN_DECLS

typedef enum
{
  TL_EXIT_DONE = 0,
  TL_EXIT_NO = 1,        /* not equal, check failed */
  TL_EXIT_USAGE = 2,     /* usage, or unreadable input */
  TL_EXIT_REFUSED = 3,   /* the schedule refused a step */
  TL_EXIT_FAILED = 4,    /* a run failed, or a result could not be written */
  TL_EXIT_INTERRUPTED = 130,   /* stopped by Ctrl+C after printing and saving the results so far; the shells' number for SIGINT */
} TlExit;

typedef struct
{
  const char *name;        /* nullable: of a program with one command */
  const char *arguments;   /* for the usage line */
  const char *summary;
  TlExit    (*run) (int argc, char **argv);   /* argv[0] is the command's name */
  char     *(*describe) (void);               /* nullable: text after the options in its help; free with g_free */
} TlCommand;

#define TL_COMMANDS(X)                                                                                                  \
  X (print) X (equal) X (apply) X (schedule) X (run) X (model) X (show) X (analyze) X (tune) X (tasks) X (best) X (draw) X (report) \
  X (export) X (features) X (machine) X (primitives) X (sketches) X (script)

#define X(name_) extern const TlCommand tl_command_##name_##_row;
TL_COMMANDS (X)
#undef X

/* A numeric option and its range; other values are a usage error. Tables end with a row without a name. */
typedef struct
{
  const char *name;
  char        short_name;   /* 0: none */
  enum { TL_NUMBER_INT, TL_NUMBER_INT64, TL_NUMBER_DOUBLE } kind;
  gpointer    value;        /* gint *, gint64 * or double * */
  double      least;
  double      most;         /* HUGE_VAL: as large as the type */
  const char *help;         /* the range is added to it */
  const char *argument;
} TlNumberOption;

#define TL_SEED_OPTION(seed, help) { "seed", 0, TL_NUMBER_INT64, &(seed), 0, HUGE_VAL, help, "N" }

/*
 * Parses options in place; what is left in @argv are the positional arguments, of which there must be between @min and @max (-1: any).
 * @options and @numbers may be NULL. FALSE after printing the error; then the command returns TL_EXIT_USAGE.
 */
gboolean  tl_command_parse (const TlCommand *command, int *argc, char ***argv, const GOptionEntry *options, const TlNumberOption *numbers,
                            gint min,
                            gint max);

/*
 * The same for settings of tuning as options, which @config gets: those with @names (nullable: all), then @options and @numbers.
 */
gboolean  tl_command_parse_config (const TlCommand *command, int *argc, char ***argv, TlTuneConfig *config, const char *const *names,
                                   const GOptionEntry *options, const TlNumberOption *numbers, gint min, gint max);

/* "PROGRAM: message" on standard error. */
void      tl_command_message (const char *format, ...) G_GNUC_PRINTF (1, 2);
void      tl_command_error (const GError *error);
/* The same where the command ends; the value is its exit status. */
#define tl_command_usage(...)        (tl_command_message (__VA_ARGS__), TL_EXIT_USAGE)
#define tl_command_fail(exit, error) (tl_command_error (error), (exit))
/* TL_EXIT_USAGE if a project is at fault, which cannot be read, else @otherwise. */
TlExit    tl_command_exit_of (const GError *error, TlExit otherwise);

/* Says where TVM computes another result from @module than the program: JSON has no comments for that. */
void      tl_command_warn_of_tvm (const TlModule *module);

/* Prints a refusal with its hint, and @module with the loops and blocks at fault underlined. */
void      tl_command_refusal (const TlModule *module, const GError *error);
/* @title and the rows of a table of components with their parameters, for a command's help. */
void      tl_command_append_components (GString *out, const char *title, const TlComponentTable *table);

/* Loads a module; @shapes ("n=32" each, nullable, NULL-terminated) gives values to symbolic extents. NULL after printing the error. */
TlModule *tl_command_load_module (const char *path, char **shapes);
/* A new reference; NULL after printing why @shapes do not fit @module. */
TlModule *tl_command_specialize (const TlModule *module, char **shapes);
/* tl_command_load_module with the schedule steps in the file itself applied, if there are any. NULL after printing why, with *exit set. */
TlModule *tl_command_load_scheduled (const char *path, char **shapes, TlExit *exit);
#define TL_SHAPE_OPTION(shapes) \
  { "shape", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(shapes), "Value of a symbolic extent of the program (repeatable)", "NAME=N" }
/*
 * Whether all extents of the function's arguments are numbers; if @may_pass, except those that callers pass as scalars. FALSE after
 * printing which have no value.
 */
gboolean  tl_command_has_sizes (const TlPrimFunc *func, const char *path, gboolean may_pass);
gboolean  tl_command_have_sizes (const GPtrArray *funcs, const char *path);
/* Calls a function of the te script; @arguments: "M=64", nullable. */
TlModule *tl_command_call_module (const char *path, const char *function, const char *const *arguments);
/* The default function of the module; NULL after printing that there is none. */
const TlPrimFunc *tl_command_entry (const TlModule *module, const char *path);
/* The function @name or, if that is NULL, the default one; NULL after printing the names of the functions. */
const TlPrimFunc *tl_command_choose_function (const TlModule *module, const char *path, const char *name);
/*
 * For commands that take several functions: @name, or the entry, or all if there is no entry (const TlPrimFunc *, of @module). NULL after
 * printing the names.
 */
GPtrArray *tl_command_choose_functions (const TlModule *module, const char *path, const char *name);
#define TL_FUNC_OPTION(name) \
  { "func", 0, 0, G_OPTION_ARG_STRING, &(name), "Function of the module; by default main, or the only function", "NAME" }
#define TL_FUNCS_OPTION(name) \
  { "func", 0, 0, G_OPTION_ARG_STRING, &(name), "Function of the module; by default main, or all functions if there is no main", "NAME" }
/* FALSE after printing that @module has no function to schedule or run. */
gboolean  tl_command_has_functions (const TlModule *module, const char *path);
/* Warns about blocks whose annotation requests a custom schedule rule that the built-in spaces do not have. */
void      tl_command_warn_unknown_rules (const TlModule *module);
/* The path of a file that belongs to the program: in the folder that TILELOOM_DATA names, in the sources, else where it is installed. */
char     *tl_command_data_file (const char *name);
gboolean  tl_command_parse_dialect (const char *name, TlDialect *dialect);   /* NULL: classic. FALSE after printing that the name is
                                                                                unknown */
/* @text NULL: the host. @floats: "strict", "fast" or NULL (the mode in @text). */
gboolean  tl_command_load_target (const char *text, const char *floats, TlTarget *target);
/* Writes to the file, or to standard output for NULL or "-". FALSE after printing why not; then the command returns TL_EXIT_FAILED. */
gboolean  tl_command_write (const char *path, const char *text);
/*
 * Call once, before anything else, with the program's name. A write error on standard output makes the program exit with TL_EXIT_FAILED
 * and a message. Standard descriptors that are closed at the start are opened so that reads and writes fail.
 */
void      tl_command_begin (const char *program);

#define TL_FLOAT_OPTION(text)                                                                                                             \
  { "float", 0, 0, G_OPTION_ARG_STRING, &(text), \
    "Floating-point mode: fast (default; fuses multiplications and additions) or strict (rounds each operation)", \
    "MODE" }

/* A project to write to; on a storage error it continues in memory and prints a warning. */
TlDatabase *tl_command_open_database (const char *path, GError **error);
/* A project to read, which must exist; it may be read-only. */
TlDatabase *tl_command_read_database (const char *path, GError **error);
/* Call at the end: tries again to write the data that is only in memory. FALSE after printing that it is lost. */
gboolean    tl_command_keep_database (TlDatabase *database);

/* How a schedule is given on the command line. */
typedef struct
{
  char   *file;         /* a schedule script, a trace as text, or trace JSON (*.json); NULL: no schedule */
  char   *function;
  char  **arguments;    /* name=value */
  char  **shapes;       /* name=value: symbolic extents of the program */
  gint64  seed;
  gboolean fixes;       /* refused steps are repaired where possible */
} TlScheduleOptions;

/* A random seed: the default of commands that run a schedule, as in TVM. */
gint64 tl_command_fresh_seed (void);
void tl_schedule_options_clear (TlScheduleOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlScheduleOptions, tl_schedule_options_clear)

#define TL_SCHEDULE_OPTIONS(o)                                                                                                            \
  { "function", 'f', 0, G_OPTION_ARG_STRING, &(o).function, "Function of the schedule script to call", "NAME" },                          \
  { "arg", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(o).arguments, "Argument for that function (repeatable)", "NAME=VALUE" },                    \
  TL_SHAPE_OPTION ((o).shapes)
#define TL_SCHEDULE_NUMBERS(o) TL_SEED_OPTION ((o).seed, "Seed of the sampling steps; random by default")

/*
 * The state after applying the schedule to @module; if it samples, the seed is reported. NULL after printing why, with *exit set: on a
 * refusal the program is shown with the loops and blocks at fault underlined.
 */
TlState  *tl_command_apply (TlModule *module, const TlScheduleOptions *options, TlExit *exit);
/*
 * The same; without a schedule, applies the steps in @path itself, the file that defines @module, which options->shapes specialized.
 */
TlState  *tl_command_apply_own (TlModule *module, const char *path, const TlScheduleOptions *options, TlExit *exit);

G_END_DECLS
