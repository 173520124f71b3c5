/* SPDX-License-Identifier: Apache-2.0 */
/* Object bytes into this process. Only the registry's symbols are offered to the linker, so anything else is an error that names it. */
#include <elf.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Object.h>
#include <llvm-c/Orc.h>
#include <string.h>

#include "core/codegen/codegen-private.h"

/*
 * The linker of one thread, kept from one kernel to the next. Each kernel has a library of its own in it, which knows nothing but the
 * registry; one that is cleared serves the next kernel.
 */
typedef struct
{
  gint                        ref_count;   /* atomic: the thread and the kernels */
  LLVMOrcLLJITRef             jit;
  LLVMOrcExecutionSessionRef  session;     /* borrowed from @jit */
  GMutex                      lock;
  GPtrArray                  *idle;        /* LLVMOrcJITDylibRef, empty; under @lock */
  guint                       n_made;      /* under @lock */
} Linker;

struct _TlLoadedKernel
{
  Linker             *linker;
  LLVMOrcJITDylibRef  library;
  void               *entry;       /* void (void **) */
  char               *name;        /* owned: its symbol */
  guint               n_pointers;  /* not 0: it is void (void *, …) with so many */
};

static gboolean
fail_orc (GError **error, const char *what, LLVMErrorRef failure)
{
  char *message = LLVMGetErrorMessage (failure);
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "%s: %s", what, message);
  LLVMDisposeErrorMessage (message);
  return FALSE;
}

static void
linker_unref (gpointer data)
{
  Linker *linker = data;
  if (!g_atomic_int_dec_and_test (&linker->ref_count))
    return;
  LLVMErrorRef failure = LLVMOrcDisposeLLJIT (linker->jit);
  if (failure != NULL)
    LLVMConsumeError (failure);
  g_ptr_array_unref (linker->idle);
  g_mutex_clear (&linker->lock);
  g_free (linker);
}

static GPrivate linker_of_thread = G_PRIVATE_INIT (linker_unref);

/* Borrowed from the thread. */
static Linker *
find_linker (GError **error)
{
  Linker *linker = g_private_get (&linker_of_thread);
  if (linker != NULL)
    return linker;
  LLVMOrcLLJITRef jit = NULL;
  LLVMErrorRef failure = LLVMOrcCreateLLJIT (&jit, NULL);
  if (failure != NULL)
    {
      fail_orc (error, "The loader does not start", failure);
      return NULL;
    }
  linker = g_new0 (Linker, 1);
  *linker = (Linker) { .ref_count = 1, .jit = jit, .session = LLVMOrcLLJITGetExecutionSession (jit), .idle = g_ptr_array_new () };
  g_mutex_init (&linker->lock);
  g_private_set (&linker_of_thread, linker);
  return linker;
}

void
tl_codegen_prepare (void)
{
  TlTarget host = tl_target_host ();
  cg_initialize_llvm ();
  /* Where this fails, so does the first who needs it, and says why. */
  cg_target_machine (&host, LLVMCodeGenLevelLess, NULL);
  find_linker (NULL);
}

static LLVMOrcJITDylibRef
take_library (Linker *linker)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&linker->lock);
  if (linker->idle->len > 0)
    return g_ptr_array_steal_index_fast (linker->idle, linker->idle->len - 1);
  g_autofree char *name = g_strdup_printf ("kernel%u", linker->n_made++);
  return LLVMOrcExecutionSessionCreateBareJITDylib (linker->session, name);
}

/* One that does not let go of its code is not used again. */
static void
give_library (Linker *linker, LLVMOrcJITDylibRef library)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&linker->lock);
  LLVMErrorRef failure = LLVMOrcJITDylibClear (library);
  if (failure == NULL)
    g_ptr_array_add (linker->idle, library);
  else
    LLVMConsumeError (failure);
}

static gboolean
define_externs (TlLoadedKernel *kernel, GError **error)
{
  guint n = 0;
  while (tl_codegen_extern_nth (n) != NULL)
    n++;
  g_autofree LLVMOrcCSymbolMapPair *pairs = g_new0 (LLVMOrcCSymbolMapPair, n);
  for (guint i = 0; i < n; i++)
    {
      const TlExtern *row = tl_codegen_extern_nth (i);
      pairs[i].Name = LLVMOrcExecutionSessionIntern (kernel->linker->session, row->name);
      pairs[i].Sym.Address = (LLVMOrcExecutorAddress) row->address;
      pairs[i].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    }
  LLVMErrorRef failure = LLVMOrcJITDylibDefine (kernel->library, LLVMOrcAbsoluteSymbols (pairs, n));
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
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
               "The code is for another kind of machine: it can be exported, not run here");
  return FALSE;
}

static void
note_entry (TlLoadedKernel *kernel, const char *name)
{
  guint64 n = 0;
  if (strcmp (name, CG_KERNEL_NAME) != 0
      && !(g_str_has_prefix (name, CG_KERNEL_NAME ".")
           && g_ascii_string_to_unsigned (name + strlen (CG_KERNEL_NAME "."), 10, 1, CG_KERNEL_POINTERS, &n, NULL)))
    return;
  g_free (kernel->name);
  kernel->name = g_strdup (name);
  kernel->n_pointers = (guint) n;
}

/*
 * Finds the entry, and names the undefined symbols nobody may refer to; ORC would only log them and say "failed to materialize".
 */
static gboolean
check_symbols (TlLoadedKernel *kernel, GBytes *object, GError **error)
{
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy (g_bytes_get_data (object, NULL), g_bytes_get_size (object),
                                                                          "object");
  char *message = NULL;
  LLVMBinaryRef binary = LLVMCreateBinary (buffer, NULL, &message);
  if (binary == NULL)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "This is not an object file: %s",
                     message != NULL ? message : "unreadable");
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
          g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                       "The code refers to \"%s\", which is not a registered function", name);
          ok = FALSE;
        }
      if (!is_undefined && name != NULL)
        note_entry (kernel, name);
      LLVMMoveToNextSymbol (symbols);
    }
  LLVMDisposeSectionIterator (section);
  LLVMDisposeSymbolIterator (symbols);
  LLVMDisposeBinary (binary);
  LLVMDisposeMemoryBuffer (buffer);
  if (ok && kernel->name == NULL)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "The object has no function \"" CG_KERNEL_NAME "\"");
      return FALSE;
    }
  return ok;
}

typedef struct
{
  LLVMOrcExecutorAddress address;
  LLVMErrorRef           failure;   /* owned */
} Found;

static void
note_found (LLVMErrorRef failure, LLVMOrcCSymbolMapPairs symbols, size_t n_symbols, void *user_data)
{
  Found *found = user_data;
  found->failure = failure;
  if (failure == NULL && n_symbols == 1)
    found->address = symbols[0].Sym.Address;
}

static gboolean
link_object (TlLoadedKernel *kernel, GBytes *object, GError **error)
{
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy (g_bytes_get_data (object, NULL), g_bytes_get_size (object),
                                                                          "object");
  LLVMErrorRef failure = LLVMOrcLLJITAddObjectFile (kernel->linker->jit, kernel->library, buffer);
  if (failure != NULL)
    return fail_orc (error, "The object cannot be linked", failure);
  LLVMOrcCJITDylibSearchOrderElement where = { kernel->library, LLVMOrcJITDylibLookupFlagsMatchExportedSymbolsOnly };
  LLVMOrcCLookupSetElement what = { LLVMOrcExecutionSessionIntern (kernel->linker->session, kernel->name),
                                    LLVMOrcSymbolLookupFlagsRequiredSymbol };
  Found found = { 0 };
  /* The session links on the calling thread, so all is done when this returns. */
  LLVMOrcExecutionSessionLookup (kernel->linker->session, LLVMOrcLookupKindStatic, &where, 1, &what, 1, note_found, &found);
  if (found.failure != NULL)
    return fail_orc (error, "The object cannot be linked", found.failure);
  kernel->entry = (void *) found.address;
  return TRUE;
}

TlLoadedKernel *
tl_codegen_load (GBytes *object, GError **error)
{
  cg_initialize_llvm ();
  if (!check_machine (object, error))
    return NULL;
  Linker *linker = find_linker (error);
  if (linker == NULL)
    return NULL;
  TlLoadedKernel *kernel = g_new0 (TlLoadedKernel, 1);
  g_atomic_int_inc (&linker->ref_count);
  *kernel = (TlLoadedKernel) { .linker = linker, .library = take_library (linker) };
  if (!check_symbols (kernel, object, error) || !define_externs (kernel, error) || !link_object (kernel, object, error))
    {
      tl_codegen_unload (kernel);
      return NULL;
    }
  return kernel;
}

void
tl_loaded_kernel_run (const TlLoadedKernel *kernel, void **args)
{
  union
  {
    void *address;
    void (*all) (void **);
    void (*one) (void *);
    void (*two) (void *, void *);
    void (*three) (void *, void *, void *);
    void (*four) (void *, void *, void *, void *);
    void (*five) (void *, void *, void *, void *, void *);
    void (*six) (void *, void *, void *, void *, void *, void *);
  } entry = { .address = kernel->entry };
  G_STATIC_ASSERT (CG_KERNEL_POINTERS == 6);
  switch (kernel->n_pointers)
    {
    case 1:
      entry.one (args[0]);
      break;
    case 2:
      entry.two (args[0], args[1]);
      break;
    case 3:
      entry.three (args[0], args[1], args[2]);
      break;
    case 4:
      entry.four (args[0], args[1], args[2], args[3]);
      break;
    case 5:
      entry.five (args[0], args[1], args[2], args[3], args[4]);
      break;
    case 6:
      entry.six (args[0], args[1], args[2], args[3], args[4], args[5]);
      break;
    default:
      entry.all (args);
    }
}

void
tl_codegen_unload (TlLoadedKernel *kernel)
{
  if (kernel == NULL)
    return;
  give_library (kernel->linker, kernel->library);
  linker_unref (kernel->linker);
  g_free (kernel->name);
  g_free (kernel);
}
