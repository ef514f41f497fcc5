import { runCommand } from "./run-command.ts";

// All files of this program are for its own user alone: databases, logs, sockets, keys, and the files of the servers that it
// starts.
process.umask(0o077);

await runCommand();
// A resource that a library keeps open must not keep a finished command alive; the streams are flushed first.
process.stdout.write("", () => process.stderr.write("", () => process.exit()));
