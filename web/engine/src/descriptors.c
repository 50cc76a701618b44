/* The descriptors that the engine knows, without a file system behind them: standard input is a queue of the lines that JavaScript
 * hands over, standard output goes line by line to a JavaScript function, and there is the one pipe that wakes the input loop. All
 * but the JavaScript's own thread may wait. */
#include <emscripten.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIPE_READ = 3, PIPE_WRITE };

/* What elsewhere belongs to the system, so it is global. */
static struct {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    char *data; /* the input */
    size_t begin, end, capacity;
    size_t pipe; /* bytes in it; nobody asks which */
} io = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int refuse(int reason) {
    errno = reason;
    return -1;
}

/* ---- input ---- */

static bool make_room(size_t count) {
    if (io.begin > 0) {
        memmove(io.data, io.data + io.begin, io.end - io.begin);
        io.end -= io.begin;
        io.begin = 0;
    }
    if (io.capacity - io.end >= count) return true;
    size_t capacity = 2 * (io.end + count);
    char *data = realloc(io.data, capacity);
    if (!data) return false;
    io.data = data;
    io.capacity = capacity;
    return true;
}

/* For JavaScript: more input, newlines included. False when there is no memory for it; nothing was taken then. */
EMSCRIPTEN_KEEPALIVE bool web_receive(const char *bytes, size_t count) {
    pthread_mutex_lock(&io.lock);
    bool taken = make_room(count);
    if (taken) {
        memcpy(io.data + io.end, bytes, count);
        io.end += count;
        pthread_cond_broadcast(&io.changed);
    }
    pthread_mutex_unlock(&io.lock);
    return taken;
}

static size_t take_input(char *bytes, size_t room) {
    while (io.begin == io.end) pthread_cond_wait(&io.changed, &io.lock);
    size_t count = io.end - io.begin < room ? io.end - io.begin : room;
    memcpy(bytes, io.data + io.begin, count);
    io.begin += count;
    return count;
}

static size_t take_pipe(size_t room) {
    size_t count = io.pipe < room ? io.pipe : room;
    io.pipe -= count;
    return count;
}

ssize_t read(int fd, void *bytes, size_t room) {
    if (fd != STDIN_FILENO && fd != PIPE_READ) return refuse(EBADF);
    pthread_mutex_lock(&io.lock);
    size_t count = fd == STDIN_FILENO ? take_input(bytes, room) : take_pipe(room);
    pthread_mutex_unlock(&io.lock);
    return (ssize_t)count;
}

/* ---- output ---- */

ssize_t write(int fd, const void *bytes, size_t count) {
    if (fd == STDOUT_FILENO) {
        MAIN_THREAD_EM_ASM({ Module.onText(UTF8ToString($0, $1)); }, bytes, count);
    } else if (fd == PIPE_WRITE) {
        pthread_mutex_lock(&io.lock);
        io.pipe += count;
        pthread_cond_broadcast(&io.changed);
        pthread_mutex_unlock(&io.lock);
    } else {
        return refuse(EBADF);
    }
    return (ssize_t)count;
}

/* ---- waiting ---- */

static short events_of(const struct pollfd *p) {
    bool readable = (p->fd == STDIN_FILENO && io.begin < io.end) || (p->fd == PIPE_READ && io.pipe > 0);
    return readable ? p->events & POLLIN : 0;
}

static int count_events(struct pollfd *fds, nfds_t count) {
    int found = 0;
    for (nfds_t i = 0; i < count; i++) found += (fds[i].revents = events_of(&fds[i])) != 0;
    return found;
}

/* Waits for ever: the engine asks for nothing else. */
int poll(struct pollfd *fds, nfds_t count, int timeout) {
    if (timeout >= 0) return refuse(EINVAL);
    pthread_mutex_lock(&io.lock);
    int found;
    while ((found = count_events(fds, count)) == 0) pthread_cond_wait(&io.changed, &io.lock);
    pthread_mutex_unlock(&io.lock);
    return found;
}

/* ---- the rest ---- */

int pipe(int fds[2]) {
    fds[0] = PIPE_READ;
    fds[1] = PIPE_WRITE;
    return 0;
}

int fcntl(int fd, int command, ...) { return (void)fd, (void)command, 0; }
int close(int fd) { return (void)fd, 0; }
int open(const char *path, int flags, ...) { return (void)path, (void)flags, refuse(EROFS); }
int fstat(int fd, struct stat *status) { return (void)fd, (void)status, refuse(EBADF); }
int stat(const char *restrict path, struct stat *restrict status) { return (void)path, (void)status, refuse(EROFS); }
int rename(const char *old, const char *new) { return (void)old, (void)new, refuse(EROFS); }
int unlink(const char *path) { return (void)path, refuse(EROFS); }
int ftruncate(int fd, off_t length) { return (void)fd, (void)length, refuse(EBADF); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    return (void)fd, (void)bytes, (void)count, (void)at, refuse(EBADF);
}
int fsync(int fd) { return (void)fd, refuse(EBADF); }
int flock(int fd, int operation) { return (void)fd, (void)operation, refuse(EBADF); }
int madvise(void *address, size_t length, int advice) { return (void)address, (void)length, (void)advice, 0; }
