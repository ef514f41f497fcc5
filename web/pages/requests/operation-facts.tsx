import { useQuery } from "@tanstack/react-query";

import { objectTypeOf } from "#domain/requests/operation-codes.ts";

import type { RequestOperation } from "../../api/model.ts";
import { standingQuery } from "../../api/standing.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Moment } from "../../messages/moment.tsx";
import { hasEnded } from "../../messages/request-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { definitionOf } from "../ask/operations-of.ts";
import { type AskedChange, askedChanges } from "./asked-changes.ts";
import { useFormFacts } from "./use-form-facts.ts";

function updatesGroup(code: string): boolean {
  const definition = definitionOf(code);
  return definition.capability === "update" && objectTypeOf(definition) === "group";
}

/** Account and group of an operation, the values of its form, and the attributes that it sets, beside their current values if the reader may see these. */
export function OperationFacts({ operation }: { readonly operation: RequestOperation }) {
  const say = useText();
  const { code, accountKey, groupKey, attributes, accountName, groupName, targetSystemName, targetSystemKey } =
    operation;
  const account = useStanding("accounts", accountKey);
  const group = useStanding("groups", groupKey);
  const form = useFormFacts(operation);
  const changed = updatesGroup(code) ? group : account;
  // After the end of an operation the current values are its result, or later ones.
  const now = hasEnded(operation) ? undefined : changed.data?.attributeValues;
  const facts: readonly Fact[] = [
    ...namedFact(say("request.group"), groupName ?? group.data?.shortId),
    ...namedFact(say("request.account"), accountName ?? account.data?.shortId),
    ...namedFact(say("request.targetSystem"), describedTarget(targetSystemKey, targetSystemName)),
    ...endFact(operation, say),
    ...namedFact(say("request.notice"), operation.notice ?? undefined),
    ...form,
    ...askedChanges(attributes, now).map((change) => ({ term: change.name, value: changeWords(change, say) })),
  ];
  return (
    <>
      {changed.error === null ? null : <ErrorAlert error={changed.error} />}
      {facts.length === 0 ? null : <Facts facts={facts} />}
    </>
  );
}

/** Reads the current state of an account or a group; sends no call that policies forbid the reader. */
function useStanding(set: "accounts" | "groups", key: string | null) {
  const may = useMay();
  const enabled = key !== null && may(`${set}_get`) && may(`${set}_attributes_get_list`);
  return useQuery({ ...standingQuery(set, key ?? ""), enabled });
}

function namedFact(term: string, value: string | undefined): readonly Fact[] {
  return value === undefined ? [] : [{ term, value }];
}

/** Returns the end of the access that an operation gives; nothing if it has none. */
function endFact({ until, forHours }: RequestOperation, say: Say): readonly Fact[] {
  const term = say("request.accessEnd");
  if (until !== null) return [{ term, value: <Moment at={until} /> }];
  return forHours === null ? [] : [{ term, value: say("request.forHours", { hours: forHours }) }];
}

/** Returns the description of a target system with its ID; undefined if only the ID is known. */
function describedTarget(id: string | null, description: string | null): string | undefined {
  return id === null || description === null || description === id ? undefined : `${description} (${id})`;
}

/** Returns the text of a change of an attribute: its current value and the new one. */
export function changeWords({ before, after }: Omit<AskedChange, "name">, say: Say): string {
  const words = (values: readonly string[]) => (values.length === 0 ? say("value.none") : values.join(", "));
  if (before === undefined) return words(after);
  return JSON.stringify(before) === JSON.stringify(after)
    ? say("request.staysSo", { value: words(after) })
    : say("request.becomes", { before: words(before), after: words(after) });
}
