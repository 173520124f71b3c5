/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line tables. An instruction's line is that of the loop or block it came from, in the text of the scheduled program (tl_export_script).
 * Statements added by lowering take the line of the loop around. Without a script there are no line tables: cg->debug is NULL.
 */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "core/codegen/codegen-private.h"
#include "core/text/script.h"

#define DWARF_VERSION 4   /* all that reads line tables reads these */
#define EMISSION_DIRECTIVES ((LLVMDWARFEmissionKind) 3)   /* DICompileUnit::DebugDirectivesOnly: .loc without tables */

/*
 * Where lines are for a person to read, not for tables in a file, a line tells the copy, too: that of the loop or block and n_lines times
 * the index of its copy in @copies.
 */
struct _CgDebug
{
  LLVMDIBuilderRef builder;
  LLVMMetadataRef  file, type;
  GHashTable      *lines;     /* TlNodeId → first line */
  guint            n_lines;   /* the greatest of them, and one */
  GArray          *copies;    /* TlOrigin, without ids; the first is of what is no copy. NULL: lines are those of tables */
  GHashTable      *known;     /* copy and number of copies → index in @copies */
  guint            line;      /* of the statement being emitted */
};

static guint
index_of_copy (const CgDebug *debug, TlOrigin origin)
{
  gpointer key = GUINT_TO_POINTER ((guint) origin.copy << 16 | origin.n_copies);
  guint    index = GPOINTER_TO_UINT (g_hash_table_lookup (debug->known, key));

  if (origin.n_copies == 0 || index != 0)
    return index;
  origin.id = 0;
  index = debug->copies->len;
  if (index >= G_MAXINT32 / debug->n_lines)
    return 0;
  g_array_append_val (debug->copies, origin);
  g_hash_table_insert (debug->known, key, GUINT_TO_POINTER (index));
  return index;
}

static guint
line_of (const CgDebug *debug, const TlStmt *stmt)
{
  TlNodeId id = stmt->origin.id != 0 ? stmt->origin.id : stmt->kind == TL_STMT_FOR ? stmt->loop.id : 0;
  guint line = GPOINTER_TO_UINT (g_hash_table_lookup (debug->lines, GUINT_TO_POINTER (id)));

  return line != 0 && debug->copies != NULL ? line + debug->n_lines * index_of_copy (debug, stmt->origin) : line;
}

TlOrigin
cg_debug_origin (const CgDebug *debug, guint line)
{
  TlOrigin origin = g_array_index (debug->copies, TlOrigin, line / debug->n_lines);

  origin.id = line % debug->n_lines;
  return origin;
}

static TlWalk
find_first_line (const TlStmt *stmt, gpointer user_data)
{
  CgDebug *debug = user_data;
  debug->line = line_of (debug, stmt);
  return debug->line != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
add_flag (Codegen *cg, const char *name, guint value)
{
  LLVMAddModuleFlag (cg->module, LLVMModuleFlagBehaviorWarning, name, strlen (name),
                     LLVMValueAsMetadata (LLVMConstInt (cg->i32, value, FALSE)));
}

void
cg_debug_begin (Codegen *cg, const TlPrimFunc *func)
{
  static const char producer[] = "Tileloom";
  g_autofree char *name = g_path_get_basename (cg->script), *folder = g_path_get_dirname (cg->script);
  CgDebug *debug = cg->debug = g_new0 (CgDebug, 1);
  debug->lines = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < cg->marks->len; i++)
    {
      const TlScriptMark *mark = &g_array_index (cg->marks, TlScriptMark, i);
      g_hash_table_insert (debug->lines, GUINT_TO_POINTER (mark->id), GUINT_TO_POINTER (mark->first_line));
      debug->n_lines = MAX (debug->n_lines, mark->first_line + 1);
    }
  if (cg->lines != NULL)
    {
      debug->copies = g_array_new (FALSE, TRUE, sizeof (TlOrigin));
      g_array_set_size (debug->copies, 1);
      debug->known = g_hash_table_new (NULL, NULL);
      debug->n_lines = MAX (debug->n_lines, 1);
    }
  tl_stmt_walk (func->body, find_first_line, NULL, debug);
  debug->builder = LLVMCreateDIBuilder (cg->module);
  debug->file = LLVMDIBuilderCreateFile (debug->builder, name, strlen (name), folder, strlen (folder));
  LLVMDIBuilderCreateCompileUnit (debug->builder, LLVMDWARFSourceLanguageC11, debug->file, producer, strlen (producer), TRUE, "", 0, 0, "",
                                  0,
                                  cg->backend->is_simt ? EMISSION_DIRECTIVES : LLVMDWARFEmissionFull, 0, FALSE, FALSE, "", 0, "", 0);
  debug->type = LLVMDIBuilderCreateSubroutineType (debug->builder, debug->file, NULL, 0, LLVMDIFlagZero);
  if (cg->lines == NULL)
    {
      add_flag (cg, "Debug Info Version", LLVMDebugMetadataVersion ());
      add_flag (cg, "Dwarf Version", DWARF_VERSION);
    }
}

void
cg_debug_end (Codegen *cg)
{
  LLVMDIBuilderFinalize (cg->debug->builder);
}

void
cg_debug_free (CgDebug *debug)
{
  if (debug == NULL)
    return;
  LLVMDisposeDIBuilder (debug->builder);
  g_hash_table_unref (debug->lines);
  g_clear_pointer (&debug->copies, g_array_unref);
  g_clear_pointer (&debug->known, g_hash_table_unref);
  g_free (debug);
}

void
cg_debug_function (Codegen *cg, LLVMValueRef function, const char *name)
{
  CgDebug *debug = cg->debug;
  LLVMMetadataRef subprogram = LLVMDIBuilderCreateFunction (debug->builder, debug->file, name, strlen (name), "", 0, debug->file,
                                                            debug->line,
                                                            debug->type, strchr (name, '.') != NULL, TRUE, debug->line, LLVMDIFlagZero,
                                                            TRUE);
  LLVMSetSubprogram (function, subprogram);
}

static void
set_location (Codegen *cg)
{
  LLVMValueRef function = LLVMGetBasicBlockParent (LLVMGetInsertBlock (cg->builder));
  LLVMMetadataRef location = LLVMDIBuilderCreateDebugLocation (cg->context, cg->debug->line, 0, LLVMGetSubprogram (function), NULL);
  LLVMSetCurrentDebugLocation2 (cg->builder, location);
}

void
cg_go_to (Codegen *cg, LLVMBasicBlockRef block)
{
  LLVMPositionBuilderAtEnd (cg->builder, block);
  if (cg->debug != NULL)
    set_location (cg);
}

void
cg_debug_set_line (Codegen *cg, guint line)
{
  if (cg->debug->line == line)
    return;
  cg->debug->line = line;
  set_location (cg);
}

guint
cg_debug_enter (Codegen *cg, const TlStmt *stmt)
{
  guint outer = cg->debug->line, line = line_of (cg->debug, stmt);
  if (line != 0)
    cg_debug_set_line (cg, line);
  return outer;
}
