import { ServiceError } from "#domain/errors.ts";
import type { MassStepAct } from "#domain/mass-resets/steps.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { endGrant } from "../access/end-grant.ts";
import { createAccount } from "../accounts/create-account.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { updateAccount } from "../accounts/update-account.ts";
import type { CallContext } from "../kernel/context.ts";
import type { Operation } from "../kernel/define-operation.ts";
import type { Step } from "../mass-resets/engine/steps.ts";
import { requestTemplate } from "../requests/request-template.ts";
import { submit } from "../requests/submit.ts";
import { createUser } from "../users/change-users.ts";
import { leave } from "../users/leave.ts";
import { disableUser } from "../users/set-disabled.ts";

/** Traces that an act has left: what carries it out, and the user whom it has added. */
export interface Traces {
  readonly followedKey?: string;
  readonly requestKey?: string;
  readonly userKey?: string;
}

/** A call by which a user would do the same alone. */
export interface SingleCall {
  readonly operation: Operation<never, unknown, never>;
  readonly input: unknown;
  traces(output: unknown): Traces;
}

type Act = (context: CallContext, step: Step, massReset: Row<"massResets">) => Promise<SingleCall> | SingleCall;

/** Returns the call that carries a step out. */
export function singleCall(
  context: CallContext,
  step: Step & { readonly act: Exclude<MassStepAct, "passwords"> },
  massReset: Row<"massResets">,
): Promise<SingleCall> | SingleCall {
  return acts[step.act](context, step, massReset);
}

function call<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: unknown,
  traces: (output: Output) => Traces = () => ({}),
): SingleCall {
  return {
    operation: operation as unknown as Operation<never, unknown, never>,
    input,
    traces: (output) => traces(output as Output),
  };
}

/** Calls of the acts, by which users perform them alone. */
const acts: Readonly<Record<Exclude<MassStepAct, "passwords">, Act>> = {
  async addUser({ store }, { subject }) {
    const { manager = null, sponsor = null, ...person } = subject.person ?? { id: "" };
    const ids = [manager, sponsor].filter((id) => id !== null);
    const users = await store.select("users", { where: oneOf("id", ids) });
    const keyOf = (id: string | null, target: string) => {
      const key = users.find((user) => user.id === id)?.key;
      if (id !== null && key === undefined) throw new ServiceError("USER_UNKNOWN", { target });
      return key ?? null;
    };
    const input = { ...person, managerKey: keyOf(manager, "managerKey"), sponsorKey: keyOf(sponsor, "sponsorKey") };
    return call(createUser, input, ({ key }) => ({ userKey: key }));
  },
  addAccount: (_context, { targetSystemKey, accountName: shortId, userKey }) =>
    call(createAccount, { targetSystemKey, shortId, userKey }, ({ key, requestKey }) => ({
      followedKey: key,
      requestKey,
    })),
  async join(context, step, { reason }) {
    const { targetSystemKey, userKey: recipientKey, subject } = step;
    const accountKey = await accountOf(context, step);
    const operations = [{ code: "GRUA", targetSystemKey, accountKey, groupKey: subject.groupKey }];
    return call(submit, { recipientKey, reason, operations }, ({ key }) => ({ followedKey: key, requestKey: key }));
  },
  request: (_context, { userKey, subject }, { reason }) =>
    call(requestTemplate, { key: subject.templateKey, recipientKeys: [userKey], reason }, ({ key }) => ({
      followedKey: key,
    })),
  leave: (_context, { userKey: key }) => call(leave, { key }),
  disableUser: (_context, { userKey: key }) => call(disableUser, { key }),
  endMembership: (_context, { subject }, { reason }) =>
    call(endGrant, { key: subject.grantKey, reason }, ({ key }) => ({ followedKey: key })),
  disableAccount: (_context, { accountKey: key }, { key: batch }) =>
    call(updateAccount, { key, enabled: false, batch }, (operation) =>
      operation === undefined ? {} : { followedKey: operation.key, requestKey: operation.requestKey },
    ),
  deleteAccount: (_context, { accountKey: key }) =>
    call(deleteAccount, { key }, (operation) => ({ followedKey: operation.key, requestKey: operation.requestKey })),
};

/**
 * Returns the key of the account that joins a group: the one that the step before has created, else the only one of the person there.
 * @throws ACCOUNT_UNKNOWN
 */
async function accountOf({ store }: CallContext, { afterKey, userKey, targetSystemKey }: Step): Promise<string> {
  const before = afterKey === null ? undefined : await store.get("massResetSteps", afterKey);
  if (before?.accountKey) return before.accountKey;
  const [account, other] = await store.select("accounts", {
    where: { userKey: userKey ?? "", targetSystemKey },
    limit: 2,
  });
  if (account !== undefined && other === undefined) return account.key;
  const how = account === undefined ? "no account" : "more than one account";
  const message = `The user has ${how} on '${targetSystemKey}', so that none can join the group.`;
  throw new ServiceError("ACCOUNT_UNKNOWN", { target: "accountKey", message });
}
