"""A schedule with costs: the three cheapest ways to share the shifts of a week.

Each shift needs one person. People work two to four shifts, and not on a day that they have off.
The costs are wages.
"""

import quadrille as q

WAGES = {"Ann": 21, "Bob": 25, "Cleo": 19, "Dan": 23}
OFF = {("Ann", "Mon"), ("Cleo", "Tue"), ("Cleo", "Thu"), ("Dan", "Fri"), ("Bob", "Wed")}
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"]

options = {
    (day, shift, person): [f"{day} {shift}", person]
    for day in DAYS
    for shift in ("early", "late")
    for person in WAGES
    if (person, day) not in OFF
}
problem = q.Problem(
    options,
    bounds={person: (2, 4) for person in WAGES},
    # A late shift costs two more.
    costs={key: WAGES[key[2]] + 2 * (key[1] == "late") for key in options},
)
print(f"{problem.count()} schedules")
for solution in problem.cheapest(3):
    people = {(day, shift): person for day, shift, person in solution.labels}
    print(f"cost {solution.cost}")
    for shift in ("early", "late"):
        print(f"  {shift:5} " + "  ".join(f"{day} {people[day, shift]:4}" for day in DAYS))
