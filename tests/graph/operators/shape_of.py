# SPDX-License-Identifier: Apache-2.0
# --- shape_of-1 ---
# {"op": "shape_of", "args": [{"var": "x", "dtype": "float32", "shape": [2, "n"]}], "attrs": {}, "type": {"sizes": [2, "n"]}, "text": "R.shape_of(x)"}
