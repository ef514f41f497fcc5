import type { Judgement } from "./judge.ts";
import type { Proof } from "./prove.ts";

/** What a proof has found out, for people. */
export function proofLines(proof: Proof): readonly string[] {
  const { randomizations, looks, kills, points, pointsLeft, lost, uncertain } = proof;
  const counts = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  return [
    `changed     ${randomizations} passwords`,
    `killed      ${counts.join(", ") || "nothing"}`,
    `failpoints  ${points.length} crashes${pointsLeft.length === 0 ? "" : `, none at ${pointsLeft.join(", ")}`}`,
    `looked      ${looks} times at accounts while that went on, and at each at the end`,
    ...lost.flatMap((judgement) => accountLines("lost", judgement)),
    ...uncertain.flatMap((judgement) => accountLines("uncertain", judgement)),
  ];
}

/** The outcome of a proof in a line. */
export function verdictOf({
  kept,
  accounts,
  randomizations,
  kills,
  points,
  pointsLeft,
  lost,
  uncertain,
}: Proof): string {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  const found = `${accounts} accounts, ${randomizations} randomizations, ${killed} kills, ${points.length} failpoints, ${lost.length} lost, ${uncertain.length} uncertain`;
  if (kept) return `promise kept: ${found}`;
  const isBroken = lost.length + uncertain.length > 0;
  return isBroken ? `promise broken: ${found}` : `not proved: ${found}, ${pointsLeft.length} failpoints not reached`;
}

function accountLines(title: string, { account, state, entries }: Judgement): string[] {
  return [
    `${title.padEnd(11)} ${account.name}  ${account.key}  status ${state}`,
    ...entries.map(
      ({ key, origin, status, createdAt, opens }) =>
        `  entry     ${key}  ${origin}  ${status}  ${new Date(createdAt).toISOString()}  ${opens ? "opens" : "does not open"}`,
    ),
  ];
}
