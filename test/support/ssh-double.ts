import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import ssh2, { type AuthContext, type ServerChannel } from "ssh2";

import { Bench } from "#connectors/contract/kit/bench.ts";
import ssh from "#connectors/ssh/ssh.ts";

/** Answers of a double of an SSH server. */
export interface Habits {
  /** Answers an attempt to log in; absent = every password is accepted. */
  login?(attempt: AuthContext): void;
  /** Answers a command; the mark is that of its script. */
  exec?(channel: ServerChannel, mark: string): void;
  /** Answers the question who the login is; absent = root. */
  whoAmI?(channel: ServerChannel, mark: string): void;
  /** True to refuse a further channel. */
  refusesChannels?: boolean;
}

/** A running double of an SSH server whose habits may be changed. */
export interface SshDouble {
  readonly fingerprint: string;
  /** Replaces all habits. */
  become(habits: Habits): void;
  /** Returns a bench whose administrator logs in there. */
  bench(address?: object): Bench;
  stop(): void;
}

/** Starts a double of an SSH server for answers that a real one gives only by accident. */
export async function startSshDouble(): Promise<SshDouble> {
  // About one in 400 of the ed25519 keys that ssh2 makes cannot be read by ssh2 itself.
  const keys = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  const parsed = ssh2.utils.parseKey(keys.public);
  if (parsed instanceof Error) throw parsed;
  const fingerprint = `SHA256:${createHash("sha256").update(parsed.getPublicSSH()).digest("base64").replace(/=+$/, "")}`;
  let habits: Habits = {};
  const server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (attempt) => {
      if (habits.login) habits.login(attempt);
      else if (attempt.method === "password") attempt.accept();
      else attempt.reject(["password"]);
    });
    client.on("session", (accept, reject) => {
      if (habits.refusesChannels) {
        reject();
        return;
      }
      accept().on("exec", (acceptExec, _reject, { command }) => {
        const channel = acceptExec();
        const asksWho = command.includes(String.raw`\0047id\0047 \0047-u\0047`);
        const answer = asksWho ? (habits.whoAmI ?? rootSays) : habits.exec;
        answer?.(channel, markOf(command));
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    fingerprint,
    become: (next) => void (habits = next),
    bench: (address = {}) =>
      new Bench(ssh, {
        address: { host: "127.0.0.1", port, hostKeys: [fingerprint], ...address },
        credentials: [{ role: "admin", login: "root", secret: "word" }],
        stop: () => {},
      }),
    stop: () => void server.close(),
  };
}

function rootSays(channel: ServerChannel, mark: string): void {
  say(channel, mark, { stdout: "0\n" });
}

/** Returns the mark of the script in a command. */
export function markOf(command: string): string {
  return /mark-[0-9a-f]{32}/.exec(command)?.[0] ?? "";
}

/** Answers like a shell that runs one program of a marked script. */
export function say(
  channel: ServerChannel,
  mark: string,
  { stdout = "", stderr = "", code = 0 }: { stdout?: string; stderr?: string; code?: number },
): void {
  const around = (text: string): string => `\n${mark} begin\n${text}\n${mark} ${code}\n`;
  channel.write(around(stdout));
  channel.stderr.write(around(stderr));
  channel.exit(0);
  channel.end();
}
