/** Returns the files of a new connector by name: the connector, a target for the kit, and a test that runs every rule. */
export function connectorTemplate(id: string): Readonly<Record<string, string>> {
  const fill = (text: string) => text.replaceAll("__ID__", id).trimStart();
  return {
    [`${id}.ts`]: fill(connector),
    [`${id}.target.ts`]: fill(target),
    [`${id}.test.ts`]: fill(test),
  };
}

const connector = `
import { randomUUID } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";

import { ConnectorError, defineConnector, type ObjectRef, type TargetObject } from "gatehouse/connector";
import { z } from "zod";

type Session = { readonly file: string };
const names = ["displayName", "mail"];
const texts = ["name", ...names].map((name) => ({ name, kind: "string", multi: name !== "name", caseExact: true }) as const);

/** Accounts in a JSON file: replace open and the operations by calls of the real target. */
export default defineConnector({
  id: "__ID__",
  version: "0.1.0",
  title: "__ID__",
  sdk: 1,
  address: z.strictObject({ file: z.string().min(1).meta({ title: "File", description: "A JSON file." }) }),
  guardedAttributes: [], // Those that give rights or memberships, touch what is another one's or change a state.
  concurrency: { perTarget: 1 },
  open: ({ options }) => appendFile(options.file, "").then(() => options),
  mapError: (error) =>
    error instanceof Error && "syscall" in error ? new ConnectorError("unreachable", error.message) : undefined,
  operations: {
    serverInfo: async () => ({ product: "JSON file" }),
    schema: async () => [{ type: "account", attributes: texts }],
    async *list(session: Session, { type, filter, pageSize, after, attributes }, call) {
      if (type !== "account" || filter) throw new ConnectorError("notSupported", "Only accounts, without a filter.");
      if (after !== undefined) throw new ConnectorError("config", "This listing cannot be resumed; start it again.");
      const accounts = await read(session);
      for (let from = 0; from < accounts.length; from += pageSize) {
        call.signal.throwIfAborted();
        yield { items: accounts.slice(from, from + pageSize).map((found) => shown(found, attributes)) };
        call.heartbeat({ done: from });
      }
    },
    async get(session, { ref, attributes }) {
      const found = (await read(session)).find(isMeant(ref));
      return found && shown(found, attributes);
    },
    async create(session, { type, name, attributes, password }, call) {
      if (type !== "account" || password) throw new ConnectorError("notSupported", "Only accounts without a password.");
      const unknown = Object.keys(attributes).find((attribute) => !names.includes(attribute));
      if (unknown) throw new ConnectorError("invalidValue", \`There is no attribute "\${unknown}".\`);
      const accounts = await read(session);
      if (accounts.some(isMeant({ name }))) throw new ConnectorError("alreadyExists", "It is taken.");
      const account = { type, id: randomUUID(), name, attributes, createdBy: call.operation.id };
      await write(session, [...accounts, account]);
      return account;
    },
    async delete(session, { ref }) {
      await write(session, (await read(session)).filter((account) => !isMeant(ref)(account)));
    },
  },
});

const read = async ({ file }: Session): Promise<TargetObject[]> => JSON.parse((await readFile(file, "utf8")) || "[]");
const write = ({ file }: Session, accounts: TargetObject[]) => writeFile(file, JSON.stringify(accounts));
const isMeant = (ref: ObjectRef) => (account: TargetObject) => account[ref.id ? "id" : "name"] === (ref.id ?? ref.name);
const shown = (account: TargetObject, wanted: readonly string[] = names): TargetObject => {
  const asked = Object.entries(account.attributes).filter(([name]) => wanted.includes(name));
  return { ...account, attributes: Object.fromEntries(asked) };
};
`;

const target = `
import { mkdtempSync, rmSync } from "node:fs";

/** Starts a target for the kit: here a file, later the real server. */
export async function start() {
  const folder = mkdtempSync("__ID__-");
  const [address, samples] = [{ file: \`\${folder}/accounts.json\` }, { authenticates: false }];
  return { address, credentials: [], samples, stop: () => rmSync(folder, { recursive: true }) };
}
`;

const test = `
import { after, before, describe, test } from "node:test";

import { describeConnector } from "gatehouse/connector/kit";

import { start } from "./__ID__.target.ts";
import connector from "./__ID__.ts";

describeConnector({ describe, test, beforeAll: before, afterAll: after }, connector, start);
`;
