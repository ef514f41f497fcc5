# Holds a listening socket as systemd does and runs a command with it (LISTEN_FDS), again and again, until it is told to end.
import os, signal, socket, subprocess, sys

port, command = int(sys.argv[1]), sys.argv[2:]
listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", port))
listening.listen(512)
if listening.fileno() != 3:
    os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
ending = False
child = None


def end(number, _frame):
    global ending
    # SIGUSR1 restarts the command.
    ending = ending or number == signal.SIGTERM
    child.send_signal(signal.SIGTERM)


signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGUSR1, end)
while not ending:
    start = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
    child = subprocess.Popen(["sh", "-c", start, "sh", *command], pass_fds=[3])
    child.wait()
