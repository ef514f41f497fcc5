import { statSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { noticeAddresses, type NoticePlace } from "./notice-address.ts";
import { removeSocket } from "./notice-listener.ts";

/** Sender of change notices to the other processes of an installation. */
export interface NoticeSender {
  /** Sends a notice soon; never fails and never waits. Calls in quick succession are sent as one notice. */
  send(): void;
  /** Waits until all pending notices have been sent. */
  flush(): Promise<void>;
}

/** Options of a sender of notices. */
export interface NoticeSenderOptions {
  /** Address of the own socket, which needs no notice. */
  readonly except?: string | undefined;
}

const answerMs = 2_000;
const pauseMs = 20;
const abandonedMs = 60_000;
const hint = "changed";

/** Makes the sender of hints: each receiver reads the change log, so a lost hint only costs time. */
export function createNoticeSender(place: NoticePlace, { except }: NoticeSenderOptions = {}): NoticeSender {
  let wanted = false;
  let sending: Promise<void> | undefined;

  async function sendWhileWanted(): Promise<void> {
    while (wanted) {
      wanted = false;
      // A process that was not reached finds the change by polling.
      await sendNotice(place, hint, { except }).catch(() => undefined);
      if (wanted) await sleep(pauseMs);
    }
  }

  return {
    send() {
      wanted = true;
      sending ??= sendWhileWanted().finally(() => (sending = undefined));
    },
    flush: async () => sending,
  };
}

/** Sends a line to every process that listens under a name; returns the lines of those that answered. */
export async function sendNotice(
  place: NoticePlace,
  line: string,
  { except }: NoticeSenderOptions = {},
): Promise<readonly string[]> {
  const addresses = noticeAddresses(place).filter((address) => address !== except);
  const answers = await Promise.all(addresses.map((address) => ask(address, line)));
  return answers.filter((answer) => answer !== undefined);
}

/** Sends a line to one process after the other that listens under a name, each with so much time; returns the lines of those that answered. */
export async function askOneByOne(place: NoticePlace, line: string, withinMs: number): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const address of noticeAddresses(place)) {
    const answer = await ask(address, line, withinMs);
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

function ask(address: string, line: string, withinMs: number = answerMs): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let text = "";
  const socket = connect(address);
  socket.setEncoding("utf8");
  socket.setTimeout(withinMs, () => socket.destroy());
  socket.on("data", (part: string) => (text += part));
  socket.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") removeAbandoned(address);
  });
  socket.once("close", () => resolve(text.endsWith("\n") ? text.trimEnd() : undefined));
  socket.write(`${line}\n`);
  return promise;
}

/** Removes the file that a killed process left behind; a young file may belong to a process that is about to listen. */
function removeAbandoned(address: string): void {
  const file = statSync(address, { throwIfNoEntry: false });
  if (file !== undefined && Date.now() - file.mtimeMs > abandonedMs) removeSocket(address);
}
