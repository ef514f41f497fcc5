import { Command } from "commander";
import { afterEach, expect, test, vi } from "vitest";

import { verbsOfSets } from "#api/offered/verbs-of-sets.ts";
import { withoutSets } from "#api/offered/without-sets.ts";
import { entitySets } from "#api/v2/routes.ts";

import { leavesOf } from "../tools/command-pages.ts";
import { readOperations } from "../tools/doors-page.ts";
import { loadCommands } from "./command-groups.ts";
import { commandsOfOperations } from "./commands-of-operations.ts";
import { localCommands, whyLocal } from "./local-commands.ts";
import { createProgram } from "./program.ts";
import { addServiceOptions, nameBelow, takeAddress, takesAddress } from "./service-options.ts";
import { type SignInOptions, signsInAlways } from "./sign-in-options.ts";

afterEach(() => vi.unstubAllEnvs());

const leaves = leavesOf(createProgram(await loadCommands()));
const namesOf = (commands: readonly Command[]) => commands.map(nameBelow);
/** Commands that call a service before there is a user who could sign in. */
const enrolments = ["host enrol", "password-sender enrol", "proxy enrol"];

test("every command signs in, takes the address of a service, or says why it acts on its own machine alone", () => {
  const stances = leaves.map((leaf) => {
    const name = nameBelow(leaf);
    const stands = [signsInAlways(leaf), takesAddress(leaf), whyLocal(name) !== undefined, enrolments.includes(name)];
    return [name, stands.filter(Boolean).length] as const;
  });
  expect(stances.filter(([, count]) => count !== 1)).toEqual([]);
  expect(leaves.filter(takesAddress).length).toBeGreaterThan(70);
});

test("every command of an operation that is offered does, or has a reason", () => {
  const offered = new Set([
    ...[...verbsOfSets(entitySets)].flatMap(([name, { address }]) => (address === null ? [] : name)),
    ...withoutSets.map(({ operation: { name } }) => name),
    ...readOperations,
  ]);
  const taking = new Set(namesOf(leaves.filter((leaf) => takesAddress(leaf) || signsInAlways(leaf))));
  const left = Object.entries(commandsOfOperations).flatMap(([operation, row]) => {
    if ("why" in row) return [];
    const commands = row.filter((command) => whyLocal(command) === undefined);
    return offered.has(operation) ? commands.filter((command) => !taking.has(command)) : commands;
  });
  expect(left).toEqual([]);
});

test("every reason is that of a command, or of a group of commands", () => {
  const names = namesOf(leaves);
  const unused = Object.keys(localCommands).filter(
    (local) => !names.some((name) => `${name} `.startsWith(`${local} `)),
  );
  expect(unused).toEqual([]);
  expect(whyLocal("vault rotate-key")).toBe(localCommands["vault"]);
  expect(whyLocal("vaults")).toBeUndefined();
});

interface Called {
  readonly address: SignInOptions | undefined;
  readonly own: object;
}

/** Calls a program of one command; returns the address that it was directed to, and its remaining options. */
async function calling(name: string, flags: readonly string[], words: readonly string[]): Promise<Called> {
  const program = new Command("gatehouse").exitOverride().configureOutput({ writeErr: () => undefined });
  const command = name.split(" ").reduce((above, word) => above.command(word), program);
  for (const flag of flags) command.option(flag);
  let called: Called | undefined;
  let address: SignInOptions | undefined;
  program.hook("preAction", (_program, led) => void (address = takeAddress(led)));
  command.action((own: object) => void (called = { address, own }));
  addServiceOptions(program);
  await program.parseAsync([...name.split(" "), ...words], { from: "user" });
  if (called === undefined) throw new Error("it was not called");
  return called;
}

const url = "https://iam.example";
const userOption = "--user";

test("the command itself is told nothing of the address and of who signs in", async () => {
  const words = ["--name", "Anna", "--url", url, "--user", "boss", "--password-file", "boss.txt"];
  expect(await calling("user add", ["--name <text>"], words)).toEqual({
    address: { url, user: "boss", passwordFile: "boss.txt", userOption },
    own: { name: "Anna" },
  });
});

test("who signs in may stand in the environment, which leads no command elsewhere", async () => {
  vi.stubEnv("PUBLIC_ADDRESS", url);
  vi.stubEnv("GATEHOUSE_USER", "boss");
  vi.stubEnv("GATEHOUSE_PASSWORD_FILE", "boss.txt");
  expect(await calling("user add", [], [])).toEqual({ address: undefined, own: {} });
  expect((await calling("user add", [], ["--url", url])).address).toEqual({
    url,
    user: "boss",
    passwordFile: "boss.txt",
    userOption,
  });
});

test("a command that has the names for something else has others for them", async () => {
  const words = ["--user", "service", "--url", url, "--sign-in-as", "boss", "--password-file", "boss.txt"];
  expect(await calling("client add", ["--user <id>"], words)).toEqual({
    address: { url, user: "boss", passwordFile: "boss.txt", userOption: "--sign-in-as" },
    own: { user: "service" },
  });
  expect(
    await calling("webhook update", ["--url <address>"], ["--url", "https://a.example", "--service", url]),
  ).toEqual({
    address: {
      url,
      userOption,
    },
    own: { url: "https://a.example" },
  });
});

test("what is no address, a name without an address, and an address for a local command are refused with the way out", async () => {
  for (const wrong of ["iam.test", "ftp://iam.example", ""])
    await expect(calling("user add", [], ["--url", wrong])).rejects.toMatchObject({
      exitCode: 2,
      message: `--url '${wrong}' is not an address. Write it such as https://iam.example.`,
    });
  await expect(calling("user add", [], ["--user", "boss"])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("give its address with --url, or leave it out") as string,
  });
  await expect(calling("vault verify", [], ["--url", url])).rejects.toMatchObject({
    exitCode: 2,
    message:
      "'gatehouse vault verify' acts on the machine on which it is called: the key ring is in its data folder. Call it on the machine of the service, without --url.",
  });
});
