import type { ServerChannel } from "ssh2";
import { afterAll, beforeAll, expect, test } from "vitest";

import { say, type SshDouble, startSshDouble } from "#test/support/ssh-double.ts";
import { testSize } from "#test/support/test-size.ts";

import type { Bench } from "../contract/kit/bench.ts";
import { runLine } from "./channel.ts";
import { change, run } from "./command.ts";
import type { SshSession } from "./session.ts";

const tries = testSize(5, 25);
let double: SshDouble;

beforeAll(async () => {
  double = await startSshDouble();
});
afterAll(() => double.stop());

type Answer = (channel: ServerChannel, mark: string) => void;

async function withSession(answer: Answer, work: (session: SshSession, b: Bench) => Promise<void>): Promise<void> {
  double.become({ exec: answer });
  const b = double.bench();
  try {
    await work((await b.open()) as SshSession, b);
  } finally {
    await b.clear();
  }
}

const { signal } = new AbortController();

test("a program that ends at once is heard to the end, every time", () =>
  withSession(
    (channel, mark) => say(channel, mark, { stdout: "all of it", stderr: "beside", code: 3 }),
    async (session) => {
      const due = { code: 3, stdout: "all of it", stderr: "beside" };
      for (let count = 0; count < tries; count += 1)
        expect(await run(session, ["x"], { signal, accept: [3] })).toEqual(due);
    },
  ));

test.each<[string, Answer, string]>([
  ["its channel is closed", (channel) => channel.close(), "lost before the program had ended"],
  ["its shell is killed", (channel) => void (channel.exit("KILL"), channel.end()), "ended by the signal SIGKILL"],
  ["it is killed", (channel, mark) => say(channel, mark, { code: 137 }), "x was ended by the signal 9"],
])("a program that ends without a code because %s is no success", (_, end, words) =>
  withSession(end, async (session, b) => {
    await b.refusal(() => run(session, ["x"], { signal }), "broken");
    await expect(run(session, ["x"], { signal })).rejects.toThrow(words);
  }),
);

const endOf = (channel: ServerChannel): void => {
  channel.exit(0);
  channel.end();
};

test.each<[string, (mark: string) => string]>([
  ["in the midst of an answer", (mark) => `\n${mark} begin\nada:x:1001`],
  ["before the code", (mark) => `\n${mark} begin\nada:x:1001:1001:::\n\n${mark} `],
  ["in the midst of the code", (mark) => `\n${mark} begin\nada:x:1001:1001:::\n\n${mark} 0`],
])("what ends %s is never taken for a whole answer", (_, text) =>
  withSession(
    (channel, mark) => {
      channel.stderr.write(`\n${mark} begin\n\n${mark} 0\n`);
      channel.write(text(mark));
      endOf(channel);
    },
    async (session, b) => {
      await b.refusal(() => run(session, ["x"], { signal }), "broken");
    },
  ),
);

test("what is written around an answer is no part of it", () =>
  withSession(
    (channel, mark) => {
      channel.write("Welcome\nada:x:0:0:::\n");
      channel.stderr.write("We trust you have received the usual lecture\n");
      channel.write(`\n${mark} begin\n0\n\n${mark} 0\n`);
      channel.stderr.write(`\n${mark} begin\n\n${mark} 0\n`);
      channel.write("Bye\n");
      endOf(channel);
    },
    async (session) => {
      expect(await run(session, ["x"], { signal })).toEqual({ code: 0, stdout: "0\n", stderr: "" });
    },
  ));

test("of a line that writes more than is wanted the beginning is kept, and it is heard to its end", () =>
  withSession(
    (channel) => {
      channel.write("0123");
      channel.write("4567");
      channel.stderr.write("fits");
      channel.exit(7);
      channel.end();
    },
    async (session) => {
      const said = { code: 7, stdout: "012345", stderr: "fits", cut: true };
      expect(await runLine(session, "any words", { signal, outputBytesMax: 6 })).toEqual(said);
      expect(await runLine(session, "any words", { signal, outputBytesMax: 8 })).toEqual({
        ...said,
        stdout: "01234567",
        cut: false,
      });
    },
  ));

test("an answer that has more than is read is none", () =>
  withSession(
    (channel, mark) => say(channel, mark, { stdout: "ada:x:1001:1001:::\n".repeat(20) }),
    async (session, b) => {
      const { message } = await b.refusal(() => run(session, ["x"], { signal, outputBytesMax: 300 }), "notSupported");
      expect(message).toContain("more than 300 bytes");
      expect((await run(session, ["x"], { signal, outputBytesMax: 900 })).stdout).toHaveLength(380);
    },
  ));

test("a program that sudo does not find is not there", () =>
  withSession(
    (channel, mark) => say(channel, mark, { stderr: "sudo: x: command not found\n", code: 1 }),
    async (session, b) => {
      await b.refusal(() => run(session, ["x"], { signal }), "config");
      expect((await run(session, ["x"], { signal, accept: [127] })).code).toBe(127);
    },
  ));

test("a call that is given up ends at once and in its own words", () => {
  const controller = new AbortController();
  return withSession(
    () => controller.abort(new Error("given up")),
    async (session) => {
      await expect(run(session, ["x"], { signal: controller.signal })).rejects.toThrow("given up");
      await expect(run(session, ["x"], { signal: controller.signal })).rejects.toThrow("given up");
    },
  );
});

test.each([
  ["", []],
  [
    "useradd: Warning: missing or non-executable shell '/x'\n",
    ["useradd: Warning: missing or non-executable shell '/x'"],
  ],
  ["sudo: unable to resolve host box: Name or service not known\nusermod: no changes\n", ["usermod: no changes"]],
  ["userdel: ada mail spool (/var/mail/ada) not found\n", []],
])("what a program says beside its success is told: %j", (stderr, told) =>
  withSession(
    (channel, mark) => say(channel, mark, { stderr }),
    async (session) => {
      const notices: string[] = [];
      await change(session, ["usermod"], { signal, notice: (words) => void notices.push(words) });
      expect(notices).toEqual(told);
    },
  ),
);
