import { guardsOf, type GuardedAttribute } from "../../guarded-attributes.ts";
import type { AttributeType, TargetObject } from "../../object.ts";
import type { Bench, Opened } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";

// Words in attribute names that commonly mean rights on a target, anywhere in the name.
const telling =
  /super_?user|sudo|admin|root|privileg|permission|entitle|licen[cs]e|roles?$|^role|groups?$|member|owner|managedby|acl$|^aci|scopes?$|policy|accountcontrol|delegat|certificate|publickey|^enabled$|^active$|^locked$|homedir|^home$|^shell$|uidnumber|gidnumber/i;
const types = ["account", "group"] as const;
const [pageSize, named] = [100, "groupIds"];

/** Rules about attributes that are more than a description. */
export const guardRules: readonly KitRule[] = [
  {
    name: "each guarded attribute is one that schema tells",
    needs: ["schema"],
    async check(bench) {
      const guarded = bench.connector.definition.guardedAttributes ?? [];
      if (guarded.length === 0) return "the connector declares no guarded attributes";
      if (bench.samples.moreThanSchema === true) return "the target has attributes that schema does not tell";
      const unknown: string[] = [];
      for (const type of types) {
        const names = (await attributesOf(bench, type)).map(({ name }) => name);
        const declared = guarded.filter((guard) => guard.of === type);
        const absent = declared.filter((guard) => !names.some((name) => guardsOf([guard], type, name).length > 0));
        unknown.push(...absent.map(({ name }) => `"${name}" of the type ${type}`));
      }
      ensure(unknown.length === 0, `schema knows no ${unknown.join(", ")}`);
      return undefined;
    },
  },
  {
    name: "an attribute whose name speaks of rights, memberships or state is guarded",
    needs: ["schema"],
    async check(bench) {
      const { guardedAttributes = [] } = bench.connector.definition;
      const plain = bench.samples.plainAttributes ?? [];
      const open: string[] = [];
      for (const type of types)
        for (const { name, readOnly } of await attributesOf(bench, type)) {
          const isOpen = guardsOf(guardedAttributes, type, name).length === 0 && !readOnly;
          if (isOpen && telling.test(name) && !plain.includes(name)) open.push(`"${name}" of the type ${type}`);
        }
      ensure(
        open.length === 0,
        `guardedAttributes does not name ${open.join(", ")}; where one only describes, samples.plainAttributes says so`,
      );
    },
  },
  {
    name: "update of an attribute whose values name groups makes the account a member of them",
    needs: ["create", "members", "schema", "update"],
    async check(bench) {
      const { guardedAttributes = [] } = bench.connector.definition;
      const opened = await bench.begin();
      const written = (await attributesOf(bench, "account")).filter(({ name, readOnly }) =>
        guardsOf(guardedAttributes, "account", name).some((guard) => !readOnly && isMembership(guard)),
      );
      if (written.length === 0) return "no attribute of accounts has values that name groups";
      for (const attribute of written) {
        const [group, account] = [await bench.make(opened.session, "group"), await bench.make(opened.session)];
        const change = attribute.multi ? { add: [group.name] } : { replace: [group.name] };
        await opened.calls.update({ type: "account", ref: account, deltas: [{ attr: attribute.name, ...change }] });
        const isMember = (await idsOf(opened, group)).includes(account.id);
        ensure(isMember, `with "${attribute.name}" the account is no member of the group that it names`);
      }
      return undefined;
    },
  },
];

function isMembership({ effect, names }: GuardedAttribute): boolean {
  return effect === "memberships" && names === named;
}

async function attributesOf(bench: Bench, of: (typeof types)[number]): Promise<readonly AttributeType[]> {
  const { calls } = await bench.begin();
  return (await calls.schema()).find(({ type }) => type === of)?.attributes ?? [];
}

async function idsOf({ calls }: Opened, group: TargetObject): Promise<(string | undefined)[]> {
  const pages = await collect(calls.members({ group, pageSize }));
  return pages.flatMap(({ items }) => items.map(({ id }) => id));
}
