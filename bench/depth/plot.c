/* The picture of depth over time. SVG is text, so it is simply printed: one style sheet for a light and a dark surrounding, time on a
 * logarithmic scale, a colour for each rule set, and a dash for each number of threads but the first. */
#include <math.h>

#include "bench/depth/report.h"

enum { WIDTH = 760, HEIGHT = 440, LEFT = 56, RIGHT = 28, TOP = 52, BOTTOM = 54, POINTS = 240, COLOURS = 6, DASHES = 3 };

typedef struct {
    FILE *out;
    const Results *results;
    double first, last; /* seconds at both ends of the axis */
    int deepest;        /* at its top */
} Plot;

/* Hues that people with a colour vision deficiency tell apart too (Okabe and Ito, "Color universal design", 2008), by theme. */
static const char *const LIGHT[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#a8478b", "#8a6d00", "#56707f"};
static const char *const DARK[COLOURS] = {"#56b4e9", "#ff9248", "#35d0a2", "#e59bcb", "#f0e442", "#b7c6cf"};
static const char *const DASH[DASHES] = {"none", "7 4", "2 4"};

static double x_of(const Plot *p, double seconds) {
    return LEFT + (WIDTH - LEFT - RIGHT) * log(seconds / p->first) / log(p->last / p->first);
}
static double y_of(const Plot *p, double depth) { return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * depth / p->deepest; }

/* Whether a position counts for the curves of a rule set. One that was proved with any number of threads counts for none of them, so that
 * all curves show the same positions. */
static bool counts(const Results *r, int position, const Variant *v) {
    for (int t = 0; t < r->thread_counts; t++)
        if (results_run(r, position, t)->proved) return false;
    return r->suite.positions[position].variant == v;
}

/* The mean depth of the positions of a curve; 0 where there are none. */
static double mean_depth(const Results *r, int threads, const Variant *v, double seconds) {
    int sum = 0, count = 0;
    for (int i = 0; i < r->suite.count; i++)
        if (counts(r, i, v)) {
            sum += depth_at(results_run(r, i, threads), seconds);
            count++;
        }
    return count ? (double)sum / count : 0;
}

static bool has_variant(const Results *r, const Variant *v) {
    for (int i = 0; i < r->suite.count; i++)
        if (r->suite.positions[i].variant == v) return true;
    return false;
}

static void find_range(Plot *p) {
    const Results *r = p->results;
    double deepest = 1;
    p->first = 1e-3;
    p->last = 1e-2;
    for (int i = 0; i < r->suite.count * r->thread_counts; i++)
        if (r->runs[i].total_seconds > p->last) p->last = r->runs[i].total_seconds;
    for (int i = 0; i < VARIANT_COUNT; i++)
        for (int t = 0; t < r->thread_counts; t++) deepest = fmax(deepest, mean_depth(r, t, variant_at(i), p->last));
    p->deepest = (int)deepest + 1;
}

static void draw_style(FILE *out) {
    fprintf(out, "<style>\n"
                 "svg{--page:#ffffff;--ink:#1f2933;--faint:#5f6c7b;--grid:#e3e8ee");
    for (int i = 0; i < COLOURS; i++) fprintf(out, ";--c%d:%s", i, LIGHT[i]);
    fprintf(out, "}\n@media(prefers-color-scheme:dark){svg{--page:#0f1720;--ink:#e6edf3;--faint:#9aa7b4;--grid:#26323e");
    for (int i = 0; i < COLOURS; i++) fprintf(out, ";--c%d:%s", i, DARK[i]);
    fprintf(out, "}}\n"
                 "text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:var(--faint)}\n"
                 ".title{font-size:16px;font-weight:600;fill:var(--ink)}.legend{fill:var(--ink)}\n"
                 ".grid{stroke:var(--grid)}.axis{stroke:var(--faint)}\n"
                 ".curve{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}\n"
                 "</style>\n");
}

static void draw_axes(const Plot *p) {
    const double right = WIDTH - RIGHT, bottom = HEIGHT - BOTTOM;
    const int step = p->deepest > 12 ? 2 : 1;
    for (int depth = step; depth <= p->deepest; depth += step)
        fprintf(p->out,
                "<path class=\"grid\" d=\"M%d %.1fH%.1f\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", LEFT,
                y_of(p, depth), right, LEFT - 8, y_of(p, depth) + 4.5, depth);
    for (double ms = 1; ms / 1000 <= p->last * 1.001; ms *= 10) {
        const double x = x_of(p, ms / 1000);
        fprintf(
            p->out,
            "<path class=\"grid\" d=\"M%.1f %dV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g %s</text>\n", x,
            TOP, bottom, x, bottom + 20, ms < 1000 ? ms : ms / 1000, ms < 1000 ? "ms" : "s");
    }
    fprintf(p->out, "<path class=\"axis\" fill=\"none\" d=\"M%d %dV%.1fH%.1f\"/>\n", LEFT, TOP, bottom, right);
    fprintf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">time a position</text>\n", (LEFT + right) / 2,
            HEIGHT - 12);
    fprintf(p->out,
            "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">depth finished, mean</text>\n",
            (TOP + bottom) / 2);
}

static void draw_curve(const Plot *p, const Variant *v, int threads, int colour) {
    fprintf(p->out, "<path class=\"curve\" stroke=\"var(--c%d)\" stroke-dasharray=\"%s\" d=\"", colour,
            DASH[threads % DASHES]);
    for (int k = 0; k <= POINTS; k++) {
        const double seconds = p->first * pow(p->last / p->first, (double)k / POINTS);
        fprintf(p->out, "%s%.1f %.1f", k ? "L" : "M", x_of(p, seconds),
                y_of(p, mean_depth(p->results, threads, v, seconds)));
    }
    fprintf(p->out, "\"/>\n");
}

static void draw_legend_row(const Plot *p, const Variant *v, int threads, int colour, int row) {
    const Results *r = p->results;
    const int x = LEFT + 18, y = TOP + 18 + 20 * row;
    int positions = 0;
    for (int i = 0; i < r->suite.count; i++) positions += counts(r, i, v);
    fprintf(p->out, "<path class=\"curve\" stroke=\"var(--c%d)\" stroke-dasharray=\"%s\" d=\"M%d %dh30\"/>", colour,
            DASH[threads % DASHES], x, y - 4);
    fprintf(p->out, "<text class=\"legend\" x=\"%d\" y=\"%d\">%s, %d thread%s (%d positions)</text>\n", x + 40, y, v->name,
            r->threads[threads], r->threads[threads] > 1 ? "s" : "", positions);
}

void depth_report_plot(FILE *out, const Results *r) {
    Plot plot = {.out = out, .results = r};
    int colour = 0, row = 0;
    find_range(&plot);
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t\">\n",
            WIDTH, HEIGHT);
    fprintf(out, "<title id=\"t\">Search depth over time, by rule set and number of threads</title>\n");
    draw_style(out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"var(--page)\"/>\n", WIDTH, HEIGHT);
    fprintf(out, "<text class=\"title\" x=\"%d\" y=\"30\">Search depth over time</text>\n", LEFT);
    draw_axes(&plot);
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (!has_variant(r, variant_at(i))) continue;
        for (int t = 0; t < r->thread_counts; t++) {
            draw_curve(&plot, variant_at(i), t, colour % COLOURS);
            draw_legend_row(&plot, variant_at(i), t, colour % COLOURS, row++);
        }
        colour++;
    }
    fprintf(out, "</svg>\n");
}
