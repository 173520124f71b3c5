# SPDX-License-Identifier: Apache-2.0
# --- sort-1 ---
# {"op": "sort", "args": [{"var": "x", "dtype": "float32", "shape": [2, 8]}], "attrs": {"axis": -1, "descending": false}, "type": {"dtype": "float32", "shape": [2, 8]}, "text": "R.sort(x, axis=-1, descending=False)"}
