import { Secret } from "#connectors/contract/index.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import { bigTarget, type OldObjects, twinGroupId } from "./old-objects.ts";
import { type OldRow, type OldRows, randomKey } from "./old-rows.ts";

/** The old requests by what each waits for. */
export const oldRequests = [
  "first phase",
  "second phase",
  "not begun",
  "scheduled",
  "queued",
  "sent",
  "next try",
  "unknown before",
  "implementer",
  "ended",
] as const;

/** State in which an old request waits. */
export type OldRequest = (typeof oldRequests)[number];

/** A request from before the upgrade. */
export interface WrittenRequest {
  readonly key: string;
  readonly operationKeys: readonly string[];
}

/** The password in the operation that is with its proxy. */
export const sentPassword = "Sent-passw0rd-of-before";

interface Parts {
  readonly objects: OldObjects;
  readonly people: Readonly<Record<"ada" | "bob" | "cy", string>>;
  readonly keyRing: KeyRing;
  readonly nowMs: number;
}

const dayMs = 86_400_000;

/** Writes a request in each of the states of an open one, and one that is closed. */
export async function writeOldRequests(
  rows: OldRows,
  parts: Parts,
): Promise<Readonly<Record<OldRequest, WrittenRequest>>> {
  const { objects, people, keyRing, nowMs } = parts;
  let place = 0;
  // Each is about another account, the first of which has two rows, and a group of which the account is no member.
  const joins = (): OldRow => {
    const [id = "", accountKey] = [...objects.accountKeys][place++] ?? [];
    const groupKey = objects.groupKeys.get(String(((Number(id) + 7) % 19) + 1));
    return { code: "GRUA", accountKey, groupKey };
  };
  const handedOut = { result: "P", proxyServer: "local", handedOutAt: nowMs - 60_000, handOuts: 1 };
  const sent = { ...handedOut, sends: 1, sentAt: nowMs - 5_000, handOuts: 0, connectorVersion: "1.0.0" };
  const done = { ...sent, result: "S", finishedAt: nowMs - 5_000 };
  const failure = { errorCode: "unreachable", errorMessage: "gone", nextTryAt: nowMs - 1_000, retries: 1 };
  const key = randomKey();
  const sealedPassword = keyRing.seal(new Secret(sentPassword), {
    table: "requestOperations",
    key,
    column: "password",
  });
  const creates = { key, code: "ACUA", attributes: { shortId: ["new"] }, password: sealedPassword };
  const first = { ...joins(), ...handedOut, key: randomKey() };
  const write = (status: string, operations: readonly OldRow[], more: Partial<RequestParts> = {}) =>
    writeRequest(rows, { status, operations, people, nowMs, ...more });
  return {
    "first phase": await write("W", [joins(), joins()], { phases: ["open", "pending"] }),
    "second phase": await write("W", [joins()], { phases: ["approved", "open"] }),
    "not begun": await write("P", [joins()]),
    scheduled: await write("S", [{ ...joins(), groupKey: objects.groupKeys.get(twinGroupId) }], {
      startAt: nowMs - 1_000,
    }),
    queued: await write("X", [first, { ...joins(), dependsOn: [first.key] }]),
    sent: await write("X", [{ ...creates, ...sent }]),
    "next try": await write("X", [{ ...joins(), ...sent, ...failure }]),
    "unknown before": await write("X", [
      { ...joins(), ...sent, ...failure, nextTryAt: null, result: "N", finishedAt: nowMs - 5_000 },
      joins(),
    ]),
    implementer: await write("I", [joins()]),
    ended: await write("C", [{ ...joins(), ...done }], { finishedAt: nowMs - 5_000 }),
  };
}

interface RequestParts extends Pick<Parts, "people" | "nowMs"> {
  readonly status: string;
  readonly operations: readonly OldRow[];
  readonly phases?: readonly ("open" | "pending" | "approved")[];
  readonly startAt?: number;
  readonly finishedAt?: number;
}

let numbers = 0;

async function writeRequest(rows: OldRows, parts: RequestParts): Promise<WrittenRequest> {
  const { status, operations, people, nowMs, phases = [], startAt = null, finishedAt = null } = parts;
  const key = randomKey();
  const createdAt = nowMs - dayMs;
  const operationId = randomKey();
  const isOpen = finishedAt === null;
  await rows.add("operationIdentifiers", [
    { operationId, operationType: "REQUEST_SUBMIT", sub: people.ada, jti: null, acceptedAt: createdAt },
  ]);
  await rows.add("reqbatch", [
    {
      key,
      number: `20260101-${String((numbers += 1))}`,
      status,
      active: isOpen,
      origin: "rest",
      requesterKey: people.ada,
      recipientKey: people.ada,
      startAt,
      expiresAt: nowMs + dayMs,
      createdAt,
      finishedAt,
      operationId,
      requestId: "call of before",
      batchId: null,
      reason: null,
    },
  ]);
  const written = operations.map((operation, index) => ({
    key: randomKey(),
    requestKey: key,
    sequence: index + 1,
    targetSystemKey: bigTarget,
    attributes: {},
    dependsOn: [],
    sends: 0,
    retries: 0,
    createdAt,
    ...operation,
  }));
  await rows.add("requestOperations", written);
  await writePhases(rows, { key, phases, people, nowMs });
  if (isOpen) await rows.plain("outbox", [wake(key, { status, nowMs, createdAt })]);
  return { key, operationKeys: written.map((row) => row.key) };
}

/** Returns the outbox entry of an open request: due at the expiry if the request waits for approvers, unsent if it was not started. */
function wake(
  workflowId: string,
  { status, nowMs, createdAt }: { readonly status: string; readonly nowMs: number; readonly createdAt: number },
): OldRow {
  const entry = { workflowType: "request", workflowId, createdAt, leasedBy: "before", tries: 0 };
  if (status === "W") return { ...entry, leasedUntil: nowMs + dayMs, dueAt: nowMs + dayMs };
  return { ...entry, leasedUntil: createdAt, sentAt: status === "P" ? null : createdAt };
}

interface PhaseParts extends Pick<RequestParts, "people" | "nowMs"> {
  readonly key: string;
  readonly phases: readonly ("open" | "pending" | "approved")[];
}

async function writePhases(rows: OldRows, { key: requestKey, phases, people, nowMs }: PhaseParts): Promise<void> {
  for (const [index, state] of phases.entries()) {
    const key = randomKey();
    const userKey = index === 0 ? people.bob : people.cy;
    const openedAt = state === "pending" ? null : nowMs - dayMs;
    const closedAt = state === "approved" ? nowMs - dayMs : null;
    const phase = { targetSystemKey: bigTarget, sequence: index + 1, minApprovals: 1, maxDenials: 1 };
    await rows.add("requestPhases", [{ key, requestKey, ...phase, state, openedAt, closedAt }]);
    const authorizer = { key: randomKey(), requestKey, requestPhaseKey: key, userKey };
    await rows.add("requestAuthorizers", [{ ...authorizer, veto: false, inputRequired: false }]);
    if (state !== "approved") continue;
    const said = { phase: index + 1, decision: "approve", comment: null, decidedAt: nowMs - dayMs };
    await rows.add("decisions", [{ key: randomKey(), requestKey, requestPhaseKey: key, userKey, ...said }]);
  }
}
