import { shownText } from "../shown-text.ts";
import type { ConfigurationChange, Plan } from "./plan.ts";
import type { Data } from "./shape.ts";

const signs = { add: "+", change: "~", remove: "-" } as const;
const colours = { add: 32, change: 33, remove: 31 } as const;
const pastWords = { add: "added", change: "changed", remove: "removed" } as const;

/** Returns the name of a change, as `+ targetSystems LDAP`. */
export function changeName({ action, kind, id, above }: ConfigurationChange): string {
  const place = above === undefined ? kind.name : `${above.kind.name} ${above.id} / ${kind.name}`;
  return shownText(`${signs[action]} ${place} ${id}`.replaceAll("\n", " "));
}

/** Returns a plan for people, in colours if wanted. No line shows a secret. */
export function planText(plan: Plan, coloured: boolean): string {
  const paint = (action: keyof typeof colours, text: string) =>
    coloured ? `\u001b[${colours[action]}m${text}\u001b[0m` : text;
  const lines = plan.changes.flatMap((change) => [paint(change.action, changeName(change)), ...detailLines(change)]);
  return [...lines, summary(plan)].join("\n");
}

function detailLines({ action, fields, secrets, kind, wanted }: ConfigurationChange): readonly string[] {
  const changed = fields.flatMap(({ name, before, after }) => {
    const shape = kind.fields[name]?.shape;
    const [from, to] = [before ?? shape?.initial, after ?? shape?.initial];
    if (action === "add") return [`    ${name}: ${valueText(to)}`];
    return differences(name, from, to).map((line) => `    ${line}`);
  });
  const all = Object.keys(wanted?.secrets ?? {});
  return [...changed, ...all.map((name) => `    ${name}: secret, ${secrets.includes(name) ? "will be set" : "kept"}`)];
}

/** Returns a line for each member that differs, so that a long value does not hide a small change. */
function differences(name: string, before: unknown, after: unknown): readonly string[] {
  if (valueText(before) === valueText(after)) return [];
  const [one, other] = [membersOf(before), membersOf(after)];
  const isBoth = one !== undefined && other !== undefined && Array.isArray(before) === Array.isArray(after);
  if (!isBoth) return [`${name}: ${valueText(before)} -> ${valueText(after)}`];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const join = (member: string) => (Array.isArray(before) ? `${name}[${member}]` : `${name}.${member}`);
  return names.flatMap((member) => differences(join(member), one[member], other[member]));
}

function membersOf(value: unknown): Data | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

function valueText(value: unknown): string {
  return value === undefined ? "(default)" : shownText(JSON.stringify(value));
}

function countOf(plan: Plan, action: ConfigurationChange["action"]): number {
  return plan.changes.filter((change) => change.action === action).length;
}

function summary(plan: Plan): string {
  const { changes, unchanged, unnamed } = plan;
  const kept = unnamed.length === 0 ? "" : ` ${unnamed.length} objects are in no file and stay.`;
  if (changes.length === 0) return `Nothing to change: ${unchanged} objects are as the files say.${kept}`;
  const counts = `${countOf(plan, "add")} to add, ${countOf(plan, "change")} to change, ${countOf(plan, "remove")} to remove`;
  return `Plan: ${counts}; ${unchanged} unchanged.${kept}`;
}

/** Returns the line for a plan that was carried out. */
export function doneText(plan: Plan): string {
  const counts = (["add", "change", "remove"] as const).map(
    (action) => `${countOf(plan, action)} ${pastWords[action]}`,
  );
  return `Configuration applied: ${counts.join(", ")}.`;
}

/** Returns a plan for programs. No value of it is a secret. */
export function planData({ changes, unchanged, unnamed }: Plan): Data {
  return {
    changes: changes.map(({ action, kind, id, above, fields, secrets, wanted }) => ({
      action,
      kind: kind.name,
      id,
      above: above === undefined ? null : { kind: above.kind.name, id: above.id },
      file: wanted === undefined ? null : `${wanted.at.file}:${wanted.at.line}`,
      fields: fields.map(({ name, before, after }) => ({
        name,
        before: before ?? kind.fields[name]?.shape.initial ?? null,
        after: after ?? kind.fields[name]?.shape.initial ?? null,
      })),
      secretsSet: secrets,
    })),
    unchanged,
    unnamed: unnamed.map(({ kind, id }) => ({ kind: kind.name, id })),
  };
}
