import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import { ensure } from "#connectors/contract/kit/rule.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { PluginFailure } from "#plugins/host/plugin-words.ts";
import { type ServiceSources, sourcesOf } from "#plugins/host/service-table.ts";
import { changeableFile } from "#plugins/host/trusted-plugins.ts";

import { isTooLate, type KitCase, type PluginBench } from "./bench.ts";

/** A rule for plug-ins; its name is the sentence that must hold. */
export interface PluginRule {
  readonly name: string;
  /** Throws with an explanation when the rule does not hold; a returned text says why it does not apply. */
  check(bench: PluginBench): Promise<string | void>;
}

const afterAnswerMs = 300;

/** Rules for plug-ins that can be checked from outside, in the order in which they run. */
export const pluginRules: readonly PluginRule[] = [
  {
    name: "nobody but the service can change its file",
    async check({ file }) {
      const open = changeableFile(file);
      ensure(open === undefined, open ?? "");
    },
  },
  {
    name: "it answers each request of its kind in time, with a patch that fits",
    async check(bench) {
      for (const one of bench.cases) await bench.alone((own) => told(one.about, own.ask(one)));
    },
  },
  {
    name: "an answer does not depend on the requests before it",
    async check(bench) {
      for (const one of bench.cases) {
        const first = await bench.alone((own) => outcomeOf(own.ask(one)));
        ensure(
          (await outcomeOf(bench.ask(one))) === first,
          `${one.about}: asked first it answers otherwise than later`,
        );
      }
    },
  },
  {
    name: "it answers where its services know nothing",
    async check(bench) {
      for (const one of bench.cases) {
        const asKnown = await outcomeOf(bench.ask(one));
        // Calls that fail anyway belong to another rule.
        if (asKnown !== undefined) await told(one.about, bench.ask(one, sourcesOf()));
      }
    },
  },
  {
    name: "it ends in time where its services fail",
    async check(bench) {
      for (const one of bench.cases) {
        const failure = await bench.ask(one, failingSources).catch((error: unknown) => error);
        ensure(!isTooLate(failure), `${one.about}: ${isTooLate(failure) ? failure.message : ""}`);
      }
    },
  },
  {
    name: "it tells no secret, neither to the log nor in an error",
    async check(bench) {
      if (!pluginKinds[bench.kind].secrets) return "its kind gets no secrets";
      for (const one of bench.cases) {
        await bench.ask(one, failingSources).catch(() => undefined);
        await bench.ask(one).catch(() => undefined);
      }
      ensure(bench.told === 0, "a secret of the request stood in the log or in an error");
    },
  },
  {
    name: "nothing of it fails after it has answered",
    async check(bench) {
      const answered: KitCase[] = [];
      for (const one of bench.cases) if ((await outcomeOf(bench.ask(one))) !== undefined) answered.push(one);
      await sleep(afterAnswerMs);
      // On a busy machine the process may reach its pending work only at the next call: then that call fails, or the one after it.
      let later = 0;
      for (const one of answered.slice(0, 1))
        for (let time = 0; time < 2; time += 1) later += (await outcomeOf(bench.ask(one))) === undefined ? 1 : 0;
      // Work that these two calls started in a process of their own may end only now.
      await sleep(afterAnswerMs);
      ensure(bench.strays + later === 0, "something that it had begun has failed after its answer");
    },
  },
  {
    name: "the cases of its author come out as they say",
    async check(bench) {
      const cases = bench.cases.filter(({ patch }) => patch !== undefined);
      if (cases.length === 0) return "no case says what must come out";
      for (const one of cases) {
        const patch = JSON.parse(JSON.stringify(await told(one.about, bench.ask(one)))) as unknown;
        ensure(isDeepStrictEqual(patch, one.patch), `${one.about}: it returns ${JSON.stringify(patch)}`);
      }
    },
  },
];

const failingSources = Object.fromEntries(
  Object.keys(sourcesOf()).map((name) => [name, () => Promise.reject(new Error("the service does not answer"))]),
) as unknown as ServiceSources;

async function told<T>(about: string, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    throw new Error(`${about}: ${error.message}${error.own === undefined ? "" : `: ${error.own}`}`, { cause: error });
  }
}

/** Returns the outcome of a call as a text, without the `state` that a step of a chain keeps for itself; undefined if it fails. */
async function outcomeOf(asking: Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await asking, (name, value: unknown) => (name === "state" ? null : value));
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    return undefined;
  }
}
