/*
 * PAM module that has changes of passwords judged and reported by the password sender of this host (docs/password-sender-linux.md).
 *
 *   password requisite pam_gatehouse.so judge        before pam_unix: asks for the new password unless that is done, and has it judged
 *   password optional  pam_gatehouse.so report       after pam_unix: reports the password that is now set
 *
 * Option: folder=<folder of the sender>. The password goes through a local socket only: not to a program, a file, an environment or a log.
 */
#define _GNU_SOURCE
#include <crypt.h>
#include <errno.h>
#include <poll.h>
#include <shadow.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

/* The few parts of Linux-PAM that are used are declared here, so that a compiler is all that building needs. */
typedef struct pam_handle pam_handle_t;
int pam_get_item(const pam_handle_t *pamh, int item_type, const void **item);
int pam_get_user(pam_handle_t *pamh, const char **user, const char *prompt);
int pam_get_authtok(pam_handle_t *pamh, int item, const char **authtok, const char *prompt);
int pam_prompt(pam_handle_t *pamh, int style, char **response, const char *format, ...);
void pam_syslog(const pam_handle_t *pamh, int priority, const char *format, ...);

enum { PAM_SUCCESS = 0, PAM_AUTHTOK_ERR = 20, PAM_IGNORE = 25 };
enum { PAM_AUTHTOK = 6, PAM_ERROR_MSG = 3, PAM_TEXT_INFO = 4 };
enum { PAM_SILENT = 0x8000, PAM_UPDATE_AUTHTOK = 0x2000 };

/* Longer than the sender waits for the service, shorter than the patience of a person. */
enum { CALL_MS = 5000, NAME_MAX_BYTES = 1024, ANSWER_MAX_BYTES = 8192 };

static const char usual_folder[] = "/var/lib/gatehouse-password-sender";

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

/* Waits until the socket is ready; returns 0 if it is not by the deadline. */
static int ready(int fd, short events, long deadline)
{
    for (;;) {
        struct pollfd polled = {.fd = fd, .events = events};
        long left = deadline - now_ms();
        int found = left > 0 ? poll(&polled, 1, (int)left) : 0;
        if (found > 0)
            return 1;
        if (found == 0 || errno != EINTR)
            return 0;
    }
}

/* Connects without waiting for a sender that takes no calls; returns -1 if there is none. */
static int connected(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
    if (length < 0 || (size_t)length >= sizeof address.sun_path)
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd != -1 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static int sent(int fd, const char *bytes, size_t length, long deadline)
{
    while (length > 0) {
        ssize_t done = send(fd, bytes, length, MSG_NOSIGNAL);
        if (done > 0) {
            bytes += done;
            length -= (size_t)done;
        } else if (done == -1 && errno == EINTR)
            continue;
        else if (done != -1 || errno != EAGAIN || !ready(fd, POLLOUT, deadline))
            return 0;
    }
    return 1;
}

/* Reads up to the end of the answer; returns 0 if that does not come by the deadline. */
static int received(int fd, char *answer, long deadline)
{
    size_t length = 0;
    for (;;) {
        ssize_t done = recv(fd, answer + length, ANSWER_MAX_BYTES - 1 - length, 0);
        if (done > 0)
            length += (size_t)done;
        else if (done == 0) {
            answer[length] = '\0';
            return length > 0;
        } else if (errno != EINTR && (errno != EAGAIN || !ready(fd, POLLIN, deadline)))
            return 0;
        if (length >= ANSWER_MAX_BYTES - 1)
            return 0;
    }
}

/* Makes a call of the sender; returns 0 if there is no answer. */
static int called(const char *folder, const char *step, const char *user, const char *password, char *answer)
{
    const char *fields[] = {"1", step, user, password};
    long deadline = now_ms() + CALL_MS;
    int fd = connected(folder);
    int good = fd != -1;
    for (size_t index = 0; good && index < sizeof fields / sizeof *fields; index++)
        good = sent(fd, fields[index], strlen(fields[index]) + 1, deadline);
    good = good && shutdown(fd, SHUT_WR) == 0 && received(fd, answer, deadline);
    if (fd != -1)
        close(fd);
    return good;
}

/* Returns 1 if the sender has noted that passwords are refused while it cannot be asked. */
static int refuses_while_away(const char *folder)
{
    char path[4096], word[16] = "";
    int length = snprintf(path, sizeof path, "%s/while-away", folder);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "re") : NULL;
    if (file == NULL)
        return 0;
    if (fgets(word, sizeof word, file) == NULL)
        word[0] = '\0';
    fclose(file);
    return strncmp(word, "refuse", 6) == 0;
}

static void say(pam_handle_t *pamh, int flags, int style, const char *words)
{
    if (!(flags & PAM_SILENT))
        pam_prompt(pamh, style, NULL, "%s", words);
}

static int judge(pam_handle_t *pamh, int flags, const char *folder, const char *user)
{
    const char *password = NULL;
    char answer[ANSWER_MAX_BYTES];
    int got = pam_get_authtok(pamh, PAM_AUTHTOK, &password, NULL);
    if (got != PAM_SUCCESS || password == NULL)
        return got == PAM_SUCCESS ? PAM_AUTHTOK_ERR : got;
    if (!called(folder, "judge", user, password, answer)) {
        if (!refuses_while_away(folder))
            return PAM_IGNORE;
        pam_syslog(pamh, LOG_WARNING, "the password sender does not answer; a change is refused");
        say(pamh, flags, PAM_ERROR_MSG, "Passwords cannot be changed at the moment. Try again later.");
        return PAM_AUTHTOK_ERR;
    }
    if (strncmp(answer, "refused\n", 8) != 0)
        return PAM_IGNORE;
    char *left = answer + 8;
    for (char *line = strsep(&left, "\n"); line != NULL; line = strsep(&left, "\n"))
        if (*line != '\0')
            say(pamh, flags, PAM_ERROR_MSG, line);
    return PAM_AUTHTOK_ERR;
}

/* Returns 0 if the host itself knows another password of the user: the change was not made, or a later one was. */
static int opens(const char *user, const char *password)
{
    struct spwd found, *entry = NULL;
    struct crypt_data data;
    char strings[8192];
    if (getspnam_r(user, &found, strings, sizeof strings, &entry) != 0 || entry == NULL || entry->sp_pwdp == NULL)
        return 1;
    memset(&data, 0, sizeof data);
    const char *hash = crypt_r(password, entry->sp_pwdp, &data);
    int same = hash != NULL && strcmp(hash, entry->sp_pwdp) == 0;
    explicit_bzero(&data, sizeof data);
    explicit_bzero(strings, sizeof strings);
    return same;
}

static int report(pam_handle_t *pamh, int flags, const char *folder, const char *user)
{
    const void *password = NULL;
    char answer[ANSWER_MAX_BYTES];
    if (pam_get_item(pamh, PAM_AUTHTOK, &password) != PAM_SUCCESS || password == NULL || !opens(user, password))
        return PAM_IGNORE;
    if (called(folder, "report", user, password, answer) && strncmp(answer, "ok\n", 3) == 0)
        return PAM_IGNORE;
    pam_syslog(pamh, LOG_ERR, "the password sender has not taken the new password of %s", user);
    say(pamh, flags, PAM_TEXT_INFO, "Your password was changed here only.");
    return PAM_IGNORE;
}

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *folder = usual_folder, *step = "", *user = NULL;
    if (!(flags & PAM_UPDATE_AUTHTOK))
        return PAM_IGNORE;
    for (int index = 0; index < argc; index++) {
        if (strncmp(argv[index], "folder=", 7) == 0)
            folder = argv[index] + 7;
        else
            step = argv[index];
    }
    if (pam_get_user(pamh, &user, NULL) != PAM_SUCCESS || user == NULL || strlen(user) > NAME_MAX_BYTES)
        return PAM_IGNORE;
    if (strcmp(step, "judge") == 0)
        return judge(pamh, flags, folder, user);
    if (strcmp(step, "report") == 0)
        return report(pamh, flags, folder, user);
    pam_syslog(pamh, LOG_ERR, "write judge or report behind pam_gatehouse.so");
    return PAM_IGNORE;
}
