import { policyFilePoliciesMax } from "#domain/limits.ts";
import { defaultPolicies } from "#policies/default-policies.ts";

import type { Victim } from "../bypass/addresses.ts";
import type { TestApi } from "./api.ts";
import { testSize } from "./test-size.ts";

/** A long call by a user with the permission for it, over much data. */
export interface LongWork {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string | ((victim: Victim) => string);
  body?(victim: Victim): object;
}

const people = testSize(1000, 4000);
const pageRows = 100;
/** Calls of the longest session in the full size: more than one answer shows. */
const sessionCalls = testSize(0, 20_000);

const csv = (row: (index: number) => string) =>
  ["id,displayName,mail", ...Array.from({ length: people }, (_, index) => row(index))].join("\n");

/** Calls that take long, each at its largest. */
export const longWorks: readonly LongWork[] = [
  { name: "a check of the audit", method: "POST", path: "/v2/sessionLogData/verify", body: () => ({}) },
  {
    name: "a file of new people",
    method: "POST",
    path: "/v2/users/trialImport",
    body: () => ({ text: csv((index) => `new${index},New ${index},new${index}@example.org`) }),
  },
  {
    name: "a file of people who are there",
    method: "POST",
    path: "/v2/users/trialImport",
    body: () => ({ text: csv((index) => `user${index},Changed ${index},user${index}@example.org`) }),
  },
  {
    name: "a file of faults",
    method: "POST",
    path: "/v2/users/trialImport",
    body: () => ({ text: csv((index) => `${"x".repeat(200)}${index},,nobody`) }),
  },
  {
    name: "a file of lines",
    method: "POST",
    path: "/v2/users/trialImport",
    body: () => ({ text: `id\n${"a\n".repeat(340_000)}` }),
  },
  {
    name: "a dry run of a policy",
    method: "POST",
    path: "/v2/policies/dryRun",
    body: () => ({ policies: [{ name: "users_get_list", expression: "principal.id == 'x'" }] }),
  },
  {
    name: "a dry run of every policy",
    method: "POST",
    path: "/v2/policies/dryRun",
    body: () => ({
      policies: defaultPolicies
        .slice(0, policyFilePoliciesMax)
        .map(({ name, expression }) => ({ name, expression: `(${expression}) || principal.id == 'x'` })),
      usersMax: 300,
    }),
  },
  {
    name: "a trial of a condition",
    method: "POST",
    path: "/v2/userClasses/trial",
    body: () => ({ condition: "contains(displayName,'1')", peopleMax: 1000 }),
  },
  {
    name: "a trial of import rules",
    method: "POST",
    path: "/v2/importRules/trial",
    body: () => ({ objectsMax: 1000 }),
  },
  { name: "figures of sessions", method: "GET", path: "/v2/sessionLogs/summary()" },
  {
    name: "figures of a period",
    method: "GET",
    path: "/v2/sessionLogs/summary(from=2001-01-01T00:00:00Z,to=2100-01-01T00:00:00Z)",
  },
  { name: "a page of sessions with what was done", method: "GET", path: "/v2/sessionLogs?$top=1000&$expand=data" },
  { name: "a page of the audit", method: "GET", path: "/v2/sessionLogData?$top=1000&$count=true" },
  {
    name: "a search of the audit",
    method: "GET",
    path: `/v2/sessionLogData?$top=1000&$filter=${encodeURIComponent("contains(tolower(ident),'aaa')")}`,
  },
  {
    name: "a page of accounts with what belongs to them",
    method: "GET",
    path: "/v2/accounts?$top=1000&$expand=user,targetSystem,attributes,groupMemberships",
  },
  {
    name: "a page of requests with all of their parts",
    method: "GET",
    path: "/v2/requests?$top=1000&$expand=requester,recipient,operations,phases,decisions,comments,events",
  },
  {
    name: "one person with as many rows as may be expanded",
    method: "GET",
    path: ({ user }) => `/v2/users('${user}')?$expand=accounts`,
  },
  {
    name: "a batch of pages",
    method: "POST",
    path: "/v2/$batch",
    body: () => ({
      requests: Array.from({ length: 20 }, (_, index) => ({
        id: String(index),
        method: "GET",
        url: "users?$top=1000",
      })),
    }),
  },
];

/** Fills a store with enough data to make these calls long. */
export async function fillForLongWork({ context }: TestApi): Promise<void> {
  const { store, ids, clock } = context;
  const [first] = await store.select("users", { where: { id: "victim" } });
  const owner = first?.key ?? "";
  for (let from = 0; from < people; from += pageRows) {
    await store.transaction(async () => {
      for (let index = from; index < from + pageRows; index++) await addPerson(index);
    });
  }
  await addLongSession();
  while ((await store.auditChain.extend()) > 0);

  async function addLongSession(): Promise<void> {
    // The first in the order of keys, so that it is on the page.
    const sessid = `${"0".repeat(8)}${ids.guid().slice(8)}`;
    await store.transaction(async () => {
      const header = { clientId: "gatehouse", ip: null, startedAt: people, expiresAt: null, door: "password" } as const;
      await store.sessions.start({ ...header, sessid, userKey: owner });
      for (let index = 0; index < sessionCalls; index++)
        await store.audit({ sessid, operation: "READ", result: "S", actor: owner, ident: "a".repeat(100) });
    });
  }

  async function addPerson(index: number): Promise<void> {
    const [user, account, group, request] = [ids.guid(), ids.guid(), ids.guid(), ids.guid()];
    const onTarget = {
      targetSystemKey: "VICTIM",
      stableId: `n${index}`,
      longId: `cn=n${index}`,
      displayId: `N ${index}`,
    };
    await store.save("users", {
      key: user,
      id: `user${index}`,
      displayName: `User number ${index}`,
      mail: `user${index}@example.org`,
      managerKey: owner,
    });
    await store.save("accounts", { key: account, ...onTarget, shortId: `n${index}`, userKey: owner, enabled: true });
    await store.save("groups", { key: group, ...onTarget, shortId: `n${index}`, managed: true });
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 3_600_000 };
    await store.save("reqbatch", {
      key: request,
      requesterKey: owner,
      recipientKey: owner,
      number: `20310101-${index}`,
      status: "W",
      origin: "api",
      requestId: "victim",
      ...times,
    });
    await store.save("requestOperations", {
      key: ids.guid(),
      requestKey: request,
      sequence: 1,
      code: "DELU",
      targetSystemKey: "VICTIM",
      accountKey: account,
      attributes: { a: ["1"] },
      dependsOn: [],
      createdAt: 0,
    });
    const header = { clientId: "gatehouse", ip: null, startedAt: index, expiresAt: null, door: "password" } as const;
    const sessid = ids.guid();
    await store.sessions.start({ ...header, sessid, userKey: owner });
    for (const operation of ["READ", "USUP", "RQSB"])
      await store.audit({ sessid, operation, result: "S", actor: owner, ident: "a".repeat(100) });
  }
}
