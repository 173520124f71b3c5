found = sch.get_consumers("B")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
