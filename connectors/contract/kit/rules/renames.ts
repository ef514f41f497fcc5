import type { ObjectRef, TargetObject } from "../../object.ts";
import { attributesOf } from "../attributes.ts";
import type { Bench, Opened } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";
import { ensureSettled, settled } from "../settled.ts";
import { tried } from "./passwords.ts";

const pageSize = 100;

/** Rule about new names. */
export const renameRules: readonly KitRule[] = [
  {
    name: "a new name changes the name alone: attributes, state, password and memberships stay, and the old name is nobody's",
    needs: ["create", "get", "schema", "update"],
    async check(bench) {
      const opened = await bench.begin();
      const { calls } = opened;
      const account = await makeAccount(bench, opened);
      const group = await groupWith(bench, opened, account);
      const naming = namesIn((await calls.get({ type: "account", ref: account })) ?? account);
      const before = await settled(bench, opened, account, naming);
      const name = bench.name("new");
      const ref = await rename(bench, opened, account, name);
      if (typeof ref === "string") return ref;
      ensure(ref.name === name, `update answers with the name ${ref.name}, the new one is ${name}`);
      const found = await calls.get({ type: "account", ref });
      ensure(found?.name === name, `what update answers with is found as ${found?.name ?? "nothing"}`);
      bench.keep(found);
      ensure(
        (await calls.get({ type: "account", ref: { name } }))?.id === found.id,
        "get by the new name does not find it",
      );
      const old = await calls.get({ type: "account", ref: { name: account.name } });
      ensure(old === undefined, "get by the old name finds an account");
      ensureSettled(before, await settled(bench, opened, found, naming), "though it has a new name only");
      await ensureOpens(bench, opened, found);
      if (group !== undefined) await ensureMember(opened, group, found);
      return undefined;
    },
  },
];

/** Makes an account with a value and, if passwords can be verified, a password. */
async function makeAccount(bench: Bench, { session }: Opened): Promise<TargetObject> {
  const attribute = await bench.attribute(session);
  return bench.create(session, {
    ...(attribute && { attributes: { [attribute.name]: [attribute.values[0]] } }),
    ...(bench.offers("verify") && { password: bench.password() }),
  });
}

async function groupWith(bench: Bench, { session, calls }: Opened, account: TargetObject) {
  if (!bench.offers("addMember", "members") || bench.samples.renameEndsMemberships) return undefined;
  const group = await bench.make(session, "group");
  await calls.addMember({ group, member: account });
  return group;
}

/** Returns the names of the attributes that contain the name of their object, as a distinguished name does. */
function namesIn({ name, attributes }: TargetObject): string[] {
  const holds = (value: unknown) => String(value).toLowerCase().includes(name.toLowerCase());
  return Object.entries(attributes).flatMap(([attribute, values]) => (values.some(holds) ? [attribute] : []));
}

/** Renames an object; a returned text is the reason why names do not change there. */
async function rename(
  bench: Bench,
  { session, calls }: Opened,
  account: TargetObject,
  name: string,
): Promise<ObjectRef | string> {
  const told = attributesOf(await bench.types(session)).find((attribute) => attribute.name === "name");
  if (told === undefined || told.readOnly === true) return "schema tells no attribute name that could be changed";
  try {
    return await calls.update({ type: "account", ref: account, deltas: [{ attr: "name", replace: [name] }] });
  } catch (error) {
    const { message } = await bench.refusal(() => Promise.reject(error), "notSupported", "invalidValue", "policy");
    return `the target takes no new name: ${message}`;
  }
}

async function ensureOpens(bench: Bench, { calls }: Opened, account: TargetObject): Promise<void> {
  if (!bench.offers("verify")) return;
  ensure((await tried(calls, account, bench.password())) === "ok", "its password does not open it any more");
}

async function ensureMember({ calls }: Opened, group: ObjectRef, { id }: TargetObject): Promise<void> {
  const pages = await collect(calls.members({ group, pageSize }));
  const isMember = pages.some(({ items, hidden }) => hidden ?? items.some((member) => member.id === id));
  ensure(isMember, "it is no member of its group any more");
}
