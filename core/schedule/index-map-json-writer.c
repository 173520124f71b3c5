/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/graph-writer.h"
#include "core/schedule/index-map-json.h"

static guint
write_map (TlGraphWriter *writer, const TlIndexMap *map)
{
  g_autofree guint *initial = g_new (guint, MAX (map->n_initial, 1));
  g_autofree guint *final = g_new (guint, MAX (map->n_final, 1));
  TlGraphField      fields[3] = { { "initial_indices", 0, NULL }, { "final_indices", 0, NULL }, { "inverse_index_map", 0, NULL } };

  for (guint i = 0; i < map->n_initial; i++)
    initial[i] = tl_graph_write_expr (writer, map->initial[i]);
  fields[0].node = tl_graph_write_array (writer, initial, map->n_initial);
  for (guint i = 0; i < map->n_final; i++)
    final[i] = tl_graph_write_expr (writer, map->final[i]);
  fields[1].node = tl_graph_write_array (writer, final, map->n_final);
  if (map->inverse != NULL)
    fields[2].node = write_map (writer, map->inverse);
  return tl_graph_write_object (writer, writer->is_classic ? "tir.IndexMap" : "tirx.IndexMap", fields, 3);
}

char *
tl_index_map_to_json (const TlIndexMap *map, TlDialect dialect)
{
  TlGraphWriter writer;

  tl_graph_writer_init (&writer, dialect == TL_DIALECT_CLASSIC);
  return tl_graph_writer_finish (&writer, write_map (&writer, map));
}
