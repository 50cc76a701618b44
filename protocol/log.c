#include "protocol/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "protocol/text.h"

/* Digits only, UTC: the same text in every locale and time zone. */
static void log_stamp(Text *out) {
    struct timespec now;
    struct tm t;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &t);
    text_add(out, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
             t.tm_sec, now.tv_nsec / 1000000);
}

static bool write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

void log_close(Log *log) {
    if (log->fd >= 0) close(log->fd);
    log->fd = -1;
}

const char *log_open(Log *log, const char *path) {
    /* O_NONBLOCK: opening a FIFO that nobody reads would wait for ever. */
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (fd < 0) return strerror(errno);
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return "not a regular file";
    }
    log->fd = fd;
    static const char OPENED[] = "log opened";
    if (!log_lines(log, "---", OPENED, sizeof OPENED - 1)) return "cannot be written";
    return NULL;
}

bool log_lines(Log *log, const char *mark, const char *text, size_t length) {
    if (log->fd < 0) return true;
    Text out = {0};
    const char *end = text + length;
    do {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        log_stamp(&out);
        text_add(&out, " %s ", mark);
        text_add_bytes(&out, text, (size_t)(stop - text));
        text_add_bytes(&out, "\n", 1);
        text = newline ? newline + 1 : end;
    } while (text < end);
    bool ok = write_all(log->fd, out.data, out.length);
    text_free(&out);
    if (!ok) log_close(log);
    return ok;
}
