/* SPDX-License-Identifier: Apache-2.0 */
/* Object bytes into this process. Only the registry's symbols are offered to the linker, so anything else is an error that names it. */
#include <elf.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Object.h>
#include <llvm-c/Orc.h>
#include <string.h>

#include "core/codegen/codegen-private.h"

struct _TlLoadedKernel
{
  LLVMOrcLLJITRef jit;
  TlKernel        entry;
};

static gboolean
fail_orc (GError **error, const char *what, LLVMErrorRef failure)
{
  char *message = LLVMGetErrorMessage (failure);
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "%s: %s", what, message);
  LLVMDisposeErrorMessage (message);
  return FALSE;
}

static gboolean
define_externs (LLVMOrcLLJITRef jit, GError **error)
{
  guint n = 0;
  while (tl_codegen_extern_nth (n) != NULL)
    n++;
  g_autofree LLVMOrcCSymbolMapPair *pairs = g_new0 (LLVMOrcCSymbolMapPair, n);
  for (guint i = 0; i < n; i++)
    {
      const TlExtern *row = tl_codegen_extern_nth (i);
      pairs[i].Name = LLVMOrcLLJITMangleAndIntern (jit, row->name);
      pairs[i].Sym.Address = (LLVMOrcExecutorAddress) row->address;
      pairs[i].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    }
  LLVMErrorRef failure = LLVMOrcJITDylibDefine (LLVMOrcLLJITGetMainJITDylib (jit), LLVMOrcAbsoluteSymbols (pairs, n));
  return failure == NULL || fail_orc (error, "The runtime's symbols cannot be defined", failure);
}

/* A target may name another kind of machine, whose code can only be exported. */
static gboolean
check_machine (GBytes *object, GError **error)
{
  Elf64_Ehdr header, own = { .e_machine = EM_NONE };
#ifdef __x86_64__
  own.e_machine = EM_X86_64;
#elif defined __aarch64__
  own.e_machine = EM_AARCH64;
#endif
  if (g_bytes_get_size (object) < sizeof header || own.e_machine == EM_NONE)
    return TRUE;
  memcpy (&header, g_bytes_get_data (object, NULL), sizeof header);
  if (header.e_machine == own.e_machine)
    return TRUE;
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, "The code is for another kind of machine: it can be exported, not run here");
  return FALSE;
}

/* Names the undefined symbols nobody may refer to; ORC would only log them and say "failed to materialize". */
static gboolean
check_symbols (GBytes *object, GError **error)
{
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy (g_bytes_get_data (object, NULL), g_bytes_get_size (object), "object");
  char *message = NULL;
  LLVMBinaryRef binary = LLVMCreateBinary (buffer, NULL, &message);
  if (binary == NULL)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "This is no object file: %s", message != NULL ? message : "unreadable");
      LLVMDisposeMessage (message);
      LLVMDisposeMemoryBuffer (buffer);
      return FALSE;
    }
  gboolean ok = TRUE;
  LLVMSymbolIteratorRef symbols = LLVMObjectFileCopySymbolIterator (binary);
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator (binary);
  while (ok && !LLVMObjectFileIsSymbolIteratorAtEnd (binary, symbols))
    {
      const char *name = LLVMGetSymbolName (symbols);
      LLVMMoveToContainingSection (section, symbols);
      gboolean is_undefined = LLVMObjectFileIsSectionIteratorAtEnd (binary, section);
      if (is_undefined && name != NULL && *name != '\0' && *name != '.' && tl_codegen_extern_find (name) == NULL
          && LLVMGetSymbolAddress (symbols) == 0 && LLVMGetSymbolSize (symbols) == 0 && !g_str_has_prefix (name, "tileloom"))
        {
          g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, "The code refers to \"%s\", which is not a registered function", name);
          ok = FALSE;
        }
      LLVMMoveToNextSymbol (symbols);
    }
  LLVMDisposeSectionIterator (section);
  LLVMDisposeSymbolIterator (symbols);
  LLVMDisposeBinary (binary);
  LLVMDisposeMemoryBuffer (buffer);
  return ok;
}

static gboolean
link_object (TlLoadedKernel *kernel, GBytes *object, GError **error)
{
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy (g_bytes_get_data (object, NULL), g_bytes_get_size (object), "object");
  LLVMErrorRef failure = LLVMOrcLLJITAddObjectFile (kernel->jit, LLVMOrcLLJITGetMainJITDylib (kernel->jit), buffer);
  if (failure != NULL)
    return fail_orc (error, "The object cannot be linked", failure);
  LLVMOrcExecutorAddress address = 0;
  failure = LLVMOrcLLJITLookup (kernel->jit, &address, "tl_kernel");
  if (failure != NULL)
    return fail_orc (error, "The object cannot be linked", failure);
  kernel->entry = (TlKernel) address;
  return TRUE;
}

TlLoadedKernel *
tl_codegen_load (GBytes *object, GError **error)
{
  cg_initialize_llvm ();
  if (!check_machine (object, error) || !check_symbols (object, error))
    return NULL;
  TlLoadedKernel *kernel = g_new0 (TlLoadedKernel, 1);
  LLVMErrorRef failure = LLVMOrcCreateLLJIT (&kernel->jit, NULL);
  if (failure != NULL)
    {
      fail_orc (error, "The loader does not start", failure);
      g_free (kernel);
      return NULL;
    }
  if (!define_externs (kernel->jit, error) || !link_object (kernel, object, error))
    {
      tl_codegen_unload (kernel);
      return NULL;
    }
  return kernel;
}

TlKernel
tl_loaded_kernel_entry (TlLoadedKernel *kernel)
{
  return kernel->entry;
}

void
tl_codegen_unload (TlLoadedKernel *kernel)
{
  if (kernel == NULL)
    return;
  LLVMErrorRef failure = LLVMOrcDisposeLLJIT (kernel->jit);
  if (failure != NULL)
    LLVMConsumeError (failure);
  g_free (kernel);
}
