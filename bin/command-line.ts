import { runCommand } from "./run-command.ts";

// What this program writes is for its own user alone: databases, logs, sockets, keys, and what the servers write that it starts.
process.umask(0o077);

await runCommand();
// Whatever a library still keeps open must not keep a finished command alive; the streams are written out first.
process.stdout.write("", () => process.stderr.write("", () => process.exit()));
