import { classCodes } from "#domain/analyses/analysis-rows.ts";
import { allOf, eq, ge, oneOf, related } from "#domain/query/condition.ts";
import { RequestOrigin } from "#domain/requests/request-origin.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readerOf } from "../../kernel/reads-of.ts";

type AnalysisRow = Row<"analysisRows">;

/** Changes since an analysis that its rows predict. */
export interface LaterChanges {
  /** Returns those of some rows that came. */
  came(rows: readonly AnalysisRow[]): Promise<readonly AnalysisRow[]>;
  /** Counts the operations of the service since then with codes of the prediction; null where members of a class were predicted. */
  ofService(codes: readonly string[]): Promise<number | null>;
}

/** Origins of requests that the service submits because of roles. */
const origins = [RequestOrigin.Autores, RequestOrigin.Rbacenforce] as const;

/** Returns the changes since an analysis. */
export function laterChanges(context: CallContext, analysis: Row<"analyses">): LaterChanges {
  if (analysis.kind === "classCondition") return membersSince(context, analysis);
  return analysis.kind === "sodRule" ? violationsSince(context, analysis) : operationsSince(context, analysis);
}

/** Returns the violations that are there now; those of any rule if the simulated one was new. */
function violationsSince(context: CallContext, { input }: Row<"analyses">): LaterChanges {
  const { ruleKey = null } = input as { readonly ruleKey?: string | null };
  const reads = context.store.readsFor(readerOf(context));
  return {
    async came(rows) {
      const people = [...new Set(rows.flatMap(({ userKey }) => userKey ?? []))];
      const ofRule = ruleKey === null ? [] : [eq("ruleKey", ruleKey)];
      const where = allOf(oneOf("userKey", people), eq("endedAt", null), ...ofRule);
      const found = await reads.select("violations", { where });
      const names = new Set(
        found.flatMap(({ userKey, items }) => items.map(({ itemKey }) => JSON.stringify([userKey, itemKey]))),
      );
      return rows.filter(({ userKey, targetSystemKey, groupKey, roleKey }) =>
        names.has(JSON.stringify([userKey, targetSystemKey ?? groupKey ?? roleKey])),
      );
    },
    ofService: async () => null,
  };
}

function membersSince(context: CallContext, { input }: Row<"analyses">): LaterChanges {
  const { userClassId = null } = input as { readonly userClassId?: string | null };
  const reads = context.store.readsFor(readerOf(context));
  return {
    async came(rows) {
      if (userClassId === null) return [];
      const keys = rows.flatMap(({ userKey }) => userKey ?? []);
      const where = allOf(eq("userClassId", userClassId), oneOf("userKey", keys));
      const members = new Set((await reads.select("userClassMembers", { where })).map(({ userKey }) => userKey));
      return rows.filter(({ userKey, operation }) => members.has(userKey ?? "") === (operation === classCodes.joins));
    },
    ofService: async () => null,
  };
}

function operationsSince(context: CallContext, { key, createdAt }: Row<"analyses">): LaterChanges {
  const reads = context.store.readsFor(readerOf(context));
  let roles: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    async came(rows) {
      const roleOf = await (roles ??= draftedRoles(context, key));
      const people = [...new Set(rows.flatMap(({ userKey }) => userKey ?? []))];
      const where = allOf(
        ge("createdAt", createdAt),
        oneOf("code", [...new Set(rows.map(({ operation }) => operation))]),
        related("request", oneOf("recipientKey", people)),
      );
      const operations = await reads.select("requestOperations", { where });
      const requestKeys = [...new Set(operations.map(({ requestKey }) => requestKey))];
      const requests = await reads.select("reqbatch", { where: oneOf("key", requestKeys) });
      const recipients = new Map(requests.map((request) => [request.key, request.recipientKey]));
      const names = new Set(
        operations.map(({ requestKey, code, ...thing }) => nameOf(recipients.get(requestKey) ?? null, code, thing)),
      );
      return rows.filter(({ userKey, operation, roleSuggestionKey, ...thing }) => {
        const roleKey = thing.roleKey ?? roleOf.get(roleSuggestionKey ?? "") ?? null;
        return names.has(nameOf(userKey, operation, { ...thing, roleKey }));
      });
    },
    ofService: (codes) =>
      reads.count(
        "requestOperations",
        allOf(ge("createdAt", createdAt), oneOf("code", codes), related("request", oneOf("origin", origins))),
      ),
  };
}

/** Returns the roles that were drafted of the suggestions of an analysis, by the keys of these. */
async function draftedRoles({ store }: CallContext, analysisKey: string): Promise<ReadonlyMap<string, string>> {
  const suggestions = await store.select("roleSuggestions", { where: { analysisKey } });
  return new Map(suggestions.flatMap(({ key, roleKey }) => (roleKey === null ? [] : [[key, roleKey] as const])));
}

type Thing = Pick<AnalysisRow, "targetSystemKey" | "groupKey" | "roleKey">;

/** Returns the text that two rows share if they are about the same change; the role counts where nothing else is named. */
function nameOf(userKey: string | null, code: string, { targetSystemKey, groupKey, roleKey }: Thing): string {
  const thing = targetSystemKey === null ? [roleKey] : [targetSystemKey, groupKey];
  return JSON.stringify([userKey, code, ...thing]);
}
