/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From line tables to a line for each line of a text that a person reads, without the tables. They do not change the code, so that the text
 * is the same as without them (tests/codegen/test-lines.c).
 */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "core/codegen/codegen-private.h"

/* --- IR --- */

/* Lines of the instructions, in the order in which they are printed. */
static GArray *
instruction_lines (LLVMModuleRef module)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));

  for (LLVMValueRef f = LLVMGetFirstFunction (module); f != NULL; f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b != NULL; b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b); i != NULL; i = LLVMGetNextInstruction (i))
        {
          LLVMMetadataRef location = LLVMInstructionGetDebugLoc (i);
          guint           line = location != NULL ? LLVMDILocationGetLine (location) : 0;

          g_array_append_val (lines, line);
        }
  return lines;
}

/* Instructions stand in by two; what goes on with one on further lines, as cases of a switch do, stands in deeper or closes a bracket. */
static gboolean
is_instruction (const char *line)
{
  return g_str_has_prefix (line, "  ") && line[2] != ' ' && line[2] != ']';
}

char *
cg_debug_take_ir_lines (Codegen *cg, LLVMModuleRef module, GArray *lines)
{
  g_autoptr (GArray) of_instructions = instruction_lines (module);
  char              *text;
  g_auto (GStrv)     rows = NULL;
  guint              n = 0;

  LLVMStripModuleDebugInfo (module);
  text = LLVMPrintModuleToString (module);
  rows = g_strsplit (text, "\n", -1);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      guint    line = is_instruction (rows[i]) && n < of_instructions->len ? g_array_index (of_instructions, guint, n++) : 0;
      TlOrigin origin = cg_debug_origin (cg->debug, line);

      g_array_append_val (lines, origin);
    }
  return text;
}

/* --- assembly --- */

typedef struct
{
  GString *out;
  guint    line;          /* of the instructions that follow */
  gboolean is_skipping;   /* a section of tables */
} AssemblyLines;

/* ".Ltmp4:" and the like, that only tables refer to; of PTX "$L__tmp4:". */
static gboolean
is_table_label (const char *row)
{
  return g_str_has_prefix (row, ".Ltmp") || g_str_has_prefix (row, ".Lfunc_begin") || g_str_has_prefix (row, "$L__tmp")
         || g_str_has_prefix (row, "$L__func_begin") || g_str_has_prefix (row, "$L__func_end");
}

/* Whether the row belongs to line tables; takes from it what it says about those that follow. */
static gboolean
is_table_row (AssemblyLines *state, const char *row)
{
  if (g_str_has_prefix (row, "\t.section\t"))
    state->is_skipping = g_str_has_prefix (row, "\t.section\t.debug_");
  if (g_str_has_prefix (row, "\t.loc\t"))
    {
      const char *number = strchr (row + strlen ("\t.loc\t"), ' ');

      state->line = number != NULL ? (guint) strtoul (number, NULL, 10) : 0;
      return TRUE;
    }
  if (g_str_has_prefix (row, ".Lfunc_end"))
    state->line = 0;
  return state->is_skipping || is_table_label (row) || g_str_has_prefix (row, "\t.cfi_")
         || (g_str_has_prefix (row, "\t.file\t") && g_ascii_isdigit (row[strlen ("\t.file\t")]));
}

static gboolean
is_machine_instruction (const char *row)
{
  return row[0] == '\t' && row[1] != '.' && row[1] != '#' && row[1] != '/' && row[1] != '\0';
}

GBytes *
cg_debug_take_assembly_lines (Codegen *cg, GBytes *assembly)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  g_auto (GStrv)   rows = g_strsplit (text, "\n", -1);
  AssemblyLines    state = { .out = g_string_new (NULL) };
  TlOrigin         origin;
  gsize            length;

  for (guint i = 0; rows[i] != NULL; i++)
    if (!is_table_row (&state, rows[i]) || rows[i + 1] == NULL)   /* the end of the last row belongs to none */
      {
        g_string_append_printf (state.out, "%s%s", state.out->len > 0 ? "\n" : "", rows[i]);
        origin = cg_debug_origin (cg->debug, is_machine_instruction (rows[i]) ? state.line : 0);
        g_array_append_val (cg->lines, origin);
      }
  length = state.out->len;
  g_bytes_unref (assembly);
  return g_bytes_new_take (g_string_free (state.out, FALSE), length);
}
