// @few it starts two whole installations and waits for them
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { nodeOptions } from "#platform/processes/node-options.ts";

import { eventually } from "../support/journey.ts";
import { projectRoot } from "../support/source-files.ts";
import { stepsOf, walkSteps } from "../support/walk-through.ts";
import { NodeProcesses } from "./node-processes.ts";

const walkMsMax = 240_000;

let first: NodeProcesses;
let second: NodeProcesses;

beforeAll(async () => {
  [first, second] = await Promise.all([NodeProcesses.make("node1"), NodeProcesses.make("berlin")]);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Returns the environment of a shell at the machine of a node, without what the steps themselves set. */
function shellAt(node: NodeProcesses): Readonly<Record<string, string>> {
  const commands = join(node.folder, "bin");
  mkdirSync(commands, { recursive: true });
  const call = [process.execPath, ...nodeOptions, join(projectRoot, "bin/gatehouse.ts")].map((word) => `'${word}'`);
  writeFileSync(join(commands, "gatehouse"), `#!/bin/sh\nexec ${call.join(" ")} "$@"\n`, { mode: 0o755 });
  const { HOME = "", TMPDIR = "/tmp", PATH = "" } = process.env;
  const { NODE_NAME: _name, GATEHOUSE_DATA: _data, ...settings } = node.environment;
  return { PATH: [commands, dirname(process.execPath), PATH].join(delimiter), HOME, TMPDIR, ...settings };
}

/** Returns a step with the addresses and folders of this test in place of those of the document. */
const here = (step: string): string =>
  step
    .replaceAll("https://iam.example", first.address)
    .replaceAll("https://iam-berlin.example", second.address)
    .replaceAll("/var/lib/gatehouse", second.folder);

const walkAt = (node: NodeProcesses, steps: readonly string[]) =>
  walkSteps(steps.map(here), {
    cwd: node.folder,
    env: node === first ? { ...shellAt(node), ...node.environment } : shellAt(node),
    timeoutMs: walkMsMax,
  });

const superuser = { username: "chief", password: "Crane-Lamp-42-Harbour" };

/** Returns true if the superuser of the first node signs in at a node and its REST shows a user. */
async function shows({ address }: NodeProcesses, id: string): Promise<boolean> {
  const body = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", ...superuser });
  const signedIn = await fetch(`${address}/identity/connect/token`, { method: "POST", body }).catch(() => undefined);
  if (signedIn?.status !== 200) return false;
  const { access_token: token } = (await signedIn.json()) as { readonly access_token: string };
  const found = await fetch(`${address}/v2/users?$filter=id eq '${id}'&$select=id`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { value } = (await found.json()) as { readonly value: readonly object[] };
  return value.length === 1;
}

const shown = (node: NodeProcesses, id: string) => eventually(`${id} is shown at ${node.name}`, () => shows(node, id));

// @specification 1.replication
test(
  "the steps of docs/nodes.md lead from one node to two, and a user made at one is shown at the other",
  { timeout: walkMsMax },
  async () => {
    const steps = stepsOf("docs/nodes.md", "From one node to two");
    expect(steps).toHaveLength(5);
    const [address = "", invite = "", join3 = "", start = "", look = ""] = steps;
    const [settings = ""] = join3.split("\n");
    const password = join(first.folder, "password.txt");
    writeFileSync(password, `${superuser.password}\n`, { mode: 0o600 });
    await first.run("migrate");
    await first.run("install", "--superuser", superuser.username, "--password-file", password);
    await Promise.all([first.start("api"), first.start("hub")]);
    await first.run("user", "add", "anna");

    expect((await walkAt(first, [address])).stdout).toMatch(/^node1 +active +no address +this node +schema \d+$/m);
    await walkAt(first, [invite]);
    copyFileSync(join(first.folder, "token.txt"), join(second.folder, "token.txt"));
    expect((await walkAt(second, [join3])).stdout).toMatch(
      /^Node 'berlin' joined: \d+ rows and \d+ changes of 'node1'/m,
    );

    // The shell of the second machine stays open, with the processes that the step has started in it.
    const shell = walkAt(second, [`${settings}\n`, start, "until [ -e over ]; do sleep 0.2; done\n"]);
    const ended = shell.then(() => Promise.reject(new Error("the shell of the second machine has ended")));
    try {
      await Promise.race([ended, shown(second, "anna")]);
      await first.run("user", "add", "ben");
      await shown(second, "ben");
      await second.run("user", "add", "zoe");
      await shown(first, "zoe");
      await eventually("each node shows the other as active and pulled", async () => {
        const [one, other] = [await first.run("nodes", "status"), await second.run("nodes", "status")];
        return /^berlin +active .*pulled 2/m.test(one) && /^node1 +active .*pulled 2/m.test(other);
      });
      const { stdout } = await walkAt(second, [`${settings}\n`, look]);
      expect(stdout).toMatch(/^berlin +active +http\S+ +this node +schema \d+$/m);
      expect(stdout).toMatch(/^node1 +active +http\S+ +pulled \S+ +schema \d+$/m);
      expect(stdout).toMatch(/^node node1 +changes \d+ +p50Ms \d+ +p95Ms \d+ +maxMs \d+ +caughtUpAt 2/m);
    } finally {
      writeFileSync(join(second.folder, "over"), "");
      await shell;
    }
  },
);
