/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LLVM's target machines. One costs as much as a tenth of a candidate's compilation (the CPU's features are queried, and in a
 * virtual machine each question is a detour through the host; the answer is a text that is read several times), so each thread keeps the
 * few it used last. They are a cache and nothing else: the same target and level give the same code.
 */
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/codegen/codegen-private.h"
#include "core/device/device.h"
#include "core/ir/machine-call.h"

#define MAX_MACHINES 6u

static void
fatal_error (const char *reason)
{
  fprintf (stderr, "tileloom: LLVM cannot go on: %s\n", reason);
  fflush (stderr);
  _exit (70);
}

/*
 * For the whole process, as LLVM knows no other way. Both passes cost more than all the rest on unrolled vector code (the scheduler grows
 * with the square of a block) and gain nothing measurable there; scalar code runs as fast without them. The others stay: -disable-cgp
 * would make a compilation 3 % shorter, and 512 and 1024 matmuls slower by as much or more. The limit keeps blocks that clear many rows
 * from taking a second instead of 20 ms: the combiner looks for a better place in the chain of memory operations from each of them.
 */
static const char *const codegen_options[] = { "tileloom", "-disable-lsr", "-enable-misched=false", "-post-RA-scheduler=false",
                                               "-combiner-tokenfactor-inline-limit=32" };

void
cg_initialize_llvm (void)
{
  static gsize done = 0;
  if (g_once_init_enter (&done))
    {
      LLVMInitializeX86TargetInfo ();
      LLVMInitializeX86Target ();
      LLVMInitializeX86TargetMC ();
      LLVMInitializeX86AsmPrinter ();
      LLVMInitializeX86AsmParser ();
      LLVMInitializeAArch64TargetInfo ();
      LLVMInitializeAArch64Target ();
      LLVMInitializeAArch64TargetMC ();
      LLVMInitializeAArch64AsmPrinter ();
      LLVMInitializeNVPTXTargetInfo ();
      LLVMInitializeNVPTXTarget ();
      LLVMInitializeNVPTXTargetMC ();
      LLVMInitializeNVPTXAsmPrinter ();
      LLVMInstallFatalErrorHandler (fatal_error);
      LLVMParseCommandLineOptions (G_N_ELEMENTS (codegen_options), codegen_options, NULL);
      g_once_init_leave (&done, 1);
    }
}

typedef struct
{
  char                *key;
  LLVMTargetMachineRef machine;
} Machine;

static void
machine_free (gpointer data)
{
  Machine *machine = data;
  LLVMDisposeTargetMachine (machine->machine);
  g_free (machine->key);
  g_free (machine);
}

static void
machines_free (gpointer data)
{
  g_queue_free_full (data, machine_free);
}

/* Machine, used last first. */
static GPrivate machines_of_thread = G_PRIVATE_INIT (machines_free);

/*
 * The features of a target that code may use by name. This machine's own list is complete; for a CPU that this LLVM is too old to know, and
 * calls generic, our table adds them.
 */
static char *
list_features (const TlTarget *target, const char *extra)
{
  GString *list = g_string_new (NULL);
  for (guint i = 0; tl_machine_instruction_nth (i) != NULL; i++)
    {
      g_autofree char *feature = g_strdup_printf ("+%s,", tl_machine_instruction_nth (i)->feature);
      if (tl_target_has (target, tl_machine_instruction_nth (i)->feature) && strstr (list->str, feature) == NULL)
        g_string_append (list, feature);
    }
  g_string_append (list, extra);
  return g_string_free (list, FALSE);
}

/*
 * The CPU that code for "this machine" is for: LLVM's name and its features, free with g_free. Where TL_HOST describes another one, the
 * common part of both: the generic level of the narrower registers and the extensions that machine calls name.
 */
static const char *
find_host (const TlTarget *target, const char *host_cpu, const char *host_features, const char *extra, char **features)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  guint bits = MIN (cpu->vector_bits, cpu->native_vector_bits);
  if (cpu->is_described && strstr (host_features, "+sse2") != NULL)
    {
      *features = list_features (target, extra);
      return bits >= 512 ? "x86-64-v4" : bits >= 256 ? "x86-64-v3" : "x86-64-v2";
    }
  *features = g_strconcat (host_features, *extra != '\0' ? "," : "", extra, NULL);
  return host_cpu;
}

/*
 * Without mcpu and mtriple it is this machine with all it has; a named CPU brings its own features, a foreign triple LLVM's plainest CPU.
 */
static LLVMTargetMachineRef
make_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  gboolean is_foreign = target->mtriple != NULL && *target->mtriple != '\0';
  char *triple = is_foreign ? LLVMNormalizeTargetTriple (target->mtriple) : LLVMGetDefaultTargetTriple ();
  char *host_cpu = LLVMGetHostCPUName (), *host_features = LLVMGetHostCPUFeatures ();
  gboolean is_unnamed = target->mcpu == NULL || *target->mcpu == '\0', is_host = is_unnamed && !is_foreign;
  const char *extra = target->mattr != NULL ? target->mattr : "";
  g_autofree char *features = NULL;
  const char *cpu = is_host ? find_host (target, host_cpu, host_features, extra, &features) : is_unnamed ? "" : target->mcpu;
  g_autofree char *named_features = is_host ? NULL : list_features (target, extra);
  LLVMTargetRef backend = NULL;
  LLVMTargetMachineRef machine = NULL;
  char *message = NULL;
  if (LLVMGetTargetFromTriple (triple, &backend, &message) != 0)
    {
      g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "%s: %s",
                   is_foreign ? "There is no code generator for that machine" : "This machine has no code generator",
                   message != NULL ? message : "unknown");
      LLVMDisposeMessage (message);
    }
  else
    {
      machine = LLVMCreateTargetMachine (backend, triple, cpu, is_host ? features : named_features, level, LLVMRelocPIC,
                                         LLVMCodeModelDefault);
      if (machine == NULL)
        g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "LLVM has no target machine for CPU \"%s\" with features \"%s\"",
                     target->mcpu, extra);
    }
  LLVMDisposeMessage (triple);
  LLVMDisposeMessage (host_cpu);
  LLVMDisposeMessage (host_features);
  return machine;
}

LLVMTargetMachineRef
cg_keep_machine (const char *key, CgMakeMachine make, const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  GQueue *machines = g_private_get (&machines_of_thread);
  if (machines == NULL)
    {
      machines = g_queue_new ();
      g_private_set (&machines_of_thread, machines);
    }
  for (GList *link = machines->head; link != NULL; link = link->next)
    if (strcmp (((Machine *) link->data)->key, key) == 0)
      {
        g_queue_unlink (machines, link);
        g_queue_push_head_link (machines, link);
        return ((Machine *) link->data)->machine;
      }
  cg_initialize_llvm ();
  LLVMTargetMachineRef made = make (target, level, error);
  if (made == NULL)
    return NULL;
  if (machines->length >= MAX_MACHINES)
    machine_free (g_queue_pop_tail (machines));
  Machine *machine = g_new (Machine, 1);
  *machine = (Machine) { .key = g_strdup (key), .machine = made };
  g_queue_push_head (machines, machine);
  return made;
}

LLVMTargetMachineRef
cg_target_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error)
{
  g_autofree char *key = g_strdup_printf ("%s|%s|%s|%d", target->mtriple != NULL ? target->mtriple : "", target->mcpu != NULL
                                          ? target->mcpu : "",
                                          target->mattr != NULL ? target->mattr : "", (int) level);
  return cg_keep_machine (key, make_machine, target, level, error);
}
