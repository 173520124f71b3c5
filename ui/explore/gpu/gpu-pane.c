/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/gpu-pane.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/gpu/gpu-pictures.h"
#include "core/session/gpu/kernel-facts.h"
#include "ui/explore/gpu/check-list.h"
#include "ui/explore/gpu/gpu-section.h"
#include "ui/explore/gpu/phase-list.h"
#include "ui/explore/gpu/thread-levels.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define PICTURE_WIDTH 352    /* 32 banks or lanes of 11 pixels */

enum { SECTION_TIME, SECTION_MEMORY, SECTION_OCCUPANCY, SECTION_SHARED, SECTION_GLOBAL, SECTION_PHASES, N_SECTIONS };

struct _TlGpuPane
{
  GtkWidget      parent_instance;
  TlEditor      *editor;
  TlAfterFrame  *refresh;
  GCancellable  *asking;       /* NULL: the facts are those of the selection */
  TlKernelFacts *facts;        /* nullable: no kernel */
  gboolean       is_exact;     /* the compiler was asked, too */
  /* Children */
  GtkWidget     *stack;        /* of the sections, and a sentence where there are none */
  GtkWidget     *box;          /* of title, check, levels and sections */
  GtkWidget     *title;
  GtkWidget     *check;
  GtkWidget     *levels;
  GtkWidget     *sections[N_SECTIONS];
  GtkWidget     *terms;        /* pictures */
  GtkWidget     *memory;
  GtkWidget     *occupancy;
  GtkWidget     *multiprocessors;
  GtkWidget     *waves;
  GtkWidget     *phases;
};

G_DEFINE_FINAL_TYPE (TlGpuPane, tl_gpu_pane, GTK_TYPE_WIDGET)

enum { PREDICTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlSession *
session_of (TlGpuPane *self)
{
  return tl_editor_session (self->editor);
}

static void
name_picture (GtkWidget *picture, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
caption (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  return label;
}

/* --- time --- */

static const TlKernelCost *
cost_of (gpointer pane)
{
  const TlKernelFacts *facts = TL_GPU_PANE (pane)->facts;

  return facts != NULL ? facts->kernel : NULL;
}

static void
draw_terms (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  if (cost_of (user_data) != NULL)
    tl_draw_cost_terms (cr, cost_of (user_data), palette, width, height);
}

static void
draw_memory (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  if (cost_of (user_data) != NULL)
    tl_draw_gpu_memory (cr, cost_of (user_data), palette, width, height);
}

/* Of several kernels that of the block, and all. */
static char *
time_text (const TlKernelFacts *facts)
{
  g_autofree char *own = tl_format_seconds (facts->kernel->seconds), *all = tl_format_seconds (facts->cost->seconds);

  return facts->cost->kernels->len == 1 ? g_strdup (own)
                                        : g_strdup_printf (_("%s of %s in %u kernels"), own, all, facts->cost->kernels->len);
}

static void
show_time (TlGpuPane *self)
{
  const TlKernelCost *cost = cost_of (self);
  g_autofree char    *figure = cost != NULL ? time_text (self->facts) : NULL;
  g_autofree char    *limit = cost != NULL ? tl_kernel_cost_limit_text (cost) : NULL, *terms = NULL, *memory = NULL, *detail = NULL;

  tl_gpu_section_set (TL_GPU_SECTION (self->sections[SECTION_TIME]), figure, FALSE, cost != NULL ? limit : self->facts->problem);
  gtk_widget_set_visible (self->terms, cost != NULL);
  gtk_widget_set_visible (gtk_widget_get_parent (self->sections[SECTION_MEMORY]), cost != NULL);
  if (cost == NULL)
    return;
  terms = tl_cost_terms_text (cost);
  memory = tl_gpu_memory_text (cost);
  name_picture (self->terms, terms);
  name_picture (self->memory, memory);
  tl_picture_set_size (TL_PICTURE (self->terms), PICTURE_WIDTH, (int) tl_cost_terms_height (cost));
  tl_picture_redraw (TL_PICTURE (self->terms));
  tl_picture_redraw (TL_PICTURE (self->memory));
  detail = cost->warm_share > 0.01 ? g_strdup_printf (_("Bytes that move; of memory's, a run finds %.0f %% in L2 from the run before"),
                                                      100 * cost->warm_share) : g_strdup (_("Bytes that move at each level"));
  tl_gpu_section_set (TL_GPU_SECTION (self->sections[SECTION_MEMORY]), NULL, FALSE, detail);
}

/* --- occupancy --- */

static void
draw_occupancy (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlKernelFacts *facts = TL_GPU_PANE (user_data)->facts;

  if (facts != NULL && facts->has_occupancy)
    tl_draw_occupancy (cr, &facts->occupancy, facts->n_blocks_of, palette, width, height);
}

static void
draw_multiprocessors (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlKernelFacts *facts = TL_GPU_PANE (user_data)->facts;

  if (facts != NULL && facts->model != NULL)
    tl_draw_multiprocessors (cr, facts->model->n_multiprocessors, tl_thread_mapping_n_blocks (&facts->mapping), facts->occupancy.n_blocks,
                             palette, width, height);
}

static void
show_occupancy (TlGpuPane *self)
{
  const TlKernelFacts *facts = self->facts;
  double               share = facts->has_occupancy ? tl_occupancy_share (&facts->occupancy) : 0;
  g_autofree char     *figure = facts->has_occupancy ? g_strdup_printf ("%.0f %%", 100 * share) : NULL;
  g_autofree char     *detail = facts->has_occupancy ? tl_kernel_facts_limit_text (facts)
                                                     : g_strdup (_("The bytes of a buffer are not known"));
  g_autofree char     *waves = tl_kernel_facts_waves_text (facts);

  tl_gpu_section_set (TL_GPU_SECTION (self->sections[SECTION_OCCUPANCY]), figure, share < 0.25, detail);
  gtk_widget_set_visible (self->occupancy, facts->has_occupancy);
  if (facts->has_occupancy)
    {
      g_autofree char *text = tl_occupancy_text (&facts->occupancy, facts->n_blocks_of);

      name_picture (self->occupancy, text);
      tl_picture_redraw (TL_PICTURE (self->occupancy));
    }
  gtk_widget_set_visible (self->waves, waves != NULL);
  gtk_widget_set_visible (self->multiprocessors, waves != NULL);
  if (waves == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->waves), waves);
  name_picture (self->multiprocessors, waves);
  tl_picture_set_size (TL_PICTURE (self->multiprocessors), PICTURE_WIDTH,
                       (int) tl_multiprocessors_height (facts->model->n_multiprocessors, PICTURE_WIDTH));
  tl_picture_redraw (TL_PICTURE (self->multiprocessors));
}

/* --- requests --- */

typedef struct
{
  TlGpuPane *pane;    /* which has the picture */
  guint      index;   /* of the access */
} RequestPicture;

static void
draw_request (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const RequestPicture *request = user_data;
  const TlKernelFacts  *facts = request->pane->facts;
  const TlWarpAccess   *access;

  if (facts == NULL || facts->accesses == NULL || request->index >= facts->accesses->len)
    return;
  access = &g_array_index (facts->accesses, TlWarpAccess, request->index);
  if (access->space == TL_SPACE_SHARED)
    tl_draw_banks (cr, access, tl_kernel_facts_bytes (facts, access->buffer), palette, width, height);
  else
    tl_draw_sectors (cr, access, palette, width, height);
}

static GtkWidget *
make_request_head (const TlWarpAccess *access, const char *figure)
{
  GtkWidget       *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *name = gtk_label_new (access->buffer->name), *right, *kind;
  g_autofree char *text = g_strdup_printf (access->writes ? _("write, %u lanes of %u B") : _("read, %u lanes of %u B"),
                                           (guint) __builtin_popcount (access->lanes), access->bytes);

  kind = caption (text);
  right = gtk_label_new (figure);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_label_set_xalign (GTK_LABEL (right), 1);
  gtk_label_set_ellipsize (GTK_LABEL (right), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (right), 8);
  gtk_label_set_max_width_chars (GTK_LABEL (right), 40);
  gtk_widget_add_css_class (name, "monospace");
  gtk_widget_add_css_class (right, "caption");
  gtk_widget_add_css_class (right, tl_warp_access_cost (access) > 1.01 ? "warning" : "success");
  tl_widget_set_tooltip (right, figure);
  gtk_box_append (GTK_BOX (head), name);
  gtk_box_append (GTK_BOX (head), kind);
  gtk_box_append (GTK_BOX (head), right);
  return head;
}

static void
add_request (TlGpuPane *self, guint index)
{
  const TlWarpAccess *access = &g_array_index (self->facts->accesses, TlWarpAccess, index);
  gboolean            is_shared = access->space == TL_SPACE_SHARED;
  gint64              n_bytes = is_shared ? tl_kernel_facts_bytes (self->facts, access->buffer) : 0;
  double              height = is_shared ? tl_banks_height (access, n_bytes, PICTURE_WIDTH) : tl_sectors_height (access, PICTURE_WIDTH);
  g_autofree char    *text = is_shared ? tl_banks_text (access) : tl_sectors_text (access);
  g_autofree char    *spoken = g_strdup_printf ("%s: %s", access->buffer->name, text);
  RequestPicture     *request = g_new (RequestPicture, 1);
  GtkWidget          *section = self->sections[is_shared ? SECTION_SHARED : SECTION_GLOBAL], *picture;

  *request = (RequestPicture) { self, index };
  picture = tl_picture_new (draw_request, request, g_free);
  tl_picture_set_size (TL_PICTURE (picture), PICTURE_WIDTH, (int) height);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  name_picture (picture, spoken);
  tl_gpu_section_append (TL_GPU_SECTION (section), make_request_head (access, text));
  tl_gpu_section_append (TL_GPU_SECTION (section), picture);
}

static guint
count_requests (TlGpuPane *self, TlMemorySpace space)
{
  guint n = 0;

  for (guint i = 0; self->facts->accesses != NULL && i < self->facts->accesses->len; i++)
    n += g_array_index (self->facts->accesses, TlWarpAccess, i).space == space;
  return n;
}

static void
show_requests (TlGpuPane *self)
{
  static const struct { guint section; TlMemorySpace space; const char *detail; } rows[] = {
    { SECTION_SHARED, TL_SPACE_SHARED, N_("Warp %" G_GINT64_FORMAT " in one iteration of %s: words in 32 banks of 4 bytes; "
                                          "different words of one bank take a pass each") },
    { SECTION_GLOBAL, TL_SPACE_GLOBAL, N_("Warp %" G_GINT64_FORMAT " in one iteration of %s: sectors of 32 bytes, in lines of 128") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlGpuSection    *section = TL_GPU_SECTION (self->sections[rows[i].section]);
      g_autofree char *detail = g_strdup_printf (_(rows[i].detail), self->facts->thread / TL_WARP_LANES, self->facts->tiles->block->name);

      tl_gpu_section_clear (section);
      tl_gpu_section_set (section, NULL, FALSE, self->facts->accesses != NULL
                          ? detail : _("Addresses depend on data or on sizes that are not known"));
      gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (section)), self->facts->accesses == NULL
                              ? i == 0 : count_requests (self, rows[i].space) > 0);
    }
  for (guint i = 0; self->facts->accesses != NULL && i < self->facts->accesses->len; i++)
    if (g_array_index (self->facts->accesses, TlWarpAccess, i).space != TL_SPACE_LOCAL)
      add_request (self, i);
}

/* --- the whole --- */

static void
show_title (TlGpuPane *self)
{
  gint64           n_threads = tl_thread_mapping_n_threads (&self->facts->mapping);
  gint64           n_blocks = tl_thread_mapping_n_blocks (&self->facts->mapping);
  g_autofree char *text = g_strdup_printf (ngettext ("%s: %" G_GINT64_FORMAT " block of %" G_GINT64_FORMAT " threads, %" G_GINT64_FORMAT
                                                     " warps", "%s: %" G_GINT64_FORMAT " blocks of %" G_GINT64_FORMAT " threads, %"
                                                     G_GINT64_FORMAT " warps", (gulong) n_blocks),
                                           self->facts->tiles->block->name, n_blocks, n_threads,
                                           (n_threads + TL_WARP_LANES - 1) / TL_WARP_LANES);

  gtk_label_set_text (GTK_LABEL (self->title), text);
}

static void
show_phases (TlGpuPane *self)
{
  guint            n_barriers = 0;
  g_autofree char *detail = NULL;

  for (guint i = 0; self->facts->phases != NULL && i < self->facts->phases->len; i++)
    n_barriers += ((const TlThreadPhase *) self->facts->phases->pdata[i])->waits;
  detail = n_barriers > 0 ? g_strdup_printf (ngettext ("%u barrier between statements", "%u barriers between statements", n_barriers),
                                             n_barriers) : g_strdup (_("No barrier is needed"));
  tl_gpu_section_set (TL_GPU_SECTION (self->sections[SECTION_PHASES]), NULL, FALSE, detail);
  tl_phase_list_set (TL_PHASE_LIST (self->phases), self->facts);
}

/* "Predicted for A100 SXM 80 GB: 261 µs, limited by shared memory" */
static void
tell_time (TlGpuPane *self)
{
  const TlGpuCost *cost = self->facts != NULL ? self->facts->cost : NULL;
  g_autofree char *time = cost != NULL ? tl_format_seconds (cost->seconds) : NULL;
  g_autofree char *text = cost == NULL ? NULL
                          : cost->kernels->len == 1
                            ? g_strdup_printf (_("Predicted for %s: %s, limited by %s"), cost->model->name, time,
                                               _(tl_cost_term_name (self->facts->kernel->limit)))
                            : g_strdup_printf (_("Predicted for %s: %s in %u kernels"), cost->model->name, time, cost->kernels->len);

  g_signal_emit (self, signals[PREDICTED], 0, text);
}

/* Those of the thread that is looked at. */
static void
show_thread (TlGpuPane *self)
{
  gint64 block, thread;

  tl_selection_thread (tl_session_selection (session_of (self)), &block, &thread);
  tl_kernel_facts_go_to (self->facts, block, thread);
  tl_thread_levels_set (TL_THREAD_LEVELS (self->levels), self->facts);
  show_requests (self);
}

/* Takes them; NULL: no kernel. */
static void
show (TlGpuPane *self, TlKernelFacts *facts)
{
  TlKernelFacts *before = self->facts;

  self->facts = facts;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), facts != NULL ? "kernel" : "none");
  if (facts != NULL)
    {
      show_title (self);
      show_time (self);
      show_occupancy (self);
      show_thread (self);
      show_phases (self);
    }
  else
    tl_thread_levels_set (TL_THREAD_LEVELS (self->levels), NULL);
  tell_time (self);
  g_clear_pointer (&before, tl_kernel_facts_free);
}

/* Facts are asked for when the pane is mapped. */
static void
on_thread_changed (TlGpuPane *self)
{
  if (self->facts != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_thread (self);
}

static void ask (TlGpuPane *self, gboolean with_compiler);

static void
on_facts (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlGpuPane) self = user_data;
  g_autoptr (GError)    error = NULL;
  TlKernelFacts        *facts = tl_session_kernel_facts_finish (TL_SESSION (source), result, &error);

  if (error != NULL || self->stack == NULL)   /* cancelled: others are asked for, or the pane is gone */
    {
      g_clear_pointer (&facts, tl_kernel_facts_free);
      return;
    }
  g_clear_object (&self->asking);
  show (self, facts);
  if (facts != NULL && facts->registers == NULL && !self->is_exact)
    ask (self, TRUE);
}

static void
stop_asking (TlGpuPane *self)
{
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

/* Estimated figures come at once, those with the compiler's registers follow. */
static void
ask (TlGpuPane *self, gboolean with_compiler)
{
  TlSession *session = session_of (self);

  self->is_exact = with_compiler;
  self->asking = g_cancellable_new ();
  tl_session_kernel_facts_async (session, tl_session_state (session), tl_selection_primary (tl_session_selection (session)), self->facts,
                                 with_compiler, self->asking, on_facts, g_object_ref (self));
}

static void
refresh (GtkWidget *widget)
{
  TlGpuPane *self = TL_GPU_PANE (widget);

  stop_asking (self);
  if (tl_session_current (session_of (self)) != NULL && gtk_widget_get_mapped (widget))
    ask (self, FALSE);
}

static void
refresh_soon (TlGpuPane *self)
{
  tl_after_frame_ask (self->refresh);
}

/* A block, or the loop or block of a problem. */
static void
on_block_picked (TlGpuPane *self, guint block)
{
  tl_selection_pick (tl_session_selection (session_of (self)), block);
}

void
tl_gpu_pane_check (TlGpuPane *self)
{
  tl_check_list_start (TL_CHECK_LIST (self->check));
}

/* --- building --- */

static void
tl_gpu_pane_dispose (GObject *object)
{
  TlGpuPane *self = TL_GPU_PANE (object);

  g_clear_pointer (&self->refresh, tl_after_frame_free);
  stop_asking (self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->facts, tl_kernel_facts_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_gpu_pane_parent_class)->dispose (object);
}

static void
tl_gpu_pane_class_init (TlGpuPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_gpu_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gpupane");
  signals[PREDICTED] = g_signal_new ("predicted", TL_TYPE_GPU_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *
make_picture (TlPictureDraw draw, TlGpuPane *self, double height)
{
  GtkWidget *picture = tl_picture_new (draw, self, NULL);

  tl_picture_set_size (TL_PICTURE (picture), PICTURE_WIDTH, (int) height);
  return picture;
}

/* Side by side where there is room for two. */
static GtkWidget *
make_sections (TlGpuPane *self)
{
  static const char *const titles[N_SECTIONS] = { N_("Predicted Time"), N_("Levels of Memory"), N_("Occupancy"),
                                                  N_("Banks of Shared Memory"), N_("Sectors of Global Memory"), N_("Phases of a Block") };
  GtkWidget               *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 2);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), FALSE);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 20);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 14);
  for (guint i = 0; i < N_SECTIONS; i++)
    {
      self->sections[i] = tl_gpu_section_new (_(titles[i]));
      gtk_flow_box_insert (GTK_FLOW_BOX (flow), self->sections[i], -1);
      gtk_widget_set_focusable (gtk_widget_get_parent (self->sections[i]), FALSE);
    }
  self->terms = make_picture (draw_terms, self, TL_COST_ROW);
  self->memory = make_picture (draw_memory, self, TL_N_GPU_LEVELS * TL_COST_ROW);
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_TIME]), self->terms);
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_MEMORY]), self->memory);
  self->occupancy = make_picture (draw_occupancy, self, TL_OCCUPANCY_HEIGHT);
  self->multiprocessors = make_picture (draw_multiprocessors, self, TL_OCCUPANCY_HEIGHT);
  gtk_widget_set_halign (self->multiprocessors, GTK_ALIGN_START);
  self->waves = caption ("");
  self->phases = tl_phase_list_new ();
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_OCCUPANCY]), self->occupancy);
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_OCCUPANCY]), self->waves);
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_OCCUPANCY]), self->multiprocessors);
  tl_gpu_section_append (TL_GPU_SECTION (self->sections[SECTION_PHASES]), self->phases);
  g_signal_connect_swapped (self->phases, "block-picked", G_CALLBACK (on_block_picked), self);
  return flow;
}

static void
tl_gpu_pane_init (TlGpuPane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *none = gtk_label_new (_("No loop is bound to threads. Schedule by rules (F7), or bind loops to blockIdx and threadIdx."));

  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  self->title = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  self->box = box;
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), make_sections (self));
  gtk_box_append (GTK_BOX (box),
                  caption (_("Threads, banks and sectors are counted exactly. Times, and registers without ptxas, are estimates.")));
  gtk_widget_add_css_class (box, "gpu-sections");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_label_set_wrap (GTK_LABEL (none), TRUE);
  gtk_label_set_justify (GTK_LABEL (none), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (none, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), none, "none");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "kernel");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (refresh_soon), NULL);
}

GtkWidget *
tl_gpu_pane_new (TlEditor *editor)
{
  TlGpuPane *self = g_object_new (TL_TYPE_GPU_PANE, NULL);
  TlSession *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  self->check = tl_check_list_new (session);
  g_signal_connect_swapped (self->check, "node-picked", G_CALLBACK (on_block_picked), self);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->check, self->title);
  self->levels = tl_thread_levels_new (tl_session_selection (session));
  gtk_widget_set_margin_top (self->levels, 4);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->levels, self->check);
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "thread-changed", G_CALLBACK (on_thread_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
