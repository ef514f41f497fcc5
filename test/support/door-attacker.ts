import { Agent, request } from "node:http";
import { workerData } from "node:worker_threads";

import { type DoorAttack, doorAttacks } from "./door-attacks.ts";

const connections = 6;
const { address, name } = workerData as { readonly address: string; readonly name: string };
const attack = doorAttacks.find((known) => known.name === name);
if (attack === undefined) throw new Error(`there is no attack '${name}'`);
const agent = new Agent({ keepAlive: true, maxSockets: connections });

await Promise.all(Array.from({ length: connections }, () => attackWithoutEnd(attack)));

/** Makes one call after the other; the thread is ended from outside. */
async function attackWithoutEnd(made: DoorAttack): Promise<never> {
  for (;;) {
    const status = await post(made);
    if (!made.statuses.includes(status)) throw new Error(`${made.name} was answered with ${status}`);
  }
}

function post({ path, headers, body }: DoorAttack): Promise<number | "ended"> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, address), { method: "POST", agent, headers: { ...headers() } }, (answer) => {
      answer.resume();
      answer.once("error", () => resolve("ended"));
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") resolve("ended");
      else reject(error);
    });
    sent.end(body);
  });
}
