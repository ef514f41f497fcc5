/*
 * Preloaded into the processes of a database: records every write, truncation and sync of the files of one folder in one
 * order, so that a replayer can make what a power cut at any moment may leave. The disk itself is not asked to sync: a sync
 * takes a moment and succeeds, or fails: as many of 1,000 as POWER_CUT_FAILING_DATABASE and POWER_CUT_FAILING_LOG say, at
 * moments of chance, but no fewer where a busy machine makes few syncs. As on Linux, a failure is told once
 * to every descriptor that was open when it happened, and nobody is told again. A sync in which something fails and one that only
 * tells of an earlier failure are recorded apart, because the latter has lost nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { DATABASE = 0, LOG = 1, FILES = 3, DESCRIPTORS = 4096 };
enum kind { WRITE = 1, TRUNCATE = 2, SYNC_BEGINS = 3, SYNC_ENDS = 4, SYNC_FAILS = 5, SYNC_TELLS = 6 };

/* What all processes share: the lock of the recording, the number of syncs, and of the failures of each file. */
struct shared {
  volatile int lock;
  volatile uint32_t syncs;
  volatile uint32_t failures[FILES];
  volatile uint32_t due[FILES]; /* thousandths of failures that are to come */
  volatile uint32_t random;
};

struct header {
  uint8_t kind;
  uint8_t file;
  uint8_t own; /* 1 where the descriptor was opened without O_CREAT: by the service, not by SQLite */
  uint8_t process; /* the last bits of its number */
  uint32_t size;
  uint64_t at; /* place in the file, or the number of the sync */
};

static struct {
  uint8_t known, file, own;
  uint32_t failuresSeen;
} descriptors[DESCRIPTORS];

static struct shared *shared;
static int recording = -1;
static char folder[PATH_MAX];
static uint32_t failingOf1000[FILES];

static const char *const names[FILES] = {"/test.db", "/test.db-wal", "/answers"};

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }
#define NEXT(result, name, ...) ((result(*)(__VA_ARGS__))next(#name))

__attribute__((constructor)) static void start(void) {
  const char *wanted = getenv("POWER_CUT_FOLDER");
  if (!wanted || strlen(wanted) + 16 > sizeof folder) return;
  strcpy(folder, wanted);
  failingOf1000[DATABASE] = atoi(getenv("POWER_CUT_FAILING_DATABASE") ?: "0");
  failingOf1000[LOG] = atoi(getenv("POWER_CUT_FAILING_LOG") ?: "0");
  char path[PATH_MAX + 16];
  strcat(strcpy(path, folder), "/shared");
  int fd = NEXT(int, open64, const char *, int, ...)(path, O_RDWR);
  if (fd < 0) return;
  void *mapped = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) abort();
  shared = mapped;
  strcat(strcpy(path, folder), "/recording");
  recording = NEXT(int, open64, const char *, int, ...)(path, O_WRONLY | O_APPEND);
  if (recording < 0) abort();
}

static void lock(void) {
  while (__sync_lock_test_and_set(&shared->lock, 1)) sched_yield();
}

static void unlock(void) { __sync_lock_release(&shared->lock); }

static uint32_t chance(void) {
  uint32_t x = shared->random ?: 2463534242u;
  x ^= x << 13, x ^= x >> 17, x ^= x << 5;
  return shared->random = x;
}

static int known(int fd) { return recording >= 0 && fd >= 0 && fd < DESCRIPTORS && descriptors[fd].known; }

static void record(enum kind kind, int fd, uint64_t at, const void *bytes, uint32_t size) {
  struct header header = {kind, descriptors[fd].file, descriptors[fd].own, getpid(), size, at};
  struct iovec parts[2] = {{&header, sizeof header}, {(void *)bytes, bytes ? size : 0}};
  ssize_t wanted = parts[0].iov_len + parts[1].iov_len;
  if (NEXT(ssize_t, writev, int, const struct iovec *, int)(recording, parts, 2) != wanted) abort();
}

static int opened(int fd, const char *path, int flags) {
  if (recording < 0 || fd < 0 || fd >= DESCRIPTORS) return fd;
  size_t length = strlen(folder);
  for (uint8_t file = 0; file < FILES; file++) {
    if (strncmp(path, folder, length) || strcmp(path + length, names[file])) continue;
    lock();
    descriptors[fd].file = file;
    descriptors[fd].own = !(flags & O_CREAT);
    descriptors[fd].failuresSeen = shared->failures[file];
    descriptors[fd].known = 1;
    unlock();
  }
  return fd;
}

#define OPEN(name)                                                              \
  int name(const char *path, int flags, ...) {                                  \
    va_list rest;                                                               \
    va_start(rest, flags);                                                      \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;     \
    va_end(rest);                                                               \
    return opened(NEXT(int, name, const char *, int, ...)(path, flags, mode), path, flags); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (known(fd)) descriptors[fd].known = 0;
  return NEXT(int, close, int)(fd);
}

#define PWRITE(name)                                                                         \
  ssize_t name(int fd, const void *bytes, size_t size, off64_t at) {                         \
    if (!known(fd)) return NEXT(ssize_t, name, int, const void *, size_t, off64_t)(fd, bytes, size, at); \
    lock();                                                                                  \
    ssize_t written = NEXT(ssize_t, name, int, const void *, size_t, off64_t)(fd, bytes, size, at); \
    if (written > 0) record(WRITE, fd, at, bytes, written);                                  \
    unlock();                                                                                \
    return written;                                                                          \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *bytes, size_t size) {
  if (!known(fd)) return NEXT(ssize_t, write, int, const void *, size_t)(fd, bytes, size);
  lock();
  off64_t at = lseek64(fd, 0, descriptors[fd].file == FILES - 1 ? SEEK_END : SEEK_CUR);
  ssize_t written = NEXT(ssize_t, write, int, const void *, size_t)(fd, bytes, size);
  if (written > 0) record(WRITE, fd, at, bytes, written);
  unlock();
  return written;
}

#define TRUNCATION(name)                                                   \
  int name(int fd, off64_t size) {                                         \
    if (!known(fd)) return NEXT(int, name, int, off64_t)(fd, size);        \
    lock();                                                                \
    int outcome = NEXT(int, name, int, off64_t)(fd, size);                 \
    if (outcome == 0) record(TRUNCATE, fd, size, 0, 0);                    \
    unlock();                                                              \
    return outcome;                                                        \
  }
TRUNCATION(ftruncate)
TRUNCATION(ftruncate64)

static int synced(int fd) {
  lock();
  uint32_t number = ++shared->syncs;
  record(SYNC_BEGINS, fd, number, 0, 0);
  struct timespec pause = {0, chance() % 2000000};
  unlock();
  nanosleep(&pause, 0);
  lock();
  volatile uint32_t *failures = &shared->failures[descriptors[fd].file];
  volatile uint32_t *due = &shared->due[descriptors[fd].file];
  *due += failingOf1000[descriptors[fd].file];
  int fails = *due >= 1000 && chance() % 2;
  if (fails) ++*failures, *due -= 1000;
  int tells = descriptors[fd].failuresSeen != *failures;
  descriptors[fd].failuresSeen = *failures;
  record(fails ? SYNC_FAILS : tells ? SYNC_TELLS : SYNC_ENDS, fd, number, 0, 0);
  unlock();
  if (!tells) return 0;
  errno = EIO;
  return -1;
}

int fsync(int fd) { return known(fd) ? synced(fd) : NEXT(int, fsync, int)(fd); }
int fdatasync(int fd) { return known(fd) ? synced(fd) : NEXT(int, fdatasync, int)(fd); }
