import type { AuthContext, Prompt } from "ssh2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Secret, validateAddress } from "#connectors/contract/index.ts";
import { say, type SshDouble, startSshDouble } from "#test/support/ssh-double.ts";

import type { SshOptions } from "./address.ts";
import { asAccount } from "./open-session.ts";
import { refusedConnection } from "./penalties.ts";
import type { SshSession } from "./session.ts";
import ssh from "./ssh.ts";

let double: SshDouble;

beforeAll(async () => {
  double = await startSshDouble();
});
afterAll(() => double.stop());

const refusal = async (code: Parameters<ReturnType<SshDouble["bench"]>["refusal"]>[1], address: object = {}) => {
  const b = double.bench(address);
  try {
    return await b.refusal(() => b.open(), code);
  } finally {
    await b.clear();
  }
};
const opens = async (): Promise<void> => {
  const b = double.bench();
  try {
    await b.open();
  } finally {
    await b.clear();
  }
};

/** Makes a host that asks by keyboard-interactive in rounds, and accepts `word` at the first prompt. */
function asking(...rounds: readonly (readonly Prompt[])[]) {
  const heard: string[][] = [];
  double.become({
    login(attempt: AuthContext) {
      if (attempt.method !== "keyboard-interactive") {
        attempt.reject(["publickey", "keyboard-interactive"]);
        return;
      }
      const ask = ([round, ...rest]: readonly (readonly Prompt[])[]): void => {
        if (round === undefined) {
          if (heard.flat()[0] === "word") attempt.accept();
          else attempt.reject();
          return;
        }
        attempt.prompt([...round], "Login", "of the host", (answers) => {
          heard.push(answers);
          ask(rest);
        });
      };
      ask(rounds);
    },
  });
  return heard;
}

const password: Prompt = { prompt: "Passwort: ", echo: false };

describe("keyboard-interactive", () => {
  test("one prompt without echo, in whatever language, is answered with the password", async () => {
    const heard = asking([password]);
    await opens();
    expect(heard).toEqual([["word"]]);
  });

  test("words without a prompt before and after are no question", async () => {
    const heard = asking([], [password], []);
    await opens();
    expect(heard).toEqual([[], ["word"], []]);
  });

  test.each<[string, Prompt[][], string]>([
    [
      "several prompts",
      [[password, { prompt: "One-time code: ", echo: false }]],
      "Login of the host Passwort: One-time code:",
    ],
    ["an echoed prompt", [[{ prompt: "User name: ", echo: true }]], "User name:"],
  ])("%s are refused with their words, and nothing is told", async (_, rounds, words) => {
    const heard = asking(...rounds);
    expect((await refusal("notSupported")).message).toContain(words);
    expect(heard).toEqual([]);
  });

  test("a second prompt does not get the password again", async () => {
    const heard = asking([password], [{ prompt: "Verification code: ", echo: false }]);
    expect((await refusal("notSupported")).message).toContain(
      'after the password: "Login of the host Verification code:"',
    );
    expect(heard).toEqual([["word"]]);
  });

  test("a wrong password is a wrong password", async () => {
    double.become({ login: (attempt) => attempt.reject(["keyboard-interactive"]) });
    expect((await refusal("badCredentials")).message).toContain("authentication methods failed");
  });
});

describe("other ways to log in", () => {
  test("a host that takes no passwords is told apart from one that refuses this one", async () => {
    double.become({ login: (attempt) => attempt.reject(["publickey"]) });
    expect((await refusal("notSupported")).message).toContain("only publickey");
  });

  test("a host that wants a second proof is no host that refuses the password", async () => {
    double.become({
      login: (attempt) =>
        attempt.method === "password" ? attempt.reject(["keyboard-interactive"], true) : attempt.reject(["password"]),
    });
    expect((await refusal("notSupported")).message).toContain("a further proof beside password: keyboard-interactive");
  });

  test("a host with another key than that of the address is refused with both fingerprints", async () => {
    const known = `SHA256:${"A".repeat(43)}`;
    double.become({});
    const { message } = await refusal("config", { hostKeys: [known] });
    expect(message).toContain(double.fingerprint);
    expect(message).toContain(known);
  });
});

describe("who the login is", () => {
  test.each<[string, string, "permission" | "config", RegExp]>([
    ["another user", "1000\n", "permission", /user id is 1000.*sudo: true/],
    ["a text", "root\n", "config", /answers "root"/],
    ["nothing", "", "config", /answers ""/],
  ])("%s is not root, in words that fit", async (_, stdout, code, words) => {
    double.become({ whoAmI: (channel, mark) => say(channel, mark, { stdout }) });
    expect((await refusal(code)).message).toMatch(words);
  });

  test.each([
    ["This account is currently not available.\n", "", /It wrote: This account is currently not available/, "config"],
    ["", "fish: Unknown command\n", /It wrote: fish: Unknown command/, "config"],
    ["", "", /It wrote nothing/, "config"],
    ["", "Password change required but no TTY available.\n", /^Password change required/, "badCredentials"],
  ] as const)("a shell that runs nothing is quoted: %j %j", async (stdout, stderr, words, code) => {
    double.become({
      whoAmI(channel) {
        channel.write(stdout);
        channel.stderr.write(stderr);
        channel.exit(1);
        channel.end();
      },
    });
    expect((await refusal(code)).message).toMatch(words);
  });

  test("a host with as many sessions as it takes is busy", async () => {
    double.become({ refusesChannels: true });
    expect((await refusal("busy")).message).toContain("Channel open failure");
  });
});

test("a host that wants a new password in the midst of a login has taken the old one", async () => {
  asking(
    [password],
    [{ prompt: "You are required to change your password immediately.\nCurrent password: ", echo: false }],
  );
  const options = (await validateAddress(ssh, double.bench().target.address)) as SshOptions;
  const session = { options } as SshSession;
  const login = { name: "ada", password: new Secret("word"), signal: AbortSignal.timeout(20_000) };
  expect(await asAccount(session, login, async () => "in")).toEqual({ mustChange: true });
});

test("a host with too many logins under way is busy, whatever was refused before", () => {
  expect(refusedConnection({ host: "h", port: 22 }, "Exceeded MaxStartups\r\n")).toMatchObject({ code: "busy" });
  expect(refusedConnection({ host: "h", port: 22 }, "")).toBeUndefined();
});
