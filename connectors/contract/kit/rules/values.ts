import { guardsOf } from "../../guarded-attributes.ts";
import type { Attributes, AttributeType, Scalar, TargetObject } from "../../object.ts";
import { attributesOf } from "../attributes.ts";
import type { Bench, Opened } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";
import { ensureSettled, settledOf } from "../settled.ts";

const pageSize = 100;
// Types that every connector can list.
const shared = ["account", "group"];

type Forms = Readonly<Record<AttributeType["kind"], readonly string[]>>;

/** Forms in which the values of a kind may be returned. Bytes may also be returned as base64 text, but always in the same form. */
const formsOfKind: Forms = {
  string: ["text"],
  ref: ["text"],
  time: ["text"],
  int: ["number"],
  bool: ["boolean"],
  binary: ["bytes", "text"],
};

/** Test values of a kind; the bytes include some that are valid text and some that are not. */
const tries: Readonly<Partial<Record<AttributeType["kind"], readonly Scalar[]>>> = {
  int: [7, 0],
  bool: [true, false],
  binary: [new TextEncoder().encode("kit"), new Uint8Array([0xff, 0x00, 0xd8, 0x80])],
};

/** Rules about the values of attributes. */
export const valueRules: readonly KitRule[] = [
  {
    name: "a value is of the kind that schema tells: a number no text, and bytes always in the same form",
    needs: ["get", "list", "schema"],
    async check(bench) {
      const opened = await bench.begin();
      const types = (await bench.types(opened.session)).filter(({ type }) => shared.includes(type));
      if (bench.offers("create")) await bench.make(opened.session);
      for (const { type } of types) {
        const told = attributesOf(types, type);
        for await (const { items } of opened.calls.list({ type, pageSize }))
          for (const { name, attributes } of items)
            ensureKinds(formsOf(bench), told, { attributes, of: `${type} ${name}` });
      }
    },
  },
  {
    name: "numbers, truth values and bytes come back as they were written",
    needs: ["create", "get", "schema", "update"],
    async check(bench) {
      const opened = await bench.begin();
      const written = attributesOf(await bench.types(opened.session)).filter((one) => isFree(bench, one));
      if (written.length === 0) return "schema tells no number, truth value or bytes that could be changed";
      let taken = 0;
      for (const attribute of written) taken += await writeBack(bench, opened, attribute);
      return taken > 0 ? undefined : "the target has taken none of the kit's numbers, truth values and bytes";
    },
  },
  {
    name: "a listing tells of an account what get tells of it",
    needs: ["create", "get", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const attribute = await bench.attribute(session);
      const given = attribute && { [attribute.name]: [attribute.values[0]] };
      const account = await bench.create(session, { ...(given && { attributes: given }) });
      const got = await calls.get({ type: "account", ref: account });
      const pages = await collect(calls.list({ type: "account", pageSize }));
      const listed = pages.flatMap(({ items }) => items).find(({ id }) => id === account.id);
      ensure(got !== undefined && listed !== undefined, "the account is not shown");
      ensure(got.name === listed.name, `get calls it ${got.name} and a listing ${listed.name}`);
      const own = attributesOf(await bench.types(session)).flatMap(({ readOnly, name }) => (readOnly ? [name] : []));
      const left = new Set(own.map((name) => name.toLowerCase()));
      ensureSettled(settledOf(got, left), settledOf(listed, left), "first by get and then by a listing");
    },
  },
];

function isFree(bench: Bench, { name, kind, readOnly, writeOnly }: AttributeType): boolean {
  const { guardedAttributes = [] } = bench.connector.definition;
  return (
    tries[kind] !== undefined && !readOnly && !writeOnly && guardsOf(guardedAttributes, "account", name).length === 0
  );
}

/** Writes the values of a kind into an attribute and reads them back; returns the number of values that the target accepted. */
async function writeBack(bench: Bench, { session, calls }: Opened, attribute: AttributeType): Promise<number> {
  const forms = new Set<string>();
  const account = await bench.make(session);
  let taken = 0;
  for (const value of tries[attribute.kind] ?? []) {
    const deltas = [{ attr: attribute.name, replace: [value] }];
    const words = await calls.update({ type: "account", ref: account, deltas }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (words !== undefined) continue;
    taken += 1;
    const [back] = (await shown(calls, account))[attribute.name] ?? [];
    const isText = bench.samples.numbersAsText === true && !(value instanceof Uint8Array);
    const isBack = isText ? String(value).toLowerCase() === String(back).toLowerCase() : isSame(value, back);
    ensure(isBack, `${attribute.name} was written as ${textOf(value)} and is ${textOf(back)}`);
    forms.add(formOf(back));
  }
  ensure(forms.size <= 1, `${attribute.name} comes in two forms: ${[...forms].join(" and ")}`);
  return taken;
}

async function shown({ get }: Opened["calls"], ref: TargetObject): Promise<Attributes> {
  return (await get({ type: "account", ref }))?.attributes ?? {};
}

interface Shown {
  readonly attributes: Attributes;
  readonly of: string;
}

function ensureKinds(forms: Forms, told: readonly AttributeType[], { attributes, of }: Shown): void {
  for (const { name, kind } of told)
    for (const value of attributes[name] ?? [])
      ensure(forms[kind].includes(formOf(value)), `${name} of the ${of} is ${textOf(value)}, and schema says ${kind}`);
}

function formsOf({ samples }: Bench): Forms {
  return samples.numbersAsText ? { ...formsOfKind, int: ["text"], bool: ["text"] } : formsOfKind;
}

/** Returns true if the written value was read back; bytes may be read back as base64 text. */
function isSame(written: Scalar, back: Scalar | undefined): boolean {
  if (!(written instanceof Uint8Array)) return written === back;
  const bytes = typeof back === "string" ? Buffer.from(back, "base64") : back;
  return bytes instanceof Uint8Array && Buffer.from(written).equals(bytes);
}

function formOf(value: Scalar | undefined): string {
  if (value instanceof Uint8Array) return "bytes";
  return typeof value === "string" ? "text" : typeof value;
}

function textOf(value: Scalar | undefined): string {
  return value instanceof Uint8Array
    ? `the bytes ${Buffer.from(value).toString("hex")}`
    : `${formOf(value)} ${String(value)}`;
}
