found = sch.get_producers("B")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
