/* Turns of the processor: asking for them changes neither the policy nor the nice value. */
#include "search/timeslice.h"

#include <sched.h>
#include <sys/resource.h>

#include "tests/support.h"

Test(timeslice, a_thread_keeps_its_policy_and_its_nice_value) {
    const int policy = sched_getscheduler(0);
    cr_assert_eq(setpriority(PRIO_PROCESS, 0, 3), 0);
    timeslice_short();
    cr_assert_eq(sched_getscheduler(0), policy);
    cr_assert_eq(getpriority(PRIO_PROCESS, 0), 3);
    timeslice_usual();
    cr_assert_eq(sched_getscheduler(0), policy);
    cr_assert_eq(getpriority(PRIO_PROCESS, 0), 3);
}
