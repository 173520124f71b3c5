b = sch.get_block("B")
sch.annotate(b, "list", [1, 2, 3])
sch.annotate(b, "dict", {"b": 1, "a": [0.5, "x"]})
sch.annotate(b, "float", 0.1)
