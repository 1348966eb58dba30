//! Timetables: lectures in slots and halls, and jobs on machines.

use super::family::Family;
use super::random::Random;
use std::collections::BTreeSet;

/// The draws for a lecture after which no place is left, most likely.
const MOST_DRAWS: usize = 10_000;

/// A slot and a hall for each lecture, such that no teacher, no group of students and no hall has
/// two at a time. There are as many teachers, and as many groups, as are needed at least and one
/// more. Each lecture has a place in a timetable that is drawn first, and each other one with a
/// probability of `percent`.
pub(crate) fn timetable(
    lectures: usize,
    slots: usize,
    halls: usize,
    percent: usize,
    seed: u64,
) -> Result<Family, String> {
    let mut random = Random::new(seed);
    let people = lectures / slots + 1;
    let plan = plan(lectures, [people, people, slots, halls], &mut random)?;
    let (mut family, mut options) = (Family::default(), Vec::new());
    for (lecture, &place) in plan.iter().enumerate() {
        family.item(format!("lecture{lecture}"));
        for slot in 0..slots {
            for hall in 0..halls {
                let own = [place[0], place[1], slot, hall];
                if own == place || random.below(100) < percent {
                    options.push((lecture, own));
                }
            }
        }
    }
    let taken: BTreeSet<_> = options.iter().flat_map(|&(_, place)| uses(place)).collect();
    taken.into_iter().for_each(|item| family.secondary_item(item));
    for (lecture, place) in options {
        let mut items = vec![format!("lecture{lecture}")];
        items.extend(uses(place));
        family.option(&items);
    }
    Ok(family)
}

/// A teacher, a group, a slot and a hall for each lecture.
fn plan(
    lectures: usize,
    sizes: [usize; 4],
    random: &mut Random,
) -> Result<Vec<[usize; 4]>, String> {
    let (mut taken, mut plan) = (BTreeSet::new(), Vec::new());
    for _ in 0..lectures {
        let mut draws = (0..MOST_DRAWS).map(|_| sizes.map(|size| random.below(size)));
        let place = draws.find(|&place| uses(place).iter().all(|item| !taken.contains(item)));
        let place = place.ok_or_else(|| {
            format!("no place was found for {} of {lectures} lectures", lectures - plan.len())
        })?;
        taken.extend(uses(place));
        plan.push(place);
    }
    Ok(plan)
}

/// What a lecture takes at its slot.
fn uses([teacher, group, slot, hall]: [usize; 4]) -> [String; 3] {
    [("teacher", teacher), ("group", group), ("hall", hall)]
        .map(|(kind, number)| format!("{kind}{number}@{slot}"))
}

/// A machine and a start for each job, which takes one to four units of time and costs the end
/// times a weight from 1 to 10.
pub(crate) fn schedule(jobs: usize, machines: usize, times: usize, seed: u64) -> Family {
    let mut random = Random::new(seed);
    let mut family = Family::default();
    let taken = |machine: usize, time: usize| format!("machine{machine}@{time}");
    for machine in 0..machines {
        (0..times).for_each(|time| family.secondary_item(taken(machine, time)));
    }
    for job in 0..jobs {
        family.item(format!("job{job}"));
        let (length, weight) = (1 + random.below(4), 1 + random.below(10));
        for machine in 0..machines {
            for end in length..=times {
                let mut items = vec![format!("job{job}")];
                items.extend((end - length..end).map(|time| taken(machine, time)));
                family.option_with_cost(&items, weight * end);
            }
        }
    }
    family
}
