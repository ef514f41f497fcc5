import type { Judgement } from "./judge.ts";
import type { NodesFound, Proof } from "./proof.ts";

/** Writes the findings of a proof for users. */
export function proofLines(proof: Proof): readonly string[] {
  const { randomizations, looks, kills, points, pointsLeft, lost, tooMany, uncertain } = proof;
  const { checkouts, brokenCheckouts, dependants, brokenDependants, restored, nodes } = proof;
  const counts = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  return [
    `changed     ${randomizations} passwords`,
    `killed      ${counts.join(", ") || "nothing"}`,
    `failpoints  ${points.length} crashes${pointsLeft.length === 0 ? "" : `, none at ${pointsLeft.join(", ")}`}`,
    `looked      ${looks} times at accounts while that went on, and at each at the end`,
    `borrowed    ${checkouts} check-outs, each revealed and returned`,
    ...brokenCheckouts.map(({ account, fault }) => `check-out   ${account.name}  ${account.key}  ${fault}`),
    `depend      ${dependants} accounts that have the passwords of others`,
    ...brokenDependants.map(
      ({ name, key, account, fault, message }) =>
        `dependant   ${name}  ${key}  of ${account.name}  ${fault}${message === null ? "" : `: ${message}`}`,
    ),
    ...(restored
      ? [`restored    ${restored.known} known, ${restored.doubted} changed since and said to be uncertain`]
      : []),
    ...(restored?.wrong ?? []).flatMap((judgement) => accountLines("wrong", judgement)),
    ...(nodes ? nodeLines(nodes) : []),
    ...lost.flatMap((judgement) => accountLines("lost", judgement)),
    ...tooMany.flatMap((judgement) => accountLines("too many", judgement)),
    ...uncertain.flatMap((judgement) => accountLines("uncertain", judgement)),
  ];
}

/** Writes the outcome of a proof in one line. */
export function verdictOf(proof: Proof): string {
  const { kept, accounts, randomizations, kills, points, pointsLeft, lost, tooMany, uncertain } = proof;
  const { checkouts, brokenCheckouts, dependants, brokenDependants, restored, nodes } = proof;
  const wrongAfter = restored?.wrong.length ?? 0;
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  const done = `${accounts} accounts, ${dependants} dependants, ${randomizations} randomizations, ${checkouts} check-outs, ${killed} kills, ${points.length} failpoints${nodes ? `, ${nodes.count} nodes, ${nodes.cuts} cuts, ${nodes.takenOver} accounts taken over` : ""}`;
  const wrong = `${lost.length} lost, ${tooMany.length} with too many, ${uncertain.length} uncertain, ${brokenDependants.length} dependants wrong, ${brokenCheckouts.length} check-outs broken${restored ? `, ${wrongAfter} wrong after a restore` : ""}${nodes ? `, ${nodes.unacknowledged.length} on a burned disk alone, ${nodes.unequal.length} rows unequal` : ""}`;
  if (kept) return `promise kept: ${done}, ${wrong}`;
  const wrongOnes: (readonly unknown[])[] = [lost, tooMany, uncertain, brokenDependants, brokenCheckouts];
  if (nodes) wrongOnes.push(nodes.unacknowledged, nodes.unequal);
  const isBroken = wrongOnes.some(({ length }) => length > 0) || wrongAfter > 0;
  return isBroken
    ? `promise broken: ${done}, ${wrong}`
    : `not proved: ${done}, ${wrong}, ${pointsLeft.length} failpoints not reached`;
}

function nodeLines({ count, cuts, takenOver, unacknowledged, unequal }: NodesFound): string[] {
  return [
    `nodes       ${count}, lines disturbed ${cuts} times, ${takenOver} accounts taken over`,
    ...unacknowledged.map((key) => `burned      ${key}  sent to its target and on no other disk`),
    ...unequal.map((place) => `unequal     ${place}`),
  ];
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
