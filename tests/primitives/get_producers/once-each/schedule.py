found = sch.get_producers("Z")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
