# Runs a command at a terminal of its own, shows what it prints, and closes the terminal when a line is read.
import os, pty, select, sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
print(f"pid {pid}", flush=True)
while True:
    readable, _, _ = select.select([0, terminal], [], [])
    if 0 in readable:
        break
    os.write(1, os.read(terminal, 65536))
os.close(terminal)
_, status = os.waitpid(pid, 0)
print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)
