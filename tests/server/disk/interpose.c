/* Fault injection for the files of one folder, loaded into a process with LD_PRELOAD.
 *
 * Every change to a file in the folder is carried out and also appended to a journal: writes,
 * truncations, new, renamed and removed names, and which of these a sync has made durable. From
 * the journal, journal.py computes what would be on the disk after a power loss at that moment.
 * A page of shared memory says which operations must fail, and with which error.
 *
 * DISK_FOLDER   the folder, an absolute path without symbolic links; its subfolders are left alone
 * DISK_JOURNAL  the file that the journal is appended to
 * DISK_CONTROL  the file with the `struct control`
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 65536
#define POWER_LOSS (-1)

enum operation { WRITE = 1, SYNC = 2, TRUNCATE = 4, NAME = 8 };
enum kind { WRITTEN = 1, TRUNCATED, SYNCED, CREATED, REMOVED, RENAMED, FOLDER_SYNCED, SYNC_FAILED, LINKED };
enum watched { NOT_OURS, A_FILE, THE_FOLDER };

struct control {
    int64_t operations; /* which operations must fail; 0: none */
    int64_t after;      /* how many of them succeed first */
    int64_t times;      /* how many fail after that */
    int64_t error;      /* the errno, or POWER_LOSS */
    int64_t seen;       /* number of operations in total */
    int64_t failed;     /* number of operations that failed */
};

struct record {
    uint64_t kind, inode, offset, length; /* `length` bytes follow */
};

static struct { uint8_t watched; uint64_t inode; } files[DESCRIPTORS];
static struct control *control;
static char folder[PATH_MAX];
static size_t folder_length;
static int journal = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The original function in the C library. */
#define REAL(name)                                                                                 \
    ({                                                                                             \
        static __typeof__(&name) found;                                                            \
        if (!found) found = (__typeof__(&name))real(#name);                                        \
        found;                                                                                     \
    })

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

/* Called when the library is loaded, and by a process that was forked and has got its variables. */
__attribute__((constructor)) void begin(void) {
    const char *where = getenv("DISK_FOLDER"), *log = getenv("DISK_JOURNAL");
    const char *page = getenv("DISK_CONTROL");
    if (!where || !log || !page) return;
    snprintf(folder, sizeof folder, "%s", where);
    folder_length = strlen(folder);
    int memory = REAL(open)(page, O_RDWR | O_CLOEXEC);
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    REAL(close)(memory);
    journal = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (control == MAP_FAILED || journal < 0) abort();
}

/* Append to the journal, in one call so that records of processes do not interleave. */
static void note(enum kind kind, uint64_t inode, uint64_t offset, const void *bytes, size_t length) {
    struct record record = {kind, inode, offset, length};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, length}};
    if (writev(journal, parts, 2) != (ssize_t)(sizeof record + length)) abort();
}

/* Count an operation; return the error with which it must fail, or 0. */
static int fault(enum operation operation) {
    control->seen++;
    if (!(control->operations & operation)) return 0;
    if (control->after > 0) {
        control->after--;
        return 0;
    }
    if (control->times <= 0) return 0;
    control->times--;
    control->failed++;
    return (int)control->error;
}

/* Simulate a power loss: the process ends without doing anything else. */
static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Return the name of a file in the folder, "" for the folder itself, or NULL. */
static const char *ours(int at, const char *path, char *space) {
    if (journal < 0 || !path) return NULL;
    if (path[0] != '/') {
        char link[64], base[PATH_MAX];
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, base, sizeof base - 1);
        if (length < 0) return NULL;
        base[length] = 0;
        if (snprintf(space, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return NULL;
        path = space;
    }
    if (strncmp(path, folder, folder_length)) return NULL;
    path += folder_length;
    if (!*path) return path;
    if (*path++ != '/') return NULL;
    return strchr(path, '/') ? NULL : path;
}

static enum watched watched(int fd) {
    return fd >= 0 && fd < DESCRIPTORS ? files[fd].watched : NOT_OURS;
}

typedef int (*opening)(int, const char *, int, mode_t);

static int opened(opening open_it, int at, const char *path, int flags, mode_t mode) {
    char space[PATH_MAX];
    const char *name = ours(at, path, space);
    if (!name) return open_it(at, path, flags, mode);
    pthread_mutex_lock(&lock);
    int is_new = (flags & O_CREAT) && faccessat(at, path, F_OK, 0);
    int wrong = is_new ? fault(NAME) : 0;
    if (wrong > 0) {
        pthread_mutex_unlock(&lock);
        errno = wrong;
        return -1;
    }
    int fd = open_it(at, path, flags, mode);
    struct stat found;
    if (fd >= DESCRIPTORS) abort();
    if (fd >= 0 && !fstat(fd, &found)) {
        files[fd].watched = S_ISDIR(found.st_mode) ? THE_FOLDER : A_FILE;
        files[fd].inode = found.st_ino;
        if (is_new) note(CREATED, found.st_ino, 0, name, strlen(name));
        else if (flags & O_TRUNC) note(TRUNCATED, found.st_ino, 0, NULL, 0);
    }
    if (wrong == POWER_LOSS) die();
    pthread_mutex_unlock(&lock);
    return fd;
}

static int plain_openat(int at, const char *path, int flags, mode_t mode) {
    return REAL(openat)(at, path, flags, mode);
}

#define MODE(flags, mode)                                                                          \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                         \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = va_arg(rest, mode_t);                                                               \
        va_end(rest);                                                                              \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, mode)
    return opened(plain_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, mode)
    return opened(plain_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int at, const char *path, int flags, ...) {
    MODE(flags, mode)
    return opened(plain_openat, at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
    MODE(flags, mode)
    return opened(plain_openat, at, path, flags | O_LARGEFILE, mode);
}

int close(int fd) {
    if (fd >= 0 && fd < DESCRIPTORS) files[fd].watched = NOT_OURS;
    return REAL(close)(fd);
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t offset, int has_offset) {
    pthread_mutex_lock(&lock);
    int wrong = fault(WRITE);
    ssize_t done = -1;
    if (wrong <= 0) {
        struct stat found;
        if (!has_offset) {
            int is_appending = REAL(fcntl)(fd, F_GETFL) & O_APPEND;
            offset = is_appending && !fstat(fd, &found) ? found.st_size : lseek(fd, 0, SEEK_CUR);
        }
        done = has_offset ? REAL(pwrite)(fd, bytes, length, offset) : REAL(write)(fd, bytes, length);
        if (done > 0) note(WRITTEN, files[fd].inode, offset, bytes, done);
    }
    if (wrong == POWER_LOSS) die();
    pthread_mutex_unlock(&lock);
    if (wrong > 0) errno = wrong;
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    return watched(fd) ? written(fd, bytes, length, 0, 0) : REAL(write)(fd, bytes, length);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return watched(fd) ? written(fd, bytes, length, offset, 1)
                       : REAL(pwrite)(fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return pwrite(fd, bytes, length, offset);
}

int ftruncate(int fd, off_t length) {
    if (!watched(fd)) return REAL(ftruncate)(fd, length);
    pthread_mutex_lock(&lock);
    int wrong = fault(TRUNCATE), done = -1;
    if (wrong <= 0 && !(done = REAL(ftruncate)(fd, length)))
        note(TRUNCATED, files[fd].inode, length, NULL, 0);
    if (wrong == POWER_LOSS) die();
    pthread_mutex_unlock(&lock);
    if (wrong > 0) errno = wrong;
    return done;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

/* A power loss during a sync comes before its end: nothing was promised yet. */
static int synced(int fd, int (*sync_it)(int)) {
    if (!watched(fd)) return sync_it(fd);
    pthread_mutex_lock(&lock);
    int wrong = fault(SYNC), done = -1;
    if (wrong == POWER_LOSS) die();
    if (wrong) note(SYNC_FAILED, files[fd].inode, 0, NULL, 0);
    else if (!(done = sync_it(fd)))
        note(watched(fd) == THE_FOLDER ? FOLDER_SYNCED : SYNCED, files[fd].inode, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    if (wrong > 0) errno = wrong;
    return done;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

int unlinkat(int at, const char *path, int flags) {
    char space[PATH_MAX];
    const char *name = ours(at, path, space);
    if (!name || flags) return REAL(unlinkat)(at, path, flags);
    pthread_mutex_lock(&lock);
    int wrong = fault(NAME), done = -1;
    if (wrong <= 0 && !(done = REAL(unlinkat)(at, path, flags)))
        note(REMOVED, 0, 0, name, strlen(name));
    if (wrong == POWER_LOSS) die();
    pthread_mutex_unlock(&lock);
    if (wrong > 0) errno = wrong;
    return done;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

/* Files moved into or out of the folder are not tracked: nothing here does that. */
static int named(enum kind kind, int from_at, const char *from, int to_at, const char *to,
                 int flags) {
    char from_space[PATH_MAX], to_space[PATH_MAX], both[PATH_MAX * 2];
    const char *old = ours(from_at, from, from_space), *new = ours(to_at, to, to_space);
    int is_ours = old && new, wrong = 0;
    if (!is_ours && (old || new)) abort();
    if (is_ours) {
        pthread_mutex_lock(&lock);
        wrong = fault(NAME);
    }
    int done = -1;
    if (wrong <= 0)
        done = kind == LINKED ? REAL(linkat)(from_at, from, to_at, to, flags)
                              : REAL(renameat)(from_at, from, to_at, to);
    if (is_ours) {
        if (!done) note(kind, 0, 0, both, (size_t)sprintf(both, "%s/%s", old, new));
        if (wrong == POWER_LOSS) die();
        pthread_mutex_unlock(&lock);
    }
    if (wrong > 0) errno = wrong;
    return done;
}

int renameat(int from_at, const char *from, int to_at, const char *to) {
    return named(RENAMED, from_at, from, to_at, to, 0);
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    return named(LINKED, from_at, from, to_at, to, flags);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
