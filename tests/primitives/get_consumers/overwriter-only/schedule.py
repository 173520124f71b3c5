found = sch.get_consumers("Y")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
