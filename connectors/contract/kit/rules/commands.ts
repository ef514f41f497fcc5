import { ensure, type KitRule } from "../rule.ts";

const outputBytesMax = 1_000;

/** Rules about commands that are run as an account. */
export const commandRules: readonly KitRule[] = [
  {
    name: "runCommand answers with what the command wrote, up to what was wanted",
    needs: ["create", "runCommand"],
    sample: "command",
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session, "account", bench.password());
      const run = (bytes: number) =>
        calls.runCommand({
          account,
          password: bench.password(),
          command: bench.samples.command ?? "",
          outputBytesMax: bytes,
        });
      const { exitCode, stdout, cut } = await run(outputBytesMax);
      ensure(exitCode === 0 && stdout.trim() === "kit", `it ended with ${exitCode} and wrote "${stdout}"`);
      ensure(!cut, "the whole output is said to be cut");
      const short = await run(1);
      ensure(short.stdout === "k" && short.cut, `of one byte it answers "${short.stdout}", cut: ${short.cut}`);
    },
  },
  {
    name: "runCommand with a wrong password is refused with currentPassword, on an absent account with notFound",
    needs: ["create", "runCommand"],
    sample: "command",
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session, "account", bench.password());
      const request = { command: bench.samples.command ?? "", outputBytesMax };
      await bench.refusal(
        () => calls.runCommand({ ...request, account, password: bench.password("-no") }),
        "currentPassword",
      );
      const absent = { name: bench.name("absent") };
      await bench.refusal(
        () => calls.runCommand({ ...request, account: absent, password: bench.password() }),
        "notFound",
      );
    },
  },
];
