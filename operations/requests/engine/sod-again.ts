import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { givenItems } from "#domain/sod/given-items.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { causes, judgeSod, type JudgedRule, wordsOfRefusal } from "./judge-sod.ts";
import { noteEvent } from "./note-event.ts";
import { withRulePhases } from "./plan-phases.ts";
import { saveOperation } from "./save-operation.ts";

type Request = Row<"reqbatch">;
type Operation = Row<"requestOperations">;
type Changes = Pick<Operation, "result" | "errorCode" | "errorMessage" | "finishedAt">;

/**
 * Judges a request by the rules of separation of duties as they are now, before its next phases open or it is approved. What became forbidden
 * fails, and a rule that asks its phases adds them. Returns the added phases, or `denied` if nothing is left of the request.
 */
export async function judgeSodAgain(
  context: CallContext,
  request: Request,
): Promise<"denied" | Row<"requestPhases">[]> {
  const { store } = context;
  const operations = await store.select("requestOperations", { where: { requestKey: request.key } });
  const open = operations.filter(({ result }) => result === null);
  const judged = await judgedNow(context, request, open);
  if (judged.length === 0) return [];
  const failed: string[] = [];
  for (const [key, changes] of await failures(context, judged, open)) {
    await saveOperation(context, { key, requestKey: request.key }, changes);
    failed.push(key);
  }
  const added = await addPhases(context, request, judged);
  if (failed.length > 0 || added.length > 0)
    noteEvent(context, request.key, "separated", {
      rules: judged.map(({ rule }) => rule.key),
      operations: failed,
      phases: await store.count("requestPhases", { requestKey: request.key }),
    });
  return failed.length === open.length ? "denied" : added;
}

/**
 * Returns the failures of those operations that may begin by their order, but not by the rules of separation of duties: a rule, or access,
 * came after the request was approved. An exception must be in force by now.
 */
export async function forbiddenBySod(
  context: CallContext,
  request: Request,
  { operations, keys }: { readonly operations: readonly Operation[]; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, Changes>> {
  const open = operations.filter(({ result }) => result === null);
  const ready = open.filter(({ key }) => keys.includes(key));
  if (!withMemberships(ready).some((one) => givenItems(one).length > 0)) return new Map();
  const judged = await judgedNow(context, request, open);
  const asked = await phasedRules(context, request);
  const refused = judged.map((one): JudgedRule => {
    const { key, answer } = one.rule;
    if (one.refusal !== undefined || one.isExcepted) return one;
    if (answer === "phase") return asked.has(key) ? one : { ...one, refusal: "SOD_FORBIDDEN" };
    return { ...one, refusal: "SOD_EXCEPTION_NEEDED" };
  });
  return failures(context, refused, ready);
}

/** Judges what a request still gives; direct writes and accounts without owner are nobody's requests. */
async function judgedNow(
  context: CallContext,
  request: Request,
  open: readonly Operation[],
): Promise<readonly JudgedRule[]> {
  const own = open.filter(({ associatedBy }) => associatedBy !== "none");
  if (request.direct || own.length === 0) return [];
  const { recipientKey, key, createdAt } = request;
  const access = { recipientKey, operations: withMemberships(own), request: { key, createdAt } };
  return judgeSod(context, access, (person) => context.store.lock("users", person));
}

/** Returns the failures of operations by the rules that refuse what they give. */
async function failures(
  context: CallContext,
  judged: readonly JudgedRule[],
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, Changes>> {
  const failed = new Map<string, Changes>();
  for (const one of judged) {
    if (one.refusal === undefined) continue;
    const errorMessage = await wordsOfRefusal(context, one);
    const changes = { errorCode: one.refusal, errorMessage, finishedAt: context.clock.now() };
    for (const operation of operations)
      if (!failed.has(operation.key) && withMemberships([operation]).some((part) => causes(one, part)))
        failed.set(operation.key, { ...changes, result: OperationResult.Failed });
  }
  return failed;
}

async function phasedRules({ store }: CallContext, { key }: Request): Promise<ReadonlySet<string>> {
  const phases = await store.select("requestPhases", { where: { requestKey: key, resourceType: "sodRule" } });
  return new Set(phases.flatMap(({ resourceKey }) => resourceKey ?? []));
}

/** Adds the phases of rules that the request does not have yet. */
async function addPhases(
  context: CallContext,
  { key: requestKey }: Request,
  judged: readonly JudgedRule[],
): Promise<Row<"requestPhases">[]> {
  const { store, ids } = context;
  const asking = judged.flatMap(({ rule, asksPhases }) => (asksPhases ? [rule.key] : []));
  if (asking.length === 0) return [];
  const known = await store.select("requestPhases", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
  const planned = (await withRulePhases(context, known, asking)).slice(known.length);
  const added: Row<"requestPhases">[] = [];
  for (const phase of planned)
    added.push(await store.add("requestPhases", { ...phase, key: ids.guid(), requestKey, state: PhaseState.Pending }));
  return added;
}
