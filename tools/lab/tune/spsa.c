#include "tools/lab/tune/spsa.h"

#include <math.h>

#include "engine/splitmix.h"

/* Spall's exponents for a finite run. */
static const double ALPHA = 0.602, GAMMA = 0.101;

double spsa_reach(int k) { return pow(k, -GAMMA); }

/* How a_k falls; its A is a tenth of the iterations. */
static double fall(const SpsaPlan *p, int k) { return pow(k + p->iterations / 10.0, -ALPHA); }

double spsa_gain(const SpsaPlan *p, int k) { return p->gain * fall(p, k); }

/* A number that does not matter makes a step of a_k / c_k times the balance, up or down, which over games that are tosses of a coin has a
 * deviation of the square root of their number. So after a while it has gone as far as the root of the sum of the squares. */
static double chance_for_gain(const SpsaPlan *p, double gain, int last) {
    double sum = 0;
    for (int k = 1; k <= last; k++) {
        double step = gain * fall(p, k) / spsa_reach(k);
        sum += step * step;
    }
    return sqrt(sum * p->games);
}

double spsa_chance(const SpsaPlan *p, int k) { return chance_for_gain(p, p->gain, k); }

void spsa_prepare(SpsaPlan *p) { p->gain = p->drift / chance_for_gain(p, 1, p->iterations); }

SpsaState spsa_begin(const SpsaPlan *p) {
    SpsaState s = {0};
    for (int i = 0; i < p->count; i++) s.at[i] = p->numbers[i].value;
    return s;
}

static double clip(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

/* Rounds up with the probability of the fraction, by the same chance for both sides: on average they are as far apart as they should be, and
 * numbers with steps below one are tuned too. */
static int round_by_chance(const Tunable *t, double x, double chance) {
    return (int)floor(clip(x, t->least, t->most) + chance);
}

static double unit(uint64_t *random) { return (double)(splitmix64(random) >> 11) * 0x1p-53; }

SpsaTrial spsa_trial(const SpsaPlan *p, const SpsaState *s) {
    uint64_t random = p->seed * 0x9E3779B97F4A7C15u ^ (uint64_t)(s->done + 1) * 0xD1B54A32D192ED03u;
    SpsaTrial t = {.seed = (uint32_t)(splitmix64(&random) >> 33)};
    for (int i = 0; i < p->count; i++) {
        const Tunable *number = &p->numbers[i];
        double way = number->step * spsa_reach(s->done + 1), chance = unit(&random);
        if (splitmix64(&random) >> 63) way = -way;
        t.plus[i] = round_by_chance(number, s->at[i] + way, chance);
        t.minus[i] = round_by_chance(number, s->at[i] - way, chance);
    }
    return t;
}

void spsa_learn(const SpsaPlan *p, SpsaState *s, const SpsaTrial *t, int balance) {
    const int k = s->done + 1;
    const double step = spsa_gain(p, k) / spsa_reach(k) * balance;
    for (int i = 0; i < p->count; i++) {
        const Tunable *number = &p->numbers[i];
        /* Where rounding has made both sides the same, the games say nothing about the number. */
        int side = (t->plus[i] > t->minus[i]) - (t->plus[i] < t->minus[i]);
        s->at[i] = clip(s->at[i] + side * step * number->step, number->least, number->most);
    }
    s->done = k;
}

int spsa_value(const SpsaState *s, int number) { return (int)floor(s->at[number] + 0.5); }
