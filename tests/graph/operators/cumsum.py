# SPDX-License-Identifier: Apache-2.0
# --- cumsum-1 ---
# {"op": "cumsum", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": 1, "dtype": null, "exclusive": false}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.cumsum(x, axis=1, dtype=None, exclusive=False)"}
