/* A panel for each number. SVG is text, so it is simply printed: one style sheet for a light and a dark surrounding, no more points than
 * can be told apart. */
#include "tools/lab/tune/plot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 3,
    PANEL_WIDTH = 250,
    PANEL_HEIGHT = 96,
    LEFT = 52,
    GAP_X = 58,
    GAP_Y = 40,
    TOP = 86,
    BOTTOM = 34,
    POINTS = 200
};

typedef struct {
    FILE *out;
    const SpsaPlan *plan;
    const SpsaState *state;
    double (*at)[SPSA_MOST]; /* after iterations 0, every, 2 * every ... */
    int every, points;
} Plot;

static const char STYLE[] =
    "<style>\n"
    "svg{--page:#ffffff;--ink:#1f2933;--faint:#5f6c7b;--grid:#d5dce4;--chance:#e3eef6;--course:#0072b2}\n"
    "@media(prefers-color-scheme:dark){svg{--page:#0f1720;--ink:#e6edf3;--faint:#9aa7b4;--grid:#33414f;--chance:#1c3040;"
    "--course:#56b4e9}}\n"
    "text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:var(--faint)}\n"
    ".title{font-size:16px;font-weight:600;fill:var(--ink)}.name{fill:var(--ink);font-weight:600}.value{fill:var(--ink)}\n"
    ".frame{fill:none;stroke:var(--grid)}.begin{fill:none;stroke:var(--faint);stroke-dasharray:4 4}\n"
    ".chance{fill:var(--chance)}.course{fill:none;stroke:var(--course);stroke-width:2;stroke-linejoin:round}\n"
    "</style>\n";

static double x_of(const Plot *p, double iteration) { return PANEL_WIDTH * iteration / p->plan->iterations; }
static double y_of(const Tunable *t, double value) {
    return PANEL_HEIGHT * (1 - (value - t->least) / (double)(t->most - t->least));
}

/* Two standard deviations of chance around the value at the start, cut at the ends of the range: there and back. */
static void draw_chance(const Plot *p, const Tunable *t, const double *chance) {
    fprintf(p->out, "<path class=\"chance\" d=\"");
    for (int side = 0; side < 2; side++)
        for (int k = 0; k <= POINTS; k++) {
            int i = side ? POINTS - k : k;
            double y = t->value + (side ? -2 : 2) * chance[i] * t->step;
            fprintf(p->out, "%s%.1f %.1f", side || k ? "L" : "M", PANEL_WIDTH * (double)i / POINTS,
                    y_of(t, fmin(fmax(y, t->least), t->most)));
        }
    fprintf(p->out, "Z\"/>\n");
}

static void draw_panel(const Plot *p, int number, const double *chance) {
    const Tunable *t = &p->plan->numbers[number];
    fprintf(p->out, "<g transform=\"translate(%d %d)\">\n", LEFT + number % COLUMNS * (PANEL_WIDTH + GAP_X),
            TOP + number / COLUMNS * (PANEL_HEIGHT + GAP_Y));
    draw_chance(p, t, chance);
    fprintf(p->out, "<path class=\"begin\" d=\"M0 %.1fH%d\"/><path class=\"frame\" d=\"M0 0H%dV%dH0Z\"/>\n",
            y_of(t, t->value), PANEL_WIDTH, PANEL_WIDTH, PANEL_HEIGHT);
    fprintf(p->out, "<text class=\"name\" x=\"0\" y=\"-7\">%s</text>", t->name);
    fprintf(p->out, "<text class=\"value\" x=\"%d\" y=\"-7\" text-anchor=\"end\">%d → %.1f</text>\n", PANEL_WIDTH, t->value,
            p->state->at[number]);
    fprintf(p->out,
            "<text x=\"-6\" y=\"10\" text-anchor=\"end\">%d</text><text x=\"-6\" y=\"%d\" text-anchor=\"end\">%d</text>\n",
            t->most, PANEL_HEIGHT, t->least);
    fprintf(p->out, "<path class=\"course\" d=\"");
    for (int i = 0; i < p->points; i++)
        fprintf(p->out, "%s%.1f %.1f", i ? "L" : "M", x_of(p, (double)i * p->every), y_of(t, p->at[i][number]));
    fprintf(p->out, "L%.1f %.1f\"/>\n</g>\n", x_of(p, p->state->done), y_of(t, p->state->at[number]));
}

static void draw(const Plot *p) {
    const SpsaPlan *plan = p->plan;
    const int rows = (plan->count + COLUMNS - 1) / COLUMNS;
    const int width = LEFT + COLUMNS * (PANEL_WIDTH + GAP_X) - GAP_X + 20;
    const int height = TOP + rows * (PANEL_HEIGHT + GAP_Y) - GAP_Y + BOTTOM;
    double chance[POINTS + 1];
    for (int i = 0; i <= POINTS; i++) chance[i] = spsa_chance(plan, (int)lround((double)i * plan->iterations / POINTS));
    fprintf(p->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t\">\n",
            width, height);
    fprintf(p->out,
            "<title id=\"t\">The course of each number over the iterations, between the ends of its range</title>\n%s",
            STYLE);
    fprintf(p->out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"var(--page)\"/>\n", width, height);
    fprintf(p->out, "<text class=\"title\" x=\"%d\" y=\"30\">Tuning: iteration %d of %d, %d games each</text>\n", LEFT,
            p->state->done, plan->iterations, plan->games);
    fprintf(
        p->out,
        "<text x=\"%d\" y=\"49\">Dashes: the value at the start. Shaded: where chance alone would leave a number, 95 %%.</text>\n",
        LEFT);
    for (int i = 0; i < plan->count; i++) draw_panel(p, i, chance);
    fprintf(p->out, "</svg>\n");
}

static bool read_courses(Plot *p, FILE *log) {
    double at[SPSA_MOST] = {0};
    int iteration;
    p->every = p->state->done / POINTS + 1;
    p->at = malloc((size_t)(p->state->done / p->every + 1) * sizeof *p->at);
    while (p->at && keep_read_log(log, p->plan->count, &iteration, at) && iteration <= p->state->done)
        if (iteration == p->points * p->every) memcpy(p->at[p->points++], at, sizeof at);
    return p->at;
}

bool plot_write(const Keep *k, const SpsaState *s, char error[static KEEP_ERROR_SIZE]) {
    FILE *log = keep_log(k);
    Plot p = {.plan = k->plan, .state = s};
    bool good = log && read_courses(&p, log) && (p.out = keep_write(k, "plot.svg"));
    if (good) {
        draw(&p);
        good = keep_replace(k, "plot.svg", p.out);
    }
    if (!good) snprintf(error, KEEP_ERROR_SIZE, "plot.svg cannot be drawn: %s", strerror(errno));
    if (log) fclose(log);
    free(p.at);
    return good;
}
